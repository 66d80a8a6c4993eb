"""Sets of word problems from anywhere: files in the formats that are published, sets by name, generators.

Everything becomes the same `SourceProblem`, or a rejection with a code and a reason.
"""

from __future__ import annotations

from dunyazad.problems.sources.files import read_rows
from dunyazad.problems.sources.formats import FORMATS, Format, recognise
from dunyazad.problems.sources.load import Entry, read_entries, read_sources
from dunyazad.problems.sources.options import SourceOptions
from dunyazad.problems.sources.rows import Damaged, Row

__all__ = [
    "FORMATS",
    "Damaged",
    "Entry",
    "Format",
    "Row",
    "SourceOptions",
    "read_entries",
    "read_rows",
    "read_sources",
    "recognise",
]
