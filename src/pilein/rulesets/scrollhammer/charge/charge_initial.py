"""Where the initial charger ends (SH-MV-21, SH-R-25)."""

from collections.abc import Iterator

from pilein.geometry.advances import Advance
from pilein.geometry.landing import settled
from pilein.geometry.rings import distance
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, shape
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.scrollhammer.charge.charge_contacts import Reader, targets_of, touch
from pilein.rulesets.scrollhammer.charge.charge_landings import pairs_off, touching
from pilein.rulesets.scrollhammer.charge.charge_prospects import spans_several
from pilein.rulesets.scrollhammer.charge.charge_ways import quickest_contact, ring_round, space_for
from pilein.rulesets.scrollhammer.ground.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle


def landing_of_initial(battle: Battle, reader: Reader, model: int) -> Advance | None:
    """The end of the quickest route into contact, None if none is in range.

    There a base no larger than the enemy's touches one enemy, moving up in line where it would touch two; a larger one
    shifts along to touch as many as it spans.
    """
    foes = targets_of(battle, reader, model)
    route = quickest_contact(battle, model, reader.faces, reader.reach + CONTACT, foes=foes)
    found = None if route is None else next(_landed(battle, reader, model, route), None)
    if found is None:
        return None
    foe, landing = found
    edges = touch(battle, reader, shape(battle.setup.base(model), landing.place)).edges
    if (not edges or pairs_off(battle, len(edges))) and not spans_several(battle, model, foe):
        return landing
    return next(touching(battle, reader, model, foe), landing)


def _landed(battle: Battle, reader: Reader, model: int, route: Route) -> Iterator[tuple[int, Advance]]:
    """The enemy that a route leads to, and the legal place at its end."""
    base, end = battle.setup.base(model), route.points[-1]
    space = space_for(battle, model, reader.faces.targets)
    for _, foe in foes_by_gap(battle, model, targets_of(battle, reader, model)):
        for stretch in ring_round(battle, base, foe, reader.faces):
            if distance(stretch, *end) <= CONTACT:
                place: Place | None = settled(base, battle.plane.shape(foe), space, stretch, end)
                if place is not None:
                    yield foe, Advance(place, route)
