"""What a model made of a chained problem: its outcome, its answers link by link, and where it first failed."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.tally import Count

__all__ = ["Diagnosis", "FinalResult", "Imported", "LinkResult", "Outcome", "Protocol", "Solution", "Usage", "one_line"]

_LONGEST = 300

Protocol = Literal["final", "labelled", "two-turn"]

# One of five, for the response as a whole. Only `answered` can be right or wrong.
#   answered   at least one asked-for answer could be read
#   unparsed   the model responded, but no answer could be read (empty, broken JSON, no label)
#   refused    the provider or the model declined
#   truncated  the response hit a token or context limit before any answer
#   failed     no response: provider error, time-out, model gone
Outcome = Literal["answered", "unparsed", "refused", "truncated", "failed"]

# For one link:
#   correct          the gold answer
#   wrong_branch     the counterfactual answer, though the model's own earlier answers open the right branch, or it was
#                    asked for those and gave none
#   inherited        the counterfactual answer, and the model's own earlier answers led there
#   otherwise_wrong  some other number
#   undetermined     wrong, and the cause cannot be told: the counterfactual answer is not known, or it was given and
#                    the protocol does not ask for the answers that would show what led there
#   not_answered     asked for, no answer read
#   not_asked        the protocol does not ask for this link
Diagnosis = Literal[
    "correct", "wrong_branch", "inherited", "otherwise_wrong", "undetermined", "not_answered", "not_asked"
]


class Usage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of all calls that a solution took."""

    input_tokens: int = 0
    output_tokens: int = 0


class LinkResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one link went.

    Attributes:
        position: 0-based, in solving order.
        expected: The gold answer.
        given: The answer read from the response; None where there is none.
        diagnosis: What happened.
        consistent: Does the answer stand on the branch that the model's own earlier answers open? None where
            that cannot be told. A correct answer with False was reached against the model's own reasoning.
        text: The answer as the model wrote it; empty where there is none.
    """

    position: int
    expected: Fraction
    given: Fraction | None
    diagnosis: Diagnosis
    consistent: bool | None = None
    text: str = ""


class FinalResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the final question went, where it is one over the answers of several problems (their sum, say).

    Attributes:
        expected: The gold answer.
        given: The answer read from the response; None where there is none.
        consistent: Is it what the model's own answers come to? None where that cannot be told.
        text: The answer as the model wrote it; empty where there is none.
    """

    expected: Fraction
    given: Fraction | None
    consistent: bool | None = None
    text: str = ""

    @property
    def correct(self) -> bool:
        """Is it the gold answer?"""
        return self.given == self.expected


class Imported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The published rows that a solution is one of. A report of those that became solutions has to tell of the others.

    Attributes:
        file: The name of their file.
        rows: How many lines were read.
        left_out: How many of them became no solution, by reason.
    """

    file: str
    rows: int
    left_out: tuple[Count, ...]


class Solution(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.solution/2",
):
    """One model's attempt at one chained problem.

    Attributes:
        id: Unique in its file: chain id, model, protocol and epoch.
        chain: The chained problem, whole, so that a file of solutions stands by itself.
        model: The model's name as the provider knows it; begins with "simulated" for the simulated solver.
        protocol: How the answers were asked for.
        outcome: What came back.
        reason: Why the outcome is not `answered`; empty otherwise. Of a failed call all that its error says, which may
            be several lines.
        response: The reasoning as the model wrote it (first turn).
        answers_text: The second turn's text, for the two-turn protocol; empty otherwise.
        links: One entry a problem, in solving order; empty where the outcome is `failed`.
        final: How the final question went, where it is not a problem's own; None otherwise.
        usage: Tokens.
        seconds: Wall time of the calls; None where not recorded.
        planted: For the simulated solver, what it planted at each link; empty otherwise.
        unfinished: Did the response that holds the answers end before its time (a limit, a filter)? An answer in its
            last line may be cut off, and is not read.
        imported: For published rows, how many there were and became no solution; absent for all others.

    Raises:
        ValueError: It is answered, and its links are not one for each problem in order.
    """

    id: str
    chain: ChainedProblem
    model: str
    protocol: Protocol
    outcome: Outcome
    reason: str = ""
    response: str = ""
    answers_text: str = ""
    links: tuple[LinkResult, ...] = ()
    final: FinalResult | None = None
    usage: Usage = Usage()
    seconds: float | None = None
    planted: tuple[Diagnosis, ...] = ()
    unfinished: bool = False
    imported: Imported | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.outcome != "answered":
            return
        positions = [link.position for link in self.links]
        # By the number of links, which are there: a file may claim a length of a billion.
        if len(positions) != self.chain.length or positions != list(range(len(positions))):
            # Counted by position everywhere: a missing or doubled link would be some other link's result.
            raise ValueError(f"answered, with links {positions[:20]} for a chain of {self.chain.length} problems")

    @property
    def all_links_correct(self) -> bool | None:
        """Is every link, and the final question, correct? None where that was not asked, or nothing was answered."""
        if self.outcome != "answered" or any(link.diagnosis == "not_asked" for link in self.links):
            return None
        return all(link.diagnosis == "correct" for link in self.links) and (self.final is None or self.final.correct)

    @property
    def final_correct(self) -> bool | None:
        """Is the final answer correct? None where nothing was answered."""
        if self.outcome != "answered":
            return None
        return self.links[-1].diagnosis == "correct" if self.final is None else self.final.correct

    @property
    def link_share(self) -> float | None:
        """Which share of the asked-for links is right; None where none was asked for or nothing was answered."""
        asked = [link for link in self.links if link.diagnosis != "not_asked"]
        if self.outcome != "answered" or not asked:
            return None
        return sum(link.diagnosis == "correct" for link in asked) / len(asked)

    @property
    def first_failed(self) -> int | None:
        """The first asked-for link, in solving order, that is not correct; None where there is none."""
        for link in self.links:
            if link.diagnosis not in ("correct", "not_asked"):
                return link.position
        return None


def one_line(reason: str) -> str:
    r"""A reason for a line of a summary: the first line that says something; what is cut off a long one shows.

    Example:
        >>> one_line("the server is gone\nsee the log"), len(one_line("a" * 1000))
        ('the server is gone', 300)
    """
    line = next((line.strip() for line in reason.splitlines() if line.strip()), "")
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
