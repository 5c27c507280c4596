# SPDX-License-Identifier: MIT
"""The text of a critical section: statements, their spans, and what lies between entry and exits."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from rcl import lockapi
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.checks import (
    ERRNO,
    does_nothing_else,
    gives,
    handed_with,
    never_ends,
    only_looks,
    outside,
    using,
)  # fmt: skip
from rcl.analyse.unit.graph import Block, Graph
from rcl.analyse.unit.graphs import Graphs
from rcl.analyse.unit.tree import (
    COMPARISONS,
    EXPRESSION_WRAPPERS,
    PREFIXES,
    SCOPE,
    Beside,
    Expansion,
    Function,
    Node,
    Unit,
    callee,
    constant,
    is_errno,
    operands,
    strip,
)  # fmt: skip
from rcl.errors import Code, RclError
from rcl.model import Op, Place, Span
from rcl.workspace import sha256

#: the calls of the lock API that fail only where a program errs
ALWAYS_ZERO = (Op.LOCK, Op.UNLOCK, Op.WAIT)
#: the operators of an expression that only asks what a call gives
_ASKING = (*COMPARISONS, "&&", "||")
#: what a function gives that is handed a number, by its name and the argument's number; None if it does more
GivenFor = Callable[[str, int, int, bool], "list[int | None] | None"]
#: /* rcl: keep -- why */ or // rcl: keep -- why
_KEEP = re.compile(r"/[/*]\s*rcl:\s*keep\b(?:\s*--\s*(.*?))?\s*(?:\*/|$)")
_ALONE = re.compile(r"^\s*" + _KEEP.pattern + "$")
#: the lines of an #if that do not go on in the next line
_IF = re.compile(r"\s*#\s*if[^\n]*[^\n\\]")
_ELSE = re.compile(r"\s*#\s*el[^\n]*[^\n\\]")
_ENDIF = re.compile(r"\s*#\s*endif\b")
_LINE_END = re.compile(r"\r?\n")
#: what ends a branch of it behind a statement and comments of one line each
_BRANCH_END = re.compile(
    r"(?:\s*(?:/\*(?:[^*\n]|\*(?!/))*\*/|//[^\n\\]*(?=\n)))*\s*?\n[ \t]*#[ \t]*(?:el|endif\b)[^\n]*"
)
_DEFINITION = re.compile(
    r"""(?m)^[ \t]*#[ \t]*define[ \t]+((\w+)(?:\\\r?\n|/\*(?s:.*?)\*/|"(?:\\.|[^"\\\n])*"|[^\r\n])*)"""
)
_DIRECTIVE_LINE = re.compile(r"^[ \t]*#[^\r\n]*", re.MULTILINE)
#: the word before a function's parameters, in its definition without comments
_BEFORE_PARAMETERS = re.compile(r"[^(]*?\b([A-Za-z_]\w*)\s*\(")
#: the last word of a function's head that has no parentheses
_LAST_WORD = re.compile(r"[^(]*?\b([A-Za-z_]\w*)\s*")
_BEFORE_PARENTHESIS = re.compile(r"([\w$]+)\s*\(")
_NAME = re.compile(r"[A-Za-z_]\w*")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
#: a comment or directive, which would be lost with a statement
_SAID = re.compile(r"/[*/]|^[ \t]*#", re.MULTILINE)
_BLANK = re.compile(r"(?:\s|\\\r?\n|/\*.*?\*/|//[^\n]*)*", re.DOTALL)


