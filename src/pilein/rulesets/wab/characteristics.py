"""The models of a unit taken together: its troop type, its size and strength, its order."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import COUNTED_BY_WOUNDS, Traits
from pilein.rulesets.wab.state import Battle

FORMED = 5  # models: fewer are no formed body (WAB-R-89)


def living_traits(battle: Battle, unit: int) -> tuple[Traits, ...]:
    """The traits of each model of a unit on the field, in its order."""
    kind_of = battle.setup.kind_of
    return tuple(battle.traits(kind_of[model]) for model in battle.field.models(unit))


def has_rule(battle: Battle, unit: int, rule: str) -> bool:
    """Whether any model of a unit on the field has a special rule."""
    return any(traits.has(rule) for traits in living_traits(battle, unit))


def troop(battle: Battle, unit: int) -> str:
    """The troop type of a unit: that of its last kind of model, its ordinary ones; characters do not change it."""
    return next((traits.type for traits in reversed(living_traits(battle, unit))), "infantry")


def is_lone_character(battle: Battle, unit: int) -> bool:
    """WAB-R-75. Whether a unit is a character on his own."""
    return battle.living(unit) == 1 and troop(battle, unit) == "character"


def size_at_start(battle: Battle, unit: int) -> int:
    """WAB-R-30. How many models a unit had when the battle began."""
    return battle.status(unit).began or len(battle.unit(unit).models)


def is_at_half_strength(battle: Battle, unit: int) -> bool:
    """WAB-R-27, WAB-R-30. Whether a unit is down to half of its models or less."""
    return 2 * battle.living(unit) <= size_at_start(battle, unit)


def strength(battle: Battle, table: Table, unit: int) -> int:
    """WAB-R-61. The models of a unit as they count against numbers: chariots and elephants by their wounds.

    `cavalry-2` counts riders twice, `count-models-flat` every model once.
    """
    traits = living_traits(battle, unit)
    if not any(one.type in COUNTED_BY_WOUNDS or one.mounted for one in traits):
        return len(traits)
    reading = table.rule("WAB-R-61")
    if reading == "count-models-flat":
        return len(traits)
    return sum(_counts(one, riders=2 if reading == "cavalry-2" else 1) for one in traits)


def order(battle: Battle, unit: int) -> str:
    """How a unit stands: "close", "open" or "skirmish" as fielded, "crowd" while it flees."""
    return "crowd" if battle.status(unit).fleeing else battle.unit(unit).formation


def is_skirmishing(battle: Battle, unit: int) -> bool:
    """Whether a unit was fielded as skirmishers."""
    return battle.unit(unit).formation == "skirmish"


def is_formed(battle: Battle, unit: int) -> bool:
    """WAB-R-89. Whether a unit is a formed body: five models or more, and not in flight."""
    return battle.living(unit) >= FORMED and not battle.status(unit).fleeing


def _counts(traits: Traits, *, riders: int) -> int:
    if traits.type in COUNTED_BY_WOUNDS:
        return traits.W
    return riders if traits.mounted else 1
