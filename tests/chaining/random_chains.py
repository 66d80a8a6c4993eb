"""Random chains of any structure, gates and question, and a naive evaluation of them.

The evaluation shares no code with the package: conditions are kept as trees beside the text that a row has, and every
question is answered by going through all cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
from hypothesis import strategies as st
from tests.chaining.joining import Told, join, told

from dunyazad.chaining.record import ChainedProblem, Final, Gate, LogicGate, Member, NumericGate, SwitchGate
from dunyazad.problems.record import Problem

Answer = Fraction | None
Tree = tuple[Any, ...]  # ("claim", 0), ("and", tree, tree), ("at-least", 2, tree, tree, tree)


class RandomChain(msgspec.Struct, frozen=True):
    """A chain, and the conditions of its logic gates by child."""

    chain: ChainedProblem
    trees: dict[int, Tree]


def written(tree: Tree) -> str:
    """A condition as rows have it."""
    if tree[0] == "claim":
        return str(tree[1] + 1)
    operator, operands = (f"at-least-{tree[1]}", tree[2:]) if tree[0] == "at-least" else (tree[0], tree[1:])
    return f"{operator}({','.join(map(written, operands))})"


def is_met(tree: Tree, values: Sequence[bool]) -> bool:
    """A condition's truth, by its words."""
    if tree[0] == "claim":
        return bool(values[tree[1]])
    if tree[0] == "at-least":
        return [is_met(operand, values) for operand in tree[2:]].count(True) >= int(tree[1])
    own = [is_met(operand, values) for operand in tree[1:]]
    match tree[0]:
        case "and":
            return all(own)
        case "or":
            return any(own)
        case "none":
            return not any(own)
        case "not":
            return not own[0]
    return own.count(True) == 1


@st.composite
def _trees(draw: st.DrawFn, claims: Sequence[int]) -> Tree:
    """A condition over these claims, each once."""
    if len(claims) == 1:
        leaf = ("claim", claims[0])
        return ("not", leaf) if draw(st.integers(0, 5)) == 0 else leaf
    cut = draw(st.integers(1, len(claims) - 1)) if draw(st.booleans()) else None
    parts = [claims[:cut], claims[cut:]] if cut else [[claim] for claim in claims]
    operands = [draw(_trees(part)) for part in parts]
    operator = draw(st.sampled_from(["and", "or", "exactly-one", "none", "at-least"]))
    if operator == "at-least":
        return ("at-least", draw(st.integers(1, len(operands))), *operands)
    return (operator, *operands)


@st.composite
def random_chains(
    draw: st.DrawFn, problems: Sequence[Problem], *, proper: bool = False, fewest: int = 1, numeric: bool = True
) -> RandomChain:
    """A chain of 1 to 6 problems; `proper` wrong conclusions state the counterfactual answers."""
    length = draw(st.integers(fewest, 6))
    own = [_numbered(told(problem, further=1), draw(_numbers(proper))) for problem in problems[:length]]
    parents: dict[int, list[int]] = {}
    for child in range(1, length):
        count = draw(st.integers(0, min(3, child)))
        parents[child] = draw(st.permutations(range(child)))[:count]
    for position in range(length - 1):  # everything must lead on
        if not any(position in fed for fed in parents.values()):
            parents[draw(st.integers(position + 1, length - 1))].append(position)
    gates: list[Gate] = []
    trees: dict[int, Tree] = {}
    for child, fed in parents.items():
        if fed:
            kinds = ["logic", "switch", *(["numeric"] if numeric else [])] if len(fed) == 1 else ["logic"]
            kind = draw(st.sampled_from(kinds))
            if kind == "logic":
                trees[child] = draw(_trees(range(len(fed))))
                gates.append(draw(_logic(child, fed, trees[child])))
            elif kind == "switch":
                order, others = draw(st.permutations(range(3))), draw(st.permutations([1, 2]))
                opens = (0, *others)
                gates.append(
                    SwitchGate(
                        child=child, parents=(fed[0],), cases=tuple(order), branches=tuple([opens[c] for c in order])
                    )
                )
            else:
                gates.append(_numeric(child, fed[0], own))
    kind = draw(st.sampled_from(["target", "sum", "difference", "max"])) if length > 1 else "target"
    count = {"target": 0, "difference": 1}.get(kind) or draw(st.integers(1, max(1, length - 1)))
    others_asked = draw(st.permutations(range(length - 1)))[:count] if kind != "target" else []
    final = Final(kind, (*others_asked, length - 1))  # type: ignore[arg-type]
    return RandomChain(join(own, gates, final=final), trees)


@st.composite
def _logic(draw: st.DrawFn, child: int, fed: Sequence[int], tree: Tree) -> LogicGate:
    return LogicGate(
        child=child, parents=tuple(fed), condition="if" if tree == ("claim", 0) else written(tree),
        claims=tuple([draw(st.booleans()) for _ in fed]), inverted=draw(st.booleans()),
    )  # fmt: skip


