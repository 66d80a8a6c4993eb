"""Where the arithmetic beside a sign of equality begins and ends in prose.

The walk goes from the sign outward, token by token. It stops before punctuation, an unmatched bracket, or a word
that is no unit of a number. Wherever the next thing outside may belong to the arithmetic ("half of 12 + 3 =",
"6 : 2 = 3", "= 12 times the rate") it gives None: better no equation than one that was never written.
"""

from __future__ import annotations

from collections.abc import Sequence

from dunyazad.numbers.tokens import Token
from dunyazad.numbers.units import OPERATOR_WORDS, begins_clause, is_letter, past_remark
from dunyazad.numbers.words import SCALES, kept_by_word, vocabulary

__all__ = ["between", "goes_with_number", "is_sign", "label_before", "stands_before_a_side", "walk_back", "walk_on"]

_MOST_UNIT_WORDS = 5


_LARGER = SCALES.keys() | vocabulary(
    "hundred dozen half twice thrice double triple squared cubed sum difference "
    "product quotient remainder mod modulo root sqrt power percent log ln sin cos tan max min"
)
# Before a side, these make it part of something larger; after it, they only begin another phrase.
_LEADING = vocabulary("over per by less more than from")
_DETERMINERS = vocabulary("the his her their its our your my these those all")
# A number behind these is the name of something: "day 2 + 3 = 7" is no sum.
_LABELS = vocabulary(
    "day week month year step problem question chapter page part case option equation round game group "
    "grade level section figure table line lesson example exercise number no age room"
)
_SAFE_BREAKS = frozenset(
    [*".,;:?!\"'“”‘’«»…—–•#|→⇒>&", *"。，、；：？！", "=>", "->", "-->", "==>", "<<", ">>", "<",
     "\\Rightarrow", "\\implies", "\\to", "\\rightarrow"]
)  # fmt: skip


def between(tokens: Sequence[Token], index: int, start: int, end: int) -> bool:
    """Does a marker touch an operator, or a bracket's inside, so that it means nothing there?"""
    before = tokens[index - 1].kind if index > start else ""
    after = tokens[index + 1].kind if index + 1 < end else ""
    return before in ("operator", "money", "open") or after in ("operator", "close")


