"""Conformance checks for WAB."""

from collections import Counter
from typing import Any

from pilein.geometry.blocks import Block
from pilein.kernel.position import Position
from pilein.rulesets.wab.combat_events import NamedTarget
from pilein.rulesets.wab.movement_events import ChargeDeclared, Rallied, RanAway, Redirected, Tested, TookFlight
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Aftermath, Battle
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.events import CombatBegan
from pilein.tabletop.plane import Plane
from tests.conformance.fields import holes
from tests.conformance.scenarios import Words
from tests.conformance.subjects import Faults, Step, Subject, without_check
from tests.conformance.ways import faults_of_ways

USUAL = {
    "M": (3, 9),
    "WS": (2, 5),
    "BS": (0, 5),
    "S": (2, 5),
    "T": (2, 5),
    "W": (1, 3),
    "I": (1, 5),
    "A": (0, 3),
    "Ld": (4, 10),
    "mounts": (1, 2),
    "lost": (1, 1),
    "files": (1, 6),
    "began": (0, 30),
    "range": (4, 24),
    "save": (-2, 0),
    "short_S": (0, 5),
    "short_save": (-2, 0),
    "short_shots": (1, 2),
}
BASES = ("20mm square", "25mm square", "25x50mm", "25mm")
TEXTS = {"mount": ("kind0",)}
ONCE = (ChargeDeclared, Rallied, NamedTarget, CombatBegan)  # told at most once of a unit in a turn


def faults_of(step: Step) -> Faults:
    battle: Battle = step.after.state
    faults: Faults = []
    faults += faults_of_ways(step, {event.unit for event in step.events if isinstance(event, RanAway)})
    for unit in battle.setup.units:
        is_off = any(one.unit == unit.number for one in battle.absent)
        if is_off and battle.lives(unit.number):
            faults.append(f"{unit.name} is on the table and off it")
    return faults


def faults_at_end(begin: Position, end: Position, told: tuple[Any, ...]) -> Faults:
    before: Battle = begin.state
    battle: Battle = end.state
    faults = [f"{name} is not cleared" for name in ("routs", "charges", "volleys") if getattr(battle, name)]
    faults += ["the fight is not cleared"] if battle.fight is not None else []
    faults += ["the aftermath is not cleared"] if battle.aftermath != Aftermath() else []
    faults += ["the other side is not active"] if battle.active == before.active else []
    faults += _done_twice(told)
    if isinstance(battle.field, Plane):
        faults += _not_handled(before, battle, told) + _gaps_in_ranks(battle)
    return faults


def _done_twice(told: tuple[Any, ...]) -> Faults:
    """Report actions that a unit may take only once in a turn but took twice. A unit that redirects its charge may
    declare it again (WAB-R-37).
    """
    faults = []
    again = Counter(event.unit for event in told if isinstance(event, Redirected))
    for kind in ONCE:
        names = Counter(name for event in told if isinstance(event, kind) for name in _names_of(event))
        names -= again if kind is ChargeDeclared else Counter()
        faults += [f"{name}: {kind.__name__} {count} times" for name, count in names.items() if count > 1]
    broken = Counter(event.unit for event in told if isinstance(event, Tested) and event.test in {"rally", "break"})
    return faults + [f"{name} took {count} tests" for name, count in broken.items() if count > 2]


def _names_of(event: Any) -> tuple[str, ...]:
    return event.units if isinstance(event, CombatBegan) else (event.unit,)


def _not_handled(before: Battle, after: Battle, told: tuple[Any, ...]) -> Faults:
    """Report units of the active side that were already fleeing before the step and have not moved."""
    ran = {event.unit for event in told if isinstance(event, RanAway)}
    fresh = {event.unit for event in told if isinstance(event, TookFlight)}
    names = [
        unit.name
        for unit in before.setup.units
        if unit.side == before.active
        and before.status(unit.number).fleeing
        and after.status(unit.number).fleeing
        and before.lives(unit.number)
        and after.lives(unit.number)
    ]
    return [f"{name} flees and has not run" for name in names if name not in ran | fresh]


def _gaps_in_ranks(battle: Battle) -> Faults:
    """WAB-R-94: all ranks but the last are full."""
    units = [unit for unit in battle.setup.units if battle.lives(unit.number)]
    blocks = [(unit.name, battle.plane.standings[unit.number]) for unit in units]
    return [f"{name} has gaps in its ranks" for name, one in blocks if isinstance(one, Block) and holes(one)]


def off_table(battle: Battle) -> tuple[int, ...]:
    """WAB-ST-01: return the units that pursued off the table and may return."""
    return tuple(one.unit for one in battle.absent)


SUBJECT = Subject(
    without_check(RULESET),
    Words(
        VOCABULARY, USUAL, TEXTS, ("obstacle", "very difficult"), (" cannot hold ", "cannot be off the table"), BASES
    ),
    "W",
    faults_of,
    faults_at_end,
    off_table,
)
