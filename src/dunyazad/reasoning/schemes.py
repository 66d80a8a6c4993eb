"""The schemes by which a text is cut: each gives the places where its units begin.

`auto` tries them from coarse to fine and takes the first that is sensible: the writer's own "Step N" wherever there is
one, else whatever gives at least two units that are not walls of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from typing import Literal

from dunyazad.reasoning.markers import Marker, line_markers, step_markers
from dunyazad.reasoning.regions import Region, inside

__all__ = ["Scheme", "Source", "unit_starts"]

Scheme = Literal["auto", "step", "heading", "number", "bullet", "paragraph", "line", "sentence"]

# Units longer than this on average are walls of text: a finer scheme is tried.
_WALL = 900

_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
# Not before a blank line: where white space begins, nothing else does.
_NEWLINE = re.compile(r"\n(?![ \t]{0,40}\n)")
# Full stops of Chinese and Japanese need no space behind them.
_SENTENCE_END = re.compile(
    r"(?<=[.!?])[\"')\]*]{0,3}[ \t]++(?=[A-Z0-9\"'(\[$\\*“])"
    r"|(?<=[。！？])[”’」』]{0,2}[ \t]*+(?=\S)|\n(?![ \t]{0,40}\n)"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|approx|e\.g|i\.e|a\.m|p\.m|Eq|Fig|Rs|ca|min|max|avg|vol|pp?)|\b[A-Z]"
    r"|(?:^\s{0,4}|[.!?]\s{1,4})\d{1,3})\.$"
)
_CONCLUSION = re.compile(
    r"\W{0,4}(?:therefore|so|thus|hence|in (?:total|conclusion|summary)|the (?:final )?answer|finally)\b", re.IGNORECASE
)
# What goes on from the text before: a lower-case word (no variable being assigned), an operator, maths standing alone.
_CONTINUES = re.compile(
    r"[ \t]*(?:[a-z]{2,}\b(?![ \t]{0,4}=)|[=+/<>)\]]|[-*]\d|\\(?:\[|approx|times|quad|end|\])|\$\$)"
)


class Source:
    """A text with what is found in it: the regions that stay whole, and the markers outside of them.

    Attributes:
        text: The text.
        regions: The regions.
        steps: Where the writer says "Step N".
    """

    def __init__(self, text: str, regions: tuple[Region, ...]) -> None:
        self.text, self.regions = text, regions
        self._named = step_markers(text)
        self.steps = self._outside(self._named)

    @cached_property
    def lines(self) -> list[Marker]:
        """Headings, numbers and bullets; a step marker hides what else its line could be."""
        hidden = {marker.start for marker in self._named}
        return self._outside([marker for marker in line_markers(self.text) if marker.start not in hidden])

    def _outside(self, markers: list[Marker]) -> list[Marker]:
        return [marker for marker in markers if not inside(self.regions, marker.start)] if self.regions else markers


def unit_starts(source: Source, scheme: Scheme) -> tuple[Scheme, list[int]]:
    """Give the places where a text's units begin, and the scheme taken: for `auto` the coarsest sensible one."""
    if scheme != "auto":
        return scheme, _SCHEMES[scheme](source)
    for candidate, find in _SCHEMES.items():
        starts = find(source)
        if _sensible(candidate, source.text, starts):
            return candidate, starts
    return "sentence", _sentence_starts(source)


def _sensible(scheme: Scheme, text: str, starts: list[int]) -> bool:
    if scheme == "step":
        return bool(starts)  # the writer said so
    places = sorted({0, *starts, len(text)})
    units = sum(1 for start, end in pairwise(places) if not text[start:end].isspace())
    if units < 2 or len(text) / units > _WALL:
        return False
    if scheme in ("heading", "number"):
        return len(starts) >= 2
    return scheme != "bullet" or _mostly_bullets(text, len(starts))


def _mostly_bullets(text: str, bullets: int) -> bool:
    """Is the text a list, rather than prose with a list in it?"""
    return bullets >= 2 and 2 * bullets >= sum(1 for line in text.split("\n") if line.strip())


def _step_starts(source: Source) -> list[int]:
    return [marker.start for marker in source.steps]


def _heading_starts(source: Source) -> list[int]:
    return [marker.start for marker in source.lines if marker.kind == "heading"]


def _number_starts(source: Source) -> list[int]:
    """The items of the outermost numbered list: those in the first item's style, no deeper than the shallowest."""
    numbers = [marker for marker in source.lines if marker.kind == "number"]
    if not numbers:
        return []
    shallow = min(marker.indent for marker in numbers)
    style = next(marker.style for marker in numbers if marker.indent <= shallow + 1)
    items = [marker for marker in numbers if marker.style == style and marker.indent <= shallow + 1]
    return _with_headings_and_closing(source, items)


def _bullet_starts(source: Source) -> list[int]:
    bullets = [marker for marker in source.lines if marker.kind == "bullet"]
    if not bullets:
        return []
    shallow = min(marker.indent for marker in bullets)
    items = [marker for marker in bullets if marker.indent <= shallow + 1]
    return _with_headings_and_closing(source, items)


def _with_headings_and_closing(source: Source, items: list[Marker]) -> list[int]:
    starts = [marker.start for marker in items]
    starts += _heading_starts(source)
    return sorted(starts + _closing_paragraphs(source, starts))


def _closing_paragraphs(source: Source, starts: list[int]) -> list[int]:
    """Where paragraphs begin that follow a list and are no part of its last item.

    They are told by their opening ("Therefore, ..."), or by being paragraphs at all where no other item has two.
    """
    if not starts:
        return []
    text, last = source.text, max(starts)
    single = len(starts) > 1 and not _PARAGRAPH.search(text[min(starts) : last].rstrip())
    places = [match.end() for match in _PARAGRAPH.finditer(text, last)]
    return [
        place
        for place in places
        if not inside(source.regions, place)
        and text[place - 1 : place] == "\n"
        and not text.startswith(("$$", "\\["), place)
        and (single or _CONCLUSION.match(text, place))
    ]


def _paragraph_starts(source: Source) -> list[int]:
    return _glued(source, [match.end() for match in _PARAGRAPH.finditer(source.text)])


def _line_starts(source: Source) -> list[int]:
    return _glued(source, [match.end() for match in _NEWLINE.finditer(source.text)])


def _sentence_starts(source: Source) -> list[int]:
    text = source.text
    places = [
        match.end()
        for match in _SENTENCE_END.finditer(text)
        if match[0] == "\n" or not _ABBREVIATION.search(text[max(0, match.start() - 8) : match.start()])
    ]
    return _glued(source, places)


def _glued(source: Source, places: list[int]) -> list[int]:
    """Leave out the places where what follows goes on from what came before."""
    text, kept = source.text, []
    for place in places:
        before = text[max(0, place - 40) : place].rstrip()
        if not (
            inside(source.regions, place)
            or before.endswith((":", ",", "=", "+", "\\\\"))
            or _CONTINUES.match(text, place)
        ):
            kept.append(place)
    return kept


# From coarse to fine: the order in which `auto` tries them.
_SCHEMES: dict[Scheme, Callable[[Source], list[int]]] = {
    "step": _step_starts,
    "heading": _heading_starts,
    "number": _number_starts,
    "bullet": _bullet_starts,
    "paragraph": _paragraph_starts,
    "line": _line_starts,
    "sentence": _sentence_starts,
}
