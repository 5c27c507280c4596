# SPDX-License-Identifier: MIT
"""The verb that measures the machine: calibrate."""

from __future__ import annotations

from pathlib import Path

import click

from rcl import artefacts
from rcl.cli.common import Session, options, table
from rcl.cli.settings import Setting
from rcl.model import Band, Calibration, CalibrationPoint
from rcl.numbers import counted

#: processors used by others, from which on a calibration says little
FOREIGN = 0.2


@click.command()
@options
@click.option("--seconds", cls=Setting, default=60.0, show_default=True, type=click.FloatRange(0), metavar="N",
              help="How long to measure; three rounds at least.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Where the figures go.  [default: .rcl/machine.json]")
def calibrate(session: Session, seconds: float, output: Path | None) -> None:
    """Measure what each kind of lock gains on this machine.

    Runs the RCL paper's microbenchmark. From then on rcl choose goes by its figures, not by the paper's.
    """  # fmt: skip
    from rcl import calibrate as calibrator

    path = output or session.workspace.machine
    if output is None:
        session.workspace.prepare()
    with session.progress("calibrate") as progress:
        found = calibrator.calibrate(seconds, progress)
    artefacts.write(path, found)
    session.data(found, _calibration(found))
    if found.foreign > FOREIGN:
        session.say(f"warning: others used {found.foreign:.1f} processors meanwhile; calibrate on an idle machine")
    session.next("rcl choose" if output is None else f"rcl choose --machine {output}")


def _calibration(found: Calibration) -> str:
    kinds = sorted({kind for point in found.points for kind in point.gains})
    rows = [
        (str(point.threads), str(point.lines), f"{point.share:.1%}", *(_gain(point, kind) for kind in kinds))
        for point in sorted(found.points, key=lambda point: (point.threads, point.lines, point.share))
    ]
    head = ("THREADS", "LINES", "%SECTIONS", *(kind.upper() for kind in kinds))
    return "\n".join((
        f"{found.machine.cpu}, {counted(found.machine.cores, 'core')}: throughput against posix, by time in sections",
        table(head, rows, " ".join(head)),
        f"kind rcl beats posix {_threshold(found.beats_posix)}",
        f"kind rcl beats every other kind {_threshold(found.beats_every_kind)}",
        *([f"kind sanl runs best with RCL_SANL={found.sanl}"] if found.sanl else []),
        f"medians of {counted(found.rounds, 'round')}; the bounds are quartiles",
    ))  # fmt: skip


def _gain(point: CalibrationPoint, kind: str) -> str:
    return f"{point.gains[kind].middle:.2f}" if kind in point.gains else "-"


def _threshold(band: Band | None) -> str:
    if band is None:
        return "nowhere: not even where all time is spent in sections"
    return f"from {band.middle:.0%} of time in sections on ({band.low:.0%} to {band.high:.0%})"
