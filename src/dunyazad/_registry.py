"""What Inspect AI finds through the package's entry point: tasks, solvers, scorers and the model provider."""

from dunyazad.engines.inspect_chains import all_links as all_links
from dunyazad.engines.inspect_chains import chain_solver as chain_solver
from dunyazad.engines.inspect_chains import chains as chains
from dunyazad.engines.inspect_chains import final_answer as final_answer
from dunyazad.engines.inspect_chains import per_link as per_link
from dunyazad.engines.inspect_verified import steps as steps
from dunyazad.engines.inspect_verified import verified as verified
from dunyazad.engines.inspect_verified import verify as verify
from dunyazad.models.gguf import gguf as gguf
from dunyazad.models.simulated_solver import simulated as simulated
