"""A language model as proposer, for what the rules reject because of its language.

Strategy. The model is shown the sentences of one rejected problem and may do four things: put pronouns of its sentences
into names, part the question from a condition in it, state what the question asks with one slot for the answer, and
point at the words that a literal of the program comes from. All else stays as it is. Program, the values of bindings,
the alternate, the counterfactual and the wrong answer are found by the same rules as ever, on the text as the model
left it; what it wrote is first compared with the source (`model_words`, `model_statement`, `model_origins`), and the
record that comes of it is judged by the same `check_english` and `certify`. One wave, one prompt a problem.

Sans-I/O: `prompts` gives what to ask, `read` takes what came back, whoever asked. Nothing that comes back raises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from dunyazad._prompts import Completion, Prompt
from dunyazad.numbers import find_quantities, render_number
from dunyazad.problems.decomposition.binding import Origin, unbound
from dunyazad.problems.decomposition.equations import program_of
from dunyazad.problems.decomposition.model_origins import origins_of
from dunyazad.problems.decomposition.model_prompt import block, prompt_version, schema_of
from dunyazad.problems.decomposition.model_reading import read_fields
from dunyazad.problems.decomposition.model_statement import check_statement, check_unit
from dunyazad.problems.decomposition.model_words import Vocabulary, check_parted, check_rewriting
from dunyazad.problems.decomposition.program import RawProgram
from dunyazad.problems.decomposition.propose import join, join_without_program
from dunyazad.problems.decomposition.quoting import SLOT, Statement
from dunyazad.problems.decomposition.record import Rejected, SourceProblem, TextNumber
from dunyazad.problems.decomposition.sentences import clean, split_sentences
from dunyazad.problems.decomposition.story import Story, take_apart
from dunyazad.problems.names import find_names
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import LEVELS, Risk, risk_of, with_risk
from dunyazad.problems.word_lists import word_set

__all__ = ["ModelProposer"]

Kind: TypeAlias = Literal["rewrite", "part", "state", "bind"]

# What a model is asked for, by the rules' reason. Whatever is not listed is no question of language.
_CODES: dict[Kind, frozenset[str]] = {
    "rewrite": word_set(
        """
        pronoun pronoun-they pronoun-them pronoun-it pronoun-ambiguous pronoun-nobody pronoun-things pronoun-form
        pronoun-either contraction deictic elliptic
        """
    ),
    "part": word_set("question-lead question-form clause-verb nested-condition"),
    "state": word_set("unit-unknown no-anchor english-stranded"),
    "bind": word_set("literal-unbound"),
}
_KINDS: dict[str, Kind] = {code: kind for kind, codes in _CODES.items() for code in codes}
_MOST_SENTENCES = 25
_MOST_LITERALS = 4


class _Task(msgspec.Struct, frozen=True):
    """What is asked about one problem.

    Attributes:
        kind: For which kind of reason.
        sentences: The source's sentences, the question last.
        program: Its program; None where it has none and needs none.
        literals: Values of the program that nothing in the text gives, by the field that asks for them.
    """

    kind: Kind
    sentences: tuple[str, ...]
    program: RawProgram | None
    literals: dict[str, Fraction]

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields of an answer."""
        last = len(self.sentences)
        rewritten = [f"sentence_{number}" for number in range(1, last)] if self.kind == "rewrite" else []
        question = {"part": ["condition", "question"], "rewrite": ["question"]}.get(self.kind, [])
        return (*rewritten, *question, "statement", *self.literals)


