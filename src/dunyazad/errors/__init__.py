"""Judging steps, with and without a model; accumulation; the waves of a verification."""

from dunyazad.errors.accumulation import accumulate
from dunyazad.errors.arithmetic import ArithmeticJudge, check_equations
from dunyazad.errors.asking import FullContextJudge, HybridJudge, UnderPremisesJudge
from dunyazad.errors.costs import Cost, Estimator, estimate
from dunyazad.errors.critic import CriticJudge
from dunyazad.errors.judge import Judge
from dunyazad.errors.plan import Plan, Refiner, Stage
from dunyazad.errors.record import CallUsage, Evidence, Label, Verdict, VerdictOutcome, Verification
from dunyazad.errors.reference import (
    Branch,
    Reference,
    reference_for_answer,
    reference_for_chain,
    reference_for_problem,
)
from dunyazad.errors.reference_judge import ReferenceJudge
from dunyazad.errors.registry import JUDGES, MODEL_JUDGES, judge
from dunyazad.errors.verify import verify
from dunyazad.errors.votes import VotingJudge

__all__ = [
    "JUDGES",
    "MODEL_JUDGES",
    "ArithmeticJudge",
    "Branch",
    "CallUsage",
    "Cost",
    "CriticJudge",
    "Estimator",
    "Evidence",
    "FullContextJudge",
    "HybridJudge",
    "Judge",
    "Label",
    "Plan",
    "Reference",
    "ReferenceJudge",
    "Refiner",
    "Stage",
    "UnderPremisesJudge",
    "Verdict",
    "VerdictOutcome",
    "Verification",
    "VotingJudge",
    "accumulate",
    "check_equations",
    "estimate",
    "judge",
    "reference_for_answer",
    "reference_for_chain",
    "reference_for_problem",
    "verify",
]
