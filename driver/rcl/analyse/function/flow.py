# SPDX-License-Identifier: MIT
"""Which acquisitions may be in force at each point of a function: forward data flow over its control flow graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar

from rcl.analyse.function.aliases import Aliases, Naming
from rcl.analyse.function.answers import Answers
from rcl.analyse.function.guards import Guard, LockCall, asked_of, guard_of, guards, stays
from rcl.analyse.function.steps import Steps, former
from rcl.analyse.function.tested import Tested, tested
from rcl.analyse.function.truths import NOTHING, Known, Truths, compared
from rcl.analyse.program.pointers import Lock, Pointers, meet
from rcl.analyse.program.pointers import Locks as Mutexes
from rcl.analyse.program.summary import AllSummaries, Summary, Wrapper
from rcl.analyse.unit.checks import outside
from rcl.analyse.unit.conversions import Sorts, as_values, of_parameters
from rcl.analyse.unit.graph import Block, Edge, Event, Graph
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    Function,
    Node,
    arguments,
    callee,
    canonical,
    given_by,
    says_zero,
    strip,
    substitute,
)  # fmt: skip
from rcl.description import LockFacts
from rcl.lockapi import Call
from rcl.model import Answer, Op

#: not held as far as this function knows; released by this function; its acquisition has failed; perhaps released by
#: a function that this one calls, and that knows whether it has
FREE, RELEASED, FAILED, HANDED = -1, -2, -3, -4
Held = frozenset[int]
State = dict[str, Held]
T = TypeVar("T")
_FREE: Held = frozenset({FREE})


@dataclass(eq=False)
class Operation:
    """A call that changes a lock's state.

    ``effect`` is acquire, try, release, wait, or other for a callee's imbalance.
    """

    effect: str
    call: Node
    lock: Node | None
    key: str
    locks: Mutexes
    wrapper: Wrapper | None = None
    leaves: Mutexes = frozenset()
    frees: Mutexes = frozenset()
    lends: Mutexes = frozenset()
    number: int = FREE
    #: the mutex by the call's own name for it, where ``lock`` is another one
    named: Node | None = None
    #: an attempt that never waits
    tries: bool = False
    #: what says that it failed is no error's number
    numbers: bool = False
    #: what the call of an API gives
    usual: Answer = Answer.STATUS
    #: the call of a project's own API that it is
    described: Call | None = None
    #: the if statement that asks whether an acquisition succeeded
    tested: Tested | None = None
    #: the condition under which alone a wrapper does it
    condition: Node | None = None
    #: the condition under which alone it, and all that goes with it, is done
    guard: Guard | None = None
    #: it is given what does more than name the mutex, which would be lost with it
    loses: bool = False
    #: its place among the operations of one macro call
    order: int = 0
    before: State = field(default_factory=dict)
    block: Block | None = None

    @property
    def gives_nothing(self) -> bool:
        """Is it the call of a lock function without a result?"""
        return self.wrapper is not None and self.wrapper.function.type.startswith("void (")

    @property
    def gives_object(self) -> bool:
        """Is it the call of a lock function that returns the object whose mutex it takes?"""
        return self.wrapper is not None and bool(self.wrapper.gives)

    @property
    def around(self) -> Node | None:
        """The if statement that asks for the condition, if this function has it."""
        return self.guard.statement if self.guard else None

    @property
    def lock_call(self) -> LockCall:
        """What asks for its condition is to know of it."""
        taken, status = self.effect == "acquire", self.gives is Answer.STATUS
        only = self.effect in ("acquire", "release") and self.described is None and not self.loses
        only = only and not (self.wrapper and self.wrapper.more)
        return LockCall(self.call, self.key, taken, self.condition, status, only)

    @property
    def doubtful(self) -> bool:
        """Is it done under a condition, and who knows whether that is the same for what goes with it?"""
        return self.condition is not None and self.guard is None

    @property
    def answer(self) -> Answer | None:
        """What an acquisition gives, None if that says nothing, or if it is none."""
        return self.gives if self.effect in ("acquire", "try") else None

    @property
    def gives(self) -> Answer | None:
        """What a lock call gives, None if that says nothing."""
        if self.condition is not None:
            return None
        return self.wrapper.answer if self.wrapper else self.usual


class Locks:
    """The lock operations of one function, and what is held where."""

    def __init__(
        self,
        graph: Graph,
        pointers: Pointers,
        summaries: AllSummaries,
        joined: Mapping[int, int] | None = None,
        alone: Node | None = None,
        telling: bool = True,
    ) -> None:
        self.graph = graph
        self.pointers = pointers
        self.summaries = summaries
        #: an acquisition that is as if its condition held, whatever goes with it
        self.alone_taken = alone
        #: whether a lock function that says that it takes no mutex is an attempt for who asks for that
        self._telling = telling
        self.operations: list[Operation] = []
        #: those that are done where a variable gets the object that a call returns, by what gives it that
        self._where_kept: dict[int, Operation] = {}
        self.of_call: dict[int, list[Operation]] = {}
        #: the variables that hold the answers of tries
        self.answers = Answers(graph)
        #: the condition that asks whether an acquisition succeeded -> the acquisition, and whether it holds then
        self.tests: dict[int, tuple[Operation, bool]] = {}
        self._collect()
        self._drop_dead()
        self._name_alike()
        self._guard()
        self.sites = [o for o in self.operations if o.effect in ("acquire", "try")]
        for number, site in enumerate(self.sites):
            site.number = (joined or {}).get(number, number)
            site.order = sum(s.call.start == site.call.start for s in self.sites[:number])
        given = {o.key for o in self.operations if o.key in self.answers.calls}
        self.steps = Steps((o.key, o.lock) for o in self.operations if o.lock is not None and o.key not in given)
        self.at_start: dict[int, State] = {}
        #: what the conditions that were looked at tell, by whether they hold
        self._told: dict[tuple[int, bool], tuple[Operation, bool] | None] = {}
        if self.own:  # nothing else is in force, by what this function knows
            self._run()

    def with_joined(self, sites: Iterable[int], first: int) -> Locks:
        """The same, with some acquisitions taken for another one: they go on with its section."""
        return Locks(self.graph, self.pointers, self.summaries, dict.fromkeys(sites, first), self.alone_taken)

    def under_condition(self, site: Operation) -> Locks | None:
        """The same, as if the condition of an acquisition held there; None if nothing goes by one, or all does."""
        free = site.effect == "acquire" and not site.guard
        guarded = free and guard_of(self.graph, self.pointers, site.lock_call)
        return Locks(self.graph, self.pointers, self.summaries, alone=site.call) if guarded else None

    def without_asking(self) -> Locks:
        """The same, as if nobody asked whether a lock function takes a mutex; it itself if nobody does."""
        asks = any(o.effect == "try" and o.wrapper and o.wrapper.asked for o in self.operations)
        return Locks(self.graph, self.pointers, self.summaries, telling=False) if asks else self

    @property
    def own(self) -> list[Operation]:
        """The lock calls, without the calls of what changes a lock's state among other things."""
        return [o for o in self.operations if o.effect != "other"]

    @property
    def at_exit(self) -> State:
        """What may be held when the function returns."""
        return self.at_start.get(self.graph.exit.number, {})

    def held(self, block: Block, key: str) -> Held | None:
        """The state of a key where a block starts; None if control never gets there."""
        state = self.at_start.get(block.number)
        return None if state is None else state.get(key, _FREE)

    def at(self, statement: Node, key: str) -> Held | None:
        """The state of a key where a statement starts; None if control never gets there."""
        return next((self.held(b, key) for b in self.graph.blocks if b.at == b.home == statement.start), None)

    def after(self, block: Block, key: str, held: Held) -> Held:
        """The state of a key where a block ends, if it is ``held`` where it starts; as if it meant the same there."""
        for event in block.events:
            for operation in self.of_call.get(id(event.node), []):
                if operation.key == key and operation.effect == "release":
                    held = frozenset({RELEASED})
                elif operation.key == key and operation.effect in ("acquire", "try"):
                    held = frozenset({operation.number}) | (held if operation.effect == "try" else frozenset())
        return held

    def alone(self, operation: Operation, start: int, end: int) -> bool:
        """Is an operation the only one between two offsets?"""
        return not any(o is not operation and start <= o.call.start < end for o in self.operations)

    def lost(self, site: Operation) -> bool:
        """Is an acquisition's mutex, or another one, given back by a name that has come to mean another one?"""
        releases = (o for o in self.operations if o.effect == "release" and o.key == site.key)
        return any(site.number in o.before.get(former(site.key), ()) for o in releases)

    # ------------------------------------------------------------------ operations

    def _collect(self) -> None:
        """Finds the operations; whatever an assertion that fails does to locks, nobody goes on behind it."""
        idle = self.graph.function.idle
        for block in self.graph.blocks:
            for event in block.events:
                if event.kind == "call" and id(event.node) not in self.of_call:
                    found = [
                        o for o in (self._operations(event.node) if id(event.node) not in idle else ())
                        if o.effect != "other" or block.number not in self.graph.asserting
                    ]  # fmt: skip
                    for operation in found:
                        operation.block = block
                    self.of_call[id(event.node)] = found
                    self.operations += found

    def _drop_dead(self) -> None:
        """Forget what macro calls make in branches that are never taken, if they make the like in those that are."""
        reached = self.graph.reached() if self.operations else ()
        living = {o.call.start for o in self.operations if o.block and o.block.number in reached}
        self.operations = [
            o for o in self.operations
            if (o.block and o.block.number in reached) or o.call.start not in living
        ]  # fmt: skip

    def _name_alike(self) -> None:
        """The same key for the operations of a mutex that the function names in different ways."""
        named = [(o, o.lock) for o in self.operations if o.lock is not None and o.key == canonical(o.lock)]
        if len({o.key for o, _ in named}) < 2:
            return
        own = {id(o) for o, _ in named}
        others = (o.locks | o.leaves | o.frees | o.lends for o in self.operations if id(o) not in own)
        aliases = Aliases(self.graph, self.pointers)
        namings = [Naming(o.call, lock, o.locks, o.effect in ("acquire", "try")) for o, lock in named]
        meant = aliases.meant(namings, frozenset[Lock]().union(*others))
        for (operation, _), lock in zip(named, meant, strict=True):
            operation.named = operation.lock if lock is not operation.lock else None
            operation.lock, operation.key = lock, canonical(lock)

    def _guard(self) -> None:
        """Find what is done under one condition: the other branches of those statements are as if never taken."""
        self._release_what_is_there()
        plain = [o for o in self.operations if o.effect in ("acquire", "release")]
        calls = [o.lock_call for o in plain]
        found = guards(self.graph, self.pointers, calls)
        for one in (one for one in calls if one.call is self.alone_taken):
            own = guard_of(self.graph, self.pointers, one)
            found |= {id(one.call): own} if own else {}
        for operation in plain:
            operation.guard = found.get(id(operation.call))
            if operation.doubtful and operation.effect == "release":
                operation.effect, operation.lock, operation.key = "other", None, ""
                operation.frees, operation.wrapper = operation.locks, None
        branches = [guard.branch for guard in found.values() if guard.branch]
        self.never = {self.graph.otherwise[id(branch.part)].number for branch in branches}
        #: what the conditions are about under which a lock is taken and released: as if they always held
        self._guarding = {n.ref for guard in found.values() for n in guard.condition.walk()}

    def _release_what_is_there(self) -> None:
        """A mutex that only attempts take which ask whether there is one, ``if (m == NULL) return -1;``, is there where
        it is released: nobody asks that then. Nor does anybody ask for something else that is as it was then.
        """
        known = self.pointers.sorts_in(self.graph.function)
        for operation in self.operations:
            if operation.effect != "release" or operation.condition is None:
                continue
            sites = [o for o in self.operations if o.key == operation.key and o.effect in ("acquire", "try")]
            there = canonical(operation.condition)
            if not sites or not all(_asks_for(o, there, known) for o in sites):
                continue
            leads = operation.key == there or operation.key.startswith(f"&{there}->")
            takes = [replace(o.lock_call, condition=operation.condition, takes=True) for o in sites]
            if leads or stays(self.graph, self.pointers, [*takes, operation.lock_call]):
                operation.condition = None

    def _operations(self, call: Node) -> Iterator[Operation]:
        target, given = callee(call), arguments(call)
        known = self.pointers.api.calls.get(target.name)
        if known is not None and known.own is not None and known.effect:
            yield self._described(known, known.own, call)
            return
        if known is not None and known.own is None:
            if known.effect and known.mutex is not None and known.mutex < len(given):
                operation = self._operation(known.effect, call, given[known.mutex])
                operation.loses = known.effect == "release" and any(map(self.pointers.effects.acts, given))
                yield operation
            elif known.mutex == 1 and len(given) > 1:
                yield self._operation("wait", call, given[1])
            return
        made = self.summaries.made(call)
        wrapper = made[0].wrapper if made and target.op == "function" else None
        if wrapper is None:
            yield from _others(call, made, self.pointers)
            return
        if wrapper.gives:
            yield self._giving(call, wrapper)
            return
        values = dict(zip(wrapper.parameters, given, strict=False))
        variables, parameters = self.pointers.sorts_in(self.graph.function), of_parameters(wrapper.function)
        given_as = as_values(wrapper.lock, values, lambda key: parameters.get(key) or variables(key))
        lock = substitute(wrapper.lock, given_as)
        asked = condition = asked_of(wrapper, values, variables)
        if (telling := wrapper.telling) is not None and asked is None:
            wrapper = replace(telling, effect=wrapper.effect, able=False)
        elif telling is not None and self._telling and self._asks(call, telling):
            wrapper, condition = telling, None
        operation = self._operation(wrapper.effect, call, lock, wrapper, condition)
        dropped = given if asked else _dropped(wrapper, given)
        operation.loses = any(map(self.pointers.effects.acts, dropped)) or wrapper.does("after") is not None
        yield operation

    def _giving(self, call: Node, wrapper: Wrapper) -> Operation:
        """An operation of a lock function that returns the object: the variable that gets it names the mutex."""
        kept = self._kept_by(call)
        lock = substitute(wrapper.lock, {wrapper.gives: call if kept is None else _use_of(kept)})
        operation = self._operation(wrapper.effect, call, lock, wrapper)
        if kept is not None:
            self._where_kept[id(kept)] = operation
        return operation

    def _kept_by(self, call: Node) -> Node | None:
        """What names the local variable that gets what a call gives, None if that is none."""
        whole, above = outside(self.graph.parent, call)
        if above is None or (above.kind != "VAR_DECL" and not (above.op == "=" and above.kids[1] is whole)):
            return None
        target = above if above.kind == "VAR_DECL" else strip(above.kids[0])
        variable = self.graph.function.locals.get(target.ref)
        plain = variable is not None and not variable.static and target.kind in ("VAR_DECL", "DECL_REF_EXPR")
        return target if plain else None

    def _asks(self, call: Node, wrapper: Wrapper) -> bool:
        """Does an if statement without else ask for the result of a call that says by it whether it has taken a mutex?

        What the call is given may be asked for once more, so it must do nothing.
        """
        given = arguments(call)
        if any(map(self.pointers.effects.acts, given)) or any(n.kind == "CALL_EXPR" for a in given for n in a.walk()):
            return False
        found = tested(self.graph, call, wrapper.signed, not wrapper.numbers, wrapper.answer)
        if found is None or found.test.kind != "IF_STMT" or len(found.test.kids) > 2:
            return False
        asked = bool(wrapper.asked) and wrapper.answer is Answer.STATUS and not found.signed
        kept = bool(found.answer) and not (asked and not self._under_another(found))
        odd = kept or found.again or (found.signed and not _below_zero(found.test.kids[0]))
        return not odd

    def _under_another(self, found: Tested) -> bool:
        """Is what asks for a result, with what keeps that, all that another if statement's branch holds?"""
        whole, above, own = found.test, self.graph.parent.get(id(found.test)), {id(found.first), id(found.test)}
        if above is not None and above.kind == "COMPOUND_STMT" and {id(kid) for kid in above.kids} == own:
            whole, above = above, self.graph.parent.get(id(above))
        return above is not None and above.kind == "IF_STMT" and above.kids[0] is not whole

    def _described(self, known: Call, facts: LockFacts, call: Node) -> Operation:
        """An operation of a project's own API: what names the mutex is several arguments."""
        given = arguments(call)
        naming = [given[number] for number in known.naming if number < len(given)]
        lock = Node("LOCK_ARGUMENTS", "", call.start, call.end, call.first, call.last, naming)
        operation = self._operation(known.effect, call, lock)
        operation.locks, operation.described = self.pointers.described(facts, call), known
        sets = known.effect == "release" and bool(given_by(call))
        operation.loses = sets or any(map(self.pointers.effects.acts, given))
        return operation

    def _operation(
        self, effect: str, call: Node, lock: Node, wrapper: Wrapper | None = None, condition: Node | None = None
    ) -> Operation:
        key = canonical(lock)
        answer = self._assigned(call)
        known = self.pointers.api.calls.get(callee(call).name)
        tries = wrapper.tries if wrapper else known is not None and known.op is Op.TRYLOCK
        operation = Operation(
            effect, call, lock, key, self.pointers.meant(lock), wrapper, tries=tries, condition=condition
        )  # fmt: skip
        operation.usual = known.answer if known else Answer.STATUS
        operation.numbers = wrapper.numbers if wrapper else known is not None and bool(known.new)
        if operation.answer in (Answer.STATUS, Answer.TRUTH) or (effect == "try" and operation.answer):
            self._test(operation)
        if effect == "try" and answer:
            self.answers.add(answer, call)
            if operation.answer is Answer.POINTER and not operation.gives_object:
                operation.key = answer
        return operation

    def _test(self, operation: Operation) -> None:
        busy = operation.effect == "try" and not operation.numbers
        signed = operation.wrapper is not None and operation.wrapper.signed
        waits = operation.effect != "try" or signed
        certain = operation.effect != "try"
        found = tested(self.graph, operation.call, waits, busy, operation.answer, certain)
        if found and (operation.effect == "try" or found.decides(self.graph) or self._releases(found.with_lock)):
            operation.tested = found
            condition, succeeds = found.condition
            self.tests[id(condition)] = operation, succeeds

    def _releases(self, branch: Node | None) -> bool:
        """Is there a call in a branch, if there is one, that gives a lock back?"""
        calls = (n for n in branch.walk() if n.kind == "CALL_EXPR") if branch is not None else ()
        return any(self._effect(call) == "release" for call in calls)

    def _effect(self, call: Node) -> str:
        """What a lock call does, "" if it is none."""
        known = self.pointers.api.calls.get(callee(call).name)
        if known is not None:
            return known.effect
        return next((one.wrapper.effect for one in self.summaries.made(call) if one.wrapper), "")

    def _assigned(self, call: Node) -> str:
        """The canonical text of the variable that gets a call's answer, or ""."""
        node = call
        while (above := self.graph.parent.get(id(node))) is not None:
            if above.kind == "VAR_DECL":
                return above.ref
            if above.kind == "BINARY_OPERATOR" and above.op == "=" and above.kids[1] is node:
                return canonical(above.kids[0])
            if above.kind not in EXPRESSION_WRAPPERS:
                return ""
            node = above
        return ""

    # ------------------------------------------------------------------ data flow

    def _run(self) -> None:
        """What is held where, by what is known of variables; but not if code is dead by that: a section may have it."""
        calls = [operation.call for operation in self.operations]
        taken = (o for o in self.operations if o.effect == "acquire" and o.gives is Answer.STATUS)
        given = {id(o.call): 0 for o in taken if not o.described}
        self._follow(Truths(self.graph, calls, self._guarding, given, [operation.call for operation in self.own]))
        dead = self.graph.reached(never=self.never) - self.at_start.keys()
        if dead and any(block.number in dead and (block.events or block.at >= 0) for block in self.graph.blocks):
            self._follow(Truths(self.graph, (), ()))

    def _follow(self, truths: Truths) -> None:
        self.at_start = {}
        for operation in self.operations:
            operation.before = {}
        # a block is looked at behind those that lead to it: else that is done once for each way that does
        order, serial = self.graph.order, count(1)
        work = [(0, 0, self.graph.entry, NOTHING)]
        paths: dict[tuple[int, Known], State] = {(self.graph.entry.number, NOTHING): {}}
        waiting = set(paths)
        acting = {b.number: [e for e in b.events if self._acts(e, truths)] for b in self.graph.blocks}
        while work:
            _, _, block, known = heappop(work)
            waiting.discard((block.number, known))
            state = paths[block.number, known]
            state = dict(state) if acting[block.number] else state
            for event in acting[block.number]:
                self._step(event, state)
                for operation in self._done(event):
                    self._apply(operation, state)
                known = truths.behind(event, known)
            for edge in block.out:
                behind = truths.along(edge, known)
                if behind is None or edge.to.number in self.never:
                    continue
                there = (edge.to.number, behind)
                if _merge(paths, there, self._refined(state, block, edge)) and there not in waiting:
                    heappush(work, (order[edge.to.number], next(serial), edge.to, behind))
                    waiting.add(there)
        for (number, _), state in paths.items():
            _merge(self.at_start, number, state)

    def _done(self, event: Event) -> list[Operation]:
        """The operations that are done at an event: those of a call, and that whose object a variable gets there."""
        if event.kind == "call":
            kept = self._where_kept.values()
            return [o for o in self.of_call[id(event.node)] if all(o is not one for one in kept)]
        here = self._where_kept.get(id(event.node)) if event.kind == "w" else None
        return [] if here is None else [here]

    def _acts(self, event: Event, truths: Truths) -> bool:
        """May an event change what is held, or what is known of variables?"""
        if event.kind == "call":
            return bool(self.of_call[id(event.node)])
        return event.kind in ("w", "d") and (event.ref in self.steps.keys or event.ref in truths.followed)

    def _apply(self, operation: Operation, state: State) -> None:
        for key in state.keys() | operation.before.keys():
            held, known = state.get(key, _FREE), operation.before.get(key)
            operation.before[key] = held if known is None or known <= held else known | held
        if operation.key not in operation.before:
            operation.before[operation.key] = _FREE
        now = state.get(operation.key, _FREE)
        match operation.effect:
            case "acquire":
                state[operation.key] = frozenset({operation.number}) | (now if operation.doubtful else frozenset())
            case "try":
                state[operation.key] = now | {operation.number}
            case "release":
                state[operation.key] = frozenset({RELEASED})
            case "other" if operation.frees:
                for key, held in state.items():
                    if self.matching(held, operation.frees):
                        own = all(number >= 0 or number in (FAILED, HANDED) for number in held)
                        state[key] = frozenset({HANDED}) if own else held | {FREE}

    def _step(self, event: Event, state: State) -> None:
        """Names that come to mean other mutexes: what is held by them is held by their former meaning."""
        for key in self.steps.behind(event):
            held = state.get(key, _FREE)
            if (known := _of_another(held)) != held:
                state[key], state[former(key)] = known, state.get(former(key), _FREE) | held

    def matching(self, held: Held, locks: Mutexes) -> list[Operation]:
        """The acquisitions in force of what may be one of the mutexes."""
        return [self.sites[i] for i in sorted(held) if i >= 0 and meet(self.sites[i].locks, locks)]

    def _refined(self, state: State, block: Block, edge: Edge) -> State:
        """The state on an edge out of a block that depends on the answer of an acquisition."""
        if edge.condition is None:
            return state
        asked = (id(edge.condition), edge.truth)
        if asked not in self._told:
            self._told[asked] = self._tells(block, edge.condition, edge.truth)
        told = self._told[asked]
        return _with_answer(state, *told) if told else state

    def _tells(self, block: Block, condition: Node, truth: bool) -> tuple[Operation, bool] | None:
        """The acquisition that a condition asks about, and whether it had the lock if the condition has that truth."""
        if known := self.tests.get(id(condition)):
            return known[0], truth == known[1]
        asked, zero = _asked(condition, truth)
        call = asked if asked.kind == "CALL_EXPR" else self._answered(canonical(asked), block)
        tries = [o for o in self.of_call.get(id(call), []) if o.effect == "try"]
        operation = tries[0] if tries else None
        if operation is None or operation.answer is None:
            return None
        return operation, zero if operation.answer is Answer.STATUS else not zero

    def _answered(self, text: str, block: Block) -> Node | None:
        """The try whose answer a variable holds where a block ends."""
        tries = [o for o in self.operations if o.effect == "try" and o.answer is not None]
        return self.answers.asked(text, block, {id(o.call): o.answer is Answer.STATUS for o in tries})


