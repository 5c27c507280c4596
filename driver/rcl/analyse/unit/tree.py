# SPDX-License-Identifier: MIT
"""The program as the analysis sees it: plain data read from libclang, small enough to cross processes.

Positions are byte offsets. ``start`` and ``end`` are where a node stands in the file (for a node made by a macro,
the whole macro call); ``first`` and ``last`` are where it is spelled, when it is spelled in the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import eq, ge, gt, le, lt, ne
from typing import NoReturn

from rcl.names import MADE

#: what a function calls to have control come back there
_SAVING = ("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp")


@dataclass(slots=True)
class Node:
    """A statement, expression or declaration.

    ``kind`` is libclang's name, ``ref`` the key of the declaration meant, ``type`` a letter: p(ointer), a(rray),
    v(ariable length array), s(truct, union or vector), f(unction), m(utex), d(ouble, or another
    floating type), z(ero, an enumeration's), n(ot zero, such a one), o(ther). ``op`` is the operator, the type that a
    cast makes, or that of a constant which is no int.
    """

    kind: str
    name: str
    start: int
    end: int
    first: int
    last: int
    kids: list[Node]
    ref: str = ""
    op: str = ""
    type: str = "o"

    def walk(self) -> Iterator[Node]:
        """The node and all nodes below it, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.kids:
                stack += node.kids[::-1]


class _Fixed(list[Node]):
    """A list that stays as it is."""

    def _changed(self, *_: object) -> NoReturn:
        raise TypeError("many nodes have this list")

    append = extend = insert = __iadd__ = __setitem__ = _changed


#: the kids of most nodes that have none
LEAF: list[Node] = _Fixed()


def copied(node: Node) -> Node:
    """An expression once more: a node has one parent."""
    kids = [copied(kid) for kid in node.kids]
    return Node(node.kind, node.name, node.start, node.end, node.first, node.last, kids, node.ref, node.op, node.type)


def pointed(pointer: Node) -> Node:
    """What a pointer, or an address, leads to."""
    address = strip(pointer)
    at = (address.start, address.end, address.first, address.last)
    return address.kids[0] if address.op == "&" else Node("UNARY_OPERATOR", "", *at, [address], op="*")


def evaluated(node: Node) -> Iterator[Node]:
    """The node and all below it but what only sizeof looks at: where it has no constant value, it works one out."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if node.kids and not (node.kind == "CXX_UNARY_EXPR" and node.name):
            stack += node.kids[::-1]


@dataclass(frozen=True)
class Expansion:
    """A macro call in the file, outermost only."""

    start: int
    end: int
    name: str
    #: where the macro's definition starts, if that is known (Macro)
    defined: tuple[str, int] | None = None
    #: and the others that it has where the file is read again: ``#include "list.def"`` behind another ``#define``
    others: tuple[tuple[str, int], ...] = ()
    #: the macros that it is handed by their names, for its body to call: ``EACH_LOCK(DEFINE)``
    handed: tuple[str, ...] = ()


#: the macro call that covers an offset of a file
ExpansionAt = Callable[[int], Expansion | None]


def merged(table: Iterable[Expansion]) -> list[Expansion]:
    """The macro calls of a file in their order, one of each place: those of a file that is read again are the same."""
    found: list[Expansion] = []
    for one in sorted(table, key=lambda e: e.start):
        last = found[-1] if found else one
        if last is not one and (one.start, one.end, one.name) == (last.start, last.end, last.name):
            known = (last.defined, *last.others)
            further = (one.defined,) if one.defined and one.defined not in known else ()
            found[-1] = replace(last, others=last.others + further)
        else:
            found.append(one)
    return found


@dataclass(frozen=True)
class Macro:
    """The definition of a macro: from its name to the end of its body.

    Those of files outside of the tree (is_outside) are known if they come to tokens of the lock API.
    """

    name: str
    file: str
    start: int
    end: int


def macros_of(units: Iterable[Unit]) -> dict[int, Macro]:
    """The macros of some units, each once, by their identities: units have headers' alike."""
    return {id(macro): macro for unit in units for known in unit.macros.values() for macro in known}


#: from a macro to where a name is spelled: each macro on the way, and where its body spells the next one, or the name
Way = tuple[tuple[Macro, int], ...]


@dataclass(frozen=True)
class Beside:
    """A macro that is made beside one with a lock call: it says that one's class, or does all but that call.

    ``bare``: that one has no parameters, and no parentheses.
    """

    name: str
    macro: Macro
    parameters: str
    body: str
    bare: bool = False

    @property
    def call(self) -> str:
        """What takes the place of the other one's name."""
        return f"{self.name}()" if self.bare else self.name


@dataclass(frozen=True)
class Variable:
    """A variable, parameter or field. ``where`` is the offset of its name.

    ``api`` is what it holds of a lock API (``mutex``, ``condition``) or "" - with ``stars`` levels of pointers,
    ``array`` if it is an array. ``owner`` names a field's struct, ``record`` the one that it is or leads to.
    """

    key: str
    name: str
    file: str
    line: int
    where: int
    kind: str
    type: str
    api: str = ""
    stars: int = 0
    array: bool = False
    owner: str = ""
    record: str = ""
    #: of a union, perhaps within a struct that has no name
    united: bool = False
    #: a field of a struct that has no name, inside of the one that owns it
    inner: bool = False
    static: bool = False
    #: nothing has its address
    register: bool = False
    definition: bool = False
    thread_local: bool = False
    #: text of a declaration, and of a pointer to it; "" with ``why`` where that cannot be written, though there is one
    #: of a pointer to what an array of variable length begins with
    declaration: str = ""
    pointer: str = ""
    why: str = ""
    size: int = 0
    const: bool = False
    #: volatile or _Atomic
    volatile: bool = False
    #: a struct with a const member, which nothing can be assigned to
    fixed: bool = False
    #: of any elements, behind a typedef too (``array`` tells of lock types only)
    elements: bool = False
    void_pointer: bool = False
    #: it points to numbers that are as large as an address
    numbers: bool = False
    #: the type of the functions that it points to, at any level of pointers, or ""
    calls: str = ""
    #: where a field stands in its struct, in bits; -1 if nobody knows
    offset: int = -1
    #: the name of the symbol that a global variable is another name of, or ""
    alias: str = ""
    #: where the type's name is spelled, if it is a lock type's or a typedef's of one
    type_refs: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True)
