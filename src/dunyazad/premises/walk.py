"""One walk over a step's tokens that finds its values, results, variables, pieces of mathematics and words.

Strategy. A number after an equality sign is pending: it is a *result* once its clause ends, or once more words follow
than a unit has; an operator before that makes it an operand. What stands anywhere before it is a result is *used*.
Mathematics between words forms a run, which is cut into *pieces* of three tokens, by which a later step that goes on
from it is recognised. Most words neither end a run nor meet anything pending: the loop itself takes those.
"""

from __future__ import annotations

from dunyazad.premises.tokens import EQUALS, Piece, Token, Value, cut

__all__ = ["Walk", "walk"]

# How many words may stand between a value and an operator: "5 red pens * 3".
_UNIT = 3
# So many left-hand sides of one step are kept: each is looked for in the steps that follow.
_LABELS = 20
_LONGEST_LABEL = 6  # words
_BEFORE_A_SIGN = frozenset("=≈<>≤≥≡(*/^+-")
_EDGE, _TIMES = Token("\n"), Token("*")


def walk(text: str) -> Walk:
    """Walk over a text."""
    found = Walk(cut(text))
    found.run()
    return found


class Walk:
    """What was found so far and the state of the walk. See `Content` for the first group of attributes.

    Args:
        tokens: What is walked over.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.values: dict[Value, None] = {}
        self.results: set[Value] = set()
        self.used: set[Value] = set()
        self.computes = False
        self.equations = 0
        self.names: dict[str, None] = {}
        self.defined: dict[str, None] = {}
        self.pieces: dict[Piece, None] = {}
        self.labels: dict[str, None] = {}
        self.words: set[str] = set()
        self.telling: set[str] = set()
        self._tokens = [*tokens, _EDGE]  # an end, so that nothing is left pending
        self._run: list[str] = []  # mathematics since the last word or end
        self._phrase = 0  # where the words since the last end or number begin
        self._after_relation = False
        self._pending: Value | None = None  # a result, if no operator follows
        self._gap = 0  # words since the pending value
        self._bare = True  # no value yet since the last end

    def run(self) -> None:
        """Take all tokens."""
        tokens, run, words, telling = self._tokens, self._run, self.words, self.telling
        before = _EDGE
        for place, token in enumerate(tokens):
            kind = token.kind
            if kind == "word":  # every second token
                words.add(token.word)
                if token.telling:
                    telling.add(token.word)
                if run:
                    self._end_run()
                if token.mathematical or self._after_relation or self._pending is not None:
                    self._word(token)
            elif kind == "number":
                self._number(token, before)
                self._phrase = place
            elif kind == "operator":
                self._operator(token, before, tokens[place + 1])
            elif kind == "relation":
                self._relation(token, place)
            elif kind == "end":
                if self._pending is not None:
                    if token.text == "." and before.text[0].isalpha() and tokens[place + 1].text[0].islower():
                        continue  # the point of a shortened unit: "5 ft. long"
                    self._settle()
                if run:
                    self._end_run()
                self._phrase, self._after_relation, self._bare = place, False, True
            elif kind == "name":
                self._name(token, before, tokens[place + 1])
            elif kind == "nothing":  # not even a neighbour
                continue
            else:
                self._sign(token, tokens[place + 1])
            before = token

    def _settle(self) -> None:
        """What is pending is a result: no operator followed."""
        if self._pending is not None:
            self.results.add(self._pending)
            self._pending = None

    def _operand(self) -> None:
        """What is pending is no result: something is done with it."""
        if self._pending is not None:
            if self._pending not in self.results:
                self.used.add(self._pending)
            self._pending = None

    def _end_run(self) -> None:
        run = self._run
        if len(run) > 2:
            self.pieces.update(dict.fromkeys(zip(run, run[1:], run[2:], strict=False)))
        run.clear()

    def _word(self, token: Token) -> None:
        """Take a word that is a number, or that stands where it matters."""
        if token.value is not None:
            self.values[token.value] = None
            if token.value not in self.results:
                self.used.add(token.value)
        if self._pending is not None:
            self._gap += 1
            if self._gap > _UNIT:
                self._settle()
        elif token.word in EQUALS:
            self._after_relation = True
        elif self._after_relation and token.word not in ("about", "approximately"):
            self._after_relation = False

    def _number(self, token: Token, before: Token) -> None:
        value, below, piece, run = token.value, token.below, token.piece, self._run
        assert value is not None
        if run and before.text == "-" and (len(run) == 1 or run[-2] in _BEFORE_A_SIGN):
            value = -value
            if below is None:
                piece = str(value)
            else:
                below = -below
            run.pop()
        self.values[value] = None
        if below is not None:
            self._division(value, below)
        elif self._after_relation:
            self._settle()
            self._pending, self._gap = value, 0
            if self._bare and value not in self.results:
                self.used.add(value)
        elif value not in self.results:
            self.used.add(value)
        self._after_relation = self._bare = False
        run.append(piece)

    def _division(self, above: Value, below: Value) -> None:
        self.values[below] = None
        self.computes = True
        self._operand()
        self.used.update(value for value in (above, below) if value not in self.results)

    def _name(self, token: Token, before: Token, after: Token) -> None:
        sign = token.text
        if sign == "x" and before.digit and (after.digit or after.text == "("):
            self._operator(_TIMES, before, after)
            return
        if sign in "aAI" and not self._in_formula(before, after):
            return
        self.names[sign] = None
        self._run.append(sign)
        self._after_relation = False
        if before.digit:
            self._operand()

    @staticmethod
    def _in_formula(before: Token, after: Token) -> bool:
        """Is an "a" a variable here and not a word?"""
        kinds = (before.kind, after.kind)
        return "operator" in kinds or "relation" in kinds or before.kind == "number" or before.text == "("

    def _operator(self, token: Token, before: Token, after: Token) -> None:
        sign = token.text
        if self._after_relation and sign == "-":
            self._run.append(sign)
            return
        if sign == "/" and len(after.text) > 1 and after.text[0].isalpha():  # a unit: "$2/egg"
            return
        self._operand()
        if before.digit or after.digit or before.text == ")":
            self.computes = True
        self._after_relation = False
        self._run.append(sign)

    def _relation(self, token: Token, place: int) -> None:
        sign, run = token.text, self._run
        self._settle()
        if sign == "=":
            self.equations += 1
        if run:
            if len(run) == 1 and run[0] in self.names:
                self.defined[run[0]] = None
        elif len(self.labels) < _LABELS:
            phrase = [one.word for one in self._tokens[self._phrase : place] if one.kind == "word"]
            if phrase:
                self.labels[" ".join(phrase[-_LONGEST_LABEL:])] = None
        run.append(sign)
        self._phrase = place
        self._after_relation = True

    def _sign(self, token: Token, after: Token) -> None:
        sign = token.text
        if sign == "(" and (after.digit or after.text == "("):
            self._operand()
        if token.kind == "function" or sign[0] == "\\":
            self._after_relation = False
            self.computes = self.computes or sign in ("\\frac", "\\sqrt")
        self._run.append(sign)
