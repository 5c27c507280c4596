# SPDX-License-Identifier: MIT
"""What a section must not contain to be shipped, apart from its shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet

from rcl import lockapi
from rcl.analyse.function.extents import Refused, Region
from rcl.analyse.program.escapes import Escapes
from rcl.analyse.section import attributes, declarations, enumerations
from rcl.analyse.unit import frames
from rcl.analyse.unit.brackets import NAME, only_code
from rcl.analyse.unit.region import Layout
from rcl.analyse.unit.text import (
    CONDITIONAL,
    asks,
    balanced,
    in_bodies,
    leading_to,
    replaced,
    same_condition,
    spelled_by,
    types_of,
)
from rcl.analyse.unit.tree import Node, arguments, callee, of_thread, saving_calls, strip
from rcl.analyse.unit.wording import with_macros
from rcl.errors import Code
from rcl.model import Place

#: these use the caller's stack frame, or save a place in it
STACK_BOUND = frozenset({
    "alloca", "__builtin_alloca", "__builtin_alloca_with_align", "getcontext", "makecontext", "swapcontext",
    "__builtin_va_start", "__builtin_frame_address", "__builtin_return_address", "vfork",
})  # fmt: skip
#: these ask what is known of a variable there, but the C library's macros only bound with them what they write
_SIZES = frozenset({"__builtin_object_size", "__builtin_dynamic_object_size"})
#: these must be called in one function for a list of arguments
LISTS = frozenset({"__builtin_va_copy", "__builtin_va_end"})
TYPES = ("STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "TYPEDEF_DECL")
#: what asks for an alignment
_ALIGNMENT = re.compile(r"[Aa]lignof(?:__)?\s*$")
_NAME = re.compile(r"[A-Za-z_]\w*")
#: a function that calls one of these keeps all its sections: a signal's handler may go back to it, or the compiler
_SAVING_MORE = frozenset({"sigsetjmp", "__sigsetjmp", "__builtin_setjmp"})
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", re.MULTILINE)
#: what begins or ends a branch of an #if, or a block
_NESTED = re.compile(CONDITIONAL.pattern + "|[{}]", re.MULTILINE)
#: what says how many of it came before
_COUNTER = "__COUNTER__"
#: what changes the meaning of the text behind it
_PRAGMAS = "push_macro|pop_macro|pack|scalar_storage_order"
_CHANGING = re.compile(
    rf"^[ \t]*#[ \t]*(include(?:_next)?|pragma[ \t]+(?:{_PRAGMAS}))\b"
    rf"|\b_Pragma\s*\(\s*\"\s*({_PRAGMAS})\b", re.MULTILINE
)
#: the same where a macro makes it
_CHANGED = re.compile(rf"\b(?:{_PRAGMAS})\b")
_CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|el|en)(?:\\\r?\n|[^\r\n])*", re.MULTILINE)
_DEFINITION = re.compile(r"[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\r\n])*")
_RETURN = re.compile(r"\breturn\b")
_LEAVES = re.compile(r"\breturn\b|\bgoto\b\s*(\w*)|(?:unlock|UNLOCK)(?!\w*\s*:)")
_LABEL = re.compile(r"^\s*(\w+)\s*:(?!:)", re.MULTILINE)
_LOCAL_LABELS = re.compile(r"\b__label__\b([\w\s,]*);")
_TOKEN = re.compile(r"\b(?:break|continue|while|for|do|switch)\b|[{}();]")


def check(layout: Layout, region: Region, place: Callable[[int], Place], escapes: Escapes) -> None:
    """Raise Refused if the section holds something that cannot leave its function."""
    attributes.check(layout, place)
    for pair in layout.function.cleanups:
        pushed, popped = region.contains(pair.push[0]), region.contains(pair.pop[0])
        left = region.left_between(pair.push[0], pair.pop[0])
        if pushed != popped or (pushed and left):
            construct = "pthread_cleanup_" + ("push" if pushed else "pop")
            raise Refused(Code.STACK_BOUND.reason(place(pair.push[0]), construct=construct))
    _lock_guards(layout, region, place)
    _cleaned_later(layout, region, place)
    parent = layout.graph.parent
    here = [node for node in layout.function.nodes if region.contains(node.start)]
    for call in saving_calls(layout.function):
        if region.contains(call.start) or callee(call).name in _SAVING_MORE:
            construct = callee(call).name.removeprefix("__builtin_")
            raise Refused(Code.STACK_BOUND.reason(place(call.start), construct=construct))
    for node in here:
        name = callee(node).name if node.kind == "CALL_EXPR" else ""
        foreign = name in LISTS and not _declared_there(layout, region, arguments(node)[0])
        if foreign or is_bound(layout, node):
            raise Refused(Code.STACK_BOUND.reason(place(node.start), construct=name.removeprefix("__builtin_")))
        cleaned = node.kind == "VAR_DECL" and node.ref in layout.function.cleaned
        if cleaned and not _cleaned_inside(layout, region, node):
            construct = f"{node.name}, which has a clean-up function"
            raise Refused(Code.STACK_BOUND.reason(place(node.start), construct=construct))
        lacking = node.op == "inner" and not _declared_inside(layout, region, node)
        if lacking and enumerations.named(layout, node) is None:
            why = "it is declared inside the function"
            raise Refused(Code.CAPTURE_TYPE.reason(place(node.start), variable=node.name, why=why))
        literal = node.kind == "COMPOUND_LITERAL_EXPR" and region.ends_in(node, parent)
        if literal and escapes.kept(node, parent):
            raise Refused(Code.STACK_BOUND.reason(place(node.start), construct="the address of a compound literal"))
    if asks := frames.asked(layout.function, region.contains):
        raise Refused(Code.STACK_BOUND.reason(place(asks.start), construct="the address of a variable to reckon with"))
    _local_declarations(layout, region, place)
    text = layout.source.text[region.start : region.end]
    for at, construct in _changing(layout, region):
        raise Refused(Code.STACK_BOUND.reason(place(at), construct=construct))
    _counted(layout, region, place)
    _local_types(layout, region, text, place)
    _local_labels(layout, region, place)
    _names_behind(layout, region, place)
    _local_macros(layout, region, text, place)
    _conditionals(region, text, place)


def _changing(layout: Layout, region: Region) -> Iterator[tuple[int, str]]:
    """What changes the meaning of the text behind it in the function, up to the section's end, and where."""
    start, end, file = layout.function.start, region.end, layout.function.file
    if match := _CHANGING.search(layout.source.text, start, end):
        yield match.start(), f"#{match[1]}" if match[1] else f"_Pragma({match[2]})"
    made = [e for e in layout.unit.expansions.get(file, ()) if start <= e.start < end]
    named = {name for e in made for name in (e.name, *e.handed)}
    leading = leading_to(layout.unit, layout.sources, named, "_Pragma")
    for one in (e for e in made if not leading.isdisjoint((e.name, *e.handed))):
        said = with_macros(layout.unit, lambda name: layout.sources(name).text, file, one.start, one.end)
        if changed := next(filter(None, map(_CHANGED.search, said)), None):
            yield one.start, f"_Pragma({changed[0]})"


