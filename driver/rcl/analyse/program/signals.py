# SPDX-License-Identifier: MIT
"""Signals that code sends: to itself, whose handler then comes first, or to one thread, whose waiting they end."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator

from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.tree import Function, Node, arguments, callee, operands, strip

#: what sends a signal, with its number's place among the arguments
_SENDING = {"raise": 0, "kill": 1, "killpg": 1, "sigqueue": 1, "pthread_kill": 1, "pthread_sigqueue": 1, "tgkill": 2}
_TO_A_THREAD = frozenset({"pthread_kill", "pthread_sigqueue", "tgkill"})
#: the signals that no handler gets
_UNHANDLED = frozenset({"0", str(int(signal.SIGKILL)), str(int(signal.SIGSTOP))})
#: what says which thread, or process, asks
_THREAD, _PROCESS = frozenset({"pthread_self", "thrd_current"}), frozenset({"getpid"})
_NAMES = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")
_KEEPING = ("VAR_DECL", "BINARY_OPERATOR", "RETURN_STMT")


def unhandled(name: str, given: list[Node]) -> bool:
    """Is it the sending of a signal that no handler gets, or with which the program ends?"""
    number = _SENDING.get(name, len(given))
    known = strip(given[number]).name if number < len(given) else ""
    return known in _UNHANDLED or (known == str(int(signal.SIGABRT)) and name == "raise")


def to_a_thread(call: Node) -> bool:
    """May a call send a signal to one thread?"""
    name = callee(call).name
    return name in _TO_A_THREAD and not unhandled(name, arguments(call))


def to_another(name: str, given: list[Node], kept: frozenset[str]) -> bool:
    """Is a signal sent to whom a variable names, which is not the sender, by what of such a program keeps?"""
    own = _THREAD if name in _TO_A_THREAD else _PROCESS
    return name in _SENDING and bool(given) and strip(given[0]).kind in _NAMES and own.isdisjoint(kept)


def kept(functions: Iterable[Function], pointers: Pointers) -> frozenset[str]:
    """The calls that say which thread, or process, asks, of which functions keep the value, or hand it on."""
    own = _THREAD | _PROCESS
    asking = (f for f in functions if any(callee(call).name in own for call in f.calls))
    values = (value for f in asking for value in _kept(f, pointers) if value.kind == "CALL_EXPR")
    return own.intersection(callee(value).name for value in values)


def _kept(function: Function, pointers: Pointers) -> Iterator[Node]:
    """The values that variables and the tree's functions are given, and those that are returned."""
    for node in function.of_kinds(*_KEEPING):
        values = operands(node)
        if values and (node.kind != "BINARY_OPERATOR" or node.op == "="):
            yield strip(values[-1])
    for call in function.calls:
        if pointers.called(call):
            yield from map(strip, arguments(call))
