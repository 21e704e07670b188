"""One stage of a side's pile-ins: its movers, goals and terms (SH-PI-09, SH-PI-12)."""

from msgspec import Struct

from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms, bars_of, mates_to_stay_with
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.rulesets.scrollhammer.contact import contacts
from pilein.rulesets.scrollhammer.initiative import ANY_STEP
from pilein.rulesets.scrollhammer.pile_in.movers import (
    body_to_join,
    movers,
    pile_in_reach,
    standing,
    strays_in_touch,
    strays_of,
    supporters,
    unengaged,
    units_to_touch,
)
from pilein.rulesets.scrollhammer.pile_in.sides import open_sides
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.coherency import groups_of
from pilein.tabletop.movement.terms import Bars, Sides, Terms

ENEMY, FRIEND, NEAR = "enemy", "friend", "near"


class Stage(Struct, frozen=True, cache_hash=True):
    """Terms of one stage: its name, the models that may move in it, and their goals.

    Models may touch `units`, and `targets` lists the enemies among these units. `coherency` gives each unit's
    maximum gap in ticks, and `sides` the parts of blocks that may be touched. The flags stand for SH-R-04
    `edges-only`, SH-R-29 `charge-fails` and SH-R-44 `own-unit`. `held` holds movers in touch with the combat, which
    leave it only to regain coherency (SH-R-77).
    """

    name: str
    movers: tuple[int, ...]
    goals: tuple[int, ...]
    units: tuple[int, ...]
    targets: tuple[int, ...]
    bars: Bars
    coherency: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, Sides], ...] = ()
    by_edges: bool = False
    strays_stay: bool = False
    own_unit: bool = False
    held: tuple[int, ...] = ()

    def terms(self, battle: Battle, model: int) -> ChargeTerms:
        """Terms of a pile-in of up to 3 inches (SH-PI-03), as if the unit charged and its other models had already
        moved (SH-PI-09).
        """
        unit = battle.setup.unit_of[model]
        mates = mates_to_stay_with(battle, mates_of(battle, self, model)) if battle.holds("SH-PI-09") else ()
        coherency, sides = dict(self.coherency)[unit], dict(self.sides)[unit]
        move = Terms(self.bars, pile_in_reach(battle), mates, coherency, sides, self.by_edges)
        return ChargeTerms(move, self.targets)

    def bars_off_strangers(self) -> Bars:
        """Obstacles, with an additional clearance from all units, including friends, that may not be touched."""
        kept = enumerate(self.bars.clearances)
        clearances = tuple(off if unit in self.units else max(off, CONTACT + 1) for unit, off in kept)
        return Bars(clearances, self.bars.walls, self.bars.is_edged, self.bars.squeezes)


def read_stage(battle: Battle, table: Table, name: str, side: int, step: int) -> Stage | None:
    """Return the stage at the current position, or None if it has no movers or no goals."""
    models = movers(battle, table, side, step)
    free = unengaged(battle, table, side) if name == ENEMY else ()
    if name == ENEMY:
        seeking = supporters(battle, table, side, step, free)
        models += tuple(model for model in seeking if model not in models)
    if not models:
        return None
    goals = free if name == ENEMY else _goals(battle, table, name, side)
    if not goals:
        return None
    units = units_to_touch(battle, table)
    targets = tuple(unit for unit in units if battle.side(unit) != side and battle.living(unit))
    own = tuple(dict.fromkeys(battle.setup.unit_of[model] for model in models))
    distances = tuple((unit, coherency_distance(battle, table, unit)) for unit in own)
    return Stage(
        name,
        models,
        goals,
        units,
        targets,
        bars_of(battle, own[0], targets),
        distances,
        tuple((unit, open_sides(battle, table, unit, targets)) for unit in own),
        by_edges=table.rule("SH-R-04") == "edges-only",
        strays_stay=name == NEAR and _are_astray(battle, models, distances) and table.rule("SH-R-29") == "charge-fails",
        own_unit=name != ENEMY and len(standing(battle, side)) > 1 and table.rule("SH-R-44") == "own-unit",
        held=tuple(model for unit in own for model in strays_in_touch(battle, table, unit)) if step == ANY_STEP else (),
    )


def _are_astray(battle: Battle, models: tuple[int, ...], distances: tuple[tuple[int, int], ...]) -> bool:
    """Whether any of the models is out of coherency. `distances` pairs units with their coherency distances."""
    return any(not set(strays_of(battle, unit, far)).isdisjoint(models) for unit, far in distances)


def mates_of(battle: Battle, stage: Stage, model: int) -> tuple[int, ...]:
    """Other models of its own unit with which a mover has to stay: the main body, models that fight, and models that
    have piled in.

    Models that have yet to pile in count only if there are no others (SH-MV-23). If a whole unit moves, its first model
    has no other models to stay with and leads like an initial charger. If a detached part moves as a whole, its first
    model joins the fighting models without waiting. A model held by the combat leaves it only for the main body, and so
    does every model if no enemies stand (SH-R-77).
    """
    unit = battle.setup.unit_of[model]
    others, waiting = tuple(one for one in battle.plane.models(unit) if one != model), frozenset(stage.movers)
    if waiting.issuperset(others):
        return ()
    apart, piled = dict(stage.coherency)[unit], battle.combat.exchange.piled
    if model in stage.held or not stage.targets:
        return body_to_join(battle, unit, apart)
    is_first = not any(one in piled for one in others)
    is_leading = is_first and _leaves_as_a_whole(battle, stage, model)
    arrived = {*piled, *(() if is_leading else body_to_join(battle, unit, apart))}
    near = tuple(one for one in others if one in arrived or _fights(battle, stage, one))
    return tuple(one for one in near if one not in waiting) or near or others


def _leaves_as_a_whole(battle: Battle, stage: Stage, model: int) -> bool:
    """Whether a model belongs to a detached part of its unit that must pile in as a whole."""
    unit = battle.setup.unit_of[model]
    groups = groups_of(battle.plane, unit, dict(stage.coherency)[unit])
    own = next(group for group in groups if model in group)
    return len(groups) > 1 and all(one in stage.movers for one in own)


def _fights(battle: Battle, stage: Stage, model: int) -> bool:
    """Whether a model touches an enemy in the combat."""
    plane, unit_of = battle.plane, battle.setup.unit_of
    who = plane.edge_contacts if stage.by_edges else plane.contacts
    return any(unit_of[foe] in stage.targets for foe in who.enemies[model])


def _goals(battle: Battle, table: Table, stage: str, side: int) -> tuple[int, ...]:
    """Goals of the third and fifth stages: friends in contact, or all models in the combat."""
    friends = friends_in_contact(battle, table, side)
    if stage == FRIEND:
        return friends
    foes = tuple(model for unit in standing(battle, 1 - side) for model in battle.plane.models(unit))
    own = tuple(model for unit in standing(battle, side) for model in battle.plane.models(unit))
    return (*foes, *friends) if foes else own


def friends_in_contact(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    """Models of a side that touch an enemy in this combat."""
    unit_of = battle.setup.unit_of
    foes = set(standing(battle, 1 - side))
    who = contacts(battle, table).enemies
    models = (model for unit in standing(battle, side) for model in battle.plane.models(unit))
    return tuple(model for model in models if any(unit_of[enemy] in foes for enemy in who[model]))
