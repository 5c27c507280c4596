# SPDX-License-Identifier: MIT
"""Puts the facts of all builds together as model.Analysis: names, identities, operations, accessors, reasons."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial

from rcl import compdb, lockapi
from rcl.analyse.builds import macro_beside
from rcl.analyse.closure import closure
from rcl.analyse.drafts import Draft, drafts, name_of, passed_on
from rcl.analyse.function import guards
from rcl.analyse.function.aliases import lasting
from rcl.analyse.function.extents import Extent
from rcl.analyse.function.flow import Operation as Acquisition
from rcl.analyse.function.notes import giving, kept_by, needed
from rcl.analyse.function.wrappers import depends_on, left_held, stands_in
from rcl.analyse.program.operations import Token, Use
from rcl.analyse.program.summary import More, Wrapper
from rcl.analyse.refusals import refusals
from rcl.analyse.section.attributes import is_weak, shown_by
from rcl.analyse.section.function_name import ASKING
from rcl.analyse.section.hazards import DIRECTIVE
from rcl.analyse.section.section_names import ENDING, named
from rcl.analyse.unit.brackets import NAME, in_one_line, only_code
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import DEFINES, balanced, bare, call_arguments, named_in, spelled_by, split
from rcl.analyse.unit.tree import Function, Macro, Node, Prototype, Variable, arguments, operands, strip
from rcl.analyse.unit.tree import Unit as TranslationUnit
from rcl.analyse.whole import Program
from rcl.analyse.zeroed import missing
from rcl.beside import begun
from rcl.errors import Code
from rcl.model import (
    Accessor,
    Analysis,
    Answer,
    Leading,
    LockClass,
    MacroUse,
    Noted,
    Op,
    Operation,
    Parted,
    Place,
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
        #: what the mutex of each function's accessor is named by, macros included
        self._named_by: dict[str, set[str]] = {}
        #: by their lock functions; empty for those of which none can be made
        self.noted: dict[str, tuple[Noted, ...]] = {}
        program.identities.search = begun(program.identities.searched, program.jobs)
        self._besides = begun(partial(_besides, program), program.jobs)
        self.unknown: dict[str, Reason] = {}
        #: what is said of sections that are shipped
        self.warnings: list[str] = []

    def analysis(self) -> Analysis:
        """Everything, in a fixed order."""
        program = self.program
        # first what need not wait for the copy of the process
        operations, endings = self._operations(), program.words(ENDING)
        sections = self._sections(endings)
        classes = tuple(sorted(program.names.classes, key=lambda c: (c.unit, c.name)))
        return Analysis(
            self._hashes(), self._units(classes), classes, sections, operations,
            tuple(sorted(self.accessors.values(), key=lambda a: a.name)),
            tuple(sorted([*self._besides()[1], *self.warnings])),
            tuple(sorted(program.stubs, key=lambda s: s.definition)),
            tuple(sorted((n for made in self.noted.values() for n in made), key=lambda n: (n.name, n.definition))),
            self._leading({s.enter_token.file for s in sections if s.state is State.SHIPPED}), self._left_out(),
            tuple(source.file for source in program.other_sources),
        )  # fmt: skip

    @cached_property
    def refused(self) -> dict[str, Reason]:
        """The units that cannot be converted, and why."""
        return self._besides()[0]

    def _hashes(self) -> dict[str, str]:
        files = sorted({f for u in self.program.units for f in u.files})
        others = {source.file: source.digest for source in self.program.other_sources}
        return {f: self.program.sources(f).digest for f in files} | others

    def _left_out(self) -> dict[str, str]:
        """The objects that are not there, each with the source that is left out."""
        root = self.program.sources.root
        made = ((compdb.object_in(c, root), c.file) for c in self.program.others.left_out)
        return {name: os.path.relpath(file, root) for name, file in sorted(made)}

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

    def _sections(self, endings: frozenset[str]) -> tuple[Section, ...]:
        """All sections; ``endings`` are the words of the program that end like the names of what is made of them."""
        made: list[tuple[Section, Extent | None]] = []
        counts: dict[tuple[str, str], int] = defaultdict(int)
        for draft in drafts(self.program):
            unit, function = draft.section.unit, draft.section.function
            if draft.unknown:
                self.refused.setdefault(unit, draft.unknown)
                self.unknown.setdefault(unit, draft.unknown)
            for accessor in draft.accessors:
                self._add(accessor)
            counts[unit, function] += 1
            self.warnings += draft.warnings
            made.append((self._section(draft, f"{unit}/{function}/{counts[unit, function]}"), draft.extent))
        mutexes = {v.name for v in self.program.names.mutexes if v.kind != "field"}
        return named(_with_inner(made), self.program.apart, endings, mutexes)

    def _section(self, draft: Draft, name: str) -> Section:
        """The section of that id; a mutex that no declaration holds is a refused unit of its own."""
        section = draft.section.but(id=name)
        if section.unit in self.refused:
            return _in_place(section, State.REFUSED, self.refused[section.unit])
        for key in draft.noting:
            if not (self._noted(key, section.unit) or self._needed(key, section.unit)):
                function = self.program.pointers.functions[key][0].name
                return _in_place(section, State.LEASED, Code.DOES_MORE.reason(section.enter_token, function=function))
        if not draft.wrapper:
            return section
        wrapper = self.program.summaries.of(draft.wrapper).wrapper
        lock = self._call(wrapper, draft.given, section.unit) if wrapper else ""
        if not lock:
            reason = Code.ENTRY_SHAPE.reason(section.enter_token, lock=section.show)
            return _in_place(section, State.LEASED, reason)
        self._hide(lock, draft.declared)
        return section.but(lock=lock)

    def _hide(self, call: str, declared: Sequence[str]) -> None:
        """Notes which of an accessor and those that it calls cannot be written out where these names are declared."""
        calls = {f"{self.accessors[key].name}()": key for key in self._named_by}
        while key := calls.get(call):
            accessor = self.accessors[key]
            call = accessor.lock
            if not self._named_by[key].isdisjoint(declared):
                self.accessors[key] = replace(accessor, hidden=True)

    def _call(self, wrapper: Wrapper, given: Sequence[str], unit: str) -> str:
        """The call of a wrapper's accessor, "" if there can be none."""
        name = self._accessor(wrapper, unit)
        return name and f"{name}({', '.join(map(bare, given))})"

    def _named(self, layout: Layout, operation: Acquisition, unit: str) -> str:
        """The mutex of an operation: the argument as written, or a call of the wrapper's accessor; "" if neither."""
        name = name_of(layout, operation)
        if name is None or name.wrapper is None:
            return name.text if name else ""
        return self._call(name.wrapper, name.given, unit)

    # ------------------------------------------------------------------ what lock functions do besides

    def _noted(self, key: str, unit: str) -> tuple[Noted, ...]:
        """The functions of what a lock function does besides; none if one of them cannot be made."""
        if key not in self.noted:
            wrapper = self.program.summaries.of(key).wrapper
            made = [self._made_of(wrapper, more, unit) for more in wrapper.more] if wrapper else []
            made += [self._parted(wrapper, unit)] if wrapper and wrapper.gives else []
            self.noted[key] = tuple(filter(None, made)) if all(made) else ()
        return self.noted[key]

    def _parted(self, wrapper: Wrapper, unit: str) -> Noted | None:
        """The function of what a lock function does before it takes the mutex of an object that it gives, None if it
        cannot be.
        """
        function, program = wrapper.function, self.program
        layout, locks = program.layout(function), program.summaries.locks(function)
        taken = left_held(locks)
        made = giving(locks, taken) if taken else None
        names = spelled_by(layout.unit, program.sources, layout.source.part(function.start, function.end))
        if taken is None or made is None or self._others(function) or program.has_name(wrapper.first):
            return None
        apart = _framed_by_macros(layout) or "#" in only_code(layout.source.part(function.start, function.end))
        said = made.asking is not made.taking and layout.expansion(made.asking.start)
        if apart or said or _cut_by_macro(layout, made.taking) or not names.isdisjoint(ASKING):
            return None
        numbers, source = range(len(function.parameters)), layout.source
        variable, start = function.locals[wrapper.gives], function.start + _offset_of(function.name, layout.head)
        parted = Parted(
            source.span(start, start + len(function.name)),
            source.span(made.taking.start, layout.end_of(made.taking)),
            variable.declaration, variable.name, made.perhaps,
        )  # fmt: skip
        return Noted(
            wrapper.first, function.name, unit, parameters_text(source.text, function, numbers),
            ", ".join(function.locals[key].name for key in function.parameters), function.static,
            source.span(function.start, function.end), self._prototype(function),
            source.span(made.asking.start, layout.end_of(made.asking)), exported=self._exported(function),
            parted=parted,
        )  # fmt: skip

    def _made_of(self, wrapper: Wrapper, more: More, unit: str) -> Noted | None:
        """The function of what a lock function does besides at one time, or calls another lock function for."""
        if more.first < 0:
            return self._passing_on(wrapper, more, unit)
        function, statements = wrapper.function, more.statements(wrapper.function)
        layout = self.program.layout(function)
        start, end = statements[0].start, layout.end_of(statements[-1])
        made = any(_cut_by_macro(layout, s) for s in statements)
        others = {id(layout.expansion(k.start)) for k in function.body.kids if k not in statements} - {id(None)}
        made = made or any(id(layout.expansion(s.start)) in others for s in statements)
        tokens = any(t.file == function.file and start <= t.offset < end for t in self._tokens)
        if made or tokens:
            return None
        noted = self._function_of(wrapper, more, unit, statements, (start, end), layout.source.part(start, end))
        return _saying(layout, wrapper, noted) if noted is not None and wrapper.able else noted

    def _passing_on(self, wrapper: Wrapper, more: More, unit: str) -> Noted | None:
        """The function that calls what another lock function does besides, for one that calls that one."""
        function, program = wrapper.function, self.program
        operation, layout = program.summaries.locks(function).own[0], program.layout(function)
        inner, said, nodes = operation.wrapper, call_arguments(layout, operation.call), arguments(operation.call)
        does = inner.does(more.when) if inner is not None else None
        if inner is None or does is None or said is None or not len(said) == len(nodes) == len(inner.parameters):
            return None
        if not self._noted(inner.function.key, unit):
            return None
        call, start = does.call(inner.function.name, dict(enumerate(said))), operation.call.start
        given, parts = " ".join(said[number] for number in does.needs), [nodes[number] for number in does.needs]
        return self._function_of(wrapper, more, unit, parts, (start, start), given, f"{call};")

    def _function_of(
        self, wrapper: Wrapper, more: More, unit: str, parts: Sequence[Node], place: tuple[int, int], said: str,
        call: str = "",
    ) -> Noted | None:  # fmt: skip
        """The function of some parts of a lock function, which stand at a place and say that; None if it cannot be.

        It makes a ``call`` instead of what stands there.
        """
        function, program = wrapper.function, self.program
        layout, source, name = program.layout(function), program.sources(function.file), more.name(function.name)
        kept = None if more.gives is None else kept_by(function, program.summaries.locks(function).own[0].call)
        others = [] if kept is None else [function.locals[kept]]
        numbers, variables = needed(function, parts, kept)
        named, numbers = numbers, list(more.needs) if more.when == "first" else numbers
        declared = _declared_before(layout, variables, place[0])
        if declared is None:
            return None
        before = tuple(source.part(s.start, layout.end_of(s)) for s, _ in declared)
        names = spelled_by(layout.unit, program.sources, " ".join([said, *before]))
        made = _framed_by_macros(layout) or "#" in only_code(source.part(function.start, function.end))
        if made or not names.isdisjoint({*ASKING, *lockapi.TYPES}) or program.has_name(name):
            return None
        apart = {id(n) for statement in wrapper.statements for n in statement.walk()}
        used = {n.ref for n in function.of_kinds("DECL_REF_EXPR") if id(n) not in apart}
        moved = tuple(source.span(s.start, layout.end_of(s)) for s, refs in declared if not refs & used)
        return Noted(
            name, function.name, unit, parameters_text(source.text, function, numbers, others),
            ", ".join([*(function.locals[function.parameters[n]].name for n in numbers), *(v.name for v in others)]),
            function.static, source.span(function.start, function.end), self._prototype(function), source.span(*place),
            before, moved, call, self._exported(function),
            quiet=tuple(function.locals[function.parameters[n]].name for n in numbers if n not in named),
        )  # fmt: skip

    @cached_property
    def _tokens(self) -> list[Place]:
        """Where something of a lock API stands, but for calls that wake somebody: these may stand elsewhere, too."""
        waking = (Op.SIGNAL, Op.BROADCAST)
        return [token.place for token in self.program.tokens.found.values() if token.op not in waking]

    def _leading(self, files: Collection[str]) -> tuple[Leading, ...]:
        """The macros, and prototypes, of other files that lead to static functions of some files."""
        units = (unit for unit in self.program.units if unit.file in files)
        named = cache(partial(named_in, self.program.sources))  # units have the macros of headers alike
        return tuple(sorted({leading for unit in units for leading in _leading_in(unit, named)}))

    # ------------------------------------------------------------------ accessors

    def _accessor(self, wrapper: Wrapper, unit: str) -> str:
        """The name of the accessor for a wrapper's mutex; "" if none can be made."""
        function, program = wrapper.function, self.program
        if function.key in self.accessors:
            return self.accessors[function.key].name
        made, (numbers, _) = self._mutex_of(function, unit), needed(function, [wrapper.lock])
        layout, stand_ins = program.layout(function), self._stand_ins(function, numbers, unit)
        parameters = parameters_text(layout.source.text, function, numbers)
        if wrapper.gives:
            made, parameters = self._mutex_given(wrapper, unit), function.locals[wrapper.gives].declaration
            stand_ins = None if self._others(function) else ()
        if made is None or stand_ins is None:
            return ""
        (lock, declared), name = made, self._accessor_name(function.name)
        names = spelled_by(layout.unit, program.sources, " ".join(NAME.findall(lock)))
        self._named_by[function.key] = names
        self.accessors[function.key] = Accessor(
            name, function.name, unit, parameters, lock, function.static,
            layout.source.span(function.start, function.end), self._prototype(function), stand_ins=stand_ins,
            declared=declared, hidden=self._defined_behind(function, names), weak=is_weak(layout),
            exported=self._exported(function),
        )  # fmt: skip
        return name

    def _mutex_of(self, function: Function, unit: str) -> tuple[str, tuple[str, ...]] | None:
        """The mutex of a wrapper's definition, and the declarations of its variables that name it; None if another
        function cannot say it.
        """
        operation, layout = self.program.summaries.locks(function).own[0], self.program.layout(function)
        if operation.lock is None:
            return None
        lock, argument = self._named(layout, operation, unit), strip(_argument(operation))
        if argument.op == "local" and argument.ref not in function.parameters:
            argument = operands(lasting(function)[argument.ref])[-1]
            lock = layout.source.part(argument.start, argument.end) if layout.expansion(argument.start) is None else ""
        declared = _declarations(layout, argument)
        names = spelled_by(layout.unit, self.program.sources, " ".join([lock, *(declared or ())]))
        defined = {match[1] for match in DIRECTIVE.finditer(layout.source.text, function.start, function.end)}
        return (lock, declared) if lock and declared is not None and defined.isdisjoint(names) else None

    def _mutex_given(self, wrapper: Wrapper, unit: str) -> tuple[str, tuple[str, ...]] | None:
        """The mutex of the object that a wrapper gives, by the name that this has there; None if it cannot be said."""
        function = wrapper.function
        given = left_held(self.program.summaries.locks(function))
        lock = self._named(self.program.layout(function), given, unit) if given else ""
        return (lock, ()) if lock else None

    def _defined_behind(self, function: Function, names: Collection[str]) -> bool:
        """Does a macro get one of the names behind a function, or in a source that includes it?"""
        units = (u for u in self.program.units if function.file in u.files)
        found = ((u, m) for u in units for name in names for m in u.macros.get(name, ()))
        return any(
            m.start > function.end if m.file == function.file else m.file == u.file for u, m in found
        )

    def _needed(self, key: str, unit: str) -> bool:
        """Is there, or can there be, a function beside a lock function that says whether what that asks is so?"""
        if (known := f"{key}?") in self.accessors:
            return True
        wrapper, program = self.program.summaries.of(key).wrapper, self.program
        if wrapper is None or not wrapper.asked:
            return False
        function, source = wrapper.function, program.sources(wrapper.function.file)
        layout, text = program.layout(function), guards.told(source, wrapper.asked)
        names = spelled_by(layout.unit, program.sources, text)
        defines = DEFINES.search(source.text, function.start, function.end)
        made = defines or _framed_by_macros(layout) or not names.isdisjoint({*ASKING, *lockapi.TYPES})
        numbers, _ = needed(function, [a.condition for a in wrapper.asked])
        given = {function.locals[function.parameters[number]].name for number in numbers}
        if guards.own_names(layout, function, text) - given:
            return False
        if not text or made or self._others(function) or program.has_name(wrapper.needed):
            return False
        self.accessors[known] = Accessor(
            wrapper.needed, function.name, unit, parameters_text(source.text, function, numbers), text, function.static,
            source.span(function.start, function.end), self._prototype(function), type="int ",
            exported=self._exported(function),
        )  # fmt: skip
        return True

    def _stand_ins(self, function: Function, numbers: Sequence[int], unit: str) -> tuple[StandIn, ...] | None:
        """The wrapper's other definitions, with those parameters; None if one cannot say which mutex it takes."""
        found = []
        for other in self._others(function):
            made = ("", ()) if stands_in(other) else self._mutex_of(other, unit)
            if made is None:
                return None
            found.append(self._stand_in(other, numbers, *made))
        return tuple(found)

    def _others(self, function: Function) -> list[Function]:
        """The other definitions of a wrapper, another program's or build's, but for those whose build has no locks:
        nothing asks for a mutex there. Where builds make something else of one, that which takes it counts.
        """
        program, found = self.program, dict[tuple[str, int], Function]()
        for one in program.pointers.functions[function.key]:
            place = one.file, one.start
            if not program.summaries.is_absent(one) and (place not in found or stands_in(found[place])):
                found[place] = one
        return [found[place] for place in sorted(found) if place != (function.file, function.start)]

    def _stand_in(self, function: Function, numbers: Sequence[int], lock: str, declared: tuple[str, ...]) -> StandIn:
        source = self.program.sources(function.file)
        own = (p for _, p in self._prototypes.get(function.key, ()) if p.file == function.file)
        prototype = next((source.span(p.start, p.end) for p in own), None)
        parameters = parameters_text(source.text, function, numbers)
        weak, definition = is_weak(self.program.layout(function)), source.span(function.start, function.end)
        return StandIn(parameters, definition, prototype, lock, declared, weak)

    def _accessor_name(self, wrapper: str) -> str:
        name = re.sub(r"_lock(?![a-z])|(?<![a-z])lock_", "", wrapper.lower(), count=1) + "_mutex"
        if re.search(r"[a-z][A-Z]", wrapper):
            name, named = re.subn(r"(.*)Lock(?![a-z])", r"\1Mutex", wrapper)
            name = name if named else f"{wrapper}Mutex"
        taken = self.program.has_name(name) or any(name == a.name for a in self.accessors.values())
        return f"{wrapper}_mutex" if taken else name

    def _prototype(self, function: Function) -> Span | None:
        known = self._prototypes.get(function.key, ())
        before = ((u, p) for u, p in known if p.file != function.file or p.start < function.start)
        able = [(u, p) for u, p in before if p.file == function.file or not function.static]
        if not able:
            return None
        _, prototype = min(able, key=lambda found: function.file not in found[0].files)
        return self.program.sources(prototype.file).span(prototype.start, prototype.end)

    def _exported(self, function: Function) -> str:
        """What shows a function to other libraries, in front of its definition or of a prototype; "" if nothing does.
        """
        places = [(self.program.layout(function).unit, function.file, function.start, function.body.start)]
        places += [(u, p.file, p.start, p.end) for u, p in self._prototypes.get(function.key, ())]
        said = ((unit, self.program.sources(file).part(start, end)) for unit, file, start, end in places)
        heads = ((unit, text[: _offset_of(function.name, text)]) for unit, text in said)
        return next(filter(None, (shown_by(unit, self.program.sources, head) for unit, head in heads)), "")

    @cached_property
    def _prototypes(self) -> Mapping[str, list[tuple[TranslationUnit, Prototype]]]:
        """The prototypes of each function, in the order of the units."""
        found: dict[str, list[tuple[TranslationUnit, Prototype]]] = defaultdict(list)
        for unit in self.program.units:
            for prototype in unit.prototypes:
                found[prototype.key].append((unit, prototype))
        return found

    # ------------------------------------------------------------------ operations

    def _operations(self) -> tuple[Operation, ...]:
        tokens = sorted(self.program.tokens.found.values(), key=lambda t: t.place.order)
        made: list[Operation | None] = [self._operation(token) for token in tokens]
        made += (missing(self.program, variable) for variable in self.program.names.zeroed)
        return tuple(sorted((o for o in made if o and o.units), key=lambda o: (o.token.order, o.old)))

    def _operation(self, token: Token) -> Operation:
        program = self.program
        units = program.unit_names(token.keys)
        if token.beside and units:
            self._add(macro_beside(program, token.beside, units[0]))
        lock_class = self._class_of(token) if token.op in lockapi.INITIALISE else None
        uses = sorted(
            (u for use in token.uses if (u := self._use(use, token.op)) is not None), key=lambda u: u.call
        )
        op = token.op
        if op is Op.INITIALISER and any(map(program.owners.is_recursive, token.keys)):
            op = Op.RECURSIVE_INITIALISER
        bare = op is Op.INIT and any(token.macro in unit.renames for unit in program.units)
        return Operation(op, token.place, token.old, units, lock_class, token.macro, tuple(uses), bare)

    def _class_of(self, token: Token) -> str | None:
        """The class of the mutexes that a token initialises, None if it is a macro's, whose uses have several."""
        of_site = self.program.names.of_site
        places = [token.place, *(self.program.sources(use.file).place(use.start) for use in token.uses)]
        found = {of_site[place] for place in places if place in of_site}
        return found.pop() if len(found) == 1 else None

    def _add(self, accessor: Accessor) -> None:
        """A macro beside another one, which may have several."""
        self.accessors[f"{accessor.name} {accessor.definition}"] = accessor

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


