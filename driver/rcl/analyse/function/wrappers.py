# SPDX-License-Identifier: MIT
"""Summaries of functions: which are mere lock wrappers, and which leave a lock taken or release their caller's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from rcl import lockapi
from rcl.analyse.closure import circles
from rcl.analyse.function import guards, notes
from rcl.analyse.function.aliases import changed, lasting
from rcl.analyse.function.flow import FAILED, FREE, HANDED, RELEASED, Locks, Operation, only_others
from rcl.analyse.function.guards import always_made, asked_of, passed_on, spelled_out, wrapped
from rcl.analyse.program.absent import are_absent
from rcl.analyse.program.callees import Callees
from rcl.analyse.program.memory import Memory
from rcl.analyse.program.owners import Owners
from rcl.analyse.program.pointers import Lock, Pointers, bases, meet
from rcl.analyse.program.pointers import Locks as Mutexes
from rcl.analyse.program.questions import Notes, question
from rcl.analyse.program.summary import Asked, More, Summary, Wrapper
from rcl.analyse.unit.checks import (
    EBUSY,
    SAME,
    begun_if,
    chosen_if,
    done_if,
    given_for,
    given_if,
    handed_to,
    statement_of,
)  # fmt: skip
from rcl.analyse.unit.conversions import INT, UNKNOWN, as_values, fits, gives_signed, of_parameters
from rcl.analyse.unit.fields import given_to
from rcl.analyse.unit.graph import Block, Graph
from rcl.analyse.unit.graphs import Graphs
from rcl.analyse.unit.tree import (
    LOOPS,
    Function,
    Node,
    Unit,
    arguments,
    callee,
    canonical,
    changes,
    constant,
    evaluated,
    is_zero,
    library,
    nonzero,
    operands,
    placeless,
    strip,
    substitute,
    whole_of,
    without_parentheses,
)  # fmt: skip
from rcl.model import Answer

_NOTHING = Summary()
#: a mutex that no declaration tells
_SOME = frozenset({Lock("", ())})
_ROUNDS = 12
#: as large may an enumerator be
_LARGE = (1 << 31) - 1
#: what a function may return that has each number of an int
_WHOLE = frozenset({"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long"})
_MEMORY = frozenset({"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"})
#: what POSIX's attempts and C11's, with a time too, may give that have failed, by their headers
_ERRORS = (EBUSY, 1, 2, 3, 4, 11, 22, 35, 110, 130, 131)
#: what a wrapper may call besides the lock, where the call failed: what reports it
_REPORTING = set(map(library, (*lockapi.PRINTING, "perror", "fputs", "strerror", "fflush", "__errno_location")))

#: what does nothing but say who asks
_SELF = library("pthread_self")


@dataclass(frozen=True)
class _Look:
    """What looking at a function says: ``sites``: it takes locks; ``absent``: its build defines all its calls away."""

    summary: Summary = _NOTHING
    sites: bool = False
    absent: bool = False


def _pack(look: _Look) -> list[Any]:
    return [look.summary.packed, look.sites, look.absent]


def _unpack(packed: list[Any], function: Function) -> _Look:
    summary, sites, absent = packed
    return _Look(Summary.unpacked(summary, function), bool(sites), bool(absent))


class Summaries:
    """The summaries of all functions, found by iteration over the call graph."""

    def __init__(
        self,
        graphs: Graphs,
        pointers: Pointers,
        units: list[Unit],
        memory: Memory,
        owners: Owners,
        callees: Callees,
    ) -> None:
        self.pointers = pointers
        self.callees = callees
        self.owners = owners
        self.graphs = graphs
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self.known: dict[str, Summary] = {}
        #: of functions that may do anything to a lock, with what was asked for it
        self._locks: dict[int, tuple[Locks, Notes]] = {}
        self._looks: dict[int, _Look] = {}
        parts = [(unit, memory.part("locks", unit)) for unit in units]
        self._parts = {id(f): (part, str(number)) for unit, part in parts for number, f in enumerate(unit.functions)}
        calls = {key: self._calls(definitions) for key, definitions in pointers.functions.items()}
        self._callers: dict[str, set[str]] = {key: set() for key in calls}
        for key, some in calls.items():
            for called in some:
                self._callers[called].add(key)
        known = [self._settled(circle) for circle in circles(calls, calls.__getitem__)]
        if not all(known):  # what was looked at may not be the last word
            self._locks.clear()
        for _, part in parts:
            part.keep()
        self._parts.clear()  # nobody looks at a function again

    def _calls(self, definitions: list[Function]) -> Sequence[str]:
        """The functions that one calls."""
        return sorted({key for f in definitions for key in self.pointers.may_call[id(f)]})

    @question(lambda summary: summary.said, lasts=False)
    def of(self, key: str) -> Summary:
        """The summary of a function."""
        return self.known.get(key, _NOTHING)

    def made(self, call: Node) -> list[Summary]:
        """The summaries of the functions that a call may reach.

        What its pointer may hold is only asked where one of its type leaves a lock held, or releases one.
        """
        found = {key: self.of(key) for key in sorted(self.pointers.called(call))}
        target, held = callee(call), None
        if target.op != "function" and any(one.locks for one in found.values()):
            held = self.callees.of_tree(call.op, *sorted(bases(target)))
        return [one for key, one in found.items() if held is None or key in held]

    def sections_in(self, function: Function) -> bool:
        """Has a function critical sections, and is it no mere wrapper, whose callers are known?"""
        pointed, wrapper = self._pointed(function), self.of(function.key).wrapper
        several = wrapper is not None and bool(wrapper.gives) and len(self.locks(function).sites) > 1
        return self._looks[id(function)].sites and (pointed or wrapper is None or several)

    def is_absent(self, function: Function) -> bool:
        """Are all lock calls of a function defined away in its build?"""
        return self._looks[id(function)].absent

    def _pointed(self, function: Function) -> bool:
        """May a function be called through a pointer?"""
        return function.key in self.pointers.by_type.get(function.type, ())

    def locks(self, function: Function) -> Locks:
        """What a function does to locks."""
        known = self._locks.get(id(function))
        if known is None:
            with self.ledger.noting() as notes:
                locks = Locks(self.graphs.of(function), self.pointers, self)
            known = self._locks[id(function)] = locks, notes
        self.ledger.note(known[1])
        return known[0]

    def _settled(self, circle: list[str]) -> bool:
        """Looks at functions that call each other, until nothing new is known of them; whether that is so.

        Those that make lock calls come first: what reports that they have failed may call them.
        """
        if len(circle) > 1:
            circle = sorted(circle, key=lambda key: not any(map(self._calls_api, self.pointers.functions[key])))
        pending = set(circle)
        for _ in range(_ROUNDS):
            for key in (key for key in circle if key in pending):
                pending.discard(key)
                merged = self._merged(self.pointers.functions[key])
                if not _same(merged, self.of(key)):
                    self.known[key] = merged
                    pending |= self._callers[key].intersection(circle)
        return not pending

    def _merged(self, definitions: list[Function]) -> Summary:
        """What a function does, by all its definitions."""
        looks = [self._look(f) for f in definitions]
        made = [look.summary for look in looks if not look.absent] or [look.summary for look in looks]
        merged = reduce(_merge, made)
        if merged.wrapper is not None and any(_same(one, _NOTHING) for one in made):
            idle = [f for f, look in zip(definitions, looks, strict=True) if _same(look.summary, _NOTHING)]
            if merged.wrapper.more or not (all(map(stands_in, idle)) and _is_object(merged.wrapper.lock)):
                merged = replace(merged, wrapper=None, only=False)
        return merged

    def _look(self, function: Function) -> _Look:
        """What a function does, by what is known of those that it calls."""
        self._locks.pop(id(function), None)
        if self.known.keys().isdisjoint(self.pointers.may_call[id(function)]) and not self._calls_api(function):
            look = _Look()
        else:
            part, name = self._parts[id(function)]
            look = part.again(name, lambda: self._looked(function), _pack, lambda said: _unpack(said, function))
        self._looks[id(function)] = look
        return look

    def _looked(self, function: Function) -> _Look:
        others = self._others(function)
        if others is not None:
            openly = any(self._names_openly(o.call) for o in others)
            return _Look(replace(_left_by(others), openly=openly), False, _absent(others))
        locks = self.locks(function)
        if not locks.sites:  # hardly anybody asks again, and they are many
            del self._locks[id(function)]
            self.graphs.forget(function)
        return _Look(self._summary(function, locks), bool(locks.sites), _absent(locks.operations))

    def _others(self, function: Function) -> list[Operation] | None:
        """The operations of a function that does nothing to locks itself, where its graph says no more about them."""
        if not self.graphs.aborting.isdisjoint(function.targets):
            return None
        found = only_others(function, self.pointers, self)
        calls = {id(o.call): o.call.start for o in found or ()}
        return found if len({*calls.values()}) == len(calls) else None

    def _summary(self, function: Function, locks: Locks) -> Summary:
        if not locks.operations:
            return _NOTHING
        wrapper = self._wrapper(function, locks)
        leaves: set[Lock] = set()
        for site in (locks.sites[n] for held in locks.at_exit.values() for n in held if n >= 0):
            if not _lent(locks, site.key):
                leaves |= site.locks or _SOME
        frees: set[Lock] = set()
        lends: set[Lock] = set()
        for operation in locks.operations:
            free = FREE in operation.before.get(operation.key, ())
            if operation.effect == "release" and free and not _own_attempt(function, locks, operation):
                (lends if _lent(locks, operation.key) else frees).update(operation.locks or _SOME)
            elif operation.effect == "other":
                leaves |= operation.leaves
                own, handed = _own(locks, operation), _own(locks, operation, handed=True)
                frees |= {lock for lock in operation.frees if not meet(frozenset({lock}), handed)}
                lends |= {lock for lock in operation.lends if not meet(frozenset({lock}), own)}
        only = wrapper is not None and locks.own == locks.operations
        openly = bool(frees) and any(self._openly(locks, operation) for operation in locks.operations)
        return Summary(wrapper, frozenset(leaves), frozenset(frees), frozenset(lends), only, openly)

    def _openly(self, locks: Locks, operation: Operation) -> bool:
        """Is it certain that it gives back a caller's lock: none that the function takes, and not only by what calls
        through pointers reach?
        """
        taken: Mutexes = frozenset().union(*(site.locks or _SOME for site in locks.sites))
        if operation.effect != "release":
            openly = operation.effect == "other" and self._names_openly(operation.call)
            return openly and not meet(operation.frees, taken)
        free = FREE in operation.before.get(operation.key, ())
        return free and not meet(operation.locks or _SOME, taken)

    def _names_openly(self, call: Node) -> bool:
        """Is it certain that a function that is called by its name gives back a caller's lock?"""
        return callee(call).op == "function" and any(one.openly for one in self.made(call))

    def _calls_api(self, function: Function) -> bool:
        return not self.pointers.api.calls.keys().isdisjoint(function.called)

    def _wrapper(self, function: Function, locks: Locks) -> Wrapper | None:
        if (giving := self._giving(function, locks)) is not None:
            return giving
        unasked = locks.without_asking()
        found = self._plain_wrapper(function, unasked)
        asks = found.asked if found and found.effect == "acquire" else ()
        known = self.pointers.sorts_in(function)
        if found is None or any(spelled_out(self.pointers, a.condition, known) is None for a in asks):
            return self._telling(function, unasked) or found
        telling = self._telling(function, locks) if asks else None
        if telling and found.reports:
            return telling if telling.more else found
        return replace(found, tells=telling.answer, signed=_signed(function)) if telling else found

    def _plain_wrapper(self, function: Function, locks: Locks) -> Wrapper | None:
        if (found := notes.tried_first(locks)) is not None:
            return self._tried_first(function, locks, *found)
        locks = self._as_if_asked(locks)
        if len(locks.own) != 1 or locks.own[0].effect == "wait" or locks.own[0].gives_object:
            return None
        operation = locks.own[0]
        passed = self._passed_on(function, operation)
        if operation.described is not None or passed is None:
            return None
        if operation.effect == "try" and not always_made(locks.graph, operation.call):
            return None
        asked = self._asked(locks.graph, operation)
        if asked is None:
            return None
        end = locks.at_exit.get(operation.key, frozenset()) - {FAILED} - ({FREE} if asked else set())
        wanted = {
            "acquire": frozenset({operation.number}),
            "release": frozenset({RELEASED}),
            "try": end if operation.number in end else None,
        }.get(operation.effect)
        if end != wanted:
            return None
        looks = self._looks_at(locks.graph, operation)
        reports = self._reports(locks.graph, operation) | looks.keys()
        reporting = {id(n) for n in guards.reporting(function, operation.call)} if asked else set[int]()
        hidden = {id(o.call) for o in locks.operations if id(o.call) in reporting and not self._openly(locks, o)}
        if any(o is not operation and id(o.call) not in reports | hidden for o in locks.operations):
            return None
        others = list(self._more_than_locks(locks.graph, operation, asked, reports | reporting))
        alone, gives = bool(asked) or self._pointed(function), self._gives(operation)
        beside = () if alone else notes.beside(locks, operation, others, gives)
        if (others and not beside) or (passed and beside):
            return None
        lock = _expressed(function, operation.lock, self.pointers) if operation.lock else None
        if lock is None:
            return None
        answer, numbers = _answer(function, locks, operation, bool(asked))
        if answer is None and operation.effect != "try" and not self._fails(operation):
            answer = _certain_answer(locks.graph, operation, looks, operation.call.start if asked else -1)
        parameters, effect, lock = tuple(function.parameters), operation.effect, placeless(lock)
        able, more = operation.wrapper is not None and operation.wrapper.able, beside or passed
        signed = effect == "try" and numbers and _below_zero(locks.graph, operation.call)
        return Wrapper(
            effect, lock, parameters, function, answer, operation.tries, asked, numbers, more, able, signed=signed
        )  # fmt: skip

    def _giving(self, function: Function, locks: Locks) -> Wrapper | None:
        """The wrapper that finds or makes an object, takes its mutex as the last thing, and returns the object, or NULL
        if there is none, without a mutex then: its callers can have the object of another function first.

        It has no other lock when it takes that one, and gives none back that its caller has.
        """
        operation = left_held(locks)
        inner = operation and operation.wrapper
        more = inner and (inner.more or inner.asked or inner.able or inner.gives)
        if operation is None or operation.lock is None or more or operation.doubtful or self._fails(operation):
            return None
        found = notes.giving(locks, operation)
        if found is None:
            return None
        answer = Answer.POINTER if found.perhaps else None
        effect, parameters = "try" if answer else "acquire", tuple(function.parameters)
        return Wrapper(effect, placeless(operation.lock), parameters, function, answer, gives=found.variable)

    def _telling(self, function: Function, locks: Locks) -> Wrapper | None:
        """The wrapper that does what its callers cannot, to know whether to take a mutex, and says if it has.

        For them it is an attempt, which may wait: what it does stays where it is, also what it notes while it has it.
        """
        operation = locks.operations[0]
        lock = _expressed(function, operation.lock, self.pointers) if operation.lock else None
        others = len(locks.operations) > 1 or operation.doubtful or operation.described is not None
        waits = operation.effect == "acquire" or (operation.wrapper is not None and operation.wrapper.able)
        waits = waits and not operation.gives_object
        if not waits or others or lock is None or self._fails(operation):
            return None
        more = self._more_than_locks(locks.graph, operation, (), set())
        notes_it = operation.effect == "try"  # else that is a section of its own
        behind = (n for n in more if n.end > operation.call.start and not (notes_it and changes(n)))
        answer, numbers = _constants(function, locks, operation)
        if answer is None or any(behind):
            return None
        parameters, pointed = tuple(function.parameters), self._pointed(function)
        made = None if pointed or operation.effect != "acquire" else notes.asking(locks, operation, self.graphs.text_of)
        first = (made,) if made else ()
        return Wrapper("try", placeless(lock), parameters, function, answer, numbers=numbers, more=first, able=True)

    def _as_if_asked(self, locks: Locks) -> Locks:
        """The same where a function does nothing to locks but call an unlock function that asks first, as if it did so.
        """
        calls = [o.call for o in locks.operations]
        if len(calls) != 1 or locks.own or callee(calls[0]).op != "function":
            return locks
        wrapper = self.of(callee(calls[0]).ref).wrapper
        asks = wrapper is not None and wrapper.effect == "release" and bool(wrapper.asked)
        return Locks(locks.graph, self.pointers, self, alone=calls[0]) if asks else locks

    def _asked(self, graph: Graph, operation: Operation) -> tuple[Asked, ...] | None:
        """What a wrapper asks first, or the lock function that it calls does; None if it cannot say that."""
        if operation.effect == "try":
            return ()
        own, inner = wrapped(graph, self.pointers, operation.call, self.graphs.text_of), operation.wrapper
        if inner is None or not inner.asked:
            return own
        theirs = passed_on(graph.function, self.pointers, operation.call, inner, self.graphs.text_of)
        if theirs is None or (theirs and not own and not always_made(graph, operation.call)):
            return None
        return (*own, *theirs)

    def _passed_on(self, function: Function, operation: Operation) -> tuple[More, ...] | None:
        """What the lock function that a wrapper calls does besides, as what the wrapper does; None if it cannot be."""
        inner, given = operation.wrapper, arguments(operation.call)
        if inner is None or not inner.more or inner.able:
            return ()
        parts = [[given[number] for number in more.needs if number < len(given)] for more in inner.more]
        able = all(notes.means_the_same(function, part) for some in parts for part in some)
        if self._pointed(function) or function.cleaned or function.cleanups or not able:
            return None
        needs = (tuple(notes.needed(function, some)[0]) for some in parts)
        return tuple(More(more.when, -1, -1, need) for more, need in zip(inner.more, needs, strict=True))

    def _tried_first(self, function: Function, locks: Locks, tried: int, waiting: Operation) -> Wrapper | None:
        """The wrapper that does something where a mutex is not free, before it waits for that."""
        operation, branch = locks.operations[0], function.body.kids[tried].kids[1]
        more = self._more_than_locks(locks.graph, operation, (), self._reports(locks.graph, operation))
        others = [node for node in more if not branch.start <= node.start < waiting.call.end]
        beside = notes.beside(locks, operation, others, None)
        lock = _expressed(function, operation.lock, self.pointers) if operation.lock else None
        able = bool(beside) or not others
        if not able or lock is None or self._pointed(function) or any(map(self._fails, locks.operations)):
            return None
        answer = _certain_answer(locks.graph, operation, {})
        busy = len(branch.kids) > 1 and branch.kind == "COMPOUND_STMT"
        made = (notes.more(function, "busy", (0, len(branch.kids) - 2), tried), *beside) if busy else beside
        return Wrapper("acquire", placeless(lock), tuple(function.parameters), function, answer, more=made)

    def _reports(self, graph: Graph, operation: Operation) -> set[int]:
        """What only reports that an operation failed, or ends the program for that: calls, changes and values, by their
        nodes' ids.

        Where it cannot fail, whatever would be done then is only that.
        """
        certain, usual = not self._fails(operation), as_usual(operation)
        calls = [n for n in graph.function.calls if certain or self._is_report(n)]
        ending = graph.ending()
        calls += [e.node for block in ending for e in block.events if e.kind == "call"]
        done = set[int]().union(*(done_if(graph, operation.call, result) for result in usual if calls))
        reports = {id(n) for n in calls} - done
        reports |= self._only_failing(graph, operation.call, usual, graph.blocks if certain else ending)
        return reports.union(*map(_nodes, _for_null(graph, operation, ending)))

    def _is_report(self, call: Node) -> bool:
        """Does a call print something: by libc, or by functions of the program's own that it gives a text and the like?
        """
        called = [f for key in self.pointers.called(call) for f in self.pointers.functions[key]]
        if not called:
            return callee(call).ref in _REPORTING
        worded = any(strip(given).kind == "STRING_LITERAL" for given in arguments(call))
        return worded and all(function.type.endswith(", ...)") for function in called)

    def _only_failing(
        self, graph: Graph, call: Node, usual: Sequence[int | None], blocks: Sequence[Block]
    ) -> set[int]:
        """The changes and values, by their nodes' ids, of the statements of some blocks that nobody gets to if a call
        gives what is ``usual``.
        """
        known = {block.begins for block in graph.blocks if block.begins}
        begun = set[int]().union(*(begun_if(graph, call, result) for result in usual))
        idle = {block.begins for block in blocks if block.begins} - begun
        if not idle:
            return set()
        nodes = (n for n in evaluated(graph.function.body) if n.kind != "CALL_EXPR")
        return {id(n) for n in nodes if statement_of(graph, n, known) in idle}

    def _looks_at(self, graph: Graph, operation: Operation) -> dict[int, int | None]:
        """The call, by its node's id, of a function that is handed what a lock call gives, and does nothing unless that
        has failed, with what it gives then; none if the lock call may fail.
        """
        handed, usual = handed_to(graph.parent, operation.call), as_usual(operation)
        if handed is None or len(usual) != 1 or usual[0] is None or self._fails(operation):
            return {}
        call, number = handed
        gives = self.given_for(callee(call).ref, number, usual[0]) if callee(call).op == "function" else None
        return {} if gives is None else {id(call): gives[0] if len(gives) == 1 else None}

    @question(lambda given: given)
    def given_for(self, key: str, number: int, result: int, ends: bool = True) -> list[int | None] | None:
        """What a function may return that is handed a result, if it does nothing else then, but that it ``ends``."""
        made = []
        for function in self.pointers.functions.get(key, ()):
            able = number < len(function.parameters)
            made.append(given_for(self.graphs.of(function), number, result, ends) if able else None)
        return made[0] if made and all(one == made[0] for one in made) else None

    def _more_than_locks(
        self, graph: Graph, operation: Operation, asked: Sequence[Asked], reports: set[int]
    ) -> Iterator[Node]:
        """What the function does that its caller could notice, and where it looks at what the lock guards.

        What is ``asked`` for the lock call, its ``reports`` and assertions apart.
        """
        function = graph.function
        named = depends_on(function, operation.lock) if operation.lock else set()
        values = [operands(node)[-1] for ref, node in lasting(function).items() if ref in named]
        able = [n for n in values if not asked or not self.pointers.effects.acts(n)]
        apart = [part for part in (operation.lock, *able, *(a.condition for a in asked)) if part is not None]
        lock = set[int]().union(*map(_nodes, apart))
        within, ends = _nodes(operation.call), {_SELF, *graph.aborting}
        for node in evaluated(function.body):
            if id(node) in reports:
                continue
            known = node is operation.call or id(node) in lock
            known = known or callee(node).name in SAME or callee(node).ref in ends
            if node.kind == "CALL_EXPR" and not known:
                yield node
            if node.kind in LOOPS and constant(node.kids[-1]) != 0 and id(operation.call) not in _nodes(node):
                yield node  # it may wait
            if node.kind == "ASM_STMT" and node.kids:
                yield node
            given: list[Node] = []
            if changes(node):
                target = strip(node.kids[0])
                if target.kind != "DECL_REF_EXPR" or target.op != "local" or function.locals[target.ref].static:
                    yield node
                given = node.kids[1:]
            elif node.kind == "RETURN_STMT" or (node.kind == "VAR_DECL" and node.ref not in named):
                given = operands(node)
            if any(n.kind in _MEMORY and id(n) not in within | lock for v in given for n in v.walk()):
                yield node

    def _gives(self, operation: Operation) -> int | None:
        """What an acquisition or a release gives, None if that is not certain."""
        usual = as_usual(operation)
        return usual[0] if len(usual) == 1 and not self._fails(operation) else None

    def _fails(self, operation: Operation) -> bool:
        """May a lock call fail by the type of its mutex, if it is used as it must be?"""
        if operation.lock is None:
            return True
        return self.owners.fail(operation.lock)


