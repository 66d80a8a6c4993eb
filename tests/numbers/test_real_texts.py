"""Real solutions: annotations hold, and correct steps show no false equation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dunyazad.numbers import find_equations

DATA = Path(__file__).parents[2] / "../shared/data"
pytestmark = pytest.mark.shared


def data(name: str) -> str:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"no {name} beside the checkout")
    return path.read_text(encoding="utf-8")


def test_nearly_all_calculator_annotations_hold() -> None:
    rows = [json.loads(line)["answer"] for line in data("gsm8k/test.jsonl").splitlines()]
    annotations = [match for row in rows for match in re.findall(r"<<([^<>]*)>>", row)]
    found = [find_equations(annotation) for annotation in annotations]
    holding = sum(len(equations) == 1 and equations[0].holds is True for equations in found)
    print(f"{len(annotations)} annotations, {holding} hold")
    assert holding >= 0.995 * len(annotations)


def test_correct_solutions_of_models_show_almost_no_false_equation() -> None:
    rows = json.loads(data("processbench/gsm8k.json"))
    correct = [find_equations(step) for row in rows if row["label"] == -1 for step in row["steps"]]
    equations = [equation for step in correct for equation in step]
    false = [equation.text for equation in equations if equation.holds is False]
    print(f"{len(equations)} equations in correct solutions; false: {false}")
    assert len(equations) > 500
    assert len(false) <= 2
