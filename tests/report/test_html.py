from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from dunyazad._exceptions import MissingExtraError
from dunyazad.errors.record import Evidence
from dunyazad.report import ReportData, build_report, html, render_html
from dunyazad.report.figures import _ticks, accuracy_figure, diagnosis_figure
from dunyazad.solving.record import Diagnosis, Outcome

from .factory import make_chain, make_solution, make_verification

EVIL = "</pre></script><script>alert(1)</script>\" onmouseover='x' \u202e24\u202c {{ 7 * 7 }} &lt; \ud800 <!--"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
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
        f"""<li class="step v-accumulation_error" id="{name}s4" data-step="4" tabindex="-1">
<div class="head"><span class="number">4</span> <span class="quiet">Step 4</span>\
<span class="sign s-accumulation_error" \
title="Sound in itself, but rests on a wrong step."><span aria-hidden="true">↯</span> accumulation error</span> \
<a class="origin" href="#{name}s3">from step 3</a></div>
<div class="prose" dir="auto">Tor has 25 lamps, so Ines walks 7 miles.</div>
<p class="rests">rests on <a href="#{name}s0" data-from="0">the question</a> <span class="quiet">(uses step 0)</span>, \
<a href="#{name}s3" data-from="3">3</a> <span class="quiet">(uses step 3)</span></p>
</li>"""
    )


def test_evidence_is_not_said_twice() -> None:
    """ "10 * 2 = 20", "10 * 2 = 20 holds" once stood side by side, and what holds was "expected" besides."""
    solution = make_solution(make_chain(1), response="Step 1: 10 * 2 = 20")
    judged = make_verification(solution, [("Step 1: 10 * 2 = 20", (0,), "correct")])
    found = (Evidence("10 * 2 = 20", "10 * 2 = 20 holds", "20", holds=True), Evidence("20", "no value", "21"))
    verdicts = (msgspec.structs.replace(judged.verdicts[0], evidence=found),)
    page = render_html(build_report([solution], [msgspec.structs.replace(judged, verdicts=verdicts)]))
    items = re.findall(r'<li class="(?:for|against)">.*?</li>', page)
    assert [re.sub(r"<[^>]+>", "", item) for item in items] == ["✓ 10 * 2 = 20 holds", "✗ 20 no value expected 21"]
    assert page.count("Step 1") == 2  # in the step, and in the response as written; not as a label too


def test_the_telling_chain_opens(data: ReportData, page: str) -> None:
    # Of a real model, of length 3, failed at a link, verified: it stands third, after what sorts before it.
    assert data.cards[data.opens].chain_id == "backward-3-1"
    assert f'<div class="browser" data-opens="{data.opens}">' in page
    assert "dataset.opens" in page
    # An address with a chain in it still wins.
    assert "if (!open(false)) show(" in page


def test_a_newcomer_is_told_what_is_seen(page: str) -> None:
    intro = re.search(r'<p class="intro">(.*?)</p>', page)
    assert intro is not None
    assert len(re.findall(r"\.(?: |$)", intro.group(1))) == 2


def test_names_are_isolated_from_what_stands_around_them() -> None:
    """A right-to-left name once reordered the words beside it."""
    page = render_html(build_report([make_solution(make_chain(1), model="שלום", id="עולם")]))
    outside = re.sub(r"<bdi>.*?</bdi>|<title>.*?</title>|<(?:option|div|li)\b[^>]*>", "", page)
    assert page.count("<bdi>שלום</bdi>") == 4
    assert not re.search("שלום(?!</option>)|עולם", outside)


@pytest.mark.parametrize("outcome", ["unparsed", "truncated", "refused", "failed"])
def test_what_has_no_answer_has_no_score(outcome: Outcome) -> None:
    """A response that was cut off was once listed as "0 of 2 right"."""
    gone: tuple[Diagnosis, ...] = ("not_answered", "not_answered")
    page = render_html(build_report([make_solution(make_chain(2), gone, outcome=outcome)]))
    assert " right<" not in page
    assert "none answered" in page


def test_long_chains_keep_tables_and_axes_readable() -> None:
    solutions = [make_solution(make_chain(length)) for length in (*range(1, 31), 100)]
    data = build_report(solutions, max_chains=1)
    page = render_html(data)
    assert "Only links 1 to 40 of 100 are shown." in page
    assert '<th scope="col">41</th>' not in page
    assert _ticks(range(1, 11)) == list(range(1, 11))
    # 99 / 14 is a little over 7: 8 steps lie between 1 and 9.
    assert _ticks([*range(1, 31), 100]) == [1, 9, 17, 25, 100]


