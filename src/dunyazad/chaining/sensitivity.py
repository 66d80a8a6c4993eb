"""Do a chained problem's gates mean something? Exact evaluation of what mistakes lead to.

Three things must be so, for answers that are known:

- the gold answers open every true branch, and lead to the final answer;
- **every gate looks at every parent**: with one parent's answer replaced by what it is behind another first premise,
  the gate opens another branch (a numeric gate leads to another answer);
- **every single wrong branch shows**: whoever takes one at some gate, and reads all gates after it by what follows,
  ends in another final answer.

Not all is always known. Behind an alternate first premise without a counterfactual answer nothing can be told. Where a
wrong conclusion does not state the counterfactual answer (the paper's way), a gate that claims it is blind to a mistake
there and *forgives* it, and a switch has no case for it. Such chains are sound, and these gates are notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from dunyazad.chaining.evaluate import final_answer, open_branch, through
from dunyazad.chaining.record import BranchGate, ChainedProblem, Gate, LogicGate, Member, NumericGate, SwitchGate
from dunyazad.problems.findings import Finding

__all__ = ["check_answers", "check_sensitivity"]


def _error(code: str, sentence: str) -> Finding:
    return Finding(code, sentence)


def check_answers(chain: ChainedProblem) -> Iterator[Finding]:
    """Do the gold answers open every true branch, and is the final answer what they come to?"""
    for gate in chain.gates:
        gold = chain.problems[gate.child].answer
        if isinstance(gate, NumericGate):
            found = through(gate, chain.problems[gate.parents[0]].answer)
            if found != gold:
                yield _error("gold", f"behind gate {gate.child} the gold answers lead to {found}, not to {gold}")
        elif open_branch(gate, chain.problems, chain.answers) != 0:
            yield _error("gold", f"the gold answers do not open the true branch of gate {gate.child}")
    final = final_answer(chain.final, chain.answers)
    if final != chain.answer:
        yield _error("answer", f"the final answer is {chain.answer}, the gold answers come to {final}")
    for position, member in enumerate(chain.problems):
        yield from _check_member(position, member)


def _check_member(position: int, member: Member) -> Iterator[Finding]:
    gold = member.answer.as_integer_ratio()
    wrong = [answer.as_integer_ratio() for answer in member.wrong_answers]
    if gold in [answer.as_integer_ratio() for answer in member.counterfactual_answers if answer is not None]:
        yield _error("counterfactual", f"problem {position} has the answer {member.answer} under an alternate as well")
    if gold in wrong:
        yield _error("claim", f"a wrong conclusion of problem {position} claims {member.answer}, its answer")
    if len(wrong) > 1 and len(set(wrong)) < len(wrong):
        yield _error("claim", f"two wrong conclusions of problem {position} claim the same")


def check_sensitivity(chain: ChainedProblem) -> Iterator[Finding]:
    """Does every gate look at every parent, and does every single wrong branch show in the final answer?

    The gold answers must open every true branch.
    """
    reach = _Reach(chain)
    yield from _check_known(chain)
    forgiving: list[int] = []
    stuck: list[int] = []
    for gate in chain.gates:
        if isinstance(gate, NumericGate):
            yield from _check_counterfactual(chain, gate)
        for parent in gate.parents:
            for answer in reach.wrong(gate, parent):
                if reach.blind(gate, parent, answer):
                    forgiving.append(gate.child)
                elif (led := reach.leads(gate, parent, answer)) == "right":
                    sentence = f"gate {gate.child} leads on rightly where problem {parent} comes to {answer}"
                    yield _error("insensitive", sentence)
                elif led == "nowhere" and answer is not None:
                    stuck.append(gate.child)
    yield from _check_finals(chain, reach)
    yield from _notes(forgiving, stuck)


def _same(one: Fraction, other: Fraction | None) -> bool:
    return other is not None and one.as_integer_ratio() == other.as_integer_ratio()  # a third of the time that == takes


# A problem and what it comes to, as numbers that are quickly hashed.
_Key = tuple[int, tuple[int, int] | None]


def _key(position: int, answer: Fraction | None) -> _Key:
    return (position, None if answer is None else answer.as_integer_ratio())


def _check_known(chain: ChainedProblem) -> Iterator[Finding]:
    unknown = [
        position for position, member in enumerate(chain.problems)
        if not member.counterfactual_answers or None in member.counterfactual_answers
    ]  # fmt: skip
    if unknown and chain.gates:
        yield Finding(
            "counterfactual-unknown",
            f"the answers under an alternate first premise are not known for problems {unknown}: "
            "where a wrong branch there leads cannot be told",
            "note",
        )


def _check_counterfactual(chain: ChainedProblem, gate: NumericGate) -> Iterator[Finding]:
    """Behind a numeric gate the counterfactual answer is what the parent's leads to."""
    known = [chain.problems[position].counterfactual_answers[:1] for position in (gate.parents[0], gate.child)]
    if known[0] in ((), (None,)):
        return
    follows = through(gate, known[0][0])
    if follows is None or follows == chain.problems[gate.child].answer:
        yield _error(
            "insensitive", f"behind gate {gate.child} the counterfactual answer {known[0][0]} leads to {follows}"
        )
    elif known[1] and known[1][0] != follows:
        sentence = (
            f"problem {gate.child} is said to come to {known[1][0]} by a mistake before its gate, it comes to {follows}"
        )
        yield _error("counterfactual", sentence)


