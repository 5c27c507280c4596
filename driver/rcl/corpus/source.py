# SPDX-License-Identifier: MIT
"""Debian source packages by name and version, through an apt configuration of rcl's own.

apt's own files are only read: the package sources that the machine is configured with, asked for source packages.
Lists and downloads stay below the cache directory, so no privileges are needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from rcl.corpus.command import run_logged
from rcl.corpus.manifest import Manifest
from rcl.errors import Code, RclError
from rcl.workspace import Progress

CONFIGURATION = """\
Dir::Etc::sourcelist "{root}/sources.list";
Dir::Etc::sourceparts "{root}/sources.list.d";
Dir::State::lists "{root}/lists";
Dir::Cache "{root}/cache";
APT::Sandbox::User "";
"""

# A commit of the user's own needs a name; the pristine tree's only commit has this one. What git does behind a commit
# in the background (packing) would move files while the tree is copied.
GIT = (
    "git",
    *("-c", "user.name=rcl", "-c", "user.email=rcl@localhost", "-c", "commit.gpgsign=false"),
    *("-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null", "-c", "init.defaultBranch=pristine"),
    *("-c", "gc.auto=0", "-c", "maintenance.auto=false"),
)


def fetch(manifest: Manifest, cache: Path, progress: Progress, etc: Path = Path("/etc/apt")) -> Path:
    """The unpacked, patched source as a git repository of one commit; fetched only if it is not there yet."""
    home = cache / "corpus" / manifest.name
    pristine = home / f"pristine-{manifest.version}"
    if manifest.source:
        return _own(manifest, pristine)
    if pristine.is_dir():
        return pristine
    home.mkdir(parents=True, exist_ok=True)
    apt = _Apt(cache / "apt", etc)
    progress(0, 0, f"fetching {manifest.name} {manifest.version}")
    apt.require(manifest.name, manifest.version)
    with tempfile.TemporaryDirectory(dir=home, prefix="unpack-") as scratch:
        tree = apt.unpack(manifest.name, manifest.version, Path(scratch), home / "fetch.log")
        _commit(tree, f"{manifest.name} {manifest.version}", home / "fetch.log")
        tree.rename(pristine)
    return pristine


class _Apt:
    """apt-get and apt-cache with package lists of their own."""

    def __init__(self, root: Path, etc: Path) -> None:
        self._root = root.resolve()
        for folder in ("sources.list.d", "lists/partial", "cache/archives/partial"):
            (self._root / folder).mkdir(parents=True, exist_ok=True)
        for source in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]:
            if source.suffix in (".list", ".sources") and source.is_file():
                target = self._root / source.relative_to(etc)
                target.write_text(for_sources(source.read_text(encoding="utf-8")), encoding="utf-8")
        configuration = self._root / "apt.conf"
        configuration.write_text(CONFIGURATION.format(root=self._root), encoding="utf-8")
        self._env = os.environ | {"APT_CONFIG": str(configuration), "LC_ALL": "C"}

    def versions(self, name: str) -> tuple[str, ...]:
        """The versions of a source package that the lists know."""
        done = self._run("apt-cache", "showsrc", "--only-source", name)
        found = set(re.findall(r"^Version: (\S+)$", done.stdout, re.MULTILINE))
        return tuple(sorted(found))

    def require(self, name: str, version: str) -> None:
        """Refuse if the package sources do not have this version, after asking them afresh."""
        if version in self.versions(name):
            return
        update = self._run("apt-get", "-q", "update")
        versions = self.versions(name)
        if version in versions:
            return
        complaints = re.findall(r"^[EW]: (?!Target )(.*)$", update.stderr, re.MULTILINE)  # a target: named twice
        why = "the package sources do not have it" if versions or not complaints else complaints[0]
        known = ", ".join(versions) or "none"
        raise RclError(Code.NO_SUCH_SOURCE, name=name, version=version, why=why, versions=known)

    def unpack(self, name: str, version: str, into: Path, log: Path) -> Path:
        """Download and unpack with Debian's patches applied; returns the tree's root."""
        run_logged(["apt-get", "-q", "source", f"{name}={version}"], into, log, self._env)
        [tree] = [path for path in into.iterdir() if path.is_dir()]
        return tree

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self._env, capture_output=True, text=True, check=False)


def for_sources(text: str) -> str:
    """An apt source list, of either format, that asks for source packages instead of binary ones."""
    text = re.sub(r"^(\s*)deb(-src)?(?=[\s\[])", r"\1deb-src", text, flags=re.MULTILINE)
    return re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)


def _own(manifest: Manifest, pristine: Path) -> Path:
    """A program of our own, fresh from its folder each time: it may have changed."""
    copy_tree(Path(manifest.source), pristine)
    _commit(pristine, f"{manifest.name} {manifest.version}", pristine.with_name("fetch.log"))
    return pristine


def _commit(tree: Path, message: str, log: Path) -> None:
    for arguments in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-q", "-m", message]):
        run_logged([*GIT, *arguments], tree, log)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a tree with its times, in place of what was there."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(source, target, symlinks=True)
