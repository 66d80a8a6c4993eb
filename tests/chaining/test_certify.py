from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.chaining.joining import Told, join, logic, numeric, told

from dunyazad._exceptions import RecordError
from dunyazad._records import Line, decode, encode
from dunyazad.chaining.certify import check
from dunyazad.chaining.record import (
    ORDERS,
    STYLES,
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    Member,
    NumericGate,
    Part,
    SwitchGate,
    lengths_of,
)
from dunyazad.chaining.shape import check_shape, tells
from dunyazad.chaining.wording import PHRASINGS, row_id
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]
replace = msgspec.structs.replace
F = Fraction


def mixed(invent: Invent, **fields: Any) -> ChainedProblem:
    """Seven problems, every kind of gate: an `and` over two, a denying if, a switch of three, a number, an if."""
    own = [told(invent(number), further=1) for number in range(7)]
    behind, own[5] = numeric(own, 5, 4, hens=8)
    gates: list[Gate] = [
        logic(2, (0, 1), "and", (True, True), inverted=True, wording=1),
        logic(3, (2,), "if", (False,), wording=2),
        SwitchGate(child=4, parents=(3,), cases=(2, 0, 1), branches=(1, 0, 2), wording=3),
        behind,
        logic(6, (5,), "if", (True,)),
    ]
    return join(own, gates, **({"order": "shuffled", "telling": (3, 0, 6, 2, 5, 1, 4), "structure": "tree"} | fields))


@pytest.fixture(scope="module")
def chain(invent: Invent) -> ChainedProblem:
    return mixed(invent)


@pytest.fixture(scope="module")
def summed(invent: Invent) -> ChainedProblem:
    return mixed(
        invent, final=Final("sum", (6, 0, 3), 2), style="blocks", order="backward", telling=(6, 5, 4, 3, 2, 1, 0)
    )


def codes(chain: ChainedProblem, severity: str = "error") -> set[str]:
    return {finding.code for finding in check(chain) if finding.severity == severity}


def with_id(chain: ChainedProblem) -> ChainedProblem:
    """Give an edited row the id that fits, as somebody would who wants to hide the edit."""
    return replace(chain, id=row_id(chain))


def with_gate(chain: ChainedProblem, of: int, /, **changes: Any) -> ChainedProblem:
    return replace(chain, gates=tuple([replace(gate, **changes) if gate.child == of else gate for gate in chain.gates]))


def with_member(chain: ChainedProblem, place: int, **changes: Any) -> ChainedProblem:
    members = list(chain.problems)
    members[place] = replace(members[place], **changes)
    return replace(chain, problems=tuple(members))


def with_ends(chain: ChainedProblem, role: str, problem: int, number: int, start: int, end: int) -> ChainedProblem:
    place = chain.parts.index(Part(role, problem, number))  # type: ignore[arg-type]
    spans = list(chain.spans)
    spans[2 * place] += start
    spans[2 * place + 1] += end
    return replace(chain, lengths=lengths_of(spans))


def edited(chain: ChainedProblem, old: str, new: str) -> ChainedProblem:
    """Change the text by a stretch of the same length, and the id to fit."""
    assert len(old) == len(new)
    assert old in chain.text
    return with_id(replace(chain, text=chain.text.replace(old, new, 1)))


# What is sound


@pytest.mark.parametrize("wording", range(PHRASINGS))
@pytest.mark.parametrize("style", STYLES)
def test_every_kind_of_gate_and_question_is_certified(style: str, wording: int, invent: Invent) -> None:
    for kind, of in (("target", (6,)), ("sum", (0, 6, 3)), ("sum", (6, 5)), ("difference", (6, 0))):
        final = Final(kind, of, wording)  # type: ignore[arg-type]
        own = [told(invent(number), further=1) for number in range(7)]
        if style != "blocks":
            own = [
                replace(one, premises=named(one, 1 + number % 2 if style == "interleaved" else 1))
                for number, one in enumerate(own)
            ]
        behind, own[5] = numeric(own, 5, 4, hens=8)
        gates: list[Gate] = [
            logic(2, (0, 1), "or", (False, False), inverted=True, wording=wording),
            logic(3, (2,), "if", (False,), wording=wording),
            SwitchGate(child=4, parents=(3,), cases=(2, 0, 1), branches=(1, 0, 2), wording=wording),
            replace(behind, wording=wording),
            logic(6, (5,), "if", (True,), wording=wording),
        ]
        for order in ORDERS:
            telling = tells(order, 7) or (3, 0, 6, 2, 5, 1, 4)
            assert (
                check(join(own, gates, order=order, telling=telling, style=style, final=final, structure="tree")) == ()
            )


