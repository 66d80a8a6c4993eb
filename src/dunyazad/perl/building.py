"""What a set that was built holds: its record for the manifest, and the names of its files."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import msgspec

from dunyazad.perl.perturb import KINDS, Kind
from dunyazad.perl.record import AnnotatedChain, Split
from dunyazad.reasoning import Scheme

__all__ = [
    "MANIFEST",
    "REJECTIONS",
    "RUN",
    "SOLUTIONS",
    "BuildOptions",
    "BuiltSet",
    "Form",
    "Manifest",
    "ModelUse",
    "Perturbing",
    "Sizes",
    "file_stem",
    "placed",
]

Form = Literal["jsonl", "perl"]
Perturbing = Literal["certified", "model", "mixed"]
# The folder beside the sets that tells how they came about, and what it holds.
RUN = "run"
MANIFEST, SOLUTIONS, REJECTIONS = "manifest.json", "solutions.jsonl", "rejections.jsonl"
# PERL calls its synthetic negatives so in the names of its files.
_PERL_NAMES: dict[str, str] = {"synthetic_negatives": "positives_perturbed"}


class Sizes(NamedTuple):
    """How many chains of each set."""

    positives: int = 0
    negatives: int = 0
    synthetic_negatives: int = 0


class BuildOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a set is built.

    Attributes:
        name: The set's name: what its files and chains are called by.
        sizes: How many chains of each kind.
        seed: Decides what is drawn and how it is made wrong.
        questions: Sample solutions for so many questions, drawn from all; None for all.
        samples: Solutions sampled for each question.
        per_question: How many chains of one question a set may have.
        perturb: How synthetic negatives are made.
        share: For `mixed`: which share is certified.
        kinds: For certified ones: in which ways.
        min_steps: Solutions with fewer steps are in no set.
        scheme: How responses are cut into steps.
        prompts: A folder of prompt texts that replace the package's.
        form: The format of the sets.
        fewer: Write what there is where there are fewer chains than asked for.
        licence: What the user says the licence of the questions is; None for what is known.
    """

    name: str
    sizes: Sizes
    seed: int = 0
    questions: int | None = None
    samples: int = 1
    per_question: int = 1
    perturb: Perturbing = "certified"
    share: float = 0.5
    kinds: tuple[Kind, ...] = tuple(KINDS)
    min_steps: int = 1
    scheme: Scheme = "auto"
    prompts: str | None = None
    form: Form = "jsonl"
    fewer: bool = False
    licence: str | None = None


class ModelUse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a model was asked.

    Attributes:
        model: Its name; "simulated(...)" for none; empty where solutions were there already.
        prompt: The name of the prompt text; empty where nothing was asked.
        version: Its version.
        sha256: Of its text.
        temperature: As asked for; None for the provider's own.
        max_tokens: Of one call.
        seed: For providers that sample with one.
        calls: How many calls were made, those answered from a cache included.
        input_tokens: Of all.
        output_tokens: Of all.
        outcomes: Every outcome with its count.
    """

    model: str = ""
    prompt: str = ""
    version: str = ""
    sha256: str = ""
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    outcomes: dict[str, int] = {}


class BuiltSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One set.

    Attributes:
        file: Its file's name.
        sha256: Of the file.
        asked: How many chains were asked for.
        chains: How many there are.
        pool: How many there were to draw from, at most so many a question as a set may have; None where they were made.
        made: How its chains came about, with counts.
    """

    file: str
    sha256: str
    asked: int
    chains: int
    pool: int | None = None
    made: dict[str, int] = {}


class Manifest(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.build/1",
):
    """How a set came about: enough to build it again, and to count everything that is not in it.

    Attributes:
        name: The set's name.
        generator: The software, with its version.
        source: What the questions were read from, as given; of a path, the last part.
        licence: Of the questions.
        seed: Of the drawing.
        options: The options.
        questions: Questions read, drawn, and left out by reason.
        solving: How solutions were come by.
        perturbing: How a model was asked for synthetic negatives; None where none was.
        sets: By name.
        files: The other files, with their digests.
    """

    name: str
    generator: str
    source: str
    licence: str
    seed: int
    options: BuildOptions
    questions: dict[str, int]
    solving: ModelUse
    perturbing: ModelUse | None
    sets: dict[str, BuiltSet]
    files: dict[str, str] = {}


def file_stem(name: str, split: Split, form: Form) -> str:
    """What the file of a set is called, without its ending; `set_and_split` reads it back.

    Example:
        >>> file_stem("gsm8k", "synthetic_negatives", "perl"), file_stem("gsm8k", "negatives", "jsonl")
        ('gsm8k_positives_perturbed', 'gsm8k_negatives')
    """
    if split not in get_args(Split):
        raise ValueError(f"no split {split!r}")
    return f"{name}_{_PERL_NAMES.get(split, split) if form == 'perl' else split}"


def placed(chain: AnnotatedChain, name: str, split: Split, form: Form) -> AnnotatedChain:
    """A chain as one of a set."""
    return msgspec.structs.replace(chain, source=file_stem(name, split, form), set=name, split=split)
