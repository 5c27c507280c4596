# SPDX-License-Identifier: MIT
"""Which declaration a mutex expression means: unification over declarations, parameters, returns and fields.

Coarse on purpose (Steensgaard's idea): whatever may hold the address of the same mutex becomes one group, at any
level of indirection. Declarations that meet in a group can only be converted together. What a program's own allocator
gives, and what its counterpart gets, are not one for that: each call has memory of its own, which ends there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from rcl import codec, lockapi
from rcl.analyse.closure import closure
from rcl.analyse.program import addresses, newmemory
from rcl.analyse.program.calling import Calling
from rcl.analyse.program.effects import Effects
from rcl.analyse.program.initialisers import listed, owner_of, type_of
from rcl.analyse.program.keeping import Keeping, Kept
from rcl.analyse.program.ownmemory import OwnMemory
from rcl.analyse.program.questions import Ledger, question
from rcl.analyse.program.records import Records, casts, may_point
from rcl.analyse.program.writes import OUTSIDE, Writes
from rcl.analyse.unit.cleanup import PUSH
from rcl.analyse.unit.conversions import Sort, Sorts, as_result, of_parameters, of_variable, result_of
from rcl.analyse.unit.text import parameter_of
from rcl.analyse.unit.tree import (
    LOAD,
    Function,
    Node,
    Prototype,
    Unit,
    Variable,
    arguments,
    callee,
    constant,
    is_atomic,
    is_zero,
    library_name,
    name_of,
    operands,
    passed,
    placeless,
    returned,
    strip,
    undecorated,
)
from rcl.analyse.unit.types import COND, MUTEX
from rcl.description import Description, LockFacts
from rcl.lockapi import Api
from rcl.model import Op

#: the kinds of nodes that hand values on
FLOWING = ("BINARY_OPERATOR", "VAR_DECL", "RETURN_STMT", "CALL_EXPR", "COMPOUND_LITERAL_EXPR", "ASM_STMT")
#: the names of types of locks, and of what is inside of these
_OF_LOCKS = lockapi.TYPES.keys() | lockapi.INSIDE
#: what Variable.api is for handles
HANDLE = "handle"


@dataclass
class Groups:
    """A union-find structure over keys."""

    above: dict[str, str] = field(default_factory=dict)

    def find(self, key: str) -> str:
        """The key that stands for the group."""
        root = key
        while (up := self.above.get(root, root)) != root:
            root = up
        while self.above.get(key, key) != root:
            self.above[key], key = root, self.above[key]
        return root

    def unite(self, one: str, two: str) -> None:
        """Make two groups one. A local variable does not stand for others: its key changes with its place."""
        one, two = sorted((self.find(one), self.find(two)), key=lambda key: (key.startswith("L:"), key))
        if one != two:
            self.above[two] = one


def bases(node: Node) -> tuple[str, ...]:
    """The declarations whose mutex (or whose pointer to one) an expression means."""
    node = strip(node)
    if node.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR"):
        return (node.ref,) if node.ref and node.op != "function" else ()
    kids = operands(node)
    match node.kind:
        case "ARRAY_SUBSCRIPT_EXPR" | "UNARY_OPERATOR" if kids:
            return bases(kids[0])
        case "BINARY_OPERATOR" if node.op in ("+", "-"):
            return tuple(key for kid in kids for key in bases(kid))
        case "BINARY_OPERATOR" if node.op == "=":
            return bases(kids[0])
        case "BINARY_OPERATOR" if node.op == ",":
            return bases(kids[1])
        case "CONDITIONAL_OPERATOR":
            return bases(kids[1]) + bases(kids[2])
        case "CALL_EXPR" if library_name(node) in lockapi.PASSING and kids[1:]:
            return bases(kids[1])
        case "CALL_EXPR" if is_atomic(node) and kids[1:]:
            return bases(kids[1])
        case "CALL_EXPR" if callee(node).op == "function":
            return (returned(callee(node).ref),)
        case "CALL_EXPR":
            return (returned(f"*{node.op}"),)
        case "UNEXPOSED_EXPR" if node.op == LOAD:
            return bases(kids[0])
        case "StmtExpr" if node.kids and node.kids[0].kids:
            return bases(node.kids[0].kids[-1])
    return ()


def given_by(function: str) -> str:
    """The key of the memory that a function gives which may give the same again."""
    return f"M:{function}"


@dataclass(frozen=True, order=True)
class Lock:
    """What an expression says of a mutex: its group, and the fields that lead to it, as far as they are spelled.

    ``&s->queue.lock`` is ``(queue, lock)``; what a pointer to a mutex means may be any of its group.
    """

    group: str
    path: tuple[str, ...]

    def may_be(self, other: Lock) -> bool:
        """Can the two be the same mutex?"""
        steps = zip(reversed(self.path), reversed(other.path), strict=False)
        return self.group == other.group and all(one == two for one, two in steps)


Locks = frozenset[Lock]
#: for each definition of a function that only returns a value: its parameters, with their types, and the value
Returns = list[tuple[dict[str, Sort], Node]]


def meet(some: Locks, others: Locks) -> bool:
    """Can one of the mutexes be one of the others?"""
    return any(one.may_be(other) for one in some for other in others)


def _path(node: Node) -> tuple[str, ...]:
    """The fields (or the variable and its fields) that lead to an object."""
    node = strip(node)
    if node.kind == "MEMBER_REF_EXPR" and node.type != "p":
        whole = strip(node.kids[0]) if node.kids else node
        return (*(_path(whole) if whole is not node and (node.op == "." or whole.op == "&") else ()), node.ref)
    if node.kind == "DECL_REF_EXPR" and node.type != "p":
        return (node.ref,)
    inside = node.kind == "ARRAY_SUBSCRIPT_EXPR" or (node.kind == "UNARY_OPERATOR" and node.op == "&")
    return _path(node.kids[0]) if inside else ()


def may_be_mutex(parameter: str) -> bool:
    """May an argument be a mutex, by its parameter's type?"""
    return parameter.startswith(("*", "...")) or any(word in parameter for word in ("void", *lockapi.TYPES))


