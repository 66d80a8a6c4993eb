"""No text of the corpus makes a reader raise, or speaks for the model. How long they take: `benchmarks.hostile`."""

from __future__ import annotations

from typing import get_args

import pytest
from tests.fuzz.corpus import TEXTS, text_of
from tests.fuzz.readers import READERS

from dunyazad.errors import Label
from dunyazad.errors.marks import said
from dunyazad.errors.reading import read_verdict

LABELS: tuple[Label, ...] = get_args(Label)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_nothing_raises(name: str) -> None:
    for size in (1, 40, 2_000):
        text = text_of(name, size)
        for reader in READERS.values():
            reader(text)


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_text_is_a_verdict_on_itself(name: str) -> None:
    for size in (1, 40, 2_000):
        text = text_of(name, size)
        assert read_verdict(text, LABELS, said(text)).label is None
        assert read_verdict(text[size // 3 : -(size // 3) or None], LABELS, said(text)).label is None
