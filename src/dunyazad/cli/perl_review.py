"""`dunyazad perl review`."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.perl import AnnotatedChain, ChainMark

__all__ = ["review"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option(
    "--share", type=options.FiniteRange(0, 1, min_open=True), metavar="S",
    help="Draw this share of the chains at random, rounded up; 0.1 where neither this nor --sample is given.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N", help="Draw so many chains instead; or `--share 1` for all."
)
@options.seed
@click.option("--marks", "marked", type=options.in_file, multiple=True, help="Marks that the page saved; repeatable.")
@click.option(
    "--corrected", type=options.in_file,
    help="Write all chains with what the marks correct; where readers differ, the annotation stays.",
)  # fmt: skip
@click.option(
    "--to", type=click.Choice(["jsonl", "perl", "parquet"]), default="jsonl", show_default=True,
    help="The format of --corrected.",
)  # fmt: skip
@click.option("-o", "--out", type=options.in_file, help="The page; - is standard output. Appears whole or not at all.")
@options.as_json
def review(
    file: Path, share: float | None, sample: int | None, seed: int, marked: tuple[Path, ...], corrected: Path | None,
    to: str, out: Path | None, json_: bool,
) -> None:  # fmt: skip
    """Write a page on which a person checks annotated chains of FILE, or say how far persons and annotation agree.

    With -o, the page: one file that needs no server and no network, with a share of the chains drawn at random. For
    each step its premises and its label are accepted or corrected, by keys or buttons, and so are the errors of the
    whole; marks stay in the browser and are saved as a file. With --marks, what such files say: how often premises and
    labels agree, with intervals clustered by question, and Cohen's kappa; for two readers or more, how far they agree
    with each other. With --corrected, the chains with what was corrected.
    """
    if out is None and not marked:
        raise click.UsageError("give -o for the page, or --marks for what marks say, or both")
    if corrected is not None and not marked:
        raise click.UsageError("--corrected is made of marks: give --marks")
    if share is not None and sample is not None:
        raise click.UsageError("--share and --sample both say how many are drawn: give one of them")
    source = click.get_current_context().get_parameter_source
    given = [name for name in ("share", "sample", "seed") if source(name) is ParameterSource.COMMANDLINE]
    if given and out is None:
        raise click.UsageError(f"--{given[0]} draws chains for a page: give -o")
    if corrected is None and source("to") is ParameterSource.COMMANDLINE:
        raise click.UsageError("--to is the format of --corrected: give that")
    if json_ and str(out) == "-":
        raise click.UsageError("--json and '-o -' both write to standard output; give the page a file")
    options.refuse_overwriting((out, corrected), (file, *marked))
    chains = _read(file)
    readers = _readers(marked)
    if marked:
        _tell(chains, readers, to_stderr="-" in (str(out), str(corrected)), json_=json_)
    if corrected is not None:
        _correct(chains, readers, corrected, to)
    if out is not None:
        _page(out, chains, readers, title=file.name, count=_count(len(chains), share, sample), seed=seed)


def _read(file: Path) -> list[AnnotatedChain]:
    from dunyazad.cli.annotated import told_apart
    from dunyazad.perl import read_annotated

    chains, malformed = read_annotated([file])
    told_apart(malformed)
    return list(chains)


def _count(chains: int, share: float | None, sample: int | None) -> int:
    if sample is None:
        return min(chains, math.ceil(Fraction(str(0.1 if share is None else share)) * chains))
    if sample > chains:
        raise InputError(f"--sample {sample}: the file has {chains} chains")
    return sample


def _readers(paths: tuple[Path, ...]) -> dict[str, list[ChainMark]]:
    from dunyazad.cli.marks import readers_of
    from dunyazad.perl import ChainMark
    from dunyazad.report.review_marks import marks_by_reader

    return readers_of(paths, lambda path: marks_by_reader(path, ChainMark))


def _tell(
    chains: list[AnnotatedChain], readers: dict[str, list[ChainMark]], *, to_stderr: bool, json_: bool
) -> None:  # fmt: skip
    from dunyazad.report.chain_review_marks import agree_on_chains
    from dunyazad.report.chain_review_terminal import chain_review_lines

    found = agree_on_chains(chains, readers)
    if json_:
        options.print_json(found)
    else:
        click.echo("\n".join(chain_review_lines(found)), err=to_stderr)


def _correct(chains: list[AnnotatedChain], readers: dict[str, list[ChainMark]], place: Path, to: str) -> None:
    from dunyazad.perl import corrected, write_annotated
    from dunyazad.report.chain_review_marks import valid_marks

    valid = [valid_marks(chains, marks) for marks in readers.values()]
    made = [corrected(chain, [marks[chain.id] for marks in valid if chain.id in marks]) for chain in chains]
    changed = sum(
        (one.steps, one.chain_errors) != (other.steps, other.chain_errors)
        for one, other in zip(chains, made, strict=True)
    )
    write_annotated(place, made, to)
    note(f"{changed} of {len(chains)} chains corrected: {place}")


def _page(
    out: Path, chains: list[AnnotatedChain], readers: dict[str, list[ChainMark]], *, title: str, count: int, seed: int
) -> None:
    from dunyazad._records import AtomicFile
    from dunyazad.report.chain_review_cards import make_chain_cards
    from dunyazad.report.chain_review_html import render_chain_review
    from dunyazad.report.review_cards import draw_sample

    chosen = draw_sample(chains, count, seed)
    drawn = f"{count} of {len(chains)}, seed {seed}" if count < len(chains) else ""
    begun = [mark for marks in readers.values() for mark in marks] if len(readers) == 1 else []
    page = render_chain_review(make_chain_cards(chosen, begun), title=title, total=len(chains), sample=drawn)
    with AtomicFile(out) as stream:
        stream.write(page.encode("utf-8"))
    note(f"{count} of {len(chains)} chains to check: {out}")
