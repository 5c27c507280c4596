# SPDX-License-Identifier: MIT
"""The rewriting as a patch that ``git apply`` takes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from rcl import codec
from rcl.cache import NO_CACHE, Cache, key_of
from rcl.errors import Code, RclError
from rcl.workspace import scratch_folder, sha256

#: with git's own headers, git apply skips a patch silently where the tree's root is a folder inside a repository
_HEADER = re.compile(r"^(?:diff --git |index ).*\n", re.MULTILINE)
#: where the changes of a file begin: what stands in one is not at the beginning of a line
_BEGIN = re.compile(r"^(?=diff --git )", re.MULTILINE)
_NAME = re.compile(r"^--- .*\n\+\+\+ (.*)", re.MULTILINE)
#: the names that git does not quote
_PLAIN = re.compile(r"[\w./+-]+", re.ASCII)


def unified(old: Mapping[str, bytes], new: Mapping[str, bytes], cache: Cache = NO_CACHE) -> str:
    """The changes of all files; bytes that are not UTF-8 are surrogate escapes.

    Those of the last time are in the ``cache``: the changes of a file that has the same two texts are the same.
    """
    texts = {name: sha256(old[name]) + sha256(new[name]) for name in new if _PLAIN.fullmatch(name)}
    found = _kept(cache.find(key := key_of("patch")), texts)
    if missing := new.keys() - found.keys():
        found |= dict(_changes(old, new, missing))
        cache.keep(key, {name: [texts[name], text] for name, text in found.items() if name in texts})
    return "".join(found[name] for name in sorted(found, key=lambda name: name.split("/")))


def _kept(answer: Any, texts: Mapping[str, str]) -> dict[str, str]:
    """What is kept of the files that have the same texts; an answer of another shape counts as none."""
    with suppress(*codec.DAMAGED):
        kept = ((name, codec.unpack(tuple[str, str], row)) for name, row in answer.items())
        return {name: text for name, (digest, text) in kept if texts.get(name) == digest}
    return {}


def _changes(old: Mapping[str, bytes], new: Mapping[str, bytes], names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each file, by its name as git writes it, and what changes in it."""
    with scratch_folder() as folder:
        for side, files in (("a", old), ("b", new)):
            for name in names:
                target = folder / side / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(files[name])
        command = ["git", "-c", "core.autocrlf=false", "-c", "core.quotepath=false", "diff", "--no-index"]
        options = ["--no-color", "--no-ext-diff", "--no-renames", "--no-prefix", "--patience", "--", "a", "b"]
        try:
            done = subprocess.run([*command, *options], cwd=folder, capture_output=True, check=False)
        except FileNotFoundError:
            raise RclError(Code.TOOL_MISSING, tool="git", install="apt-get install git") from None
    if done.returncode > 1:
        raise RuntimeError(f"git diff: {done.stderr.decode('utf-8', 'replace').strip()}")
    for text in _BEGIN.split(done.stdout.decode("utf-8", "surrogateescape"))[1:]:
        named = _NAME.search(text)
        yield named[1].removeprefix("b/") if named else text, _HEADER.sub("", text)
