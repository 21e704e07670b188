"""Policy for declaring charges, and for choosing the place and the side of a block to charge (SH-CH to SH-TE)."""

from collections.abc import Callable

from msgspec.structs import replace

from pilein.dice import chance
from pilein.geometry.blocks import Block, ranks
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, Choice, OneOf, first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_choice import best_stands
from pilein.rulesets.scrollhammer.charge.distance import distance, furthest, methods_of, roll_of
from pilein.rulesets.scrollhammer.charge.range import in_range_of
from pilein.rulesets.scrollhammer.charge.targets import STOP, Declaration
from pilein.rulesets.scrollhammer.charge.terms import aiming
from pilein.rulesets.scrollhammer.nearness import areas_crossed, foes_by_gap, gap_between, nearest_models
from pilein.rulesets.scrollhammer.policy.hypothetical import exchange
from pilein.rulesets.scrollhammer.policy.previews import preview_table, unit_in
from pilein.rulesets.scrollhammer.policy.tie_breaks import middle, view_of
from pilein.rulesets.scrollhammer.state import NOBODY, Battle

FAR = 12 * INCH


def declaration(battle: Battle, choice: Declaration) -> Answer:
    """Declare the charge with the highest value against a single target, or stop if no charge is worthwhile
    (SH-CH-01).
    """
    table = preview_table(battle)
    pairs = [
        (naming.unit, target)
        for naming in choice.namings
        for target in naming.targets
        if naming.must in (NOBODY, target)
    ]
    worths = {pair: value_of_charge(battle, table, *pair) for pair in pairs}
    worthwhile = [pair for pair in pairs if worths[pair] > 0]
    return min(worthwhile, key=lambda pair: (-worths[pair], *_near(battle, *pair), pair), default=STOP)


def value_of_charge(battle: Battle, table: Table, unit: int, target: int) -> float:
    """Probability of reaching the target, multiplied by the difference between expected Wounds inflicted and expected
    Wounds suffered.
    """
    found = exchange(battle, unit, target)
    worth = round(found.by(target) - found.by(unit), 9)
    return worth * chance_to_reach(battle, table, unit, target) if worth > 0 else worth


def chance_to_reach(battle: Battle, table: Table, unit: int, target: int) -> float:
    """Probability that a unit's charge range is enough to reach a target."""
    most = furthest(battle, table, unit)
    far = distance(battle, aiming(battle, table, unit, (target,)), unit, target, most + CONTACT)
    need = (gap_between(battle, unit, target) if far is None else far) - CONTACT
    methods = methods_of(battle, table, unit, difficult=_is_rough(battle, unit, target))
    return min(float(chance(roll_of(method).weights(), _shows(need))) for method in methods)


def _shows(need: float) -> Callable[[int], bool]:
    return lambda shown: shown * INCH >= need


def standing_to_shoot(battle: Battle, choice: OneOf) -> Answer:
    """Try to stand and shoot, unless the bow would leave the unit worse armed for the fight (SH-RE-06, SH-R-16)."""
    unit = unit_in(battle, choice.words)
    if unit is None or battle.charge is None:
        return True
    charger = battle.charge.unit
    shooting = battle.with_status(unit, replace(battle.status(unit), stood_and_shot=True))
    return exchange(shooting, charger, unit).by(charger) >= exchange(battle, charger, unit).by(charger)


def side_of_block(battle: Battle, choice: OneOf) -> Answer:
    """Among tied sides of a block, choose the side with the fewest enemy models on its face (SH-MV-15)."""
    target = unit_in(battle, choice.words)
    standing = None if target is None else battle.plane.standings[target]
    if not isinstance(standing, Block):
        return first(choice)
    rows = ranks(standing)
    faces = {"front": len(rows[0]), "rear": len(rows[-1]), "left": len(rows), "right": len(rows)}
    return min(choice.options, key=lambda side: faces.get(side, 0))


