# SPDX-License-Identifier: MIT
"""The memory in which a structure begins, as far as locals, parameters and results of the tree lead to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from rcl import lockapi
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.tree import Function, Node, arguments, callee, library_name, operands, strip

#: libc's functions that give memory, and what makes some on the stack
_MEMORY = lockapi.ALLOCATORS | {"alloca", "__builtin_alloca"}


class Begun:
    """Follows pointers backwards: to calls that give memory, and to variables and fields whose address they have."""

    def __init__(self, pointers: Pointers) -> None:
        self._pointers = pointers

    def of(self, value: Node, function: Function, record: str) -> list[Node]:
        """The calls, and the names of variables and fields, that the memory of a structure may be."""
        return list(self._of(value, function, record, set()))

    def size(self, record: str) -> int:
        """What a structure has bytes at least."""
        fields = self._pointers.records.fields.get(record, ())
        return max((field.offset // 8 + field.size for field in fields if field.offset >= 0), default=0)

    def _of(self, value: Node, function: Function, record: str, seen: set[str]) -> Iterator[Node]:
        node = strip(value)
        kids = operands(node)
        if node.type == "a" or node.op == "&":
            yield from _object(node if node.type == "a" else strip(kids[0]))
        elif node.kind == "CALL_EXPR" and (library_name(node) or callee(node).name) in _MEMORY:
            yield node
        elif node.kind == "CALL_EXPR" and callee(node).op == "function" and callee(node).ref not in seen:
            seen.add(callee(node).ref)
            for made in self._pointers.functions.get(callee(node).ref, ()):
                for result in (n.kids[0] for n in made.of_kinds("RETURN_STMT") if n.kids):
                    yield from self._of(result, made, record, seen)
        elif node.kind == "DECL_REF_EXPR" and node.ref not in seen:
            seen.add(node.ref)
            yield from self._given(node.ref, function, record, seen)
        elif node.kind in ("BINARY_OPERATOR", "CONDITIONAL_OPERATOR"):
            for kid in kids[-1:] if node.op in ("=", ",") else kids[node.kind[0] == "C" :]:
                yield from self._of(kid, function, record, seen) if strip(kid).type in ("p", "a") else ()

    def _given(self, ref: str, function: Function, record: str, seen: set[str]) -> Iterator[Node]:
        """What a pointer gets that leads to no such structure by its type; others are asked where they get it."""
        variable = function.locals.get(ref)
        if variable is None or variable.static or (variable.record == record and variable.stars == 1):
            return
        for node in function.of_kinds("VAR_DECL", "BINARY_OPERATOR"):
            if node.kind == "VAR_DECL" and node.ref == ref and operands(node):
                yield from self._of(operands(node)[-1], function, record, seen)
            elif node.op == "=" and strip(node.kids[0]).ref == ref and strip(node.kids[0]).kind == "DECL_REF_EXPR":
                yield from self._of(node.kids[1], function, record, seen)
        number = function.parameters.index(ref) if ref in function.parameters else -1
        for caller, call in self._calls[function.key] if number >= 0 else ():
            for given in arguments(call)[number : number + 1]:
                yield from self._of(given, caller, record, seen)

    @cached_property
    def _calls(self) -> dict[str, list[tuple[Function, Node]]]:
        """Where each function of the tree is called by its name."""
        found = defaultdict[str, list[tuple[Function, Node]]](list)
        for function in (f for functions in self._pointers.functions.values() for f in functions):
            for call in function.calls:
                if callee(call).ref in self._pointers.functions:
                    found[callee(call).ref].append((function, call))
        return found


def _object(node: Node) -> Iterator[Node]:
    """The name of the variable or field at an address, or in which that is."""
    while node.kind == "ARRAY_SUBSCRIPT_EXPR":
        node = strip(node.kids[0])
    if node.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR") and node.op != "function":
        yield node
