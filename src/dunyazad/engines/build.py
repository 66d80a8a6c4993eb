"""Building sets of chains: solutions come by, split by their final answer, drawn; and some of them made wrong.

Strategy. Everything is written into a folder that appears whole or not at all. Solutions are written as they come, each
with what it came to, so that no outcome is lost and other sets can be drawn from them later; right and wrong ones stay
in memory. Synthetic negatives are made in the order in which right chains are drawn, until there are enough. A run that
was stopped is run again: Inspect's cache keeps what was answered.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from dunyazad._exceptions import InputError, ModelFailedError, TooFewProblemsError
from dunyazad._records import AtomicFile, encode, require, write_records
from dunyazad._version import __version__
from dunyazad.engines.build_making import Made, certified_negatives, model_negatives
from dunyazad.engines.build_solving import Asked, Ready, Solver, name_of, solutions_of
from dunyazad.engines.export.folder import atomic_folder
from dunyazad.engines.export.licences import joined, licence_of
from dunyazad.perl.building import (
    MANIFEST,
    REJECTIONS,
    RUN,
    SOLUTIONS,
    BuildOptions,
    BuiltSet,
    Manifest,
    ModelUse,
    file_stem,
    placed,
)
from dunyazad.perl.drawing import ranked
from dunyazad.perl.follow import Perturber
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain, Split
from dunyazad.perl.sampling import OUTCOMES, Sampled, Sampler
from dunyazad.perl.writing import write_annotated
from dunyazad.problems import Problem
from dunyazad.problems.decomposition import Rejected
from dunyazad.prompts import PromptTemplate, load_prompts

__all__ = ["Plan", "build", "refuse_folder"]

Watch = Callable[[Iterable[Any], str, int | None], Iterable[Any]]
_NONE: Mapping[str, int] = MappingProxyType({})


class Plan(NamedTuple):
    """What is to be built.

    Attributes:
        source: What the questions are read from, for the manifest.
        solver: How solutions are come by.
        perturber: Which model makes synthetic negatives; None where none does.
        problems: The problems of chained problems by id, where these are the questions.
        options: All else.
    """

    source: str
    solver: Solver
    perturber: Asked | None
    problems: Mapping[str, Problem]
    options: BuildOptions


def build(
    questions: Iterable[Question | Rejected],
    out: Path,
    plan: Plan,
    *,
    force: bool = False,
    watch: Watch = lambda items, *_: items,
) -> Manifest:
    """Build sets of chains into a folder that appears whole or not at all; gives the manifest.

    Args:
        questions: The questions; what could not be read is counted and written beside.
        out: The folder.
        plan: What is to be built.
        force: Replace a folder that a build of before left there.
        watch: Passes items on, told what is done and how many there are, to show how far it is.

    Raises:
        InputError: Something cannot be read or written, an option is unusable, or samples would all be the same.
        ModelFailedError: Every call failed; nothing is written.
        TooFewProblemsError: There are fewer chains than asked for, and that was not said to be fine.
        ModelNotFoundError: There is no such model, or its provider is not ready.
        MissingExtraError: Inspect AI is not installed, and a model is to be asked.
    """
    _check(plan)
    refuse_folder(out, force=force)
    with atomic_folder(out, force=force) as folder:
        (folder / RUN).mkdir()
        return _Build(folder, plan, watch).carry_out(questions)


def refuse_folder(out: Path, *, force: bool) -> None:
    """Find out before any work that the folder cannot be written.

    Raises:
        InputError: Something stands there: only an empty folder, or with `force` one that was built, is replaced.
    """
    if str(out) == "-":
        raise InputError("a folder cannot go to standard output: give -o a name")
    if not out.absolute().parent.is_dir():
        raise InputError(f"cannot write {out}: no such folder")
    if not out.exists():
        return
    if not out.is_dir():
        raise InputError(f"cannot write {out}: it is no folder")
    if not any(out.iterdir()):
        return
    if not (out / RUN / MANIFEST).is_file():
        raise InputError(f"{out} exists and is no folder that was built, so it is not replaced")
    if not force:
        raise InputError(f"{out} exists already: give --force to replace it")


def _check(plan: Plan) -> None:
    options, solver = plan.options, plan.solver
    if not any(options.sizes):
        raise InputError("say how many chains of each set: positives, negatives, synthetic negatives")
    if isinstance(solver, Asked):
        require("inspect_ai", "inspect")
        if options.samples > 1 and solver.calls.temperature == 0:
            raise InputError(
                f"at temperature 0 all {options.samples} samples of a question are the same; give a temperature above 0"
            )
    if isinstance(solver, Ready):
        for name, value in (("questions", options.questions is not None), ("samples", options.samples > 1)):
            if value:
                raise InputError(f"--{name} says how much is solved, and means nothing for solutions that are there")
    if options.sizes.synthetic_negatives and options.perturb != "certified":
        require("inspect_ai", "inspect")
        if plan.perturber is None:
            raise InputError(f"synthetic negatives by {options.perturb!r} need a model to perturb: name one")


class _Build:
    """One set in the making."""

    def __init__(self, folder: Path, plan: Plan, watch: Watch) -> None:
        self._folder, self._plan, self._watch = folder, plan, watch
        self._options = plan.options
        self._prompts = load_prompts(plan.options.prompts)
        self._sampler = Sampler(self._prompts, scheme=plan.options.scheme, min_steps=plan.options.min_steps)
        self._counts: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._rejections: list[object] = []
        self._failure = self._left_out = ""
        self._questions: dict[str, Question] = {}
        self._right: list[AnnotatedChain] = []
        self._wrong: list[AnnotatedChain] = []
        self._of: dict[str, Question] = {}

    def carry_out(self, questions: Iterable[Question | Rejected]) -> Manifest:
        self._read(questions)
        solving = self._solve()
        pools = {
            "positives": self._ranked(self._right, "positives"),
            "negatives": self._ranked(self._wrong, "negatives"),
        }
        self._refuse_few({split: len(pool) for split, pool in pools.items()})
        made, perturbing = self._made(pools)
        tried = {} if perturbing is None else perturbing.outcomes
        self._refuse_few({"synthetic_negatives": len(made)}, tried)
        sizes = self._options.sizes
        sets = {
            "positives": self._write("positives", pools["positives"][: sizes.positives], len(pools["positives"])),
            "negatives": self._write("negatives", pools["negatives"][: sizes.negatives], len(pools["negatives"])),
            "synthetic_negatives": self._write("synthetic_negatives", made, None),
        }
        return self._finish(solving, perturbing, {name: built for name, built in sets.items() if built is not None})

    def _read(self, questions: Iterable[Question | Rejected]) -> None:
        found: dict[str, Question] = {}
        for question in self._watch(questions, "Reading", None):
            if isinstance(question, Rejected):
                self._leave_out(question)
            else:
                found[question.id] = question
        if not found:
            raise InputError(f"no question could be read from {self._plan.source}{self._left_out}")
        self._counts["read"] = len(found)
        if self._options.questions is not None:
            order = sorted(found, key=lambda name: _digest(f"{self._options.seed}\x1fquestions\x1f{name}".encode()))
            chosen = set(order[: self._options.questions])
            found = {name: question for name, question in found.items() if name in chosen}
        self._counts["drawn"] = len(found)
        self._questions = found

    def _solve(self) -> ModelUse:
        solved = solutions_of(
            self._plan.solver, list(self._questions.values()), self._sampler, self._options, self._plan.problems
        )
        with AtomicFile(self._folder / RUN / SOLUTIONS) as file:
            for one in self._watch(solved.stream(), "Solving", solved.total):
                if isinstance(one, Rejected):
                    self._leave_out(one)
                else:
                    file.write(encode(one.sampled) + b"\n")
                    self._take(one.sampled, one.chain)
        name = name_of(self._plan.solver, solved.models)
        asked = self._plan.solver if isinstance(self._plan.solver, Asked) else None
        outcomes = {str(outcome): self._outcomes[outcome] for outcome in OUTCOMES}
        return _use(name, asked, self._sampler.template, solved.usage, outcomes)

    def _leave_out(self, rejected: Rejected) -> None:
        self._counts[rejected.code] += 1
        self._rejections.append(rejected)
        self._left_out = self._left_out or f": {rejected.sentence}"

    def _take(self, sampled: Sampled, chain: AnnotatedChain | None) -> None:
        self._outcomes[sampled.outcome] += 1
        if sampled.outcome == "failed" and not self._failure:
            self._failure = sampled.reason
        if sampled.outcome not in ("right", "wrong"):
            return
        question = self._questions[sampled.question_id]
        made = sampled.chain(question) if chain is None else chain
        self._of[made.id] = question
        (self._right if sampled.outcome == "right" else self._wrong).append(made)

    def _ranked(self, pool: list[AnnotatedChain], split: str) -> list[AnnotatedChain]:
        return ranked(pool, seed=self._options.seed, split=split, per_question=self._options.per_question)

    def _made(self, pools: Mapping[str, list[AnnotatedChain]]) -> tuple[list[AnnotatedChain], ModelUse | None]:
        """Make the synthetic negatives: those that are certified first, since these cost nothing."""
        options, wanted = self._options, self._options.sizes.synthetic_negatives
        if not wanted:
            return [], None
        by_rule = {"certified": wanted, "model": 0, "mixed": round(options.share * wanted)}[options.perturb]
        if by_rule and not self._plan.problems and any(one.chain is not None for one in self._questions.values()):
            raise InputError(
                "chained problems are perturbed with the problems that they are made of: name these as well"
            )
        right = pools["positives"]
        made = Made(wanted=by_rule, per_question=options.per_question)
        if by_rule:
            questions = [self._of[chain.id] for chain in right]
            order = list({question.id: question for question in (*questions, *self._ordered())}.values())
            certified_negatives(made, self._watch(order, "Perturbing", None), options, self._plan.problems)
        if options.perturb == "certified" or self._plan.perturber is None:
            return made.chains, None
        made.wanted = wanted
        perturber = Perturber(options.seed, self._prompts)
        usage, name = model_negatives(made, right, self._of, perturber, self._plan.perturber)
        self._rejections += made.rejected
        outcomes = {"taken": made.by_model, **dict(made.codes.most_common())}
        return made.chains, _use(name, self._plan.perturber, perturber.template, usage, outcomes)

    def _ordered(self) -> list[Question]:
        """All questions in the order in which they are drawn."""
        seed = self._options.seed
        return sorted(self._questions.values(), key=lambda one: _digest(f"{seed}\x1fcertified\x1f{one.key}".encode()))

    def _refuse_few(self, there: Mapping[str, int], tried: Mapping[str, int] = _NONE) -> None:
        sizes = self._options.sizes._asdict()
        if self._outcomes["failed"] and self._outcomes["failed"] == self._outcomes.total():
            raise ModelFailedError(f"every call of the model failed: {self._failure}")
        short = [f"{n} of {sizes[split]} {split.replace('_', ' ')}" for split, n in there.items() if n < sizes[split]]
        if not short or self._options.fewer:
            return
        outcomes = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in self._outcomes.most_common())
        left = "".join(f"; {n} {code}" for code, n in self._counts.items() if code not in ("read", "drawn"))
        perturbed = ", ".join(f"{n} {name}" for name, n in tried.items())
        failure = f"; the first that failed: {self._failure}" if self._failure else ""
        per = f", at most {self._options.per_question} of one question"
        raise TooFewProblemsError(
            f"too few chains: there are {', '.join(short)}{per} (solutions: {outcomes or 'none'}{failure}{left}"
            f"{f'; perturbed by the model: {perturbed}' if perturbed else ''});"
            " ask for fewer, sample more, or give --fewer-is-fine"
        )

    def _write(self, split: Split, chains: list[AnnotatedChain], pool: int | None) -> BuiltSet | None:
        options = self._options
        asked = options.sizes._asdict()[split]
        if not asked:
            return None
        name = f"{file_stem(options.name, split, options.form)}.{'json' if options.form == 'perl' else 'jsonl'}"
        path = self._folder / name
        write_annotated(path, [placed(chain, options.name, split, options.form) for chain in chains], options.form)
        made = Counter(_how(chain) for chain in chains)
        return BuiltSet(
            file=name, sha256=_sha256(path), asked=asked, chains=len(chains), pool=pool, made=dict(sorted(made.items()))
        )

    def _finish(self, solving: ModelUse, perturbing: ModelUse | None, sets: dict[str, BuiltSet]) -> Manifest:
        run = self._folder / RUN
        write_records(run / REJECTIONS, self._rejections)
        sources = joined(question.source for question in self._questions.values())
        manifest = Manifest(
            name=self._options.name,
            generator=f"dunyazad {__version__}",
            source=self._plan.source,
            licence=_licence(sources, self._options.licence),
            seed=self._options.seed,
            options=self._options,
            questions=dict(self._counts),
            solving=solving,
            perturbing=perturbing,
            sets=sets,
            files={f"{RUN}/{name}": _sha256(run / name) for name in (SOLUTIONS, REJECTIONS)},
        )
        with AtomicFile(run / MANIFEST) as file:
            file.write(msgspec.json.format(encode(manifest), indent=2) + b"\n")
        return manifest


def _use(name: str, asked: Asked | None, template: PromptTemplate, usage: Any, outcomes: dict[str, int]) -> ModelUse:
    if asked is None:
        return ModelUse(model=name, outcomes=outcomes)
    return ModelUse(
        model=name,
        prompt=template.name,
        version=template.version,
        sha256=template.sha256,
        temperature=asked.calls.temperature,
        max_tokens=asked.calls.max_tokens,
        seed=asked.calls.seed,
        calls=usage.calls,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        outcomes=outcomes,
    )


def _how(chain: AnnotatedChain) -> str:
    """How a chain came about, for the manifest's counts."""
    other = msgspec.json.decode(chain.other) if chain.other else {}
    perturbed = other.get("perturbed")
    if not isinstance(perturbed, dict):
        return "as it came"
    return f"{'certified' if perturbed['by'] == 'certified' else 'by a model'}: {perturbed['kind']}"


def _licence(sources: str, given: str | None) -> str:
    try:
        return licence_of(sources, given).sentence
    except InputError:
        if given is not None:
            raise
        return f"Not known ({sources}): whoever passes this set on must find out."


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
