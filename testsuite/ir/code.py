# SPDX-License-Identifier: MIT
"""Unoptimised LLVM assembly, as clang 14 writes it: every local variable is memory that is loaded and stored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

NAME = r'%(?:"[^"]*"|[\w.$-]+)'
_DEFINE = re.compile(r'^define .*?@(?:"([^"]*)"|([\w.$-]+))\(.*\{$')
_LABEL = re.compile(r'^(?:"([^"]*)"|([\w.$-]+)):')
_RESULT = re.compile(rf"^\s+({NAME}) = (.*)$")
_DEBUG = re.compile(r", !dbg !(\d+)")
_DECLARE = re.compile(rf"call void @llvm\.dbg\.declare\(metadata .*?({NAME}), metadata !(\d+),")
_VARIABLE = re.compile(r'^!(\d+) = !DILocalVariable\(name: "([^"]+)"')
_LOCATION = re.compile(r"^!(\d+) = !DILocation\(line: (\d+)(?:, column: (\d+))?")
_STORE = re.compile(rf"^store (?:atomic |volatile )*(.*), [^,]*\* ({NAME})(?: \w+)?(?:, align \d+)?$")
_LOAD = re.compile(rf"^load (?:atomic |volatile )*.*, [^,]*\* ({NAME})(?: \w+)?(?:, align \d+)?$")
_DERIVED = re.compile(rf"^(getelementptr|bitcast)\b[^%]*?(?:%\"[^\"]*\"|%[\w.]+|[^%])*?\* ({NAME})")
_PHI = re.compile(r"^phi i1 (\[.*\])$")
_COMES = re.compile(rf"\[ (true|false), ({NAME}) \]")
_COPY = re.compile(rf"@llvm\.mem(cpy|move|set)\.[^(]*\([^%]*({NAME})?")

#: what is done to a variable: read, written as a whole, written in part, its address handed on
READ, WRITE, PART, ADDRESS = "read", "write", "part", "address"


@dataclass(frozen=True)
class Step:
    """An instruction that matters: a call at a place, or what is done to a variable (its address in the assembly)."""

    kind: str
    variable: str = ""
    place: tuple[int, int] = (0, 0)


@dataclass
class Block:
    """``decided``: the truth of what it asks, by the blocks before it that decide that."""

    steps: list[Step] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    decided: dict[str, bool] = field(default_factory=dict)


@dataclass
class Function:
    """``names`` are those of the variables in the source, by their address; "" where two share the returned value's."""

    name: str
    names: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, Block] = field(default_factory=dict)


def functions(text: str) -> Iterator[Function]:
    """The functions of a file of assembly."""
    places = {m[1]: (int(m[2]), int(m[3] or 0)) for m in map(_LOCATION.match, text.splitlines()) if m}
    variables = {m[1]: m[2] for m in map(_VARIABLE.match, text.splitlines()) if m}
    body: list[str] = []
    name = ""
    for line in text.splitlines():
        head = _DEFINE.match(line.split(" !dbg")[0].rstrip(" {") + " {") if line.startswith("define") else None
        if head:
            name, body = head[1] or head[2], []
        elif line == "}" and name:
            yield _function(name, _whole(body), places, variables)
            name = ""
        elif name:
            body.append(line)


def _whole(lines: list[str]) -> Iterator[str]:
    """The lines, those of a switch as one."""
    gathered = ""
    for line in lines:
        if gathered or re.match(r"\s+(?:switch|indirectbr) .*\[$", line):
            gathered += line
            if line.strip().startswith("]"):
                yield gathered
                gathered = ""
        else:
            yield line


def _function(name: str, lines: Iterator[str], places: dict[str, tuple[int, int]], named: dict[str, str]) -> Function:
    made = Function(name)
    block = made.blocks.setdefault("entry", Block())
    joined: dict[str, dict[str, bool]] = {}  # a truth value, and what it is by the block that one comes from
    based: dict[str, tuple[str, bool]] = {}  # the variable that an address is in, and whether it is its beginning
    for line in lines:
        label = _LABEL.match(line)
        if label:
            block = made.blocks.setdefault(label[1] or label[2], Block())
            continue
        declared = _DECLARE.search(line)
        if declared and declared[2] in named:
            source = named[declared[2]]
            made.names[declared[1]] = source if made.names.get(declared[1], source) == source else ""
            continue
        result = _RESULT.match(line)
        code = (result[2] if result else line).strip()
        if result and code.startswith("alloca"):
            based[result[1]] = (result[1], True)
            continue
        debug = _DEBUG.search(line)
        place = places.get(debug[1], (0, 0)) if debug else (0, 0)
        code = re.sub(r",? ![\w.]+ !\d+", "", code)
        if result and (phi := _PHI.match(code)):
            joined[result[1]] = {came[1:].strip('"'): truth == "true" for truth, came in _COMES.findall(phi[1])}
        asked = re.match(rf"br i1 ({NAME}),", code)
        if asked and not block.steps:
            block.decided = joined.get(asked[1], {})
        _instruction(code, result[1] if result else "", place, block, based)
    _short_circuit(made.blocks)
    return made


def _short_circuit(blocks: dict[str, Block]) -> None:
    """Leads what decides a block's question straight to its answer: the code behind ``a && b`` asks twice."""
    for name, block in blocks.items():
        for before, truth in block.decided.items():
            answer = block.after[0 if truth else 1]
            blocks[before].after = [answer if after == name else after for after in blocks[before].after]


def _instruction(
    code: str, result: str, place: tuple[int, int], block: Block, based: dict[str, tuple[str, bool]]
) -> None:
    """Adds what an instruction does to its block."""

    def step(kind: str, address: str) -> None:
        if address in based:
            variable, whole = based[address]
            block.steps.append(Step(PART if kind == WRITE and not whole else kind, variable, place))

    word = code.split(" ", 1)[0]
    operands = re.findall(NAME, code)
    if word in ("br", "switch", "indirectbr"):
        block.after = [o[1:].strip('"') for o in re.findall(rf"label ({NAME})", code)]
        operands = [o for o in operands if o[1:].strip('"') not in block.after]
    if stored := _STORE.match(code):
        for operand in re.findall(NAME, stored[1]):
            step(ADDRESS, operand)
        step(WRITE, stored[2])
    elif loaded := _LOAD.match(code):
        step(READ, loaded[1])
    elif word in ("getelementptr", "bitcast") and (derived := _DERIVED.match(code)) and derived[2] in based:
        based[result] = (based[derived[2]][0], word == "bitcast" and based[derived[2]][1])
    elif "call" in code.split("(")[0] and (copied := _COPY.search(code)):
        pointers = [o for o in operands if o in based]
        for pointer in [p for p in pointers if p != copied[2]]:
            step(READ, pointer)
        if copied[2]:
            step(WRITE, copied[2])
    elif "call" in code.split("(")[0]:
        block.steps.append(Step("call", place=place))
        for operand in operands:
            step(WRITE if re.search(rf"sret\([^)]*\)[^,%]*{re.escape(operand)}\b", code) else ADDRESS, operand)
    else:
        for operand in operands:
            step(ADDRESS, operand)
