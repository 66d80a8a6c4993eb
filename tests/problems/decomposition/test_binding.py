from fractions import Fraction

import pytest

from dunyazad.problems.decomposition.binding import Constant, Result, Stated, bind, compute
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.program import extract_program
from dunyazad.problems.decomposition.record import Rejected, SourceProblem

from .bound import Story, bound, code, numbers_of, sure

FIGS: Story = ("Odo picks 14 figs.", "He dries 5 figs an hour for 2 hours.", "How many figs are left?")


def origins(sentences: Story, solution: str, final: int | str) -> list[str]:
    """The plainest binding, as text: r0 for a result, the number's text, =7 for a constant."""
    bindings = sure(sentences, solution, final)
    out = []
    for origin in (origin for step in bindings.assignments[0] for origin in step):
        match origin:
            case Result(operation):
                out.append(f"r{operation}")
            case Stated(number, form):
                out.append(form.text.format(n=bindings.numbers[number].quantity.text))
            case Constant(value):
                out.append(f"={value}")
    return out


def test_literals_are_results_numbers_and_constants() -> None:
    assert origins(FIGS, "<<5*2=10>> <<14-10=4>>", 4) == ["5", "2", "14", "r0"]
    weekly = ("Odo dries 5 figs a day.", "How many figs does Odo dry in a week?")
    assert origins(weekly, "<<5*7=35>>", 35) == ["5", "=7"]


def test_constant_needs_a_word_that_calls_for_it() -> None:
    sentences = ("Odo dries 5 figs at a time.", "How many figs does Odo dry?")
    assert code(bound(sentences, "<<5*7=35>>", 35)) == "literal-unbound"


@pytest.mark.parametrize(
    ("text", "solution", "final", "expected"),
    [
        ("Uma has 50 figs and eats 20% of them.", "<<50*20/100=10>>", 10, ["50", "(20% / 100)"]),
        ("Uma has 50 figs and eats 20% of them.", "<<50*0.2=10>>", 10, ["50", "(20% / 100)"]),
        ("Uma has 50 figs and eats 20% of them.", "<<50*.8=40>>", 40, ["50", "(1 - 20% / 100)"]),
        ("Uma has 50 figs and eats 20% of them.", "<<50*80/100=40>>", 40, ["50", "(1 - 20% / 100)"]),
        ("Of 50 figs, 20% are eaten.", "<<100-20=80>> <<50*80*.01=40>>", 40, ["=100", "20%", "50", "r0", "=1/100"]),
        ("Uma has 48 figs and eats 3/4 of them.", "<<48*3/4=36>>", 36, ["48", "3/4"]),
        ("Uma has 48 figs and eats 3/4 of them.", "<<48/4*3=36>>", 36, ["48", "3/4"]),
        ("Uma has 48 figs and eats half of them.", "<<48/2=24>>", 24, ["48", "(1 / half)"]),
        ("Uma has 48 figs and eats a third of them.", "<<48/3=16>>", 16, ["48", "(1 / a third)"]),
        ("Uma has 3 dozen figs and eats 6 figs.", "<<3*12=36>> <<36-6=30>>", 30, ["3 dozen", "=12", "r0", "6"]),
        ("Uma has 3 dozen figs and eats 6 figs.", "<<36-6=30>>", 30, ["(3 dozen * 12)", "6"]),
        ("Uma has 9 figs, three times as many as Lio.", "<<9/3=3>> <<9+3=12>>", 12, ["9", "three", "9", "r0"]),
        ("Uma works 2 hours at 3 figs a minute.", "<<120*3=360>>", 360, ["(2 * 60)", "3"]),
        ("Uma pays 50 cents for each of 8 figs, in dollars.", "<<0.5*8=4>>", 4, ["(50 cents / 100)", "8"]),
    ],
)
def test_forms(text: str, solution: str, final: int, expected: list[str]) -> None:
    expected = [word.replace("50 cents", "50") for word in expected]
    assert origins((text, "What is the number?"), solution, final) == expected


def test_all_ways_are_kept_and_compute_the_answer() -> None:
    """5 + 5: each of the two fives may be either; both must be used."""
    sentences = ("Odo picks 5 figs and 5 pears.", "How many fruits does Odo pick?")
    bindings = sure(sentences, "<<5+5=10>>", 10)
    assert len(bindings.assignments) == 2
    assert {compute(bindings, assignment, {})[-1] for assignment in bindings.assignments} == {Fraction(10)}
    assert {compute(bindings, assignment, {0: Fraction(6)})[-1] for assignment in bindings.assignments} == {
        Fraction(11)
    }


