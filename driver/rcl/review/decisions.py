# SPDX-License-Identifier: MIT
"""rcl-review.toml: what people decided about sections. It stands at the tree's root, to be committed with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcl import tomlfile
from rcl.errors import RclError
from rcl.model import Decision, Section, Verdict
from rcl.tomlfile import TomlFile
from rcl.workspace import lines_of, sha256, write_atomically

if TYPE_CHECKING:
    import tomlkit
    from tomlkit.items import Table

SCHEMA = "rcl-decisions-1"
VERB = "rcl review"

HEAD = """\
What was decided about each section by rcl review. Commit this file with the source.
  verdict    accepted: it may run elsewhere; rejected: it stays in place, and note says why
  original   the hash of the section's text; rewritten: the hash of what it becomes
A decision counts as long as its hashes do."""

#: the decisions by the section that they are about today
Matched = Mapping[str, Decision]


@dataclass(frozen=True)
class DecisionTable:
    """A table ``[section."ID"]`` of rcl-review.toml."""

    verdict: Verdict
    original: str
    rewritten: str = ""
    note: str = ""


@dataclass(frozen=True)
class DecisionsFile:
    """rcl-review.toml as it is written."""

    section: dict[str, DecisionTable] = field(default_factory=dict)


_FIELDS = tuple(known.name for known in fields(DecisionTable))


def read(path: Path) -> tuple[Decision, ...]:
    """The decisions, none if there is no file. BAD_ARTEFACT if it is not usable."""
    if not path.exists():
        return ()
    file = tomlfile.read(path, VERB)
    file.require(SCHEMA)
    sections = file.document.get("section", {})
    if not isinstance(sections, dict):
        raise file.bad('[section."ID"] tables are expected')
    return tuple(_decision(file, name, table) for name, table in sections.items())


def _decision(file: TomlFile, name: str, table: Any) -> Decision:
    from tomlkit.items import Table

    def refuse(why: str, key: str = "") -> RclError:
        return file.bad(f"{name}: {why}", ("section", name), key)

    if not isinstance(table, Table):
        raise refuse("a table is expected")
    values = table.unwrap()
    for key, value in values.items():
        if key not in _FIELDS:
            raise refuse(f"unknown field {key!r}", key)
        if not isinstance(value, str):
            raise refuse(f"{key} must be a string", key)
    for key in _FIELDS[:2]:
        if key not in values:
            raise refuse(f"field {key!r} is missing")
    try:
        values["verdict"] = Verdict(values["verdict"])
    except ValueError:
        raise refuse("verdict must be accepted or rejected", "verdict") from None
    return Decision(name, **values)


def write(path: Path, decisions: Iterable[Decision]) -> None:
    """Writes the file; comments in the old one stay with their sections."""
    import tomlkit

    document = tomlfile.read(path, VERB).document if path.exists() else _new_document()
    old: Any = document.get("section", {})
    sections = tomlkit.table(is_super_table=True)
    for decision in sorted(decisions, key=lambda d: d.section):
        sections[decision.section] = _written(old.get(decision.section), decision)
    document.pop("section", None)
    document["section"] = sections
    write_atomically(path, tomlkit.dumps(document).encode(errors="surrogateescape"))


def _new_document() -> tomlkit.TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    for line in HEAD.splitlines():
        document.add(tomlkit.comment(line))
    document["schema"] = SCHEMA
    return document


def _written(old: Any, decision: Decision) -> Table:
    import tomlkit
    from tomlkit.items import Table

    table = old if isinstance(old, Table) else tomlkit.table()
    for key in _FIELDS:
        value = str(getattr(decision, key).value if key == "verdict" else getattr(decision, key))
        if value and table.get(key) != value:
            table[key] = value
        elif not value:
            table.pop(key, None)
    return table


def short_hash(text: str) -> str:
    """Enough of a text's hash to tell it from others of its tree."""
    return sha256(text.encode(errors="surrogateescape"))[:16]


def original_hash(text: str, section: Section) -> str:
    """The hash of a section's own lines, wherever they stand in the text."""
    first = min(section.enter_token.line, section.enter.line)
    return short_hash("".join(lines_of(text)[first - 1 : section.last_line]))


def matched(sections: Iterable[Section], decisions: Iterable[Decision], text_of: Callable[[str], str]) -> Matched:
    """The decisions by the sections that they are about: of the same text, else of the same id.

    A section that comes in above others of its function changes their ids; their decisions follow the text.
    ``text_of`` gives a file's text.
    """
    left = {d.section: d for d in decisions}
    if not left:
        return {}
    by_text = {(d.function, d.original): d.section for d in left.values()}
    hashes = {s.id: original_hash(text_of(s.enter_token.file), s) for s in sections}
    same = [name for name, text in hashes.items() if name in left and left[name].original == text]
    found = {name: left.pop(name) for name in same}
    for name, text in hashes.items():
        moved = by_text.get((name.rpartition("/")[0], text), "")
        if name not in found and moved in left:
            found[name] = left.pop(moved)
    for name in hashes:
        if name not in found and name in left:
            found[name] = left.pop(name)
    return found
