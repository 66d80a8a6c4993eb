"""Building sets with a scripted model: drawn, split, perturbed; every outcome told apart; whole or not at all."""

from __future__ import annotations

import gc
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.solver import generate
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import InputError, ModelFailedError, ModelNotFoundError, TooFewProblemsError
from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.engines import CallOptions
from dunyazad.engines.build import Plan, build
from dunyazad.engines.build_solving import Asked, Ready, Simulated
from dunyazad.models import Simulator, make_rates, simulate
from dunyazad.perl import AnnotatedChain, ProcessChain, read_annotated, read_file
from dunyazad.perl.building import BuildOptions, Manifest, Sizes
from dunyazad.perl.questions import read_questions
from dunyazad.problems import make_problems

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

SEEN: list[tuple[str, GenerateConfig]] = []
KINDS = ("hens", "cats", "dogs", "mute", "long", "gone", "prose", "empty")


def solved(kind: str, first: int, second: int, calls: int) -> tuple[str, str]:
    """What the scripted model writes for a question, told by the word that stands in it."""
    total = first + second
    if kind == "cats":
        total += 1  # always wrong
    if kind == "dogs":
        total += calls % 2  # now wrong, now right
    text = (
        f"Step 1: There were {first} {kind}.\nStep 2: With the others, {first} + {second} = {total}.\nAnswer: {total}"
    )
    return {
        "mute": ("", "content_filter"),
        "long": ("Step 1: There were", "max_tokens"),
        "prose": ("I like animals.", "stop"),
        "empty": ("", "stop"),
    }.get(kind, (text, "stop"))


def perturbed(user: str) -> str:
    """Follows the mistake through, save for every third question, whose answer stays."""
    steps = re.findall(r"^\| (.*)", user.partition("Step 1:")[2], re.MULTILINE)
    old = int(re.findall(r"= (\d+)", user)[-1])
    first, second = map(int, re.findall(r"(\d+) \+ (\d+)", user)[-1])
    if first % 3 == 0:
        return json.dumps({"explanation": "none", "steps": steps, "final_answer": str(old)})
    early = "mistake in step 1" in user
    seen, answer = (first + 1, old + 1) if early else (first, old + 2)
    steps[0] = steps[0].replace(f" {first} ", f" {seen} ")
    steps[1] = steps[1].replace(f"{first} + {second} = {old}", f"{seen} + {second} = {answer}")
    return f"```json\n{json.dumps({'explanation': 'added', 'steps': steps, 'final_answer': str(answer)})}\n```"


class ScriptedBuilder(ModelAPI):
    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        user = input[-1].text
        SEEN.append((user, config))
        if "Make the mistake" in user:
            text, stop = perturbed(user), "stop"
        else:
            asked = user.rpartition("Answer: ...")[2]
            kind = next(kind for kind in KINDS if kind in asked)
            first, second = map(int, re.findall(r"\d+", asked))
            if kind == "gone":
                raise RuntimeError("the server is gone\nsecond line")
            text, stop = solved(kind, first, second, len(SEEN))
        output = ModelOutput.from_content("scripted", text, stop_reason=stop)  # type: ignore[arg-type]
        # Without usage Inspect would fetch a tokenizer from the network.
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="scripted_builder")
def scripted_builder() -> type[ModelAPI]:
    return ScriptedBuilder


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of this test's own; and what Inspect leaves is collected here, not in some other test."""
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    SEEN.clear()
    yield
    gc.collect()


MODEL = "scripted_builder/one"


def questions(folder: Path, **counts: int) -> Path:
    rows = [
        {"question": f"Bo has {place} {kind} and buys {place + 3} more. How many?", "answer": 2 * place + 3}
        for kind, count in counts.items()
        for place in range(1, count + 1)
    ]
    place = folder / "farm.jsonl"
    place.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return place


def made(
    place: Path, out: Path, sizes: Sizes, *, solver: Any = None, perturber: Any = None, force: bool = False, **more: Any
) -> Manifest:
    options = BuildOptions(name="farm", sizes=sizes, **more)
    calls = CallOptions(temperature=0.7)
    plan = Plan(place.name, solver or Asked(MODEL, calls), perturber and Asked(perturber, calls), {}, options)
    return build(read_questions(str(place)), out, plan, force=force)


def chains(out: Path, split: str) -> list[AnnotatedChain]:
    found, malformed = read_annotated([out / f"farm_{split}.jsonl"])
    assert not malformed
    return list(found)


