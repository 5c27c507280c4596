# SPDX-License-Identifier: MIT
"""The tables that `rcl profile` shows. Plain text where the output is not a terminal: rich sees to that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rcl.model import LockProfile, LockSite, LockType, Place, Profile
from rcl.numbers import count, duration, percent

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

#: what takes less of the threads' time than this is summed up in one line
SHOWN_SHARE = 0.0005
#: pairs whose sections meet less often, and never nest, are left out
SHOWN_MET = 0.01


def _table(left: tuple[str, ...], right: tuple[str, ...]) -> Table:
    from rich import box  # here, for most verbs only count and round as this module does
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, caption_justify="left", caption_style="")
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _text(text: str, style: str = "") -> Text:
    """A text in which no bracket means a style."""
    from rich.text import Text

    return Text(text, style)


# ---------------------------------------------------------------------------------- locks


def lock_table(profile: Profile, everything: bool = False, wide: bool = False) -> Table:
    """The locks by cost, those that cost next to nothing left out unless everything is wanted."""
    shown = _shown(profile, everything)
    counted = any(lock.cache_misses is not None for lock in shown)
    more = ("WAIT p50/p99", "QUEUE", "MOVED%", "SLEPT%") if wide else ()
    columns = ("SECTIONS", "%TIME", "%BUSY", "WAIT%", "ACQUIRED", "CONT%", "HOLD p50/p99", *more, *["MISSES"] * counted)
    table = _table(("LOCK", "KIND"), columns)
    for lock in shown:
        table.add_row(*_cells(profile, lock), *(_more(lock) if wide else ()), *[_misses(lock)] * counted)
    table.caption = "\n".join(_caption(profile, len(profile.locks) - len(shown), wide, counted))
    return table


def _shown(profile: Profile, everything: bool) -> list[LockProfile]:
    return [lock for lock in profile.locks if everything or lock.time_share >= SHOWN_SHARE]


def _cells(profile: Profile, lock: LockProfile) -> list[str | Text]:
    return [
        _name(lock.name, lock.declared or lock.initialised),
        kind_of(lock),
        str(len(lock.sites)),
        percent(lock.time_share),
        percent(profile.busy_share(lock)),
        percent(lock.wait_share),
        count(lock.acquisitions),
        _of(lock.contended, lock.acquisitions),
        f"{duration(lock.hold_p50_ns)}/{duration(lock.hold_p99_ns)}",
    ]


def _more(lock: LockProfile) -> list[str]:
    return [
        f"{duration(lock.wait_p50_ns)}/{duration(lock.wait_p99_ns)}" if lock.contended else "-",
        str(lock.longest_queue),
        _of(lock.owner_changes, lock.acquisitions),
        _share(lock.blocked),
    ]


def _misses(lock: LockProfile) -> str:
    return "-" if lock.cache_misses is None else f"{lock.cache_misses:.1f}"


def kind_of(lock: LockProfile) -> str:
    """``static``, ``heap 32``, ``rwlock static``."""
    kind = "" if lock.type == LockType.MUTEX else f"{lock.type.value} "
    return kind + lock.storage.value + (f" {lock.mutexes}" if lock.mutexes > 1 else "")


def _name(name: str, place: Place | None) -> Text:
    text = _text(name, "bold")
    return text.append(f" {place}", style="dim") if place else text


def _caption(profile: Profile, left_out: int, wide: bool, counted: bool) -> list[str]:
    lines = []
    if left_out:
        lines.append(f"{left_out} more with less than {SHOWN_SHARE * 100:.2f} % of time each")
    lines += [
        f"{profile.threads} threads in {profile.wall_s:.2f} s, {_of(profile.section_s, profile.thread_s)} % of their "
        f"time in sections; recorder: at least {percent(profile.recorder_share)} % of processor time, "
        f"{profile.recorder_pair_ns:.0f} ns a lock",
        "%TIME: acquiring, holding and releasing, of all threads' time; WAIT%: acquiring; %BUSY: as %TIME, of the "
        f"{_of(profile.busy_s, profile.thread_s)} % of it that threads were not idle",
    ]
    if wide:
        lines.append(
            "WAIT: of those that found it taken (CONT%); QUEUE: most threads waiting for one lock; MOVED%: acquired "
            "after another thread; SLEPT%: sections that blocked, by samples"
        )
    if not counted:
        lines.append(f"cache misses: not measured ({profile.not_counted})")
    return lines


# ---------------------------------------------------------------------------------- sites, pairs, waits, threads


def site_table(profile: Profile, everything: bool = False) -> Table:
    """The acquiring calls, and for each those that held the lock while it waited."""
    table = _table(("SITE", "LOCK"), ("ACQUIRED", "CONT%", "WAIT", "WAIT p99", "HOLD", "HOLD p50/p99", "SLEPT%"))
    for lock in _shown(profile, everything):
        for site in lock.sites:
            table.add_row(_text(place_of(site)), lock.name, *_site_cells(site))
            for delay in site.delayed_by[: None if everything else 3]:
                behind = _text(f"  behind {delay.file}:{delay.line} {delay.function}", "dim")
                table.add_row(behind, "", "", "", duration(delay.wait_s * 1e9), "", "", "", "")
    table.caption = "WAIT, HOLD: in all; behind: where the lock that was waited for had been acquired"
    return table


def place_of(site: LockSite) -> str:
    """``thread.c:341 item_get (trylock)``."""
    how = "" if site.operation == "lock" else f" ({site.operation})"
    return f"{site.file}:{site.line} {site.function}{how}"


def _site_cells(site: LockSite) -> list[str]:
    return [
        count(site.acquisitions),
        _of(site.contended, site.acquisitions),
        duration(site.wait_s * 1e9),
        duration(site.wait_p99_ns) if site.contended else "-",
        duration(site.hold_s * 1e9),
        f"{duration(site.hold_p50_ns)}/{duration(site.hold_p99_ns)}",
        _share(site.blocked),
    ]


def pair_table(profile: Profile, everything: bool = False) -> Table:
    """Pairs of locks: one inside the other, and both in use at the same time."""
    table = _table(("LOCK", "OTHER"), ("NESTED", "CROSSED", "MET%", "WANTED%"))
    for pair in profile.pairs:
        if everything or pair.nested or pair.met >= SHOWN_MET:
            cells = (count(pair.nested), count(pair.crossed), percent(pair.met), percent(pair.wanted))
            table.add_row(pair.first, pair.second, *cells)
    table.caption = (
        "NESTED: OTHER acquired inside LOCK; CROSSED: and released after it\n"
        "MET%: acquisitions of LOCK, by samples, while another thread was in or before a section of OTHER (WANTED%: "
        "before): a server for both would make them wait"
    )
    return table


def wait_table(profile: Profile) -> Table:
    """What threads waited for by intent."""
    table = _table(("NAME", "KIND"), ("WAITS", "TIME", "p50", "p99", "MAX"))
    for point in profile.waits:
        times = (point.wait_s * 1e9, point.wait_p50_ns, point.wait_p99_ns, point.wait_max_ns)
        name = _name(point.name, point.declared)
        table.add_row(name, point.type.value, count(point.waits), *(duration(ns) for ns in times))
    return table


def thread_table(profile: Profile) -> Table:
    """The threads by their start routines."""
    table = _table(("START ROUTINE",), ("THREADS", "TIME", "IN SECTIONS%"))
    for group in profile.groups:
        cells = (str(group.threads), duration(group.life_s * 1e9), _of(group.section_s, group.life_s))
        table.add_row(group.start_routine or "(first thread)", *cells)
    return table


def scaling_table(profile: Profile) -> Table:
    """The RCL paper's figure 3: the share of time in sections as the number of threads grows."""
    points = profile.scaling
    table = _table(("% OF TIME, THREADS",), tuple(str(point.threads) for point in points))
    table.add_row("all sections", *(percent(point.section_share) for point in points))
    for name in points[-1].locks:
        table.add_row(name, *(percent(p.locks[name]) if name in p.locks else "-" for p in points))
    table.add_row("wall time", *(duration(point.wall_s * 1e9) for point in points))
    return table


