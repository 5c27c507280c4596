# SPDX-License-Identifier: MIT
"""Questions about C types, and C text for declarations of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import clang.cindex as ci
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

from rcl.analyse.unit.libclang import value_of

MUTEX, COND = "mutex", "condition"
#: how many bytes an address has: a smaller number holds none
ADDRESS = 8
_LOCK_TYPES = {"pthread_mutex_t": MUTEX, "mtx_t": MUTEX, "pthread_cond_t": COND, "cnd_t": COND}
#: GLib's, and the folder that its headers stand in, wherever an option of the compiler says that this is
_GLIB_TYPES, _GLIB = {"union _GMutex": MUTEX, "struct _GRecMutex": MUTEX, "struct _GCond": COND}, "/glib-2.0/"
_ARRAYS = (T.CONSTANTARRAY, T.INCOMPLETEARRAY)
_FUNCTIONS = (T.FUNCTIONPROTO, T.FUNCTIONNOPROTO)
#: the numbers that may hold an address
_LARGE = (T.LONG, T.ULONG, T.LONGLONG, T.ULONGLONG)
_TRUTHS = frozenset({"_Bool", "bool"})
_TRUTH = re.compile(rf"\b(?:{'|'.join(sorted(_TRUTHS))})\b")
#: how long a declaration is at most, up to its last name
_DECLARED = 400
_LETTERS = {
    T.POINTER: "p", T.CONSTANTARRAY: "a", T.INCOMPLETEARRAY: "a", T.VARIABLEARRAY: "v", T.RECORD: "s",
    T.VECTOR: "s", T.EXTVECTOR: "s", T.FUNCTIONPROTO: "f", T.FUNCTIONNOPROTO: "f",
    T.FLOAT: "d", T.DOUBLE: "d", T.LONGDOUBLE: "d", T.FLOAT128: "d", T.HALF: "d", T.COMPLEX: "d",
}  # fmt: skip


#: why a variable of such a type cannot be passed as it is
NAMELESS = "its type has no name"
LIST = "it is a va_list"
LENGTH = "it is an array of variable length"
INSIDE = "its type is declared inside the function"
REGISTER = "it is bound to a register"


class Led(NamedTuple):
    """What a type's pointers and arrays lead to, how many pointers they are, and what arrays."""

    to: ci.Type
    stars: int
    #: the first of them is an array, and one is of variable length
    array: bool
    variable: bool


def led(of: ci.Type) -> Led:
    """What a type's pointers and arrays lead to: itself if it is none."""
    canonical, stars, array, variable = of.get_canonical(), 0, False, False
    while True:
        kind = canonical.kind
        if kind == T.POINTER:
            stars += 1
            canonical = canonical.get_pointee().get_canonical()
        elif kind == T.ATOMIC:
            canonical = value_of(canonical).get_canonical()
        elif kind in _ARRAYS or kind == T.VARIABLEARRAY:
            array, variable = array or not stars, variable or kind == T.VARIABLEARRAY
            canonical = canonical.get_array_element_type().get_canonical()
        else:
            return Led(canonical, stars, array, variable)


def lock_type(ends: Led) -> tuple[str, int, bool]:
    """Is it a lock type, an array of or pointer to one? Which or "", levels of pointers, whether an array."""
    if ends.to.kind == T.RECORD:
        name = ends.to.spelling.replace("const ", "").replace("volatile ", "")
        if name in _GLIB_TYPES and _GLIB in ends.to.get_declaration().location.file.name:
            return _GLIB_TYPES[name], ends.stars, ends.array
        if name in _LOCK_TYPES and ends.to.get_declaration().location.is_in_system_header:
            return _LOCK_TYPES[name], ends.stars, ends.array
    return "", ends.stars, ends.array


def holds_lock(of: ci.Type) -> bool:
    """Is there a lock in what a type says, so that its size changes with the lock's?"""
    ends = led(of)
    if ends.stars or ends.to.kind != T.RECORD:
        return False
    return bool(lock_type(ends)[0]) or any(holds_lock(field.type) for field in ends.to.get_fields())


