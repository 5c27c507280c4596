# SPDX-License-Identifier: MIT
"""One section out of those that several builds of the same source have found."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rcl.analyse.buildexits import side_by_side
from rcl.analyse.function.extents import Region
from rcl.analyse.section.captures import GIVEN_BACK, alike, in_order, merged
from rcl.analyse.section.conditions import REQUESTS
from rcl.analyse.section.found import Found
from rcl.analyse.section.function_name import ASKING
from rcl.analyse.section.hazards import DIRECTIVE, could_leave
from rcl.analyse.unit.bounds import bounds
from rcl.analyse.unit.brackets import in_one_line, only_code
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import MadeCall, bare, conditions_at, made_call, parts, same_condition, split
from rcl.analyse.unit.tree import Beside
from rcl.analyse.whole import Program
from rcl.compdb import SOURCE_SUFFIXES
from rcl.errors import Code
from rcl.lockapi import Call
from rcl.model import Accessor, Capture, Direction, Exit, Op, Span


def identity_of(found: Found) -> tuple[object, ...]:
    """Equal for the same section in different builds; all expansions of a macro that holds one are the same.

    A macro may give its function another name in each build, ``NAME(add)``, or make more than one.
    """
    if found.macro:
        return (found.enter_token.file, "macro", found.macro, "".join(sorted(lock.group for lock in found.locks)))
    return (found.enter_token, found.spelled or found.function, found.site.order)


def merge(group: list[Found], sources: Sources) -> Found:
    """One section out of those of several builds."""
    if group[0].macro:
        return _of_all_uses(group)
    if uncompiled := _always_skipped(group, sources):
        at = _where_builds_part(group, min(uncompiled))
        if not all(found.cut_before and found.cut_before(found, at) for found in group):
            group[0].reason = Code.CONDITIONAL_CODE.reason(group[0].enter_token, lock=group[0].show)
    first = next((f for f in group if f.reason), group[0])
    first.last_line = max(f.last_line for f in group)
    if first.reason:
        return first
    _leave_idle(group)
    exits = side_by_side(group, sources)
    captures, why = _captures_of_all(group, sources)
    if exits is None or len({_shape(f) for f in group}) > 1:
        why = "its entry and exits are not the same"
    first.macros = tuple(dict.fromkeys(definition for found in group for definition in found.macros))
    first.declares = tuple(dict.fromkeys(declaration for found in group for declaration in found.declares))
    if len(names := [d.split()[1] for d in first.macros if d.split()[1] in ASKING]) > len(set(names)):
        why = "macros in it say another name of its function"
    if exits is None or why:
        first.reason = Code.BUILDS_DISAGREE.reason(first.enter_token, why=why)
        return first
    for other in group[1:]:
        first.calls = [*first.calls, *other.calls]
        first.thread_locals = tuple(sorted({*first.thread_locals, *other.thread_locals}))
        first.unseen = tuple(sorted({*first.unseen, *other.unseen}))
        first.of_calls = tuple(name for name in first.of_calls if name in other.of_calls)
        first.noting = first.noting | other.noting
        first.awaited = first.awaited or other.awaited
        first.lent = first.lent or other.lent
        first.holding = (*first.holding, *other.holding)
    first.captures = {
        ref: replace(
            capture, partly=capture.partly or (capture.outlives and _partly(group, ref, capture)),
            idle=_idle(group, ref, capture) and not _dropped(group, ref), dropped=_dropped(group, ref),
        )
        for ref, capture in captures.items()
    }  # fmt: skip
    left = exits.given_back()
    first.captures = {ref: _handed_out(c) if c.name in left else c for ref, c in first.captures.items()}
    first.exits, first.region = exits.joined(), _with_all_tails(group)
    first.captures = _left_out_elsewhere(first, sources)
    return first


def _captures_of_all(group: Sequence[Found], sources: Sources) -> tuple[dict[str, Capture], str]:
    """The captures that serve all builds, and why there are none, if so."""
    first, *others = group
    captures, returned = dict(first.captures), {way.value for way in first.exits}
    for other in others:
        for ref, own in _paired(captures, first, other):
            pair = captures.get(ref), other.captures.get(own)
            name, both = _of_both(*pair)
            if own == ref:
                spelled = _as_spelled(sources, group, ref, *pair)
                both = _of_both(*spelled)[1] if spelled else None
            if both is not None and both.direction is Direction.BY_REFERENCE:
                both = _with_all_places(both, (first, ref), (other, own))
            if both is not None and own != ref and (both.moved or both.type_of):
                both = None  # either goes for one declaration
            why = f"{name} is not captured the same way"
            made = both is not None and (both.value or name in returned)
            if both is not None and not (made or all(_has(found, ref, name) for found in group)):
                both = _declared_in_some(sources, group, ref, both)
                why = f"{name} is not declared in all"
            elif both is not None and both.outlives and any(_has_another(found, ref, both) for found in group):
                both, why = None, f"{name} is not declared in all"
            if both is None:
                return captures, why
            captures[ref] = both
    held = [c for c in captures.values() if c.direction is not Direction.SECTION_LOCAL]
    if held and all(c.declared for c in held):
        return captures, f"{held[0].name} is not declared in all"
    return captures, next((f"{one.name} is not captured the same way" for one in _clashing(captures.values())), "")


def _leave_idle(group: Sequence[Found]) -> None:
    """What not all builds hand their sections in the same way for others alone, none does."""
    for ref in {ref for found in group for ref in found.idle}:
        if any(found.captures.get(ref) != group[0].captures.get(ref) for found in group):
            for found in (one for one in group if ref in one.idle):
                name = found.captures.pop(ref).name
                found.exits = tuple(_without(way, name) for way in found.exits)


def _without(way: Exit, name: str) -> Exit:
    """A way out at which nothing is done to a variable."""
    outs, back = (tuple(one for one in names if one != name) for names in (way.outs, way.back))
    return replace(way, outs=outs, back=back)


def _paired(captures: Mapping[str, Capture], first: Found, other: Found) -> list[tuple[str, str]]:
    """The variables of the captures so far and of another build's, and what each is in that one.

    Such of one name that each build declares for itself, ``int n;`` behind ``#if`` and ``#else``, are one.
    """
    apart = {c.name: ref for ref, c in captures.items() if not _declares(other, ref)}
    new = {ref: c.name for ref, c in other.captures.items() if ref not in captures and not _declares(first, ref)}
    own = {apart[name]: ref for ref, name in new.items() if name in apart}
    refs = dict.fromkeys([*captures, *other.captures])
    return [(ref, own.get(ref, ref)) for ref in refs if ref not in own.values()]


def _clashing(captures: Collection[Capture]) -> Iterator[Capture]:
    """The captures that have a name in common with another one, and are not one with that."""
    for one in captures:
        if any(one.name == two.name and one is not two and not alike(one, two) for two in captures):
            yield one


def _with_all_tails(group: list[Found]) -> Region | None:
    """Where a section stands, with what any build compiles of the ways out."""
    regions = [found.region for found in group if found.region]
    tails = tuple(sorted({tail for region in regions for tail in region.tails}))
    return replace(regions[0], tails=tails) if regions else None


def _of_all_uses(group: list[Found]) -> Found:
    """One section out of those of all uses of a macro, which hand it the same."""
    first = next((f for f in group if f.reason), group[0])
    if first.reason is None and any((f.captures, f.lock) != (first.captures, first.lock) for f in group):
        first.reason = Code.IN_MACRO.reason(first.enter_token, macro=first.macro)
    first.calls = [call for found in group for call in found.calls]
    first.thread_locals = tuple(sorted({name for found in group for name in found.thread_locals}))
    first.unseen = tuple(sorted({name for found in group for name in found.unseen}))
    first.awaited = next((found.awaited for found in group if found.awaited), "")
    users = [found.function_span for found in group if found.function_span]
    if first.reason is None and first.in_macro is not None:
        alone = {user.file for user in users} == {first.in_macro.file}
        first.function_span = min(users, key=lambda user: user.start) if alone else first.in_macro
        if not alone and first.in_macro.file.endswith(SOURCE_SUFFIXES):
            first.reason = Code.IN_MACRO.reason(first.enter_token, macro=first.macro)
    return first


def _always_skipped(group: list[Found], sources: Sources) -> list[int]:
    """Where what no build compiles of a section begins that all could ship, and that might leave it."""
    home, region = group[0].home, _with_all_tails(group)
    if any(found.reason for found in group) or home is None or region is None:
        return []
    parts: Collection[tuple[int, int]] = group[0].skipped
    for other in group[1:]:
        both = ((max(a, c), min(b, d)) for a, b in parts for c, d in other.skipped)
        parts = [(start, end) for start, end in both if start < end]
    text, leaving = sources(home.file).text, [at for found in group for at in found.leaving]
    return [
        start for start, end in parts
        if any(start <= at < end for at in leaving) or could_leave(text, region, start, end)
    ]  # fmt: skip


def _where_builds_part(group: list[Found], at: int) -> int:
    """Where the outermost #if begins behind which a place stands, and that a build does not compile all of."""
    while before := [start for found in group for start, end in found.skipped if start < at <= end]:
        at = min(before)
    return at


