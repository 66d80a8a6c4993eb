"""Annotated chains: PERL's and ProcessBench's files read, counted and written; certified sets of our own made."""

from dunyazad.perl.reading import Malformed, Read, read_annotated, read_file, read_process, set_and_split
from dunyazad.perl.record import (
    AnnotatedChain,
    AnnotatedStep,
    ErrorNote,
    PremiseNote,
    ProcessChain,
    Split,
    question_id,
)
from dunyazad.perl.stats import Consistency, PerlStats, SetStats, Shape, perl_stats, stats_of
from dunyazad.perl.writing import FORMATS, as_perl, as_process, write_annotated

__all__ = [
    "FORMATS",
    "AnnotatedChain",
    "AnnotatedStep",
    "Consistency",
    "ErrorNote",
    "Malformed",
    "PerlStats",
    "PremiseNote",
    "ProcessChain",
    "Read",
    "SetStats",
    "Shape",
    "Split",
    "as_perl",
    "as_process",
    "perl_stats",
    "question_id",
    "read_annotated",
    "read_file",
    "read_process",
    "set_and_split",
    "stats_of",
    "write_annotated",
]
