"""Every premise method and every judge on the embedded model, to the end, with every outcome accounted for.

    python -m benchmarks.methods_local [FILES] [--chains 20] [--gold gsm8k/test.jsonl] [-o methods.jsonl]

FILES are annotated sets (PERL's, or `dunyazad.annotated/1`); the shortest chains of two or three steps are taken.
Without FILES the chains are solutions of our templates' problems, as `dunyazad perl make` makes them. `reference` takes
each chain's own gold solution, or what `--gold` holds for its question; without any it is left out.

The table has a line for each way of verifying, printed as it ends: seconds, calls, tokens of prompts and how many of
them were kept and read, tokens written, and what became of the steps. `-o` keeps what has ended: the same command goes
on where it was stopped. Half an hour on a busy core.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.verifying_local import MODEL, Took, measured, options, short_chains
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
    Methods(premises="aggregative", errors="under-premises"),
    Methods(premises="all", errors="full-context"),
    Methods(premises="previous+question", errors="critic"),
    Methods(premises="holistic", errors="arithmetic"),
    Methods(premises="dyadic", errors="arithmetic"),
    Methods(premises="previous", errors="arithmetic", minimal=True),
    Methods(premises="aggregative|provenance", errors="arithmetic"),
    Methods(premises="oracle", errors="votes:2:hybrid"),
)
_HEAD = (
    "| premises | errors | s | calls | prompt | kept | read | written | steps | premises of steps |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


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
    try:
        cases = _cases(given.files, given.chains, given.gold)
        _run(cases, given.out)
    except (DunyazadError, OSError) as error:
        sys.exit(str(error))


def _cases(files: Sequence[Path], count: int, gold_file: Path | None) -> list[Case]:
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


def _case(item: AnnotatedChain, gold: Mapping[str, str], identity: str = "") -> Case:
    chain = msgspec.structs.replace(item.chain, id=identity or item.id)
    return Case(chain, reference_of(item, gold))


def _run(cases: Sequence[Case], out: Path | None) -> None:
    done = _done(out)
    print(f"{MODEL}, {len(cases)} chains, {sum(len(case.chain.steps) for case in cases)} steps, one thread\n")
    print(_HEAD, flush=True)
    for methods in WAYS:
        taken = [case for case in cases if methods.errors != "reference" or case.reference is not None]
        if not taken:
            print(f"| {_name(methods)} | {methods.errors} | no gold solution |" + " |" * 7, flush=True)
            continue
        how = _options(methods)
        key = _key(taken, methods, how)
        if key not in done:
            done[key] = measured(taken, methods, how)
            if out is not None:
                with out.open("ab") as file:
                    file.write(msgspec.json.encode(Row(key, done[key])) + b"\n")
        print(_line(methods, done[key]), flush=True)


def _options(methods: Methods) -> CallOptions:
    # Of a whole chain at once the answer is longer.
    tokens = 400 if methods.premises == "holistic" else 100
    return options(kept=True, max_tokens=tokens, temperature=0.8 if methods.errors.startswith("votes") else 0.0)


def _done(out: Path | None) -> dict[str, Took]:
    """What an earlier run has brought to its end; a line that it was killed in is passed over, and closed."""
    if out is None or not out.exists():
        return {}
    found, data = {}, out.read_bytes()
    for line in data.splitlines():
        try:
            row = msgspec.json.decode(line, type=Row)
        except msgspec.MsgspecError:
            continue
        found[row.key] = row.took
    if data and not data.endswith(b"\n"):
        with out.open("ab") as file:
            file.write(b"\n")
    return found


def _key(cases: Sequence[Case], methods: Methods, how: CallOptions) -> str:
    prompts = default_prompts()
    texts = [prompts[name].sha256 for name in prompts.names]
    # References hold exact numbers, which have no JSON; their repr says all.
    told = [[case.chain, repr(case.reference)] for case in cases]
    return hashlib.sha256(msgspec.json.encode([MODEL, told, methods, how, texts])).hexdigest()


def _name(methods: Methods) -> str:
    name = methods.premises.replace("|", "\\|")
    return f"`{name}`" + (", `--minimal`" if methods.minimal else "")


def _line(methods: Methods, took: Took) -> str:
    verdicts, premises = _counts(took.verdicts), _counts(took.premises)
    if took.necessity:
        premises += f"; tested: {_counts(took.necessity)}"
    numbers = (f"{took.seconds:.0f}", took.calls, took.asked, took.cached, took.read, took.written)
    shown = " | ".join(f"{number:,}" if isinstance(number, int) else number for number in numbers)
    return f"| {_name(methods)} | `{methods.errors}` | {shown} | {verdicts} | {premises} |"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in counts.items())


if __name__ == "__main__":
    main()
