"""Counter-charges (WAB-RX-02, WAB-RX-03, WAB-R-38)."""

from pilein.geometry.angles import heading
from pilein.geometry.blocks import Block
from pilein.geometry.closing import closing_step
from pilein.geometry.gaps import gap
from pilein.geometry.runs import unit_vector
from pilein.geometry.ticks import INCH
from pilein.geometry.turns import Vector
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, troop
from pilein.rulesets.wab.ground.arcs import sees
from pilein.rulesets.wab.ground.flight_heading import middle
from pilein.rulesets.wab.movement.arrivals import as_charger
from pilein.rulesets.wab.movement.charge_ways import is_one_wheel
from pilein.rulesets.wab.movement.clearance import after_run, bodies_of, free_run, is_free, surroundings
from pilein.rulesets.wab.movement.columns import is_in_column
from pilein.rulesets.wab.movement.moved import having_moved
from pilein.rulesets.wab.movement.rates import rate
from pilein.rulesets.wab.movement.wheels import wheels_to
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import NOBODY, Battle, Charge
from pilein.rulesets.wab.steps import Step
from pilein.tabletop.plane import Standing

SWIFT = ("cavalry", "light chariot")
HEAVY = "heavy chariot"
HALF = 2


def may_counter_charge(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a charged unit may choose to counter-charge; not in march column (WAB-R-50)."""
    if opponent(battle, table, unit) == NOBODY or not can_counter_charge(battle, table, unit):
        return False
    return not is_in_column(battle, table, unit) or table.rule("WAB-R-50") == "column-may-charge"


def can_counter_charge(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-RX-02. Only cavalry and light chariot units may counter-charge; `cc-any-chariot`: cataphracts never."""
    able = troop(battle, unit) in SWIFT
    if able and has_rule(battle, unit, "Cataphract") and table.rule("WAB-R-38") == "cc-any-chariot":
        able = False
    return able or not table.holds("WAB-RX-02")


def opponent(battle: Battle, table: Table, unit: int) -> int:
    """The charger whom a unit may meet with a counter-charge, the first that declared; NOBODY if there is none."""
    charges = (charge for charge in battle.charges if charge.target == unit)
    return next((charge.unit for charge in charges if may_be_met(battle, table, charge)), NOBODY)


def may_be_met(battle: Battle, table: Table, charge: Charge) -> bool:
    """WAB-RX-03. Counter-charge needs a charge into the front, by cavalry or light chariots in the arc of vision.

    WAB-R-38 `cc-any-chariot`: by heavy chariots too.
    """
    comes_head_on = charge.arc == "front" and sees(battle, table, charge.target, charge.unit)
    kind = troop(battle, charge.unit)
    if comes_head_on and (kind in SWIFT or (kind == HEAVY and table.rule("WAB-R-38") == "cc-any-chariot")):
        return True
    return not table.holds("WAB-RX-03")


@clause(Step.COUNTER_CHARGE)
def counter_charge(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-38. A counter-charger wheels to face the charger and moves half its rate at him; then he charges home.

    `cc-full-rate`: its full rate. If the charge is out of reach it moves 1" only.
    """
    foe = opponent(battle, table, unit)
    if foe == NOBODY or not battle.living(unit) or battle.status(unit).fleeing or battle.status(foe).fleeing:
        return battle
    comes = any(charge.in_reach for charge in battle.charges if charge.unit == foe)
    far = distance_of(battle, table, unit) if comes else float(INCH)
    after = having_moved(battle, table, unit, met(battle, unit, foe, far), "counter-charged", "WAB-RX-02")
    return after.having(unit, charge="counter") if comes else after


def distance_of(battle: Battle, table: Table, unit: int) -> float:
    """How far a counter-charge goes, in ticks."""
    full = rate(battle, table, unit)
    return full if table.rule("WAB-R-38") == "cc-full-rate" else full / HALF


def met(battle: Battle, unit: int, foe: int, far: float) -> Standing:
    """How a unit stands that has gone so far straight at an enemy, or less where it touches him or somebody else."""
    standing = faced(battle, unit, foe)
    bodies = bodies_of(battle, standing)
    way = _way(battle, standing, foe)
    about = as_charger(surroundings(battle, unit))
    return after_run(battle, standing, way, free_run(bodies, way, far, about), about)


def faced(battle: Battle, unit: int, foe: int) -> Standing:
    """A unit wheeled to face the middle of an enemy, where there is room for it."""
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Block):
        return standing
    about = as_charger(surroundings(battle, unit))
    for wheel in wheels_to(standing, middle(battle, foe), 0.5):
        if is_one_wheel(battle, wheel) and is_free(bodies_of(battle, wheel.block), about):
            return wheel.block
    return standing


def _way(battle: Battle, standing: Standing, foe: int) -> Vector:
    if isinstance(standing, Block):
        return heading(standing.facing)
    theirs = bodies_of(battle, battle.plane.standings[foe])
    pairs = [(one, other) for one in bodies_of(battle, standing) for other in theirs]
    return unit_vector(*closing_step(*min(pairs, key=lambda pair: gap(*pair))))
