# SPDX-License-Identifier: MIT
"""What a compiler sees of where a section ends: a call that never returns is one like others, if no declaration of its
function says so.
"""

from __future__ import annotations

from rcl.analyse.section.attributes import told_never_to_return
from rcl.analyse.section.shape import Shape
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.tree import JUMPS, Node, callee

_LOOPS = frozenset({"WHILE_STMT", "FOR_STMT"})


def seems_to_go_on(layout: Layout, shape: Shape, last: Node) -> bool:
    """Does control get behind the last statement of a section that it never leaves there, for all that declarations
    say?
    """
    return not shape.main and not shape.falls and _Compiler(layout, shape).goes_on(last)


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
