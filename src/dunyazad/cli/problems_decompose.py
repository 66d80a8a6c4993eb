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

if TYPE_CHECKING:
    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition import Rejected
    from dunyazad.problems.risk import Level

__all__ = ["decompose"]


@click.command()
@click.argument("file", type=options.in_file)
@options.out_file("The certified problems, as JSON lines")
@click.option("--rejections", type=options.in_file, help="Write each rejected problem's id, code and reason here.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to use; all cores where not given.")
@denying.deny
@options.max_risk
@options.limit
@options.as_json
def decompose(
    file: Path,
    out: Path,
    rejections: Path | None,
    jobs: int | None,
    deny_files: tuple[Path, ...],
    max_risk: Level,
    limit: int | None,
    json_: bool,
) -> None:
    """Take the problems of FILE apart by rule, and keep those that can be certified.

    FILE holds one JSON object a line with `question` and `answer`, as GSM8K has them: the answer's arithmetic stands in
    <<...>> and its last line is "#### N". Every line becomes a problem or a rejection with a code and a reason.
    """
    from itertools import islice

    from dunyazad._records import AtomicFile, encode, read_lines
    from dunyazad.problems import Problem
    from dunyazad.problems.decomposition import decompose as take_apart
    from dunyazad.problems.decomposition.screening import screen
    from dunyazad.problems.deny import read_deny

    deny = read_deny(deny_files)
    lines = (line.data for line in islice(read_lines(file), limit))
    results: Iterator[Problem | Rejected] = take_apart(lines, processes=jobs or os.cpu_count() or 1)
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
