# SPDX-License-Identifier: MIT
"""Which local variables a section needs, and which way each crosses its edge."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rcl.analyse import unnamed
from rcl.analyse.escapes import Escapes
from rcl.analyse.graph import Block, Event, Graph
from rcl.analyse.liveness import WRITES, Names, assigned_before, effects_of, live_before, live_behind
from rcl.analyse.region import Layout
from rcl.analyse.text import as_written, conditional_parts
from rcl.analyse.tree import Node, Variable, callee
from rcl.analyse.types import LIST
from rcl.errors import Code
from rcl.model import Capture, Direction, Op, Place, Reason, Reference, Span

#: what may use an object by its address, or lead back to where that may be
_LOOKS = frozenset({"CALL_EXPR", "ARRAY_SUBSCRIPT_EXPR", "GOTO_STMT", "INDIRECT_GOTO_STMT"})
#: what a declaration may say of a variable besides its type
_ATTRIBUTE = re.compile(r"\b(_Alignas|alignas|__attribute|__attribute__)\b|\[\[")
_BY_LIST = re.compile(r"v\w*(?:printf|scanf|syslog)")
#: a declaration of a list of arguments, not of a pointer to one
_LIST = re.compile(r"va_list \w+$")
_NAME = re.compile(r"\b[A-Za-z_]\w*")
#: a struct of more bytes than this is passed by reference
LARGEST_COPY = 64


class Refused(Exception):
    """The section cannot be shipped."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason


@dataclass(frozen=True)
class Extent:
    """Where a section stands. ``tails`` are the parts of it that leave: inner releases and what follows."""

    start: int
    end: int
    tails: tuple[tuple[int, int], ...]

    def contains(self, offset: int) -> bool:
        """Does the section itself (not a tail) hold this offset?"""
        return self.start <= offset < self.end and not self.in_tail(offset)

    def in_tail(self, offset: int) -> bool:
        """Does a tail hold this offset?"""
        return any(a <= offset < b for a, b in self.tails)


@dataclass(frozen=True)
class Region(Extent):
    """A section's extent, and where control enters and leaves it in its function.

    ``call`` is its acquisition if the section begins with the statement that uses the result: but for the call itself.
    ``apart`` are statements in it that are its client's.
    """

    entry: Block
    #: the block of each way out, and whether control leaves before it, or behind it
    exits: tuple[tuple[Block, bool], ...]
    #: the blocks of those releases after which the section goes on, and what the client does in between
    pauses: tuple[tuple[Block, tuple[int, int]], ...] = ()
    #: the waits behind which it goes on
    waits: tuple[tuple[Block, Node], ...] = ()
    call: Node | None = None
    apart: tuple[Node, ...] = ()

    def contains(self, offset: int) -> bool:
        """Does the section itself (not a tail, nor what is its client's) hold this offset?"""
        others = (self.call, *self.apart) if self.call else self.apart
        return super().contains(offset) and not any(n.start <= offset < n.end for n in others)

    @property
    def extent(self) -> Extent:
        """Where it stands, and no more."""
        return Extent(self.start, self.end, self.tails)

    def ends_in(self, node: Node, parent: Mapping[int, Node]) -> bool:
        """Does the section end, on some way, in the block that a declaration or literal stands in?"""
        while node.kind not in ("COMPOUND_STMT", "FOR_STMT"):
            node = parent[id(node)]
        return node.end > self.end or any(node.start <= start < node.end for start, _ in self.tails)


