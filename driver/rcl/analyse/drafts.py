# SPDX-License-Identifier: MIT
"""The sections of each file, as all its builds together say: all of model.Section that does not hang on other sections.

A file's drafts follow from its units, and from what is asked of the whole program meanwhile (questions.py): so they
are kept, and made again only where one of these has changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from rcl import codec, lockapi
from rcl.analyse import unbuilt, unlocked, uses
from rcl.analyse.builds import identity_of, lock_macros, macro_beside, merge
from rcl.analyse.function.extents import Extent
from rcl.analyse.function.flow import Operation
from rcl.analyse.function.notes import needed
from rcl.analyse.program.absent import are_absent
from rcl.analyse.program.memory import Part
from rcl.analyse.program.summary import Wrapper
from rcl.analyse.section.found import Found
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import bare, call_arguments, shown
from rcl.analyse.unit.tree import Function, Unit, callee, passed, returned, strip
from rcl.analyse.whole import Program
from rcl.errors import Code
from rcl.model import Accessor, Capture, Direction, Place, Reason, Section, State


@dataclass(frozen=True)
class Draft:
    """A section without its id and its name; ``number`` is its acquisition's among those of one place.

    ``unknown``: no declaration holds its mutex; ``accessors``: macros that its text calls, beside the program's own.
    ``noting`` are the lock functions that do more than that, of which its function calls what they do, or its client
    asks a function beside them whether they would take the lock.
    ``wrapper`` is the function that takes its lock, if only an accessor of that function's can name the mutex, given
    those arguments of its that this depends on; if on none, ``declared`` are the names that its own function declares.
    """

    section: Section
    number: int
    extent: Extent | None = None
    unknown: Reason | None = None
    accessors: tuple[Accessor, ...] = ()
    wrapper: str = ""
    given: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    noting: tuple[str, ...] = ()
    #: of a section that can be shipped
    warnings: tuple[str, ...] = ()


#: the types that change with the mutexes
_APART = frozenset(lockapi.TYPES)
_pack, _unpack = partial(codec.pack, list[Draft]), partial(codec.unpack, list[Draft])


def drafts(program: Program) -> list[Draft]:
    """The drafts of all sections, in the order of their places."""
    files = program.with_sections()
    parts = {file: _part(program, file, functions) for file, functions in files.items()}

    def of_file(file: str, part: Part | None = None) -> tuple[list[Draft], list[Found]]:
        return _of_file(program, file, files[file], part or _part(program, file, files[file]))

    done = program.memory.ahead(of_file, [file for file, part in parts.items() if not part.known])
    made: list[Draft] = []
    in_macros: list[Found] = []
    for file, part in parts.items():
        of_own, shared = done[file] if file in done else of_file(file, part if part.known else None)
        made += of_own
        in_macros += shared
    made += _of_groups(program, in_macros)
    return sorted(made, key=lambda draft: (draft.section.enter_token.order, draft.number))


def _part(program: Program, file: str, functions: list[tuple[Unit, Function]]) -> Part:
    return program.memory.part("sections", *_units(functions), about=[file, _numbers(functions)])


def _of_file(
    program: Program, file: str, functions: list[tuple[Unit, Function]], part: Part
) -> tuple[list[Draft], list[Found]]:
    """The drafts of a file, which are kept, and what the bodies of macros hold: that may stand in other files as well.
    """
    shared: list[Found] = []
    made = part.again(file, partial(_of_functions, program, functions, shared), _pack, _unpack)
    if not shared:
        part.keep()
    return made, shared


def _of_functions(program: Program, functions: list[tuple[Unit, Function]], in_macros: list[Found]) -> list[Draft]:
    """The drafts of functions; what the bodies of macros hold is only collected."""
    found = [one for _, function in functions for one in program.sections(function)]
    in_macros += [one for one in found if one.macro]
    own = [one for one in found if not one.macro]
    _begin_alike(own)
    return _of_groups(program, own)


def _begin_alike(found: list[Found]) -> None:
    """A function begins where it does in any build: ``static`` may stand behind an #if."""
    spans = [one.function_span for one in found if one.function_span]
    first = {span.end: span for span in sorted(spans, key=lambda span: -span.start)}
    for one in found:
        one.function_span = first[one.function_span.end] if one.function_span else None


