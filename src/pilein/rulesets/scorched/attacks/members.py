"""Who is in the combat under way, and who fights whom there."""

from pilein.rulesets.scorched.rulebook import says
from pilein.rulesets.scorched.state import Battle, Bouts


@says("CP-IX-25", without=lambda battle: battle.in_order({*models_of(battle.combat.bouts), *battle.spears}))
def in_the_combat(battle: Battle) -> tuple[int, ...]:
    """CP-IX-25. The models of the combat, in the order in which they act; who only supports with a spear is none."""
    return battle.in_order(models_of(battle.combat.bouts))


def enemies_fought(battle: Battle, model: int) -> tuple[int, ...]:
    """The enemies that a model of the combat fights."""
    side = battle.side(model)
    return tuple(bout[1 - side] for bout in battle.combat.bouts if bout[side] == model)


def enemies_there(battle: Battle, model: int) -> tuple[int, ...]:
    """All enemies of a model in its combat, whoever they fight, in the order in which they act."""
    side = battle.side(model)
    return battle.in_order({bout[1 - side] for bout in battle.combat.bouts})


def friends_fighting(battle: Battle, model: int) -> int:
    """How many of its own side fight in the combat, itself included."""
    side = battle.side(model)
    return len({bout[side] for bout in battle.combat.bouts})


def models_of(bouts: Bouts) -> set[int]:
    """All models of some bouts."""
    return {model for bout in bouts for model in bout}
