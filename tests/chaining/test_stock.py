from __future__ import annotations

from collections.abc import Callable

from dunyazad.chaining.layout import Slot
from dunyazad.chaining.material import Material
from dunyazad.chaining.stock import Pieces, Stock, Units
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]


def test_pieces_are_numbered_in_a_row_and_stand_as_inside_json() -> None:
    pieces = Pieces()
    assert pieces.add(["a", 'say "é"', ""]) == 1
    assert pieces.texts[:4].tolist() == [b"", b"a", 'say \\"é\\"'.encode(), b""]
    assert pieces.lengths[:4].tolist() == [b"", b",1", b",7", b",0"]  # characters, not bytes; absent is not empty


def test_pieces_that_are_forgotten_give_their_numbers_away() -> None:
    pieces = Pieces()
    kept = pieces.add(["kept"]) + 1
    assert pieces.add(["one", "two"]) == kept
    pieces.forget(kept)
    assert pieces.add(["three"]) == kept
    assert pieces.texts[:3].tolist() == [b"", b"kept", b"three"]


def test_there_is_room_for_any_number_of_pieces() -> None:
    pieces = Pieces()
    firsts = [pieces.add([str(number), "x" * number]) for number in range(1500)]
    assert pieces.add([str(number) for number in range(20_000)]) == 3001
    assert [pieces.texts[first] for first in firsts] == [b"%d" % number for number in range(1500)]
    assert pieces.lengths[firsts[1234] + 1] == b",1234"


def test_the_parts_of_problems_stand_at_their_places(invent: Invent) -> None:
    problems = [invent(0), invent(1)]
    stock = Stock([Material(problem) for problem in problems])
    for base, problem in zip(stock.bases, problems, strict=True):
        told = {
            stock.place("claim", 0): problem.conclusion,
            stock.place("claim", 1): problem.wrong_conclusion,
            stock.place("first", 0): problem.first_premise,
            stock.place("branch", 1): problem.alternate_first_premise,
            stock.place("asked", 0): problem.question,
            stock.place("premises", 0): problem.premises,
        }
        assert sorted(told) == list(range(6))
        assert {place: stock.pieces.texts[base + place].decode() for place in told} == told


def test_wording_is_kept_once(invent: Invent) -> None:
    stock = Stock([Material(invent(0))])
    assert stock.wording("If [") == stock.wording("If [") != stock.wording("If not [")


def test_units_grow_in_both_directions(invent: Invent) -> None:
    stock = Stock([Material(invent(0))])
    units = Units(stock, 3)
    small = [units.add([(0, Slot(" ", "question", 0))], b"[%d]" % number) for number in range(200)]
    large = units.add([(place % 3, Slot("x", "claim", 1)) for place in range(9)], b"[l]")
    assert small == list(range(1, 201))
    assert units.labels[[0, 1, 200, large]].tolist() == [b"", b",[0]", b",[199]", b",[l]"]
    assert units.sources[large].tolist() == [0, 1, 2] * 3
    # Nothing stands in the slots that a unit does not have, in none of the empty unit.
    assert units.sources[small[150]].tolist() == [0] + [3] * 8
    assert units.gaps[small[150]].tolist() == [stock.wording(" ")] + [0] * 8
    assert units.places[small[150]].tolist() == [stock.place("question", 0)] + [0] * 8
    assert set(units.sources[0].tolist()) == {3}
