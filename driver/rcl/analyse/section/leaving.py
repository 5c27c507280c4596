# SPDX-License-Identifier: MIT
"""Macros that leave a section where a check fails, ``do { if (!(cond)) { unlock(m); return ret; } } while (0)``.

A macro beside them has all but what comes from the release on, or the jump where they keep the lock: there it leaves
the section by what it is given, ``CHECK_LEAVE(cond, { return 1; });``. The rest is the client's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from rcl import lockapi
from rcl.analyse.function.flow import Locks, Operation
from rcl.analyse.unit.brackets import in_one_line, marks, only_code
from rcl.analyse.unit.graph import Block
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import argument_spans, balanced, bare, definition, head, spelled_by, values_of
from rcl.analyse.unit.tree import JUMPS, Beside, Expansion, Macro, Node, callee, strip
from rcl.model import is_outside
from rcl.names import beside

_WORD = re.compile(r"[A-Za-z_]\w*")
_JUMP = re.compile(r"\b(?:return|goto|break|continue)\b")
_RETURN = re.compile(r"return\s*(\(.*\));", re.DOTALL)
#: the end of a line that goes on in the next one
_CONTINUED = re.compile(r"[ \t]*\\\r?\n")
#: what uses a macro, and what it is given behind its other parameters
_USED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_VARIADIC = "__VA_ARGS__"
#: what goes on with the statement before it
_GOES_ON = re.compile(r"(?:else|while)\b")
#: what may stand around the release that is a statement of a macro's
_AROUND = frozenset({"DO_STMT", "COMPOUND_STMT", "INTEGER_LITERAL", "NULL_STMT"})
#: the parameter by which a section is left, and another one for a macro that names such a thing
_NAMES = ("leave", "leave_by")


@dataclass(frozen=True)
class Text:
    """How such a use reads: ``name`` is that of the macro that leaves by what it is given besides ``at`` a place, and
    does not get what is ``dropped``; ``made`` are the macros that go beside others for it, that one last. ``lines`` are
    the statements of the client's, the last of which is the jump. Without a name all is the client's, and the use does
    no more than to leave.
    """

    name: str
    made: tuple[Beside, ...]
    at: int
    dropped: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]

    def drops(self, node: Node) -> bool:
        """Does a node stand in what is dropped?"""
        return any(start <= node.first < end for start, end in self.dropped)


@dataclass(frozen=True)
class Check:
    """A use of such a macro in a section, which is the statement ``whole``. ``names`` are the variables in the client's
    statements, and ``nodes`` all in these, by their identities. ``block`` is where the lock is released, or that of the
    jump, and ``theirs`` are the blocks of the client's, by their numbers. ``gives`` is the key of the macro's variable
    that the section hands out, for the function to return.
    """

    use: Expansion
    whole: Node
    text: Text
    names: frozenset[str]
    nodes: frozenset[int]
    block: Block
    theirs: frozenset[int]
    gives: str


def check_at(layout: Layout, locks: Locks, start: int, jump: Node, release: Operation | None) -> Check | None:
    """The macro's use by which a section that begins at ``start`` is left by a jump, and no other one, behind its
    ``release`` or with the lock, if it goes on behind it; None if the jump is made otherwise, or more is.
    """
    use = layout.expansion(jump.start)
    whole = _statement(layout, use, jump) if use else None
    if use is None or whole is None or jump.kind not in ("RETURN_STMT", "GOTO_STMT"):
        return None
    operations = [o for o in locks.operations if use.start <= o.call.start < use.end]
    if [n for n in whole.walk() if n.kind in JUMPS] != [jump] or operations != ([release] if release else []):
        return None
    block = layout.graph.parent[id(jump)]
    statements = block.kids if block.kind == "COMPOUND_STMT" else [jump]
    kept, theirs = _kept(statements, jump, release), _blocks(layout, use, jump, release)
    if kept is None or theirs is None:
        return None
    said = release is not None and release.call.start < release.call.end  # but for a lock guard's
    called = callee(release.call).name if release and said else ""
    number = len(statements) - bool(release and not said)
    text = _of_library(layout, use) or _of_tree(layout, use, number, kept, called)
    if text and said and not kept and all(n.kind in _AROUND for n in _around(layout, whole, block)):
        text = Text("", (), use.end, ((use.start, use.end),), text.lines)
    nodes = [n for statement in statements[kept + bool(release) :] for n in statement.walk()]
    parts = text is not None and _may_part(layout, start, text, nodes)
    gives = _own_variable(layout, whole, jump) if nodes[0] is jump and not parts else ""
    if text is None or not (parts or (text.name and gives)):
        return None
    names = frozenset(n.ref for n in nodes if n.op == "local")
    own = (names, frozenset(map(id, nodes))) if parts else (frozenset[str](), frozenset[int]())
    return Check(use, whole, text, *own, *theirs, gives)


def _around(layout: Layout, whole: Node, block: Node) -> list[Node]:
    """The statements from a block in another one up to that."""
    above = [block, *layout.parents(block)]
    return above[: next(i for i, node in enumerate(above) if node is whole) + 1]


def _may_part(layout: Layout, start: int, text: Text, nodes: Sequence[Node]) -> bool:
    """May what a macro does behind a check be the client's? It declares nothing, and names no variable of the section's
    that this would not be told of: one that the macro names itself, or that the section goes by, too.
    """
    variables = layout.function.locals
    own = [n for n in nodes if n.op == "local" and n.ref in variables and not text.drops(n)]
    inside = any(variables[n.ref].where >= start for n in own)
    return not inside and not any(n.kind in ("VAR_DECL", "StmtExpr", "LABEL_STMT") for n in nodes)


def _own_variable(layout: Layout, whole: Node, jump: Node) -> str:
    """The key of the variable of a macro's own that it returns, which is the same before the lock is given back; "" if
    it returns something else.
    """
    value = strip(jump.kids[0]) if jump.kids else jump
    own = {n.ref for n in whole.walk() if n.kind == "VAR_DECL"}
    variable = layout.function.locals.get(value.ref) if value.kind == "DECL_REF_EXPR" and value.ref in own else None
    bound = variable is None or variable.static or variable.volatile or variable.why or variable.elements
    return "" if bound or layout.graph.is_addressed(value.ref) else value.ref


def _of_library(layout: Layout, use: Expansion) -> Text | None:
    """How the use of a library's macro reads."""
    name, given = lockapi.CHECKS.get(use.name, ""), _given(layout.source.text, use.start + len(use.name))
    if not name or definition(layout.unit, use) is not None:
        return None
    value = "".join(f" {layout.source.part(*span)}" for span in given[1:])
    dropped = ((given[0][1], given[-1][1]),) if given[1:] else ()
    return Text(name, (), use.end - 1, dropped, (f"return{value};",))


