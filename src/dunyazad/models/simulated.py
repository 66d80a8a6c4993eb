"""A simulated solver: solves each link of a chained problem on its own, with planted mistakes that are known exactly.

No language model is involved, and every name says so. It serves power analysis, tests of the diagnosis and of step
verifiers, and the papers' line of an independent agent: link accuracy a gives a^L at length L, since a chain is right
only if every link was solved without a mistake.

At each link one event is drawn: none, a wrong branch, a slip of arithmetic, or a skip. The branch that the solver's own
earlier answers open is followed, so that mistakes travel as they do with a model:

- `wrong_branch` takes another branch than the one that is open. A problem without branches (a root, or one behind a
  numeric gate) has none to take: there it is a slip.
- `slip` ends in a number that is none of the link's answers on any branch, nor claimed by a gate that looks at it.
- `skip` writes nothing for the link; later gates that look at it suppose the gold branch, and say so.

Randomness depends on the seed, the chain's id and the epoch alone, and one number decides each link's event: the same
links stay right when the accuracy is raised.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.evaluate import listed_branches, open_branch, through
from dunyazad.chaining.record import BranchGate, ChainedProblem, Gate, NumericGate
from dunyazad.errors.record import Label
from dunyazad.models.simulated_steps import LinkTask, SimulatedStep, WrittenLink, written_link
from dunyazad.problems.record import Problem
from dunyazad.solving.judge import Attempt, Reply, judge
from dunyazad.solving.protocols import render_answers
from dunyazad.solving.record import Diagnosis, Protocol, Solution

__all__ = ["Event", "Fault", "PlantedLink", "Rates", "SimulatedSolution", "Simulator", "make_rates", "simulate"]

Event = Literal["none", "wrong_branch", "slip", "skip"]

# How `accuracy` alone is split: of the mistakes, half are wrong branches, two fifths slips, a tenth skips.
_SHARES: Final = (0.5, 0.4, 0.1)
_NO_PROBLEMS: Final[Mapping[str, Problem]] = MappingProxyType({})


class Rates(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often each kind of mistake is made at a link; they exclude each other.

    Raises:
        InputError: A rate is no probability, or together they pass 1.

    Example:
        >>> make_rates(accuracy=0.9).accuracy
        0.9
    """

    wrong_branch: float = 0.0
    slip: float = 0.0
    skip: float = 0.0

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise InputError(f"{name} must be a probability from 0 to 1, not {value}")
        if self.wrong_branch + self.slip + self.skip > 1 + 1e-9:
            raise InputError(f"wrong_branch, slip and skip sum to {self.wrong_branch + self.slip + self.skip}, over 1")

    @property
    def accuracy(self) -> float:
        """How often a link is solved without a mistake."""
        return max(0.0, round(1 - self.wrong_branch - self.slip - self.skip, 12))

    @property
    def follows_shares(self) -> bool:
        """Is it what `make_rates(accuracy=...)` gives?"""
        mistakes = 1 - self.accuracy
        rates = (self.wrong_branch, self.slip, self.skip)
        return all(abs(rate - share * mistakes) < 1e-9 for rate, share in zip(rates, _SHARES, strict=True))


def make_rates(
    *,
    accuracy: float | None = None,
    wrong_branch: float | None = None,
    slip: float | None = None,
    skip: float | None = None,
) -> Rates:
    """Give the rates for an accuracy or for single mistakes; accuracy 0.9 where nothing is said.

    Args:
        accuracy: How often a link is solved without a mistake. Of the others, half take a wrong branch, two fifths slip
            and a tenth skip.
        wrong_branch: Given instead of `accuracy`, as are the next two; what is not given is 0.
        slip: How often the arithmetic slips.
        skip: How often a link is left out.

    Raises:
        InputError: Both ways are mixed, or a value is no probability.

    Example:
        >>> make_rates(accuracy=0.8)
        Rates(wrong_branch=0.1, slip=0.08, skip=0.02)
    """
    if (wrong_branch, slip, skip) != (None, None, None):
        if accuracy is not None:
            raise InputError("give accuracy, or any of wrong_branch, slip and skip, not both")
        return Rates(wrong_branch=wrong_branch or 0.0, slip=slip or 0.0, skip=skip or 0.0)
    accuracy = 0.9 if accuracy is None else accuracy
    if not 0 <= accuracy <= 1:
        raise InputError(f"accuracy must be a probability from 0 to 1, not {accuracy}")
    first, second, third = (round((1 - accuracy) * share, 12) for share in _SHARES)
    return Rates(wrong_branch=first, slip=second, skip=third)


class PlantedLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was planted at a link.

    Attributes:
        event: What was drawn.
        branch: The branch that was taken: 0 for the gold one, j for the j-th alternate; None where there is none to
            take or the link was skipped.
        diagnosis: What a diagnosis of all links' answers must find.
        consistent: Likewise (see `LinkResult.consistent`).
    """

    event: Event
    branch: int | None
    diagnosis: Diagnosis
    consistent: bool | None


class SimulatedSolution(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A simulated response, and the truth about it.

    Attributes:
        text: The response: numbered steps, then the answers in the protocol's form.
        answers_text: The second turn, for `two-turn`; empty otherwise.
        steps: The steps, whose premises and labels are known. Steps are numbered from 1; premise 0 is the question.
        answers: The answer at each link, in solving order; None where it was skipped.
        planted: What was planted at each link, in solving order.
    """

    text: str
    answers_text: str
    steps: tuple[SimulatedStep, ...]
    answers: tuple[Fraction | None, ...]
    planted: tuple[PlantedLink, ...]

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """What a diagnosis must find, link by link."""
        return tuple(link.diagnosis for link in self.planted)


class Fault(NamedTuple):
    """A mistake that somebody else plants, instead of those that are drawn.

    Attributes:
        position: At which link, in solving order; at all others nothing goes wrong.
        write: Writes that link, as `written_link` does, with an answer that means nothing else at the link.
    """

    position: int
    write: Callable[[LinkTask], WrittenLink]


