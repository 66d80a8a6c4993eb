"""The rules by which `provenance` tells what a step rests on: each votes for a step, or against it, with a reason.

Strategy. Annotators name the step a value came from, the step before by default, and the question where a given is
fetched, a goal restated or a fact recalled. Each such habit is one row of `RULES`: a name, a weight, and a function
that yields the steps it speaks about. A step's votes are summed; above the threshold it is a premise, and the strongest
vote for it is its reason. Removing a row is its ablation (`benchmarks/premises.py --ablate`).

The weights were fitted by logistic regression on two annotated sets (grade-school and competition problems), checked on
questions left out, and rounded. The weight for an explicit reference is set by hand: few annotated steps have one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from dunyazad.numbers import render_number
from dunyazad.premises.content import Value
from dunyazad.premises.facts import COMMON, Facts

__all__ = ["FAR", "RULES", "Rule", "Vote"]

# A step that is spoken about, and why.
Vote = tuple[int, str]
Finder = Callable[[Facts], Iterable[Vote]]


class Rule(NamedTuple):
    """One habit of annotators.

    Attributes:
        name: For ablations.
        weight: What one vote counts, in log-odds; below 0 it speaks against.
        find: Which steps it speaks about, and why.
    """

    name: str
    weight: float
    find: Finder


def _words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


_KNOWLEDGE = _words_of(
    "formula theorem identity definition property properties rule known recall since given know knows"
)
_GIVEN = _words_of("given since according problem know knows state states stated told original initial initially")
_GOAL = _words_of("find need needs want wants asked determine question asks solve goal")
_REWRITES = _words_of(
    "simplify simplifying simplified simplifies substitute substituting substituted subtract subtracting sides plug"
    " plugging combine combining expand expanding factor factoring factored isolate isolating rearrange rearranging"
    " solving adding"
)
_AGGREGATES = _words_of("total totals altogether both combined together")
_SO = re.compile(r"\W{0,4}(?:therefore|so|thus|hence|finally|in conclusion|the (?:final )?answer)\b")
_SHORT = 60
# How far back labels and unused results are looked for: keeps long chains linear.
_REACH = 8


# --- where a value, an expression, a label came from -------------------------------------------------------------


def _made(facts: Facts) -> Iterable[Vote]:
    for value, step in facts.made.items():
        yield step, f"uses {_shown(value)}, the result of step {step}"


def _remade(facts: Facts) -> Iterable[Vote]:
    """Values that the question states as well: it may be either."""
    for value in facts.used:
        if value not in COMMON and facts.ledger.given(value):
            maker = facts.ledger.maker(value, facts.step)
            if maker is not None:
                yield maker, f"uses {_shown(value)}, which is the result of step {maker} and given in the question too"


def _carried(facts: Facts) -> Iterable[Vote]:
    for value, step in facts.carried.items():
        yield step, f"uses {_shown(value)}, which step {step} holds"


def _restated(facts: Facts) -> Iterable[Vote]:
    for value in facts.results:
        maker = facts.ledger.maker(value, facts.step)
        if maker is not None and not facts.ledger.given(value):
            yield maker, f"states {_shown(value)} again, the result of step {maker}"


def _expression(facts: Facts) -> Iterable[Vote]:
    for expression, written in facts.content.expressions.items():
        if len(expression) > 3:
            writer = facts.ledger.writer(expression, facts.step)
            if writer is not None:
                yield writer, f"goes on from {_cut(written)} in step {writer}"


def _label(facts: Facts) -> Iterable[Vote]:
    for step in range(max(1, facts.step - _REACH), facts.step):
        for label in facts.ledger.contents[step].labels:
            if len(label) > 4 and label in facts.content.text:
                yield step, f"speaks of “{_cut(label)}”, which step {step} gives"
                break


def _reference(facts: Facts) -> Iterable[Vote]:
    for number in facts.content.references:
        step = facts.ledger.numbered(number, facts.step)
        if step is not None:
            yield step, f"refers to step {number}"
    for tag in facts.content.tags:
        step = facts.ledger.tagged(tag, facts.step)
        if step is not None:
            yield step, f"refers to equation {tag}, which step {step} has"


def _waiting(facts: Facts) -> Iterable[Vote]:
    """Results that nothing has used so far, taken up by the last step or by one that adds up."""
    if not (facts.is_last or not _AGGREGATES.isdisjoint(facts.content.words)):
        return
    ledger = facts.ledger
    for step in {*facts.made.values(), *facts.carried.values()}:
        if max(1, facts.step - _REACH) <= step < facts.previous and not any(
            ledger.results[step] & ledger.used[between] for between in range(step + 1, facts.step)
        ):
            result = ledger.results[step] & facts.used
            yield step, f"takes up {'the result' if result else 'a value'} of step {step}, not used until here"


# --- the previous step -------------------------------------------------------------------------------------------


def _previous(reason: str, holds: Callable[[Facts], bool]) -> Finder:
    def find(facts: Facts) -> Iterable[Vote]:
        return ((facts.previous, reason),) if facts.previous and holds(facts) else ()

    return find


def _uses_some(facts: Facts) -> bool:
    return bool(facts.made or facts.carried) or any(not facts.ledger.given(value) for value in facts.used)


def _left_aside(facts: Facts) -> bool:
    return _uses_some(facts) and bool(facts.own_new) and not facts.own_new & facts.used


def _nothing_shared(facts: Facts) -> bool:
    return bool(facts.used) and facts.used.isdisjoint(facts.before.values)


def _sibling(facts: Facts) -> bool:
    made = facts.own_new | facts.ledger.results[facts.previous]
    return bool(facts.used) and not made & facts.used and all(map(facts.ledger.given, facts.used))


def _same_names(facts: Facts) -> bool:
    return bool(facts.content.names) and facts.content.names <= facts.before.names


# --- the question ------------------------------------------------------------------------------------------------


def _question(reason: str, holds: Callable[[Facts], bool]) -> Finder:
    def find(facts: Facts) -> Iterable[Vote]:
        return ((0, reason),) if holds(facts) else ()

    return find


def _fetched(facts: Facts) -> Iterable[Vote]:
    for value in facts.fetched:
        yield 0, f"uses {_shown(value)}, given in the question"


def _new_constant(facts: Facts) -> Iterable[Vote]:
    for value in facts.used - facts.results:
        if not facts.ledger.given(value) and facts.ledger.holder(value, facts.step) is None:
            yield 0, f"brings in {_shown(value)}"


def _words(facts: Facts) -> Iterable[Vote]:
    shared = facts.content.words & facts.ledger.contents[0].words
    new = sorted(word for word in shared if facts.ledger.first_word(word) == facts.step)
    for word in new[:3]:
        yield 0, f"takes up “{word}” from the question"


def _no_given(facts: Facts) -> bool:
    return bool(facts.used) and not any(map(facts.ledger.given, facts.used))


def _shown(value: Value) -> str:
    return _cut(str(value) if isinstance(value, int) else render_number(value))


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


# What a step before the previous one has to overcome, once anything speaks for it.
FAR = -1.5

RULES: tuple[Rule, ...] = (
    # Where something came from.
    Rule("result", 1.8, _made),
    Rule("remade", 1.4, _remade),
    Rule("carried", 0.4, _carried),
    Rule("restated", 1.0, _restated),
    Rule("expression", 1.0, _expression),
    Rule("label", 0.9, _label),
    Rule("reference", 2.5, _reference),
    Rule("waiting", 2.1, _waiting),
    # The previous step: by default, and when it is left out.
    Rule("previous", 0.1, _previous("the previous step", lambda _: True)),
    Rule(
        "source",
        1.0,
        _previous(
            "uses a value that the previous step has", lambda f: f.previous in {*f.made.values(), *f.carried.values()}
        ),
    ),
    Rule("last", 1.2, _previous("the last step concludes from the one before", lambda f: f.is_last)),
    Rule("so", 1.1, _previous("“therefore” after the previous step", lambda f: _SO.match(f.content.text) is not None)),
    Rule(
        "rewrites",
        1.0,
        _previous("rewrites or solves, after the previous step", lambda f: not _REWRITES.isdisjoint(f.content.words)),
    ),
    Rule("same-names", 1.0, _previous("has the variables of the previous step", _same_names)),
    Rule(
        "opens",
        0.7,
        _previous("the previous step has no result of its own yet", lambda f: not f.ledger.results[f.previous]),
    ),
    Rule("plain", 0.3, _previous("the previous step computes nothing", lambda f: not f.before.computes)),
    Rule(
        "same-result",
        0.6,
        _previous(
            "ends in the previous step's result", lambda f: not f.results.isdisjoint(f.ledger.results[f.previous])
        ),
    ),
    Rule("left-aside", -1.1, _previous("", _left_aside)),
    Rule("nothing-shared", -0.9, _previous("", _nothing_shared)),
    Rule("sibling", -0.5, _previous("", _sibling)),
    # The question.
    Rule("question", 0.9, _question("the question", lambda _: True)),
    Rule("given", 1.5, _fetched),
    Rule("second", 1.2, _question("an early step", lambda f: f.step <= 2)),
    Rule("new-constant", 0.4, _new_constant),
    Rule("cites", 0.4, _question("cites what is given", lambda f: not _GIVEN.isdisjoint(f.content.words))),
    Rule("goal", 0.3, _question("restates the goal", lambda f: not _GOAL.isdisjoint(f.content.words))),
    Rule("knowledge", 0.2, _question("recalls a fact", lambda f: not _KNOWLEDGE.isdisjoint(f.content.words))),
    Rule("words", 0.3, _words),
    Rule("concludes", -1.5, _question("", lambda f: _SO.match(f.content.text) is not None)),
    Rule("late", -0.8, _question("", lambda f: f.step > 3)),
    Rule("short", -0.7, _question("", lambda f: len(f.content.text) < _SHORT)),
    Rule("no-given", -0.6, _question("", _no_given)),
    Rule("rewriting", -0.3, _question("", lambda f: not _REWRITES.isdisjoint(f.content.words))),
    Rule("closing", -0.3, _question("", lambda f: f.is_last)),
    Rule("announced", -0.3, _question("", lambda f: f.previous > 0 and not f.before.computes)),
)
