"""What the certifier reports, and all that it may report."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

__all__ = ["CODES", "Code", "Finding"]


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the certifier noticed in a problem.

    Attributes:
        code: Which check, in kebab case; one of `CODES`.
        sentence: What is wrong, with the values.
        severity: An `error` makes the problem unusable; a `note` says what it lacks.
    """

    code: str
    sentence: str
    severity: Literal["error", "note"] = "error"


class Code(msgspec.Struct, frozen=True):
    """A code of the certifier: how grave it is, and what it means.

    `lack` is an error where the record claims a counterfactual answer, and a note where it claims none.
    """

    severity: Literal["error", "note", "lack"]
    meaning: str


def _codes(severity: Literal["error", "note", "lack"], **meanings: str) -> dict[str, Code]:
    return {name.replace("_", "-"): Code(severity, meaning) for name, meaning in meanings.items()}


# The table in the docs is this one; tests hold both to what the checks say.
CODES: Final[Mapping[str, Code]] = MappingProxyType(
    _codes(
        "error",
        empty_part="a part other than the premises is empty",
        white_space="a part has stray white space",
        control_sign="a part holds a sign that nobody sees, or that turns the text around",
        no_question="the question neither asks nor requests",
        same_premise="the alternate first premise is the first premise",
        alternate_numbers="the first premises differ in no number, or in more than one",
        changed_unknown="the changed quantity is no given of the first premise",
        changed_value="the first premises do not say what the program changes, or in another way",
        conclusion_sentences="the conclusion is more than one sentence",
        conclusion_numbers="the conclusions do not differ in exactly one number",
        conclusion_answer="the conclusion does not say the answer",
        wrong_answer="the wrong conclusion does not say the wrong answer, or in another way",
        no_statement="the conclusion asks, denies or hedges, and does not say the answer plainly",
        wrong_same="the wrong answer is the answer",
        no_anchor="the conclusion shares no name and no telling word with its story",
        name_missing="a listed name stands nowhere in the text",
        pronoun="a pronoun has nothing in its own story to point at",
        program_empty="the program has no operations",
        program_name="a name of the program stands for two quantities",
        program_expression="an operation cannot be computed",
        program_value="an operation gives another value than it says",
        program_answer="the program does not end in the answer",
        operation_idle="an operation does not feed the answer",
        given_unused="a given does not feed the answer",
        given_missing="the part that should state a given does not",
        literal_unbound="an operation uses a number that is no given and that no word of the text calls for",
        number_fixed="the changed number names a thing, converts units, or comes in fixed numbers or sizes",
        number_counted="the text counts out, thing by thing, what the changed number says",
        number_restated="the text says once more, by a number that the program does not use, what the change alters",
        counterfactual_value="the counterfactual answer is not what the program gives under the alternate",
        counterfactual_same="the counterfactual answer is the answer",
        insane="a quantity would be below zero, or a part more than its whole, under the alternate or the wrong answer",
        order_turns="a difference, or an order or bound that the text speaks of, turns under the alternate",
        things_broken="things that come whole would not, under the alternate",
        step_premises="a gold step rests on no earlier steps, or on them out of order",
        step_value="a gold step does not say its value, or one that no operation gives",
        step_arithmetic="a gold step's arithmetic is false",
        step_rests="a gold step rests on other steps than its operation uses",
        step_answer="the gold solution does not end in the answer",
    )
    | _codes(
        "lack",
        alternate_wording="the first premises differ in more than their number",
        conclusion_wording="the conclusions differ in more than their number",
        bindings_disagree="the numbers of the text can be read into the program in several ways, with other answers",
        bindings_many="the numbers of the text can be read into the program in too many ways to compare",
    )
    | _codes(
        "note",
        counterfactual_unknown="the counterfactual answer is not known",
        wrong_arbitrary="the wrong conclusion is not at the counterfactual answer",
        constant_uncalled="no word of the text calls for a number that is said to be known",
        number_unbound="a part states a number that is no given",
        number_style="one of two numbers is told in words, the other in digits",
        name_unlisted="what looks like a name is not listed",
        pronoun_ahead="a pronoun comes before what it points at",
    )
    | {
        "answer-broken": Code(
            "lack",
            "the answer is whole, and the wrong or the counterfactual one is not (a note for money and measures that "
            "no claim states)",
        )
    }
)
