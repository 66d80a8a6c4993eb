"""`dunyazad verify`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.annotated import told_apart
from dunyazad.cli.call_options import call_options
from dunyazad.cli.files import the_one
from dunyazad.cli.progress import note, track
from dunyazad.cli.reading_options import reading_options

if TYPE_CHECKING:
    from dunyazad.engines.inputs import Reading
    from dunyazad.engines.methods import Case, Methods
    from dunyazad.engines.record import CallOptions
    from dunyazad.engines.verify import Row
    from dunyazad.errors import Verification
    from dunyazad.problems import Problem

__all__ = ["verify"]

_FORMATS = click.Choice(["jsonl", "prm", "dot", "mermaid", "graphml"])


@click.command()
@click.argument("file", type=options.in_file, required=False)
@click.option("--premises", default="provenance", show_default=True, help="How to find what each step rests on.")
@options.threshold
@click.option(
    "--errors", default="arithmetic", show_default=True,
    help="How to judge a step: arithmetic, reference; with a model: full-context, under-premises, hybrid, critic, "
    "votes:K:METHOD.",
)  # fmt: skip
@click.option("--model", help="An Inspect model (openai/..., vllm/..., gguf/smollm2-135m), for methods that ask one.")
@click.option("--minimal", is_flag=True, help="Ask the model whether each step needs each of its premises.")
@click.option("--prompts", type=click.Path(path_type=Path), help="A folder of prompt texts that replace the package's.")
@click.option("--problems", type=options.in_file, help="The chains' problems: what `reference` compares steps with.")
@reading_options
@options.limit
@click.option("--id", "only", metavar="ID", help="Only the chain of this id.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes, without a model.")
@call_options(temperature="Of the model (0); votes need more.", batch=True)
@click.option("--dry-run", is_flag=True, help="Make no call: print calls and tokens, by method.")
@click.option("--from-log", metavar="LOG", help="No calls: read the verifications in this Inspect log again.")
@click.option("--out-format", "form", type=_FORMATS, default="jsonl", show_default=True, help="What is written.")
@click.option(
    "-o", "--out", type=options.in_file, help="The verifications; - is standard output. Appears whole or not at all."
)
@options.as_json
@click.pass_context
def verify(
    context: click.Context, /, file: Path | None, premises: str, errors: str, minimal: bool, prompts: Path | None,
    dry_run: bool, from_log: str | None, out: Path | None, **given: Any,
) -> None:  # fmt: skip
    """Cut each response of FILE into steps, find every step's premises, and judge every step.

    FILE holds solutions, reasoning chains (an id, a question and steps), plain lines of a question with steps or a
    text, PERL's or ProcessBench's items, or is an Inspect log. A step that is sound in itself but rests on a wrong one
    is an accumulation error.

    A call that fails, an answer that cannot be read and a wrong step are kept apart. If a run with a model is stopped,
    the same command goes on where it ended: answers stand in Inspect's cache. Exit code 1 if every call failed.
    """
    from dunyazad.engines.formats import GRAPHS
    from dunyazad.engines.methods import Methods
    from dunyazad.premises import at_threshold

    if (threshold := given.pop("threshold")) is not None:
        premises = at_threshold(premises, threshold)
    methods = Methods(
        premises=premises, errors=errors, minimal=minimal, prompts=None if prompts is None else str(prompts)
    )
    if file is None and from_log is None:
        raise click.UsageError("Missing argument 'FILE'.", context)
    if file is not None and from_log is not None:
        raise InputError("--from-log reads no FILE: give the one or the other")
    if dry_run:
        _estimate(_required(file, context), methods, given)
        return
    if out is None:
        raise click.UsageError("Missing option '-o' / '--out'.", context)
    options.refuse_both(out, given["json_"])
    options.refuse_overwriting((out,), (file, from_log))
    if given["form"] in GRAPHS and given["only"] is None and given["limit"] != 1:
        raise InputError(f"--out-format {given['form']} draws one chain: say which by --id")
    rows = _from_log(str(from_log), given) if from_log is not None else _rows(file, methods, given)
    context.exit(_write(out, rows, given))


def _required(file: Path | None, context: click.Context) -> Path:
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.", context)
    return file


def _rows(file: Path | None, methods: Methods, given: Mapping[str, Any]) -> Iterator[Row]:
    from dunyazad.engines.inputs import entries, is_log
    from dunyazad.engines.methods import Verifier
    from dunyazad.engines.verify import row_of, verify_lines

    assert file is not None
    asks = Verifier(methods).asks
    _check_model(asks, given, methods)
    known = _problems(given["problems"], methods)
    if not asks and not is_log(file) and given["only"] is None:
        lines, malformed = entries(file)
        told_apart(malformed)
        return verify_lines(
            islice(lines, given["limit"]), methods,
            reading=given["reading"], problems=known, form=given["form"], jobs=given["jobs"],
        )  # fmt: skip
    cases = _cases(file, given, known)
    return (row_of(verification, given["form"]) for verification in _verified(cases, asks, methods, given))


def _check_model(asks: bool, given: Mapping[str, Any], methods: Methods) -> None:
    if asks and given["model"] is None:
        raise InputError(f"premises by {methods.premises} and errors by {methods.errors} need a model: give --model")
    if not asks and given["model"] is not None:
        raise InputError(
            f"--model means nothing: premises by {methods.premises} and errors by {methods.errors} ask no model"
        )
    if asks and given["jobs"] > 1:
        raise InputError("--jobs is for methods without a model; calls have --max-connections")


def _problems(path: Path | None, methods: Methods) -> dict[str, Problem] | None:
    """The problems by id where a reference is wanted; else None."""
    from dunyazad.problems import read_problems

    if methods.errors != "reference":
        return None
    if path is None:
        note("without --problems, reference knows each link's answers but not the values on the way to them")
        return {}
    return {problem.id: problem for problem in read_problems(path)}


def _cases(file: Path, given: Mapping[str, Any], problems: Mapping[str, Problem] | None) -> Iterator[Case]:
    from dunyazad.engines.inputs import case_of, entries, is_log, log_cases

    reading: Reading = given["reading"]
    if is_log(file):
        found = log_cases(file, reading, problems)
    else:
        lines, malformed = entries(file)
        told_apart(malformed)
        found = (case_of(line, reading, problems) for line in lines)
    wanted = given["only"]
    if wanted is not None:
        return the_one(found, wanted, file, lambda case: case.chain.id)
    return islice(found, given["limit"])


def _verified(cases: Iterator[Case], asks: bool, methods: Methods, given: Mapping[str, Any]) -> Iterator[Verification]:
    from dunyazad.engines.methods import Verifier
    from dunyazad.engines.verify_model import verify_with_model

    if asks:
        calls: CallOptions = given["calls"]
        return verify_with_model(cases, model=given["model"], methods=methods, options=calls)
    verifier = Verifier(methods)
    return (verifier.plan(case).verification for case in cases)


def _from_log(log: str, given: Mapping[str, Any]) -> Iterator[Row]:
    from dunyazad._records import require
    from dunyazad.engines.verify import row_of

    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_verified import verifications_of_log

    found = verifications_of_log(log)
    wanted = given["only"]
    if wanted is not None:
        found = the_one(found, wanted, log, lambda verification: verification.id)
    return (row_of(verification, given["form"]) for verification in islice(found, given["limit"]))


def _write(out: Path, rows: Iterator[Row], given: Mapping[str, Any]) -> int:
    """Write the rows, say what they came to, and give the exit code."""
    from dunyazad._records import AtomicFile

    labels: Counter[str] = Counter()
    chains = calls = written = 0
    with AtomicFile(out) as file:
        for row in track(rows, "Verifying", steady=given["model"] is None):
            chains, calls = chains + 1, calls + row.calls
            labels.update(row.counts)
            if row.data is not None:
                written += 1
                file.write(row.data + b"\n")
    shown = ", ".join(f"{count} {label}" for label, count in labels.most_common())
    by_calls = f", {calls} calls" if calls else ""
    message = f"{chains} reasoning chains, {labels.total()} steps{f' ({shown})' if shown else ''}{by_calls}: {out}"
    summary: dict[str, object] = {"chains": chains, "steps": labels.total(), "verdicts": dict(labels.most_common())}
    if calls:
        summary["calls"] = calls
    options.summarise(out, message, summary if given["json_"] else None)
    if written < chains:
        note(f"no row for {chains - written} of them: nothing was decided about their first step, or they have none")
    return 1 if calls and labels["failed"] == labels.total() > 0 else 0


def _estimate(file: Path, methods: Methods, given: Mapping[str, Any]) -> None:
    """Print what it would cost."""
    from dunyazad.engines.methods import Verifier

    estimator = Verifier(methods).estimator()
    chains = steps = 0
    for case in _cases(file, given, None):
        estimator.add(case.chain)
        chains, steps = chains + 1, steps + len(case.chain.steps)
    parts = {f"premises by {methods.premises}": estimator.premises}
    if methods.minimal:
        parts["necessity"] = estimator.necessity
    parts |= {f"errors by {methods.errors}": estimator.errors, "all": estimator.total}
    if given["json_"]:
        told = {name: {field: getattr(cost, field) for field in cost.__struct_fields__} for name, cost in parts.items()}
        options.print_json({"chains": chains, "steps": steps, "costs": told})
        return
    click.echo(f"{chains} reasoning chains, {steps} steps; no call was made. Tokens are characters over 4.")
    width = max(map(len, parts))
    click.echo(f"{'':{width}}  {'calls':>9}  {'prompt':>11}  {'of it cached':>12}  {'completion':>11}")
    for name, cost in parts.items():
        click.echo(
            f"{name:{width}}  {cost.calls:>9,}  {cost.prompt_tokens:>11,}  {cost.cached_tokens:>12,}  "
            f"{cost.completion_tokens:>11,}"
        )
