# SPDX-License-Identifier: MIT
"""What the verbs print with ``--json``: a dataclass each. What is an artefact, too, is printed as that."""

from __future__ import annotations

from dataclasses import dataclass

from rcl.artefacts import SCHEMAS
from rcl.doctor import Check
from rcl.model import Choice, Direction, Identity, LockStorage, Place, Reason, State
from rcl.profile.tables import Change


@dataclass(frozen=True)
class Analysed:
    """``rcl analyse``: how many there are of each; ``sections`` by state, ``blocking`` those that may wait."""

    artefact: str
    classes: int
    units: int
    sections: dict[str, int]
    blocking: int
    sources: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Lock:
    """A lock class, and how many sections its unit has in each state."""

    name: str
    unit: str
    storage: LockStorage
    declared: Place
    initialised: Place | None
    sections: dict[str, int]
    refused: Reason | None


@dataclass(frozen=True)
class Locks:
    """``rcl locks``."""

    locks: tuple[Lock, ...]


@dataclass(frozen=True)
class Choices:
    """``rcl choose``: what the plan says now. ``passed_over`` says of classes why they are not converted."""

    plan: str
    choices: tuple[Choice, ...]
    cores: tuple[int, ...]
    passed_over: dict[str, str]


@dataclass(frozen=True)
class RewrittenSection:
    """A section of a rewriting; ``captures`` maps the variables that cross its edge to how they do.

    ``partly``: it is shipped, but keeps the lock on some way out, and what follows there runs in place; ``cut`` is why,
    if it would otherwise go on.
    """

    id: str
    name: str
    file: str
    function: str
    line: int
    last_line: int
    lock: str
    state: State
    partly: bool
    cut: Reason | None
    reason: Reason | None
    identity: Identity
    identity_reason: str
    blocking: bool
    blocking_reason: str
    exits: int
    captures: dict[str, Direction]


@dataclass(frozen=True)
class Rewritten:
    """``rcl rewrite``: ``lock_calls`` were converted in ``files``; ``patch`` is a file."""

    units: tuple[str, ...]
    sections: tuple[RewrittenSection, ...]
    lock_calls: int
    patch: str
    files: tuple[str, ...]
    applied: bool


@dataclass(frozen=True)
class Reverted:
    """``rcl rewrite --revert``: the files that were put back; ``kept`` are the units that stay converted."""

    reverted: tuple[str, ...]
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class HeaderWritten:
    """``rcl header``: ``edited`` are the classes whose kind a person changed."""

    path: str
    out_of_date: bool
    edited: tuple[str, ...]


@dataclass(frozen=True)
class HeaderChecked:
    """``rcl header --check`` where there is no plan: what does not fit the sources, and the lines for no class."""

    path: str
    faults: tuple[str, ...]
    unused: tuple[str, ...]


@dataclass(frozen=True)
class Diff:
    """``rcl diff``: a unified diff of all, or of one class, section or source."""

    of: str | None
    patch: str


@dataclass(frozen=True)
class Built:
    """``rcl build``: the command's exit status, and how often it compiled and linked with librcl."""

    command: tuple[str, ...]
    status: int
    compiled: int
    linked: int


@dataclass(frozen=True)
class ComparedKind:
    """A kind's runs. ``spread`` is a share of the median, ``gain`` is over the first kind, unless that is 0."""

    kind: str
    values: tuple[float, ...]
    median: float
    spread: float
    gain: float | None


@dataclass(frozen=True)
class Compared:
    """``rcl compare``."""

    command: tuple[str, ...]
    metric: str
    higher_is_better: bool
    runs: int
    kinds: tuple[ComparedKind, ...]


@dataclass(frozen=True)
class Examined:
    """``rcl doctor``."""

    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Explained:
    """``rcl explain``; what varies in the sentence is in braces."""

    code: str
    name: str
    exit_status: int
    sentence: str
    way_out: str


@dataclass(frozen=True)
class ProfileChanges:
    """``rcl profile --compare``: two files, and the locks of both."""

    before: str
    after: str
    locks: tuple[Change, ...]


@dataclass(frozen=True)
class ReviewedCapture:
    """A variable of the enclosing function that a section uses."""

    name: str
    declaration: str
    direction: Direction
    reason: str


@dataclass(frozen=True)
class ReviewedExit:
    """A way out of a section, and where its caller goes on."""

    number: str
    at: str
    then: str


@dataclass(frozen=True)
class ReviewedSection:
    """A section under review; ``original`` and ``rewritten`` are the hashes that a decision is about."""

    id: str
    file: str
    line: int
    last_line: int
    lock: str
    state: State
    reason: Reason | None
    standing: str
    note: str
    original: str
    rewritten: str
    captures: tuple[ReviewedCapture, ...]
    exits: tuple[ReviewedExit, ...]
    remarks: dict[str, str]


@dataclass(frozen=True)
class Reviewed:
    """``rcl review``: the sections, and how many stand where."""

    sections: tuple[ReviewedSection, ...]
    count: dict[str, int]


@dataclass(frozen=True)
class SettingShown:
    """A setting, its value as text, and who says so: default, command line, environment, or ``file`` and ``line``."""

    name: str
    value: str
    origin: str
    variable: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Configuration:
    """``rcl config``."""

    settings: tuple[SettingShown, ...]


SCHEMAS.update({
    Analysed: ("rcl-analyse-1", "rcl analyse"),
    Locks: ("rcl-locks-1", "rcl locks"),
    Choices: ("rcl-choose-1", "rcl choose"),
    Rewritten: ("rcl-rewrite-1", "rcl rewrite"),
    Reverted: ("rcl-revert-1", "rcl rewrite --revert"),
    HeaderWritten: ("rcl-header-1", "rcl header"),
    HeaderChecked: ("rcl-header-check-1", "rcl header --check"),
    Diff: ("rcl-diff-1", "rcl diff"),
    Built: ("rcl-build-1", "rcl build"),
    Compared: ("rcl-compare-1", "rcl compare"),
    Examined: ("rcl-doctor-1", "rcl doctor"),
    Explained: ("rcl-explain-1", "rcl explain"),
    ProfileChanges: ("rcl-profile-changes-1", "rcl profile --compare"),
    Reviewed: ("rcl-review-1", "rcl review"),
    Configuration: ("rcl-config-1", "rcl config"),
})  # fmt: skip
