"""The ChainedProblem record: several problems joined by gates, with one final question.

Positions are 0-based and count in **solving order**: every gate's parents come before its child, and the target is the
last. A problem without a gate is a root. `telling` lists the positions in **telling order**, the order of the text.

Where anything stands is told by `parts` and `lengths`: part i is what `parts[i]` says (a role, a problem, a number); it
comes after `lengths[2 * i]` characters of wording and is `lengths[2 * i + 1]` characters long. So the running sums of
`lengths` are where the parts start and end in `text`, half-open and in turn: that is `spans`. Parts are listed in the
order of the text; between them stands fixed wording and nothing else. Every part is some problem's text, verbatim, save
for the bracketed expression of a numeric gate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Literal, get_args

import msgspec

__all__ = [
    "ORDERS",
    "STRUCTURES",
    "STYLES",
    "BranchGate",
    "ChainedProblem",
    "Final",
    "Gate",
    "LogicGate",
    "Member",
    "NumericGate",
    "Order",
    "Part",
    "Role",
    "Span",
    "Structure",
    "Style",
    "SwitchGate",
    "kind_of",
    "lengths_of",
]

Span = tuple[int, int]
Structure = Literal["path", "tree", "dag"]
Order = Literal["forward", "backward", "zigzag", "shuffled", "explicit"]
Style = Literal["blocks", "gates-first", "interleaved"]
Role = Literal["first", "claim", "quoted", "branch", "premises", "question", "asked"]
STRUCTURES: tuple[Structure, ...] = get_args(Structure)
ORDERS: tuple[Order, ...] = get_args(Order)
STYLES: tuple[Style, ...] = get_args(Style)
_MOST_SOURCES = 3


class Member(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One problem of a chain: everything that scoring and diagnosis need of it beside the text.

    Attributes:
        id: The problem's id.
        question: Its question.
        answer: Its gold answer.
        counterfactual_answers: Its answer under each alternate first premise, the first alternate first; None where
            not known.
        wrong_answers: What its wrong conclusions claim, one for each alternate. Equal to the counterfactual answers
            unless the source gives arbitrary ones (the paper's way).
        names: Its protagonists and places, as written here.
        renamed: The names that were replaced in it, old and new.
    """

    id: str
    question: str
    answer: Fraction
    counterfactual_answers: tuple[Fraction | None, ...]
    wrong_answers: tuple[Fraction, ...]
    names: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    def answer_under(self, branch: int) -> Fraction | None:
        """Its answer under a first premise: branch 0 is the true one, branch j the j-th alternate."""
        return self.answer if branch == 0 else self.counterfactual_answers[branch - 1]

    def claimed(self, variant: int) -> Fraction:
        """What its conclusion claims: variant 0 is the true one, variant j the wrong one of the j-th alternate."""
        return self.answer if variant == 0 else self.wrong_answers[variant - 1]


class LogicGate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="logic"):
    """A two-branch gate: whether a condition over claims is met decides which first premise holds.

    With one parent and the condition "if" this is the paper's gate (section 2) in both of its forms.

    Attributes:
        child: The problem whose first premise it decides.
        parents: The problems that its claims are about, one claim a parent, in the order of the text.
        condition: "if", "and", "or", "exactly-one", "none", "at-least-K", or nested, "and(1,or(2,not(3)))" with claims
            numbered from 1; see `dunyazad.chaining.conditions`.
        claims: For each parent, whether its claim is the true conclusion; else it is the (first) wrong one.
        inverted: Is the branch that stands first the one that holds if the condition is **not** met?
        wording: Which phrasing it is told in.
    """

    child: int
    parents: tuple[int, ...]
    condition: str
    claims: tuple[bool, ...]
    inverted: bool = False
    wording: int = 0


class SwitchGate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="switch"):
    """A gate with k branches: which of k claims about one parent is true decides which of k first premises holds.

    Attributes:
        child: The problem whose first premise it decides.
        parents: The problem that its claims are about; one.
        cases: In the order of the text, which conclusion of the parent each case claims (0: the true one).
        branches: In the same order, which first premise of the child each case opens (0: the true one).
        wording: Which phrasing it is told in.
    """

    child: int
    parents: tuple[int]
    cases: tuple[int, ...]
    branches: tuple[int, ...]
    wording: int = 0


class NumericGate(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="numeric"
):
    """A gate without branches: the number in the child's first premise is told through the parent's answer N.

    Attributes:
        child: The problem whose first premise it completes.
        parents: The problem whose answer N is; one.
        operation: How the number comes from N.
        operand: By what.
        formula: The child's answer as an exact expression in the name `x`, the number in its first premise.
        wording: Which phrasing it is told in.
    """

    child: int
    parents: tuple[int]
    operation: Literal["plus", "minus", "times"]
    operand: Fraction
    formula: str
    wording: int = 0

    def number(self, answer: Fraction) -> Fraction:
        """The number in the child's first premise, for an answer of the parent."""
        if self.operation == "times":
            return answer * self.operand
        return answer + self.operand if self.operation == "plus" else answer - self.operand


BranchGate = LogicGate | SwitchGate
Gate = LogicGate | SwitchGate | NumericGate


def kind_of(gate: Gate) -> str:
    """A gate's kind in words: its condition, "numeric" or "switch 4"."""
    if isinstance(gate, SwitchGate):
        return f"switch {len(gate.cases)}"
    return "numeric" if isinstance(gate, NumericGate) else gate.condition


