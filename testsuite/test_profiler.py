# SPDX-License-Identifier: MIT
"""The recorder, and the profile that is made of its recordings, on programs that do a known number of known things."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from programs import libraries
from rcl import artefacts
from rcl.build import library
from rcl.errors import Code, RclError
from rcl.model import LockPair, LockProfile, LockStorage, LockType, Place, Profile
from rcl.profile import figures, recorder, symbols
from rcl.profile.recording import BadRecording, Pair, Recording, Relation, read
from rcl.profile.tables import lock_table

PROGRAMS = Path(__file__).parent / "profiler"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")

Build = Callable[..., Path]


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles a program of testsuite/profiler, once for each set of options."""
    folder = tmp_path_factory.mktemp("programs")

    def compiled(name: str, *options: str, compiler: str = "gcc") -> Path:
        program = folder / "-".join((name, compiler, *options)).replace("/", "_")
        if not program.exists():
            (folder / f"{name}.c").write_bytes((PROGRAMS / f"{name}.c").read_bytes())
            command = [compiler, "-O2", "-g", *WARNINGS, "-pthread", *options, "-o", program, f"{name}.c"]
            subprocess.run(command, cwd=folder, check=True)
        return program

    return compiled


def profiled(program: Path, *arguments: str) -> Profile:
    output = program.parent / "profile.json"
    made = recorder.run([str(program), *arguments], output=output, root=program.parent)
    assert artefacts.read(output, Profile) == made
    return made


def lock(made: Profile, name: str) -> LockProfile:
    found = [candidate for candidate in made.locks if candidate.name == name]
    assert len(found) == 1, [candidate.name for candidate in made.locks]
    return found[0]


def line_of(program: str, text: str, nth: int = 0) -> int:
    lines = (PROGRAMS / f"{program}.c").read_text().splitlines()
    return [number for number, line in enumerate(lines, 1) if text in line][nth]


# ---------------------------------------------------------------------------------- counts


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_counts_are_exact(build: Build, compiler: str) -> None:
    threads, times = 3, 2000
    made = profiled(build("counts", compiler=compiler), str(threads), str(times))
    assert made.exit_status == 0
    assert made.threads == threads + 1

    shared = lock(made, "shared_lock")
    assert shared.acquisitions == 3 * threads * times
    assert {(site.function, site.acquisitions) for site in shared.sites} == {
        ("here", threads * times),
        ("there", 2 * threads * times),
    }
    first = line_of("counts", "pthread_mutex_lock(&shared_lock)")
    assert {site.line for site in shared.sites} == {first, line_of("counts", "pthread_mutex_lock(&shared_lock)", 1)}
    assert 0 <= shared.contended < shared.acquisitions

    assert lock(made, "nested_lock").acquisitions == 2 * threads * times
    waiting = lock(made, "waiting_lock")
    assert (waiting.acquisitions, waiting.condition_waits) == (threads * times, threads * times)
    taken = lock(made, "taken_lock")
    assert (taken.acquisitions, taken.trylock_failures) == (1, 3 * threads * times)


def test_a_program_without_a_mutex_has_an_empty_profile(tmp_path: Path) -> None:
    made = recorder.run(["true"], output=tmp_path / "profile.json", root=tmp_path)
    assert made.locks == ()
    assert made.warnings == ("no lock was acquired",)


def test_a_converted_program_is_told(tmp_path: Path) -> None:
    """Its locks are librcl's: it looks as if it had none."""
    source = tmp_path / "demo.c"
    source.write_text(
        '#include <pthread.h>\n#include "rcl.h"\nstatic pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;\n'
        "int main(void) { pthread_mutex_lock(&kept); pthread_mutex_unlock(&kept); rcl_flush(); return 0; }\n"
    )
    found = library()
    linked = [f"-I{found.include}", f"-L{found.library}", f"-Wl,-rpath,{found.library}", "-Wl,--no-as-needed", "-lrcl"]
    subprocess.run(["gcc", "-g", "-pthread", "-o", "demo", "demo.c", *linked], cwd=tmp_path, check=True)
    made = recorder.run([str(tmp_path / "demo")], output=tmp_path / "profile.json", root=tmp_path)
    assert any("linked with librcl: only in the original build" in warning for warning in made.warnings)


