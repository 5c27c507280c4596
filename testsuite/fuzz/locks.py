# SPDX-License-Identifier: MIT
"""The mutexes of a program, the data that each one guards, and every way to take and release it.

A lock's rank is its place in ``LOCKS``: nested sections take locks of higher ranks only, so nothing deadlocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Pair:
    """A way to take a lock with the way to release it; ``stubbed``: in a tool both do nothing."""

    enter: str
    leave: str
    stubbed: bool = False


@dataclass(frozen=True)
class Api:
    """Calls that take, release and try a mutex, ``{m}``."""

    lock: str
    unlock: str
    attempt: str


POSIX = Api("pthread_mutex_lock({m})", "pthread_mutex_unlock({m})", "pthread_mutex_trylock({m})")
#: the same, for a mutex that goes to no function or macro that gets others: it may have to stay as it is
HIDDEN = Api("pthread_mutex_lock({m})", "pthread_mutex_unlock({m})", "pthread_mutex_trylock({m})")
C11 = Api("mtx_lock({m})", "mtx_unlock({m})", "mtx_trylock({m})")
#: what one build makes of POSIX's, and another one leaves out
QUIET = Api("QUIET_LOCK({m})", "QUIET_UNLOCK({m})", "QUIET_TRYLOCK({m})")
#: of an object that may have none
MAYBE = Api("maybe_take(&maybes[me])", "maybe_give(&maybes[me])", "maybe_try(&maybes[me])")
#: of an object that functions find, and give with its mutex taken
GIVEN = Api("pthread_mutex_lock({m})", "pthread_mutex_unlock({m})", "pthread_mutex_trylock({m})")
#: one of the program's own, which rcl.toml describes
OWN = Api("STORE_LOCK(&store, {m})", "STORE_UNLOCK(&store, {m})", "STORE_TRYLOCK(&store, {m})")


@dataclass(frozen=True)
class Lock:
    """A mutex as a function names it: ``mutex`` is a pointer to it, ``data`` what it guards, ``{i}`` a variable.

    ``private``: each thread has its own, which is never contended. ``checking``: who has it, and takes it again, is
    told so. Macros take those of POSIX only.
    """

    name: str
    mutex: str
    data: str
    pairs: tuple[Pair, ...] = ()
    private: bool = False
    recursive: bool = False
    checking: bool = False
    indexed: bool = False
    api: Api = POSIX

    def at(self, index: str) -> Lock:
        """The lock with the variable that tells which of its class it is."""
        pairs = tuple(
            replace(p, enter=p.enter.replace("{i}", index), leave=p.leave.replace("{i}", index)) for p in self.pairs
        )
        mutex, data = self.mutex.replace("{i}", index), self.data.replace("{i}", index)
        return replace(self, mutex=mutex, data=data, pairs=pairs)

    @property
    def everywhere(self) -> Lock:
        """The lock without the ways to take it that do nothing in a tool."""
        return replace(self, pairs=tuple(pair for pair in self.pairs if not pair.stubbed))

    def call(self, call: str) -> str:
        """A call of its API's, about this lock."""
        return call.replace("{m}", self.mutex)

    @property
    def attempt(self) -> str:
        """The call that tries it, whose result is 0 if it has the lock."""
        return self.call(self.api.attempt)

    @property
    def plain(self) -> Pair:
        """The plain way to take and release it."""
        return Pair(f"{self.call(self.api.lock)};", f"{self.call(self.api.unlock)};")

    def ways(self) -> list[Pair]:
        """Every way to take and release it, the plain one first and oftenest."""
        m, lock, unlock = self.mutex, self.call(self.api.lock), self.call(self.api.unlock)
        if self.api is OWN:
            return [self.plain, self.plain, *self.pairs, Pair(f"STORE_READ(&store, {m});", f"{unlock};")]
        if any(self.api is one for one in (QUIET, HIDDEN, MAYBE, GIVEN)):
            return [self.plain, *self.pairs]
        if self.api is C11:
            tested = Pair(f"if ({lock} != thrd_success)\n\t\tabort();", f"{unlock};")
            return [self.plain, Pair(f"(void){lock};", f"(void){unlock};"), tested]
        return [
            self.plain,
            self.plain,
            *self.pairs,
            *self.pairs,
            Pair(f"LOCK({m});", f"UNLOCK({m});"),
            Pair(f"FILE_LOCK({m});", f"FILE_UNLOCK({m});"),
            Pair(f"COUNTING_LOCK({m});", f"COUNTING_UNLOCK({m});"),
            Pair(f"TRACED_LOCK({m});", f"TRACED_UNLOCK({m});"),
            Pair(f"pthread_mutex_lock({m});", f"MARKING_UNLOCK({m});"),
            Pair(f"(void){lock};", f"(void){unlock};"),
            Pair(f"if ({lock} != 0)\n\t\tabort();", f"{unlock};"),
            Pair(f"CHECK({lock});", f"CHECK({unlock});"),
            Pair(f"MUST_LOCK({m});", f"MUST_UNLOCK({m});"),
            Pair(f"BREAKING_LOCK({m});", f"BREAKING_UNLOCK({m});"),
            Pair(f"pthread_mutex_lock( {m} ) ;", f"pthread_mutex_unlock ({m});"),
            Pair(f"{{ {lock}; }}", f"{{ {unlock}; }}"),
            Pair(f"acc[me] += {lock};", f"{unlock};"),
            Pair(f"assert({lock} == 0);", f"assert(!{unlock});"),
            Pair(f"REQUIRE({lock} == 0);", f"REQUIRE({unlock} == 0);"),
            Pair(f"COUNT({lock});", f"COUNT({unlock});"),
            Pair(f"take_it({m});", f"give_it({m});"),
            Pair(f"acc[me] += LOCKED({m}) * 3;", f"tls += UNLOCKED({m});"),
            Pair(f"if (!LOCKED({m}))\n\t\tabort();", f"if (UNLOCKED({m}) == 0)\n\t\tabort();"),
            Pair(f"{lock}, acc[me]++;", f"acc[me]--, {unlock};"),
            Pair(f"pthread_mutex_lock((tls += 2, {m}));", f"pthread_mutex_unlock((acc[me]++, {m}));"),
            Pair(f"if (pthread_mutex_trylock({m}) != 0)\n\t\t{lock};", f"{unlock};"),
            Pair(f"while ({self.attempt} != 0)\n\t\tsched_yield();", f"{unlock};"),
            Pair(f"SURE_LOCK({m});", f"{unlock};"),
            Pair(f"EITHER_LOCK({m});", f"EITHER_UNLOCK({m});"),
            *self.wrapped(),
            Pair(f'see(me, {lock}, "lock");', f'see(me, {unlock}, "unlock");'),
            Pair(f"if (pthread_mutex_timedlock({m}, &never) != 0)\n\t\tabort();", f"{unlock};"),
        ]

    def wrapped(self) -> list[Pair]:
        """The ways through functions that get any mutex: all that go there are one unit."""
        m = self.mutex
        wrapped = [
            Pair(f"lock_for({m}, tls++);", f"unlock_for(++acc[me], {m});"),
            Pair(f"counted_lock({m});", f"counted_unlock({m});"),
            Pair(f"pthread_mutex_lock({m});", f"after_unlock({m}, me, n);"),
            Pair(f"counted_lock({m});", f"after_unlock({m}, me, tls);"),
            Pair(f"pthread_mutex_lock({m});", f"after_unlock({m}, me, acc[me] + 1);"),
            Pair(f"pthread_mutex_lock({m});", f"tls += some_unlock({m}, me, n);"),
            Pair(f"pthread_mutex_lock({m});", f"some_unlock({m}, me, acc[me]);"),
            Pair(f"ahead_lock({m}, me, n);", f"{POSIX.unlock.format(m=m)};"),
            Pair(f"if (!told_lock({m}))\n\t\tabort();", f"if (!told_unlock({m}))\n\t\tabort();"),
            Pair(f"if (set_lock({m}) < 0)\n\t\tabort();", f"set_unlock({m});"),
            Pair(f"if (given_lock({m}) != 0)\n\t\tabort();", f"given_unlock({m});"),
            Pair(f"all_lock({m}, me, n);", f"noting_unlock(me, {m});"),
            Pair(f"ahead_lock({m}, me, tls & 7);", f"noting_unlock(me, {m});"),
            Pair(f"busy_lock({m}, n);", f"unlock_for(++acc[me], {m});"),
            Pair(f"noting_lock({m}, me, n);", f"noting_unlock(me, {m});"),
            Pair(f"noting_lock({m}, me, acc[me] & 3);", f"noting_unlock(me, {m});"),
            Pair(f'jot_lock({m}, me, n, "top");', f"jot_unlock(n, {m}, me);"),
            Pair(f"jot_lock({m}, me, tls & 31, __func__);", f"jot_unlock(3, {m}, me);"),
            Pair(f"jot_lock({m}, me, base, words[me]);", f"jot_unlock((long)sizeof(struct pair), {m}, me);"),
            Pair(f"JOT_LOCK({m});", f"JOT_UNLOCK({m});"),
            Pair(f"pthread_mutex_lock({m});", f"jot_unlock(me, {m}, me);"),
            Pair(f'jot_lock({m}, me, MAX(n, 3), "x" "y");', f"pthread_mutex_unlock({m});"),
            Pair(f"lock_when(b->fixed, {m});", f"unlock_when(b->fixed, {m});"),
            Pair(f"lock_or_die({m});", f"unlock_or_die({m});"),
            Pair(f"built_lock({m}, me);", f"built_unlock({m}, me);"),
            Pair(f"built_lock({m}, me);", f"if (built_unlock({m}, me) != 0)\n\t\tabort();"),
            Pair(f"partly_lock({m}, n);", f"pthread_mutex_unlock({m});"),
            Pair(f"sure_lock({m});", f"built_unlock({m}, me);"),
            Pair(f"if (!sure_lock({m}))\n\t\tabort();", f"pthread_mutex_unlock({m});"),
            Pair(f"if (until_lock({m}) != 0)\n\t\tabort();", f"pthread_mutex_unlock({m});"),
            Pair(f"turns_lock({m});", f"pthread_mutex_unlock({m});"),
        ]
        return wrapped * 2 if self.name in ONE_UNIT else []