def _as_spelled(
    sources: Sources, group: Sequence[Found], ref: str, one: Capture | None, two: Capture | None
) -> tuple[Capture | None, Capture | None] | None:
    """The captures, declared as the source does where a macro gives type or size a meaning of its own in each build.

    None if one that has another type in each build would come out of the section, and nothing declares it in all.
    """
    home, given = group[0].home, [capture for capture in (one, two) if capture is not None]
    said = {capture.declaration for capture in given}
    if len(given) == 1:  # the client of the build whose section does not use it has it, too
        said = {f.home.locals[ref].declaration for f in group if f.home and ref in f.home.locals}
    if len(said) < 2:
        return one, two
    if spelled := _spelled(sources, group, ref, given[0]) if home and ref in home.locals else None:
        declaration, pointer = spelled
        one, two = (capture and replace(capture, declaration=declaration, pointer=pointer) for capture in (one, two))
        return one, two
    passes = all(capture.direction in (Direction.IN, Direction.SECTION_LOCAL) for capture in given)
    return (one, two) if passes else None


def _spelled(sources: Sources, group: Sequence[Found], ref: str, capture: Capture) -> tuple[str, str] | None:
    """The declaration of a variable, and of a pointer to it, in words that all builds read; None if an #if parts them,
    or if the function gives one of them its meaning.
    """
    homes = [found.home for found in group if found.home and ref in found.home.locals]
    where, text = homes[0].locals[ref].where, sources(homes[0].file).text
    if ref in homes[0].parameters:
        declared = {max(text.rfind(before, 0, where) for before in "(,") + 1}
    else:
        declared = {n.start for home in homes for n in home.of_kinds("VAR_DECL") if n.ref == ref}
    written = text[declared.pop() : where].lstrip() if len(declared) == 1 else ""
    spelled = re.fullmatch(r"((?:\w+\s+)*\w+)([\s*]*)", written)
    name, array = capture.name, capture.array
    sizes_of = bounds(text, where + len(name))
    if spelled is None or "" in sizes_of or (array and not sizes_of) or (sizes_of and ref in homes[0].parameters):
        return None
    changed = {directive[1] for directive in DIRECTIVE.finditer(text, homes[0].start, where)}
    if not text.startswith(name, where) or not changed.isdisjoint(re.findall(r"\w+", " ".join([written, *sizes_of]))):
        return None
    type_, stars = spelled[1], spelled[2].replace(" ", "")
    sizes, of = ("".join(f"[{bound}]" for bound in part) for part in (sizes_of, sizes_of[array:]))
    return f"{type_} {stars}{name}{sizes}", f"{type_} {stars}(*{name}){of}" if of else f"{type_} *{stars}{name}"


