# SPDX-License-Identifier: MIT
"""The versioned JSON files below ``.rcl/``: a schema, the tool that wrote them, and one dataclass.

Reading is strict: an unknown field, a wrong type, another version or a truncated file is
BAD_ARTEFACT, with the place in the JSON and its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from rcl import __version__, codec, jsontext
from rcl.cache import NO_CACHE, Cache, key_of
from rcl.errors import Code, RclError
from rcl.model import Analysis, Calibration, Place, Profile, Section
from rcl.workspace import read_bytes, sha256, write_atomically

TOOL = f"rcl {__version__}"

T = TypeVar("T")


@dataclass(frozen=True)
class AppliedFile:
    """A file of an applied rewriting, with the SHA-256 of both texts.

    ``old`` is None where apply created the file. ``editable``: a person may edit it while it is applied.
    """

    name: str
    old: str | None
    new: str
    mode: int
    editable: bool = False


@dataclass(frozen=True)
class Applied:
    """applied.json: ``state`` is ``applied`` (at rest), ``applying``, ``reverting``, ``exchanging`` or ``exchanged``.

    ``built``: the sources that a build has to compile again, changed or not, for a header that they include is changed.
    ``replaced`` are the files of the rewriting that this one takes the place of.
    """

    state: str
    files: tuple[AppliedFile, ...]
    built: tuple[str, ...] = ()
    replaced: tuple[AppliedFile, ...] = ()


@dataclass(frozen=True)
class CachedAnalysis:
    """sections.json: the analysis, and the hashes of the compile_commands.json, with where that and the tree are, and
    the rcl.toml that it used.

    ``code`` is the hash of the rcl that made it.
    """

    compile_commands: str
    analysis: Analysis
    description: str = ""
    code: str = ""


@dataclass(frozen=True)
class StagedRewriting:
    """rewrite.json: the rewriting staged in ``.rcl/rewritten/``.

    ``made_of`` is the hash of all that it follows from, ``files`` maps its files to their hashes. Its sections are
    those of its units in sections.json, but for those that are ``otherwise``: what fell back, for one.
    """

    made_of: str
    units: tuple[str, ...]
    files: dict[str, str]
    otherwise: tuple[Section, ...]

    def sections(self, known: Analysis) -> tuple[Section, ...]:
        """All its sections."""
        otherwise = {section.id: section for section in self.otherwise}
        return tuple(otherwise.get(s.id, s) for s in known.sections if s.unit in self.units)


#: the schema of each artefact and of what verbs print, and the verb that makes it
SCHEMAS: dict[type, tuple[str, str]] = {
    Profile: ("rcl-profile-2", "rcl profile -- COMMAND"),
    Calibration: ("rcl-machine-1", "rcl calibrate"),
    CachedAnalysis: ("rcl-sections-2", "rcl analyse"),
    StagedRewriting: ("rcl-staged-3", "rcl rewrite"),
    Applied: ("rcl-applied-1", "rcl rewrite --apply"),
}


def to_json(thing: object) -> Any:
    """The thing as JSON can say it: dataclasses become objects, enums their values."""
    from rcl import structure

    return structure.CONVERTER.unstructure(thing)


def write(path: Path, thing: object, cache: Cache = NO_CACHE) -> str:
    """Writes an artefact atomically; its hash. What it says is kept in the cache, for the verbs that read it."""
    schema, _ = SCHEMAS[type(thing)]
    head = f'{{\n "schema": {json.dumps(schema)},\n "tool": {json.dumps(TOOL)},'
    content = f"{head}{jsontext.spread(type(thing), thing)[1:]}\n".encode()
    write_atomically(path, content)
    digest = sha256(content)
    keep(cache, _key(type(thing), digest), thing)
    return digest


def _key(kind: type, digest: str) -> str:
    return key_of("artefact", kind.__name__, digest)


def keep(cache: Cache, key: str, thing: object) -> None:
    """Has the cache remember a thing."""
    if cache.folder is not None:
        cache.keep(key, codec.pack(type(thing), thing))


def remembered(kind: type[T], key: str, cache: Cache, make: Callable[[], T]) -> T:
    """What the cache has for a key, or else what is made now, which it keeps then."""
    found = known(kind, key, cache)
    if found is None:
        found = make()
        keep(cache, key, found)
    return found


def known(kind: type[T], key: str, cache: Cache) -> T | None:
    """What the cache has for a key."""
    found = cache.find(key)
    with suppress(*codec.DAMAGED):
        return None if found is None else codec.unpack(kind, found)
    return None


def read(path: Path, kind: type[T], cache: Cache = NO_CACHE, verb: str = "") -> T:
    """Reads an artefact. MISSING_ARTEFACT, UNREADABLE or BAD_ARTEFACT if it cannot; ``verb`` is the way out, if not the
    one that makes it.

    The same text need not be checked again, if the cache has what it says.
    """
    schema, makes = SCHEMAS[kind]
    verb = verb or makes
    if not path.exists():
        raise RclError(Code.MISSING_ARTEFACT, artefact=str(path), verb=verb)
    content = read_bytes(path)
    return remembered(kind, _key(kind, sha256(content)), cache, lambda: _read(path, content, kind, schema, verb))


def _read(path: Path, content: bytes, kind: type[T], schema: str, verb: str) -> T:
    text = _text(path, content, verb)
    document = _parse(path, text, verb)
    found = document.pop("schema", None)
    if found != schema:
        shown = "no schema" if found is None else f"schema {found!r}"
        raise _bad(path, 1, f"{shown} where {schema!r} is expected", verb)
    document.pop("tool", None)
    from rcl import structure  # takes long to load, and most verbs find what they read in the cache

    try:
        return structure.CONVERTER.structure(document, kind)
    except Exception as error:
        where, why = next(structure.complaints(error, "$"))
        raise _bad(path, line_of(text, where), f"{where}: {why}", verb) from error


def _text(path: Path, content: bytes, verb: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _bad(path, 1, "it is not UTF-8", verb) from error


def _parse(path: Path, text: str, verb: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise _bad(path, error.lineno, f"it is not JSON: {error.msg}", verb) from error
    except RecursionError as error:
        raise _bad(path, 1, "it is nested too deeply", verb) from error
    except ValueError as error:  # a number of thousands of digits
        raise _bad(path, 1, str(error), verb) from error
    if not isinstance(document, dict):
        raise _bad(path, 1, "it is not a JSON object", verb)
    return cast(dict[str, Any], document)


def _bad(path: Path, line: int, why: str, verb: str) -> RclError:
    place = Place(str(path), line)
    return RclError(Code.BAD_ARTEFACT, place, artefact=path.name, why=why, verb=verb)


_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")
_BLANK = re.compile(r"[ \t\r\n]*")


def line_of(text: str, path: str) -> int:
    """The line of the value at a JSON path (``$.locks[0].name``), or of the last step that exists."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    for name, index in _STEP.findall(path):
        found = _member(decoder, text, at, name) if name else _item(decoder, text, at, int(index))
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _member(decoder: json.JSONDecoder, text: str, at: int, name: str) -> int | None:
    if text[at] != "{":
        return None
    at = _skip(text, at + 1)
    while text.startswith('"', at):
        key, at = decoder.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if key == name:
            return at
        at = _skip(text, _skip(text, decoder.raw_decode(text, at)[1]) + 1)
    return None


def _item(decoder: json.JSONDecoder, text: str, at: int, index: int) -> int | None:
    if text[at] != "[":
        return None
    at = _skip(text, at + 1)
    for _ in range(index):
        at = _skip(text, _skip(text, decoder.raw_decode(text, at)[1]) + 1)
    return at
