# SPDX-License-Identifier: MIT
"""A critical section, and what a review says of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rcl.model.source import Place, Span

#: what gives the name of the function that it stands in
FUNCTION_NAME = "__func__"


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
    #: a macro binds it closer than a ``*`` before it
    bound: bool = False


@dataclass(frozen=True)
class Capture:
    """A local of the enclosing function that the section uses.

    ``declaration`` is C for a variable of that name and type without initialiser and semicolon (``item *it``),
    ``pointer`` the same for a pointer to it (``item **it``; an array is passed as a pointer to its first element).
    ``outlives``: declared inside the section and used after it, so the declaration moves in front of it.
    ``references`` lists the uses in the section; only a capture by reference, or with a ``value``, needs them.
    ``lock_unit`` is the unit of the mutexes or conditions that it points to, if it does: its type changes with them.
    """

    name: str
    declaration: str
    pointer: str
    direction: Direction
    reason: str
    array: bool = False
    outlives: bool = False
    references: tuple[Reference, ...] = ()
    #: what goes of a declaration in the section whose variable is the client's, which the section has by reference
    moved: Span | None = None
    #: of those that outlive the section: what only declares it there, where no build's section does more with it; each
    #: block that ends with a way out may
    dropped: tuple[Span, ...] = ()
    lock_unit: str = ""
    #: of those that outlive the section: only some builds use it there (an assert does); of those that it hands out:
    #: only code that a build leaves out reads it
    partly: bool = False
    #: the section only declares it, if it outlives that, and goes on to; or some builds do not use it there
    idle: bool = False
    #: of those that outlive the section: in a block inside of it, so nothing behind it can name the variable
    nested: bool = False
    #: what says its type in its declaration, if that has no name there: it gets the one that ``declaration`` says
    type_of: Span | None = None
    #: a list of arguments that is a parameter: its client makes a copy for the section
    copied: bool = False
    #: where it is declared, if not all builds do so, and the #if lines that this stands behind
    declared: Place | None = None
    around: tuple[str, ...] = ()
    #: what the client gives, where that is not a variable of this name; ``references`` are its uses
    value: str = ""
    #: on some way it may have no value where it is copied
    perhaps_unset: bool = False


@dataclass(frozen=True)
class Release:
    """A release inside the section that leads out of it.

    ``call`` is the whole statement with its semicolon, ``token`` the called name in it, ``tail`` what follows in
    the same block up to and including the jump (from the end of ``call``), ``jump`` the jumping statement alone. The
    jump is not the client's if it leads to the section's end: then the exit's ``jump`` is empty. If the tail begins
    with a statement that uses the release's result, ``call`` is empty, and ``result`` the call, whose value is 0 there;
    so it is behind a macro with the call, whose name is the ``result`` then, and is that of the macro ``by`` there.
    ``branch`` is where the branch or loop's body begins that the statement alone is, perhaps behind labels.
    Where a macro ``leaves`` so, its use is the ``call``, and nothing follows. If a check must fail, all of them are the
    empty span where what it is given ends, but ``result``, its name, in whose place the macro ``by`` leaves by what it
    is given, and gets nothing of what is ``dropped``.
    """

    call: Span
    token: Place
    tail: Span
    jump: Span
    result: Span | None = None
    branch: int | None = None
    by: str = ""
    leaves: bool = False
    dropped: tuple[Span, ...] = ()


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
    #: the tail declares something in the block that it stands in
    declares: bool = False
    #: a break in the tail, perhaps of a macro's, leaves a loop or switch around it
    breaks: bool = False
    #: a macro call in the tail makes several statements of a block
    several: bool = False
    #: the call of what the release's lock function does before it gives the lock back
    noted: str = ""
    #: the use of a macro that does what that of the release does when it has given the lock back
    after: str = ""
    #: the capture by which the section hands out what the function returns there, where it works that out
    value: str = ""
    #: the client's statements there, where the macros of the releases say them
    made: tuple[str, ...] = ()
    #: not all builds compile it, and the #if lines that its release stands behind
    partly: bool = False
    around: tuple[str, ...] = ()


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


class Answer(str, Enum):
    """What an acquisition gives: 0 or an error's number, whether it has succeeded, or a pointer to the mutex."""

    STATUS = "status"
    TRUTH = "truth"
    POINTER = "pointer"


