# SPDX-License-Identifier: MIT
"""Finds the critical sections of a function and decides which have a shape that can be shipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from rcl import branches, lockapi
from rcl.analyse.function.aliases import lasts
from rcl.analyse.function.causes import explained
from rcl.analyse.function.extents import Extent, Refused, Region
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.function.guards import worded
from rcl.analyse.function.handover import handovers
from rcl.analyse.function.values import Locals
from rcl.analyse.function.wrappers import left_held
from rcl.analyse.program.escapes import Escapes
from rcl.analyse.program.identity import Identities
from rcl.analyse.section import (
    alternatives,
    attempts,
    attributes,
    branching,
    declarations,
    enumerations,
    function_name,
    hazards,
    in_macros,
    lists,
    overlaps,
    reporting,
)
from rcl.analyse.section.captures import Captures
from rcl.analyse.section.cuts import Cuts
from rcl.analyse.section.endings import never_left, seems_to_go_on
from rcl.analyse.section.entries import Entries
from rcl.analyse.section.exits import numbered
from rcl.analyse.section.found import Found
from rcl.analyse.section.handlers import Handlers
from rcl.analyse.section.noting import Noting
from rcl.analyse.section.relocks import Relocks
from rcl.analyse.section.shape import Pause, Shape, Shaper
from rcl.analyse.section.surroundings import Surroundings
from rcl.analyse.unit import scope
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.openmp import parallel
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import bare, call_arguments, innermost, same_condition, shown, ways_to
from rcl.analyse.unit.tree import Expansion, Node, callee, given_by, library, of_thread, saving_calls, strip, whole_of
from rcl.errors import Code
from rcl.model import FUNCTION_NAME, Answer, Direction, Exit, Place, Reason, Span

#: how many branches are tried in which a section may be left
_TRIES = 12
#: the keys of a library's clean-up functions that release a lock
_RELEASING = frozenset(map(library, lockapi.CLEANING))


class Finder:
    """The sections of one function in one build."""

    def __init__(
        self, layout: Layout, locks: Locks, identities: Identities, escapes: Escapes, start_routine: bool
    ) -> None:
        self.layout = layout
        self.locks = locks
        self.identities = identities
        self.waits = identities.waits
        self.escapes = escapes
        self.around = Surroundings(layout, locks, identities, start_routine)
        self.graph = layout.graph
        self.source = layout.source
        self.strange = self.graph.strange or self._cleans_locks() or parallel(layout)
        self.known: Locals | None = None
        #: the statements before which a section is left with the lock, by its acquisition's number
        self.leaving: dict[int, list[Node]] = {}
        self.relocks = Relocks(layout, locks, identities.owners, self.show)
        self.entries = Entries(layout, locks, identities.owners, self.relocks)
        self.cuts = Cuts(layout, locks)

    def all(self) -> list[Found]:
        """Every acquisition with its releases."""
        sites = [site for site in self.locks.sites if site.number in self.relocks.first and not self._given(site)]
        found = [self._under_condition(one) for one in self._join_relocks([self._section(site) for site in sites])]
        self._disentangle(found)
        self._name_functions(found)
        return found

    def _given(self, site: Operation) -> bool:
        """Is it the acquisition of a function that gives its callers the object? It is these ones'."""
        wrapper = self.locks.summaries.of(self.layout.function.key).wrapper
        return wrapper is not None and bool(wrapper.gives) and site is left_held(self.locks)

    def _name_functions(self, found: list[Found]) -> None:
        """Gives sections the name of their function for those inside that hand it to lock functions, by macros."""
        sections = [one for one in found if one.reason is None and one.region is not None]
        asking = [s for s in sections if any(c.value == FUNCTION_NAME for c in s.captures.values())]
        for around, inner in product(sections, asking):
            inside = around.region is not None and around.region.contains(inner.site.call.start)
            known = any(c.value == FUNCTION_NAME for c in around.captures.values())
            given = None if known else function_name.given(self.layout)
            if inside and given is not None and around is not inner:
                around.captures[given.value] = given

    def _cleans_locks(self) -> str:
        """A variable whose clean-up function does something to a lock, "" if there is none."""
        function = self.layout.function
        for variable, key in function.cleaned.items():
            does = self.locks.summaries.of(key)
            if does.wrapper or does.locks or key in _RELEASING:
                return f"{function.locals[variable].name}, which has a clean-up function"
        return ""

    def _under_condition(self, found: Found) -> Found:
        """The section up to the first release, if the lock is taken under a condition, and not all releases are."""
        locks = self.locks.under_condition(found.site) if found.reason else None
        if locks is None:
            return found
        made = Finder(self.layout, locks, self.identities, self.escapes, self.around.start_routine)
        kept = made._section(locks.sites[found.site.number])
        shipped = kept.reason is None and all(way.keeps for way in kept.exits)
        kept.cut = kept.cut or found.reason
        return kept if shipped and made._works(kept) else found

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
        token = self.token(site.call)  # an #if around it may begin before
        last = max([token.line, *(self.source.line(r.call.start) for r in releases)])
        function = self.layout.function
        found = Found(
            site, site.locks, self.layout.written_name, enter, token, self.show(site), last,
            function_span=self.source.span(function.start, function.end), home=function,
            spelled=self.layout.spelled_name(),
        )  # fmt: skip
        if self._given_back_at_once(site, whole, releases):
            found.reason = Code.NOTHING_TO_MOVE.reason(found.enter_token, lock=found.show, function=found.function)
            return found
        found.reason = explained(self._refused(found, whole, releases), self.locks, site, self.layout)
        found.cut = None if found.reason else explained(found.cut, self.locks, site, self.layout)
        given = not releases and not self.relocks.nested(site, self.locks) and not self.strange
        if given and not self.locks.lost(site) and self.cuts.handed_on(site):
            found.reason = Code.NOTHING_TO_MOVE.reason(found.enter_token, lock=found.show, function=found.function)
        found.cut_before = self._cut_at
        return found

    def _given_back_at_once(self, site: Operation, whole: Statement | None, releases: list[Operation]) -> bool:
        """Is a section two calls, each a statement or checked by one, with nothing between: does it only wait for other
        threads to leave?

        What another build may have between them counts.
        """
        again = self.relocks.others(site) or self.relocks.taken_again(site)
        begun = self._statement_of(site, whole)
        if begun is None or begun.index < 0 or len(releases) != 1 or again or self._macro_of(site, releases):
            return False
        release = releases[0]
        ended = self._statement_of(release, self.layout.whole_statement(release.call))
        if ended is None or ended.block is not begun.block or ended.start < begun.end:
            return False
        does_more = any(o.wrapper is not None and o.wrapper.more for o in (site, release))
        conditions = site.guard or site.doubtful or begun.condition or ended.condition
        conditional = conditions or release.before[release.key] != {site.number}
        between = only_code(self.source.text[begun.end : ended.start])
        return site.effect == "acquire" and not (does_more or conditional or between.strip())

    def _statement_of(self, operation: Operation, whole: Statement | None) -> Statement | None:
        """The statement that is nothing but a lock call, the ``whole`` one, or that with what only checks the call."""
        if whole is not None:
            return whole if strip(whole.node) is operation.call else None
        said = operation.wrapper.answer if operation.wrapper else Answer.STATUS
        known = said in (Answer.STATUS, Answer.TRUTH)
        return self.layout.checking_statement(operation.call, int(said is Answer.TRUTH)) if known else None

    def _cut_at(self, found: Found, offset: int) -> bool:
        """Ship only what of a section comes before an offset, if it can be cut there."""
        whole = self.entries.whole(found.site)
        behind = self.entries.cuttable(found.site, whole)
        found.cut = Code.CONDITIONAL_CODE.reason(found.enter_token, lock=found.show)
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
        found.cut = why
        labels = [k for k in behind.block.kids[behind.index + 1 :] if k.kind == "LABEL_STMT"]
        for place in (*(self.place(label.start) for label in labels[-1:]), why.place):
            if self._cut(found, whole, behind, place):
                return None
        releasing = self.cuts.around(behind, why.place)
        if releasing is not None and self._attempt(found, whole, releases, releasing) is None and self._is_worth(found):
            return None
        return None if self._leave(found, whole, behind, why) else why

    def _leave(self, found: Found, whole: Statement | None, behind: Statement, why: Reason) -> bool:
        """Ship the section so that it is left with the lock in the branches that hold what keeps it from being shipped.
        """
        releases, leaving = self._releases(found.site), self.leaving.setdefault(found.site.number, [])
        statements = self.cuts.branches(behind, why.place)
        for _ in range(_TRIES):
            if (statement := next(statements, None)) is None:
                break
            leaving.append(statement)
            reason = self._attempt(found, whole, releases, None)
            if reason is None:
                if self._works(found):
                    return True
                break
            if reason.place == why.place:
                leaving.pop()
            else:
                why, statements = reason, self.cuts.branches(behind, reason.place)
        if leaving and self._cut(found, whole, behind, why.place):
            return True
        del self.leaving[found.site.number]
        return False

    def _is_worth(self, found: Found) -> bool:
        """Is what is cut more than a lock call: does it give the lock back on some way, or do something with it?"""
        return not all(way.keeps for way in found.exits) or self._works(found)

    def _works(self, found: Found) -> bool:
        """Does what is moved more than to work with the function's own values?"""
        return found.region is not None and self.cuts.works(found.region)

    def _cut(self, found: Found, whole: Statement | None, behind: Statement, place: Place | None) -> bool:
        """Ship what of a section comes before a place, or before what keeps that from being shipped, if there is some.
        """
        releases = self._releases(found.site)
        until = self.cuts.before(behind, place, None)
        while until is not None:
            reason = self._attempt(found, whole, releases, until)
            if reason is None:
                return self._is_worth(found)
            until = self.cuts.before(behind, reason.place, until)
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

    def show(self, site: Operation) -> str:
        """The lock as a person names it."""
        given = None if site.wrapper else call_arguments(self.layout, site.call)
        if given and site.described:
            return bare(given[site.described.naming[-1]])
        if given:
            return bare(bare(given[0]).removeprefix("&"))
        lock = site.named or site.lock
        return shown(lock) if lock else callee(site.call).name

    def _releases(self, site: Operation, locks: Locks | None = None) -> list[Operation]:
        return [
            o for o in (locks or self.locks).operations
            if o.effect == "release" and site.number in o.before.get(o.key, ())
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
            self._ship_in_macro(found, macro, releases)
            return
        facts = site.described.own if site.described else None
        if facts and (not facts.execute or (given_by(site.call) and not facts.executes_all)):
            raise self.refuse(Code.NO_EXECUTOR, at, function=facts.lock.name, table=f"[lock.{facts.name}]")
        if not site.before or site.doubtful:  # a path on which flags agree never gets there
            raise self.refuse(Code.SOMETIMES_HELD, at, lock=lock)
        if self.strange:
            raise self.refuse(Code.STACK_BOUND, at, construct=self.strange)
        if not found.spelled:
            raise self.refuse(Code.NAMED_BY_MACRO, self.layout.function.start, function=found.function)
        if not self.layout.has_braces:
            raise self.refuse(Code.WITHOUT_BRACES, self.layout.function.body.start, function=found.function)
        if not site.gives_object and (site.effect == "try" or whole is None):
            whole = whole if whole and whole.taken else self.entries.other(site)
            if site.effect == "try" and (whole is None or not (site.tries or _tells(site))):
                raise self.refuse(Code.TRYLOCK, at, lock=lock)
            found.attempt = site.effect == "try"
            found.enter = self.source.span(whole.start, whole.end) if whole else found.enter
        branched = whole is not None and bool(whole.taken)
        passed = branched or (until and not self._again_before(site, until))
        pauses = [] if passed else self._pauses(site, until)
        locks, joined = self.locks, self.relocks.others(site)
        if pauses or branched:
            locks = self.locks.with_joined((o.number for o in joined), site.number)
            site = locks.sites[site.number]
            releases = self._releases(site, locks)
        if whole is None:
            if not releases and not self.locks.lost(site):
                raise self.refuse(Code.CROSSES_FUNCTIONS, at, lock=lock)
            guarded = site.guard or not releases or any(r.before[r.key] != {site.number} for r in releases)
            raise self.refuse(Code.SOMETIMES_HELD if guarded else Code.ENTRY_SHAPE, at, lock=lock)
        handlers = Handlers(self.layout, locks, site)
        brace = scope.closing(whole.block, whole.index)
        pair = brace is not None and self.layout.expansion(brace.start) is not None
        found.scope = brace is not None and not pair
        whole = handlers.behind(whole)
        if found.scope:
            whole = self._into_scope(found, whole)
        found.scope = found.scope or self._is_guard(whole)
        if (until or (whole.uses and not pair) or whole.taken) and (brace or handlers.pushed):
            raise self.refuse(Code.SOMETIMES_HELD, at, lock=lock)
        shape = self._shape(locks, site, whole, releases, pauses, waits, until)
        moved = lists.Moved() if brace or handlers.pairs else lists.moved(self.layout, locks, site, whole, shape)
        region = replace(handlers.region(shape), apart=(*moved.before, *moved.behind))
        main = shape.main
        if shape.falls and not shape.ways_out and self.cuts.idle(whole):
            raise self.refuse(Code.SOMETIMES_HELD if releases else Code.CROSSES_FUNCTIONS, at, lock=lock)
        for nested in self.relocks.nested(site, locks):
            if region.contains(nested.call.start) or not (until or shape.falls):
                raise self.refuse(Code.SOMETIMES_HELD, nested.call.start, lock=lock)
        if main is not None and scope.ends(main.block, main.index) != (brace is not None):
            raise self.refuse(Code.RELEASE_SHAPE, at, lock=lock, line=self.source.line(main.start))
        if main is None and pair:  # the macro closes the block, too
            raise self.refuse(Code.RELEASE_SHAPE, at, lock=lock, line=self.source.line(region.end))
        last = self._last(whole, shape)
        if self.layout.makes_value(whole.block, last):
            raise self.refuse(Code.GIVES_VALUE, last.start)
        if self.around.thread_life(site, shape):
            raise self.refuse(Code.THREAD_LIFE, at, lock=lock, function=found.function)
        beside = frozenset[str]()
        if site.guard:
            found.guard, beside = self.around.guard(site, site.guard, releases, shape, lock)
        asks = whole.node.kind in ("IF_STMT", "WHILE_STMT") and (found.attempt or not whole.taken)
        if asks and not self.around.attempt_ends(whole, shape):
            raise self.refuse(Code.TRYLOCK if found.attempt else Code.ENTRY_SHAPE, at, lock=lock)
        self.around.stable(site, region, lock, whole.start if whole.taken else handlers.start(region))
        self.around.nested(site, region, lock)
        branching.check(self.layout, whole, region)
        hazards.check(self.layout, region, self.place, self.escapes)
        for begun in (min(at, whole.start), *(taken.start for taken in whole.taken)):
            if not same_condition(self.source.text, begun, region.start):
                raise Refused(Code.CUT_CONDITIONAL.reason(self.place(at)))
        block_ends = main is None and shape.closing is None and not handlers.pairs
        if block_ends and (covering := self.layout.expansion(region.end)):
            raise self.refuse(Code.IN_MACRO, at, macro=covering.name)
        found.region, found.unended = region, brace is None and seems_to_go_on(self.layout, shape, last)
        found.lock = self.lock_text(site)
        ends = [self.source.line(region.end - 1)] if until else [found.last_line]
        if block_ends and not releases:
            ends.append(self.source.line(self.layout.end_of(self._last(whole, shape)) - 1))
        found.last_line = max([*ends, *(w.release.tail.end_line for w in shape.ways_out)])
        found.before, found.behind = (self._statements(nodes) for nodes in (moved.before, moved.behind))
        found.handler, found.cancelled = handlers.found(), handlers.around(region)
        found.leave = found.leave_token = found.until = found.leave_result = None
        found.taken, found.goes_on = tuple(self.source.span(s.start, s.end) for s in whole.taken), whole.goes_on
        found.enter_result = self.source.span(*whole.result) if whole.uses else None
        found.enter_by, found.leave_by = whole.instead if whole.uses else "", main.instead if main else ""
        if whole.apart and site.wrapper:
            name = site.wrapper.function.name
            found.enter_result = self.source.span(found.enter_token.offset, found.enter_token.offset + len(name))
            found.enter_by = site.wrapper.first
        found.besides = (*whole.by, *(main.by if main else ()), *(one for w in shape.ways_out for one in w.more))
        if found.handler is not None:
            found.until = self.source.span(region.end, region.end)
        elif brace is not None and not pair:
            if brace.start < brace.end:
                found.leave, found.leave_token = self.source.span(brace.start, brace.end), self.place(brace.start)
            elif scope.inside(whole.block.kids[whole.index + 1])[-1:] and self.source.text[brace.start] != "}":
                found.until = self.source.span(region.end, region.end)
        elif main is not None:
            found.leave = self.source.span(main.start, main.end)
            found.leave_token = self.place(main.token)
            found.leave_result = self.source.span(*main.result) if main.uses or main.by else None
        if whole.heads:
            found.leave = self.source.span(region.end, self.layout.end_of(whole.node))
        if shape.closing is not None or (whole.goes_on and main is None):
            found.until = self.source.span(region.end, region.end)
        self.known = self.known or Locals(self.layout)
        late = frozenset(whole_of(target).ref for target in given_by(site.call))
        alone = not (whole.condition or whole.taken or site.guard)  # else it may be had without that call's success
        kept = site.tested.answer if asks and site.tested and alone else whole.sets
        captures = Captures(self.layout, self.known, region, self.place, self.escapes, late, kept)
        found.captures, found.references = captures.found, captures.references.all
        found.unseen_names = {ref: one.place for ref, one in captures.unseen.items()}
        found.idle = captures.idle
        result = captures.found.get(whole.sets)
        if result is not None and result.direction in (Direction.IN, Direction.IN_OUT):
            captures.found[whole.sets] = replace(result, value="0")  # else its client gives what it had before
        if given_back := [w for w in shape.ways_out if w.gives]:
            captures.give_back(given_back[0].release.jump.start, [w.check.gives if w.check else "" for w in given_back])
        for taken in (site, *joined):
            if captures.changed_by(taken.call):
                raise self.refuse(Code.ENTRY_SHAPE, taken.call.start, lock=lock)
        changed = captures.changed(whole.start, whole.end) if whole.node.kind == "WHILE_STMT" or whole.taken else ()
        found.renewed = tuple(name for name in changed if captures.put_down(name))
        found.renewed = (*found.renewed, *captures.declared_in(whole.start, whole.end))
        found.unset = tuple(n for n in found.renewed if not (found.attempt and captures.has_value(n, site.block)))
        if found.renewed and not whole.taken:
            raise self.refuse(Code.TRYLOCK if found.attempt and not whole.ahead else Code.ENTRY_SHAPE, at, lock=lock)
        if found.renewed and any(s.block.kind != "COMPOUND_STMT" for s in whole.taken):
            raise self.refuse(Code.ENTRY_SHAPE, at, lock=lock)
        if asks and site.tested:
            answer = site.answer or Answer.STATUS
            errno = not site.numbers or _tells(site)
            found.tested = attempts.described(self.layout, site.call, site.tested, captures, answer, errno)
            if found.tested is None or found.handler is not None:
                uses = (n.start for n in self.known.names if n.ref == site.tested.answer and region.contains(n.start))
                raise self.refuse(Code.TRYLOCK if found.attempt else Code.ENTRY_SHAPE, next(uses, at), lock=lock)
            if site.around is not None and site.around.kind == "IF_STMT":
                found.tested = attempts.with_branch(self.layout, site.tested, found.tested)
            if found.tested.read and site.guard and not self._lasts(site.guard.condition, region):
                raise self.refuse(Code.ENTRY_SHAPE, at, lock=lock)
        noting = Noting(captures, site, self.locks.pointers)
        if whole.apart:
            noting.functions.add(callee(site.call).ref)
        found.noted, found.ahead, found.busy = noting.call(site), noting.of_client("ahead"), noting.of_client("busy")
        found.ahead = found.ahead or whole.ahead
        found.exits = numbered(self.source, releases, shape, captures, noting, found.unended)
        found.endless = not (main or shape.falls or until) and never_left(self.layout, last, found.exits)
        found.able = self._able(found, site, noting)
        found.noting = beside.union(noting.functions)
        found.condition = self._condition(found, whole, releases, brace is not None)
        found.reports = self._reports(found, site, shape.own(releases), joined)
        taking = [site, *joined, *shape.own(releases)]
        doing_more = [o for o in taking if o.wrapper and o.wrapper.more]
        same = not (found.ahead or found.busy) or self._same_mutex(site)
        same = same and (not found.able or noting.lasts())
        guarded = bool(found.guard and (doing_more or site.around))
        if (doing_more or whole.ahead) and (guarded or not (same and self._plain(found, whole, joined))):
            raise noting.refused(doing_more[0]) if doing_more else self.refuse(Code.ENTRY_SHAPE, at, lock=lock)
        own = {id(call) for call in (*(w.call for w in shape.ways_out), site.call, *(r.call for r in releases))}
        own = own.union(*(way.check.nodes for way in shape.ways_out if way.check))
        calls = hazards.calls(self.layout, region)
        found.calls = [call for call in calls if not (id(call) in own or shape.goes(call.start))]
        found.calls += [o.call for o in doing_more if o.wrapper and o.wrapper.does("held")]
        found.thread_locals = hazards.thread_locals(self.layout, region)
        found.lent = self.around.lent(region, site)
        found.holding = self.around.holding(site, region, shape)
        found.awaited = self.waits.of(self.layout.function, region.contains)
        self.around.movable(found, region)
        released = [release.call for way in found.exits for release in way.releases]
        skipped, leaving = hazards.skipped(self.layout, region), hazards.leaving(self.layout, region)
        # what stands beside them in their #if is the client's
        found.skipped = tuple(part for part in skipped if not any(c.start <= part[0] < c.end for c in released))
        found.leaving = tuple(at for at in leaving if not any(c.start <= at < c.end for c in released))
        named = function_name.definitions(self.layout, region, shape.goes, self.place)
        found.macros = (*hazards.macros(self.layout, region), *named)
        found.unseen = self.layout.unseen
        found.of_calls = self.layout.named_by([site.call, *(release.call for release in releases)])
        found.enumerations = enumerations.spans(self.layout, region.contains)
        found.declares = declarations.texts(self.layout, declarations.named(self.layout, region.contains))

    def _plain(self, found: Found, whole: Statement, joined: list[Operation]) -> bool:
        """Is a section taken and given back for good, and not by what stands around its statements?"""
        guarded = whole.index >= 0 and self.layout.function.guards(whole.block.kids[whole.index])
        handled = (found.scope and not guarded) or found.handler is not None or found.cancelled
        results = [found.enter_result, found.leave_result, *(r.result for way in found.exits for r in way.releases)]
        asked = bool(found.condition or (found.busy and (found.tested or any(results))))
        asked = asked or (found.attempt and not found.able)
        asked = asked or whole.node.kind == "WHILE_STMT" or bool(found.tested and found.tested.leading)
        again = (way.wait.loop is not None if way.wait else way.resumes for way in found.exits)
        return not (handled or asked or joined or any(again))

    def _able(self, found: Found, site: Operation, noting: Noting) -> str:
        """What the client asks first where the lock function that it tries says only whether it takes the mutex."""
        told = found.tested
        if not _tells(site) or told is None:
            return ""
        odd = told.stored and not (site.wrapper and site.wrapper.asked and told.answer is Answer.STATUS)
        odd = odd or told.otherwise or any(way.resumes or way.wait for way in found.exits)
        if odd:
            raise self.refuse(Code.TRYLOCK, site.call.start, lock=found.show)
        holds = (site.answer is Answer.TRUTH) == told.branch
        if site.wrapper and site.wrapper.asked:
            operator = "&&" if told.branch else "||"
            if not (text := worded(self.layout, site.call, site.wrapper, told.branch, operator)):
                raise self.refuse(Code.TRYLOCK, site.call.start, lock=found.show)
            return text
        return f"{'' if holds else '!'}{noting.of_client('first')}"

    def _reports(
        self, found: Found, site: Operation, releases: list[Operation], joined: list[Operation]
    ) -> tuple[str, ...]:
        """The calls of lock functions that report that they take no mutex, which the client makes where it has none."""
        if not (site.guard and any(o.wrapper and o.wrapper.reports for o in (site, *joined, *releases))):
            return ()
        made = reporting.calls(self.layout, site, releases)
        kept = [way.keeps for way in found.exits]
        odd = joined or found.tested or found.condition or found.handler or any(w.resumes for w in found.exits)
        if made is None or odd or (any(kept) and not all(kept) and made[1]):
            raise self.refuse(Code.SOMETIMES_HELD, site.call.start, lock=found.show)
        return made[0], "" if any(kept) else made[1]

    def _same_mutex(self, site: Operation) -> bool:
        """Does what an acquisition's lock function does leave what its mutex is named by?"""
        return site.lock is None or lasts(
            self.graph, self.locks.pointers, site.lock, site.call.start, site.call.end, place=True
        )  # fmt: skip

    def _lasts(self, condition: Node, region: Region) -> bool:
        """Does the section leave what guards it as it is, so that its client may ask for that behind it, too?"""
        return lasts(self.graph, self.locks.pointers, condition, region.start, region.end)

    def _statements(self, nodes: Iterable[Node]) -> tuple[Span, ...]:
        """Where statements stand."""
        return tuple(self.source.span(node.start, self.layout.end_of(node)) for node in nodes)

    def _pauses(self, site: Operation, until: Node | None) -> list[Pause]:
        """The places where the section gives the lock back for a while, before it is cut."""
        pauses = self.relocks.pauses(site) if self.relocks.taken_again(site) else []
        return [p for p in pauses if until is None or p.again.end <= self.layout.end_of(until)]

    def _again_before(self, site: Operation, until: Node) -> bool:
        """Is the lock taken again before a cut, or was it taken before?"""
        taken = [o.call.start for o in self.relocks.others(site)]
        return self.relocks.held_before(site) or any(at < self.layout.end_of(until) for at in taken)

    def _last(self, whole: Statement, shape: Shape) -> Node:
        """The statement of the section's block with which it ends."""
        block = whole.block
        return shape.closing or block.kids[shape.main.index if shape.main else -1]

    def _condition(self, found: Found, whole: Statement, releases: list[Operation], block: bool) -> str:
        """The #if that each of the section's lock calls stands behind alone, "" if none does; with the lines between
        its branches if others do something else there.

        Where that is not so the section is called without the lock. It may ask again whether it is so, in the same
        words, for what it does only then; what it does instead would be seen by no build that has the lock. None of
        them may open or close the section's ``block``.
        """
        layout = self.layout
        spans = {release.token.offset: release.call for way in found.exits for release in way.releases}
        if found.leave and found.leave_token:
            spans[found.leave_token.offset] = found.leave
        last = max([*spans, found.region.end if found.region else 0])
        # what comes behind the section, where it is cut, stays in place
        stated = [(o, layout.whole_statement(o.call, o.around) or layout.checking_statement(o.call)) for o in releases]
        calls = [s for _, s in stated if s and s.token <= last]
        conditions = {branches.asked(s.condition) for s in (whole, *calls)}
        for span in (spans[o.call.start] for o, s in stated if s is None and o.call.start in spans):
            conditions |= set() if self.source.text.startswith("#", self.source.skip_blank(span.start)) else {""}
        if conditions == {""} or found.region is None:
            return ""
        odd = any((block, found.handler, found.site.described))
        odd = odd or any(way.resumes or way.wait or (way.keeps and way.number) for way in found.exits)
        odd = odd or (len(found.exits) > 1 and any(way.keeps for way in found.exits))
        odd = odd or bool(found.tested and found.tested.stored and found.tested.answer is Answer.POINTER)
        odd = odd or len(conditions) > 1
        if "\n" in whole.condition and not odd:
            odd = bool(found.guard or whole.taken) or not alternatives.stay(
                self.source.text, self._call(whole), [self._call(s) for s in calls], found.captures
            )
        elif not odd:
            odd = hazards.asks_otherwise(self.source.text, found.region, whole.condition)
        if odd:
            asked = branches.asked(whole.condition)
            other = next((s for s in calls if branches.asked(s.condition) != asked), None)
            at = other.start if other else found.site.call.start
            raise Refused(Code.CUT_CONDITIONAL.reason(self.place(at)))
        return whole.condition

    def _call(self, whole: Statement) -> alternatives.Call:
        return alternatives.Call(whole.start, whole.end, whole.token)

    def _is_guard(self, whole: Statement) -> bool:
        """Is the acquisition the declaration of a lock guard?"""
        kid = whole.block.kids[whole.index] if whole.index >= 0 else whole.node
        return kid.kind == "DECL_STMT" and self.layout.function.guards(kid)

    def _into_scope(self, found: Found, whole: Statement) -> Statement:
        """The acquisition of a scope macro with the brace behind which the section begins, or that of a lock guard."""
        loop = whole.block.kids[whole.index + 1]
        found.enter = self.source.span(whole.start, loop.start)
        return replace(whole, end=loop.start)

    def _macro_of(self, site: Operation, releases: list[Operation]) -> Expansion | None:
        """The macro call that both takes and releases the lock."""
        covering = self.layout.expansion(site.call.start)
        if covering is None or not releases:
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

    def _ship_in_macro(self, found: Found, expansion: Expansion, releases: list[Operation]) -> None:
        """Fill in what shipping such a section takes, as far as one use of its macro says, or raise Refused."""
        refused = Refused(Code.IN_MACRO.reason(found.enter_token, macro=found.macro))
        attributes.check(self.layout, self.place)
        site, layout = found.site, self.layout
        body = in_macros.body_of(layout.unit, layout.sources, expansion, site, releases[0])
        if body is None or not self._alone(site, expansion, releases):
            raise refused
        self.known = self.known or Locals(self.layout)
        use = in_macros.Use(layout, self.known, site, releases[0], expansion, body)
        captures = use.captures()
        if captures is None:
            raise refused
        found.use, found.unseen = self.place(expansion.start), use.said
        found.captures = {capture.name: capture for capture in captures}
        found.enter, found.leave = (body.source.span(*span) for span in (body.enter, body.leave))
        found.leave_token, found.last_line = body.source.place(body.leave[0]), found.leave.end_line
        found.lock, found.spelled, found.exits = body.lock, body.macro.name, (Exit(0, "", ()),)
        found.show = bare(bare(body.lock).removeprefix("&"))
        found.in_macro = body.source.span(body.macro.start, body.macro.end)
        found.calls = [node for node in use.evaluated() if node.kind == "CALL_EXPR"]
        found.thread_locals = tuple(sorted({name for name, _ in of_thread(layout.function, use.nodes)}))
        extent = Extent(expansion.start, expansion.end, ())
        found.awaited = self.waits.of(layout.function, extent.contains)
        self.around.movable(found, extent)

    def _alone(self, site: Operation, expansion: Expansion, releases: list[Operation]) -> bool:
        """Does a macro call take a mutex once, and always, and give it back once, and do no more to any?"""
        inside = [o for o in self.locks.operations if expansion.start <= o.call.start < expansion.end]
        plain = not any(o.wrapper or o.described or o.guard or o.doubtful or o.loses for o in inside)
        function = self.layout.function
        bound = bool(function.cleanups or saving_calls(function) or self.strange)
        return (
            len(inside) == 2 and len(releases) == 1 and site.effect == "acquire" and plain and bool(site.before)
            and releases[0].before[releases[0].key] == {site.number} and not self.relocks.others(site)
            and not self.relocks.taken_again(site) and not bound
        )  # fmt: skip

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
            code = Code.SOMETIMES_HELD if self.locks.lost(site) else Code.CROSSES_FUNCTIONS
            raise Refused(code.reason(at, lock=self.show(site))) from None

    # ------------------------------------------------------------------ other locks inside

    def _disentangle(self, found: list[Found]) -> None:
        """Of sections that overlap, or of which one interrupts others, not all can be shipped.

        The one that clashes with most of them, of two the shorter, is cut before it overlaps, or else the other one;
        if neither can be, it stays.
        """
        while pairs := overlaps.clashes(found, self.source.text):
            clashes = Counter(id(section) for pair in pairs for section in pair)
            worst = max((f for pair in pairs for f in pair), key=lambda f: (clashes[id(f)], -overlaps.length(f)))
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
        first, last = overlaps.extent(found)
        ends = [o.call for o in self._releases(other.site) if region.contains(o.call.start)]
        waits = [call for _, call in other.region.waits if first <= call.start < last]
        in_branches = [call for call in ends if any(True for _ in handovers(self.layout, call, behind.block))]
        level = next((call for call in (*ends, *waits) if all(call is not one for one in in_branches)), None)
        until = self.cuts.before(behind, self.place(level.start), None) if level else None
        if (level or not in_branches) and until is None:
            return None
        self.leaving[site.number] = in_branches
        cut = replace(found, cut=Code.OVERLAPS.reason(found.enter_token, other=other.show))
        if self._attempt(cut, whole, self._releases(site), until):
            return None
        return None if overlaps.clashes([cut, other], self.source.text) else cut

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


def _tells(site: Operation) -> bool:
    """Does a lock function only say whether it takes the mutex, which another one beside it can say?"""
    wrapper = site.wrapper
    if wrapper is None or wrapper.gives:
        return False
    return wrapper.does("first") is not None or bool(wrapper.able and wrapper.asked)