def rows(out: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "run" / name).read_text().splitlines()]


def test_solutions_are_split_by_their_answer_and_everything_else_is_told_apart(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=6, cats=4, mute=2, long=1, gone=1, prose=2, empty=1)
    manifest = made(place, tmp_path / "out", Sizes(3, 2))
    assert manifest.solving.outcomes == {
        "right": 6, "wrong": 4, "unparsed": 3, "no_steps": 0, "truncated": 1, "refused": 2, "failed": 1,
    }  # fmt: skip
    assert sum(manifest.solving.outcomes.values()) == manifest.questions["drawn"] == 17
    right, wrong = chains(tmp_path / "out", "positives"), chains(tmp_path / "out", "negatives")
    assert (len(right), len(wrong)) == (3, 2)
    assert all(chain.is_correct and "hens" in chain.question and chain.split == "positives" for chain in right)
    assert all(chain.is_correct is False and chain.model_answer != chain.answer for chain in wrong)
    # The line that only repeats the answer is no step.
    assert all(len(chain.steps) == 2 and chain.labels == (None, None) for chain in (*right, *wrong))
    logged = rows(tmp_path / "out", "solutions.jsonl")
    assert len(logged) == 17
    assert [row["reason"] for row in logged if row["outcome"] == "failed"] == ["RuntimeError: the server is gone"]


def test_the_manifest_tells_how_it_came_about(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=4)
    manifest = made(place, tmp_path / "out", Sizes(2), seed=5, licence="CC-BY-4.0")
    told = json.loads((tmp_path / "out/run/manifest.json").read_text())
    assert told["schema"] == "dunyazad.build/1"
    assert (told["seed"], told["solving"]["model"], told["solving"]["prompt"]) == (5, MODEL, "build-solve")
    assert re.fullmatch("[0-9a-f]{64}", told["solving"]["sha256"])
    assert (told["solving"]["calls"], told["solving"]["input_tokens"], told["solving"]["temperature"]) == (4, 40, 0.7)
    assert "CC-BY-4.0" in told["licence"]
    assert told["source"] == "farm.jsonl"
    for name, digest in {**told["files"], **{one["file"]: one["sha256"] for one in told["sets"].values()}}.items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest
    assert manifest.sets["positives"].pool == 4


def test_a_second_run_takes_everything_from_the_cache_and_gives_the_same_bytes(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=5, cats=3, dogs=4)
    for out in ("one", "two"):
        made(place, tmp_path / out, Sizes(3, 3, 2), samples=2, perturb="model", perturber=MODEL)
        calls = len(SEEN)
        SEEN.clear()
        assert (calls > 0) == (out == "one")
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.json*"))
    assert len(files) == 6
    assert all((tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files)


def test_samples_of_a_question_are_calls_of_their_own(tmp_path: Path) -> None:
    place = questions(tmp_path, dogs=3)
    manifest = made(place, tmp_path / "out", Sizes(2, 2), samples=4)
    assert len(SEEN) == 12
    assert manifest.solving.outcomes["right"]
    assert manifest.solving.outcomes["wrong"]
    assert len({chain.question for chain in chains(tmp_path / "out", "positives")}) == 2


def test_at_temperature_0_samples_would_all_be_the_same(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=1)
    with pytest.raises(InputError, match="temperature 0 all 2 samples"):
        made(place, tmp_path / "out", Sizes(1), samples=2, solver=Asked(MODEL, CallOptions()))


def test_too_few_are_one_line_with_what_there_is_and_nothing_is_left(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=2, cats=1, gone=1)
    with pytest.raises(TooFewProblemsError) as error:
        made(place, tmp_path / "out", Sizes(5, 1))
    assert "there are 2 of 5 positives" in str(error.value)
    assert "2 right, 1 wrong, 1 failed; the first that failed: RuntimeError: the server is gone" in str(error.value)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.glob("*out*"))
    manifest = made(place, tmp_path / "out", Sizes(5, 1), fewer=True)
    assert (manifest.sets["positives"].chains, manifest.sets["positives"].asked) == (2, 5)


def test_a_model_of_which_every_call_fails_is_told_apart_from_too_few(tmp_path: Path) -> None:
    for fewer in (False, True):
        with pytest.raises(ModelFailedError, match="every call of the model failed: RuntimeError: the server is gone"):
            made(questions(tmp_path, gone=2), tmp_path / "out", Sizes(1, 1), fewer=fewer)
    assert not (tmp_path / "out").exists()


