# SPDX-License-Identifier: MIT
"""The runtime: every kind of mutex under the validation program, and the header for its users."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "runtime"
BUILD = Path(os.environ.get("RCL_BUILD", ROOT / "build" / "runtime")).resolve()
KINDS = [
    name.replace("_", "-").replace("remote", "rcl")
    for name in re.findall(r"^\tKIND\(\w+, (\w+)\)", (RUNTIME / "include/rcl.h").read_text(), re.MULTILINE)
]
PROGRAMS = ROOT / "testsuite" / "runtime" / "programs"
PURE_SPIN = ["spin", "ticket", "mcs"]
KINDS_THAT_SLEEP = [kind for kind in KINDS if kind not in {*PURE_SPIN, "posix", "inline"}]
TIMEOUT = 600

#: RCL_ADAPTIVE, for mutexes that turn whatever is measured
TURNING = ["8:1", "8:200"]

#: checks that only wait
DEADLOCK = {"deadlock", "no-deadlock"}
#: gcc 12's address sanitizer leaves its allocator's locks as a fork finds them: beside an allocating thread, the
#: child hangs
ALLOCATES_AT_FORK = {"fork", "fork-handlers"}

#: qemu's user mode emulation stops in an assertion of its own where a process with threads forks, and knows neither
#: limits nor process_vm_readv()
FORKS = {"fork", "fork-with-takers", "fork-with-waiters", "fork-handlers", "detached-end"}
NOT_EMULATED = {*FORKS, "no-memory", "deadlock"}
CROWDED = {"exec-many-threads", "thread-churn", "horde", "more-threads-than-slots"}

#: what depends on the processor: memory order, thread pointers, stacks
ON_AARCH64 = {
    "cond-signal-timeout-race",
    "detached-order",
    "exec-lease-mix",
    "keep",
    "last-use",
    "longjmp",
    "nest-crossing",
    "pthread-exit",
    "pthread-exit-queued",
    "timedlock-race",
    "tryexec",
}

#: where threads race for a mutex, a request or a condition
RACES = {
    "cond-cancelled-exit-and-wait",
    "cond-cancelled-wait",
    "cond-last-use",
    "cond-signal-timeout-race",
    "destroy-busy",
    "detached-order",
    "exec",
    "exec-lease-mix",
    "keep",
    "last-use",
    "nest-crossing",
    "overlapping",
    "overlapping-three",
    "short-lived-mutexes",
    "timedlock-race",
    "tryexec",
    "two-servers",
}
#: settings with which a kind does often what it does rarely without
HARD = {
    "sanl": {"RCL_SANL": "local=0,term=1,wait=0"},
    "adaptive": {"RCL_ADAPTIVE": "8:1"},
    "rcl": {"RCL_BALANCE": "2:5"},
}

#: what a class's statistics count besides the sections executed
EVENTS = ["leased", "combined", "served", "naps", "nominations", "renominations", "downgrades"]

USER_FLAGS = ["-pedantic", "-Werror", "-Wall", "-Wextra", "-Wmissing-prototypes"]
USER_FLAGS += ["-Wredundant-decls", "-Wstrict-prototypes"]

USER_PROGRAM = """
#include <rcl.h>
#include <rcl.h>
#define RCL_LOCK_a RCL_SERVER(0)
#define RCL_LOCK_b RCL_POSIX
struct holder { int before; rcl_mutex_t lock; rcl_cond_t filled; };
static rcl_mutex_t a = RCL_MUTEX_INITIALIZER(a);
static rcl_mutex_t b[2] = { RCL_MUTEX_INITIALIZER(b), RCL_MUTEX_INITIALIZER(b) };
static struct holder h = { 1, RCL_MUTEX_INITIALIZER(a), RCL_COND_INITIALIZER };
#ifndef __cplusplus
static struct holder d = { .lock = RCL_MUTEX_INITIALIZER(b), .filled = RCL_COND_INITIALIZER };
#else
static struct holder d = { 1, RCL_MUTEX_INITIALIZER(b), RCL_COND_INITIALIZER };
#endif
static int section(void *ctx)
{
    *(int *)ctx = 1;
    return 3;
}
int main(void)
{
    int ran = 0, result = rcl_exec(&a, section, &ran, sizeof(ran));

    result += rcl_lock(&b[1]);
    result += rcl_tryexec(&b[1], section, &ran, 0) >= 0;
    result += rcl_unlock(&b[1]) + rcl_mutex_init(&b[0], 0, b);
    result += rcl_lock(&h.lock) + rcl_unlock(&h.lock) + rcl_cond_signal(&h.filled);
    result += rcl_cond_destroy(&d.filled) + rcl_mutex_destroy(&d.lock);
    result += rcl_exec_detached(&h.lock, section, &ran, sizeof(ran));
    rcl_flush();
    result += rcl_exec_blocking(&b[0], section, &ran, 0) + rcl_tryexec(&b[1], section, &ran, 0) - 6;
    result += rcl_kind_name(RCL_KINDS) != 0;
    return result == 3 && ran ? 0 : 1;
}
"""


def run(command: list[str], environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with a time limit, and capture what it prints."""
    merged = os.environ | (environment or {})
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, env=merged)


