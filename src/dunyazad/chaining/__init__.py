"""Chained problems: gates, orders, rendering, sampling and certification."""

from dunyazad.chaining.certify import check, check_against
from dunyazad.chaining.evaluate import Policy, follow, follow_policy, open_branch, resolve
from dunyazad.chaining.file import FileReport, check_chains, check_file
from dunyazad.chaining.make import ChainStream, make_chains
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.record import Block, ChainedProblem, IfGate, Order, Span
from dunyazad.chaining.render import Label, render_chain
from dunyazad.chaining.tally import Count, Tally
from dunyazad.chaining.wording import CANARY, GENERATOR, ORDERS

__all__ = [
    "CANARY",
    "GENERATOR",
    "ORDERS",
    "Block",
    "ChainStream",
    "ChainedProblem",
    "Count",
    "FileReport",
    "IfGate",
    "Label",
    "Order",
    "Policy",
    "Pool",
    "Span",
    "Tally",
    "check",
    "check_against",
    "check_chains",
    "check_file",
    "follow",
    "follow_policy",
    "make_chains",
    "open_branch",
    "render_chain",
    "resolve",
]
