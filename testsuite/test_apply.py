# SPDX-License-Identifier: MIT
"""Applying and reverting: whenever it is killed, the next start finds the old tree or makes the new one."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rcl import apply
from rcl.artefacts import Applied
from rcl.errors import Code, RclError
from rcl.workspace import Workspace, write_atomically

OLD = {"a.c": b"old a\r\n", "sub dir/\xe9 b.c".encode("latin-1").decode("utf-8", "surrogateescape"): b"old b \xff"}
NEW = {name: b"new " + content for name, content in OLD.items()}
HEADER = {"rcl_config.h": b"header\n"}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A tree with an executable and a read-only file, a space and an odd byte in their names."""
    for name, content in OLD.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "tree" / "a.c").chmod(0o751)
    return Workspace.at(tmp_path / "tree")


def tree(workspace: Workspace) -> dict[str, bytes]:
    """Every file of the tree but rcl's own."""
    return {
        path.relative_to(workspace.root).as_posix(): path.read_bytes()
        for path in workspace.root.rglob("*")
        if path.is_file() and ".rcl" not in path.relative_to(workspace.root).parts and ".git" not in path.parts
    }


def refused(action: Callable[[], object]) -> RclError:
    with pytest.raises(RclError) as caught:
        action()
    return caught.value


def test_there_and_back(workspace: Workspace) -> None:
    apply.apply(workspace, NEW, HEADER)
    assert tree(workspace) == {**NEW, **HEADER}
    assert (workspace.root / "a.c").stat().st_mode & 0o7777 == 0o751
    assert workspace.source("a.c").read_bytes() == OLD["a.c"]
    apply.revert(workspace)
    assert tree(workspace) == OLD
    assert (workspace.root / "a.c").stat().st_mode & 0o7777 == 0o751
    assert not workspace.applied.exists()
    assert workspace.header_kept.read_bytes() == HEADER["rcl_config.h"]


def test_a_header_that_was_there_comes_back(workspace: Workspace) -> None:
    workspace.header.write_bytes(b"mine\n")
    apply.apply(workspace, NEW, HEADER)
    assert workspace.header.read_bytes() == HEADER["rcl_config.h"]
    apply.revert(workspace)
    assert tree(workspace) == {**OLD, "rcl_config.h": b"mine\n"}


def test_a_header_that_was_there_and_was_edited_stays(workspace: Workspace) -> None:
    workspace.header.write_bytes(b"mine\n")
    apply.apply(workspace, NEW, HEADER)
    workspace.header.write_bytes(b"edited\n")
    apply.revert(workspace)
    assert tree(workspace) == {**OLD, "rcl_config.h": b"edited\n"}


def test_twice_is_refused(workspace: Workspace) -> None:
    assert refused(lambda: apply.revert(workspace)).code is Code.NOT_APPLIED
    apply.apply(workspace, NEW, HEADER)
    assert refused(lambda: apply.apply(workspace, NEW, HEADER)).code is Code.ALREADY_APPLIED


@pytest.mark.parametrize("change", [b"edited", None])
def test_edits_after_apply_are_not_lost(workspace: Workspace, change: bytes | None) -> None:
    apply.apply(workspace, NEW, HEADER)
    if change is None:
        (workspace.root / "a.c").unlink()
    else:
        (workspace.root / "a.c").write_bytes(change)
    before = tree(workspace)
    error = refused(lambda: apply.revert(workspace))
    assert error.code is Code.CHANGED_AFTER_APPLY and "a.c" in str(error)
    assert tree(workspace) == before


@pytest.mark.parametrize("back", [[*OLD], ["a.c"]])
@pytest.mark.parametrize("created", [True, False])
def test_what_is_back_already_stays(workspace: Workspace, back: list[str], created: bool) -> None:
    """``git checkout``, or ``git apply -R`` as the message says, and ``git clean`` perhaps."""
    apply.apply(workspace, NEW, HEADER)
    for name in back:
        (workspace.root / name).write_bytes(OLD[name])
    if not created:
        workspace.header.unlink()
    apply.revert(workspace)
    assert tree(workspace) == OLD
    assert refused(lambda: apply.revert(workspace)).code is Code.NOT_APPLIED


