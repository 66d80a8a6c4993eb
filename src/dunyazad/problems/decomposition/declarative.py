"""Turn a question into the statement that answers it, with `{ANS}` where the answer goes.

Strategy. The question word and its noun are lifted out and the clause is put back into the order of a statement. Where
the place of the answer is not sure, "the number of … that … is {ANS}" needs none; where the question has no form that
is known here, the statement quotes it. So every question has a statement, and a doubtful one is never bent into shape.

Each question gives two statements: `usual`, and `safe` for an answer of one or of a broken number, with which a plural
noun ("1 hens") would not agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from dunyazad.problems.decomposition.parse import inflect, is_verb, parse
from dunyazad.problems.decomposition.split import Asked
from dunyazad.problems.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Statement", "declare"]

SLOT = "{ANS}"
_FINITE_AUX = word_set("do does did have has had is are was were will would can could should must may might shall 'll")
_DO = word_set("do does did")
_CHAIN = word_set(
    """
    need want have plan manage start begin continue hope decide like try afford go use able expect intend get ought
    remain supposed allow require
    """
)
_MONEY_VERBS = word_set("cost pay spend earn make save owe charge receive donate raise invest lose be get collect contribute")
_LIKELY_LAST = word_set("cost weigh last take earn use need charge spend score eat sell make pay lose save catch have get win")
_MONEY_NOUNS = word_set(
    """
    money profit change cost price income revenue salary pay bill payment total savings tax tip fee rent budget wage
    earnings spending expense expenses debt interest sales allowance refund discount loss
    """
)
_AFTER_GAP = word_set(
    """
    in on for from to at per with by after before when if than during each every left total altogether together now
    today over between next last this while until of out so more once as tonight overall combined daily weekly
    monthly yearly annually long remaining still still later
    """
)
_PER = re.compile(r"^(?:a|an|one|every|each|per) (?:day|week|month|year|hour|minute|second|night|morning|person|time)\b", re.I)
_IN_DOLLARS = re.compile(r",? \(?in (?:US )?dollars?\)?,?(?=[ ?.]|$)", re.I)
_RELATIVE = re.compile(r"\b(?:that|who|which|whose|whom)\b", re.I)


class Statement(msgspec.Struct, frozen=True):
    """The statement that answers a question, as templates with one `{ANS}` each.

    Attributes:
        usual: For an answer over one.
        safe: For other answers: no plural noun follows the number.
        rule: Which rule made it.
        measured: With the one unit of its kind that the story has; "" where there is none. Only where nothing converts.
    """

    usual: str
    safe: str
    rule: str
    measured: str = ""


def declare(asked: Asked, story: str) -> Statement:
    """Give the statement that answers a question; the story tells which units are counted."""
    money = ("$" in story or "dollar" in story.lower()) and "cent" not in asked.text.lower().replace("percent", "")
    core = asked.core
    if money and _IN_DOLLARS.search(core):
        core = _IN_DOLLARS.sub("", core)
    found = _by_form(core, money)
    if found is None:
        return _quoted(asked, story, money)
    usual, safe, rule = found
    quoted = _quoted(asked, story, money)
    if asked.tail and rule in _CLOSED:
        return quoted  # "the number of hens is 5 if she sells" would hang on the wrong verb
    if money and asked.lead.lower() == "in dollars":
        asked = msgspec.structs.replace(asked, lead="")
    return Statement(_finish(asked, usual), _finish(asked, safe) if safe else quoted.safe, rule)


_CLOSED = ("counted", "identity", "amount")
_KINDS = (
    (r"how (?:much )?long|how much (?:more )?time|what (?:is|was|'s) the (?:total |average )?time", "second minute hour day week month year"),
    (r"how (?:much )?(?:far|tall|high|wide|deep)|how much (?:farther|further|taller|higher)", "inch foot feet yard mile meter kilometer centimeter"),
    (r"how much (?:more |less )?.*\bweigh\b|.*\bweight\b", "ounce pound gram kilogram ton kg lb"),
)


def _quoted(asked: Asked, story: str, money: bool) -> Statement:
    lower = asked.core.lower()
    slot = SLOT
    if money and re.match(r"how much (?:money )?(?:more |less )?.*\b(?:cost|pay|spend|spent|earn|worth|charge|owe)\b", lower):
        slot = f"${SLOT}"
    sentence = f'The answer to the question "{asked.text}" is {slot}.'
    measured = ""
    for form, units in _KINDS:
        if re.match(form, lower):
            found = {unit for unit in units.split() if re.search(rf"\b{unit}(?:s|es)?\b", story.lower().replace("-", " "))}
            plural = {"foot": "feet", "inch": "inches", "feet": "feet"}
            names = {plural.get(unit, f"{unit}s") for unit in found}
            if len(names) == 1 and not names & {"kgs", "lbs"} and " in " + next(iter(names)) not in lower:
                measured = f'The answer to the question "{asked.text}" is {SLOT} {next(iter(names))}.'
            break
    return Statement(sentence, sentence, "quoted", measured)


def _finish(asked: Asked, sentence: str) -> str:
    sentence = re.sub(r"\s+", " ", sentence).strip(" ,").replace(" ,", ",")
    sentence = f"{asked.lead}, {_lower(sentence)}" if asked.lead else sentence[0].upper() + sentence[1:]
    return f"{sentence} {asked.tail}." if asked.tail else f"{sentence}."


def _lower(sentence: str) -> str:
    first = sentence.split(" ", 1)[0]
    small = word_set("The A An There It They He She His Her Their This That These Those Each Every All Both").union()
    return sentence[0].lower() + sentence[1:] if first in small else sentence


Found = tuple[str, str, str]


def _by_form(core: str, money: bool) -> Found | None:
    lower = core.lower()
    if lower.startswith("how many "):
        return _how_many(parse(core + "?"), money)
    if lower.startswith("how much "):
        return _how_much(parse(core + "?"), money)
    if lower.startswith("how old "):
        return _how_old(parse(core + "?"))
    if re.match(r"what (?:percent|percentage)\b", lower):
        return _what_percent(parse(core + "?"))
    if re.match(r"what(?: is| are| was| were| will be| would be|'s) ", lower):
        return _what_is(core, money)
    asked = re.match(r"(?:calculate|find|determine|compute|work out|figure out) (?=how (?:many|much) )", lower)
    if asked:
        return _by_form(core[asked.end() :][0].upper() + core[asked.end() + 1 :], money)
    request = re.match(r"(?:please )?(?:calculate|find|determine|compute|work out|figure out) (?=the |[A-Z])", core, re.I)
    if request:
        return _request(core[request.end() :], money)
    return None


class _Clause(msgspec.Struct, frozen=True):
    """A question cut at its joints: noun phrase, auxiliary, subject, and the index where the predicate begins."""

    noun: str
    aux: int
    subject: str
    start: int
    plural: bool


def _joints(doc: Doc, begin: int) -> _Clause | None:
    """Cut a question of the form "how many NOUN AUX SUBJECT …"; the subject is "" where the noun is the subject."""
    aux = next((t.i for t in doc if t.i >= begin and (t.lower_ in _FINITE_AUX) and t.tag_ in ("MD", "VBZ", "VBP", "VBD", "VB")), None)
    if aux is None:
        return None
    noun = doc[begin:aux].text
    if _RELATIVE.search(noun):
        return None
    if len(doc) > aux + 1 and doc[aux + 1].lower_ == "n't":
        return None
    following = doc[aux + 1] if aux + 1 < len(doc) else None
    if following is not None and following.tag_ == "VB" and doc[aux].tag_ == "MD":
        return _Clause(noun, aux, "", aux, True)
    if following is not None and following.lower_ == "there":
        return _Clause(noun, aux, "there", aux + 2, True)
    subject = _subject(doc, aux)
    verb = doc[subject.right_edge.i + 1] if subject is not None and subject.right_edge.i + 1 < len(doc) else None
    if subject is None or (doc[aux].lower_ in _DO and (verb is None or verb.tag_ not in ("VB", "VBP", "RB"))):
        mistaken = _hidden_verb(doc, aux)
        if mistaken is not None:
            subject_tokens = doc[aux + 1 : mistaken]
            plural = subject_tokens[-1].tag_ in ("NNS", "NNPS") or any(t.lower_ == "and" for t in subject_tokens)
            return _Clause(noun, aux, subject_tokens.text, mistaken, plural or doc[aux].lower_ == "do")
    if subject is None:
        return _Clause(noun, aux, "", aux, True)
    left, right = subject.left_edge.i, subject.right_edge.i
    if left != aux + 1:
        return None
    plural = subject.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in subject.children) or subject.lower_ in ("they", "you", "we", "i")
    return _Clause(noun, aux, doc[left : right + 1].text, right + 1, plural)


def _subject(doc: Doc, aux: int) -> Token | None:
    for token in doc[aux + 1 :]:
        if token.dep_ in ("nsubj", "nsubjpass", "expl") and token.head.i in (aux, doc[aux].head.i, *[c.i for c in doc[aux].children]):
            return token
    return None


def _hidden_verb(doc: Doc, aux: int) -> int | None:
    """Find a verb that the parser took for a noun, as in "how much does the train ticket cost"."""
    if doc[aux].lower_ not in _DO | {"will", "would", "can", "could"}:
        return None
    for index in range(aux + 2, len(doc)):
        last = index + 1 >= len(doc) or doc[index + 1].is_punct
        before = doc[index - 1]
        if last and doc[index].lower_ in _LIKELY_LAST and before.pos_ not in ("DET", "ADP") and before.tag_ != "PRP$":
            return index
        if before.pos_ not in ("NOUN", "PROPN", "PRON") or doc[index].tag_ not in ("NN", "VB", "VBP", "NNP"):
            continue
        if (last or doc[index + 1].lower_ in _AFTER_GAP or doc[index + 1].pos_ == "PROPN") and is_verb(doc[index].lower_):
            return index
    return None


def _predicate(doc: Doc, clause: _Clause) -> tuple[str, str] | None:
    """Give the verbs with their auxiliary, inflected, and the rest; the answer goes between."""
    aux = doc[clause.aux]
    index = clause.start
    adverbs: list[str] = []
    while index < len(doc) and doc[index].tag_ == "RB" and doc[index].lower_ not in ("not", "n't"):
        adverbs.append(doc[index].text)
        index += 1
    words: list[str]
    supported = 1 if aux.lower_ in ("do", "does", "did") else 0
    if aux.lower_ in ("do", "does", "did"):
        if index >= len(doc) or not is_verb(doc[index].lower_):
            return None
        tag = {"do": "VBP", "does": "VBZ", "did": "VBD"}[aux.lower_]
        if tag == "VBP" and not clause.plural:
            return None
        words = [*adverbs, inflect(doc[index].lower_, tag)]
        index += 1
    else:
        words = [aux.text, *adverbs]
        if aux.tag_ == "MD" and index < len(doc) and is_verb(doc[index].lower_):
            words.append(doc[index].text)  # whatever the parser took it for
            index += 1
        elif aux.tag_ == "MD":
            return None
    while index < len(doc):
        token = doc[index]
        last = doc[index - 1]
        if token.tag_ in ("VB", "VBN", "VBG") and last.i >= clause.start and index > clause.start + len(adverbs) + supported and last.lemma_ in ("have", "be"):
            pass
        elif len(words) == 1 + len(adverbs) and aux.lower_ not in ("do", "does", "did") and token.tag_ in ("VB", "VBN", "VBG") and token.pos_ in ("VERB", "AUX"):
            pass
        elif token.lower_ == "to" and index + 1 < len(doc) and doc[index + 1].tag_ == "VB" and last.lemma_ in _CHAIN:
            words.append(token.text)
            index += 1
            token = doc[index]
        elif token.dep_ == "prt" or token.lower_ in ("able", "going", "supposed") and last.lemma_ == "be":
            pass
        else:
            break
        if token.lower_ in ("left", "combined", "remaining"):
            break
        words.append(token.text)
        index += 1
    rest = doc[index:].text.rstrip("? ")
    return " ".join(words), rest


def _gap_is_here(doc: Doc, rest: str) -> bool:
    """Can the answer stand before the rest of the clause?"""
    if not rest:
        return True
    tokens = rest.split()
    tail = parse(rest)
    if tail[-1].tag_ in ("IN", "TO"):
        return False
    if len(tail) > 1 and tail[0].tag_ == "IN" and tail[1].tag_ in ("IN", "TO"):
        return False  # "deal with during the week": the answer belongs behind "with"
    first = tokens[0].lower().strip(",")
    return first in _AFTER_GAP or rest.startswith(",") or bool(_PER.match(rest))


def _how_many(doc: Doc, money: bool) -> Found | None:
    clause = _joints(doc, 2)
    if clause is None:
        return _plain_subject(doc)
    noun = clause.noun
    if not noun or not any(t.pos_ in ("NOUN", "PROPN") or t.tag_ in ("NNS", "NN") for t in doc[2 : clause.aux]):
        return None
    if re.search(r"\b(?:ago|before|until|after)\b", noun):
        return None
    shown = f"{SLOT} {noun}"
    aux = doc[clause.aux]
    if not clause.subject:
        rest = doc[clause.aux :].text.rstrip("? ")
        if aux.lower_ in ("do", "does", "did"):
            return None
        if aux.tag_ != "MD" and doc[clause.aux + 1].pos_ in ("DET", "PROPN", "NOUN", "PRON", "NUM"):
            return _inverted(doc, clause)
        return f"{shown} {rest}", f"the number of {noun} that {rest} is {SLOT}", "subject"
    if clause.subject == "there":
        return _existential(doc, clause, shown)
    cut = _predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    subject = clause.subject
    if re.search(r"\b(?:older|younger|taller|shorter|longer|heavier|lighter|more|less|fewer|higher|deeper|faster|old|tall|long|high|wide|away)$", noun) and aux.lower_ in ("is", "are", "was", "were", "will", "would"):
        if "more" in noun or "fewer" in noun or "less" in noun:
            return None
        return f"{subject} {verbs} {shown} {rest}", "", "measure"
    comparing = re.search(r"\b(?:more|fewer|less)\b", noun)
    if comparing and re.search(r"\b(?:more|fewer|less) than\b|\bcompared\b", rest):
        return None
    counted = f"the number of {noun} that {subject} {verbs} {rest} is {SLOT}"
    if _gap_is_here(doc, rest):
        if noun[0].isdigit():
            return counted, counted, "counted"
        return f"{subject} {verbs} {shown} {rest}", "" if comparing else counted, "object"
    if comparing:
        return None
    return counted, counted, "counted"


def _existential(doc: Doc, clause: _Clause, shown: str) -> Found | None:
    """Turn "how many hens are there in the yard" around."""
    aux, rest = doc[clause.aux].lower_, doc[clause.start :].text.rstrip("? ")
    if aux in ("are", "were"):
        counted = f"the number of {clause.noun} {rest} is {SLOT}" if rest and "than" not in rest.split() else ""
        return f"there {aux} {shown} {rest}", counted, "there"
    match = re.match(r"(be|have been)\b ?(.*)$", rest)
    if not match or doc[clause.aux].tag_ != "MD":
        return None
    return f"there {aux} {match[1]} {shown} {match[2]}", "", "there"


def _inverted(doc: Doc, clause: _Clause) -> Found | None:
    """Turn "how many calories is the omelet" and "how many times is the board cleaned" around."""
    chunk = next((chunk for chunk in doc.noun_chunks if chunk.start == clause.aux + 1), None)
    if chunk is None or " than" in doc.text:
        return None
    aux, rest = doc[clause.aux].text, doc[chunk.end :].text.rstrip("? ")
    if not rest:
        measured = f"{chunk.text} {aux} {SLOT} {clause.noun}"
        return measured, "", "measure"
    if doc[chunk.end].tag_ not in ("VBN", "VBG"):
        return None
    counted = f"the number of {clause.noun} that {chunk.text} {aux} {rest} is {SLOT}"
    return counted, counted, "counted"


def _plain_subject(doc: Doc) -> Found | None:
    """Turn "how many people came" around: nothing moves."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or root.tag_ not in ("VBD", "VBZ", "VBP") or root.i < 3:
        return None
    noun, rest = doc[2 : root.i].text, doc[root.i :].text.rstrip("? ")
    if re.search(r",|\b(?:ago|before|until|after)\b", noun) or any(t.pos_ == "PROPN" for t in doc[2 : root.i]):
        return None
    if _RELATIVE.search(noun) or not any(t.pos_ in ("NOUN", "PROPN") for t in doc[2 : root.i]):
        return None
    return f"{SLOT} {noun} {rest}", f"the number of {noun} that {rest} is {SLOT}", "subject"