class Final(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The final question: the target's own, or one over the answers of several problems.

    Attributes:
        kind: `target`, or what is made of the answers. `difference` takes the smaller of two from the larger.
        of: The problems whose answers it takes, in the order of the text; for `target`, the target alone.
        wording: Which phrasing it is told in.
    """

    kind: Literal["target", "sum", "difference", "max"]
    of: tuple[int, ...]
    wording: int = 0


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What stands at a span.

    Attributes:
        role: `first`, a root's first premise. `claim`, `quoted`, `branch`: what gate `problem` claims, the question
            that it quotes, the first premises that it offers. `premises`: a stretch of the other premises.
            `question`: the target's. `asked`: a question that the final question quotes.
        problem: Whose: for a gate's parts, the gate's **child**.
        number: The how-manieth of its role for that problem, from 0 in the order of the text.
    """

    role: Role
    problem: int
    number: int


def lengths_of(spans: Sequence[int]) -> tuple[int, ...]:
    """The `lengths` of parts that start and end at these places, in turn.

    Example:
        >>> lengths_of([0, 15, 16, 33])
        (0, 15, 1, 17)
    """
    return tuple([after - before for before, after in pairwise((0, *spans))])


class ChainedProblem(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="dunyazad.chain/2",
):
    """A chained problem: its text, and everything needed to score and diagnose an answer to it.

    Attributes:
        id: Unique in its file and stable over runs.
        text: What a model is asked.
        length: How many problems are joined.
        structure: How they depend on one another: `path` (each gate looks at the problem before it), `tree` (several
            parents feed a gate, each problem one gate at most), `dag`.
        order: How they are told; `explicit` is any other permutation.
        style: `blocks` (a problem stands in one piece), `gates-first` (all gates before all other premises),
            `interleaved` (stretches of different problems alternate).
        mixed: Were its gates drawn from several kinds? Where they are of several, they were. So chains of one recipe
            stay together, though by chance one of them has gates of one kind only.
        telling: The positions in the order in which the text begins to tell them.
        problems: One a position, in solving order.
        gates: In solving order of their children.
        final: What is asked.
        answer: The final answer.
        parts: What stands where; see the module.
        lengths: How many characters of wording stand before each part, and how many it has itself, in turn.
        seed: The seed that the file was made with.
        index: The chain's number in its cell (length and order), from 0.
        generator: Name and version of what made it.
        canary: A fixed string to find and filter this data in training corpora.
    """

    id: str
    text: str
    length: int
    structure: Structure
    order: Order
    style: Style
    mixed: bool = False
    telling: tuple[int, ...]
    problems: tuple[Member, ...]
    gates: tuple[Gate, ...]
    final: Final
    answer: Fraction
    parts: tuple[Part, ...]
    lengths: tuple[int, ...]
    seed: int
    index: int
    generator: str
    canary: str

    @property
    def target(self) -> int:
        """The position of the last problem, which all others lead to."""
        return self.length - 1

    @property
    def problem_ids(self) -> tuple[str, ...]:
        """The problems' ids, in solving order."""
        return tuple([member.id for member in self.problems])

    @property
    def questions(self) -> tuple[str, ...]:
        """The problems' questions, in solving order."""
        return tuple([member.question for member in self.problems])

    @property
    def answers(self) -> tuple[Fraction, ...]:
        """The problems' gold answers, in solving order; `answer` is the final one."""
        return tuple([member.answer for member in self.problems])

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """Each problem's protagonists and places, in solving order."""
        return tuple([member.names for member in self.problems])

    @property
    def source(self) -> str:
        """Where its problems come from: what their ids begin with before a colon or slash ("template", "handmade").

        Several sources are joined by +, over three are "mixed"; empty where an id names none.
        """
        heads = {re.split("[:/]", name, maxsplit=1)[0] for name in self.problem_ids if re.search("[:/]", name)}
        return "+".join(sorted(heads)) if len(heads) <= _MOST_SOURCES else "mixed"

    @property
    def manner(self) -> str:
        """How it is built and told, in few words: chains of different manners are not to be pooled.

        The order alone for a path told in blocks with the paper's gates; what differs from that is added ("dag,
        shuffled, switch 4", "forward, gates-first, sum").
        """
        parts: list[str] = [self.order]
        if self.structure != "path":
            parts.insert(0, self.structure)
        if self.style != "blocks":
            parts.append(self.style)
        kinds = {kind_of(gate) for gate in self.gates}
        if len(kinds) > 1 or (kinds and self.mixed):
            parts.append("mixed gates")
        elif kinds - {"if"}:
            parts += kinds
        if self.final.kind != "target":
            parts.append(self.final.kind)
        return ", ".join(parts)

    @property
    def spans(self) -> tuple[int, ...]:
        """Where each part starts and ends, in turn: half-open character offsets into the text."""
        return tuple(accumulate(self.lengths))

    def slice(self, span: Span) -> str:
        """The text at a span."""
        return self.text[span[0] : span[1]]

    def located(self) -> Iterator[tuple[Part, Span]]:
        """Every part with its span, in the order of the text."""
        spans = self.spans
        return zip(self.parts, zip(spans[::2], spans[1::2], strict=True), strict=True)

    def spans_of(self, role: Role, problem: int) -> tuple[Span, ...]:
        """Where a problem's parts of one role stand, in the order of the text; empty if it has none."""
        return tuple([span for part, span in self.located() if part.problem == problem and part.role == role])

    def gate_of(self, problem: int) -> Gate | None:
        """The gate that decides a problem's first premise; None for a root."""
        return next((gate for gate in self.gates if gate.child == problem), None)
