"""`inspect eval dunyazad/chains`, by the real command line and without a model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="the task needs Inspect AI")

from inspect_ai.log import read_eval_log

from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.engines.inspect_logs import read_solutions_from_log
from dunyazad.numbers import render_number
from dunyazad.problems import make_problems

# The mock model counts its tokens by a table that it would fetch; it says what the environment tells it to.
INSPECT = """
import os
from inspect_ai._cli.main import main
from inspect_ai.model._providers.mockllm import MockLLM

async def count(self, text):
    return len(text) // 4

MockLLM.count_text_tokens = count
MockLLM.default_output = os.environ["SAYS"]
main()
"""


def test_the_task_is_found_by_name_and_takes_a_file(tmp_path: Path) -> None:
    problems = list(make_problems(20, seed=2))
    chains = list(make_chains(problems, lengths=[1, 3], orders=["backward"], per_cell=2, seed=1))
    write_records(tmp_path / "chains.jsonl", chains)
    says = f"Step 1. It is easy.\nAnswer: {render_number(chains[0].answer)}"
    words = ["eval", "dunyazad/chains", "-T", "file=chains.jsonl", "-T", "protocol=final", "--model", "mockllm/model"]
    done = subprocess.run(
        [sys.executable, "-c", INSPECT, *words, "--log-dir", "logs", "--log-format", "json", "--display", "plain"],
        cwd=tmp_path, env={**os.environ, "SAYS": says, "NO_COLOR": "1", "INSPECT_LOG_LEVEL": "error"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    [place] = (tmp_path / "logs").glob("*.json")
    log = read_eval_log(str(place))
    assert (log.status, log.eval.task) == ("success", "dunyazad/chains")
    assert log.results is not None
    values = {score.name: score.metrics["accuracy"].value for score in log.results.scores if score.name != "per_link"}
    right = [chain.answer == chains[0].answer for chain in chains]
    assert not all(right)
    assert values["final_answer"] == sum(right) / len(right)
    solutions = list(read_solutions_from_log(place))
    assert [solution.chain for solution in solutions] == chains
    assert [solution.final_correct for solution in solutions] == right