@st.composite
def _numbers(draw: st.DrawFn, proper: bool) -> tuple[list[int], list[int]]:
    """An answer and two counterfactual ones, and two wrong ones; all small, so that they meet now and then."""
    answers = draw(st.lists(st.integers(1, 9), min_size=3, max_size=3, unique=True))
    if proper or draw(st.booleans()):
        return answers, answers[1:]
    return answers, draw(
        st.lists(st.integers(1, 12).filter(lambda n: n != answers[0]), min_size=2, max_size=2, unique=True)
    )


def _numbered(one: Told, numbers: tuple[list[int], list[int]]) -> Told:
    (answer, *known), wrong = numbers
    member = msgspec.structs.replace(
        one.member, answer=Fraction(answer), counterfactual_answers=tuple(map(Fraction, known)),
        wrong_answers=tuple(map(Fraction, wrong)),
    )  # fmt: skip
    return msgspec.structs.replace(one, member=member)


def _numeric(child: int, parent: int, own: list[Told]) -> NumericGate:
    """A numeric gate that leads to the child's answer; the child's counterfactual answer becomes what it leads to."""
    before, member = own[parent].member, own[child].member
    # Twice the number less what is left: at the gold answer that is the child's answer.
    rest = 2 * before.answer - member.answer
    led = 2 * (before.counterfactual_answers[0] or Fraction(0)) - rest
    own[child] = msgspec.structs.replace(
        own[child],
        member=msgspec.structs.replace(member, counterfactual_answers=(led, led + 100), wrong_answers=(led, led + 100)),
    )
    return NumericGate(
        child=child, parents=(parent,), operation="plus", operand=Fraction(3), formula=f"2 * (x - 3) - ({rest})"
    )


# The naive evaluation


def claimed(member: Member, variant: int) -> Fraction:
    return [member.answer, *member.wrong_answers][variant]


def answer_under(member: Member, branch: int | None) -> Answer:
    return None if branch is None else [member.answer, *member.counterfactual_answers][branch]


def open_at(random: RandomChain, gate: Gate, answers: Sequence[Answer]) -> int | None:
    """Which branch is open for these answers; None where no case of a switch fits."""
    problems = random.chain.problems
    if isinstance(gate, SwitchGate):
        fitting = [
            branch
            for case, branch in zip(gate.cases, gate.branches, strict=True)
            if claimed(problems[gate.parents[0]], case) == answers[gate.parents[0]]
        ]
        return fitting[0] if fitting else None
    assert isinstance(gate, LogicGate)
    held, gold = [], []
    for parent, true in zip(gate.parents, gate.claims, strict=True):
        held.append(answers[parent] == claimed(problems[parent], 0 if true else 1))
        gold.append(true)
    tree = random.trees[gate.child]
    return 0 if is_met(tree, held) == is_met(tree, gold) else 1


def branches_of(gate: Gate) -> range:
    return range(1) if isinstance(gate, NumericGate) else range(3 if isinstance(gate, SwitchGate) else 2)


def solve(random: RandomChain, forced: Mapping[int, int]) -> list[Answer]:
    """The answers of somebody who takes the branches given at some gates, and the open one elsewhere."""
    answers: list[Answer] = []
    gates = {gate.child: gate for gate in random.chain.gates}
    for position, member in enumerate(random.chain.problems):
        gate = gates.get(position)
        if gate is None:
            answers.append(member.answer)
        elif isinstance(gate, NumericGate):
            before = answers[gate.parents[0]]
            if before is None:
                answers.append(None)
            else:
                rest = 2 * random.chain.problems[gate.parents[0]].answer - member.answer
                answers.append(2 * before - rest)
        elif position in forced:
            answers.append(answer_under(member, forced[position]))
        elif any(answers[parent] is None for parent in gate.parents):
            answers.append(_in_any_case(random, gate, answers, member))
        else:
            answers.append(answer_under(member, open_at(random, gate, answers)))
    return answers


def _in_any_case(random: RandomChain, gate: Gate, answers: Sequence[Answer], member: Member) -> Answer:
    """A claim about an answer that is not known may be true or false: what is the same for both is known."""
    if isinstance(gate, SwitchGate):
        return None
    assert isinstance(gate, LogicGate)
    found = set()
    tree = random.trees[gate.child]
    for guess in product([False, True], repeat=len(gate.parents)):
        held = []
        for parent, true, value in zip(gate.parents, gate.claims, guess, strict=True):
            own = answers[parent]
            held.append(value if own is None else own == claimed(random.chain.problems[parent], 0 if true else 1))
        found.add(0 if is_met(tree, held) == is_met(tree, gate.claims) else 1)
    return answer_under(member, found.pop()) if len(found) == 1 else None


def final_of(random: RandomChain, answers: Sequence[Answer]) -> Answer:
    taken = [answers[position] for position in random.chain.final.of]
    known = [answer for answer in taken if answer is not None]
    if len(known) < len(taken):
        return None
    match random.chain.final.kind:
        case "sum":
            return sum(known, Fraction(0))
        case "max":
            return max(known)
        case "difference":
            return abs(known[0] - known[1])
    return known[-1]
