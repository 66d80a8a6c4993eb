"""Problems as many hands write them: British and colloquial, questions with conditions, units, lists, several people.

Each was certified, or refused, and read; what a reader found wrong once stands here with what it must be.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from dunyazad.problems import Problem
from dunyazad.problems.decomposition.record import Rejected

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad.problems.decomposition import propose, read_gsm8k_line
from dunyazad.problems.decomposition.story import Story, take_apart

CERTIFIED = [
    (
        "Okay, so Tyler's got 45 trading cards. He swaps 12 of his cards for 7 of Jamal's shiny ones. "
        "How many cards has Tyler got now?",
        "<<45-12=33>> <<33+7=40>>",
        "Tyler has got 40 cards now.",
    ),
    (
        "Paolo is three years older than Chiara, who is twice as old as Dario. If Dario is 8, how old is Paolo?",
        "<<8*2=16>> <<16+3=19>>",
        "Paolo is 19 years old.",
    ),
    (
        "Sven catches 42 herrings. He smokes half of them and salts a third of the remainder. The rest he sells. "
        "How many herrings does Sven sell?",
        "<<42/2=21>> <<21/3=7>> <<21-7=14>>",
        "Sven sells 14 herrings.",
    ),
    (
        "Lindiwe is collecting stamps. She had 215 stamps at the start of the year; she was given 38 for her birthday "
        "and sold 65. How many stamps does Lindiwe have now?",
        "<<215+38=253>> <<253-65=188>>",
        "Lindiwe has 188 stamps now.",
    ),
    (
        "How many minutes does Arjun practise in a week if he practises the flute for 35 minutes a day and the drums "
        "for 20 minutes a day?",
        "<<35+20=55>> <<55*7=385>>",
        "Arjun practises 385 minutes in a week.",
    ),
    (
        "Judit swims 40 lengths of a 25-metre pool. How many metres short of 1,500 metres is Judit?",
        "<<40*25=1000>> <<1500-1000=500>>",
        "Judit is 500 metres short of 1,500 metres.",
    ),
    (
        "A market stall sells apples at 40p each and pears at 55p each. How many pence does Hal pay for 6 apples and "
        "4 pears?",
        "<<6*40=240>> <<4*55=220>> <<240+220=460>>",
        "Hal pays 460 pence for 6 apples and 4 pears.",
    ),
]
REJECTED = [
    (  # a total that nothing uses would no longer be one
        "Rolf reads 20 pages on Monday, 10 more on Tuesday and twice the Tuesday number on Wednesday. He thus reads "
        "110 pages in total. How many pages does Rolf read on Wednesday?",
        "<<20+10=30>> <<30*2=60>>",
        "number-restated",
    ),
    (
        "From a deck of 52 cards Nell removes 12 cards and 8 cards more. "
        "How many cards does Nell have left of the deck?",
        "<<52-12=40>> <<40-8=32>>",
        "",
    ),
    (
        "The Hendersons drove 180 miles on the first day, and 45 miles less on the second. Their car does 35 miles to "
        "the gallon. How many gallons did they use in the two days?",
        "<<180-45=135>> <<180+135=315>> <<315/35=9>>",
        "pronoun-they",
    ),
    (
        "An ice-cream van sold 36 cones. Each cone costs $3. What did the van earn that day?",
        "<<36*3=108>>",
        "deictic",
    ),
]


def decomposed(question: str, steps: str) -> Problem | Rejected:
    answer = steps.rpartition("=")[2].rstrip(">")
    line = msgspec.json.encode({"question": question, "answer": f"{steps}\n#### {answer}"})
    source = read_gsm8k_line(line, "own/1")
    assert not isinstance(source, Rejected)
    return propose(source)


@pytest.mark.parametrize(("question", "steps", "conclusion"), CERTIFIED)
def test_varied_english_is_certified(question: str, steps: str, conclusion: str) -> None:
    problem = decomposed(question, steps)
    assert isinstance(problem, Problem), problem
    assert sorted(problem.conclusion.split()) == sorted(conclusion.split())


@pytest.mark.parametrize(("question", "steps", "code"), REJECTED)
def test_what_cannot_be_told_is_refused(question: str, steps: str, code: str) -> None:
    found = decomposed(question, steps)
    if code:
        assert isinstance(found, Rejected)
        assert found.code == code
    else:  # another number may change, but not the deck's
        assert isinstance(found, Rejected) or "deck of 52" in found.alternate_first_premise


def test_whom_money_goes_to_owns_nothing() -> None:
    story = take_apart("Marguerite sells scarves. Wool costs her $11 a scarf. How many dollars does Marguerite pay?")
    assert isinstance(story, Story), story
    assert story.named[1] == "Wool costs Marguerite $11 a scarf."
    problem = decomposed(
        "Marguerite knits scarves: each takes 4 hours, and each sells for $35. Wool for a scarf costs her $11. "
        "If she knits for 32 hours, how much profit does Marguerite make?",
        "<<32/4=8>> <<35-11=24>> <<8*24=192>>",
    )
    assert isinstance(problem, Problem), problem
    assert "'s $11" not in problem.text + problem.alternate_first_premise


def test_a_time_of_day_at_the_end_of_a_question_keeps_its_dot() -> None:
    problem = decomposed(
        "A water tank is leaking 3 litres per hour. It held 500 litres at noon. How many litres of water will be in "
        "the tank at 8 p.m.?",
        "<<8*3=24>> <<500-24=476>>",
    )
    assert isinstance(problem, Problem), problem
    assert problem.question.endswith("at 8 p.m.?")
    assert problem.conclusion == "476 litres of water will be in the tank at 8 p.m."


def test_nobody_is_younger_now_than_then() -> None:
    for then, now in ((12, 15), (12, 14), (9, 11), (20, 24)):
        problem = decomposed(
            f"When Clement's grandmother was 60, Clement was {then}. Clement is now {now}. How old is Clement's "
            "grandmother now?",
            f"<<60-{then}={60 - then}>> <<{now}+{60 - then}={now + 60 - then}>>",
        )
        if isinstance(problem, Problem):
            first, second = (int(number) for number in re.findall(r"Clement (?:was|is now) (\d+)", _under(problem)))
            assert first < second


def _under(problem: Problem) -> str:
    return f"{problem.alternate_first_premise} {problem.premises}"
