# SPDX-License-Identifier: MIT
"""plan.toml: one table a lock class, written for people; their edits and comments are kept.

Each table also says what the rule would have chosen. Where the table differs from that, a person chose by hand.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcl import tomlfile
from rcl.artefacts import TOOL, remembered
from rcl.cache import NO_CACHE, Cache, key_of
from rcl.codec import pack
from rcl.errors import Code, RclError
from rcl.model import SERVERS, Choice, Kind, Plan
from rcl.tomlfile import TomlFile
from rcl.workspace import read_bytes, write_atomically

if TYPE_CHECKING:
    import tomlkit
    from tomlkit.items import Table

SCHEMA = "rcl-plan-1"
VERB = "rcl choose"
#: more than any machine has
PROCESSORS = 1 << 16

#: the table of the sources, and a line of it
_SOURCES = "[sources]\n"
_SOURCE = re.compile(r'^(?:"([^"\\\n]*)"|([\w-]+)) = "([^"\\\n]*)"\n', re.MULTILINE | re.ASCII)
#: names that stand there without quotes, and those that quotes are enough for
_BARE = re.compile(r"[\w-]+", re.ASCII)
_PLAIN = re.compile(r"[ !#-\[\]-~]+")

_WORDS = [kind.value for kind in Kind]
KINDS = ", ".join(_WORDS)

HEAD = f"""\
What becomes of each lock class. Edit convert, kind, server and detach: rcl choose keeps what you change, and comments
of your own on lines of their own. What it says behind a value is written anew.
  convert  true: rewritten to call librcl; false: stays a pthread mutex
  kind     who executes its sections: {KINDS}
  server   the number of the server, for kind rcl
  rule     what rcl choose found best; delete a table and choose again to return to it
  detach   yours to add. true: sections without results need not have run when their callers go on (docs/limits.md)"""


@dataclass(frozen=True)
class LockTable:
    """A table ``[lock.NAME]`` of plan.toml."""

    convert: bool
    kind: Kind
    server: int
    rule: str = ""
    by_hand: bool = False
    detach: bool = False


@dataclass(frozen=True)
class PlanFile:
    """plan.toml as it is written: ``sources`` and ``profiles`` map files to their hashes."""

    lock: dict[str, LockTable] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    profiles: dict[str, str] = field(default_factory=dict)
    cores: tuple[int, ...] = ()


_FIELDS = {name: str if kind is Kind else kind for name, kind in typing.get_type_hints(LockTable).items()}


@dataclass(frozen=True)
class Treatment:
    """What is done to a class: ``keep``, a kind, or ``rcl:N`` for server N."""

    convert: bool
    kind: Kind = Kind.POSIX
    server: int = 0

    def __str__(self) -> str:
        if not self.convert:
            return "keep"
        return f"rcl:{self.server}" if self.kind is Kind.RCL else self.kind.value

    @classmethod
    def parse(cls, text: str) -> Treatment:
        """``keep`` or KIND[:SERVER]; ValueError if it is neither."""
        if text == "keep":
            return cls(False)
        word, colon, number = text.partition(":")
        server = int(number) if re.fullmatch(r"\d{1,3}", number, re.ASCII) else SERVERS
        if word not in _WORDS or (colon and (word != Kind.RCL.value or server >= SERVERS)):
            raise ValueError(f"{text!r} is not keep, rcl:SERVER (0 to {SERVERS - 1}), or one of: {KINDS}")
        return cls(True, Kind(word), server if colon else 0)

    @classmethod
    def of(cls, choice: Choice) -> Treatment:
        """What a choice does."""
        if not choice.convert:
            return cls(False)
        return cls(True, choice.kind, choice.server if choice.kind is Kind.RCL else 0)


def read(path: Path, cache: Cache = NO_CACHE) -> Plan:
    """Reads plan.toml. MISSING_ARTEFACT, UNREADABLE or BAD_ARTEFACT if it cannot.

    What it says but for its sources is kept in the cache: that is most of the work, and seldom changes.
    """
    if not path.exists():
        raise RclError(Code.MISSING_ARTEFACT, artefact=str(path), verb=VERB)
    before, sources = _parted(_text(path))
    if sources is None:
        return _read(path)
    return replace(remembered(Plan, key_of("plan", before), cache, lambda: _read(path)), sources=sources)


def _text(path: Path) -> str:
    return read_bytes(path).decode(errors="surrogateescape")


def _parted(text: str) -> tuple[str, dict[str, str] | None]:
    """The text up to the table of sources, if that is the last and as rcl writes it, and this; else all and None."""
    before, header, after = text.rpartition(_SOURCES)
    lines = [match.groups() for match in _SOURCE.finditer(after)]
    sources = {quoted or bare: known for quoted, bare, known in lines}
    if not header or not before.endswith("\n") or _SOURCE.sub("", after) or len(sources) != len(lines):
        return text, None
    return before, sources


def _read(path: Path) -> Plan:
    file = tomlfile.read(path, VERB)
    file.require(SCHEMA)
    locks = file.document.get("lock", {})
    if not isinstance(locks, dict):
        raise file.bad("[lock.NAME] tables are expected")
    choices = tuple(_choice(file, name, table) for name, table in locks.items())
    return Plan(choices, _hashes(file, "sources"), _hashes(file, "profiles"), _cores(file))


def _hashes(file: TomlFile, key: str) -> dict[str, str]:
    hashes = file.document.get(key, {})
    if not isinstance(hashes, dict) or not all(isinstance(v, str) for v in hashes.values()):
        raise file.bad(f"{key}: hashes are expected", (key,))
    return {str(name): str(known) for name, known in hashes.items()}


def _cores(file: TomlFile) -> tuple[int, ...]:
    cores: Any = file.document.unwrap().get("cores", [])
    if not isinstance(cores, list) or not all(type(core) is int and 0 <= core < PROCESSORS for core in cores):
        raise file.bad("cores: a list of processor numbers is expected", (), "cores")
    return tuple(cores)


def _choice(file: TomlFile, name: str, table: Any) -> Choice:
    from tomlkit.items import Table

    def refuse(key: str, why: str) -> RclError:
        return file.bad(f"{name}: {why}", ("lock", name), key)

    if not isinstance(table, Table):
        raise refuse("", "a table is expected")
    for key, value in table.unwrap().items():
        if key not in _FIELDS:
            raise refuse(key, f"unknown field {key!r}")
        if type(value) is not _FIELDS[key]:
            raise refuse(key, f"{key} has the wrong type")
    for key in ("convert", "kind", "server"):
        if key not in table:
            raise refuse("", f"field {key!r} is missing")
    try:
        kind = Kind(str(table["kind"]))
    except ValueError:
        raise refuse("kind", f"kind {str(table['kind'])!r} is none of: {KINDS}") from None
    server = table.unwrap()["server"]
    if not 0 <= server < SERVERS:
        raise refuse("server", f"server must be a number from 0 to {SERVERS - 1}")
    choice = Choice(
        name,
        bool(table["convert"]),
        kind,
        server,
        _said(_item(table, "convert")),
        detach=bool(table.get("detach", False)),
        why_kind=_said(_item(table, "kind")),
        why_server=_said(_item(table, "server")),
        facts=_said(table),
    )
    ruled = table.get("rule", str(Treatment.of(choice)))
    by_hand = bool(table.get("by_hand", False)) or ruled != str(Treatment.of(choice))
    return replace(choice, by_hand=by_hand)


def _item(table: Table, key: str) -> Any:
    """The value with its comment, which indexing leaves behind."""
    return table.value.item(key)


def _said(item: Any) -> str:
    """The comment behind a value or a table's name."""
    return str(item.trivia.comment).lstrip("# ")


