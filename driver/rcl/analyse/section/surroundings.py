# SPDX-License-Identifier: MIT
"""What must hold in and around a section that has a shape, for it to be shipped."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.analyse.function.aliases import PARTS
from rcl.analyse.function.extents import Extent, Refused, Region
from rcl.analyse.function.flow import FREE, Held, Locks, Operation
from rcl.analyse.function.guards import Guard, asking, worded
from rcl.analyse.program import floating
from rcl.analyse.program.identity import Identities
from rcl.analyse.program.pointers import Lock, meet
from rcl.analyse.section.found import Found
from rcl.analyse.section.shape import Shape
from rcl.analyse.unit.loops import counts, runs_once, walks
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import condition_text, opposite, unwrapped
from rcl.analyse.unit.tree import (
    LOOPS,
    Node,
    callee,
    canonical,
    changes,
    only_named,
    saving_calls,
    strip,
    without_parentheses,
)  # fmt: skip
from rcl.errors import Code
from rcl.lockapi import Api
from rcl.model import Answer, Op


@dataclass(frozen=True)
class Surroundings:
    """The function that holds a section; a thread may begin with it (``start_routine``)."""

    layout: Layout
    locks: Locks
    identities: Identities
    start_routine: bool

    def thread_life(self, site: Operation, shape: Shape) -> bool:
        """Is the lock taken before a thread's main loop and held in it, never to be given back there?"""
        if not (shape.main or shape.falls or shape.ways_out):
            return True
        if not self.start_routine or (site.block and self.layout.graph.comes_back(site.block)):
            return False
        loops = [n for n in self.layout.function.of_kinds(*LOOPS) if shape.region.contains(n.start)]
        given_back = [w.release.call.start for w in shape.ways_out if w.resumes or w.wait]
        pausing = [n for n in loops if any(n.start <= at < n.end for at in given_back)]
        api = self.locks.pointers.api
        lasting = (n for n in loops if not (runs_once(n) or counts(n) or walks(n) or _only_waits(n, api)))
        return any(not any(p.start <= n.start < p.end for p in pausing) for n in lasting)

    def guard(
        self, site: Operation, guard: Guard, releases: list[Operation], shape: Shape, lock: str
    ) -> tuple[str, frozenset[str]]:
        """The text of the condition under which alone the lock is taken, if the section's releases are under it, too.

        And the key of the lock function if only a function beside that can ask for it.

        Without the lock the client calls the section's function itself: that must not wait; where it hands the lock to
        its client, it hands him none then.
        """
        condition = canonical(guard.condition)
        unlike = (r for r in shape.own(releases) if not r.guard or canonical(r.guard.condition) != condition)
        other = next(unlike, None)
        if other is not None or any(w.wait for w in shape.ways_out):
            raise self._refused(Code.SOMETIMES_HELD, (other or site).call.start, lock=lock)
        if guard.sets:
            text = guard.condition.name
        elif guard.branch:
            text = condition_text(self.layout, guard.branch.statement) or ""
            asks = without_parentheses(guard.branch.condition)
            if not guard.branch.holds:
                text = opposite(text, asks)
            elif asks.kind == "CONDITIONAL_OPERATOR" or asks.op == ",":
                text = f"({unwrapped(text)})"
        elif site.wrapper and site.wrapper.asked:
            text = worded(self.layout, site.call, site.wrapper)
            if not text and (text := asking(self.layout, site.call, site.wrapper)):
                return text, frozenset({site.wrapper.function.key})
        if not text:
            raise self._refused(Code.SOMETIMES_HELD, site.call.start, lock=lock)
        return text, frozenset()

    def attempt_ends(self, whole: Statement, shape: Shape) -> bool:
        """Can the client's test stand before all that follows an attempt's section, or around all of it in a branch?"""
        if any(w.resumes and not w.wait for w in shape.ways_out):
            return False
        if whole.index >= 0:
            return True
        otherwise = [kid for kid in whole.node.kids[1:] if kid is not whole.block]
        return not (shape.closing or any(o.start <= s.call.start < o.end for s in self.locks.sites for o in otherwise))

    def stable(self, site: Operation, region: Region, lock: str, start: int) -> None:
        """The section must not change what its lock's expression means; nor what leads to it from ``start``.

        Unless the client has a pointer to the mutex, by which alone it gives that back.
        """
        pointer = site.answer is Answer.POINTER and not site.gives_object
        if site.lock is None or (pointer and site.tested and site.tested.stored):
            return
        named = {id(n) for n in only_named(site.lock)}
        parts = {canonical(n) for n in site.lock.walk() if n.kind in PARTS and id(n) not in named}
        for node in self.layout.function.nodes:
            if not start <= node.start < region.end or region.in_tail(node.start):
                continue
            taken = node.kind == "UNARY_OPERATOR" and node.op == "&" and strip(node.kids[0]).op == "local"
            if (changes(node) or taken) and canonical(node.kids[0]) in parts:
                raise self._refused(Code.SOMETIMES_HELD, node.start, lock=lock)

    def nested(self, site: Operation, region: Region, lock: str) -> None:
        """Nothing in the section may release its lock under another name, or leave the function.

        It may wait by another name: what waits has the mutex before and behind that, whichever of those held it is.
        """
        for operation in self.locks.operations:
            at = operation.call.start
            if not region.contains(at):
                continue
            if operation.described and not (site.described and _gives_up(site) == _gives_up(operation)):
                raise self._refused(Code.GIVES_UP, at, function=callee(operation.call).name)
            if operation.effect in ("release", "wait") and operation.key != site.key:
                held = operation.before.get(operation.key, frozenset())
                others = held and all(number >= 0 for number in held)
                others = others or (operation.effect == "wait" and held == {FREE})
                if meet(operation.locks, site.locks) and not others:
                    raise self._refused(Code.SOMETIMES_HELD, at, lock=lock)

    def movable(self, found: Found, region: Extent) -> None:
        """Nothing may need the client's own thread, no call wait where a cancelled thread leaves by its handler."""
        number = floating.computes(self.layout.function, region.contains) if self.identities.found.rounding else None
        if number is not None:
            raise self._refused(Code.COMPUTES, number.start)
        saved = next(iter(saving_calls(self.layout.function)), None)
        for call in found.calls:
            need = self.identities.of_calls([call], ())
            if need.own_thread:
                own = need.own_thread
                why = self.identities.why_bound(own)
                raise self._refused(Code.NEEDS_OWN_THREAD, call.start, function=own, why=why and f": it {why}")
            if saved and need.jumps:
                construct = f"a call that may go back to {callee(saved).name.lstrip('_')}"
                raise self._refused(Code.STACK_BOUND, call.start, construct=construct)
            if need.sleeps and (found.cancelled or self._handled(call)):
                raise self._refused(Code.CANCELLED_THERE, call.start, why=need.sleeps)

    def _handled(self, call: Node) -> bool:
        """Does a call stand where a handler is registered for a thread that is cancelled?"""
        return any(pair.push[0] < call.start < pair.pop[0] for pair in self.layout.function.cleanups)

    def lent(self, region: Region, site: Operation) -> str:
        """The first function that the section calls and that releases its lock for a while; who knows for how long."""
        lending = (o for o in self.locks.operations if meet(o.lends, site.locks) and region.contains(o.call.start))
        return next((callee(o.call).name or "a function" for o in lending), "")

    def holding(self, site: Operation, region: Region, shape: Shape) -> tuple[Operation, ...]:
        """The operations by which the section takes other mutexes that it still has where it gives its own back."""
        inside = [o for o in self.locks.operations if region.contains(o.call.start)]
        freed = frozenset[Lock]().union(*(o.frees for o in inside if o.effect == "other"))
        called = (o for o in inside if o.effect == "other" and o.leaves and not meet(o.leaves, freed))
        taken = (o for o in inside if o.number >= 0 and o.key != site.key)
        return (*(o for o in taken if o.number in self._held_at_ends(site, o.key, shape)), *called)

    def _held_at_ends(self, site: Operation, key: str, shape: Shape) -> Held:
        """The state of another mutex where the section's own is given back, or its function returns with it."""
        own = (o for o in self.locks.operations if o.effect in ("release", "wait") and o.key == site.key)
        kept = [*shape.fallen, *(way.block for way in shape.ways_out if way.keeps)]
        states = ((block, held) for block in kept if (held := self.locks.held(block, key)) is not None)
        behind = (self.locks.after(block, key, held) for block, held in states)
        return Held().union(*(o.before.get(key, ()) for o in own if site.number in o.before.get(o.key, ())), *behind)

    def _refused(self, code: Code, at: int, **details: object) -> Refused:
        return Refused(code.reason(self.layout.source.place(at), **details))


def _gives_up(operation: Operation) -> str:
    """The statement by which a lock call of a project's own may leave the function."""
    return operation.described.own.failed if operation.described and operation.described.own else ""


def _only_waits(loop: Node, api: Api) -> bool:
    """Does a loop nothing but wait on a condition?"""
    calls = [callee(n).name for n in loop.walk() if n.kind == "CALL_EXPR"]
    waits = [name for name in calls if api.op(name) in (Op.WAIT, Op.TIMEDWAIT)]
    return bool(calls) and waits == calls and not any(changes(n) for n in loop.walk())
