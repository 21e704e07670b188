"""Members of the current combat, their opponents, and the choices that axes forbid (CP-AX, CP-IX-25)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scorched.engaged import first_of_each, touching_enemies, touching_friends
from pilein.rulesets.scorched.events import Supported
from pilein.rulesets.scorched.gear import rows_in_use
from pilein.rulesets.scorched.profile import AXE
from pilein.rulesets.scorched.state import NOBODY, Battle, Bouts
from pilein.rulesets.scorched.steps import Step, clause
from pilein.tabletop.engagement import first_of_each_kind


def in_the_combat(battle: Battle) -> tuple[int, ...]:
    """Models in the combat, in order of action, excluding spear bearers that only lend support (CP-IX-25)."""
    models = models_of(battle.combat.bouts)
    if battle.spears and not battle.holds("CP-IX-25"):
        models.update(battle.spears)
    return battle.in_order(models)


def enemies_fought(battle: Battle, model: int) -> tuple[int, ...]:
    """Enemies that a model fights in the combat."""
    side = battle.side_of(model)
    return tuple(bout[1 - side] for bout in battle.combat.bouts if bout[side] == model)


def enemies_there(battle: Battle, model: int) -> tuple[int, ...]:
    """All enemies in a model's combat, in order of action, including enemies that fight other models."""
    side = battle.side_of(model)
    return battle.in_order({bout[1 - side] for bout in battle.combat.bouts})


def friends_fighting(battle: Battle, model: int) -> int:
    """Number of models on a model's side that fight in the combat, including the model itself."""
    side = battle.side_of(model)
    return len({bout[side] for bout in battle.combat.bouts})


def sort_in_the_combat(battle: Battle, model: int) -> tuple[object, ...]:
    """Key made up of all features by which a model of the combat can differ from other models in the press."""
    fight = battle.combat
    declared = (model in fight.shielding, dict(fight.two_handed).get(model), dict(fight.striking).get(model))
    lent = (dict(fight.focused).get(model), dict(battle.spent).get(model), dict(fight.supported).get(model))
    return battle.setup.kind_of[model], battle.wounds_taken(model), *declared, *lent, enemies_fought(battle, model)


def models_of(bouts: Bouts) -> set[int]:
    """All models that take part in any of the given bouts."""
    return {model for bout in bouts for model in bout}


def axe_bars_parry(battle: Battle, table: Table, model: int) -> bool:
    """Whether an enemy's axe in the combat bars a model from parrying. A single axe bars all enemies (CP-AX-01,
    CP-IX-01).
    """
    return _faces_axe(battle, table, model) and table.holds("CP-AX-01") and table.holds("CP-IX-01")


def axe_bars_shielding(battle: Battle, table: Table, model: int) -> bool:
    """Whether an enemy's axe in the combat bars a model from Shielding. A single axe bars all enemies (CP-AX-02,
    CP-IX-02).
    """
    return _faces_axe(battle, table, model) and table.holds("CP-AX-02") and table.holds("CP-IX-02")


def _faces_axe(battle: Battle, table: Table, model: int) -> bool:
    """Whether an enemy's axe affects a model, including a model that has an axe itself (CP-IX-03)."""
    if not axes_against(battle, table, model):
        return False
    return AXE not in rows_in_use(battle, table, model) or table.holds("CP-IX-03")


def axes_against(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Enemies whose axes affect a model: those in its combat or, under `touching-only`, those in contact with it
    (CP-R-26).
    """
    bearers = tuple(enemy for enemy in enemies_there(battle, model) if AXE in rows_in_use(battle, table, enemy))
    touched = [enemy for enemy in bearers if enemy in touching_enemies(battle, model)]
    if len(touched) < len(bearers) and table.rule("CP-R-26") == "touching-only":
        return tuple(touched)
    return bearers


# --- Spears that lend a die to a friend in the combat (CP-SP) ----------------------------------------------------


def spears_at_hand(battle: Battle) -> tuple[int, ...]:
    """Spear bearers in contact with a friend in the current combat, in order of action."""
    fighting = _fighting(battle)
    return battle.in_order(spear for spear in battle.spears if not fighting.isdisjoint(touching_friends(battle, spear)))


@clause(Step.DECLARE_SUPPORT, "CP-SP-01", "CP-IX-24")
def declare_support(battle: Battle, table: Table, spear: int) -> Battle:
    """CP-SP-01, CP-IX-24. A model that is in no combat but now touches a fighting friend gives that friend an attack
    die.
    """
    fighting = _fighting(battle)
    touched = tuple(friend for friend in touching_friends(battle, spear) if friend in fighting)
    reading = table.rule("CP-R-38")
    if reading == "all-touched":
        return _lend(battle, table, spear, touched)
    supported = dict(battle.combat.supported)
    if reading != "uncapped":
        touched = tuple(friend for friend in touched if friend not in supported)
    options = first_of_each_kind(battle.field, touched, lambda friend: sort_in_the_combat(battle, friend))
    if not options:
        return battle
    if _may_wait(battle, spear, options):
        options = (*options, NOBODY)
    labels = tuple("a friend in a later combat" if one == NOBODY else battle.name(one) for one in options)
    words = f"which friend does the spear of {battle.name(spear)} support?"
    friend = table.choose(OneOf(battle.side_of(spear), "CP-SP-01", words, options, labels, about=spear))
    if friend == NOBODY:
        return battle
    spears = tuple(other for other in battle.spears if other != spear)
    return _lend(battle.changed(spears=spears), table, spear, (friend,))


def _lend(battle: Battle, table: Table, spear: int, friends: tuple[int, ...]) -> Battle:
    """Give each of the friends an extra die. A friend gets only one such die in total, unless the ruling is `uncapped`
    (CP-R-38).
    """
    supported = dict(battle.combat.supported)
    for friend in friends:
        if friend in supported and table.rule("CP-R-38") != "uncapped":
            continue
        table.tell(Supported(**battle.called(spear), friend=battle.name(friend), clause="CP-SP-01"))
        supported[friend] = supported.get(friend, 0) + table.number("CP-SP-01")
    return battle.fighting(supported=tuple(sorted(supported.items())))


def _fighting(battle: Battle) -> frozenset[int]:
    return frozenset(models_of(battle.combat.bouts))


def _may_wait(battle: Battle, spear: int, now: tuple[int, ...]) -> bool:
    """Whether a spear bearer touches a friend that has yet to fight. In the press the friend must be in a different
    combat.
    """
    later = {model for combat in battle.combats for bout in combat for model in bout}
    waiting = tuple(friend for friend in touching_friends(battle, spear) if friend in later)
    if battle.is_on_table or not waiting:
        return bool(waiting)
    fight = battle.combat
    if fight.shielding or fight.two_handed or fight.striking or fight.focused or fight.supported:
        return True
    unfought = battle.changed(combats=(*battle.combats, fight.bouts))
    return len(first_of_each(unfought, (*now, *waiting), by_combat=True)) > 1