class Cleanup:
    """A pthread_cleanup_push() and its pthread_cleanup_pop(): where their calls stand."""

    push: tuple[int, int]
    pop: tuple[int, int]


@dataclass(frozen=True)
class LockGuard:
    """A variable whose clean-up function releases a lock: where it is declared, and its scope (lockguards.py)."""

    declared: int
    start: int
    end: int


@dataclass(frozen=True)
class Traits:
    """What a function's code says by itself (traits.py).

    ``thread_locals``: what it names that each thread has for itself; ``frame``: it asks where its stack frame is;
    ``loops``: it has loops that only another thread can end, unless a function that they call does. ``taken`` are the
    functions that it names and does not call, each with the local variable that is declared with it, and the type that
    it is cast to, or "".
    """

    thread_locals: tuple[str, ...]
    frame: bool
    loops: bool
    taken: tuple[tuple[str, str, str], ...]


@dataclass
class Function:
    """A function definition. Who changes its body says so with ``changed``."""

    key: str
    name: str
    file: str
    start: int
    end: int
    line: int
    static: bool
    type: str
    parameters: list[str]
    body: Node
    locals: dict[str, Variable]
    #: why the function cannot be analysed, or ""
    strange: str = ""
    cleanups: list[Cleanup] = field(default_factory=list)
    #: variable -> the function that is called with its address where its scope ends
    cleaned: dict[str, str] = field(default_factory=dict)
    lock_guards: list[LockGuard] = field(default_factory=list)
    #: where a variable has a clean-up function: a declaration of what it returns, which is called @; "" for none
    returns: str = ""
    traits: Traits | None = None
    #: every path of it ends in a call that libc never comes back from; None: nobody has looked (graphs.py)
    ends: bool | None = None

    @cached_property
    def nodes(self) -> list[Node]:
        """The body and all below it, in source order: many look through them."""
        return list(self.body.walk())

    @cached_property
    def _of_kind(self) -> dict[str, list[Node]]:
        found: defaultdict[str, list[Node]] = defaultdict(list)
        for node in self.nodes:
            found[node.kind].append(node)
        return found

    def of_kinds(self, *kinds: str) -> Iterator[Node]:
        """Those of some kinds, one kind after the other."""
        return chain.from_iterable(self._of_kind.get(kind, ()) for kind in kinds)

    @property
    def declared(self) -> set[str]:
        """The names that it declares, which hide those of the file."""
        others = self.of_kinds("VAR_DECL", "FUNCTION_DECL", "TYPEDEF_DECL", "ENUM_CONSTANT_DECL")
        return {variable.name for variable in self.locals.values()}.union(node.name for node in others)

    @cached_property
    def calls(self) -> list[Node]:
        """The calls among them."""
        return self._of_kind.get("CALL_EXPR", [])

    @cached_property
    def called(self) -> dict[str, list[Node]]:
        """The calls, by the name of what they call."""
        found: dict[str, list[Node]] = {}
        for call in self.calls:
            found.setdefault(callee(call).name, []).append(call)
        return found

    @cached_property
    def targets(self) -> frozenset[str]:
        """The keys of what they call."""
        return frozenset(callee(call).ref for call in self.calls)

    @cached_property
    def idle(self) -> set[int]:
        """What stands in the operands of ?: that a constant condition never takes, by the nodes' ids."""
        decided = ((node.kids, constant(node.kids[0])) for node in self.of_kinds("CONDITIONAL_OPERATOR"))
        never = (kids[1 if value == 0 else 2] for kids, value in decided if value is not None)
        return {id(node) for operand in never for node in operand.walk()}

    def guards(self, statement: Node) -> bool:
        """Does a statement take the lock of a guard, as its declaration, or what gives it its value?"""
        if statement.kind == "DECL_STMT":
            return statement.op == SCOPE
        return statement.op == "=" and any(guard.declared == statement.start for guard in self.lock_guards)

    @property
    def only_named(self) -> Iterator[Node]:
        """What only a sizeof looks at, which works nothing out."""
        return (n for size in self.of_kinds("CXX_UNARY_EXPR") if size.name for n in size.walk())

    @cached_property
    def undone(self) -> set[int]:
        """What its code never does, by the nodes' ids: what a sizeof looks at, and what stands behind a jump."""
        unreached = chain.from_iterable(map(_unreached, self.of_kinds("COMPOUND_STMT")))
        return {id(n) for n in self.only_named}.union(id(n) for statement in unreached for n in statement.walk())

    def changed(self) -> None:
        """Looks at the body anew."""
        self.traits = self.ends = None
        for looked_at in ("nodes", "_of_kind", "calls", "called", "targets", "idle", "undone"):
            self.__dict__.pop(looked_at, None)


