# SPDX-License-Identifier: MIT
"""The shape of a section: where it begins and ends in its block, and every way out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from rcl.analyse.function import notes
from rcl.analyse.function.extents import Refused, Region
from rcl.analyse.function.flow import Held, Locks, Operation
from rcl.analyse.function.handover import Handover, handing_over, handovers
from rcl.analyse.program.pointers import meet
from rcl.analyse.program.summary import More
from rcl.analyse.section.conditions import Awaited, Conditions
from rcl.analyse.section.leaving import Check, check_at
from rcl.analyse.unit import scope
from rcl.analyse.unit.brackets import only_code, without_directives
from rcl.analyse.unit.doing import doing
from rcl.analyse.unit.graph import Block
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import bare, call_arguments
from rcl.analyse.unit.tree import CASES, JUMPS, PREFIXES, Beside, Node, arguments, callee
from rcl.analyse.unit.written import using
from rcl.errors import Code
from rcl.model import Answer, Release, Span, Wait

#: a comment behind a statement
_COMMENT = re.compile(r"[ \t]*/[/*]")
_NAME = re.compile(r"[A-Za-z_]\w*")
#: what begins with an #if, and with no other branch of one
_BEGINS = re.compile(r"\s*#\s*if")


@dataclass(frozen=True)
class WayOut:
    """A numbered exit's release (none if it keeps the lock), and the block that control leaves from.

    ``resumes``: its tail ends with a new acquisition, where the section goes on. ``ends``: its jump, if any, leads
    to where the section ends. ``wait``: no way out for the client; ``call`` is the call that waits. ``uses``: what
    follows the release begins with the statement that uses its result, or with ``after``, which a macro does behind it;
    or the block is the one behind a check that goes with the release.
    """

    release: Release
    block: Block
    keeps: bool = False
    resumes: bool = False
    ends: bool = False
    wait: Wait | None = None
    call: Node | None = None
    uses: bool = False
    #: the release, if it is a call of its own
    by: Operation | None = None
    #: the section works out what the function returns there
    gives: bool = False
    #: the macros that do what the release's does more
    more: tuple[Beside, ...] = ()
    after: str = ""
    #: the use of a macro that leaves the section where a check fails
    check: Check | None = None


@dataclass(frozen=True)
class Pause:
    """A release in the middle of a section, and the statement that takes the lock again."""

    release: Operation
    statement: Statement
    again: Statement


@dataclass(frozen=True)
class Shape:
    """``main`` is the release at the end; without one the section ends with its block, or behind the statement
    ``closing`` of it. ``fallen``: the blocks from which control gets there with the lock held.
    """

    region: Region
    main: Statement | None
    ways_out: tuple[WayOut, ...]
    fallen: tuple[Block, ...]
    closing: Node | None

    @property
    def falls(self) -> bool:
        """Whether control falls off the section's end with the lock held."""
        return bool(self.fallen)

    def goes(self, offset: int) -> bool:
        """Does what stands there go with a wait at which the section ends: what a macro does if that fails, say?"""
        waits = [(w.release.call, w.call) for w in self.ways_out if w.wait and w.call]
        return any(
            span.start <= offset < span.end and offset not in {n.start for n in call.walk()} - {span.start}
            for span, call in waits
        )

    def own(self, releases: Iterable[Operation]) -> list[Operation]:
        """Those of the releases that the section ends with: behind where it is cut, others may follow."""
        last = self.main and (self.main.uses or self.main)
        end = last.end if last else self.region.end
        return [r for r in releases if self.region.start <= r.call.start < end]


