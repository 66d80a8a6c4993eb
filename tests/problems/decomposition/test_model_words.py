"""What a model's sentences may change, and what the words that it points at may mean."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.binding import Constant, Stated
from dunyazad.problems.decomposition.model_origins import origins_of
from dunyazad.problems.decomposition.model_statement import check_statement, check_unit
from dunyazad.problems.decomposition.model_words import Vocabulary, check_parted, check_rewriting, numbers_of
from dunyazad.problems.decomposition.record import Rejected, SourceProblem, TextNumber

STORY = "Runa and Tove dry 40 figs. The team of Runa gives half of them away, and Tove ate 3 of those that were left."
WORDS = Vocabulary(STORY + " How many figs do they have, and how many did Runa give Tove?")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("How many figs do they have?", "How many figs do Runa and Tove have?"),
        ("How many figs does she have?", "How many figs does Runa have?"),
        ("How many of those are left?", "How many of the figs are left?"),
        ("How many are left?", "How many figs are left?"),
        ("How many figs do the two have?", "How many figs do Runa and Tove have?"),
        ("How many figs were in that team?", "How many figs were in the team of Runa?"),
        ("How many figs are in her box?", "How many figs are in Runa's box?"),
        ("What's their number of figs?", "What's Runa and Tove's number of figs?"),
    ],
)
def test_pronouns_may_be_put_into_names(old: str, new: str) -> None:
    assert check_rewriting(old, new, WORDS, question=True) is None


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("How many figs do they have?", "How many figs do the cats have?", "model-words"),  # cats are not in the story
        ("How many figs do they have?", "How many figs have?", None),  # bad English, but nothing is told
        ("How many figs do they have?", "How many figs have they given away?", "model-words"),
        ("How many figs do they have?", "How many pears do they have?", "model-words"),
        ("Runa gives Tove figs.", "Tove gives Runa figs.", "model-words"),  # who gives and who takes
        ("Runa gives Tove 3 figs.", "Runa gives Tove figs.", "model-numbers"),
        ("How many figs were in the team?", "How many figs were in the team of Runa?", "model-words"),
        ("How many figs do they have in all these days?", "How many figs do they have?", "model-words"),
        ("Runa gives Tove 3 figs.", "Runa gives Tove three figs.", "model-words"),  # the same number, but rewritten
        ("How many figs do the 2 teams have?", "How many figs do the teams have?", "model-numbers"),
        ("Runa gives Tove figs.", "Runa gives Tove half figs.", "model-numbers"),
        ("Runa gives figs.", "Runa " + "gives " * 400 + "figs.", "model-sentences"),
        ("Runa gives figs.", "Runa gives figs", "model-sentences"),
    ],
)
def test_the_story_may_not_be_told_anew(old: str, new: str, code: str | None) -> None:
    fault = check_rewriting(old, new, WORDS, question=old.endswith("?"))
    assert (fault.code if fault else None) == code, fault


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*STORY.replace(".", "").split(), "not", "9", "cats", "they", "?", "."]), max_size=14))
def test_what_passes_has_the_same_numbers_and_no_foreign_word(words: list[str]) -> None:
    old = "How many figs do they have?"
    new = " ".join(words).replace(" ?", "?")
    if check_rewriting(old, new, WORDS, question=True) is None:
        assert numbers_of(new) == numbers_of(old)
        assert all(WORDS.knows(word.strip("?,.").lower()) for word in new.split())
        assert "cats" not in new


def test_a_parted_question_keeps_its_words_and_numbers() -> None:
    old = "If Runa dries 5 figs while Tove rests, how many figs do they have?"
    vocabulary = Vocabulary(f"{STORY} {old}")
    condition = "Runa dries 5 figs while Tove rests."
    assert check_parted(old, condition, "How many figs do Runa and Tove have?", vocabulary) is None
    for other, question, code in [
        ("Runa dries 6 figs while Tove rests.", "How many figs do they have?", "model-numbers"),
        ("Runa dries 5 figs.", "How many figs do they have?", "model-words"),
        ("Runa dries 5 figs while Tove works.", "How many figs do they have?", "model-words"),
        ("Runa never dries 5 figs while Tove rests.", "How many figs do they have?", "model-words"),
        ("", "How many figs do they have?", "model-sentences"),
    ]:
        fault = check_parted(old, other, question, vocabulary)
        assert fault is not None
        assert fault.code == code, fault


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("Runa gave Tove {ANS} figs.", None),  # another form of "give"
        ("The number of figs that Runa gave Tove is {ANS}.", None),
        ('The answer to the question "How many figs did Runa give Tove?" is {ANS}.', None),
        ("Tove gave Runa {ANS} figs.", "model-names"),
        ("Runa gave {ANS} figs.", "model-names"),
        ("Runa and Tove have {ANS} figs.", "model-question"),
        ("Runa gave Tove half of {ANS} figs.", "model-numbers"),
        ("Runa gave Tove {ANS} figs each.", "model-words"),
        ("Runa gave Tove {ANS} figs that were left.", "model-sense"),
        ("Runa gave Tove {ANS}th figs.", "model-slot"),
        ("{ANS}", "model-sentences"),
        ("", "model-slot"),
    ],
)
def test_a_statement_answers_its_question_in_its_words(statement: str, code: str | None) -> None:
    fault = check_statement("How many figs did Runa give Tove?", statement, WORDS, ("Runa", "Tove"))
    assert (fault.code if fault else None) == code, fault


@pytest.mark.parametrize(
    ("question", "statement", "solution", "fits"),
    [
        ("How long does it take?", "It takes {ANS} hours.", "2*2=<<2*2=4>>4 hours", True),
        ("How long does it take?", "It takes {ANS} hours.", "2*2=<<2*2=4>>4", False),
        ("How long does it take?", "It takes {ANS} hours.", "14 hours", False),
        ("How long does it take?", "It takes {ANS}.", "4 hours", False),
        ("How long does it take in hours?", "It takes {ANS} hours.", "", True),
        ("How long does it take in hours?", "In hours, it takes {ANS}.", "", True),
        ("How much does it cost?", "It costs ${ANS}.", "4", True),
        ("How much does it cost?", "It costs {ANS}.", "4", False),
        ("How many figs are there?", "There are {ANS} figs.", "4", True),
        ("How many figs are there?", "There are ${ANS} figs.", "4", False),
    ],
)
def test_a_unit_is_found_and_not_chosen(question: str, statement: str, solution: str, fits: bool) -> None:
    source = SourceProblem("own/1", f"A box costs $2. {question}", solution, Fraction(4))
    assert (check_unit(question, statement, source) is None) is fits


SENTENCES = ("Ada and her 3 friends run 20% of a 2 mile track on a chess day.", "How far do they run?")
NUMBERS = tuple(TextNumber(q, i) for i, sentence in enumerate(SENTENCES) for q in find_quantities(sentence))


@pytest.mark.parametrize(
    ("value", "words", "expected"),
    [
        (Fraction(4), "her 3 friends", "({n} + 1)"),
        (Fraction(80), "20%", "(100 - {n})"),
        (Fraction(6, 5), "20%", "(1 + {n} / 100)"),
        (Fraction(64), "chess", "constant"),
        (Fraction(64), "Chess", "constant"),
        (Fraction(64), "chess board", "model-origin-words"),
        (Fraction(64), "ches", "model-origin-words"),
        (Fraction(64), "", "model-origin-none"),
        (Fraction(64), "a", "model-origin-words"),
        (Fraction(63), "chess", "model-origin-constant"),
        (Fraction(5), "chess", "model-origin-hidden"),  # 3 + 2
        (Fraction(9), "her 3 friends", "model-origin-value"),
    ],
)
def test_words_are_bound_by_value(value: Fraction, words: str, expected: str) -> None:
    found = origins_of(value, words, NUMBERS, SENTENCES)
    if isinstance(found, Rejected):
        assert found.code == expected
        return
    [origin] = found
    assert expected == (
        "constant" if isinstance(origin, Constant) else origin.form.text if isinstance(origin, Stated) else ""
    )


@given(st.fractions(min_value=-10, max_value=200), st.text(max_size=20) | st.sampled_from(SENTENCES[0].split()))
def test_an_origin_gives_its_literal_exactly(value: Fraction, words: str) -> None:
    found = origins_of(value, words, NUMBERS, SENTENCES)
    if not isinstance(found, Rejected):
        for origin in found:
            assert isinstance(origin, Constant | Stated)
            if isinstance(origin, Constant):
                assert origin.value == value
