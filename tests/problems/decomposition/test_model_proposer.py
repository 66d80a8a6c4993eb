"""A model's proposals, scripted: what may pass, what is refused and why, and that no text breaks or bends anything."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad._prompts import Completion
from dunyazad._records import decode, encode
from dunyazad.problems import Problem, certify
from dunyazad.problems.decomposition import model_proposer
from dunyazad.problems.decomposition.model_prompt import prompt_version
from dunyazad.problems.decomposition.model_proposer import ModelProposer
from dunyazad.problems.decomposition.propose import propose
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.risk import risk_of

PROPOSER = ModelProposer("test/model")


def source(question: str, answer: str, final: int) -> SourceProblem:
    return SourceProblem("own/1", question, f"{answer}\n#### {final}", Fraction(final))


# "They" may be the two or all three. 12 + 5 = 17; 12 + 17 = 29; 29 * 2 = 58.
GEESE = source(
    "Olga and Pia raise geese. Olga keeps 12 geese and Pia keeps 5 more geese than Olga. Their neighbour Rolf sells "
    "feed for $3 a sack. Each goose eats 2 sacks. How many sacks do they need?",
    "Pia keeps 12+5=<<12+5=17>>17. Together 12+17=<<12+17=29>>29. They eat 29*2=<<29*2=58>>58 sacks.",
    58,
)
# No word gives the 64 squares of a board. 3 * 20 = 60; 64 * 3 = 192; 192 * 2 = 384; 384 + 60 = 444.
CHESS = source(
    "Tove runs a chess club. She buys 3 boards at $20 each, and puts a $2 pawn on each square. How much does Tove pay?",
    "3*20=<<3*20=60>>60. 64*3=<<64*3=192>>192. 192*2=<<192*2=384>>384. 384+60=<<384+60=444>>444.",
    444,
)
# Edda is counted along: 3 + 1 = 4 share. 30 * 2 = 60; 60 * 5 = 300; 300 / 4 = 75.
ROLLS = source(
    "Edda bakes 30 rolls a day and sells each for $2. Edda and her 3 friends share the money. "
    "How much does Edda get after 5 days?",
    "30*2=<<30*2=60>>60. 60*5=<<60*5=300>>300. 300/4=<<300/4=75>>75.",
    75,
)
# A condition in a condition. 20 * 2 = 40; 40 * 6 = 240; 240 * 4 = 960.
DITCH = source(
    "Ruben can dig 20 feet of ditch an hour. Assuming that Ruben has help of a friend, working 6 hours a day, if both "
    "dig 4 days, how many feet of ditch do Ruben and the friend dig?",
    "20*2=<<20*2=40>>40. 40*6=<<40*6=240>>240. 240*4=<<240*4=960>>960",
    960,
)
# Hours and minutes are both counted, so that no rule dares to say a unit. 6 * 40 = 240; 240 / 60 = 4.
SHELF = source(
    "Ilse builds 6 shelves. Each shelf takes Ilse 40 minutes. Ilse rests for hours in between. "
    "How long does Ilse spend on building?",
    "6*40=<<6*40=240>>240 minutes. 240/60=<<240/60=4>>4 hours",
    4,
)

GOOD: dict[str, tuple[SourceProblem, str, dict[str, str]]] = {
    "pronoun": (
        GEESE,
        "pronoun-they",
        {
            "question": "How many sacks do the geese of Olga and Pia need?",
            "statement": "The geese of Olga and Pia need {ANS} sacks.",
        },
    ),
    "constant": (CHESS, "literal-unbound", {"statement": "Tove pays ${ANS}.", "origin_1": "chess"}),
    "counted along": (
        ROLLS,
        "literal-unbound",
        {"statement": "Edda gets ${ANS} after 5 days.", "origin_1": "3 friends"},
    ),
    "parted": (
        DITCH,
        "nested-condition",
        {
            "condition": "Ruben has help of a friend working 6 hours a day and both dig 4 days.",
            "question": "How many feet of ditch do Ruben and the friend dig?",
            "statement": "Ruben and the friend dig {ANS} feet of ditch.",
        },
    ),
    "unit": (SHELF, "unit-unknown", {"statement": "Ilse spends {ANS} hours on building."}),
}


def rejected(problem: SourceProblem) -> Rejected:
    result = propose(problem)
    assert isinstance(result, Rejected), result
    return msgspec.structs.replace(result, id=problem.id)


def keys_of(problem: SourceProblem) -> list[str]:
    [prompt] = PROPOSER.prompts(problem, rejected(problem))
    required: list[str] = json.loads(prompt.schema)["required"]
    return required


def answer_of(name: str, **changed: Any) -> dict[str, Any]:
    problem, _, fields = GOOD[name]
    return dict.fromkeys(keys_of(problem), "") | fields | changed


def read(problem: SourceProblem, text: str, **outcome: Any) -> Problem | Rejected:
    return PROPOSER.read(problem, rejected(problem), [Completion(problem.id, text, **outcome)])


@pytest.mark.parametrize("name", GOOD)
def test_a_good_proposal_is_certified(name: str) -> None:
    problem, code, _ = GOOD[name]
    assert rejected(problem).code == code
    result = read(problem, json.dumps(answer_of(name)))
    assert isinstance(result, Problem), result
    assert not [finding for finding in certify(result) if finding.severity == "error"]
    assert result.answer == problem.final
    assert result.counterfactual_answer == result.wrong_answer != result.answer
    assert {"proposer:test/model", f"prompt:{prompt_version()}"} <= set(result.tags)
    risk = risk_of(result)
    assert risk is not None
    assert risk.level != "low"
    assert "model-proposed" in risk.reasons


def test_a_question_in_names_is_stated_by_rule() -> None:
    result = read(GEESE, json.dumps(answer_of("pronoun")))
    assert isinstance(result, Problem)
    assert result.question == "How many sacks do the geese of Olga and Pia need?"
    assert result.conclusion == "The geese of Olga and Pia need 58 sacks."
    assert "conclusion:model" not in result.tags


def test_a_models_statement_stands_where_the_rules_have_none() -> None:
    result = read(SHELF, json.dumps(answer_of("unit")))
    assert isinstance(result, Problem)
    assert result.conclusion == "Ilse spends 4 hours on building."
    assert "conclusion:model" in result.tags


def test_a_person_who_is_counted_along_moves_with_the_number() -> None:
    result = read(ROLLS, json.dumps(answer_of("counted along")))
    assert isinstance(result, Problem)
    assert result.program is not None
    assert any("+ 1)" in operation.expression for operation in result.program.operations)


@pytest.mark.parametrize(
    "wrapped",
    [
        "```json\n{}\n```",
        "Here is the object:\n\n{}\n\nI hope that it helps.",
        "<think>{{ maybe {{}} }}</think> {}",
        'First I had {{"question": "no"}}, but then: {}',
    ],
)
def test_reading_takes_fences_and_prose(wrapped: str) -> None:
    text = wrapped.replace("{{", "\0").replace("}}", "\1").replace("{}", json.dumps(answer_of("pronoun")))
    assert isinstance(read(GEESE, text.replace("\0", "{").replace("\1", "}")), Problem)


OUTCOMES: list[tuple[Literal["failed", "truncated", "refused"], str]] = [
    ("failed", "model-failed"),
    ("truncated", "model-truncated"),
    ("refused", "model-refused"),
]


@pytest.mark.parametrize(("outcome", "code"), OUTCOMES)
def test_a_call_that_brought_nothing_says_so(outcome: str, code: str) -> None:
    result = read(GEESE, json.dumps(answer_of("pronoun")), outcome=outcome, reason="the server is gone")
    assert isinstance(result, Rejected)
    assert (result.code, result.model_code) == ("pronoun-they", code)
    assert "the server is gone" in result.model_sentence


def test_no_completion_at_all_is_a_failure() -> None:
    result = PROPOSER.read(GEESE, rejected(GEESE), [])
    assert isinstance(result, Rejected)
    assert result.model_code == "model-failed"


BAD: list[tuple[str, str, str | dict[str, Any]]] = [
    # (which good answer, the code, the text or what is changed in the answer)
    ("pronoun", "model-unparsed", ""),
    ("pronoun", "model-unparsed", "I would rather not say."),
    ("pronoun", "model-unparsed", '{"question": "How many sacks'),
    ("pronoun", "model-unparsed", "[1, 2, 3]"),
    ("pronoun", "model-unparsed", "{" * 5000),
    ("pronoun", "model-unparsed", '{"a":' * 20_000 + "1" + "}" * 20_000),
    ("pronoun", "model-sentences", '{"question": "How many sacks do Olga and Pia need?"}'),
    ("pronoun", "model-malformed", {"question": 7}),
    ("pronoun", "model-malformed", {"question": None}),
    ("pronoun", "model-malformed", {"question": "How many\u202e sacks do Olga and Pia need?"}),
    ("pronoun", "model-sentences", {"sentence_9": "Rolf is here."}),
    ("pronoun", "model-sentences", {"sentence_1": "Olga raises geese. Pia raises geese."}),
    ("pronoun", "model-sentences", {"question": "Olga and Pia raise geese"}),
    ("pronoun", "model-numbers", {"sentence_2": "Olga keeps 13 geese and Pia keeps 5 more geese than Olga."}),
    ("pronoun", "model-numbers", {"question": "How many sacks do 29 geese need?"}),
    ("pronoun", "model-words", {"question": "How many sacks do Olga and Freya need?"}),
    ("pronoun", "model-words", {"sentence_4": "Each goose drinks 2 sacks."}),
    ("pronoun", "model-words", {"sentence_4": "Each hungry goose eats 2 sacks."}),
    ("pronoun", "model-words", {"question": "How many sacks do they not need?"}),
    ("pronoun", "model-words", {"sentence_3": "Their neighbour sells feed for $3 a sack."}),
    ("pronoun", "model-names", {"sentence_4": "Each Goose eats 2 sacks."}),
    ("pronoun", "pronoun-they", {"question": ""}),
    ("constant", "model-origin-none", {"origin_1": ""}),
    ("constant", "model-origin-words", {"origin_1": "checkers"}),
    ("constant", "model-origin-words", {"origin_1": "64"}),
    ("constant", "model-origin-value", {"origin_1": "3 boards"}),
    ("counted along", "model-origin-hidden", {"origin_1": "share"}),
    ("parted", "model-numbers", {"condition": "Ruben has help of a friend working 6 hours a day and both dig 5 days."}),
    ("parted", "model-words", {"condition": "Both dig 4 days and 6 hours a day."}),
    (
        "parted",
        "model-words",
        {"condition": "Ruben has no help of a friend working 6 hours a day and both dig 4 days."},
    ),
    ("parted", "model-sentences", {"condition": "How many hours? Both dig."}),
    ("unit", "model-slot", {"statement": "Ilse spends 4 hours on building."}),
    ("unit", "model-slot", {"statement": "Ilse spends {ANS} or {ANS} hours on building."}),
    ("unit", "model-slot", {"statement": "Ilse spends 1{ANS} hours on building."}),
    ("unit", "model-slot", {"statement": "Ilse spends {ANS} {hours} on building."}),
    ("unit", "model-numbers", {"statement": "Ilse spends {ANS} hours on building 6 shelves."}),
    ("unit", "model-sentences", {"statement": "Does Ilse spend {ANS} hours on building?"}),
    ("unit", "model-sentences", {"statement": "Ilse spends {ANS} hours on building. Ignore what was said."}),
    ("unit", "model-words", {"statement": "Ilse wrongly spends {ANS} hours on building."}),
    ("unit", "model-slot", {"statement": "<b>Ilse spends {ANS} hours on building.</b>"}),
    ("unit", "model-words", {"statement": "Ilse never spends {ANS} hours on building."}),
    ("unit", "model-sense", {"statement": "Ilse spends {ANS} hours on each building."}),
    ("unit", "model-question", {"statement": "Ilse takes {ANS} hours."}),
    ("unit", "model-names", {"statement": "The building takes {ANS} hours to spend."}),
    ("unit", "model-unit", {"statement": "Ilse spends {ANS} on building."}),
    ("unit", "model-unit", {"statement": "Ilse spends {ANS} minutes on building."}),
    ("unit", "model-unit", {"statement": "Ilse spends ${ANS} on building."}),
]


@pytest.mark.parametrize(("name", "code", "given_"), BAD)
def test_a_bad_proposal_is_refused_by_name(name: str, code: str, given_: str | dict[str, Any]) -> None:
    text = given_ if isinstance(given_, str) else json.dumps(answer_of(name, **given_))
    result = read(GOOD[name][0], text)
    assert isinstance(result, Rejected), result.text
    assert (result.code, result.model_code) == (GOOD[name][1], code), result.model_sentence
    assert result.id == "own/1"
    assert result.model_sentence.isprintable()


def test_a_pronoun_is_not_put_into_a_name_that_does_not_fit() -> None:
    # Two women, so that "she" is not sure. 14 * 3 = 42; 42 - 5 = 37.
    problem = source(
        "Anna and Emma meet Peter. Anna has 14 bags of 3 plums. Emma eats 5 of the plums. How many plums has she left?",
        "14*3=<<14*3=42>>42. 42-5=<<42-5=37>>37",
        37,
    )
    assert rejected(problem).code == "pronoun-ambiguous"
    fields = dict.fromkeys(keys_of(problem), "") | {"statement": "Anna has {ANS} plums left."}
    good = read(problem, json.dumps(fields | {"question": "How many plums has Anna left?"}))
    assert isinstance(good, Problem), good
    bad = read(problem, json.dumps(fields | {"question": "How many plums has Peter left?"}))
    assert isinstance(bad, Rejected)
    assert bad.model_code == "model-gender"


def test_regression_a_name_that_only_opens_sentences_is_no_foreign_one() -> None:
    # "Ysolt" is no known name and always opens; put into the question it is one. 14 * 3 = 42; 42 - 5 = 37.
    problem = source(
        "Ysolt and Maren pick plums. Ysolt picks 14 bags of 3 plums. She eats 5 of the plums. How many are left?",
        "14*3=<<14*3=42>>42. 42-5=<<42-5=37>>37",
        37,
    )
    fields = dict.fromkeys(keys_of(problem), "") | {"sentence_3": "Ysolt eats 5 of the plums.", "statement": ""}
    result = read(problem, json.dumps(fields | {"question": "How many plums of Ysolt are left?"}))
    assert isinstance(result, Problem) or result.model_code != "model-names", result


def test_what_is_no_matter_of_language_is_not_asked() -> None:
    # 10 / 3 is rounded: nothing that a model may say would make that exact.
    problem = source("Ana has 10 figs for 3 days. How many figs has Ana a day?", "10/3=<<10/3=3.3>>3.3", 3)
    fault = rejected(problem)
    assert PROPOSER.prompts(problem, fault) == []
    assert PROPOSER.read(problem, fault, []) == fault


def test_the_prompt_holds_the_problem_and_its_schema() -> None:
    [prompt] = PROPOSER.prompts(CHESS, rejected(CHESS))
    assert prompt.key == "own/1"
    assert "[3] How much does Tove pay?" in prompt.user
    assert "the number 64 of its solution" in prompt.user
    assert "{{" not in prompt.system + prompt.user
    schema = json.loads(prompt.schema)
    assert list(schema["properties"]) == schema["required"] == ["statement", "origin_1"]


def test_a_problem_cannot_fill_blanks_of_the_prompt() -> None:
    problem = msgspec.structs.replace(GEESE, question=GEESE.question.replace("feed", "{{fields}}"))
    prompts = PROPOSER.prompts(problem, Rejected("pronoun-they", "who is {{sentences}}?", problem.id))
    assert "{{fields}}" in prompts[0].user
    assert "{{sentences}}" in prompts[0].user


def test_rejections_name_both_codes_on_disk_and_only_where_a_model_was_asked() -> None:
    both = read(GEESE, "no")
    assert decode(encode(both), Rejected) == both
    assert b"model" not in encode(rejected(GEESE))


TEXTS = st.sampled_from(
    [
        "",
        "Olga",
        "Olga and Pia",
        "How many sacks do they need?",
        "How many sacks do Olga and Pia need?",
        "How many sacks do the geese of Olga and Pia need?",
        "How many sacks does the goose of Rolf need?",
        "Olga keeps 13 geese.",
        "Olga and Pia raise geese.",
        "Their neighbour Rolf sells feed for $3 a sack.",
        "They need {ANS} sacks.",
        "Olga and Pia need {ANS} sacks.",
        "{ANS}{ANS}",
        "\ud800",
        "\x00",
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TEXTS | st.text(max_size=40), min_size=6, max_size=6), st.text(max_size=20), st.booleans())
def test_no_text_breaks_it_or_changes_a_number(values: list[str], around: str, as_object: bool) -> None:
    """Whatever comes back: a coded rejection, or the same program and answers that the right proposal gives."""
    fields = dict(zip(keys_of(GEESE), values, strict=True))
    text = f"{around}{json.dumps(fields)}{around}" if as_object else "".join(values)
    result = read(GEESE, text)
    if isinstance(result, Rejected):
        assert result.code == "pronoun-they"
        assert result.model_code
        return
    right = read(GEESE, json.dumps(answer_of("pronoun")))
    assert isinstance(right, Problem)
    assert result.program is not None
    assert right.program is not None
    assert [given.value for given in result.program.givens] == [given.value for given in right.program.givens]
    assert result.program.operations == right.program.operations
    assert (result.answer, result.counterfactual_answer) == (right.answer, right.counterfactual_answer)
    assert result.alternate_first_premise == right.alternate_first_premise


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="TovepaysAN{}$. chuge364", max_size=40), st.text(alphabet="chesboardqu 326420", max_size=12))
def test_pointing_at_words_never_chooses_a_value(statement: str, words: str) -> None:
    result = read(CHESS, json.dumps({"statement": statement, "origin_1": words}))
    if isinstance(result, Problem):
        assert result.program is not None
        assert result.answer == 444
        assert {given.value for given in result.program.givens} == {3, 20, 2, 64}


def test_the_docs_name_every_code() -> None:
    folder = Path(model_proposer.__file__).parent
    code = re.compile(r'"(model-(?!proposed)[a-z-]+)"')
    used = {found for path in folder.glob("model_*.py") for found in code.findall(path.read_text("utf-8"))}
    page = (Path(__file__).parents[3] / "docs/problems.md").read_text("utf-8")
    assert used == set(re.findall(r"^\| `(model-[a-z-]+)` \|", page, re.MULTILINE))
