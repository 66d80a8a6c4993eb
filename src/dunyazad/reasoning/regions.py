"""Stretches that no cut may go through: fenced code, display maths, LaTeX environments, tables.

Every opener is matched by bisecting the sorted places of its closers, so that a text of nothing but openers costs no
more than n log n. Maths never spans a blank line (TeX forbids it), so one lost `$$` cannot swallow the steps after it.
"""

from __future__ import annotations

import re
from bisect import bisect_left

__all__ = ["Region", "inside", "protected_regions"]

Region = tuple[int, int]

# Every region has one of these in it; most texts have none.
_SIGNS = ("```", "~~~", "$$", "\\[", "\\begin", "|", "<")
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,20}|~{3,20})", re.MULTILINE)
_MATHS = re.compile(r"\$\$|\\\[|\\\]")
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([A-Za-z]{1,20}\*?)\}")
_TABLE_ROW = re.compile(r"^[ \t]{0,8}\|.*$", re.MULTILINE)
# The line below a table's head, which tells a table whose rows begin without a bar.
_TABLE_RULE = re.compile(r"^[ \t|]{0,8}:?-{2,}+:?[ \t]{0,8}\|[ \t|:-]*+$", re.MULTILINE)
_HTML_TABLE = re.compile(r"<(/?)table\b", re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def protected_regions(text: str) -> tuple[Region, ...]:
    """Find the stretches that stay whole, as disjoint half-open spans in order.

    A code fence that is never closed runs to the end; maths that is never closed protects nothing.

    Example:
        >>> protected_regions("so $$a = 1$$ holds")
        ((3, 12),)
    """
    if not any(sign in text for sign in _SIGNS):
        return ()
    found = _fences(text)
    blanks = [match.start() for match in _BLANK_LINE.finditer(text)]
    found += [region for region in _display_maths(text) + _environments(text) if not _crosses(region, blanks)]
    found += _tables(text)
    return _merged(found)


def inside(regions: tuple[Region, ...], place: int) -> bool:
    """Does a place lie strictly within a region, so that a cut there would go through it?"""
    index = bisect_left(regions, (place, 0)) - 1
    return index >= 0 and regions[index][0] < place < regions[index][1]


def _fences(text: str) -> list[Region]:
    found: list[Region] = []
    opened: tuple[int, str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = (match.start(), match[1])
        elif match[1].startswith(opened[1]):  # a longer fence may hold a shorter one
            found.append((opened[0], match.end()))
            opened = None
    if opened is not None:
        found.append((opened[0], len(text)))
    return found


def _display_maths(text: str) -> list[Region]:
    found: list[Region] = []
    opened: dict[str, int] = {}
    for match in _MATHS.finditer(text):
        sign = match[0]
        if sign == "$$" and "$$" in opened:
            found.append((opened.pop("$$"), match.end()))
        elif sign == "\\]":
            if "\\[" in opened:
                found.append((opened.pop("\\["), match.end()))
        else:
            opened[sign] = match.start()
    return found


def _environments(text: str) -> list[Region]:
    found: list[Region] = []
    opened: dict[str, list[int]] = {}
    for match in _ENVIRONMENT.finditer(text):
        if match[1] == "begin":
            opened.setdefault(match[2], []).append(match.start())
        elif opened.get(match[2]):
            found.append((opened[match[2]].pop(), match.end()))
    return found


def _tables(text: str) -> list[Region]:
    found: list[Region] = []
    for match in _TABLE_ROW.finditer(text):
        if found and found[-1][1] + 1 == match.start():
            found[-1] = (found[-1][0], match.end())
        else:
            found.append(match.span())
    return found + [_around_rule(text, match) for match in _TABLE_RULE.finditer(text)] + _html_tables(text)


def _around_rule(text: str, rule: re.Match[str]) -> Region:
    """The table around the line below its head: the line before, and the lines with a bar that follow."""
    head = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
    start, end = (head if "|" in text[head : rule.start()] else rule.start()), rule.end()
    while end < len(text):
        line_end = text.find("\n", end + 1)
        line_end = len(text) if line_end < 0 else line_end
        if "|" not in text[end:line_end] or _TABLE_RULE.match(text, end + 1):
            break  # the next rule has its own table, so that no row is looked at twice
        end = line_end
    return start, end


def _html_tables(text: str) -> list[Region]:
    found: list[Region] = []
    opened: int | None = None
    for match in _HTML_TABLE.finditer(text):
        if not match[1]:
            opened = match.start() if opened is None else opened
        elif opened is not None:
            found.append((opened, match.end()))
            opened = None
    return found


def _crosses(region: Region, blanks: list[int]) -> bool:
    index = bisect_left(blanks, region[0])
    return index < len(blanks) and blanks[index] < region[1]


def _merged(regions: list[Region]) -> tuple[Region, ...]:
    merged: list[Region] = []
    for start, end in sorted(regions):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
