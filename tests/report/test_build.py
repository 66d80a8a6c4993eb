from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining.record import Order
from dunyazad.models import Rates, Simulator, make_rates, simulate
from dunyazad.report import ReportData, build_report
from dunyazad.report.choose import Chooser
from dunyazad.report.record import Cell
from dunyazad.solving.record import Diagnosis, LinkResult, Outcome, Solution

from .factory import make_chain, make_solution, make_verification

ORDERS: tuple[Order, ...] = ("forward", "backward")
OUTCOMES: tuple[Outcome, ...] = ("unparsed", "refused", "truncated", "failed")


def only_cell(data: ReportData) -> Cell:
    return data.summary.groups[0].cells[0]


def counts(cell: Cell, field: str) -> dict[str, int]:
    return {count.name: count.count for count in getattr(cell, field) if count.count}


def some_solutions() -> list[Solution]:
    wrong: list[list[Diagnosis]] = [["otherwise_wrong", "inherited"], ["correct", "wrong_branch"]]
    solutions = [make_solution(make_chain(2, index=index), wrong[index]) for index in range(2)]
    solutions += [make_solution(make_chain(2, index=2))]
    gone: list[Diagnosis] = ["not_answered", "not_answered"]
    for index, outcome in enumerate(OUTCOMES, start=3):
        solutions.append(make_solution(make_chain(2, index=index), gone, outcome=outcome))
    return solutions


def test_cell_by_hand() -> None:
    cell = only_cell(build_report(some_solutions()))
    assert cell.n == 7
    assert counts(cell, "outcomes") == {"answered": 3, "unparsed": 1, "refused": 1, "truncated": 1, "failed": 1}
    assert (cell.all_links.successes, cell.all_links.n) == (1, 3)
    assert (cell.final.successes, cell.final.n) == (1, 3)
    assert (cell.final_of_all.successes, cell.final_of_all.n) == (1, 7)
    assert [(rate.successes, rate.n) for rate in cell.links] == [(2, 3), (1, 3)]
    assert cell.first_failed == (1, 1)
    # Links of what was not answered are no diagnosis of a mistake.
    assert counts(cell, "diagnoses") == {"correct": 3, "wrong_branch": 1, "inherited": 1, "otherwise_wrong": 1}


def test_nothing_answered_is_no_accuracy() -> None:
    """An outage once read as 0 % correct."""
    chain = make_chain(2)
    cell = only_cell(build_report([make_solution(chain, outcome="failed")]))
    assert cell.all_links.value is None
    assert cell.all_links.reason == "nothing was answered"
    assert cell.links[0].value is None


def test_what_was_not_asked_is_no_accuracy() -> None:
    final = make_solution(make_chain(2), ["not_asked", "correct"], protocol="final")
    cell = only_cell(build_report([final]))
    assert (cell.final.value, cell.all_links.value, cell.all_links_of_all.value) == (1.0, None, None)
    assert "does not ask" in cell.all_links.reason
    assert cell.links[0].n == 0
    assert cell.all_links_of_responses.value is None
    assert cell.first_failed == ()


def test_what_was_not_asked_and_not_answered_is_no_score_either() -> None:
    """0 of 1 was once given for links that were never asked for, where nothing was answered."""
    final = make_solution(make_chain(2), outcome="failed", protocol="final")
    cell = only_cell(build_report([final]))
    assert (cell.all_links_of_all.value, cell.final_of_all.value) == (None, 0.0)
    assert cell.final_of_responses.reason == "no response came"


def test_independent_line_needs_length_one() -> None:
    data = build_report([make_solution(make_chain(2))])
    assert "length 1" in data.summary.groups[0].independent_note
    assert only_cell(data).all_links_independent is None


def test_independent_line_pools_orders_at_length_one() -> None:
    solutions = [make_solution(make_chain(1, "forward", index=k)) for k in range(3)]
    solutions += [make_solution(make_chain(1, "backward", index=9), ["otherwise_wrong"])]
    solutions += [make_solution(make_chain(3, "backward"))]
    group = build_report(solutions).summary.groups[0]
    assert [(cell.order, cell.length) for cell in group.cells] == [("forward", 1), ("backward", 1), ("backward", 3)]
    line = group.cells[-1].all_links_independent
    assert line is not None
    assert line.value == pytest.approx(0.75**3)
    assert line.low < line.value < line.high


