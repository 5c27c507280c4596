# SPDX-License-Identifier: MIT
"""Macros that take or release a lock and do more: ``do { lock(m); (m)->held = 1; } while (0)``.

That goes with the section, by a macro beside them which has all but the lock call. What comes before an acquisition, or
after a release, is its client's, by such a macro, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from rcl import lockapi
from rcl.analyse.unit.brackets import only_code
from rcl.analyse.unit.checks import does_nothing_else, idle_behind, outside
from rcl.analyse.unit.region import Layout, Statement
from rcl.analyse.unit.text import balanced, head, parts, ways_to
from rcl.analyse.unit.tree import (
    EXPRESSION_WRAPPERS,
    JUMPS,
    PREFIXES,
    Beside,
    Expansion,
    Macro,
    Node,
    callee,
    changes,
    constant,
    strip,
    whole_of,
)  # fmt: skip
from rcl.names import beside

#: what is evaluated as a whole, and once
_ALL = EXPRESSION_WRAPPERS | {
    "COMPOUND_STMT", "StmtExpr", "DECL_STMT", "VAR_DECL", "UNARY_OPERATOR", "BINARY_OPERATOR",
}  # fmt: skip
#: what neither does anything nor looks at something that may change
_IDLY = frozenset({"DECL_STMT", "VAR_DECL", "TYPE_REF", "NULL_STMT", "INTEGER_LITERAL", "STRING_LITERAL", "PAREN_EXPR"})
#: how a macro's body begins and ends that does several things, without blanks
_OPENINGS = frozenset({"{", "do{", "({", "(void)({", "(", "(void)("})
_CLOSINGS = frozenset({"}", "}while(0)", "})", ")"})
_END, _BLANKS = "\n", " \t\r\n\\"
#: the parts of what a macro does besides its call: before that, and behind it
_AHEAD, _BEHIND = "ahead", "behind"
_TOKEN, _MOST = re.compile(r"\w+|[^\w\s\\]"), 6
#: the end of a line that goes on in the next one
_LINE = re.compile(r"[ \t]*\\\r?\n")
#: what is left of a macro that does nothing but the call
_IDLE = re.compile(r"(?:[\s\\(){};0]|\bdo\b|\bwhile\b|\bvoid\b)*")
#: what ends a call that is a statement, and the rest of its line
_ALONE = re.compile(r"\s*;[ \t]*")
_REST = re.compile(r"[ \t]*(?:/\*.*?\*/[ \t]*)?\\?\r?\n")
_WORD = re.compile(r"\w+")
_IF = re.compile(r"\bif[\s\\]*(?=\()")
#: what follows where it is the first of several expressions, and what stands before the last one
_FIRST = re.compile(r"\s*,\s*")
_LAST = re.compile(r"\s*,\s*$")


def doing(layout: Layout, call: Node, takes: bool) -> Statement | None:
    """The statement that is a macro's use which ``takes`` a lock, or gives it back, and does more.

    None if it does so where that cannot be told apart.
    """
    covering = layout.expansion(call.start)
    if covering and (several := _several(layout, call, covering, takes)):
        return several
    use = _use(layout, call, covering) if covering else None
    place = layout.in_block(use.node) if use else None
    if covering is None or use is None or place is None or not layout.alone(covering, place[0], use.node):
        return None
    name, start, end = callee(call).name, use.node.start, layout.end_of(use.node)
    if takes:
        return _taking(layout, use, covering, Statement(call, *place, start, layout.with_semicolon(end)))
    if use.last:
        by = _besides(layout, covering, name, "held", use) or _in_branches(layout, covering, name, "held", use)
        end = layout.with_semicolon(end)
        return Statement(call, *place, end, end, by=by) if by else None
    if use.first:
        by = _besides(layout, covering, name, "after", use)
        return Statement(call, *place, start, start, uses=use.node, by=by) if by else None
    return _releasing(layout, use, covering, Statement(call, *place, end, end))


def _taking(layout: Layout, use: _Use, covering: Expansion, whole: Statement) -> Statement | None:
    """The same for an acquisition: what comes before it is the client's."""
    name = callee(whole.node).name
    ahead: tuple[Beside, ...] = ()
    if use.apart:
        ahead = _besides(layout, covering, name, "ahead", use, _AHEAD)
        ahead = ahead or _in_branches(layout, covering, name, "ahead", use)
    held = _besides(layout, covering, name, "held", use, "" if use.first else _BEHIND)
    if not (held if use.first else ahead):
        return None
    called = f"{ahead[-1].call}{_given(layout, covering)}" if ahead else ""
    if not held:
        return replace(whole, by=ahead, ahead=called)
    return replace(whole, end=whole.start, uses=use.node, by=(*ahead, *held), ahead=called)


