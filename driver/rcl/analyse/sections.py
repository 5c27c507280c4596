# SPDX-License-Identifier: MIT
"""Finds the critical sections of a function and decides which have a shape that can be shipped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from rcl.analyse import attempts, hazards, lists, scope
from rcl.analyse.aliases import PARTS
from rcl.analyse.captures import Captures, Locals, Refused, Region
from rcl.analyse.entries import Entries
from rcl.analyse.escapes import Escapes
from rcl.analyse.exits import numbered
from rcl.analyse.flow import Locks, Operation
from rcl.analyse.guards import Guard, worded
from rcl.analyse.handlers import Handlers
from rcl.analyse.handover import handover
from rcl.analyse.identity import Identities
from rcl.analyse.pointers import Locks as Mutexes
from rcl.analyse.pointers import meet
from rcl.analyse.region import CASES, JUMPS, LOOPS, Layout, Statement
from rcl.analyse.relocks import Relocks
from rcl.analyse.shape import Pause, Shape, Shaper
from rcl.analyse.text import bare, call_arguments, condition_text, innermost, shown, ways_to
from rcl.analyse.tree import EXPRESSION_WRAPPERS, Expansion, Function, Node, callee, canonical, changes, strip
from rcl.analyse.waiting import counts, runs_once
from rcl.errors import Code
from rcl.lockapi import Api
from rcl.model import Answer, Capture, Exit, Handler, Op, Place, Reason, Reference, Span, Tested

_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\r?\n|[^\r\n])*", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass
class Found:
    """A section of one build. ``reason`` is set where it cannot be shipped."""

    site: Operation
    locks: Mutexes
    function: str
    enter: Span
    enter_token: Place
    show: str
    last_line: int
    reason: Reason | None = None
    macro: str = ""
    attempt: bool = False
    scope: bool = False
    spelled: str = ""
    tested: Tested | None = None
    guard: str = ""
    lock: str = ""
    leave: Span | None = None
    leave_token: Place | None = None
    until: Span | None = None
    enter_result: Span | None = None
    leave_result: Span | None = None
    before: tuple[Span, ...] = ()
    behind: tuple[Span, ...] = ()
    handler: Handler | None = None
    #: a handler releases the lock if its thread is cancelled in the section
    cancelled: bool = False
    captures: dict[str, Capture] = field(default_factory=dict)
    #: where it names a variable, None if a macro hides that
    references: Callable[[str], tuple[Reference, ...] | None] | None = None
    exits: tuple[Exit, ...] = ()
    calls: list[Node] = field(default_factory=list)
    region: Region | None = None
    function_span: Span | None = None
    skipped: tuple[tuple[int, int], ...] = ()
    macros: tuple[str, ...] = ()
    thread_locals: tuple[str, ...] = ()
    #: the #if behind which its lock calls stand alone
    condition: str = ""
    #: a function that the section calls and that gives its lock back for a while
    lent: str = ""
    #: what a loop of the section waits for
    awaited: str = ""
    home: Function | None = None
    #: ships only what comes before an offset, if it can be cut there
    cut_before: Callable[[int], bool] | None = None


#: the expressions that only work with values of variables that they name
_SIMPLE = frozenset({
    "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR", "DECL_REF_EXPR", "INTEGER_LITERAL",
    "CHARACTER_LITERAL", "FLOATING_LITERAL", *EXPRESSION_WRAPPERS,
})  # fmt: skip


class Finder:
    """The sections of one function in one build."""

    def __init__(
        self, layout: Layout, locks: Locks, identities: Identities, escapes: Escapes, start_routine: bool
    ) -> None:
        self.layout = layout
        self.locks = locks
        self.identities = identities
        self.escapes = escapes
        self.start_routine = start_routine
        self.graph = layout.graph
        self.source = layout.source
        self.strange = self.graph.strange or self._cleans_locks()
        self.known: Locals | None = None
        #: the calls before which a section is left with the lock, by its acquisition's number
        self.leaving: dict[int, list[Node]] = {}
        self.relocks = Relocks(layout, locks, self.show)
        self.entries = Entries(layout, locks, identities.owners)

    def all(self) -> list[Found]:
        """Every acquisition with its releases."""
        sites = [site for site in self.locks.sites if site.number in self.relocks.first]
        found = self._join_relocks([self._section(site) for site in sites])
        self._disentangle(found)
        return found

    def _cleans_locks(self) -> str:
        """A variable whose clean-up function does something to a lock, "" if there is none."""
        function = self.layout.function
        for variable, key in function.cleaned.items():
            does = self.locks.summary(key)
            if does.wrapper or does.leaves or does.frees or does.lends:
                return f"{function.locals[variable].name}, which has a clean-up function"
        return ""

    def place(self, offset: int) -> Place:
        return self.source.place(offset)

    def token(self, call: Node) -> Place:
        """The called name as it is spelled in the function (a macro's name if it comes from one)."""
        return self.place(strip(call.kids[0]).start)

    # ------------------------------------------------------------------ one section

    def _section(self, site: Operation) -> Found:
        releases = self._releases(site)
        whole = self.entries.whole(site)
        end = self.layout.with_semicolon(site.call.end)
        enter = self.source.span(*(whole.start, whole.end) if whole else (site.call.start, end))
        last = max([enter.line, *(self.source.line(r.call.start) for r in releases)])
        function = self.layout.function
        found = Found(
            site, site.locks, self.layout.written_name, enter, self.token(site.call), self.show(site), last,
            function_span=self.source.span(function.start, function.end), home=function,
        )  # fmt: skip
        found.reason = self._refused(found, whole, releases)
        given = found.reason and not releases and not self.relocks.nested(site, self.locks) and not self.strange
        if given and self._handed_on(site):
            found.reason = Code.NOTHING_TO_MOVE.reason(found.enter_token, lock=found.show, function=found.function)
        found.cut_before = lambda offset: self._cut_at(found, offset)
        return found

    def _handed_on(self, site: Operation) -> bool:
        """Does the function nothing while it holds a lock but look, take and release others, and return?"""
        blocks, parent = self.graph.blocks, self.graph.parent
        starts = {b.at for b in blocks}
        held = {b.at for b in blocks if site.number in (self.locks.held(b, site.key) or ())}
        calls = [self.layout.expansion(o.call.start) or o.call for o in self.locks.operations if not o.frees]
        for node in self.layout.function.nodes:
            if not (node.kind == "CALL_EXPR" or changes(node)) or any(c.start <= node.start < c.end for c in calls):
                continue
            while node.start not in starts:
                node = parent[id(node)]
            if node.start in held:
                return False
        return True

    def _cut_at(self, found: Found, offset: int) -> bool:
        """Ship only what of a section comes before an offset, if it can be cut there."""
        whole = self.entries.whole(found.site)
        behind = self.entries.cuttable(found.site, whole)
        return behind is not None and self._cut(found, whole, behind, self.place(offset))

    def _refused(self, found: Found, whole: Statement | None, releases: list[Operation]) -> Reason | None:
        """Why the section cannot be shipped, None if it can.

        One that holds what cannot be shipped is cut before that, or before the last label of its block, to which others
        may get as well: what follows goes on with the lock, in place. Or behind a statement that may release the lock
        and may keep it.
        """
        why, behind = self._attempt(found, whole, releases, None), self.entries.cuttable(found.site, whole)
        if why is None or behind is None:
            return why
        labels = [k for k in behind.block.kids[behind.index + 1 :] if k.kind == "LABEL_STMT"]
        for place in (*(self.place(label.start) for label in labels[-1:]), why.place):
            if self._cut(found, whole, behind, place):
                return None
        releasing = self._around(behind, why.place)
        return why if releasing is None else self._attempt(found, whole, releases, releasing) and why

    def _cut(self, found: Found, whole: Statement | None, behind: Statement, place: Place | None) -> bool:
        """Ship what of a section comes before a place, or before what keeps that from being shipped, if there is some.
        """
        releases = self._releases(found.site)
        until = self._before(behind, place, None)
        while until is not None:
            reason = self._attempt(found, whole, releases, until)
            if reason is None:
                return True
            until = self._before(behind, reason.place, until)
        return False

    def _attempt(
        self, found: Found, whole: Statement | None, releases: list[Operation], until: Node | None
    ) -> Reason | None:
        """Ship the section, cut behind a statement if one is given; the reason if that cannot be.

        That is what stops it where it may not end at its waits, unless it lasts for ever then.
        """
        reasons: list[Reason] = []
        for waits in (True, False):
            try:
                self._ship(found, whole, releases, waits, until)
                return None
            except Refused as refused:
                reasons.append(refused.reason)
        ending, other = reasons
        return ending if other.code == Code.THREAD_LIFE.code else other

    def _before(self, whole: Statement, place: Place | None, until: Node | None) -> Node | None:
        """The statement of the section's block behind which to cut it, so that a place is left out, if there is one."""
        rest = whole.block.kids[whole.index + 1 :]
        number = next((i for i, k in enumerate(rest) if place and place.offset < self.layout.end_of(k)), 0)
        again = any(kid is until for kid in rest[:number]) or any(k.kind in CASES for k in rest[number : number + 1])
        if again:
            return None
        takes = {id(site.call) for site in self.locks.sites}
        does_something = any(self._does_something(k) and id(k) not in takes for k in rest[:number])
        return rest[number - 1] if does_something else None

    def _does_something(self, statement: Node) -> bool:
        """Does a statement more than to jump, to declare variables with values that nobody must work out, or to set
        variables of the function's own, or of its thread's?
        """
        if statement.kind == "DECL_STMT":
            return any(n.kind == "CALL_EXPR" for n in statement.walk())
        if statement.kind in ("NULL_STMT", *JUMPS):
            return False
        shared = {ref for ref, variable in self.layout.function.locals.items() if variable.static}
        return not all(
            n.kind in _SIMPLE and n.op not in ("*", "&", "variable", "function") and n.ref not in shared
            for n in statement.walk()
        )

    def _around(self, whole: Statement, place: Place | None) -> Node | None:
        """The statement of the section's block in which a place is, if others follow it."""
        rest = whole.block.kids[whole.index + 1 : -1]
        return next((k for k in rest if place and k.start <= place.offset < self.layout.end_of(k)), None)

    def show(self, site: Operation) -> str:
        """The lock as a person names it."""
        given = None if site.wrapper else call_arguments(self.layout, site.call)
        if given and site.described:
            return bare(given[site.described.naming[-1]])
        if given:
            return bare(bare(given[0]).removeprefix("&"))
        return shown(site.lock) if site.lock else callee(site.call).name

    def _releases(self, site: Operation, locks: Locks | None = None) -> list[Operation]:
        return [
            o for o in (locks or self.locks).operations
            if o.effect == "release" and o.key == site.key
            and site.number in o.before.get(o.key, ())
        ]  # fmt: skip

    def refuse(self, code: Code, at: int, **details: object) -> Refused:
        return Refused(code.reason(self.place(at), **details))

    def _ship(
        self, found: Found, whole: Statement | None, releases: list[Operation], waits: bool, until: Node | None
    ) -> None:
        """Fill in what shipping the section takes, or raise Refused.

        ``waits``: it may end where it waits; ``until``: it ends behind that statement, with the lock.
        """
        site, lock = found.site, found.show
        at = site.call.start
        if macro := self._macro_of(site, releases):
            self._stands_in_macro(found, macro, releases)
            raise Refused(Code.IN_MACRO.reason(found.enter_token, macro=found.macro))
        facts = site.described.own if site.described else None
        if facts and not facts.execute:
            raise self.refuse(Code.NO_EXECUTOR, at, function=facts.lock.name, table=f"[lock.{facts.name}]")
        if not site.before or site.doubtful:  # a path on which flags agree never gets there
            raise self.refuse(Code.SOMETIMES_HELD, at, lock=lock)
        if self.strange:
            raise self.refuse(Code.STACK_BOUND, at, construct=self.strange)
        found.spelled = self.layout.spelled_name()
        if not found.spelled:
            raise self.refuse(Code.NAMED_BY_MACRO, self.layout.function.start, function=found.function)
        known = self.locks.pointers.api.calls.get(callee(site.call).name)
        if site.effect == "try" or whole is None:
            whole = self.entries.other(site)
            if site.effect == "try" and (whole is None or not site.tries):
                raise self.refuse(Code.TRYLOCK, at, lock=lock)
            found.attempt = site.effect == "try"
            found.enter = self.source.span(whole.start, whole.end) if whole else found.enter
        pauses = [] if until and not self._again_before(site, until) else self._pauses(site, releases, until)
        locks, joined = self.locks, self.relocks.others(site)
        if pauses:
            locks = self.locks.with_joined((o.number for o in joined), site.number)
            site = locks.sites[site.number]
            releases = self._releases(site, locks)
        if whole is None:
            if not releases:
                raise self.refuse(Code.CROSSES_FUNCTIONS, at, lock=lock)
            guarded = site.guard or any(r.before[r.key] != {site.number} for r in releases)
            raise self.refuse(Code.SOMETIMES_HELD if guarded else Code.ENTRY_SHAPE, at, lock=lock)
        handlers = Handlers(self.layout, locks, site)
        found.scope = scope.follows(whole.block, whole.index) is not None
        whole = handlers.behind(whole)
        if found.scope:
            whole = self._into_scope(found, whole)
        if (until or whole.uses) and (whole.index < 0 or found.scope or handlers.pushed):
            raise self.refuse(Code.SOMETIMES_HELD, at, lock=lock)
        shape = self._shape(locks, site, whole, releases, pauses, waits, until)
        moved = lists.Moved() if found.scope or handlers.pairs else lists.moved(self.layout, locks, site, whole, shape)
        region = replace(handlers.region(shape), apart=(*moved.before, *moved.behind))
        main = shape.main
        for nested in self.relocks.nested(site, locks):
            if region.contains(nested.call.start) or not (until or shape.falls):
                raise self.refuse(Code.SOMETIMES_HELD, nested.call.start, lock=lock)
        if main is not None and scope.ends(main.block, main.index) != found.scope:
            raise self.refuse(Code.RELEASE_SHAPE, at, lock=lock, line=self.source.line(main.start))
        if self._thread_life(site, shape):
            raise self.refuse(Code.THREAD_LIFE, at, lock=lock, function=found.function)
        if site.guard:
            found.guard = self._guard(site, site.guard, releases, shape)
        asks = whole.node.kind == "IF_STMT"
        if asks and not self._attempt_ends(whole, shape):
            raise self.refuse(Code.TRYLOCK if found.attempt else Code.ENTRY_SHAPE, at, lock=lock)
        self._stable(site, region, lock, handlers.start(region))
        self._nested(site, region, lock)
        hazards.check(self.layout, region, self.place, self.escapes)
        found.region = region
        found.lock = self.lock_text(site)
        ends = [self.source.line(region.end - 1)] if until else [found.last_line]
        found.last_line = max([*ends, *(w.release.tail.end_line for w in shape.ways_out)])
        found.before, found.behind = (self._statements(nodes) for nodes in (moved.before, moved.behind))
        found.handler, found.cancelled = handlers.found(), handlers.around(region)
        found.leave = found.leave_token = found.until = found.leave_result = None
        found.enter_result = self.source.span(site.call.start, site.call.end) if whole.uses else None
        if found.handler is not None:
            found.until = self.source.span(region.end, region.end)
        elif main is not None:
            found.leave = self.source.span(main.start, main.end)
            found.leave_token = self.place(main.start if found.scope else main.token)
            call = strip(main.node)
            found.leave_result = self.source.span(call.start, call.end) if main.uses else None
        if asks and whole.index < 0:
            found.leave = self.source.span(main.start if main else region.end, self.layout.end_of(whole.node))
        if shape.closing is not None:
            found.until = self.source.span(region.end, region.end)
        self.known = self.known or Locals(self.graph)
        captures = Captures(self.layout, self.known, region, self.place, self.escapes)
        found.captures, found.references = captures.found, captures.references
        if asks and site.tested:
            errno = known is not None and not known.new
            answer = site.answer or Answer.STATUS
            found.tested = attempts.described(self.layout, site.call, site.tested, captures, answer, errno)
            if found.tested is None or found.handler is not None:
                uses = (n.start for n in self.known.names if n.ref == site.tested.answer and region.contains(n.start))
                raise self.refuse(Code.TRYLOCK if found.attempt else Code.ENTRY_SHAPE, next(uses, at), lock=lock)
        found.exits = numbered(self.source, releases, shape, captures)
        found.condition = self._condition(found, whole, releases)
        own = {id(w.call) for w in shape.ways_out if w.wait}
        found.calls = [call for call in hazards.calls(self.layout, region) if id(call) not in own]
        found.thread_locals = hazards.thread_locals(self.layout, region)
        found.lent = self._lent(region, site)
        found.awaited = self.identities.waits.of(self.layout.function, region.contains)
        self._movable(found)
        found.skipped = hazards.skipped(self.layout, region)
        found.macros = hazards.macros(self.layout, region)

    def _statements(self, nodes: Iterable[Node]) -> tuple[Span, ...]:
        """Where statements stand."""
        return tuple(self.source.span(node.start, self.layout.end_of(node)) for node in nodes)

    def _pauses(self, site: Operation, releases: list[Operation], until: Node | None) -> list[Pause]:
        """The places where the section gives the lock back for a while, before it is cut."""
        pauses = self.relocks.pauses(site) if self.relocks.taken_again(site, releases) else []
        return [p for p in pauses if until is None or p.again.end <= self.layout.end_of(until)]

    def _again_before(self, site: Operation, until: Node) -> bool:
        """Is the lock taken again before a cut, or was it taken before?"""
        taken = [o.call.start for o in self.relocks.others(site)]
        held_before = any(n >= 0 for n in site.before.get(site.key, ()))
        return held_before or any(at < self.layout.end_of(until) for at in taken)

    def _condition(self, found: Found, whole: Statement, releases: list[Operation]) -> str:
        """The #if that each of the section's lock calls stands behind alone, "" if none does.

        Where that is not so the section is called without the lock, and must then not ask again whether it is so.
        """
        calls = [s for o in releases if (s := self.layout.whole_statement(o.call))]
        conditions = {whole.condition, *(s.condition for s in calls)}
        if conditions == {""} or found.region is None:
            return ""
        odd = any((found.attempt, found.tested, found.scope, found.handler, found.site.described))
        odd = odd or any(way.keeps or way.resumes or way.wait for way in found.exits)
        directives = _DIRECTIVE.finditer(self.source.text, found.region.start, found.region.end)
        asked = set(_WORD.findall(whole.condition)) - {"if", "ifdef", "ifndef", "defined"}
        again = (m for m in directives if found.region.contains(m.start()) and asked & set(_WORD.findall(m[0])))
        if len(conditions) > 1 or odd or any(again):
            raise Refused(Code.CUT_CONDITIONAL.reason(self.place(found.site.call.start)))
        return whole.condition

    def _into_scope(self, found: Found, whole: Statement) -> Statement:
        """The acquisition of a scope macro with the brace behind which the section begins."""
        loop = whole.block.kids[whole.index + 1]
        found.enter = self.source.span(whole.start, loop.start)
        return replace(whole, end=loop.start)

    def _macro_of(self, site: Operation, releases: list[Operation]) -> Expansion | None:
        """The macro call that both takes and releases the lock."""
        covering = self.layout.expansion(site.call.start)
        if covering is None or not releases or covering.start > site.call.start:
            return None
        inside = all(covering.start <= r.call.start < covering.end for r in releases)
        return covering if inside else None

    def _stands_in_macro(self, found: Found, expansion: Expansion, releases: list[Operation]) -> None:
        """Such a section's place is the body of the macro that holds all of it, however often that is expanded."""
        found.macro = expansion.name
        unit, sources, name = self.layout.unit, self.layout.sources, callee(found.site.call).name
        ways = ways_to(unit, sources, expansion, name)
        for way in ways[found.site.order : found.site.order + 1]:
            macro, offset = innermost(unit, sources, way, (callee(r.call).name for r in releases))
            source = sources(macro.file)
            found.macro = macro.name
            found.enter_token = source.place(offset)
            found.enter = source.span(offset, offset + len(name))
            found.last_line = source.line(macro.end)

    def _thread_life(self, site: Operation, shape: Shape) -> bool:
        """Is the lock taken before a thread's main loop and held in it, never to be given back there?"""
        if not (shape.main or shape.falls or shape.ways_out):
            return True
        if not self.start_routine or (site.block and self.graph.comes_back(site.block)):
            return False
        loops = [n for n in self.layout.function.nodes if n.kind in LOOPS and shape.region.contains(n.start)]
        given_back = [w.release.call.start for w in shape.ways_out if w.resumes or w.wait]
        pausing = [n for n in loops if any(n.start <= at < n.end for at in given_back)]
        api = self.locks.pointers.api
        lasting = (n for n in loops if not (runs_once(n) or counts(n) or _only_waits(n, api)))
        return any(not any(p.start <= n.start < p.end for p in pausing) for n in lasting)

    def _guard(self, site: Operation, guard: Guard, releases: list[Operation], shape: Shape) -> str:
        """The text of the condition under which alone the lock is taken, if all releases are under it, too.

        Without the lock the client calls the section's function itself, so that must not hand it to anyone.
        """
        condition = canonical(guard.condition)
        alike = all(r.guard and canonical(r.guard.condition) == condition for r in releases)
        lends = shape.falls or any(w.keeps or w.resumes or w.wait for w in shape.ways_out)
        if not alike or lends:
            raise self.refuse(Code.SOMETIMES_HELD, site.call.start, lock=self.show(site))
        if site.wrapper and site.wrapper.condition:
            asked = site.wrapper.condition
            text = worded(self.layout, site.call, site.wrapper.function, asked)
        elif guard.statement:
            asked = guard.statement.kids[0]
            text = condition_text(self.layout, guard.statement) or ""
        if not text:
            raise self.refuse(Code.SOMETIMES_HELD, site.call.start, lock=self.show(site))
        return f"({text})" if asked.kind == "CONDITIONAL_OPERATOR" else text

    def _attempt_ends(self, whole: Statement, shape: Shape) -> bool:
        """Can the client's test stand before all that follows an attempt's section, or around all of it in a branch?"""
        if any(w.resumes and not w.wait for w in shape.ways_out):
            return False
        if whole.index >= 0:
            return True
        otherwise = whole.node.kids[2:]
        if any(o.start <= s.call.start < o.end for s in self.locks.sites for o in otherwise) or shape.closing:
            return False
        rest = whole.block.kids[shape.main.index + 1 :] if shape.main else []
        return all(n.kind == "NULL_STMT" for n in rest)

    def _shape(
        self,
        locks: Locks,
        site: Operation,
        whole: Statement,
        releases: list[Operation],
        pauses: list[Pause],
        waits: bool,
        until: Node | None,
    ) -> Shape:
        try:
            leaving = self.leaving.get(site.number, ())
            return Shaper(self.layout, locks, site, whole, self.show, until, leaving).shape(releases, pauses, waits)
        except Refused as refused:
            if releases:
                raise
            at = refused.reason.place or self.place(site.call.start)
            raise Refused(Code.CROSSES_FUNCTIONS.reason(at, lock=self.show(site))) from None

    def _stable(self, site: Operation, region: Region, lock: str, start: int) -> None:
        """The section must not change what its lock's expression means; nor what leads to it from ``start``.

        Unless the client has a pointer to the mutex, by which alone it gives that back.
        """
        if site.lock is None or (site.answer is Answer.POINTER and site.tested and site.tested.stored):
            return
        named = {id(n) for n in _only_named(site.lock)}
        parts = {canonical(n) for n in site.lock.walk() if n.kind in PARTS and id(n) not in named}
        for node in self.layout.function.nodes:
            taken = node.kind == "UNARY_OPERATOR" and node.op == "&" and strip(node.kids[0]).op == "local"
            here = start <= node.start < region.end and not region.in_tail(node.start)
            if (changes(node) or taken) and here and canonical(node.kids[0]) in parts:
                raise self.refuse(Code.SOMETIMES_HELD, node.start, lock=lock)

    # ------------------------------------------------------------------ other locks inside

    def _nested(self, site: Operation, region: Region, lock: str) -> None:
        """Nothing else in the section may release its lock, under another name or in a callee."""
        own = self._releases(site)
        for operation in self.locks.operations:
            at = operation.call.start
            if operation is site or operation in own or not region.contains(at):
                continue
            if operation.described and not (site.described and _gives_up(site) == _gives_up(operation)):
                raise self.refuse(Code.GIVES_UP, at, function=callee(operation.call).name)
            if operation.effect == "other" and meet(operation.frees, site.locks):
                raise self.refuse(Code.CROSSES_FUNCTIONS, at, lock=lock)
            if operation.effect in ("release", "wait") and operation.key != site.key:
                taken = [n for n in operation.before.get(operation.key, ()) if n >= 0]
                if meet(operation.locks, site.locks) and not taken:
                    raise self.refuse(Code.SOMETIMES_HELD, at, lock=lock)

    def _movable(self, found: Found) -> None:
        """No call may need the client's own thread, nor wait where a cancelled thread leaves by its handler."""
        for call in found.calls:
            need = self.identities.of_calls([call], ())
            if need.own_thread:
                raise self.refuse(Code.NEEDS_OWN_THREAD, call.start, function=need.own_thread)
            if found.cancelled and need.sleeps:
                raise self.refuse(Code.CANCELLED_THERE, call.start, why=need.sleeps)

    def _lent(self, region: Region, site: Operation) -> str:
        """The first function that the section calls and that releases its lock for a while; who knows for how long."""
        lending = (o for o in self.locks.operations if meet(o.lends, site.locks) and region.contains(o.call.start))
        return next((callee(o.call).name or "a function" for o in lending), "")

    def _disentangle(self, found: list[Found]) -> None:
        """Of sections that overlap, or of which one interrupts others, not all can be shipped.

        The one that clashes with most of them, of two the shorter, is cut before it overlaps, or else the other one;
        if neither can be, it stays.
        """
        while pairs := self._clashes([f for f in found if f.reason is None and f.region is not None]):
            clashes = Counter(id(section) for pair in pairs for section in pair)
            worst = max((f for pair in pairs for f in pair), key=lambda f: (clashes[id(f)], -_length(f)))
            other = next(two if one is worst else one for one, two in pairs if worst is one or worst is two)
            for whole, beside in ((worst, other), (other, worst)):
                if cut := self._cut_before(whole, beside):
                    found[:] = [cut if f is whole else f for f in found]
                    break
            else:
                worst.reason = Code.OVERLAPS.reason(worst.enter_token, other=other.show)

    def _cut_before(self, found: Found, other: Found) -> Found | None:
        """The section without what comes from where the other one ends or waits on, if it can be cut there."""
        site, region = found.site, found.region
        whole = self.entries.whole(site)
        behind = self.entries.cuttable(site, whole)
        if site.number in self.leaving or behind is None or not (region and other.region):
            return None
        first, last = _extent(found)
        ends = [o.call for o in self._releases(other.site) if region.contains(o.call.start)]
        waits = [call for _, call in other.region.waits if first <= call.start < last]
        in_branches = [call for call in ends if handover(self.layout, call, behind.block)]
        level = next((call for call in (*ends, *waits) if all(call is not one for one in in_branches)), None)
        until = self._before(behind, self.place(level.start), None) if level else None
        if (level or not in_branches) and until is None:
            return None
        self.leaving[site.number] = in_branches
        cut = replace(found)
        return None if self._attempt(cut, whole, self._releases(site), until) or self._clashes([cut, other]) else cut

    def _clashes(self, found: list[Found]) -> list[tuple[Found, Found]]:
        """The pairs of sections that overlap."""
        longest, text = sorted(found, key=_length, reverse=True), self.source.text
        return [(one, two) for n, one in enumerate(longest) for two in longest[n + 1 :] if _entangled(one, two, text)]

    def _join_relocks(self, found: list[Found]) -> list[Found]:
        """One section for an acquisition and those that take the lock again in its middle."""
        sites = {f.site.number: f for f in found}
        for number, section in sites.items():
            home = sites[self.relocks.first[number]]
            home.last_line = max(home.last_line, section.last_line)
        return [section for number, section in sites.items() if self.relocks.first[number] == number]

    # ------------------------------------------------------------------ text

    def lock_text(self, site: Operation) -> str:
        """The pointer expression for rcl_exec; through a wrapper it is the accessor's business."""
        if site.wrapper is not None:
            return ""
        given = call_arguments(self.layout, site.call)
        facts = site.described.own if site.described else None
        if not given or (facts and len(given) != len(facts.lock.parameters)):
            raise self.refuse(Code.ENTRY_SHAPE, site.call.start, lock=self.show(site))
        if facts and facts.execute:
            values = dict(zip(facts.lock.parameters, given, strict=True))
            return ", ".join(bare(values[name]) for name in facts.execute.parameters)
        return bare(given[0])


def _only_named(lock: Node) -> Iterator[Node]:
    """The objects of which the mutex is a part: where they are does not depend on what they hold."""
    node = strip(lock)
    while node.kind in ("UNARY_OPERATOR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR") and node.op != "*":
        yield node
        inner = strip(node.kids[0]) if node.kids else node
        direct = node.op in ("&", ".") if node.kind != "ARRAY_SUBSCRIPT_EXPR" else inner.type == "a"
        if inner is node or not (direct or inner.op == "&"):
            return
        node = inner
    if node is not strip(lock):
        yield node


def _gives_up(operation: Operation) -> str:
    """The statement by which a lock call of a project's own may leave the function."""
    return operation.described.own.failed if operation.described and operation.described.own else ""


def _only_waits(loop: Node, api: Api) -> bool:
    """Does a loop nothing but wait on a condition?"""
    calls = [callee(n).name for n in loop.walk() if n.kind == "CALL_EXPR"]
    waits = [name for name in calls if api.op(name) in (Op.WAIT, Op.TIMEDWAIT)]
    return bool(calls) and waits == calls and not any(changes(n) for n in loop.walk())


def _extent(found: Found) -> tuple[int, int]:
    """Where a section begins and ends, its last release and its tails included."""
    region = found.region
    end = max([found.leave.end if found.leave else 0, found.enter.end])
    if region is not None:
        end = max([end, region.end, *(tail_end for _, tail_end in region.tails)])
    return found.enter.start, end


def _length(found: Found) -> int:
    start, end = _extent(found)
    return end - start


def _entangled(outer: Found, inner: Found, text: str) -> bool:
    """Do two sections overlap, unless the second stands wholly inside the first and outside its tails?"""
    (start, end), (first, last) = _extent(outer), _extent(inner)
    if last <= start or end <= first or outer.region is None or inner.region is None:
        return False
    region, last = outer.region, first + len(text[first:last].rstrip())
    if not region.start <= first < last <= region.end:
        return True
    behind = inner.region.in_tail
    paused = [tail for _, (tail, _) in region.pauses] + [call.start for _, call in region.waits]
    if any(first <= at < last for at in paused):
        return True  # the outer one's function returns there: the inner one's context would be lost
    ways = [(r, len(e.releases) > 1) for e in outer.exits for r in e.releases if not behind(r.call.start)]
    if any(first <= m < last and not behind(m) for r, _ in ways for m in (r.call.start, r.jump.start)):
        return True
    return any(
        r.tail.start < last and first < r.tail.end and not behind(r.tail.start)
        and (shared or not r.tail.start <= first < last <= r.tail.end)
        for r, shared in ways
    )  # fmt: skip