def left_held(locks: Locks) -> Operation | None:
    """The acquisition that alone a function leaves in force; None if it does anything else to its caller's locks, or
    has another one when it takes that.
    """
    held = {number for some in locks.at_exit.values() for number in some if number >= 0}
    operation = locks.sites[held.pop()] if len(held) == 1 else None
    if operation is None or operation.effect != "acquire" or operation.described is not None or operation.loses:
        return None
    others = [o for o in locks.operations if o is not operation]
    plain = all(o.effect in ("acquire", "release") and not o.doubtful for o in others)
    given = any(o.effect == "release" and FREE in o.before.get(o.key, ()) for o in others)
    alone = all(number < 0 for some in operation.before.values() for number in some)
    return operation if plain and alone and not given else None


def _left_by(others: Sequence[Operation]) -> Summary:
    """What a function does to locks that only calls some that do: it has none that these could release."""
    nothing: Mutexes = frozenset()
    leaves = nothing.union(*(o.leaves for o in others))
    frees = nothing.union(*(o.frees for o in others))
    return Summary(None, leaves, frees, nothing.union(*(o.lends for o in others)))


def _absent(operations: Sequence[Operation]) -> bool:
    """Does a function's build define all its lock calls away?"""
    return bool(operations) and all(are_absent(o.locks) for o in operations)


