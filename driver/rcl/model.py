# SPDX-License-Identifier: MIT
"""The data that flows between the verbs: one frozen dataclass a thing, no behaviour but what follows from the data.

    profile.json --choose--> plan.toml --analyse--> sections.json --rewrite--> rewrite.patch, rcl_config.h

Times are seconds unless the name says otherwise (``_ns``), shares are fractions of 1, files are relative to the
tree's root and written with forward slashes, lines and columns count from 1, columns and offsets count bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, order=True)
class Place:
    """A token in a source file. ``column`` and ``offset`` are 0 where only the line is known."""

    file: str
    line: int
    column: int = 0
    offset: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, order=True)
class Span:
    """The bytes ``start`` to ``end`` (exclusive) of a file, and the lines that they stand on."""

    file: str
    start: int
    end: int
    line: int
    end_line: int


def token_of(name: str) -> str:
    """The C identifier for a lock class: ``conn_queue.lock@cq_init`` is ``conn_queue_lock_cq_init``."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


# --------------------------------------------------------------------------- profile.json


class LockStorage(str, Enum):
    """Where the mutexes of a class live."""

    STATIC = "static"
    ARRAY = "array"
    HEAP = "heap"
    STACK = "stack"
    THREAD_LOCAL = "thread-local"


class LockType(str, Enum):
    """What a lock is; conditions and barriers are waited for and never held."""

    MUTEX = "mutex"
    RWLOCK = "rwlock"
    SPINLOCK = "spinlock"
    CONDITION = "condition"
    BARRIER = "barrier"


@dataclass(frozen=True)
class Delay:
    """Waits at a site for a lock that was last acquired at another one, or by another thread at the same."""

    file: str
    line: int
    function: str
    waits: int
    wait_s: float


@dataclass(frozen=True)
class LockSite:
    """One call that acquires a lock, as the recorder saw it. ``operation``: lock, trylock, timedlock, reading.

    ``blocked`` is the share of its sections that slept, None if none was sampled.
    """

    file: str
    line: int
    function: str
    acquisitions: int
    contended: int
    wait_s: float
    hold_s: float
    operation: str = "lock"
    owner_changes: int = 0
    wait_p99_ns: float = 0.0
    hold_p50_ns: float = 0.0
    hold_p99_ns: float = 0.0
    blocked: float | None = None
    delayed_by: tuple[Delay, ...] = ()


@dataclass(frozen=True)
class LockProfile:
    """What the locks of one class cost in one run.

    ``time_share`` is the RCL paper's metric (section 2.2): time to acquire, hold and release over thread time.
    ``cache_misses`` and ``cycles`` are per section, or None where the machine could not measure it. ``wait_p50_ns`` and
    so on are of the acquisitions that found the lock taken, ``longest_queue`` is the most threads that waited for one
    lock. ``blocked`` and ``preempted`` are the shares of sections that slept or lost the processor, of ``samples`` that
    were looked at. ``holds`` and ``waits`` count by duration: the item 2 i from 2^i ns on, 2 i + 1 from 1.5 * 2^i on.
    """

    name: str
    storage: LockStorage
    declared: Place | None
    initialised: Place | None
    mutexes: int
    acquisitions: int
    contended: int
    trylock_failures: int
    condition_waits: int
    wait_s: float
    hold_s: float
    release_s: float
    time_share: float
    wait_share: float
    hold_p50_ns: float
    hold_p99_ns: float
    hold_max_ns: float
    cache_misses: float | None
    sites: tuple[LockSite, ...]
    type: LockType = LockType.MUTEX
    owner_changes: int = 0
    longest_queue: int = 0
    wait_p50_ns: float = 0.0
    wait_p99_ns: float = 0.0
    wait_max_ns: float = 0.0
    samples: int = 0
    blocked: float | None = None
    preempted: float | None = None
    cycles: float | None = None
    holds: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()


@dataclass(frozen=True)
class WaitPoint:
    """What threads waited for by intent: a condition or a barrier."""

    name: str
    type: LockType
    declared: Place | None
    waits: int
    wait_s: float
    wait_p50_ns: float
    wait_p99_ns: float
    wait_max_ns: float


@dataclass(frozen=True)
class LockPair:
    """Two lock classes, or one twice: what one server for both would serialise.

    ``nested``: how often ``second`` was acquired with ``first`` held; ``crossed``: and ``first`` was released before.
    ``met``: the share of acquisitions of ``first`` that found another thread in a section of ``second``, or waiting to
    enter one (``wanted``); both by samples.
    """

    first: str
    second: str
    nested: int
    crossed: int
    met: float
    wanted: float


