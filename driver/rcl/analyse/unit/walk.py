# SPDX-License-Identifier: MIT
"""The C library that asks libclang for all of a tree at once (driver/walk/walk.c), and what it hands back."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import clang.cindex as ci
from clang.cindex import CursorKind as K

from rcl import libraries

LIBRARY = "librclwalk.so"

#: the entry points of libclang that it calls, in the order of its struct rcl_calls
_ENTRIES = (
    "clang_visitChildren", "clang_getCursorLocation", "clang_getCursorExtent", "clang_getRangeStart",
    "clang_getRangeEnd", "clang_getExpansionLocation", "clang_getFileLocation", "clang_getCursorSpelling",
    "clang_getCString", "clang_disposeString", "clang_getCursorType", "clang_getTypedefDeclUnderlyingType",
    "clang_getCursorResultType", "clang_getCursorReferenced",
    "clang_Cursor_getVarDeclInitializer", "clang_getCursorUnaryOperatorKind", "clang_getCursorBinaryOperatorKind",
    "clang_Cursor_Evaluate", "clang_EvalResult_getAsLongLong", "clang_EvalResult_dispose",
    "clang_Cursor_getNumArguments", "clang_Cursor_getArgument", "clang_getCursorLinkage",
    "clang_Cursor_getStorageClass", "clang_getCursorTLSKind", "clang_Cursor_isBitField", "clang_getCanonicalCursor",
    "clang_getCursorUSR", "clang_getCursorSemanticParent", "clang_Type_getSizeOf", "clang_Type_getOffsetOf",
)  # fmt: skip
#: what is asked of the cursors of a kind, as in walk.c
(_NAME, _TYPE, _MEANT, _UNARY, _BINARY, _VALUE, _INITIAL, _PARAMETERS, _DECLARED, _USR, _OFFSET,
 _NOTHING_BELOW) = (1 << bit for bit in range(12))  # fmt: skip
#: what has no name to ask for, or another one than libclang's
_NAMELESS = {K.COMPOUND_STMT, K.DECL_STMT, K.IF_STMT, K.FOR_STMT, K.WHILE_STMT, K.DO_STMT, K.SWITCH_STMT, K.CASE_STMT,
             K.DEFAULT_STMT, K.RETURN_STMT, K.NULL_STMT, K.BREAK_STMT, K.CONTINUE_STMT, K.BINARY_OPERATOR,
             K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.ARRAY_SUBSCRIPT_EXPR, K.CONDITIONAL_OPERATOR,
             K.INTEGER_LITERAL, K.CHARACTER_LITERAL, K.FLOATING_LITERAL}  # fmt: skip
#: declarations of which more is asked
_DECLARATIONS = {K.FUNCTION_DECL, K.VAR_DECL, K.PARM_DECL, K.FIELD_DECL, K.TYPEDEF_DECL}
_ASKED: tuple[tuple[int, set[K]], ...] = (
    (_TYPE | _DECLARED, _DECLARATIONS),
    (_MEANT, {K.DECL_REF_EXPR, K.MEMBER_REF, K.MEMBER_REF_EXPR, K.TYPE_REF, K.MACRO_INSTANTIATION}),
    (_UNARY, {K.UNARY_OPERATOR}),
    (_BINARY, {K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR}),
    (_VALUE, {K.INTEGER_LITERAL, K.CHARACTER_LITERAL, K.FLOATING_LITERAL, K.CXX_UNARY_EXPR}),
    (_INITIAL, {K.VAR_DECL}),
    (_OFFSET, {K.FIELD_DECL}),
    (_NOTHING_BELOW, {K.ENUM_DECL}),
)
#: how many cursors there is room for at first
_SOME = 1 << 15
_CURSOR = ctypes.sizeof(ci.Cursor)
#: what a cursor begins with, and that of a macro's definition
_KIND, _DEFINITION = struct.Struct("i"), K.MACRO_DEFINITION.value
#: the spellings of CXBinaryOperatorKind and CXUnaryOperatorKind, in the order of the enums
BINARY: list[str] = [
    "", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&",
    "||", "=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", ",",
]  # fmt: skip
UNARY: list[str] = ["", "p++", "p--", "++", "--", "&", "*", "+", "-", "~", "!", "real", "imag", "extension"]
#: the names of kinds, by their numbers
KINDS: dict[int, str] = {kind.value: kind.name for kind in K.get_all_kinds()}


class Row(NamedTuple):
    """A cursor of a tree, and what was asked of it; what was not is 0."""

    kind: int
    #: of itself, of its type (a typedef's is what it names), and of the declaration that it refers to (see
    #: libclang.identity)
    itself: int
    type: int
    meant: int
    #: libclang's number of the file that it begins in; this and the offsets are asked of what is not plain
    file: int
    #: the number that it says, which one of the children is the initial value, from 1 on, or how many of them, the last
    #: ones, are a function's parameters
    value: int
    #: the extent in libclang's numbers
    first: int
    last: int
    #: the offsets of the extent, macros expanded, and of where it is spelled
    start: int
    end: int
    begins: int
    behind: int
    #: the kind of the declaration that it refers to, 0 if it refers to nothing
    meant_kind: int
    operator: int
    #: the row behind all that is below it
    next: int
    #: whether it says a number
    known: int
    #: which one of the declarations it is, from 1 on
    declared: int

    @property
    def literal(self) -> str:
        """The number that it says, "" for none."""
        return str(self.value) if self.known else ""


class Declared(NamedTuple):
    """What is to know of a declaration; what was not asked is 0."""

    #: of the type that a function returns
    result: int
    #: libclang's numbers of the file that its name stands in, and of its first declaration's, if no other file knows it
    file: int
    home: int
    #: in bytes, and of a field in its struct, in bits; negative if nobody knows
    size: int
    offset: int
    #: of the name
    where: int
    line: int
    #: values of libclang's LinkageKind, StorageClass and TLSKind
    linkage: int
    storage: int
    thread: int
    bits: int


#: walk.c's struct rcl_row, of the cursor only its kind and first pointer, and its struct rcl_declared
_ROW = struct.Struct("i4xQ16xQQQqIIIIIIiiIII4x")
_DECLARATION = struct.Struct("QQQqqIIiiiI")


class _Texts(ctypes.Structure):
    _fields_ = (("held", ctypes.c_void_p), ("length", ctypes.c_size_t))

    def each(self) -> list[str]:
        """All of them, and an empty one at last."""
        texts: bytes = ctypes.string_at(self.held, self.length)
        return texts.decode("utf-8", "surrogateescape").split("\0")


class _Tree(ctypes.Structure):
    _fields_ = (
        ("rows", ctypes.c_void_p), ("declared", ctypes.c_void_p), ("count", ctypes.c_size_t),
        ("declarations", ctypes.c_size_t), ("names", _Texts), ("usrs", _Texts),
    )  # fmt: skip


class Below:
    """Some cursors and all below them, in this order: each is known by its number, the first one is 0."""

    def __init__(self, tu: ci.TranslationUnit, tree: _Tree) -> None:
        self._tu = tu
        self._held = ctypes.string_at(tree.rows, tree.count * _ROW.size)
        declared = ctypes.string_at(tree.declared, tree.declarations * _DECLARATION.size)
        self.rows: list[Row] = list(map(partial(tuple.__new__, Row), _ROW.iter_unpack(self._held)))
        self._declared: list[Declared] = list(map(partial(tuple.__new__, Declared), _DECLARATION.iter_unpack(declared)))
        self.names: list[str] = tree.names.each()
        self._usrs: list[str] = tree.usrs.each()

    def cursor(self, at: int) -> ci.Cursor:
        """One as libclang has it."""
        cursor = ci.Cursor.from_buffer_copy(self._held, at * _ROW.size)
        cursor._tu = self._tu
        return cursor

    def kind(self, at: int) -> str:
        """The name of its kind."""
        return KINDS[self.rows[at].kind]

    def declared(self, at: int) -> Declared:
        """What is to know of a declaration."""
        return self._declared[self.rows[at].declared - 1]

    def usr(self, at: int) -> str:
        """What libclang calls a declaration in every file that knows it; "" if it was not asked."""
        return self._usrs[self.rows[at].declared - 1]

    def children(self, at: int) -> list[int]:
        """Those directly below one."""
        return self._between(at + 1, self.rows[at].next)

    def roots(self) -> list[int]:
        """Those that are below no other."""
        return self._between(0, len(self.rows))

    def _between(self, at: int, end: int) -> list[int]:
        rows, found = self.rows, []
        while at < end:
            found.append(at)
            at = rows[at].next
        return found


class Walker:
    """The library, for one translation unit."""

    def __init__(self, tu: ci.TranslationUnit) -> None:
        self._tu = tu
        self._lib = _library()

    def standing(self, named: Callable[[int], str], macros_of: Callable[[int], str]) -> tuple[Below, list[str]]:
        """What stands at file scope, with what is below it but for code, and for each root the file of its name.

        ``named`` says what a file with libclang's number is called; of one without a name only the macros are kept that
        it defines, if ``macros_of`` has a name for it.
        """
        count = _SOME
        while True:
            room, files = ctypes.create_string_buffer(count * _CURSOR), (ctypes.c_size_t * count)()
            size, count = count, self._lib.rcl_children(_entries(), self._tu.cursor, room, files, count)
            if count <= size:
                break
        names = {number: named(number) for number in set(files[:count])}
        others = {number: macros_of(number) for number, name in names.items() if not name}
        cursors = memoryview(room)

        def name_of(at: int) -> str:
            number = files[at]
            kind, = _KIND.unpack_from(cursors, at * _CURSOR) if others.get(number) else (0,)
            return others[number] if kind == _DEFINITION else names[number]

        kept = [(at, name) for at in range(count) if (name := name_of(at))]
        roots = b"".join(cursors[at * _CURSOR : (at + 1) * _CURSOR] for at, _ in kept)
        return self._walked(roots, len(kept), _of_files()), [name for _, name in kept]

    def below(self, root: ci.Cursor, plain: tuple[int, int] = (1, 0)) -> Below:
        """A cursor and all below it; what stands between these numbers of libclang's is plain (see Row.file)."""
        return self._walked(ctypes.byref(root), 1, _of_code(), plain)

    def alone(self, declaration: ci.Cursor) -> Below:
        """A declaration, and nothing below it."""
        return self._walked(ctypes.byref(declaration), 1, _of_one())

    def _walked(self, roots: Any, count: int, asks: array[int], plain: tuple[int, int] = (1, 0)) -> Below:
        tree = _Tree()
        asked, kinds = asks.buffer_info()
        if not self._lib.rcl_walk(_entries(), roots, count, asked, kinds, *plain, ctypes.byref(tree)):
            raise MemoryError
        try:
            return Below(self._tu, tree)
        finally:
            self._lib.rcl_forget(ctypes.byref(tree))


