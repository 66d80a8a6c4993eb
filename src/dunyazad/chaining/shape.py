"""The shape of a chained problem's row: what everything else may rely on.

Nothing here looks at the text, and nothing relies on anything but the types that reading a row has settled; so a row
that was made to do harm ends here. What comes later may index by position, branch and part without a guard.

The layout is derived anew, from the row's style, telling and gates; the renderer's code has no share in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from dunyazad._exceptions import InputError, NumberError
from dunyazad.chaining.conditions import parse_condition
from dunyazad.chaining.record import (
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    Member,
    NumericGate,
    Order,
    Part,
    SwitchGate,
    kind_of,
)
from dunyazad.chaining.wording import PHRASINGS
from dunyazad.numbers import names_in, parse_expression
from dunyazad.problems.findings import Finding

__all__ = ["LONGEST", "MOST_BITS", "MOST_BRANCHES", "check_shape", "expected_parts", "tells"]

# Bounds for what a row may ask of the checks that follow; nothing that is made comes near.
LONGEST = 1000
MOST_BRANCHES = 50
MOST_BITS = 4096
_MOST_WORK = 4_000_000


def check_shape(chain: ChainedProblem) -> Iterator[Finding]:
    """Do the row's fields fit one another, apart from what the text says?

    Yields:
        What does not: lengths, gates, the label of the structure, the telling, the parts and their lengths. The first
        kind that is wrong ends the check, since the others rely on it.
    """
    for stage in (_check_problems, _check_gates, _check_final, _check_telling, _check_parts):
        found = False
        for finding in stage(chain):
            found = True
            yield finding
        if found:
            return


def _error(code: str, sentence: str) -> Finding:
    return Finding(code, sentence)


def _shown(values: Sequence[object]) -> str:
    """A tuple for a message: in full where it is short."""
    few = ", ".join(str(value) if not isinstance(value, int) else _digits(value) for value in values[:12])
    return f"({few}{', …' if len(values) > 12 else ''})"


def _digits(number: int) -> str:
    return str(number) if number.bit_length() <= 64 else "a number of over 64 bits"


# The problems


def _check_problems(chain: ChainedProblem) -> Iterator[Finding]:
    if not 1 <= chain.length <= LONGEST:
        yield _error("length", f"a chain has 1 to {LONGEST} problems, not {_digits(chain.length)}")
    elif len(chain.problems) != chain.length:
        yield _error("length", f"{len(chain.problems)} problems in a chain of {chain.length}")
    else:
        for position, member in enumerate(chain.problems):
            yield from _check_member(position, member)


def _check_member(position: int, member: Member) -> Iterator[Finding]:
    known, claimed = len(member.counterfactual_answers), len(member.wrong_answers)
    if known != claimed:
        yield _error("member", f"problem {position} has {known} counterfactual answers for {claimed} wrong conclusions")
    elif claimed >= MOST_BRANCHES:
        yield _error("member", f"problem {position} has {claimed} alternates; at most {MOST_BRANCHES - 1} are read")


# The gates


def _check_gates(chain: ChainedProblem) -> Iterator[Finding]:
    before = 0
    for gate in chain.gates:
        if not before < gate.child < chain.length:
            sentence = (
                f"gate {_digits(gate.child)} after gate {before}: one gate a child, in order, up to {chain.target}"
            )
            yield _error("gates", sentence)
            return
        before = gate.child
        if finding := _bad_parents(gate):
            yield finding
            return
    yield from _check_structure(chain)
    for gate in chain.gates:
        if not 0 <= gate.wording < PHRASINGS:
            yield _error("phrasing", f"gate {gate.child} has wording {_digits(gate.wording)} of {PHRASINGS}")
        yield from _check_kind(chain.problems, gate)
    if not chain.mixed and len({kind_of(gate) for gate in chain.gates}) > 1:
        yield _error("mixed", "gates of several kinds, and the row does not say that they were drawn from several")
    # Every wrong branch is followed through the gates behind it.
    wrong = sum(len(gate.cases) - 1 if isinstance(gate, SwitchGate) else 1 for gate in chain.gates)
    if wrong * sum(1 + len(gate.parents) for gate in chain.gates) > _MOST_WORK:
        yield _error(
            "size", f"{len(chain.gates)} gates with {wrong} wrong branches are too many to follow every mistake"
        )


def _bad_parents(gate: Gate) -> Finding | None:
    parents: tuple[int, ...] = gate.parents
    if not parents or len(set(parents)) < len(parents):
        return _error("gates", f"the parents of gate {gate.child} are none, or one stands twice: {_shown(parents)}")
    if not all(0 <= parent < gate.child for parent in parents):
        return _error("gates", f"a parent of gate {gate.child} does not come before it: {_shown(parents)}")
    return None


def _check_structure(chain: ChainedProblem) -> Iterator[Finding]:
    """Everything leads to the target, and the label says what is so: a path is a tree, and a tree is a dag."""
    feeds = [0] * chain.length
    for gate in chain.gates:
        for parent in gate.parents:
            feeds[parent] += 1
    # Parents come before their children, so whatever feeds some gate leads to the last problem.
    loose = [position for position in range(chain.target) if not feeds[position]]
    if loose:
        yield _error("structure", f"problems that do not lead to the target: {_shown(loose)}")
    elif chain.structure == "path" and [g.parents for g in chain.gates] != [(i,) for i in range(chain.target)]:
        yield _error("structure", "the row says path, but some gate does not look at just the problem before it")
    elif chain.structure == "tree" and max(feeds) > 1:
        yield _error("structure", f"the row says tree, but problem {feeds.index(max(feeds))} feeds several gates")


def _check_kind(problems: Sequence[Member], gate: Gate) -> Iterator[Finding]:
    if isinstance(gate, NumericGate):
        yield from _check_numeric(gate)
        return
    needs = 1 if isinstance(gate, LogicGate) else len(gate.cases) - 1
    yield from _check_logic(gate) if isinstance(gate, LogicGate) else _check_switch(gate)
    if len(problems[gate.child].wrong_answers) < needs:
        yield _error("alternates", f"problem {gate.child} has fewer alternates than its gate offers: {needs}")
    if isinstance(gate, LogicGate):
        needing: tuple[int, ...] = tuple([p for p, claim in zip(gate.parents, gate.claims, strict=False) if not claim])
    else:
        needing = gate.parents
    for parent in needing:
        if len(problems[parent].wrong_answers) < needs:
            yield _error("alternates", f"problem {parent} has fewer wrong conclusions than gate {gate.child} claims")


def _check_logic(gate: LogicGate) -> Iterator[Finding]:
    if len(gate.claims) != len(gate.parents):
        yield _error("gates", f"{len(gate.claims)} claims about {len(gate.parents)} problems at gate {gate.child}")
    try:
        parse_condition(gate.condition, len(gate.parents))
    except InputError as error:
        yield _error("condition", f"gate {gate.child}: {error}")


def _check_switch(gate: SwitchGate) -> Iterator[Finding]:
    count = len(gate.cases)
    if not 2 <= count <= MOST_BRANCHES or len(gate.branches) != count:
        yield _error("cases", f"gate {gate.child} has {count} cases and {len(gate.branches)} branches")
        return
    for name, numbers in (("cases", gate.cases), ("branches", gate.branches)):
        if sorted(numbers) != list(range(count)):
            yield _error("cases", f"the {name} of gate {gate.child} are not 0 to {count - 1}: {_shown(numbers)}")
            return
    if gate.cases.index(0) != gate.branches.index(0):
        yield _error("cases", f"gate {gate.child} opens a wrong branch in the true case: {gate.cases}, {gate.branches}")


def _check_numeric(gate: NumericGate) -> Iterator[Finding]:
    if (gate.operation == "times" and not gate.operand) or _bits(
        gate.operand.numerator, gate.operand.denominator
    ) > MOST_BITS:
        yield _error("operand", f"gate {gate.child} takes N zero times, or a number of over {MOST_BITS} bits")
    names = _names(gate.formula)
    if names != ("x",):
        said = "is no expression" if names is None else f"is over {_shown(names)}, not over x"
        yield _error("formula", f"the formula of gate {gate.child} {said}: {gate.formula[:60]!r}")


def _bits(*numbers: int) -> int:
    return sum(number.bit_length() for number in numbers)


@lru_cache(maxsize=1 << 12)
def _names(formula: str) -> tuple[str, ...] | None:
    if len(formula) > 2000:
        return None
    try:
        return names_in(parse_expression(formula))
    except NumberError:
        return None


# The final question


def _check_final(chain: ChainedProblem) -> Iterator[Finding]:
    final = chain.final
    if not 0 <= final.wording < PHRASINGS:
        yield _error("phrasing", f"the final question has wording {_digits(final.wording)} of {PHRASINGS}")
    if not _asks(final, chain.length):
        yield _error("final", f"{final.kind} over {_shown(final.of)} is no question for {chain.length} problems")
    if final.kind == "sum" and _bits(*{chain.problems[p].answer.denominator for p in final.of if p < chain.length}) > (
        MOST_BITS
    ):
        yield _error("final", f"a sum of fractions whose denominators take over {MOST_BITS} bits")


def _asks(final: Final, length: int) -> bool:
    of = final.of
    if final.kind == "target":
        return of == (length - 1,)
    fits = len(of) == 2 if final.kind == "difference" else 2 <= len(of) <= length
    return fits and len(set(of)) == len(of) and length - 1 in of and all(0 <= position < length for position in of)


# The telling and the parts


def _check_telling(chain: ChainedProblem) -> Iterator[Finding]:
    telling = chain.telling
    if len(telling) != chain.length or sorted(telling) != list(range(chain.length)):
        yield _error("order", f"the telling is no permutation of {chain.length} problems: {_shown(telling)}")
    elif (told := tells(chain.order, chain.length)) is not None and telling != told:
        yield _error("order", f"the telling {_shown(telling)} is not {chain.order}")


@lru_cache(maxsize=1 << 8)
def tells(order: Order, length: int) -> tuple[int, ...] | None:
    """The positions in telling order, where the order's name settles it: shuffled and explicit may be any.

    Example:
        >>> tells("zigzag", 5)
        (0, 4, 1, 3, 2)
    """
    if order == "forward":
        return tuple(range(length))
    if order == "backward":
        return tuple(range(length - 1, -1, -1))
    if order == "zigzag":
        return tuple([place // 2 if place % 2 == 0 else length - 1 - place // 2 for place in range(length)])
    return None


def _check_parts(chain: ChainedProblem) -> Iterator[Finding]:
    lengths, parts = chain.lengths, chain.parts
    if len(lengths) != 2 * len(parts):
        yield _error("lengths", f"{len(lengths)} lengths for {len(parts)} parts, which have two each")
        return
    if min(lengths, default=0) < 0:
        where = next(place for place, length in enumerate(lengths) if length < 0)
        yield _error("lengths", f"length {where} is below 0")
        return
    if (end := sum(lengths)) > len(chain.text):
        yield _error("lengths", f"the parts end at {_digits(end)} in a text of {len(chain.text)} characters")
        return
    expected = expected_parts(chain)
    if parts == expected:
        return
    place = next((i for i, (a, b) in enumerate(zip(parts, expected, strict=False)) if a != b), len(parts))
    if place >= min(len(parts), len(expected)):
        place = min(len(parts), len(expected))
    listed = _part(parts[place]) if place < len(parts) else "nothing"
    wanted = _part(expected[place]) if place < len(expected) else "nothing"
    yield _error("parts", f"part {place} is {listed}, where {chain.style} tells {wanted}")


def _part(part: Part) -> str:
    return f"{part.role} {_digits(part.number)} of problem {_digits(part.problem)}"


def expected_parts(chain: ChainedProblem) -> tuple[Part, ...]:
    """The parts that the row's gates, telling, style and final question need, in the order of the text.

    How many stretches of premises each problem has is taken from the listed parts: none or one where it stands in one
    piece; when stretches alternate, as many as there are.
    """
    openings = _openings(chain)
    premises = _premises(chain)
    body: list[Part] = []
    if chain.style == "blocks":
        for position in chain.telling:
            body += openings[position]
            body += premises[position]
    elif chain.style == "gates-first":
        roots = {position for position in chain.telling if openings[position][0].role == "first"}
        for position in chain.telling:
            body += () if position in roots else openings[position]
        for position in chain.telling:
            body += (*openings[position], *premises[position]) if position in roots else premises[position]
    else:
        body = _alternating(chain, openings, premises)
    final = chain.final
    if final.kind == "target":
        return (*body, Part("question", chain.target, 0))
    return (*body, *[Part("asked", position, 0) for position in final.of])


def _openings(chain: ChainedProblem) -> list[tuple[Part, ...]]:
    found = [_first(position) for position in range(chain.length)]
    for gate in chain.gates:
        if isinstance(gate, NumericGate):
            found[gate.child] = _numeric(gate.child)
        elif isinstance(gate, SwitchGate):
            found[gate.child] = _switch(gate.child, len(gate.cases))
        else:
            found[gate.child] = _logic(gate.child, len(gate.parents))
    return found


@lru_cache(maxsize=1 << 10)
def _first(position: int) -> tuple[Part, ...]:
    return (Part("first", position, 0),)


@lru_cache(maxsize=1 << 10)
def _numeric(child: int) -> tuple[Part, ...]:
    return (Part("quoted", child, 0), Part("branch", child, 0))


@lru_cache(maxsize=1 << 12)
def _switch(child: int, count: int) -> tuple[Part, ...]:
    return tuple(
        [part for number in range(count) for part in (Part("claim", child, number), Part("branch", child, number))]
    )


@lru_cache(maxsize=1 << 12)
def _logic(child: int, count: int) -> tuple[Part, ...]:
    claims = [Part("claim", child, number) for number in range(count)]
    return (*claims, Part("branch", child, 0), Part("branch", child, 1))


def _premises(chain: ChainedProblem) -> list[list[Part]]:
    """Each problem's stretches, as many as are listed; in one piece but where stretches alternate."""
    counts = [0] * chain.length
    for part in chain.parts:
        if part.role == "premises" and 0 <= part.problem < chain.length:
            counts[part.problem] += 1
    if chain.style != "interleaved":
        counts = [min(count, 1) for count in counts]
    return [[Part("premises", position, number) for number in range(count)] for position, count in enumerate(counts)]


def _alternating(chain: ChainedProblem, openings: list[tuple[Part, ...]], premises: list[list[Part]]) -> list[Part]:
    """Round after round, one unit of every problem that has one left.

    A first stretch that leans on its opening is told in one unit with it: it is listed right behind.
    """
    listed = dict(zip(chain.parts, chain.parts[1:], strict=False))
    queues: list[list[tuple[Part, ...]]] = []
    for position in chain.telling:
        opening, stretches = openings[position], premises[position]
        leans = bool(stretches) and listed.get(opening[-1]) == stretches[0]
        first = (*opening, stretches[0]) if leans else opening
        queues.append([first, *[(stretch,) for stretch in stretches[leans:]]])
    body: list[Part] = []
    turn = 0
    while queues:
        for queue in queues:
            body += queue[turn]
        turn += 1
        queues = [queue for queue in queues if len(queue) > turn]
    return body
