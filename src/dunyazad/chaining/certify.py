"""Is a chained problem sound? Told from the row alone.

Strategy: layers, each of which may rely on the ones before, so that none needs to guard against nonsense.

1. `shape`: the fields fit one another. The gates are a path, tree or dag that leads to the target, the telling fits the
   order, and the listed parts are those that gates, premises and the final question need, in the order of the text.
2. `spans`: between one part and the next stands the fixed wording or a single space, and nothing else. So every premise
   that is needed stands there, once.
3. `contents`: claims state their numbers, branches differ, questions are the problems' own, and the problems share
   nothing; the id is what the row gives.
4. `sensitivity`: the gold answers open every true branch; every gate looks at every parent; whoever takes any one wrong
   branch ends in another final answer.

What a row leaves unknown is a *note*: without a counterfactual answer, or with a wrong conclusion that does not state
it, a gate that claims it forgives somebody who came there by a wrong branch (the paper's way). Such chains are sound.
"""

from __future__ import annotations

from collections.abc import Iterator

from dunyazad.chaining.against import check_against
from dunyazad.chaining.contents import check_apart, check_stamp, check_texts
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.sensitivity import check_answers, check_sensitivity
from dunyazad.chaining.shape import check_shape
from dunyazad.chaining.spans import check_spans, texts_of
from dunyazad.problems.findings import Finding

__all__ = ["check", "check_against", "check_shape", "check_spans"]


def check(chain: ChainedProblem) -> tuple[Finding, ...]:
    """Certify a chained problem from its row alone.

    Returns:
        What was found: severity "error" where the chain is not sound, "note" for what is merely unknown. Empty for a
        chain that is certified in full. Where the shape is wrong only that is told, and where the gold answers do not
        open the true branches, nothing of what mistakes lead to.

    Example:
        >>> from fractions import Fraction
        >>> from dunyazad.chaining.record import Final, Member, Part
        >>> from dunyazad.chaining.wording import CANARY, row_id
        >>> question = "How many eggs does Ada find?"
        >>> hens = Member(id="hens", question=question, answer=Fraction(6), counterfactual_answers=(Fraction(8),),
        ...               wrong_answers=(Fraction(8),), names=("Ada",))
        >>> chain = ChainedProblem(
        ...     id="", text=f"Ada has 3 hens. Each lays 2 eggs. {question}", length=1, structure="path",
        ...     order="forward", style="blocks", telling=(0,), problems=(hens,), gates=(), final=Final("target", (0,)),
        ...     answer=Fraction(6), parts=(Part("first", 0, 0), Part("premises", 0, 0), Part("question", 0, 0)),
        ...     lengths=(0, 15, 1, 17, 1, 28), seed=0, index=0, generator="by hand", canary=CANARY)
        >>> [finding.code for finding in check(chain)]
        ['id']
        >>> import msgspec
        >>> check(msgspec.structs.replace(chain, id=row_id(chain)))
        ()
    """
    if shape := tuple(check_shape(chain)):
        return shape
    return tuple(_findings(chain))


def _findings(chain: ChainedProblem) -> Iterator[Finding]:
    texts = texts_of(chain)
    yield from check_spans(chain, texts)
    yield from check_stamp(chain)
    yield from check_texts(chain, texts)
    answers = tuple(check_answers(chain))
    yield from answers or check_sensitivity(chain)
    yield from check_apart(chain, texts)
