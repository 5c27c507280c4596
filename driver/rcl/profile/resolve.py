# SPDX-License-Identifier: MIT
"""What the addresses of a recording mean in the source: lock classes and call sites."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from rcl.model import LockStorage, LockType, Place
from rcl.profile.recording import Class, Module, Recording, Storage, Type
from rcl.profile.symbols import Call, Member, NoSymbols, Symbols, Variable, open_module

#: up to the lock of a call of the lock API or, lacking that, of a wrapper that sounds like one
_LOCK_CALLS = tuple(
    re.compile(rf"{name}\s*\(\s*&?\s*", re.IGNORECASE)
    for name in (
        r"(?:pthread_(?:mutex|rwlock|spin|cond|barrier)|mtx|cnd|g_mutex|g_cond)_\w+",
        r"\w*(?:lock|init|mutex|mtx|acquire|enter|wait)\w*",
    )
)
#: a variable and the fields taken of it
_PATH = re.compile(r"\w+(?:(?:->|\.)\w+)*")

_TYPES = {kind: LockType[kind.name] for kind in Type}
_STORAGE = {
    Storage.HEAP: LockStorage.HEAP,
    Storage.STACK: LockStorage.STACK,
    Storage.THREAD_LOCAL: LockStorage.THREAD_LOCAL,
}


@dataclass(frozen=True)
class LockKey:
    """A lock class as the source knows it: two locks with the same key belong together, wherever they live."""

    name: str
    type: LockType
    storage: LockStorage = field(compare=False)
    declared: Place | None
    initialised: Place | None
    #: the function that initialises it, empty if none does
    function: str

    @property
    def held(self) -> bool:
        """Whether it is a lock, and not a condition or barrier, which are only waited for."""
        return self.type not in (LockType.CONDITION, LockType.BARRIER)


class Resolver:
    """Names for the addresses of recordings of one program."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._modules: dict[str, Symbols | None] = {}
        self._unreadable: dict[str, str] = {}
        self._calls: dict[tuple[str, int], Call] = {}

    def call(self, recording: Recording, site: int) -> Call:
        """The call site; without debug information as far as the module's symbols go."""
        module = _module_of(recording, site)
        if module is None:
            return Call(Place(f"{site:#x}", 0), "?")
        where = (module.path, site - module.base)
        if where not in self._calls:
            self._calls[where] = self._call(module, site)
        return self._calls[where]

    def _call(self, module: Module, site: int) -> Call:
        symbols = self._symbols(module)
        found = symbols.call_at(site - module.base) if symbols else None
        if found:
            return replace(found, place=self._relative(found.place))
        function = symbols.symbol_at(site - module.base) if symbols else None
        return Call(Place(_outside(module, site), 0), function or "?")

    def function(self, recording: Recording, start: int) -> str:
        """The function that begins at an address."""
        module = _module_of(recording, start)
        symbols = self._symbols(module) if module else None
        if module is None:
            return f"{start:#x}"
        return (symbols.symbol_at(start - module.base) if symbols else None) or _outside(module, start)

    def lock(self, recording: Recording, found: Class) -> LockKey:
        """The lock class that recorded locks belong to."""
        if found.storage == Storage.STATIC:
            return self._static(recording, found)
        site = found.init_site or found.first_site
        call = self.call(recording, site)
        name, storage, declared = self._named(recording, found, site, call)
        kind = _TYPES[found.type]
        if not found.init_site:
            return LockKey(name, kind, storage, declared, None, "")
        return LockKey(name, kind, storage, declared, call.place if call.place.line else None, call.function)

    def _static(self, recording: Recording, found: Class) -> LockKey:
        module = _module_of(recording, found.lock)
        kind = _TYPES[found.type]
        symbols = self._symbols(module) if module else None
        init = self.call(recording, found.init_site) if found.init_site else None
        initialised = init.place if init and init.place.line else None
        function = init.function if init else ""
        variable = symbols.variable_at(found.lock - module.base) if symbols and module else None
        if variable:
            storage = LockStorage.ARRAY if variable.array else LockStorage.STATIC
            name, declared = _static_name(variable)
            return LockKey(name, kind, storage, self._place(declared), initialised, function)
        symbol = symbols.symbol_at(found.lock - module.base) if symbols and module else None
        name = symbol or (_outside(module, found.lock) if module else f"{found.lock:#x}")
        return LockKey(name, kind, LockStorage.STATIC, None, initialised, function)

    def _named(
        self, recording: Recording, found: Class, site: int, call: Call
    ) -> tuple[str, LockStorage, Place | None]:
        """Name, storage and declaration of locks known by a call site."""
        storage = _STORAGE[found.storage]
        module = _module_of(recording, site)
        symbols = self._symbols(module) if module else None
        if symbols and found.storage == Storage.THREAD_LOCAL:
            variable = symbols.thread_local_at(found.lock)
            if variable:
                name, declared = _static_name(variable)
                return name, storage, self._place(declared)
        expression = self._expression(call.place)
        if not expression or not symbols or not module:
            return f"<{storage.value}> {call.place}", storage, None
        path = tuple(re.split(r"->|\.", expression))
        denoted = symbols.denoted_at(site - module.base, path)
        if isinstance(denoted, Member) and denoted.struct:
            return denoted.name, storage, self._place(denoted.declared)
        if denoted:
            return expression, storage, self._place(denoted.declared)
        return f"{expression}@{call.function}", storage, None

    def _expression(self, place: Place) -> str:
        """The lock that the call on a line of source names, without indices: ``cq->lock``, ``item_locks``."""
        lines = self._source(place.file)
        if not 0 < place.line <= len(lines):
            return ""
        text = " ".join(lines[place.line - 1 : place.line + 1])
        call = next(filter(None, (pattern.search(text) for pattern in _LOCK_CALLS)), None)
        path = _PATH.match(_without_indices(text[call.end() :])) if call else None
        return path.group() if path else ""

    def _source(self, file: str) -> list[str]:
        try:
            return (self._root / file).read_text(errors="replace").splitlines()
        except OSError:
            return []

    def _symbols(self, module: Module) -> Symbols | None:
        if module.path not in self._modules:
            try:
                self._modules[module.path] = open_module(Path(module.path), module.build_id)
            except NoSymbols as error:
                self._modules[module.path] = None
                self._unreadable[module.path] = str(error)
        return self._modules[module.path]

    def missing(self) -> dict[str, str]:
        """Of which modules names are missing, and why."""
        read = {path: symbols.problem for path, symbols in self._modules.items() if symbols and symbols.problem}
        return self._unreadable | read

    def _place(self, place: Place | None) -> Place | None:
        return self._relative(place) if place else None

    def _relative(self, place: Place) -> Place:
        path = PurePath(place.file)
        if path.is_relative_to(self._root):
            return replace(place, file=path.relative_to(self._root).as_posix())
        resolved = Path(place.file).resolve()
        if path.is_absolute() and resolved.is_relative_to(self._root):
            return replace(place, file=resolved.relative_to(self._root).as_posix())
        return place