class Facts(NamedTuple):
    """A type: its letter, what it holds of a lock API (see tree.Variable), and what its pointers lead to."""

    spelling: str
    canonical: str
    letter: str
    api: str
    stars: int
    array: bool
    const: bool
    #: volatile or _Atomic
    volatile: bool
    #: a struct with a const member, which nothing can be assigned to
    fixed: bool
    #: an array of any elements, behind a typedef too
    elements: bool
    #: va_list
    is_list: bool
    #: could a mutex's address travel in it untyped?
    void_pointer: bool
    #: does it point to numbers that are as large as an address?
    numbers: bool
    #: the type of function that it is, or that its pointers and arrays lead to
    called: ci.Type | None
    #: the text of that if it is not the function itself (see tree.Variable), and what it is a direct pointer to, as a
    #: parameter is that is declared as a function; or ""
    calls: str
    pointee: str
    #: the struct or union that it is, or that its pointers and arrays lead to
    record: ci.Cursor | None


def facts(of: ci.Type) -> Facts:
    """The answers to all questions about a type, but its size: libclang fails on that of some expressions' types."""
    canonical, ends = of.get_canonical(), led(of)
    kind, record = canonical.kind, ends.to.kind == T.RECORD
    held = value_of(canonical).get_canonical() if kind == T.ATOMIC else canonical
    pointee = held.get_pointee() if held.kind == T.POINTER else held if kind in _FUNCTIONS else None
    called = ends.to if ends.to.kind in _FUNCTIONS and not ends.variable else None
    return Facts(
        _spelling(of), canonical.spelling, _LETTERS.get(kind, "o"), *lock_type(ends), of.is_const_qualified(),
        of.is_volatile_qualified() or kind == T.ATOMIC, _is_fixed(canonical), kind in (*_ARRAYS, T.VARIABLEARRAY),
        is_list(of),
        pointee is not None and pointee.kind == T.VOID,
        pointee is not None and pointee.get_canonical().kind in _LARGE, called,
        called.spelling if called is not None and held.kind in (T.POINTER, *_ARRAYS) else "",
        "" if pointee is None else pointee.get_canonical().spelling, ends.to.get_declaration() if record else None,
    )  # fmt: skip


def _spelling(of: ci.Type) -> str:
    """How a type is spelled; C23's truths as before, for a typedef of another type may be called ``bool``."""
    return _TRUTH.sub("_Bool", of.spelling) if of.kind == T.BOOL else of.spelling


def _is_fixed(of: ci.Type) -> bool:
    """Does a const member of a struct or union keep it from being assigned to?"""
    while of.kind in _ARRAYS:
        of = of.get_array_element_type().get_canonical()
    fields = of.get_fields() if of.kind == T.RECORD else ()
    return any(f.type.is_const_qualified() or _is_fixed(f.type.get_canonical()) for f in fields)


def declaration_of(of: ci.Type) -> ci.Cursor:
    """The declaration of a type, seen through arrays and pointers."""
    while of.get_canonical().kind in (T.POINTER, *_ARRAYS):
        canonical = of.get_canonical()
        of = canonical.get_pointee() if canonical.kind == T.POINTER else canonical.get_array_element_type()
    return of.get_declaration()


def tag(record: ci.Cursor) -> str:
    """The name of a struct: its tag, else the typedef's name."""
    return re.sub(r"^(struct|union) ", "", record.type.spelling)


class Texts(NamedTuple):
    """C for a declaration of a variable and of a pointer to it, or why there is none."""

    declaration: str
    pointer: str
    why: str = ""


NO_TEXT = Texts("", "")
#: stands for the name of what a function returns in a declaration of that
RETURNED = "@"
_NAME = "\0"
_QUALIFIERS = ("const", "volatile", "restrict")


class Place(NamedTuple):
    """Where something stands: a part of a file."""

    file: str
    start: int
    end: int


