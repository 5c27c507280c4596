# SPDX-License-Identifier: MIT
"""Puts a fault into the rewriter that is already loaded: a child process of the one that knows all answers has it."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from mutants.faults import ROOT, Fault
from rcl.rewrite import spatch

#: what depends on no fault, and takes long to be found out again
KEPT = ("rcl.compdb", "rcl.build", "rcl.analyse.unit.libclang", "rcl.analyse.unit.reader", "rcl.cache")


def inject(fault: Fault, scratch: Path) -> None:
    """From now on the rewriter has the fault; ``scratch`` has room for a rule."""
    if fault.file.endswith(".cocci"):
        _replace_rule(fault, scratch / "rules")
        _forget()
        return
    module = sys.modules[fault.file.removeprefix("driver/").removesuffix(".py").replace("/", ".")]
    name = str(ROOT / fault.file)
    if fault.function:
        code = next(c for c in _codes(compile(fault.source, name, "exec")) if c.co_qualname == fault.function)
        function_of(module, fault.function).__code__ = code
    else:
        _reassign(module, fault)
    _forget()


def _replace_rule(fault: Fault, folder: Path) -> None:
    shutil.copytree(spatch.rules(), folder)
    (folder / Path(fault.file).name).write_bytes(fault.source)
    spatch.rules = lambda: folder


def function_of(module: ModuleType, qualname: str) -> FunctionType:
    """A function of a module, or of a class in it, without what decorates it."""
    found: object = module
    for part in qualname.split("."):
        found = vars(found)[part]
    while not isinstance(found, FunctionType):
        match found:
            case property(fget=function) if function is not None:
                found = function
            case cached_property(func=function):
                found = function
            case staticmethod() | classmethod():
                found = found.__func__
            case _:
                found = found.__wrapped__  # type: ignore[attr-defined]
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    assert isinstance(found, FunctionType)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _reassign(module: ModuleType, fault: Fault) -> None:
    """Gives a constant its faulty value, wherever it is known."""
    tree = ast.parse(fault.source)
    assigned = [n for n in tree.body if isinstance(n, (ast.Assign, ast.AnnAssign)) and n.lineno <= fault.line]
    statement = ast.Module([assigned[-1]], [])
    before = dict(vars(module))
    exec(compile(statement, fault.file, "exec"), vars(module))
    for name, value in list(vars(module).items()):
        if name in before and value is not before[name]:
            for other in list(sys.modules.values()):
                if vars(other).get(name) is before[name]:
                    setattr(other, name, value)


def _forget() -> None:
    """What was found out without the fault."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("rcl.analyse", "rcl.rewrite", "test_")) and not name.startswith(KEPT):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
