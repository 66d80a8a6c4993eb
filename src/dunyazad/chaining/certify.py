"""Is a chained problem sound? Told from the row alone.

Strategy: three layers, each of which may rely on the one before, so that none needs to guard against nonsense.

1. `check_shape`: the tuples have the chain's length, the gates form a path, the blocks follow the order, every span
   lies in the text.
2. `check_spans`: the parts are listed in the order in which the text must tell them; between one span and the next
   stands the fixed wording or a single space, and nothing else. So every premise that is needed stands there, once.
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
from dunyazad.chaining.texts import NameFinder, name_key, question_key, states_number, word_set, words_of
from dunyazad.chaining.wording import (
    BEFORE_CLAIM,
    BEFORE_FALSE,
    BEFORE_TRUE,
    CANARY,
    GATE_END,
    SEPARATOR,
    row_id,
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


def check_spans(chain: ChainedProblem) -> tuple[Finding, ...]:
    """Do the spans cover the text, save for the fixed wording and single spaces? The shape must be right."""
    text, end = chain.text, 0
    findings: list[Finding] = []
    for wording, span, part, position in _expected_parts(chain):
        start = span[0]
        # Whatever stands between two parts that follow one another must be the wording: so nothing is left over.
        if text[end:start] != wording:
            found = _short(text[end:start])
            where = f"before {part} of problem {position}, from {end} to {start}"
            findings.append(_error("wording", f"{where}: expected {wording!r}, found {found}"))
        end = span[1]
        if start >= end or text[start].isspace() or text[end - 1].isspace():
            shown = _short(text[start:end])
            findings.append(_error("part", f"{part} of problem {position} is empty or has a space at an end: {shown}"))
    if end != len(text):
        findings.append(_error("wording", f"the text goes on after the question: {_short(text[end:])}"))
    findings += _misplaced_blocks(chain)
    if chain.slice(chain.question) != chain.questions[chain.target]:
        asked = _short(chain.slice(chain.question))
        findings.append(_error("question", f"the text asks {asked}, which is not the target's question"))
    return tuple(findings)


def _expected_parts(chain: ChainedProblem) -> Iterator[tuple[str, Span, str, int]]:
    """In the order of the text: the wording before each part, its span, what it is, and whose."""
    before, gap = "", SEPARATOR
    for block in chain.blocks:
        position = block.problem
        if position == 0:
            yield before, block.opening, "first premise", 0
            after = ""
        else:
            gate = chain.gates[position - 1]
            yield before + BEFORE_CLAIM, gate.claim, "claim", position
            yield BEFORE_TRUE, gate.when_true, "first branch", position
            yield BEFORE_FALSE, gate.when_false, "second branch", position
            after = GATE_END
        if block.premises[0] != block.premises[1]:
            yield after + gap, block.premises, "premises", position
            after = ""
        before = after + gap
    yield before, chain.question, "question", chain.target


def _misplaced_blocks(chain: ChainedProblem) -> Iterator[Finding]:
    for block in chain.blocks:
        if block.problem:
            gate = chain.gates[block.problem - 1]
            whole = (gate.claim[0] - len(BEFORE_CLAIM), gate.when_false[1] + len(GATE_END))
            if block.opening != whole:
                yield _error("span", f"gate {block.problem} is said to be at {block.opening}, it is at {whole}")
        start, end = block.premises
        if start == end != block.opening[1]:
            yield _error("span", f"problem {block.problem} has its empty premises at {start}, not after its opening")


# 3. Contents


def _check_stamp(chain: ChainedProblem) -> Iterator[Finding]:
    if chain.canary != CANARY:
        yield _error("canary", f"the canary is not ours: {_short(chain.canary)}")
    if not chain.generator:
        yield _error("generator", "the generator is not named")
    if chain.seed < 0 or chain.index < 0:
        yield _error("seed", f"seed {chain.seed} or index {chain.index} is negative")
    expected = row_id(chain)
    if chain.id != expected:
        yield _error("id", f"the id is {chain.id!r}, what the row says gives {expected!r}: something was edited")


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
    first_words = [{word for name in names for word in words_of(name)[:1]} for names in chain.names]
    foreign = [set().union(*first_words[:place], *first_words[place + 1 :]) for place in range(chain.length)]
    for position, text in _texts(chain):
        if foreign[position].isdisjoint(word_set(text)):  # nearly always, and quickly told
            continue
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
