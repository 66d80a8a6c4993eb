"""Conditions over claims: what a gate asks of its parents, as a small language of its own.

A condition is a word that stands for all claims of a gate ("and", "at-least-2"), or an expression over claims numbered
from 1: `and(1,or(2,not(3)))`. Values have three states: None is a claim that cannot be told.

A gate is *sensitive* if replacing any one parent's answer by its counterfactual turns the condition over. For which
true and wrong claims that is so is a property of the condition alone, so it is worked out once by the truth table:
`and` needs every claim true, `or` and `none` every claim wrong, `exactly-one` none or one true. `at-least-K` of n with
1 < K < n never is: whatever is claimed, some parent does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import msgspec

from dunyazad._exceptions import InputError

__all__ = ["CONDITIONS", "Claims", "Node", "SensitiveClaims", "holds", "parse_condition", "sensitive_claims"]

CONDITIONS = ("if", "and", "or", "exactly-one", "none", "at-least-K")
Claims = tuple[bool, ...]
_MOST_CLAIMS = 10
_LONGEST = 400
_TOKEN = re.compile(r"\s*(at-least-[0-9]{1,3}|exactly-one|and|or|xor|none|not|[0-9]{1,3}|[(),])")


class Node(msgspec.Struct, frozen=True):
    """A condition: a claim (`operator` "claim", `number` from 0), or an operator over conditions.

    Attributes:
        operator: "claim", "and", "or", "exactly-one", "none", "not" or "at-least".
        operands: What it is over.
        number: The claim's number, or the least count of "at-least".
    """

    operator: str
    operands: tuple[Node, ...] = ()
    number: int = 0


class SensitiveClaims(msgspec.Struct, frozen=True):
    """The choices of true and wrong claims under which every parent matters, by what the condition then is."""

    met: tuple[Claims, ...]
    unmet: tuple[Claims, ...]


def parse_condition(condition: str, count: int) -> Node:
    """Read a condition over a number of claims.

    Raises:
        InputError: It is no condition, or does not use every claim exactly once, or does not fit their number.

    Example:
        >>> parse_condition("xor", 2) == parse_condition("exactly-one", 2)
        True
    """
    if len(condition) > _LONGEST:  # before anything keeps it: rows from elsewhere may say what they like
        raise InputError(f"a condition of {len(condition)} characters: {condition[:60]!r}")
    return _parse(condition, count)


@lru_cache(maxsize=1 << 10)
def _parse(condition: str, count: int) -> Node:
    if not 1 <= count <= _MOST_CLAIMS:
        raise InputError(f"a gate looks at 1 to {_MOST_CLAIMS} problems, not {count}")
    claims = tuple(Node("claim", number=number) for number in range(count))
    if condition == "if":
        if count != 1:
            raise InputError(f"the condition 'if' is for one claim, not {count}")
        return claims[0]
    if "(" not in condition:
        return _operator(condition, claims, condition)
    return _parsed(condition, count)


def _operator(name: str, operands: tuple[Node, ...], condition: str) -> Node:
    if name in ("exactly-one", "xor", "and", "or", "none"):
        if len(operands) < 2 and name != "none":
            raise InputError(f"{name!r} is over two claims or more, {len(operands)} in the condition {condition!r}")
        return Node("exactly-one" if name == "xor" else name, operands)
    if match := re.fullmatch(r"at-least-([0-9]{1,3})", name):
        least = int(match[1])
        if not 1 <= least <= len(operands):
            raise InputError(f"{name!r} of {len(operands)} claims in the condition {condition!r}")
        return Node("at-least", operands, least)
    raise InputError(f"no condition {condition!r}: {', '.join(CONDITIONS)}, or nested as in and(1,xor(2,3))")


def _parsed(condition: str, count: int) -> Node:
    tokens = _tokens(condition)
    node, place = _read(tokens, 0, condition)
    if place != len(tokens):
        raise InputError(f"the condition {condition!r} goes on after its end: {tokens[place]!r}")
    used = sorted(_claims_of(node))
    if used != list(range(count)):
        shown = ", ".join(str(number + 1) for number in used)
        raise InputError(f"the condition {condition!r} uses the claims {shown}; a gate over {count} uses each once")
    return node


def _tokens(condition: str) -> list[str]:
    tokens: list[str] = []
    place = 0
    while condition[place:].strip():
        match = _TOKEN.match(condition, place)
        if match is None:
            raise InputError(f"no condition {condition!r}: cannot read {condition[place : place + 20]!r}")
        tokens.append(match[1])
        place = match.end()
    return tokens


def _read(tokens: list[str], place: int, condition: str, depth: int = 0) -> tuple[Node, int]:
    word = tokens[place] if place < len(tokens) else ""
    if word.isdigit():
        return Node("claim", number=int(word) - 1), place + 1
    if depth > 20 or place + 1 >= len(tokens) or tokens[place + 1] != "(":
        raise InputError(f"no condition {condition!r}: expected a claim's number or an operator with brackets")
    operands: list[Node] = []
    place += 1
    while tokens[place] in "(,":
        operand, place = _read(tokens, place + 1, condition, depth + 1)
        operands.append(operand)
        if place >= len(tokens):
            raise InputError(f"the condition {condition!r} lacks a closing bracket")
    if tokens[place] != ")":
        raise InputError(f"no condition {condition!r}: expected a comma or bracket, found {tokens[place]!r}")
    if word == "not":
        if len(operands) != 1:
            raise InputError(f"'not' is over one claim, {len(operands)} in the condition {condition!r}")
        return Node("not", tuple(operands)), place + 1
    return _operator(word, tuple(operands), condition), place + 1


def _claims_of(node: Node) -> list[int]:
    if node.operator == "claim":
        return [node.number]
    return [number for operand in node.operands for number in _claims_of(operand)]


def holds(node: Node, values: Sequence[bool | None]) -> bool | None:
    """Is a condition met, given which claims are true? None where that cannot be told.

    Example:
        >>> either = parse_condition("or", 2)
        >>> holds(either, [None, True]), holds(either, [None, False])
        (True, None)
    """
    if node.operator == "claim":
        return values[node.number]
    own = [holds(operand, values) for operand in node.operands]
    true, unknown = own.count(True), own.count(None)
    if node.operator == "not":
        return None if unknown else not true
    least, most = _bounds(node)
    if true > most or true + unknown < least:
        return False
    return True if true >= least and true + unknown <= most else None


def _bounds(node: Node) -> tuple[int, int]:
    # Every operator asks that the number of true operands lie between two bounds.
    count = len(node.operands)
    return {"and": (count, count), "or": (1, count), "exactly-one": (1, 1), "none": (0, 0)}.get(
        node.operator, (node.number, count)
    )


@lru_cache(maxsize=1 << 10)
def sensitive_claims(condition: str, count: int) -> SensitiveClaims:
    """Work out under which true and wrong claims every parent matters.

    Raises:
        InputError: It is no condition over so many claims, or under no choice does every parent matter.

    Example:
        >>> sensitive_claims("and", 2)
        SensitiveClaims(met=((True, True),), unmet=())
    """
    node = parse_condition(condition, count)
    found: dict[bool, list[Claims]] = {True: [], False: []}
    for claims in product((True, False), repeat=count):
        met = bool(holds(node, claims))
        if all(holds(node, _flipped(claims, place)) != met for place in range(count)):
            found[met].append(claims)
    if not found[True] and not found[False]:
        raise InputError(
            f"an insensitive gate: under {condition!r} of {count} claims, whatever is claimed, "
            "some problem's answer does not matter"
        )
    return SensitiveClaims(tuple(found[True]), tuple(found[False]))


def _flipped(claims: Claims, place: int) -> Claims:
    return (*claims[:place], not claims[place], *claims[place + 1 :])
