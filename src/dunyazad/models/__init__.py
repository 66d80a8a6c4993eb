"""Models in process and simulated ones: model files, the Inspect provider `gguf/...`, the simulated solver.

Only what needs no extra is imported here: `gguf` and `simulated_solver` need Inspect AI and are reached through
`dunyazad._registry` or by their full names.
"""

from dunyazad.models.catalogue import DEFAULT_MODEL, ModelEntry, cache_folder
from dunyazad.models.simulated import (
    PlantedLink,
    Rates,
    SimulatedSolution,
    Simulator,
    make_rates,
    simulate,
)
from dunyazad.models.simulated_steps import SimulatedStep
from dunyazad.models.store import ModelStatus, listing, pull, resolve

__all__ = [
    "DEFAULT_MODEL",
    "ModelEntry",
    "ModelStatus",
    "PlantedLink",
    "Rates",
    "SimulatedSolution",
    "SimulatedStep",
    "Simulator",
    "cache_folder",
    "listing",
    "make_rates",
    "pull",
    "resolve",
    "simulate",
]
