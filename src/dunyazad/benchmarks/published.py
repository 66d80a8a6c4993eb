"""What arXiv 2502.02362 publishes for language models, to stand beside our figures: not measured here.

Tables as printed, in per cent: premises by its aggregative method (all splits of a set), steps judged under three
contexts, and first wrong steps of ProcessBench's splits (the critic, its baseline, reads a whole solution at once).
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Published", "published"]

Kind = Literal["premises", "errors", "processbench"]

SOURCE = "arXiv 2502.02362"


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a published table.

    Attributes:
        set: The set of questions.
        model: The language model.
        method: How it was asked.
        figures: By name, from 0 to 1.
        source: Where it was published.
        measured_here: Always false.
    """

    set: str
    model: str
    method: str
    figures: dict[str, float]
    source: str = SOURCE
    measured_here: bool = False


_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "premises": ("precision", "recall", "f1_per_file_mean"),
    "errors": ("negatives", "synthetic_negatives", "positives", "average"),
    "processbench": ("correct", "erroneous", "f1"),
}


def published(kind: Kind, name: str) -> tuple[Published, ...]:
    """The published rows of a set; empty for a set that has none.

    Args:
        kind: Which table.
        name: The set, however its name is written ("orca_math", "Orca Math").

    Example:
        >>> [row.figures["f1_per_file_mean"] for row in published("premises", "GSM8K") if row.model == "GPT-4o"]
        [0.8996]
    """
    wanted = "".join(sign for sign in name.lower() if sign.isalnum())
    if wanted == "metamath":
        wanted = "metamathqa"
    rows = (line.split(" | ") for line in _TABLES[kind].strip().splitlines())
    return tuple(_row(kind, parts) for parts in rows if parts[0].strip() == wanted)


def _row(kind: Kind, parts: list[str]) -> Published:
    name, model = parts[0].strip(), parts[1].strip()
    method = parts[2].strip() if len(parts) == 4 else "aggregative"
    values = [round(float(value) / 100, 6) for value in parts[-1].split()]
    return Published(name, model, method, dict(zip(_COLUMNS[kind], values, strict=True)))


