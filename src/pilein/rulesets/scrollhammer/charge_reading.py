"""How the charge under way is read (SH-R-04, SH-R-06, SH-R-22, SH-R-27, SH-R-28)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_contacts import Reader, free_foes, models_left
from pilein.rulesets.scrollhammer.charge_faces import faces_of
from pilein.rulesets.scrollhammer.charge_success import charge_reach
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.state import Battle


def read(battle: Battle, table: Table) -> Reader:
    """The readings in force, asked for where they may matter."""
    charge = battle.charge
    assert charge is not None
    plain = Reader(
        faces_of(battle, table),
        charge_reach(charge),
        coherency_distance(battle, table, charge.unit),
        edges_only=_has_corners(battle) and table.rule("SH-R-04") == "edges-only",
    )
    if not charge.moved:
        return plain
    left, free = len(models_left(battle)), len(free_foes(battle, plain))
    matched = left > 1 and free > 1 and table.rule("SH-R-22") == "global"
    in_line = table.rule("SH-R-28") == "in-line"
    return Reader(plain.faces, plain.reach, plain.coherency, plain.edges_only, matched, in_line)


def _has_corners(battle: Battle) -> bool:
    """Whether bases may touch with corners alone: some on both sides are rectangles."""
    charge = battle.charge
    assert charge is not None
    targets = [model for target in charge.targets for model in battle.plane.models(target)]
    models = battle.plane.models(charge.unit)
    return all(any(battle.setup.base(one).kind == "rectangle" for one in some) for some in (models, targets))
