"""A task folder for lm-evaluation-harness: `lm_eval --tasks NAME --include_path FOLDER`.

    NAME                 every chain, asked for the answer to every problem (protocol `labelled`)
    NAME_final           every chain, asked for the last answer only
    NAME_cells           a group with one task for each cell, NAME_forward_5, ...
    NAME_final_cells     likewise

A group can average only what every document has, since the harness weighs its tasks by their documents: so it shows the
rates over all documents, and the tasks show those over what was answered as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from dunyazad._exceptions import InputError
from dunyazad._records import encode
from dunyazad._version import __version__
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export.documents import ALL, Document
from dunyazad.engines.export.folder import MARK
from dunyazad.engines.export.scoring import METRICS
from dunyazad.engines.export.tally import Passing, Tally
from dunyazad.solving import PROTOCOLS, Protocol

__all__ = ["write_task_folder"]


_MOST_OPEN = 64
_OVER_ALL = ("answered", "unparsed", "final_of_all", "all_links_of_all")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")

_UTILS = '''\
"""What the tasks in this folder name. Prompts, reading and scoring are dunyazad's own."""

from pathlib import Path

try:
    from dunyazad.engines.export import documents as _documents
    from dunyazad.engines.export import scoring as _scoring
except ImportError as error:
    raise ImportError("these tasks are scored by dunyazad: pip install 'dunyazad[lm-eval]'") from error

mean_of_scored = _scoring.mean_of_scored
{functions}

def documents(cell="{all}", **_):
    return _documents.load_documents(Path(__file__).parent / "data", cell)
'''

_TEMPLATE = """\
custom_dataset: !function utils.documents
test_split: test
output_type: generate_until
num_fewshot: 0
doc_to_text: !function utils.{protocol}_prompt
doc_to_target: !function utils.{protocol}_target
process_results: !function utils.{protocol}_results
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: 4096
metric_list:
{metrics}
metadata:
  version: 1
  wording: {wording}
"""

_README = """\
# {name}: chained math word problems for lm-evaluation-harness

{mark} of dunyazad {version}: {total} chains, by {generators}.

{canaries}

    pip install 'dunyazad[lm-eval]'
    lm_eval --model hf --model_args pretrained=MODEL --tasks {name} --include_path THIS_FOLDER

| tasks | what |
|---|---|
| `{name}` | every chain, asked for the answer to every problem |
| `{name}_final` | every chain, asked for the last answer only |
| `{name}_cells`, `{name}_final_cells` | the same as groups, one task a cell: {cells} |

| metric | over |
|---|---|
| `all_links`, `final`, `per_link` | documents of which an answer could be read |
| `all_links_of_all`, `final_of_all` | all documents; what could not be read counts as not correct |
| `answered`, `unparsed` | all documents |

Groups show the rates over all documents. There, `all_links` is `all_links_of_all` divided by `answered`, and so on.

Responses may be 4096 tokens long; another limit: `--gen_kwargs max_gen_toks=8192`. The harness does not tell whether a
response was cut off: one without a readable answer is unparsed, whatever the reason. The protocol `two-turn` needs a
second turn, which the harness cannot take.
"""


def write_task_folder(folder: Path, chains: Iterable[ChainedProblem], *, name: str) -> Passing:
    """Write chains and the tasks over them, into a folder that is there.

    Args:
        folder: An empty folder.
        chains: Read one at a time.
        name: The main task's name; those of the others begin with it.

    Raises:
        InputError: The name is none for a task.
    """
    if not _NAME.fullmatch(name):
        raise InputError(f"{name!r} is no name for a task: use letters, digits, _ . and -, a letter or digit first")
    tally = Tally()
    (folder / "data").mkdir()
    with _Files(folder / "data") as files:
        for chain in chains:
            files.write(tally.add(chain), encode(Document(chain.id, encode(chain).decode())) + b"\n")
    passing = tally.done()
    for place, text in _texts(passing, name):
        (folder / place).write_text(text, encoding="utf-8")
    return passing


class _Files:
    """One file a cell, opened again where it was closed to keep few open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, IO[bytes]] = {}

    def __enter__(self) -> _Files:
        return self

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:  # closes all, even where one cannot write its last bytes
            for file in self._open.values():
                stack.push(file)

    def write(self, cell: str, line: bytes) -> None:
        file = self._open.pop(cell, None)
        if file is None:
            if len(self._open) >= _MOST_OPEN:
                self._open.pop(next(iter(self._open))).close()
            file = (self._folder / f"{cell}.jsonl").open("ab")
        self._open[cell] = file
        file.write(line)


def _texts(passing: Passing, name: str) -> Iterator[tuple[str, str]]:
    cells = [cell for cell, _ in passing.cells]
    yield "README.md", _README.format(
        name=name, mark=MARK, version=__version__, total=passing.total, generators=", ".join(passing.generators),
        canaries="\n".join(passing.canaries), cells=", ".join(cells),
    )  # fmt: skip
    functions = (
        f'{protocol}_prompt, {protocol}_target, {protocol}_results = _scoring.task_functions("{protocol}", '
        f'"{PROTOCOLS[protocol]}")\n'
        for protocol in METRICS
    )
    yield "utils.py", _UTILS.format(functions="".join(functions), all=ALL)
    for protocol in METRICS:
        base = name if protocol == "labelled" else f"{name}_{protocol}"
        yield f"_{protocol}_yaml", _template(protocol)
        yield f"{base}.yaml", _task(base, protocol, ALL)
        for cell in cells:
            yield f"{_task_name(base, cell)}.yaml", _task(_task_name(base, cell), protocol, cell)
        yield f"{base}_cells.yaml", _group(base, protocol, cells)


def _task_name(base: str, cell: str) -> str:
    return f"{base}_{cell.replace('-', '_')}"


def _template(protocol: Protocol) -> str:
    metrics = "\n".join(
        f"  - metric: {metric}\n"
        # The harness knows the standard error of its own mean only.
        f"    aggregation: {'mean' if metric in _OVER_ALL else '!function utils.mean_of_scored'}\n"
        f"    higher_is_better: {'false' if metric == 'unparsed' else 'true'}"
        for metric in METRICS[protocol]
    )
    return _TEMPLATE.format(protocol=protocol, metrics=metrics, wording=PROTOCOLS[protocol])


def _task(task: str, protocol: Protocol, cell: str) -> str:
    return f'include: _{protocol}_yaml\ntask: "{task}"\ndataset_kwargs:\n  cell: "{cell}"\n'


def _group(base: str, protocol: Protocol, cells: Iterable[str]) -> str:
    tasks = "".join(f'  - "{_task_name(base, cell)}"\n' for cell in cells)
    over_all = [metric for metric in METRICS[protocol] if metric in _OVER_ALL]
    metrics = "".join(f"  - metric: {metric}\n    weight_by_size: true\n" for metric in over_all)
    return f'group: "{base}_cells"\ntask:\n{tasks}aggregate_metric_list:\n{metrics}metadata:\n  version: 1\n'
