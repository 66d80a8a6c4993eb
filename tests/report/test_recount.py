"""The same numbers, counted again from the files' JSON by other means: no record, no code of ours in between.

A link is right where the two numbers written in the file are equal; diagnoses and scores of the records are not asked.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.cli.report import report
from dunyazad.engines.verify import verify_solutions
from dunyazad.models import Simulator, make_rates, simulate
from dunyazad.problems import make_problems
from dunyazad.report.statistics import student_quantile
from dunyazad.report.words import percent
from dunyazad.solving.record import Outcome, Solution

Row = dict[str, Any]
Cells = dict[tuple[str, str, str, int], list[Row]]
LOST: tuple[Outcome, ...] = ("unparsed", "refused", "truncated", "failed")


def make_files(folder: Path) -> None:
    problems = {problem.id: problem for problem in make_problems(25, seed=3)}
    chains = list(
        make_chains(list(problems.values()), lengths=(1, 2, 4), orders=("forward", "backward"), per_cell=8, seed=3)
    )
    solutions: list[Solution] = []
    for accuracy, protocol, name in (
        (0.8, "labelled", "vllm/real"),
        (0.6, "labelled", ""),
        (0.7, "final", "vllm/real"),
    ):
        simulator = Simulator(rates=make_rates(accuracy=accuracy), seed=5, problems=problems)
        for index, solution in enumerate(simulate(chains, simulator, protocol=protocol)):  # type: ignore[arg-type]
            changes: Row = {"model": name, "id": f"{solution.id}/{protocol}"} if name else {}
            if name and index % 5 == 0:
                changes |= {"outcome": LOST[index // 5 % 4], "response": "", "links": solution.links[: index % 2 * 99]}
            solutions.append(msgspec.structs.replace(solution, **changes))
    write_records(folder / "s.jsonl", solutions)
    write_records(folder / "v.jsonl", verify_solutions(solutions, errors="arithmetic", problems=problems))


class Tables(HTMLParser):
    """The tables of a page as lists of rows of cells' texts, with the caption as the first row."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag in ("tr", "caption"):
            self.tables[-1].append([])
        if tag in ("td", "th", "caption"):
            self.tables[-1][-1].append("")
        self.inside = tag in ("td", "th", "caption") or (self.inside and tag in ("b", "span"))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag in ("b", "span")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.tables[-1][-1][-1] += data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("recount")
    make_files(place)
    return place


@pytest.fixture(scope="module")
def summary(folder: Path) -> Row:
    result = CliRunner().invoke(
        report,
        [str(folder / "s.jsonl"), "--verifications", str(folder / "v.jsonl"), "--json", "-o", str(folder / "r.html")],
    )
    assert result.exit_code == 0, result.output
    found: Row = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def cells(folder: Path) -> Cells:
    found: Cells = {}
    for line in io.StringIO((folder / "s.jsonl").read_text(encoding="utf-8")):
        row = json.loads(line)
        key = row["model"], row["protocol"], row["chain"]["order"], row["chain"]["length"]
        found.setdefault(key, []).append(row)
    return found


def right(link: Row) -> bool:
    return link["given"] is not None and Fraction(link["given"]) == Fraction(link["expected"])


def ids(row: Row) -> set[str]:
    return {problem["id"] for problem in row["chain"]["problems"]}


def scores(rows: list[Row], protocol: str) -> dict[str, list[tuple[bool, set[str]]]]:
    answered = [row for row in rows if row["outcome"] == "answered"]
    every = answered if protocol != "final" or rows[0]["chain"]["length"] == 1 else []
    return {
        "all_links": [(all(map(right, row["links"])), ids(row)) for row in every],
        "final": [(right(row["links"][-1]), ids(row)) for row in answered],
    }


