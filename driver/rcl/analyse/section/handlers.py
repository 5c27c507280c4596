# SPDX-License-Identifier: MIT
"""The clean-up handlers that release a section's lock: they stay in the client, around the section's call."""

from __future__ import annotations

import re
from dataclasses import replace

from rcl.analyse.function.extents import Refused, Region
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.section.shape import Shape
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.tree import Cleanup
from rcl.errors import Code
from rcl.model import Handler, Span

_POP = re.compile(r"pthread_cleanup_pop\w*\s*\(\s*(.*?)\s*\)")


class Handlers:
    """The clean-up handler that releases the lock of one acquisition, as it is taken or in the end."""

    def __init__(self, layout: Layout, locks: Locks, site: Operation) -> None:
        self.layout = layout
        self.source = layout.source
        self.releasing = {
            o.call.start for o in locks.operations if o.effect == "release" and o.key == site.key
        }  # fmt: skip
        self.pairs = [pair for pair in layout.function.cleanups if pair.pop[0] in self.releasing]
        #: registered directly behind the acquisition
        self.pushed: Cleanup | None = None
        self.pair: Cleanup | None = None
        self.execute: Span | None = None
        self.release: Statement | None = None

    def behind(self, whole: Statement) -> Statement:
        """The acquisition with the registration that follows it: the section begins behind both."""
        following = whole.block.kids[whole.index + 1 : whole.index + 2]
        for pair in self.pairs:
            if [kid.start for kid in following] == [pair.push[0]] and self._blank(whole.end, pair.push[0]):
                self.pushed = pair
                return replace(whole, index=whole.index + 1, end=self.layout.with_semicolon(pair.push[1]))
        return whole

    def region(self, shape: Shape) -> Region:
        """The section's extent: it ends before the pop of the handler, and the release behind that."""
        main, region = shape.main, shape.region
        if main is None:
            return region
        for pair in self.pairs:
            end = self.layout.with_semicolon(pair.pop[1])
            if pair.pop[0] == main.start:
                self.pair, self.execute = pair, self._argument(pair)
            elif pair is self.pushed and self._blank(end, main.start):
                self.pair, self.release = pair, main
                return replace(region, end=pair.pop[0])
        return region

    def _argument(self, pair: Cleanup) -> Span:
        """The argument of pthread_cleanup_pop, as it is spelled."""
        call = _POP.match(self.source.text, *pair.pop)
        if call is None:
            place, construct = self.source.place(pair.pop[0]), "pthread_cleanup_pop in a macro"
            raise Refused(Code.STACK_BOUND.reason(place, construct=construct))
        return self.source.span(*call.span(1))

    def start(self, region: Region) -> int:
        """From where on the lock's expression must mean the same."""
        return self.pair.push[0] if self.pair else region.start

    def around(self, region: Region) -> bool:
        """Is there a handler for a thread that is cancelled in the section?"""
        return any(pair.push[0] < region.start <= pair.pop[0] for pair in self.pairs)

    def found(self) -> Handler | None:
        """What is to be done about the handler, if there is one."""
        pair = self.pair
        if pair is None:
            return None
        end, span = self.layout.with_semicolon(pair.pop[1]), self.source.span
        push = span(pair.push[0], self.layout.with_semicolon(pair.push[1])) if pair is self.pushed else None
        if self.release:
            return Handler(push, release=span(end, self.release.end))
        return Handler(push, execute=self.execute)

    def _blank(self, start: int, end: int) -> bool:
        return not self.source.text[start:end].strip()
