# SPDX-License-Identifier: MIT
"""The walker says of a tree what libclang's own Python package says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import clang.cindex as ci
import pytest
from clang.cindex import CursorKind as K

from rcl.analyse.unit import walk
from rcl.analyse.unit.libclang import Calls, identity
from rcl.errors import Code, RclError

HEADER = """\
static int hidden(void);
typedef int handler(struct s *given, int number);
"""
SOURCE = """\
struct s;
#include "a.h"
#define NEXT(n) ((n) + 1)
enum { NONE, SOME = 7 };
struct s { int first, second; };
static const int outer = 5;
int f(struct s *s, int n)
{
    int k = SOME, other[3] = {1, 2, n};
    struct { int inner; } x = {NEXT(n)};
    if (-n > outer || s->first == 'a')
        other[n] += k;
    return x.inner + NEXT(sizeof(n));
}
static int hidden(void) { return 0; }
handler handles;
int (*chosen(int which, handler *other))(char c);
extern _Thread_local int own, all[];
struct bits { unsigned a : 3; unsigned : 5; unsigned b : 9; struct { char in; int after; }; int (*call)(int *p); };
static void old(a, b) int a; register char b; { typedef char name[3]; int again(int); static name kept; }
"""
#: what is declared has more to it
DECLARED = (K.FUNCTION_DECL, K.VAR_DECL, K.PARM_DECL, K.FIELD_DECL, K.TYPEDEF_DECL)


@pytest.fixture
def tu(tmp_path: Path) -> ci.TranslationUnit:
    many = "\n".join(f"int v{n};" for n in range(100))
    (tmp_path / "a.h").write_text(HEADER)
    path = tmp_path / "a.c"
    path.write_text(f"{SOURCE}struct many {{ {many} }};\n")
    return ci.Index.create().parse(str(path), options=ci.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)


def preorder(cursor: ci.Cursor) -> Iterator[ci.Cursor]:
    yield cursor
    for child in cursor.get_children() if cursor.kind not in (K.ENUM_DECL, K.FUNCTION_DECL) else ():
        yield from preorder(child)


def standing(
    tu: ci.TranslationUnit, names: Iterable[str] = ("a.c", "a.h"), others: Iterable[str] = ()
) -> tuple[walk.Below, list[str]]:
    """What stands at file scope in some files, and the macros of others."""

    def named(number: int, known: Iterable[str] = names) -> str:
        name = Path(Calls(tu).name(number)).name if number else ""
        return name if name in known else ""

    return walk.Walker(tu).standing(named, lambda number: named(number, others))


def body(tu: ci.TranslationUnit) -> ci.Cursor:
    function = next(c for c in tu.cursor.get_children() if c.spelling == "f")
    return next(c for c in function.get_children() if c.kind == K.COMPOUND_STMT)


def test_what_stands_in_which_file(tu: ci.TranslationUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_SOME", 3)
    below, files = standing(tu)
    expected = [(c, Path(c.location.file.name).name) for c in tu.cursor.get_children() if c.location.file]
    assert [(below.cursor(at), file) for at, file in zip(below.roots(), files, strict=True)] == expected
    assert len(expected) > 3 and set(files) == {"a.c", "a.h"}
    assert set(standing(tu, ["a.h"])[1]) == {"a.h"}


def test_macros_of_other_files(tu: ci.TranslationUnit) -> None:
    """Of a file that is not of the tree only the macros that it defines."""
    below, files = standing(tu, ["a.h"], ["a.c"])
    others = {below.kind(at) for at, file in zip(below.roots(), files, strict=True) if file == "a.c"}
    assert others == {"MACRO_DEFINITION"} and "a.h" in files


def test_file_scope_is_without_code(tu: ci.TranslationUnit) -> None:
    below, _ = standing(tu)
    for at, row in enumerate(below.rows):
        cursor = below.cursor(at)
        children = [below.cursor(child) for child in below.children(at)]
        if cursor.kind == K.FUNCTION_DECL:
            given = list(cursor.get_arguments())
            assert children[len(children) - row.value :] == given
            assert children[: len(children) - row.value] == [c for c in cursor.get_children() if c.kind != K.PARM_DECL]
        elif cursor.kind.is_expression() or cursor.kind.is_statement() or cursor.kind == K.ENUM_DECL:
            assert not children
        else:
            assert children == list(cursor.get_children())
    values = {below.names[at]: row.value for at, row in enumerate(below.rows) if row.kind == K.FUNCTION_DECL.value}
    assert values == {"hidden": 0, "f": 2, "handles": 2, "chosen": 2, "old": 2}


def test_declarations(tu: ci.TranslationUnit) -> None:
    definition = next(c for c in tu.cursor.get_children() if c.spelling == "old")
    trees = [standing(tu)[0], *(walk.Walker(tu).below(c) for c in (body(tu), *definition.get_children()))]
    cursors = [(tree, at, tree.cursor(at)) for tree in trees for at in range(len(tree.rows))]
    declared = [(tree, at) for tree, at, cursor in cursors if cursor.kind in DECLARED]
    assert declared == [(tree, at) for tree, at, _ in cursors if tree.rows[at].declared]
    expected = {"given", "handles", "which", "own", "v99", "in", "call", "p", "k", "inner", "name", "again", "kept"}
    assert expected <= {tree.names[at] for tree, at in declared}
    for tree, at in declared:
        known, cursor = tree.declared(at), tree.cursor(at)
        of = cursor.underlying_typedef_type if cursor.kind == K.TYPEDEF_DECL else cursor.type
        assert (tree.rows[at].itself, tree.rows[at].type) == (identity(cursor), identity(of))
        assert (known.where, known.line) == (cursor.location.offset, cursor.location.line)
        assert (known.linkage, known.storage) == (cursor.linkage.value, cursor.storage_class.value)
        assert (known.thread, known.bits) == (cursor.tls_kind.value, cursor.is_bitfield())
        assert known.size == of.get_size()
        field = cursor.kind == K.FIELD_DECL
        assert known.offset == (cursor.semantic_parent.type.get_offset(cursor.spelling) if field else 0)
        assert Calls(tu).name(known.file) == cursor.location.file.name


def test_what_names_functions_elsewhere(tu: ci.TranslationUnit) -> None:
    below, _ = standing(tu)
    for at in below.roots():
        cursor = below.cursor(at)
        if cursor.kind == K.FUNCTION_DECL:
            known, first = below.declared(at), cursor.canonical
            assert below.usr(at) == first.get_usr() and known.result == identity(cursor.result_type)
            hidden = cursor.linkage == ci.LinkageKind.INTERNAL
            assert (Calls(tu).name(known.home) if hidden else known.home) == (first.location.file.name if hidden else 0)
    usrs = {below.names[at]: below.usr(at) for at, row in enumerate(below.rows) if row.declared}
    assert usrs["own"] == "c:@own" and not usrs["a"] and not usrs["which"] and not usrs["handler"]


def test_a_declaration_alone(tu: ci.TranslationUnit) -> None:
    for cursor in tu.cursor.walk_preorder():
        if cursor.kind.is_declaration():
            alone = walk.Walker(tu).alone(cursor)
            assert len(alone.rows) == 1 and alone.cursor(0) == cursor and alone.names[0] == cursor.spelling
            linked = cursor.linkage != ci.LinkageKind.NO_LINKAGE or cursor.kind not in DECLARED
            first = cursor.canonical if cursor.linkage == ci.LinkageKind.INTERNAL else cursor
            assert alone.usr(0) == (first.get_usr() if linked else "")
            assert alone.declared(0).where == cursor.location.offset


def test_a_tree(tu: ci.TranslationUnit) -> None:
    below = walk.Walker(tu).below(body(tu))
    cursors = list(map(below.cursor, range(len(below.rows))))
    assert cursors == list(preorder(body(tu)))
    for at, (row, cursor) in enumerate(zip(below.rows, cursors, strict=True)):
        assert below.kind(at) == cursor.kind.name
        assert [cursors[c] for c in below.children(at)] in ([], list(cursor.get_children()))
        assert (row.start, row.end) == (cursor.extent.start.offset, cursor.extent.end.offset)
        assert below.names[at] in ("", cursor.spelling)
        if row.meant_kind:
            assert row.meant == identity(cursor.referenced) and row.meant_kind == cursor.referenced.kind.value
    values = {below.names[at]: row.value for at, row in enumerate(below.rows) if row.kind == K.VAR_DECL.value}
    assert values == {"k": 1, "other": 2, "x": 2}
    literals = [row.literal for row in below.rows if row.literal]
    assert literals == ["7", "3", "1", "2", "1", "97", "4", "1"]
    operators = [walk.BINARY[row.operator] for row in below.rows if row.kind == K.BINARY_OPERATOR.value]
    assert operators == ["+", "||", ">", "==", "+", "+"]


def test_macros(tu: ci.TranslationUnit) -> None:
    below, _ = standing(tu)
    macros = [at for at in below.roots() if below.cursor(at).kind in (K.MACRO_DEFINITION, K.MACRO_INSTANTIATION)]
    assert [below.names[at] for at in macros] == ["NEXT"] * 3
    assert all(below.rows[at].next == at + 1 for at in macros)
    definition = identity(below.cursor(macros[0]))
    assert [below.rows[at].meant for at in macros] == [0, definition, definition]


def test_what_is_plain_is_not_asked_where_it_stands(tu: ci.TranslationUnit) -> None:
    extent = body(tu).extent
    below = walk.Walker(tu).below(body(tu), (extent.begin_int_data, extent.end_int_data))
    plain = {at for at, row in enumerate(below.rows) if not row.file}
    assert 0 in plain and 0 < len(below.rows) - len(plain) < len(plain)


def test_a_missing_walker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_WALKER", "/nowhere/librclwalk.so")
    with pytest.raises(RclError) as refused:
        walk.library()
    assert refused.value.code == Code.TOOL_MISSING