def _of_tree(layout: Layout, use: Expansion, number: int, kept: int, release: str) -> Text | None:
    """How the use of a macro of the tree reads, which has a ``number`` of statements in the block that its jump ends,
    the first of them ``kept``, and then the call of ``release``, if there is a name.
    """
    macro, given = definition(layout.unit, use), _given(layout.source.text, use.start + len(use.name))
    made = _Making(layout, number, kept, release).of(macro) if macro else None
    said = [in_one_line(layout.source.part(*span)) for span in given]
    values = values_of(made.parameters, said, least=0) if made else None
    if made is None or values is None:
        return None
    wanted, lines = made.made[-1].parameters.split(", "), _with(values, made.lines)
    named = [made.parameters[min(i, len(made.parameters) - 1)] for i in range(len(given))]
    dropped = _dropped(given, [name in wanted for name in named])
    open_end = layout.source.text.index("(", use.start) + 1 if wanted[-1].endswith("...") else use.end - 1
    lines = tuple(f"return {bare(found[1])};" if (found := _RETURN.fullmatch(line)) else line for line in lines)
    return Text(made.made[-1].name, made.made, open_end, dropped, lines)


def _statement(layout: Layout, use: Expansion, jump: Node) -> Node | None:
    """The statement with a jump that a macro's use is, in a block or as a branch; None if it is none, or more."""
    own = [n for n in layout.parents(jump) if use.start <= n.start < n.end <= use.end]
    above = layout.graph.parent.get(id(own[-1])) if own else None
    if above is None or layout.source.text[use.end - 1] != ")":
        return None
    if (place := layout.in_block(own[-1])) is not None:
        return own[-1] if layout.alone(use, place[0], own[-1]) else None
    branches = above.kids[1:] if above.kind == "IF_STMT" else above.kids[-1:]
    holds = above.kind in ("IF_STMT", "FOR_STMT", "WHILE_STMT") and any(kid is own[-1] for kid in branches)
    return own[-1] if holds else None