def _with_all_places(capture: Capture, *named: tuple[Found, str]) -> Capture | None:
    """A capture by reference with the places where builds name it that have it by value, too; None if one is hidden."""
    there = [(found, ref) for found, ref in named if _declares(found, ref)]
    places = [found.references(ref) if found.references else None for found, ref in there]
    known = [known for known in places if known is not None]
    if len(known) < len(places):
        return None
    references = {*capture.references}.union(*known)
    return replace(capture, references=in_order(references))


def _declares(found: Found, ref: str) -> bool:
    """Is there such a variable in a build's function?"""
    return found.home is not None and ref in found.home.locals


def _has(found: Found, ref: str, name: str) -> bool:
    """Is there such a variable in a build's function, or one of that name which its section has in its place?"""
    return _declares(found, ref) or any(c.name == name for c in found.captures.values())


def _has_another(found: Found, ref: str, capture: Capture) -> bool:
    """Does a build's function mean something by that name which the variable would be taken for, or hide?"""
    nodes = found.home.of_kinds("DECL_REF_EXPR") if found.home else ()
    known = _has(found, ref, capture.name)
    return not known and any(n.name == capture.name and n.op != "local" for n in nodes)


def _declared_in_some(sources: Sources, group: Sequence[Found], ref: str, capture: Capture) -> Capture | None:
    """The capture of a variable that not all builds declare; None if others declare one of that name for themselves,
    or a macro does, where no #if says in which builds, unless all may have one that the section declares.
    """
    again = any(c.name == capture.name and r != ref for found in group for r, c in found.captures.items())
    another = any(_has_another(found, ref, capture) for found in group)
    home = next((found.home for found in group if found.home and ref in found.home.locals), None)
    apart = not again and not (another and capture.direction is Direction.BY_REFERENCE)
    if not apart or home is None or same_condition(sources(home.file).text, home.locals[ref].where, home.end):
        return capture if capture.outlives and not another else None
    own = [found.captures.get(ref) for found in group if _declares(found, ref)]
    handed_out = all(one is not None and one.direction is Direction.OUT for one in own)
    direction = Direction.OUT if handed_out else capture.direction
    return replace(capture, direction=direction, declared=sources(home.file).place(home.locals[ref].where))