# ---------------------------------------------------------------------------------- times


def test_times_are_what_the_program_spends(build: Build) -> None:
    made = profiled(build("timing"))
    spinning = lock(made, "spinning_lock")
    assert 0.004 <= spinning.hold_s < 1
    assert 15_000 <= spinning.hold_p50_ns < 100_000
    assert spinning.hold_p50_ns <= spinning.hold_p99_ns <= spinning.hold_max_ns
    assert spinning.wait_s < 0.1

    waiting = lock(made, "waiting_lock")
    assert waiting.condition_waits == 1
    assert waiting.hold_s + waiting.wait_s < 0.08

    contended = lock(made, "contended_lock")
    assert (contended.acquisitions, contended.contended) == (2, 1)
    assert 0.09 <= contended.hold_s < 1
    assert 0.02 <= contended.wait_s < 1
    assert contended.release_s > 0


def test_shares_are_of_the_life_of_all_threads(build: Build) -> None:
    made = profiled(build("timing"))
    assert 0.2 < made.thread_s < 2 * made.wall_s
    for taken in made.locks:
        spent = taken.wait_s + taken.hold_s + taken.release_s
        assert taken.time_share == pytest.approx(spent / made.thread_s)
        assert taken.wait_share == pytest.approx(taken.wait_s / made.thread_s)
        assert taken.cache_misses is None
    assert [taken.time_share for taken in made.locks] == sorted((t.time_share for t in made.locks), reverse=True)


def test_the_recorder_measures_its_own_cost(build: Build) -> None:
    made = profiled(build("counts"), "2", "20000")
    assert 5 < made.recorder_pair_ns < 2000
    assert 0 < made.recorder_share < 1


# ---------------------------------------------------------------------------------- truth


def pair(made: Profile, first: str, second: str) -> LockPair:
    return next(two for two in made.pairs if (two.first, two.second) == (first, second))


def test_owner_changes_are_exact(build: Build) -> None:
    relay = lock(profiled(build("truth"), "relay"), "relay_lock")
    assert (relay.acquisitions, relay.owner_changes) == (1000, 999)


def test_a_queue_has_its_length_and_its_waits(build: Build) -> None:
    made = profiled(build("truth"), "queue")
    queue = lock(made, "queue_lock")
    assert (queue.acquisitions, queue.contended, queue.longest_queue) == (4, 3, 3)
    # three threads, of which each waits for most of 200 ms
    assert 0.3 < queue.wait_s < 10
    assert 100e6 < queue.wait_p50_ns <= queue.wait_p99_ns <= queue.wait_max_ns < 10e9
    assert sum(queue.waits) == 3
    assert 0.6 < made.section_s / made.thread_s <= 1
    assert queue.wait_s + queue.hold_s == pytest.approx(made.section_s, rel=0.1)


def test_nesting_is_exact(build: Build) -> None:
    made = profiled(build("truth"), "nest")
    assert [(two.first, two.second, two.nested, two.crossed) for two in made.pairs] == [
        ("outer_lock", "inner_lock", 340, 40)
    ]
    assert all(lock(made, name).blocked is not None for name in ("outer_lock", "inner_lock"))


def test_sections_that_sleep_are_told_from_those_that_do_not(build: Build) -> None:
    made = profiled(build("truth"), "block")
    sleeping, spinning = lock(made, "sleeping_lock"), lock(made, "spinning_lock")
    assert sleeping.samples == 30 and sleeping.blocked == 1
    assert spinning.samples >= 4 and spinning.blocked is not None and spinning.blocked < 0.2


