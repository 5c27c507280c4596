# SPDX-License-Identifier: MIT
"""Puts a rewriting into the tree and takes it out again; the tree is the old one or the new one.

Originals and new texts are on disk before ``applied.json`` says ``applying``; from then on each
file is replaced by one rename, as soon as the texts of all stand beside their files. A start that
finds ``applying`` or ``reverting`` finishes it, because all it needs is on disk; an error in between
is rolled back at once. A text that is neither the old one nor the new one is a person's, and never
overwritten.

An exchange puts another rewriting in the place of the applied one. Its texts and artefacts stand in ``.rcl/next/``
before ``applied.json`` says ``exchanging``. When all files are replaced it says ``exchanged``, and they move up.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rcl import artefacts
from rcl.artefacts import Applied, AppliedFile
from rcl.compdb import SOURCE_SUFFIXES
from rcl.errors import Code, RclError
from rcl.workspace import (
    Workspace,
    read_bytes,
    sha256,
    sync_folder,
    uncommitted,
    write_atomically,
    writing,
)

#: what a build only includes
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
#: what a rewritten file names
_RUNTIME = re.compile(rb"\b(?:rcl|RCL)_\w+")
APPLYING, APPLIED, REVERTING = "applying", "applied", "reverting"
EXCHANGING, EXCHANGED = "exchanging", "exchanged"


def apply(
    workspace: Workspace,
    files: Mapping[str, bytes],
    editable: Mapping[str, bytes],
    *,
    sources: Collection[str] = (),
    allow_dirty: bool = False,
) -> Applied:
    """Replaces or adds ``files``, and those that a person may edit before they are reverted.

    Refuses a tree that has a rewriting already (ALREADY_APPLIED), uncommitted changes to these files or other sources
    (DIRTY_TREE), a repository that git does not look into (GIT_REFUSES), or a file that lies outside the root through a
    symbolic link (OUTSIDE_ROOT).
    """
    with _alone(workspace):
        if workspace.applied.exists():
            raise RclError(Code.ALREADY_APPLIED)
        dirty = None if allow_dirty else uncommitted(workspace.root, {*files, *sources})
        if dirty is not None:
            raise RclError(Code.DIRTY_TREE, path=dirty)
        staged = _stage(workspace, {**files, **editable})
        made = tuple(replace(file, editable=file.name in editable) for file in staged)
        record = Applied(APPLYING, made, to_compile(files, sources))
        try:
            artefacts.write(workspace.applied, record)
            return _complete(workspace, record)
        except BaseException:
            _roll_back(workspace, record)
            raise


def revert(workspace: Workspace) -> Applied:
    """Puts the originals back, where they are not already. NOT_APPLIED; CHANGED_AFTER_APPLY if a rewritten file was
    edited since.

    A header that apply created goes too; if a person edited it, the next one takes the edits over. One that was there
    before comes back, unless it was edited.
    """
    with _alone(workspace):
        record = untouched(workspace, back=True)
        artefacts.write(workspace.applied, replace(record, state=REVERTING))
        _restore(workspace, record)
        return record


def untouched(workspace: Workspace, back: bool = False) -> Applied:
    """The record of the rewriting in the tree. NOT_APPLIED; CHANGED_AFTER_APPLY if a rewritten file was edited.

    ``back``: one may be as it was before, by ``git checkout`` say, or edited if nothing of the rewriting is left in it.
    """
    record = read_applied(workspace)
    if record is None:
        raise RclError(Code.NOT_APPLIED)
    for file in record.files:
        known = (file.new, file.old) if back else (file.new,)
        same = file.editable or _hash(workspace.root / file.name) in known
        if not same and not (back and _taken_out(workspace, file)):
            raise RclError(Code.CHANGED_AFTER_APPLY, path=file.name)
    return record


def _taken_out(workspace: Workspace, file: AppliedFile) -> bool:
    """Has a person taken the rewriting out of a file, which is edited besides? It names of librcl's what it did before.
    """
    if file.old is None or not (workspace.root / file.name).is_file():
        return False
    folders = (workspace.root, workspace.rewritten, workspace.original)
    now, new, old = (set(_RUNTIME.findall(read_bytes(folder / file.name))) for folder in folders)
    return now <= old and not new <= old


def exchange(
    workspace: Workspace, files: Mapping[str, bytes], editable: Mapping[str, bytes], sources: Collection[str] = ()
) -> Applied:
    """Puts ``files`` in the place of the applied rewriting's; what it alone had changed is as before. A revert brings
    back what was there before the first one.

    ``.rcl/next/`` holds the artefacts that come with them. NOT_APPLIED, CHANGED_AFTER_APPLY, OUTSIDE_ROOT.
    """
    with _alone(workspace):
        before = untouched(workspace)
        for file in before.files:
            if file.editable:
                write_atomically(workspace.rewritten / file.name, read_bytes(workspace.root / file.name))
        replaced = tuple(replace(f, new=sha256(read_bytes(workspace.rewritten / f.name))) for f in before.files)
        changed = {file.name for file in replaced} | files.keys() | editable.keys()
        made = tuple(_stage_exchange(workspace, replaced, {**files, **editable}, set(editable)))
        built = {*before.built, *to_compile(changed - editable.keys(), sources)}
        record = Applied(EXCHANGING, made, tuple(sorted(built)), replaced)
        try:
            artefacts.write(workspace.applied, record)
            return _complete(workspace, record)
        except BaseException:
            _roll_back(workspace, record)
            raise


def _stage_exchange(
    workspace: Workspace, replaced: Collection[AppliedFile], files: Mapping[str, bytes], editable: Collection[str]
) -> Iterator[AppliedFile]:
    """Each file that changes now, or has changed before. What is no longer rewritten becomes its original."""
    for file in replaced:
        if file.name not in files and file.old is not None:
            yield replace(file, new=file.old)
    known = {file.name: file for file in replaced}
    for name, content in sorted(files.items()):
        write_atomically(workspace.next.rewritten / name, content)
        if name not in known:
            known[name] = _kept(workspace, name, content)
        yield replace(known[name], new=sha256(content), editable=name in editable)


def recover(workspace: Workspace) -> str | None:
    """Finishes an interrupted apply or revert, and says what it did."""
    if not workspace.applied.exists():
        return None
    with _alone(workspace):
        record = read_applied(workspace)
        if record is None or record.state == APPLIED:
            return None
        if record.state == REVERTING:
            _restore(workspace, record)
            return "finished a revert that was interrupted"
        if record.state == EXCHANGED:
            _settle(workspace, record)
            return "finished an apply that was interrupted"
        try:
            _complete(workspace, record)
        except RclError:
            _roll_back(workspace, record)
            return "took back an apply that was interrupted"
        return "finished an apply that was interrupted"


def read_applied(workspace: Workspace) -> Applied | None:
    """The record of the rewriting that is in the tree, if one is."""
    if not workspace.applied.exists():
        return None
    return artefacts.read(workspace.applied, Applied)


@contextlib.contextmanager
def _alone(workspace: Workspace) -> Iterator[None]:
    """Two commands never change one tree at once."""
    workspace.prepare()
    with (workspace.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _stage(workspace: Workspace, files: Mapping[str, bytes]) -> Iterator[AppliedFile]:
    """Puts originals and new texts below ``.rcl/`` before anything in the tree changes."""
    shutil.rmtree(workspace.original, ignore_errors=True)
    shutil.rmtree(workspace.rewritten, ignore_errors=True)
    for name, content in sorted(files.items()):
        write_atomically(workspace.rewritten / name, content)
        yield _kept(workspace, name, content)


def _kept(workspace: Workspace, name: str, content: bytes) -> AppliedFile:
    """A file that gets this text; its original is kept."""
    target = (workspace.root / name).resolve()
    if not target.is_relative_to(workspace.root):
        raise RclError(Code.OUTSIDE_ROOT, path=name)
    if not target.exists():
        return AppliedFile(name, None, sha256(content), 0o644)
    old = read_bytes(target)
    write_atomically(workspace.original / name, old)
    return AppliedFile(name, sha256(old), sha256(content), stat.S_IMODE(target.stat().st_mode))


def _complete(workspace: Workspace, record: Applied) -> Applied:
    """Brings every file to its new text; may start again after a crash at any point."""
    before = {file.name: file.old for file in record.files} | {file.name: file.new for file in record.replaced}
    for file in record.files:
        _clear(workspace, file)
    now = {file.name: _hash(workspace.root / file.name) for file in record.files}
    left = [file for file in record.files if now[file.name] != file.new]
    for file in left:
        if now[file.name] != before[file.name]:
            raise RclError(Code.CHANGED_AFTER_APPLY, path=file.name)
    _replace(workspace, [(file, _new_texts(workspace, record, file)) for file in left])
    touch(workspace.root, record.built)
    record = replace(record, state=EXCHANGED if record.replaced else APPLIED)
    artefacts.write(workspace.applied, record)
    return _settle(workspace, record) if record.replaced else record


def _new_texts(workspace: Workspace, record: Applied, file: AppliedFile) -> Path:
    """Where a file's new text is kept."""
    if not record.replaced:
        return workspace.rewritten
    return workspace.next.rewritten if (workspace.next.rewritten / file.name).exists() else workspace.original


