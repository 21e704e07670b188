"""Expected results of a round of combat, computed from the sheet's charts, the means of the rolls and the bonuses."""

from collections.abc import Hashable
from math import ceil, fsum
from typing import NamedTuple

from msgspec.structs import replace

from pilein.geometry.blocks import Block, ranks
from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import Side, bonuses, height_of, is_in_rough_ground, rank_bonus
from pilein.rulesets.wab.fight.order_of_attack import strikes_first
from pilein.rulesets.wab.fight.striking import scores_of
from pilein.rulesets.wab.fight.who_fights import alike, attacks_of
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.policy.previews import preview_table, span
from pilein.rulesets.wab.psychology.frenzy import hates, hatred_works
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import Arc, Assault, Battle, Strikers
from pilein.rulesets.wab.status import Status
from pilein.tabletop.memo import Memo

FACES = 6
SURE = 2  # a natural 1 misses, fails to wound and fails to save
CORNERS = 1  # models that touch only with a corner, in addition to those opposite


def chance(need: int) -> float:
    """Probability that a D6 reaches a score, or 0 for a score of 7 or more."""
    return max(0, FACES + 1 - max(SURE, need)) / FACES


class Round(NamedTuple):
    """Expected results of a round, with the chargers' lead, wounds dealt and wounds taken."""

    lead: float
    dealt: float
    taken: float


Arcs = tuple[tuple[int, Arc], ...]  # chargers, each with the side of the target it strikes
ROUNDS = Memo[Hashable, Round]("rounds_expected")
FACTS = Memo[tuple[int, Status], Hashable]("facts_of_units")
MOST_ROUNDS = 5000  # remembered on a set-up


def lead_of_charge(battle: Battle, chargers: tuple[int, ...], target: int, *, countered: bool = False) -> float:
    """Expected lead of chargers in the first round after they charge a target, negative if they lose.

    `countered` means that the target charges them in its turn.
    """
    table = preview_table(battle)
    arcs = tuple((unit, struck_arc(battle, table, unit, target)) for unit in chargers)
    return round_expected(battle, arcs, target, countered=countered).lead


def round_expected(battle: Battle, arcs: Arcs, target: int, *, countered: bool = False) -> Round:
    """Expected result of a round in which units strike the given sides of a target.

    Units that are not yet fighting the target count as charging. The result depends on the units and the ground but
    not on exact places, and is cached on the set-up.
    """
    known = ROUNDS.on(battle.setup)
    key = key_of_round(battle, arcs, target, countered=countered)
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_ROUNDS:
            known.clear()
        found = known[key] = _round(battle, arcs, target, countered=countered)
    return found


def key_of_round(battle: Battle, arcs: Arcs, target: int, *, countered: bool) -> Hashable:
    """Cache key of a round, made up of everything on which its result depends."""
    units = (*(unit for unit, _ in arcs), target)
    held = battle.assaults and tuple(one for one in battle.assaults if one.unit in units)
    return arcs, target, countered, battle.active, held, tuple(_facts(battle, unit) for unit in units)


def _facts(battle: Battle, unit: int) -> Hashable:
    """Properties of a unit that affect a round, including its ground but not its place. The result is cached on the
    field.
    """
    known = FACTS.on(battle.field)
    key = unit, battle.status(unit)
    if key not in known:
        known[key] = _facts_now(battle, unit)
    return known[key]


def _facts_now(battle: Battle, unit: int) -> Hashable:
    standing, status = battle.plane.standings[unit], battle.status(unit)
    stands: Hashable = (standing.files, standing.slots) if isinstance(standing, Block) else standing.models
    ground: Hashable = ()
    if battle.setup.grounds:
        ground = height_of(battle, preview_table(battle), unit), is_in_rough_ground(battle, unit)
    fights = foes(battle, unit) if status.fought or status.charge or status.rounds else ()
    said = status.fleeing, status.won, status.fought, status.charge, status.frenzy_lost, status.move == "fast marched"
    return stands, ground, fights, said, status.sixes_only, status.uphill, status.defended, _wounds_lost(battle, unit)


def _round(battle: Battle, arcs: Arcs, target: int, *, countered: bool) -> Round:
    table = preview_table(battle)
    as_if = imagined(battle, dict(arcs), target, countered=countered)
    units = tuple(unit for unit, _ in arcs)
    exchanges = [_exchanged(as_if, table, unit, target, arc) for unit, arc in arcs]
    dealt = min(fsum(one for one, _ in exchanges), _room(battle, target))
    taken = fsum(one for _, one in exchanges) / len(arcs)
    return Round(_bonus_lead(as_if, table, units, target) + dealt - taken, dealt, taken)


