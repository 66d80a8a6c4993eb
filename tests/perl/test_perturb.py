"""Certified perturbation: what is planted is there, alone, and everything that rests on it follows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.errors import check_equations
from dunyazad.numbers import find_equations
from dunyazad.perl import (
    KINDS,
    AnnotatedChain,
    Kind,
    Sketch,
    certified,
    certified_chains,
    perturbed,
    sketch_of_problem,
    sketch_of_solution,
    sound,
)
from dunyazad.problems import make_problems
from dunyazad.problems.dice import Dice

SHELF = "A shop gets 14 crates of 9 jars, breaks 8 jars and sells 3 jars to each of 17 guests. How many are left?"
GOLD = (
    "Jars: 14*9=<<14*9=126>>126\nWhole: 126-8=<<126-8=118>>118\nSold: 3 * 17 = <<3*17=51>>51 jars\n"
    "Left: 118 - 51 = <<118-51=67>>67\n#### 67"
)
NATIVE = {"mathematical_error", "logical_inconsistency"}


@pytest.fixture(scope="module")
def sketches() -> list[Sketch]:
    found = [sketch_of_problem(problem) for problem in make_problems(60, seed=4)]
    return [sketch for sketch in found if sketch is not None]


def shelf() -> Sketch:
    sketch = sketch_of_solution("shelf", SHELF, GOLD)
    assert sketch is not None
    return sketch


def results(chain: AnnotatedChain) -> list[Fraction | None]:
    return [find_equations(step.text)[-1].values[-1] for step in chain.steps]


def test_a_gold_solution_is_a_sound_chain() -> None:
    chain = sound(shelf(), name="x")
    assert chain.premises == ((0,), (0, 1), (0,), (2, 3))
    assert set(chain.labels) == {("correct",)}
    assert [step.text for step in chain.steps][2] == "Step 3: Sold: 3 * 17 = 51 jars"
    assert (chain.is_correct, chain.split, chain.answer) == (True, "positives", "67")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_each_kind_worked_through(kind: Kind, seed: int) -> None:
    chain = perturbed(shelf(), kind, Dice(seed), name="x")
    if kind == "omitted":
        assert chain is None  # a line of two operands has none to leave out
        return
    assert chain is not None
    native = [at for at, labels in enumerate(chain.labels) if set(labels or ()) & NATIVE]
    assert len(native) == 1
    # What rests on each line: 2 on 1, 4 on 2 and 3.
    after = {0: {1, 3}, 1: {3}, 2: {3}, 3: set()}[native[0]]
    inherited = {at for at, labels in enumerate(chain.labels) if labels == ("accumulation_error",)}
    assert inherited == after
    gold = [126, 118, 51, 67]
    assert [at for at, value in enumerate(results(chain)) if value != gold[at]] == sorted({*native, *after})


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 59), st.sampled_from(sorted(KINDS)), st.integers(0, 10_000))
def test_labels_and_premises_hold_whatever_is_changed(
    sketches: list[Sketch], which: int, kind: Kind, seed: int
) -> None:
    sketch = sketches[which % len(sketches)]
    chain = perturbed(sketch, kind, Dice(seed), name="x")
    if chain is None:
        return
    right = sound(sketch, name="x")
    assert chain.premises is not None
    wrong: set[int] = set()
    for at, (step, gold) in enumerate(zip(chain.steps, right.steps, strict=True), start=1):
        label = (step.labels or ())[0]
        rests = bool(wrong & set(chain.premises[at - 1]))
        # An equation fails in the slip and nowhere else; a step is inherited exactly where it rests on a wrong one.
        fails = any(not piece.holds for piece in check_equations(step.text))
        assert fails == (label == "mathematical_error")
        assert (label == "accumulation_error") == (
            rests and label not in ("mathematical_error", "logical_inconsistency")
        )
        assert (step.text == gold.text) == (label == "correct")
        if label != "correct":
            wrong.add(at)
    assert chain.model_answer != chain.answer
    assert len([labels for labels in chain.labels if set(labels or ()) & NATIVE]) == 1


def test_the_same_seed_gives_the_same_chains_and_more_begin_with_the_same() -> None:
    few, more = list(certified_chains(6, seed=3)), list(certified_chains(9, seed=3))
    assert more[:6] == few
    assert list(certified_chains(6, seed=4)) != few
    assert len({chain.id for chain in more}) == 9


def test_shares_and_kinds_are_as_asked() -> None:
    sources = [chain.source for chain in certified_chains(6, kinds=["slip"], sound_every=3)]
    assert sources == ["certified-sound", "certified-slip", "certified-slip"] * 2
    assert {chain.source for chain in certified_chains(4, sound_every=0, kinds=["given"])} == {"certified-given"}


def test_too_few_gold_solutions_and_no_kind_are_refused() -> None:
    with pytest.raises(InputError, match="the solutions give 1 chains, not 2"):
        list(certified([shelf()], 2))
    with pytest.raises(InputError, match="at least one way"):
        list(certified([shelf()], 1, kinds=[]))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (SHELF, "Jars: 14*9=126\n#### 126"),  # no annotation
        (SHELF, "Jars: 9*14=<<14*9=126>>126\n#### 126"),  # another expression is shown
        (SHELF, "Jars: 14*9=<<14*9=126>>126 and 126-8=<<126-8=118>>118\n#### 118"),  # two in one line
        (SHELF, "Jars: 14*9=<<14*9=126>>126\n#### 127"),  # another answer
        (SHELF, "Jars: 14*9=<<14*9=125>>125\n#### 125"),  # no true equation
        (SHELF, "Jars: 14*11=<<14*11=154>>154\n#### 154"),  # 11 comes from nowhere
        # 17 is the question's and a result: nobody can tell which one is taken last.
        (SHELF, "A: 9+8=<<9+8=17>>17\nB: 3*17=<<3*17=51>>51\n#### 51"),
        (SHELF, "A: 14*9=<<14*9=126>>126"),  # no final answer
    ],
)
def test_what_cannot_be_certified_is_no_sketch(question: str, answer: str) -> None:
    assert sketch_of_solution("x", question, answer) is None
