"""Giving ground and following up (WAB-FZ-05, WAB-R-69)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.ways import signed
from pilein.rulesets.wab.clearance import after_run, bodies_of, free_run, surroundings
from pilein.rulesets.wab.combat_events import FollowedUp, GaveGround
from pilein.rulesets.wab.flight.flight import bearing_away_from, flight_dice
from pilein.rulesets.wab.flight.pursuit import run_on
from pilein.rulesets.wab.nearness import foes, middle, nearest_enemy
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause

FAR, NEAR = 2, 1  # inches; under `ground-1`


@clause(Step.GIVE_GROUNDS)
def give_grounds(battle: Battle, table: Table) -> Battle:
    """WAB-R-94. After pursuits, units give ground one by one."""
    for unit in battle.aftermath.giving:
        table.then(Step.GIVE_GROUND, unit)
    return battle


@clause(Step.GIVE_GROUND)
def give_ground(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-69. A unit moves 2" straight back, facing the enemy. Winners may follow up and stay in contact.

    Under `ground-1` the unit moves 1" back. Under `fbigo` it moves in good order as far as it would flee.
    """
    if not battle.lives(unit) or battle.status(unit).fleeing:
        return battle
    table.tell(GaveGround(unit=battle.unit(unit).name, clause="WAB-SB-02"))
    battle = battle.having(unit, stubborn_used=True)
    inches = ground_given(battle, table, unit) if battle.is_on_table else 0
    followers = tuple(foe for foe in foes(battle, unit) if follows(battle, table, foe, unit))
    for foe in followers:
        table.tell(FollowedUp(unit=battle.unit(foe).name, foe=battle.unit(unit).name, clause="WAB-SB-02"))
    if not battle.is_on_table:
        return battle if followers else battle.on(battle.press.apart(frozenset({unit})))
    way = way_back(battle, unit)
    battle = stepped_back(battle, unit, way, inches * INCH)
    for foe in followers:
        known = (unit, *battle.status(foe).fought)
        battle = run_on(battle, table, foe, way, inches * INCH + CONTACT, after=known)
    return battle


def ground_given(battle: Battle, table: Table, unit: int) -> int:
    """Distance in inches by which a unit gives ground."""
    reading = table.rule("WAB-R-69")
    if reading == "fbigo":
        inches: int = table.roll(flight_dice(battle, table, unit))
        return inches
    return NEAR if reading == "ground-1" else FAR


def follows(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Ask whether a winner follows up an enemy that gives ground. A frenzied winner must follow up (WAB-FZ-05). A
    winner in contact with another enemy may not.
    """
    if foes(battle, unit) != (foe,) or battle.status(unit).fleeing:
        return False
    if is_frenzied(battle, unit) and table.holds("WAB-FZ-05"):
        return True
    words = f"{battle.unit(unit).name}: follow up {battle.unit(foe).name}?"
    return bool(table.choose(yes_or_no(battle.side(unit), "WAB-FZ-05", words, about=unit)))


def way_back(battle: Battle, unit: int) -> int:
    """Bearing on which a unit gives ground.

    A block moves straight back, unless all its enemies are on its flank or rear, in which case it moves away from
    them. Loose models move away from the enemies in contact, or from the nearest enemy if the enemies in contact
    have already run.
    """
    standing, enemies = battle.plane.standings[unit], foes(battle, unit)
    if not isinstance(standing, Block):
        return (
            bearing_away_from_all(battle, unit, enemies)
            if enemies
            else bearing_away_from(battle, unit, nearest_enemy(battle, unit))
        )
    arcs = {one.unit: one.arc for one in battle.assaults if one.foe == unit}
    if enemies and all(foe in arcs for foe in enemies):
        is_behind = any(arcs[foe] == "rear" for foe in enemies)
        ways = (0,) if is_behind else (QUARTER, 3 * QUARTER)
        away = bearing_away_from_all(battle, unit, enemies)
        return min(((standing.facing + way) % TURN for way in ways), key=lambda way: abs(signed(way - away)))
    return (standing.facing + 2 * QUARTER) % TURN


def bearing_away_from_all(battle: Battle, unit: int, enemies: tuple[int, ...]) -> int:
    """Bearing away from several enemies, measured from middle to middle."""
    x, y = middle(battle, unit)
    places = [middle(battle, foe) for foe in enemies]
    return bearing(x * len(places) - sum(one[0] for one in places), y * len(places) - sum(one[1] for one in places))


def stepped_back(battle: Battle, unit: int, way: int, distance: float) -> Battle:
    """Move a unit back in formation until it meets an obstacle."""
    sine, cosine = heading(way)
    standing = battle.plane.standings[unit]
    about = surroundings(battle, unit)
    length = free_run(bodies_of(battle, standing), (sine, cosine), distance, about)
    about = surroundings(battle, unit, may_touch=True)
    return battle.on(battle.plane.with_standing(unit, after_run(battle, standing, (sine, cosine), length, about)))