def test_independent_line_is_taken_over_responses() -> None:
    """a was once taken over answered chains: a solver that skips links then fell below its own line.

    By hand, at length 1: 2 right, 1 wrong, 1 unparsed, 1 refused, 1 truncated are 6 responses, and 2 failed are none:
    a = 2/6. At length 2: 1 right, 1 without a link, 1 unparsed are 3 responses, of which 1/3; the line is at 1/9.
    """
    gone: list[Diagnosis] = ["not_answered"]
    outcomes: tuple[Outcome, ...] = ("answered", "answered", *OUTCOMES, "failed")
    solutions = [
        make_solution(make_chain(1, index=k), gone if outcome != "answered" else [], outcome=outcome)
        for k, outcome in enumerate(outcomes)
    ]
    solutions.append(make_solution(make_chain(1, index=20), ["otherwise_wrong"]))
    solutions.append(make_solution(make_chain(2, index=21)))
    solutions.append(make_solution(make_chain(2, index=22), ["not_answered", "correct"]))
    solutions.append(make_solution(make_chain(2, index=23), gone * 2, outcome="unparsed"))
    solutions.append(make_solution(make_chain(2, index=24), gone * 2, outcome="failed"))
    one, two = build_report(solutions).summary.groups[0].cells
    assert (one.all_links.successes, one.all_links.n) == (2, 3)
    assert (one.all_links_of_responses.successes, one.all_links_of_responses.n) == (2, 6)
    assert (two.all_links.successes, two.all_links.n) == (1, 2)
    assert (two.all_links_of_responses.successes, two.all_links_of_responses.n) == (1, 3)
    assert (two.final_of_responses.successes, two.final_of_responses.n) == (2, 3)
    assert (two.all_links_of_all.successes, two.all_links_of_all.n) == (1, 4)
    assert one.all_links_independent is not None
    assert two.all_links_independent is not None
    assert one.all_links_independent.value == one.all_links_of_responses.value
    assert two.all_links_independent.value == pytest.approx(1 / 9)


@pytest.mark.parametrize(
    "rates", [make_rates(skip=0.2), make_rates(skip=0.1, slip=0.1), make_rates(accuracy=0.8)], ids=str
)
def test_a_solver_of_independent_links_lies_on_its_line(rates: Rates) -> None:
    """With skip=0.2 the line once stood at 1 everywhere, and the solver at 0.67 and 0.33 for lengths 2 and 5."""
    lengths = (1, 2, 3, 5)
    chains = [
        make_chain(length, order, index=index)
        for order in ORDERS
        for length in lengths
        for index in range(100 * length, 100 * length + 100)
    ]
    cells = build_report(simulate(chains, Simulator(rates=rates, seed=2)), max_chains=0).summary.groups[0].cells
    assert len(cells) == 8
    on_line = 0
    for cell in cells:
        line, interval = cell.all_links_independent, cell.all_links_of_responses.interval
        assert line is not None
        assert interval is not None
        assert line.value == pytest.approx(0.8**cell.length, abs=0.1)
        on_line += interval.low <= line.value <= interval.high
    assert on_line >= 7


def test_models_and_protocols_stay_apart_and_simulated_is_said() -> None:
    chain = make_chain(2)
    solutions = [
        make_solution(chain, model="simulated(accuracy=0.9)"),
        make_solution(chain, model="a/b"),
        make_solution(chain, model="a/b", protocol="final"),
    ]
    groups = build_report(solutions).summary.groups
    assert [(g.model, g.protocol, g.simulated) for g in groups] == [
        ("a/b", "final", False),
        ("a/b", "labelled", False),
        ("simulated(accuracy=0.9)", "labelled", True),
    ]


def test_verifications_join_by_id() -> None:
    solutions = [make_solution(make_chain(2, index=index)) for index in range(2)]
    stranger = make_solution(make_chain(2, index=5))
    data = build_report(solutions, [make_verification(solutions[1]), make_verification(stranger)])
    tally = data.summary.groups[0].verdicts
    assert tally is not None
    assert (tally.chains, tally.chains_with_error, tally.steps) == (1, 1, 5)
    assert tally.labels[-1].name == "undecided"
    assert tally.labels[-1].count == 1
    assert [len(card.steps) for card in data.cards] == [0, 5]
    assert any("1 verification of no solution here" in note for note in data.summary.notes)


def test_same_id_twice_is_said() -> None:
    solution = make_solution(make_chain(2))
    assert "1 solution repeats the id of another one" in build_report([solution, solution]).summary.notes[0]


