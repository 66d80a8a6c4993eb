"""Making chained problems: cells of (length, order), each a stream of distinct certified chains.

What certifies a chain here, before it is yielded: every problem of the pool passed `unusable`, which settles all that
concerns one problem (its claims state its answers, its branches and answers differ); its sequence has no conflict; and
the finished record passes `resolve` with its gold answers and the cheap half of `check`. The full `check` of the
written row needs neither pool nor problems and shares no code with the rendering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dunyazad._exceptions import CertificationError, InputError
from dunyazad.chaining.certify import check_spans
from dunyazad.chaining.evaluate import resolve
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.randomness import Coins
from dunyazad.chaining.record import ChainedProblem, Order
from dunyazad.chaining.render import Label, Pieces, render_pieces
from dunyazad.chaining.sampling import require_enough, sequences, too_few
from dunyazad.chaining.tally import Tally
from dunyazad.chaining.wording import ORDERS
from dunyazad.problems.record import Problem

__all__ = ["ChainStream", "make_chains"]


class ChainStream(Iterator[ChainedProblem]):
    """Chained problems as they are made. Iterate once.

    Attributes:
        pool: The problems that they are made of; `pool.rejected` tells which were refused and why.
        rejected: Sequences that were skipped so far, by what two of their problems shared.
        total: How many chains there will be.
    """

    def __init__(self, pool: Pool, cells: Sequence[tuple[int, Order]], per_cell: int, seed: int) -> None:
        self.pool = pool
        self.rejected = Tally()
        self.total = len(cells) * per_cell
        self._pieces = [Pieces(problem) for problem in pool.problems]
        self._chains = self._make(cells, per_cell, seed)

    def __next__(self) -> ChainedProblem:
        return next(self._chains)

    def _make(self, cells: Sequence[tuple[int, Order]], per_cell: int, seed: int) -> Iterator[ChainedProblem]:
        for length, order in cells:
            # Both are keyed by the length alone: the orders of one length tell the same problems with the same forms.
            found = sequences(self.pool, length, seed, rejected=self.rejected)
            coins = Coins("forms", seed, length)
            for index in range(per_cell):
                sequence = next(found, None)
                if sequence is None:
                    raise too_few(self.pool, length, per_cell, index)
                chain = render_pieces(
                    [self._pieces[place] for place in sequence],
                    deny=coins.flips(index, length - 1),
                    order=order,
                    label=Label(seed, index),
                )
                _certify(chain)
                yield chain


def make_chains(
    problems: Sequence[Problem] | Pool, *, lengths: Sequence[int], orders: Sequence[Order], per_cell: int, seed: int
) -> ChainStream:
    """Make chained problems: `per_cell` of each length and order, length by length (paper, section 2).

    The same problems and seed give the same chains on any machine, in whatever order the problems come; another seed
    gives others. Within a cell no sequence of problems comes twice. Chain i of one length joins the same problems with
    the same forms in every order, so that orders are compared in pairs. Memory does not grow with the number of chains.

    Args:
        problems: What to chain; those that cannot be chained soundly are left out (see `ChainStream.pool`).
        lengths: Problems in a chain, each at least 1. A chain of one is the plain problem, in either order.
        orders: "forward", "backward" or both.
        per_cell: Chains of each length and order, at least 1.
        seed: At least 0.

    Raises:
        InputError: A length, order, number or seed outside these bounds, or one given twice.
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
        _require(order in ORDERS, f"no order {order!r}: {' or '.join(ORDERS)}")
    _require(len(set(lengths)) == len(lengths), f"a length stands twice: {', '.join(map(str, lengths))}")
    _require(len(set(orders)) == len(orders), f"an order stands twice: {', '.join(orders)}")
    _require(per_cell >= 1, f"at least 1 chain a cell, {per_cell} were asked for")
    _require(seed >= 0, f"a seed is 0 or more, not {seed}")
    pool = problems if isinstance(problems, Pool) else Pool(problems)
    for length in lengths:
        require_enough(pool, length, per_cell)
    return ChainStream(pool, [(length, order) for length in lengths for order in orders], per_cell, seed)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise InputError(message)


def _certify(chain: ChainedProblem) -> None:
    findings = [finding.sentence for finding in check_spans(chain)]
    if not all(resolve(chain, chain.answers)):
        findings.append("the gold answers open a wrong branch")
    if findings:  # a fault of this package: no input can lead here
        raise CertificationError(f"chain {chain.id}", tuple(findings))
