from __future__ import annotations

import sys
import threading

import pytest

from dunyazad.cli.progress import track


@pytest.mark.parametrize("steady", [True, False])
@pytest.mark.parametrize("terminal", [True, False])
def test_all_items_pass(terminal: bool, steady: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert list(track(iter("abc"), "Spelling", steady=steady)) == ["a", "b", "c"]
    assert list(track([], "Spelling", 0, steady=steady)) == []


def test_a_steady_bar_has_no_thread(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # With one, processes would have to be started as new interpreters.
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    before = threading.active_count()
    assert [threading.active_count() for _ in track(range(3), "Counting", 3, steady=True)] == [before] * 3
