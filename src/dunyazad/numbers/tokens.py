"""Cutting arithmetic, or prose with arithmetic in it, into tokens: one pass, left to right, nothing tried twice.

The tokenizer knows how signs look (plain, typographic, LaTeX) and nothing of what they mean together. It never
fails: what it does not know becomes a `break`, at which every reader stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers.literal import DECIMALS, NUMERAL, SPACES, VULGAR, read_numeral

__all__ = ["Token", "TokenKind", "math_dollars", "tokenize"]

# number    with its value; None where it is too long to be read
# word      letters; what it means (name, unit, plain word) is decided later
# fraction  \frac: two arguments follow
# marker    what surrounds arithmetic and means nothing in it: \( \) $ $ ** `
# break     anything else
TokenKind = Literal[
    "number", "word", "name", "operator", "percent", "money", "open", "close", "fraction", "relation", "marker",
    "newline", "break",
]  # fmt: skip


class Token(msgspec.Struct, frozen=True, gc=False):
    """A piece of text, what it is, and where it stands.

    `text` is in one normal form for operators (`*` for `×`) and relations (`=` or `≈`), verbatim for the rest.
    `decimals` is how many decimals a number shows.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    value: Fraction | None = None
    decimals: int = 0


_VULGAR = "".join(VULGAR)
_PATTERN = re.compile(
    rf"""
    (?P<letters> [A-Za-z]++(?![^\W²³]) )
  | (?P<newline> \n | \r | \\\\ | \\newline(?![A-Za-z]) | \\(?:begin|end)\{{[A-Za-z]{{1,20}}\*?\}} )
  | (?P<space> [ \t\f\v{SPACES}\u200b]++ | \\[ ,;:!] | ~ | &
        | \\(?:left|right|quad|qquad|displaystyle|boxed|bigl?|bigr?|Bigl?|Bigr?|mathbf|limits)(?![A-Za-z]) )
  | (?P<mixed> [0-9]{{1,9}}[ -]?[{_VULGAR}] | [0-9]{{1,6}}\ [0-9]{{1,4}}/[0-9]{{1,4}}(?![0-9/.]) )
  | (?P<ordinal> [0-9]++(?:st|nd|rd|th)(?![A-Za-z]) )
  | (?P<number> {NUMERAL} )
  | (?P<vulgar> [{_VULGAR}] )
  | (?P<short> \\[dt]?frac\ ?[0-9]\ ?[0-9] )
  | (?P<fraction> \\[dtc]?frac(?![A-Za-z]) )
  | (?P<text> \\(?:text|mathrm|textbf|textit|mbox|operatorname|textrm)\ ?\{{[^{{}}\n]{{0,200}}\}} )
  | (?P<square> [²³] )
  | (?P<subscript> [A-Za-z]_(?:\{{[A-Za-z0-9]{{1,20}}\}}|\\text\{{[A-Za-z0-9]{{1,20}}\}}) )
  | (?P<marker> \\[()\[\]] | `++ | _{{2,}}+ )
  | (?P<word> [^\W0-9²³][^\W²³]*+ | ° )
  | (?P<not> != | ≠ | \\neq?(?![A-Za-z]) | [=-]{{1,3}}+> | <=+ | >=+ | <++ | >++
        | \\(?:to|implies|Rightarrow|rightarrow)(?![A-Za-z]) )
  | (?P<about> ≈ | ≅ | \\(?:approx|simeq|cong|sim)(?![A-Za-z]) )
  | (?P<equals> :?=++ )
  | (?P<times> \\(?:times|cdot|ast)(?![A-Za-z]) | [×·∗⋅✕] | \\\* )
  | (?P<over> \\div(?![A-Za-z]) | [÷\u2044] )
  | (?P<stars> \*{{2,}}+ )
  | (?P<operator> [-+*/^−–] )
  | (?P<percent> \\?% )
  | (?P<money> \\\$ | [€£¥₹¢] )
  | (?P<dollar> \$ )
  | (?P<open> [(\[{{] )
  | (?P<close> [)\]}}] )
  | (?P<break> \\[A-Za-z]++ | . )
    """,
    re.VERBOSE | re.DOTALL,
)
# Nine tokens in ten are words, short numbers and single signs whose neighbours leave no doubt of what they are.
# One pattern of three groups takes them; where it takes nothing, the full pattern is tried. What it takes, the full one
# would take in the same way: a word that no hyphen or digit touches and that is no "x", a number that nothing goes on
# from, a sign that is no part of a longer one.
_QUICK = re.compile(
    rf"""
    \ *+ (?:
        ( (?<![-−–]) (?: [A-WYZa-wyz] | [xX](?=[A-Za-z]) ) [A-Za-z]*+ (?![\w'’-]) )
      | ( (?: [0-9]{{1,3}}(?:,[0-9]{{3}})++ | [0-9]{{1,9}}+ ) (?:\.[0-9]{{1,9}}+)?+
          (?= \ (?![0-9{_VULGAR}]) | [.,](?![0-9\\]) | [)%*+=/:;}}\n] | \\[)\]] | \Z ) )
      | ( [-+*/=](?=[\ 0-9$(]) | [.,;:?!](?![0-9=]) | [()%$\n{{}}\[\]] | \\[()\[\]] )
      | )
    """,
    re.VERBOSE,
)
_WORD, _NUMBER = 1, 2
_SIGNS: dict[str, TokenKind] = {
    **dict.fromkeys("+-*/", "operator"),
    **dict.fromkeys(".,;:?!", "break"),
    "=": "relation",
    **dict.fromkeys("([{", "open"),
    **dict.fromkeys(")]}", "close"),
    **dict.fromkeys(("\\(", "\\)", "\\[", "\\]"), "marker"),
    "%": "percent",
    "\n": "newline",
}
_OPERATORS = {"−": "-", "–": "-"}
_OPERAND_END = {"number", "close", "word", "percent"}
_AFTER_TIMES = re.compile(rf"[ \t{SPACES}]{{0,3}}(?:[0-9(.$]|\\[$(]|\\[dt]?frac|[{_VULGAR}])")
_DOLLAR = re.compile(r"(?<!\\)\$")
_MAY_CLOSE = re.compile(r"[^\s+*/=(-]\$")
_HYPHENS = re.compile(r"(?:[-'’][^\W\d_]+)++")
_HYPHEN = ("-", "'", "’")
_TEXT = re.compile(r"\{(.*)\}", re.DOTALL)


