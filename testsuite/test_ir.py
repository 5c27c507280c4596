# SPDX-License-Identifier: MIT
"""The other opinion about captures (make oracle): it agrees where ours is right, and tells what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ir import compare
from ir.code import ADDRESS, PART, READ, WRITE, functions
from rcl.analyse import analyse
from rcl.model import Analysis, Direction

SOURCE = b"""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
int f(int by, int other);
int f(int by, int other)
{
	int now, kept = other, many[3] = { 0 };

	pthread_mutex_lock(&lock);
	total += by;
	if (by > 3)
		kept = total;
	many[by & 1] = 2;
	now = total;
	pthread_mutex_unlock(&lock);
	return now + kept + many[0];
}
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_bytes(SOURCE)
    command = {"directory": str(tmp_path), "file": "a.c", "arguments": ["gcc", "-c", "a.c"]}
    (tmp_path / "compile_commands.json").write_text(json.dumps([command]))
    return tmp_path


def test_both_agree(tree: Path) -> None:
    found = compare.Compared()
    compare.tree(tree, found)
    assert found.counts["sections"] == 1 and found.counts["variables"] == 4
    assert not found.lacking


@pytest.mark.parametrize(
    ("variable", "direction", "lacks"),
    [
        ("by", Direction.SECTION_LOCAL, "has a value that the section reads"),
        ("now", Direction.SECTION_LOCAL, "is needed behind the section"),
        ("kept", Direction.OUT, "keeps its value on some way through the section"),
    ],
)
def test_what_is_lacking(
    tree: Path, monkeypatch: pytest.MonkeyPatch, variable: str, direction: Direction, lacks: str
) -> None:
    def wrong(*arguments: object, **options: object) -> Analysis:
        right = analyse(*arguments, **options)  # type: ignore[arg-type]
        (section,) = right.sections
        captures = [replace(c, direction=direction) if c.name == variable else c for c in section.captures]
        return replace(right, sections=(replace(section, captures=tuple(captures)),))

    monkeypatch.setattr(compare, "analyse", wrong)
    found = compare.Compared()
    compare.tree(tree, found)
    assert [line.partition(": ")[2] for line in found.lacking] == [f"{variable} {lacks}, and is {direction.value}"]


def test_assembly() -> None:
    text = """define dso_local i32 @f(i32 noundef %n) #0 !dbg !5 {
entry:
  %n.addr = alloca i32, align 4
  %p = alloca %struct.pair, align 8
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.declare(metadata %struct.pair* %p, metadata !8, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.declare(metadata %struct.pair* %p, metadata !9, metadata !DIExpression()), !dbg !7
  %0 = load i32, i32* %n.addr, align 4, !dbg !7
  %a = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !7
  store i32 %0, i32* %a, align 8, !dbg !7
  call void @g(%struct.pair* noundef %p), !dbg !7
  br label %out, !dbg !7

out:
  ret i32 0
}
!6 = !DILocalVariable(name: "n", arg: 1, scope: !5, file: !1, line: 1, type: !3)
!8 = !DILocalVariable(name: "one", scope: !5, file: !1, line: 1, type: !3)
!9 = !DILocalVariable(name: "other", scope: !5, file: !1, line: 2, type: !3)
!7 = !DILocation(line: 4, column: 2, scope: !5)
"""
    (code,) = functions(text)
    assert code.names == {"%n.addr": "n", "%p": ""}
    done = [(step.kind, step.variable) for step in code.blocks["entry"].steps]
    assert done == [(WRITE, "%n.addr"), (READ, "%n.addr"), (PART, "%p"), ("call", ""), (ADDRESS, "%p")]
    assert code.blocks["entry"].after == ["out"]


def test_what_asks_twice_is_decided_once() -> None:
    """``while (n && (t = n)) n = t``: only what has set ``t`` gets to the loop's body."""
    text = """define dso_local void @f(i32 noundef %n) #0 {
entry:
  br i1 %tobool, label %land.rhs, label %land.end

land.rhs:
  br label %land.end

land.end:
  %0 = phi i1 [ false, %entry ], [ true, %land.rhs ], [ %tobool1, %other ]
  br i1 %0, label %while.body, label %while.end

other:
  br label %land.end

while.body:
  br label %entry

while.end:
  ret void
}
"""
    (code,) = functions(text)
    assert code.blocks["entry"].after == ["land.rhs", "while.end"]
    assert code.blocks["land.rhs"].after == ["while.body"]
    assert code.blocks["other"].after == ["land.end"]
