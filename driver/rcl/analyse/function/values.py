# SPDX-License-Identifier: MIT
"""What becomes of the values of a function's variables: in a section, before it, and behind it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rcl.analyse.function.extents import Region
from rcl.analyse.function.liveness import WRITES, Names, assigned_before, effects_of, live_before, live_behind
from rcl.analyse.unit.graph import Block, Event
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.tree import Node, Variable, changes, saving_calls
from rcl.analyse.unit.written import all_idle


class Locals:
    """What is known of a function's variables for all its sections."""

    def __init__(self, layout: Layout) -> None:
        self.graph = graph = layout.graph
        #: what its build makes nothing of
        self.idle = list(all_idle(layout))
        function = graph.function
        self.live = self._live()
        self.assigned = assigned_before(graph, function.parameters)
        self.events: dict[str, list[Event]] = {}
        #: the blocks that give a variable a value, by their numbers
        self.setting: defaultdict[str, set[int]] = defaultdict(set)
        for block in graph.blocks:
            for event in block.events:
                if event.kind != "call":
                    self.events.setdefault(event.ref, []).append(event)
                if event.kind in WRITES:
                    self.setting[event.ref].add(block.number)
        self.addressed = {
            ref for ref, events in self.events.items() if any(e.kind == "a" for e in events)
        }
        self.names = [n for n in function.of_kinds("DECL_REF_EXPR") if n.op == "local"]
        self.declared = {n.ref: n for n in function.of_kinds("VAR_DECL")}

    def _live(self) -> dict[int, tuple[Names, Names]]:
        """What is live where each block starts and ends: any may come back to where a place is saved."""
        graph = self.graph
        live, saving = live_before(graph, effects_of(graph)), {id(call) for call in saving_calls(graph.function)}
        saved = [block for block in graph.blocks if saving and any(id(e.node) in saving for e in block.events)]
        back = frozenset[str]().union(*(live[block.number][1] for block in saved))
        return {number: (start | back, end | back) for number, (start, end) in live.items()} if back else live

    def declaring(self, variable: Variable) -> set[int]:
        """The numbers of the blocks that declare a variable: before them it has no value."""
        node = self.declared.get(variable.key)
        return {b.number for b in self.graph.blocks if any(event.node is node for event in b.events)} if node else set()

    def scope(self, variable: Variable) -> tuple[int, int]:
        """The block that declares a variable, or all of the function, whose parameter it is."""
        node = self.declared.get(variable.key)
        block = self.graph.block_of(node) if node else None
        function = self.graph.function
        return (block.start, block.end) if block else (function.start, function.end)


@dataclass(frozen=True)
class UnseenBehind:
    """The variables that what this build makes nothing of names outside of a section."""

    #: where it does, and where it may give them other values
    places: Sequence[tuple[str, int]] = ()
    changed: Sequence[tuple[str, int]] = ()
    #: those that it may read behind a block, by the blocks' numbers
    behind: Mapping[int, Names] = field(default_factory=dict)