def _units(functions: list[tuple[Unit, Function]]) -> list[Unit]:
    return list({id(unit): unit for unit, _ in functions}.values())


def _numbers(functions: list[tuple[Unit, Function]]) -> list[list[int]]:
    """Which functions of each unit they are."""
    wanted = {id(function) for _, function in functions}
    return [[n for n, f in enumerate(unit.functions) if id(f) in wanted] for unit in _units(functions)]


def _of_groups(program: Program, found: list[Found]) -> list[Draft]:
    """A draft for each section; those of several builds are one."""
    groups: dict[tuple[object, ...], list[Found]] = defaultdict(list)
    builds: dict[Place, set[int]] = defaultdict(set)
    for one in found:
        groups[identity_of(one)].append(one)
        builds[one.enter_token].add(id(one.home))
    for one in found:
        if one.reason is None and not one.macro and _also_unlocked(program, one, len(builds[one.enter_token])):
            one.reason = Code.BUILDS_DISAGREE.reason(one.enter_token, why="in one of them no lock is taken there")
        if one.reason is None and one.condition and (why := _otherwise(program, one)):
            one.reason = Code.BUILDS_DISAGREE.reason(one.enter_token, why=f"{why} where no lock is taken")
        if one.reason is None and "\n" in one.condition and any(_is_beside(one, other) for other in found):
            one.reason = Code.CUT_CONDITIONAL.reason(one.enter_token)
    for group in groups.values():
        if group[0].macro and not any(one.reason for one in group) and not uses.are_all(program, group):
            group[0].reason = Code.IN_MACRO.reason(group[0].enter_token, macro=group[0].macro)
        elif group[0].macro:
            _note_builds(program, group)
    return [_draft(program, group, known) for group in groups.values() if (known := _known(group)) is not None]


def _is_beside(found: Found, other: Found) -> bool:
    """Does another build's section begin in another branch of the #if in which a section's lock is taken?"""
    own, place = found.enter_token, other.enter_token
    return own.file == place.file and own != place and found.enter.start <= place.offset < found.enter.end


def _note_builds(program: Program, group: list[Found]) -> None:
    """Notes of a section in a macro whether its file has builds in which nothing uses it."""
    span = group[0].in_macro
    using = {id(program.layout(one.home).unit) for one in group if one.home and one.in_macro == span}
    some = span is not None and any(span.file in u.files and id(u) not in using for u in program.units)
    for one in group:
        one.exits = tuple(replace(way, partly=some) for way in one.exits)


def _also_unlocked(program: Program, found: Found, locked: int) -> bool:
    """Is a section's code compiled more often than it is found to take a lock?

    There, where a macro of the program's own stands for nothing, its mutex is perhaps not even initialised.
    """
    home, place = found.home, found.enter_token
    if home is None or home.file != place.file:
        return False
    return program.builds_of(home.file, place.offset) > locked


def _otherwise(program: Program, found: Found) -> str:
    """What is otherwise in a build in which a section's lock calls do not stand, or ""."""
    home = found.home
    assert home is not None
    own, others = unlocked.reading(program.graphs.of(home)), program.unlocked(home.file, found.enter_token.offset)
    return next((why for other in others if (why := unlocked.differing(found, own, other))), "")


def _known(group: list[Found]) -> Found | None:
    """A build's section whose mutex can be told; None if every build defines the lock away."""
    return next((found for found in group if not are_absent(found.locks)), None)


