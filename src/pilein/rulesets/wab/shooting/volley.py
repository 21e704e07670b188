"""Volleys: groups of identical shots are rolled one after another to hit, to wound and to save (WAB-R-73, WAB-R-95)."""

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Count, Pool, Target, Volley
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import Threat, save_needed
from pilein.rulesets.wab.characteristics import is_unit_of_skirmishers
from pilein.rulesets.wab.combat_events import Shot
from pilein.rulesets.wab.fight.striking import Losses, body_of, losing, target_of, wound_score
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.shooting.hits import SIX, hit_needed
from pilein.rulesets.wab.shooting.shooters import REACTING, SLING, Aimed, ChartLine, line_of, shooters, weapon_of
from pilein.rulesets.wab.sight import is_frontal_shot
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause

SECOND = 3  # a score above 6 needs a 6 and then the score less this: 7 a 4, 8 a 5, 9 a 6
HARDEST = 9
NEVER = 7
LEAST = 2  # a natural 1 always misses
ON_FOE = 4


class Aim(Struct, frozen=True):
    """Scores for a group of identical shots.

    `sixes` means that each shot must first roll a 6, because the score to hit is above 6 (WAB-R-73).
    """

    hit: int
    wound: int = NEVER
    save: int = NEVER
    sixes: bool = False


class Shots(Struct, frozen=True):
    """Identical shots, with the weapon, the chart row that applies, the score needed before WAB-R-73, and the aim."""

    weapon: Missile
    line: ChartLine
    need: int
    aim: Aim


@clause(Step.SHOOT)
def shoot(battle: Battle, table: Table, unit: int, target: int, reaction: int, models: int = 0) -> Battle:
    """WAB-R-95. A unit shoots at a target, group by group. `reaction` is 1 for a shot at a charging enemy.

    A `models` value of 0 means all models that can shoot.
    """
    left = models or battle.living(unit)
    for (kind, band), able in sorted(shooters(battle, table, unit, target, reaction=bool(reaction)).items()):
        share = min(able, left)
        left -= share
        if share:
            table.then(Step.SHOOT_GROUP, unit, target, kind, band + REACTING * reaction, share)
    return battle


@clause(Step.SHOOT_GROUP)
def shoot_group(battle: Battle, table: Table, unit: int, target: int, kind: int, manner: int, models: int) -> Battle:
    """WAB-R-95. Identical models shoot. All dice to hit are rolled first, then the second dice of WAB-R-73, then the
    dice to wound and to save. Losses are removed last.
    """
    if not battle.living(target):
        return battle
    aimed = Aimed.of(unit, target, kind, manner)
    shots = shots_of(battle, table, aimed)
    dice, aim = models * shots.line.shots, shots.aim
    if foes(battle, target) and not aimed.reaction:
        return into_combat(battle, table, aimed, shots, dice)
    rolling: int = table.roll(Count(dice, SIX, label="shots")) if aim.sixes else dice
    volley = Volley(rolling, aim.hit, aim.wound, save=aim.save, target=0, one_misses=aim.hit < NEVER)
    return shot(battle, table, aimed, shots, dice, volley)


@clause(Step.STRAY)
def stray(battle: Battle, table: Table, unit: int, friend: int, kind: int, manner: int, hits: int) -> Battle:
    """WAB-R-76 `shoot-into-combat`. Hits on the shooters' own side are rolled to wound and saved like any
    other hits.
    """
    if not battle.living(friend):
        return battle
    aimed = Aimed.of(unit, friend, kind, manner)
    shots = shots_of(battle, table, aimed)
    volley = Volley(hits, 1, shots.aim.wound, save=shots.aim.save, target=0)
    return shot(battle, table, aimed, shots, hits, volley)


def into_combat(battle: Battle, table: Table, aimed: Aimed, shots: Shots, dice: int) -> Battle:
    """Roll shots into a combat.

    Each hit strikes the shooters' side on a D6 roll of 1 to 3, and the enemy on a roll of 4 to 6 (WAB-R-76
    `shoot-into-combat`).
    """
    aim = shots.aim
    rolling: int = table.roll(Count(dice, SIX, label="shots")) if aim.sixes else dice
    hits: int = table.roll(Count(rolling, max(LEAST, aim.hit), label="shots"))
    on_foe: int = table.roll(Count(hits, ON_FOE, label="whom they strike"))
    if hits > on_foe:
        friend = foes(battle, aimed.target)[0]
        table.then(Step.STRAY, aimed.unit, friend, aimed.kind, int(aimed.is_long), hits - on_foe)
    return shot(battle, table, aimed, shots, dice, Volley(on_foe, 1, aim.wound, save=aim.save, target=0))