def _for_null(graph: Graph, operation: Operation, ending: Sequence[Block]) -> Iterator[Node]:
    """The branches that end the program where a parameter is NULL by which the function gets to its mutex."""
    lock = operation.lock.walk() if operation.lock else ()
    leading = {n.ref for n in lock if n.type == "p"} & set(graph.function.parameters) - changed(graph.function).keys()
    known, dead = ({b.begins for b in blocks} - {0} for blocks in (graph.blocks, ending))
    for statement in graph.function.of_kinds("IF_STMT"):
        tested, null = notes.tested_for_null(statement.kids[0])
        branch = statement.kids[1:2] if null else statement.kids[2:3]
        begun = known.intersection(*map(_nodes, branch))
        if tested in leading and branch and begun and begun <= dead:
            yield branch[0]


def _nodes(node: Node) -> set[int]:
    """A node and those below it, by their ids."""
    return {id(n) for n in node.walk()}


def stands_in(function: Function) -> bool:
    """Does another program's function in the place of a wrapper nothing at all? It can have a mutex of its own."""
    returned = [n.kids[0] for n in function.nodes if n.kind == "RETURN_STMT" and n.kids]
    return all(map(is_zero, returned)) and not any(n.kind == "CALL_EXPR" or changes(n) for n in function.nodes)


