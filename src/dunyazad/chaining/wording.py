"""The wording of chained problems, and the strings that mark a row as ours.

A gate is told as fixed wording around parts: its claims (or the question that it quotes), then its first premises. For
every kind of gate there are several phrasings, chosen by seed. Each phrasing is the same whichever branch is the true
one, so that its surface tells nothing. All parts of a gate stand in square brackets: brackets nest, so a claim that
itself quotes a question stays unambiguous.

`gate_wording` gives the n + 1 strings around a gate's n parts, `final_wording` those around the final question's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from dunyazad._records import encode
from dunyazad._version import __version__
from dunyazad.chaining.conditions import Node, parse_condition
from dunyazad.chaining.record import ChainedProblem, Final, Gate, LogicGate, Member, NumericGate, Span, SwitchGate
from dunyazad.numbers import render_number

__all__ = [
    "CANARY",
    "GATE_END",
    "GENERATOR",
    "PHRASINGS",
    "SEPARATOR",
    "chain_id",
    "digest",
    "expression",
    "final_wording",
    "fragments",
    "gate_wording",
    "question_span",
    "row_id",
    "wordings",
]

SEPARATOR = " "
# Every gate ends so, in each phrasing.
GATE_END = "]"
GENERATOR = f"dunyazad {__version__} chaining/2"
CANARY = (
    "Dunyazad chained problems are for evaluation and must not enter a training corpus. "
    "Canary: dunyazad-064647f9-d688-4b14-a52a-ffeaa75e21bc"
)
# A stretch of fewer words is ordinary English.
_FEW_WORDS = 3
# How many phrasings every kind of gate and of final question has.
PHRASINGS = 4

_IF = (
    ("Consider this claim: [", "] If this claim is true, then the following holds: [",
     "] If this claim is false, then the following holds instead: [", "]"),
    ("Here is a statement: [", "] Should the statement be true, take this as given: [",
     "] Should the statement be false, take this as given instead: [", "]"),
    ("Check whether this is so: [", "] Where it is so, what applies is this: [",
     "] Where it is not so, what applies is this: [", "]"),
    ("What comes next depends on an assertion: [", "] In case the assertion is right: [",
     "] In case the assertion is wrong: [", "]"),
)  # fmt: skip
_CLAIMS = (
    "Consider these claims. Claim {n}: [",
    "Here are some claims. Claim {n}: [",
    "What comes next depends on several claims. Claim {n}: [",
    "Check the claims that follow. Claim {n}: [",
)
_NEXT_CLAIM = "] Claim {n}: ["
_BRANCHES = (
    ("] If {condition}, then the following holds: [", "] Otherwise the following holds: [", "]"),
    ("] Take this as given if {condition}: [", "] Take this as given if not: [", "]"),
    ("] In case {condition}: [", "] In any other case: [", "]"),
    ("] Suppose that {condition}. Then this applies: [", "] Suppose that this is not so. Then this applies: [", "]"),
)
_CASES = (
    ("Exactly one of the following cases is the true one, and only what it says holds. The case that [",
     "] Then this holds: [", "] The case that [", "]"),
    ("One of these claims is true and the others are false; what stands with the true one is given. Claim: [",
     "] With it: [", "] Claim: [", "]"),
    ("Look for the one true statement in this list and keep only what belongs to it. Statement: [",
     "] Belonging to it: [", "] Statement: [", "]"),
    ("What applies depends on which of the following is right. If this is right: [",
     "] what applies is: [", "] If this is right: [", "]"),
)  # fmt: skip
_NUMERIC = (
    ("Let {name} be the answer to this question: [", "] Then the following holds: [", "]"),
    ("Write {name} for the answer to the question [", "] With it, this is given: [", "]"),
    ("Call the answer to this question {name}: [", "] It is used here: [", "]"),
    ("The number {name} is what answers this question: [", "] This is known: [", "]"),
)
_FINAL = {
    "sum": (
        ("What is the sum of the answers to these questions? [", "] [", "]"),
        ("Add up the answers to the following questions. What do you get? [", "] [", "]"),
        ("What do the answers to these questions come to together? [", "] [", "]"),
        ("Answer each of these questions and give the total of the answers. [", "] [", "]"),
    ),
    "difference": (
        ("How far apart are the answers to these two questions, the smaller taken from the larger? [", "] [", "]"),
        ("Take the smaller from the larger of the answers to these two questions. What is left? [", "] [", "]"),
        ("By how much does the larger of the answers to these two questions exceed the smaller? [", "] [", "]"),
        ("Give the difference between the answers to these two questions, as larger less smaller. [", "] [", "]"),
    ),
    "max": (
        ("What is the largest of the answers to these questions? [", "] [", "]"),
        ("Of the answers to the following questions, give the largest. [", "] [", "]"),
        ("Which number is the greatest among the answers to these questions? [", "] [", "]"),
        ("Answer each of these questions and give the greatest answer. [", "] [", "]"),
    ),
}


def gate_wording(gate: Gate) -> tuple[str, ...]:
    """The wording before, between and after a gate's parts.

    Returns:
        For n parts n + 1 strings. The parts of a logic gate are its claims, then two first premises; those of a switch
        a claim and a first premise for each case; those of a numeric gate the quoted question and the first premise.

    Example:
        >>> gate_wording(LogicGate(child=1, parents=(0,), condition="if", claims=(True,)))[0]
        'Consider this claim: ['
    """
    return wordings(gate, _key(gate))


def _key(gate: Gate) -> tuple[object, ...]:
    if isinstance(gate, LogicGate):
        return ("logic", gate.condition, len(gate.parents), gate.inverted, gate.wording)
    if isinstance(gate, SwitchGate):
        return ("switch", len(gate.cases), gate.wording)
    return ("numeric", gate.child, gate.wording)


_known: dict[tuple[object, ...], tuple[str, ...]] = {}


def wordings(gate: Gate, key: tuple[object, ...]) -> tuple[str, ...]:
    """`gate_wording` with its key given; it depends on nothing else."""
    found = _known.get(key)
    if found is None:
        if len(_known) > 1 << 14:  # bounds what a file with endless conditions may cost
            _known.clear()
        found = _known[key] = _worded(gate)
    return found


def _worded(gate: Gate) -> tuple[str, ...]:
    if isinstance(gate, LogicGate):
        return _logic(gate)
    if isinstance(gate, SwitchGate):
        before, holds, following, end = _CASES[gate.wording]
        return (before, holds, *(part for _ in gate.cases[1:] for part in (following, holds)), end)
    return tuple(part.format(name=_name(gate)) for part in _NUMERIC[gate.wording])


def _logic(gate: LogicGate) -> tuple[str, ...]:
    if gate.condition == "if":
        before, first, second, end = _IF[gate.wording]
        return (before, first, second, end) if not gate.inverted else (before, *_swapped(first, second), end)
    count = len(gate.parents)
    claims = [_CLAIMS[gate.wording].format(n=1), *(_NEXT_CLAIM.format(n=number) for number in range(2, count + 1))]
    said = _said(parse_condition(gate.condition, count), negated=gate.inverted)
    return (*claims, *(part.format(condition=said) for part in _BRANCHES[gate.wording]))


def _swapped(first: str, second: str) -> tuple[str, str]:
    return second.replace(" instead", ""), first


def _said(node: Node, *, negated: bool) -> str:
    """A condition, or its opposite, in words."""
    if node.operator != "claim" and all(operand.operator == "claim" for operand in node.operands):
        return _said_flat(node, negated=negated)
    said = _nested(node)
    return f"it is not the case that {said}" if negated else said


def _said_flat(node: Node, *, negated: bool) -> str:
    numbers = [operand.number + 1 for operand in node.operands]
    listed = ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    of = f"of claims {listed}" if len(numbers) > 1 else f"of claim {listed}"
    count = len(numbers)
    if node.operator == "and":
        return f"at least one {of} is false" if negated else f"all {of} are true"
    if node.operator in ("or", "none"):
        return f"none {of} is true" if (node.operator == "none") != negated else f"at least one {of} is true"
    if node.operator == "exactly-one":
        return f"the number of true ones among claims {listed} is {'not one' if negated else 'exactly one'}"
    if node.operator == "not":
        return f"claim {listed} is {'true' if negated else 'false'}"
    least = node.number
    return (
        f"fewer than {least} {of} are true" if negated else f"at least {least} of the {count} claims {listed} are true"
    )


_OVER = {
    "and": "all of these hold",
    "or": "at least one of these holds",
    "exactly-one": "exactly one of these holds",
    "none": "none of these holds",
}


def _nested(node: Node) -> str:
    if node.operator == "claim":
        return f"claim {node.number + 1} is true"
    if node.operator == "not":
        (operand,) = node.operands
        if operand.operator == "claim":
            return f"claim {operand.number + 1} is false"
        return f"it is not so that {_nested(operand)}"
    over = _OVER.get(node.operator, f"at least {node.number} of these hold")
    return f"{over} ({'; '.join(_nested(operand) for operand in node.operands)})"


def _name(gate: NumericGate) -> str:
    # Numbered by the child, so that several in one chain are told apart.
    return f"N{gate.child}"


def expression(gate: NumericGate) -> str:
    """What stands in place of the number in the first premise of a numeric gate's child.

    Example:
        >>> from fractions import Fraction
        >>> expression(NumericGate(child=3, parents=(2,), operation="times", operand=Fraction(4), formula="x"))
        '(4 times N3)'
    """
    name, operand = _name(gate), render_number(gate.operand)
    return f"({operand} times {name})" if gate.operation == "times" else f"({name} {gate.operation} {operand})"


@lru_cache(maxsize=1 << 8)
def final_wording(final: Final) -> tuple[str, ...]:
    """The wording before, between and after the questions that are quoted; ("", "") for the target's own.

    Example:
        >>> final_wording(Final("max", (0, 3)))[1:]
        ('] [', ']')
    """
    if final.kind == "target":
        return ("", "")
    before, between, end = _FINAL[final.kind][final.wording]
    return (before, *([between] * (len(final.of) - 1)), end)


def question_span(chain: ChainedProblem) -> Span:
    """Where a chain's final question stands in its text, its wording included; it ends the text."""
    first = next(span for part, span in chain.located() if part.role in ("question", "asked"))
    return (first[0] - len(final_wording(chain.final)[0]), len(chain.text))