@dataclass(frozen=True)
class ThreadGroup:
    """The threads of one start routine; the first thread of a process has none. ``section_s`` counts nesting once."""

    start_routine: str
    threads: int
    life_s: float
    section_s: float


@dataclass(frozen=True)
class LockMoment:
    """What a lock class cost in an interval."""

    name: str
    acquisitions: int
    contended: int
    wait_s: float
    hold_s: float


@dataclass(frozen=True)
class Moment:
    """An interval of the run, and the locks acquired in it; ``start_s`` from its beginning."""

    start_s: float
    end_s: float
    locks: tuple[LockMoment, ...]


@dataclass(frozen=True)
class ScalingPoint:
    """A run with a number of threads: the share of thread time in sections, in all and by the locks that cost most."""

    threads: int
    wall_s: float
    section_share: float
    locks: dict[str, float]


@dataclass(frozen=True)
class Machine:
    """What a figure was measured on."""

    cpu: str
    cores: int
    numa_nodes: int
    kernel: str


@dataclass(frozen=True)
class Profile:
    """profile.json: one profiled run. ``sources`` maps each source file that a site names to its SHA-256.

    ``busy_s`` is the thread time that was not idle: on a processor, or waiting for a mutex. ``recorder_share`` is the
    recorder's own part of processor time, ``recorder_pair_ns`` what it adds to an acquisition with its release.
    ``not_counted`` says why the hardware's counters were not read, empty if they were. ``section_s`` is thread time in
    sections, nested ones counted once. ``scaling`` holds the runs with other numbers of threads.
    """

    command: tuple[str, ...]
    exit_status: int
    wall_s: float
    thread_s: float
    busy_s: float
    threads: int
    measured: bool
    machine: Machine
    recorder_share: float
    recorder_pair_ns: float
    locks: tuple[LockProfile, ...]
    sources: dict[str, str]
    warnings: tuple[str, ...] = ()
    section_s: float = 0.0
    not_counted: str = ""
    waits: tuple[WaitPoint, ...] = ()
    pairs: tuple[LockPair, ...] = ()
    groups: tuple[ThreadGroup, ...] = ()
    timeline: tuple[Moment, ...] = ()
    scaling: tuple[ScalingPoint, ...] = ()

    def busy_share(self, lock: LockProfile) -> float:
        """The share of busy thread time in a lock's sections: the paper's metric for a program that never idles.

        At most 1: a section that sleeps is longer than its thread was busy.
        """
        return min(lock.time_share * self.thread_s / self.busy_s, 1.0) if self.busy_s else 0.0


# --------------------------------------------------------------------------- machine.json


