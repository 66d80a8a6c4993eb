"""Expressions over premise methods: reading them, and what they find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reasoning.chains import CHAINS

from dunyazad import InputError
from dunyazad.premises import PREMISE_METHODS, ModelFree, premise_finder
from dunyazad.premises.expression import Combined, Leaf, Node, Pair, parse_expression
from dunyazad.reasoning import Completion, Premise, ReasoningChain, Step

from .scripted import ask, numbers, outcomes, rejected


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a", Leaf("a")),
        (" ( a ) ", Leaf("a")),
        ("previous+question", Leaf("previous+question")),
        ("a-b", Leaf("a-b")),
        ("a|b", Pair("|", Leaf("a"), Leaf("b"))),
        ("a->b", Pair("->", Leaf("a"), Leaf("b"))),
        ("a|b&c", Pair("|", Leaf("a"), Pair("&", Leaf("b"), Leaf("c")))),
        ("a&b|c", Pair("|", Pair("&", Leaf("a"), Leaf("b")), Leaf("c"))),
        ("(a|b)&c", Pair("&", Pair("|", Leaf("a"), Leaf("b")), Leaf("c"))),
        ("a->b|c", Pair("->", Leaf("a"), Pair("|", Leaf("b"), Leaf("c")))),
        ("a|b->c", Pair("->", Pair("|", Leaf("a"), Leaf("b")), Leaf("c"))),
        ("a->b->c", Pair("->", Pair("->", Leaf("a"), Leaf("b")), Leaf("c"))),
        ("a|b|c", Pair("|", Pair("|", Leaf("a"), Leaf("b")), Leaf("c"))),
    ],
)
def test_expressions(text: str, tree: Node) -> None:
    assert parse_expression(text) == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at the end should stand the name of a method or '('"),
        ("a|", "at the end should stand the name of a method or '('"),
        ("|a", "before '|a' should stand the name of a method or '('"),
        ("(a|b", "at the end should stand ')'"),
        ("a)", "before ')' should stand an operator"),
        ("a b", "before 'b' should stand an operator"),
        ("a||b", "before '|b' should stand the name"),
        ("a>b", "before '>b' should stand the name of a method, an operator"),
        ("a-", "before '-' should stand the name of a method, an operator"),
        ("aggregative|guess", "no premise method 'guess'; there are: provenance, aggregative"),
        ("all&(previous->Provenance)", "no premise method 'Provenance'"),
        ("(" * 100 + "all" + ")" * 100, "should stand the name of a method"),
        ("all|" * 100 + "all", "no expression has over 300 characters"),
    ],
)
def test_what_is_no_expression_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        premise_finder(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


nodes = st.recursive(
    st.sampled_from(["all", "previous", "provenance"]).map(Leaf),
    lambda inner: st.builds(Pair, st.sampled_from(["->", "|", "&"]), inner, inner),
    max_leaves=8,
)


@given(nodes)
def test_what_is_written_reads_back(node: Node) -> None:
    assert parse_expression(str(node)) == node


@given(st.text(alphabet="ab+-|&>() ", max_size=30))
def test_any_text_is_an_expression_or_an_input_error(text: str) -> None:
    try:
        node = parse_expression(text)
    except InputError:
        return
    assert parse_expression(str(node)) == node


def fixed(name: str, *links: tuple[Premise, ...]) -> ModelFree:
    return ModelFree(name, lambda chain: links)


CHAIN = ReasoningChain(id="c", question="q", steps=tuple(map(Step, "abc")))
A = fixed("a", (Premise(0, "a0"),), (), (Premise(0, "a0", 0.4), Premise(1, "a1", 0.9)))
B = fixed("b", (), (Premise(1, "b1"),), (Premise(0, "b0", 0.6), Premise(2, "b2", 0.5)))


@pytest.mark.parametrize(
    ("expression", "links"),
    [
        ("a|b", [[(0, "a0", 1.0)], [(1, "b1", 1.0)], [(0, "b0", 0.6), (1, "a1", 0.9), (2, "b2", 0.5)]]),
        ("a&b", [[], [], [(0, "a0", 0.4)]]),
        ("a->b", [[(0, "a0", 1.0)], [(1, "b1", 1.0)], [(0, "a0", 0.4), (1, "a1", 0.9)]]),
        ("b->a", [[(0, "a0", 1.0)], [(1, "b1", 1.0)], [(0, "b0", 0.6), (2, "b2", 0.5)]]),
        ("a&b->b", [[], [(1, "b1", 1.0)], [(0, "a0", 0.4)]]),
        ("a&(b->a)", [[(0, "a0", 1.0)], [], [(0, "a0", 0.4)]]),
    ],
)
def test_joins_by_hand(expression: str, links: list[list[tuple[int, str, float]]]) -> None:
    parc = Combined(parse_expression(expression), {"a": A, "b": B}).read(CHAIN, ())
    assert [[(one.step, one.reason, one.score) for one in premises] for premises in parc.premises] == links
    assert parc.method == expression


def test_a_method_named_twice_is_asked_once() -> None:
    finder = premise_finder("aggregative|aggregative&(holistic->aggregative)")
    assert [prompt.key for prompt in finder.prompts(CHAINS["pens"])] == [
        "aggregative/step-1",
        "aggregative/step-2",
        "aggregative/step-3",
        "holistic/chain",
    ]
    assert set(finder.texts) == {"premises-aggregative", "premises-holistic"}


def test_models_and_rules_together() -> None:
    # Aggregative finds [0], trouble, [4 -> rejected: nothing]; previous+question finds [0], [0, 1], [0, 2].
    finder = premise_finder("aggregative->previous+question")
    answers = {"aggregative/step-1": "Premises: 0", "aggregative/step-3": '{"premises": [3]}'}
    parc = ask(finder, CHAINS["pens"], answers)
    assert numbers(parc.premises) == [[0], [0, 1], [0, 2]]
    assert outcomes(parc) == ["found"] * 3
    assert rejected(parc) == [(3, "3", "itself")]
    assert parc.method == "aggregative->previous+question"


def test_trouble_of_a_part_is_not_hidden() -> None:
    refused = Completion("aggregative/step-1", outcome="refused")
    answers: dict[str, str | Completion] = {"aggregative/step-1": refused, "aggregative/step-3": "Premises: 1"}
    either = ask(premise_finder("aggregative|previous"), CHAINS["pens"], answers)
    assert numbers(either.premises) == [[0], [1], [1, 2]]
    assert outcomes(either) == ["refused", "failed", "found"]
    both = ask(premise_finder("aggregative&previous"), CHAINS["pens"], answers)
    assert numbers(both.premises) == [[], [], []]
    assert outcomes(both) == ["refused", "failed", "found"]


def test_a_part_that_all_name_is_reported_once() -> None:
    answers = {"aggregative/step-1": '{"premises": [0, 7]}', "holistic/chain": '{"steps": [[0, 7]]}'}
    parc = ask(premise_finder("aggregative|holistic"), CHAINS["one-step"], answers)
    assert rejected(parc) == [(1, "7", "unknown")]


def test_oracle_in_an_expression() -> None:
    chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")), given=((Premise(0),), ()))
    parc = premise_finder("oracle->previous").read(chain, ())
    assert numbers(parc.premises) == [[0], [1]]
    with pytest.raises(InputError, match="'oracle' takes the premises that come with a chain; 'pens' has none"):
        premise_finder("oracle|all").read(CHAINS["pens"], ())


FREE = [name for name in PREMISE_METHODS if not premise_finder(name).texts and name != "oracle"]


@pytest.mark.parametrize("name", sorted(CHAINS))
@pytest.mark.parametrize("one", FREE)
@pytest.mark.parametrize("other", FREE)
def test_union_holds_both_and_intersection_is_in_both(name: str, one: str, other: str) -> None:
    chain = CHAINS[name]
    left, right, either, both = (
        [{premise.step for premise in premises} for premises in premise_finder(text).read(chain, ()).premises]
        for text in (one, other, f"{one}|{other}", f"{one}&{other}")
    )
    assert either == [a | b for a, b in zip(left, right, strict=True)]
    assert both == [a & b for a, b in zip(left, right, strict=True)]
