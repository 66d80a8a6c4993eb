from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import evaluate
from dunyazad.problems.decomposition.program import (
    Binary,
    Leaf,
    RawProgram,
    Tree,
    extract_program,
    factors,
    leaves,
    render,
    value_of,
)
from dunyazad.problems.decomposition.record import Rejected, SourceProblem


def extracted(solution: str, final: str) -> RawProgram | Rejected:
    return extract_program(SourceProblem("own/0", "", f"{solution}\n#### {final}", Fraction(final)))


def steps(solution: str, final: str) -> list[tuple[str, bool]]:
    raw = extracted(solution, final)
    assert isinstance(raw, RawProgram), raw
    return [(render(operation.tree), operation.annotated) for operation in raw.operations]


def test_annotations_are_read_in_order() -> None:
    solution = "She has 3 * 4 = <<3*4=12>>12 figs.\nThat is (12 - 2) / 4 = <<(12-2)/4=2.5>>2.5 each."
    assert steps(solution, "2.5") == [("3 * 4", True), ("(12 - 2) / 4", True)]


def test_equation_without_annotation_is_a_step() -> None:
    solution = "3 * 4 = 12 figs.\nThen <<12-2=10>>10 are left."
    assert steps(solution, "10") == [("3 * 4", False), ("12 - 2", True)]


def test_equation_inside_an_annotated_one_is_no_second_step() -> None:
    assert steps("3 * 4 = $<<3*4=12>>12", "12") == [("3 * 4", True)]


def test_annotation_that_computes_nothing_gives_way_to_the_text() -> None:
    assert steps("2 * 3 = <<6=6>>6 figs, so <<6*7=42>>42", "42") == [("2 * 3", False), ("6 * 7", True)]


def test_answer_after_the_last_annotation_is_found_in_the_text() -> None:
    assert steps("<<5+7=12>>12 of them, so 12 / 20 * 100% = 60%", "60") == [("5 + 7", True), ("12 / 20 * 100", False)]


def test_equation_that_does_not_hold_is_no_step() -> None:
    assert steps("3 * 4 = 13, and <<2+2=4>>4", "4") == [("2 + 2", True)]


@pytest.mark.parametrize(
    ("solution", "final", "code"),
    [
        ("Two and two are four.", "4", "no-annotations"),
        ("<<4=4>>", "4", "no-annotations"),
        ("<<2+2=4>>", "5", "program-answer"),
        ("<<2+2>>", "4", "annotation-malformed"),
        ("<<2+2=2+2=4>>", "4", "annotation-malformed"),
        ("<<2+=4>>", "4", "annotation-malformed"),
        ("<<x+2=4>>", "4", "annotation-malformed"),
        ("<<4/0=4>>", "4", "annotation-malformed"),
        ("<<2^2=4>>", "4", "annotation-malformed"),
        ("<<" * 9000, "4", "no-annotations"),
        ("<<" + "(" * 400 + "2" + ")" * 400 + "=2>>", "2", "annotation-malformed"),
        ("<<1+1=2>>" * 31, "2", "too-many-steps"),
        ("<<" + "+".join("1" * 70) + "=70>>", "70", "annotation-malformed"),
        ("<<" + "+".join("1" * 9000) + "=9000>>", "9000", "annotation-malformed"),
        ("<<1+1=2>> " + "+".join("1" * 9000) + " = 9000", "9000", "program-answer"),
        ("<<1+1+1+1+1=5>>" * 13, "5", "too-many-steps"),
    ],
)
def test_what_is_no_program_is_rejected(solution: str, final: str, code: str) -> None:
    found = extracted(solution, final)
    assert isinstance(found, Rejected)
    assert found.code == code


def test_rounded_step_is_rejected() -> None:
    """10 / 3 is not 3.33, and nothing says how another number would be rounded."""
    found = extracted("<<10/3=3.33>>3.33 and <<3.33*3=9.99>>9.99", "9.99")
    assert isinstance(found, Rejected)
    assert found.code == "annotation-inexact"


trees: st.SearchStrategy[Tree] = st.recursive(
    st.integers(1, 20).map(lambda value: Leaf(Fraction(value))),
    lambda inner: st.builds(Binary, st.sampled_from(["+", "-", "*", "/"]), inner, inner),
    max_leaves=8,
)


@given(trees)
def test_rendered_tree_computes_what_the_tree_does(tree: Tree) -> None:
    try:
        value = value_of(tree)
    except ZeroDivisionError:
        return
    assert evaluate(render(tree)) == value


@given(trees)
def test_leaves_factors_and_names_go_in_one_order(tree: Tree) -> None:
    names = [f"x{place}" for place in range(len(leaves(tree)))]
    assert len(factors(tree)) == len(names)
    text = render(tree, names)
    assert sorted(text.index(name) for name in names) == [text.index(name) for name in names] or len(names) > 10
    values = {name: leaf.value for name, leaf in zip(names, leaves(tree), strict=True)}
    try:
        value = value_of(tree)
    except ZeroDivisionError:
        return
    assert evaluate(text, values) == value
