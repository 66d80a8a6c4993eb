"""One test for each kind of story that its source's solution reads in one of two ways."""

from __future__ import annotations

from dunyazad.problems.decomposition.alternates import Alternate

from .bound import changed, code


def test_pairs_are_bought_and_single_ones_asked_for() -> None:
    story = ("Odo has $90 a week.", "A pair of shoes costs $30.", "How many shoes can Odo buy?")
    assert code(changed(story, "<<90/30=3>>", 3, "$90")) == "reading-pairs"
    asked = ("Odo has $90 a week.", "A pair of shoes costs $30.", "How many pairs of shoes can Odo buy?")
    assert isinstance(changed(asked, "<<90/30=3>>", 3, "$90"), Alternate)


def test_a_loss_each_year_that_may_be_of_what_is_left() -> None:
    story = ("A boat costs $4000.", "Its value drops by 10% every year.", "What is it worth after 3 years?")
    solution = "<<4000*10/100=400>> <<400*3=1200>> <<4000-1200=2800>>"
    assert code(changed(story, solution, 2800, "$4000")) == "reading-compound"
    once = ("A boat costs $4000.", "Its value drops by 10%.", "What is it worth then?")
    assert isinstance(changed(once, "<<4000*10/100=400>> <<4000-400=3600>>", 3600, "$4000"), Alternate)


def test_several_never_become_one() -> None:
    for place in range(12):
        story = ("Odo has 7 jars of figs.", "He keeps 4 and loses several.", "How many jars does Odo lose?")
        found = changed(story, "<<7-4=3>>", 3, "7", f"own/{place}")
        assert not isinstance(found, Alternate) or found.answer > 1
