# SPDX-License-Identifier: MIT
"""Strict reading of dataclasses from JSON: an unknown field or a wrong type is a fault, and has its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, cast, get_origin

import cattrs
from cattrs.cols import homogenous_tuple_structure_factory
from cattrs.errors import ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn

_NAMES: dict[type, str] = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a string",
    list: "a list", dict: "an object", type(None): "null",
}  # fmt: skip


def _check(value: object, *accepted: type) -> None:
    if type(value) not in accepted:
        found = _NAMES.get(type(value), type(value).__name__)
        raise TypeError(f"{found} where {_NAMES[accepted[0]]} is expected")


def _scalar(expected: type, *accepted: type) -> Any:
    def structure(value: object, kind: type) -> object:
        _check(value, expected, *accepted)
        return kind(value)

    return structure


def _list(kind: Any, converter: cattrs.BaseConverter) -> Any:
    inner = homogenous_tuple_structure_factory(kind, converter)

    def structure(value: object, kind: Any) -> object:
        _check(value, list)
        return inner(value, kind)

    return structure


def _object(kind: Any, converter: cattrs.Converter) -> Any:
    inner = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def structure(value: object, kind: Any) -> object:
        _check(value, dict)
        return inner(cast(dict[str, Any], value), kind)

    return structure


def _is_tuple(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter()
    for scalar in (bool, int, str):
        converter.register_structure_hook(scalar, _scalar(scalar))
    converter.register_structure_hook(float, _scalar(float, int))

    @converter.register_structure_hook_factory(_is_tuple)
    def of_list(kind: Any, converter: cattrs.Converter) -> Any:
        return _list(kind, converter)

    @converter.register_structure_hook_factory(is_dataclass)
    def of_object(kind: Any, converter: cattrs.Converter) -> Any:
        return _object(kind, converter)

    return converter


CONVERTER = _converter()


def complaints(error: BaseException, path: str) -> Iterator[tuple[str, str]]:
    """The JSON path and the sentence of each fault that cattrs found."""
    if not isinstance(error, ExceptionGroup):
        yield path, _sentence(error)
        return
    for inner in error.exceptions:
        note = next((n for n in getattr(inner, "__notes__", ()) if hasattr(n, "type")), None)
        step = getattr(note, "name", None) if note else None
        index = getattr(note, "index", None) if note else None
        at = f"{path}.{step}" if step else f"{path}[{index}]" if index is not None else path
        yield from complaints(inner, at)


def _sentence(error: BaseException) -> str:
    if isinstance(error, KeyError):
        return f"field {error.args[0]!r} is missing"
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown field {min(error.extra_fields)!r}"
    if isinstance(error, (TypeError, ValueError)):
        return str(error)
    return "the value has the wrong type"
