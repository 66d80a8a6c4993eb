"""Is a chained problem sound? Told from the row alone.

Strategy: three layers, each of which may rely on the one before, so that none needs to guard against nonsense.

1. `check_shape`: the tuples have the chain's length, the gates form a path, the blocks follow the order, every span
   lies in the text.
2. `check_spans`: a cursor walks the text from block to block and meets every part where its span says, with nothing but
   the fixed wording and single spaces between them. So every premise that is needed stands there, once.
3. The rest: claims state their numbers; the gold answers open every true branch; the counterfactual answers open the
   others, and lead somebody who takes any one wrong branch to another final answer; problems share nothing.

What a row leaves unknown is a *note*: without a counterfactual answer, or with a wrong conclusion that does not state
it, a gate of the deny form forgives somebody who came there by a wrong branch (the paper's way). Such chains are sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from dunyazad.chaining.evaluate import follow, open_branch, resolve
from dunyazad.chaining.record import ChainedProblem, IfGate, Span
from dunyazad.chaining.texts import NameFinder, name_key, question_key, states_number
from dunyazad.chaining.wording import (
    BEFORE_CLAIM,
    BEFORE_FALSE,
    BEFORE_TRUE,
    CANARY,
    GATE_END,
    SEPARATOR,
    chain_id,
    telling,
)
from dunyazad.problems.findings import Finding
from dunyazad.problems.record import Problem

__all__ = ["check", "check_against", "check_shape", "check_spans"]


def check(chain: ChainedProblem) -> tuple[Finding, ...]:
    """Certify a chained problem from its row alone.

    Returns:
        What was found: severity "error" where the chain is not sound, "note" for what is merely unknown. Empty for a
        chain that is certified in full. Where the shape is wrong, only that is told.

    Example:
        >>> from dunyazad.problems.record import Problem
        >>> from fractions import Fraction as F
        >>> from dunyazad.chaining.render import render_chain
        >>> hens = Problem(
        ...     id="hens", first_premise="Ada has 3 hens.", alternate_first_premise="Ada has 4 hens.",
        ...     premises="Each hen lays 2 eggs.", question="How many eggs are there?", answer=F(6),
        ...     conclusion="There are 6 eggs.", counterfactual_answer=F(8), wrong_conclusion="There are 8 eggs.",
        ...     wrong_answer=F(8), names=("Ada",))
        >>> check(render_chain([hens], deny=[], order="forward"))
        ()
    """
    if shape := tuple(check_shape(chain)):
        return shape
    return (
        *check_spans(chain),
        *_check_stamp(chain),
        *_check_claims(chain),
        *_check_branches(chain),
        *_check_sensitivity(chain),
        *_check_apart(chain),
    )


def _error(code: str, sentence: str) -> Finding:
    return Finding(code, sentence)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


# 1. Shape


def check_shape(chain: ChainedProblem) -> Iterator[Finding]:
    """Are the tuples as long as the chain, the gates a path, the blocks in order, the spans inside the text?"""
    length = chain.length
    if length < 1:
        yield _error("length", f"a chain has at least 1 problem, not {length}")
        return
    for name in ("problem_ids", "questions", "answers", "counterfactual_answers", "names", "blocks"):
        if len(getattr(chain, name)) != length:
            yield _error("length", f"{len(getattr(chain, name))} {name} for {length} problems")
    links = [(gate.child, gate.parents) for gate in chain.gates]
    if links != [(child, (child - 1,)) for child in range(1, length)]:
        yield _error("path", f"the gates' children and parents are no path over {length} problems: {links}")
    told = [block.problem for block in chain.blocks]
    if told != list(telling(chain.order, length)):
        yield _error("order", f"the blocks tell {told}, which is not {chain.order}")
    for start, end in _spans(chain):
        if not 0 <= start <= end <= len(chain.text):
            yield _error("span", f"span ({start}, {end}) is not in a text of {len(chain.text)} characters")


def _spans(chain: ChainedProblem) -> Iterator[Span]:
    for block in chain.blocks:
        yield from (block.opening, block.premises)
    for gate in chain.gates:
        yield from (gate.claim, gate.when_true, gate.when_false)
    yield chain.question


# 2. Spans


class _Cursor:
    """Reads a text from the left and notes the first place where it is not as expected."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.findings: list[Finding] = []

    def fixed(self, wording: str) -> None:
        """Expect fixed wording here."""
        if not self.text.startswith(wording, self.place):
            seen = self.text[self.place : self.place + len(wording)]
            self.findings.append(_error("wording", f"at {self.place}: expected {wording!r}, found {seen!r}"))
        self.place += len(wording)

    def part(self, span: Span, name: str) -> None:
        """Expect a part here, without white space at its ends."""
        start, end = span
        if start != self.place:
            self.findings.append(_error("span", f"{name} begins at {start}, expected at {self.place}"))
        part = self.text[start:end]
        if not part or part != part.strip():
            self.findings.append(_error("part", f"{name} is empty or has white space at an end: {_short(part)}"))
        self.place = end