def test_a_response_is_tallied_once() -> None:
    """Two runs of `verify` given together once counted every step twice."""
    solution = make_solution(make_chain(2))
    data = build_report([solution], [make_verification(solution)] * 3)
    tally = data.summary.groups[0].verdicts
    assert tally is not None
    assert (tally.chains, tally.steps) == (1, 5)
    assert "2 verifications of a solution that has one already" in data.summary.notes[0]


@pytest.mark.parametrize("change", [{"response": "Another answer."}, {"chain": make_chain(2, index=1)}])
def test_steps_of_another_response_are_not_shown(change: dict[str, object]) -> None:
    """Solved anew, ids stay the same: old steps once stood under the new response."""
    old = make_solution(make_chain(2), id="same")
    data = build_report([msgspec.structs.replace(old, **change)], [make_verification(old)])
    assert data.cards[0].steps == ()
    assert data.summary.groups[0].verdicts is None
    assert "verify the solutions anew" in data.summary.notes[0]


CHAIN = make_chain(2)
LINKS = make_solution(CHAIN).links


@pytest.mark.parametrize(
    "links",
    [
        LINKS[1:],
        LINKS[:1],
        LINKS[::-1],
        tuple(msgspec.structs.replace(link, position=link.position - 1) for link in LINKS),
    ],
)
def test_links_that_are_not_the_chains_are_one_clear_error(links: tuple[LinkResult, ...]) -> None:
    """Most of these once ended in an IndexError, and links that were cut short were counted."""
    with pytest.raises(InputError, match="solution 'odd/1': its links have positions"):
        build_report([make_solution(CHAIN, links=links, outcome="unparsed", id="odd/1")])


@pytest.mark.parametrize(
    "change", [{"length": 0}, {"length": 10**9}, {"problems": ()}, {"gates": ()}, {"parts": ()}, {"lengths": (0, 5)}]
)
def test_a_chain_out_of_shape_is_one_clear_error(change: dict[str, object]) -> None:
    """Most of these once ended in an IndexError; a length of -3 was counted as a cell."""
    odd = msgspec.structs.replace(CHAIN, **change)
    solution = msgspec.structs.replace(make_solution(CHAIN, outcome="unparsed", id="odd/1"), chain=odd)
    with pytest.raises(InputError, match="solution 'odd/1': its chain: "):
        build_report([solution])


def test_without_answer_no_links_are_needed() -> None:
    data = build_report([make_solution(CHAIN, outcome=outcome, links=(), id=outcome) for outcome in OUTCOMES])
    assert data.summary.n == 4


def test_either_score_can_need_care() -> None:
    """Only the final score's note was looked at; here only "all links" is without spread."""
    ids = (["a", "b"], ["a", "c"], ["d", "e"], ["f", "g"])
    last: tuple[Diagnosis, ...] = ("correct", "correct", "otherwise_wrong", "correct")
    solutions = [
        make_solution(make_chain(2, index=k, ids=names), ["otherwise_wrong", last[k]]) for k, names in enumerate(ids)
    ]
    cell = only_cell(build_report(solutions))
    assert cell.final.interval is not None
    assert cell.final.interval.note == ""
    assert cell.needs_care is not None
    assert "all results are equal" in cell.needs_care.note


def test_numbers_do_not_depend_on_the_order_of_rows() -> None:
    rng = random.Random(4)
    solutions = [*some_solutions(), *(make_solution(make_chain(1 + k % 3, "backward", index=k)) for k in range(9))]
    verifications = [make_verification(solution) for solution in solutions if solution.response]
    first = build_report(solutions, verifications).summary
    for _ in range(5):
        rng.shuffle(solutions)
        rng.shuffle(verifications)
        assert build_report(solutions, verifications).summary == first


def opening(solutions: list[Solution], verified: Sequence[int] = ()) -> str:
    data = build_report(solutions, [make_verification(solutions[place]) for place in verified])
    return data.cards[data.opens].id


def test_the_chain_that_opens_is_telling() -> None:
    """The first of the file once opened: often of length 1, cut off, or simulated."""
    failed: list[Diagnosis] = ["correct", "wrong_branch"]
    solutions = [
        make_solution(make_chain(1), ["otherwise_wrong"], id="short"),
        make_solution(make_chain(2, index=1), id="all right"),
        make_solution(make_chain(2, index=2), ["not_answered"] * 2, outcome="truncated", id="cut off"),
        make_solution(make_chain(2, index=3), ["otherwise_wrong", "inherited"], id="broke at once"),
        make_solution(make_chain(3, index=4), [*failed, "inherited"], id="telling"),
        make_solution(make_chain(3, index=5), [*failed, "inherited"], id="not verified"),
        make_solution(make_chain(3, index=6), [*failed, "inherited"], model="simulated", id="simulated"),
    ]
    assert opening(solutions, (0, 1, 2, 3, 4, 6)) == "telling"
    # Judged steps before a telling failure; a failure before none; a real model before all.
    assert opening(solutions, (0, 1, 3, 6)) == "broke at once"
    assert opening(solutions[:4], (0, 1)) == "broke at once"
    assert opening([solutions[1], solutions[6]], (1,)) == "all right"
    # A model that wrote nothing tells nothing.
    gone = make_solution(make_chain(2, index=8), outcome="failed", id="gone")
    assert opening([gone, solutions[6]]) == "simulated"
    assert build_report([]).opens == 0


