"""spaCy where it is broken, and models that are not what the rules need: one line, no traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dunyazad._exceptions import InputError, MissingExtraError
from dunyazad._records import require
from dunyazad.problems.decomposition import parse


def test_a_broken_dependency_is_told_from_a_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_for_test.py").write_text("raise ImportError('another numpy was expected')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="broken_for_test is installed and cannot be imported: another numpy"):
        require("broken_for_test", "decompose")
    with pytest.raises(MissingExtraError, match=r"dunyazad\[decompose\]"):
        require("absent_for_test", "decompose")


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("raise OSError('[E050] no such model')", r"cannot be loaded: \[E050\] no such model"),
        ("import types; return types.SimpleNamespace(pipe_names=['tagger'])", "has no lemmatizer, parser"),
    ],
)
def test_a_wrong_model_is_one_line(model: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = pytest.importorskip("spacy", reason="needs the extra `decompose`")
    made: dict[str, Any] = {}
    exec(f"def load(name, **_): {model}", made)
    monkeypatch.setattr(spacy, "load", made["load"])
    monkeypatch.setattr(parse, "_pipeline", parse._pipeline.__wrapped__)
    with pytest.raises(InputError, match=message):
        parse.parse("A text that nobody has parsed before.")