def test_waits_are_laid_at_the_site_that_held(build: Build) -> None:
    delaying = lock(profiled(build("truth"), "delay"), "delaying_lock")
    held_up = next(site for site in delaying.sites if site.function == "be_held_up")
    holder = next(site for site in delaying.sites if site.function == "hold_up")
    assert held_up.contended == 5 and not holder.delayed_by
    (delay,) = held_up.delayed_by
    assert (delay.function, delay.line, delay.waits) == ("hold_up", holder.line, 5)
    assert 0.08 < delay.wait_s < 10 and delay.wait_s == pytest.approx(held_up.wait_s, rel=0.01)


def test_locks_in_use_at_the_same_time(build: Build) -> None:
    made = profiled(build("truth"), "meet")
    assert pair(made, "met_lock", "busy_lock").met == 1
    assert pair(made, "met_lock", "busy_lock").wanted == 0
    assert not any("idle_lock" in (two.first, two.second) for two in made.pairs)


def test_holds_are_spread_as_the_program_spreads_them(build: Build) -> None:
    spread = lock(profiled(build("truth"), "hold"), "spinning_lock")
    # half an octave is how fine the buckets are; being preempted makes a hold longer, never shorter
    assert 38_000 < spread.hold_p50_ns < 75_000
    assert 1_500_000 < spread.hold_p99_ns <= spread.hold_max_ns
    assert sum(spread.holds) == 400
    assert sum(spread.holds[: 2 * 15]) == 0, "none is shorter than 2^15 ns"
    held_s = 392 * 50e-6 + 8 * 2e-3
    assert 0.99 * held_s < spread.hold_s < 20, "the recorder's clock is calibrated to better than a hundredth"


def test_short_holds_are_sampled_and_stand_for_the_others(build: Build) -> None:
    often = lock(profiled(build("truth"), "often"), "busy_lock")
    # each timed section stands for those since the one before, of which there are at most 18
    assert 50_000 - 18 <= sum(often.holds) <= often.acquisitions == 50_000
    # half an octave is how fine the buckets are, and a section takes hardly more than the lower end of one
    assert 1000 / 2**0.5 <= often.hold_p50_ns < 2000
    assert often.hold_s > 0.99 * 50_000 * 1e-6


def test_waits_are_as_long_as_the_program_finds_them(build: Build, capfd: pytest.CaptureFixture[str]) -> None:
    made = profiled(build("truth"), "waits")
    measured = {name: int(ns) for name, ns in (line.split() for line in capfd.readouterr().out.splitlines())}
    found = {taken.name: taken.wait_s for taken in made.locks} | {point.name: point.wait_s for point in made.waits}
    assert measured.keys() == {"table_lock", "spin_lock", "both", "late"}
    for name, ns in measured.items():
        # the program reads its clock just before and just after: it can only see more, by what comes in between
        assert 0.9 * ns - 5e6 < found[name] * 1e9 <= 1.01 * ns, name
    assert lock(made, "idle_lock").hold_s < 0.02, "waiting for a condition is no holding"


def test_every_type_of_lock_is_counted(build: Build) -> None:
    made = profiled(build("truth"), "types")
    assert {(taken.name, taken.type, taken.acquisitions, taken.trylock_failures) for taken in made.locks} == {
        ("table_lock", LockType.RWLOCK, 2 * 70 + 30, 30),
        ("spin_lock", LockType.SPINLOCK, 50, 0),
        ("c11_lock", LockType.MUTEX, 60, 0),
    }
    assert {site.operation for site in lock(made, "table_lock").sites} == {"reading", "lock"}
    assert {(point.name, point.type, point.waits) for point in made.waits} == {
        ("c11_condition", LockType.CONDITION, 60),
        ("both", LockType.BARRIER, 40),
    }
    assert {(group.start_routine, group.threads) for group in made.groups} == {
        ("", 1),
        ("meet_at_barrier", 2),
        ("c11_work", 1),
    }


def test_locks_of_glib_are_counted(build: Build) -> None:
    made = profiled(build("glib", *libraries("glib-2.0")))
    assert {(taken.name, taken.acquisitions, taken.trylock_failures) for taken in made.locks} == {
        ("table_lock", 51, 30),
        ("store.lock", 20, 0),
    }
    assert {(point.name, point.type, point.waits) for point in made.waits} == {
        ("store.filled", LockType.CONDITION, 20),
    }