@dataclass(frozen=True)
class Tested:
    """How the program asks whether a section's acquisition succeeded: by the if statement that ``enter`` ends with,
    or the while that tries until it has.

    ``call`` is the acquisition, ``condition`` that of the if. ``branch``: the section is the if's block, ``enter``
    reaches to its brace and ``leave`` to the closing brace, or that of the branch ``otherwise``; else the if is about a
    failure, and ``otherwise`` what it does then, if it stands in another one. ``stored`` is the expression or
    declaration that keeps the result in a variable, which is ``read`` elsewhere, too; ``compared``: it keeps a truth.
    ``leading`` is what the condition asks for first: else there is no acquisition.
    """

    call: Span
    condition: Span
    branch: bool = False
    stored: Span | None = None
    read: bool = False
    compared: bool = False
    answer: Answer = Answer.STATUS
    otherwise: Span | None = None
    leading: Span | None = None


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
    #: the word before the parentheses of its function's definition: the name, or a macro that makes it
    spelled: str = ""
    lock: str = ""
    leave_token: Place | None = None
    leave: Span | None = None
    #: where a section without ``leave`` ends, if that is not the end of its block: an empty span
    until: Span | None = None
    handler: Handler | None = None
    identity: Identity = Identity.THREAD
    identity_reason: str = ""
    #: it may wait for something that another thread does outside of the mutex's sections, or ends with a lock held that
    #: the runtime does not know of
    blocking: bool = False
    blocking_reason: str = ""
    #: the units of other mutexes that it may still hold where it ends: unless they are converted, too, it is blocking
    holds: tuple[str, ...] = ()
    captures: tuple[Capture, ...] = ()
    exits: tuple[Exit, ...] = ()
    #: the #if line behind which each of its lock calls stands alone: without it the section is just called; with the
    #: lines of the other branches, if something else stands there, which its client does before that and behind it
    condition: str = ""
    #: entered by a trylock: the section runs only if the lock is free
    attempt: bool = False
    tested: Tested | None = None
    #: the calls that take and release the lock, where it begins and ends before statements that use their results
    enter_result: Span | None = None
    leave_result: Span | None = None
    #: the macros that do all but that, in the place of those whose names these are
    enter_by: str = ""
    leave_by: str = ""
    #: the statements in ``enter`` that take the lock in branches of it, besides an attempt that it asks for; the
    #: captures by value that it may change before, or that it declares; those of them that have no value before it; and
    #: whether ``enter`` ends with the acquisition: what follows in its branch is the section's, where it is taken there
    taken: tuple[Span, ...] = ()
    renewed: tuple[str, ...] = ()
    unset: tuple[str, ...] = ()
    goes_on: bool = False
    #: the calls of what the acquisition's lock function does at first, and where the lock is not free, before it waits;
    #: and the condition under which it takes the lock, or does not, as the if statement asks for that
    ahead: str = ""
    busy: str = ""
    able: str = ""
    #: statements in it that its client makes before the call, and behind it
    before: tuple[Span, ...] = ()
    behind: tuple[Span, ...] = ()
    #: the condition under which alone the lock is taken and released; without it the section needs no lock
    guard: str = ""
    #: the calls of its lock functions that report that they take none then, and release none
    reports: tuple[str, ...] = ()
    #: entered by a scope macro: ``enter`` reaches from the macro to the block's brace, ``leave`` is its closing brace;
    #: or by the declaration of a lock guard, with nothing to ``leave`` it: it ends with its block
    scope: bool = False
    #: the definitions, in its function, of macros that it uses, and of its function's name for those that say it
    macros: tuple[str, ...] = ()
    #: the enumerations of its function that it names, which go before that
    enumerations: tuple[Span, ...] = ()
    #: the declarations, in its function, of functions and variables of elsewhere that it names
    declares: tuple[str, ...] = ()
    #: what its function names by macros alone, in any build, and what a macro is called that would replace what is made
    unseen: tuple[str, ...] = ()
    #: the variables of its function that its lock calls name, which is spelled wherever they are used
    of_calls: tuple[str, ...] = ()
    #: the definition of the macro in whose body it stands, and which executes it: ``unseen`` are the names that it and
    #: what the macro is given come to, a capture by reference is a field that a parameter names, and its ``value`` what
    #: leads there; ``function_span`` is what its function goes before: the first function with the macro, or the macro
    in_macro: Span | None = None
    #: the ids of the shipped sections that stand inside this one
    inner: tuple[str, ...] = ()
    #: the project's own function that executes it, with ``lock`` its arguments, and the statement for when it has not
    execute: str = ""
    failed: str = ""
    #: the call of what the acquisition's lock function does when it has the lock
    noted: str = ""
    #: a compiler cannot know that control never gets to its end: no declaration says so of the function called there
    unended: bool = False
    #: nobody comes out of it, and its function, which would end behind it, gives a value, or never returns
    endless: bool = False
    #: why it is cut, and goes on in place, as far as that is known
    cut: Reason | None = None
    #: the definition of the enclosing function, from its first token to its closing brace
    function_span: Span | None = None

    def but(self, **fields: object) -> Section:
        """The section with other values in some fields: dataclasses.replace, which makes all anew, takes ten times as
        long, and a program has thousands of them.
        """
        made = object.__new__(Section)
        made.__dict__.update(self.__dict__, **fields)
        return made

    @property
    def partly(self) -> bool:
        """Is it shipped, but keeps the lock on some way out? What follows there runs in place."""
        return self.state is State.SHIPPED and any(way.keeps for way in self.exits)

    @property
    def settled(self) -> bool:
        """Has every variable a value where it is copied, as far as the analysis can tell?"""
        ways = any(way.resumes or way.wait or way.value or way.partly for way in self.exits)
        entered = self.attempt or self.taken or self.in_macro
        return not ways and not entered and not any(capture.perhaps_unset for capture in self.captures)


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
