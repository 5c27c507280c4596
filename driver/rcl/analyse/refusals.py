# SPDX-License-Identifier: MIT
"""Why a unit cannot be converted: its mutexes leave the tree, or are used in ways that the runtime does not know."""

from __future__ import annotations

from collections.abc import Iterator

from rcl import lockapi
from rcl.analyse.operations import handed_on_with
from rcl.analyse.pointers import bases
from rcl.analyse.program import Program
from rcl.analyse.tree import Function, Node, arguments, callee, is_zero, strip
from rcl.errors import Code
from rcl.lockapi import Api
from rcl.model import Op, Reason

#: what must be done to all mutexes of a class by one library
_ON_MUTEXES = frozenset({Op.INIT, Op.DESTROY, Op.LOCK, Op.UNLOCK, Op.TRYLOCK, Op.TIMEDLOCK, Op.WAIT, Op.TIMEDWAIT})


def refusals(program: Program) -> dict[str, Reason]:
    """The first reason of each refused unit."""
    found: dict[str, Reason] = {}

    def note(keys: set[str], code: Code, function: Function, node: Node, called: str) -> None:
        place = program.sources(function.file).place(node.start)
        for unit in program.unit_names(keys):
            found.setdefault(unit, code.reason(place, lock=unit, function=called))

    for function in (f for u in program.units for f in u.functions):
        layout = program.layout(function)
        nodes = list(function.of_kinds("BINARY_OPERATOR", "CALL_EXPR", "DECL_REF_EXPR", "FUNCTION_DECL"))
        for node in _used_as_values(nodes, program.pointers.api):
            if node.name == "pthread_mutex_unlock" and handed_on_with(program.pointers, layout, node):
                continue
            note(_locks_named(program, function), Code.UNSUPPORTED_API, function, node, f"a pointer to {node.name}")
        attributes: dict[str, str] = {}
        calls = [n for n in function.calls if arguments(n)]
        for call in calls:
            name = callee(call).name
            if name in lockapi.UNSUPPORTED_ATTRIBUTES:
                attributes |= dict.fromkeys(bases(arguments(call)[0]), name)
        for call in calls:
            name, given = callee(call).name, arguments(call)
            if name in ("pthread_mutex_init", "pthread_cond_init") and len(given) > 1:
                for attribute in bases(given[1]):
                    if attribute in attributes:
                        note(set(bases(given[0])), Code.UNSUPPORTED_API, function, call,
                             attributes[attribute])  # fmt: skip
    for key, called, function, call in program.pointers.escapes:
        code = Code.UNSUPPORTED_API if called in lockapi.UNSUPPORTED else Code.ESCAPES
        note({key}, code, function, call, called)
    for name, reason in (*_untraced(program), *_sizes(program)):
        found.setdefault(name, reason)
    for unit in program.units:
        for key, value in unit.initialisers.items():
            for node in _used_as_values(list(value.walk()), program.pointers.api):
                place = program.sources(unit.variables[key].file).place(node.start)
                for name in set(program.names.unit_of.values()):
                    reason = Code.UNSUPPORTED_API.reason(place, lock=name, function=f"a pointer to {node.name}")
                    found.setdefault(name, reason)
    return found


def _used_as_values(nodes: list[Node], api: Api) -> list[Node]:
    """The lock functions that are not called but handed on: nobody knows which mutexes they get."""
    called = {id(callee(n)) for n in nodes if n.kind == "CALL_EXPR"}
    compared = (n for n in nodes if n.kind == "BINARY_OPERATOR" and n.op in ("==", "!=") and any(map(is_zero, n.kids)))
    harmless = called | {id(strip(kid)) for n in compared for kid in n.kids}
    return [n for n in nodes if n.op == "function" and n.name in api.calls and id(n) not in harmless]


def _locks_named(program: Program, function: Function) -> set[str]:
    """The declarations of mutexes and conditions that a function names."""
    refs = {n.ref for n in function.nodes if n.ref}
    return {r for r in refs if (v := program.pointers.variables.get(r)) is not None and v.api}


def _untraced(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes a lock call may get that is traced to none: both are known by ``void *``.

    The compiler would not complain of a call that stays pthread's and gets one of the runtime's mutexes.
    """
    pointers = program.pointers
    hidden = {pointers.find(v.key) for v in pointers.variables.values() if v.void_pointer}
    reached = {key for functions in pointers.by_type.values() for key in functions}
    handed = {key for name in reached for function in pointers.functions[name] for key in function.parameters}
    unknown = [
        token for token in program.tokens.found.values()
        if token.op in _ON_MUTEXES and not program.unit_names(token.keys)
        and any(pointers.find(key) in hidden or key in handed for key in token.keys)
    ]  # fmt: skip
    if unknown:
        token = min(unknown, key=lambda token: token.place)
        known = next(v for key in sorted(token.keys) if (v := pointers.variables.get(key)))
        for unit in program.unit_names(hidden):
            yield unit, Code.UNKNOWN_LOCK.reason(token.place, lock=known.name)


def _sizes(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units of allocated mutexes, if a size is taken that may be theirs: it would stay that of a pthread mutex."""
    sizes = [place for place, keys in program.tokens.sizes if not program.unit_names(keys)]
    for unit in program.unit_names(program.pointers.allocated) if sizes else ():
        yield unit, Code.SIZE_OF_SOME.reason(min(sizes), lock=unit)
