# SPDX-License-Identifier: MIT
"""Where what a lock call gets may come from by ways on which the compiler does not see that it is a mutex.

A number, a structure's address, an argument without a type: the groups (pointers.py) follow none of these, and no
compiler complains where a mutex goes there as one of pthread's and comes out as one of the runtime's. Unlike groups
the values have a direction here: what a function gets does not come out of what it is given.

Where the ways are known to their beginnings, all that they lead to is made one group, so that it is converted together
or not at all. Where one begins elsewhere, in memory whose size nobody changes, or at a place that is counted in bytes,
none of it is converted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from rcl import lockapi
from rcl.analyse.closure import circles, closure
from rcl.analyse.program.keeping import Kept
from rcl.analyse.program.lookalikes import Pair, lookalikes
from rcl.analyse.program.pointers import FLOWING, HANDLE, Pointers, bases, given_by
from rcl.analyse.program.records import is_number, may_point
from rcl.analyse.program.samememory import same_memory
from rcl.analyse.unit.fields import entry
from rcl.analyse.unit.tree import (
    LOAD,
    Function,
    Node,
    Unit,
    Variable,
    arguments,
    callee,
    changes,
    constant,
    is_atomic,
    is_zero,
    library,
    operands,
    pointed,
    returned,
    strip,
    undecorated,
    without_parentheses,
)
from rcl.analyse.unit.types import ADDRESS

#: no system's mutexes have fewer
_SMALLEST = 24
#: nor have GLib's
_LEAST = 8
#: what va_list is an array of
_LIST = "__va_list_tag"
_SYMBOL = returned(library("dlsym"))
#: what gives new memory
_MEMORY = frozenset(returned(library(name)) for name in lockapi.ALLOCATORS)
#: what keeps nothing of what it is given
_KEEPING_NOTHING = lockapi.ALLOCATORS | lockapi.DUPLICATING | lockapi.LOOKING | lockapi.READING | lockapi.WRITING
#: what gives a number, whatever it is given
_COUNTING = lockapi.PRINTING | lockapi.PARSING | lockapi.CALLS.keys()
#: what code of elsewhere gives
ELSEWHERE = returned("")
#: what is put together of numbers that are too small for an address
PARTS = "P:"
#: what makes another address of one, or hides it in a number
_MOVING = ("+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>")
#: what puts a number together
_JOINING = ("|", "^", "<<")
_LISTS = ("COMPOUND_LITERAL_EXPR", "INIT_LIST_EXPR")
#: what has no parts that something is added to
_PLAIN = ("DECL_REF_EXPR", "INTEGER_LITERAL", "STRING_LITERAL")
_VALUED = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "CALL_EXPR", "CXX_UNARY_EXPR")


class Value(NamedTuple):
    """A declaration whose value, or address, goes somewhere; ``moved``: something is added to it; ``lost``: in a way
    that the groups do not follow; ``counted``: what is added counts no mutexes; ``behind``: what it points to may go
    there. There are many, and all are looked up.
    """

    key: str
    address: bool = False
    moved: bool = False
    lost: bool = False
    counted: bool = False
    behind: bool = False


class Origins(NamedTuple):
    """What a lock call may get: the mutexes, and whether one of them, or other memory, comes without its type.

    ``open``: it may get what is none of the tree's mutexes, or has not the size of one, or does not stand alone.
    """

    locks: frozenset[str] = frozenset()
    hidden: bool = False
    open: bool = False


@dataclass(frozen=True)
class Hidden:
    """What a lock call gets that comes to it by other types, and where it does.

    ``keys`` are the declarations of the mutexes that it may be; ``leading``, unless it is ``open`` what else it may be,
    are all on the ways by which it comes.
    """

    file: str
    start: int
    end: int
    keys: frozenset[str]
    open: bool
    leading: frozenset[str]


@dataclass(frozen=True)
class Joined:
    """What a lock call gets that is put together of parts, and where it does; ``keys`` are declarations that it names.
    """

    file: str
    start: int
    end: int
    keys: frozenset[str]


#: a value on its way, and whether it is no longer known to be a mutex's
Step = tuple[Value, bool]


class Flows:
    """Which declarations get the values of which, in a whole program."""

    def __init__(self, pointers: Pointers, units: list[Unit]) -> None:
        self.pointers = pointers
        self.units = units
        self._given: dict[str, set[Value]] = defaultdict(set)
        self._known: dict[Step, Origins] = {}
        #: the fields that are one piece of memory where a structure is looked at as another, and have one sort of type
        self._alike: set[frozenset[str]] = set()
        #: the parameters that calls of the tree hand something to
        self._handed: set[str] = set()
        #: the declarations whose values some get, as far as a copy of this process has said (see ``behind_calls``)
        self.told: Mapping[str, AbstractSet[str]] = {}

    @cached_property
    def given(self) -> Mapping[str, set[Value]]:
        """What each declaration gets: that of the whole program, which a lock call that names its mutex does not need.
        """
        for unit in self.units:
            for function in unit.functions:
                self._function(function)
            for key, value in unit.initialisers.items():
                self._declared(key, value)
        for result, keys in self._behind.items():
            self._given[result] |= {Value(returned(key)) for key in keys}
        for keys in self.pointers.records.overlaid():
            self._meet(keys)
        for key, seen in self._looked_at_as_structures():
            self._given[key].add(seen)
        for key, other in self._lookalikes():
            alike = self._are_alike(key, other)
            self._given[key].add(Value(other, lost=not alike))
            self._alike |= {frozenset({key, other})} if alike else set()
        return self._given

    def _meet(self, keys: AbstractSet[str]) -> None:
        """Each of some members that are one piece of memory gets what the others have; those that hold no lock, and are
        alike but for their names, by way of one of them, as structures of one name may be many.
        """
        known = {key: self.pointers.variables[key] for key in sorted(keys)}
        first: dict[object, str] = {}
        for key, v in known.items():
            sort = (v.type, v.stars, v.record, v.size, v.void_pointer, v.elements, v.united)
            other = first.setdefault(key if v.api else sort, key)
            if other != key:
                self._given[key].add(Value(other))
                self._given[other].add(Value(key))
        for key in first.values():
            self._given[key] |= {Value(other) for other in first.values() if other != key}

    def _looked_at_as_structures(self) -> list[tuple[str, Value]]:
        """The pointers and numbers that are looked at as structures, ``((struct one *)&p)->field``, each with what they
        get: both they and the fields have what the other one has.
        """
        found = []
        for key, values in self._given.items():
            variable = self.pointers.variables.get(key)
            if variable is None or not (fields := self.pointers.records.addresses(variable.record)):
                continue
            for value in values:
                if self._is_address(value) and (value.address or not variable.stars):
                    found += [(field, value._replace(lost=True)) for _, field in fields]
                    found += [(value.key, Value(field, lost=True)) for _, field in fields]
        return found

    def _is_address(self, value: Value) -> bool:
        """Is it a pointer, or a number that may be one, or the address of a lock?"""
        variable = self.pointers.variables.get(value.key)
        if variable is None:
            return False
        return may_point(variable) or is_number(variable) or bool(variable.api and value.address)

    def _lookalikes(self) -> list[Pair]:
        """The fields that get what others are given, in structures that are looked at as others."""
        given = {key: {v.key for v in values} for key, values in self._given.items()}
        return lookalikes(self.pointers, given, self._named)

    def _are_alike(self, key: str, other: str) -> bool:
        """Do two fields say by their types that they lead to the same sort of lock?"""
        sorts = [(v.api, v.stars) for v in map(self.pointers.variables.__getitem__, (key, other))]
        return sorts[0] == sorts[1] and sorts[0][0] not in ("", HANDLE)

    def getting(self, key: str) -> AbstractSet[str]:
        """The declarations whose values one gets."""
        if (told := self.told.get(key)) is not None:
            return told
        return self._sources(key, self.given.get(key, frozenset()))

    def _sources(self, key: str, values: AbstractSet[Value]) -> set[str]:
        """The declarations that the values of one come from."""
        return {value.key for value in values}.union(*(self._inside(key, value) for value in values))

    def _inside(self, key: str, value: Value) -> Iterable[str]:
        """What stands in a structure that something is read out of by another type: ``*(char **)((char *)&s + 8)``, or
        ``char *at = (char *)&s;``.
        """
        whole, to = self.pointers.variables.get(value.key), self.pointers.variables.get(key)
        copied = to.record and not to.api if to else "*" not in self._result_of(key)
        if whole is None or not whole.record or copied:
            return ()
        read = value.behind or (value.address and to is not None and not (to.void_pointer or to.api))
        return (slot for _, slot in self.pointers.records.slots(whole.record if read else ""))

    def _result_of(self, key: str) -> str:
        """The type of what a function returns, by the key of that, as far as it is of the tree."""
        return next((f.type.partition("(")[0] for f in self.pointers.functions.get(key.removeprefix("R:"), ())), "")

    def ways(self, keys: Iterable[str]) -> set[str]:
        """Some declarations, with all whose values these may get."""
        return closure(keys, self.getting)

    def behind_calls(self) -> Mapping[str, AbstractSet[str]]:
        """What is on the ways to lock calls, with the declarations whose values it gets."""
        return {key: self.getting(key) for key in self.ways(self._named)}

    @cached_property
    def exchanged(self) -> frozenset[str]:
        """The pointers and numbers that code of elsewhere gets at their addresses: it may read them, and set them."""
        functions = [function for unit in self.units for function in unit.functions]
        known = self.pointers.api.calls.keys() | lockapi.COPYING | lockapi.TELLING | lockapi.LOOKING | {"free"}
        calls = (c for f in functions for c in f.calls if callee(c).name not in known)
        given = (one for c in calls if not (is_atomic(c) or self.pointers.called(c)) for one in arguments(c))
        found = {value.key for one in given for value in self.values(one) if self._leads_to_value(value)}
        statements = (node for function in functions for node in function.of_kinds("ASM_STMT"))
        return frozenset(found.union(key for node in statements for kid in node.kids for key in bases(kid)))

    @cached_property
    def _entered(self) -> frozenset[str]:
        """The parameters without a type of functions that code of elsewhere may call."""
        shared = (f for functions in self.pointers.functions.values() for f in functions if not f.static)
        return frozenset(key for f in shared for key in f.parameters if self.pointers.variables[key].void_pointer)

    def of(self, argument: Node) -> Origins:
        """The origins of what a lock call gets. What no declaration says, ``h ^ 1``, is of no group."""
        found = self._followed(self._first(argument))
        return found if bases(argument) else found._replace(open=True)

    @cached_property
    def taken(self) -> list[tuple[Function, Node]]:
        """What lock calls get, each with the function that makes the call."""
        calls, found = self.pointers.api.calls, list[tuple[Function, Node]]()
        functions = (f for u in self.units for f in u.functions if not calls.keys().isdisjoint(f.called))
        for function, call in ((f, call) for f in functions for call in f.calls):
            known, given = calls.get(callee(call).name), arguments(call)
            numbers = (known.mutex, known.cond) if known is not None and id(call) not in function.idle else ()
            found += [(function, given[n]) for n in numbers if n is not None and n < len(given)]
        return found

    @cached_property
    def _named(self) -> AbstractSet[str]:
        """The declarations whose values lock calls get, or parts of them."""
        known = ({*bases(argument), *(value.key for value in self.values(argument))} for _, argument in self.taken)
        return set[str]().union(*known)

    def joined(self) -> list[Joined]:
        """What lock calls get that is put together of parts there."""
        found = []
        for function, argument in self.taken:
            keys = {value.key for value in self.values(argument)}
            if PARTS in (keys if bases(argument) else self.ways(keys)):
                place = function.file, argument.start, argument.end
                found.append(Joined(*place, frozenset(bases(argument))))
        return found

    def hidden(self) -> tuple[list[Hidden], AbstractSet[frozenset[str]]]:
        """What lock calls get that comes to them by other types; and the fields of locks that are one piece of memory.
        """
        found = []
        for function, argument in self.taken:
            origins, again = self.of(argument), self._given_again(argument)
            if origins.hidden or again or self._is_of_others_groups(argument, origins):
                keys = origins.locks.union(bases(argument), again)
                unknown = (origins.hidden and origins.open) or bool(again and not origins.locks)
                ways = self.leading(argument) | again if origins.locks and not unknown else ()
                found.append(Hidden(function.file, argument.start, argument.end, keys, unknown, frozenset(ways)))
        return found, self._alike

    def _given_again(self, argument: Node) -> set[str]:
        """What functions give that may give the same again, where a lock call gets that memory in another way."""
        ways = self.ways(bases(argument)) - _MEMORY if self._reused else set[str]()
        groups = {self.pointers.find(key) for key in bases(argument)}
        found = {given_by(key) for key, its in self._reused.items() if not ways.isdisjoint(its)}
        return {key for key in found if self.pointers.find(key) not in groups}

    @cached_property
    def _reused(self) -> Mapping[str, AbstractSet[str]]:
        """The functions that may give the same memory again, and all whose values they may return."""
        return {key: self.ways([returned(key)]) for key in sorted(self.pointers.reused)}

    def _is_of_others_groups(self, argument: Node, origins: Origins) -> bool:
        """Does a lock call get a mutex of which the groups do not know that it does? Not one with two names alone."""
        groups = {self.pointers.find(key) for key in bases(argument)}
        named = set[str]().union(*(self._same_memory.get(key, ()) for key in origins.locks))
        return any(self.pointers.find(key) not in groups for key in origins.locks - named)

    def leading(self, argument: Node) -> set[str]:
        """The declarations on the ways by which a lock call gets its mutexes, these included."""
        ways = closure(self._first(argument), lambda step: self._step(*step)[1])
        keys = {step[0].key for step in ways if self._followed({step}).locks}
        return keys.union(bases(argument), self.of(argument).locks)

    def _first(self, argument: Node) -> set[Step]:
        return {(value, value.lost or value.counted) for value in self.values(argument)}

    def _followed(self, steps: AbstractSet[Step]) -> Origins:
        """What some steps lead to. What is found of a step is kept: those of a program's lock calls lead to the same.
        """
        found: dict[Step, tuple[Origins, AbstractSet[Step]]] = {}

        def new(some: AbstractSet[Step]) -> list[Step]:
            return [step for step in some if step not in self._known]

        def following(step: Step) -> list[Step]:
            found[step] = self._step(*step)
            return new(found[step][1])

        for circle in circles(new(steps), following):
            behind = set[Step]().union(*(found[step][1] for step in circle)).difference(circle)
            each = _joined([*(found[step][0] for step in circle), *(self._known[step] for step in behind)])
            self._known |= dict.fromkeys(circle, each)
        return _joined([self._known[step] for step in steps])

    def _step(self, value: Value, untyped: bool) -> tuple[Origins, AbstractSet[Step]]:
        """What one step says itself, and those behind it."""
        locks, hidden, more = set[str](), False, set[Step]()
        variable = self.pointers.variables.get(value.key)
        if variable is not None and (held := self._held(variable, value) | self._under_other_names(value)):
            # what may be counted on from there, by ++ or [40], stands elsewhere when the mutexes change
            return Origins(frozenset(held), untyped or not variable.api, not _is_alone(variable)), more
        if variable is not None and not (variable.api or variable.void_pointer):
            untyped, hidden = True, value.address
            if variable.record and variable.record != _LIST:  # a mutex there is a member
                fields = self.pointers.records.fields.get(variable.record, ())
                more = {(Value(f.key), True) for f in fields if f.stars or not f.api}
                if not variable.stars:
                    return Origins(hidden=hidden, open=hidden and not _is_no_memory(variable, value)), more
        if variable is not None and is_small(variable):
            return Origins(hidden=hidden, open=hidden and not _is_no_memory(variable, value)), more
        typed = variable is not None and (variable.api or value.key in self.pointers.unspelled)
        if untyped and typed and value.key in self.pointers.allocated:
            locks, hidden = {value.key}, True
        if value.key == _SYMBOL:
            locks, hidden = locks | self._exported, True
        untyped |= value.key.startswith("V:")
        given = self.given.get(value.key, set())
        hidden |= value.key in self.pointers.unspelled and any(g.key.startswith("S:") for g in given)
        hidden |= value.key.startswith("A:") or (value.key in self._entered and not given - {Value(ELSEWHERE)})
        unknown = not typed and (not self._is_own(value.key) or (value.address and not _is_no_memory(variable, value)))
        unknown |= bool(locks) and value.moved  # to an element, perhaps by a size that is a mere number
        group, find = self.pointers.find(value.key), self.pointers.find
        more |= {(g._replace(moved=True) if value.moved else g,
                  untyped or g.counted or (g.lost and find(g.key) != group)) for g in given}  # fmt: skip
        return Origins(frozenset(locks), hidden, unknown), more

    def _under_other_names(self, value: Value) -> AbstractSet[str]:
        """The locks that an address may be that of, too."""
        return self._same_memory.get(value.key, frozenset()) if value.address else frozenset()

    @cached_property
    def _same_memory(self) -> Mapping[str, AbstractSet[str]]:
        return same_memory(self.pointers.records, self.units)

    @cached_property
    def _behind(self) -> Mapping[str, set[str]]:
        """The functions that calls through pointers may reach, by what such functions return."""
        named = [*self.pointers.by_type.values(), *self.pointers.held.values()]
        found = defaultdict[str, set[str]](set)
        for function in (f for keys in named for key in keys for f in self.pointers.functions.get(key, ())):
            found[returned(f"*{function.type}")].add(function.key)
        return found

    def _is_own(self, key: str) -> bool:
        """Does nothing but what is seen here give a declaration its value, or a function its result?

        So it is with a parameter that only calls of the tree hand something to, as far as there are such.
        """
        variable = self.pointers.variables.get(key)
        if variable is None:
            return key in _MEMORY or key.removeprefix("R:") in self.pointers.functions
        if variable.kind == "parameter":
            return key not in self.pointers.given_through and (key in self._handed or key in self._of_static)
        return variable.kind != "global" or variable.definition

    @cached_property
    def _of_static(self) -> frozenset[str]:
        """The parameters of functions that only their own file may name."""
        own = (f for functions in self.pointers.functions.values() for f in functions if f.static)
        return frozenset(key for f in own for key in f.parameters)

    @cached_property
    def _exported(self) -> set[str]:
        """The locks that a program may ask for by their names."""
        variables = self.pointers.variables.values()
        shared = (v for v in variables if v.kind == "global" and not v.static)
        return {key for v in shared for key in self._held(v, Value(v.key, moved=True))}

    def _held(self, variable: Variable, value: Value) -> set[str]:
        """The locks that a value leads to: the variable, or those in its structure: where that begins, or moved. From a
        member that is moved all of its structure may be meant.
        """
        if variable.api:
            beside = self.pointers.records.locks(variable.owner) if value.moved and variable.owner else ()
            return set() if variable.stars else {variable.key}.union(key for _, key in beside)
        record = self.pointers.records.locks(variable.record) if variable.record else ()
        away = value.moved and value.address and variable.owner and not (variable.elements or variable.array)
        beside = self.pointers.records.locks(variable.owner) if away else ()
        return {key for at, key in record if value.moved or at == 0}.union(key for _, key in beside)

    def values(self, node: Node) -> Sequence[Value]:
        """The declarations that an expression gets its value from, whatever it makes of theirs."""
        bare = strip(node)
        if bare.kind in _PLAIN:  # as most are
            named = bare.kind == "DECL_REF_EXPR" and bare.ref and bare.op != "function"
            return (Value(bare.ref, bare.type == "a"),) if named else ()
        if not (parts := [*self._parts(bare)]):
            return ()
        moved = any(n.kind == "BINARY_OPERATOR" and n.op in _MOVING for n in bare.walk())
        known = set(bases(bare))
        return [Value(v.key, v.address, moved or v.moved, v.key not in known, v.counted, v.behind) for v in parts]

    def _parts(self, bare: Node) -> Iterator[Value]:
        kids = operands(bare)
        match bare.kind:
            case "DECL_REF_EXPR" | "MEMBER_REF_EXPR" if bare.ref and bare.op != "function":
                yield Value(bare.ref, bare.type == "a")
                yield from self._around(bare) if bare.type == "a" else ()
                yield from self._looked_at(bare) if bare.kind == "MEMBER_REF_EXPR" and bare.kids else ()
            case "UNARY_OPERATOR" if bare.op == "&" and _is_counted_on(strip(kids[0])):
                pointer, number = operands(strip(kids[0]))
                counted, values = self._is_counted(pointer, number), self._parts(strip(pointer))
                yield from (value._replace(moved=True, counted=True) for value in values) if counted else values
            case "UNARY_OPERATOR" | "ARRAY_SUBSCRIPT_EXPR" if kids:
                inner, address = strip(kids[0]), bare.op == "&" or bare.type == "a"
                values = self._parts(inner)
                element = inner if bare.op == "&" else bare
                if address and element.kind == "ARRAY_SUBSCRIPT_EXPR" and self._is_counted(*operands(element)):
                    values = (value._replace(moved=True, counted=True) for value in values)
                if inner.kind not in _LISTS:
                    behind = not address and bare.op in ("*", "")
                    values = (value._replace(address=address, behind=behind) for value in values)
                yield from values
                yield from self._around(inner) if bare.op == "&" else ()
            case "BINARY_OPERATOR" if bare.op not in _MOVING:
                yield from self._parts(strip(kids[bare.op == ","])) if bare.op in ("=", ",") else ()
            case "CALL_EXPR":
                yield from self._result(bare)
            case "StmtExpr":
                yield from (value for kid in bare.kids[0].kids[-1:] for value in self._parts(strip(kid)))
            case "CONDITIONAL_OPERATOR" | "GENERIC_SELECTION_EXPR":
                yield from (value for kid in kids[1:] for value in self._parts(strip(kid)))
            case "UNEXPOSED_EXPR" if bare.op == LOAD:
                yield from self._parts(strip(pointed(kids[0])))
            case "COMPOUND_LITERAL_EXPR" if self.pointers.records.fields.get(self.pointers.made_by(bare)):
                pass  # its members get what it holds
            case "BINARY_OPERATOR":
                counted = self._is_counted(*kids) or self._is_counted(*kids[::-1])
                values = (value for kid in kids for value in self._parts(strip(kid)))
                yield from (value._replace(counted=True) for value in values) if counted else values
                if bare.op in _JOINING and any(map(self._is_part, kids)) and not any(map(_is_pointer, kids)):
                    yield Value(PARTS)
            case "UNEXPOSED_EXPR" | "COMPOUND_LITERAL_EXPR" | "INIT_LIST_EXPR":
                yield from (value for kid in kids for value in self._parts(strip(kid)))

    def _is_part(self, number: Node) -> bool:
        """Is it made of variables that are too small to hold an address?"""
        named = (self.pointers.variables.get(n.ref) for n in number.walk() if n.kind in _VALUED[:2])
        return any(v is not None and (is_small(v) or (v.elements and not (v.stars or v.record))) for v in named)

    def _around(self, part: Node) -> Iterator[Value]:
        """What leads to the structure that an expression names a part of, where there is no mutex in that by its type:
        the memory may be an array of mutexes.
        """
        variable = self.pointers.variables.get(part.ref) if part.kind == "MEMBER_REF_EXPR" and part.kids else None
        if variable is not None and not (variable.stars or self.pointers.records.locks(variable.owner)):
            whole = strip(part.kids[0])
            values = chain(self._parts(whole), self._around(whole) if part.op == "." else ())
            yield from (value._replace(moved=True, counted=True) for value in values)

    def _looked_at(self, member: Node) -> Iterator[Value]:
        """What is looked at as a structure, ``((struct one *)&p)->a``, or becomes a union, ``((union any)p).a``."""
        whole, cast = strip(member.kids[0]), without_parentheses(member.kids[0])
        if cast.kind == "CSTYLE_CAST_EXPR" and cast.type == "s":
            yield from self._parts(whole)
        elif member.op == "->" and whole.kind == "UNARY_OPERATOR" and whole.op == "&":
            yield from filter(self._is_address, self._parts(strip(whole.kids[0])))

    def _is_counted(self, pointer: Node, number: Node | None = None) -> bool:
        """Is a number added to a pointer which counts bytes, say: no mutexes, nor structures with such?"""
        return not (number is not None and _is_of_sizes(number)) and self._is_of_others(pointer)

    def _is_of_others(self, pointer: Node) -> bool:
        """Is it a pointer to something else than mutexes, or structures with such?"""
        node = without_parentheses(pointer)
        if node.kind in ("BINARY_OPERATOR", "CONDITIONAL_OPERATOR"):
            return any(map(self._is_of_others, node.kids))
        if node.kind == "UNARY_OPERATOR" and node.op == "*":  # *(char **)&p
            inner = without_parentheses(node.kids[0])
            node = inner if inner.kind == "CSTYLE_CAST_EXPR" else node
        if node.kind == "CSTYLE_CAST_EXPR":
            return "*" in node.name and not self._names_lock(node.op)
        if node.kind == "CALL_EXPR":
            result = node.op.partition("(")[0]
            return "*" in result and not self._names_lock(result)
        known = (self.pointers.variables.get(key) for key in bases(node))
        return any(v is not None and v.stars and not (v.api or self.pointers.records.locks(v.record)) for v in known)

    def _names_lock(self, text: str) -> bool:
        """Does a type name that of a lock, or a structure with one?"""
        return any(word in self._locking or self.pointers.records.locks(word) for word in text.split())

    @cached_property
    def _locking(self) -> frozenset[str]:
        """The names of types that are, or lead to, those of locks, or structures with such."""
        types = (t for unit in self.units for t in unit.typedefs)
        return frozenset(lockapi.TYPES).union(t.name for t in types if t.api or self.pointers.records.locks(t.record))

    def _result(self, call: Node) -> Iterator[Value]:
        """What a call may return: a function of elsewhere something of what it gets."""
        name = callee(call).name
        if name in lockapi.ALLOCATORS and asks_for_a_number(call):
            yield Value(f"A:{call.start}", True)
        if not self._is_sized(call):
            yield Value(f"S:{call.start}")
        yield from map(Value, bases(call))
        counts = name in _COUNTING or is_atomic(call)
        if not (counts or self.pointers.called(call) or self.pointers.started(call)[0]):
            yield from (value for given in _kept(call) for value in self._parts(strip(given)))

    def _is_sized(self, call: Node) -> bool:
        """Is what a call gives, if it is new memory, as large as one mutex, or as the caller of its function says, or
        none for a mutex?
        """
        functions, calls = self._allocations
        known = callee(call).ref not in functions or self.pointers.is_of_one(call)
        return known or asks_for_little(call) or id(call) in calls

    @cached_property
    def _allocations(self) -> tuple[AbstractSet[str], AbstractSet[int]]:
        """The functions that give new memory, as much as they are asked for: libc's, and those of the tree; and the
        calls by which these ask for it, by their identity.
        """
        calls, asking = defaultdict[str, list[tuple[Function, Node]]](list), set[int]()
        for function, call in ((f, call) for u in self.units for f in u.functions for call in f.calls):
            calls[callee(call).ref].append((function, call))

        def made_by(target: str) -> set[str]:
            found = [(function, call) for function, call in calls[target] if asks_as_told(function, call)]
            asking.update(id(call) for _, call in found)
            return {function.key for function, _ in found}

        return closure(map(library, lockapi.ALLOCATORS), made_by), asking

    def _holds(self, key: str) -> bool:
        """May a declaration hold a lock, or lead to one?"""
        variable = self.pointers.variables.get(key)
        return variable is None or bool(variable.api or variable.record) or not is_small(variable)

    def _give(self, key: str, values: Sequence[Value], lost: bool = False, back: bool = True) -> None:
        """Note what a declaration gets; what it leads to then may get ``back`` what is put there."""
        for one in values:
            if one.key != key:
                self._given[key].add(one._replace(lost=True) if lost else one)
            if back and (self._leads_to_value(one) or self._leads_to_place(one) or self._is_shown_as(key, one)):
                self._given[one.key].add(Value(key, lost=lost, behind=True))  # what is written behind the pointer

    def _leads_to_value(self, value: Value) -> bool:
        """May what a variable points to, or it at its address, get an address that the groups do not know of?"""
        variable = self.pointers.variables.get(value.key)
        if variable is None:
            return False
        if variable.numbers or (value.address and (variable.stars or not (variable.api or variable.record))):
            return True
        return variable.stars > 1 and not variable.api

    def _is_shown_as(self, key: str, value: Value) -> bool:
        """Does a pointer without a type become one to where an address is put: ``void **at = p;``?"""
        variable = self.pointers.variables.get(value.key)
        untyped = variable is not None and variable.void_pointer and not value.address
        return untyped and (self._leads_to_value(Value(key)) or self._leads_to_place(Value(key)))

    def _leads_to_place(self, value: Value) -> bool:
        """Is it a pointer to where pointers to locks are put, perhaps by another type?"""
        variable = self.pointers.variables.get(value.key)
        return variable is not None and bool(variable.api) and variable.stars > 1 and not value.behind

    def _count(self, keys: Iterable[str]) -> None:
        """Note that something is added to what pointers hold which counts no mutexes."""
        for key in keys:
            self._given[key].add(Value(key, moved=True, counted=True))

    def _function(self, function: Function) -> None:
        for node in function.of_kinds(*FLOWING, "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR", "UNEXPOSED_EXPR"):
            match node.kind:
                case "BINARY_OPERATOR" | "COMPOUND_ASSIGNMENT_OPERATOR" if node.op == "=" or node.kind[0] == "C":
                    keys = list(filter(self._holds, bases(node.kids[0])))
                    values = self.values(node.kids[1]) if keys else ()
                    for key in keys:
                        self._give(key, values)
                    if node.kind[0] == "C" and self._is_counted(*node.kids):
                        self._count(keys)
                case "UNARY_OPERATOR" if node.op.strip("p") in ("++", "--") and self._is_counted(node.kids[0]):
                    self._count(bases(node.kids[0]))
                case "VAR_DECL":
                    for value in operands(node):
                        self._declared(node.ref, value)
                case "RETURN_STMT" if node.kids:
                    self._give(returned(function.key), self.values(node.kids[0]))
                case "COMPOUND_LITERAL_EXPR":
                    self._literal(node)
                case "CALL_EXPR":
                    self._call(function, node)
                case "ASM_STMT":
                    for key in (key for kid in node.kids for key in bases(kid)):
                        self._given[key].add(Value(ELSEWHERE))
                case "UNEXPOSED_EXPR" if node.op != LOAD:  # what works on memory in one step
                    self._mixed(operands(node), lost=True)

    def _call(self, function: Function, call: Node) -> None:
        name, given = callee(call).name, arguments(call)
        called = self.pointers.called(call)
        definitions = [d for key in called for d in self.pointers.functions.get(key, [])]
        for number, one in enumerate(given if definitions else ()):
            keys = {(d.parameters[number:] or [f"V:{d.key}"])[0]: d for d in definitions}
            holding = list(filter(self._holds, keys))
            values = self.values(one) if holding else ()
            self._handed.update(holding)
            for key in holding:
                self._give(key, values, back=self.pointers.keeping.of(keys[key], key) is not Kept.NOTHING)
        if name == "__builtin_va_start":
            for key in bases(given[0]):
                self._given[key].add(Value(f"V:{function.key}"))
        elif is_atomic(call) and not called:
            self._exchange(given)
        elif not called and name not in self.pointers.api.calls:
            beginning, handed = self.pointers.started(call)
            for key in filter(self._holds, beginning):
                self._give(key, self.values(given[handed]))
            if beginning and name in lockapi.CALLING_BACK:
                self._called_back(given)
            self._mixed([] if beginning else _kept(call), name not in lockapi.HARMLESS)
            if name not in lockapi.HARMLESS or name in lockapi.READING:
                self._written(given)

    def _called_back(self, given: list[Node]) -> None:
        """The parameters of functions that code of elsewhere calls, but for the last ones, get what nobody knows."""
        functions = [f for one in given for f in self.pointers.functions.get(undecorated(one).ref, ())]
        for key in (key for f in functions for key in f.parameters[:-1] if self._holds(key)):
            self._given[key].add(Value(ELSEWHERE))

    def _exchange(self, given: list[Node]) -> None:
        """What an atomic operation's first argument leads to gets the others, or what these lead to, and they that."""
        for one in given[1:]:
            for two, other in ((given[0], one), (one, given[0])):
                values = [*self.values(other), *self.values(pointed(other))]
                for key in filter(self._holds, bases(two)):
                    self._give(key, values)

    def _written(self, given: list[Node]) -> None:
        """Code of elsewhere may give what it likes to a pointer or number that it gets the address of."""
        for value in (value for one in given for value in self.values(one)):
            if self._leads_to_value(value):
                self._given[value.key].add(Value(ELSEWHERE))

    def _mixed(self, given: list[Node], lost: bool) -> None:
        """What code of elsewhere gets it may put behind whatever else it gets, or hand to a function of the tree."""
        valued = [(one, [value._replace(behind=True) for value in self.values(one)]) for one in given]
        for one, values in valued:
            functions = self.pointers.functions.get(strip(one).ref, [])
            keys = {key for f in functions for key in f.parameters}.union(value.key for value in values)
            for other in (others for node, others in valued if node is not one):
                for key in keys:
                    self._give(key, other, lost)

    def _declared(self, key: str, value: Node) -> None:
        """What an initialiser gives to a variable or field."""
        variable = self.pointers.variables[key]
        record = "" if variable.stars else variable.record
        self._listed(key, record, variable.type.count("["), value)

    def _listed(self, key: str, record: str, arrays: int, value: Node) -> None:
        """What a list gives to the fields of a structure, or of ``arrays`` of such; any other value is the key's."""
        if strip(value).kind != "INIT_LIST_EXPR":
            if self._holds(key):
                self._give(key, self.values(value))
            return
        at, fields = 0, sorted(self.pointers.records.fields.get(record, ()), key=lambda f: f.offset)
        keys = [field.key for field in fields]
        for node in strip(value).kids:
            names, given = entry(node)
            if not keys or (arrays and strip(given).kind == "INIT_LIST_EXPR"):
                self._listed(key, record, max(arrays - 1, 0), given)
                continue
            named = [name for name in names if name in keys]
            at = keys.index(named[-1]) if named else at % len(keys)
            self._declared(keys[at], given)
            at += 1

    def _literal(self, node: Node) -> None:
        """What a compound literal gives to the fields of its structure."""
        if record := self.pointers.made_by(node):
            for value in operands(node):
                self._listed("", record, 0, value)


