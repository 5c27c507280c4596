# SPDX-License-Identifier: MIT
"""Where things are: a source tree, its compile_commands.json, and the artefacts below ``.rcl/``.

While a rewriting is applied, "the source" of a file still means the file as it was before: plan,
profile and analysis speak of that text, which is kept in ``.rcl/original/``.
"""

from __future__ import annotations

import errno
import fcntl
import functools
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from rcl.errors import Code, RclError

#: called as progress(done, total, what)
Progress = Callable[[int, int, str], None]
#: bytes that a folder in memory must have left to be used for files that are there for a moment
ROOM = 48 << 20
#: what the names of such folders begin with, and the seconds behind which one that nobody holds has been left
_SCRATCH = "rcl-scratch-"
_LEFT_S = 60.0


def quiet(done: int, total: int, what: str) -> None:
    """The progress that nobody watches."""


def scratch() -> Path:
    """Where files cost least that are there for a moment: in memory, if there is room in it.

    On a disk each that goes may wait for the journal, and spatch makes one for each change.
    """
    chosen = os.environ.get("TMPDIR") or "/dev/shm"
    with suppress(OSError):
        free = os.statvfs(chosen)
        if os.access(chosen, os.W_OK | os.X_OK) and free.f_bavail * free.f_frsize > ROOM:
            return Path(chosen)
    return Path(tempfile.gettempdir())


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder there, which is held by a lock as long as somebody works in it."""
    home = scratch()
    _sweep(home, os.getpid())
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=home) as name, _opened(name) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield Path(name)


@contextmanager
def _opened(folder: str | os.PathLike[str]) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@functools.cache
def _sweep(home: Path, process: int) -> None:
    """Removes, once in a process, what one has left there that was killed: nobody holds it, and it is not quite new."""
    with suppress(OSError), os.scandir(home) as entries:
        for entry in [e for e in entries if e.name.startswith(_SCRATCH)]:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if status.st_uid == os.geteuid() and time.time() - status.st_mtime > _LEFT_S:
                    _remove_unheld(entry)


def _remove_unheld(entry: os.DirEntry[str]) -> None:
    """Removes a folder, or raises an OSError if it is held."""
    with _opened(entry) as descriptor:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(entry, ignore_errors=True)


def sha256(content: bytes) -> str:
    """The hash by which sources and artefacts are compared."""
    return hashlib.sha256(content).hexdigest()


def read_bytes(path: Path) -> bytes:
    """The file's content, or UNREADABLE."""
    try:
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise RclError(Code.UNREADABLE, path=str(path), why=why) from error


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file so that a reader, or a crash, sees the old content or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.rcl-new")
    with writing(path, temporary):
        with _own(temporary) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
        sync_folder(path.parent)


def _own(path: Path) -> BinaryIO:
    """A file to write that no other rcl writes meanwhile, and no link that a tree may have brought: it gets this name
    when whoever had it before is done with it.
    """
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
            path.unlink(missing_ok=True)
            continue
        file = os.fdopen(descriptor, "r+b")
        fcntl.flock(file, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):  # it has become what it was to become
            if os.path.samestat(found := os.fstat(descriptor), path.lstat()):
                if found.st_nlink == 1:
                    file.truncate()
                    return file
                path.unlink()
        file.close()


@contextmanager
def writing(path: Path, temporary: Path | None = None) -> Iterator[None]:
    """An error in here is about this file: that of a full disk names none. What was to become it takes no room then."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(path)
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
        raise


def lines_of(text: str) -> list[str]:
    """The lines with their ends; only a newline ends a line, as C and diff count them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def sync_folder(folder: Path) -> None:
    """Makes renames in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


#: below these ``.rcl/`` holds links of rcl's own, and copies of the tree's; the verbs that write there run its code
WITH_LINKS = ("build", "verify")


def _refuse_links(folder: Path) -> None:
    """Refuses artefacts below a link, which a tree may have brought: rcl would write and delete elsewhere."""
    below = (entry.path for entry in files_below(folder, WITH_LINKS) if entry.is_symlink())
    link = os.fspath(folder) if folder.is_symlink() else next(below, None)
    if link:
        raise RclError(Code.BAD_ARGUMENT, argument=link, why="it is a link, and may lead out of the tree")


def files_below(folder: str | Path, left_out: Collection[str] = ()) -> Iterator[os.DirEntry[str]]:
    """The files and links below a folder, but for what the folders in it hold that are left out."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                yield entry
            elif entry.name not in left_out:
                yield from files_below(entry.path)


