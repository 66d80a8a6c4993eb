"""A report's numbers as JSON, for scripts."""

from __future__ import annotations

import msgspec

from dunyazad._records import encode
from dunyazad.report.record import ReportData

__all__ = ["report_json"]


def report_json(data: ReportData) -> str:
    """Give a report's numbers, without the chains' texts, as indented JSON; the schema is `dunyazad.report/1`.

    Rates are counts ("successes" of "n") with an interval from 0 to 1; over nothing the interval is null and "reason"
    says why.

    Example:
        >>> from dunyazad.report import build_report
        >>> print(report_json(build_report([], title="Trial")))
        {
          "schema": "dunyazad.report/1",
          "title": "Trial",
          "made": "",
          "level": 0.95,
          "n": 0,
          "groups": [],
          "notes": [
            "There are no solutions."
          ]
        }
    """
    return msgspec.json.format(encode(data.summary), indent=2).decode()
