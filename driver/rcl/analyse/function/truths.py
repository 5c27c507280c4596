# SPDX-License-Identifier: MIT
"""Local variables that say whether a lock is held, ``if (locked) unlock(&m);``: whether they are 0 on each path.

So may those say it by which several switches choose, ``switch (kind) { case SHARED: unlock(&m); }``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rcl.analyse.unit.checks import cases, given_value, gives
from rcl.analyse.unit.graph import Edge, Event, Graph
from rcl.analyse.unit.tree import Node, constant, is_zero, strip, without_parentheses


@dataclass(frozen=True)
class Chosen:
    """By which label a switch has gone, if by any, and by which ones others have not."""

    label: str = ""
    others: frozenset[str] = frozenset()


#: a variable that is known, and whether it is 0, or what switches have made of it
Known = frozenset[tuple[str, bool | Chosen]]
NOTHING: Known = frozenset()
NOT_GIVEN: Mapping[int, int] = MappingProxyType({})
#: as many variables are followed; each may double the states of a block
_MOST = 3
#: as many labels have the switches that are followed
_MOST_LABELS = 40
#: the largest number that every type can hold
_FITS = 127


class Truths:
    """What is known of the variables of a function under which it calls something; not of the ``others``.

    ``given`` is what calls give, by their ids, as far as that is known; ``chosen``: the calls for which switches count.
    """

    def __init__(
        self, graph: Graph, calls: Iterable[Node], others: Collection[str], given: Mapping[int, int] = NOT_GIVEN,
        chosen: Iterable[Node] = (),
    ) -> None:  # fmt: skip
        self.parent = graph.parent
        self.given = given
        asked = Counter(ref for call in calls for ref in self._asked_above(call) if ref not in others)
        plain = Counter({ref: count for ref, count in asked.items() if is_plain(graph, ref)})
        self._tested = frozenset(ref for ref, _ in plain.most_common(_MOST))
        #: the labels of each switch by a variable by which several choose, by its id
        self._labels = {id(s): known for s, known in self._choosing(graph, chosen, others)}
        self._by = {id(s): ref for s in graph.function.of_kinds("SWITCH_STMT") if (ref := _chooses_by(s))}
        #: the variables of which something may be known
        self.followed = self._tested | {self._by[number] for number in self._labels}

    def _asked_above(self, call: Node) -> Iterator[str]:
        """The variables of which the innermost if statement around a call asks whether they are 0."""
        node = call
        while (above := self.parent.get(id(node))) is not None:
            if above.kind == "IF_STMT" and node is not above.kids[0]:
                yield from (ref for part in _parts(above.kids[0]) if (ref := _tested(part, True)[0]))
                return
            node = above

    def _choosing(
        self, graph: Graph, calls: Iterable[Node], others: Collection[str]
    ) -> Iterator[tuple[Node, Mapping[int, str]]]:
        """The switches by the variable by which most of those choose that the calls stand in, and their labels."""
        around = {id(s): s for call in calls for s in self._switches_above(call)}
        counted = Counter(ref for s in around.values() if (ref := _chooses_by(s)) and ref not in others)
        ref = next((ref for ref, count in counted.most_common() if count > 1 and is_plain(graph, ref)), "")
        switches = [s for s in graph.function.of_kinds("SWITCH_STMT") if ref and _chooses_by(s) == ref]
        found = [(s, {id(label): _label_text(label) for label in cases(s)}) for s in switches]
        told = all(all(texts) and len({*texts}) == len(texts) for texts in (list(known.values()) for _, known in found))
        if told and len({text for _, known in found for text in known.values()}) <= _MOST_LABELS:
            yield from found

    def _switches_above(self, call: Node) -> Iterator[Node]:
        node: Node | None = call
        while (node := self.parent.get(id(node))) is not None:
            if node.kind == "SWITCH_STMT":
                yield node

    def behind(self, event: Event, known: Known) -> Known:
        """What is known behind an event."""
        if event.ref not in self.followed or event.kind not in ("w", "d"):
            return known
        rest = frozenset(one for one in known if one[0] != event.ref)
        asked = event.kind == "w" and event.ref in self._tested
        value = given_value(self.parent, event.node) if asked else None
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
        if edge.case is not None and id(edge.case[0]) in self._labels:
            return self._chosen(*edge.case, known)
        if not self._tested:
            return known
        ref, zero = said_by(edge)
        if ref not in self._tested:
            return known
        return None if (ref, not zero) in known else known | {(ref, zero)}

    def _chosen(self, switch: Node, label: Node | None, known: Known) -> Known | None:
        """What is known where a switch goes to one of its labels, or to none, None if it does not.

        No two of a switch's labels say one value; those of two switches may, if they are not the same.
        """
        labels, ref = self._labels[id(switch)], self._by[id(switch)]
        text = labels.get(id(label), "")
        before = next((one for name, one in known if name == ref and isinstance(one, Chosen)), Chosen())
        if text in before.others or (before.label in labels.values() and text != before.label):
            return None
        now = Chosen(before.label or text, before.others if text else before.others.union(labels.values()))
        return known - {(ref, before)} | {(ref, now)}


def _chooses_by(switch: Node) -> str:
    """The local variable by which a switch chooses, "" for anything else."""
    value = without_parentheses(switch.kids[0])
    return value.ref if value.kind == "DECL_REF_EXPR" and value.op == "local" else ""


def _label_text(label: Node) -> str:
    """What a switch's label says, if that is a number or an enumerator by itself, else ""."""
    value = without_parentheses(label.kids[0])
    if len(label.kids) != 2 or value.kind not in ("INTEGER_LITERAL", "DECL_REF_EXPR"):
        return ""  # it may be a cast's, a sum, or several numbers
    return value.ref or value.name


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
