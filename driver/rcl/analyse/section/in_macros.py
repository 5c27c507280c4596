# SPDX-License-Identifier: MIT
"""Sections that stand in the body of a macro: what each use of the macro hands to their one function.

The macro executes the section where it took the lock, and hands over, before that, a pointer to what a parameter
names as a field, and the values of other parameters and of local variables of the functions that use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from rcl.analyse.function.flow import Operation
from rcl.analyse.function.liveness import WRITES
from rcl.analyse.function.values import Locals
from rcl.analyse.section.captures import LARGEST_COPY
from rcl.analyse.section.hazards import is_bound
from rcl.analyse.unit.brackets import depths, only_code
from rcl.analyse.unit.region import Layout, Source, Sources
from rcl.analyse.unit.text import OF_PLACE, bare, call_alone, definition, head, parts, spelled_by, unwrapped, ways_to
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    Expansion,
    Macro,
    Node,
    Unit,
    Variable,
    arguments,
    callee,
    changes,
    evaluated,
    nonzero,
    strip,
    whole_of,
)  # fmt: skip
from rcl.compdb import SOURCE_SUFFIXES
from rcl.model import Capture, Direction, Reference

_WORD = re.compile(r"\b[A-Za-z_]\w*")
#: a variable, perhaps in parentheses, and the way from it to a field
_PATH = re.compile(r"(?:\(\s*([A-Za-z_]\w*)\s*\)|\b([A-Za-z_]\w*))((?:\s*(?:->|\.)\s*[A-Za-z_]\w*)+)")
_MEMBER_OF = re.compile(r"(?:->|\.)\s*$")
#: what is called with what follows in parentheses
_CALLED = re.compile(r"[)\]]$|(?!\b(?:else|return)$)\b\w+$")
_ENDED = re.compile(r"\s*;")
#: a type that is written in front of a name
_SIMPLE = re.compile(r"(?:(?:struct|union|enum) )?\w+(?: \w+)*(?: \*+)?")
_INT = re.compile(r"\d{1,9}")
#: what gives an int for ints
_REACHING_INT = ("", *"+-*/%&|^~")
#: what says where it stands
_PLACES = OF_PLACE | {"__FILE__", "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"}
_VALUES = frozenset({
    "INTEGER_LITERAL", "CHARACTER_LITERAL", "FLOATING_LITERAL", "BINARY_OPERATOR", "UNARY_OPERATOR",
    "CONDITIONAL_OPERATOR", "CXX_UNARY_EXPR", "DECL_REF_EXPR", "TYPE_REF", *EXPRESSION_WRAPPERS,
})  # fmt: skip
_MEMORY = _VALUES | {"MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"}
#: what such a section may hold
_PLAIN = _MEMORY | {
    "COMPOUND_STMT", "IF_STMT", "DO_STMT", "WHILE_STMT", "FOR_STMT", "NULL_STMT",
    "COMPOUND_ASSIGNMENT_OPERATOR", "CALL_EXPR", "STRING_LITERAL",
}  # fmt: skip


@dataclass(frozen=True)
class Body:
    """A section's text in a macro's body: its first and last statement, and the mutex as its lock call names it."""

    macro: Macro
    source: Source
    parameters: list[str]
    enter: tuple[int, int]
    leave: tuple[int, int]
    lock: str

    @cached_property
    def code(self) -> str:
        """The code between the two statements."""
        return _code(self.source.text[self.enter[1] : self.leave[0]])

    @property
    def lock_call(self) -> str:
        """The first statement's code."""
        return _code(self.source.text[self.enter[0] : self.enter[1]])

    @cached_property
    def paths(self) -> list[re.Match[str]]:
        """The ways to a field that end with a parameter."""
        found = (m for m in _PATH.finditer(self.code) if not self._is_part(m))
        return [m for m in found if _WORD.findall(m[3])[-1] in self.parameters]

    def _is_part(self, path: re.Match[str]) -> bool:
        """Is it a part of something longer, ``f(x)->y``?"""
        before = self.code[: path.start()].rstrip()
        if re.search(r"\bif$", _without_parentheses(before)):
            return False
        return bool(_MEMBER_OF.search(before)) or (path[1] is not None and _CALLED.search(before) is not None)

    @property
    def words(self) -> Iterator[re.Match[str]]:
        """The names in it that are no fields, nor in one of the paths."""
        for word in _WORD.finditer(self.code):
            if not any(p.start() <= word.start() < p.end() for p in self.paths):
                yield word

    def names_lock(self, path: str) -> bool:
        """Is the mutex a part of what a path leads to, so that it would be another one if that changed?"""
        lock = bare(bare(re.sub(r"\s", "", self.lock)).removeprefix("&"))
        return re.fullmatch(rf"{re.escape(path)}(?:(?:->|\.)\w+)*", _path(lock)) is not None