class ModelProposer:
    """Asks a language model for what the rules could not read, and judges what it says.

    Args:
        model: The model's name, for the records.

    Example:
        >>> proposer = ModelProposer("some/model")
        >>> source = SourceProblem("set/0", "How many hens are 2 hens?", "<<1+1=2>>2 #### 2", Fraction(2))
        >>> proposer.prompts(source, Rejected("rounded", "the result is rounded", "set/0"))
        []
    """

    def __init__(self, model: str) -> None:
        self._tags = (f"proposer:{model}", f"prompt:{prompt_version()}")

    def prompts(self, source: SourceProblem, rejected: Rejected) -> list[Prompt]:
        """Give the one prompt for a rejected problem; none where its reason is nothing that a model may mend.

        Raises:
            MissingExtraError: The extra `decompose` is not installed.
        """
        task = _task(source, rejected)
        if task is None:
            return []
        user = block(
            "user",
            {
                "sentences": "\n".join(f"[{number}] {text}" for number, text in enumerate(task.sentences, start=1)),
                "reason": rejected.sentence,
                "fields": "\n".join(_asked_for(task, source)),
            },
        )
        return [Prompt(key=source.id, system=block("system"), user=user, schema=schema_of(task.keys))]

    def read(self, source: SourceProblem, rejected: Rejected, completions: Sequence[Completion]) -> Problem | Rejected:
        """Give the certified problem that came of a proposal, or the rules' rejection with the model's code beside it.

        Args:
            source: The problem.
            rejected: The rules' reason.
            completions: What came back for the prompt; empty where nothing did.
        """
        task = _task(source, rejected)
        if task is None:
            return rejected
        result = _read(task, source, completions[0] if completions else None)
        if isinstance(result, Rejected):
            return msgspec.structs.replace(rejected, model_code=result.code, model_sentence=result.sentence)
        tagged = msgspec.structs.replace(result, tags=(*result.tags, *self._tags))
        return with_risk(tagged, _riskier(risk_of(result) or Risk("low")))


def _riskier(risk: Risk) -> Risk:
    """Whom a pronoun means is a model's word here, which nothing but reading can confirm."""
    level = max(risk.level, "medium", key=LEVELS.index)
    return Risk(level, (*risk.reasons, "model-proposed"))


def _task(source: SourceProblem, rejected: Rejected) -> _Task | None:
    kind = _KINDS.get(rejected.code)
    sentences = split_sentences(clean(source.question))
    if kind is None or not 1 <= len(sentences) <= _MOST_SENTENCES or not _asks(sentences):
        return None
    program = program_of(source) if source.needs_program or source.equations else None
    if isinstance(program, Rejected):
        if source.needs_program:
            return None
        program = None
    missing = unbound(program, _numbers(sentences), sentences) if program else ()
    if len(missing) > _MOST_LITERALS:
        return None
    literals = {f"origin_{place}": value for place, value in enumerate(missing, start=1)}
    return _Task(kind, sentences, program, literals)


def _asks(sentences: tuple[str, ...]) -> bool:
    """Is the last sentence the only question? Parting others from it is beyond what is compared here."""
    return sentences[-1].endswith("?") and not any(sentence.endswith("?") for sentence in sentences[:-1])


def _numbers(sentences: tuple[str, ...]) -> tuple[TextNumber, ...]:
    return tuple(
        TextNumber(quantity, index)
        for index, sentence in enumerate(sentences)
        for quantity in find_quantities(sentence)
    )


def _asked_for(task: _Task, source: SourceProblem) -> list[str]:
    last = str(len(task.sentences))
    asked = []
    for key in task.keys:
        name, _, number = key.partition("_")
        if name == "sentence":
            asked.append(block("sentence", {"number": number}))
        elif name == "origin":
            asked.append(block("origin", {"number": number, "value": render_number(task.literals[key])}))
        elif key == "question":
            asked.append(block("parted" if task.kind == "part" else "question", {"number": last}))
        elif key == "statement":
            asked.append(block("statement", {"question": _question_to_state(task, source)}))
    return asked


def _question_to_state(task: _Task, source: SourceProblem) -> str:
    """Which question the statement is to answer: the model's own, or the one that the rules have put into names."""
    if task.kind in ("rewrite", "part"):
        return "your question"
    story = take_apart(source.question)
    question = task.sentences[-1] if isinstance(story, Rejected) else story.sentences[-1]
    return f'the question "{question}"'


