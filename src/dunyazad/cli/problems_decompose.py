"""`dunyazad problems decompose`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import denying, options
from dunyazad.cli.progress import note, track
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
@options.limit
@options.as_json
def decompose(
    source: str,
    reading: SourceOptions,
    out: Path,
    rejections: Path | None,
    jobs: int | None,
    deny_files: tuple[Path, ...],
    max_risk: Level,
    limit: int | None,
    json_: bool,
) -> None:
    """Take the problems of SOURCE apart by rule, and keep those that can be certified.

    SOURCE is a file (JSON lines or a list, CSV, XML, parquet; .gz too; - is standard input), a set of the Hugging Face
    Hub (hf:openai/gsm8k, or hf:FOLDER), or reasoning-gym:gsm_symbolic. The formats of GSM8K, SVAMP, MultiArith and
    ASDiv are told by their fields; any other set of questions and answers is taken apart as far as that goes without
    a program. Every entry becomes a problem or a rejection with a code and a reason.
    """
    from itertools import islice

    from dunyazad._records import AtomicFile, encode
    from dunyazad.cli.files import some
    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition import decompose_sources
    from dunyazad.problems.decomposition.screening import screen
    from dunyazad.problems.deny import read_deny
    from dunyazad.problems.sources import read_sources

    deny = read_deny(deny_files)
    sources = islice(some(read_sources(source, reading), "problems", source), limit)
    results: Iterator[Problem | Rejected] = decompose_sources(sources, processes=jobs or os.cpu_count() or 1)
    results = screen(results, deny=deny, max_risk=max_risk)
    codes: Counter[str] = Counter()
    certified = 0
    with ExitStack() as stack:
        kept = stack.enter_context(AtomicFile(out))
        refused = stack.enter_context(AtomicFile(rejections)) if rejections else None
        for result in track(results, "Taking apart"):
            if isinstance(result, Problem):
                certified += 1
                kept.write(encode(result) + b"\n")
            else:
                codes[result.code] += 1
                if refused is not None:
                    refused.write(encode(result) + b"\n")
    total = certified + codes.total()
    told = denying.tell(deny)
    if json_:
        rejected = dict(codes.most_common())
        options.print_json({"problems": total, "certified": certified, "rejected": rejected, **told})
        return
    for code, count in codes.most_common():
        note(f"{count:6} {code}")
    note(f"{total} problems, {certified} certified, {codes.total()} rejected: {out}")
