from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from dunyazad._records import decode, encode
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export import COLUMNS, cell_of, row_of
from dunyazad.engines.export.columns import RECORD

Chains = tuple[ChainedProblem, ...]


def with_first_answer(chain: ChainedProblem, answer: Fraction) -> ChainedProblem:
    first = msgspec.structs.replace(chain.problems[0], answer=answer)
    return msgspec.structs.replace(chain, problems=(first, *chain.problems[1:]))


def test_a_row_tells_what_the_record_tells(chains: Chains) -> None:
    chain = next(chain for chain in chains if chain.length == 4)
    row = row_of(chain)
    assert list(row) == [column.name for column in COLUMNS]
    assert (row["id"], row["text"], row["answer"]) == (chain.id, chain.text, str(chain.answer))
    assert row["answers"] == [str(answer) for answer in chain.answers]
    assert row["counterfactual_answers"] == [
        [str(answer) for answer in problem.counterfactual_answers] for problem in chain.problems
    ]
    assert row["gate_kinds"] == ["if", "if", "if"]
    assert json.loads(str(row["gates"]))[0]["kind"] == "logic"
    assert str(row["canary"]) == chain.canary


def test_the_record_beside_a_row_is_the_whole_chain(chains: Chains) -> None:
    for chain in chains:
        assert decode(str(RECORD.value(chain)), ChainedProblem) == chain


@pytest.mark.parametrize(
    ("answer", "text", "number"),
    [
        (Fraction(18), "18", 18),
        (Fraction(-7), "-7", -7),
        (Fraction(33, 2), "33/2", None),
        (Fraction(2**63 - 1), "9223372036854775807", 2**63 - 1),
        (Fraction(2**63), "9223372036854775808", None),
    ],
)
def test_numbers_are_text_and_a_whole_number_where_they_are_one(
    answer: Fraction, text: str, number: int | None, chains: Chains
) -> None:
    row = row_of(with_first_answer(chains[-1], answer))
    assert (row["answers"][0], row["answers_int"][0]) == (text, number)  # type: ignore[index]


def test_no_value_is_a_float(chains: Chains) -> None:
    def refuse(text: str) -> float:
        raise AssertionError(f"a float: {text}")

    for chain in chains:
        json.loads(encode(row_of(with_first_answer(chain, Fraction(1, 4)))), parse_float=refuse)


def test_cells_are_named_by_manner_and_length(chains: Chains) -> None:
    assert list(dict.fromkeys(map(cell_of, chains))) == [
        "forward-1", "backward-1", "forward-2", "backward-2", "forward-4", "backward-4", "tree-shuffled-and-sum-3",
    ]  # fmt: skip


def test_the_docs_tell_every_column() -> None:
    page = (Path(__file__).parents[3] / "docs" / "exporting.md").read_text(encoding="utf-8")
    for column in (*COLUMNS, RECORD):
        assert f"`{column.name}`" in page, column.name
