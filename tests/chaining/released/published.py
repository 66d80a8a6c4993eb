"""Rows in the published format, of invented problems."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from dunyazad.problems import Problem

NAMES = ("Ondine", "Bartok", "Celeste", "Dmitri")


def problem(number: int, **changes: Any) -> Problem:
    """Somebody bakes 3 + number trays of 4 buns: 12 + 4 * number; the wrong conclusion is off by one."""
    who, buns = NAMES[number], 4 * (3 + number)
    fields = {
        "id": f"handmade/{number}",
        "first_premise": f"{who} bakes {3 + number} trays.",
        "alternate_first_premise": f"{who} bakes {13 + number} trays.",
        "premises": "A tray holds 4 buns.",
        "question": f"How many buns does {who} bake?",
        "answer": Fraction(buns),
        "conclusion": f"{who} bakes {buns} buns.",
        "counterfactual_answer": None,
        "wrong_conclusion": f"{who} bakes {buns + 1} buns.",
        "wrong_answer": Fraction(buns + 1),
        "names": (who,),
        "source": "handmade",
    }
    return Problem(**{**fields, **changes})


PROBLEMS = {one.id: one for one in map(problem, range(4))}


def gate(child: int, parent: int, *, true: bool = True) -> str:
    buns = 4 * (3 + parent) + (not true)
    first, second = (3 + child, 13 + child) if true else (13 + child, 3 + child)
    return (
        f"If it is true that {NAMES[parent]} bakes {buns} buns, then the following is true: "
        f"[{NAMES[child]} bakes {first} trays.] "
        f"Otherwise, the following is true: [{NAMES[child]} bakes {second} trays.]"
    )


def row(*ids: int, text: str | None = None, **changes: Any) -> dict[str, Any]:
    """A row told backward, all of whose answers are right; the gates' forms take turns."""
    told = [
        f"{gate(child, parent, true=place % 2 == 0)} A tray holds 4 buns."
        for place, (parent, child) in enumerate(pairwise(ids))
    ]
    root = f"{NAMES[ids[0]]} bakes {3 + ids[0]} trays. A tray holds 4 buns."
    whole = " ".join([*told[::-1], root, f"How many buns does {NAMES[ids[-1]]} bake?"])
    return {
        "id_chain": list(ids),
        "problem": whole if text is None else text,
        "solutions": [4 * (3 + number) for number in ids],
        "output": {f"How many buns does {NAMES[number]} bake?": 4 * (3 + number) for number in ids},
        "is_correct": True,
        "model_string": "oracle-1",
        **changes,
    }
