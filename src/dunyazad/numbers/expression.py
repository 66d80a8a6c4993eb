"""Arithmetic as a record: read plain and LaTeX arithmetic, evaluate it exactly, within bounds.

An expression is kept as a **postfix program**: a flat tuple of numbers, names and operators. Evaluating it is one
loop over a stack, so no text can make it recurse; its size is bounded by its text's. The parser climbs precedences
over tokens and refuses brackets nested deeper than `MAX_DEPTH`. Results are bounded by checking sizes *before* an
operation: a tower of powers is refused, never computed. Nothing is ever handed to Python's own evaluator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers.literal import shown, whole_number
from dunyazad.numbers.tokens import Token, tokenize
from dunyazad.numbers.units import drop_units

__all__ = ["Expression", "Name", "Operator", "evaluate", "flat_code", "names_in", "parse_expression", "parse_tokens"]

MAX_DEPTH = 50
MAX_BITS = 4096
MAX_EXPONENT = 1000
# Whole numbers below this need no look at their size: what these operators make of two of them is within the bound.
_SMALL: Final = 1 << 60

Operator = Literal["+", "-", "*", "/", "^", "neg", "%"]


class Name(msgspec.Struct, frozen=True):
    """A named quantity inside an expression."""

    name: str


# How many values an operator adds to the stack; it takes two and gives one, or takes one and gives one.
_EFFECT: Final[Mapping[str, int]] = {"+": -1, "-": -1, "*": -1, "/": -1, "^": -1, "neg": 0, "%": 0}


class Expression(msgspec.Struct, frozen=True):
    """Arithmetic, ready to be evaluated.

    Attributes:
        text: As written.
        code: The postfix program: exact numbers, names and operators; `neg` is the sign, `%` divides by 100.
    """

    text: str
    code: tuple[Fraction | Name | Operator, ...]

    def __post_init__(self) -> None:
        code = self.code
        if len(code) == 1 and not isinstance(code[0], str):
            return
        height = 0
        for item in code:
            height += _EFFECT.get(item, 1) if isinstance(item, str) else 1
            if height < 1:
                break
        if height != 1:
            raise NumberError(f"no postfix program of {shown(self.text)}")

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers that stand in it, in order, as written (50 for 50%)."""
        return tuple(item for item in self.code if isinstance(item, Fraction))


_NO_VALUES: Final[Mapping[str, Fraction]] = MappingProxyType({})


def parse_expression(text: str) -> Expression:
    r"""Read arithmetic: numbers, names, + - * / ^ ** × · ÷ %, brackets, and LaTeX's `\frac \times \cdot \div`.

    `of` between two operands and `x` between two numbers are products; 2(3 + 4) and 2n too, with the rank of `*`
    and read left to right. Words that follow a number ("12 eggs") or a unit's slash ("$2/egg") are units and are
    dropped; every other identifier is a name.

    Raises:
        NumberError: It is no arithmetic, or its brackets nest over 50 deep, or a number is over 400 digits long.

    Example:
        >>> evaluate(parse_expression("12 eggs * $2/egg"))
        Fraction(24, 1)
        >>> evaluate(r"\frac{1}{2} \times 9{,}500", {})
        Fraction(4750, 1)
    """
    tokens, _ = drop_units(tokenize(text), letters_are_names=True, words_are_names=True)
    return parse_tokens(tokens, text)


def parse_tokens(tokens: Sequence[Token], text: str) -> Expression:
    """Read an expression from tokens that hold no units any more.

    Raises:
        NumberError: As for `parse_expression`.
    """
    if len(tokens) == 1 and tokens[0].kind == "number" and tokens[0].value is not None:
        return Expression(text, (tokens[0].value,))
    if (code := _flat(tokens)) is not None:
        return Expression(text, code)
    parser = _Parser(tokens, text)
    parser.sum(0)
    if parser.position != len(tokens):
        raise parser.error("expected an operator")
    return Expression(text, tuple(parser.code))


