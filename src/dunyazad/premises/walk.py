"""One walk over a step's tokens that finds its values, results, variables, pieces of mathematics and words.

Strategy. A number after an equality sign is pending: it is a *result* once its clause ends, or once more words follow
than a unit has; an operator before that makes it an operand. What stands anywhere before it is a result is *used*.
Mathematics between words forms a run, which is cut into *pieces* of three tokens, by which a later step that goes on
from it is recognised.
"""

from __future__ import annotations

from dunyazad.premises.tokens import IN_WORDS, Value, cut, kind_of, values_of

__all__ = ["Walk", "walk"]

# How many words may stand between a value and an operator: "5 red pens * 3".
_UNIT = 3
# So many left-hand sides of one step are kept: each is looked for in the steps that follow.
_LABELS = 20
_EQUALS = frozenset(("equals", "equal"))
_RELATIONS = frozenset("=≈<>≤≥≡")
_BEFORE_A_SIGN = _RELATIONS | frozenset("(*/^+-")


def walk(text: str) -> Walk:
    """Walk over a text."""
    found = Walk()
    word, take = found.word, found.take
    before, tokens = "\n", cut(text)
    for token, kind, after in zip(tokens, map(kind_of, tokens), [*tokens[1:], "\n"], strict=False):
        if kind == "word":  # every second token
            word(token.lower())
            before = token
        elif take(token, kind, before, after):
            before = token
    found.close()
    return found


class Walk:
    """What was found so far and the state of the walk. See `Content` for the first group of attributes."""

    def __init__(self) -> None:
        self.values: dict[Value, None] = {}
        self.results: set[Value] = set()
        self.used: set[Value] = set()
        self.computes = False
        self.equations = 0
        self.names: dict[str, None] = {}
        self.defined: dict[str, None] = {}
        self.pieces: dict[str, None] = {}
        self.labels: dict[str, None] = {}
        self.words: set[str] = set()
        self._run: list[str] = []  # mathematics since the last word or end
        self._phrase: list[str] = []  # words since the last end or number
        self._after_relation = False
        self._pending: Value | None = None  # a result, if no operator follows
        self._gap = 0  # words since the pending value
        self._bare = True  # no value yet since the last end

    def take(self, token: str, kind: str, before: str, after: str) -> bool:
        """Take the next token if it is no word; False where it counts for nothing, not even as a neighbour."""
        if kind == "number":
            self._number(token, before)
        elif kind == "name":
            return self._name(token, before, after)
        elif kind == "operator":
            self._operator(token, before, after)
        elif kind == "end":
            return self._end(token, before, after)
        elif kind == "relation":
            self._relation(token)
        elif kind == "nothing":
            return False
        else:
            self._sign(token, kind, after)
        return True

    def close(self) -> None:
        """Nothing follows: what is pending is settled."""
        if self._pending is not None:
            self.results.add(self._pending)
            self._pending = None
        if self._run:
            self._flush()

    def word(self, word: str) -> None:
        """Take a word in lower case."""
        if word in IN_WORDS:
            value = IN_WORDS[word]
            self.values[value] = None
            if value not in self.results:
                self.used.add(value)
        self.words.add(word)
        self._phrase.append(word)
        if self._run:
            self._flush()
        if self._pending is not None:
            self._gap += 1
            if self._gap > _UNIT:
                self.results.add(self._pending)
                self._pending = None
        elif word in _EQUALS:
            self._after_relation = True
        elif self._after_relation and word not in ("about", "approximately"):
            self._after_relation = False

    def _number(self, token: str, before: str) -> None:
        values, run = values_of(token), self._run
        if before == "-" and run and (len(run) == 1 or run[-2] in _BEFORE_A_SIGN):
            values = tuple([-value for value in values])
            run.pop()
        self.values[values[0]] = None
        if len(values) > 1:  # a division that comes out even
            self.values[values[1]] = None
            self.computes = True
            self._operand()
            self.used.update(value for value in values if value not in self.results)
        elif self._after_relation:
            self._await(values[0])
        elif values[0] not in self.results:
            self.used.add(values[0])
        self._after_relation = self._bare = False
        self._phrase.clear()
        run.append(str(values[0]) if len(values) == 1 else token)

    def _await(self, value: Value) -> None:
        if self._pending is not None:
            self.results.add(self._pending)
        self._pending, self._gap = value, 0
        if self._bare and value not in self.results:
            self.used.add(value)

    def _operand(self) -> None:
        """What is pending is no result: something is done with it."""
        if self._pending is not None:
            if self._pending not in self.results:
                self.used.add(self._pending)
            self._pending = None

    def _name(self, sign: str, before: str, after: str) -> bool:
        if sign == "x" and before[0].isdigit() and (after[0].isdigit() or after == "("):
            self._operator("*", before, after)
            return True
        if sign in "aAI" and not self._in_formula(before, after):
            return True
        self.names[sign] = None
        self._run.append(sign)
        self._after_relation = False
        if before[0].isdigit():
            self._operand()
        return True

    @staticmethod
    def _in_formula(before: str, after: str) -> bool:
        """Is an "a" a variable here and not a word?"""
        neighbours = (kind_of(before), kind_of(after))
        return "operator" in neighbours or "relation" in neighbours or neighbours[0] == "number" or before == "("

    def _operator(self, sign: str, before: str, after: str) -> None:
        if self._after_relation and sign == "-":
            self._run.append(sign)
            return
        if sign == "/" and len(after) > 1 and after[0].isalpha():  # a unit: "$2/egg"
            return
        self._operand()
        if before[0].isdigit() or before == ")" or after[0].isdigit():
            self.computes = True
        self._after_relation = False
        self._run.append(sign)

    def _end(self, sign: str, before: str, after: str) -> bool:
        if sign == "." and self._pending is not None and before[0].isalpha() and after[0].islower():
            return False  # the point of a shortened unit: "5 ft. long"
        self.close()
        self._phrase.clear()
        self._after_relation, self._bare = False, True
        return True

    def _relation(self, sign: str) -> None:
        if self._pending is not None:
            self.results.add(self._pending)
            self._pending = None
        if sign == "=":
            self.equations += 1
        if len(self._run) == 1 and self._run[0] in self.names:
            self.defined[self._run[0]] = None
        elif not self._run and self._phrase and len(self.labels) < _LABELS:
            self.labels[" ".join(self._phrase[-6:])] = None
        self._run.append(sign)
        self._phrase.clear()
        self._after_relation = True

    def _sign(self, sign: str, kind: str, after: str) -> None:
        if sign == "(" and (after == "(" or after[0].isdigit()):
            self._operand()
        if kind == "function" or sign[0] == "\\":
            self._after_relation = False
            self.computes = self.computes or sign in ("\\frac", "\\sqrt")
        self._run.append(sign)

    def _flush(self) -> None:
        run = self._run
        if len(run) > 2:
            for piece in zip(run, run[1:], run[2:], strict=False):
                self.pieces[" ".join(piece)] = None
        run.clear()
