# SPDX-License-Identifier: MIT
"""The numbered exits of a section: what the client does behind each, and what it takes back there."""

from __future__ import annotations

import re

from rcl.analyse.function.flow import Operation
from rcl.analyse.section.captures import Captures
from rcl.analyse.section.noting import Noting
from rcl.analyse.section.shape import Shape, WayOut
from rcl.analyse.unit.region import Source
from rcl.analyse.unit.text import OF_PLACE, spelled_by
from rcl.analyse.unit.tree import Node, strip
from rcl.model import Exit, Release
from rcl.names import OPENS

#: white space, or what it means something in: literals and comments
_BLANK = re.compile(rf"""("(?:\\.|[^"\\])*"|'{OPENS}(?:\\.|[^'\\])*'|/\*.*?\*/|//[^\n]*\n)|\s+""", re.DOTALL)


def numbered(
    source: Source, releases: list[Operation], shape: Shape, captures: Captures, noting: Noting, unended: bool
) -> tuple[Exit, ...]:
    """The exits, from 0 for falling through; those whose tails read alike, mean the same variables, and say nothing of
    where they stand, share one, and those that give what the section has worked out. ``unended``: a compiler sees
    another one where it ends, and where all lead away from what follows there, that is still what follows this one.

    Those where the client waits for a condition come last: the client does not see their numbers.
    """
    groups: dict[tuple[bool, bool, bool, str, frozenset[str], str, str], list[WayOut]] = {}
    alone: list[list[WayOut]] = []
    for way in shape.ways_out:
        if way.resumes or way.wait or _says_its_place(captures, way):
            alone.append([way])
        else:
            known = way.check or not way.gives
            tail = (_tail(source, way), _theirs(captures, way)) if known else ("", frozenset[str]())
            told = *tail, noting.call(way.by) if way.by else "", way.after
            groups.setdefault((way.keeps, way.gives, bool(_made(way)), *told), []).append(way)
    ways = sorted([*groups.values(), *alone], key=lambda g: g[0].release.call)
    exits = [_exit(source, number, members, captures, noting) for number, members in enumerate(ways, 1)]
    end = _fall_through(releases, shape, captures, noting)
    if unended and shape.closing and all(way.jump for way in exits):
        end = Exit(0, "", ())
    return (end, *exits) if end else tuple(exits)


def _tail(source: Source, way: WayOut) -> str:
    tail = way.release.tail
    if way.check:
        return " ".join(_made(way))
    text = source.part(tail.start, way.release.jump.start if way.ends else tail.end)
    return _BLANK.sub(lambda match: match[1] or " ", text).strip()


def _says_its_place(captures: Captures, way: WayOut) -> bool:
    """Does a tail, or a macro in it, say the line that it stands in?"""
    layout, tail = captures.layout, way.release.tail
    text = " ".join(way.check.text.lines) if way.check else layout.source.part(tail.start, tail.end)
    said = spelled_by(layout.unit, layout.sources, text)
    return not way.gives and not said.isdisjoint(OF_PLACE)


def _made(way: WayOut) -> tuple[str, ...]:
    """What the client does where a macro leaves the section: not the jump, if that is where it ends."""
    lines = way.check.text.lines if way.check else ()
    return lines[:-1] if way.ends else lines


def _theirs(captures: Captures, way: WayOut) -> frozenset[str]:
    """The variables from outside of the section that a tail names."""
    tail = way.release.tail
    if way.check:
        return frozenset(ref for ref in way.check.names if not captures.values.inside(ref))
    named = (n.ref for n in captures.known.names if tail.start <= n.start < tail.end)
    return frozenset(ref for ref in named if not captures.values.inside(ref))


def _fall_through(releases: list[Operation], shape: Shape, captures: Captures, noting: Noting) -> Exit | None:
    if shape.main is not None:
        last = next(o for o in releases if o.call.start == strip(shape.main.node).start)
        behind = shape.main.behind
        used = shape.main.goes_with_client or behind is not None
        outs = captures.live_after(behind or last.block, used, shape.main.start)
        return Exit(0, "", (), outs=outs, noted=noting.call(last), after=shape.main.after)
    live = {name for block in shape.fallen for name in captures.live_after(block, False, captures.region.end)}
    return Exit(0, "", (), outs=tuple(sorted(live)), keeps=True) if shape.falls else None


def _exit(source: Source, number: int, members: list[WayOut], captures: Captures, noting: Noting) -> Exit:
    first, release = members[0], members[0].release
    releases, start, end = tuple(w.release for w in members), release.tail.start, release.jump.start
    if first.wait:
        outs = captures.live_after_wait(first.block, first.call) if first.call and first.resumes else ()
        return Exit(number, "", releases, outs=outs, resumes=first.resumes, wait=first.wait)
    places = ((way, way.release.token.offset) for way in members)
    live = {name for way, at in places for name in captures.live_after(way.block, way.keeps or way.uses, at)}
    tails = [span for r in releases for span in (r.call if r.leaves else r.tail, *r.dropped)]
    only = {name for tail in tails for name in captures.only_in_tail(tail.start, tail.end)}
    made = _made(first)
    jump = made[-1] if made else source.part(release.jump.start, release.jump.end)
    return Exit(
        number, "" if first.ends else jump, releases,
        tuple(sorted(only)), tuple(sorted(live)), first.keeps, first.resumes,
        captures.given(start, end) if first.resumes else (),
        captures.used(start, end) if first.resumes else None,
        declares=_declares(captures, release), breaks=_breaks(captures, release), several=_several(captures, release),
        noted=noting.call(first.by) if first.by else "", after=first.after,
        value=captures.returned if first.gives else "", made=made,
    )  # fmt: skip


def _declares(captures: Captures, release: Release) -> bool:
    """Does what follows a release declare something in the block that it stands in?"""
    tail, graph = release.tail, captures.known.graph
    said = (n for n in captures.layout.function.of_kinds("DECL_STMT") if tail.start <= n.start < tail.end)
    return any((block := graph.block_of(node)) is not None and block.start < tail.start for node in said)


def _breaks(captures: Captures, release: Release) -> bool:
    """Does a break in what follows a release leave a loop or switch around that?"""
    tail, jumps = release.tail, captures.known.graph.jumps
    left = [to for n, to in jumps if n.kind == "BREAK_STMT" and tail.start <= n.start < tail.end]
    return any(not isinstance(to, Node) or to.start < tail.start for to in left)


def _several(captures: Captures, release: Release) -> bool:
    """Does a macro call in what follows a release make several statements of a block?"""
    tail, layout = release.tail, captures.layout
    kids = (kid for block in layout.function.of_kinds("COMPOUND_STMT") for kid in block.kids)
    starts = (kid.start for kid in kids if tail.start <= kid.start < tail.end)
    made = [macro.start for macro in map(layout.expansion, starts) if macro]
    return len(made) > len(set(made))
