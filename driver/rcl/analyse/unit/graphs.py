# SPDX-License-Identifier: MIT
"""The control flow graphs of a program's functions, each made when it is first asked for: most functions lock nothing.

A call of what never returns ends a path, so those functions are found first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rcl.analyse.unit.building import graph_of
from rcl.analyse.unit.graph import ABORTING, NORETURN, Graph
from rcl.analyse.unit.tree import Function, Node, callee, constant, is_zero, library, without_parentheses

#: the keys of libc's own functions that never return
_LIBC = frozenset(map(library, NORETURN))


class Graphs:
    """The graphs; ``never`` are the functions that never return, libc's and those a person has ``told`` of too.

    ``aborting`` are those of them that end as an assertion does, whatever they say before.
    """

    def __init__(self, functions: Sequence[Function], told: Collection[str], text_of: Callable[[str], str]) -> None:
        self.text_of = text_of
        self._made: dict[int, Graph] = {}
        self.aborting: frozenset[str] = frozenset()
        returning: dict[str, set[int]] = {}  # the definitions that may return, those of other programs' stubs too
        for function in functions:
            returning.setdefault(function.key, set()).add(id(function))
        self.never = frozenset(
            _LIBC - returning.keys() | {f.key for f in functions if f.name in told} | set(map(library, told))
        )
        others = self.never - _LIBC
        ending = self._ending([f for f in functions if ended_by_libc(f, text_of(f.file)) or _calls(f, others)])
        while ending:
            for function in ending:
                returning[function.key].discard(id(function))
            more = {f.key for f in ending if not returning[f.key]}
            self.never |= more
            doubtful = [f for f in functions if _calls(f, more)]
            for function in doubtful:
                self._made.pop(id(function), None)
            ending = self._ending(doubtful)
        self.aborting = self._aborting([f for f in functions if f.key in self.never])

    def _aborting(self, ending: Sequence[Function]) -> frozenset[str]:
        """Those of the functions that never return of which each definition gets to nothing but such ends."""
        found = self.never & frozenset(map(library, ABORTING))
        while True:
            others = {f.key for f in ending if not self._aborts(f, found)}
            more = {f.key for f in ending} - others - found
            if not more:
                return found
            found |= more

    def _aborts(self, function: Function, aborting: Collection[str]) -> bool:
        """Does a function that never returns call nothing that does not either, but what is known to abort?"""
        ends = function.targets & self.never
        return bool(ends) and ends.issubset(aborting)

    def _ending(self, doubtful: Sequence[Function]) -> list[Function]:
        """Those that are now known to never return, too."""
        doubtful = [f for f in doubtful if f.key not in self.never and not _returns(f.body.kids, self.never)]
        return [f for f in doubtful if _ends_program(self.of(f))]

    def of(self, function: Function) -> Graph:
        """The graph of a function."""
        if id(function) not in self._made:
            self._made[id(function)] = graph_of(function, self.never, self.text_of(function.file))
        made = self._made[id(function)]
        made.aborting = self.aborting
        return made

    def forget(self, function: Function) -> None:
        """Who asks for the graph of a function again gets another one: it takes as much memory as the function."""
        self._made.pop(id(function), None)


def _calls(function: Function, some: Collection[str]) -> bool:
    """Does a function call one of some others?"""
    return bool(some) and not function.targets.isdisjoint(some)


def _returns(statements: Sequence[Node], never: Collection[str]) -> bool:
    """Is there a way through statements to their end, or to a return, that is plain to see, and calls none of some
    functions?
    """
    for statement in statements:
        kids = statement.kids
        match statement.kind:
            case "COMPOUND_STMT" | "LABEL_STMT":
                through = _returns(kids, never)
            case "IF_STMT":
                through = _is_open(kids[0], never) and (len(kids) == 2 or any(_returns([k], never) for k in kids[1:]))
            case "WHILE_STMT":
                through = _is_open(kids[0], never)
            case "FOR_STMT":
                through = len(kids) == 4 and _goes_on(kids[0], never) and _is_open(kids[1], never)
            case "DO_STMT":
                through = _returns(kids[:1], never) and (is_zero(kids[1]) or _is_open(kids[1], never))
            case "RETURN_STMT":
                return _goes_on(statement, never)
            case kind:
                plain = kind in ("DECL_STMT", "NULL_STMT") or not kind.endswith("_STMT")
                through = plain and _goes_on(statement, never)
        if not through:
            return False
    return True


def _goes_on(node: Node, never: Collection[str]) -> bool:
    """Does what stands behind some code follow it for sure?"""
    return not any(n.kind == "StmtExpr" or (n.kind == "CALL_EXPR" and callee(n).ref in never) for n in node.walk())


def _is_open(condition: Node, never: Collection[str]) -> bool:
    """May a condition hold, each part of it, or not, for all that its constants say?"""
    bare = without_parentheses(condition)
    if bare.op in ("&&", "||", "!") and bare.kind in ("BINARY_OPERATOR", "UNARY_OPERATOR"):
        return all(_is_open(part, never) for part in bare.kids)
    return constant(bare) is None and _goes_on(bare, never)


def ended_by_libc(function: Function, text: str) -> bool:
    """Does every path of a function end in a call that libc never comes back from? ``text`` is its file's.

    This is asked of all functions in each run: it is worked out where a file is parsed, and kept with the function.
    """
    if function.ends is None:
        doubtful = _calls(function, _LIBC)
        function.ends = doubtful and _ends_program(graph_of(function, _LIBC, text))
    return function.ends


def _ends_program(graph: Graph) -> bool:
    """Does every path of the function end in a call that never returns?"""
    reached = graph.reached()
    events = (e for block in graph.blocks if block.number in reached for e in block.events)
    ends = any(e.kind == "call" and graph.never_returns(callee(e.node)) for e in events)
    return ends and graph.exit.number not in reached
