"""The page on exporting: its Python and its commands of other software run on what its own commands made."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from dunyazad.cli.main import run

PAGE = (Path(__file__).parents[3] / "docs" / "exporting.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def shown(program: str) -> list[str]:
    """The words of the one command that the page shows of a program."""
    [line] = [line for block in blocks("sh") for line in block.splitlines() if line.startswith(program)]
    return shlex.split(line)


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which all of the page's own commands were run."""
    pytest.importorskip("pyarrow", reason="the page writes Parquet")
    monkeypatch.chdir(tmp_path)
    for block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ dunyazad "):
                with pytest.raises(SystemExit) as ended:
                    run(shlex.split(line)[2:])
                assert ended.value.code == 0, line
    return tmp_path


def test_the_python_of_the_page_runs(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas", reason="the page reads a table with pandas")
    datasets = pytest.importorskip("datasets", reason="the page loads a dataset")
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(made / "cache"))
    datasets.disable_progress_bars()
    for block in blocks("python"):
        exec(compile(block, "docs/exporting.md", "exec"), {})
    assert (made / "again.jsonl").read_bytes() == (made / "chains.jsonl").read_bytes()


def test_the_harness_runs_as_the_page_shows(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    harness = pytest.importorskip("lm_eval.__main__", reason="the page runs lm-evaluation-harness")
    tasks = pytest.importorskip("lm_eval.tasks")
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", str(made / "cache"))
    whole = tasks.TaskManager.__init__

    def own_tasks_only(self: object, *args: object, **kwargs: object) -> None:
        # Reading the index of the harness's own 15,000 tasks takes a quarter of a minute.
        whole(self, *args, **{**kwargs, "include_defaults": False})

    monkeypatch.setattr(tasks.TaskManager, "__init__", own_tasks_only)
    words = shown("lm_eval")
    where = words.index("--model")
    assert words[where : where + 5] == [
        "--model", "hf", "--model_args", "pretrained=HuggingFaceTB/SmolLM2-135M-Instruct", "--apply_chat_template",
    ]  # fmt: skip
    # No model is loaded here, and the dummy has no chat template.
    words[where : where + 5] = ["--model", "dummy"]
    results = made / "results"
    monkeypatch.setattr(sys, "argv", [*words, "--output_path", str(results)])
    harness.cli_evaluate()
    table = capsys.readouterr().out
    assert re.search(r"\|dunyazad_chains\|.*\|all_links ", table)
    assert re.search(r"\|unparsed +\|↓ +\| +1\|", table)
    [written] = results.rglob("results_*.json")
    assert '"all_links,none": null' in written.read_text(encoding="utf-8")
