"""The published rows of chained problems: reading them, and what is wrong with them."""

from dunyazad.chaining.released.check import ReadRow, check_released, read_rows
from dunyazad.chaining.released.rows import NumberedRow, ReleasedRow, is_released, number_of, numbered, read_released

__all__ = [
    "NumberedRow",
    "ReadRow",
    "ReleasedRow",
    "check_released",
    "is_released",
    "number_of",
    "numbered",
    "read_released",
    "read_rows",
]
