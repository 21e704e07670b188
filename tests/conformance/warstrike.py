"""Conformance checks for WarStrike."""

from typing import Any

from pilein.kernel.position import Position
from pilein.rulesets.warstrike.events import CombatBegan, CombatEnded, FellBack, HalfCycleBegan
from pilein.rulesets.warstrike.ruleset import RULESET
from pilein.rulesets.warstrike.state import NOBODY, Battle
from pilein.rulesets.warstrike.unit_move import is_coherent
from pilein.rulesets.warstrike.vocabulary import VOCABULARY
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Plane
from tests.conformance.scenarios import Words
from tests.conformance.subjects import Faults, Step, Subject, without_check

USUAL = {
    "Mv": (3, 8),
    "Aw": (6, 18),
    "WS": (2, 5),
    "BS": (1, 5),
    "Ev": (1, 5),
    "Str": (2, 5),
    "Ar": (1, 4),
    "To": (1, 3),
    "Ld": (1, 4),
    "Nv": (2, 6),
    "points": (0, 50),
    "markers": (1, 4),
    "hits": (1, 6),
    "Atk": (1, 3),
    "AP": (0, 5),
    "rate": (1, 4),
    "firepower": (2, 5),
    "range": (6, 30),
}
GROUNDS = ("obstacle", "obstacle", "structure")


def faults_of(step: Step) -> Faults:
    battle: Battle = step.after.state
    faults = [f"{unit.name}: {fault}" for unit in battle.setup.units for fault in _faults_of_unit(battle, unit.number)]
    limit = battle.setup.readings["WS-R-04"].number
    numbers = [event.number for event in step.events if isinstance(event, HalfCycleBegan)]
    if limit and any(number > limit for number in numbers):
        faults.append(f"half-cycle {numbers} is beyond the limit of {limit}")
    fight = battle.fight
    if fight is not None and not {*fight.waiting} <= {*fight.units}:
        faults.append(f"{fight.waiting} wait outside the combat of {fight.units}")
    return faults


def _faults_of_unit(battle: Battle, unit: int) -> Faults:
    status = battle.status(unit)
    faults = []
    if status.markers < 0 or not 0 <= status.hits <= battle.number("WS-ME-08.hits"):
        faults.append(f"{status.markers} markers, {status.hits} hits")
    if status.leader != NOBODY and battle.living(unit) and status.leader not in battle.models(unit):
        faults.append(f"leader {status.leader} is none of {battle.models(unit)}")
    return faults


def faults_at_end(begin: Position, end: Position, told: tuple[Any, ...]) -> Faults:
    """Check that every combat begun in the phase has ended for a stated reason."""
    before: Battle = begin.state
    battle: Battle = end.state
    faults = [f"{name} is not cleared" for name in ("fight", "combats") if getattr(battle, name)]
    if battle.active == before.active:
        faults.append("the other side is not active")
    began, ended = (sum(isinstance(event, kind) for event in told) for kind in (CombatBegan, CombatEnded))
    if began != ended or not all(event.reason for event in told if isinstance(event, CombatEnded)):
        faults.append(f"{began} combats began, {ended} ended")
    if isinstance(battle.field, Plane) and battle.setup.readings["WS-R-38"].option == "default":
        faults += _out_of_coherency(before, battle, told)
    return faults


def _out_of_coherency(before: Battle, after: Battle, told: tuple[Any, ...]) -> Faults:
    """Report units that were coherent before, neither lost models nor fell back, and are not coherent now."""
    excused = {event.unit for event in told if isinstance(event, FellBack)}
    moved = {event.unit for event in told if isinstance(event, Moved)}
    faults = []
    for unit in after.setup.units:
        same = after.models(unit.number) == before.models(unit.number)
        bound = same and unit.name in moved - excused and is_coherent(before, unit.number, before.plane)
        if bound and not is_coherent(after, unit.number, after.plane):
            faults.append(f"{unit.name} has come out of coherency and lost nobody")
    return faults


SUBJECT = Subject(without_check(RULESET), Words(VOCABULARY, USUAL, {}, GROUNDS), None, faults_of, faults_at_end)
