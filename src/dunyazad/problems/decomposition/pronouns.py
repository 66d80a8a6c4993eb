"""Say in a question who its pronouns mean, since a chain may put the question far from its story.

Strategy. The cast of the story is read sentence by sentence: persons by name, persons by role or relation ("her
sister"), pairs and groups. A singular pronoun may mean the persons named so far whose gender fits or is not known.
Among several, those that never act (a lawn's owner) stand back, then those that were not spoken of lately; where more
than one is left, the problem is rejected. A pronoun that must mean one person tells that person's gender from there on.

Statements keep their order and so their pronouns; only questions, conditions that moved, and the sentence after the
first premise are put into names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dunyazad.problems.decomposition.cast import HE, SHE, SUBJECTS, Cast, Member, means_either
from dunyazad.problems.decomposition.genders import ROLES
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["leans", "name", "pieces"]

_THEY = word_set("they them their theirs themselves")
_FIRST = word_set("i me my mine myself we us our ours ourselves")
_SECOND = word_set("you your yours yourself")
_BARE = word_set("himself herself themselves itself hers theirs")
_INANIMATE_VERBS = word_set("cost weigh last measure contain fit")
_TOGETHER = word_set("total altogether together combined all both collectively each")
_OF_THEM = word_set("both each all two three four one")
_SHORT_FORMS = {"'ve": " have", "'re": " are", "'ll": " will"}


def leans(doc: Doc) -> bool:
    """Does a clause open with an "it" or "they" that means something outside it?"""
    for token in doc:
        if token.lower_ in ("it", "its") or token.lower_ in _THEY:
            if _empty_it(doc, token) or _plural_before(doc, token):
                continue
            return not _thing_before(doc, token)
    return False


def name(cast: Cast, doc: Doc, *, every: bool) -> str | Rejected:
    """Put a sentence's pronouns into names: all that have none before them in it.

    Args:
        doc: The sentence.
        every: Must each pronoun be resolved? Otherwise those that cannot stay as they are.
    """
    found = pieces(cast, doc, every=every)
    return found if isinstance(found, Rejected) else "".join(found)


def pieces(cast: Cast, doc: Doc, *, every: bool) -> list[str] | Rejected:
    """Give what each token of a sentence becomes, with the white space after it."""
    given: list[str] = []
    named: set[str] = set()
    subject = None if every else next((t.i for t in doc if t.dep_ in SUBJECTS), None)
    for token in doc:
        replaced = _replacement(cast, doc, token, named)
        if subject is not None and token.i < subject and token.tag_ == "PRP$" and doc[subject].tag_ == "PRP":
            replaced = None  # "On her way, Ana stopped" is better than "On Ana's way, she stopped"
            named.clear()
        if not every and isinstance(replaced, str) and not _by_name(cast, replaced):
            replaced = None  # a statement keeps its pronoun unless a name is sure
        if isinstance(replaced, Rejected):
            if every:
                return replaced
            replaced = None
        text = token.text if replaced is None else replaced
        if (
            token.i
            and given
            and named
            and token.text in ("'ve", "'re", "'ll", "'s", "'d")
            and doc[token.i - 1].tag_ == "PRP"
        ):
            if token.text not in _SHORT_FORMS:
                return Rejected("contraction", f"{doc[token.i - 1 : token.i + 1].text!r} is short for two things")
            text = _SHORT_FORMS[token.text]
        if token.i == 0 and replaced is not None:
            text = text[0].upper() + text[1:]
        if token.text in cast.members:
            named.add(cast.members[token.text].text)
        given.append(text + token.whitespace_)
    return given


def _by_name(cast: Cast, text: str) -> bool:
    return any(member.named and text in (member.text, member.possessive) for member in cast.members.values())


def _replacement(cast: Cast, doc: Doc, token: Token, named: set[str]) -> str | Rejected | None:
    """Give what a token becomes, None where it stays, or why it cannot be said."""
    lower = token.lower_
    if token.tag_ not in ("PRP", "PRP$") and lower not in ("her", "his"):
        return None
    if lower in _FIRST:
        return Rejected("first-person", f"{token.text!r} speaks for itself: {doc.text[:60]!r}")
    if lower in _SECOND:
        return Rejected("second-person", f"{token.text!r} speaks to the reader: {doc.text[:60]!r}")
    if lower in ("it", "its", "itself"):
        if _empty_it(doc, token) or _thing_before(doc, token):
            return None
        return Rejected("pronoun-it", f"{token.text!r} has nothing before it in its sentence: {doc.text[:60]!r}")
    if lower not in HE | SHE | _THEY:
        return None
    found = _meant(cast, doc, token)
    if found is None or isinstance(found, Rejected):
        return found
    if found.text in named:
        return None
    if lower in _BARE:
        return Rejected("pronoun-form", f"{token.text!r} has no name to lean on: {doc.text[:60]!r}")
    named.add(found.text)
    owns = (token.tag_ == "PRP$" or lower == "his") and not _takes_money(doc, token)
    return found.possessive if owns else found.text


def _takes_money(doc: Doc, token: Token) -> bool:
    """Is "her" the one who pays or gets: "costs her $11"? The parser takes that for an owner."""
    return token.lower_ == "her" and token.i + 1 < len(doc) and doc[token.i + 1].text[:1] in ("$", "£", "€")


def _meant(cast: Cast, doc: Doc, token: Token) -> Member | Rejected | None:
    lower = token.lower_
    if lower in _THEY:
        of_them = token.i > 1 and doc[token.i - 1].lower_ == "of" and doc[token.i - 2].lower_ in _OF_THEM
        if _plural_before(doc, token) and not of_them:
            return None
        if token.dep_ == "nsubj" and token.head.lemma_ in _INANIMATE_VERBS:
            return Rejected("pronoun-things", f"{token.text!r} means things: {doc.text[:60]!r}")
        together = any(t.lower_ in _TOGETHER for t in doc)
        if lower == "them":
            return Rejected("pronoun-them", f"{token.text!r} may mean things: {doc.text[:60]!r}")
        found = cast.plural(together=together)
    elif means_either(doc, token):
        return Rejected("pronoun-either", f"'he or she' means nobody in particular: {doc.text[:60]!r}")
    elif _role_before(doc, token):
        return None
    else:
        found = cast.single("m" if lower in HE else "f")
    if isinstance(found, str):
        known = ", ".join(cast.members) or "nobody"
        return Rejected(found, f"{token.text!r} could be anybody of {known}: {doc.text[:60]!r}")
    return found


def _role_before(doc: Doc, token: Token) -> bool:
    """Does a role act before the pronoun, in the same sentence: "does the teacher have for herself"?"""
    return any(t.lower_ in ROLES and t.dep_ in SUBJECTS for t in doc[: token.i])


def _plural_before(doc: Doc, token: Token) -> bool:
    for t in doc[: token.i]:
        plural = t.tag_ in ("NNS", "NNPS") or any(child.dep_ == "conj" for child in t.children)
        if t.dep_ in SUBJECTS and plural:
            return True
        if plural and token.lower_ == "them" and t.tag_ == "NNS":
            return True
    return False


def _empty_it(doc: Doc, token: Token) -> bool:
    if token.lower_ != "it":
        return False
    after = [t.lemma_.lower() for t in doc[token.i + 1 : token.i + 4]]
    costs = "cost" in after[:2] and any(
        t.dep_ == "dobj" and t.i > token.i + 2 and t.head.tag_ == "VB" and t.head.lemma_ != "cost" for t in doc
    )
    return token.dep_ == "expl" or "take" in after[:2] or costs


def _thing_before(doc: Doc, token: Token) -> bool:
    kinds = (*SUBJECTS, "dobj", "pobj")
    return any(t.dep_ in kinds and t.tag_ in ("NN", "NNP") for t in doc[: token.i])
