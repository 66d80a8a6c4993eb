from __future__ import annotations

from dunyazad.chaining.tally import Count, Tally


def test_counts_come_with_the_most_frequent_first_and_few_examples() -> None:
    tally = Tally(examples=2)
    tally.add("rare", "a")
    for example in ("b", "c", "d"):
        tally.add("frequent", example)
    tally.add("rare too")
    assert list(tally) == [
        Count("frequent", 3, ("b", "c")),
        Count("rare", 1, ("a",)),
        Count("rare too", 1),
    ]
    assert tally.total == 5
    assert str(tally) == "frequent: 3, rare: 1, rare too: 1"


def test_regression_no_example_stands_twice() -> None:
    # A name that most problems share came back with every block of candidates, and was all three examples.
    tally = Tally(examples=2)
    for examples in (("Ann", "Ann"), ("Ann",), ("Ben", "Cid")):
        tally.add("shared", *examples)
    assert list(tally) == [Count("shared", 3, ("Ann", "Ben"))]


def test_an_empty_tally() -> None:
    assert list(Tally()) == []
    assert (Tally().total, str(Tally())) == (0, "")
