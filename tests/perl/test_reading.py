"""Reading published files: by number, without repeats, and what is malformed told apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.perl.made import BAKER, baker, fault, row, written

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import read_records
from dunyazad.perl import (
    FORMATS,
    AnnotatedChain,
    ProcessChain,
    as_perl,
    as_process,
    perl_stats,
    read_annotated,
    read_file,
    read_process,
    set_and_split,
    write_annotated,
)
from dunyazad.reasoning import ReasoningChain

SHARED = Path(__file__).parents[2] / "../shared/data"


def one(folder: Path, item: Any) -> AnnotatedChain:
    read = read_file(written(folder, [item]))
    assert not read.malformed
    chain = read.items[0]
    assert isinstance(chain, AnnotatedChain)
    return chain


def problem_of(folder: Path, item: Any) -> str:
    read = read_file(written(folder, [baker(), item]))
    assert [bad.place for bad in read.malformed] == [1]
    assert len(read.items) == 1, "the sound item is read all the same"
    return read.malformed[0].problem


def test_premises_are_found_by_step_number_and_given_by_position(tmp_path: Path) -> None:
    """Regression: loading by position made step 4 of a chain that skips 3 rest on itself."""
    chain = one(tmp_path, baker())
    assert [step.number for step in chain.steps] == [1, 2, 4]
    assert chain.premises == ((0,), (0,), (1, 2))
    assert chain.labels == (("mathematical_error",), ("correct",), ("accumulation_error",))
    assert (chain.set, chain.split, chain.id) == ("bakery", "negatives", "bakery_negatives-0")


def test_the_reasoning_chain_brings_the_premises_for_oracle(tmp_path: Path) -> None:
    chain = one(tmp_path, baker()).chain
    assert chain.given is not None
    assert [[premise.step for premise in links] for links in chain.given] == [[0], [0], [1, 2]]
    assert [step.label for step in chain.steps] == ["Step 1", "Step 2", "Step 4"]


def test_what_can_be_no_premise_is_left_out_and_told(tmp_path: Path) -> None:
    item = baker()
    item["premise_annotation"]["steps"][3] = row(4, [[4, "itself"], [3, "no such"], [1, "25"]])
    chain = one(tmp_path, item)
    assert chain.premises == ((0,), (0,), (1,))
    assert chain.strays == ((3, 4), (3, 3))


def test_missing_keys_are_allowed(tmp_path: Path) -> None:
    bare = {"question": "q", "steps": ["a", "b"]}
    chain = one(tmp_path, bare)
    assert (chain.premises, chain.labels, chain.parc) == (None, (None, None), None)
    assert as_perl(chain) == bare


def test_what_else_was_published_is_kept(tmp_path: Path) -> None:
    item = baker() | {"subject": "cakes", "votes": [1, {"a": None}], "model_answer": 20.5}
    assert as_perl(one(tmp_path, item)) == item


def test_an_answer_that_is_no_text_and_no_number_is_kept_as_json(tmp_path: Path) -> None:
    assert one(tmp_path, baker() | {"ground_truth_answer": [19, 20]}).answer == "[19,20]"


def test_errors_that_are_counted_through_are_matched_by_place(tmp_path: Path) -> None:
    item = baker()
    item["error_annotation"] = {"error_annotations": {"step_level": [fault(1), fault(2), fault(3, "Other")]}}
    chain = one(tmp_path, item)
    assert chain.labels[2] == ("other",)
    assert as_perl(chain) == item


def chain_level(item: dict[str, Any], found: Any) -> dict[str, Any]:
    inner = {"chain_level": found, **item["error_annotation"]["error_annotations"]}
    return item | {"error_annotation": {"error_annotations": inner}}


def test_errors_of_the_chain_as_a_whole_are_kept_and_written_back(tmp_path: Path) -> None:
    """Regression: they were read past, and lost."""
    errors = [
        {"error_type": "Missing_Steps", "error_description": "no answer is drawn"},
        {"error_type": "Planning_Error", "error_description": "burnt rolls are sold"},
    ]
    item = chain_level(baker(), {"has_errors": True, "errors": errors})
    chain = one(tmp_path, item)
    assert chain.chain_labels == ("missing_steps", "planning_error")
    assert chain.chain_errors is not None
    assert chain.chain_errors[1].description == "burnt rolls are sold"
    assert as_perl(chain) == item
    write_annotated(tmp_path / "again.jsonl", [chain], "jsonl")
    assert read_file(tmp_path / "again.jsonl").items == (chain,)


@pytest.mark.parametrize(
    ("found", "labels", "back"),
    [
        ({"has_errors": False, "errors": []}, (), {"has_errors": False, "errors": []}),
        # What is said contradicts what is listed: both stay.
        ({"has_errors": True, "errors": []}, ("other",), {"has_errors": True, "errors": []}),
        ([], (), {"has_errors": False, "errors": []}),
        (
            ["Missing Steps"],
            ("missing_steps",),
            {"has_errors": True, "errors": [{"error_type": "Missing Steps", "error_description": ""}]},
        ),
        ({"has_error": False, "errors": None}, (), {"has_errors": False, "errors": []}),
    ],
)
def test_chain_level_in_other_shapes(tmp_path: Path, found: Any, labels: tuple[str, ...], back: Any) -> None:
    chain = one(tmp_path, chain_level(baker(), found))
    assert chain.chain_labels == labels
    assert as_perl(chain) == chain_level(baker(), back)


def test_chain_level_alone_and_none_at_all(tmp_path: Path) -> None:
    alone = baker() | {"error_annotation": {"error_annotations": {"chain_level": {"has_errors": False, "errors": []}}}}
    chain = one(tmp_path, alone)
    assert (chain.chain_labels, chain.labels) == ((), (None, None, None))
    assert as_perl(chain) == alone
    assert one(tmp_path, baker()).chain_labels is None
    assert one(tmp_path, chain_level(baker(), None)).chain_labels is None


def test_chains_as_a_whole_are_counted(tmp_path: Path) -> None:
    items = [
        chain_level(baker(), {"errors": ["Missing_Steps", "Missing_Steps"]}),
        chain_level(baker(), {"errors": []}),
        baker(),
    ]
    total = perl_stats(*read_annotated([written(tmp_path, items)])).total
    assert total.chain_labels == {"Missing_Steps": 1, "None": 1}


def test_steps_without_annotation_are_known_by_their_own_number(tmp_path: Path) -> None:
    item = baker()
    del item["premise_annotation"]["steps"][2]
    chain = one(tmp_path, item)
    assert [step.premises is None for step in chain.steps] == [False, True, False]
    assert chain.premises is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda item: item.pop("steps"), "steps: wanted a list, found nothing"),
        (lambda item: item.update(question=None), "question: wanted a text, found nothing"),
        (lambda item: item["steps"].append("So 20."), "4 steps, 3 annotated"),
        (lambda item: item.update(premise_annotation="none"), "premise_annotation: no list of steps"),
        (lambda item: item["premise_annotation"]["steps"].append(row(4, [])), "step 4 stands twice"),
        (lambda item: item["premise_annotation"]["steps"][1].update(premises=[["a"]]), "begins with no step number"),
        (lambda item: item.update(error_annotation={"error_annotations": {}}), "error_annotation: no list of steps"),
        (lambda item: item.update(error_annotation=[fault(9)]), "there is no step 9"),
        (lambda item: item.update(chain_level(item, {"errors": "none"})), "no list of errors under chain_level"),
        (lambda item: item.update(chain_level(item, "bad")), "no list of errors under chain_level"),
        (lambda item: item.update(chain_level(item, [{"why": 1}])), "the chain has an error without an error_type"),
    ],
)
def test_a_malformed_item_is_told_apart_with_its_place(tmp_path: Path, change: Any, problem: str) -> None:
    item = baker()
    change(item)
    assert problem in problem_of(tmp_path, item)


def test_what_is_no_object_is_malformed(tmp_path: Path) -> None:
    assert "no object" in problem_of(tmp_path, 7)


@pytest.mark.parametrize("text", ["[1, 2", "[" * 100_000])
def test_what_is_no_json_is_refused_by_name(tmp_path: Path, text: str) -> None:
    place = tmp_path / "bad.json"
    place.write_text(text)
    with pytest.raises(RecordError, match="bad.json"):
        read_file(place)


def test_an_empty_file_and_a_file_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("")
    with pytest.raises(InputError, match="the file is empty"):
        read_annotated([empty])
    with pytest.raises(InputError, match="of another kind"):
        read_process([written(tmp_path, [baker()])])


def test_a_file_without_a_readable_item_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no annotated chains in .*: no object but a whole number"):
        read_annotated([written(tmp_path, [7])])


def test_files_of_one_name_are_told_apart_and_one_file_is_not_read_twice(tmp_path: Path) -> None:
    for folder in ("east", "west"):
        (tmp_path / folder).mkdir()
    east, west = (written(tmp_path / folder, [baker()], "negatives.json") for folder in ("east", "west"))
    chains, _ = read_annotated([east, west])
    assert [chain.id for chain in chains] == ["east/negatives-0", "west/negatives-0"]
    assert [(chain.source, chain.set) for chain in chains] == [("east/negatives", "east"), ("west/negatives", "west")]
    with pytest.raises(InputError, match="is named twice"):
        read_annotated([east, east])


def test_processbench_labels_count_from_0(tmp_path: Path) -> None:
    item = {"id": "x-1", "generator": "m", "problem": BAKER, "steps": ["4 * 6 = 24", "24 - 5 = 18"], "label": 1}
    found, malformed = read_process([written(tmp_path, [item, {**item, "id": "x-2", "label": 2}])])
    assert (found[0].first_error, malformed[0].place) == (2, 1)
    assert "names none of 2 steps" in malformed[0].problem
    assert as_process(found[0]) == item


def test_every_format_is_written_and_the_readable_ones_read_again(tmp_path: Path) -> None:
    chain = one(tmp_path, baker())
    for form in FORMATS:
        place = tmp_path / f"bakery_negatives.{form}.json"
        assert write_annotated(place, [chain], form) == 1
    assert read_file(tmp_path / "bakery_negatives.jsonl.json").items == (chain,)
    perl = json.loads((tmp_path / "bakery_negatives.perl.json").read_text())
    assert perl == [baker()]
    process = read_file(tmp_path / "bakery_negatives.processbench.json").items[0]
    assert isinstance(process, ProcessChain)
    assert process.first_error == 1
    assert next(read_records(tmp_path / "bakery_negatives.chains.json", ReasoningChain)) == chain.chain
    with pytest.raises(InputError, match="no format"):
        write_annotated(tmp_path / "x", [chain], "xml")


def test_one_file_may_be_lines_of_published_items(tmp_path: Path) -> None:
    place = tmp_path / "bakery_positives.jsonl"
    place.write_text(f"{json.dumps(baker())}\nnonsense\n{json.dumps([1])}\n")
    read = read_file(place)
    assert (len(read.items), [bad.place for bad in read.malformed]) == (1, [2, 3])


def test_stats_worked_by_hand(tmp_path: Path) -> None:
    # 5 references (two to the question from step 1), 4 edges; the longest path is question, 1, 3: three nodes;
    # steps 1 and 2 share a layer; 4 edges over 4 nodes.
    total = perl_stats(*read_annotated([written(tmp_path, [baker()])])).total
    assert (total.n_chains, total.n_steps, total.premise_references, total.edges) == (1, 3, 5, 4)
    assert total.shape is not None
    assert (total.shape.depth, total.shape.max_width, total.shape.branching_factor) == (3, 2, 1.0)
    assert total.labels == {"Mathematical_Error": 1, "Correct": 1, "Accumulation_Error": 1}
    assert (total.consistency.repeated_premises, total.consistency.skipping_numbers) == (1, 1)


def test_consistency_findings_worked_by_hand(tmp_path: Path) -> None:
    item = baker()
    # Step 2 is now an accumulation error without a wrong premise; step 4 is correct on two wrong ones.
    item["error_annotation"]["error_annotations"]["step_level"] = [
        fault(1, "Mathematical_Error", "Accumulation_Error"),
        fault(2, "Accumulation_Error"),
        fault(4),
    ]
    found = perl_stats(*read_annotated([written(tmp_path, [item])])).total.consistency
    assert (found.correct_on_wrong, found.accumulation_without_wrong, found.native_and_accumulation) == (1, 1, 1)


def test_sets_and_splits_are_told_from_names() -> None:
    assert set_and_split("gsm8k_positives_perturbed") == ("gsm8k", "synthetic_negatives")
    assert set_and_split("metamathqa_negatives") == ("metamathqa", "negatives")
    assert set_and_split("whatever") == ("whatever", "")


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published files are not beside the checkout")
def test_published_files_survive_the_round_trip(tmp_path: Path) -> None:
    files = [*sorted(SHARED.glob("perl/*/*.json")), *sorted(SHARED.glob("processbench/*.json"))]
    for file in files:
        read = read_file(file)
        assert not read.malformed
        published = json.loads(file.read_text())
        forms = [as_perl(item) if isinstance(item, AnnotatedChain) else as_process(item) for item in read.items]
        assert forms == published
        for form in ("jsonl", "parquet"):
            write_annotated(tmp_path / file.name, read.items, form)
            assert read_file(tmp_path / file.name).items == read.items
        back = "perl" if isinstance(read.items[0], AnnotatedChain) else "processbench"
        write_annotated(tmp_path / file.name, read.items, back)
        assert json.loads((tmp_path / file.name).read_text()) == published


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published files are not beside the checkout")
def test_published_files_with_errors_of_whole_chains_survive_as_well(tmp_path: Path) -> None:
    """The published prompt asks for these, the published files have none: they are put into every item here."""
    kinds = [[], ["Missing_Steps"], ["Planning_Error"], ["Missing_Steps", "Planning_Error"]]
    for file in sorted(SHARED.glob("perl/*/*.json")):
        items = json.loads(file.read_text())
        for place, item in enumerate(items):
            errors = [{"error_type": name, "error_description": f"as said of {place}"} for name in kinds[place % 4]]
            inner = item["error_annotation"]["error_annotations"]
            inner["chain_level"] = {"has_errors": bool(errors), "errors": errors}
        read = read_file(written(tmp_path, items, file.name))
        assert not read.malformed
        write_annotated(tmp_path / "ours.jsonl", read.items, "jsonl")
        again = read_file(tmp_path / "ours.jsonl").items
        assert again == read.items
        assert [as_perl(item) for item in again] == items


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published files are not beside the checkout")
def test_counts_of_the_published_files() -> None:
    total = perl_stats(*read_annotated(sorted(SHARED.glob("perl/*/*.json")))).total
    assert (total.n_chains, total.n_steps) == (294, 1709)
    assert total.consistency.skipping_numbers == 1
    assert total.labels["Correct"] == 1011
