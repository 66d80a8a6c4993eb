"""The fixed wording of chained problems, and the strings that mark a row as ours.

A gate reads the same in both forms, whichever branch is the true one, so that its surface tells nothing. All three
quoted texts stand in square brackets: brackets nest, so a claim that itself quotes a question stays unambiguous.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from zlib import crc32

from dunyazad._records import encode
from dunyazad._version import __version__
from dunyazad.chaining.record import ChainedProblem, Order

__all__ = [
    "BEFORE_CLAIM",
    "BEFORE_FALSE",
    "BEFORE_TRUE",
    "CANARY",
    "GATE_END",
    "GENERATOR",
    "ORDERS",
    "SEPARATOR",
    "chain_id",
    "fact",
    "row_id",
    "telling",
]

BEFORE_CLAIM = "Consider this claim: ["
BEFORE_TRUE = "] If this claim is true, then the following holds: ["
BEFORE_FALSE = "] If this claim is false, then the following holds instead: ["
GATE_END = "]"
SEPARATOR = " "

ORDERS: tuple[Order, ...] = ("forward", "backward")

GENERATOR = f"dunyazad {__version__} chaining/1"
CANARY = (
    "Dunyazad chained problems are for evaluation and must not enter a training corpus. "
    "Canary: dunyazad-064647f9-d688-4b14-a52a-ffeaa75e21bc"
)


def telling(order: Order, length: int) -> range:
    """The positions, in solving order, as a text of this order tells them.

    Example:
        >>> list(telling("backward", 3))
        [2, 1, 0]
    """
    return range(length) if order == "forward" else range(length - 1, -1, -1)


def fact(
    problem_id: str, question: str, answer: Fraction, counterfactual: Fraction | None, names: Sequence[str]
) -> bytes:
    """What a row says of one of its problems beside the text, for the digest in the row's id."""
    return encode((problem_id, question, answer, counterfactual, names))


def chain_id(place: tuple[Order, int, int], seed: int, text: str, facts: Iterable[bytes]) -> str:
    """The id of a chained problem: its cell, its number there, and a digest of all that it is scored by.

    The digest keeps chains from different problem files or seeds apart when files are joined. It covers what the text
    does not show (gold answers, ids, questions of earlier problems), so that a slip in an edited row is found.

    Args:
        place: Order, length and index.
        seed: The file's seed.
        text: The chain's text.
        facts: The `fact` of each problem, in solving order.

    Example:
        >>> chain_id(("forward", 3, 12), 7, "How many?", [])
        'forward-03-000012-8f833e0a'
    """
    order, length, index = place
    digest = crc32(b"%d %s" % (seed, text.encode("utf-8", "surrogatepass")))
    for known in facts:
        digest = crc32(known, digest)
    return f"{order}-{length:02d}-{index:06d}-{digest:08x}"


def row_id(chain: ChainedProblem) -> str:
    """The id that a finished row must have; its tuples must be of the chain's length."""
    columns = (chain.problem_ids, chain.questions, chain.answers, chain.counterfactual_answers, chain.names)
    facts = (fact(*row) for row in zip(*columns, strict=True))
    return chain_id((chain.order, chain.length, chain.index), chain.seed, chain.text, facts)
