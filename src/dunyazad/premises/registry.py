"""The premise finders by name."""

from __future__ import annotations

from dunyazad._exceptions import InputError
from dunyazad.premises.finder import ModelFree, PremiseFinder, all_earlier, previous, previous_and_question
from dunyazad.premises.provenance import provenance

__all__ = ["PREMISE_FINDERS", "premise_finder"]

PREMISE_FINDERS: dict[str, PremiseFinder] = {
    finder.name: finder
    for finder in (
        ModelFree("all", all_earlier),
        ModelFree("previous", previous),
        ModelFree("previous+question", previous_and_question),
        ModelFree("provenance", provenance),
    )
}


def premise_finder(name: str) -> PremiseFinder:
    """Give the premise finder of a name.

    Raises:
        InputError: There is none; the message lists those that there are.

    Example:
        >>> premise_finder("provenance").name
        'provenance'
    """
    try:
        return PREMISE_FINDERS[name]
    except KeyError:
        raise InputError(f"no premise method {name!r}; there are: {', '.join(sorted(PREMISE_FINDERS))}") from None
