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
from typing import Literal, NamedTuple

from dunyazad.reasoning.markers import find_markers, is_answer_line, leading_label, strip_label
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
    tags = list(_THINK.finditer(text))
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
    scheme, starts = unit_starts(Source(body, find_markers(body, regions), regions), scheme)
    if wanted == "auto":  # "Wait, that is wrong" opens a step of its own, to be told from what it takes back
        starts = starts + [place for place in taking_back_starts(body) if not inside(regions, place)]
    units = [unit for unit in _units(body, starts) if unit[0] < unit[1]]
    units = _headings_forward(body, units)
    spans = [_trimmed(text, span) for span in units + _units(text, tail, begin=tail[0] if tail else len(text))]
    kept = [span for span in spans if span[0] < span[1]]
    dropped = {span for number, span in enumerate(kept) if _is_dropped(text, span, number == 0 and len(kept) > 1)}
    steps = tuple(_step(text, span, offset) for span in kept if span not in dropped)
    return Cut(steps, tuple((start + offset, end + offset) for start, end in sorted(dropped)), scheme)


def _step(text: str, span: Span, offset: int) -> Step:
    written = text[span[0] : span[1]]
    return Step(text=written, label=leading_label(written), span=(span[0] + offset, span[1] + offset))


def _units(text: str, starts: Iterable[int], begin: int = 0) -> list[Span]:
    places = sorted({begin, *starts})
    return [_trimmed(text, span) for span in zip(places, [*places[1:], len(text)], strict=True)]


def _trimmed(text: str, span: Span) -> Span:
    piece = text[span[0] : span[1]]
    start = span[0] + len(piece) - len(piece.lstrip())
    return start, max(start, span[0] + len(piece.rstrip()))


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


def _is_dropped(text: str, span: Span, opens: bool) -> bool:
    written = text[span[0] : span[1]]
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
        line = text[start:end].strip()
        bare = "\n" not in line and (
            line.startswith("#") or (line.strip(":").startswith("**") and line.strip(":").endswith("**"))
        )
        if bare and "=" not in line and not leading_label(line):
            carried = begin
            continue
        joined.append((begin, end))
        carried = None
    if carried is not None:
        joined.append((carried, units[-1][1]))
    return joined