def test_plainest_way_is_shown_first() -> None:
    """5 packs of 5, and 60 minutes rather than the 60% once more."""
    packs = ("Odo buys 5 packs.", "Each pack has 5 figs.", "How many figs does Odo buy?")
    bindings = sure(packs, "<<5*5=25>>", 25)
    assert sorted(o.number for o in bindings.assignments[0][0] if isinstance(o, Stated)) == [0, 1]
    week = ("Odo eats 5 figs, then 2 more than that, then 7 days pass.", "How many figs does Odo eat?")
    assert origins(week, "<<5+2=7>> <<5+7=12>>", 12) == ["5", "2", "5", "r0"]
    charge = ("A lamp is at 60% and takes 3 minutes a point.", "In how many hours is it full?")
    assert origins(charge, "<<100-60=40>> <<40*3=120>> <<120/60=2>>", 2) == ["=100", "60%", "r0", "3", "r1", "=60"]


def test_step_that_does_not_feed_the_answer_rejects() -> None:
    assert code(bound(FIGS, "<<14*2=28>> <<5*2=10>> <<14-10=4>>", 4)) == "step-idle"


def test_equation_that_feeds_nothing_is_left_out() -> None:
    bindings = sure(FIGS, "14 + 5 = 19 would be too many. <<5*2=10>> <<14-10=4>>", 4)
    assert len(bindings.operations) == 2


def test_literal_that_an_unannotated_equation_gives_is_its_result() -> None:
    """The 10 is no number of the text here, though the text states one."""
    sentences = ("Odo picks 14 figs in 10 minutes.", "He dries 5 figs an hour for 2 hours.", "How many figs are left?")
    assert origins(sentences, "5 * 2 = 10 figs are dried. <<14-10=4>>", 4) == ["5", "2", "14", "r0"]


def test_part_that_the_solution_leaves_out_rejects() -> None:
    """A quarter off is 80 / 4 here: the 4 would be bound to the 4 lessons."""
    sentences = ("Lio charges $80 for each of 4 lessons.", "A friend pays 25% less for 2 lessons.", "What do all pay?")
    solution = "<<80*4=320>> <<80/4=20>> <<80-20=60>> <<60*2=120>> <<320+120=440>>"
    assert code(bound(sentences, solution, 440)) == "part-unused"


def test_written_fraction_is_joined_though_its_halves_stand_elsewhere() -> None:
    """The 2/5 of the text, not the 2 and the 5 of it."""
    sentences = ("Uma reads 5 books in 2 days, and 2/5 of them again.", "How many books does Uma read again?")
    assert origins(sentences, "<<2/5*5=2>>", 2) == ["2/5", "5"]


def test_twice_is_used_before_a_two_that_counts_things() -> None:
    sentences = ("Uma has two shelves, one with 20 books.", "The other has twice as many.", "How many has the other?")
    bindings = sure(sentences, "<<20*2=40>>", 40)
    assert [o.number for o in bindings.assignments[0][0] if isinstance(o, Stated)] == [2, 3]
    assert len(bindings.assignments) == 1


def test_too_many_ways_reject() -> None:
    sentences = (" ".join(["Odo has 2 figs."] * 8), "How many figs does Odo have?")
    assert code(bound(sentences, "<<2+2+2+2+2+2+2+2=16>>", 16)) == "too-many-bindings"


def test_list_of_numbers_is_no_word_problem() -> None:
    sentences = (" ".join(f"Odo has {count} figs." for count in range(2, 60)), "How many figs does Odo have?")
    assert code(bound(sentences, "<<2+3=5>>", 5)) == "too-many-numbers"


def test_program_without_numbers_of_the_text_rejects() -> None:
    sentences = ("Odo works every day of every week.", "How many hours are there in a week?")
    assert code(bound(sentences, "<<7*24=168>>", 168)) == "numbers-unused"


def test_result_comes_from_earlier_steps_only() -> None:
    raw = extract_program(SourceProblem("own/0", "", "<<9-2=7>> <<7-2=5>> #### 5", Fraction(5)))
    sentences = ("Odo has 5 figs and 2 pears.", "How many?")
    assert not isinstance(raw, Rejected)
    assert code(bind(raw, numbers_of(sentences), sentences)) == "literal-unbound"


def test_base_of_a_number() -> None:
    (number, dozens, share) = numbers_of(("Odo has $2.50, 3 dozen figs and 20% of the rest.",))
    assert [base_of(n.quantity) for n in (number, dozens, share)] == [Fraction(5, 2), 3, 20]