def _is_object(lock: Node) -> bool:
    """Is a mutex, or the array that it is in, a variable? No program can have a pointer to it that it never set."""
    whole = whole_of(lock)
    return whole.kind == "DECL_REF_EXPR" and whole.op != "local" and whole.type != "p"


def _own_attempt(function: Function, locks: Locks, operation: Operation) -> bool:
    """Is the lock named by a local that only ever holds what the function's own tries gave it?"""
    if operation.key not in function.locals or operation.key in function.parameters:
        return False
    values = []
    for node in function.nodes:
        if node.kind == "VAR_DECL" and node.ref == operation.key:
            values += operands(node)
        elif node.kind == "UNARY_OPERATOR" and node.op == "&" and strip(node.kids[0]).ref == operation.key:
            return False
        elif node.kind == "BINARY_OPERATOR" and node.op == "=" and canonical(node.kids[0]) == operation.key:
            values.append(node.kids[1])
    tries = {id(o.call) for o in locks.sites if o.effect == "try"}
    return all(id(strip(v)) in tries or is_zero(v) for v in values)


def _lent(locks: Locks, key: str) -> bool:
    """Does the function take a lock only where it has released it itself, and always before it returns?"""
    taken = all(s.before.get(key) == frozenset({RELEASED}) for s in locks.sites if s.key == key)
    return taken and locks.at_exit.get(key, frozenset({RELEASED})).isdisjoint({RELEASED, HANDED})


