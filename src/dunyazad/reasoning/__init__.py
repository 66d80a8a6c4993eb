"""Reasoning chains: cutting a response into steps, the premise graph and its statistics."""

from dunyazad.reasoning.graph import GraphStatistics, ancestors, graph_statistics, layers
from dunyazad.reasoning.markers import leading_label, strip_label
from dunyazad.reasoning.prompt import Completion, Prompt
from dunyazad.reasoning.record import (
    Finding,
    Necessity,
    Parc,
    Premise,
    PremiseKind,
    PremiseOutcome,
    ReasoningChain,
    RejectedPremise,
    RejectionReason,
    Step,
)
from dunyazad.reasoning.retraction import mark_retractions, repairs
from dunyazad.reasoning.schemes import Scheme
from dunyazad.reasoning.steps import Cut, Trace, cut_steps, split_steps, split_thinking

__all__ = [
    "Completion",
    "Cut",
    "Finding",
    "GraphStatistics",
    "Necessity",
    "Parc",
    "Premise",
    "PremiseKind",
    "PremiseOutcome",
    "Prompt",
    "ReasoningChain",
    "RejectedPremise",
    "RejectionReason",
    "Scheme",
    "Step",
    "Trace",
    "ancestors",
    "cut_steps",
    "graph_statistics",
    "layers",
    "leading_label",
    "mark_retractions",
    "repairs",
    "split_steps",
    "split_thinking",
    "strip_label",
]
