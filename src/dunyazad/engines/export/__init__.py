"""Export of chains in the formats that people load: flat JSON lines, Parquet, a dataset folder, a task folder.

Inspect needs no export: its task `dunyazad/chains` reads the file of chains itself.
"""

from dunyazad.engines.export.columns import COLUMNS, Column, cell_of, row_of
from dunyazad.engines.export.export import FORMATS, ExportOptions, Format, export_chains

__all__ = ["COLUMNS", "FORMATS", "Column", "ExportOptions", "Format", "cell_of", "export_chains", "row_of"]
