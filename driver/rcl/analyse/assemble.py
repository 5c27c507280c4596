# SPDX-License-Identifier: MIT
"""Puts the facts of all builds together as model.Analysis: names, identities, operations, accessors, reasons."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from rcl import lockapi
from rcl.analyse.absent import are_absent
from rcl.analyse.builds import identity_of, lock_macros, merge
from rcl.analyse.flow import Operation as Acquisition
from rcl.analyse.flow import Wrapper
from rcl.analyse.operations import Beside, Token, Use
from rcl.analyse.program import Program
from rcl.analyse.refusals import refusals
from rcl.analyse.region import Layout
from rcl.analyse.sections import Found
from rcl.analyse.text import bare, call_arguments
from rcl.analyse.tree import Function, Node, arguments, changes, operands, strip
from rcl.analyse.wrappers import depends_on
from rcl.errors import Code
from rcl.model import (
    Accessor,
    Analysis,
    Capture,
    Direction,
    LockClass,
    MacroUse,
    Op,
    Operation,
    Reason,
    Section,
    Span,
    StandIn,
    State,
    Unit,
    token_of,
)  # fmt: skip


class Assembly:
    """The analysis while it is put together."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.accessors: dict[str, Accessor] = {}
        self.refused = refusals(program)
        self.unknown: dict[str, Reason] = {}

    def analysis(self) -> Analysis:
        """Everything, in a fixed order."""
        sections = self._sections()
        operations = self._operations()
        program = self.program
        classes = tuple(sorted(program.names.classes, key=lambda c: (c.unit, c.name)))
        return Analysis(
            self._hashes(), self._units(classes), classes, sections, operations,
            tuple(sorted(self.accessors.values(), key=lambda a: a.name)),
            tuple(sorted(program.warnings())), tuple(sorted(program.stubs, key=lambda s: s.definition)),
        )  # fmt: skip

    def _hashes(self) -> dict[str, str]:
        files = sorted({f for u in self.program.units for f in u.files})
        return {f: hashlib.sha256(self.program.sources(f).bytes).hexdigest() for f in files}

    def _units(self, classes: Iterable[LockClass]) -> tuple[Unit, ...]:
        members: dict[str, list[str]] = defaultdict(list)
        for one in classes:
            members[one.unit].append(one.name)
        for name in self.unknown:
            members.setdefault(name, [])
        return tuple(
            Unit(name, tuple(members[name]), self.refused.get(name)) for name in sorted(members)
        )

    # ------------------------------------------------------------------ sections

    def _sections(self) -> tuple[Section, ...]:
        groups: dict[tuple[object, ...], list[Found]] = defaultdict(list)
        for found in self.program.found():
            groups[identity_of(found)].append(found)
        ordered = sorted(groups.values(), key=lambda g: (g[0].enter_token, g[0].site.number))
        made: list[tuple[Section, Found]] = []
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for group in ordered:
            known = next((found for found in group if not are_absent(found.locks)), None)
            if known is None:
                continue  # every build defines the lock away
            unit = self._unit_of(known)
            for accessor in lock_macros(self.program, unit, group):
                self.accessors[str(accessor.definition)] = accessor
            found = merge(group, self.program.sources)
            where = found.macro or found.function
            counts[unit, where] += 1
            made.append((self._section(found, unit, f"{unit}/{where}/{counts[unit, where]}"), found))
        return _named(_with_inner(made))

    def _unit_of(self, found: Found) -> str:
        """The unit of a section's mutex; a mutex that no declaration holds is a refused unit of its own."""
        known = self.program.unit_names({lock.group for lock in found.locks})
        if known:
            return known[0]
        reason = Code.UNKNOWN_LOCK.reason(found.enter_token, lock=found.show)
        self.refused.setdefault(found.show, reason)
        self.unknown.setdefault(found.show, reason)
        return found.show

    def _section(self, found: Found, unit: str, name: str) -> Section:
        show = found.show
        reason = found.reason
        base = Section(
            name, "", unit, found.macro or found.function, State.LEASED, reason, show,
            found.enter_token, found.enter, found.last_line,
        )  # fmt: skip
        if unit in self.refused:
            return replace(base, state=State.REFUSED, reason=self.refused[unit])
        if reason is not None:
            return base
        kept = self.program.sources(found.enter_token.file).remark(found.enter_token.line)
        if kept is not None:
            return replace(base, reason=Code.KEPT_BY_COMMENT.reason(found.enter_token, why=kept or "no reason given"))
        need = self.program.identities.of_calls(found.calls, found.thread_locals, found.awaited)
        waits = need.waits or (found.lent and f"calls {found.lent}, which releases its lock for a while")
        lock, own = self._lock(found, unit), found.site.described.own if found.site.described else None
        if not lock:
            return replace(base, reason=Code.ENTRY_SHAPE.reason(found.enter_token, lock=show))
        return replace(
            base, state=State.SHIPPED, spelled=found.spelled, lock=lock,
            leave=found.leave, leave_token=found.leave_token, until=found.until,
            handler=found.handler,
            identity=need.identity, identity_reason=need.reason,
            blocking=bool(waits), blocking_reason=waits,
            captures=self._captures(found),
            exits=found.exits, condition=found.condition, guard=found.guard, attempt=found.attempt, tested=found.tested,
            scope=found.scope, macros=found.macros,
            function_span=found.function_span,
            execute=own.execute.name if own and own.execute else "", failed=own.failed if own else "",
        )  # fmt: skip

    def _captures(self, found: Found) -> tuple[Capture, ...]:
        """The captures; those of one name, of which each exit has at most one, are one."""
        made: dict[str, Capture] = {}
        for ref, capture in found.captures.items():
            one = self._of_unit(found, ref, capture)
            known = made.get(one.name, one)
            out = known if known.direction is Direction.OUT else one
            made[one.name] = replace(out, idle=known.idle or one.idle)
        return tuple(made.values())

    def _of_unit(self, found: Found, ref: str, capture: Capture) -> Capture:
        """The capture with the unit of the locks that it points to."""
        variable = found.home.locals.get(ref) if found.home else None
        units = self.program.unit_names({ref}) if variable and variable.api else ()
        return replace(capture, lock_unit=units[0]) if units else capture

    def _lock(self, found: Found, unit: str) -> str:
        """The pointer expression for rcl_exec."""
        layout = self.program.layout(found.home) if found.home else None
        return found.lock if found.site.wrapper is None or layout is None else self._named(layout, found.site, unit)

    def _named(self, layout: Layout, operation: Acquisition, unit: str) -> str:
        """The mutex of an operation: the argument as written, or a call of the wrapper's accessor; "" if neither."""
        given, wrapper = call_arguments(layout, operation.call), operation.wrapper
        number = _passed_on(wrapper) if wrapper else 0
        if given is None or (number is not None and number >= len(given)):
            return ""
        if number is not None:
            return bare(given[number])
        name = self._accessor(wrapper.function, unit) if wrapper else ""
        return name and f"{name}({', '.join(given)})"

    # ------------------------------------------------------------------ accessors

    def _accessor(self, function: Function, unit: str) -> str:
        """The name of the accessor for a wrapper's mutex; "" if none can be made."""
        if function.key in self.accessors:
            return self.accessors[function.key].name
        program = self.program
        locks = program.summaries.locks[id(function)]
        operation = locks.operations[0]
        layout = program.layout(function)
        if operation.lock is None:
            return ""
        lock, argument = self._named(layout, operation, unit), strip(_argument(operation))
        if argument.op == "local" and argument.ref not in function.parameters:
            argument = _initialiser(function, argument.ref)
            lock = layout.source.part(argument.start, argument.end) if layout.expansion(argument.start) is None else ""
        declared = _declarations(layout, argument)
        if not lock or declared is None:
            return ""
        name = self._accessor_name(function.name)
        source = layout.source
        self.accessors[function.key] = Accessor(
            name, function.name, unit, parameters_text(source.text, function), lock, function.static,
            source.span(function.start, function.end), self._prototype(function),
            stand_ins=() if function.static else self._stand_ins(function), declared=declared,
        )  # fmt: skip
        return name

    def _stand_ins(self, function: Function) -> tuple[StandIn, ...]:
        """The functions of other programs of the tree that stand for a wrapper, and do nothing."""
        definitions = self.program.pointers.functions[function.key]
        others = {(f.file, f.start): f for f in definitions if not any(map(_does_something, f.nodes))}
        return tuple(self._stand_in(others[place]) for place in sorted(others))

    def _stand_in(self, function: Function) -> StandIn:
        source = self.program.sources(function.file)
        own = (p for u in self.program.units for p in u.prototypes if p.key == function.key and p.file == function.file)
        prototype = next((source.span(p.start, p.end) for p in own), None)
        return StandIn(parameters_text(source.text, function), source.span(function.start, function.end), prototype)

    def _accessor_name(self, wrapper: str) -> str:
        name = re.sub(r"_lock|lock_", "", wrapper.lower(), count=1) + "_mutex"
        if re.search(r"[a-z][A-Z]", wrapper):
            name = wrapper.replace("Lock", "Mutex", 1) if "Lock" in wrapper else f"{wrapper}Mutex"
        taken = {a.name for a in self.accessors.values()} | self.program.global_names()
        return f"{wrapper}_mutex" if name in taken else name

    def _prototype(self, function: Function) -> Span | None:
        if function.static:
            return None
        for unit in sorted(self.program.units, key=lambda unit: function.file not in unit.files):
            for prototype in unit.prototypes:
                if prototype.key == function.key:
                    source = self.program.sources(prototype.file)
                    return source.span(prototype.start, prototype.end)
        return None

    # ------------------------------------------------------------------ operations

    def _operations(self) -> tuple[Operation, ...]:
        tokens = sorted(self.program.tokens.found.values(), key=lambda t: t.place)
        made = [self._operation(token) for token in tokens]
        for variable in self.program.names.zeroed:
            if variable.kind in ("global", "local") and not variable.stars and not variable.array:
                made.append(self._missing(variable.file, variable.where + len(variable.name),
                                          variable.key, variable.name))  # fmt: skip
        return tuple(sorted((o for o in made if o.units), key=lambda o: (o.token, o.old)))

    def _operation(self, token: Token) -> Operation:
        program = self.program
        units = program.unit_names(token.keys)
        if token.beside and units:
            self._add_beside(token.beside, units[0])
        lock_class = self._class_of(token) if token.op in lockapi.INITIALISE else None
        uses = sorted(
            (u for use in token.uses if (u := self._use(use, token.op)) is not None), key=lambda u: u.call
        )
        return Operation(token.op, token.place, token.old, units, lock_class, token.macro, tuple(uses))

    def _class_of(self, token: Token) -> str | None:
        """The class of the mutexes that a token initialises, None if it is a macro's, whose uses have several."""
        of_site = self.program.names.of_site
        places = [token.place, *(self.program.sources(use.file).place(use.start) for use in token.uses)]
        found = {of_site[place] for place in places if place in of_site}
        return found.pop() if len(found) == 1 else None

    def _add_beside(self, beside: Beside, unit: str) -> None:
        """The macro that initialises a mutex and is given its class."""
        macro = beside.macro
        whole = self.program.sources(macro.file).span(macro.start, macro.end)
        accessor = Accessor(beside.name, macro.name, unit, beside.parameters, beside.body, False, whole, None,
                            macro=True)  # fmt: skip
        self.accessors[str(whole)] = accessor

    def _use(self, use: Use, op: Op) -> MacroUse | None:
        """A macro's use as the runtime's call that says the same; an initialisation names its class too."""
        units = self.program.unit_names(set(use.keys))
        if not units:
            return None
        source, text = self.program.sources(use.file), use.replacement
        lock_class = self.program.names.of_site.get(source.place(use.start), "")
        if op is Op.INIT and text:
            text = f"{text[:-1]}, {token_of(lock_class)})" if lock_class else None
        if op is Op.INITIALISER and text:
            text = f"{text}({token_of(lock_class)})" if lock_class else None
        return MacroUse(source.span(use.start, use.end), units[0], text)

    def _missing(self, file: str, at: int, key: str, name: str) -> Operation:
        place = self.program.sources(file).place(at)
        lock_class = next(
            (c.name for c in self.program.names.classes
             if c.initialised is None and c.declared.file == file
             and c.declared.offset + len(name) == at), None,
        )  # fmt: skip
        return Operation(Op.INITIALISER, place, "", self.program.unit_names({key}), lock_class)


