# SPDX-License-Identifier: MIT
"""Questions to single DWARF entries (DIEs): names, types, sizes, and the way to a byte of a variable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcl import lockapi

#: typedefs at which the way into a variable ends
_LOCK_TYPES = frozenset({*lockapi.TYPES, "pthread_rwlock_t", "pthread_spinlock_t", "pthread_barrier_t"})

_ALIASES = frozenset(
    f"DW_TAG_{tag}" for tag in ("const_type", "volatile_type", "restrict_type", "atomic_type", "typedef")
)
_AGGREGATES = ("DW_TAG_structure_type", "DW_TAG_union_type")
_OP_ADDR, _OP_ADDRX, _OP_CONST8U = 0x03, 0xA1, 0x0E
#: DW_OP_GNU_push_tls_address and DW_OP_form_tls_address
_OP_TLS = (0xE0, 0x9B)

Die = Any


def text(die: Die, attribute: str) -> str:
    """An attribute that is a string, or nothing."""
    found = die.attributes.get(attribute)
    return found.value.decode(errors="replace") if found else ""


def origin(die: Die, attribute: str) -> Die:
    """The DIE itself or the one that it completes or instantiates, whichever has the attribute."""
    while attribute not in die.attributes:
        link = next((a for a in ("DW_AT_specification", "DW_AT_abstract_origin") if a in die.attributes), None)
        if link is None:
            break
        die = die.get_DIE_from_attribute(link)
    return die


def name_of(die: Die) -> str:
    """The entry's name, empty if it has none."""
    return text(origin(die, "DW_AT_name"), "DW_AT_name")


def type_of(die: Die) -> Die | None:
    """The type of a variable, field, pointer, typedef; None is void."""
    die = origin(die, "DW_AT_type")
    return die.get_DIE_from_attribute("DW_AT_type") if "DW_AT_type" in die.attributes else None


def _plain(kind: Die | None) -> Die | None:
    """The type without typedefs and qualifiers; a lock's typedef stays."""
    while kind is not None and kind.tag in _ALIASES and not _is_lock(kind):
        kind = type_of(kind)
    return kind


def pointee(kind: Die | None) -> Die | None:
    """What a type is when all pointers and arrays are followed."""
    kind = _plain(kind)
    while kind is not None and kind.tag in ("DW_TAG_pointer_type", "DW_TAG_array_type"):
        kind = _plain(type_of(kind))
    return kind


def _is_lock(kind: Die) -> bool:
    return kind.tag == "DW_TAG_typedef" and name_of(kind) in _LOCK_TYPES


def is_pointer(kind: Die | None) -> bool:
    """Whether a type is a pointer."""
    kind = _plain(kind)
    return kind is not None and kind.tag == "DW_TAG_pointer_type"


def is_named(die: Die, name: str) -> bool:
    """Whether it is the variable of that name."""
    return bool(die.tag == "DW_TAG_variable") and name_of(die) == name


def size_of(kind: Die | None) -> int:
    """Bytes; 0 if unknown."""
    while kind is not None and "DW_AT_byte_size" not in kind.attributes:
        if kind.tag == "DW_TAG_array_type":
            return _count(kind) * size_of(type_of(kind))
        kind = type_of(kind)
    return int(kind.attributes["DW_AT_byte_size"].value) if kind is not None else 0


def _count(array: Die) -> int:
    count = 1
    for bound in array.iter_children():
        if "DW_AT_count" in bound.attributes:
            count *= bound.attributes["DW_AT_count"].value
        elif "DW_AT_upper_bound" in bound.attributes:
            count *= bound.attributes["DW_AT_upper_bound"].value + 1
    return count


def way_to(kind: Die | None, offset: int) -> Iterator[int | tuple[Die, Die]]:
    """The way to a byte of a type: an index into an array, or a struct and its field, a step."""
    kind = _plain(kind)
    while kind is not None and not _is_lock(kind):
        if kind.tag == "DW_TAG_array_type":
            element = type_of(kind)
            index, offset = divmod(offset, max(size_of(element), 1))
            yield index
            kind = _plain(element)
        elif kind.tag in _AGGREGATES:
            field = _field_over(kind, offset)
            if field is None:
                return
            yield kind, field
            offset -= _offset(field)
            kind = _plain(type_of(field))
        else:
            return


def _offset(field: Die) -> int:
    location = field.attributes.get("DW_AT_data_member_location")
    return location.value if location and isinstance(location.value, int) else 0


def _field_over(struct: Die, offset: int) -> Die | None:
    for field in struct.iter_children():
        if field.tag == "DW_TAG_member" and 0 <= offset - _offset(field) < size_of(type_of(field)):
            return field
    return None


def field_called(struct: Die | None, name: str) -> list[tuple[Die, Die]]:
    """The field of that name and the anonymous members on the way to it."""
    if struct is None or struct.tag not in _AGGREGATES:
        return []
    for field in struct.iter_children():
        if field.tag == "DW_TAG_member":
            if name_of(field) == name:
                return [(struct, field)]
            inner = [] if name_of(field) else field_called(_plain(type_of(field)), name)
            if inner:
                return [(struct, field), *inner]
    return []


def struct_name(struct: Die) -> str:
    """The tag or, for a struct without one, the typedef's name."""
    tag = name_of(struct)
    if tag:
        return tag
    for die in struct.cu.get_top_DIE().iter_children():
        if die.tag == "DW_TAG_typedef" and type_of(die) == struct:
            return name_of(die)
    return ""


def variables(die: Die) -> Iterator[Die]:
    """The variables of a unit, those declared inside functions included."""
    for child in die.iter_children():
        if child.tag == "DW_TAG_variable":
            yield child
        elif child.tag in ("DW_TAG_subprogram", "DW_TAG_lexical_block", "DW_TAG_namespace"):
            yield from variables(child)


def locals_of(function: Die) -> Iterator[Die]:
    """The parameters and local variables of a function."""
    for child in function.iter_children():
        if child.tag in ("DW_TAG_variable", "DW_TAG_formal_parameter"):
            yield child
        elif child.tag == "DW_TAG_lexical_block":
            yield from locals_of(child)


def address_of(variable: Die) -> int | None:
    """The address of a variable that has one for the whole run."""
    ops = _location(variable)
    if len(ops) == 9 and ops[0] == _OP_ADDR:
        return int.from_bytes(bytes(ops[1:]), "little")
    if len(ops) > 1 and ops[0] == _OP_ADDRX:
        return int(variable.dwarfinfo.get_addr(variable.cu, _uleb128(ops[1:])))
    return None


def thread_local_offset(variable: Die) -> int | None:
    """The offset of a variable in the thread-local block."""
    ops = _location(variable)
    if len(ops) == 10 and ops[0] == _OP_CONST8U and ops[9] in _OP_TLS:
        return int.from_bytes(bytes(ops[1:9]), "little")
    return None


def _location(variable: Die) -> list[int]:
    location = variable.attributes.get("DW_AT_location")
    return location.value if location and location.form in ("DW_FORM_exprloc", "DW_FORM_block1") else []


def _uleb128(ops: list[int]) -> int:
    return sum((byte & 0x7F) << 7 * index for index, byte in enumerate(ops))