def test_many_static_locks_stay_one_class(build: Build) -> None:
    many = lock(profiled(build("truth"), "many"), "many_locks")
    assert (many.mutexes, many.acquisitions) == (6000, 12000)


@pytest.mark.parametrize(("what", "locks"), [("copies", 25), ("crowd", 1_000_000)])
def test_locks_that_nothing_initialises_are_one_class(build: Build, what: str, locks: int) -> None:
    made = profiled(build("truth"), what)
    guard = lock(made, "copied.guard")
    assert (guard.mutexes, guard.acquisitions, guard.initialised) == (locks, locks, None)
    assert not made.warnings


def test_a_library_that_is_loaded_late_and_unloaded(build: Build) -> None:
    library = build("late", "-shared", "-fPIC", "-DLIBRARY")
    made = profiled(build("late"), str(library), "30")
    plugin = lock(made, "plugin_lock")
    assert (plugin.acquisitions, plugin.declared and plugin.declared.file) == (60, "late.c")


def test_recording_on_aarch64(tmp_path: Path) -> None:
    """Under emulation, where a program is given its environment by qemu."""
    if not (shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64")):
        pytest.skip("no aarch64-linux-gnu-gcc, or no qemu-aarch64")
    compiler = "aarch64-linux-gnu-gcc"
    make = ["make", "-s", "-C", str(PROGRAMS.parents[1] / "profiler"), f"BUILD={tmp_path}", f"CC={compiler}"]
    subprocess.run([*make, "WERROR=-Werror"], check=True)
    (tmp_path / "truth.c").write_bytes((PROGRAMS / "truth.c").read_bytes())
    subprocess.run([compiler, "-O2", "-g", "-pthread", "-o", "truth", "truth.c"], cwd=tmp_path, check=True)
    environment = ["-E", f"LD_PRELOAD={tmp_path}/librclrecord.so", "-E", f"RCL_PROFILE={tmp_path}/recording"]
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", *environment]
    subprocess.run([*emulator, tmp_path / "truth", "types"], check=True)
    made = recorder.collect(tmp_path / "recording", output=tmp_path / "profile.json", root=tmp_path)
    assert {(taken.name, taken.acquisitions) for taken in made.locks} == {
        ("table_lock", 170),
        ("spin_lock", 50),
        ("c11_lock", 60),
    }
    assert made.not_counted


def test_what_the_hardware_does_not_count_is_not_there(build: Build) -> None:
    made = profiled(build("truth"), "block")
    if made.not_counted:
        assert all(taken.cache_misses is None and taken.cycles is None for taken in made.locks)
    else:
        assert all(taken.cycles for taken in made.locks)


# ---------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("compiler", "options"),
    [("gcc", ()), ("gcc", ("-O0", "-gdwarf-4")), ("gcc", ("-O3", "-no-pie")), ("clang", ()), ("clang", ("-gdwarf-4",))],
)
def test_every_storage_is_named(build: Build, compiler: str, options: tuple[str, ...]) -> None:
    made = profiled(build("storage", *options, compiler=compiler))
    found = {taken.name: (taken.storage, taken.mutexes, taken.acquisitions) for taken in made.locks}
    assert found == {
        "plain_lock": (LockStorage.STATIC, 1, 1),
        "inner_lock": (LockStorage.STATIC, 1, 2),
        "striped_locks": (LockStorage.ARRAY, 7, 28),
        "worker.counters.guard": (LockStorage.ARRAY, 3, 30),
        "queue.lock": (LockStorage.ARRAY, 4, 63),
        "queue.lock@queue_init": (LockStorage.HEAP, 4, 400),
        "table_locks": (LockStorage.HEAP, 16, 7),
        "local_lock": (LockStorage.STACK, 1, 4),
        "own_lock": (LockStorage.THREAD_LOCAL, 1, 6),
    }
    assert not any("missing" in warning for warning in made.warnings)