class Simulator(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A simulated solver with its rates.

    Attributes:
        rates: How often it makes which mistake.
        seed: Other seeds make other mistakes.
        problems: The problems by id. Where a link's problem is here and has a program, its operations are written out
            as steps; a link without is one step.
    """

    rates: Rates
    seed: int = 0
    problems: Mapping[str, Problem] = _NO_PROBLEMS

    @property
    def name(self) -> str:
        """The name that stands where a model's name would.

        Example:
            >>> Simulator(rates=make_rates(accuracy=0.9), seed=4).name
            'simulated(accuracy=0.9, seed=4)'
        """
        rates = self.rates
        shown = {name: getattr(rates, name) for name in rates.__struct_fields__}
        if rates.follows_shares:
            shown = {"accuracy": rates.accuracy}
        parts = [f"{name}={value:g}" for name, value in shown.items()]
        return f"simulated({', '.join([*parts, f'seed={self.seed}'] if self.seed else parts)})"

    def solve(
        self, chain: ChainedProblem, *, protocol: Protocol = "labelled", epoch: int = 1, fault: Fault | None = None
    ) -> SimulatedSolution:
        """Solve a chained problem, mistakes included.

        Args:
            chain: The chained problem.
            protocol: How the answers are asked for.
            epoch: Other epochs make other mistakes.
            fault: The one mistake to make; None for those that are drawn.

        Raises:
            InputError: A problem's program does not give the chain's answer: the problems are not the chain's.
        """
        run = _Run(self, chain, epoch, fault)
        for position in range(chain.length):
            run.link(position)
        body = "\n".join(f"Step {number}: {step.text}" for number, step in enumerate(run.steps, start=1))
        body = body or "None of the questions could be settled."
        shown = render_answers(chain, protocol, run.answers)
        two_turns = protocol == "two-turn"
        return SimulatedSolution(
            text=body if two_turns or not shown else f"{body}\n\n{shown}",
            answers_text=shown if two_turns else "",
            steps=tuple(run.steps),
            answers=tuple(run.answers),
            planted=tuple(run.planted),
        )


def simulate(
    chains: Iterable[ChainedProblem], simulator: Simulator, *, protocol: Protocol = "labelled", epochs: int = 1
) -> Iterator[Solution]:
    """Solve chains in simulation, without Inspect; each is judged and diagnosed as a model's response would be.

    Yields:
        One solution for each chain and epoch, the epochs of a chain together.

    Raises:
        InputError: The simulator's problems are not the chains'.
    """
    for chain in chains:
        for epoch in range(1, epochs + 1):
            made = simulator.solve(chain, protocol=protocol, epoch=epoch)
            texts = [made.text, made.answers_text] if protocol == "two-turn" else [made.text]
            attempt = Attempt(
                chain=chain,
                model=simulator.name,
                protocol=protocol,
                replies=tuple(Reply(text) for text in texts),
                epoch=epoch,
                planted=made.diagnoses,
            )
            yield judge(attempt)


class _Run:
    """One solution in the making."""

    def __init__(self, simulator: Simulator, chain: ChainedProblem, epoch: int, fault: Fault | None) -> None:
        self._simulator, self._chain, self._fault = simulator, chain, fault
        self._key = f"{simulator.seed}/{chain.id}/{epoch}"
        self._events = random.Random(self._key)  # text seeds are digested the same way on every machine
        self._gates = {gate.child: gate for gate in chain.gates}
        self.answers: list[Fraction | None] = []
        self.planted: list[PlantedLink] = []
        self.steps: list[SimulatedStep] = []
        self._answer_steps: dict[int, int] = {}

    def link(self, position: int) -> None:
        gate = self._gates.get(position)
        event = self._draw(position, gate)
        if event == "skip":
            self.answers.append(None)
            self.planted.append(PlantedLink(event, None, "not_answered", None))
            return
        if isinstance(gate, NumericGate):
            self._behind_number(position, gate, event)
            return
        opened = None if gate is None else open_branch(gate, self._chain.problems, self.answers)
        branch = None if gate is None else self._branch(gate, opened, strays=event == "wrong_branch")
        self._write(self._task(position, event, branch, supposes=gate is not None and opened is None))
        diagnosis, consistent = self._truth(position, event, opened, branch)
        self.planted.append(PlantedLink(event, branch, diagnosis, consistent))

    def _branch(self, gate: BranchGate, opened: int | None, *, strays: bool) -> int:
        # Where a parent was skipped, or no case of a switch fits, nothing is open; the gold branch is supposed to be.
        branch = opened or 0
        count = len(listed_branches(gate))
        if not strays:
            return branch
        # With two branches nothing is drawn, so that such chains stay what they were.
        return 1 - branch if count == 2 else (branch + self._events.randrange(1, count)) % count

    def _behind_number(self, position: int, gate: NumericGate, event: Event) -> None:
        """A link whose first premise takes its number from the parent's answer; from the gold one if it has none."""
        gold = self._chain.problems[position].answer
        found = through(gate, self.answers[gate.parents[0]])
        self._write(self._task(position, event, None, base=gold if found is None else found))
        if event == "slip":
            self.planted.append(PlantedLink(event, None, "otherwise_wrong", None))
            return
        consistent = None if found is None else True
        self.planted.append(PlantedLink(event, None, "correct" if found in (gold, None) else "inherited", consistent))

    def _draw(self, position: int, gate: Gate | None) -> Event:
        if self._fault is not None:
            return "slip" if position == self._fault.position else "none"
        rates, drawn = self._simulator.rates, self._events.random()
        if drawn < rates.accuracy:
            return "none"
        if drawn < rates.accuracy + rates.wrong_branch:
            return "slip" if gate is None or isinstance(gate, NumericGate) else "wrong_branch"
        # By what is left, so that rounding never makes a mistake that was given no rate.
        skips = rates.skip > 0 and (rates.slip == 0 or drawn >= 1 - rates.skip)
        return "skip" if skips else "slip"

    def _task(
        self,
        position: int,
        event: Event,
        branch: int | None,
        *,
        base: Fraction | None = None,
        supposes: bool = False,
    ) -> LinkTask:
        chain = self._chain
        gate = self._gates.get(position)
        parents = () if gate is None else gate.parents
        return LinkTask(
            chain=chain,
            position=position,
            gate=gate,
            branch=branch or 0,
            base=chain.problems[position].answer_under(branch or 0) if base is None else base,
            found=tuple([self.answers[parent] for parent in parents]),
            found_steps=tuple([self._answer_steps[parent] for parent in parents if parent in self._answer_steps]),
            slips=event == "slip",
            strays=event == "wrong_branch",
            supposes=supposes,
            first_number=len(self.steps) + 1,
            problem=self._problem(position),
            random=random.Random(f"{self._key}/{position}"),
        )

    def _problem(self, position: int) -> Problem | None:
        problem = self._simulator.problems.get(self._chain.problem_ids[position])
        # Without the other branch's answer there is nothing to hold the program to.
        known = None not in self._chain.problems[position].counterfactual_answers
        return problem if problem is not None and problem.program is not None and known else None

    def _write(self, task: LinkTask) -> None:
        fault = self._fault
        written = written_link(task) if fault is None or fault.position != task.position else fault.write(task)
        self.answers.append(written.answer)
        for step in written.steps:
            label: Label = step.label
            if label == "correct" and any(self._is_wrong(premise) for premise in step.premises):
                label = "accumulation_error"
            self.steps.append(msgspec.structs.replace(step, label=label))
        self._answer_steps[task.position] = len(self.steps)

    def _is_wrong(self, number: int) -> bool:
        return number > 0 and self.steps[number - 1].label != "correct"

    def _truth(
        self, position: int, event: Event, opened: int | None, branch: int | None
    ) -> tuple[Diagnosis, bool | None]:
        """What `solving.diagnose` is defined to find (solving/record.py), said from what was planted."""
        unknown = branch is not None and None in self._chain.problems[position].counterfactual_answers
        if event == "slip" or (branch and self._chain.problems[position].answer_under(branch) is None):
            # Without the other branch's answer, a wrong number behind a gate may be anything.
            return ("undetermined" if unknown else "otherwise_wrong"), None
        if branch is None:
            return "correct", True
        consistent = None if opened is None else branch == opened
        if branch == 0:
            return "correct", consistent
        return ("wrong_branch" if event == "wrong_branch" else "inherited"), consistent
