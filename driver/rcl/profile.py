# SPDX-License-Identifier: MIT
"""Profiling: runs a program under the preload recorder and makes a profile of what that recorded.

The figure of each lock class is the RCL paper's (section 2.2): the time to acquire (waiting included), hold and release
its mutexes, over the execution time of all threads. The paper's programs kept every thread busy. Where threads
sleep, for want of requests for example, the share of busy time says what that figure would be under full load.

The recorder's own time is taken out as far as it was measured in this run (Calibration): what it sees of an
uncontended, empty section then costs what it costs without the recorder.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from rcl import artefacts
from rcl.errors import Code, RclError
from rcl.model import LockProfile, LockSite, Machine, Profile
from rcl.recording import BadRecording, NothingRecorded, Recording, read
from rcl.resolve import LockKey, Resolver, unique_names
from rcl.tally import Tally
from rcl.workspace import read_bytes, sha256

LIBRARY = "librclrecord.so"
FORWARDED = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Outcome:
    """How the profiled command ran; a command ended by a signal has the status 128 plus its number."""

    command: tuple[str, ...]
    exit_status: int
    wall_s: float


def run(command: Sequence[str], *, output: Path, root: Path, env: Mapping[str, str] | None = None) -> Profile:
    """Profiles a command and writes the profile to ``output``.

    SIGINT and SIGTERM go on to the command: stopping a daemon so ends its profile, not the profiling. Refuses with
    BAD_ARGUMENT (cannot be executed), TOOL_MISSING (no recorder), NOT_RECORDED, or BAD_ARTEFACT (damaged recording).
    """
    library = recorder_library()
    program = _executable(command[0], env)
    with tempfile.TemporaryDirectory(prefix="rcl-recording-") as folder:
        if os.geteuid() == 0:
            # a daemon that drops its privileges still records the processes that it forks
            Path(folder).chmod(0o1777)
        outcome, end_ns = _run(command, _environment(library, Path(folder), env))
        recordings = _read_all(Path(folder), end_ns, command[0])
        if not recordings:
            raise RclError(Code.NOT_RECORDED, command=command[0], why=_why_nothing(program))
        profile = render(recordings, root, outcome)
    artefacts.write(output, profile)
    return profile


def recorder_library() -> Path:
    """The recorder: RCL_RECORDER, the one built in this source tree, or the installed one; else TOOL_MISSING."""
    named = os.environ.get("RCL_RECORDER")
    built = Path(__file__).parents[2] / "build" / "profiler" / LIBRARY
    prefixes = (Path("/usr/local"), Path("/usr"))
    candidates = [Path(named)] if named else [built, *(p / "lib" / LIBRARY for p in prefixes)]
    found = next((path for path in candidates if path.is_file()), None)
    if found is None:
        tool = str(candidates[0])
        raise RclError(Code.TOOL_MISSING, tool=tool, install="build the recorder with: make setup")
    return found.resolve()


# ---------------------------------------------------------------------------------- running


def _executable(name: str, env: Mapping[str, str] | None) -> Path:
    path = (os.environ if env is None else env).get("PATH")
    found = shutil.which(name, path=path)
    if found:
        return Path(found)
    why = "it is not executable" if Path(name).exists() else "there is no such program"
    raise RclError(Code.BAD_ARGUMENT, argument=name, why=why)


def _environment(library: Path, folder: Path, env: Mapping[str, str] | None) -> dict[str, str]:
    environment = dict(os.environ if env is None else env)
    others = environment.get("LD_PRELOAD")
    environment["LD_PRELOAD"] = f"{library}:{others}" if others else str(library)
    environment["RCL_PROFILE"] = str(folder / "recording")
    return environment


def _run(command: Sequence[str], environment: dict[str, str]) -> tuple[Outcome, int]:
    """Runs the command to its end; also the end on CLOCK_MONOTONIC."""
    watched = {*FORWARDED, signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    try:
        begin = time.monotonic_ns()
        child = _spawn(command, environment, before)
        while child.poll() is None:
            received = signal.sigtimedwait(watched, 0.2)
            # a terminal sends ^C to the command as well; what a process sent, only rcl has got
            if received and received.si_signo in FORWARDED and received.si_code <= 0:
                child.send_signal(received.si_signo)
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


def _read_all(folder: Path, end_ns: int, command: str) -> list[Recording]:
    """The recordings of a run that ended then. A process that executed another program ended when that began."""
    recordings = []
    for path in sorted(folder.glob("recording.*")):
        found = _read(path, end_ns, command)
        follower = path.with_name(f"recording.{found.pid}.{_serial(path) + 1}") if found else path
        next_one = _read(follower, end_ns, command) if found and follower.exists() else None
        if found and next_one and not found.exited:
            found = _read(path, next_one.start_ns, command)
        if found:
            recordings.append(found)
    return recordings


def _serial(path: Path) -> int:
    """The number of the program that a process executes: ``recording.PID`` is the first, ``recording.PID.1`` next."""
    _, _, serial = path.name.removeprefix("recording.").partition(".")
    return int(serial or 0)


def _read(path: Path, end_ns: int, command: str) -> Recording | None:
    """A recording; None if the process ended before it could begin."""
    try:
        return read(path, end_ns)
    except NothingRecorded:
        return None
    except BadRecording as error:
        artefact = f"the recording of {command}"
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


# ---------------------------------------------------------------------------------- figures


def render(recordings: Sequence[Recording], root: Path, outcome: Outcome) -> Profile:
    """The profile of recorded processes: those of the tree's own programs, if there are any among them."""
    kept = _of_tree(recordings, root)
    resolver = Resolver(root)
    locks, sites = _tallies(kept, resolver)
    names = unique_names(list(locks))
    thread_s = sum(_thread_seconds(recording) for recording in kept)
    profiles = [_lock_profile(names[key], key, tally, sites[key], thread_s) for key, tally in locks.items()]
    pairs_s = sum(_recorder_seconds(recording) for recording in kept)
    pairs = sum(_pairs(recording) for recording in kept)
    processor_s = sum(recording.processor_s or _thread_seconds(recording) for recording in kept)
    waited_s = sum(tally.wait_s for tally in locks.values())
    return Profile(
        command=outcome.command,
        exit_status=outcome.exit_status,
        wall_s=outcome.wall_s,
        thread_s=thread_s,
        busy_s=min(processor_s + waited_s, thread_s),
        threads=sum(t.threads for recording in kept for t in recording.threads.values()),
        measured=True,
        machine=_machine(),
        recorder_share=pairs_s / processor_s if processor_s else 0.0,
        recorder_pair_ns=pairs_s / pairs * 1e9 if pairs else 0.0,
        locks=tuple(sorted(profiles, key=lambda lock: (-lock.time_share, lock.name))),
        sources=_sources(profiles, root),
        warnings=(
            *_warnings(kept, recordings),
            *_missing(resolver),
        ),
    )


