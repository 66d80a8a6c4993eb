"""What can be wrong between the fields of a template; each fault is one line with file, template, field and value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dunyazad._exceptions import InputError
from dunyazad.numbers import names_in
from dunyazad.problems.template_record import ANSWER_SLOT, DISTRACTOR_TAG, TEXT_FIELDS, Template
from dunyazad.problems.text import Piece

__all__ = ["check_template"]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_template(template: Template) -> None:
    """Refuse a template that cannot work, whatever is drawn.

    Raises:
        InputError: The first thing that is wrong.
    """
    for fault in _faults(template):
        raise InputError(f"{template.where}: {fault}")


def _faults(template: Template) -> Iterator[str]:
    if not _ID.fullmatch(template.id):
        yield f"id: not in kebab case: {template.id!r}"
    yield from _slot_faults(template)
    yield from _text_faults(template)
    yield from _change_faults(template)
    yield from _step_faults(template)
    yield from _use_faults(template)
    yield from _distractor_faults(template)


def _slot_faults(template: Template) -> Iterator[str]:
    for name, slot in template.slots.items():
        if not name.isidentifier() or name == ANSWER_SLOT:
            yield f"slots: not a name for a slot: {name!r}"
        if slot.kind == "choice" and len(set(slot.words)) != len(slot.words):
            yield f"slots.{name}: a word stands twice in {list(slot.words)}"
        if slot.kind in ("choice", "number") and not (slot.words or slot.numbers):
            yield f"slots.{name}: nothing to choose from"
        if slot.kind == "number" and len(set(slot.numbers)) != len(slot.numbers):
            yield f"slots.{name}: a number stands twice"
    for name in template.common:
        if name in template.slots:
            yield f"common.{name}: is a slot too"


def _text_faults(template: Template) -> Iterator[str]:
    for field in TEXT_FIELDS:
        pieces = template.texts[field]
        if field != "premises" and not pieces:
            yield f"{field}: is empty"
        for piece in pieces:
            if piece.slot == ANSWER_SLOT and field == "conclusion":
                continue
            if piece.slot and piece.slot not in template.slots:
                yield f"{field}: unknown slot {{{piece.slot}}}"
            elif piece.slot:
                yield from _style_faults(template, piece, field)
    answers = sum(piece.slot == ANSWER_SLOT for piece in template.texts["conclusion"])
    if answers != 1:
        yield f"conclusion: {{{ANSWER_SLOT}}} must stand there once, stands {answers} times"


def _style_faults(template: Template, piece: Piece, field: str) -> Iterator[str]:
    slot = template.slots[piece.slot]
    if not piece.style:
        return
    if slot.kind != "number":
        yield f"{field}: style {piece.style!r} of slot {{{piece.slot}}}, which is no number"
    elif piece.style in ("word", "times"):
        least = 0 if piece.style == "word" else 2
        bad = [number for number in slot.numbers if number.denominator != 1 or not least <= number < 100]
        if bad:
            yield f"{field}: {{{piece.slot}:{piece.style}}} cannot show {bad[0]}"
    elif piece.style == "fraction" and any(number.denominator == 1 for number in slot.numbers):
        yield f"{field}: {{{piece.slot}:fraction}} cannot show whole numbers"


def _change_faults(template: Template) -> Iterator[str]:
    slot = template.slots.get(template.change)
    if slot is None or slot.kind != "number":
        yield f"change: no numeric slot: {template.change!r}"
    elif len(slot.numbers) < 2:
        yield f"change: slot {template.change!r} has one value only"
    stated = _stated(template.texts["first_premise"]).count(template.change)
    if stated != 1:
        yield f"change: {{{template.change}}} must stand in first_premise once, stands {stated} times"
    elsewhere = [f for f in ("premises", "question") if template.change in _slots(template.texts[f])]
    if elsewhere:
        yield f"change: {{{template.change}}} stands in {elsewhere[0]} too, which would contradict the alternate"


def _distractor_faults(template: Template) -> Iterator[str]:
    if DISTRACTOR_TAG in template.tags:
        yield f"tags: {DISTRACTOR_TAG!r} is set by each draw that states one"
    for name in template.distractors:
        if name not in template.slots or template.slots[name].kind != "number":
            yield f"distractors: no numeric slot: {name!r}"
    for field, pieces in _all_texts(template):
        if field != "premises" and any(piece.optional for piece in pieces):
            yield f"{field}: has an optional sentence, which only the premises may"
        if field == "conclusion" or field.startswith("steps"):
            for name in sorted({*_slots(pieces)} & {*template.distractors}):
                yield f"{field}: states {{{name}}}, which is a distractor"
    premises = template.texts["premises"]
    if premises and all(piece.optional for piece in premises):
        yield "premises: every sentence is optional"
    for option in template.options:
        yield from _option_faults(template, option)


def _option_faults(template: Template, option: int) -> Iterator[str]:
    """An optional sentence states distractors, and takes nothing away from the story when it is left out."""
    inside = {piece.slot for piece in template.texts["premises"] if piece.optional == option} & {*template.slots}
    others = [piece for field in TEXT_FIELDS for piece in template.texts[field] if piece.optional != option]
    always = {piece.slot for piece in others if not piece.optional}
    where = f"premises: optional sentence {option}"
    if not inside & {*template.distractors}:
        yield f"{where} states no distractor"
    for name in sorted(inside):
        if name in template.distractors and name in _slots(tuple(others)):
            yield f"{where} states {{{name}}}, which stands elsewhere too"
        elif name not in template.distractors and template.slots[name].kind == "number":
            yield f"{where} states {{{name}}}, which is no distractor"
        elif name not in {*template.distractors} | always:
            yield f"{where} alone has {{{name}}}"


def _all_texts(template: Template) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    yield from template.texts.items()
    for number, step in enumerate(template.steps, start=1):
        yield f"steps[{number}].text", step.text


def _step_faults(template: Template) -> Iterator[str]:
    if not template.steps:
        yield "steps: none"
    known = {name for name, slot in template.slots.items() if slot.kind == "number"} | set(template.common)
    results: set[str] = set()
    later = Counter(step.result for step in template.steps)
    for number, step in enumerate(template.steps, start=1):
        where = f"steps[{number}]"
        if not step.result.isidentifier() or step.result in known or step.result in template.slots:
            yield f"{where}.result: not a new name: {step.result!r}"
        for name in names_in(step.expression):
            if name == step.result or (name in later and name not in results):
                yield f"{where}.expression: uses {name!r}, which is not computed before it: {step.source!r}"
            elif name not in known | results:
                yield f"{where}.expression: unknown name {name!r} in {step.source!r}"
        if step.result in results:
            yield f"{where}.result: not a new name: {step.result!r}"
        results.add(step.result)
        for piece in step.text:
            if piece.slot and piece.slot not in results | set(template.slots) | set(template.common):
                yield f"{where}.text: unknown slot {{{piece.slot}}}"
    for constraint in template.require:
        for name in (*names_in(constraint.left), *names_in(constraint.right)):
            if name not in known | results:
                yield f"require: unknown name {name!r} in {constraint.source!r}"
    for name in template.integers:
        if name not in known | results:
            yield f"integers: unknown name {name!r}"


def _use_faults(template: Template) -> Iterator[str]:
    """Find what is there and leads nowhere."""
    needed = {template.steps[-1].result}
    for number, step in reversed(list(enumerate(template.steps, start=1))):
        if step.result not in needed:
            yield f"steps[{number}].result: {step.result!r} does not feed the answer"
        needed.update(names_in(step.expression))
    story = {slot for field in ("first_premise", "premises", "question") for slot in _stated(template.texts[field])}
    every = {slot for field in TEXT_FIELDS for slot in _slots(template.texts[field])}
    for name, slot in template.slots.items():
        if name not in every:
            yield f"slots.{name}: stands in no text"
        if slot.kind != "number":
            continue
        if name not in story:
            yield f"slots.{name}: no part states it"
        if name not in needed and name not in template.distractors:
            yield f"slots.{name}: no step uses it, and it is no distractor"
        if name in needed and name in template.distractors:
            yield f"distractors: a step uses {name!r}"
    for name in template.common:
        if name not in needed:
            yield f"common.{name}: no step uses it"


def _slots(pieces: tuple[Piece, ...]) -> list[str]:
    return [piece.slot for piece in pieces if piece.slot]


def _stated(pieces: tuple[Piece, ...]) -> list[str]:
    return [piece.slot for piece in pieces if piece.states_number]