def _left_out_elsewhere(found: Found, sources: Sources) -> dict[str, Capture]:
    """The captures, and where those are declared that stand in an #if, with all that the section does with them.

    No build is known without them, but one may be meant. The context must not be empty there.
    """
    home, region = found.home, found.region
    if home is None or region is None:
        return found.captures
    text = sources(home.file).text
    code, known = only_code(text[: region.end]), conditions_at(text, home.start, region.start)

    def apart(ref: str, capture: Capture) -> bool:
        if ref not in home.locals or capture.outlives or capture.value:
            return False
        asked = conditions_at(text, home.start, home.locals[ref].where)
        used = [match.start() for match in re.finditer(rf"\b{capture.name}\b", code[region.start :])]
        behind = [conditions_at(text, home.start, region.start + at) for at in used]
        known_there = asked == known[: len(asked)]
        return "" not in asked and not known_there and all(one[: len(asked)] == asked for one in behind)

    place = sources(home.file).place
    captures = {
        ref: replace(c, declared=place(home.locals[ref].where)) if not c.declared and apart(ref, c) else c
        for ref, c in found.captures.items()
    }
    held = [c for c in captures.values() if c.direction is not Direction.SECTION_LOCAL]
    return captures if any(not c.declared for c in held) else found.captures


def _partly(group: Sequence[Found], ref: str, capture: Capture) -> bool:
    """Do only some of the builds that have a variable need it behind the section?"""
    there = [found for found in group if _declares(found, ref) or not capture.declared]
    return len({any(capture.name in (*way.outs, *way.locals) for way in found.exits) for found in there}) > 1


