# SPDX-License-Identifier: MIT
"""Whether evaluating an expression does anything that somebody could notice, besides giving its value."""

from __future__ import annotations

from rcl.analyse.program.calling import Calling
from rcl.analyse.program.questions import Ledger, question
from rcl.analyse.unit.tree import Function, Node, callee, changes, evaluated, library, only_named, strip

#: functions of libc that only look at what they are given, and those that end the program where something is wrong
_LOOKING = set(map(library, (
    "strlen", "strcmp", "strncmp", "strcasecmp", "strchr", "memcmp", "abs", "tolower", "toupper", "pthread_self",
    "pthread_equal", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__errno_location",
    "__builtin_expect", "__builtin_unreachable", "__assert_fail", "__assert_perror_fail", "abort",
)))  # fmt: skip
#: those of them that look at nothing behind a pointer
_UNSEEING = set(map(library, (
    "abs", "__builtin_expect", "__builtin_unreachable", "__assert_fail", "__assert_perror_fail", "abort",
)))  # fmt: skip
#: the kinds of expressions that may read memory
_READING = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "ARRAY_SUBSCRIPT_EXPR", "UNARY_OPERATOR")


class Effects:
    """The effects of a program's expressions and functions, by what its calls reach."""

    def __init__(self, ledger: Ledger, calling: Calling) -> None:
        self.ledger = ledger
        self.ledger.answered_by(self)
        self._calling = calling
        self._acting: dict[str, bool] = {}
        self._fixed: dict[str, bool] = {}

    def acts(self, expression: Node) -> bool:
        """Does an expression do anything but give its value?"""
        nodes = list(evaluated(expression))
        called = {key for n in nodes if n.kind == "CALL_EXPR" for key in self._calling.called(n)}
        return any(changes(n) or self._works(n) for n in nodes) or any(map(self.acting, called))

    @question(bool)
    def acting(self, key: str) -> bool:
        """Does a function, or what it calls, do anything but give a value, or end the program?"""
        if key not in self._acting:
            functions = (f for called in self._calling.below(key) for f in self._calling.functions[called])
            self._acting[key] = any(map(self._does, functions))
        return self._acting[key]

    @question(bool)
    def fixed(self, key: str) -> bool:
        """Does a function of the tree nothing but give a value, and always the same for the same arguments?"""
        if key not in self._fixed:
            below = self._calling.below(key) if key in self._calling.functions else ()
            functions = [f for called in below for f in self._calling.functions[called]]
            self._fixed[key] = bool(below) and not self.acting(key) and not any(map(self._looks, functions))
        return self._fixed[key]

    def _looks(self, function: Function) -> bool:
        """Does a function itself look at anything that may change between two calls?"""
        named = {id(n) for node in function.of_kinds("UNARY_OPERATOR") if node.op == "&" for n in only_named(node)}
        read = (n for n in function.of_kinds(*_READING) if id(n) not in named and _may_change(function, n))
        calls = (n for n in function.calls if not self._calling.called(n))
        return any(read) or any(callee(n).ref not in _UNSEEING for n in calls)

    def _does(self, function: Function) -> bool:
        """Does a function itself?"""
        return any(
            self._works(n) or (changes(n) and not _is_own(function, strip(n.kids[0]))) for n in function.nodes
        )

    def _works(self, node: Node) -> bool:
        """Is it assembler, or a call of what is not of the tree, and may do more than give a value?"""
        if node.kind != "CALL_EXPR":
            return node.kind == "ASM_STMT"
        return callee(node).ref not in _LOOKING and not self._calling.called(node)


def _is_own(function: Function, target: Node) -> bool:
    """Is it a variable that is gone when the function returns?"""
    variable = function.locals.get(target.ref) if target.kind == "DECL_REF_EXPR" else None
    return variable is not None and not variable.static


def _may_change(function: Function, node: Node) -> bool:
    """Does an expression read an object, other than a variable that is the function's own?"""
    if node.kind == "UNARY_OPERATOR" and node.op != "*":
        return False
    constant = node.op == "function" or node.type in "azn"  # where an array is, and an enumerator
    return not constant and not _is_own(function, node)
