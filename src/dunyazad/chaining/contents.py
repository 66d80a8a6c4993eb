"""What a chained problem of the right shape says: its stamp, its claims and branches, and what its problems share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from dunyazad.chaining.record import ChainedProblem, Gate, LogicGate, NumericGate, Part
from dunyazad.chaining.spans import quoted
from dunyazad.chaining.texts import NameFinder, name_key, question_key, states_number, word_set, words_of
from dunyazad.chaining.wording import CANARY, expression, row_id
from dunyazad.problems.findings import Finding

__all__ = ["check_apart", "check_stamp", "check_texts", "claim_of"]

_question_key = lru_cache(maxsize=1 << 13)(question_key)
_name_key = lru_cache(maxsize=1 << 13)(name_key)
_words_of = lru_cache(maxsize=1 << 13)(words_of)


def _error(code: str, sentence: str) -> Finding:
    return Finding(code, sentence)


@lru_cache(maxsize=1 << 14)  # a problem has few claims and stands in many chains
def _states(text: str, numerator: int, denominator: int) -> bool:
    return states_number(text, Fraction(numerator, denominator))


def check_stamp(chain: ChainedProblem) -> Iterator[Finding]:
    """Is the row one of ours, and unedited?"""
    if chain.canary != CANARY:
        yield _error("canary", f"the canary is not ours: {quoted(chain.canary)}")
    if not chain.generator:
        yield _error("generator", "the generator is not named")
    if chain.seed < 0 or chain.index < 0:
        yield _error("seed", "the seed or the index is negative")
    expected = row_id(chain)
    if chain.id != expected:
        sentence = f"the id is {quoted(chain.id)}, what the row says gives {quoted(expected)}: something was edited"
        yield _error("id", sentence)


def claim_of(gate: Gate, number: int) -> tuple[int, int]:
    """Whom a gate's claim is about, by its number, and which of that problem's conclusions it is (0: the true one)."""
    if isinstance(gate, LogicGate):
        return gate.parents[number], 0 if gate.claims[number] else 1
    if isinstance(gate, NumericGate):
        return gate.parents[0], 0
    return gate.parents[0], gate.cases[number]


def check_texts(chain: ChainedProblem, texts: Sequence[str]) -> Iterator[Finding]:
    """Do the claims state their numbers, do branches differ, and are the questions those of their problems?"""
    gates: Mapping[int, Gate] = {gate.child: gate for gate in chain.gates}
    branches: dict[int, set[str]] = {}
    for part, text in zip(chain.parts, texts, strict=True):
        role = part.role
        if role == "claim":
            parent, variant = claim_of(gates[part.problem], part.number)
            value = chain.problems[parent].claimed(variant)
            if not _states(text, *value.as_integer_ratio()):
                yield _error("claim", f"a claim of gate {part.problem} does not state {value}: {quoted(text)}")
        elif role == "branch":
            said = branches.setdefault(part.problem, set())
            if text in said:
                yield _error("branches", f"two branches of gate {part.problem} say {quoted(text)}")
            said.add(text)
            gate = gates[part.problem]
            if isinstance(gate, NumericGate) and text.count(expression(gate)) != 1:
                sentence = (
                    f"the premise behind gate {part.problem} does not hold {expression(gate)!r} once: {quoted(text)}"
                )
                yield _error("expression", sentence)
        elif role in ("quoted", "question", "asked"):
            position = gates[part.problem].parents[0] if role == "quoted" else part.problem
            if text != chain.problems[position].question:
                yield _error("question", f"{quoted(text)} is not the question of problem {position}")


def check_apart(chain: ChainedProblem, texts: Sequence[str]) -> Iterator[Finding]:
    """Do no two problems share an id, a question or a name, and does none mention a name of another?"""
    if len({member.id for member in chain.problems}) < chain.length:
        yield _error("shared-id", "a problem stands twice")
    if len({_question_key(member.question) for member in chain.problems}) < chain.length:
        yield _error("shared-question", "two problems ask the same question")
    holders: dict[str, int] = {}
    beginnings: list[set[str]] = [set() for _ in chain.problems]  # the first words of each problem's names
    for position, member in enumerate(chain.problems):
        for name in member.names:
            holder = holders.setdefault(_name_key(name), position)
            if holder != position:
                yield _error("shared-name", f"problems {holder} and {position} share the name {quoted(name)}")
            beginnings[position].update(_words_of(name)[:1])
    yield from _check_mentions(chain, texts, holders, beginnings)


def _check_mentions(
    chain: ChainedProblem, texts: Sequence[str], holders: Mapping[str, int], beginnings: Sequence[set[str]]
) -> Iterator[Finding]:
    count = Counter(word for words in beginnings for word in words)
    # Nearly always a text holds no first word of a foreign name, and that is quickly told.
    foreign = [count.keys() - {word for word in words if count[word] == 1} for words in beginnings]
    finder: NameFinder | None = None
    for position, text in _owned(chain, texts):
        if foreign[position].isdisjoint(word_set(text)):
            continue
        finder = finder or NameFinder(name for member in chain.problems for name in member.names)
        for name in sorted(finder.mentioned(text)):
            holder = holders[name_key(name)]
            if holder != position:
                yield _error("shared-name", f"problem {position} mentions {quoted(name)}, a name of problem {holder}")


def _owned(chain: ChainedProblem, texts: Sequence[str]) -> Iterator[tuple[int, str]]:
    """What each problem says in this text; a claim, or a question that is quoted, belongs to whom it is about."""
    gates: Mapping[int, Gate] = {gate.child: gate for gate in chain.gates}
    for part, text in zip(chain.parts, texts, strict=True):
        yield _owner(part, gates), text
    for position, member in enumerate(chain.problems):
        yield position, member.question


def _owner(part: Part, gates: Mapping[int, Gate]) -> int:
    if part.role in ("claim", "quoted"):
        return claim_of(gates[part.problem], part.number)[0]
    return part.problem