def _exchanged(battle: Battle, table: Table, unit: int, target: int, arc: Arc) -> tuple[float, float]:
    """Return the wounds that a charger deals to its target and wounds that it takes from the target. The unit that
    strikes first strikes with all its models.
    """
    ours = in_contact(battle, unit, "front", target, arc)
    theirs = in_contact(battle, target, arc, unit, "front")
    if _strikes_before(battle, unit, target):
        dealt = wounds(battle, table, unit, target, ours)
        return dealt, wounds(battle, table, target, unit, theirs - dealt)
    taken = wounds(battle, table, target, unit, theirs)
    return wounds(battle, table, unit, target, ours - taken), taken


def _strikes_before(battle: Battle, unit: int, foe: int) -> bool:
    if strikes_first(battle, unit) != strikes_first(battle, foe):
        return strikes_first(battle, unit)
    return _initiative(battle, unit) >= _initiative(battle, foe)


def imagined(battle: Battle, arcs: dict[int, Arc], target: int, *, countered: bool = False) -> Battle:
    """Hypothetical battle in which the chargers are in contact with their target."""
    for unit in arcs:
        if target not in foes(battle, unit):
            battle = battle.having(unit, charge="charged")
    if countered:
        battle = battle.having(target, charge="counter")
    assaults = tuple(Assault(unit, target, arc) for unit, arc in arcs.items() if arc != "front")
    return battle.changed(assaults=(*battle.assaults, *assaults))


def wounds(battle: Battle, table: Table, unit: int, foe: int, models: float) -> float:
    """Expected wounds that the given number of models deal to an enemy unit in a round, up to the wounds that it has
    left.
    """
    if models <= 0:
        return 0.0
    kind_of = alike(battle, unit)
    front = [kind_of(model) for model in battle.field.front(unit, ceil(models))]
    dealt = fsum(_dealt(battle, table, unit, kind, foe, front.count(kind)) for kind in sorted(set(front)))
    return min(dealt * models / len(front), _room(battle, foe)) if front else 0.0


def in_contact(battle: Battle, unit: int, face: Arc, foe: int, faced: Arc) -> float:
    """Number of a unit's models in contact with an enemy when the given sides of their blocks meet."""
    standing = battle.plane.standings[unit]
    wide = battle.living(unit)
    if isinstance(standing, Block):
        wide = len(ranks(standing)) if face == "flank" else min(wide, standing.files)
    opposite = span(battle, foe, faced)
    if not opposite:
        return min(wide, battle.living(foe) + CORNERS)
    own = (
        span(battle, unit, face) / wide
        if isinstance(standing, Block)
        else 2 * battle.plane.shape(standing.models[0]).reach
    )
    return min(wide, opposite / own + CORNERS)


def _dealt(battle: Battle, table: Table, unit: int, kind: int, foe: int, models: int) -> float:
    """Expected wounds dealt by models of one kind and by their mounts."""
    traits = battle.traits(kind)
    groups = [Strikers(unit, kind, foe, traits.I, models)] if traits.A else []
    if traits.mount and traits.mount.A:
        groups.append(replace(Strikers(unit, kind, foe, traits.mount.I, models), by_mount=True))
    return fsum(attacks_of(battle, table, group) * _per_attack(battle, table, group) for group in groups)


def _per_attack(battle: Battle, table: Table, strikers: Strikers) -> float:
    scores = scores_of(battle, table, strikers)
    hit = chance(scores.hit)
    if _hates_freshly(battle, table, strikers):
        hit += (1 - hit) * hit
    saved = 0.0 if scores.save > FACES else chance(scores.save)
    return hit * chance(scores.wound) * (1 - saved)


def _hates_freshly(battle: Battle, table: Table, strikers: Strikers) -> bool:
    is_fresh = not strikers.by_mount and strikers.foe not in battle.status(strikers.unit).fought
    return is_fresh and hatred_works(battle, table, strikers.unit) and hates(battle, strikers.unit, strikers.foe)


def _bonus_lead(battle: Battle, table: Table, chargers: tuple[int, ...], target: int) -> int:
    ours = Side(battle.side(target) ^ 1, chargers, (target,))
    theirs = Side(battle.side(target), (target,), chargers)
    lead = sum(bonuses(battle, table, ours)) - sum(bonuses(battle, table, theirs))
    return lead + max(rank_bonus(battle, table, unit) for unit in chargers) - rank_bonus(battle, table, target)


def _initiative(battle: Battle, unit: int) -> int:
    return battle.traits(battle.field.kinds(unit)[-1]).I


def _room(battle: Battle, unit: int) -> int:
    """Number of wounds that a unit can still take."""
    kinds = battle.field.kinds(unit)
    whole = sum(battle.field.count(unit, kind) * battle.traits(kind).W for kind in kinds)
    return whole - _wounds_lost(battle, unit)


def _wounds_lost(battle: Battle, unit: int) -> int:
    if not battle.is_on_table:
        return 0
    return sum(wounds for model, wounds in battle.plane.lost if battle.setup.unit_of[model] == unit)
