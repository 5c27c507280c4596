# SPDX-License-Identifier: MIT
"""Commands that mean the same for a file: it is read, and compiled, once. Where a difference may matter it is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rcl import compdb
from rcl.analyse import _units, analyse
from rcl.analyse.unit import store
from rcl.analyse.unit.tree import Unit
from rcl.artefacts import to_json
from rcl.cache import Cache
from rcl.rewrite import compilecheck
from rcl.workspace import quiet

FILE = '#include <pthread.h>\n#include "h.h"\nint own = 1; /* EPIC */\n'
FILES = {
    "src/a.c": FILE,
    "include/h.h": "#ifdef ASKED\nextern int asked;\n#endif\n",
    "other/g.h": "",
    "hiding/h.h": "extern int hiding;\n",
    "deep/sub/h.h": "",
    "up.h": "",
}
BASE = ("-Iinclude", "-O2")
#: options, and others that mean the same for the file
SAME: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "libtool": ((*BASE, "-fPIC", "-DPIC"), BASE),
    "a macro": ((*BASE, "-DNOBODY=1"), (*BASE, "-UELSE", "-D", "MORE(x)=x")),
    "a folder": ((*BASE, "-Iother", "-isystem", "deep"), ("-Inowhere", *BASE)),
    "a warning": ((*BASE, "-Wall"), BASE),
}
OTHER: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "a macro of a header": ((*BASE, "-DASKED"), BASE),
    "a macro of the system": ((*BASE, "-D_GNU_SOURCE"), BASE),
    "a macro in a macro": ((*BASE, "-DOWN=x", "-Down=OWN"), (*BASE, "-DOWN=y", "-Down=OWN")),
    "a folder before": (("-Ihiding", *BASE), BASE),
    "their order": (("-Ihiding", "-Iinclude"), ("-Iinclude", "-Ihiding")),
    "a file": ((*BASE, "-include", "include/h.h"), BASE),
    "a standard": ((*BASE, "-std=c99"), BASE),
    "OpenMP": ((*BASE, "-fopenmp"), BASE),
}
#: what a file says besides, and options that differ for it
MAKING = {
    "pastes": ("#define IF(x) HAVE_##x\n#if IF(POLL)\nint poll_;\n#endif\n", "-DHAVE_POLL"),
    "pastes by the system's macro": ("#if __CONCAT(HAVE_, POLL)\nint poll_;\n#endif\n", "-DHAVE_POLL"),
    "pastes more": ("#define J(a, b, c) a##b##c\nint J(HA, VE, _IT) = 1;\n", "-DHAVE_IT=x"),
    "looks": ('#if __has_include("g.h")\nint g;\n#endif\n', "-Iother"),
    "includes from above": ("#include <../up.h>\n", "-Ideep"),
}


def tree(folder: Path, *commands: Sequence[str], more: str = "") -> Path:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + more if name == "src/a.c" else text)
    entries = [
        {"directory": str(folder), "file": "src/a.c", "arguments": ["gcc", *words, "-c", "src/a.c"]}
        for words in commands
    ]  # fmt: skip
    (folder / compdb.NAME).write_text(json.dumps(entries))
    return folder.resolve()


def units(root: Path, cache: Cache | None = None, jobs: int = 1) -> list[Unit]:
    return _units(store.Store(cache or Cache(), root), compdb.load(root), jobs, quiet)[0]


@pytest.mark.parametrize("name", SAME)
def test_what_means_the_same_is_read_once(name: str, tmp_path: Path) -> None:
    root = tree(tmp_path, *SAME[name])
    [unit] = units(root)
    assert unit.shared == (name == "libtool")
    [unit] = units(tree(tmp_path, *reversed(SAME[name])))
    assert unit.shared == (name == "libtool")


@pytest.mark.parametrize("name", OTHER)
def test_what_may_mean_something_else_is_read_twice(name: str, tmp_path: Path) -> None:
    assert len(units(tree(tmp_path, *OTHER[name]))) == 2
    assert len(units(tree(tmp_path, *reversed(OTHER[name])))) == 2


@pytest.mark.parametrize("name", MAKING)
def test_what_the_text_makes_of_it(name: str, tmp_path: Path) -> None:
    more, flag = MAKING[name]
    (tmp_path / "include").mkdir()
    root = tree(tmp_path, BASE, (*BASE, flag), more=more)
    assert len(units(root)) == 2
    assert len(units(tree(tmp_path, BASE, (*BASE, flag)))) == 1


def test_it_is_remembered_until_something_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another command that is added later is compared with those that are known."""
    commands = [BASE, (*BASE, "-DONE"), (*BASE, "-DTWO")]
    root = tree(tmp_path, *commands[:2])
    cache = Cache(root / ".rcl" / "cache")
    assert len(units(root, cache)) == 1
    with monkeypatch.context() as patch:
        patch.setattr(store, "read", lambda *_: pytest.fail("it is read again"))
        assert len(units(root, cache)) == 1
        assert len(units(tree(tmp_path, *commands), cache)) == 1
    asking = tree(tmp_path, *commands, more="#ifdef ONE\nint one;\n#endif\n")
    assert [("c:@one" in u.variables) for u in units(asking, cache)] == [False, True]
    assert len(units(tree(tmp_path, *commands), cache)) == 1


LOCKED = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
int add(int by) {
    int sum;
    pthread_mutex_lock(&lock);
    n += by;
    sum = n;
    pthread_mutex_unlock(&lock);
    return sum;
}
"""


def test_it_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless one asks for more warnings as errors."""
    compiled: list[object] = []
    real = compilecheck._compile
    monkeypatch.setattr(compilecheck, "_compile", lambda *given: compiled.append(given) or real(*given))
    root = tree(tmp_path, ("-DONE",), ("-DTWO",), ("-DTHREE", "-Werror"))
    (root / "src" / "a.c").write_text(LOCKED)
    cache = Cache(root / ".rcl" / "cache")
    found = analyse(root, root / compdb.NAME, jobs=1, cache=cache)
    text = {"src/a.c": LOCKED.encode()}
    depths = {"src/a.c": compilecheck.Depth.LOWERED}
    for times in (2, 2):  # the second time all is known
        check = compilecheck.Check(root, text, depths, cache)
        assert check.messages(compdb.load(root), 1) == []
        assert len(compiled) == times
    assert to_json(found) == to_json(analyse(root, root / compdb.NAME, jobs=2, cache=cache))
