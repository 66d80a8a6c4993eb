"""The persons and groups of a story, and whom a pronoun may mean: see `pronouns` for the strategy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dunyazad.problems.decomposition.genders import COLLECTIVES, ROLES, gender_of_name, gender_of_noun
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["HE", "SHE", "SUBJECTS", "Cast", "Member", "means_either"]

HE = word_set("he him his himself")
SHE = word_set("she her hers herself")
_PEOPLE = word_set(
    """
    people children men women twins siblings parents classmates members adults campers roommates couples grandparents
    kids friends residents volunteers students
    """
)
_VAGUE = word_set("each every per another no any which what one other")
SUBJECTS = ("nsubj", "nsubjpass")
_TITLES = {"Mr.": "m", "Mrs.": "f", "Ms.": "f", "Miss": "f", "Dr.": "", "Mr": "m", "Mrs": "f"}
_LATELY = 2
_AGENT = re.compile(r"(?:er|or|ist|ian|eer|ess|man|woman|person)$")
_DATES = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december
    """
)


class Member:
    """A person or a group of the story; what is known of it grows as the story goes on."""

    def __init__(self, text: str, kind: str, gender: str = "", *, named: bool = False) -> None:
        self.text, self.kind, self.gender, self.named = text, kind, gender, named
        self.acts = False
        self.last = 0

    @property
    def possessive(self) -> str:
        """Its form before what it has."""
        return f"{self.text}'" if self.text.endswith("s") else f"{self.text}'s"


