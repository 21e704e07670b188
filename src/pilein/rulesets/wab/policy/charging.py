"""Policy for charges: declarations and redirections (WAB-CH-01, WAB-CH-03, WAB-FZ-01)."""

from itertools import combinations

from pilein.geometry.blocks import Block
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.wab.characteristics import is_skirmishing
from pilein.rulesets.wab.charge.arrivals import is_in_reach
from pilein.rulesets.wab.charge.choice import NO_MORE, ChargeChoice, Offer, charge_at
from pilein.rulesets.wab.charge.places import how_many_arrive
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.policy.combat_value import gain, worth
from pilein.rulesets.wab.policy.forecast import Arcs
from pilein.rulesets.wab.policy.previews import fresh_enemies, gap, preview_table, reach
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import NOBODY, Arc, Battle

ENOUGH = 0.05  # expected gain needed for a charge
AWAITED = 0.7  # fraction of the enemy's gain from charging first, counted in favour of charging it
CAUGHT = 0.35  # fraction of the worth of a fleeing unit in reach
HOPELESS = 0.0  # minimum gain that justifies a charge, even to forestall an enemy charge
ALONE = 4  # number of units considered for a joint charge at one target

Plan = tuple[float, tuple[int, ...]]  # the gain expected, and (target, chargers...)


def charge(battle: Battle, choice: ChargeChoice) -> Answer:
    """Declare the charge that gains most compared with waiting to be charged, or no charge if none gains anything
    (WAB-CH-01).
    """
    bound = next((offer for offer in choice.offers if offer.must), None)
    if bound is not None:
        return bound_charge(battle, choice, bound)
    plans = [plan for target in _targets(choice) for plan in _plans(battle, choice, target)]
    best, answer = max(
        plans, key=lambda plan: (plan[0], -len(plan[1]), tuple(-one for one in plan[1])), default=(0.0, ())
    )
    return answer if best >= ENOUGH else NO_MORE


def bound_charge(battle: Battle, choice: ChargeChoice, offer: Offer) -> Answer:
    """Charge the nearest enemy with a unit that must charge, or the weakest of several equally near enemies
    (WAB-FZ-01). Units that must charge and have no other target join in.
    """
    target = min(offer.targets, key=lambda foe: (gap(battle, offer.unit, foe), battle.living(foe), foe))
    return (target, *dict.fromkeys((offer.unit, *choice.bound_to(target))))


def redirected(battle: Battle, choice: OneOf) -> Answer:
    """Redirect a charge to the best other target, if that target is worth charging (WAB-R-37)."""
    others = [foe for foe in choice.options if foe != NOBODY]
    worths = {foe: gain(battle, arcs_at(battle, (choice.about,), foe), foe) for foe in others}
    best = max(others, key=lambda foe: worths[foe])
    return best if worths[best] >= ENOUGH else NOBODY


def arcs_at(battle: Battle, units: tuple[int, ...], target: int) -> Arcs:
    """Chargers, and friends already fighting a target, each with the side of the target that the unit strikes."""
    table = preview_table(battle)
    fighting = {unit: _held_arc(battle, unit, target) for unit in foes(battle, target)}
    coming = {unit: struck_arc(battle, table, unit, target) for unit in units if unit not in fighting}
    return tuple(sorted((fighting | coming).items()))


def _held_arc(battle: Battle, unit: int, target: int) -> Arc:
    return next((one.arc for one in battle.assaults if (one.unit, one.foe) == (unit, target)), "front")


def gain_of_charge(battle: Battle, units: tuple[int, ...], target: int) -> float:
    """Gain from a charge. If friends are already fighting the target, the gain that they expect without the charge is
    subtracted.
    """
    whole = gain(battle, arcs_at(battle, units, target), target)
    fighting = arcs_at(battle, (), target)
    return whole - gain(battle, fighting, target) if fighting else whole


def _targets(choice: ChargeChoice) -> tuple[int, ...]:
    return tuple(sorted({target for offer in choice.offers for target in offer.targets}))


def _plans(battle: Battle, choice: ChargeChoice, target: int) -> list[Plan]:
    """Return the charges that reach a target, made by single units or by pairs of units that do better together."""
    units = [offer.unit for offer in choice.offers if target in offer.targets]
    near = [unit for unit in units if gap(battle, unit, target) <= reach(battle, unit) + CONTACT]
    if battle.status(target).fleeing:
        chase = [unit for unit in near if not is_skirmishing(battle, unit) and _arrives(battle, unit, target)]
        return [(_chase(battle, unit, target), (target, unit)) for unit in chase]
    alone = {unit: gain_of_charge(battle, (unit,), target) + _urge(battle, unit, target) for unit in near}
    able = [
        unit for unit in near if gain_of_charge(battle, (unit,), target) > HOPELESS and _arrives(battle, unit, target)
    ]
    plans: list[Plan] = [(alone[unit], (target, unit)) for unit in able]
    best = sorted(able, key=lambda unit: -alone[unit])[:ALONE]
    for pair in combinations(sorted(best), 2):
        value = gain_of_charge(battle, pair, target) + max(_urge(battle, unit, target) for unit in pair)
        if value > max(ENOUGH, *(alone[unit] for unit in pair)) and _have_room(battle, pair, target):
            plans.append((value, (target, *pair)))
    return plans


def _urge(battle: Battle, unit: int, target: int) -> float:
    """Value for a unit of charging a target before the target charges the unit."""
    threats = [
        gain(battle, ((foe, struck_arc(battle, preview_table(battle), foe, unit)),), unit)
        for foe in fresh_enemies(battle, battle.side(unit))
        if foe == target and gap(battle, unit, foe) <= reach(battle, foe)
    ]
    return AWAITED * max(0.0, *threats, 0.0)


def _chase(battle: Battle, unit: int, target: int) -> float:
    """Value of running down a fleeing unit, minus the cost of the enemy charges that doing so makes possible."""
    return CAUGHT * worth(battle, target) - _urge(battle, unit, NOBODY)


def _have_room(battle: Battle, units: tuple[int, ...], target: int) -> bool:
    """Whether all units that charge an enemy together reach contact. Loose models are assumed to have room."""
    table = preview_table(battle)
    blocks = [unit for unit in units if isinstance(battle.plane.standings[unit], Block)]
    charges = tuple(charge_at(battle, table, unit, target) for unit in blocks)
    return how_many_arrive(battle, table, charges) == len(charges)


def _arrives(battle: Battle, unit: int, target: int) -> bool:
    table = preview_table(battle)
    return is_in_reach(battle, table, charge_at(battle, table, unit, target))
