"""Prompt files: blanks, versions, hashes, replacement, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from dunyazad import InputError
from dunyazad.prompts import default_prompts, load_prompts, read_template

TEXT = (
    "version: 3\nneeds: steps|earlier, number\nmay: question\n"
    "=== system\nBe brief.\n=== user\n{{steps}}\nStep {{number}}?"
)


def test_a_prompt_file_is_read() -> None:
    template = read_template(TEXT, "demo")
    assert (template.name, template.version, template.system) == ("demo", "3", "Be brief.")
    assert template.needs == (("steps", "earlier"), ("number",))
    assert template.may == ("question",)
    assert template.sha256 == hashlib.sha256(b"Be brief.\0{{steps}}\nStep {{number}}?").hexdigest()


def test_blanks_are_filled_once_and_braces_stay() -> None:
    template = read_template('needs: a, b\n=== user\n{"x": {{a}}} {{b}}', "demo")
    prompt = template.prompt("k", '{"type": "object"}', a="{{b}}", b="\\1 {{a}}")
    assert prompt.user == '{"x": {{b}}} \\1 {{a}}'
    assert (prompt.key, prompt.system, prompt.schema) == ("k", "", '{"type": "object"}')


def test_the_hash_is_of_the_text_alone() -> None:
    assert read_template(TEXT.replace("3", "4"), "x").sha256 == read_template(TEXT, "y").sha256
    assert read_template(TEXT.replace("brief", "long"), "x").sha256 != read_template(TEXT, "x").sha256


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{step}}", "a prompt has a line '=== user'"),
        ("=== system\na", "a prompt has a line '=== user'"),
        ("=== user\na\n=== user\nb", "a prompt has a line '=== user'"),
        ("=== user\n \n", "a prompt has a line '=== user'"),
        ("needs: step\n=== user\n{{stpe}}", r"unknown blank \{\{stpe\}\}; there are: step"),
        ("needs: step\n=== user\n{{step}} {{ step }}", r"unknown blank \{\{ step \}\}"),
        ("needs: step|number\n=== user\nhello", r"the blank \{\{step\}\} or \{\{number\}\} is missing"),
        ("Hello there\n=== user\nhello", "before the parts stand .* not 'Hello there'"),
    ],
)
def test_a_bad_file_is_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_template(text, "mine.txt")
    assert str(caught.value).startswith("mine.txt: ")
    assert "\n" not in str(caught.value)


def test_a_folder_replaces_single_texts(tmp_path: Path) -> None:
    (tmp_path / "premises-aggregative.txt").write_text("=== user\n{{earlier}}\nNow: {{step}}\n", "utf-8")
    (tmp_path / "readme.md").write_text("not a prompt")
    mine, ours = load_prompts(tmp_path), default_prompts()
    assert mine["premises-aggregative"].version == "custom"
    assert mine["premises-aggregative"].sha256 != ours["premises-aggregative"].sha256
    assert mine["premises-aggregative"].needs == ours["premises-aggregative"].needs
    assert mine["premises-dyadic"] == ours["premises-dyadic"]
    assert mine.names == ours.names


def test_without_a_folder_the_package_speaks() -> None:
    assert load_prompts() is default_prompts()
    assert all(template.version.isdigit() for template in map(default_prompts().__getitem__, default_prompts().names))


def test_what_a_folder_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the folder of prompts .*nowhere"):
        load_prompts(tmp_path / "nowhere")
    (tmp_path / "premisses.txt").write_text("=== user\nx")
    with pytest.raises(InputError, match=r"premisses.txt: there is no prompt of that name .*premises-aggregative"):
        load_prompts(tmp_path)
    (tmp_path / "premisses.txt").unlink()
    (tmp_path / "premises-dyadic.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot read .*premises-dyadic.txt"):
        load_prompts(tmp_path)


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(InputError, match="no prompt 'guess'; there are: .*premises-minimal"):
        default_prompts()["guess"]
