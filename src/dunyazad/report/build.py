"""From solutions and verifications to a report's numbers and cards, in one pass over each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dunyazad.errors.record import Verification
from dunyazad.report.cards import belongs, make_card
from dunyazad.report.check import check_solution
from dunyazad.report.choose import Chooser, telling
from dunyazad.report.few import few_note
from dunyazad.report.record import Cell, Count, Group, Rate, ReportData, Summary, VerdictTally
from dunyazad.report.statistics import LEVEL, clustered_rate, independent_line
from dunyazad.report.visible import reveal_line
from dunyazad.report.words import DIAGNOSES, OUTCOMES, counted, is_simulated
from dunyazad.solving.record import Imported, Protocol, Solution, Usage

__all__ = ["build_report"]

_NO_BASE = "to no chain of length 1 a response came, so the line of independent links cannot be drawn"
_NOTHING = "nothing was answered"
_NO_RESPONSE = "no response came"
_NOT_ASKED = "the protocol does not ask for every link"
_LABELS = ("correct", "mathematical_error", "logical_inconsistency", "accumulation_error", "other", "undecided")


class _CellData:
    """What is kept of a cell's solutions: a few small values each, never the texts."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.outcomes: Counter[str] = Counter()
        self.diagnoses: Counter[str] = Counter()
        self.first_failed: Counter[int] = Counter()
        self.problems: list[tuple[str, ...]] = []
        self.all_links: list[bool | None] = []
        self.final: list[bool | None] = []
        self.responded: list[bool] = []
        self.links: list[list[bool | None]] = [[] for _ in range(length)]

    def add(self, solution: Solution) -> None:
        self.outcomes[solution.outcome] += 1
        self.problems.append(solution.chain.problem_ids)
        self.all_links.append(solution.all_links_correct)
        self.final.append(solution.final_correct)
        self.responded.append(solution.outcome != "failed")
        results: list[bool | None] = [None] * self.length
        if solution.outcome == "answered":
            self.diagnoses.update(link.diagnosis for link in solution.links)
            if solution.first_failed is not None:
                self.first_failed[solution.first_failed] += 1
            for link in solution.links:
                if link.diagnosis != "not_asked" and link.position < self.length:
                    results[link.position] = link.diagnosis == "correct"
        for column, result in zip(self.links, results, strict=True):
            column.append(result)

    def of_responses(self, results: Sequence[bool | None]) -> list[bool | None]:
        """Whatever the model responded is right or not; None only where no response came."""
        return [bool(result) if came else None for result, came in zip(results, self.responded, strict=True)]


class _GroupData:
    def __init__(self) -> None:
        self.cells: dict[tuple[str, int], _CellData] = {}
        self.labels: Counter[str] = Counter()
        self.verified = self.with_error = self.input_tokens = self.output_tokens = 0

    def add(self, solution: Solution) -> None:
        chain = solution.chain
        key = (chain.manner, chain.length)
        if key not in self.cells:
            self.cells[key] = _CellData(chain.length)
        self.cells[key].add(solution)
        self.input_tokens += solution.usage.input_tokens
        self.output_tokens += solution.usage.output_tokens

    def verify(self, verification: Verification) -> None:
        self.verified += 1
        self.with_error += verification.first_error is not None
        self.labels.update(verdict.label or "undecided" for verdict in verification.verdicts)

    def tally(self) -> VerdictTally | None:
        if not self.verified:
            return None
        labels = tuple(Count(name, self.labels[name]) for name in _LABELS)
        return VerdictTally(self.verified, self.with_error, self.labels.total(), labels)


def build_report(
    solutions: Iterable[Solution],
    verifications: Iterable[Verification] = (),
    *,
    title: str = "Chained problems",
    made: str = "",
    max_chains: int = 60,
) -> ReportData:
    """Count, measure and choose what a report shows.

    Args:
        solutions: In any order; read once. Ids should be unique.
        verifications: Joined by `id` to the solutions; read once. A note counts those left out: of no solution, of one
            that has a verification already, or of another response than the one shown.
        title: The report's title.
        made: A date or a commit to print; the report takes no time stamp of its own.
        max_chains: At most so many solutions are shown whole. They are chosen to include every outcome and diagnosis.

    Returns:
        The report. Over no solutions at all it has no groups, and a note says so.

    Raises:
        ValueError: `max_chains` is negative.
        InputError: The parts of a solution do not fit each other.

    Example:
        >>> build_report([]).summary.notes
        ('There are no solutions.',)
    """
    if max_chains < 0:
        raise ValueError(f"max_chains must be 0 or more, not {max_chains}")
    groups: dict[tuple[str, str, Protocol], _GroupData] = {}
    by_id: dict[str, _GroupData] = {}
    imports: dict[Imported, None] = {}
    chooser = Chooser(max_chains)
    for solution in solutions:
        check_solution(solution)
        key = (solution.model, solution.chain.source, solution.protocol)
        if key not in groups:
            groups[key] = _GroupData()
        groups[key].add(solution)
        by_id[solution.id] = groups[key]
        if isinstance(solution.imported, Imported):
            imports[solution.imported] = None
        chooser.add(solution)
    chosen, n = chooser.chosen(), chooser.seen
    joined = _Joined(verifications, by_id, chosen)
    cards = tuple(make_card(solution, joined.kept.get(solution.id)) for solution in chosen)
    summary = Summary(
        title=title,
        made=made,
        level=LEVEL,
        n=n,
        groups=tuple(_group(*key, groups[key]) for key in sorted(groups, key=_real_first)),
        notes=(*_notes(n, len(by_id), joined), *_left_out(imports)),
    )
    return ReportData(summary=summary, cards=cards, left_out=n - len(cards), opens=telling(cards))


