"""Take a problem's text apart: statements, question, and the statement that answers it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.cast import HE, SHE, SUBJECTS, Cast
from dunyazad.problems.decomposition.declarative import declare
from dunyazad.problems.decomposition.genders import gender_of_name
from dunyazad.problems.decomposition.parse import is_word, parse
from dunyazad.problems.decomposition.pronouns import leans, name, pieces
from dunyazad.problems.decomposition.quoting import Statement
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.decomposition.split import Asked, Parts, part
from dunyazad.problems.names import find_names

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Story", "take_apart", "texts_to_parse"]

_MOST_WORDS = 2_000
_LONGEST_RUN = 3
_RUN_WORDS = 75
_POINTING = re.compile(
    r"\b(?:the others|the other one|the former|the latter|such|by then|since then|do so|doing so|do it"
    r"|how many of (?:them|these|those))\b"
    r"|\bthe (?:two|three|four)(?: of them)?"
    r"(?: (?:now|have|has|had|were|was|are|is|did|will|would|of|take|took)\b|[?.,])",
    re.I,
)
_TAKES_WHAT = re.compile(
    r"\b(?:will|does|did|would) it take(?: (?:(?:the )?[\w']+|[A-Z]\w+ and [A-Z]\w+))?(?:,? in \w+)?$"
    r"|^how many (?:\w+ )?ones\b",
    re.I,
)
_TODAY = re.compile(r"^(?:day|week|weekend|month|year|morning|afternoon|evening|night|summer|winter|season)$", re.I)


class Story(msgspec.Struct, frozen=True):
    """A problem taken apart.

    Attributes:
        sentences: The statements in order, then the question.
        named: The same statements with their pronouns put into names where that is sure.
        numbers: All numbers of the sentences.
        candidates: Those that a first premise may change.
        names: The names in it.
        statement: The statement that answers the question.
    """

    sentences: tuple[str, ...]
    named: tuple[str, ...]
    numbers: tuple[TextNumber, ...]
    candidates: tuple[TextNumber, ...]
    names: tuple[str, ...]
    statement: Statement


def take_apart(text: str) -> Story | Rejected:
    """Take a problem's text apart, or say why it cannot be.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    if _too_long(text):
        return Rejected("too-long", f"the text has {len(text)} characters")
    parts = part(text)
    if isinstance(parts, Rejected):
        return parts
    if not parts.statements and not parts.moved:
        return Rejected("no-premise", "the question stands alone: nothing can be a first premise")
    names = _names(parts)
    cast = Cast(names)
    named: list[str] = []
    for sentence in parts.statements:
        doc = parse(sentence)
        better = name(cast, doc, every=False)
        named.append(better if isinstance(better, str) else sentence)
        cast.see(doc)
    asked = _name_question(parts, cast)
    if isinstance(asked, Rejected):
        return asked
    moved = _name_moved(parts, cast, names)
    if isinstance(moved, Rejected):
        return moved
    return _story((*parts.statements, *moved), (*named, *moved), asked, names)


def texts_to_parse(text: str) -> tuple[str, ...]:
    """Give the texts of a problem that `take_apart` will parse for sure, so that many can be parsed in one go."""
    if _too_long(text):
        return ()
    parts = part(text)
    if isinstance(parts, Rejected):
        return ()
    return (*parts.statements, parts.asked.text)


def _too_long(text: str) -> bool:
    return len(text) > 20 * _MOST_WORDS or text.count(" ") > _MOST_WORDS


def _names(parts: Parts) -> tuple[str, ...]:
    """Find the names, those too that only ever open sentences and that the parser takes for names."""
    sentences = (*parts.statements, *parts.moved, parts.asked.text)
    small = {word.lower() for sentence in sentences for word in sentence.split() if word[:1].islower()}
    found = dict.fromkeys(find_names(*sentences))
    known = {word for name in found for word in name.split()}
    for sentence in (*parts.statements, *parts.moved):
        for token in parse(sentence)[:2]:
            acts = token.dep_ in ("nsubj", "nsubjpass", "poss") or gender_of_name(token.text) or _before_verb(token)
            if token.i and parse(sentence)[0].text not in known:
                break
            elsewhere = token.lower_ in small and not (token.dep_ in SUBJECTS and gender_of_name(token.text))
            if not acts or token.text in known or elsewhere or not token.text[:1].isupper():
                continue
            # Written inside a sentence, a word that is capitalised for another reason is no name.
            sure = token.tag_ == "NNP" or gender_of_name(token.text) or not is_word(token.lower_)
            if sure and find_names(f"and {token.text}"):
                found[token.text] = None
                known.add(token.text)
    return tuple(found)


def _before_verb(token: Token) -> bool:
    return token.i == 0 and len(token.doc) > 1 and token.nbor().tag_ in ("VBZ", "VBD")


def _name_question(parts: Parts, cast: Cast) -> Asked | Rejected:
    for clause in parts.moved:
        if not cast.persons:
            cast.see(parse(clause))
    if not cast.persons:
        cast.see(parse(parts.asked.text))
    doc = parse(parts.asked.text)
    renamed = pieces(cast, doc, every=True)
    if isinstance(renamed, Rejected):
        return renamed
    asked = _renamed(parts.asked, doc, renamed)
    if _points_back(asked):
        return Rejected("deictic", f"the question points back: {asked.text[:80]!r}")
    if _counts_nothing(asked):
        return Rejected("elliptic", f"the question leaves out what it counts: {asked.text[:80]!r}")
    return asked


