from __future__ import annotations

from pathlib import Path

import pytest

from dunyazad._records import write_records
from dunyazad.chaining import ChainedProblem, Recipe, make_chains, parse_kinds
from dunyazad.problems import make_problems


@pytest.fixture(scope="session")
def chains() -> tuple[ChainedProblem, ...]:
    """Chains of two orders and three lengths, and some whose final question is a sum."""
    problems = list(make_problems(40, seed=5))
    plain = make_chains(problems, lengths=[1, 2, 4], orders=["forward", "backward"], per_cell=6, seed=3)
    recipe = Recipe(structure="tree", gates=parse_kinds("and"), question="sum")
    summed = make_chains(problems, lengths=[3], orders=["shuffled"], per_cell=4, seed=3, recipe=recipe)
    return (*plain, *summed)


@pytest.fixture
def chains_file(chains: tuple[ChainedProblem, ...], tmp_path: Path) -> Path:
    place = tmp_path / "chains.jsonl"
    write_records(place, chains)
    return place
