"""The page for annotated chains: whole, escaped, and working in a browser."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path

import msgspec
import pytest

from dunyazad._records import decode
from dunyazad.perl import AnnotatedChain, AnnotatedStep, ChainMark, ErrorNote, PremiseNote, StepMark
from dunyazad.report.chain_review_cards import make_chain_cards
from dunyazad.report.chain_review_html import render_chain_review

from .chain_made import chain, mark, plain_chain
from .test_html import BROWSER, EVIL, Checker


def page(*chains: AnnotatedChain, marks: tuple[ChainMark, ...] = (), **options: str) -> str:
    return render_chain_review(make_chain_cards(chains, marks), title="own.jsonl", total=9, **options)


def test_the_page_is_one_whole_file_without_network() -> None:
    shown = page(chain(), chain("other"), sample="2 of 9, seed 0")
    checker = Checker()
    checker.feed(shown)
    assert not checker.open
    assert len(checker.ids) == len(set(checker.ids))
    assert not checker.handlers
    assert not {"link", "img"} & set(checker.tags)
    assert not re.findall(r"https?://(?!www\.w3\.org)", shown)
    assert "default-src 'none'" in shown
    assert "drawn at random (2 of 9, seed 0)" in shown
    assert shown == page(chain(), chain("other"), sample="2 of 9, seed 0")


def test_each_step_tells_what_it_rests_on_and_what_it_is() -> None:
    shown = page(chain())
    assert 'data-premises="1 2" data-labels="accumulation_error"' in shown
    assert "Takes the 25." in shown
    assert "25 rolls" in shown
    assert "(“4”)" in shown  # the step's own number
    assert shown.count("data-premise=") == 1 + 2 + 3


def test_what_was_not_annotated_is_told_from_nothing() -> None:
    bare = AnnotatedChain(id="b", question="q", steps=(AnnotatedStep(number=1, text="one"),))
    shown = page(bare)
    assert shown.count("not annotated</span>") == 3
    assert "data-premises=" not in shown.partition("<script>")[0]
    empty = msgspec.structs.replace(bare, steps=(AnnotatedStep(number=1, text="one", premises=(), errors=()),))
    assert 'data-premises="" data-labels="correct"' in page(empty)


def test_hostile_text_stays_text() -> None:
    """Text of chains that would end the page's script, run one, or turn the text around."""
    evil = EVIL.replace("\ud800", "")
    step = AnnotatedStep(number=1, text=evil, premises=(PremiseNote(0, evil),), errors=(ErrorNote(evil, evil),))
    made = AnnotatedChain(
        id=evil, question=evil, steps=(step,), answer=evil, solution=evil, chain_errors=(ErrorNote(evil, evil),)
    )
    note = mark(made, StepMark(), note=evil)
    shown = render_chain_review(make_chain_cards([made], [note]), title=EVIL, total=1, sample=EVIL)
    checker = Checker()
    checker.feed(shown)
    assert not checker.open
    assert not checker.handlers
    assert checker.tags.count("script") == 1
    visible = re.sub(r'data-\w+="[^"]*"|<option value="[^"]*"', "", shown)
    assert "\u202e" not in visible
    assert "U+202E" in visible


def test_no_chain_at_all() -> None:
    assert "There is no chain to read." in page()


# Steps a person would take, then what the page says of itself: the marks as saved, and some of what is shown.
_DRIVEN = """<script>
const press = (...names) => names.forEach(
  (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
);
const click = (selector) => document.querySelector(`.card.current ${selector}`).click();
let saved = null;
URL.createObjectURL = (blob) => { saved = blob; return "#"; };
HTMLAnchorElement.prototype.click = () => {};
const report = (more) => {
  document.querySelector(".save").click();
  saved.text().then((text) => {
    const pre = document.createElement("pre");
    pre.id = "report";
    pre.textContent = JSON.stringify({ text, progress: document.querySelector(".progress").textContent, ...more });
    document.body.append(pre);
  });
};
%s
</script>"""