def _renamed(asked: Asked, doc: Doc, given: list[str]) -> Asked:
    """Put the pieces of a question's tokens back into its parts."""
    core_at = len(asked.lead) + 2 if asked.lead else 0
    tail_at = core_at + len(asked.core) + 1 if asked.tail else len(asked.text)
    lead = "".join(piece for token, piece in zip(doc, given, strict=True) if token.idx < core_at)
    core = "".join(piece for token, piece in zip(doc, given, strict=True) if core_at <= token.idx < tail_at)
    tail = "".join(piece for token, piece in zip(doc, given, strict=True) if tail_at <= token.idx)
    core = core.strip().removesuffix(asked.mark) if not asked.tail else core.strip()
    tail = tail.strip().removesuffix(asked.mark)
    return Asked(lead.strip(" ,"), core[0].upper() + core[1:], tail, asked.mark)


def _points_back(asked: Asked) -> bool:
    """Does a question lean on what was said before, other than by a pronoun?"""
    if _POINTING.search(asked.text):
        return True
    return any(_is_pointer(token) for token in parse(asked.text))


def _is_pointer(token: Token) -> bool:
    if token.lower_ in ("two", "three", "four") and token.i and token.nbor(-1).lower_ == "the":
        alone = token.i + 1 >= len(token.doc)
        return alone or token.nbor().pos_ not in ("NOUN", "ADJ", "PROPN", "VERB", "NUM", "PUNCT")
    if token.lower_ in ("these", "those"):
        return token.tag_ in ("DT", "PRP")
    if token.lower_ in ("this", "that") and token.tag_ == "DT":
        return token.dep_ != "det" or token.lower_ == "that" or not _TODAY.match(token.head.text)
    return False


def _counts_nothing(asked: Asked) -> bool:
    """Does "how many" stand alone, without what is counted, or "it takes" without what it takes it for?"""
    if _TAKES_WHAT.search(asked.core):
        return True
    doc = parse(asked.core + asked.mark)
    if doc[0].lower_ != "how" or doc[1].lower_ not in ("many", "much"):
        return False
    if doc[2].tag_ == "IN" and doc[2].lower_ not in ("of", "in", "on", "more"):
        return True  # "how much with the rebate be": a word is missing
    if doc[1].lower_ == "much":
        return False
    if _lacks_auxiliary(doc):
        return True
    for token in doc[2:]:
        if token.pos_ in ("NOUN", "PROPN") or token.tag_ in ("NNS", "NN"):
            return False
        if token.tag_ in ("VBZ", "VBP", "VBD", "MD"):
            return True
    return False


def _name_moved(parts: Parts, cast: Cast, names: tuple[str, ...]) -> tuple[str, ...] | Rejected:
    """Put the conditions into names: a pronoun in them first means whom the question itself names."""
    moved: list[str] = []
    for index, condition in enumerate(parts.moved):
        clause, doc = condition, parse(condition)
        asked = [word for word in names if _asked_about(word, parts.asked.text, cast) and word not in clause]
        if parts.trailing and index == len(parts.moved) - 1 and leans(doc):
            return Rejected("pronoun-it", f"the condition leans on the question that it followed: {clause[:60]!r}")
        first = next((token for token in doc if token.lower_ in HE | SHE), None)
        if first is not None and asked:
            found = cast.meant_in_condition("m" if first.lower_ in HE else "f", asked, clause)
            if isinstance(found, str):
                return Rejected(found, f"{first.text!r} may not mean whom the question names: {clause[:60]!r}")
            shown = found.possessive if first.tag_ == "PRP$" else found.text
            clause = clause[: first.idx] + shown + clause[first.idx + len(first) :]
            doc = parse(clause)
        named = name(cast, doc, every=index == 0 and not parts.statements)
        if isinstance(named, Rejected):
            return named
        moved.append(named)
        cast.see(doc)
    return tuple(moved)


def _asked_about(word: str, question: str, cast: Cast) -> bool:
    """Does a question name a person? A place is named too, and is none."""
    if not re.search(rf"\b{re.escape(word)}\b", question):
        return False
    acts = re.search(
        rf"\b(?:do|does|did|is|was|will|can|could|has|had|must|should|would) {re.escape(word)}\b", question
    )
    return word in cast.members or bool(gender_of_name(word)) or bool(acts)


def _story(
    statements: tuple[str, ...], named: tuple[str, ...], asked: Asked, names: tuple[str, ...]
) -> Story | Rejected:
    sentences = (*statements, asked.text)
    numbers = tuple(
        TextNumber(quantity, index)
        for index, sentence in enumerate(sentences)
        for quantity in find_quantities(sentence)
    )
    candidates = tuple(number for number in numbers if _may_change(number, statements))
    if not candidates:
        return Rejected("no-candidate", "no number stands near enough to the beginning")
    statement = declare(asked, " ".join(sentences))
    return Story(sentences, named, numbers, candidates, names, statement)


def _lacks_auxiliary(doc: Doc) -> bool:
    """Does "how many" have a subject of its own and no "do" or "will": "how many hens Ana has"?"""
    if any(token.tag_ == "MD" or token.lemma_ in ("do", "have", "be") for token in doc):
        return False
    return any(token.dep_ in SUBJECTS and token.tag_ in ("NNP", "PRP") for token in doc[3:])


def _may_change(number: TextNumber, statements: tuple[str, ...]) -> bool:
    """Can the sentences up to a number's be a first premise?"""
    place = number.sentence
    if place >= min(_LONGEST_RUN, len(statements)):
        return False
    return sum(len(sentence.split()) for sentence in statements[: place + 1]) <= _RUN_WORDS
