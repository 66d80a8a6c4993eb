"""Small invented chains, solutions and verifications for the tests of the report."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dunyazad.chaining.record import ChainedProblem, Final, LogicGate, Member, Order, Part, Role, lengths_of
from dunyazad.chaining.wording import gate_wording
from dunyazad.errors.record import Evidence, Label, Verdict, Verification
from dunyazad.reasoning.record import Parc, Premise, ReasoningChain, Step
from dunyazad.solving.record import Diagnosis, LinkResult, Outcome, Protocol, Solution, Usage

# first premise, alternate, other premises, question, conclusion (with a blank), answer, counterfactual answer
STORIES = (
    ("Mira bakes 12 buns.", "Mira bakes 15 buns.", "She eats 3.", "How many buns are left?", "Mira has {} buns", 9, 12),
    (
        "Tor stacks 4 crates.",
        "Tor stacks 6 crates.",
        "Each has 5 lamps.",
        "How many lamps?",
        "Tor has {} lamps",
        20,
        30,
    ),
    ("Ines walks 8 miles.", "Ines walks 7 miles.", "She walks 2 more.", "How far is it?", "Ines walks {} miles", 10, 9),
    ("Bo saves $30.", "Bo saves $50.", "He spends half of it.", "How much is left?", "Bo keeps ${}", 15, 25),
)

# text, premises, label: what every response says and how it is judged, unless a test says otherwise
STEPS: tuple[tuple[str, Sequence[int], Label | None], ...] = (
    ("12 - 3 = 9 buns are left.", (0,), "correct"),
    ("So the claim holds and Tor stacks 4 crates.", (0, 1), None),
    ("4 * 5 = 25 lamps.", (0, 2), "mathematical_error"),
    ("Tor has 25 lamps, so Ines walks 7 miles.", (0, 3), "accumulation_error"),
    ("The answer is 9.", (4,), "accumulation_error"),
)


def make_chain(
    length: int = 3, order: Order = "forward", *, index: int = 0, ids: Sequence[str] | None = None
) -> ChainedProblem:
    """A chain of invented problems; gates alternate between the two forms."""
    stories = [STORIES[(index + position) % len(STORIES)] for position in range(length)]
    telling = tuple(range(length)) if order == "forward" else tuple(reversed(range(length)))
    text = ""
    parts: list[Part] = []
    spans: list[int] = []
    gates = []

    def part(role: Role, position: int, number: int, piece: str) -> None:
        nonlocal text
        parts.append(Part(role, position, number))
        spans.extend((len(text), len(text) + len(piece)))
        text += piece

    for position in telling:
        first, alternate, premises, *_ = stories[position]
        if position == 0:
            part("first", 0, 0, first)
        else:
            conclusion, answer, other = stories[position - 1][4:]
            affirm = (position + index) % 2 == 0
            gate = LogicGate(child=position, parents=(position - 1,), condition="if", claims=(affirm,))
            gates.append(gate)
            before, then, otherwise, end = gate_wording(gate)
            text += before
            part("claim", position, 0, conclusion.format(answer if affirm else other))
            text += then
            part("branch", position, 0, first if affirm else alternate)
            text += otherwise
            part("branch", position, 1, alternate if affirm else first)
            text += end
        text += " "
        part("premises", position, 0, premises)
        text += " "
    part("question", length - 1, 0, stories[-1][3])
    names = ids or [f"p{index}-{position}" for position in range(length)]
    return ChainedProblem(
        id=f"{order}-{length}-{index}",
        text=text,
        length=length,
        structure="path",
        order=order,
        style="blocks",
        telling=telling,
        problems=tuple(
            Member(
                id=name,
                question=story[3],
                answer=Fraction(story[5]),
                counterfactual_answers=(Fraction(story[6]),),
                wrong_answers=(Fraction(story[6]),),
                names=(story[0].split()[0],),
            )
            for name, story in zip(names, stories, strict=True)
        ),
        gates=tuple(sorted(gates, key=lambda gate: gate.child)),
        final=Final("target", (length - 1,)),
        answer=Fraction(stories[-1][5]),
        parts=tuple(parts),
        lengths=lengths_of(spans),
        seed=1,
        index=index,
        generator="test",
        canary="test",
    )


def make_solution(
    chain: ChainedProblem,
    diagnoses: Sequence[Diagnosis] = (),
    *,
    model: str = "gguf/small",
    protocol: Protocol = "labelled",
    outcome: Outcome = "answered",
    **more: object,
) -> Solution:
    """A solution with the given diagnoses; all correct where none are given, no link where it failed."""
    links = []
    for position, diagnosis in enumerate(diagnoses or ["correct"] * chain.length):
        given: Fraction | None = chain.answers[position]
        if diagnosis in ("wrong_branch", "inherited"):
            given = chain.problems[position].counterfactual_answers[0]
        elif diagnosis in ("not_answered", "not_asked"):
            given = None
        elif diagnosis != "correct":
            given = Fraction(77)
        links.append(LinkResult(position, chain.answers[position], given, diagnosis))  # type: ignore[arg-type]
    settings: dict[str, object] = {
        "id": f"{chain.id}/{model}/{protocol}",
        "links": () if outcome == "failed" else tuple(links),
        "response": "" if outcome == "failed" else "\n".join(text for text, _, _ in STEPS),
        "usage": Usage(100, 40),
    }
    return Solution(chain=chain, model=model, protocol=protocol, outcome=outcome, **(settings | more))  # type: ignore[arg-type]


def make_verification(
    solution: Solution, steps: Sequence[tuple[str, Sequence[int], Label | None]] = ()
) -> Verification:
    """A verification from (text, premises, label) triples; a small default with one error and one heir."""
    steps = steps or STEPS
    chain = ReasoningChain(
        id=solution.id,
        question=solution.chain.text,
        steps=tuple(Step(text, f"Step {number}") for number, (text, _, _) in enumerate(steps, start=1)),
    )
    premises = tuple(tuple(Premise(step, f"uses step {step}") for step in used) for _, used, _ in steps)
    return Verification(
        id=solution.id,
        parc=Parc(chain=chain, premises=premises, method="provenance"),
        verdicts=tuple(_verdict(number, label, steps) for number, (_, _, label) in enumerate(steps, start=1)),
        errors_method="arithmetic",
    )


def _verdict(number: int, label: Label | None, steps: Sequence[tuple[str, Sequence[int], Label | None]]) -> Verdict:
    if label == "mathematical_error":
        found = (Evidence("4 * 5 = 25", "the left side is 20", "20"),)
        return Verdict(step=number, label=label, outcome="judged", evidence=found, method="arithmetic")
    if label is None:
        return Verdict(step=number, label=None, outcome="no_claim", method="arithmetic")
    if label == "accumulation_error":
        origin = max(place for place in range(1, number) if steps[place - 1][2] == "mathematical_error")
        return Verdict(step=number, label=label, outcome="no_claim", origin=origin, method="arithmetic")
    return Verdict(step=number, label=label, outcome="judged", evidence=(Evidence("12 - 3 = 9", "holds", holds=True),))
