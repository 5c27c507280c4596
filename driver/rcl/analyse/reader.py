# SPDX-License-Identifier: MIT
"""Reads one translation unit with libclang into plain data (see tree.py)."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path
from typing import Any

import clang.cindex as ci
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from rcl import compdb
from rcl.analyse import types
from rcl.analyse.tree import Expansion, Function, Macro, Node, Prototype, Unit, Variable
from rcl.errors import Code, RclError
from rcl.model import Place

#: the spellings of CXBinaryOperatorKind and CXUnaryOperatorKind, in the order of the enums
_BINARY = [
    "", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&",
    "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
]  # fmt: skip
_UNARY = ["", "p++", "p--", "++", "--", "&", "*", "+", "-", "~", "!", "real", "imag", "extension"]
_RECORDS = (K.STRUCT_DECL, K.UNION_DECL)
_TYPED = {K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.ARRAY_SUBSCRIPT_EXPR, K.UNARY_OPERATOR, K.CALL_EXPR,
          K.COMPOUND_LITERAL_EXPR, K.PAREN_EXPR, K.CSTYLE_CAST_EXPR, K.CONDITIONAL_OPERATOR}  # fmt: skip


class _RangeList(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(ci.SourceRange)))


def _library() -> Any:
    """libclang with the entry points that its Python package does not declare."""
    lib = ci.conf.lib
    for name in ("clang_getCursorBinaryOperatorKind", "clang_getCursorUnaryOperatorKind"):
        getattr(lib, name).argtypes = [ci.Cursor]
        getattr(lib, name).restype = ctypes.c_int
    lib.clang_Cursor_getVarDeclInitializer.argtypes = [ci.Cursor]
    lib.clang_Cursor_getVarDeclInitializer.restype = ci.Cursor
    lib.clang_getAllSkippedRanges.argtypes = [ci.TranslationUnit]
    lib.clang_getAllSkippedRanges.restype = ctypes.POINTER(_RangeList)
    lib.clang_Cursor_Evaluate.argtypes = [ci.Cursor]
    lib.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    lib.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
    lib.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    for name in ("clang_getFileLocation", "clang_getExpansionLocation"):
        getattr(lib, name).argtypes = [ci.SourceLocation] + [ctypes.c_void_p] * 4
    return lib


def read(command: compdb.CompileCommand, root: Path) -> Unit:
    """Parse one file as it was built."""
    return _Reader(command, root).unit


class _Reader:
    """One translation unit while it is read."""

    def __init__(self, command: compdb.CompileCommand, root: Path) -> None:
        self.lib = _library()
        self.root = root
        self._files: dict[int, str] = {}
        self._keys: dict[int, tuple[str, str]] = {}
        self._out = (ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint())
        self._refs = [ctypes.byref(x) for x in self._out]
        self.directory = command.directory
        self.unit = Unit(self.relative(str(command.file)) or str(command.file), command.flags, command.shared)
        self.tu = self.parse(command)
        self.types = types.Declarators(self)
        self.function: Function | None = None
        #: struct -> the first variable of its type: the name for one without a tag
        self.holders: dict[int, str] = {}
        self.top_level()
        self.skipped_ranges()

    def parse(self, command: compdb.CompileCommand) -> ci.TranslationUnit:
        flags = [f"-working-directory={command.directory}", *command.flags]
        flags += ["-isystem", str(compdb.builtin_headers()), "-Wno-everything", "-ferror-limit=0"]
        options = ci.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        place = Place(self.unit.file, 1)
        if not command.file.is_file():
            why = f"{command.file} is not there"
            raise RclError(Code.BAD_COMPILE_COMMANDS, why=why)
        try:
            tu = ci.Index.create().parse(str(command.file), args=flags, options=options)
        except ci.TranslationUnitLoadError as error:
            raise RclError(Code.SOURCE_DOES_NOT_COMPILE, place, message=error) from None
        headers = str(compdb.builtin_headers())
        for diagnostic in tu.diagnostics:
            at = diagnostic.location
            name = at.file.name if at.file else ""
            # clang's own headers may be of another version than libclang; their bodies do not matter
            if diagnostic.severity >= ci.Diagnostic.Error and not name.startswith(headers):
                if name:
                    place = Place(self.relative(name) or name, at.line, at.column)
                raise RclError(
                    Code.SOURCE_DOES_NOT_COMPILE, place, message=diagnostic.spelling
                )
        return tu

    # ------------------------------------------------------------------ places

    def relative(self, path: str) -> str:
        """A path relative to the root, or "" for a file outside it."""
        full = (self.directory / path).resolve()
        return full.relative_to(self.root).as_posix() if full.is_relative_to(self.root) else ""

    def where(self, location: ci.SourceLocation, spelled: bool = False) -> tuple[int, int, int]:
        """The file (an opaque number), offset and line of a location."""
        get = self.lib.clang_getFileLocation if spelled else self.lib.clang_getExpansionLocation
        get(location, *self._refs)
        return self._out[0].value or 0, self._out[3].value, self._out[1].value

    def file(self, location: ci.SourceLocation) -> str:
        """The file of a location relative to the root, "" if it is not below it."""
        number, _, _ = self.where(location)
        if number not in self._files:
            self._files[number] = self.relative(str(location.file.name)) if location.file else ""
        return self._files[number]

    # ------------------------------------------------------------------ declarations

    def top_level(self) -> None:
        """Everything at file scope, the preprocessor's part first (libclang lists it so)."""
        cursors = list(self.tu.cursor.get_children())
        for cursor in cursors:
            if cursor.kind == K.VAR_DECL:
                self.holders.setdefault(types.declaration_of(cursor).hash, cursor.spelling)
        for cursor in cursors:
            file = self.file(cursor.location)
            if not file:
                continue
            match cursor.kind:
                case K.MACRO_INSTANTIATION:
                    self.expansion(cursor, file)
                case K.MACRO_DEFINITION:
                    start, end = self.where(cursor.extent.start)[1], self.where(cursor.extent.end)[1]
                    macro = Macro(cursor.spelling, file, start, end)
                    self.unit.macros.setdefault(macro.name, []).append(macro)
                case K.FUNCTION_DECL:
                    self.function_decl(cursor, file)
                case K.VAR_DECL:
                    self.global_variable(cursor)
                case K.STRUCT_DECL | K.UNION_DECL:
                    self.record(cursor, "")
                case K.TYPEDEF_DECL:
                    self.unit.typedefs.append(self.variable(cursor, "typedef"))
        for table in self.unit.expansions.values():
            table.sort(key=lambda e: e.start)

    def expansion(self, cursor: ci.Cursor, file: str) -> None:
        start, end = self.where(cursor.extent.start)[1], self.where(cursor.extent.end)[1]
        definition = cursor.referenced
        defined = None
        if definition is not None and (home := self.file(definition.location)):
            defined = (home, self.where(definition.extent.start)[1])
        entry = Expansion(start, end, cursor.spelling, defined)
        self.unit.expansions.setdefault(file, []).append(entry)

    def global_variable(self, cursor: ci.Cursor) -> None:
        variable = self.variable(cursor, "global")
        known = self.unit.variables.get(variable.key)
        if known is not None:
            kept = variable if variable.definition else known
            variable = replace(kept, type_refs=known.type_refs + variable.type_refs)
        self.unit.variables[variable.key] = variable
        initialiser = self.lib.clang_Cursor_getVarDeclInitializer(cursor)
        if initialiser.kind.is_expression():
            initialiser._tu = self.tu
            self.unit.initialisers[variable.key] = self.node(initialiser)

    def record(self, cursor: ci.Cursor, outer: str) -> None:
        """The fields of a struct or union, nested ones under the name of their member."""
        owner = outer or types.tag(cursor)
        if "(" in owner:
            owner = self.holders.get(cursor.hash, "unnamed")
        children = list(cursor.get_children())
        fields = [c for c in children if c.kind == K.FIELD_DECL]
        for child in children:
            if child.kind in _RECORDS:
                member = [f.spelling for f in fields if types.declaration_of(f) == child]
                anonymous = child.is_anonymous() or not child.spelling or "(" in child.spelling
                if anonymous:
                    self.record(child, f"{owner}.{member[0]}" if member else owner)
                else:
                    self.record(child, "")
        for child in fields:
            variable = self.variable(child, "field", owner)
            if cursor.kind == K.UNION_DECL:
                variable = replace(variable, calls="")  # written under another name, too
            self.unit.variables[variable.key] = variable

    def key(self, cursor: ci.Cursor) -> tuple[str, str]:
        """The key of a declaration (equal in every unit that sees it) and its sort."""
        known = self._keys.get(cursor.hash)
        if known is None:
            known = self._keys[cursor.hash] = self._key(cursor)
        return known

    def _key(self, cursor: ci.Cursor) -> tuple[str, str]:
        kind = cursor.kind
        _, offset, _ = self.where(cursor.location)
        file = self.file(cursor.location)
        place = f"{file}:{offset}:{cursor.spelling}"
        if kind == K.FIELD_DECL:
            return f"M:{place}", "field"
        if kind == K.TYPEDEF_DECL:
            return f"T:{place}", "typedef"
        local = cursor.linkage == ci.LinkageKind.NO_LINKAGE
        if kind == K.PARM_DECL or (kind == K.VAR_DECL and local):
            return f"L:{place}", "local"
        sort = {K.FUNCTION_DECL: "function", K.VAR_DECL: "variable"}.get(kind, "other")
        if kind == K.VAR_DECL and cursor.tls_kind != ci.TLSKind.NONE:
            sort = "thread"
        internal = cursor.linkage == ci.LinkageKind.INTERNAL
        return cursor.get_usr() + (f"@{file}" if internal else ""), sort

    def variable(self, cursor: ci.Cursor, kind: str, owner: str = "") -> Variable:
        """What is to know of a variable, parameter, field or typedef."""
        key, sort = self.key(cursor)
        _, where, line = self.where(cursor.location)
        of = cursor.underlying_typedef_type if kind == "typedef" else cursor.type
        api, stars, array = types.lock_type(of)
        text = self.types.texts(cursor) if kind in ("local", "parameter") else types.NO_TEXT
        storage = cursor.storage_class if kind != "typedef" else ci.StorageClass.NONE
        return Variable(
            key, cursor.spelling, self.file(cursor.location), line, where, kind, of.spelling,
            api, stars, array, owner,
            static=storage == ci.StorageClass.STATIC,
            definition=kind == "global" and storage != ci.StorageClass.EXTERN,
            thread_local=sort == "thread" or (kind == "local" and cursor.tls_kind != ci.TLSKind.NONE),
            declaration=text.declaration, pointer=text.pointer, why=text.why,
            size=max(of.get_size(), 0), const=of.is_const_qualified(),
            volatile=of.is_volatile_qualified() or of.get_canonical().kind == T.ATOMIC,
            void_pointer=types.is_void_pointer(of), calls=types.function_type(of),
            type_refs=self.type_refs(cursor) if api else (),
        )  # fmt: skip

    def type_refs(self, cursor: ci.Cursor) -> tuple[tuple[str, int, str], ...]:
        """The places where the type's name is spelled in a declaration: file, offset, key of a typedef or ""."""
        found = []
        for child in cursor.get_children():
            if child.kind == K.TYPE_REF:
                file = self.file(child.location)
                found.append((file, self.where(child.location, True)[1], self.type_key(child)))
        return tuple(found)

    def type_key(self, cursor: ci.Cursor) -> str:
        named = cursor.referenced
        if named is not None and named.kind == K.TYPEDEF_DECL and self.file(named.location):
            return self.key(named)[0]
        return str(cursor.spelling)

    # ------------------------------------------------------------------ functions

    def function_decl(self, cursor: ci.Cursor, file: str) -> None:
        parameters = [self.variable(p, "parameter") for p in cursor.get_arguments()]
        key = self.key(cursor)[0]
        returns = tuple(r for r in self.type_refs(cursor)) if types.lock_type(cursor.result_type)[0] else ()
        start, end = self.where(cursor.extent.start), self.where(cursor.extent.end)
        signature = cursor.type.get_canonical().spelling
        if not cursor.is_definition():
            made = Prototype(key, cursor.spelling, file, start[1], end[1], signature, tuple(parameters), returns)
            self.unit.prototypes.append(made)
            return
        body = next(c for c in cursor.get_children() if c.kind == K.COMPOUND_STMT)
        if returns:
            self.unit.returns[key] = returns
        empty = Node("NULL_STMT", "", 0, 0, 0, 0, [])
        self.function = Function(
            key, cursor.spelling, file, start[1], end[1], start[2],
            cursor.linkage == ci.LinkageKind.INTERNAL, signature,
            [p.key for p in parameters], empty, {p.key: p for p in parameters},
        )  # fmt: skip
        self.home = start[0]
        self.function.body = self.node(body)
        self.unit.functions.append(self.function)
        self.function = None

    def node(self, cursor: ci.Cursor) -> Node:
        """A cursor and all below it; wrappers that are not written in the source are left out."""
        kind = cursor.kind
        if kind == K.UNEXPOSED_EXPR:
            children = list(cursor.get_children())
            if len(children) == 1:
                return self.node(children[0])
        elif kind == K.VAR_DECL:
            children = self.local_variable(cursor)
        elif kind in _RECORDS or kind in (K.ENUM_DECL, K.TYPEDEF_DECL, K.PARM_DECL, K.FUNCTION_DECL):
            children = []
        else:
            children = list(cursor.get_children())
        node = self.bare(cursor)
        node.kids = [self.node(c) for c in children]
        self.finish(node, cursor, kind)
        return node

    def bare(self, cursor: ci.Cursor) -> Node:
        extent = cursor.extent
        number, start, _ = self.where(extent.start)
        if self.function and number and number != self.home:
            self.function.strange = "code included from another file"
        first = self.where(extent.start, True)[1]
        end, last = self.where(extent.end)[1], self.where(extent.end, True)[1]
        file = self.function.file if self.function else self.file(extent.start)
        covering = self.unit.expansion_at(file, end if end == start or end != last else end - 1)
        if covering and end < covering.end and (end != last or end <= start):
            end = covering.end
        return Node(cursor.kind.name, cursor.spelling, start, end, first, last, [])

    def finish(self, node: Node, cursor: ci.Cursor, kind: K) -> None:
        """The details that only some kinds have."""
        if kind in _TYPED:
            node.type = types.letter(cursor.type)
        match kind:
            case K.DECL_REF_EXPR:
                if (meant := cursor.referenced) is not None:
                    node.ref, node.op = self.key(meant)
                    if meant.kind == K.ENUM_CONSTANT_DECL and self.in_function(meant):
                        node.op = "inner"
            case K.MEMBER_REF:
                if (meant := cursor.referenced) is not None:
                    node.ref = self.key(meant)[0]
            case K.MEMBER_REF_EXPR:
                if (meant := cursor.referenced) is not None:
                    node.ref = self.key(meant)[0]
                pointer = node.kids and types.letter(next(cursor.get_children()).type) == "p"
                node.op = "->" if pointer else "."
            case K.BINARY_OPERATOR | K.COMPOUND_ASSIGNMENT_OPERATOR:
                node.op = _BINARY[self.lib.clang_getCursorBinaryOperatorKind(cursor)]
            case K.UNARY_OPERATOR:
                node.op = _UNARY[self.lib.clang_getCursorUnaryOperatorKind(cursor)]
            case K.CALL_EXPR:
                target = next(cursor.get_children(), None)
                called = target.type.get_canonical() if target is not None else cursor.type
                if called.kind == T.POINTER:
                    node.op = called.get_pointee().get_canonical().spelling
            case K.INTEGER_LITERAL | K.CHARACTER_LITERAL:
                node.name = self.literal(cursor)
            case K.VAR_DECL | K.FUNCTION_DECL:
                node.ref, node.op = self.key(cursor)
            case K.TYPE_REF:
                node.ref = self.type_key(cursor)
                node.op = "inner" if self.in_function(cursor.referenced) else ""
            case K.TYPEDEF_DECL | K.STRUCT_DECL | K.UNION_DECL | K.ENUM_DECL:
                node.type = types.lock_type(cursor.type)[0] or "o"
            case K.ASM_STMT if "goto" in " ".join(t.spelling for t in cursor.get_tokens())[:30]:
                node.op = "goto"
            case K.CXX_UNARY_EXPR:
                node.type = types.letter(cursor.type)

    def in_function(self, declaration: ci.Cursor | None) -> bool:
        """Is a type or enumerator declared inside a function?"""
        while declaration is not None and declaration.kind != K.TRANSLATION_UNIT:
            if declaration.kind == K.FUNCTION_DECL:
                return True
            declaration = declaration.semantic_parent
        return False

    def literal(self, cursor: ci.Cursor) -> str:
        result = self.lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return ""
        value = self.lib.clang_EvalResult_getAsLongLong(result)
        self.lib.clang_EvalResult_dispose(result)
        return str(int(value))

    def local_variable(self, cursor: ci.Cursor) -> list[ci.Cursor]:
        """Note a local variable; its children that matter: type names, sizes that are computed, the initialiser."""
        variable = self.variable(cursor, "local")
        if self.function:
            self.function.locals[variable.key] = variable
            if any(_cleans_up(child) for child in cursor.get_children()):
                self.function.strange = f"{cursor.spelling}, which has a clean-up function"
        initialiser = self.lib.clang_Cursor_getVarDeclInitializer(cursor)
        children = [c for c in cursor.get_children() if c.kind == K.TYPE_REF]
        if types.letter(cursor.type) == "v":
            children += [c for c in cursor.get_children() if c.kind.is_expression()]
        elif initialiser.kind.is_expression():
            initialiser._tu = self.tu
            children.append(initialiser)
        return children

    # ------------------------------------------------------------------ inactive code

    def skipped_ranges(self) -> None:
        """The parts that #if left out."""
        found = self.lib.clang_getAllSkippedRanges(self.tu)
        for i in range(found.contents.count):
            extent = found.contents.ranges[i]
            file = self.file(extent.start)
            if file:
                span = (self.where(extent.start)[1], self.where(extent.end)[1])
                self.unit.skipped.setdefault(file, []).append(span)
        self.lib.clang_disposeSourceRangeList(found)


def _cleans_up(attribute: ci.Cursor) -> bool:
    """Is it the attribute that calls a function where its variable's scope ends?"""
    first = next(attribute.get_tokens(), None) if attribute.kind == K.UNEXPOSED_ATTR else None
    return first is not None and first.spelling in ("cleanup", "__cleanup__")
