"""Golden texts of every gate, style and order, and where a record says that their parts are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dunyazad.chaining.evaluate import branch_spans
from dunyazad.chaining.material import Material, Variant, variants_of
from dunyazad.chaining.record import (
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    NumericGate,
    Order,
    Part,
    Structure,
    Style,
    SwitchGate,
)
from dunyazad.chaining.render import Label, Telling, path_gates, render_chain
from dunyazad.chaining.wording import question_span
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]

FIRST = "Bada has 3 hens. Each hen lays 2 eggs."
GATE_1 = (
    "Consider this claim: [Bada finds 6 eggs.] "
    "If this claim is true, then the following holds: [Cada has 4 hens.] "
    "If this claim is false, then the following holds instead: [Cada has 6 hens.]"
)
GATE_2 = (
    "Consider this claim: [Cada finds 12 eggs.] "
    "If this claim is true, then the following holds: [Dada has 7 hens.] "
    "If this claim is false, then the following holds instead: [Dada has 5 hens.]"
)
LAY = "Each hen lays 2 eggs."
ASKED = "How many eggs does Dada find?"
FORMS = path_gates([True, False])


@pytest.fixture(scope="module")
def three(invent: Invent) -> list[Problem]:
    return [invent(0), invent(1), invent(2)]


def told(order: Order = "forward", style: Style = "blocks", structure: Structure = "path", *positions: int) -> Telling:
    return Telling(order=order, style=style, structure=structure, positions=positions)


ORDERS: list[tuple[Telling, list[str]]] = [
    (told("forward"), [FIRST, GATE_1, LAY, GATE_2, LAY]),
    (told("backward"), [GATE_2, LAY, GATE_1, LAY, FIRST]),
    (told("zigzag"), [FIRST, GATE_2, LAY, GATE_1, LAY]),
    (told("shuffled", "blocks", "path", 1, 0, 2), [GATE_1, LAY, FIRST, GATE_2, LAY]),
    (told("explicit", "blocks", "path", 2, 0, 1), [GATE_2, LAY, FIRST, GATE_1, LAY]),
    (told("forward", "gates-first"), [GATE_1, GATE_2, FIRST, LAY, LAY]),
    (told("backward", "gates-first"), [GATE_2, GATE_1, LAY, LAY, FIRST]),
]


@pytest.mark.parametrize(("telling", "pieces"), ORDERS)
def test_a_chain_of_three_in_every_order(telling: Telling, pieces: list[str], three: list[Problem]) -> None:
    assert render_chain(three, FORMS, told=telling).text == " ".join([*pieces, ASKED])


def test_stretches_alternate_and_a_first_one_that_leans_stays(three: list[Problem]) -> None:
    materials = [
        Material(problem, stretches=(problem.premises, f"{problem.names[0]} is glad."), leans=place == 0)
        for place, problem in enumerate(three)
    ]
    chain = render_chain(materials, FORMS, told=told(style="interleaved"))
    # Bada's first stretch leans on its first premise; round after round, one unit of each problem.
    glad = ["Bada is glad.", LAY, LAY, "Cada is glad.", "Dada is glad."]
    assert chain.text == " ".join([FIRST, GATE_1, GATE_2, *glad, ASKED])
    assert [part.problem for part in chain.parts if part.role == "premises"] == [0, 0, 1, 2, 1, 2]


def gated(three: list[Problem], gate: Gate, *, structure: Structure = "tree") -> str:
    text = render_chain(three, [gate], told=told(structure=structure)).text
    return text.removeprefix(f"{FIRST} Cada has 4 hens. {LAY} ").removesuffix(f" {LAY} {ASKED}")


LOGIC: list[tuple[LogicGate, str]] = [
    (
        LogicGate(child=2, parents=(0, 1), condition="and", claims=(True, True)),
        "Consider these claims. Claim 1: [Bada finds 6 eggs.] Claim 2: [Cada finds 8 eggs.] If all of claims 1 and 2 "
        "are true, then the following holds: [Dada has 5 hens.] Otherwise the following holds: [Dada has 7 hens.]",
    ),
    (
        LogicGate(child=2, parents=(0, 1), condition="or", claims=(False, False), wording=1),
        "Here are some claims. Claim 1: [Bada finds 10 eggs.] Claim 2: [Cada finds 12 eggs.] Take this as given if at "
        "least one of claims 1 and 2 is true: [Dada has 7 hens.] Take this as given if not: [Dada has 5 hens.]",
    ),
    (
        LogicGate(child=2, parents=(0, 1), condition="exactly-one", claims=(True, False), inverted=True, wording=2),
        "What comes next depends on several claims. Claim 1: [Bada finds 6 eggs.] Claim 2: [Cada finds 12 eggs.] In "
        "case the number of true ones among claims 1 and 2 is not one: [Dada has 7 hens.] In any other case: "
        "[Dada has 5 hens.]",
    ),
    (
        LogicGate(child=2, parents=(0, 1), condition="none", claims=(False, False), wording=3),
        "Check the claims that follow. Claim 1: [Bada finds 10 eggs.] Claim 2: [Cada finds 12 eggs.] Suppose that none "
        "of claims 1 and 2 is true. Then this applies: [Dada has 5 hens.] Suppose that this is not so. Then this "
        "applies: [Dada has 7 hens.]",
    ),
    (
        LogicGate(child=2, parents=(0, 1), condition="and(2,not(1))", claims=(False, True), inverted=True),
        "Consider these claims. Claim 1: [Bada finds 10 eggs.] Claim 2: [Cada finds 8 eggs.] If it is not the case "
        "that all of these hold (claim 2 is true; claim 1 is false), then the following holds: [Dada has 7 hens.] "
        "Otherwise the following holds: [Dada has 5 hens.]",
    ),
]


@pytest.mark.parametrize(("gate", "text"), LOGIC)
def test_gates_over_two_claims(gate: LogicGate, text: str, three: list[Problem]) -> None:
    assert gated(three, gate) == text


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        (1, "Here is a statement: [Bada finds 6 eggs.] Should the statement be true, take this as given: [Cada has 4 "
            "hens.] Should the statement be false, take this as given instead: [Cada has 6 hens.]"),
        (2, "Check whether this is so: [Bada finds 6 eggs.] Where it is so, what applies is this: [Cada has 4 hens.] "
            "Where it is not so, what applies is this: [Cada has 6 hens.]"),
        (3, "What comes next depends on an assertion: [Bada finds 6 eggs.] In case the assertion is right: [Cada has 4 "
            "hens.] In case the assertion is wrong: [Cada has 6 hens.]"),
    ],
)  # fmt: skip
def test_phrasings_of_the_papers_gate(wording: int, text: str, three: list[Problem]) -> None:
    chain = render_chain(three[:2], path_gates([True], wording=wording))
    assert chain.text == f"{FIRST} {text} {LAY} How many eggs does Cada find?"


def with_third(problem: Problem, hens: int) -> Material:
    name = problem.names[0]
    further = Variant(
        f"{name} has {hens} hens.", Fraction(2 * hens), Fraction(2 * hens), f"{name} finds {2 * hens} eggs."
    )
    return Material(problem, variants=(*variants_of(problem), further))


def test_a_switch_of_three(three: list[Problem]) -> None:
    gate = SwitchGate(child=1, parents=(0,), cases=(2, 0, 1), branches=(1, 0, 2))
    chain = render_chain([with_third(three[0], 20), with_third(three[1], 21)], [gate])
    assert chain.text == (
        f"{FIRST} Exactly one of the following cases is the true one, and only what it says holds. "
        "The case that [Bada finds 40 eggs.] Then this holds: [Cada has 6 hens.] "
        "The case that [Bada finds 6 eggs.] Then this holds: [Cada has 4 hens.] "
        "The case that [Bada finds 10 eggs.] Then this holds: [Cada has 21 hens.] "
        f"{LAY} How many eggs does Cada find?"
    )
    assert chain.problems[0].counterfactual_answers == chain.problems[0].wrong_answers == (Fraction(10), Fraction(40))
    assert {branch: chain.slice(span) for branch, span in branch_spans(chain, gate).items()} == {
        0: "Cada has 4 hens.",
        1: "Cada has 6 hens.",
        2: "Cada has 21 hens.",
    }


def test_a_numeric_gate_quotes_the_question(three: list[Problem]) -> None:
    gate = NumericGate(child=1, parents=(0,), operation="minus", operand=Fraction(2), formula="x * 2", wording=1)
    behind = Material(three[1], variants=(
        Variant("Cada has (N1 minus 2) hens.", Fraction(8), Fraction(8), "Cada finds 8 eggs."),
        Variant("", Fraction(16), Fraction(16), "Cada finds 16 eggs."),
    ))  # fmt: skip
    assert render_chain([three[0], behind], [gate]).text == (
        f"{FIRST} Write N1 for the answer to the question [How many eggs does Bada find?] With it, this is given: "
        f"[Cada has (N1 minus 2) hens.] {LAY} How many eggs does Cada find?"
    )


@pytest.mark.parametrize(
    ("final", "question", "answer"),
    [
        (Final("sum", (0, 1, 2), 1), "Add up the answers to the following questions. What do you get? [How many eggs "
         "does Bada find?] [How many eggs does Cada find?] [How many eggs does Dada find?]", 24),
        (Final("difference", (0, 2), 2), "By how much does the larger of the answers to these two questions exceed "
         "the smaller? [How many eggs does Bada find?] [How many eggs does Dada find?]", 4),
        (Final("max", (0, 2)), "What is the largest of the answers to these questions? [How many eggs does Bada find?] "
         "[How many eggs does Dada find?]", 10),
    ],
)  # fmt: skip
def test_final_questions_over_several(final: Final, question: str, answer: int, three: list[Problem]) -> None:
    chain = render_chain(three, FORMS, final=final)
    assert chain.slice(question_span(chain)) == question
    assert chain.text.endswith(f"{LAY} {question}")
    assert chain.answer == answer


def parts(chain: ChainedProblem) -> list[tuple[Part, str]]:
    return [(part, chain.slice(span)) for part, span in chain.located()]


def test_the_record_says_where_everything_is(three: list[Problem]) -> None:
    chain = render_chain(three, FORMS, told=told("backward"), label=Label(seed=7, index=12))
    assert parts(chain) == [
        (Part("claim", 2, 0), "Cada finds 12 eggs."),
        (Part("branch", 2, 0), "Dada has 7 hens."),
        (Part("branch", 2, 1), "Dada has 5 hens."),
        (Part("premises", 2, 0), LAY),
        (Part("claim", 1, 0), "Bada finds 6 eggs."),
        (Part("branch", 1, 0), "Cada has 4 hens."),
        (Part("branch", 1, 1), "Cada has 6 hens."),
        (Part("premises", 1, 0), LAY),
        (Part("first", 0, 0), "Bada has 3 hens."),
        (Part("premises", 0, 0), LAY),
        (Part("question", 2, 0), ASKED),
    ]
    assert chain.answers == (Fraction(6), Fraction(8), Fraction(10))
    assert [member.counterfactual_answers for member in chain.problems] == [
        (Fraction(10),),
        (Fraction(12),),
        (Fraction(14),),
    ]
    assert chain.problem_ids == ("hens-0000", "hens-0001", "hens-0002")
    assert (chain.target, chain.answer, chain.seed, chain.index) == (2, Fraction(10), 7, 12)
    assert chain.id.startswith("backward-03-000012-")


def test_a_chain_of_one_is_the_plain_problem_in_any_order(invent: Invent) -> None:
    chains = [render_chain([invent(0)], [], told=told(order)) for order in ("forward", "backward", "zigzag")]
    assert {chain.text for chain in chains} == {invent(0).text}
    assert len({chain.id for chain in chains}) == 3


@pytest.mark.parametrize("style", ["blocks", "gates-first", "interleaved"])
def test_a_problem_without_other_premises_leaves_no_space(style: Style, invent: Invent) -> None:
    chain = render_chain([invent(4), invent(9)], path_gates([True]), told=told(style=style))
    assert "  " not in chain.text
    assert not [part for part in chain.parts if part.role == "premises"]
    assert chain.text.startswith("Consider" if style == "gates-first" else "Gada has 7 hens. Consider this claim: [")


def test_gates_must_fit_the_problems(three: list[Problem]) -> None:
    with pytest.raises(ValueError, match="2 gates do not fit 2 problems"):
        render_chain(three[:2], FORMS)
    with pytest.raises(ValueError, match="0 gates do not fit 0 problems"):
        render_chain([], [])
