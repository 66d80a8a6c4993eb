"""`dunyazad problems review`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.problems import Problem
    from dunyazad.report.review_record import Mark, ReviewCard

__all__ = ["review"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--source", "sources", multiple=True, help="The set that it was made from, as for decompose; repeatable.")
@click.option("--source-name", metavar="NAME", default="", help="What its ids begin with, where decompose had --name.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Draw so many problems at random.")
@options.seed
@click.option("--marks", "marked", type=options.in_file, multiple=True, help="Marks that the page saved; repeatable.")
@click.option("--deny", "deny", type=options.in_file, help="Write a deny-list of what was marked wrong.")
@click.option("--deny-awkward", is_flag=True, help="Put what was marked awkward on the deny-list, too.")
@click.option("-o", "--out", type=options.in_file, help="The page; - is standard output. Appears whole or not at all.")
@options.as_json
def review(
    file: Path,
    sources: tuple[str, ...],
    source_name: str,
    sample: int | None,
    seed: int,
    marked: tuple[Path, ...],
    deny: Path | None,
    deny_awkward: bool,
    out: Path | None,
    json_: bool,
) -> None:
    """Write a page on which a person reads the problems of FILE beside their source, or say what the marks tell.

    With -o, the page: one file that needs no server and no network. Good, awkward and wrong are marked by keys, and
    saved as a file of marks. With --marks, what such files say: the share of each mark with its interval, by risk and
    by rule; for two readers or more, how far they agree. With --deny, what was marked wrong, for --deny of the commands
    that make problems and chains.
    """
    from dunyazad.cli.files import some
    from dunyazad.problems import read_problems

    if out is None and not marked:
        raise click.UsageError("give -o for the page, or --marks for what marks say, or both")
    if (deny is not None or deny_awkward) and not marked:
        raise click.UsageError("--deny is made of marks: give --marks")
    if deny_awkward and deny is None:
        raise click.UsageError("--deny-awkward adds to the list of --deny: give it")
    if json_ and out is not None and str(out) == "-":
        raise click.UsageError("--json and '-o -' both write to standard output; give the page a file")
    options.refuse_overwriting((out, deny), (file, *sources, *marked))
    problems = list(some(read_problems(file), "problems", file))
    readers = _readers(marked)
    if marked:
        _tell(problems, readers, to_stderr=str(out) == "-", json_=json_)
    if deny is not None:
        _deny(readers, deny, awkward=deny_awkward)
    if out is not None:
        chosen = problems if sample is None else _draw(problems, sample, seed)
        drawn = f"{len(chosen)} of {len(problems)}, seed {seed}" if sample is not None else ""
        given = [mark for marks in readers.values() for mark in marks] if len(readers) == 1 else []
        cards = _cards(chosen, sources, source_name, given)
        _page(out, cards, title=file.name, total=len(problems), drawn=drawn)


def _draw(problems: list[Problem], count: int, seed: int) -> list[Problem]:
    from dunyazad.report.review_cards import draw_sample

    if count > len(problems):
        raise InputError(f"--sample {count}: the file has {len(problems)} problems")
    return draw_sample(problems, count, seed)


def _readers(paths: tuple[Path, ...]) -> dict[str, list[Mark]]:
    from dunyazad.cli.marks import readers_of
    from dunyazad.report.review_marks import read_marks

    return readers_of(paths, read_marks)


def _tell(problems: list[Problem], readers: dict[str, list[Mark]], *, to_stderr: bool, json_: bool) -> None:
    from dunyazad.report.review_marks import agree
    from dunyazad.report.review_terminal import review_lines

    found = agree(problems, readers)
    if json_:
        options.print_json(found)
    else:
        click.echo("\n".join(review_lines(found)), err=to_stderr)


def _deny(readers: dict[str, list[Mark]], place: Path, *, awkward: bool) -> None:
    from dunyazad._records import write_records
    from dunyazad.report.review_marks import denied

    marks = [mark for given in readers.values() for mark in given]
    count = write_records(place, denied(marks, ("wrong", "awkward") if awkward else ("wrong",)))
    note(f"{count} denied: {place}")


def _cards(problems: list[Problem], sources: tuple[str, ...], name: str, given: list[Mark]) -> list[ReviewCard]:
    from dunyazad.problems.sources import SourceOptions, read_sources
    from dunyazad.report.review_cards import by_id, make_cards

    read = (source for place in sources for source in read_sources(place, SourceOptions(name=name)))
    cards = make_cards(problems, sources=by_id(read), marks=given)
    alone = sum(bool(card.source_note) for card in cards)
    if sources and alone:
        note(f"{alone} of {len(cards)} have no source in {', '.join(sources)}: their own text is shown")
    return cards


def _page(out: Path, cards: list[ReviewCard], *, title: str, total: int, drawn: str) -> None:
    from dunyazad._records import AtomicFile
    from dunyazad.report.review_html import render_review

    page = render_review(cards, title=title, total=total, sample=drawn)
    with AtomicFile(out) as stream:
        stream.write(page.encode("utf-8"))
    note(f"{len(cards)} problems to read: {out}")
