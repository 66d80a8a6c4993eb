"""Tables, figures and the HTML page."""

from dunyazad.report.as_json import report_json
from dunyazad.report.build import build_report
from dunyazad.report.html import render_html
from dunyazad.report.record import Interval, Rate, ReportData, Summary
from dunyazad.report.statistics import clustered_rate, independent_line, wilson
from dunyazad.report.terminal import render_terminal

__all__ = [
    "Interval",
    "Rate",
    "ReportData",
    "Summary",
    "build_report",
    "clustered_rate",
    "independent_line",
    "render_html",
    "render_terminal",
    "report_json",
    "wilson",
]