class Source:
    """A source file's text, one character a byte, and its lines."""

    def __init__(self, root: Path, file: str) -> None:
        self.file = file
        try:
            self.bytes = (root / file).read_bytes()
        except OSError as error:
            raise RclError(Code.UNREADABLE, path=file, why=error.strerror) from None
        self.text = self.bytes.decode("latin-1")
        self.digest = sha256(self.bytes)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    @cached_property
    def definitions(self) -> dict[str, list[str]]:
        """The definitions of macros by their names, those of all builds, from the name to the end of the body; none
        whose parameters have no end, as one in a comment may be.
        """
        found: dict[str, list[str]] = {}
        for match in _DEFINITION.finditer(self.text):
            if not match[1].startswith("(", len(match[2])) or ")" in only_code(match[1]):
                found.setdefault(match[2], []).append(match[1])
        return found

    def line(self, offset: int) -> int:
        """The line of an offset."""
        return bisect_right(self._starts, offset)

    def place(self, offset: int) -> Place:
        """The place of an offset."""
        line = self.line(offset)
        return Place(self.file, line, offset - self._starts[line - 1] + 1, offset)

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        return Span(self.file, start, end, self.line(start), self.line(max(start, end - 1)))

    def part(self, start: int, end: int) -> str:
        """The text between two offsets."""
        return self.bytes[start:end].decode("utf-8", "replace")

    def remark(self, line: int) -> str | None:
        """The reason in a comment ``rcl: keep -- why`` on a line, or alone on the line above; None without one."""
        for number, pattern in ((line, _KEEP), (line - 1, _ALONE)):
            if number > 0 and (match := pattern.search(self._line_text(number))):
                return (match[1] or "").strip()
        return None

    def _line_text(self, number: int) -> str:
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip()

    @cached_property
    def _directives(self) -> list[int]:
        """The lines that begin one of the preprocessor's."""
        return [n for n in range(1, len(self._starts) + 1) if self._line_text(n).lstrip().startswith("#")]

    def in_directive(self, offset: int) -> bool:
        """Does an offset stand in a line of the preprocessor's, or in one that such a line goes on in?"""
        number = self.line(offset)
        while number > 1 and self._line_text(number - 1).endswith("\\"):
            number -= 1
        return self._line_text(number).lstrip().startswith("#")

    def spelled(self, name: str, offset: int) -> str:
        """How a name is spelled at an offset, lines that go on behind a backslash included; "" if it is not."""
        if self.text.startswith(name, offset):
            return name
        match = re.compile(r"(?:\\\r?\n)*".join(name)).match(self.text, offset)
        return match[0] if match else ""

    def behind_directives(self, start: int, end: int) -> int:
        """The end of the last preprocessor line up to the end of a block, ``start`` if there is none."""
        return max((match.end() for match in _DIRECTIVE_LINE.finditer(self.text, start, end)), default=start)

    def conditional(self, start: int, end: int) -> tuple[int, int, str]:
        """The lines from #if to #endif around a piece of text that is all of one of its branches, with the #if, and
        with the lines between the branches, if there are others; else the piece.

        Comments may stand before it.
        """
        line = self.line(start)
        number = bisect_left(self._directives, line)
        before = self._directives[number - 1] if number else 0
        alone = before and self.skip_blank(self._starts[before] - 1) == start
        alone = alone and not self.text[self._starts[line - 1] : start].strip()
        lines = self._branches(number - 1) if alone and _BRANCH_END.match(self.text, end) else []
        if not lines:
            return start, end, ""
        first, *_, last = lines
        ends = _LINE_END.search(self.text, self._starts[last - 1])
        condition = "\n".join(self._line_text(number).strip() for number in lines[:-1])
        return self._starts[first - 1], ends.start() if ends else len(self.text), condition

    def _branches(self, number: int) -> list[int]:
        """The lines of an #if, of its other branches and of its #endif, of which the directive of that index is one;
        none if others stand between.
        """
        first, last = number, number + 1
        while first > 0 and _ELSE.fullmatch(self._line_text(self._directives[first])):
            first -= 1
        while last < len(self._directives) - 1 and _ELSE.fullmatch(self._line_text(self._directives[last])):
            last += 1
        whole = _IF.fullmatch(self._line_text(self._directives[first]))
        ended = last < len(self._directives) and _ENDIF.match(self._line_text(self._directives[last]))
        return self._directives[first : last + 1] if whole and ended else []

    def skip_blank(self, offset: int) -> int:
        """The first offset from here that is neither white space nor comment."""
        match = _BLANK.match(self.text, offset)
        return match.end() if match else offset


class Sources:
    """All source files, read once; each one's hash is checked."""

    def __init__(self, root: Path, check: Callable[[Path, str], None]) -> None:
        self.root = root
        self.check = check
        self.get = cache(self._read)

    def __call__(self, file: str) -> Source:
        return self.get(file)

    def _read(self, file: str) -> Source:
        source = Source(self.root, file)
        self.check(self.root / file, source.digest)
        return source


@dataclass(frozen=True)
class Statement:
    """A statement in a block: the block, its index there, and its text with semicolon and braces around it alone.

    Of a branch without braces ``block`` is the if statement. ``condition`` is the #if line that it stands behind if
    nothing else does; its text is then all from that to #endif. ``uses``: only the call in it is meant, whose result it
    uses: that comes first, and its text is the empty one before it. ``by``: the macros beside those that make it, the
    last of which does all but the call; its text is the empty one before that, or behind. ``called``: the call of the
    function beside an unlock function that its client makes instead. ``ahead`` and ``after``: the use of one that does
    what is before an acquisition, or after a release. ``taken``: what takes the lock in its branches; its text ends
    behind that if the only branch ``goes_on``. ``apart``: the lock function is called in the statement of that index,
    or in the head of the block, and its text is the empty one before what follows.
    """

    node: Node
    block: Node
    index: int
    start: int
    end: int
    condition: str = ""
    uses: Node | None = None
    by: tuple[Beside, ...] = ()
    ahead: str = ""
    after: str = ""
    taken: tuple[Statement, ...] = ()
    goes_on: bool = False
    apart: bool = False
    #: where control gets to behind a check of a variable that goes with it
    behind: Block | None = None
    #: the variable that a macro of it gives the call's result, 0, which its client does with what is ``ahead``
    sets: str = ""
    #: where the call whose result it uses stands in what a macro is given
    given: tuple[int, int] | None = None
    called: str = ""

    @property
    def heads(self) -> bool:
        """Does it end with the brace of a branch that is all the section?"""
        return self.index < 0 and not self.apart

    @property
    def rest(self) -> list[Node]:
        """What follows it in its block."""
        first = self.index if self.uses else self.index + 1
        return self.block.kids[first:] if self.block.kind == "COMPOUND_STMT" else []

    @property
    def goes_with_client(self) -> bool:
        """Does its client do something of it, behind the release that it is?"""
        return self.uses is not None or bool(self.after)

    @property
    def branch(self) -> Node:
        """The block, or what is a branch without one."""
        return self.block if self.block.kind == "COMPOUND_STMT" else self.block.kids[self.index]

    @property
    def result(self) -> tuple[int, int]:
        """The call whose result it uses, or the name of the macro that does more than the call."""
        call = strip(self.node)
        end = call.start + len(self.by[-1].macro.name) if self.by else call.end
        return self.given or (call.start, end)

    @property
    def instead(self) -> str:
        """What takes the place of that; "" for 0 in the place of the call."""
        return self.by[-1].call if self.by else self.called

    @property
    def token(self) -> int:
        """Where the called name stands, or the macro's that the call comes from."""
        return self.given[0] if self.given else strip(strip(self.node).kids[0]).start


