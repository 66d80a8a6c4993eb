"""What can be verified, and how what cannot be read is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import read_records, write_records
from dunyazad.engines import Fields, Methods, Reading, verify_file
from dunyazad.engines.inputs import case_of, entries, is_log
from dunyazad.engines.verify import verify_lines
from dunyazad.errors import Verification
from dunyazad.reasoning import ReasoningChain, Step

TEXT = "Step 1: 4 * 6 = 24 pens.\nStep 2: 24 - 5 = 18 pens.\nAnswer: 18"
PERL = {
    "question": "4 boxes of 6 pens?",
    "steps": ["Step 1: 4 * 6 = 25", "Step 2: So 25."],
    "premise_annotation": {
        "steps": [
            {"step_number": 0, "original_step": "4 boxes of 6 pens?", "premises": []},
            {"step_number": 1, "original_step": "Step 1: 4 * 6 = 25", "premises": [[0, "4 and 6"]]},
            {"step_number": 2, "original_step": "Step 2: So 25.", "premises": [[1, "25"]]},
        ]
    },
}
PROCESS = {"id": "p-0", "problem": "4 * 6?", "steps": ["4 * 6 = 24", "So 24."], "label": -1}


def wrote(folder: Path, *rows: object, name: str = "in.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def chains(path: Path, reading: Reading | None = None) -> list[ReasoningChain]:
    return [case_of(line, reading or Reading()).chain for line in entries(path)[0]]


def test_plain_lines_hold_a_text_or_steps(tmp_path: Path) -> None:
    path = wrote(
        tmp_path,
        {"id": 7, "question": "q", "text": TEXT},
        {"question": "q", "steps": ["2 + 2 = 4", "Wait, that is wrong: 2 + 2 = 5"], "text": "not read"},
        {"text": ""},
    )
    first, second, third = chains(path)
    assert (first.id, first.question, len(first.steps)) == ("7", "q", 3)
    assert (second.id, [step.retracts for step in second.steps]) == ("line-2", [(), (1,)])
    assert (third.id, third.question, third.steps) == ("line-3", "", ())


def test_fields_of_other_names_are_read(tmp_path: Path) -> None:
    path = wrote(tmp_path, {"key": "a", "problem": "q", "response": TEXT})
    fields = Fields(id="key", question="problem", text="response")
    [chain] = chains(path, Reading(fields=fields, scheme="line"))
    assert (chain.id, chain.question, len(chain.steps)) == ("a", "q", 3)


def test_thinking_is_read_where_it_is_asked_for(tmp_path: Path) -> None:
    path = wrote(tmp_path, {"text": "<think>2 + 2 = 5. So 5.</think>The answer is 4."})
    assert [step.text for step in chains(path)[0].steps] == ["The answer is 4."]
    assert len(chains(path, Reading(trace="both"))[0].steps) == 3


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"question": "q"}, "no list of steps in the field 'steps', and no text in 'text'"),
        ({"question": 3, "text": "t"}, "the field 'question' is no text"),
        ({"id": [1], "text": "t"}, "the field 'id' is no text"),
        ({"steps": ["a", 3]}, "the field 'steps' is no list of texts"),
        ([1], "Expected `object`"),
        ({"schema": "dunyazad.other/1", "text": "t"}, "schema"),
    ],
)
def test_what_is_no_chain_is_told_with_its_line(tmp_path: Path, row: object, told: str) -> None:
    path = wrote(tmp_path, {"text": "2 + 2 = 4"}, row)
    with pytest.raises(RecordError, match=told) as caught:
        list(verify_file(path))
    assert caught.value.line == 2


@pytest.mark.parametrize("listed", [True, False])
def test_published_sets_are_read_as_a_list_and_as_lines(tmp_path: Path, listed: bool) -> None:
    for name, rows, identity in (("perl", [PERL, PERL], "perl-0"), ("process", [PROCESS], "p-0")):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(rows) if listed else "\n".join(map(json.dumps, rows)))
        found = chains(path)
        assert len(found) == len(rows)
        assert len(found[0].steps) == 2
        if listed:
            assert found[0].id == identity
    given = chains(tmp_path / "perl.json")[0].given
    assert given is not None
    assert [[premise.step for premise in premises] for premises in given] == [[0], [1]]


def test_a_list_of_plain_objects_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps([{"question": "q", "text": TEXT}] * 2, indent=1))
    assert [chain.id for chain in chains(path)] == ["line-1", "line-2"]


def test_two_processes_give_what_one_gives_in_order(tmp_path: Path) -> None:
    rows = [{"id": str(number), "question": "q", "text": f"{number} + 2 = 9. So 9."} for number in range(150)]
    path = wrote(tmp_path, *rows)
    one, two = ([row.data for row in verify_lines(entries(path)[0], Methods(), jobs=jobs)] for jobs in (1, 2))
    assert one == two
    assert len(one) == 150
    bad = wrote(tmp_path, *rows[:40], {"text": 3}, *rows, name="bad.jsonl")
    with pytest.raises(RecordError, match=r"bad\.jsonl:41: no list of steps"):
        list(verify_lines(entries(bad)[0], Methods(), jobs=2))


def test_methods_that_ask_are_refused_where_no_model_is(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="need a model"):
        list(verify_lines(iter(()), Methods(errors="hybrid")))


def test_verifications_can_be_read_back(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 5"),))
    write_records(tmp_path / "in.jsonl", [chain])
    write_records(out, verify_file(tmp_path / "in.jsonl"))
    [found] = read_records(out, Verification)
    assert found.verdicts[0].label == "mathematical_error"


def test_a_log_is_told_by_its_name_or_its_beginning(tmp_path: Path) -> None:
    assert is_log(tmp_path / "a.eval")
    assert not is_log(tmp_path / "missing.json")
    assert not is_log(wrote(tmp_path, {"text": "t"}, name="a.json"))
    log = tmp_path / "log.json"
    log.write_text('{\n  "version": 2,\n  "status": "success",\n "eval": {}}')
    assert is_log(log)