def _say(item: Any, text: str) -> None:
    """Replaces that comment."""
    if text:
        item.comment(text)
    else:
        item.trivia.comment = item.trivia.comment_ws = ""


def write(path: Path, plan: Plan, rules: Mapping[str, Treatment], cache: Cache = NO_CACHE) -> None:
    """Writes plan.toml; what stands in the old one beside rcl's own fields stays.

    Where it says the same already, which the cache knows, only its table of sources is written anew.
    """
    said = pack(Plan, replace(plan, sources={})), {name: str(rule) for name, rule in rules.items()}
    before, sources = _parted(_text(path)) if path.exists() else ("", None)
    table = _table(plan.sources)
    if table and sources is not None and cache.find(key_of("said", before, said)):
        made = before + table
    else:
        made = _written(path, plan, rules)
        cache.keep(key_of("said", _parted(made)[0], said), True)
    write_atomically(path, made.encode(errors="surrogateescape"))


def _table(sources: Mapping[str, str]) -> str:
    """The table of sources, as tomlkit writes it; "" without sources, and with names that need more than quotes."""
    if not all(_PLAIN.fullmatch(name) for name in sources):
        return ""
    keys = (name if _BARE.fullmatch(name) else f'"{name}"' for name in sources)
    lines = (f'{key} = "{known}"\n' for key, known in zip(keys, sources.values(), strict=True))
    return _SOURCES + "".join(lines) if sources else ""


