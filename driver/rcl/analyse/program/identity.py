# SPDX-License-Identifier: MIT
"""What of the client's thread a section needs, and whether it may wait for others, followed through all calls."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

from rcl import lockapi
from rcl.analyse.closure import closure
from rcl.analyse.program import floating, libc, signals
from rcl.analyse.program.callees import Callees, Reach
from rcl.analyse.program.owners import Owners
from rcl.analyse.program.pointers import Pointers, bases
from rcl.analyse.program.questions import question
from rcl.analyse.program.waiting import Waits
from rcl.analyse.unit.graph import JUMPING, NORETURN
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import Function, Node, arguments, callee, library, nonzero, of_thread, strip
from rcl.description import NAME, FunctionFacts
from rcl.model import Identity, Op

_BUILTIN = ("__builtin_", "__sync_", "__atomic_", "_mm_", "_mm256_", "_mm512_")
#: builtin functions that give what is the thread's
_OF_THREAD = frozenset({"__builtin_thread_pointer", "__builtin_set_thread_pointer"})
#: what a function's type has more that returns a pointer to functions
_RETURNED = re.compile(r"\(\*\([^()]*\)\)")
_GIVING = frozenset(libc.GIVES_BACK.values())
#: what is bound to the kernel's thread, or hands what is on to threads and processes
_BOUND = libc.OWN_THREAD | libc.OF_OTHERS | lockapi.BEGINNING
#: these do not call what they are given before they return
_CALLING_LATER = (libc.KNOWN - libc.CALLS_GIVEN) | lockapi.KEEPING
#: what parts the kernel's thread from those of the process for good: its root, its namespaces, who it is for files
_PARTING = frozenset({"setfsgid", "setfsuid", "setns", "unshare"})
_ORDER = {Identity.NONE: 0, Identity.ERRNO: 1, Identity.THREAD: 2}


@dataclass(frozen=True)
class Need:
    """A need, and why. ``own_thread`` is the function that must run on the caller's own thread, if one is certainly
    called; ``waits`` says why the code may wait for something that another thread does, or nothing, ``sleeps`` why it
    may wait for a condition. ``ends``: it may end the program or its thread. ``takes`` are the functions that take
    locks which are no mutexes, ``gives`` those that give such back. ``jumps``: it may, as far as one sees, go back to
    where a function has saved a place.
    """

    identity: Identity = Identity.NONE
    reason: str = ""
    own_thread: str = ""
    waits: str = ""
    ends: bool = False
    sleeps: str = ""
    takes: frozenset[str] = frozenset()
    gives: frozenset[str] = frozenset()
    jumps: bool = False

    @property
    def left(self) -> str:
        """What takes a lock that nothing of the code gives back, or ""."""
        return min((name for name in self.takes if libc.GIVES_BACK[name] not in self.gives), default="")

    def joined(self, other: Need) -> Need:
        """The greater of two needs."""
        if other is NOTHING:
            return self
        greater = other if _ORDER[other.identity] > _ORDER[self.identity] else self
        own_thread = self.own_thread or other.own_thread
        waits, sleeps = self.waits or other.waits, self.sleeps or other.sleeps
        return Need(
            greater.identity, greater.reason, own_thread, waits, self.ends or other.ends, sleeps,
            self.takes | other.takes, self.gives | other.gives, self.jumps or other.jumps,
        )  # fmt: skip

    def same(self, other: Need) -> bool:
        """Whether two needs differ only in their reasons, and in which function binds them to a thread."""
        return self._kinds() == other._kinds()

    def _kinds(self) -> tuple[object, ...]:
        said = bool(self.own_thread), bool(self.waits), bool(self.sleeps)
        return self.identity, *said, self.ends, self.takes, self.gives, self.jumps


#: most functions need nothing
NOTHING = Need()
_ASSEMBLER = {
    "syscall": Need(Identity.THREAD, "makes a system call", "syscall", "makes a system call"),
    "mode": Need(Identity.THREAD, "sets or asks how its thread computes", "assembler"),
    "call": Need(Identity.THREAD, why := "calls a function by assembler", waits=why, jumps=True),
    "thread": Need(Identity.THREAD, "uses a register of the thread's"),
    "openmp": Need(Identity.THREAD, "uses OpenMP", waits="uses OpenMP"),
}


def _said(need: Need | None) -> object:
    if need is None:
        return None
    said = [need.identity.value, need.reason, need.own_thread, need.waits, need.ends, need.sleeps]
    return [*said, sorted(need.takes), sorted(need.gives), need.jumps]


@dataclass(frozen=True)
class _Given:
    """What a function of elsewhere is given to call: the function of a ``name``, or those of a ``type`` that
    declarations lead to.
    """

    keys: tuple[str, ...]
    name: str = ""
    type: str = ""


def _may_be(argument: Node) -> Iterator[Node]:
    """The functions, variables and calls that an argument may come from."""
    node = strip(argument)
    if node.kind == "CONDITIONAL_OPERATOR":
        for kid in node.kids:
            yield from _may_be(kid)
    elif node.kids and (node.kind == "ARRAY_SUBSCRIPT_EXPR" or node.op in ("&", "*")):
        yield from _may_be(node.kids[0])
    else:
        yield node


@dataclass
class Followed:
    """What came of following all calls: the needs of functions, and what of the whole program these depend on."""

    #: a thread may have a locale of its own
    own_locales: bool
    #: a thread sets how it computes with floating-point numbers, or asks what came up
    rounding: bool
    #: what a signal that is sent to one thread may end
    interrupted: frozenset[str]
    #: the signals with which the program ends, whichever thread gets them
    deadly: frozenset[str]
    #: variables may hold which thread, or process, they got it from
    own_kept: signals.Kept
    #: the address of errno may be kept
    errno_kept: bool
    #: what functions of libc's may call, other than what they are given
    registered: tuple[libc.Registered, ...]
    needs: dict[str, Need] = field(default_factory=dict)
    #: by the names of functions that are bound to their thread what they do themselves that binds them
    bound: dict[str, str] = field(default_factory=dict)
    #: what calls through pointers may reach, if one was looked at
    reach: Reach | None = None


class Identities:
    """The needs of all functions, each found once."""

    def __init__(
        self,
        pointers: Pointers,
        callees: Callees,
        owners: Owners,
        never: frozenset[str],
        told: Mapping[str, FunctionFacts],
        numbered: bool,
        own_files: bool,
    ) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self.owners = owners
        self.told = told
        self.callees = callees
        self.never = never
        #: a variable may hold a number by which libc is asked for what is the kernel's thread's
        self.numbered = numbered
        #: some file that is named is another one in each thread
        self.own_files = own_files
        self.waits = Waits(pointers)
        #: who looks for them
        self.search = self.searched

    @cached_property
    def found(self) -> Followed:
        """What has been found."""
        found = self.search()
        self.callees.reach = found.reach
        return found

    def searched(self) -> Followed:
        """What is found by following all calls."""
        functions = [f for definitions in self.pointers.functions.values() for f in definitions]
        named = {n.name for f in functions for n in f.of_kinds("DECL_REF_EXPR", "FUNCTION_DECL") if n.op == "function"}
        errno_kept = any(
            name == "errno" for f in functions if "__errno_location" in f.called
            for name, _ in of_thread(f, [*f.of_kinds("DECL_REF_EXPR"), *f.calls])
        )  # fmt: skip
        deadly = signals.deadly(functions, named)
        self.found = Followed(
            "uselocale" in named, floating.matters(named, functions), signals.interrupted(functions, named, deadly),
            deadly, signals.kept(functions, self.pointers, self.pointers.listed), errno_kept,
            tuple(one for one in libc.REGISTERED if not one.by.isdisjoint(named)),
        )  # fmt: skip
        self._components()
        self.found.reach = self.callees.reach
        return self.found

    def of_calls(self, calls: list[Node], thread_locals: tuple[str, ...], awaited: str = "") -> Need:
        """The need of code that makes these calls, names these thread-local variables and waits for that variable."""
        need = Need(waits=f"waits for {awaited} in a loop") if awaited else NOTHING
        if thread_locals:
            need = replace(need, identity=Identity.THREAD, reason=f"uses thread-local {thread_locals[0]}")
        for call in calls:
            need = need.joined(self._call(call))
        return need

    def _call(self, call: Node) -> Need:
        if call.kind == "ASM_STMT":
            return _ASSEMBLER.get(call.name, NOTHING)
        target = callee(call)
        if target.op != "function":
            return self.through_pointer(call.op, *bases(target))
        name = target.name
        if (need := self.of_function(target.ref, name)) is not None:
            return need
        name = libc.plain(name)
        if name in libc.ENDS:
            return Need(Identity.THREAD, f"calls {name}", ends=True)
        if name in NORETURN:
            return Need(own_thread=name if name in libc.OWN_THREAD else "", jumps=name in JUMPING)
        if name in self.pointers.api.calls and self.pointers.api.calls[name].own is None:
            return self._locking(name, arguments(call))
        given = [self._of_given(one) for one in self._given(call)]
        if name not in libc.CALLS_GIVEN:  # whether it calls them nobody knows: only what would bind them counts
            given = [Need(Identity.THREAD, own_thread=need.own_thread) for need in given if need.own_thread]
        return reduce(Need.joined, given, self._outside(name, arguments(call)))

    def _of_given(self, given: _Given) -> Need:
        """The need of a function, or of those that a variable may hold, that a function of libc calls."""
        if given.name:
            return self.of_function(given.keys[0], given.name) or self._outside(given.name, [])
        return self.through_pointer(given.type, *given.keys)

    @question(str)
    def type_called(self, variable: str) -> str:
        """The type of the functions that a variable leads to; "" if it leads to none."""
        known = self.pointers.variables.get(variable)
        return known.calls if known else ""

    def _given(self, call: Node) -> list[_Given]:
        """The functions that one of elsewhere is given to call before it returns, perhaps, or variables with such."""
        target = callee(call)
        if target.name in _CALLING_LATER or target.name.startswith(_BUILTIN):
            return []
        named = (node for argument in arguments(call) for node in _may_be(argument))
        return list(filter(None, map(self._as_given, named)))

    def _as_given(self, node: Node) -> _Given | None:
        """What an argument is, if that may be functions."""
        if node.op == "function":
            return _Given((node.ref,), name=node.name)
        if node.kind == "CALL_EXPR":
            return _Given(bases(node), type=_RETURNED.sub("", node.op, count=1)) if _RETURNED.search(node.op) else None
        called = self.type_called(node.ref) if node.ref and node.type in "pa" else ""
        return _Given((node.ref,), type=called) if called else None

    def _locking(self, name: str, given: list[Node]) -> Need:
        """The need of a call of the lock API."""
        waits = f"calls {name}" if self.pointers.api.op(name) in (Op.WAIT, Op.TIMEDWAIT) else ""
        number = self.pointers.api.calls[name].mutex
        if number is None or number >= len(given) or not self.owners.matter(given[number]):
            return Need(waits=waits, sleeps=waits) if waits else NOTHING
        why = f"calls {name} for a mutex that knows its thread"
        return Need(Identity.THREAD, why, waits=waits, sleeps=waits)

    @property
    def ground(self) -> list[object]:
        """What of the whole program all answers depend on."""
        found = self.found
        names = found.interrupted, found.deadly, found.own_kept.calls, *(one.by for one in found.registered)
        return [found.own_locales, found.errno_kept, found.rounding, self.numbered, self.own_files, *map(sorted, names)]

    @question(str)
    def why_bound(self, name: str) -> str:
        """What a function does itself that binds it to its thread; "" if its name says that."""
        return self.found.bound.get(name, "")

    @question(bool)
    def keeps_own(self, variable: str) -> bool:
        """May a variable hold which thread, or process, it got it from?"""
        return variable in self.found.own_kept.variables

    def _told(self, name: str, need: Need) -> Need:
        """The need of a function, where a person has said something of it."""
        facts = self.told.get(name)
        if facts is None:
            return need
        if facts.needs is not None:
            reason = "" if facts.needs is Identity.NONE else f"calls {name}, of which {NAME} says so"
            need = replace(need, identity=facts.needs, reason=reason, own_thread="", ends=False)
        if facts.waits is not None:
            need = replace(need, waits=f"calls {name}, of which {NAME} says so" if facts.waits else "")
        return need

    @question(_said)
    def of_function(self, key: str, name: str) -> Need | None:
        """The need of a function, None if it is not of the tree."""
        return self._inside(key, name) if key in self.pointers.functions else None

    def _inside(self, key: str, name: str) -> Need:
        need = self._analysed(key, name)
        if key == library(name) and name in libc.KNOWN and name not in NORETURN:
            need = need.joined(self._tabled(name, []))  # another program of the tree may have libc's
        return self._told(name, need)

    def _analysed(self, key: str, name: str) -> Need:
        need = self.found.needs.get(key, NOTHING)
        if need is NOTHING:
            return need
        if key in self.never:
            # the last words of the program or the thread; only how it ends may matter
            ending = Need(Identity.THREAD, f"calls {name}, which never returns", ends=True) if need.ends else Need()
            return replace(ending, own_thread=need.own_thread, jumps=need.jumps)
        through = f"calls {name}, which "
        reason, waits = need.reason and through + need.reason, need.waits and through + need.waits
        return replace(need, reason=reason, waits=waits, sleeps=need.sleeps and through + need.sleeps)

    @question(_said)
    def through_pointer(self, called: str, *keys: str) -> Need:
        """The need of all functions that a call may reach; what only some of them call does not bind the section.

        The call is of functions of a type, through a pointer that these declarations hold.
        """
        reached = self.callees.of(called, keys)
        if reached is None:
            apart = self._apart(self.pointers.by_type.get(called, ()))
            return Need(Identity.THREAD, why := "calls through a pointer", apart, waits=why, jumps=True)
        needs = []
        for key in sorted(reached):
            definitions = self.pointers.functions.get(key)
            name = definitions[0].name if definitions else key.rpartition("@")[2]
            needs.append(self._inside(key, name) if definitions else self._outside(name, []))
        bound = next((n.own_thread for n in needs if all(other.own_thread for other in needs)), "")
        return replace(reduce(Need.joined, needs, NOTHING), own_thread=bound or self._apart(reached))

    def _apart(self, functions: Iterable[str]) -> str:
        """What one of some functions calls to part its kernel's thread from the others for good; "" if none does."""
        return next((self._parting[key] for key in sorted(functions) if key in self._parting), "")

    @cached_property
    def _parting(self) -> Mapping[str, str]:
        """Those of the tree that may call such a function, themselves or by what they call, and which one."""
        parting = {name for name in _PARTING if self._outside(name, []).own_thread}
        bodies = [(key, function) for key, definitions in self.pointers.functions.items() for function in definitions]
        found: dict[str, str] = {}
        for key, function in bodies:
            for name in filter(parting.__contains__, function.called):
                found.setdefault(key, name)
        callers: defaultdict[str, set[str]] = defaultdict(set)
        for key, function in bodies if found else ():
            for called in function.targets:
                callers[called].add(key)
        for name in sorted(set(found.values())):
            first = [key for key, called in found.items() if called == name]
            for key in closure(first, lambda one: callers.get(one, ())):
                found.setdefault(key, name)
        return found

    def _outside(self, name: str, given: list[Node]) -> Need:
        """The need of a function that is not in the tree."""
        called = (self.of_function(*one) for one in self._registered(name).items())
        need = self._told(name, reduce(Need.joined, filter(None, called), self._tabled(name, given)))
        if name in libc.GIVES_BACK:
            return replace(need, takes=frozenset({name}))
        return replace(need, gives=frozenset({name})) if name in _GIVING else need

    def _registered(self, name: str) -> Mapping[str, str]:
        """The functions of the tree, with their names, that one of libc's may call: it has been told of them before."""
        types = {called for one in self.found.registered if name in one.callers for called in one.types}
        return self.of_types(*sorted(types)) if types else {}

    @question(lambda found: sorted(found.items()))
    def of_types(self, *types: str) -> Mapping[str, str]:
        """The functions of some types whose address somebody may have, and their names."""
        keys = {key for called in types for key in self.pointers.by_type.get(called, ())}
        return {key: self.pointers.functions[key][0].name for key in sorted(keys & self.pointers.functions.keys())}

    def _tabled(self, name: str, given: list[Node]) -> Need:
        why = f"calls {name}"
        waits = why if _waits(name, given) else ""
        if signals.unhandled(name, given, self.found.deadly):
            return Need() if name == "raise" else Need(Identity.THREAD, why)
        if signals.to_another(name, given, self.found.own_kept.calls, self.keeps_own):
            return Need(Identity.THREAD, why)
        interrupted = bool(waits) and name in self.found.interrupted and not signals.creates(name, given)
        own = name in _BOUND or (self.own_files and name in libc.NAMING_FILES)
        if own or _of_kernels_thread(name, given, self.numbered) or interrupted:
            return Need(Identity.THREAD, why, name, waits, jumps=name in JUMPING)
        if name in libc.NONE or (name.startswith(_BUILTIN) and name not in _OF_THREAD):
            return Need(waits=waits) if waits else NOTHING
        if name in libc.ERRNO or (name in libc.LOCALE and not self.found.own_locales):
            # who has the address of errno may mean the client's where the section goes by a copy
            return Need(Identity.THREAD if self.found.errno_kept else Identity.ERRNO, why, waits=waits)
        return Need(Identity.THREAD, why, waits=waits, jumps=not _known(name))

    def _components(self) -> None:
        """Iterate to the least fixed point: needs only grow, so cycles of calls end."""
        bodies = {
            key: [(_calls(f), traits(f).thread_locals, self.waits.of(f), self._of_own(f)) for f in definitions]
            for key, definitions in self.pointers.functions.items()
        }
        callers: dict[str, set[str]] = {}
        for key, parts in bodies.items():
            for called in {k for calls, *_ in parts for call in calls for k in self._reached(call)}:
                callers.setdefault(called, set()).add(key)
        pending = set(bodies)
        while pending:
            for key, parts in bodies.items():
                if key not in pending:
                    continue
                pending.discard(key)
                need = NOTHING
                for calls, thread_locals, awaited, own in parts:
                    need = need.joined(self.of_calls(calls, thread_locals, awaited)).joined(own)
                known = self.found.needs.get(key, NOTHING)
                if need is not known and not need.same(known):
                    self.found.needs[key] = need
                    pending |= callers.get(key, set())

    def _of_own(self, function: Function) -> Need:
        """The need of a function that asks where its stack frame is, or computes as its thread is set to."""
        if traits(function).frame:
            self.found.bound[function.name] = "asks where its stack frame is"
        elif self.found.rounding and floating.computes(function):
            self.found.bound[function.name] = "computes with floating-point numbers as its thread is set to"
        else:
            return NOTHING
        return Need(Identity.THREAD, "depends on its thread", own_thread=function.name)

    def _given_there(self, given: _Given) -> frozenset[str]:
        """The functions that a function of libc is given there to call, as far as that is known."""
        return frozenset(given.keys) if given.name else self.callees.of(given.type, given.keys) or frozenset()

    def _reached(self, call: Node) -> frozenset[str]:
        """The functions that a call may reach, as far as that is known."""
        if call.kind == "ASM_STMT":
            return frozenset()
        target = callee(call)
        if target.op == "function":
            called = self._registered(target.name)
            return frozenset({target.ref}).union(called, *map(self._given_there, self._given(call)))
        reached = self.callees.of(call.op, tuple(bases(target))) or frozenset()
        return reached.union(*(self._registered(key.rpartition("@")[2]) for key in reached))


def _waits(name: str, given: list[Node]) -> bool:
    """May a function that is not in the tree wait for another thread?"""
    if name in libc.FCNTL and len(given) > 1 and strip(given[1]).kind == "INTEGER_LITERAL":
        return strip(given[1]).name in libc.FCNTL_WAITS
    return name in libc.WAITS or not _known(name)


def _known(name: str) -> bool:
    """Is it known what a function does that is not in the tree?"""
    return name in libc.KNOWN or name.startswith(_BUILTIN)


def _of_kernels_thread(name: str, given: list[Node], numbered: bool) -> bool:
    """Is a function of libc asked for what the kernel keeps a thread, by a number that stands in the call?

    Or by what a variable holds, if one may hold such a number.
    """
    asked = libc.OF_KERNELS_THREAD.get(name, frozenset())
    if not given:
        return numbered and bool(asked)
    return strip(given[0]).name in asked or (numbered and bool(asked) and nonzero(given[0]) is None)


def _calls(function: Function) -> list[Node]:
    """The calls that a function makes, and the assembler in it."""
    undone = function.undone
    return [n for n in (*function.calls, *function.of_kinds("ASM_STMT")) if id(n) not in undone]
