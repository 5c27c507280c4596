# SPDX-License-Identifier: MIT
"""Whether a number is the same one where it becomes another type's: ``void take(char wanted)``, called as ``take(n)``.

The types of expressions are known as far as declarations say them; a number of which nobody knows may be another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rcl.analyse.unit.tree import (
    COMPARISONS,
    Function,
    Node,
    Variable,
    is_zero,
    operands,
    strip,
    without_parentheses,
)  # fmt: skip

_QUALIFIER = re.compile(r"\b(?:const|volatile|register|restrict|_Atomic)\b")
#: what makes a type lead to another one, or have many of it
_LEADS = re.compile(r" ?(?:\*|\[\d*\])$")
_ARRAY = re.compile(r" ?\[\d*\]$")
#: the operators that ask only whether their operands are 0
_ASKING = frozenset({"!", "&&", "||"})
_TURNING = frozenset({"-", "+", "~"})
_BOOLEAN = "_Bool"
_SIZES = {
    _BOOLEAN: 1, "char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4,
    "unsigned int": 4, "long": 8, "unsigned long": 8, "long long": 8, "unsigned long long": 8,
}  # fmt: skip
#: the words of types that every program has
BUILT_IN = frozenset(" ".join(_SIZES).split())
#: those that have numbers below 0, on every machine
_SIGNED = frozenset({"signed char", "short", "int", "long", "long long"})
#: the size of what holds every result
INT = _SIZES["int"]
#: constants up to it are numbers of every type
_SMALL = 127


@dataclass(frozen=True)
class Sort:
    """A type as it is spelled, "" if that is not known, and how many bytes a number may need, 0 if nobody knows.

    ``truth``: it is 0 or 1.
    """

    type: str = ""
    size: int = 0
    truth: bool = False


UNKNOWN = Sort()
#: what is known of the type of a declaration, by its key
Sorts = Callable[[str], Sort]


def plain(spelled: str) -> str:
    """A type without what does not matter for its values."""
    return " ".join(_QUALIFIER.sub(" ", spelled).split())


def sort_of(spelled: str, size: int = 0) -> Sort:
    """What a declaration says that spells its type so."""
    bare = plain(spelled)
    return Sort(bare, size or _SIZES.get(bare, 0), truth=bare == _BOOLEAN)


def of_variable(variable: Variable | None) -> Sort:
    """The type of a variable or field; that of some bits nobody can say."""
    if variable is None:
        return UNKNOWN
    bits = variable.kind == "field" and variable.register
    known = sort_of(variable.type, variable.size)
    return Sort("", known.size) if bits else known


def of_parameters(function: Function) -> dict[str, Sort]:
    """The types of a function's parameters."""
    own = ((key, function.locals[key]) for key in function.parameters)
    return {key: sort_of(variable.type, variable.size) for key, variable in own}


def result_of(function: Function) -> str:
    """The type of what a function returns."""
    return _result(function.type)


def _result(canonical: str) -> str:
    """The type of what functions of a type return."""
    return _truth(canonical.split(" (")[0])


def _truth(canonical: str) -> str:
    """A type that is no typedef; C23's ``bool`` by its older name, for a typedef may be called so, of another type."""
    return _BOOLEAN if canonical == "bool" else canonical


def of(node: Node, variables: Sorts) -> Sort:
    """What is known of an expression's type."""
    node = without_parentheses(node)
    if node.kind == "INTEGER_LITERAL" and node.name.isdigit() and int(node.name) <= _SMALL:
        return Sort(node.op or "int", 1, truth=node.name in ("0", "1"))
    if node.op in _ASKING or node.op in COMPARISONS:
        return Sort("int", 1, truth=True)
    if node.type == "d":
        return sort_of(_declared(node, variables).type)
    if node.kind == "CONDITIONAL_OPERATOR" and len(node.kids) == 3:
        one, two = (of(kid, variables) for kid in node.kids[1:])
        return one if one == two else UNKNOWN
    if node.kind == "DECL_REF_EXPR" and node.type in "zn":
        return Sort("int", INT)
    if node.kind != "BINARY_OPERATOR" and node.op not in _TURNING:
        return _declared(node, variables)
    sorts = [of(kid, variables) for kid in operands(node)]
    whole = all(sort.type == "int" for sort in sorts) and node.op not in (",", "=")
    constants = [sort.size for kid, sort in zip(operands(node), sorts, strict=True) if kid.kind == "INTEGER_LITERAL"]
    size = constants[0] if node.op == "&" and constants else INT if whole else 0
    return Sort("int" if whole else "", size)


def _declared(node: Node, variables: Sorts) -> Sort:
    """What declarations say of the type of an operand."""
    node = without_parentheses(node)
    if node.kind == "CSTYLE_CAST_EXPR":
        return sort_of(_truth(node.op))
    if node.kind == "CALL_EXPR":
        return sort_of(_result(node.op))
    if node.kind == "ARRAY_SUBSCRIPT_EXPR" or node.op == "*":
        return sort_of(_LEADS.sub("", _declared(node.kids[0], variables).type))
    return variables(node.ref)


