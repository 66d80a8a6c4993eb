"""What is to be made (`Recipe`), and what one chain of it looks like before problems fill it (`Plan`).

A plan is a pure function of the seed, the chain's length and its number: all draws come from a digest of these three.
Orders and styles have no share in it, so chains of one number differ in nothing but the telling.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import lcm
from typing import Literal, NamedTuple, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from dunyazad._exceptions import InputError
from dunyazad._records import encode
from dunyazad.chaining.kinds import IF, PLAIN, GateKind, Trait, fitting
from dunyazad.chaining.layout import Placed, opening
from dunyazad.chaining.randomness import Coins, Draws
from dunyazad.chaining.record import STRUCTURES, STYLES, Final, Gate, Part, Structure, Style, SwitchGate
from dunyazad.chaining.structure import Edges, Parents, dag, explicit, parse_order, path, telling, tree
from dunyazad.chaining.wording import PHRASINGS

__all__ = ["DrawnGate", "GateChoices", "Plan", "PlanTable", "Planner", "Recipe", "Teller", "parse_question"]

# How many drawn gates are kept for one place: bounds what switches of many branches and drawn structures may take.
_KEPT = 1 << 12
_FEW_BRANCHES = 4
_FEW_WAYS = 1 << 10
Question = Literal["target", "sum", "difference", "max"]
QUESTIONS: tuple[Question, ...] = get_args(Question)


class Recipe(msgspec.Struct, frozen=True, kw_only=True):
    """What the chains are to be, beside their lengths and orders; the default is the paper's (section 2).

    Attributes:
        structure: `path`, `tree` or `dag`.
        edges: For `dag`: its edges, from parent to child; without any, the structure is drawn for each chain.
        fan_in: How many parents a gate has: of a tree as many while there are any, of a drawn dag at most.
        style: How the problems are woven together.
        gates: The kinds of gates, by weight.
        question: What is asked: of `target`, or `sum`, `difference`, `max` over several problems.
        over: How many problems a sum or largest number is taken over, the target among them; 0 is all.
        wording: Which phrasing gates and questions have; None draws one for each.
        names: Problems that share names are kept out of one chain; `rename` gives them other names first, where that
            can be.
    """

    structure: Structure = "path"
    edges: Edges = ()
    fan_in: int = 2
    style: Style = "blocks"
    gates: tuple[GateKind, ...] = (IF,)
    question: Question = "target"
    over: int = 0
    wording: int | None = None
    names: Literal["refuse", "rename"] = "refuse"

    @property
    def is_certain(self) -> bool:
        """Does it follow from the single gates that every wrong branch shows in the final answer?"""
        return self.structure != "dag" and self.question == "target"

    @property
    def is_numeric(self) -> bool:
        """Are there numeric gates?"""
        return any(kind.name == "numeric" for kind in self.gates)

    @property
    def alternates(self) -> int:
        """How many alternates a problem must have for the gates asked for."""
        return max([kind.branches - 1 for kind in self.gates if kind.name == "switch"], default=1)


def parse_question(text: str) -> tuple[Question, int]:
    """Read what is asked, and over how many problems: 0 is all.

    Raises:
        InputError: There is no such question.

    Example:
        >>> parse_question("sum:3")
        ('sum', 3)
    """
    name, colon, over = text.partition(":")
    for question in QUESTIONS:
        if name == question and (not colon or re.fullmatch("[0-9]{1,4}", over)):
            return question, int(over or 0)
    raise InputError(f"no question {text!r}: {', '.join(QUESTIONS)}, or over some of the problems as in sum:3")


class DrawnGate:
    """A gate as it was drawn, or none for a root, with what follows from it alone. Compared by identity.

    Attributes:
        position: Whose gate it is.
        gate: The gate; of a numeric one, all but the numbers.
        opening: Its segments; the last is about the problem itself, those before may be about its parents.
        labels: The parts of its opening in a row.
        block_labels: The same with the problem's other premises behind.
        encoded: The gate in a row.
        alternates: How many alternates its problems need.
        trait: What gates behind it must know.
    """

    __slots__ = ("alternates", "block_labels", "encoded", "gate", "labels", "opening", "position", "trait")

    def __init__(self, position: int, gate: Gate | None, trait: Trait = PLAIN) -> None:
        self.position = position
        self.gate = gate
        self.trait = trait
        self.opening: tuple[Placed, ...] = opening(position, gate)
        roles = [slot.role for placed in self.opening for slot in placed.segment.slots]
        parts = [Part(role, position, roles[:place].count(role)) for place, role in enumerate(roles)]
        self.labels = encode(parts)[1:-1]
        self.block_labels = encode([*parts, Part("premises", position, 0)])[1:-1]
        self.encoded = b"" if gate is None else encode(gate)
        self.alternates = len(gate.cases) - 1 if isinstance(gate, SwitchGate) else 1


class Plan(NamedTuple):
    """One chain without its problems.

    Attributes:
        gates: For each position how it begins.
        final: What is asked.
    """

    gates: list[DrawnGate]
    final: Final


class Planner:
    """Draws the plans of the chains of one length.

    Args:
        recipe: What is to be made.
        length: How many problems a chain has.
        seed: The seed.

    Raises:
        InputError: The recipe cannot be followed at this length.

    Example:
        >>> planner = Planner(Recipe(), 3, seed=1)
        >>> [drawn.gate and drawn.gate.parents for drawn in planner.plan(0).gates]
        [None, (0,), (1,)]
    """

    def __init__(self, recipe: Recipe, length: int, seed: int) -> None:
        _require_recipe(recipe, length)
        self._recipe = recipe
        self._length = length
        self._wordings = tuple(range(PHRASINGS)) if recipe.wording is None else (recipe.wording,)
        self._tellings = Coins("telling", seed, length)
        self._structures = Coins("structure", seed, length)
        self._finals = Coins("question", seed, length)
        # Switches of many branches have more outcomes than 32 bits draw evenly.
        width = 8 if max(kind.branches for kind in recipe.gates) > _FEW_BRANCHES else 4
        self._draws = Draws(length, width, "gates", seed, length)
        self._choices: dict[tuple[int, tuple[int, ...], tuple[Trait, ...]], GateChoices] = {}
        # Where every gate tells every mistake of its parents and no two gates of different kinds look at one problem,
        # gates do not depend on one another.
        self._sharing = recipe.structure == "dag" and len(recipe.gates) > 1
        self._apart = all(kind.trait == PLAIN for kind in recipe.gates) and not self._sharing
        self._fixed_choices: tuple[GateChoices, ...] = ()
        self._fixed = self._fixed_structure()
        if self._fixed is None:
            for count in range(1, min(recipe.fan_in, length - 1) + 1):
                fitting(recipe.gates, count)
        else:
            for count in {len(own) for own in self._fixed if own}:
                fitting(recipe.gates, count)
            if self._apart:
                self._fixed_choices = tuple([self._choices_at(place, own, ()) for place, own in enumerate(self._fixed)])
        self._final = self._fixed_final()

    def _fixed_structure(self) -> Parents | None:
        recipe, length = self._recipe, self._length
        if recipe.structure == "path" or length == 1:
            return path(length)
        if recipe.structure == "tree":
            return tree(length, recipe.fan_in)
        if not recipe.edges:
            return None
        parents = explicit(recipe.edges)
        if len(parents) != length:
            raise InputError(f"the edges join {len(parents)} problems, length {length} was asked for")
        return parents

    def _choices_at(self, child: int, parents: tuple[int, ...], traits: tuple[Trait, ...]) -> GateChoices:
        traits = traits or (PLAIN,) * len(parents)
        found = self._choices.get((child, parents, traits))
        if found is None:
            if len(self._choices) > _KEPT:
                self._choices.clear()
            known = dict(zip(parents, traits, strict=True))
            found = self._choices[child, parents, traits] = GateChoices(
                self._recipe.gates, child, known, self._wordings
            )
        return found

    def plan(self, number: int) -> Plan | None:
        """The plan of a chain's number; None where some gate's parents are such that no kind asked for fits."""
        draws = self._draws.row(number)
        final = self._final or self._drawn_final(number)
        if self._fixed_choices:
            return Plan([own[draw % own.size] for own, draw in zip(self._fixed_choices, draws, strict=True)], final)
        gates: list[DrawnGate] = []
        structure = self._fixed or self._drawn_structure(number)
        shared = _shared(structure) if self._sharing else ()
        for place, own in enumerate(structure):
            traits = [gates[parent].trait for parent in own] if not self._apart else []
            if shared:
                traits = [trait._replace(shared=shared[at]) for trait, at in zip(traits, own, strict=True)]
            here = self._choices_at(place, own, tuple(traits))
            if not here.size:
                return None
            gates.append(here[draws[place] % here.size])
        return Plan(gates, final)

    def table(self) -> PlanTable | None:
        """The plans by the numbers of their gates' ways, where nothing else differs between them and ways are few."""
        if self._final is None or not self._fixed_choices or max(own.size for own in self._fixed_choices) > _FEW_WAYS:
            return None
        return PlanTable(self._fixed_choices, self._final, self._draws)

    def _drawn_structure(self, number: int) -> Parents:
        return dag(self._length, self._recipe.fan_in, self._structures.stream(number))

    def _fixed_final(self) -> Final | None:
        return Final("target", (self._length - 1,)) if self._recipe.question == "target" or self._length == 1 else None

    def _drawn_final(self, number: int) -> Final:
        recipe, target = self._recipe, self._length - 1
        below = self._finals.stream(number)
        others = list(range(target))
        wanted = 1 if recipe.question == "difference" else (recipe.over or self._length) - 1
        drawn = sorted(others.pop(below(len(others))) for _ in range(wanted))
        wording = self._wordings[below(len(self._wordings))]
        return Final(recipe.question, (*drawn, target), wording)

    def teller(self, order: str) -> Teller:
        """What gives a chain's positions in telling order by its number, for an order as `parse_order` takes it.

        Raises:
            InputError: There is no such order, or it is one of another length.
        """
        positions = parse_order(order) or telling(order, self._length)
        if len(positions) != self._length:
            raise InputError(f"the order {order} tells {len(positions)} problems, length {self._length} was asked for")
        return Teller(self._length, self._tellings) if order == "shuffled" else Teller(self._length, positions)