@dataclass(frozen=True)
class Workspace:
    """A source tree and where its artefacts are. ``root`` is absolute and resolved."""

    root: Path
    build_dir: Path
    jobs: int = 1
    #: where the artefacts are, from the root
    below: str = ".rcl"

    @classmethod
    def at(cls, root: Path, build_dir: Path | None = None, jobs: int | None = None) -> Workspace:
        """The workspace of a tree; by default its compile_commands.json stands at the root."""
        if not root.is_dir():
            raise RclError(Code.UNREADABLE, path=str(root), why="not a directory")
        resolved = root.resolve()
        _refuse_links(resolved / ".rcl")
        return cls(resolved, (build_dir or resolved).absolute(), jobs or os.cpu_count() or 1)

    @property
    def cores(self) -> int:
        """How many cores this process may use."""
        return len(os.sched_getaffinity(0))

    @property
    def folder(self) -> Path:
        """The folder of the artefacts."""
        return self.root / self.below

    @property
    def next(self) -> Workspace:
        """The tree with the artefacts of a rewriting that is about to take the place of the applied one."""
        return replace(self, below=f"{self.below}/next")

    @property
    def profile(self) -> Path:
        """What the program's locks cost."""
        return self.folder / "profile.json"

    @property
    def machine(self) -> Path:
        """What the kinds of lock are worth on this machine."""
        return self.folder / "machine.json"

    @property
    def plan(self) -> Path:
        """What becomes of each lock class."""
        return self.folder / "plan.toml"

    @property
    def sections(self) -> Path:
        """What libclang knows."""
        return self.folder / "sections.json"

    @property
    def cache(self) -> Path:
        """What need not be worked out again (see cache.py)."""
        return self.folder / "cache"

    @property
    def patch(self) -> Path:
        """The rewriting as a unified diff."""
        return self.folder / "rewrite.patch"

    @property
    def rewritten(self) -> Path:
        """The rewritten files, staged."""
        return self.folder / "rewritten"

    @property
    def original(self) -> Path:
        """The files as they were before the rewriting was applied."""
        return self.folder / "original"

    @property
    def applied(self) -> Path:
        """The record of a rewriting: there from the first changed file to the last reverted one."""
        return self.folder / "applied.json"

    @property
    def header(self) -> Path:
        """The header that gives each lock class its kind."""
        return self.root / "rcl_config.h"

    @property
    def decisions(self) -> Path:
        """What people decided about sections; it is committed with the source."""
        return self.root / "rcl-review.toml"

    @property
    def header_written(self) -> Path:
        """The header as rcl wrote it last, to tell a person's edits from the plan's."""
        return self.folder / "rcl_config.written.h"

    @property
    def header_kept(self) -> Path:
        """The header that a revert took out of the tree."""
        return self.folder / self.header.name

    @property
    def rewriting(self) -> Path:
        """What the last rewriting was made of, and its sections."""
        return self.folder / "rewrite.json"

    @property
    def compile_commands(self) -> Path:
        """The compilation database, or NO_COMPILE_COMMANDS."""
        name = "compile_commands.json"
        path = self.build_dir / name
        if not path.is_file():
            others = (shlex.quote(os.path.relpath(found.parent)) for found in sorted(self.root.glob(f"*/{name}")))
            raise RclError(Code.NO_COMPILE_COMMANDS, directory=self.build_dir, where=next(others, "DIRECTORY"))
        return path

    def prepare(self) -> None:
        """Makes ``.rcl/``, which no version control should see."""
        try:
            self.folder.mkdir(exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                write_atomically(ignore, b"*\n")
        except OSError as error:
            raise RclError(Code.UNWRITABLE, path=str(self.folder), why=error.strerror) from error

    def relative(self, path: Path) -> str:
        """The path as artefacts spell it, or absolute if it is outside the root."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)

    def source(self, name: str) -> Path:
        """Where a source's text stands: the tree, or ``.rcl/original/`` while it is rewritten."""
        kept = self.original / name
        return kept if self.applied.exists() and kept.exists() else self.root / name

    def c_files(self) -> Iterator[Path]:
        """The tree's C files as they stand, without what hidden folders hold."""
        for folder, below, names in os.walk(self.root):
            below[:] = sorted(name for name in below if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names) if name.endswith((".c", ".h")))

    def changed(self, sources: Mapping[str, str]) -> Iterator[str]:
        """The files whose text is no longer the one with the given hash."""
        at = self.source if self.applied.exists() else self.root.__truediv__
        for name, known in sorted(sources.items()):
            path = at(name)
            if not path.is_file() or sha256(read_bytes(path)) != known:
                yield name

    def require_fresh(self, artefact: Path, sources: Mapping[str, str], verb: str) -> None:
        """Refuses an artefact that was made from other sources."""
        for name in self.changed(sources):
            raise self.stale(artefact, name, verb)

    def stale(self, artefact: Path, name: str, verb: str) -> RclError:
        """An artefact was made from another text of a source."""
        return RclError(Code.STALE, artefact=self.relative(artefact), path=name, verb=verb)


