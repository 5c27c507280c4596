# SPDX-License-Identifier: MIT
"""Reads one translation unit with libclang into plain data (see tree.py)."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import clang.cindex as ci
from clang.cindex import CursorKind as K

from rcl import compdb, lockapi
from rcl.analyse.closure import closure
from rcl.analyse.unit import cleanup, scope, types, wording
from rcl.analyse.unit.brackets import INCLUDE, only_code
from rcl.analyse.unit.graphs import ended_by_libc
from rcl.analyse.unit.guardfunctions import GuardFunctions
from rcl.analyse.unit.libclang import Calls, identity
from rcl.analyse.unit.lockguards import LockGuards
from rcl.analyse.unit.openmp import is_parallel, of_threads
from rcl.analyse.unit.parsing import parsed
from rcl.analyse.unit.traits import traits
from rcl.analyse.unit.tree import (
    LOAD,
    Expansion,
    Function,
    Macro,
    Node,
    Prototype,
    Unit,
    Variable,
    library,
    merged,
    passed,
    returned,
    strip,
)
from rcl.analyse.unit.walk import BINARY, UNARY, Below, Row, Walker, expressions
from rcl.model import is_outside
from rcl.workspace import sha256

#: libclang's number of the first location in a macro, and a span that holds no location
_MACROS = 1 << 31
_NOWHERE = (0, -1, 0)
#: lines that go on behind a backslash: libclang counts them to what follows
_SPLICED = re.compile(r"(?:\\\r?\n)+")
#: a name that is not called
_UNCALLED = re.compile(r"\b[A-Za-z_]\w*+(?!\s*\()")
_MACRO = ("MACRO_DEFINITION", "MACRO_INSTANTIATION")
_WORDS = re.compile(r"\w+")
#: a macro's definition with a token of the lock API in it
_DEFINING = re.compile(rf"^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*?{lockapi.TOKEN}", re.M)
_EXTERNAL, _INTERNAL, _NO_LINKAGE = (kind.value for kind in (
    ci.LinkageKind.EXTERNAL, ci.LinkageKind.INTERNAL, ci.LinkageKind.NO_LINKAGE))  # fmt: skip
_EXTERN, _STATIC, _REGISTER = (storage.value for storage in (ci.StorageClass.EXTERN, ci.StorageClass.STATIC,
                                                             ci.StorageClass.REGISTER))  # fmt: skip
_NO_STORAGE, _NO_TLS = ci.StorageClass.NONE.value, ci.TLSKind.NONE.value
_RECORD = ("STRUCT_DECL", "UNION_DECL")
#: the attributes by which a variable may be another name of a symbol
_NAMING = ("ASM_LABEL_ATTR", "UNEXPOSED_ATTR")
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
def _resolved(directory: Path, name: str) -> str:
    return str((directory / name).resolve())


@lru_cache(maxsize=512)
def _defines_tokens(header: str) -> bool:
    """May a macro of a header hold a token of the lock API? Most are other units' headers, too."""
    return _DEFINING.search(header) is not None


@cache
def _below(root: Path, directory: Path, path: str) -> str:
    """The path relative to the root, links followed, or "" if it is outside."""
    full = (directory / path).resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else ""


def _is_made(tag: str) -> bool:
    """Does libclang give a struct or union a name that has no tag?"""
    return not tag or "(" in tag


class _Member(NamedTuple):
    """How a field belongs to a struct or union."""

    owner: str = ""
    #: it stands in a union directly, or perhaps further up
    direct: bool = False
    united: bool = False
    inner: bool = False
    offset: int = -1


_NO_MEMBER = _Member()


