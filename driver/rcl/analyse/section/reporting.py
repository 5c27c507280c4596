# SPDX-License-Identifier: MIT
"""The calls of lock functions that report, and take no mutex, or release none, where what they ask is not so.

There the client makes them, as the function did, around its own call of the section's function.
"""

from __future__ import annotations

from collections.abc import Sequence

from rcl.analyse.function.flow import Operation
from rcl.analyse.section.noting import names_alike
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import call_arguments
from rcl.analyse.unit.tree import callee, strip


def calls(layout: Layout, site: Operation, releases: Sequence[Operation]) -> tuple[str, str] | None:
    """The call of an acquisition, and that of all its section's releases, "" for one that reports nothing.

    None if the client cannot make them: the releases must be of one function, which is given what the acquisition is.
    """
    given = call_arguments(layout, site.call)
    wrappers = {o.wrapper.function.key: o for o in releases if o.wrapper and o.wrapper.reports}
    alike = not wrappers or len({o.wrapper.function.key if o.wrapper else "" for o in releases}) == 1
    if given is None or site.wrapper is None or len(given) != len(site.wrapper.parameters) or not alike:
        return None
    begin = f"{_name(layout, site)}({', '.join(text.strip() for text in given)})" if site.wrapper.reports else ""
    end = ""
    for release in wrappers.values():
        assert release.wrapper is not None
        count = range(len(release.wrapper.parameters))
        numbers = [names_alike(site.wrapper, release.wrapper, number) for number in count]
        told = [given[number].strip() for number in numbers if number is not None]
        if len(told) < len(numbers):
            return None
        end = f"{_name(layout, release)}({', '.join(told)})"
    return begin, end


def _name(layout: Layout, operation: Operation) -> str:
    """The name of a lock function as its call spells it, if no macro makes more than that."""
    named, text = strip(operation.call.kids[0]), layout.source.text
    spelled = text[named.start : named.end]
    alone = spelled.isidentifier() and text[named.end :].lstrip().startswith("(")
    return spelled if alone else callee(operation.call).name