def _of_tree(recordings: Sequence[Recording], root: Path) -> list[Recording]:
    used = [recording for recording in recordings if recording.rows]
    inside = [r for r in used if Path(r.modules[0].path).is_relative_to(root.resolve())]
    return inside or used


def _tallies(
    recordings: Sequence[Recording], resolver: Resolver
) -> tuple[dict[LockKey, Tally], dict[LockKey, dict[tuple[str, int, str], Tally]]]:
    locks: dict[LockKey, Tally] = {}
    sites: dict[LockKey, dict[tuple[str, int, str], Tally]] = {}
    for recording in recordings:
        keys = {owner: resolver.lock(recording, c) for owner, c in recording.classes.items()}
        for row in recording.rows:
            key = keys[row.owner]
            call = resolver.call(recording, row.site)
            where = (call.place.file, call.place.line, call.function)
            locks.setdefault(key, Tally()).add(row, recording)
            sites.setdefault(key, {}).setdefault(where, Tally()).add(row, recording)
        seen: Counter[LockKey] = Counter()
        for owner, mutexes in recording.classes.items():
            seen[keys[owner]] += mutexes.mutexes
        for key in seen.keys() & locks.keys():
            # a forked process has the mutexes of its parent
            locks[key].mutexes = max(locks[key].mutexes, seen[key])
    return locks, sites


