"""What does driving a verification cost, beside the calls themselves?

    python -m benchmarks.verifying [--part inspect|local|processes] [--chains 60] [--seconds 1] [--rounds 3]

- inspect: a server on the loopback interface answers every call at once. Verification through Inspect, beside a bare
  loop over `get_model().generate()` with the same prompts and as many connections: calls a second.
- local: the embedded model. `hybrid` over `provenance`, beside `under-premises` over `aggregative`, on the same chains:
  seconds, calls, and the tokens that were really read. Two minutes, several on a busy machine.
- processes: provenance and arithmetic on one process and on two: steps a second by the clock and by processor time,
  where the time goes, and how many times as fast two are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

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
    """Print steps a second on one process and on two: by the clock and by processor time, the best of some rounds."""
    for name, rows in {"made here": _made_here(400), "of our problems": _of_our_problems(400)}.items():
        one = [_run(rows, 1, seconds) for _ in range(rounds)]
        short = _run(rows, 2, 0.0)  # what starting two processes takes is in both, and falls out
        two = [_run(rows, 2, seconds) for _ in range(rounds)]
        shared = min(run.parent / run.timed for run in two)
        # All runs together: of one short run alone, starting is most of it.
        more = sum(run.steps - short.steps for run in two)
        worker = sum(run.workers - short.workers for run in two) / more
        alone = min(run.parent / run.timed for run in one)
        clock = [max(run.timed / run.seconds for run in runs) for runs in (one, two)]
        print(f"provenance + arithmetic, solutions {name}, best of {rounds}")
        print(f"  one process: {clock[0]:,.0f} steps/s by the clock, {1 / alone:,.0f} a second of processor time")
        print(f"  two processes: {clock[1]:,.0f} steps/s by the clock, {clock[1] / clock[0]:.2f} times one")
        print(
            f"  processor time a step: alone {alone * 1e6:.0f} µs; of two, in the workers {worker * 1e6:.0f} µs, "
            f"in the process that shares out {shared * 1e6:.1f} µs"
        )
        # Two cores do no more than the sum of the work allows, and no more than what shares it out does by itself.
        # A worker does what one process alone does, and more: where it seems to take less, the one was disturbed.
        ratio = min(alone, worker) * min(2 / (worker + shared), 1 / shared)
        print(f"  two over one that follows for two idle cores, if neither slows the other: {ratio:.2f}")


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
    """What a run took: steps and seconds from the first rows on, and this process's processor time for them; all steps
    and all processor time of the workers, their starting included."""

    timed: int
    seconds: float
    parent: float
    steps: int
    workers: float


def _run(rows: Sequence[bytes], jobs: int, seconds: float) -> _Run:
    stop = threading.Event()

    def lines() -> Iterator[Line]:
        number = 0
        while not stop.is_set():
            number += 1
            yield Line("made", number, rows[number % len(rows)])

    before = os.times()
    found = verify_lines(lines(), Methods(), jobs=jobs)
    warm, timed = sum(next(found).counts.total() for _ in range(200 * jobs)), 0
    begun, spent = time.perf_counter(), time.process_time()
    while time.perf_counter() - begun < seconds:
        timed += next(found).counts.total()
    took, parent = time.perf_counter() - begun, time.process_time() - spent
    stop.set()
    steps = warm + timed + sum(row.counts.total() for row in found)
    after = os.times()
    return _Run(timed, took, parent, steps, sum(after[2:4]) - sum(before[2:4]))


def main() -> None:
    """Print all parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=["inspect", "local", "processes"])
    parser.add_argument("--chains", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3, help="short runs, of which the best or the median counts")
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    if options.seconds < 1:
        parser.error("--seconds: less than 1 is mostly the starting of processes")
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