def test_a_model_follows_mistakes_through_and_what_does_not_hold_is_kept_apart(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=9)
    manifest = made(place, tmp_path / "out", Sizes(2, 0, 5), perturb="model", perturber=MODEL)
    found = chains(tmp_path / "out", "synthetic_negatives")
    assert len(found) == len({chain.question for chain in found}) == 5
    assert all(chain.is_correct is False and chain.labels == (None, None) for chain in found)
    assert all(json.loads(chain.other)["perturbed"]["by"] == MODEL for chain in found)
    assert manifest.perturbing is not None
    outcomes = manifest.perturbing.outcomes
    assert outcomes["taken"] == 5
    rejected = [row for row in rows(tmp_path / "out", "rejections.jsonl") if "perturbation" in row["schema"]]
    assert sum(outcomes.values()) == manifest.perturbing.calls == 5 + len(rejected)
    # Those that were drawn as positives are the first to be made wrong.
    first = {chain.question for chain in chains(tmp_path / "out", "positives")}
    asked = [user for user, _ in SEEN if "Make the mistake" in user][:2]
    assert all(any(question in user for question in first) for user in asked)


def test_a_model_that_makes_too_few_is_told(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=3)
    with pytest.raises(TooFewProblemsError, match="2 of 3 synthetic negatives"):
        made(place, tmp_path / "out", Sizes(1, 0, 3), perturb="model", perturber=MODEL)


GSM = {"question": "Bo has 3 bags of 6 nuts, and 5 are bad. How many are good?",
       "answer": "Nuts: 3*6=<<3*6=18>>18\nGood: 18-5=<<18-5=13>>13\n#### 13"}  # fmt: skip


def test_certified_negatives_of_gold_solutions_have_labels_and_premises(tmp_path: Path) -> None:
    place = tmp_path / "nuts.jsonl"
    place.write_text(json.dumps(GSM))
    ready = tmp_path / "ready.jsonl"
    ready.write_text(json.dumps({"question": GSM["question"], "text": "Step 1: 18 - 5 = 13.\nAnswer: 13"}))
    manifest = made(place, tmp_path / "out", Sizes(1, 0, 1), solver=Ready(ready))
    [chain] = chains(tmp_path / "out", "synthetic_negatives")
    assert chain.premises == ((0,), (0, 1))
    assert chain.labels[0] in (("mathematical_error",), ("logical_inconsistency",), ("correct",))
    assert (manifest.perturbing, manifest.solving.calls, manifest.licence) == (
        None,
        0,
        "Problems taken from GSM8K (Cobbe et al., 2021): MIT.",
    )
    assert not SEEN


def test_mixed_ones_are_certified_first_and_by_a_model_for_the_rest(tmp_path: Path) -> None:
    numbers = (1, 2, 4, 5)
    asked = [f"Bo has {n} hens and buys {n + 3} more. How many?" for n in numbers]
    said = [f"Step 1: {n} hens.\nStep 2: In all, {n} + {n + 3} = {2 * n + 3}.\nAnswer: {2 * n + 3}" for n in numbers]
    golds = [{"question": text, "answer": f"#### {2 * n + 3}"} for text, n in zip(asked, numbers, strict=True)]
    place, ready = tmp_path / "farm.jsonl", tmp_path / "ready.jsonl"
    place.write_text("\n".join(map(json.dumps, [GSM, *golds])))
    responses = [{"question": text, "text": response} for text, response in zip(asked, said, strict=True)]
    ready.write_text("\n".join(map(json.dumps, responses)))
    manifest = made(
        place, tmp_path / "out", Sizes(0, 0, 4), solver=Ready(ready), perturb="mixed", share=0.25, perturber=MODEL
    )
    ways = manifest.sets["synthetic_negatives"].made
    assert sum(n for way, n in ways.items() if way.startswith("certified")) == 1
    assert sum(n for way, n in ways.items() if way.startswith("by a model")) == 3


def test_a_perturbing_model_is_needed_and_unknown_models_are_refused(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=2)
    with pytest.raises(InputError, match="need a model to perturb"):
        made(place, tmp_path / "out", Sizes(0, 0, 1), perturb="model")
    with pytest.raises(ModelNotFoundError):
        made(place, tmp_path / "out", Sizes(1), solver=Asked("nobody/knows", CallOptions()))
    assert not (tmp_path / "out").exists()