class Pointers:
    """The groups of a whole program."""

    def __init__(self, units: list[Unit], description: Description, made: Mapping[int, Node]) -> None:
        self.ledger = Ledger()
        self.ledger.answered_by(self)
        self._made = made
        #: by their type: the variables that hold the handles of a project's own lock API
        self.handles: dict[str, set[str]] = {}
        #: for the variables that hold handles: those whose values they may get
        self.given: dict[str, set[str]] = {}
        #: and all those that these may come from, as far as anybody has asked
        self.origins: dict[str, frozenset[str]] = {}
        self.groups = Groups()
        self.variables: dict[str, Variable] = {}
        self.functions: dict[str, list[Function]] = {}
        self.by_type: dict[str, set[str]] = {}
        #: what each function may call of the tree, by its identity
        self.may_call: dict[int, set[str]] = {}
        #: what the local variables hold that are only called
        self.held: dict[str, set[str]] = {}
        self._parameters: dict[str, Sequence[tuple[int, str]]] = {}
        #: keys to which memory from an allocator is assigned
        self.allocated: set[str] = set()
        #: those without a type of which it has the size of a mutex
        self.unspelled: set[str] = set()
        #: the functions that are asked for memory of a mutex's size, and may give the same again
        self.reused: set[str] = set()
        #: what lock calls get
        self.locked: set[str] = set()
        #: numbers, and pointers to other types, that lead to mutexes
        self.leading: set[str] = set()
        #: the structures between which casts lead
        self.casts: set[tuple[str, str]] = set()
        #: what calls hand to parameters without a type of which nobody has made anything yet
        self._pending: dict[str, list[Node]] = {}
        #: the declarations whose values go on to what may be, or lead to, a lock, or to code of elsewhere
        self._going_on: set[str] = set()
        #: local variables that are declared as a copy of another mutex
        self.copies: set[str] = set()
        #: group member -> function outside the tree that gets it, and where
        self.escapes: list[tuple[str, str, Function, Node]] = []
        for unit in units:
            self._declarations(unit)
        self._handle_types(description)
        self.records = Records(self.variables.values())
        self.lock_fields = [v for v in self.variables.values() if v.kind == "field" and v.api]
        self.api = Api.of({f.name for definitions in self.functions.values() for f in definitions}, description)
        self._address_taken(units)
        self._giving = newmemory.giving(self.functions, self._names_lock)
        #: what functions keep of what they get
        self.keeping = Keeping(self.functions, self.called)
        self.listed = [value for unit in units for value in unit.initialisers.values()]
        calling = Calling(self.functions, self.called, self.may_call)
        self.effects = Effects(self.ledger, calling)
        own = OwnMemory(self.functions, self._giving)
        self.writes = Writes(self.ledger, self.variables, self.records, calling, self.listed, self.api.calls, own)
        self._prototypes({id(p): p for unit in units for p in unit.prototypes}.values())  # units have headers' alike
        for unit in units:
            for function in unit.functions:
                self._function(function)
            for key, value in unit.initialisers.items():
                self._initialiser(key, value)
        self._hand_on()
        self._overlaid(self.listed)

    def find(self, key: str) -> str:
        """The group of a declaration."""
        return self.groups.find(key)

    @cached_property
    def mutexes(self) -> frozenset[str]:
        """The groups that mutexes are of."""
        return frozenset(self.find(key) for key, variable in self.variables.items() if variable.api == MUTEX)

    @cached_property
    def pointed(self) -> frozenset[str]:
        """The functions that calls through pointers may reach."""
        return frozenset(chain.from_iterable(self.by_type.values()))

    @cached_property
    def given_through(self) -> frozenset[str]:
        """Their parameters, which such calls give their values, perhaps those of code of elsewhere."""
        return frozenset(key for name in self.pointed for f in self.functions.get(name, ()) for key in f.parameters)

    def described(self, facts: LockFacts, call: Node) -> Locks:
        """The mutexes that a call of a project's own API may mean: those behind the handles in it, or any of them."""
        named = {n.ref for n in self._made.get(id(call), call).walk()}
        return frozenset(Lock(origin, ()) for origin in self.behind(facts.handle, *sorted(named)))

    @question(sorted)
    def behind(self, handle: str, *named: str) -> AbstractSet[str]:
        """Where those of the declarations that are handles may come from; if none is one, where any may."""
        keys = self.handles[handle].intersection(named) or self.handles[handle]
        return {origin for key in keys for origin in self._origins(key)}

    def _origins(self, key: str) -> frozenset[str]:
        """Where a handle may come from. Unlike groups this keeps apart what a function may get for one parameter."""
        if key not in self.origins:
            self.origins[key] = frozenset(closure([key], lambda one: self.given.get(one, set())))
        return self.origins[key]

    def _gives(self, key: str, other: str, both: bool) -> None:
        """Note that one variable's handle may become another's; ``both``: through a pointer, the other way, too."""
        self.given.setdefault(key, set()).add(other)
        if both:
            self.given.setdefault(other, set()).add(key)

    def _handle_types(self, description: Description) -> None:
        """Note the variables that hold handles; a table without a type of handles has one for all its mutexes."""
        for facts in description.locks:
            word = re.compile(rf"\b{facts.handle}\b")
            found = {k for k, v in self.variables.items() if facts.handle and not v.api and word.search(v.type)}
            self.variables |= {key: replace(self.variables[key], api=HANDLE) for key in found}
            known = self.handles.setdefault(facts.handle, found)
            if not known:
                known.add(f"A:{facts.handle}")

    def meant(self, node: Node) -> Locks:
        """The mutexes that an expression means."""
        groups = {group for key in bases(node) if (group := self.group(key))}
        path = _path(node) if len(groups) == 1 and not self.leading.intersection(bases(node)) else ()
        return frozenset(Lock(group, path) for group in groups)

    @question(str)
    def group(self, key: str) -> str:
        """The group of a declaration, "" if it holds nothing of a lock."""
        return self.find(key) if self._relevant(key) else ""

    # ------------------------------------------------------------------ collecting

    def _declarations(self, unit: Unit) -> None:
        own = [*unit.typedefs, *(v for f in unit.functions for v in f.locals.values())]
        for key, variable in unit.variables.items():
            if variable.definition or key not in self.variables:
                self.variables[key] = variable
        for function in unit.functions:
            self.functions.setdefault(function.key, []).append(function)
        self.variables.update((v.key, v) for v in own)
        for variable in (*unit.variables.values(), *own):
            for _, _, name in variable.type_refs:
                if name.startswith("T:"):
                    self.groups.unite(variable.key, name)

    def _address_taken(self, units: list[Unit]) -> None:
        """Functions whose address is used, by their types: a call through a pointer may reach any of them."""
        taken, held = addresses.used(units)
        self.held = {variable: keys & self.functions.keys() for variable, keys in held.items()}
        for key, casts_to in taken.items():
            others = {typedef.calls for name in casts_to if (typedef := self.variables.get(name)) and typedef.calls}
            for function in self.functions.get(key, []):
                for called in {function.type} | others:
                    self._taken_as(called, function)

    def _taken_as(self, called: str, function: Function) -> None:
        """A function's address may be in pointers to functions of a type."""
        self.by_type.setdefault(called, set()).add(function.key)
        self.groups.unite(returned(function.key), returned(f"*{called}"))
        for number, key in enumerate(function.parameters):
            if self.variables[key].api:
                self.groups.unite(key, passed(called, number))

    def _prototypes(self, prototypes: Iterable[Prototype]) -> None:
        """A prototype's parameters are those of the definition."""
        for prototype in prototypes:
            for function in self.functions.get(prototype.key, ()) if prototype.parameters else ():
                for number, one in prototype.parameters:
                    self.variables.setdefault(one.key, one)
                    if number < len(function.parameters):
                        self.groups.unite(one.key, function.parameters[number])
                        self._gives(one.key, function.parameters[number], True)

    def _overlaid(self, listed: list[Node]) -> None:
        """Members of a union are one piece of memory, and so are those of structures that are cast to each other."""
        alike = [*self.records.overlaid()]
        self.casts = casts((f for definitions in self.functions.values() for f in definitions), listed)
        for one, other in self.casts:
            alike += self.records.cast(one, other)
        for keys in alike:
            first, *others = sorted(key for key in keys if self._relevant(key)) or [""]
            for key in others:
                self.groups.unite(first, key)

    def join(self, ways: Collection[AbstractSet[str]], units: list[Unit]) -> None:
        """Declarations that a mutex's address passes through, whatever their types, are of one group with it.

        So what comes by other types to where a lock call gets it is of one unit with what else that call may get: the
        call is the runtime's then, and so must be every mutex that it takes.
        """
        self.together(ways)
        self.leading = self.leading.union(*ways)
        self._let_go(units)

    def together(self, ways: Collection[AbstractSet[str]]) -> None:
        """Some declarations each are of one group."""
        for keys in ways:
            first, *others = sorted(keys)
            for key in others:
                self.groups.unite(first, key)

    def _let_go(self, units: list[Unit]) -> None:
        """Note what code of elsewhere gets of those: numbers, and pointers to what nobody knows."""
        for function in (f for unit in units for f in unit.functions):
            for call in function.calls:
                known = callee(call).name in lockapi.HARMLESS or callee(call).name in self.api.calls
                for argument in () if known or is_atomic(call) or self.called(call) else arguments(call):
                    for key in filter(self._is_handle, bases(argument)):
                        self.escapes.append((key, callee(call).name, function, call))

    def _is_handle(self, key: str) -> bool:
        """Does a declaration, or what a function returns, lead to a mutex by a type that says nothing of it, nor of a
        structure?
        """
        variable = self.variables.get(key)
        if variable is None:
            return key in self.leading
        plain = not (variable.api or variable.void_pointer or variable.record in self.records.fields)
        return plain and key in self.leading

    def _relevant(self, key: str) -> bool:
        variable = self.variables.get(key)
        return variable is None or bool(variable.api) or variable.void_pointer or key in self.leading

    def _assign(self, target: Node, value: Node) -> None:
        for key in bases(target):
            self._flow(key, value)
        if strip(target).kind != "DECL_REF_EXPR":  # whoever gave the pointer has what it leads to
            self._going_on.update(bases(target))

    def _flow(self, key: str, value: Node) -> None:
        variable = self.variables.get(key)
        if not self._relevant(key) and not key.startswith("R:"):
            return
        source = strip(value)
        if variable is not None and source.kind in ("INIT_LIST_EXPR", "COMPOUND_LITERAL_EXPR"):
            for _, given in listed(source):
                self._flow(key, given)
        for other in self._as_large(source) if source.kind == "CALL_EXPR" else ():
            self.groups.unite(key, other)
        if source.kind == "CALL_EXPR" and variable and self._allocates(source, variable):
            self.allocated.add(key)
            self._sized(key, source)
            if self._gives_new(source):
                return
            if library_name(source) not in lockapi.ALLOCATORS:
                self.reused.add(callee(source).ref)
                self.groups.unite(key, given_by(callee(source).ref))
        for other in bases(value):
            if self._relevant(other) and self._pointing(other, value) and self._alike(key, other):
                self._going_on.add(other)
                self.groups.unite(key, other)
                self._gives(key, other, source.op == "&" or source.type in "pa")

    def _allocates(self, call: Node, variable: Variable) -> bool:
        """Is it memory that a call gives? Of functions of the program's own, if they are asked for a mutex's size."""
        if library_name(call) in lockapi.ALLOCATORS or self._gives_new(call):
            return True
        return (variable.api == MUTEX or variable.void_pointer) and self._is_of_mutexes(call)

    def _gives_new(self, call: Node) -> bool:
        """Does a call give memory that no other call has?"""
        return callee(call).op == "function" and callee(call).ref in self._giving

    def _sized(self, key: str, call: Node) -> None:
        """Note that a pointer without a type leads to a mutex, if that is what its memory is as large as."""
        if key in self.variables and self.variables[key].void_pointer and self.is_of_one(call):
            self.unspelled.add(key)

    def is_of_one(self, call: Node) -> bool:
        """Does a call ask for the size of one mutex, ``malloc(sizeof(pthread_mutex_t))``?"""
        sized = list(map(self._is_size, arguments(call)))
        rest = (given for given, size in zip(arguments(call), sized, strict=True) if not size)
        return sum(sized) == 1 and all(constant(one) in (0, 1) or strip(one).type in "pa" for one in rest)

    def _is_size(self, given: Node) -> bool:
        """Is an argument the size of a mutex?"""
        size = strip(given)
        return size.kind == "CXX_UNARY_EXPR" and any(map(self._is_mutex, size.kids))

    def _as_large(self, call: Node) -> list[str]:
        """The locks, or other names of their types, whose size is the only one that a call is given."""
        sizes = [n for given in arguments(call) for n in given.walk() if n.kind == "CXX_UNARY_EXPR"]
        named = [[key for kid in size.kids for key in self._measured(kid)] for size in sizes if size.op != "fixed"]
        return [key for keys in named for key in keys] if len(named) == len(sizes) and all(named) else []

    def _measured(self, node: Node) -> Iterator[str]:
        """The lock that an expression is, or the typedef that names its type."""
        typed = node.kind == "TYPE_REF"
        for key in _sized_by(node):
            variable = self.variables.get(key)
            if variable is not None and variable.api in (MUTEX, COND) and not (typed and variable.stars):
                yield key

    def _is_of_mutexes(self, call: Node) -> bool:
        """Does a call ask for memory by the size of a mutex?"""
        return any(self._is_size(n) for given in arguments(call) for n in given.walk())

    def _is_mutex(self, node: Node) -> bool:
        """Does an expression, or a type's name, mean a mutex?"""
        named = (self.variables.get(key) for key in _sized_by(node))
        return lockapi.TYPES.get(node.name) is Op.TYPE or any(v is not None and v.api == MUTEX for v in named)

    def _alike(self, one: str, other: str) -> bool:
        """Handles meet handles (and what functions return), never the pointers through which everything passes."""
        kinds = {v.api == HANDLE for key in (one, other) if (v := self.variables.get(key)) is not None}
        return len(kinds) < 2

    def _pointing(self, key: str, value: Node) -> bool:
        """Values that are not lock pointers (an int compared with one, a call's status) do not flow."""
        pointer = strip(value).type == "p" and strip(value).op != "&"
        return key in self.variables or key.startswith("R:") or (key.startswith(OUTSIDE) and pointer)

    def _function(self, function: Function) -> None:
        reached = self.may_call[id(function)] = set()
        for node in function.of_kinds(*FLOWING):
            match node.kind:
                case "BINARY_OPERATOR" if node.op == "=":
                    self._assign(node.kids[0], node.kids[1])
                case "VAR_DECL":
                    for value in operands(node):
                        self._flow(node.ref, value)
                        self._listed(_record(self.variables[node.ref]), value)
                        if strip(value).kind != "INIT_LIST_EXPR":
                            self.copies.add(node.ref)
                case "COMPOUND_LITERAL_EXPR":
                    for value in operands(node):
                        self._listed(self.made_by(node), value)
                case "RETURN_STMT" if node.kids:
                    self._flow(returned(function.key), node.kids[0])
                case "CALL_EXPR":
                    called = self.called(node)
                    reached |= called
                    self._call(function, node, called)
                case "ASM_STMT":
                    self._going_on.update(key for kid in node.kids for key in bases(kid))
                    self.escapes += [
                        (key, "assembler", function, node) for kid in node.kids for key in bases(kid)
                        if key in self.variables and self.variables[key].api
                    ]  # fmt: skip

    def _call(self, function: Function, node: Node, called: AbstractSet[str]) -> None:
        target = callee(node)
        known = self.api.calls.get(target.name)
        if known is not None:
            self._going_on.update(key for one in arguments(node) for key in bases(one))
            if known.cond == 0 and known.mutex == 1:
                self._meet(*arguments(node)[:2])
            if known.own is None and known.mutex is not None:
                self.locked.update(*map(bases, arguments(node)[known.mutex : known.mutex + 1]))
            return
        if library_name(node) == "posix_memalign":
            self.allocated.update(bases(arguments(node)[0]))
            self._going_on.update(bases(arguments(node)[0]))
            return
        if library_name(node) in lockapi.COPYING and not called:
            self._assign(*arguments(node)[:2])
            self._going_on.update(bases(arguments(node)[0]))
        given = arguments(node)
        atomic = is_atomic(node) and not called
        for one in given[1:] if atomic else ():
            self._assign(given[0], one)
        for key in called:
            for number, parameter in self._getting(key):
                if number < len(given):
                    self._hand(parameter, given[number])
        harmless = atomic or target.ref in self.held or (target.op == "function" and target.name in lockapi.HARMLESS)
        if library_name(node) == PUSH:
            self._going_on.update(key for one in given for key in bases(one))
        beginning, handed = self.started(node)
        for parameter in beginning:
            self._flow(parameter, given[handed])
        for number in range(len(given) if not called and not harmless else 0):
            if number != handed:
                self._escape(function, node, number)

    def _hand(self, parameter: str, value: Node) -> None:
        """Note what a call hands to a parameter: one without a type does not make one what calls hand to it, unless its
        function does more with it than ask whether it is there, or free it.
        """
        variable = self.variables.get(parameter)
        if variable is not None and variable.void_pointer:
            self._pending.setdefault(parameter, []).append(value)
        else:
            self._flow(parameter, value)

    def _hand_on(self) -> None:
        """Let go on what parameters get whose values go on, and are kept; also where their functions name what is of a
        lock.
        """
        functions = (f for definitions in self.functions.values() for f in definitions)
        asked = [f for f in functions if not self._pending.keys().isdisjoint(f.parameters)]
        naming = {key for f in asked if self._names_lock(f) for key in f.parameters}
        self._going_on |= naming
        owners, idle = {key: f for f in asked for key in f.parameters}, set[str]()
        while found := sorted(self._going_on & self._pending.keys() - idle):
            for key in found:
                if key not in naming and self.keeping.of(owners[key], key) is Kept.NOTHING:
                    idle.add(key)
                    places = self.keeping.of(owners[key], key, reading=True) is not Kept.NOTHING
                    values = list(filter(self._is_place, self._pending[key])) if places else []
                else:
                    values = self._pending.pop(key)
                for value in values:
                    self._flow(key, value)

    def _is_place(self, value: Node) -> bool:
        """Is it the address of a pointer, which says what that holds to whom reads it?"""
        address = strip(value).op == "&"
        known = (self.variables.get(key) for key in bases(value))
        return any(v is not None and v.stars > (not address) for v in known)

    def _names_lock(self, function: Function) -> bool:
        """Does a function name a type of locks, a part of one, or what is one by its type?"""
        known = (self.variables.get(node.ref) for node in function.nodes)
        return any(n.name in _OF_LOCKS for n in function.nodes) or any(v is not None and v.api for v in known)

    @cached_property
    def ending(self) -> frozenset[str]:
        """What calls hand to parameters without a type that nothing is made of: by other types it may go on."""
        return frozenset(key for values in self._pending.values() for one in values for key in bases(one))

    def started(self, call: Node) -> tuple[set[str], int]:
        """The parameters of the routine that a new thread begins with, if a call makes one and names a function of the
        tree, and the number of what these get, else -1. Or those of a function that is called back with what is handed.
        """
        name, given = library_name(call), arguments(call)
        routine, handed = lockapi.STARTING.get(name) or lockapi.CALLING_BACK.get(name, (-1, -1))[:2]
        if handed < 0 or len(given) <= handed or not _keeps_order(name, given):
            return set(), -1
        getting = slice(-1, None) if name in lockapi.CALLING_BACK else slice(1)
        called = self.functions.get(undecorated(given[routine]).ref, ())
        found = {one for function in called for one in function.parameters[getting]}
        return found, handed if found else -1

    def _getting(self, key: str) -> Sequence[tuple[int, str]]:
        """The parameters of a function's definitions that may lead to locks, with their numbers."""
        if key not in self._parameters:
            numbered = (pair for definition in self.functions.get(key, ()) for pair in enumerate(definition.parameters))
            self._parameters[key] = [(number, one) for number, one in numbered if self._relevant(one)]
        return self._parameters[key]

    def _meet(self, cond: Node, mutex: Node) -> None:
        """A condition belongs to the mutexes that it is used with."""
        for one in bases(cond):
            for other in bases(mutex):
                self.groups.unite(one, other)

    def called(self, node: Node) -> AbstractSet[str]:
        """The functions of the tree that a call may reach."""
        target = callee(node)
        return self.reached(target.ref, target.op == "function", node.op)

    @question(sorted)
    def reached(self, key: str, function: bool, called: str) -> AbstractSet[str]:
        """The functions that a call of a function, or through a pointer to some of that type, may reach."""
        if function:
            return {key} if key in self.functions else set()
        return self.held[key] if key in self.held else self.by_type.get(called, set())

    @question(lambda returns: codec.pack(Returns, returns))
    def returns(self, key: str) -> Returns:
        """What a function returns that does nothing else, in each of its definitions; nothing if one does more."""
        found: Returns = []
        for function in self.functions.get(key, []):
            statements = function.body.kids
            if [s.kind for s in statements] != ["RETURN_STMT"] or not statements[0].kids:
                return []
            value, known = placeless(operands(statements[0])[0]), self.sorts_in(function)
            found.append((of_parameters(function), as_result(value, result_of(function), known)))
        return found

    @question(lambda sort: [sort.type, sort.size, sort.truth])
    def sort(self, key: str) -> Sort:
        """The type of a variable or field that stands outside of functions."""
        return of_variable(self.variables.get(key))

    def sorts_in(self, function: Function) -> Sorts:
        """The types of what a function may name."""
        return lambda key: of_variable(function.locals[key]) if key in function.locals else self.sort(key)

    def _escape(self, function: Function, call: Node, number: int) -> None:
        argument = arguments(call)[number]
        for key in bases(argument):
            variable = self.variables.get(key)
            untyped = variable and variable.void_pointer and may_be_mutex(parameter_of(call.op, number))
            holds = variable and variable.api != HANDLE and (variable.api or untyped)
            if holds and argument.type in "pao":
                self._going_on.add(key)
                self.escapes.append((key, callee(call).name or name_of(callee(call).ref), function, call))

    def made_by(self, literal: Node) -> str:
        """The structure that a compound literal makes, or makes several of; "" if its type has no name."""
        named = type_of(literal)
        known = self.variables.get(named.ref)
        return known.record if known is not None else owner_of(named.name)

    def _listed(self, record: str, value: Node) -> None:
        """The fields of a structure get what a list gives them: where it does not name them, any that can hold it.

        Where the structure is not of the tree, or there is none, those of all get what is a lock by its type.
        """
        if strip(value).kind != "INIT_LIST_EXPR":
            return
        unknown = record not in self.records.fields
        for named, given in listed(strip(value)):
            holds = any(self._holds_lock(key, unknown and not named) for key in bases(given))
            if holds and (given.op == "&" or given.type in "pa"):
                for key in [named] if named else self._that_may_point(record):
                    self._flow(key, given)

    def _holds_lock(self, key: str, surely: bool) -> bool:
        """May a declaration, or a function of the tree by what it returns, lead to a lock? ``surely``: by its type."""
        variable = self.variables.get(key)
        if variable is None:
            return not surely and key.removeprefix("R:") in self.functions
        return bool(variable.api or (variable.void_pointer and not surely))

    def _that_may_point(self, record: str) -> Sequence[str]:
        """The fields of a structure that may point to a lock; those of all where nothing is known of it."""
        if record not in self.records.fields:
            return self._pointing_fields
        return sorted(key for _, key in self.records.pointers(record))

    @cached_property
    def _pointing_fields(self) -> Sequence[str]:
        """The fields of all structures that may point to a lock."""
        return [v.key for v in self.variables.values() if v.kind == "field" and may_point(v)]

    def _initialiser(self, key: str, value: Node) -> None:
        self._listed(_record(self.variables[key]), value)
        self._flow(key, value)
        for node in value.walk():
            for other in bases(node) if node.op == "&" else ():
                variable = self.variables.get(other)
                if variable and variable.api:
                    self.groups.unite(key, other)
                    self._gives(key, other, True)
                    for pointer in self.lock_fields:
                        if pointer.api == variable.api and pointer.stars:
                            self.groups.unite(pointer.key, other)
                            self._gives(pointer.key, other, True)


def _sized_by(node: Node) -> Sequence[str]:
    """The type's name that a size is asked of, or what may be the object of which it is."""
    return [node.ref] if node.kind == "TYPE_REF" else bases(node) if strip(node).type == "s" else ()


def _record(variable: Variable) -> str:
    """The structure that a variable is, or is an array of; "" if there is none."""
    return "" if variable.stars else variable.record


def _keeps_order(name: str, given: Sequence[Node]) -> bool:
    """Does a call hand a pointer on as the last argument only, and is there no function that gets it at last?"""
    _, _, freeing = lockapi.CALLING_BACK.get(name, (-1, -1, -1))
    flags, plain = lockapi.SWAPPED.get(name, (-1, ()))
    freed = freeing >= 0 and not all(is_zero(one) for one in given[freeing : freeing + 1])
    return not freed and (flags < 0 or (len(given) > flags and constant(given[flags]) in plain))
