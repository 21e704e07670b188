"""Places of charging blocks in contact. Units that charge together leave room for each other (WAB-R-36)."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import Landing, charge_reach, gap_between, landings
from pilein.rulesets.wab.charge.ways import struck_side
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.distances import circle_of_unit

MOST = 60  # places tried for each of the next two blocks; later blocks take the best place left

Met = frozenset[tuple[str, int]]  # an enemy in contact: the side of its unit, and the part of that side


class Plan(NamedTuple):
    """Value of a place for a charging block.

    Values are compared first by the number of chargers that arrive, then by the number of arrivals that draw in no
    further enemy, then by the models touched, and last by the total length of the paths, where shorter is better.
    """

    arrived: int = 0
    clean: int = 0
    contacts: int = 0
    nearer: int = 0

    def after(self, landing: Landing, fresh: int) -> "Plan":
        """Value of the plan with another arrival, which takes place before the arrivals counted so far. The new arrival
        touches `fresh` further enemies.
        """
        clean, length = self.clean + (not landing.drags_in), self.nearer - round(landing.way.length)
        return Plan(self.arrived + 1, clean, self.contacts + landing.way.own + fresh, length)

    @property
    def duty(self) -> tuple[int, int, int]:
        """Objective to maximise, without the path lengths. Earlier terms take precedence."""
        return self[:3]


def chosen_place(battle: Battle, table: Table, charge: Charge) -> Block | None:
    """End place of a block's charge, chosen by the block's owner from among equally good places, or None if the block
    cannot arrive.
    """
    places = best_places(battle, table, charge)
    if len(places) <= 1:
        return places[0].end if places else None
    words = f"{battle.unit(charge.unit).name}: where do they charge home?"
    labels = tuple(_in_words(place) for place in places)
    options = tuple(range(len(places)))
    taken: int = table.choose(OneOf(battle.side(charge.unit), "WAB-CH-06", words, options, labels, charge.unit))
    return places[taken].end


def best_places(battle: Battle, table: Table, charge: Charge) -> tuple[Landing, ...]:
    """Landings that bring the most models on both sides into contact, nearest first (WAB-R-36).

    The landings leave room for blocks that charge the same enemy later, and do not obstruct blocks that charge other
    enemies nearby.
    """
    together, beside = _still_to_come(battle, charge), _beside(battle, table, charge)
    if not together and not beside:
        return _distinct(_best_places_alone(battle, table, charge))
    plans = sorted(_plans(battle, table, (charge, *together), frozenset(), 1), key=lambda pair: pair[0], reverse=True)
    best: list[Landing] = []
    most: tuple[int, int, int] = (0, 0, 0)
    for plan, landing in plans:
        if best and plan.arrived + len(beside) <= most[0] and plan.duty[1:] < most[1:]:
            continue
        after = battle.on(battle.plane.with_standing(charge.unit, landing.end)) if beside else battle
        arrived = plan.arrived + sum(_arrives(after, table, one) for one in beside)
        duty = arrived, plan.clean, plan.contacts
        best = [*best, landing] if duty == most else [landing] if duty > most else best
        most = max(most, duty)
    return _distinct(best)


def _best_places_alone(battle: Battle, table: Table, charge: Charge) -> list[Landing]:
    """Best landings of a block that does not have to leave room for other blocks."""
    best: list[Landing] = []
    for landing in landings(battle, table, charge, charge_reach(battle, table, charge.unit)):
        if best and (landing.way.contacts < best[0].way.contacts or landing.drags_in != best[0].drags_in):
            break
        best.append(landing)
    return sorted(best, key=lambda landing: round(landing.way.length))


def _distinct(places: Sequence[Landing]) -> tuple[Landing, ...]:
    """Landings that differ in their labels. Only the first landing with each label is kept."""
    distinct = {_in_words(landing): landing for landing in reversed(places)}
    return tuple(distinct.values())[::-1]


def how_many_arrive(battle: Battle, table: Table, charges: tuple[Charge, ...]) -> int:
    """Number of blocks charging one enemy together that can get into contact."""
    after, left = battle, len(charges)
    for charge in charges:
        reach = charge_reach(after, table, charge.unit)
        place = next(landings(after, table, charge, reach), None)
        if place is not None:
            after = after.on(after.plane.with_standing(charge.unit, place.end))
            left -= 1
    return len(charges) if not left else _best_arrival(battle, table, charges, frozenset(), 2).arrived


def _still_to_come(battle: Battle, charge: Charge) -> tuple[Charge, ...]:
    """Return the charges of blocks that will move into contact with the same enemy after this charge."""
    return tuple(one for one in battle.charges if one.target == charge.target and _goes(battle, one, charge))


def _beside(battle: Battle, table: Table, charge: Charge) -> tuple[Charge, ...]:
    """Return the charges of blocks that have yet to move into contact with other enemies and are near enough for this
    charge to block them.
    """
    far = 2 * circle_of_unit(battle.plane, charge.unit)[2]
    return tuple(
        one
        for one in battle.charges
        if one.target != charge.target
        and battle.living(one.target)
        and gap_between(battle, charge.target, one.target) <= far
        and _goes(battle, one, charge)
        and _arrives(battle, table, one)
    )


def _goes(battle: Battle, charge: Charge, first: Charge) -> bool:
    """Whether a block has yet to move into contact after the charge `first`."""
    return (
        charge != first
        and charge.in_reach
        and battle.living(charge.unit) > 0
        and not battle.status(charge.unit).fleeing
        and isinstance(battle.plane.standings[charge.unit], Block)
        and charge.target not in foes(battle, charge.unit)
    )


def _arrives(battle: Battle, table: Table, charge: Charge) -> bool:
    return next(landings(battle, table, charge, charge_reach(battle, table, charge.unit)), None) is not None


def _plans(
    battle: Battle, table: Table, charges: tuple[Charge, ...], met: Met, ahead: int
) -> Iterator[tuple[Plan, Landing]]:
    """Yield the landings of the first charge, each with its value if all later charges are made in the best way.

    `ahead` is the number of later charges for which every landing is examined.
    """
    charge, *others = charges
    rest = tuple(others)
    side = _side_of(battle, charge)
    found = landings(battle, table, charge, charge_reach(battle, table, charge.unit))
    for landing in islice(found, MOST if ahead >= 0 else 1):
        touched = met | {(side, part) for part in landing.way.met}
        after = battle.on(battle.plane.with_standing(charge.unit, landing.end)) if rest else battle
        yield _best_arrival(after, table, rest, touched, ahead).after(landing, len(touched) - len(met)), landing


def _best_arrival(battle: Battle, table: Table, charges: tuple[Charge, ...], met: Met, ahead: int) -> Plan:
    """Best value that several charges can have together, given the enemies already touched. `ahead` is the number of
    charges for which every landing is examined.
    """
    if not charges:
        return Plan()
    best: Plan | None = None
    for plan, landing in _plans(battle, table, charges, met, ahead - 1):
        if best is not None and len(charges) == 1 and landing.way.contacts < best.contacts:
            break  # nor are those that follow any better
        best = plan if best is None else max(best, plan)
    return _best_arrival(battle, table, charges[1:], met, ahead) if best is None else best


def _side_of(battle: Battle, charge: Charge) -> str:
    return struck_side(battle, charge) if isinstance(battle.plane.standings[charge.target], Block) else ""


def _in_words(place: Landing) -> str:
    x, y = place.end.x / INCH, place.end.y / INCH
    return f"front at {x:.2f}, {y:.2f}: {place.way.contacts} models in contact"
