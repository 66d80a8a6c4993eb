"""Dunyazad: chain math word problems into hard ones, and verify the reasoning that models give for them.

>>> import dunyazad
>>> problems = list(dunyazad.make_problems(20, seed=1))
>>> [chain] = dunyazad.make_chains(problems, lengths=[3], orders=["backward"], per_cell=1, seed=7)
>>> chain.length, len(chain.gates)
(3, 2)

The names here are imported when they are first used; each room (`dunyazad.chaining`, `dunyazad.errors`, ...) has more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dunyazad._version import __version__

if TYPE_CHECKING:
    from dunyazad._exceptions import DunyazadError, InputError
    from dunyazad.chaining import ChainedProblem, check_chains, make_chains
    from dunyazad.engines import export_chains, solve, verify_async, verify_sync, verify_with_model
    from dunyazad.errors import Verification, verify
    from dunyazad.models import simulate
    from dunyazad.problems import Problem, certify, make_problems, read_problems
    from dunyazad.reasoning import Parc, ReasoningChain, split_steps
    from dunyazad.report import build_report, render_html
    from dunyazad.solving import Solution, diagnose

__all__ = [
    "ChainedProblem",
    "DunyazadError",
    "InputError",
    "Parc",
    "Problem",
    "ReasoningChain",
    "Solution",
    "Verification",
    "__version__",
    "build_report",
    "certify",
    "check_chains",
    "diagnose",
    "export_chains",
    "make_chains",
    "make_problems",
    "read_problems",
    "render_html",
    "simulate",
    "solve",
    "split_steps",
    "verify",
    "verify_async",
    "verify_sync",
    "verify_with_model",
]

_ROOMS = {
    "_exceptions": ("DunyazadError", "InputError"),
    "chaining": ("ChainedProblem", "check_chains", "make_chains"),
    "engines": ("export_chains", "solve", "verify_async", "verify_sync", "verify_with_model"),
    "errors": ("Verification", "verify"),
    "models": ("simulate",),
    "problems": ("Problem", "certify", "make_problems", "read_problems"),
    "reasoning": ("Parc", "ReasoningChain", "split_steps"),
    "report": ("build_report", "render_html"),
    "solving": ("Solution", "diagnose"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    # Importing everything at once would cost every `dunyazad --help` a tenth of a second.
    if name not in _HOME:
        raise AttributeError(f"module 'dunyazad' has no attribute {name!r}")
    return getattr(import_module(f"dunyazad.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
