# SPDX-License-Identifier: MIT
"""Dataclasses as plain lists for JSON and back, by their annotations: compact and fast, for files that only rcl reads.

artefacts.py is for files that people read, too. What cannot be read back raises TypeError, ValueError, KeyError or
IndexError.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
Step = Callable[[Any], Any]
#: types whose values are the same in JSON, and what may stand in their places there
_PLAIN: dict[Any, tuple[type, ...]] = {
    str: (str,), int: (int, bool), bool: (bool,), float: (float, int), type(None): (type(None),),
}  # fmt: skip


@dataclass(frozen=True)
class Codec:
    """How values of a type become JSON, and back. None: they are the same in JSON, of one of the ``plain`` types."""

    pack: Step | None = None
    unpack: Step | None = None
    plain: frozenset[type] = frozenset()


#: of a field that is left out
_NOTHING = Codec(lambda value: None, plain=frozenset({type(None)}))
_KNOWN: dict[Any, Codec] = {kind: Codec(plain=frozenset(plain)) for kind, plain in _PLAIN.items()}
_SHARED: set[type] = set()
#: the values of these types that were read, with what says them, by its first parts
_READ: dict[type, dict[Any, tuple[Any, Any]]] = {}
_LEFT_OUT: set[tuple[type, str]] = set()
#: what unpacking raises where something else was packed
DAMAGED = (TypeError, ValueError, KeyError, IndexError, AttributeError)


def register(kind: type, pack: Step, unpack: Step) -> None:
    """A type with a form of its own."""
    _KNOWN[kind] = Codec(pack, unpack)


def share(kind: type) -> None:
    """A dataclass whose values are one object where they are equal, when they are read back: as a rule only one has the
    same first three fields.
    """
    _SHARED.add(kind)


def forget() -> None:
    """Values that are read from now on are other objects than those before: what says them is not kept any more."""
    for known in _READ.values():
        known.clear()


def leave_out(kind: type, name: str) -> None:
    """A field that who packs the dataclass keeps elsewhere, and gives it again: until then it is None."""
    _LEFT_OUT.add((kind, name))


def pack(kind: Any, value: Any) -> Any:
    """A value of the type as JSON can say it."""
    step = of(kind).pack
    return step(value) if step else value


def unpack(kind: type[T], value: Any) -> T:
    """The value of the type that ``pack`` was given."""
    codec = of(kind)
    found: T = codec.unpack(value) if codec.unpack else _checked(value, codec.plain)
    return found


def of(kind: Any) -> Codec:
    """The codec of a type."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _made(kind)
    return _KNOWN[kind]


