# SPDX-License-Identifier: MIT
"""What is known of a section, as tables of text: for the terminal and for the page alike."""

from __future__ import annotations

from rcl.model import Direction, Exit, Section
from rcl.numbers import count, duration, percent
from rcl.review.views import View

CAPTURES = ("captured", "declared", "direction", "because")
EXITS = ("exit", "leaves at", "then the caller")
FIGURES = ("lock", "% time", "acquired", "contended %", "hold p50/p99")


def where(section: Section) -> str:
    """``thread.c:341-352``."""
    last = f"-{section.last_line}" if section.last_line > section.enter_token.line else ""
    return f"{section.enter_token}{last}"


def captures(section: Section) -> list[tuple[str, ...]]:
    """The variables of the function that the section uses; those of its own are left out."""
    return [
        (c.name, c.declaration, c.direction.value, c.reason)
        for c in section.captures
        if c.direction is not Direction.SECTION_LOCAL
    ]


def exits(section: Section) -> list[tuple[str, ...]]:
    """The ways out and where each goes."""
    return [_exit(way, section) for way in section.exits]


def _exit(way: Exit, section: Section) -> tuple[str, ...]:
    ends = [release.call.line for release in way.releases] or [section.leave.line if section.leave else 0]
    then = " ".join(way.jump.split()) or "goes on behind the section"
    if way.resumes:
        then = "runs what stands there without the lock, then the section goes on"
    elif way.keeps:
        then += ", with the lock held"
    at = ", ".join(f"line {line}" for line in ends if line) or "its end"
    return str(way.number), at, then


def remarks(section: Section) -> list[tuple[str, str]]:
    """What the section needs of its caller's thread, and what was checked; or why it or a part of it stays in place."""
    if section.reason is not None:
        return [(section.reason.code, f"{section.reason.sentence}; {section.reason.way_out}")]
    found = [(section.cut.code, f"in part: {section.cut.sentence}; {section.cut.way_out}")] if section.cut else []
    found.append(("identity", _with(section.identity.value, section.identity_reason)))
    if section.blocking:
        found.append(("blocking", section.blocking_reason))
    if section.attempt:
        found.append(("entered", "by a trylock: it runs only if the lock is free"))
    if section.guard:
        found.append(("entered", f"under the lock if {section.guard}; else its client calls it"))
    if section.inner:
        found.append(("inside it", ", ".join(section.inner)))
    found.append(("checked", "put back in its place it reads as before; compiled in every build of its file"))
    return found


def _with(word: str, why: str) -> str:
    return f"{word}: {why}" if why else word


def figures(view: View) -> list[tuple[str, ...]]:
    """What the profile says of the section's locks, and of its own calls."""
    rows: list[tuple[str, ...]] = [
        (
            lock.name,
            percent(lock.time_share),
            count(lock.acquisitions),
            percent(lock.contended / lock.acquisitions) if lock.acquisitions else "-",
            f"{duration(lock.hold_p50_ns)}/{duration(lock.hold_p99_ns)}",
        )
        for lock in view.locks
    ]
    for site in view.sites:
        contended = percent(site.contended / site.acquisitions) if site.acquisitions else "-"
        held = f"{duration(site.hold_p50_ns)}/{duration(site.hold_p99_ns)}"
        rows.append((f"  here, line {site.line}", "", count(site.acquisitions), contended, held))
    return rows
