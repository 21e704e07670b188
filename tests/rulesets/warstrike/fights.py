"""Battles of fighting models, for tests of several steps of a combat."""

from pilein.geometry.ticks import ticks
from pilein.rulesets.warstrike.engaged import engaged
from pilein.rulesets.warstrike.events import CombatEnded
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.skill import score_to_hit
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, battle, changed, table_of

IDLE = changed(TROOPER, weapons=())
BOLD = changed(IDLE, Nv=6)
GUN = Weapon("gun", ranged=True, AP=5, firepower=3)
SOFT = changed(TROOPER, Ar=0, Ev=4, weapons=())
SURE = changed(TROOPER, BS=8, weapons=(GUN,))


def lines_at(own, foe, *more, own_traits=TROOPER, foe_traits=TROOPER, **options):
    """Return a battle of two units with models at the given positions, and of further units."""
    units = U("own", 0, [(own_traits, len(own))], own), U("foe", 1, [(foe_traits, len(foe))], foe)
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def score_needed(made, model=0, weapon=BLADE):
    met = engaged(made, table_of(made), made.setup.unit_of[model])
    return score_to_hit(made, table_of(made), model, weapon, met[model]).need


def at_distance(*more, own=BOLD, foe=BOLD, inches=5, **options):
    """Return a battle of a model at (10, 10) and an enemy to its north, at the given distance from base to base."""
    units = U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [(10, 11 + inches)])
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def goes(model, x, y):
    """Return the answer that consolidates only the given model, moving it to a position given in inches."""
    return ((model, ticks(x), ticks(y), 0),)


def overlapping(both=TROOPER, one=TROOPER):
    """Return a battle under WS-R-21 `touched-only` in which the first model touches models of P and Q and the second
    model touches only a model of P.
    """
    units = (
        U("A", 0, [(both, 1), (one, 1)], [(11, 10), (9, 10)]),
        U("P", 1, [(changed(TROOPER, Ar=4), 1)], [(10, 10)]),
        U("Q", 1, [(TROOPER, 1)], [(11, 11)]),
    )
    return battle(*units, fight=(0, 1, 2), rulings={"WS-R-21": "touched-only"})


def meeting(*more, own=IDLE, foe=IDLE, at=(10, 13), fight=(0, 1), rulings=None):
    """Return a battle in which a model at (10, 10) attacks an enemy to its north, with further enemies to the east."""
    units = [U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [at])]
    units += [U(f"more {number}", 1, [(one, 1)], [(x, 10)]) for number, (one, x) in enumerate(more)]
    return battle(*units, fight=fight, rulings=rulings)


def reasons(script):
    """Return the reasons for the ends of combats, in order."""
    return [event.reason for event in told(script, CombatEnded)]


def shooting(*firers, at, foe=SOFT, **options):
    """Return a battle of shooters of one unit, given as (traits, position), against enemies at the given positions."""
    own = U("A", 0, [(traits, 1) for traits, _ in firers], [spot for _, spot in firers])
    return battle(own, U("D", 1, [(foe, len(at))], at), fight=(0, 1), **options)


def two_targets():
    """Return a battle in which P's ordinary model is near the first shooter, P's leader is near the second, and Q is
    near both.
    """
    own = U("A", 0, [(SURE, 2)], [(20, 20), (26, 20)])
    p = U("P", 1, [(SOFT, 2)], [(30, 24), (16, 24)])
    return battle(own, p, U("Q", 1, [(SOFT, 1)], [(23, 25)]), fight=(0, 1, 2))
