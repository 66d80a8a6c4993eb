"""What a report holds: rates with intervals by cell, what was embedded of each chain, and what was left out.

Everything is a plain record, so that the terminal, the page and the JSON form say the same. Positions are 0-based in
solving order, as in the solutions; people are shown them from 1.
"""

from __future__ import annotations

import msgspec

from dunyazad.errors.record import Evidence, Label, VerdictOutcome
from dunyazad.reasoning.record import Premise
from dunyazad.solving.record import Diagnosis, FinalResult, LinkResult, Outcome, Protocol, Usage

__all__ = [
    "Cell",
    "ChainCard",
    "Count",
    "GraphLine",
    "Group",
    "Independent",
    "Interval",
    "LinkRow",
    "Node",
    "Rate",
    "ReportData",
    "StepCard",
    "Summary",
    "VerdictTally",
]


class Interval(msgspec.Struct, frozen=True):
    """A confidence interval for a rate.

    Attributes:
        low: Lower bound, at least 0.
        high: Upper bound, at most 1.
        level: Nominal coverage.
        effective_n: How many independent chains the data are worth; n where no two share a problem. The interval is
            Wilson's for so many.
        note: What a reader must know to trust it; usually empty.
    """

    low: float
    high: float
    level: float
    effective_n: float
    note: str = ""


class Rate(msgspec.Struct, frozen=True):
    """So many of so many.

    Attributes:
        successes: How many.
        n: Of how many.
        interval: None where n is 0.
        reason: Why there is no value; empty otherwise.
    """

    successes: int
    n: int
    interval: Interval | None = None
    reason: str = ""

    @property
    def value(self) -> float | None:
        """The rate; None where there is nothing to count."""
        return self.successes / self.n if self.n else None


class Count(msgspec.Struct, frozen=True):
    """How often something occurred."""

    name: str
    count: int


