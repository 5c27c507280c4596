# SPDX-License-Identifier: MIT
"""Variables that hold what a lock call has answered: which call a condition asks about that names one of them.

``ret = trylock(&m); if (ret) return; ret = work(); if (ret) ...``: the second condition does not ask about the lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from rcl.analyse.unit.checks import given_value
from rcl.analyse.unit.graph import Block, Graph
from rcl.analyse.unit.tree import Node, canonical, changes, nonzero, strip

#: what may have been given to a variable: the answer of a call, by that one's id, or what a word says of it
Given = frozenset[int | str]
_NONE: Given = frozenset()
_ZERO, _OTHER, _ANYTHING = "0", "not 0", "anything"


class Answers:
    """By the text of a variable, or of an object that a pointer leads to: the calls whose answers it may hold."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.calls: dict[str, dict[int, Node]] = {}
        self._given: dict[str, Callable[[Block], Given]] = {}

    def add(self, text: str, call: Node) -> None:
        """A variable gets the answer of a call."""
        self.calls.setdefault(text, {})[id(call)] = call

    def asked(self, text: str, block: Block, zero: Mapping[int, bool]) -> Node | None:
        """The call about whose answer a condition asks that names a variable, at the end of a block, if that is sure.

        ``zero``: by a call's id, whether it is 0 that says that it succeeded. The variable may have been given, too,
        what says that it did not.
        """
        calls = self.calls.get(text, {})
        if not calls:
            return None
        if text not in self._given:
            self._given[text] = self._giving(text)
        given = self._given[text](block)
        asked = given & calls.keys()
        number = next(iter(asked), 0)
        if len(asked) != 1 or number not in zero:
            return None
        failed = _OTHER if zero[int(number)] else _ZERO
        return calls[int(number)] if given - asked <= {failed} else None

    def _giving(self, text: str) -> Callable[[Block], Given]:
        variable = self.graph.function.locals.get(text)
        if variable is None:  # others may change it, too: what this function gives it counts, wherever it does
            nodes = self.graph.function.nodes
            every = frozenset(self._said(text, _value(n)) for n in nodes if changes(n) and canonical(n.kids[0]) == text)
            return lambda block: every
        events = [event for block in self.graph.blocks for event in block.events if event.ref == text]
        if variable.static or any(event.kind in ("a", "pw", "x") for event in events):
            unknown = frozenset({_ANYTHING})
            return lambda block: unknown
        known = self._followed(text)
        return lambda block: known.get(block.number, _NONE)

    def _followed(self, text: str) -> dict[int, Given]:
        """What a local variable may have been given at last where each block ends."""
        own = {block.number: self._last(block, text) for block in self.graph.blocks}
        before = self.graph.before
        known: dict[int, Given] = {}
        work = deque(self.graph.blocks)
        while work:
            block = work.popleft()
            given = own[block.number]
            if given is None:
                given = _NONE.union(*(known.get(other.number, _NONE) for other in before[block.number]))
            if given != known.get(block.number, _NONE):
                known[block.number] = given
                work += [edge.to for edge in block.out]
        return known

    def _last(self, block: Block, text: str) -> Given | None:
        """What a block gives to a variable at last, None if nothing."""
        for event in reversed(block.events):
            if event.ref == text and event.kind == "d":
                return _NONE
            if event.ref == text and event.kind == "w":
                return frozenset({self._said(text, given_value(self.graph.parent, event.node))})
        return None

    def _said(self, text: str, value: Node | None) -> int | str:
        """A value, as a word or a call's id says it."""
        if value is None:
            return _ANYTHING
        bare = strip(value)
        if id(bare) in self.calls[text]:
            return id(bare)
        return {True: _OTHER, False: _ZERO, None: _ANYTHING}[nonzero(bare)]


def _value(change: Node) -> Node | None:
    """The value that an assignment gives, None for what counts or adds."""
    return change.kids[1] if change.kind == "BINARY_OPERATOR" else None
