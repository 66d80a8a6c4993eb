"""What rests on the repair rests not on the fault."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reasoning.chains import CHAINS

from dunyazad.premises import PREMISE_FINDERS, honour_retractions, premise_finder
from dunyazad.reasoning import Premise, ReasoningChain, Step

from .scripted import numbers


@pytest.mark.parametrize(
    ("method", "links"),
    [
        # Step 2 takes step 1 back and does it again.
        ("all", [[0], [0], [0, 2]]),
        ("previous", [[0], [0], [2]]),
        ("previous+question", [[0], [0], [0, 2]]),
        ("provenance", [[0], [0], [2]]),
    ],
)
def test_a_repair(method: str, links: list[list[int]]) -> None:
    found = numbers(premise_finder(method).read(CHAINS["retraction"], ()).premises)
    assert found[:2] == links[:2]
    assert set(found[2]) - {0} == {2}  # 28 comes from step 2, and not from the 27 of step 1


@pytest.mark.parametrize(
    ("method", "links"),
    [
        # Step 3 takes step 2 back, step 4 does it again.
        ("all", [[0], [0, 1], [0, 1], [0, 1, 3], [0, 1, 3, 4]]),
        ("previous", [[0], [1], [1], [3], [4]]),
        ("previous+question", [[0], [0, 1], [0, 1], [0, 3], [0, 4]]),
    ],
)
def test_a_repair_in_the_step_after(method: str, links: list[list[int]]) -> None:
    assert numbers(premise_finder(method).read(CHAINS["late-retraction"], ()).premises) == links


def chain(retracts: list[tuple[int, ...]]) -> ReasoningChain:
    return ReasoningChain(id="c", question="q", steps=tuple(Step("= 1", retracts=one) for one in retracts))


def links(*steps: list[int]) -> tuple[tuple[Premise, ...], ...]:
    return tuple(tuple(map(Premise, step)) for step in steps)


def test_a_repair_that_is_repaired() -> None:
    # 2 repairs 1, 3 repairs 2: what names 1 or 2 afterwards rests on 3; 3 rests on what 1 rested on.
    kept, out = honour_retractions(chain([(), (1,), (2,), ()]), links([0], [1], [1, 2], [1, 2]))
    assert numbers(kept) == [[0], [0], [0], [3]]
    assert [(one.step, one.text) for one in out] == [
        (2, "step 1"),
        (3, "step 1"),
        (3, "step 2"),
        (4, "step 1"),
        (4, "step 2"),
    ]


def test_what_stood_between_fault_and_repair_keeps_its_premise() -> None:
    # Step 2 used the fault before step 3 took it back: that is so, and an error that it inherits.
    kept, _ = honour_retractions(chain([(), (), (1,), ()]), links([0], [1], [1], [1, 2]))
    assert numbers(kept) == [[0], [1], [0], [2, 3]]


def test_a_chain_that_takes_nothing_back_is_left_alone() -> None:
    before = links([0], [1])
    assert honour_retractions(chain([(), ()]), before) == (before, ())


@given(st.data())
def test_nothing_rests_on_what_was_taken_back(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 7))
    earlier = [data.draw(st.sets(st.integers(1, k), max_size=2)) if k else set() for k in range(count)]
    given_links = [sorted(data.draw(st.sets(st.integers(0, k)))) for k in range(count)]
    tested = chain([tuple(sorted(one)) for one in earlier])
    kept, _ = honour_retractions(tested, links(*given_links))
    taken: set[int] = set()
    last: dict[int, int] = {taker_of: k + 1 for k, one in enumerate(earlier) for taker_of in one}
    for number, premises in enumerate(kept, start=1):
        taken = {fault for fault, taker in last.items() if taker <= number}
        steps = [premise.step for premise in premises]
        assert steps == sorted(set(steps))
        assert not taken & set(steps)
        assert all(step < number for step in steps)
        # What was not taken back stays.
        assert set(given_links[number - 1]) - taken <= set(steps)


def test_every_model_free_method_honours() -> None:
    for finder in PREMISE_FINDERS.values():
        for name in ("retraction", "late-retraction"):
            parc = finder.read(CHAINS[name], ())
            fault, taker = (1, 2) if name == "retraction" else (2, 3)
            assert all(fault not in [p.step for p in premises] for premises in parc.premises[taker - 1 :])