@dataclass
class Values:
    """What a section does with values, and its function behind it."""

    known: Locals
    region: Region
    unseen: UnseenBehind = UnseenBehind()
    #: the variables whose values are needed behind a pause or a wait, and those behind a way out
    kept: Names = field(init=False)
    after: Names = field(init=False)
    #: those that its client writes during a pause, for the section
    given: Names = field(init=False)
    #: those that are read before they are written, in the section alone, and before one of its ends is reached
    exposed: Names = field(init=False)
    needed: Names = field(init=False)
    #: those that may have a value where it begins
    assigned: Names = field(init=False)
    #: what happens to a variable in the section, by the kinds of its events
    here: dict[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        region, graph = self.region, self.known.graph

        def inside(event: Event) -> bool:
            return region.holds(event.node)

        paused = {block.number: self.live(block, False) for block, _ in region.pauses}
        waiting = {block.number: self.live_behind(block, call) for block, call in region.waits}
        left = {b.number: self.live(b, before) for b, before in region.exits if b.number not in paused}
        self.kept = frozenset[str]().union(*paused.values(), *waiting.values())
        self.after = frozenset[str]().union(*left.values())
        for block, span in region.pauses:
            named = self.named(*span)
            self.after |= paused[block.number] if named is None else paused[block.number] & named
        at_exits = {**left, **paused, **waiting}
        self.given = frozenset[str]().union(*(self._given(*span) for _, span in region.pauses))
        effects = effects_of(graph, inside)
        entry = region.entry
        self.exposed = live_before(graph, effects, asked=entry)[entry.number][0]
        self.needed = live_before(graph, effects, at_exits, asked=entry)[entry.number][0]
        entries = {block.number for block in (region.entry, region.behind) if block}
        self.assigned = frozenset[str]().union(*(self.known.assigned.get(number, ()) for number in entries))
        self.here = {
            ref: {e.kind for e in events if inside(e)} for ref, events in self.known.events.items()
        }

    def live(self, block: Block | None, before: bool) -> Names:
        """What is live at a way out: behind a release, or ``before`` what keeps the lock or uses a release's result."""
        return self.known.live[block.number][0 if before else 1] | self._unseen(block) if block else frozenset()

    def needed_behind(self, ref: str, start: int, end: int) -> bool:
        """Is a variable's value needed behind the code between two offsets?"""
        def inside(block: Block) -> bool:
            return any(start <= event.node.start < end for event in block.events)

        left = (e.to for block in self.known.graph.blocks if inside(block) for e in block.out if not inside(e.to))
        return any(ref in self.known.live[block.number][0] for block in left)

    def live_behind(self, block: Block, call: Node) -> Names:
        """What is live behind a wait."""
        return live_behind(block, self.known.live[block.number][1] | self._unseen(block), call)

    def _unseen(self, block: Block) -> Names:
        return self.unseen.behind.get(block.number, frozenset())

    def _given(self, start: int, end: int) -> Names:
        """What the client's part of a pause writes and the section reads behind it."""
        written = self.written(start, end)
        again = next((b for b in self.known.graph.blocks if b.at == end), None)
        return written & (self.known.live[again.number][0] if again else written)

    def named(self, start: int, end: int) -> Names | None:
        """The variables that the code between two offsets names, None if it may leave."""
        leaves = (node for node, target in self.known.graph.jumps if not isinstance(target, Node))
        if any(start <= node.start < end for node in leaves):
            return None
        names = (*((n.ref, n.start) for n in self.known.names), *self.unseen.places)
        return frozenset(ref for ref, at in names if start <= at < end)

    def written(self, start: int, end: int) -> Names:
        """The variables to which the code between two offsets may give a value."""
        seen = ((ref, e.node.start) for ref, events in self.known.events.items() for e in events if e.kind in WRITES)
        return frozenset(ref for ref, at in (*seen, *self.unseen.changed) if start <= at < end)

    def uses(self, ref: str) -> list[Node]:
        """Where the section names a variable."""
        return [n for n in self.known.names if n.ref == ref and self.region.names(n)]

    def inside(self, ref: str) -> bool:
        """Is the variable declared in the section?"""
        node = self.known.declared.get(ref)
        return node is not None and self.region.contains(node.start)

    def used_behind(self, ref: str) -> bool:
        """Is the variable used behind the section?"""
        return any(
            n.ref == ref and not self.region.start <= n.start < self.region.end
            for n in self.known.names
        )

    def named_unseen(self, ref: str) -> bool:
        """May what this build makes nothing of name a variable outside of the section, where that may lead to?"""
        return any(ref == one for one, _ in self.unseen.places)

    def only_set_outside(self, ref: str) -> bool:
        """Is a variable set outside of the section, by more than its declaration, and not used there?

        The compiler would complain of it; a declaration alone goes away with the section.
        """
        outside = [e for e in self.known.events.get(ref, []) if not self.region.contains(e.node.start)]
        stays = any(e.kind == "w" and _more_than_declared(e.node) for e in outside)
        return stays and all(e.kind in ("w", "d") for e in outside)

    def only_unseen_reads(self, ref: str) -> bool:
        """May only what this build makes nothing of read a variable behind the section? The compiler would complain."""
        outside = (e for e in self.known.events.get(ref, []) if not self.region.contains(e.node.start))
        return self.named_unseen(ref) and all(e.kind in ("w", "d") for e in outside)

    def read_here_alone(self, ref: str) -> bool:
        """Is a variable that is set outside of the section read in it alone? The compiler would complain of the
        client's, if the section had one of its own.
        """
        return self.only_set_outside(ref) and not self.here.get(ref, set()) <= {"w", "d"}

    def only_set_here(self, ref: str) -> bool:
        """Does the section do nothing but set a variable? The compiler would complain, if the section alone had it."""
        return self.here.get(ref) == {"w"}

    def left_unset(self, ref: str) -> bool:
        """May control get through the section without giving a variable a value?"""
        reached = self.known.graph.reached(self.region.entry, self.known.setting[ref])
        return any(block is not None and block.number in reached for block, _ in self.region.exits)

    def unset_on_some_way(self, ref: str) -> bool:
        """May control get to the section without giving a variable a value?"""
        graph, setting = self.known.graph, self.known.setting[ref]
        if ref in graph.function.parameters or graph.entry.number in setting:
            return False
        return self.region.entry.number in graph.reached(never=setting)


def _more_than_declared(node: Node) -> bool:
    return node.kind != "VAR_DECL" or any(n.kind == "CALL_EXPR" or changes(n) for n in node.walk())
