"""Rules for the declarations made before the attack roll, one kind after another: shields, grips, weapons, Focus,
spears and Parries (CP-R-60).
"""

from collections.abc import Iterator
from itertools import chain

from pilein.dice import Count
from pilein.kernel.nearest import in_words
from pilein.kernel.requests import NOTHING, OneOf, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scorched.engaged import enemies_reached, first_combats
from pilein.rulesets.scorched.events import (
    Barred,
    CombatBegan,
    CombatDissolved,
    Focused,
    NamedWeapon,
    Shielded,
    TookBothHands,
)
from pilein.rulesets.scorched.gear import can_be_two_handed, gear_of, rows_in_use, striking_rows
from pilein.rulesets.scorched.members import axe_bars_shielding, axes_against, in_the_combat, spears_at_hand
from pilein.rulesets.scorched.parry import parries_of
from pilein.rulesets.scorched.profile import FORCE, PSYKER, SHIELD
from pilein.rulesets.scorched.state import Battle, Bouts, Fight, Hurt
from pilein.rulesets.scorched.steps import Step, clause

Declaration = tuple[Step, int]


def declarations(battle: Battle, table: Table, models: tuple[int, ...]) -> Iterator[Declaration]:
    """Yield, in order, the declarations that models of a combat can make before the combat's dice are rolled."""
    shields = [model for model in models if has_shield(battle, table, model)]
    if shields and table.rule("CP-R-22") == "default":
        yield from ((Step.DECLARE_SHIELDING, model) for model in shields)
    adaptive = [model for model in models if can_be_two_handed(battle.traits(model).weapons)]
    if adaptive and table.rule("CP-R-42") == "default":
        yield from ((Step.DECLARE_TWO_HANDED, model) for model in adaptive)
    several = [model for model in models if len(set(gear_of(battle, table, model).weapons)) > 1]
    if several and table.rule("CP-R-18") == "named-weapon":
        yield from ((Step.NAME_WEAPON, model) for model in several)
    yield from ((Step.DECLARE_FOCUS, model) for model in models if battle.traits(model).has(PSYKER))
    yield from ((Step.DECLARE_SUPPORT, model) for model in spears_at_hand(battle))
    may_free = bool(adaptive)  # an axe that both hands let go of does not forbid Parry
    parry = any(parries_of(battle, table, model, despite_axes=may_free) for model in models)
    if parry and table.rule("CP-R-14") == "before-dice":
        yield from ((Step.ANNOUNCE_PARRY, model) for model in models)


