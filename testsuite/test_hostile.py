# SPDX-License-Identifier: MIT
"""What a tree may hold to do harm: no name and no flag runs anything, and bad input is a sentence with a code."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rcl import artefacts, compdb, tomlfile
from rcl.analyse import analyse
from rcl.cli import main
from rcl.errors import Code, RclError
from rcl.rewrite import rewrite
from rcl.workspace import sha256
from sample import lock_profile, make_profile

SOURCE = b"""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
void f(int by);
void f(int by) { pthread_mutex_lock(&lock); n += by; pthread_mutex_unlock(&lock); }
"""


def tree(root: Path, sources: dict[str, bytes], before: dict[str, tuple[str, ...]] | None = None) -> Path:
    """A tree with files of these names, and a program beside them that leaves a trace if something runs it."""
    root.mkdir()
    commands = []
    for name, source in sources.items():
        (root / name).write_bytes(source)
        words = [*(before or {}).get(name, ("gcc",)), "-c", f"./{name}"]
        commands.append({"directory": str(root), "file": name, "arguments": words})
    for trap in ("evil", "cc1", "as"):
        (root / trap).write_text(f"#!/bin/sh\ntouch {root}/ran\nexit 1\n")
        (root / trap).chmod(0o755)
    (root / "compile_commands.json").write_text(json.dumps(commands))
    return root


def names(root: Path) -> set[str]:
    """What stands in a tree, but for rcl's own folder."""
    return {path.name for path in root.iterdir()} - {".rcl"}


def rcl(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "rcl", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, check=False, timeout=120)


def told(done: subprocess.CompletedProcess[bytes]) -> None:
    """A verb ends well, or with a sentence and a code."""
    assert b"Traceback" not in done.stderr and b"internal" not in done.stderr, done.stderr.decode("utf-8", "replace")
    assert done.returncode in (0, 2, 3), done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0 or b"RCL" in done.stderr


NAMES = (
    "a b.c", "it's.c", 'quo"te.c', "$(touch ran).c", "a;touch ran;.c", "`touch ran`.c", "out.c",
    "\u00e9\u65e5.c", os.fsdecode(b"not UTF-8: \xe9.c"), "new\nline.c", "tab\t.c", "-dash.c", "%s%n.c", "back\\slash.c",
    "a:b.c", "@x.c",
)  # fmt: skip


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree", dict.fromkeys(NAMES, SOURCE))
    there = names(root)
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    assert rcl(root, "rewrite", "--apply").returncode == 0
    assert all(b"rcl_mutex_t lock" in (root / name).read_bytes() for name in NAMES)
    assert rcl(root, "rewrite", "--revert").returncode == 0
    assert all((root / name).read_bytes() == SOURCE for name in NAMES)
    assert names(root) == there


def locks(root: Path) -> list[str]:
    return [lock["name"] for lock in json.loads(rcl(root, "locks", "--json").stdout)["locks"]]


def way_of(root: Path) -> None:
    """Takes a tree there and back."""
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    assert rcl(root, "rewrite", "--apply").returncode == 0
    assert rcl(root, "rewrite", "--revert").returncode == 0


def test_links_lead_nothing_out_of_the_tree(tmp_path: Path) -> None:
    """Nor does what looks like a file that rcl is about to write."""
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in ("o.c", "victim"):
        (outside / name).write_bytes(SOURCE)
    root = tree(tmp_path / "tree", {"a.c": SOURCE.replace(b" f(", b" g(")})
    commands = json.loads((root / "compile_commands.json").read_text())
    links = {"b.c": outside / "o.c", "sub": outside, "loop": root, ".a.c.rcl-new": outside / "victim",
             ".rcl_config.h.rcl-new": outside / "victim"}  # fmt: skip
    for link, target in links.items():
        (root / link).symlink_to(target)
    commands += [{**commands[0], "file": name, "arguments": ["gcc", "-c", name]} for name in ("b.c", "sub/o.c")]
    (root / "compile_commands.json").write_text(json.dumps(commands))
    way_of(root)
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == dict.fromkeys(("o.c", "victim"), SOURCE)
    assert (root / "b.c").is_symlink()


@pytest.mark.parametrize("link", [".rcl", ".rcl/rewritten", ".rcl/cache/a"])
def test_artefacts_stay_in_the_tree(tmp_path: Path, link: str) -> None:
    root = tree(tmp_path / "tree", {"a.c": SOURCE})
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(outside)
    done = rcl(root, "analyse")
    assert done.returncode == 2 and b"RCL096" in done.stderr
    assert not list(outside.iterdir())