@dataclass(frozen=True)
class Band:
    """A measured figure with its uncertainty: the middle of its repetitions, and the quartiles around it."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class CalibrationPoint:
    """The microbenchmark at one setting: ``threads`` run sections that touch ``lines`` shared cache lines.

    ``share`` is that of thread time in sections under pthread_mutex, as a profile would say it, and ``cycle_ns`` the
    thread time from one section to the next. ``gains`` is the throughput of each kind against pthread_mutex.
    """

    threads: int
    lines: int
    share: float
    cycle_ns: float
    gains: dict[str, Band]


@dataclass(frozen=True)
class SanlSettings:
    """RCL_SANL, by default as in the runtime: thresholds in per cent, looks in a term, microseconds."""

    local: int = 50
    free: int = 80
    term: int = 16
    wait: int = 20

    def __str__(self) -> str:
        return f"local={self.local},free={self.free},term={self.term},wait={self.wait}"


@dataclass(frozen=True)
class Calibration:
    """machine.json: what the kinds of lock are worth on a machine.

    ``beats_posix`` and ``beats_every_kind`` are the RCL paper's thresholds (section 4.1) as measured here: the share
    of time in sections from which on kind rcl is faster than pthread_mutex, and than every other kind; None if it
    never was. ``foreign`` is how many processors others used meanwhile. ``sanl`` has the settings of kind sanl that
    were best, and with which it was measured.
    """

    machine: Machine
    rounds: int
    foreign: float
    points: tuple[CalibrationPoint, ...]
    beats_posix: Band | None
    beats_every_kind: Band | None
    sanl: SanlSettings | None = None


# --------------------------------------------------------------------------- plan.toml


class Kind(str, Enum):
    """How a mutex's sections are executed: the kinds of rcl.h's ``RCL_KIND_LIST``."""

    POSIX = "posix"
    INLINE = "inline"
    RCL = "rcl"
    SPIN = "spin"
    TICKET = "ticket"
    MCS = "mcs"
    MCS_TP = "mcs-tp"
    FLAT_COMBINING = "flat-combining"
    CC_SYNCH = "cc-synch"
    DSM_SYNCH = "dsm-synch"
    ADAPTIVE = "adaptive"
    SANL = "sanl"

    def constant(self, server: int = 0) -> str:
        """The kind in C."""
        return f"RCL_SERVER({server})" if self is Kind.RCL else f"RCL_{self.name}"


#: how many servers the runtime has
SERVERS = 32


@dataclass(frozen=True)
class Choice:
    """One line of the plan: what becomes of a lock class. A class that is not converted keeps its pthread mutexes.

    ``detach``, which only people ask for: the callers of sections without results go on before those have run.
    ``reason`` says why it is converted or not, ``why_kind`` and ``why_server`` the rest, ``facts`` what was measured.
    """

    name: str
    convert: bool
    kind: Kind
    server: int
    reason: str
    by_hand: bool = False
    detach: bool = False
    why_kind: str = ""
    why_server: str = ""
    facts: str = ""


@dataclass(frozen=True)
class Plan:
    """plan.toml: the choices, and the sources and profiles that they were made from, with their hashes.

    ``cores`` are the processors that the servers should have, by their numbers; empty: wherever the system puts them.
    """

    choices: tuple[Choice, ...]
    sources: dict[str, str]
    profiles: dict[str, str] = field(default_factory=dict)
    cores: tuple[int, ...] = ()


# --------------------------------------------------------------------------- sections.json


@dataclass(frozen=True)
class LockClass:
    """All mutexes initialised at one site.

    ``unit`` names the group of classes that can only be converted together: the initialisation sites of one
    declaration, and all declarations that meet in one wrapper, parameter or pointer.
    ``initialised`` is None for a class whose mutexes are only zeroed.
    """

    name: str
    unit: str
    storage: LockStorage
    declared: Place
    initialised: Place | None

    @property
    def token(self) -> str:
        """The class's name as a C identifier."""
        return token_of(self.name)


class State(str, Enum):
    """What becomes of a section."""

    SHIPPED = "shipped"
    LEASED = "leased"
    REFUSED = "refused"


class Identity(str, Enum):
    """What a section needs of the thread that asked for it; each includes the one before."""

    NONE = "none"
    ERRNO = "errno"
    THREAD = "thread"


class Direction(str, Enum):
    """How a local variable of the enclosing function crosses the section's edge."""

    IN = "in"
    OUT = "out"
    IN_OUT = "in-out"
    BY_REFERENCE = "by reference"
    SECTION_LOCAL = "section-local"
    #: only the section uses it, also after it has given the lock back for a while
    KEPT = "kept"


@dataclass(frozen=True)
class Reference:
    """A use of a captured variable inside the section, at its token in the source."""

    place: Place
    #: the bytes of ``&`` before the name, when the use is exactly ``&name``; 0 otherwise
    ampersand: int = 0
    #: the operator that follows is ``.``: a pointer to the variable can say ``->`` instead
    dot: bool = False


@dataclass(frozen=True)
class Capture:
    """A local of the enclosing function that the section uses.

    ``declaration`` is C for a variable of that name and type without initialiser and semicolon (``item *it``),
    ``pointer`` the same for a pointer to it (``item **it``; an array is passed as a pointer to its first element).
    ``outlives``: declared inside the section and used after it, so the declaration moves in front of it.
    ``references`` lists the uses in the section; only a capture by reference needs them. ``lock_unit`` is the unit of
    the mutexes or conditions that it points to, if it does: its type changes with them.
    """

    name: str
    declaration: str
    pointer: str
    direction: Direction
    reason: str
    array: bool = False
    outlives: bool = False
    references: tuple[Reference, ...] = ()
    lock_unit: str = ""
    #: of those that outlive the section: only some builds use it there (an assert does)
    partly: bool = False


@dataclass(frozen=True)
class Release:
    """A release inside the section that leads out of it.

    ``call`` is the whole statement with its semicolon, ``token`` the called name in it, ``tail`` what follows in
    the same block up to and including the jump (from the end of ``call``), ``jump`` the jumping statement alone. The
    jump is not the client's if it leads to the section's end: then the exit's ``jump`` is empty.
    """

    call: Span
    token: Place
    tail: Span
    jump: Span


