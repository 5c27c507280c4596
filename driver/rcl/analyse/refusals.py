# SPDX-License-Identifier: MIT
"""Why a unit cannot be converted: its mutexes leave the tree, or are used in ways that the runtime does not know."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache, partial
from itertools import chain

from rcl import lockapi
from rcl.analyse.program.operations import RELEASES, handed_on_with
from rcl.analyse.program.pointers import bases
from rcl.analyse.program.sizes import Sizes
from rcl.analyse.unit.bounds import bounds
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.region import Source
from rcl.analyse.unit.text import balanced
from rcl.analyse.unit.tree import Function, Node, Unit, Variable, arguments, callee, is_zero, returned, strip
from rcl.analyse.untraced import ON_MUTEXES, untraced
from rcl.analyse.whole import Program
from rcl.analyse.zeroed import not_initialised
from rcl.errors import Code
from rcl.lockapi import Api
from rcl.model import Place, Reason

#: what asks whether a type is another one
_ASKING = ("_Generic", "__builtin_types_compatible_p")
_ASKS = re.compile(rf"\b({'|'.join(_ASKING)})\s*(?=\()")
#: what says once and for all how large a structure is, or where something stands in it
_ASSERTS = re.compile(
    r"\b(?P<word>_Static_assert|static_assert)\s*\(\s*(?:sizeof|offsetof)\s*\(\s*(?:struct\s+|union\s+)?(?P<type>\w+)"
    r"\s*(?:,[^()]*)?\)\s*==\s*(?P<number>\d+)\s*[,)]"
)
_WORD = re.compile(r"\w+")
_MEMBER = re.compile(r"(\.|->)?\s*\b(\w+)")
#: a structure that a text of C or C++ says the parts of
_RECORD = re.compile(r"\b(?:struct|union|class)\s+(\w+)[^;(){}]*\{")
#: the name and parameters of a function, and where its body begins
_DEFINITION = re.compile(r"\b(\w+)\s*\((?:[^(){};]|\([^()]*\))*\)\s*\{")


def refusals(program: Program) -> dict[str, Reason]:
    """The first reason of each refused unit."""
    found: dict[str, Reason] = {}

    def note(keys: AbstractSet[str], code: Code, file: str, start: int, called: str) -> None:
        place = program.sources(file).place(start)
        for unit in program.unit_names(keys):
            found.setdefault(unit, code.reason(place, lock=unit, function=called))

    unsupported = Code.UNSUPPORTED_API
    for function in (f for u in program.units for f in u.functions):
        file = function.file
        nodes = list(function.of_kinds("BINARY_OPERATOR", "CALL_EXPR", "DECL_REF_EXPR", "FUNCTION_DECL"))
        for node in _used_as_values(nodes, program.pointers.api):
            layout = program.layout(function)
            if node.name == RELEASES and handed_on_with(program.pointers, layout, node):
                continue
            note(_locks_named(program, function), unsupported, file, node.start, f"a pointer to {node.name}")
        for node in function.of_kinds("MEMBER_REF_EXPR"):
            if node.name in lockapi.INSIDE and node.kids:
                note(set(bases(node.kids[0])), unsupported, file, node.start, f"its field {node.name}")
        attributes: dict[str, str] = {}
        for name in sorted(lockapi.UNSUPPORTED_ATTRIBUTES & function.called.keys()):
            for given in map(arguments, function.called[name]):
                attributes |= dict.fromkeys(bases(given[0]), name) if given else {}
        made = (function.called.get(name, ()) for name in ("pthread_mutex_init", "pthread_cond_init"))
        for call in chain.from_iterable(made) if attributes else ():
            given = arguments(call)
            for name in [attributes[key] for key in bases(given[1]) if key in attributes] if given[1:] else ():
                note(set(bases(given[0])), unsupported, file, call.start, name)
    for key, called, function, call in program.pointers.escapes:
        code = unsupported if called in lockapi.UNSUPPORTED else Code.ESCAPES
        note({key}, code, function.file, call.start, called)
    # first what need not wait for the copy of the process
    hidden = [*_beside_others(program), *_unspelled(program), *_hidden(program)]
    others = (_not_c, _asked_for, _sizes, _fixed, _asserted, not_initialised)
    rest = [one for other in others for one in other(program)]
    for one in program.handouts.found.handed:
        note(one.keys, Code.ESCAPES, one.file, one.start, one.called)
    for name, reason in chain(untraced(program), hidden, _outside(program), rest):
        found.setdefault(name, reason)
    for unit in program.units:
        for key, value in unit.initialisers.items():
            for node in _used_as_values(list(value.walk()), program.pointers.api):
                place = program.sources(unit.variables[key].file).place(node.start)
                for name in set(program.names.unit_of.values()):
                    reason = Code.UNSUPPORTED_API.reason(place, lock=name, function=f"a pointer to {node.name}")
                    found.setdefault(name, reason)
    return found


def _used_as_values(nodes: list[Node], api: Api) -> list[Node]:
    """The lock functions that are not called but handed on: nobody knows which mutexes they get."""
    named = [n for n in nodes if n.op == "function" and n.name in api.calls]
    called = {id(callee(n)) for n in nodes if n.kind == "CALL_EXPR"} if named else set()
    handed = [n for n in named if id(n) not in called]
    compares = [n for n in nodes if n.kind == "BINARY_OPERATOR" and n.op in ("==", "!=")] if handed else []
    harmless = {id(strip(kid)) for n in compares if any(map(is_zero, n.kids)) for kid in n.kids}
    return [n for n in handed if id(n) not in harmless]


def _locks_named(program: Program, function: Function) -> set[str]:
    """The declarations of mutexes and conditions that a function names."""
    refs = {n.ref for n in function.nodes if n.ref}
    return {r for r in refs if (v := program.pointers.variables.get(r)) is not None and v.api}


def _beside_others(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose lock calls a macro makes that makes those of mutexes which the tree does not declare, too."""
    for token in program.tokens.found.values():
        units = program.unit_names(token.keys) if token.op in ON_MUTEXES else ()
        others = (u for u in token.uses if u.replacement is None and not program.unit_names(u.keys)) if units else ()
        use = min(others, key=lambda u: (u.file, u.start), default=None)
        if use is not None:
            source = program.sources(use.file)
            reason = Code.UNKNOWN_LOCK.reason(source.place(use.start), lock=source.part(use.start, use.end))
            yield from ((name, reason) for name in units)


