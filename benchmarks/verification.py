"""How many steps a second do provenance and the arithmetic judge verify on one core?

    python -m benchmarks.verification [--seconds 2]

The texts are made here: solutions of varied length and wording, cut into steps first, so that cutting, premises,
verdicts and accumulation are all in the figure.
"""

from __future__ import annotations

import argparse
import random
import time

from dunyazad.errors import verify
from dunyazad.reasoning import ReasoningChain, split_steps

_STORIES = (
    (
        "{a} crates hold {b} jars each, and {c} jars break.",
        "{a} * {b} = {d} jars were packed.",
        "{d} - {c} = {e} jars are left.",
    ),
    (
        "A bus carries {a} people on each of {b} trips; {c} of them are children.",
        "Altogether it carries {a} \\times {b} = {d} people.",
        "So {d} - {c} = {e} of them are grown up.",
    ),
    (
        "A shop sells {a} lamps at ${b} each and pays ${c} in rent.",
        "The income is {a} lamps * ${b}/lamp = ${d}.",
        "What remains is ${d} - ${c} = ${e}.",
    ),
)
_LEADS = ("Step {n}: ", "{n}. ", "**Step {n}:** ", "")


def make_text(dice: random.Random) -> tuple[str, str]:
    """A question of one to five parts and a solution to it, one in five with a slip."""
    lead = dice.choice(_LEADS)
    question, steps = [], []
    for _ in range(dice.randint(1, 5)):
        told, first, second = dice.choice(_STORIES)
        a, b, c = dice.randint(6, 40), dice.randint(4, 30), dice.randint(2, 20)
        d = a * b + (dice.random() < 0.1)
        values = {"a": a, "b": b, "c": c, "d": d, "e": d - c}
        question.append(told.format(**values))
        steps += [first.format(**values), second.format(**values)]
    lines = [lead.format(n=number) + step for number, step in enumerate(steps, start=1)]
    return " ".join(question), "\n".join(lines)


def main() -> None:
    """Print steps a second."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    dice = random.Random("verification")
    texts = [make_text(dice) for _ in range(100)]
    steps = wrong = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < options.seconds:
        for number, (question, response) in enumerate(texts):
            found = verify(ReasoningChain(id=str(number), question=question, steps=split_steps(response)))
            steps += len(found.verdicts)
            wrong += sum(verdict.wrong for verdict in found.verdicts)
    print(f"provenance + arithmetic: {steps / spent:,.0f} steps/s on one core ({steps:,} steps, {wrong:,} found wrong)")


if __name__ == "__main__":
    main()
