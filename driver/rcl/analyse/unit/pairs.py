# SPDX-License-Identifier: MIT
"""Pairs of macros that open and close a block: ``{ lock(m);`` and ``unlock(m); }``, perhaps a loop that runs once.

They are read as what they do,

    BEGIN(&m);                              lock(&m);
        total += n;                         {
    END(&m);                                    total += n;
                                            }
                                            unlock(&m);

where the block has no braces in the source. A loop that is left or begun again in the block stays as it is.
"""

from __future__ import annotations

import re

from rcl.analyse.unit.tree import SCOPE, ExpansionAt, Node, constant, leaving

#: what ends a macro's use that is a statement
_SEMICOLON = re.compile(r"(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*;", re.DOTALL)


def taken_apart(node: Node, expansion_at: ExpansionAt, text: str) -> list[Node] | None:
    """The statements that a pair's block is read as; None if a statement of a block is none."""
    block = node.kids[0] if node.kind == "DO_STMT" and constant(node.kids[1]) == 0 else node
    opening, closing = expansion_at(node.start), expansion_at(node.end - 1)
    if block.kind != "COMPOUND_STMT" or opening is None or closing is None or opening is closing:
        return None
    if len(block.kids) < 2 or (node.start, node.end) != (opening.start, closing.end):
        return None
    first, *between, last = block.kids
    made = [kid for kid in between if kid.start < opening.end or kid.end > closing.start]
    last_start = _unlabelled(last).start
    if made or first.start != opening.start or first.end > opening.end or last_start != closing.start:
        return None
    loops = ("BREAK_STMT", "CONTINUE_STMT")
    if block is not node and any(jump.kind in loops for _, jump in leaving(block)):
        return None
    ended = _SEMICOLON.match(text, opening.end)
    if ended and between[:1] and between[0].kind == "NULL_STMT":
        between = between[1:]
    start, end = ended.end() if ended else opening.end, closing.start + 1
    return [first, Node("COMPOUND_STMT", "", start, end, start, end, between, op=SCOPE), last]


def _unlabelled(node: Node) -> Node:
    """The statement behind its labels."""
    while node.kind == "LABEL_STMT":
        node = node.kids[-1]
    return node