def _flat(tokens: Sequence[Token]) -> tuple[Fraction | Name | Operator, ...] | None:
    """The postfix code of numbers with one sign between each two, as nearly all are; None for anything else."""
    if not len(tokens) % 2:
        return None
    numbers: list[Fraction] = []
    for token in tokens[::2]:
        if token.kind != "number" or token.value is None:
            return None
        numbers.append(token.value)
    operators: list[Operator] = []
    for token in tokens[1::2]:
        operator = _FLAT.get(token.text)
        if token.kind != "operator" or operator is None:
            return None
        operators.append(operator)
    return flat_code(numbers, operators)


_FLAT: Final[Mapping[str, Operator]] = {"+": "+", "-": "-", "*": "*", "/": "/"}


def flat_code(numbers: Sequence[Fraction], operators: Sequence[Operator]) -> tuple[Fraction | Name | Operator, ...]:
    """The postfix code of numbers with one operator between each two.

    A product or quotient is complete with the number behind it; one sum or difference at a time waits for its own.

    Example:
        >>> [str(item) for item in flat_code([Fraction(2), Fraction(3), Fraction(4)], ["+", "*"])]
        ['2', '3', '4', '*', '+']
    """
    code: list[Fraction | Name | Operator] = [numbers[0]]
    waiting: Operator | None = None
    for operator, number in zip(operators, numbers[1:], strict=True):
        if operator == "*" or operator == "/":
            code += (number, operator)
        else:
            if waiting is not None:
                code.append(waiting)
            code.append(number)
            waiting = operator
    if waiting is not None:
        code.append(waiting)
    return tuple(code)