def test_a_source_that_changes_meanwhile(tmp_path: Path) -> None:
    """What was analysed is another text: nothing is applied to it, or all of it."""
    root = tree(tmp_path / "tree", {"a.c": SOURCE, "b.c": SOURCE.replace(b" f(", b" g(")})
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    texts = [SOURCE, SOURCE + b"\n", b"/* other */\n" + SOURCE, SOURCE[:60]]
    with subprocess.Popen([sys.executable, "-m", "rcl", "rewrite", "--apply"], cwd=root,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as changed:  # fmt: skip
        for number in range(10**6):
            if changed.poll() is not None:
                break
            (root / "a.c").write_bytes(texts[number % len(texts)])
            time.sleep(0.01)
        said = changed.stderr.read() if changed.stderr else b""
    assert b"Traceback" not in said and b"internal error" not in said
    assert changed.returncode in (0, 2, 3), said


def test_a_source_that_is_another_one_while_it_is_rewritten(tmp_path: Path) -> None:
    """Also where it is the analysed one again behind that: the text that is rewritten counts."""
    root = tree(tmp_path / "tree", {"a.c": SOURCE})
    analysis = analyse(root, root / compdb.NAME, jobs=1)
    (root / "a.c").write_bytes(b"/* other */\n" + SOURCE)
    with pytest.raises(RclError) as refused:
        rewrite(root, analysis, [u.name for u in analysis.units], commands=root / compdb.NAME, jobs=1)
    assert refused.value.code is Code.STALE


DEEP = {
    "else": b"if (a) a++; else " * 3000 + b"a--;",
    "if": b"if (a) " * 3000 + b"a--;",
    "sum": b"a = a" + b" + a" * 8000 + b";",
    "brackets": b"a = " + b"(" * 9000 + b"a" + b")" * 9000 + b";",
    "long line": b"static int t[] = { " + b"1, " * 200_000 + b"}; a += t[1];",
}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
def test_deep_and_long_code(tmp_path: Path, body: bytes) -> None:
    root = tree(tmp_path / "tree", {"a.c": SOURCE + b"int d(int a);\nint d(int a) { " + body + b" return a; }\n"})
    told(rcl(root, "analyse"))


def test_code_that_libclang_crashes_on(tmp_path: Path) -> None:
    """Also in a tree of one file, and where one process is asked for."""
    deep = b"int d(int a);\nint d(int a) { a = " + b"-~" * 200_000 + b"a; return a; }\n"
    root = tree(tmp_path / "tree", {"a.c": SOURCE + deep})
    for jobs in ("1", "2"):
        ended = rcl(root, "analyse", "--jobs", jobs)
        told(ended)
        assert ended.returncode == 2 and b"libclang crashed" in ended.stderr


COMMANDS = (
    ("./evil",),
    ("evil",),
    ("sh", "-c", "touch ran"),
    ("gcc", "-B."),
    ("gcc", "-B", "."),
    ("gcc", "-wrapper", "./evil"),
    ("gcc", "-fplugin=./evil"),
    ("gcc", "-specs=evil"),
    ("gcc", "-oran"),
    ("gcc", "-aux-info", "ran"),
    ("gcc", "--save-temps"),
    ("gcc", "-fdump-tree-all"),
)


def test_no_compile_command_runs_what_the_tree_brings(tmp_path: Path) -> None:
    """To analyse and to rewrite is not to build."""
    before = {f"{number}.c": command for number, command in enumerate(COMMANDS)}
    root = tree(tmp_path / "tree", dict.fromkeys(before, SOURCE), before)
    there = names(root)
    told(rcl(root, "choose", *(f"--lock={name}=posix" for name in locks(root))))
    told(rcl(root, "rewrite"))
    assert names(root) == there


SOURCES = {"empty": b"", "nothing but noise": bytes(range(256)) * 8}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_any_source(tmp_path: Path, source: bytes) -> None:
    root = tree(tmp_path / "tree", {"a.c": source})
    told(rcl(root, "analyse"))
    assert (root / "a.c").read_bytes() == source


GARBAGE = {
    "noise": bytes(range(256)),
    "not UTF-8": b"\xff = 1",
    "a list": b"[1]",
    "a word": b"word",
    "nested in JSON": b'{"schema": ' + b"[" * 100_000,
    "nested in TOML": b"schema = " + b"[" * 100_000,
    "nested and closed": b"schema = " + b"[" * 20_000 + b"]" * 20_000,
    "tables": b"[" + b"a." * 5000 + b"a]\n",
    "a number without end": b'{"schema": ' + b"9" * 5000 + b"}",
    "a number without end in TOML": b"schema = " + b"9" * 5000,
}
#: what is wrong in the right syntax
WRONG = {
    "profile.json": (b"{}", b'{"schema": "rcl-profile-2", "locks": 3}', b'{"schema": ["rcl-profile-2"]}'),
    "plan.toml": (
        b"", b"schema = 3", b'schema = "rcl-plan-1"\nlock = 3', b'schema = "rcl-plan-1"\n[lock.lock]\nconvert = "x"',
        b'schema = "rcl-plan-1"\nlock.lock = [1]', b'schema = "rcl-plan-1"\nsources = 1', b'cores = "all"',
        b'schema = "rcl-plan-1"\n[lock.lock]\nconvert = true\nkind = "rcl"\nserver = 0x' + b"f" * 9000,
        b'schema = "rcl-plan-1"\ncores = [0x' + b"f" * 9000 + b"]",
    ),
    "rcl.toml": (
        b"lock = 3", b"function = [1]", b"[lock.lock]\nlock = 3", b"[function.f]\nneeds = 1979-05-27", b"other = 1",
        b"[[lock.lock]]\n", b"[function]\nf = 1",
    ),
    "rcl-review.toml": (
        b"schema = 3", b'schema = "rcl-decisions-1"\nsection = 3', b"[section]\na = 1", b"[[section]]\n",
    ),
    "compile_commands.json": (
        b"{}", b"[1]", b'[{"file": 3}]', b'[{"file": "a.c"}]', b'[{"file": "a.c", "arguments": "gcc"}]',
        b'[{"file": "a.c", "command": "gcc \'"}]', b'[{"file": "\\u0000.c", "arguments": ["gcc"]}]',
        b'[{"file": "a.c", "directory": "\\u0000", "arguments": ["gcc"]}]',
        b'[{"file": "a.c", "arguments": ["gcc", "-DA=\\u0000"]}]', b'[{"file": "\\ud800.c", "arguments": ["gcc"]}]',
        b'[{"file": "a.c", "directory": [], "arguments": ["gcc"]}]',
    ),
}  # fmt: skip
READ_BY = {
    "profile.json": "choose", "plan.toml": "rewrite", "rcl.toml": "analyse", "rcl-review.toml": "rewrite",
    "compile_commands.json": "analyse",
}  # fmt: skip


@pytest.fixture(scope="module")
def way(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with every file that the verbs read."""
    root = tree(tmp_path_factory.mktemp("way") / "tree", {"a.c": SOURCE})
    assert main(["choose", "-C", str(root), "--lock", "lock=posix"]) == 0
    profile = make_profile(lock_profile("lock", 0.5))
    artefacts.write(root / ".rcl" / "profile.json", replace(profile, sources={"a.c": sha256(SOURCE)}))
    (root / "rcl.toml").write_text("[function.f]\nwaits = false\n")
    (root / "rcl-review.toml").write_text('schema = "rcl-decisions-1"\n')
    for verb in ("analyse", "choose", "rewrite"):
        assert main([verb, "-C", str(root)]) == 0
    return root


@pytest.mark.parametrize("name", READ_BY)
def test_any_artefact(way: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Refused with one sentence and its code; nothing is written."""
    path = next(p for p in (way / name, way / ".rcl" / name) if p.exists())
    good = path.read_bytes()
    there = {p: p.read_bytes() for p in way.parent.rglob("*") if p.is_file() and "cache" not in p.parts}
    for bad in (*GARBAGE.values(), *WRONG[name], good[: len(good) * 2 // 3]):
        path.write_bytes(bad)
        capsys.readouterr()
        status = main([READ_BY[name], "-C", str(way)])
        said = capsys.readouterr().err
        path.write_bytes(good)
        assert (status, said.count("error RCL"), said.count("\n")) == (2, 1, 2), f"{bad[:60]!r}: {said[:600]}"
        assert {p: p.read_bytes() for p in way.parent.rglob("*") if p.is_file() and "cache" not in p.parts} == there


def test_toml_that_needs_more_stack_than_there_is(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text("a = " + "[" * 90 + "]" * 90)
    assert tomlfile.read(path, "rcl choose").document
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 50)
    try:
        with pytest.raises(RclError) as caught:
            tomlfile.read(path, "rcl choose")
    finally:
        sys.setrecursionlimit(limit)
    assert caught.value.code is Code.BAD_ARTEFACT
