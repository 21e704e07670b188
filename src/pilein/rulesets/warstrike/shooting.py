"""Close-combat shooting (WS-SH)."""

from functools import partial

from pilein.kernel.requests import OneOf, Split, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.defensive_fire import Shots, in_rows, shots_of, tell_shots
from pilein.rulesets.warstrike.shares import each_picks
from pilein.rulesets.warstrike.shooting_range import Targets, in_reach, targets_of_models
from pilein.rulesets.warstrike.state import NOBODY, SHOOTING, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.volley import Volley, roll_volley


@clause(Step.CLOSE_COMBAT_SHOOTING)
def close_combat_shooting(battle: Battle, table: Table, unit: int) -> Battle:
    """The attacker decides whether the unengaged models of a unit snap-fire."""
    if battle.fight is None or not battle.can_fight(unit) or not targets_of_models(battle, table, unit):
        return battle
    if table.choose(yes_or_no(battle.side(unit), "WS-SH-01", f"{battle.name(unit)}: shoot?")):
        table.then(Step.AIM, unit)
        table.then(Step.SHOOT, unit)
        table.then(Step.CEASE_FIRE)
    return battle


@clause(Step.AIM)
def aim(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-R-15. Models with several enemy units in reach each pick one; `one-target`: the unit picks one for all."""
    aims = dict(battle.combat.aims)
    open_ones = {model: foes for model, foes in targets_of_models(battle, table, unit).items() if model not in aims}
    foes = tuple(sorted({foe for several in open_ones.values() for foe in several}))
    if len(foes) > 1 and table.rule("WS-R-15") == "one-target":
        words = f"{battle.name(unit)}: shoot at which unit?"
        foe = table.choose(OneOf(battle.side(unit), "WS-SH-01", words, foes, tuple(map(battle.name, foes))))
        return _aimed(battle, {model: foe if foe in mine else NOBODY for model, mine in open_ones.items()})
    waiting = [model for model, mine in open_ones.items() if len(mine) > 1]
    if not waiting:
        return battle
    table.then(Step.AIM, unit)
    return _aimed(battle, _split(battle, table, unit, waiting, open_ones))


def _split(battle: Battle, table: Table, unit: int, waiting: list[int], targets: Targets) -> dict[int, int]:
    """The waiting like models with the same units in reach each pick one; in the press it is counted how many do."""
    foes, kind = targets[waiting[0]], battle.setup.kind_of[waiting[0]]
    like = [model for model in waiting if targets[model] == foes and battle.setup.kind_of[model] == kind]
    words = f"{battle.name(unit)}: at which units do {len(like)} {battle.setup.kinds[kind].name} shoot?"
    names = tuple(map(battle.name, foes))
    if battle.is_on_table:
        places = table.choose(each_picks(battle, "WS-SH-01", words, like, names))
        return {model: foes[place] for model, place in zip(like, places, strict=True)}
    shares = table.choose(Split(battle.side(unit), "WS-SH-01", words, len(like), names))
    chosen = [foe for foe, share in zip(foes, shares, strict=True) for _ in range(share)]
    return dict(zip(like, chosen, strict=True))


@clause(Step.SHOOT)
def shoot(battle: Battle, table: Table, unit: int) -> Battle:
    """The shots of a unit's unengaged models are rolled pool by pool: enemy units in order, then weapons."""
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
    """The targets and the pools of its shots are cleared."""
    return battle if battle.fight is None else battle.fighting(aims=(), pools=())


def _aimed(battle: Battle, aims: dict[int, int]) -> Battle:
    return battle.fighting(aims=tuple(sorted({**dict(battle.combat.aims), **aims}.items())))