def test_real_models_stand_before_simulated_ones() -> None:
    solutions = [make_solution(make_chain(2), model=name) for name in ("simulated(accuracy=0.9)", "vllm/a")]
    data = build_report(solutions)
    assert [group.model for group in data.summary.groups] == ["vllm/a", "simulated(accuracy=0.9)"]
    assert [card.model for card in data.cards] == ["vllm/a", "simulated(accuracy=0.9)"]


def test_choice_holds_every_outcome_and_diagnosis() -> None:
    """200 right answers must not crowd out the one that is cut off."""
    solutions = [make_solution(make_chain(2, index=index)) for index in range(200)]
    rare = some_solutions()
    data = build_report([*solutions, *rare], max_chains=10)
    assert len(data.cards) == 10
    assert data.left_out == 197
    kinds = {card.kind for card in data.cards}
    assert kinds == {"link:correct", "link:otherwise_wrong", "link:wrong_branch", *OUTCOMES}
    shown = {row.result.diagnosis for card in data.cards for row in card.links if row.result}
    assert "inherited" in shown


@pytest.mark.parametrize("cap", [0, 1, 3, 50])
def test_cap_holds_and_choice_is_repeatable(cap: int) -> None:
    solutions = [make_solution(make_chain(1 + index % 3, index=index)) for index in range(60)]
    data = build_report(solutions, max_chains=cap)
    assert len(data.cards) == cap
    assert data == build_report(iter(solutions), max_chains=cap)


def held(chooser: Chooser) -> int:
    return sum(map(len, chooser._strata.values()))


@pytest.mark.parametrize("cap", [1, 4])
def test_many_strata_do_not_fill_the_memory(cap: int) -> None:
    """One solution of each stratum was once held whatever their number."""
    kinds: tuple[Diagnosis, ...] = ("correct", "otherwise_wrong", "undetermined")
    solutions = [
        make_solution(make_chain(1, index=k), [kinds[k % 3]], model=f"m{k * 7 % 1000}", id=f"{k}") for k in range(1000)
    ]
    bounded, loose = Chooser(cap), Chooser(cap)
    loose._drop = lambda: None  # type: ignore[method-assign]
    most = 0
    for solution in solutions:
        bounded.add(solution)
        loose.add(solution)
        most = max(most, held(bounded))
    assert held(loose) == 1000
    assert most <= 16 * cap + len(kinds)
    # What is dropped could not have been chosen.
    assert bounded.chosen() == loose.chosen()
    assert len(bounded.chosen()) == cap


def test_negative_cap_is_refused() -> None:
    with pytest.raises(ValueError, match="max_chains"):
        build_report([], max_chains=-1)


def test_card_names_links_in_both_counts() -> None:
    chain = make_chain(3, "backward")
    card = build_report([make_solution(chain, ["correct", "wrong_branch", "inherited"])]).cards[0]
    assert [row.told for row in card.links] == [3, 2, 1]
    assert [row.expected for row in card.links] == ["9", "20", "10"]
    assert [row.given for row in card.links] == ["9", "30", "9"]
    assert card.first_failed == 1
    assert card.kind == "link:wrong_branch"


def test_long_responses_are_cut_and_counted() -> None:
    card = build_report([make_solution(make_chain(1), response="x" * 30_000)]).cards[0]
    assert len(card.response) + card.response_omitted == 30_000
    assert card.response_omitted == 10_000


def test_sources_are_not_pooled() -> None:
    # One model on two sources of problems: two groups, each with its own count.
    ids = [["handmade/1", "handmade/2"], ["template:a/1", "template:b/1"], ["template:b/2", "template:c/2"]]
    solutions = [make_solution(make_chain(2, index=place, ids=each)) for place, each in enumerate(ids)]
    data = build_report(solutions)
    assert [(group.source, group.n) for group in data.summary.groups] == [("handmade", 1), ("template", 2)]