def test_locks_know_their_declaration_and_initialisation(build: Build) -> None:
    made = profiled(build("storage"))

    def places(name: str) -> tuple[int | None, int | None]:
        taken = lock(made, name)
        assert all(place.file == "storage.c" for place in (taken.declared, taken.initialised) if place)
        return taken.declared and taken.declared.line, taken.initialised and taken.initialised.line

    assert places("plain_lock") == (line_of("storage", "plain_lock ="), None)
    assert places("striped_locks") == (line_of("storage", "striped_locks[8]"), None)
    assert places("worker.counters.guard") == (line_of("storage", "guard;"), None)
    assert places("queue.lock@queue_init") == (line_of("storage", "lock;"), line_of("storage", "&queue->lock"))
    assert places("table_locks") == (line_of("storage", "*table_locks;"), line_of("storage", "&table_locks[i]"))
    assert set(made.sources) == {"storage.c"}


def test_a_stripped_program_says_what_is_missing(build: Build) -> None:
    made = profiled(build("storage", "-s"))
    assert any("no debug information" in warning for warning in made.warnings)
    assert sum(taken.acquisitions for taken in made.locks) == 541
    assert all(taken.declared is None for taken in made.locks)


@pytest.mark.parametrize("place", ["beside", ".debug", "root", "build-id"])
def test_debug_information_may_stand_elsewhere(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    program = Path(shutil.copy(build("storage", "-Wl,--build-id"), tmp_path / "storage"))
    monkeypatch.setattr(symbols, "DEBUG_ROOT", program.parent / "root")
    folders = {
        "beside": program.parent,
        ".debug": program.parent / ".debug",
        "root": program.parent / "root" / program.parent.relative_to("/"),
        "build-id": program.parent / "root" / ".build-id",
    }
    debug = folders[place] / "storage.debug"
    debug.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["objcopy", "--only-keep-debug", program, debug], check=True)
    if place == "build-id":
        build_id = symbols.Symbols(program.open("rb")).build_id
        (debug.parent / build_id[:2]).mkdir()
        debug.rename(debug.parent / build_id[:2] / f"{build_id[2:]}.debug")
    link = [f"--add-gnu-debuglink={debug}"] if debug.exists() else []
    subprocess.run(["objcopy", "--strip-all", *link, program], check=True)
    made = profiled(program)
    assert lock(made, "plain_lock").declared and lock(made, "queue.lock@queue_init").initialised
    assert not any("missing" in warning for warning in made.warnings)


def test_debug_information_of_another_build_is_not_taken(build: Build, tmp_path: Path) -> None:
    program = Path(shutil.copy(build("storage", "-Wl,--build-id"), tmp_path / "storage"))
    other = build("truth", "-Wl,--build-id")
    debug = program.parent / "storage.debug"
    subprocess.run(["objcopy", "--only-keep-debug", other, debug], check=True)
    subprocess.run(["objcopy", "--strip-all", f"--add-gnu-debuglink={debug}", program], check=True)
    assert any("no debug information" in warning for warning in profiled(program).warnings)


# ---------------------------------------------------------------------------------- endings


@pytest.mark.parametrize(
    ("how", "acquisitions", "status"),
    [
        ("exit", 1000, 0),
        ("_exit", 1000, 0),
        ("closed", 1000, 0),
        ("thread", 1500, 0),
        ("term", 1000, 128 + signal.SIGTERM),
        ("kill", 1000, 128 + signal.SIGKILL),
        ("abort", 1000, 128 + signal.SIGABRT),
        ("exec", 2000, 0),
        ("fork", 1605, 0),
    ],
)
def test_no_ending_loses_data(build: Build, how: str, acquisitions: int, status: int) -> None:
    made = profiled(build("ending"), how)
    assert (lock(made, "lock").acquisitions, made.exit_status) == (acquisitions, status)
    assert 0 < made.thread_s <= made.threads * made.wall_s


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_program_and_not_the_profiling(build: Build, number: signal.Signals) -> None:
    program = build("ending")
    output = program.parent / "served.json"
    script = (
        "import sys; from pathlib import Path; from rcl.profile import recorder;"
        "made = recorder.run(sys.argv[1:3], output=Path(sys.argv[3]), root=Path(sys.argv[4]));"
        "sys.exit(made.exit_status)"
    )
    arguments = [sys.executable, "-c", script, str(program), "serve", str(output), str(program.parent)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True) as profiling:
        assert profiling.stdout and profiling.stdout.readline() == b"ready\n"
        profiling.send_signal(number)
        assert profiling.wait(20) == 0
    assert lock(artefacts.read(output, Profile), "lock").acquisitions == 1000


