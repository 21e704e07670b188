"""Policy for decisions outside attacks: order of combats, deliberate failures, flight and reforms (SH-FS-03, SH-MO,
SH-CO).
"""

from msgspec.structs import replace

from pilein.dice import chance
from pilein.kernel.requests import Answer, OneOf, Several, first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combats import combats_of
from pilein.rulesets.scrollhammer.contact import foes_of_the_round, locked_with, opening
from pilein.rulesets.scrollhammer.end.reform import FULL, STAY, ReformPlace
from pilein.rulesets.scrollhammer.policy.forecast import confidence
from pilein.rulesets.scrollhammer.policy.previews import preview_table, unit_in
from pilein.rulesets.scrollhammer.policy.tie_breaks import middle
from pilein.rulesets.scrollhammer.result.morale import can_hurt
from pilein.rulesets.scrollhammer.result.sweep import is_caught, may_sweep, pursuit_of
from pilein.rulesets.scrollhammer.state import Aftermath, Battle, Began, Fight, Pairs
from pilein.tabletop.movement.flight_paths import EDGES

LIKELY = 1 / 2


def order_of_combats(battle: Battle, choice: OneOf) -> Answer:
    """Choose the combat that the side is most likely to win (SH-FS-03)."""
    table = preview_table(battle)
    combats = {_names(battle, units): units for units in (*combats_of(battle, table), *battle.combats)}
    labelled = [pair for pair in zip(choice.options, choice.labels, strict=False) if pair[1] in combats]
    if len(labelled) < len(choice.options):
        return first(choice)
    return max(labelled, key=lambda pair: _chance_of(battle, table, choice.side, combats[pair[1]]))[0]


def failing_on_purpose(battle: Battle, choice: OneOf) -> Answer:
    """Fail a Morale check if the unit can hurt no enemy locked with it and is more likely to escape than to be caught
    (SH-MO-06).
    """
    unit = unit_in(battle, choice.words)
    if unit is None or battle.fight is None:
        return False
    table = preview_table(battle)
    foes = foes_of_the_round(battle, unit)
    if any(can_hurt(battle, table, unit, foe) for foe in foes):
        return False
    return chance_of_being_caught(battle, table, unit) < LIKELY


def chance_of_being_caught(battle: Battle, table: Table, unit: int) -> float:
    """Probability that a Sweeping Advance catches a unit that breaks now."""
    breaking = battle.fighting(aftermath=Aftermath(tuple(sorted({*battle.combat.aftermath.broken, unit}))))
    chasers = tuple(foe for foe in foes_of_the_round(battle, unit) if may_sweep(breaking, table, foe))
    if not chasers:
        return 0.0
    distribution = pursuit_of(breaking, table, (unit,), chasers).weights()
    return float(chance(distribution, lambda margins: is_caught(table, margins[0])))


def pursuers(_battle: Battle, choice: Several) -> Answer:
    """Let every unit that may pursue do so when a Sweeping Advance is optional (SH-SA-01, SH-R-71)."""
    return choice.of[: choice.most]


def edge_to_flee_to(battle: Battle, choice: OneOf) -> Answer:
    """Among equally near table edges, choose the edge furthest from the enemy (SH-MO-05)."""
    unit = unit_in(battle, choice.words)
    if unit is None or not battle.lives(unit):
        return first(choice)
    foes = battle.setup.units_of(1 - battle.side(unit))
    x, y = middle(battle, battle.plane.models(unit))
    far_x, far_y = middle(battle, (model for foe in foes for model in battle.plane.models(foe)))

    def towards_enemy(edge: str) -> float:
        dx, dy = EDGES.get(edge, (0.0, 0.0))
        return dx * (far_x - x) + dy * (far_y - y)

    return min(choice.options, key=towards_enemy)


def reforming(_battle: Battle, choice: ReformPlace) -> Answer:
    """Reform to face the nearest enemy with the present number of files, or with at least five if possible
    (SH-CO-07).
    """
    offered = choice.candidates()
    wanted = next(offered)[1]
    if wanted == STAY or wanted[-1] >= FULL:
        return wanted
    for _, other in offered:
        if other == STAY or other[2] != wanted[2]:
            break
        if other[-1] >= FULL:
            return other
    return wanted


def _names(battle: Battle, units: tuple[int, ...]) -> str:
    return ", ".join(battle.unit(unit).name for unit in units)


def _chance_of(battle: Battle, table: Table, side: int, units: tuple[int, ...]) -> float:
    met = tuple((one, foe) for one in units for foe in locked_with(battle, one) if one < foe)
    fought = replace(battle, fight=Fight(units, began=Began(opened=opening(battle, table, units)), pairs=Pairs(met)))
    return confidence(fought, table, side)
