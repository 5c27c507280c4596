# SPDX-License-Identifier: MIT
"""Whether the address of an object may be kept: then it may be used when the section's function has returned.

An address that is only looked behind, compared, or given to functions that do the same is not kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rcl.analyse.program import libc
from rcl.analyse.program.pointers import Pointers
from rcl.analyse.program.questions import question
from rcl.analyse.unit.frames import is_of_page
from rcl.analyse.unit.graphs import Graphs
from rcl.analyse.unit.tree import Function, Node, Variable, arguments, callee, library_name, strip

_LOOKED_AT = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||", "%"})

#: the functions of libc that write or read by a list of arguments
_BY_LIST = re.compile(r"v\w*(?:printf|scanf|syslog)")


class Escapes:
    """What becomes of addresses in a whole program."""

    def __init__(self, pointers: Pointers, graphs: Graphs) -> None:
        self.pointers = pointers
        self.graphs = graphs
        self.ledger = pointers.ledger
        self.ledger.answered_by(self)
        self._kept: dict[tuple[str, int], bool] = {}
        self._printing: dict[tuple[str, int], bool] = {}

    def holds_lock(self, variable: Variable) -> bool:
        """Is it a mutex or condition, or a struct with one, which the runtime may know by its address?"""
        return not variable.stars and bool(variable.api or self.is_with_lock(variable.record))

    @question(bool)
    def is_with_lock(self, struct: str) -> bool:
        """Does a struct of that name hold a mutex or condition?"""
        return bool(self.pointers.records.locks(struct))

    def kept(self, node: Node, parent: Mapping[int, Node]) -> bool:
        """May the object that an expression names be used by its address later on?"""
        above = parent.get(id(node))
        while above is not None and (above.kind == "PAREN_EXPR" or _is_part(above, node)):
            node, above = above, parent.get(id(above))
        if above is not None and above.kind == "UNARY_OPERATOR" and above.op == "&":
            return self._address(above, parent)
        return node.type in "av" and self._address(node, parent)

    def _address(self, node: Node, parent: Mapping[int, Node]) -> bool:
        """May the address that an expression is be kept?"""
        above = parent.get(id(node))
        if above is None:
            return True
        match above.kind:
            case "PAREN_EXPR" | "CSTYLE_CAST_EXPR" | "UNEXPOSED_EXPR":
                return self._address(above, parent)
            case "CONDITIONAL_OPERATOR":
                return above.kids[0] is not node and self._address(above, parent)
            case "ARRAY_SUBSCRIPT_EXPR" | "MEMBER_REF_EXPR":
                return self.kept(above, parent)
            case "UNARY_OPERATOR" if above.op == "*":
                return self.kept(above, parent)
            case "UNARY_OPERATOR":
                return above.op != "!" and self._address(above, parent)
            case "BINARY_OPERATOR":
                return self._operand(node, above, parent)
            case "COMPOUND_ASSIGNMENT_OPERATOR":
                return above.kids[0] is not node or self._address(above, parent)
            case "CALL_EXPR":
                return self._given(node, above, parent)
            case "CXX_UNARY_EXPR" | "IF_STMT" | "WHILE_STMT" | "DO_STMT" | "FOR_STMT" | "CASE_STMT" | "LABEL_STMT":
                return False
            case "COMPOUND_STMT":
                outer = parent.get(id(above))
                return outer is not None and outer.kind == "StmtExpr" and above.kids[-1] is node
        return True

    def _operand(self, node: Node, operator: Node, parent: Mapping[int, Node]) -> bool:
        if operator.op == ",":
            return operator.kids[1] is node and self._address(operator, parent)
        if operator.op == "=":
            return operator.kids[1] is node
        other = operator.kids[1 if operator.kids[0] is node else 0]
        looks = operator.op in _LOOKED_AT or (operator.op == "&" and is_of_page(other))
        apart = operator.op == "-" and strip(other).type in "pa"
        return not (looks or apart) and self._address(operator, parent)

    def _given(self, node: Node, call: Node, parent: Mapping[int, Node]) -> bool:
        """May a called function keep an argument? One of libc may hand it back."""
        target, name = callee(call), callee(call).name
        number = next((i for i, given in enumerate(arguments(call)) if given is node), None)
        if number is None:
            return False
        inside = self.pointers.called(call)
        if any(self.keeps(key, number) for key in inside):
            return True
        if target.op != "function" or (inside and library_name(call) not in libc.KNOWN):
            return not inside
        known = name in libc.KNOWN or name in self.pointers.api.calls or name.startswith("__builtin_")
        calls_back = any(n.op == "function" for given in arguments(call) for n in given.walk())
        if name in libc.KEPT_ARGUMENTS:
            return number in libc.KEPT_ARGUMENTS[name]
        if not known or name in libc.KEEPS or calls_back:
            return True
        return call.type == "p" and self._address(call, parent)

    @question(bool)
    def keeps(self, key: str, number: int) -> bool:
        """May a function of the tree keep an argument? A recursive one may."""
        if (key, number) not in self._kept:
            self._kept[key, number] = True
            self._kept[key, number] = any(self._parameter(f, number) for f in self.pointers.functions[key])
        return self._kept[key, number]

    def _parameter(self, function: Function, number: int) -> bool:
        if number >= len(function.parameters):
            return True
        parent = self.graphs.of(function).parent
        uses = (n for n in function.nodes if n.ref == function.parameters[number] and n.kind == "DECL_REF_EXPR")
        return any(self._address(node, parent) for node in uses)

    # ------------------------------------------------------------------ lists of arguments

    def is_printed(self, use: Node, parent: Mapping[int, Node]) -> bool:
        """Is a list of arguments there for what leaves nobody anything to go on with?

        That is one of libc's functions that write or read by it, a copy, or a function of the tree with no other use.
        """
        call = parent[id(use)]
        if call.kind != "CALL_EXPR" or callee(call).op != "function":
            return False
        name, given, inside = callee(call).name, arguments(call), self.pointers.called(call)
        number = next((i for i, argument in enumerate(given) if argument is use), len(given))
        if inside:
            return all(self.prints(key, number) for key in inside)
        return (name == "__builtin_va_copy" and number == 1) or _BY_LIST.fullmatch(name) is not None

    @question(bool)
    def prints(self, key: str, number: int) -> bool:
        """Does a function of the tree that is given a list of arguments do no more with it than that?"""
        if (key, number) not in self._printing:
            self._printing[key, number] = False
            self._printing[key, number] = all(self._printed(f, number) for f in self.pointers.functions[key])
        return self._printing[key, number]

    def _printed(self, function: Function, number: int) -> bool:
        if number >= len(function.parameters):
            return False
        parent = self.graphs.of(function).parent
        uses = (n for n in function.nodes if n.ref == function.parameters[number] and n.kind == "DECL_REF_EXPR")
        return all(self.is_printed(use, parent) for use in uses)


def _is_part(above: Node, node: Node) -> bool:
    """Is an expression a part of the object that its operand names?"""
    if above.kind == "MEMBER_REF_EXPR":
        return above.op == "."
    return above.kind == "ARRAY_SUBSCRIPT_EXPR" and above.kids[0] is node and node.type in "av"
