"""Policy for reactions to a charge. It compares counter-charge, stand and shoot, hold and flight (WAB-RX-01)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.wab.charge.answering import charges_at
from pilein.rulesets.wab.flight.flight import is_slow
from pilein.rulesets.wab.policy.charging import arcs_at
from pilein.rulesets.wab.policy.combat_value import RATTLED, gain, passing, worth
from pilein.rulesets.wab.policy.previews import gap, preview_table, reach
from pilein.rulesets.wab.policy.shooting import casualties
from pilein.rulesets.wab.psychology.leadership import own_leadership
from pilein.rulesets.wab.state import Battle

SHOTS = 0.5  # fraction of the worth of the models that are shot
SIDES = 6
FLIGHTS = ("flee", "fire and flee")
RALLIES = 0.6  # fraction of a unit's chance to rally that pays off


def reaction(battle: Battle, choice: OneOf) -> Answer:
    """Choose the cheapest reaction. Among equally cheap reactions, choose the first offered. The last unit of a side
    never flees (WAB-RX-01).
    """
    target = choice.about
    options = _without_flight(choice.options) if _is_last(battle, target) else choice.options
    chargers = tuple(one.unit for one in charges_at(battle, target))
    if not chargers or len(options) == 1:
        return options[0]
    values = {option: _value(battle, target, chargers, option) for option in options}
    return max(options, key=lambda option: values[option])


def _is_last(battle: Battle, unit: int) -> bool:
    """Whether all other units of a side are gone or fleeing and the unit's flight would lose the battle for the
    side.
    """
    return not any(one != unit and not battle.status(one).fleeing for one in battle.standing_units(battle.side(unit)))


def _without_flight(options: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(option for option in options if option not in FLIGHTS) or options


def _value(battle: Battle, target: int, chargers: tuple[int, ...], option: str) -> float:
    coming = tuple(unit for unit in chargers if gap(battle, unit, target) <= reach(battle, unit)) or chargers
    shots = _shots(battle, target, coming[0]) if option in ("shoot", "fire and flee") else 0.0
    if option in FLIGHTS:
        return shots - cost_of_flight(battle, target, coming)
    if coming == chargers and all(gap(battle, unit, target) > reach(battle, unit) for unit in chargers):
        return shots  # nobody arrives
    return shots - gain(battle, arcs_at(battle, coming, target), target, countered=option == "counter")


def _shots(battle: Battle, unit: int, foe: int) -> float:
    felled = casualties(battle, unit, foe)
    return SHOTS * worth(battle, foe) * felled / len(battle.unit(foe).models)


def cost_of_flight(battle: Battle, unit: int, chargers: tuple[int, ...]) -> float:
    """Return the cost of fleeing from chargers: the worth of the whole unit if it is caught, or otherwise the risk that
    it never rallies.
    """
    dice = 2 if is_slow(battle, preview_table(battle), unit) else 3
    spare = max(reach(battle, one) - gap(battle, one, unit) for one in chargers) / INCH
    caught = max(0.0, min(1.0, (spare - dice) / (dice * (SIDES - 1)))) if spare > 0 else 0.0
    lost = 1 - RALLIES * passing(own_leadership(battle, unit))
    return worth(battle, unit) * (caught + (1 - caught) * max(lost, 1 - RATTLED) * RATTLED)
