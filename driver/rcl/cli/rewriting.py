# SPDX-License-Identifier: MIT
"""The verbs that change and build the source: rewrite, header, diff, build."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from rcl import apply, compdb, pipeline
from rcl import build as builder
from rcl import diff as differ
from rcl.cli.choosing import analysed, analysed_beside
from rcl.cli.common import COMMAND, Session, options, own_stdout, table
from rcl.cli.documents import Built, Diff, HeaderChecked, HeaderWritten, Reverted, Rewritten, RewrittenSection
from rcl.errors import EXIT_DIFFERS, EXIT_OK, Code, RclError
from rcl.model import Analysis, Direction, Op, Section, State
from rcl.numbers import counted
from rcl.pipeline import Staged
from rcl.workspace import Workspace, check_patch, ignored, lines_of, read_bytes, sha256

_LINE = re.compile(rb'^[ \t]*#[ \t]*line[ \t]+\d+[ \t]+"([^"\n]+)"', re.MULTILINE)
LOCK_CALLS = {Op.LOCK, Op.UNLOCK, Op.TRYLOCK, Op.TIMEDLOCK}


# ------------------------------------------------------------------------------------- rewrite


@click.command()
@options
@click.option("--apply", "into_tree", is_flag=True, help="Put the rewriting into the tree.")
@click.option("--revert", is_flag=True, help="Take the applied rewriting out again.")
@click.option("--lock", "names", multiple=True, metavar="NAME",
              help="Take only this lock class out, and out of the plan; the others stay converted.")
@click.option("--allow-dirty", is_flag=True, help="Apply to a tree with uncommitted changes.")
def rewrite(session: Session, into_tree: bool, revert: bool, names: tuple[str, ...], allow_dirty: bool) -> None:
    """Rewrite the chosen lock classes to use librcl.

    Without --apply nothing but .rcl/ is written: the patch is .rcl/rewrite.patch, the rewritten files
    stand in .rcl/rewritten/.
    """  # fmt: skip
    if into_tree and revert:
        raise RclError(Code.BAD_ARGUMENT, argument="--apply --revert", why="choose one of them")
    if names and not revert:
        raise RclError(Code.BAD_ARGUMENT, argument=f"--lock {names[0]}", why="it goes with --revert; rcl choose --lock")
    if revert:
        _revert(session, names)
        return
    if session.workspace.applied.exists():
        raise RclError(Code.ALREADY_APPLIED)
    known, written = analysed_beside(session)
    try:
        with session.progress("rewrite") as progress:
            made = pipeline.staged(session.workspace, known, progress, fresh=not into_tree, written=written)
    finally:
        written()
    with ThreadPoolExecutor(1) as beside:
        checked = beside.submit(_check, session.workspace, known, made)
        document, text = _said(session, known, made, into_tree)
        others = ignored(session.workspace.root, made.files)
        checked.result()
    for name, new in made.files.items():
        if (source := _made_of(name, new)) is not None:
            session.say(f"{name} is made of {source}, as its #line says: change that, too")
        elif name in others:
            session.say(f"{name} is ignored by git: if a build makes it, change what it is made of, too")
    if into_tree:
        record = pipeline.apply_rewriting(session.workspace, made, allow_dirty)
        text += f"\napplied to {counted(len(record.files), 'file')}"
        if _header_text(session.workspace) != pipeline.config_header(session.workspace, known).text:
            session.say(f"{session.workspace.header.name} is out of date; run: rcl header")
    session.data(document, text)
    if into_tree:
        session.next("rcl header", "rcl build -- make", "rcl rewrite --revert")
    else:
        session.next("rcl review", "rcl diff", "rcl rewrite --apply")


def _made_of(name: str, text: bytes) -> str | None:
    """The first other file that #line says a text comes from, as a parser's does; None if there is none."""
    said = (os.fsdecode(found[1]) for found in _LINE.finditer(text))
    return next((other for other in said if Path(other).name != Path(name).name), None)


def _revert(session: Session, locks: Sequence[str]) -> None:
    if locks:
        _revert_locks(session, locks)
        return
    record = apply.revert(session.workspace)
    names = [file.name for file in record.files]
    session.data(Reverted(tuple(names)), f"reverted {counted(len(names), 'file')}")
    session.next("rcl choose", "rcl rewrite")


def _revert_locks(session: Session, locks: Sequence[str]) -> None:
    """Units are converted whole, and so they are taken out."""
    workspace = session.workspace
    if not workspace.applied.exists():
        raise RclError(Code.NOT_APPLIED)
    known = analysed(session)
    units = {differ.unit_of(known, name): name for name in locks}
    converted = pipeline.staged(workspace, known).units
    for unit, name in units.items():
        if unit not in converted:
            raise RclError(Code.BAD_ARGUMENT, argument=f"--lock {name}", why="it is not converted")
    before = _changed_files(workspace)
    with session.progress("rewrite") as progress:
        left = pipeline.revert_units(workspace, known, units, progress)
    after = _changed_files(workspace)
    names = tuple(sorted(name for name in before | after if before.get(name) != after.get(name)))
    also = [lock.name for lock in known.classes if lock.unit in units and lock.name not in locks]
    if also:
        session.say(f"with what can only be converted together: {', '.join(also)}")
    text = f"reverted in {counted(len(names), 'file')}; {counted(len(left), 'unit')} of lock classes stay converted"
    session.data(Reverted(names, left), text)
    session.next("rcl build -- make", "rcl rewrite --revert")


