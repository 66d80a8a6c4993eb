"""Every kind of chain that can be made passes the independent check, and its row is the encoded record."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._records import encode
from dunyazad.chaining import Pool, Recipe, check, check_against, make_chains, parse_kinds
from dunyazad.chaining.spans import check_spans
from dunyazad.chaining.units import KnownUnits
from dunyazad.problems import Problem, make_problems

GATES = ("if", "switch:3,if", "numeric,if", "switch:2,numeric")
MULTI = ("if,and,or", "if,exactly-one,none:2", "switch:3,and,exactly-one", "numeric,if,and,and(1,not(2)),or")
POOL = Pool(make_problems(90, seed=3))


@st.composite
def recipes(draw: st.DrawFn) -> tuple[int, str, Recipe]:
    length = draw(st.integers(2, 6))
    order = draw(st.sampled_from(["forward", "backward", "zigzag", "shuffled", ",".join(map(str, range(length)))]))
    structure = draw(st.sampled_from(["path", "tree", "dag"]))
    wish: dict[str, Any] = {
        "structure": structure,
        "style": draw(st.sampled_from(["blocks", "gates-first", "interleaved"])),
        "gates": parse_kinds(draw(st.sampled_from(GATES if structure == "path" else MULTI))),
        "question": draw(st.sampled_from(["target", "sum", "difference", "max"])),
        "wording": draw(st.sampled_from([None, 0, 1, 2, 3])),
    }
    return length, order, Recipe(**wish)


@given(recipes(), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_every_chain_that_is_made_passes_the_check(drawn: tuple[int, str, Recipe], seed: int) -> None:
    length, order, recipe = drawn

    def made() -> Any:
        return make_chains(POOL, lengths=[length], orders=[order], per_cell=4, seed=seed, recipe=recipe)

    chains = list(made())
    for chain in chains:
        assert [finding for finding in check(chain) if finding.severity == "error"] == []
        assert chain.order == ("explicit" if order[0] == "0" else order)
    assert list(made().rows()) == [encode(chain) for chain in chains]


@pytest.mark.parametrize("gates", ["if", "switch:4", "numeric"])
def test_rows_hold_the_problems_parts(gates: str) -> None:
    problems = {problem.id: problem for problem in POOL.problems}
    recipe = Recipe(gates=parse_kinds(gates))
    for chain in make_chains(POOL, lengths=[4], orders=["shuffled"], per_cell=6, seed=5, recipe=recipe):
        assert check_against(chain, problems) == ()


def test_orders_and_styles_of_one_length_are_pairs() -> None:
    recipes = [("forward", Recipe()), ("zigzag", Recipe()), ("shuffled", Recipe(style="interleaved"))]
    told = [
        list(make_chains(POOL, lengths=[4], orders=[order], per_cell=5, seed=2, recipe=recipe))
        for order, recipe in recipes
    ]
    facts = [[(chain.problems, chain.gates, chain.final, chain.answer) for chain in chains] for chains in told]
    assert facts[0] == facts[1] == facts[2]


def test_what_is_forgotten_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dunyazad.chaining.rows._KEPT_UNITS", 3)
    for style in ("blocks", "interleaved"):

        def made(style: Any = style) -> Any:
            recipe = Recipe(style=style, gates=parse_kinds("switch:3,if"))
            return make_chains(POOL, lengths=[5], orders=["backward"], per_cell=60, seed=4, recipe=recipe)

        assert list(made().rows()) == [encode(chain) for chain in made()]


@pytest.mark.parametrize("style", ["blocks", "interleaved"])
def test_what_is_forgotten_is_freed_at_once(monkeypatch: pytest.MonkeyPatch, style: Any) -> None:
    # Files are written without Python's search for cycles: memory would grow with the chains.
    monkeypatch.setattr("dunyazad.chaining.rows._KEPT_UNITS", 3)
    recipe = Recipe(style=style, gates=parse_kinds("switch:3,if"))
    rows = make_chains(POOL, lengths=[5], orders=["backward"], per_cell=600, seed=4, recipe=recipe).rows()
    gc.collect()
    gc.disable()
    try:
        for _ in rows:
            pass
        known = [one for one in gc.get_objects() if isinstance(one, KnownUnits)]
    finally:
        gc.enable()
    assert len(known) <= 1


@pytest.mark.parametrize("question", ["target", "sum"])
def test_problems_without_other_premises(hens: list[Problem], question: Any) -> None:
    # What comes behind the wording at a gate's end is then another problem's: its length counts there.
    def made() -> Any:
        recipe = Recipe(question=question)
        return make_chains(hens, lengths=[5], orders=["forward", "shuffled"], per_cell=30, seed=4, recipe=recipe)

    chains = list(made())
    assert any(not chain.spans_of("premises", place) for chain in chains for place in range(5))
    assert list(made().rows()) == [encode(chain) for chain in chains]
    for chain in chains:
        assert tuple(check_spans(chain)) == ()