def _idle(group: Sequence[Found], ref: str, capture: Capture) -> bool:
    """Is there a build whose section only declares a variable, or has it and does not use it?"""
    there = [found.captures.get(ref) for found in group if ref in found.captures or _declares(found, ref)]
    return any(own.idle or bool(own.dropped) if own else not capture.outlives for own in there)


def _dropped(group: Sequence[Found], ref: str) -> tuple[Span, ...]:
    """What only declares a variable, in all builds."""
    every = {own.dropped if (own := found.captures.get(ref)) is not None else () for found in group}
    return every.pop() if len(every) == 1 else ()


def _of_both(one: Capture | None, two: Capture | None) -> tuple[str, Capture | None]:
    """The capture that serves both builds, None if there is none. What one of them does not name keeps its value."""
    if one is not None and two is not None:
        return one.name, merged(one, two)
    alone = one or two
    assert alone is not None
    passes = alone.direction is Direction.OUT and not alone.outlives and alone.reason != GIVEN_BACK
    return alone.name, replace(alone, direction=Direction.IN_OUT, perhaps_unset=True) if passes else alone


def _shape(found: Found) -> tuple[object, ...]:
    """What must be the same in all builds, beside the exits."""
    begun = (
        found.attempt, found.taken, found.renewed, found.unset, found.goes_on, found.ahead, found.busy,
        found.able,
    )  # fmt: skip
    edges = (found.enter, found.leave, found.until, found.enter_result, found.leave_result, found.enter_by,
             found.leave_by, found.before, found.behind, found.enumerations)
    asked = found.condition, found.guard, found.tested
    return edges, begun, found.handler, asked, found.reports, found.lock, found.noted


def _handed_out(capture: Capture) -> Capture:
    """The capture of what the section keeps while the lock is released, with which its client has it, too."""
    return replace(capture, direction=Direction.OUT) if capture.direction is Direction.KEPT else capture


# ------------------------------------------------------------------ a lock that builds write differently


@dataclass(frozen=True)
class _Form:
    """What sections say of a lock call, one of ``ops``: what is made of its arguments, and a macro's name for that."""

    ops: Sequence[Op]
    express: Callable[[Call, list[str]], str | None]
    name: Callable[[str], str]


@dataclass(frozen=True)
class _Said:
    """What the sections say from now on, and the macros that make it mean the right thing in each build."""

    text: str
    accessors: list[Accessor]


def macro_beside(program: Program, one: Beside, unit: str) -> Accessor:
    """A macro that is made beside another one."""
    whole = program.sources(one.macro.file).span(one.macro.start, one.macro.end)
    return Accessor(one.name, one.macro.name, unit, one.parameters, one.body, False, whole, None, macro=True)


def lock_macros(program: Program, unit: str, group: Sequence[Found]) -> list[Accessor]:
    """Macros that say in each build what a lock call means, where the macro that makes it means another in each.

    ``#define LOCK(m) pthread_mutex_lock(*(m))`` in one build and without the star in another one: beside each goes
    ``#define LOCK_mutex(m) ...``, and that is what the sections have for their lock from now on. In the same way they
    get ``#define WAIT_request(c, m) rcl_wait(...)`` for a wait.
    """
    if any(f.reason or not f.lock for f in group):
        return []
    made: list[Accessor] = []
    if len({f.lock for f in group}) > 1:
        lock = _said(program, unit, _LOCK, [(f, f.site.call.start) for f in group])
        if lock and group[0].macro and not _in_own_words(program, group[0], lock.text):
            lock = None
        for found in group if lock else ():
            found.lock = lock.text if lock else ""
        made += lock.accessors if lock else []
    if len({len(f.exits) for f in group}) == 1:
        for number in range(len(group[0].exits)):
            made += _wait_macros(program, unit, group, number)
    return made