def _how_much(doc: Doc, money: bool) -> Found | None:
    if not money:
        return None
    value = re.match(r"how much (?:money )?(is|are|was|were|will|would) (.+?)( be)? worth\b(.*?)\??$", doc.text, re.I)
    if value:
        sentence = f"{value[2]} {value[1]}{value[3] or ''} worth ${SLOT}{value[4]}"
        return sentence, sentence, "money"
    worth = re.match(r"how much (?:money )?(is|are|was|were|will be|would be) ((?:the|his|her|their|its|[A-Z]\S*'s?) .*?)\??$", doc.text, re.I)
    if worth and not re.search(r"\b(?:worth|missing|left|remaining|owed|saved|spent|made|going|than)\b", worth[2]):
        return _noun_is(worth[2], worth[1], money)
    clause = _joints(doc, 2)
    if clause is None or not clause.subject or clause.subject.lower() == "there":
        return None
    noun = clause.noun.strip(" ,").lower()
    if ("more" in noun or "less" in noun) and doc[clause.aux].lemma_ == "be":
        return None
    cut = _predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    verb = doc[clause.start] if clause.start < len(doc) else doc[-1]
    lemmas = {t.lemma_ for t in doc[clause.aux : len(doc)] if t.pos_ in ("VERB", "AUX")}
    if noun in ("", "in total", "total", "more", "altogether", "less") and not (lemmas & _MONEY_VERBS - {"be"} or (lemmas <= {"be"} )):
        return None
    if "weigh" in lemmas or "take" in lemmas or "grow" in lemmas:
        return None
    forms = {"": f"${SLOT}", "money": f"${SLOT}", "in total": f"${SLOT} in total", "more money": f"${SLOT} more", "more": f"${SLOT} more",
             "less": f"${SLOT} less", "less money": f"${SLOT} less", "total money": f"a total of ${SLOT}", "total": f"a total of ${SLOT}",
             "money in total": f"${SLOT} in total", "altogether": f"${SLOT} altogether", "money altogether": f"${SLOT} altogether"}
    if noun in forms and _gap_is_here(doc, rest):
        sentence = f"{clause.subject} {verbs} {forms[noun]} {rest}"
        return sentence, sentence, "money"
    if noun in ("", "money", "in total"):
        end = " in total" if noun == "in total" else ""
        sentence = f"the amount of money that {clause.subject} {verbs} {rest}{end} is ${SLOT}"
        if not lemmas <= {"be"}:
            return sentence, sentence, "amount"
        return None
    if noun.split()[-1] in _MONEY_NOUNS and "more" not in noun and "less" not in noun:
        sentence = f"the amount of {clause.noun} that {clause.subject} {verbs} {rest} is ${SLOT}"
        return sentence, sentence, "amount"
    return None


