"""Prompts as models see them, and answers as they are read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving import (
    PROTOCOLS,
    Protocol,
    answers_prompt,
    answers_schema,
    asked_links,
    first_prompt,
    labels,
    parse_answers,
    render_answers,
)

GOLD = (Fraction(12), Fraction(20), Fraction(33, 2))
answers = st.one_of(st.none(), st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=100))


def test_the_labelled_prompt(chain: ChainedProblem) -> None:
    # Told backward: Cleo's problem comes first in the text, so it is Q1.
    assert first_prompt(chain, "labelled") == (
        "Solve the following problem. It joins several smaller problems: which statement holds in one can depend on "
        "the answer to another. Reason step by step and number your steps.\n\n"
        "The text of the chain {with braces}.\n\n"
        "These are the questions of all the smaller problems, in the order in which the problems are told (you may "
        "have to solve them in another order):\n"
        "[Q1] How many euros does Cleo earn?\n"
        "[Q2] How many jars does Bo fill?\n"
        "[Q3] How many figs does Ada dry?\n\n"
        "When you are done, end with one line for each question, its label first, then the answer as a number, in "
        "exactly this form:\n"
        "[Q1] <number>\n[Q2] <number>\n[Q3] <number>"
    )


def test_the_other_prompts(chain: ChainedProblem) -> None:
    assert first_prompt(chain, "final").endswith("in exactly this form:\nAnswer: <number>")
    assert first_prompt(chain, "two-turn").endswith("\n\nThe text of the chain {with braces}.")
    assert '{"Q1": <number or null>, "Q2": <number or null>, "Q3": <number or null>}' in answers_prompt(chain)


def test_labels_follow_the_telling_not_the_solving(make_chain: Callable[..., ChainedProblem]) -> None:
    assert labels(make_chain(order="backward")) == (2, 1, 0)
    assert labels(make_chain(order="forward")) == (0, 1, 2)


def test_the_prompts_of_both_orders_list_questions_as_told(make_chain: Callable[..., ChainedProblem]) -> None:
    assert "[Q1] How many figs does Ada dry?" in first_prompt(make_chain(order="forward"), "labelled")


def test_the_schema_names_every_label(chain: ChainedProblem) -> None:
    schema = json.loads(answers_schema(chain))
    assert schema["required"] == ["Q1", "Q2", "Q3"]
    assert set(schema["properties"]) == {"Q1", "Q2", "Q3"}


def test_answers_come_back_in_solving_order(chain: ChainedProblem) -> None:
    text = "[Q1] 16.5 euros\n[Q2] **20**\n[Q3] \\boxed{12}"
    parsed = parse_answers(chain, "labelled", text)
    assert parsed.given == GOLD
    assert parsed.texts == ("12", "20", "16.5 euros")
    assert parsed.problems == ()


def test_an_answer_that_cannot_be_read_is_missing_and_said(chain: ChainedProblem) -> None:
    parsed = parse_answers(chain, "labelled", "[Q1] unknown\n[Q2] 20\n[Q7] 3")
    assert parsed.given == (None, Fraction(20), None)
    assert parsed.texts == ("", "20", "unknown")
    assert parsed.problems == ("there is no question Q7", "no single number in 'unknown'")


def test_each_protocol_takes_the_others_form(chain: ChainedProblem) -> None:
    assert parse_answers(chain, "labelled", '{"Q1": "33/2", "Q2": 20, "Q3": 12}').given == GOLD
    assert parse_answers(chain, "two-turn", "[Q1] 33/2\n[Q2] 20\n[Q3] 12").given == GOLD


def test_half_a_json_object_is_broken_json(chain: ChainedProblem) -> None:
    parsed = parse_answers(chain, "two-turn", '{\n"Q1": 16.5,\n"Q2": 20,\n')
    assert not parsed.any_read
    assert parsed.problems == ("broken JSON, or no key Q1, Q2, ... in it",)


def test_final_asks_for_the_target_only(chain: ChainedProblem) -> None:
    assert asked_links(chain, "final") == {2}
    assert parse_answers(chain, "final", "Step 1: 12.\nAnswer: 16.5").given == (None, None, Fraction(33, 2))
    assert parse_answers(chain, "final", "Step 1: 12.").problems == (
        "no answer marker (Answer:, ####, \\boxed{}) in the response",
    )


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_empty_response_says_so(chain: ChainedProblem, protocol: Protocol) -> None:
    assert parse_answers(chain, protocol, " \n").problems == ("empty response",)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # the chain is frozen
@given(given_answers=st.tuples(answers, answers, answers), protocol=st.sampled_from(sorted(PROTOCOLS)))
def test_what_render_writes_parse_reads(
    chain: ChainedProblem, given_answers: tuple[Fraction | None, ...], protocol: Protocol
) -> None:
    text = "Step 1: see [Q1] and {this}.\n" + render_answers(chain, protocol, given_answers)
    expected = (None, None, given_answers[2]) if protocol == "final" else given_answers
    assert parse_answers(chain, protocol, text).given == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    text=st.text(alphabet='[]Q123 \n:{}",.boxed\\Answer-', max_size=150), protocol=st.sampled_from(sorted(PROTOCOLS))
)
def test_no_response_raises(chain: ChainedProblem, text: str, protocol: Protocol) -> None:
    assert len(parse_answers(chain, protocol, text).given) == 3


def test_regression_answers_are_keyed_by_label_not_by_question_text(make_chain: Callable[..., ChainedProblem]) -> None:
    # Fault 6 of the reference: answers keyed by question text, gold answers in another order than the chain's.
    backward, forward = make_chain(order="backward"), make_chain(order="forward")
    assert parse_answers(backward, "labelled", "[Q1] 1\n[Q2] 2\n[Q3] 3").given == (
        Fraction(3),
        Fraction(2),
        Fraction(1),
    )
    assert parse_answers(forward, "labelled", "[Q1] 1\n[Q2] 2\n[Q3] 3").given == (Fraction(1), Fraction(2), Fraction(3))