def _in_own_words(program: Program, found: Found, text: str) -> bool:
    """Does the macro that holds a section say itself what such a call is given, and not what it is given for that?"""
    said = program.sources(found.enter.file).part(found.enter.start, found.enter.end)
    return text[text.index("(") :] in in_one_line(said)


def _wait_macros(program: Program, unit: str, group: Sequence[Found], number: int) -> Sequence[Accessor]:
    """Those for the exit of that number, if it is a wait that the builds write differently."""
    exits = [f.exits[number] for f in group]
    waits = [way.wait for way in exits if way.wait]
    if len(waits) < len(group) or len({wait.request for wait in waits}) == 1:
        return []
    places = [way.releases[0].token.offset for way in exits]
    request = _said(program, unit, _WAIT, list(zip(group, places, strict=True)))
    if request is None:
        return []
    for found, way, wait in zip(group, exits, waits, strict=True):
        changed = replace(way, wait=replace(wait, request=request.text))
        found.exits = (*found.exits[:number], changed, *found.exits[number + 1 :])
    return request.accessors


def _said(program: Program, unit: str, form: _Form, places: Sequence[tuple[Found, int]]) -> _Said | None:
    """One macro call for what the builds' lock calls at these places say; None if there is none for all."""
    made: dict[str, Accessor] = {}
    texts: set[str] = set()
    for found, place in places:
        assert found.home is not None
        layout = program.layout(found.home)
        covering = layout.expansion(place)
        calls = {n: c for n, c in program.pointers.api.calls.items() if c.op in form.ops and c.own is None}
        inner = [(c, one) for n, c in calls.items() if covering and (one := made_call(layout, covering, n))]
        accessor = _beside(program, unit, form, *inner[0]) if len(inner) == 1 else None
        if accessor is None:
            return None
        made[str(accessor.definition)] = accessor
        texts.add(f"{accessor.name}({', '.join(inner[0][1].given)})")
    return _Said(texts.pop(), list(made.values())) if len(texts) == 1 else None


def _beside(program: Program, unit: str, form: _Form, call: Call, made: MadeCall) -> Accessor | None:
    """The macro beside one that makes a lock call, None if that makes more."""
    source = program.sources(made.macro.file)
    head, parameters, body = parts(source.part(made.macro.start, made.macro.end))
    alone = re.fullmatch(r"\w+\s*(\(.*\))", body, re.DOTALL)
    given = split(f"lock{alone[1]}") if alone and "#" not in body else None
    text, name = form.express(call, given) if given else None, form.name(head)
    if text is None or program.has_name(name):
        return None
    whole, listed = source.span(made.macro.start, made.macro.end), ", ".join(parameters or ())
    return Accessor(name, head, unit, listed, text, False, whole, None, macro=True)


def _mutex(call: Call, given: list[str]) -> str | None:
    """The mutex that a lock call names."""
    if len(given) != 1:
        return None
    return given[0] if bare(given[0]) != given[0] else f"({given[0]})"


def _request(call: Call, given: list[str]) -> str | None:
    """What a section returns in the place of a call that waits."""
    return f"{REQUESTS[call.op]}({', '.join(given)})"


def _accessor_name(macro: str) -> str:
    """``queue_mutex`` for ``queue_lock``, ``MUTEX_OF`` for ``MUTEX_LOCK``."""
    stem = re.sub(r"(?i)_?lock$|^lock_?", "", macro) or macro
    name = f"{stem}_of" if "mutex" in stem.lower() else f"{stem}_mutex"
    return name.upper() if macro.isupper() else name


def _request_name(macro: str) -> str:
    """``queue_wait_request`` for ``queue_wait``, ``WAIT_REQUEST`` for ``WAIT``."""
    return f"{macro}_REQUEST" if macro.isupper() else f"{macro}_request"


_LOCK = _Form((Op.LOCK, Op.TRYLOCK), _mutex, _accessor_name)
_WAIT = _Form(tuple(REQUESTS), _request, _request_name)
