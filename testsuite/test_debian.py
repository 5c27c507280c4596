# SPDX-License-Identifier: MIT
"""The Debian packages, built by dpkg-buildpackage: what is in those of librcl, and whether all work once installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rcl import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ("librcl0", "librcl-dev")


#: deb-check's exit status where the machine cannot do that
SKIPPED = 77


def build(where: Path, *options: str) -> None:
    """Builds packages into a folder."""
    for tool in ("dpkg-buildpackage", "dh"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (dpkg-dev, debhelper)")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment |= {"DEB_BUILD_OPTIONS": "noautodbgsym"}
    command = [ROOT / ".ci" / "deb", where, *options]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of librcl, and each one's files below a folder of its name."""
    where = tmp_path_factory.mktemp("packages")
    build(where, "-Ppkg.rcl.nodriver")
    for package in where.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-R", package, where / package.name.partition("_")[0]], check=True)
    return where


def files(built: Path, package: str) -> dict[str, Path]:
    folder = built / package
    return {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if not path.is_dir() and "DEBIAN" not in path.parts
    }


def test_these_are_built(built: Path) -> None:
    names = sorted(path.name.split("_")[:2] for path in built.glob("*.deb"))
    assert names == sorted([name, __version__] for name in PACKAGES)


def test_versions_agree() -> None:
    changelog = (ROOT / "debian" / "changelog").read_text()
    assert changelog.startswith(f"rcl ({__version__}) ")


def test_what_lintian_would_say(built: Path) -> None:
    for package in PACKAGES:
        found = files(built, package)
        assert {f"usr/share/doc/{package}/copyright", f"usr/share/doc/{package}/changelog.gz"} <= set(found)
        for name, path in found.items():
            assert path.is_symlink() or path.stat().st_mode & 0o7777 in (0o644, 0o755), name
            assert path.is_symlink() or b"/tmp/" not in path.read_bytes(), f"{name} knows where it was built"
        control = (built / package / "DEBIAN" / "control").read_text()
        assert re.search(r"^Depends: .+", control, re.MULTILINE) and "${" not in control
        assert not [path.name for path in (built / package / "DEBIAN").iterdir() if path.stat().st_mode & 0o002]


def test_the_library_is_found_by_its_soname(built: Path) -> None:
    [library] = [path for name, path in files(built, "librcl0").items() if "/librcl.so" in name]
    said = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    assert f"Library soname: [{library.name}]" in said and "RUNPATH" not in said
    assert "librcl 0 librcl0" in (built / "librcl0" / "DEBIAN" / "shlibs").read_text()
    [link] = [path for name, path in files(built, "librcl-dev").items() if name.endswith("/librcl.so")]
    assert str(link.readlink()) == library.name


def test_a_program_builds_with_what_is_installed(built: Path, tmp_path: Path) -> None:
    """As if both packages were unpacked below one root."""
    for package in PACKAGES:
        shutil.copytree(built / package, tmp_path / "root", symlinks=True, dirs_exist_ok=True)
    [pc] = (tmp_path / "root").rglob("rcl.pc")
    environment = {
        **os.environ, "PKG_CONFIG_LIBDIR": str(pc.parent), "PKG_CONFIG_SYSROOT_DIR": str(tmp_path / "root"),
        "LD_LIBRARY_PATH": str(pc.parents[1]),
    }  # fmt: skip
    compile_it = f"cc -I{ROOT}/examples {ROOT}/examples/counter.c $(pkg-config --cflags --libs rcl) -o counter"
    subprocess.run(compile_it, shell=True, cwd=tmp_path, env=environment, check=True)
    done = subprocess.run(["./counter"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "400000\n"


def test_all_work_in_a_clean_chroot(tmp_path: Path) -> None:
    if os.getuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("a chroot takes root and debootstrap")
    build(tmp_path / "packages")
    command = [ROOT / ".ci" / "deb-check", tmp_path / "packages", ROOT / "cache" / "chroot"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == SKIPPED:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("installed, tried and purged in a clean Debian 12\n")
