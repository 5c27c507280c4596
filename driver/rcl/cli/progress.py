# SPDX-License-Identifier: MIT
"""The progress bar, on standard error and only while someone looks on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rcl import workspace


@contextmanager
def bar(label: str) -> Iterator[workspace.Progress]:
    """A bar that vanishes when the work is done."""
    columns = (
        TextColumn(f"{label} {{task.description}}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)

        def report(done: int, total: int, what: str) -> None:
            shown.update(task, completed=done, total=total, description=escape(what))

        yield report
