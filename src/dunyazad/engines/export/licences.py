"""Under which licence the sources of problems stand, as far as they say.

A chain holds its problems' sentences, so that it stands under their licence. A source that states none, or that is not
known here, is never exported as a dataset in silence: whoever publishes it must say what they take its licence to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from dunyazad._exceptions import InputError

__all__ = ["NONE_STATED", "SOURCES", "Licence", "joined", "licence_of"]

NONE_STATED = "none-stated"
# Of the identifiers that dataset cards know, the ones that word problems come under; others are told by name.
_CARD_IDENTIFIERS = frozenset(
    ["mit", "apache-2.0", "bsd-2-clause", "bsd-3-clause", "gpl-3.0", "lgpl-3.0", "cc0-1.0", "cc-by-2.0", "cc-by-3.0",
     "cc-by-4.0", "cc-by-sa-3.0", "cc-by-sa-4.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0", "cc-by-nd-4.0", "odc-by", "odbl",
     "pddl", "unlicense", "openrail"]
)  # fmt: skip


class Licence(msgspec.Struct, frozen=True):
    """A licence as a dataset card tells it.

    Attributes:
        identifiers: For the card's front matter, lower case; "unknown" where none is stated, "other" for one by name.
        name: The name behind "other"; empty otherwise.
        sentence: What is said of it to people.
    """

    identifiers: tuple[str, ...]
    name: str
    sentence: str


# By what a problem's id begins with.
SOURCES: dict[str, tuple[str, str]] = {
    "template": ("apache-2.0", "Problems from Dunyazad's own templates: Apache-2.0."),
    "gsm8k": ("mit", "Problems taken from GSM8K (Cobbe et al., 2021): MIT."),
}


def licence_of(source: str, given: str | None) -> Licence:
    """Give the licence of a source, or what the user says it is.

    Args:
        source: What problems' ids begin with, several joined by +.
        given: What the user says; None for what is known. `none-stated` says that the source states none.

    Raises:
        InputError: Nothing is known of a source, and the user says nothing.

    Example:
        >>> licence_of("gsm8k+template", None).identifiers
        ('apache-2.0', 'mit')
        >>> licence_of("handmade", "none-stated").identifiers
        ('unknown',)
    """
    if given is not None:
        return _given(given, source)
    heads = source.split("+")
    unknown = [head for head in heads if head not in SOURCES]
    if unknown:
        what = f"the source {unknown[0]!r}" if unknown[0] else "a source without a name"
        raise InputError(f"{what} has no licence known here: tell it with --licence, or say --licence {NONE_STATED}")
    found = [SOURCES[head] for head in heads]
    return Licence(tuple(sorted({name for name, _ in found})), "", " ".join(sentence for _, sentence in found))


def _given(given: str, source: str) -> Licence:
    text = " ".join(given.split())
    if not text:
        raise InputError("--licence is empty: name the licence, or say none-stated")
    of = f"the problems ({source})" if source else "the problems"
    if text == NONE_STATED:
        said = f"No licence is stated for {of}. Whoever uses this data must find out by themselves what they may do."
        return Licence(("unknown",), "", said)
    identifier = text.lower()
    said = f"Whoever exported this gives as the licence of {of}: {text}."
    if identifier in _CARD_IDENTIFIERS:
        return Licence((identifier,), "", said)
    return Licence(("other",), re.sub(r"[^\w.+-]+", "-", identifier), said)


def joined(sources: Iterable[str]) -> str:
    """Join sources by +, each once."""
    return "+".join(sorted({head for source in sources for head in source.split("+")}))
