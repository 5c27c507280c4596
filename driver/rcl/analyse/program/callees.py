# SPDX-License-Identifier: MIT
"""Which functions a call through a pointer may reach, in a program whose function pointers all come from its source.

Unification as in pointers.py, over variables, fields, parameters and results that hold function pointers. A function
that an initialiser lists may stand in any object of its type. What comes from outside makes a group unknown: results
of other libraries, pointers that are handed out by address, casts from data, parameters of functions that others may
call, fields of unions. Structures that are cast to each other, or copied, or of which a function is given one by a
parameter without a type and takes it for the other, are the same memory. A tree without main(), or with code for a
shared library, has callers that nobody knows: what a call may reach is not known there, but which functions of the tree
are not among that. Callers hand it functions of their own, and those that they can name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rcl import lockapi
from rcl.analyse.program.initialisers import type_of
from rcl.analyse.program.pointers import FLOWING, Groups, Pointers, bases
from rcl.analyse.program.questions import question
from rcl.analyse.program.records import casts
from rcl.analyse.unit.tree import Function, Node, Unit, arguments, library_name, operands, returned, strip

_NAMED = frozenset({
    "DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "UNARY_OPERATOR", "CALL_EXPR", "StmtExpr",
})  # fmt: skip

#: the type of a function that returns a pointer to one
_GIVES_FUNCTION = re.compile(r"[^()]*\(\*+\(")
#: the kinds of nodes that hand functions on
_FLOWING = (*FLOWING, "INIT_LIST_EXPR")


@dataclass(frozen=True)
class Reach:
    """Where function pointers lead: the functions of each group, and the groups of which they are not known.

    ``listed``: by their types those that initialisers list, too; ``foreign`` may be of any type.
    """

    groups: Groups
    targets: Mapping[str, set[str]]
    unknown: set[str]
    listed: Mapping[str, set[str]]
    foreign: set[str]


class Callees:
    """The functions behind the function pointers of a whole program, which is looked through when one is asked about.
    """

    def __init__(self, units: list[Unit], pointers: Pointers) -> None:
        self.pointers = pointers
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self._units = units
        self.closed = "c:@F@main" in pointers.functions and not any(u.shared for u in units)
        #: what has been found, as soon as one was asked about
        self.reach: Reach | None = None
        self._groups = Groups()
        self._targets: dict[str, set[str]] = {}
        self._unknown: set[str] = set()
        #: by type: what initialisers list; and what may be of any type
        self._listed: dict[str, set[str]] = {}
        #: the pointers that they list
        self._handed: dict[str, set[str]] = {}
        #: the structures of which one is taken for the other
        self._copied: set[tuple[str, str]] = set()
        #: by parameters without a type: the structures that they are given, and those that they are taken for
        self._given: defaultdict[str, set[str]] = defaultdict(set)
        self._taken: defaultdict[str, set[str]] = defaultdict(set)

    def of(self, called: str, keys: Collection[str]) -> frozenset[str] | None:
        """The functions that a call may reach, None if that is not known.

        The call is of functions of a type, through a pointer that these declarations hold.
        """
        return self._held(called, keys) if self.closed else None

    @question(lambda reached: None if reached is None else sorted(reached))
    def of_tree(self, called: str, *keys: str) -> frozenset[str] | None:
        """Those of the tree's functions that such a call may reach, None if that is not known."""
        reached, whole = self._held(called, keys), self.pointers.by_type.get(called, frozenset[str]())
        if self.closed or reached is None:
            return reached
        named = (key for key in whole if not all(f.static for f in self.pointers.functions[key]))
        return reached.union(named)

    def _held(self, called: str, keys: Collection[str]) -> frozenset[str] | None:
        """The functions that the tree puts into these declarations, None if that is not known."""
        if not keys or not all(self._holds(key) for key in keys):
            return None
        if self.reach is None:
            self.reach = self._looked()
        roots = {self.reach.groups.find(key) for key in keys}
        listed = self.reach.listed.get(called, self.reach.foreign)
        if roots & self.reach.unknown or "" in listed:
            return None
        return frozenset(listed.union(*(self.reach.targets.get(root, ()) for root in roots))) or None

    def _looked(self) -> Reach:
        """Looks through the program."""
        functions = (f for u in self._units for f in u.functions)
        self._copied = casts(functions, [value for u in self._units for value in u.initialisers.values()])
        for unit in self._units:
            self._unit(unit)
        return self._joined()

    def _unit(self, unit: Unit) -> None:
        for function in unit.functions:
            for node in function.of_kinds(*_FLOWING):
                self._node(function, node)
            if function.key in self.pointers.by_type.get(function.type, ()):
                self._unknown.update(function.parameters)
        for key, value in unit.initialisers.items():
            self._flow(key, value)
            for node in value.walk():
                self._list(node)

    def _node(self, function: Function, node: Node) -> None:
        match node.kind:
            case "BINARY_OPERATOR" if node.op == "=":
                for key in bases(node.kids[0]):
                    self._flow(key, node.kids[1])
            case "VAR_DECL":
                for value in operands(node):
                    self._flow(node.ref, value)
            case "RETURN_STMT" if node.kids:
                self._flow(returned(function.key), node.kids[0])
            case "CALL_EXPR":
                self._call(node)
            case "ASM_STMT":
                for kid in node.kids:
                    self._unknown.update(bases(kid))
                    self._anywhere(kid)
            case _:
                self._list(node)

    def _call(self, call: Node) -> None:
        inside = self.pointers.called(call)
        for number, argument in enumerate(arguments(call)):
            for function in (f for key in inside for f in self.pointers.functions[key]):
                if number < len(function.parameters):
                    self._flow(function.parameters[number], argument)
            if not inside and strip(argument).op == "&":
                self._unknown.update(bases(argument))

        if library_name(call) in lockapi.COPYING and not inside:
            for key in bases(arguments(call)[0]):
                self._flow(key, arguments(call)[1])
            known = self.pointers.variables
            one, other = ([known[key].record for key in bases(a) if key in known] for a in arguments(call)[:2])
            self._copied |= {(to, of) for to in one for of in other if to and of and to != of}

    def _flow(self, key: str, value: Node) -> None:
        if not self._holds(key):
            self._look_behind(key, bases(value))
            if strip(value).op == "&":
                self._unknown.update(bases(value))  # what is written there is not followed
            if value.type in "pf":
                self._anywhere(value)
            return
        for function, other in self._values(value):
            if function:
                self._targets.setdefault(key, set()).add(function)
            elif other:
                self._groups.unite(key, other)
            else:
                self._unknown.add(key)

    def _look_behind(self, key: str, others: Iterable[str]) -> None:
        """Note which structures parameters without a type are given, and which they are taken for."""
        own = self.pointers.variables.get(key)
        if own is None:
            return
        for other in filter(None, map(self.pointers.variables.get, others)):
            if own.void_pointer and own.kind == "parameter" and other.record:
                self._given[key].add(other.record)
            if other.void_pointer and other.kind == "parameter" and own.record:
                self._taken[other.key].add(own.record)

    def _holds(self, key: str) -> bool:
        """Can it hold a function pointer whose writers are all known?"""
        variable = self.pointers.variables.get(key)
        if variable is None:
            return key.startswith("R:")
        return bool(variable.calls) and (variable.kind != "global" or variable.definition)

    def _values(self, node: Node) -> Iterator[tuple[str, str]]:
        """The functions that an expression means, and the keys that it copies; neither where it is not known."""
        node = strip(node)
        pointed = strip(node.kids[0]) if node.op in ("&", "*") and node.kids else node
        if pointed.op == "function":
            yield pointed.ref, ""
        elif node.kind == "CONDITIONAL_OPERATOR":
            yield from self._values(node.kids[1])
            yield from self._values(node.kids[2])
        elif node.kind == "BINARY_OPERATOR" and node.op in ("=", ","):
            yield from self._values(node.kids[1])
        elif node.kind in _NAMED:
            keys = list(bases(node))
            known = bool(keys) and all(self._holds(key) and self._inside(key) for key in keys)
            yield from (("", key) for key in keys) if known else [("", "")]
        elif node.kind not in ("INTEGER_LITERAL", "INIT_LIST_EXPR"):
            yield "", ""

    def _inside(self, key: str) -> bool:
        return not key.startswith("R:") or key[2:] in self.pointers.functions

    def _list(self, node: Node) -> None:
        """Note what an initialiser lists: at its field if that is named, else by its type."""
        for kid in node.kids if node.kind == "INIT_LIST_EXPR" else ():
            if kid.kind == "UNEXPOSED_EXPR" and len(kid.kids) > 1:
                for field in (k.ref for k in kid.kids if k.kind == "MEMBER_REF"):
                    self._flow(field, kid.kids[-1])
            else:
                self._by_type(kid)

    def _anywhere(self, value: Node) -> None:
        """A function that goes where nobody follows it may be in any pointer of its type."""
        for function in filter(None, (function for function, _ in self._values(value))):
            self._list_of(function)

    def _list_of(self, function: str, cast: bool = False) -> None:
        definitions = self.pointers.functions.get(function, [])
        self._listed.setdefault("" if cast or not definitions else definitions[0].type, set()).add(function)

    def _by_type(self, value: Node) -> None:
        """A function may be in any pointer of its type, or of any if it is cast; so may what a pointer leads to."""
        for function, other in self._values(value):
            if function:
                self._list_of(function, value.kind == "CSTYLE_CAST_EXPR")
            elif other and (variable := self.pointers.variables.get(other)) is not None:
                self._handed.setdefault(variable.calls, set()).add(other)
            elif not other and (called := self._called_by(value)) is not None:
                self._listed.setdefault(called, set()).add("")

    def _called_by(self, value: Node) -> str | None:
        """The type of the functions that a pointer from elsewhere leads to, "" if any may be; None if it leads to data.
        """
        if value.kind == "CSTYLE_CAST_EXPR":
            typedef = self.pointers.variables.get(type_of(value).ref)
            if typedef is not None and typedef.calls:
                return typedef.calls
            function = typedef is not None and "(" in typedef.type
            return "" if function or any(kid.kind == "PARM_DECL" for kid in value.kids) else None
        value = strip(value)
        if value.kind == "CALL_EXPR":
            return "" if _GIVES_FUNCTION.match(value.op) or library_name(value) == "dlsym" else None
        variables = filter(None, map(self.pointers.variables.get, bases(value)))
        return next((variable.calls for variable in variables if variable.calls), None)

    def _leads_to_pointers(self, key: str) -> bool:
        """Does a variable lead to a pointer to a function?"""
        variable = self.pointers.variables.get(key)
        return variable is not None and ("(**" in variable.type or ("(" not in variable.type and "*" in variable.type))

    def _joined(self) -> Reach:
        """The groups' members brought together."""
        pointed = self.pointers.given_through  # what others call says by its type what it gets
        for key in self._given.keys() & self._taken.keys() - pointed:
            self._copied |= {(one, other) for one in self._given[key] for other in self._taken[key] - {one}}
        for one, other in self._copied:
            for first, *others in map(sorted, self.pointers.records.functions(one, other)):
                for key in others:
                    self._groups.unite(first, key)
        targets: dict[str, set[str]] = {}
        for key, functions in self._targets.items():
            targets.setdefault(self._groups.find(key), set()).update(functions)
        through = {key for key in self._unknown if self._leads_to_pointers(key)}
        unknown = {self._groups.find(key) for key in self._unknown}
        for function in {f for key in through for f in targets.get(self._groups.find(key), ())}:
            self._list_of(function)  # it is written where an unknown pointer leads
        for called, pointers in self._handed.items():
            for group in map(self._groups.find, pointers):
                self._listed.setdefault(called, set()).update({""} if group in unknown else targets.get(group, ()))
        foreign = self._listed.pop("", set())
        listed = {called: functions | foreign for called, functions in self._listed.items()}
        return Reach(self._groups, targets, unknown, listed, foreign)