def _read(task: _Task, source: SourceProblem, completion: Completion | None) -> Problem | Rejected:
    fields = read_fields(completion, task.keys)
    if isinstance(fields, Rejected):
        return fields
    vocabulary = Vocabulary(" ".join(task.sentences))
    sentences = _rewritten(task, fields, vocabulary)
    if isinstance(sentences, Rejected):
        return sentences
    story = take_apart(" ".join(sentences))
    if isinstance(story, Rejected):
        return story
    told = _told(task, fields, story)
    if isinstance(told, Rejected):
        return told
    stated = _stated(source, fields["statement"], story, vocabulary)
    if isinstance(stated, Rejected) and task.kind == "state":
        return stated
    results = [_joined(task, source, each, told) for each in _to_try(task, story, stated)]
    best = next((result for result in results if isinstance(result, Problem)), results[-1])
    needs_statement = isinstance(best, Rejected) and _KINDS.get(best.code) == "state"
    return stated if isinstance(stated, Rejected) and needs_statement else best


def _to_try(task: _Task, story: Story, stated: Story | Rejected) -> list[Story]:
    """The story with the rules' statement and with the model's, the one to be preferred first."""
    if isinstance(stated, Rejected):
        return [story]
    if task.kind == "state":
        return [stated]
    return [stated, story] if story.statement.rule == "quoted" else [story, stated]


def _rewritten(task: _Task, fields: Mapping[str, str], vocabulary: Vocabulary) -> tuple[str, ...] | Rejected:
    """The sentences as the model left them, compared with the source's."""
    *statements, question = task.sentences
    if task.kind == "part":
        if fault := check_parted(question, fields["condition"], fields["question"], vocabulary):
            return fault
        sentences = (*statements, fields["condition"], fields["question"])
    elif task.kind == "rewrite":
        given = [fields[f"sentence_{number}"] for number in range(1, len(task.sentences))] + [fields["question"]]
        for old, new in zip(task.sentences, given, strict=True):
            if new and new != old and (fault := check_rewriting(old, new, vocabulary, question=old is question)):
                return fault
        sentences = tuple(new or old for old, new in zip(task.sentences, given, strict=True))
    else:
        sentences = task.sentences
    return _same_story(task.sentences, sentences)


def _same_story(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...] | Rejected:
    if split_sentences(clean(" ".join(new))) != new:
        return Rejected("model-sentences", "read together, its sentences are others")
    before, after = set(find_names(*old)), set(find_names(*new))
    # A name that only ever opened sentences is known for one once it stands inside of one.
    foreign = {name for name in after - before if any(word not in " ".join(old) for word in name.split())}
    if wrong := foreign | {name for name in before - after if not any(name in other for other in after)}:
        return Rejected("model-names", f"the names are not those of the problem: {', '.join(sorted(wrong))}")
    return new


def _told(task: _Task, fields: Mapping[str, str], story: Story) -> dict[Fraction, tuple[Origin, ...]] | Rejected:
    """The origins of the literals that no rule binds."""
    if task.program is None:
        return {}
    keys = {value: key for key, value in task.literals.items()}
    told: dict[Fraction, tuple[Origin, ...]] = {}
    for value in unbound(task.program, story.numbers, story.sentences):
        found = origins_of(value, fields.get(keys.get(value, ""), ""), story.numbers, story.sentences)
        if isinstance(found, Rejected):
            return found
        told[value] = found
    return told


def _stated(source: SourceProblem, statement: str, story: Story, vocabulary: Vocabulary) -> Story | Rejected:
    """The story with the model's statement."""
    question = story.sentences[-1]
    fault = check_statement(question, statement, vocabulary, story.names) or check_unit(question, statement, source)
    if fault is not None:
        return fault
    before, _, after = statement.partition(SLOT)
    safe = statement if after in (".", "%.") or before.endswith("$") else ""
    return msgspec.structs.replace(story, statement=Statement(statement, safe, "model"))


def _joined(
    task: _Task, source: SourceProblem, story: Story, told: dict[Fraction, tuple[Origin, ...]]
) -> Problem | Rejected:
    if task.program is None:
        return join_without_program(source, story)
    return join(source, task.program, story, told=told)
