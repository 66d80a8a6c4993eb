"""The option by which problems get the programs of the set that they were taken from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from dunyazad.cli import options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition.verdicts import Tally, Verdict

__all__ = ["Recovery", "solutions"]

solutions = click.option(
    "--solutions",
    "solutions_file",
    type=options.in_file,
    metavar="FILE",
    help="Where the problems' originals stand with their solutions, in GSM8K's format; an id's number is the place of "
    "its line, from 0. Adds programs and counterfactual answers where they can be certified.",
)


class Recovery:
    """Adds solutions to problems as they stream by, and remembers what came of it."""

    def __init__(self, file: Path | None, *, conclusions: bool = False, judging: bool = False) -> None:
        self._file, self._conclusions, self._judging = file, conclusions, judging
        self._count = self._programs = 0
        self._known: list[str] = []
        self._equal: list[str] = []
        self.verdicts: dict[str, Verdict] = {}
        self.reasons: dict[str, tuple[str, str]] = {}

    def add(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems, each with what could be recovered for it."""
        if self._file is None:
            yield from problems
            return
        from dunyazad.problems.decomposition.recovery import read_solutions, recover
        from dunyazad.problems.decomposition.verdicts import judge

        found = read_solutions(self._file)
        for problem in problems:
            if problem.program is not None:
                yield problem  # it has its own
                continue
            recovered = recover(problem, found, conclusions=self._conclusions)
            self._note(recovered.problem, problem)
            if recovered.reason is not None:
                self.reasons[problem.id] = recovered.reason.code, recovered.reason.sentence
            if self._judging:
                # The wrong conclusion is judged as the file gives it.
                self.verdicts[problem.id] = judge(recovered, found)
            yield recovered.problem

    def _note(self, problem: Problem, before: Problem) -> None:
        self._count += 1
        self._programs += problem.program is not None
        if problem.counterfactual_answer is not None:
            self._known.append(problem.id)
            if before.wrong_answer == problem.counterfactual_answer:
                self._equal.append(problem.id)

    def lines(self) -> Iterator[str]:
        """What came of it, in words; nothing where no solutions were given."""
        if self._file is None:
            return
        yield (
            f"{self._count} problems looked up: {self._programs} with a program,"
            f" {len(self._known)} with a certified counterfactual answer"
        )
        if self._known and not self._judging:
            equal = ", ".join(self._equal) or "none"
            yield f"wrong conclusions of the file that are at their counterfactual answer: {equal}"
        if self._judging:
            yield from self._judged()

    def _judged(self) -> Iterator[str]:
        tally = self._tally()
        yield (
            f"wrong conclusions: {self._counted(tally.counterfactual)} at the counterfactual answer,"
            f" {len(tally.arbitrary)} arbitrary, {self._counted(tally.unknown)} not known"
        )
        yield f"odd alternates: {self._counted(tally.odd)}"

    def _counted(self, names: tuple[str, ...]) -> str:
        """How many, and which; what is only likely is marked."""
        marks = {name: " likely" if self.verdicts[name].basis == "likely" else "" for name in names}
        return f"{len(names)} ({', '.join(name + mark for name, mark in marks.items())})" if names else "0"

    def _tally(self) -> Tally:
        from dunyazad.problems.decomposition.verdicts import Tally

        return Tally.of(tuple(self.verdicts.values()))

    def as_json(self) -> dict[str, Any]:
        """What came of it, for scripts."""
        if self._file is None:
            return {}
        from dunyazad.numbers import render_number

        reasons = [{"problem": name, "code": code, "sentence": said} for name, (code, said) in self.reasons.items()]
        recovered: dict[str, Any] = {
            "problems": self._count,
            "programs": self._programs,
            "counterfactual_answers": self._known,
            "wrong_at_counterfactual": self._equal,
            "missing": reasons,
        }
        if self._judging:
            recovered["summary"] = msgspec.structs.asdict(self._tally())
            recovered["likely"] = {
                name: render_number(verdict.answer)
                for name, verdict in self.verdicts.items()
                if verdict.answer is not None and verdict.basis != "certified"
            }
        return {"solutions": recovered}