class Writing:
    """How the types of one translation unit are written: what they have in common is found once for each."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[int, bool], tuple[str | Place, ...]] = {}
        self._patterns: dict[tuple[int, bool], tuple[str, str]] = {}
        self._functions: dict[int, Place] = {}

    def texts(self, cursor: ci.Cursor) -> Texts:
        """The texts for a local variable or parameter."""
        of = cursor.type
        key = int(of.data[0] or 0), bool(cursor.kind == K.PARM_DECL)
        why = self._unspeakable(cursor, of, key)
        if why:
            return Texts("", self._to_first(cursor, of) if why == LENGTH else "", why)
        if key not in self._patterns:
            self._patterns[key] = _patterns(cursor, of)
        name = cursor.spelling
        return Texts(*(_spelled(cursor, pattern, _NAME).replace(_NAME, name) for pattern in self._patterns[key]))

    def _to_first(self, cursor: ci.Cursor, of: ci.Type) -> str:
        """The text of a pointer to the first element of an array of variable length; "" if its type has such others."""
        array = of if of.kind == T.VARIABLEARRAY else of.get_canonical()
        element = array.get_array_element_type()
        if array.kind != T.VARIABLEARRAY or _unwritable(_of_type(element), self._function(cursor.semantic_parent)):
            return ""
        pattern = declare(element, f"*{_NAME}", _qualifiers(array))
        return _spelled(cursor, pattern, _NAME).replace(_NAME, cursor.spelling)

    def _unspeakable(self, cursor: ci.Cursor, of: ci.Type, key: tuple[int, bool]) -> str:
        """Why the type cannot be written outside the function, or ""."""
        if cursor.storage_class == ci.StorageClass.REGISTER and any(map(_is_label, cursor.get_children())):
            return REGISTER
        if key not in self._reasons:
            self._reasons[key] = _reasons(cursor, of)
        reasons = self._reasons[key]
        return _unwritable(reasons, self._function(cursor.semantic_parent)) if reasons else ""

    def _function(self, cursor: ci.Cursor) -> Place:
        number = int(cursor.data[0] or 0)
        if number not in self._functions:
            self._functions[number] = _reach(cursor)
        return self._functions[number]


def _patterns(cursor: ci.Cursor, of: ci.Type) -> tuple[str, str]:
    """A declaration of a variable and of a pointer to it, with _NAME in place of its name."""
    canonical = of.get_canonical()
    array = of if of.kind in (*_ARRAYS, T.VARIABLEARRAY) else canonical
    if (pointee := decayed(cursor)) is not None:
        own = _qualifiers(array)
        return declare(pointee, f"*{_NAME}", own), declare(pointee, f"**{_NAME}", own)
    if canonical.kind not in _ARRAYS or is_list(of):
        return declare(of, _NAME), declare(of, f"*{_NAME}")
    return declare(of, _NAME), declare(array.get_array_element_type(), f"*{_NAME}", _qualifiers(array))


def _reasons(cursor: ci.Cursor, of: ci.Type) -> tuple[str | Place, ...]:
    """Why a variable's type cannot be written outside of a function; a place: if that is in the function."""
    pointee = decayed(cursor)
    of = of if pointee is None else pointee
    if is_list(of):  # as a parameter it is a pointer, here, to what has no name
        return (LIST,) if cursor.kind == K.PARM_DECL else ()
    return tuple(_of_type(of))


def returned(function: ci.Cursor) -> str:
    """The text of a declaration, of a variable called RETURNED, of the type that a function returns; "" without one."""
    of = function.result_type
    if of.get_canonical().kind == T.VOID or of.is_const_qualified() or lock_type(led(of))[0]:
        return ""
    return "" if _unwritable(_of_type(of), _reach(function)) else _spelled(function, declare(of, RETURNED), RETURNED)


def decayed(cursor: ci.Cursor) -> ci.Type | None:
    """What a parameter points to that is declared as an array or function; None for another one, and for va_list."""
    of = cursor.type
    canonical = of.get_canonical()
    if cursor.kind != K.PARM_DECL or is_list(of):
        return None
    if canonical.kind in _FUNCTIONS:
        return of
    arrays = (*_ARRAYS, T.VARIABLEARRAY)
    return (of if of.kind in arrays else canonical).get_array_element_type() if canonical.kind in arrays else None


def is_list(of: ci.Type) -> bool:
    """Is it va_list? That is an array here, and something else on other machines."""
    return "va_list" in of.spelling and of.kind in (T.ELABORATED, T.TYPEDEF)


def _of_type(of: ci.Type) -> Iterator[str | Place]:
    """Why a type cannot be written before a function, as above."""
    while True:
        canonical = of.get_canonical()
        if canonical.kind == T.VARIABLEARRAY:
            yield LENGTH
            return
        if of.kind not in (T.ELABORATED, T.TYPEDEF) and canonical.kind == T.POINTER:
            of = canonical.get_pointee() if of.kind != T.POINTER else of.get_pointee()
        elif of.kind in _ARRAYS:
            of = of.get_array_element_type()
        else:
            break
    meant = canonical if "typeof" in of.spelling or of.kind == T.AUTO else of
    if "(unnamed" in meant.spelling or "(anonymous" in meant.spelling:
        yield NAMELESS
    elif of.kind not in (T.ELABORATED, T.TYPEDEF) and canonical.kind in _FUNCTIONS:
        given = canonical.argument_types() if canonical.kind == T.FUNCTIONPROTO else ()
        for part in (canonical.get_result(), *given):
            yield from _of_type(part)
    else:
        where = meant.get_declaration().location
        if where.file is not None:
            yield Place(where.file.name, where.offset, where.offset)