def stand_of_block(battle: Battle, choice: OneOf) -> Answer:
    """Among equally good stands, choose the stand with the fewest other enemies within 12 inches of its overhang
    (SH-MV-17).
    """
    blocks = _stands_offered(battle)
    if len(blocks) != len(choice.options):
        return first(choice)
    x, y = (sum(getattr(block, axis) for block in blocks) / len(blocks) for axis in "xy")
    others = _other_enemies_near(battle, blocks[0])
    counts = [
        sum((block.x - x) * (place.x - x) + (block.y - y) * (place.y - y) > 0 for place in others) for block in blocks
    ]
    return choice.options[counts.index(min(counts))]


def initial_charger(battle: Battle, choice: OneOf) -> Answer:
    """Among equally near models, choose the model closest to the middle of the charge's targets (SH-MV-20).

    If the choice decides the charge, the charging player names a model in range of a target, and the defender a
    model out of range.
    """
    charge = battle.charge
    if charge is None:
        return first(choice)
    x, y = middle(battle, (model for target in charge.targets for model in battle.plane.models(target)))
    view = view_of(battle, charge.unit)
    places = {model: battle.plane.place(model) for model in _suiting(battle, choice)}
    return min(
        places,
        key=lambda model: (_squared_distance(places[model], x, y), *view.of(places[model].x, places[model].y), model),
    )


def _suiting(battle: Battle, choice: OneOf) -> tuple[int, ...]:
    """Models in range of a target if the charging side names the initial charger, or models out of range if the other
    side does. If there are none, return all models.
    """
    assert battle.charge is not None
    table = preview_table(battle)
    arrive: set[int] = set()
    for target in battle.charge.targets:
        others = tuple(one for one in choice.options if one not in arrive)
        arrive.update(in_range_of(battle, table, others, target))
    return tuple(one for one in choice.options if (one in arrive) == (choice.side == battle.active)) or choice.options


def counter_attack(_battle: Battle, _choice: Choice) -> Answer:
    """Always try to counter-attack (SH-TE-03)."""
    return True


def _near(battle: Battle, unit: int, target: int) -> tuple[int, ...]:
    """Sort key of a charge among equally valuable charges: the distance, then the angle from straight ahead."""
    gap = round(gap_between(battle, unit, target))
    return gap, *view_of(battle, unit).of(*middle(battle, battle.plane.models(target)))


def _is_rough(battle: Battle, unit: int, target: int) -> bool:
    """Whether difficult ground lies on the straight line between a target and the model nearest to it."""
    if not any(ground.kind == "difficult" for ground in battle.setup.grounds):
        return False
    leader = nearest_models(battle, unit, (target,))[0]
    here, there = battle.plane.place(leader), battle.plane.place(foes_by_gap(battle, leader, (target,))[0][1])
    return areas_crossed(battle, "difficult", leader, ((here.x, here.y), (there.x, there.y))) > 0


def _stands_offered(battle: Battle) -> tuple[Block, ...]:
    charge = battle.charge
    if charge is None:
        return ()
    target = min(charge.targets, key=lambda one: gap_between(battle, charge.unit, one))
    side = dict(zip(charge.targets, charge.arcs, strict=False)).get(target, "")
    named = next((arc for arc in ("front", "right", "rear", "left") if arc == side), None)
    return tuple(block for _, block in best_stands(battle, preview_table(battle), charge.unit, target, named))


def _other_enemies_near(battle: Battle, block: Block) -> list[Place]:
    """Positions of enemies within 12 inches of the block, excluding the targets of the charge."""
    charge = battle.charge
    assert charge is not None
    plane = battle.plane
    here = plane.shape(next(model for model in block.slots if model >= 0))
    foes = [foe for foe in battle.setup.units_of(1 - battle.side(charge.unit)) if foe not in charge.targets]
    models = [model for foe in foes for model in plane.models(foe)]
    return [plane.place(model) for model in models if within(here, plane.shape(model), FAR)]


def _squared_distance(place: Place, x: int, y: int) -> int:
    return round(((place.x - x) ** 2 + (place.y - y) ** 2) / CONTACT**2)