class _Parser:
    """Precedence climbing over tokens; appends postfix code as it goes."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self.tokens, self.text = tokens, text
        self.position = 0
        self.code: list[Fraction | Name | Operator] = []

    def error(self, problem: str) -> NumberError:
        token = self.tokens[self.position] if self.position < len(self.tokens) else None
        where = f"{shown(token.text)} at character {token.start}" if token else "the end"
        return NumberError(
            f"{problem} at {where} in {shown(self.text)}"
            if token
            else f"{problem}, found the end of {shown(self.text)}"
        )

    def peek(self) -> Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, *texts: str) -> str:
        """Take the next token if it is one of these operators."""
        token = self.peek()
        if token is None or token.kind != "operator" or token.text not in texts:
            return ""
        self.position += 1
        return token.text

    def sum(self, depth: int) -> None:
        self.product(depth)
        while operator := self.take("+", "-"):
            self.product(depth)
            self.code.append("+" if operator == "+" else "-")

    def product(self, depth: int) -> None:
        self.signed(depth)
        while True:
            if operator := self.take("*", "/"):
                self.signed(depth)
                self.code.append("*" if operator == "*" else "/")
            elif self.implicit():
                self.power(depth)
                self.code.append("*")
            else:
                return

    def implicit(self) -> bool:
        """Is a product meant without a sign? Before a bracket or a name; never between two bare numbers."""
        token = self.peek()
        if token is None or self.position == 0:
            return False
        before = self.tokens[self.position - 1]
        if token.kind in ("open", "fraction"):
            return before.kind in ("number", "close", "name") and not (
                before.kind == "name" and token.start == before.end
            )
        if token.kind == "name":
            return before.kind in ("number", "close")
        return token.kind == "number" and before.kind == "close" and token.start == before.end

    def signed(self, depth: int) -> None:
        negative = False
        while sign := self.take("+", "-"):
            negative ^= sign == "-"
        self.power(depth)
        if negative:
            self.code.append("neg")

    def power(self, depth: int) -> None:
        """An operand with its exponents; -2^2 is -(2^2), 2^3^2 is 2^(3^2)."""
        count = 0
        self.percent(depth)
        while self.take("^"):
            count += 1
            if count + depth > MAX_DEPTH:
                raise self.error(f"powers nest over {MAX_DEPTH} deep")
            negative = bool(self.take("-"))
            self.percent(depth)
            if negative:
                self.code.append("neg")
        self.code.extend(["^"] * count)

    def percent(self, depth: int) -> None:
        self.operand(depth)
        if (token := self.peek()) is not None and token.kind == "percent":
            self.position += 1
            self.code.append("%")

    def operand(self, depth: int) -> None:
        token = self.peek()
        if token is None:
            raise self.error("expected a number")
        if token.kind == "number" and token.value is not None:
            self.code.append(token.value)
            self.position += 1
        elif token.kind == "name":
            self.code.append(Name(token.text))
            self.position += 1
        elif token.kind == "open":
            self.group(depth + 1)
        elif token.kind == "fraction":
            self.position += 1
            self.argument(depth + 1)
            self.argument(depth + 1)
            self.code.append("/")
        else:
            raise self.error("expected a number")

    def group(self, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise self.error(f"brackets nest over {MAX_DEPTH} deep")
        opening = self.tokens[self.position]
        self.position += 1
        self.sum(depth)
        closing = self.peek()
        if closing is None or closing.kind != "close" or closing.text != _CLOSING[opening.text]:
            raise self.error(f"expected {_CLOSING[opening.text]!r}")
        self.position += 1

    def argument(self, depth: int) -> None:
        r"""What `\frac` takes: a group in braces (the tokenizer splits the short form into such numbers)."""
        token = self.peek()
        if token is None or not (token.text == "{" or token.kind == "number"):
            raise self.error("expected what \\frac divides")
        if token.text == "{":
            self.group(depth)
        else:
            self.operand(depth)


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def names_in(expression: Expression | str) -> tuple[str, ...]:
    """The names that an expression uses, in the order of their first use.

    Raises:
        NumberError: A text is no expression.

    Example:
        >>> names_in("trays * per_tray + trays")
        ('trays', 'per_tray')
    """
    if isinstance(expression, str):
        expression = parse_expression(expression)
    return tuple(dict.fromkeys(item.name for item in expression.code if isinstance(item, Name)))


def evaluate(expression: Expression | str, values: Mapping[str, Fraction] = _NO_VALUES) -> Fraction:
    """Compute an expression exactly.

    Raises:
        NumberError: It is no expression, a name has no value, it divides by zero, an exponent is no integer or
            over 1000, or a number on the way has over 4096 bits.

    Example:
        >>> evaluate("trays * 12", {"trays": Fraction(5, 2)})
        Fraction(30, 1)
    """
    if isinstance(expression, str):
        expression = parse_expression(expression)
    # Whole numbers are computed as such: fractions take five times as long, and most numbers of stories are whole.
    stack: list[Fraction | int] = []
    for item in expression.code:
        if isinstance(item, str):
            if item == "neg":
                stack.append(-stack.pop())
            elif item == "%":
                stack.append(Fraction(stack.pop()) / 100)
            else:
                right = stack.pop()
                stack[-1] = _combined(item, stack[-1], right, expression.text)
        else:
            if isinstance(item, Name):
                value = values.get(item.name)
                if value is None:
                    raise NumberError(f"no value for {item.name!r} in {shown(expression.text)}")
                item = value  # noqa: PLW2901
            numerator, denominator = item.as_integer_ratio()
            stack.append(numerator if denominator == 1 else item)
    result = stack.pop()
    return whole_number(result) if isinstance(result, int) else result


def _combined(operator: Operator, left: Fraction | int, right: Fraction | int, text: str) -> Fraction | int:
    """What an operator makes of two values."""
    if type(left) is int and type(right) is int and -_SMALL < left < _SMALL and -_SMALL < right < _SMALL:
        if operator == "*":
            return left * right
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
    return _apply(operator, left, right, text)


def _apply(operator: str, left: Fraction | int, right: Fraction | int, text: str) -> Fraction | int:
    if operator == "^":
        return _power(Fraction(left), Fraction(right), text)
    if _bits(left) + _bits(right) > MAX_BITS:
        raise NumberError(f"a number of over {MAX_BITS} bits in {shown(text)}")
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if not right:
        raise NumberError(f"division by zero in {shown(text)}")
    return Fraction(left) / right if left % right else left // right


def _power(base: Fraction, exponent: Fraction, text: str) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > MAX_EXPONENT:
        raise NumberError(f"an exponent that is no integer up to {MAX_EXPONENT} in {shown(text)}")
    if not base and exponent < 0:
        raise NumberError(f"division by zero in {shown(text)}")
    if _bits(base) * abs(exponent.numerator) > MAX_BITS:
        raise NumberError(f"a number of over {MAX_BITS} bits in {shown(text)}")
    return Fraction(base**exponent.numerator)


def _bits(value: Fraction | int) -> int:
    if isinstance(value, int):
        return value.bit_length()
    return max(value.numerator.bit_length(), value.denominator.bit_length())
