# SPDX-License-Identifier: MIT
"""What the list of an initialiser or compound literal gives to fields."""

from __future__ import annotations

from collections.abc import Iterator

from rcl.analyse.tree import Node, strip


def owner_of(declared: str) -> str:
    """The name of a structure by the type of a variable, or of an array of such."""
    return (declared.partition("[")[0].split() or [""])[-1]


def listed(value: Node, owner: str, arrays: int) -> Iterator[tuple[str, str, Node]]:
    """The values in a list: for each the field that it names, or "", the structure that has it, and the value.

    The list is of a structure, or of ``arrays`` that hold such; of one inside of it only named fields are known.
    """
    for node in value.kids:
        designated = node.kind == "UNEXPOSED_EXPR" and len(node.kids) > 1
        fields = [kid.ref for kid in node.kids if kid.kind == "MEMBER_REF"] if designated else []
        given = strip(node.kids[-1] if designated else node)
        if given.kind == "INIT_LIST_EXPR":
            yield from listed(given, owner if arrays else "", arrays - 1)
        else:
            yield fields[-1] if fields else "", owner, given
