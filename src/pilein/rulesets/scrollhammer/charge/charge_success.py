"""Whether a charge succeeds with the range rolled (SH-RA-02, SH-FA-01, SH-FA-02, SH-MC-01)."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_range import places_fall_short
from pilein.rulesets.scrollhammer.charge.charge_distance import is_in_range
from pilein.rulesets.scrollhammer.charge.charge_faces import faces_of
from pilein.rulesets.scrollhammer.charge.charge_ways import Faces, quickest_contact
from pilein.rulesets.scrollhammer.ground.nearness import nearest_models
from pilein.rulesets.scrollhammer.rulebook import says
from pilein.rulesets.scrollhammer.state import Battle, Charge


@says("SH-RA-02", without=0)
def charge_reach(charge: Charge) -> int:
    """SH-RA-02. The one total rolled serves for the success test and for every model's move; in ticks."""
    return charge.range * INCH


def targets_reached(battle: Battle, table: Table) -> tuple[int, ...]:
    """The living targets of the charge under way that are not too far."""
    charge = battle.charge
    assert charge is not None
    faces = faces_of(battle, table)
    is_block = isinstance(battle.plane.standings[charge.unit], Block)
    falls_short = block_falls_short if is_block else loose_fall_short
    living = (target for target in charge.targets if battle.living(target))
    return tuple(target for target in living if not falls_short(battle, table, target, faces))


@says("SH-FA-01", without=False)
def loose_fall_short(battle: Battle, table: Table, target: int, faces: Faces) -> bool:
    """SH-FA-01. Skirmishers and hordes fail if the initial charger is further from a target than the charge range.

    Towards each target its nearest model is taken for it; under `initial-only` the one nearest to any (SH-R-30).
    """
    charge = battle.charge
    assert charge is not None
    reach = charge_reach(charge)
    falls_short = not is_in_range(battle, table, charge.unit, target, faces, reach)
    if len(charge.targets) == 1 or falls_short or table.rule("SH-R-30") != "initial-only":
        return falls_short
    leaders = nearest_models(battle, charge.unit, charge.targets)
    routes = [quickest_contact(battle, model, faces, reach + CONTACT, foes=(target,)) for model in leaders]
    return all(route is None for route in routes)


@says("SH-FA-02", without=False)
def block_falls_short(battle: Battle, table: Table, target: int, faces: Faces) -> bool:
    """SH-FA-02. A unit that Fights in Ranks fails if all of it is further from a target than the range (SH-R-20)."""
    charge = battle.charge
    assert charge is not None
    reach = charge_reach(charge)
    if not is_in_range(battle, table, charge.unit, target, faces, reach):
        return True
    return places_fall_short(battle, table, target, reach)


@says("SH-MC-01", without=lambda _table, reached, _targets: bool(reached))
def is_enough(table: Table, reached: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """SH-MC-01. A charge on several units succeeds only if the roll is enough to reach them all (SH-R-30)."""
    if len(reached) == len(targets):
        return True
    return bool(reached) and table.rule("SH-R-30") == "reach-any"
