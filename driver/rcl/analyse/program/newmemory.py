# SPDX-License-Identifier: MIT
"""Functions that only give new memory, ``xmalloc``: each call some of its own, as malloc's do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain

from rcl import lockapi
from rcl.analyse.closure import closure
from rcl.analyse.program.keeping import ASKING, Keeping, given_values
from rcl.analyse.unit.cleanup import PUSH
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    Function,
    Node,
    arguments,
    callee,
    constant,
    is_zero,
    library,
    strip,
)

#: libc's
_FIRST = frozenset(map(library, lockapi.ALLOCATORS - lockapi.PASSING))
#: what gets a pointer and keeps no copy of it, as strtol() does where it says how far it got
_USING = frozenset(map(library, lockapi.HARMLESS - lockapi.PARSING - {PUSH}))
#: the statements and expressions that begin with what they ask
CONDITIONS = ("IF_STMT", "WHILE_STMT", "CONDITIONAL_OPERATOR")
#: what memory is aligned to by hand: a page at most
_LARGEST_ALIGNMENT = 4096


def giving(
    functions: Mapping[str, Sequence[Function]], names_lock: Callable[[Function], bool]
) -> frozenset[str]:
    """The functions that return new memory or NULL, in all their definitions, and keep no copy of where it is; libc's,
    too, as far as the tree has none of the same name. None of them that names what is of a lock.
    """
    first, using = _FIRST - functions.keys(), _USING - functions.keys()
    keeping = Keeping(functions, lambda call: {callee(call).ref} & functions.keys())
    asked = {key: each for key, each in functions.items() if all(map(_may_give, each))}
    asked = {key: each for key, each in asked.items() if not any(map(names_lock, each))}
    return grown(first, asked, lambda function, found: _Giving(function, found, using, keeping).all_new)


def grown(
    first: AbstractSet[str],
    asked: Mapping[str, Sequence[Function]],
    gives: Callable[[Function, AbstractSet[str]], bool],
) -> frozenset[str]:
    """Some functions, with those of the others that give new memory, in all their definitions, as these do."""
    found, others = set(first), dict(asked)
    while more := {key for key, each in others.items() if all(gives(f, found) for f in each)}:
        found |= more
        others = {key: each for key, each in others.items() if key not in more}
    return frozenset(found)


def is_new(
    value: Node, giving: AbstractSet[str], own: AbstractSet[str], other: Callable[[Node], bool] = is_zero
) -> bool:
    """Is a value new memory, one of some variables, or what is such in ``other`` ways, NULL?"""
    node = strip(value)
    match node.kind:
        case "CALL_EXPR":
            return callee(node).op == "function" and callee(node).ref in giving
        case "CONDITIONAL_OPERATOR":
            return all(is_new(kid, giving, own, other) for kid in node.kids[1:])
        case "BINARY_OPERATOR" if node.op == "+" or _is_aligned(node):  # behind a head
            return is_new(node.kids[0], giving, own, other) and strip(node.kids[1]).type not in ("p", "a")
    return (node.kind == "DECL_REF_EXPR" and node.ref in own) or other(node)


def _may_give(function: Function) -> bool:
    """Does it return a pointer without a type, and call anything?"""
    return function.type.startswith("void *(") and not function.strange and bool(function.calls)


class _Giving:
    """What one function returns, where ``known`` functions give new memory, and ``using`` keep no copy of it; those of
    the program are ``keeping`` one or not.
    """

    def __init__(
        self, function: Function, known: AbstractSet[str], using: AbstractSet[str], keeping: Keeping
    ) -> None:
        self._function = function
        self._known = known
        self._using = using
        self._keeping = keeping

    @property
    def all_new(self) -> bool:
        """Is all that it returns new memory, of which it keeps no copy?"""
        values = [value for node in self._function.of_kinds("RETURN_STMT") for value in node.kids]
        if not values or self._known.isdisjoint(self._function.targets):
            return False
        own = closure((n.ref for v in values for n in _named(v)), self._made_of)
        new = all(is_new(value, self._known, own) for value in values)
        return new and all(self._is_kept_to_itself(key, own) for key in own)

    def _made_of(self, key: str) -> set[str]:
        """The variables whose values one gets, moved perhaps."""
        return {node.ref for value in self._values(key) for node in _named(value)}

    def _values(self, key: str) -> list[Node]:
        """What a variable is given."""
        return [value for ref, value in given_values(self._function) if ref == key]

    def _assigned(self, key: str) -> list[Node]:
        """The assignments to a variable."""
        assigned = self._function.of_kinds("BINARY_OPERATOR")
        return [n for n in assigned if n.op == "=" and strip(n.kids[0]).ref == key]

    def _is_kept_to_itself(self, key: str, own: AbstractSet[str]) -> bool:
        """Does a variable only ever hold new memory, and goes nowhere but back to the caller, and into that memory?"""
        function, variable = self._function, self._function.locals.get(key)
        if variable is None or variable.kind != "local" or variable.static or key in function.cleaned:
            return False
        new = all(is_new(value, self._known, own) for value in self._values(key))
        if not new or self._valued.intersection(map(id, self._assigned(key))):
            return False
        seen = {id(n) for one in own for value in self._values(one) for n in _named(value)}  # p = p + 16
        seen |= self._seen | {id(n) for n in self._put_inside(own)}
        return all(n.ref != key or id(n) in seen for n in function.of_kinds("DECL_REF_EXPR"))

    def _put_inside(self, own: AbstractSet[str]) -> Iterator[Node]:
        """What is put behind what the function returns, or a function that it calls puts there: where memory begins
        that is aligned by hand.
        """
        for node in self._function.of_kinds("BINARY_OPERATOR"):
            target, value = strip(node.kids[0]), strip(node.kids[1])
            behind = target.op == "*" if target.kind == "UNARY_OPERATOR" else target.kind == "ARRAY_SUBSCRIPT_EXPR"
            if node.op == "=" and behind and id(node) not in self._valued:
                pointer = next(_named(target.kids[0]), None)
                yield from (pointer, value) if pointer is not None and pointer.ref in own else ()
        for call in self._function.calls:
            given = {number: strip(one) for number, one in enumerate(arguments(call)) if strip(one).ref in own}
            if given and id(call) not in self._valued and self._keeping.inside(call, given.keys()):
                yield from given.values()

    @cached_property
    def _seen(self) -> set[int]:
        """What stands where a pointer gets a value, is asked for, used, or returned, by the nodes' ids; not what goes
        elsewhere.
        """
        return {id(node) for node in chain(self._function.only_named, self._asked(), self._aligned(), self._used())}

    def _asked(self) -> Iterator[Node]:
        for node in self._function.of_kinds(*CONDITIONS):
            yield strip(node.kids[0])
        for node in self._function.of_kinds("BINARY_OPERATOR", "UNARY_OPERATOR"):
            yield from map(strip, node.kids if node.op in ASKING else ())

    def _aligned(self) -> Iterator[Node]:
        """What only its last bits are asked of: ``~(long)p & (32 - 1)``."""
        for node in self._function.of_kinds("BINARY_OPERATOR"):
            if node.op in ("&", "%") and _is_small(node.kids[1]):
                inner = strip(node.kids[0])
                yield strip(inner.kids[0]) if inner.op == "~" else inner

    def _used(self) -> Iterator[Node]:
        function, addressed = self._function, {id(node) for node in self._addressed()}
        for value in (value for node in function.of_kinds("RETURN_STMT") for value in node.kids):
            yield from _named(value)
        for node in function.of_kinds("BINARY_OPERATOR", "UNARY_OPERATOR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR"):
            inside = node.op == "*" if node.kind == "UNARY_OPERATOR" else node.kind[0] in "MA"
            if (node.kind[0] == "B" and node.op == "=") or (inside and node.type != "a" and id(node) not in addressed):
                yield from map(strip, node.kids[:1])
        for call in function.calls:  # some return what they get
            alone = callee(call).ref in self._using and id(call) not in self._valued
            yield from (node for one in arguments(call) if alone for node in _wholes(one))

    def _addressed(self) -> Iterator[Node]:
        """The objects whose addresses are taken, and what they are parts of."""
        addresses = (node for node in self._function.of_kinds("UNARY_OPERATOR") if node.op == "&")
        yield from (part for node in addresses for part in _wholes(node.kids[0]))

    @cached_property
    def _valued(self) -> set[int]:
        """The expressions whose values go on to others, by the nodes' ids."""
        nodes = [node for node in self._function.nodes if node.kind not in EXPRESSION_WRAPPERS]
        values = (node for node in nodes if node.kind == "RETURN_STMT" or not node.kind.endswith("_STMT"))
        found = {id(strip(kid)) for node in values if node.op not in ASKING for kid in node.kids}
        blocks = (node.kids[0] for node in nodes if node.kind == "StmtExpr")
        return found.union(id(strip(kid)) for block in blocks for kid in block.kids[-1:])


