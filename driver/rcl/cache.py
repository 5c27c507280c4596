# SPDX-License-Identifier: MIT
"""Answers that were worked out before, kept below ``.rcl/cache/`` by what they follow from.

A key is the hash of everything that was asked, rcl's own code included. An answer may also follow from files that
are only known afterwards, as a translation unit does from its headers: it is kept with their hashes, and counts only
while they are the same. The files are compressed JSON with a hash, and those hashes stand first; one that is damaged,
or was written by something else, counts as if it were not there. Any of them can be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rcl import __version__
from rcl.workspace import files_below, sha256

#: what the cache of a tree may take; the least recently used go first
LIMIT_BYTES = 512 << 20
#: what one answer may take in memory: no file that a tree has brought may take all of it
LARGEST_BYTES = 256 << 20
#: what reading something else raises
_DAMAGED = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error)
#: folders that hold no source
NOT_SOURCE = (".git", ".rcl")
#: with a name: stands for the paths of all files of that name in the tree; alone, for those of all files
NAMED = "*/"


@cache
def own_code() -> str:
    """The hash of rcl itself: other code may give other answers."""
    package = Path(__file__).parent
    rules = package / "semantic-patches"
    folders = (package, rules if rules.is_dir() else package.parent.parent / "semantic-patches")
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".cocci", ".h"))
    return sha256(__version__.encode() + b"".join(sha256(path.read_bytes()).encode() for path in files))


def key_of(*parts: object) -> str:
    """The key of a question."""
    return sha256(json.dumps([own_code(), *parts]).encode())


def program(name: str) -> str:
    """A program as it is installed: where, how large, and since when; "" if it is not there."""
    path = shutil.which(name)
    if path is None:
        return ""
    status = Path(path).resolve().stat()
    return f"{path} {status.st_size} {status.st_mtime_ns}"


@dataclass
class Files:
    """The files of a tree as they are now, but for the ``changed`` ones. Each is hashed once."""

    root: Path
    changed: Mapping[str, bytes] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict)
    #: those that ask whether other files are there
    _asking: set[str] = field(default_factory=set)
    _named: dict[str, list[str]] = field(default_factory=dict)

    def digest(self, name: str) -> str:
        """The hash of a file, "" without one; or of the paths of the files of a name."""
        if name not in self._known:
            self._known[name] = self._digest(name)
        return self._known[name]

    def _digest(self, name: str) -> str:
        if name.startswith(NAMED):
            paths = "\0".join(self._paths(name.removeprefix(NAMED)))
            return sha256(paths.encode(errors="surrogateescape"))
        path = self.root / name
        try:
            content = self.changed[name] if name in self.changed else path.read_bytes()
        except OSError:
            return ""
        if path.is_relative_to(self.root) and b"__has_include" in content:
            self._asking.add(name)
        return sha256(content)

    def _paths(self, name: str) -> list[str]:
        if not self._named:
            self._named = self._listed()
        return self._named.get(name, [])

    def _listed(self) -> dict[str, list[str]]:
        """The folders of the files of each name; all files without one."""
        found: dict[str, list[str]] = {"": []}
        for folder, folders, files in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in NOT_SOURCE)
            for file in sorted(files):
                found.setdefault(file, []).append(folder)
                found[""].append(f"{folder}/{file}")
        return found

    def around(self, names: Iterable[str]) -> dict[str, str]:
        """The hashes of files that the compiler has read, and of the names that it found them by.

        A new file of the same name may be found before the old one; and any new file matters to __has_include.
        """
        read = {name: self.digest(name) for name in sorted(names)}
        found_by = {NAMED} if self._asking & read.keys() else {NAMED + name.rpartition("/")[2] for name in read}
        return read | {name: self.digest(name) for name in sorted(found_by)}


@dataclass(frozen=True)
class Kept:
    """An answer as it is kept, and the hash of all that is kept with it."""

    packed: bytes
    digest: str
    #: the hashes of the files that it follows from
    read: Mapping[str, str]

    def answer(self) -> Any:
        """What it says, None if that cannot be read."""
        try:
            return self.parts()[0]
        except _DAMAGED:
            return None

    def parts(self) -> tuple[Any, bytes]:
        """What it says, and what stands behind that; raises what reading it does."""
        return _unpacked(self.packed)


class Cache:
    """The answers in a folder; without a folder nothing is known and nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def find(self, key: str, files: Files | None = None) -> Any:
        """The answer to a question, None if it is not known or the files that it follows from have changed."""
        kept = self.look(key, files)
        return kept.answer() if kept else None

    def look(self, key: str, files: Files | None = None) -> Kept | None:
        """The answer, as far as can be told without reading it: what it says may be damaged."""
        if self.folder is None:
            return None
        try:
            path = self._path(key)
            digest, _, packed = path.read_bytes().partition(b"\n")
            if hashlib.sha256(packed).hexdigest().encode() != digest:
                return None
            read, answer = _unpacked(packed)
            if any(files is None or files.digest(name) != known for name, known in read.items()):
                return None
            os.utime(path)
            return Kept(answer, digest.decode(), read)
        except _DAMAGED:
            return None

    def keep(self, key: str, answer: object, read: Mapping[str, str] | None = None, behind: bytes = b"") -> str:
        """Remember an answer, and what stands ``behind`` it; its hash.

        A disk that is full, or a folder that cannot be written, is no reason to fail.
        """
        if self.folder is None:
            return ""
        texts = (json.dumps(part, separators=(",", ":")) for part in (dict(read or {}), answer))
        packed = b"".join([*(zlib.compress(text.encode(), level=1) for text in texts), behind])
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            with suppress(FileNotFoundError), os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(packed).hexdigest().encode() + b"\n" + packed)
            Path(name).replace(path)
        return hashlib.sha256(packed).hexdigest()

    def _path(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / key[2:]

    def trim(self, limit: int = LIMIT_BYTES) -> None:
        """Forget the answers that were not asked for longest, until the rest is within the limit."""
        if self.folder is None or not self.folder.is_dir():
            return
        found = []
        for entry in files_below(self.folder):
            with suppress(OSError):
                status = entry.stat()
                found.append((status.st_mtime, status.st_size, entry.path))
        kept = 0
        for _, size, path in sorted(found, reverse=True):
            kept += size
            if kept > limit:
                Path(path).unlink(missing_ok=True)


def _unpacked(packed: bytes) -> tuple[Any, bytes]:
    """What the first text says, and what stands behind it."""
    text, behind = decompressed(packed)
    return json.loads(text), behind


def decompressed(packed: bytes) -> tuple[bytes, bytes]:
    """The first text as it was before it was compressed, and what stands behind it."""
    reader = zlib.decompressobj()
    return reader.decompress(packed, LARGEST_BYTES), reader.unused_data


NO_CACHE = Cache()


def keep_around(cache: Cache, root: Path, sources: Mapping[str, str], read: Mapping[str, str]) -> None:
    """Remember what sources of those hashes were read with (Files.around): headers of elsewhere, and where each name
    was found.
    """
    cache.keep(_around(root, sources), dict(read))


def same_around(cache: Cache, root: Path, sources: Mapping[str, str]) -> bool:
    """Whether all that is as it was then, as far as that is known."""
    files, known = Files(root), cache.find(_around(root, sources))
    return not isinstance(known, dict) or all(files.digest(name) == digest for name, digest in known.items())


def _around(root: Path, sources: Mapping[str, str]) -> str:
    return key_of("around", str(root), sorted(sources.items()))
