"""Annotated chains written by hand, and the file that holds them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

BAKER = "A baker fills 4 trays with 6 rolls each and burns 5. How many are left?"


def row(number: int, premises: list[Any], text: str = "") -> dict[str, Any]:
    return {"step_number": number, "original_step": text, "premises": premises}


def fault(number: int, *types: str) -> dict[str, Any]:
    errors = [{"error_type": name, "error_description": "as said"} for name in types]
    return {"step_number": number, "has_error": bool(types), "errors": errors}


def baker() -> dict[str, Any]:
    """Three steps called 1, 2 and 4; the first slips, the others follow."""
    steps = ["Step 1: 4 * 6 = 25 rolls", "Step 2: 5 are burnt", "Step 4: 25 - 5 = 20"]
    return {
        "question": BAKER,
        "ground_truth_solution": "4*6=<<4*6=24>>24, 24-5=<<24-5=19>>19\n#### 19",
        "ground_truth_answer": "19",
        "model_answer": 20,
        "steps": steps,
        "is_correct": False,
        "premise_annotation": {
            "steps": [
                row(0, [[0, BAKER]], BAKER),
                row(1, [[0, "4 trays"], [0, "6 rolls each"]], "4 * 6 = 25 rolls"),
                row(2, [[0, "burns 5"]], steps[1]),
                row(4, [[1, "25 rolls"], [2, "5 burnt"]], steps[2]),
            ]
        },
        "error_annotation": {
            "error_annotations": {
                "step_level": [fault(1, "Mathematical_Error"), fault(2), fault(4, "Accumulation_Error")]
            }
        },
    }


def written(folder: Path, items: list[Any], name: str = "bakery_negatives.json") -> Path:
    place = folder / name
    place.write_text(json.dumps(items), encoding="utf-8")
    return place
