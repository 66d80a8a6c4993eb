"""Problems of which only the answer is known: what they claim, and what they do not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.numbers import find_quantities
from dunyazad.problems import Problem, certify
from dunyazad.problems.decomposition.record import Rejected, SourceProblem

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad.problems.decomposition import decompose_sources, propose

CHAIRS = "Olga paints 12 chairs a day for $4 each. She works for 3 days. How much does she earn?"
FIGS = "Zoran picks 48 figs in the morning and 24 figs in the evening. How many figs does Zoran pick?"


def source(question: str, final: int | str, *equations: str, id: str = "own/0") -> SourceProblem:
    return SourceProblem(id, question, "", Fraction(final), source="own", equations=equations, needs_program=False)


def test_what_needs_no_program_is_certified_and_marked() -> None:
    problem = propose(source(CHAIRS, 144))
    assert isinstance(problem, Problem), problem
    assert {finding.code for finding in certify(problem)} == {"counterfactual-unknown"}
    assert "no-program" in problem.tags
    assert (problem.program, problem.counterfactual_answer, problem.solution) == (None, None, ())
    assert (problem.source, problem.question) == ("own", "How much does Olga earn?")
    assert problem.conclusion == "Olga earns $144."


@pytest.mark.parametrize("question", [CHAIRS, FIGS])
@pytest.mark.parametrize("number", range(12))
def test_the_wrong_answer_is_sane_and_stands_nowhere_in_the_story(question: str, number: int) -> None:
    problem = propose(source(question, 144, id=f"own/{number}"))
    assert isinstance(problem, Problem), problem
    assert problem.wrong_answer != 144
    assert 144 / 4 <= problem.wrong_answer <= 144 * 4
    assert problem.wrong_answer.denominator == 1
    told = {q.value for q in find_quantities(f"{problem.text} {problem.alternate_first_premise}")}
    assert problem.wrong_answer not in told


def test_the_same_id_gives_the_same_problem() -> None:
    assert propose(source(FIGS, 72)) == propose(source(FIGS, 72))
    assert len({propose(source(FIGS, 72, id=f"own/{n}")).wrong_answer for n in range(9)}) > 1  # type: ignore[union-attr]


def test_certain_arithmetic_is_the_program() -> None:
    problem = propose(source(CHAIRS, 144, "12 * 4 = 48", "48 * 3 = 144"))
    assert isinstance(problem, Problem), problem
    assert problem.program is not None
    assert problem.counterfactual_answer == problem.wrong_answer
    assert "no-program" not in problem.tags
    assert certify(problem) == ()


@pytest.mark.parametrize("equations", [("12 * 12 = 144",), ("100 + 44 = 144",), ("12 * 4 = 49",)])
def test_arithmetic_that_does_not_bind_is_left_out(equations: tuple[str, ...]) -> None:
    # 100, 44 are not in the text; 12 * 12 leaves the price and the days unused, and 12 would be changed twice.
    problem = propose(source("Olga paints 12 chairs a day for $4 each. How much does she earn?", 144, *equations))
    assert isinstance(problem, Problem), problem
    if problem.program is None:
        assert "no-program" in problem.tags


@pytest.mark.parametrize(
    ("question", "final", "code"),
    [
        # 6 and 4 make up the 10, whichever of them changes.
        ("Ten boxes came in all: 6 are red and 4 are blue. How many boxes are red?", 6, "number-redundant"),
        ("Bo has 12 figs and Ana has 12 figs. How many figs have they?", 24, None),
        ("Bo sold one hen. How many hens did Bo sell?", 1, "number-one"),
        ("How many hens are 3 hens?", 3, "no-premise"),
        ("Bo walked 5 miles on one day and 3 miles on another. How far did Bo walk?", 8, "unit-unknown"),
    ],
)
def test_what_is_not_sure_is_rejected_with_a_reason(question: str, final: int, code: str | None) -> None:
    found = propose(source(question, final))
    assert isinstance(found, Rejected), found
    assert code is None or found.code == code


def test_a_set_that_must_have_programs_gets_no_problem_without() -> None:
    needing = SourceProblem("own/0", CHAIRS, "She earns 144.", Fraction(144))
    found = propose(needing)
    assert isinstance(found, Rejected)
    assert found.code == "no-annotations"


def test_sources_are_a_stream_in_order_and_rejections_pass_through() -> None:
    passed = Rejected("line-malformed", "the line is no object", "own/1")
    first, second, third = decompose_sources([source(FIGS, 72), passed, source(CHAIRS, 144, id="own/2")])
    assert (first.id, second, third.id) == ("own/0", passed, "own/2")
