# SPDX-License-Identifier: MIT
"""Where servers and clients are placed: on machines that hwloc describes, on this one, and on a virtual one."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from inside import PROGRAMS, ROOT, RUNTIME, compiled, library

PLACEMENT = ROOT / "testsuite" / "placement"

#: two packages of two pairs of cores; the synthetic machines number their processors in order
PAIRS = "pack:2 [numa] l2:2 core:2 pu:1"
#: four packages of three cores whose processors are numbered across the packages
ACROSS = "pack:4 [numa] core:3 pu:1(indexes=3*4:1*3)"
#: hyperthreads, and one node
THREADS = "pack:1 l2:2 core:2 pu:2"
EIGHT_NODES = "pack:4 numa:2 core:2 pu:1"
#: processors 0 3 6+7 on node 0, 10+11 14 on node 3: what a cpuset left of two packages with hyperthreads
HOLES = "holes.xml"

MACHINES = {
    "pu:1": "0@0",
    "core:1 pu:2": "0+1@0",
    "core:3 pu:1": "(0@0 1@0 2@0)",
    PAIRS: "(((0@0 1@0) (2@0 3@0)) ((4@1 5@1) (6@1 7@1)))",
    ACROSS: "((0@0 4@0 8@0) (1@1 5@1 9@1) (2@2 6@2 10@2) (3@3 7@3 11@3))",
    THREADS: "((0+1@0 2+3@0) (4+5@0 6+7@0))",
    EIGHT_NODES: "(((0@0 1@0) (2@1 3@1)) ((4@2 5@2) (6@3 7@3)) ((8@4 9@4) (10@5 11@5)) ((12@6 13@6) (14@7 15@7)))",
    HOLES: "(((0@0 3@0) 6+7@0) (10+11@3 14@3))",
}

#: by hand: the machine, what is placed one after the other, and where
PLACES = [
    # one core is for everybody
    ("pu:1", "server memory", "-1 -1"),
    ("core:1 pu:2", "server server", "-1 -1"),
    # a core is always left to the threads; further servers share those that have one, in turn
    ("core:3 pu:1", "server server server server server client", "0 1 0 1 0 2"),
    (THREADS, "server server server server", "0 2 4 0"),
    # servers crowd on a node, where their memory is, until none of its cores is left
    (PAIRS, "memory server memory server server server memory", "-1 0 0 1 2 3 0"),
    (PAIRS, "server server server server server memory server server server", "0 1 2 3 4 -1 5 6 0"),
    (ACROSS, "server server server server", "0 4 8 1"),
    (EIGHT_NODES, "server server server memory", "0 1 2 -1"),
    (HOLES, "server server server memory server memory server server", "0 3 6 0 10 -1 0 3"),
    # by hand on the second node: the next one goes there
    (PAIRS, "6 server server memory", "6 4 5 1"),
    # the lowest of two nodes with as many
    (PAIRS, "4 2 server", "4 2 0"),
    # clients: the pair, the package, the other one, and all over again; servers' cores are not theirs
    (PAIRS, "server" + 8 * " client", "0 1 2 3 4 5 6 7 1"),
    (PAIRS, "5" + 9 * " client", "5 4 6 7 0 1 2 3 4 6"),
    (PAIRS, "2 3 client client client", "2 3 0 1 4"),
    # each by its own server, if there are several
    (PAIRS, "0 client 4 client client 1 client", "0 1 4 5 6 1 2"),
    (ACROSS, "server" + 6 * " client", "0 4 8 1 5 9 2"),
    (THREADS, "server" + 4 * " client", "0 2 4 6 2"),
    (EIGHT_NODES, "9" + 8 * " client", "9 8 10 11 0 1 2 3 4"),
    (HOLES, "server" + 5 * " client", "0 3 6 10 14 3"),
    (HOLES, "14" + 5 * " client", "14 10 0 3 6 10"),
    # only servers' cores, or no server
    ("core:2 pu:1", "0 1 client", "0 1 -1"),
    ("core:2 pu:1", "client 7 client", "-1 -1 -1"),
]  # fmt: skip


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that places what it is told to."""
    return compiled(PLACEMENT / "place.c", tmp_path_factory.mktemp("place"))


def placed(program: Path, steps: str, machine: str = "", prefix: tuple[str, ...] = ()) -> tuple[str, str]:
    """What is placed where on a machine: a description, a file, or nothing for this one; and what is complained of."""
    variable = "HWLOC_XMLFILE" if machine.endswith(".xml") else "HWLOC_SYNTHETIC"
    value = str(PLACEMENT / machine) if machine.endswith(".xml") else machine
    environment = os.environ | ({variable: value} if machine else {})
    command = [*prefix, str(program), *steps.split()]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return done.stdout.strip(), done.stderr


@pytest.mark.parametrize("machine", MACHINES)
def test_machines_are_read(place: Path, machine: str) -> None:
    assert placed(place, "machine", machine) == (MACHINES[machine], "")


@pytest.mark.parametrize(("machine", "steps", "places"), PLACES)
def test_places(place: Path, machine: str, steps: str, places: str) -> None:
    assert placed(place, steps, machine) == (places, "")


@pytest.mark.parametrize(
    ("server", "handicaps"),
    [
        # distances are 10 and 20: who is near comes first, and last after a server that was busy
        ("idle 0", "0 100 100 100"),
        ("idle 2", "100 100 0 100"),
        ("busy 2", "100 100 200 100"),
    ],
)
def test_handicaps_after_a_server(place: Path, server: str, handicaps: str) -> None:
    assert placed(place, server, ACROSS) == (handicaps, "")


def test_only_what_is_allowed_counts(place: Path) -> None:
    last = max(os.sched_getaffinity(0))
    tree, complaint = placed(place, "machine", prefix=("taskset", "-c", str(last)))
    assert (re.sub(r"@\d+", "", tree), complaint) == (str(last), "")


