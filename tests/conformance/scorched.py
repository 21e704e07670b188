"""Conformance checks for Scorched."""

from typing import Any

from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.rulesets.scorched.engaged import enemies_reached
from pilein.rulesets.scorched.events import CombatBegan, LandedHits, Scored
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import Battle
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop.plane import Plane
from tests.conformance.scenarios import Words
from tests.conformance.subjects import Faults, Step, Subject, without_check

USUAL = {
    "WS": (1, 6),
    "W": (1, 4),
    "S": (3, 6),
    "T": (3, 6),
    "Sv": (2, 6),
    "Inv": (3, 6),
    "FNP": (3, 6),
    "charges": (1, 3),
    "points": (0, 50),
    "lost": (1, 2),
}
MOST_HITS = 60


def faults_of(step: Step) -> Faults:
    battle: Battle = step.after.state
    faults: Faults = []
    named = [model for combat in battle.combats for bout in combat for model in bout]
    living = {model for unit in battle.setup.units for model in battle.field.models(unit.number)}
    faults += [f"model {model} is in a combat and gone" for model in named if model not in living]
    for combat in battle.combats:
        others = {model for other in battle.combats if other is not combat for bout in other for model in bout}
        faults += [f"model {model} is in two combats" for bout in combat for model in bout if model in others]
    hits = [event.hits for event in step.events if isinstance(event, LandedHits)]
    return faults + [f"{count} hits landed" for count in hits if not 0 < count <= MOST_HITS]


def faults_at_end(begin: Position, end: Position, told: tuple[Any, ...]) -> Faults:
    before: Battle = begin.state
    battle: Battle = end.state
    kept = ("fight", "combats", "spears", "shielding", "scores")
    faults = [f"{name} is not cleared" for name in kept if getattr(battle, name)]
    faults += ["a charge is not forgotten"] if any(status.charged for status in battle.statuses) else []
    if isinstance(before.field, Plane):
        faults += _faults_of_fights(before, told)
    return faults


def _faults_of_fights(before: Battle, told: tuple[Any, ...]) -> Faults:
    """CP-PH-01, CP-R-12: all models in contact with an enemy fought, and none fought twice."""
    fought = [name for event in told if isinstance(event, CombatBegan) for name in event.models]
    scored = [event.model for event in told if isinstance(event, Scored)]
    faults = [f"{name} fought twice" for name in set(fought) if fought.count(name) > 1]
    faults += [f"{name} scored twice" for name in set(scored) if scored.count(name) > 1]
    readings = before.setup.readings
    if readings["CP-R-05"].option == "free" or {readings["CP-R-34"].option, readings["CP-R-35"].option} != {"default"}:
        return faults
    reached = enemies_reached(before, Table(readings))
    engaged = {before.name(model) for model, enemies in reached.items() if enemies}
    if readings["CP-R-10"].option != "default":
        return faults
    return faults + [f"{name} was engaged and did not fight" for name in sorted(engaged - set(fought))]


SUBJECT = Subject(
    without_check(RULESET),
    Words(VOCABULARY, USUAL, {}, grounds=("obstacle",), redrawn=(" cannot hold ",)),
    "W",
    faults_of,
    faults_at_end,
)
