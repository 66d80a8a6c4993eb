"""Every console example in the docs runs, in order, page by page, in a fresh folder.

A block fenced as ```console holds commands after `$ ` and what they print, where that is shown: a shown line must be
printed, `...` stands for anything. Blocks fenced as ```sh are not run (they need a network or minutes).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from dunyazad.problems import certify, make_problems, parse_templates

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def examples(page: Path) -> list[tuple[str, list[str]]]:
    """Give a page's commands with the lines that each is shown to print."""
    found: list[tuple[str, list[str]]] = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.startswith("> ") and found:
                found[-1] = (f"{found[-1][0].removesuffix(chr(92))} {line[2:]}", found[-1][1])
            elif found and line.strip():
                found[-1][1].append(line)
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)], ids=lambda page: str(page.name))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "INSPECT_LOG_LEVEL": "error"}
    for command, shown in examples(page):
        words = shlex.split(command)
        assert words[0] == "dunyazad", f"{page.name}: only dunyazad's own commands are run, not {command!r}"
        done = subprocess.run(
            [sys.executable, "-c", "from dunyazad.cli.main import run; run()", *words[1:]],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 1), f"{page.name}: {command}\n{done.stderr}"
        printed = re.sub(r"\s+", " ", done.stdout + done.stderr)
        for line in shown:
            pattern = r".*?".join(re.escape(" ".join(part.split())) for part in line.split("..."))
            assert re.search(pattern, printed), f"{page.name}: {command}\nshows: {line}\nprinted: {printed}"


def test_the_template_shown_in_the_docs_makes_certified_problems() -> None:
    page = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
    shown = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    templates = parse_templates(shown.group(1), "docs/problems.md")
    assert all(not certify(problem) for problem in make_problems(20, seed=1, templates=templates))


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