def math_dollars(text: str) -> frozenset[int]:
    r"""Where a `$` opens or closes LaTeX mathematics and is no money.

    A text that writes `\$` for money uses the plain one for mathematics. Else `$` opens where it touches what
    follows, and its partner, the next one on the line, touches what stands before and no digit after.

    Example:
        >>> sorted(math_dollars("$x = 5$ costs $5 and $6")), math_dollars("$12 + $13 = $25")
        ([0, 6], frozenset())
    """
    escaped = "\\$" in text
    if not escaped and _MAY_CLOSE.search(text) is None:  # all is money
        return frozenset()
    places = [match.start() for match in _DOLLAR.finditer(text)]
    if escaped:
        return frozenset(places)
    found: set[int] = set()
    index = 0
    while index + 1 < len(places):
        first, second = places[index], places[index + 1]
        if second == first + 1 or (_opens(text, first) and _closes(text, second) and "\n" not in text[first:second]):
            found.update((first, second))
            index += 2
        else:
            index += 1
    return frozenset(found)


def _opens(text: str, place: int) -> bool:
    return not text[place + 1].isspace()


def _closes(text: str, place: int) -> bool:
    after = text[place + 1 : place + 2]
    return not text[place - 1].isspace() and text[place - 1] not in "+-*/=(" and not (after.isalnum() or after == "(")


def tokenize(text: str, *, prose: bool = False) -> list[Token]:
    """Cut a text into tokens; spaces are left out.

    With `prose`, a hyphen between letters is part of a word ("five-year-old") and not a minus.

    Example:
        >>> [(token.kind, token.text) for token in tokenize("3 x $1,000")]
        [('number', '3'), ('operator', '*'), ('money', '$'), ('number', '1,000')]
    """
    dollars = math_dollars(text) if "$" in text else frozenset()
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        position = _plain_tokens(text, position, tokens, dollars)
        if position < len(text):
            position = _next_token(text, position, tokens, dollars, prose=prose)
    return tokens


def _plain_tokens(text: str, position: int, tokens: list[Token], dollars: frozenset[int]) -> int:
    """Add the tokens that need no look at their surroundings; gives where the first that does stands."""
    add = tokens.append
    for match in _QUICK.finditer(text, position):
        group = match.lastindex
        if group is None:  # the last alternative, which is empty
            return match.end()
        start, end = match.span(group)
        written = match[group]
        if group == _WORD:
            add(Token("word", written, start, end))
        elif group == _NUMBER:
            add(_numeral(written, start))
        elif written == "$":
            add(Token("marker" if start in dollars else "money", written, start, end))
        else:
            add(Token(_SIGNS[written], written, start, end))
    return len(text)


def _next_token(text: str, position: int, tokens: list[Token], dollars: frozenset[int], *, prose: bool) -> int:
    """Add the token at a position, if it is any; gives where the next one may stand."""
    match = _PATTERN.match(text, position)
    if match is None:  # the last alternative takes any character
        raise AssertionError(f"no token at {position}")
    kind = match.lastgroup or "break"
    if kind in ("letters", "word"):
        return _word(text, match, tokens, prose=prose)
    if kind == "number":
        tokens.append(_numeral(match[0], match.start()))
    elif kind in _PLAIN:
        tokens.append(_plain(kind, match[0], match.start(), match.end()))
    elif kind != "space":
        tokens.extend(_tokens(kind, match, tokens, dollars))
    return match.end()


