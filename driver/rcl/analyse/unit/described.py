# SPDX-License-Identifier: MIT
"""What rcl.toml says are lock calls. Each use of a macro becomes one call in the tree, whatever else the macro does.

``MUTEX_LOCK(env, m)`` may be ``do { if (m && lock(env, m) != 0) return (-1); } while (0)``. The call that stands for it
has the macro's name and arguments, or, where it stands in the body of another macro, those of the first call in it that
gets as many. What the macro gives new values, ``n = hash(key) % SIZE; lock(&locks[n]);``, stands below the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from rcl import lockapi
from rcl.analyse.unit.region import Sources
from rcl.analyse.unit.text import head, parts, split
from rcl.analyse.unit.tree import (
    Expansion,
    Function,
    Node,
    Unit,
    arguments,
    callee,
    canonical,
    changes,
    whole_of,
)  # fmt: skip
from rcl.description import LockFacts, Signature, not_usable

_DEEPEST = 8
#: the fields whose call belongs to one table alone
_ALONE = ("lock", "trylock", "shared")
#: how much an executor is given besides what says which mutex: how to execute, and the section
_OF_EXECUTE = 4
_CALL = re.compile(r"\s*(\w+)\s*\(")


def check(units: list[Unit], sources: Sources, locks: Iterable[LockFacts]) -> None:
    """Refuses what a table says and the tree cannot mean: BAD_ARTEFACT."""
    roles: dict[str, tuple[str, str]] = dict.fromkeys(lockapi.CALLS, ("", ""))
    written = [sources(file).text for file in sorted({f for u in units for f in u.files})] if locks else []
    for facts in locks:
        for key, signature in facts.named.items():
            table, role = roles.setdefault(signature.name, (facts.name, key))
            if (table, role) != (facts.name, key) and (role != key or key in _ALONE):
                other = f"the {role} of [lock.{table}]" if role else "a lock call that rcl knows"
                raise not_usable(sources.root, facts, key, f"{signature.name} is {other}, too")
            if _other_parameters(units, sources, signature, _OF_EXECUTE if key == "execute" else 0):
                raise not_usable(sources.root, facts, key, f"{signature.name} has another number of parameters")
        words = {"handle": facts.handle} | {key: signature.name for key, signature in facts.named.items()}
        for key, word in words.items():
            if word and not any(re.search(rf"\b{word}\b", text) for text in written):
                raise not_usable(sources.root, facts, key, f"there is nothing called {word!r} in the tree")


def _other_parameters(units: list[Unit], sources: Sources, signature: Signature, more: int) -> bool:
    """Has a macro or function another number of parameters than is said, and these ``more``?"""
    macros = {m for unit in units for m in unit.macros.get(signature.name, [])}
    counts = [parts(sources(m.file).part(m.start, m.end))[1] for m in macros]
    if not macros:
        counts += [f.parameters for unit in units for f in unit.functions if f.name == signature.name]
    return any(
        count is not None and count[-1:] != ["..."] and len(count) != len(signature.parameters) + more
        for count in counts
    )


def collapse(units: Iterable[Unit], sources: Sources, parameters: dict[str, int]) -> dict[int, Node]:
    """Puts calls in the place of what the macros make; ``parameters`` says how many each has.

    What they had made is given back, by the calls' identity.
    """
    found: dict[int, Node] = {}
    for unit in units:
        for function in unit.functions if parameters.keys() & unit.macros.keys() else ():
            uses = {
                e.start: (e, name) for e in unit.expansions.get(function.file, [])
                if function.start <= e.start < function.end
                and (name := _stands_for(unit, sources, e, parameters.keys(), _DEEPEST))
            }  # fmt: skip
            if uses:
                found |= _replace(function, uses, parameters, sources(function.file).text)
                function.changed()
    return found


def _stands_for(unit: Unit, sources: Sources, use: Expansion, names: Collection[str], depth: int) -> str:
    """The described macro that a macro is, or to which it only gives arguments; "" if it is none."""
    if use.name in names:
        return use.name
    for macro in unit.macros.get(use.name, []) if depth else ():
        if (macro.file, macro.start) != use.defined:
            continue
        definition = sources(macro.file).part(macro.start, macro.end).replace("\\\n", " ")
        body = definition[head(definition)[2] :]
        called = _CALL.match(body)
        inner = unit.macros.get(called[1], []) if called and _is_one_call(body[called.end() - 1 :]) else []
        if inner:
            next_use = Expansion(use.start, use.end, inner[-1].name, (inner[-1].file, inner[-1].start))
            return _stands_for(unit, sources, next_use, names, depth - 1)
    return ""


def _is_one_call(text: str) -> bool:
    """Does the parenthesis that a text starts with close at its end?"""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return not text[at + 1 :].strip(" \t\n;")
    return False


def _replace(
    function: Function, uses: dict[int, tuple[Expansion, str]], parameters: dict[str, int], text: str
) -> dict[int, Node]:
    found: dict[int, Node] = {}
    work = [function.body]
    while work:
        node = work.pop()
        for number, kid in enumerate(node.kids):
            use, name = uses.get(kid.start, (None, ""))
            made = _call(kid, use, name, parameters[name], text) if use and kid.end <= use.end else None
            if made is not None:
                node.kids[number] = made
                found[id(made)] = kid
            else:
                work.append(kid)
    return found


def _call(made: Node, use: Expansion, name: str, count: int, text: str) -> Node | None:
    """The call for what a macro has made."""
    calls = [n for n in made.walk() if n.kind == "CALL_EXPR" and callee(n).op == "function"]
    given = _spelled(made, use, text) if use.name == name else None
    if given is None:
        given = next((arguments(call)[:count] for call in calls if len(arguments(call)) >= count), None)
    if not calls or given is None or len(given) != count:
        return None
    place = (use.start, use.end, use.start, use.end)
    unknown = Node("", "", *place, [], "")
    set_there = [Node("BINARY_OPERATOR", "", *place, [target, unknown], "", "=") for target in _set(made, given)]
    called = Node("DECL_REF_EXPR", name, *place, set_there, callee(calls[0]).ref, "function", "f")
    return Node("CALL_EXPR", name, *place, [called, *given], "", calls[0].op, "o")


def _set(made: Node, given: Iterable[Node]) -> list[Node]:
    """What a macro gives new values, but for variables of its own: as its argument says it, if it is one."""
    own = {n.ref for n in made.walk() if n.kind == "VAR_DECL"}
    targets = {canonical(n.kids[0]): n.kids[0] for n in made.walk() if changes(n)}
    said = {canonical(argument): argument for argument in given}
    return [replace(said.get(text, target)) for text, target in targets.items() if whole_of(target).ref not in own]


def _spelled(made: Node, use: Expansion, text: str) -> list[Node] | None:
    """The expressions that a macro's arguments are spelled as; None if the macro does not evaluate one of them."""
    found: dict[str, Node] = {}
    for node in made.walk():
        if use.start < node.first < node.last <= use.end:
            found.setdefault(re.sub(r"\s+", " ", text[node.first : node.last]), node)
    given = split(text[use.start : use.end]) or []
    return [found[argument] for argument in given] if all(argument in found for argument in given) else None