def response_scores(rows: list[Row], protocol: str) -> dict[str, list[tuple[bool, set[str]]]]:
    """Of all rows with a response; what has no answer is not right."""
    came = [(row, row["outcome"] == "answered") for row in rows if row["outcome"] != "failed"]
    every = came if protocol != "final" or rows[0]["chain"]["length"] == 1 else []
    return {
        "all_links": [(ok and all(map(right, row["links"])), ids(row)) for row, ok in every],
        "final": [(ok and right(row["links"][-1]), ids(row)) for row, ok in came],
    }


def pairs(summary: Row, cells: Cells) -> list[tuple[str, Row, list[Row]]]:
    found = [
        (group["protocol"], cell, cells[group["model"], group["protocol"], cell["order"], cell["length"]])
        for group in summary["groups"]
        for cell in group["cells"]
    ]
    assert len(found) == len(cells) == 3 * 2 * 3
    return found


def test_counts_of_every_cell(summary: Row, cells: Cells) -> None:
    assert summary["n"] == sum(map(len, cells.values())) == 144
    for protocol, cell, rows in pairs(summary, cells):
        answered = [row for row in rows if row["outcome"] == "answered"]
        assert cell["n"] == len(rows)
        assert {entry["name"]: entry["count"] for entry in cell["outcomes"] if entry["count"]} == Counter(
            row["outcome"] for row in rows
        )
        for score, results in scores(rows, protocol).items():
            assert (cell[score]["successes"], cell[score]["n"]) == (sum(x for x, _ in results), len(results))
            of_all = cell[f"{score}_of_all"]
            assert (of_all["successes"], of_all["n"]) == (sum(x for x, _ in results), len(rows) if results else 0)
            came = response_scores(rows, protocol)[score]
            of_responses = cell[f"{score}_of_responses"]
            assert (of_responses["successes"], of_responses["n"]) == (sum(x for x, _ in came), len(came))
        named = Counter(link["diagnosis"] for row in answered for link in row["links"])
        assert {entry["name"]: entry["count"] for entry in cell["diagnoses"] if entry["count"]} == named
        for place, rate in enumerate(cell["links"]):
            asked = [row["links"][place] for row in answered if row["links"][place]["diagnosis"] != "not_asked"]
            assert (rate["successes"], rate["n"]) == (sum(map(right, asked)), len(asked))
        first = [
            next((k for k, x in enumerate(row["links"]) if x["diagnosis"] != "not_asked" and not right(x)), None)
            for row in answered
        ]
        whole = protocol != "final" or cell["length"] == 1
        assert cell["first_failed"] == [first.count(place) for place in range(cell["length"] if whole else 0)]


def brute_interval(results: list[tuple[bool, set[str]]]) -> tuple[float, float]:
    """The interval by its definition: exact sums over all pairs, then Wilson's quadratic solved as it stands."""
    n, ones = len(results), sum(x for x, _ in results)
    p = Fraction(ones, n)
    sets = [names for _, names in results]
    near = [(i, j) for i in range(n) for j in range(n) if i == j or sets[i] & sets[j]]
    shared = Fraction(len(near), n * n)
    # What chains are worth where two that have s of k problems in common correlate by s/k.
    length = len(sets[0])
    least = n**2 / sum((Fraction(len(sets[i] & sets[j]), length) for i, j in near), Fraction(0))
    most = max(least, min(least * length, Fraction(len({frozenset(names) for names in sets}))))
    worth = least
    if shared < 1 and not ones:
        worth = most
    elif shared < 1 and ones < n:
        variance = sum(((results[i][0] - p) * (results[j][0] - p) for i, j in near), Fraction(0)) / n**2 / (1 - shared)
        copies = math.gcd(*Counter((frozenset(names), x) for x, names in results).values())
        estimate = min(Fraction(n, copies), 1 + p * (1 - p) / variance if variance > 0 else Fraction(n))
        t = student_quantile(0.95, float(most * (1 - shared)))
        worth = max(least, estimate * Fraction(1.9599639845400545 / t) ** 2)
    # (x - p)² = z² x (1 - x) / n*, as a x² + b x + c = 0
    ratio = 1.9599639845400545**2 / float(worth)
    a, b, c = 1 + ratio, -(2 * float(p) + ratio), float(p * p)
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def test_intervals_and_independent_line(summary: Row, cells: Cells) -> None:
    seen = 0
    for protocol, cell, rows in pairs(summary, cells):
        model = rows[0]["model"]
        singles = [row for order in ("forward", "backward") for row in cells[model, protocol, order, 1]]
        base = response_scores(singles, protocol)
        for score, results in response_scores(rows, protocol).items():
            if results:
                found = cell[f"{score}_of_responses"]["interval"]
                assert (found["low"], found["high"]) == pytest.approx(brute_interval(results), abs=1e-9)
        for score, results in scores(rows, protocol).items():
            line = cell[f"{score}_independent"]
            a = sum(x for x, _ in base[score]) / len(base[score])
            low, high = brute_interval(base[score])
            expected = tuple(x ** cell["length"] for x in (a, low, high))
            assert (line["value"], line["low"], line["high"]) == pytest.approx(expected, abs=1e-9)
            if results:
                found = cell[score]["interval"]
                assert (found["low"], found["high"]) == pytest.approx(brute_interval(results), abs=1e-9)
                seen += 1
    assert seen == 18 + 14


