"""Say in a question who its pronouns mean, since a chain may put the question far from its story.

Strategy. The cast of the story is read sentence by sentence: persons by name, persons by role or relation ("her
sister"), groups. A singular pronoun may mean the persons named so far whose gender fits or is not known; where more than
one fits, the problem is rejected. A pronoun that must mean one person tells that person's gender from there on.
Statements keep their order and so their pronouns; only questions, conditions that moved, and the sentence after the
first premise are put into names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dunyazad.problems.decomposition.genders import (
    COLLECTIVES,
    RELATIONS,
    ROLES,
    gender_of_name,
    gender_of_noun,
)
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Cast", "Member"]

_HE = word_set("he him his himself")
_SHE = word_set("she her hers herself")
_THEY = word_set("they them their theirs themselves")
_FIRST = word_set("i me my mine myself we us our ours ourselves")
_SECOND = word_set("you your yours yourself")
_INANIMATE_VERBS = word_set("cost weigh last measure contain hold be take fit")
_PLURAL_PEOPLE = word_set(
    """
    people friends students kids children girls boys men women workers employees players guests brothers sisters twins
    siblings parents teachers farmers customers classmates members adults neighbors cousins campers passengers
    roommates visitors couples pupils colleagues grandparents
    """
)
_VAGUE = word_set("each every per another no any which what one other")


class Member:
    """A person or a group of the story; its gender may become known as the story goes on."""

    def __init__(self, text: str, kind: str, gender: str = "") -> None:
        self.text, self.kind, self.gender = text, kind, gender

    @property
    def possessive(self) -> str:
        """Its form before what it has."""
        return f"{self.text}'" if self.text.endswith("s") else f"{self.text}'s"


class Cast:
    """The persons and groups that a story has named so far."""

    def __init__(self, persons: tuple[str, ...]) -> None:
        self._names = frozenset(persons)
        self.members: dict[str, Member] = {}
        self.subjects: list[tuple[str, bool]] = []
        self.vague = False

    def see(self, doc: Doc) -> None:
        """Take in a sentence: who is named, and which gender its pronouns tell."""
        for token in doc:
            if token.lower_ in _HE | _SHE and not _either(doc, token):
                member = self._single("m" if token.lower_ in _HE else "f")
                if isinstance(member, Member):
                    member.gender = "m" if token.lower_ in _HE else "f"
            else:
                self._meet(doc, token)
        self._meet_pairs(doc)

    def _meet(self, doc: Doc, token: Token) -> None:
        if token.text in self._names:
            name = token.text
            title = doc[token.i - 1].text if token.i and doc[token.i - 1].text in ("Mr.", "Mrs.", "Ms.", "Dr.", "Miss") else ""
            gender = {"Mr.": "m", "Mrs.": "f", "Ms.": "f", "Miss": "f"}.get(title, gender_of_name(name))
            if token.dep_ == "compound" and token.head.text in self._names:
                return
            before = doc[token.i - 1] if token.i else None
            full = f"{title} {name}".strip()
            if before is not None and before.text in self._names and before.dep_ == "compound":
                full = f"{before.text} {name}"
                gender = gender_of_name(before.text)
            if name not in self.members:
                self.members[name] = Member(full, "person", gender)
            return
        lower = token.lower_
        if token.pos_ not in ("NOUN", "PROPN"):
            return
        if lower in ROLES and token.dep_ != "compound":
            self._meet_role(doc, token)
        elif lower in _PLURAL_PEOPLE:
            self._add(self._noun_text(doc, token), "group")
        elif lower in COLLECTIVES and token.dep_ in ("nsubj", "nsubjpass"):
            self._add(self._noun_text(doc, token), "collective")

    def _meet_role(self, doc: Doc, token: Token) -> None:
        if any(c.lower_ in _VAGUE for c in token.children) or (token.i and doc[token.i - 1].lower_ in ("per", "a", "an") and token.dep_ not in ("nsubj", "dobj", "pobj", "attr", "conj", "nsubjpass", "dative", "poss", "appos")):
            return
        if token.dep_ in ("attr", "appos"):
            return  # "Ana is a baker": the baker is Ana
        if token.i + 1 < len(doc) and doc[token.i + 1].text in self._names:
            return  # "his brother Bo", "Fireman Frank"
        self._add(self._noun_text(doc, token), "person", gender_of_noun(token.lower_))

    def _noun_text(self, doc: Doc, token: Token) -> str:
        owner = next((c for c in token.children if c.dep_ == "poss"), None)
        if owner is not None:
            modifiers = "".join(f"{c.text} " for c in token.children if c.dep_ in ("amod", "compound") and c.i < token.i)
            if owner.lower_ in _HE | _SHE:
                member = self._single("m" if owner.lower_ in _HE else "f")
                whose = member.possessive if isinstance(member, Member) else owner.text
            elif owner.text in self._names:
                whose = f"{owner.text}'s" if not owner.text.endswith("s") else f"{owner.text}'"
            else:
                whose = doc[owner.left_edge.i : owner.right_edge.i + 1].text
            return f"{whose} {modifiers}{token.lower_}"
        return f"the {token.lower_}"

    def _add(self, text: str, kind: str, gender: str = "") -> None:
        if text not in self.members:
            self.members[text] = Member(text, kind, gender)

    def _meet_pairs(self, doc: Doc) -> None:
        for token in doc:
            if token.text not in self._names or token.dep_ == "conj":
                continue
            linked = [token]
            while True:
                more = [c for c in linked[-1].children if c.dep_ == "conj" and c.text in self._names]
                if not more:
                    break
                linked.append(more[0])
            if len(linked) > 1 and all(t.text in self.members for t in linked):
                texts = [self.members[t.text].text for t in linked]
                self._add(_joined(texts), "pair")

    @property
    def persons(self) -> list[Member]:
        """The single persons, in order."""
        return [member for member in self.members.values() if member.kind == "person"]

    def _single(self, gender: str) -> Member | str:
        """Give the one whom a singular pronoun means, or why there is none."""
        fitting = [member for member in self.persons if member.gender in (gender, "")]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            return "pronoun-nobody"
        return "pronoun-ambiguous"

    def _plural(self) -> Member | str:
        pairs = [m for m in self.members.values() if m.kind == "pair"]
        groups = [m for m in self.members.values() if m.kind == "group"]
        collectives = [m for m in self.members.values() if m.kind == "collective"]
        persons = self.persons
        if len(pairs) == 1 and not groups and len(persons) == pairs[0].text.count(" and ") + 1 + pairs[0].text.count(","):
            return pairs[0]
        if not pairs and not groups and not collectives and len(persons) == 2:
            return Member(_joined([p.text for p in persons]), "pair")
        if not pairs and len(groups) == 1 and not persons and not collectives:
            return groups[0]
        if not pairs and not groups and len(collectives) == 1 and not persons:
            return collectives[0]
        return "pronoun-they"

    def name(self, doc: Doc, *, every: bool) -> str | Rejected:
        """Put a sentence's pronouns into names: all that have none before them in it.

        Args:
            doc: The sentence.
            every: Must each pronoun be resolved? Otherwise those that cannot stay as they are.
        """
        pieces: list[str] = []
        named: set[str] = set()
        for token in doc:
            replaced: str | Rejected | None = self._replacement(doc, token, named)
            if isinstance(replaced, Rejected):
                if every:
                    return replaced
                replaced = None
            text = token.text if replaced is None else replaced
            if token.i == 0 and replaced is not None:
                text = text[0].upper() + text[1:]
            if token.text in self.members:
                named.add(self.members[token.text].text)
            pieces.append(text + token.whitespace_)
        return "".join(pieces)

    def _replacement(self, doc: Doc, token: Token, named: set[str]) -> str | Rejected | None:
        lower = token.lower_
        if token.tag_ not in ("PRP", "PRP$"):
            return None
        if lower in _FIRST:
            return Rejected("first-person", f"{token.text!r} speaks for itself: {doc.text[:60]!r}")
        if lower in _SECOND:
            return Rejected("second-person", f"{token.text!r} speaks to the reader: {doc.text[:60]!r}")
        if lower in _HE | _SHE:
            if _either(doc, token):
                return Rejected("pronoun-either", f"'he or she' means nobody in particular: {doc.text[:60]!r}")
            if _own_role_before(doc, token):
                return None
            found = self._single("m" if lower in _HE else "f")
        elif lower in _THEY:
            if _plural_before(doc, token):
                return None
            if token.dep_ in ("nsubj",) and token.head.lemma_ in _INANIMATE_VERBS - {"be", "take", "hold"}:
                return Rejected("pronoun-things", f"{token.text!r} means things: {doc.text[:60]!r}")
            found = self._plural()
        elif lower in ("it", "its", "itself"):
            if _empty_it(doc, token) or _thing_before(doc, token):
                return None
            return Rejected("pronoun-it", f"{token.text!r} has nothing before it in its sentence: {doc.text[:60]!r}")
        else:
            return None
        if isinstance(found, str):
            return Rejected(found, f"{token.text!r} could be anybody of {', '.join(self.members) or 'nobody'}: {doc.text[:60]!r}")
        if found.text in named:
            return None
        if lower in ("himself", "herself", "themselves", "hers", "theirs"):
            return Rejected("pronoun-form", f"{token.text!r} has no name to lean on: {doc.text[:60]!r}")
        named.add(found.text)
        return found.possessive if token.tag_ == "PRP$" else found.text


def _joined(texts: list[str]) -> str:
    if len(texts) == 2:
        return f"{texts[0]} and {texts[1]}"
    return f"{', '.join(texts[:-1])}, and {texts[-1]}"


def _either(doc: Doc, token: Token) -> bool:
    near = [t.lower_ for t in doc[max(0, token.i - 2) : token.i + 3]]
    return ("or" in near or "/" in near) and bool(set(near) & _HE) and bool(set(near) & _SHE)


def _own_role_before(doc: Doc, token: Token) -> bool:
    """Does a role stand before the pronoun as a subject, in the same sentence: "does the teacher have for herself"?"""
    return any(t.lower_ in ROLES and t.dep_ in ("nsubj", "nsubjpass") for t in doc[: token.i])


def _plural_before(doc: Doc, token: Token) -> bool:
    for t in doc[: token.i]:
        if t.dep_ in ("nsubj", "nsubjpass") and (t.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in t.children)):
            return True
        if t.tag_ == "NNS" and token.dep_ not in ("nsubj", "nsubjpass") and token.lower_ == "them":
            return True
    return False


def _empty_it(doc: Doc, token: Token) -> bool:
    if token.lower_ != "it":
        return False
    if token.dep_ == "expl":
        return True
    after = [t.lemma_.lower() for t in doc[token.i + 1 : token.i + 4]]
    return "take" in after[:2]


def _thing_before(doc: Doc, token: Token) -> bool:
    return any(t.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj") and t.tag_ in ("NN", "NNP") for t in doc[: token.i])
