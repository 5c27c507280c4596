# SPDX-License-Identifier: MIT
"""The conversions of files that were made, and checked, before."""

from __future__ import annotations

from pathlib import Path

from rcl import codec
from rcl.cache import Cache, key_of, program
from rcl.rewrite.fileplan import FilePlan
from rcl.rewrite.stages import Converted, FileFlags, NotParsed, convert
from rcl.workspace import read_bytes, sha256


class Store:
    """Converts files, unless the same was converted before. ``macros`` is the tree's own macro file."""

    def __init__(self, cache: Cache, macros: Path) -> None:
        self.cache = cache
        self.macros = macros
        self._with = [program("spatch"), sha256(read_bytes(macros)) if macros.is_file() else ""]

    def convert(self, plan: FilePlan, flags: FileFlags) -> Converted:
        """As stages.convert does."""
        key = key_of("convert", self._with, codec.pack(FilePlan, plan), codec.pack(FileFlags, flags))
        known = self.cache.find(key)
        if known is None:
            known = self._made(plan, flags)
            self.cache.keep(key, known)
        if "hidden" in known:
            raise NotParsed(tuple(s for s in plan.shipped if s.id in known["hidden"]))
        return codec.unpack(Converted, known["converted"])

    def _made(self, plan: FilePlan, flags: FileFlags) -> dict[str, object]:
        try:
            return {"converted": codec.pack(Converted, convert(plan, flags, self.macros))}
        except NotParsed as error:
            return {"hidden": [section.id for section in error.sections]}

    def is_right(self, converted: Converted) -> bool:
        """Whether the same was checked before, and found to be the original when it is inlined back."""
        return self.cache.find(self._checked(converted)) is True

    def note_right(self, converted: Converted) -> None:
        """Remembers that it was."""
        self.cache.keep(self._checked(converted), True)

    def _checked(self, converted: Converted) -> str:
        return key_of("checked", codec.pack(Converted, converted))