def _unreached(block: Node) -> Iterator[Node]:
    """The statements of a block that stand behind a jump, up to one with a label in it."""
    left = False
    for statement in (kid for kid in block.kids if kid.start < block.end):  # OpenMP's mark stands behind it
        left = left and not any(node.kind in PREFIXES for node in statement.walk())
        if left:
            yield statement
        left = left or _jumps(statement)


def _jumps(statement: Node) -> bool:
    """Is a statement a jump, or a block that ends with one?"""
    while statement.kind in (*PREFIXES, "COMPOUND_STMT") and statement.kids:
        statement = statement.kids[-1]
    return statement.kind in JUMPS


def saving_calls(function: Function) -> list[Node]:
    """The calls of a function that save a place in it, to which control may come back from where it goes then."""
    return [call for name in _SAVING if name in function.called for call in function.called[name]]


def is_errno(node: Node) -> bool:
    """Is it errno, as the C library's macro writes that?"""
    bare = strip(node)
    made = strip(bare.kids[0]) if bare.kind == "UNARY_OPERATOR" and bare.op == "*" else bare
    return made.kind == "CALL_EXPR" and made is not bare and callee(made).name == "__errno_location"


def of_thread(function: Function, nodes: Collection[Node]) -> Iterator[tuple[str, Node]]:
    """What of some of a function's nodes each thread has for itself, with its name.

    Of errno that is the address: what its value needs says the table of libc's functions.
    """
    for node in nodes:
        if node.kind == "DECL_REF_EXPR":
            own = node.op == "thread"
        else:
            own = node.kind == "VAR_DECL" and node.ref in function.locals and function.locals[node.ref].thread_local
        if own:
            yield node.name, node
    if "__errno_location" not in function.called:
        return
    below = {op: [strip(n.kids[0]) for n in function.of_kinds("UNARY_OPERATOR") if n.op == op] for op in "*&"}
    values = {id(n) for n in below["*"]} - {id(strip(n.kids[0])) for n in below["&"] if n.op == "*"}
    for call in nodes:
        if call.kind == "CALL_EXPR" and callee(call).name == "__errno_location" and id(call) not in values:
            yield "errno", call