def luminance(colour: str) -> float:
    digits = "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour[1:]
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_stands_out_from_its_ground() -> None:
    """Zeros in the tables once were too pale to read: 2.4 to 1, where 4.5 is asked for."""
    assert contrast("#fff", "#000") == pytest.approx(21)
    css = (Path(html.__file__).parent / "templates/page.css").read_text(encoding="utf-8")
    names = dict(re.findall(r"--([a-z]+):(#[0-9a-f]{3,6})", css))
    plain = re.sub(r"var\(--([a-z]+)\)", lambda match: names.get(match.group(1), match.group()), css)
    grounds = ["#fff", names["wash"], "#fdf8f6", "#fdfaf3", "#eef4f8", "#e6f2ec", "#f6f0ea"]
    found = 0
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        colour = re.search(r"(?<![-a-z])color:(#[0-9a-f]{3,6})", body)
        if colour is None:
            continue
        own = re.search(r"background:(#[0-9a-f]{3,6})", body)
        found += 1
        # The shades of a single element are its own business; all others may come to stand on any ground.
        for ground in [own.group(1)] if own else ["#fff"] if ".zero" in selector else grounds:
            assert contrast(colour.group(1), ground) >= 4.5, (selector, colour.group(1), ground)
    assert found > 15
    for shade in re.findall(r"\.[af]\d+\{background:(#[0-9a-f]{6})\}", plain):
        assert contrast(names["ink"], shade) >= 4.5


def test_focus_is_visible_and_steps_do_not_trap_the_tab_key(page: str) -> None:
    for what in ("a", "select", "summary", ".step", ".wide", ".chain"):
        assert f"{what}:focus-visible" in page
    assert 'tabindex="0"' not in page


def test_same_figure_same_bytes(data: ReportData) -> None:
    group = data.summary.groups[-1]
    first = accuracy_figure(group, name="one")
    assert accuracy_figure(group, name="one") == first
    assert "independent links" in first
    assert len(first) < 60_000


def test_narrow_figures_stack_their_panels(data: ReportData) -> None:
    group = data.summary.groups[-1]
    for draw in (accuracy_figure, diagnosis_figure):
        sizes = []
        for narrow in (False, True):
            found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', draw(group, name="one", narrow=narrow))
            assert found is not None
            sizes.append((float(found[1]), float(found[2])))
        # Points: 8.6 and 4.4 inches, and letters of 10 stay legible when 400 pixels hold the figure.
        assert [width for width, _ in sizes] == pytest.approx([619.2, 316.8])
    assert "independent links" in accuracy_figure(group, name="one", narrow=True)


_MEASURE = """<script>
onload = () => {
  const found = [...document.querySelectorAll("iframe")].map((frame) => {
    const page = frame.contentDocument, root = page.documentElement, [main] = page.querySelectorAll("table.numbers");
    const drawn = [...page.querySelectorAll(".plot svg")].filter((figure) => figure.getClientRects().length);
    return {
      whole: root.scrollWidth <= frame.clientWidth,
      cue: getComputedStyle(main.parentElement, "::before").content.includes("scroll sideways"),
      needed: main.parentElement.scrollWidth > main.parentElement.clientWidth + 1,
      figures: drawn.length,
      inside: drawn.every((figure) => figure.getBoundingClientRect().right <= frame.clientWidth),
    };
  });
  document.body.innerHTML = `<pre id="report">${JSON.stringify(found)}</pre>`;
};
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_nothing_is_cut_without_a_sign_at_any_width(page: str, data: ReportData, tmp_path: Path) -> None:
    """At 1,400 pixels the main table was once cut and did not say that it scrolls; at 400 figures were as well."""
    assert BROWSER is not None
    widths = (400, 800, 1400, 2000)
    shown = escape(page)
    frames = [f'<iframe style="width:{width}px;height:900px" srcdoc="{shown}"></iframe>' for width in widths]
    place = tmp_path / "frames.html"
    place.write_text(f"<body>{''.join(frames)}{_MEASURE}", encoding="utf-8")
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
         f"--user-data-dir={tmp_path}/profile", "--virtual-time-budget=4000", "--dump-dom", place.as_uri()],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    match = re.search(r'<pre id="report">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match is not None, done.stderr[-2000:]
    found = json.loads(unescape(match[1]))
    for each in found:
        assert each["whole"]
        assert each["inside"]
        assert each["cue"] == each["needed"]
        assert each["figures"] == 2 * len(data.summary.groups)
    assert [each["needed"] for each in found] == [True, True, False, False]


def test_empty_report_is_a_page() -> None:
    page = render_html(build_report([]))
    assert "There are no solutions." in page
    assert "No chain is shown here." in page


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match=r"dunyazad\[report\]"):
        render_html(build_report([]))


def test_final_claims_no_first_failure() -> None:
    """Under `final` the page once gave the only link asked for as the first that failed."""
    missed: list[Diagnosis] = ["not_asked", "undetermined"]
    fine: list[Diagnosis] = ["not_asked", "correct"]
    solutions = [make_solution(make_chain(2, index=k), each, protocol="final") for k, each in enumerate((missed, fine))]
    page = render_html(build_report(solutions))
    assert '<td class="left quiet" colspan="3">not asked link by link</td></tr>' in page
    assert "first failed at" not in page
    assert "not asked link by link, failed at link 2" in page
    assert "no failure seen</span> (not asked link by link)" in page
    assert "no link failed" not in page


def test_line_is_explained_where_it_is_drawn() -> None:
    page = render_html(build_report([make_solution(make_chain(length)) for length in (1, 2)]))
    assert "where a is the same per cent of responses at length 1" in page
    assert "% of responses" in page
    assert "Three denominators" in page