def _draft(program: Program, group: list[Found], known: Found) -> Draft:
    units = program.unit_names({lock.group for lock in known.locks})
    unit = units[0] if units else known.show
    unknown = None if units else Code.UNKNOWN_LOCK.reason(known.enter_token, lock=known.show)
    besides = [macro_beside(program, one, unit) for found in group for one in found.besides]
    accessors = (*lock_macros(program, unit, group), *besides)
    found = merge(group, program.sources)
    warned: tuple[str, ...] = ()
    if found.reason is None and not found.macro:
        warned = unbuilt.warnings(program, group, found.captures)
    if found.reason is None and len({_taken_by(program, one) for one in group}) > 1:
        found.reason = Code.BUILDS_DISAGREE.reason(found.enter_token, why="its lock is not taken the same way")
    if found.reason is None and any(program.has_name(one.name) for one in besides):
        found.reason = Code.ENTRY_SHAPE.reason(found.enter_token, lock=found.show)
    draft = Draft(_in_place(found, unit), found.site.number, found.region and found.region.extent, unknown, accessors)
    kept = None if found.reason else program.sources(found.enter_token.file).remark(found.enter_token.line)
    if kept is not None:
        reason = Code.KEPT_BY_COMMENT.reason(found.enter_token, why=kept or "no reason given")
        return replace(draft, section=replace(draft.section, reason=reason))
    made = draft if found.reason else replace(_shipped(program, draft, found, group), warnings=warned)
    return replace(made, declared=_declared(group)) if made.wrapper and not made.given else made


def _declared(group: list[Found]) -> tuple[str, ...]:
    """The names that a function declares in any build, which hide those of the file."""
    return tuple(sorted({name for found in group if found.home for name in found.home.declared}))


def _in_place(found: Found, unit: str) -> Section:
    return Section(
        "", "", unit, found.macro or found.function, State.LEASED, found.reason, found.show,
        found.enter_token, found.enter, found.last_line,
    )  # fmt: skip


def _shipped(program: Program, draft: Draft, found: Found, group: list[Found]) -> Draft:
    """The draft of a section that can be shipped, if its mutex can be named."""
    layout = program.layout(found.home) if found.home else None
    wrapped = layout is not None and found.site.wrapper is not None
    named = name_of(layout, found.site) if layout and wrapped else Name(found.lock)
    if named is None or not (named.text or named.wrapper):
        reason = Code.ENTRY_SHAPE.reason(found.enter_token, lock=found.show)
        return replace(draft, section=replace(draft.section, reason=reason))
    need = program.identities.of_calls(found.calls, found.thread_locals, found.awaited)
    waits = need.waits or (found.lent and f"calls {found.lent}, which releases its lock for a while")
    holds = [(o, program.unit_names({lock.group for lock in o.leaves or o.locks})) for o in found.holding]
    strange = next((_taken(o) for o, units in holds if not units), need.left and f"what {need.left} takes")
    waits = waits or (strange and f"ends with {strange} locked, which is never converted")
    own = found.site.described.own if found.site.described else None
    section = replace(
        draft.section, state=State.SHIPPED, spelled=found.spelled, lock=named.text,
        leave=found.leave, leave_token=found.leave_token, until=found.until,
        enter_result=found.enter_result, leave_result=found.leave_result,
        enter_by=found.enter_by, leave_by=found.leave_by,
        before=found.before, behind=found.behind, taken=found.taken, renewed=found.renewed, unset=found.unset,
        goes_on=found.goes_on, ahead=found.ahead, busy=found.busy, able=found.able,
        handler=found.handler,
        identity=need.identity, identity_reason=need.reason,
        blocking=bool(waits), blocking_reason=waits,
        holds=tuple(sorted({name for _, units in holds for name in units})),
        captures=_captures(program, found, group),
        exits=found.exits, condition=found.condition, guard=found.guard, reports=found.reports,
        attempt=found.attempt, tested=found.tested,
        scope=found.scope, macros=found.macros, unseen=found.unseen, noted=found.noted,
        of_calls=found.of_calls,
        enumerations=found.enumerations, declares=found.declares, unended=any(one.unended for one in group),
        endless=any(one.endless for one in group),
        cut=found.cut, function_span=found.function_span, in_macro=found.in_macro,
        execute=own.execute.name if own and own.execute else "", failed=own.failed if own else "",
    )  # fmt: skip
    wrapper = named.wrapper.function.key if named.wrapper else ""
    return replace(draft, section=section, wrapper=wrapper, given=named.given, noting=tuple(sorted(found.noting)))