def _made(kind: Any) -> Codec:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        [some] = [of(one) for one in inner if one is not type(None)]
        return Codec(_unless_none(some.pack), _unless_none(some.unpack), some.plain | {type(None)})
    if origin in (list, tuple) and (len(inner) == 1 or inner[-1] is Ellipsis):
        each = of(inner[0])
        return Codec(_each(each.pack, list), _each_of(each, origin))
    if origin is tuple:
        parts = [of(one) for one in inner]
        return Codec(_parts_packed(parts), _parts_read(parts))
    if origin in (set, frozenset):
        each = of(inner[0])
        return Codec(_each(each.pack, sorted), _each_of(each, origin))
    if origin in (dict, Mapping):
        pairs = of(list[tuple[inner[0], inner[1]]])  # type: ignore[valid-type]
        return Codec(lambda value: _some(pairs.pack)(value.items()), lambda value: dict(_some(pairs.unpack)(value)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Codec(lambda value: value.value, kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        row = {f.name: _NOTHING if (kind, f.name) in _LEFT_OUT else of(hints[f.name]) for f in fields(kind)}
        return _of_fields(kind, row)
    raise TypeError(f"no codec for {kind}")


def _of_fields(kind: type, parts: Mapping[str, Codec]) -> Codec:
    """A dataclass as a row of its fields: in code of its own, as dataclasses have it, for there are many of them.

    The __init__ of one that is frozen makes a call for each field, and takes twice as long as to hand it all of them.
    """
    packing = {f"pack_{name}": part.pack for name, part in parts.items()}
    packed = (f"pack_{name}(value.{name})" if part.pack else f"value.{name}" for name, part in parts.items())
    pack = eval(f"lambda value: [{', '.join(packed)}]", packing)
    steps, unpacked, right = _reading(parts)
    steps |= {"_kind": kind, "_new": object.__new__, "_filled": _filled}
    made = f"_kind({', '.join(unpacked)})"
    frozen: bool = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if frozen and not (hasattr(kind, "__slots__") or hasattr(kind, "__post_init__")):
        values = (f"{name!r}: {value}" for name, value in zip(parts, unpacked, strict=True))
        made = f"_filled(_new(_kind), {{{', '.join(values)}}})"
    from_row = eval(f"lambda {', '.join(parts)}: {made} if {right} else _wrong()", steps)
    return Codec(pack, _one_of_each(kind, from_row) if kind in _SHARED else lambda row: from_row(*row))


def _filled(value: object, fields: dict[str, Any]) -> object:
    object.__setattr__(value, "__dict__", fields)
    return value


def _one_of_each(kind: type, from_row: Callable[..., Any]) -> Step:
    known = _READ.setdefault(kind, {})

    def made(row: Any) -> Any:
        key = tuple(row[:3])
        first = known.get(key)
        if first is not None and first[0] == row:
            return first[1]
        value = from_row(*row)
        known.setdefault(key, (row, value))
        return value

    return made


def _some(step: Step | None) -> Step:
    return step or (lambda value: value)


def _unless_none(step: Step | None) -> Step | None:
    return step and (lambda value: None if value is None else step(value))


def _each(step: Step | None, kind: Callable[[Any], Any]) -> Step:
    if step is None:
        return kind
    return lambda values: kind([step(value) for value in values])


def _each_of(each: Codec, kind: Callable[[Any], Any]) -> Step:
    """Reads a list of values."""
    plain, unpack = each.plain, each.unpack
    if unpack is None:
        return lambda values: kind(values) if type(values) is list and plain.issuperset(map(type, values)) else _wrong()
    return lambda values: kind([unpack(value) for value in values]) if type(values) is list else _wrong()


def _parts_packed(parts: list[Codec]) -> Step:
    """Each part by its step, as dataclasses are packed."""
    known = {f"pack{number}": part.pack for number, part in enumerate(parts)}
    packed = (f"pack{n}(part{n})" if part.pack else f"part{n}" for n, part in enumerate(parts))
    of_parts = eval(f"lambda {', '.join(f'part{n}' for n in range(len(parts)))}: [{', '.join(packed)}]", known)
    return lambda values: of_parts(*values)


def _parts_read(parts: list[Codec]) -> Step:
    """Each part by its step, as dataclasses are made."""
    steps, unpacked, right = _reading({f"part{number}": part for number, part in enumerate(parts)})
    names = ", ".join(f"part{number}" for number in range(len(parts)))
    of_parts = eval(f"lambda {names}: ({', '.join(unpacked)},) if {right} else _wrong()", steps)
    return lambda values: of_parts(*values)


def _reading(parts: Mapping[str, Codec]) -> tuple[dict[str, Any], list[str], str]:
    """Code that reads parts by their names: what it knows by names of its own, each part's value, and whether those
    that are the same in JSON are of their types.
    """
    steps: dict[str, Any] = {"_type": type, "_wrong": _wrong}
    steps |= {f"unpack_{name}": part.unpack for name, part in parts.items() if part.unpack}
    steps |= {f"plain_{name}": part.plain for name, part in parts.items()}
    unpacked = [f"unpack_{name}({name})" if part.unpack else name for name, part in parts.items()]
    right = " and ".join(f"_type({name}) in plain_{name}" for name, part in parts.items() if not part.unpack)
    return steps, unpacked, right or "True"


def _checked(value: Any, plain: Collection[type]) -> Any:
    return value if type(value) in plain else _wrong()


def _wrong() -> NoReturn:
    raise TypeError("a value of another type")
