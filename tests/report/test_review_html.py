from __future__ import annotations

import re

import msgspec
import pytest

from dunyazad.problems import Problem, make_problems
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.deny import digest_of
from dunyazad.problems.risk import Risk, with_risk
from dunyazad.report.review_cards import by_id, draw_sample, make_cards
from dunyazad.report.review_html import render_review
from dunyazad.report.review_record import Mark, Piece, ReviewCard

from .test_html import EVIL, Checker

PROBLEMS = list(make_problems(4, seed=2))


def page(problems: list[Problem], **options: object) -> str:
    return render_review(make_cards(problems, sources={}), title="own.jsonl", total=len(problems), **options)  # type: ignore[arg-type]


def row(card: ReviewCard, sign: str) -> tuple[Piece, ...]:
    return next(row.pieces for row in card.rows if row.sign == sign)


def altered(problem: Problem, **fields: object) -> Problem:
    return msgspec.structs.replace(problem, **fields)


def test_the_changed_number_and_the_slot_are_marked() -> None:
    problem = altered(
        PROBLEMS[0],
        first_premise="Uma keeps 6 hives.",
        alternate_first_premise="Uma keeps 8 hives.",
        conclusion="Uma has $1,250 left.",
        wrong_conclusion="Uma has $950 left.",
    )
    [card] = make_cards([problem], sources={})
    assert row(card, "Q1") == (Piece("Uma keeps "), Piece("6", marked=True), Piece(" hives."))
    assert row(card, "Q1′") == (Piece("Uma keeps "), Piece("8", marked=True), Piece(" hives."))
    assert [piece.text for piece in row(card, "Qc") if piece.marked] == ["$1,250"]
    assert [piece.text for piece in row(card, "Qc′") if piece.marked] == ["$950"]


def test_parts_that_differ_in_words_are_marked_between_what_they_share() -> None:
    problem = altered(
        PROBLEMS[0], first_premise="Uma keeps bees in May.", alternate_first_premise="Uma keeps many old bees in May."
    )
    [card] = make_cards([problem], sources={})
    assert row(card, "Q1′") == (Piece("Uma keeps "), Piece("many old ", marked=True), Piece("bees in May."))
    assert "".join(piece.text for piece in row(card, "Q1")) == problem.first_premise


def test_no_text_is_lost_or_added() -> None:
    for problem, card in zip(PROBLEMS, make_cards(PROBLEMS, sources={}), strict=True):
        parts = {row.sign: "".join(piece.text for piece in row.pieces) for row in card.rows}
        assert parts == {
            "Q1": problem.first_premise,
            "Q1′": problem.alternate_first_premise,
            "Qp": problem.premises,
            "Qq": problem.question,
            "Qc": problem.conclusion,
            "Qc′": problem.wrong_conclusion,
        }


def test_a_source_is_joined_by_id_and_shown_where_it_fits() -> None:
    problem = PROBLEMS[0]
    right = SourceProblem(problem.id, f"{problem.text} Really?", "So it is. #### 3", problem.answer)
    other = SourceProblem(problem.id, "Something else is told here.", "", problem.answer)
    sources = by_id([other, Rejected("too-long", "long", problem.id), right])
    [card] = make_cards([problem], sources=sources)
    assert (card.source, card.solution, card.source_note) == (right.question, right.answer_text, "")
    [alone] = make_cards([problem], sources=by_id([other]))
    assert alone.source == problem.text
    assert alone.source_note


def test_the_most_doubtful_stand_first() -> None:
    levels = ("low", "high", "medium")
    risky = [with_risk(problem, Risk(level)) for problem, level in zip(PROBLEMS, levels, strict=False)]  # type: ignore[arg-type]
    cards = make_cards([PROBLEMS[3], *risky], sources={})
    assert [card.risk for card in cards] == ["high", "medium", "low", ""]


def test_a_sample_is_stable_when_the_file_changes() -> None:
    problems = list(make_problems(60, seed=2))
    drawn = {problem.id for problem in draw_sample(problems, 20, 9)}
    fewer = {problem.id for problem in draw_sample(problems[3:], 20, 9)}
    assert len(drawn - fewer) <= 3
    assert drawn != {problem.id for problem in draw_sample(problems, 20, 10)}


def test_marks_to_begin_with_are_those_of_the_same_record() -> None:
    first, second = PROBLEMS[:2]
    marks = [Mark(first.id, digest_of(first), "wrong", "no <hive>"), Mark(second.id, "00", "good")]
    cards = make_cards([first, second], sources={}, marks=marks)
    assert [(card.mark, card.note) for card in cards] == [("wrong", "no <hive>"), ("", "")]
    shown = render_review(cards, title="own.jsonl", total=2)
    assert 'data-mark="wrong" data-note="no &lt;hive&gt;"' in shown


def test_the_page_is_one_whole_file_without_network() -> None:
    shown = page(PROBLEMS, sample="4 of 9, seed 2")
    checker = Checker()
    checker.feed(shown)
    assert not checker.open
    assert len(checker.ids) == len(set(checker.ids))
    assert not checker.handlers
    assert "link" not in checker.tags
    assert "img" not in checker.tags
    assert not re.findall(r"https?://(?!www\.w3\.org)", shown)
    assert "default-src 'none'" in shown
    assert "drawn at random (4 of 9, seed 2)" in shown
    assert shown == page(PROBLEMS, sample="4 of 9, seed 2")


def test_hostile_text_stays_text() -> None:
    """Text of records that would end the page's script, run one, or turn the text around."""
    evil = EVIL.replace("\ud800", "")  # which no record can hold, since JSON cannot; a source may
    texts = ("first_premise", "alternate_first_premise", "premises", "question", "conclusion", "wrong_conclusion")
    problem = altered(PROBLEMS[0], **dict.fromkeys(texts, evil), names=(evil,), tags=(evil,), source=evil)
    source = SourceProblem(problem.id, EVIL, EVIL, problem.answer)
    marks = [Mark(problem.id, digest_of(problem), None, evil)]
    cards = make_cards([problem], sources={problem.id: [source]}, marks=marks)
    shown = render_review(cards, title=EVIL, total=1, sample=EVIL)
    checker = Checker()
    checker.feed(shown)
    assert not checker.open
    assert not checker.handlers
    assert checker.tags.count("script") == 1
    assert "alert(1)" in "".join(checker.text)
    visible = re.sub(r'data-\w+="[^"]*"|<option value="[^"]*"', "", shown)
    assert "\u202e" not in visible
    assert "U+202E" in visible
    assert "{{ 7 * 7 }}" in visible
    shown.encode("utf-8")


def test_no_problem_at_all() -> None:
    assert "There is no problem to read." in page([])


@pytest.mark.parametrize("part", ["Program", "Gold steps", "under the alternate"])
def test_a_problem_without_a_program_says_less(part: str) -> None:
    bare = altered(PROBLEMS[0], program=None, solution=(), counterfactual_answer=None)
    shown = page([bare])
    assert ("not known" in shown) if part == "under the alternate" else (f"<h4>{part}" not in shown)