class Independent(msgspec.Struct, frozen=True):
    """What a solver of independent links would score of its responses: a^L, with the band from a's interval.

    Here a is the part of the responses at length 1 that are correct, over all orders (paper, figure 2).
    """

    value: float
    low: float
    high: float


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One model under one protocol at one length and order.

    Attributes:
        order: How its chains are told.
        length: How many problems they join.
        n: All solutions, whatever came back.
        outcomes: How many of each outcome, in the fixed order of outcomes; they add up to n.
        all_links: Chains with every link correct, of those answered.
        final: Chains with the final answer correct, of those answered.
        all_links_of_responses: The same, of those the model responded to: all but `failed`. What was unparsed, refused
            or truncated counts as not correct here. This is what a^L stands beside: a solver that leaves out a link has
            no answer at length 1, and a wrong chain at any other.
        final_of_responses: Likewise.
        all_links_of_all: The same over all n; what did not come back counts as not correct here.
        final_of_all: The same over all n.
        links: Per position, links correct of those answered chains that were asked for it.
        first_failed: Per position, how many answered chains first failed there; empty where links were not asked for
            one by one, since what came first cannot be told from the last.
        diagnoses: How many links of answered chains have each diagnosis.
        all_links_independent: a^L for all links; None where it cannot be drawn.
        final_independent: a^L for the final answer; None where it cannot be drawn.
    """

    order: str
    length: int
    n: int
    outcomes: tuple[Count, ...]
    all_links: Rate
    final: Rate
    all_links_of_responses: Rate
    final_of_responses: Rate
    all_links_of_all: Rate
    final_of_all: Rate
    links: tuple[Rate, ...]
    first_failed: tuple[int, ...]
    diagnoses: tuple[Count, ...]
    all_links_independent: Independent | None = None
    final_independent: Independent | None = None

    @property
    def needs_care(self) -> Interval | None:
        """The first of the intervals of both scores that carries a note; None where none does."""
        rates = (self.all_links, self.final, self.all_links_of_responses, self.final_of_responses)
        intervals = (rate.interval for rate in rates)
        return next((interval for interval in intervals if interval and interval.note), None)


class VerdictTally(msgspec.Struct, frozen=True):
    """What the verifier said about a group's steps.

    Attributes:
        chains: Solutions that were verified.
        chains_with_error: Those with at least one wrong step.
        steps: Their steps.
        labels: How many steps have each label; `undecided` is the last.
    """

    chains: int
    chains_with_error: int
    steps: int
    labels: tuple[Count, ...]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """One model on one source of problems under one protocol: what may be pooled.

    Attributes:
        model: Its name.
        simulated: Is it the simulated solver? Shown wherever the name is.
        source: Where the chains' problems come from.
        protocol: How answers were asked for.
        n: All its solutions.
        cells: By order, then length.
        independent_note: Why the a^L line cannot be drawn; empty where it can.
        few_note: Of how many cells the rates rest on too few chains to measure, and what that means; usually empty.
        verdicts: None where nothing was verified.
        usage: Tokens of all its calls.
    """

    model: str
    simulated: bool
    source: str
    protocol: Protocol
    n: int
    cells: tuple[Cell, ...]
    independent_note: str
    few_note: str
    verdicts: VerdictTally | None
    usage: Usage


class Node(msgspec.Struct, frozen=True):
    """A stretch of marked text: either plain (`text`, no children) or a mark around children.

    Attributes:
        kind: "text", or what is marked: block, gate, first, premises, claim, gold, other, question.
        text: The characters, for kind "text".
        label: What the mark says to a reader.
        children: What stands inside a mark, in order.
    """

    kind: str
    text: str = ""
    label: str = ""
    children: tuple[Node, ...] = ()


class LinkRow(msgspec.Struct, frozen=True):
    """One link of one chain, ready to show.

    Attributes:
        told: Its block's place in the text, from 1.
        question: What it asks.
        expected: The gold answer, as text.
        counterfactual: The answers under the other branches, as text; empty where none is known.
        numeric: Does it stand behind a numeric gate, and so has no branches?
        given: The model's answer, as text; empty where there is none.
        result: How the link went; None where no response came.
        planted: What the simulated solver planted here; None otherwise.
    """

    told: int
    question: str
    expected: str
    counterfactual: str
    numeric: bool
    given: str
    result: LinkResult | None
    planted: Diagnosis | None


class StepCard(msgspec.Struct, frozen=True):
    """One step of a response with its premises and verdict.

    Attributes:
        number: From 1.
        label: As the model wrote it.
        text: The step; may be cut.
        omitted: How many characters were cut off its end.
        premises: The earlier steps that it rests on.
        verdict: The verdict's label; None where undecided.
        outcome: How the verdict came about.
        origin: For an accumulation error, the step where it began.
        evidence: What the verdict rests on.
        method: What judged it.
    """

    number: int
    label: str
    text: str
    omitted: int
    premises: tuple[Premise, ...]
    verdict: Label | None
    outcome: VerdictOutcome
    origin: int | None
    evidence: tuple[Evidence, ...]
    method: str


class GraphLine(msgspec.Struct, frozen=True):
    """The premise graph in numbers."""

    steps: int
    premises_method: str
    errors_method: str
    edges: int
    depth: int
    max_width: int
    branching_factor: float | None


class ChainCard(msgspec.Struct, frozen=True, kw_only=True):
    """One solution, as the page shows it.

    Attributes:
        reason: Why there is no answer; may be cut.
        kind: Its stratum for choosing and filtering: the first failed link's diagnosis, `correct`, or the outcome.
        first_failed: Position of the first failed link of those asked for; None where none failed.
        text: The chain's text, marked.
        links: In solving order.
        final: How the final question went, where it is one over several problems; None otherwise.
        response: As the model wrote it; may be cut.
        response_omitted: How many characters were cut out of it.
        steps: Empty where it was not verified or has no step.
        steps_omitted: How many steps were left out.
        graph: None where it was not verified.
    """

    id: str
    chain_id: str
    model: str
    simulated: bool
    source: str
    protocol: Protocol
    order: str
    length: int
    outcome: Outcome
    reason: str
    kind: str
    first_failed: int | None
    text: tuple[Node, ...]
    links: tuple[LinkRow, ...]
    final: FinalResult | None
    response: str
    response_omitted: int
    answers_text: str
    answers_omitted: int
    steps: tuple[StepCard, ...]
    steps_omitted: int
    graph: GraphLine | None
    seconds: float | None
    usage: Usage


class Summary(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag="dunyazad.report/1"):
    """The numbers of a report.

    Attributes:
        title: Its title.
        made: When, as the caller wrote it; empty where not given, so that the same input gives the same bytes.
        level: Nominal coverage of the intervals.
        n: All solutions.
        groups: Real models first, then by model, source and protocol.
        notes: What a reader must know.
    """

    title: str
    made: str
    level: float
    n: int
    groups: tuple[Group, ...]
    notes: tuple[str, ...]


class ReportData(msgspec.Struct, frozen=True, kw_only=True):
    """A report: its numbers, the chains that are shown whole, and how many are not.

    Attributes:
        summary: The numbers.
        cards: The chains shown.
        left_out: How many solutions are counted but not shown.
        opens: The place in `cards` of the one to show first; 0 where there is none.
    """

    summary: Summary
    cards: tuple[ChainCard, ...]
    left_out: int
    opens: int = 0
