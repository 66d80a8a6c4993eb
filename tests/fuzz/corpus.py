"""Texts that make a careless reader slow, wrong or raise: one for each way that was thought of or met.

A text that was met in a fault is added here and stays. `TEXTS` maps a name to a piece and what stands around it;
`text_of` repeats the piece up to a size, so that no large file lies in the repository.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["TEXTS", "Hostile", "text_of"]


class Hostile(NamedTuple):
    """A piece, what stands before all its repetitions, and what stands behind."""

    piece: str
    before: str = ""
    behind: str = ""


TEXTS = {
    "digits": Hostile("1234567890"),
    "digits in a product": Hostile("9", "2 * ", " = 4"),
    "a sum without end": Hostile("1 + ", behind="1 = 2"),
    "equals signs": Hostile("= "),
    "powers": Hostile("9^"),
    "decimal points": Hostile("1."),
    "thousands": Hostile(",000", "1"),
    "fractions": Hostile(r"\frac{1}{"),
    "opening brackets": Hostile("("),
    "opening braces": Hostile("{"),
    "opening square brackets": Hostile("["),
    "closing brackets": Hostile(")]}"),
    "brackets of all kinds": Hostile("({["),
    "matched brackets": Hostile("()[]{}"),
    "backslashes": Hostile("\\"),
    "backslashes and quotes": Hostile('\\"'),
    "double quotes": Hostile('"'),
    "single quotes": Hostile("'"),
    "white space": Hostile(" ", "Verdict", ": correct"),
    "line ends": Hostile("\n", "Verdict:", "correct"),
    "stars": Hostile("*", "Verdict:", "correct"),
    "underscores": Hostile("_", "Verdict:", "correct"),
    "backquotes": Hostile("`"),
    "fences": Hostile("```\n"),
    "bars": Hostile("| "),
    "hashes": Hostile("# "),
    "dashes": Hostile("- "),
    "verdicts": Hostile("Verdict: correct\n"),
    "verdicts that disagree": Hostile("Verdict: correct\nVerdict: mathematical_error\n"),
    "verdicts without a label": Hostile("verdict: "),
    "names of verdicts": Hostile("verdict"),
    "labels": Hostile("correct "),
    "halves of labels": Hostile("mathematical_"),
    "objects with verdicts": Hostile('{"verdict": "correct"}'),
    "objects in objects": Hostile('{"verdict": '),
    "objects never closed": Hostile('{"reasoning": "a", '),
    "keys without values": Hostile('{"a'),
    "single-quoted objects": Hostile("{'verdict': 'correct', "),
    "lists in lists": Hostile('{"premises": ' + "["),
    "nested lists": Hostile("[", '{"premises": '),
    "first wrong steps": Hostile("First wrong step: 1 "),
    "a long step number": Hostile("9", "First wrong step: ", "."),
    "steps": Hostile("Step 1: "),
    "mentions of steps": Hostile("step 1, "),
    "step ranges": Hostile("1-"),
    "thinking": Hostile("<think>"),
    "thinking ended": Hostile("</think>"),
    "maths": Hostile("$$"),
    "environments": Hostile("\\begin{a}"),
    "accents": Hostile("\u0301\u0323", "a"),
    "accents of many classes": Hostile("\u0301\u0327\u0334\u05b0\u3099", "correct"),
    "unseen signs": Hostile("\u200b\u2060\u202e"),
    "letters of mathematics": Hostile("𝐯𝐞𝐫𝐝𝐢𝐜𝐭: 𝐜𝐨𝐫𝐫𝐞𝐜𝐭 "),
    "full-width digits": Hostile("１２"),
    "signs that grow when normalised": Hostile("\ufdfa"),
    "half a surrogate pair": Hostile("\ud800"),
    "chat marks": Hostile("<|im_end|>"),
    "percent and money": Hostile("$5% "),
    "words for numbers": Hostile("twenty-one hundred and "),
    "names of values": Hostile("x = y = "),
    "one word": Hostile("a"),
}


def text_of(name: str, size: int) -> str:
    """A text of about a size, in characters."""
    hostile = TEXTS[name]
    return hostile.before + hostile.piece * max(1, size // len(hostile.piece)) + hostile.behind
