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

from dunyazad.problems.decomposition.genders import COLLECTIVES, ROLES, gender_of_name, gender_of_noun
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
_BARE = word_set("himself herself themselves itself hers theirs")
_INANIMATE_VERBS = word_set("cost weigh last measure contain fit")
_PEOPLE = word_set(
    """
    people children men women twins siblings parents classmates members adults campers roommates couples grandparents
    kids friends residents volunteers students
    """
)
_VAGUE = word_set("each every per another no any which what one other")
_SUBJECTS = ("nsubj", "nsubjpass")
_TITLES = {"Mr.": "m", "Mrs.": "f", "Ms.": "f", "Miss": "f", "Dr.": "", "Mr": "m", "Mrs": "f"}
_TOGETHER = word_set("total altogether together combined all both collectively each")
_OF_THEM = word_set("both each all two three four one")
_LATELY = 2
_DATES = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december
    """
)
_SHORT_FORMS = {"'ve": " have", "'re": " are", "'ll": " will"}


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

    def see(self, doc: Doc) -> None:
        """Take in a sentence: who is named, who acts, and which gender its pronouns tell."""
        self._sentence += 1
        for token in doc:
            if token.lower_ in _HE | _SHE:
                self._meet_pronoun(doc, token)
            elif token.text in self._names:
                self._meet_name(doc, token)
            elif token.pos_ in ("NOUN", "PROPN"):
                self._meet_noun(doc, token)
                if (
                    token.tag_ == "NNP"
                    and token.lower_ not in _DATES
                    and (token.dep_ in _SUBJECTS or token.head.lower_ == "than")
                ):
                    self._strangers = True  # a name that is not known to be one: who "they" are is not sure
        for token in doc:
            self._meet_pair(doc, token)

    def _note(self, member: Member, token: Token) -> None:
        member.last = self._sentence
        receives = token.dep_ == "dative" or (token.dep_ == "pobj" and token.head.lower_ in ("to", "by", "and", "with"))
        if receives or _acts(token):
            member.acts = True

    def _meet_pronoun(self, doc: Doc, token: Token) -> None:
        if _either(doc, token):
            return
        gender = "m" if token.lower_ in _HE else "f"
        member = self._single(gender)
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
        elif lower in COLLECTIVES and token.dep_ in _SUBJECTS:
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
        if owner.lower_ in _HE | _SHE:
            member = self._single("m" if owner.lower_ in _HE else "f")
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

    def _single(self, gender: str) -> Member | str:
        """Give the one whom a singular pronoun means, or why there is none."""
        fitting = [member for member in self.persons if member.gender in (gender, "")]
        if not fitting:
            return "pronoun-nobody"
        if len(fitting) == 1:
            return fitting[0]
        acting = [member for member in fitting if member.acts]
        if len(acting) == 1 and acting[0].named:
            return acting[0]
        lately = [member for member in fitting if member.last > self._sentence - _LATELY]
        if len(lately) == 1 and lately[0].acts and lately[0].named:
            return lately[0]
        return "pronoun-ambiguous"

    def _plural(self, *, together: bool) -> Member | str:
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

    def name(self, doc: Doc, *, every: bool) -> str | Rejected:
        """Put a sentence's pronouns into names: all that have none before them in it.

        Args:
            doc: The sentence.
            every: Must each pronoun be resolved? Otherwise those that cannot stay as they are.
        """
        pieces = self.pieces(doc, every=every)
        return pieces if isinstance(pieces, Rejected) else "".join(pieces)

    def pieces(self, doc: Doc, *, every: bool) -> list[str] | Rejected:
        """Give what each token of a sentence becomes, with the white space after it."""
        pieces: list[str] = []
        named: set[str] = set()
        subject = None if every else next((t.i for t in doc if t.dep_ in _SUBJECTS and t.head.dep_ == "ROOT"), None)
        for token in doc:
            replaced = self._replacement(doc, token, named)
            if subject is not None and token.i < subject and token.tag_ == "PRP$" and doc[subject].tag_ == "PRP":
                replaced = None  # "On her way, Ana stopped" is better than "On Ana's way, she stopped"
                named.clear()
            if not every and isinstance(replaced, str) and not self._by_name(replaced):
                replaced = None  # a statement keeps its pronoun unless a name is sure
            if isinstance(replaced, Rejected):
                if every:
                    return replaced
                replaced = None
            text = token.text if replaced is None else replaced
            if (
                token.i
                and pieces
                and named
                and token.text in ("'ve", "'re", "'ll", "'s", "'d")
                and doc[token.i - 1].tag_ == "PRP"
            ):
                if token.text not in _SHORT_FORMS:
                    return Rejected("contraction", f"{doc[token.i - 1 : token.i + 1].text!r} is short for two things")
                text = _SHORT_FORMS[token.text]
            if token.i == 0 and replaced is not None:
                text = text[0].upper() + text[1:]
            if token.text in self.members:
                named.add(self.members[token.text].text)
            pieces.append(text + token.whitespace_)
        return pieces

    def _by_name(self, text: str) -> bool:
        return any(member.named and text in (member.text, member.possessive) for member in self.members.values())

    def _replacement(self, doc: Doc, token: Token, named: set[str]) -> str | Rejected | None:
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
        if lower not in _HE | _SHE | _THEY:
            return None
        found = self._meant(doc, token)
        if found is None or isinstance(found, Rejected):
            return found
        if found.text in named:
            return None
        if lower in _BARE:
            return Rejected("pronoun-form", f"{token.text!r} has no name to lean on: {doc.text[:60]!r}")
        named.add(found.text)
        return found.possessive if token.tag_ == "PRP$" or lower == "his" else found.text

    def _meant(self, doc: Doc, token: Token) -> Member | Rejected | None:
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
            found = self._plural(together=together)
        elif _either(doc, token):
            return Rejected("pronoun-either", f"'he or she' means nobody in particular: {doc.text[:60]!r}")
        elif _role_before(doc, token):
            return None
        else:
            found = self._single("m" if lower in _HE else "f")
        if isinstance(found, str):
            known = ", ".join(self.members) or "nobody"
            return Rejected(found, f"{token.text!r} could be anybody of {known}: {doc.text[:60]!r}")
        return found


def _acts(token: Token) -> bool:
    """Is a token the subject of a main clause, alone or with others?"""
    while token.dep_ == "conj":
        token = token.head
    if token.dep_ not in _SUBJECTS:
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
    return token.dep_ in (*_SUBJECTS, "poss", "dative", "appos", "ROOT") and not any(
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


def _either(doc: Doc, token: Token) -> bool:
    near = [t.lower_ for t in doc[max(0, token.i - 2) : token.i + 3]]
    return ("or" in near or "/" in near) and bool(set(near) & _HE) and bool(set(near) & _SHE)


def _role_before(doc: Doc, token: Token) -> bool:
    """Does a role act before the pronoun, in the same sentence: "does the teacher have for herself"?"""
    return any(t.lower_ in ROLES and t.dep_ in _SUBJECTS for t in doc[: token.i])


def _plural_before(doc: Doc, token: Token) -> bool:
    for t in doc[: token.i]:
        plural = t.tag_ in ("NNS", "NNPS") or any(child.dep_ == "conj" for child in t.children)
        if t.dep_ in _SUBJECTS and plural:
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
    kinds = (*_SUBJECTS, "dobj", "pobj")
    return any(t.dep_ in kinds and t.tag_ in ("NN", "NNP") for t in doc[: token.i])
