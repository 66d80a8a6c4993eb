"""Sentences: every mark that ends one, and those that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.problems.decomposition.sentences import clean, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ana has 3 hens. She sells one.", ("Ana has 3 hens.", "She sells one.")),
        ("Dr. Wertz pays $2.50. Why?", ("Dr. Wertz pays $2.50.", "Why?")),
        ("It opens at 9 a.m. and shuts at 5 p.m. Ana waits.", ("It opens at 9 a.m. and shuts at 5 p.m.", "Ana waits.")),
        ("He fills box A. Then he rests.", ("He fills box A.", "Then he rests.")),
        ("Some go to Hall B. How many stay?", ("Some go to Hall B.", "How many stay?")),
        ("John F. Kerr has 2 maps.", ("John F. Kerr has 2 maps.",)),
        ('"Stop!" says Bo. He runs.', ('"Stop!" says Bo.', "He runs.")),
    ],
)
def test_splits(text: str, sentences: tuple[str, ...]) -> None:
    assert split_sentences(text) == sentences


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Bo’s “hens”  lay\n2 eggs .", 'Bo\'s "hens" lay 2 eggs.'),
        ("She rests.Then she runs.", "She rests. Then she runs."),
        ("It has 1,200 parts.", "It has 1,200 parts."),
    ],
)
def test_cleans(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(alphabet="ab .?!AB'\"1,", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    cleaned = clean(text)
    assert " ".join(split_sentences(cleaned)).split() == cleaned.split()