def _use_of(variable: Node) -> Node:
    """The use of a local variable that has just got a value."""
    n = variable
    return Node("DECL_REF_EXPR", n.name, n.start, n.end, n.first, n.last, [], n.ref, "local", "p")


def only_others(function: Function, pointers: Pointers, summaries: AllSummaries) -> list[Operation] | None:
    """The operations of a function if all of them are what those that it calls leave or release; else None."""
    named = {id(node) for node in function.only_named}
    found = []
    for call in function.calls:
        if id(call) in function.idle or id(call) in named:
            continue
        known = pointers.api.calls.get(callee(call).name)
        if known is not None and (known.effect or known.mutex == 1):
            return None
        made = summaries.made(call) if known is None or known.own is not None else []
        if callee(call).op == "function" and any(one.wrapper for one in made):
            return None
        found += _others(call, made, pointers)
    return found


def _others(call: Node, made: Iterable[Summary], pointers: Pointers) -> list[Operation]:
    """What the functions that a call may reach leave locked, or release: many do the same."""
    told = (_of_given(one, call, pointers) if one.only else one for one in made if one.locks)
    several = {one.imbalance: one for one in told}.values()
    return [Operation("other", call, None, "", one.locks, None, *one.imbalance) for one in several]


def _of_given(one: Summary, call: Node, pointers: Pointers) -> Summary:
    """What a wrapper that is called through a pointer does to the mutex that it is given there."""
    wrapper, given = one.wrapper, arguments(call)
    if wrapper is None or len(given) != len(wrapper.parameters):
        return one
    meant = pointers.meant(substitute(wrapper.lock, dict(zip(wrapper.parameters, given, strict=True))))
    if not meant:
        return one
    return replace(one, leaves=meant if one.leaves else one.leaves, frees=meant if one.frees else one.frees)


