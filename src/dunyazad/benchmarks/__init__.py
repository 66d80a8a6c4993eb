"""How good is a verifier? Premises, step labels and first wrong steps, scored against annotators or certified truth."""

from dunyazad.benchmarks.certified import CertifiedScores, score_certified
from dunyazad.benchmarks.comparison import BASELINES, PremiseComparison, compare_premises
from dunyazad.benchmarks.errors import READINGS, ErrorScores, SplitScores, TypeScores, is_right, score_errors, step_type
from dunyazad.benchmarks.intervals import Interval, clustered_intervals
from dunyazad.benchmarks.premises import PremiseFile, PremiseScores, premise_row, score_premises
from dunyazad.benchmarks.processbench import ProcessScores, named_first, score_process
from dunyazad.benchmarks.running import Saved, premises_by, read_gold, reference_of, saved, verifier
from dunyazad.benchmarks.table import table_lines

__all__ = [
    "BASELINES",
    "READINGS",
    "CertifiedScores",
    "ErrorScores",
    "Interval",
    "PremiseComparison",
    "PremiseFile",
    "PremiseScores",
    "ProcessScores",
    "Saved",
    "SplitScores",
    "TypeScores",
    "clustered_intervals",
    "compare_premises",
    "is_right",
    "named_first",
    "premise_row",
    "premises_by",
    "read_gold",
    "reference_of",
    "saved",
    "score_certified",
    "score_errors",
    "score_premises",
    "score_process",
    "step_type",
    "table_lines",
    "verifier",
]
