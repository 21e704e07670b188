"""Roll Attacks: the number of each model's dice, and the roll of all dice (CP-AT-01)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attack_dice import AttackDice
from pilein.rulesets.scorched.declaring import Declaration, has_shield
from pilein.rulesets.scorched.gear import Rows, can_be_two_handed, gear_of, striking_rows
from pilein.rulesets.scorched.members import in_the_combat, sort_in_the_combat
from pilein.rulesets.scorched.parry import parries_against, schedule_parries
from pilein.rulesets.scorched.profile import DAEMON, DAGGER
from pilein.rulesets.scorched.state import NOT_COUNTED, Battle, Hand, Thrower
from pilein.rulesets.scorched.steps import Step, clause


@clause(Step.TAKE_UP_DICE)
def take_up_dice(battle: Battle, table: Table) -> Battle:
    """CP-R-60. Every model in the combat takes up its attack dice. Rolls, Parries, daemons and hits follow."""
    models = in_the_combat(battle)
    late = _declared_late(battle, table, models)
    every = [thrower for model in models for thrower in throwers_of(battle, table, model, late)]
    throwers = _grouped_throwers(battle, every) if not battle.is_on_table else tuple(every)
    for place in range(len(throwers)):
        table.then(Step.ROLL_ATTACKS, place)
    for step, model in late:
        table.then(step, model)
    if late:
        table.then(Step.PLAN_PARRIES)
    else:
        schedule_parries(battle, table, tuple(model for one in throwers for model in one.models))
    for model in dict.fromkeys(model for one in throwers if one.ones for model in one.models):
        table.then(Step.POSSESS, model)
    table.then(Step.LAND_HITS)
    return battle.fighting(throwers=throwers)


@clause(Step.ROLL_ATTACKS)
def roll_attacks(battle: Battle, table: Table, place: int) -> Battle:
    """CP-R-60. A model's attack dice are rolled together. In the press identical models roll together."""
    thrown = _thrown(battle, table, battle.combat.throwers[place])
    return battle.fighting(hands=(*battle.combat.hands, *thrown))


@clause(Step.DOUBLE_DICE)
def double_dice(battle: Battle, table: Table, model: int) -> Battle:
    """CP-R-22 `after-dice`, CP-R-23 `double-dice`. A model that shields after the roll rolls the same number of dice
    again.
    """
    more = [replace(one, models=(model,)) for one in battle.combat.throwers if model in one.models]
    thrown = [hand for one in more for hand in _thrown(battle, table, one)]
    return battle.fighting(hands=(*battle.combat.hands, *thrown))


@clause(Step.PLAN_PARRIES)
def plan_parries(battle: Battle, table: Table) -> Battle:
    """CP-R-22, CP-R-42. Declarations made after the roll decide which dice count and whose swords parry."""
    battle = battle.fighting(hands=_gathered(battle))
    schedule_parries(battle, table, tuple(hand.model for hand in battle.combat.hands))
    return battle


def _gathered(battle: Battle) -> tuple[Hand, ...]:
    """Combine each model's hands, leaving out the dice of second weapons that are out of use (CP-IX-15)."""
    held = dict(battle.combat.two_handed)
    found: dict[tuple[int, bool, bool], Hand] = {}
    for hand in battle.combat.hands:
        if hand.is_second and hand.model in held and battle.holds("CP-IX-15"):
            continue
        key = (hand.model, hand.is_own, hand.ones == NOT_COUNTED)
        found[key] = _joined(found[key], hand) if key in found else replace(hand, is_second=False)
    return tuple(found.values())


def _joined(one: Hand, other: Hand) -> Hand:
    best, *rest = sorted((*one.open_dice, *other.open_dice), reverse=True)
    ones = one.ones if one.ones == NOT_COUNTED else one.ones + other.ones
    return replace(one, best=best, rest=tuple(rest), ones=ones)


def _thrown(battle: Battle, table: Table, one: Thrower) -> list[Hand]:
    """Roll the dice of identical models and return their hands."""
    labels = _labels(battle, one.models)
    outcome = table.roll(AttackDice(one.dice, one.keep, one.ones, len(one.models), labels))
    if one.ones:
        thrown = [
            Hand(model, shown[0], shown[1:-1], shown[-1]) for model, shown in zip(one.models, outcome, strict=True)
        ]
    else:
        thrown = [Hand(model, shown[0], shown[1:]) for model, shown in zip(one.models, outcome, strict=True)]
    if not one.is_own or one.is_second:
        thrown = [replace(hand, is_own=one.is_own, is_second=one.is_second) for hand in thrown]
    return thrown


