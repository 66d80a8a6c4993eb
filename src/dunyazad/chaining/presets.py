"""Files of chains that others have made or described, and some of our own, each under a name.

Sources:

- scheherazade: the paper that this package builds on (arXiv 2410.00151), section 2 for the chains and section 3 for
  their numbers.
- compositional GSM: "Not All LLM Reasoners Are Created Equal" (arXiv 2410.01748): two problems, where the answer to the
  first is a number in the second. Where that paper puts the answer itself in place of a number, ours gives the number
  as the answer plus, minus or times an amount, so that the second problem keeps its own answer.
"""

from __future__ import annotations

import msgspec

from dunyazad.chaining.kinds import GateKind
from dunyazad.chaining.plan import Recipe

__all__ = ["PRESETS", "Preset"]


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """What a file is to hold.

    Attributes:
        what: In one line.
        lengths: Problems in a chain.
        orders: How they are told.
        per_cell: Chains of each length and order.
        fewer_singles: Is it enough to take each problem once at length 1, where there are fewer than that?
        recipe: The rest.
    """

    what: str
    lengths: tuple[int, ...]
    orders: tuple[str, ...]
    per_cell: int
    fewer_singles: bool = False
    recipe: Recipe = Recipe()


_BOTH = ("forward", "backward")

PRESETS: dict[str, Preset] = {
    "gsm8k-scheherazade": Preset(
        what="the paper's 18,000 chains of 2 to 10 problems, forward and backward, and length 1",
        lengths=tuple(range(1, 11)),
        orders=_BOTH,
        per_cell=1_000,
        fewer_singles=True,
    ),
    "paper": Preset(
        what="the paper's hand-made set: wrong conclusions as the problems' source gives them, arbitrary ones too",
        lengths=tuple(range(2, 11)),
        orders=_BOTH,
        per_cell=1_000,
        recipe=Recipe(wording=0),
    ),
    "compositional-gsm": Preset(
        what="two problems, the second one's number told through the first one's answer",
        lengths=(2,),
        orders=("forward",),
        per_cell=1_000,
        recipe=Recipe(gates=(GateKind("numeric"),)),
    ),
    "hybrid": Preset(
        what="orders between forward and backward, which the paper names as open",
        lengths=tuple(range(2, 11)),
        orders=("zigzag", "shuffled"),
        per_cell=1_000,
    ),
    "hard": Preset(
        what="a random structure told in random order, gates over several claims and switches of four branches",
        lengths=tuple(range(4, 11)),
        orders=("shuffled",),
        per_cell=1_000,
        recipe=Recipe(
            structure="dag",
            fan_in=2,
            gates=(
                GateKind("switch", branches=4, weight=3),
                GateKind("if"),
                GateKind("and"),
                GateKind("or"),
                GateKind("exactly-one", weight=2),
                GateKind("none"),
            ),
        ),
    ),
}
