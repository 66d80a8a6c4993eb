"""The Problem record, templates, certification, and import of published formats.

from dunyazad.problems import certify, make_problems, read_problems

problems = list(make_problems(100, seed=7))
assert not any(certify(problem) for problem in problems)
"""

from __future__ import annotations

from dunyazad.problems.certification import certify, is_certified
from dunyazad.problems.deny import Denied, DenyList, digest_of, read_deny
from dunyazad.problems.findings import Finding
from dunyazad.problems.handmade import read_handmade
from dunyazad.problems.making import make_problems, template_faults
from dunyazad.problems.names import find_names
from dunyazad.problems.reading import read_problems
from dunyazad.problems.record import Given, GoldStep, Operation, Problem, Program
from dunyazad.problems.risk import Risk, risk_of, with_risk, within_risk
from dunyazad.problems.template import load_templates, parse_templates, select_templates
from dunyazad.problems.template_record import Template

__all__ = [
    "Denied",
    "DenyList",
    "Finding",
    "Given",
    "GoldStep",
    "Operation",
    "Problem",
    "Program",
    "Risk",
    "Template",
    "certify",
    "digest_of",
    "find_names",
    "is_certified",
    "load_templates",
    "make_problems",
    "parse_templates",
    "read_deny",
    "read_handmade",
    "read_problems",
    "risk_of",
    "select_templates",
    "template_faults",
    "with_risk",
    "within_risk",
]
