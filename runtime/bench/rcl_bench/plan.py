# SPDX-License-Identifier: MIT
"""What is measured, and in which order.

A round measures everything once: what one thread pays alone, one client's round trip, and each point of the
microbenchmark with every subject in turn, so that a change of the machine's speed meets all of them. Rounds differ in
the subject that begins and in the direction. The rounds come one after the other: a run that ends early has
measured all of it, only less often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product


@dataclass(frozen=True)
class Plan:
    """The points of the microbenchmark and how long each is measured. Delays are in ticks, times in seconds."""

    rounds: int = 5
    threads: tuple[int, ...] = (1, 2, 4, 8, 16)
    delays: tuple[int, ...] = (100, 1000, 10000)
    shared: tuple[int, ...] = (1, 5)
    own: tuple[int, ...] = (0,)
    #: delays that change into others between warm-up and measurement
    changes: tuple[tuple[int, int], ...] = ()
    #: processes that want processors, too, while the first delay is measured
    neighbours: tuple[int, ...] = ()
    seconds: float = 0.1
    warmup: float = 0.02
    pinned: bool = False
    alone_delays: tuple[int, ...] = (0, 100)
    alone_processes: int = 5
    alone_repeat: int = 301
    roundtrip_repeat: int = 20


#: the plans by name, each with the seconds that it may take by default
PLANS: dict[str, tuple[Plan, int]] = {
    "full": (Plan(threads=(1, 2, 4, 8, 16, 64), changes=((100, 10000), (10000, 100)), neighbours=(2,)), 570),
    "quick": (Plan(rounds=3, threads=(1, 2, 16), delays=(100,), shared=(1,), seconds=0.06), 45),
}


@dataclass(frozen=True, order=True)
class Point:
    """A point of the microbenchmark."""

    threads: int
    delay: int
    shared: int
    own: int
    before: int = 0
    neighbours: int = 0

    @property
    def scene(self) -> tuple[int, ...]:
        """What tells it from other points, but for the threads, in the order of tables."""
        return (self.neighbours, self.before, self.delay, self.shared, self.own)

    @property
    def section(self) -> str:
        """The point in words, but for the threads."""
        lines = f"{self.shared} shared line{'' if self.shared == 1 else 's'}"
        own = f", {self.own} of its own" if self.own else ""
        before = f", just changed from {self.before}" if self.before else ""
        beside = f", {self.neighbours} busy neighbours" if self.neighbours else ""
        return f"delay {self.delay}{before}, {lines}{own}{beside}"


@dataclass(frozen=True)
class Step:
    """One measurement: ``row`` is the program's command; the other fields are 0 where it has no use for them."""

    round: int
    row: str
    subject: str = ""
    threads: int = 0
    delay: int = 0
    shared: int = 0
    own: int = 0
    before: int = 0
    neighbours: int = 0

    def __str__(self) -> str:
        """The measurement in words, but for the round."""
        if self.row == "contention":
            threads = f"{self.threads} thread{'' if self.threads == 1 else 's'}"
            return f"{self.row} {self.subject}, {threads}, {self.point.section}"
        return self.row + (f", delay {self.delay}" if self.row == "alone" else "")

    @property
    def point(self) -> Point:
        """What the measurements of all subjects and rounds that are compared with this one share."""
        return Point(self.threads, self.delay, self.shared, self.own, self.before, self.neighbours)

    def arguments(self, plan: Plan) -> tuple[str, ...]:
        """How the program is asked for it."""
        if self.row == "roundtrip":
            return (self.row, f"-r{plan.roundtrip_repeat}")
        if self.row == "alone":
            return (self.row, f"-r{plan.alone_repeat}", f"-d{self.delay}")
        sizes = (f"-t{self.threads}", f"-d{self.delay}", f"-l{self.shared}", f"-o{self.own}")
        times = (f"-w{plan.warmup}", f"-m{plan.seconds}")
        change = (f"-b{self.before}",) if self.before else ()
        beside = (f"-n{self.neighbours}",) if self.neighbours else ()
        return (self.row, f"-s{self.subject}", *sizes, *times, *change, *beside, *(("-p",) if plan.pinned else ()))


def points(plan: Plan) -> Iterator[Point]:
    """The points of the microbenchmark, in order."""
    for delay, shared, own, threads in product(plan.delays, plan.shared, plan.own, plan.threads):
        yield Point(threads, delay, shared, own)
    for (before, delay), threads in product(plan.changes, plan.threads):
        yield Point(threads, delay, plan.shared[0], plan.own[0], before)
    for neighbours, threads in product(plan.neighbours, plan.threads):
        yield Point(threads, plan.delays[0], plan.shared[0], plan.own[0], neighbours=neighbours)


def turns(subjects: Sequence[str], turn: int, rounds: int) -> Sequence[str]:
    """The order of the subjects in a round: each begins elsewhere, every second one runs backwards."""
    first = turn * len(subjects) // rounds
    direction = -1 if turn % 2 else 1
    return [subjects[(first + direction * i) % len(subjects)] for i in range(len(subjects))]


def steps(plan: Plan, subjects: Sequence[str], processors: int) -> Iterator[Step]:
    """All measurements of a run, in order."""
    for turn in range(plan.rounds):
        for delay in plan.alone_delays:
            yield Step(turn, "alone", delay=delay)
        if processors > 1:
            yield Step(turn, "roundtrip")
        order = turns(subjects, turn, plan.rounds)
        for point in points(plan):
            for subject in order:
                yield Step(turn, "contention", subject, **asdict(point))
