# SPDX-License-Identifier: MIT
"""TOML files that people write: read with tomlkit, which keeps their comments; faults have the file and its line.

It takes long to load, and most verbs find what they read in the cache, or no such file: so it is imported late.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcl.errors import Code, RclError
from rcl.model import Place
from rcl.workspace import read_bytes

if TYPE_CHECKING:
    import tomlkit


@dataclass(frozen=True)
class TomlFile:
    """A file's text and what it says. ``verb`` is the one to run when it is not usable."""

    path: Path
    text: str
    document: tomlkit.TOMLDocument
    verb: str

    def bad(self, why: str, header: tuple[str, ...] = (), key: str = "") -> RclError:
        """BAD_ARTEFACT at a key of the table ``[a.b]`` with the header ``("a", "b")``, or at the table."""
        return _bad(self.path, _line(self.text, header, key), why, self.verb)

    def line(self, header: tuple[str, ...], key: str) -> int:
        """Where a key of the table ``[a.b]`` stands."""
        return _line(self.text, header, key)

    def require(self, schema: str) -> None:
        """Refuses a file of another schema."""
        if self.document.get("schema") != schema:
            raise self.bad(f"schema {schema!r} is expected")


def read(path: Path, verb: str) -> TomlFile:
    """Reads a file. UNREADABLE, or BAD_ARTEFACT if it is not TOML."""
    import tomlkit
    from tomlkit.exceptions import ParseError, TOMLKitError

    text = read_bytes(path).decode(errors="surrogateescape")
    try:
        return TomlFile(path, text, tomlkit.parse(text), verb)
    except ParseError as error:
        raise _bad(path, error.line, f"it is not TOML: {str(error).split(' at line')[0]}", verb) from error
    except (TOMLKitError, RecursionError) as error:
        raise _bad(path, 1, f"it is not TOML: {error}", verb) from error


def _bad(path: Path, line: int, why: str, verb: str) -> RclError:
    return RclError(Code.BAD_ARTEFACT, Place(str(path), line), artefact=path.name, why=why, verb=verb)


def _line(text: str, header: tuple[str, ...], key: str) -> int:
    """The line of a key in a table, or of the table's header; 1 without a header."""
    found = 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            if found:
                break
            found = number if header and _header(line) == header else 0
        elif found and key and re.match(rf"\s*{re.escape(key)}\s*=", line):
            return number
    return found or 1


def _header(line: str) -> tuple[str, ...]:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        table: Any = tomlkit.parse(line).unwrap()
    except TOMLKitError:
        return ()
    names = []
    while isinstance(table, dict) and table:
        name, table = next(iter(table.items()))
        names.append(name)
    return tuple(names)
