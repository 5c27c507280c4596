# SPDX-License-Identifier: MIT
"""The compiler shims: what they add, what they leave alone, and that a build notices nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rcl import build
from rcl.errors import Code, RclError
from rcl.workspace import Workspace

MAIN = """\
#include <string.h>
#include "rcl_config.h"
int main(void) { return RCL_ANSWER + rcl_probe() - 42; }
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A tree in a folder with a space and a comma, a small librcl, and a hostile string.h at the tree's root."""
    prefix = tmp_path / "pre fix,"
    (prefix / "include").mkdir(parents=True)
    (prefix / "lib" / "pkgconfig").mkdir(parents=True)
    (prefix / "include" / "rcl.h").write_text("int rcl_probe(void);\n")
    (prefix / "include" / "string.h").write_text("#error not this one\n")
    (prefix / "lib" / "pkgconfig" / "rcl.pc").write_text("Name: rcl\nDescription: x\nVersion: 1\nLibs: -lrcl\n")
    source = tmp_path / "probe.c"
    source.write_text("int rcl_probe(void) { return 2; }\n")
    library = prefix / "lib" / "librcl.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    monkeypatch.setenv("RCL_PREFIX", str(prefix))
    root = tmp_path / "a tree, odd"
    (root / "src").mkdir(parents=True)
    (root / "rcl_config.h").write_text("#include <rcl.h>\n#define RCL_ANSWER 40\n")
    (root / "string.h").write_text("#error not this one\n")
    (root / "src" / "main.c").write_text(MAIN)
    return Workspace.at(root)


def run(workspace: Workspace, script: str) -> build.Built:
    return build.build(workspace, ["sh", "-c", f'cd "$1/src" && {script}', "sh", str(workspace.root)])


@pytest.mark.parametrize("compiler", ["cc", "gcc", "c99", "clang", "x86_64-linux-gnu-gcc"])
def test_compiles_and_links_in_two_steps(workspace: Workspace, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    script = f"{compiler} -Wall -Werror -c main.c -o 'my main.o' && {compiler} -Werror 'my main.o' -o main && ./main"
    assert run(workspace, script) == build.Built(0, 1, 1)


@pytest.mark.parametrize(
    ("script", "compiled", "linked"),
    [
        ("cc main.c -o main && ./main", 1, 1),
        ("cc -x c - -o main < main.c && ./main", 1, 1),
        ("echo '-c main.c' > args && cc @args && cc main.o -o main && ./main", 1, 1),
        ("cc -o -c main.c && ./-c", 1, 1),
        ("cc -MM main.c > deps && grep -q rcl.h deps", 1, 0),
        ("cc -E main.c | grep -q rcl_probe", 1, 0),
        ("cc -fsyntax-only main.c", 1, 0),
        ("cc -c main.c && cc -r main.o -o all.o", 1, 0),
        ("cc --version > /dev/null && cc -dumpmachine > /dev/null && cc -print-libgcc-file-name > /dev/null", 0, 0),
        ("true", 0, 0),
    ],
)
def test_odd_calls(workspace: Workspace, script: str, compiled: int, linked: int) -> None:
    assert run(workspace, script) == build.Built(0, compiled, linked)


def test_what_needs_no_librcl_does_not_depend_on_it(workspace: Workspace) -> None:
    (workspace.root / "src" / "plain.c").write_text("int main(void) { return 0; }\n")
    assert run(workspace, "clang plain.c -o plain && clang main.c -o main").status == 0
    needed = {
        name: subprocess.run(["readelf", "-d", workspace.root / "src" / name], capture_output=True, check=True).stdout
        for name in ("plain", "main")
    }
    assert b"[librcl" in needed["main"] and b"[libc" in needed["plain"] and b"[librcl" not in needed["plain"]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_compiler_by_absolute_path_links_too(workspace: Workspace, compiler: str) -> None:
    """As in a build that CMake has written: CPATH lets it compile, and it finds the linker's shim."""
    path = shutil.which(compiler)
    script = f"{path} -c main.c && {path} -r main.o -o all.o && {path} all.o -o main && ./main"
    assert run(workspace, script) == build.Built(0, 0, 1)


def test_a_cross_compiler_keeps_its_linker(workspace: Workspace, tmp_path: Path) -> None:
    """Which it finds behind the shim, in its own part of COMPILER_PATH."""
    (tmp_path / "cross").mkdir()
    linker = tmp_path / "cross" / "ld"
    linker.write_text('#!/bin/sh\necho "$@" > ../out\n')
    linker.chmod(0o755)
    script = f"COMPILER_PATH=$COMPILER_PATH:{tmp_path}/cross {shutil.which('gcc')} main.c -o main"
    assert run(workspace, script) == build.Built(0, 0, 0)
    assert "-lrcl" not in (workspace.root / "out").read_text()


def test_the_environment_is_passed_on(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPATH", "/somewhere")
    monkeypatch.delenv("PKG_CONFIG_PATH", raising=False)
    script = 'printf "%s\\n" "$CPATH" > ../out && pkg-config --libs rcl > ../libs'
    assert run(workspace, script).status == 0
    assert (workspace.root / "out").read_text().endswith(":/somewhere\n")
    assert (workspace.root / "libs").read_text().strip() == "-lrcl"


def test_the_status_is_the_commands(workspace: Workspace) -> None:
    assert run(workspace, "exit 7").status == 7
    assert run(workspace, "kill -9 $$").status == 128 + 9
    assert run(workspace, "cc missing.c 2> /dev/null").status == 1
    with pytest.raises(RclError) as caught:
        build.build(workspace, ["/nonexistent"])
    assert caught.value.code is Code.BAD_ARGUMENT


def test_without_librcl(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_PREFIX", "/nonexistent")
    with pytest.raises(RclError) as caught:
        build.library()
    assert caught.value.code is Code.TOOL_MISSING and "make setup" in caught.value.way_out


def test_ccache_stays_in_front(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        for name in ("gcc", "gcc-12", "x86_64-linux-gnu-gcc", "gcc-ar", "g++"):
            (tmp_path / folder / name).write_text("")
            (tmp_path / folder / name).chmod(0o755)
    search = os.pathsep.join([str(tmp_path / "missing"), str(tmp_path / "first"), str(tmp_path / "second")])
    found = build._programs(build.COMPILER, search)
    assert sorted(found) == ["gcc", "gcc-12", "x86_64-linux-gnu-gcc"]
    assert found["gcc"] == str(tmp_path / "first" / "gcc")