class Shaper:
    """Finds the shape of one acquisition's section, or raises Refused.

    ``until``: behind that statement it is cut; ``leaving``: the statements before which it is left, with the lock.
    """

    def __init__(
        self,
        layout: Layout,
        locks: Locks,
        site: Operation,
        whole: Statement,
        show: Callable[[Operation], str],
        until: Node | None,
        leaving: Sequence[Node] = (),
    ) -> None:
        self.layout = layout
        self.locks = locks
        self.graph = layout.graph
        self.source = layout.source
        self.site = site
        self.whole = whole
        self.show = show
        self.start = whole.end
        self.entered = layout.end_of(whole.uses) if whole.uses else whole.end
        self.until = until
        self.leaving = leaving

    def shape(self, releases: list[Operation], pauses: list[Pause], waits: bool) -> Shape:
        """The section that the acquisition begins; ``waits``: it may end where it waits for a condition."""
        paused = {p.release.call.start for p in pauses}
        releases = [r for r in releases if r.call.start not in paused]
        own = [r for r in releases if r.before[r.key] == {self.site.number}]
        statements = {id(r): self._statement(r) for r in own}
        self.statements = [s for s in statements.values() if s]
        level = [
            (s.index, r) for r in own if (s := statements[id(r)]) is not None
            and s.block is self.whole.block and s.index > self.whole.index
            and not (self.whole.heads and (s.uses or any(n.kind != "NULL_STMT" for n in s.rest)))
        ]  # fmt: skip
        last = max(level, key=lambda pair: pair[0])[1] if level and not self.until else None
        main = statements[id(last)] if last else None
        brace = scope.closing(self.whole.block, self.whole.index)
        self.closing = self.until or (None if main or brace else self._closing(own) or self._never_left())
        self.end = main.start if main else brace.start if brace else self.whole.block.end - 1
        if self.closing:
            self.end = self.layout.end_of(self.closing)
        self.last = self._ends_function(main)
        self._entered_once()
        early: list[WayOut] = []
        for statement in sorted(self.leaving, key=lambda node: node.start):
            if self.start <= statement.start < self.end and not _in_tails(early, statement.start):
                early.append(self._handed(statement))
        ways_out = list(early)
        for release in releases:
            inside = self.start <= release.call.start < self.end and not _in_tails(early, release.call.start)
            if inside and release is not last:
                if release not in own:
                    raise self._mixed(release)
                left = self._left_by_check(release) or self._left_guarded(release)
                ways_out.append(left or self._released(release, statements[id(release)]))
        ways_out += [self._paused(p) for p in pauses if not _in_tails(early, p.release.call.start)]
        ways_out += self._handed_over(ways_out)
        ways_out += self._ended(ways_out)
        ways_out += self._kept(ways_out)
        if self.until and (halved := next((w for w in ways_out if _parts(w.release.tail, self.end)), None)):
            raise self._shapeless(halved.release.call.start)  # it goes on in what follows a release
        kept = next((w for w in ways_out if w.keeps), None)
        if kept is not None and self.layout.function.guards(self.whole.block.kids[self.whole.index]):
            raise self.refuse(Code.SOMETIMES_HELD, kept.release.tail.start)  # nothing would give a lock guard's back
        if waits:
            ways_out += self._waits([w.release.tail for w in ways_out])
        if not self._worth_it():
            raise self.refuse(Code.SOMETIMES_HELD if own else Code.CROSSES_FUNCTIONS, self.whole.start)
        region = self._region(ways_out, last, main)
        fallen = self._held_inside_only(region, main, ways_out)
        region = replace(region, exits=(*region.exits, *((block, False) for block in fallen)))
        return Shape(region, main, tuple(ways_out), tuple(fallen), self.closing)

    def _statement(self, release: Operation) -> Statement | None:
        """The statement of a release, or the one that uses its result."""
        layout, call = self.layout, release.call
        if (after := release.wrapper.does("after") if release.wrapper else None) is not None:
            return self._beside(release, after)
        if release.loses:
            return None
        if (told := layout.told(call, self.site.call)) is not None:
            return told
        whole = layout.whole_statement(call, release.around)
        said = release.wrapper.answer if release.wrapper else Answer.STATUS
        if whole is None and release.gives_nothing and release.around is None:
            return self._doing(call)
        if whole is not None or release.described is not None or said not in (Answer.STATUS, Answer.TRUTH):
            return whole
        if said is Answer.TRUTH:
            return layout.checking_statement(call, 1) if release.guard is None else None
        if release.guard is not None and release.guard.sets:
            return layout.clearing(call, release.guard.sets)
        if release.guard is not None:
            whole = layout.checked_under(call, release.around) if release.around else None
            return whole if whole and self.locks.alone(release, whole.start, whole.end) else None
        found = layout.checking_statement(call) or layout.setting_statement(call) or layout.setting_errno(call)
        return found or using(layout, call) or self._doing(call)

    def _beside(self, release: Operation, after: More) -> Statement | None:
        """The statement of a release as one that calls, behind that, the function beside the unlock function; None if
        more stands around it, or what it is given does something, or may be something else there.
        """
        call, layout, acts = release.call, self.layout, self.locks.pointers.effects.acts
        whole, said, given = layout.whole_statement(call, release.around), call_arguments(layout, call), arguments(call)
        if whole is None or said is None or any(map(acts, given)):
            return None
        read = [notes.read_by(given[number]) for number in after.needs]
        if any(refs is None or any(map(self._may_change, refs)) for refs in read):
            return None
        alone = whole.start == call.start and whole.block.kind == "COMPOUND_STMT" and not whole.condition
        uses, instead = whole.block.kids[whole.index], after.call(callee(call).name, dict(enumerate(map(bare, said))))
        return replace(whole, end=whole.start, uses=uses, called=instead) if alone else None

    def _may_change(self, ref: str) -> bool:
        """May another thread change a local variable?"""
        return self.graph.is_addressed(ref) or self.layout.function.locals[ref].static

    def _doing(self, call: Node) -> Statement | None:
        """The release of a macro that does more, unless its client had to name what the section declares."""
        found = doing(self.layout, call, takes=False)
        if found is None or not found.after:
            return found
        own = [n for n in self.layout.function.of_kinds("VAR_DECL") if self.start <= n.start < call.start]
        used = {n.ref for n in self.layout.function.of_kinds("DECL_REF_EXPR") if call.start <= n.start < found.start}
        said = set(_NAME.findall(found.after))
        return None if any(n.ref in used or n.name in said for n in own) else found

    def _entered_once(self) -> None:
        """No jump from outside may lead into the section: what was cut off, and has the lock, could."""
        named = ((jump, target) for jump, target in self.graph.jumps if isinstance(target, str))
        for jump, target in named:
            label = self.graph.labels[target][1]
            if self.start <= label.start < self.end and not self.start <= jump.start < self.end:
                raise self.refuse(Code.JUMPS_IN, label.start)

    def _closing(self, own: list[Operation]) -> Node | None:
        """The statement of the block on whose every way the lock is released, if others follow it, in what this build
        leaves out perhaps.
        """
        if self.whole.heads:
            return None
        rest = self.whole.block.kids[self.whole.index + 1 :]
        holding = [k for k in rest if any(k.start <= r.call.start < k.end for r in own)]
        last = scope.parts(self.whole.block, holding[-1])[-1] if holding else None
        if last is None:
            return None
        end = self.layout.end_of(last)
        if last is rest[-1] and not self._left_out(end, self.whole.block.end):
            return None
        behind = (b for b in self.graph.blocks if end <= b.at < self.whole.block.end)
        held = any(self.site.number in (self.locks.held(b, self.site.key) or ()) for b in behind)
        return None if held else last

    def _left_out(self, start: int, end: int) -> bool:
        """Does this build leave out code between two offsets, in an #if that begins there?"""
        parts = [part for part in self.layout.unit.skipped.get(self.source.file, ()) if start <= part[0] < end]
        codes = (only_code(self.source.text[slice(*part)]) for part in parts)
        return any(_BEGINS.match(code) and without_directives(code).strip() for code in codes)

    def _never_left(self) -> Node | None:
        """The statement of the block behind which control never gets, if others follow it: they are the client's."""
        rest = self.whole.block.kids[self.whole.index + 1 :]
        reached = [k for k in rest if any(k.start <= at < k.end for at in self._reached())]
        last = scope.parts(self.whole.block, reached[-1])[-1] if reached else None
        return last if last and last is not rest[-1] else None

    def _reached(self) -> set[int]:
        """Where the statements stand that control gets to."""
        return {b.at for b in self.graph.blocks if self.locks.held(b, self.site.key) is not None}

    def refuse(self, code: Code, at: int, **details: object) -> Refused:
        return Refused(code.reason(self.source.place(at), lock=self.show(self.site), **details))

    def _shapeless(self, at: int) -> Refused:
        return self.refuse(Code.RELEASE_SHAPE, at, line=self.source.line(at))

    def _mixed(self, release: Operation) -> Refused:
        """Another path than the acquisition's leads to a release, or a callee has released already."""
        for operation in self.locks.operations:
            here = self.site.number in operation.before.get(self.site.key, ())
            if operation.effect == "other" and here and meet(operation.frees, self.site.locks):
                return self.refuse(Code.CROSSES_FUNCTIONS, operation.call.start)
        start, end = self.site.call.end, release.call.start
        inside = {name for name, (_, node) in self.graph.labels.items() if start <= node.start <= end}
        jumps_in = any(
            isinstance(target, str) and target in inside and not start <= jump.start < end
            for jump, target in self.graph.jumps
        )
        return self.refuse(Code.JUMPS_IN if jumps_in else Code.SOMETIMES_HELD, release.call.start)

    def _worth_it(self) -> bool:
        """Is there a statement to ship besides jumps, and calls that take other locks?"""
        takes = {id(site.call) for site in self.locks.sites}
        rest = self.whole.block.kids[self.whole.index + 1 :]
        return any(n.kind not in JUMPS and n.kind != "NULL_STMT" and id(n) not in takes for n in rest)

    def _region(self, ways_out: list[WayOut], last: Operation | None, main: Statement | None) -> Region:
        if self.site.block is None or (last is not None and last.block is None):
            raise self.refuse(Code.ENTRY_SHAPE, self.whole.start)
        behind = self._behind_branches() if self.whole.taken or self.whole.apart else self.site.block
        entry = self.site.block if self.whole.goes_on else behind
        if entry is None:
            raise self.refuse(Code.ENTRY_SHAPE, self.whole.start)
        left = [w for w in ways_out if not w.wait]
        exits = [(w.block, w.keeps or w.uses) for w in left]
        if last is not None and main is not None and last.block is not None:
            exits.append((main.behind or last.block, main.goes_with_client or main.behind is not None))
        tails = (*map(self._tail, left), *(span for w in left if w.check for span in w.check.text.dropped))
        pauses = tuple((w.block, (w.release.tail.start, w.release.jump.start)) for w in left if w.resumes)
        waits = tuple((w.block, w.call) for w in ways_out if w.call and w.resumes and w.wait)
        given = self.whole.given
        call = None if self.whole.by or given else self.site.call
        theirs = frozenset[int]().union(*(w.check.nodes for w in left if w.check))
        return Region(self.start, self.end, tails, entry, tuple(exits), call, pauses, waits, (), behind, given, theirs)

    def _tail(self, way: WayOut) -> tuple[int, int]:
        """What follows a release, or the word alone that gives what the section works out."""
        start, end = way.release.call.start, way.release.tail.end
        return start, start + len("return") if way.gives and not way.check else end

    def _behind_branches(self) -> Block | None:
        """Where control gets to from all branches in which the lock is taken."""
        following = next((k.start for k in self.whole.block.kids[self.whole.index + 1 :]), -1)
        return next((b for b in self.graph.blocks if b.at == following >= 0), None)

    def _waits(self, tails: list[Span]) -> list[WayOut]:
        """The waits for a condition at which the section can end, outside of what follows its releases."""
        found = Conditions(self.layout, self.locks, self.site, self.whole).between(self.start, self.end)
        return [self._waiting(a) for a in found if not any(t.start <= a.span.start < t.end for t in tails)]

    def _waiting(self, awaited: Awaited) -> WayOut:
        operation, span = awaited.operation, awaited.span
        if operation.block is None:
            raise self._shapeless(operation.call.start)
        empty = self.source.span(span.end, span.end)
        release = Release(span, self.source.place(awaited.token), empty, empty, branch=awaited.branch)
        resumes = awaited.wait.loop is None
        return WayOut(release, operation.block, resumes=resumes, wait=awaited.wait, call=operation.call)

    # ------------------------------------------------------------------ ways out

    def _released(self, release: Operation, statement: Statement | None) -> WayOut:
        """A release in the middle: what follows it in its block must end in a jump out of the section, or in a macro by
        which control leaves, or never end.
        """
        stays = release.guard or release.loses
        statement = statement or (None if stays else self.layout.bare_branch(release.call))
        if statement is None or release.block is None or scope.ends(statement.block, statement.index):
            raise self._shapeless(release.call.start)
        rest = statement.rest
        leaving = (n for n in rest if n.kind in JUMPS or self._left_by_macro(n))
        jump = next((n for n in leaving if not self._goes_on_behind(n, statement)), None)
        left = next((t for n, t in self.graph.jumps if n is jump and n.kind == "BREAK_STMT"), None)
        to_end = jump is None or left is not None
        ends = to_end and self._ends_here(left if isinstance(left, Node) else statement.branch)
        ends = ends or (jump is None and self._stays(release.block, statement.start, statement.branch.end))
        if jump is None and ends:
            tail_end = self.layout.end_of(rest[-1]) if rest else statement.end
            tail_end = jump_start = self.source.behind_directives(tail_end, statement.branch.end)
        elif jump is None or self._made_within(jump, statement.end):
            raise self._shapeless(release.call.start)
        else:
            jumps = [jump, *takewhile(lambda n: n.kind == "RETURN_STMT", (n for n in rest if n.start >= jump.end))]
            tail_end, jump_start = self.layout.end_of(jumps[-1]), jump.start  # what returns behind a jump goes with it
        for node, target in self.graph.jumps:
            inside = statement.end <= node.start < tail_end
            if inside and not self._leaves(target, statement.end, tail_end) and not (ends and node is jump):
                raise self._shapeless(release.call.start)
        if any(n.kind in CASES and statement.end <= n.start < tail_end for n in rest):
            raise self._shapeless(release.call.start)
        if (label := self._jumped_to(statement.end, tail_end)) is not None:
            raise self.refuse(Code.JUMPS_IN, label.start)
        call = self.source.span(statement.start, statement.end)
        tail = self.source.span(statement.end, tail_end)
        jumping = self.source.span(jump_start, tail_end)
        ends = ends or (self.last and jump is not None and self._only_returns(jump))
        result = self.source.span(*statement.result) if statement.uses or statement.by else None
        alone = None if statement.branch is statement.block else statement.branch.start
        made = Release(call, self.source.place(statement.token), tail, jumping, result, alone, statement.instead)
        return WayOut(
            made, statement.behind or release.block, ends=ends, by=release, more=statement.by, after=statement.after,
            uses=statement.goes_with_client or statement.behind is not None,
        )  # fmt: skip

    def _goes_on_behind(self, jump: Node, statement: Statement) -> bool:
        """Does what follows a release, up to a jump, lead to a label behind that, and do no lock calls stand there?"""
        if any(jump.end <= o.call.start < statement.branch.end for o in self.locks.operations):
            return False
        labels = {k.name for k in statement.rest if k.kind == "LABEL_STMT" and k.start >= jump.end}
        ahead = (t for n, t in self.graph.jumps if statement.end <= n.start < jump.end)
        return any(isinstance(target, str) and target in labels for target in ahead)

    def _left_guarded(self, release: Operation) -> WayOut | None:
        """The jump by which a lock guard's scope is left, if that is what releases the lock (lockguards.py)."""
        call, above = release.call, self.graph.parent[id(release.call)]
        if call.start < call.end or release.block is None or self.layout.expansion(call.start):
            return None
        gives = above.kind == "RETURN_STMT"
        jump = above if gives else next(k for k in above.kids if k.kind in JUMPS and k.start == call.start)
        ends = self.last and self._only_returns(jump)
        return replace(self._jump(jump), block=release.block, ends=ends, by=release, gives=gives)

    def _only_returns(self, jump: Node) -> bool:
        """Is a jump a return without a value, and without a comment behind it to be kept?"""
        told = _COMMENT.match(self.source.text, self.layout.end_of(jump))
        return jump.kind == "RETURN_STMT" and not jump.kids and not told

    def _handed_over(self, released: list[WayOut]) -> list[WayOut]:
        """The ways out with the lock held, before the calls that may release it."""
        found: list[WayOut] = []
        for operation in handing_over(self.locks, self.site):
            at = operation.call
            if self.start <= at.start < self.end and not _in_tails([*released, *found], at.start):
                found.append(self._handed(at, [*released, *found]))
        return found

    def _handed(self, call: Node, released: Sequence[WayOut] = ()) -> WayOut:
        """The way out before a call, or another statement, with what its branch does from there on, which holds none of
        those that are ``released``.
        """
        asked = (o.around for o in self.locks.operations if o.key == self.site.key)
        if any(guard and guard.start < call.start < guard.end for guard in asked):
            raise self.refuse(Code.SOMETIMES_HELD, call.start)  # without its condition the section has no lock to keep
        for branch in handovers(self.layout, call, self.whole.block):
            way = self._left_by(branch)
            tail = way.release.tail if way else None
            if way and tail and not any(tail.start <= w.release.call.start < tail.end for w in released):
                return way
        raise self.refuse(Code.CROSSES_FUNCTIONS, call.start)

    def _left_by(self, branch: Handover) -> WayOut | None:
        """The way out with the lock held where a branch begins to be the client's, None if control may come back."""
        if any(map(self._half_made, (branch.first, branch.last))):
            return None
        made = self.layout.expansion(branch.last.start)
        jumps = self._only_leaves(branch.last) if made else branch.last.kind in JUMPS
        if (branch.last.kind in JUMPS and not jumps) or not (jumps or self._ends_here(branch.block)):
            return None
        start, end = branch.first.start, self.layout.end_of(branch.last)
        targets = [target for node, target in self.graph.jumps if start <= node.start < end]
        if self._jumped_to(start, end) or not all(self._leaves(target, start, end) for target in targets):
            return None
        empty, tail = self.source.span(start, start), self.source.span(start, end)
        jump = self.source.span(branch.last.start if jumps else end, end)
        release = Release(empty, self.source.place(start), tail, jump, branch=self.layout.branch_of(branch.first))
        return WayOut(release, self._block_of(branch.first), keeps=True, ends=not jumps)

    def _only_leaves(self, statement: Node) -> bool:
        """Does control leave a macro's statement, and that by nothing but return or goto?"""
        start, end = statement.start, self.layout.end_of(statement)
        left = [target for n, target in self.graph.jumps if start <= n.start < end]
        ways = {self.graph.exit.number, *(self.graph.labels[t][0].number for t in left if isinstance(t, str))}
        return self._stays(self._block_of(statement), start, end, ways)

    def _left_by_macro(self, statement: Node) -> bool:
        """Does a macro make a whole statement, which control leaves by nothing but return or goto?"""
        made = self.layout.expansion(statement.start) is not None and not self._half_made(statement)
        return made and any(b.at == statement.start for b in self.graph.blocks) and self._only_leaves(statement)

    def _made_within(self, jump: Node, start: int) -> bool:
        """Does a macro make a jump that is given to it, or that begins before an offset?"""
        made = self.layout.expansion(jump.start)
        return made is not None and not start <= made.start == jump.start

    def _stays(self, block: Block, start: int, end: int, ways: Collection[int] = ()) -> bool:
        """Does control, from a block on, never get out of that text, but by the blocks ``ways``?"""
        inside = {b.number for b in self.graph.blocks if start <= b.home < end}
        return self.graph.reached(block, ways) <= inside

    def _half_made(self, statement: Node) -> bool:
        """Does a macro make a part of a statement, or more than that?"""
        made = self.layout.expansion(statement.start)
        return made is not None and not made.start == statement.start < statement.end <= made.end

    def _paused(self, pause: Pause) -> WayOut:
        """A release after which the lock is taken again in the same block.

        In between control may leave the section, but not by break or continue: the client's loop is another one then.
        """
        statement, again = pause.statement, pause.again
        for node, target in self.graph.jumps:
            inside = statement.end <= node.start < again.start
            within = isinstance(target, Node) and statement.end <= target.start < again.start
            leaves = not isinstance(target, Node) and self._leaves(target)
            if inside and not within and not leaves:
                raise self.refuse(Code.RELOCKS, node.start)
        if pause.release.block is None or not self.start <= statement.start < self.end:
            raise self.refuse(Code.RELOCKS, statement.start)
        call, jump = (self.source.span(s.start, s.end) for s in (statement, again))
        tail = self.source.span(statement.end, again.end)
        release = Release(call, self.source.place(statement.token), tail, jump)
        return WayOut(release, pause.release.block, resumes=True, by=pause.release)

    def _ends_here(self, node: Node) -> bool:
        """Does control get from the end of a branch, or of a loop, to the section's end, past nothing else?"""
        if node is self.whole.block:
            return self.whole.heads
        while node is not (self.closing or self.whole.block):
            above = self.graph.parent.get(id(node))
            if above is None or above.kind not in {"IF_STMT", "SWITCH_STMT", "COMPOUND_STMT"} | PREFIXES:
                return False
            if above.kind == "COMPOUND_STMT" and above.kids[-1] is not node:
                return False
            node = above
        return True

    def _ends_function(self, main: Statement | None) -> bool:
        """Does the function end where the section does, with nothing to do in between?"""
        block = self.whole.block
        behind = block.kids[main.index + 1 :] if main else [k for k in block.kids if k.start >= self.end]
        if (main and main.goes_with_client) or any(k.kind != "RETURN_STMT" or k.kids for k in behind):
            return False
        if self._left_out(main.end if main else self.end, self.graph.function.body.end):
            return False
        while block is not self.graph.function.body:
            above = self.graph.parent.get(id(block))
            if above is None or above.kind not in ("IF_STMT", "COMPOUND_STMT"):
                return False
            if above.kind == "COMPOUND_STMT" and above.kids[-1] is not block:
                return False
            block = above
        return True

    def _jumped_to(self, start: int, end: int) -> Node | None:
        """A label between two offsets that a jump from elsewhere leads to."""
        labels = {name: label for name, (_, label) in self.graph.labels.items() if start <= label.start < end}
        jumps = ((n, t) for n, t in self.graph.jumps if isinstance(t, str) and not start <= n.start < end)
        return next((labels[target] for _, target in jumps if target in labels), None)

    def _leaves(self, target: Node | str | None, tail: int = 0, tail_end: int = 0) -> bool:
        """Does a jump lead out of the section (or stay in its own tail)?"""
        if target is None:
            return True
        at = self.graph.labels[target][1] if isinstance(target, str) else target
        return not self.start <= at.start < self.end or tail <= at.start < tail_end

    def _ended(self, released: list[WayOut]) -> list[WayOut]:
        """The jumps to the end of a scope macro's block, where the lock is released."""
        loop = scope.follows(self.whole.block, self.whole.index)
        jumps = [node for node, target in self.graph.jumps if target is loop and loop is not None]
        return [self._jump(node) for node in jumps if not _in_tails(released, node.start) and self._held_at(node)]

    def _jump(self, node: Node, keeps: bool = False) -> WayOut:
        """A way out that is nothing but a jump."""
        span = self.source.span(node.start, self.layout.end_of(node))
        empty = self.source.span(node.start, node.start)
        release = Release(empty, self.source.place(node.start), span, span, branch=self.layout.branch_of(node))
        return WayOut(release, self._block_of(node), keeps, ends=not keeps)

    def _block_of(self, node: Node) -> Block:
        return next(b for b in self.graph.blocks if b.at == node.start)

    def _held_at(self, node: Node) -> bool:
        """Does control get to a jump at all?"""
        return self.locks.held(self._block_of(node), self.site.key) is not None

    def _kept(self, released: list[WayOut]) -> list[WayOut]:
        """The jumps that leave the section while the lock is held, or the macros that end with one."""
        found: list[WayOut] = []
        for jump, target in self.graph.jumps:
            within = self.start <= jump.start < self.end and not _in_tails([*released, *found], jump.start)
            if not within or not self._leaves(target) or not self._held_at(jump):
                continue
            made = self._made_with(jump)
            way = self._jump(made, keeps=True) if made else self._checked(jump, None)
            if way is None:
                raise self.refuse(Code.SOMETIMES_HELD, jump.start)
            found.append(way)
        return found

    def _left_by_check(self, release: Operation) -> WayOut | None:
        """The use of a macro that releases the lock and leaves where a check fails, if that is what makes a release."""
        made = self.layout.expansion(release.call.start)
        inside = [node for node, _ in self.graph.jumps if made and made.start <= node.start < made.end]
        return self._checked(inside[0], release) if len(inside) == 1 else None

    def _checked(self, jump: Node, release: Operation | None) -> WayOut | None:
        """The way out that is the use of a macro which leaves by a jump, behind a release or with the lock held."""
        target = next(target for node, target in self.graph.jumps if node is jump)
        check = check_at(self.layout, self.locks, self.start, jump, release) if self._leaves(target) else None
        if check is None:
            return None
        ends = self.last and release is not None and check.text.lines[-1] == "return;"
        return WayOut(
            self._leaving(check), check.block, release is None, ends=ends, by=release, gives=bool(check.gives),
            more=check.text.made, check=check,
        )  # fmt: skip

    def _leaving(self, check: Check) -> Release:
        """Where the use of such a macro stands, which does something before, or nothing."""
        whole = self.layout.with_semicolon(self.layout.end_of(check.whole))  # that behind a block is a statement, too
        start, end = check.use.start, check.text.at if check.text.name else whole
        place, empty = self.source.place(start), self.source.span(end, end)
        if not check.text.name:
            branch = self.layout.branch_of(check.whole)
            return Release(self.source.span(start, end), place, empty, empty, branch=branch, leaves=True)
        name, by = self.source.span(start, start + len(check.use.name)), check.text.name
        dropped = tuple(self.source.span(*span) for span in check.text.dropped)
        return Release(empty, place, empty, empty, name, by=by, leaves=True, dropped=dropped)

    def _made_with(self, jump: Node) -> Node | None:
        """A jump, or the statement that a macro makes with it, if that makes nothing else, and only leaves."""
        macro = self.layout.expansion(jump.start)
        if macro is None:
            return jump
        above = takewhile(lambda n: n.start == macro.start and n.end <= macro.end, [jump, *self.layout.parents(jump)])
        *_, made = [jump, *above]
        inside = {id(node) for node in made.walk()}
        others = (n for n in self.layout.function.nodes if macro.start <= n.start < macro.end and id(n) not in inside)
        targets = (target for node, target in self.graph.jumps if id(node) in inside)
        alone = not any(others) and all(self._leaves(target, macro.start, macro.end) for target in targets)
        return made if alone and self._only_leaves(made) else None

    # ------------------------------------------------------------------ held inside, and only there

    def _held_inside_only(self, region: Region, main: Statement | None, ways_out: list[WayOut]) -> list[Block]:
        """Check that the lock is held everywhere in the section and that every way out is known.

        The acquisition and the last release (``main``) may be several blocks each, made by a macro.
        Gives the blocks from which control falls off the section's end with the lock held.
        """
        falls = []
        own = frozenset({self.site.number})
        kept = [w for w in ways_out if w.keeps]
        left = {w.block.number for w in kept}
        made = {s.node.start for s in self.statements if s.by}
        theirs = {number for way in ways_out if way.check for number in way.check.theirs}
        begun = self.site.call.start if self.whole.apart else self.whole.start
        unchecked = [w for w in kept if w.check is None]
        for block in self.graph.blocks:
            held = self.locks.held(block, self.site.key)
            here = region.start <= block.at < region.end or region.start <= block.home < region.end
            if held is None or not (here or block.number in left or held >= own):  # as of most of a function
                continue
            if begun <= block.at < self.entered or block.home in made or block.number in theirs:
                continue
            if (region.contains(block.at) or block.number in left) and held != own:
                labelled = any(label is block for label, _ in self.graph.labels.values())
                raise self.refuse(Code.JUMPS_IN if labelled else Code.SOMETIMES_HELD, block.at)
            if _in_tails(unchecked, block.home):
                continue
            if region.start <= block.home < region.end:
                falls += [block] if self._escapes(region, block, held, main) else []
            elif not kept and main is not None and block.at >= 0 and not _within(main, block.home) and held >= own:
                raise self.refuse(Code.SOMETIMES_HELD, block.at)
        return falls

    def _escapes(self, region: Region, block: Block, held: Held, main: Statement | None) -> bool:
        """Does control leave the section's text here with the lock held?"""
        if self.site.number not in self.locks.after(block, self.site.key, held):
            return False
        for edge in block.out:
            to = edge.to.home
            together = self.whole.goes_on and edge.to.at < 0 and to == self.whole.node.start
            if together or region.start <= to < region.end or (main is not None and _within(main, to)):
                continue
            if main is not None or region.in_tail(block.home):
                raise self.refuse(Code.SOMETIMES_HELD, block.home)
            return True
        return False


def _parts(span: Span, offset: int) -> bool:
    """Does an offset part a span in two?"""
    return span.start < offset < span.end


def _in_tails(ways_out: list[WayOut], offset: int) -> bool:
    used = any(w.check.use.start <= offset < w.check.use.end for w in ways_out if w.check)
    return used or any(w.release.call.start <= offset < w.release.tail.end for w in ways_out)


def _within(statement: Statement, offset: int) -> bool:
    end = statement.uses.end if statement.uses else statement.end
    return statement.start <= offset < end or offset == statement.start  # of a guard's scope the end is nothing

