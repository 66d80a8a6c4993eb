"""The program side over real problems: whatever it gives is consistent with itself."""

from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from dunyazad.numbers import evaluate
from dunyazad.problems.decomposition.alternates import Alternate, choose_alternate, to_program
from dunyazad.problems.decomposition.binding import Bindings, bind, compute
from dunyazad.problems.decomposition.program import RawProgram, extract_program
from dunyazad.problems.decomposition.record import SourceProblem
from dunyazad.problems.decomposition.sentences import clean, split_sentences
from dunyazad.problems.decomposition.source import read_gsm8k_line

from .bound import numbers_of

GSM8K = Path(__file__).parents[3] / "../shared/data/gsm8k/test.jsonl"


@pytest.mark.shared
@pytest.mark.skipif(not GSM8K.exists(), reason="GSM8K does not lie beside the checkout")
def test_every_way_and_the_program_give_the_answer_and_the_counterfactual_one() -> None:
    found = 0
    with GSM8K.open("rb") as lines:
        for place, line in enumerate(islice(lines, 300)):
            source = read_gsm8k_line(line, f"gsm8k/{place}")
            assert isinstance(source, SourceProblem)
            raw = extract_program(source)
            sentences = split_sentences(clean(source.question))
            numbers = numbers_of(sentences)
            bindings = bind(raw, numbers, sentences) if isinstance(raw, RawProgram) else raw
            if not isinstance(bindings, Bindings):
                continue
            assert {compute(bindings, assignment, {})[-1] for assignment in bindings.assignments} == {source.final}
            alternate = choose_alternate(bindings, numbers, sentences, source.id)
            if isinstance(alternate, Alternate):
                found += 1
                consistent(bindings, alternate, source.final, len(sentences))
    assert found > 150


def consistent(bindings: Bindings, alternate: Alternate, final: Fraction, sentences: int) -> None:
    program = to_program(bindings, alternate, ("premises",) * sentences)
    values = {given.name: given.value for given in program.givens}
    for changed, expected in ((values[program.changed], final), (program.alternate_value, alternate.answer)):
        values[program.changed] = changed
        for operation in program.operations:
            values[operation.name] = evaluate(operation.expression, values)
        assert values[program.operations[-1].name] == expected