def make(directory: Path, *arguments: str) -> None:
    """Have the runtime's Makefile bring a build directory up to date."""
    done = run(["make", "-j2", "-C", str(RUNTIME), f"BUILD={directory}", "WERROR=-Werror", *arguments])
    assert done.returncode == 0, done.stdout + done.stderr


def names_of(program: Path, kind: str, prefix: Sequence[str] = ()) -> list[str]:
    """The checks that a validation program makes of a kind."""
    return run([*prefix, str(program), kind, "--list"]).stdout.split()


def validate(
    program: Path,
    kind: str,
    environment: dict[str, str] | None = None,
    *,
    only: set[str] | None = None,
    without: set[str] | None = None,
    prefix: Sequence[str] = (),
) -> None:
    """Run the validation of one kind and expect every check to pass."""
    names = set(names_of(program, kind, prefix)) - (without or set())
    chosen = sorted(names if only is None else names & only)
    done = run([*prefix, str(program), kind, *chosen], environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"^1\.\.{len(chosen)}$", done.stdout, re.MULTILINE)
    assert "ThreadSanitizer" not in done.stderr


@pytest.fixture(scope="session")
def runtime() -> Path:
    """Build the library and its validation program."""
    make(BUILD, "all", "validate")
    return BUILD


@pytest.fixture(scope="session")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build the validation with the sanitizers."""
    builds = {}
    for name, flags in (("asan", "address,undefined"), ("tsan", "thread")):
        builds[name] = tmp_path_factory.mktemp(name)
        make(builds[name], f"SANITIZE={flags}", "validate")
    return builds


@pytest.fixture(scope="session")
def user(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a small program against the uninstalled library, as its users do."""
    directory = tmp_path_factory.mktemp("user")
    source, program = directory / "user.c", directory / "user"
    source.write_text(USER_PROGRAM)
    flags = run(["pkg-config", "--cflags", "--libs", "rcl"], {"PKG_CONFIG_PATH": str(runtime)}).stdout.split()
    linker = [f"-Wl,-rpath,{runtime}"]
    done = run(["cc", *USER_FLAGS, str(source), "-o", str(program), *flags, *linker])
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.parametrize("kind", KINDS)
def test_validation(runtime: Path, kind: str) -> None:
    validate(runtime / "validate", kind, without=DEADLOCK)


def test_deadlocks(runtime: Path) -> None:
    """They only wait: all kinds at once, but for those that burn their processors meanwhile."""
    with ThreadPoolExecutor() as pool:
        for kinds in [KINDS_THAT_SLEEP, *([kind] for kind in PURE_SPIN)]:
            list(pool.map(lambda kind: validate(runtime / "validate", kind, only=DEADLOCK), kinds))


