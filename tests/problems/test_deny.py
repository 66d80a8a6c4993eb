from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.problems.samples import HONEY, altered

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import write_records
from dunyazad.problems import Problem, make_problems
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.decomposition.screening import screen
from dunyazad.problems.deny import Denied, DenyList, digest_of, read_deny
from dunyazad.problems.risk import Risk, risk_of, with_risk, within_risk


def test_digest_is_of_what_a_reader_judges() -> None:
    assert digest_of(altered(tags=("risk:high",), names=())) == digest_of(HONEY)
    for field in ("first_premise", "premises", "question", "conclusion", "wrong_conclusion"):
        assert digest_of(altered(**{field: "Ottilie keeps bees."})) != digest_of(HONEY)
    assert digest_of(altered(program=None)) != digest_of(HONEY)


def test_what_is_named_is_left_out_and_counted() -> None:
    other = altered(id="sample/other")
    deny = DenyList([Denied("sample/honey", "sticky"), Denied("sample/absent")])
    assert list(deny.keep([HONEY, other])) == [other]
    assert (deny.left_out, deny.unknown, deny.changed) == (["sample/honey"], ("sample/absent",), [])


def test_a_record_that_changed_is_still_denied_and_told_apart() -> None:
    deny = DenyList([Denied("sample/honey", "sticky", digest_of(altered(premises="Bees sting.")))])
    assert list(deny.keep([HONEY])) == []
    assert deny.changed == ["sample/honey"]
    same = DenyList([Denied("sample/honey", "sticky", digest_of(HONEY))])
    assert list(same.keep([HONEY])) == []
    assert same.changed == []


def test_a_whole_template_is_denied() -> None:
    problems = list(make_problems(6, seed=3))
    first = problems[0].source
    deny = DenyList([Denied(first)])
    assert [p.source for p in deny.keep(problems)] == [p.source for p in problems if p.source != first]
    assert deny.unknown == ()
    assert deny.templates() == (first.removeprefix("template:"),)


def test_an_id_is_no_prefix_and_a_source_is_no_id() -> None:
    deny = DenyList([Denied("sample"), Denied("sample/hon")])
    assert list(deny.keep([HONEY])) == [HONEY]


def test_the_others_problems_stay_when_a_template_is_passed_over() -> None:
    plain = list(make_problems(200, seed=5))
    denied = plain[0].source.removeprefix("template:")
    kept = [problem.id for problem in plain if problem.source != f"template:{denied}"]
    assert [problem.id for problem in make_problems(len(kept), seed=5, without={denied})] == kept
    with pytest.raises(InputError, match="no templates"):
        make_problems(1, seed=5, templates=[], without={denied})


@pytest.mark.parametrize("line", ["nonsense", '{"id": 1}', '{"schema":"dunyazad.denied/1","id":" "}', "[1]"])
def test_a_malformed_line_is_named(line: str, tmp_path: Path) -> None:
    place = tmp_path / "deny.jsonl"
    place.write_text(f'{{"schema":"dunyazad.denied/1","id":"a"}}\n{line}\n')
    with pytest.raises(RecordError, match=r"deny\.jsonl:2: "):
        read_deny([place])


def test_lists_are_read_as_one_and_written_as_read(tmp_path: Path) -> None:
    entries = [Denied("a", "bad"), Denied("b", "", "00ff")]
    for name, entry in zip("xy", entries, strict=True):
        write_records(tmp_path / name, [entry])
    assert read_deny([tmp_path / "x", tmp_path / "y"]).unknown == ("a", "b")
    assert len(read_deny([])) == 0


def test_screening_accounts_for_every_result() -> None:
    doubtful = with_risk(altered(id="sample/doubtful"), Risk("high", ("small-count",)))
    deny = DenyList([Denied("sample/honey", "sticky"), Denied("set/4")])
    results: list[Problem | Rejected] = [
        HONEY,
        doubtful,
        altered(id="sample/plain"),
        Rejected("too-long", "long", "set/4"),
    ]
    found = list(screen(results, deny=deny, max_risk="medium"))
    codes = [result.code if isinstance(result, Rejected) else "kept" for result in found]
    assert codes == ["denied", "risk", "kept", "too-long"]
    assert deny.unknown == ()
    assert [getattr(result, "sentence", "") for result in found[:2]] == ["sticky", "its risk is high: small-count"]


def test_risk_tags_replace_one_another_and_keep_the_rest() -> None:
    tagged = with_risk(with_risk(altered(tags=("bees",)), Risk("high", ("no-name",))), Risk("low", ("order-words",)))
    assert tagged.tags == ("bees", "risk:low", "risk-reason:order-words")
    assert risk_of(tagged) == Risk("low", ("order-words",))
    assert [within_risk(with_risk(HONEY, Risk(level)), "medium") for level in ("low", "medium", "high")] == [
        True, True, False,
    ]  # fmt: skip
    assert within_risk(msgspec.structs.replace(HONEY, tags=()), "low")
