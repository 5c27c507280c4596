# SPDX-License-Identifier: MIT
"""The way of the data: hands each verb the artefacts it works on, made again where their sources changed."""

from __future__ import annotations

import functools
import json
import os
import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from rcl import apply, artefacts, choose, description, header, plan
from rcl.artefacts import Applied, CachedAnalysis, StagedRewriting
from rcl.beside import begun
from rcl.cache import Cache, key_of, own_code, same_around
from rcl.choose import Chosen, Ground
from rcl.errors import Code, RclError
from rcl.machine import machine, processors
from rcl.model import Analysis, Calibration, Plan, Profile, Section, Verdict
from rcl.plan import Treatment
from rcl.review import decisions
from rcl.review.decisions import Matched, matched
from rcl.workspace import Progress, Workspace, quiet, read_bytes, sha256, write_atomically, writing

#: while a rewriting is applied, what it was made by cannot be made again
_BACK = "rcl rewrite --revert"


@dataclass(frozen=True)
class Staged:
    """A rewriting as it is staged below ``.rcl/``: new texts by file, the patch, and its sections."""

    units: tuple[str, ...]
    files: Mapping[str, bytes]
    patch: str
    sections: tuple[Section, ...]


def analysis(workspace: Workspace, progress: Progress = quiet, fresh: bool = False) -> Analysis:
    """sections.json, made again if a source or compile_commands.json changed, or if ``fresh``.

    While a rewriting is applied there is nothing to analyse again: a changed source is STALE.
    """
    found, written = analysis_beside(workspace, progress, fresh)
    written()
    return found


def analysis_beside(
    workspace: Workspace, progress: Progress = quiet, fresh: bool = False
) -> tuple[Analysis, Callable[[], object]]:
    """The analysis, and what waits until it stands in sections.json: whoever has it may begin with it meanwhile."""
    if workspace.applied.exists():
        kept = artefacts.read(workspace.sections, CachedAnalysis, Cache(workspace.cache), _BACK).analysis
        workspace.require_fresh(workspace.sections, kept.sources, _BACK)
        return kept, _nothing
    cached = None if fresh else _cached(workspace)
    if cached is not None:
        return cached, _nothing
    from rcl.analyse import analyse

    database = _database(workspace)
    workspace.prepare()
    cache = Cache(None if fresh else workspace.cache)
    found = analyse(workspace.root, workspace.compile_commands, jobs=workspace.jobs, progress=progress, cache=cache)
    made = CachedAnalysis(database, found, _described(workspace), own_code())
    return found, begun(partial(_write, workspace, made, cache), workspace.jobs)


def _nothing() -> None:
    """There is nothing to wait for."""


def _write(workspace: Workspace, made: CachedAnalysis, cache: Cache) -> None:
    written = artefacts.write(workspace.sections, made, cache)
    artefacts.keep(cache, _used_by(written), _used(made))
    cache.trim()


@dataclass(frozen=True)
class _Used:
    """What an analysis was made of, as hashes: enough to know that sections.json need not be read."""

    compile_commands: str
    description: str
    code: str
    sources: dict[str, str]
    left_out: dict[str, str]


def _used(made: CachedAnalysis) -> _Used:
    found = made.analysis
    return _Used(made.compile_commands, made.description, made.code, found.sources, found.left_out)


def _used_by(sections: str) -> str:
    """The key of what the analysis in a file of that hash was made of."""
    return key_of("used", sections)


def _cached(workspace: Workspace) -> Analysis | None:
    """The analysis in sections.json if it can be read and nothing that it was made of changed."""
    cache = Cache(workspace.cache)
    try:
        known = artefacts.known(_Used, _used_by(sha256(read_bytes(workspace.sections))), cache)
        if known is not None and not _is_current(workspace, known):
            return None
        cached = artefacts.read(workspace.sections, CachedAnalysis, cache)
    except RclError:
        return None
    used = _used(cached)
    return cached.analysis if used == known or _is_current(workspace, used) else None


def _is_current(workspace: Workspace, used: _Used) -> bool:
    now = (_database(workspace), _described(workspace), own_code())
    same = now == (used.compile_commands, used.description, used.code)
    made = any((workspace.root / path).exists() for path in used.left_out)
    if not same or made or any(workspace.changed(used.sources)):
        return False
    return same_around(Cache(workspace.cache), workspace.root, used.sources)