@pytest.mark.parametrize("kind", KINDS)
def test_validation_on_one_processor(runtime: Path, kind: str) -> None:
    validate(runtime / "validate", kind, without=DEADLOCK, prefix=["taskset", "-c", "0"])


def test_validation_with_confined_servers(runtime: Path) -> None:
    """A hand-over may take a turn of the scheduler's, for clients share the processors of the servers."""
    settings = {"RCL_CORES": "0,1", "VALIDATE_SLOWDOWN": "10"}
    validate(runtime / "validate", "rcl", settings, without=DEADLOCK | CROWDED)


@pytest.mark.parametrize("settings", ["local=0", "local=0,term=1,wait=0", "local=1,term=100"])
def test_validation_of_sanl_modes(runtime: Path, settings: str) -> None:
    """Always remote, with terms as short as can be, and to and fro."""
    validate(runtime / "validate", "sanl", {"RCL_SANL": settings}, without=DEADLOCK)


@pytest.mark.parametrize("sanitizer", ["asan", "tsan"])
def test_validation_of_sanl_servers_under_sanitizers(sanitized: dict[str, Path], sanitizer: str) -> None:
    options = {"TSAN_OPTIONS": "detect_deadlocks=0 atexit_sleep_ms=0", "RCL_SANL": "local=0"}
    validate(sanitized[sanitizer] / "validate", "sanl", options, without=DEADLOCK)


