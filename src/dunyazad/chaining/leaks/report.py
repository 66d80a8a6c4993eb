"""The leak test over a file of chained problems: does the look of a gate tell which branch is the true one?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import NormalDist

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.leaks.evidence import adjusted
from dunyazad.chaining.leaks.features import BRANCH_MEASURES, CLAIM_MEASURES, Vector, branch_measures
from dunyazad.chaining.leaks.guesser import Guess, Sample, guess
from dunyazad.chaining.leaks.observe import CLAIM_AROUND, OPTION_MEASURES, PLACE_MEASURES, GateSeen, gates_seen
from dunyazad.chaining.leaks.tallies import Choices, Measured, Singles, scores_of
from dunyazad.chaining.record import ChainedProblem, NumericGate

__all__ = ["LeakReport", "LeakTest", "leaks"]

_POWER = 0.8
_ALPHA = 0.01
_LEAST = 1e-300  # below it there are no more floats to halve


class LeakTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found of one measure.

    Attributes:
        what: Of what it was taken: `first premise` (one listed branch against the others), `claim` (true or not),
            `case` (one of a switch's claims against the others), `gate` (is the true branch listed early?).
        measure: What was measured.
        cases: How many gates or claims were looked at.
        problems: How many problems say something.
        area: The chance that the true one has the larger value, equal ones counting half; 1/2 is no leak.
        detectable: The smallest area above 1/2 (or, mirrored, below it) that would be found in four of five such files.
        p: Two-sided, by problems; None where the measure never differs, so that it cannot tell anything.
        adjusted: The same after Holm's correction over all measures.
    """

    what: str
    measure: str
    cases: int
    problems: int
    area: float
    detectable: float
    p: float | None
    adjusted: float | None


class LeakReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found in a file.

    Attributes:
        chains: Rows read.
        gates: Gates with branches, which were looked at.
        numeric: Gates without branches, which hide nothing.
        problems: Problems that those gates decide.
        unread: Rows whose gates do not stand where the row says; they are left out.
        alpha: Below which an adjusted p-value is a leak.
        tests: By measure.
        together: All measures together, tried on problems that were not learned from; None where that cannot be.
        together_adjusted: Its p-value after the correction; it counts as one more measure.
        together_reason: Why `together` is None; empty where it is not.
    """

    chains: int
    gates: int
    numeric: int
    problems: int
    unread: int
    alpha: float
    tests: tuple[LeakTest, ...]
    together: Guess | None
    together_adjusted: float | None
    together_reason: str

    @property
    def too_few(self) -> bool:
        """Are there so few problems that no corrected p could fall below `alpha`, whatever the gates looked like?

        If all n problems of a measure lean to one side, its p is 2 / 2^n; the first of m measures is corrected by m.
        """
        tested = [test.problems for test in self.tests if test.p is not None]
        tested += [] if self.together is None else [self.together.problems + 1]  # one-sided: half as much
        least = min((math.ldexp(2.0, -problems) if problems else 1.0 for problems in tested), default=1.0)
        return not self.found and bool(self.gates) and min(1.0, least * len(tested)) >= self.alpha

    @property
    def found(self) -> tuple[str, ...]:
        """The measures that tell the branch, by name; empty where none does."""
        names = [
            f"{test.what}: {test.measure}"
            for test in self.tests
            if test.adjusted is not None and test.adjusted < self.alpha
        ]
        if self.together_adjusted is not None and self.together_adjusted < self.alpha:
            names.append("all measures together")
        return tuple(names)


class _Tally:
    """All that is counted of a file's gates."""

    def __init__(self) -> None:
        self.texts = Choices("first premise", BRANCH_MEASURES)
        self.options = Choices("first premise", OPTION_MEASURES)
        self.cases = Choices("case", (*CLAIM_MEASURES, *CLAIM_AROUND))
        self.truth = Choices("claim", ("being true",))
        self.claims = Singles("claim", (*CLAIM_MEASURES, *CLAIM_AROUND))
        self.place = Singles("gate", PLACE_MEASURES)
        self.sample = Sample()
        self._claims: Counter[tuple[str, float, Vector, Vector]] = Counter()

    def add(self, chain: str, gate: GateSeen) -> None:
        self.texts.add(gate.child, scores_of(branch_measures(gate.texts), gate.gold))
        self.options.add(gate.child, scores_of(gate.options, gate.gold))
        last = len(gate.texts) - 1
        self.place.add(gate.child, (last - 2 * gate.gold) / last, gate.place)
        if gate.switch:
            measured = tuple([(*claim.text, *claim.around) for claim in gate.claims])
            true = next(place for place, claim in enumerate(gate.claims) if claim.true)
            self.cases.add(gate.parents[0], scores_of(measured, true))
        else:
            for claim in gate.claims:
                if 0 < claim.chance < 1:  # else its gate alone tells that it is true, and its look cannot
                    truth = (1.0 if claim.true else -1.0) - (2 * claim.chance - 1)
                    self._claims[claim.problem, truth, claim.text, claim.around] += 1
        self.sample.add(chain, gate)

    def measured(self) -> Iterator[Measured]:
        for (problem, truth, text, around), count in self._claims.items():
            self.claims.add(problem, truth, (*text, *around), count)
            for _ in range(count):
                self.truth.add(problem, (truth,))
        for tally in (self.options, self.texts, self.truth, self.claims, self.cases, self.place):
            yield from tally.measured()


def leaks(chains: Iterable[ChainedProblem], *, alpha: float = _ALPHA) -> LeakReport:
    """Test whether any surface feature of a gate tells which of its listed branches is the true one.

    Measured are lengths, spaces, punctuation, places, and the numbers in which branches and claims differ; a measure
    that never differs cannot tell anything and is not counted in the correction. What the *kind* of a gate tells is not
    measured: `and` is drawn with true claims only, since else some parent would not matter. The floors show that.

    Args:
        chains: They are read once and not kept.
        alpha: Below which a p-value, corrected for the number of measures, is a leak.

    Raises:
        InputError: `alpha` is not between 0 and 1.

    Example:
        >>> leaks([]).found
        ()
    """
    if not 0 < alpha < 1:
        raise InputError(f"alpha lies between 0 and 1, not {alpha}")
    tally = _Tally()
    count = gates = numeric = unread = 0
    children: set[str] = set()
    for chain in chains:
        count += 1
        numeric += sum(isinstance(gate, NumericGate) for gate in chain.gates)
        try:
            found = list(gates_seen(chain))
        except InputError:
            unread += 1
            continue
        for gate in found:
            tally.add(chain.id, gate)
            children.add(gate.child)
        gates += len(found)
    tests, together, corrected = _tests(list(tally.measured()), guess(tally.sample), alpha)
    reason = tally.sample.shortage
    return LeakReport(count, gates, numeric, len(children), unread, alpha, tests, together, corrected, reason)


def _tests(
    measured: list[Measured], together: Guess | None, alpha: float
) -> tuple[tuple[LeakTest, ...], Guess | None, float | None]:
    values = [one.p for one in measured if one.p is not None] + ([] if together is None else [together.p])
    corrected = iter(adjusted(values))
    normal = NormalDist()
    errors = normal.inv_cdf(_POWER) - normal.inv_cdf(max(_LEAST, alpha / 2 / max(1, len(values))))
    tests = [
        LeakTest(
            what=one.what,
            measure=one.measure,
            cases=one.cases,
            problems=one.problems,
            area=one.area,
            detectable=one.area_at(errors),
            p=one.p,
            adjusted=None if one.p is None else next(corrected),
        )
        for one in measured
    ]
    return tuple(tests), together, next(corrected, None)
