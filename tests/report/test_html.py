from __future__ import annotations

import re
import sys
from html.parser import HTMLParser

import pytest

from dunyazad._exceptions import MissingExtraError
from dunyazad.report import ReportData, build_report, render_html
from dunyazad.report.figures import accuracy_figure

from .factory import make_chain, make_solution, make_verification

EVIL = "</pre></script><script>alert(1)</script>\" onmouseover='x' \u202e24\u202c {{ 7 * 7 }} &lt; \ud800 <!--"
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Checker(HTMLParser):
    """Collects what a well-formed page must get right."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "xlink:href"):
                self.targets.add(value or "")
            elif name.startswith("on") or name == "src":
                self.handlers.append(name)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def data() -> ReportData:
    solutions = [
        make_solution(make_chain(1)),
        make_solution(make_chain(3, "backward", index=1), ["correct", "wrong_branch", "inherited"]),
        make_solution(make_chain(3, index=2), outcome="failed", reason=EVIL, model=EVIL),
        make_solution(
            make_chain(2, index=3), response=f"{EVIL}\n{'y' * 9_000}", answers_text=EVIL, id=EVIL, model=EVIL
        ),
        make_solution(make_chain(2, index=4), response=EVIL * 60, model=EVIL),
        make_solution(make_chain(1, index=5), model="simulated(accuracy=1)", planted=("correct",), response="plain"),
    ]
    steps = [(EVIL, (0,), "mathematical_error"), ("y" * 9_000, (0, 1), "accumulation_error")]
    verifications = [
        make_verification(solutions[1]),
        make_verification(solutions[3], steps),  # type: ignore[arg-type]
        make_verification(solutions[5], [("plain", (), "correct")]),
    ]
    return build_report(solutions, verifications, title=f"A trial {EVIL}", made="today")


@pytest.fixture(scope="module")
def page(data: ReportData) -> str:
    return render_html(data)


@pytest.fixture(scope="module")
def parsed(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    return checker


def test_well_formed_with_unique_ids_and_sound_links(parsed: Checker) -> None:
    assert parsed.open == []
    assert len(parsed.ids) == len(set(parsed.ids))
    assert all(target.startswith("#") for target in parsed.targets)
    assert {target[1:] for target in parsed.targets} <= set(parsed.ids)


def test_model_text_is_inert(page: str, parsed: Checker) -> None:
    assert parsed.tags.count("script") == 1
    assert parsed.handlers == []
    assert "<script>alert" not in page
    assert "{{ 7 * 7 }}" in page
    assert "\u202e" not in page
    assert "U+202E" in page
    page.encode("utf-8")


def test_nothing_is_fetched(page: str) -> None:
    assert not re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", page)
    assert not re.findall(r"@import|url\((?!#)|<(?:link|img|iframe|object|base)\b", page)
    assert "default-src 'none'" in page


def test_what_a_reader_needs_is_there(page: str, parsed: Checker) -> None:
    text = "".join(parsed.text)
    assert '<html lang="en">' in page
    assert page.count('role="img" aria-label="') == 2 * 3
    assert "first failed at link 2" in text
    assert "gate on problem 2" in text
    assert "expected 20" in text
    assert "from step 3" in text
    assert "the left side is 20" in text
    assert "5,000 more characters are not in this page" in text
    assert "Simulated." in text
    # Badges: the contents, the heading, the list and the card.
    assert page.count('<span class="badge">simulated</span>') == 4


def test_step_card_golden(page: str) -> None:
    found = re.search(r'<li class="step v-accumulation_error" id="(c\d+)s4".*?</li>', page, re.DOTALL)
    assert found is not None
    name = found.group(1)
    assert found.group() == (
        f"""<li class="step v-accumulation_error" id="{name}s4" data-step="4" tabindex="0">
<div class="head"><span class="number">4</span> <span class="quiet">Step 4</span>\
<span class="sign s-accumulation_error" \
title="Sound in itself, but rests on a wrong step."><span aria-hidden="true">↯</span> inherited error</span> \
<a class="origin" href="#{name}s3">from step 3</a></div>
<div class="prose" dir="auto">Tor has 25 lamps, so Ines walks 7 miles.</div>
<p class="rests">rests on <a href="#{name}s0" data-from="0">the question</a> <span class="quiet">(uses step 0)</span>, \
<a href="#{name}s3" data-from="3">3</a> <span class="quiet">(uses step 3)</span></p>
</li>"""
    )


def test_same_figure_same_bytes(data: ReportData) -> None:
    group = data.summary.groups[-1]
    first = accuracy_figure(group, name="one")
    assert accuracy_figure(group, name="one") == first
    assert "independent links" in first
    assert len(first) < 60_000


def test_empty_report_is_a_page() -> None:
    page = render_html(build_report([]))
    assert "There are no solutions." in page
    assert "No chain is shown here." in page


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match=r"dunyazad\[report\]"):
        render_html(build_report([]))