def _kept(statements: Sequence[Node], jump: Node, release: Operation | None) -> int | None:
    """How many statements of a block come before a release, or before the jump that ends it; None if that cannot be
    told.
    """
    if statements[-1] is not jump or release is None:
        return len(statements) - 1 if statements[-1] is jump else None
    holding = [i for i, kid in enumerate(statements) if any(n is release.call for n in kid.walk())]
    plain = not (release.guard or release.loses or (release.wrapper and release.wrapper.more))
    return holding[0] if plain and holding and _only_calls(statements[holding[0]], release.call) else None


def _only_calls(statement: Node, call: Node) -> bool:
    """Is a statement nothing but a call, perhaps in a block that is run once?"""
    inside = {id(n) for n in call.walk()}
    return strip(statement) is call or all(n.kind in _AROUND for n in statement.walk() if id(n) not in inside)


def _blocks(
    layout: Layout, use: Expansion, jump: Node, release: Operation | None
) -> tuple[Block, frozenset[int]] | None:
    """Where the lock is released, or the jump begins, and the blocks from there on; None if they may lead elsewhere."""
    graph = layout.graph
    begun = release.block if release else next((b for b in graph.blocks if b.begins == id(jump)), None)
    inside = {b.number for b in graph.blocks if use.start <= b.home < use.end}
    to = next(target for node, target in graph.jumps if node is jump)
    left = {graph.exit.number, *((graph.labels[to][0].number,) if isinstance(to, str) else ())}
    reached = graph.reached(begun, left) if begun else set[int]()
    if begun is None or not reached <= inside:
        return None
    return begun, frozenset(reached - ({begun.number} if release else set()))


@dataclass(frozen=True)
class _Made:
    """The macros that are made beside one and those by which it leaves, its own last; its ``parameters``, and the
    ``lines`` of who uses it, by these.
    """

    made: tuple[Beside, ...]
    parameters: list[str]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Making:
    """How macros are made beside others that leave, by the statements in the block that the jump ends."""

    layout: Layout
    number: int
    kept: int
    release: str

    def of(self, macro: Macro, deeper: int = 2) -> _Made | None:
        """The macro beside one, which has the first statements, and a parameter in the place of the others; or it uses
        another such macro; None if it is not told which these are.
        """
        layout, function = self.layout, self.layout.function
        inside = macro.file == function.file and function.start <= macro.start < function.end
        if inside or is_outside(macro.file) or len(layout.unit.macros[macro.name]) > 1:
            return None
        defined = layout.sources(macro.file).part(macro.start, macro.end)
        _, parameters, end = head(defined)
        body = defined[end:]
        leave = next((name for name in _NAMES if name not in _WORD.findall(body)), None)
        name = beside(macro.name, "LEAVE" if macro.name.isupper() else "leave")
        texts = (layout.sources(file).text for file in (macro.file, function.file))
        taken = name in layout.unit.macros or any(name in text for text in texts)
        if parameters is None or leave is None or taken:
            return None
        found = self._itself(body, parameters, leave)
        found = found or (self._by_another(body, parameters, leave, deeper) if deeper else None)
        if found is None:
            return None
        inner, lines, left = found
        words = {*_WORD.findall(only_code(left))}
        if words & lockapi.TOKENS.keys() or any("#" in line for line in lines):
            return None
        own = [p for p in parameters if (_VARIADIC if p == "..." else p.removesuffix("...")) in words]
        own = [leave, *own] if own and own[-1].endswith("...") else [*own, leave]
        one = Beside(name, macro, ", ".join(own), left.strip())
        return _Made((*inner, one), [p for p in parameters if p], lines)

    def _itself(
        self, body: str, parameters: list[str], leave: str
    ) -> tuple[tuple[Beside, ...], tuple[str, ...], str] | None:
        """The macros that one takes beside others, who uses it, and its body with a parameter by which it leaves, if it
        jumps itself; None if none of its statements is the release, or what it is given says whether one is.
        """
        statements = _statements(body, self.number) or []
        said = [body[start:end].rstrip(";").strip() for start, end in statements]
        given = [text for text in said if text in parameters]
        called = said[self.kept] if self.release and said else ""
        led = called in given or self.release in spelled_by(self.layout.unit, self.layout.sources, called)
        if not said or len(given) > bool(self.release) or (self.release and not led):
            return None
        lines = tuple(_in_lines(body, *span) for span in statements[self.kept + bool(self.release) :])
        ended = ";" if body[statements[-1][1] - 1] == ";" else ""
        return (), lines, f"{body[: statements[self.kept][0]]}{leave}{ended}{body[statements[-1][1] :]}"

    def _by_another(
        self, body: str, parameters: list[str], leave: str, deeper: int
    ) -> tuple[tuple[Beside, ...], tuple[str, ...], str] | None:
        """The same for a macro that does so by another one, which names nothing by itself that is a parameter of it."""
        macros, code = self.layout.unit.macros, only_code(body)
        known = (use for use in _USED.finditer(code) if len(macros.get(use[1], ())) == 1)
        leaving = [(use, made) for use in known if (made := self.of(macros[use[1]][0], deeper - 1)) is not None]
        use, made = leaving[0] if len(leaving) == 1 else (None, None)
        given = _given(body, use.end() - 1) if use else []
        values = values_of(made.parameters, [in_one_line(body[a:b]) for a, b in given], 0) if made else None
        if use is None or made is None or values is None or any(p.endswith("...") for p in made.parameters):
            return None
        if {*_WORD.findall(" ".join(made.lines))}.difference(made.parameters) & {*parameters}:
            return None
        kept = made.made[-1].parameters.split(", ")
        said = ", ".join([*(values[p] for p in made.parameters if p in kept), leave])
        start, end = use.start(), use.end() - 1 + len(balanced(body[use.end() - 1 :]))
        return made.made, _with(values, made.lines), f"{body[:start]}{made.made[-1].name}({said}){body[end:]}"