def named(one: Told, count: int) -> tuple[str, ...]:
    if not one.premises:
        return ()
    return tuple([f"What {one.member.names[0]} says is kept, {number} times." for number in range(count)])


@pytest.mark.parametrize("order", ["forward", "backward"])
@pytest.mark.parametrize("length", range(1, 7))
def test_every_choice_of_forms_is_certified(length: int, order: Any, invent: Invent) -> None:
    problems = [told(invent(number, swapped=number % 2 == 1)) for number in range(length)]
    for claims in product([False, True], repeat=length - 1):
        gates = [logic(child, (child - 1,), "if", (claim,)) for child, claim in enumerate(claims, start=1)]
        telling = tells(order, length)
        assert check(join(problems, gates, order=order, telling=telling, structure="path")) == ()


@pytest.mark.parametrize(
    ("condition", "claims"),
    [
        ("and", (True, True, True)),
        ("or", (False, False, False)),
        ("none", (False, False, False)),
        ("exactly-one", (False, False, False)),
        ("at-least-1", (False, False, False)),
        ("at-least-3", (True, True, True)),
        ("and(1,xor(2,3))", (True, True, False)),
        ("exactly-one(1,and(2,3))", (True, True, True)),
        ("xor(3,not(none(1,2)))", (False, False, True)),
    ],
)
@pytest.mark.parametrize("inverted", [False, True])
def test_conditions(condition: str, claims: tuple[bool, ...], inverted: bool, invent: Invent) -> None:
    problems = [told(invent(number)) for number in range(4)]
    chain = join(problems, [logic(3, (2, 0, 1), condition, claims, inverted)], structure="tree")
    assert check(chain) == ()
    # Turn one claim over, with the text that it has then: some parent does not matter any more, or none does.
    flipped = tuple([claim if place else not claim for place, claim in enumerate(claims)])
    other = join(problems, [logic(3, (2, 0, 1), condition, flipped, inverted)], structure="tree")
    assert codes(other) == (set() if condition.startswith("exactly-one") else {"insensitive"})


# What is not