def _offset_of(name: str, declared: str) -> int:
    """Where a declaration names what it declares."""
    found = re.search(rf"\b{name}\b", only_code(declared))
    return found.start() if found else 0


def _framed_by_macros(layout: Layout) -> bool:
    """Do macros make a function's name, or where its body begins or ends? One before the name may make its type."""
    function, typed = layout.function, layout.expansion(layout.function.start)
    named = function.start + _offset_of(function.name, layout.head)
    made = typed is not None and typed.end > named
    return made or any(map(layout.expansion, (function.body.start, function.body.end - 1)))


def _besides(program: Program) -> tuple[dict[str, Reason], list[str]]:
    """What follows from the whole program alone: the units that cannot be converted, and the warnings."""
    return refusals(program), program.warnings()


def parameters_text(text: str, function: Function, numbers: Sequence[int], others: Sequence[Variable] = ()) -> str:
    """Those of a function's parameters as its definition spells them, and other variables; none are ``void``, as a
    prototype needs it.
    """
    head = text[function.start : function.body.start]
    code = only_code(head)
    named = re.search(rf"\b{function.name}\b[\s)]*\(", code)
    at = named.end() - 1 if named else len(code)
    end = at + len(balanced(code[at:])) - 1
    listed = [] if named is None or ";" in code[end:] else split(f"f({in_one_line(head[at + 1 : end])})")
    if not listed or len(listed) - listed.count("...") != len(function.parameters):
        # a macro names it, or them, or they are declared behind it
        listed = [function.locals[p].declaration for p in function.parameters]
    return ", ".join([*(listed[n] for n in numbers), *(variable.declaration for variable in others)]) or "void"


