"""What a verification is written as: our record, a row to train a process reward model on, or a graph of the chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, get_args
from xml.sax.saxutils import escape, quoteattr

from dunyazad._records import encode
from dunyazad.errors import Verdict, Verification

__all__ = ["FORMATS", "GRAPHS", "Format", "as_dot", "as_graphml", "as_mermaid", "as_prm", "formatted"]

Format = Literal["jsonl", "prm", "dot", "mermaid", "graphml"]
FORMATS: tuple[Format, ...] = get_args(Format)
GRAPHS: tuple[Format, ...] = ("dot", "mermaid", "graphml")

_LONGEST = 90  # signs of a step that a node shows
_COLOURS: Mapping[str, str] = {
    "correct": "#d5ecd4",
    "mathematical_error": "#f4c7c3",
    "logical_inconsistency": "#f8dcb8",
    "accumulation_error": "#e6d5f0",
    "other": "#f4c7c3",
    "question": "#dbe7f5",
    "": "#eeeeee",
}
# What a Mermaid text cannot hold as it is; the entity's number stands for the sign.
_MERMAID = {ord(sign): f"#{ord(sign)};" for sign in '"#&<>`[]{}()|;\\%@*_~$'}


def formatted(verification: Verification, form: Format) -> bytes | None:
    """Write a verification out, without a newline at the end; None where the format has nothing for it."""
    if form == "jsonl":
        return encode(verification)
    if form == "prm":
        row = as_prm(verification)
        return None if row is None else encode(row)
    made: Callable[[Verification], str] = {"dot": as_dot, "mermaid": as_mermaid, "graphml": as_graphml}[form]
    # What is no text (half of a surrogate pair) cannot be written in any encoding.
    return made(verification).encode("utf-8", "replace")


def as_prm(verification: Verification) -> dict[str, str | list[str] | list[bool]] | None:
    """A row for stepwise supervision: the question, the steps, and whether each is right.

    A step that is wrong, in itself or by what it rests on, is false. The row ends before the first step about which
    nothing was decided, for it is neither. None where no step is left.

    Example:
        >>> from dunyazad.errors import verify
        >>> from dunyazad.reasoning import ReasoningChain, Step
        >>> steps = (Step("4 * 6 = 24"), Step("24 - 5 = 20"), Step("So there are many."))
        >>> as_prm(verify(ReasoningChain(id="c", question="4 boxes of 6, 5 lost?", steps=steps), premises="all"))
        {'prompt': '4 boxes of 6, 5 lost?', 'completions': ['4 * 6 = 24', '24 - 5 = 20', 'So there are many.'],
         'labels': [True, False, False]}
    """
    chain = verification.parc.chain
    labels: list[bool] = []
    for verdict in verification.verdicts:
        if verdict.label is None:
            break
        labels.append(verdict.label == "correct")
    if not labels:
        return None
    return {
        "prompt": chain.question,
        "completions": [step.text for step in chain.steps[: len(labels)]],
        "labels": labels,
    }


def as_dot(verification: Verification) -> str:
    """The chain as a graph for Graphviz: the question and the steps, an arrow from each premise to what rests on it."""
    lines = ["digraph chain {", "  rankdir=TB;", '  node [shape=box, style="rounded,filled", fontname="sans-serif"];']
    for number, text, kind in _nodes(verification):
        label = _dot(f"{_title(number, kind)}\n{_short(text)}")
        lines.append(f"  s{number} [label={label}, fillcolor={_dot(_COLOURS[kind])}];")
    for premise, step, reason in _edges(verification):
        lines.append(f"  s{premise} -> s{step} [tooltip={_dot(_short(reason))}];")
    return "\n".join([*lines, "}"])


def as_mermaid(verification: Verification) -> str:
    """The chain as a Mermaid flowchart: the question and the steps, an arrow from each premise to what rests on it."""
    lines = ["flowchart TD"]
    kinds = []
    for number, text, kind in _nodes(verification):
        title, told = (part.translate(_MERMAID) for part in (_title(number, kind), _short(text)))
        lines.append(f'  s{number}["{title}<br>{told}"]:::{kind or "undecided"}')
        kinds.append(kind)
    lines += [f"  s{premise} --> s{step}" for premise, step, _ in _edges(verification)]
    lines += [f"  classDef {kind or 'undecided'} fill:{_COLOURS[kind]},stroke:#555" for kind in dict.fromkeys(kinds)]
    return "\n".join(lines)


def as_graphml(verification: Verification) -> str:
    """The chain as GraphML, with each step's whole text, label, outcome and origin, and each premise's reason."""
    keys = [("node", name, "string") for name in ("text", "label", "outcome")] + [("node", "origin", "int")]
    keys.append(("edge", "reason", "string"))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [f'  <key id="{name}" for="{what}" attr.name="{name}" attr.type="{kind}"/>' for what, name, kind in keys]
    lines.append(f'  <graph id={quoteattr(_legal(verification.id))} edgedefault="directed">')
    verdicts: tuple[Verdict | None, ...] = (None, *verification.verdicts)
    for (number, text, _), verdict in zip(_nodes(verification), verdicts, strict=True):
        data = {"text": text}
        if verdict is not None:
            data |= {"label": verdict.label or "", "outcome": verdict.outcome}
            data |= {"origin": str(verdict.origin)} if verdict.origin else {}
        lines.append(f'    <node id="s{number}">{_data(data)}</node>')
    for premise, step, reason in _edges(verification):
        lines.append(f'    <edge source="s{premise}" target="s{step}">{_data({"reason": reason})}</edge>')
    return "\n".join([*lines, "  </graph>", "</graphml>"])


def _nodes(verification: Verification) -> Iterator[tuple[int, str, str]]:
    chain = verification.parc.chain
    yield 0, chain.question, "question"
    for number, (step, verdict) in enumerate(zip(chain.steps, verification.verdicts, strict=True), start=1):
        yield number, step.text, verdict.label or ""


def _edges(verification: Verification) -> Iterator[tuple[int, int, str]]:
    for step, premises in enumerate(verification.parc.premises, start=1):
        for premise in premises:
            yield premise.step, step, premise.reason


def _title(number: int, kind: str) -> str:
    return "question" if number == 0 else f"step {number}: {(kind or 'undecided').replace('_', ' ')}"


def _short(text: str) -> str:
    line = " ".join(_legal(text).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _legal(text: str) -> str:
    """A text without the signs that XML has no place for, and that would steer a terminal or turn the writing round."""
    return "".join(
        sign if sign in "\n\t" or sign.isprintable() or (sign.isspace() and sign > " ") else "" for sign in text
    )


def _dot(text: str) -> str:
    r"""A quoted string: in DOT a backslash begins an escape, also one of a label (`\N`, `\l`)."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _data(fields: Mapping[str, str]) -> str:
    return "".join(f'<data key="{name}">{escape(_legal(text))}</data>' for name, text in fields.items())
