# SPDX-License-Identifier: MIT
"""What the list of an initialiser or compound literal says of one field."""

from __future__ import annotations

from rcl.analyse.unit.tree import Node, Variable, operands, strip


def entry(node: Node) -> tuple[list[str], Node]:
    """The fields by which an entry of a list says where it goes, ``.a.b = 1``, and its value."""
    if node.kind != "UNEXPOSED_EXPR" or len(node.kids) < 2:
        return [], node
    return [kid.ref for kid in node.kids if kid.kind == "MEMBER_REF"], node.kids[-1]


def given_to(field: Variable, value: Node) -> Node | None:
    """What a list gives a field, by its name, or as the first one of a structure; None if that is not to be seen."""
    made = strip(value)
    made = strip(operands(made)[-1]) if made.kind == "COMPOUND_LITERAL_EXPR" else made
    if made.kind != "INIT_LIST_EXPR" or field.united or field.inner:
        return None
    entries = [entry(node) for node in made.kids]
    first = [given for names, given in entries[:1] if not names and field.offset == 0]
    found = first + [given for names, given in entries if names == [field.key]]
    return strip(found[0]) if len(found) == 1 else None