class Teller:
    """Gives the positions of chains in telling order.

    Args:
        length: How many problems a chain has.
        source: The positions, if they are the same for all; else what they are drawn from.

    Attributes:
        positions: Those of every chain; None where they are drawn anew for each.
    """

    def __init__(self, length: int, source: tuple[int, ...] | Coins) -> None:
        self._length, self._source = length, source
        self.positions = None if isinstance(source, Coins) else source

    def __call__(self, number: int) -> tuple[int, ...]:
        """The positions of the chain of a number."""
        if not isinstance(self._source, Coins):
            return self._source
        below = self._source.stream(number)
        left = list(range(self._length))
        return tuple([left.pop(below(len(left))) for _ in range(self._length)])


class PlanTable:
    """Plans that differ in the ways of their gates alone.

    Args:
        choices: For each position the ways in which it can begin.
        final: What is asked.
        draws: Where the ways come from.

    Attributes:
        choices: The same.
        final: The same.
    """

    def __init__(self, choices: tuple[GateChoices, ...], final: Final, draws: Draws) -> None:
        self.choices, self.final = choices, final
        self._draws = draws
        self._sizes = np.array([own.size for own in choices], np.uint64)

    def ways(self, numbers: NDArray[np.int64]) -> NDArray[np.intp]:
        """The plans of ascending numbers: for each a row with the number of each position's way."""
        return (self._draws.rows(numbers) % self._sizes).astype(np.intp)

    def plan(self, ways: Sequence[int]) -> Plan:
        """The plan with these ways."""
        return Plan([own[way] for own, way in zip(self.choices, ways, strict=True)], self.final)


