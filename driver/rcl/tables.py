# SPDX-License-Identifier: MIT
"""The table of locks that `rcl profile` shows. Plain text where the output is not a terminal: rich sees to that."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from rcl.model import LockProfile, Profile

#: what takes less of the threads' time than this is summed up in one line
SHOWN_SHARE = 0.0005


def lock_table(profile: Profile, everything: bool = False) -> Table:
    """The locks by cost, those that cost next to nothing left out unless everything is wanted."""
    shown = [lock for lock in profile.locks if everything or lock.time_share >= SHOWN_SHARE]
    missed = any(lock.cache_misses is not None for lock in shown)
    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, caption_justify="left", caption_style="")
    for name in ("LOCK", "KIND"):
        table.add_column(name, overflow="fold")
    for name in ("SECTIONS", "%TIME", "%BUSY", "WAIT%", "ACQUIRED", "CONT%", "HOLD p50/p99", *["MISSES"] * missed):
        table.add_column(name, justify="right", no_wrap=True)
    for lock in shown:
        table.add_row(*_cells(profile, lock, missed))
    table.caption = "\n".join(_caption(profile, len(profile.locks) - len(shown), missed))
    return table


def _cells(profile: Profile, lock: LockProfile, missed: bool) -> list[str | Text]:
    cells: list[str | Text] = [
        _name(lock),
        lock.storage.value + (f" {lock.mutexes}" if lock.mutexes > 1 else ""),
        str(len(lock.sites)),
        _percent(lock.time_share),
        _percent(profile.busy_share(lock)),
        _percent(lock.wait_share),
        _count(lock.acquisitions),
        _contended(lock),
        f"{_duration(lock.hold_p50_ns / 1e9)}/{_duration(lock.hold_p99_ns / 1e9)}",
    ]
    if missed:
        cells.append("-" if lock.cache_misses is None else f"{lock.cache_misses:.1f}")
    return cells


def _name(lock: LockProfile) -> Text:
    place = lock.declared or lock.initialised
    name = Text(lock.name, style="bold")
    return name.append(f" {place}", style="dim") if place else name


def _caption(profile: Profile, left_out: int, missed: bool) -> list[str]:
    busy = profile.busy_s / profile.thread_s if profile.thread_s else 0.0
    lines = []
    if left_out:
        lines.append(f"{left_out} more with less than {SHOWN_SHARE * 100:.2f} % of time each")
    lines += [
        f"{profile.threads} threads in {profile.wall_s:.2f} s; recorder: at least "
        f"{_percent(profile.recorder_share)} % of processor time, {profile.recorder_pair_ns:.0f} ns a lock",
        f"%TIME: acquiring, holding and releasing, of all threads' time; WAIT%: acquiring; %BUSY: as %TIME, of the "
        f"{_percent(busy)} % of it that threads were not idle",
    ]
    if not missed:
        lines.append("cache misses: not measured")
    return lines


def _contended(counted: LockProfile) -> str:
    return _percent(counted.contended / counted.acquisitions) if counted.acquisitions else "-"


def _percent(share: float) -> str:
    return f"{share * 100:.1f}"


def _count(number: int) -> str:
    if number < 10_000:
        return str(number)
    if number < 1_000_000:
        return f"{number / 1000:.0f}k" if number >= 100_000 else f"{number / 1000:.1f}k"
    return f"{number / 1_000_000:.1f}M"


def _duration(seconds: float) -> str:
    for unit, scale in (("ns", 1e-9), ("us", 1e-6), ("ms", 1e-3)):
        if seconds < 1000 * scale:
            return f"{seconds / scale:.0f}{unit}"
    return f"{seconds:.2f}s"
