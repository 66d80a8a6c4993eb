"""Cutting a text into steps.

Strategy. A *scheme* gives places where units begin. `auto` takes the coarsest scheme that gives sensible units: the
writer's own "Step N" where there is one, else headings, numbered items, a bullet list, paragraphs, lines, sentences; a
scheme is sensible if it gives at least two units that are not walls of text. Then, whatever the scheme: lines that give
a final answer at the end are steps of their own, a heading belongs to what it heads, an introduction without content
("Let's solve this step by step:") is dropped and reported, and so is a marker with nothing after it. What is kept is
kept verbatim: steps and dropped stretches together cover every character that is not white space.

Every pass is linear in the length of the text (n log n where regions are bisected).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, NamedTuple

from dunyazad.reasoning.markers import is_answer_line, leading_label, strip_label
from dunyazad.reasoning.record import Step
from dunyazad.reasoning.regions import Region, inside, protected_regions
from dunyazad.reasoning.retraction import mark_retractions, taking_back_starts
from dunyazad.reasoning.schemes import Scheme, Source, unit_starts

__all__ = ["Cut", "Scheme", "Trace", "cut_steps", "split_steps", "split_thinking"]

Trace = Literal["answer", "thinking", "both"]
Span = tuple[int, int]

_THINK = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_FILLER = re.compile(
    r"\b(?:step[- ]by[- ]step|(?:these|following|few|the) steps|let'?s (?:solve|break|start|begin|work|go|find)"
    r"|let us \w+|here'?s (?:the|a|my|how)|here is (?:the|a|my)"
    r"|(?:we|i) (?:need|will|can|'ll) (?:to )?(?:solve|break|follow))"
    r"|^\W{0,4}(?:sure|okay|certainly|solution|answer|of course)\b",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"[\d=\\$]")


class Cut(NamedTuple):
    """A text in steps.

    Attributes:
        steps: The steps, in order; spans are offsets into the whole text.
        dropped: Stretches that are no step: empty markers, introductions without content.
        scheme: How it was cut.
    """

    steps: tuple[Step, ...]
    dropped: tuple[Span, ...]
    scheme: Scheme


def split_steps(text: str, *, scheme: Scheme = "auto", trace: Trace = "answer") -> tuple[Step, ...]:
    r"""Cut a response into its steps.

    Spans are half-open offsets into `text`, ordered and disjoint, and `text[start:end]` is the step's text, its own
    label included. An empty text gives no steps. A `<think>` part is left out unless `trace` asks for it.

    Example:
        >>> [step.label for step in split_steps("Step 1: 2 + 3 = 5. Step 4: 5 * 2 = 10.")]
        ['Step 1', 'Step 4']
        >>> [step.text for step in split_steps("She has 5 eggs. She eats 2.\nAnswer: 3")]
        ['She has 5 eggs.', 'She eats 2.', 'Answer: 3']
    """
    return cut_steps(text, scheme=scheme, trace=trace).steps


def cut_steps(text: str, *, scheme: Scheme = "auto", trace: Trace = "answer") -> Cut:
    """Cut a response into its steps, and say how it was cut and what was dropped; see `split_steps`."""
    thinking, answer = _trace_spans(text)
    parts = {"answer": (answer,), "thinking": (thinking,), "both": (thinking, answer)}[trace]
    cuts = [_cut(text[start:end], start, scheme) for start, end in parts]
    return Cut(
        mark_retractions([step for cut in cuts for step in cut.steps]),
        tuple(span for cut in cuts for span in cut.dropped),
        next((cut.scheme for cut in reversed(cuts) if cut.steps), cuts[-1].scheme),
    )


def split_thinking(text: str) -> tuple[str, str]:
    """Part a response into its thinking and its answer, both without surrounding white space.

    A `<think>` that is never closed makes all of the rest thinking; a `</think>` that was never opened (the chat
    template did) makes all before it thinking. Without either, the thinking is empty.

    Example:
        >>> split_thinking("<think>2 + 2</think>It is 4.")
        ('2 + 2', 'It is 4.')
    """
    thinking, answer = _trace_spans(text)
    return text[slice(*thinking)].strip(), text[slice(*answer)].strip()


def _trace_spans(text: str) -> tuple[Span, Span]:
    tags = list(_THINK.finditer(text)) if "<" in text else []
    if not tags or (not tags[0][1] and text[: tags[0].start()].strip()):
        # No tag, or one that the answer itself mentions further down.
        return (0, 0), (0, len(text))
    begin = 0 if tags[0][1] else tags[0].end()
    closing = next((tag for tag in tags if tag[1]), None)
    if closing is None:
        return (begin, len(text)), (len(text), len(text))
    return (begin, closing.start()), (closing.end(), len(text))


def _cut(text: str, offset: int, scheme: Scheme) -> Cut:
    regions = protected_regions(text)
    tail = _answer_tail(text, regions)
    body = text[: tail[0]] if tail else text
    wanted = scheme
    scheme, starts = unit_starts(Source(body, regions), scheme)
    if wanted == "auto":  # "Wait, that is wrong" opens a step of its own, to be told from what it takes back
        starts = starts + [place for place in taking_back_starts(body) if not inside(regions, place)]
    kept = _headings_forward(body, _units(body, starts))
    if tail:
        kept += _units(text, tail, begin=tail[0])
    steps: list[Step] = []
    dropped: list[Span] = []
    for number, (start, end) in enumerate(kept):
        written, span = text[start:end], (start + offset, end + offset)
        if _is_dropped(written, opens=number == 0 and len(kept) > 1):
            dropped.append(span)
        else:
            steps.append(Step(text=written, label=leading_label(written), span=span))
    return Cut(tuple(steps), tuple(dropped), scheme)


def _units(text: str, starts: Iterable[int], begin: int = 0) -> list[Span]:
    """What begins at these places, and at `begin`, without the white space around it; white space alone is none."""
    found = []
    for start, end in pairwise([*sorted({begin, *starts}), len(text)]):
        piece = text[start:end].rstrip()
        if length := len(piece.lstrip()):
            last = start + len(piece)
            found.append((last - length, last))
    return found


def _answer_tail(text: str, regions: tuple[Region, ...]) -> list[int]:
    """Where each of the closing answer lines begins."""
    starts: list[int] = []
    place = len(text.rstrip())
    while place > 0:
        start = text.rfind("\n", 0, place) + 1
        line = text[start:place]
        if line.strip() and (not is_answer_line(line) or inside(regions, start)):
            break
        if line.strip():
            starts.insert(0, start)
        place = start - 1
    return starts


def _is_dropped(written: str, *, opens: bool) -> bool:
    rest = strip_label(written)
    if not rest.strip("#*_-+•–>:. \t\n"):
        return True
    return opens and rest == written and not _CONTENT.search(rest) and _FILLER.search(rest) is not None


def _headings_forward(text: str, units: list[Span]) -> list[Span]:
    """Join a unit that is a heading and nothing else to the unit that it heads."""
    joined: list[Span] = []
    carried: int | None = None
    for start, end in units:
        begin = start if carried is None else carried
        if text[start] in "#*:" and _is_heading(text[start:end]):
            carried = begin
            continue
        joined.append((begin, end))
        carried = None
    if carried is not None:
        joined.append((carried, units[-1][1]))
    return joined


def _is_heading(unit: str) -> bool:
    bold = unit.strip(":")
    marked = unit.startswith("#") or (bold.startswith("**") and bold.endswith("**"))
    return marked and "\n" not in unit and "=" not in unit and not leading_label(unit)
