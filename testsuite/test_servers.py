# SPDX-License-Identifier: MIT
"""Which server executes which class, against false serialisation; and which processors the servers get."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from rcl import choose
from rcl.choose import Ground
from rcl.choose.figures import Figures
from rcl.choose.servers import Tenant, most_servers, place
from rcl.machine import Processor, processors, server_cores
from rcl.model import Analysis, Kind, LockPair, Place
from rcl.plan import Treatment
from sample import lock_profile, make_analysis, make_profile, make_tree


def tenant(name: str, acquisitions: int = 1000, **more: str | int) -> Tenant:
    return Tenant(name, Figures(0.5, acquisitions, 0), **more)  # type: ignore[arg-type]


def both_ways(first: str, second: str, met: float) -> dict[tuple[str, str], float]:
    return {(first, second): met, (second, first): met}


def test_the_papers_two_servers() -> None:
    """Berkeley DB: two locks that are in use all the time, and nine that hardly are (figure 13)."""
    busy = [tenant("region", 1_000_000), tenant("mutex", 900_000)]
    idle = [tenant(f"other{i}", 1000) for i in range(9)]
    met = both_ways("region", "mutex", 0.91)
    for other in idle:
        met |= {(other.name, "region"): 0.8, (other.name, "mutex"): 0.8}
    places = place([*idle, *busy], met, most_servers(48))
    assert (places["region"].server, places["mutex"].server) == (0, 1)
    assert "of its own; 91.0 % of its and region's sections would meet" in places["mutex"].why
    assert {places[other.name].server for other in idle} <= {0, 1}
    one = place([*idle, *busy], met, 1)
    assert {found.server for found in one.values()} == {0} and "for want of cores; 91.0 %" in one["mutex"].why


def test_classes_that_hardly_meet_share_a_server() -> None:
    places = place([tenant("a", 2000), tenant("b")], both_ways("a", "b", 0.05), 4)
    assert places["b"].server == 0 and "with a: 5.0 % of their sections would meet" in places["b"].why


def test_the_least_false_serialisation_wins() -> None:
    met = both_ways("a", "b", 0.5) | both_ways("a", "c", 0.3) | both_ways("b", "c", 0.02)
    places = place([tenant("a", 3000), tenant("b", 2000), tenant("c", 1000)], met, 2)
    assert [places[name].server for name in "abc"] == [0, 1, 1]


@pytest.mark.parametrize("bad", ["a", "b"])
def test_a_bad_tenant_is_alone(bad: str) -> None:
    first, second = ("it sleeps" if name == bad else "" for name in "ab")
    tenants = [tenant("a", 2000, alone=first), tenant("b", alone=second)]
    apart = place(tenants, {}, 2)
    assert apart["b"].server == 1 and "beside a: it sleeps" in apart["b"].why
    together = place(tenants, {}, 1)
    assert together["b"].server == 0 and "for want of cores; beside a: it sleeps" in together["b"].why


def test_a_persons_servers_are_kept_and_count() -> None:
    places = place([tenant("a", 5000), tenant("mine", 10, fixed=3)], both_ways("a", "mine", 0.9), 2)
    assert (places["mine"].server, places["a"].server) == (3, 0)
    same = place([tenant("a", 5000), tenant("mine", 10, fixed=3)], {}, 2)
    assert same["a"].server == 3


def test_servers_cost_cores() -> None:
    assert [most_servers(cores) for cores in (1, 5, 16, 48, 1000)] == [1, 1, 2, 6, 32]


def test_overlaps_come_from_the_profile(tmp_path: Path) -> None:
    known = make_analysis(make_tree(tmp_path))
    chosen = _two_hot_locks(known, met=0.6)
    assert sorted(c.server for c in chosen.choices if c.kind is Kind.RCL) == [0, 1]
    rarely = _two_hot_locks(known, met=0.01)
    assert [c.server for c in rarely.choices if c.kind is Kind.RCL] == [0, 0]


def _two_hot_locks(known: Analysis, met: float) -> choose.Chosen:
    stats = lock_profile("stats_lock", 0.3)
    queue = lock_profile("heap", 0.4, initialised=Place("thread.c", 13))
    pairs = (LockPair("stats_lock", "heap", 0, 0, met, 0.0), LockPair("heap", "stats_lock", 0, 0, met, 0.0))
    return choose.choose(Ground(known, (replace(make_profile(stats, queue), pairs=pairs),)), {})


# --------------------------------------------------------------------------------- which processors


def machine(nodes: int, cores: int, threads: int) -> Iterable[Processor]:
    """Numbered as Linux does: first one thread of each core, then the others."""
    for thread in range(threads):
        for node in range(nodes):
            for core in range(cores):
                yield Processor(thread * nodes * cores + node * cores + core, (node, core), node)


def test_each_server_gets_a_core_of_one_node() -> None:
    assert server_cores(2, machine(1, 8, 1)) == (7, 6)
    assert server_cores(2, machine(2, 4, 2)) == (7, 6), "no two hyperthreads of one core"
    assert server_cores(3, machine(1, 4, 2)) == (3, 2, 1)


def test_processor_0_and_the_clients_keep_theirs() -> None:
    assert server_cores(9, machine(1, 4, 1)) == (3, 2, 1)
    assert server_cores(1, machine(1, 1, 2)) == ()
    assert server_cores(1, []) == ()


def test_the_topology_is_read_from_the_system(tmp_path: Path) -> None:
    for number, (package, core, node) in {0: (0, 0, 0), 1: (0, 1, 0), 2: (1, 0, 1)}.items():
        folder = tmp_path / "cpu" / f"cpu{number}"
        (folder / "topology").mkdir(parents=True)
        (folder / "topology" / "physical_package_id").write_text(f"{package}\n")
        (folder / "topology" / "core_id").write_text(f"{core}\n")
        (folder / f"node{node}").mkdir()
    found = processors(tmp_path, allowed=[0, 2, 9])
    assert found == (Processor(0, (0, 0), 0), Processor(2, (1, 0), 1), Processor(9, (0, 9), 0))


def test_cores_are_recommended_where_there_are_enough(tmp_path: Path) -> None:
    known = make_analysis(make_tree(tmp_path))
    hand = {"stats_lock": Treatment.parse("rcl:1")}
    for count, cores in ((8, (7, 6)), (4, ())):
        chosen = choose.choose(Ground(known, processors=tuple(machine(1, count, 1))), hand)
        assert chosen.cores == cores
