from __future__ import annotations

import io
import itertools
import json
from typing import get_args

from msgspec.structs import replace
from rich.console import Console

from dunyazad.chaining.record import Order
from dunyazad.report import ReportData, build_report, render_terminal, report_json
from dunyazad.solving.record import Diagnosis

from .factory import make_chain, make_solution, make_verification


def shown(data: ReportData, width: int = 80) -> str:
    stream = io.StringIO()
    render_terminal(data, Console(file=stream, width=width, no_color=True))
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def trial() -> ReportData:
    solutions = [
        make_solution(make_chain(1)),
        make_solution(make_chain(2, index=1), ["correct", "wrong_branch"]),
        make_solution(make_chain(2, index=2)),
        make_solution(make_chain(2, "backward", index=3), outcome="refused", reason="no"),
    ]
    return build_report(solutions, [make_verification(solutions[1])], title="Trial")


def test_golden() -> None:
    # Wilson: 1 of 1 is [20.7, 100], 1 of 2 [9.5, 90.5].
    assert shown(trial()) == (
        """\
Trial: 4 solutions

gguf/small, labelled, 4 chains

order     L  n  answered      all links          final  of all  resp.  a^L
──────────────────────────────────────────────────────────────────────────
forward   1  1         1  100 [21, 100]  100 [21, 100]       1    100  100
          2  2         2   50 [9.5, 91]   50 [9.5, 91]       1     50  100

backward  2  1         0              –              –       0      0  100

Without an answer: refused 1
Links: ✓ correct 4, ⇄ wrong branch 1
First failed link (chains): 2 (1)
Steps of 1 response: ✓ correct 1, ✗ maths error 1, ↯ accumulation error 2,
  – not judged 1
Note: In every cell the rates rest on 1 to 2 chains, worth fewer than 5
  independent ones. An interval holds the true rates with which such results are
  no surprise, and even the narrowest of these spans 79 points of 100. So they
  show that the run works, and measure next to nothing: neither their height nor
  a difference between them is a finding.

Rates are % of answered chains [95 % interval, clustered by seed problem].
of all: so many of n have all links right (final, if links were not asked for).
resp.: the same in % of responses (all but failed).
a^L: resp., were links independent; a is resp. at length 1 (all orders)."""
    )


def test_large_numbers_fit_80_columns() -> None:
    """Every column of a table with four-digit counts and long intervals stays whole."""
    orders: tuple[Order, ...] = ("forward", "backward")
    solutions = []
    for order, length in itertools.product(orders, (1, 10)):
        right = make_solution(make_chain(length, order))
        wrong = make_solution(make_chain(length, order), ["otherwise_wrong"] * length)
        for k in range(1_200):
            solution = right if k else wrong
            chain = solution.chain
            problems = tuple(replace(member, id=f"{k}-{place}") for place, member in enumerate(chain.problems))
            solutions.append(replace(solution, chain=replace(chain, problems=problems), id=f"{order}{length}{k}"))
    text = shown(build_report(solutions, max_chains=0))
    # 1,199 of 1,200 are 99.92 %, Wilson's bounds 99.53 and 99.99; to the tenth power 99.17 %
    assert "\n         10 1,200    1,200 99.9 [99.5, 99.9] 99.9 [99.5, 99.9]  1,199  99.9   99\n" in text
    assert "…" not in text


def test_final_claims_no_first_failure() -> None:
    """Under `final` the only link asked for was once named as the first that failed."""
    solutions = [
        make_solution(make_chain(2, index=k), ["not_asked", "undetermined"], protocol="final") for k in range(2)
    ]
    text = shown(build_report([*solutions, make_solution(make_chain(1), ["otherwise_wrong"], protocol="final")]))
    assert "First failed link (chains): 1 (1), beyond length 1 not asked link by link\n" in text
    assert "2 (2)" not in text


def test_names_are_no_markup_and_no_escape_codes() -> None:
    data = build_report([make_solution(make_chain(1), model="[red]x[/red]\x1b[2J:smile:")], title="[b]t")
    text = shown(data)
    assert "[red]x[/red]<U+001B>[2J:smile:" in text
    assert "[b]t" in text


def test_a_name_cannot_write_lines_of_its_own() -> None:
    """A model's name with a newline once put a note of its own into the summary."""
    text = shown(build_report([make_solution(make_chain(1), model="m\nNote: all is well")], title="t\nu"))
    assert text.startswith("t<U+000A>u: 1 solution\n")
    assert "m<U+000A>Note: all is well, labelled, 1 chain" in text


def test_lines_break_between_facts() -> None:
    """A sign once stood at the end of one line, and its word on the next."""
    kinds: tuple[Diagnosis, ...] = get_args(Diagnosis)[:-1]
    solutions = [
        make_solution(make_chain(12, index=k), kinds * 2, model="some-organisation/a-model-of-7b") for k in range(9)
    ]
    for width in (40, 60, 80):
        lines = shown(build_report(solutions), width).splitlines()
        whole = "\n".join(lines)
        for sign, word in (("⇄", "wrong branch"), ("↯", "inherited"), ("✗", "otherwise wrong"), ("∅", "not answered")):
            assert f"{sign} {word} 18" in whole
        assert all(len(line) <= width for line in lines if "─" not in line and "[" not in line)


def test_simulated_is_said() -> None:
    assert "simulated (SIMULATED)" in shown(build_report([make_solution(make_chain(1), model="simulated")]))


def test_json_has_counts_and_reasons() -> None:
    found = json.loads(report_json(trial()))
    assert found["schema"] == "dunyazad.report/1"
    cells = found["groups"][0]["cells"]
    assert [cell["n"] for cell in cells] == [1, 2, 1]
    assert cells[1]["all_links"]["successes"] == 1
    assert cells[2]["all_links"] == {"successes": 0, "n": 0, "interval": None, "reason": "nothing was answered"}
