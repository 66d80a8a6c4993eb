"""Tables, figures and the HTML page."""

from dunyazad.report.as_json import report_json
from dunyazad.report.build import build_report
from dunyazad.report.html import render_html
from dunyazad.report.record import Interval, Rate, ReportData, Summary
from dunyazad.report.review_cards import draw_sample, make_cards
from dunyazad.report.review_html import render_review
from dunyazad.report.review_marks import agree, denied, read_marks
from dunyazad.report.review_record import Agreement, Mark
from dunyazad.report.statistics import clustered_rate, independent_line, wilson
from dunyazad.report.terminal import render_terminal

__all__ = [
    "Agreement",
    "Interval",
    "Mark",
    "Rate",
    "ReportData",
    "Summary",
    "agree",
    "build_report",
    "clustered_rate",
    "denied",
    "draw_sample",
    "independent_line",
    "make_cards",
    "read_marks",
    "render_html",
    "render_review",
    "render_terminal",
    "report_json",
    "wilson",
]
