# SPDX-License-Identifier: MIT
"""What builds that nobody has compiled may do with the variables that an #if of a section names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rcl.analyse.function.extents import Region
from rcl.analyse.function.liveness import Names
from rcl.analyse.function.values import Locals, UnseenBehind
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.graph import Block
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import conditional_spans
from rcl.analyse.unit.tree import LOOPS, PREFIXES, Node, Variable, strip
from rcl.analyse.unit.written import Idle, declares_first

_NAME = re.compile(r"\b[A-Za-z_]\w*")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w*)(?:[^\\\n]|\\\r?\n|\\)*", re.MULTILINE)
#: labels at the end of a text
_LABELS = re.compile(r"(?:\w+\s*:\s*)+\Z")
#: what a statement that gives a variable its value in any case may begin with
_BEFORE = re.compile(r"(?:(?:for|if|while|switch)\s*\([\s(]*)?(?:\w+\s*=\s*(?:\w+\s*,\s*)?)*")


@dataclass(frozen=True)
class _Part:
    """What stands between an #if and its #endif, that not within another one."""

    start: int
    end: int
    code: str

    def branches(self) -> Iterator[str]:
        """What stands between its directives."""
        last = 0
        for match in _DIRECTIVE.finditer(self.code):
            yield self.code[last : match.start()].strip()
            last = match.end()
        yield self.code[last:].strip()

    @property
    def plain(self) -> bool:
        """Are its directives conditions alone, and is each branch of it whole blocks, with no label?"""
        conditions = all(match[1].startswith(("if", "el")) for match in _DIRECTIVE.finditer(self.code))
        return conditions and all(_closed(b) and b.count(":") <= b.count("?") for b in self.branches())

    @property
    def statements(self) -> bool:
        """Does each branch end with the end of a statement?"""
        return self.plain and all(branch.endswith((";", "}")) for branch in self.branches() if branch)


def _closed(code: str) -> bool:
    """Does a text close what it opens, and nothing else?"""
    depth = 0
    for char in code:
        depth += (char in "{(") - (char in "})")
        if depth < 0:
            return False
    return depth == 0


@dataclass
class Otherwise:
    """The #ifs of a section, and which of its values they may need."""

    layout: Layout
    known: Locals
    region: Region
    _parts: list[_Part] = field(init=False)
    _code: str = field(init=False)
    #: where the function's text begins
    _first: int = field(init=False)

    def __post_init__(self) -> None:
        function = self.layout.function
        self._first = function.start
        self._code = only_code(self.layout.source.text[function.start : function.end])
        spans = conditional_spans(self._code, cut=True)
        parts = (_Part(self._first + start, self._first + end, self._code[start:end]) for start, end in spans)
        self._parts = [part for part in parts if part.end > self.region.start and part.start < self.region.end]

    def needs(self, variable: Variable, handed_on: bool) -> bool:
        """May another build need, or hand on, the value that a variable has before the section?

        It does not where the section gives it a value in any case, before all that an #if of it does with it.
        """
        text = self.layout.source.text
        naming = [part for part in self._parts if variable.name in _NAME.findall(text[part.start : part.end])]
        if not naming or any(self._client_has(part) for part in naming):
            return True
        if self.region.behind not in (None, self.region.entry):
            return True
        concerned = self._parts if handed_on else naming
        return not any(self._comes_first(given, concerned) for given in self._given(variable))

    def changes(self, variable: Variable) -> bool:
        """May what this build makes nothing of in the section change a variable, as far as its text tells?"""
        inside = (idle for idle in self.known.idle if self.region.contains(idle.start))
        return any(idle.changes(self.layout, variable.name) for idle in inside)

    def _client_has(self, part: _Part) -> bool:
        """Does a part reach into what the section's client executes?"""
        apart = [(node.start, node.end) for node in self.region.apart]
        return any(start < part.end and part.start < end for start, end in (*self.region.tails, *apart))

    def _given(self, variable: Variable) -> Iterator[tuple[Node, Node, Node]]:
        """Where a statement of a block begins with giving the variable a value: the block, it, and the assignment."""
        parent = self.known.graph.parent
        for name in self.known.names:
            if name.ref != variable.key or not self.region.contains(name.start):
                continue
            given = parent.get(id(name))
            if given is None or given.op != "=" or strip(given.kids[0]) is not name:
                continue
            statement, block = given, parent.get(id(given))
            while block is not None and block.kind != "COMPOUND_STMT":
                statement, block = statement if block.kind == "LABEL_STMT" else block, parent.get(id(block))
            if block is not None and _BEFORE.fullmatch(self._between(statement.start, name.start)):
                yield block, statement, given

    def _between(self, start: int, end: int) -> str:
        return self._code[start - self._first : end - self._first]

    def _comes_first(self, where: tuple[Node, Node, Node], parts: list[_Part]) -> bool:
        """Does an assignment stand in no #if, and come before some in each build?"""
        block, statement, given = where
        last = max(part.end for part in parts)
        if not self._between(block.start, block.end).startswith("{") or last > block.end:
            return False
        if any(part.start < given.end for part in parts):
            return False
        before = [p for p in self._parts if p.end > block.start and p.start < statement.start]
        behind = [p for p in self._parts if p.end > statement.start and p.start < last and p not in before]
        always = all(p.end <= statement.start and p.statements and self._ended(p.start) for p in before)
        plain = all(p.start >= given.end and p.plain for p in behind)
        begins = always and plain and self._ended(statement.start)
        return begins and not self._entered(block, statement, given.end, last)

    def _ended(self, offset: int) -> bool:
        """Does a statement begin at an offset, behind its labels perhaps, whatever the directives before it do?"""
        before = _DIRECTIVE.sub("", self._between(self._first, offset))
        return _LABELS.sub("", before).rstrip().endswith((";", "{", "}"))

    def _entered(self, block: Node, statement: Node, start: int, end: int) -> bool:
        """May control get between two offsets of a block other than by the statement, or the section go on there?"""
        inside, beyond = [n for n in self.layout.function.of_kinds(*PREFIXES) if n.start >= start], end
        while (far := max((at + 1 for at in self._jumps(inside, beyond)), default=end)) > beyond:
            beyond = far
        if any(not start <= at < block.end for at in self._jumps(inside, beyond)):
            return True
        waits = [call.start for _, call in self.region.waits]
        if any(statement.start <= at < beyond for at in (*waits, *(span[0] for _, span in self.region.pauses))):
            return True
        cases = (n for n in inside if n.start < beyond and n.kind != "LABEL_STMT")
        return any(self._switch(n).start < statement.start for n in cases)

    def _jumps(self, prefixes: Sequence[Node], end: int) -> Iterator[int]:
        """From where control may get to the labels before an offset, also in what this build leaves out."""
        for label in (n for n in prefixes if n.kind == "LABEL_STMT" and n.start < end):
            said = (self._first + word.start() for word in re.finditer(rf"\b{re.escape(label.name)}\b", self._code))
            yield from (at for at in said if at != label.start)
            gotos = self.layout.function.of_kinds("GOTO_STMT")
            yield from (n.start for n in gotos if n.kids and n.kids[0].name == label.name)

    def _switch(self, case: Node) -> Node:
        """The statement whose case it is."""
        above = self.layout.parents(case)
        return next((node for node in above if node.kind == "SWITCH_STMT"), above[-1])


