# SPDX-License-Identifier: MIT
"""Functions that several units have alike, as those of headers: the first unit has them, the others say where they are.

They are alike if libclang says the same of all functions of a file, the preprocessor left out and expanded the same in
it, and all macros that the file's text names, or the body of such a macro, are defined at the same places: nothing else
of a unit is asked for what its functions are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache

from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.tree import Function, Macro, Unit

_WORD = re.compile(r"\w+")


class Alike:
    """Brings units together with their functions, which are texts until then."""

    def __init__(self, sources: Sources, functions_of: Callable[[bytes], list[Function]]) -> None:
        self.sources = sources
        self._functions_of = functions_of
        self._words_of = cache(self._words)
        #: by a unit's identity each file's text
        self._texts: dict[int, dict[str, bytes]] = {}
        #: each text once, and the functions that it says until a unit gets them
        self._seen: dict[bytes, bytes] = {}
        self._fresh: dict[bytes, list[Function]] = {}

    def add(self, unit: Unit, texts: dict[str, bytes]) -> None:
        """A unit without functions, and the texts of these by their files; raises what reading these does."""
        for text in texts.values():
            if text not in self._seen:
                self._seen[text], self._fresh[text] = text, self._functions_of(text)
        self._texts[id(unit)] = {file: self._seen[text] for file, text in texts.items()}

    def settle(self, units: list[Unit]) -> None:
        """Gives the units their functions: each those that no unit before it has alike."""
        count = Counter(text for unit in units for text in self._texts[id(unit)].values())
        known: dict[Hashable, list[Function]] = {}
        for unit in units:
            for file, text in self._texts[id(unit)].items():
                where = (file, text, self._surroundings(unit, file)) if count[text] > 1 else text
                if where in known:
                    unit.elsewhere[file] = known[where]
                else:
                    known[where] = self._fresh.pop(text) if text in self._fresh else self._functions_of(text)
                    unit.functions += known[where]
        self._texts.clear()
        self._seen.clear()

    def _surroundings(self, unit: Unit, file: str) -> Hashable:
        """What a file's functions hang on in a unit, besides what libclang says of them."""
        macros: dict[str, tuple[Macro, ...]] = {}
        work = [self._words_of(file)]
        while work:
            for name in (work.pop() & unit.macros.keys()) - macros.keys():
                macros[name] = tuple(unit.macros[name])
                work += [self._words_of(m.file, m.start, m.end) for m in macros[name]]
        expanded, skipped = unit.expansions.get(file, ()), unit.skipped.get(file, ())
        return frozenset(macros.items()), tuple(expanded), tuple(skipped)

    def _words(self, file: str, start: int = 0, end: int | None = None) -> frozenset[str]:
        return frozenset(_WORD.findall(self.sources(file).text[start:end]))
