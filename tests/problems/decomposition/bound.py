"""Problems of our own, bound to their programs, for the tests of the program side."""

from __future__ import annotations

from fractions import Fraction

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.alternates import Alternate, choose_alternate
from dunyazad.problems.decomposition.binding import Bindings, bind
from dunyazad.problems.decomposition.program import extract_program
from dunyazad.problems.decomposition.record import Rejected, SourceProblem, TextNumber

Story = tuple[str, ...]


def numbers_of(sentences: Story) -> tuple[TextNumber, ...]:
    return tuple(TextNumber(found, place) for place, text in enumerate(sentences) for found in find_quantities(text))


def bound(sentences: Story, solution: str, final: int | str) -> Bindings | Rejected:
    raw = extract_program(SourceProblem("own/0", " ".join(sentences), f"{solution}\n#### {final}", Fraction(final)))
    return raw if isinstance(raw, Rejected) else bind(raw, numbers_of(sentences), sentences)


def sure(sentences: Story, solution: str, final: int | str) -> Bindings:
    found = bound(sentences, solution, final)
    assert isinstance(found, Bindings), found
    return found


def changed(sentences: Story, solution: str, final: int | str, text: str, id: str = "own/0") -> Alternate | Rejected:
    """What comes of changing the number that is written as `text`, the first of that writing."""
    bindings = sure(sentences, solution, final)
    number = next(number for number in bindings.numbers if number.quantity.text == text)
    return choose_alternate(bindings, (number,), sentences, id)


def code(found: object) -> str:
    return found.code if isinstance(found, Rejected) else "fine"
