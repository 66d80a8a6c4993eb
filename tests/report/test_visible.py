from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.report.visible import clip, reveal, reveal_html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext", "plain\n\ttext"),
        ("a\r\nb\rc", "a\nb<U+000D>c"),
        ("\u202e24\u202c", "<U+202E>24<U+202C>"),  # right-to-left override
        ("1\u200b2\ufeff", "1<U+200B>2<U+FEFF>"),  # zero-width
        ("\x00\x1b[2J", "<U+0000><U+001B>[2J"),
        ("\ud800", "<U+D800>"),  # lone surrogate: no UTF-8 file could hold it
        ("\U000e0041", "<U+E0041>"),  # tag character
        ("\u2028\u3164", "<U+2028><U+3164>"),
        ("½ − ×\u00a0é", "½ − ×\u00a0é"),
        ("", ""),
    ],
)
def test_hidden_characters_are_shown_by_code(text: str, shown: str) -> None:
    assert reveal(text) == shown


@given(st.text(st.characters()))
def test_html_is_inert_and_encodable(text: str) -> None:
    shown = reveal_html(text)
    shown.encode("utf-8")
    stripped = re.sub(r'<span class="hidden" title="hidden character">U\+[0-9A-F]{4,6}</span>', "", shown)
    assert not set(stripped) & set("<>\"'")
    assert reveal(shown) == shown


@given(st.text("ab<&>\"' \n"))
def test_html_loses_nothing(text: str) -> None:
    assert html.unescape(reveal_html(text)) == text


def test_clip() -> None:
    assert clip("abc", 3) == ("abc", 0)
    assert clip("", 3) == ("", 0)
