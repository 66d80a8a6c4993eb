"""Premise methods put together: `A|B` (either), `A&B` (both), `A->B` (B for the steps where A finds nothing).

`&` binds tighter than `|`, and `|` tighter than `->`; brackets group. Every method is asked once, however often the
expression names it, and all prompts go out in one wave, their keys prefixed by the method's name ("dyadic/pair-0-1").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.premises.finder import PremiseFinder
from dunyazad.reasoning import Completion, Finding, Parc, Premise, Prompt, ReasoningChain, RejectedPremise

__all__ = ["Combined", "Leaf", "Node", "Pair", "parse_expression"]

_TOKEN = re.compile(r"\s*(?:(?P<sign>->|[|&()])|(?P<name>[A-Za-z][\w+:.]*(?:-(?!>)[\w+:.]+)*)|(?P<end>$))")
_LONGEST, _DEEPEST = 300, 50

Operator = Literal["->", "|", "&"]
_LOOSE_TO_TIGHT: tuple[Operator, ...] = ("->", "|", "&")


class Leaf(NamedTuple):
    """A method by name."""

    name: str

    def __str__(self) -> str:
        return self.name


class Pair(NamedTuple):
    """Two expressions and what joins them."""

    operator: Operator
    left: Leaf | Pair
    right: Leaf | Pair

    def __str__(self) -> str:
        # Each operator groups from the left, so that a right side of the same strength needs its brackets.
        strength = _LOOSE_TO_TIGHT.index(self.operator)
        left = _bracketed(self.left, strength)
        right = _bracketed(self.right, strength + 1)
        return f"{left}{self.operator}{right}"


Node = Leaf | Pair


def _bracketed(node: Node, strength: int) -> str:
    loose = isinstance(node, Pair) and _LOOSE_TO_TIGHT.index(node.operator) < strength
    return f"({node})" if loose else str(node)


def parse_expression(text: str) -> Node:
    """Read an expression.

    Raises:
        InputError: It is none; the message shows where.

    Example:
        >>> str(parse_expression("a | b & (c -> d)"))
        'a|b&(c->d)'
    """
    if len(text) > _LONGEST:
        raise InputError(f"premise method {text[:40]!r}...: no expression has over {_LONGEST} characters")
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text, self._place, self._depth = text, 0, 0

    def whole(self) -> Node:
        node = self._joined(0)
        if self._token()["end"] is None:
            raise self._error("an operator (->, |, &) or the end")
        return node

    def _joined(self, strength: int) -> Node:
        if strength == len(_LOOSE_TO_TIGHT):
            return self._single()
        operator = _LOOSE_TO_TIGHT[strength]
        node = self._joined(strength + 1)
        while (token := self._token())["sign"] == operator:
            self._place = token.end()
            node = Pair(operator, node, self._joined(strength + 1))
        return node

    def _single(self) -> Node:
        token = self._token()
        if token["name"]:
            self._place = token.end()
            return Leaf(token["name"])
        if token["sign"] != "(" or self._depth >= _DEEPEST:
            raise self._error("the name of a method or '('")
        self._place, self._depth = token.end(), self._depth + 1
        node = self._joined(0)
        token = self._token()
        if token["sign"] != ")":
            raise self._error("')'")
        self._place, self._depth = token.end(), self._depth - 1
        return node

    def _token(self) -> re.Match[str]:
        token = _TOKEN.match(self._text, self._place)
        if token is None:
            raise self._error("the name of a method, an operator (->, |, &) or a bracket")
        return token

    def _error(self, wanted: str) -> InputError:
        rest = self._text[self._place :].strip()
        where = f"before {rest[:30]!r}" if rest else "at the end"
        return InputError(f"premise method {self._text[:80]!r}: {where} should stand {wanted}")


class Combined:
    """Methods joined by an expression.

    Args:
        node: The expression.
        methods: The methods that it names.
    """

    def __init__(self, node: Node, methods: Mapping[str, PremiseFinder]) -> None:
        self._node = node
        self._methods = {name: methods[name] for name in dict.fromkeys(_leaves(node))}

    @property
    def name(self) -> str:
        """The expression, without needless brackets and spaces."""
        return str(self._node)

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt texts of all of its methods."""
        return {name: sha256 for method in self._methods.values() for name, sha256 in method.texts.items()}

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """The calls of every method, in one wave."""
        return tuple(
            msgspec.structs.replace(prompt, key=f"{name}/{prompt.key}")
            for name, method in self._methods.items()
            for prompt in method.prompts(chain)
        )

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Read what each method was answered, and join what they found."""
        given: dict[str, list[Completion]] = {name: [] for name in self._methods}
        for completion in completions:
            name, _, key = completion.key.partition("/")
            if name in given:
                given[name].append(msgspec.structs.replace(completion, key=key))
        found = {name: method.read(chain, given[name]) for name, method in self._methods.items()}
        return msgspec.structs.replace(_joined(self._node, found), method=self.name)


def _leaves(node: Node) -> list[str]:
    return [node.name] if isinstance(node, Leaf) else _leaves(node.left) + _leaves(node.right)


class _Found(NamedTuple):
    premises: tuple[Premise, ...]
    finding: Finding


def _joined(node: Node, found: Mapping[str, Parc]) -> Parc:
    if isinstance(node, Leaf):
        return found[node.name]
    left, right = _joined(node.left, found), _joined(node.right, found)
    join = _JOINS[node.operator]
    steps = [
        join(_Found(left.premises[k], left.finding_of(k + 1)), _Found(right.premises[k], right.finding_of(k + 1)))
        for k in range(len(left.premises))
    ]
    return Parc(
        chain=left.chain,
        premises=tuple(step.premises for step in steps),
        method=str(node),
        findings=tuple(step.finding for step in steps),
        rejected=_without_twins(left.rejected + right.rejected),
    )


def _without_twins(rejected: tuple[RejectedPremise, ...]) -> tuple[RejectedPremise, ...]:
    return tuple(dict.fromkeys(rejected))


def _trouble(left: _Found, right: _Found) -> Finding:
    """What becomes of a step of two methods: the first trouble, where one of them is in trouble."""
    return left.finding if left.finding.outcome != "found" else right.finding


def _either(left: _Found, right: _Found) -> _Found:
    found = {premise.step: premise for premise in left.premises}
    for premise in right.premises:
        if premise.step not in found or premise.score > found[premise.step].score:
            found[premise.step] = premise
    return _Found(tuple(found[step] for step in sorted(found)), _trouble(left, right))


def _both(left: _Found, right: _Found) -> _Found:
    finding = _trouble(left, right)
    if finding.outcome != "found":
        return _Found((), finding)  # what both would have found is not known
    others = {premise.step: premise for premise in right.premises}
    return _Found(
        tuple(
            Premise(one.step, one.reason or others[one.step].reason, min(one.score, others[one.step].score))
            for one in left.premises
            if one.step in others
        ),
        finding,
    )


def _fallback(left: _Found, right: _Found) -> _Found:
    return left if left.finding.outcome == "found" and left.premises else right


_JOINS: Mapping[Operator, Callable[[_Found, _Found], _Found]] = {"|": _either, "&": _both, "->": _fallback}
