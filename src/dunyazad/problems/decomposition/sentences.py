"""Clean a problem's text and cut it into sentences.

A mark ends a sentence where white space and something that can begin a sentence follow, unless it belongs to an
abbreviation or an initial. Word problems are plain enough that this beats general splitters, and it never rewrites.
"""

from __future__ import annotations

import re

from dunyazad.problems.word_lists import word_set

__all__ = ["clean", "split_sentences"]

_SIGNS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ", "`": "'", "\u2009": " "})
_SPACES = re.compile(r"\s+")
_GLUED = re.compile(r"(?<=[a-z]{2})([.?!])(?=[A-Z][a-z])")
_LOST_SPACE = re.compile(r"(?<=[a-z]),(?=[a-zA-Z])")
_EARLY_MARK = re.compile(r"\s+(?=[,.?!;:](?:\s|$))")
_PART_ENDING = re.compile(r"(?<=\d/\d)(?:rds?|ths?)\b")
_GROUPED = re.compile(r"\$\d{1,3}(?: \d{3})+(?!\d)")
_END = re.compile(r"[.?!]+[\"')]*(?=\s)")
_LAST_WORD = re.compile(r"[\w.']+$")
_NEVER_LAST = word_set("mr mrs ms dr prof st jr sr mt vs no approx e.g i.e gen capt lt sgt ave etc fig vol")
_SOMETIMES_LAST = word_set("a.m p.m oz lb lbs ft in inc co ltd u.s hr hrs min mins sec yd cm km mi sq gal pt qt")

_OPENER = re.compile(
    r"(?:How|What|If|He|She|They|It|The|A|An|In|On|At|After|Each|There|When|Then|Calculate|Find|Determine)\b"
)


def clean(text: str) -> str:
    """Give a text with plain quotation marks and single spaces, and "1/3" for "1/3rd".

    Example:
        >>> clean("Ottilie’s hens  lay eggs.She sells 3 .")
        "Ottilie's hens lay eggs. She sells 3."
    """
    text = _SPACES.sub(" ", text.translate(_SIGNS)).strip()
    text = _GROUPED.sub(lambda match: match[0].replace(" ", ","), _PART_ENDING.sub("", text))
    return _LOST_SPACE.sub(", ", _GLUED.sub(r"\1 ", _EARLY_MARK.sub("", text)))


def split_sentences(text: str) -> tuple[str, ...]:
    """Cut a clean text into its sentences, left to right; nothing is lost but the spaces between.

    Example:
        >>> split_sentences("Dr. Wertz sells 2.5 lb. of tea at 5 p.m. daily. It costs $3.50! How much is that?")
        ('Dr. Wertz sells 2.5 lb. of tea at 5 p.m. daily.', 'It costs $3.50!', 'How much is that?')
    """
    sentences: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if _ends_sentence(text, match.start(), match.end()):
            sentences.append(text[start : match.end()])
            start = match.end() + 1
    if text[start:].strip():
        sentences.append(text[start:])
    return tuple(sentences)


def _ends_sentence(text: str, mark: int, end: int) -> bool:
    following = text[end:].lstrip()[:2]
    if text[mark] != ".":
        return not following[:1].islower()
    word = _LAST_WORD.search(text[max(0, mark - 20) : mark])
    last = word[0].lower() if word else ""
    if last in _NEVER_LAST:
        return False
    if len(last) == 1 and last.isalpha() and last != "i" and text[mark - 1].isupper():
        # "Box A. Box B": a letter after a small word is a label; after a capitalised one it is an initial.
        if _OPENER.match(text[end:].lstrip()):
            return True
        return not following[:1].islower() and not re.search(r"\b[A-Z][a-z]+ [A-Z]$", text[max(0, mark - 25) : mark])
    if last in _SOMETIMES_LAST:
        return following[:1].isupper()
    return True
