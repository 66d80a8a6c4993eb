"""Intervals where the bootstrap has nothing to say."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from dunyazad.benchmarks.intervals import clustered_intervals
from dunyazad.benchmarks.processbench import ProcessRow


def _third(drawn: Iterable[ProcessRow]) -> list[float | None]:
    rows = list(drawn)
    return [sum(row.found == 1 for row in rows) / len(rows)]


def _questions(count: int) -> list[ProcessRow]:
    """Of each question three chains, one of them right."""
    return [ProcessRow(str(k), "", 1, 1 if turn == 0 else 2) for k in range(count) for turn in range(3)]


def test_draws_that_all_coincide_between_0_and_1_give_no_interval_without_width() -> None:
    # Wilson for 1/3 of 3: z = 1.96, z² = 3.8415; centre (1/3 + 0.6402)/2.2805 = 0.4269; half 0.8595·√(2/27 + 0.1067).
    (interval,) = clustered_intervals(_questions(3), _third)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((0.0615, 0.7923), abs=1e-3)
    (more,) = clustered_intervals(_questions(300), _third)
    assert more is not None
    assert 0.27 < more.low < 1 / 3 < more.high < 0.40


def test_a_figure_of_one_question_alone_has_no_interval_where_all_draws_coincide() -> None:
    def of_first(drawn: Iterable[ProcessRow]) -> list[float | None]:
        own = [row for row in drawn if row.question == "0"]
        return _third(own) if own else [None]

    assert clustered_intervals(_questions(3), of_first) == (None,)