def _joined(origins: Sequence[Origins]) -> Origins:
    """What several say: one of them, as a rule, of which there are many."""
    locks = frozenset[str]().union(*{one.locks for one in origins})
    most = next((one.locks for one in origins if len(one.locks) == len(locks)), locks)
    return Origins(most, any(one.hidden for one in origins), any(one.open for one in origins))


def is_small(variable: Variable) -> bool:
    """Is it too small to hold an address?"""
    return 0 < variable.size < ADDRESS


def _is_pointer(node: Node) -> bool:
    """Is it a pointer, or one to which something is added?"""
    bare = without_parentheses(node)
    return bare.type in ("p", "a") or (bare.kind == "BINARY_OPERATOR" and any(map(_is_pointer, bare.kids)))


def _is_counted_on(element: Node) -> bool:
    """Is it an element of what a pointer leads to, not of an array, so that its address is the pointer's and more?"""
    return element.kind == "ARRAY_SUBSCRIPT_EXPR" and without_parentheses(element.kids[0]).type == "p"


def _is_alone(variable: Variable) -> bool:
    """Is it a mutex with nothing beside it?"""
    return bool(variable.api) and not (variable.array or variable.elements or variable.kind == "field")


def _is_no_memory(variable: Variable | None, value: Value) -> bool:
    """Is it the address of what is too small to be a mutex? What begins where a field does may be larger."""
    if variable is None or value.moved:
        return False
    whole = variable.kind != "field" or (bool(variable.stars) and not variable.united)
    return whole and 0 < variable.size < _SMALLEST