def test_a_mode_that_a_person_has_set_stays(workspace: Workspace) -> None:
    apply.apply(workspace, NEW, HEADER)
    (workspace.root / "a.c").chmod(0o700)
    apply.revert(workspace)
    assert tree(workspace) == OLD and (workspace.root / "a.c").stat().st_mode & 0o7777 == 0o700


def test_a_rewriting_that_was_taken_out_by_hand(workspace: Workspace) -> None:
    """As the message says; what a person has written besides stays."""
    new = {name: b"rcl_lock(&m);" + content for name, content in NEW.items()}
    apply.apply(workspace, new, HEADER)
    for edited in (b"rcl_lock(&m); edited", b"rcl_lock(&m);"):
        (workspace.root / "a.c").write_bytes(edited)
        assert refused(lambda: apply.revert(workspace)).code is Code.CHANGED_AFTER_APPLY
    (workspace.root / "a.c").write_bytes(b"lock(&m); edited")
    apply.revert(workspace)
    assert tree(workspace) == {**OLD, "a.c": b"lock(&m); edited"} and not workspace.applied.exists()


def test_two_write_one_file(tmp_path: Path) -> None:
    """Each is whole, one after the other."""
    script = (
        "import sys; from pathlib import Path; from rcl.workspace import write_atomically\n"
        "for _ in range(300): write_atomically(Path(sys.argv[1]), sys.argv[2].encode() * 1000)"
    )
    path = tmp_path / "file"
    words = [sys.executable, "-c", script, str(path)]
    with ThreadPoolExecutor(3) as pool:
        done = pool.map(lambda letter: subprocess.run([*words, letter], capture_output=True, check=False), "abc")
    assert [(run.returncode, run.stderr) for run in done] == [(0, b"")] * 3
    assert len(content := path.read_bytes()) == 1000 and len(set(content)) == 1 and list(tmp_path.iterdir()) == [path]


def test_an_edited_header_does_not_stop_a_revert(workspace: Workspace) -> None:
    apply.apply(workspace, NEW, HEADER)
    workspace.header.write_bytes(b"edited\n")
    apply.revert(workspace)
    assert tree(workspace) == OLD and workspace.header_kept.read_bytes() == b"edited\n"


def test_a_changed_header_makes_every_source_new(workspace: Workspace) -> None:
    """Many a Makefile does not know who includes it, and a mutex has another size now."""
    for name in ("a.c", "other.c", "x.h"):
        (workspace.root / name).write_bytes(b"old\n")
        os.utime(workspace.root / name, (1, 1))

    def touched() -> set[str]:
        found = {path.name for path in workspace.root.iterdir() if path.is_file() and path.stat().st_mtime > 1}
        for path in workspace.root.iterdir():
            os.utime(path, (1, 1))
        return found & {"a.c", "other.c", "x.h"}

    sources = ("a.c", "other.c", "x.h")
    apply.apply(workspace, {"a.c": b"new\n"}, {}, sources=sources, allow_dirty=True)
    assert touched() == {"a.c"}
    apply.revert(workspace)
    assert touched() == {"a.c"}
    apply.apply(workspace, {"x.h": b"new\n"}, {}, sources=sources, allow_dirty=True)
    assert touched() == {"a.c", "other.c", "x.h"}
    apply.revert(workspace)
    assert touched() == {"a.c", "other.c", "x.h"}


def git(workspace: Workspace, *arguments: str) -> None:
    identity = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", "-C", workspace.root, *identity, *arguments], check=True, capture_output=True)


