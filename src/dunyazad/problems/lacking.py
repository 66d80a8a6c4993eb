"""What a problem cannot give, and why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

__all__ = ["CODES", "Lacking"]


class Lacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A problem does not give what was asked of it.

    Attributes:
        code: The reason, in kebab case; one of `CODES`.
        sentence: What is wrong, with the values.
    """

    code: str
    sentence: str


def _codes(**meanings: str) -> dict[str, str]:
    return {name.replace("_", "-"): meaning for name, meaning in meanings.items()}


# The table in the docs is this one; tests hold both to what is said.
CODES: Final[Mapping[str, str]] = MappingProxyType(
    # Numbers of first premises and conclusions, for numeric gates and for further alternates.
    _codes(
        answer_negative="the other problem's mistake would lead to an answer below zero",
        answer_same="the other problem's mistake would lead to the right answer all the same",
        counterfactual_unknown="the counterfactual answer is not known",
        form_unknown="a number is written in no form that is known, or two numbers in different forms",
        formula_long="the answer is too long an expression of the number",
        formula_wrong="that expression does not give the answers that the program gives",
        no_answer="the answer cannot be computed at the number that the other problem's mistake leads to",
        no_program="the problem has no program to compute other answers with",
        no_slot="the number cannot be replaced, or the other problem's counterfactual answer is not known",
        number_article="the article before the number tells it (an 8)",
        number_date="the number tells a date or the time",
        number_fraction="the number is a fraction",
        number_joined="the number is joined to a word (a 5-day trip)",
        number_mixed="the number is a whole one and a fraction (2 1/2)",
        number_multiplier="the number is a multiplier (twice)",
        number_negative="the number is below zero, or the other problem's mistake would lead to such a one",
        number_one="one of the two numbers is 1, and a noun stands in the singular",
        number_same="the number is the other problem's answer itself",
        premises_differ="the first premises, or the conclusions, differ in more than one number",
        too_few_values="too few sound alternates can be made",
        value_unfit="the certifier accepts no alternate at the number that the other problem's mistake leads to",
        wrong_arbitrary="the wrong conclusion is not at the counterfactual answer",
    )
    # Names that are to be replaced.
    | _codes(
        name_common_word="the name is also a word or a time of the year (Will, May)",
        name_joined="the name is joined to a word",
        name_long="the name is more than one word, or part of a longer name",
        name_place="the name is a place, or may be one",
        name_quoted="the apostrophe behind the name may close a quotation",
        name_spelled="the text speaks of letters",
        name_taken="the new name stands in the text already",
        name_twice="the new name would be the name of two",
        name_unknown="what looks like a name, or is one in another problem, is not among the problem's own",
        name_unusable="the new name is not one word, of letters alone",
        no_name="no name is left that does not stand in the text",
        not_certified="the certifier refuses the problem with each new name that was tried",
    )
)
