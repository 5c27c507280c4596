# SPDX-License-Identifier: MIT
"""A small tree, and what an analysis and a profile of it would say; for tests of what works on those."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from rcl.cache import NO_CACHE, Cache
from rcl.errors import Code
from rcl.model import (
    Analysis,
    LockClass,
    LockProfile,
    LockSite,
    LockStorage,
    Machine,
    Op,
    Operation,
    Place,
    Profile,
    Section,
    Span,
    State,
    Unit,
)
from rcl.workspace import Progress, quiet, sha256

THREAD_C = """\
#include <pthread.h>
static pthread_mutex_t stats_lock;
struct conn_queue { pthread_mutex_t lock; int n; };
static int hits;

void hit(int by)
{
	pthread_mutex_lock(&stats_lock);
	hits += by;
	pthread_mutex_unlock(&stats_lock);
}

void queue_init(struct conn_queue *q) { pthread_mutex_init(&q->lock, 0); }
void queue_reset(struct conn_queue *q) { pthread_mutex_init(&q->lock, 0); }

void push(struct conn_queue *q)
{
	pthread_mutex_lock(&q->lock);
	q->n++;
	pthread_mutex_unlock(&q->lock);
}
"""

CLASSES = (
    LockClass("stats_lock", "stats_lock", LockStorage.STATIC, Place("thread.c", 2, 24), None),
    LockClass(
        "conn_queue.lock@queue_init", "conn_queue.lock", LockStorage.HEAP, Place("thread.c", 3), Place("thread.c", 13)
    ),
    LockClass(
        "conn_queue.lock@queue_reset", "conn_queue.lock", LockStorage.HEAP, Place("thread.c", 3), Place("thread.c", 14)
    ),
    LockClass("log_lock", "log_lock", LockStorage.STATIC, Place("log.c", 1), None),
)

REFUSED = Code.ESCAPES.reason(Place("log.c", 2), lock="log_lock", function="elsewhere")


def section(unit: str, function: str, first: int, last: int, state: State = State.SHIPPED) -> Section:
    """A section of thread.c that stands on whole lines."""
    reason = Code.CROSSES_FUNCTIONS.reason(Place("thread.c", first), lock=unit) if state is State.LEASED else None
    return Section(
        id=f"{unit}/{function}/1",
        name=f"{function}_cs",
        unit=unit,
        function=function,
        state=state,
        reason=reason,
        show=f"&{unit}",
        enter_token=Place("thread.c", first, 2),
        enter=Span("thread.c", 0, 1, first, first),
        last_line=last,
    )


def make_tree(root: Path) -> Path:
    """Writes the tree."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "thread.c").write_text(THREAD_C)
    (root / "log.c").write_text("pthread_mutex_t log_lock;\n")
    command = {"directory": str(root), "file": "thread.c", "arguments": ["cc", "-c", "thread.c"]}
    (root / "compile_commands.json").write_text(json.dumps([command]))
    return root


def make_analysis(root: Path) -> Analysis:
    """The analysis of the tree."""
    lock = Operation(Op.LOCK, Place("thread.c", 18, 2), "pthread_mutex_lock", ("conn_queue.lock",))
    other = Operation(Op.LOCK, Place("thread.c", 8, 2), "pthread_mutex_lock", ("stats_lock",))
    return Analysis(
        sources={name: sha256((root / name).read_bytes()) for name in ("log.c", "thread.c")},
        units=(
            Unit("stats_lock", ("stats_lock",)),
            Unit("conn_queue.lock", ("conn_queue.lock@queue_init", "conn_queue.lock@queue_reset")),
            Unit("log_lock", ("log_lock",), REFUSED),
        ),
        classes=CLASSES,
        sections=(section("stats_lock", "hit", 8, 10), section("conn_queue.lock", "push", 18, 20, State.LEASED)),
        operations=(other, replace(other, op=Op.UNLOCK, token=Place("thread.c", 10, 2)), lock),
        accessors=(),
    )


def lock_profile(
    name: str,
    share: float,
    declared: Place | None = None,
    initialised: Place | None = None,
    sites: tuple[LockSite, ...] = (),
    cache_misses: float | None = None,
) -> LockProfile:
    """A lock that was taken 1000 times, 157 of them contended."""
    return LockProfile(
        name, LockStorage.STATIC, declared, initialised, 1, 1000, 157, 0, 0, 0.1, 0.02, 0.01,
        share, 0.1, 30.0, 300.0, 900.0, cache_misses, sites,
    )  # fmt: skip


def make_profile(*locks: LockProfile, cores: int = 48, busy: float = 1.0) -> Profile:
    """A profile of these locks, of no known source; its threads were busy for that share of their time."""
    machine = Machine("some cpu", cores, 1, "6.1")
    return Profile(("./demo",), 0, 1.0, 2.0, 2.0 * busy, 2, True, machine, 0.1, 20.0, locks, {})


HIT_CS = """\
struct hit_cs {
	int by;
};

static int hit_cs(void *context)
{
	struct hit_cs *cs = context;

	hits += cs->by;
	return 0;
}

"""


@dataclass(frozen=True)
class Rewriting:
    """What a rewriting hands over."""

    files: dict[str, bytes]
    patch: str
    sections: tuple[Section, ...]


def rewrite(
    root: Path,
    analysis: Analysis,
    units: Collection[str],
    *,
    commands: Path,
    keep: Mapping[str, str] = MappingProxyType({}),
    detach: Collection[str] = frozenset(),
    originals: Mapping[str, bytes] = MappingProxyType({}),
    jobs: int = 0,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
) -> Rewriting:
    """The sample tree rewritten: all it can do is convert ``stats_lock`` and ``conn_queue.lock``."""
    assert commands.is_file()
    progress(0, 1, "thread.c")
    text = originals.get("thread.c", (root / "thread.c").read_bytes()).decode()
    new = text.replace("#include <pthread.h>\n", '#include <pthread.h>\n#include "rcl_config.h"\n')
    if "stats_lock" in units:
        new = new.replace("static pthread_mutex_t stats", "static rcl_mutex_t stats").replace(
            "pthread_mutex_lock(&stats_lock);\n\thits += by;\n\tpthread_mutex_unlock(&stats_lock);",
            "rcl_lock(&stats_lock);\n\thits += by;\n\trcl_unlock(&stats_lock);"
            if "stats_lock/hit/1" in keep
            else "struct hit_cs cs = {.by = by};\n\n\trcl_exec_anon(&stats_lock, hit_cs, &cs, sizeof(cs));",
        )
        if "stats_lock/hit/1" not in keep:
            new = new.replace("void hit(", HIT_CS + "void hit(")
    if "conn_queue.lock" in units:
        new = new.replace("pthread_mutex_lock(&q->lock)", "rcl_lock(&q->lock)")
    lines = difflib.unified_diff(text.splitlines(True), new.splitlines(True), "a/thread.c", "b/thread.c")
    sections = tuple(
        replace(s, state=State.LEASED, reason=Code.BY_HAND.reason(s.enter_token, why=keep[s.id])) if s.id in keep else s
        for s in analysis.sections
        if s.unit in units
    )
    return Rewriting({"thread.c": new.encode()}, "".join(lines), sections)
