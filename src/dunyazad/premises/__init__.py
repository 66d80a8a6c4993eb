"""Ways to find the premises of every step: by provenance, by asking a model, and the baselines that need no model."""

from dunyazad.premises.asking import Aggregative, Dyadic, Holistic
from dunyazad.premises.expression import Combined
from dunyazad.premises.finder import ModelFree, PremiseFinder
from dunyazad.premises.minimal import Minimal
from dunyazad.premises.provenance import provenance
from dunyazad.premises.registry import PREMISE_FINDERS, PREMISE_METHODS, at_threshold, premise_finder
from dunyazad.premises.retracted import honour_retractions

__all__ = [
    "PREMISE_FINDERS",
    "PREMISE_METHODS",
    "Aggregative",
    "Combined",
    "Dyadic",
    "Holistic",
    "Minimal",
    "ModelFree",
    "PremiseFinder",
    "at_threshold",
    "honour_retractions",
    "premise_finder",
    "provenance",
]