def test_a_process_that_outlives_the_command_is_told_of(build: Build) -> None:
    made = profiled(build("ending"), "daemon")
    assert lock(made, "lock").acquisitions == 1010
    assert any(warning.endswith("was still running: the profile ends here") for warning in made.warnings)


# ---------------------------------------------------------------------------------- while it runs


SCRIPT = (
    "import sys; from pathlib import Path; from rcl.profile import recorder;"
    "made = recorder.run(sys.argv[1:3], output=Path(sys.argv[3]), root=Path(sys.argv[4]), interval_s=0.1);"
    "sys.exit(made.exit_status)"
)


def test_a_signal_writes_the_profile_so_far(build: Build, tmp_path: Path) -> None:
    program = build("ending")
    output = tmp_path / "served.json"
    arguments = [sys.executable, "-c", SCRIPT, str(program), "serve", str(output), str(program.parent)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True) as profiling:
        assert profiling.stdout and profiling.stdout.readline() == b"ready\n"
        for number in (1, 2):
            profiling.send_signal(signal.SIGUSR1)
            so_far = tmp_path / f"served.{number}.json"
            assert appears(so_far)
            assert lock(artefacts.read(so_far, Profile), "lock").acquisitions == 1000
        profiling.send_signal(signal.SIGTERM)
        assert profiling.wait(20) == 0
    whole = artefacts.read(output, Profile)
    assert lock(whole, "lock").acquisitions == 1000
    assert sum(moment.locks[0].acquisitions for moment in whole.timeline if moment.locks) == 1000
    assert [moment.end_s for moment in whole.timeline[:-1]] == [moment.start_s for moment in whole.timeline[1:]]


def appears(path: Path) -> bool:
    end = time.monotonic() + 20
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.02)
    return path.exists()


def test_a_daemon_is_collected_while_it_runs_and_after(build: Build, tmp_path: Path) -> None:
    program, prefix = build("ending"), tmp_path / "daemon.d"
    environment = {**os.environ, "LD_PRELOAD": str(recorder.recorder_library()), "RCL_PROFILE": str(prefix)}
    (tmp_path / "daemon.dat").write_text("not a recording")
    with subprocess.Popen([program, "serve"], env=environment, stdout=subprocess.PIPE) as daemon:
        assert daemon.stdout and daemon.stdout.readline() == b"ready\n"
        running = recorder.collect(prefix, output=tmp_path / "running.json", root=program.parent)
        assert lock(running, "lock").acquisitions == 1000
        assert any("was still running" in warning for warning in running.warnings)
        daemon.kill()
    ended = recorder.collect(prefix, output=tmp_path / "ended.json", root=program.parent)
    assert lock(ended, "lock").acquisitions == 1000 and not ended.warnings
    with pytest.raises(RclError) as refused:
        recorder.collect(tmp_path / "nothing", output=tmp_path / "none.json", root=tmp_path)
    assert refused.value.code == Code.NOT_RECORDED


def test_runs_with_several_numbers_of_threads(build: Build, tmp_path: Path) -> None:
    program, output = build("counts"), tmp_path / "scaled.json"
    made = recorder.run_scaled([str(program), "{}", "100"], [1, 3], output=output, root=program.parent)
    assert artefacts.read(output, Profile) == made
    assert [point.threads for point in made.scaling] == [1, 3]
    assert lock(made, "shared_lock").acquisitions == 3 * 3 * 100
    for point in made.scaling:
        assert 0 < point.section_share <= 1 and "shared_lock" in point.locks


