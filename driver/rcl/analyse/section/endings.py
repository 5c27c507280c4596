# SPDX-License-Identifier: MIT
"""What a compiler sees of where a section ends: a call that never returns is one like others, if no declaration of its
function says so; and so is the call of a section that never ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from rcl.analyse.section.attributes import told_never_to_return
from rcl.analyse.section.shape import Shape
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.tree import JUMPS, Node, callee
from rcl.model import Exit

_LOOPS = frozenset({"WHILE_STMT", "FOR_STMT"})


def seems_to_go_on(layout: Layout, shape: Shape, last: Node) -> bool:
    """Does control get behind the last statement of a section that it never leaves there, for all that declarations
    say?
    """
    return not shape.main and not shape.falls and _Compiler(layout, shape).goes_on(last)


def never_left(layout: Layout, last: Node, exits: Iterable[Exit]) -> bool:
    """Does nobody come out of a section behind whose last statement its function would end: one that gives a value, or
    of which a declaration says that it never returns?
    """
    function = layout.function
    if last.kind in JUMPS or not all(way.wait or way.resumes for way in exits) or not _is_last(layout, last):
        return False
    return not function.type.startswith("void (") or told_never_to_return(layout, function.key)


def _is_last(layout: Layout, statement: Node) -> bool:
    """Does nothing of a function come behind a statement, but what other branches do?"""
    while (above := layout.graph.parent.get(id(statement))) is not None:
        last = above.kids[-1] is statement or above.kind == "IF_STMT"
        if not last or above.kind not in ("COMPOUND_STMT", "IF_STMT", "LABEL_STMT"):
            return False
        statement = above
    return True


class _Compiler:
    """What is known without looking into other functions."""

    def __init__(self, layout: Layout, shape: Shape) -> None:
        self.layout = layout
        self.tails = [way.release for way in shape.ways_out]

    def goes_on(self, statement: Node) -> bool:
        """Does control seem to get behind a statement, of which it is known that it does not?"""
        left = any(r.call.start <= statement.start < r.tail.end for r in self.tails)
        if left or statement.kind in JUMPS | _LOOPS:
            return False
        match statement.kind:
            case "COMPOUND_STMT" | "SWITCH_STMT" | "DEFAULT_STMT" | "CASE_STMT" | "LABEL_STMT":
                return bool(statement.kids) and self.goes_on(statement.kids[-1])
            case "IF_STMT":
                return any(map(self.goes_on, statement.kids[1:]))
            case "DO_STMT":
                return self.goes_on(statement.kids[0])
        calls = [callee(node) for node in statement.walk() if node.kind == "CALL_EXPR"]
        ending = [target.ref for target in calls if self.layout.graph.never_returns(target)]
        return bool(ending) and not any(told_never_to_return(self.layout, key) for key in ending)