class _Reader:
    """One translation unit while it is read."""

    def __init__(self, command: compdb.CompileCommand, root: Path) -> None:
        self.root = root
        self._files: dict[int, str] = {0: ""}
        #: the file of the last location, and where libclang's numbers for it begin and end
        self._near = (0, -1, "")
        #: what is known of declarations and types, and where macros are defined
        self._keys: dict[int, tuple[str, str]] = {}
        self._places: dict[int, tuple[int, int, int]] = {}
        self._types: dict[int, types.Facts] = {}
        self._declared: dict[int, int] = {}
        self._defined: dict[int, tuple[str, int] | None] = {}
        self.writing = types.Writing()
        self._texts: dict[str, str] = {}
        #: where expressions stand -> the operations that are named there
        self._named: dict[tuple[str, int, int], wording.Operations] = {}
        #: the names of clean-up functions of variables that the tree does not declare, by their keys; none of a lock
        #: API's, which nobody would rename there
        self._cleaning: dict[str, str] = {}
        self.directory = command.directory
        file = self.relative(str(command.file)) or str(command.file)
        self.tu = parsed(command, self.relative)
        self.calls = Calls(self.tu)
        read = {self.relative(name) for name in self.calls.files()} - {""}
        self.unit = Unit(file, command.flags, command.shared, frozenset({file, *read}))
        self.where = self.calls.where
        self.walker = Walker(self.tu)
        self.openmp = compdb.OPENMP in command.flags
        self.of_threads = of_threads(self.calls.read().values()) if self.openmp else frozenset[str]()
        #: the body or initialiser that is read, else what stands at file scope, with the files of its roots
        self.below, files = self.walker.standing(self.named, self.macros_of)
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
        self.top_level(files)
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

    def macros_of(self, number: int) -> str:
        """The absolute name of a file outside of the tree whose macros may hold tokens of the lock API, else ""."""
        name = _resolved(self.directory, self.calls.name(number)) if number else ""
        return name if name and _defines_tokens(self.text(name)) else ""

    def text(self, file: str) -> str:
        """The text of a file, a character a byte."""
        if file not in self._texts:
            self._texts[file] = self.calls.content(str(self.root / file)).decode("latin-1")
        return self._texts[file]

    def place(self, at: int) -> tuple[int, int, int]:
        """The file (libclang's number), offset and line of the name of the declaration that something refers to."""
        meant = self.below.rows[at].meant
        if meant not in self._places:
            self._places[meant] = self.where(self.calls.location(self.meant(at)))
        return self._places[meant]

    # ------------------------------------------------------------------ declarations

    def top_level(self, files: list[str]) -> None:
        """Everything at file scope, the preprocessor's part first (libclang lists it so)."""
        standing = [(at, self.below.kind(at), file) for at, file in zip(self.below.roots(), files, strict=True)]
        known = self.holding([(at, file) for at, _, file in standing if is_outside(file)])
        for at, kind, file in standing:
            if kind in _MACRO and (at in known or not is_outside(file)):
                self.macro(at, kind, file)
        standing = [one for one in standing if not is_outside(one[2])]
        self.hold([at for at, _, _ in standing])
        for at, kind, file in standing:
            match kind:
                case "FUNCTION_DECL":
                    self.function_decl(at, file)
                case "VAR_DECL":
                    self.global_variable(at)
                case "STRUCT_DECL" | "UNION_DECL":
                    self.record(at, "")
                case "TYPEDEF_DECL":
                    self.unit.typedefs.append(self.variable(at, "typedef"))
                case "UNEXPOSED_DECL":  # assembler, perhaps
                    versioned = wording.versioned(self.calls.printed(self.below.cursor(at)))
                    self.unit.aliases.update((library(public), own) for own, public in versioned)
        for file, table in self.unit.expansions.items():
            self.unit.expansions[file] = merged(table)

    def hold(self, declared: list[int]) -> None:
        """Note the variables among declarations: structs without a tag are called like them."""
        for at in declared:
            if self.below.kind(at) == "VAR_DECL":
                self.holders.setdefault(self.declared_by(at), self.below.names[at])

    def declared_by(self, at: int) -> int:
        """The declaration of a variable's or field's type, seen through arrays and pointers."""
        of = self.below.rows[at].type
        if of not in self._declared:
            self._declared[of] = identity(types.declaration_of(self.type(at)))
        return self._declared[of]

    def holding(self, macros: list[tuple[int, str]]) -> set[int]:
        """Those of some macros, each with its file, whose bodies come to tokens of the lock API."""
        said: dict[int, set[str]] = {}
        for at, file in macros:
            row, name = self.below.rows[at], self.below.names[at]
            if name not in lockapi.TOKENS:
                said[at] = {*_WORDS.findall(only_code(self.text(file)[row.start + len(name) : row.end]))}
        users: defaultdict[str, set[str]] = defaultdict(set)
        for at, words in said.items():
            for word in words:
                users[word].add(self.below.names[at])
        found = closure(lockapi.TOKENS, lambda word: users.get(word, ()))
        return {at for at in said if self.below.names[at] in found}

    def macro(self, at: int, kind: str, file: str) -> None:
        """The definition of a macro, or where it is expanded."""
        row, name = self.below.rows[at], self.below.names[at]
        # libclang lets it begin with a backslash at a line's end before
        start, end = _unspliced(self.text(file), row.start), row.end
        if kind == "MACRO_DEFINITION":
            self.unit.macros.setdefault(name, []).append(Macro(name, file, start, end))
        else:
            given = self.text(file)[start + len(name) : end]
            entry = Expansion(start, end, name, self.defined(at), handed=self.handed(given) if given else ())
            self.unit.expansions.setdefault(file, []).append(entry)

    def defined(self, at: int) -> tuple[str, int] | None:
        """Where a macro that is expanded is defined, if that is in the tree, or known from elsewhere."""
        row = self.below.rows[at]
        if row.meant_kind and row.meant not in self._defined:
            definition = self.meant(at)
            number = self.where(self.calls.location(definition))[0]
            file = self.named(number)
            if not file and any(is_outside(macro.file) for macro in self.unit.macros.get(self.below.names[at], ())):
                file = self.macros_of(number)
            start = self.where(self.calls.start(self.calls.extent(definition)))[1]
            self._defined[row.meant] = (file, _unspliced(self.text(file), start)) if file else None
        return self._defined.get(row.meant) if row.meant_kind else None

    def handed(self, given: str) -> tuple[str, ...]:
        """The macros with parameters among those of the tree that arguments name, and do not call."""
        known = {word: self.unit.macros[word][-1] for word in _UNCALLED.findall(given) if word in self.unit.macros}
        return tuple(sorted(w for w, m in known.items() if self.text(m.file).startswith("(", m.start + len(w))))

    def global_variable(self, at: int) -> None:
        variable = self.variable(at, "global", alias=self.symbol(at))
        known = self.unit.variables.get(variable.key)
        if known is not None:
            kept = variable if variable.definition else known
            kept = replace(kept, alias=known.alias or variable.alias)
            variable = replace(kept, type_refs=known.type_refs + variable.type_refs)
        self.unit.variables[variable.key] = variable
        if value := self.below.rows[at].value:
            initialiser = self.below.children(at)[value - 1]
            if self.below.rows[initialiser].kind in expressions():
                self.unit.initialisers[variable.key] = self.tree(self.below.cursor(initialiser))

    def symbol(self, at: int) -> str:
        """The symbol that a variable is another name of, or "": a lock's may come from a pragma, too."""
        cursor, lock = self.below.cursor(at), self.of(at).api
        if lock or any(self.below.kind(child) in _NAMING for child in self.below.children(at)):
            named = wording.symbol(self.calls.printed(cursor))
            linked = str(cursor.mangled_name) if lock and self.below.declared(at).linkage == _EXTERNAL else ""
            return named or (linked if linked != self.below.names[at] else "")
        return ""

    def record(self, at: int, outer: str, united: bool = False, whole: int | None = None) -> None:
        """The fields of a struct or union, nested ones under the name of their member, or as those of the ``whole``."""
        itself, union = self.below.rows[at].itself, self.below.kind(at) == "UNION_DECL"
        owner = outer or types.tag(self.below.cursor(at))
        if "(" in owner:
            owner = self.holders.get(itself, "unnamed")
        self.owners[itself] = owner
        united = united or union
        children = self.below.children(at)
        fields = [child for child in children if self.below.kind(child) == "FIELD_DECL"]
        for child in children:
            if self.below.kind(child) in _RECORD:
                tag, of = self.below.names[child], self.below.rows[child].itself
                named = [self.below.names[f] for f in fields if self.declared_by(f) == of] if _is_made(tag) else []
                if named or not _is_made(tag):
                    self.record(child, f"{owner}.{named[0]}" if named else "")
                else:
                    self.record(child, owner, united, at if whole is None else whole)
        for child in fields:
            if whole is None:
                offset = self.below.declared(child).offset
            else:
                offset = self.calls.type(self.below.cursor(whole)).get_offset(self.below.names[child])
            member = _Member(owner, union, united, whole is not None, offset)
            variable = self.variable(child, "field", member)
            self.unit.variables[variable.key] = variable

    def key(self, below: Below, at: int) -> tuple[str, str]:
        """The key of a declaration (equal in every unit that sees it) and its sort."""
        itself = below.rows[at].itself
        known = self._keys.get(itself)
        if known is None:
            known = self._keys[itself] = self._key(below, at)
        return known

    def _key(self, below: Below, at: int) -> tuple[str, str]:
        kind, declared, name = below.kind(at), below.declared(at), below.names[at]
        place = f"{self.named(declared.file)}:{declared.where}:{name}"
        if kind == "FIELD_DECL":
            return f"M:{place}", "field"
        if kind == "TYPEDEF_DECL":
            return f"T:{place}", "typedef"
        if kind == "PARM_DECL" or (kind == "VAR_DECL" and declared.linkage == _NO_LINKAGE):
            return f"L:{place}", "local"
        sort = {"FUNCTION_DECL": "function", "VAR_DECL": "variable"}.get(kind, "other")
        if kind == "VAR_DECL" and (declared.thread != _NO_TLS or name in self.of_threads):
            sort = "thread"
        usr = below.usr(at)
        # its first declaration may stand in another file
        return f"{usr}@{self.named(declared.home)}" if declared.linkage == _INTERNAL else usr, sort

    def facts(self, of: ci.Type) -> types.Facts:
        """What is to know of a type."""
        known = self._types.get(identity(of))
        if known is None:
            known = self._types[identity(of)] = types.facts(of)
        return known

    def type(self, at: int) -> ci.Type:
        """The type of a declaration or expression; of a typedef what it names."""
        cursor = self.below.cursor(at)
        return cursor.underlying_typedef_type if self.below.kind(at) == "TYPEDEF_DECL" else self.calls.type(cursor)

    def of(self, at: int) -> types.Facts:
        """What is to know of that."""
        known = self._types.get(self.below.rows[at].type)
        return self.facts(self.type(at)) if known is None else known

    def variable(self, at: int, kind: str, member: _Member = _NO_MEMBER, alias: str = "") -> Variable:
        """What is to know of a variable, parameter, field or typedef."""
        declared, of = self.below.declared(at), self.of(at)
        key, sort = self.key(self.below, at)
        text = self.writing.texts(self.below.cursor(at)) if kind in ("local", "parameter") else types.NO_TEXT
        pointer = kind == "parameter" and of.letter in "avf" and not of.is_list  # see types.decayed
        storage = declared.storage if kind in ("global", "local") else _NO_STORAGE
        if of.calls or kind == "typedef":
            self.pointed(at)
        return Variable(
            key, self.below.names[at], self.named(declared.file), declared.line, declared.where, kind, of.spelling,
            of.api, of.stars, of.array, member.owner, self.owner(of.record), member.united, member.inner,
            static=storage == _STATIC, register=storage == _REGISTER or bool(declared.bits),
            definition=kind == "global" and storage != _EXTERN,
            thread_local=sort == "thread" or (kind == "local" and declared.thread != _NO_TLS),
            declaration=text.declaration, pointer=text.pointer, why=text.why,
            size=0 if pointer else max(declared.size, 0), const=of.const, volatile=of.volatile, fixed=of.fixed,
            elements=of.elements and not pointer and not of.is_list, void_pointer=of.void_pointer,
            numbers=of.numbers,
            # what stands in a union is written under another name, too
            calls="" if member.direct else of.pointee if kind == "parameter" and of.letter == "f" else of.calls,
            offset=member.offset, alias=alias, type_refs=self.type_refs(at) if of.api else (),
        )  # fmt: skip

    def pointed(self, at: int) -> None:
        """Note the lock types in the type of functions that a declaration or a cast spells, perhaps of a pointer to it.
        """
        called = self.of(at).called
        if called is None:
            return
        result = self.type_refs(at) if self.facts(called.get_result()).api else ()
        spelled = {returned(f"*{called.spelling}"): result}
        for number, parameter in enumerate(self.of_kind(at, "PARM_DECL")):
            refs = self.type_refs(parameter) if self.of(parameter).api else ()
            spelled[passed(called.spelling, number)] = refs
            self.pointed(parameter)
        for key, refs in spelled.items():
            if refs:
                self.unit.pointed[key] = (*self.unit.pointed.get(key, ()), *refs)

    def of_kind(self, at: int, kind: str) -> list[int]:
        """The children of a kind."""
        return [child for child in self.below.children(at) if self.below.kind(child) == kind]

    def owner(self, record: ci.Cursor | None) -> str:
        """What the fields of a struct or union call it; "" if there is none."""
        return "" if record is None else self.owners.get(identity(record)) or types.tag(record)

    def type_refs(self, at: int) -> tuple[tuple[str, int, str], ...]:
        """The places where the type's name is spelled in a declaration: file, offset, key of a typedef or ""."""
        return tuple((*self.spelled(child), self.type_key(child)) for child in self.of_kind(at, "TYPE_REF"))

    def spelled(self, at: int) -> tuple[str, int]:
        """The file of a name, and its offset where it is spelled."""
        row = self.below.rows[at]
        if self.function and self.is_written(row):
            return self.function.file, row.first - self.written[2]
        return self.named(row.file), row.begins

    def type_key(self, at: int) -> str:
        """The key of the typedef that a name of a type means, of elsewhere if it names a lock's; else the name."""
        typedef, name = self.below.rows[at].meant_kind == K.TYPEDEF_DECL.value, self.below.names[at]
        own = typedef and self.named(self.place(at)[0])
        return self.meant_key(at)[0] if own or (typedef and name not in lockapi.TYPES and self.of(at).api) else name

    # ------------------------------------------------------------------ functions

    def function_decl(self, at: int, file: str) -> None:
        """A function's definition, or one more declaration of it."""
        bodies = self.of_kind(at, "COMPOUND_STMT")
        returns = self.type_refs(at) if self.result(at).api else ()
        if bodies:
            head = self.text(file)[self.below.rows[at].start : self.below.rows[bodies[0]].start]
            names = wording.names_of_versions(head)
            self.unit.aliases.update((library(name), self.below.names[at]) for name in names)
            self.definition(at, file, returns, self.below.cursor(bodies[0]))
        else:
            self.prototype(at, file, returns)

    def prototype(self, at: int, file: str, returns: tuple[tuple[str, int, str], ...]) -> None:
        key, row = self.key(self.below, at)[0], self.below.rows[at]
        attributes = self.of_kind(at, "UNEXPOSED_ATTR")
        if attributes and (symbol := wording.symbol(self.calls.printed(self.below.cursor(at)))):
            self.unit.aliases[key] = symbol
        name, signature = self.below.names[at], self.of(at).canonical
        made = Prototype(key, name, file, row.start, row.end, signature, self.locks_of(at), returns)
        self.unit.prototypes.append(made)

    def definition(self, at: int, file: str, returns: tuple[tuple[str, int, str], ...], body: ci.Cursor) -> None:
        key, cursor, row = self.key(self.below, at)[0], self.below.cursor(at), self.below.rows[at]
        parameters = [self.variable(p, "parameter") for p in self.parameters(at)]
        if returns:
            self.unit.returns[key] = returns
        empty = Node("NULL_STMT", "", 0, 0, 0, 0, [])
        extent = self.calls.extent(cursor)
        self.number, _, line = self.where(self.calls.start(extent))
        self.function = Function(
            key, self.below.names[at], file, row.start, row.end, line,
            self.below.declared(at).linkage == _INTERNAL, self.of(at).canonical,
            [p.key for p in parameters], empty, {p.key: p for p in parameters},
        )  # fmt: skip
        self.written, self.own = self._written(body), self.text(file)
        self.function.body = self.tree(body)
        if self.openmp and is_parallel(self.calls.content(str(extent.start.file.name))[row.start : row.end]):
            self.function.body.kids.append(Node("ASM_STMT", "openmp", row.end, row.end, row.end, row.end, []))
        expansion_at = partial(self.unit.expansion_at, file)
        self.function.cleanups = cleanup.flatten(self.function.body, expansion_at)
        self.function.returns = types.returned(cursor) if self.function.cleaned else ""
        if not self.function.cleaned:  # what guards do, the whole program says
            scope.unfold(self.function.body, LockGuards(self.function, GuardFunctions(()), expansion_at, self.own))
        traits(self.function)
        ended_by_libc(self.function, self.own)
        self.unit.functions.append(self.function)
        self.function, self.written = None, _NOWHERE

    def result(self, at: int) -> types.Facts:
        """What is to know of the type that a function returns."""
        known = self._types.get(self.below.declared(at).result)
        return self.facts(self.below.cursor(at).result_type) if known is None else known

    def parameters(self, at: int) -> list[int]:
        """The parameters of a function."""
        children = self.below.children(at)
        return children[len(children) - self.below.rows[at].value :]

    def locks_of(self, at: int) -> tuple[tuple[int, Variable], ...]:
        """The parameters of a prototype that lead to locks, with their numbers."""
        parameters = self.parameters(at)
        for parameter in parameters:
            if self.of(parameter).calls:
                self.pointed(parameter)
        return tuple((n, self.variable(p, "parameter")) for n, p in enumerate(parameters) if self.of(p).api)

    def tree(self, root: ci.Cursor) -> Node:
        """A cursor and all below it."""
        first, last, _ = self.written
        around, self.below = self.below, self.walker.below(root, (first, max(last, 0)))
        node = self.node(0)
        self.below = around
        return node

    def node(self, at: int) -> Node:
        """A part of the tree, with all below it; wrappers that are not written in the source are left out."""
        row, kind = self.below.rows[at], self.below.kind(at)
        children = self.below.children(at)
        if kind == "UNEXPOSED_EXPR" and len(children) == 1:
            return self.node(children[0])
        if kind == "VAR_DECL":
            children = self.local_variable(at, children)
        elif kind in _RECORD:
            self.record(at, "")
        elif kind == "TYPEDEF_DECL":
            children = [c for c in children if self.below.rows[c].kind in expressions()]
        elif kind == "DECL_STMT":
            self.hold(children)
        elif kind == "CSTYLE_CAST_EXPR" and any(self.below.kind(c) == "PARM_DECL" for c in children):
            self.pointed(at)
        elif kind == "PARM_DECL":
            children = []
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

    def included_at(self, number: int) -> int:
        """Where the function's file includes another one; its last character if that is not seen there."""
        name = Path(self.calls.name(number)).name
        found = (match.start() for match in INCLUDE.finditer(self.own) if Path(match[1]).name == name)
        return next(found, len(self.own) - 1)

    def is_written(self, row: Row) -> bool:
        """Does all of it stand in the function's own text?"""
        first, last, _ = self.written
        return first <= row.first < row.last <= last

    def bare(self, row: Row, kind: str) -> Node:
        if self.is_written(row):
            base = self.written[2]
            start, end = _unspliced(self.own, row.first - base), row.last - base
            return Node(kind, "", start, end, start, end, [])
        if self.function and row.file and row.file != self.number:
            self.function.strange = "code included from another file"
            at = self.included_at(row.file)
            return Node(kind, "", at, at + 1, at, at + 1, [])
        start, end, behind = row.start, row.end, row.behind
        file = self.function.file if self.function else self.named(row.file)
        text = self.text(file) if file else ""
        made = end == start or end != behind
        covering = self.unit.expansion_at(file, _unspliced(text, end) if made else end - 1)
        start = _unspliced(text, start)
        if covering and end < covering.end and (end != behind or end <= start):
            end = covering.end
        return Node(kind, "", start, end, row.begins, behind, [])

    def meant(self, at: int) -> ci.Cursor:
        """The declaration that something refers to."""
        return self.calls.referenced(self.below.cursor(at))

    def meant_key(self, at: int) -> tuple[str, str]:
        """Its key and sort."""
        known = self._keys.get(self.below.rows[at].meant)
        return self.key(self.walker.alone(self.meant(at)), 0) if known is None else known

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
                    node.op = "inner" if self.in_function(at) else node.op
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
                of = self.of(at).canonical if kind == "INTEGER_LITERAL" else ""
                node.op = "" if of == "int" else of
            case "VAR_DECL" | "FUNCTION_DECL":
                node.ref, node.op = self.key(self.below, at)
            case "DECL_STMT" if self.function is not None:
                cleaned = self.function.cleaned
                made = [(kid, cleaned[kid.ref]) for kid in node.kids if kid.ref in cleaned]
                node.kids += [_cleaning(kid, key, self._cleaning.get(key, "")) for kid, key in made]
            case "TYPE_REF":
                node.ref = self.type_key(at)
                node.op = "inner" if row.meant_kind and self.in_function(at) else ""
            case "TYPEDEF_DECL" | "STRUCT_DECL" | "UNION_DECL" | "ENUM_DECL":
                node.type = self.facts(self.calls.type(self.below.cursor(at))).api or "o"
            case "ASM_STMT" if self.function is not None:
                texts = wording.with_macros(self.unit, self.text, self.function.file, node.start, node.end)
                node.op, node.name = "goto" if wording.jumps(texts) else "", wording.needs(texts)
            case "UNEXPOSED_EXPR" if self.function is not None and len(children) > 1:
                named = self._operations(self.function.file, node.start, node.end)
                if name := wording.changing(named, node.start < node.kids[0].start, len(children)):
                    _call_of(node, name)
                elif node.kids[0].type in ("p", "a") and wording.loading(named):
                    node.op = LOAD
            case "CXX_UNARY_EXPR":
                node.type, node.name = self.of(at).letter, row.literal
                changing = any(types.holds_lock(self.type(child)) for child in children)
                node.op = "" if changing and not self._of_pointer(node) else "fixed"
            case "CSTYLE_CAST_EXPR":
                node.op = self.of(at).canonical
                node.name = self.of(children[-1]).canonical

    def _operations(self, file: str, start: int, end: int) -> wording.Operations:
        """What a part of a file may do; a macro's use is asked about for each expression that the macro makes."""
        known = self._named.get((file, start, end))
        if known is None:
            texts = wording.with_macros(self.unit, self.text, file, start, end)
            known = self._named[file, start, end] = wording.operations(texts)
        return known

    def _of_pointer(self, size: Node) -> bool:
        """Is a size one of a pointer, ``sizeof(pthread_mutex_t *)``? That of a lock is larger."""
        spelled = self.function is not None and self.own.startswith("sizeof", size.first)
        return spelled and size.name == str(types.ADDRESS)

    def in_function(self, at: int) -> bool:
        """Is the type or enumerator that is meant declared inside of the function, or in the head of its definition?"""
        if self.function is None:
            return False
        number, offset, _ = self.place(at)
        return number == self.number and self.function.start <= offset < self.function.end

    def local_variable(self, at: int, below: list[int]) -> list[int]:
        """Note a local variable; its children that matter: type names, sizes that are computed, the initialiser."""
        rows, kinds = self.below.rows, [self.below.kind(c) for c in below]
        variable = self.variable(at, "local", alias=self.symbol(at))
        if self.function:
            self.function.locals[variable.key] = variable
            cleaning = self._cleaned_by(self.below.cursor(at)) if "UNEXPOSED_ATTR" in kinds else ""
            if cleaning and not cleanup.is_frame(variable.name):
                self.function.cleaned[variable.key] = cleaning
        initialiser = below[rows[at].value - 1] if rows[at].value else None
        children = [c for c, kind in zip(below, kinds, strict=True) if kind == "TYPE_REF"]
        if variable.why == types.LENGTH:
            children += [c for c in below if rows[c].kind in expressions()]
        elif initialiser is not None and rows[initialiser].kind in expressions():
            children.append(initialiser)
        return children

    def _cleaned_by(self, variable: ci.Cursor) -> str:
        """The function that is called where a variable's scope ends, "" if there is none; what the tree does not
        declare is a library's.
        """
        name = wording.cleanup_function(self.calls.printed(variable))
        known = {p.name: p.key for p in self.unit.prototypes} | {f.name: f.key for f in self.unit.functions}
        if name and name not in known.keys() | lockapi.TOKENS.keys():
            self._cleaning[library(name)] = name
        return known.get(name, library(name)) if name else ""

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


def _cleaning(declared: Node, key: str, name: str) -> Node:
    """The call of a variable's clean-up function, as a part of its declaration: only what it is given matters, and the
    name of one that is a library's.
    """
    at = (declared.start, declared.start, declared.first, declared.first)
    variable = Node("DECL_REF_EXPR", declared.name, *at, [], declared.ref, "local", declared.type)
    function = Node("DECL_REF_EXPR", name, *at, [], key, "function", "f")
    return Node("CALL_EXPR", "", *at, [function, Node("UNARY_OPERATOR", "", *at, [variable], "", "&", "p")])