def _argument(operation: Acquisition) -> Node:
    """What a call of the lock API, or of a wrapper, says of the mutex."""
    number = passed_on(operation.wrapper) if operation.wrapper else 0
    return operation.call if number is None else arguments(operation.call)[number]


def _declarations(layout: Layout, lock: Node) -> tuple[str, ...] | None:
    """The statements by which a wrapper has the variables that its lock depends on; None if they cannot be repeated."""
    function, needed, found = layout.function, depends_on(layout.function, lock), []
    given = {id(node): {ref} for ref, node in lasting(function).items() if node.kind != "VAR_DECL"}
    for statement in (n for n in function.nodes if n.kind == "DECL_STMT" or id(n) in given):
        made = given.get(id(statement)) or {n.ref for n in statement.kids}
        if made & needed:
            if made - needed or layout.expansion(statement.start) or any(function.locals[ref].api for ref in made):
                return None
            end = ";" if id(statement) in given else ""
            found.append(layout.source.part(statement.start, statement.end) + end)
    return tuple(found)


def _declared_before(layout: Layout, variables: set[str], before: int) -> list[tuple[Node, set[str]]] | None:
    """The declarations of variables, each with those; None if they cannot stand in another function."""
    found = []
    for statement in (n for n in layout.function.of_kinds("DECL_STMT") if n.start < before):
        made = {n.ref for n in statement.kids}
        if made & variables:
            if made - variables or layout.expansion(statement.start):
                return None
            found.append((statement, made))
    return found


