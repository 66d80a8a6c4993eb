"""Whole sets: their format is told once, ids are stable and never twice, errors are one line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dunyazad._exceptions import InputError, MissingExtraError
from dunyazad.problems.decomposition import Rejected, SourceProblem
from dunyazad.problems.sources import SourceOptions, read_sources


def write(path: Path, *rows: Mapping[str, Any] | str) -> str:
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return str(path)


def plain(answer: object = "7", **more: object) -> dict[str, object]:
    return {"question": "How many hens?", "answer": answer, **more}


def codes(place: str, **options: Any) -> list[tuple[str, str]]:
    """The id and the code, or source, of each."""
    found = read_sources(place, SourceOptions(**options))
    return [(one.id, one.code if isinstance(one, Rejected) else one.source) for one in found]


def test_a_plain_set_is_named_after_its_file(tmp_path: Path) -> None:
    assert codes(write(tmp_path / "my set (1).v2.jsonl", plain(), plain())) == [
        ("my-set-1/0", "my-set-1"),
        ("my-set-1/1", "my-set-1"),
    ]


def test_a_published_format_names_its_problems(tmp_path: Path) -> None:
    row = {"question": "How many?", "answer": "<<3+4=7>>7\n#### 7"}
    assert codes(write(tmp_path / "a.jsonl", row)) == [("gsm8k/0", "gsm8k")]
    assert codes(str(tmp_path / "a.jsonl"), name="mine") == [("mine/0", "mine")]
    assert codes(str(tmp_path / "a.jsonl"), format="plain") == [("a/0", "a")]


def test_the_format_is_told_once_for_a_set(tmp_path: Path) -> None:
    # The second line has no ####; it is a damaged line of this set and no plain problem.
    annotated = {"question": "How many?", "answer": "<<3+4=7>>7\n#### 7"}
    place = write(tmp_path / "a.jsonl", "no json", annotated, plain(), plain("#### 8"))
    assert [code for _, code in codes(place)] == ["line-malformed", "gsm8k", "answer-no-number", "gsm8k"]


def test_a_set_of_which_no_line_can_be_read_is_all_rejections(tmp_path: Path) -> None:
    assert codes(write(tmp_path / "a.jsonl", "x", "y")) == [("a/0", "line-malformed"), ("a/1", "line-malformed")]


def test_fields_may_be_named(tmp_path: Path) -> None:
    row = {"Task": "How many hens?", "Gold": 7, "question": "no", "answer": "no"}
    (source,) = read_sources(
        write(tmp_path / "a.jsonl", row), SourceOptions(question_field="Task", answer_field="Gold")
    )
    assert isinstance(source, SourceProblem)
    assert (source.question, source.final) == ("How many hens?", Fraction(7))


def test_unknown_fields_are_one_line_that_names_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\(title, number\)"):
        codes(write(tmp_path / "a.jsonl", {"title": "x", "number": 3}))


def test_ids_of_the_set_are_kept_and_never_twice(tmp_path: Path) -> None:
    ids = ["a", "a", 2, "b\u0007", None, True, "4"]
    place = write(tmp_path / "s.jsonl", *(plain(id=id) for id in ids))
    assert codes(place) == [
        ("s/a", "s"),
        ("s/a", "duplicate-id"),
        ("s/2", "s"),
        ("s/at-3", "s"),
        ("s/at-4", "s"),
        ("s/at-5", "s"),
        ("s/4", "s"),
    ]


def test_a_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it is a folder"):
        codes(str(tmp_path))


@pytest.mark.parametrize("place", ["hf:", "hf:a/b/c", "hf:a b/c", "hf:../x"])
def test_a_name_that_no_set_can_have_is_refused_before_any_call(place: str) -> None:
    with pytest.raises(InputError, match="neither a folder nor the name of a set"):
        codes(place)


@pytest.mark.parametrize("place", ["hf:owner/set", "owner/set"])
def test_the_hub_needs_its_extra(place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match=r"dunyazad\[data\]"):
        codes(place)


class TestReasoningGym:
    place = "reasoning-gym:gsm_symbolic"

    def item(self, number: int) -> dict[str, object]:
        """An item as the package gives it."""
        return {
            "question": f"Bo has {number} hens and buys 4. How many hens has Bo? "
            "Give the result as your final answer. Do not include units.",
            "answer": str(number + 4),
            "metadata": {"answer_cot": f"Bo has {number}+4={number + 4} hens.\n#### {number + 4}", "difficulty": 1.0},
        }

    def install(self, monkeypatch: pytest.MonkeyPatch, **attributes: object) -> None:
        monkeypatch.setitem(sys.modules, "reasoning_gym", SimpleNamespace(**attributes))

    def test_items_become_problems_with_their_solutions_arithmetic(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def create(name: str, *, size: int, seed: int) -> list[dict[str, object]]:
            return [self.item(seed + place) for place in range(size)]

        self.install(monkeypatch, create_dataset=create)
        first, second = read_sources(self.place, SourceOptions(size=2, seed=5))
        assert first == SourceProblem(
            "reasoning-gym:gsm_symbolic/5/0",
            "Bo has 5 hens and buys 4. How many hens has Bo?",
            "",
            Fraction(9),
            source="reasoning-gym:gsm_symbolic",
            equations=("5 + 4 = 9",),
            needs_program=False,
        )
        assert second.id == "reasoning-gym:gsm_symbolic/5/1"

    def test_an_item_of_another_shape_is_a_rejection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.install(monkeypatch, create_dataset=lambda name, size, seed: [{"question": 3}, self.item(1)])
        assert [code for _, code in codes(self.place)] == ["line-malformed", self.place]

    def test_what_it_refuses_is_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def create(name: str, *, size: int, seed: int) -> list[object]:
            raise ValueError("size is odd")

        self.install(monkeypatch, create_dataset=create)
        with pytest.raises(InputError, match="size is odd"):
            codes(self.place)

    def test_another_generator_is_refused(self) -> None:
        with pytest.raises(InputError, match="reasoning-gym:gsm_symbolic"):
            codes("reasoning-gym:sudoku")

    def test_it_needs_its_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "reasoning_gym", None)
        with pytest.raises(MissingExtraError, match=r"dunyazad\[gym\]"):
            codes(self.place)