class Locals:
    """What is known of a function's variables for all its sections."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        function = graph.function
        self.live = live_before(graph, effects_of(graph))
        self.assigned = assigned_before(graph, function.parameters)
        self.events: dict[str, list[Event]] = {}
        for block in graph.blocks:
            for event in block.events:
                if event.kind != "call":
                    self.events.setdefault(event.ref, []).append(event)
        self.addressed = {
            ref for ref, events in self.events.items() if any(e.kind == "a" for e in events)
        }
        self.names = [n for n in function.nodes if n.kind == "DECL_REF_EXPR" and n.op == "local"]
        self.declared = {n.ref: n for n in function.nodes if n.kind == "VAR_DECL"}


@dataclass
class Captures:
    """The captures of one section."""

    layout: Layout
    known: Locals
    region: Region
    place: Callable[[int], Place]
    escapes: Escapes
    #: the captures by their variable's key
    found: dict[str, Capture] = field(init=False)
    #: the names that stand in an #if of the section: who knows what other builds do with their variables
    built_otherwise: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        text = self.layout.source.text[self.region.start : self.region.end]
        self.built_otherwise = frozenset(name for part in conditional_parts(text) for name in _NAME.findall(part))
        self._flow()
        self._require_short_lives()
        self.found = self._all()

    def _all(self) -> dict[str, Capture]:
        uses: dict[str, list[Node]] = {}
        wanted = {ref for ref in self.known.declared if self._inside(ref)}
        for node in self.known.names:
            if self.region.contains(node.start):
                uses.setdefault(node.ref, []).append(node)
                wanted.add(node.ref)
        captures: dict[str, Capture] = {}
        variables = self.layout.function.locals
        for ref in sorted(wanted, key=lambda r: (variables[r].where, r)):
            capture = self._capture(variables[ref], uses.get(ref, []))
            if capture is not None:
                captures[ref] = self._as_written(variables[ref], capture)
        self._names_differ(captures, uses)
        self._names_reach(captures)
        return captures

    def _as_written(self, variable: Variable, capture: Capture) -> Capture:
        """The capture with its declaration in the source's own words."""
        text, where = self.layout.source.text, variable.where
        if variable.file != self.layout.function.file or not text.startswith(variable.name, where):
            return capture
        declaration, pointer = (as_written(t, text, where) for t in (capture.declaration, capture.pointer))
        return replace(capture, declaration=declaration, pointer=pointer)

    def _require_short_lives(self) -> None:
        """What a tail declares must not be named outside of it: the client would have it in a block of its own."""
        declared = self.known.declared
        tails = {ref: tail for ref, node in declared.items() for tail in self.region.tails if _in(tail, node)}
        for name in self.known.names:
            if name.ref in tails and not _in(tails[name.ref], name):
                variable = self.layout.function.locals[name.ref]
                why = "it is declared while the lock is released, and used after that"
                raise Refused(self._refusal(variable, why))

    def _live(self, block: Block | None, before: bool) -> Names:
        """What is live at a way out: behind a release, or ``before`` what keeps the lock or uses a release's result."""
        return self.known.live[block.number][0 if before else 1] if block else frozenset()

    def _live_behind(self, block: Block, call: Node) -> Names:
        return live_behind(block, self.known.live[block.number][1], call)

    def live_after(self, block: Block | None, before: bool) -> tuple[str, ...]:
        """The captures whose new value is needed behind a way out."""
        return self._new_values(self._live(block, before))

    def live_after_wait(self, block: Block, call: Node) -> tuple[str, ...]:
        """The captures whose new value is needed behind a wait."""
        return self._new_values(self._live_behind(block, call))

    def _new_values(self, live: Names) -> tuple[str, ...]:
        out = (Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        return tuple(sorted({c.name for ref, c in self.found.items() if c.direction in out and ref in live}))

    def changed(self, start: int, end: int) -> tuple[str, ...]:
        """The captures by value that the code between two offsets changes."""
        written = self._written(start, end)
        by_value = (Direction.IN, Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        return tuple(sorted(c.name for ref, c in self.found.items() if ref in written and c.direction in by_value))

    def used(self, start: int, end: int) -> tuple[str, ...] | None:
        """The captures that the code between two offsets names, None if it may leave: who knows what is used then."""
        refs = self._named(start, end)
        return None if refs is None else tuple(sorted(c.name for ref, c in self.found.items() if ref in refs))

    def _named(self, start: int, end: int) -> Names | None:
        """The variables that the code between two offsets names, None if it may leave."""
        leaves = (node for node, target in self.known.graph.jumps if not isinstance(target, Node))
        if any(start <= node.start < end for node in leaves):
            return None
        return frozenset(n.ref for n in self.known.names if start <= n.start < end)

    def only_in_tail(self, start: int, end: int) -> tuple[str, ...]:
        """The captures declared in the section that only the tail between two offsets uses."""
        used = {n.ref for n in self.known.names if start <= n.start < end}
        return tuple(sorted({
            c.name for ref, c in self.found.items()
            if c.outlives and not c.moved and ref in used and ref not in self.given and not self._after(ref)
        }))  # fmt: skip

    def _flow(self) -> None:
        region, graph = self.region, self.known.graph

        def inside(event: Event) -> bool:
            return region.contains(event.node.start)

        paused = {block.number: self._live(block, False) for block, _ in region.pauses}
        waiting = {block.number: self._live_behind(block, call) for block, call in region.waits}
        left = {b.number: self._live(b, before) for b, before in region.exits if b.number not in paused}
        self.kept = frozenset[str]().union(*paused.values(), *waiting.values())
        self.after = frozenset[str]().union(*left.values())
        for block, span in region.pauses:
            named = self._named(*span)
            self.after |= paused[block.number] if named is None else paused[block.number] & named
        at_exits = {**left, **paused, **waiting}
        self.given = frozenset[str]().union(*(self._given(*span) for _, span in region.pauses))
        effects = effects_of(graph, inside)
        behind = 0 if region.call else 1
        self.exposed = live_before(graph, effects)[region.entry.number][behind]
        self.needed = live_before(graph, effects, at_exits)[region.entry.number][behind]
        self.assigned = self.known.assigned.get(region.entry.number, frozenset())
        self.here = {
            ref: {e.kind for e in events if inside(e)} for ref, events in self.known.events.items()
        }

    def _given(self, start: int, end: int) -> Names:
        """What the client's part of a pause writes and the section reads behind it."""
        written = self._written(start, end)
        again = next((b for b in self.known.graph.blocks if b.at == end), None)
        return written & (self.known.live[again.number][0] if again else written)

    def _written(self, start: int, end: int) -> Names:
        """The variables to which the code between two offsets may give a value."""
        return frozenset(
            ref for ref, events in self.known.events.items()
            if any(e.kind in WRITES and start <= e.node.start < end for e in events)
        )  # fmt: skip

    def _uses(self, ref: str) -> list[Node]:
        """Where the section names a variable."""
        return [n for n in self.known.names if n.ref == ref and self.region.contains(n.start)]

    def _inside(self, ref: str) -> bool:
        """Is the variable declared in the section?"""
        node = self.known.declared.get(ref)
        return node is not None and self.region.contains(node.start)

    def _after(self, ref: str) -> bool:
        """Is the variable used behind the section?"""
        return any(
            n.ref == ref and not self.region.start <= n.start < self.region.end
            for n in self.known.names
        )

    def _capture(self, variable: Variable, uses: list[Node]) -> Capture | None:
        if self._inside(variable.key):
            return self._outliving(variable)
        copied = variable.why == LIST and self._copied(variable, uses)
        if copied:
            name = variable.name
            variable = replace(variable, why="", declaration=f"va_list {name}", pointer=f"va_list *{name}")
        known = unnamed.named(self.layout, self.known.declared, variable) if variable.why else (variable, None)
        if known is None:
            raise Refused(self._refusal(variable, variable.why))
        variable, type_of = known
        direction, why = self._direction(variable)
        if direction is Direction.OUT and self._perhaps_unset(variable, uses):
            direction, why = Direction.BY_REFERENCE, "written on some paths, and without a value before"
        array = variable.elements and not self._as_a_whole(uses)
        pointer = variable.pointer
        if variable.elements and not array:
            pointer = _pointer_to_array(variable)
        references: tuple[Reference, ...] = ()
        if direction is Direction.BY_REFERENCE:
            references = self._references(variable, uses)
        return Capture(variable.name, variable.declaration, pointer, direction, why,
                       array=array, references=references, type_of=type_of,
                       copied=copied)  # fmt: skip

    def _copied(self, variable: Variable, uses: list[Node]) -> bool:
        """May a section have a copy of a list of arguments, which the client ends behind the call?

        It must not be used behind the section, whose functions must not leave it to go on with: those of libc do not.
        """
        behind = any(n.ref == variable.key and n.start >= self.region.end for n in self.known.names)
        alone = not behind and not self.region.tails and len(self.region.exits) == 1
        return alone and all(self._is_printed(use) for use in uses)

    def _is_printed(self, use: Node) -> bool:
        """Is a list an argument of one of libc's functions that write or read by it?"""
        above = self.known.graph.parent.get(id(use))
        return above is not None and above.kind == "CALL_EXPR" and _BY_LIST.fullmatch(callee(above).name) is not None

    def _perhaps_unset(self, variable: Variable, uses: list[Node]) -> bool:
        """Has a variable that is read behind the section no value on some way there, and could it be a pointer?

        What has no value must not be copied.
        """
        ref = variable.key
        in_part = self.here[ref] & {"pw", "x"}
        if in_part or ref not in self.needed or ref in self.kept | self.given:
            return False
        try:
            self._references(variable, uses)
        except Refused:
            return False
        return True

    def _as_a_whole(self, uses: list[Node]) -> bool:
        """Is it an operand of & or sizeof, where an array is not the same as a pointer to its first element?"""
        for node in uses:
            above = self.known.graph.parent.get(id(node))
            while above is not None and above.kind == "PAREN_EXPR":
                above = self.known.graph.parent.get(id(above))
            if above is not None and (above.kind == "CXX_UNARY_EXPR" or
                                      (above.kind == "UNARY_OPERATOR" and above.op == "&")):  # fmt: skip
                return True
        return False

    def _refusal(self, variable: Variable, why: str) -> Reason:
        place = self.place(variable.where)
        if "va_list" in why or "variable length" in why:
            return Code.STACK_BOUND.reason(place, construct=f"{variable.name}: {why}")
        return Code.CAPTURE_TYPE.reason(place, variable=variable.name, why=why)

    def _direction(self, variable: Variable) -> tuple[Direction, str]:
        """Which way a variable from outside goes, and why."""
        ref = variable.key
        if variable.elements:
            return Direction.BY_REFERENCE, "an array"
        if ref in self.layout.function.cleaned:
            return Direction.BY_REFERENCE, "its clean-up function has its address"
        if _LIST.search(variable.declaration):
            return Direction.BY_REFERENCE, "a list of arguments"
        if variable.static:
            return Direction.BY_REFERENCE, "a static variable"
        if variable.volatile:
            return Direction.BY_REFERENCE, "volatile or _Atomic"
        if ref in self.known.addressed:
            return Direction.BY_REFERENCE, "its address is taken"
        if variable.size > LARGEST_COPY:
            return Direction.BY_REFERENCE, f"{variable.size} bytes"
        written = bool(self.here.get(ref, set()) & {"w", "pw", "x"})
        may_have_value = ref in self.assigned
        if written and may_have_value and variable.name in self.built_otherwise:
            handed_on = ref in self.after | self.kept
            return Direction.IN_OUT if handed_on else Direction.IN, "another build may leave it as it was"
        if not written and not may_have_value and ref in self.given:
            return Direction.KEPT, "the client gives it while the lock is released"
        if not written:
            return Direction.IN, "read"
        if ref in self.after:
            if ref in self.needed and may_have_value:
                both = ref in self.exposed
                return Direction.IN_OUT, "read and written" if both else "written on some paths"
            return Direction.OUT, "written, read afterwards"
        if ref in self.kept:
            if ref in self.needed and may_have_value:
                return Direction.IN_OUT, "read and written, kept while the lock is released"
            return Direction.KEPT, "written, and kept while the lock is released"
        if ref in self.exposed and may_have_value:
            return Direction.IN, "read; changes stay inside"
        if ref in self.given:
            return Direction.KEPT, "written, and given by the client while the lock is released"
        if may_have_value and self._only_set_outside(ref):
            return Direction.IN, "written first; its value from before has no other use"
        return Direction.SECTION_LOCAL, "written first, not read afterwards"

    def _only_set_outside(self, ref: str) -> bool:
        """Is a variable set outside of the section, by more than its declaration, and not used there?

        The compiler would complain of it; a declaration alone goes away with the section.
        """
        outside = [e for e in self.known.events.get(ref, []) if not self.region.contains(e.node.start)]
        stays = any(e.kind == "w" and _more_than_declared(e.node) for e in outside)
        return stays and all(e.kind in ("w", "d") for e in outside)

    def _outliving(self, variable: Variable) -> Capture | None:
        """A variable declared in the section is a capture only if it is used behind it."""
        ref = variable.key
        if any(n.ref == ref for node in self.region.apart for n in node.walk()):
            return self._of_client(variable, "its client gives it a value")
        if not variable.static and self._kept_by_address(ref):
            return self._of_client(variable, "its address is taken, and may be used after the section")
        if ref in self.known.addressed and self._spans_pause(ref) and self._kept_anywhere(ref):
            return self._of_client(variable, "its address is taken, and it lives on while the lock is released")
        if variable.const and ref in self.kept:
            raise Refused(self._refusal(variable, "it is const, and lives on while the lock is released"))
        in_tail = any(n.ref == ref and self.region.in_tail(n.start) for n in self.known.names)
        outside = in_tail or self._after(ref)
        if not outside and (ref not in self.kept or variable.static):
            return None
        if why := variable.why or self._bound(variable):
            return self._of_client(variable, why)
        self._alone(variable)
        written = not WRITES.isdisjoint(self.here.get(ref, ()))
        out = ref in self.given or (ref in self.after and written)
        direction = Direction.OUT if out else Direction.SECTION_LOCAL
        if not outside:
            direction = Direction.KEPT
        declaration = _assignable(variable)
        idle = not written and not self._uses(ref)
        return Capture(variable.name, declaration, variable.pointer, direction,
                       "declared in the section, used after it", outlives=True, idle=idle,
                       nested=self._nested(variable))  # fmt: skip

    def _bound(self, variable: Variable) -> str:
        """Why the value of a variable declared in the section and used after it cannot be handed out, "" if it can."""
        if variable.static:
            return "it is static, declared in the section and used after it"
        if variable.elements or variable.volatile:
            return "it is declared in the section and used after it"
        if variable.key in self.known.addressed and self._aligned(variable):
            return "its declaration says more than its type, and it is used after the section"
        kept = variable.key in self.known.addressed and self._kept_anywhere(variable.key)
        return "its address is taken, and it is declared in the section and used after it" if kept else ""

    def _of_client(self, variable: Variable, why: str) -> Capture:
        """A variable declared in the section, as if it were declared before it; refused if that cannot be."""
        bound = variable.why or variable.static or variable.api or self._aligned(variable)
        moved = None if bound else self._declaration(variable)
        if moved is None:
            raise Refused(self._refusal(variable, why))
        self._alone(variable, everywhere=True)
        uses = self._uses(variable.key)
        array = variable.elements and not self._as_a_whole(uses)
        pointer = _pointer_to_array(variable) if variable.elements and not array else variable.pointer
        references = self._references(variable, uses)
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
        block = parent.get(id(statement))
        start, end = statement.start, self.layout.end_of(statement)
        alone = statement.kind == "DECL_STMT" and [k for k in statement.kids if k.kind == "VAR_DECL"] == [node]
        alone = alone and not self.region.in_tail(start) and not variable.const
        if not alone or block is None or block.kind != "COMPOUND_STMT" or self.layout.expansion(start):
            return None
        source = self.layout.source
        if "=" not in source.text[start:end]:
            return source.span(start, end)
        plain = re.fullmatch(r"[\w\s*]+", source.text[start : variable.where])
        whole = variable.elements or any(n.kind == "INIT_LIST_EXPR" for n in node.kids) or not plain
        return None if whole else source.span(start, variable.where)

    def _kept_by_address(self, ref: str) -> bool:
        """Does a variable of the section live on behind it, and may it be used by its address there?"""
        declared, parent = self.known.declared[ref], self.known.graph.parent
        if not self.region.ends_in(declared, parent) or not any(map(self.region.contains, self._kept(ref))):
            return False
        return self._looks_behind(parent[id(parent[id(declared)])])

    def _kept(self, ref: str) -> list[int]:
        """Where a variable's address is taken and may be kept."""
        taken = (e.node for e in self.known.events.get(ref, []) if e.kind == "a")
        return [node.start for node in taken if self.escapes.kept(node, self.known.graph.parent)]

    def _kept_anywhere(self, ref: str) -> bool:
        """May a variable be used by its address, so that it must not become another one at an exit?"""
        return bool(self._kept(ref)) or self.escapes.holds_lock(self.layout.function.locals[ref])

    def _looks_behind(self, block: Node) -> bool:
        """Does what follows the section in a block call anything but its releases, or look behind an address?"""
        releases = {self.region.end, *(start for start, _ in self.region.tails)}
        work = [block]
        while work:
            node = work.pop()
            behind = node.start >= self.region.start and not self.region.contains(node.start)
            if node.kind == "CALL_EXPR" and node.start in releases and self._unlocks(node):
                continue
            if behind and (node.kind in _LOOKS or node.op == "->" or (node.op == "*" and len(node.kids) == 1)):
                return True
            work += node.kids
        return False

    def _unlocks(self, call: Node) -> bool:
        return self.escapes.pointers.api.op(callee(call).name) is Op.UNLOCK

    def _spans_pause(self, ref: str) -> bool:
        """Is it declared in a block in whose middle the lock is released for a while?"""
        node, parent = self.known.declared[ref], self.known.graph.parent
        block = parent.get(id(parent.get(id(node), node)), node)
        stops = [pause.at for pause, _ in self.region.pauses] + [call.start for _, call in self.region.waits]
        return any(node.start < stop < block.end for stop in stops)

    def _alone(self, variable: Variable, everywhere: bool = False) -> None:
        """Its declaration can only move if no other variable of that name is meant where it goes, or ``everywhere``."""
        ref = variable.key
        tails = [tail for tail in self.region.tails if any(_in(tail, n) for n in self.known.names if n.ref == ref)]
        for other in self.layout.function.locals.values():
            if other.name != variable.name or other.key == ref or not self._meets(variable, other):
                continue
            meant = any(_in(tail, n) for tail in tails for n in self.known.names if n.ref == other.key)
            if everywhere or meant or not self._only_in_tails(ref):
                raise Refused(Code.SHADOWED.reason(self.place(variable.where), variable=variable.name))

    def _meets(self, variable: Variable, other: Variable) -> bool:
        """Is another variable about in the section's block, or, for one of an inner block, in the section?"""
        start, end = (self.region.start, self.region.end) if self._nested(variable) else self._scope(variable)
        first, last = self._scope(other)
        return first < end and start < last

    def _nested(self, variable: Variable) -> bool:
        """Is a variable of the section's declared in a block that stands in the section?"""
        return self._scope(variable)[0] >= self.region.start

    def _scope(self, variable: Variable) -> tuple[int, int]:
        """The block that declares a variable, or all of the function, whose parameter it is."""
        node = self.known.declared.get(variable.key)
        while node is not None and node.kind not in ("COMPOUND_STMT", "FOR_STMT"):
            node = self.known.graph.parent.get(id(node))
        function = self.layout.function
        return (node.start, node.end) if node is not None else (function.start, function.end)

    def _only_in_tails(self, ref: str) -> bool:
        """Is what a variable of the section has behind it only used in what follows its inner releases?"""
        return not self._after(ref) and ref not in self.kept | self.given

    def _names_differ(self, captures: dict[str, Capture], uses: dict[str, list[Node]]) -> None:
        """Captures must not share a name, nor meet a declaration of that name at the section's top.

        Those that are declared in the section, and go no further than what follows its inner releases, may.
        """
        seen: dict[str, Capture] = {}
        for ref, capture in captures.items():
            first = seen.setdefault(capture.name, capture)
            alike = capture.outlives and first.outlives and first.declaration == capture.declaration
            alike = alike and Direction.BY_REFERENCE not in (first.direction, capture.direction)
            clash = first is not capture and not alike
            for other, node in self.known.declared.items():
                above = self.known.graph.parent.get(id(node))
                block = self.known.graph.parent.get(id(above))
                top = block is not None and block.start <= self.region.start
                if node.name == capture.name and other != ref and top and self._inside(other):
                    clash = True
            if clash:
                where = self.layout.function.locals[ref].where
                raise Refused(Code.SHADOWED.reason(self.place(where), variable=capture.name))

    def _names_reach(self, captures: dict[str, Capture]) -> None:
        """What is handed on at a way out must not be hidden there, by what a block of the section's declares."""
        variables = self.layout.function.locals
        ends = [start for start, _ in self.region.tails] + [call.start for _, call in self.region.waits]
        handed = (Direction.OUT, Direction.IN_OUT, Direction.KEPT)
        for ref, capture in captures.items():
            first, last = self._scope(variables[ref])
            seen = [end for end in ends if capture.direction in handed and first < end < last]
            for other in variables.values():
                if other.name != capture.name or other.key == ref or not self._inside(other.key):
                    continue
                if any(self.known.declared[other.key].start < end < self._scope(other)[1] for end in seen):
                    raise Refused(Code.SHADOWED.reason(self.place(other.where), variable=capture.name))

    # ------------------------------------------------------------------ uses by reference

    def references(self, ref: str) -> tuple[Reference, ...] | None:
        """Where the section names a variable, None if a macro hides that."""
        uses = self._uses(ref)
        try:
            return self._references(self.layout.function.locals[ref], uses) if uses else ()
        except Refused:
            return None

    def _references(self, variable: Variable, uses: list[Node]) -> tuple[Reference, ...]:
        found: dict[int, Reference] = {}
        for node in uses:
            found[node.first] = self._reference(variable, node)
        return tuple(found[k] for k in sorted(found))

    def _reference(self, variable: Variable, node: Node) -> Reference:
        text, name = self.layout.source.text, variable.name
        at = node.first
        covering = self.layout.expansion(node.start)
        hidden = covering is not None and not covering.start < at < covering.end
        if hidden or text[at : at + len(name)] != name:
            raise Refused(Code.HIDDEN_NAME.reason(self.place(node.start), variable=name))
        above = self.known.graph.parent.get(id(node))
        ampersand, dot = 0, False
        if above is not None and above.kind == "UNARY_OPERATOR" and above.op == "&":
            if text[above.first : at].strip() != "&":
                raise Refused(Code.HIDDEN_NAME.reason(self.place(node.start), variable=name))
            ampersand = at - above.first
        if above is not None and above.kind == "MEMBER_REF_EXPR" and above.op == ".":
            after = self.layout.source.skip_blank(at + len(name))
            dot = text[after : after + 1] == "."
            if not dot:
                raise Refused(Code.HIDDEN_NAME.reason(self.place(node.start), variable=name))
        return Reference(self.place(at), ampersand, dot)


def _in(tail: tuple[int, int], node: Node) -> bool:
    return tail[0] <= node.start < tail[1]


def _more_than_declared(node: Node) -> bool:
    return node.kind != "VAR_DECL" or any(n.kind == "CALL_EXPR" for n in node.walk())


def _assignable(variable: Variable) -> str:
    """The declaration without the const that would forbid to assign the value where it outlives the section."""
    if not variable.const:
        return variable.declaration
    pointer = f"*const {variable.name}"
    if pointer in variable.declaration:
        return variable.declaration.replace(pointer, f"*{variable.name}")
    return re.sub(r"\bconst ", "", variable.declaration, count=1)


def _pointer_to_array(variable: Variable) -> str:
    """A pointer to the whole array: ``char (*key)[251]``."""
    name = variable.name
    pointer = f"(*{name})" if f"{name}[" in variable.declaration else f"*{name}"
    return re.sub(rf"\b{name}\b(?=\[|$)", pointer, variable.declaration, count=1)


def merged(one: Capture, two: Capture) -> Capture | None:
    """The capture that serves two builds of the same section, or None if there is none."""
    if (one.declaration, one.outlives, one.array) != (two.declaration, two.outlives, two.array):
        return None
    if one.direction is two.direction:
        references = tuple(sorted({*one.references, *two.references}, key=lambda r: r.place))
        return replace(one, references=references)
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
