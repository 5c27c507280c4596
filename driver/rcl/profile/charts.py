# SPDX-License-Identifier: MIT
"""Charts as SVG text: histograms of durations, and lines over time or numbers of threads.

Colours are the classes ``c0`` to ``c5`` of the page's style sheet, so that they follow light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rcl.numbers import count, duration
from rcl.profile.recording import bucket_start

COLOURS = 6
_HEIGHT, _LEFT, _BOTTOM = 120, 44, 16


@dataclass(frozen=True)
class Line:
    """A named line through points."""

    name: str
    points: tuple[tuple[float, float], ...]


def histogram(counts: Sequence[int], colour: int, title: str) -> str:
    """Bars by duration: two an octave of nanoseconds, from the shortest to the longest that was seen."""
    first = next((index for index, number in enumerate(counts) if number), 0)
    shown = counts[first:]
    width = max(14 * len(shown), 1)
    most = max(shown, default=0) or 1
    bars = "".join(_bar(at, first + at, number, most, colour) for at, number in enumerate(shown))
    labels = "".join(
        _text(14 * at, _HEIGHT + _BOTTOM - 4, duration(bucket_start(first + at))) for at in range(0, len(shown), 4)
    )
    return _svg(width + 30, _HEIGHT + _BOTTOM, title, bars + labels)


def _bar(at: int, bucket: int, number: int, most: int, colour: int) -> str:
    height = (_HEIGHT - 4) * number / most if number else 0
    if number:
        height = max(height, 1.5)
    label = f"{duration(bucket_start(bucket))} to {duration(bucket_start(bucket + 1))}: {count(number)}"
    place = f'x="{14 * at}" y="{_HEIGHT - height:.1f}" width="12" height="{height:.1f}"'
    return f'<rect class="c{colour}" {place}><title>{escape(label)}</title></rect>'


def lines(series: Sequence[Line], title: str, unit_x: str, width: int = 640) -> str:
    """Lines over a common axis that begins at 0; values are shares, shown in percent."""
    xs = [x for line in series for x, _ in line.points] or [1.0]
    low, high = min(xs), max(xs)
    top = max((y for line in series for _, y in line.points), default=0) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - low) / (high - low) if high > low else 0.5
        return _LEFT + across * (width - _LEFT - 8), _HEIGHT - (_HEIGHT - 12) * y / top

    body = [*_axes(top, low, high, unit_x, width)]
    for index, line in enumerate(series):
        places = [at(x, y) for x, y in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        body.append(f'<polyline class="l c{index % COLOURS}" points="{path}"/>')
        for (x, y), (value_x, value_y) in zip(places, line.points, strict=True):
            label = escape(f"{line.name}: {value_y * 100:.1f} % at {value_x:g} {unit_x}")
            body.append(
                f'<circle class="c{index % COLOURS}" cx="{x:.1f}" cy="{y:.1f}" r="2.5"><title>{label}</title></circle>'
            )
    return _svg(width, _HEIGHT + _BOTTOM, title, "".join(body)) + _legend(series)


def _axes(top: float, low: float, high: float, unit: str, width: int) -> Iterator[str]:
    for share in (0.0, 0.5, 1.0):
        y = _HEIGHT - (_HEIGHT - 12) * share
        yield f'<line class="axis" x1="{_LEFT}" x2="{width - 8}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _text(0, y + 4, f"{top * share * 100:.3g} %")
    yield _text(_LEFT, _HEIGHT + _BOTTOM - 4, f"{low:.3g}")
    yield _text(width - 8, _HEIGHT + _BOTTOM - 4, f"{high:.3g} {unit}", "end")


def _legend(series: Sequence[Line]) -> str:
    keys = (f'<span class="key c{index % COLOURS}"></span>{escape(line.name)}' for index, line in enumerate(series))
    return f'<p class="mut">{" &nbsp; ".join(keys)}</p>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(width: int, height: int, title: str, body: str) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg role="img" {size}><title>{escape(title)}</title>{body}</svg>'
