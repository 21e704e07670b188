"""Conformance checks for Scrollhammer."""

from typing import Any

from pilein.geometry.chains import coherent
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.charge_events import LeftApart, OutOfCoherency
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Loose, Plane
from tests.conformance.scenarios import Words
from tests.conformance.subjects import Faults, Step, Subject, without_check

USUAL = {
    "WS": (2, 5),
    "BS": (1, 5),
    "S": (2, 5),
    "T": (2, 5),
    "W": (1, 3),
    "I": (1, 5),
    "A": (1, 3),
    "Ld": (5, 10),
    "Sv": (2, 6),
    "Ward": (3, 6),
    "cover": (3, 6),
    "points": (0, 50),
    "files": (1, 6),
    "lost": (1, 1),
    "range": (4, 24),
}
TEXTS = {"effect": ("stopped", "poisoned"), "base_type": ("hand weapon", "spear")}
COHERENCY = 2 * INCH
PILE_INS = ("SH-PI", "SH-EP")


def faults_of(step: Step) -> Faults:
    battle: Battle = step.after.state
    faults = []
    if battle.fight is not None and not 1 <= battle.fight.step <= 11:
        faults.append(f"step {battle.fight.step} is none")
    if len(set(battle.marks)) < len(battle.marks):
        faults.append(f"a mark lies twice: {battle.marks}")
    return faults


def faults_at_end(begin: Position, end: Position, told: tuple[Any, ...]) -> Faults:
    before: Battle = begin.state
    battle: Battle = end.state
    faults = [f"{name} is not cleared" for name in ("fight", "charge") if getattr(battle, name) is not None]
    if battle.combats:
        faults.append(f"combats are left: {battle.combats}")
    if battle.active == before.active:
        faults.append("the other side is not active")
    if isinstance(battle.field, Plane):
        faults += _out_of_coherency(before, battle, told)
    return faults


def _out_of_coherency(before: Battle, after: Battle, told: tuple[Any, ...]) -> Faults:
    """Report loose units that were coherent before, lost no models, and are not coherent now.

    A charge or consolidation that ends out of coherency is logged (SH-R-29). In a pile-in, a model that can reach
    the enemy moves even if this leaves others of its unit behind.
    """
    excused = {getattr(event, "unit", "") for event in told if isinstance(event, OutOfCoherency | LeftApart)}
    excused |= {event.unit for event in told if isinstance(event, Moved) and event.clause.startswith(PILE_INS)}
    faults = []
    for unit in after.setup.units:
        same = after.field.models(unit.number) == before.field.models(unit.number)
        is_bound = same and unit.name not in excused and _is_coherent(before, unit.number)
        if is_bound and not _is_coherent(after, unit.number):
            faults.append(f"{unit.name} has come out of coherency, lost nobody, and nothing was told")
    return faults


def _is_coherent(battle: Battle, unit: int) -> bool:
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Loose):
        return True
    return coherent([battle.plane.shape(model) for model in standing.models], COHERENCY)


SUBJECT = Subject(without_check(RULESET), Words(VOCABULARY, USUAL, TEXTS), "W", faults_of, faults_at_end)
