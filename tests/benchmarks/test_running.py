"""Running methods without a model, and taking saved verifications in their place."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.benchmarks.made import chain_of
from tests.perl.made import baker, written

from dunyazad._exceptions import InputError
from dunyazad._records import write_records
from dunyazad.benchmarks import premises_by, read_gold, reference_of, saved, score_errors, score_premises, verifier
from dunyazad.perl import AnnotatedChain, ProcessChain, read_annotated


@pytest.fixture
def chains(tmp_path: Path) -> tuple[AnnotatedChain, ...]:
    return read_annotated([written(tmp_path, [baker()])])[0]


def test_arithmetic_with_the_annotators_premises(chains: tuple[AnnotatedChain, ...]) -> None:
    verify = verifier("oracle", "arithmetic")
    verdicts = verify(chains[0]).verdicts
    assert [verdict.label for verdict in verdicts] == ["mathematical_error", None, "accumulation_error"]
    total = score_errors(chains, lambda chain: verify(chain).verdicts).total
    assert (total.strict.error, total.strict.accumulation, total.strict.correct, total.paper.correct) == (1, 1, 0, 1)


def test_a_saved_file_gives_the_same_figures_and_runs_nothing(
    chains: tuple[AnnotatedChain, ...], tmp_path: Path
) -> None:
    verify = verifier("previous", "arithmetic")
    place = tmp_path / "saved.jsonl"
    write_records(place, map(verify, chains))
    again = saved(place, chains)
    assert (again.premises, again.errors) == ("previous", "arithmetic")
    assert score_errors(chains, lambda c: again.find(c).verdicts) == score_errors(chains, lambda c: verify(c).verdicts)
    assert score_premises(chains, again.links) == score_premises(chains, premises_by("previous"))


def test_a_chain_without_a_saved_verification_is_a_failure(chains: tuple[AnnotatedChain, ...], tmp_path: Path) -> None:
    place = tmp_path / "saved.jsonl"
    write_records(place, [verifier("previous", "arithmetic")(chains[0])])
    other = msgspec.structs.replace(chains[0], id="other")
    verdicts = saved(place, [chains[0], other]).find(other).verdicts
    assert {verdict.outcome for verdict in verdicts} == {"failed"}


def test_saved_verifications_of_other_chains_are_refused(chains: tuple[AnnotatedChain, ...], tmp_path: Path) -> None:
    place = tmp_path / "saved.jsonl"
    one = verifier("previous", "arithmetic")(chains[0])
    write_records(place, [one])
    with pytest.raises(InputError, match="the ids differ"):
        saved(place, [msgspec.structs.replace(chains[0], id="other")])
    with pytest.raises(InputError, match="is of other steps"):
        saved(place, [msgspec.structs.replace(chain_of([[0]]), id=chains[0].id)])
    write_records(place, [one, one])
    with pytest.raises(InputError, match="stands twice"):
        saved(place, chains)


def test_methods_that_need_a_model_say_how_to_go_on(chains: tuple[AnnotatedChain, ...]) -> None:
    with pytest.raises(InputError, match="premise method 'dyadic' needs a model.*--records"):
        premises_by("dyadic")(chains[0])
    with pytest.raises(InputError, match="error method 'hybrid' needs a model.*--records"):
        verifier("all", "hybrid")(chains[0])
    with pytest.raises(InputError, match="no error method"):
        verifier("all", "nonsense")


def test_references_come_from_the_chain_or_by_the_question(chains: tuple[AnnotatedChain, ...], tmp_path: Path) -> None:
    own = reference_of(chains[0], {})
    assert own is not None
    assert own.final == 19
    gold = tmp_path / "gold.jsonl"
    gold.write_bytes(msgspec.json.encode({"question": "2  + 2?", "answer": "<<2+2=4>>4\n#### 4", "more": 1}) + b"\n")
    known = read_gold(gold)
    found = reference_of(ProcessChain(id="x", problem="2 + 2?", steps=("4",), label=-1), known)
    assert found is not None
    assert found.final == 4
    assert reference_of(ProcessChain(id="x", problem="3 + 3?", steps=("6",), label=-1), known) is None


def test_without_a_reference_nothing_is_claimed() -> None:
    verdicts = verifier("all", "reference")(chain_of([[0], [1]])).verdicts
    assert [(verdict.label, verdict.outcome) for verdict in verdicts] == [(None, "no_claim")] * 2
