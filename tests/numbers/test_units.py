"""Telling units from names and numbers."""

from __future__ import annotations

import pytest

from dunyazad.numbers.tokens import tokenize
from dunyazad.numbers.units import drop_units, mixes_measures


def kept(text: str, *, program: bool) -> tuple[str, tuple[str, ...]]:
    tokens, units = drop_units(tokenize(text, prose=not program), letters_are_names=True, words_are_names=program)
    return " ".join(token.text for token in tokens), units


@pytest.mark.parametrize(
    ("text", "left", "units"),
    [
        ("12 eggs * $2/egg", "12 * 2", ("eggs", "$", "/egg")),
        ("60 miles/hour * 3 hours", "60 * 3", ("miles", "/hour", "hours")),
        ("$2 per egg", "2", ("$", "per", "/egg")),
        ("5 five-inch cm² boards", "5", ("five-inch", "cm", "²", "boards")),
        ("3 cups of tea + 2", "3 + 2", ("cups", "of", "tea")),
        ("20 minutes (after lunch) + 1", "20 + 1", ("minutes",)),
        ("1/2 of 40", "1 / 2 * 40", ()),
        ("2n + 3", "2 n + 3", ()),
    ],
)
def test_units_are_taken_out_of_prose(text: str, left: str, units: tuple[str, ...]) -> None:
    assert kept(text, program=False) == (left, units)


def test_in_programs_identifiers_are_names() -> None:
    assert kept("trays / per_tray + 12 / days", program=True) == ("trays / per_tray + 12 / days", ())


@pytest.mark.parametrize(
    ("units", "mixed"),
    [
        ((), False),
        (("apples", "pears"), False),
        (("hours", "minutes"), True),
        (("hour", "hours"), False),
        (("feet", "inches"), True),
        (("ft", "foot"), False),
        (("$", "cents"), True),
        (("$", "dollars"), False),
        (("hours", "minutes", "/hour"), False),
        (("dozen",), True),
    ],
)
def test_units_of_one_kind(units: tuple[str, ...], mixed: bool) -> None:
    assert mixes_measures(units) is mixed
