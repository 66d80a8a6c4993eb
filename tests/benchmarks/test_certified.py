"""Figures on certified chains: worked by hand, and the table that shows them all."""

from __future__ import annotations

import msgspec
import pytest
from tests.benchmarks.made import chain_of, given

from dunyazad.benchmarks import score_certified, table_lines, verifier
from dunyazad.errors import Label, Verdict
from dunyazad.perl import AnnotatedChain, ProcessChain, certified_chains


def planted(name: str, *labels: Label) -> AnnotatedChain:
    chain = chain_of([[0]] * len(labels), [(label,) for label in labels], name=name, question=name)
    return msgspec.structs.replace(chain, source=f"kind-{name}")


def test_three_chains_worked_by_hand() -> None:
    slip = planted("slip", "correct", "mathematical_error", "accumulation_error")
    other = planted("other", "logical_inconsistency", "correct", "correct")
    sound = planted("sound", "correct", "correct")
    said = {
        "slip": given("correct", "mathematical_error", "accumulation_error"),
        # The right step is named, and one of two sound ones flagged as inherited.
        "other": given("mathematical_error", "accumulation_error", "correct"),
        "sound": (
            Verdict(step=1, label=None, outcome="no_claim"),
            Verdict(step=2, label=None, outcome="unparsed"),
        ),
    }
    total = score_certified([slip, other, sound], lambda chain: said[chain.id], draws=5)[0]
    assert (total.n_chains, total.n_steps, total.n_slips) == (3, 8, 1)
    assert total.native_named == 1.0
    assert total.labels_right == 6 / 8  # not the flagged one, nor the one that was not read
    assert total.labels_right_strict == 4 / 8  # nor the other name of the error, nor silence
    assert total.slips_found == 1.0
    assert total.sound_flagged == pytest.approx(1 / 5)
    assert total.sound_blamed == 0.0
    assert total.sound_chains_flagged == 0.0


def test_a_second_step_blamed_is_not_the_native_one_named() -> None:
    chain = planted("x", "correct", "mathematical_error")
    total = score_certified([chain], lambda _: given("other", "mathematical_error"))[0]
    assert (total.native_named, total.sound_blamed, total.slips_found) == (0.0, 1.0, 1.0)


def test_figures_over_nothing_are_none() -> None:
    total = score_certified([planted("x", "correct")], lambda _: given("correct"))[0]
    assert (total.native_named, total.slips_found, total.labels_right) == (None, None, 1.0)


def test_arithmetic_finds_every_slip_and_blames_nothing_sound() -> None:
    verify = verifier("provenance", "arithmetic")
    chains = list(certified_chains(40, seed=2, kinds=["slip"]))
    total, *kinds = score_certified(chains, lambda chain: verify(chain).verdicts, draws=0)
    assert (total.slips_found, total.sound_blamed, total.native_named) == (1.0, 0.0, 1.0)
    assert [(one.kind, one.n_chains) for one in kinds] == [("certified-sound", 10), ("certified-slip", 30)]


def test_the_table_shows_what_there_is() -> None:
    made = list(certified_chains(6, seed=2))
    annotated = [msgspec.structs.replace(chain, source="mine", set="mine") for chain in made]
    process = [ProcessChain(id="a", problem="2 + 2?", steps=("2 + 2 = 5",), label=0, source="pb")]
    text = "\n".join(table_lines(annotated, process, made))
    for heading in ("Premises", "Step labels, the strict reading", "First wrong step", "Certified chains"):
        assert f"### {heading}" in text
    assert "| mine | `previous+question` |" in text
    assert "| pb | `provenance` | `arithmetic` | 100.0 |" in text
    widths = {line.count("|") for line in text.splitlines() if line.startswith("| mine | `")}
    assert widths == {8}
    assert list(table_lines([])) == []
