# SPDX-License-Identifier: MIT
"""Variables that a section declares and that are used behind it: its client has them, or what they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from rcl.analyse.function.extents import Refused, Region, cannot_cross, within
from rcl.analyse.function.liveness import WRITES
from rcl.analyse.function.values import Locals, Values
from rcl.analyse.program.escapes import Escapes
from rcl.analyse.section.references import References, pointer_to_array
from rcl.analyse.unit.loops import runs_once
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import same_condition
from rcl.analyse.unit.tree import LOOPS, Node, Variable, callee, constant, operands
from rcl.analyse.unit.types import LENGTH
from rcl.errors import Code
from rcl.model import Capture, Direction, Op, Place, Reference, Span

#: what may use an object by its address, lead back to where that may be, or wait until another thread has used it
_LOOKS = frozenset({"CALL_EXPR", "ARRAY_SUBSCRIPT_EXPR", "GOTO_STMT", "ASM_STMT"}) | LOOPS
#: what a declaration may say of a variable besides its type
_ATTRIBUTE = re.compile(r"\b(_Alignas|alignas|__attribute|__attribute__)\b|\[\[")


@dataclass(frozen=True)
class Outliving:
    """What one section declares."""

    layout: Layout
    values: Values
    references: References
    place: Callable[[int], Place]
    escapes: Escapes

    @property
    def known(self) -> Locals:
        """The function's variables."""
        return self.values.known

    @property
    def region(self) -> Region:
        """The section's."""
        return self.values.region

    def capture(self, variable: Variable) -> Capture | None:
        """A variable declared in the section is a capture only if it is used behind it."""
        ref = variable.key
        if any(n.ref == ref for node in self.region.apart for n in node.walk()):
            return self._of_client(variable, "its client gives it a value")
        if variable.why == LENGTH and self._spans_pause(ref):  # no jump may lead into its block
            raise cannot_cross(variable, variable.why, self.place)
        if not variable.static and self._kept_by_address(ref):
            return self._of_client(variable, "its address is taken, and may be used after the section")
        if ref in self.known.addressed and self._spans_pause(ref) and self._kept_anywhere(ref):
            return self._of_client(variable, "its address is taken, and it lives on while the lock is released")
        if variable.const and ref in self.values.kept:
            raise cannot_cross(variable, "it is const, and lives on while the lock is released", self.place)
        outside = self._used_outside(ref)
        if not outside and (ref not in self.values.kept or variable.static):
            return None
        if why := variable.why or self._bound(variable):
            return self._of_client(variable, why)
        if outside:
            self._alone(variable)
        written = not WRITES.isdisjoint(self.values.here.get(ref, ()))
        needed = ref in self.values.given or ref in self.values.kept
        unseen = outside and self.values.only_unseen_reads(ref)
        out = needed or unseen or (ref in self.values.after and written)
        direction = Direction.OUT if out else Direction.SECTION_LOCAL
        if not outside:
            direction = Direction.KEPT
        if direction is Direction.SECTION_LOCAL and self.values.read_here_alone(ref):
            with suppress(Refused):
                return self._of_client(variable, "it is read in the section alone, and set behind it, too")
        declaration, unused = _assignable(variable), not (self.values.uses(ref) or unseen)
        dropped = self._dropped(variable, out) if unused else ()
        return Capture(variable.name, declaration, variable.pointer, direction,
                       "declared in the section, used after it", outlives=True, idle=unused and not dropped,
                       dropped=dropped, nested=self._nested(variable), partly=unseen,
                       perhaps_unset=direction is Direction.KEPT or self.values.left_unset(ref))  # fmt: skip

    def _bound(self, variable: Variable) -> str:
        """Why the value of a variable declared in the section and used after it cannot be handed out, "" if it can."""
        if variable.static:
            return "it is static, declared in the section and used after it"
        if variable.elements or variable.volatile or variable.fixed:
            return "it is declared in the section and used after it"
        if variable.key in self.known.addressed and self._aligned(variable):
            return "its declaration says more than its type, and it is used after the section"
        kept = any(map(self.region.contains, self._kept(variable.key))) or self._holds_lock(variable.key)
        return "its address is taken, and it is declared in the section and used after it" if kept else ""

    def _of_client(self, variable: Variable, why: str) -> Capture:
        """A variable declared in the section, as if it were declared before it; refused if that cannot be."""
        bound = variable.why or variable.static or variable.api or self._aligned(variable)
        moved = None if bound else self._declaration(variable)
        if moved is None:
            raise cannot_cross(variable, why, self.place)
        self._alone(variable, everywhere=True)
        uses = self.values.uses(variable.key)
        array = variable.elements and not self.references.as_a_whole(variable, uses)
        pointer = pointer_to_array(variable) if variable.elements and not array else variable.pointer
        references = self.references.of(variable, uses)
        if moved.end == variable.where:
            references = (Reference(self.place(variable.where)), *references)
        return Capture(variable.name, variable.declaration, pointer, Direction.BY_REFERENCE, why, array=array,
                       outlives=True, references=references, moved=moved,
                       nested=self._nested(variable))  # fmt: skip

    def _aligned(self, variable: Variable) -> bool:
        """Does a variable's declaration have an alignment, or an attribute, which its type does not tell of?"""
        node, unit = self.known.declared[variable.key], self.layout.unit
        statement = self.known.graph.parent[id(node)]
        text = self.layout.source.text[statement.start : self.layout.end_of(statement)]
        macros = (m for word in re.findall(r"\w+", text) for m in unit.macros.get(word, []))
        return any(map(_ATTRIBUTE.search, [text, *(self.layout.sources(m.file).text[m.start : m.end] for m in macros)]))

    def _declaration(self, variable: Variable) -> Span | None:
        """What goes of the statement that declares nothing but a variable: all of it, or all before the name if it has
        a value; None if there is no such statement in a block.
        """
        node, parent = self.known.declared[variable.key], self.known.graph.parent
        statement = parent[id(node)]
        start, end = statement.start, self.layout.end_of(statement)
        alone = statement.kids == [node] and parent[id(statement)].kind == "COMPOUND_STMT"
        if not alone or variable.const or self.layout.expansion(start):
            return None
        source = self.layout.source
        if "=" not in source.text[start:end]:
            return source.span(start, end)
        plain = re.fullmatch(r"[\w\s*]+", source.text[start : variable.where])
        whole = variable.elements or variable.fixed or not plain
        whole = whole or any(n.kind == "INIT_LIST_EXPR" for n in node.kids)
        return None if whole else source.span(start, variable.where)

    def _dropped(self, variable: Variable, out: bool) -> tuple[Span, ...]:
        """The statement that declares a variable, and such as the section has no use for either, without values, or
        this one alone with a constant that nobody reads, ``out`` apart, where all builds have it.
        """
        parent, source = self.known.graph.parent, self.layout.source
        node = self.known.declared[variable.key]
        statement = parent[id(node)]
        start, end = statement.start, self.layout.end_of(statement)
        left = all(k.kind == "VAR_DECL" and self._is_left(k.ref) for k in statement.kids)
        if not left or parent[id(statement)].kind != "COMPOUND_STMT" or self.layout.expansion(start):
            return ()
        unread = not out and statement.kids == [node] and all(constant(value) is not None for value in operands(node))
        plain = not re.search("#" if unread else "[=#]", source.text[start:end])
        return (source.span(start, end),) if plain and same_condition(source.text, self.region.start, start) else ()

    def _is_left(self, ref: str) -> bool:
        """Does only what stands behind the section use a variable, or follows its releases?"""
        return self._used_outside(ref) and not self.values.uses(ref)

    def _used_outside(self, ref: str) -> bool:
        in_tail = any(n.ref == ref and self.region.in_tail(n.first) for n in self.known.names)
        return in_tail or self.values.used_behind(ref) or self.values.named_unseen(ref)

    def _kept_by_address(self, ref: str) -> bool:
        """Does a variable of the section live on behind it, and may it be used by its address there?"""
        graph = self.known.graph
        kept = any(map(self.region.contains, self._kept(ref)))
        return kept and self._looks_behind(graph.block_of(self.known.declared[ref]) or graph.function.body)

    def _kept(self, ref: str) -> list[int]:
        """Where a variable's address is taken and may be kept."""
        used = (event.node for event in self.known.events.get(ref, []))
        return [node.start for node in used if self.escapes.kept(node, self.known.graph.parent)]

    def _kept_anywhere(self, ref: str) -> bool:
        """May a variable be used by its address, so that it must not become another one at an exit?"""
        return bool(self._kept(ref)) or self._holds_lock(ref)

    def _holds_lock(self, ref: str) -> bool:
        return ref in self.known.addressed and self.escapes.holds_lock(self.layout.function.locals[ref])

    def require_short_lives(self) -> None:
        """What the client has in the block of its own in which the lock is released is gone when it takes that again:
        nobody may use it by its address then.
        """
        graph, parts = self.known.graph, {part for _, part in self.region.pauses}
        for node in self.layout.function.of_kinds("VAR_DECL", "COMPOUND_LITERAL_EXPR") if parts else ():
            end = next((end for start, end in parts if start <= node.start < end), None)
            block = graph.block_of(node)
            if end is None or block is None or block.end <= end:
                continue
            again = next(tail for _, tail in self.region.tails if tail > end)
            if self._kept_object(node) and self._looks_from(block, again):
                raise self._gone(node)

    def _kept_object(self, node: Node) -> bool:
        """Is it the declaration of a variable whose address may be kept, or a literal of which that is so?"""
        if node.kind == "COMPOUND_LITERAL_EXPR":
            return self.escapes.kept(node, self.known.graph.parent)
        return node.op == "local" and not self.layout.function.locals[node.ref].static and bool(self._kept(node.ref))

    def _gone(self, node: Node) -> Refused:
        """Why what a node declares or makes is not there for the section."""
        if node.kind == "COMPOUND_LITERAL_EXPR":
            place = self.place(node.start)
            return Refused(Code.STACK_BOUND.reason(place, construct="the address of a compound literal"))
        why = "its address is taken while the lock is released, and may be used after that"
        return cannot_cross(self.layout.function.locals[node.ref], why, self.place)

    def _looks_behind(self, block: Node) -> bool:
        """Does what follows the section in a block call anything but its releases, or look behind an address?"""
        return self._looks(block, lambda node: node.start >= self.region.start and not self.region.holds(node))

    def _looks_from(self, block: Node, start: int) -> bool:
        """Does a block do so from there on?"""
        return self._looks(block, lambda node: node.start >= start)

    def _looks(self, block: Node, there: Callable[[Node], bool]) -> bool:
        """Does a part of a block call anything but the section's releases, or look behind an address?"""
        releases = {self.region.end, *(start for start, _ in self.region.tails)}
        work = [block]
        while work:
            node = work.pop()
            behind = there(node)
            if node.kind == "CALL_EXPR" and node.start in releases and self._unlocks(node):
                continue
            looks = node.kind in _LOOKS and not (node.kind in LOOPS and runs_once(node))
            if behind and (looks or node.op == "->" or (node.op == "*" and len(node.kids) == 1)):
                return True
            work += node.kids
        return False

    def _unlocks(self, call: Node) -> bool:
        return self.escapes.pointers.api.op(callee(call).name) is Op.UNLOCK

    def _spans_pause(self, ref: str) -> bool:
        """Is it declared in a block in whose middle the lock is released for a while?"""
        node = self.known.declared[ref]
        block = self.known.graph.block_of(node) or node
        stops = [pause.at for pause, _ in self.region.pauses] + [call.start for _, call in self.region.waits]
        return any(node.start < stop < block.end for stop in stops)

    def _alone(self, variable: Variable, everywhere: bool = False) -> None:
        """Its declaration can only move if no other variable of that name is meant where it goes, or ``everywhere``."""
        ref = variable.key
        if self._hides(variable.name):
            raise Refused(Code.SHADOWED.reason(self.place(variable.where), variable=variable.name))
        tails = [tail for tail in self.region.tails if any(within(tail, n) for n in self.known.names if n.ref == ref)]
        for other in self.layout.function.locals.values():
            if other.name != variable.name or other.key == ref or not self._meets(variable, other):
                continue
            meant = any(within(tail, n) for tail in tails for n in self.known.names if n.ref == other.key)
            if everywhere or meant or not self._only_in_tails(ref):
                raise Refused(Code.SHADOWED.reason(self.place(variable.where), variable=variable.name))

    def _hides(self, name: str) -> bool:
        """Does what is declared outside of the function have a name where a variable of the client's would have it?

        That is from the acquisition on, to the end of the block that the section stands in.
        """
        start, blocks = self.region.entry.home, self.layout.function.of_kinds("COMPOUND_STMT")
        end = min(b.end for b in blocks if b.start <= start and self.region.end <= b.end)
        return any(start <= at < end for at in self._others_named(name))

    def hidden_in_section(self, name: str) -> bool:
        """Does the section name something of that name that is declared outside of the function?"""
        return any(map(self.region.contains, self._others_named(name)))

    def _others_named(self, name: str) -> Iterator[int]:
        """Where the function names what is declared outside of it by a name."""
        named = self.layout.function.of_kinds("DECL_REF_EXPR", "TYPE_REF")
        return (n.start for n in named if n.name == name and n.op not in ("local", "inner"))

    def _meets(self, variable: Variable, other: Variable) -> bool:
        """Is another variable about from the acquisition on, or, for one of an inner block, in the section?"""
        start, end = self.region.entry.home, self.known.scope(variable)[1]
        if self._nested(variable):
            start, end = self.region.start, self.region.end
        last = self.known.scope(other)[1]
        return other.where < end and start < last

    def _nested(self, variable: Variable) -> bool:
        """Is a variable of the section's declared in a block that stands in the section?"""
        return self.known.scope(variable)[0] >= self.region.start

    def _only_in_tails(self, ref: str) -> bool:
        """Is what a variable of the section has behind it only used in what follows its inner releases?"""
        return not self.values.used_behind(ref) and ref not in self.values.kept | self.values.given


def _assignable(variable: Variable) -> str:
    """The declaration without the const that would forbid to assign the value where it outlives the section."""
    if not variable.const:
        return variable.declaration
    pointer = f"*const {variable.name}"
    if pointer in variable.declaration:
        return variable.declaration.replace(pointer, f"*{variable.name}")
    return re.sub(r"\bconst ", "", variable.declaration, count=1)
