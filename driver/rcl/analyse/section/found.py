# SPDX-License-Identifier: MIT
"""A critical section as one build has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rcl.analyse.function.extents import Region
from rcl.analyse.function.flow import Operation
from rcl.analyse.program.pointers import Locks
from rcl.analyse.unit.tree import Beside, Function, Node
from rcl.model import Capture, Exit, Handler, Place, Reason, Reference, Span, Tested


@dataclass
class Found:
    """A section of one build. ``reason`` is set where it cannot be shipped."""

    site: Operation
    locks: Locks
    function: str
    enter: Span
    enter_token: Place
    show: str
    last_line: int
    reason: Reason | None = None
    #: the macro whose body it stands in; if it can be shipped, its definition, and where it is used here
    macro: str = ""
    in_macro: Span | None = None
    use: Place | None = None
    attempt: bool = False
    scope: bool = False
    spelled: str = ""
    tested: Tested | None = None
    guard: str = ""
    reports: tuple[str, ...] = ()
    lock: str = ""
    leave: Span | None = None
    leave_token: Place | None = None
    until: Span | None = None
    taken: tuple[Span, ...] = ()
    renewed: tuple[str, ...] = ()
    unset: tuple[str, ...] = ()
    goes_on: bool = False
    ahead: str = ""
    busy: str = ""
    able: str = ""
    enter_result: Span | None = None
    leave_result: Span | None = None
    enter_by: str = ""
    leave_by: str = ""
    #: the macros that do what those do more by which its lock is taken and released
    besides: tuple[Beside, ...] = ()
    before: tuple[Span, ...] = ()
    behind: tuple[Span, ...] = ()
    handler: Handler | None = None
    #: a handler releases the lock if its thread is cancelled in the section
    cancelled: bool = False
    captures: dict[str, Capture] = field(default_factory=dict)
    #: where it names a variable, None if a macro hides that
    references: Callable[[str], tuple[Reference, ...] | None] | None = None
    #: where it names variables only in what this build makes nothing of, and those of them that it is handed for others
    unseen_names: dict[str, Place] = field(default_factory=dict)
    idle: set[str] = field(default_factory=set)
    #: the variables of its function that its lock calls name, which is spelled wherever they are used
    of_calls: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()
    #: the call of what its lock function does when it has the lock; and all lock functions, by their keys, that do so,
    #: or beside which a function must say whether they take it
    noted: str = ""
    noting: frozenset[str] = frozenset()
    calls: list[Node] = field(default_factory=list)
    region: Region | None = None
    #: a compiler cannot know that control never gets to its end
    unended: bool = False
    #: nobody comes out of it, and its function must not end behind it
    endless: bool = False
    #: what it was cut for
    cut: Reason | None = None
    function_span: Span | None = None
    #: the enumerations of its function that it names, to go before that
    enumerations: tuple[Span, ...] = ()
    #: the declarations of functions and variables of elsewhere, in its function, that it names
    declares: tuple[str, ...] = ()
    skipped: tuple[tuple[int, int], ...] = ()
    #: where macros stand in those parts that could leave it
    leaving: tuple[int, ...] = ()
    macros: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    thread_locals: tuple[str, ...] = ()
    #: the #if behind which its lock calls stand alone, with the lines of its other branches, if there are any
    condition: str = ""
    #: a function that the section calls and that gives its lock back for a while
    lent: str = ""
    #: the operations by which it takes other mutexes that it still has where it ends
    holding: tuple[Operation, ...] = ()
    #: what a loop of the section waits for
    awaited: str = ""
    home: Function | None = None
    #: ships only what comes before an offset, if it can be cut there
    cut_before: Callable[[Found, int], bool] | None = None
