"""Export: a file of chains to one of the formats, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import decode, require
from dunyazad.chaining import ChainedProblem, FloorReport
from dunyazad.engines.export.folder import atomic_folder, refuse_existing
from dunyazad.engines.export.harness import write_task_folder
from dunyazad.engines.export.hugging_face import write_dataset
from dunyazad.engines.export.reading import stream_chains
from dunyazad.engines.export.tables import write_jsonl, write_parquet

__all__ = ["FORMATS", "ExportOptions", "Format", "export_chains"]

Format = Literal["jsonl", "parquet", "hf", "lm-eval"]
FORMATS: tuple[Format, ...] = get_args(Format)
_DEFAULT_NAMES = {"hf": "Dunyazad chains", "lm-eval": "dunyazad_chains"}
_MOST_FLOORS = 1 << 20


class ExportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How chains are exported.

    Attributes:
        force: Replace what an export of before left at the target.
        name: For `hf` the dataset's name, for `lm-eval` the main task's; None for the usual one.
        licence: For `hf`: what the licence of the problems is; None for what is known of their source, and
            `none-stated` where the source states none.
        command: For `hf`: how the chains were made, for the card.
        floors: For `hf`: what `chains floors --json` printed for the same chains, for the card.
    """

    force: bool = False
    name: str | None = None
    licence: str | None = None
    command: str = ""
    floors: Path | None = None


def export_chains(
    path: Path | str,
    out: Path | str,
    *,
    to: str,
    options: ExportOptions | None = None,
    watch: Callable[[Iterator[ChainedProblem]], Iterator[ChainedProblem]] = iter,
) -> int:
    """Write a file of chains in another format; gives how many chains were written.

    The file is read once, a chain at a time. The target appears whole or not at all.

    Args:
        path: A JSONL file of chains; `-` is standard input.
        out: The file to write (`jsonl`, `parquet`; `-` is standard output) or the folder (`hf`, `lm-eval`).
        to: One of `FORMATS`.
        options: How.
        watch: Is handed the chains on their way, for progress.

    Raises:
        InputError: There is no such format; the target exists, or cannot be written to; the file cannot be read or
            holds no chain; a licence is to be told; or an option does not go with the format.
        RecordError: A line is no chain that can be scored.
        MissingExtraError: The format needs a package that is not installed.
    """
    options = options or ExportOptions()
    kind = _format(to)
    _refuse_unused(kind, options)
    target = Path(out)
    if kind in ("parquet", "hf"):
        require("pyarrow", "data")
    refuse_existing(target, force=options.force, folder=kind in _DEFAULT_NAMES)
    _refuse_own_input(path, target)
    chains = watch(stream_chains(path))
    if kind == "jsonl":
        return write_jsonl(out, chains)
    if kind == "parquet":
        return write_parquet(out, chains)
    name = _DEFAULT_NAMES[kind] if options.name is None else options.name
    with atomic_folder(target, force=options.force) as folder:
        if kind == "lm-eval":
            return write_task_folder(folder, chains, name=name).total
        floors = None if options.floors is None else _floors(options.floors)
        passing = write_dataset(
            folder, chains, name=name, licence=options.licence, command=options.command, floors=floors
        )
        return passing.total


def _format(to: str) -> Format:
    for kind in FORMATS:
        if kind == to:
            return kind
    raise InputError(f"there is no format {to!r}: there are {', '.join(FORMATS)}")


def _refuse_unused(kind: Format, options: ExportOptions) -> None:
    # An option that does nothing would let a wrong licence or name pass for a told one.
    fitting = {"hf": ("name", "licence", "command", "floors"), "lm-eval": ("name",)}.get(kind, ())
    for name in ("name", "licence", "command", "floors"):
        if getattr(options, name) and name not in fitting:
            raise InputError(f"--{name} does not go with the format {kind}")


def _refuse_own_input(path: Path | str, target: Path) -> None:
    if str(path) == "-" or str(target) == "-" or not target.exists():
        return
    source, place = Path(path).resolve(), target.resolve()
    if source == place or place in source.parents:
        raise InputError(f"{target} holds the chains that are read: give another target")


def _floors(path: Path) -> FloorReport:
    try:
        if path.stat().st_size > _MOST_FLOORS:
            raise InputError(f"{path}: too long for a card ({path.stat().st_size} bytes)")
        return decode(path.read_bytes(), FloorReport)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise InputError(f"{path} holds no floors, as `chains floors --json` prints them: {error}") from None