def _taken_by(program: Program, found: Found) -> tuple[object, ...]:
    """How a build names a section's mutex, and what executes it."""
    layout, site = program.layout(found.home) if found.home else None, found.site
    named = name_of(layout, site) if layout and site.wrapper else Name(found.lock)
    wrapper = named.wrapper.function.key if named and named.wrapper else ""
    own = site.described.own if site.described else None
    return named and (named.text, wrapper, named.given), own and (own.execute, own.failed)


def _taken(operation: Operation) -> str:
    """The mutex that an operation takes, as a person names it."""
    lock = operation.named or operation.lock
    return shown(lock) if lock else f"what {callee(operation.call).name} takes"


def _captures(program: Program, found: Found, group: list[Found]) -> tuple[Capture, ...]:
    """The captures; those of one name, of which each exit has at most one, are one."""
    made: dict[str, list[Capture]] = {}
    for ref, capture in found.captures.items():
        made.setdefault(capture.name, []).append(_of_unit(program, found, group, ref, capture))
    return tuple(_of_one_name(alike) for alike in made.values())


def _of_one_name(alike: Sequence[Capture]) -> Capture:
    """The capture for several variables, of which each block that ends with a way out declares one."""
    one = next((capture for capture in alike if capture.direction is Direction.OUT), alike[-1])
    if len(alike) == 1:
        return one
    idle = any(capture.idle and capture.direction is not Direction.OUT for capture in alike)
    return replace(one, idle=idle, dropped=() if idle else tuple(d for capture in alike for d in capture.dropped))


def _of_unit(program: Program, found: Found, group: list[Found], ref: str, capture: Capture) -> Capture:
    """The capture with the unit of the locks that it points to, or that the functions get or return to which it does.
    """
    homes = (one.home for one in group if one.home)
    variable = next((home.locals[ref] for home in homes if ref in home.locals), None)
    units = program.unit_names({ref}) if variable and variable.api else ()
    if variable and variable.calls:
        numbers = range(variable.calls.count(",") + 1)
        units = program.unit_names([returned(f"*{variable.calls}"), *(passed(variable.calls, n) for n in numbers)])
    if capture.value and not _APART.isdisjoint(re.findall(r"\w+", capture.declaration)):
        units = program.unit_names({lock.group for lock in found.locks})
    return replace(capture, lock_unit=units[0]) if units else capture


# ------------------------------------------------------------------ the mutex of a lock call


@dataclass(frozen=True)
class Name:
    """How a mutex is named: as it is written, or by an accessor of a wrapper's, which is given these of its arguments.
    """

    text: str = ""
    wrapper: Wrapper | None = None
    given: tuple[str, ...] = ()


def name_of(layout: Layout, operation: Operation) -> Name | None:
    """The name of a lock call's mutex, None where its arguments cannot be told."""
    given, wrapper = call_arguments(layout, operation.call), operation.wrapper
    number = passed_on(wrapper) if wrapper else 0
    if given is None or (number is not None and number >= len(given)):
        return None
    if wrapper is None or number is not None:
        return Name(bare(given[number or 0]))
    if wrapper.gives:
        kept = operation.lock and next((n.name for n in operation.lock.walk() if n.op == "local"), None)
        return Name("", wrapper, (kept,)) if kept else None
    numbers, _ = needed(wrapper.function, [wrapper.lock])
    return Name("", wrapper, tuple(given[n] for n in numbers)) if len(given) > max(numbers, default=-1) else None


def passed_on(wrapper: Wrapper) -> int | None:
    """The number of the argument that a wrapper hands on as it is, None if it does more."""
    lock = strip(wrapper.lock)
    variable = wrapper.function.locals.get(lock.ref)
    handed_on = variable is not None and variable.api and variable.stars == 1 and not variable.array
    return wrapper.parameters.index(lock.ref) if handed_on and lock.ref in wrapper.parameters else None
