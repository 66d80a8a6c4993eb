from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._records import decode, encode
from dunyazad.chaining.certify import check, check_against, check_shape, check_spans
from dunyazad.chaining.evaluate import follow
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.render import Label, render_chain
from dunyazad.chaining.wording import BEFORE_TRUE, row_id
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]
replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def chain(invent: Invent) -> ChainedProblem:
    return render_chain(
        [invent(number) for number in range(4)], deny=[False, True, True], order="backward", label=Label(7, 3)
    )


def codes(chain: ChainedProblem, severity: str = "error") -> set[str]:
    return {finding.code for finding in check(chain) if finding.severity == severity}


def moved(span: tuple[int, int], start: int, end: int) -> tuple[int, int]:
    return (span[0] + start, span[1] + end)


def with_gate(chain: ChainedProblem, place: int, **changes: Any) -> ChainedProblem:
    gates = list(chain.gates)
    gates[place] = replace(gates[place], **changes)
    return replace(chain, gates=tuple(gates))


def with_block(chain: ChainedProblem, place: int, **changes: Any) -> ChainedProblem:
    blocks = list(chain.blocks)
    blocks[place] = replace(blocks[place], **changes)
    return replace(chain, blocks=tuple(blocks))


def edited(chain: ChainedProblem, old: str, new: str) -> ChainedProblem:
    """Change the text by a stretch of the same length, and the id to fit."""
    assert len(old) == len(new)
    assert old in chain.text
    return with_id(replace(chain, text=chain.text.replace(old, new, 1)))


def with_id(chain: ChainedProblem) -> ChainedProblem:
    """Give an edited row the id that fits, as somebody would who wants to hide the edit."""
    return replace(chain, id=row_id(chain))


@pytest.mark.parametrize("order", ["forward", "backward"])
@pytest.mark.parametrize("length", range(1, 7))
def test_every_choice_of_forms_is_certified(length: int, order: Any, invent: Invent) -> None:
    problems = [invent(number, swapped=number % 2 == 1) for number in range(length)]
    for deny in product([False, True], repeat=length - 1):
        assert check(render_chain(problems, deny=deny, order=order)) == ()


@pytest.mark.parametrize("length", range(1, 7))
def test_insensitivity_agrees_with_brute_force(length: int, invent: Invent) -> None:
    # Some wrong conclusions are arbitrary. Brute force over all wrong branches: the certifier must have a note
    # or an error whenever some single mistake ends in the right answer, and nothing at all otherwise.
    problems = [invent(number, wrong=999 if number % 2 else None) for number in range(length)]
    for deny in product([False, True], repeat=length - 1):
        chain = render_chain(problems, deny=deny, order="forward")
        finals = [follow(chain, wrong_at=[child])[-1] for child in range(1, length)]
        assert not codes(chain)
        if chain.answer in finals:
            assert "forgiving-gate" in codes(chain, "note")
        if not check(chain):
            assert chain.answer not in finals


def test_unknown_counterfactuals_are_notes(invent: Invent) -> None:
    problems = [invent(number, known=False) for number in range(3)]
    found = check(render_chain(problems, deny=[True, False], order="forward"))
    assert [(finding.code, finding.severity) for finding in found] == [
        ("counterfactual-unknown", "note"),
        ("forgiving-gate", "note"),
    ]


