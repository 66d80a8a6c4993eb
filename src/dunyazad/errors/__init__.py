"""Judging steps: arithmetic and reference judges, accumulation, and verification in one call."""

from dunyazad.errors.accumulation import accumulate
from dunyazad.errors.arithmetic import ArithmeticJudge, check_equations
from dunyazad.errors.gold import ReferenceJudge
from dunyazad.errors.judge import Judge
from dunyazad.errors.record import Evidence, Label, Verdict, VerdictOutcome, Verification
from dunyazad.errors.reference import (
    Branch,
    Reference,
    reference_for_answer,
    reference_for_chain,
    reference_for_problem,
)
from dunyazad.errors.registry import JUDGES, judge
from dunyazad.errors.verify import verify

__all__ = [
    "JUDGES",
    "ArithmeticJudge",
    "Branch",
    "Evidence",
    "Judge",
    "Label",
    "Reference",
    "ReferenceJudge",
    "Verdict",
    "VerdictOutcome",
    "Verification",
    "accumulate",
    "check_equations",
    "judge",
    "reference_for_answer",
    "reference_for_chain",
    "reference_for_problem",
    "verify",
]
