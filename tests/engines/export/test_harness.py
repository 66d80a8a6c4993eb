"""The task folder, run by the real lm-evaluation-harness without any network."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export import ExportOptions, cell_of, export_chains
from dunyazad.engines.export.scoring import judge_text
from dunyazad.report import build_report
from dunyazad.solving import Protocol, Solution, first_prompt, render_answers

datasets = pytest.importorskip("datasets", reason="the task folder is loaded by the library datasets")
lm_eval = pytest.importorskip("lm_eval", reason="the task folder is run by lm-evaluation-harness")
LM: Any = pytest.importorskip("lm_eval.api.model").LM
TaskManager: Any = pytest.importorskip("lm_eval.tasks").TaskManager

Chains = tuple[ChainedProblem, ...]


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    datasets.disable_progress_bars()


@pytest.fixture
def folder(chains_file: Path, tmp_path: Path) -> Path:
    export_chains(chains_file, tmp_path / "tasks", to="lm-eval")
    return tmp_path / "tasks"


class Scripted(LM):  # type: ignore[misc]
    """Answers each prompt with the text written down for it."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = texts

    def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
        return [self._texts[request.args[0]] for request in requests]

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        raise NotImplementedError


def evaluate(folder: Path, task: str, model: Any) -> dict[str, Any]:
    manager = TaskManager(include_path=str(folder), include_defaults=False)
    done = lm_eval.simple_evaluate(
        model=model, tasks=[task], task_manager=manager, bootstrap_iters=10, log_samples=False
    )
    assert done is not None
    return dict(done["results"])


def responses(chains: Chains, protocol: Protocol) -> Iterator[tuple[ChainedProblem, str]]:
    """In turn: all right, the last answer wrong, the first on the other branch, one left out, nothing to read."""
    for number, chain in enumerate(chains):
        given: list[Fraction | None] = list(chain.answers)
        match number % 5:
            case 1:
                given[-1] = chain.answers[-1] + 1
            case 2:
                given[0] = chain.problems[0].counterfactual_answers[0]
            case 3 if chain.length > 1:
                given[0] = None
        text = "Step 1. I cannot tell." if number % 5 == 4 else render_answers(chain, protocol, given)
        yield chain, f"Step 1. Some words about 12 and 7.\n{text}"


def share(values: list[bool | None]) -> float | None:
    scored = [value for value in values if value is not None]
    return sum(scored) / len(scored) if scored else None


@pytest.mark.parametrize(("task", "protocol"), [("dunyazad_chains", "labelled"), ("dunyazad_chains_final", "final")])
def test_the_harness_finds_what_our_own_scorer_finds(
    task: str, protocol: Protocol, chains: Chains, folder: Path
) -> None:
    # Two orders of a chain of one read the same, and so they must answer the same: one of each is enough here.
    texts = {first_prompt(chain, protocol): text for chain, text in responses(chains, protocol)}
    solutions = [judge_text(chain, protocol, texts[first_prompt(chain, protocol)]) for chain in chains]
    found = evaluate(folder, task, Scripted(texts))[task]
    answered = [solution for solution in solutions if solution.outcome == "answered"]
    assert 0 < len(answered) < len(solutions)
    assert found["answered,none"] == pytest.approx(len(answered) / len(solutions))
    assert found["unparsed,none"] == pytest.approx(1 - len(answered) / len(solutions))
    assert found["final,none"] == pytest.approx(share([solution.final_correct for solution in solutions]))
    assert 0 < found["final,none"] < 1
    right = sum(solution.final_correct is True for solution in solutions)
    assert found["final_of_all,none"] == pytest.approx(right / len(solutions))
    if protocol == "final":
        assert "all_links,none" not in found
        return
    assert found["all_links,none"] == pytest.approx(share([solution.all_links_correct for solution in solutions]))
    shares = [solution.link_share for solution in answered]
    assert found["per_link,none"] == pytest.approx(sum(value for value in shares if value is not None) / len(shares))


def test_each_cell_is_what_our_report_says_of_it(chains: Chains, folder: Path) -> None:
    texts = {first_prompt(chain, "labelled"): text for chain, text in responses(chains, "labelled")}
    solutions: list[Solution] = [
        judge_text(chain, "labelled", texts[first_prompt(chain, "labelled")]) for chain in chains
    ]
    found = evaluate(folder, "dunyazad_chains_cells", Scripted(texts))
    [group] = build_report(solutions, [], title="x").summary.groups
    for cell in group.cells:
        name = next(cell_of(chain) for chain in chains if (chain.manner, chain.length) == (cell.order, cell.length))
        told = found[f"dunyazad_chains_{name.replace('-', '_')}"]
        assert told["sample_len"] == cell.n
        assert told["all_links,none"] == (None if cell.all_links.value is None else pytest.approx(cell.all_links.value))
        assert told["final,none"] == (None if cell.final.value is None else pytest.approx(cell.final.value))
        assert told["all_links_of_all,none"] == pytest.approx(cell.all_links_of_all.value)
        assert told["final_of_all,none"] == pytest.approx(cell.final_of_all.value)
    whole = found["dunyazad_chains_cells"]
    right = sum(solution.all_links_correct is True for solution in solutions)
    # Over all documents, a group's mean weighed by size is the mean over everything.
    assert whole["all_links_of_all,none"] == pytest.approx(right / len(solutions))
    assert "all_links,none" not in whole


def test_the_dummy_model_is_unparsed_and_not_wrong(folder: Path, chains: Chains) -> None:
    found = evaluate(folder, "dunyazad_chains", "dummy")["dunyazad_chains"]
    assert (found["unparsed,none"], found["answered,none"], found["sample_len"]) == (1.0, 0.0, len(chains))
    assert found["all_links,none"] is None
    assert found["final,none"] is None


def test_another_name_names_every_task(chains_file: Path, tmp_path: Path) -> None:
    export_chains(chains_file, tmp_path / "tasks", to="lm-eval", options=ExportOptions(name="mine.v2"))
    manager = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    assert {"mine.v2", "mine.v2_final", "mine.v2_cells", "mine.v2_forward_4"} <= set(manager.all_tasks)
    assert all(task.startswith("mine.v2") for task in manager.all_tasks)


@pytest.mark.parametrize("name", ["", "a b", "a/b", '"', "-x", "x" * 101])
def test_a_name_that_is_none_for_a_task_is_refused(name: str, chains_file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no name for a task"):
        export_chains(chains_file, tmp_path / "tasks", to="lm-eval", options=ExportOptions(name=name))
    assert not (tmp_path / "tasks").exists()


def test_a_cell_that_is_not_there_is_told(folder: Path) -> None:
    from dunyazad.engines.export.documents import load_documents

    with pytest.raises(InputError, match="no cell 'forward-9'"):
        load_documents(folder / "data", "forward-9")