def shot(battle: Battle, table: Table, aimed: Aimed, shots: Shots, dice: int, volley: Volley) -> Battle:
    """Roll all remaining dice of a volley of `dice` shots, and remove its casualties."""
    unit, target = aimed.unit, aimed.target
    _, (unsaved,) = table.roll(Pool((volley,), (Target(volley.dice),), label="shots"))
    losses = losing(battle, table, body_of(battle, target), unsaved)
    _tell(battle, table, aimed, shots, dice, losses)
    after = losses.battle
    if aimed.reaction and losses.wounds and table.rule("WAB-R-88") == "count-sns":
        after = after.having(unit, volleyed=after.status(unit).volleyed + losses.wounds)
    if not losses.models:
        return after
    waits = int(aimed.reaction)  # WAB-R-44: chargers run in the compulsory step
    table.then(Step.ANSWER_SMALL, target, unit, waits)
    table.then(Step.ANSWER_AT_ONCE, waits)
    if not aimed.reaction and table.rule("WAB-R-59") == "immediate":
        table.then(Step.SHOT_PANIC, target, 0)
    return after.having(target, shot_down=after.status(target).shot_down + losses.models)


def shots_of(battle: Battle, table: Table, aimed: Aimed) -> Shots:
    """Scores for identical models that shoot at a target.

    A score above 6 requires a 6 followed by a second die (WAB-R-73). Under `six-lower-strength` a 6 hits, with the
    excess deducted from the strength. Under `six-always-hits` a 6 hits, and under `over6-impossible` no roll hits.
    """
    weapon = weapon_of(battle.traits(aimed.kind).missiles[0], table)
    line = chosen_line(battle, table, aimed, weapon)
    need = hit_needed(battle, table, aimed, weapon)
    if need <= SIX:
        return Shots(weapon, line, need, aim_of(battle, table, aimed, line, Aim(need)))
    reading = table.rule("WAB-R-73")
    if reading == "default" and need <= HARDEST:
        return Shots(weapon, line, need, aim_of(battle, table, aimed, line, Aim(need - SECOND, sixes=True)))
    if reading == "six-lower-strength":
        line = replace(line, strength=line.strength - need + SIX)
    hits = reading in {"six-lower-strength", "six-always-hits"} and line.strength > 0
    return Shots(weapon, line, need, aim_of(battle, table, aimed, line, Aim(SIX if hits else NEVER)))


def aim_of(battle: Battle, table: Table, aimed: Aimed, line: ChartLine, aim: Aim) -> Aim:
    """Complete an aim with the scores to wound and to save, for shots that use the given chart line."""
    victim = target_of(battle, aimed.target)
    threat = Threat(
        by_missile=True,
        frontal=is_frontal_shot(battle, table, aimed.unit, aimed.target),
        skirmishing=is_unit_of_skirmishers(battle, aimed.target),
        modifier=line.save,
        strength=line.strength,
    )
    wound = wound_score(line.strength, victim.T, table)
    return replace(aim, wound=wound, save=save_needed(victim, threat, table))


def chosen_line(battle: Battle, table: Table, aimed: Aimed, weapon: Missile) -> ChartLine:
    """Chart line that applies to a weapon.

    Under WAB-R-13 `sling-choose` the owner may choose one strong shot at short range.
    """
    line = line_of(weapon, table, is_long=aimed.is_long)
    if weapon.name != SLING or aimed.is_long or table.rule("WAB-R-13") != "sling-choose":
        return line
    name = battle.unit(aimed.unit).name
    words = f"{name}: one shot of strength {weapon.S} instead of two of {line.strength}?"
    one = table.choose(yes_or_no(battle.side(aimed.unit), "WAB-MW-08", words, about=aimed.unit))
    return ChartLine(weapon.S, line.save) if one else line


def _tell(battle: Battle, table: Table, aimed: Aimed, shots: Shots, dice: int, losses: Losses) -> None:
    table.tell(
        Shot(
            unit=battle.unit(aimed.unit).name,
            target=battle.unit(aimed.target).name,
            weapon=shots.weapon.name,
            shots=dice,
            hit=shots.need,
            wound=shots.aim.wound,
            wounds=losses.wounds,
            fallen=losses.models,
            clause="WAB-SH-03",
        )
    )