def _kept(call: Node) -> list[Node]:
    """The arguments that may come out of a call of elsewhere: not a size, nor a text that it copies."""
    name, given = callee(call).name, arguments(call)
    if name in lockapi.PARSING | lockapi.COPYING:
        return given[:2]
    if name in lockapi.PASSING | lockapi.TEXTS:
        return given[:1]
    return [] if name in _KEEPING_NOTHING else given


def asks_as_told(function: Function, call: Node) -> bool:
    """Does a call ask for as much memory as the parameters of its function say, or for more?"""
    given = [_terms(function, argument) for argument in arguments(call)]
    named = [[n for term in terms for n in term.walk() if n.kind in _VALUED] for terms in given]
    return any(named) and all(
        any(term.ref in function.parameters and term.type != "p" for term in terms)
        or all(n.kind == "DECL_REF_EXPR" and n.ref in function.parameters for n in names)
        for terms, names in zip(given, named, strict=True)
    )


def _terms(function: Function, number: Node) -> list[Node]:
    """What is added for a number, also where a variable that never changes stands for it."""
    node = strip(number)
    if node.kind == "BINARY_OPERATOR" and node.op == "+":
        return [term for kid in node.kids for term in _terms(function, kid)]
    values = [value for n in function.of_kinds("VAR_DECL") if node.ref and n.ref == node.ref for value in operands(n)]
    used = function.of_kinds("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR")
    fixed = len(values) == 1 and all(n.ref != node.ref for n in values[0].walk())
    fixed = fixed and not any((changes(n) or n.op == "&") and strip(n.kids[0]).ref == node.ref for n in used)
    return _terms(function, values[0]) if fixed else [node]


