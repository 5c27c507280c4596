# SPDX-License-Identifier: MIT
"""The verb review: a person's decision about each section that would run elsewhere."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from rcl import diff as differ
from rcl import pipeline
from rcl.cli.choosing import analysed
from rcl.cli.common import Session, options, table
from rcl.cli.documents import Reviewed, ReviewedCapture, ReviewedExit, ReviewedSection
from rcl.errors import EXIT_DIFFERS, EXIT_OK, Code, RclError
from rcl.model import Analysis, Direction, Verdict
from rcl.numbers import counted
from rcl.review import decisions, facts
from rcl.review.decisions import Matched
from rcl.review.page import page
from rcl.review.screen import screen
from rcl.review.views import OPEN, Standing, View, tally, views
from rcl.workspace import Workspace, write_atomically

_HELP = """\
y  accept this section: it may run elsewhere
n  reject it: it stays in place, under a lease; asks why
a  accept it and all others of its lock classes that are undecided
d  leave the rest of its lock classes undecided
e  edit the source in $EDITOR, and end
o  show this section as a diff
q  quit; what was decided is kept
?  this list"""


@click.command()
@options
@click.argument("what", nargs=-1, metavar="[CLASS | CLASS/FUNCTION/N]...")
@click.option("--accept", is_flag=True, help="Accept these sections (all, if none is named).")
@click.option("--reject", is_flag=True, help="Keep these sections in place; say why with -m.")
@click.option("--undo", is_flag=True, help="Forget what was decided about these sections.")
@click.option("-m", "--message", default="", metavar="WHY", help="The note that goes with the decision.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the review as a page.")
@click.option("--status", is_flag=True, help="Exit 4 while a section is undecided, or changed since.")
def review(
    session: Session,
    what: tuple[str, ...],
    accept: bool,
    reject: bool,
    undo: bool,
    message: str,
    html: Path | None,
    status: bool,
) -> int:
    """Read the rewriting section by section, and decide about each.

    On a terminal it shows those that are undecided or have changed since, and asks; elsewhere it lists all.
    Decisions stand in rcl-review.toml, to be committed. A rejected section stays in place, under a lease, until it
    is named itself with --accept or --undo.
    """
    if accept + reject + undo > 1:
        raise RclError(Code.BAD_ARGUMENT, argument="--accept --reject --undo", why="choose one of them")
    if reject and not message:
        raise RclError(Code.BAD_ARGUMENT, argument="--reject", why="say why: -m WHY")
    found = _found(session, what)
    if accept and found.forget([view for view in found.rejected if view.section.id in what]):
        found = _found(session, what)
    if accept or reject:
        verdict = Verdict.ACCEPTED if accept else Verdict.REJECTED
        found.decide(found.acceptable if accept else found.chosen, verdict, message)
    if undo:
        found.forget(found.chosen)
    if html is not None:
        title = f"rcl review: {session.workspace.root.name}"
        write_atomically(html, page(title, found.chosen).encode(errors="replace"))
        session.say(f"{html} written")
    asking = not (accept or reject or undo or html or status or session.as_json)
    if asking and sys.stdin.isatty() and sys.stdout.isatty():
        _ask(session, found)
    elif html is None or session.as_json:
        _print(session, found)
    session.next(*(["rcl review"] if found.open else []), "rcl rewrite")
    return EXIT_DIFFERS if status and found.open else EXIT_OK


class _Review:
    """The sections under review; ``chosen`` are those that the command line speaks of."""

    def __init__(self, workspace: Workspace, shown: Sequence[View], found: Matched) -> None:
        self._workspace = workspace
        self._views = {view.section.id: view for view in shown}
        self._decisions = {name: replace(decision, section=name) for name, decision in found.items()}

    @property
    def chosen(self) -> list[View]:
        """The sections to look at."""
        return list(self._views.values())

    @property
    def open(self) -> list[View]:
        """Those that somebody has to decide about."""
        return [view for view in self._views.values() if view.standing in OPEN]

    @property
    def rejected(self) -> list[View]:
        """Those that somebody rejected, whatever became of them since."""
        return [view for view in self.chosen if view.decision and view.decision.verdict is Verdict.REJECTED]

    @property
    def acceptable(self) -> list[View]:
        """Those that can be accepted together: what was rejected is not among them, even if it has changed."""
        rejected = {view.section.id for view in self.rejected}
        return [view for view in self.open if view.section.id not in rejected]

    def decide(self, concerned: Sequence[View], verdict: Verdict, note: str) -> None:
        """Decides about sections, and writes that down at once."""
        for view in concerned:
            decision = view.decision_for(verdict, note)
            self._decisions[view.section.id] = decision
            self._views[view.section.id] = replace(view, standing=Standing(verdict.value), decision=decision)
        self._write()

    def forget(self, views: Sequence[View]) -> bool:
        """Forgets the decisions about sections; false if there is none."""
        concerned = [view for view in views if view.decision]
        for view in concerned:
            del self._decisions[view.section.id]
            self._views[view.section.id] = replace(view, standing=Standing.UNDECIDED, decision=None)
        if concerned:
            self._write()
        return bool(concerned)

    def _write(self) -> None:
        decisions.write(self._workspace.decisions, self._decisions.values())


def _found(session: Session, what: Sequence[str]) -> _Review:
    """The review of the plan's rewriting, or of the named classes and sections in it."""
    workspace = session.workspace
    known = analysed(session)
    names = [_named(known, name) for name in what]
    with session.progress("rewrite") as progress:
        made = pipeline.staged(workspace, known, progress)
    found = pipeline.decided(workspace, known)
    shown = views(workspace, known, made, pipeline.profile(workspace), found)
    chosen = [v for v in shown if not names or v.section.unit in names or v.section.id in names]
    return _Review(workspace, chosen, found)


