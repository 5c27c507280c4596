# SPDX-License-Identifier: MIT
"""The verbs that find out and decide: analyse, locks, choose."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import click

from rcl import choose as chooser
from rcl import pipeline, plan
from rcl.choose import DEFAULT, Chosen
from rcl.cli.common import Session, options, table
from rcl.cli.documents import Analysed, Choices, Lock, Locks
from rcl.errors import Code, RclError
from rcl.model import Analysis, Calibration, Choice, Kind, LockClass, Machine, State
from rcl.numbers import counted
from rcl.plan import Treatment
from rcl.profile.tables import SHOWN_SHARE
from rcl.remarks import by_file, remarks
from rcl.remarks import github as as_github
from rcl.remarks import sarif as as_sarif
from rcl.workspace import write_atomically


def analysed(session: Session, fresh: bool = False) -> Analysis:
    """The analysis, with a progress bar if it has to be made."""
    with session.progress("analyse") as progress:
        return pipeline.analysis(session.workspace, progress, fresh)


def analysed_beside(session: Session) -> tuple[Analysis, Callable[[], object]]:
    """The analysis, and what waits until it is written."""
    with session.progress("analyse") as progress:
        return pipeline.analysis_beside(session.workspace, progress)


def _states(known: Analysis) -> Mapping[tuple[str, State], int]:
    return Counter((section.unit, section.state) for section in known.sections)


# ------------------------------------------------------------------------------------- analyse


@click.command()
@options
@click.option("--fresh", is_flag=True, help="Analyse again even if nothing changed.")
@click.option("--sarif", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write what stays in place, and why, as SARIF.")
@click.option("--github", is_flag=True, help="Print it as GitHub's annotations instead.")
def analyse(session: Session, fresh: bool, sarif: Path | None, github: bool) -> None:
    """Find the tree's lock classes and critical sections.

    Writes .rcl/sections.json. The other verbs do this by themselves when a source has changed.
    """  # fmt: skip
    known = analysed(session, fresh)
    if sarif is not None:
        write_atomically(sarif, json.dumps(as_sarif(remarks(known)), indent=1).encode())
    if github:
        click.echo(as_github(remarks(known)), nl=False)
        return
    for warning in by_file(known.warnings):
        session.say(f"warning: {warning}")
    states = Counter(section.state for section in known.sections)
    blocking = sum(section.blocking for section in known.sections)
    outcome = ", ".join(f"{states[state]} {state.value}" for state in State)
    classes = f"{len(known.classes)} lock class{'' if len(known.classes) == 1 else 'es'}"
    text = (
        f"{classes} in {counted(len(known.units), 'unit')}, {counted(len(known.sections), 'section')} "
        f"({outcome}; {blocking} blocking), {counted(len(known.sources), 'file')}"
    )
    document = Analysed(
        artefact=session.workspace.relative(session.workspace.sections),
        classes=len(known.classes),
        units=len(known.units),
        sections={state.value: states[state] for state in State},
        blocking=blocking,
        sources=len(known.sources),
        warnings=known.warnings,
    )
    session.data(document, text)
    session.next("rcl locks", "rcl profile -- COMMAND", "rcl choose")


# --------------------------------------------------------------------------------------- locks


@click.command()
@options
def locks(session: Session) -> None:
    """List the lock classes of the tree and their sections.

    Says where each class is, and how many of its sections can be shipped, leased or not be moved.
    """
    known = analysed(session)
    states = _states(known)
    refused = {unit.name: unit.refused for unit in known.units}
    rows = [_lock_row(lock, states) for lock in known.classes]
    head = ("LOCK", "KIND", "DECLARED", "INITIALISED", "SHIPPED", "LEASED", "REFUSED", "UNIT")
    others = " but for those that are converted" if session.workspace.header.exists() else ""
    nothing = [] if known.units else [f"no mutexes in this tree{others}"]
    lines = [table(head, rows, "SHIPPED LEASED REFUSED")] if rows else nothing
    for unit in known.units:
        if unit.refused is not None:
            why = unit.refused
            lines.append(f"{unit.name}: {why.code} {why.place}: {why.sentence}\n  {why.way_out}")
    found = (
        Lock(
            lock.name,
            lock.unit,
            lock.storage,
            lock.declared,
            lock.initialised,
            {state.value: states[lock.unit, state] for state in State},
            refused.get(lock.unit),
        )
        for lock in known.classes
    )
    session.data(Locks(tuple(found)), "\n".join(lines))
    if known.classes:
        session.next("rcl profile -- COMMAND", f"rcl choose --lock NAME={DEFAULT.value}")


def _lock_row(lock: LockClass, states: Mapping[tuple[str, State], int]) -> tuple[str, ...]:
    return (
        lock.name,
        lock.storage.value,
        str(lock.declared),
        str(lock.initialised or "-"),
        *(str(states[lock.unit, state]) for state in State),
        lock.unit if lock.unit != lock.name else "",
    )


# -------------------------------------------------------------------------------------- choose


@click.command()
@options
@click.argument("profiles", nargs=-1, type=click.Path(path_type=Path), metavar="[PROFILE]...")
@click.option("--lock", "by_hand", multiple=True, metavar="NAME=KIND[:SERVER]",
              help=f"Choose by hand: keep (not converted), or {plan.KINDS}.")
@click.option("--all", "everything", is_flag=False, flag_value=DEFAULT.value, metavar="[KIND[:SERVER]]",
              help=f"Convert every class that can be.  [KIND: {DEFAULT.value}]")
@click.option("--machine", type=click.Path(path_type=Path), metavar="FILE",
              help="What rcl calibrate measured.  [default: .rcl/machine.json, if it is there]")
@click.option("--stale-ok", is_flag=True, help="Take a profile of older sources.")
def choose(
    session: Session,
    profiles: tuple[Path, ...],
    by_hand: tuple[str, ...],
    everything: str | None,
    machine: Path | None,
    stale_ok: bool,
) -> None:
    """Choose the lock classes to convert, from a profile or by hand.

    Writes .rcl/plan.toml, to be read and edited; choices made by hand stay.

    Goes by the figures of rcl calibrate if there are any, else by the RCL paper's rules. Of several profiles, of the
    tree's different programs, the one counts for a class in which it cost most.
    """  # fmt: skip
    wanted = dict(_by_hand(text) for text in by_hand)
    workspace = session.workspace
    paths = profiles or ((workspace.profile,) if workspace.profile.exists() else ())
    measured = {path: pipeline.read_profile(workspace, path, stale_ok) for path in paths}
    if not measured and not wanted and everything is None and not workspace.plan.exists():
        verb = f"rcl profile -- COMMAND (or choose by hand: rcl choose --lock NAME={DEFAULT.value})"
        raise RclError(Code.MISSING_ARTEFACT, artefact=".rcl/profile.json", verb=verb)
    known = analysed(session)
    kept, gone = pipeline.chosen_before(workspace, known)
    for name in gone:
        session.say(f"warning: {name} is gone from the source; its choice is dropped")
    all_of_them = pipeline.every_class(known, _treatment(f"--all {everything}", everything)) if everything else {}
    calibrated = pipeline.calibration(workspace, machine)
    machines = {found.machine for found in measured.values()}
    chosen = pipeline.choose_classes(workspace, known, {**kept, **all_of_them, **wanted}, measured, calibrated)
    _print_choices(session, chosen, known)
    _remark(session, chosen, machines, calibrated)
    converts = any(choice.convert for choice in chosen.choices)
    for costliest in chosen.choices[:1]:
        session.next("rcl rewrite" if converts else f"rcl choose --lock {costliest.name}={DEFAULT.value}")


def _remark(
    session: Session, chosen: Chosen, machines: Collection[Machine], calibrated: Calibration | None
) -> None:
    """What a person should know beside the choices."""
    served = any(choice.convert and choice.kind is Kind.RCL for choice in chosen.choices)
    note = chooser.small_machine(min((known.cores for known in machines), default=session.workspace.cores))
    if note and served:
        session.say(f"note: {note}")
    if calibrated and any(known != calibrated.machine for known in machines):
        session.say("warning: the profile was measured on another machine than the one that was calibrated")
    if machines and not calibrated:
        session.say("note: by the rules of the RCL paper, measured on 48 cores; rcl calibrate measures this machine")
    if chosen.cores:
        session.say(f"run it with RCL_CORES={','.join(map(str, chosen.cores))}")


def _by_hand(text: str) -> tuple[str, Treatment]:
    name, equals, treatment = text.rpartition("=")
    if not equals:
        why = "NAME=KIND[:SERVER] is expected"
        raise RclError(Code.BAD_ARGUMENT, argument=f"--lock {text}", why=why)
    return name, _treatment(f"--lock {text}", treatment)


def _treatment(argument: str, text: str) -> Treatment:
    try:
        return Treatment.parse(text)
    except ValueError as error:
        raise RclError(Code.BAD_ARGUMENT, argument=argument, why=error) from error


def _print_choices(session: Session, chosen: Chosen, known: Analysis) -> None:
    for name, why in chosen.passed_over.items():
        session.say(f"{name}: {why}")
    converted = sum(choice.convert for choice in chosen.choices)
    shown = [choice for choice in chosen.choices if _notable(choice, chosen)]
    rows = [(choice.name, _decision(choice), _why(choice)) for choice in shown]
    lines = [
        f"{session.workspace.relative(session.workspace.plan)}: {converted} converted, "
        f"{len(chosen.choices) - converted} kept   (edit it, or: rcl choose --lock NAME=KIND)"
    ]
    if rows:
        lines.append(table(("LOCK", "CHOICE", "REASON"), _folded(rows)))
    if len(shown) < len(chosen.choices):
        lines.append(f"{len(chosen.choices) - len(shown)} more are kept: they cost next to nothing, or were not taken")
    path = session.workspace.relative(session.workspace.plan)
    session.data(Choices(path, chosen.choices, chosen.cores, dict(chosen.passed_over)), "\n".join(lines))


def _notable(choice: Choice, chosen: Chosen) -> bool:
    """What a person wants to see: of a profiled program not the locks that cost next to nothing."""
    return not chosen.shares or choice.convert or choice.by_hand or chosen.shares.get(choice.name, 0.0) >= SHOWN_SHARE


def _why(choice: Choice) -> str:
    return "; ".join(filter(None, (choice.reason, choice.why_kind, choice.why_server)))


def _folded(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The rows with their last column folded to the terminal's width, if there is one."""
    if not sys.stdout.isatty():
        return list(rows)
    left = sum(max(len(row[at]) for row in rows) + 2 for at in range(2))
    width = max(shutil.get_terminal_size().columns - left, 30)
    folded = []
    for name, choice, why in rows:
        first, *others = textwrap.wrap(why, width) or [""]
        folded += [(name, choice, first), *(("", "", line) for line in others)]
    return folded


def _decision(choice: Choice) -> str:
    return f"{Treatment.of(choice)}{' *' if choice.by_hand else ''}"
