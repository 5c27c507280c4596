# SPDX-License-Identifier: MIT
"""The faults that a source of the rewriter can be given: tests that always hold, operands and statements that lack.

Each is a small change of one expression or statement, the mistakes that a person makes. Which function it is in and
what that function then reads make its name: a fault is the same one as long as its function is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rcl.workspace import sha256

ROOT = Path(__file__).resolve().parents[2]
ANALYSE, REWRITE = "driver/rcl/analyse/", "driver/rcl/rewrite/"
#: what decides about sections, and what writes them
SOURCES = (
    *(f"{ANALYSE}{name}.py" for name in (
        "assemble", "buildexits", "builds", "closure", "drafts", "function/aliases", "function/answers",
        "function/causes", "function/extents", "function/flow",
        "function/guards", "function/handover", "function/liveness", "function/notes", "function/steps",
        "function/tested", "function/truths", "function/values", "function/wrappers", "program/absent",
        "program/addresses", "program/callees", "program/calling", "program/effects", "program/escapes",
        "program/identity", "program/initialisers", "program/libc", "program/operations", "program/origins",
        "program/owners", "program/pointers", "program/records", "program/waiting", "program/writes",
        "section/attempts", "section/attributes", "section/branching", "section/captures", "section/conditions",
        "section/cuts", "section/entries", "section/exits", "section/function_name", "section/handlers",
        "section/hazards", "section/in_macros", "section/lists", "section/noting", "section/outliving",
        "section/overlaps", "section/references", "section/relocks", "section/section_names", "section/sections",
        "section/shape", "section/surroundings", "section/unnamed", "unit/alike", "unit/bounds", "unit/brackets",
        "unit/building", "unit/checks", "unit/cleanup", "unit/doing", "unit/frames", "unit/graph", "unit/loops",
        "unit/region", "unit/renamed", "unit/scope", "unit/text", "unit/traits", "unit/written", "uses",
    )),
    *(f"{REWRITE}{name}.py" for name in (
        "__init__", "client", "columns", "conditionals", "conversion", "ctext", "edits", "fileplan", "finish",
        "in_macros", "includes", "lines", "lockcalls", "naming", "nesting", "pieces", "render", "stages", "verify",
    )),
)  # fmt: skip

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """``old`` becomes ``new`` in a function, ``""`` for a module's constant; ``source`` is the module's new text."""

    file: str
    function: str
    line: int
    old: str
    new: str
    source: bytes
    key: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function or 'module'}: {_short(self.old)} -> {_short(self.new)}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 90 else f"{words[:60]} ... {words[-25:]}"


def faults_of(file: str, source: bytes) -> list[Fault]:
    """All faults of a source, each once."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found: dict[str, Fault] = {}
    for scope, function in _functions(ast.parse(source)):
        for node, new in _changes(scope):
            start, end = (lines[n - 1] + c for n, c in _extent(node))
            home = slice(*(lines[n - 1] + c for n, c in _extent(scope)))
            changed = source[:start] + new.encode() + source[end:]
            within = source[home.start : start] + new.encode() + source[end : home.stop]
            key = sha256(f"{file} {function} ".encode() + within)[:20]
            old = source[start:end].decode()
            found.setdefault(key, Fault(file, function, node.lineno, old, new, changed, key))
    return list(found.values())


