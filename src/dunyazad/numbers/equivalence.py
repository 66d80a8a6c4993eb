"""Is a given answer the expected one? Exact where it is plain; `math-verify` for the rest, where installed."""

from __future__ import annotations

import re
import threading
from fractions import Fraction

from dunyazad._exceptions import NumberError
from dunyazad.numbers.expression import evaluate
from dunyazad.numbers.literal import render_number
from dunyazad.numbers.quantities import find_quantities, parse_number

__all__ = ["answers_equal"]

# What may be handed to a symbolic library: short, and without towers of powers or factorials that never end.
_LONGEST = 300
_DANGEROUS = re.compile(r"\^[^^]*\^[^^]*\^|!|\*\*|[0-9]{20}|\^\{?[0-9]{4}|\\(?:prod|sum|int)\b")
_BOXED = re.compile(r"\\boxed\{([^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+)\}")


def answers_equal(given: str, expected: Fraction | str) -> bool:
    r"""Does a given answer equal the expected one?

    Plain numbers and arithmetic are compared exactly; units around a single number do not count ("18 dollars"), and
    a percentage equals both of its readings ("50%" is 50 and 1/2). Everything else goes to `math-verify`; where that is
    not installed, or the text is too long or dangerous for it, only equal texts are equal. Never raises.

    Example:
        >>> answers_equal("$18.00", Fraction(18)), answers_equal(r"\frac{3}{4}", "0.75"), answers_equal("12", "13")
        (True, True, False)
    """
    given = _bare(given)
    left = _readings(given)
    right = _readings(_bare(expected)) if isinstance(expected, str) else {expected}
    if left and right:
        return bool(left & right)
    text = _bare(expected) if isinstance(expected, str) else render_number(expected)
    if not given or not text:
        return False
    return given == text or _symbolic(given, text)


def _bare(text: str) -> str:
    """An answer without what people put around it."""
    if (boxed := _BOXED.search(text)) is not None:
        text = boxed[1]
    text = text.strip().strip("*`").strip()
    for opening, closing in (("\\(", "\\)"), ("\\[", "\\]"), ("$", "$")):
        if len(text) > len(opening) + len(closing) and text.startswith(opening) and text.endswith(closing):
            text = text[len(opening) : -len(closing)].strip()
    return text.rstrip(".").strip()


def _readings(text: str) -> set[Fraction]:
    """The numbers that a text may mean; empty where it is not plain."""
    found = find_quantities(text)
    if len(found) == 1 and (
        len(text) == found[0].end - found[0].start or _only_words(text, found[0].start, found[0].end)
    ):
        return {found[0].value, found[0].number}
    for read in (parse_number, evaluate):
        try:
            return {read(text)}
        except NumberError:
            continue
    return set()


def _only_words(text: str, start: int, end: int) -> bool:
    """Is there nothing but plain words around a number? No sign, letter of algebra or further digit."""
    around = text[:start] + " " + text[end:]
    words = around.split()
    return len(words) <= 6 and all(len(word) > 1 and word.strip(".,").isalpha() for word in words)


def _symbolic(given: str, expected: str) -> bool:
    if max(len(given), len(expected)) > _LONGEST or _DANGEROUS.search(given) or _DANGEROUS.search(expected):
        return False
    try:
        from math_verify import parse, verify
    except ImportError:
        return False
    # The library's time limits are signals, which only the main thread may set.
    limit = 3 if threading.current_thread() is threading.main_thread() else None
    try:
        gold = parse(f"${expected}$", parsing_timeout=limit, raise_on_error=False)
        answer = parse(f"${given}$", parsing_timeout=limit, raise_on_error=False)
        return bool(verify(gold, answer, timeout_seconds=limit, raise_on_error=False))
    except Exception:  # noqa: BLE001 - a library's trouble with untrusted text is "not shown to be equal"
        return False
