# SPDX-License-Identifier: MIT
"""Dataclasses as JSON text, by their annotations: what json.dumps makes of their fields, without objects in between.

cattrs and json take two and a half times as long for a large program; orjson refuses names that are not UTF-8.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from json.encoder import encode_basestring_ascii as string
from typing import Any

Text = Callable[[Any], str]

_KNOWN: dict[Any, Text] = {
    str: string, int: int.__repr__, float: json.dumps, bool: {False: "false", True: "true"}.__getitem__,
}  # fmt: skip


def of(kind: Any) -> Text:
    """What makes the text of a value of the type."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _made(kind)
    return _KNOWN[kind]


def spread(kind: Any, value: Any, depth: int = 0) -> str:
    """The text with a line for each field, and for each member of a list: a person finds them with grep."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    indent = "\n" + " " * depth
    if value is not None and origin in (types.UnionType, typing.Union):
        return spread(next(one for one in inner if one is not type(None)), value, depth)
    if not value or not (origin or is_dataclass(kind)):
        return of(kind)(value)
    if origin in (list, tuple):
        return f"[{','.join(indent + ' ' + text for text in map(of(inner[0]), value))}{indent}]"
    if origin in (dict, Mapping):
        members = [(string(name), inner[1], one) for name, one in value.items()]
    else:
        members = [(string(name), hint, getattr(value, name)) for name, hint in _fields(kind).items()]
    lines = (f"{indent} {name}: {spread(hint, one, depth + 1)}" for name, hint, one in members)
    return f"{{{','.join(lines)}{indent}}}"


def _fields(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _made(kind: Any) -> Text:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        [some] = [of(one) for one in inner if one is not type(None)]
        return lambda value: "null" if value is None else some(value)
    if origin in (list, tuple) and (len(inner) == 1 or inner[-1] is Ellipsis):
        each = of(inner[0])
        return lambda values: f"[{', '.join(map(each, values))}]"
    if origin in (dict, Mapping):
        member = of(inner[1])
        return lambda value: f"{{{', '.join([f'{string(name)}: {member(one)}' for name, one in value.items()])}}}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {one: json.dumps(one.value) for one in kind}.__getitem__
    if isinstance(kind, type) and is_dataclass(kind):
        return _of_fields(_fields(kind))
    raise TypeError(f"no text for {kind}")


def _of_fields(hints: Mapping[str, Any]) -> Text:
    """The text of a dataclass, by code of its own: there are many of them."""
    steps = {f"text_{name}": of(hint) for name, hint in hints.items()}
    parts = ", ".join(f'"{name}": {{text_{name}(value.{name})}}' for name in hints)
    made: Text = eval(f"lambda value: f'{{{{{parts}}}}}'", steps)
    return made