def _saying(layout: Layout, wrapper: Wrapper, noted: Noted) -> Noted | None:
    """The function that says whether a lock function takes its mutex, None if a macro makes the returns of that."""
    first, *_, last = layout.function.of_kinds("RETURN_STMT")
    if any(_cut_by_macro(layout, n) or layout.expansion(n.start) for n in (first, last)):
        return None
    gives, fails = (layout.source.part(n.start, layout.end_of(n)) for n in (last, first))
    return replace(noted, gives=gives, fails=fails, refuses="!" if wrapper.answer is Answer.TRUTH else "")


def _cut_by_macro(layout: Layout, statement: Node) -> bool:
    """Does a macro make only a part of a statement's end or beginning, or more than the statement?"""
    made = layout.expansion(statement.start)
    return made is not None and not made.start == statement.start < statement.end <= made.end


def _in_place(section: Section, state: State, reason: Reason) -> Section:
    """A section that stays in place for a reason: what else is known of it does not matter then."""
    return Section(
        section.id, "", section.unit, section.function, state, reason, section.show,
        section.enter_token, section.enter, section.last_line,
    )  # fmt: skip


def _leading_in(unit: TranslationUnit, named: Callable[[Macro], set[str]]) -> Iterable[Leading]:
    """The macros, and prototypes, of other files that lead to static functions of a unit's.

    ``named``: what a macro's body names.
    """
    naming: dict[str, set[str]] = defaultdict(set)
    for macro in (m for macros in unit.macros.values() for m in macros):
        for word in named(macro):
            naming[word].add(macro.name)
    own = {f.name for f in unit.functions if f.static and f.file == unit.file}
    for function in own & naming.keys():
        for name in closure([function], lambda word: naming.get(word, ())) - own:
            if any(macro.file != unit.file for macro in unit.macros[name]):
                yield Leading(name, function, unit.file)
    yield from (Leading("", p.name, unit.file) for p in unit.prototypes if p.name in own and p.file != unit.file)


def _with_inner(made: list[tuple[Section, Extent | None]]) -> list[Section]:
    """Note which shipped sections stand inside which."""
    starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, (section, extent) in enumerate(made):
        if section.state is State.SHIPPED and extent:
            starts[section.enter.file].append((section.enter.start, number))
    for known in starts.values():
        known.sort()
    result = []
    for number, (section, extent) in enumerate(made):
        if section.state is State.SHIPPED and extent:
            known = starts[section.enter.file]
            near = known[bisect_left(known, (extent.start, 0)) : bisect_left(known, (extent.end, 0))]
            inside = sorted(other for at, other in near if other != number and extent.contains(at))
            inner = tuple(made[other][0].id for other in inside)
            section = section.but(inner=inner) if inner else section
        result.append(section)
    return result
