"""Annotating files with a scripted model, and checking them: the commands from end to end."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

from click.testing import CliRunner, Result
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import DunyazadError
from dunyazad._records import encode, read_records, write_records
from dunyazad.cli.main import cli
from dunyazad.engines import CallOptions, annotatable, annotate_with_model
from dunyazad.perl import (
    AnnotatedChain,
    AnnotatedStep,
    Annotating,
    AnnotationRejection,
    ChainMark,
    StepMark,
    annotation_of,
    chain_digest,
    read_annotated,
)

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

CALLS: list[GenerateConfig] = []
MODEL = "scripted_annotator/model"


def answer_to(system: str, user: str) -> str:
    """An annotation of as many steps as the prompt says; one step too few where the question is about a `short` one."""
    count = int(re.findall(r"steps 1 to (\d+)", user)[-1])
    again = "put an annotation" in system
    if "short" in user and not again:
        count -= 1
    if "labels" in system or "chain_errors" in user:
        listed = [{"step": step, "explanation": "so", "label": "correct"} for step in range(1, count + 1)]
        return json.dumps({"steps": listed, "chain_errors": []})
    links = [{"step": step, "premises": [{"step": 0, "reason": "said"}]} for step in range(1, count + 1)]
    return f"```json\n{json.dumps({'steps': links})}\n```"


class ScriptedAnnotator(ModelAPI):
    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        CALLS.append(config)
        system, user = input[0].text, input[-1].text
        if "gone" in user:
            raise RuntimeError("the server is gone")
        text, stop = answer_to(system, user), "stop"
        if "mute" in user:
            text, stop = "", "content_filter"
        elif "endless" in user:
            text, stop = text[:40], "max_tokens"
        elif "prose" in user:
            text = "I would rather not say."
        elif "halved" in user:
            text = "\ud83d is half of a surrogate pair, as a reply's JSON can spell it"
        elif "spelt" in user:
            text = text.replace('"said"', r'"\ud83d said"').replace('"so"', r'"\ud83d so"')
        output = ModelOutput.from_content("scripted", text, stop_reason=stop)  # type: ignore[arg-type]
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="scripted_annotator")
def scripted_annotator() -> type[ModelAPI]:
    return ScriptedAnnotator


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    CALLS.clear()
    yield
    gc.collect()  # Inspect leaves streams unclosed; here their warning is ignored, in a later test it would not be


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def plain(name: str, word: str = "dry") -> dict[str, object]:
    return {"id": name, "question": f"A barn holds {word} hay.", "steps": ["4 + 4 = 8", "8 - 1 = 7"]}


def lines(folder: Path, *rows: dict[str, object]) -> Path:
    place = folder / "own.jsonl"
    place.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return place


def annotate(file: Path, *more: str | Path) -> Result:
    return run("perl", "annotate", file, "--model", MODEL, "--no-cache", "-o", file.parent / "out.jsonl", *more)


def rows(place: Path) -> list[AnnotatedChain]:
    return list(read_records(place, AnnotatedChain))


def test_chains_are_annotated_in_order_and_the_rest_is_told_apart(tmp_path: Path) -> None:
    words = ("dry", "gone", "mute", "endless", "prose", "short", "old")
    file = lines(
        tmp_path, *(plain(f"c{place}", word) for place, word in enumerate(words)), {"id": "empty", "steps": []}
    )
    done = annotate(file, "--rejections", tmp_path / "rej.jsonl")
    assert done.exit_code == 0, done.output
    made = rows(tmp_path / "out.jsonl")
    assert [chain.id for chain in made] == ["c0", "c5", "c6"]
    assert made[0].premises == ((0,), (0,))
    assert made[0].chain_errors == ()
    refused = list(read_records(tmp_path / "rej.jsonl", AnnotationRejection))
    assert [(one.id, one.outcome) for one in refused] == [
        ("c1", "failed"),
        ("c2", "refused"),
        ("c3", "truncated"),
        ("c4", "unparsed"),
        ("empty", "no_steps"),
    ]
    assert refused[0].reason == "RuntimeError: the server is gone"
    note = annotation_of(made[1])
    assert note is not None
    assert note.repair_calls == 2
    assert note.model == MODEL
    assert note.usage.calls == 4
    assert "3 of 8 chains annotated (6 Correct)" in done.stderr
    assert "not annotated: 1 failed, 1 refused, 1 truncated, 1 unparsed, 1 no_steps" in done.stderr
    # The schema goes with every call, and room for a long answer.
    assert all(config.response_schema is not None and config.max_tokens == 4096 for config in CALLS)


def test_half_of_a_surrogate_pair_in_a_reply_loses_no_chain(tmp_path: Path) -> None:
    file = lines(tmp_path, plain("a", "dry"), plain("b", "halved"), plain("c", "spelt"))
    done = annotate(file, "--rejections", tmp_path / "rej.jsonl")
    assert done.exit_code == 0, done.output
    assert [chain.id for chain in rows(tmp_path / "out.jsonl")] == ["a", "c"]
    [refused] = read_records(tmp_path / "rej.jsonl", AnnotationRejection)
    assert (refused.id, refused.outcome) == ("b", "unparsed")


def test_the_same_file_twice_is_the_same_and_the_cache_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    file = lines(tmp_path, plain("a"), plain("b", "old"))
    command = ("perl", "annotate", file, "--model", MODEL, "-o", tmp_path / "out.jsonl")
    assert run(*command).exit_code == 0
    first, calls = (tmp_path / "out.jsonl").read_bytes(), len(CALLS)
    assert run(*command).exit_code == 0
    assert (tmp_path / "out.jsonl").read_bytes() == first
    assert (calls, len(CALLS)) == (4, 4)


def test_nothing_annotated_is_exit_code_1_and_says_why(tmp_path: Path) -> None:
    done = annotate(lines(tmp_path, plain("a", "prose")))
    assert done.exit_code == 1
    assert "no JSON object with the list 'steps' was found" in done.stderr
    assert "--rejections FILE keeps them" in done.stderr


def test_json_tells_all_counts(tmp_path: Path) -> None:
    found = json.loads(annotate(lines(tmp_path, plain("a"), plain("b", "gone")), "--json").stdout)
    assert (found["chains"], found["annotated"], found["rejected_chains"]) == (2, 1, {"failed": 1})
    assert found["repairs"] == {"fence": 1}
    assert found["calls"] == 4
    assert found["agreement"] is None


def test_samples_vote_and_need_a_temperature(tmp_path: Path) -> None:
    file = lines(tmp_path, plain("a"))
    refused = annotate(file, "--samples", "3")
    assert refused.exit_code == 1
    assert isinstance(refused.exception, DunyazadError)
    assert "temperature" in str(refused.exception)
    done = annotate(file, "--samples", "3", "--temperature", "0.7", "--json")
    assert json.loads(done.stdout)["agreement"] == 1.0
    note = annotation_of(rows(tmp_path / "out.jsonl")[0])
    assert note is not None
    assert note.premise_votes == ((3,), (3,))


@pytest.mark.parametrize("form", ["perl", "parquet"])
def test_other_formats_hold_the_same(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    file = lines(tmp_path, plain("a"))
    place = tmp_path / f"out.{form if form == 'parquet' else 'json'}"
    done = run("perl", "annotate", file, "--model", MODEL, "--no-cache", "--to", form, "-o", place)
    assert done.exit_code == 0, done.output
    [[chain], _] = read_annotated([place])
    assert chain.premises == ((0,), (0,))
    note = annotation_of(chain)
    assert note is not None
    assert note.model == MODEL


def test_a_dry_run_makes_no_call(tmp_path: Path) -> None:
    done = run("perl", "annotate", lines(tmp_path, plain("a"), plain("b")), "--dry-run", "--samples", "3", "--json")
    found = json.loads(done.stdout)
    assert (found["chains"], found["steps"], found["calls"]) == (2, 4, 12)
    assert found["cached_tokens"] < found["prompt_tokens"]
    assert CALLS == []


def test_every_kind_of_input_is_taken_with_what_it_brings(tmp_path: Path) -> None:
    file = lines(tmp_path, plain("a") | {"ground_truth_answer": "7", "is_correct": True})
    [chain] = annotatable(file)[0]
    assert (chain.answer, chain.is_correct, chain.source) == ("7", True, "own")
    process = tmp_path / "process.json"
    process.write_text('[{"id": "p", "problem": "2 + 2?", "steps": ["5"], "label": 0, "final_answer_correct": false}]')
    [chain] = annotatable(process)[0]
    assert (chain.id, chain.is_correct, chain.labels) == ("p", False, (None,))
    known = AnnotatedChain(id="k", question="q", steps=(AnnotatedStep(number=3, text="t"),), other='{"x": 1}')
    write_records(tmp_path / "known.jsonl", [known])
    assert list(annotatable(tmp_path / "known.jsonl")[0]) == [known]
    reasoning = tmp_path / "r.jsonl"
    reasoning.write_bytes(encode(known.chain) + b"\n")
    [chain] = annotatable(reasoning)[0]
    assert [step.text for step in chain.steps] == ["t"]


@pytest.mark.parametrize(
    ("content", "told"),
    [("", "the file is empty"), ('{"id": 1}', "no list of steps"), ("[1, 2", "no JSON list"), ("{", "f.jsonl:1: ")],
)
def test_unusable_files_are_refused_in_one_line(tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "f.jsonl"
    file.write_text(content, encoding="utf-8")
    done = run("perl", "annotate", file, "--model", MODEL, "-o", tmp_path / "out.jsonl")
    assert isinstance(done.exception, DunyazadError), done.output
    assert told in str(done.exception)
    assert not (tmp_path / "out.jsonl").exists()


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    done = annotate(lines(tmp_path, plain("a"), plain("a")))
    assert "stands twice" in str(done.exception)
    assert not (tmp_path / "out.jsonl").exists()


def test_outputs_never_overwrite_inputs(tmp_path: Path) -> None:
    file = lines(tmp_path, plain("a"))
    before = file.read_bytes()
    for more in (
        ("-o", file),
        ("-o", tmp_path / "o", "--rejections", file),
        ("-o", tmp_path / "o", "--rejections", tmp_path / "o"),
    ):
        done = run("perl", "annotate", file, "--model", MODEL, *more)
        assert isinstance(done.exception, DunyazadError)
    assert file.read_bytes() == before
    assert CALLS == []


def test_closing_the_stream_drops_what_is_in_flight(tmp_path: Path) -> None:
    chains = annotatable(lines(tmp_path, *(plain(f"c{place}") for place in range(40))))[0]
    options = CallOptions(cache=False, max_connections=2)
    stream = annotate_with_model(chains, model=MODEL, annotating=Annotating(parts=("premises",)), options=options)
    assert next(stream).id == "c0"
    stream.close()  # type: ignore[attr-defined]
    assert len(CALLS) < 40


# --- review ---


@pytest.fixture
def made(tmp_path: Path) -> Path:
    place = tmp_path / "made.jsonl"
    assert run("perl", "make", "-n", "30", "--seed", "4", "-o", place).exit_code == 0
    return place


def test_a_tenth_is_drawn_unless_more_is_asked_for(made: Path, tmp_path: Path) -> None:
    for more, count in (((), 3), (("--share", "0.5"), 15), (("--sample", "2"), 2), (("--share", "1"), 30)):
        done = run("perl", "review", made, "-o", tmp_path / "p.html", *more)
        assert done.exit_code == 0, done.output
        shown = (tmp_path / "p.html").read_text(encoding="utf-8")
        assert shown.count("<article") == count
        assert f"{count} of 30 chains to check" in done.stderr
    assert run("perl", "review", made, "--sample", "31", "-o", tmp_path / "p.html").exit_code == 1


def test_marks_are_told_and_put_into_the_chains(made: Path, tmp_path: Path) -> None:
    [first, second, *_] = rows(made)
    assert first.premises is not None
    steps = [StepMark(links, labels) for links, labels in zip(first.premises, first.labels, strict=True)]
    wrong = [StepMark((), ("other",)) for _ in second.steps]
    marks = [
        ChainMark(id=first.id, digest=chain_digest(first), steps=tuple(steps), reader="Ana"),
        ChainMark(id=second.id, digest=chain_digest(second), steps=tuple(wrong), reader="Ana"),
    ]
    write_records(tmp_path / "ana.jsonl", marks)
    place = tmp_path / "corrected.jsonl"
    done = run("perl", "review", made, "--marks", tmp_path / "ana.jsonl", "--corrected", place)
    assert done.exit_code == 0, done.output
    assert "Ana and the annotation: 2 chains judged" in done.stdout
    assert "1 of 30 chains corrected" in done.stderr
    after = {chain.id: chain for chain in rows(place)}
    assert after[first.id].steps == first.steps
    assert set(after[second.id].labels) == {("other",)}
    found = json.loads(run("perl", "review", made, "--marks", tmp_path / "ana.jsonl", "--json").stdout)
    [ana] = found["readers"]
    total = len(first.steps) + len(second.steps)
    assert (ana["premise_sets"]["n"], ana["labels"]["successes"]) == (total, len(first.steps))
    # With one reader's marks, the page begins with them.
    done = run("perl", "review", made, "--marks", tmp_path / "ana.jsonl", "--share", "1", "-o", tmp_path / "p.html")
    assert (tmp_path / "p.html").read_text(encoding="utf-8").count('data-begin="{') == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--corrected", "c"),
        ("-o", "p", "--share", "0.2", "--sample", "3"),
        ("-o", "-", "--json"),
        ("-o", "p", "--share", "0"),
    ],
)
def test_options_that_do_not_fit_are_usage_errors(made: Path, arguments: tuple[str, ...]) -> None:
    assert run("perl", "review", made, *arguments).exit_code == 2


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"schema": "dunyazad.mark/1", "id": "a", "digest": "b"}'])
def test_files_that_are_no_marks_are_refused_in_one_line(made: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / "m").write_text(content, encoding="utf-8")
    assert isinstance(run("perl", "review", made, "--marks", tmp_path / "m").exception, DunyazadError)


def test_the_page_never_overwrites_the_chains_or_the_marks(made: Path, tmp_path: Path) -> None:
    (tmp_path / "m").write_text("x", encoding="utf-8")
    for more in (
        ("-o", made),
        ("--marks", tmp_path / "m", "--corrected", tmp_path / "m"),
        ("--marks", made, "-o", made),
    ):
        assert isinstance(run("perl", "review", made, *more).exception, DunyazadError)
    assert len(rows(made)) == 30
