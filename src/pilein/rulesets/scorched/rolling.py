"""Roll Attacks: how many dice each model throws, and the dice of all of them (CP-AT-01)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attack_dice import AttackDice
from pilein.rulesets.scorched.declaring import has_shield
from pilein.rulesets.scorched.gear import can_be_two_handed, gear_of, striking_rows
from pilein.rulesets.scorched.members import in_the_combat, sort_in_the_combat
from pilein.rulesets.scorched.parry import parries_against, schedule_parries
from pilein.rulesets.scorched.profile import DAEMON, DAGGER
from pilein.rulesets.scorched.state import Battle, Hand, Thrower
from pilein.rulesets.scorched.steps import Step, clause


@clause(Step.TAKE_UP_DICE)
def take_up_dice(battle: Battle, table: Table) -> Battle:
    """CP-R-60. Every model in the combat takes its attack dice; then come rolls, Parries, daemons and hits."""
    models = in_the_combat(battle)
    every = [thrower for model in models for thrower in throwers_of(battle, table, model)]
    throwers = _together(battle, every) if not battle.is_on_table else tuple(every)
    for place in range(len(throwers)):
        table.then(Step.ROLL_ATTACKS, place)
    _declare_late(battle, table, models)
    schedule_parries(battle, table, throwers)
    for model in dict.fromkeys(model for one in throwers if one.ones for model in one.models):
        table.then(Step.POSSESS, model)
    table.then(Step.LAND_HITS)
    return battle.fighting(throwers=throwers)


@clause(Step.ROLL_ATTACKS)
def roll_attacks(battle: Battle, table: Table, place: int) -> Battle:
    """CP-R-60. A model's attack dice are rolled together, and in the press those of identical models with them."""
    one = battle.combat.throwers[place]
    labels = _labels(battle, one.models)
    outcome = table.roll(AttackDice(one.dice, one.keep, one.ones, len(one.models), labels))
    if one.ones:
        thrown = [
            Hand(model, shown[0], shown[1:-1], shown[-1]) for model, shown in zip(one.models, outcome, strict=True)
        ]
    else:
        thrown = [Hand(model, shown[0], shown[1:]) for model, shown in zip(one.models, outcome, strict=True)]
    if not one.is_own:
        thrown = [replace(hand, is_own=False) for hand in thrown]
    return battle.fighting(hands=(*battle.combat.hands, *thrown))


def _labels(battle: Battle, models: tuple[int, ...]) -> tuple[str, ...]:
    """The owners of the dice; like models in the press share a label, since it does not matter which shows what."""
    if len(models) == 1:
        return (f"{battle.name(models[0])} attacks",)
    return (f"{battle.setup.units[battle.setup.unit_of[models[0]]].name} attack",) * len(models)


def dice_for_wounds(battle: Battle, table: Table, model: int) -> int:
    """CP-AT-01. A model rolls one die for each wound it has left as its combat starts.

    CP-AT-04. Wounds that it has taken cost dice.
    """
    left, all_wounds = battle.wounds_left(model), battle.traits(model).W
    if left < all_wounds and not table.holds("CP-AT-04"):
        left = all_wounds
    return left * table.number("CP-AT-01") if table.holds("CP-AT-01") else 1


def throwers_of(battle: Battle, table: Table, model: int) -> tuple[Thrower, ...]:
    """The dice of a model: for its wounds, then those of a second weapon and of spears.

    CP-IX-19. The latter can hurt the bearer of a daemon weapon as well.
    """
    own = dice_for_wounds(battle, table, model)
    more = gear_of(battle, table, model).flurry + dict(battle.combat.supported).get(model, 0)
    if model in battle.combat.shielding and table.rule("CP-R-23") == "double-dice":
        own, more = 2 * own, 2 * more
    rows = striking_rows(battle, table, model)
    keep, ones = 1 + parries_against(battle, table, model), DAEMON in rows
    if more and DAGGER in rows and table.rule("CP-R-27") == "own-dice":
        return (Thrower((model,), own, keep, ones), Thrower((model,), more, keep, ones, is_own=False))
    if more and ones and not table.holds("CP-IX-19"):
        return (Thrower((model,), own, keep, ones), Thrower((model,), more, keep))
    return (Thrower((model,), own + more, keep, ones),)


def _declare_late(battle: Battle, table: Table, models: tuple[int, ...]) -> None:
    """CP-R-22, CP-R-42. What is declared only when the dice lie, where the reading has it so."""
    shields = [model for model in models if has_shield(battle, table, model)]
    if shields and table.rule("CP-R-22") == "after-dice":
        for model in shields:
            table.then(Step.DECLARE_SHIELDING, model)
    adaptive = [model for model in models if can_be_two_handed(battle.traits(model).weapons)]
    if adaptive and table.rule("CP-R-42") == "after-roll":
        for model in adaptive:
            table.then(Step.DECLARE_TWO_HANDED, model)


def _together(battle: Battle, throwers: list[Thrower]) -> tuple[Thrower, ...]:
    """Models that nothing tells apart throw as one group: in the press it is all one which of them shows what."""
    groups: list[Thrower] = []
    before: object = None
    for one in throwers:
        key = (one.dice, one.keep, one.ones, sort_in_the_combat(battle, one.models[0])) if one.is_own else None
        if groups and key is not None and key == before:
            groups[-1] = replace(groups[-1], models=(*groups[-1].models, *one.models))
        else:
            groups.append(one)
        before = key
    return tuple(groups)
