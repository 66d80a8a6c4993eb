"""Running methods without a model on annotated chains, and taking saved verifications in their place.

Whatever is scored comes from here as a function from a chain to what was found, so that a saved file of verifications
and a method that runs now are scored by the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import read_lines, read_records
from dunyazad.errors import Plan, Reference, Verdict, VerdictOutcome, Verification, judge, reference_for_answer
from dunyazad.perl import AnnotatedChain, ProcessChain, question_id
from dunyazad.premises import premise_finder
from dunyazad.reasoning import Parc, ReasoningChain

__all__ = ["Saved", "Verifier", "premises_by", "read_gold", "reference_of", "saved", "verifier"]

Item = AnnotatedChain | ProcessChain
Verifier = Callable[[Item], Verification]


class _Solved(msgspec.Struct, frozen=True):
    """A line of a file of questions with their solutions, as GSM8K's."""

    question: str
    answer: str


def premises_by(method: str) -> Callable[[Item], tuple[tuple[int, ...], ...]]:
    """Give the function that finds premises by a method without a model.

    Raises:
        InputError: There is no such method; or (when it is called) it needs a model.

    Example:
        >>> from dunyazad.perl import AnnotatedStep
        >>> steps = (AnnotatedStep(number=1, text="a"), AnnotatedStep(number=2, text="b"))
        >>> premises_by("all")(AnnotatedChain(id="c", question="q", steps=steps))
        ((0,), (0, 1))
    """
    finder = premise_finder(method)

    def find(item: Item) -> tuple[tuple[int, ...], ...]:
        chain = item.chain
        if finder.prompts(chain):
            raise _needs_model("premise", method)
        return tuple(tuple(premise.step for premise in links) for links in finder.read(chain, ()).premises)

    return find


def verifier(premises: str, errors: str, gold: Mapping[str, str] | None = None) -> Verifier:
    """Give the function that verifies a chain by methods without a model.

    `reference` takes a chain's own gold solution, else its gold answer, else what `gold` holds for its question. About
    a chain without any that can be read it claims nothing.

    Args:
        premises: The way of finding premises.
        errors: The way of judging steps.
        gold: Gold solutions by `question_id`.

    Raises:
        InputError: There is no such method; or (when it is called) it needs a model.
    """
    finder = premise_finder(premises)
    fixed = None if errors == "reference" else judge(errors)

    def find(item: Item) -> Verification:
        chosen = fixed
        if chosen is None:
            reference = reference_of(item, gold or {})
            if reference is None:
                return _without_reference(item.chain)
            chosen = judge(errors, reference)
        plan = Plan(item.chain, finder, chosen)
        if plan.next():
            raise _needs_model(*(("error", errors) if plan.stage == "errors" else ("premise", premises)))
        return plan.verification

    return find


def reference_of(item: Item, gold: Mapping[str, str]) -> Reference | None:
    """What is known about the gold solution of a chain; None where nothing that can be read."""
    own = () if isinstance(item, ProcessChain) else (item.solution, item.answer)
    for text in (*own, gold.get(item.question_id)):
        if text is None:
            continue
        try:
            return reference_for_answer(str(text), item.chain.question)
        except InputError:
            continue
    return None


def read_gold(path: Path | str) -> dict[str, str]:
    """Read gold solutions by `question_id`: JSON lines with `question` and `answer`, as GSM8K's.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is none.
    """
    return {question_id(row.question): row.answer for row in (line.decode(_Solved) for line in read_lines(path))}


class Saved(NamedTuple):
    """Verifications from a file.

    Attributes:
        find: Gives the verification of a chain.
        premises: What found the premises.
        errors: What judged the steps.
    """

    find: Verifier
    premises: str
    errors: str

    def links(self, item: Item) -> tuple[tuple[int, ...], ...]:
        """The premises of a chain's steps."""
        return tuple(tuple(premise.step for premise in links) for links in self.find(item).parc.premises)


def saved(path: Path | str, items: Iterable[Item]) -> Saved:
    """Take verifications from a file, by the ids of the chains.

    A chain without a verification counts as one on which the judge failed.

    Raises:
        InputError: The file cannot be read; none of its verifications is of these chains, one is of a chain of other
            steps, or an id stands twice.
        RecordError: A line is no verification.
    """
    wanted: dict[str, ReasoningChain] = {}
    for item in items:
        if item.id in wanted:
            raise InputError(f"two chains are called {item.id!r}: nobody can tell which one a verification is of")
        wanted[item.id] = item.chain
    found: dict[str, Verification] = {}
    for verification in read_records(path, Verification):
        if verification.id not in wanted:
            continue
        if verification.id in found:
            raise InputError(f"{path}: the verification {verification.id!r} stands twice")
        steps = [step.text for step in wanted[verification.id].steps]
        if [step.text for step in verification.parc.chain.steps] != steps:
            raise InputError(f"{path}: the verification {verification.id!r} is of other steps")
        found[verification.id] = verification
    if not found:
        raise InputError(f"{path}: no verification is of these chains: the ids differ")

    def find(item: Item) -> Verification:
        return found.get(item.id) or _unverified(item.chain, "failed", "there is no verification of it")

    one = next(iter(found.values()))
    return Saved(find, one.parc.method, one.errors_method)


def _without_reference(chain: ReasoningChain) -> Verification:
    return _unverified(chain, "no_claim", "its gold solution is not known")


def _unverified(chain: ReasoningChain, outcome: VerdictOutcome, reason: str) -> Verification:
    parc = Parc(chain=chain, premises=tuple(() for _ in chain.steps), method="")
    verdicts = tuple(
        Verdict(step=number, label=None, outcome=outcome, reason=reason) for number in range(1, len(chain.steps) + 1)
    )
    return Verification(id=chain.id, parc=parc, verdicts=verdicts, errors_method="")


def _needs_model(what: str, name: str) -> InputError:
    return InputError(
        f"the {what} method {name!r} needs a model: verify the chains with it, and give what it wrote with --records"
    )
