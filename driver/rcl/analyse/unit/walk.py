# SPDX-License-Identifier: MIT
"""The C library that asks libclang for all of a tree at once (driver/walk/walk.c), and what it hands back."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
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
    "clang_getCString", "clang_disposeString", "clang_getCursorType", "clang_getCursorReferenced",
    "clang_Cursor_getVarDeclInitializer", "clang_getCursorUnaryOperatorKind", "clang_getCursorBinaryOperatorKind",
    "clang_Cursor_Evaluate", "clang_EvalResult_getAsLongLong", "clang_EvalResult_dispose",
)  # fmt: skip
#: what is asked of the cursors of a kind, as in walk.c
_NAME, _TYPE, _MEANT, _UNARY, _BINARY, _VALUE, _INITIAL, _NOTHING_BELOW = (1 << bit for bit in range(8))
#: what has no name to ask for, or another one than libclang's
_NAMELESS = {K.COMPOUND_STMT, K.DECL_STMT, K.IF_STMT, K.FOR_STMT, K.WHILE_STMT, K.DO_STMT, K.SWITCH_STMT, K.CASE_STMT,
             K.DEFAULT_STMT, K.RETURN_STMT, K.NULL_STMT, K.BREAK_STMT, K.CONTINUE_STMT, K.BINARY_OPERATOR,
             K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.ARRAY_SUBSCRIPT_EXPR, K.CONDITIONAL_OPERATOR,
             K.INTEGER_LITERAL, K.CHARACTER_LITERAL, K.FLOATING_LITERAL}  # fmt: skip
_ASKED: tuple[tuple[int, set[K]], ...] = (
    (_MEANT, {K.DECL_REF_EXPR, K.MEMBER_REF, K.MEMBER_REF_EXPR, K.TYPE_REF, K.MACRO_INSTANTIATION}),
    (_UNARY, {K.UNARY_OPERATOR}),
    (_BINARY, {K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR}),
    (_VALUE, {K.INTEGER_LITERAL, K.CHARACTER_LITERAL, K.FLOATING_LITERAL, K.CXX_UNARY_EXPR}),
    (_INITIAL, {K.VAR_DECL}),
    (_NOTHING_BELOW, {K.ENUM_DECL, K.PARM_DECL, K.FUNCTION_DECL}),
)
#: how many cursors there is room for at first
_SOME = 1 << 15
_CURSOR = ctypes.sizeof(ci.Cursor)
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
    #: of its type, and of the declaration that it refers to (see libclang.identity)
    type: int
    meant: int
    #: libclang's number of the file that it begins in; this and the offsets are asked of what is not plain
    file: int
    #: the number that it says, or which one of the children is the initial value, from 1 on
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

    @property
    def literal(self) -> str:
        """The number that it says, "" for none."""
        return str(self.value) if self.known else ""


#: walk.c's struct rcl_row: of the cursor only its kind
_ROW = struct.Struct("i28xQQQqIIIIIIiiII")


class _Tree(ctypes.Structure):
    _fields_ = (
        ("rows", ctypes.c_void_p), ("names", ctypes.c_void_p), ("count", ctypes.c_size_t), ("length", ctypes.c_size_t),
    )  # fmt: skip


class Below:
    """Some cursors and all below them, in this order: each is known by its number, the first one is 0."""

    def __init__(self, tu: ci.TranslationUnit, tree: _Tree) -> None:
        self._tu = tu
        self._held = ctypes.string_at(tree.rows, tree.count * _ROW.size)
        self.rows: list[Row] = list(map(partial(tuple.__new__, Row), _ROW.iter_unpack(self._held)))
        self.names = ctypes.string_at(tree.names, tree.length).decode("utf-8", "surrogateescape").split("\0")

    def cursor(self, at: int) -> ci.Cursor:
        """One as libclang has it."""
        cursor = ci.Cursor.from_buffer_copy(self._held, at * _ROW.size)
        cursor._tu = self._tu
        return cursor

    def kind(self, at: int) -> str:
        """The name of its kind."""
        return KINDS[self.rows[at].kind]

    def children(self, at: int) -> list[int]:
        """Those directly below one."""
        rows, found = self.rows, []
        end = rows[at].next
        at += 1
        while at < end:
            found.append(at)
            at = rows[at].next
        return found


class Walker:
    """The library, for one translation unit."""

    def __init__(self, tu: ci.TranslationUnit) -> None:
        self._tu = tu
        self._lib = _library()
        self._room = _room(64)

    def children(self, parent: ci.Cursor) -> list[ci.Cursor]:
        """The cursors directly below one."""
        count = self._lib.rcl_children(_entries(), parent, self._room, None, len(self._room))
        if count > len(self._room):
            self._room = _room(count)
            return self.children(parent)
        return [self._copied(self._room, at) for at in range(count)]

    def standing(self, parent: ci.Cursor, named: Callable[[int], str]) -> list[tuple[ci.Cursor, str]]:
        """The cursors directly below one that has many, and the files that their names stand in.

        ``named`` says what a file with libclang's number is called; what stands in one without a name is left out.
        """
        count = _SOME
        while True:
            room, files = _room(count), (ctypes.c_size_t * count)()
            count = self._lib.rcl_children(_entries(), parent, room, files, len(room))
            if count <= len(room):
                names = {number: named(number) for number in set(files[:count])}
                places = enumerate(map(names.__getitem__, files[:count]))
                return [(self._copied(room, at), name) for at, name in places if name]

    def _copied(self, room: ctypes.Array[Any], at: int) -> ci.Cursor:
        cursor = ci.Cursor.from_buffer_copy(room, at * _CURSOR)
        cursor._tu = self._tu
        return cursor

    def below(self, roots: Sequence[ci.Cursor], plain: tuple[int, int] = (1, 0)) -> Below:
        """Cursors and all below them; what stands between these numbers of libclang's is plain (see Row.file)."""
        tree, count = _Tree(), len(roots)
        given = (ci.Cursor * count)(*roots)
        if not self._lib.rcl_walk(_entries(), given, count, _asks(), len(_asks()), *plain, ctypes.byref(tree)):
            raise MemoryError
        try:
            return Below(self._tu, tree)
        finally:
            self._lib.rcl_forget(ctypes.byref(tree))


def _room(count: int) -> ctypes.Array[Any]:
    room: ctypes.Array[Any] = (ci.Cursor * count)()
    return room


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


@cache
def _asks() -> bytes:
    """What is asked of each kind, by its number."""
    asks = bytearray(max(KINDS) + 1)
    for kind in K.get_all_kinds():
        asks[kind.value] = sum(bit for bit, kinds in _ASKED if kind in kinds)
        asks[kind.value] |= (kind not in _NAMELESS and _NAME) | (kind.value in expressions() and _TYPE)
    return bytes(asks)
