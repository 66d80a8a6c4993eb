"""Does every character of a chained problem's text belong to a part or to the wording that must stand there?

The listed parts are in the order in which the text must tell them (`dunyazad.chaining.shape` has seen to that). So it
is enough to look between them: what stands between one part and the next must be, to the letter, what the gate's or the
final question's wording says, or the space between two pieces. Nothing is left over, and nothing is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dunyazad.chaining.record import ChainedProblem, Part
from dunyazad.chaining.texts import words_of
from dunyazad.chaining.wording import SEPARATOR, final_wording, gate_wording
from dunyazad.problems.findings import Finding

__all__ = ["check_spans", "expected_wording", "quoted", "stands_alone", "texts_of"]

_PRONOUN = re.compile(
    r"\b(?:he|she|they|it|him|her|them|his|hers|its|their|theirs|himself|herself|itself|themselves)\b", re.IGNORECASE
)

# A title's full stop ends no sentence.
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)\s")


def _error(code: str, sentence: str) -> Finding:
    return Finding(code, sentence)


def quoted(text: str) -> str:
    """A text for a message, cut where it is long."""
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def texts_of(chain: ChainedProblem) -> list[str]:
    """What stands at each part; in the order of `chain.parts`."""
    text, spans = chain.text, chain.spans
    return [text[start:end] for start, end in zip(spans[::2], spans[1::2], strict=True)]


def check_spans(chain: ChainedProblem, texts: Sequence[str] | None = None) -> Iterator[Finding]:
    """Do the parts and the wording between them make up the whole text? The shape must be right.

    Args:
        chain: The chained problem.
        texts: What stands at its parts, where that is already known.
    """
    texts = texts_of(chain) if texts is None else texts
    yield from _check_between(chain)
    yield from _check_ends(chain, texts)
    yield from _check_stretches(chain, texts)


def _check_between(chain: ChainedProblem) -> Iterator[Finding]:
    """Is what stands between the parts the wording, to the letter?"""
    text, spans, end, place = chain.text, chain.spans, 0, 0
    for wording in expected_wording(chain):
        start = spans[place] if place < len(spans) else len(text)
        if text[end:start] != wording:
            where = _where(chain.parts, place // 2)
            found = quoted(text[end:start])
            yield _error("wording", f"{where}, from {end} to {start}: expected {wording!r}, found {found}")
        if place < len(spans):
            end = spans[place + 1]
        place += 2


def _where(parts: tuple[Part, ...], place: int) -> str:
    if place == len(parts):
        return "after the last part"
    return f"before {parts[place].role} {parts[place].number} of problem {parts[place].problem}"


def _check_ends(chain: ChainedProblem, texts: Sequence[str]) -> Iterator[Finding]:
    for place, text in enumerate(texts):
        if not text or text[0].isspace() or text[-1].isspace():
            part = chain.parts[place]
            name = f"{part.role} {part.number} of problem {part.problem}"
            yield _error("part", f"{name} is empty or has a space at an end: {quoted(text)}")


def expected_wording(chain: ChainedProblem) -> Iterator[str]:
    """What must stand before each part, and after the last one; in the order of the parts."""
    wordings: Mapping[int, tuple[str, ...]] = {gate.child: gate_wording(gate) for gate in chain.gates}
    final = final_wording(chain.final)
    told, after = 0, ""
    for part in chain.parts:
        role = part.role
        if role in ("first", "premises"):
            yield after
            after = SEPARATOR
        elif role in ("question", "asked"):
            yield after + final[told]
            told, after = told + 1, ""
        else:  # a part of a gate; its wording's last string stands behind its last part
            wording = wordings[part.problem]
            yield after + wording[told]
            told, after = told + 1, ""
            if told == len(wording) - 1:
                told, after = 0, wording[-1] + SEPARATOR
    yield final[-1]


def _check_stretches(chain: ChainedProblem, texts: Sequence[str]) -> Iterator[Finding]:
    """Does every stretch that was moved away from what comes before it say whom it is about?

    Where premises stand behind another problem's text, they begin with a sentence that holds a name of their own
    problem, with no pronoun before it that could be read as somebody else.
    """
    if chain.style == "blocks":
        return
    before = None
    for part, text in zip(chain.parts, texts, strict=True):
        if (
            part.role == "premises"
            and part.problem != before
            and not stands_alone(text, chain.problems[part.problem].names)
        ):
            yield _error(
                "stretch", f"premises {part.number} of problem {part.problem} lean on another text: {quoted(text)}"
            )
        before = part.problem


def stands_alone(text: str, names: tuple[str, ...]) -> bool:
    """Does a text begin with a sentence that names somebody before any pronoun?"""
    sentence = _SENTENCE_END.split(text, maxsplit=1)[0]
    pronoun = _PRONOUN.search(sentence)
    before = f" {' '.join(words_of(sentence[: pronoun.start()] if pronoun else sentence))} "
    return any(f" {' '.join(words_of(name))} " in before for name in names if words_of(name))
