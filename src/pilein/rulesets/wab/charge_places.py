"""Which places in contact a charging block may take: units that charge together leave each other room (WAB-R-36)."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.arrivals import Landing, charge_reach, landings
from pilein.rulesets.wab.charge_ways import struck_side
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Battle, Charge

MOST = {0: 60, 1: 60, 2: 12}  # places that are looked at of each, by the number of those that still come after it
FEW = 6  # of each where more come

Met = frozenset[tuple[str, int]]  # enemies in contact: the side of their unit, and the part of that side


class Plan(NamedTuple):
    """What comes of a place: how many chargers arrive, drag nobody in, and touch how many models; minus their ways."""

    arrived: int = 0
    clean: int = 0
    contacts: int = 0
    nearer: int = 0

    def after(self, landing: Landing, fresh: int) -> "Plan":
        """This, with one more that arrives before the others and touches this number of fresh enemies."""
        clean, length = self.clean + (not landing.drags_in), self.nearer - round(landing.way.length)
        return Plan(self.arrived + 1, clean, self.contacts + landing.way.own + fresh, length)

    @property
    def duty(self) -> tuple[int, int, int]:
        """What has to be as much as possible, the first before the others."""
        return self[:3]


def chosen_place(battle: Battle, table: Table, charge: Charge) -> Block | None:
    """Where a block ends its charge: its owner chooses between places that are as good; None if it cannot arrive."""
    places = best_places(battle, table, charge)
    if len(places) <= 1:
        return places[0].end if places else None
    words = f"{battle.unit(charge.unit).name}: where do they charge home?"
    labels = tuple(_in_words(place) for place in places)
    options = tuple(range(len(places)))
    taken: int = table.choose(OneOf(battle.side(charge.unit), "WAB-CH-06", words, options, labels, charge.unit))
    return places[taken].end


def best_places(battle: Battle, table: Table, charge: Charge) -> tuple[Landing, ...]:
    """WAB-R-36. The places from which as many models of both sides as possible come into contact, the nearest first.

    Blocks that charge the same enemy after it count with it: it leaves them the room that they need.
    """
    plans = list(_plans(battle, table, (charge, *_still_to_come(battle, charge)), frozenset()))
    most = max((plan.duty for plan, _ in plans), default=())
    best = sorted((pair for pair in plans if pair[0].duty == most), key=lambda pair: -pair[0].nearer)
    distinct = {_in_words(landing): landing for _, landing in reversed(best)}
    return tuple(distinct.values())[::-1]


def how_many_arrive(battle: Battle, table: Table, charges: tuple[Charge, ...]) -> int:
    """How many of some blocks that charge one enemy together get into contact, each leaving the others room."""
    after, left = battle, len(charges)
    for charge in charges:
        reach = charge_reach(after, table, charge.unit)
        place = next(landings(after, table, charge, reach), None)
        if place is not None:
            after = after.on(after.plane.with_standing(charge.unit, place.end))
            left -= 1
    return len(charges) if not left else _best(battle, table, charges, frozenset()).arrived


def _still_to_come(battle: Battle, charge: Charge) -> tuple[Charge, ...]:
    """The blocks that move into contact with the same enemy after this one."""
    return tuple(
        one
        for one in battle.charges
        if one.target == charge.target
        and one != charge
        and one.in_reach
        and battle.living(one.unit)
        and not battle.status(one.unit).fleeing
        and isinstance(battle.plane.standings[one.unit], Block)
        and one.target not in foes(battle, one.unit)
    )


def _plans(battle: Battle, table: Table, charges: tuple[Charge, ...], met: Met) -> Iterator[tuple[Plan, Landing]]:
    """What comes of each place of the first of some charges, if the others do the best then."""
    charge, *others = charges
    rest = tuple(others)
    side = _side_of(battle, charge)
    most = 0
    found = landings(battle, table, charge, charge_reach(battle, table, charge.unit))
    for landing in islice(found, MOST.get(len(rest), FEW)):
        if not rest and not met and landing.way.contacts < most:
            return
        most = max(most, landing.way.contacts)
        touched = met | {(side, part) for part in landing.way.met}
        after = battle.on(battle.plane.with_standing(charge.unit, landing.end)) if rest else battle
        yield _best(after, table, rest, touched).after(landing, len(touched) - len(met)), landing


def _best(battle: Battle, table: Table, charges: tuple[Charge, ...], met: Met) -> Plan:
    """The best that some charges come to, where these enemies are in contact already."""
    if not charges:
        return Plan()
    plans = [plan for plan, _ in _plans(battle, table, charges, met)]
    return max(plans) if plans else _best(battle, table, charges[1:], met)


def _side_of(battle: Battle, charge: Charge) -> str:
    return struck_side(battle, charge) if isinstance(battle.plane.standings[charge.target], Block) else ""


def _in_words(place: Landing) -> str:
    x, y = place.end.x / INCH, place.end.y / INCH
    return f"front at {x:.2f}, {y:.2f}: {place.way.contacts} models in contact"