# Each plants one defect in a certified chain and names a code that must be found.
Defect = Callable[[ChainedProblem], ChainedProblem]
DEFECTS: list[tuple[str, Defect]] = [
    ("length", lambda c: replace(c, length=0)),
    ("length", lambda c: replace(c, length=6)),
    ("length", lambda c: replace(c, length=10**30)),
    ("length", lambda c: replace(c, problems=c.problems[1:])),
    ("member", lambda c: with_member(c, 0, wrong_answers=())),
    ("member", lambda c: with_member(c, 0, counterfactual_answers=(*c.problems[0].counterfactual_answers, None))),
    ("alternates", lambda c: with_member(c, 3, wrong_answers=(F(1),), counterfactual_answers=(F(1),))),
    ("alternates", lambda c: with_member(c, 4, wrong_answers=(F(1),), counterfactual_answers=(F(1),))),
    ("alternates", lambda c: with_member(c, 2, wrong_answers=(), counterfactual_answers=())),
    ("gates", lambda c: replace(c, gates=c.gates[::-1])),
    ("gates", lambda c: replace(c, gates=(c.gates[0], *c.gates))),
    ("gates", lambda c: with_gate(c, 2, parents=())),
    ("gates", lambda c: with_gate(c, 2, parents=(0, 0))),
    ("gates", lambda c: with_gate(c, 2, parents=(0, 2))),
    ("gates", lambda c: with_gate(c, 2, parents=(-1, 1))),
    ("gates", lambda c: with_gate(c, 6, child=7)),
    ("gates", lambda c: with_gate(c, 2, claims=(True,))),
    ("structure", lambda c: replace(c, gates=c.gates[1:])),
    ("structure", lambda c: with_gate(c, 6, parents=(4,))),
    ("structure", lambda c: replace(c, structure="path")),
    ("condition", lambda c: with_gate(c, 2, condition="if")),
    ("condition", lambda c: with_gate(c, 2, condition="and(1,3)")),
    ("condition", lambda c: with_gate(c, 2, condition="nand")),
    ("condition", lambda c: with_gate(c, 2, condition="(" * 1000)),
    ("condition", lambda c: with_gate(c, 2, condition="not(" * 1000 + "1" + ")" * 1000)),
    ("condition", lambda c: with_gate(c, 2, condition="and" * 10**6)),
    ("cases", lambda c: with_gate(c, 4, cases=(2, 0, 2))),
    ("cases", lambda c: with_gate(c, 4, branches=(1, 0, 3))),
    ("cases", lambda c: with_gate(c, 4, branches=(0, 1, 2))),
    ("cases", lambda c: with_gate(c, 4, cases=(), branches=())),
    ("cases", lambda c: with_gate(c, 4, branches=(0, 1))),
    ("operand", lambda c: with_gate(c, 5, operation="times", operand=F(0))),
    ("operand", lambda c: with_gate(c, 5, operand=F(2**5000))),
    ("formula", lambda c: with_gate(c, 5, formula="2 *")),
    ("formula", lambda c: with_gate(c, 5, formula="2 * y")),
    ("formula", lambda c: with_gate(c, 5, formula="7")),
    ("formula", lambda c: with_gate(c, 5, formula="x+" * 10**6 + "x")),
    ("phrasing", lambda c: with_gate(c, 5, wording=4)),
    ("phrasing", lambda c: with_gate(c, 2, wording=-1)),
    ("phrasing", lambda c: replace(c, final=Final("target", (6,), 4))),
    ("final", lambda c: replace(c, final=Final("target", (5,)))),
    ("final", lambda c: replace(c, final=Final("sum", (6,)))),
    ("final", lambda c: replace(c, final=Final("sum", (6, 6)))),
    ("final", lambda c: replace(c, final=Final("sum", (1, 2)))),
    ("final", lambda c: replace(c, final=Final("max", (6, 7)))),
    ("final", lambda c: replace(c, final=Final("max", ()))),
    ("final", lambda c: replace(c, final=Final("difference", (6, 1, 2)))),
    ("order", lambda c: replace(c, order="forward")),
    ("order", lambda c: replace(c, order="zigzag")),
    ("order", lambda c: replace(c, telling=c.telling[1:])),
    ("order", lambda c: replace(c, telling=(0, *c.telling[1:]))),
    ("parts", lambda c: replace(c, telling=c.telling[::-1])),
    ("mixed", lambda c: replace(c, mixed=False)),
    ("parts", lambda c: replace(c, style="gates-first")),
    ("parts", lambda c: replace(c, parts=(c.parts[1], c.parts[0], *c.parts[2:]))),
    ("parts", lambda c: replace(c, parts=(replace(c.parts[0], number=10**40), *c.parts[1:]))),
    ("parts", lambda c: replace(c, parts=c.parts[:-1], lengths=c.lengths[:-2])),
    ("parts", lambda c: replace(c, parts=(*c.parts, c.parts[-1]), lengths=(*c.lengths, 0, 0))),
    ("lengths", lambda c: replace(c, parts=c.parts[1:])),
    ("lengths", lambda c: replace(c, lengths=(-1, *c.lengths[1:]))),
    ("lengths", lambda c: replace(c, lengths=(*c.lengths[:3], -(10**30), *c.lengths[4:]))),
    ("lengths", lambda c: replace(c, lengths=(*c.lengths[:-1], 10**30))),
    ("lengths", lambda c: replace(c, lengths=(*c.lengths[:-1], c.lengths[-1] + 1))),
    ("wording", lambda c: replace(c, lengths=c.lengths[::-1])),
    ("wording", lambda c: replace(c, lengths=(c.lengths[0] + 1, c.lengths[1] - 1, *c.lengths[2:]))),
    ("wording", lambda c: with_ends(c, "claim", 2, 1, 1, 0)),
    ("wording", lambda c: with_ends(c, "claim", 2, 0, 0, -1)),
    ("wording", lambda c: with_ends(c, "branch", 2, 1, 0, 1)),
    ("wording", lambda c: with_ends(c, "branch", 4, 2, 0, -1)),
    ("wording", lambda c: with_ends(c, "quoted", 5, 0, -1, 0)),
    ("wording", lambda c: with_ends(c, "premises", 1, 0, 1, 0)),
    ("wording", lambda c: with_ends(c, "question", 6, 0, 0, -1)),
    ("wording", lambda c: with_gate(c, 2, inverted=False)),
    ("wording", lambda c: with_gate(c, 2, wording=2)),
    ("wording", lambda c: with_gate(c, 2, condition="or")),
    ("claim", lambda c: with_gate(c, 3, claims=(True,))),
    ("claim", lambda c: with_gate(c, 4, cases=(1, 0, 2))),
    ("claim", lambda c: with_member(c, 2, wrong_answers=(F(77), F(78)))),
    ("claim", lambda c: with_member(c, 2, wrong_answers=(c.answers[2], F(78)))),
    ("claim", lambda c: with_member(c, 4, wrong_answers=(F(9), F(9)))),
    (
        "expression",
        lambda c: edited(c, "(N5 plus 0)", "(N5 plus 1)") if "plus 0" in c.text else edited(c, "(N5", "(N4"),
    ),
    ("gold", lambda c: with_gate(c, 5, formula="3 * x")),
    ("gold", lambda c: with_gate(c, 5, formula="1 / (x - 8)")),
    ("gold", lambda c: with_member(c, 5, answer=F(1))),
    ("answer", lambda c: replace(c, answer=F(1))),
    ("answer", lambda c: with_member(c, 6, answer=F(1))),
    ("counterfactual", lambda c: with_member(c, 1, counterfactual_answers=(c.answers[1], F(9)))),
    ("counterfactual", lambda c: with_member(c, 5, counterfactual_answers=(F(9),), wrong_answers=(F(9),))),
    ("insensitive", lambda c: with_gate(c, 2, claims=(True, False))),
    ("question", lambda c: with_member(c, 6, question="How?")),
    ("question", lambda c: with_member(c, 4, question="How?")),
    ("question", lambda c: edited(c, "How many eggs does Kada", "How many nuts does Kada")),
    ("shared-id", lambda c: with_member(c, 0, id=c.problems[1].id)),
    ("shared-question", lambda c: with_member(c, 0, question=c.problems[1].question.upper())),
    ("shared-name", lambda c: with_member(c, 0, names=("cada",))),
    ("shared-name", lambda c: with_member(c, 0, names=("hen", "eggs"))),
    ("shared-name", lambda c: edited(c, "Dada has 5", "Bada has 5")),
    ("canary", lambda c: replace(c, canary="")),
    ("generator", lambda c: replace(c, generator="")),
    ("seed", lambda c: replace(c, seed=-1)),
    ("seed", lambda c: replace(c, index=-1)),
    ("id", lambda c: replace(c, id="shuffled-07-000003-00000000")),
    ("id", lambda c: replace(c, text=c.text.replace("lays 2", "lays 3"))),
    ("id", lambda c: replace(c, index=4)),
    ("branches", lambda c: edited(c, "Dada has 7", "Dada has 5")),
    ("claim", lambda c: edited(c, "Bada finds 6", "Bada finds 9")),
    ("part", lambda c: edited(c, "[Dada has 7 hens.]", "[ Dada has 7 hen.]")),
    ("part", lambda c: edited(c, "[Dada has 7 hens.]", "[Dada has 7 hen. ]")),
]


