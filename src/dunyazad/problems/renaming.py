"""Give the people of a problem other names, or say why that is not safe.

A name is replaced wherever it stands as a whole word, in all parts of a problem and in its gold steps. That is safe
only if every such place means the person. So a name is left alone where it is also written small ("will"), is part of
a longer name ("Ann Smith", "Mr. Ann", "Ann's Bakery"), names a month or a place, or where the text speaks of its
letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from dunyazad.problems.lacking import Lacking
from dunyazad.problems.names import find_names
from dunyazad.problems.pools import PLACES
from dunyazad.problems.record import Problem
from dunyazad.problems.word_lists import word_set

__all__ = ["can_rename", "rename", "texts_of", "words_in"]

_PARTS: Final = (
    "first_premise",
    "alternate_first_premise",
    "premises",
    "question",
    "conclusion",
    "wrong_conclusion",
)
_WORD = re.compile(r"[^\W\d_]+")
_ONE_WORD = re.compile(r"[^\W\d_]{2,}")
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|Saint|Miss|Madam|Sir|Lord|Lady|King|Queen|Prince|Princess|Captain|Coach|Uncle|Aunt|Auntie|"
    r"Grandma|Grandpa|Granny|Grandmother|Grandfather|Mom|Mum|Mommy|Dad|Daddy|Mama|Papa|Mother|Father|Brother|Sister|Cousin|"
    r"Officer|Chef|Farmer|Nurse|Principal|President|Mayor|Judge|Teacher|Professor|Doctor)\.?\s+$"
)
_PREVIOUS = re.compile(r"([^\W\d_]+) $")
_NEXT = re.compile(r"(?:['’]s)? ([^\W\d_]+)")
_OPENING = re.compile(r"(?:^|[.!?:;…])[\s\"“”‘’'()\[\]*]*$")
_QUOTE = re.compile(r"(?:^|[\s(\[])['‘]\w")
_IN_PLACE = re.compile(r"\b(?:in|(?:city|town|village|state|island|county|country) of)\s+$")
_SPELLED = re.compile(r"\b(?:spell\w*|initials?|vowels?|consonants?|alphabet\w*|letters? (?:in|of))\b", re.IGNORECASE)
_DATES = word_set(
    """
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
    October November December Christmas Easter Halloween Thanksgiving Summer Autumn Winter Spring
    """
)
_KNOWN_PLACES = frozenset(PLACES) | word_set(
    """
    Africa Alabama Alaska America Arizona Asia Atlanta Australia Austin Baltimore Barcelona Beijing Berlin Boston Brazil
    Brooklyn California Canada Charleston Chicago China Cleveland Colorado Dallas Denver Detroit Egypt England Europe
    Florida France Georgia Germany Hawaii Houston India Indiana Ireland Italy Jamaica Japan Kansas Kentucky Kenya London
    Madrid Manhattan Maryland Memphis Mexico Miami Michigan Milan Minnesota Montana Montreal Moscow Nashville Nebraska
    Nevada Nigeria Ohio Oklahoma Oregon Orlando Oslo Paris Pennsylvania Philadelphia Phoenix Pittsburgh Portland Rome
    Russia Scotland Seattle Singapore Spain Sydney Tennessee Texas Tokyo Toronto Toulouse Utah Vegas Vermont Vienna
    Virginia Washington Wisconsin
    """
)


def texts_of(problem: Problem) -> tuple[str, ...]:
    """All texts in which a name of the problem may stand."""
    return (*(getattr(problem, part) for part in _PARTS), *(step.text for step in problem.solution))


def words_in(problem: Problem) -> set[str]:
    """The words of a problem's texts, without regard to case."""
    return {word.casefold() for text in texts_of(problem) for word in _WORD.findall(text)}