def _own(locks: Locks, operation: Operation, handed: bool = False) -> Mutexes:
    """The locks that the function itself certainly holds where it makes a call.

    With ``handed`` those that it does not always release itself: else the call releases another mutex.
    """
    own: set[Lock] = set()
    for key, held in operation.before.items():
        kept = handed and HANDED not in locks.at_exit.get(key, ())
        if not kept and held and all(number >= 0 for number in held):
            for number in held:
                own |= locks.sites[number].locks
    return frozenset(own)


def _merge(one: Summary, two: Summary) -> Summary:
    """What two definitions of a function do; one that does nothing (another program's stub) does not count."""
    if _same(one, _NOTHING) or _same(two, _NOTHING):
        return two if _same(one, _NOTHING) else one
    wrapper = one.wrapper
    if wrapper is None or two.wrapper is None or _text(one) != _text(two):
        wrapper = None
    only = wrapper is not None and one.only and two.only
    leaves, frees, lends = one.leaves | two.leaves, one.frees | two.frees, one.lends | two.lends
    return Summary(wrapper, leaves, frees, lends, only, one.openly or two.openly)


def _text(summary: Summary) -> tuple[str | Answer | None, ...]:
    if summary.wrapper is None:
        return ()
    wrapper = summary.wrapper
    names = {key: f"#{i}" for i, key in enumerate(wrapper.parameters)} | {wrapper.gives: "#"}
    asked = asked_of(wrapper, {}, lambda _: UNKNOWN)
    condition = canonical(asked, names) + " reports" * wrapper.reports if asked else ""
    numbers = "its own" if wrapper.numbers else ""
    numbers += f"{wrapper.tells}" * (wrapper.tells is not None) + " signed" * wrapper.signed
    more = ""
    if wrapper.more:
        _, variables = notes.needed(wrapper.function, wrapper.statements)
        named = sorted(wrapper.function.locals[ref].name for ref in variables)
        place = wrapper.function.file, wrapper.function.start
        more = repr((*place, wrapper.more, named))
    types = repr(_numbers(wrapper))
    return (wrapper.effect, canonical(wrapper.lock, names), wrapper.answer, condition, numbers, more, types)