def _word(text: str, match: re.Match[str], tokens: list[Token], *, prose: bool) -> int:
    """Add a word, or the product that an `x` between two numbers means; gives where to go on."""
    start, end, word = match.start(), match.end(), match[0]
    before = tokens[-1] if tokens else None
    if word[0] == "_" and before is not None and before.end == start:
        tokens.append(Token("break", word, start, end))  # "34_5" counts in fives
        return end
    if word[0] in "xX" and (len(word) == 1 or word[1:].isdecimal()):
        joined = before is not None and before.kind in _OPERAND_END and before.text != "{"
        even = text[start - 1].isspace() == text[start + 1 : start + 2].isspace()  # "10x 159" is no product
        if joined and even and _AFTER_TIMES.match(text, start + 1):
            tokens.append(Token("operator", "*", start, start + 1))
            return start + 1
    if prose:
        if before is not None and before.kind == "operator" and before.text == "-" and before.end == start:
            number = tokens[-2] if len(tokens) > 1 else None
            if len(word) > 1 and number is not None and number.kind == "number" and number.end == before.start:
                tokens.pop()  # "5-year": the hyphen joins
        if len(word) > 1 and text[end : end + 1] in _HYPHEN and (hyphens := _HYPHENS.match(text, end)):
            end = hyphens.end()
    tokens.append(Token("word", text[start:end], start, end))
    return end


def _tokens(kind: str, match: re.Match[str], before: list[Token], dollars: frozenset[int]) -> Iterator[Token]:
    text, start, end = match[0], match.start(), match.end()
    operand = bool(before) and before[-1].kind in ("number", "close", "percent")
    if kind in ("mixed", "vulgar"):
        yield Token("number", text, start, end, _mixed(text))
    elif kind == "short":
        yield Token("fraction", text, start, end - 1)
        digits = [character for character in text if character.isdigit()]
        yield Token("number", digits[0], end - 1, end - 1, Fraction(digits[0]))
        yield Token("number", digits[1], end - 1, end, Fraction(digits[1]))
    elif kind == "square":
        if operand:
            yield Token("operator", "^", start, start)
            yield Token("number", text, start, end, Fraction(2 if text == "²" else 3))
        else:
            yield Token("word", text, start, end)
    elif kind == "text":
        yield _latex_text(match)
    elif kind == "stars":
        yield _stars(match, before)
    else:  # a dollar
        yield Token("marker" if start in dollars else "money", text, start, end)


def _plain(kind: str, text: str, start: int, end: int) -> Token:
    """Tokens that need no look at their surroundings."""
    token_kind, normal = _PLAIN[kind]
    return Token(token_kind, normal or _OPERATORS.get(text, text), start, end)


# What the pattern's groups become, and the one normal form that they have.
_PLAIN: dict[str, tuple[TokenKind, str]] = {
    "times": ("operator", "*"),
    "over": ("operator", "/"),
    "operator": ("operator", ""),
    "equals": ("relation", "="),
    "about": ("relation", "≈"),
    "not": ("break", ""),
    "ordinal": ("break", ""),
    "subscript": ("word", ""),
    "newline": ("newline", ""),
    "fraction": ("fraction", ""),
    "percent": ("percent", ""),
    "money": ("money", ""),
    "marker": ("marker", ""),
    "open": ("open", ""),
    "close": ("close", ""),
    "break": ("break", ""),
}


def _numeral(text: str, start: int) -> Token:
    end = start + len(text)
    try:
        value = read_numeral(text)
    except NumberError:
        return Token("number", text, start, end)
    decimals = DECIMALS.search(text) if "." in text else None
    return Token("number", text, start, end, value, len(decimals[1]) if decimals else 0)


def _mixed(text: str) -> Fraction | None:
    """The value of `2½`, `2 1/2` or `½`."""
    if text[-1] in VULGAR:
        whole = text[:-1].rstrip(" -")
        return Fraction(whole or 0) + VULGAR[text[-1]]
    whole, _, part = text.partition(" ")
    above, _, below = part.partition("/")
    return Fraction(whole) + Fraction(int(above), int(below)) if int(below) else None


def _latex_text(match: re.Match[str]) -> Token:
    r"""`\text{ apples}` is a word; text with digits or signs in it is not looked into."""
    inner = _TEXT.search(match[0])
    words = inner[1].strip() if inner else ""
    plain = all(character.isalpha() or character in " .'’-/()" for character in words)
    return Token(
        "word" if plain and words else "break", words if plain and words else match[0], match.start(), match.end()
    )


def _stars(match: re.Match[str], before: list[Token]) -> Token:
    """`2**3` and `2 ** 3` are powers; `**5 + 3**` is bold print."""
    text, start, end = match.string, match.start(), match.end()
    spaced_before, spaced_after = text[start - 1 : start].isspace(), text[end : end + 1].isspace()
    operand = bool(before) and before[-1].kind in ("number", "close", "word")
    if (
        end - start == 2
        and operand
        and spaced_before == spaced_after
        and (text[end : end + 2].strip()[:1] or "=") not in "=.,;:"
    ):
        return Token("operator", "^", start, end)
    return Token("marker", match[0], start, end)