def test_a_dirty_tree_is_refused(workspace: Workspace) -> None:
    for name in ("other file.c", "Makefile"):
        (workspace.root / name).write_bytes(b"")
    git(workspace, "init")
    git(workspace, "add", ".")
    git(workspace, "commit", "-m", "all")
    (workspace.root / "untracked.c").write_bytes(b"")
    (workspace.root / "Makefile").write_bytes(b"made by configure")
    sources = ("a.c", "other file.c", "untracked.c")
    apply.apply(workspace, NEW, HEADER, sources=sources)
    apply.revert(workspace)
    (workspace.root / "other file.c").write_bytes(b"edit")
    error = refused(lambda: apply.apply(workspace, NEW, HEADER, sources=sources))
    assert error.code is Code.DIRTY_TREE and "other file.c" in str(error)
    git(workspace, "add", ".")
    assert refused(lambda: apply.apply(workspace, NEW, HEADER, sources=sources)).code is Code.DIRTY_TREE
    apply.apply(workspace, NEW, HEADER, sources=sources, allow_dirty=True)


def test_a_tree_that_git_does_not_look_into(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of another person, which is one's own in a container: nobody knows what is not committed there."""
    git(workspace, "init")
    apply.apply(workspace, NEW, HEADER)
    apply.revert(workspace)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    error = refused(lambda: apply.apply(workspace, NEW, HEADER))
    assert error.code is Code.GIT_REFUSES and "dubious ownership" in str(error) and tree(workspace) == OLD
    apply.apply(workspace, NEW, HEADER, allow_dirty=True)


def test_symbolic_links_are_followed_but_not_out_of_the_tree(workspace: Workspace, tmp_path: Path) -> None:
    (workspace.root / "link.c").symlink_to("a.c")
    apply.apply(workspace, {"link.c": b"new"}, {})
    assert (workspace.root / "link.c").is_symlink() and (workspace.root / "a.c").read_bytes() == b"new"
    apply.revert(workspace)
    outside = tmp_path / "outside.c"
    outside.write_bytes(b"outside")
    (workspace.root / "out.c").symlink_to(outside)
    before = tree(workspace)
    assert refused(lambda: apply.apply(workspace, {**NEW, "out.c": b"new"}, {})).code is Code.OUTSIDE_ROOT
    assert tree(workspace) == before and outside.read_bytes() == b"outside"
    assert refused(lambda: apply.apply(workspace, {"../outside.c": b"new"}, {})).code is Code.OUTSIDE_ROOT


REPLACES = 14


def in_child(action: Callable[[], object], survive: int, end: Callable[[], None], times: int = 1) -> bool:
    """Runs the action in a child whose renames after the first ``survive`` end it, or fail; whether one did."""
    child = os.fork()
    if child == 0:
        try:
            replace, left = os.replace, [survive]

            def counting(source: str, target: str) -> None:
                left[0] -= 1
                if -times <= left[0] < 0:
                    end()
                replace(source, target)

            os.replace = counting  # type: ignore[assignment]
            action()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] != 0


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise OSError(28, "No space left on device", "a.c")


#: killed; an error that passes; an error that stays
ENDS = [(kill, 1), (fail, 1), (fail, 1000)]


@pytest.mark.parametrize("survive", range(REPLACES))
@pytest.mark.parametrize(("end", "times"), ENDS)
def test_an_interrupted_apply(workspace: Workspace, survive: int, end: Callable[[], None], times: int) -> None:
    interrupted = in_child(lambda: apply.apply(workspace, NEW, HEADER), survive, end, times)
    if interrupted and (end, times) == (fail, 1):
        assert tree(workspace) == OLD, "an error is rolled back at once"
    apply.recover(workspace)
    found = tree(workspace)
    assert found in (OLD, {**NEW, **HEADER})
    assert workspace.applied.exists() == (found != OLD)
    assert interrupted or found != OLD
    if found != OLD:
        apply.revert(workspace)
    assert tree(workspace) == OLD and (workspace.root / "a.c").stat().st_mode & 0o7777 == 0o751


