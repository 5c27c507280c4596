# SPDX-License-Identifier: MIT
"""The data that flows between the verbs: one frozen dataclass a thing, no behaviour but what follows from the data.

    profile.json --choose--> plan.toml --analyse--> sections.json --rewrite--> rewrite.patch, rcl_config.h

Times are seconds unless the name says otherwise (``_ns``), shares are fractions of 1, files are relative to the
tree's root and written with forward slashes, lines and columns count from 1, columns and offsets count bytes.
"""

from rcl.model.analysis import (
    Accessor,
    Analysis,
    LockClass,
    MacroUse,
    Noted,
    Op,
    Operation,
    StandIn,
    Stub,
    Unit,
    token_of,
)
from rcl.model.calibration import Band, Calibration, CalibrationPoint, SanlSettings
from rcl.model.plan import SERVERS, Choice, Kind, Plan
from rcl.model.profile import (
    Delay,
    LockMoment,
    LockPair,
    LockProfile,
    LockSite,
    LockStorage,
    LockType,
    Machine,
    Moment,
    Profile,
    ScalingPoint,
    ThreadGroup,
    WaitPoint,
)
from rcl.model.section import (
    Answer,
    Capture,
    Decision,
    Direction,
    Exit,
    Handler,
    Identity,
    Reason,
    Reference,
    Release,
    Section,
    State,
    Tested,
    Verdict,
    Wait,
)
from rcl.model.source import Place, Span

__all__ = [
    "SERVERS",
    "Accessor",
    "Analysis",
    "Answer",
    "Band",
    "Calibration",
    "CalibrationPoint",
    "Capture",
    "Choice",
    "Decision",
    "Delay",
    "Direction",
    "Exit",
    "Handler",
    "Identity",
    "Kind",
    "LockClass",
    "LockMoment",
    "LockPair",
    "LockProfile",
    "LockSite",
    "LockStorage",
    "LockType",
    "Machine",
    "MacroUse",
    "Moment",
    "Noted",
    "Op",
    "Operation",
    "Place",
    "Plan",
    "Profile",
    "Reason",
    "Reference",
    "Release",
    "SanlSettings",
    "ScalingPoint",
    "Section",
    "Span",
    "StandIn",
    "State",
    "Stub",
    "Tested",
    "ThreadGroup",
    "Unit",
    "Verdict",
    "Wait",
    "WaitPoint",
    "token_of",
]
