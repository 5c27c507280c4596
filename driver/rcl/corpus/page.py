# SPDX-License-Identifier: MIT
"""docs/corpus.md, written from the report of a run of the corpus."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rcl import artefacts
from rcl.corpus.report import RIGHT, Conversion, CorpusReport, columns, remarks, row
from rcl.errors import Code

_HEAD = """\
# Real programs

What became of programs of `corpus/` under `make corpus`, on {cores} cores of {cpu}, by {date}.
This page is written by `python -m rcl.corpus.page cache/corpus/report.json... > docs/corpus.md`;
[corpus/README.md](../corpus/README.md) says how the run goes, and what the columns mean. Where others used the
machine meanwhile, `Rewrite`, which is elapsed time, says less than `Cpu`. A `-` stands for what that run did not count.

"""


def merged(reports: Sequence[CorpusReport]) -> CorpusReport:
    """The reports of several runs with the same kinds as one, its packages by name; a later report counts."""
    packages = {package.name: package for report in reports for package in report.packages}
    ordered = tuple(packages[name] for name in sorted(packages))
    return replace(reports[-1], packages=ordered, date=max(report.date for report in reports))


def corpus_doc(report: CorpusReport) -> str:
    """The whole page."""
    head = _HEAD.format(date=report.date, cores=report.machine.cores, cpu=report.machine.cpu)
    rows = [row(package, report.kinds) for package in report.packages]
    conversions = [package.conversion for package in report.packages if package.conversion]
    parts = [head, "\n".join(_table(columns(report), rows)), "\n", _sum(conversions), _reasons(conversions)]
    notes = [f"- {remark}\n" for package in report.packages for remark in remarks(package)]
    return "".join([*parts, "\n## Remarks\n\n" if notes else "", *notes])


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(name if name.islower() else name.capitalize() for name in head)} |"
    yield f"|{'|'.join('---:' if name in RIGHT else '---' for name in head)}|"
    for cells in rows:
        yield f"| {' | '.join(cells)} |"


def _sum(conversions: Sequence[Conversion]) -> str:
    sections, shipped = sum(c.sections for c in conversions), sum(c.shipped for c in conversions)
    share = f" ({shipped / sections:.1%})" if sections else ""
    partly = sum(c.partly or 0 for c in conversions)
    kept = f"; {partly} of them keep the lock on some way out, and what follows there runs in place" if partly else ""
    idle = sum(c.reasons.get(Code.NOTHING_TO_MOVE.code, 0) for c in conversions)
    empty = f" Of those that stay in place, {idle} have nothing to move." if idle else ""
    return f"\nTogether {shipped} of {sections} sections are shipped{share}{kept}.{empty}\n"


def _reasons(conversions: Sequence[Conversion]) -> str:
    """How many sections stay in place, by code, most frequent first."""
    counts = Counter[str]()
    for conversion in conversions:
        counts.update(conversion.reasons)
    if not counts:
        return ""
    meanings = {code.code: code.name.lower().replace("_", " ") for code in Code}
    rows = [(code, meanings.get(code, ""), str(count)) for code, count in counts.most_common()]
    return "\n".join(["\n## Sections that stay in place\n", *_table(("code", "reason", "sections"), rows), ""])


if __name__ == "__main__":
    print(corpus_doc(merged([artefacts.read(Path(path), CorpusReport) for path in sys.argv[1:]])), end="")
