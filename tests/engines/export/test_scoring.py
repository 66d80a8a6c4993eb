from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad._exceptions import InputError
from dunyazad._records import encode
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export.scoring import METRICS, judge_text, metrics_of, task_functions
from dunyazad.solving import PROTOCOLS, first_prompt, render_answers

Chains = tuple[ChainedProblem, ...]


def answers(chain: ChainedProblem, wrong: int) -> str:
    """Labelled answers of which the last `wrong`, in solving order, are wrong."""
    kept = chain.length - wrong
    given = [answer if place < kept else answer + 1000 for place, answer in enumerate(chain.answers)]
    return render_answers(chain, "labelled", given)


def test_right_and_wrong_and_unread_are_three_things(chains: Chains) -> None:
    chain = next(chain for chain in chains if chain.length == 4)
    assert metrics_of(judge_text(chain, "labelled", answers(chain, 0))) == {
        "all_links": 1.0, "all_links_of_all": 1.0, "per_link": 1.0,
        "answered": 1.0, "unparsed": 0.0, "final": 1.0, "final_of_all": 1.0,
    }  # fmt: skip
    assert metrics_of(judge_text(chain, "labelled", answers(chain, 1))) == {
        "all_links": 0.0, "all_links_of_all": 0.0, "per_link": 0.75,
        "answered": 1.0, "unparsed": 0.0, "final": 0.0, "final_of_all": 0.0,
    }  # fmt: skip
    assert metrics_of(judge_text(chain, "labelled", "I think it is 7")) == {
        "all_links": None, "all_links_of_all": 0.0, "per_link": None,
        "answered": 0.0, "unparsed": 1.0, "final": None, "final_of_all": 0.0,
    }  # fmt: skip


def test_the_final_protocol_tells_nothing_of_links(chains: Chains) -> None:
    chain = chains[-1]
    found = metrics_of(judge_text(chain, "final", f"Answer: {chain.answer}"))
    assert found == {"answered": 1.0, "unparsed": 0.0, "final": 1.0, "final_of_all": 1.0}


def test_a_sum_is_no_link(chains: Chains) -> None:
    chain = chains[-1]
    assert chain.final.kind == "sum"
    solution = judge_text(chain, "labelled", answers(chain, 1))
    assert solution.link_share == pytest.approx(2 / 3)
    assert metrics_of(solution)["final"] == 0.0


def test_prompts_are_ours(chains: Chains) -> None:
    for protocol in METRICS:
        prompt, target, results = task_functions(protocol, PROTOCOLS[protocol])
        for chain in chains:
            doc = {"id": chain.id, "record": encode(chain).decode()}
            assert prompt(doc) == first_prompt(chain, protocol)
            assert results(doc, [target(doc)])["final"] == 1.0


def test_another_wording_is_refused_since_results_would_not_compare() -> None:
    with pytest.raises(InputError, match="export again"):
        task_functions("labelled", "labelled/0")
    with pytest.raises(InputError, match="takes one turn"):
        task_functions("two-turn", PROTOCOLS["two-turn"])


def test_a_wrong_answer_is_not_read_as_right_for_being_near(chains: Chains) -> None:
    chain = chains[0]
    assert metrics_of(judge_text(chain, "final", f"Answer: {chain.answer + Fraction(1, 100)}"))["final"] == 0.0
