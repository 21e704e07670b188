"""One stage of a side's pile ins: who may move and to whom, and the readings in force."""

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge_ways import Faces
from pilein.rulesets.scrollhammer.coherency import coherency_distance, strays
from pilein.rulesets.scrollhammer.contact import contacts
from pilein.rulesets.scrollhammer.pile_in_movers import movers, standing, supporters, unengaged, units_to_touch
from pilein.rulesets.scrollhammer.pile_in_sides import faces_fought
from pilein.rulesets.scrollhammer.state import Battle

ENEMY, FRIEND, NEAR = "enemy", "friend", "near"


class Terms(Struct, frozen=True, cache_hash=True):
    """What holds for one move: its stage, the models that may make it, and the models that it leads to.

    `units` may be touched, `targets` are the enemies among them; `coherency` is the widest gap in ticks, by unit.
    `faces` are the sides of blocks that each unit may touch. The readings: SH-R-04 `edges-only`,
    SH-R-29 `charge-fails`, SH-R-44 `own-unit`.
    """

    stage: str
    movers: tuple[int, ...]
    goals: tuple[int, ...]
    units: tuple[int, ...]
    targets: tuple[int, ...]
    coherency: tuple[tuple[int, int], ...]
    faces: tuple[tuple[int, Faces], ...] = ()
    edges_only: bool = False
    strays_stay: bool = False
    own_unit: bool = False

    def coherency_of(self, unit: int) -> int:
        """The widest gap between linked models of a unit, in ticks."""
        return dict(self.coherency)[unit]

    def faces_of(self, unit: int) -> Faces:
        """What a unit may touch of the targets."""
        return dict(self.faces)[unit]


def read_terms(battle: Battle, table: Table, stage: str, side: int, step: int) -> Terms | None:
    """The terms of a stage as things stand, None if it has nobody to move or nothing to move to."""
    models = movers(battle, table, side, step)
    free = unengaged(battle, table, side) if stage == ENEMY else ()
    if stage == ENEMY:
        seeking = supporters(battle, table, side, step, free)
        models += tuple(model for model in seeking if model not in models)
    if not models:
        return None
    goals = free if stage == ENEMY else _goals(battle, table, stage, side)
    if not goals:
        return None
    units = units_to_touch(battle, table)
    targets = tuple(unit for unit in units if battle.side(unit) != side and battle.living(unit))
    own = tuple(dict.fromkeys(battle.setup.unit_of[model] for model in models))
    distances = tuple((unit, coherency_distance(battle, table, unit)) for unit in own)
    astray = any(model in strays(battle, unit, distance) for unit, distance in distances for model in models)
    return Terms(
        stage,
        models,
        goals,
        units,
        targets,
        distances,
        tuple((unit, faces_fought(battle, table, unit, targets)) for unit in own),
        edges_only=table.rule("SH-R-04") == "edges-only",
        strays_stay=stage == NEAR and astray and table.rule("SH-R-29") == "charge-fails",
        own_unit=stage != ENEMY and len(standing(battle, side)) > 1 and table.rule("SH-R-44") == "own-unit",
    )


def _goals(battle: Battle, table: Table, stage: str, side: int) -> tuple[int, ...]:
    """The models that the third and the fifth stage lead to: friends in contact; all of the combat."""
    friends = friends_in_contact(battle, table, side)
    if stage == FRIEND:
        return friends
    foes = tuple(model for unit in standing(battle, 1 - side) for model in battle.plane.models(unit))
    own = tuple(model for unit in standing(battle, side) for model in battle.plane.models(unit))
    return (*foes, *friends) if foes else own


def friends_in_contact(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    """The models of a side that touch an enemy of this combat."""
    unit_of = battle.setup.unit_of
    foes = set(standing(battle, 1 - side))
    who = contacts(battle, table).enemies
    models = (model for unit in standing(battle, side) for model in battle.plane.models(unit))
    return tuple(model for model in models if any(unit_of[enemy] in foes for enemy in who[model]))
