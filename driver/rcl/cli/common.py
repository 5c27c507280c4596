# SPDX-License-Identifier: MIT
"""What every verb shares: its options, its output, the step that comes next."""

from __future__ import annotations

import functools
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rcl import apply
from rcl.artefacts import SCHEMAS, TOOL, to_json
from rcl.cli.settings import CommonSetting, before_or_after, load, on_line
from rcl.errors import RclError
from rcl.workspace import Progress, Workspace, quiet

if TYPE_CHECKING:
    from rich.table import Table as RichTable

F = TypeVar("F", bound=Callable[..., Any])

#: columns of output that no terminal limits
WIDE = 200
#: what a narrower terminal may break the lines of: with fewer columns a table would lose its names
NARROW = 80

#: arguments after which everything belongs to a command
COMMAND: dict[str, Any] = {"allow_interspersed_args": False}


@dataclass(frozen=True)
class Session:
    """One run of a verb: its tree, and how it talks."""

    workspace: Workspace
    as_json: bool
    quiet: bool
    #: what the command line says of which tree it is: ``-C DIR``, ``-p DIR``
    where: str = ""

    def say(self, text: str) -> None:
        """A remark beside the data."""
        if not self.quiet:
            click.echo(f"rcl: {text}", err=True)

    def next(self, *steps: str) -> None:
        """Names what can be done next, in the same tree."""
        if not self.quiet and not self.as_json:
            told = (f"rcl {self.where}{step.removeprefix('rcl ')}" for step in steps)
            click.echo(f"next: {' | '.join(told)}", err=True)

    def data(self, document: object, text: str | RichTable) -> None:
        """Prints the verb's data: for people, or as JSON under the schema of its type."""
        if self.as_json:
            schema, _ = SCHEMAS[type(document)]
            click.echo(json.dumps({"schema": schema, "tool": TOOL, **to_json(document)}, indent=1))
        elif not isinstance(text, str):
            from rich.console import Console

            width = max(Console().width, NARROW) if sys.stdout.isatty() else WIDE
            Console(width=width).print(text)
        elif text:
            click.echo(text.rstrip("\n"))

    @contextmanager
    def progress(self, label: str) -> Iterator[Progress]:
        """A progress bar if someone looks on."""
        if self.quiet or not sys.stderr.isatty():
            yield quiet
            return
        from rcl.cli.progress import bar

        with bar(label) as report:
            yield report


@contextmanager
def own_stdout(own: bool) -> Iterator[None]:
    """Keeps standard output for rcl's data: what a command prints goes to standard error."""
    if not own:
        yield
        return
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


_OPTIONS = (
    click.option(
        "-C", "--root", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
        is_eager=True, callback=load, help="The source tree.  [default: .]",
    ),
    click.option(
        "-p", "--build-dir", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
        cls=CommonSetting, help="Where compile_commands.json is.  [default: the source tree]",
    ),
    click.option(
        "-j", "--jobs", type=click.IntRange(1), metavar="N", cls=CommonSetting, help="How many files at once.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing but the data and errors."),
    click.option("--json", "as_json", is_flag=True, help="Print the data as JSON."),
)  # fmt: skip
_NAMES = ("root", "build_dir", "jobs", "quiet", "as_json")
_WHERE = (("root", "-C"), ("build_dir", "-p"))


def with_options(function: F) -> F:
    """Adds the options of every verb; before the verb they mean the same as after it."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def options(function: F) -> F:
    """Adds the options of every verb to it, and hands it a Session instead."""

    @functools.wraps(function)
    def run(*arguments: Any, **keywords: Any) -> Any:
        context = click.get_current_context()
        own = {name: before_or_after(context, name, keywords.pop(name)) for name in _NAMES}
        if os.environ.get("NO_COLOR"):
            context.color = False
        workspace = Workspace.at(own["root"] or Path(), own["build_dir"], own["jobs"])
        said = ((option, os.fspath(own[name])) for name, option in _WHERE if on_line(context, name))
        where = "".join(f"{option} {shlex.quote(value)} " for option, value in said)
        session = Session(workspace, own["as_json"], own["quiet"], where)
        recovered = apply.recover(workspace)
        if recovered:
            session.say(recovered)
        return function(session, *arguments, **keywords)

    return with_options(run)  # type: ignore[return-value]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Columns of text two spaces apart; the heads in ``right`` are aligned to the right."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if name in right.split() else cell.ljust(width)
            for name, cell, width in zip(head, row, widths, strict=True)
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([click.style(line(head), bold=True), *map(line, rows)])


def report(error: RclError) -> None:
    """Prints a refusal and its way out."""
    label = click.style("error", fg="red", bold=True)
    color = False if os.environ.get("NO_COLOR") else None
    click.echo(f"{label} {error}\n  {error.way_out}", err=True, color=color)
