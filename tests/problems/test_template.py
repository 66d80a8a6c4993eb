"""Templates are read, and each fault is one line with file, template, field and value."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests.problems.samples import HONEY_TEMPLATE

from dunyazad._exceptions import InputError
from dunyazad.problems import load_templates, parse_templates, select_templates


def test_a_template_is_read_with_its_slots_and_steps() -> None:
    (template,) = parse_templates(HONEY_TEMPLATE, "farm.toml")
    assert template.id == "honey"
    assert template.domain == "farm"
    assert template.slots["hives"].numbers == tuple(map(Fraction, range(4, 21)))
    assert template.slots["price"].numbers == (Fraction(2), Fraction(5, 2), Fraction(3))
    assert [step.result for step in template.steps] == ["jars", "sold", "earned"]
    assert template.integers == ("jars",)


def test_every_result_must_be_whole_unless_the_template_says_otherwise() -> None:
    (template,) = parse_templates(HONEY_TEMPLATE.replace('integers = ["jars"]', ""))
    assert template.integers == ("jars", "sold", "earned")


def test_a_range_has_a_step_and_numbers_are_exact() -> None:
    text = HONEY_TEMPLATE.replace("{ values = [2, 2.5, 3] }", "{ range = [0.5, 2], step = 0.5 }")
    (template,) = parse_templates(text)
    assert template.slots["price"].numbers == (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))
    (template,) = parse_templates(HONEY_TEMPLATE.replace("[2, 2.5, 3]", '["1/3", 2]'))
    assert template.slots["price"].numbers == (Fraction(1, 3), Fraction(2))


FAULTS = [
    ('id = "honey"', 'id = "Honey Jars"', r"id: not in kebab case: 'Honey Jars'"),
    ('id = "honey"\n', "", r"missing required field `id`"),
    ('tags = ["animals"]', 'tags = ["animals"]\ncolour = "red"', r"unknown field `colour`"),
    ("{hives} hives in", "{hive} hives in", r"first_premise: unknown slot \{hive\}"),
    ("{hives} hives in", "{hives hives in", r"first_premise: .*'\{name\} keeps \{hives hives"),
    ("{hives} hives in", "6 hives in", r"change: \{hives\} must stand in first_premise once, stands 0 times"),
    ("{each:word} jars", "{each:word} of {hives} jars", r"change: \{hives\} stands in premises too"),
    ('change = "hives"', 'change = "name"', r"change: no numeric slot: 'name'"),
    ("{ range = [4, 20] }", "{ range = [4, 4] }", r"change: slot 'hives' has one value only"),
    ("{ANS}", "57", r"conclusion: \{ANS\} must stand there once, stands 0 times"),
    ("{ANS} dollars", "{ANS} dollars of {ANS}", r"conclusion: \{ANS\} must stand there once, stands 2 times"),
    ("keeps {kept} jars", "keeps 2 jars", r"slots.kept: stands in no text"),
    ("jars - kept", "jars - 2", r"slots.kept: no step uses it, and it is no distractor"),
    ("jars - kept", "jars - lost", r"steps\[2\].expression: unknown name 'lost' in 'jars - lost'"),
    ("jars - kept", "jars - earned", r"steps\[2\].expression: uses 'earned', which is not computed before it"),
    ("jars - kept", "sold - kept", r"steps\[2\].expression: uses 'sold', which is not computed before it"),
    ("jars - kept", "jars - (kept", r"steps\[2\]: bad expression 'jars - \(kept'"),
    ("sold * price", "jars * price", r"steps\[2\].result: 'sold' does not feed the answer"),
    ('result = "sold"', 'result = "kept"', r"steps\[2\].result: not a new name: 'kept'"),
    ('"{name} sells {jars}', '"{name} sells {earned}', r"steps\[2\].text: unknown slot \{earned\}"),
    ('slots.town = "place"', 'slots.town = "planet"', r"slots.town: not a kind of slot: 'planet'"),
    ("{ range = [3, 9] }", "{ range = [9, 3] }", r"slots.each: an empty range"),
    ("{ range = [3, 9] }", "{ range = [3, 9], step = 0 }", r"slots.each: an empty range"),
    ("{ range = [3, 9] }", "{ range = [1, 900000] }", r"slots.each: 900000 values, 10000 at most"),
    ("{ range = [3, 9] }", "{ range = [3] }", r"slots.each: .*length 2"),
    ("{ range = [3, 9] }", "{ range = [3, 109] }", r"premises: \{each:word\} cannot show 100"),
    ("{each:word}", "{each:fraction}", r"premises: \{each:fraction\} cannot show whole numbers"),
    ("[2, 2.5, 3]", "[]", r"slots.price: nothing to choose from"),
    ("[2, 2.5, 3]", "[2, 2]", r"slots.price: a number stands twice"),
    ("[2, 2.5, 3]", "[true]", r"slots.price: not a number: True"),
    ("[2, 2.5, 3]", '["1/0"]', r"slots.price: division by zero"),
    ('slots.name = "person"', 'slots.name = { choice = ["a", "a"] }', r"slots.name: a word stands twice"),
    ("{name} keeps {hives}", "{name:word} keeps {hives}", r"first_premise: style 'word' of slot \{name\}"),
    ('["kept < jars"]', '["kept < jars < 9"]', r"require: not one comparison: 'kept < jars < 9'"),
    ('["kept < jars"]', '["kept < pots"]', r"require: unknown name 'pots'"),
    ('integers = ["jars"]', 'integers = ["pots"]', r"integers: unknown name 'pots'"),
    ('integers = ["jars"]', 'common.week = 7\nintegers = ["jars"]', r"common.week: no step uses it"),
    ('integers = ["jars"]', 'common.kept = 7\nintegers = ["jars"]', r"common.kept: is a slot too"),
    ('integers = ["jars"]', 'integers = ["jars"]\ndistractors = ["kept"]', r"distractors: a step uses 'kept'"),
    ('integers = ["jars"]', 'integers = ["jars"]\ndistractors = ["name"]', r"distractors: no numeric slot: 'name'"),
    ('tags = ["animals"]', 'tags = ["distractor"]', r"tags: 'distractor' is set by each draw that states one"),
]
# An optional sentence, put before the premises, and a numeric slot for its distractor.
OPTION_FAULTS = [
    ("[{name} has {n} cats. ", r"premises: unbalanced or nested square brackets"),
    ("[{name} has [{n}] cats.] ", r"premises: unbalanced or nested square brackets"),
    ("[{name} has a cat.] {n} come. ", r"premises: optional sentence 1 states no distractor"),
    (
        "[{name} has {n} cats.] All {n} sleep. ",
        r"premises: optional sentence 1 states \{n\}, which stands elsewhere too",
    ),
    ("[{name} has {n} cats.] [All {n} sleep.] ", r"premises: optional sentence 1 states \{n\}, which stands elsewhere"),
    ("[{who} has {n} cats.] ", r"premises: optional sentence 1 alone has \{who\}"),
    ("[{name} has {n} cats.] [{who} has a cat.] ", r"premises: optional sentence 2 states no distractor"),
    ("[{name} has {n} cats, and {m} dogs.] ", r"premises: optional sentence 1 states \{m\}, which is no distractor"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS, ids=range(len(FAULTS)))
def test_each_fault_is_named(old: str, new: str, message: str) -> None:
    assert old in HONEY_TEMPLATE
    with pytest.raises(InputError, match=rf"^farm\.toml: template .*{message}") as caught:
        parse_templates(HONEY_TEMPLATE.replace(old, new, 1), "farm.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("option", "message"), OPTION_FAULTS, ids=range(len(OPTION_FAULTS)))
def test_each_fault_of_an_optional_sentence_is_named(option: str, message: str) -> None:
    text = HONEY_TEMPLATE.replace('premises = "', f'premises = "{option}')
    slots = "".join(f"slots.{name} = {{ range = [3, 9] }}\n" for name in "nm" if f"{{{name}}}" in option)
    if "{who}" in option:
        slots += 'slots.who = "person"\n'
    if "{m}" in option:
        text = text.replace("jars - kept", "jars - kept - m")
    text = text.replace("integers =", f'{slots}distractors = ["n"]\nintegers =')
    with pytest.raises(InputError, match=rf"^farm\.toml: template honey: {message}"):
        parse_templates(text, "farm.toml")


def test_an_optional_sentence_stands_in_the_premises_and_never_alone() -> None:
    text = HONEY_TEMPLATE.replace("integers =", 'slots.n = { range = [3, 9] }\ndistractors = ["n"]\nintegers =')
    text = text.replace('premises = "', 'premises = "{name} has {n} cats. ')
    for field in ("first_premise", "question", "conclusion"):
        wrong = text.replace(f'{field} = "', f'{field} = "[So it is.] ')
        with pytest.raises(InputError, match=f"{field}: has an optional sentence, which only the premises may"):
            parse_templates(wrong)
    wrong = text.replace('text = "The hives', 'text = "[Of {n} cats.] The hives')
    with pytest.raises(InputError, match=r"steps\[1\]\.text: has an optional sentence, which only the premises may"):
        parse_templates(wrong)
    with pytest.raises(InputError, match=r"steps\[1\]\.text: states \{n\}, which is a distractor"):
        parse_templates(text.replace('text = "The hives', 'text = "{n} hives'))
    with pytest.raises(InputError, match="premises: every sentence is optional"):
        parse_templates(re.sub('premises = "(.*)"', r'premises = "[\1]"', text))


def test_an_id_stands_once_in_a_file_and_in_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="template honey: id is taken, by an earlier"):
        parse_templates(HONEY_TEMPLATE * 2, "farm.toml")
    (tmp_path / "a.toml").write_text(HONEY_TEMPLATE)
    assert [template.domain for template in load_templates(tmp_path)] == ["a"]
    assert len(load_templates(tmp_path / "a.toml")) == 1
    (tmp_path / "b.toml").write_text(HONEY_TEMPLATE)
    with pytest.raises(InputError, match=r"b\.toml: template honey: id is taken, by one in .*a\.toml"):
        load_templates(tmp_path)


def test_unreadable_files_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no templates"):
        load_templates(tmp_path)
    with pytest.raises(InputError, match="cannot read"):
        load_templates(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot read"):
        load_templates(tmp_path / "bad.toml")
    with pytest.raises(InputError, match="broken.toml: "):
        parse_templates("[[template]", "broken.toml")
    with pytest.raises(InputError, match="broken.toml: .*1e9"):
        parse_templates("x = 1e9", "broken.toml")
    with pytest.raises(InputError, match="broken.toml: .*unknown field `x`"):
        parse_templates("x = 1", "broken.toml")


def test_templates_are_selected_by_id() -> None:
    templates = parse_templates(HONEY_TEMPLATE)
    assert select_templates(["honey"], templates) == templates
    with pytest.raises(InputError, match="no template 'hony'; did you mean honey"):
        select_templates(["hony"], templates)
