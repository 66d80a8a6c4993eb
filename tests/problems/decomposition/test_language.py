"""Questions to statements, conditions, pronouns: one case for every rule, and for every fault that reading found."""

from __future__ import annotations

import pytest

from dunyazad.problems.decomposition.record import Rejected

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad.problems.decomposition.declarative import declare
from dunyazad.problems.decomposition.split import Asked, part
from dunyazad.problems.decomposition.story import Story, take_apart


def statement(question: str, story: str = "Ana pays $3 for a hen.") -> str:
    return declare(Asked("", question.rstrip("?.")), story).usual


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many hens does Ana have left?", "Ana has {ANS} hens left."),
        ("How many eggs did Ana and Bo sell on Friday?", "Ana and Bo sold {ANS} eggs on Friday."),
        ("How many carts will Ana need to buy?", "Ana will need to buy {ANS} carts."),
        ("How many more hens does Ana have than Bo?", "Ana has {ANS} more hens than Bo."),
        ("How many letters did Ana send her aunt?", "The number of letters that Ana sent her aunt is {ANS}."),
        ("How many minutes does Ana have to rest?", "The number of minutes that Ana has to rest is {ANS}."),
        ("How many lines does Ana have to learn?", "Ana has to learn {ANS} lines."),
        ("How many people does Ana deal with?", "The number of people that Ana deals with is {ANS}."),
        ("How many hens are in the yard?", "{ANS} hens are in the yard."),
        ("How many hens are there in the yard?", "There are {ANS} hens in the yard."),
        ("How many teachers are there?", "There are {ANS} teachers."),
        ("How many times is the board cleaned?", "The board is cleaned {ANS} times."),
        ("How many guests can join the trip?", "{ANS} guests can join the trip."),
        ("How many hours will the 20 songs last in total?", "The 20 songs will last {ANS} hours in total."),
        ("How much does the train ticket cost?", "The train ticket costs ${ANS}."),
        ("How much money will Ana have left over?", "Ana will have ${ANS} left over."),
        ("How much change does Ana get?", "The amount of change that Ana gets is ${ANS}."),
        ("How much is the boat worth after two years?", "The boat is worth ${ANS} after two years."),
        ("How old is Ana now?", "Ana is now {ANS} years old."),
        ("What is the total cost of the hens?", "The total cost of the hens is ${ANS}."),
        ("Calculate the total number of hens Ana sold.", "The total number of hens Ana sold is {ANS}."),
        ("What percent of the pole is the length of the flag?", "The length of the flag is {ANS}% of the pole."),
        ("What percentage of the hens are brown?", "{ANS}% of the hens are brown."),
    ],
)
def test_statements(question: str, expected: str) -> None:
    found = statement(question)
    # Where an adverb stands differs by the parser's version; the words are the same.
    assert sorted(found.split()) == sorted(expected.split())


@pytest.mark.parametrize(
    "question", ["How much water does Ana carry?", "Which floor is Ana on?", "By how many points does Ana lead?"]
)
def test_the_last_resort_quotes_the_question(question: str) -> None:
    assert statement(question) == f'The answer to the question "{question}" is {{ANS}}.'


def test_a_request_is_not_quoted_as_a_question() -> None:
    asked = Asked("", "Calculate how far Ana walks", mark=".")
    assert declare(asked, "").usual == ""  # no unit
    asked = Asked("", "Calculate the water Ana carries", mark=".")
    assert declare(asked, "").usual == 'The answer to the request "Calculate the water Ana carries." is {ANS}.'


def test_cents_or_dollars_is_not_guessed() -> None:
    asked = Asked("", "How much does Ana spend on postage total")
    assert declare(asked, "Ana sends 9 letters for 40 cents each.").usual == ""
    assert declare(asked, "Ana sends 9 letters for $4 each.").usual


def test_an_answer_of_one_has_no_plural_after_it() -> None:
    safe = declare(Asked("", "How many hens does Ana have"), "").safe
    assert safe == "The number of hens that Ana has is {ANS}."


def test_a_quoted_answer_takes_the_only_unit_of_its_kind() -> None:
    asked = Asked("", "How long does the trip take Ana")
    assert declare(asked, "She walks 20 minutes.").measured.endswith("is {ANS} minutes.")
    assert declare(asked, "She walks 20 minutes and rides an hour.").measured == ""


