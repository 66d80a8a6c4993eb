"""Would a story stand at another value of its changed number? Judged by its program, under both values it has.

What holds in both worlds that the problem is known to allow (under its first premise and under the alternate) is taken
to be part of the story: a result is above zero, is whole, stays below another quantity. A third world must hold it too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from fractions import Fraction

from dunyazad.problems.programs import run
from dunyazad.problems.quantities import quantities_in
from dunyazad.problems.record import Problem, Program

__all__ = ["Worlds", "decimals_of"]

# Words by which a story may lean on the order of its numbers.
_ORDERED = re.compile(
    r"\b(?:\w{2,}est|most|least|maximum|minimum|over|above|below|under|exceed\w*|limit\w*|enough|afford\w*|whichever|until|"
    r"beyond|extra|overtime|first|majority|minority|win\w*|won|lost|loser|(?:more|less|fewer|\w{2,}er) than|"
    r"(?:larg|bigg|small|cheap|old|young|tall|long|short|high|low|fast|slow|heavi|light)er)\b",
    re.IGNORECASE,
)
_MOST_TIMES = 4
_ENDLESS = 99


def decimals_of(value: Fraction) -> int:
    """How many decimals a number has; 99 where they never end.

    Example:
        >>> decimals_of(Fraction(3)), decimals_of(Fraction(9, 4)), decimals_of(Fraction(1, 3))
        (0, 2, 99)
    """
    scaled = value
    for places in range(8):
        if scaled.denominator == 1:
            return places
        scaled *= 10
    return _ENDLESS


class Worlds:
    """A problem under its first premise and under its alternate, to compare a third world with.

    Attributes:
        problem: The problem.
        program: Its program.
        pair: The changed given's two values, the problem's own first.
        stated: The numbers that its text states, as values and as written.
        ordered: Does its text speak of the order of numbers?
    """

    def __init__(self, problem: Problem, program: Program, both: tuple[Mapping[str, Fraction], ...]) -> None:
        self.problem, self.program, self._both = problem, program, both
        self.pair = (both[0][program.changed], both[1][program.changed])
        text = f"{problem.text} {problem.alternate_first_premise}"
        self.stated = {value for found in quantities_in(text) for value in (found.value, found.number)}
        self.ordered = _ORDERED.search(text) is not None
        gold, alternate = both
        self._orders = [
            (one, two, {_sign(gold[one] - gold[two]), _sign(alternate[one] - alternate[two])})
            for one, two in itertools.combinations(gold, 2)
            if gold[one] != alternate[one] or gold[two] != alternate[two]
        ]
        self._known: dict[Fraction, dict[str, Fraction] | None] = {}

    @classmethod
    def of(cls, problem: Problem) -> Worlds | None:
        """Compute both worlds; None where there is no program or it cannot be computed."""
        program = problem.program
        if program is None:
            return None
        gold, alternate = run(program), run(program, changed=program.alternate_value)
        return None if gold is None or alternate is None else cls(problem, program, (gold, alternate))

    def results(self, value: Fraction) -> dict[str, Fraction] | None:
        """Every quantity by name if the changed given had that value; None where it cannot be computed."""
        if value not in self._known:
            self._known[value] = run(self.program, changed=value)
        return self._known[value]

    def holds(self, value: Fraction, *, strict: bool) -> bool:
        """Is the world at that value as sane as the two known ones?

        Args:
            value: The changed given's value.
            strict: No two quantities may be in an order that they have in neither world, even if no word of the text
                speaks of order.
        """
        world = self.results(value)
        if world is None:
            return False
        gold, alternate = self._both
        for name in (operation.name for operation in self.program.operations):
            known = (gold[name], alternate[name])
            if _sign(world[name]) not in (_sign(known[0]), _sign(known[1])):
                return False
            if decimals_of(world[name]) > max(decimals_of(known[0]), decimals_of(known[1])):
                return False
        name = self.program.operations[-1].name
        sizes = sorted((abs(gold[name]), abs(alternate[name])))
        if not sizes[0] / _MOST_TIMES <= abs(world[name]) <= sizes[1] * _MOST_TIMES:
            return False
        return not (strict or self.ordered) or self._in_order(world)

    def _in_order(self, world: Mapping[str, Fraction]) -> bool:
        return all(_sign(world[one] - world[two]) in known for one, two, known in self._orders)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