def _database(workspace: Workspace) -> str:
    """The hash of compile_commands.json, and of where the tree is: in a copy that may still name the first one's."""
    content = read_bytes(workspace.compile_commands)
    return sha256(b"\0".join((os.fsencode(workspace.root), os.fsencode(workspace.build_dir), content)))


def _described(workspace: Workspace) -> str:
    """The hash of rcl.toml, "" without one."""
    path = workspace.root / description.NAME
    return sha256(read_bytes(path)) if path.is_file() else ""


def profile(workspace: Workspace) -> Profile | None:
    """The tree's profile; None if there is none."""
    return read_profile(workspace, workspace.profile) if workspace.profile.exists() else None


def read_profile(workspace: Workspace, path: Path, stale_ok: bool = True) -> Profile:
    """A profile. STALE if its sources changed."""
    found = artefacts.read(path, Profile)
    if not stale_ok:
        verb = "rcl profile -- COMMAND (or pass --stale-ok)"
        workspace.require_fresh(path, found.sources, verb)
    return found


def calibration(workspace: Workspace, path: Path | None = None) -> Calibration | None:
    """What a machine was measured to gain by each kind; None if none is asked for and there is none."""
    wanted = path or workspace.machine
    return artefacts.read(wanted, Calibration) if path or wanted.exists() else None


def current_plan(workspace: Workspace, known: Analysis) -> Plan:
    """plan.toml. One that was made by hand lasts while there are the same lock classes; else STALE if a source changed.
    """
    found = _kept_plan(workspace)
    if found.profiles or {choice.name for choice in found.choices} != {lock.name for lock in known.classes}:
        workspace.require_fresh(workspace.plan, found.sources, plan.VERB)
    return found


def _kept_plan(workspace: Workspace) -> Plan:
    path = workspace.plan
    return _plan(path, sha256(read_bytes(path)) if path.exists() else "", workspace.cache)


@functools.lru_cache(maxsize=1)
def _plan(path: Path, content: str, cache: Path) -> Plan:
    """The plan in a file with that hash, which verbs ask for several times."""
    return plan.read(path, Cache(cache))


def chosen_before(workspace: Workspace, known: Analysis) -> tuple[dict[str, Treatment], tuple[str, ...]]:
    """What a person chose by hand, in plan.toml or before, and the classes of it that are gone from the source."""
    choices = _kept_plan(workspace).choices if workspace.plan.exists() else ()
    by_hand = {choice.name: Treatment.of(choice) for choice in choices if choice.by_hand}
    names = {lock.name for lock in known.classes}
    kept = {name: treatment for name, treatment in by_hand.items() if name in names}
    return kept, tuple(name for name in by_hand if name not in names)


def every_class(known: Analysis, treatment: Treatment) -> dict[str, Treatment]:
    """One treatment for all classes that can have it."""
    able = [unit for unit in known.units if unit.refused is None or not treatment.convert]
    return {name: treatment for unit in able for name in unit.classes}


def choose_classes(
    workspace: Workspace,
    known: Analysis,
    by_hand: Mapping[str, Treatment],
    measured: Mapping[Path, Profile],
    calibrated: Calibration | None = None,
) -> Chosen:
    """Chooses by profiles, which have been read from these files, and by hand; writes plan.toml."""
    here = all(found.machine.cores == machine().cores for found in measured.values())
    ground = Ground(known, tuple(measured.values()), calibrated, processors() if here else ())
    chosen = choose.choose(ground, by_hand)
    hashes = {workspace.relative(path.resolve()): sha256(read_bytes(path)) for path in measured}
    workspace.prepare()
    made = Plan(chosen.choices, dict(known.sources), hashes, chosen.cores)
    plan.write(workspace.plan, made, chosen.rules, Cache(workspace.cache))
    return chosen


def figures_of_plan(workspace: Workspace, known: Analysis) -> Mapping[str, choose.Figures]:
    """What the plan's profiles say of each class, as far as they are still there."""
    paths = [workspace.root / name for name in current_plan(workspace, known).profiles]
    runs = [choose.join(artefacts.read(path, Profile), known) for path in paths if path.exists()]
    return {name: figures for name, (figures, _) in choose.hardest(runs).items()}