def body_of(unit: Unit, sources: Sources, expansion: Expansion, site: Operation, release: Operation) -> Body | None:
    """The section's text, if the macro's own body has all of it, between two statements of one block; else None."""
    macro = definition(unit, expansion)
    taken, freed = (ways_to(unit, sources, expansion, callee(o.call).name) for o in (site, release))
    if macro is None or len({way[0] for way in taken}) != 1 or len({way[0] for way in freed}) != 1:
        return None
    source = sources(macro.file)
    text = source.text[macro.start : macro.end]
    _, parameters, end = head(text)
    (_, took), (_, gave) = taken[0][0], freed[0][0]
    code = _code(text)
    enter, leave = (_statement(code, at - macro.start) for at in (took, gave))
    if enter is None or leave is None or not end < enter[0] < enter[1] <= leave[0]:
        return None
    inside, before = code[enter[1] : leave[0]], code[end : enter[0]]
    balanced = _balanced(inside) and before.count("{") > before.count("}")
    lock, freed_too = (
        call_alone(unit, sources, code[slice(*span)], callee(o.call).name)
        for o, span in ((site, enter), (release, leave))
    )
    if not balanced or "#" in code[enter[0] : leave[1]] or lock is None or freed_too is None or len(lock) != 1:
        return None
    if any(p.endswith("...") for p in parameters or ()):
        return None
    first, last = ((macro.start + start, macro.start + stop) for start, stop in (enter, leave))
    return Body(macro, source, [p for p in parameters or () if p], first, last, unwrapped(lock[0]))


def _code(text: str) -> str:
    """A text's code alone, in lines that no backslash ends, as long as it is."""
    return only_code(re.sub(r"\\(?=\r?\n)", " ", text))


def _statement(code: str, at: int) -> tuple[int, int] | None:
    """The statement that is nothing but the call which begins at a place, with its semicolon."""
    if not code[:at].rstrip().endswith((";", "{", "}")):
        return None
    opening = re.compile(r"\w+\s*(?=\()").match(code, at)
    if opening is None:
        return None
    close = next((i for i, depth in depths(code, opening.end()) if depth == 0), len(code))
    ended = _ENDED.match(code, close + 1)
    return (at, ended.end()) if ended else None


def _balanced(code: str) -> bool:
    """Are the brackets in it its own?"""
    reached = [depth for _, depth in depths(code, 0)]
    return not reached or (min(reached) >= 0 and reached[-1] == 0)


def _without_parentheses(code: str) -> str:
    """What stands before the parentheses that code ends with."""
    opened = [i for i, depth in depths(code, 0) if _balanced(code[i:])]
    return code[: opened[-1]].rstrip() if opened else code


def _path(text: str) -> str:
    """A path without parentheses around its variable."""
    return re.sub(r"^\((\w+)\)", r"\1", text)


