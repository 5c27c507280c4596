# SPDX-License-Identifier: MIT
"""The verb report: what a pull request should say."""

from __future__ import annotations

from pathlib import Path

import click

from rcl import pipeline
from rcl.cli.choosing import analysed
from rcl.cli.common import Session, options
from rcl.report import report as gathered
from rcl.report import text
from rcl.workspace import write_atomically


@click.command()
@options
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it as a page.")
def report(session: Session, html: Path | None) -> None:
    """Say what was changed and why, how it was checked, and what it gained: Markdown for a pull request.

    It takes in what profile, choose, rewrite, review, verify and compare have found out about this tree.
    """
    workspace = session.workspace
    known = analysed(session)
    with session.progress("rewrite") as progress:
        made = pipeline.staged(workspace, known, progress)
    found = gathered(workspace, known, made)
    title = f"rcl report: {found.name}"
    if html is not None:
        write_atomically(html, text.html(title, text.blocks(found)).encode(errors="replace"))
        session.say(f"{html} written")
    if html is None or session.as_json:
        session.data(found, text.markdown(title, text.blocks(found)))
    missing = [("rcl verify -- COMMAND", found.verification), ("rcl compare -- COMMAND", found.comparison)]
    steps = [step for step, record in missing if record is None]
    if steps:
        session.next(*steps)
