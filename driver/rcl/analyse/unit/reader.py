# SPDX-License-Identifier: MIT
"""Reads one translation unit with libclang into plain data (see tree.py)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import clang.cindex as ci
from clang.cindex import CursorKind as K

from rcl import compdb
from rcl.analyse.unit import cleanup, scope, types, wording
from rcl.analyse.unit.graphs import ended_by_libc
from rcl.analyse.unit.libclang import Calls, identity
from rcl.analyse.unit.lockguards import LockGuards
from rcl.analyse.unit.openmp import is_parallel, of_threads
from rcl.analyse.unit.parsing import parsed
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import (
    Expansion,
    Function,
    Macro,
    Node,
    Prototype,
    Unit,
    Variable,
    merged,
    passed,
    returned,
    strip,
)
from rcl.analyse.unit.walk import BINARY, UNARY, Below, Row, Walker, expressions
from rcl.workspace import sha256

#: libclang's number of the first location in a macro, and a span that holds no location
_MACROS = 1 << 31
_NOWHERE = (0, -1, 0)
#: lines that go on behind a backslash: libclang counts them to what follows
_SPLICED = re.compile(r"(?:\\\r?\n)+")
#: a name that is not called
_UNCALLED = re.compile(r"\b[A-Za-z_]\w*+(?!\s*\()")
_RECORDS = (K.STRUCT_DECL, K.UNION_DECL)
_MACRO = (K.MACRO_DEFINITION, K.MACRO_INSTANTIATION)
_RECORD = ("STRUCT_DECL", "UNION_DECL")
_TYPED = {"DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "UNARY_OPERATOR", "CALL_EXPR",
          "COMPOUND_LITERAL_EXPR", "PAREN_EXPR", "CSTYLE_CAST_EXPR", "CONDITIONAL_OPERATOR"}  # fmt: skip


def read(command: compdb.CompileCommand, root: Path) -> tuple[Unit, dict[str, str]]:
    """Parse one file as it was built. Also the hashes of the files that it was read from, by absolute name."""
    reader = _Reader(command, root)
    read = {str(command.directory / name): content for name, content in reader.calls.read().items()}
    return reader.unit, {name: sha256(content) for name, content in read.items()}


def _unspliced(text: str, offset: int) -> int:
    """The offset, behind the ends of lines that libclang counts to what stands there."""
    spliced = _SPLICED.match(text, offset) if text.startswith("\\", offset) else None
    return spliced.end() if spliced else offset


@cache
def _below(root: Path, directory: Path, path: str) -> str:
    """The path relative to the root, links followed, or "" if it is outside."""
    full = (directory / path).resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else ""


class _Reader:
    """One translation unit while it is read."""

    def __init__(self, command: compdb.CompileCommand, root: Path) -> None:
        self.root = root
        self._files: dict[int, str] = {0: ""}
        #: the file of the last location, and where libclang's numbers for it begin and end
        self._near = (0, -1, "")
        self._keys: dict[int, tuple[str, str]] = {}
        self._types: dict[int, types.Facts] = {}
        self._declared: dict[int, int] = {}
        #: what is known of declarations, and where macros are defined
        self._places: dict[int, tuple[int, int, int]] = {}
        self._defined: dict[int, tuple[str, int] | None] = {}
        self.writing = types.Writing()
        self._texts: dict[str, str] = {}
        self.directory = command.directory
        self.unit = Unit(self.relative(str(command.file)) or str(command.file), command.flags, command.shared)
        self.tu = parsed(command, self.relative)
        self.calls = Calls(self.tu)
        self.where = self.calls.where
        self.walker = Walker(self.tu)
        self.openmp = compdb.OPENMP in command.flags
        self.of_threads = of_threads(self.calls.read().values()) if self.openmp else frozenset[str]()
        #: the body or initialiser that is read
        self.below: Below
        self.function: Function | None = None
        #: where libclang's numbers for locations written in the function's own text begin and end, and its offset
        self.written = _NOWHERE
        self.number = 0
        #: the text of the function's file
        self.own = ""
        #: struct -> the first variable of its type: the name for one without a tag
        self.holders: dict[int, str] = {}
        #: struct -> what its fields call it
        self.owners: dict[int, str] = {}
        self.top_level()
        self.skipped_ranges()

    # ------------------------------------------------------------------ places

    def relative(self, path: str) -> str:
        """A path relative to the root, or "" for a file outside it."""
        return _below(self.root, self.directory, path)

    def file(self, location: ci.SourceLocation) -> str:
        """The file of a location relative to the root, "" if it is not below it."""
        first, last, name = self._near
        if first <= location.int_data <= last:
            return name
        number, offset, _ = self.where(location)
        name = self.named(number)
        if number and location.int_data < _MACROS:
            first = location.int_data - offset
            self._near = first, first + self.calls.size(number), name
        return name

    def named(self, number: int) -> str:
        """The file with libclang's number, as above."""
        if number not in self._files:
            self._files[number] = self.relative(self.calls.name(number))
        return self._files[number]

    def text(self, file: str) -> str:
        """The text of a file of the tree, a character a byte."""
        if file not in self._texts:
            self._texts[file] = self.calls.content(str(self.root / file)).decode("latin-1")
        return self._texts[file]

    def place(self, declaration: ci.Cursor) -> tuple[int, int, int]:
        """The file (libclang's number), offset and line of a declaration's name."""
        known = self._places.get(identity(declaration))
        if known is None:
            known = self._places[identity(declaration)] = self.where(self.calls.location(declaration))
        return known

    def home(self, declaration: ci.Cursor) -> str:
        """The file that a declaration's name stands in."""
        return self.named(self.place(declaration)[0])

    # ------------------------------------------------------------------ declarations

    def top_level(self) -> None:
        """Everything at file scope, the preprocessor's part first (libclang lists it so)."""
        cursors = self.walker.standing(self.tu.cursor, self.named)
        self.macros([(cursor, file) for cursor, file in cursors if cursor.kind in _MACRO])
        self.hold([cursor for cursor, _ in cursors])
        for cursor, file in cursors:
            match cursor.kind:
                case K.FUNCTION_DECL:
                    self.function_decl(cursor, file)
                case K.VAR_DECL:
                    self.global_variable(cursor)
                case K.STRUCT_DECL | K.UNION_DECL:
                    self.record(cursor, "")
                case K.TYPEDEF_DECL:
                    self.unit.typedefs.append(self.variable(cursor, "typedef"))
        for file, table in self.unit.expansions.items():
            self.unit.expansions[file] = merged(table)

    def hold(self, cursors: list[ci.Cursor]) -> None:
        """Note the variables among declarations: structs without a tag are called like them."""
        for cursor in cursors:
            if cursor.kind == K.VAR_DECL:
                of = identity(self.calls.type(cursor))
                if of not in self._declared:
                    self._declared[of] = identity(types.declaration_of(cursor))
                self.holders.setdefault(self._declared[of], self.calls.spelling(cursor))

    def macros(self, cursors: list[tuple[ci.Cursor, str]]) -> None:
        """Definitions of macros, and where they are expanded, with their files."""
        self.below = self.walker.below([cursor for cursor, _ in cursors])
        for at, (_, file) in enumerate(cursors):
            row, name = self.below.rows[at], self.below.names[at]
            # libclang lets it begin with a backslash at a line's end before
            start, end = _unspliced(self.text(file), row.start), row.end
            if self.below.kind(at) == "MACRO_DEFINITION":
                self.unit.macros.setdefault(name, []).append(Macro(name, file, start, end))
            else:
                given = self.text(file)[start + len(name) : end]
                entry = Expansion(start, end, name, self.defined(at), handed=self.handed(given) if given else ())
                self.unit.expansions.setdefault(file, []).append(entry)

    def defined(self, at: int) -> tuple[str, int] | None:
        """Where a macro that is expanded is defined, if that is in the tree."""
        row = self.below.rows[at]
        if row.meant_kind and row.meant not in self._defined:
            definition = self.meant(at)
            file = self.named(self.where(self.calls.location(definition))[0])
            start = self.where(self.calls.start(self.calls.extent(definition)))[1]
            self._defined[row.meant] = (file, _unspliced(self.text(file), start)) if file else None
        return self._defined.get(row.meant) if row.meant_kind else None

    def handed(self, given: str) -> tuple[str, ...]:
        """The macros with parameters among those of the tree that arguments name, and do not call."""
        known = {word: self.unit.macros[word][-1] for word in _UNCALLED.findall(given) if word in self.unit.macros}
        return tuple(sorted(w for w, m in known.items() if self.text(m.file).startswith("(", m.start + len(w))))

    def global_variable(self, cursor: ci.Cursor) -> None:
        variable = self.variable(cursor, "global")
        if variable.api:
            variable = replace(variable, alias=wording.symbol(self.calls.printed(cursor)))
        known = self.unit.variables.get(variable.key)
        if known is not None:
            kept = variable if variable.definition else known
            variable = replace(kept, type_refs=known.type_refs + variable.type_refs)
        self.unit.variables[variable.key] = variable
        initialiser = self.calls.initialiser(cursor)
        if initialiser is not None and initialiser.kind.is_expression():
            self.unit.initialisers[variable.key] = self.tree(initialiser)

    def record(self, cursor: ci.Cursor, outer: str, united: bool = False, whole: ci.Cursor | None = None) -> None:
        """The fields of a struct or union, nested ones under the name of their member, or as those of the ``whole``."""
        owner = outer or types.tag(cursor)
        if "(" in owner:
            owner = self.holders.get(identity(cursor), "unnamed")
        self.owners[identity(cursor)] = owner
        united = united or cursor.kind == K.UNION_DECL
        children = self.walker.children(cursor)
        fields = [c for c in children if c.kind == K.FIELD_DECL]
        for child in children:
            if child.kind in _RECORDS:
                member = [f.spelling for f in fields if types.declaration_of(f) == child]
                anonymous = child.is_anonymous() or not child.spelling or "(" in child.spelling
                if anonymous:
                    if member:
                        self.record(child, f"{owner}.{member[0]}")
                    else:
                        self.record(child, owner, united, whole or cursor)
                else:
                    self.record(child, "")
        for child in fields:
            offset = (whole or cursor).type.get_offset(child.spelling)
            variable = self.variable(child, "field", owner)
            # what stands in a union is written under another name, too
            calls = "" if cursor.kind == K.UNION_DECL else variable.calls
            variable = replace(variable, united=united, inner=whole is not None, offset=offset,
                               register=child.is_bitfield(), calls=calls)  # fmt: skip
            self.unit.variables[variable.key] = variable

    def key(self, cursor: ci.Cursor) -> tuple[str, str]:
        """The key of a declaration (equal in every unit that sees it) and its sort."""
        known = self._keys.get(identity(cursor))
        if known is None:
            known = self._keys[identity(cursor)] = self._key(cursor)
        return known

    def _key(self, cursor: ci.Cursor) -> tuple[str, str]:
        kind = cursor.kind
        file = self.home(cursor)
        place = f"{file}:{self.place(cursor)[1]}:{self.calls.spelling(cursor)}"
        if kind == K.FIELD_DECL:
            return f"M:{place}", "field"
        if kind == K.TYPEDEF_DECL:
            return f"T:{place}", "typedef"
        if kind == K.PARM_DECL or (kind == K.VAR_DECL and cursor.linkage == ci.LinkageKind.NO_LINKAGE):
            return f"L:{place}", "local"
        sort = {K.FUNCTION_DECL: "function", K.VAR_DECL: "variable"}.get(kind, "other")
        if kind == K.VAR_DECL and (cursor.tls_kind != ci.TLSKind.NONE or cursor.spelling in self.of_threads):
            sort = "thread"
        if cursor.linkage == ci.LinkageKind.INTERNAL:  # its first declaration may stand in another file
            first = cursor.canonical
            return f"{self.calls.usr(first)}@{self.home(first)}", sort
        return self.calls.usr(cursor), sort

    def facts(self, of: ci.Type) -> types.Facts:
        """What is to know of a type."""
        known = self._types.get(identity(of))
        if known is None:
            known = self._types[identity(of)] = types.facts(of)
        return known

    def variable(self, cursor: ci.Cursor, kind: str, owner: str = "") -> Variable:
        """What is to know of a variable, parameter, field or typedef."""
        key, sort = self.key(cursor)
        number, where, line = self.place(cursor)
        declared = cursor.underlying_typedef_type if kind == "typedef" else self.calls.type(cursor)
        of = self.facts(declared)
        text = self.writing.texts(cursor) if kind in ("local", "parameter") else types.NO_TEXT
        pointer = kind == "parameter" and of.letter in "avf" and not of.is_list  # see types.decayed
        storage = cursor.storage_class if kind in ("global", "local") else ci.StorageClass.NONE
        if of.calls or kind == "typedef":
            self.pointed(cursor, declared)
        return Variable(
            key, self.calls.spelling(cursor), self.named(number), line, where, kind, of.spelling,
            of.api, of.stars, of.array, owner, self.owner(of.record),
            static=storage == ci.StorageClass.STATIC, register=storage == ci.StorageClass.REGISTER,
            definition=kind == "global" and storage != ci.StorageClass.EXTERN,
            thread_local=sort == "thread" or (kind == "local" and cursor.tls_kind != ci.TLSKind.NONE),
            declaration=text.declaration, pointer=text.pointer, why=text.why,
            size=0 if pointer else max(declared.get_size(), 0), const=of.const, volatile=of.volatile,
            elements=of.elements and not pointer and not of.is_list,
            void_pointer=of.void_pointer, calls=of.calls,
            type_refs=self.type_refs(cursor) if of.api else (),
        )  # fmt: skip

    def pointed(self, cursor: ci.Cursor, declared: ci.Type) -> None:
        """Note the lock types in the type of functions that a declaration or a cast spells, perhaps of a pointer to it.
        """
        called = types.function_of(declared)
        if called is None:
            return
        parameters = [c for c in self.walker.children(cursor) if c.kind == K.PARM_DECL]
        result = self.type_refs(cursor) if self.facts(called.get_result()).api else ()
        spelled = {returned(f"*{called.spelling}"): result}
        for number, parameter in enumerate(parameters):
            of = self.calls.type(parameter)
            spelled[passed(called.spelling, number)] = self.type_refs(parameter) if self.facts(of).api else ()
            self.pointed(parameter, of)
        for key, refs in spelled.items():
            if refs:
                self.unit.pointed[key] = (*self.unit.pointed.get(key, ()), *refs)

    def owner(self, record: ci.Cursor | None) -> str:
        """What the fields of a struct or union call it; "" if there is none."""
        return "" if record is None else self.owners.get(identity(record)) or types.tag(record)

    def type_refs(self, cursor: ci.Cursor) -> tuple[tuple[str, int, str], ...]:
        """The places where the type's name is spelled in a declaration: file, offset, key of a typedef or ""."""
        found = []
        for child in self.walker.children(cursor):
            if child.kind == K.TYPE_REF:
                location = self.calls.location(child)
                found.append((self.file(location), self.where(location, True)[1], self.type_key(child)))
        return tuple(found)

    def type_key(self, cursor: ci.Cursor) -> str:
        named = self.calls.referenced(cursor)
        if named is not None and named.kind == K.TYPEDEF_DECL and self.home(named):
            return self.key(named)[0]
        return str(cursor.spelling)

    # ------------------------------------------------------------------ functions

    def function_decl(self, cursor: ci.Cursor, file: str) -> None:
        key = self.key(cursor)[0]
        returns = tuple(r for r in self.type_refs(cursor)) if self.facts(cursor.result_type).api else ()
        extent = self.calls.extent(cursor)
        start, end = self.where(self.calls.start(extent)), self.where(self.calls.end(extent))
        signature = self.facts(self.calls.type(cursor)).canonical
        name = self.calls.spelling(cursor)
        if not cursor.is_definition():
            attributes = any(c.kind == K.UNEXPOSED_ATTR for c in self.walker.children(cursor))
            if attributes and (symbol := wording.symbol(self.calls.printed(cursor))):
                self.unit.aliases[key] = symbol
                return
            made = Prototype(key, name, file, start[1], end[1], signature, self.locks_of(cursor), returns)
            self.unit.prototypes.append(made)
            return
        parameters = [self.variable(p, "parameter") for p in cursor.get_arguments()]
        body = next(c for c in self.walker.children(cursor) if c.kind == K.COMPOUND_STMT)
        if returns:
            self.unit.returns[key] = returns
        empty = Node("NULL_STMT", "", 0, 0, 0, 0, [])
        self.function = Function(
            key, name, file, start[1], end[1], start[2],
            cursor.linkage == ci.LinkageKind.INTERNAL, signature,
            [p.key for p in parameters], empty, {p.key: p for p in parameters},
        )  # fmt: skip
        self.number = start[0]
        self.written, self.own = self._written(body), self.text(file)
        self.function.body = self.tree(body)
        if self.openmp and is_parallel(self.calls.content(str(extent.start.file.name))[start[1] : end[1]]):
            self.function.body.kids.append(Node("ASM_STMT", "openmp", end[1], end[1], end[1], end[1], []))
        expansion_at = partial(self.unit.expansion_at, file)
        self.function.cleanups = cleanup.flatten(self.function.body, expansion_at)
        known = {function.key: function for function in self.unit.functions} if self.function.cleaned else {}
        self.function.returns = types.returned(cursor) if self.function.cleaned else ""
        scope.unfold(self.function.body, LockGuards(self.function, known, expansion_at, self.own))
        traits(self.function)
        ended_by_libc(self.function, self.own)
        self.unit.functions.append(self.function)
        self.function, self.written = None, _NOWHERE

    def locks_of(self, cursor: ci.Cursor) -> tuple[tuple[int, Variable], ...]:
        """The parameters of a prototype that lead to locks, with their numbers."""
        parameters = [(number, p, self.calls.type(p)) for number, p in enumerate(cursor.get_arguments())]
        for _, parameter, of in parameters:
            if self.facts(of).calls:
                self.pointed(parameter, of)
        return tuple((n, self.variable(p, "parameter")) for n, p, of in parameters if self.facts(of).api)

    def tree(self, root: ci.Cursor) -> Node:
        """A cursor and all below it."""
        first, last, _ = self.written
        self.below = self.walker.below([root], (first, max(last, 0)))
        return self.node(0)

    def node(self, at: int) -> Node:
        """A part of the tree, with all below it; wrappers that are not written in the source are left out."""
        row, kind = self.below.rows[at], self.below.kind(at)
        children = self.below.children(at)
        if kind == "UNEXPOSED_EXPR" and len(children) == 1:
            return self.node(children[0])
        if kind == "VAR_DECL":
            children = self.local_variable(at, children)
        elif kind in _RECORD:
            self.record(self.below.cursor(at), "")
        elif kind == "TYPEDEF_DECL":
            children = [c for c in children if self.below.rows[c].kind in expressions()]
        elif kind == "DECL_STMT":
            self.hold([self.below.cursor(c) for c in children])
        elif kind == "CSTYLE_CAST_EXPR" and any(self.below.kind(c) == "PARM_DECL" for c in children):
            cursor = self.below.cursor(at)
            self.pointed(cursor, self.calls.type(cursor))
        node = self.bare(row, kind)
        node.kids = self._types_in(children) if kind in _RECORD else [self.node(c) for c in children]
        self.finish(node, at, kind, children)
        return node

    def _types_in(self, record: list[int]) -> list[Node]:
        """The types that a struct or union declares between its fields: what stands behind it knows them, too."""
        found = []
        for at in record:
            kind = self.below.kind(at)
            if kind in _RECORD or kind == "ENUM_DECL":
                node = self.bare(self.below.rows[at], kind)
                node.kids = self._types_in(self.below.children(at))
                self.finish(node, at, kind, [])
                found.append(node)
        return found

    def _written(self, body: ci.Cursor) -> tuple[int, int, int]:
        """Where the body stands in libclang's numbers: successive ones for a file's characters."""
        extent = self.calls.extent(body)
        first, last = self.calls.start(extent), self.calls.end(extent)
        begins, ends = self.where(first), self.where(last)
        low, high = extent.begin_int_data, extent.end_int_data
        plain = begins[0] == ends[0] == self.number and high - low == ends[1] - begins[1] and high < _MACROS
        return (low, high, low - begins[1]) if plain else _NOWHERE

    def bare(self, row: Row, kind: str) -> Node:
        first, last, base = self.written
        if first <= row.first < row.last <= last:
            start, end = row.first - base, row.last - base
            start = _unspliced(self.own, start)
            return Node(kind, "", start, end, start, end, [])
        start, end, behind = row.start, row.end, row.behind
        if self.function and row.file and row.file != self.number:
            self.function.strange = "code included from another file"
        file = self.function.file if self.function else self.named(row.file)
        text = self.text(file) if file else ""
        made = end == start or end != behind
        covering = self.unit.expansion_at(file, _unspliced(text, end) if made else end - 1)
        start = _unspliced(text, start)
        if covering and end < covering.end and (end != behind or end <= start):
            end = covering.end
        return Node(kind, "", start, end, row.begins, behind, [])

    def of(self, at: int) -> types.Facts:
        """What is to know of an expression's type."""
        known = self._types.get(self.below.rows[at].type)
        return self.facts(self.calls.type(self.below.cursor(at))) if known is None else known

    def meant(self, at: int) -> ci.Cursor:
        """The declaration that something refers to."""
        found = self.calls.referenced(self.below.cursor(at))
        assert found is not None
        return found

    def meant_key(self, at: int) -> tuple[str, str]:
        """Its key and sort."""
        known = self._keys.get(self.below.rows[at].meant)
        return self.key(self.meant(at)) if known is None else known

    def finish(self, node: Node, at: int, kind: str, children: list[int]) -> None:
        """The details that only some kinds have."""
        row, node.name = self.below.rows[at], self.below.names[at]
        if kind in _TYPED:
            node.type = self.of(at).letter
        match kind:
            case "DECL_REF_EXPR" if row.meant_kind:
                node.ref, node.op = self.meant_key(at)
                if node.name == "signal" and node.op == "function":
                    node.name = self.meant(at).mangled_name  # another one by some standards
                if row.meant_kind == K.PARM_DECL.value and node.type in "avf":
                    node.type = "p" if types.decayed(self.meant(at)) is not None else node.type
                if row.meant_kind == K.ENUM_CONSTANT_DECL.value:
                    node.type = "z" if row.literal == "0" else "n"
                    node.op = "inner" if self.in_function(self.meant(at)) else node.op
            case "MEMBER_REF" if row.meant_kind:
                node.ref = self.meant_key(at)[0]
            case "MEMBER_REF_EXPR":
                if row.meant_kind:
                    node.ref = self.meant_key(at)[0]
                node.op = "->" if children and "p" in (self.of(children[0]).letter, strip(node.kids[0]).type) else "."
            case "BINARY_OPERATOR" | "COMPOUND_ASSIGNMENT_OPERATOR":
                node.op = BINARY[row.operator]
            case "UNARY_OPERATOR":
                node.op = UNARY[row.operator]
                node.kind = "PAREN_EXPR" if node.op == "extension" else node.kind  # it changes nothing
            case "ARRAY_SUBSCRIPT_EXPR" if node.kids[1].type in "pav" and node.kids[0].type not in "pav":
                node.kids.reverse()  # 2[array]
            case "CALL_EXPR":
                node.op = self.of(children[0] if children else at).pointee
            case "INTEGER_LITERAL" | "CHARACTER_LITERAL" | "FLOATING_LITERAL":
                node.name = row.literal
            case "VAR_DECL" | "FUNCTION_DECL":
                node.ref, node.op = self.key(self.below.cursor(at))
            case "DECL_STMT" if self.function is not None:
                cleaned = self.function.cleaned
                node.kids += [_cleaning(kid, cleaned[kid.ref]) for kid in node.kids if kid.ref in cleaned]
            case "TYPE_REF":
                node.ref = self.type_key(self.below.cursor(at))
                node.op = "inner" if row.meant_kind and self.in_function(self.meant(at)) else ""
            case "TYPEDEF_DECL" | "STRUCT_DECL" | "UNION_DECL" | "ENUM_DECL":
                node.type = self.facts(self.calls.type(self.below.cursor(at))).api or "o"
            case "ASM_STMT" if self.function is not None:
                texts = wording.with_macros(self.unit, self.text, self.function.file, node.start, node.end)
                node.op, node.name = "goto" if wording.jumps(texts) else "", wording.needs(texts)
            case "UNEXPOSED_EXPR" if self.function is not None and len(children) > 1:
                texts = wording.with_macros(self.unit, self.text, self.function.file, node.start, node.end)
                if name := wording.changing(texts, node.start < node.kids[0].start, len(children)):
                    _call_of(node, name)
            case "CXX_UNARY_EXPR":
                node.type, node.name = self.of(at).letter, row.literal
            case "CSTYLE_CAST_EXPR":
                node.op = self.of(at).canonical
                node.name = self.of(children[-1]).canonical

    def in_function(self, declaration: ci.Cursor) -> bool:
        """Is a type or enumerator declared inside of the function, or in the head of its definition?"""
        if self.function is None:
            return False
        number, offset, _ = self.place(declaration)
        return number == self.number and self.function.start <= offset < self.function.end

    def local_variable(self, at: int, below: list[int]) -> list[int]:
        """Note a local variable; its children that matter: type names, sizes that are computed, the initialiser."""
        cursor, rows, kinds = self.below.cursor(at), self.below.rows, [self.below.kind(c) for c in below]
        variable = self.variable(cursor, "local")
        if self.function:
            self.function.locals[variable.key] = variable
            cleaning = self._cleaned_by(cursor) if "UNEXPOSED_ATTR" in kinds else None
            if cleaning is not None and not cleanup.is_frame(variable.name):
                if cleaning:
                    self.function.cleaned[variable.key] = cleaning
                else:
                    self.function.strange = f"{variable.name}, which has a clean-up function"
        initialiser = below[rows[at].value - 1] if rows[at].value else None
        children = [c for c, kind in zip(below, kinds, strict=True) if kind == "TYPE_REF"]
        if variable.why == types.LENGTH:
            children += [c for c in below if rows[c].kind in expressions()]
        elif initialiser is not None and rows[initialiser].kind in expressions():
            children.append(initialiser)
        return children

    def _cleaned_by(self, variable: ci.Cursor) -> str | None:
        """The function that is called where a variable's scope ends; None if there is none, "" if it is not known."""
        name = wording.cleanup_function(self.calls.printed(variable))
        known = {p.name: p.key for p in self.unit.prototypes} | {f.name: f.key for f in self.unit.functions}
        return known.get(name, "") if name else None

    # ------------------------------------------------------------------ inactive code

    def skipped_ranges(self) -> None:
        """The parts that #if left out."""
        for extent in self.calls.skipped():
            start, end = self.calls.start(extent), self.calls.end(extent)
            if file := self.file(start):
                span = (self.where(start)[1], self.where(end)[1])
                self.unit.skipped.setdefault(file, []).append(span)


def _call_of(node: Node, name: str) -> None:
    """Makes of an atomic operation the call that it looks like, of a function of which nothing is known."""
    at = (node.start, node.start, node.first, node.first)
    called = Node("DECL_REF_EXPR", name, *at, [], f"c:@F@{name}@{node.start}", "function", "f")
    node.kind, node.kids = "CALL_EXPR", [called, *node.kids]


def _cleaning(declared: Node, key: str) -> Node:
    """The call of a variable's clean-up function, as a part of its declaration: only what it is given matters."""
    at = (declared.start, declared.start, declared.first, declared.first)
    variable = Node("DECL_REF_EXPR", declared.name, *at, [], declared.ref, "local", declared.type)
    function = Node("DECL_REF_EXPR", "", *at, [], key, "function", "f")
    return Node("CALL_EXPR", "", *at, [function, Node("UNARY_OPERATOR", "", *at, [variable], "", "&", "p")])