def _unwritable(reasons: Iterable[str | Place], function: Place) -> str:
    """The first one of the reasons that holds for a function, or ""."""
    found = (r if isinstance(r, str) else INSIDE for r in reasons if isinstance(r, str) or _stands_in(r, function))
    return next(found, "")


def _stands_in(declared: Place, function: Place) -> bool:
    """Is something declared inside of a function, or in the head of its definition?"""
    return declared.file == function.file and function.start <= declared.start < function.end


def _reach(function: ci.Cursor) -> Place:
    start, end = function.extent.start, function.extent.end
    return Place(start.file.name if start.file is not None else "", start.offset, end.offset)


def _is_label(below: ci.Cursor) -> bool:
    return bool(below.kind == K.ASM_LABEL_ATTR)


def _spelled(cursor: ci.Cursor, text: str, name: str) -> str:
    """``bool`` where the source says bool, and ``_Bool`` where it says that: clang prints one of them, by the standard,
    which stays where neither is said.

    What a declaration ends with may be spelled anywhere, by a macro: it is read only where the type goes on behind the
    name.
    """
    if not _TRUTH.search(text):
        return text
    start = cursor.extent.start.offset
    end = cursor.extent.end if _TRUTH.search(text.partition(name)[2]) else cursor.location
    said = {*_words(cursor, start, end.offset)} & _TRUTHS
    if not said:  # the second name of a declaration, perhaps
        before = " ".join(_words(cursor, max(start - _DECLARED, 0), start))
        said = {*re.split("[;{}]", before)[-1].split()} & _TRUTHS
    return _TRUTH.sub(min(said), text) if said else text


def _words(cursor: ci.Cursor, start: int, end: int) -> list[str]:
    """The tokens of a part of the file in which something is declared, as they stand there."""
    unit, file = cursor.translation_unit, cursor.location.file
    places = (ci.SourceLocation.from_offset(unit, file, at) for at in (start, end))
    return [token.spelling for token in unit.get_tokens(extent=ci.SourceRange.from_locations(*places))]


def declare(of: ci.Type, inner: str, given: AbstractSet[str] = frozenset()) -> str:
    """C for a declaration of ``inner`` with a type, inside out.

    ``given``: the qualifiers of an array whose elements have it, which libclang does not say of these.
    """
    kind = of.kind
    if "typeof" in of.spelling:
        return declare(of.get_canonical(), inner, given)
    if kind == T.POINTER:
        own = _qualifiers(of) | given
        qualifiers = "".join(f"{word} " for word in _QUALIFIERS if word in own)
        return declare(of.get_pointee(), f"*{qualifiers}{inner}")
    if kind in _ARRAYS:
        size = of.get_array_size() if kind == T.CONSTANTARRAY else ""
        return declare(of.get_array_element_type(), f"{_grouped(inner)}[{size}]", _qualifiers(of) | given)
    if kind in _FUNCTIONS:
        arguments = [a.spelling for a in of.argument_types()] if kind == T.FUNCTIONPROTO else []
        if kind == T.FUNCTIONPROTO:
            arguments = arguments + ["..."] * of.is_function_variadic() or ["void"]
        return declare(of.get_result(), f"{_grouped(inner)}({', '.join(arguments)})")
    if kind == T.UNEXPOSED and of.get_canonical().kind in (*_ARRAYS, T.FUNCTIONPROTO, T.POINTER):
        return declare(of.get_canonical(), inner, given)
    lacking = given - _qualifiers(of)
    return "".join(f"{word} " for word in _QUALIFIERS if word in lacking) + f"{of.spelling} {inner}"


def _qualifiers(of: ci.Type) -> frozenset[str]:
    """The qualifiers of a type."""
    has = of.is_const_qualified(), of.is_volatile_qualified(), of.is_restrict_qualified()
    return frozenset(word for word, on in zip(_QUALIFIERS, has, strict=True) if on)


def _grouped(inner: str) -> str:
    return f"({inner})" if inner.startswith("*") else inner
