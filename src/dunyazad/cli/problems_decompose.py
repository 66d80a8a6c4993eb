"""`dunyazad problems decompose`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import denying, options
from dunyazad.cli.progress import note, track
from dunyazad.cli.proposer_options import Proposer, proposer_options
from dunyazad.cli.source_options import source_options

if TYPE_CHECKING:
    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition import Rejected
    from dunyazad.problems.risk import Level
    from dunyazad.problems.sources import SourceOptions

__all__ = ["decompose"]


@click.command()
@click.argument("source")
@options.out_file("The certified problems, as JSON lines")
@click.option("--rejections", type=options.in_file, help="Write each rejected problem's id, code and reason here.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to use; all cores where not given.")
@source_options
@denying.deny
@options.max_risk
@click.option(
    "--sides",
    type=click.Choice(["source", "drawn"]),
    default="source",
    show_default=True,
    help="Which number of a problem is the true one: the source's, or either by a fair coin, so that nothing about the"
    " numbers of a chain tells which branch is true.",
)
@options.limit
@proposer_options
@options.as_json
@click.pass_context
def decompose(
    context: click.Context,
    /,
    source: str,
    reading: SourceOptions,
    out: Path,
    rejections: Path | None,
    jobs: int | None,
    deny_files: tuple[Path, ...],
    max_risk: Level,
    sides: str,
    limit: int | None,
    proposer: Proposer | None,
    json_: bool,
) -> None:
    """Take the problems of SOURCE apart by rule, and keep those that can be certified.

    SOURCE is a file (JSON lines or a list, CSV, XML, parquet; .gz too; - is standard input), a set of the Hugging Face
    Hub (hf:openai/gsm8k, or hf:FOLDER), or reasoning-gym:gsm_symbolic. The formats of GSM8K, SVAMP, MultiArith and
    ASDiv are told by their fields; any other set of questions and answers is taken apart as far as that goes without
    a program. Every entry becomes a problem or a rejection with a code and a reason.

    With --proposer a language model is asked about what the rules reject for its language: whom a pronoun means, how
    the answer is stated, which words a number comes from. It chooses no number, and the same certifier judges. Exit
    code 1 if every call failed.
    """
    from itertools import islice

    from dunyazad._records import AtomicFile, encode
    from dunyazad.cli.decomposed import Tally
    from dunyazad.cli.files import some
    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition import decompose_sources
    from dunyazad.problems.decomposition.screening import screen
    from dunyazad.problems.deny import read_deny
    from dunyazad.problems.sources import read_sources

    options.refuse_overwriting((out, rejections), (source, *deny_files))
    deny = read_deny(deny_files)
    sources = islice(some(read_sources(source, reading), "problems", source), limit)
    by_rule = partial(decompose_sources, processes=jobs or os.cpu_count() or 1)
    results: Iterator[Problem | Rejected]
    if proposer is None:
        results = by_rule(sources)
    else:
        from dunyazad.engines import propose_with_model

        results = propose_with_model(sources, by_rule, model=proposer.model, options=proposer.options)
    results = screen(results, deny=deny, max_risk=max_risk)
    if sides == "drawn":
        from dunyazad.problems.sides import draw_side

        results = (draw_side(result) if isinstance(result, Problem) else result for result in results)
    tally = Tally(asks=proposer is not None)
    with ExitStack() as stack:
        kept = stack.enter_context(AtomicFile(out))
        refused = stack.enter_context(AtomicFile(rejections)) if rejections else None
        for result in track(results, "Taking apart", steady=proposer is None):
            tally.add(result)
            file = kept if isinstance(result, Problem) else refused
            if file is not None:
                file.write(encode(result) + b"\n")
    told = denying.tell(deny)
    if json_:
        options.print_json({**tally.as_json(), **told})
    else:
        *counts, total = tally.lines()
        for line in counts:
            note(line)
        note(f"{total}: {out}")
    if failure := tally.every_call_failed:
        note(f"every call of the model failed: {failure}; the same command tries them again")
        context.exit(1)