@dataclass(frozen=True)
class Prototype:
    """A function declaration that is not a definition. ``parameters``: those that lead to locks, with their numbers."""

    key: str
    name: str
    file: str
    start: int
    end: int
    type: str
    parameters: tuple[tuple[int, Variable], ...]
    returns: tuple[tuple[str, int, str], ...]


def passed(called: str, number: int) -> str:
    """The key of what functions of a type get for one of their parameters, by way of pointers."""
    return f"P:{number}:{called}"


def returned(function: str) -> str:
    """The key of what a function returns; behind a star, what functions of a type do."""
    return f"R:{function}"


@dataclass
class Unit:
    """One translation unit, without what stands in system headers. ``shared``: it is code for a shared library.

    ``files`` are those of the tree that it was read from, also such as declare nothing, and ``file`` itself.
    ``elsewhere``: by their files the functions that it has alike with a unit before; only that one lists them.
    """

    file: str
    flags: tuple[str, ...]
    shared: bool = False
    files: frozenset[str] = frozenset()
    functions: list[Function] = field(default_factory=list)
    prototypes: list[Prototype] = field(default_factory=list)
    #: the keys of functions that are other names of a symbol, and its name
    aliases: dict[str, str] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    initialisers: dict[str, Node] = field(default_factory=dict)
    typedefs: list[Variable] = field(default_factory=list)
    expansions: dict[str, list[Expansion]] = field(default_factory=dict)
    macros: dict[str, list[Macro]] = field(default_factory=dict)
    #: the macros that are other names of lock calls
    renames: set[str] = field(default_factory=set)
    skipped: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    returns: dict[str, tuple[tuple[str, int, str], ...]] = field(default_factory=dict)
    #: where the lock types are spelled that declarations of pointers to functions name, by what these get and return
    pointed: dict[str, tuple[tuple[str, int, str], ...]] = field(default_factory=dict)
    elsewhere: dict[str, list[Function]] = field(default_factory=dict)

    @cached_property
    def ways(self) -> dict[tuple[Macro, str], list[Way]]:
        """How the bodies of macros lead to names, as far as anybody has asked (text.ways_to)."""
        return {}

    @cached_property
    def by_themselves(self) -> dict[str, frozenset[str]]:
        """What macros name without being given it, as far as anybody has asked (written.py)."""
        return {}

    @cached_property
    def made(self) -> frozenset[str]:
        """The macros that would replace the names of what is made."""
        return MADE.intersection(self.macros)

    @cached_property
    def leading(self) -> dict[tuple[frozenset[str], str], set[str]]:
        """The macros that may lead from some words to a name, as far as anybody has asked."""
        return {}

    def left_out(self, file: str, offset: int) -> tuple[int, int] | None:
        """The part of a file that an #if leaves out, and in which an offset stands."""
        return next((part for part in self.skipped.get(file, ()) if part[0] <= offset < part[1]), None)

    @cached_property
    def prototypes_of(self) -> dict[str, list[Prototype]]:
        """The prototypes of each function, by its key."""
        found: defaultdict[str, list[Prototype]] = defaultdict(list)
        for prototype in self.prototypes:
            found[prototype.key].append(prototype)
        return found

    def expansion_at(self, file: str, offset: int) -> Expansion | None:
        """The outermost macro call that covers an offset."""
        table = self.expansions.get(file, [])
        i = bisect_right(table, offset, key=lambda e: e.start) - 1
        return table[i] if i >= 0 and table[i].start <= offset < table[i].end else None


#: the operator of an atomic operation that gives what is at an address, its first operand; and the names of all others
LOAD = "load"
_IN_ONE_STEP = ("__atomic_", "__sync_")
#: what the loop that is left of a scope macro has as its operator; a lock guard's declaration, and the block behind it
SCOPE = "scope"
#: what the value of a lock guard has as its name that the next statement locks
BEHIND = "behind"
#: what stands before a statement in a switch, or anywhere
CASES = frozenset({"CASE_STMT", "DEFAULT_STMT"})
PREFIXES = CASES | {"LABEL_STMT"}
JUMPS = frozenset({"RETURN_STMT", "GOTO_STMT", "BREAK_STMT", "CONTINUE_STMT"})
LOOPS = frozenset({"WHILE_STMT", "DO_STMT", "FOR_STMT"})
#: what stands around an expression in the source without being one; the reader leaves out what is not written there
EXPRESSION_WRAPPERS = frozenset({"PAREN_EXPR", "CSTYLE_CAST_EXPR"})


