"""The `dunyazad` command: a group whose subcommands are imported only when one is called.

Exit codes: 0 done; 1 done, and not all is well (something is not sound, a run fell short); 2 the input cannot be
used; 130 interrupted.
Data goes to standard output, messages and progress to standard error.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from typing import NoReturn

import click

from dunyazad._exceptions import DunyazadError, ProcessEndedError
from dunyazad._version import __version__

__all__ = ["LazyGroup", "cli", "run"]


class LazyGroup(click.Group):
    """A group that knows its commands by `module:name` and imports them on use; `--help` needs their first line."""

    def __init__(self, *args: object, lazy: dict[str, tuple[str, str]] | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._lazy = lazy or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order in which they are told, not by alphabet."""
        del ctx
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        del ctx
        if cmd_name not in self._lazy:
            return None
        module, name = self._lazy[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self._lazy.items()])


def _group(lazy: dict[str, tuple[str, str]], name: str, doc: str) -> LazyGroup:
    return LazyGroup(name=name, help=doc, lazy=lazy, context_settings={"help_option_names": ["-h", "--help"]})


problems = _group(
    {
        "make": ("dunyazad.cli.problems_make:make", "Make certified problems from the templates."),
        "import": ("dunyazad.cli.problems_import:import_", "Read the published hand-made format."),
        "decompose": ("dunyazad.cli.problems_decompose:decompose", "Take a set of word problems apart, and certify."),
        "check": ("dunyazad.cli.problems_check:check", "Certify a file of problems and print what is found."),
        "review": ("dunyazad.cli.problems_review:review", "Read problems beside their source, and mark them."),
        "show": ("dunyazad.cli.problems_show:show", "Print one problem with its program and gold steps."),
    },
    "problems",
    "Word problems in parts: make, import, take apart, check, review, show.",
)

chains = _group(
    {
        "make": ("dunyazad.cli.chains_make:make", "Chain problems: certified, seeded, streamed."),
        "check": ("dunyazad.cli.chains_check:check", "Check that every chain in a file is sound."),
        "floors": ("dunyazad.cli.chains_floors:floors", "Say what shortcuts score: exact, by length and order."),
        "import": ("dunyazad.cli.chains_import:import_", "Read the published rows: accuracies, and solutions."),
        "leaks": ("dunyazad.cli.chains_leaks:leaks", "Test whether the look of a gate tells the true branch."),
        "export": ("dunyazad.cli.chains_export:export", "Write chains for pandas, datasets or lm-evaluation-harness."),
    },
    "chains",
    "Chained problems: make, check, floors, leaks, import, export.",
)

perl = _group(
    {
        "stats": ("dunyazad.cli.perl_stats:stats", "Count what annotated chains hold."),
        "convert": ("dunyazad.cli.perl_convert:convert", "Write annotated chains in another format."),
        "make": ("dunyazad.cli.perl_make:make", "Make chains with exact labels from the templates."),
        "perturb": ("dunyazad.cli.perl_perturb:perturb", "Make gold solutions wrong, with exact labels."),
        "build": ("dunyazad.cli.perl_build:build", "Sample solutions, split and draw sets, make synthetic negatives."),
        "annotate": ("dunyazad.cli.perl_annotate:annotate", "Have a model annotate premises and errors."),
        "review": ("dunyazad.cli.perl_review:review", "Check annotations on a page, and measure agreement."),
    },
    "perl",
    "Chains with annotated premises and errors: count, convert, make, build, annotate, review.",
)

benchmark = _group(
    {
        "premises": ("dunyazad.cli.benchmark_premises:premises", "Premises against annotators': P, R, F1."),
        "errors": ("dunyazad.cli.benchmark_errors:errors", "Verdicts on steps against annotators' labels."),
        "processbench": ("dunyazad.cli.benchmark_processbench:processbench", "The first wrong step."),
        "certified": ("dunyazad.cli.benchmark_certified:certified", "Verdicts on chains whose labels are exact."),
        "table": ("dunyazad.cli.benchmark_table:table", "Every method without a model on every file."),
    },
    "benchmark",
    "How good is a verifier? Premises, step labels, first wrong steps.",
)

models = _group(
    {
        "list": ("dunyazad.cli.models_list:list_", "Show the embedded models and what is in the cache."),
        "pull": ("dunyazad.cli.models_pull:pull", "Fetch a model into the cache."),
    },
    "models",
    "Local models that run in process.",
)

cli = _group(
    {
        "demo": ("dunyazad.cli.demo:demo", "The main job, end to end, on embedded defaults."),
        "problems": (
            "dunyazad.cli.main:problems",
            "Word problems in parts: make, import, take apart, check, review, show.",
        ),
        "chains": ("dunyazad.cli.main:chains", "Chained problems: make, check, floors, leaks, import, export."),
        "solve": ("dunyazad.cli.solve:solve", "Have a model solve chains, and diagnose every link."),
        "verify": ("dunyazad.cli.verify:verify", "Find each step's premises and judge each step."),
        "perl": (
            "dunyazad.cli.main:perl",
            "Chains with annotated premises and errors: count, convert, make, build, annotate, review.",
        ),
        "benchmark": (
            "dunyazad.cli.main:benchmark",
            "How good is a verifier? Premises, step labels, first wrong steps.",
        ),
        "report": ("dunyazad.cli.report:report", "Summarise in the terminal and write the page."),
        "models": ("dunyazad.cli.main:models", "Local models that run in process."),
    },
    "dunyazad",
    "Chain math word problems into hard ones, have a model solve them, and find where its reasoning broke.\n\n"
    "Files walk from command to command: problems, chains, solutions, verifications, a page.",
)
click.version_option(__version__, prog_name="dunyazad")(cli)


def _fail(message: str, code: int) -> NoReturn:
    # One line, whatever an exception put into its text: scripts read it, and so do people.
    click.echo(f"dunyazad: error: {' '.join(message.split())}", err=True)
    sys.exit(code)


def _on_terminate(number: int, frame: object) -> NoReturn:
    """End by an exception, so that half-written files are removed on the way."""
    del number, frame
    raise KeyboardInterrupt


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit; every expected error is one line on standard error."""
    with contextlib.suppress(ValueError):  # not the main thread: someone else minds the signals
        signal.signal(signal.SIGTERM, _on_terminate)
    try:
        code = cli.main(arguments, prog_name="dunyazad", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.UsageError as error:
        where = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        _fail(error.format_message() + where, 2)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code)
    except ProcessEndedError as error:
        _fail(str(error), 1)
    except DunyazadError as error:
        _fail(str(error), 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except BrokenPipeError:
        # The reader (head, less) is gone; keep Python from failing again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 2)
    sys.exit(code if isinstance(code, int) else 0)