def fragments() -> tuple[str, ...]:
    """What the wording says around parts, in small letters: in a problem it could be taken for a gate.

    A few words that anybody may say count with the bracket beside them only.
    """
    gates = (*_IF, *_CASES, *_NUMERIC, *[(text,) for text in (*_CLAIMS, _NEXT_CLAIM)])
    conditions = [(before.partition("{")[0], *others) for before, *others in _BRANCHES]
    questions = [wording for kind in _FINAL.values() for wording in kind]
    found: set[str] = set()
    for text in [text for group in (*gates, *conditions, *questions) for text in group]:
        told = re.sub(r"\{[a-z]+\}:? ?\[?", "", text).casefold()
        bare = told.strip("] [:")
        if len(bare.split()) > _FEW_WORDS:
            found.add(bare)
        elif len(bare.split()) > 1:
            found.add(told.strip())
    return tuple(sorted(found))


def chain_id(order: str, length: int, index: int, digest: int) -> str:
    """The id of a chained problem: its cell, its number there, and a digest of the row; see `row_id`."""
    return f"{order}-{length:02d}-{index:06d}-{digest:08x}"


def digest(seed: int, pieces: Iterable[bytes]) -> int:
    """The digest in a row's id: of the seed, and of the encoded pieces that the row is scored by.

    It keeps chains from different problem files or seeds apart when files are joined, and since it covers what the text
    does not show (gold answers, ids, gates), a slip in an edited row is found.
    """
    value = crc32(b"%d" % seed)
    for piece in pieces:
        value = crc32(piece, value)
    return value


def row_id(chain: ChainedProblem) -> str:
    """The id that a finished row must have."""
    members: tuple[Member, ...] = chain.problems
    pieces = (encode(chain.text), encode(members), encode(chain.gates), encode(chain.final))
    return chain_id(chain.order, chain.length, chain.index, digest(chain.seed, pieces))
