"""Running many chains: Inspect tasks, and streams over records.

Only what needs no extra is imported here; what calls a model loads Inspect AI when it is called.
"""

from dunyazad.engines.annotate import annotate_with_model, annotation_cost
from dunyazad.engines.annotate_inputs import annotatable
from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.export import ExportOptions, export_chains
from dunyazad.engines.from_log import solve_from_log
from dunyazad.engines.inputs import Fields, Reading
from dunyazad.engines.methods import Case, Methods, Verifier
from dunyazad.engines.propose import propose_with_model
from dunyazad.engines.record import CallOptions, Count, SolveOptions, SolveReport
from dunyazad.engines.simulated import simulate_file
from dunyazad.engines.solve import solve
from dunyazad.engines.verify import verify_file
from dunyazad.engines.verify_model import verify_async, verify_sync, verify_with_model

__all__ = [
    "CallOptions",
    "Case",
    "Count",
    "ExportOptions",
    "Fields",
    "Methods",
    "Reading",
    "SolveOptions",
    "SolveReport",
    "Verifier",
    "annotatable",
    "annotate_with_model",
    "annotation_cost",
    "export_chains",
    "propose_with_model",
    "read_chains",
    "simulate_file",
    "solve",
    "solve_from_log",
    "verify_async",
    "verify_file",
    "verify_sync",
    "verify_with_model",
]
