"""Problems of `reasoning-gym`, which makes them by program, where it is installed.

Its `gsm_symbolic` gives a question, a final number and a solution in words. No program comes with it, but most
solutions state every step as an equation; where all of them hold and end in the answer, they are the program.
"""

from __future__ import annotations

from typing import Any

from dunyazad._exceptions import InputError
from dunyazad._records import require
from dunyazad.problems.sources.rows import Damaged, Row, Rows

__all__ = ["GYM", "gym_rows"]

GYM = "reasoning-gym:"
_NAMES = ("gsm_symbolic",)
# What the package adds for models; it is no part of the story.
_REQUEST = "Give the result as your final answer. Do not include units."


def gym_rows(place: str, *, size: int, seed: int) -> Rows:
    """Yield problems of a generator.

    Raises:
        InputError: It is no generator of word problems, or cannot make so many.
        MissingExtraError: The extra `gym` is not installed.
    """
    name = place.removeprefix(GYM)
    if name not in _NAMES:
        raise InputError(f"{place}: no word problems of that name; there is {', '.join(GYM + name for name in _NAMES)}")
    gym = require("reasoning_gym", "gym")
    try:
        made = gym.create_dataset(name, size=size, seed=seed)
    except (ValueError, AssertionError) as error:
        raise InputError(f"{place} with size {size} and seed {seed}: {error}") from error
    for item in made:
        yield _row(item)


def _row(item: Any) -> Row | Damaged:
    question, answer, metadata = (item.get(name) for name in ("question", "answer", "metadata"))
    if not isinstance(question, str) or not isinstance(metadata, dict):
        return Damaged("line-malformed", "the item has no question in text, or no metadata")
    story = question.strip().removesuffix(_REQUEST).strip()
    return Row({"question": story, "answer": answer, "answer_cot": metadata.get("answer_cot")})
