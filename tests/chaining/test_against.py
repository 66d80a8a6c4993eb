"""Rows compared with the problems that they name, word for word."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.chaining.joining import join, logic, told

from dunyazad.chaining import ChainedProblem, Recipe, make_chains, parse_kinds
from dunyazad.chaining.against import Originals, check_against
from dunyazad.chaining.certify import check
from dunyazad.problems import make_problems
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]
replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def chain(hens: list[Problem]) -> ChainedProblem:
    own = [told(problem) for problem in hens[:4]]
    gates = [logic(2, (0, 1), "and", (True, True)), logic(3, (2,), "if", (False,))]
    return join(own, gates, structure="tree")


@pytest.fixture(scope="module")
def made() -> list[Problem]:
    return list(make_problems(40, seed=3))


def by_id(problems: list[Problem]) -> dict[str, Problem]:
    return {problem.id: problem for problem in problems}


def test_a_row_is_what_its_problems_say(chain: ChainedProblem, hens: list[Problem]) -> None:
    assert check_against(chain, by_id(hens)) == ()
    assert [finding.code for finding in check_against(chain, by_id(hens[:3]))] == ["unknown-problem"]
    assert {finding.code for finding in check_against(replace(chain, length=3), by_id(hens))} == {"length"}


@pytest.mark.parametrize(
    ("place", "change", "part"),
    [
        (0, {"first_premise": "Bada has three hens."}, "first premise"),
        (2, {"first_premise": "Dada has five hens."}, "true first premise"),
        (2, {"alternate_first_premise": "Dada has seven hens."}, "alternate first premise"),
        (1, {"premises": "A hen lays 2 eggs."}, "premises"),
        (1, {"premises": ""}, "premises"),
        (3, {"question": "How many?"}, "question"),
        (0, {"conclusion": "Bada finds six eggs."}, "true conclusion"),
        (2, {"wrong_conclusion": "Dada finds twelve eggs."}, "alternate conclusion"),
        (1, {"wrong_answer": Fraction(13)}, "claimed numbers"),
        (3, {"answer": Fraction(1)}, "answer"),
        (3, {"counterfactual_answer": None}, "counterfactual answers"),
        (3, {"names": ()}, "names"),
    ],
)
def test_a_part_that_is_not_the_problems_is_found(
    place: int, change: dict[str, Any], part: str, chain: ChainedProblem, hens: list[Problem]
) -> None:
    problems = by_id(hens)
    own = chain.problem_ids[place]
    problems[own] = replace(problems[own], **change)
    (finding,) = check_against(chain, problems)
    assert finding.code == "not-verbatim"
    assert finding.sentence.startswith(part)
    assert f"of problem {place}:" in finding.sentence


@pytest.mark.parametrize("kinds", ["if", "switch:4", "numeric", "if,switch:3,switch:2,numeric"])
@pytest.mark.parametrize("style", ["blocks", "interleaved"])
def test_what_rows_add_to_their_problems_is_made_again(kinds: str, style: Any, made: list[Problem]) -> None:
    recipe = Recipe(gates=parse_kinds(kinds), style=style)
    chains = list(make_chains(made, lengths=[2, 4], orders=["zigzag"], per_cell=4, seed=5, recipe=recipe))
    originals = Originals(by_id(made))
    for chain in chains:
        assert check(chain) == ()
        assert originals.check(chain) == ()
    if "switch:4" in kinds:  # another seed draws other alternates
        assert any(originals.check(replace(chain, seed=6)) for chain in chains[:2])


def test_renamed_problems_are_compared_under_their_new_names(made: list[Problem]) -> None:
    recipe = Recipe(names="rename")
    originals = Originals(by_id(made))
    chains = list(make_chains(made, lengths=[5], orders=["forward"], per_cell=20, seed=5, recipe=recipe))
    renamed = [chain for chain in chains if any(member.renamed for member in chain.problems)]
    assert renamed
    for chain in renamed:
        assert originals.check(chain) == ()
        place = next(place for place, member in enumerate(chain.problems) if member.renamed)
        members = list(chain.problems)
        members[place] = replace(members[place], renamed=())
        assert {finding.code for finding in originals.check(replace(chain, problems=tuple(members)))} == {
            "not-verbatim"
        }
        members[place] = replace(members[place], renamed=(("Nobody here", "Somebody"),))
        assert [f.code for f in originals.check(replace(chain, problems=tuple(members)))] == ["renamed"]


def test_an_edit_behind_a_numeric_gate_is_found(made: list[Problem]) -> None:
    recipe = Recipe(gates=parse_kinds("numeric"))
    chains = list(make_chains(made, lengths=[3], orders=["forward"], per_cell=5, seed=5, recipe=recipe))
    problems = by_id(made)
    for chain in chains:
        gate = chain.gates[0]
        changed = replace(gate, formula=f"({gate.formula}) + 0")  # type: ignore[union-attr]
        findings = check_against(replace(chain, gates=(changed, *chain.gates[1:])), problems)
        assert [finding.sentence.split(" of ")[0] for finding in findings] == ["formula"]
        bare = {**problems, chain.problem_ids[1]: replace(problems[chain.problem_ids[1]], program=None)}
        assert "no-slot" in {finding.code for finding in check_against(chain, bare)}


def test_alternates_that_a_problem_cannot_give_are_told(made: list[Problem]) -> None:
    recipe = Recipe(gates=parse_kinds("switch:3"))
    (chain,) = make_chains(made, lengths=[2], orders=["forward"], per_cell=1, seed=5, recipe=recipe)
    problems = by_id(made)
    bare = {**problems, chain.problem_ids[0]: replace(problems[chain.problem_ids[0]], program=None)}
    assert "no-alternate" in {finding.code for finding in check_against(chain, bare)}
