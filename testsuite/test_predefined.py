# SPDX-License-Identifier: MIT
"""What a build's compiler defines, and libclang would not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rcl import compdb, predefined
from rcl.analyse import analyse
from rcl.analyse.unit import parsing, store
from rcl.cache import Cache

TEXT = """#include <pthread.h>
#include "which.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int n;
int f(int a, int b);
int f(int a, int b) { pthread_mutex_lock(&m); n++; BUMP(a, b); pthread_mutex_unlock(&m); return a; }
"""


def test_options() -> None:
    """Of the options that libclang is not given what they define is, and what they undefine."""
    assert "-D__AES__=1" in predefined.flags(["gcc", "-maes", "-c", "a.c"], [])
    assert "-DOTHER=1" in predefined.flags(["/usr/bin/gcc", "-Wp,-DOTHER", "a.c"], [])
    assert not [flag for flag in predefined.flags(["gcc", "-maes", "a.c"], ["-maes"]) if "__AES__" in flag]
    assert "-U__SSE2__" in predefined.flags(["gcc", "-mno-sse2", "a.c"], [])


def test_no_compiler() -> None:
    """A compiler of the tree's own is not run, and of one that does not know its options nothing is asked."""
    assert predefined.flags([], []) == ()
    assert predefined.flags(["/nowhere/no-such-gcc", "-maes", "a.c"], []) == ()
    assert predefined.flags(["gcc", "-mno-such-option", "a.c"], []) == ()


def test_other_names() -> None:
    """What tells compilers apart gets another name of the same length, and that name back."""
    text = b"#if defined(__clang__) || __GNUC__ < 5 || __GNUC_STDC_INLINE__ || MY__GNUC__\n"
    assert predefined.masked(text) == b"#if defined(_rclang__) || _rGNUC__ < 5 || __GNUC_STDC_INLINE__ || MY__GNUC__\n"
    assert predefined.unmasked(predefined.masked(text)) == text


def test_headers(tmp_path: Path) -> None:
    """A header that asks for the compiler is read with gcc's answer, unless libclang cannot read the file then."""
    header = "#ifdef __clang__\n#define BUMP(x, y) (x += y)\n#else\n#define BUMP(x, y) (y += x)\n{}#endif\n"
    for more, direction in (("", "in"), ("void g(void) { __builtin_of_gcc_s_alone; }\n", "in-out")):
        (tmp_path / "in.c").write_text(TEXT)
        (tmp_path / "which.h").write_text(header.format(more))
        command = {"directory": str(tmp_path), "file": "in.c", "arguments": ["gcc", "-c", "in.c"]}
        (tmp_path / compdb.NAME).write_text(json.dumps([command]))
        analysis = analyse(tmp_path, tmp_path / compdb.NAME, jobs=1)
        captures = {c.name: c.direction.value for c in analysis.sections[0].captures}
        assert captures["a"] == direction


def test_who_asks_is_known_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is parsed once where it is known which of its headers ask, and as it stands there now."""
    root, header = tmp_path / "tree", tmp_path / "tree" / "which.h"
    root.mkdir()
    (root / "in.c").write_text(TEXT)
    header.write_text("#ifdef __clang__\n#define BUMP(x, y) (x += y)\n#else\n#define BUMP(x, y) (y += x)\n#endif\n")
    command = {"directory": str(root), "file": "in.c", "arguments": ["gcc", "-c", "in.c"]}
    (root / compdb.NAME).write_text(json.dumps([command]))
    analyse(root, root / compdb.NAME, jobs=1, cache=Cache(tmp_path / "cache"))
    stored = store.Store(Cache(tmp_path / "cache"), root)
    assert stored.asking == {str(header)}

    times: list[object] = []
    parsed = parsing._parsed
    monkeypatch.setattr(parsing, "_ASKING", set())
    monkeypatch.setattr(parsing, "_parsed", lambda *rest: times.append(rest) or parsed(*rest))
    [built] = compdb.load(root)
    before = store.read(built, root)
    assert len(times) == 2
    parsing.expect(stored.asking)
    assert store.read(built, root) == before and len(times) == 3
    header.write_text(header.read_text() + "int more(void);\n")
    unit, read = store.read(built, root)
    assert "more" in {p.name for p in store.unpack(unit)[0].prototypes}
    assert read[str(header)] != before[1][str(header)] and len(times) == 4


def test_clang_is_asked_where_its_headers_are_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To start it takes time, so that is done only if they are not where it is installed."""
    script, asked, beside = tmp_path / "bin" / "clang", tmp_path / "asked", tmp_path / "lib" / "clang" / "9" / "include"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\n: > {asked}\necho {tmp_path}\n")
    script.chmod(0o755)
    beside.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(script.parent))
    found = compdb._clangs_headers()
    assert beside in iter(lambda: next(found), tmp_path / "include")
    assert not asked.exists()
    assert tmp_path / "include" in found and asked.exists()
