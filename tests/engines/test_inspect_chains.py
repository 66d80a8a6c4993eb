"""The task, its scorers and its logs, without a model."""

from __future__ import annotations

import asyncio
import gc
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="tasks need Inspect AI")

from inspect_ai.log import read_eval_log
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageUser,
    ContentReasoning,
    ContentText,
    ModelName,
    ModelOutput,
    StopReason,
)
from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState

from dunyazad._exceptions import InputError
from dunyazad._records import read_records, write_records
from dunyazad.chaining import make_chains
from dunyazad.engines import SolveOptions, solve
from dunyazad.engines.inspect_chains import all_links, chain_sample, chains, final_answer, per_link
from dunyazad.engines.inspect_logs import read_solutions_from_log
from dunyazad.engines.inspect_replies import attempt_of_state, error_line, error_text
from dunyazad.problems import make_problems
from dunyazad.solving import Protocol, Solution, judge, render_answers

PROBLEMS = tuple(make_problems(30, seed=4))
CHAINS = tuple(make_chains(list(PROBLEMS), lengths=[2, 4], orders=["backward"], per_cell=10, seed=3))
CHAIN = CHAINS[-1]


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    yield
    gc.collect()


pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]


def state(text: str, *, stop: StopReason = "stop", protocol: Protocol = "labelled") -> TaskState:
    sample = chain_sample(CHAIN, protocol)
    assert isinstance(sample.input, str)
    return TaskState(
        model=ModelName("mockllm/model"),
        sample_id=CHAIN.id,
        epoch=1,
        input=sample.input,
        messages=[ChatMessageUser(content=sample.input), ChatMessageAssistant(content=text)],
        output=ModelOutput.from_content("m", text, stop_reason=stop),
        metadata=sample.metadata or {},
    )


def scores(given: TaskState) -> list[Score]:
    async def run() -> list[Score | None]:
        return [await scorer(given, Target("")) for scorer in (all_links(), final_answer(), per_link())]

    found = asyncio.run(run())
    return [score for score in found if score is not None]


def test_three_scorers() -> None:
    half = [CHAIN.answers[0] + 1, CHAIN.answers[1] + 1, *CHAIN.answers[2:]]
    right = scores(state(render_answers(CHAIN, "labelled", CHAIN.answers)))
    assert [score.value for score in right] == ["C", "C", 1.0]
    wrong = scores(state(render_answers(CHAIN, "labelled", half)))
    assert [score.value for score in wrong] == ["I", "C", 0.5]
    assert wrong[0].metadata is not None
    assert wrong[0].metadata["first_failed"] == 0
    assert "link 1: otherwise_wrong" in (wrong[0].explanation or "")


@pytest.mark.parametrize(
    ("text", "stop", "outcome", "reason"),
    [
        ("", "stop", "unparsed", "invalid_response_format"),
        ("Step 1", "max_tokens", "truncated", "truncated"),
        ("", "content_filter", "refused", "refusal"),
    ],
)
def test_regression_what_was_not_answered_is_unscored(text: str, stop: StopReason, outcome: str, reason: str) -> None:
    # Fault 4 of the reference: a parse failure was stored as a wrong answer. NaN is Inspect's mark for "no score".
    for score in scores(state(text, stop=stop)):
        assert isinstance(score.value, float)
        assert math.isnan(score.value)
        assert score.reason == reason
        assert (score.metadata or {})["outcome"] == outcome


def test_final_leaves_the_other_links_unscored() -> None:
    every, final, share = scores(state(f"Answer: {CHAIN.answer}", protocol="final"))
    assert every.reason == "not_asked"
    assert (final.value, share.value) == ("C", 1.0)


def test_regression_scoring_leaves_the_sample_as_it_was() -> None:
    # Fault 5 of the reference: scorers changed their input.
    given = state(render_answers(CHAIN, "labelled", CHAIN.answers))
    before = (given.messages, dict(given.metadata), given.output.model_copy(deep=True))
    scores(given)
    assert (given.messages, given.metadata, given.output) == before


def test_simulated_solutions_and_what_inspect_says_of_them(tmp_path: Path) -> None:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    write_records(tmp_path / "problems.jsonl", PROBLEMS)
    report = solve(
        tmp_path / "chains.jsonl",
        model="simulated",
        out=tmp_path / "s.jsonl",
        log_dir=tmp_path / "logs",
        protocol="two-turn",
        options=SolveOptions(
            model_args={"accuracy": 0.7}, seed=1, problems=str(tmp_path / "problems.jsonl"), log_realtime=False
        ),
    )
    found = list(read_records(tmp_path / "s.jsonl", Solution))
    assert {solution.model for solution in found} == {"simulated(accuracy=0.7, seed=1)"}
    assert [solution.chain for solution in found] == list(CHAINS)
    # Every planted mistake is found, and no other.
    assert [tuple(link.diagnosis for link in solution.links) for solution in found] == [s.planted for s in found]
    assert len({diagnosis for solution in found for diagnosis in solution.planted}) >= 4

    # Inspect's own means agree with ours, cell by cell.
    log = read_eval_log(report.log)
    assert log.results is not None
    ours = [solution.all_links_correct for solution in found if solution.chain.length == 4]
    inspects = next(score for score in log.results.scores if score.name == "all_links").metrics
    assert inspects["backward 4"].value == pytest.approx(sum(map(bool, ours)) / len(ours))


