# SPDX-License-Identifier: MIT
"""The examples of examples/, built against an installed librcl as their README says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
BUILT = {"make": "counter", "cmake": "build/counter", "meson": "build/counter", "autotools": "counter"}
TOOLS = {"make": "make", "cmake": "cmake", "meson": "meson", "autotools": "autoreconf"}

FIND_PACKAGE = """\
cmake_minimum_required(VERSION 3.16)
project(counter C)
find_package(rcl 0.1 REQUIRED)
foreach(kind rcl static)
  add_executable(counter-${kind} ../counter.c)
  target_include_directories(counter-${kind} PRIVATE ..)
  target_link_libraries(counter-${kind} PRIVATE rcl::${kind})
endforeach()
"""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where librcl is installed."""
    where = tmp_path_factory.mktemp("installed")
    command = ["make", "-s", "-C", str(ROOT / "runtime"), "BUILD=../build/runtime", "install", f"prefix={where}"]
    subprocess.run(command, env=environment(), check=True)
    return where


def environment(**more: str) -> dict[str, str]:
    """The environment without what an outer make hands down."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")} | more


def shell(command: str, folder: Path, prefix: Path) -> str:
    libraries = prefix / "lib"
    own = environment(
        PKG_CONFIG_PATH=str(libraries / "pkgconfig"),
        rcl_DIR=str(libraries / "cmake" / "rcl"),
        LD_LIBRARY_PATH=str(libraries),
    )
    done = subprocess.run(command, shell=True, cwd=folder, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def readme(name: str) -> str:
    """The command that the examples' README gives for a folder."""
    found = re.search(rf"\| `{name}/` \| `(.+)` \|", (EXAMPLES / "README.md").read_text())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", BUILT)
def test_an_example_builds_and_runs(name: str, prefix: Path, tmp_path: Path) -> None:
    if shutil.which(TOOLS[name]) is None:
        pytest.skip(f"{TOOLS[name]} is not installed")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    folder = tmp_path / "examples" / name
    shell(readme(name), folder, prefix)
    for kinds in ("", "*=posix", "*=rcl:0"):
        assert shell(f"RCL_LOCKS='{kinds}' ./{BUILT[name]}", folder, prefix) == "400000\n"


def test_cmake_finds_the_package(prefix: Path, tmp_path: Path) -> None:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    folder = tmp_path / "examples" / "cmake"
    (folder / "CMakeLists.txt").write_text(FIND_PACKAGE)
    shell("cmake -B build && cmake --build build", folder, prefix)
    for kind in ("rcl", "static"):
        assert shell(f"build/counter-{kind}", folder, prefix) == "400000\n"
    linked = shell("ldd build/counter-static", folder, prefix)
    assert "librcl" not in linked


def test_every_example_is_tried() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir()} == set(BUILT)