def git(
    root: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes] | None:
    """Runs git in the tree; None if there is no git."""
    command = ["git", "-C", os.fspath(root), *arguments]
    try:
        return subprocess.run(command, capture_output=True, env=environment, check=False)
    except FileNotFoundError:
        return None


def check_patch(sources: Mapping[str, bytes], patch: Path) -> str | None:
    """What is wrong with a patch of these files; None if nothing, or if there is no git."""
    with scratch_folder() as folder:
        for name, content in sources.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        # a repository above the folder must not be found: git would skip, silently, what is not its own
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": os.fspath(folder.parent)}
        result = git(folder, "apply", "--check", os.fspath(patch), environment=environment)
    if result is None or result.returncode == 0:
        return None
    return os.fsdecode(result.stderr).strip()


def ignored(root: Path, names: Iterable[str]) -> list[str]:
    """Those of some files that git is told to ignore, if it knows the tree: a build makes most of them."""
    asked = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z")
    found = git(root, "--literal-pathspecs", *asked, "--", *names)
    return [] if found is None else os.fsdecode(found.stdout).split("\0")[:-1]


def uncommitted(root: Path, sources: Collection[str]) -> str | None:
    """One of the sources that differs from git's, if git knows the tree and there is one. GIT_REFUSES.

    Other files do not count: a build may rewrite tracked ones (a release's generated Makefile).
    """
    changed = git(root, "diff", "--name-only", "--relative", "-z", "HEAD", "--", ".")
    if changed is None or changed.returncode != 0:
        _require_git(root)
        return None
    names = (os.fsdecode(name) for name in changed.stdout.split(b"\0"))
    return next((name for name in names if name in sources), None)


def _require_git(root: Path) -> None:
    """Refuses a repository that git does not look into, another person's say; one without a commit is none yet."""
    asked = git(root, "rev-parse", "--git-dir")
    repository = any((folder / ".git").exists() for folder in (root, *root.parents))
    if asked is not None and asked.returncode != 0 and repository:
        raise RclError(Code.GIT_REFUSES, why=next(iter(os.fsdecode(asked.stderr).splitlines()), "nothing"))