def check_spans(chain: ChainedProblem) -> tuple[Finding, ...]:
    """Do the spans cover the text, save for the fixed wording and single spaces? The shape must be right."""
    cursor = _Cursor(chain.text)
    for number, block in enumerate(chain.blocks):
        if number:
            cursor.fixed(SEPARATOR)
        start = cursor.place
        if block.problem == 0:
            cursor.part(block.opening, "the first premise of problem 0")
        else:
            _read_gate(cursor, chain.gates[block.problem - 1])
        if block.opening != (start, cursor.place):
            expected = f"({start}, {cursor.place})"
            cursor.findings.append(
                _error("span", f"the opening of problem {block.problem} is at {block.opening}, expected at {expected}")
            )
        if block.premises[0] == block.premises[1]:
            if block.premises[0] != cursor.place:
                cursor.findings.append(_error("span", f"empty premises of problem {block.problem} stand elsewhere"))
        else:
            cursor.fixed(SEPARATOR)
            cursor.part(block.premises, f"premises of problem {block.problem}")
    cursor.fixed(SEPARATOR)
    cursor.part(chain.question, "the question")
    if cursor.place != len(chain.text):
        cursor.findings.append(
            _error("span", f"the text goes on after the question: {_short(chain.text[cursor.place :])}")
        )
    if chain.slice(chain.question) != chain.questions[chain.target]:
        cursor.findings.append(
            _error("question", f"the text asks {_short(chain.slice(chain.question))}, not the target's")
        )
    return tuple(cursor.findings)


def _read_gate(cursor: _Cursor, gate: IfGate) -> None:
    cursor.fixed(BEFORE_CLAIM)
    cursor.part(gate.claim, f"the claim of gate {gate.child}")
    cursor.fixed(BEFORE_TRUE)
    cursor.part(gate.when_true, f"the first branch of gate {gate.child}")
    cursor.fixed(BEFORE_FALSE)
    cursor.part(gate.when_false, f"the second branch of gate {gate.child}")
    cursor.fixed(GATE_END)


# 3. Contents


def _check_stamp(chain: ChainedProblem) -> Iterator[Finding]:
    if chain.canary != CANARY:
        yield _error("canary", f"the canary is not ours: {_short(chain.canary)}")
    if not chain.generator:
        yield _error("generator", "the generator is not named")
    if chain.seed < 0 or chain.index < 0:
        yield _error("seed", f"seed {chain.seed} or index {chain.index} is negative")
    expected = chain_id(chain.order, chain.length, chain.index, chain.text)
    if chain.id != expected:
        yield _error("id", f"the id is {chain.id!r}, its cell and text give {expected!r}")


_states_number = lru_cache(maxsize=1 << 14)(states_number)  # a problem has two claims and stands in many chains


def _check_claims(chain: ChainedProblem) -> Iterator[Finding]:
    for gate in chain.gates:
        claim, gold = chain.slice(gate.claim), chain.answers[gate.parents[0]]
        if not _states_number(claim, gate.claim_value):
            yield _error("claim", f"the claim of gate {gate.child} does not state {gate.claim_value}: {_short(claim)}")
        if (gate.claim_value == gold) != (gate.form == "affirm"):
            yield _error("form", f"gate {gate.child} ({gate.form}) claims {gate.claim_value}, the answer is {gold}")


def _check_branches(chain: ChainedProblem) -> Iterator[Finding]:
    for gate in chain.gates:
        if chain.slice(gate.when_true) == chain.slice(gate.when_false):
            yield _error("branches", f"both branches of gate {gate.child} say {_short(chain.slice(gate.when_true))}")
    for gate, branch in zip(chain.gates, resolve(chain, chain.answers), strict=True):
        if not branch:
            yield _error("gold", f"the gold answers open the wrong branch of gate {gate.child}")


def _check_sensitivity(chain: ChainedProblem) -> Iterator[Finding]:
    for position, (gold, other) in enumerate(zip(chain.answers, chain.counterfactual_answers, strict=True)):
        if gold == other:
            yield _error("counterfactual", f"problem {position} has the answer {gold} under either first premise")
    if unknown := [position for position, answer in enumerate(chain.counterfactual_answers) if answer is None]:
        yield Finding(
            "counterfactual-unknown",
            f"the answers under the alternate first premise are not known for problems {unknown}: "
            "where a wrong branch there leads cannot be told",
            "note",
        )
    forgiving = [gate.child for gate in chain.gates if _forgives(chain, gate)]
    for child in forgiving:
        yield Finding(
            "forgiving-gate",
            f"gate {child} denies a wrong conclusion that is not known to be the counterfactual one: "
            "it may forgive a wrong branch",
            "note",
        )
    for gate in chain.gates:
        final = follow(chain, wrong_at=(gate.child,))[-1]
        # Whether a mistake dies at a forgiving gate, or where no counterfactual answer is known, the note above tells.
        if final == chain.answer and not any(child > gate.child for child in forgiving):
            yield _error("insensitive", f"the wrong branch at gate {gate.child} ends in the right answer {final}")


