# SPDX-License-Identifier: MIT
"""The report as Markdown and as a page of HTML, both from the same blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rcl.compare import Comparison
from rcl.errors import Code
from rcl.model import Machine
from rcl.numbers import counted
from rcl.page import document, table
from rcl.report import Report
from rcl.report.records import CompareRecord, VerifyRecord
from rcl.verify.observe import ASPECTS


@dataclass(frozen=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Words; what stands between backquotes is code."""

    text: str


@dataclass(frozen=True)
class Grid:
    """A table; the cells are words like a paragraph's."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Heading | Paragraph | Grid


def blocks(found: Report) -> Iterator[Block]:
    """What the report says, from top to bottom."""
    yield from _changed(found)
    yield from _checked(found)
    yield from _gained(found)
    yield Heading("Made with")
    tools = ", ".join(f"{name} {version}" for name, version in found.tools.items())
    yield Paragraph(f"Plan `{found.plan}`, patch `{found.patch}`; {tools}.")


def _changed(found: Report) -> Iterator[Block]:
    yield Heading("What was changed, and why")
    n = found.partly
    kept = f" ({n} in part: the lock is kept on some way out, and what follows runs in place)" if n else ""
    yield Paragraph(
        f"Converted: {counted(len(found.classes), 'lock class')}. Of {counted(found.sections, 'critical section')}, "
        f"{found.shipped} moved into functions of their own{kept}, {sum(found.leased.values())} in place. Changed: "
        f"{counted(len(found.files), 'file')}, {counted(found.added, 'line')} added, {found.removed} removed."
    )
    rows = [
        (f"`{c.name}`", c.declared, c.kind, str(c.shipped), str(c.leased), c.figures, c.why) for c in found.classes
    ]
    yield Grid(("lock class", "declared", "kind", "moved", "in place", "profile", "reason"), tuple(rows))
    if found.profiled:
        yield Paragraph(f"Profiled: `{' '.join(found.profiled)}`.")
    if found.leased:
        names = {code.code: code.name.lower().replace("_", " ") for code in Code}
        codes = [(code, str(n), names[code]) for code, n in sorted(found.leased.items())]
        yield Grid(("stays in place", "sections", "because"), tuple(codes))


def _checked(found: Report) -> Iterator[Block]:
    yield Heading("How it was checked")
    yield Paragraph(
        "Each moved section, put back in its place, reads as before, token by token; every build of each changed file "
        "compiles; each acquisition and release of these locks is converted."
    )
    said = ", ".join(f"{number} {name}" for name, number in found.review.items())
    yield Paragraph(f"Review, by section: {said}.")
    if found.verification is None:
        yield Paragraph("Not run beside the original: `rcl verify -- COMMAND`.")
    else:
        yield from _verified(found.verification)


def _verified(record: VerifyRecord) -> Iterator[Block]:
    result = record.result
    runs = counted(result.runs, "run")
    yield Paragraph(f"Beside the original, {runs} each, {record.about.when}: `{' '.join(result.command)}`.")
    rows = [(r.kind, *(finding.verdict for finding in r.findings)) for r in result.results]
    yield Grid(("kind of lock", *ASPECTS), tuple(rows))
    for one in result.results:
        for finding in one.findings:
            if finding.verdict == "differs":
                yield Paragraph(f"{one.kind}, {finding.aspect}: {finding.detail}.")
    if result.sanitized is not None:
        said = result.sanitized
        told = f"{counted(len(said.before), 'report')} before, {len(said.after)} after, {len(said.new)} new"
        yield Paragraph(f"Thread sanitizer: {f'not tried, {said.skipped}' if said.skipped else told}.")


def _gained(found: Report) -> Iterator[Block]:
    yield Heading("What it gained")
    if found.comparison is None:
        yield Paragraph("Not measured: `rcl compare -- COMMAND`.")
    else:
        yield from _compared(found.comparison)


def _compared(record: CompareRecord) -> Iterator[Block]:
    compared = record.result
    better = "higher" if compared.higher_is_better else "lower"
    first = compared.series[0]
    yield Paragraph(
        f"`{' '.join(compared.command)}`: {compared.metric} ({better} is better), "
        f"{counted(len(first.values), 'run')} of each kind in turns, {record.about.when}, on "
        f"{_machine(record.about.machine)}."
    )
    rows = [
        (
            one.kind,
            f"{one.median:.6g}",
            f"{min(one.values):.6g} to {max(one.values):.6g}",
            compared.gain(one),
            _apart(compared, one.kind),
        )
        for one in compared.series
    ]
    yield Grid(("kind of lock", "median", "range", f"gain over {first.kind}", ""), tuple(rows))


def _apart(compared: Comparison, kind: str) -> str:
    first = compared.series[0]
    one = next(series for series in compared.series if series.kind == kind)
    return "" if one is first or one.apart(first) else "the ranges overlap: it may be noise"


def _machine(machine: Machine) -> str:
    nodes = f", {machine.numa_nodes} NUMA nodes" if machine.numa_nodes > 1 else ""
    return f"{machine.cores} cores ({machine.cpu}{nodes}), Linux {machine.kernel}"


def markdown(title: str, content: Iterable[Block]) -> str:
    """For a pull request."""
    parts = [f"# {title}"]
    for block in content:
        if isinstance(block, Heading):
            parts.append(f"## {block.text}")
        elif isinstance(block, Paragraph):
            parts.append(block.text)
        else:
            rows = [block.heads, tuple("---" for _ in block.heads), *block.rows]
            parts.append("\n".join(_row(row) for row in rows))
    return "\n\n".join(parts) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def html(title: str, content: Iterable[Block]) -> str:
    """A page that needs nothing else."""
    parts = []
    for block in content:
        if isinstance(block, Heading):
            parts.append(f"<h2>{escape(block.text)}</h2>")
        elif isinstance(block, Paragraph):
            parts.append(f"<p>{_inline(block.text)}</p>")
        else:
            rows = [[_inline(cell) for cell in row] for row in block.rows]
            parts.append(table([escape(head) for head in block.heads], rows, left=len(block.heads)))
    return document(title, parts)


def _inline(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))
