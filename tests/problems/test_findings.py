"""The table of codes is what the checks say and what the docs show."""

from __future__ import annotations

import re
from pathlib import Path

from dunyazad.problems.findings import CODES

REPO = Path(__file__).parents[2]
CHECKS = sorted((REPO / "src/dunyazad/problems").glob("*_checks.py"))
SHOWN = {"error": "error", "note": "note", "lack": "error, or note"}


def test_every_code_of_a_check_is_in_the_table_and_no_other_is() -> None:
    said = {code for file in CHECKS for code in re.findall(r'Finding\(\s*"([a-z-]+)"', file.read_text("utf-8"))}
    assert len(CHECKS) >= 5
    assert said == set(CODES)


def test_no_check_makes_up_a_code_as_it_runs() -> None:
    for file in CHECKS:
        text = file.read_text("utf-8")
        assert len(re.findall(r"\bFinding\(", text)) == len(re.findall(r'\bFinding\(\s*"[a-z-]+",', text)), file.name


def test_the_docs_show_the_table() -> None:
    rows = [f"| `{name}` | {SHOWN[code.severity]} | {code.meaning} |" for name, code in sorted(CODES.items())]
    assert "\n".join(rows) in (REPO / "docs/problems.md").read_text("utf-8")