def _written(path: Path, plan: Plan, rules: Mapping[str, Treatment]) -> str:
    import tomlkit

    document = tomlfile.read(path, VERB).document if path.exists() else _new_document()
    document["tool"] = TOOL
    _write_cores(document, plan.cores)
    hashes = {"profiles": plan.profiles, "sources": plan.sources}
    # written anew, so that the long tables of hashes stay the last
    for key in hashes:
        document.pop(key, None)
    _write_choices(document, plan.choices, rules)
    for key, known in hashes.items():
        if known:
            table = tomlkit.table()
            table.update(known)
            document[key] = table
    return tomlkit.dumps(document)


def keep(path: Path, names: Collection[str]) -> None:
    """Notes that a person wants these classes as they were."""
    import tomlkit

    document: Any = tomlfile.read(path, VERB).document
    for name in names:
        table = document.get("lock", {}).get(name)
        if table is not None and table["convert"]:
            table["convert"] = False
            _say(_item(table, "convert"), "taken out by hand")
    write_atomically(path, tomlkit.dumps(document).encode(errors="surrogateescape"))


def _write_cores(document: tomlkit.TOMLDocument, cores: Sequence[int]) -> None:
    """The servers' processors: those that stand there stay, and missing ones are added."""
    known: list[int] = document.unwrap().get("cores", [])
    wanted = [*known, *(core for core in cores[len(known) :] if core not in known)]
    if cores and wanted != known:
        document["cores"] = wanted
        _say(document.item("cores"), "of server 0, 1, ...: run it with RCL_CORES=" + ",".join(map(str, wanted)))


def _new_document() -> tomlkit.TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    for line in HEAD.splitlines():
        document.add(tomlkit.comment(line))
    document["schema"] = SCHEMA
    return document


def _write_choices(
    document: tomlkit.TOMLDocument, choices: Sequence[Choice], rules: Mapping[str, Treatment]
) -> None:
    import tomlkit

    if "lock" not in document:
        document["lock"] = tomlkit.table(is_super_table=True)
    locks: Any = document["lock"]
    for gone in set(locks) - {choice.name for choice in choices}:
        locks.pop(gone)
    for choice in choices:
        if choice.name not in locks:
            locks[choice.name] = tomlkit.table()
        _write_choice(locks[choice.name], choice, rules[choice.name])


def _write_choice(table: Table, choice: Choice, rule: Treatment) -> None:
    wanted = {
        "convert": choice.convert,
        "kind": choice.kind.value,
        "server": choice.server,
        "rule": str(rule),
    }
    for key, value in wanted.items():
        if key not in table or table[key] != value:
            table[key] = value
    said = {"convert": choice.reason, "kind": choice.why_kind, "server": choice.why_server}
    for key, text in said.items():
        _say(_item(table, key), text)
    _say(table, choice.facts)
    if choice.by_hand:
        table["by_hand"] = True
    else:
        table.pop("by_hand", None)
