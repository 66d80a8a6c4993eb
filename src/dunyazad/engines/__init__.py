"""Running many chains: Inspect tasks, and streams over records.

Only what needs no extra is imported here; `solve` and `solve_from_log` load Inspect AI when they are called.
"""

from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.export import ExportOptions, export_chains
from dunyazad.engines.from_log import solve_from_log
from dunyazad.engines.propose import propose_with_model
from dunyazad.engines.record import CallOptions, Count, SolveOptions, SolveReport
from dunyazad.engines.simulated import simulate_file
from dunyazad.engines.solve import solve

__all__ = [
    "CallOptions",
    "Count",
    "ExportOptions",
    "SolveOptions",
    "SolveReport",
    "export_chains",
    "propose_with_model",
    "read_chains",
    "simulate_file",
    "solve",
    "solve_from_log",
]