def _with(values: dict[str, str], lines: Iterable[str]) -> tuple[str, ...]:
    """Some lines with what parameters stand for, also where these are names of fields."""
    return tuple(_WORD.sub(partial(_given_for, values, only_code(line)), line) for line in lines)


def _given_for(values: dict[str, str], code: str, word: re.Match[str]) -> str:
    """What stands for a word of a line, unless that is in a text."""
    return values.get(word[0], word[0]) if code.startswith(word[0], word.start()) else word[0]


def _dropped(given: list[tuple[int, int]], wanted: list[bool]) -> tuple[tuple[int, int], ...]:
    """What of what a macro is given another one does not get, with the commas between."""
    kept = [span for span, one in zip(given, wanted, strict=True) if one]
    if not kept:
        return ((given[0][0], given[-1][1]),) if given else ()
    ends = [given[0][0], *(end for _, end in kept)]
    begins = [kept[0][0], *(given[given.index(span) - 1][1] for span in kept[1:]), given[-1][1]]
    return tuple((a, b) for a, b in zip(ends, begins, strict=True) if a < b)


def _in_lines(body: str, start: int, end: int) -> str:
    """A statement of a macro's body in lines as far in as itself."""
    before = body[:start].rpartition("\n")[2]
    inner = before[: len(before) - len(before.lstrip())]
    said = "\n".join(line.removeprefix(inner) for line in _CONTINUED.sub("\n", body[start:end]).split("\n"))
    return said if said.endswith((";", "}")) else f"{said};"


def _statements(body: str, number: int) -> list[tuple[int, int]] | None:
    """Where as many statements of a macro's body stand up to its only jump, in the block that this ends."""
    code = only_code(body).replace("\\", " ")
    jumps = [*_JUMP.finditer(code)]
    if len(jumps) != 1:
        return None
    end = next((i + 1 for i, depth in marks(code, jumps[0].start()) if code[i] == ";" and depth == 0), -1)
    if number == 1:  # its user may end it
        return [(jumps[0].start(), end if end > 0 else len(code.rstrip()))]
    if end < 0:
        return None
    opened: list[list[int]] = []
    for i, _ in marks(code[: jumps[0].start()], 0):
        if code[i] in "([{":
            opened.append([i])
        elif code[i] in ")]}" and opened:
            opened.pop()
        if opened and code[i] in ";}":
            opened[-1].append(i)
    places = [*opened[-1], end - 1] if opened and code[opened[-1][0]] == "{" else []
    found = list[tuple[int, int]]()
    for before, last in pairwise(places):
        start = before + 1 + len(code[before + 1 : last + 1]) - len(code[before + 1 : last + 1].lstrip())
        goes_on = found and _GOES_ON.match(code, start)
        found = [*found[:-1], (found[-1][0], last + 1)] if goes_on else [*found, (start, last + 1)]
    return found if len(found) == number else None


def _given(text: str, start: int) -> list[tuple[int, int]]:
    """Where stands what a macro is given that is used there."""
    return argument_spans(text, text.index("(", start)) or []
