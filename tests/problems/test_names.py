"""Names are found wherever they stand, and nothing else is."""

from __future__ import annotations

import pytest

from dunyazad.problems import find_names
from dunyazad.problems.pools import PERSONS, PLACES


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Emma buys 3 pears.", ("Emma",)),  # a known first name that opens the only sentence
        ("Zorblax buys 3 pears. How many pears does Zorblax eat?", ("Zorblax",)),  # unknown, inside a sentence
        ("Zorblax buys 3 pears. Zorblax eats two.", ("Zorblax",)),  # unknown, what each sentence is about
        ("Zorblax’s dog eats.", ("Zorblax",)),  # a possessive, with a typographic apostrophe
        ("Every day, Wilma's mother and James' aunt walk.", ("Wilma", "James")),
        ("Tickets cost $5. Tickets for children cost $3.", ()),
        ("Gift bags cost $2. Each gift bag is red.", ()),
        ("Robes are sold on Mondays in March at 5 PM.", ()),
        ("According to Dr. Quillon, the cat is well.", ("Quillon",)),
        ("Grandma Ferris and Mount Tarn.", ("Ferris", "Tarn")),
        ("Two trains leave San Orvano. The trains return to San Orvano.", ("San Orvano",)),
        ("The shop sells DVDs, T-shirts and Post-it notes for English lessons.", ()),
        ("Jean-Luc met Anne-Marie O'Shea.", ("Jean-Luc", "Anne-Marie", "O'Shea")),
        ("He said: “Yes! Birgit won.” Then Birgit left.", ("Birgit",)),
        ("Box A holds more than box B; Box C is empty.", ()),
        ("Émile and Zoë eat.", ("Zoë",)),  # one sentence alone does not tell whether its first word is a name
        ("", ()),
        ("12 + 5", ()),
    ],
)
def test_names_in_a_story(text: str, names: tuple[str, ...]) -> None:
    assert find_names(text) == names


def test_the_parts_of_a_story_are_read_together() -> None:
    assert find_names("Zorblax runs.", "How far does Zorblax run?") == ("Zorblax",)


@pytest.mark.parametrize("pool", [PERSONS, PLACES])
def test_the_pools_hold_names_that_cannot_be_confused(pool: tuple[str, ...]) -> None:
    assert len(set(pool)) == len(pool)
    assert all(name.isascii() and name.isalpha() and name.istitle() and not name.endswith("s") for name in pool)
    assert not [(a, b) for a in pool for b in pool if a != b and a in b]


def test_the_pools_are_large_enough() -> None:
    assert len(PERSONS) >= 150
    assert len(PLACES) >= 60
    assert not set(PERSONS) & set(PLACES)


def test_every_pool_name_is_found_in_a_story() -> None:
    for name in (*PERSONS, *PLACES):
        assert find_names(f"On the way to {name} there is a bridge.") == (name,)


def test_long_and_odd_texts_are_read_without_trouble() -> None:
    assert find_names("A" * 100_000) == ()
    assert find_names("Aa " * 20_000) == ("Aa",)
    assert find_names(". " * 50_000 + "\x00’’''") == ()