def test_steps_are_those_of_the_file(summary: Row, folder: Path) -> None:
    lines = (folder / "v.jsonl").read_text(encoding="utf-8").splitlines()
    labels: Counter[str] = Counter()
    wrong = 0
    for line in lines:
        found = [verdict["label"] or "undecided" for verdict in json.loads(line)["verdicts"]]
        labels.update(found)
        wrong += any(label not in ("correct", "undecided") for label in found)
    tallies = [group["verdicts"] for group in summary["groups"]]
    assert sum(tally["chains"] for tally in tallies) == len(lines) == 144
    assert sum(tally["chains_with_error"] for tally in tallies) == wrong
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update({entry["name"]: entry["count"] for entry in tally["labels"]})
    assert +total == labels


def test_page_says_the_same(summary: Row, cells: Cells, folder: Path) -> None:
    parser = Tables()
    parser.feed((folder / "r.html").read_text(encoding="utf-8"))
    tables = [table for table in parser.tables if table[0] == ["Outcomes and accuracy"]]
    rows = [row for table in tables for row in table[3:]]
    for (protocol, cell, raw), shown in zip(pairs(summary, cells), rows, strict=True):
        results = scores(raw, protocol)
        assert shown[:3] == [cell["order"], str(cell["length"]), str(len(raw))]
        assert list(map(int, shown[3:8])) == [entry["count"] for entry in cell["outcomes"]]
        for text, of_all, score in zip(shown[8:10], shown[14:16], ("all_links", "final"), strict=True):
            if not results[score]:
                assert (text, of_all) == ("–", "–")
                continue
            ones = sum(x for x, _ in results[score])
            numbers = list(map(float, re.findall(r"[\d.]+", text)))
            expected = [100 * x for x in (ones / len(results[score]), *brute_interval(results[score]))]
            assert numbers == pytest.approx(expected, abs=0.5)
            assert of_all == f"{ones}/{len(raw)}"
        for text, line, score in zip(shown[10:12], shown[12:14], ("all_links", "final"), strict=True):
            assert line == percent(cell[f"{score}_independent"]["value"])
            came = response_scores(raw, protocol)[score]
            assert text.split()[0] == (percent(sum(x for x, _ in came) / len(came)) if came else "–")
    failed = [table for table in parser.tables if table[0][0].startswith("First failed link")]
    for (_, cell, raw), shown in zip(pairs(summary, cells), [r for t in failed for r in t[2:]], strict=True):
        answered = sum(row["outcome"] == "answered" for row in raw)
        if not cell["first_failed"]:
            assert shown[2:] == ["not asked link by link"]
            continue
        counts = [*map(str, cell["first_failed"]), *[""] * (4 - cell["length"])]
        assert shown[2:] == [*counts, str(answered - sum(cell["first_failed"]))]
