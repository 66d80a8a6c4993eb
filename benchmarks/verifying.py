"""What does driving a verification cost, beside the calls themselves?

    python -m benchmarks.verifying [--part inspect|local|processes] [--chains 60] [--seconds 2] [--rounds 5]

- inspect: a server on the loopback interface answers every call at once. Verification through Inspect, beside a bare
  loop over `get_model().generate()` with the same prompts and as many connections: calls a second.
- local: the embedded model. `hybrid` over `provenance`, beside `under-premises` over `aggregative`, on the same chains:
  seconds, calls, and the tokens that were really read. Two minutes, several on a busy machine.
- processes: provenance and arithmetic by one process and by two, in turns: steps a second, where the time goes, and how
  many times as fast two are. That is the median of the rounds', with the least and the greatest: by the clock where
  there was no other work on the machine, and as it follows from processor time for two idle cores.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.apart import apart
from benchmarks.verification import make_text
from benchmarks.verifying_local import embedded
from dunyazad._prompts import Completion, Prompt
from dunyazad._records import Line
from dunyazad.engines.methods import Case, Methods, Verifier
from dunyazad.engines.record import CallOptions
from dunyazad.engines.verify import verify_lines
from dunyazad.engines.verify_model import verify_with_model
from dunyazad.perl import certified_chains
from dunyazad.reasoning import ReasoningChain, split_steps

_CONNECTIONS = 20
# So many that a second of work meets few texts twice: what is kept of those before is worth what it is worth in use.
_ROWS = 1_500
_QUIET = 0.95  # of the cores: with more, a run was hardly disturbed
_SAID = json.dumps({"reasoning": "It follows.", "verdict": "correct"})


def make_chains(count: int) -> list[ReasoningChain]:
    """Chains of varied length and wording, one in five with a slip."""
    dice = random.Random("verifying")
    texts = [make_text(dice) for _ in range(count)]
    return [
        ReasoningChain(id=str(number), question=question, steps=split_steps(response))
        for number, (question, response) in enumerate(texts)
    ]


class _Stub(BaseHTTPRequestHandler):
    """Answers every chat in OpenAI's form, always the same."""

    protocol_version = "HTTP/1.1"
    body = json.dumps(
        {
            "id": "stub",
            "object": "chat.completion",
            "created": 0,
            "model": "stub",
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": _SAID}},
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
    ).encode()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def through_inspect(chains: Sequence[ReasoningChain], rounds: int) -> None:
    """Print calls a second, both ways, in turns; the ratio is the median of the rounds'."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["STUB_BASE_URL"] = f"http://127.0.0.1:{server.server_address[1]}/v1"
    os.environ["STUB_API_KEY"] = "none"
    methods = Methods(premises="provenance", errors="under-premises")
    prompts = _prompts(chains, methods)
    ratios = []
    for number in range(rounds + 1):
        bare = _rate(lambda: _bare_loop(prompts))
        ours = _rate(lambda: _calls(chains, methods))
        if number:  # the first round loads what is loaded once
            ratios.append(ours / bare)
            print(f"  bare loop {bare:7,.0f} calls/s   verification {ours:7,.0f} calls/s   ratio {ours / bare:.2f}")
    print(f"through Inspect: {statistics.median(ratios):.2f} of the bare loop's rate ({len(prompts):,} calls a round)")
    server.shutdown()


def _prompts(chains: Sequence[ReasoningChain], methods: Methods) -> list[Prompt]:
    verifier, found = Verifier(methods), list[Prompt]()
    for chain in chains:
        plan = verifier.plan(Case(chain))
        while wave := plan.next():
            found += wave
            plan.feed([Completion(prompt.key, _SAID) for prompt in wave])
    return found


def _rate(work: Callable[[], int]) -> float:
    begun = time.perf_counter()
    return work() / (time.perf_counter() - begun)


def _bare_loop(prompts: Sequence[Prompt]) -> int:
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, GenerateConfig, ResponseSchema, get_model
    from inspect_ai.util import JSONSchema

    async def run() -> None:
        model = get_model("openai-api/stub/stub", memoize=False)
        rest = iter(prompts)

        async def worker() -> None:
            for prompt in rest:
                schema = JSONSchema.model_validate(json.loads(prompt.schema))
                config = GenerateConfig(
                    max_connections=_CONNECTIONS,
                    temperature=0,
                    max_tokens=1024,
                    response_schema=ResponseSchema(name="answer", json_schema=schema),
                )
                await model.generate(
                    [ChatMessageSystem(content=prompt.system), ChatMessageUser(content=prompt.user)], config=config
                )

        await asyncio.gather(*(worker() for _ in range(_CONNECTIONS)))

    asyncio.run(run())
    return len(prompts)


def _calls(chains: Sequence[ReasoningChain], methods: Methods) -> int:
    options = CallOptions(cache=False, max_connections=_CONNECTIONS)
    found = verify_with_model(chains, model="openai-api/stub/stub", methods=methods, options=options)
    judged = [verification for verification in found if all(one.outcome == "judged" for one in verification.verdicts)]
    assert len(judged) == len(chains), "a call was not answered"
    return sum(verification.usage.calls for verification in judged)


def processes(seconds: float, rounds: int) -> None:
    """Print how fast one process and two verify the same: in turns, so that what slows a round slows both."""
    for name, rows in {"made here": _made_here(_ROWS), "of our problems": _of_our_problems(_ROWS)}.items():
        _run(rows, 1)  # fills the caches that last as long as the process
        times = max(1, round(seconds / _run(rows, 1).own))
        pairs, shares = list[tuple[_Run, _Run]](), list[float]()
        for _ in range(rounds):
            pairs.append((_run(rows, 1, times), _run(rows, 2, times)))
            halves = [partial(_run, rows[half::2], 1, times) for half in (0, 1)]
            if seconds_apart := apart(*halves):
                shares.append(pairs[-1][0].clock / seconds_apart)
        ones, twos = zip(*pairs, strict=True)
        best = [max(run.steps / run.clock for run in runs) for runs in (ones, twos)]
        print(
            f"provenance + arithmetic, solutions {name}: {rounds} rounds of {ones[0].steps:,} steps by one, then by two"
        )
        print(f"  steps a second by the clock in the best rounds: one {best[0]:,.0f}, two {best[1]:,.0f}")
        quiet = [one.clock / two.clock for one, two in pairs if min(one.share(1), two.share(2)) > _QUIET]
        if quiet:
            print(f"  two over one by the clock: {_spread(quiet)} in {len(quiet)} rounds without other work")
        else:
            print("  two over one by the clock: not measured, for no round was without other work")
        if shares:
            print(f"  two that share nothing, each with half of the texts, over one by the clock: {_spread(shares)}")
        print(f"  two over one that follows for two idle cores: {_spread([_follows(*pair) for pair in pairs])}")
        alone = statistics.median(run.own / run.steps for run in ones)
        worker = statistics.median(run.workers / run.steps for run in twos)
        shared = statistics.median(run.own / run.steps for run in twos)
        print(
            f"  processor time a step: alone {alone * 1e6:.0f} µs; of two, in the workers {worker * 1e6:.0f} µs, "
            f"in the process that shares out {shared * 1e6:.1f} µs"
        )


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def _follows(one: _Run, two: _Run) -> float:
    # Two cores do no more than the sum of the work allows, and no more than what shares it out does by itself.
    return one.own / max((two.own + two.workers) / 2, two.own)


def _made_here(count: int) -> list[bytes]:
    dice = random.Random("processes")
    texts = [make_text(dice) for _ in range(count)]
    return [_row(number, question, text) for number, (question, text) in enumerate(texts)]


def _of_our_problems(count: int) -> list[bytes]:
    """Solutions of problems from the package's templates, three in four with an error, as one text each."""
    chains = [annotated.chain for annotated in certified_chains(count, seed=1)]
    return [
        _row(number, chain.question, "\n".join(step.text for step in chain.steps))
        for number, chain in enumerate(chains)
    ]


def _row(number: int, question: str, text: str) -> bytes:
    return json.dumps({"id": str(number), "question": question, "text": text}).encode()


class _Run(NamedTuple):
    """What verifying some rows took, in seconds: by the clock, this process's processor time, and that of others."""

    steps: int
    clock: float
    own: float
    workers: float

    def share(self, cores: int) -> float:
        """How much of so many cores was for this run: where it is little, other work had the rest."""
        return (self.own + self.workers) / (cores * self.clock)


def _run(rows: Sequence[bytes], jobs: int, times: int = 1) -> _Run:
    lines = (Line("made", number, row) for number, row in enumerate(list(rows) * times, start=1))
    gc.collect()
    begun, spent, others = time.perf_counter(), time.process_time(), _of_others()
    steps = sum(row.counts.total() for row in verify_lines(lines, Methods(), jobs=jobs))
    return _Run(steps, time.perf_counter() - begun, time.process_time() - spent, _of_others() - others)


def _of_others() -> float:
    """Processor time of the processes that this one started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print all parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["inspect", "local", "processes"])
    parser.add_argument("--chains", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5, help="short runs, of which the best or the median counts")
    parser.add_argument("--seconds", type=float, default=2.0, help="of a run by one process")
    options = parser.parse_args()
    if options.seconds < 1:
        parser.error("--seconds: of less than 1, starting and ending are too large a part")
    chains = make_chains(options.chains)
    if options.part in (None, "processes"):
        processes(options.seconds, options.rounds)
    if options.part in (None, "inspect"):
        with tempfile.TemporaryDirectory() as folder:
            os.environ.setdefault("INSPECT_CACHE_DIR", str(Path(folder)))
            through_inspect(chains, options.rounds)
    if options.part in (None, "local"):
        embedded(6)


if __name__ == "__main__":
    main()