# Each plants one defect in a certified chain and names a code that must be found.
Defect = Callable[[ChainedProblem], ChainedProblem]
DEFECTS: list[tuple[str, Defect]] = [
    ("length", lambda c: replace(c, length=0)),
    ("length", lambda c: replace(c, length=3)),
    ("length", lambda c: replace(c, problem_ids=c.problem_ids[1:])),
    ("length", lambda c: replace(c, questions=c.questions[1:])),
    ("length", lambda c: replace(c, answers=c.answers[1:])),
    ("length", lambda c: replace(c, counterfactual_answers=c.counterfactual_answers[1:])),
    ("length", lambda c: replace(c, names=c.names[1:])),
    ("length", lambda c: replace(c, blocks=c.blocks[1:])),
    ("path", lambda c: replace(c, gates=c.gates[1:])),
    ("path", lambda c: replace(c, gates=c.gates[::-1])),
    ("path", lambda c: with_gate(c, 1, parents=(0,))),
    ("path", lambda c: with_gate(c, 1, parents=())),
    ("path", lambda c: with_gate(c, 1, parents=(3,))),
    ("path", lambda c: with_gate(c, 1, child=3)),
    ("order", lambda c: replace(c, order="forward")),
    ("order", lambda c: replace(c, blocks=c.blocks[::-1])),
    ("order", lambda c: with_block(c, 1, problem=1)),
    ("span", lambda c: with_gate(c, 1, claim=(-1, 5))),
    ("span", lambda c: with_gate(c, 1, claim=(9, 5))),
    ("span", lambda c: replace(c, question=(0, 99_999))),
    ("wording", lambda c: with_gate(c, 0, claim=moved(c.gates[0].claim, 1, 0))),
    ("wording", lambda c: with_gate(c, 0, claim=moved(c.gates[0].claim, 0, -1))),
    ("wording", lambda c: with_gate(c, 0, when_true=moved(c.gates[0].when_true, 0, -1))),
    ("wording", lambda c: with_gate(c, 2, when_false=moved(c.gates[2].when_false, 0, 1))),
    ("gold", lambda c: with_gate(c, 0, form="deny")),
    ("form", lambda c: with_gate(c, 1, form="affirm")),
    ("claim", lambda c: with_gate(c, 1, claim_value=Fraction(77))),
    ("span", lambda c: with_block(c, 0, opening=moved(c.blocks[0].opening, 0, -1))),
    ("wording", lambda c: with_block(c, 3, opening=moved(c.blocks[3].opening, 1, 0))),
    ("wording", lambda c: with_block(c, 1, premises=(c.blocks[1].opening[1],) * 2)),
    ("span", lambda c: with_block(c, 1, premises=(0, 0))),
    ("question", lambda c: replace(c, questions=c.questions[::-1])),
    ("wording", lambda c: replace(c, question=moved(c.question, 0, -1))),
    ("wording", lambda c: replace(c, question=moved(c.question, 1, 0))),
    ("gold", lambda c: replace(c, answers=(Fraction(1), *c.answers[1:]))),
    ("form", lambda c: replace(c, answers=(c.answers[0], c.gates[1].claim_value, *c.answers[2:]))),
    ("counterfactual", lambda c: replace(c, counterfactual_answers=(*c.counterfactual_answers[:3], c.answers[3]))),
    ("insensitive", lambda c: replace(c, counterfactual_answers=(*c.counterfactual_answers[:3], c.answers[3]))),
    ("shared-id", lambda c: replace(c, problem_ids=(c.problem_ids[1], *c.problem_ids[1:]))),
    ("shared-question", lambda c: replace(c, questions=(c.questions[1].upper(), *c.questions[1:]))),
    ("shared-name", lambda c: replace(c, names=(("cada",), *c.names[1:]))),
    ("shared-name", lambda c: replace(c, names=(("hen", "eggs"), *c.names[1:]))),
    ("shared-name", lambda c: edited(c, "Dada has 5", "Bada has 5")),
    ("canary", lambda c: replace(c, canary="")),
    ("generator", lambda c: replace(c, generator="")),
    ("seed", lambda c: replace(c, seed=-1)),
    ("seed", lambda c: replace(c, index=-1)),
    ("id", lambda c: replace(c, id="backward-04-000003-00000000")),
    ("id", lambda c: replace(c, text=c.text.replace("lays 2", "lays 3"))),
    ("id", lambda c: replace(c, index=4)),
    ("branches", lambda c: edited(c, "Dada has 7", "Dada has 5")),
    ("claim", lambda c: edited(c, "Bada finds 6", "Bada finds 9")),
    ("wording", lambda c: edited(c, "If this claim is false", "If that claim is false")),
    ("part", lambda c: edited(c, "[Dada has 7 hens.]", "[ Dada has 7 hen.]")),
    ("part", lambda c: edited(c, "[Dada has 7 hens.]", "[Dada has 7 hen. ]")),
    ("question", lambda c: edited(c, "How many eggs does Fada", "How many nuts does Fada")),
]


@pytest.mark.parametrize(("code", "defect"), DEFECTS)
def test_a_planted_defect_is_found(code: str, defect: Defect, chain: ChainedProblem) -> None:
    assert check(chain) == ()
    assert code in codes(defect(chain))


def test_every_field_of_a_row_has_a_planted_defect() -> None:
    # A new field must come with a check, or a reason to have none.
    tested = {
        "id", "text", "length", "order", "problem_ids", "questions", "answers", "counterfactual_answers", "names",
        "gates", "blocks", "question", "seed", "index", "generator", "canary",
    }  # fmt: skip
    assert set(ChainedProblem.__struct_fields__) == tested


# What the text does not show, and what only the digest in the id can tell: a row's other half was open to any edit.
SILENT: list[Defect] = [
    lambda c: replace(c, answers=(*c.answers[:3], Fraction(99))),
    lambda c: replace(c, counterfactual_answers=(*c.counterfactual_answers[:3], Fraction(99))),
    lambda c: replace(c, counterfactual_answers=(None, *c.counterfactual_answers[1:])),
    lambda c: replace(c, problem_ids=(*c.problem_ids[:3], "other")),
    lambda c: replace(c, problem_ids=c.problem_ids[::-1]),
    lambda c: replace(c, questions=("", *c.questions[1:])),
    lambda c: replace(c, names=((), *c.names[1:])),
    lambda c: replace(c, seed=c.seed + 1),
]