def chosen_units(workspace: Workspace, known: Analysis) -> tuple[str, ...]:
    """The units that the plan converts, or NOTHING_CHOSEN."""
    units = choose.units_of(current_plan(workspace, known).choices, known)
    if not units:
        raise RclError(Code.NOTHING_CHOSEN)
    return units


def detached_units(workspace: Workspace, known: Analysis) -> tuple[str, ...]:
    """The units whose sections the plan detaches, if there is a plan."""
    return choose.detached_units(current_plan(workspace, known).choices, known) if workspace.plan.exists() else ()


def decided(workspace: Workspace, known: Analysis) -> Matched:
    """The decisions of reviews, by section."""

    def text_of(file: str) -> str:
        return read_bytes(workspace.source(file)).decode("latin-1")

    return matched(known.sections, decisions.read(workspace.decisions), functools.cache(text_of))


def rejected(workspace: Workspace, known: Analysis) -> dict[str, str]:
    """The sections that a review keeps in place, and why. One whose text has changed since is kept, too."""
    found = decided(workspace, known).items()
    return {name: d.note or "rejected in a review" for name, d in found if d.verdict is Verdict.REJECTED}


def rewriting(
    workspace: Workspace,
    known: Analysis,
    units: Collection[str],
    keep: Mapping[str, str] = MappingProxyType({}),
    progress: Progress = quiet,
) -> Staged:
    """The units' rewriting, in memory; that of the originals, if one is applied.

    ``keep`` names sections that stay in place besides those that a review rejected, and says why.
    """
    from rcl.rewrite import rewrite

    cache = Cache(workspace.cache)
    made = rewrite(
        workspace.root,
        known,
        units,
        commands=workspace.compile_commands,
        keep={**rejected(workspace, known), **keep},
        detach=frozenset(detached_units(workspace, known)),
        originals=_originals(workspace),
        jobs=workspace.jobs,
        progress=progress,
        cache=cache,
    )
    return Staged(tuple(units), dict(made.files), made.patch, tuple(made.sections))


def _originals(workspace: Workspace) -> dict[str, bytes]:
    """The files that an applied rewriting has changed, as they were."""
    record = apply.read_applied(workspace)
    changed = record.files if record else ()
    return {file.name: read_bytes(workspace.original / file.name) for file in changed if file.old is not None}


def staged(
    workspace: Workspace,
    known: Analysis,
    progress: Progress = quiet,
    fresh: bool = False,
    written: Callable[[], object] = _nothing,
) -> Staged:
    """The rewriting that the plan asks for, staged below ``.rcl/``; or the one that is applied.

    ``written`` waits until the analysis stands in sections.json.
    """
    if workspace.applied.exists():
        record = artefacts.read(workspace.rewriting, StagedRewriting, verb=_BACK)
        return _read_staged(workspace, known, record)
    units = chosen_units(workspace, known)
    asked = _asked(units, detached_units(workspace, known), rejected(workspace, known))
    if not fresh:
        written()
        found = _staged(workspace, known, _made_of(workspace, asked))
        if found is not None:
            return found
    made = rewriting(workspace, known, units, progress=progress)
    written()
    _stage(workspace, known, made, _made_of(workspace, asked))
    return made


def _asked(units: tuple[str, ...], detach: tuple[str, ...], keep: Mapping[str, str]) -> bytes:
    return json.dumps([own_code(), units, detach, keep]).encode()


def _made_of(workspace: Workspace, asked: bytes) -> str:
    return sha256(asked + read_bytes(workspace.sections))


def _staged(workspace: Workspace, known: Analysis, made_of: str) -> Staged | None:
    """What is staged, if it was made of the same and nothing of it was changed."""
    try:
        record = artefacts.read(workspace.rewriting, StagedRewriting)
        found = _read_staged(workspace, known, record)
    except RclError:
        return None
    same = all(sha256(found.files[name]) == digest for name, digest in record.files.items())
    return found if record.made_of == made_of and same else None


def _read_staged(workspace: Workspace, known: Analysis, record: StagedRewriting) -> Staged:
    files = {name: read_bytes(workspace.rewritten / name) for name in record.files}
    patch = read_bytes(workspace.patch).decode(errors="surrogateescape")
    return Staged(record.units, files, patch, record.sections(known))


