# SPDX-License-Identifier: MIT
"""rcl.toml at the root of a tree: what a person says of it that the analysis cannot see. docs/files.md describes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from rcl import tomlfile
from rcl.errors import RclError
from rcl.model import Identity

NAME = "rcl.toml"
VERB = "rcl rewrite"

_SIGNATURE = re.compile(r"\s*([A-Za-z_]\w*)\s*\(([\w\s,]*)\)\s*", re.ASCII)
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_FUNCTION = {"needs": str, "waits": bool, "noreturn": bool}

@dataclass(frozen=True)
class FunctionFacts:
    """A table ``[function.NAME]``: what is said holds instead of what the analysis finds."""

    needs: Identity | None = None
    waits: bool | None = None
    noreturn: bool = False


@dataclass(frozen=True)
class Signature:
    """A function or macro as it is called, ``MUTEX_LOCK(env, mutex)``."""

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class LockFacts:
    """A table ``[lock.NAME]``: calls of a project's own by which it takes and releases mutexes.

    ``mutex`` is the class of the mutexes behind them, ``handle`` the type of what names them, which ``init`` and
    ``destroy`` give and take. ``shared`` is a call that takes a lock for readers, which the same ``unlock`` releases.
    ``execute`` runs a section under the lock; ``failed`` is the statement for a section that has not run.
    """

    name: str
    mutex: str
    lock: Signature
    unlock: Signature
    trylock: Signature | None = None
    shared: Signature | None = None
    execute: Signature | None = None
    failed: str = ""
    handle: str = ""
    init: Signature | None = None
    destroy: Signature | None = None

    @property
    def calls(self) -> tuple[Signature, ...]:
        """The calls that take and release."""
        return tuple(s for s in (self.lock, self.unlock, self.trylock, self.shared) if s)

    @property
    def named(self) -> dict[str, Signature]:
        """All functions and macros that it names, by the field that does."""
        found = {key: getattr(self, key) for key in _SIGNATURES}
        return {key: signature for key, signature in found.items() if signature}

    @property
    def executes_all(self) -> bool:
        """Is what executes sections given all that the lock call gets?"""
        return self.execute is not None and set(self.execute.parameters) == set(self.lock.parameters)

    @property
    def naming(self) -> tuple[str, ...]:
        """The parameters that say which mutex: those that taking and releasing have in common."""
        return tuple(p for p in self.lock.parameters if p in self.unlock.parameters)


@dataclass(frozen=True)
class LockTable:
    """A table ``[lock.NAME]`` as it is written: calls of the form ``FUNCTION(parameter, ...)``."""

    mutex: str
    lock: str
    unlock: str
    handle: str = ""
    trylock: str = ""
    shared: str = ""
    init: str = ""
    destroy: str = ""
    execute: str = ""
    failed: str = ""


_SIGNATURES = ("lock", "unlock", "trylock", "shared", "execute", "init", "destroy")
_LOCK = {known.name: str for known in fields(LockTable)}
_REQUIRED = tuple(known.name for known in fields(LockTable) if known.default is MISSING)
Scalar = str | int | float | bool


@dataclass(frozen=True)
class DescriptionFile:
    """rcl.toml as it is written. ``settings`` holds those of all verbs, and a table for each verb."""

    function: dict[str, FunctionFacts] = field(default_factory=dict)
    lock: dict[str, LockTable] = field(default_factory=dict)
    settings: dict[str, Scalar | dict[str, Scalar]] = field(default_factory=dict)


_TABLES = tuple(known.name for known in fields(DescriptionFile))


@dataclass(frozen=True)
class Description:
    """What rcl.toml says; nothing where there is none."""

    functions: Mapping[str, FunctionFacts] = field(default_factory=dict)
    locks: tuple[LockFacts, ...] = ()

    @property
    def noreturn(self) -> frozenset[str]:
        """The functions that never return."""
        return frozenset(name for name, facts in self.functions.items() if facts.noreturn)


def not_usable(root: Path, facts: LockFacts, key: str, why: str) -> RclError:
    """The refusal of a field of a table by what the tree says."""
    return tomlfile.read(root / NAME, VERB).bad(f"{facts.name}: {why}", ("lock", facts.name), key)


def read(root: Path) -> Description:
    """The description of a tree. BAD_ARTEFACT, with its line, if it says something that rcl does not know."""
    path = root / NAME
    if not path.is_file():
        return Description()
    file = tomlfile.read(path, VERB)
    document = file.document.unwrap()
    for key in document:
        if key not in _TABLES:
            header = (key, *list(document[key])[:1]) if isinstance(document[key], dict) else (key,)
            raise file.bad(f"{key!r} is none of [function.NAME], [lock.NAME] and [settings]", header)
    functions = {name: _function(file, name, table) for name, table in _tables(file, document, "function")}
    locks = tuple(_lock(file, name, table) for name, table in _tables(file, document, "lock"))
    return Description(functions, locks)


def _tables(file: tomlfile.TomlFile, document: Mapping[str, Any], kind: str) -> list[tuple[str, dict[str, Any]]]:
    known = _FUNCTION if kind == "function" else _LOCK
    tables = document.get(kind, {})
    if not isinstance(tables, dict):
        raise file.bad(f"[{kind}.NAME] tables are expected")
    for name, table in tables.items():
        if not isinstance(table, dict) or not _WORD.fullmatch(name):
            raise file.bad(f"[{kind}.{name}]: a table is expected, under the name in C", (kind,), name)
        for key, value in table.items():
            if key not in known:
                raise file.bad(f"{name}: unknown field {key!r}; there are: {', '.join(known)}", (kind, name), key)
            if type(value) is not known[key]:
                expected = "true or false" if known[key] is bool else "a string"
                raise file.bad(f"{name}: {key} is not {expected}", (kind, name), key)
    return list(tables.items())


def _function(file: tomlfile.TomlFile, name: str, table: dict[str, Any]) -> FunctionFacts:
    try:
        needs = Identity(table["needs"]) if "needs" in table else None
    except ValueError:
        words = ", ".join(identity.value for identity in Identity)
        raise file.bad(f"{name}: needs is none of: {words}", ("function", name), "needs") from None
    return FunctionFacts(needs, table.get("waits"), table.get("noreturn", False))


def _lock(file: tomlfile.TomlFile, name: str, table: dict[str, Any]) -> LockFacts:
    def signature(key: str) -> Signature | None:
        if key not in table:
            return None
        match = _SIGNATURE.fullmatch(table[key])
        parameters = tuple(p.strip() for p in match[2].split(",")) if match else ()
        if match is None or not all(_WORD.fullmatch(p) for p in parameters):
            raise file.bad(f"{name}: {key} is not of the form FUNCTION(parameter, ...)", ("lock", name), key)
        if len(set(parameters)) < len(parameters):
            raise file.bad(f"{name}: {key} has two parameters of one name", ("lock", name), key)
        return Signature(match[1], parameters)

    for key in _REQUIRED:
        if key not in table:
            raise file.bad(f"{name}: field {key!r} is missing", ("lock", name))
    lock, unlock, execute = signature("lock"), signature("unlock"), signature("execute")
    assert lock and unlock
    facts = LockFacts(name, table["mutex"], lock, unlock, signature("trylock"), signature("shared"), execute,
                      table.get("failed", "").strip().removesuffix(";"), table.get("handle", ""),
                      signature("init"), signature("destroy"))  # fmt: skip
    if any(facts.failed.count(opening) != facts.failed.count(closing) for opening, closing in ("()", "[]", "{}")):
        raise file.bad(f"{name}: failed is not a statement", ("lock", name), "failed")
    if facts.handle and not _WORD.fullmatch(facts.handle):
        raise file.bad(f"{name}: handle is not the name of a type", ("lock", name), "handle")
    if not facts.naming:
        raise file.bad(f"{name}: lock and unlock have no parameter in common", ("lock", name), "unlock")
    for key in ("trylock", "shared", "execute"):
        other: Signature | None = getattr(facts, key)
        missing = [p for p in facts.naming if other and p not in other.parameters]
        strange = [p for p in other.parameters if p not in lock.parameters] if other and key == "execute" else []
        if missing or strange:
            why = f"lacks {missing[0]}" if missing else f"has {strange[0]}, which lock has not"
            raise file.bad(f"{name}: {key} {why}", ("lock", name), key)
    return facts