def _settle(workspace: Workspace, record: Applied) -> Applied:
    """Ends an exchange: its artefacts become the tree's. Files that are as before are of no concern any more."""
    if workspace.next.folder.is_dir():
        for path in sorted(workspace.next.folder.iterdir()):
            target = workspace.folder / path.name
            if target.is_dir():
                shutil.rmtree(target)
            path.replace(target)
        workspace.next.folder.rmdir()
    for file in record.files:
        if file.new == file.old:
            (workspace.original / file.name).unlink(missing_ok=True)
    files = tuple(file for file in record.files if file.new != file.old)
    record = Applied(APPLIED, files, record.built)
    artefacts.write(workspace.applied, record)
    return record


def _restore(workspace: Workspace, record: Applied) -> None:
    """Brings every file back to its old text; may start again after a crash at any point."""
    for file in record.files:
        _clear(workspace, file)
    left = (file for file in record.files if file.old is not None and _hash(workspace.root / file.name) == file.new)
    _replace(workspace, [(file, workspace.original) for file in left])
    for file in record.files:
        if file.old is None:
            _remove_created(workspace, file)
    touch(workspace.root, record.built)
    workspace.applied.unlink()
    sync_folder(workspace.folder)


def to_compile(changed: Collection[str], sources: Collection[str]) -> tuple[str, ...]:
    """The sources that a build must compile again after such a change: all, if a header changed.

    The size of a mutex is another one then, and many a Makefile does not know which source includes the header.
    """
    headers = any(not name.endswith(SOURCE_SUFFIXES) for name in changed)
    return tuple(sorted(name for name in sources if not name.endswith(_HEADERS))) if headers else ()


