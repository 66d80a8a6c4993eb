"""Stories that careful readers read otherwise than their solution does: then the answer is not surely the true one.

Each kind was found by reading certified problems against their source, where the fault lay in the source itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dunyazad.problems.decomposition.binding import Bindings, Constant, Stated
from dunyazad.problems.decomposition.record import Rejected

__all__ = ["misread"]

_PAIRED = (
    r"(?:shoes|socks|boots|gloves|mittens|earrings|sandals|sneakers|slippers|skates|heels|flip[ -]flops|"
    r"chopsticks|skis)"
)
_ASKS_SINGLE = re.compile(rf"\bhow many (?:more |new )?(?:[a-z]+ ){{0,2}}{_PAIRED}\b", re.IGNORECASE)
_PAIR = re.compile(r"\bpairs?\b", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:depreciat|appreciat|grow|grew|increas|decreas|declin|drop|ris|shrink|lose)\w*\b", re.IGNORECASE
)
_EACH_TIME = re.compile(
    r"[^.;,]{0,24}\b(?:per|each|every|a) (?:year|month|week|day|hour)\b|[^.;,]{0,12}\bannually\b", re.IGNORECASE
)


def misread(bindings: Bindings, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a careful reader may find another answer than the solution; None where nothing says so."""
    return next((fault for check in _CHECKS for fault in check(bindings, sentences)), None)


def _pairs(bindings: Bindings, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """Pairs are bought, single ones are asked for, and the solution never doubles."""
    *statements, question = sentences
    if not _PAIR.search(" ".join(statements)) or _PAIR.search(question) or not _ASKS_SINGLE.search(question):
        return
    origins = [origin for assignment in bindings.assignments for step in assignment for origin in step]
    if not any(isinstance(origin, Constant) and origin.value == 2 for origin in origins):
        yield Rejected("reading-pairs", f"pairs or single ones? {question[:80]!r}")


def _compound(bindings: Bindings, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """A value that falls by 20% a year, for years: of the first value each time, or of what is left?"""
    for index, number in enumerate(bindings.numbers):
        quantity, sentence = number.quantity, sentences[number.sentence]
        if quantity.unit != "%" or not _CHANGES.search(sentence) or not _EACH_TIME.match(sentence, quantity.end):
            continue
        uses = [
            sum(isinstance(origin, Stated) and origin.number == index for step in assignment for origin in step)
            for assignment in bindings.assignments
        ]
        if min(uses, default=0) == 1 and len(bindings.operations) > 2:
            yield Rejected("reading-compound", f"{quantity.text!r} each time of the first value, or of the last?")


_CHECKS: tuple[Callable[[Bindings, tuple[str, ...]], Iterator[Rejected]], ...] = (_pairs, _compound)
