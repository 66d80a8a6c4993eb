"""Making chained problems: cells of (length, order), each a stream of distinct certified chains.

What certifies a chain here, before it is yielded: every problem of the pool passed `unusable`, which settles all that
concerns one problem (its claims state its answers, its branches and answers differ); its sequence has no conflict;
every gate opens its gold branch and is sensitive to each parent; and the final answer under any single wrong branch
differs from the gold one. The full `check` of the written row needs neither pool nor problems and shares no code with
the rendering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.material import Material
from dunyazad.chaining.plan import Plan, Planner, Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.record import ChainedProblem, Order
from dunyazad.chaining.render import Label, Telling, render_chain
from dunyazad.chaining.rows import Prepared, RowMaker
from dunyazad.chaining.sampling import require_enough, sequences, too_few
from dunyazad.chaining.structure import parse_order
from dunyazad.chaining.tally import Tally
from dunyazad.problems.record import Problem

__all__ = ["ChainStream", "make_chains"]


# A chain before it is told: its number among its length's candidates, its problems' places in the pool, its plan.
_Draft = tuple[int, list[int], Plan]


class ChainStream(Iterator[ChainedProblem]):
    """Chained problems as they are made. Iterate once, over the records or over `rows`.

    Attributes:
        pool: The problems that they are made of; `pool.rejected` tells which were refused and why.
        rejected: Sequences that were skipped so far, by what two of their problems shared.
        total: How many chains there will be.
    """

    def __init__(self, pool: Pool, cells: Sequence[tuple[int, str]], per_cell: int, seed: int, recipe: Recipe) -> None:
        self.pool = pool
        self.rejected = Tally()
        self.total = len(cells) * per_cell
        self._cells, self._per_cell, self._seed, self._recipe = tuple(cells), per_cell, seed, recipe
        self._materials = [Material(problem) for problem in pool.problems]
        self._planners = {length: Planner(recipe, length, seed) for length, _ in cells}
        self._tellers = {(length, order): self._planners[length].teller(order) for length, order in cells}
        self._chains = self._records()

    def __next__(self) -> ChainedProblem:
        return next(self._chains)

    def rows(self) -> Iterator[bytes]:
        """Yield the chains as they are written, faster than by way of their records: `encode(chain)`, without newline."""
        prepared = [Prepared(material) for material in self._materials]
        for length, order in self._cells:
            tell = self._tellers[length, order]
            row = RowMaker(self._told(order), length, self._seed).row
            for index, (number, places, plan) in enumerate(self._drafts(length)):
                yield row(index, tell(number), [prepared[place] for place in places], plan.gates, plan.final)

    def _records(self) -> Iterator[ChainedProblem]:
        for length, order in self._cells:
            tell, told = self._tellers[length, order], self._told(order)
            for index, (number, places, plan) in enumerate(self._drafts(length)):
                yield render_chain(
                    [self._materials[place] for place in places],
                    [drawn.gate for drawn in plan.gates if drawn.gate is not None],
                    final=plan.final,
                    told=msgspec.structs.replace(told, positions=tell(number)),
                    label=Label(self._seed, index),
                )

    def _told(self, order: str) -> Telling:
        name: Order = "explicit" if parse_order(order) else order  # type: ignore[assignment]
        return Telling(order=name, style=self._recipe.style, structure=self._recipe.structure)

    def _drafts(self, length: int) -> Iterator[_Draft]:
        # Keyed by the length alone: the orders of one length tell the same problems with the same gates.
        plan = self._planners[length].plan
        found = 0
        for number, places in sequences(self.pool, length, self._seed, rejected=self.rejected):
            yield number, places, plan(number)
            found += 1
            if found == self._per_cell:
                return
        raise too_few(self.pool, length, self._per_cell, found)


def make_chains(
    problems: Sequence[Problem] | Pool,
    *,
    lengths: Sequence[int],
    orders: Sequence[str],
    per_cell: int,
    seed: int,
    recipe: Recipe | None = None,
) -> ChainStream:
    """Make chained problems: `per_cell` of each length and order, length by length (paper, section 2).

    The same problems and seed give the same chains on any machine, in whatever order the problems come; another seed
    gives others. Within a cell no sequence of problems comes twice. Chain i of one length joins the same problems with
    the same gates in every order, so that orders are compared in pairs. Memory does not grow with the number of chains.

    Args:
        problems: What to chain; those that cannot be chained soundly are left out (see `ChainStream.pool`).
        lengths: Problems in a chain, each at least 1. A chain of one is the plain problem, in any order.
        orders: "forward", "backward", "zigzag", "shuffled" (anew for each chain), or positions in telling order
            such as "2,0,1".
        per_cell: Chains of each length and order, at least 1.
        seed: At least 0.
        recipe: Structure, gates, style and question; the paper's by default.

    Raises:
        InputError: A length, order, number, seed or recipe outside these bounds, or one given twice.
        TooFewProblemsError: The problems cannot give so many; at once where that can be seen, else while iterating.

    Example:
        >>> from fractions import Fraction as F
        >>> from dunyazad.problems.record import Problem
        >>> hens = Problem(
        ...     id="hens", first_premise="Ada has 3 hens.", alternate_first_premise="Ada has 4 hens.",
        ...     premises="Each hen lays 2 eggs.", question="How many eggs are there?", answer=F(6),
        ...     conclusion="There are 6 eggs.", counterfactual_answer=F(8), wrong_conclusion="There are 8 eggs.",
        ...     wrong_answer=F(8), names=("Ada",))
        >>> [chain] = make_chains([hens], lengths=[1], orders=["forward"], per_cell=1, seed=7)
        >>> chain.text
        'Ada has 3 hens. Each hen lays 2 eggs. How many eggs are there?'
    """
    _require(bool(lengths), "no length given")
    _require(bool(orders), "no order given")
    for length in lengths:
        _require(length >= 1, f"a chain has at least 1 problem, length {length} was asked for")
    for order in orders:
        parse_order(order)
    _require(len(set(lengths)) == len(lengths), f"a length stands twice: {', '.join(map(str, lengths))}")
    _require(len(set(orders)) == len(orders), f"an order stands twice: {', '.join(orders)}")
    _require(per_cell >= 1, f"at least 1 chain a cell, {per_cell} were asked for")
    _require(seed >= 0, f"a seed is 0 or more, not {seed}")
    pool = problems if isinstance(problems, Pool) else Pool(problems)
    cells = [(length, order) for length in lengths for order in orders]
    stream = ChainStream(pool, cells, per_cell, seed, recipe or Recipe())
    for length in lengths:
        require_enough(pool, length, per_cell)
    return stream


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise InputError(message)
