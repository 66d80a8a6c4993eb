"""Does the simulated solver at link accuracy 0.9 give 0.9^L, and does the diagnosis find every planted mistake?

Run it with `python -m benchmarks.independent`: 1,000 chains of each length from 1 to 10 and each order, on template
problems. Intervals are the report's, clustered by problem, at the level at which all of them together hold with 95 %
(Šidák): at 95 % each, one of 20 cells would be expected to lie outside.
"""

from __future__ import annotations

from collections import defaultdict

from dunyazad.chaining import Pool, make_chains
from dunyazad.models import Simulator, make_rates, simulate
from dunyazad.problems import make_problems
from dunyazad.report.statistics import clustered_rate

ACCURACY, PER_CELL, LENGTHS, PROBLEMS = 0.9, 1_000, range(1, 11), 1_500
ORDERS = ("forward", "backward")
LEVEL = 0.95 ** (1 / (len(LENGTHS) * len(ORDERS)))


def main() -> None:
    problems = list(make_problems(PROBLEMS, seed=3))
    simulator = Simulator(rates=make_rates(accuracy=ACCURACY), problems={each.id: each for each in problems})
    pool = Pool(problems)
    print(f"{simulator.name}: all links correct against {ACCURACY}^L, {PER_CELL:,} chains a cell")
    planted = missed = inside = cells = 0
    for order in ORDERS:
        right: dict[int, list[bool]] = defaultdict(list)
        used: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        chains = make_chains(pool, lengths=LENGTHS, orders=[order], per_cell=PER_CELL, seed=11)
        for solution in simulate(chains, simulator):
            found = tuple(link.diagnosis for link in solution.links)
            planted += sum(each != "correct" for each in solution.planted)
            missed += sum(was != is_ for was, is_ in zip(solution.planted, found, strict=True))
            # A chain whose every link was skipped has no answer at all; to the line it is a chain not solved.
            right[solution.chain.length].append(solution.all_links_correct is True)
            used[solution.chain.length].append(solution.chain.problem_ids)
        for length in LENGTHS:
            rate = clustered_rate(right[length], used[length], level=LEVEL)
            if rate.interval is None:
                raise RuntimeError(f"no interval at length {length}: {rate.reason}")
            holds = rate.interval.low <= ACCURACY**length <= rate.interval.high
            cells, inside = cells + 1, inside + holds
            print(
                f"  {order:>8} {length:>2}: {rate.successes / rate.n:.3f} [{rate.interval.low:.3f},"
                f" {rate.interval.high:.3f}]  {ACCURACY}^{length} = {ACCURACY**length:.3f}"
                f"  {'inside' if holds else 'OUTSIDE'}"
            )
    print(f"  {inside} of {cells} cells hold the line; {planted:,} planted mistakes, {missed} diagnosed otherwise")


if __name__ == "__main__":
    main()