def driven(shown: str, script: str, folder: Path) -> dict[str, str]:
    place = folder / "page.html"
    place.write_text(shown.replace("</body>", _DRIVEN % script + "</body>"), encoding="utf-8")
    assert BROWSER is not None
    done = subprocess.run(
        [
            *(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"),
            *("--virtual-time-budget=2000", "--dump-dom", place.as_uri()),
        ],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    match = re.search(r'<pre id="report">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match is not None, done.stderr[-2000:]
    found: dict[str, str] = json.loads(html.unescape(match[1]))
    return found


def marks_in(found: dict[str, str]) -> list[ChainMark]:
    return [decode(line, ChainMark) for line in found["text"].splitlines()]


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_a_person_marks_by_keys_and_buttons_and_the_browser_keeps_it(tmp_path: Path) -> None:
    shown = page(chain(), plain_chain("second", ["correct", "correct"], "Why?"), sample="2 of 9, seed 0")
    found = driven(
        shown,
        """
        document.querySelector(".reader").value = "Ana";
        press("a");                 // step 1 as it is, on to step 2
        press("1", "o");            // it also rests on 1, and is wrong in some other way
        press("9");                 // no such premise: nothing happens
        press("j", "2", "M");       // step 3 does not rest on 2; Shift+M with no label yet gives that label
        press("u");                 // undo the label
        press("j", "m");            // the whole: missing steps
        const lit = [...document.querySelectorAll(".card.current .premise")].map((e) => e.dataset.step).join(" ");
        press("k");
        const after = [...document.querySelectorAll(".card.current .premise")].map((e) => e.dataset.step).join(" ");
        press("J", "A");            // the second chain, all as it is
        report({ lit, after, verdict: document.querySelector(".card.current .verdict").textContent });
        """,
        tmp_path,
    )
    first, second = marks_in(found)
    assert first.steps == (
        StepMark((0,), ("mathematical_error",)),
        StepMark((0, 1), ("other",)),
        StepMark((1,), None),
    )
    assert first.chain == ("missing_steps",)
    assert (first.reader, first.sample) == ("Ana", "2 of 9, seed 0")
    assert second.steps == (StepMark((0,), ("correct",)), StepMark((0,), ("correct",)))
    assert second.chain is None  # not annotated, and not judged
    assert (found["lit"], found["after"]) == ("", "1")
    # 3 × 2 + 1 of the first and 2 × 2 of the second; all but one label are judged, and 4 differ.
    assert found["progress"] == "1 of 2 done; 10 of 11 judged, 4 corrected"
    # The same page once more: what was said is still there.
    kept = driven(shown, "report({});", tmp_path)
    assert [m.steps for m in marks_in(kept)] == [first.steps, second.steps]
    assert kept["progress"] == found["progress"]


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_marks_to_begin_with_are_there_and_buttons_work(tmp_path: Path) -> None:
    begun = mark(chain(), StepMark((), ("correct",)), StepMark(), StepMark(), note="hm", chain=())
    found = driven(
        page(chain(), marks=(begun,)),
        """
        click('[data-step="2"] [data-premise="1"]');
        click('[data-step="2"] [data-label="other"]');
        click('[data-step="1"] [data-label="correct"]');   // pressed again: taken back
        click('[data-step="3"] .accept');
        click('[data-chain-label="other"]');
        report({});
        """,
        tmp_path,
    )
    [said] = marks_in(found)
    assert said.steps == (
        StepMark((), None),
        StepMark((0, 1), ("other",)),
        StepMark((1, 2), ("accumulation_error",)),
    )
    assert said.chain == ("other",)
    assert said.note == "hm"


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_regression_marks_to_begin_with_show_where_the_draw_was_opened_before(tmp_path: Path) -> None:
    """What the browser kept of the page without marks, blank entries too, lay over them."""
    driven(page(chain()), 'press("a"); press("u"); report({});', tmp_path)
    begun = mark(chain(), StepMark((), ("correct",)), StepMark(), StepMark(), note="hm", chain=())
    shown = page(chain(), marks=(begun,))
    [said] = marks_in(driven(shown, "report({});", tmp_path))
    assert (said.steps[0], said.note) == (begun.steps[0], "hm")
    # What the reader takes away of them stays away.
    driven(shown, 'press("x"); report({});', tmp_path)
    [said] = marks_in(driven(shown, "report({});", tmp_path))
    assert (said.steps[0], said.note) == (StepMark(), "hm")


def test_regression_pages_that_begin_with_other_marks_keep_theirs_apart() -> None:
    marks = [mark(chain(), StepMark(), StepMark(), StepMark(), note=note) for note in ("one", "two")]
    keys = {
        re.findall(r'data-key="(\w{16})"', shown)[0]
        for shown in (page(chain()), *(page(chain(), marks=(m,)) for m in marks))
    }
    assert len(keys) == 3


_TYPE = """
const write = (text) => {
  const area = document.querySelector(".card.current textarea");
  area.value = text;
  area.dispatchEvent(new Event("input"));
};
"""


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_regression_a_note_is_kept_while_it_is_typed(tmp_path: Path) -> None:
    """It was kept only when the field was left; typing it is still one step to undo."""
    shown = page(chain())
    driven(shown, _TYPE + 'write("h"); write("hm"); dispatchEvent(new Event("pagehide")); report({});', tmp_path)
    [said] = marks_in(driven(shown, "report({});", tmp_path))
    assert said.note == "hm"
    driven(shown, _TYPE + 'write("hmm"); setTimeout(() => report({}), 900);', tmp_path)
    [said] = marks_in(driven(shown, _TYPE + 'write("a"); write("ab"); press("u"); report({});', tmp_path))
    assert said.note == "hmm"


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_regression_a_second_tab_does_not_wipe_the_marks_of_the_first(tmp_path: Path) -> None:
    shown = page(chain(), plain_chain("second", ["correct", "correct"], "Why?"))
    found = driven(
        shown,
        """
        press("a");
        const key = Object.keys(localStorage)[0], kept = JSON.parse(localStorage.getItem(key));
        kept.marks.second = { steps: [{ premises: [0], labels: ["other"] }], chain: null, note: "from the other tab" };
        localStorage.setItem(key, JSON.stringify(kept));
        press("a");                                                  // writes beside it, though it was not yet told
        const beside = JSON.parse(localStorage.getItem(key)).marks.second.note;
        dispatchEvent(new StorageEvent("storage", { key }));         // now it is told
        report({ beside });
        """,
        tmp_path,
    )
    first, second = marks_in(found)
    assert found["beside"] == second.note == "from the other tab"
    assert second.steps[0] == StepMark((0,), ("other",))
    assert first.steps[1].labels is not None


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_regression_loading_marks_takes_nothing_away_and_is_one_step_to_undo(tmp_path: Path) -> None:
    old = mark(chain(), StepMark((), None), StepMark(None, ("other",)), StepMark(), note="", reader="Ben")
    line = json.dumps(msgspec.json.encode(old).decode())
    found = driven(
        page(chain()),
        """
        document.querySelector(".reader").value = "Ana";
        press("a");
        const given = new DataTransfer(), field = document.querySelector("input[type=file]");
        given.items.add(new File([LINE], "marks.jsonl"));
        field.files = given.files;
        field.dispatchEvent(new Event("change"));
        setTimeout(async () => {
          document.querySelector(".save").click();
          const loaded = await saved.text();
          press("u");
          report({ loaded });
        }, 300);
        """.replace("LINE", line),
        tmp_path,
    )
    [loaded], [undone] = (marks_in({"text": found[name]}) for name in ("loaded", "text"))
    assert loaded.reader == undone.reader == "Ana"
    assert loaded.steps == (StepMark((), ("mathematical_error",)), StepMark(None, ("other",)), StepMark())
    assert undone.steps == (StepMark((0,), ("mathematical_error",)), StepMark(), StepMark())


@pytest.mark.skipif(BROWSER is None, reason="needs a Chromium")
def test_regression_two_digits_reach_the_premises_above_nine(tmp_path: Path) -> None:
    long = plain_chain("long", ["correct"] * 14, "Why?")
    found = driven(
        page(long),
        """
        press(..."j".repeat(13), "x", "1", "2", "1", "j", "k", "0", "5");   // 12; 1, ended by another key; Q; 5
        press("1");                                                       // 1 out again, ended by waiting
        setTimeout(() => { press("3"); report({}); }, 900);               // so that this is not 13
        """,
        tmp_path,
    )
    [said] = marks_in(found)
    assert said.steps[13].premises == (3, 5, 12)
