"""Tables, counted by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving import Attempt, Cell, CellKey, Count, Protocol, Rate, Reply, judge, summarise

TEXTS = {
    "right": Reply("[Q1] 16.5\n[Q2] 20\n[Q3] 12"),
    "wrong turn at 1": Reply("[Q1] 18\n[Q2] 24\n[Q3] 12"),
    "partly": Reply("[Q1] 16.5\n[Q3] 12"),
    "empty": Reply(""),
    "refused": Reply("", "refused"),
    "failed": Reply(stop="failed", reason="gone"),
}


def table(chain: ChainedProblem, *names: str, protocol: Protocol = "labelled") -> tuple[Cell, ...]:
    return summarise(
        judge(Attempt(chain=chain, model="m", protocol=protocol, replies=(TEXTS[name],))) for name in names
    )


def counted(counts: tuple[Count, ...]) -> dict[str, int]:
    return {count.name: count.n for count in counts if count.n}


def test_one_of_each(chain: ChainedProblem) -> None:
    (cell,) = table(chain, *TEXTS)
    assert cell.key == CellKey("m", "labelled", "backward", 3)
    assert cell.n == 6
    assert counted(cell.outcomes) == {"answered": 3, "unparsed": 1, "refused": 1, "failed": 1}
    assert cell.all_links == Rate(1, 3, 6)
    assert cell.final == Rate(2, 3, 6)
    assert [position.rate for position in cell.positions] == [Rate(3, 3, 3), Rate(1, 3, 3), Rate(2, 3, 3)]
    assert counted(cell.positions[1].diagnoses) == {"correct": 1, "wrong_branch": 1, "not_answered": 1}
    assert counted(cell.diagnoses) == {"correct": 6, "wrong_branch": 1, "inherited": 1, "not_answered": 1}
    assert (cell.first_failed, cell.unbroken) == ((0, 2, 0), 1)


def test_nothing_answered_gives_no_accuracy_and_says_why(chain: ChainedProblem) -> None:
    (cell,) = table(chain, "empty", "failed")
    assert cell.all_links.of_answered is None
    assert cell.all_links.reason == "none of 2 could be scored"
    assert cell.all_links.of_all == 0
    assert cell.positions[0].rate.reason == "nothing was tried"
    assert cell.positions[0].rate.of_all is None


def test_final_scores_no_other_link(chain: ChainedProblem) -> None:
    reply = Reply("Answer: 16.5")
    (cell,) = summarise([judge(Attempt(chain=chain, model="m", protocol="final", replies=(reply,)))])
    assert cell.all_links == Rate(0, 0, 1)
    assert cell.final == Rate(1, 1, 1)
    assert [position.rate.answered for position in cell.positions] == [0, 0, 1]
    assert cell.unbroken == 1


def test_cells_are_kept_apart_and_sorted(make_chain: Callable[..., ChainedProblem]) -> None:
    chains = [make_chain(order="forward"), make_chain(order="backward"), make_chain(order="forward", length=2)]
    solutions = [
        judge(Attempt(chain=chain, model=model, protocol="labelled", replies=(TEXTS["empty"],)))
        for chain in chains
        for model in ("b", "a")
    ]
    keys = [cell.key for cell in summarise(solutions)]
    assert [(key.model, key.order, key.length) for key in keys] == [
        ("a", "backward", 3),
        ("a", "forward", 2),
        ("a", "forward", 3),
        ("b", "backward", 3),
        ("b", "forward", 2),
        ("b", "forward", 3),
    ]
    assert summarise([]) == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the chain is frozen
@given(names=st.lists(st.sampled_from(sorted(TEXTS)), min_size=1, max_size=12))
def test_an_outage_never_moves_the_accuracy_of_what_was_answered(chain: ChainedProblem, names: list[str]) -> None:
    # Also fault 4 of the reference: a judge that answers nothing scored 100 %.
    (cell,) = table(chain, *names)
    (more,) = table(chain, *names, "failed", "empty")
    assert more.all_links.of_answered == cell.all_links.of_answered
    assert sum(count.n for count in more.outcomes) == more.n == cell.n + 2
    assert sum(cell.first_failed) + cell.unbroken == cell.all_links.answered


def test_a_rate_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="3 correct of 2 answered of 4"):
        Rate(3, 2, 4)