def test_a_long_run_keeps_a_short_timeline(tmp_path: Path) -> None:
    watch = recorder.Watch(tmp_path / "recording", ("x",), tmp_path, tmp_path / "p.json", 1.0)
    for second in range(300):
        if watch.due(second * 10**9, 0):
            watch.look(second * 10**9)
    assert 60 <= len(watch.snapshots) <= 120
    gaps = {b.at_ns - a.at_ns for a, b in itertools.pairwise(watch.snapshots)}
    assert gaps <= {4 * 10**9, 2 * 10**9} and watch.interval_s == 4


def test_large_recordings_are_left_out_of_the_timeline(tmp_path: Path) -> None:
    watch = recorder.Watch(tmp_path / "recording", ("x",), tmp_path, tmp_path / "p.json", 1.0)
    for name, size in (("recording.1", 40 << 20), ("recording.2", 1 << 20)):
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    watch.look(10**9)
    assert watch.too_large == {"recording.1"}


# ---------------------------------------------------------------------------------- cost


def test_recording_costs_far_less_than_a_table_with_a_lock(tmp_path: Path) -> None:
    """Of the processor time of a program that only locks; the least of some runs, for the machine may be busy."""
    sources = PROGRAMS.parents[1] / "profiler" / "bench"
    bench, other = tmp_path / "bench", tmp_path / "libother.so"
    flags = ["gcc", "-O2", "-std=c11", "-D_GNU_SOURCE", "-pthread", *WARNINGS]
    subprocess.run([*flags, "-o", bench, sources / "bench.c"], check=True)
    subprocess.run([*flags, "-shared", "-fPIC", "-o", other, sources / "other.c"], check=True)

    def least(preload: str) -> float:
        environment = {**os.environ, "LD_PRELOAD": preload, "RCL_PROFILE": str(tmp_path / "recording")}
        runs = [subprocess.run([bench, "0"], env=environment, check=True, capture_output=True) for _ in range(3)]
        return min(float(run.stdout) for run in runs)

    bare, recorded, by_table = least(""), least(str(recorder.recorder_library())), least(str(other))
    assert 0 < recorded - bare < 0.5 * (by_table - bare)


# ---------------------------------------------------------------------------------- wear


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("threads", {"shared_lock": 10000}),
        ("mutexes", {"record.lock": 5000, "mutex@take": 5000}),
        ("signals", {"record.lock": 5000, "mutex@take": 5000}),
        ("forks", {"record.lock": 2500, "mutex@take": 2500, "shared_lock": 20}),
    ],
)
def test_wear_loses_nothing(build: Build, what: str, expected: dict[str, int]) -> None:
    made = profiled(build("churn"), what)
    found = {taken.name: taken.acquisitions for taken in made.locks if taken.name != "signal_lock"}
    assert (found, made.exit_status) == (expected, 0)
    assert not [warning for warning in made.warnings if "busy" not in warning]


def test_cancelled_waits_are_survived(build: Build) -> None:
    made = profiled(build("churn"), "waits")
    assert made.exit_status == 0
    assert all(taken.acquisitions <= 100 for taken in made.locks)


def test_more_locks_at_once_than_the_recorder_follows(build: Build) -> None:
    made = profiled(build("churn"), "depth")
    deep = lock(made, "deep_locks")
    assert (deep.mutexes, deep.acquisitions) == (100, 100)
    assert any(warning.startswith("36 sections lack their hold") for warning in made.warnings)


# ---------------------------------------------------------------------------------- refusals


def refusal(*command: str | Path) -> RclError:
    with pytest.raises(RclError) as refused:
        recorder.run([str(part) for part in command], output=Path("none.json"), root=Path())
    return refused.value


def test_a_command_that_cannot_run_is_refused(tmp_path: Path) -> None:
    assert "no such program" in refusal("no-such-program").sentence
    text = tmp_path / "text"
    text.write_text("text")
    assert "not executable" in refusal(text).sentence
    text.chmod(0o755)
    assert refusal(text).code == Code.BAD_ARGUMENT