def _numbers(wrapper: Wrapper) -> list[tuple[int, str]]:
    """The parameters of a wrapper that are numbers by which it chooses, and their types."""
    chosen_by = (wrapper.lock, *(a.condition for a in wrapper.asked))
    named = {n.ref for one in chosen_by for n in one.walk() if n.type in "od"}
    sorts = of_parameters(wrapper.function)
    return [(number, sorts[key].type) for number, key in enumerate(wrapper.parameters) if key in named]


def _same(one: Summary, two: Summary) -> bool:
    same_effects = (one.leaves, one.frees, one.lends) == (two.leaves, two.frees, two.lends)
    same = (one.only, one.openly) == (two.only, two.openly)
    return same_effects and same and _text(one) == _text(two)


def as_usual(operation: Operation) -> tuple[int | None, ...]:
    """What an operation gives where nothing is wrong, None if that is not known."""
    if operation.gives is Answer.TRUTH:
        return (1, 0) if operation.effect == "try" else (1,)
    if operation.wrapper is None or operation.gives is Answer.STATUS:
        return (0, EBUSY) if operation.effect == "try" else (0,)
    return (None,)


def depends_on(function: Function, node: Node) -> set[str]:
    """The local variables, parameters apart, that an expression names, and those that give them their values."""
    found = _locals(function, node)
    assigned = {id(n): ref for ref, n in lasting(function).items()}
    for given in reversed([n for n in function.nodes if n.kind == "VAR_DECL" or id(n) in assigned]):
        if assigned.get(id(given), given.ref) in found:
            found |= _locals(function, given)
    return found