@pytest.mark.parametrize(("code", "defect"), DEFECTS)
def test_a_planted_defect_is_found(code: str, defect: Defect, chain: ChainedProblem) -> None:
    assert check(chain) == ()
    changed = defect(chain)
    assert code in codes(changed)
    for finding in check(changed):
        assert len(finding.sentence) < 500
        assert "\n" not in finding.sentence


SUM_DEFECTS: list[tuple[str, Defect]] = [
    ("answer", lambda c: replace(c, answer=c.answer + 1)),
    ("wording", lambda c: replace(c, final=Final("sum", c.final.of, 1))),
    ("wording", lambda c: replace(c, final=Final("max", c.final.of, 2))),
    ("parts", lambda c: replace(c, final=Final("sum", (6, 3, 0), 2))),
    ("parts", lambda c: replace(c, final=Final("sum", (6, 0, 3, 1), 2))),
    ("question", lambda c: with_member(c, 3, question="How?")),
    ("wording", lambda c: with_ends(c, "asked", 3, 0, 0, -1)),
    ("wording", lambda c: replace(c, text=c.text + "?")),
]


@pytest.mark.parametrize(("code", "defect"), SUM_DEFECTS)
def test_a_planted_defect_of_a_sum_is_found(code: str, defect: Defect, summed: ChainedProblem) -> None:
    assert check(summed) == ()
    assert code in codes(with_id(defect(summed)))


