"""Characteristics of whole units: troop type, size, strength and order."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import COUNTED_BY_WOUNDS, Traits
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.memo import Memo

TRAITS = Memo[tuple[int, ...], tuple[Traits, ...]]("traits")  # by kinds of models
FORMED = 5  # models: fewer do not count as formed (WAB-R-89)


def living_traits(battle: Battle, unit: int) -> tuple[Traits, ...]:
    """Traits of each kind of model that a unit has on the field, in unit order."""
    kinds = battle.field.kinds(unit)
    known = TRAITS.on(battle.setup)
    found = known.get(kinds)
    if found is None:
        found = known[kinds] = tuple(battle.traits(kind) for kind in kinds)
    return found


def has_rule(battle: Battle, unit: int, rule: str) -> bool:
    """Whether any model of a unit on the field has the given special rule."""
    return any(traits.has(rule) for traits in living_traits(battle, unit))


def troop(battle: Battle, unit: int) -> str:
    """Troop type of a unit: the type of its last ordinary kind of model. Characters do not change it."""
    types = [traits.type for traits in living_traits(battle, unit)]
    ordinary = [one for one in types if one != "character"]
    return (ordinary or types or ["infantry"])[-1]


def is_lone_character(battle: Battle, unit: int) -> bool:
    """Whether a unit is a single character (WAB-R-75)."""
    return troop(battle, unit) == "character" and battle.living(unit) == 1


def size_at_start(battle: Battle, unit: int) -> int:
    """Number of models that a unit had when the battle began (WAB-R-30)."""
    return battle.status(unit).began or len(battle.unit(unit).models)


def is_at_half_strength(battle: Battle, unit: int) -> bool:
    """Whether a unit is reduced to half of its models or fewer (WAB-R-27, WAB-R-30)."""
    return not has_at_least(battle, unit, size_at_start(battle, unit) // 2 + 1)


def strength(battle: Battle, table: Table, unit: int) -> int:
    """Number of models that a unit counts as when numbers are compared (WAB-R-61).

    Each chariot or elephant counts as one model per wound. Under `cavalry-2` each rider counts as two; under
    `count-models-flat` every model counts as one.
    """
    if not is_counted_by_wounds(battle, unit):
        return battle.living(unit)
    reading = table.rule("WAB-R-61")
    if reading == "count-models-flat":
        return battle.living(unit)
    riders = 2 if reading == "cavalry-2" else 1
    kinds = battle.field.kinds(unit)
    return sum(battle.field.count(unit, kind) * _counts(battle.traits(kind), riders=riders) for kind in kinds)


def is_counted_by_wounds(battle: Battle, unit: int) -> bool:
    """Whether any models of a unit, or their riders, may count as more than one model each (WAB-R-61)."""
    return any(one.type in COUNTED_BY_WOUNDS or one.mounted for one in living_traits(battle, unit))


def order(battle: Battle, unit: int) -> str:
    """Order of a unit: "close", "open" or "skirmish" as fielded, or "crowd" while it flees."""
    return "crowd" if battle.status(unit).fleeing else battle.unit(unit).formation


def is_skirmishing(battle: Battle, unit: int) -> bool:
    """Whether a unit was fielded as skirmishers."""
    return battle.unit(unit).formation == "skirmish"


def is_unit_of_skirmishers(battle: Battle, unit: int) -> bool:
    """Whether a unit was fielded as a unit of skirmishers. A lone character never counts as one (WAB-R-75)."""
    return is_skirmishing(battle, unit) and not is_lone_character(battle, unit)


def is_formed(battle: Battle, unit: int) -> bool:
    """Whether a unit is a formed body: it has five or more models and is not fleeing (WAB-R-89)."""
    return not battle.status(unit).fleeing and has_at_least(battle, unit, FORMED)


def has_at_least(battle: Battle, unit: int, models: int) -> bool:
    """Whether a unit has the given number of models or more on the field."""
    return battle.field.at_least(unit, models)


def _counts(traits: Traits, *, riders: int) -> int:
    if traits.type in COUNTED_BY_WOUNDS:
        return traits.W
    return riders if traits.mounted else 1