def library() -> Path:
    """The walker: RCL_WALKER, the one built in this source tree, or the installed one; else TOOL_MISSING."""
    return libraries.find("walk", LIBRARY, "RCL_WALKER")


@cache
def _library() -> Any:
    lib = ctypes.CDLL(str(library()))
    several: list[Any] = [ctypes.c_void_p, ctypes.c_size_t]
    lib.rcl_children.argtypes = [ctypes.c_void_p, ci.Cursor, ctypes.c_void_p, *several]
    lib.rcl_children.restype = ctypes.c_size_t
    lib.rcl_walk.argtypes = [ctypes.c_void_p, *several, *several, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p]
    lib.rcl_walk.restype = ctypes.c_bool
    lib.rcl_forget.argtypes, lib.rcl_forget.restype = [ctypes.c_void_p], None
    return lib


@cache
def _entries() -> ctypes.Array[Any]:
    lib = ctypes.CDLL(ci.conf.lib._name)
    addresses = [ctypes.cast(getattr(lib, name), ctypes.c_void_p).value for name in _ENTRIES]
    return (ctypes.c_void_p * len(addresses))(*addresses)


@cache
def expressions() -> frozenset[int]:
    """The kinds of expressions, by their numbers."""
    return frozenset(kind.value for kind in K.get_all_kinds() if kind.is_expression())