def has_shield(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model has a shield in use."""
    return SHIELD in rows_in_use(battle, table, model)


@clause(Step.DECLARE_SHIELDING, "CP-SH-01")
def declare_shielding(battle: Battle, table: Table, model: int) -> Battle:
    """CP-SH-01. The bearer of a shield may choose to shield, unless an enemy's axe forbids it."""
    if axe_bars_shielding(battle, table, model):
        axes = tuple(map(battle.name, axes_against(battle, table, model)))
        table.tell(Barred(**battle.called(model), act="shield", enemies=axes, clause="CP-AX-02"))
        return battle
    words = f"does {battle.name(model)} shield?"
    if not table.choose(yes_or_no(battle.side_of(model), "CP-SH-01", words, about=model)):
        return battle
    table.tell(Shielded(**battle.called(model), clause="CP-SH-01"))
    if battle.combat.hands and table.rule("CP-R-23") == "double-dice":
        table.then(Step.DOUBLE_DICE, model)
    return battle.fighting(shielding=(*battle.combat.shielding, model))


@clause(Step.DECLARE_SHIELDING_FOR_THE_PHASE)
def declare_shielding_for_the_phase(battle: Battle, table: Table, model: int) -> Battle:
    """CP-R-22 `phase-start`. As the phase begins, the bearer of a shield chooses whether to shield."""
    words = f"will {battle.name(model)} shield?"
    if not table.choose(yes_or_no(battle.side_of(model), "CP-SH-01", words, about=model)):
        return battle
    table.tell(Shielded(**battle.called(model), clause="CP-SH-01"))
    return battle.changed(shielding=(*battle.shielding, model))


@clause(Step.DECLARE_TWO_HANDED, "CP-HH-01")
def declare_two_handed(battle: Battle, table: Table, model: int) -> Battle:
    """CP-HH-01. The bearer of a hand-and-a-half weapon may declare that it uses the two-handed rule.

    The model then strikes with that weapon, regardless of the weapon that it named before the roll (CP-R-18,
    CP-R-42).
    """
    if model in battle.combat.shielding:
        return battle
    held = _held_with_both_hands(battle, table, model)
    if held == NOTHING:
        return battle
    weapons = battle.traits(model).weapons
    weapon = weapons[held].name if len(can_be_two_handed(weapons)) > 1 else ""
    table.tell(TookBothHands(**battle.called(model), weapon=weapon, clause="CP-HH-01"))
    striking = tuple(one for one in battle.combat.striking if one[0] != model)
    return battle.fighting(two_handed=(*battle.combat.two_handed, (model, held)), striking=striking)


def _held_with_both_hands(battle: Battle, table: Table, model: int) -> int:
    """Index of the weapon that the owner chooses to use with both hands, or NOTHING."""
    weapons = battle.traits(model).weapons
    places, side = can_be_two_handed(weapons), battle.side_of(model)
    if len(places) == 1:
        words = f"does {battle.name(model)} use both hands?"
        return places[0] if table.choose(yes_or_no(side, "CP-HH-01", words, about=model)) else NOTHING
    words = f"which weapon does {battle.name(model)} use with both hands?"
    labels = (*(in_words(weapons[place].name) for place in places), "none")
    held: int = table.choose(OneOf(side, "CP-HH-01", words, (*places, NOTHING), labels, about=model))
    return held


@clause(Step.NAME_WEAPON)
def name_weapon(battle: Battle, table: Table, model: int) -> Battle:
    """CP-R-18 `named-weapon`. The owner names the weapon with which the model strikes."""
    weapons = gear_of(battle, table, model).weapons
    places = tuple(dict.fromkeys(weapons.index(weapon) for weapon in weapons))
    labels = tuple(in_words(weapons[place].name) for place in places)
    words = f"which weapon does {battle.name(model)} strike with?"
    chosen = table.choose(OneOf(battle.side_of(model), "CP-DD-01", words, places, labels, about=model))
    table.tell(NamedWeapon(**battle.called(model), weapon=weapons[chosen].name, clause="CP-DD-01"))
    return battle.fighting(striking=(*battle.combat.striking, (model, chosen)))


@clause(Step.DECLARE_FOCUS, "CP-FW-01")
def declare_focus(battle: Battle, table: Table, model: int) -> Battle:
    """CP-FW-01. A psyker with a force weapon may spend psychic charges to raise the S of its hits."""
    held = charges_left(battle, model)
    if not held or FORCE not in striking_rows(battle, table, model):
        return battle
    reading = table.rule("CP-R-47")
    most = 1 if reading in {"flat", "instant-death"} else held
    words = f"how many psychic charges does {battle.name(model)} spend?"
    spent = table.choose(OneOf(battle.side_of(model), "CP-FW-01", words, tuple(range(most + 1)), about=model))
    if not spent:
        return battle
    works = (
        table.roll(Count(spent, table.number("CP-FW-01.score"), label="focus", by=battle.name(model)))
        if reading == "psychic-test"
        else spent
    )
    matters = reading == "instant-death" or table.rule("CP-R-02") != "default"
    strength = battle.traits(model).S + (0 if reading == "instant-death" else works * table.number("CP-FW-01.strength"))
    event = Focused(**battle.called(model), charges=spent, S=strength, matters=matters, clause="CP-FW-01")
    table.tell(event)
    used = {**dict(battle.spent), model: dict(battle.spent).get(model, 0) + spent}
    battle = battle.changed(spent=tuple(sorted(used.items())))
    return battle.fighting(focused=(*battle.combat.focused, (model, works))) if works and matters else battle


def charges_left(battle: Battle, model: int) -> int:
    """Psychic charges that a psyker still holds."""
    traits = battle.traits(model)
    return traits.charges - dict(battle.spent).get(model, 0) if traits.has(PSYKER) else 0


# --- Combat by combat: the next one, its two steps, and its end (CP-PA-04, CP-PA-05) ------------------------------


@clause(Step.NEXT_COMBAT, "CP-PA-05")
def next_combat(battle: Battle, table: Table) -> Battle:
    """CP-PA-05. The priority player chooses the combat to resolve next."""
    if not battle.combats:
        return battle
    options = first_combats(battle)
    labels = tuple(", ".join(_names(battle, battle.combats[place])) for place in options)
    chosen = table.choose(OneOf(battle.active, "CP-PA-05", "which combat is fought next?", options, labels))
    table.then(Step.FIGHT_COMBAT, chosen)
    table.then(Step.NEXT_COMBAT)
    return battle


@clause(Step.FIGHT_COMBAT, "CP-PA-04")
def fight_combat(battle: Battle, table: Table, place: int) -> Battle:
    """CP-PA-04. A combat has two steps: Roll Attacks, preceded by declarations, and Roll to Save."""
    combat = battle.combats[place]
    left = battle.combats[:place] + battle.combats[place + 1 :]
    names = _names(battle, combat)
    if _is_dissolved(battle, table, combat):
        table.tell(CombatDissolved(models=names, clause="CP-PA-05"))
        return battle.changed(combats=left)
    table.tell(CombatBegan(models=names, clause="CP-PA-04"))
    hurt = tuple([Hurt(model, battle.field.wounds_lost(model)) for model in sorted({*chain(*combat)})])
    battle = battle.changed(combats=left, fight=Fight(combat, hurt=hurt))
    if battle.shielding:
        battle = battle.fighting(shielding=_shielding(battle, table))
    for step, model in declarations(battle, table, in_the_combat(battle)):
        table.then(step, model)
    table.then(Step.TAKE_UP_DICE)
    table.then(Step.ROLL_TO_SAVE)
    return battle


def _shielding(battle: Battle, table: Table) -> tuple[int, ...]:
    """Models in the combat that chose to shield as the phase began and that now face no axe (CP-R-22)."""
    there = [model for model in in_the_combat(battle) if model in battle.shielding]
    return tuple(model for model in there if not axe_bars_shielding(battle, table, model))


def _is_dissolved(battle: Battle, table: Table, combat: Bouts) -> bool:
    """Whether a combat is not fought because pushes have separated all its enemies (CP-R-35)."""
    if not battle.is_on_table:
        return False
    reached = enemies_reached(battle, table)
    return not any(other in reached[one] for one, other in combat) and table.rule("CP-R-35") == "dissolve"


def _names(battle: Battle, combat: Bouts) -> tuple[str, ...]:
    return tuple(battle.name(model) for model in battle.in_order({model for bout in combat for model in bout}))
