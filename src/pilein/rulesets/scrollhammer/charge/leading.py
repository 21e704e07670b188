"""Landing of the initial charger, at the nearest enemy by the quickest route (SH-MV-21). The player breaks ties
(SH-R-26).
"""

from collections.abc import Iterator
from itertools import chain

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.placement.question import move_of
from pilein.rulesets.scrollhammer.charge.contacts import foes_of, targets_of, within_reach
from pilein.rulesets.scrollhammer.charge.landings import pairs_off, spans_several, touching
from pilein.rulesets.scrollhammer.charge.range import breaker_of_ties
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.landings import Landing, landed_by, landing_in, nearest_landing, slides_in
from pilein.tabletop.movement.ways import apart, slack_of


def end_of_initial(battle: Battle, table: Table, terms: ChargeTerms, model: int) -> Landing | None:
    """Return where the initial charger's quickest route ends. The player chooses among equally quick routes
    (SH-R-26).
    """
    ends = ends_of_initial(battle, terms, model)
    if not ends:
        return None
    words = f"{battle.unit(battle.setup.unit_of[model]).name}: where does the initial charger touch the enemy?"
    options = tuple(move_of(model, end.way) for end in ends)
    labels = tuple(_label(end) for end in ends)
    named = table.choose(OneOf(breaker_of_ties(battle, table, len(ends)), "SH-MV-21", words, options, labels, model))
    return ends[options.index(named)]


def ends_of_initial(battle: Battle, terms: ChargeTerms, model: int) -> tuple[Landing, ...]:
    """Return where the quickest route into contact ends, and where equally long routes to other places end. The result
    is empty if contact is out of range.
    """
    own = within_reach(battle, model, targets_of(battle, terms.targets, model), terms.move.reach + CONTACT)
    found = _landings(battle, terms, model, own, terms.move.reach + CONTACT)
    best = next(found, None)
    if best is None:
        return ()
    ends = [best]
    for other in chain(found, _at_other_enemies(battle, terms, model, best)):
        if _is_equal_landing(best, other) and all(apart(other.place, end.place) > CONTACT for end in ends):
            ends.append(other)
    return tuple(ends)


def _landings(battle: Battle, terms: ChargeTerms, model: int, own: tuple[int, ...], limit: float) -> Iterator[Landing]:
    """Yield the end of the quickest route into contact, then other landings at the same enemy (SH-MV-10, SH-MV-21,
    SH-R-25).

    A base no larger than the enemy's touches one enemy along an edge. If it would touch two enemies, or only a
    corner, it shifts into line within its range. A larger base shifts to touch as many enemies as it spans.
    """
    foes = foes_of(battle, terms.targets)
    found = nearest_landing(battle.plane, terms.move, model, own, limit)
    if found is None or not battle.holds("SH-MV-10"):
        return
    edges = landed_by(battle.plane, terms.move, model, found.way, foes).edges
    wide = spans_several(battle, model, found.goal)
    if edges and pairs_off(battle, len(edges)) and not wide:
        yield found
        return
    in_line = touching(battle, terms, model, found.goal)
    best = next(in_line, found)
    a_step = battle.setup.base(model).width
    if not wide and best.route.length > found.route.length + a_step:  # in line only by a long detour
        yield from _along_the_face(battle, terms, model, found, foes)
    if best.edges or edges:
        yield best if best.edges else found
        yield from in_line
    else:
        yield from slides_in(battle.plane, terms.move, model, found, foes)
        yield found


def _along_the_face(
    battle: Battle, terms: ChargeTerms, model: int, found: Landing, foes: tuple[int, ...]
) -> Iterator[Landing]:
    """Shift a corner contact along the face until the model is in line, or half as far if it would then touch two
    enemies.
    """
    for slid in slides_in(battle.plane, terms.move, model, found, foes):
        if pairs_off(battle, len(slid.edges)):
            yield slid
            continue
        half = Place((found.place.x + slid.place.x) // 2, (found.place.y + slid.place.y) // 2, slid.place.facing)
        other = landing_in(battle.plane, terms.move, model, found.goal, foes, half)
        yield slid if other is None or not pairs_off(battle, len(other.edges)) else other


def _at_other_enemies(battle: Battle, terms: ChargeTerms, model: int, best: Landing) -> Iterator[Landing]:
    """Yield places at other enemies that are equally near and to which the path to first contact is equally short."""
    first = nearest_landing(battle.plane, terms.move, model, (best.goal,), best.route.length)
    limit = (best if first is None else first).route.length + CONTACT
    most = min(limit + slack_of(battle.plane, model), terms.move.reach + CONTACT)
    for away, foe in foes_by_gap(battle, model, targets_of(battle, terms.targets, model)):
        if away > most:
            return
        if foe != best.goal:
            yield from _landings(battle, terms, model, (foe,), limit)


def _is_equal_landing(best: Landing, other: Landing) -> bool:
    """Whether a landing's path is as long as the best landing's path and ends in contact with the same number of
    enemies.
    """
    return abs(other.route.length - best.route.length) <= CONTACT and len(other.edges) == len(best.edges)


def _label(end: Landing) -> str:
    foes = " and ".join(map(str, end.edges or end.met))
    return f"model {foes}, from {end.place.x / INCH:.2f}, {end.place.y / INCH:.2f}"