class Cast:
    """The persons and groups that a story has named so far."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = frozenset(word for name in names for word in (name, *name.split()))
        self.members: dict[str, Member] = {}
        self._sentence = 0
        self._strangers = False
        self._unlisted = False

    def see(self, doc: Doc) -> None:
        """Take in a sentence: who is named, who acts, and which gender its pronouns tell."""
        self._sentence += 1
        for token in doc:
            if token.lower_ in HE | SHE:
                self._meet_pronoun(doc, token)
            elif token.text in self._names:
                self._meet_name(doc, token)
            elif token.pos_ in ("NOUN", "PROPN"):
                self._meet_noun(doc, token)
                if (
                    token.tag_ == "NNP"
                    and token.lower_ not in _DATES
                    and (token.dep_ in SUBJECTS or token.head.lower_ == "than")
                ):
                    self._strangers = True  # a name that is not known to be one: who "they" are is not sure
                if (
                    token.tag_ == "NN"
                    and token.dep_ in SUBJECTS
                    and _AGENT.search(token.lower_)
                    and token.lower_ not in ROLES
                ):
                    self._unlisted = True  # perhaps a person, by a word that is not known to be one
        for token in doc:
            self._meet_pair(doc, token)

    def _note(self, member: Member, token: Token) -> None:
        member.last = self._sentence
        receives = token.dep_ == "dative" or (token.dep_ == "pobj" and token.head.lower_ in ("to", "by", "and", "with"))
        if receives or _acts(token):
            member.acts = True

    def _meet_pronoun(self, doc: Doc, token: Token) -> None:
        if means_either(doc, token):
            return
        gender = "m" if token.lower_ in HE else "f"
        member = self.single(gender)
        if isinstance(member, Member):
            member.gender = gender
            self._note(member, token)

    def _meet_name(self, doc: Doc, token: Token) -> None:
        title = doc[token.i - 1].text if token.i and doc[token.i - 1].text in _TITLES else ""
        start = token.i
        while start and doc[start - 1].text in self._names and doc[start - 1].whitespace_:
            start -= 1
        if token.i + 1 < len(doc) and doc[token.i + 1].text in self._names and token.whitespace_:
            return  # the first part of "Ana Lopez": the last part speaks for both
        if token.text not in self.members:
            if not _person_like(token):
                return
            full = f"{title} {doc[start : token.i + 1].text}".strip()
            gender = _TITLES[title] if title else gender_of_name(doc[start].text)
            self.members[token.text] = Member(full, "person", gender, named=True)
        self._note(self.members[token.text], token)

    def _meet_noun(self, doc: Doc, token: Token) -> None:
        lower = token.lower_
        if token.dep_ == "compound" or lower in self._names:
            return
        if lower in _PEOPLE or (token.tag_ == "NNS" and token.lemma_.lower() in ROLES):
            self._add(self._noun_text(doc, token), "group", "", token)
        elif lower in ROLES and self._is_somebody(doc, token):
            self._add(self._noun_text(doc, token), "person", gender_of_noun(lower), token)
        elif lower in COLLECTIVES and token.dep_ in SUBJECTS:
            self._add(self._noun_text(doc, token), "collective", "", token)

    def _is_somebody(self, doc: Doc, token: Token) -> bool:
        if any(child.lower_ in _VAGUE for child in token.children) or token.dep_ in ("attr", "appos", "npadvmod"):
            return False  # "each child"; "Ana is a baker": the baker is Ana
        if any(child.dep_ == "appos" and child.text in self._names for child in token.children):
            return False
        after = token.i + 1
        if after < len(doc) and doc[after].text == ",":
            after += 1
        return not (after < len(doc) and doc[after].text in self._names)  # "his brother Bo"

    def _noun_text(self, doc: Doc, token: Token) -> str:
        owner = next((child for child in token.children if child.dep_ == "poss"), None)
        kinds = ("amod", "compound", "nummod")
        words = "".join(
            f"{child.lower_ if child.dep_ == 'nummod' else child.text} "
            for child in token.children
            if child.dep_ in kinds and child.i < token.i
        )
        if owner is None:
            return f"the {words}{token.lower_}"
        if owner.lower_ in HE | SHE:
            member = self.single("m" if owner.lower_ in HE else "f")
            whose = member.possessive if isinstance(member, Member) else owner.lower_
        elif owner.text in self._names:
            whose = f"{owner.text}'" if owner.text.endswith("s") else f"{owner.text}'s"
        else:
            whose = doc[owner.left_edge.i : owner.right_edge.i + 1].text.lower()
        return f"{whose} {words}{token.lower_}"

    def _add(self, text: str, kind: str, gender: str, token: Token) -> None:
        if text not in self.members:
            # "her mom" is the mother who was named before.
            if kind == "person" and text.split()[0].endswith(("'s", "'")):
                for other in self.members.values():
                    if other.kind == kind and _same_relation(text, other.text):
                        self._note(other, token)
                        return
            self.members[text] = Member(text, kind, gender)
        self._note(self.members[text], token)

    def _meet_pair(self, doc: Doc, token: Token) -> None:
        """Note "Ana and Bo", "Ana and her friends"."""
        if token.text not in self._names or token.dep_ == "conj" or token.text not in self.members:
            return
        linked = [token]
        while more := [child for child in linked[-1].children if child.dep_ == "conj"]:
            linked.append(more[0])
        if len(linked) == 1:
            return
        kin = [t for t in linked[1:] if t.text not in self._names]
        if any(t.lower_ not in ROLES | _PEOPLE and t.lemma_.lower() not in ROLES for t in kin):
            return
        texts = [self.members[t.text].text if t.text in self.members else self._kin_text(doc, t) for t in linked]
        pair = Member(_joined(texts), "pair")
        pair.last = self._sentence
        self.members.setdefault(pair.text, pair)
        self.members[pair.text].last = self._sentence

    def _kin_text(self, doc: Doc, token: Token) -> str:
        return doc[token.left_edge.i : token.right_edge.i + 1].text.split(",")[0]

    @property
    def persons(self) -> list[Member]:
        """The single persons, in order."""
        return [member for member in self.members.values() if member.kind == "person"]

    def single(self, gender: str) -> Member | str:
        """Give the one whom a singular pronoun means, or why there is none."""
        fitting = [member for member in self.persons if member.gender in (gender, "")]
        if not fitting:
            return "pronoun-nobody"
        if len(fitting) == 1:
            only = fitting[0]
            return only if only.named or (only.acts and not self._unlisted) else "pronoun-ambiguous"
        acting = [member for member in fitting if member.acts]
        if len(acting) == 1 and acting[0].named:
            return acting[0]
        lately = [member for member in fitting if member.last > self._sentence - _LATELY]
        if len(lately) == 1 and lately[0].acts and lately[0].named:
            return lately[0]
        return "pronoun-ambiguous"

    def meant_in_condition(self, gender: str, asked: list[str], clause: str) -> Member | str:
        """Give the one whom a pronoun of a question's condition means; `asked`: whom the question itself names."""
        found = self.single(gender)
        nearest = [name for name in asked if gender_of_name(name) in (gender, "")]
        if not nearest:
            return found
        other = isinstance(found, Member) and nearest[0] not in found.text and found.text not in clause
        if len(nearest) > 1 or other:
            return "pronoun-ambiguous"
        return self.members.get(nearest[0]) or Member(nearest[0], "person", gender, named=True)

    def plural(self, *, together: bool) -> Member | str:
        """Give those whom "they" means, or why there are none; `together`: the sentence speaks of a total."""

        def of(kind: str) -> list[Member]:
            return [member for member in self.members.values() if member.kind == kind]

        if self._strangers:
            return "pronoun-they"
        persons, pairs, groups, collectives = self.persons, of("pair"), of("group"), of("collective")
        if len(pairs) == 1 and all(person.text in pairs[0].text or _kin(person, pairs[0]) for person in persons):
            if not [group for group in groups if not _kin(group, pairs[0])] and not collectives:
                return pairs[0]
        elif pairs or (collectives and (persons or groups)):
            if (
                together
                and not groups
                and not collectives
                and all(person.named for person in persons)
                and len(persons) <= 4
            ):
                return Member(_joined([person.text for person in persons]), "pair")
            return "pronoun-they"
        elif not groups and not collectives and all(person.named for person in persons):
            if len(persons) == 2 or (together and 2 < len(persons) <= 4):
                return Member(_joined([person.text for person in persons]), "pair")
        elif len(groups) + len(collectives) == 1 and not persons:
            return (groups + collectives)[0]
        return "pronoun-they"


