# SPDX-License-Identifier: MIT
"""Lock classes and units: which mutexes there are, where they are initialised, what they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from rcl.analyse.program.pointers import Pointers
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.tree import Variable
from rcl.analyse.unit.types import COND, MUTEX
from rcl.model import LockClass, LockStorage, Place, token_of


@dataclass(frozen=True)
class Initialisation:
    """A place where mutexes get their initial value; ``keys`` are the declarations that it reaches."""

    place: Place
    function: str
    keys: tuple[str, ...]


@dataclass
class Names:
    """The classes of a program. ``of_site`` maps an initialisation's place to its class."""

    classes: list[LockClass] = field(default_factory=list)
    unit_of: dict[str, str] = field(default_factory=dict)
    of_site: dict[Place, str] = field(default_factory=dict)
    #: the declarations of mutexes
    mutexes: list[Variable] = field(default_factory=list)
    #: those that no site initialises
    zeroed: list[Variable] = field(default_factory=list)


def mutexes(pointers: Pointers) -> list[Variable]:
    """The declarations that hold mutexes, and the pointers to arrays of them on the heap.

    A pointer without a type is one, too, where a lock call may get it, or what has its value.
    """
    locked = pointers.mutexes.union(map(pointers.find, pointers.locked)) if pointers.unspelled else ()
    unspelled = {key for key in pointers.unspelled if pointers.find(key) in locked}
    found = []
    for variable in pointers.variables.values():
        mutex = variable.api == MUTEX or variable.key in unspelled
        if not mutex or variable.kind in ("typedef", "parameter"):
            continue
        if variable.key in pointers.allocated if variable.stars else variable.key not in pointers.copies:
            found.append(variable)
    found += _handles(pointers, {pointers.find(variable.key) for variable in found})
    return sorted(found, key=_place)


def _handles(pointers: Pointers, known: Collection[str]) -> list[Variable]:
    """The first pointer of each group of mutexes of which none is ``known``, as only a function that gets where to puts
    memory there, ``*mutex = malloc(sizeof(**mutex))``.
    """
    handles = [v for v in sorted(pointers.variables.values(), key=_place) if v.api == MUTEX and v.stars]
    behind = {pointers.find(v.key) for v in handles if v.key in pointers.allocated}.difference(known)
    found: dict[str, Variable] = {}
    for variable in (v for v in handles if v.kind not in ("typedef", "parameter")):
        found.setdefault(pointers.find(variable.key), variable)
    return [variable for group, variable in found.items() if group in behind]


def _place(variable: Variable) -> tuple[str, int, str]:
    return variable.file, variable.where, variable.key


def short_name(variable: Variable) -> str:
    """The name of a declaration in its file."""
    return f"{variable.owner}.{variable.name}" if variable.kind == "field" else variable.name


def plain_names(variables: list[Variable]) -> dict[str, str]:
    """The name of each declaration; the file's stem tells equal ones apart."""
    short = {v.key: short_name(v) for v in variables}
    count = Counter(short.values())
    return {
        v.key: f"{PurePosixPath(v.file).stem}/{short[v.key]}" if count[short[v.key]] > 1
        else short[v.key]
        for v in variables
    }  # fmt: skip


def name_classes(
    pointers: Pointers,
    sites: list[Initialisation],
    together: Iterable[Collection[str]],
    served: Iterable[Collection[str]],
    sources: Sources,
) -> Names:
    """Form the classes and units; mutexes that go ``together`` are of one unit. ``served`` are those of each token."""
    variables = mutexes(pointers)
    by_key = {v.key: v for v in variables}
    short = plain_names(variables)
    names = Names(mutexes=variables)
    for variable in variables:
        names.unit_of.setdefault(pointers.find(variable.key), short[variable.key])
    _join_declarators(names, pointers, variables)
    for groups in _grouped(pointers, together):
        _join(names, {names.unit_of[group] for group in groups & names.unit_of.keys()})
    _join_others(names, pointers, _grouped(pointers, served))
    reaching: dict[str, list[Initialisation]] = {}
    for site in sites:
        keys = _declarations(pointers, site, by_key)
        if keys:
            _join(names, {names.unit_of[pointers.find(key)] for key in keys})
            reaching.setdefault(keys[0], []).append(site)
            for other in keys[1:]:
                reaching.setdefault(other, [])
    for variable in variables:
        found = sorted(reaching.get(variable.key, []), key=lambda s: s.place)
        home = names.unit_of[pointers.find(variable.key)]
        declared = sources(variable.file).place(variable.where)
        elements = variable.array and not any(site.function for site in found)
        taken = {c.name for c in names.classes}
        tokens = {c.token for c in names.classes}
        for site in found:
            where = site.function or PurePosixPath(site.place.file).stem
            name = short[variable.key] + (f"@{where}" if len(found) > 1 and not elements else "")
            if token_of(name) in tokens and not (elements and name in taken):
                name += f"_{site.place.line}"
            names.of_site[site.place] = name
            if name not in taken:
                names.classes.append(LockClass(name, home, storage(variable), declared, site.place))
                taken.add(name)
                tokens.add(token_of(name))
        if variable.key not in reaching:
            names.zeroed.append(variable)
            name = short[variable.key] + (f"_{declared.line}" if token_of(short[variable.key]) in tokens else "")
            names.classes.append(LockClass(name, home, storage(variable), declared, None))
    return names


def _grouped(pointers: Pointers, sets: Iterable[Collection[str]]) -> list[set[str]]:
    """The groups that some declarations are of."""
    return [{pointers.find(key) for key in keys} for keys in sets]


def _join_declarators(names: Names, pointers: Pointers, variables: list[Variable]) -> None:
    """Variables that one type name declares (``pthread_mutex_t a, b;``) can only be converted together."""
    declaring: dict[tuple[str, int], set[str]] = {}
    for variable in variables:
        for file, offset, _ in variable.type_refs:
            declaring.setdefault((file, offset), set()).add(pointers.find(variable.key))
    for groups in declaring.values():
        _join(names, {names.unit_of[group] for group in groups})


def _join_others(names: Names, pointers: Pointers, sets: list[set[str]]) -> None:
    """Conditions that nobody waits for, and pointers that no mutex reaches, go with those that one token serves."""
    locks = {pointers.find(v.key) for v in pointers.variables.values() if v.api in (COND, MUTEX)}
    alone = locks - names.unit_of.keys()
    more = True
    while more:
        more = False
        for groups in sets:
            known = min(groups & names.unit_of.keys(), default="")
            for group in groups & alone if known else ():
                names.unit_of[group] = names.unit_of[known]
                alone.discard(group)
                more = True


def _join(names: Names, units: set[str]) -> None:
    """Make one unit of several, called like the first of them."""
    if len(units) > 1:
        first = next(name for name in names.unit_of.values() if name in units)
        names.unit_of = {group: first if name in units else name for group, name in names.unit_of.items()}


def _declarations(
    pointers: Pointers, site: Initialisation, known: dict[str, Variable]
) -> list[str]:
    """The declarations that a site initialises: those it names, or all that its pointer may mean."""
    named = [key for key in site.keys if key in known]
    if named:
        return named
    groups = {pointers.find(key) for key in site.keys}
    return [key for key in known if pointers.find(key) in groups]


def storage(variable: Variable) -> LockStorage:
    """Where a declaration's mutexes live."""
    if variable.thread_local:
        return LockStorage.THREAD_LOCAL
    if variable.stars or variable.kind == "field":
        return LockStorage.HEAP
    if variable.array:
        return LockStorage.ARRAY
    return LockStorage.STACK if variable.kind == "local" and not variable.static else LockStorage.STATIC
