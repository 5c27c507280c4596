# SPDX-License-Identifier: MIT
"""The statement with which a section begins."""

from __future__ import annotations

from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.function.tested import Tested
from rcl.analyse.program.owners import Owners
from rcl.analyse.section import attempts
from rcl.analyse.section.branching import branching, flagged
from rcl.analyse.section.relocks import Relocks
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.checks import outside
from rcl.analyse.unit.doing import doing
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.tree import JUMPS, PREFIXES, Node, is_zero, strip
from rcl.analyse.unit.written import using
from rcl.model import Answer


class Entries:
    """The entries of one function's sections."""

    def __init__(self, layout: Layout, locks: Locks, owners: Owners, relocks: Relocks) -> None:
        self.layout = layout
        self.locks = locks
        self.owners = owners
        self.relocks = relocks

    def whole(self, site: Operation) -> Statement | None:
        """The statement that an acquisition is, or that holds several of which each may begin the section.

        None if it is none of its own, or may lead elsewhere if it fails.
        """
        if site.gives_object:
            return None if self._fails(site) or self.relocks.others(site) else self._given(site)
        if branched := self._branched(site):
            return branched
        if site.guard and site.guard.sets and site.around:
            return None if self.relocks.others(site) else flagged(self.layout, self.locks, site, site.around)
        whole = None if site.loses else self.layout.whole_statement(site.call, site.around)
        certain = site.answer is Answer.STATUS and not (site.loses or site.described or self._fails(site))
        if whole is None and site.around and site.effect == "acquire" and certain and not self._tested_with(site):
            whole = self._checked(site, site.around)
            whole = whole if whole and not self._has(JUMPS, whole.start, whole.end) else None
        if whole is None and not site.around and site.effect == "acquire" and certain:
            whole = self.layout.setting_statement(site.call) or self.layout.setting_errno(site.call)
            whole = whole or self.layout.telling(site.call)
        return None if whole and self._fails(site) and self._has(JUMPS, whole.start, whole.end) else whole

    def _given(self, site: Operation) -> Statement | None:
        """What a section begins with whose lock function returns the object: behind the statement in which a variable
        gets that, and the one that asks whether there is an object.
        """
        asking = attempts.entry(self.layout, site.call, site.tested) if site.tested else self._looping(site)
        found = asking or self._keeping(site)
        if found is None or (site.effect == "try" and asking is None):
            return None
        ahead = next(iter(found.block.kids[found.index + 1 :]), None)
        if ahead is None:
            return None
        held = self.locks.at(ahead, site.key) == frozenset({site.number})
        plain = held and found.condition == "" and (site.tested is None or site.tested.leading is None)
        spelled = self.layout.spelled_alone(site.call) and self.layout.expansion(site.call.start) is None
        if not (plain and spelled):
            return None
        start = self._begun(found.end, ahead.start)
        return Statement(site.call, found.block, found.index, start, start, apart=True)

    def _begun(self, start: int, end: int) -> int:
        """Where anything is said between two offsets, of which this build makes nothing, or the second one."""
        said = only_code(self.layout.source.part(start, end))
        return start + len(said) - len(said.lstrip()) if said.strip() else end

    def _looping(self, site: Operation) -> Statement | None:
        """The head of a loop that goes on as long as there are objects, ``while ((o = next()) != NULL) {``."""
        parent = self.layout.graph.parent
        _, kept = outside(parent, site.call)
        whole, above = (kept, None) if kept is None or kept.op != "=" else outside(parent, kept)
        if above is not None and above.op == "!=" and any(map(is_zero, above.kids)):
            whole, above = outside(parent, above)
        head = above is not None and above.kind == "WHILE_STMT" and above.kids[0] is whole
        if above is None or not head or above.kids[1].kind != "COMPOUND_STMT" or self.layout.expansion(above.start):
            return None
        return Statement(above, above.kids[1], -1, above.start, above.kids[1].start + 1)

    def _keeping(self, site: Operation) -> Statement | None:
        """The statement, in a block, that only gives a variable what an acquisition returns."""
        _, above = outside(self.layout.graph.parent, site.call)
        statement = above if above is None or above.kind != "VAR_DECL" else self.layout.graph.parent.get(id(above))
        place = self.layout.in_block(statement) if statement is not None else None
        alone = statement is not None and (statement.kind != "DECL_STMT" or statement.kids[-1] is above)
        if statement is None or place is None or not alone or statement.kind not in ("DECL_STMT", "BINARY_OPERATOR"):
            return None
        return Statement(statement, *place, statement.start, self.layout.end_of(statement))

    def _checked(self, site: Operation, guard: Node) -> Statement | None:
        """What guards an acquisition, if that does nothing else but to check its result."""
        return self._alone(site, self.layout.checked_under(site.call, guard))

    def _kept(self, site: Operation, found: Tested, guard: Node) -> Statement | None:
        """What guards an acquisition that keeps its result, and the statement that asks for that, and nothing else."""
        return self._alone(site, self.layout.kept_under(site.call, found.first, found.test, guard))

    def _alone(self, site: Operation, whole: Statement | None) -> Statement | None:
        """What begins a section, if no other lock call stands in it."""
        return whole if whole and self.locks.alone(site, whole.start, whole.end) else None

    def _tested_with(self, site: Operation) -> bool:
        """Does one condition ask for what guards an acquisition, and for its result?"""
        return site.tested is not None and site.tested.guarded is not None

    def other(self, site: Operation) -> Statement | None:
        """The statement that asks for an acquisition's result, or does something else with it."""
        return self._asking(site) or self._used(site)

    def _branched(self, site: Operation) -> Statement | None:
        """The if statement in whose branches the lock is taken, if the section begins so."""
        others = self.relocks.others(site)
        led = site.tested is not None and site.tested.asks is not None
        begins = bool(others) and not led and self.relocks.first[site.number] == site.number
        if not begins or any(map(self._fails, (site, *others))):
            return None
        return branching(self.layout, self.locks, site, others, self._asking(site))

    def _asking(self, site: Operation) -> Statement | None:
        """The statement that asks for an acquisition's result."""
        facts = site.described.own if site.described else None
        if site.tested is None or facts or (site.tested.signed and self._fails(site)):
            return None
        if site.tested.guarded is not None:
            guarded = site.around is strip(site.tested.guarded)
            return attempts.entry(self.layout, site.call, site.tested) if guarded else None
        if site.around:
            checked = self._checked(site, site.around) or self._kept(site, site.tested, site.around)
            return attempts.under(self.layout, site.tested, checked) if checked else None
        return attempts.entry(self.layout, site.call, site.tested)

    def cuttable(self, site: Operation, whole: Statement | None) -> Statement | None:
        """The statement in a block with which a section begins, so that it can be cut; None if there is none.

        ``whole`` is the one that the acquisition is, if it is one.
        """
        begins = whole or self.other(site)
        return begins if begins is not None and begins.index >= 0 else None

    def _used(self, site: Operation) -> Statement | None:
        """The statement that uses an acquisition's result, which goes with the section, if it may be moved.

        It goes away if it does something only if the call fails.
        """
        plain = site.effect == "acquire" and not (site.described or site.doubtful)
        status, truth = site.answer is Answer.STATUS, site.answer is Answer.TRUTH
        if not plain or not (status or truth or site.gives_nothing) or self._fails(site):
            return None
        layout = self.layout
        whole = layout.checking_statement(site.call, int(truth)) if status or truth else None
        whole = whole or (using(layout, site.call) if status else None)
        whole = whole or (None if truth else doing(layout, site.call, takes=True))
        if whole is None:
            return None
        start, end = whole.start, self.layout.end_of(whole.uses) if whole.uses else whole.end
        alone = self.locks.alone(site, start, end)
        return None if not alone or self._has(JUMPS | PREFIXES, start, end) else whole

    def _fails(self, site: Operation) -> bool:
        """May an acquisition fail, other than by an error of the program's?"""
        return site.lock is not None and self.owners.fail(site.lock)

    def _has(self, kinds: frozenset[str], start: int, end: int) -> bool:
        """Is there something of such a kind between two offsets?"""
        return any(n.kind in kinds and start <= n.start < end for n in self.layout.function.nodes)