def walk_back(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where the arithmetic begins that ends at `end`, not before `start`; None where that is not certain."""
    index, depth = end, 0
    while index > start:
        kind = tokens[index - 1].kind
        if kind in _INSIDE:
            pass
        elif kind == "close":
            if depth == 0 and _stands_apart(tokens, index, end):
                return _begin(tokens, index, start, end)
            depth += 1
        elif depth > 0:
            depth -= kind == "open"
        elif kind != "word":
            if _ends_walk(tokens, index - 1, start, end):
                return _begin(tokens, index, start, end)
        elif not is_letter(tokens[index - 1]):
            operand = _operand_at(tokens, index, end)
            first = None if operand else _unit_phrase(tokens, index, start)
            if first is None:
                amount = _names_an_amount(tokens, index - 1, start)
                if amount or not (operand and _is_operator(tokens, index)):
                    return _after_word(tokens, index, start, end, amount=amount)
            else:
                index = first + 1
        index -= 1
    return _begin(tokens, index, start, end) if depth == 0 else None


# What never ends a walk.
_INSIDE = frozenset(["number", "operator", "percent", "money", "fraction"])


def _stands_apart(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Does a number follow a bracket with a space and no operator between: "[Q1] 3 + 4", "2) 3 + 4"?"""
    return index < end and tokens[index].kind in ("number", "money") and tokens[index].start > tokens[index - 1].end


def label_before(tokens: Sequence[Token], start: int, end: int) -> str:
    """The phrase in words that a sign at `end` follows; empty where anything else stands before the sign."""
    index = end
    while index > start and tokens[index - 1].kind == "word" and end - index < _LONGEST_LABEL:
        index -= 1
    at_start = (
        index == start or tokens[index - 1].kind in ("newline", "marker") or tokens[index - 1].text in _SAFE_BREAKS
    )
    return " ".join(token.text.lower() for token in tokens[index:end]) if at_start else ""


_LONGEST_LABEL = 12


def _ends_walk(tokens: Sequence[Token], index: int, start: int, end: int) -> bool:
    token = tokens[index]
    return token.kind in ("newline", "break", "open") or (
        token.kind == "marker" and not between(tokens, index, start, end)
    )


def _begin(tokens: Sequence[Token], index: int, start: int, end: int) -> int | None:
    """Check the place where a side would begin; a list's bullet is passed over."""
    if index >= end:
        return None
    first, before = tokens[index], tokens[index - 1] if index > start else None
    if first.kind == "operator":
        spaced = index + 1 < end and tokens[index + 1].start > first.end
        if spaced and first.text in "-*+" and (before is None or before.kind == "newline"):
            return index + 1
        if spaced or first.text not in "-+":
            return None
    if before is None or before.kind != "break":
        return index
    if before.text == ":" and index > start + 1 and tokens[index - 2].kind == "number":
        ratio = before.start > tokens[index - 2].end or before.end == first.start
        return None if ratio else index
    return index if before.text in _SAFE_BREAKS else None


def _after_word(tokens: Sequence[Token], index: int, start: int, end: int, *, amount: bool) -> int | None:
    """A side that begins after a word, unless the word may belong to the arithmetic and names no amount."""
    if index >= end:
        return None
    if amount:
        return _begin(tokens, index, start, end)
    word = tokens[index - 1]
    text = word.text.lower()
    if text in _JOINED_TO_NEXT or "_" in text:
        return None
    if tokens[index].kind == "open" and tokens[index].start == word.end:
        return None  # f(3) = 7
    each = index > start + 1 and tokens[index - 2].text.lower() in ("each", "every")
    if (text in _LABELS and not each) or (
        index > start + 1 and tokens[index - 2].kind == "number" and not begins_clause(word.text)
    ):
        return None  # day 2 + 3, 5 feet 3 inches + 2
    if text in _DETERMINERS and index > start + 1 and tokens[index - 2].text.lower() in _ALL_OPERATOR_WORDS | _LARGER:
        return None  # half of the 12 eggs
    return _begin(tokens, index, start, end)


@kept_by_word
def stands_before_a_side(word: str) -> bool:
    """Does a side surely begin behind this word, if no number stands before it?"""
    lowered = word.lower()
    return lowered not in _JOINED_TO_NEXT and lowered not in _LABELS and lowered not in _DETERMINERS


# "A profit of 84 - 70", "higher by 72 - 20": what follows stands by itself, if no operand comes before in the clause.
_AMOUNTS = vocabulary(
    "profit total income revenue cost price amount value answer result rest loss gain distance length weight change "
    "balance surplus score time savings number"
)
_JOINING = (_LARGER - _AMOUNTS) | vocabulary(
    "divided multiplied divide multiply dividing multiplying increased decreased reduced raised split"
)
_OPERANDS = frozenset(["number", "close", "percent", "money", "fraction"])


def _names_an_amount(tokens: Sequence[Token], index: int, start: int) -> bool:
    """Does the "of" or "by" at `index` only say how much, so that nothing before it belongs to the arithmetic?"""
    word = tokens[index].text.lower()
    if word not in ("of", "by"):
        return False
    if word == "of" and not (index > start and tokens[index - 1].text.lower() in _AMOUNTS):
        return False
    words = -1  # between an operand and the amount: "8 packets contain a total of" tells of something else
    while index > start and tokens[index - 1].kind not in ("break", "newline"):
        index -= 1
        token = tokens[index]
        if token.kind in _OPERANDS:
            return word == "of" and token.kind in ("number", "close") and words > 1
        if (
            is_letter(token)
            or token.text.lower() in _JOINING
            or (word == "of" and words >= 0 and token.text.lower() == "of")
        ):
            return False
        words += token.text.lower() not in ("a", "the", "its", "their")
    return True


_ALL_OPERATOR_WORDS = frozenset(word for words in OPERATOR_WORDS for word in words.split())
# Between two operands; "by" is one behind another word only.
_INFIX_WORDS = _ALL_OPERATOR_WORDS - {"by"}
_JOINED_TO_NEXT = _LARGER | _LEADING | _ALL_OPERATOR_WORDS


def _is_operator(tokens: Sequence[Token], index: int) -> bool:
    """Is the word before `index` an operator in words, with an operand before it?"""
    if index < 2:
        return False
    word = tokens[index - 1].text.lower()
    if word == "by" and tokens[index - 2].text.lower() in ("divided", "multiplied"):
        return True
    operand = tokens[index - 2].kind in ("number", "close", "percent", "word", "money", "marker")
    return operand and word in _ALL_OPERATOR_WORDS


def _operand_at(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Does an operand begin at `index`, markers and money signs aside?"""
    if index < end and (past := past_remark(tokens, index)) is not None:
        index = past
    while index < end and (tokens[index].kind in ("marker", "money") or is_sign(tokens, index)):
        index += 1
    return index < end and (tokens[index].kind in ("number", "open", "fraction") or is_letter(tokens[index]))


def is_sign(tokens: Sequence[Token], index: int) -> bool:
    """Is a minus behind a word the sign of what it touches ("adds it as -4")?"""
    token = tokens[index]
    if token.text != "-" or index == 0 or tokens[index - 1].kind != "word" or index + 1 >= len(tokens):
        return False
    return token.start > tokens[index - 1].end and tokens[index + 1].start == token.end


def _unit_phrase(tokens: Sequence[Token], index: int, start: int) -> int | None:
    """Walk back over the words before `index` to where the unit begins that they are; None if they are none."""
    place = index - 1
    while place >= start and index - place <= _MOST_UNIT_WORDS and tokens[place].kind == "word":
        place -= 1
    if place < start or place == index - 1:
        return None
    if tokens[place].kind == "operator" and tokens[place].text == "/":
        return place
    known = tokens[place].kind in ("number", "close", "percent", "money", "marker")
    clause = any(begins_clause(token.text) for token in tokens[place + 1 : index])
    return place + 1 if known and not clause else None


def walk_on(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where the arithmetic ends that begins at `start`, not after `end`; None where that is not certain."""
    index, going = _past_operand(tokens, start, end), True
    while going and index is not None and index < end:
        index, going = _after_operand(tokens, index, end)
    return index


def _past_operand(tokens: Sequence[Token], index: int, end: int) -> int | None:
    """Walk over an operand with its signs; None where there is none."""
    while index < end and (tokens[index].kind in ("marker", "money") or tokens[index].text == "-"):
        index += 1
    if index >= end:
        return None
    kind = tokens[index].kind
    if kind == "number" or (kind == "word" and is_letter(tokens[index])):
        return index + 1
    if kind == "open":
        return _past_bracket(tokens, index, end)
    if kind == "fraction":
        above = _past_argument(tokens, index + 1, end)
        return None if above is None else _past_argument(tokens, above, end)
    return None


def _past_argument(tokens: Sequence[Token], index: int, end: int) -> int | None:
    if index < end and tokens[index].kind == "number":
        return index + 1
    return _past_bracket(tokens, index, end) if index < end and tokens[index].kind == "open" else None


def _past_bracket(tokens: Sequence[Token], index: int, end: int) -> int | None:
    depth = 0
    for place in range(index, end):
        if tokens[place].kind in ("open", "close"):
            depth += 1 if tokens[place].kind == "open" else -1
            if depth == 0:
                return place + 1
    return None


def _after_operand(tokens: Sequence[Token], index: int, end: int) -> tuple[int | None, bool]:
    """What stands behind an operand: gives where it leads, and whether the side goes on there."""
    token = tokens[index]
    kind = token.kind
    if kind == "word":
        return (_past_operand(tokens, index, end), True) if is_letter(token) else _over_words(tokens, index, end)
    if kind in ("newline", "break"):
        return _before_break(tokens, index, end), False
    if kind == "close":
        return index, False
    if kind == "operator":
        return _after_operator(tokens, index, end)
    if kind in ("percent", "money"):
        return index + 1, True
    if kind == "marker":
        goes_on = index + 1 < end and tokens[index + 1].kind == "operator"
        return (index + 1, True) if goes_on else (index, False)
    if kind == "open":
        if (past := past_remark(tokens, index)) is not None:
            return past, True
        return (index, False) if token.start > tokens[index - 1].end else (_past_bracket(tokens, index, end), True)
    return (_past_operand(tokens, index, end), True) if kind == "fraction" else (None, False)


def _before_break(tokens: Sequence[Token], index: int, end: int) -> int | None:
    """A side ends before punctuation, but not in the middle of a ratio, nor before a sign that is not known."""
    token = tokens[index]
    touches = index + 1 < end and tokens[index + 1].kind == "number" and tokens[index + 1].start == token.end
    if token.text == ":" and touches:
        return None
    return index if token.kind == "newline" or token.text in _SAFE_BREAKS else None


def _after_operator(tokens: Sequence[Token], index: int, end: int) -> tuple[int | None, bool]:
    operator = tokens[index].text
    if (past := _past_operand(tokens, index + 1, end)) is not None:
        return past, True
    if operator == "/" and index + 1 < end and tokens[index + 1].kind == "word":
        return index + 2, True  # a unit's slash
    # A dash between phrases ends the side; "= 5 * rate" goes on in a way that cannot be read.
    return (index, False) if operator == "-" and _is_dash(tokens, index, end) else (None, False)


def _is_dash(tokens: Sequence[Token], index: int, end: int) -> bool:
    spaced_before = tokens[index].start > tokens[index - 1].end
    spaced_after = index + 1 >= end or tokens[index + 1].start > tokens[index].end
    return spaced_before and spaced_after


def _over_words(tokens: Sequence[Token], index: int, end: int) -> tuple[int | None, bool]:
    """Words behind an operand: an operator, a unit inside the side, or its end."""
    word = tokens[index].text.lower()
    if word == "times" and (index + 1 >= end or tokens[index + 1].text in _SAFE_BREAKS):
        return index + 1, False  # "makes it 28 times."
    if word == "of" and _of_a_whole(tokens, index, end):
        return index, False
    if word in _INFIX_WORDS:
        width = 2 if word in ("multiplied", "divided") else 1
        return _past_operand(tokens, index + width, end), True
    place = index
    while (
        place < end
        and place - index < _MOST_UNIT_WORDS
        and tokens[place].kind == "word"
        and not is_letter(tokens[place])
    ):
        if begins_clause(tokens[place].text):
            break
        place += 1
    if place < end and place > index and tokens[place].kind == "number" and word in _PARTED:
        return None, False  # "= 3 hours 30 minutes"
    goes_on = (
        place < end and place > index and (tokens[place].kind == "operator" or past_remark(tokens, place) is not None)
    )
    if goes_on and (
        tokens[place].text != "-" or not _is_dash(tokens, place, end) or _past_operand(tokens, place + 1, end)
    ):
        return place, True
    if word in _LARGER and word not in _SCALES:
        return None, False
    return (index, False) if begins_clause(tokens[index].text) or word in _LEADING else (index + 1, False)


@kept_by_word
def goes_with_number(word: str) -> bool | None:
    """Is the first of some words, behind which a clause or line ends, the unit of the number before it?

    None for one that may mean more ("= 12 hundred", "= 12 times").
    """
    lowered = word.lower()
    if lowered in _INFIX_WORDS or lowered in _LARGER:
        return None
    return not (begins_clause(word) or lowered in _LEADING)


def _of_a_whole(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Does "of" only name the things that are counted ("= 128 of them")? Not behind a part ("= 1/2 of the 40")."""
    number, before, after = tokens[index - 1], tokens[index - 2], tokens[index + 1 : min(index + 2, end)]
    counted = number.kind == "number" and number.value is not None and number.value.denominator == 1
    plain = index < 2 or before.kind in ("relation", "newline", "money", "marker")
    return counted and plain and bool(after) and after[0].kind == "word" and not is_letter(after[0])


# Units that a smaller one may follow.
_PARTED = vocabulary(
    "day days week weeks month months year years hour hours hr hrs h minute minutes min mins foot feet ft yard yards "
    "mile miles pound pounds lb lbs dollar dollars gallon gallons quart quarts dozen metre metres meter meters m kg"
)
_SCALES = frozenset(("hundred", "thousand", "million", "billion", "trillion", "dozen", "percent"))
