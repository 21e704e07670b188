"""How the charge under way is read (SH-R-04, SH-R-06, SH-R-22, SH-R-25, SH-R-27, SH-R-28)."""

from msgspec.structs import replace

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.charge_contacts import Reader, free_foes, models_left
from pilein.rulesets.scrollhammer.charge.charge_faces import faces_of
from pilein.rulesets.scrollhammer.ground.coherency import coherency_distance
from pilein.rulesets.scrollhammer.state import Battle


def read(battle: Battle, table: Table) -> Reader:
    """The readings in force, asked for where they may matter."""
    charge = battle.charge
    assert charge is not None
    plain = Reader(
        faces_of(battle, table),
        charge.range * INCH,
        coherency_distance(battle, table, charge.unit),
        edges_only=_has_corners(battle) and table.rule("SH-R-04") == "edges-only",
    )
    if not charge.moved:
        return plain
    left = models_left(battle)
    several = len(left) > 1 and len(free_foes(battle, plain)) > 1
    unlike = len({battle.setup.base(model) for model in left}) > 1
    return replace(
        plain,
        matched=several and table.rule("SH-R-22") == "global",
        in_line=table.rule("SH-R-28") == "in-line",
        large_first=unlike and table.rule("SH-R-25") == "large-first",
    )


def _has_corners(battle: Battle) -> bool:
    """Whether bases may touch with corners alone: some on both sides are rectangles."""
    charge = battle.charge
    assert charge is not None
    targets = [model for target in charge.targets for model in battle.plane.models(target)]
    models = battle.plane.models(charge.unit)
    return all(any(battle.setup.base(one).kind == "rectangle" for one in some) for some in (models, targets))