def _locals(function: Function, node: Node) -> set[str]:
    named = {n.ref for n in node.walk() if n.kind == "DECL_REF_EXPR" and n.op == "local"}
    return named - set(function.parameters)


def _expressed(function: Function, lock: Node, pointers: Pointers) -> Node | None:
    """The lock in terms of parameters and globals: locals are replaced by their only value."""
    values, others = {ref: operands(node)[-1] for ref, node in lasting(function).items()}, changed(function)
    known = pointers.sorts_in(function)
    for _ in range(len(values)):
        lock = _from_lists(substitute(lock, as_values(lock, values, known)), pointers, others.keys())
    for node in lock.walk():
        if node.kind == "DECL_REF_EXPR" and node.op == "local":
            if node.ref not in function.parameters or node.ref in others:
                return None
        elif node.kind in ("StmtExpr", "INIT_LIST_EXPR"):
            return None
    return lock


def _from_lists(node: Node, pointers: Pointers, others: Collection[str]) -> Node:
    """The expression with what lists give fields that get no ``other`` value, ``(struct guard){ m }.mutex``."""
    kids = [_from_lists(kid, pointers, others) for kid in node.kids]
    field = pointers.variables.get(node.ref) if node.kind == "MEMBER_REF_EXPR" and node.op == "." else None
    given = given_to(field, kids[0]) if field and kids and node.ref not in others else None
    if given is not None:
        return given
    return Node(node.kind, node.name, node.start, node.end, node.first, node.last, kids, node.ref, node.op, node.type)


def _answer(function: Function, locks: Locks, operation: Operation, asks: bool) -> tuple[Answer | None, bool]:
    """What a wrapper gives back: its call's own answer, whether that is 0, or the mutex that it has.

    And whether it has numbers of its own for what has failed. One that ``asks`` first gives it where that is so.
    """
    returns = [n for n in function.nodes if n.kind == "RETURN_STMT" and n.kids]
    returns = [n for n in returns if not asks or n.end > operation.call.start]
    values = [strip(n.kids[0]) for n in returns]
    kept = _kept(locks.graph, operation.call, asks)
    if any(v is operation.call for v in values) or (kept and values and all(v.ref == kept for v in values)):
        tells = operation.effect == "try" and operation.answer is Answer.STATUS
        return operation.gives, operation.numbers or (tells and _cuts(function, returns))
    if operation.gives is Answer.STATUS and len(values) == 1 and _is_success(values[0], operation.call):
        return Answer.TRUTH, False
    named = [n for n, v in zip(returns, values, strict=True) if canonical(v) == operation.key]
    nothing = [n for n, v in zip(returns, values, strict=True) if v.kind == "INTEGER_LITERAL" and v.name == "0"]
    has = frozenset({operation.number})
    told = all(locks.at(n, operation.key) == has for n in named)
    told = told and all(has.isdisjoint(locks.at(n, operation.key) or ()) for n in nothing)
    if named:
        return Answer.POINTER if told and len(named) + len(nothing) == len(values) else None, False
    if operation.effect != "try":
        return None, False
    answer, numbers = _constants(function, locks, operation)
    return (answer, numbers) if answer is not None else _translated(locks, operation)


def _translated(locks: Locks, operation: Operation) -> tuple[Answer | None, bool]:
    """The same where a wrapper makes constants of what its attempt gives: one of success, others of its errors."""
    if operation.gives is not Answer.STATUS or operation.numbers:
        return None, False
    graph, call = locks.graph, operation.call
    given, *failed = (given_if(graph, call, result, {}) for result in (0, *_ERRORS))
    told = {result: numbers for result, numbers in zip(_ERRORS, failed, strict=True) if numbers}  # else it ends
    if EBUSY not in told:
        return None, False
    if given == {1} and all(numbers == {0} for numbers in told.values()):
        return Answer.TRUTH, False
    succeeded = chosen_if(graph, call, 0)
    said = succeeded is not None and nonzero(succeeded) is False
    said = said and all(_fails_with(graph, call, result, numbers) for result, numbers in told.items())
    return (Answer.STATUS, True) if said else (None, False)