def means_either(doc: Doc, token: Token) -> bool:
    """Is a pronoun one of "he or she"?"""
    near = [t.lower_ for t in doc[max(0, token.i - 2) : token.i + 3]]
    return ("or" in near or "/" in near) and bool(set(near) & HE) and bool(set(near) & SHE)


def _acts(token: Token) -> bool:
    """Is a token the subject of a main clause, alone or with others?"""
    while token.dep_ == "conj":
        token = token.head
    if token.dep_ not in SUBJECTS:
        return False
    verb = token.head
    while verb.dep_ in ("conj", "ccomp", "xcomp", "advcl") and verb.head is not verb:
        verb = verb.head
    return verb.dep_ == "ROOT"


def _person_like(token: Token) -> bool:
    """Does a name stand where a person's would? "the Bo Park", "Bo cards" and "in Bo" do not."""
    if gender_of_name(token.text):
        return token.dep_ != "compound" or token.head.pos_ == "PROPN"
    if token.dep_ == "conj":
        return _person_like(token.head)
    return token.dep_ in (*SUBJECTS, "poss", "dative", "appos", "ROOT") and not any(
        child.lower_ in ("the", "a", "an") for child in token.children
    )


def _same_relation(one: str, other: str) -> bool:
    alike = [
        {"mom", "mother", "mommy"},
        {"dad", "father", "daddy"},
        {"grandma", "grandmother"},
        {"grandpa", "grandfather"},
    ]
    left, right = one.split(), other.split()
    same_owner = left[0].rstrip("'s") == right[0].rstrip("'s")
    return same_owner and any(left[-1] in kinds and right[-1] in kinds for kinds in alike)


def _kin(member: Member, pair: Member) -> bool:
    """Is "Ana's mother" one of "Ana and her mother"?"""
    last = member.text.split()[-1]
    return last in pair.text.split() or any(_same_relation(f"x {last}", f"x {word}") for word in pair.text.split())


def _joined(texts: list[str]) -> str:
    if len(texts) == 2:
        return f"{texts[0]} and {texts[1]}"
    return f"{', '.join(texts[:-1])}, and {texts[-1]}"