def _counted(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """A section comes before what its function does first: it would get the numbers of that, and that others.

    What a macro makes a name of is another one than before, and so is what belongs to it.
    """
    start, unit, sources = layout.function.start, layout.unit, layout.sources
    words = list(NAME.finditer(only_code(layout.source.text[start : region.end])))
    named = {word[0] for word in words}
    perhaps = {_COUNTER, *leading_to(unit, sources, named, _COUNTER)} & named
    counting = {word for word in perhaps if _is_counted(layout, word)}
    uses = [start + word.start() for word in words if word[0] in counting]
    inside = [at for at in uses if region.contains(at)]
    if inside and any(at < inside[-1] and not region.contains(at) for at in uses):
        raise Refused(Code.STACK_BOUND.reason(place(inside[0]), construct=_COUNTER))


def _is_counted(layout: Layout, word: str) -> bool:
    """Does a word come to such a number, of which no macro makes a name?"""
    spelled, unit, sources = spelled_by(layout.unit, layout.sources, word), layout.unit, layout.sources
    bodies = (sources(m.file).part(m.start, m.end) for name in spelled for m in unit.macros.get(name, ()))
    return _COUNTER in spelled and not any("##" in body for body in bodies)


def _lock_guards(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """A guard's scope must not end with the section, nor the section in it: the lock would be given back there."""
    for guard in layout.function.lock_guards:
        left = region.left_between(guard.start, guard.end)
        if region.contains(guard.declared) and (left or not region.start <= guard.end <= region.end):
            construct = "a lock guard, whose scope the section leaves"
            raise Refused(Code.STACK_BOUND.reason(place(guard.declared), construct=construct))


def _cleaned_inside(layout: Layout, region: Region, declared: Node) -> bool:
    """Is a variable that the section declares cleaned up while it has its lock, whatever leaves the variable's scope?

    So it is by a jump out of the scope of the section's own lock guard, which comes last.
    """
    block = layout.graph.block_of(declared)
    if block is None or block.end > region.end:
        return False
    left = any(declared.start <= start < block.end for _, (start, _) in region.pauses)
    left = left or any(declared.start <= call.start < block.end for _, call in region.waits)
    guards = [g for g in layout.function.lock_guards if g.start == region.start]
    return not left and (bool(guards) or not region.left_between(block.start, block.end))


def _cleaned_later(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """What is declared while the lock is released must not be cleaned up when that is taken again."""
    graph, released = layout.graph, [span for _, span in region.pauses]
    cleaned = layout.function.cleaned
    for node in layout.function.of_kinds("VAR_DECL") if cleaned and released else ():
        block = graph.block_of(node) if node.ref in cleaned else None
        if block and any(start <= node.start < end < block.end for start, end in released):
            construct = f"{node.name}, which has a clean-up function"
            raise Refused(Code.STACK_BOUND.reason(place(node.start), construct=construct))


def is_bound(layout: Layout, node: Node) -> bool:
    """Does a call use the stack frame of its function, or ask what is known there of a variable?"""
    name = callee(node).name if node.kind == "CALL_EXPR" else ""
    return name in STACK_BOUND or (name in _SIZES and _of_tree(layout, node, name))


def _of_tree(layout: Layout, call: Node, name: str) -> bool:
    """Does the tree's own text make a call?"""
    made = layout.expansion(call.start)
    return made is None or bool(in_bodies(layout.unit, layout.sources, made, name))


def _conditionals(region: Region, text: str, place: Callable[[int], Place]) -> None:
    """The section, and each tail, must hold an #if whole or not at all, with no end of its block for some other build.
    """
    code = only_code(text)
    for start, end in [(region.start, region.end), *region.tails]:
        begun: list[int] = []
        depths: list[int] = []
        depth = 0
        for match in _NESTED.finditer(code, start - region.start, end - region.start):
            at = region.start + match.start()
            depth += (match[0] == "{") - (match[0] == "}")
            if match[1] == "if":
                begun.append(at)
                depths.append(depth)
            elif (match[1] and not begun) or (begun and depth < 0):
                raise Refused(Code.CUT_CONDITIONAL.reason(place(at)))
            elif match[1] == "el":
                depth = depths[-1]
            elif match[1]:
                begun.pop()
                depths.pop()
        if begun:
            raise Refused(Code.CUT_CONDITIONAL.reason(place(begun[0])))


def asks_otherwise(text: str, region: Region, condition: str) -> bool:
    """Does a section ask for what an #if line asks for, but in other words, or do something where it is not so?"""
    asked = set(_NAME.findall(condition)) - {"if", "ifdef", "ifndef", "defined"}
    alike: list[bool] = []
    for directive in _CONDITION.finditer(text, region.start, region.end):
        if not region.contains(directive.start()):
            continue
        line = only_code(directive[0])
        same = line.split() == only_code(condition).split()
        if directive[1] == "if":
            alike.append(same)
        elif directive[1] == "en":
            alike[-1:] = []
        elif alike[-1:] == [True]:
            return True
        if not same and asked & set(_NAME.findall(line)):
            return True
    return False


def _local_declarations(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """A function or variable of another file that is only declared inside the function."""
    for use, declared in declarations.named(layout, region.contains):
        if not declarations.text_of(layout, declared):
            why = "it is declared inside the function"
            raise Refused(Code.CAPTURE_TYPE.reason(place(use.start), variable=use.name, why=why))


def _local_types(layout: Layout, region: Region, text: str, place: Callable[[int], Place]) -> None:
    """What libclang does not tell of: the function's types, in a struct of the section for one, what typeof asks.

    Where the section goes, another type or variable may have the name: none of a variable's that it has, too.
    """
    function = layout.function
    types = (n for n in function.of_kinds(*TYPES) if n.name and n.start < region.start)
    seen = {n.name.split()[-1] for n in types if region.start < (layout.graph.block_of(n) or function.body).end}
    own = {n.ref for n in function.of_kinds("VAR_DECL") if region.contains(n.start)}
    asked = {v.name for v in function.locals.values() if v.key not in own}
    told = [n for n in function.of_kinds("DECL_REF_EXPR") if region.contains(n.start)]
    alone = asked - {n.name for n in told}
    lacking = function.locals.keys() - own - {n.ref for n in told}
    lacking -= {n.ref for n in function.of_kinds("VAR_DECL") if not _around(layout, n, region.start)}
    lacked = {function.locals[key].name for key in lacking}
    code = only_code(text)
    words = [m for m in NAME.finditer(code) if m[0] in seen]
    for word in (m for m in NAME.finditer(code) if m[0] in alone):
        words += [word] if asks(layout, code, region.start, word.start()) else []
    for start, end in types_of(code):
        kept = asked if _ALIGNMENT.search(code[:start]) else lacked  # a copy may be aligned otherwise
        words += [m for m in NAME.finditer(code, start, end) if m[0] in kept]
    for word in (m for m in words if region.contains(region.start + m.start())):
        why = "it is declared inside the function"
        raise Refused(Code.CAPTURE_TYPE.reason(place(region.start + word.start()), variable=word[0], why=why))


def _local_labels(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """A label of the section that ``__label__`` declares before it: the declaration would stay."""
    function = layout.function
    labels = [n for n in function.of_kinds("LABEL_STMT") if region.contains(n.start)]
    code = only_code(layout.source.text[function.start : region.start]) if labels else ""
    declared = {name for match in _LOCAL_LABELS.finditer(code) for name in _NAME.findall(match[1])}
    for label in (n for n in labels if n.name in declared):
        construct = f"__label__ {label.name}"
        raise Refused(Code.STACK_BOUND.reason(place(label.start), construct=construct))


def _around(layout: Layout, declared: Node, offset: int) -> bool:
    """Does an offset stand in the block of a declaration?"""
    block = layout.graph.block_of(declared)
    return block is None or block.start <= offset < block.end


def _names_behind(layout: Layout, region: Region, place: Callable[[int], Place]) -> None:
    """The types and enumerators that the section declares, and what it declares of outside of the function: what
    follows it has them not, and must not name them.
    """
    text, parent = layout.source.text, layout.graph.parent
    for node in (n for n in layout.function.of_kinds(*TYPES, *declarations.KINDS) if region.contains(n.start)):
        if node.op == "local":
            continue
        block = node
        while block.kind != "COMPOUND_STMT":
            block = parent[id(block)]
        behind = [(max(start, node.end), min(end, block.end)) for start, end in region.tails]
        behind.append((region.end, block.end))
        own = _NAME.findall(only_code(text[node.start : node.end])) if node.kind == "ENUM_DECL" else []
        names = (name for name in (*node.name.split()[-1:], *own) if name.isidentifier() and name != "enum")
        for name in (name for name in names if _named(layout, behind, name)):
            why = "it is declared in the section and used after it"
            raise Refused(Code.CAPTURE_TYPE.reason(place(node.start), variable=name, why=why))


def _named(layout: Layout, parts: Iterable[tuple[int, int]], name: str) -> bool:
    """Does a part of the text spell a name, or a macro that it calls?"""
    unit, expansions = layout.unit, layout.unit.expansions.get(layout.function.file, [])
    return any(
        name in NAME.findall(only_code(layout.source.text[start:end]))
        or any(in_bodies(unit, layout.sources, e, name) for e in expansions if start <= e.start < end)
        for start, end in parts
    )


def _declared_there(layout: Layout, region: Region, variable: Node) -> bool:
    """Is a variable declared in the section?"""
    ref = strip(variable).ref
    return any(n.ref == ref and region.contains(n.start) for n in layout.function.of_kinds("VAR_DECL"))


def _declared_inside(layout: Layout, region: Region, node: Node) -> bool:
    """Is a type or enumerator that a node names declared in the section itself?"""
    wanted, text = node.name.split()[-1], layout.source.text
    types = [n for n in layout.function.of_kinds(*TYPES) if region.contains(n.start) and n.start <= node.start]
    listed = (n for n in types if n.kind == "ENUM_DECL" and _within_block(layout, n, node))
    enumerators = (name for n in listed for name in _NAME.findall(only_code(text[n.start : n.end])))
    return any(n.name == wanted for n in types) or wanted in enumerators


def _within_block(layout: Layout, declared: Node, node: Node) -> bool:
    """Does a node stand in the block of a declaration?"""
    block = layout.graph.block_of(declared)
    return block is not None and block.start <= node.start < block.end


def _local_macros(
    layout: Layout, region: Region, text: str, place: Callable[[int], Place]
) -> None:
    before, inside = _directives(layout, region)
    spelled = _spelled(layout, region.start, region.end) if before else frozenset()
    for match in before:
        if match[1] in spelled and not _repeatable(layout, region, match):
            raise Refused(Code.LOCAL_MACRO.reason(place(match.start()), macro=match[1]))
    spelled = _spelled(layout, layout.function.start, region.start) if inside else frozenset()
    for match in inside:
        undone = re.search(rf"#[ \t]*undef[ \t]+{match[1]}\b", text[match.start() - region.start :])
        apart = undone and (match[1] not in spelled or _is_new(layout, match[1]))
        if not apart and not _goes_along(layout, region, match, spelled):
            raise Refused(Code.LOCAL_MACRO.reason(place(match.start()), macro=match[1]))


def _directives(layout: Layout, region: Region) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """What defines macros of the function, or ends them, before the section and in it."""
    found = [*DIRECTIVE.finditer(layout.source.text, layout.function.start, region.end)]
    return [m for m in found if m.start() < region.start], [m for m in found if m.start() >= region.start]


def _spelled(layout: Layout, start: int, end: int) -> AbstractSet[str]:
    """The names in a part of the text, also those that macros in it come to."""
    return spelled_by(layout.unit, layout.sources, layout.source.text[start:end])


def _goes_along(layout: Layout, region: Region, match: re.Match[str], spelled: AbstractSet[str]) -> bool:
    """Is a directive in the section the only one about a macro, which is not ``spelled`` before the section in its
    function? That will stand behind the directive then.
    """
    alone = len(layout.unit.macros.get(match[1], [])) == 1
    return alone and match[1] not in spelled and region.contains(match.start())


def _repeatable(layout: Layout, region: Region, match: re.Match[str]) -> bool:
    """Is a directive before the section the only one in its function about a macro, which is none before that?

    It must name no other such one, and no lock call, which would have to be converted there, too.
    """
    text, start = layout.source.text, layout.function.start
    others = [m for m in DIRECTIVE.finditer(text, start, region.start) if m.start() != match.start()]
    body = _DEFINITION.match(text, match.start())
    return (
        body is not None
        and body[0].count("/*") == body[0].count("*/")
        and _is_new(layout, match[1])
        and same_condition(text, start, match.start())
        and not any(other[1] == match[1] or re.search(rf"\b{other[1]}\b", body[0]) for other in others)
        and not any(word in lockapi.TOKENS for word in re.findall(r"\w+", body[0]))
    )


def _is_new(layout: Layout, macro: str) -> bool:
    """Is a macro that a function defines none before that, as far as the tree's text tells?"""
    function, found = layout.function, layout.unit.macros.get(macro, [])
    before = [m[0] for m in DIRECTIVE.finditer(layout.source.text, 0, function.start) if m[1] == macro]
    ended = not before or "undef" in before[-1]
    return ended and all(definition.file == function.file for definition in found)


def macros(layout: Layout, region: Region) -> tuple[str, ...]:
    """The definitions of macros in the function that the section needs, in their order."""
    before, _ = _directives(layout, region)
    used = _spelled(layout, region.start, region.end) if before else frozenset()
    needed = (_DEFINITION.match(layout.source.text, m.start()) for m in before if m[1] in used)
    return tuple(body[0].strip() for body in needed if body)


def calls(layout: Layout, region: Region) -> list[Node]:
    """The calls that the section makes, and its assembler, which may make some."""
    function, undone = layout.function, layout.function.undone
    made = (n for n in function.nodes if n.kind in ("CALL_EXPR", "ASM_STMT") and id(n) not in undone)
    return [n for n in made if region.contains(n.start)]


def thread_locals(layout: Layout, region: Region) -> tuple[str, ...]:
    """The thread-local variables that the section names."""
    function, undone = layout.function, layout.function.undone
    named = function.of_kinds("DECL_REF_EXPR", "VAR_DECL", "CALL_EXPR")
    here = [node for node in named if region.contains(node.start) and id(node) not in undone]
    return tuple(sorted({name for name, _ in of_thread(function, here)}))


def skipped(layout: Layout, region: Region) -> tuple[tuple[int, int], ...]:
    """The inactive parts of the section."""
    found = layout.unit.skipped.get(layout.function.file, [])
    return tuple((start, end) for start, end in found if region.start <= start < region.end)


def could_leave(text: str, region: Region, start: int, end: int) -> bool:
    """Could an inactive part of the section release the lock or jump out of it?

    What follows a release stays in the function: it may return.
    """
    in_tail = any(first <= start < end <= last for first, last in region.tails)
    return _may_leave(_RETURN.sub("", text[start:end]) if in_tail else text[start:end], _labels(text, region))


def leaving(layout: Layout, region: Region) -> tuple[int, ...]:
    """Where macros stand in inactive parts of the section that could do so."""
    text, labels, parts = layout.source.text, _labels(layout.source.text, region), skipped(layout, region)
    made = ((start + at, call) for start, end in parts for at, call in _made(layout, only_code(text[start:end])))
    return tuple(at for at, call in made if _leaves_by(layout, call, labels, returns=region.in_tail(at)))


def _labels(text: str, region: Region) -> Collection[str]:
    """The section's labels."""
    found = _LABEL.finditer(text, region.start, region.end)
    return {match[1] for match in found if not region.in_tail(match.start(1))}


def _made(layout: Layout, code: str) -> Iterator[tuple[int, str]]:
    """The macros that code names, each with what it is given."""
    for name in (word for word in _NAME.finditer(code) if word[0] in layout.unit.macros):
        yield name.start(), name[0] + balanced(code[name.end() :]) * code.startswith("(", name.end())


def _leaves_by(layout: Layout, call: str, labels: Collection[str], returns: bool, deepest: int = 4) -> bool:
    """Could a macro's call do so, or one that it makes; not if all it does is to return where it may?"""
    for macro in layout.unit.macros[_NAME.findall(call)[0]]:
        made = only_code(replaced(layout.unit, layout.sources, macro, call) or "")
        if _may_leave(_RETURN.sub("", made) if returns else made, labels):
            return True
        inner = (one for _, one in _made(layout, made) if deepest and not one.startswith(f"{macro.name}("))
        if any(_leaves_by(layout, one, labels, returns, deepest - 1) for one in inner):
            return True
    return False


def _may_leave(text: str, labels: Collection[str]) -> bool:
    """Could inactive code release a lock, or jump out of itself other than to one of the section's labels?"""
    if any(match[1] not in labels for match in _LEAVES.finditer(text)):
        return True
    inside: list[bool] = []
    loop, depth = False, 0
    for token in _TOKEN.findall(text):
        depth += (token == "(") - (token == ")")
        match token:
            case "{":
                inside.append(loop)
                loop = False
            case "}":
                inside[-1:] = []
                loop = False
            case ";" if depth == 0:
                loop = False
            case "break" | "continue":
                if not loop and not any(inside):
                    return True
            case "while" | "for" | "do" | "switch":
                loop = True
    return False