def behind_labels(statement: Node) -> Node:
    """What stands behind the labels, and cases, of a statement."""
    while statement.kind in PREFIXES:
        statement = statement.kids[-1]
    return statement


def leaving(block: Node) -> Iterator[tuple[Node, Node]]:
    """The jumps that may lead out of a block, or out of a loop's body, each with what it stands in."""
    labels = {node.name for node in block.walk() if node.kind == "LABEL_STMT"}
    work = [(block, block.kind in LOOPS, block.kind in LOOPS)]
    while work:
        above, breaks, continues = work.pop()
        for kid in above.kids:
            stays = {"BREAK_STMT": breaks, "CONTINUE_STMT": continues}.get(kid.kind, False)
            stays = stays or (kid.kind == "GOTO_STMT" and kid.kids[0].name in labels)
            if not stays and (kid.kind in JUMPS or kid.kind == "INDIRECT_GOTO_STMT"):
                yield above, kid
            loop = kid.kind in LOOPS
            work.append((kid, breaks or loop or kid.kind == "SWITCH_STMT", continues or loop))


def leaves_loop(body: Node) -> bool:
    """May a break or continue lead out of a block, which is then that of the loop around it?"""
    return any(jump.kind in ("BREAK_STMT", "CONTINUE_STMT") for _, jump in leaving(body))


def strip(node: Node) -> Node:
    """The expression without parentheses and casts. A cast's type may hold others: ``(char (*)[40])p``."""
    while node.kind in EXPRESSION_WRAPPERS and (inner := operands(node)):
        node = inner[-1]
    return node


def uncast(node: Node) -> Node:
    """The expression without parentheses and casts to pointers, which change no pointer."""
    while node.kind == "PAREN_EXPR" or (node.kind == "CSTYLE_CAST_EXPR" and node.type == "p"):
        node = operands(node)[-1]
    return node


def is_zero(node: Node) -> bool:
    """Is it 0, or C11's name for it in its lock API?"""
    node = strip(node)
    return (node.kind == "INTEGER_LITERAL" and node.name == "0") or node.name == "thrd_success"


def nonzero(node: Node) -> bool | None:
    """Whether a constant is another one than 0, None for what is no constant."""
    node = strip(node)
    if node.kind == "UNARY_OPERATOR" and node.op == "-":
        return nonzero(node.kids[0])
    if node.kind == "INTEGER_LITERAL" and node.name:
        return node.name != "0"
    return {"z": False, "n": True}.get(node.type) if node.kind == "DECL_REF_EXPR" else None


def says_zero(node: Node) -> bool:
    """Is it 0, or a constant of that value?"""
    return is_zero(node) or nonzero(node) is False


COMPARISONS = {"==": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge}


def constant(node: Node) -> int | None:
    """The value of an expression that compares whole numbers, sizes too but those of locks; None if it holds anything
    else.
    """
    node = strip(node)
    values = [constant(kid) for kid in node.kids]
    known = [value for value in values if value is not None]
    if node.kind == "INTEGER_LITERAL" or (node.kind == "CXX_UNARY_EXPR" and node.op == "fixed"):
        return int(node.name) if node.name else None
    if node.kind == "UNARY_OPERATOR" and node.op == "!" and known:
        return int(not known[0])
    if node.kind == "BINARY_OPERATOR" and node.op in COMPARISONS and len(known) == 2:
        return int(COMPARISONS[node.op](*known))
    return None


def without_parentheses(node: Node) -> Node:
    """What parentheses stand around."""
    while node.kind == "PAREN_EXPR":
        node = node.kids[0]
    return node


def operands(node: Node) -> list[Node]:
    """The children that are expressions (a cast's type is not)."""
    return [k for k in node.kids if k.kind not in ("TYPE_REF", "PARM_DECL")]


def callee(call: Node) -> Node:
    """What is called, without decoration."""
    if not call.kids:
        return call
    target = call.kids[0]
    return target if target.kind == "DECL_REF_EXPR" else undecorated(target)


def is_atomic(call: Node) -> bool:
    """Is it an atomic operation: may what its arguments mean, or lead to, get the values of each other?"""
    return callee(call).name.startswith(_IN_ONE_STEP)


def library(name: str) -> str:
    """The key of a function of libc's; one of the tree may have it instead, but no static one, and no pointer."""
    return f"c:@F@{name}"


