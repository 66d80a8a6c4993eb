from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from dunyazad import __version__
from dunyazad.chaining.record import Final, Gate, LogicGate, NumericGate, SwitchGate
from dunyazad.chaining.render import path_gates, render_chain
from dunyazad.chaining.wording import (
    CANARY,
    GATE_END,
    GENERATOR,
    PHRASINGS,
    final_wording,
    fragments,
    gate_wording,
    row_id,
)
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]


def gates(wording: int) -> list[Gate]:
    conditions = ("and", "or", "none", "exactly-one", "at-least-2", "and(1,or(2,not(3)))")
    logic: list[Gate] = [
        LogicGate(child=3, parents=(0, 1, 2), condition=condition, claims=(True,) * 3, inverted=turn, wording=wording)
        for condition in conditions
        for turn in (False, True)
    ]
    return [
        *logic,
        *path_gates([True, False], wording=wording),
        SwitchGate(child=1, parents=(0,), cases=(0, 1, 2), branches=(0, 2, 1), wording=wording),
        NumericGate(child=1, parents=(0,), operation="plus", operand=Fraction(1), formula="x", wording=wording),
    ]


@pytest.mark.parametrize("wording", range(PHRASINGS))
def test_no_wording_has_a_space_inside_a_bracket_or_two_in_a_row(wording: int) -> None:
    questions = [Final("sum", (0, 1, 2), wording), Final("difference", (0, 1), wording), Final("max", (0, 1), wording)]
    for words in [*map(gate_wording, gates(wording)), *map(final_wording, questions)]:
        text = "x".join(words)
        assert text.count("[x]") == len(words) - 1
        assert "[ " not in text
        assert " ]" not in text
        assert "  " not in text


@pytest.mark.parametrize("wording", range(PHRASINGS))
def test_fault_2_the_papers_gate_reads_the_same_in_both_forms(wording: int) -> None:
    affirm, deny = path_gates([True, False], wording=wording)
    assert gate_wording(affirm) == gate_wording(deny)


@pytest.mark.parametrize("wording", range(PHRASINGS))
def test_every_gate_ends_alike(wording: int) -> None:
    assert {gate_wording(gate)[-1] for gate in gates(wording)} == {GATE_END}


def test_all_phrasings_differ() -> None:
    for place in range(len(gates(0))):
        assert len({gate_wording(gates(wording)[place]) for wording in range(PHRASINGS)}) == PHRASINGS


def test_fragments_are_what_a_gate_says() -> None:
    assert {"consider this claim: [", "if this claim is true, then the following holds"} <= set(fragments())
    assert not [text for text in fragments() if "{" in text or text != text.casefold()]


def test_ids_tell_rows_apart(invent: Invent) -> None:
    chain = render_chain([invent(0), invent(1)], path_gates([True]))
    assert row_id(chain) == chain.id
    others = [
        msgspec.structs.replace(chain, order="backward"),
        msgspec.structs.replace(chain, index=1),
        msgspec.structs.replace(chain, seed=1),
        msgspec.structs.replace(chain, text=f"{chain.text} "),
        msgspec.structs.replace(chain, gates=path_gates([False])),
        msgspec.structs.replace(chain, problems=chain.problems[::-1]),
        msgspec.structs.replace(chain, final=Final("sum", (0, 1))),
    ]
    assert len({row_id(other) for other in (chain, *others)}) == 8


def test_the_stamp_names_version_and_canary() -> None:
    assert __version__ in GENERATOR
    assert "064647f9-d688-4b14-a52a-ffeaa75e21bc" in CANARY  # never to change: filters look for it