@pytest.mark.parametrize("survive", range(REPLACES))
@pytest.mark.parametrize(("end", "times"), ENDS)
def test_an_interrupted_revert(workspace: Workspace, survive: int, end: Callable[[], None], times: int) -> None:
    apply.apply(workspace, NEW, HEADER)
    interrupted = in_child(lambda: apply.revert(workspace), survive, end, times)
    apply.recover(workspace)
    found = tree(workspace)
    assert found in (OLD, {**NEW, **HEADER})
    assert interrupted or found == OLD
    assert workspace.applied.exists() == (found != OLD)


def test_the_tests_interrupt_everywhere(workspace: Workspace) -> None:
    assert not in_child(lambda: apply.apply(workspace, NEW, HEADER), REPLACES, kill)


@pytest.mark.parametrize("survive", range(REPLACES))
def test_recovery_can_be_interrupted_too(workspace: Workspace, survive: int) -> None:
    in_child(lambda: apply.apply(workspace, NEW, HEADER), survive, kill)
    for again in range(3):
        in_child(lambda: apply.recover(workspace), again, kill)
    apply.recover(workspace)
    assert tree(workspace) in (OLD, {**NEW, **HEADER})


def test_an_edit_between_kill_and_recovery_is_not_lost(workspace: Workspace) -> None:
    survive = next(n for n in range(REPLACES) if half_applied(workspace, n))
    assert survive > 0
    (workspace.root / list(OLD)[1]).write_bytes(b"edited")
    assert apply.recover(workspace) == "took back an apply that was interrupted"
    assert tree(workspace) == {**OLD, list(OLD)[1]: b"edited"}


def half_applied(workspace: Workspace, survive: int) -> bool:
    in_child(lambda: apply.apply(workspace, NEW, HEADER), survive, kill)
    found = tree(workspace)
    if found["a.c"] == NEW["a.c"] and found[list(OLD)[1]] == OLD[list(OLD)[1]]:
        return True
    apply.recover(workspace)
    if workspace.applied.exists():
        apply.revert(workspace)
    return False


# ------------------------------------------------------------------------------------- a full disk

#: more than any of these writes
WRITES = 20


def full_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """A disk that has room for so many more files, and stays full then."""
    fsync, left = os.fsync, [writes]

    def counting(file: int) -> None:
        left[0] -= not stat.S_ISDIR(os.fstat(file).st_mode)
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        fsync(file)

    monkeypatch.setattr("os.fsync", counting)


@pytest.mark.parametrize("writes", range(WRITES))
@pytest.mark.parametrize("way", ["apply", "revert", "exchange"])
def test_a_full_disk(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, way: str, writes: int) -> None:
    """No tree is half of each, even before the next start, and what could not be written takes no room."""
    actions = {"apply": lambda: apply.apply(workspace, NEW, HEADER), "revert": lambda: apply.revert(workspace)}
    workspace.prepare()
    if way != "apply":
        apply.apply(workspace, NEW, HEADER)
    before = tree(workspace)
    full_after(monkeypatch, writes)
    after = {"apply": {**NEW, **HEADER}, "revert": OLD, "exchange": {**OLD, **OTHER, **OTHER_HEADER}}
    try:
        actions.get(way, lambda: exchange(workspace))()
    except OSError as error:
        assert error.filename and not error.filename.endswith("rcl-new")
        assert tree(workspace) in (before, after[way])
        assert not list(workspace.root.rglob(".*.rcl-new"))
    monkeypatch.undo()
    apply.recover(workspace)
    assert tree(workspace) in (before, after[way])


# ------------------------------------------------------------------------------------- exchange

#: what stays rewritten: a.c otherwise than before, the other file not at all, and one that was as it is
OTHER = {"a.c": b"newer\n", "c.c": b"new c"}
OTHER_HEADER = {"rcl_config.h": b"shorter\n"}
EXCHANGE_REPLACES = 14