@dataclass
class Use:
    """One use of the macro in a function."""

    layout: Layout
    known: Locals
    site: Operation
    release: Operation
    expansion: Expansion
    body: Body
    #: the section's statements there
    statements: list[Node] = field(init=False)

    def __post_init__(self) -> None:
        self.statements = self._between()

    @cached_property
    def nodes(self) -> list[Node]:
        """All that the section does there."""
        return [node for statement in self.statements for node in statement.walk()]

    def captures(self) -> list[Capture] | None:
        """What the section is handed there; None if it cannot be moved."""
        if not self.statements or not self._plain() or self._named_otherwise() or self._spelled_out():
            return None
        if len(self._spans) != len(self.body.parameters):
            return None  # a comma in brackets or braces is the preprocessor's, too
        made = [*self._fields(), *self._values(), *self._variables()]
        found = [(at, capture) for at, capture in made if capture is not None]
        if len(found) < len(made):
            return None
        return [capture for _, capture in sorted(found, key=lambda one: one[0])]

    @property
    def said(self) -> tuple[str, ...]:
        """The names in the section and in what its macro is given, with those that macros among them may come to, and
        the macros that have names of what is made.
        """
        given = " ".join(self.layout.source.text[first:last] for first, last in self._spans)
        named = spelled_by(self.layout.unit, self.layout.sources, f"{self.body.code} {given}")
        return tuple(sorted(named | self.layout.unit.made))

    def evaluated(self) -> Iterator[Node]:
        """What the section works out there."""
        return (node for statement in self.statements for node in evaluated(statement))

    # ------------------------------------------------------------------ what it consists of

    def _between(self) -> list[Node]:
        """The statements between the two lock calls, if these stand in one block; else none."""
        places = [self._in_block(o.call) for o in (self.site, self.release)]
        if places[0] is None or places[1] is None or places[0][0] is not places[1][0]:
            return []
        (block, first), (_, last) = places[0], places[1]
        return [] if self.layout.makes_value(block, block.kids[last]) else block.kids[first + 1 : last]

    def _in_block(self, call: Node) -> tuple[Node, int] | None:
        """The block that a lock call is a statement of, and its number there."""
        parent = self.layout.graph.parent
        while parent[id(call)].kind in EXPRESSION_WRAPPERS:
            call = parent[id(call)]
        statement = self.layout.all_made(call, self.expansion)
        block = parent[id(statement)]
        if block.kind != "COMPOUND_STMT":
            return None
        return block, next(i for i, kid in enumerate(block.kids) if kid is statement)

    def _plain(self) -> bool:
        """Does it consist of what may stand in any function, and change no variable of this one?"""
        if any(n.kind not in _PLAIN or n.op == "inner" or is_bound(self.layout, n) for n in self.nodes):
            return False
        if any(whole_of(n.kids[0]).op == "local" for n in self.nodes if changes(n)):
            return False
        locks = (node for o in (self.site, self.release) for a in arguments(o.call) for node in a.walk())
        return all(node.kind in _MEMORY and not changes(node) for node in locks)

    def _named_otherwise(self) -> bool:
        """Would a name in it mean something else where its function is to stand, or in a function of its own, or one of
        its mutex where the macro itself says it?
        """
        unit, said = self.layout.unit, {word[0] for word in self.body.words}
        own, locks = self._come_to(said), self._come_to(_WORD.findall(self.body.lock_call))
        for word in (said | own) - {*self.body.parameters}:
            known = unit.macros.get(word, [])
            asked = (macro for macro in known if word in said or macro.file == self.body.macro.file)
            if len(known) > 1 or not all(map(self._is_before, asked)):
                return True
        return not _PLACES.isdisjoint(own | said) or any(
            parameter in own | locks or parameter in unit.macros for parameter in self.body.parameters
        )

    def _come_to(self, words: Iterable[str]) -> set[str]:
        """The names that the macros among some words may come to."""
        unit, sources = self.layout.unit, self.layout.sources
        return {name for word in words for name in spelled_by(unit, sources, word) - {word}}

    def _spelled_out(self) -> bool:
        """Does a macro in it make a text of what it is handed from a parameter, or paste that to something?"""
        unit, sources, code = self.layout.unit, self.layout.sources, self.body.code
        for word in self.body.words:
            inside = spelled_by(unit, sources, word[0])
            bodies = (parts(sources(m.file).part(m.start, m.end))[2] for w in inside for m in unit.macros.get(w, []))
            if any("#" in only_code(body) for body in bodies):
                end = next((i for i, depth in depths(code, word.end()) if depth == 0), len(code))
                if not {*self.body.parameters}.isdisjoint(_WORD.findall(code[word.end() : end])):
                    return True
        return False

    def _is_before(self, macro: Macro) -> bool:
        """Is another macro defined before the first function that uses this one, or before this one in a header?"""
        own, function = self.body.macro, self.layout.function
        if own.file.endswith(SOURCE_SUFFIXES):
            return macro.file != own.file or macro.start < function.start
        return macro.file == own.file and macro.start < own.start

    # ------------------------------------------------------------------ what it is given

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Where the macro's arguments stand, without the white space around them."""
        text = self.layout.source.text[: self.expansion.end]
        start = text.index("(", self.expansion.start) if self.body.parameters else len(text)
        edges = [start]
        edges += [i for i, depth in depths(text, start) if depth == 0 or (depth == 1 and text[i] == ",")]
        pairs = ((first + 1, last) for first, last in pairwise(edges))
        parts = ((first, text[first:last]) for first, last in pairs)
        return [(at + len(part) - len(part.lstrip()), at + len(part.rstrip())) for at, part in parts]

    def _argument(self, node: Node) -> int | None:
        """The number of the argument that a node is all of or a part of, None if other text belongs to it, too."""
        begins, ends = (
            next((n for n, (first, last) in enumerate(self._spans) if first <= at < last), None)
            for at in (node.first, max(node.first, node.last - 1))  # a macro's text ends where it begins
        )
        return begins if begins == ends and node.last < self.expansion.end else None

    @cached_property
    def given(self) -> dict[str, list[Node]]:
        """For each parameter what is given for it, as often as the section names it."""
        found: dict[str, list[Node]] = {name: [] for name in self.body.parameters}
        for statement in self.statements:
            for number, node in self._given_in(statement):
                found[self.body.parameters[number]].append(node)
        return found

    def _given_in(self, node: Node) -> Iterator[tuple[int, Node]]:
        numbers = {self._argument(below) for below in node.walk()}
        number = next(iter(numbers))
        if len(numbers) == 1 and number is not None:
            yield number, node
            return
        for kid in node.kids:
            yield from self._given_in(kid)

    def _whole(self, name: str) -> list[Node] | None:
        """What is given for a parameter wherever the section names it; None if that is not all of the argument each
        time.
        """
        words = [word for word in self.body.words if word[0] == name]
        roots = [path for path in self.body.paths if name in (path[1], path[2])]
        found, start = self.given[name], self._spans[self.body.parameters.index(name)][0]
        return found if len(found) == len(words) + len(roots) and all(n.first == start for n in found) else None

    def _is_field(self, word: re.Match[str]) -> bool:
        return _MEMBER_OF.search(self.body.code[: word.start()]) is not None

    # ------------------------------------------------------------------ fields that parameters name

    def _fields(self) -> Iterator[tuple[int, Capture | None]]:
        """Pointers to the fields that parameters name."""
        paths: dict[str, list[re.Match[str]]] = {}
        for path in self.body.paths:
            paths.setdefault(_WORD.findall(path[3])[-1], []).append(path)
        for name, found in paths.items():
            yield found[0].start(), self._field(name, found)

    def _field(self, name: str, paths: list[re.Match[str]]) -> Capture | None:
        told = {re.sub(r"\s", "", path[0]) for path in paths}
        variable = self._named_field(name)
        if len(told) > 1 or variable is None or variable.register or _SIMPLE.fullmatch(variable.type) is None:
            return None
        path = told.pop()
        if not self._leads_there(_path(path)):
            return None
        places = tuple(Reference(self.body.source.place(self.body.enter[1] + p.start())) for p in paths)
        return Capture(
            name, _declared(variable.type, name), _declared(variable.type, f"*{name}"), Direction.BY_REFERENCE,
            "a field that a parameter names", references=places, value=path,
        )  # fmt: skip

    def _named_field(self, name: str) -> Variable | None:
        """The field that a parameter names wherever the section does."""
        start, end = self._spans[self.body.parameters.index(name)]
        if not _WORD.fullmatch(self.layout.source.text[start:end]) or any(w[0] == name for w in self.body.words):
            return None
        named = [n for n in self.nodes if n.kind == "MEMBER_REF_EXPR" and n.last == end]
        held = any(whole_of(node).op == "local" for node in named)
        refs = {node.ref for node in named}
        count = sum(_WORD.findall(path[3])[-1] == name for path in self.body.paths)
        return self.layout.unit.variables.get(refs.pop()) if len(named) == count and not held else None

    def _leads_there(self, path: str) -> bool:
        """Does a path mean the same before the lock is taken? It leads on from a variable of the function's alone, from
        what the mutex is a part of, or from what is always at the same place.
        """
        pointer, arrow, _ = path.rpartition("->")
        root = re.match(r"\w+", path)
        assert root is not None
        if root[0] in self.body.parameters:
            given = self._whole(root[0])
            if given is None or not all(self._is_memory(n) for n in given):
                return False
            if all(self._is_value(n) if pointer == root[0] else not arrow and self._stands(n) for n in given):
                return True
        elif pointer == root[0] and (ref := self._own(root[0])) is not None:
            return self._copied(ref)
        elif not arrow and root[0] not in self.layout.unit.macros:
            return True
        return self.body.names_lock(pointer or root[0])

    def _stands(self, node: Node) -> bool:
        """Is an object always at the same place, or where variables that only this function changes say?"""
        node = strip(node)
        match node.kind:
            case "DECL_REF_EXPR":
                return True
            case "MEMBER_REF_EXPR":
                return self._stands(node.kids[0]) if node.op == "." else self._is_value(node.kids[0])
            case "ARRAY_SUBSCRIPT_EXPR":
                array, index = node.kids
                held = self._stands(array) if strip(array).type == "a" else self._is_value(array)
                return held and self._is_value(index)
        return node.op == "*" and self._is_value(node.kids[0])

    # ------------------------------------------------------------------ values

    def _values(self) -> Iterator[tuple[int, Capture | None]]:
        """The values of parameters that the section names."""
        for name in self.body.parameters:
            at = next((w.start() for w in self.body.words if w[0] == name), None)
            if at is not None:
                yield at, self._value(name)

    def _value(self, name: str) -> Capture | None:
        given = self._whole(name)
        if not given or any(self._is_object(node) for node in given):
            return None
        stays = self.body.names_lock(name)
        if not all(self._is_memory(n) if stays else self._is_value(n) for n in given):
            return None
        types = {self._type(node) for node in given}
        if len(given) == 1 and (assigned := self._assigned(given[0])) is not None:
            types = {assigned}
        said = types.pop() or ""
        if types or not _SIMPLE.fullmatch(said):
            return None
        return Capture(
            name, _declared(said, name), _declared(said, f"*{name}"), Direction.IN, "a parameter", value=name
        )

    def _is_object(self, node: Node) -> bool:
        """Is what is given meant as an object, not as its value?"""
        above = next(p for p in self.layout.parents(node) if p.kind not in EXPRESSION_WRAPPERS)
        first = bool(above.kids) and strip(above.kids[0]) is strip(node)
        part = above.kind == "MEMBER_REF_EXPR" and above.op == "."
        return part or (first and (changes(above) or (above.kind == "UNARY_OPERATOR" and above.op == "&")))

    def _is_value(self, node: Node) -> bool:
        """Is it worked out from constants and variables that only this function changes, and can always be?"""
        return self._is_memory(node) and all(
            n.kind in _VALUES and not (n.kind == "UNARY_OPERATOR" and n.op in "*&") and self._is_known(n)
            and not (n.op in ("/", "%") and not nonzero(n.kids[1]))  # the section may ask for that before
            for n in node.walk()
        )  # fmt: skip

    def _is_known(self, node: Node) -> bool:
        return node.kind != "DECL_REF_EXPR" or node.type in "zn" or self._copied(node.ref)

    def _is_memory(self, node: Node) -> bool:
        """Does working it out change nothing, and read nothing volatile?"""
        variables = self.layout.function.locals | self.layout.unit.variables
        read = (variables[n.ref] for n in node.walk() if n.ref in variables)
        return not any(v.volatile for v in read) and all(
            n.kind in _MEMORY and not changes(n) and n.op not in ("inner", "thread", ",") for n in node.walk()
        )

    def _assigned(self, node: Node) -> str | None:
        """The type of what an assignment gives a value that is nothing else of: the value gets it then, anyway."""
        above = next(p for p in self.layout.parents(node) if p.kind not in EXPRESSION_WRAPPERS)
        if above.op != "=":
            return None
        target = strip(above.kids[0])
        named = target.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR")
        return self._bare(self.layout.unit.variables[target.ref]) if named else None

    def _type(self, node: Node) -> str | None:
        """The type of what is given; None if it is not known, or cannot be written."""
        match node.kind:
            case "CSTYLE_CAST_EXPR":
                return node.op
            case "INTEGER_LITERAL" if _INT.fullmatch(self.layout.source.text, node.first, node.last):
                return "int"
            case "UNARY_OPERATOR" if node.op == "&":
                of = self._type(node.kids[0])
                return _declared(of, "*") if of else None
            case "PAREN_EXPR" | "UNARY_OPERATOR" | "BINARY_OPERATOR" if node.op in _REACHING_INT:
                return "int" if all(self._type(kid) == "int" for kid in node.kids) else None
            case "DECL_REF_EXPR" | "MEMBER_REF_EXPR":
                variables = self.layout.function.locals if node.op == "local" else self.layout.unit.variables
                return self._bare(variables[node.ref]) if node.ref in variables else None
        return None

    def _bare(self, variable: Variable) -> str | None:
        """The type of a variable's value."""
        if variable.volatile or variable.api or variable.elements:
            return None
        said = re.sub(r"(\*)\s*(?:const|restrict)$", r"\1", variable.type)
        return said if "*" in said else re.sub(r"\bconst\b\s*", "", said).strip()

    # ------------------------------------------------------------------ variables of the function's

    def _variables(self) -> Iterator[tuple[int, Capture | None]]:
        """The values of the function's variables that the macro's body names."""
        seen: dict[str, str] = {}
        for node in self._own_names():
            seen.setdefault(node.ref, node.name)
        for ref, name in seen.items():
            at = next((w.start() for w in self.body.words if w[0] == name and not self._is_field(w)), None)
            root = any(name in (path[1], path[2]) for path in self.body.paths)
            if at is not None or not root:
                yield at or 0, self._variable(ref)

    def _own_names(self) -> Iterator[Node]:
        """Where the macro's body names a variable of the function's."""
        given = {id(below) for nodes in self.given.values() for node in nodes for below in node.walk()}
        return (n for n in self.nodes if n.op == "local" and id(n) not in given)

    def _own(self, name: str) -> str | None:
        """The function's variable that the body calls so."""
        return next((n.ref for n in self._own_names() if n.name == name), None)

    def _variable(self, ref: str) -> Capture | None:
        variable = self.layout.function.locals[ref]
        said = self._bare(variable)
        if not self._copied(ref) or not said or not _SIMPLE.fullmatch(said):
            return None
        name = variable.name
        return Capture(name, _declared(said, name), _declared(said, f"*{name}"), Direction.IN, "read", value=name)

    def _copied(self, ref: str) -> bool:
        """May a variable's value be handed over? It has one, and nobody else can change it."""
        variable = self.layout.function.locals.get(ref)
        if variable is None or variable.static or variable.volatile or variable.thread_local or variable.elements:
            return False
        bound = variable.api or variable.why or variable.size > LARGEST_COPY or ref in self.layout.function.cleaned
        return not bound and ref not in self.known.addressed and self._has_value(ref)

    def _has_value(self, ref: str) -> bool:
        """Has a variable a value on every way to the section?"""
        if ref in self.layout.function.parameters:
            return True
        graph, block = self.layout.graph, self.site.block
        setting = {b.number for b in graph.blocks if any(e.ref == ref and e.kind in WRITES for e in b.events)}
        unset = graph.entry.number not in setting
        return block is not None and not (unset and block.number in graph.reached(never=setting))


def _declared(type_: str, name: str) -> str:
    """A declaration, with the stars at the name."""
    return f"{type_}{'' if type_.endswith('*') else ' '}{name}"
