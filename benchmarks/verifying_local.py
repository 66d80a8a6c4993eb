"""What verifying takes on the embedded model: seconds, calls, and the tokens that were really read.

Two ways on the same chains, hybrid over provenance and under-premises over aggregative, with prompts kept:
`python -m benchmarks.verifying --part local`. All methods: see `benchmarks.methods_local`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from dunyazad.engines import CallOptions, Methods, verify_with_model
from dunyazad.engines.inspect_run import open_model
from dunyazad.engines.methods import Case
from dunyazad.errors import CallUsage, Label, Verification
from dunyazad.perl import AnnotatedChain, certified_chains

__all__ = ["MODEL", "Labels", "Took", "embedded", "measured", "options", "short_chains"]

MODEL = "gguf/smollm2-135m"
Labels = Sequence[tuple[Label, ...] | None]
_PAIR = (Methods(premises="provenance", errors="hybrid"), Methods(premises="aggregative", errors="under-premises"))


class Took(msgspec.Struct, frozen=True, kw_only=True):
    """What one way of verifying came to.

    Attributes:
        seconds: By the clock.
        busy: Seconds of processor time: what else the machine does is not in them.
        steps: How many steps were verified.
        calls: How many calls were made.
        asked: Tokens of their prompts.
        cached: How many of those were kept from a prompt before.
        written: Tokens of the answers.
        verdicts: Steps by label; those without one by outcome.
        premises: Steps by the outcome of finding their premises.
        necessity: Premises by the outcome of testing whether they are needed.
        agreed: Steps with a label that is theirs, of those whose own is known.
        known: How many those are.
    """

    seconds: float
    steps: int
    calls: int
    asked: int
    cached: int
    written: int
    verdicts: dict[str, int]
    premises: dict[str, int]
    necessity: dict[str, int]
    agreed: int = 0
    known: int = 0
    busy: float = 0.0

    @property
    def read(self) -> int:
        """Tokens of prompts that were really read."""
        return self.asked - self.cached


def short_chains(count: int) -> list[AnnotatedChain]:
    """Solutions of problems from our templates in two to four steps, three of four with a wrong one; shortest first."""
    made = [item for item in certified_chains(20 * count, seed=5) if 2 <= len(item.steps) <= 4]
    return sorted(made, key=lambda item: sum(len(step.text) for step in item.chain.steps) + len(item.question))[:count]


def options(*, max_tokens: int, temperature: float = 0.0) -> CallOptions:
    """One slot and one thread: prompts are read in one place, and other work on the machine disturbs least."""
    arguments: dict[str, str | int | float | bool] = {"cache_prompts": True, "n_ctx": 4096, "threads": 1, "slots": 1}
    return CallOptions(cache=False, max_tokens=max_tokens, temperature=temperature, seed=1, model_args=arguments)


def measured(cases: Sequence[Case], labels: Sequence[Labels], methods: Methods, how: CallOptions) -> Took:
    """Verify, and count everything; every step has a label, or an outcome that says why not.

    Args:
        cases: The chains.
        labels: Of each chain, the labels that each step has in truth; None where that is not known.
        methods: How they are verified.
        how: How calls are made.

    Raises:
        RuntimeError: Something was not accounted for.
    """
    open_model(MODEL, how.model_args)  # what is loaded once is in no way's seconds
    begun, before = time.perf_counter(), time.process_time()
    found = list(verify_with_model(cases, model=MODEL, methods=methods, options=how))
    seconds, busy = time.perf_counter() - begun, time.process_time() - before
    told = [
        verdict.label in true
        for one, known in zip(found, labels, strict=True)
        for verdict, true in zip(one.verdicts, known, strict=True)
        if true is not None
    ]
    usage = sum((one.usage for one in found), start=CallUsage())
    took = Took(
        seconds=round(seconds, 1),
        steps=sum(len(case.chain.steps) for case in cases),
        calls=usage.calls,
        asked=usage.input_tokens,
        cached=usage.cached_tokens,
        written=usage.output_tokens,
        verdicts=_counted(verdict.label or verdict.outcome for one in found for verdict in one.verdicts),
        premises=_counted(one.parc.finding_of(k + 1).outcome for one in found for k in range(len(one.verdicts))),
        necessity=_counted(test.outcome for one in found for test in one.parc.necessity),
        agreed=sum(told),
        known=len(told),
        busy=round(busy, 1),
    )
    _check(took, found)
    return took


def _counted(names: object) -> dict[str, int]:
    return dict(sorted(Counter[str](names).items()))  # type: ignore[call-overload]


def _check(took: Took, found: Sequence[Verification]) -> None:
    for name, counts in (("verdicts", took.verdicts), ("premises", took.premises)):
        if sum(counts.values()) != took.steps or "judged" in counts:
            raise RuntimeError(f"{name} of {took.steps} steps: {counts}")
    # Tested is every premise of a step whose premises were found, and each has an outcome.
    tested = sum(
        len(premises)
        for one in found
        for step, premises in enumerate(one.parc.full or (), start=1)
        if one.parc.finding_of(step).outcome == "found"
    )
    if sum(took.necessity.values()) != tested:
        raise RuntimeError(f"{tested} premises were tested: {took.necessity}")


def embedded(count: int) -> None:
    """Print the seconds and tokens of the two ways, on so many chains."""
    items = short_chains(count)
    cases, labels = [Case(item.chain) for item in items], [item.labels for item in items]
    steps = sum(len(one) for one in labels)
    print(f"embedded model, {count} chains, {steps} steps, one thread, prompts kept", flush=True)
    took = []
    for methods in _PAIR:
        took.append(measured(cases, labels, methods, options(max_tokens=100)))
        _tell(methods, took[-1])
    first, second = took
    print(f"  hybrid takes {first.seconds / second.seconds:.2f} of the seconds, {first.busy / second.busy:.2f} of the")
    print(f"  processor time, and {first.read / second.read:.2f} of the tokens read")


def _tell(methods: Methods, took: Took) -> None:
    print(
        f"  {methods.errors} over {methods.premises}: {took.seconds:.1f} s ({took.busy:.1f} busy), {took.calls} calls, "
        f"{took.asked:,} prompt tokens of which {took.read:,} were read, {took.written:,} written; "
        + f"{took.agreed} of {took.known} labels are right",
        flush=True,
    )
