# SPDX-License-Identifier: MIT
"""Code that asks where its own stack frame stands, as that does which sees to it that the stack does not overflow.

It asks by a builtin function, by the register that leads there, or by the address of a local variable, with which it
does nothing but reckon, or which it leaves behind. Where another thread runs it, its frame is on that one's stack.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from operator import add, mul, sub

from rcl.analyse.unit.tree import Function, Node, constant, operands, strip

_BUILTINS = ("__builtin_frame_address", "__builtin_dwarf_cfa")
_REGISTERS = frozenset({"rsp", "rbp", "esp", "ebp", "sp"})
_RECKONING = frozenset({"-", "<", ">", "<=", ">="})
#: no system's pages are smaller
_PAGE = 4096
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}


def asked(function: Function, inside: Callable[[int], bool] = lambda _: True) -> Node | None:
    """Where a function, or a part of it, asks for its frame; None if it does not."""
    builtins = (call for name in _BUILTINS for call in function.called.get(name, ()))
    if found := next((node for node in (*builtins, *_registers(function)) if inside(node.start)), None):
        return found
    taken = {id(n): ref for n in function.of_kinds("UNARY_OPERATOR") if n.op == "&" and (ref := _taken(n))}
    own = (function.locals.get(ref) for ref in taken.values())
    frames = {v.key for v in own if v and not v.static and not v.elements and inside(v.where)}
    addresses = {address: ref for address, ref in taken.items() if ref in frames}
    if not addresses:
        return None
    return next(_reckoned(function, addresses), None) or next(_kept(function, addresses), None)


def _registers(function: Function) -> Iterator[Node]:
    """Where the register that leads to the stack is read, by assembler or by a variable that it is."""
    yield from (node for node in function.of_kinds("ASM_STMT") if node.name == "frame")
    bound = {key for key, variable in function.locals.items() if variable.alias in _REGISTERS and variable.register}
    yield from (node for node in function.of_kinds("DECL_REF_EXPR") if node.ref in bound)


def _taken(address: Node) -> str:
    """The local variable whose address is taken, "" if it is another object's, or a part's."""
    taken = strip(address.kids[0])
    return taken.ref if taken.kind == "DECL_REF_EXPR" and taken.op == "local" else ""


def _reckoned(function: Function, addresses: Mapping[int, str]) -> Iterator[Node]:
    """Where the address of a variable is compared with another one, subtracted, or masked."""
    for node in _reckoning(function):
        for one, other in (node.kids, node.kids[::-1]):
            ref = addresses.get(id(strip(one)))
            known = node.op != "&" and constant(other) is not None
            if ref and not known and all(addresses.get(id(n)) != ref for n in other.walk()):
                yield node


def _reckoning(function: Function) -> list[Node]:
    """What compares addresses, or finds the beginning of the page, or stack, that one is in."""
    nodes = [*function.of_kinds("BINARY_OPERATOR")]
    asked = {id(strip(kid)) for node in nodes if node.op in ("==", "!=") for kid in node.kids}
    return [node for node in nodes if node.op in _RECKONING or (node.op == "&" and _begins(node, asked))]


def _begins(masked: Node, asked: Collection[int]) -> bool:
    """Does what is left behind a mask say where something begins? Not if that is ``asked``, which is how it is aligned.
    """
    number = strip(masked.kids[1]).op == "~" or any(_number(kid) is not None for kid in masked.kids)
    return (number or id(masked) not in asked) and not any(map(is_of_page, masked.kids))


def is_of_page(mask: Node) -> bool:
    """Does a mask leave no more of an address than where in a page that is, ``& (sizeof(long) - 1)``?"""
    value = _number(mask)
    return value is not None and 0 <= value < _PAGE


def _number(node: Node) -> int | None:
    """What an expression comes to that is made of whole numbers and sizes; None for another one."""
    node = strip(node)
    known = [value for kid in node.kids if (value := _number(kid)) is not None]
    if node.kind == "UNARY_OPERATOR" and node.op == "-" and known:
        return -known[0]
    return _ARITHMETIC[node.op](*known) if node.op in _ARITHMETIC and len(known) == 2 else constant(node)


def _kept(function: Function, addresses: Mapping[int, str]) -> Iterator[Node]:
    """Where a variable gets the address of another one only to reckon with it, or that is known when it is gone."""
    names = list(function.of_kinds("DECL_REF_EXPR"))
    reckoned = {id(strip(kid)) for n in _reckoning(function) for kid in n.kids}
    for node in function.of_kinds("VAR_DECL", "BINARY_OPERATOR", "RETURN_STMT"):
        values, assigns = operands(node), node.kind == "BINARY_OPERATOR"
        ref = addresses.get(id(strip(values[-1]))) if values and (not assigns or node.op == "=") else None
        if ref is None:
            continue
        to = strip(values[0]) if assigns else node
        variable, once = function.locals.get(to.ref), sum(n.ref == ref for n in names) == 1
        reckons = all(n is to or id(n) in reckoned for n in names if n.ref == to.ref)
        alone = reckons and (once or not variable.stars) if variable else once and not function.calls
        if node.kind == "RETURN_STMT" or alone:
            yield node