def _how_old(doc: Doc) -> Found | None:
    clause = _joints(doc, 2)
    if clause is None or clause.noun or not clause.subject:
        return None
    cut = _predicate(doc, clause)
    if cut is None:
        return None
    verbs, rest = cut
    sentence = f"{clause.subject} {verbs} {SLOT} years old {rest}"
    return sentence, sentence, "age"


def _what_percent(doc: Doc) -> Found | None:
    if len(doc) < 5 or doc[2].lower_ != "of":
        return None
    clause = _joints(doc, 2)
    if clause is None:
        return None
    if not clause.subject:
        rest = doc[clause.aux :].text.rstrip("? ")
        sentence = f"{SLOT}% {clause.noun} {rest}"
        return (sentence, sentence, "percent") if doc[clause.aux].lower_ not in ("do", "does", "did") else None
    cut = _predicate(doc, clause)
    if cut is None or not _gap_is_here(doc, cut[1]):
        return None
    sentence = f"{clause.subject} {cut[0]} {SLOT}% {clause.noun} {cut[1]}"
    return sentence, sentence, "percent"


def _what_is(core: str, money: bool) -> Found | None:
    match = re.match(r"what(?P<verb>(?: is| are| was| were| will be| would be|'s)) (?P<noun>.*)$", core, re.I)
    if not match:
        return None
    verb = match["verb"].strip().replace("'s", "is")
    return _noun_is(match["noun"], verb, money)


