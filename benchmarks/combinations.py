"""Every structure, order, kind of gate and question that go together: so many chains of each, all checked.

Run it with `python -m benchmarks.combinations [CHAINS]`; the styles take turns. 1,000 of each take some minutes. It is
no measure of speed: it counts combinations, chains and what the independent check says of their rows.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product

from dunyazad._exceptions import InputError
from dunyazad.chaining import STRUCTURES, STYLES, Pool, Recipe, check, make_chains, parse_kinds
from dunyazad.chaining.plan import Question
from dunyazad.problems import make_problems

LENGTH = 5
ONE_PARENT = ("if", "switch:3", "numeric", "if,switch:3,numeric")
SEVERAL = ("if,and", "if,or", "if,exactly-one", "if,none", "if,at-least-2,at-least-1", "if,xor,and,or,none")
ORDERS = ("forward", "backward", "zigzag", "shuffled", "3,0,4,1,2")
QUESTIONS: tuple[Question, ...] = ("target", "sum", "difference", "max")


def recipes() -> Iterator[tuple[str, Recipe]]:
    """All recipes of the length, each with its name."""
    for structure in STRUCTURES:
        for gates, style, question in product(ONE_PARENT if structure == "path" else SEVERAL, STYLES, QUESTIONS):
            recipe = Recipe(
                structure=structure,
                gates=parse_kinds(gates),
                style=style,
                question=question,
            )
            yield f"{structure} {gates} {style} {question}", recipe


def main() -> None:
    wanted = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 100
    pool = Pool(make_problems(300, seed=11))
    counts: Counter[str] = Counter()
    for name, recipe in recipes():
        try:
            chains = make_chains(
                pool, lengths=[LENGTH], orders=list(ORDERS), per_cell=-(-wanted // len(STYLES)), seed=5, recipe=recipe
            )
            faults = sum(any(finding.severity == "error" for finding in check(chain)) for chain in chains)
        except InputError as error:
            counts["refused"] += 1
            print(f"  refused: {name}: {error}")
            continue
        counts["combinations"] += len(ORDERS) * (recipe.style == STYLES[0])
        counts["chains"] += chains.total
        counts["unsound"] += faults
        if faults:
            print(f"  {faults} unsound: {name}")
    print(
        f"{counts['combinations']} combinations, {counts['chains']:,} chains, {counts['unsound']} unsound, "
        f"{counts['refused']} recipes refused"
    )


if __name__ == "__main__":
    main()