def test_only_what_was_built_is_replaced_and_only_if_said(tmp_path: Path) -> None:
    place, out = questions(tmp_path, hens=2), tmp_path / "out"
    made(place, out, Sizes(1))
    with pytest.raises(InputError, match="give --force"):
        made(place, out, Sizes(2))
    assert made(place, out, Sizes(2), force=True).sets["positives"].chains == 2
    home = tmp_path / "home"
    home.mkdir()
    (home / "letters.txt").write_text("dear")
    with pytest.raises(InputError, match="no folder that was built"):
        made(place, home, Sizes(1), force=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert made(place, empty, Sizes(1)).sets["positives"].chains == 1


def test_simulated_solutions_bring_exact_labels(tmp_path: Path) -> None:

    place = tmp_path / "problems.jsonl"
    write_records(place, make_problems(30, seed=2))
    manifest = made(place, tmp_path / "out", Sizes(8, 6, 8), solver=Simulated(0.6), samples=2)
    assert manifest.solving.model == "simulated(0.6)"
    for split in ("positives", "negatives", "synthetic_negatives"):
        for chain in chains(tmp_path / "out", split):
            native = [
                labels for labels in chain.labels if labels and labels not in (("correct",), ("accumulation_error",))
            ]
            assert len(native) == (split != "positives")
            assert chain.premises is not None


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path: Path) -> None:

    place = tmp_path / "problems.jsonl"
    write_records(place, make_problems(30, seed=2))
    texts: list[bytes] = []
    for seed in (1, 1, 2):
        out = tmp_path / f"again-{len(texts)}"
        made(place, out, Sizes(4, 4, 4), solver=Simulated(0.5), seed=seed)
        texts.append((out / "farm_negatives.jsonl").read_bytes())
    assert texts[0] == texts[1] != texts[2]


def test_chained_problems_are_simulated_with_their_problems(tmp_path: Path) -> None:

    problems = list(make_problems(30, seed=2))
    place = tmp_path / "chains.jsonl"
    write_records(place, make_chains(problems, lengths=[2], orders=["forward"], per_cell=12, seed=1))
    options = BuildOptions(name="farm", sizes=Sizes(3, 3, 3))
    plan = Plan("chains.jsonl", Simulated(0.6), None, {problem.id: problem for problem in problems}, options)
    build(read_questions(str(place)), tmp_path / "out", plan)
    for chain in chains(tmp_path / "out", "synthetic_negatives"):
        assert any("this holds" in step.text for step in chain.steps)
        assert sum(labels in (("mathematical_error",), ("logical_inconsistency",)) for labels in chain.labels) == 1


def test_perls_format(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=4, cats=3)
    made(place, tmp_path / "out", Sizes(2, 2, 2), form="perl", perturb="model", perturber=MODEL)
    names = sorted(path.name for path in (tmp_path / "out").glob("*.json"))
    assert names == ["farm_negatives.json", "farm_positives.json", "farm_positives_perturbed.json"]
    found, malformed = read_annotated(sorted((tmp_path / "out").glob("*.json")))
    assert not malformed
    assert [(chain.set, chain.split) for chain in found] == [
        ("farm", split) for split in ("negatives", "positives", "synthetic_negatives") for _ in range(2)
    ]


def test_ready_solutions_of_every_kind_are_joined_to_their_questions(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=5)
    first = {"schema": "dunyazad.process/1", "id": "x", "problem": "Bo has 1 hens and buys 4 more. How many?",
             "steps": ["1 + 4 = 5", "Answer: 5"], "label": -1}  # fmt: skip
    lines = [
        first,
        {"id": "farm/1", "response": "Step 1: 2 + 5 = 7\nAnswer: 7", "model": "a/b"},
        {"problem": "Bo has  3 hens and buys 6 more. How many?", "steps": ["3 + 6 = 10"], "model_answer": 10},
        {"id": "farm/3", "text": "I do not know."},
        {"id": "unknown", "text": "Answer: 3"},
    ]
    ready = tmp_path / "ready.jsonl"
    ready.write_text("\n".join(map(json.dumps, lines)))
    manifest = made(place, tmp_path / "out", Sizes(2, 1), solver=Ready(ready))
    outcomes = {name: n for name, n in manifest.solving.outcomes.items() if n}
    assert outcomes == {"right": 2, "wrong": 1, "unparsed": 1}
    assert manifest.questions["question-unknown"] == 1
    assert manifest.solving.model == "a/b"
    # What a build has written is read again: the same outcomes.
    again = made(place, tmp_path / "again", Sizes(2, 1), solver=Ready(tmp_path / "out/run/solutions.jsonl"))
    assert again.solving.outcomes == manifest.solving.outcomes


