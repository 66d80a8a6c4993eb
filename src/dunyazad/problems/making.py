"""Problems from templates: seeded, certified, and with nothing that tells the first premise from its alternate.

How one is made. The words and all numbers but one are drawn; for the changed number two different values are drawn, as
an unordered pair from one distribution. Both must satisfy every constraint and give sane, different answers; otherwise
all is drawn anew. Only then a coin says which of the two is the base. Since every condition treats the two alike,
neither size nor roundness tells them apart.

Each problem is a function of the seed, the template and its round alone, so asking for more problems gives the same
ones first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count as count_from

import msgspec

from dunyazad._exceptions import InputError, NumberError
from dunyazad._records import encode
from dunyazad.numbers import names_in
from dunyazad.problems.alternate_checks import check_alternate
from dunyazad.problems.binding_checks import reads_in_one_way
from dunyazad.problems.certification import certify
from dunyazad.problems.dice import Dice
from dunyazad.problems.pools import PERSONS, PLACES
from dunyazad.problems.programs import results
from dunyazad.problems.record import Given, GoldStep, Operation, Problem, Program
from dunyazad.problems.story_checks import check_story
from dunyazad.problems.template import load_templates
from dunyazad.problems.template_record import ANSWER_SLOT, DISTRACTOR_TAG, Template
from dunyazad.problems.text import render_text

__all__ = ["Rejection", "make_problems", "propose", "template_faults"]

# How often one problem is drawn anew before its template counts as one that cannot be satisfied.
MOST_TRIES = 5000

# How many proposals the certifier may refuse before the template counts as faulty: one is an odd coincidence.
MOST_REFUSALS = 5


class Rejection(msgspec.Struct, frozen=True):
    """Why a draw gave no problem, in a few words."""

    reason: str


class _Draw(msgspec.Struct, frozen=True):
    """What was drawn: words and the numbers but the changed one; `base` and `other` are its two values.

    `options` are the optional sentences that stand in the text.
    """

    words: dict[str, str]
    names: tuple[str, ...]
    numbers: dict[str, Fraction]
    base: Fraction
    other: Fraction
    options: frozenset[int]


def make_problems(
    count: int, *, seed: int, templates: Sequence[Template] | None = None, without: Collection[str] = ()
) -> Iterator[Problem]:
    """Make problems from templates, spread evenly over them; each is certified, and none comes twice.

    The same seed and templates give the same problems on any machine, and the first of many are the same as of few.

    Args:
        count: How many; 0 gives none.
        seed: Any integer.
        templates: What to make them from; None takes our own.
        without: Ids of templates that are passed over; the problems of the others stay the same.

    Raises:
        InputError: The count is negative, there is no template, or one cannot be satisfied or gives nothing new.

    Example:
        >>> [problem.id for problem in make_problems(2, seed=1)] == [problem.id for problem in make_problems(2, seed=1)]
        True
    """
    templates = load_templates() if templates is None else templates
    if count < 0:
        raise InputError(f"count of problems: {count}, from 0 on only")
    if count and all(template.id in without for template in templates):
        raise InputError("no templates to make problems from")
    return _stream(count, seed, templates, without)


def _stream(count: int, seed: int, templates: Sequence[Template], without: Collection[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    rounds = count_from()
    while len(seen) < count:
        round_number = next(rounds)
        for template in Dice("round", seed, round_number).shuffled(templates):
            if len(seen) >= count:
                return
            if template.id in without:
                continue
            problem = _new_problem(template, Dice("problem", seed, template.id, round_number), seen)
            seen.add(problem.id)
            yield problem


def _new_problem(template: Template, dice: Dice, seen: set[str]) -> Problem:
    reasons: Counter[str] = Counter()
    refusals = 0
    for _ in range(MOST_TRIES):
        made = propose(template, dice)
        if isinstance(made, Rejection):
            reasons[made.reason] += 1
        elif made.id in seen:
            reasons["it is there already"] += 1
        elif errors := [finding.sentence for finding in certify(made) if finding.severity == "error"]:
            # The template is at fault, not the draw: do not hide it behind thousands of others.
            refusals += 1
            if refusals == MOST_REFUSALS:
                raise InputError(f"{template.where}: its problems fail certification: {'; '.join(errors)}")
        else:
            return made
    reason, times = reasons.most_common(1)[0]
    raise InputError(f"{template.where}: no new problem in {MOST_TRIES} draws; {times} times since {reason}")


def template_faults(template: Template, *, draws: int, seed: int) -> Iterator[str]:
    """Find what the certifier refuses or remarks among that many draws of a template that satisfy its constraints.

    Gives nothing where every draw is certified without a note. Slow by design; for tests and fuzzing.

    Raises:
        InputError: The template cannot be satisfied.
    """
    dice = Dice("faults", seed, template.id)
    for _ in range(draws):
        made = propose(template, dice)
        tries = 1
        while isinstance(made, Rejection):
            if tries == MOST_TRIES:
                raise InputError(f"{template.where}: no problem in {MOST_TRIES} draws; at last since {made.reason}")
            made, tries = propose(template, dice), tries + 1
        for finding in certify(made):
            yield f"{template.where}: {finding.code}: {finding.sentence} ({made.text})"


def propose(template: Template, dice: Dice) -> Problem | Rejection:
    """Draw once; gives a problem that is yet to be certified, or why this draw is none."""
    draw = _draw(template, dice)
    base = _solve(template, draw.numbers | {template.change: draw.base})
    if isinstance(base, str):
        return Rejection(base)
    other = _solve(template, draw.numbers | {template.change: draw.other})
    if isinstance(other, str):
        return Rejection(other)
    answer = template.steps[-1].result
    if base[answer] == other[answer]:
        return Rejection("the change does not change the answer")
    problem = _problem(template, draw, base, other)
    if not reads_in_one_way(problem):
        return Rejection("the changed number can be taken for another of the same value")
    if any(finding.code == "order-turns" for finding in check_alternate(problem)):
        return Rejection("the change turns an order that the text speaks of")
    # From both sides, so that such a chance tells nothing about which of the two numbers is the true one.
    turned = _problem(template, msgspec.structs.replace(draw, base=draw.other, other=draw.base), other, base)
    if any(True for side in (problem, turned) for _ in check_story(side)):
        return Rejection("a number that nothing uses says what the change alters")
    return problem


def _draw(template: Template, dice: Dice) -> _Draw:
    words: dict[str, str] = {}
    numbers: dict[str, Fraction] = {}
    names: list[str] = []
    for name, slot in template.slots.items():
        if slot.kind == "number":
            if name != template.change:
                numbers[name] = dice.pick(slot.numbers)
            continue
        pool = {"person": PERSONS, "place": PLACES}.get(slot.kind, slot.words)
        # Two slots of one story never get the same word, where the lists leave a choice.
        word = dice.pick(pool)
        while word in words.values() and any(other not in words.values() for other in pool):
            word = dice.pick(pool)
        words[name] = word
        if slot.kind in ("person", "place"):
            names.append(word)
    values = template.slots[template.change].numbers
    first = dice.below(len(values))
    second = (first + 1 + dice.below(len(values) - 1)) % len(values)
    if dice.coin():
        first, second = second, first
    options = frozenset(option for option in template.options if dice.coin())
    return _Draw(words, tuple(names), numbers, values[first], values[second], options)


def _solve(template: Template, numbers: Mapping[str, Fraction]) -> dict[str, Fraction] | str:
    """Give every quantity by name, or why these numbers tell no sane story."""
    values = {**numbers, **template.common}
    try:
        for name, value in results(((step.result, step.expression) for step in template.steps), values):
            if value < 0:
                return f"{name} is below zero"
        broken = next((c.source for c in template.require if not c.holds(values)), None)
    except NumberError as error:
        return str(error)
    if broken:
        return f"it breaks {broken!r}"
    fraction = next((name for name in template.integers if values[name].denominator != 1), None)
    if fraction:
        return f"{fraction} is not whole"
    answer = values[template.steps[-1].result]
    if answer == 0:
        return "the answer is 0"
    # An answer such as 10/3 is no number that one gives in a sentence.
    return values if (answer * 100).denominator == 1 else "the answer has over two decimals"


def _problem(template: Template, draw: _Draw, base: dict[str, Fraction], other: dict[str, Fraction]) -> Problem:
    fill: dict[str, Fraction | str] = {**draw.words, **base}
    fill_other: dict[str, Fraction | str] = {**draw.words, **other}
    result = template.steps[-1].result
    conclusion = template.texts["conclusion"]
    record = Problem(
        id="",
        first_premise=render_text(template.texts["first_premise"], fill),
        alternate_first_premise=render_text(template.texts["first_premise"], fill_other),
        premises=render_text(template.texts["premises"], fill, options=draw.options),
        question=render_text(template.texts["question"], fill),
        answer=base[result],
        conclusion=render_text(conclusion, fill | {ANSWER_SLOT: base[result]}),
        counterfactual_answer=other[result],
        wrong_conclusion=render_text(conclusion, fill | {ANSWER_SLOT: other[result]}),
        wrong_answer=other[result],
        names=draw.names,
        program=_program(template, base, draw.other),
        solution=tuple(_gold_steps(template, fill, base)),
        source=f"template:{template.id}",
        tags=tuple(_tags(template, draw.options)),
    )
    # The id is a digest of the content, so that the same problem has the same id wherever it was made.
    digest = hashlib.blake2b(encode(record), digest_size=4).hexdigest()
    return msgspec.structs.replace(record, id=f"{record.source}/{digest}")


def _tags(template: Template, options: frozenset[int]) -> Iterator[str]:
    yield template.domain
    yield from (tag for tag in template.tags if tag != template.domain)
    story = (piece for part in ("first_premise", "premises", "question") for piece in template.texts[part])
    if any(p.slot in template.distractors and (p.optional == 0 or p.optional in options) for p in story):
        yield DISTRACTOR_TAG


def _program(template: Template, values: Mapping[str, Fraction], alternate: Fraction) -> Program:
    givens: dict[str, Given] = {}
    for part in ("first_premise", "premises", "question"):
        for piece in template.texts[part]:
            slot = template.slots.get(piece.slot)
            if slot is None or slot.kind != "number" or not piece.states_number or slot.name in template.distractors:
                continue
            givens.setdefault(slot.name, Given(slot.name, values[slot.name], part))
    for name, value in template.common.items():
        givens[name] = Given(name, value, "common")
    operations = tuple(Operation(step.result, step.source, values[step.result]) for step in template.steps)
    return Program(tuple(givens.values()), operations, template.change, alternate)


def _gold_steps(
    template: Template, fill: Mapping[str, Fraction | str], values: Mapping[str, Fraction]
) -> Iterator[GoldStep]:
    number_of = {step.result: number for number, step in enumerate(template.steps, start=1)}
    for step in template.steps:
        # Common knowledge counts as stated: it rests on no earlier step, as the text itself does.
        premises = sorted({number_of.get(name, 0) for name in names_in(step.expression)})
        text = render_text(step.text, fill)
        yield GoldStep(text, tuple(premises), values[step.result])