def _module_of(recording: Recording, address: int) -> Module | None:
    return next((m for m in recording.modules if m.start <= address < m.end), None)


def _outside(module: Module, address: int) -> str:
    return f"{PurePath(module.path).name}+{address - module.base:#x}"


def _static_name(variable: Variable) -> tuple[str, Place | None]:
    """A variable that is a mutex, or an array of them, by its name; the field of a struct by ``struct.field``."""
    member = variable.member
    if member is None:
        return variable.name, variable.declared
    if member.struct:
        return member.name, member.declared
    return f"{variable.name}.{member.field}", member.declared


def _without_indices(text: str) -> str:
    """``items[hv & mask(n)].lock)`` is ``items.lock)``."""
    depth, kept = 0, []
    for letter in text:
        depth += letter == "["
        if not depth:
            kept.append(letter)
        depth -= letter == "]"
    return "".join(kept)


def unique_names(keys: list[LockKey]) -> dict[LockKey, str]:
    """The names of lock classes such that no two are the same.

    Of one declaration, a class is told by its initialising function; of different ones, by the declaring file.
    """
    names = {}
    for key in keys:
        same = [other for other in keys if other.name == key.name]
        declarations = {other.declared for other in same}
        name = key.name
        if key.function and len([other for other in same if other.declared == key.declared]) > 1:
            name += f"@{key.function}"
        if len(declarations) > 1 and key.declared:
            name = f"{PurePath(key.declared.file).stem}/{name}"
        names[key] = name
    return names
