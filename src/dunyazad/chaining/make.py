"""Making chained problems: cells of (length, order), each a stream of distinct certified chains.

What certifies a chain here, before it is yielded: every problem of the pool passed `unusable`, which settles all that
concerns one problem (its claims state its answers, its branches and answers differ); its sequence has no conflict;
every gate opens its gold branch and is sensitive to each parent (`kinds`); and the final answer under any single wrong
branch differs from the gold one (`certainty`). The full `check` of the written row needs neither pool nor problems and
shares no code with the rendering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.drafting import Draft, Drafter
from dunyazad.chaining.plan import Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.record import ChainedProblem, Order
from dunyazad.chaining.render import Label, Telling, render_chain
from dunyazad.chaining.rows import RowMaker
from dunyazad.chaining.sampling import require_enough
from dunyazad.chaining.stock import Stock
from dunyazad.chaining.structure import parse_order
from dunyazad.chaining.supply import Renaming, renamed_pool, supply
from dunyazad.chaining.tally import Tally
from dunyazad.problems.record import Problem

__all__ = ["Cell", "ChainStream", "make_chains", "row_maker"]


class Cell(msgspec.Struct, frozen=True):
    """Chains of one length and order.

    Attributes:
        length: Problems in a chain.
        order: How they are told, as `parse_order` takes it.
        count: How many chains.
    """

    length: int
    order: str
    count: int


class ChainStream(Iterator[ChainedProblem]):
    """Chained problems as they are made. Iterate once: over the records, or over `rows`.

    Attributes:
        pool: The problems that they are made of; `pool.rejected` tells which were refused and why.
        rejected: Sequences that were skipped so far, and why.
        total: How many chains there will be.
        renamed: How many problems got other names.
        kept_names: The shared names that stay all the same, and why.
        reused_names: How many names were given more than once, since the pool of them was used up.
        cells: What is made, in order.
        short_cells: Those of length 1 that hold each problem once, being fewer than were asked for.
    """

    def __init__(
        self,
        pool: Pool,
        cells: Sequence[Cell],
        *,
        seed: int,
        recipe: Recipe,
        renaming: Renaming | None = None,
        fewer_singles: bool = False,
    ) -> None:
        renaming = renaming or Renaming({}, Tally(), 0)
        self.pool, materials = supply(pool, recipe, seed=seed, renamed=renaming.pairs)
        self.rejected = Tally()
        most = len(self.pool)
        self.cells = tuple(
            [
                Cell(1, cell.order, most) if fewer_singles and cell.length == 1 and 0 < most < cell.count else cell
                for cell in cells
            ]
        )
        self.short_cells = tuple([cell for cell in self.cells if cell not in cells])
        self.seed, self.recipe = seed, recipe
        self.renamed, self.kept_names = len(renaming.pairs), renaming.kept
        self.reused_names = renaming.reused
        self.total = sum(cell.count for cell in self.cells)
        self.materials = tuple(materials)
        self._drafters = {
            length: Drafter(self.pool, self.materials, recipe, length, seed)
            for length in dict.fromkeys(cell.length for cell in self.cells)
        }
        self._tellers = {cell: self._drafters[cell.length].planner.teller(cell.order) for cell in self.cells}
        self._chains = self._records()

    def __next__(self) -> ChainedProblem:
        return next(self._chains)

    def _records(self) -> Iterator[ChainedProblem]:
        for cell in self.cells:
            tell, told = self._tellers[cell], telling_of_cell(cell, self.recipe)
            for index, draft in enumerate(self._drafts(cell)):
                yield render_chain(
                    draft.materials or [self.materials[place] for place in draft.places],
                    [drawn.gate for drawn in draft.gates if drawn.gate is not None],
                    final=draft.final,
                    told=msgspec.structs.replace(told, positions=tell(draft.number)),
                    label=Label(self.seed, index),
                )

    def rows(self, *, end: bytes = b"") -> Iterator[bytes]:
        """Yield the chains as they are written, each `encode(chain)` and the end; faster than by way of records."""
        stock = Stock(self.materials)
        for cell in self.cells:
            index = 0
            drafter = self.drafter(cell)
            maker = row_maker(cell, drafter, self.recipe, stock, end=end)
            for drafts in drafter.blocks(self.rejected):
                left = cell.count - index
                yield from maker.rows(drafts[:left], index)
                index += min(left, len(drafts))
                if index == cell.count:
                    break
            else:
                raise drafter.too_few(cell.count, index)

    def drafter(self, cell: Cell) -> Drafter:
        """What drafts a cell's chains."""
        return self._drafters[cell.length]

    def _drafts(self, cell: Cell) -> Iterator[Draft]:
        drafter, left = self._drafters[cell.length], cell.count
        for drafts in drafter.blocks(self.rejected):
            yield from drafts[:left]
            left -= min(left, len(drafts))
            if not left:
                return
        raise drafter.too_few(cell.count, cell.count - left)


def row_maker(cell: Cell, drafter: Drafter, recipe: Recipe, stock: Stock, *, end: bytes) -> RowMaker:
    """What makes the rows of a cell from its drafts."""
    return RowMaker(
        telling_of_cell(cell, recipe),
        cell.length,
        drafter.seed,
        stock,
        tell=drafter.planner.teller(cell.order),
        alternates=recipe.alternates,
        end=end,
    )


def telling_of_cell(cell: Cell, recipe: Recipe) -> Telling:
    """How the chains of a cell are told; the positions are each chain's own."""
    name: Order = "explicit" if parse_order(cell.order) else cell.order  # type: ignore[assignment]
    mixed = len(recipe.gates) > 1
    return Telling(order=name, style=recipe.style, structure=recipe.structure, mixed=mixed)


def make_chains(
    problems: Sequence[Problem] | Pool,
    *,
    lengths: Sequence[int],
    orders: Sequence[str],
    per_cell: int,
    seed: int,
    recipe: Recipe | None = None,
    fewer_singles: bool = False,
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
        fewer_singles: At length 1, take each problem once where there are fewer than `per_cell`.

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
    recipe = recipe or Recipe()
    pool = problems if isinstance(problems, Pool) else Pool(problems)
    renaming = None
    if recipe.names == "rename":
        pool, renaming = renamed_pool(pool, seed=seed)
    cells = [Cell(length, order, per_cell) for length in lengths for order in orders]
    stream = ChainStream(pool, cells, seed=seed, recipe=recipe, renaming=renaming, fewer_singles=fewer_singles)
    for cell in stream.cells:
        require_enough(stream.pool, cell.length, cell.count)
    return stream


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise InputError(message)
