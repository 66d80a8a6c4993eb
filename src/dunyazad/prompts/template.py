"""Prompt files: a system and a user part with named blanks, versioned and hashed.

A file reads

    version: 1
    needs: steps, number|step
    may: question
    === system
    You find ...
    === user
    {{question}}
    {{steps}}
    Which steps does step {{number}} rest on?

`needs` names the blanks that a text must have (one of those parted by `|`), `may` those that it can have besides. Both
are read from the packaged file alone: they are what the method fills. A file of the same name in the user's folder
replaces the text; it needs no header, its version is then "custom".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._prompts import Prompt

__all__ = ["PromptSet", "PromptTemplate", "default_prompts", "load_prompts", "read_template"]

_BLANK = re.compile(r"\{\{([a-z_]{1,40})\}\}")
_ANY_BLANK = re.compile(r"\{\{([^{}\n]{0,60})\}\}")
_HEADER = re.compile(r"(version|needs|may):[ \t]*(.*)")
_PARTS = re.compile(r"^=== (system|user)[ \t]*\r?$\n?", re.MULTILINE)


class PromptTemplate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prompt with blanks.

    Attributes:
        name: What asks for it ("premises-aggregative").
        version: The file's; "custom" where it names none.
        system: The system message; the same for every step of every chain.
        user: The user message.
        needs: Blanks that the text must have; of a tuple, one at least.
        may: Blanks that it can have besides.
        sha256: Of the system and the user part: what records say was sent.
    """

    name: str
    version: str
    system: str
    user: str
    needs: tuple[tuple[str, ...], ...] = ()
    may: tuple[str, ...] = ()
    sha256: str

    def prompt(self, key: str, schema: str = "", /, **blanks: str) -> Prompt:
        r"""Fill the blanks. What fills one is never looked through for others.

        Example:
            >>> template = read_template("needs: step\n=== system\nJudge.\n=== user\n{{step}}?", "judge")
            >>> template.prompt("step-1", step="{{step}} = 2").user
            '{{step}} = 2?'
        """
        return Prompt(key=key, system=_filled(self.system, blanks), user=_filled(self.user, blanks), schema=schema)


class PromptSet:
    """The prompt texts of a run, by name.

    Example:
        >>> default_prompts()["premises-aggregative"].version
        '2'
    """

    def __init__(self, templates: Iterable[PromptTemplate]) -> None:
        self._templates: Mapping[str, PromptTemplate] = {template.name: template for template in templates}

    def __getitem__(self, name: str) -> PromptTemplate:
        """The text of a name.

        Raises:
            InputError: There is none.
        """
        try:
            return self._templates[name]
        except KeyError:
            raise InputError(f"no prompt {name!r}; there are: {', '.join(self.names)}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """What there is, sorted."""
        return tuple(sorted(self._templates))


@lru_cache(maxsize=1)
def default_prompts() -> PromptSet:
    """The texts that come with the package."""
    folder = resources.files("dunyazad.prompts") / "texts"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".txt")), key=lambda file: file.name)
    return PromptSet(read_template(file.read_text("utf-8"), file.name.removesuffix(".txt")) for file in files)


def load_prompts(directory: Path | str | None = None) -> PromptSet:
    """The package's texts, each replaced by the file of its name in a folder where there is one.

    Raises:
        InputError: There is no such folder; a `.txt` file in it has the name of no prompt; or a text is not filled with
            the blanks that it has to have.
    """
    known = default_prompts()
    if directory is None:
        return known
    files = _files(Path(directory))
    for file in files:
        if file.stem not in known.names:
            raise InputError(f"{file}: there is no prompt of that name to replace; there are: {', '.join(known.names)}")
    replaced = {file.stem: read_template(_text(file), str(file), known[file.stem]) for file in files}
    return PromptSet(replaced.get(name, known[name]) for name in known.names)


def read_template(text: str, source: str, instead_of: PromptTemplate | None = None) -> PromptTemplate:
    """Read a prompt file.

    Args:
        text: The file's text.
        source: Its name, for messages; the prompt's name unless it stands instead of another.
        instead_of: The prompt that it replaces: its name and its blanks hold.

    Raises:
        InputError: A part is missing or stands twice, or a blank is missing, unknown or misspelt.
    """
    pieces = _PARTS.split(text.removeprefix("\ufeff"))
    parts = dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))
    if len(pieces) != 2 * len(parts) + 1 or not parts.get("user"):
        raise InputError(f"{source}: a prompt has a line '=== user' and at most one '=== system', and text below each")
    header = _header(pieces[0], source)
    system, user = parts.get("system", ""), parts["user"]
    template = PromptTemplate(
        name=source if instead_of is None else instead_of.name,
        version=header.get("version", "custom"),
        system=system,
        user=user,
        needs=_needs(header.get("needs", "")) if instead_of is None else instead_of.needs,
        may=_names(header.get("may", "")) if instead_of is None else instead_of.may,
        sha256=hashlib.sha256(f"{system}\0{user}".encode("utf-8", "surrogatepass")).hexdigest(),
    )
    _check_blanks(template, source)
    return template


def _header(text: str, source: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _HEADER.fullmatch(line.strip())
        if match is not None:
            found[match[1]] = match[2].strip()
        elif line.strip() and not line.startswith("#"):
            raise InputError(f"{source}: before the parts stand 'version:', 'needs:', 'may:' or '#', not {line[:60]!r}")
    return found


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _needs(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name.strip() for name in choice.split("|")) for choice in _names(text))


def _check_blanks(template: PromptTemplate, source: str) -> None:
    written = [name for part in (template.system, template.user) for name in _ANY_BLANK.findall(part)]
    known = {*template.may, *(name for choice in template.needs for name in choice)}
    for name in written:
        if name not in known:
            raise InputError(f"{source}: unknown blank {{{{{name}}}}}; there are: {', '.join(sorted(known))}")
    for choice in template.needs:
        if not set(choice) & set(written):
            wanted = " or ".join(f"{{{{{name}}}}}" for name in choice)
            raise InputError(f"{source}: the blank {wanted} is missing")


def _filled(text: str, blanks: Mapping[str, str]) -> str:
    return _BLANK.sub(lambda match: blanks[match[1]], text)


def _files(directory: Path) -> list[Path]:
    try:
        return sorted(file for file in directory.iterdir() if file.suffix == ".txt")
    except OSError as error:
        raise InputError(f"cannot read the folder of prompts {directory}: {error.strerror or error}") from error


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {error}") from error