def _named(known: Analysis, name: str) -> str:
    """The id of a section, or the unit of a class; a unit stands for itself."""
    section = differ.section_called(known, name)
    if section is not None:
        return section.id
    return name if any(unit.name == name for unit in known.units) else differ.unit_of(known, name)


# ------------------------------------------------------------------------------------- asking


def _ask(session: Session, found: _Review) -> None:
    """Shows the open sections one by one, and asks about each."""
    console = Console()
    passed: set[str] = set()
    waiting = found.open
    for number, view in enumerate(waiting, 1):
        if view.section.unit in passed or view not in found.open:
            continue
        width = console.width
        while True:
            for part in screen(view, f"{number} of {len(waiting)}", width):
                console.print(part)
            answer = _answer()
            if answer != "o":
                break
            width = 0
        if answer == "q":
            break
        if answer == "e":
            _edit(session.workspace, view)
            session.say("the source may have changed: run rcl review again")
            return
        if answer == "d":
            passed.add(view.section.unit)
        elif answer == "n":
            found.decide([view], Verdict.REJECTED, click.prompt("Why"))
        else:
            same = [v for v in found.acceptable if v.section.unit == view.section.unit]
            found.decide(same if answer == "a" else [view], Verdict.ACCEPTED, "")
    session.say(_summary(found.chosen))


def _answer() -> str:
    while True:
        answer = click.prompt("Accept this section [y,n,a,d,e,o,q,?]", prompt_suffix="? ").strip().lower()
        if answer in tuple("ynadeoq"):
            return str(answer)
        click.echo(_HELP, err=True)


def _edit(workspace: Workspace, view: View) -> None:
    """The section's file in the person's editor, at the section."""
    place = view.section.enter_token
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    subprocess.run([*shlex.split(editor), f"+{place.line}", os.fspath(workspace.root / place.file)], check=False)


# ------------------------------------------------------------------------------------- listing


def _print(session: Session, found: _Review) -> None:
    document = Reviewed(tuple(map(_document, found.chosen)), _counts(found.chosen))
    rows = [_row(view) for view in found.chosen]
    head = ("SECTION", "WHERE", "STATE", "REVIEW", "NOTE")
    lines = [table(head, rows)] if rows else ["no sections"]
    session.data(document, "\n".join([*lines, _summary(found.chosen)]))


def _row(view: View) -> tuple[str, ...]:
    note = view.decision.note if view.decision else ""
    reason = view.section.reason.code if view.section.reason else ""
    return view.section.id, facts.where(view.section), view.section.state.value, view.standing.value, note or reason


def _counts(shown: Sequence[View]) -> dict[str, int]:
    return {standing.value: number for standing, number in tally(shown).items()}


def _summary(shown: Sequence[View]) -> str:
    said = ", ".join(f"{number} {name}" for name, number in _counts(shown).items() if number)
    return f"{counted(len(shown), 'section')}: {said or 'none'}"


def _document(view: View) -> ReviewedSection:
    section = view.section
    captures = (
        ReviewedCapture(name, declaration, Direction(direction), reason)
        for name, declaration, direction, reason in facts.captures(section)
    )
    return ReviewedSection(
        id=section.id,
        file=section.enter_token.file,
        line=section.enter_token.line,
        last_line=section.last_line,
        lock=section.show,
        state=section.state,
        reason=section.reason,
        standing=view.standing.value,
        note=view.decision.note if view.decision else "",
        original=view.original_hash,
        rewritten=view.rewritten_hash,
        captures=tuple(captures),
        exits=tuple(ReviewedExit(*way) for way in facts.exits(section)),
        remarks=dict(facts.remarks(section)),
    )