def _changed_files(workspace: Workspace) -> dict[str, str]:
    """The files that an applied rewriting has changed, with the hashes of what they are now."""
    record = apply.read_applied(workspace)
    return {file.name: file.new for file in record.files} if record else {}


def _check(workspace: Workspace, known: Analysis, made: Staged) -> None:
    """That git does not take the patch of what was analysed would be a bug."""
    sources = {name: read_bytes(workspace.source(name)) for name in made.files}
    for name, content in sources.items():
        if sha256(content) != known.sources[name]:
            raise workspace.stale(workspace.patch, name, "rcl analyse")
    fault = check_patch(sources, workspace.patch)
    if fault is not None:
        raise RuntimeError(f"git apply --check: {fault}")


def _said(session: Session, known: Analysis, made: Staged, applied: bool) -> tuple[Rewritten, str]:
    """What is said of a rewriting, to programs and to people."""
    calls = _lock_calls(known, made.units)
    states = Counter(section.state for section in made.sections)
    partly = sum(section.partly for section in made.sections)
    said = {State.SHIPPED: f", {partly} of them partly" if partly else ""}
    outcome = ", ".join(f"{states[s]} {s.value}{said.get(s, '')}" for s in State if states[s])
    patch = session.workspace.relative(session.workspace.patch)
    lines = [
        *([] if applied else _section_lines(made.sections)),
        f"sections {len(made.sections)} ({outcome or 'none'}) | lock calls {calls}, all converted",
        f"patch: {patch} (git apply --check: ok)",
    ]
    sections = tuple(map(_section_document, made.sections)) if session.as_json else ()
    return Rewritten(made.units, sections, calls, patch, tuple(sorted(made.files)), applied), "\n".join(lines)


def _lock_calls(known: Analysis, units: Iterable[str]) -> int:
    """The calls, through macros too, that take or release the units' locks; a rewriting converts all, or fails."""
    wanted = set(units)
    concerned = [op for op in known.operations if op.op in LOCK_CALLS and not wanted.isdisjoint(op.units)]
    return sum(sum(use.unit in wanted for use in op.uses) if op.macro else 1 for op in concerned)


def _section_lines(sections: Iterable[Section]) -> list[str]:
    """The table of sections, then why each stays in place that does so, or goes on there, and a line for these."""
    ordered = sorted(sections, key=lambda section: section.enter_token.order)
    if not ordered:
        return []
    head = ("SECTION", "FILE", "LINES", "EXITS", "CAPTURED", "IDENTITY", "STATE", "CODE", "BECAUSE IT")
    lines = [table(head, [_section_row(section) for section in ordered], "EXITS CAPTURED")]
    for section in ordered:
        if (why := section.reason or section.cut) is not None:
            part = "" if section.reason else "in part: "
            lines.append(f"{why.place}: {why.code} {part}{why.sentence}\n  {why.way_out}")
    if any(section.partly for section in ordered):
        lines.append("partly: it keeps its lock on some way out; what follows, in a caller perhaps, runs in place")
    return lines


def _section_row(section: Section) -> tuple[str, ...]:
    shipped, why = section.state is State.SHIPPED, section.reason or section.cut
    return (
        section.id,
        section.enter.file,
        f"{section.enter_token.line}-{section.last_line}",
        str(_exits(section)) if shipped else "-",
        str(_captured(section)) if shipped else "-",
        _identity(section) if shipped else "-",
        f"{section.state.value}, partly" if section.partly else section.state.value,
        why.code if why else "",
        _because(section) if shipped else "",
    )


def _identity(section: Section) -> str:
    return section.identity.value + (", blocking" if section.blocking else "")


def _because(section: Section) -> str:
    """The reason for the section's identity, or for its blocking; of a chain of calls the first and the last."""
    links = (section.blocking_reason or section.identity_reason).split(", which ")
    return " ... ".join((links[0], links[-1])) if len(links) > 1 else links[0]


def _exits(section: Section) -> int:
    """The ways out: the jumps, and falling through the last release if that can be."""
    return len({ending.number for ending in section.exits} | ({0} if section.leave else set()))


def _captured(section: Section) -> int:
    return sum(c.direction is not Direction.SECTION_LOCAL for c in section.captures)


def _section_document(section: Section) -> RewrittenSection:
    return RewrittenSection(
        id=section.id,
        name=section.name,
        file=section.enter.file,
        function=section.function,
        line=section.enter_token.line,
        last_line=section.last_line,
        lock=section.show,
        state=section.state,
        partly=section.partly,
        cut=section.cut,
        reason=section.reason,
        identity=section.identity,
        identity_reason=section.identity_reason,
        blocking=section.blocking,
        blocking_reason=section.blocking_reason,
        exits=_exits(section),
        captures={c.name: c.direction for c in section.captures},
    )