def _shared(structure: Parents) -> list[bool]:
    """For each problem, whether several gates look at it."""
    looks = [0] * len(structure)
    for own in structure:
        for parent in own:
            looks[parent] += 1
    return [count > 1 for count in looks]


class GateChoices(dict[int, DrawnGate]):
    """Every way in which the gate at one place can be drawn, each as often as its weight says; made when drawn.

    The way of a number below `size` is looked up by it.

    Attributes:
        size: The ways, counted as often as they are to be drawn; 0 where no kind fits.
    """

    def __init__(
        self, kinds: Sequence[GateKind], child: int, parents: Mapping[int, Trait], wordings: Sequence[int]
    ) -> None:
        super().__init__()
        self._child, self._parents, self._wordings = child, parents, wordings
        traits = tuple(parents.values())
        fit = [kind for kind in kinds if kind.fits(traits)]
        # Where all of them tell other gates something, so be it: that is then what was asked for.
        fit = [kind for kind in fit if kind.keeps(traits)] or fit
        outcomes = [kind.outcomes(traits, len(wordings)) for kind in fit]
        common = lcm(*outcomes)
        # A kind's share of the numbers below `size` is its weight's; within it, its outcomes take turns.
        self._shares = [(kind, count, kind.weight * common) for kind, count in zip(fit, outcomes, strict=True)]
        self.size = sum(share for _, _, share in self._shares) if parents else 1  # a root begins in one way

    def __missing__(self, number: int) -> DrawnGate:
        if len(self) > _KEPT:
            self.clear()
        found = self[number] = self._make(number)
        return found

    def _make(self, number: int) -> DrawnGate:
        if not self._parents:
            return DrawnGate(self._child, None)
        for kind, count, share in self._shares:
            if number < share:
                return DrawnGate(
                    self._child, kind.gate(self._child, self._parents, number % count, self._wordings), kind.trait
                )
            number -= share
        raise IndexError(number)


def _require_recipe(recipe: Recipe, length: int) -> None:
    def require(holds: bool, message: str) -> None:
        if not holds:
            raise InputError(message)

    require(recipe.structure in STRUCTURES, f"no structure {recipe.structure!r}: {', '.join(STRUCTURES)}")
    require(recipe.style in STYLES, f"no style {recipe.style!r}: {', '.join(STYLES)}")
    require(recipe.question in QUESTIONS, f"no question {recipe.question!r}: {', '.join(QUESTIONS)}")
    require(bool(recipe.gates), "no gate given")
    require(recipe.names in ("refuse", "rename"), f"names are refused or renamed, not {recipe.names!r}")
    require(not recipe.edges or recipe.structure == "dag", "edges are for the structure dag")
    wording = recipe.wording
    require(wording is None or 0 <= wording < PHRASINGS, f"a wording is 0 to {PHRASINGS - 1}, not {wording}")
    over = recipe.over
    require(over == 0 or over >= 2, f"a {recipe.question} is over 2 problems or more, not {over}")
    require(over == 0 or recipe.question in ("sum", "max"), f"the question {recipe.question!r} takes no number")
    if recipe.question == "difference":
        require(length > 1, "a difference takes chains of 2 problems or more")
    if length > 1:
        require(over <= length, f"a {recipe.question} over {over} problems in a chain of {length}")
