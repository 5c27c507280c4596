# SPDX-License-Identifier: MIT
"""Local variables that say whether a lock is held, ``if (locked) unlock(&m);``: whether they are 0 on each path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from rcl.analyse.unit.checks import given_value, gives
from rcl.analyse.unit.graph import Edge, Event, Graph
from rcl.analyse.unit.tree import Node, constant, is_zero, strip

#: a variable that is known, and whether it is 0
Known = frozenset[tuple[str, bool]]
NOTHING: Known = frozenset()
NOT_GIVEN: Mapping[int, int] = MappingProxyType({})
#: as many variables are followed; each may double the states of a block
_MOST = 3
#: the largest number that every type can hold
_FITS = 127


class Truths:
    """What is known of the variables of a function under which it calls something; not of the ``others``.

    ``given`` is what calls give, by their ids, as far as that is known.
    """

    def __init__(
        self, graph: Graph, calls: Iterable[Node], others: Collection[str], given: Mapping[int, int] = NOT_GIVEN
    ) -> None:
        self.parent = graph.parent
        self.given = given
        asked = Counter(ref for call in calls for ref in self._asked_above(call) if ref not in others)
        plain = Counter({ref: count for ref, count in asked.items() if is_plain(graph, ref)})
        self.followed = frozenset(ref for ref, _ in plain.most_common(_MOST))

    def _asked_above(self, call: Node) -> Iterator[str]:
        """The variables of which the innermost if statement around a call asks whether they are 0."""
        node = call
        while (above := self.parent.get(id(node))) is not None:
            if above.kind == "IF_STMT" and node is not above.kids[0]:
                yield from (ref for part in _parts(above.kids[0]) if (ref := _tested(part, True)[0]))
                return
            node = above

    def behind(self, event: Event, known: Known) -> Known:
        """What is known behind an event."""
        if event.ref not in self.followed or event.kind not in ("w", "d"):
            return known
        rest = frozenset(one for one in known if one[0] != event.ref)
        value = given_value(self.parent, event.node) if event.kind == "w" else None
        zero = self._is_zero(value) if value is not None else None
        return rest if zero is None else rest | {(event.ref, zero)}

    def _is_zero(self, value: Node) -> bool | None:
        """Is a value 0, perhaps as it asks for what a call gives? None if that is not known."""
        call = next((n for n in value.walk() if id(n) in self.given), None)
        if call is None:
            return is_zero_value(value)
        known = gives(value, call, self.given[id(call)])
        return None if known is None else known == 0

    def along(self, edge: Edge, known: Known) -> Known | None:
        """What is known behind an edge, None if it is not taken."""
        if not self.followed:
            return known
        ref, zero = said_by(edge)
        if ref not in self.followed:
            return known
        return None if (ref, not zero) in known else known | {(ref, zero)}


def _parts(condition: Node) -> Iterator[Node]:
    """What a condition is made of by && and ||."""
    bare = strip(condition)
    if bare.kind == "BINARY_OPERATOR" and bare.op in ("&&", "||"):
        for kid in bare.kids:
            yield from _parts(kid)
    else:
        yield condition


def is_zero_value(value: Node) -> bool | None:
    """Is a value 0? None if that is not known: a number may be cut off where the variable is too small for it."""
    number = constant(value)
    if number is None:
        return False if strip(value).op == "&" and len(strip(value).kids) == 1 else None
    return number == 0 if 0 <= number <= _FITS else None


def is_plain(graph: Graph, ref: str) -> bool:
    """Is it a variable that only the function itself changes, as a whole?"""
    variable = graph.function.locals.get(ref)
    if variable is None or variable.static or variable.volatile or variable.elements:
        return False
    return not any(e.ref == ref and e.kind in ("a", "pw", "x") for block in graph.blocks for e in block.events)


def compared(condition: Node, zero: bool) -> tuple[Node, bool]:
    """What a condition compares with 0, itself if nothing else, and whether that is 0 if the condition is ``zero``."""
    node = strip(condition)
    while node.op == "!" or (node.op in ("==", "!=") and any(map(is_zero, map(strip, node.kids)))):
        zero = zero if node.op == "!=" else not zero
        node = next((kid for kid in map(strip, node.kids) if not is_zero(kid)), strip(node.kids[0]))
    return node, zero


def said_by(edge: Edge) -> tuple[str, bool]:
    """The variable of which it is known behind an edge whether it is 0, and whether it is; "" for none."""
    return _tested(edge.condition, not edge.truth) if edge.condition is not None else ("", False)


def _tested(condition: Node, zero: bool) -> tuple[str, bool]:
    """The variable that a condition compares with 0, and whether it is 0 if the condition is; "" for another one."""
    if any(n.kind == "CSTYLE_CAST_EXPR" and n.type != "p" and n.op != "_Bool" for n in condition.walk()):
        return "", zero  # it may cut off what is not 0
    node, zero = compared(condition, zero)
    return (node.ref, zero) if node.kind == "DECL_REF_EXPR" and node.op == "local" else ("", zero)
