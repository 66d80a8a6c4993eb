"""Chained problems: gates, orders, rendering, sampling and certification."""

from dunyazad.chaining.evaluate import Policy, follow, follow_policy, open_branch, resolve
from dunyazad.chaining.record import Block, ChainedProblem, IfGate, Order, Span

__all__ = [
    "Block",
    "ChainedProblem",
    "IfGate",
    "Order",
    "Policy",
    "Span",
    "follow",
    "follow_policy",
    "open_branch",
    "resolve",
]