# ---------------------------------------------------------------------------------- two profiles


@dataclass(frozen=True)
class Figures:
    """What is compared of a lock."""

    time_share: float
    wait_s: float
    acquisitions: int
    contended: float
    hold_p50_ns: float


@dataclass(frozen=True)
class Change:
    """A lock in two profiles; None where one does not have it."""

    name: str
    before: Figures | None
    after: Figures | None


def changes(before: Profile, after: Profile) -> tuple[Change, ...]:
    """The locks of both profiles, by the larger share of time."""
    one, other = ({lock.name: _figures(lock) for lock in profile.locks} for profile in (before, after))
    found = [Change(name, one.get(name), other.get(name)) for name in {**one, **other}]
    return tuple(sorted(found, key=lambda c: (-max(f.time_share for f in (c.before, c.after) if f), c.name)))


def _figures(lock: LockProfile) -> Figures:
    contended = lock.contended / lock.acquisitions if lock.acquisitions else 0.0
    return Figures(lock.time_share, lock.wait_s, lock.acquisitions, contended, lock.hold_p50_ns)


def change_table(found: tuple[Change, ...]) -> Table:
    """Before and after, side by side."""
    table = _table(("LOCK",), ("%TIME", "", "WAIT", "", "ACQUIRED", "", "CONT%", "", "HOLD p50", ""))
    for change in found:
        cells = zip(_change_cells(change.before), _change_cells(change.after), strict=True)
        table.add_row(change.name, *(cell for pair in cells for cell in pair))
    table.caption = "each figure before and after"
    return table


def _change_cells(figures: Figures | None) -> list[str]:
    if figures is None:
        return ["-"] * 5
    return [
        percent(figures.time_share),
        duration(figures.wait_s * 1e9),
        count(figures.acquisitions),
        percent(figures.contended),
        duration(figures.hold_p50_ns),
    ]


# ---------------------------------------------------------------------------------- numbers


def _of(part: float, whole: float) -> str:
    return percent(part / whole) if whole else "-"


def _share(share: float | None) -> str:
    return "-" if share is None else percent(share)
