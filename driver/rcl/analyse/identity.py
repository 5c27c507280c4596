# SPDX-License-Identifier: MIT
"""What of the client's thread a section needs, followed through the calls of the whole tree."""

from __future__ import annotations

import signal
from dataclasses import dataclass

from rcl.analyse import libc, lockapi
from rcl.analyse.graph import NORETURN
from rcl.analyse.pointers import Pointers
from rcl.analyse.tree import Function, Node, arguments, callee, evaluated, strip
from rcl.model import Identity

_ORDER = {Identity.NONE: 0, Identity.ERRNO: 1, Identity.THREAD: 2}


@dataclass(frozen=True)
class Need:
    """A need, why, and the function that must run on the caller's own thread, if one is certainly called."""

    identity: Identity = Identity.NONE
    reason: str = ""
    own_thread: str = ""

    def joined(self, other: Need) -> Need:
        """The greater of two needs."""
        greater = other if _ORDER[other.identity] > _ORDER[self.identity] else self
        return Need(greater.identity, greater.reason, self.own_thread or other.own_thread)


class Identities:
    """The needs of all functions, each found once."""

    def __init__(self, pointers: Pointers) -> None:
        self.pointers = pointers
        self.known: dict[str, Need] = {}
        self.own_locales = any(
            n.name == "uselocale" for definitions in pointers.functions.values() for f in definitions
            for n in f.body.walk() if n.op == "function"
        )  # fmt: skip
        self._components()

    def of_calls(self, calls: list[Node], thread_locals: tuple[str, ...]) -> Need:
        """The need of a piece of code that makes these calls and names these thread-local variables."""
        need = Need()
        if thread_locals:
            need = Need(Identity.THREAD, f"uses thread-local {thread_locals[0]}")
        for call in calls:
            need = need.joined(self._call(call))
        return need

    def _call(self, call: Node) -> Need:
        target = callee(call)
        if target.op != "function":
            return Need(Identity.THREAD, "calls through a pointer")
        name = target.name
        if target.ref in self.pointers.functions:
            need = self.known.get(target.ref, Need())
            reason = f"calls {name}, which {need.reason}" if need.reason else ""
            return Need(need.identity, reason, need.own_thread)
        if name in lockapi.CALLS or name in NORETURN:
            return Need(own_thread=name if name in libc.OWN_THREAD else "")
        if name == "raise" and [strip(a).name for a in arguments(call)] == [str(int(signal.SIGABRT))]:
            return Need()
        if name in libc.OWN_THREAD:
            return Need(Identity.THREAD, f"calls {name}", name)
        if name in libc.NONE or name.startswith(("__builtin_", "__sync_", "__atomic_")):
            return Need()
        if name in libc.ERRNO or (name in libc.LOCALE and not self.own_locales):
            return Need(Identity.ERRNO, f"calls {name}")
        return Need(Identity.THREAD, f"calls {name}")

    def _components(self) -> None:
        """Iterate to the least fixed point: needs only grow, so cycles of calls end."""
        bodies = {
            key: [_body(f) for f in definitions]
            for key, definitions in self.pointers.functions.items()
        }
        changed = True
        while changed:
            changed = False
            for key, parts in bodies.items():
                need = Need()
                for calls, thread_locals in parts:
                    need = need.joined(self.of_calls(calls, thread_locals))
                old = self.known.get(key, Need())
                if (need.identity, need.own_thread) != (old.identity, old.own_thread):
                    self.known[key] = need
                    changed = True


def _body(function: Function) -> tuple[list[Node], tuple[str, ...]]:
    nodes = list(evaluated(function.body))
    calls = [n for n in nodes if n.kind == "CALL_EXPR"]
    names = {n.name for n in nodes if n.op == "thread"}
    return calls, tuple(sorted(names))
