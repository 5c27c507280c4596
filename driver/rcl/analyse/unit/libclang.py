# SPDX-License-Identifier: MIT
"""libclang's entry points that are called for each node, or that its Python package does not declare.

The package checks and wraps every result, which takes most of the time of reading a file. Cursors and types are
told apart here by the pointers that they hold: equal ones mean the same declaration or type of one translation unit.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import clang.cindex as ci

from rcl import predefined


class _RangeList(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(ci.SourceRange)))


class _Text(ctypes.Structure):
    _fields_ = (("text", ctypes.c_char_p), ("free", ctypes.c_int))


def _decoded(held: Any) -> str | None:
    text = ctypes.c_char_p.from_buffer(held).value
    return None if text is None else text.decode("utf-8", "surrogateescape")


# The package fails at file names and messages (which quote the source) that are not UTF-8.
ci.c_interop_string.value = property(_decoded)

_KNOWN_KIND = ci.TypeKind.from_id


def _kind(number: int) -> ci.TypeKind:
    try:
        return _KNOWN_KIND(number)
    except ValueError:
        return ci.TypeKind.UNEXPOSED


# It fails at kinds of types that it has no name for, as _Float16.
ci.TypeKind.from_id = staticmethod(_kind)

_SIGNATURES: dict[str, tuple[list[Any], Any]] = {
    "clang_getCursorExtent": ([ci.Cursor], ci.SourceRange),
    "clang_getCursorLocation": ([ci.Cursor], ci.SourceLocation),
    "clang_getRangeStart": ([ci.SourceRange], ci.SourceLocation),
    "clang_getRangeEnd": ([ci.SourceRange], ci.SourceLocation),
    "clang_getExpansionLocation": ([ci.SourceLocation] + [ctypes.c_void_p] * 4, None),
    "clang_getFileContents": ([ci.TranslationUnit, ctypes.c_void_p, ctypes.c_void_p], ctypes.c_void_p),
    "clang_getFileName": ([ctypes.c_void_p], _Text),
    "clang_getFile": ([ci.TranslationUnit, ctypes.c_char_p], ctypes.c_void_p),
    "clang_getCursorReferenced": ([ci.Cursor], ci.Cursor),
    "clang_getCursorType": ([ci.Cursor], ci.Type),
    "clang_getCursorPrintingPolicy": ([ci.Cursor], ctypes.c_void_p),
    "clang_getCursorPrettyPrinted": ([ci.Cursor, ctypes.c_void_p], _Text),
    "clang_PrintingPolicy_dispose": ([ctypes.c_void_p], None),
    "clang_getCString": ([_Text], ctypes.c_char_p),
    "clang_disposeString": ([_Text], None),
    "clang_getAllSkippedRanges": ([ci.TranslationUnit], ctypes.POINTER(_RangeList)),
    "clang_disposeSourceRangeList": ([ctypes.POINTER(_RangeList)], None),
    "clang_Type_getValueType": ([ci.Type], ci.Type),
}


@cache
def _library() -> Any:
    """The package's library, loaded once more so that the declarations do not meet the package's own."""
    lib = ctypes.CDLL(ci.conf.lib._name)
    for name, (arguments, result) in _SIGNATURES.items():
        function = getattr(lib, name)
        function.argtypes, function.restype = arguments, result
    return lib


def value_of(atomic: ci.Type) -> ci.Type:
    """The type of what an object of an atomic type holds."""
    held: ci.Type = _library().clang_Type_getValueType(atomic)
    held._tu = atomic._tu
    return held


class Calls:
    """The calls for one translation unit."""

    def __init__(self, tu: ci.TranslationUnit) -> None:
        self.tu = tu
        self.lib = _library()
        self._out = (ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint())
        self._refs = [ctypes.byref(x) for x in self._out]

    def where(self, location: ci.SourceLocation) -> tuple[int, int, int]:
        """The file (an opaque number), offset and line of a location."""
        self.lib.clang_getExpansionLocation(location, *self._refs)
        return self._out[0].value or 0, self._out[3].value, self._out[1].value

    def name(self, file: int) -> str:
        """A file's name, by its opaque number."""
        return self._text(self.lib.clang_getFileName(file))

    def size(self, file: int) -> int:
        """How many bytes a file has, by its opaque number."""
        size = ctypes.c_size_t()
        self.lib.clang_getFileContents(self.tu, file, ctypes.byref(size))
        return size.value

    def files(self) -> set[str]:
        """The names of all files that the translation unit was read from."""
        return {self.tu.spelling, *(inclusion.include.name for inclusion in self.tu.get_includes())}

    def read(self) -> dict[str, bytes]:
        """These files, and their contents as they were then."""
        return {name: self.content(name) for name in self.files()}

    def content(self, name: str) -> bytes:
        """The text of a file that was read, as it stands in the tree."""
        size = ctypes.c_size_t()
        file = self.lib.clang_getFile(self.tu, name.encode("utf-8", "surrogateescape"))
        start = self.lib.clang_getFileContents(self.tu, file, ctypes.byref(size)) if file else None
        return predefined.unmasked(ctypes.string_at(start, size.value)) if start else b""

    def location(self, cursor: ci.Cursor) -> ci.SourceLocation:
        """Where the cursor's name stands."""
        return self.lib.clang_getCursorLocation(cursor)

    def extent(self, cursor: ci.Cursor) -> ci.SourceRange:
        """From where to where a cursor reaches."""
        return self.lib.clang_getCursorExtent(cursor)

    def start(self, extent: ci.SourceRange) -> ci.SourceLocation:
        """A range's first location."""
        return self.lib.clang_getRangeStart(extent)

    def end(self, extent: ci.SourceRange) -> ci.SourceLocation:
        """The location behind a range."""
        return self.lib.clang_getRangeEnd(extent)

    def printed(self, cursor: ci.Cursor) -> str:
        """A declaration as clang writes it, with its attributes, whichever macros they came from."""
        policy = self.lib.clang_getCursorPrintingPolicy(cursor)
        printed = self._text(self.lib.clang_getCursorPrettyPrinted(cursor, policy))
        self.lib.clang_PrintingPolicy_dispose(policy)
        return printed

    def _text(self, held: _Text) -> str:
        text: bytes = self.lib.clang_getCString(held) or b""
        self.lib.clang_disposeString(held)
        return text.decode("utf-8", "surrogateescape")

    def referenced(self, cursor: ci.Cursor) -> ci.Cursor:
        """The declaration that a reference means; there is one."""
        meant = self.lib.clang_getCursorReferenced(cursor)
        meant._tu = self.tu
        return meant

    def type(self, cursor: ci.Cursor) -> ci.Type:
        """The type of a declaration or expression."""
        of = self.lib.clang_getCursorType(cursor)
        of._tu = self.tu
        return of

    def skipped(self) -> list[ci.SourceRange]:
        """The parts that #if left out."""
        found = self.lib.clang_getAllSkippedRanges(self.tu)
        ranges = [ci.SourceRange.from_buffer_copy(found.contents.ranges[i]) for i in range(found.contents.count)]
        self.lib.clang_disposeSourceRangeList(found)
        return ranges


def identity(thing: ci.Cursor | ci.Type) -> int:
    """A number that two cursors of one declaration, or two equal types, have in common."""
    return int(thing.data[0] or 0)