def _unspelled(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units of which a lock call, or a type, is spelled nowhere: an option of the compiler says it, or ``##``."""
    for token in program.tokens.unspelled:
        for name in program.unit_names(token.keys):
            yield name, Code.UNSPELLED.reason(token.place, lock=name, name=token.old)


def _hidden(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes a lock call may get as a number, another structure, or an argument without a type."""
    names_of = cache(program.unit_names)
    for one in (one for one in program.hidden if one.open):
        source = program.sources(one.file)
        reason = Code.UNKNOWN_LOCK.reason(source.place(one.start), lock=source.part(one.start, one.end))
        yield from ((name, reason) for name in names_of(one.keys))


def _outside(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes, or the structures that hold them, are known to what the tree only declares and uses."""
    pointers, handouts = program.pointers, program.handouts
    others, opaque = _defined_in_others(program), cache(partial(_opaque, program))
    locking = cache(_makes_lock_calls)
    declared: dict[str, tuple[Place, str, set[str]]] = {}
    shared = [v for u in program.units for v in _shared(u)]
    defined = {v.key for v in shared if v.definition}.union(*(u.initialisers for u in program.units))
    for variable in (v for v in shared if v.key not in defined):
        symbol = variable.alias or variable.name
        keys = {v.key for v in shared if symbol in (v.name, v.alias)} | handouts.mutexes([variable.key])
        place = program.sources(variable.file).place(variable.where)
        declared[variable.key] = place, variable.name, {variable.key} | keys | handouts.held([variable.record])
    for unit in program.units:
        for prototype in (p for p in unit.prototypes if p.key not in pointers.functions):
            place = program.sources(prototype.file).place(prototype.start)
            source, _ = others.get(prototype.name, (None, 0))
            names = opaque() if source is not None and not locking(source) else ()
            given = {returned(prototype.key)} if prototype.returns else set[str]()
            known = handouts.held(_WORD.findall(prototype.type), names)
            declared[prototype.key] = place, prototype.name, given | known
    declared = {key: one for key, one in declared.items() if one[2]}
    if not declared:
        return
    locks = {variable.key for variable in shared if variable.api}  # a class's initialiser would make these here
    for key in sorted((_named(program) | locks) & declared.keys()):
        place, told, keys = declared[key]
        code = Code.OUTSIDE
        if told in others:
            source, start = others[told]
            place, code = source.place(start), Code.NOT_C
        for name in program.unit_names(keys):
            yield name, code.reason(place, lock=name, name=told)


def _opaque(program: Program) -> frozenset[str]:
    """The structures that are mere names to sources which are not analysed: those of sources that nothing includes, and
    of none of that sort.
    """
    said = {found[1] for source in program.other_sources for found in _RECORD.finditer(only_code(source.text))}
    fields = program.pointers.records.fields.items()
    own = {record for record, parts in fields if all(part.file in program.apart for part in parts)}
    return frozenset(own - said)


def _makes_lock_calls(source: Source) -> bool:
    return re.search(lockapi.TOKEN, only_code(source.text)) is not None


def _defined_in_others(program: Program) -> dict[str, tuple[Source, int]]:
    """The functions that sources which are not analysed define, and where."""
    defined: dict[str, tuple[Source, int]] = {}
    for source in program.other_sources:
        for found in _DEFINITION.finditer(only_code(source.text)):
            defined.setdefault(found[1], (source, found.start()))
    return defined


def _not_c(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units whose mutexes a source that is not analysed names where it uses the lock API.

    It may declare them itself. What it names as a field may be one of another structure, in C++ more often than not:
    there its compiler complains, if it has a header that changes.
    """
    locks: dict[str, set[str]] = {}
    for key, variable in program.pointers.variables.items():
        if variable.api and variable.kind == "global" and not variable.static:
            locks.setdefault(variable.name, set()).add(key)
        elif variable.api and variable.kind == "field":
            locks.setdefault(f".{variable.name}", set()).add(key)
    api = re.compile(rf"{lockapi.TOKEN}[^;{{}}]*")
    for source in program.other_sources if locks else ():
        for use in api.finditer(only_code(source.text)):
            for word in _MEMBER.finditer(use[0]):
                member = f".{word[2]}" if word[1] and source.file.endswith(".c") else word[2]
                for name in program.unit_names(locks.get(member, ())):
                    place = source.place(use.start() + word.start(2))
                    yield name, Code.NOT_C.reason(place, lock=name, name=word[2])


def _named(program: Program) -> set[str]:
    """What the program's code names; an inline function that nothing names is not in the program."""
    named = {n.ref for u in program.units for value in u.initialisers.values() for n in value.walk()}
    idle: dict[str, set[str]] = {}
    for function in (f for u in program.units for f in u.functions):
        refs = {n.ref for n in function.of_kinds("DECL_REF_EXPR")}
        if function.static and _inline(program, function):
            idle.setdefault(function.key, set()).update(refs)
        else:
            named |= refs
    while more := named & idle.keys():
        named = named.union(*(idle.pop(key) for key in more))
    return named


def _inline(program: Program, function: Function) -> bool:
    """Is a function made only where something names it? An attribute may say that it is used in another way."""
    head = program.sources(function.file).part(function.start, function.body.start)
    return "inline" in head and "__attribute__" not in head


def _shared(unit: Unit) -> Iterator[Variable]:
    """The declarations of variables that are not a function's own, also those inside of functions."""
    yield from (v for v in unit.variables.values() if v.kind == "global")
    yield from (v for f in unit.functions for v in f.locals.values() if not v.key.startswith("L:"))


def _asked_for(program: Program) -> Iterator[tuple[str, Reason]]:
    """All units, where code goes by whether a type is the mutexes': it would say something else of the runtime's."""
    for file in sorted({f for u in program.units for f in u.files}):
        whole = program.sources(file).text
        text = only_code(whole) if any(word in whole for word in _ASKING) else ""
        for asks in _ASKS.finditer(text):
            words = set(re.findall(r"\w+", balanced(text[asks.end() :])))
            for lock in sorted(words & lockapi.TYPES.keys()):
                reason = Code.ASKED_FOR.reason(program.sources(file).place(asks.start()), construct=asks[1], lock=lock)
                yield from ((name, reason) for name in sorted(set(program.names.unit_of.values())))


def _sizes(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units of allocated mutexes, if a size is taken that may be theirs: it would stay that of a pthread mutex.

    One that a macro is given, and allocates a mutex with, may be looked at besides: it is that mutex's there, too.
    """
    serving = {size.place for size in program.tokens.sizes if program.unit_names(size.keys)}
    others = [size for size in program.tokens.sizes if not program.unit_names(size.keys)]
    sizes = [size.place for size in others if not (size.looked_at and size.place in serving)]
    allocated = {*program.pointers.allocated, *_open_ended(program)} if sizes else ()
    for unit in program.unit_names(allocated):
        yield unit, Code.SIZE_OF_SOME.reason(min(sizes), lock=unit)


def _asserted(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units of mutexes in structures of which an assertion says how large they are, or where their parts stand."""
    records, named = program.pointers.records, defaultdict[str, set[tuple[int, str]]](set)
    for record in records.fields:
        named[record] |= records.locks(record)
    for type_ in (t for unit in program.units for t in unit.typedefs if not t.stars):
        named[type_.name] |= {(0, type_.key)} if type_.api else records.locks(type_.record)
    for file in sorted({f for u in program.units for f in u.files}):
        whole = program.sources(file).text
        for asserts in _ASSERTS.finditer(only_code(whole)) if "tatic_assert" in whole else ():
            locks, number = named.get(asserts["type"], ()), int(asserts["number"])
            if any(number > offset // 8 for offset, _ in locks):
                place = program.sources(file).place(asserts.start())
                for name in program.unit_names(key for _, key in locks):
                    yield name, Code.OTHER_SIZE.reason(place, lock=name, construct=asserts["word"])


def _fixed(program: Program) -> Iterator[tuple[str, Reason]]:
    """The units of mutexes that would be larger than code reckons with."""
    sizes = Sizes(program.pointers)
    for function in (f for unit in program.units for f in unit.functions):
        for one in sizes.fixed(function):
            place = program.sources(function.file).place(one.node.start)
            for name in sorted({*program.unit_names(one.keys)}.difference(program.unit_names(one.told))):
                yield name, Code.OTHER_SIZE.reason(place, lock=name, construct=one.construct)


def _open_ended(program: Program) -> Iterator[str]:
    """The arrays of mutexes at the end of a structure that are as long as its memory."""
    for key, variable in program.pointers.variables.items():
        if variable.kind == "field" and variable.api and variable.array:
            text = program.sources(variable.file).text
            if bounds(text, variable.where + len(variable.name))[:1] in ([""], ["0"], ["1"]):
                yield key