# -------------------------------------------------------------------------------------- header


@click.command()
@options
@click.option("--check", is_flag=True, help="Write nothing; exit 4 if it is out of date.")
def header(session: Session, check: bool) -> int:
    """Write rcl_config.h, the kind of each lock class.

    The kinds in it are there to be edited; what a person changed stays.

    Where there is no plan, as in a checkout for CI, --check looks whether it fits the sources: a line for each class
    that they initialise, and only kinds that there are.
    """
    workspace = session.workspace
    if check and not workspace.plan.exists():
        return _check_header(session)
    made = pipeline.config_header(workspace, analysed(session))
    path = workspace.header
    out_of_date = _header_text(workspace) != made.text
    if out_of_date and not check:
        pipeline.write_header(workspace, made)
    for token, kind in made.edited.items():
        session.say(f"RCL_LOCK_{token} is kept as edited; the plan says {kind}")
    said = {(True, True): "out of date", (True, False): "written"}
    text = f"{path.name}: {said.get((out_of_date, check), 'up to date')}"
    session.data(HeaderWritten(path.name, out_of_date, tuple(sorted(made.edited))), text)
    if check and out_of_date:
        session.next("rcl header")
        return EXIT_DIFFERS
    session.next("rcl build -- make" if workspace.applied.exists() else "rcl rewrite --apply")
    return EXIT_OK


def _check_header(session: Session) -> int:
    found = pipeline.check_header(session.workspace)
    for token in found.unused:
        session.say(f"RCL_LOCK_{token} is not used by any source")
    name = session.workspace.header.name
    text = "\n".join((*found.faults, f"{name}: {'does not fit' if found.faults else 'fits'} the sources"))
    session.data(HeaderChecked(name, found.faults, found.unused), text)
    return EXIT_DIFFERS if found.faults else EXIT_OK


def _header_text(workspace: Workspace) -> str | None:
    path = workspace.header
    return path.read_text(errors="surrogateescape") if path.exists() else None


# ---------------------------------------------------------------------------------------- diff


@click.command()
@options
@click.argument("what", required=False, metavar="[CLASS | CLASS/FUNCTION/N | FILE]")
def diff(session: Session, what: str | None) -> None:
    """Show the rewriting as a unified diff.

    All of it, one lock class's, one section's (stats_lock/threadlocal_stats_reset/1), or one source file's.
    """
    known = analysed(session)
    with session.progress("rewrite") as progress:
        patch = differ.of(session.workspace, known, what or "", progress)
    if session.as_json or not sys.stdout.isatty():
        session.data(Diff(what, patch), patch)
        return
    os.environ.setdefault("LESS", "-FRX")
    click.echo_via_pager("".join(map(_coloured, lines_of(patch))))


def _coloured(line: str) -> str:
    text = line.rstrip("\n")
    if text.startswith(("--- ", "+++ ", "diff ")):
        return click.style(text, bold=True) + "\n"
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(text[:1])
    return (click.style(text, fg=colour) if colour else text) + "\n"


# --------------------------------------------------------------------------------------- build


@click.command(context_settings=COMMAND)
@options
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def build(session: Session, command: tuple[str, ...]) -> int:
    """Run the tree's own build with librcl.

    Puts shims before the C compilers in PATH and the linker that they call. Ends with the command's exit status.
    """
    applied = session.workspace.applied.exists() or session.workspace.header.exists()
    if not applied:
        session.say("note: no rewriting is applied to this tree")
    with own_stdout(session.as_json):
        built = builder.build(session.workspace, command)
    session.data(Built(command, built.status, built.compiled, built.linked), "")
    uncounted = " (what a compiler compiles that is called by its path is not counted)"
    counted = built.compiled or not built.linked
    original = "" if applied else "; the tree is the original: no rewriting is applied to it"
    session.say(f"{built.compiled} compiled, {built.linked} linked with librcl{'' if counted else uncounted}{original}")
    if built.status == 0 and built.compiled + built.linked == 0:
        session.say(
            "no compiler was called through PATH, and no program was linked: all was built already, or a compiler that "
            "is called by its path, as CMake's, made objects and archives, or the build has a linker of its own\n"
            "  for the last pass CC=gcc to it, or the flags of: pkg-config --cflags --libs rcl"
        )
    elif built.status == 0:
        session.next("rcl compare -- COMMAND" if applied else "rcl rewrite --apply")
    if built.status == 0 and applied:
        _say_outdated(session)
    return built.status


def _say_outdated(session: Session) -> None:
    """Objects that the build left as they were: who locks a mutex as pthread's excludes nobody else."""
    with contextlib.suppress(RclError):  # a tree may be built without a compilation database
        outdated = compdb.outdated(compdb.load(session.workspace.compile_commands))
        if outdated:
            first = session.workspace.relative(outdated[0])
            session.say(
                f"warning: {counted(len(outdated), 'source')} not compiled anew, the first {first}: a program that is "
                f"linked of old and new objects locks a mutex in two ways\n  remove the old ones, and build again"
            )
