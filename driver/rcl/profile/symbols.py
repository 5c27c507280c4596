# SPDX-License-Identifier: MIT
"""Names in ELF files: the variable around an address, the call that returns to one, what an expression means there."""

from __future__ import annotations

import bisect
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from elftools.common.exceptions import DWARFError, ELFError
from elftools.dwarf.ranges import BaseAddressEntry
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from rcl.model import Place
from rcl.profile.dwarf import (
    Die,
    address_of,
    field_called,
    is_named,
    is_pointer,
    locals_of,
    name_of,
    origin,
    pointee,
    size_of,
    struct_name,
    text,
    thread_local_offset,
    type_of,
    variables,
    way_to,
)

#: where distributions put separate debug information
DEBUG_ROOT = Path("/usr/lib/debug")
NO_DWARF = "it has no debug information (build it with -g and do not strip it)"

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """Where a call stands in the source."""

    place: Place
    function: str


@dataclass(frozen=True)
class Member:
    """A field as its declaration names it: the tag or typedef of the struct around it, and its place."""

    struct: str
    field: str
    declared: Place | None

    @property
    def name(self) -> str:
        """``struct.field``."""
        return f"{self.struct}.{self.field}"


@dataclass(frozen=True)
class Variable:
    """What an address is: ``path`` says it exactly (``threads[2].stats.mutex``)."""

    name: str
    path: str
    declared: Place | None
    array: bool
    member: Member | None


@dataclass(frozen=True)
class _Extent:
    start: int
    end: int
    die: Die


@dataclass(frozen=True)
class _Line:
    address: int
    place: Place | None


class NoSymbols(Exception):
    """Why a module's names cannot be had at all."""


