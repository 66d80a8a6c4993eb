"""Every premise method and every judge on the embedded model, to the end, with every outcome accounted for.

    python -m benchmarks.methods_local [FILES] [--chains 20] [--gold gsm8k/test.jsonl] [-o methods.jsonl]

FILES are annotated sets (PERL's, or `dunyazad.annotated/1`); the shortest chains of two or three steps are taken.
Without FILES the chains are solutions of our templates' problems, as `dunyazad perl make` makes them. `reference` takes
each chain's own gold solution, or what `--gold` holds for its question; without any it is left out.

The table has a line for each way of verifying, printed as it ends: seconds, calls, tokens of prompts and how many of
them were kept and read, tokens written, how many steps have the label that annotators gave them (or that was made), and
what became of the steps. `-o` keeps what has ended: the same command goes
on where it was stopped. Half an hour on a busy core.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.verifying_local import MODEL, Labels, Took, measured, options, short_chains
from dunyazad import DunyazadError
from dunyazad.benchmarks import read_gold, reference_of
from dunyazad.engines.methods import Case, Methods
from dunyazad.engines.record import CallOptions
from dunyazad.perl import AnnotatedChain, read_annotated
from dunyazad.prompts import default_prompts

# Every premise method and every judge at least once; the quick ones first.
WAYS = (
    Methods(premises="provenance", errors="arithmetic"),
    Methods(premises="oracle", errors="reference"),
    Methods(premises="provenance&previous+question->previous", errors="arithmetic"),
    Methods(premises="provenance", errors="hybrid"),
    Methods(premises="previous+question", errors="critic"),
    Methods(premises="holistic", errors="arithmetic"),
    Methods(premises="previous", errors="arithmetic", minimal=True),
    Methods(premises="all", errors="full-context"),
    Methods(premises="dyadic", errors="arithmetic"),
    Methods(premises="oracle", errors="votes:2:hybrid"),
    Methods(premises="aggregative|provenance", errors="arithmetic"),
    Methods(premises="aggregative", errors="under-premises"),
)
_HEAD = (
    "| premises | errors | s | calls | prompt | kept | read | written | right | steps | premises of steps |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


class Labelled(NamedTuple):
    """A chain, and the labels of its steps where they are known."""

    case: Case
    labels: Labels


class Row(msgspec.Struct, frozen=True):
    """What one way came to, as the file keeps it; the key says of what."""

    key: str
    took: Took


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--chains", type=int, default=20)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("-o", "--out", type=Path)
    given = parser.parse_args()
    if given.chains < 1:
        parser.error(f"--chains is at least 1, not {given.chains}")
    if given.out is not None and given.out.resolve() in [file.resolve() for file in given.files]:
        parser.error(f"{given.out} is read, and not written over")
    try:
        _run(_cases(given.files, given.chains, given.gold), given.out)
    except (DunyazadError, OSError) as error:
        sys.exit(str(error))


def _cases(files: Sequence[Path], count: int, gold_file: Path | None) -> list[Labelled]:
    gold = read_gold(gold_file) if gold_file is not None else {}
    if not files:
        return [_case(item, gold) for item in short_chains(count)]
    items, malformed = read_annotated(files)
    short = sorted((item for item in items if 2 <= len(item.steps) <= 3), key=_length)[:count]
    if malformed or not short:
        print(f"{len(malformed)} chains could not be read, {len(short)} are taken", file=sys.stderr)
    if not short:
        sys.exit("no chain of two or three steps")
    # The same solution may stand in several files, perturbed or not.
    return [_case(item, gold, f"{place}") for place, item in enumerate(short)]


def _length(item: AnnotatedChain) -> tuple[int, int]:
    return len(item.steps), sum(len(step.text) for step in item.chain.steps)


def _case(item: AnnotatedChain, gold: Mapping[str, str], identity: str = "") -> Labelled:
    chain = msgspec.structs.replace(item.chain, id=identity or item.id)
    return Labelled(Case(chain, reference_of(item, gold)), item.labels)


def _run(chains: Sequence[Labelled], out: Path | None) -> None:
    done = _done(out)
    known = [labels for chain in chains for labels in chain.labels if labels is not None]
    correct = sum("correct" in labels for labels in known)
    steps = sum(len(chain.labels) for chain in chains)
    labelled = f"{len(known)} have a label, {correct} are correct"
    print(f"{MODEL}, {len(chains)} chains, {steps} steps, one thread; of the steps {labelled}\n")
    print(_HEAD, flush=True)
    for methods in WAYS:
        taken = [one for one in chains if methods.errors != "reference" or one.case.reference is not None]
        if not taken:
            print(f"| {_name(methods)} | {methods.errors} | no gold solution |" + " |" * 8, flush=True)
            continue
        how = _options(methods)
        key = _key(taken, methods, how)
        if key not in done:
            done[key] = measured([one.case for one in taken], [one.labels for one in taken], methods, how)
            if out is not None:
                with out.open("ab") as file:
                    file.write(msgspec.json.encode(Row(key, done[key])) + b"\n")
        print(_line(methods, done[key]), flush=True)


def _options(methods: Methods) -> CallOptions:
    # Of a whole chain at once the answer is longer.
    tokens = 400 if methods.premises == "holistic" else 100
    return options(max_tokens=tokens, temperature=0.8 if methods.errors.startswith("votes") else 0.0)


def _done(out: Path | None) -> dict[str, Took]:
    """What an earlier run has brought to its end; a line that it was killed in is passed over, and closed."""
    if out is None:
        return {}
    with out.open("ab") as file:  # first of all: an hour is too long to learn that it cannot be written
        data = out.read_bytes()
        if data and not data.endswith(b"\n"):
            file.write(b"\n")
    found = {}
    for line in data.splitlines():
        try:
            row = msgspec.json.decode(line, type=Row)
        except msgspec.MsgspecError:
            continue
        found[row.key] = row.took
    return found


def _key(chains: Sequence[Labelled], methods: Methods, how: CallOptions) -> str:
    prompts = default_prompts()
    texts = [prompts[name].sha256 for name in prompts.names]
    # References hold exact numbers, which have no JSON; their repr says all.
    told = [[case.chain, repr(case.reference)] for case, _ in chains]
    return hashlib.sha256(msgspec.json.encode([MODEL, told, methods, how, texts])).hexdigest()


def _name(methods: Methods) -> str:
    name = methods.premises.replace("|", "\\|")
    return f"`{name}`" + (", `--minimal`" if methods.minimal else "")


def _line(methods: Methods, took: Took) -> str:
    verdicts, premises = _counts(took.verdicts), _counts(took.premises)
    if took.necessity:
        premises += f"; tested: {_counts(took.necessity)}"
    right = f"{took.agreed} of {took.known}"
    numbers = (f"{took.seconds:.0f}", took.calls, took.asked, took.cached, took.read, took.written, right)
    shown = " | ".join(f"{number:,}" if isinstance(number, int) else number for number in numbers)
    return f"| {_name(methods)} | `{methods.errors}` | {shown} | {verdicts} | {premises} |"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in counts.items())


if __name__ == "__main__":
    main()
