"""What Inspect AI finds through the package's entry point: tasks, solvers, scorers and the model provider."""

from dunyazad.models.gguf import gguf as gguf
from dunyazad.models.simulated_solver import simulated as simulated