def test_a_condition_with_a_number_becomes_a_premise() -> None:
    parts = part("Ana has 9 hens. If she sells 4 hens, how many hens does Ana have left?")
    assert not isinstance(parts, Rejected)
    assert parts.moved == ("She sells 4 hens.",)
    assert parts.asked.text == "How many hens does Ana have left?"


def test_a_condition_without_a_number_stays() -> None:
    parts = part("Ana has 9 hens. How much does Ana earn if she sells all the hens?")
    assert not isinstance(parts, Rejected)
    assert (parts.moved, parts.asked.tail) == ((), "if she sells all the hens")
    assert parts.asked.text == "How much does Ana earn if she sells all the hens?"


def taken(text: str) -> Story:
    story = take_apart(text)
    assert isinstance(story, Story), story
    return story


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Ana has 9 hens. She sells 4. How many hens does she have?", "How many hens does Ana have?"),
        ("Ana has 9 hens. Her hens lay 4 eggs. How much are her hens worth?", "How much are Ana's hens worth?"),
        ("Thomas has 9 hens. How much do his hens cost?", "How much do Thomas' hens cost?"),
        ("Ana and Tom have 9 hens each. How many hens do they have?", "How many hens do Ana and Tom have?"),
        # A sister is no he, and a lawn's owner does nothing.
        ("Tom has 9 hens and a sister. How many hens does he have?", "How many hens does Tom have?"),
        ("Tom mows 9 lawns. He likes Bob's lawn. How many lawns does he mow?", "How many lawns does Tom mow?"),
        ("Ana has 9 hens. After she sells 4, how many hens does she have?",
         "After Ana sells 4, how many hens does she have?"),
    ],
)  # fmt: skip
def test_pronouns_become_names(text: str, question: str) -> None:
    assert taken(text).sentences[-1] == question


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ana met Eva. Eva met Ana. How many hens does she have?", "pronoun-ambiguous"),
        ("A box holds 9 pens. How many pens does she have?", "pronoun-nobody"),
        ("A box holds 9 pens. How much do they cost?", "pronoun-things"),
        ("Ana has 9 hens. How many hens did she sell that day?", "deictic"),
        ("Ana has 9 hens. How many does Ana have?", "elliptic"),
        ("Ana digs 9 holes. How many hours will it take Ana?", "elliptic"),
        # "It" would mean the lid, once the condition stands before the question.
        ("A box has a lid of 9 inches. How many pens are in the box if it weighs 3 pounds?", "pronoun-it"),
        ("You have 9 hens. How many hens do you have?", "second-person"),
        ("Ana has 9 hens.", "no-question"),
        ("Ana has 9 hens. How many hens are there? How many eggs are there?", "two-questions"),
        ("Ana has hens. How many hens are 4 hens?", "no-candidate"),
        ("How many hens has Ana?", "no-premise"),
        ("Ana has 9 hens. " * 100_000, "too-long"),
    ],
)
def test_rejections(text: str, code: str) -> None:
    rejected = take_apart(text)
    assert isinstance(rejected, Rejected)
    assert rejected.code == code


def test_a_stranger_among_the_people_makes_they_unsure() -> None:
    # "Summer" may be a season; if it is a person, "they" are three.
    rejected = take_apart("Ana has 9 hens. Tom has 5 more hens than Summer. How many hens do they have in total?")
    assert isinstance(rejected, Rejected)
    assert rejected.code == "pronoun-they"


def test_a_pronoun_in_a_condition_means_whom_the_question_names() -> None:
    # Put before the question, "She is 2 years older" would mean Eva.
    story = taken("Eva is 10 years old. How old is Ana if she is 2 years older than Eva?")
    assert story.sentences == ("Eva is 10 years old.", "Ana is 2 years older than Eva.", "How old is Ana?")


def test_a_word_that_may_be_a_person_makes_he_unsure() -> None:
    rejected = take_apart("A cobbler buys 9 hides from a farmer. How many hides does he buy?")
    assert isinstance(rejected, Rejected)
    assert rejected.code == "pronoun-ambiguous"


def test_a_name_written_small_elsewhere_is_still_a_name() -> None:
    assert "Bob" in taken("Bob has 9 pens. How many pens does bob lend Ana?").names


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ana plants 2 figs a day. After 9 days, how many figs does Ana have if 5 did not grow?", "elliptic"),
        ("Ana sells 20 figs a day. How many figs does Ana sell in May if there are 31 days in the month?", "deictic"),
    ],
)
def test_conditions_that_need_their_question_beside_them(text: str, code: str) -> None:
    found = part(text)
    assert isinstance(found, Rejected)
    assert found.code == code
