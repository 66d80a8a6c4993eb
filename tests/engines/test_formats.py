"""Verifications as rows for reward models and as graphs; what steps hold breaks none of them."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.engines.formats import FORMATS, as_dot, as_graphml, as_mermaid, as_prm, formatted
from dunyazad.errors import Evidence, Verdict, Verification
from dunyazad.reasoning import Parc, Premise, ReasoningChain, Step

LABELS = ("correct", "mathematical_error", None, "accumulation_error")


def made(*texts: str, labels: tuple[str | None, ...] = LABELS, question: str = "How many?") -> Verification:
    chain = ReasoningChain(id='c "1" <&>', question=question, steps=tuple(Step(text) for text in texts))
    premises = tuple((Premise(number - 1, f'of "{number}" <b>'),) for number in range(1, len(texts) + 1))
    verdicts = []
    for number, label in enumerate(labels[: len(texts)], start=1):
        origin = 2 if label == "accumulation_error" else None
        outcome = "judged" if label else "unparsed"
        evidence = (Evidence(text="", finding="found"),)
        verdict = Verdict(step=number, label=label, outcome=outcome, origin=origin, evidence=evidence)  # type: ignore[arg-type]
        verdicts.append(verdict)
    parc = Parc(chain=chain, premises=premises, method="previous")
    return Verification(id=chain.id, parc=parc, verdicts=tuple(verdicts), errors_method="m")


FOUR = made("2 + 2 = 4", "4 * 3 = 13", "Hm.", "13 - 1 = 12")


def test_a_row_for_a_reward_model_ends_before_what_nobody_decided() -> None:
    assert as_prm(FOUR) == {
        "prompt": "How many?",
        "completions": ["2 + 2 = 4", "4 * 3 = 13"],
        "labels": [True, False],
    }
    assert as_prm(made("a", "b", labels=("correct", "accumulation_error"))) == {
        "prompt": "How many?",
        "completions": ["a", "b"],
        "labels": [True, False],
    }
    assert as_prm(made("a", labels=(None,))) is None
    assert as_prm(made()) is None
    assert formatted(made(), "prm") is None


def test_graphs_have_the_question_every_step_and_every_premise() -> None:
    dot = as_dot(FOUR)
    assert dot.startswith("digraph chain {")
    assert re.findall(r"^  s(\d) \[", dot, re.MULTILINE) == list("01234")
    assert re.findall(r"s(\d) -> s(\d)", dot) == [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4")]
    assert '"step 2: mathematical error\\n4 * 3 = 13"' in dot
    mermaid = as_mermaid(FOUR)
    assert mermaid.splitlines()[0] == "flowchart TD"
    assert re.findall(r"s(\d) --> s(\d)", mermaid) == [("0", "1"), ("1", "2"), ("2", "3"), ("3", "4")]
    assert ":::undecided" in mermaid
    tree = ElementTree.fromstring(as_graphml(FOUR))
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes = tree.findall("./g:graph/g:node", space)
    told = [{data.get("key"): data.text for data in node.findall("g:data", space)} for node in nodes]
    assert told[0] == {"text": "How many?"}
    assert told[3] == {"text": "Hm.", "label": None, "outcome": "unparsed"}
    assert told[4] == {"text": "13 - 1 = 12", "label": "accumulation_error", "outcome": "judged", "origin": "2"}
    edges = tree.findall("./g:graph/g:edge", space)
    assert [(edge.get("source"), edge.get("target")) for edge in edges] == [
        ("s0", "s1"), ("s1", "s2"), ("s2", "s3"), ("s3", "s4"),
    ]  # fmt: skip
    assert edges[0].findall("g:data", space)[0].text == 'of "1" <b>'


def test_a_text_cannot_leave_its_place() -> None:
    text = 'x"] ; s9 --> s8 \\" <script>alert(1)</script> ]]> `a` %% \\N #quot; \x00\u202e'
    found = made(text, labels=("correct",), question=text)
    dot = as_dot(found)
    # Between the quotation marks that DOT sees, every other one stands behind a backslash of its own.
    for line in dot.splitlines():
        bare = re.sub(r"\\.", "", line)
        assert bare.count('"') % 2 == 0
        assert "s9" not in re.sub(r'"[^"]*"', "", bare)
    for line in as_mermaid(found).splitlines():
        inside = line.partition('["')[2].rpartition('"]')[0]
        assert not re.search(r'["<>`\[\]{}]', inside.replace("<br>", ""))
        assert "-->" not in inside
    assert "\x00" not in as_graphml(found)
    assert "\u202e" not in as_mermaid(found) + dot


@given(st.text(max_size=60), st.text(max_size=60))
def test_every_format_takes_every_text(question: str, text: str) -> None:
    found = made(text, labels=("correct",), question=question)
    ElementTree.fromstring(as_graphml(found))
    for form in FORMATS[1:]:
        data = formatted(found, form)
        assert data is not None
        data.decode()


@pytest.mark.parametrize("form", ["jsonl", "prm"])
def test_rows_are_one_line_of_json(form: str) -> None:
    data = formatted(made("a\nb", labels=("correct",)), form)  # type: ignore[arg-type]
    assert data is not None
    assert b"\n" not in data
    json.loads(data)