def parameters_text(text: str, function: Function) -> str:
    """A function's parameters as its definition spells them; no parameters are ``void``, as a prototype needs it."""
    at = text.index("(", text.index(function.name, function.start))
    depth, end = 0, at
    while end < len(text):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            break
        end += 1
    return re.sub(r"\s+", " ", text[at + 1 : end]).strip() or "void"


def _passed_on(wrapper: Wrapper) -> int | None:
    """The number of the argument that a wrapper hands on as it is, None if it does more."""
    lock = strip(wrapper.lock)
    variable = wrapper.function.locals.get(lock.ref)
    handed_on = variable is not None and variable.api and variable.stars == 1 and not variable.array
    return wrapper.parameters.index(lock.ref) if handed_on and lock.ref in wrapper.parameters else None


def _argument(operation: Acquisition) -> Node:
    """What a call of the lock API, or of a wrapper, says of the mutex."""
    number = _passed_on(operation.wrapper) if operation.wrapper else 0
    return operation.call if number is None else arguments(operation.call)[number]


def _initialiser(function: Function, variable: str) -> Node:
    """The value that a local variable of a wrapper begins with, and keeps."""
    declared = next(n for n in function.nodes if n.kind == "VAR_DECL" and n.ref == variable)
    return operands(declared)[-1]