def test_every_field_has_a_planted_defect() -> None:
    # A new field must come with a check, or a reason to have none.
    assert set(ChainedProblem.__struct_fields__) == {
        "id", "text", "length", "structure", "order", "style", "telling", "problems", "gates", "final", "answer",
        "parts", "lengths", "seed", "index", "generator", "canary", "mixed",
    }  # fmt: skip
    assert set(Member.__struct_fields__) == {
        # `renamed` is for `check_against`; the id covers it.
        "id", "question", "answer", "counterfactual_answers", "wrong_answers", "names", "renamed",
    }  # fmt: skip
    assert set(LogicGate.__struct_fields__) == {"child", "parents", "condition", "claims", "inverted", "wording"}
    assert set(SwitchGate.__struct_fields__) == {"child", "parents", "cases", "branches", "wording"}
    assert set(NumericGate.__struct_fields__) == {"child", "parents", "operation", "operand", "formula", "wording"}


# What the text does not show, and what only the digest in the id can tell.
SILENT: list[Defect] = [
    lambda c: with_member(c, 1, counterfactual_answers=(F(99), F(98)), wrong_answers=(F(99), F(98))),
    lambda c: with_member(c, 3, id="other"),
    lambda c: with_member(c, 1, question="What else?"),
    lambda c: with_member(c, 1, names=()),
    lambda c: with_member(c, 1, renamed=(("Cora", "Cada"),)),
    lambda c: with_gate(c, 5, formula="x * 2"),
    lambda c: replace(c, seed=c.seed + 1),
]


@pytest.mark.parametrize("defect", SILENT)
def test_an_edit_that_the_text_does_not_show_is_found_by_the_id(defect: Defect, chain: ChainedProblem) -> None:
    assert codes(defect(chain)) == {"id"}


@given(st.data())
def test_any_edit_outside_the_parts_is_found_without_the_id(chain: ChainedProblem, data: st.DataObject) -> None:
    inside = {place for _, (start, end) in chain.located() for place in range(start, end)}
    place = data.draw(st.sampled_from(sorted(set(range(len(chain.text))) - inside)))
    sign = data.draw(st.characters(exclude_characters=chain.text[place], exclude_categories=["Cs"]))
    text = chain.text[:place] + sign + chain.text[place + 1 :]
    assert codes(with_id(replace(chain, text=text))) == {"wording"}


@given(st.data())
def test_any_edit_of_the_text_is_found(chain: ChainedProblem, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain.text) - 1))
    sign = data.draw(st.sampled_from(" .x9]"))
    change = data.draw(st.sampled_from(["insert", "delete", "replace"]))
    rest = chain.text[place + (change != "insert") :]
    text = chain.text[:place] + ("" if change == "delete" else sign) + rest
    if text != chain.text:
        assert codes(replace(chain, text=text))


# Notes


def path(problems: Sequence[Told], claims: Sequence[bool]) -> ChainedProblem:
    gates = [logic(child, (child - 1,), "if", (claim,)) for child, claim in enumerate(claims, start=1)]
    return join(problems, gates, structure="path")


def test_unknown_counterfactuals_are_notes(invent: Invent) -> None:
    chain = path([told(invent(number, known=False)) for number in range(3)], [True, False])
    assert [(finding.code, finding.severity) for finding in check(chain)] == [
        ("counterfactual-unknown", "note"),
        ("forgiving-gate", "note"),
    ]


