"""Conformance checks for WWPD."""

from typing import Any

from pilein.geometry.ticks import inches
from pilein.kernel.position import Position
from pilein.rulesets.wwpd.ruleset import RULESET
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.vocabulary import VOCABULARY
from pilein.tabletop.events import Moved
from tests.conformance.scenarios import Words
from tests.conformance.subjects import Faults, Step, Subject, without_check

USUAL = {
    "rate": (0, 3),
    "skill": (1, 6),
    "toughness": (0, 3),
    "armor": (0, 3),
    "save": (3, 7),
    "melee_defense": (0, 2),
    "melee_offense": (0, 2),
    "wounds": (1, 3),
    "Ld": (2, 6),
    "normal_move": (4, 8),
    "starting_strength": (1, 20),
    "massive": (0, 2),
    "ap": (0, 2),
    "lost": (1, 1),
}
OF_A_TURN = (
    "suppressed",
    "took_part_in_firefight",
    "hit_in_firefight",
    "may_break",
    "falls_back",
    "wounded",
)
FURTHEST = {"charged": "WW-CH-03.reach"}  # the number of a move; else that of a pile in
SLACK = 0.01  # inches


def faults_of(step: Step) -> Faults:
    battle: Battle = step.after.state
    faults: Faults = []
    fought = [unit for melee in battle.melees for unit in melee]
    if len(set(fought)) < len(fought):
        faults.append(f"a unit is in two Melees: {battle.melees}")
    if battle.melee is not None:
        living = {model for unit in battle.setup.units for model in battle.field.models(unit.number)}
        dealt = (hit for own in battle.melee.dealt for hit in own)
        named = {model for model, _ in (*battle.melee.aims, *dealt)}
        faults += [f"model {model} is gone and fights" for model in sorted(named - living)]
    if battle.setup.readings["WW-R-34"].option != "straight-line":
        moved = [event for event in step.events if isinstance(event, Moved)]
        far = [event for event in moved if event.manner != "fell back" and event.inches > _furthest(battle, event)]
        faults += [f"{event} goes too far" for event in far]
    return faults


def _furthest(battle: Battle, event: Moved) -> float:
    """Return the longest move allowed to a model, in inches. Units that follow up make the normal move of their
    profile.
    """
    if event.manner != "followed up":
        return battle.number(FURTHEST.get(event.manner, "WW-PI-03")) + SLACK
    move: int = battle.traits(event.model).normal_move
    return inches(move) * battle.number("WW-FU-01") + SLACK


def faults_at_end(begin: Position, end: Position, _told: tuple[Any, ...]) -> Faults:
    before: Battle = begin.state
    battle: Battle = end.state
    kept = ("fired", "chargers", "bound", "melees", "melee")
    faults = [f"{name} is not cleared" for name in kept if getattr(battle, name)]
    faults += [f"{name} is not cleared" for name in OF_A_TURN if any(getattr(one, name) for one in battle.statuses)]
    return faults if battle.active != before.active else [*faults, "the other side is not active"]


SUBJECT = Subject(without_check(RULESET), Words(VOCABULARY, USUAL, {}), "wounds", faults_of, faults_at_end)