def _asks(asked: Callable[[K], int]) -> array[int]:
    """What is asked of each kind, by its number."""
    asks = array("H", bytes(2 * (max(KINDS) + 1)))
    for kind in K.get_all_kinds():
        asks[kind.value] = asked(kind)
    return asks


def _asked(kind: K) -> int:
    asked = sum(bit for bit, kinds in _ASKED if kind in kinds)
    return asked | (kind not in _NAMELESS and _NAME) | (kind.value in expressions() and _TYPE)


@cache
def _of_code() -> array[int]:
    """What is asked in a function's body, or in an initialiser."""
    return _asks(lambda kind: _asked(kind) | (kind == K.FUNCTION_DECL and _NOTHING_BELOW))


@cache
def _of_files() -> array[int]:
    """What is asked of what stands outside of functions, where code is what is looked at later."""

    def asked(kind: K) -> int:
        code = kind.is_expression() or kind.is_statement()
        return _NOTHING_BELOW if code else _asked(kind) | (kind == K.FUNCTION_DECL and _PARAMETERS)

    return _asks(asked)


@cache
def _of_one() -> array[int]:
    """What is asked of a declaration that is meant."""
    return _asks(lambda kind: _NAME | _DECLARED | (kind not in _DECLARATIONS and _USR) | _NOTHING_BELOW)