@dataclass(frozen=True)
class Wait:
    """A wait for a condition at which a section ends, to be run again when its client has waited.

    ``request`` is the call of the runtime whose result the section returns there. ``value`` is the original's call
    where its result is used. ``loop`` is the offset of the ``while`` of a loop that begins the section and only waits:
    the section goes on from its beginning then.
    """

    request: str
    value: Span | None = None
    loop: int | None = None


@dataclass(frozen=True)
class Exit:
    """A way out of a section; number 0 is falling through the last release and has no ``releases`` and ``jump``.

    Releases whose tails read alike share one exit. ``locals`` are captures (``outlives``) that only the tail uses.
    """

    number: int
    jump: str
    releases: tuple[Release, ...]
    locals: tuple[str, ...] = ()
    #: the captures that are live just after this exit: what the client takes back there
    outs: tuple[str, ...] = ()
    #: the client leaves with the lock still held, as a lease; a release elsewhere gives it back
    keeps: bool = False
    #: the tail ends with a new acquisition (its ``jump``), where the section goes on
    resumes: bool = False
    #: the captures by value that such a tail changes: what the client gives the section anew
    back: tuple[str, ...] = ()
    #: those of ``outs`` that the client takes back, None for all: such a tail needs only what it uses
    taken: tuple[str, ...] | None = None
    #: the section waits here and goes on behind it, which its client does not see
    wait: Wait | None = None


@dataclass(frozen=True)
class StandIn:
    """Another program's function in the place of a lock wrapper, which does nothing: ``parameters`` are its own.

    ``prototype`` is the one that its own file has of it, if it has one.
    """

    parameters: str
    definition: Span
    prototype: Span | None


@dataclass(frozen=True)
class Accessor:
    """A function to generate beside a lock wrapper, so that other files can name the wrapper's mutex.

    ``definition``: insert before the wrapper's definition; ``prototype``: insert before the wrapper's prototype
    (None for a static wrapper). Both are spans of the wrapper's own text. ``parameters`` and ``lock`` are the
    wrapper's, ``lock`` being an expression of pointer type, and ``declared`` its variables that this names. ``macro``:
    it is one, and defined behind the wrapper; if that waits, ``lock`` is what a section returns there. A program with
    a stand-in for the wrapper needs an accessor, too, with a mutex of its own.
    """

    name: str
    wrapper: str
    unit: str
    parameters: str
    lock: str
    static: bool
    definition: Span
    prototype: Span | None
    macro: bool = False
    stand_ins: tuple[StandIn, ...] = ()
    declared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stub:
    """A macro of the tree that defines a call of the lock API away, used so in ``files``.

    ``definition`` is from its name to the end of its ``body``.
    """

    name: str
    parameters: tuple[str, ...]
    body: str
    definition: Span
    files: tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """Why a section is not shipped, or a unit not converted."""

    code: str
    sentence: str
    place: Place
    way_out: str


@dataclass(frozen=True)
class Handler:
    """The clean-up handler that releases a section's lock if its thread is cancelled. It stays around the call.

    ``push`` is the statement that registers it, if that stands directly behind the acquisition: it comes first then.
    The section ends before pthread_cleanup_pop(): either ``execute`` is its argument, which released the lock and
    becomes 0, or ``release`` is what follows its statement, up to the end of the release.
    """

    push: Span | None = None
    execute: Span | None = None
    release: Span | None = None


@dataclass(frozen=True)
class Tested:
    """How the program asks whether a section's acquisition succeeded: by the if statement that ``enter`` ends with.

    ``call`` is the acquisition, ``condition`` that of the if. ``branch``: the section is the if's block, ``enter``
    reaches to its brace and ``leave`` to the closing brace; else the if is about a failure. ``stored`` is the
    expression or declaration that keeps the result in a variable, which is ``read`` elsewhere, too; ``compared``: it
    keeps a truth.
    """

    call: Span
    condition: Span
    branch: bool = False
    stored: Span | None = None
    read: bool = False
    compared: bool = False