class _Joined:
    """Tallies every verification once, keeps those that are shown, and counts those that are left out."""

    def __init__(
        self, verifications: Iterable[Verification], by_id: dict[str, _GroupData], chosen: Sequence[Solution]
    ) -> None:
        self.kept: dict[str, Verification] = {}
        self.strangers = self.repeated = self.stale = 0
        shown = {solution.id: solution for solution in chosen}
        seen: set[str] = set()
        for verification in verifications:
            name = verification.id
            if name not in by_id:
                self.strangers += 1
            elif name in seen:
                self.repeated += 1
            elif name in shown and not belongs(verification, shown[name]):
                self.stale += 1
            else:
                seen.add(name)
                by_id[name].verify(verification)
                if name in shown:
                    self.kept[name] = verification


def _real_first(key: tuple[str, str, Protocol]) -> tuple[bool, str, str, Protocol]:
    """Real models stand before the simulated solver, which is there for comparison."""
    return is_simulated(key[0]), *key


def _notes(n: int, distinct: int, joined: _Joined) -> tuple[str, ...]:
    notes = []
    if n == 0:
        notes.append("There are no solutions.")
    if distinct < n:
        ids = counted(n - distinct, "solution repeats the id", "solutions repeat the id")
        notes.append(f"{ids} of another one. All are counted; verifications go to the last of each id.")
    if joined.strangers:
        notes.append(f"{counted(joined.strangers, 'verification')} of no solution here: left out.")
    if joined.repeated:
        notes.append(f"{counted(joined.repeated, 'verification')} of a solution that has one already: left out.")
    if joined.stale:
        notes.append(
            f"{counted(joined.stale, 'verification')} of another response than the one with this id: left out. "
            "Only the chains shown were looked at, so there may be more; verify the solutions anew."
        )
    return tuple(notes)


def _left_out(imports: Iterable[Imported]) -> Iterator[str]:
    """What solutions of published rows do not show: the rows that became none."""
    for one in imports:
        if left_out := sum(entry.count for entry in one.left_out):
            reasons = ", ".join(f"{entry.reason} {entry.count:,}" for entry in one.left_out)
            yield (
                f"Of {counted(one.rows, 'published row')} in {reveal_line(one.file)} {left_out:,} became no solution "
                f"and count in nothing here ({reveal_line(reasons)})."
            )


def _group(model: str, source: str, protocol: Protocol, data: _GroupData) -> Group:
    cells = [data.cells[key] for key in data.cells]
    single = [cell for cell in cells if cell.length == 1]
    all_links = _pooled([cell.of_responses(cell.all_links) for cell in single], single)
    final = _pooled([cell.of_responses(cell.final) for cell in single], single)
    keys = sorted(data.cells, key=lambda key: (key[0] != "forward", key[0], key[1]))
    shown = tuple(
        _cell(order, data.cells[order, length], (all_links, final), asked=protocol != "final" or length == 1)
        for order, length in keys
    )
    return Group(
        model=model,
        simulated=is_simulated(model),
        source=source,
        protocol=protocol,
        n=sum(len(cell.final) for cell in cells),
        cells=shown,
        independent_note="" if final.n else _NO_BASE,
        few_note=few_note(shown),
        verdicts=data.tally(),
        usage=Usage(data.input_tokens, data.output_tokens),
    )


def _pooled(columns: Sequence[list[bool | None]], cells: Sequence[_CellData]) -> Rate:
    """A chain of one problem reads the same in every order, so that length 1 is measured over all orders."""
    results = [result for column in columns for result in column]
    return _rate(results, [problems for cell in cells for problems in cell.problems])


def _rate(results: Sequence[bool | None], problems: Sequence[tuple[str, ...]], nothing: str = _NOTHING) -> Rate:
    counted = [(result, chain) for result, chain in zip(results, problems, strict=True) if result is not None]
    return clustered_rate([result for result, _ in counted], [chain for _, chain in counted], nothing=nothing)


def _cell(order: str, data: _CellData, base: tuple[Rate, Rate], *, asked: bool) -> Cell:
    """Give a cell; where links are not `asked` for one by one, "0 of n" would answer a question that was never put."""

    def rate(results: Sequence[bool | None], nothing: str = _NOTHING) -> Rate:
        return _rate(results, data.problems, nothing)

    def links_rate(results: Sequence[bool | None], nothing: str = _NOTHING) -> Rate:
        return rate(results, nothing) if asked else rate([None] * len(results), _NOT_ASKED)

    return Cell(
        order=order,
        length=data.length,
        n=len(data.final),
        outcomes=tuple(Count(name, data.outcomes[name]) for name in OUTCOMES),
        all_links=links_rate(data.all_links),
        final=rate(data.final),
        all_links_of_responses=links_rate(data.of_responses(data.all_links), _NO_RESPONSE),
        final_of_responses=rate(data.of_responses(data.final), _NO_RESPONSE),
        all_links_of_all=links_rate([bool(result) for result in data.all_links]),
        final_of_all=rate([bool(result) for result in data.final]),
        links=tuple(rate(column, _link_nothing(data)) for column in data.links),
        first_failed=tuple(data.first_failed[position] for position in range(data.length)) if asked else (),
        diagnoses=tuple(Count(name, data.diagnoses[name]) for name in DIAGNOSES),
        all_links_independent=independent_line(base[0], data.length),
        final_independent=independent_line(base[1], data.length),
    )


def _link_nothing(data: _CellData) -> str:
    return "the protocol does not ask for this link" if data.outcomes["answered"] else _NOTHING
