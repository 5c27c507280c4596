# SPDX-License-Identifier: MIT
"""A summary as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rcl_bench.summary import Contention, Goal, Spread, Summary

Cells = Sequence[str]


def columns(head: Cells, rows: Sequence[Cells]) -> str:
    """Lines of columns: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]

    def line(row: Cells) -> str:
        return "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])

    return "\n".join(line(row).rstrip() for row in (head, *rows)) + "\n"


def duration(nanoseconds: float) -> str:
    """A time with three digits at most."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.0f} ns"


def report(summary: Summary, details: bool) -> Iterator[str]:
    """The parts of the text, each ending in a newline."""
    for delay, found in groupby(sorted(summary.alone, key=lambda row: row.delay), key=lambda row: row.delay):
        yield f"One thread alone, delay {delay}: ticks of a section and its delay, against pthread_mutex\n" + columns(
            ("SUBJECT", "TICKS", "RATIO", "QUARTILES"),
            [(row.subject, f"{row.ticks:.1f}", *_ratio(row.ratio)) for row in found],
        )
    if summary.roundtrip:
        yield "A request and its response, in ticks, against the ping-pong over two lines\n" + columns(
            ("SUBJECT AND CONTEXT", "TICKS", "RATIO", "QUARTILES"),
            [(f"{r.subject}, {r.context}", f"{r.ticks:.0f}", *_ratio(r.ratio)) for r in summary.roundtrip],
        )
    by_section = sorted(summary.contention, key=lambda row: row.point.scene)
    for section, rows in groupby(by_section, key=lambda row: row.point.section):
        group = list(rows)
        yield from _details(section, group) if details else [_overview(section, group)]
    if summary.contention:
        yield _NOTES


_NOTES = """\
Throughput is against pthread_mutex in the same round. ~: no round had both while the ping-pong was the same.
Far: the ping-pong (in ticks) was over 1.5 times its least. !: in some rounds it changed, or threads did not stop.
Share: the slowest thread's sections against the fastest's. CPU, foreign: processors used by the benchmark, by others.
"""


def _ratio(spread: Spread) -> tuple[str, str]:
    return f"{spread.median:.3f}", f"{spread.low:.3f}..{spread.high:.3f}"


def _throughput(row: Contention | None) -> str:
    """The ratio of a row, or a mark instead."""
    if row is None:
        return "-"
    if row.ratio is None:
        return "~"
    return f"{row.ratio.median:.2f}" if row.ratio.median >= 0.01 else f"{row.ratio.median:.4f}"


def _tail(row: Contention) -> Cells:
    """What a row says beside the throughput."""
    times = map(duration, (row.p50_ns, row.p99_ns, row.p999_ns, row.max_ns))
    pingpong = f"{row.pingpong:.0f} {'far' if row.far else 'near'}{'!' if row.unsteady or row.stuck else ''}"
    return (*times, f"{row.fairness:.2f}", f"{row.cpu:.1f}", f"{row.switches:.0f}", f"{row.foreign:.1f}", pingpong)


_TAIL = ("P50", "P99", "P99.9", "MAX", "SHARE", "CPU", "SWITCHES", "FOREIGN", "PING-PONG")


def _overview(section: str, rows: Sequence[Contention]) -> str:
    """The ratios at each number of threads, and the rest at the greatest."""
    threads = sorted({row.point.threads for row in rows})
    found = {(row.subject, row.point.threads): row for row in rows}
    body = []
    for subject in sorted({row.subject for row in rows}):
        last = found.get((subject, threads[-1]))
        ratios = [_throughput(found.get((subject, count))) for count in threads]
        body.append((subject, *ratios, *(_tail(last) if last else ["-"] * len(_TAIL))))
    title = f"{section}: throughput with {', '.join(map(str, threads))} threads; the rest with {threads[-1]}\n"
    return title + columns(("SUBJECT", *map(str, threads), *_TAIL), body)


def _details(section: str, rows: Sequence[Contention]) -> Iterator[str]:
    by_threads = sorted(rows, key=lambda row: (row.point.threads, row.subject))
    for threads, group in groupby(by_threads, key=lambda row: row.point.threads):
        body = [
            (
                row.subject, str(row.rounds), f"{row.per_second.median:.0f}",
                f"{row.per_second.low:.0f}..{row.per_second.high:.0f}",
                *(_ratio(row.ratio) if row.ratio else ("~", "~")), *_tail(row),
            )
            for row in group
        ]  # fmt: skip
        head = ("SUBJECT", "ROUNDS", "PER SECOND", "QUARTILES", "RATIO", "QUARTILES", *_TAIL)
        yield f"{section}, {threads} thread{'' if threads == 1 else 's'}\n" + columns(head, body)


def goals(found: Sequence[Goal]) -> str:
    """The check list."""
    words = {True: "reached", False: "not reached", None: "not measured"}
    return "".join(f"{words[goal.reached]:<13}{goal.text}\n{'':13}{goal.figures}\n" for goal in found)
