"""Templates: stories with slots, and the arithmetic that solves them; read from TOML files.

A file is one domain of stories; each `[[template]]` in it has these fields:

    id             unique over all files, in kebab case
    tags           free labels
    first_premise  introduces the protagonist, and states the changed number once
    premises       the other premises; may be left out. A sentence in [square brackets] is optional: each draw decides
                   by coin whether it stands there. It states distractors and no other number.
    question       ends with "?" or is a request
    conclusion     the answer as a statement, with the slot {ANS} once
    change         the numeric slot that the alternate first premise changes; stands in no other part
    slots          name = "person" | "place" | { choice = [words] } | { range = [first, last], step = 1 } |
                   { values = [numbers] }; numbers are integers, decimals (exact) or text such as "1/3"
    common         name = number: knowledge that no part states (7 days in a week)
    require        comparisons over slots, common knowledge and results, such as "given < total"
    integers       the names that must be whole; all results where the field is left out
    distractors    numeric slots that the text states and no step uses; a problem that states one has the tag
                   "distractor"
    steps          the solution, in order: result, expression, text; the last result is the answer

Texts are as `text` describes. A draw is taken if, for the base and for the alternate value alike, every requirement
holds, nothing is below zero, what must be whole is whole, and the answer is not 0 and has two decimals at most.

Reading is in two layers: here a file becomes records, with every type checked; `template_check` then finds what is
wrong between the fields. Both name file, template and field.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from dunyazad._exceptions import InputError, NumberError
from dunyazad._records import exact
from dunyazad.numbers import Expression, parse_expression
from dunyazad.problems.template_check import check_template
from dunyazad.problems.template_record import TEXT_FIELDS, Constraint, Slot, Template, TemplateStep
from dunyazad.problems.text import Piece, parse_text

__all__ = ["load_templates", "parse_templates", "select_templates"]

# More values than this in one slot are a slip of the pen ({ range = [1, 1000000] } wants a step).
_MOST_VALUES = 10_000
_COMPARISON = re.compile(r"\s*(<=|>=|==|!=|<|>)\s*")


class _Range(msgspec.Struct, forbid_unknown_fields=True):
    range: tuple[Fraction, Fraction]
    step: Fraction = Fraction(1)


class _RawStep(msgspec.Struct, forbid_unknown_fields=True):
    result: str
    expression: str
    text: str


class _Raw(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A template as it is written."""

    id: str
    tags: tuple[str, ...] = ()
    first_premise: str
    premises: str = ""
    question: str
    conclusion: str
    change: str
    slots: dict[str, Any]
    common: dict[str, Fraction] = {}
    require: tuple[str, ...] = ()
    integers: tuple[str, ...] | None = None
    distractors: tuple[str, ...] = ()
    steps: tuple[_RawStep, ...]


class _RawFile(msgspec.Struct, forbid_unknown_fields=True):
    template: tuple[dict[str, Any], ...] = ()


def load_templates(path: Path | str | None = None) -> tuple[Template, ...]:
    """Load templates from a TOML file, or from all of a folder by name; without a path, our own.

    Raises:
        InputError: A file cannot be read, or a template is wrong; names file, template, field and value.

    Example:
        >>> any(template.domain == "kitchen" for template in load_templates())
        True
    """
    if path is None:
        return _own_templates()
    path = Path(path)
    try:
        files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    if not texts:
        raise InputError(f"no templates (*.toml) in {path}")
    return _parse_all(texts)


def select_templates(ids: Iterable[str], templates: Sequence[Template] | None = None) -> tuple[Template, ...]:
    """Give the templates of these ids, in their order; out of our own where none are given.

    Raises:
        InputError: There is no template of an id.
    """
    by_id = {template.id: template for template in (load_templates() if templates is None else templates)}
    ids = tuple(ids)
    for name in ids:
        if name not in by_id:
            close = difflib.get_close_matches(name, by_id, n=3)
            raise InputError(f"no template {name!r}" + (f"; did you mean {', '.join(close)}?" if close else ""))
    return tuple(by_id[name] for name in ids)


@lru_cache(maxsize=1)
def _own_templates() -> tuple[Template, ...]:
    folder = resources.files("dunyazad.problems") / "templates"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return _parse_all({file.name: file.read_text(encoding="utf-8") for file in files})


def _parse_all(texts: Mapping[str, str]) -> tuple[Template, ...]:
    seen: dict[str, str] = {}
    out: list[Template] = []
    for name, text in texts.items():
        for template in parse_templates(text, name):
            if template.id in seen:
                raise InputError(f"{name}: template {template.id}: id is taken, by one in {seen[template.id]}")
            seen[template.id] = name
            out.append(template)
    return tuple(out)