def _dropped(wrapper: Wrapper, given: Sequence[Node]) -> list[Node]:
    """What nobody evaluates of a wrapper's call where a section takes its place."""
    if wrapper.effect == "release":
        return [*given, wrapper.lock]
    named = {n.ref for n in wrapper.lock.walk()}
    kept = [number for number, parameter in enumerate(wrapper.parameters) if parameter in named]
    return [argument for number, argument in enumerate(given) if number not in kept]


def _of_another(held: Held) -> Held:
    """What is known of another mutex that has got a mutex's name."""
    return frozenset(min(number, FREE) for number in held)


def _merge(states: dict[T, State], key: T, state: State) -> bool:
    """Add one more state with which control gets somewhere; whether it says anything new."""
    old = states.get(key)
    if old is None:
        states[key] = state
        return True
    if old == state:
        return False
    new = {k: old[k] | _FREE for k in old.keys() - state.keys() if FREE not in old[k]}
    for name, held in state.items():
        known = old.get(name)
        if known is None or (held is not known and not held <= known):
            new[name] = held | (known or _FREE)
    states[key] = {**old, **new}
    return any(name in old or held != _FREE for name, held in new.items())


def _with_answer(state: State, operation: Operation, success: bool) -> State:
    """The state where it is known whether an acquisition had the lock."""
    held = state.get(operation.key, _FREE)
    certain = operation.effect == "try" and held == frozenset({operation.number})
    if operation.number not in held or certain:  # it was asked before
        return state
    if success:
        return {**state, operation.key: frozenset(x for x in held if x >= 0)}
    none = _FREE if operation.effect == "try" else frozenset({FAILED})
    rest = held - {operation.number} or none
    if operation.wrapper is not None and operation.wrapper.able:  # who goes on then does not have another one's
        rest = frozenset(FAILED if number == FREE else number for number in rest)
    return {**state, operation.key: rest}


def _asked(condition: Node, truth: bool) -> tuple[Node, bool]:
    """What a condition compares with zero, a call whose result it keeps too, and whether it is zero on this edge."""
    node, zero = compared(condition, not truth)
    if node.kind != "BINARY_OPERATOR" or node.op != "=":
        return node, zero
    kept = strip(node.kids[1])
    return (kept if kept.kind == "CALL_EXPR" else strip(node.kids[0])), zero


def _asks_for(operation: Operation, there: str, variables: Sorts) -> bool:
    """Does an attempt, which may name ``variables``, ask whether a pointer is NULL, and say so?"""
    wrapper = operation.wrapper
    if operation.effect != "try" or wrapper is None:
        return False
    condition = asked_of(wrapper, dict(zip(wrapper.parameters, arguments(operation.call), strict=False)), variables)
    return condition is not None and canonical(condition) == there


def _below_zero(condition: Node) -> bool:
    """Does a condition ask whether something is a number below 0, and for no other order?"""
    orders = [node for node in condition.walk() if node.op in ("<", ">", "<=", ">=")]
    turned = {"<": ">", ">=": "<="}
    return all(node.op in turned if says_zero(node.kids[1]) else node.op in turned.values() for node in orders)
