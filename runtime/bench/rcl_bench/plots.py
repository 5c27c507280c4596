# SPDX-License-Identifier: MIT
"""A summary as pictures. Needs matplotlib."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

from rcl_bench.program import BASELINE
from rcl_bench.summary import Contention, Summary

#: ratios beyond these are drawn in the same colour
FAINTEST, STRONGEST = 0.1, 10.0
#: throughput below this part of the highest is drawn as that
DEPTH = 1e-5


def draw(summary: Summary, folder: Path, name: str) -> list[Path]:
    """Writes the pictures as NAME-*.png; returns their paths."""
    rows = summary.contention
    if not rows:
        return []
    least = DEPTH * max(row.per_second.median for row in rows)
    pictures: dict[str, Callable[[], Figure]] = {
        "throughput": lambda: _lines(rows, lambda row: max(row.per_second.median, least), "sections a second"),
        "p50": lambda: _lines(rows, lambda row: row.p50_ns / 1e3, "median time of a section, us"),
        "p99": lambda: _lines(rows, lambda row: row.p99_ns / 1e3, "99th percentile of a section's time, us"),
        "ratio": lambda: _ratios(rows),
    }
    paths = []
    for picture, make in pictures.items():
        paths.append(folder / f"{name}-{picture}.png")
        make().savefig(paths[-1], dpi=110)
    return paths


def _subjects(rows: Sequence[Contention]) -> list[str]:
    """In the order of the tables, but the baseline first."""
    return sorted({row.subject for row in rows}, key=lambda subject: (subject != BASELINE, subject))


def _sections(rows: Sequence[Contention]) -> list[str]:
    """One panel each."""
    found = {row.point.section: row.point for row in rows}
    return sorted(found, key=lambda section: found[section].scene)


def _panels(count: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    across = min(count, 3)
    down = -(-count // across)
    figure = Figure(figsize=(width * across + 1.8, height * down + 0.6))
    flat = list(figure.subplots(down, across, squeeze=False).flat)
    for unused in flat[count:]:
        unused.set_visible(False)
    return figure, flat[:count]


def _style(subject: str, index: int) -> dict[str, Any]:
    """Colours tell the subjects apart, strokes the families."""
    if subject == BASELINE:
        return {"color": "black", "linewidth": 2.5}
    stroke = ":" if subject.startswith("ck-") else "--" if subject.startswith("rcl-") else "-"
    marker = "osD^v<>Pp*Xhd8"[index % 14]
    return {"color": colormaps["tab20"](index % 20), "linestyle": stroke, "marker": marker, "markersize": 4}


def _lines(rows: Sequence[Contention], value: Callable[[Contention], float], label: str) -> Figure:
    """A value against the threads, a line a subject, a panel a section."""
    sections, subjects = _sections(rows), _subjects(rows)
    figure, panels = _panels(len(sections), 4.6, 3.8)
    for section, axes in zip(sections, panels, strict=True):
        for index, subject in enumerate(subjects):
            mine = [row for row in rows if (row.point.section, row.subject) == (section, subject)]
            line = sorted((row.point.threads, value(row)) for row in mine)
            axes.plot([x for x, _ in line], [y for _, y in line], label=subject, **_style(subject, index))
        axes.set(xscale="log", yscale="log", title=section, xlabel="threads", ylabel=label)
        threads = sorted({row.point.threads for row in rows})
        axes.set_xticks(threads, [str(count) for count in threads])
        axes.minorticks_off()
        axes.grid(alpha=0.3)
    handles, names = panels[0].get_legend_handles_labels()
    figure.tight_layout(rect=(0, 0, 1 - 1.7 / figure.get_figwidth(), 1))
    figure.legend(handles, names, loc="center right", frameon=False)
    return figure


def _ratios(rows: Sequence[Contention]) -> Figure:
    """The throughput against pthread_mutex: subjects by threads, a panel a section."""
    sections = _sections(rows)
    subjects = [subject for subject in _subjects(rows) if subject != BASELINE]
    threads = sorted({row.point.threads for row in rows})
    figure, panels = _panels(len(sections), 4.0, 0.8 + 0.26 * len(subjects))
    for section, axes in zip(sections, panels, strict=True):
        found = {(r.subject, r.point.threads): r.ratio.median for r in rows if r.point.section == section and r.ratio}
        values = [[max(found.get((subject, count), math.nan), FAINTEST) for count in threads] for subject in subjects]
        axes.imshow(values, cmap="RdYlGn", norm=LogNorm(FAINTEST, STRONGEST), aspect="auto")
        axes.set_xticks(range(len(threads)), [str(count) for count in threads])
        axes.set_yticks(range(len(subjects)), subjects)
        axes.set(title=section, xlabel="threads")
        for (subject, count), ratio in found.items():
            if subject != BASELINE:
                text = f"{ratio:.2f}" if ratio >= 0.01 else "<.01"
                place = (threads.index(count), subjects.index(subject))
                ink = "black" if 2 * FAINTEST < ratio < STRONGEST / 2 else "white"
                axes.text(*place, text, ha="center", va="center", fontsize=8, color=ink)
    figure.suptitle("throughput against pthread_mutex in the same round")
    figure.tight_layout()
    return figure