#: the locks that functions get which may get others of these
ONE_UNIT = ("heap", "local", "function", "own")

LOCKS = (
    Lock("global", "&global", "global_data"),
    Lock("box", "&b->lock", "b->data",
         (Pair("box_lock(b);", "box_unlock(b);"),
          Pair("if (take(b) != 0)\n\t\tabort();", "(void)give(b);"),
          Pair("COUNT(take(b));", "COUNT(give(b));"),
          Pair("box_taken(b, me, n);", "box_given(b, me);"),
          Pair("box_taken(b, me, tls);", "box_given(b, me);"),
          Pair('box_jot(b, me, "box", n);', "box_unjot(b, me, 7);"),
          Pair("box_jot(b, me, JOT_NAME, (int)acc[me]);", "box_unjot(b, me, (char)n);"),
          Pair("pthread_mutex_lock(&b->lock);", "box_unjot(b, me, 'x');"),
          Pair("pthread_mutex_lock(&b->lock);", "box_given(b, me);"),
          Pair("acc[me] += 1 + take(b);", 'see(me, give(b), "give");'),
          Pair("acc[me] += enter_with(b, 5);", "acc[me] += leave_with(b, 7);"),
          Pair("box_lock(b);", "tls += leave_with(b, acc[me] & 7);"),
          Pair("pthread_mutex_lock(MY_LOCK);", "pthread_mutex_unlock(MY_LOCK);"),
          Pair("pthread_mutex_lock(&b->lock);", "give_with(b, me);"))),
    Lock("array", "&locks[{i} & 3]", "locked[{i} & 3]",
         (Pair("locks_take({i});", "locks_give({i});", stubbed=True),), indexed=True),
    Lock("heap", "&heap->mutex", "heap->data", (Pair("HEAP_LOCK(heap);", "HEAP_UNLOCK(heap);"),
                                               Pair("acquire(&heap->mutex);", "release(&heap->mutex);"),
                                               Pair("tls += heap_enter(me);", "heap_leave(me, 3);"),
                                               Pair("heap_jot(n & 3, me);", 'heap_unjot(me, "heap");'),
                                               Pair("heap_jot(JOT_BY, me);", "heap_unjot(me, JOT_NAME);"))),
    Lock("c11", "&c11", "c11_data", api=C11),
    Lock("function", "mutex_of(me)", "of_data"),
    Lock("again", "&again", "again_data", recursive=True),
    Lock("checked", "&checked", "checked_data", checking=True),
    Lock("table", "store.table", "store.table_data", (Pair("TABLE_LOCK();", "TABLE_UNLOCK();"),), api=OWN),
    Lock("mine", "store.mine[me]", "store.mine_data[me]", private=True, api=OWN),
    Lock("own", "&own[me].mutex", "own[me].data",
         (Pair("BUILT_LOCK(&own[me].mutex);", "BUILT_UNLOCK(&own[me].mutex);"),
          Pair("if (BUILT_TRY(&own[me].mutex) != 0)\n\t\tabort();", "BUILT_UNLOCK(&own[me].mutex);")), private=True),
    Lock("quiet", "&quiet[me].lock", "quiet[me].data", private=True, api=QUIET),
    Lock("inside", "&inside.lock", "inside.data"),
    Lock("grid", "&grid[me & 1][n & 1]", "grid_data[me & 1][n & 1]"),
    Lock("shelf", "&shelf->place[me & 1].lock", "shelf->place[me & 1].data"),
    Lock("odd", "&odd", "odd_data", (Pair("ODD_LOCK(&odd);", "ODD_UNLOCK(&odd);"),), api=HIDDEN),
    Lock("maybe", "maybes[me].lock", "maybes[me].data",
         (Pair("if (maybe_try(&maybes[me]) != 0)\n\t\tabort();", "maybe_give(&maybes[me]);"),
          Pair("(void)maybe_lock(&maybes[me]);", "maybe_give(&maybes[me]);"),
          Pair("acc[me] += maybe_enter(&maybes[me]);", "maybe_give(&maybes[me]);"),
          Pair("if (maybes[me].lock)\n\t\tpthread_mutex_lock(maybes[me].lock);", "maybe_give(&maybes[me]);"),
          Pair("maybe_take(&maybes[me]);", "if (maybes[me].lock != NULL)\n\t\tpthread_mutex_unlock(maybes[me].lock);"),
          Pair("low_take(&maybes[me], maybes[me].wide);", "low_give(&maybes[me], maybes[me].wide);"),
          Pair("low_take(&maybes[me], me != 1);", "low_give(&maybes[me], me != 1);"),
          Pair("if (is_low(maybes[me].wide))\n\t\tpthread_mutex_lock(maybes[me].lock);",
               "if (is_low(maybes[me].wide))\n\t\tpthread_mutex_unlock(maybes[me].lock);"),
          Pair("above_take(&maybes[me], maybes[me].by);", "above_give(&maybes[me], maybes[me].by);"),
          Pair("acc[me] += above_take(&maybes[me], maybes[me].by);", "(void)above_give(&maybes[me], maybes[me].by);"),
          Pair("part_take(&maybes[me]);", "part_give(&maybes[me]);"),
          Pair("of_take(me, maybes[me].wide << 8);", "of_give(me, maybes[me].wide << 8);")),
         api=MAYBE),
    Lock("cell", "&cells[me & 1].lock", "cells[me & 1].data",
         (Pair("(void)cell_at(me);", "cell_put(&cells[me & 1]);"),), api=GIVEN),
    Lock("local", "&local", "local_data", (Pair("acquire(&local);", "release(&local);"),)),
    Lock("plain", "&plain", "plain_data"),
)  # fmt: skip