def _fails_with(graph: Graph, call: Node, result: int, numbers: set[int | None]) -> bool:
    """Is what a function returns for an attempt's error, one of these numbers, never 0?"""
    chosen = chosen_if(graph, call, result)
    known = all(number is not None and number != 0 and fits(graph.function, abs(number)) for number in numbers)
    return known or (chosen is not None and nonzero(chosen) is True)


def _constants(function: Function, locks: Locks, operation: Operation) -> tuple[Answer | None, bool]:
    """The same where that is a constant by which its caller knows whether the function has the mutex."""
    returns, has = [n for n in function.nodes if n.kind == "RETURN_STMT" and n.kids], frozenset({operation.number})
    call, kept = operation.call, _kept(locks.graph, operation.call, True)
    whole = [n for n in returns if strip(n.kids[0]) is call or (kept and strip(n.kids[0]).ref == kept)]
    # what an acquisition gives that cannot fail is 0
    itself = [n for n in whole if operation.gives is Answer.STATUS and n.end > call.start]
    constants = [(locks.at(n, operation.key) or frozenset(), strip(n.kids[0])) for n in returns if n not in itself]
    succeeded = [v for held, v in constants if held == has]
    failed = [v for held, v in constants if has.isdisjoint(held)]
    if len(succeeded) + len(failed) + len(itself) < len(returns) or not (succeeded or itself) or not failed:
        return None, False
    if all(nonzero(v) is False for v in succeeded) and all(nonzero(v) and _fits(function, v) for v in failed):
        return Answer.STATUS, True
    truth = not itself and all(constant(v) == 1 for v in succeeded) and all(nonzero(v) is False for v in failed)
    return Answer.TRUTH if truth else None, False


def _fits(function: Function, value: Node) -> bool:
    """Is a constant no other one for being returned? What an enumerator's is nobody knows."""
    number = constant(strip(strip(value).kids[0]) if strip(value).op == "-" else value)
    return fits(function, _LARGE if number is None else number)


def _signed(function: Function) -> bool:
    """Is whatever a function returns 0, or a number below that?"""
    if not gives_signed(function):
        return False
    values = [strip(n.kids[0]) for n in function.of_kinds("RETURN_STMT") if n.kids]
    return all(nonzero(v) is False or (v.op == "-" and nonzero(v) is True) for v in values)


def _below_zero(graph: Graph, call: Node) -> bool:
    """Is what a function returns where its attempt has failed a constant below 0?"""
    chosen = (chosen_if(graph, call, result) for result in _ERRORS)
    return all(one is not None and one.op == "-" and nonzero(one) for one in chosen)


def _cuts(function: Function, returns: Sequence[Node]) -> bool:
    """Is what a function returns no number as large as an int, or does a cast stand before it?"""
    cast = any(without_parentheses(n.kids[0]) is not strip(n.kids[0]) for n in returns)
    return cast or function.type.split(" (")[0] not in _WHOLE


def _certain_answer(
    graph: Graph, operation: Operation, looks: Mapping[int, int | None], start: int = -1
) -> Answer | None:
    """What a wrapper gives back whose call cannot fail: 0, or 1, wherever it returns, or from ``start`` on.

    ``looks`` is what the calls give that look at the result, by their ids.
    """
    usual = as_usual(operation)
    given = set[int | None]().union(*(given_if(graph, operation.call, result, looks, start) for result in usual))
    return Answer.STATUS if given == {0} else Answer.TRUTH if given == {1} else None


def _kept(graph: Graph, call: Node, asks: bool) -> str:
    """The variable that has a call's result, whole, wherever a function without a goto returns; "" if there is none.

    One that ``asks`` first may return before the call.
    """
    function, node = graph.function, graph.parent.get(id(call))
    while node is not None and node.kind == "PAREN_EXPR":
        node = graph.parent.get(id(node))
    above = graph.parent.get(id(node))
    declared = node is not None and node.kind == "VAR_DECL"
    if node is None or above is None or not (declared or (node.op == "=" and above is function.body)):
        return ""
    ref = node.ref if declared else strip(node.kids[0]).ref
    variable = function.locals.get(ref)
    if variable is None or variable.static or variable.size < INT or changed(function)[ref] != (not declared):
        return ""
    returns = function.of_kinds("RETURN_STMT")
    behind = asks or all(n.start > call.start for n in returns)
    return ref if behind and not any(n.kind == "GOTO_STMT" for n in function.nodes) else ""


def _is_success(value: Node, call: Node) -> bool:
    """Does an expression compare a call's result with 0?"""
    if value.op == "!":
        return strip(value.kids[0]) is call
    sides = [strip(kid) for kid in value.kids] if value.op == "==" else []
    return any(side is call for side in sides) and any(is_zero(side) for side in sides)