def _lock_profile(
    name: str,
    key: LockKey,
    tally: Tally,
    sites: Mapping[tuple[str, int, str], Tally],
    thread_s: float,
) -> LockProfile:
    return LockProfile(
        name=name,
        storage=key.storage,
        declared=key.declared,
        initialised=key.initialised,
        mutexes=tally.mutexes,
        acquisitions=tally.acquisitions,
        contended=tally.contended,
        trylock_failures=tally.failures,
        condition_waits=tally.waits,
        wait_s=tally.wait_s,
        hold_s=tally.hold_s,
        release_s=tally.release_s,
        time_share=tally.section_s / thread_s if thread_s else 0.0,
        wait_share=tally.wait_s / thread_s if thread_s else 0.0,
        hold_p50_ns=tally.quantile_s(0.5) * 1e9,
        hold_p99_ns=tally.quantile_s(0.99) * 1e9,
        hold_max_ns=tally.longest_s * 1e9,
        cache_misses=None,
        sites=tuple(_lock_site(*where, tally) for where, tally in _by_cost(sites)),
    )


def _by_cost(
    sites: Mapping[tuple[str, int, str], Tally],
) -> list[tuple[tuple[str, int, str], Tally]]:
    return sorted(sites.items(), key=lambda item: (-item[1].section_s, item[0]))


def _lock_site(file: str, line: int, function: str, tally: Tally) -> LockSite:
    return LockSite(file, line, function, tally.acquisitions, tally.contended, tally.wait_s, tally.hold_s)


def _pairs(recording: Recording) -> int:
    return sum(row.acquisitions + row.failures + row.waits for row in recording.rows)


def _recorder_seconds(recording: Recording) -> float:
    cost = recording.calibration
    a_pair = max(cost.recorded_pair - cost.bare_pair, 0.0)
    return _pairs(recording) * a_pair / recording.ticks_per_second


def _thread_seconds(recording: Recording) -> float:
    return sum(t.life for t in recording.threads.values()) / recording.ticks_per_second


# ---------------------------------------------------------------------------------- the rest


def _machine() -> Machine:
    nodes = len(list(Path("/sys/devices/system/node").glob("node[0-9]*")))
    return Machine(_cpu(), os.cpu_count() or 1, max(nodes, 1), platform.release())


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _sources(locks: Iterable[LockProfile], root: Path) -> dict[str, str]:
    """The hashes of the tree's files that a site or a declaration names."""
    named = {site.file for lock in locks for site in lock.sites}
    places = (place for lock in locks for place in (lock.declared, lock.initialised))
    named |= {place.file for place in places if place}
    inside = (name for name in sorted(named) if not Path(name).is_absolute())
    return {name: sha256(read_bytes(root / name)) for name in inside if (root / name).is_file()}


def _warnings(kept: Sequence[Recording], recordings: Sequence[Recording]) -> list[str]:
    warnings = []
    lost = sum(recording.lost for recording in kept)
    unended = sum(thread.unended for recording in kept for thread in recording.threads.values())
    if not kept:
        warnings.append("no mutex was acquired")
    if lost:
        warnings.append(f"{lost} acquisitions were not recorded: the recording was full")
    if unended:
        warnings.append(f"{unended} sections lack their hold: another thread released, or too many locks were held")
    left_out = {r.modules[0].path for r in recordings if r.rows and r not in kept}
    warnings += [f"{path} is not of this tree and was left out" for path in sorted(left_out)]
    running = [r for r in kept if not r.exited and Path(f"/proc/{r.pid}").exists()]
    return warnings + [f"process {r.pid} was still running: the profile ends here" for r in running]


def _missing(resolver: Resolver) -> list[str]:
    return [f"names of {path} are missing: {why}" for path, why in resolver.missing().items()]
