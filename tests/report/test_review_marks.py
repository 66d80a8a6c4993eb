from __future__ import annotations

import math
from pathlib import Path

import pytest

from dunyazad._exceptions import RecordError
from dunyazad._records import write_records
from dunyazad.problems import Problem, make_problems
from dunyazad.problems.deny import Denied, digest_of
from dunyazad.problems.risk import Risk, with_risk
from dunyazad.report.review_marks import agree, cohen, denied, read_marks
from dunyazad.report.review_record import Mark, MarkName
from dunyazad.report.review_terminal import review_lines

PROBLEMS = list(make_problems(10, seed=2))


def mark(problem: Problem, name: MarkName | None, reader: str = "Ana", note: str = "") -> Mark:
    return Mark(problem.id, digest_of(problem), name, note, reader, "")


def test_shares_with_wilsons_interval() -> None:
    # 8 of 10: z² = 3.841, centre (0.8 + 3.841/20) / 1.3841 = 0.7168, half 1.96/1.3841 · √(0.016 + 0.0096) = 0.2266.
    marks = [mark(problem, "good" if place < 8 else "wrong") for place, problem in enumerate(PROBLEMS)]
    [tally] = agree(PROBLEMS, {"Ana": marks}).readers
    good = tally.rates["good"]
    assert (good.successes, good.n) == (8, 10)
    assert good.interval is not None
    assert (round(good.interval.low, 3), round(good.interval.high, 3)) == (0.49, 0.943)
    assert tally.rates["awkward"].successes == 0


def test_what_is_not_marked_has_changed_or_is_not_there() -> None:
    first, second, third = PROBLEMS[:3]
    stale = Mark(second.id, "00", "good", "", "Ana", "")
    gone = Mark("sample/gone", "00", "good", "", "Ana", "")
    [tally] = agree(PROBLEMS[:3], {"Ana": [mark(first, "good"), stale, gone]}).readers
    assert (tally.marked, tally.unmarked) == (1, (third.id,))
    assert (tally.changed, tally.unknown) == ((second.id,), ("sample/gone",))
    assert tally.rates["good"].n == 1


def test_of_a_sample_only_what_was_drawn_can_be_missing() -> None:
    names: tuple[MarkName | None, ...] = ("good", None)
    drawn = [
        Mark(problem.id, digest_of(problem), name, "", "Ana", "2 of 10, seed 4")
        for problem, name in zip(PROBLEMS, names, strict=False)
    ]
    [tally] = agree(PROBLEMS, {"Ana": drawn}).readers
    assert (tally.sample, tally.unmarked) == ("2 of 10, seed 4", (PROBLEMS[1].id,))


def test_splits_by_risk_reason_and_rule() -> None:
    import msgspec

    tagged = [
        with_risk(msgspec.structs.replace(problem, tags=("conclusion:object",)), Risk("high", ("small-count",)))
        for problem in PROBLEMS[:2]
    ]
    [tally] = agree(tagged, {"Ana": [mark(tagged[0], "good"), mark(tagged[1], "wrong")]}).readers
    found = [(split.by, split.value, split.rates["wrong"].successes) for split in tally.splits]
    assert found == [("risk", "high", 1), ("reason", "small-count", 1), ("rule", "conclusion:object", 1)]


def test_cohens_kappa_worked_by_hand() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no. po = 35/50 = 0.7, pe = 0.5·0.6 + 0.5·0.4 = 0.5, κ = 0.2/0.5 = 0.4.
    # A = 0.4 (1 − 1.1·0.6)² + 0.3 (1 − 0.9·0.6)² = 0.04624 + 0.06348 = 0.10972
    # B = 0.36 (0.1 (0.6 + 0.5)² + 0.2 (0.4 + 0.5)²) = 0.36 · 0.283 = 0.10188;  C = (0.4 − 0.5·0.6)² = 0.01
    # variance = (A + B − C) / (50 · 0.25) = 0.2016 / 12.5 = 0.016128
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    kappa, error = cohen(pairs)
    assert kappa == pytest.approx(0.4)
    assert error == pytest.approx(math.sqrt(0.016128))


def test_kappa_where_nothing_can_be_told() -> None:
    assert cohen([]) == (None, None)
    assert cohen([("good", "good")] * 9) == (None, None)
    assert cohen([("good", "good"), ("wrong", "wrong")]) == (1.0, None)
    assert cohen([("good", "wrong"), ("wrong", "good")])[0] == -1.0


def test_two_readers_are_compared_where_both_marked() -> None:
    ana = [mark(problem, "good") for problem in PROBLEMS[:4]]
    names: tuple[MarkName, ...] = ("good", "wrong", "good", "good")
    bo = [mark(problem, name, "Bo") for problem, name in zip(PROBLEMS[1:5], names, strict=True)]
    [kappa] = agree(PROBLEMS, {"Ana": ana, "Bo": bo}).kappas
    assert (kappa.same.successes, kappa.same.n) == (2, 3)
    assert kappa.differ == ((PROBLEMS[2].id, "good", "wrong"),)
    # Ana marked all alike: po = pe = 2/3, κ = 0.
    assert kappa.kappa == pytest.approx(0)
    assert kappa.interval is not None


def test_marks_round_trip_by_reader_and_by_file(tmp_path: Path) -> None:
    marks = [mark(PROBLEMS[0], "good"), mark(PROBLEMS[1], None, "", "a\u202enote"), mark(PROBLEMS[0], "wrong", "Bo")]
    write_records(tmp_path / "m.jsonl", marks)
    found = read_marks(tmp_path / "m.jsonl")
    assert found == {"Ana": [marks[0]], "m.jsonl": [marks[1]], "Bo": [marks[2]]}


def test_a_reader_marks_a_problem_once(tmp_path: Path) -> None:
    write_records(tmp_path / "m.jsonl", [mark(PROBLEMS[0], "good"), mark(PROBLEMS[0], "wrong")])
    with pytest.raises(RecordError, match=r"m\.jsonl:2: 'Ana' marks .* twice, first on line 1"):
        read_marks(tmp_path / "m.jsonl")


def test_the_deny_list_holds_each_bad_problem_once() -> None:
    one, two, three = PROBLEMS[:3]
    marks = [
        mark(one, "wrong", note="no such hive "),
        mark(two, "awkward"),
        mark(three, "good"),
        mark(one, "wrong", "Bo"),
    ]
    assert denied(marks) == [Denied(one.id, "wrong: no such hive", digest_of(one))]
    assert [entry.id for entry in denied(marks, ("wrong", "awkward"))] == [one.id, two.id]


def test_the_summary_in_the_terminal() -> None:
    ana = [mark(problem, "good") for problem in PROBLEMS[:9]] + [mark(PROBLEMS[9], "wrong")]
    bo = [mark(problem, "good", "B\u202eo\n") for problem in PROBLEMS[:9]]
    lines = "\n".join(review_lines(agree(PROBLEMS, {"Ana": ana, "B\u202eo\n": bo})))
    assert "Ana: 10 problems marked" in lines
    assert "90 % [60, 98]" in lines
    assert f"not marked: 1: {PROBLEMS[9].id}" in lines
    assert "B<U+202E>o<U+000A>: 9 problems marked" in lines
    assert "marked alike: 9 (100 % [70, 100])" in lines
    assert "Cohen's kappa: not defined (both gave one and the same mark throughout)" in lines
