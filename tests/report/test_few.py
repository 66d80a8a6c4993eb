"""What is said before figures that measure next to nothing."""

from __future__ import annotations

from dunyazad.report import build_report, render_html
from dunyazad.solving.record import Diagnosis, Solution

from .factory import make_chain, make_solution


def note(*solutions: Solution) -> str:
    [group] = build_report(solutions).summary.groups
    return group.few_note


def cell(chains: int, length: int = 1) -> list[Solution]:
    """One cell of wrong answers, each to a chain of problems of its own."""
    wrong: list[Diagnosis] = ["otherwise_wrong"] * length
    ids = [[f"{length}-{k}-{place}" for place in range(length)] for k in range(chains)]
    return [make_solution(make_chain(length, ids=names), wrong, id=str(names)) for names in ids]


def test_two_chains_a_cell_measure_nothing() -> None:
    said = note(*cell(2), *cell(2, 2))
    assert said.startswith("In every cell the rates rest on 2 chains, worth fewer than 5 independent ones.")
    # None of 2: the upper bound is z²/(2 + z²) = 3.84/5.84 = 65.8 %.
    assert "even the narrowest of these spans 66 points of 100" in said
    assert "measure next to nothing" in said


def test_only_cells_with_few_are_counted() -> None:
    said = note(*cell(2), *cell(4, 2), *cell(5, 3))
    assert said.startswith("In 2 of 3 cells the rates rest on 2 to 4 chains,")
    # None of 4: 3.84/7.84 = 49.0 %.
    assert "spans 49 points" in said


def test_enough_chains_need_no_word() -> None:
    assert note(*cell(5)) == ""


def test_what_never_came_has_no_rate_to_warn_of() -> None:
    assert note(*cell(5), make_solution(make_chain(2), outcome="failed")) == ""
    assert note(make_solution(make_chain(2), outcome="failed")) == ""


def test_many_chains_of_few_problems_are_few() -> None:
    chains = [make_solution(make_chain(1, ids=[str(k % 3)]), ["otherwise_wrong"], id=str(k)) for k in range(30)]
    assert note(*chains).startswith("In every cell the rates rest on 30 chains, worth fewer than 5")


def test_under_final_the_final_answer_is_looked_at() -> None:
    chain = make_chain(2)
    asked = [make_solution(chain, ["not_asked", "undetermined"], protocol="final", id=str(k)) for k in range(2)]
    assert note(*asked).startswith("In every cell the rates rest on 2 chains")


def test_the_page_says_it_before_the_figure() -> None:
    few, enough = render_html(build_report(cell(2))), render_html(build_report(cell(5)))
    assert few.index("<strong>Few chains.</strong> In every cell") < few.index("<figure>")
    assert "Few chains." not in enough