def test_a_log_that_is_none_of_ours_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_bytes(b"not a log")
    with pytest.raises(InputError, match=r"x\.eval: not a readable Inspect log"):
        list(read_solutions_from_log(tmp_path / "x.eval"))
    with pytest.raises(InputError, match=r"absent\.eval: not a readable Inspect log"):
        list(read_solutions_from_log(tmp_path / "absent.eval"))


def test_the_task_checks_what_it_is_given(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no protocol 'essay'"):
        chains(str(tmp_path / "c.jsonl"), protocol="essay")
    with pytest.raises(InputError, match="cannot read"):
        chains(str(tmp_path / "c.jsonl"))


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("RuntimeError('gone\\nmore')", "RuntimeError: gone"),
        ("APIError(\"Error code: 503 - {'a': 1}\")", "APIError: Error code: 503 - {'a': 1}"),
        ("OSError(28, 'No space left on device')", "OSError: No space left on device"),
        ("plain text", "plain text"),
        ("CancelledError('Cancelled via cancel scope 7f')", "the run was stopped while it was being answered"),
        # Inspect puts the whole request before the provider's own error.
        (
            r"ModelGenerateError('\nRequest:\n{\n  1\n}\n\nBadRequestError(\'Error code: 400\')')",
            "BadRequestError: Error code: 400",
        ),
        # Of an error of several lines it was the end of the repr.
        (
            r"ModelGenerateError('\nRequest:\n{\n  1\n}\n\nBadRequestError(\'400 - can\\\'t \"use\" it.\\nAsk us.\')')",
            'BadRequestError: 400 - can\'t "use" it.',
        ),
        ("TimeoutError()", "TimeoutError"),
        ("HTTPError('gone', 'away')", "HTTPError: gone, away"),
        ("Outer(Inner('gone'))", "Outer(Inner('gone'))"),
        ("", ""),
    ],
)
def test_error_lines(message: str, line: str) -> None:
    assert error_line(message) == line


def test_regression_the_whole_text_of_an_error_is_there_to_be_kept() -> None:
    assert error_text(r"RuntimeError('it\'s gone\n\nsee the log')") == "RuntimeError: it's gone\n\nsee the log"
    request = r"ModelGenerateError('\nRequest:\n{\n  1\n}\n\nBadRequestError(\'400\\nAsk us.\')')"
    assert error_text(request) == "BadRequestError: 400\nAsk us."
    assert error_text(f"RuntimeError('{'a' * 1000}')") == f"RuntimeError: {'a' * 1000}"


def test_regression_an_error_after_retries_says_what_was_met() -> None:
    # It read "RetryError(<Future at 0x7f ... raised InternalServerError>)".
    traceback = """Traceback (most recent call last):
  File "client.py", line 1, in post
    raise error from None
openai.InternalServerError: Error code: 500 - boom
second line

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "retry.py", line 2, in check
    raise wrapped
tenacity.RetryError: RetryError[<Future at 0x7f>]
"""
    found = error_line("RetryError(<Future at 0x7f state=finished raised InternalServerError>)", traceback)
    assert found == "gave up after retries: InternalServerError: Error code: 500 - boom"
    assert error_text("RetryError(<Future>)", traceback) == f"{found}\nsecond line"
    assert error_line("RetryError(<Future>)") == "gave up after retries"


def test_regression_a_trace_that_comes_apart_is_kept_and_is_no_answer() -> None:
    # The trace of a reasoning model was dropped from the solution, and could not be verified.
    right = render_answers(CHAIN, "labelled", CHAIN.answers)
    given = state(right)
    trace = ContentReasoning(reasoning="<think>[Q1] 1? No.</think>")
    given.messages = [given.messages[0], ChatMessageAssistant(content=[trace, ContentText(text=right)])]
    found = judge(attempt_of_state(given))
    assert found.response == f"<think>\n[Q1] 1? No.\n</think>\n\n{right}"
    assert found.all_links_correct


def test_regression_a_refusal_marked_in_the_message_is_refused() -> None:
    # Its stop reason is "stop", and so it counted as a response that could not be read.
    given = state("")
    refusal = ContentText(text="I cannot help with that.", refusal=True)
    given.messages = [given.messages[0], ChatMessageAssistant(content=[refusal])]
    assert judge(attempt_of_state(given)).outcome == "refused"