def test_without_hwloc_cores_are_alike(tmp_path: Path) -> None:
    flat = compiled(PLACEMENT / "place.c", tmp_path, "-static")
    tree, complaint = placed(flat, "machine", PAIRS)
    cores = " ".join(f"{cpu}@0" for cpu in sorted(os.sched_getaffinity(0)))
    assert tree == (f"({cores})" if " " in cores else cores)
    assert complaint == "rcl: hwloc cannot be used: all cores count as alike\n"


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"RCL_CORES": "numa", "RCL_CLIENTS": "near"}, ""),
        ({"RCL_CLIENTS": "near"}, "RCL_CLIENTS is ignored: RCL_CORES confines no server"),
        ({"RCL_CLIENTS": "far"}, 'RCL_CLIENTS is ignored: "far" is not "near"'),
        ({"RCL_CORES": "numa", "HWLOC_SYNTHETIC": PAIRS}, "numa and near are ignored: hwloc describes another machine"),
    ],
)
def test_settings(tmp_path: Path, settings: dict[str, str], complaint: str) -> None:
    program = tmp_path / "rounds"
    source = PROGRAMS / "rounds.c"
    include = f"-I{RUNTIME / 'include'}"
    subprocess.run(["cc", "-pthread", include, str(source), str(library()), "-o", str(program)], check=True)
    environment = os.environ | settings
    done = subprocess.run([str(program), "1"], capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, f"rcl: {complaint}\n" if complaint else "")


def guest_kernel() -> Path:
    """Debian's kernel for virtual machines, fetched once; skips where that cannot be."""
    folder = ROOT / "cache" / "guest"
    known = sorted(folder.glob("boot/vmlinuz-*"))
    if known:
        return known[-1]
    depends = subprocess.run(["apt-cache", "depends", "linux-image-cloud-amd64"], capture_output=True, text=True)
    package = re.search(r"Depends: (\S+)", depends.stdout)
    if not package:
        pytest.skip("apt knows no kernel for a virtual machine")
    folder.mkdir(parents=True, exist_ok=True)
    fetched = subprocess.run(["apt-get", "download", package[1]], capture_output=True, text=True, cwd=folder)
    if fetched.returncode:
        pytest.skip(f"no kernel for a virtual machine can be fetched: {fetched.stderr.strip()[-200:]}")
    [archive] = folder.glob("*.deb")
    subprocess.run(["dpkg-deb", "-x", str(archive), str(folder)], check=True)
    shutil.rmtree(folder / "lib", ignore_errors=True)
    archive.unlink()
    return sorted(folder.glob("boot/vmlinuz-*"))[-1]


def archived(name: str, mode: int, data: bytes = b"") -> bytes:
    """A file or folder as the kernel wants it in an initial file system (cpio's format newc)."""
    fields = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    return head + bytes(-len(head) % 4) + data + bytes(-len(data) % 4)


def initial_files(program: Path, hwloc: str) -> bytes:
    """An initial file system with the program as its init, hwloc, and the libraries of both."""
    files = {"init": program, hwloc.strip("/"): Path(hwloc)}
    for binary in (str(program), hwloc):
        listed = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
        files |= {path.strip("/"): Path(path) for path in re.findall(r"(/\S+) \(0x", listed)}
    folders = {str(parent) for name in files for parent in Path(name).parents} - {"."}
    parts = [archived(folder, 0o40755) for folder in sorted(folders | {"proc", "sys", "dev"})]
    parts += [archived(name, 0o100755, path.read_bytes()) for name, path in files.items()]
    return b"".join(parts) + archived("TRAILER!!!", 0)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the virtual machine is an x86-64 one")
@pytest.mark.skipif(shutil.which("qemu-system-x86_64") is None, reason="qemu-system-x86_64 is not installed")
def test_on_a_virtual_machine_with_two_nodes(tmp_path: Path) -> None:
    libraries = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    hwloc = re.search(r"libhwloc\.so\.15 .*x86-64.* => (\S+)", libraries)
    if not hwloc:
        pytest.skip("hwloc is not installed")
    kernel = guest_kernel()
    files = tmp_path / "files"
    files.write_bytes(initial_files(compiled(PLACEMENT / "guest.c", tmp_path), hwloc[1]))
    memory = [f"-object memory-backend-ram,id=m{node},size=256M" for node in (0, 1)]
    nodes = ["-numa node,nodeid=0,cpus=0-1,memdev=m0", "-numa node,nodeid=1,cpus=2-3,memdev=m1"]
    # emulated by one thread: no other processor works than this test's own
    options = " ".join(["-nodefaults -no-reboot -accel tcg,thread=single -m 512 -smp 4", *memory, *nodes])
    boot = ["-kernel", str(kernel), "-initrd", str(files), "-append", "console=ttyS0 quiet loglevel=0 panic=-1"]
    done = subprocess.run(
        ["qemu-system-x86_64", *options.split(), *boot, "-display", "none", "-serial", "stdio"],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    said = dict(re.findall(r"guest: (\S+ ?\S*): (.*?)\s*$", done.stdout, re.MULTILINE))
    # the main thread is the first client, the four others follow
    assert said == {
        "numa near": "mutex 0 server 0 mutex 0 requests 0 lists 0 fresh 0 client 2 client 3 client 1 client 2",
        "3 near": "mutex 0 server 3 mutex 1 requests 1 lists 1 fresh 1 client 0 client 1 client 2 client 0",
        "sanl": "sum 20000 nodes 2 restrictive",
        "3": "mutex 0 server 3 client 0-2 client 0-2 client 0-2 client 0-2",
    }, done.stdout + done.stderr
