# SPDX-License-Identifier: MIT
"""A profile as one page of HTML that needs nothing else, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rcl.model import LockProfile, LockSite, Profile
from rcl.numbers import count, duration, percent
from rcl.page import document, table
from rcl.profile.charts import COLOURS, Line, histogram, lines
from rcl.profile.tables import SHOWN_MET, SHOWN_SHARE, kind_of, place_of

_STYLE = """
:root{--c0:#0969da;--c1:#bc4c00;--c2:#1a7f37;--c3:#8250df;--c4:#bf3989;--c5:#667}
@media(prefers-color-scheme:dark){:root{--c0:#58a6ff;--c1:#f0883e;--c2:#3fb950;--c3:#bc8cff;--c4:#f778ba;--c5:#8b949e}}
svg{font-size:10px;max-width:100%}svg text{fill:var(--mut)}.axis{stroke:var(--line)}
.c0{fill:var(--c0);stroke:var(--c0);background:var(--c0)}.c1{fill:var(--c1);stroke:var(--c1);background:var(--c1)}
.c2{fill:var(--c2);stroke:var(--c2);background:var(--c2)}.c3{fill:var(--c3);stroke:var(--c3);background:var(--c3)}
.c4{fill:var(--c4);stroke:var(--c4);background:var(--c4)}.c5{fill:var(--c5);stroke:var(--c5);background:var(--c5)}
rect{stroke:none}.l{fill:none;stroke-width:1.5}
.key{display:inline-block;width:.7rem;height:.7rem;border-radius:2px;margin-right:.3rem}
"""


def page(profile: Profile) -> str:
    """The whole page."""
    shown = [lock for lock in profile.locks if lock.time_share >= SHOWN_SHARE] or list(profile.locks[:COLOURS])
    title = f"rcl profile: {' '.join(profile.command)}"
    parts = [
        *_summary(profile),
        *_overview(profile, shown),
        *_scaling(profile),
        *_timeline(profile),
        "<h2>Each lock</h2>",
        *(_lock(lock, first=index == 0) for index, lock in enumerate(shown)),
        *_pairs(profile),
        *_waits(profile),
        *_threads(profile),
    ]
    return document(title, parts, _STYLE)


def _summary(profile: Profile) -> Iterator[str]:
    machine = profile.machine
    in_sections = profile.section_s / profile.thread_s if profile.thread_s else 0.0
    yield (
        f"<p>{profile.threads} threads in {profile.wall_s:.2f} s on {machine.cores} cores ({escape(machine.cpu)}); "
        f"{percent(in_sections)} % of their time in sections. The recorder took at least "
        f"{percent(profile.recorder_share)} % of processor time, {profile.recorder_pair_ns:.0f} ns a lock.</p>"
    )
    if profile.not_counted:
        yield f'<p class="mut">Cache misses: not measured ({escape(profile.not_counted)}).</p>'
    if profile.exit_status:
        yield f'<p class="warn">The program ended with status {profile.exit_status}.</p>'
    for warning in profile.warnings:
        yield f'<p class="warn">{escape(warning)}</p>'


def _anchor(lock: LockProfile) -> str:
    return escape(f"lock-{lock.name}", quote=True)


def _overview(profile: Profile, shown: Sequence[LockProfile]) -> Iterator[str]:
    heads = [
        "lock", "declared", "kind", "% time", "% busy", "wait %", "acquired", "contended %", "moved %", "queue",
        "hold p50", "hold p99", "wait p50", "wait p99", "slept %",
    ]  # fmt: skip
    rows = [_overview_row(profile, lock) for lock in shown]
    if not profile.not_counted:
        heads += ["misses", "cycles"]
        rows = [[*row, _known(lock.cache_misses), _known(lock.cycles)] for row, lock in zip(rows, shown, strict=True)]
    yield "<h2>Locks</h2>"
    yield table(heads, rows, left=3)
    left_out = len(profile.locks) - len(shown)
    yield (
        '<p class="mut">% time: acquiring, holding and releasing, of all threads\' time; % busy: of the time that they '
        "were not idle; wait of those that found the lock taken; moved: acquired after another thread; slept: sections "
        f"that blocked, by samples. {left_out} more locks cost less.</p>"
    )


def _overview_row(profile: Profile, lock: LockProfile) -> list[str]:
    taken = lock.acquisitions or 1
    return [
        f'<a href="#{_anchor(lock)}">{escape(lock.name)}</a>',
        escape(str(lock.declared or lock.initialised or "")),
        escape(kind_of(lock)),
        percent(lock.time_share),
        percent(profile.busy_share(lock)),
        percent(lock.wait_share),
        count(lock.acquisitions),
        percent(lock.contended / taken),
        percent(lock.owner_changes / taken),
        str(lock.longest_queue),
        duration(lock.hold_p50_ns),
        duration(lock.hold_p99_ns),
        duration(lock.wait_p50_ns) if lock.contended else "-",
        duration(lock.wait_p99_ns) if lock.contended else "-",
        _known(lock.blocked, 100),
    ]


def _known(value: float | None, scale: float = 1.0) -> str:
    return "-" if value is None else f"{value * scale:.1f}"


def _scaling(profile: Profile) -> Iterator[str]:
    """The RCL paper's figure 3."""
    points = profile.scaling
    if not points:
        return
    names = list(points[-1].locks)
    series = [Line("all sections", tuple((p.threads, p.section_share) for p in points))]
    series += [Line(name, tuple((p.threads, p.locks[name]) for p in points if name in p.locks)) for name in names]
    yield "<h2>Time in sections by number of threads</h2>"
    yield lines(series[:COLOURS], "share of thread time in sections", "threads")
    rows = [[escape(line.name), *_at_threads(line, profile)] for line in series]
    rows.append(["wall time", *(duration(p.wall_s * 1e9) for p in points)])
    yield table(["% of time", *(str(p.threads) for p in points)], rows)


def _at_threads(line: Line, profile: Profile) -> list[str]:
    values = dict(line.points)
    return [percent(values[p.threads]) if p.threads in values else "-" for p in profile.scaling]


def _timeline(profile: Profile) -> Iterator[str]:
    if len(profile.timeline) < 2:
        return
    names = [lock.name for lock in profile.locks[:COLOURS]]
    waiting, holding = ([_over_time(profile, name, part) for name in names] for part in ("wait_s", "hold_s"))
    yield "<h2>Over time</h2>"
    yield "<p>Threads waiting for each lock, on average (100 %: one thread, always):</p>"
    yield lines(waiting, "waiting for locks over time", "s", 960)
    yield "<p>Threads holding it:</p>"
    yield lines(holding, "holding locks over time", "s", 960)


def _over_time(profile: Profile, name: str, part: str) -> Line:
    points = []
    for moment in profile.timeline:
        length = moment.end_s - moment.start_s
        seconds = sum(getattr(lock, part) for lock in moment.locks if lock.name == name)
        if length > 0:
            points.append((moment.end_s, seconds / length))
    return Line(name, tuple(points))


def _pairs(profile: Profile) -> Iterator[str]:
    rows = [
        [escape(p.first), escape(p.second), count(p.nested), count(p.crossed), percent(p.met), percent(p.wanted)]
        for p in sorted(profile.pairs, key=lambda pair: (-pair.met, -pair.nested))
        if p.nested or p.met >= SHOWN_MET
    ]
    if rows:
        yield "<h2>Pairs</h2>"
        yield table(("lock", "other", "nested", "crossed", "met %", "wanted %"), rows, left=2)
        yield (
            '<p class="mut">nested: the other acquired inside of the lock; crossed: and released after it; met: '
            "acquisitions of the lock, by samples, while another thread was in or before (wanted: before) a section of "
            "the other, which one server for both would serialise.</p>"
        )


def _waits(profile: Profile) -> Iterator[str]:
    if profile.waits:
        yield "<h2>Conditions and barriers</h2>"
        times = [(w, (w.wait_s * 1e9, w.wait_p50_ns, w.wait_p99_ns, w.wait_max_ns)) for w in profile.waits]
        rows = [[escape(w.name), w.type.value, count(w.waits), *map(duration, ns)] for w, ns in times]
        yield table(("name", "kind", "waits", "time", "p50", "p99", "max"), rows, left=2)


def _threads(profile: Profile) -> Iterator[str]:
    rows = [
        [
            escape(group.start_routine or "(first thread)"),
            str(group.threads),
            duration(group.life_s * 1e9),
            percent(group.section_s / group.life_s) if group.life_s else "-",
        ]
        for group in profile.groups
    ]
    if rows:
        yield "<h2>Threads</h2>"
        yield table(("start routine", "threads", "time", "in sections %"), rows)


def _lock(lock: LockProfile, first: bool) -> str:
    facts = f"{lock.declared or lock.initialised or ''} {kind_of(lock)}, {percent(lock.time_share)} % of time"
    charts = [f"<div><small>holds</small><br>{histogram(lock.holds, 0, f'holds of {lock.name}')}</div>"]
    if lock.contended:
        waits = histogram(lock.waits, 1, f"waits for {lock.name}")
        charts.append(f"<div><small>waits of those that found it taken</small><br>{waits}</div>")
    heads = ("acquiring call", "acquired", "contended %", "wait", "wait p99", "hold", "hold p50", "hold p99", "slept %")
    rows = [row for site in lock.sites for row in _site_rows(site)]
    return (
        f'<details id="{_anchor(lock)}"{" open" if first else ""}><summary><h3>{escape(lock.name)}</h3> '
        f"<small>{escape(facts)}</small></summary>"
        f'<div class="grid">{"".join(charts)}</div>{table(heads, rows)}</details>'
    )


def _site_rows(site: LockSite) -> Iterator[list[str]]:
    yield [
        f"<code>{escape(place_of(site))}</code>",
        count(site.acquisitions),
        percent(site.contended / site.acquisitions) if site.acquisitions else "-",
        duration(site.wait_s * 1e9),
        duration(site.wait_p99_ns) if site.contended else "-",
        duration(site.hold_s * 1e9),
        duration(site.hold_p50_ns),
        duration(site.hold_p99_ns),
        _known(site.blocked, 100),
    ]
    for delay in site.delayed_by:
        where = escape(f"{delay.file}:{delay.line} {delay.function}")
        waited = [f"<small>behind {where}</small>", "", count(delay.waits), duration(delay.wait_s * 1e9)]
        yield [*waited, "", "", "", "", ""]