def named_behind(layout: Layout, known: Locals, region: Region) -> UnseenBehind:
    """The variables that are named behind a section where this build makes nothing of it."""
    places, changed, blocks = list[tuple[str, int]](), list[tuple[str, int]](), defaultdict[int, Names](frozenset)
    for idle in known.idle:
        if region.contains(idle.start) or not _is_behind(layout, region, idle.start):
            continue
        for variable, said in _named(known, region, idle):
            named = [(variable.key, at) for at in said]
            places += named
            changed += named if idle.changes(layout, variable.name) else ()
            for number in known.graph.leading(_beside(known, idle.start, idle.end), known.declaring(variable)):
                blocks[number] |= {variable.key}
    return UnseenBehind(places, changed, blocks)


def _named(known: Locals, region: Region, idle: Idle) -> Iterator[tuple[Variable, list[int]]]:
    """The variables that such code may mean, and where; of the section's own those that it does not declare itself."""
    for variable in known.graph.function.locals.values():
        node, (first, last) = known.declared.get(variable.key), known.scope(variable)
        said = [at for at in idle.named(variable.name) if first <= at < last]
        own = said and node is not None and region.contains(node.start)
        if said and not (own and declares_first(idle.code, variable.name, said[0] - idle.start)):
            yield variable, said


def _beside(known: Locals, start: int, end: int) -> list[Block]:
    """The blocks of the statements before and behind a part of a function's text; all, if nothing stands there."""
    blocks = (b for b in known.graph.function.of_kinds("COMPOUND_STMT") if b.start < start < b.end)
    kids = max(blocks, key=lambda b: b.start, default=known.graph.function.body).kids
    beside = [*[kid for kid in kids if kid.end <= start][-1:], *[kid for kid in kids if kid.start >= end][:1]]

    def stands(at: int) -> bool:
        return any(kid.start <= at < kid.end for kid in beside)

    there = [b for b in known.graph.blocks if stands(b.at) or any(stands(event.node.start) for event in b.events)]
    return there or list(known.graph.blocks)


def _is_behind(layout: Layout, region: Region, offset: int) -> bool:
    """May control get to an offset from a section?"""
    loops = layout.function.of_kinds(*LOOPS)
    again = any(loop.start <= min(offset, region.start) and max(offset, region.start) < loop.end for loop in loops)
    return again or offset > region.start or any(True for _ in layout.function.of_kinds("GOTO_STMT"))
