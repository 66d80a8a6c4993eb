"""Annotated chains: PERL's and ProcessBench's files read, counted and written; certified sets of our own made."""

from dunyazad.perl.annotation import (
    Annotating,
    AnnotationNote,
    AnnotationRejection,
    LabelNote,
    RejectedEntry,
    annotation_of,
)
from dunyazad.perl.annotator import AnnotationPlan, Annotator
from dunyazad.perl.certified import (
    certified,
    certified_chains,
    certified_simulations,
    read_simulated,
    read_sketches,
)
from dunyazad.perl.items import set_and_split
from dunyazad.perl.perturb import KINDS, Kind, perturbed, sound
from dunyazad.perl.reading import Malformed, Read, read_annotated, read_file, read_process
from dunyazad.perl.record import (
    AnnotatedChain,
    AnnotatedStep,
    ChainLabel,
    ErrorNote,
    PremiseNote,
    ProcessChain,
    Split,
    question_id,
)
from dunyazad.perl.review import ChainMark, StepMark, chain_digest, corrected
from dunyazad.perl.sketch import Line, Sketch, sketch_of_problem, sketch_of_solution
from dunyazad.perl.stats import Consistency, PerlStats, SetStats, Shape, perl_stats, stats_of
from dunyazad.perl.writing import FORMATS, as_perl, as_process, write_annotated

__all__ = [
    "FORMATS",
    "KINDS",
    "AnnotatedChain",
    "AnnotatedStep",
    "Annotating",
    "AnnotationNote",
    "AnnotationPlan",
    "AnnotationRejection",
    "Annotator",
    "ChainLabel",
    "ChainMark",
    "Consistency",
    "ErrorNote",
    "Kind",
    "LabelNote",
    "Line",
    "Malformed",
    "PerlStats",
    "PremiseNote",
    "ProcessChain",
    "Read",
    "RejectedEntry",
    "SetStats",
    "Shape",
    "Sketch",
    "Split",
    "StepMark",
    "annotation_of",
    "as_perl",
    "as_process",
    "certified",
    "certified_chains",
    "certified_simulations",
    "chain_digest",
    "corrected",
    "perl_stats",
    "perturbed",
    "question_id",
    "read_annotated",
    "read_file",
    "read_process",
    "read_simulated",
    "read_sketches",
    "set_and_split",
    "sketch_of_problem",
    "sketch_of_solution",
    "sound",
    "stats_of",
    "write_annotated",
]
