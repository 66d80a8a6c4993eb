"""Running many chains: Inspect tasks, and streams over records.

Only what needs no extra is imported here; `solve` loads Inspect AI when it is called.
"""

from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.record import SolveOptions, SolveReport
from dunyazad.engines.solve import solve

__all__ = ["SolveOptions", "SolveReport", "read_chains", "solve"]
