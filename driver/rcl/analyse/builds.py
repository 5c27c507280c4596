# SPDX-License-Identifier: MIT
"""One section out of those that several builds of the same source have found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rcl.analyse.captures import merged
from rcl.analyse.program import Program
from rcl.analyse.sections import Found
from rcl.analyse.text import bare, definition, parts, split
from rcl.analyse.tree import callee
from rcl.errors import Code
from rcl.model import Accessor, Capture, Direction, Exit


def identity_of(found: Found) -> tuple[object, ...]:
    """Equal for the same section in different builds; all expansions of a macro that holds one are the same."""
    if found.macro:
        return (found.enter_token.file, "macro", found.macro, "".join(sorted(lock.group for lock in found.locks)))
    return (found.enter_token, found.function, found.site.order)


def merge(group: list[Found]) -> Found:
    """One section out of those of several builds."""
    first = next((f for f in group if f.reason), group[0])
    first.last_line = max(f.last_line for f in group)
    if first.reason:
        return first
    if len({_shape(f) for f in group}) > 1:
        why = "its entry and exits are not the same"
        first.reason = Code.BUILDS_DISAGREE.reason(first.enter_token, why=why)
        return first
    for other in group[1:]:
        for ref in dict.fromkeys([*first.captures, *other.captures]):
            name, both = _of_both(first.captures.get(ref), other.captures.get(ref))
            if both is None or not all(both.outlives or _declares(found, ref) for found in group):
                why = f"{name} is not captured the same way" if both is None else f"{name} is not declared in all"
                first.reason = Code.BUILDS_DISAGREE.reason(first.enter_token, why=why)
                return first
            first.captures[ref] = both
        first.calls = [*first.calls, *other.calls]
        first.thread_locals = tuple(sorted({*first.thread_locals, *other.thread_locals}))
        first.awaited = first.awaited or other.awaited
        first.lent = first.lent or other.lent
    first.exits = _outs_of_all(group)
    always_skipped = set(group[0].skipped).intersection(*(set(f.skipped) for f in group))
    if always_skipped:
        first.reason = Code.CONDITIONAL_CODE.reason(first.enter_token, lock=first.show)
    return first


def _declares(found: Found, ref: str) -> bool:
    """Is there such a variable in a build's function?"""
    return found.home is not None and ref in found.home.locals


def _of_both(one: Capture | None, two: Capture | None) -> tuple[str, Capture | None]:
    """The capture that serves both builds, None if there is none. What one of them does not name keeps its value."""
    if one is not None and two is not None:
        return one.name, merged(one, two)
    alone = one or two
    assert alone is not None
    passes = alone.direction is Direction.OUT and not alone.outlives
    return alone.name, replace(alone, direction=Direction.IN_OUT) if passes else alone


def _shape(found: Found) -> tuple[object, ...]:
    """What must be the same in all builds."""
    exits = tuple((e.jump, e.keeps, e.releases, e.wait) for e in found.exits)
    return found.enter, found.leave, found.until, found.handler, found.tested, found.lock, exits


def _outs_of_all(group: list[Found]) -> tuple[Exit, ...]:
    """The exits with what any build needs behind them."""
    exits = []
    for alike in zip(*(f.exits for f in group), strict=True):
        outs = sorted({name for e in alike for name in e.outs})
        names = sorted({name for e in alike for name in e.locals})
        back = sorted({name for e in alike for name in e.back})
        taken = None
        if all(e.taken is not None for e in alike):
            taken = tuple(sorted({name for e in alike for name in e.taken or ()}))
        exits.append(replace(alike[0], outs=tuple(outs), locals=tuple(names), back=tuple(back), taken=taken))
    return tuple(exits)


# ------------------------------------------------------------------ a lock that builds write differently


def lock_macros(program: Program, unit: str, group: Sequence[Found]) -> list[Accessor]:
    """Macros that name the lock in each build, where the macro that takes it means another expression in each.

    ``#define LOCK(m) pthread_mutex_lock(*(m))`` in one build and without the star in another one: beside each goes
    ``#define LOCK_mutex(m) ...``, and that is what the sections have for their lock from now on.
    """
    if any(f.reason or not f.lock for f in group) or len({f.lock for f in group}) == 1:
        return []
    made: dict[str, Accessor] = {}
    for found in group:
        accessor = _lock_macro(program, unit, found)
        if accessor is None:
            return []
        made[str(accessor.definition)] = accessor
    names = {a.name for a in made.values()}
    place = group[0].site.call.start
    covering = {program.layout(f.home).expansion(place) for f in group if f.home}
    spans = {(e.start, e.end) for e in covering if e}
    if len(names) != 1 or len(spans) != 1:
        return []
    given = split(program.sources(group[0].enter_token.file).part(*spans.pop())) or []
    for found in group:
        found.lock = f"{min(names)}({', '.join(given)})"
    return list(made.values())


def _lock_macro(program: Program, unit: str, found: Found) -> Accessor | None:
    """The accessor beside the macro that makes a section's lock call, None if the macro does more than that."""
    assert found.home is not None
    layout = program.layout(found.home)
    covering = layout.expansion(found.site.call.start)
    macro = definition(layout.unit, covering) if covering else None
    if macro is None:
        return None
    source = program.sources(macro.file)
    head, parameters, body = parts(source.part(macro.start, macro.end))
    call = re.fullmatch(rf"{callee(found.site.call).name}\s*(\(.*\))", body, re.DOTALL)
    lock = split(f"lock{call[1]}") if call and parameters is not None and "#" not in body else None
    if lock is None or len(lock) != 1:
        return None
    name = _accessor_name(head)
    if name in program.global_names() or any(name in u.macros for u in program.units):
        return None
    text, whole = ", ".join(parameters or ()), lock[0] if bare(lock[0]) != lock[0] else f"({lock[0]})"
    return Accessor(name, head, unit, text, whole, False, source.span(macro.start, macro.end), None, macro=True)


def _accessor_name(macro: str) -> str:
    """``queue_mutex`` for ``queue_lock``, ``MUTEX_OF`` for ``MUTEX_LOCK``."""
    stem = re.sub(r"(?i)_?lock$|^lock_?", "", macro) or macro
    name = f"{stem}_of" if "mutex" in stem.lower() else f"{stem}_mutex"
    return name.upper() if macro.isupper() else name
