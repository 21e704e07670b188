"""Which units charge which targets, and how a charge is answered (WAB-CH-01, WAB-RX-01, WAB-FZ-01)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import CONTACT
from pilein.kernel.requests import Answer, OneOf
from pilein.rulesets.wab.answering import charges_at
from pilein.rulesets.wab.arrivals import is_in_reach
from pilein.rulesets.wab.characteristics import is_skirmishing
from pilein.rulesets.wab.charge_choice import NO_MORE, ChargeChoice, Offer, charge_at
from pilein.rulesets.wab.charge_places import how_many_arrive
from pilein.rulesets.wab.fear import is_terrible
from pilein.rulesets.wab.leadership import own_leadership
from pilein.rulesets.wab.policy.forecast import lead_of_charge
from pilein.rulesets.wab.policy.looking import gap, preview_table, reach
from pilein.rulesets.wab.state import NOBODY, Battle

ENOUGH = 1.0  # expected winning margin needed for a charge
BRAVE = 8  # the Leadership needed to charge a unit that causes terror
TOGETHER = 2  # chargers considered for one target
CAUGHT = 3.0  # value of a fleeing unit in reach, in points of a result

Plan = tuple[float, tuple[int, ...]]  # the lead expected, and (target, chargers...)


def charge(battle: Battle, choice: ChargeChoice) -> Answer:
    """WAB-CH-01. The charge with the best result to be expected, if it is a win by a point at least."""
    bound = next((offer for offer in choice.offers if offer.must), None)
    if bound is not None:
        return bound_charge(battle, choice, bound)
    plans = [plan for target in _targets(choice) for plan in _plans(battle, choice, target)]
    lead, answer = max(
        plans, key=lambda plan: (plan[0], -len(plan[1]), tuple(-one for one in plan[1])), default=(0.0, ())
    )
    return answer if lead >= ENOUGH else NO_MORE


def bound_charge(battle: Battle, choice: ChargeChoice, offer: Offer) -> Answer:
    """WAB-FZ-01. A unit that has to charge takes the nearest enemy, of equals the weakest; others that must join."""
    target = min(offer.targets, key=lambda foe: (gap(battle, offer.unit, foe), battle.living(foe), foe))
    return (target, *dict.fromkeys((offer.unit, *choice.bound_to(target))))


def reaction(battle: Battle, choice: OneOf) -> Answer:
    """WAB-RX-01. Counter-charge unless that loses, stand and shoot, hold; skirmishers evade enemies that beat them."""
    target, options = choice.about, choice.options
    chargers = tuple(one.unit for one in charges_at(battle, target))
    if not chargers or len(options) == 1:
        return options[0]
    if is_skirmishing(battle, target) and lead_of_charge(battle, chargers, target) > 0:
        return next((one for one in ("fire and flee", "flee") if one in options), options[0])
    if "counter" in options and lead_of_charge(battle, chargers, target, countered=True) <= 0:
        return "counter"
    return next((one for one in ("shoot", "hold") if one in options), options[0])


def redirected(battle: Battle, choice: OneOf) -> Answer:
    """WAB-R-37. Another target if a charge at it is expected to win."""
    others = [foe for foe in choice.options if foe != NOBODY]
    best = max(others, key=lambda foe: lead_of_charge(battle, (choice.about,), foe))
    return best if lead_of_charge(battle, (choice.about,), best) >= ENOUGH else NOBODY


def _targets(choice: ChargeChoice) -> tuple[int, ...]:
    return tuple(sorted({target for offer in choice.offers for target in offer.targets}))


def _plans(battle: Battle, choice: ChargeChoice, target: int) -> list[Plan]:
    """The charges at a target: by each unit that reaches it, and by the two that do best."""
    units = [offer.unit for offer in choice.offers if target in offer.targets and _dares(battle, offer.unit, target)]
    able = [unit for unit in units if _arrives(battle, unit, target)]
    if battle.status(target).fleeing:
        return [(CAUGHT, (target, unit)) for unit in able if not is_skirmishing(battle, unit)]
    alone = sorted(((lead_of_charge(battle, (unit,), target), unit) for unit in able), reverse=True)
    plans: list[Plan] = [(lead, (target, unit)) for lead, unit in alone]
    if len(alone) >= TOGETHER:
        best = tuple(unit for _, unit in alone[:TOGETHER])
        lead = lead_of_charge(battle, best, target)
        if lead > max(ENOUGH, alone[0][0]) and _have_room(battle, best, target):
            plans.append((lead, (target, *best)))
    return plans


def _have_room(battle: Battle, units: tuple[int, ...], target: int) -> bool:
    """Whether units that charge an enemy together all get into contact; of loose models it is taken for granted."""
    table = preview_table(battle)
    blocks = [unit for unit in units if isinstance(battle.plane.standings[unit], Block)]
    charges = tuple(charge_at(battle, table, unit, target) for unit in blocks)
    return how_many_arrive(battle, table, charges) == len(charges)


def _dares(battle: Battle, unit: int, target: int) -> bool:
    return own_leadership(battle, unit) >= BRAVE or not is_terrible(battle, preview_table(battle), unit, target)


def _arrives(battle: Battle, unit: int, target: int) -> bool:
    if gap(battle, unit, target) > reach(battle, unit) + CONTACT:
        return False
    table = preview_table(battle)
    return is_in_reach(battle, table, charge_at(battle, table, unit, target))