def _check_finals(chain: ChainedProblem, reach: _Reach) -> Iterator[Finding]:
    for gate in reversed(chain.gates):
        if isinstance(gate, NumericGate):
            continue
        for branch, answer in enumerate(reach.offered(gate), start=1):
            final, unsure = reach.final(gate.child, answer)
            if final == chain.answer and not unsure:
                sentence = f"wrong branch {branch} at gate {gate.child} ends in the right answer {final}"
                yield _error("insensitive", sentence)


def _notes(forgiving: list[int], stuck: list[int]) -> Iterator[Finding]:
    for child in sorted(set(forgiving)):
        yield Finding(
            "forgiving-gate",
            f"gate {child} claims a wrong conclusion that is not known to be the counterfactual one: "
            "it may forgive a wrong branch",
            "note",
        )
    for child in sorted(set(stuck)):
        yield Finding("no-case", f"gate {child} has no branch for an answer that a wrong branch leads to", "note")


class _Reach:
    """What mistakes lead to in one chain.

    A mistake's answer is None where it is not known.
    """

    def __init__(self, chain: ChainedProblem) -> None:
        self.chain = chain
        self.answers: list[Fraction | None] = [member.answer for member in chain.problems]
        self._finals: dict[_Key, tuple[Fraction | None, bool]] = {}
        gates: Mapping[int, Gate] = {gate.child: gate for gate in chain.gates}
        # By problem: the one gate that it feeds, unless the final question asks about it as well.
        feeds: list[list[Gate]] = [[] for _ in chain.problems]
        for gate in chain.gates:
            for parent in gate.parents:
                feeds[parent].append(gate)
        self._only = [
            own[0] if len(own) == 1 and position not in chain.final.of else None for position, own in enumerate(feeds)
        ]
        # By problem: the answers that a wrong branch at its gate leads to; of a root, what its first alternate gives.
        self.mistakes: list[tuple[Fraction | None, ...]] = []
        for position, member in enumerate(chain.problems):
            own_gate = gates.get(position)
            if own_gate is None:
                self.mistakes.append(member.counterfactual_answers[:1] or (None,))
            elif isinstance(own_gate, NumericGate):
                before = self.mistakes[own_gate.parents[0]]
                self.mistakes.append(tuple([through(own_gate, answer) for answer in before]))
            else:
                self.mistakes.append(self.offered(own_gate))

    def offered(self, gate: BranchGate) -> tuple[Fraction | None, ...]:
        """The child's answer under each wrong branch that a gate offers."""
        count = len(gate.cases) if isinstance(gate, SwitchGate) else 2
        return self.chain.problems[gate.child].counterfactual_answers[: count - 1]

    def wrong(self, gate: Gate, parent: int) -> Iterator[Fraction | None]:
        """The wrong answers of a parent that a gate must tell from the right one, each once."""
        claimed = len(gate.cases) - 1 if isinstance(gate, SwitchGate) else 1
        mistakes = self.mistakes[parent]
        yield from mistakes
        for answer in self.chain.problems[parent].counterfactual_answers[:claimed]:
            if answer not in mistakes:
                yield answer

    def blind(self, gate: Gate, parent: int, answer: Fraction | None) -> bool:
        """Is a gate not known to see a parent's wrong answer, for claiming a wrong conclusion of its own?"""
        member = self.chain.problems[parent]
        if not isinstance(gate, LogicGate) or gate.claims[gate.parents.index(parent)]:
            return False  # a true claim is false for every answer but the true one
        if answer is None:
            return True
        return answer != member.wrong_answers[0] and member.wrong_answers[:1] != member.counterfactual_answers[:1]

    def leads(self, gate: Gate, parent: int, answer: Fraction | None) -> Literal["right", "wrong", "nowhere"]:
        """Where somebody ends behind a gate who holds a wrong answer of one parent and the gold ones of the others."""
        answers = self.answers
        answers[parent] = answer
        if isinstance(gate, NumericGate):
            found = through(gate, answer)
            branch = None if found is None else int(not _same(found, answers[gate.child]))
        else:  # a wrong branch is wrong even where its answer is not known
            branch = open_branch(gate, self.chain.problems, answers)
        answers[parent] = self.chain.problems[parent].answer
        if branch is None:
            return "nowhere"
        return "right" if branch == 0 else "wrong"

    def final(self, position: int, answer: Fraction | None) -> tuple[Fraction | None, bool]:
        """The final answer after one wrong branch, and whether a gate on the way may have been blind to it.

        A problem that feeds one gate and is not asked about matters by what its child comes to alone. So the mistake
        moves on to the child, and what that leads to is known where gates are gone through from the last to the first.
        """
        start, unsure = _key(position, answer), False
        while (key := _key(position, answer)) not in self._finals:
            gate = self._only[position]
            if gate is None:
                self._finals[key] = self._spread(position, answer)
                continue
            unsure = unsure or self.blind(gate, position, answer)
            self.answers[position] = answer
            found = self._reached(gate, self.answers)
            self.answers[position] = self.chain.problems[position].answer
            position, answer = gate.child, found
            if found is not None and _same(found, self.answers[position]):
                self._finals[_key(position, answer)] = (self.chain.answer, False)
        final, blind = self._finals[key]
        self._finals[start] = (final, unsure or blind)
        return self._finals[start]

    def _spread(self, position: int, answer: Fraction | None) -> tuple[Fraction | None, bool]:
        """The same, for a mistake that may reach the final question in several ways.

        Only the gates behind it are read again, each once, in solving order.
        """
        answers, unsure = list(self.answers), False
        answers[position] = answer
        changed = {position}
        for gate in self.chain.gates:
            if gate.child <= position or changed.isdisjoint(gate.parents):
                continue
            unsure = unsure or any(self.blind(gate, p, answers[p]) for p in gate.parents if p in changed)
            answers[gate.child] = found = self._reached(gate, answers)
            if found is None or not _same(found, self.answers[gate.child]):
                changed.add(gate.child)
        return final_answer(self.chain.final, answers), unsure

    def _reached(self, gate: Gate, answers: Sequence[Fraction | None]) -> Fraction | None:
        if isinstance(gate, NumericGate):
            return through(gate, answers[gate.parents[0]])
        branch = open_branch(gate, self.chain.problems, answers)
        return None if branch is None else self.chain.problems[gate.child].answer_under(branch)
