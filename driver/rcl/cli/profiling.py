# SPDX-License-Identifier: MIT
"""The verb that measures what locks cost, and shows it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from rcl import artefacts
from rcl.cli.common import COMMAND, Session, options, own_stdout
from rcl.cli.documents import ProfileChanges
from rcl.cli.settings import Setting
from rcl.errors import Code, RclError
from rcl.model import Profile

#: columns of a terminal from which on the table of locks shows everything
_WIDE = 130
_VIEWS = ("locks", "sites", "pairs", "waits", "threads")


class _Counts(click.ParamType[list[int]]):
    """``1,2,4``: numbers from 1 on."""

    name = "counts"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            counts = [int(part) for part in value.split(",")]
        except ValueError:
            counts = []
        if not counts or min(counts) < 1:
            self.fail(f"{value!r} is no list of numbers like 1,2,4", param, ctx)
        return counts


@click.command(context_settings=COMMAND)
@options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Where the profile goes.  [default: .rcl/profile.json]")
@click.option("--interval", cls=Setting, default=1.0, show_default=True, type=click.FloatRange(0), metavar="SECONDS",
              help="Of the timeline; 0: no timeline.")
@click.option("--threads", type=_Counts(), metavar="1,2,4",
              help="Run the command once for each number, which replaces {} in it.")
@click.option("--collect", type=click.Path(path_type=Path), metavar="PREFIX",
              help="Run nothing; take what a daemon started with RCL_PROFILE=PREFIX has recorded so far.")
@click.option("--show", is_flag=True, help="Run nothing; show a profile.")
@click.option("--compare", "compared", is_flag=True, help="Run nothing; compare two profiles.")
@click.option("--view", type=click.Choice(_VIEWS), default="locks", show_default=True, help="What to show of it.")
@click.option("--all", "everything", is_flag=True, help="Show also what costs next to nothing.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with everything.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND... | [FILE] [FILE]")
def profile(
    session: Session,
    output: Path | None,
    interval: float,
    threads: list[int] | None,
    collect: Path | None,
    show: bool,
    compared: bool,
    view: str,
    everything: bool,
    html: Path | None,
    command: tuple[str, ...],
) -> None:
    """Run a program and record what its locks cost.

    SIGUSR1 to rcl writes the profile so far beside the output. A daemon that something else starts is
    recorded with LD_PRELOAD=.../librclrecord.so RCL_PROFILE=PREFIX in its environment.
    """  # fmt: skip
    if compared:
        _compare(session, command)
        return
    path = output or session.workspace.profile
    if show:
        path = _named(command, path)
        measured = artefacts.read(path, Profile)
    else:
        measured = _measure(session, path, interval, threads, collect, command)
    if html:
        from rcl.profile.page import page

        html.write_text(page(measured), encoding="utf-8", errors="replace")
        session.say(f"wrote {html}")
    _print(session, measured, view, everything)
    default = path == session.workspace.profile
    session.next("rcl choose" if default else f"rcl choose {path}")


def _named(command: tuple[str, ...], path: Path) -> Path:
    if len(command) > 1:
        raise click.UsageError("--show takes one file")
    return Path(command[0]) if command else path


def _measure(
    session: Session,
    path: Path,
    interval: float,
    threads: list[int] | None,
    prefix: Path | None,
    command: tuple[str, ...],
) -> Profile:
    from rcl.profile import recorder

    root = session.workspace.root
    if prefix:
        if command:
            raise click.UsageError("--collect runs no command")
        session.workspace.prepare()
        return recorder.collect(prefix.absolute(), output=path, root=root)
    if not command:
        raise click.UsageError("a command to run is missing: rcl profile -- COMMAND")
    session.workspace.prepare()
    with own_stdout(session.as_json):
        if threads:
            return recorder.run_scaled(command, threads, output=path, root=root, interval_s=interval)
        return recorder.run(command, output=path, root=root, interval_s=interval)


def _print(session: Session, measured: Profile, view: str, everything: bool) -> None:
    from rcl.profile import tables

    for warning in measured.warnings:
        session.say(f"warning: {warning}")
    if measured.exit_status:
        session.say(f"warning: the program ended with status {measured.exit_status}")
    wide = not sys.stdout.isatty() or Console().width >= _WIDE
    shown: dict[str, Table] = {
        "locks": tables.lock_table(measured, everything, wide),
        "sites": tables.site_table(measured, everything),
        "pairs": tables.pair_table(measured, everything),
        "waits": tables.wait_table(measured),
        "threads": tables.thread_table(measured),
    }
    stack = Table.grid()
    if measured.scaling and view == "locks":
        stack.add_row(tables.scaling_table(measured))
    stack.add_row(shown[view])
    session.data(measured, stack)


def _compare(session: Session, files: tuple[str, ...]) -> None:
    from rcl.profile import tables

    if len(files) != 2:
        why = "--compare takes two profiles, the one before and the one after"
        raise RclError(Code.BAD_ARGUMENT, argument=" ".join(files) or "--compare", why=why)
    before, after = (artefacts.read(Path(file), Profile) for file in files)
    changes = tables.changes(before, after)
    session.data(ProfileChanges(files[0], files[1], changes), tables.change_table(changes))
    if before.machine != after.machine:
        session.say("warning: the two profiles are of different machines")
