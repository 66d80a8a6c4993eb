"""A log becomes a solutions file, and no model is called."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="logs are Inspect's")

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log, write_eval_log

from dunyazad._exceptions import InputError
from dunyazad._records import read_records, write_records
from dunyazad.chaining import make_chains
from dunyazad.engines import simulate_file, solve_from_log
from dunyazad.engines.inspect_chains import chains
from dunyazad.models.simulated_solver import simulated
from dunyazad.problems import make_problems
from dunyazad.solving import Solution

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]
CHAINS = list(
    make_chains(list(make_problems(20, seed=2)), lengths=[2], orders=["forward", "backward"], per_cell=2, seed=5)
)


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    yield
    gc.collect()


def by_inspect(task: Task, folder: Path, form: str) -> EvalLog:
    return inspect_eval(
        task,
        model="none/none",
        solver=simulated(accuracy=0.9),
        log_format=form,  # type: ignore[arg-type]
        log_dir=str(folder / form),
        display="none",
    )[0]


@pytest.mark.parametrize("form", ["eval", "json"])
def test_a_log_of_inspect_eval_becomes_a_solutions_file(tmp_path: Path, form: str) -> None:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    log = by_inspect(chains(str(tmp_path / "chains.jsonl"), epochs=2), tmp_path, form)
    report = solve_from_log(log.location, out=tmp_path / "s.jsonl")
    assert (report.n, report.complete, report.all_is_well) == (8, True, True)
    assert (report.model, report.log) == ("simulated(accuracy=0.9)", log.location)
    found = list(read_records(tmp_path / "s.jsonl", Solution))
    assert [solution.chain for solution in found[::2]] == CHAINS
    # The same answers as without Inspect.
    simulate_file(tmp_path / "chains.jsonl", out=tmp_path / "t.jsonl")
    alone = list(read_records(tmp_path / "t.jsonl", Solution))
    assert [(s.id, s.response, s.links, s.planted) for s in found[::2]] == [
        (s.id, s.response, s.links, s.planted) for s in alone
    ]


def test_a_log_that_was_not_finished_says_so(tmp_path: Path) -> None:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    log = read_eval_log(by_inspect(chains(str(tmp_path / "chains.jsonl")), tmp_path, "json").location)
    assert log.samples is not None
    log.status, log.samples = "cancelled", log.samples[:1]
    write_eval_log(log, str(tmp_path / "cut.json"))
    report = solve_from_log(tmp_path / "cut.json", out=tmp_path / "s.jsonl")
    assert (report.n, report.complete, report.all_is_well) == (1, False, False)
    assert report.problem == "the run's status is 'cancelled'"
    log.samples = []
    write_eval_log(log, str(tmp_path / "empty.json"))
    with pytest.raises(InputError, match=r"empty\.json: the log holds no sample"):
        solve_from_log(tmp_path / "empty.json", out=tmp_path / "t.jsonl")
    assert not (tmp_path / "t.jsonl").exists()


def test_a_log_of_another_task_is_refused(tmp_path: Path) -> None:
    other = Task(dataset=MemoryDataset([Sample(input="1 + 1")]), solver=[], name="sums")
    log = inspect_eval(other, model="none/none", log_dir=str(tmp_path), display="none")[0]
    with pytest.raises(InputError, match="a log of the task 'sums', not of dunyazad/chains"):
        solve_from_log(log.location, out=tmp_path / "s.jsonl")