def _stage(workspace: Workspace, known: Analysis, made: Staged, made_of: str) -> None:
    below = f"{workspace.rewritten}/"
    found = (f"{folder}/{name}" for folder, _, names in os.walk(workspace.rewritten) for name in names)
    staged = {path.removeprefix(below) for path in found}
    if staged != made.files.keys():
        shutil.rmtree(workspace.rewritten, ignore_errors=True)
    for name, content in made.files.items():  # whole or not: the record has their hashes, and is written last
        target = workspace.rewritten / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_bytes() != content:
            with writing(target):
                target.write_bytes(content)
    write_atomically(workspace.patch, _bytes(made.patch))
    hashes = {name: sha256(content) for name, content in made.files.items()}
    same = {section.id: section for section in known.sections}
    otherwise = tuple(s for s in made.sections if s is not same[s.id] and s != same[s.id])
    record = StagedRewriting(made_of, made.units, hashes, otherwise)
    artefacts.write(workspace.rewriting, record)


def config_header(workspace: Workspace, known: Analysis) -> header.Header:
    """What rcl_config.h should say: the plan's kinds under a person's edits."""
    chosen = current_plan(workspace, known).choices
    if not choose.units_of(chosen, known):
        raise RclError(Code.NOTHING_CHOSEN)
    figures = figures_of_plan(workspace, known)
    previous = _text(workspace.header) or _text(workspace.header_kept)
    written = _text(workspace.header_written)
    return header.generate(header.entries(known, chosen, figures), previous, written)


def check_header(workspace: Workspace) -> header.Check:
    """Whether rcl_config.h fits the sources as they stand: for a checkout, which has no ``.rcl/``."""
    files = (path for path in workspace.c_files() if path != workspace.header)
    sources = ((workspace.relative(path), _text(path) or "") for path in files)
    return header.check(_text(workspace.header), sources)


def _text(path: Path) -> str | None:
    return read_bytes(path).decode(errors="surrogateescape") if path.exists() else None


def write_header(workspace: Workspace, made: header.Header) -> None:
    """Writes rcl_config.h, and remembers what in it is rcl's own."""
    workspace.prepare()
    write_atomically(workspace.header, _bytes(made.text))
    write_atomically(workspace.header_written, _bytes(made.plain))


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def revert_units(
    workspace: Workspace, known: Analysis, units: Collection[str], progress: Progress = quiet
) -> tuple[str, ...]:
    """Takes units out of the applied rewriting, and out of the plan; returns those that stay converted.

    NOT_APPLIED; CHANGED_AFTER_APPLY if a rewritten file was edited since.
    """
    record = apply.untouched(workspace)
    converted = artefacts.read(workspace.rewriting, StagedRewriting, verb=_BACK).units
    left = tuple(unit for unit in converted if unit not in units)
    plan.keep(workspace.plan, [lock.name for lock in known.classes if lock.unit in units])
    if not left:
        apply.revert(workspace)
        return ()
    made = rewriting(workspace, known, left, progress=progress)
    shutil.rmtree(workspace.next.folder, ignore_errors=True)
    asked = _asked(left, detached_units(workspace, known), rejected(workspace, known))
    _stage(workspace.next, known, made, _made_of(workspace, asked))
    headers = {}
    if any(file.name == workspace.header.name for file in record.files):
        config = config_header(workspace, known)
        headers = {workspace.header.name: _bytes(config.text)}
        write_atomically(workspace.next.header_written, _bytes(config.plain))
    apply.exchange(workspace, made.files, headers, known.sources)
    return left


def apply_rewriting(workspace: Workspace, made: Staged, allow_dirty: bool = False) -> Applied:
    """Puts the staged rewriting into the tree, with rcl_config.h unless it has a line for each class already."""
    known = analysis(workspace)
    config = config_header(workspace, known)
    lacking = header.lacking(_text(workspace.header), config)
    headers = {workspace.header.name: _bytes(config.text)} if lacking else {}
    record = apply.apply(workspace, made.files, headers, sources=known.sources, allow_dirty=allow_dirty)
    if lacking:
        write_atomically(workspace.header_written, _bytes(config.plain))
    return record
