from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining import ChainedProblem, LogicGate, Part, Recipe, SwitchGate, make_chains, parse_kinds
from dunyazad.chaining.leaks import LeakReport, leaks
from dunyazad.chaining.record import lengths_of
from dunyazad.problems import Problem, make_problems


@pytest.fixture(scope="module")
def problems() -> list[Problem]:
    return list(make_problems(90, seed=4))


@pytest.fixture(scope="module")
def chains(problems: list[Problem]) -> list[ChainedProblem]:
    return list(make_chains(problems, lengths=[4], orders=["backward"], per_cell=150, seed=2))


def plant(
    chain: ChainedProblem, part: tuple[str, int], when: Callable[[LogicGate], bool], *, inside: bool = True
) -> ChainedProblem:
    """One space at the beginning of a gate's part; `inside` its span, or else between the bracket and the span."""
    for gate in chain.gates:
        assert isinstance(gate, LogicGate)
        if not when(gate):
            continue
        place = 2 * chain.parts.index(Part(part[0], gate.child, part[1]))  # type: ignore[arg-type]
        start = chain.spans[place]
        spans = [
            offset + (offset > start or (number == place and not inside)) for number, offset in enumerate(chain.spans)
        ]
        text = f"{chain.text[:start]} {chain.text[start:]}"
        chain = msgspec.structs.replace(chain, text=text, lengths=lengths_of(spans))
    return chain


def planted(
    chains: Iterable[ChainedProblem],
    part: tuple[str, int],
    *,
    when: Callable[[LogicGate], bool] = lambda gate: not gate.claims[0],
    inside: bool = True,
) -> Iterator[ChainedProblem]:
    return (plant(chain, part, when, inside=inside) for chain in chains)


def test_our_own_chains_leak_nothing(chains: list[ChainedProblem]) -> None:
    report = leaks(chains)
    assert (report.chains, report.gates, report.unread, report.numeric) == (150, 450, 0, 0)
    assert report.found == ()
    assert report.together is not None
    assert report.together.low < report.together.chance < report.together.high
    tested = [test for test in report.tests if test.p is not None]
    assert len(tested) > 25
    assert all(test.detectable > 0.5 for test in tested)


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("part", [("branch", 0), ("branch", 1), ("claim", 0)])
def test_one_space_inside_a_bracket_of_one_form_is_found(
    chains: list[ChainedProblem], part: tuple[str, int], inside: bool
) -> None:
    found = leaks(planted(chains, part, inside=inside)).found
    what = "first premise" if part[0] == "branch" else part[0]
    name = f"{what}: spaces at its start" if inside else f"{what}: space before it inside the bracket"
    assert name in found
    assert "all measures together" in found


def test_the_same_space_in_both_forms_tells_nothing(chains: list[ChainedProblem]) -> None:
    report = leaks(planted(chains, ("branch", 0), when=lambda _: True, inside=False))
    assert report.found == ()
    assert report.unread == 0


def test_a_space_in_one_gate_of_twenty_is_found_by_many_chains(chains: list[ChainedProblem]) -> None:
    rare = planted(chains, ("branch", 1), when=lambda gate: not gate.claims[0] and gate.wording == 2)
    assert "first premise: spaces at its start" in leaks(rare).found


def test_an_order_of_branches_that_tells_the_true_one_is_found(chains: list[ChainedProblem]) -> None:
    told = [chain for chain in chains if sum(gate.claims[0] for gate in chain.gates if isinstance(gate, LogicGate)) > 1]
    assert "first premise: listed early" in leaks(told).found


def test_true_answers_that_are_always_the_larger_number_are_found(problems: list[Problem]) -> None:
    lean = [problem for problem in problems if problem.answer > problem.wrong_answer]
    found = leaks(make_chains(lean, lengths=[3], orders=["forward"], per_cell=150, seed=2)).found
    assert "claim: number: size" in found


def test_switches_are_tested_by_the_rank_of_the_true_one(problems: list[Problem]) -> None:
    recipe = Recipe(gates=parse_kinds("switch:3"))
    made = list(make_chains(problems, lengths=[3], orders=["forward"], per_cell=150, seed=2, recipe=recipe))
    report = leaks(made)
    assert report.found == ()
    assert report.together is not None
    assert report.together.chance == pytest.approx(1 / 3)
    assert {test.what for test in report.tests if test.p is not None} >= {"case", "first premise"}


def test_what_the_kind_of_a_gate_decides_is_not_taken_for_a_leak(problems: list[Problem]) -> None:
    # The claims of `and` are all true, those of `or` all wrong: that is no coin that a look could betray.
    recipe = Recipe(structure="tree", gates=parse_kinds("and,or,none"))
    report = leaks(make_chains(problems, lengths=[7], orders=["forward"], per_cell=60, seed=2, recipe=recipe))
    assert report.found == ()
    assert not [test for test in report.tests if test.what == "claim" and test.p is not None]


def test_numeric_gates_are_counted_and_left_alone(problems: list[Problem]) -> None:
    recipe = Recipe(gates=parse_kinds("numeric"))
    report = leaks(make_chains(problems, lengths=[2], orders=["forward"], per_cell=10, seed=2, recipe=recipe))
    assert (report.gates, report.numeric, report.found, report.tests) == (0, 10, (), ())


def test_a_row_whose_gates_cannot_be_found_is_left_out(chains: list[ChainedProblem]) -> None:
    first = chains[0]
    broken = [
        msgspec.structs.replace(first, parts=first.parts[1:]),
        msgspec.structs.replace(first, parts=first.parts[::-1]),
        msgspec.structs.replace(first, parts=(), lengths=()),
        msgspec.structs.replace(first, text=""),
        msgspec.structs.replace(first, lengths=(-5, *first.lengths[1:])),
        msgspec.structs.replace(first, problems=first.problems[:1]),
        msgspec.structs.replace(first, gates=(SwitchGate(child=1, parents=(0,), cases=(1, 2), branches=(1, 2)),)),
        msgspec.structs.replace(first, gates=(SwitchGate(child=1, parents=(0,), cases=(0,), branches=(0,)),)),
        msgspec.structs.replace(first, gates=(LogicGate(child=1, parents=(0,), condition="?", claims=(True,)),)),
    ]
    report = leaks(broken)
    assert report.chains == len(broken)
    assert report.unread == len(broken)


def test_the_order_of_the_rows_does_not_matter(chains: list[ChainedProblem]) -> None:
    def rounded(report: LeakReport) -> list[tuple[str, float | None]]:
        return [(test.measure, None if test.p is None else round(test.p, 9)) for test in report.tests]

    one, other = leaks(chains), leaks(chains[::-1])
    assert rounded(one) == rounded(other)
    assert one.together == other.together


def test_without_gates_there_is_nothing_to_tell(problems: list[Problem]) -> None:
    report = leaks(make_chains(problems, lengths=[1], orders=["forward"], per_cell=5, seed=1))
    assert (report.gates, report.tests, report.together, report.found) == (0, (), None, ())


@pytest.mark.parametrize("alpha", [0, 1, -0.1, float("nan")])
def test_alpha_is_a_probability(alpha: float) -> None:
    with pytest.raises(InputError, match="alpha"):
        leaks([], alpha=alpha)
