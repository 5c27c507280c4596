# SPDX-License-Identifier: MIT
"""Signals that code sends: to itself, whose handler then comes first, or to one thread, whose waiting they end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rcl.analyse.program import libc
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import Function, Node, arguments, callee, library, operands, strip

#: what sends a signal, with its number's place among the arguments
_SENDING = {"raise": 0, "kill": 1, "killpg": 1, "sigqueue": 1, "pthread_kill": 1, "pthread_sigqueue": 1, "tgkill": 2}
_TO_A_THREAD = frozenset({"pthread_kill", "pthread_sigqueue", "tgkill"})
#: what opens a file, with its flags' place among the arguments
_OPENING = {"open": 1, "open64": 1, "openat": 2, "openat64": 2}
#: who uses none of these sets up handlers by signal() alone, which has what was waited for go on, without a time limit
_ENDING_WAITS = frozenset({
    "sigaction", "siginterrupt", "sigset", "sigvec", "sysv_signal", "__sysv_signal", "syscall", "setsockopt",
    "longjmp", "_longjmp", "siglongjmp",
})  # fmt: skip
#: the signals that no handler gets
_UNHANDLED = frozenset({"0", str(int(signal.SIGKILL)), str(int(signal.SIGSTOP))})
#: the signals of faults: the runtime's threads let them come, and who has no handler for one ends with it
_FAULTS = frozenset(
    str(int(fault)) for fault in (
        signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSYS,
    )
)  # fmt: skip
#: what sets how a signal is handled, or whether it is blocked, by its number's place among the arguments
_SETTING = {
    "signal": 0, "sigaction": 0, "bsd_signal": 0, "ssignal": 0, "sysv_signal": 0, "__sysv_signal": 0, "sigset": 0,
    "sigvec": 0, "sigignore": 0, "sighold": 0, "sigaddset": 1,
}  # fmt: skip
#: what may set it for all of them
_SETTING_ALL = frozenset({"sigfillset", "sigblock", "sigsetmask", "signalfd", "syscall"})
#: what says which thread, or process, asks
_THREAD, _PROCESS = frozenset({"pthread_self", "thrd_current"}), frozenset({"getpid"})
_NAMES = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR")
_KEEPING = ("VAR_DECL", "BINARY_OPERATOR", "RETURN_STMT")


def deadly(functions: Iterable[Function], named: AbstractSet[str]) -> frozenset[str]:
    """The signals with which the program ends, whichever thread gets them: of faults that it neither handles nor
    blocks. ``named`` are all functions that it names.
    """
    setting = _SETTING.keys() & named
    if not _SETTING_ALL.isdisjoint(named):
        return frozenset()
    functions = list(functions) if setting else []
    if any(library(name) == key for f in functions for key, *_ in traits(f).taken for name in setting):
        return frozenset()  # by a pointer it may set any
    calls = ((name, call) for f in functions for name in setting for call in f.called.get(name, ()))
    return _FAULTS - {fault for name, call in calls for fault in _numbers(arguments(call), _SETTING[name])}


def _numbers(given: list[Node], number: int) -> AbstractSet[str]:
    """The faults that an argument may be."""
    known = strip(given[number]) if number < len(given) else None
    return {known.name} if known is not None and known.kind == "INTEGER_LITERAL" else _FAULTS


def unhandled(name: str, given: list[Node], deadly: AbstractSet[str]) -> bool:
    """Is it the sending of a signal that no handler gets, or with which the program ends, as with some?"""
    number = _SENDING.get(name, len(given))
    known = strip(given[number]).name if number < len(given) else ""
    return known in _UNHANDLED or known in deadly or (known == str(int(signal.SIGABRT)) and name == "raise")


def interrupted(
    functions: Iterable[Function], named: AbstractSet[str], deadly: AbstractSet[str]
) -> frozenset[str]:
    """What may end early, of functions that wait, as a signal may be sent to one thread; ``named`` are all functions
    that the program names.
    """
    calls = (call for f in functions for name in _TO_A_THREAD for call in f.called.get(name, ()))
    if all(unhandled(callee(call).name, arguments(call), deadly) for call in calls):
        return frozenset()
    return libc.NEVER_RESTARTED if named.isdisjoint(_ENDING_WAITS) else libc.INTERRUPTED


def creates(name: str, given: list[Node]) -> bool:
    """Does a call open a file that it may create? That waits for nobody; a pipe with a name exists already."""
    number = _OPENING.get(name, len(given))
    literals = [n for flags in given[number : number + 1] for n in flags.walk() if n.kind == "INTEGER_LITERAL"]
    return any(n.name.isdigit() and int(n.name) & os.O_CREAT for n in literals)


@dataclass(frozen=True)
class Kept:
    """Of calls that say which thread, or process, asks: those whose values may be anywhere, and what else has one."""

    calls: frozenset[str]
    variables: frozenset[str]


def to_another(name: str, given: list[Node], calls: AbstractSet[str], keeps: Callable[[str], bool]) -> bool:
    """Is a signal sent to whom a variable names, which is not the sender? The values of such ``calls`` may be anywhere;
    ``keeps``: a variable has such a value.
    """
    if name not in _SENDING or not given or not calls.isdisjoint(_own(name)):
        return False
    target = strip(given[0])
    variable = target.kind in _NAMES or (target.kind == "UNARY_OPERATOR" and target.op == "*")
    return variable and not any(n.ref and keeps(n.ref) for n in target.walk())


def _own(name: str) -> frozenset[str]:
    return _THREAD if name in _TO_A_THREAD else _PROCESS


def kept(functions: Iterable[Function], pointers: Pointers, listed: Iterable[Node]) -> Kept:
    """What functions keep of the values of such calls, or hand on. ``listed`` are the initial values of variables."""
    own, functions = _THREAD | _PROCESS, list(functions)
    calls: set[str] = set()
    having: dict[str, set[str]] = {}
    for function in (f for f in functions if not own.isdisjoint(f.called)):
        for target, value in _kept(function, pointers):
            if (name := callee(strip(value)).name) in own and strip(value).kind == "CALL_EXPR":
                known = pointers.variables.get(target)
                having.setdefault("" if known is None or known.united else target, set()).add(name)
    calls |= having.pop("", set())
    if having:
        handed = [value for f in functions for _, value in _kept(f, pointers)]
        handed += [n for f in functions for n in f.of_kinds("UNARY_OPERATOR") if n.op == "&"]
        for ref in having.keys() & {n.ref for value in (*handed, *listed) for n in value.walk()}:
            calls |= having[ref]
    return Kept(frozenset(calls), frozenset(having))


def _kept(function: Function, pointers: Pointers) -> Iterator[tuple[str, Node]]:
    """The values that variables and the tree's functions are given, and those that are returned, with the variable."""
    for node in function.of_kinds(*_KEEPING):
        values = operands(node)
        if values and (node.kind != "BINARY_OPERATOR" or node.op == "="):
            target = strip(node.kids[0]) if node.kind == "BINARY_OPERATOR" else node
            named = node.kind == "VAR_DECL" or target.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR")
            yield target.ref if named else "", values[-1]
    for call in function.calls:
        if callee(call).op != "function" or pointers.called(call):
            yield from (("", value) for value in arguments(call))
