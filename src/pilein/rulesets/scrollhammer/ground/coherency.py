"""Coherency: how near to one another the models of a unit stay (SH-R-06)."""

from pilein.geometry.blocks import Block
from pilein.geometry.chains import linked
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_gaps import is_in_order
from pilein.rulesets.scrollhammer.events.moving import LeftApart
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.plane import shapes_of

LOOSE = 2 * INCH
Groups = tuple[tuple[int, ...], ...]


def coherency_distance(battle: Battle, table: Table, unit: int) -> int:
    """SH-R-06. The widest gap between models that still hang together, in ticks: 2"; of a block's models none."""
    formation = battle.unit(unit).formation
    return 0 if formation == "ranks" else widest_gap(formation, table.rule("SH-R-06"))


def widest_gap(formation: str, option: str) -> int:
    """The widest gap between loose models that still hang together under a reading of SH-R-06, in ticks."""
    return INCH if option == ("horde-1" if formation == "horde" else "skirmish-1") else LOOSE


def is_coherent(battle: Battle, unit: int, distance: int) -> bool:
    """Whether a unit is in coherency: a block in order but for its last rank, all others linked by such gaps."""
    standing = battle.plane.standings[unit]
    if isinstance(standing, Block):
        return not battle.living(unit) or is_in_order(standing)
    return len(groups_of(battle, unit, distance)) <= 1


def groups_of(battle: Battle, unit: int, distance: int) -> Groups:
    """The models of a unit in groups linked by gaps of no more than `distance` ticks; remembered on its standing."""
    standing = battle.plane.standings[unit]
    remembered: dict[int, Groups] = standing.__dict__.setdefault("groups", {})
    if distance not in remembered:
        shapes = shapes_of(standing, battle.setup)
        models = tuple(shapes)
        groups = linked(tuple(shapes.values()), distance)
        remembered[distance] = tuple(tuple(models[place] for place in group) for group in groups)
    return remembered[distance]


def body_of(battle: Battle, unit: int, distance: int) -> tuple[int, ...]:
    """The models that the others of a unit stray from: the largest group, of equals the one with most in contact."""
    groups = groups_of(battle, unit, distance)
    if len(groups) <= 1:
        return battle.plane.models(unit)
    enemies = battle.plane.contacts.enemies
    return max(groups, key=lambda group: (len(group), sum(bool(enemies[model]) for model in group)))


def strays(battle: Battle, unit: int, distance: int) -> tuple[int, ...]:
    """The models of a unit that are out of coherency with its body."""
    body = body_of(battle, unit, distance)
    return tuple(model for model in battle.plane.models(unit) if model not in body)


def tell_if_apart(battle: Battle, table: Table, unit: int, move: str, clause: str) -> None:
    """SH-R-29. A unit whose models could not all keep up with the others has ended its move out of coherency."""
    if not is_coherent(battle, unit, coherency_distance(battle, table, unit)):
        table.tell(LeftApart(unit=battle.unit(unit).name, move=move, clause=clause))