def test_an_arbitrary_wrong_conclusion_is_forgiven_with_a_note(invent: Invent) -> None:
    # Whoever takes the wrong branch at 1 comes to 12; gate 2 denies 999 and lets them pass: the final answer is right.
    chain = path([told(invent(0)), told(invent(1, wrong=999)), told(invent(2))], [True, False])
    assert [(finding.code, finding.severity) for finding in check(chain)] == [("forgiving-gate", "note")]
    # Behind an affirming gate nothing is forgiven.
    assert check(path([told(invent(0)), told(invent(1, wrong=999)), told(invent(2))], [False, True])) == ()


def test_a_denying_if_behind_a_switch_is_insensitive_to_the_further_branches(invent: Invent) -> None:
    own = [told(invent(number), further=1) for number in range(3)]
    switch = SwitchGate(child=1, parents=(0,), cases=(1, 0, 2), branches=(2, 0, 1))
    assert check(join(own, [switch, logic(2, (1,), "if", (True,))])) == ()
    # The wrong conclusion of the first alternate alone is claimed: the second one's mistake passes.
    assert codes(join(own, [switch, logic(2, (1,), "if", (False,))])) == {"insensitive"}


def test_a_switch_with_fewer_cases_than_mistakes_gets_a_note(invent: Invent) -> None:
    own = [told(invent(number), further=2) for number in range(3)]
    four = SwitchGate(child=1, parents=(0,), cases=(1, 0, 2, 3), branches=(2, 0, 1, 3))
    three = SwitchGate(child=2, parents=(1,), cases=(1, 0, 2), branches=(2, 0, 1))
    chain = join(own, [four, three])
    assert [(finding.code, finding.severity) for finding in check(chain)] == [("no-case", "note")]


def test_a_mistake_that_reaches_both_claims_of_an_xor_is_found(invent: Invent) -> None:
    own = [told(invent(number)) for number in range(4)]
    gates = [
        logic(1, (0,), "if", (True,)),
        logic(2, (1,), "if", (True,)),
        logic(3, (1, 2), "exactly-one", (True, True)),
    ]
    assert codes(join(own, gates)) == {"insensitive"}
    assert check(join(own, [*gates[:2], logic(3, (1, 2), "and", (True, True))])) == ()


def test_a_mistake_that_the_largest_answer_does_not_show_is_found(invent: Invent) -> None:
    # Answers 6, 8, 10; by a wrong branch at 1 they are 6, 12, 14: 14 shows. With 30 at problem 0 nothing shows.
    own = [told(invent(number)) for number in range(3)]
    gates = [logic(1, (0,), "if", (True,)), logic(2, (1,), "if", (True,))]
    assert check(join(own, gates, final=Final("max", (0, 1, 2)))) == ()
    own[0] = told(invent(12, name="Bada"))
    assert codes(join(own, gates, final=Final("max", (0, 1, 2)))) == {"insensitive"}


def test_a_numeric_gate_hands_mistakes_on(invent: Invent) -> None:
    own = [told(invent(number)) for number in range(3)]
    gate, own[1] = numeric(own, 1, 0, hens=4)
    assert own[1].member.counterfactual_answers == (F(16),)  # 6 and 4 hens; 10 and 8 hens
    for claim in (True, False):
        assert check(join(own, [gate, logic(2, (1,), "if", (claim,))], structure="path")) == ()
    flat = replace(gate, formula="8 + 0 * x")
    assert codes(join(own, [flat, logic(2, (1,), "if", (True,))])) == {"insensitive"}
    # At 10 instead of 6 there are 8 hens instead of 4: nothing can be computed.
    steep = replace(gate, formula="8 * (x - 8) / (x - 8)")
    assert codes(join(own, [steep, logic(2, (1,), "if", (True,))])) == {"insensitive"}


# Rows from elsewhere


def test_a_checked_row_survives_its_file(chain: ChainedProblem) -> None:
    assert decode(encode(chain), ChainedProblem) == chain