def rename(problem: Problem, mapping: Mapping[str, str]) -> Problem | Lacking:
    """Replace names by other ones, all at once, in every text of the problem; its id and its numbers stay.

    "Ann's" becomes "Kofi's", and "James'" does, too. Renaming back gives the original, but that a bare apostrophe comes
    back as "James's". The result is not certified here.

    Args:
        problem: The problem.
        mapping: New names by old ones. The old ones are among the problem's names; the new ones are one word each and
            stand nowhere in the problem. Exchanging two names is possible.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> old = problem.names[0]
        >>> renamed = rename(problem, {old: "Ottokar"})
        >>> renamed.names[0], old in renamed.text, renamed.answer == problem.answer
        ('Ottokar', False, True)
        >>> rename(renamed, {"Ottokar": old}) == problem
        True
    """
    changes = {old: new for old, new in mapping.items() if old != new}
    fault = next(_faults(problem, changes), None)
    if fault is not None:
        return fault
    if not changes:
        return problem
    pattern = _pattern(changes)

    def replaced(text: str) -> str:
        return pattern.sub(lambda match: changes[match[1]] + _possessive(match, changes[match[1]]), text)

    return msgspec.structs.replace(
        problem,
        **{part: replaced(getattr(problem, part)) for part in _PARTS},
        names=tuple(changes.get(name, name) for name in problem.names),
        solution=tuple(msgspec.structs.replace(step, text=replaced(step.text)) for step in problem.solution),
    )


def _pattern(names: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)((?<=s)['’](?=\s+\w))?")


def _possessive(match: re.Match[str], new: str) -> str:
    """What stands for the bare apostrophe behind a name in s."""
    mark = match[2] or ""
    return f"{mark}s" if mark and not new.endswith("s") else mark


def _faults(problem: Problem, changes: Mapping[str, str]) -> Iterator[Lacking]:
    for old in changes:
        if fault := can_rename(problem, old):
            yield fault
    here = words_in(problem) - {old.casefold() for old in changes}
    keys = [new.casefold() for new in changes.values()]
    for new, key in zip(changes.values(), keys, strict=True):
        if not _ONE_WORD.fullmatch(new):
            yield Lacking("name-unusable", f"{new!r} is not one word, of letters alone")
        elif key in here:
            yield Lacking("name-taken", f"{new!r} stands in the text already")
        elif keys.count(key) > 1:
            yield Lacking("name-twice", f"{new!r} would be the name of two")


def can_rename(problem: Problem, name: str) -> Lacking | None:
    """Why a name of a problem cannot be replaced safely; None where it can.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> can_rename(problem, problem.names[0]) is None
        True
        >>> can_rename(problem, "Nobody").code
        'name-unknown'
    """
    if name not in problem.names:
        return Lacking("name-unknown", f"{name!r} is none of the problem's names")
    if not _ONE_WORD.fullmatch(name):
        return Lacking("name-long", f"{name!r} is more than one word")
    if name in _DATES:
        return Lacking("name-common-word", f"{name!r} may be a time of the year")
    if name in _KNOWN_PLACES:
        return Lacking("name-place", f"{name!r} is a place")
    if any(_SPELLED.search(text) for text in texts_of(problem)):
        return Lacking("name-spelled", "the text speaks of letters")
    others = {*problem.names, *find_names(*texts_of(problem))} - {name}
    faults = (_fault_in(text, name, others) for text in texts_of(problem))
    return next((fault for fault in faults if fault is not None), None)


def _fault_in(text: str, name: str, others: set[str]) -> Lacking | None:
    for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
        before, after = text[: match.start()], text[match.end() :]
        shown = repr(f"{before[-25:]}{match[0]}{after[:25]}")
        if match[0] != name:
            return Lacking("name-common-word", f"{name!r} also stands as a word: {shown}")
        if name == "Will" and _OPENING.search(before):
            return Lacking("name-common-word", f"{name!r} may be a verb: {shown}")
        if before.endswith(("-", "_")) or re.match(r"[-_]\w", after):
            return Lacking("name-joined", f"{name!r} is joined to a word: {shown}")
        if _IN_PLACE.search(before) and not after.startswith(("'s", "’s")):
            return Lacking("name-place", f"{name!r} may be a place: {shown}")
        if _TITLED.search(before) or _in_longer_name(before, after, others):
            return Lacking("name-long", f"{name!r} is part of a longer name: {shown}")
        if name.endswith("s") and re.match(r"['’]\s", after) and _QUOTE.search(before):
            return Lacking("name-quoted", f"the apostrophe may close a quotation: {shown}")
    return None


def _in_longer_name(before: str, after: str, others: set[str]) -> bool:
    """Does another name adjoin: "Mary Ann", "Ann Smith", "Ann's Bakery"? A word that opens a sentence is none."""
    previous, following = _PREVIOUS.search(before), _NEXT.match(after)
    if following and following[1][0].isupper() and following[1] not in _DATES | {"I"}:
        return True
    if previous is None or not previous[1][0].isupper() or previous[1] in _DATES | {"I"}:
        return False
    return previous[1] in others or not _OPENING.search(before[: previous.start()])