def asks_for_a_number(call: Node) -> bool:
    """Does a call ask for memory by a number, whatever the size of what goes there? Not for less than any mutex has."""
    return not (any(map(_varies, _numbers(call))) or asks_for_little(call))


def asks_for_little(call: Node) -> bool:
    """Does a call ask for less memory than any mutex has, ``malloc(1)`` where nothing is asked for?"""
    number = constant(numbers[0]) if len(numbers := _numbers(call)) == 1 else None
    return number is not None and number < _LEAST


def _numbers(call: Node) -> list[Node]:
    """What says how much memory a call asks for."""
    return arguments(call)["realloc" in callee(call).name :]


def _varies(size: Node) -> bool:
    """Does it hang on anything but numbers, and sizes of what holds no lock and is as large as one?"""
    if size.kind == "CXX_UNARY_EXPR":
        return size.op != "fixed" or not size.name.isdigit() or int(size.name) < _SMALLEST
    return (size.kind in _VALUED and size.type not in "zn") or any(map(_varies, size.kids))


def _is_of_sizes(number: Node) -> bool:
    """Is a number made of the sizes of locks, or structures with such, or of where something stands in a structure?"""
    return is_zero(number) or any(map(_is_size, number.walk()))


def _is_size(node: Node) -> bool:
    match node.kind:
        case "CXX_UNARY_EXPR":
            return node.op != "fixed"
        case "UNEXPOSED_EXPR":  # offsetof
            return any(kid.kind == "MEMBER_REF" for kid in node.kids)
        case "UNARY_OPERATOR":  # (size_t)&((type *)0)->member
            return node.op == "&"
    return False
