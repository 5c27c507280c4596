# SPDX-License-Identifier: MIT
"""The mutexes of a program, the data that each one guards, and every way to take and release it.

A lock's rank is its place in ``LOCKS``: nested sections take locks of higher ranks only, so nothing deadlocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Pair:
    """A way to take a lock with the way to release it."""

    enter: str
    leave: str


@dataclass(frozen=True)
class Lock:
    """A mutex as a function names it: ``mutex`` is a pointer to it, ``data`` what it guards, ``{i}`` a variable.

    ``private``: each thread has its own, which is never contended. ``c11``: a mutex of C11, which is in no macro.
    """

    name: str
    mutex: str
    data: str
    pairs: tuple[Pair, ...] = ()
    private: bool = False
    recursive: bool = False
    indexed: bool = False
    c11: bool = False

    def at(self, index: str) -> Lock:
        """The lock with the variable that tells which of its class it is."""
        pairs = tuple(Pair(p.enter.replace("{i}", index), p.leave.replace("{i}", index)) for p in self.pairs)
        mutex, data = self.mutex.replace("{i}", index), self.data.replace("{i}", index)
        return replace(self, mutex=mutex, data=data, pairs=pairs)

    def ways(self) -> list[Pair]:
        """Every way to take and release it, the plain one first and oftenest."""
        m = self.mutex
        if self.c11:
            lock, unlock = f"mtx_lock({m})", f"mtx_unlock({m})"
            return [
                Pair(f"{lock};", f"{unlock};"),
                Pair(f"(void){lock};", f"(void){unlock};"),
                Pair(f"if ({lock} != thrd_success)\n\t\tabort();", f"{unlock};"),
            ]
        lock, unlock = f"pthread_mutex_lock({m})", f"pthread_mutex_unlock({m})"
        plain = Pair(f"{lock};", f"{unlock};")
        return [
            plain,
            plain,
            *self.pairs,
            *self.pairs,
            Pair(f"LOCK({m});", f"UNLOCK({m});"),
            Pair(f"(void){lock};", f"(void){unlock};"),
            Pair(f"if ({lock} != 0)\n\t\tabort();", f"{unlock};"),
            Pair(f"CHECK({lock});", f"CHECK({unlock});"),
            Pair(f"MUST_LOCK({m});", f"MUST_UNLOCK({m});"),
            Pair(f"pthread_mutex_lock( {m} ) ;", f"pthread_mutex_unlock ({m});"),
            Pair(f"{{ {lock}; }}", f"{{ {unlock}; }}"),
            Pair(f"acc[me] += {lock};", f"{unlock};"),
            Pair(f"if (pthread_mutex_timedlock({m}, &never) != 0)\n\t\tabort();", f"{unlock};"),
        ]


LOCKS = (
    Lock("global", "&global", "global_data"),
    Lock("box", "&b->lock", "b->data",
         (Pair("box_lock(b);", "box_unlock(b);"),
          Pair("if (take(b) != 0)\n\t\tabort();", "(void)give(b);"),
          Pair("pthread_mutex_lock(&b->lock);", "give_with(b, me);"))),
    Lock("array", "&locks[{i} & 3]", "locked[{i} & 3]", (Pair("locks_take({i});", "locks_give({i});"),), indexed=True),
    Lock("heap", "&heap->mutex", "heap->data", (Pair("HEAP_LOCK(heap);", "HEAP_UNLOCK(heap);"),)),
    Lock("c11", "&c11", "c11_data", c11=True),
    Lock("function", "mutex_of(me)", "of_data"),
    Lock("again", "&again", "again_data", recursive=True),
    Lock("own", "&own[me].mutex", "own[me].data", private=True),
    Lock("plain", "&plain", "plain_data"),
)  # fmt: skip