def test_a_row_with_nothing_where_something_must_stand_is_no_record(chain: ChainedProblem) -> None:
    row = msgspec.json.decode(encode(chain))
    for name in ("problems", "gates", "telling", "parts", "lengths", "final", "answer"):
        with pytest.raises(RecordError):
            Line("rows", 1, msgspec.json.encode(row | {name: None})).decode(ChainedProblem)
    for child in range(len(row["gates"])):
        gates = [gate | ({"parents": None} if place == child else {}) for place, gate in enumerate(row["gates"])]
        with pytest.raises(RecordError):
            Line("rows", 1, msgspec.json.encode(row | {"gates": gates})).decode(ChainedProblem)


def test_endless_parents_parts_and_spans_are_told_at_once(chain: ChainedProblem) -> None:
    many = tuple(range(10**6))
    assert codes(with_gate(chain, 2, parents=many)) == {"gates"}
    assert codes(with_gate(chain, 4, cases=many, branches=many)) == {"cases", "alternates", "size"}
    assert codes(with_gate(chain, 2, claims=(True,) * 10**6)) == {"gates"}
    assert codes(replace(chain, telling=many)) == {"order"}
    assert codes(replace(chain, lengths=many)) == {"lengths"}
    assert codes(replace(chain, parts=chain.parts[:1] * 10**5, lengths=(0,) * (2 * 10**5))) == {"parts"}
    assert codes(with_member(chain, 0, wrong_answers=(F(1),) * 10**5, counterfactual_answers=(F(1),) * 10**5)) == {
        "member"
    }


def test_numbers_of_four_hundred_digits_are_borne(chain: ChainedProblem, summed: ChainedProblem) -> None:
    huge = F(10**399 + 1, 10**398 + 3)
    assert codes(with_member(chain, 5, answer=huge))
    assert codes(with_member(summed, 0, answer=huge))
    assert codes(replace(summed, answer=huge))
    assert codes(with_gate(chain, 5, operand=F(10**399)))
    assert codes(with_gate(chain, 5, formula="x ^ 1000")) == {"gold", "id"}
    assert codes(with_gate(chain, 5, formula=f"x{'0' * 1500}"))


@given(st.data())
def test_any_number_of_any_field_gives_findings_and_no_traceback(chain: ChainedProblem, data: st.DataObject) -> None:
    """Put any small number in place of any in the row: what can be read is judged."""
    row = msgspec.json.decode(encode(chain))
    places = list(_numbers(row))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(places))
        inner = row
        for step in way:
            inner = inner[step]
        inner[last] = data.draw(st.integers(-2, 8))
    try:
        changed = Line("rows", 1, msgspec.json.encode(row)).decode(ChainedProblem)
    except RecordError:
        return
    findings = check(changed)
    assert findings or changed == chain


def _numbers(value: Any, way: tuple[Any, ...] = ()) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        yield way
    elif isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(inner, (*way, step))


# The published generator's faults


def test_fault_1_a_forward_chain_without_its_first_premise_is_unsound(invent: Invent) -> None:
    whole = path([told(invent(0)), told(invent(1))], [True])
    cut = whole.spans[2]
    text = whole.text[cut:]
    spans = tuple([place - cut for place in whole.spans[2:]])
    assert codes(with_id(replace(whole, text=text, parts=whole.parts[1:], lengths=lengths_of(spans)))) == {"parts"}
    assert "part" in codes(with_id(replace(whole, text=text, lengths=(0, 0, *lengths_of(spans)))))


def test_fault_2_a_space_inside_a_bracket_is_unsound(chain: ChainedProblem) -> None:
    text = chain.text.replace("[Bada", "[ Bada", 1)
    assert codes(replace(chain, text=text))
    place = chain.text.index("[Bada") + 1
    spans = tuple([end + (end > place or end == place) for end in chain.spans])
    assert "wording" in codes(with_id(replace(chain, text=text, lengths=lengths_of(spans))))


def test_fault_6_answers_in_another_order_than_the_chain_are_unsound(chain: ChainedProblem) -> None:
    members = [
        replace(member, answer=answer) for member, answer in zip(chain.problems, chain.answers[::-1], strict=True)
    ]
    assert codes(with_id(replace(chain, problems=tuple(members)))) >= {"claim", "gold"}


def test_shape_stops_at_the_first_kind_of_fault(chain: ChainedProblem) -> None:
    found = list(check_shape(replace(chain, telling=(), parts=())))
    assert [finding.code for finding in found] == ["order"]
