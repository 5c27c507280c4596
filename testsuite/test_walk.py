# SPDX-License-Identifier: MIT
"""The walker says of a tree what libclang's own Python package says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clang.cindex as ci
import pytest
from clang.cindex import CursorKind as K

from rcl.analyse.unit import walk
from rcl.analyse.unit.libclang import Calls, identity
from rcl.errors import Code, RclError

SOURCE = """\
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
"""


@pytest.fixture
def tu(tmp_path: Path) -> ci.TranslationUnit:
    many = "\n".join(f"int v{n};" for n in range(100))
    path = tmp_path / "a.c"
    path.write_text(f"{SOURCE}struct many {{ {many} }};\n")
    return ci.Index.create().parse(str(path), options=ci.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)


def preorder(cursor: ci.Cursor) -> Iterator[ci.Cursor]:
    yield cursor
    for child in cursor.get_children() if cursor.kind not in (K.ENUM_DECL, K.PARM_DECL, K.FUNCTION_DECL) else ():
        yield from preorder(child)


def body(tu: ci.TranslationUnit) -> ci.Cursor:
    function = next(c for c in tu.cursor.get_children() if c.spelling == "f")
    return next(c for c in function.get_children() if c.kind == K.COMPOUND_STMT)


def test_children_of_any_number(tu: ci.TranslationUnit) -> None:
    walker = walk.Walker(tu)
    for cursor in tu.cursor.walk_preorder():
        assert walker.children(cursor) == list(cursor.get_children())


def test_what_stands_in_which_file(tu: ci.TranslationUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "_SOME", 3)
    calls = Calls(tu)
    standing = walk.Walker(tu).standing(tu.cursor, lambda number: calls.name(number) if number else "")
    assert standing == [(c, tu.spelling) for c in tu.cursor.get_children() if c.location.file]
    assert len(standing) > 3


def test_a_tree(tu: ci.TranslationUnit) -> None:
    below = walk.Walker(tu).below([body(tu)])
    cursors = list(map(below.cursor, range(len(below.rows))))
    assert cursors == list(preorder(body(tu)))
    for at, (row, cursor) in enumerate(zip(below.rows, cursors, strict=True)):
        assert below.kind(at) == cursor.kind.name
        assert [cursors[c] for c in below.children(at)] in ([], list(cursor.get_children()))
        assert (row.start, row.end) == (cursor.extent.start.offset, cursor.extent.end.offset)
        assert below.names[at] in ("", cursor.spelling)
        if row.meant_kind:
            assert row.meant == identity(cursor.referenced) and row.meant_kind == cursor.referenced.kind.value
        if row.kind == K.VAR_DECL.value and row.value:
            assert cursors[below.children(at)[row.value - 1]] == Calls(tu).initialiser(cursor)
    literals = [row.literal for row in below.rows if row.literal]
    assert literals == ["7", "3", "1", "2", "1", "97", "4", "1"]
    operators = [walk.BINARY[row.operator] for row in below.rows if row.kind == K.BINARY_OPERATOR.value]
    assert operators == ["+", "||", ">", "==", "+", "+"]


def test_several_trees(tu: ci.TranslationUnit) -> None:
    roots = [c for c in tu.cursor.get_children() if c.kind in (K.MACRO_DEFINITION, K.MACRO_INSTANTIATION)]
    below = walk.Walker(tu).below(roots)
    assert list(map(below.cursor, range(len(below.rows)))) == roots
    assert [row.next for row in below.rows] == [at + 1 for at in range(len(roots))]
    assert below.names[len(roots) - 3 : -1] == ["NEXT"] * 3
    assert not walk.Walker(tu).below([]).rows


def test_what_is_plain_is_not_asked_where_it_stands(tu: ci.TranslationUnit) -> None:
    extent = body(tu).extent
    below = walk.Walker(tu).below([body(tu)], (extent.begin_int_data, extent.end_int_data))
    plain = {at for at, row in enumerate(below.rows) if not row.file}
    assert 0 in plain and 0 < len(below.rows) - len(plain) < len(plain)


def test_a_missing_walker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_WALKER", "/nowhere/librclwalk.so")
    with pytest.raises(RclError) as refused:
        walk.library()
    assert refused.value.code == Code.TOOL_MISSING
