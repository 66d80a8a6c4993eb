"""Ways to find the premises of every step: provenance, and the baselines that need no model."""

from dunyazad.premises.finder import ModelFree, PremiseFinder
from dunyazad.premises.provenance import provenance
from dunyazad.premises.registry import PREMISE_FINDERS, premise_finder

__all__ = ["PREMISE_FINDERS", "ModelFree", "PremiseFinder", "premise_finder", "provenance"]