def _forgives(chain: ChainedProblem, gate: IfGate) -> bool:
    # With the counterfactual answer unknown, an affirming gate still opens the other branch for every answer but the
    # true one; a denying one does so for its own claim only.
    other = chain.counterfactual_answers[gate.parents[0]]
    if other is None:
        return gate.form == "deny"
    return open_branch(gate, [*chain.answers[: gate.parents[0]], other]) is not False and gate.form == "deny"


def _check_apart(chain: ChainedProblem) -> Iterator[Finding]:
    if len(set(chain.problem_ids)) < chain.length:
        yield _error("shared-id", f"a problem stands twice: {', '.join(chain.problem_ids)}")
    if len({question_key(question) for question in chain.questions}) < chain.length:
        yield _error("shared-question", "two problems ask the same question")
    holders: dict[str, int] = {}
    for position, names in enumerate(chain.names):
        for name in names:
            if holders.setdefault(name_key(name), position) != position:
                first = holders[name_key(name)]
                yield _error("shared-name", f"problems {first} and {position} share the name {name!r}")
    yield from _check_mentions(chain, holders)


def _check_mentions(chain: ChainedProblem, holders: Mapping[str, int]) -> Iterator[Finding]:
    finder = NameFinder(name for names in chain.names for name in names)
    for position, text in _texts(chain):
        for name in sorted(finder.mentioned(text)):
            if holders[name_key(name)] != position:
                yield _error(
                    "shared-name", f"problem {position} mentions {name!r}, a name of problem {holders[name_key(name)]}"
                )


def _texts(chain: ChainedProblem) -> Iterator[tuple[int, str]]:
    # What each problem says in this text; a claim belongs to the parent that it is about.
    for gate in chain.gates:
        yield gate.parents[0], chain.slice(gate.claim)
        yield gate.child, chain.slice(gate.when_true)
        yield gate.child, chain.slice(gate.when_false)
    for block in chain.blocks:
        yield block.problem, chain.slice(block.premises)
        if block.problem == 0:
            yield 0, chain.slice(block.opening)
    yield from enumerate(chain.questions)


# 4. Against the problems


def check_against(chain: ChainedProblem, problems: Mapping[str, Problem]) -> tuple[Finding, ...]:
    """Check that a chain's parts are its problems' parts, verbatim. Its own soundness is for `check`.

    Args:
        chain: A chain of sound shape (`check_shape` finds nothing); of any other, the shape's findings are given.
        problems: The problems by id.

    Returns:
        What was found; empty if all is as the problems say.
    """
    if shape := tuple(check_shape(chain)):
        return shape
    missing = [name for name in chain.problem_ids if name not in problems]
    if missing:
        return (_error("unknown-problem", f"no problem with the id {missing[0]!r}"),)
    own = [problems[name] for name in chain.problem_ids]
    return tuple(
        _error("not-verbatim", f"{name} of problem {position} ({own[position].id}): {found!r}, expected {expected!r}")
        for position, name, found, expected in _pairs(chain, own)
        if found != expected
    )


def _pairs(chain: ChainedProblem, problems: list[Problem]) -> Iterator[tuple[int, str, object, object]]:
    for position, problem in enumerate(problems):
        yield position, "question", chain.questions[position], problem.question
        yield position, "answer", chain.answers[position], problem.answer
        yield position, "counterfactual answer", chain.counterfactual_answers[position], problem.counterfactual_answer
        yield position, "names", chain.names[position], problem.names
    for block in chain.blocks:
        yield block.problem, "premises", chain.slice(block.premises), problems[block.problem].premises
        if block.problem == 0:
            yield 0, "first premise", chain.slice(block.opening), problems[0].first_premise
    for gate, (parent, child) in zip(chain.gates, pairwise(problems), strict=True):
        deny = gate.form == "deny"
        expected = parent.wrong_conclusion if deny else parent.conclusion
        yield gate.child - 1, "conclusion", chain.slice(gate.claim), expected
        yield gate.child - 1, "claimed number", gate.claim_value, parent.wrong_answer if deny else parent.answer
        yield gate.child, "first premise", chain.slice(gate.gold_branch), child.first_premise
        yield gate.child, "alternate first premise", chain.slice(gate.other_branch), child.alternate_first_premise
