"""Chained problems: structures, gates, orders, rendering, sampling and certification."""

from dunyazad.chaining.certify import check, check_against
from dunyazad.chaining.evaluate import Policy, follow, follow_policy, open_branch, resolve
from dunyazad.chaining.file import FileReport, check_chains, check_file
from dunyazad.chaining.floors import Floor, FloorCell, FloorReport, Share, shortcut_floors
from dunyazad.chaining.kinds import GateKind, parse_kinds
from dunyazad.chaining.make import ChainStream, make_chains
from dunyazad.chaining.plan import Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.record import (
    ORDERS,
    STRUCTURES,
    STYLES,
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    Member,
    NumericGate,
    Order,
    Part,
    Span,
    Structure,
    Style,
    SwitchGate,
)
from dunyazad.chaining.render import Label, Telling, path_gates, render_chain
from dunyazad.chaining.tally import Count, Tally
from dunyazad.chaining.wording import CANARY, GENERATOR
from dunyazad.chaining.writing import write_chains

__all__ = [
    "CANARY",
    "GENERATOR",
    "ORDERS",
    "STRUCTURES",
    "STYLES",
    "ChainStream",
    "ChainedProblem",
    "Count",
    "FileReport",
    "Final",
    "Floor",
    "FloorCell",
    "FloorReport",
    "Gate",
    "GateKind",
    "Label",
    "LogicGate",
    "Member",
    "NumericGate",
    "Order",
    "Part",
    "Policy",
    "Pool",
    "Recipe",
    "Share",
    "Span",
    "Structure",
    "Style",
    "SwitchGate",
    "Tally",
    "Telling",
    "check",
    "check_against",
    "check_chains",
    "check_file",
    "follow",
    "follow_policy",
    "make_chains",
    "open_branch",
    "parse_kinds",
    "path_gates",
    "render_chain",
    "resolve",
    "shortcut_floors",
    "write_chains",
]