def name_of(function: str) -> str:
    """The name of a function with that key, which may be a static one."""
    return function.rpartition("@F@")[2]


def library_name(call: Node) -> str:
    """The name of the function of libc's that a call makes, "" if it cannot be one of them."""
    target = callee(call)
    return target.name if target.ref == library(target.name) else ""


def undecorated(target: Node) -> Node:
    """The function, or the pointer to one, that an expression names."""
    target = strip(target)
    while target.kind == "UNARY_OPERATOR" and target.op in "*&" and target.kids:
        target = strip(target.kids[0])
    return target


def changes(node: Node) -> bool:
    """Does the expression itself give its first operand a new value?"""
    if node.kind == "COMPOUND_ASSIGNMENT_OPERATOR":
        return True
    if node.kind == "UNARY_OPERATOR":
        return node.op in ("++", "--", "p++", "p--")
    return node.kind == "BINARY_OPERATOR" and node.op == "="


def only_named(lock: Node) -> Iterator[Node]:
    """The objects of which a mutex, or another object, is a part: where they are does not depend on what they hold."""
    node = strip(lock)
    while node.kind in ("UNARY_OPERATOR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR") and node.op != "*":
        yield node
        inner = strip(node.kids[0]) if node.kids else node
        direct = node.op in ("&", ".") if node.kind != "ARRAY_SUBSCRIPT_EXPR" else inner.type == "a"
        if inner is node or not (direct or inner.op == "&"):
            return
        node = inner
    if node is not strip(lock):
        yield node


def whole_of(part: Node) -> Node:
    """The object that an expression names, or a part of which it names."""
    *_, whole = strip(part), *only_named(part)
    return whole


def arguments(call: Node) -> list[Node]:
    """A call's arguments."""
    return call.kids[1:]


def set_by(call: Node) -> list[Node]:
    """What else a lock macro that rcl.toml describes does: the assignments of what it gives new values."""
    target = callee(call)
    return target.kids if target.op == "function" else []


def given_by(call: Node) -> list[Node]:
    """What of its caller's such a macro gives a new value: arguments of the call, and variables of the function."""
    said = set(map(canonical, arguments(call)))
    targets = [n.kids[0] for n in set_by(call)]
    return [target for target in targets if canonical(target) in said or whole_of(target).op == "local"]


def canonical(node: Node, names: dict[str, str] | None = None) -> str:
    """A text that is equal for equal expressions.

    Declarations count by identity, parentheses and casts to pointers do not.
    """
    node = uncast(node)
    kids = [canonical(k, names) for k in operands(node)]
    match node.kind:
        case "DECL_REF_EXPR":
            return (names or {}).get(node.ref, node.ref)
        case "MEMBER_REF_EXPR" if kids and node.op == "->" and kids[0].startswith("&"):
            return f"{kids[0][1:]}.{node.ref}"
        case "MEMBER_REF_EXPR":
            return f"{kids[0] if kids else ''}{node.op}{node.ref}"
        case "MEMBER_REF":
            return node.ref
        case "ARRAY_SUBSCRIPT_EXPR":
            return f"{kids[0]}[{kids[1]}]"
        case "UNARY_OPERATOR" if node.op == "&" and kids[0].startswith("*"):
            return kids[0][1:]
        case "UNARY_OPERATOR" if node.op == "*" and kids[0].startswith("&"):
            return kids[0][1:]
        case "UNARY_OPERATOR":
            return f"{node.op}{kids[0]}"
        case "CALL_EXPR":
            return f"{kids[0]}({','.join(kids[1:])})"
        case "INTEGER_LITERAL" | "CHARACTER_LITERAL" | "STRING_LITERAL":
            return f"{node.name} {node.op}" if node.op else node.name
    return f"({node.kind}{node.op}{node.name} {' '.join(kids)})"


def placeless(node: Node) -> Node:
    """The expression as one that stands nowhere: what it means elsewhere does not hang on its place."""
    return Node(node.kind, node.name, 0, 0, 0, 0, [placeless(kid) for kid in node.kids], node.ref, node.op, node.type)


def substitute(node: Node, values: dict[str, Node]) -> Node:
    """The expression with parameters replaced by arguments."""
    if node.kind == "DECL_REF_EXPR" and node.ref in values:
        return values[node.ref]
    kids = [substitute(kid, values) for kid in node.kids]
    return Node(node.kind, node.name, node.start, node.end, node.first, node.last, kids, node.ref, node.op, node.type)
