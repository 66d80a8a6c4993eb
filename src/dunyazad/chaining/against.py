"""Is a chained problem what its problems say, word for word?

`check` looks at the row alone; here every part and every number is compared with the problems that it names. What a row
adds to them is made again: other names (`problems.renaming`), alternates beyond a problem's own (`problems.alternates`,
from the row's seed), and the expression in place of a number (`problems.slots`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from dunyazad.chaining.contents import claim_of
from dunyazad.chaining.evaluate import listed_branches
from dunyazad.chaining.record import ChainedProblem, Gate, Member, NumericGate
from dunyazad.chaining.shape import check_shape
from dunyazad.chaining.spans import quoted, texts_of
from dunyazad.chaining.wording import SEPARATOR, expression
from dunyazad.problems.alternates import alternates
from dunyazad.problems.findings import Finding
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.number_places import find_place
from dunyazad.problems.record import Problem
from dunyazad.problems.renaming import rename
from dunyazad.problems.slots import SLOT_NAME, numeric_slot

__all__ = ["Originals", "check_against"]

_MOST_ALTERNATES = 19


def check_against(chain: ChainedProblem, problems: Mapping[str, Problem]) -> tuple[Finding, ...]:
    """Check that a chain's parts are its problems' parts, verbatim. Its own soundness is for `check`.

    Args:
        chain: A chain of sound shape (`check_shape` finds nothing); of any other, the shape's findings are given.
        problems: The problems by id. For many chains, `Originals(problems).check` keeps what it made.

    Returns:
        What was found; empty if all is as the problems say.
    """
    return Originals(problems).check(chain)


class _Variant(msgspec.Struct, frozen=True):
    """A first premise and what follows from it; an empty conclusion is the true one at another number."""

    first_premise: str
    answer: Fraction | None
    conclusion: str
    claimed: Fraction


def _error(position: int, what: str, found: object, expected: object) -> Finding:
    shown = (quoted(value) if isinstance(value, str) else value for value in (found, expected))
    return Finding("not-verbatim", "{} of problem {}: {}, expected {}".format(what, position, *shown))


class Originals:
    """The problems that chains name, and what was made of them.

    Args:
        problems: The problems by id.
    """

    def __init__(self, problems: Mapping[str, Problem]) -> None:
        self._problems = problems
        self._renamed: dict[tuple[str, tuple[tuple[str, str], ...]], Problem | None] = {}
        self._further: dict[tuple[str, tuple[tuple[str, str], ...], int, int], tuple[_Variant, ...]] = {}
        # How many alternates the problems of this file were given, on which their draw depends; looked for a few times.
        self._most = 1
        self._searches = 3

    def check(self, chain: ChainedProblem) -> tuple[Finding, ...]:
        """Compare one chain with the problems; see `check_against`."""
        if shape := tuple(check_shape(chain)):
            return shape
        for member in chain.problems:
            if member.id not in self._problems:
                return (Finding("unknown-problem", f"no problem with the id {quoted(member.id)}"),)
            if self._named(member) is None:
                return (
                    Finding("renamed", f"problem {quoted(member.id)} cannot be given the names {member.renamed[:9]}"),
                )
        return tuple(self._compare(chain))

    def _named(self, member: Member) -> Problem | None:
        """The problem under the names that it has here; None where it cannot have them."""
        key = (member.id, member.renamed)
        if key not in self._renamed:
            problem = self._problems[member.id]
            self._renamed[key] = _renamed(problem, member.renamed) if member.renamed else problem
        return self._renamed[key]

    def _compare(self, chain: ChainedProblem) -> Iterator[Finding]:
        gates: Mapping[int, Gate] = {gate.child: gate for gate in chain.gates}
        told: list[tuple[Problem, tuple[_Variant, ...]]] = []
        for position, member in enumerate(chain.problems):
            problem = self._named(member)
            if problem is None:
                continue
            behind_number = isinstance(gates.get(position), NumericGate)
            told.append((problem, self._variants(problem, member, chain.seed, behind_number)))
            yield from _compare_member(position, member, *told[-1])
        yield from _compare_parts(chain, gates, told)
        for gate in chain.gates:
            if isinstance(gate, NumericGate):
                yield from _compare_slot(chain, gate, told[gate.child][0])

    def _variants(self, problem: Problem, member: Member, seed: int, behind_number: bool) -> tuple[_Variant, ...]:
        own = (
            _Variant(problem.first_premise, problem.answer, problem.conclusion, problem.answer),
            _Variant(
                problem.alternate_first_premise,
                problem.counterfactual_answer,
                problem.wrong_conclusion,
                problem.wrong_answer,
            ),
        )
        if behind_number and member.wrong_answers:
            # A mistake before the gate makes the number another one. What follows is in the row; `check` computes it.
            wrong, known = member.wrong_answers[0], member.counterfactual_answers[0]
            return (own[0], _Variant("", known, "", wrong))
        count = len(member.wrong_answers)
        return own if count < 2 else (own[0], *self._alternates(problem, member, seed))

    def _alternates(self, problem: Problem, member: Member, seed: int) -> tuple[_Variant, ...]:
        """The alternates that a problem has here: the first of as many as it was given when the file was made."""
        count = len(member.wrong_answers)
        first: tuple[_Variant, ...] = ()
        further = range(count, _MOST_ALTERNATES + 1) if self._searches else ()
        for drawn in dict.fromkeys((max(self._most, count), *further)):
            key = (member.id, member.renamed, seed, drawn)
            if key not in self._further:
                made = alternates(problem, drawn, seed=seed)
                self._further[key] = () if isinstance(made, Lacking) else tuple(
                    [_Variant(other.first_premise, other.answer, other.conclusion, other.answer) for other in made]
                )  # fmt: skip
            found = self._further[key][:count]
            if tuple([variant.answer for variant in found]) == member.counterfactual_answers:
                self._most = drawn
                return found
            first = first or found
            if not found:  # more than this cannot be had either
                break
        self._searches = max(0, self._searches - 1)
        return first


def _renamed(problem: Problem, names: tuple[tuple[str, str], ...]) -> Problem | None:
    found = rename(problem, dict(names))
    return None if isinstance(found, Lacking) else found


def _compare_member(
    position: int, member: Member, problem: Problem, variants: tuple[_Variant, ...]
) -> Iterator[Finding]:
    others = variants[1:]
    pairs: Sequence[tuple[str, object, object]] = (
        ("question", member.question, problem.question),
        ("answer", member.answer, problem.answer),
        ("names", member.names, problem.names),
        ("counterfactual answers", member.counterfactual_answers, tuple([other.answer for other in others])),
        ("claimed numbers", member.wrong_answers, tuple([other.claimed for other in others])),
    )
    for what, found, expected in pairs:
        if found != expected:
            yield _error(position, what, found, expected)


def _compare_parts(
    chain: ChainedProblem, gates: Mapping[int, Gate], told: Sequence[tuple[Problem, tuple[_Variant, ...]]]
) -> Iterator[Finding]:
    premises: dict[int, list[str]] = {}
    for part, text in zip(chain.parts, texts_of(chain), strict=True):
        position, gate = part.problem, gates.get(part.problem)
        if part.role == "premises":
            premises.setdefault(position, []).append(text)
        elif part.role == "first" and text != told[position][0].first_premise:
            yield _error(position, "first premise", text, told[position][0].first_premise)
        elif part.role == "claim" and gate is not None:
            parent, variant = claim_of(gate, part.number)
            yield from _compare_variant(parent, variant, told[parent][1], text, "conclusion")
        elif part.role == "branch" and gate is not None and not isinstance(gate, NumericGate):
            branch = listed_branches(gate)[part.number]
            yield from _compare_variant(position, branch, told[position][1], text, "first_premise")
    for position, (problem, _) in enumerate(told):
        found = SEPARATOR.join(premises.get(position, ()))
        if found != problem.premises:
            yield _error(position, "premises", found, problem.premises)


def _compare_variant(
    position: int, variant: int, variants: tuple[_Variant, ...], text: str, what: str
) -> Iterator[Finding]:
    if variant < len(variants) and not variants[variant].conclusion:
        if find_place(variants[0].conclusion, text) is None:
            yield _error(position, "conclusion at another number", text, variants[0].conclusion)
        return
    name = f"{'alternate' if variant else 'true'} {what.replace('_', ' ')} {variant}"
    if variant >= len(variants):
        yield Finding("no-alternate", f"problem {position} does not give its {name}: {quoted(text)}")
    elif text != getattr(variants[variant], what):
        yield _error(position, name, text, getattr(variants[variant], what))


def _compare_slot(chain: ChainedProblem, gate: NumericGate, problem: Problem) -> Iterator[Finding]:
    slot = numeric_slot(problem)
    if isinstance(slot, Lacking):
        yield Finding("no-slot", f"problem {gate.child} has no number to be told by another: {slot.sentence}")
        return
    ((start, end),) = chain.spans_of("branch", gate.child)
    pairs: Sequence[tuple[str, object, object]] = (
        ("first premise", chain.text[start:end], f"{slot.before}{expression(gate)}{slot.after}"),
        ("number", gate.number(chain.problems[gate.parents[0]].answer), slot.value),
        ("formula", gate.formula, slot.formula.replace(SLOT_NAME, "x")),
    )
    for what, found, expected in pairs:
        if found != expected:
            yield _error(gate.child, what, found, expected)
