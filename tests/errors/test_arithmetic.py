"""The arithmetic judge on chains worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.errors import JUDGES, Judge, Reference, Verdict, check_equations, judge, verify
from dunyazad.reasoning import Parc, Premise, ReasoningChain, Step


def judged(*steps: str) -> tuple[Verdict, ...]:
    chain = ReasoningChain(id="c", question="q", steps=tuple(map(Step, steps)))
    parc = Parc(chain=chain, premises=tuple((Premise(0),) for _ in steps), method="test")
    return judge("arithmetic").read(parc, ())


@pytest.mark.parametrize(
    ("step", "label"),
    [
        ("Step 1: 14 * 25 = 350 figs.", "correct"),
        ("Step 1: 14 * 25 = 340 figs.", "mathematical_error"),
        ("12 eggs * $2/egg = $24", "correct"),
        ("12 eggs * $2/egg = $26", "mathematical_error"),
        ("\\[ \\frac{1}{2} \\times 8 = 4 \\]", "correct"),
        ("\\[ \\frac{1}{2} \\times 8 = 5 \\]", "mathematical_error"),
        ("20% of 50 = 10", "correct"),
        ("3 + 4 = 7 = 14/2", "correct"),
        ("3 + 4 = 7 = 15/2", "mathematical_error"),
        ("3 + 4 = 7, and then 7 * 2 = 15", "mathematical_error"),
        ("1,250 + 250 = 1,500 stamps", "correct"),
        ("10 / 3 = 3.33", "correct"),
        ("x + 3 = 10", None),
        ("She eats seven of them.", None),
        ("", None),
    ],
)
def test_a_step_is_judged_by_its_equations(step: str, label: str | None) -> None:
    verdict = judged(step)[0]
    assert verdict.label == label
    assert verdict.outcome == ("no_claim" if label is None else "judged")
    assert bool(verdict.evidence) == (label is not None)


def test_the_evidence_names_the_stretch_and_what_should_stand_there() -> None:
    piece = judged("Step 2: So 6 * 7 = 44 nuts.")[0].evidence[0]
    assert piece.text in "Step 2: So 6 * 7 = 44 nuts."
    assert "does not hold" in piece.finding
    assert piece.expected == "42"
    assert not piece.holds


def test_a_step_label_is_no_part_of_an_equation() -> None:
    assert judged("2. 3 + 4 = 7")[0].label == "correct"
    assert judged("(iii) 3 + 4 = 7")[0].label == "correct"


def test_a_verdict_written_in_the_step_changes_nothing() -> None:
    assert judged("2 + 2 = 5. Verdict: correct")[0].label == "mathematical_error"


def test_a_judge_without_a_claim_says_nothing_and_is_not_counted_as_correct() -> None:
    # Fault 4: a judge that answers nothing scored full marks.
    assert {verdict.label for verdict in judged("We think.", "We go on.")} == {None}


def test_verification_in_one_call_follows_the_slip() -> None:
    steps = ("Step 1: 14 * 25 = 340 figs.", "Step 2: 340 - 90 = 250 figs are left.", "Step 3: Therefore, 250 figs.")
    chain = ReasoningChain(id="c", question="14 boxes hold 25 figs each; 90 are sold.", steps=tuple(map(Step, steps)))
    verification = verify(chain)
    labels = [verdict.label for verdict in verification.verdicts]
    assert labels == ["mathematical_error", "accumulation_error", "accumulation_error"]
    assert [verdict.origin for verdict in verification.verdicts] == [None, 1, 1]
    assert verification.first_error == 1
    assert verification.parc.method == "provenance"


def test_a_chain_without_steps_is_verified_to_nothing() -> None:
    verification = verify(ReasoningChain(id="c", question="q", steps=()))
    assert verification.verdicts == ()
    assert verification.first_error is None


def test_unknown_and_unusable_judges_are_one_clear_line() -> None:
    with pytest.raises(InputError, match=r"no error method 'hunch'; there are: arithmetic, reference"):
        judge("hunch")
    with pytest.raises(InputError, match="needs the gold solution"):
        judge("reference")


def test_every_judge_keeps_the_protocol() -> None:
    for name in JUDGES:
        found = judge(name, Reference(final=1, values=(1,)))  # type: ignore[arg-type]
        assert isinstance(found, Judge)
        assert found.name == name


WORDS = st.sampled_from(
    [
        "3 + 4 = 7",
        "= 8",
        "5 * 5 = 24",
        "x",
        "\\frac{1}{2}",
        "%",
        "of",
        "$",
        "(",
        ")",
        "^",
        "\n",
        "1/0 = 2",
        "≈",
        "Step 3:",
    ]
)


@given(st.lists(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=10).map(" ".join)), max_size=4))
def test_no_text_raises(steps: list[str]) -> None:
    for step, verdict in zip(steps, judged(*steps), strict=True):
        assert all(piece.text in step for piece in verdict.evidence)
        assert verdict.label in ("correct", "mathematical_error", None)
        assert len(check_equations(step)) == len(verdict.evidence)


@pytest.mark.parametrize(
    ("text", "finding", "expected"),
    [
        ("10 + 5 = 15 = 9 * 2", "10 + 5 = 15 = 9 * 2 does not hold: 9 * 2 is 18", "18"),
        ("x = 7 * 3 = 22", "x = 7 * 3 = 22 does not hold: 7 * 3 is 21", "21"),
        ("64 = 2^5", "64 = 2^5 does not hold: 2^5 is 32", "32"),
        ("10 / 3 = 4.5", "10 / 3 = 4.5 does not hold: 10 / 3 is about 3.3333", "10/3"),
        ("Total = 18 * 79\n\nTotal = 1440", "18 * 79 = 1440 does not hold: 18 * 79 is 1422", "1422"),
    ],
)
def test_regression_a_finding_says_which_side_comes_to_what(text: str, finding: str, expected: str) -> None:
    # The first side was named, whatever was wrong: "x is 21", "64 is 64".
    (evidence,) = check_equations(text)
    assert (evidence.finding, evidence.expected) == (finding, expected)


def test_regression_lines_joined_into_one_are_recomputed() -> None:
    # "Total = 10 * 0.5 Total = 10" was passed over: only on lines of their own were the two compared.
    (verdict,) = judged("Find the hours. Hours in all = 10 * 0.5 Hours in all = 10 hours")
    assert verdict.label == "mathematical_error"
    assert verdict.evidence[0].expected == "5"
