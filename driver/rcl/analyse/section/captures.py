# SPDX-License-Identifier: MIT
"""Which local variables a section needs, and which way each crosses its edge."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rcl.analyse.function.extents import Refused, Region, cannot_cross, within
from rcl.analyse.function.liveness import WRITES, Names
from rcl.analyse.function.values import Locals, Values
from rcl.analyse.program.escapes import Escapes
from rcl.analyse.section import function_name, unnamed
from rcl.analyse.section.otherwise import Otherwise, named_behind
from rcl.analyse.section.outliving import Outliving
from rcl.analyse.section.references import References, Unseen, pointer_to_array
from rcl.analyse.unit.bounds import with_bounds, with_type
from rcl.analyse.unit.graph import Block
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import as_written, conditional_parts
from rcl.analyse.unit.tree import Node, Variable, arguments, changes, given_by, whole_of
from rcl.analyse.unit.types import LENGTH, LIST, RETURNED
from rcl.analyse.unit.written import UNSEEN
from rcl.errors import Code
from rcl.model import Capture, Direction, Place, Reference

_NAME = re.compile(r"\b[A-Za-z_]\w*")
#: what the section may call what its function returns
_GIVEN = ("result", "returned", "value", "return_value")
#: a struct of more bytes than this is passed by reference
LARGEST_COPY = 64
#: why the section alone gives a variable the value that it goes on with, with others set outside, or none
_NO_OTHER_USE = "written first; its value from before has no other use"
_SET_FIRST = "written first, not read afterwards"
#: why the section hands out what no variable holds
GIVEN_BACK = "what the function returns"


@dataclass
class Captures:
    """The captures of one section."""

    layout: Layout
    known: Locals
    region: Region
    place: Callable[[int], Place]
    escapes: Escapes
    #: the variables that get their values by the acquisition, where its client executes the section
    late: frozenset[str] = frozenset()
    #: the variable that keeps what the acquisition gives, which its client tests: that is its value in the section
    kept: str = ""
    #: the name of the capture for what the function returns, if the section works that out
    returned: str = ""
    #: the captures by their variable's key
    found: dict[str, Capture] = field(init=False)
    #: the variables from outside that the section names only where this build makes nothing of it, by their keys; and
    #: those of them that it is handed for other builds
    unseen: dict[str, Unseen] = field(init=False)
    idle: set[str] = field(init=False, default_factory=set)
    values: Values = field(init=False)
    references: References = field(init=False)
    outliving: Outliving = field(init=False)
    #: the names that stand in an #if of the section: who knows what other builds do with their variables
    built_otherwise: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        text = self.layout.source.text[self.region.start : self.region.end]
        self.built_otherwise = frozenset(name for part in conditional_parts(text) for name in _NAME.findall(part))
        self.values = Values(self.known, self.region, named_behind(self.layout, self.known, self.region))
        self.references = References(self.layout, self.values, self.place)
        self.outliving = Outliving(self.layout, self.values, self.references, self.place, self.escapes)
        self._require_short_lives()
        self.outliving.require_short_lives()
        self.unseen = self.references.unseen()
        self.values.given |= self.unseen.keys() & self._written_in_pauses()
        self.found = self._all()

    def _all(self) -> dict[str, Capture]:
        uses: dict[str, list[Node]] = {}
        wanted = {ref for ref in self.known.declared if self.values.inside(ref)}
        for node in self.known.names:
            if self.region.names(node):
                uses.setdefault(node.ref, []).append(node)
                wanted.add(node.ref)
        captures: dict[str, Capture] = {}
        variables = self.layout.function.locals
        for ref in sorted(wanted, key=lambda r: (variables[r].where, r)):
            capture = self._capture(variables[ref], uses.get(ref, []))
            if capture is not None:
                captures[ref] = self._as_written(variables[ref], capture)
        self._names_differ(captures)
        self._names_reach(captures)
        self._add_idle(captures)
        if (name := function_name.capture(self.layout, self.region, self.place)) is not None:
            captures[name.value] = name
        return captures

    def give_back(self, at: int, variables: Sequence[str]) -> None:
        """The section hands out what its function returns: what such variables are by their keys, or something else;
        refused where nothing can be called so, or these have several types.
        """
        known = [self.layout.function.locals[key] for key in variables if key]
        types = {re.sub(rf"\b{one.name}\b", RETURNED, one.declaration) for one in known}
        name, said = self.layout.free_name(*_GIVEN), self.layout.function.returns or min(types)
        if name is None or (len(types) > 1 and not self.layout.function.returns):
            why = "others have its name" if name is None else "it has several types"
            name = name or _GIVEN[0]
            raise Refused(Code.CAPTURE_TYPE.reason(self.place(at), variable=name, why=why))
        whole, pointer = (said.replace(RETURNED, spelled) for spelled in (name, f"*{name}"))
        self.returned = name
        self.found[name] = Capture(name, whole, pointer, Direction.OUT, GIVEN_BACK)

    def _as_written(self, variable: Variable, capture: Capture) -> Capture:
        """The capture with its declaration in the source's own words."""
        text, where = self.layout.source.text, variable.where
        if not text.startswith(variable.name, where):  # it is a macro's, or stands in another file
            return capture
        declaration, pointer = (
            with_type(self.layout, variable, with_bounds(self.layout, variable, as_written(said, text, where)))
            for said in (capture.declaration, capture.pointer)
        )
        if (declaration, pointer) == (capture.declaration, capture.pointer):
            return capture
        return replace(capture, declaration=declaration, pointer=pointer)

    def _written_in_pauses(self) -> Names:
        """The variables to which the client may give a value while the lock is released."""
        return frozenset[str]().union(*(self.values.written(*span) for _, span in self.region.pauses))

    def _add_idle(self, captures: dict[str, Capture]) -> None:
        """Adds what other builds alone do something with in the section, where it can be handed that as all else."""
        always = any(capture.direction is not Direction.SECTION_LOCAL for capture in captures.values())
        for ref, unseen in self.unseen.items():
            try:
                capture = self._idle(self.layout.function.locals[ref], unseen, always)
                with_it = {**captures, ref: capture} if capture else captures
                self._names_differ(with_it)
                self._names_reach(with_it)
            except Refused:
                continue
            captures.update(with_it)
        self.idle = self.unseen.keys() & captures.keys()

    def _idle(self, variable: Variable, unseen: Unseen, always: bool) -> Capture | None:
        """How the section is handed such a variable: in an #if, by reference, if that has all that it does with it, and
        if its context is not empty in other builds; None if it cannot be handed that.
        """
        if variable.why:
            return None
        if unseen.apart is not None and always:
            return Capture(variable.name, variable.declaration, variable.pointer, Direction.BY_REFERENCE,
                           f"named only {UNSEEN}", array=variable.elements, references=unseen.references,
                           declared=unseen.apart)  # fmt: skip
        whole = variable.elements and not unseen.references and self.references.hidden(variable)
        if whole or not self.references.only_idle(variable):
            return None
        capture = self._capture(variable, [])
        if capture is None or (capture.perhaps_unset and capture.direction is not Direction.KEPT):
            return None
        return self._as_written(variable, replace(capture, reason="named in other builds alone", idle=True))

    def without_idle(self, ref: str) -> Capture | None:
        """The capture of a variable, which the section is not handed any more if it is for other builds alone."""
        if ref in self.idle:
            self.idle.discard(ref)
            del self.found[ref]
        return self.found.get(ref)

    def _require_short_lives(self) -> None:
        """What a tail declares must not be named outside of it: the client would have it in a block of its own.

        The section may go on with a value that its client gives it there.
        """
        declared = self.known.declared
        tails = {ref: tail for ref, node in declared.items() for tail in self.region.tails if within(tail, node)}
        for name in self.known.names:
            if name.ref in tails and not within(tails[name.ref], name) and not self._given_value(name):
                variable = self.layout.function.locals[name.ref]
                why = "it is declared while the lock is released, and used after that"
                raise cannot_cross(variable, why, self.place)

    def _given_value(self, name: Node) -> bool:
        """Does the section only read there what its client has declared while the lock is released?"""
        variable = self.layout.function.locals[name.ref]
        bound = variable.elements or variable.static or variable.volatile or variable.fixed
        bound = bound or name.ref in self.known.addressed
        read = WRITES.isdisjoint(self.values.here.get(name.ref, ())) and variable.size <= LARGEST_COPY
        return self.region.contains(name.start) and read and not bound and name.ref in self.values.given

    def _declared_in_tail(self, ref: str) -> bool:
        """Is a variable one of those that the client declares while the lock is released? It has no value before."""
        node = self.known.declared.get(ref)
        return node is not None and self.region.in_tail(node.start)

    def live_after(self, block: Block | None, before: bool, at: int) -> tuple[str, ...]:
        """The captures whose new value is needed behind a way out at an offset; not those that certainly have none
        there, or are not declared yet, whatever code that no build compiles may read of the round before.
        """
        later = {ref for ref in self.found if self.values.inside(ref) and self.known.declared[ref].start > at}
        return self._new_values(self.values.live(block, before) - self._without_value(block) - later)

    def _without_value(self, block: Block | None) -> Names:
        """The variables that the section declares, and that no build gives a value before a block's end."""
        if block is None:
            return frozenset()
        given = self.known.assigned.get(block.number, frozenset()) | {e.ref for e in block.events if e.kind in WRITES}
        inside = {ref for ref in self.found.keys() - given if self.values.inside(ref)}
        return frozenset(ref for ref in inside if self.found[ref].name not in self.built_otherwise)

    def live_after_wait(self, block: Block, call: Node) -> tuple[str, ...]:
        """The captures whose new value is needed behind a wait."""
        return self._new_values(self.values.live_behind(block, call))

    def _new_values(self, live: Names) -> tuple[str, ...]:
        out = (Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        return tuple(sorted({c.name for ref, c in self.found.items() if c.direction in out and ref in live}))

    def changed(self, start: int, end: int) -> tuple[str, ...]:
        """The captures by value that the code between two offsets changes."""
        written = self.values.written(start, end)
        by_value = (Direction.IN, Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        return tuple(sorted(c.name for ref, c in self.found.items() if ref in written and c.direction in by_value))

    def given(self, start: int, end: int) -> tuple[str, ...]:
        """Those of them whose new value the section may read behind that, in another build perhaps."""
        read = {self.found[ref].name for ref in self.values.given & self.found.keys()} | self.built_otherwise
        return tuple(name for name in self.changed(start, end) if name in read)

    def changed_by(self, call: Node) -> bool:
        """Does an acquisition change a variable whose value its client has put down before it?"""
        changing = [n for argument in arguments(call) for n in argument.walk() if changes(n)]
        named = {n.ref for node in changing for n in node.kids[0].walk()}
        named |= {whole_of(target).ref for target in given_by(call)}
        return self.put_down(*(c.name for ref, c in self.found.items() if ref in named))

    def put_down(self, *names: str) -> bool:
        """Is the value of a capture of such a name put down before the acquisition?"""
        given = (Direction.IN, Direction.IN_OUT, Direction.KEPT)
        return any(c.name in names for c in self.found.values() if c.direction in given)

    def declared_in(self, start: int, end: int) -> list[str]:
        """The captures that the code between two offsets declares, and gives values, but the one that is kept."""
        within = {ref for ref, node in self.known.declared.items() if start <= node.start < end} - {self.kept}
        later = (Direction.OUT, Direction.SECTION_LOCAL)
        return [c.name for ref, c in self.found.items() if ref in within and c.direction not in later]

    def has_value(self, name: str, block: Block | None) -> bool:
        """May the capture of a name have a value where a block begins?"""
        assigned = self.known.assigned.get(block.number, frozenset()) if block else frozenset()
        return any(c.name == name and ref in assigned for ref, c in self.found.items())

    def used(self, start: int, end: int) -> tuple[str, ...] | None:
        """The captures that the code between two offsets names, None if it may leave: who knows what is used then."""
        refs = self.values.named(start, end)
        return None if refs is None else tuple(sorted(c.name for ref, c in self.found.items() if ref in refs))

    def only_in_tail(self, start: int, end: int) -> tuple[str, ...]:
        """The captures declared in the section that only the tail between two offsets uses."""
        used = {n.ref for n in self.known.names if start <= n.first < end} - self.values.given
        return tuple(sorted({
            c.name for ref, c in self.found.items()
            if c.outlives and not c.moved and ref in used and not self.values.used_behind(ref)
        }))  # fmt: skip

    def _capture(self, variable: Variable, uses: list[Node]) -> Capture | None:
        if self.values.inside(variable.key):
            return self.outliving.capture(variable)
        copied = variable.why == LIST and self._copied(variable, uses)
        if copied:
            name = variable.name
            variable = replace(variable, why="", declaration=f"va_list {name}", pointer=f"va_list *{name}")
        if variable.why == LENGTH and variable.pointer and not self.references.as_a_whole(variable, uses):
            variable = replace(variable, why="")  # what it begins with is enough
        known = unnamed.named(self.layout, self.known.declared, variable) if variable.why else (variable, None)
        if known is None:
            raise cannot_cross(variable, variable.why, self.place)
        variable, type_of = known
        direction, why = self._direction(variable)
        if self._perhaps_unset(variable, direction):
            if self._may_be_pointer(variable, uses):
                direction, why = Direction.BY_REFERENCE, "written on some paths, and without a value before"
            elif why == _NO_OTHER_USE:
                direction, why = Direction.SECTION_LOCAL, _SET_FIRST
        alone = direction is Direction.SECTION_LOCAL and self.values.read_here_alone(variable.key)
        if alone and self._may_be_pointer(variable, uses):
            direction, why = Direction.BY_REFERENCE, "read in the section alone, and set outside of it, too"
        array = variable.elements and not self.references.as_a_whole(variable, uses)
        pointer = variable.pointer
        if variable.elements and not array:
            pointer = pointer_to_array(variable)
        references: tuple[Reference, ...] = ()
        if direction is Direction.BY_REFERENCE:
            references = self.references.of(variable, uses)
        return Capture(variable.name, variable.declaration, pointer, direction, why,
                       array=array, references=references, type_of=type_of,
                       copied=copied, perhaps_unset=self._unset(variable.key, direction),
                       partly=direction is Direction.OUT and self.values.only_unseen_reads(variable.key))  # fmt: skip

    def _unset(self, ref: str, direction: Direction) -> bool:
        """Has a variable no value on some way where it is copied, as far as can be told?"""
        match direction:
            case Direction.IN | Direction.IN_OUT:
                return ref != self.kept and self.values.unset_on_some_way(ref)
            case Direction.OUT:
                return ref in self.values.needed
            case Direction.SECTION_LOCAL:  # the rewriting hands it out where nothing else is done to it
                return self.values.left_unset(ref)
        return direction is Direction.KEPT

    def _copied(self, variable: Variable, uses: list[Node]) -> bool:
        """May a section have a copy of a list of arguments, which the client ends behind the call?

        It must not be used behind the section, whose functions must not leave it to go on with.
        """
        behind = any(n.ref == variable.key and n.start >= self.region.end for n in self.known.names)
        parent = self.known.graph.parent
        return not behind and not self.region.tails and all(self.escapes.is_printed(use, parent) for use in uses)

    def _perhaps_unset(self, variable: Variable, direction: Direction) -> bool:
        """Has a variable no value on some way, though it is copied, and is read behind the section or not in it?

        What has no value must not be copied.
        """
        ref, values = variable.key, self.values
        if direction in (Direction.IN, Direction.IN_OUT) and ref == self.kept:
            return False
        if direction in (Direction.IN, Direction.IN_OUT) and self._needed_otherwise(variable):
            unset = ref not in values.exposed and values.unset_on_some_way(ref)
            return unset and self.references.seen(variable)
        if direction is Direction.IN:
            return ref not in values.exposed and values.unset_on_some_way(ref)
        if direction is Direction.SECTION_LOCAL:
            return values.only_set_here(ref) and values.left_unset(ref)
        whole = direction is Direction.OUT and not values.here[ref] & {"pw", "x"}
        return whole and ref in values.needed - values.kept - values.given

    def _needed_otherwise(self, variable: Variable) -> bool:
        """May another build need, or hand on, the value that a variable has before the section?"""
        if variable.name not in self.built_otherwise:
            return False
        handed_on = variable.key in self.values.after | self.values.kept | self.values.given
        return self._otherwise.needs(variable, handed_on)

    def _changed_otherwise(self, variable: Variable) -> bool:
        """May another build change in the section what this one only reads there?"""
        return not variable.const and self._otherwise.changes(variable)

    @cached_property
    def _otherwise(self) -> Otherwise:
        return Otherwise(self.layout, self.known, self.region)

    def _may_be_pointer(self, variable: Variable, uses: list[Node]) -> bool:
        """May the section have a variable by reference?"""
        if variable.register:
            return False
        try:
            self.references.of(variable, uses)
        except Refused:
            return False
        return True

    def _direction(self, variable: Variable) -> tuple[Direction, str]:
        """Which way a variable from outside goes, and why."""
        ref = variable.key
        if variable.elements:
            return Direction.BY_REFERENCE, "an array"
        if ref in self.layout.function.cleaned:
            return Direction.BY_REFERENCE, "its clean-up function has its address"
        if variable.static and not self._has_one_value(variable):
            return Direction.BY_REFERENCE, "a static variable"
        if variable.volatile:
            return Direction.BY_REFERENCE, "volatile or _Atomic"
        if ref in self.known.addressed:
            return Direction.BY_REFERENCE, "its address is taken"
        if variable.size > LARGEST_COPY:
            return Direction.BY_REFERENCE, f"{variable.size} bytes"
        if ref in self.late and not variable.register:
            return Direction.BY_REFERENCE, "the acquisition gives it its value"
        written = bool(self.values.here.get(ref, set()) & {"w", "pw", "x"})
        if variable.fixed and (written or ref in self.values.given):
            return Direction.BY_REFERENCE, "a member of it is const"
        may_have_value = ref in self.values.assigned and not self._declared_in_tail(ref)
        has_value = may_have_value or ref == self.kept
        if written and has_value and self._needed_otherwise(variable):
            handed_on = ref in self.values.after | self.values.kept
            return Direction.IN_OUT if handed_on else Direction.IN, "another build may leave it as it was"
        if not written and not may_have_value and ref in self.values.given:
            return Direction.KEPT, "the client gives it while the lock is released"
        if not (written or may_have_value or ref in self.values.exposed or ref in self.unseen):
            return Direction.SECTION_LOCAL, "only its type matters"
        if not written:
            changed = ref in self.values.after | self.values.kept and self._changed_otherwise(variable)
            return (Direction.IN_OUT, "another build may change it") if changed else (Direction.IN, "read")
        if ref in self.values.after:
            if ref in self.values.needed and has_value:
                both = ref in self.values.exposed
                return Direction.IN_OUT, "read and written" if both else "written on some paths"
            return Direction.OUT, "written, read afterwards"
        if ref in self.values.kept:
            if ref in self.values.needed and has_value:
                return Direction.IN_OUT, "read and written, kept while the lock is released"
            return Direction.KEPT, "written, and kept while the lock is released"
        if ref in self.values.exposed and has_value:
            return Direction.IN, "read; changes stay inside"
        if ref in self.values.given:
            return Direction.KEPT, "written, and given by the client while the lock is released"
        if may_have_value and self.values.only_set_outside(ref):
            return Direction.IN, _NO_OTHER_USE
        return Direction.SECTION_LOCAL, _SET_FIRST

    def _has_one_value(self, variable: Variable) -> bool:
        """Has a static variable its first value for ever, so that a copy of that does as well?"""
        plain = variable.const and not variable.volatile and variable.size <= LARGEST_COPY
        return plain and variable.key not in self.known.addressed

    def _names_differ(self, captures: dict[str, Capture]) -> None:
        """Captures must not share a name, nor meet a declaration of that name at the section's top.

        Those that are declared in the section, and go no further than what follows its inner releases, may.
        """
        seen: dict[str, Capture] = {}
        for ref, capture in captures.items():
            first = seen.setdefault(capture.name, capture)
            clash = first is not capture and not alike(first, capture)
            for other, node in self.known.declared.items():
                if node.name == capture.name and other != ref and self._at_top(node) and self.values.inside(other):
                    clash = True
            if clash:
                where = self.layout.function.locals[ref].where
                raise Refused(Code.SHADOWED.reason(self.place(where), variable=capture.name))

    def _at_top(self, declaration: Node) -> bool:
        """Does it stand in the section's own block, or in one around that?"""
        block, region = self.known.graph.block_of(declaration), self.region
        if block is None or block.start != region.start:
            return block is not None and block.start < region.start
        return block.end >= region.end  # the block of a scope macro

    def _names_reach(self, captures: dict[str, Capture]) -> None:
        """What is handed on at a way out must not be hidden there, by what a block of the section's declares; nor what
        the client gives when it takes the lock again, by what it declares in between; nor may what it declares there
        hide what is declared outside of the function.
        """
        variables = self.layout.function.locals
        ends = [start for start, _ in self.region.tails] + [call.start for _, call in self.region.waits]
        pauses = [pause for _, pause in self.region.pauses]
        handed = (Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        for ref, capture in captures.items():
            if self._declared_in_tail(ref) and self.outliving.hidden_in_section(capture.name):
                raise Refused(Code.SHADOWED.reason(self.place(variables[ref].where), variable=capture.name))
            first, last = self.known.scope(variables[ref])
            seen = [end for end in ends if capture.direction in handed and first < end < last]
            for other in (v for v in variables.values() if v.name == capture.name and v.key != ref):
                beyond = self.known.scope(other)[1]
                hidden = any(start <= other.where < end < beyond for start, end in pauses)
                if self.values.inside(other.key):
                    hidden |= any(self.known.declared[other.key].start < end < beyond for end in seen)
                if hidden:
                    raise Refused(Code.SHADOWED.reason(self.place(other.where), variable=capture.name))


def alike(one: Capture, two: Capture) -> bool:
    """May two variables of one name be one where they are handed on, since each exit has at most one of them?"""
    return one.outlives and two.outlives and one.declaration == two.declaration


def in_order(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """The uses of a variable by their places; of a place behind the others that of a build which knows of an &."""
    return tuple(sorted(references, key=lambda r: (r.place, r.ampersand)))


def merged(one: Capture, two: Capture) -> Capture | None:
    """The capture that serves two builds of the same section, or None if there is none."""
    if (one.declaration, one.outlives, one.array) != (two.declaration, two.outlives, two.array):
        return None
    if one.direction is two.direction:
        references = in_order({*one.references, *two.references})
        unset, partly = one.perhaps_unset or two.perhaps_unset, one.partly or two.partly
        return replace(one, references=references, perhaps_unset=unset, partly=partly)
    one, two = (replace(c, perhaps_unset=True, partly=one.partly or two.partly) for c in (one, two))
    pair = {one.direction, two.direction}
    if Direction.BY_REFERENCE in pair:
        by = one if one.direction is Direction.BY_REFERENCE else two  # the caller adds where the other one names it
        return by if by.references else None
    for both in (Direction.IN, Direction.KEPT, Direction.OUT):
        if pair == {both, Direction.SECTION_LOCAL}:
            return replace(one, direction=both)
    if pair == {Direction.OUT, Direction.KEPT}:
        return replace(one, direction=Direction.OUT)
    return replace(one, direction=Direction.IN_OUT)