_TABLES: dict[Kind, str] = {
    "premises": """
gsm8k      | Llama 3.1 8b  | 65.64 89.33 75.66
gsm8k      | Llama 3.1 70b | 81.26 97.55 88.65
gsm8k      | Qwen 2.5 7b   | 67.42 63.53 65.36
gsm8k      | Qwen 2.5 32b  | 84.07 95.35 89.34
gsm8k      | GPT4o-mini    | 72.54 86.18 78.75
gsm8k      | GPT-4o        | 85.93 94.42 89.96
math       | Llama 3.1 8b  | 51.00 82.40 62.94
math       | Llama 3.1 70b | 69.80 96.82 81.11
math       | Qwen 2.5 7b   | 55.87 59.73 57.70
math       | Qwen 2.5 32b  | 72.56 88.55 79.74
math       | GPT4o-mini    | 57.72 69.29 62.96
math       | GPT-4o        | 69.40 89.78 78.28
orcamath   | Llama 3.1 8b  | 54.65 79.77 64.85
orcamath   | Llama 3.1 70b | 71.05 96.73 81.91
orcamath   | Qwen 2.5 7b   | 63.08 72.64 67.05
orcamath   | Qwen 2.5 32b  | 74.27 90.63 81.62
orcamath   | GPT4o-mini    | 60.12 73.96 66.31
orcamath   | GPT-4o        | 71.12 92.17 80.79
metamathqa | Llama 3.1 8b  | 53.92 81.42 64.75
metamathqa | Llama 3.1 70b | 73.10 96.46 83.05
metamathqa | Qwen 2.5 7b   | 55.54 61.66 58.14
metamathqa | Qwen 2.5 32b  | 75.57 90.89 82.49
metamathqa | GPT4o-mini    | 60.77 76.70 67.71
metamathqa | GPT-4o        | 75.49 90.37 81.85
""",
    "errors": """
gsm8k      | Llama 3.1 8b  | full context    | 48.87 57.68 91.9 58.6
gsm8k      | Llama 3.1 70b | full context    | 58.35 77.03 98.61 71.37
gsm8k      | Qwen 2.5 7b   | full context    | 40.88 54.13 100 54.94
gsm8k      | Qwen 2.5 32b  | full context    | 46.76 69.26 99.8 63.56
gsm8k      | Qwen 2.5 72b  | full context    | 47.48 67.17 100 63.11
gsm8k      | GPT4o-mini    | full context    | 52.68 73.14 95.02 66.68
gsm8k      | GPT-4o        | full context    | 53.81 75.3 98.33 68.52
gsm8k      | Llama 3.1 8b  | oracle premises | 57.02 82.64 74.61 69.26
gsm8k      | Llama 3.1 70b | oracle premises | 74.41 85.12 94.69 81.46
gsm8k      | Qwen 2.5 7b   | oracle premises | 52.40 79.37 89.56 69.74
gsm8k      | Qwen 2.5 32b  | oracle premises | 66.57 88.64 96.95 80.76
gsm8k      | Qwen 2.5 72b  | oracle premises | 69.48 86.34 98.98 80.58
gsm8k      | GPT4o-mini    | oracle premises | 63.83 85.77 91.29 76.16
gsm8k      | GPT-4o        | oracle premises | 67.03 87.2 94.76 78.74
gsm8k      | Llama 3.1 8b  | model premises  | 54.61 76.74 65.44 64.53
gsm8k      | Llama 3.1 70b | model premises  | 74.51 86.22 94.69 81.92
gsm8k      | Qwen 2.5 7b   | model premises  | 53.03 78.40 90.37 69.73
gsm8k      | Qwen 2.5 32b  | model premises  | 65.58 86.34 96.95 79.37
gsm8k      | Qwen 2.5 72b  | model premises  | 69.87 85.12 96.38 80.56
gsm8k      | GPT4o-mini    | model premises  | 58.25 80.81 86.72 72.33
gsm8k      | GPT-4o        | model premises  | 65.23 86.67 99.76 79.82
math       | Llama 3.1 8b  | full context    | 46.91 60.29 90.61 60.2
math       | Llama 3.1 70b | full context    | 55.55 72.83 96.24 69.77
math       | Qwen 2.5 7b   | full context    | 40.47 53.60 98.07 56.26
math       | Qwen 2.5 32b  | full context    | 49.58 66.5 98 65.11
math       | Qwen 2.5 72b  | full context    | 53.19 67.87 99.79 67.52
math       | GPT4o-mini    | full context    | 50.41 62.39 93.4 63.03
math       | GPT-4o        | full context    | 50.9 68.41 98.57 66.52
math       | Llama 3.1 8b  | oracle premises | 54.58 60.94 51.65 56.47
math       | Llama 3.1 70b | oracle premises | 68.55 79.88 78.11 74.68
math       | Qwen 2.5 7b   | oracle premises | 56.86 70.23 79.85 65.96
math       | Qwen 2.5 32b  | oracle premises | 69.24 82.26 89.32 77.98
math       | Qwen 2.5 72b  | oracle premises | 72.98 81.10 91.03 79.50
math       | GPT4o-mini    | oracle premises | 65.86 74.99 78.41 71.71
math       | GPT-4o        | oracle premises | 70.32 77.3 90.65 76.79
math       | Llama 3.1 8b  | model premises  | 52.16 59.83 50.96 54.88
math       | Llama 3.1 70b | model premises  | 70.94 79.29 77.91 75.45
math       | Qwen 2.5 7b   | model premises  | 58.47 66.87 82.72 65.96
math       | Qwen 2.5 32b  | model premises  | 68.61 76.96 88.71 75.57
math       | Qwen 2.5 72b  | model premises  | 69.51 79.92 90.84 77.28
math       | GPT4o-mini    | model premises  | 65.84 72.4 71.88 69.45
math       | GPT-4o        | model premises  | 70.12 76.67 91.84 76.45
orcamath   | Llama 3.1 8b  | full context    | 43.26 51.2 96.7 55.06
orcamath   | Llama 3.1 70b | full context    | 50.33 64.25 96.74 63.52
orcamath   | Qwen 2.5 7b   | full context    | 41.20 53.69 100 55.85
orcamath   | Qwen 2.5 32b  | full context    | 49.44 63.01 99.5 63.06
orcamath   | Qwen 2.5 72b  | full context    | 50.41 60.33 100 62.50
orcamath   | GPT4o-mini    | full context    | 55.22 61.18 98.6 64.59
orcamath   | GPT-4o        | full context    | 59.55 65.75 100 68.55
orcamath   | Llama 3.1 8b  | oracle premises | 57.43 60.61 59.48 59.09
orcamath   | Llama 3.1 70b | oracle premises | 66.78 72.65 93.37 73.45
orcamath   | Qwen 2.5 7b   | oracle premises | 55.01 66.66 76.65 63.39
orcamath   | Qwen 2.5 32b  | oracle premises | 63.58 69.88 96.31 71.4
orcamath   | Qwen 2.5 72b  | oracle premises | 69.76 72.77 93.24 74.87
orcamath   | GPT4o-mini    | oracle premises | 64.03 72.66 83.56 70.74
orcamath   | GPT-4o        | oracle premises | 71.19 73.69 92.15 75.56
orcamath   | Llama 3.1 8b  | model premises  | 55.57 59.82 67.36 59.22
orcamath   | Llama 3.1 70b | model premises  | 64.95 72.28 93.37 72.52
orcamath   | Qwen 2.5 7b   | model premises  | 52.07 71.12 84.28 65.38
orcamath   | Qwen 2.5 32b  | model premises  | 61.89 69.24 95.25 70.26
orcamath   | Qwen 2.5 72b  | model premises  | 69.45 71.34 94.19 74.41
orcamath   | GPT4o-mini    | model premises  | 61.18 72.48 85.94 69.93
orcamath   | GPT-4o        | model premises  | 66.33 71.74 93.14 72.96
metamathqa | Llama 3.1 8b  | full context    | 50.47 55.15 95.17 59.45
metamathqa | Llama 3.1 70b | full context    | 55.59 73.13 97.93 69.49
metamathqa | Qwen 2.5 7b   | full context    | 43.36 53.18 99.39 56.26
metamathqa | Qwen 2.5 32b  | full context    | 49.7 67.8 99.6 65.02
metamathqa | Qwen 2.5 72b  | full context    | 47.31 63.59 99.05 62.20
metamathqa | GPT4o-mini    | full context    | 51.52 65.42 97.35 64.47
metamathqa | GPT-4o        | full context    | 56.26 71.72 99.3 69.41
metamathqa | Llama 3.1 8b  | oracle premises | 52.65 68.48 60.51 60.37
metamathqa | Llama 3.1 70b | oracle premises | 63.31 83.15 92.16 76.05
metamathqa | Qwen 2.5 7b   | oracle premises | 56.32 77.06 91.94 70.45
metamathqa | Qwen 2.5 32b  | oracle premises | 59.84 85.74 96.87 76.38
metamathqa | Qwen 2.5 72b  | oracle premises | 66.23 86.21 98.06 79.50
metamathqa | GPT4o-mini    | oracle premises | 58.77 85.11 91.44 74.73
metamathqa | GPT-4o        | oracle premises | 72.76 88.95 94.82 82.88
metamathqa | Llama 3.1 8b  | model premises  | 54.52 69.13 62.63 61.78
metamathqa | Llama 3.1 70b | model premises  | 65.69 82.74 89.71 76.52
metamathqa | Qwen 2.5 7b   | model premises  | 54.98 73.87 91.02 68.43
metamathqa | Qwen 2.5 32b  | model premises  | 62.18 85.60 97.32 77.40
metamathqa | Qwen 2.5 72b  | model premises  | 64.73 85.52 98.12 78.53
metamathqa | GPT4o-mini    | model premises  | 57.04 81.63 91.15 72.51
metamathqa | GPT-4o        | model premises  | 67.28 88.19 89.85 79.41
""",
    "processbench": """
gsm8k      | Qwen 2.5 7b   | critic          | 66.3 36.7 47.2
gsm8k      | Qwen 2.5 7b   | premises        | 60.1 38.6 47.0
gsm8k      | Qwen 2.5 32b  | critic          | 97.9 43.0 59.8
gsm8k      | Qwen 2.5 32b  | premises        | 95.9 55.1 70.0
gsm8k      | Qwen 2.5 72b  | critic          | 98.4 61.4 75.6
gsm8k      | Qwen 2.5 72b  | premises        | 97.8 59.7 74.1
gsm8k      | Llama 3.1 8b  | critic          | 17.1 36.7 23.3
gsm8k      | Llama 3.1 8b  | premises        | 33.7 37.8 35.6
gsm8k      | Llama 3.1 70b | critic          | 77.7 57.5 66.1
gsm8k      | Llama 3.1 70b | premises        | 89.6 70.0 78.6
math       | Qwen 2.5 7b   | critic          | 46.0 25.4 32.7
math       | Qwen 2.5 7b   | premises        | 45.6 41.2 43.3
math       | Qwen 2.5 32b  | critic          | 90.0 22.4 35.9
math       | Qwen 2.5 32b  | premises        | 86.9 53.9 66.5
math       | Qwen 2.5 72b  | critic          | 88.5 33.7 48.8
math       | Qwen 2.5 72b  | premises        | 86.7 53.9 66.5
math       | Llama 3.1 8b  | critic          | 5.6 19.1 8.7
math       | Llama 3.1 8b  | premises        | 11.0 27.5 15.7
math       | Llama 3.1 70b | critic          | 32.4 32.8 32.6
math       | Llama 3.1 70b | premises        | 61.6 55.4 58.3
""",
}
