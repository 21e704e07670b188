"""Close-combat shooting (WS-SH)."""

from functools import partial

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf, Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.defensive_fire import Shots, in_rows, shots_of, tell_shots
from pilein.rulesets.warstrike.engaged import is_close, is_target, unengaged
from pilein.rulesets.warstrike.shares import each_picks, label_of_each
from pilein.rulesets.warstrike.state import NOBODY, SHOOTING, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.volley import Volley, roll_volley

Targets = dict[int, tuple[int, ...]]  # model -> the enemy units that it may shoot at
SOME, HOLD_FIRE = "some", "hold fire"
ONE, TWO = 1, 2  # least number of enemy units in reach for which a model is asked


@clause(Step.CLOSE_COMBAT_SHOOTING)
def close_combat_shooting(battle: Battle, table: Table, unit: int) -> Battle:
    """The attacker decides whether all, some or none of a unit's unengaged models snap-fire."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    shooters = len(targets_of_models(battle, table, unit))
    if not shooters:
        return battle
    words, side = f"{battle.name(unit)}: shoot?", battle.side(unit)
    several = OneOf(side, "WS-SH-01", words, (True, SOME, False), ("yes", SOME, "no"))
    said = table.choose(several if shooters > 1 else yes_or_no(side, "WS-SH-01", words))
    if said is not False:
        table.then(Step.AIM, unit, ONE if said == SOME else TWO)
        table.then(Step.SHOOT, unit)
        table.then(Step.CEASE_FIRE)
    return battle


@clause(Step.AIM)
def aim(battle: Battle, table: Table, unit: int, fewest: int, *only: int) -> Battle:
    """WS-SH-01, WS-R-15. Each model picks an enemy unit or holds its fire. Under `one-target` the firing unit picks one
    target for all its models.

    Only models with `fewest` or more enemy units in reach are asked. `only` holds the unit that has been picked for
    all models.
    """
    aims = dict(battle.combat.aims)
    targets = {model: only or foes for model, foes in targets_of_models(battle, table, unit).items()}
    open_ones = {model: foes for model, foes in targets.items() if model not in aims}
    foes = tuple(sorted({foe for several in open_ones.values() for foe in several}))
    if len(foes) > 1 and table.rule("WS-R-15") == "one-target":
        words = f"{battle.name(unit)}: shoot at which unit?"
        foe = table.choose(OneOf(battle.side(unit), "WS-SH-01", words, foes, tuple(map(battle.name, foes))))
        table.then(Step.AIM, unit, fewest, foe)
        return _aimed(battle, {model: NOBODY for model, mine in open_ones.items() if foe not in mine})
    waiting = [model for model, mine in open_ones.items() if len(mine) >= fewest]
    if not waiting:
        return _aimed(battle, dict.fromkeys(open_ones, only[0])) if only else battle
    table.then(Step.AIM, unit, fewest, *only)
    return _aimed(battle, _split(battle, table, unit, waiting, open_ones))


def _split(battle: Battle, table: Table, unit: int, waiting: list[int], targets: Targets) -> dict[int, int]:
    """Ask identical models that reach the same units for a target each or, in the press, for the number of models per
    target.
    """
    foes, kind = targets[waiting[0]], battle.setup.kind_of[waiting[0]]
    like = [model for model in waiting if targets[model] == foes and battle.setup.kind_of[model] == kind]
    words = f"{battle.name(unit)}: which unit does {label_of_each(battle, like)} shoot at?"
    picks, names = (*foes, NOBODY), (*map(battle.name, foes), HOLD_FIRE)
    if battle.is_on_table:
        places = table.choose(each_picks(battle, "WS-SH-01", words, like, names))
        return {model: picks[place] for model, place in zip(like, places, strict=True)}
    shares = table.choose(Split(battle.side(unit), "WS-SH-01", words, len(like), names))
    chosen = [foe for foe, share in zip(picks, shares, strict=True) for _ in range(share)]
    return dict(zip(like, chosen, strict=True))


@clause(Step.SHOOT)
def shoot(battle: Battle, table: Table, unit: int) -> Battle:
    """The shots of a unit's unengaged models are rolled pool by pool, ordered by enemy unit and then by weapon."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    aims, targets = dict(battle.combat.aims), targets_of_models(battle, table, unit)
    rows: list[Shots] = []
    for foe in sorted({foe for several in targets.values() for foe in several}):
        firers = tuple(model for model, several in targets.items() if foe in several and aims.get(model, foe) == foe)
        if firers:
            rows += in_rows(shots_of(battle, table, firers, foe, partial(in_reach, battle, table, foe)))
    tell_shots(battle, table, unit, tuple(rows), "WS-SH-01")
    return roll_volley(battle, table, Volley(unit, SHOOTING), tuple(row.attack for row in rows))


@clause(Step.CEASE_FIRE)
def cease_fire(battle: Battle, _table: Table) -> Battle:
    """The targets and pools of a unit's shots are cleared."""
    return battle if battle.fight is None else battle.fighting(aims=(), pools=())


def _aimed(battle: Battle, aims: dict[int, int]) -> Battle:
    return battle.fighting(aims=tuple(sorted({**dict(battle.combat.aims), **aims}.items())))


# --- Unengaged models within 6 inches and the units they shoot at (WS-SH-01, WS-SH-03) ----------------------------


def targets_of_models(battle: Battle, table: Table, unit: int) -> Targets:
    """Enemy units at which each unengaged model with a ranged weapon may shoot: those with an unengaged model within 6
    inches of it (WS-SH-01).
    """
    shooters = [model for model in unengaged(battle, table, unit) if battle.traits(model).ranged_weapons]
    if not shooters or not table.holds("WS-SH-01"):
        return {}
    foes = (foe for foe in range(len(battle.statuses)) if is_target(battle, table, unit, foe))
    open_models = {foe: unengaged(battle, table, foe) for foe in foes}
    found: Targets = {}
    for model in shooters:
        targets = tuple(foe for foe, others in open_models.items() if _reaches(battle, table, model, others))
        if targets:
            found[model] = targets
    return found


def in_reach(battle: Battle, table: Table, unit: int, firers: tuple[int, ...]) -> tuple[int, ...]:
    """Unengaged models of a unit within range of any of the firers (WS-R-15)."""
    models = unengaged(battle, table, unit)
    if not battle.is_on_table:
        return models
    return tuple(model for model in models if any(_reaches(battle, table, firer, (model,)) for firer in firers))


def _reaches(battle: Battle, table: Table, firer: int, others: tuple[int, ...]) -> bool:
    """Whether a firer reaches any of the models. In close-combat every weapon has a range of 6 inches (WS-SH-03)."""
    if not battle.is_on_table:
        return bool(others)
    longest = max(weapon.range for weapon in battle.traits(firer).ranged_weapons)
    reach = table.number("WS-SH-03") * INCH if table.holds("WS-SH-03") else longest
    return is_close(battle, table, firer, others, reach)