def _releasing(layout: Layout, use: _Use, covering: Expansion, whole: Statement) -> Statement | None:
    """The same for a release with something before and behind: this is the client's, and changes none of its variables.
    """
    name = callee(whole.node).name
    held = _besides(layout, covering, name, "held", use, _AHEAD) if use.apart and use.keeps else ()
    after = _besides(layout, covering, name, "after", use, _BEHIND) if held else ()
    if not after:
        return None
    return replace(whole, by=(*after, *held), after=f"{after[-1].call}{_given(layout, covering)}")


def _given(layout: Layout, covering: Expansion) -> str:
    """What a macro is given, in its parentheses."""
    return layout.source.part(covering.start + len(covering.name), covering.end)


def _several(layout: Layout, call: Node, covering: Expansion, takes: bool) -> Statement | None:
    """The same for a macro that makes several statements of a block, of which the call is the last, or the first.

    The others are the client's, with the variables that they declare.
    """
    node, _ = outside(layout.graph.parent, call)
    block, index = layout.in_block(node) or (None, 0)
    if block is None or strip(node) is not call or covering.start <= block.start < covering.end:
        return None
    made = [i for i, kid in enumerate(block.kids) if i == index or covering.start <= kid.start < covering.end]
    others = [block.kids[i] for i in made if i != index]
    nodes = [n for kid in others for n in kid.walk()]
    halved = any(kid.start < covering.start < kid.end for kid in block.kids if kid is not block.kids[index])
    if not others or made[-1 if takes else 0] != index or halved or any(n.kind in JUMPS | PREFIXES for n in nodes):
        return None
    if not takes:
        by = _besides(layout, covering, callee(call).name, "after")
        return Statement(call, block, index, covering.start, covering.start, uses=node, by=by) if by else None
    own = {n.ref for n in nodes if n.kind == "VAR_DECL"}
    changed = (n.kids[0] for n in nodes if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&"))
    kept = all(whole_of(n).op != "local" or whole_of(n).ref in own for n in changed)
    apart = kept and block.kids[index] is node and all(n.kind != "ASM_STMT" for n in nodes)
    by = _besides(layout, covering, callee(call).name, "ahead", part=_AHEAD) if apart else ()
    end = layout.with_semicolon(covering.end)
    called = f"{by[-1].call}{_given(layout, covering)}" if by else ""
    return Statement(call, block, index, covering.start, end, by=by, ahead=called) if by else None


@dataclass(frozen=True)
class _Use:
    """The statement that a macro makes around a call which it always makes, once.

    The call comes ``first`` in it, or ``last``; ``apart``: what comes before is statements or operands of their own,
    which change no variable of the function's, behind the variables ``declared``, which they do not name, either;
    ``checked``: an if statement only asks whether it has failed; ``keeps``: none of it changes such a variable;
    ``once``: it makes no other such call.
    """

    node: Node
    first: bool
    last: bool
    apart: bool
    checked: bool
    keeps: bool
    declared: tuple[frozenset[str], ...]
    once: bool


def _use(layout: Layout, call: Node, covering: Expansion) -> _Use | None:
    node, parent = call, layout.graph.parent
    before: list[tuple[Node, list[Node]]] = []
    last, checked = True, False
    while (above := parent.get(id(node))) and covering.start <= above.start <= above.end <= covering.end:
        index = next(i for i, kid in enumerate(above.kids) if kid is node)
        if not _always(above, index):
            return None
        if any(map(_acts, above.kids[:index])) and not _only_keeps(above):
            before.append((above, above.kids[:index]))
        last = last and _ends(above, index, call)
        checked = checked or (above.kind == "IF_STMT" and len(above.kids) < 3 and does_nothing_else(above, call, 0))
        node = above
    if node is call or any(n.kind in JUMPS | PREFIXES for n in node.walk()):
        return None
    first = [*takewhile(_only_declares, before[0][1])] if len(before) == 1 else []
    apart = len(before) == 1 and _stand_apart(layout, before[0][0], before[0][1][len(first) :], first)
    declared = tuple(frozenset(k.name for k in part.kids if k.kind == "VAR_DECL") for part in first)
    once = sum(n.kind == "CALL_EXPR" and callee(n).name == callee(call).name for n in node.walk()) == 1
    return _Use(node, not before, last, apart, checked, _keep(layout, [node]), declared, once)


def _only_keeps(above: Node) -> bool:
    """Does it do nothing with a part but to keep that in a variable?"""
    return above.op == "=" and above.kids[0].kind == "DECL_REF_EXPR"


def _only_declares(part: Node) -> bool:
    return part.kind == "DECL_STMT" and not _acts(part)


def _stand_apart(layout: Layout, above: Node, parts: Sequence[Node], first: Sequence[Node]) -> bool:
    """Are these statements or operands of their own, which declare nothing, change no variable of the function's, and
    name none that is declared ``first``?
    """
    if above.kind != "COMPOUND_STMT" and above.op != ",":
        return False
    nodes = [n for part in parts for n in part.walk()]
    own = {n.ref for part in first for n in part.walk() if n.kind == "VAR_DECL"}
    odd = any(part.kind == "DECL_STMT" for part in parts) or any(n.kind == "ASM_STMT" or n.ref in own for n in nodes)
    return not odd and _keep(layout, parts)


def _keep(layout: Layout, parts: Sequence[Node]) -> bool:
    """Do parts of a function change none of its variables but those that they declare?"""
    nodes = [n for part in parts for n in part.walk()]
    own = {n.ref for n in nodes if n.kind == "VAR_DECL"}
    changed = (whole_of(n.kids[0]) for n in nodes if changes(n) or (n.kind == "UNARY_OPERATOR" and n.op == "&"))
    return all(n.op != "local" or n.ref in own or layout.function.locals[n.ref].static for n in changed)


def _ends(above: Node, index: int, call: Node) -> bool:
    """Does nothing come behind a part of an expression or statement, with a call that gives 0?"""
    if above.kind in ("IF_STMT", "CONDITIONAL_OPERATOR"):
        return does_nothing_else(above, call, 0)
    if above.kind == "COMPOUND_STMT" and idle_behind(above.kids, index, call):
        return True
    return above.kind == "DO_STMT" or not any(map(_acts, above.kids[index + 1 :]))


def _always(above: Node, index: int) -> bool:
    """Is a part of an expression or statement always evaluated, and once?"""
    if above.kind == "DO_STMT":
        return index == 0 and constant(above.kids[1]) == 0
    first = above.kind in ("IF_STMT", "CONDITIONAL_OPERATOR") or above.op in ("&&", "||")
    return index == 0 if first else above.kind in _ALL


def _acts(node: Node) -> bool:
    """May it do something, or look at something that changes?"""
    return any(n.kind not in _IDLY for n in node.walk())


def _besides(
    layout: Layout,
    covering: Expansion,
    name: str,
    when: str,
    use: _Use | None = None,
    part: str = "",
) -> tuple[Beside, ...]:
    """The macro that does what one does but for a lock call, behind those that it calls for that; none without it.

    ``when`` it does so: "ahead" of the lock, while that is "held", or "after" that; only the ``part`` before the call,
    or behind it, all of it without one. ``use``: what the first makes if that is one statement.
    """
    ways = ways_to(layout.unit, layout.sources, covering, name)
    made: list[Beside] = []
    called, parted = "", False
    for macro, offset in reversed(ways[0]) if len(ways) == 1 else ():
        defined = layout.sources(macro.file).part(macro.start, macro.end)
        _, parameters, end = head(defined)
        body, at = _completed(layout, defined[end:], offset - macro.start - end)
        word = _WORD.match(body, at)
        others = any(w in lockapi.TOKENS for w in _WORD.findall(only_code(body)) if w != name)
        if word is None or others or _depth(layout, body) or len(layout.unit.macros[macro.name]) > 1:
            return ()
        ahead, behind = "", body
        if part and use is None:
            ahead = only_code(body)[:at].rstrip(_BLANKS) and body[:at].rstrip(_BLANKS).removesuffix(";")
        elif part and use:
            ahead, behind = _parted(layout, body, at, use.declared)
        start = at - len(body) + len(behind)
        end = start + len(word[0])
        rest = _without(layout, behind, start, end, use is not None and use.checked)
        if (ahead and (called or parted)) or (parted and not _idle(layout, rest)):
            return ()
        parted = parted or bool(ahead)
        if called:
            rest = behind[:start] + called + behind[end:]
        elif part == _AHEAD:
            rest = ahead
        called = ""
        if not _idle(layout, rest):
            named = beside(macro.name, when.upper() if macro.name.isupper() else when)
            one = Beside(named, macro, ", ".join(parameters or ()), rest.strip(), parameters is None)
            made.append(one)
            called = one.call
    return tuple(made) if called and not any(_is_taken(layout, one) for one in made) else ()


def _idle(layout: Layout, body: str) -> bool:
    """Does a macro's body, or what is left of it, do nothing?"""
    return bool(_IDLE.fullmatch(_WORD.sub(lambda word: _unbracketed(layout, word[0]), only_code(body))))


def _in_branches(layout: Layout, covering: Expansion, name: str, when: str, use: _Use) -> tuple[Beside, ...]:
    """The same for a macro with a call in each of its branches that ends it, ``when`` that does more before."""
    ways = ways_to(layout.unit, layout.sources, covering, name)
    if len(ways) < 2 or not (use.once and use.last):
        return ()
    inside: dict[str, tuple[Macro, dict[int, str]]] = {}
    for way in ways:
        for (macro, offset), leads in zip(way, [*(inner.name for inner, _ in way[1:]), ""], strict=True):
            inside.setdefault(macro.name, (macro, {}))[1][offset] = leads
    made: dict[str, Beside] = {}
    for name in reversed(inside):
        macro, places = inside[name]
        defined = layout.sources(macro.file).part(macro.start, macro.end)
        _, parameters, start = head(defined)
        body, others = defined[start:], lockapi.TOKENS.keys() & set(_WORD.findall(only_code(defined[start:])))
        if _depth(layout, body) or len(layout.unit.macros[name]) > 1 or len(others) > 1:
            return ()
        for offset, leads in sorted(places.items(), reverse=True):
            at = offset - macro.start - start
            end = at + len(leads or _word(body, at))
            inner = made.get(leads)
            body = body[:at] + inner.name + body[end:] if inner else _without(layout, body, at, end, False)
        if not _idle(layout, body):
            named = beside(name, when.upper() if name.isupper() else when)
            made[name] = Beside(named, macro, ", ".join(parameters or ()), body.strip(), parameters is None)
    first = ways[0][0][0].name
    taken = first not in made or any(_is_taken(layout, one) for one in made.values())
    return () if taken else tuple(made.values())


def _word(text: str, at: int) -> str:
    """The word that begins at an offset."""
    word = _WORD.match(text, at)
    return word[0] if word else ""


def _completed(layout: Layout, body: str, at: int) -> tuple[str, int]:
    """A macro's body with an offset in it: one that opens or closes a block as a block of its own, without a loop."""
    depth, (opens, closes) = _depth(layout, body), _brackets(layout, only_code(body))
    if depth == 1 and opens and opens[1] in ("{", "do{") and body[opens[0] - 1] == "{":
        start = opens[0] - 1
        before = body[:start].rstrip(_BLANKS).removesuffix("do") if opens[1] == "do{" else body[:start]
        return f"{before}{body[start:]}{_bracket(body, before)}}}", at - start + len(before)
    if depth == -1 and closes and closes[1] in ("}", "}while(0)"):
        end = len(body) - len(body[closes[0] :].lstrip(_BLANKS))
        before = f"{_bracket(body, body[:end])}{{"
        return (f"{before}{body[: end + 1]}", at + len(before)) if body[end] == "}" else (body, at)
    return body, at


def _bracket(body: str, before: str) -> str:
    """What stands before a bracket in a macro's body: what stands in its line before the other one, or a blank."""
    return f" \\\n{before.rpartition(_END)[2]}" if _END in body else " "


def _depth(layout: Layout, body: str) -> int:
    """How many more braces a macro's body opens than it closes."""
    said = "".join(_unbracketed(layout, token[0]) for token in _TOKEN.finditer(only_code(body)))
    return said.count("{") - said.count("}")


def _parted(layout: Layout, body: str, at: int, declared: Sequence[frozenset[str]]) -> tuple[str, str]:
    """What a macro's body does before the statement, or operand, that holds an offset, "" for nothing; and the rest,
    which begins with what it has ``declared`` first.
    """
    code = only_code(body)
    opens, closes = _brackets(layout, code)
    if not opens or not closes or opens[0] > at:
        return "", body
    (opening, said), (closing, _) = opens, closes
    ends, depth = [opening], 0
    for i in range(opening, at):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0 and code[i] in (";}" if said.endswith("{") else ","):
            ends.append(i + 1)
    own, begins = ends[:-1][len(declared) :][:1], ends[-1]
    told = zip(declared, ends, ends[1:], strict=False)
    if not own or not all(names <= {*_WORD.findall(code[start:end])} for names, start, end in told):
        return "", body
    ahead = body[own[0] : begins].rstrip(_BLANKS).removesuffix("," * (not said.endswith("{")))
    if not ahead.strip(" \t\r\n\\;"):
        return "", body
    behind = body[begins:] if said.endswith("{") else body[begins:].lstrip(" ")
    rest, line = body[opening : own[0]] + behind, _LINE.match(body, opening)
    if not declared and line and (further := _LINE.match(rest)):
        rest = line[0] + rest[further.end() :]
    return body[:opening] + ahead + body[closing:], body[:opening] + rest


def _brackets(layout: Layout, code: str) -> tuple[tuple[int, str] | None, tuple[int, str] | None]:
    """How far what opens a macro's body goes, and where what closes it begins, each with what that is, ``do{``."""
    tokens = [*_TOKEN.finditer(code)]
    opens, closes, said = None, None, ""
    for token in tokens[:_MOST]:
        said += _unbracketed(layout, token[0])
        if said in _OPENINGS:
            opens = token.end(), said
    said = ""
    for token in reversed(tokens[-_MOST:]):
        said = _unbracketed(layout, token[0]) + said
        if said in _CLOSINGS:
            closes = len(code[: token.start()].rstrip(_BLANKS)), said
    return opens, closes


def _unbracketed(layout: Layout, word: str) -> str:
    """What stands for a word, without blanks: brackets for a macro that is nothing else, ``STMT_BEGIN``."""
    known = layout.unit.macros.get(word, [])
    if len(known) != 1:
        return word
    _, parameters, body = parts(layout.sources(known[0].file).part(known[0].start, known[0].end))
    code = re.sub(r"\s", "", only_code(body))
    return code if code and parameters is None and _IDLE.fullmatch(code) else word


def _without(layout: Layout, body: str, start: int, end: int, checked: bool) -> str:
    """A macro's body without the call whose name stands there, and what only checks it: else with 0 for its result."""
    end = len(body) - len(body[end:].lstrip(_BLANKS))
    end += len(balanced(body[end:]))
    alone = _ALONE.match(body, end)
    if checked and (check := _check(body, start)):
        return _cut(body, *check)
    code = only_code(body)
    ahead, (opens, _) = code[:start].rstrip(_BLANKS), _brackets(layout, code)
    if alone and (ahead[-1:] in ("", "{", ";", "}") or (opens and opens[0] == len(ahead))):
        return _cut(body, start, alone.end())
    before, behind = body[:start], body[end:]
    if (first := _FIRST.match(behind)) and before.endswith("("):
        return before + behind[first.end() :]
    if (last := _LAST.search(before)) and behind.startswith(")"):
        return before[: last.start()] + behind
    return f"{before}0{behind}"


def _check(body: str, at: int) -> tuple[int, int] | None:
    """Where the if statement stands whose condition holds an offset, if its branch is a block or a call."""
    code = only_code(body)
    begun = [m for m in _IF.finditer(code, 0, at) if m.end() + len(balanced(code[m.end() :])) > at]
    if not begun:
        return None
    branch = begun[-1].end() + len(balanced(code[begun[-1].end() :]))
    branch += len(code[branch:]) - len(code[branch:].lstrip(" \t\r\n\\"))
    end = branch + len(balanced(code[branch:])) if code[branch] == "{" else code.find(";", branch) + 1
    return begun[-1].start(), end


def _cut(body: str, start: int, end: int) -> str:
    """A macro's body without a statement, or without its line where nothing else stands there but a comment."""
    line, rest = body[:start].rpartition("\n")[2], _REST.match(body, end)
    if rest and line != body[:start] and not line.strip():
        return body[: start - len(line)] + body[rest.end() :]
    return body[:start] + body[end:].lstrip(" \t")


def _is_taken(layout: Layout, one: Beside) -> bool:
    """Has something else the name of a macro that is made?"""
    texts = (layout.sources(file).text for file in (one.macro.file, layout.function.file))
    return one.name in layout.unit.macros or any(one.name in text for text in texts)