@pytest.mark.parametrize("defect", SILENT)
def test_an_edit_that_the_text_does_not_show_is_found_by_the_id(defect: Defect, chain: ChainedProblem) -> None:
    assert codes(defect(chain)) == {"id"}


@given(st.data())
def test_any_edit_outside_the_parts_is_found_without_the_id(chain: ChainedProblem, data: st.DataObject) -> None:
    parts = [chain.question, chain.blocks[-1].opening, *(block.premises for block in chain.blocks)]
    parts += [span for gate in chain.gates for span in (gate.claim, gate.when_true, gate.when_false)]
    outside = sorted(set(range(len(chain.text))) - {place for start, end in parts for place in range(start, end)})
    place = data.draw(st.sampled_from(outside))
    sign = data.draw(st.characters(exclude_characters=chain.text[place], exclude_categories=["Cs"]))
    text = chain.text[:place] + sign + chain.text[place + 1 :]
    found = check(with_id(replace(chain, text=text)))
    assert {finding.code for finding in found} == {"wording"}


@given(st.data())
def test_any_edit_of_the_text_is_found(chain: ChainedProblem, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain.text) - 1))
    sign = data.draw(st.sampled_from(" .x9]"))
    change = data.draw(st.sampled_from(["insert", "delete", "replace"]))
    rest = chain.text[place + (change != "insert") :]
    text = chain.text[:place] + ("" if change == "delete" else sign) + rest
    if text != chain.text:
        assert codes(replace(chain, text=text))


def test_a_checked_row_survives_its_file(chain: ChainedProblem) -> None:
    assert decode(encode(chain), ChainedProblem) == chain


def forward_without_first_premise(problems: Sequence[Problem]) -> ChainedProblem:
    """Render as the reference implementation did: block 0 is its other premises only."""
    whole = render_chain(problems, deny=[False] * (len(problems) - 1), order="forward")
    cut = whole.blocks[0].opening[1] + 1

    def back(span: tuple[int, int]) -> tuple[int, int]:
        return moved(span, -cut, -cut)

    text = whole.text[cut:]
    blocks = [replace(b, opening=back(b.opening), premises=back(b.premises)) for b in whole.blocks]
    blocks[0] = replace(blocks[0], opening=(0, 0))
    gates = [
        replace(g, claim=back(g.claim), when_true=back(g.when_true), when_false=back(g.when_false)) for g in whole.gates
    ]
    return replace(
        whole,
        text=text,
        blocks=tuple(blocks),
        gates=tuple(gates),
        question=back(whole.question),
    )


def test_fault_1_a_forward_chain_without_its_first_premise_is_unsound(invent: Invent) -> None:
    chain = forward_without_first_premise([invent(0), invent(1)])
    assert not list(check_shape(chain))
    assert {finding.code for finding in check_spans(chain)} >= {"part"}


def test_fault_2_a_space_inside_a_bracket_is_unsound(chain: ChainedProblem) -> None:
    text = chain.text.replace(BEFORE_TRUE, f" {BEFORE_TRUE}", 1)
    assert "wording" in codes(replace(chain, text=text))


def test_fault_6_answers_in_another_order_than_the_chain_are_unsound(chain: ChainedProblem) -> None:
    assert "gold" in codes(replace(chain, answers=chain.answers[::-1]))


def test_parts_are_checked_against_the_problems(chain: ChainedProblem, invent: Invent) -> None:
    problems = {invent(number).id: invent(number) for number in range(4)}
    assert check_against(chain, problems) == ()
    missing = {name: problem for name, problem in problems.items() if name != "hens-0002"}
    assert [finding.code for finding in check_against(chain, missing)] == ["unknown-problem"]
    assert {finding.code for finding in check_against(replace(chain, length=3), problems)} == {
        "length",
        "path",
        "order",
    }


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (0, {"first_premise": "Bada has three hens."}),
        (2, {"first_premise": "Dada has five hens."}),
        (2, {"alternate_first_premise": "Dada has seven hens."}),
        (1, {"premises": "A hen lays 2 eggs."}),
        (3, {"question": "How many?"}),
        (0, {"conclusion": "Bada finds six eggs."}),
        (1, {"wrong_conclusion": "Cada finds twelve eggs."}),
        (1, {"wrong_answer": Fraction(13)}),
        (3, {"answer": Fraction(1)}),
        (3, {"counterfactual_answer": None}),
        (3, {"names": ()}),
    ],
)
def test_a_part_that_is_not_the_problems_is_found(
    place: int, change: dict[str, Any], chain: ChainedProblem, invent: Invent
) -> None:
    problems = {invent(number).id: invent(number) for number in range(4)}
    own = chain.problem_ids[place]
    problems[own] = replace(problems[own], **change)
    assert [finding.code for finding in check_against(chain, problems)] == ["not-verbatim"]
