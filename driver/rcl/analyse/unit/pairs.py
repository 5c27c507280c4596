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

from rcl.analyse.unit.tree import SCOPE, Expansion, ExpansionAt, Node, constant, leaves_loop

#: what ends a macro's use that is a statement
_SEMICOLON = re.compile(r"(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*;", re.DOTALL)


def is_pair(node: Node) -> bool:
    """Is it the block between a pair's macros? A semicolon may follow these."""
    return node.kind == "COMPOUND_STMT" and node.op == SCOPE


def taken_apart(node: Node, expansion_at: ExpansionAt, text: str) -> list[Node] | None:
    """The statements that a pair's block is read as; None if a statement of a block is none."""
    block = node.kids[0] if node.kind == "DO_STMT" and constant(node.kids[1]) == 0 else node
    opening, closing = expansion_at(node.start), expansion_at(node.end - 1)
    if block.kind != "COMPOUND_STMT" or opening is None or closing is None or opening is closing:
        return None
    if (node.start, node.end) != (opening.start, closing.end):
        return None
    opens = [kid for kid in block.kids if opening.start <= kid.start and kid.end <= opening.end]
    closes = [kid for kid in block.kids if closing.start <= _unlabelled(kid).start and kid.end <= closing.end]
    between = block.kids[len(opens) : len(block.kids) - len(closes)]
    if not opens or not closes or any(kid.start < opening.end or kid.end > closing.start for kid in between):
        return None
    if block is not node and leaves_loop(block):
        return None
    declared = {n.ref for kid in opens for n in kid.walk() if n.kind == "VAR_DECL"}
    if any(n.ref in declared for kid in (*between, *closes) for n in kid.walk() if n.ref):
        return None
    ended = _SEMICOLON.match(text, opening.end)
    if ended and between[:1] and between[0].kind == "NULL_STMT":
        between = between[1:]
    start, end = ended.end() if ended else opening.end, closing.start + 1
    inside = Node("COMPOUND_STMT", "", start, end, start, end, between, op=SCOPE)
    return [_one(opens, opening), inside, _labelled(closes, closing)]


def _one(statements: list[Node], made: Expansion) -> Node:
    """The statements that a macro makes as one, in a loop that runs once."""
    if len(statements) == 1:
        return statements[0]
    start, end = made.start, made.end
    block = Node("COMPOUND_STMT", "", start, end, start, end, statements)
    never = Node("INTEGER_LITERAL", "0", start, end, start, end, [])
    return Node("DO_STMT", "", start, end, start, end, [block, never])


def _labelled(statements: list[Node], made: Expansion) -> Node:
    """The same for those that close the block, behind the labels of the first."""
    label, first = None, statements[0]
    while first.kind == "LABEL_STMT":
        label, first = first, first.kids[-1]
    one = _one([first, *statements[1:]], made)
    if label is None:
        return one
    label.kids[-1] = one
    return statements[0]


def _unlabelled(node: Node) -> Node:
    """The statement behind its labels."""
    while node.kind == "LABEL_STMT":
        node = node.kids[-1]
    return node
