"""Untrusted text made safe to look at: escaped, and with the characters that hide or reorder text shown by code.

A model can write a right-to-left override, and the page would show "24" for "42"; or a zero-width space inside a
number. So controls and format characters are never passed on: they are shown as their code point.
"""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["clip", "reveal", "reveal_html", "reveal_line"]

# Other, by Unicode category: control, format (bidi, zero-width, tags), surrogate, unassigned; and the line and
# paragraph separators. Newline and tab are text.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})
# Fillers that have a letter's category and show as nothing.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# A run of printable ASCII needs no look-up; nearly all text is that.
_PLAIN = re.compile(r"[\x20-\x7e\n\t]+")


def _is_hidden(character: str) -> bool:
    return character in _BLANK or (character not in "\n\t" and unicodedata.category(character) in _HIDDEN)


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


def _pieces(text: str) -> list[tuple[str, bool]]:
    """Cut a text into stretches that can be shown and single characters that cannot."""
    text = text.replace("\r\n", "\n")
    if _PLAIN.fullmatch(text):
        return [(text, False)]
    pieces: list[tuple[str, bool]] = []
    start = 0
    for index, character in enumerate(text):
        if _is_hidden(character):
            if start < index:
                pieces.append((text[start:index], False))
            pieces.append((character, True))
            start = index + 1
    if start < len(text):
        pieces.append((text[start:], False))
    return pieces


def reveal(text: str) -> str:
    r"""Give a text with hidden characters written out, for terminals and titles.

    Example:
        >>> reveal("4\u202e2 apples\x1b[31m")
        '4<U+202E>2 apples<U+001B>[31m'
    """
    return "".join(f"<{_code(piece)}>" if hidden else piece for piece, hidden in _pieces(text))


def reveal_line(text: str) -> str:
    r"""Give a text like `reveal`, on one line: a name must not write lines of its own into a summary.

    Example:
        >>> reveal_line("a model\nNote: all is well")
        'a model<U+000A>Note: all is well'
    """
    return "".join(f"<{_code(character)}>" if character in "\n\t" else character for character in reveal(text))


def reveal_html(text: str) -> str:
    r"""Give a text as safe HTML, hidden characters as small marked codes.

    Example:
        >>> reveal_html("<b>\u200b")
        '&lt;b&gt;<span class="hidden" title="hidden character">U+200B</span>'
    """
    return "".join(
        f'<span class="hidden" title="hidden character">{_code(piece)}</span>' if hidden else html.escape(piece)
        for piece, hidden in _pieces(text)
    )


def clip(text: str, limit: int) -> tuple[str, int]:
    """Cut a text off at a limit of characters; gives what is kept and how many characters were cut.

    Example:
        >>> clip("abcdef", 4)
        ('abcd', 2)
    """
    return text[:limit], max(0, len(text) - limit)