def open_module(path: Path, build_id: str) -> Symbols:
    """The names of an executable or shared object, or NoSymbols.

    The file must still be the one with that build id. Debug information may stand in a file of its own.
    """
    try:
        symbols = Symbols(path.open("rb"))
    except (OSError, ELFError) as error:
        raise NoSymbols(f"it cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if build_id and symbols.build_id != build_id:
        raise NoSymbols("it was built again while it ran")
    return _separate(path, symbols) or symbols if symbols.problem else symbols


def _separate(path: Path, symbols: Symbols) -> Symbols | None:
    """The debug information that a stripped file left elsewhere: by its build id, or by the name that it notes."""
    build_id, link = symbols.build_id, symbols.debug_link
    places = [DEBUG_ROOT / ".build-id" / build_id[:2] / f"{build_id[2:]}.debug"] if build_id else []
    if link:
        places += [path.parent / link, path.parent / ".debug" / link, DEBUG_ROOT / path.parent.relative_to("/") / link]
    for place in places:
        if place.is_file() and place != path:
            found = Symbols(place.open("rb"))
            if not found.problem and found.build_id == build_id:
                return found
    return None


class Symbols:
    """The names in one ELF file. Addresses are the file's, not the process's."""

    def __init__(self, stream: BinaryIO) -> None:
        self._elf = ELFFile(stream)
        #: what is missing of the names, empty if nothing
        self.problem = "" if self._elf.has_dwarf_info(strict=True) else NO_DWARF

    @cached_property
    def build_id(self) -> str:
        """The build id in hexadecimal, empty if there is none."""
        section: Any = self._elf.get_section_by_name(".note.gnu.build-id")
        notes = section.iter_notes() if section else ()
        return next((note["n_desc"] for note in notes if note["n_type"] == "NT_GNU_BUILD_ID"), "")

    @property
    def debug_link(self) -> str:
        """The name of the file that its debug information was moved to, empty if it notes none."""
        section = self._elf.get_section_by_name(".gnu_debuglink")
        return os.fsdecode(section.data().partition(b"\0")[0]) if section else ""

    def symbol_at(self, address: int) -> str | None:
        """The function or variable around an address by the symbol table alone, with the distance from its start."""
        index = bisect.bisect_right(self._symbols, (address, "~")) - 1
        if index < 0 or address >= self._symbols[index][2]:
            return None
        start, name, _ = self._symbols[index]
        return f"{name}+{address - start:#x}" if address > start else name

    @cached_property
    def _symbols(self) -> list[tuple[int, str, int]]:
        tables = [self._elf.get_section_by_name(name) for name in (".symtab", ".dynsym")]
        return sorted(
            (symbol["st_value"], symbol.name, symbol["st_value"] + max(symbol["st_size"], 1))
            for table in tables
            if isinstance(table, SymbolTableSection)
            for symbol in table.iter_symbols()
            if symbol["st_info"]["type"] in ("STT_FUNC", "STT_OBJECT") and symbol["st_value"]
        )

    def call_at(self, return_address: int) -> Call | None:
        """The call that returns to an address, in the function whose text it stands in."""
        return self._ask(lambda: self._call_at(return_address - 1))

    def variable_at(self, address: int) -> Variable | None:
        """The static variable, or the member of one, at the address."""
        return self._ask(lambda: self._variable(self._extents, address))

    def thread_local_at(self, offset: int) -> Variable | None:
        """The same for an offset in the thread-local block."""
        return self._ask(lambda: self._variable(self._thread_locals, offset))

    def denoted_at(self, return_address: int, names: tuple[str, ...]) -> Member | Variable | None:
        """What an expression means at a call: ``("cq", "lock")`` is the field in ``cq->lock`` or ``cq.lock``.

        None for a local pointer by itself: what it points to has another name.
        """
        return self._ask(lambda: self._denoted_at(return_address - 1, names))

    def _ask(self, question: Callable[[], T]) -> T | None:
        """The answer; None if the debug information is in a form that cannot be read, which ``problem`` then says."""
        try:
            return question()
        except (DWARFError, ELFError, LookupError, ValueError, AttributeError, AssertionError, NotImplementedError):
            self.problem = "part of its debug information cannot be read"
            return None

    # ------------------------------------------------------------------ code

    @cached_property
    def _dwarf(self) -> Any:
        return self._elf.get_dwarf_info()

    @cached_property
    def _units(self) -> list[Any]:
        return [unit for unit in self._dwarf.iter_CUs() if unit.header.get("unit_type") != "DW_UT_type"]

    @cached_property
    def _unit_ranges(self) -> list[tuple[int, int, Any]]:
        return sorted(
            ((low, high, unit) for unit in self._units for low, high in self._ranges(unit.get_top_DIE())),
            key=lambda entry: entry[:2],
        )

    def _unit_at(self, address: int) -> Any | None:
        index = bisect.bisect_right(self._unit_ranges, address, key=lambda entry: entry[0]) - 1
        if index < 0 or address >= self._unit_ranges[index][1]:
            return None
        return self._unit_ranges[index][2]

    def _ranges(self, die: Die) -> Iterator[tuple[int, int]]:
        attributes = die.attributes
        if "DW_AT_ranges" in attributes:
            yield from self._range_list(die)
        elif "DW_AT_low_pc" in attributes and "DW_AT_high_pc" in attributes:
            low, high = attributes["DW_AT_low_pc"].value, attributes["DW_AT_high_pc"]
            yield low, high.value if high.form == "DW_FORM_addr" else low + high.value

    def _range_list(self, die: Die) -> Iterator[tuple[int, int]]:
        base = die.cu.get_top_DIE().attributes.get("DW_AT_low_pc")
        offset = base.value if base else 0
        lists = self._dwarf.range_lists()
        for entry in lists.get_range_list_at_offset(die.attributes["DW_AT_ranges"].value, cu=die.cu):
            if isinstance(entry, BaseAddressEntry):
                offset = entry.base_address
            else:
                shift = 0 if getattr(entry, "is_absolute", False) else offset
                yield entry.begin_offset + shift, entry.end_offset + shift

    def _covers(self, die: Die, address: int) -> bool:
        return any(low <= address < high for low, high in self._ranges(die))

    def _frames(self, unit: Any, address: int) -> list[Die]:
        """The function around an address and the calls inlined into it, outermost first."""
        frames: list[Die] = []
        below = [unit.get_top_DIE()]
        while below:
            for die in below.pop().iter_children():
                if die.tag in ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine"):
                    if self._covers(die, address):
                        frames.append(die)
                        below = [die]
                        break
                elif die.tag in ("DW_TAG_lexical_block", "DW_TAG_namespace"):
                    below.append(die)
        return frames

    def _call_at(self, address: int) -> Call | None:
        unit = self._unit_at(address)
        place = self._place_of_code(unit, address) if unit else None
        if unit is None or place is None:
            return None
        frames = self._frames(unit, address)
        return Call(place, name_of(frames[-1]) if frames else "?")

    def _place_of_code(self, unit: Any, address: int) -> Place | None:
        lines = self._lines(unit)
        index = bisect.bisect_right(lines, address, key=lambda line: line.address) - 1
        return lines[index].place if index >= 0 else None

    def _lines(self, unit: Any) -> list[_Line]:
        cached = self._line_tables.get(unit.cu_offset)
        if cached is None:
            cached = self._line_tables[unit.cu_offset] = sorted(self._read_lines(unit), key=lambda line: line.address)
        return cached

    @cached_property
    def _line_tables(self) -> dict[int, list[_Line]]:
        return {}

    def _read_lines(self, unit: Any) -> Iterator[_Line]:
        program = self._dwarf.line_program_for_CU(unit)
        for entry in program.get_entries() if program else ():
            state = entry.state
            if state is not None:
                where = None if state.end_sequence else self._place(unit, state.file, state.line)
                yield _Line(state.address, where)

    def _place(self, unit: Any, file: int, line: int, column: int = 0) -> Place:
        return Place(self._file_names(unit)[file], line, column)

    def _file_names(self, unit: Any) -> dict[int, str]:
        cached = self._file_tables.get(unit.cu_offset)
        if cached is None:
            cached = self._file_tables[unit.cu_offset] = self._read_file_names(unit)
        return cached

    @cached_property
    def _file_tables(self) -> dict[int, dict[int, str]]:
        return {}

    def _read_file_names(self, unit: Any) -> dict[int, str]:
        header = self._dwarf.line_program_for_CU(unit).header
        first = 0 if header.version >= 5 else 1
        compiled_in = text(unit.get_top_DIE(), "DW_AT_comp_dir")
        folders = [folder.decode(errors="replace") for folder in header["include_directory"]]
        if first:
            folders.insert(0, compiled_in)
        names = {}
        for index, entry in enumerate(header["file_entry"], first):
            folder = folders[entry.dir_index] if entry.dir_index < len(folders) else ""
            name = Path(compiled_in, folder, entry.name.decode(errors="replace"))
            names[index] = os.path.normpath(name)
        return names

    # ------------------------------------------------------------------ variables and types

    @cached_property
    def _extents(self) -> list[_Extent]:
        return self._collect(address_of)

    @cached_property
    def _thread_locals(self) -> list[_Extent]:
        return self._collect(thread_local_offset)

    def _collect(self, start_of: Callable[[Die], int | None]) -> list[_Extent]:
        extents = []
        for unit in self._units:
            for die in variables(unit.get_top_DIE()):
                start = start_of(die)
                if start is not None:
                    extents.append(_Extent(start, start + max(size_of(type_of(die)), 1), die))
        return sorted(extents, key=lambda extent: extent.start)

    def _variable(self, extents: list[_Extent], address: int) -> Variable | None:
        index = bisect.bisect_right(extents, address, key=lambda extent: extent.start) - 1
        if index < 0 or address >= extents[index].end:
            return None
        extent = extents[index]
        steps = list(way_to(type_of(extent.die), address - extent.start))
        name = name_of(extent.die)
        fields = [step for step in steps if not isinstance(step, int)]
        return Variable(
            name,
            name + "".join(f"[{s}]" if isinstance(s, int) else f".{name_of(s[1])}" for s in steps),
            self._declared(extent.die),
            any(isinstance(step, int) for step in steps),
            self._member(fields) if fields else None,
        )

    def _member(self, fields: list[tuple[Die, Die]]) -> Member:
        """The field at the end of a way, named from the innermost struct that has a name."""
        names: list[str] = []
        struct = ""
        for around, field in reversed(fields):
            names.insert(0, name_of(field))
            struct = struct_name(around)
            if struct:
                break
        return Member(struct, ".".join(filter(None, names)), self._declared(fields[-1][1]))

    def _declared(self, die: Die) -> Place | None:
        die = origin(die, "DW_AT_decl_line")
        if "DW_AT_decl_file" not in die.attributes or "DW_AT_decl_line" not in die.attributes:
            return None
        column = die.attributes.get("DW_AT_decl_column")
        return self._place(
            die.cu,
            die.attributes["DW_AT_decl_file"].value,
            die.attributes["DW_AT_decl_line"].value,
            column.value if column else 0,
        )

    def _denoted_at(self, address: int, names: tuple[str, ...]) -> Member | Variable | None:
        unit = self._unit_at(address)
        inside = self._local(unit, address, names[0]) if unit else None
        die = inside or (_global(unit, names[0]) if unit else None)
        if die is None:
            return None
        fields: list[tuple[Die, Die]] = []
        kind = type_of(die)
        for name in names[1:]:
            found = field_called(pointee(kind), name)
            if not found:
                return None
            fields += found
            kind = type_of(found[-1][1])
        if fields:
            return self._member(fields)
        if inside and is_pointer(kind):
            return None
        return Variable(names[0], names[0], self._declared(die), False, None)

    def _local(self, unit: Any, address: int, name: str) -> Die | None:
        """The local variable or parameter of the function whose text stands at the address."""
        frames = self._frames(unit, address)
        known = locals_of(origin(frames[-1], "DW_AT_name")) if frames else iter(())
        return next((die for die in known if name_of(die) == name), None)


def _global(unit: Any, name: str) -> Die | None:
    return next((die for die in unit.get_top_DIE().iter_children() if is_named(die, name)), None)