def _extent(node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _functions(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """The functions, also those of classes, and the constants, which have no name here."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, node.name
        elif isinstance(node, ast.ClassDef):
            yield from ((n, f"{node.name}.{n.name}") for n in node.body if isinstance(n, ast.FunctionDef))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield node, ""


def functions_at(source: bytes, at: int) -> str:
    """The name of the function that an offset is in, "" if it is in none."""
    line = source.count(b"\n", 0, at) + 1
    found = (name for node, name in _functions(ast.parse(source)) if node.lineno <= line <= (node.end_lineno or 0))
    return next(found, "")


def _changes(scope: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """The nodes to be replaced, and by what."""
    body = scope.body if isinstance(scope, ast.FunctionDef) else [scope]
    pending: list[tuple[ast.AST, bool]] = [(node, False) for node in body if not _is_text(node)]
    while pending:
        node, decided = pending.pop()
        if isinstance(node, ast.stmt):
            yield from _of_statement(node)
        elif isinstance(node, ast.expr):
            yield from _of_expression(node, decided)
        tests = _tests(node)
        pending += [(test, True) for test in tests]
        rest = (kid for kid in _kids(node) if not any(kid is test for test in tests))
        pending += [(kid, False) for kid in rest if not isinstance(kid, ast.expr_context)]


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _kids(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node, but for the names of types."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            yield from (kid for kid in (value if isinstance(value, list) else [value]) if isinstance(kid, ast.AST))


def _tests(node: ast.AST) -> list[ast.expr]:
    """What a node asks for: that something holds is seen in whether it holds and does not."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            return [node.test]
        case ast.comprehension():
            return node.ifs
        case ast.BoolOp():
            return node.values
        case ast.UnaryOp(op=ast.Not()):
            return [node.operand]
    return []


def _of_statement(node: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """A statement that is left out, and conditions that are decided."""
    kept = isinstance(node, ast.Assign) and not any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets)
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)) or (
        isinstance(node, ast.Assign) and not kept
    ):
        yield node, "pass"
    if isinstance(node, (ast.If, ast.While)):
        yield from _decided(node.test, while_=isinstance(node, ast.While))


def _decided(test: ast.expr, while_: bool = False) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """What a test may be taken for besides what its operands give, which are left out one by one."""
    never = not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or))
    always = not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)) and not while_
    if isinstance(test, ast.NamedExpr) or any(isinstance(n, ast.NamedExpr) for n in ast.walk(test)):
        always = False  # what it names would have no value
    yield from ((test, word) for word, said in (("False", never), ("True", always)) if said)


def _of_expression(node: ast.expr, decided: bool) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """``decided``: it is asked whether the expression holds."""
    match node:
        case ast.BoolOp():
            for one in node.values:
                rest = [value for value in node.values if value is not one]
                if any(isinstance(n, ast.NamedExpr) for n in ast.walk(one)):
                    continue  # what it names would have no value
                left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                yield node, f"({ast.unparse(left)})"
        case ast.UnaryOp(op=ast.Not()) if not decided:
            yield node, f"bool({ast.unparse(node.operand)})"
        case ast.IfExp():
            yield from _decided(node.test)
        case ast.Compare(ops=[op]) if type(op) in _OPPOSITE and (not decided or isinstance(op, _ORDERED)):
            changed = ast.Compare(node.left, [_OPPOSITE[type(op)]()], node.comparators)
            yield node, f"({ast.unparse(changed)})"
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.Add()) if not _of_text(node):
            yield node, f"({ast.unparse(node.left)})"
            if isinstance(node.op, (ast.BitOr, ast.BitAnd)):
                yield node, f"({ast.unparse(node.right)})"
        case ast.Set() | ast.Tuple() | ast.List() if len(node.elts) > 1 and all(map(_plain, node.elts)):
            if isinstance(node.ctx if isinstance(node, (ast.Tuple, ast.List)) else ast.Load(), ast.Load):
                yield from _lacking(node)
        case ast.Call(func=ast.Name(id=name)) if name in _SWAPPED:
            changed_call = ast.Call(ast.Name(_SWAPPED[name]), node.args, node.keywords)
            yield node, ast.unparse(changed_call)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            for generator in node.generators:
                for test in generator.ifs:
                    yield from _decided(test)


_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _of_text(node: ast.BinOp) -> bool:
    """Whether a sum is one of texts or lists: without a part it would only read differently."""
    numbers = (s for s in (node.left, node.right) if isinstance(s, ast.Constant) and isinstance(s.value, int))
    return isinstance(node.op, ast.Add) and not any(numbers)


def _plain(node: ast.expr) -> bool:
    return isinstance(node, (ast.Constant, ast.Name, ast.Attribute))


def _lacking(node: ast.Set | ast.Tuple | ast.List) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """A collection of names without one of them, where it may be one of any length."""
    if isinstance(node, ast.Tuple) and not all(isinstance(e, (ast.Constant, ast.Attribute)) for e in node.elts):
        return
    for one in node.elts:
        rest = [e for e in node.elts if e is not one]
        yield node, ast.unparse(type(node)(rest) if isinstance(node, ast.Set) else type(node)(rest, ast.Load()))
