"""`dunyazad perl annotate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import told_apart
from dunyazad.cli.call_options import call_options
from dunyazad.cli.files import some, the_one
from dunyazad.cli.progress import note, track
from dunyazad.cli.reading_options import reading_options

if TYPE_CHECKING:
    from dunyazad.perl import AnnotatedChain, AnnotationNote, AnnotationRejection, Consistency

__all__ = ["annotate"]

_WHAT = {"both": ("premises", "errors"), "premises": ("premises",), "errors": ("errors",)}
_CONSISTENCY = {
    "correct_on_wrong": "correct steps on a wrong premise",
    "accumulation_without_wrong": "accumulation errors without a wrong premise",
    "native_and_accumulation": "steps that are called both wrong in themselves and accumulation errors",
    "without_premises": "steps that rest on nothing",
}


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--model", help="An Inspect model (openai/..., anthropic/..., vllm/..., gguf/smollm2-135m).")
@click.option(
    "--what", type=click.Choice(list(_WHAT)), default="both", show_default=True, help="Which part is annotated."
)
@click.option(
    "--samples", type=click.IntRange(1, 99), default=1, show_default=True, help="Answers a part; majority counts."
)
@click.option(
    "--repairs", type=click.IntRange(0, 5), default=1, show_default=True,
    help="How often an answer that cannot be used is asked for again, with its fault shown.",
)  # fmt: skip
@click.option(
    "--accumulation", type=click.Choice(["as-said", "recomputed"]), default="as-said", show_default=True,
    help="Which labels are stored: the model's, or those that follow from its native errors and the premises. "
    "Where they differ, both are kept beside.",
)  # fmt: skip
@click.option("--gold/--no-gold", default=True, help="Show a chain's gold solution and answer, where it has one (yes).")
@click.option("--prompts", type=click.Path(path_type=Path), help="A folder of prompt texts that replace the package's.")
@click.option("--rejections", type=options.in_file, help="Write each chain that could not be annotated here, with why.")
@reading_options
@options.limit
@click.option("--id", "only", metavar="ID", help="Only the chain of this id.")
@call_options(temperature="Of the model (0); several samples need more.", batch=True, max_tokens=4096)
@click.option("--dry-run", is_flag=True, help="Make no call: print how many there would be, and their tokens.")
@click.option(
    "--to", type=click.Choice(["jsonl", "perl", "parquet"]), default="jsonl", show_default=True,
    help="The format, as for `perl convert`.",
)  # fmt: skip
@click.option(
    "-o", "--out", type=options.in_file,
    help="The annotated chains; - is standard output. Appears whole or not at all.",
)  # fmt: skip
@options.as_json
@click.pass_context
def annotate(
    context: click.Context, /, file: Path, model: str | None, what: str, prompts: Path | None, dry_run: bool,
    out: Path | None, rejections: Path | None, to: str, json_: bool, **given: Any,
) -> None:  # fmt: skip
    """Have a model annotate the chains of FILE: what each step rests on, and what is wrong with it or with the whole.

    FILE is whatever `verify` reads. What in an answer is nearly right is read all the same, and counted by kind. What
    cannot be right is left out, and counted; an answer that then leaves a step out is asked for again once, with its
    fault shown. A chain that stays without an annotation is in --rejections, with why: it is never half annotated.

    If a run is stopped, the same command goes on where it ended: answers stand in Inspect's cache. Exit code 1 if no
    chain could be annotated.
    """
    from dunyazad.engines.annotate import annotate_with_model, annotation_cost
    from dunyazad.perl import Annotating

    annotating = Annotating(
        parts=_WHAT[what],  # type: ignore[arg-type]
        prompts=None if prompts is None else str(prompts),
        **{name: given[name] for name in ("samples", "repairs", "accumulation", "gold")},
    )
    if dry_run:
        _estimate(*annotation_cost(_chains(file, given), annotating), json_=json_)
        return
    if model is None:
        raise click.UsageError("Missing option '--model'.", context)
    if out is None:
        raise click.UsageError("Missing option '-o' / '--out'.", context)
    options.refuse_both(out, json_)
    options.refuse_overwriting((out, rejections), (file,))
    results = annotate_with_model(_chains(file, given), model=model, annotating=annotating, options=given["calls"])
    tally = _write(out, results, to, rejections)
    _tell(tally, out, rejections, json_=json_)
    context.exit(1 if tally.chains and not tally.annotated else 0)


def _chains(file: Path, given: Mapping[str, Any]) -> Iterator[AnnotatedChain]:
    from dunyazad.engines.annotate_inputs import annotatable

    found, malformed = annotatable(file, given["reading"])
    told_apart(malformed)
    chains = some(found, "chains", file)
    wanted = given["only"]
    if wanted is None:
        return islice(chains, given["limit"])
    return the_one(chains, wanted, file, lambda chain: chain.id)


class _Tally:
    """What came of all chains."""

    def __init__(self) -> None:
        self.annotated = 0
        self.outcomes: Counter[str] = Counter()
        self.repairs: Counter[str] = Counter()
        self.rejected: Counter[str] = Counter()
        self.calls = self.repair_calls = self.differ = 0
        self.consistency: Counter[str] = Counter()
        self.labels: Counter[str] = Counter()
        self.first: AnnotationRejection | None = None
        self.votes: list[tuple[int, int]] = []

    @property
    def chains(self) -> int:
        return self.annotated + self.outcomes.total()

    def add(self, result: AnnotatedChain | AnnotationRejection) -> None:
        from dunyazad.perl import AnnotatedChain, annotation_of, stats_of

        if isinstance(result, AnnotatedChain):
            self.annotated += 1
            told = annotation_of(result)
            stats = stats_of("", [result])
            self.labels.update(stats.labels)
            self._add_consistency(stats.consistency)
        else:
            self.outcomes[result.outcome] += 1
            self.first = self.first or result
            told = result.note
        if told is not None:
            self._add_note(told)

    def _add_consistency(self, found: Consistency) -> None:
        self.consistency.update({name: getattr(found, name) for name in _CONSISTENCY})

    def _add_note(self, told: AnnotationNote) -> None:
        self.repairs.update(told.repairs)
        self.rejected.update(entry.reason for entry in told.rejected)
        self.calls += told.usage.calls
        self.repair_calls += told.repair_calls
        self.differ += told.labels is not None
        readable = told.readable.get("premises", 0)
        self.votes += [(count, readable) for counts in told.premise_votes for count in counts]
        readable = told.readable.get("errors", 0)
        self.votes += [(count, readable) for count in told.label_votes]

    def as_json(self) -> dict[str, object]:
        return {
            "chains": self.chains,
            "annotated": self.annotated,
            "rejected_chains": dict(self.outcomes),
            "labels": dict(self.labels),
            "calls": self.calls,
            "repair_calls": self.repair_calls,
            "repairs": dict(self.repairs),
            "rejected_entries": dict(self.rejected),
            "consistency": dict(self.consistency),
            "labels_differ_when_recomputed": self.differ,
            "agreement": self.agreement,
        }

    @property
    def agreement(self) -> float | None:
        """The mean share of answers that bear out what was kept; None for one answer a part."""
        return sum(count / of for count, of in self.votes) / len(self.votes) if self.votes else None


def _write(
    out: Path, results: Iterator[AnnotatedChain | AnnotationRejection], to: str, rejections: Path | None
) -> _Tally:
    from dunyazad._records import AtomicFile, encode
    from dunyazad.perl import AnnotatedChain, write_annotated

    tally = _Tally()

    def kept(refuse: Callable[[bytes], None] | None) -> Iterator[AnnotatedChain]:
        for result in track(results, "Annotating"):
            tally.add(result)
            if isinstance(result, AnnotatedChain):
                yield result
            elif refuse is not None:
                refuse(encode(result) + b"\n")

    with ExitStack() as stack:
        refused = stack.enter_context(AtomicFile(rejections)) if rejections else None
        write_annotated(out, kept(None if refused is None else refused.write), to)
    return tally


def _tell(tally: _Tally, out: Path, rejections: Path | None, *, json_: bool) -> None:
    if json_:
        options.print_json({"out": str(out), **tally.as_json()})
        return
    if tally.repairs or tally.repair_calls:
        again = f"; {tally.repair_calls} answers asked for again" if tally.repair_calls else ""
        note(f"repaired: {_counts(tally.repairs) or 'nothing'}{again}")
    if tally.rejected:
        note(f"left out of answers: {_counts(tally.rejected)}")
    for name, words in _CONSISTENCY.items():
        if tally.consistency[name]:
            note(f"{tally.consistency[name]} {words}")
    if tally.differ:
        note(f"the labels of {tally.differ} chains differ when accumulation is recomputed; both are kept")
    if tally.agreement is not None:
        note(f"samples agree: {tally.agreement:.0%} of the answers, on average, bear out what was kept")
    if tally.first is not None:
        where = f": {rejections}" if rejections else "; --rejections FILE keeps them"
        note(f"not annotated: {_counts(tally.outcomes)}{where}")
        first = f"{tally.first.id!r}, {tally.first.part or 'nothing to annotate'}: {tally.first.reason}"
        note(f"the first of them: {first[:300]}")
    labels = f" ({_counts(tally.labels)})" if tally.labels else ""
    note(f"{tally.annotated} of {tally.chains} chains annotated{labels}, {tally.calls} calls: {out}")


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda item: -item[1]) if count)


def _estimate(chains: int, steps: int, cost: Any, *, json_: bool) -> None:
    if json_:
        told = {name: getattr(cost, name) for name in cost.__struct_fields__}
        options.print_json({"chains": chains, "steps": steps, **told})
        return
    click.echo(f"{chains} chains, {steps} steps; no call was made. Tokens are characters over 4.")
    click.echo(
        f"{cost.calls:,} calls: {cost.prompt_tokens:,} prompt tokens ({cost.cached_tokens:,} of them cached, where the "
        f"provider has a cache), about {cost.completion_tokens:,} completion tokens; repairs come on top"
    )
