"""Accumulation against brute force, and its laws."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.errors import Label, Verdict, accumulate
from dunyazad.reasoning import Finding, Parc, Premise, PremiseOutcome, ReasoningChain, Step

LABELS: list[Label] = ["correct", "mathematical_error", "logical_inconsistency", "other"]


def parc_of(links: list[set[int]]) -> Parc:
    chain = ReasoningChain(id="c", question="q", steps=tuple(Step(f"s{k}") for k in range(1, len(links) + 1)))
    premises = tuple(tuple(Premise(step) for step in sorted(found)) for found in links)
    return Parc(chain=chain, premises=premises, method="test")


def sound(step: int) -> Verdict:
    return Verdict(step=step, label="correct", outcome="judged")


def wrong(step: int, label: Label = "mathematical_error") -> Verdict:
    return Verdict(step=step, label=label, outcome="judged")


def failed(step: int) -> Verdict:
    return Verdict(step=step, label=None, outcome="failed")


def unclaimed(step: int) -> Verdict:
    return Verdict(step=step, label=None, outcome="no_claim")


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[set[int]], list[Verdict]]:
    count = draw(st.integers(0, 7))
    links = [draw(st.sets(st.integers(0, k), max_size=3)) for k in range(count)]
    makers = [sound, wrong, failed, unclaimed]
    return links, [draw(st.sampled_from(makers))(k) for k in range(1, count + 1)]


def reachable(links: list[set[int]], verdicts: list[Verdict], step: int) -> dict[int, int]:
    """By brute force: native errors from which a path leads to the step, through no failed step; with its length."""
    found: dict[int, int] = {}
    frontier, distance = {step}, 0
    while frontier:
        distance += 1
        frontier = {p for k in frontier for p in links[k - 1] if p > 0 and verdicts[p - 1].outcome != "failed"}
        for premise in frontier:
            if verdicts[premise - 1].native_error:
                found.setdefault(premise, distance)
        frontier -= set(found)
    return found


@given(cases())
def test_labels_and_origins_equal_brute_force(case: tuple[list[set[int]], list[Verdict]]) -> None:
    links, verdicts = case
    for before, after in zip(verdicts, accumulate(parc_of(links), verdicts), strict=True):
        errors = reachable(links, verdicts, before.step)
        if before.native_error or before.outcome == "failed" or not errors:
            assert after == before
        else:
            nearest = min(errors.values())
            assert after.label == "accumulation_error"
            assert after.origin == max(step for step, distance in errors.items() if distance == nearest)
            assert after.outcome == before.outcome


@given(cases())
def test_it_is_idempotent(case: tuple[list[set[int]], list[Verdict]]) -> None:
    links, verdicts = case
    once = accumulate(parc_of(links), verdicts)
    assert accumulate(parc_of(links), once) == once


@given(cases())
def test_sound_steps_added_at_the_end_change_nothing(case: tuple[list[set[int]], list[Verdict]]) -> None:
    links, verdicts = case
    once = accumulate(parc_of(links), verdicts)
    longer = accumulate(parc_of([*links, {0}]), [*verdicts, sound(len(links) + 1)])
    assert longer[:-1] == once
    assert longer[-1].label == "correct"


@given(cases())
def test_without_a_native_error_nothing_accumulates(case: tuple[list[set[int]], list[Verdict]]) -> None:
    links, verdicts = case
    kept = [sound(v.step) if v.native_error else v for v in verdicts]
    assert list(accumulate(parc_of(links), kept)) == kept


def test_ties_go_to_the_later_error_and_nearness_goes_first() -> None:
    # 1 and 2 are wrong, 3 rests on both (one link each): the later one, 2. 5 rests on 3 (two links) and 4, wrong: 4.
    verdicts = [wrong(1), wrong(2), sound(3), wrong(4, "logical_inconsistency"), sound(5)]
    found = accumulate(parc_of([{0}, {0}, {1, 2}, {0}, {3, 4}]), verdicts)
    assert [v.origin for v in found] == [None, None, 2, None, 4]
    assert found[2].evidence[-1].finding == "rests on steps 1, 2, which are wrong"
    assert found[4].evidence[-1].finding == "rests on steps 3, 4, which are wrong"


def test_a_native_error_on_a_wrong_premise_stays_native() -> None:
    found = accumulate(parc_of([{0}, {1}]), [wrong(1), wrong(2, "logical_inconsistency")])
    assert [v.label for v in found] == ["mathematical_error", "logical_inconsistency"]


def test_the_judges_trouble_is_never_folded_and_stops_the_spread() -> None:
    # Fault 4: what the judge could not answer was counted as if it had.
    found = accumulate(parc_of([{0}, {1}, {2}]), [wrong(1), failed(2), sound(3)])
    assert [(v.label, v.outcome) for v in found[1:]] == [(None, "failed"), ("correct", "judged")]


def test_a_judges_own_accumulation_error_keeps_its_origin() -> None:
    judged = Verdict(step=2, label="accumulation_error", outcome="judged", origin=1)
    found = accumulate(parc_of([{0}, {0}, {2}]), [wrong(1), judged, sound(3)])
    assert found[1] == judged
    assert (found[2].label, found[2].origin) == ("accumulation_error", 1)


@pytest.mark.parametrize("verdicts", [[sound(1)], [sound(2), sound(1)], [sound(1), sound(2), sound(3)]])
def test_verdicts_of_another_chain_are_refused(verdicts: list[Verdict]) -> None:
    with pytest.raises(ValueError, match="2 steps of chain 'c'"):
        accumulate(parc_of([{0}, {1}]), verdicts)


def with_findings(parc: Parc, *outcomes: PremiseOutcome) -> Parc:
    return msgspec.structs.replace(parc, findings=tuple(map(Finding, outcomes)))


def test_a_sound_step_whose_premises_are_unknown_is_undecided_once_a_step_is_wrong() -> None:
    parc = with_findings(parc_of([{0}, set(), set(), {3}]), "found", "unparsed", "refused", "found")
    assert [v.label for v in accumulate(parc, [sound(1), sound(2), sound(3), sound(4)])] == ["correct"] * 4
    found = accumulate(parc, [wrong(1), sound(2), sound(3), sound(4)])
    assert [(v.label, v.outcome) for v in found[1:]] == [(None, "unparsed"), (None, "refused"), ("correct", "judged")]
    assert found[2].reason == "an earlier step is wrong, and the premises were not found: refused"
    # What was found before the trouble still counts, and so does a native error.
    partly = with_findings(parc_of([{0}, {1}, {0}]), "found", "truncated", "truncated")
    assert [v.label for v in accumulate(partly, [wrong(1), sound(2), wrong(3)])][1:] == [
        "accumulation_error",
        "mathematical_error",
    ]


@given(cases(), st.data())
def test_unknown_premises_change_only_sound_steps(
    case: tuple[list[set[int]], list[Verdict]], data: st.DataObject
) -> None:
    links, verdicts = case
    outcomes: list[PremiseOutcome] = [data.draw(st.sampled_from(["found", "unparsed"])) for _ in links]
    links = [found if outcome == "found" else set() for found, outcome in zip(links, outcomes, strict=True)]
    known = accumulate(parc_of(links), verdicts)
    found = accumulate(with_findings(parc_of(links), *outcomes), verdicts)
    assert accumulate(with_findings(parc_of(links), *outcomes), found) == found
    for before, after, outcome in zip(known, found, outcomes, strict=True):
        earlier_error = any(verdict.native_error for verdict in verdicts[: before.step - 1])
        if outcome == "unparsed" and before.label == "correct" and earlier_error:
            assert (after.label, after.outcome) == (None, "unparsed")
        else:
            assert after == before


def test_a_long_chain_takes_one_pass() -> None:
    # Every step rests on the one before; the first is wrong. By recursion this would overflow the stack.
    count = 20_000
    found = accumulate(parc_of([{k} for k in range(count)]), [wrong(1), *(sound(k) for k in range(2, count + 1))])
    assert {verdict.origin for verdict in found[1:]} == {1}
