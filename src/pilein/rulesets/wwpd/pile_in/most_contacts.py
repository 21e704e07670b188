"""As many models as can be into contact: places about the enemy are dealt out to those who reach them (WW-R-29)."""

from itertools import islice

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import overlaps
from pilein.geometry.landing import contact_places
from pilein.geometry.shapes import Place, Shape
from pilein.rulesets.wwpd.approach.aims import REACH, Terms
from pilein.rulesets.wwpd.approach.ground import space_for
from pilein.rulesets.wwpd.approach.nearness import enemies_by_gap
from pilein.rulesets.wwpd.approach.ways import body_at, way_to
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.pairing import paired

ABOUT = 12  # places looked at about one enemy


def assigned(battle: Battle, terms: Terms, waiting: tuple[int, ...]) -> tuple[tuple[int, Advance], ...]:
    """Which models go where, so that as many as can be touch an enemy; places are those that fit beside each other.

    Whose way is shut when those before him have gone is left out.
    """
    spots = _spots(battle, terms, waiting)
    reached = {model: _reached(battle, terms, model, spots) for model in waiting}
    by_length = {model: tuple(sorted(ways, key=lambda spot: (ways[spot], spot))) for model, ways in reached.items()}
    found = []
    for spot, model in sorted(paired(by_length).items(), key=lambda pair: reached[pair[1]][pair[0]]):
        way = way_to(battle, terms.walk, model, spots[spot], terms.shunned)
        if way is not None:
            found.append((model, way))
            battle = battle.on(battle.plane.with_place(model, way.place))
    return tuple(found)


def _spots(battle: Battle, terms: Terms, waiting: tuple[int, ...]) -> list[Place]:
    """Places about enemies within reach, none overlapping another, those nearest to the models first."""
    near = sorted({pair for model in waiting for pair in enemies_by_gap(battle, model) if pair[0] <= REACH})
    foes = dict.fromkeys(foe for _, foe in near if battle.unit_of(foe) in terms.foes)
    taken: list[Shape] = []
    spots: list[Place] = []
    for foe in foes:
        nearest = min(waiting, key=lambda model: _gap_to(battle, model, foe))
        space = space_for(battle, nearest, terms.shunned)
        start, base = battle.plane.place(nearest), battle.setup.base(nearest)
        for place in islice(contact_places(base, start, battle.plane.shape(foe), space), ABOUT):
            body = body_at(battle, nearest, place)
            if not any(overlaps(body, other) for other in taken):
                taken.append(body)
                spots.append(place)
    return spots


def _gap_to(battle: Battle, model: int, foe: int) -> float:
    return next(away for away, one in enemies_by_gap(battle, model) if one == foe)


def _reached(battle: Battle, terms: Terms, model: int, spots: list[Place]) -> dict[int, float]:
    """The places that a model reaches, by number, with the length of its way."""
    found = {}
    for number, place in enumerate(spots):
        way = way_to(battle, terms.walk, model, place, terms.shunned)
        if way is not None:
            found[number] = way.route.length
    return found