def _declarations(layout: Layout, lock: Node) -> tuple[str, ...] | None:
    """The declarations of the wrapper's local variables that its lock depends on; None if they cannot be repeated."""
    function, needed, found = layout.function, depends_on(layout.function, lock), []
    for statement in (n for n in function.nodes if n.kind == "DECL_STMT"):
        made = {n.ref for n in statement.kids}
        if made & needed:
            if made - needed or layout.expansion(statement.start) or any(function.locals[ref].api for ref in made):
                return None
            found.append(layout.source.part(statement.start, statement.end))
    return tuple(found)


def _with_inner(made: list[tuple[Section, Found]]) -> list[Section]:
    """Note which shipped sections stand inside which."""
    shipped: dict[str, list[Section]] = defaultdict(list)
    for section, found in made:
        if section.state is State.SHIPPED and found.region:
            shipped[section.enter.file].append(section)
    result = []
    for section, found in made:
        region = found.region
        if section.state is State.SHIPPED and region:
            inner = tuple(s.id for s in shipped[section.enter.file] if region.contains(s.enter.start))
            section = replace(section, inner=inner)
        result.append(section)
    return result


def _named(sections: list[Section]) -> tuple[Section, ...]:
    """C names: the function's, with the lock's short name and a number only where they are needed."""
    shipped = [s for s in sections if s.state is State.SHIPPED]
    plain_count: dict[str, int] = defaultdict(int)
    lock_count: dict[str, int] = defaultdict(int)
    for section in shipped:
        plain_count[section.function] += 1
        lock_count[_with_lock(section)] += 1
    numbers: dict[str, int] = defaultdict(int)
    taken: set[str] = set()
    result = []
    for section in sections:
        if section.state is State.SHIPPED:
            name = section.function
            if plain_count[name] > 1:
                name = _with_lock(section)
                if lock_count[name] > 1:
                    numbers[name] += 1
                    name = f"{name}_{numbers[name]}"
            if f"{name}_cs" in taken:
                name = f"{name}_{token_of(section.enter.file.rsplit('.', 1)[0])}"
            taken.add(f"{name}_cs")
            section = replace(section, name=f"{name}_cs")
        result.append(section)
    return tuple(result)


def _with_lock(section: Section) -> str:
    """``do_item_alloc_stats`` for a section of stats_lock in do_item_alloc.

    Where several mutexes are one unit, because one function initialises them, say, the expression names its own.
    """
    owner, _, lock = section.unit.rpartition("/")[2].rpartition(".")
    words = re.findall(r"\w+", section.show)
    if section.execute:  # the unit is that of all mutexes of a project's own API
        owner, lock = "", words[-1]
    elif lock != words[-1] and re.search(r"(?:->|\.)\s*\w+$", section.show):
        owner, lock = words[-2:]
    if owner and lock.lower() in ("lock", "mutex", "mtx", "m"):
        lock = owner
    for word in ("_lock", "_locks", "_mutex"):
        lock = lock.removesuffix(word)
    return f"{section.function}_{token_of(lock).lstrip('_')}"


def _does_something(node: Node) -> bool:
    return node.kind == "CALL_EXPR" or changes(node)
