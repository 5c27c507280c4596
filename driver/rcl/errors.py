# SPDX-License-Identifier: MIT
"""Everything that rcl can refuse, with a stable code, one sentence and a way out.

Codes 1-49 are reasons why a section is leased or a lock class refused, 50-79 say why a rewriting was refused,
80-119 are bad input. docs/refusals.md is generated from this enum.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

from rcl.model import Place, Reason

EXIT_OK = 0
EXIT_BUG = 1
EXIT_INPUT = 2
EXIT_REFUSED = 3
EXIT_DIFFERS = 4
EXIT_INTERRUPTED = 130


class Code(Enum):
    """A refusal: number, exit status, sentence (a format string), way out."""

    number: int
    exit_status: int
    sentence: str
    way_out: str

    def __init__(self, number: int, exit_status: int, sentence: str, way_out: str) -> None:
        self.number = number
        self.exit_status = exit_status
        self.sentence = sentence
        self.way_out = way_out

    @property
    def code(self) -> str:
        """The stable code, ``RCL007``."""
        return f"RCL{self.number:03d}"

    def reason(self, place: Place, **details: object) -> Reason:
        """The reason at a place, with its sentence filled in."""
        return Reason(
            self.code,
            self.sentence.format(**details),
            place,
            self.way_out.format(**details),
        )

    # Sections that stay where they are (leased) -------------------------------------------------
    CROSSES_FUNCTIONS = (
        1, EXIT_OK,
        "{lock} is taken here and released in another function",
        "nothing to do: the section runs in place under a lease; "
        "if it is a lock call of the program's own, describe that in rcl.toml: [lock.NAME]",
    )
    THREAD_LIFE = (
        2, EXIT_OK,
        "{lock} is held in {function} for the life of a thread, or to the end of the program",
        "nothing to do: such a lock is not contended by its holder",
    )
    TRYLOCK = (
        3, EXIT_OK,
        "the section is entered by a trylock or timedlock of {lock}",
        "nothing to do: the attempt and the section run in place under a lease",
    )
    RELOCKS = (
        4, EXIT_OK,
        "{lock} is released and taken again in the middle of the section, where it cannot be resumed",
        "release the lock and take it again in one block, and leave that only by return or goto",
    )
    SOMETIMES_HELD = (
        5, EXIT_OK,
        "whether {lock} is held here depends on the path",
        "give every path of the function the same lock state",
    )
    IN_MACRO = (
        6, EXIT_OK,
        "the section stands in the body of macro {macro}",
        "make the macro a static inline function",
    )
    RELEASE_SHAPE = (
        7, EXIT_OK,
        "the release of {lock} at line {line} is not followed by a jump out of the section",
        "release once, after the branches meet",
    )
    ENTRY_SHAPE = (
        8, EXIT_OK,
        "the acquisition of {lock} is not a statement of its own",
        "take the lock in a statement of its own",
    )
    JUMPS_IN = (
        9, EXIT_OK,
        "a jump from outside leads into the section",
        "move the label out of the section",
    )
    OVERLAPS = (
        10, EXIT_OK,
        "the section overlaps another one that does not stand inside it ({other})",
        "release the locks in the reverse order of their acquisition",
    )
    NEEDS_OWN_THREAD = (
        11, EXIT_OK,
        "the section calls {function}, which must run on the caller's own thread{why}",
        "move the call out of the section, or say in rcl.toml what it needs: [function.{function}]",
    )
    STACK_BOUND = (
        12, EXIT_OK,
        "the section uses {construct}, which is bound to the function's own stack frame",
        "move it out of the section",
    )
    CAPTURE_TYPE = (
        13, EXIT_OK,
        "variable {variable} cannot be passed to the section: {why}",
        "give its type a name outside the function, or move the variable out of the section",
    )
    SHADOWED = (
        14, EXIT_OK,
        "the name {variable} means two variables in the section",
        "rename one of them",
    )
    LOCAL_MACRO = (
        15, EXIT_OK,
        "the section uses macro {macro}, which is defined inside the function",
        "define the macro before the function",
    )
    CONDITIONAL_CODE = (
        16, EXIT_OK,
        "an inactive #if branch inside the section releases {lock} or jumps",
        "add a build that compiles this branch to compile_commands.json",
    )
    NOT_RECONSTRUCTIBLE = (
        17, EXIT_OK,
        "the rewritten section did not pass its check: {why}",
        "report this as a bug; the section stays in place under a lease",
    )
    WARNED = (
        26, EXIT_OK,
        "the build's flags make an error of what the compiler warns of in the section: {why}",
        "mend what the compiler says of the program, or build it without that -Werror",
    )
    BUILDS_DISAGREE = (
        18, EXIT_OK,
        "the builds of this file disagree about the section: {why}",
        "nothing to do: the section runs in place under a lease",
    )
    HIDDEN_NAME = (
        19, EXIT_OK,
        "variable {variable} is used {why}",
        "use the variable outside of the macro, or pass it as an argument",
    )
    BY_HAND = (
        20, EXIT_OK,
        "kept in place by hand: {why}",
        "decide otherwise: rcl review",
    )

    CUT_CONDITIONAL = (
        21, EXIT_OK,
        "the section cuts an #if ... #endif in two",
        "put the whole section inside of the #if, or the whole #if inside of the section",
    )

    NOT_PARSED = (
        22, EXIT_OK,
        "spatch could not parse {function}",
        "describe the macro that it stumbles over in rcl-macros.h at the tree's root",
    )
    NO_EXECUTOR = (
        30, EXIT_OK,
        "{function} is a lock call of the project's own, and nothing is known that executes sections under it",
        "write such a function and name it in rcl.toml: {table} execute",
    )
    GIVES_UP = (
        31, EXIT_OK,
        "the section calls {function}, which may leave the function if it fails",
        "nothing to do: the section runs in place under a lease",
    )

    NOTHING_TO_MOVE = (
        32, EXIT_OK,
        "{function} does nothing itself while {lock} is held",
        "nothing to do: there is no work to move; if {function} is a lock call of the program's own, which does more "
        "than that, say so in rcl.toml: [lock.NAME]",
    )

    GIVES_VALUE = (
        33, EXIT_OK,
        "the section ends with what gives a statement expression its value",
        "keep the value in a variable, and name that behind the release",
    )

    OWN_CODE = (
        34, EXIT_OK,
        "{function} has the attribute {attribute}, which the section's function would not have",
        "move what the section does into a function that has the attribute",
    )
    COMPUTES = (
        35, EXIT_OK,
        "the section computes with floating-point numbers, and the program sets or asks for how a thread does that",
        "compute before the section, or behind it",
    )

    DOES_MORE = (
        36, EXIT_OK,
        "{function} does more than its lock call, and that cannot go with the section",
        "nothing to do: the section runs in place under a lease",
    )

    WITHOUT_BRACES = (
        37, EXIT_OK,
        "the section stands in {function}, whose body begins or ends with something else than a brace",
        "write the braces around the function's body",
    )

    LABEL_LEFT = (
        38, EXIT_OK,
        "nothing but the checks of the section's lock calls jumps to {why}, and these would go",
        "ask in an if statement whether the lock call has failed, or not at all",
    )

    KEPT_BY_COMMENT = (
        29, EXIT_OK,
        "kept in place by a comment: {why}",
        "remove the comment",
    )

    CANCELLED_THERE = (
        23, EXIT_OK,
        "the section {why}, where a cancelled thread leaves it by its clean-up handler",
        "nothing to do: the section runs in place under a lease",
    )

    SEVERAL_ENTRIES = (
        24, EXIT_OK,
        "{lock} is taken in lines {lines} for one release",
        "take the lock in one place, or at the end of every branch of an if",
    )

    NAMED_BY_MACRO = (
        25, EXIT_OK,
        "the section stands in {function}, whose name a macro makes",
        "spell the function's name where it is defined",
    )

    # Units that cannot be converted --------------------------------------------------------------
    ESCAPES = (
        40, EXIT_REFUSED,
        "{lock} is passed to {function}, whose source is not in this tree",
        "keep the lock as it is: rcl choose --lock {lock}=keep",
    )
    UNKNOWN_LOCK = (
        41, EXIT_REFUSED,
        "the mutex expression {lock} cannot be traced to a declaration",
        "name the mutex, allocate it by a call that is given its size, or keep every lock of this type as it is",
    )
    UNSUPPORTED_API = (
        42, EXIT_REFUSED,
        "{lock} is used with {function}, which the runtime does not have",
        "keep the lock as it is: rcl choose --lock {lock}=keep",
    )

    SIZE_OF_SOME = (
        43, EXIT_REFUSED,
        "{lock} is allocated, and here the size of a mutex is taken without one",
        "take the size where the memory is allocated, as in: p = malloc(sizeof(*p))",
    )

    OUTSIDE = (
        44, EXIT_REFUSED,
        "{lock} is used outside of this tree, which only declares {name}",
        "add the source of {name} to compile_commands.json, or keep the lock: rcl choose --lock {lock}=keep",
    )
    ASKED_FOR = (
        45, EXIT_REFUSED,
        "{construct} asks here whether something is a {lock}",
        "ask for the program's own name of that type, a typedef",
    )
    NOT_C = (
        46, EXIT_REFUSED,
        "{lock} may be used here, where {name} stands in a source that is not analysed",
        "keep the lock as it is: rcl choose --lock {lock}=keep",
    )

    UNSPELLED = (
        47, EXIT_REFUSED,
        "{lock} is used by {name} here, which neither this file nor a macro or typedef of the tree spells out",
        "write the call or type out where it is used, or keep the lock: rcl choose --lock {lock}=keep",
    )

    OTHER_SIZE = (
        48, EXIT_REFUSED,
        "{construct} stays as it is here when {lock} becomes larger",
        "take sizes by sizeof, and compare them with no number, or keep the lock: rcl choose --lock {lock}=keep",
    )

    NOT_INITIALISED = (
        49, EXIT_REFUSED,
        "{lock} is recursive, and is only zeroed here",
        "initialise it where its memory comes from, or keep the lock: rcl choose --lock {lock}=keep",
    )

    # Rewriting refused ---------------------------------------------------------------------------
    HALF_CONVERTED = (
        51, EXIT_REFUSED,
        "{lock} would be half converted: {call} is still there",
        "report this as a bug, or keep the lock: rcl choose --lock {lock}=keep",
    )
    DOES_NOT_COMPILE = (
        52, EXIT_REFUSED,
        "the rewritten file does not compile: {message}",
        "report this as a bug, or keep the lock: rcl choose --lock {lock}=keep",
    )
    UNIT_REFUSED = (
        53, EXIT_REFUSED,
        "{lock} cannot be converted: {why}",
        "rcl choose --lock {lock}=keep",
    )
    SPATCH_FAILED = (
        54, EXIT_REFUSED,
        "spatch failed: {message}",
        "check the installation with: spatch --version",
    )

    # Bad input -----------------------------------------------------------------------------------
    NO_COMPILE_COMMANDS = (
        80, EXIT_INPUT,
        "no compile_commands.json in {directory}",
        "build the program once under bear: bear -- make (or pass -p {where})",
    )
    BAD_COMPILE_COMMANDS = (
        81, EXIT_INPUT,
        "compile_commands.json is not usable: {why}",
        "make it again: bear -- make",
    )
    SOURCE_DOES_NOT_COMPILE = (
        82, EXIT_INPUT,
        "the file does not compile: {message}",
        "build the program first, then make compile_commands.json again; what gcc takes, and libclang does not, "
        "has to be written in another way",
    )
    UNREADABLE = (
        83, EXIT_INPUT,
        "{path} cannot be read: {why}",
        "check the path and its permissions",
    )
    DIRTY_TREE = (
        84, EXIT_INPUT,
        "the tree has uncommitted changes ({path})",
        "commit them, or pass --allow-dirty",
    )
    UNKNOWN_NAME = (
        85, EXIT_INPUT,
        "there is no lock class called {name}{hint}",
        "rcl locks lists them",
    )
    STALE = (
        86, EXIT_INPUT,
        "{artefact} is older than the source: {path} has changed since",
        "run again: {verb}",
    )
    MISSING_ARTEFACT = (
        87, EXIT_INPUT,
        "there is no {artefact}",
        "run first: {verb}",
    )
    BAD_ARTEFACT = (
        88, EXIT_INPUT,
        "{artefact} is not usable: {why}",
        "mend it, or make it again: {verb}",
    )
    NOTHING_CHOSEN = (
        89, EXIT_INPUT,
        "the plan converts no lock class",
        "choose one by hand: rcl choose --lock NAME=adaptive",
    )
    NOT_APPLIED = (
        90, EXIT_INPUT,
        "no rewriting is applied to this tree",
        "rcl rewrite --apply",
    )
    ALREADY_APPLIED = (
        91, EXIT_INPUT,
        "a rewriting is already applied to this tree",
        "rcl rewrite --revert",
    )
    CHANGED_AFTER_APPLY = (
        92, EXIT_INPUT,
        "{path} was edited after the rewriting was applied",
        "undo that edit, or take the rewriting out of this file by hand, with git apply -R --reject .rcl/rewrite.patch "
        "say; then revert again",
    )
    TOOL_MISSING = (
        93, EXIT_INPUT,
        "{tool} is not there",
        "{install}",
    )
    COMMAND_FAILED = (
        94, EXIT_INPUT,
        "{command} ended with status {status}",
        "run it by hand to see why",
    )
    NOT_RECORDED = (
        95, EXIT_INPUT,
        "{command} left no recording: {why}",
        "profile the dynamically linked program itself, not a wrapper that drops LD_PRELOAD",
    )
    BAD_ARGUMENT = (
        96, EXIT_INPUT,
        "{argument}: {why}",
        "see --help",
    )
    NO_SUCH_SOURCE = (
        97, EXIT_INPUT,
        "Debian's source package {name} {version} cannot be had: {why}",
        "set the version in the manifest to one of: {versions}",
    )
    OUTSIDE_ROOT = (
        98, EXIT_INPUT,
        "{path} lies outside the tree",
        "pass the tree's root: -C DIRECTORY",
    )
    UNWRITABLE = (
        99, EXIT_INPUT,
        "{path} cannot be written: {why}",
        "check the path and its permissions, and that there is room where it stands; then run the command again",
    )
    BUILT_ELSEWHERE = (
        100, EXIT_INPUT,
        "{command} made nothing of what is changed in {folder}: it builds another tree, or not these files",
        "name a build that begins with the sources where it is run, with --build: CMake's folder builds the tree that "
        "it was configured for, so --build 'cmake -B new && cmake --build new', and run what stands in new",
    )
    GIT_REFUSES = (
        101, EXIT_INPUT,
        "git does not say whether the tree has uncommitted changes: {why}",
        "do what git says, or pass --allow-dirty",
    )


class RclError(Exception):
    """A refusal that ends the command: prints as ``error CODE: place: sentence`` and the way out."""

    def __init__(self, code: Code, place: Place | None = None, **details: object) -> None:
        self.code = code
        self.place = place
        self._details: dict[str, Any] = {name: str(value) for name, value in details.items()}
        self.sentence = code.sentence.format(**self._details)
        self.way_out = code.way_out.format(**self._details)
        super().__init__(str(self))

    def __reduce__(self) -> tuple[Callable[..., RclError], tuple[object, ...]]:
        """It may cross processes."""
        return partial(RclError, **self._details), (self.code, self.place)

    @property
    def exit_status(self) -> int:
        """The exit status of a command that ends with this refusal."""
        return self.code.exit_status

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{self.code.code}: {where}{self.sentence}"