def leads_to(pointer: Node, variables: Sorts) -> str:
    """The type of a pointer to numbers, or of an array's first element, "" if declarations do not say it."""
    node = without_parentheses(pointer)
    if node.kind == "STRING_LITERAL":
        return "char *"
    if node.kind == "UNARY_OPERATOR" and node.op == "&":
        known = _declared(node.kids[0], variables).type
        return f"{known} *" if known else ""
    if node.kind == "BINARY_OPERATOR" and node.op in ("+", "-"):
        return next((found for kid in node.kids if (found := leads_to(kid, variables))), "")
    known = _declared(node, variables).type
    return known if known.endswith("*") else _ARRAY.sub(" *", known) if _ARRAY.search(known) else ""


def keeps(target: Sort, given: Sort, asked: bool = False) -> bool:
    """Is a number the same one in another type, also where it is reckoned with? Or, where only that is ``asked``, is it
    0 there only if it is 0?

    A type of the program's own may be another one in another build.
    """
    if target.type == _BOOLEAN and (given.truth or asked):
        return True
    if given.type == target.type != "":
        return True
    if asked and given.truth:
        return True
    known = given.type in ("", *_SIZES) and target.type in _SIZES
    return known and (0 < given.size <= target.size if asked else target.type == "int" and 0 < given.size < INT)


def tells(target: Sort, given: Sort, signed: bool) -> bool:
    """Is a number that a function gives still 0 only if it is 0, in another type? Or ``signed``, still below 0?"""
    if given.type == target.type or (target.type == _BOOLEAN and not signed):
        return True
    return (target.type in _SIGNED or not signed) and (given.size or INT) <= target.size


def gives_signed(function: Function) -> bool:
    """May what a function returns be below 0?"""
    return result_of(function) in _SIGNED


def fits(function: Function, number: int) -> bool:
    """Is what a function returns 0 only if that number is?"""
    bits = 8 * (_SIZES.get(result_of(function)) or INT) - 1
    return result_of(function) == _BOOLEAN or -(1 << bits) <= number < 1 << bits


def _only_asked(condition: Node) -> Iterator[Node]:
    """The parts of a condition of which it only asks whether they are 0."""
    node = without_parentheses(condition)
    yield node
    others = [kid for kid in node.kids if not is_zero(kid)] if node.op in ("==", "!=") else []
    for kid in node.kids if node.op in _ASKING else others if len(others) == 1 else ():
        yield from _only_asked(kid)


def as_given(
    parameters: Mapping[str, Sort],
    named_by: Iterable[Node],
    given: Mapping[str, Node],
    variables: Sorts,
    truths: bool = True,
    pointers: bool = True,
) -> dict[str, Node]:
    """What parameters are which some expressions name, conditions if they are ``truths``, where these are given values.

    The values may name ``variables``. What may be another number there is one that is cast, and with ``pointers`` so is
    what leads to numbers that may be others.
    """
    found = dict(given)
    for one in named_by:
        asked = {id(n) for n in _only_asked(one)} if truths else set[int]()
        looked_at = {id(n) for n in _looked_at(one)} if pointers else set[int]()
        for node in (n for n in one.walk() if n.ref in given and n.ref in parameters):
            sort, value = parameters[node.ref], given[node.ref]
            number = node.type in "od" and not keeps(sort, of(value, variables), id(node) in asked)
            if number or (id(node) in looked_at and leads_to(value, variables) != sort.type):
                found[node.ref] = converted(value, sort)
    return found


def _looked_at(expression: Node) -> Iterator[Node]:
    """The pointers in an expression that looks at the numbers which they lead to."""
    for node in expression.walk():
        if (node.kind == "UNARY_OPERATOR" and node.op == "*") or node.kind == "ARRAY_SUBSCRIPT_EXPR":
            yield from _pointers(node.kids[0])


def _pointers(node: Node) -> Iterator[Node]:
    """The variable by which a pointer is worked out, with others from which that may be counted."""
    bare = strip(node)
    if bare.kind == "BINARY_OPERATOR":
        for kid in bare.kids:
            yield from _pointers(kid)
    elif bare.type == "p":
        yield bare


def as_result(value: Node, result: str, variables: Sorts) -> Node:
    """What a function gives of that type which returns a value."""
    sort = sort_of(result)
    return value if strip(value).type in "pasv" or keeps(sort, of(value, variables)) else converted(value, sort)


def as_values(lock: Node, values: Mapping[str, Node], variables: Sorts) -> dict[str, Node]:
    """What variables are by which a mutex is named, ``&locks[n]``, that have values; constants are what they are."""
    sorts = {key: sort for key in values if (sort := variables(key)) != UNKNOWN}
    found = as_given(sorts, [lock], values, variables, truths=False, pointers=False)
    return {key: values[key] if strip(values[key]).kind == "INTEGER_LITERAL" else one for key, one in found.items()}


def converted(value: Node, sort: Sort) -> Node:
    """A value as what a type makes of it."""
    return Node("CSTYLE_CAST_EXPR", "", 0, 0, 0, 0, [value], "", sort.type)