def _is_aligned(node: Node) -> bool:
    """Is it a number of which the last bits are cut, ``(size_t)p & ~15``?"""
    return node.op == "&" and strip(node.kids[1]).op in ("~", "-")


def _is_small(node: Node) -> bool:
    """Is it a constant of which no address can be told, as an alignment is?"""
    node = strip(node)
    if node.kind == "BINARY_OPERATOR" and node.op == "-" and constant(node.kids[1]) == 1:
        node = strip(node.kids[0])
    return 0 < (constant(node) or 0) <= _LARGEST_ALIGNMENT


def _wholes(part: Node) -> Iterator[Node]:
    """What an expression names, what that is a part of, and the pointer that leads there."""
    node = strip(part)
    yield node
    while node.kind in ("UNARY_OPERATOR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR") and node.kids:
        node = strip(node.kids[0])
        yield node


def _named(value: Node) -> Iterator[Node]:
    """The variables that a value is, or is behind, where it is new memory."""
    node = strip(value)
    if node.kind == "DECL_REF_EXPR":
        yield node
    elif node.kind == "CONDITIONAL_OPERATOR":
        yield from (one for kid in node.kids[1:] for one in _named(kid))
    elif node.kind == "BINARY_OPERATOR" and (node.op in ("+", "-") or _is_aligned(node)):
        yield from _named(node.kids[0])