@pytest.fixture(scope="session")
def jittery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the validation with atomic accesses that come late."""
    build = tmp_path_factory.mktemp("jitter")
    make(build, "JITTER=16", "validate")
    return build


@pytest.mark.parametrize("kind", KINDS_THAT_SLEEP)
def test_validation_with_late_accesses(jittery: Path, kind: str) -> None:
    """What two threads do between two accesses of a third is rare; here it is not."""
    settings = HARD.get(kind, {}) | {"VALIDATE_SLOWDOWN": "10"}
    for _ in range(3):
        validate(jittery / "validate", kind, settings, only=RACES)


@pytest.mark.parametrize("seed", range(8))
def test_mixed_kinds(jittery: Path, tmp_path: Path, seed: int) -> None:
    """Mutexes of several kinds, one inside of another, with accesses that come late."""
    program = build("mixed.c", tmp_path / "mixed", str(jittery / "librcl.a"), "-D_GNU_SOURCE")
    pick = random.Random(seed)
    kinds = [pick.choice([*KINDS_THAT_SLEEP, "rcl:1", "posix"]) for _ in range(5)]
    settings = {"RCL_LOCKS": ",".join(f"m{i}={kind}" for i, kind in enumerate(kinds))}
    for hard in pick.sample(sorted(HARD), 2):
        settings |= HARD[hard]
    done = run(["timeout", "200", str(program), "1000", "8", str(seed)], settings)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), settings


@pytest.mark.parametrize("settings", TURNING)
def test_validation_of_adaptive_turns(runtime: Path, settings: str) -> None:
    """From one way to wait to the next at each look, and served for some looks."""
    validate(runtime / "validate", "adaptive", {"RCL_ADAPTIVE": settings}, without=DEADLOCK)


@pytest.mark.parametrize("sanitizer", ["asan", "tsan"])
def test_validation_of_adaptive_turns_under_sanitizers(sanitized: dict[str, Path], sanitizer: str) -> None:
    options = {"TSAN_OPTIONS": "detect_deadlocks=0 atexit_sleep_ms=0", "RCL_ADAPTIVE": TURNING[0]}
    without = DEADLOCK | ALLOCATES_AT_FORK if sanitizer == "asan" else DEADLOCK
    validate(sanitized[sanitizer] / "validate", "adaptive", options, without=without)


def test_validation_with_placement(runtime: Path) -> None:
    # without memory hwloc says so, too; clients that share a core wait for each other where others use it
    without = DEADLOCK | CROWDED | {"no-memory", "no-stall"}
    settings = {"RCL_CORES": "numa", "RCL_CLIENTS": "near", "VALIDATE_SLOWDOWN": "10"}
    validate(runtime / "validate", "rcl", settings, without=without)


def test_validation_with_mutexes_that_move(runtime: Path) -> None:
    validate(runtime / "validate", "rcl", {"RCL_BALANCE": "2:5"}, without=DEADLOCK | CROWDED | {"no-stall"})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sanitizer", ["asan", "tsan"])
def test_validation_under_sanitizers(sanitized: dict[str, Path], sanitizer: str, kind: str) -> None:
    options = {"TSAN_OPTIONS": "detect_deadlocks=0 atexit_sleep_ms=0"}
    without = set() if kind == "rcl" else DEADLOCK
    if sanitizer == "asan":
        without = without | ALLOCATES_AT_FORK
    validate(sanitized[sanitizer] / "validate", kind, options, without=without)


@pytest.fixture(scope="session")
def emulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the validation for aarch64."""
    if not (shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64")):
        pytest.skip("no aarch64-linux-gnu-gcc, or no qemu-aarch64")
    build = tmp_path_factory.mktemp("aarch64")
    make(build, "validate", "CC=aarch64-linux-gnu-gcc")
    return build


def test_validation_of_adaptive_turns_on_aarch64(emulated: Path) -> None:
    prefix = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
    validate(emulated / "validate", "adaptive", {"RCL_ADAPTIVE": TURNING[0]}, only=ON_AARCH64, prefix=prefix)


@pytest.mark.parametrize("kind", KINDS)
def test_validation_on_aarch64(emulated: Path, kind: str) -> None:
    prefix = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
    if kind == "rcl":
        validate(emulated / "validate", kind, without=NOT_EMULATED | CROWDED, prefix=prefix)
    elif kind == "sanl":
        validate(emulated / "validate", kind, {"RCL_SANL": "local=0"}, only=ON_AARCH64, prefix=prefix)
    else:
        without = {"exec-lease-mix"} if kind in PURE_SPIN else set()
        validate(emulated / "validate", kind, only=ON_AARCH64, without=without, prefix=prefix)


def test_validation_names_its_checks(runtime: Path) -> None:
    checks = names_of(runtime / "validate", "rcl")
    assert len(checks) == len(set(checks)) > 70
    assert {*DEADLOCK, *ALLOCATES_AT_FORK, *NOT_EMULATED, *CROWDED, *ON_AARCH64, *RACES} <= set(checks)
    assert run([str(runtime / "validate"), "--kinds"]).stdout.split() == KINDS
    assert run([str(runtime / "validate"), "rcl", "no-such-check"]).returncode == 1


def test_shared_library_exports_the_header_only(runtime: Path) -> None:
    exported = run(["nm", "-D", "--defined-only", str(runtime / "librcl.so")]).stdout.split("\n")
    names = {line.split()[-1] for line in exported if line}
    header = (RUNTIME / "include" / "rcl.h").read_text()
    declared = set(re.findall(r"^(?:int|void|const char \*|rcl_mutex_t \*)\s*(rcl_\w+)\(", header, re.MULTILINE))
    assert names == declared


def test_static_library_leaks_prefixed_names_only(runtime: Path) -> None:
    symbols = run(["nm", "-g", "--defined-only", str(runtime / "librcl.a")]).stdout
    names = re.findall(r"^[0-9a-f]+ [A-Z] (\S+)$", symbols, re.MULTILINE)
    assert names
    assert [name for name in names if not name.startswith("rcl_")] == []


def test_header_defines_prefixed_macros_only() -> None:
    def macros(text: str) -> set[str]:
        command = ["cc", "-E", "-dM", "-I", str(RUNTIME / "include"), "-x", "c", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        return {re.split(r"[\s(]", line)[1] for line in done.stdout.splitlines()}

    included = ["pthread.h", "stddef.h", "stdint.h", "time.h"]
    added = macros("#include <rcl.h>") - macros("".join(f"#include <{name}>\n" for name in included))
    assert added
    made = [f"rcl_{name}_init" for name in ("g_cond", "g_mutex", "g_rec_mutex", "mtx", "mutex")]
    assert {name for name in added if not name.startswith("RCL_")} == {"rcl_g_leave_if_fail", *made}


def test_mutexes_are_small(tmp_path: Path) -> None:
    source = tmp_path / "size.c"
    sizes = "sizeof(rcl_mutex_t) <= 96 && sizeof(rcl_cond_t) <= 80"
    source.write_text(f'#include <rcl.h>\n_Static_assert({sizes}, "embedded in many structs");\n')
    done = run(["cc", "-I", str(RUNTIME / "include"), "-fsyntax-only", str(source)])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("standard", ["c99", "gnu99", "c11", "gnu11", "gnu17", "c2x"])
def test_header_in_c(compiler: str, standard: str, tmp_path: Path) -> None:
    source = tmp_path / "user.c"
    source.write_text(USER_PROGRAM)
    include = str(RUNTIME / "include")
    command = [compiler, f"-std={standard}", *USER_FLAGS, "-I", include, "-fsyntax-only"]
    done = run([*command, str(source)])
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("standard", ["c++98", "c++11", "c++20"])
def test_header_in_cxx(standard: str, tmp_path: Path) -> None:
    source = tmp_path / "user.cc"
    source.write_text(USER_PROGRAM)
    flags = [flag for flag in USER_FLAGS if "prototypes" not in flag]
    include = str(RUNTIME / "include")
    command = ["g++", f"-std={standard}", *flags, "-I", include, "-fsyntax-only", str(source)]
    done = run(command)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_header_in_assembler(compiler: str, tmp_path: Path) -> None:
    """A header of the program's that includes it may be one of assembler sources, too."""
    source = tmp_path / "user.S"
    source.write_text("#include <rcl.h>\n\t.globl own\nown:\n\tret\n")
    done = run([compiler, "-I", str(RUNTIME / "include"), "-c", str(source), "-o", str(tmp_path / "user.o")])
    assert done.returncode == 0, done.stderr


def test_other_compilers() -> None:
    done = run(["make", "-C", str(RUNTIME), "check-compile"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "clang: clean" in done.stdout


def test_installed(tmp_path: Path, runtime: Path) -> None:
    make(runtime, "install", f"DESTDIR={tmp_path}", "prefix=/opt/rcl")
    pc = tmp_path / "opt/rcl/lib/pkgconfig"
    environment = {"PKG_CONFIG_PATH": str(pc), "PKG_CONFIG_SYSROOT_DIR": str(tmp_path)}
    flags = run(["pkg-config", "--cflags", "--libs", "rcl"], environment).stdout
    assert f"{tmp_path}/opt/rcl/include" in flags
    assert f"-L{tmp_path}/opt/rcl/lib" in flags
    assert (tmp_path / "opt/rcl/lib/librcl.so.0").is_file()


def build(source: str, output: Path, *flags: str) -> Path:
    """Compile one of the programs beside the validation."""
    include = f"-I{RUNTIME / 'include'}"
    done = run(["cc", *USER_FLAGS, include, str(PROGRAMS / source), "-o", str(output), *flags, "-pthread"])
    assert done.returncode == 0, done.stderr
    return output


@pytest.fixture(scope="session")
def plugins(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A program that loads and unloads shared objects, and one of these with each form of the library."""
    directory = tmp_path_factory.mktemp("plugins")
    shared = [f"-L{runtime}", "-lrcl", f"-Wl,-rpath,{runtime}"]
    flags = [*(flag for flag in USER_FLAGS if flag != "-pedantic"), "-std=gnu11"]
    host = directory / "host"
    done = run(["cc", *flags, str(PROGRAMS / "host.c"), "-o", str(host), "-pthread"])
    assert done.returncode == 0, done.stderr
    return {
        "host": host,
        "static": build("plugin.c", directory / "static.so", "-shared", "-fPIC", str(runtime / "librcl.a")),
        "shared": build("plugin.c", directory / "shared.so", "-shared", "-fPIC", *shared),
    }


@pytest.mark.parametrize("form", ["static", "shared"])
@pytest.mark.parametrize("kind", KINDS)
def test_unloading(plugins: dict[str, Path], kind: str, form: str) -> None:
    done = run([str(plugins["host"]), str(plugins[form])], {"RCL_LOCKS": f"*={kind}"})
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_first_uses(sanitized: dict[str, Path], tmp_path: Path, kind: str) -> None:
    """What a kind sets up at the first use of a mutex is there for the thread that comes next."""
    program = build("settled.c", tmp_path / "settled", str(sanitized["tsan"] / "librcl.a"), "-fsanitize=thread")
    settings = {"RCL_LOCKS": f"known=spin,new={kind}", "RCL_SANL": "local=40", "RCL_ADAPTIVE": "4"}
    done = run([str(program)], settings)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_line_that_is_occupied(runtime: Path, tmp_path: Path) -> None:
    """Who runs another one's section has a detached request of its own at the server that this one asks."""
    program = build("occupied.c", tmp_path / "occupied", str(runtime / "librcl.a"))
    done = run(["timeout", "60", str(program)])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("kind", KINDS)
def test_exit_in_a_section(runtime: Path, tmp_path: Path, kind: str) -> None:
    program = build("exit.c", tmp_path / "exit", str(runtime / "librcl.a"))
    out = tmp_path / "stats.json"
    done = run([str(program)], {"RCL_LOCKS": f"*={kind}", "RCL_STATS": str(out)})
    assert (done.returncode, done.stdout, done.stderr) == (7, "buffered section handler\n", "")
    assert json.loads(out.read_text())["classes"] == [{"class": "main", "executed": 1} | dict.fromkeys(EVENTS, 0)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_process_ends_with_its_last_thread(runtime: Path, tmp_path: Path, kind: str) -> None:
    program = build("last.c", tmp_path / "last", str(runtime / "librcl.a"))
    done = run(["timeout", "60", str(program)], {"RCL_LOCKS": f"*={kind}"})
    said = "section section handler\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{said}child 0 {said}", "")


def test_statistics(user: Path, tmp_path: Path) -> None:
    out = tmp_path / "stats.json"
    assert run([str(user)], {"RCL_STATS": str(out)}).returncode == 0
    stats = json.loads(out.read_text())
    assert stats["schema"] == "rcl-runtime-stats-4"
    assert stats["processors"] == len(os.sched_getaffinity(0))
    assert [(s["server"], s["served"], s["detached"]) for s in stats["servers"]] == [(0, 2, 1)]
    classes = {c["class"]: (c["executed"], c["leased"]) for c in stats["classes"]}
    assert classes == {"a": (2, 1), "b": (2, 1)}


@pytest.mark.parametrize("mutexes", [1, 2])
def test_statistics_of_a_server(runtime: Path, tmp_path: Path, mutexes: int) -> None:
    program = build("rounds.c", tmp_path / "rounds", str(runtime / "librcl.a"))
    out = tmp_path / "stats.json"
    assert run([str(program), str(mutexes)], {"RCL_STATS": str(out)}).returncode == 0
    [server] = json.loads(out.read_text())["servers"]
    assert server["served"] == 80000
    assert server["detached"] == 0
    assert 0 < server["rounds"] <= server["served"]
    assert (server["false_serialization"] > 0) == (mutexes > 1)
    assert 0 < server["use_rate"] <= 4  # requests a round
    assert 0 <= server["run_delay_ns"] <= server["time_ns"] * server["threads"]


def test_false_serialisation_moves_a_mutex(runtime: Path, tmp_path: Path) -> None:
    program = build("moves.c", tmp_path / "moves", str(runtime / "librcl.a"))
    out = tmp_path / "stats.json"
    assert run([str(program), str(out), "60"], {"RCL_STATS": "", "RCL_BALANCE": "2"}).returncode == 0
    first, second = json.loads(out.read_text())["servers"]
    assert first["moves"] > 0 and first["false_serialization"] > 0
    assert first["served"] > 0 and second["served"] > 0


def test_mutexes_stay_unless_asked(runtime: Path, tmp_path: Path) -> None:
    program = build("moves.c", tmp_path / "moves", str(runtime / "librcl.a"))
    out = tmp_path / "stats.json"
    assert run([str(program), str(out), "1"], {"RCL_STATS": ""}).returncode == 0
    assert [server["moves"] for server in json.loads(out.read_text())["servers"]] == [0]


@pytest.mark.parametrize("text", ["1", "33", "two", "2:", "2:x", "2,3"])
def test_malformed_balance_is_ignored(user: Path, text: str) -> None:
    done = run([str(user)], {"RCL_BALANCE": text})
    assert done.returncode == 0
    assert done.stderr.startswith(f'rcl: RCL_BALANCE is ignored: "{text}" is not')


def test_statistics_on_request(runtime: Path, tmp_path: Path) -> None:
    program = build("rounds.c", tmp_path / "rounds", str(runtime / "librcl.a"))
    out = tmp_path / "stats.json"
    assert run([str(program), "2", str(out)]).returncode == errno.ENODATA
    assert not out.exists()
    done = run([str(program), "2", str(out)], {"RCL_STATS": ""})
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(out.read_text())["servers"][0]["served"] == 80000
    assert run([str(program), "2", str(tmp_path)], {"RCL_STATS": ""}).returncode == errno.EISDIR
    assert run([str(program), "2", "/dev/full"], {"RCL_STATS": ""}).returncode == errno.ENOSPC


def test_statistics_that_find_no_room(user: Path) -> None:
    done = run([str(user)], {"RCL_STATS": "/dev/full"})
    assert (done.returncode, done.stderr) == (0, "rcl: no statistics: cannot write to /dev/full\n")


@pytest.mark.parametrize("locks", ["a=posix", "*=inline", "b=rcl:1,a=posix", ""])
def test_kind_from_the_environment(user: Path, locks: str) -> None:
    done = run([str(user)], {"RCL_LOCKS": locks, "RCL_STATS": "stderr"})
    assert done.returncode == 0
    servers = [s["server"] for s in json.loads(done.stderr)["servers"]]
    expected = {"a=posix": [], "*=inline": [], "b=rcl:1,a=posix": [1], "": [0]}
    assert servers == expected[locks]


@pytest.mark.parametrize("end", ["", "\n", "\n\n# and so on"])
def test_kind_from_a_file(user: Path, tmp_path: Path, end: str) -> None:
    file = tmp_path / "locks"
    file.write_text(f"# mine\n\n  b = rcl:1  # not 0\na=posix{end}")
    done = run([str(user)], {"RCL_LOCKS": f"@{file}", "RCL_STATS": "stderr"})
    assert [s["server"] for s in json.loads(done.stderr)["servers"]] == [1]


def test_a_file_that_is_not_there_is_told(user: Path, tmp_path: Path) -> None:
    done = run([str(user)], {"RCL_LOCKS": f"@{tmp_path}/none"})
    assert (done.returncode, done.stderr) == (
        0, f"rcl: RCL_LOCKS is ignored: {tmp_path}/none: No such file or directory\n",
    )  # fmt: skip
    (tmp_path / "bad").write_text("a=posix\nb\n")
    done = run([str(user)], {"RCL_LOCKS": f"@{tmp_path}/bad"})
    assert done.stderr.startswith('rcl: RCL_LOCKS is ignored: "a=posix,b" is not a list')


@pytest.mark.parametrize("locks", ["a", "a=", "a=mutex", "a=rcl:", "a=rcl:99", "=posix", "a=posix,"])
def test_malformed_environment_is_ignored(user: Path, locks: str) -> None:
    done = run([str(user)], {"RCL_LOCKS": locks})
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("rcl: RCL_LOCKS is ignored")


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
@pytest.mark.parametrize("kind", ["inline", "rcl"])
def test_under_valgrind(user: Path, kind: str) -> None:
    done = run(["valgrind", "-q", "--error-exitcode=9", str(user)], {"RCL_LOCKS": f"*={kind}"})
    assert done.returncode == 0, done.stderr