@dataclass(frozen=True)
class _Kept:
    """What a macro makes that keeps a lock call's result in a variable; control gets to a block ``behind`` it."""

    made: Node
    variable: str
    ref: str
    behind: Block


class Layout:
    """Where the statements of a function stand."""

    def __init__(
        self, unit: Unit, function: Function, graphs: Graphs, sources: Sources, given_for: GivenFor | None = None
    ) -> None:
        self.unit = unit
        self.function = function
        self._graphs = graphs
        self._given_for = given_for
        self.sources = sources
        self.source = sources(function.file)
        #: the statements of calls that were asked for, by the identity of these, and of what guards them
        self._wholes: dict[tuple[int, int], Statement | None] = {}

    @cached_property
    def graph(self) -> Graph:
        """The function's control flow."""
        return self._graphs.of(self.function)

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """What the function names by macros alone, and the macros that have names of what is made."""
        nodes = self.function.of_kinds("DECL_REF_EXPR", "VAR_DECL")
        text = self.source.part(self.function.start, self.function.end)
        named = {node.name for node in nodes if node.name} - set(_NAME.findall(_COMMENT.sub("", text)))
        return tuple(sorted(named | self.unit.made))

    def named_by(self, calls: Iterable[Node]) -> tuple[str, ...]:
        """The variables of the function's body that some calls name, if it spells them wherever it uses them."""
        own, function = {n.ref for call in calls for n in call.walk()}, self.function
        own &= function.locals.keys() - {*function.parameters}
        own -= {n.ref for n in function.of_kinds("DECL_REF_EXPR") if n.ref in own and not self._spells(n)}
        return tuple(sorted({function.locals[ref].name for ref in own}))

    def _spells(self, use: Node) -> bool:
        """Does the function itself spell a variable that it names, perhaps in what it gives a macro?"""
        made = self.expansion(use.start)
        inside = made is None or made.start < use.first < made.end
        return inside and self.source.part(use.first, use.last).startswith(use.name)

    def free_name(self, *names: str) -> str | None:
        """The first of some names that the function does not say, nor a macro in it."""
        said = set(_NAME.findall(only_code(self.source.text[self.function.start : self.function.end])))
        said |= {node.name for node in self.function.nodes}
        return next((name for name in names if name not in said), None)

    def expansion(self, offset: int) -> Expansion | None:
        """The macro call that covers an offset."""
        return self.unit.expansion_at(self.function.file, offset)

    def hidden(self, offset: int) -> Expansion | None:
        """The macro call that covers an offset, unless the macro is only another name of a lock call."""
        found = self.expansion(offset)
        return None if found and found.name in self.unit.renames else found

    def parents(self, node: Node) -> list[Node]:
        """The nodes above, from the inside out."""
        found = []
        while (above := self.graph.parent.get(id(node))) is not None:
            found.append(above)
            node = above
        return found

    def whole_statement(self, call: Node, guard: Node | None = None) -> Statement | None:
        """The statement that consists of nothing but this call, in a block; None if there is none.

        With the call's ``guard`` it is that if statement, with nothing else in its branch, or the macro call that makes
        nothing but that.
        """
        asked = id(call), id(guard)
        if asked not in self._wholes:
            self._wholes[asked] = self._whole_of(call, guard)
        return self._wholes[asked]

    def _whole_of(self, call: Node, guard: Node | None) -> Statement | None:
        if self.function.lock_guards and (declared := self._lock_guard(call)):
            return declared
        covering = self.expansion(call.start)
        if covering and guard and covering.start <= guard.start and guard.end <= covering.end:
            guarded = self._guarded_by_macro(call, guard, covering)
            return guarded or self._failing_by_macro(call, guard, covering)
        found = self._whole(call, guard)
        return self._guarded(found, guard) if found and guard else found

    def _lock_guard(self, call: Node) -> Statement | None:
        """The declaration of a lock guard that takes its lock by this call, or what gives it its value (lockguards.py).
        """
        declared = next((p for p in self.parents(call) if p.op == "=" or p.kind.endswith("_STMT")), call)
        place = self.in_block(declared) if self.function.guards(declared) else None
        return Statement(call, *place, declared.start, self.end_of(declared)) if place else None

    def makes_value(self, block: Node, last: Node) -> bool:
        """Is a statement of a block what gives a statement expression its value?"""
        above = self.graph.parent.get(id(block))
        return above is not None and above.kind == "StmtExpr" and block.kids[-1] is last

    def bare_branch(self, call: Node) -> Statement | None:
        """The branch of an if statement that consists of nothing but this call, and has no braces; None if it is none.
        """
        above = next((p for p in self.parents(call) if p.kind == "IF_STMT"), None)
        found = self._whole(call, above) if above and not self.expansion(above.start) else None
        return found if found and found.block is above and found.index > 0 else None

    def using_statement(self, call: Node) -> Statement | None:
        """The statement of a block that uses a lock call's result, as it stands behind the call; None if there is none.
        """
        node, (value, above) = using(self.graph.parent, call), outside(self.graph.parent, call)
        if node is None or above is None or node is value or above.op == ",":
            return None
        made = self.expansion(call.start)
        alone = made is None or ((made.start, made.end) == (call.start, call.end) and self.spelled_alone(call))
        spelled = node.start == call.start or self.hidden(node.start) is None
        begun = next((b for b in self.graph.blocks if b.at == node.start), None)
        inside = any(p.kind == "StmtExpr" for p in self.parents(node))
        given = None if alone else self._given(call)
        if not (alone or given) or not spelled or inside:
            return None
        if begun is None or all(e.node is not call for e in begun.events):
            return None
        place = self.in_block(node)
        return Statement(call, *place, node.start, node.start, uses=node, given=given) if place else None

    def _given(self, call: Node) -> tuple[int, int] | None:
        """Where a call stands in what a macro is given that makes a statement of it; None if it makes more calls of it,
        or if the call is not spelled there.
        """
        made, said = self.expansion(call.start), strip(call)
        if made is None or not made.start < said.first < said.last < made.end:
            return None
        once = sum(n.first == said.first for n in self.function.calls) == 1
        whole = self.source.text[said.first : said.last]
        return (said.first, said.last) if once and whole.startswith(callee(call).name) and whole.endswith(")") else None

    def spelled_alone(self, call: Node) -> bool:
        """Does nothing else stand where a call does, as all that a macro makes of it would?"""
        same = (node for node in self.parents(call) if (node.start, node.end) == (call.start, call.end))
        return all(node.kind == "PAREN_EXPR" for node in same)

    def checking_statement(self, call: Node, well: int = 0) -> Statement | None:
        """The statement of a block that does something only if the lock call in its condition fails: it never does. Or
        one that compares what the call gives, for nobody.

        None if there is none, or a comment, directive or label would be lost with it. ``well``: what it gives.
        """
        node = using(self.graph.parent, call)
        alone = node is not None and self._only_checks(node, call, well)
        checking = node if alone else self._looked_at(node, call, well)
        if node is None or checking is None:
            return None
        start, end, condition = self.source.conditional(node.start, self.end_of(checking))
        place, behind = self.in_block(checking), None if alone else self._behind(checking)
        return Statement(call, *place, start, end, condition, behind=behind) if place else None

    def _looked_at(self, node: Node | None, call: Node, well: int) -> Node | None:
        """The statement that alone looks at the variable in which a lock call's result is kept, and does something only
        if the call has failed: that which keeps it, or the next one, which may be a macro's (``assert(ret == 0);``).
        """
        kept = self._kept(call)
        if node is None or kept is None or self.expansion(call.start) or self.expansion(node.start):
            return None
        place = self.in_block(node)
        following = place[0].kids[place[1] + 1 : place[1] + 2] if place else []
        last = node if node.kind == "IF_STMT" or not following else following[0]
        if self._behind(last) is None:
            return None
        start, end = node.start, self.end_of(last)
        both = [node] if last is node else [node, last]
        looks = not self._lost(start, end) and self._only_look(both, call, kept, (start, end), well)
        return last if looks else None

    def _behind(self, checking: Node) -> Block | None:
        """Where control gets to behind what asks for a lock call's result, if that call has succeeded.

        None for what is neither an if statement of the source's own nor all that a macro makes.
        """
        made = self.expansion(checking.start)
        if made is None:
            return self.graph.otherwise.get(id(checking.kids[1])) if checking.kind == "IF_STMT" else None
        alone = (made.start, made.end) == (checking.start, checking.end)
        return self.graph.meeting.get(id(checking)) if alone else None

    def _kept(self, call: Node) -> Node | None:
        """What keeps a call's result in a variable, if something does."""
        _, kept = outside(self.graph.parent, call)
        return kept if kept is not None and (kept.op == "=" or kept.kind == "VAR_DECL") else None

    def _only_look(self, parts: Sequence[Node], call: Node, kept: Node, where: tuple[int, int], well: int) -> bool:
        """Do parts of the text between two offsets alone look at the variable that keeps a call's result, if it is
        ``well``?
        """
        ref = kept.ref or strip(kept.kids[0]).ref
        if not only_looks(parts, call, ref, well) or self.asked_behind(ref, *where):
            return False
        named = (n.start for n in self.function.of_kinds("DECL_REF_EXPR") if n.ref == ref)
        return not (kept.kind == "VAR_DECL" and any(at >= where[1] for at in named))

    def asked_behind(self, ref: str, start: int, end: int, behind: Block | None = None) -> bool:
        """May a variable's value be asked for behind statements that give it, also by another build?"""
        return self.graph.asked_behind(ref, start, end, behind) or self._named_unseen(ref)

    def _named_unseen(self, ref: str) -> bool:
        """Does the function name a variable where this build makes nothing of it, as an #if or an assertion may?"""
        first, variable = self.function.start, self.function.locals[ref]
        named = [n.start for n in self.function.of_kinds("DECL_REF_EXPR") if n.ref == ref]
        others = {other.where for other in self.function.locals.values() if other.name == variable.name}
        others |= {n.start for n in self.function.of_kinds("DECL_REF_EXPR") if n.name == variable.name}
        said = re.finditer(rf"(?<![.>])\b{variable.name}\b", only_code(self.source.part(first, self.function.end)))
        unseen = (first + one.start() for one in said if first + one.start() not in others)
        made = [(one.start, one.end) for one in self.unit.expansions.get(self.function.file, ())]
        naming = [(start, end) for start, end in made if any(start <= at < end for at in named)]
        return not all(any(start <= at < end for start, end in naming) for at in unseen)

    def checked_under(self, call: Node, guard: Node) -> Statement | None:
        """The ``guard`` of a statement that does something only if the lock call in its condition fails.

        That never does. None if there is none, or as above. What asks for it may be that statement's own condition:
        ``if (threaded && unlock(&m) != 0) return;``, or the next statement's: ``err = unlock(&m); if (err) return;``.
        """
        if guard.kind != "IF_STMT":
            return self._failing(call, guard)
        node = next((p for p in self.parents(call) if p.kind == "IF_STMT"), guard)
        above = self.graph.parent.get(id(node))
        if node is guard:
            return self._looked_at_under(call, guard)
        if above is None:
            return None
        index = next((i for i, kid in enumerate(above.kids) if kid is node), None)
        alone = self._only_checks(node, call, 0)
        if index is None or not (alone or self._looked_at(node, call, 0) is node):
            return None
        found = self._guarded(Statement(call, above, index, node.start, self.end_of(node)), guard)
        behind = None if alone else self.graph.otherwise[id(node.kids[1])]
        return replace(found, behind=behind) if found else None

    def _looked_at_under(self, call: Node, guard: Node) -> Statement | None:
        """The ``guard`` of a statement that keeps a lock call's result, and of the next one, which alone looks at that.
        """
        node = using(self.graph.parent, call)
        place, last = (self.in_block(node), self._looked_at(node, call, 0)) if node is not None else (None, None)
        if node is None or place is None or last is None or last is node:
            return None
        found = self._guarded(Statement(call, *place, node.start, self.end_of(last)), guard, last)
        return replace(found, behind=self._behind(last)) if found else None

    def kept_under(self, call: Node, first: Node, test: Node, guard: Node) -> Statement | None:
        """The ``guard`` of two statements: the ``first`` keeps a lock call's result, and the other one does something
        only if that has failed. They may be one.
        """
        place, kept = self.in_block(first), self._kept(call)
        both = [first] if first is test else [first, test]
        looks = kept is not None and kept.op == "=" and only_looks(both, call, strip(kept.kids[0]).ref, 0)
        made = self.expansion(first.start) or self.expansion(test.start) or self.expansion(call.start)
        if place is None or made or not looks or guard.kind != "IF_STMT" or len(test.kids) > 2:
            return None
        return self._guarded(Statement(call, *place, first.start, self.end_of(test)), guard, test)

    def clearing(self, call: Node, sets: Node) -> Statement | None:
        """The if statement that makes a lock call and ``sets`` the variable that it asks for, for its client to do so.
        """
        made, guard = self.whole_statement(call), self.graph.parent[id(self.graph.parent[id(sets)])]
        start, end, place = guard.start, self.end_of(guard), self.in_block(guard)
        hidden = self.expansion(start) or self.expansion(sets.start) or self._lost(start, end)
        if made is None or hidden or place is None:
            return None
        return Statement(call, *place, start, end, after=self.source.part(sets.start, sets.end))

    def _failing(self, call: Node, asks: Node) -> Statement | None:
        """The if statement that does something only if a lock call fails, for which its condition ``asks``."""
        whole, test = outside(self.graph.parent, asks)
        asking = asks.op == "&&" or asks.kind == "CONDITIONAL_OPERATOR"
        if test is None or test.kind != "IF_STMT" or test.kids[0] is not whole or not asking:
            return None
        start, end, part, place = test.start, self.end_of(test), asks.kids[1], self.in_block(test)
        made = self.expansion(start) or self.expansion(call.start) or self._lost(start, end)
        if made or place is None or len(test.kids) > 2 or gives(part, call, 0) != 0:
            return None
        kept = self._kept(call)
        looks = kept is not None and self._only_look([part], call, kept, (start, end), 0)
        if not looks and not does_nothing_else(part, call, 0):
            return None
        behind = self.graph.otherwise[id(test.kids[1])] if looks else None
        start, end, condition = self.source.conditional(start, end)
        return Statement(call, *place, start, end, condition, behind=behind)

    def _only_checks(self, node: Node, call: Node, well: int) -> bool:
        """Does a statement something only if a call fails, or nothing but compare, and is nothing else lost with it?"""
        bare = strip(node)
        asks = node.kind == "IF_STMT" or bare.kind == "CONDITIONAL_OPERATOR" or bare.op in _ASKING
        asks = asks or (bare.kind == "CALL_EXPR" and bare is not call)
        if not asks or self.expansion(node.start) or self.expansion(call.start):
            return False
        return not self._lost(node.start, self.end_of(node)) and self._idle_but(node, call, well)

    def _idle_but(self, node: Node, call: Node, well: int) -> bool:
        """Does a statement nothing but make a lock call if that gives what is ``well``? It may hand that to a function
        of the tree which does nothing then, with what is no variable of the function's: that might be for nothing else.
        """
        handed = handed_with(self.graph.parent, call)
        others: dict[int, int | None] = {}
        looks = handed is not None and callee(handed[0]).op == "function" and not any(
            n.op == "local" for kid in handed[0].kids if kid is not handed[2] for n in kid.walk()
        )
        if handed is not None and looks and self._given_for is not None:
            made, number, argument = handed
            value = gives(argument, call, well)
            given = self._given_for(callee(made).ref, number, value, False) if value is not None else None
            if given is not None:
                others[id(made)] = given[0] if len(given) == 1 else None
        return does_nothing_else(node, call, well, others)

    def _lost(self, start: int, end: int) -> bool:
        """Would a comment, directive or label be lost with what stands between two offsets?"""
        labelled = any(start <= label.start < end for _, label in self.graph.labels.values())
        return labelled or _SAID.search(self.source.text, start, end) is not None

    def _guarded(self, found: Statement, guard: Node, test: Node | None = None) -> Statement | None:
        """The if statement around a call, if nothing but the call, and a ``test`` of its result, depends on it; it
        may stand behind labels.
        """
        whole, _ = outside(self.graph.parent, guard)
        place, made, asks = self.in_block(whole), self.expansion(whole.start), guard.kids[0]
        own = found.block.kids[found.index]
        idle = (k is own or k is test or k.kind == "NULL_STMT" for k in found.block.kids)
        braced = found.block is guard.kids[1] and all(idle)
        if not (braced or found.block is guard) or place is None or (made and not made.end <= asks.end < guard.end):
            return None
        end = self.end_of(whole)
        lost = _SAID.search(self.source.text, whole.start, end)
        start, end, condition = self.source.conditional(whole.start, end)
        return None if lost else Statement(found.node, *place, start, end, condition)

    def in_block(self, node: Node) -> tuple[Node, int] | None:
        """The block that a statement stands in, perhaps behind labels, and where in it; None if it is a branch."""
        kid, block = self._unlabelled(node)
        if block is None or block.kind != "COMPOUND_STMT":
            return None
        return block, next(i for i, other in enumerate(block.kids) if other is kid)

    def branch_of(self, node: Node) -> int | None:
        """Where the branch or loop's body begins that a statement alone is, perhaps behind labels; None in a block."""
        kid, above = self._unlabelled(node)
        if above is not None and above.kind == "COMPOUND_STMT" and above.start == node.start:
            kid, above = self._unlabelled(above)  # there are no braces: what releases the lock stands nowhere
        return kid.start if above is not None and above.kind != "COMPOUND_STMT" else None

    def _unlabelled(self, node: Node) -> tuple[Node, Node | None]:
        """A statement of a block with its labels, if it stands behind any, and the node above."""
        above = self.graph.parent.get(id(node))
        while above is not None and above.kind in PREFIXES and above.kids[-1] is node:
            node, above = above, self.graph.parent.get(id(above))
        return node, above

    def _guarded_by_macro(self, call: Node, guard: Node, covering: Expansion) -> Statement | None:
        """The macro call that makes nothing but an if statement around a call."""
        inner, outer = (self.all_made(outside(self.graph.parent, n)[0], covering) for n in (call, guard))
        block = self.graph.parent.get(id(outer))
        if self.graph.parent.get(id(inner)) is not guard or block is None or block.kind != "COMPOUND_STMT":
            return None
        if not self.alone(covering, block, outer) or any(p.kind == "StmtExpr" for p in self.parents(call)):
            return None
        index = next(i for i, kid in enumerate(block.kids) if kid is outer)
        start, end, condition = self.source.conditional(covering.start, self.with_semicolon(covering.end))
        return Statement(call, block, index, start, end, condition)

    def _whole(self, call: Node, guard: Node | None) -> Statement | None:
        node, above = call, self.graph.parent.get(id(call))
        while above is not None and above.kind in EXPRESSION_WRAPPERS:
            node, above = above, self.graph.parent.get(id(above))
        statement = node
        covering = self.expansion(call.start)
        checked = self.checking(call, covering) if covering else None
        kept = self._keeping(call, covering) if covering and checked is None else None
        if covering and kept is not None:
            asked = kept.ref == ERRNO or self.asked_behind(kept.ref, covering.start, covering.end, kept.behind)
            checked = None if asked else kept.made
        if checked is not None:
            statement = call
        start = statement.start
        if checked is not None:
            node, above = outside(self.graph.parent, checked)
            start = min(start, node.start)  # (void) stands outside of the macro
        elif covering:
            node = self.all_made(node, covering)
            above = self.graph.parent.get(id(node))
        node, above = self._unlabelled(node)
        if above is None or (above.kind != "COMPOUND_STMT" and above is not guard) or strip(statement) is not call:
            return None
        if covering and not self.alone(covering, above, node):
            return None
        token = callee(call)
        if not covering and "\\" in self.source.text[token.first : token.last]:
            return None  # spelled on two lines
        end = self.with_semicolon(max(statement.end, covering.end if covering else 0))
        while (outer := self._braces(above, node)) is not None:
            node, above, start, end = above, outer, above.start, self.end_of(above)
        index = next(i for i, kid in enumerate(above.kids) if kid is node)
        start, end, condition = self.source.conditional(start, end)
        return Statement(statement, above, index, start, end, condition, behind=kept.behind if kept else None)

    def _failing_by_macro(self, call: Node, asks: Node, covering: Expansion) -> Statement | None:
        """The macro call that makes nothing but a lock call under a condition, for which an expression ``asks``, and
        what is done only if that fails: ``do { if (threaded ? lock(m) : 0) abort(); } while (0)``.
        """
        made = self._all_of(call, covering)
        succeeds = lockapi.TOKENS.get(callee(call).name) in ALWAYS_ZERO
        if not succeeds or not (asks.op == "&&" or asks.kind == "CONDITIONAL_OPERATOR"):
            return None
        place = self.in_block(outside(self.graph.parent, made)[0])
        idle = does_nothing_else(made, call, 0, {id(strip(asks.kids[0])): 1})
        inside = any(p.kind == "StmtExpr" for p in self.parents(made))
        if not idle or inside or place is None or not self.alone(covering, place[0], made):
            return None
        start, end, condition = self.source.conditional(covering.start, self.with_semicolon(covering.end))
        return Statement(call, *place, start, end, condition)

    def _all_of(self, call: Node, covering: Expansion) -> Node:
        """All that a macro call makes around a call."""
        node = call
        while (above := self.graph.parent.get(id(node))) and covering.start <= above.start <= above.end <= covering.end:
            node = above
        return node

    def setting_statement(self, call: Node) -> Statement | None:
        """The macro call that keeps a lock call's result, 0, for its function to ask for it behind; its client does so.

        None if that is another one.
        """
        covering = self.expansion(call.start)
        kept = self._keeping(call, covering) if covering else None
        place = self.in_block(outside(self.graph.parent, kept.made)[0]) if kept else None
        if covering is None or kept is None or place is None or not self.alone(covering, place[0], kept.made):
            return None
        end, sets = self.with_semicolon(covering.end), f"{kept.variable} = 0"
        ref = "" if kept.ref == ERRNO else kept.ref
        return Statement(call, *place, covering.start, end, ahead=sets, after=sets, sets=ref)

    def setting_errno(self, call: Node) -> Statement | None:
        """The statement that keeps a lock call's result, 0, in errno, with the next one if that does something only if
        the call has failed, as it may do itself; its client sets errno.
        """
        kept, node = self._kept(call), using(self.graph.parent, call)
        place = self.in_block(node) if node is not None else None
        if kept is None or node is None or place is None or kept.op != "=" or not is_errno(kept.kids[0]):
            return None
        asks = node.kind == "IF_STMT"
        hidden = self.expansion(call.start) or (asks and self.expansion(node.start))
        if hidden or not (asks or strip(node) is kept) or not self._fails_by_errno([node], call):
            return None
        following = [] if asks else place[0].kids[place[1] + 1 : place[1] + 2]
        asking = [kid for kid in following if kid.kind == "IF_STMT" and self._fails_by_errno([node, kid], call)]
        last = asking[0] if asking else node
        behind = self.graph.otherwise.get(id(last.kids[1])) if last.kind == "IF_STMT" else None
        sets = f"{ERRNO} = 0"
        return Statement(call, *place, node.start, self.end_of(last), ahead=sets, after=sets, behind=behind)

    def _fails_by_errno(self, parts: Sequence[Node], call: Node) -> bool:
        """Do statements nothing but keep a lock call's result in errno, and ask that for a failure?"""
        jumps = any(n.kind == "GOTO_STMT" for part in parts for n in part.walk())  # its label may have no other
        lost = self._lost(parts[0].start, self.end_of(parts[-1]))
        return not (jumps or lost) and only_looks(parts, call, ERRNO, 0)

    def telling(self, call: Node) -> Statement | None:
        """The declaration of a variable that only says whether an acquisition has succeeded, for releases to ask for.

        It goes, with what asks: that call does not fail.
        """
        declared = self._said_by(call)
        statement = self.graph.parent[id(declared)] if declared is not None else None
        place = self.in_block(statement) if statement is not None else None
        if statement is None or place is None or self.expansion(call.start):
            return None
        start, end, condition = self.source.conditional(statement.start, self.end_of(statement))
        return None if self._lost(start, end) else Statement(call, *place, start, end, condition)

    def told(self, call: Node, taken: Node) -> Statement | None:
        """The if statement that asks such a variable for the acquisition, and releases the lock, and no more."""
        declared = self._said_by(taken)
        test = next((p for p in self.parents(call) if p.kind == "IF_STMT"), None) if declared is not None else None
        if declared is None or test is None or not self._asks(test, declared.ref):
            return None
        found = self._whole(call, test)
        return self._guarded(found, test) if found else None

    def _said_by(self, call: Node) -> Node | None:
        """The declaration of a variable that is not 0 if a lock call gives 0, and of which only if statements ask."""
        declared = next((p for p in self.parents(call) if p.kind == "VAR_DECL"), None)
        above = self.graph.parent.get(id(declared)) if declared is not None else None
        succeeds = lockapi.TOKENS.get(callee(call).name) in ALWAYS_ZERO
        if declared is None or above is None or len(above.kids) != 1 or not succeeds:
            return None
        ref, value = declared.ref, operands(declared)
        uses = [n for n in self.function.of_kinds("DECL_REF_EXPR") if n.ref == ref]
        tests = [t for t in self.function.of_kinds("IF_STMT") if self._asks(t, ref)]
        alone = len(uses) == len(tests) and bool(uses) and not self.function.locals[ref].static
        said = alone and bool(value) and only_looks(value[-1:], call, ref, 0) and gives(value[-1], call, 0)
        return declared if said and not self._named_unseen(ref) else None

    def _asks(self, test: Node, ref: str) -> bool:
        """Does an if statement without else ask for a variable, and nothing else?"""
        return len(test.kids) == 2 and strip(test.kids[0]).ref == ref

    def _keeping(self, call: Node, covering: Expansion) -> _Kept | None:
        """What a macro makes around a lock call if that only keeps its result in a variable, and looks at that."""
        made, kept = self._all_of(call, covering), self._kept(call)
        target = kept.kids[0] if kept is not None and kept.op == "=" else call
        ref = ERRNO if is_errno(target) else strip(target).ref
        tests = [node for node in made.walk() if node.kind == "IF_STMT"]
        variable = self.function.locals.get(ref)
        succeeds = lockapi.TOKENS.get(callee(call).name) in ALWAYS_ZERO
        own = variable is not None and not (variable.static or self.graph.is_addressed(ref))
        if not succeeds or len(tests) != 1 or not (own or ref == ERRNO):
            return None
        named = any(node.ref == ref or (ref == ERRNO and is_errno(node)) for node in call.walk())
        if named or not only_looks([made], call, ref, 0) or id(tests[0].kids[1]) not in self.graph.otherwise:
            return None
        name = variable.name if variable is not None else ref
        return _Kept(made, name, ref, self.graph.otherwise[id(tests[0].kids[1])])

    def _braces(self, block: Node, node: Node) -> Node | None:
        """The block around braces of the source's own that hold nothing but one statement, None if that is not so."""
        outer = self.graph.parent.get(id(block))
        text = self.source.text[block.start : node.start] + self.source.text[self.end_of(node) : block.end]
        own = self.expansion(block.start) is None and text.split() in (["{", "}"], ["{}"])
        return outer if own and outer is not None and outer.kind == "COMPOUND_STMT" else None

    def all_made(self, node: Node, covering: Expansion) -> Node:
        """What a macro makes if all that it does is one statement: braces, a loop run once, a decided if around it."""
        above = self.graph.parent.get(id(node))
        while above is not None and covering.start <= above.start and above.end <= covering.end:
            block = above.kind == "COMPOUND_STMT" and all(k is node or k.kind == "NULL_STMT" for k in above.kids)
            once = above.kind == "DO_STMT" and constant(above.kids[1]) == 0
            taken = {None: None, 0: 2}.get(constant(above.kids[0]), 1) if above.kind == "IF_STMT" else None
            if not block and not once and not (taken is not None and above.kids[taken:][:1] == [node]):
                break
            node, above = above, self.graph.parent.get(id(above))
        return node

    def checking(self, call: Node, covering: Expansion) -> Node | None:
        """What a macro makes around a call if nothing else happens where the call succeeds; None if it makes no more.

        Its report is for a call that fails: ``do { int e = call; if (e != 0) report; } while (0)``.
        """
        node = self._all_of(call, covering)
        op = lockapi.TOKENS.get(callee(call).name)
        if op:
            checks = op in ALWAYS_ZERO and self._idle_but(node, call, 0)
        else:  # who knows which result says that it has failed: the one that ends the program
            pairs = ((0, 1), (1, 0))
            checks = any(
                does_nothing_else(node, call, well) and never_ends(self.graph, node, call, ill) for well, ill in pairs
            )
        return node if strip(node) is not call and checks else None

    def alone(self, covering: Expansion, block: Node, node: Node) -> bool:
        """Does a macro call make nothing but this one statement of the block?"""
        if covering.start <= block.start < covering.end:
            return False
        others = (k for k in block.kids if k.op != SCOPE and k.kind != "NULL_STMT" and not _leads_to(k, node))
        return not any(covering.start <= k.start < covering.end or k.start < covering.start < k.end for k in others)

    def spelled_name(self) -> str:
        """What stands for the function's name in its definition: a macro may make it, ``TEST(name) { ... }``, or all
        that stands before the body, ``YY_DECL { ... }``.

        "" where nothing does, or where a unit reads the definition again under another name. A definition without its
        name cannot be repeated as a prototype, for a function that calls itself.
        """
        name, own = self.written_name, self.function
        if any(f.start == own.start and f.file == own.file and f is not own for f in self.unit.functions):
            return ""
        if self._heads(name):
            return name
        found = _BEFORE_PARAMETERS.match(self.head) or _LAST_WORD.fullmatch(self.head)
        calls_itself = any(n.ref == self.function.key for n in self.function.nodes if n.op == "function")
        return found[1] if found and not calls_itself else ""

    @cached_property
    def written_name(self) -> str:
        """The function's name in the source, where a macro that stands for it gives it another one in each build."""
        function = self.function
        found = _BEFORE_PARAMETERS.match(self.head)
        if found is None or self._heads(function.name):
            return function.name
        made = self.expansion(function.start + found.start(1))
        return found[1] if made and made.end - made.start == len(made.name) else function.name

    @property
    def has_braces(self) -> bool:
        """Does the function's body stand between braces, and not between macros, or digraphs?"""
        text, body = self.source.text, self.function.body
        return text[body.start] == "{" and text[body.end - 1] == "}"

    def _heads(self, name: str) -> bool:
        """Does a name stand before parentheses in front of the function's body?"""
        return any(match[1] == name for match in _BEFORE_PARENTHESIS.finditer(self.head))

    @cached_property
    def head(self) -> str:
        """The text before the function's body, with blanks for comments."""
        text = self.source.text[self.function.start : self.function.body.start]
        return _COMMENT.sub(lambda match: " " * len(match[0]), text)

    def with_semicolon(self, end: int) -> int:
        """The end of a statement, its semicolon included, but not that of another one behind that."""
        if self.source.text[end - 1] == ";":
            return end
        after = self.source.skip_blank(end)
        return after + 1 if self.source.text[after : after + 1] == ";" else end

    def end_of(self, statement: Node) -> int:
        """The end of any statement, its semicolon included."""
        covering = self.expansion(max(statement.start, statement.end - 1))
        end = max(statement.end, covering.end if covering else 0)
        if statement.kind == "COMPOUND_STMT" or self.source.text[end - 1] == ";":
            return end
        return self.with_semicolon(end)


def _leads_to(statement: Node, node: Node) -> bool:
    """Is a statement of a block another one, perhaps behind labels?"""
    while statement is not node and statement.kind in PREFIXES:
        statement = statement.kids[-1]
    return statement is node
