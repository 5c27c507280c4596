# SPDX-License-Identifier: MIT
"""What assignments and calls may change: fields and variables, by their keys, and what only a pointer leads to.

A structure that is assigned as a whole changes its fields, those of the structures that it is made of, and what shares
a union with any of them. A pointer to a number changes only what the program takes the address of, and arrays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, cached_property

from rcl import lockapi
from rcl.analyse.closure import closure
from rcl.analyse.program.calling import Calling
from rcl.analyse.program.handed import Handed
from rcl.analyse.program.ownmemory import OwnMemory
from rcl.analyse.program.questions import Ledger, question
from rcl.analyse.program.records import Records
from rcl.analyse.unit.text import parameter_of
from rcl.analyse.unit.tree import (
    Function,
    Node,
    Variable,
    arguments,
    callee,
    changes,
    library,
    library_name,
    operands,
    strip,
)  # fmt: skip

#: memory that a pointer leads to, and the fields of any structure
BEHIND, RECORDS = "*", "s"
#: what the keys of fields begin with that are declared outside of the tree: nothing else is known of them
OUTSIDE = "M::"
#: a pointer to a number, or to such a pointer, as clang spells its type
_NUMBERS = re.compile(r"(?:volatile )?(?:unsigned |signed )?(?:short|int|long|long long|float|double|_Bool)[ *]*$")
#: a parameter that leads to what is only read
_READ_ONLY = re.compile(r"const [^*]*\*[^*]*$")
#: and one that does not say what it leads to
_UNTYPED = re.compile(r"(?:void|(?:(?:un)?signed )?char) \*[^*]*$")
#: the kinds of nodes that may change something
_CHANGING = ("CALL_EXPR", "ASM_STMT", "BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR")
#: the kinds of expressions that may take an address
_TAKING = ("UNARY_OPERATOR", "UNEXPOSED_EXPR", "CSTYLE_CAST_EXPR")
#: what ends the life of what it gets
_ENDING = frozenset({library("free")})


class Writes:
    """The writes of a program."""

    def __init__(
        self,
        ledger: Ledger,
        variables: Mapping[str, Variable],
        records: Records,
        calling: Calling,
        initialisers: Iterable[Node],
        lock_calls: Collection[str],
        own: OwnMemory,
    ) -> None:
        self.ledger = ledger
        self.ledger.answered_by(self)
        self._variables = variables
        self._fields = records.fields
        self._calling = calling
        self._initialisers = initialisers
        self._lock_calls = lock_calls
        self._made = own
        self._handed = Handed(calling)
        self._behind: dict[frozenset[str], frozenset[str]] = {}
        self._own: dict[str, frozenset[str]] = {}
        self._of_record: dict[str, frozenset[str]] = {}
        self._taken_in: dict[int, AbstractSet[str]] = {}
        #: the structures that variables may lead to without saying so, and what shares a union with a field
        self._hidden: dict[str, frozenset[str]] = {}
        self._beside: dict[str, frozenset[str]] = {}

    # ------------------------------------------------------------------ what is written

    @question(sorted)
    def behind(self, key: str) -> AbstractSet[str]:
        """What a function may change, itself or through what it calls, in what is there when it is called."""
        below = self._calling.below(key)
        if below not in self._behind:
            self._behind[below] = frozenset[str]().union(*map(self._itself, below))
        return self._behind[below]

    @question(sorted)
    def sets(self, key: str) -> AbstractSet[str]:
        """The fields and variables that a function sets as such, itself or in those that it calls by their names."""
        functions = [f for called in self._calling.named(key) for f in self._calling.functions[called]]
        nodes = ((f, node) for f in functions for node in f.of_kinds(*_CHANGING))
        found = (self.by(n, f) for f, n in nodes if n.kind != "CALL_EXPR" or not self._calling.called(n))
        return frozenset[str]().union(*found) - {BEHIND, RECORDS}

    def _itself(self, key: str) -> frozenset[str]:
        """What a function changes by its own text, but for its own variables, and objects that it makes itself."""
        if key not in self._own:
            both = ((f, node) for f in self._calling.functions[key] for node in f.of_kinds(*_CHANGING))
            found = frozenset[str]().union(*(self.by(node, f) for f, node in both))
            self._own[key] = frozenset(k for k in found if not k.startswith("L:"))
        return self._own[key]

    def by(self, node: Node, maker: Function | None = None) -> frozenset[str]:
        """What an assignment changes, assembler may, or a call by what it is given, whatever its function does.

        What stands in an object that the ``maker`` has made does not count, if that is told.
        """
        if node.kind == "CALL_EXPR":
            return frozenset[str]().union(*self._given(node, maker))
        if node.kind == "ASM_STMT":
            return frozenset[str]().union(*map(self._object, node.kids))
        counts = changes(node) and not (maker and self._made.holds(maker, node.kids[0]))
        return self._object(node.kids[0]) if counts else frozenset()

    def _given(self, call: Node, maker: Function | None) -> Iterator[frozenset[str]]:
        """What a call may change by each of its arguments, if those of the tree's functions hide what they lead to."""
        if callee(call).name in self._lock_calls or callee(call).ref in _ENDING:
            return
        outside = not self._calling.called(call)
        told = maker if not outside or library_name(call) in lockapi.HARMLESS else None
        for number, argument in enumerate(arguments(call)):
            parameter = parameter_of(call.op, number)
            if not _is_written(parameter, outside):
                continue
            given = strip(argument)
            if told and self._made.has_address(told, given):
                continue
            behind = {BEHIND} if outside else set[str]()
            if given.op == "&" and given.kids:
                yield self._object(given.kids[0])
            elif given.type in "av":
                yield self._object(given) | behind
            elif given.type == "p" and parameter != "...":
                yield self._led_to(given) | behind

    def _object(self, target: Node) -> frozenset[str]:
        """What changes with an object: its field or variable, the array that it is of, and what else it may be."""
        base = strip(target)
        whole = base.type == "s"
        while base.kind == "ARRAY_SUBSCRIPT_EXPR" and strip(base.kids[0]).type != "p":
            base = strip(base.kids[0])
        if base.kind not in ("DECL_REF_EXPR", "MEMBER_REF_EXPR"):
            cast = _is_cast(base)
            unknown = {RECORDS} if whole and (cast or not set(self._records(base))) else set[str]()
            led_to = self._led_to(base) | unknown if whole or cast or base.type in "od" else frozenset[str]()
            handed = self.handed(strip(base.kids[0]).ref) if base.op == "*" else frozenset[str]()
            return led_to | handed | {BEHIND}
        variable = self._variables.get(base.ref)
        if variable is None and base.kind == "MEMBER_REF_EXPR":
            return frozenset({base.ref}) | (self.beside("") if base.ref.startswith(OUTSIDE) else {RECORDS})
        found = frozenset({base.ref}) | self.beside(base.ref)
        if not whole or (base.op == "local" and not self.addressed(base.ref)):
            return found
        return found | (self.of_record(variable.record) if variable and variable.record else {RECORDS})

    def _led_to(self, pointer: Node) -> frozenset[str]:
        """The fields of what a pointer leads to, as far as that is known."""
        return frozenset[str]().union(*map(self.of_record, self._records(pointer)))

    def _records(self, node: Node) -> Iterator[str]:
        """The structures that a pointer may lead to, as far as it tells."""
        bare = strip(node)
        match bare.kind:
            case "DECL_REF_EXPR" | "MEMBER_REF_EXPR":
                variable = self._variables.get(bare.ref)
                if variable is not None and variable.record:
                    yield variable.record
                    return
                if bare.ref not in self._hidden:
                    self._hidden[bare.ref] = self._found_behind(bare.ref)
                yield from self._hidden[bare.ref]
            case "UNARY_OPERATOR" | "ARRAY_SUBSCRIPT_EXPR" if bare.kids:
                yield from self._records(bare.kids[0])
            case "BINARY_OPERATOR":
                for kid in bare.kids:
                    yield from self._records(kid)
            case "CONDITIONAL_OPERATOR":
                for kid in bare.kids[1:]:
                    yield from self._records(kid)

    def _found_behind(self, key: str) -> frozenset[str]:
        """The structures that a function's own variable may lead to without saying so, ``char *p = (char *)s;``."""
        sources = closure([key], lambda one: self._sources.get(one, ()))
        found = (self._variables.get(other) for other in sources - {key})
        return frozenset(variable.record for variable in found if variable is not None and variable.record)

    @cached_property
    def _sources(self) -> Mapping[str, AbstractSet[str]]:
        """What functions give to those of their variables that lead to no structure."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for function in (f for definitions in self._calling.functions.values() for f in definitions):
            for node in function.of_kinds("VAR_DECL", "BINARY_OPERATOR"):
                declared = node.kind == "VAR_DECL"
                target, given = (node, operands(node)) if declared else (strip(node.kids[0]), node.kids[1:])
                own = function.locals.get(target.ref) if declared or changes(node) else None
                if own is not None and not own.record:
                    found[own.key].update(key for value in given for key in _named(value))
        return found

    # ------------------------------------------------------------------ what overlaps

    @question(sorted)
    def handed(self, key: str) -> AbstractSet[str]:
        """The fields and variables that a parameter may lead to, of those that no other pointer leads to."""
        found = self._handed.led_to.get(key, frozenset[str]())
        return frozenset(found).union(*map(self.beside, found))

    @question(sorted)
    def of_record(self, record: str) -> AbstractSet[str]:
        """The fields that change where a structure of that name does as a whole."""
        if record not in self._of_record:
            self._of_record[record] = frozenset(self._below(record) | self._around(record))
        return self._of_record[record]

    @question(sorted)
    def beside(self, key: str) -> AbstractSet[str]:
        """The fields that share a union with a field; "": with those of any structure that is not the tree's."""
        if key not in self._beside:
            self._beside[key] = self._found_beside(key)
        return self._beside[key]

    def _found_beside(self, key: str) -> frozenset[str]:
        variable = self._variables.get(key)
        if not key:
            return frozenset[str]().union(*(self._around(r) for r in self._holders if r not in self._fields))
        if variable is None or not variable.owner:
            return frozenset()
        return frozenset(self._sharing(variable) | self._around(variable.owner))

    def _below(self, record: str) -> set[str]:
        """The fields of a structure, and of those that it is made of."""
        seen, work = {record}, [record]
        found: set[str] = set()
        while work:
            found |= set() if work[-1] in self._fields else {OUTSIDE}
            for field in self._fields.get(work.pop(), ()):
                found.add(field.key)
                if field.record and not field.stars and field.record not in seen:
                    seen.add(field.record)
                    work.append(field.record)
        return found

    def _around(self, record: str) -> set[str]:
        """The fields that share a union with a structure, or with one that it is a part of."""
        seen, work = {record}, [record]
        found: set[str] = set()
        while work:
            for holder in self._holders.get(work.pop(), ()):
                found |= self._sharing(holder)
                if holder.owner not in seen:
                    seen.add(holder.owner)
                    work.append(holder.owner)
        return found

    def _sharing(self, field: Variable) -> set[str]:
        """The other fields of the union that a field is of, with all that these are made of."""
        others = [f for f in self._fields[field.owner] if f.united and f is not field] if field.united else []
        inside = (f.record for f in others if f.record and not f.stars)
        return {f.key for f in others}.union(*map(self._below, inside))

    @cached_property
    def _holders(self) -> Mapping[str, Sequence[Variable]]:
        """The fields that are a structure, or an array of such, by its name."""
        found: defaultdict[str, list[Variable]] = defaultdict(list)
        for field in (f for fields in self._fields.values() for f in fields if f.record and not f.stars):
            found[field.record].append(field)
        return found

    # ------------------------------------------------------------------ what is read

    def reach(self, altered: AbstractSet[str], read: Sequence[Node]) -> bool:
        """May it be that what is altered is among what is read, at some of these nodes?"""
        fields = [n.ref for n in read if n.kind == "MEMBER_REF_EXPR"]
        outside = any(key.startswith(OUTSIDE) for key in altered)
        if not {n.ref for n in read if n.ref}.isdisjoint(altered) or (RECORDS in altered and fields):
            return True
        if any(outside if ref.startswith(OUTSIDE) else altered and ref not in self._variables for ref in fields):
            return True
        loose = any(_is_behind_a_pointer(n) for n in read)
        if loose and any(key in (BEHIND, RECORDS) or self.addressed(key) for key in altered):
            return True
        return BEHIND in altered and any(map(self._may_be_behind, read))

    def _may_be_behind(self, node: Node) -> bool:
        """May a pointer to a number or a pointer lead to what is read there?"""
        if node.type in "av":
            return True
        return node.type != "s" and bool(node.ref) and node.op != "local" and self.addressed(node.ref)

    @question(bool)
    def addressed(self, key: str) -> bool:
        """May the program have a pointer to a field or variable, or to an element of it?"""
        variable = self._variables.get(key)
        declaring = self._declaring.get(key)
        taken = any(key in self._taken_by(f) for f in declaring) if declaring else key in self._addressed
        return taken or (variable is not None and variable.elements)

    @cached_property
    def _addressed(self) -> frozenset[str]:
        """What the program takes the address of."""
        functions = (f for definitions in self._calling.functions.values() for f in definitions)
        listed = (n for value in self._initialisers for n in value.walk())
        taken = {key for node in listed for key in self._taken(node, None)}.union(*map(self._taken_by, functions))
        return frozenset(taken.union(*map(self.beside, taken)))

    @cached_property
    def _declaring(self) -> Mapping[str, Sequence[Function]]:
        """The functions that have each local variable: no other code can take its address."""
        found: defaultdict[str, list[Function]] = defaultdict(list)
        for function in (f for definitions in self._calling.functions.values() for f in definitions):
            for key in function.locals:
                found[key].append(function)
        return found

    def _taken_by(self, function: Function) -> AbstractSet[str]:
        """What a function takes the address of."""
        if id(function) not in self._taken_in:
            nodes = function.of_kinds(*_TAKING)
            self._taken_in[id(function)] = {key for node in nodes for key in self._taken(node, function)}
        return self._taken_in[id(function)]

    def _taken(self, node: Node, function: Function | None) -> Iterable[str]:
        """What an expression takes the address of, as offsetof or a cast does, too, but for what only calls get."""
        if node.kind == "UNARY_OPERATOR" and node.op == "&" and node.kids:
            if function is not None and not self._handed.lost(function, node):
                return []
            base = strip(node.kids[0])
            while base.kind == "ARRAY_SUBSCRIPT_EXPR":
                base = strip(base.kids[0])
            return [base.ref]
        if node.kind == "UNEXPOSED_EXPR" and node.kids and node.kids[0].kind == "TYPE_REF":
            return [kid.ref for kid in node.kids if kid.kind == "MEMBER_REF"]
        if node.kind == "CSTYLE_CAST_EXPR" and node.type == "p" and _NUMBERS.match(node.op):
            return self._led_to(node)
        return []


@cache
def _is_written(parameter: str, outside: bool) -> bool:
    """May a call write to what it gets for a parameter? Functions of the tree tell, unless it does not say what it is.
    """
    return not _READ_ONLY.match(parameter) and (outside or _UNTYPED.match(parameter) is not None)


def _named(value: Node) -> Iterator[str]:
    """The variables and fields whose value, or address, an expression may give, or a function that gets them."""
    bare = strip(value)
    if bare.kind in ("DECL_REF_EXPR", "MEMBER_REF_EXPR"):
        yield bare.ref
        return
    for kid in arguments(bare) if bare.kind == "CALL_EXPR" else operands(bare):
        yield from _named(kid)


def _is_cast(node: Node) -> bool:
    """Does an expression look at memory as at something else than what it is declared as?"""
    return any(n.kind == "CSTYLE_CAST_EXPR" and n.type == "p" for n in node.walk())


def _is_behind_a_pointer(node: Node) -> bool:
    """Is it what a pointer leads to, and no field?"""
    subscript = node.kind == "ARRAY_SUBSCRIPT_EXPR" and strip(node.kids[0]).type == "p"
    return node.type != "s" and (subscript or (node.kind == "UNARY_OPERATOR" and node.op == "*"))