def parse_templates(text: str, name: str = "<text>") -> tuple[Template, ...]:
    """Read the templates of one TOML text; `name` stands for the file in messages.

    Raises:
        InputError: The text is no TOML, or a template is wrong.
    """
    try:
        raw = msgspec.convert(tomllib.loads(text, parse_float=exact), _RawFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        raise InputError(f"{name}: {error}") from None
    templates: dict[str, Template] = {}
    for number, table in enumerate(raw.template, start=1):
        where = f"{name}: template {table.get('id', f'number {number}')}"
        try:
            template = _build(msgspec.convert(table, _Raw, dec_hook=_number), where, Path(name).stem)
        except msgspec.ValidationError as error:
            raise InputError(f"{where}: {error}") from None
        check_template(template)
        if template.id in templates:
            raise InputError(f"{where}: id is taken, by an earlier template of this file")
        templates[template.id] = template
    return tuple(templates.values())


def _build(raw: _Raw, where: str, domain: str) -> Template:
    return Template(
        id=raw.id,
        where=where,
        domain=domain,
        tags=raw.tags,
        texts={field: _text(getattr(raw, field), f"{where}: {field}") for field in TEXT_FIELDS},
        change=raw.change,
        slots={name: _slot(name, value, f"{where}: slots.{name}") for name, value in raw.slots.items()},
        common=raw.common,
        require=tuple(_constraint(text, f"{where}: require") for text in raw.require),
        integers=raw.integers if raw.integers is not None else tuple(step.result for step in raw.steps),
        distractors=raw.distractors,
        steps=tuple(_step(step, number, where) for number, step in enumerate(raw.steps, start=1)),
    )


def _text(text: str, where: str) -> tuple[Piece, ...]:
    # A text may be wrapped over lines in the file; white space within it means nothing.
    try:
        return parse_text(" ".join(text.split()))
    except ValueError as error:
        raise InputError(f"{where}: {error}, in {text!r}") from None


def _step(step: _RawStep, number: int, where: str) -> TemplateStep:
    where = f"{where}: steps[{number}]"
    return TemplateStep(
        step.result, step.expression, _expression(step.expression, where), _text(step.text, f"{where}.text")
    )


def _expression(text: str, where: str) -> Expression:
    try:
        return parse_expression(text)
    except NumberError as error:
        raise InputError(f"{where}: bad expression {text!r}: {error}") from None


def _constraint(text: str, where: str) -> Constraint:
    parts = _COMPARISON.split(text)
    if len(parts) != 3:
        raise InputError(f"{where}: not one comparison: {text!r}")
    return Constraint(text, _expression(parts[0], where), parts[1], _expression(parts[2], where))


def _slot(name: str, value: object, where: str) -> Slot:
    match value:
        case "person" | "place":
            return Slot(name, value)
        case {"choice": [*words], **rest} if not rest and all(isinstance(word, str) and word for word in words):
            return Slot(name, "choice", words=tuple(map(str, words)))
        case {"values": [*numbers], **rest} if not rest:
            return Slot(name, "number", numbers=tuple(_convert(number, where) for number in numbers))
        case {"range": _}:
            return Slot(name, "number", numbers=_range(value, where))
        case _:
            raise InputError(
                f"{where}: not a kind of slot: {value!r} "
                "(person, place, { choice = […] }, { range = [a, b] }, { values = […] })"
            )


def _range(value: object, where: str) -> tuple[Fraction, ...]:
    try:
        raw = msgspec.convert(value, _Range, dec_hook=_number)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {error}") from None
    (low, high), step = raw.range, raw.step
    if step <= 0 or high < low:
        raise InputError(f"{where}: an empty range: {value!r}")
    count = (high - low) // step + 1
    if count > _MOST_VALUES:
        raise InputError(f"{where}: {count} values, {_MOST_VALUES} at most: {value!r}")
    return tuple(low + step * index for index in range(count))


def _convert(value: object, where: str) -> Fraction:
    try:
        return _number(Fraction, value)
    except ValueError as error:
        raise InputError(f"{where}: {error}") from None


def _number(kind: type, value: object) -> Fraction:
    """Read a TOML number: an integer, a decimal (parsed exactly) or a fraction as text ("1/3")."""
    if kind is not Fraction:
        raise NotImplementedError(f"no reader for {kind}")
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str):
        return exact(value)
    raise ValueError(f"not a number: {value!r}")