@dataclass(frozen=True)
class Section:
    """A critical section: from an acquisition to every matching release.

    ``id`` is ``unit/function/ordinal``; ``name`` is the C name of the function that it becomes (``cq_pop_cs``).
    ``lock`` is the text of the pointer expression for rcl_exec, evaluated where the acquisition stands; ``show`` is
    the lock as a person names it (``cq->lock``). ``enter`` and ``leave`` are whole statements.
    A section that is not shipped has a reason, and only ``enter_token``, ``enter`` and ``last_line`` besides.
    """

    id: str
    name: str
    unit: str
    function: str
    state: State
    reason: Reason | None
    show: str
    enter_token: Place
    enter: Span
    last_line: int
    lock: str = ""
    leave_token: Place | None = None
    leave: Span | None = None
    #: where a section without ``leave`` ends, if that is not the end of its block: an empty span
    until: Span | None = None
    handler: Handler | None = None
    identity: Identity = Identity.THREAD
    identity_reason: str = ""
    #: it may wait for something that another thread does outside of the mutex's sections
    blocking: bool = False
    blocking_reason: str = ""
    captures: tuple[Capture, ...] = ()
    exits: tuple[Exit, ...] = ()
    #: the #if line behind which each of its lock calls stands alone: without it the section is just called
    condition: str = ""
    #: entered by a trylock: the section runs only if the lock is free
    attempt: bool = False
    tested: Tested | None = None
    #: the condition under which alone the lock is taken and released; without it the section needs no lock
    guard: str = ""
    #: entered by a scope macro: ``enter`` reaches from the macro to the block's brace, ``leave`` is its closing brace
    scope: bool = False
    #: the ids of the shipped sections that stand inside this one
    inner: tuple[str, ...] = ()
    #: the project's own function that executes it, with ``lock`` its arguments, and the statement for when it has not
    execute: str = ""
    failed: str = ""
    #: the definition of the enclosing function, from its first token to its closing brace
    function_span: Span | None = None


class Verdict(str, Enum):
    """What a person said about a section in a review."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Decision:
    """A verdict, and the hashes of the texts that it is about; a rejected section has no rewritten one."""

    section: str
    verdict: Verdict
    original: str
    rewritten: str = ""
    note: str = ""

    @property
    def function(self) -> str:
        """The section's id without its ordinal, which other sections of the function may change."""
        return self.section.rpartition("/")[0]


class Op(str, Enum):
    """What a token of the lock API does, and the runtime's name for it."""

    TYPE = "rcl_mutex_t"
    INITIALISER = "RCL_MUTEX_INITIALIZER"
    INIT = "rcl_mutex_init"
    DESTROY = "rcl_mutex_destroy"
    LOCK = "rcl_lock"
    UNLOCK = "rcl_unlock"
    TRYLOCK = "rcl_trylock"
    TIMEDLOCK = "rcl_timedlock"
    COND_TYPE = "rcl_cond_t"
    COND_INITIALISER = "RCL_COND_INITIALIZER"
    COND_INIT = "rcl_cond_init"
    COND_DESTROY = "rcl_cond_destroy"
    WAIT = "rcl_cond_wait"
    TIMEDWAIT = "rcl_cond_timedwait"
    SIGNAL = "rcl_cond_signal"
    BROADCAST = "rcl_cond_broadcast"


@dataclass(frozen=True)
class MacroUse:
    """One expansion of a macro whose body holds a lock API token.

    ``call`` is the macro call (name and arguments, no semicolon), ``replacement`` the runtime call that says the
    same there (``rcl_lock(&c->thread->stats.mutex)``), or None where the macro does more than that one call.
    """

    call: Span
    unit: str
    replacement: str | None


@dataclass(frozen=True)
class Operation:
    """A token of the lock API in the source, and the units whose mutexes (or conditions) pass through it.

    ``old`` is the token's text. A token in a macro's body has the macro's name in ``macro`` and its expansions in
    ``uses``. ``lock_class`` (for INIT and INITIALISER) is the class that the site initialises. An INITIALISER at a
    declaration without one has an empty ``old``: the initialiser is to be added there (`` = RCL_...``).
    """

    op: Op
    token: Place
    old: str
    units: tuple[str, ...]
    lock_class: str | None = None
    macro: str | None = None
    uses: tuple[MacroUse, ...] = ()


@dataclass(frozen=True)
class Unit:
    """Classes that are converted together or not at all. ``refused`` says why it cannot be converted."""

    name: str
    classes: tuple[str, ...]
    refused: Reason | None = None


@dataclass(frozen=True)
class Analysis:
    """sections.json: everything that libclang knows and the rewriting needs, for all classes of the tree."""

    sources: dict[str, str]
    units: tuple[Unit, ...]
    classes: tuple[LockClass, ...]
    sections: tuple[Section, ...]
    operations: tuple[Operation, ...]
    accessors: tuple[Accessor, ...]
    warnings: tuple[str, ...] = ()
    stubs: tuple[Stub, ...] = ()