def _request(noun: str, money: bool) -> Found | None:
    return _noun_is(noun, "is", money)


def _noun_is(noun: str, verb: str, money: bool) -> Found | None:
    doc = parse(noun[0].upper() + noun[1:])
    head = next((chunk.root for chunk in doc.noun_chunks), None)
    if head is None or head.pos_ not in ("NOUN", "PROPN") or doc[0].lower_ in ("it", "he", "she", "they"):
        return None
    if doc[-1].tag_ in ("IN", "TO") or any(token.tag_ == "WP" for token in doc[:2]):
        return None
    slot = _measure(head, noun, money)
    if slot is None:
        return None
    sentence = f"{noun} {verb} {slot}"
    return sentence, sentence, "identity"


_COUNTS = word_set("number sum age score average count amount quantity total difference ratio product temperature weight height length width area volume distance perimeter speed time population")


def _measure(subject: Token, noun: str, money: bool) -> str | None:
    lower = noun.lower()
    if re.search(r"\bpercent(?:age)?\b", lower.split(" of ")[0]):
        return f"{SLOT}%"
    if " in cents" in lower or "cents" in lower:
        return None
    head = subject.lemma_.lower()
    of = next((c for c in subject.children if c.lower_ == "of"), None)
    inner = {t.lemma_.lower() for t in of.subtree} if of is not None else set()
    if head in _MONEY_NOUNS - {"total", "change", "loss", "interest"} or (head in ("amount", "total", "difference", "sum", "average", "loss", "change") and inner & _MONEY_NOUNS - {"total", "change"}):
        return f"${SLOT}" if money else None
    if head in ("number", "sum", "age", "score", "count", "average", "total", "ratio") :
        if money and head in ("total", "average", "sum"):
            return None
        return SLOT
    unit = re.search(r",? in (pounds|feet|inches|miles|meters|kilometers|hours|minutes|seconds|days|weeks|months|years|square feet|square inches|gallons|liters|ounces|grams|kilograms|miles per hour)$", lower)
    if unit and head in _COUNTS:
        return SLOT
    return None