def test_the_responses_in_an_inspect_log_are_ready_solutions(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=2, cats=1, mute=1, long=1, gone=1)
    texts = [json.loads(line)["question"] for line in place.read_text().splitlines()]
    # One sample has a prompt around its question, and none has the question's id.
    samples = [Sample(input=texts[0]), *(Sample(input=f"Think hard.\n\n{text}") for text in texts[1:])]
    task = Task(dataset=samples, solver=generate(), name="farm")
    [log] = inspect_eval(task, model=MODEL, log_dir=str(tmp_path / "logs"), display="none", fail_on_error=False)
    calls = len(SEEN)
    manifest = made(place, tmp_path / "out", Sizes(2, 1), solver=Ready(Path(urlparse(log.location).path)))
    outcomes = {name: n for name, n in manifest.solving.outcomes.items() if n}
    assert outcomes == {"right": 2, "wrong": 1, "refused": 1, "truncated": 1, "failed": 1}
    assert manifest.solving.model == MODEL
    assert len(SEEN) == calls


def test_solutions_of_chained_problems_keep_the_answer_that_their_protocol_read(tmp_path: Path) -> None:
    problems = list(make_problems(30, seed=2))
    chained = list(make_chains(problems, lengths=[2], orders=["forward", "backward"], per_cell=6, seed=1))
    place, ready = tmp_path / "chains.jsonl", tmp_path / "solutions.jsonl"
    write_records(place, chained)
    simulator = Simulator(rates=make_rates(accuracy=0.6), problems={problem.id: problem for problem in problems})
    solutions = list(simulate(chained, simulator, protocol="labelled"))
    write_records(ready, solutions)
    manifest = made(place, tmp_path / "out", Sizes(1, 1), solver=Ready(ready))
    right = sum(solution.final_correct is True for solution in solutions)
    assert 0 < right == manifest.solving.outcomes["right"] < len(solutions)


def test_a_row_without_a_solution_is_refused_by_its_line(tmp_path: Path) -> None:
    place, ready = questions(tmp_path, hens=1), tmp_path / "ready.jsonl"
    ready.write_text('{"id": "farm/0"}')
    with pytest.raises(InputError, match="ready.jsonl:1: no list of steps"):
        made(place, tmp_path / "out", Sizes(1), solver=Ready(ready))
    ready.write_text("")
    with pytest.raises(InputError, match="the file is empty"):
        made(place, tmp_path / "out", Sizes(1), solver=Ready(ready))


def test_published_sets_are_ready_solutions(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=2)
    item = {"question": "Bo has 1 hens and buys 4 more. How many?", "steps": ["Step 1: 1 + 4 = 5"], "model_answer": "5"}
    (tmp_path / "set.json").write_text(json.dumps([item]))
    made(place, tmp_path / "out", Sizes(1), solver=Ready(tmp_path / "set.json"))
    [chain] = read_file(tmp_path / "out/farm_positives.jsonl").items
    assert not isinstance(chain, ProcessChain)
    assert [step.text for step in chain.steps] == ["Step 1: 1 + 4 = 5"]


def test_questions_are_drawn_by_the_seed(tmp_path: Path) -> None:
    place = questions(tmp_path, hens=12)
    found = []
    for seed in (1, 2):
        manifest = made(place, tmp_path / f"out{seed}", Sizes(1), seed=seed, questions=4)
        found.append({row["question_id"] for row in rows(tmp_path / f"out{seed}", "solutions.jsonl")})
        assert (manifest.questions["read"], manifest.questions["drawn"]) == (12, 4)
    assert len(found[0]) == 4
    assert found[0] != found[1]


def test_no_readable_question_is_an_error_with_the_reason(tmp_path: Path) -> None:
    place = tmp_path / "farm.jsonl"
    place.write_text('{"question": "", "answer": 1}')
    with pytest.raises(InputError, match=r"no question could be read from farm.jsonl: the question is empty"):
        made(place, tmp_path / "out", Sizes(1))