def _labels(battle: Battle, models: tuple[int, ...]) -> tuple[str, ...]:
    """Owners of the dice, for display. Identical models in the press share a label because their dice are
    interchangeable.
    """
    if len(models) == 1:
        return (f"{battle.name(models[0])} attacks",)
    return (f"{battle.setup.units[battle.setup.unit_of[models[0]]].name} attack",) * len(models)


def dice_for_wounds(battle: Battle, table: Table, model: int) -> int:
    """Number of dice for a model's wounds, one for each wound it has left as its combat starts (CP-AT-01). Wounds taken
    therefore cost dice (CP-AT-04).
    """
    left, all_wounds = battle.wounds_left(model), battle.traits(model).W
    if left < all_wounds and not table.holds("CP-AT-04"):
        left = all_wounds
    return left * table.number("CP-AT-01") if table.holds("CP-AT-01") else 1


def throwers_of(battle: Battle, table: Table, model: int, late: tuple[Declaration, ...] = ()) -> tuple[Thrower, ...]:
    """Dice of a model, beginning with the dice for its wounds, followed by the dice of a second weapon and of spears.
    `late` lists the declarations made after the roll.
    """
    rows = _rows_to_come(battle, table, model, late)
    keep = 1 + parries_against(battle, table, model, despite_axes=bool(late))
    own = Thrower((model,), dice_for_wounds(battle, table, model), keep, DAEMON in rows)
    second, lent = gear_of(battle, table, model).flurry, dict(battle.combat.supported).get(model, 0)
    if model in battle.combat.shielding and table.rule("CP-R-23") == "double-dice":
        own, second, lent = replace(own, dice=2 * own.dice), 2 * second, 2 * lent
    if not (second or lent):
        return (own,)
    more = _further_dice(table, own, rows, second + lent)
    if second and (Step.DECLARE_TWO_HANDED, model) in late:
        support = (replace(more, dice=lent),) if lent else ()
        return (own, replace(more, dice=second, is_second=True), *support)
    if more == replace(own, dice=more.dice):
        return (replace(own, dice=own.dice + more.dice),)
    return (own, more)


def _rows_to_come(battle: Battle, table: Table, model: int, late: tuple[Declaration, ...]) -> Rows:
    """Return the rows that strike now, together with rows of weapons that may strike once the use of both hands is
    declared (CP-R-42).
    """
    rows = striking_rows(battle, table, model)
    if (Step.DECLARE_TWO_HANDED, model) not in late:
        return rows
    weapons = battle.traits(model).weapons
    return (*rows, *(row for place in can_be_two_handed(weapons) for row in weapons[place].rows))


def _further_dice(table: Table, own: Thrower, rows: Rows, dice: int) -> Thrower:
    """Dice of a model beyond the dice for its wounds. All its dice form one set unless a ruling separates them. The
    further dice can hurt the bearer of a daemon weapon as well (CP-IX-19).
    """
    if dice and DAGGER in rows and table.rule("CP-R-27") == "own-dice":
        return replace(own, dice=dice, is_own=False)
    if dice and own.ones and not table.holds("CP-IX-19"):
        return replace(own, dice=dice, ones=False)
    return replace(own, dice=dice)


def _declared_late(battle: Battle, table: Table, models: tuple[int, ...]) -> tuple[Declaration, ...]:
    """Declarations that a ruling defers until after the roll (CP-R-22, CP-R-42)."""
    found: list[Declaration] = []
    shields = [model for model in models if has_shield(battle, table, model)]
    if shields and table.rule("CP-R-22") == "after-dice":
        found += [(Step.DECLARE_SHIELDING, model) for model in shields]
    adaptive = [model for model in models if can_be_two_handed(battle.traits(model).weapons)]
    if adaptive and table.rule("CP-R-42") == "after-roll":
        found += [(Step.DECLARE_TWO_HANDED, model) for model in adaptive]
    return tuple(found)


def _grouped_throwers(battle: Battle, throwers: list[Thrower]) -> tuple[Thrower, ...]:
    """Group identical models, whose dice are interchangeable in the press."""
    groups: list[Thrower] = []
    before: object = None
    for one in throwers:
        key = (
            (one.dice, one.keep, one.ones, one.is_second, sort_in_the_combat(battle, one.models[0]))
            if one.is_own
            else None
        )
        if groups and key is not None and key == before:
            groups[-1] = replace(groups[-1], models=(*groups[-1].models, *one.models))
        else:
            groups.append(one)
        before = key
    return tuple(groups)
