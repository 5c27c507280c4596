# SPDX-License-Identifier: MIT
"""How many servers, which lock class on which, and where they run.

A server executes one section at a time, so two locks on it exclude each other: false serialisation (the RCL paper,
section 4.2; one server instead of two cost Berkeley DB a third of its throughput). How often that would happen was
measured: the profile's pairs say which share of a class's acquisitions met another thread in a section of another
class, or about to enter one. Servers cost cores, so classes share one unless they would meet often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rcl.choose.figures import Figures, percent
from rcl.choose.kinds import FALSE_SERIALISATION
from rcl.model import SERVERS

#: cores for each server
_CORES_EACH = 8


@dataclass(frozen=True)
class Tenant:
    """A class that a server is to execute. ``fixed``: its server, if a person has chosen that; ``alone``: why it
    should have one for itself, or nothing."""

    name: str
    figures: Figures | None
    fixed: int | None = None
    alone: str = ""

    @property
    def weight(self) -> int:
        """How often it is asked for."""
        return self.figures.acquisitions if self.figures else 0


@dataclass(frozen=True)
class Placement:
    """A tenant's server, and why that one."""

    server: int
    why: str


@dataclass
class _Server:
    number: int
    tenants: list[Tenant] = field(default_factory=list)

    def rate(self, more: Tenant, met: Mapping[tuple[str, str], float]) -> float:
        """The share of its sections that would meet one of another tenant, with one tenant more."""
        tenants = [*self.tenants, more]
        total = sum(tenant.weight for tenant in tenants)
        meeting = 0.0
        for first in tenants:
            others = (met.get((first.name, second.name), 0.0) for second in tenants if second is not first)
            meeting += first.weight * min(sum(others), 1.0)
        return meeting / total if total else 0.0

    def lonely(self, more: Tenant) -> str:
        """Why one of the tenants and ``more`` should not share it, or nothing."""
        return more.alone or next((tenant.alone for tenant in self.tenants if tenant.alone), "")


def most_servers(cores: int) -> int:
    """How many servers a machine can spare cores for."""
    return max(1, min(cores // _CORES_EACH, SERVERS))


def place(tenants: Iterable[Tenant], met: Mapping[tuple[str, str], float], most: int) -> Mapping[str, Placement]:
    """A server for each tenant: those of people first, then those asked for most."""
    ordered = sorted(tenants, key=lambda tenant: (tenant.fixed is None, -tenant.weight, tenant.name))
    servers: dict[int, _Server] = {}
    places = {}
    for tenant in ordered:
        found = _place(tenant, servers, met, most) if tenant.fixed is None else Placement(tenant.fixed, "")
        servers.setdefault(found.server, _Server(found.server)).tenants.append(tenant)
        places[tenant.name] = found
    return places


def _place(
    tenant: Tenant, servers: Mapping[int, _Server], met: Mapping[tuple[str, str], float], most: int
) -> Placement:
    free = next(number for number in range(SERVERS + 1) if number not in servers)
    if not servers:
        return Placement(free, "")
    best = min(servers.values(), key=lambda s: (bool(s.lonely(tenant)), s.rate(tenant, met), s.number))
    rate, lonely = best.rate(tenant, met), best.lonely(tenant)
    others = ", ".join(other.name for other in best.tenants)
    if rate <= FALSE_SERIALISATION and not lonely:
        return Placement(best.number, f"with {others}: {percent(rate)} of their sections would meet")
    why = f"beside {others}: {lonely}" if lonely else f"{percent(rate)} of its and {others}'s sections would meet"
    if len(servers) < most and free < SERVERS:
        return Placement(free, f"of its own; {why}")
    return Placement(best.number, f"with {others} for want of cores; {why}")