@pytest.fixture
def applied(workspace: Workspace) -> Workspace:
    """The tree with a rewriting, and the artefacts of another one beside."""
    (workspace.root / "c.c").write_bytes(b"old c")
    apply.apply(workspace, NEW, HEADER)
    write_atomically(workspace.patch, b"first")
    write_atomically(workspace.next.patch, b"other")
    return workspace


def first() -> dict[str, bytes]:
    return {**NEW, **HEADER, "c.c": b"old c"}


def other() -> dict[str, bytes]:
    return {**OLD, **OTHER, **OTHER_HEADER}


def exchange(workspace: Workspace) -> Applied:
    return apply.exchange(workspace, OTHER, OTHER_HEADER)


def check(workspace: Workspace, now: dict[str, bytes]) -> None:
    """The tree and what is kept of it agree, and a revert brings back the first originals."""
    assert tree(workspace) == now
    assert workspace.patch.read_bytes() == (b"other" if now == other() else b"first")
    record = apply.read_applied(workspace)
    assert record is not None and record.state == "applied" and not record.replaced
    for name in {file.name for file in record.files if not file.editable}:
        assert (workspace.rewritten / name).read_bytes() == now[name]
    kept = {name: workspace.source(name).read_bytes() for name in (*OLD, "c.c")}
    assert kept == {**OLD, "c.c": b"old c"}
    apply.revert(workspace)
    assert tree(workspace) == {**OLD, "c.c": b"old c"}
    assert (workspace.root / "a.c").stat().st_mode & 0o7777 == 0o751


def test_another_rewriting_takes_the_place_of_the_first(applied: Workspace) -> None:
    record = exchange(applied)
    assert {file.name for file in record.files} == {*OTHER, *OTHER_HEADER}
    assert not applied.next.folder.exists()
    check(applied, other())


def test_there_has_to_be_a_first_one_as_it_was(workspace: Workspace) -> None:
    assert refused(lambda: exchange(workspace)).code is Code.NOT_APPLIED
    apply.apply(workspace, NEW, HEADER)
    (workspace.root / "a.c").write_bytes(b"edited")
    before = tree(workspace)
    assert refused(lambda: exchange(workspace)).code is Code.CHANGED_AFTER_APPLY
    assert tree(workspace) == before


@pytest.mark.parametrize("survive", range(EXCHANGE_REPLACES))
@pytest.mark.parametrize(("end", "times"), ENDS)
def test_an_interrupted_exchange(applied: Workspace, survive: int, end: Callable[[], None], times: int) -> None:
    applied.header.write_bytes(b"edited\n")
    before = {**first(), "rcl_config.h": b"edited\n"}
    interrupted = in_child(lambda: exchange(applied), survive, end, times)
    apply.recover(applied)
    found = tree(applied)
    assert found in (before, other())
    assert interrupted or found == other()
    check(applied, found)


def test_the_tests_interrupt_an_exchange_everywhere(applied: Workspace) -> None:
    assert not in_child(lambda: exchange(applied), EXCHANGE_REPLACES, kill)


@pytest.mark.parametrize("survive", range(EXCHANGE_REPLACES))
def test_recovery_of_an_exchange_can_be_interrupted_too(applied: Workspace, survive: int) -> None:
    in_child(lambda: exchange(applied), survive, kill)
    for again in range(3):
        in_child(lambda: apply.recover(applied), again, kill)
    apply.recover(applied)
    found = tree(applied)
    assert found in (first(), other())
    check(applied, found)


@pytest.mark.parametrize("survive", range(EXCHANGE_REPLACES))
def test_an_edit_after_a_killed_exchange_is_not_lost(applied: Workspace, survive: int) -> None:
    in_child(lambda: exchange(applied), survive, kill)
    (applied.root / "c.c").write_bytes(b"edited")
    apply.recover(applied)
    assert tree(applied)["c.c"] == b"edited"
    record = apply.read_applied(applied)
    assert record is not None and record.state == "applied"
    expected = other() if "c.c" in {file.name for file in record.files} else first()
    assert tree(applied) == {**expected, "c.c": b"edited"}