def touch(root: Path, names: Collection[str]) -> None:
    """Makes files new for a build. One that cannot be touched is the build's business."""
    for name in names:
        with contextlib.suppress(OSError):
            os.utime(root / name)


def _roll_back(workspace: Workspace, record: Applied) -> None:
    """After an error in the middle. What cannot even be restored is left to the next start."""
    with contextlib.suppress(OSError):
        if record.replaced:
            _back_to_replaced(workspace, record)
            return
        with contextlib.suppress(OSError):  # without room for that, a crash from here on leads to the new tree
            artefacts.write(workspace.applied, replace(record, state=REVERTING))
        _restore(workspace, record)


def _back_to_replaced(workspace: Workspace, record: Applied) -> None:
    """Takes back an exchange; one that is complete stays."""
    known = read_applied(workspace)
    if known is None or known.state == EXCHANGED:
        return
    replaced = {file.name: file for file in record.replaced}
    for file in record.files:
        _clear(workspace, file)
    left = (file for file in record.files if _hash(workspace.root / file.name) == file.new)
    texts = {True: workspace.rewritten, False: workspace.original}
    _replace(workspace, [(replaced.get(file.name, file), texts[file.name in replaced]) for file in left])
    touch(workspace.root, record.built)
    artefacts.write(workspace.applied, Applied(APPLIED, record.replaced, record.built))
    shutil.rmtree(workspace.next.folder, ignore_errors=True)


def _remove_created(workspace: Workspace, file: AppliedFile) -> None:
    """Moves a created file into ``.rcl/``, for it may hold edits."""
    path = workspace.root / file.name
    if path.exists():
        path.replace(workspace.folder / file.name)


def _replace(workspace: Workspace, files: Collection[tuple[AppliedFile, Path]]) -> None:
    """Makes files of the tree the texts kept for them below ``.rcl/``, each by one rename.

    All texts stand beside their files before the first rename: a disk without room for one of them changes no file.
    """
    targets = {(workspace.root / file.name).resolve(): (file, texts) for file, texts in files}
    try:
        for target, (file, texts) in targets.items():
            with writing(target):
                _write_beside(target, read_bytes(texts / file.name), file.mode)
    except OSError:
        for target in targets:
            _temporary(target).unlink(missing_ok=True)
        raise
    for target in targets:
        _temporary(target).replace(target)
    for folder in sorted({target.parent for target in targets}):
        sync_folder(folder)


def _write_beside(target: Path, content: bytes, mode: int) -> None:
    """Writes what is to take a file's place, with the mode that this has now, or else ``mode``."""
    now = target.stat() if target.exists() else None
    with _temporary(target).open("wb") as out:
        out.write(content)
        os.fchmod(out.fileno(), stat.S_IMODE(now.st_mode) if now else mode)
        if now:
            with contextlib.suppress(PermissionError):
                os.fchown(out.fileno(), now.st_uid, now.st_gid)
        out.flush()
        os.fsync(out.fileno())


def _clear(workspace: Workspace, file: AppliedFile) -> None:
    """Removes what an interrupted replacement left."""
    _temporary((workspace.root / file.name).resolve()).unlink(missing_ok=True)


def _temporary(target: Path) -> Path:
    return target.with_name(f".{target.name}.rcl-new")


def _hash(path: Path) -> str | None:
    return sha256(read_bytes(path)) if path.exists() else None
