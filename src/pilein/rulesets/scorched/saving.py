"""Roll to Save: each hit is saved or inflicts a wound, slain models are removed, and maces push models away
(CP-SV-02).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.events import Withstood
from pilein.rulesets.scorched.gear import rows_in_use
from pilein.rulesets.scorched.hit_effects import hit_dice_of
from pilein.rulesets.scorched.knock_back import BOTH, pushes_now
from pilein.rulesets.scorched.losses import is_out, suffering, taken_off, taken_out
from pilein.rulesets.scorched.profile import MACE
from pilein.rulesets.scorched.save_dice import HitDice, SaveDice, Victim, outcome_of
from pilein.rulesets.scorched.state import Battle, Push, Strike
from pilein.rulesets.scorched.steps import Step, clause


@clause(Step.ROLL_TO_SAVE)
def roll_to_save(battle: Battle, table: Table) -> Battle:
    """CP-R-11. All hits in the combat are saved together. Under `priority-order`, hits by the priority player are saved
    first.
    """
    sides = {battle.side_of(strike.by) for strike in battle.combat.strikes}
    is_pushed = pushes_now(battle, table)
    halves: tuple[int, ...] = (BOTH,) if sides else ()
    if len(sides) > 1 and table.rule("CP-R-11") == "priority-order":
        halves = (battle.active, 1 - battle.active)
    for side in halves:
        if is_pushed:
            table.then(Step.PUSH_AT_ONCE, side)
        table.then(Step.SAVE, side)
    table.then(Step.TAKE_OFF_THE_SLAIN)
    table.then(Step.NEXT_PUSH)
    table.then(Step.CLOSE_COMBAT)
    return battle


@clause(Step.SAVE)
def save(battle: Battle, table: Table, side: int) -> Battle:
    """CP-R-60. Saves are rolled against each hit. `side` restricts them to hits by that side (-1 for all)."""
    strikes = [one for one in battle.combat.strikes if side in (BOTH, battle.side_of(one.by))]
    battle = battle.fighting(strikes=tuple(one for one in battle.combat.strikes if one not in strikes))
    strikes = [one for one in strikes if battle.is_alive(one.on)]
    if not strikes:
        return battle
    hit_dice = tuple([_kept(battle, table, one, hit_dice_of(battle, table, one)) for one in strikes])
    struck = tuple(one.on for one in strikes)
    table.then(Step.ROLL_SAVES, *struck)
    if side != BOTH:
        table.then(Step.DROP_THE_SLAIN, *dict.fromkeys(struck))
    pushing = () if not battle.is_on_table else tuple(strikes)
    return battle.fighting(hit_dice=hit_dice, pushing=pushing)


@clause(Step.ROLL_SAVES, "CP-SV-02")
def roll_saves(battle: Battle, table: Table, *struck: int) -> Battle:
    """CP-SV-02. Each failed save inflicts a wound.

    `struck` lists the models hit, one for each entry of `hit_dice`.
    """
    hit_dice, models = battle.combat.hit_dice, tuple(dict.fromkeys(struck))
    victims = tuple([_victim(battle, model, struck, hit_dice) for model in models])
    outcome = outcome_of(table, SaveDice(victims, names=tuple(map(battle.name, models))))
    wounds = {model: told[0] for model, told in zip(models, outcome, strict=True)}
    pushes = _pushes(battle, table, hit_dice, {model: told[1:] for model, told in zip(models, outcome, strict=True)})
    for model, count in wounds.items():
        if not count and not is_out(battle, model):
            table.tell(Withstood(**battle.called(model), clause="CP-SV-01"))
    battle = battle.fighting(hit_dice=(), pushing=())
    if pushes:
        battle = battle.fighting(pushes=(*battle.combat.pushes, *pushes))
    lethal = [model for model, victim in zip(models, victims, strict=True) if _is_lethal(victim)]
    return suffering(battle, table, wounds, "from hits", "CP-SV-02", lethal=lethal)


@clause(Step.DROP_THE_SLAIN)
def drop_the_slain(battle: Battle, _table: Table, *models: int) -> Battle:
    """CP-R-11 `priority-order`. A model slain by one side's hits lands no hits and takes no more."""
    for model in models:
        battle = taken_out(battle, model) if is_out(battle, model) else battle
    return battle


@clause(Step.TAKE_OFF_THE_SLAIN)
def take_off_the_slain(battle: Battle, table: Table) -> Battle:
    """CP-R-11. No model is removed until all saves in the combat have been rolled."""
    return taken_off(battle, table)


@clause(Step.CLOSE_COMBAT)
def close_combat(battle: Battle, _table: Table) -> Battle:
    """CP-R-12. The combat is over, and its models do not fight again this phase."""
    return battle.changed(fight=None)


def _victim(battle: Battle, model: int, struck: tuple[int, ...], hit_dice: tuple[HitDice, ...]) -> Victim:
    mine = tuple([one for on, one in zip(struck, hit_dice, strict=True) if on == model])
    return Victim(max(0, battle.wounds_left(model)), mine)


def _is_lethal(victim: Victim) -> bool:
    return any(one.is_lethal or one.following.is_lethal for one in victim.hit_dice)


def _kept(battle: Battle, table: Table, strike: Strike, hit_dice: HitDice) -> HitDice:
    """Return the hit dice of a strike. If the striker has a mace, the dice also report the count on which its pushes
    depend: the hits added by Shred or, under `unsaved-only`, the failed saves (CP-R-36).
    """
    if not battle.is_on_table or MACE not in rows_in_use(battle, table, strike.by):
        return hit_dice
    if table.rule("CP-R-36") == "unsaved-only":
        return replace(hit_dice, keep="failed")
    return replace(hit_dice, keep="extra") if hit_dice.shreds else hit_dice


def _pushes(
    battle: Battle, table: Table, hit_dice: tuple[HitDice, ...], kept: Mapping[int, tuple[int, ...]]
) -> list[Push]:
    """Return the pushes caused by the hits, with the positions of the mace bearers. `kept` holds the counts reported
    for each struck model.
    """
    if not battle.is_on_table:
        return []
    counts = {model: iter(told) for model, told in kept.items()}
    pushes = []
    for strike, one in zip(battle.combat.pushing, hit_dice, strict=True):
        count = next(counts[strike.on]) if one.keep else 0
        if MACE in rows_in_use(battle, table, strike.by):
            inches = count if one.keep == "failed" else _inches(table, strike, count)
            place = battle.plane.place(strike.by)
            pushes += [Push(strike.by, strike.on, inches, place.x, place.y)] if inches else []
    return pushes


def _inches(table: Table, strike: Strike, extra: int) -> int:
    """Number of hits that push now: the hits added by Shred and, unless they pushed before the saves, the hits landed
    (CP-IX-22).
    """
    landed = 0 if table.rule("CP-R-30") in {"before-saves", "per-hit"} else strike.hits
    return landed + extra if extra and table.holds("CP-IX-22") else landed
