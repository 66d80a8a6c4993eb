"""How far persons and annotation agree: worked by hand, and what does not count."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._records import decode, encode
from dunyazad.errors import Label
from dunyazad.perl import ChainMark, StepMark, corrected
from dunyazad.report.chain_review_marks import agree_on_chains, kappa_by_question, valid_marks
from dunyazad.report.chain_review_terminal import chain_review_lines
from dunyazad.report.statistics import wilson

from .chain_made import accepted, chain, mark, plain_chain


def test_a_person_who_accepts_all_agrees_on_all() -> None:
    found = agree_on_chains([chain()], {"Ana": [accepted(chain())]}).readers[0]
    assert (found.premise_sets.successes, found.premise_sets.n) == (3, 3)
    assert (found.labels.successes, found.labels.n) == (3, 3)
    # 0; 0; 1 and 2: four premises.
    assert (found.precision.n, found.recall.n, found.precision.value) == (4, 4, 1.0)
    assert (found.whole.successes, found.whole.n) == (1, 1)
    assert found.kappa.value == 1.0
    assert found.kappa.interval is None
    assert not found.differ


def test_corrections_are_counted_and_named() -> None:
    # Step 1 agrees; step 2 rests on 0 and 1, of which only 0 is annotated; step 3 on 1 alone, where 1 and 2 are.
    steps = (StepMark((0,), ("mathematical_error",)), StepMark((0, 1), ("other",)), StepMark((1,), None))
    found = agree_on_chains([chain()], {"Ana": [mark(chain(), *steps, chain=("missing_steps",))]}).readers[0]
    assert (found.premise_sets.successes, found.premise_sets.n) == (1, 3)
    assert (found.precision.successes, found.precision.n) == (3, 4)
    assert (found.recall.successes, found.recall.n) == (3, 4)
    assert (found.labels.successes, found.labels.n) == (1, 2)
    assert found.confusions == (("correct", "other", 1),)
    assert (found.whole.successes, found.whole.n) == (0, 1)
    assert found.differ == (
        ("baker", 2, "premises 0, should be 0, 1"),
        ("baker", 3, "premises 1, 2, should be 1"),
        ("baker", 2, "label correct, should be other"),
        ("baker", 0, "the whole none, should be missing_steps"),
    )


def test_what_was_not_judged_counts_for_nothing() -> None:
    found = agree_on_chains([chain()], {"Ana": [mark(chain(), StepMark(), StepMark(), StepMark())]}).readers[0]
    assert (found.chains, found.unmarked) == (0, ("baker",))
    assert found.labels.value is None
    assert found.labels.reason == "nothing was judged"
    assert found.kappa.value is None


def test_marks_on_another_version_or_another_file_do_not_count() -> None:
    other = msgspec.structs.replace(chain(), question="Another?")
    stranger = accepted(chain("stranger"))
    found = agree_on_chains([chain()], {"Ana": [accepted(other), stranger]}).readers[0]
    assert (found.chains, found.changed, found.unknown) == (0, ("baker",), ("stranger",))
    assert valid_marks([chain()], [accepted(other), stranger]) == {}


def test_questions_are_the_units_of_the_interval() -> None:
    """Two chains of one question are worth less than two of two questions."""
    two = [plain_chain(name, ["correct"] * 4, name) for name in ("a", "b", "c", "d")]
    one = [msgspec.structs.replace(made, question="the same") for made in two]

    def width(chains: list) -> float:  # type: ignore[type-arg]
        marks = [
            mark(made, *(StepMark(None, ("other" if place < 2 else "correct",)) for _ in range(4)))
            for place, made in enumerate(chains)
        ]
        interval = agree_on_chains(chains, {"Ana": marks}).readers[0].labels.interval
        assert interval is not None
        return interval.high - interval.low

    low, high = wilson(8, 16)
    assert high - low < width(two) < width(one)


def test_kappa_by_hand_and_its_jackknife() -> None:
    # po = 3/4; pe = ½·¾ + ½·¼ = ½; κ = ½. Without each question in turn: (aa ba bb): po 2/3, pe 4/9 → 0.4, twice;
    # (aa aa bb): 1; (aa aa ba): pe = 2/3, po = 2/3 → 0.
    judged = [("a", "a", "1"), ("a", "a", "2"), ("b", "a", "3"), ("b", "b", "4")]
    found = kappa_by_question(judged)
    assert found.value == 0.5
    assert found.interval is not None
    # mean .45; squares .0025·2 + .3025 + .2025 = .51; error √(.75·.51) = .618; t(3) = 3.182: all of [-1, 1].
    assert (found.interval.low, found.interval.high) == (-1.0, 1.0)
    assert kappa_by_question(judged * 1 + [("a", "a", "5")] * 3).interval is not None
    assert kappa_by_question([("a", "a", "1")]).reason == "both gave one and the same label throughout"
    assert "too few questions" in kappa_by_question([("a", "a", "1"), ("b", "a", "1"), ("b", "b", "1")]).reason


def test_two_readers_are_compared_where_both_judged() -> None:
    first = mark(chain(), StepMark((0,), ("correct",)), StepMark((), ("correct",)), StepMark(), reader="Ana")
    second = mark(
        chain(), StepMark((0,), ("correct",)), StepMark((0,), ("other",)), StepMark((1,)), reader="Ben", chain=()
    )
    [pair] = agree_on_chains([chain()], {"Ana": [first], "Ben": [second]}).pairs
    assert (pair.premise_sets.successes, pair.premise_sets.n) == (1, 2)
    assert (pair.labels.successes, pair.labels.n) == (1, 2)
    assert pair.whole.n == 0


def test_the_lines_hold_no_signs_that_command_a_terminal() -> None:
    evil = chain("evil\x1b[31m\nx")
    steps = (StepMark((), ("correct",)), StepMark(), StepMark())
    lines = "\n".join(chain_review_lines(agree_on_chains([evil], {"A\u202eB": [mark(evil, *steps)]})))
    assert "\x1b" not in lines
    assert "\u202e" not in lines
    assert "premises: same set" in lines
    assert "should be correct" in lines


@pytest.mark.parametrize(
    "wrong",
    [
        '{"premises":[1,0]}',
        '{"premises":[0,0]}',
        '{"premises":[-1]}',
        '{"labels":[]}',
        '{"labels":["correct","other"]}',
    ],
)
def test_marks_that_cannot_be_are_refused(wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(f'{{"schema":"dunyazad.chain_mark/1","id":"a","digest":"b","steps":[{wrong}]}}', ChainMark)


def test_a_step_that_rests_on_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot rest on step 1"):
        mark(chain(), StepMark((1,)))


def test_corrections_go_into_the_record_and_what_stands_keeps_its_words() -> None:
    steps = (StepMark((0,), ("mathematical_error", "other")), StepMark(()), StepMark((0, 1), ("correct",)))
    made = corrected(chain(), [mark(chain(), *steps, chain=("planning_error",))])
    assert made.premises == ((0,), (), (0, 1))
    assert made.labels == (("mathematical_error", "other"), ("correct",), ("correct",))
    assert made.chain_labels == ("planning_error",)
    assert made.steps[0].errors is not None
    assert made.steps[0].errors[0].description == "It is 24."
    assert [(note.number, note.text) for note in made.steps[2].premises or ()] == [(0, None), (1, "25 rolls")]
    assert msgspec.json.decode(made.other)["review"] == {
        "readers": ["Ana"],
        "corrected_steps": [1, 2, 3],
        "corrected_chain": True,
    }


def test_where_readers_differ_the_annotation_stays() -> None:
    first = mark(chain(), StepMark((), ("other",)), StepMark(), StepMark(), reader="Ana")
    second = mark(chain(), StepMark((0,), ("other",)), StepMark(), StepMark(), reader="Ben")
    made = corrected(chain(), [first, second])
    assert made.premises == chain().premises
    assert made.labels[0] == ("other",)


def test_the_premise_numbers_of_a_correction_are_those_of_the_chain() -> None:
    longer = plain_chain("c", ["correct"] * 3, "q")
    skipping = msgspec.structs.replace(
        longer,
        steps=tuple(
            msgspec.structs.replace(step, number=number) for step, number in zip(longer.steps, (2, 5, 9), strict=True)
        ),
    )
    made = corrected(skipping, [mark(skipping, StepMark(), StepMark(), StepMark((1, 2)))])
    assert [note.number for note in made.steps[2].premises or ()] == [2, 5]
    assert made.premises is not None
    assert made.premises[2] == (1, 2)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_what_is_corrected_is_what_the_person_said(data: st.DataObject) -> None:
    kinds: list[tuple[Label, ...]] = [("correct",), ("other",), ("mathematical_error", "accumulation_error")]
    labels = st.sampled_from(kinds)
    steps = [
        StepMark(
            data.draw(st.none() | st.sets(st.integers(0, place)).map(lambda found: tuple(sorted(found)))),
            data.draw(st.none() | labels),
        )
        for place in range(3)
    ]
    whole = data.draw(st.none() | st.sampled_from([(), ("missing_steps",), ("missing_steps", "other")]))
    said = mark(chain(), *steps, chain=whole)
    assert decode(encode(said), ChainMark) == said
    made = corrected(chain(), [said])
    again = agree_on_chains([made], {"Ana": [mark(made, *steps, chain=whole)]}).readers[0]
    assert not again.differ
    before, after = chain().premises, made.premises
    assert before is not None
    assert after is not None
    for place, step in enumerate(steps):
        if step.premises is None:
            assert after[place] == before[place]
