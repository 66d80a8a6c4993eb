from __future__ import annotations

import pytest

from dunyazad._exceptions import InputError
from dunyazad.engines.export.licences import joined, licence_of


@pytest.mark.parametrize(
    ("source", "identifiers"),
    [("template", ("apache-2.0",)), ("gsm8k", ("mit",)), ("gsm8k+template", ("apache-2.0", "mit"))],
)
def test_known_sources_bring_their_licence(source: str, identifiers: tuple[str, ...]) -> None:
    assert licence_of(source, None).identifiers == identifiers


@pytest.mark.parametrize("source", ["handmade", "template+handmade", "mixed", ""])
def test_a_source_that_states_none_needs_a_word(source: str) -> None:
    with pytest.raises(InputError, match="--licence none-stated"):
        licence_of(source, None)


def test_that_none_is_stated_is_said_on_the_card() -> None:
    found = licence_of("handmade", "none-stated")
    assert found.identifiers == ("unknown",)
    assert found.sentence.startswith("No licence is stated for the problems (handmade).")


def test_a_licence_by_name_is_other() -> None:
    assert licence_of("mine", "CC-BY-4.0").identifiers == ("cc-by-4.0",)
    found = licence_of("mine", "Our House Terms, 2nd edition")
    assert (found.identifiers, found.name) == (("other",), "our-house-terms-2nd-edition")
    with pytest.raises(InputError, match="empty"):
        licence_of("mine", " ")


def test_sources_are_joined_each_once() -> None:
    assert joined(["template", "gsm8k+template"]) == "gsm8k+template"
