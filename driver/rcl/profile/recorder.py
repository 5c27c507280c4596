# SPDX-License-Identifier: MIT
"""Profiling: runs a program under the preload recorder and makes a profile of what that recorded.

The recording is a file that the program's memory is mapped to, so it can be read while the program runs: now and then
for the timeline, at SIGUSR1 for a profile so far, and at any time for a daemon that was started by RCL_PROFILE=PREFIX.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from rcl import artefacts, libraries
from rcl.errors import Code, RclError
from rcl.model import Profile, ScalingPoint
from rcl.profile.figures import Outcome, render
from rcl.profile.recording import BadRecording, Counts, NothingRecorded, Recording, glance, read
from rcl.profile.timeline import Snapshot

LIBRARY = "librclrecord.so"
FORWARDED = (signal.SIGINT, signal.SIGTERM)
#: what the number of threads replaces in a command
THREADS = "{}"

#: the name of a recording below its folder
_NAME = "recording"
#: when there are more intervals in the timeline, two become one
_INTERVALS = 120
#: bytes of a recording that is not read for the timeline: it would disturb the program
_LARGE = 32 << 20
#: locks that a scaling point names
_IN_A_POINT = 5


def run(
    command: Sequence[str],
    *,
    output: Path,
    root: Path,
    env: Mapping[str, str] | None = None,
    interval_s: float = 1.0,
) -> Profile:
    """Profiles a command and writes the profile to ``output``; a timeline has intervals of that many seconds or more.

    SIGINT and SIGTERM go on to the command: stopping a daemon so ends its profile, not the profiling. SIGUSR1 writes
    the profile so far beside ``output``, with a number before its suffix. Refuses with BAD_ARGUMENT (cannot be
    executed), TOOL_MISSING (no recorder), NOT_RECORDED, or BAD_ARTEFACT (damaged recording).
    """
    library = recorder_library()
    program = _executable(command[0], env)
    with tempfile.TemporaryDirectory(prefix="rcl-recording-") as folder:
        if os.geteuid() == 0:
            # a daemon that drops its privileges still records the processes that it forks
            Path(folder).chmod(0o1777)
        watch = Watch(Path(folder) / _NAME, tuple(command), root, output, interval_s)
        outcome, end_ns = _run(command, _environment(library, watch.prefix, env), watch)
        recordings = read_all(watch.prefix, end_ns)
        if not recordings:
            raise RclError(Code.NOT_RECORDED, command=command[0], why=_why_nothing(program))
        watch.look(end_ns)
        profile = render(recordings, root, outcome, watch.snapshots)
    if watch.too_large:
        warning = f"the timeline lacks {len(watch.too_large)} of the recordings, which are too large to read often"
        profile = replace(profile, warnings=(*profile.warnings, warning))
    artefacts.write(output, profile)
    return profile


def run_scaled(
    command: Sequence[str], threads: Sequence[int], *, output: Path, root: Path, interval_s: float = 1.0
) -> Profile:
    """Profiles a command once for each number of threads, which replaces ``{}`` in its arguments.

    The profile is that of the last run, and knows the shares of all.
    """
    if not any(THREADS in argument for argument in command):
        why = f"--threads needs {THREADS} in the command, where the number of threads goes"
        raise RclError(Code.BAD_ARGUMENT, argument=command[0], why=why)
    points = []
    for count in threads:
        with_count = [argument.replace(THREADS, str(count)) for argument in command]
        profile = run(with_count, output=output, root=root, interval_s=interval_s)
        points.append(_scaling_point(count, profile))
    profile = replace(profile, scaling=tuple(points))
    artefacts.write(output, profile)
    return profile


def _scaling_point(threads: int, profile: Profile) -> ScalingPoint:
    share = profile.section_s / profile.thread_s if profile.thread_s else 0.0
    locks = {lock.name: lock.time_share for lock in profile.locks[:_IN_A_POINT]}
    return ScalingPoint(threads, profile.wall_s, share, locks)


def collect(prefix: Path, *, output: Path, root: Path) -> Profile:
    """Makes the profile of what programs that were started with RCL_PROFILE=PREFIX have recorded, running ones too.

    NOT_RECORDED if there is nothing.
    """
    recordings = read_all(prefix, None)
    if not recordings:
        raise RclError(Code.NOT_RECORDED, command=str(prefix), why="there is no such recording, or an empty one")
    wall_s = max(t.life / recording.ticks_per_second for recording in recordings for t in recording.threads.values())
    profile = render(recordings, root, Outcome((recordings[0].modules[0].path,), 0, wall_s))
    artefacts.write(output, profile)
    return profile


def recorder_library() -> Path:
    """The recorder: RCL_RECORDER, the one built in this source tree, or the installed one; else TOOL_MISSING."""
    return libraries.find("profiler", LIBRARY, "RCL_RECORDER")


# ---------------------------------------------------------------------------------- running


def _executable(name: str, env: Mapping[str, str] | None) -> Path:
    path = (os.environ if env is None else env).get("PATH")
    found = shutil.which(name, path=path)
    if found:
        return Path(found)
    why = "it is not executable" if Path(name).exists() else "there is no such program"
    raise RclError(Code.BAD_ARGUMENT, argument=name, why=why)


def _environment(library: Path, prefix: Path, env: Mapping[str, str] | None) -> dict[str, str]:
    environment = dict(os.environ if env is None else env)
    others = environment.get("LD_PRELOAD")
    environment["LD_PRELOAD"] = f"{library}:{others}" if others else str(library)
    environment["RCL_PROFILE"] = str(prefix)
    return environment


@dataclass
class Watch:
    """Looks at the recordings while the command runs."""

    prefix: Path
    command: tuple[str, ...]
    root: Path
    output: Path
    interval_s: float
    snapshots: list[Snapshot] = field(default_factory=list)
    too_large: set[str] = field(default_factory=set)
    written: int = 0

    def due(self, now_ns: int, begin_ns: int) -> bool:
        """Whether the next interval of the timeline is over."""
        last = self.snapshots[-1].at_ns if self.snapshots else begin_ns
        return self.interval_s > 0 and now_ns - last >= self.interval_s * 1e9

    def look(self, now_ns: int) -> None:
        """Ends an interval of the timeline."""
        rows: dict[tuple[str, int], Counts] = {}
        for path in _files(self.prefix):
            if path.stat().st_size < _LARGE:
                rows |= {(path.name, row): counts for row, counts in glance(path).items()}
            else:
                self.too_large.add(path.name)
        self.snapshots.append(Snapshot(now_ns, rows))
        if len(self.snapshots) > _INTERVALS:
            del self.snapshots[::2]
            self.interval_s *= 2

    def write(self, now_ns: int, begin_ns: int) -> None:
        """Writes the profile so far."""
        recordings = read_all(self.prefix, now_ns)
        if recordings:
            self.written += 1
            outcome = Outcome(self.command, 0, (now_ns - begin_ns) / 1e9)
            path = self.output.with_suffix(f".{self.written}{self.output.suffix}")
            artefacts.write(path, render(recordings, self.root, outcome, self.snapshots))


def _run(command: Sequence[str], environment: dict[str, str], watch: Watch) -> tuple[Outcome, int]:
    """Runs the command to its end; also the end on CLOCK_MONOTONIC."""
    watched = {*FORWARDED, signal.SIGCHLD, signal.SIGUSR1}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    try:
        begin = time.monotonic_ns()
        child = _spawn(command, environment, before)
        while child.poll() is None:
            received = signal.sigtimedwait(watched, 0.2)
            # a terminal sends ^C to the command as well; what a process sent, only rcl has got
            if received and received.si_signo in FORWARDED and received.si_code <= 0:
                child.send_signal(received.si_signo)
            now = time.monotonic_ns()
            if received and received.si_signo == signal.SIGUSR1:
                watch.write(now, begin)
            if watch.due(now, begin):
                watch.look(now)
        end = time.monotonic_ns()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    status = child.returncode if child.returncode >= 0 else 128 - child.returncode
    return Outcome(tuple(command), status, (end - begin) / 1e9), end


def _spawn(command: Sequence[str], environment: dict[str, str], mask: Iterable[int]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            env=environment,
            preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, mask),
        )
    except OSError as error:
        why = f"it cannot be executed: {error.strerror}"
        raise RclError(Code.BAD_ARGUMENT, argument=command[0], why=why) from error


# ---------------------------------------------------------------------------------- reading


def _files(prefix: Path) -> list[Path]:
    """The recordings: ``PREFIX.PID``, and ``PREFIX.PID.SERIAL`` of programs that the process executed later."""
    named = re.compile(re.escape(prefix.name) + r"\.\d+(\.\d+)?")
    return sorted(path for path in prefix.parent.glob(f"{prefix.name}.*") if named.fullmatch(path.name))


def read_all(prefix: Path, end_ns: int | None) -> list[Recording]:
    """The recordings of processes that ended then, on CLOCK_MONOTONIC; without it, are running or ended unseen.

    A process that executed another program ended when that began.
    """
    recordings = []
    for path in _files(prefix):
        found = _read(path, None)
        if found and not found.exited:
            follower = _follower(prefix, path)
            found = _read(path, follower.start_ns if follower else _end(found.pid, end_ns))
        if found:
            recordings.append(found)
    return recordings


def _end(pid: int, end_ns: int | None) -> int | None:
    running = end_ns is None and Path(f"/proc/{pid}").exists()
    return time.monotonic_ns() if running else end_ns


def _follower(prefix: Path, path: Path) -> Recording | None:
    """The recording of the program that the process executed next."""
    pid, _, serial = path.name.removeprefix(f"{prefix.name}.").partition(".")
    after = path.with_name(f"{prefix.name}.{pid}.{int(serial or 0) + 1}")
    return _read(after, None) if after.exists() else None


def _read(path: Path, end_ns: int | None) -> Recording | None:
    """A recording; None if the process ended before it could begin."""
    try:
        return read(path, end_ns)
    except NothingRecorded:
        return None
    except BadRecording as error:
        artefact = f"the recording {path.name}"
        raise RclError(Code.BAD_ARTEFACT, artefact=artefact, why=str(error), verb="rcl profile") from error


def _why_nothing(program: Path) -> str:
    """Why the recorder was not loaded into a program."""
    if program.stat().st_mode & 0o6000:
        return "it runs with another user's rights, so the system does not load the recorder into it"
    try:
        with program.open("rb") as stream:
            segments = [segment["p_type"] for segment in ELFFile(stream).iter_segments()]
    except (OSError, ELFError):
        return "the recorder could not be loaded into it"
    if "PT_INTERP" not in segments:
        return "it is statically linked"
    return "it ended before the recorder could begin, or could not write the recording"