def test_a_static_program_is_refused(build: Build) -> None:
    refused = refusal(build("ending", "-static"), "exit")
    assert (refused.code, "statically linked" in refused.sentence) == (Code.NOT_RECORDED, True)


def test_a_missing_recorder_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RCL_RECORDER", "/nowhere/librclrecord.so")
    assert refusal("true").code == Code.TOOL_MISSING


# ---------------------------------------------------------------------------------- recordings


@pytest.fixture(scope="session")
def recorded(build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording, without the room that it did not use."""
    prefix = tmp_path_factory.mktemp("recorded") / "recording"
    environment = {**os.environ, "LD_PRELOAD": str(recorder.recorder_library()), "RCL_PROFILE": str(prefix)}
    subprocess.run([build("counts"), "2", "10"], env=environment, check=True)
    (path,) = prefix.parent.iterdir()
    data = path.read_bytes()
    path.write_bytes(data[: int.from_bytes(data[40:48], "little")])
    return path


def rendered(data: bytes, folder: Path) -> Recording | None:
    """Reads and renders it; None if it is refused."""
    path = folder / "damaged"
    path.write_bytes(data)
    try:
        recording = read(path)
    except BadRecording as error:
        assert "\n" not in str(error)
        return None
    figures.render([recording], folder, figures.Outcome(("counts",), 0, 1.0))
    return recording


def test_a_whole_recording_is_read(recorded: Path, tmp_path: Path) -> None:
    recording = rendered(recorded.read_bytes(), tmp_path)
    assert recording and recording.exited and recording.lost == 0
    assert recording.ticks_per_second > 1e6


@settings(max_examples=60)
@given(data=st.data())
def test_a_truncated_recording_is_refused(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, recorded.stat().st_size - 1))
    assert rendered(recorded.read_bytes()[:length], tmp_path_factory.mktemp("truncated")) is None


@settings(max_examples=150)
@given(data=st.data())
def test_a_damaged_recording_never_breaks_the_reader(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    damaged = bytearray(recorded.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at] = data.draw(st.integers(0, 255))
    rendered(bytes(damaged), tmp_path_factory.mktemp("damaged"))


def test_pairs_of_locks_that_nobody_took_are_no_error(recorded: Path, tmp_path: Path) -> None:
    """A damaged recording may say that of a lock of which it has no row."""
    recording = read(recorded)
    owner = next(row.owner for row in recording.rows.values())
    other = next(at for at in recording.classes if at != owner)
    rows = {at: row for at, row in recording.rows.items() if row.owner == owner}
    made = figures.Outcome(("counts",), 0, 1.0)
    for first, second in ((owner, owner), (owner, other), (other, other)):
        pairs = (Pair(Relation.NESTED, first, second, 1, 0),)
        profile = figures.render([replace(recording, rows=rows, pairs=pairs)], tmp_path, made)
        assert len(profile.pairs) == (first == second == owner)


def test_another_version_is_refused(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(recorded.read_bytes().replace(b"rcl-recording-3\n", b"rcl-recording-9\n", 1))
    with pytest.raises(BadRecording, match="another version"):
        read(path)


# ---------------------------------------------------------------------------------- table


def text_of(made: Profile, width: int) -> str:
    console = Console(width=width, force_terminal=False)
    with console.capture() as capture:
        console.print(lock_table(made, everything=True))
    return capture.get()


def test_the_table_shows_every_lock(build: Build) -> None:
    made = profiled(build("storage"))
    assert all(len(line) <= 80 for line in text_of(made, 80).splitlines())
    text = text_of(made, 120)
    assert "\x1b" not in text
    for part in (*[taken.name for taken in made.locks], "array 7", "not measured", "recorder", "storage.c:"):
        assert part in text


def test_places_print_as_file_and_line(build: Build) -> None:
    taken = lock(profiled(build("storage")), "plain_lock")
    assert str(taken.declared) == str(Place("storage.c", line_of("storage", "plain_lock =")))
