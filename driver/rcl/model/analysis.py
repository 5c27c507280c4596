# SPDX-License-Identifier: MIT
"""sections.json: what libclang knows of a tree, and the rewriting needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from rcl.model.profile import LockStorage
from rcl.model.section import Reason, Section
from rcl.model.source import Place, Span


def token_of(name: str) -> str:
    """The C identifier for a lock class: ``conn_queue.lock@cq_init`` is ``conn_queue_lock_cq_init``."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


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


@dataclass(frozen=True)
class StandIn:
    """Another definition of a lock wrapper, of another program or build; ``parameters`` are its own.

    ``prototype`` is the one that its own file has of it, if it has one. ``lock``, ``declared`` and ``weak`` are as an
    accessor's; without a ``lock`` it does nothing.
    """

    parameters: str
    definition: Span
    prototype: Span | None
    lock: str = ""
    declared: tuple[str, ...] = ()
    weak: bool = False


@dataclass(frozen=True)
class Accessor:
    """A function to generate beside a lock wrapper, so that other files can name the wrapper's mutex.

    ``definition``: insert before the wrapper's definition; ``prototype``: insert before the wrapper's prototype
    (None for a static wrapper). Both are spans of the wrapper's own text. ``parameters`` and ``lock`` are the
    wrapper's, ``lock`` being an expression of pointer type, and ``declared`` its variables that this names. ``macro``:
    it is one, and defined behind the wrapper; if that waits, ``lock`` is what a section returns there. A stand-in for
    the wrapper needs an accessor, too, of its mutex or, if it has none, of one that is made for it. ``hidden``: a
    function with a section declares what ``lock`` is named by. ``weak``: another definition may be the program's, as
    of the wrapper. With a ``type`` it gives no mutex, but says whether the wrapper would take it. ``exported`` is what
    shows the wrapper to other libraries where it is declared, ``LIB_EXPORT``, or ``LIB_DECLARE()`` around its type.
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
    hidden: bool = False
    weak: bool = False
    type: str = ""
    exported: str = ""


@dataclass(frozen=True)
class Parted:
    """How a lock function that gives an object, by a variable, becomes two: its ``name`` in its definition, and the
    ``call`` that takes the object's mutex, if there is one, where it is ``perhaps`` NULL.
    """

    name: Span
    call: Span
    declaration: str
    variable: str
    perhaps: bool


@dataclass(frozen=True)
class Noted:
    """A function to make of what a lock function does besides while it has the mutex, which then calls it.

    ``body`` are those statements, ``moved`` the declarations in front of them that only they need, and ``declared``
    those that they need. ``parameters`` are those of the lock function's that they name, and ``given`` their names.
    ``definition``, ``prototype`` and ``exported`` are as an accessor's. ``call``: it does nothing but that, in the
    place of what the lock function calls. Where it says whether to take the mutex, it ``gives`` that if it is to be
    taken, and the lock function does what ``fails`` where ``refuses`` holds of its call; ``quiet`` are parameters that
    only macros name which make nothing of them here. ``parted``: it is the lock function itself without the statement
    ``body``, by this name, and that becomes another one, which calls it.
    """

    name: str
    wrapper: str
    unit: str
    parameters: str
    given: str
    static: bool
    definition: Span
    prototype: Span | None
    body: Span
    declared: tuple[str, ...] = ()
    moved: tuple[Span, ...] = ()
    call: str = ""
    exported: str = ""
    gives: str = ""
    fails: str = ""
    refuses: str = ""
    quiet: tuple[str, ...] = ()
    parted: Parted | None = None


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


@dataclass(frozen=True, order=True)
class Leading:
    """A macro that stands in another file than the static function which it leads to, perhaps by other macros.

    The function's prototype leads to it, too, where that stands in another file: ``macro`` is "" then.
    """

    macro: str
    function: str
    file: str


class Op(str, Enum):
    """What a token of the lock API does, and the runtime's name for it."""

    TYPE = "rcl_mutex_t"
    INITIALISER = "RCL_MUTEX_INITIALIZER"
    RECURSIVE_INITIALISER = "RCL_RECURSIVE_MUTEX_INITIALIZER"
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
    ``uses``. ``lock_class`` (for INIT and INITIALISER) is the class that the site initialises. An INITIALISER, or one
    that is chosen by the mutex and not by what it had (RECURSIVE_INITIALISER), at a
    declaration without one has an empty ``old``: the initialiser is to be added there (`` = RCL_...``), or
    ``old`` is the zeros that stand there. ``bare``: it is all of the macro's body, so what an INIT is given stands at
    the macro's uses, and there its class has to stand, too.
    """

    op: Op
    token: Place
    old: str
    units: tuple[str, ...]
    lock_class: str | None = None
    macro: str | None = None
    uses: tuple[MacroUse, ...] = ()
    bare: bool = False


@dataclass(frozen=True)
class Unit:
    """Classes that are converted together or not at all. ``refused`` says why it cannot be converted."""

    name: str
    classes: tuple[str, ...]
    refused: Reason | None = None


@dataclass(frozen=True)
class Analysis:
    """sections.json: everything that libclang knows and the rewriting needs, for all classes of the tree.

    ``left_out`` are the objects that were not there, each with its source, which does not compile: nothing that has
    been built needs them. ``others`` are the sources that were not analysed: of other languages, those that were left
    out, and such as libclang does not take.
    """

    sources: dict[str, str]
    units: tuple[Unit, ...]
    classes: tuple[LockClass, ...]
    sections: tuple[Section, ...]
    operations: tuple[Operation, ...]
    accessors: tuple[Accessor, ...]
    warnings: tuple[str, ...] = ()
    stubs: tuple[Stub, ...] = ()
    noted: tuple[Noted, ...] = ()
    leading: tuple[Leading, ...] = ()
    left_out: dict[str, str] = field(default_factory=dict)
    others: tuple[str, ...] = ()
