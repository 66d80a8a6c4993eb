"""Every method on the embedded model, to the end. Its judgement is poor; the machinery is what this shows."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")
pytest.importorskip("xllamacpp", reason="the embedded model needs xllamacpp")

from dunyazad._exceptions import ModelNotFoundError
from dunyazad.engines import CallOptions, Methods, verify_with_model
from dunyazad.models import resolve
from dunyazad.perl import read_annotated
from dunyazad.reasoning import ReasoningChain, Step

pytestmark = [
    pytest.mark.model,
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

SETS = Path(__file__).parents[2] / "../shared/data/perl/gsm8k"
MODEL = "smollm2-135m"

WAYS = (
    Methods(premises="aggregative", errors="under-premises"),
    Methods(premises="provenance", errors="hybrid"),
    Methods(premises="provenance", errors="critic"),
    Methods(premises="holistic->previous", errors="full-context"),
    Methods(premises="dyadic", errors="arithmetic", minimal=True),
    Methods(premises="previous", errors="votes:2:full-context"),
)


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    try:
        resolve(MODEL)
    except ModelNotFoundError:
        pytest.skip("the embedded model is not in the cache (dunyazad models pull)")
    yield
    gc.collect()


OWN = ReasoningChain(
    id="own",
    question="Ida fills 4 jars with 6 plums each and eats 5 plums. How many plums are left?",
    steps=(Step("4 * 6 = 24 plums are in the jars."), Step("24 - 5 = 18 plums are left."), Step("Plums are fruit.")),
)


def real_chains() -> list[ReasoningChain]:
    """Two short ones, where the data stands beside the checkout."""
    path = SETS / "gsm8k_negatives.json"
    if not path.is_file():
        return []
    return [item.chain for item in read_annotated([path])[0] if len(item.steps) == 2][:2]


@pytest.mark.parametrize("methods", WAYS, ids=lambda methods: f"{methods.premises} {methods.errors}")
def test_every_method_runs_to_the_end_and_every_outcome_is_accounted_for(methods: Methods) -> None:
    chains = [OWN, ReasoningChain(id="empty", question="q", steps=()), *real_chains()]
    temperature = 0.8 if methods.errors.startswith("votes") else 0.0
    arguments: dict[str, str | int | float | bool] = {"n_ctx": 4096, "threads": 1, "slots": 1, "cache_prompts": True}
    options = CallOptions(cache=False, max_tokens=64, temperature=temperature, seed=1, model_args=arguments)
    found = list(verify_with_model(chains, model=f"gguf/{MODEL}", methods=methods, options=options))
    assert [verification.id for verification in found] == [chain.id for chain in chains]
    for chain, verification in zip(chains, found, strict=True):
        assert len(verification.verdicts) == len(chain.steps)
        # A model in process neither refuses nor fails: what is not read is unparsed or truncated, and says so.
        for verdict in verification.verdicts:
            assert verdict.outcome in ("judged", "no_claim", "unparsed", "truncated"), verdict
            # A step about which nothing was claimed may still inherit an error.
            assert (verdict.label is not None) == (verdict.outcome == "judged" or verdict.label == "accumulation_error")
        for number, verdict in enumerate(verification.verdicts, start=1):
            finding = verification.parc.finding_of(number)
            assert finding.outcome in ("found", "unparsed", "truncated")
            # The schema holds the model's reasons to what its tokens leave room for: it always gets to the verdict.
            assert finding.outcome != "found" or verdict.outcome != "truncated"
        usage = verification.usage
        assert (usage.calls > 0) == bool(chain.steps and usage.input_tokens)
        assert usage.cached_tokens <= usage.input_tokens
