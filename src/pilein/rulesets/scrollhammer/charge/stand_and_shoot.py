"""Stand and Shoot: the shots that a block fires at its charger when it holds (SH-RE-06, SH-R-16)."""

from msgspec import Struct

from pilein.dice import Count, Pool, Test, Volley
from pilein.geometry.gaps import within
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership, living_traits
from pilein.rulesets.scrollhammer.charge.dangerous_ground import losing_a_wound
from pilein.rulesets.scrollhammer.charge.targets import sees_model
from pilein.rulesets.scrollhammer.charge_events import LeadershipTested, ShotSaved, StoodAndShot
from pilein.rulesets.scrollhammer.hitting import leading, of_tied_toughnesses, score_to_wound
from pilein.rulesets.scrollhammer.nearness import nearest_first, nearest_models
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.saves import armour_save, must_take_one, possible
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause

# --- Shots of one unit at another, for Stand and Shoot (SH-R-16) -------------------------------------------------


SIX = 6
MOST = 10


class Shots(Struct, frozen=True):
    """Shots by identical models with one weapon, with the shooters' BS and a hit's Strength and AP."""

    kind: int
    BS: int
    strength: int
    AP: int
    shots: int


def shots_at(battle: Battle, table: Table, unit: int, target: int) -> tuple[Shots, ...]:
    """Return the shots at a target by models that have it in range and sight, grouped by kind (SH-R-16)."""
    groups: dict[tuple[int, Weapon], int] = {}
    for model in battle.plane.models(unit):
        kind = battle.setup.kind_of[model]
        able = ranged_weapons(battle, kind) if battle.traits(kind).BS > 0 else ()
        weapon = next((weapon for weapon in able if _can_hit(battle, table, model, weapon, target)), None)
        if weapon is not None:
            groups[kind, weapon] = groups.get((kind, weapon), 0) + weapon.shots
    return tuple(_shots(battle, kind, weapon, count) for (kind, weapon), count in groups.items())


def ranged_weapons(battle: Battle, kind: int) -> tuple[Weapon, ...]:
    """Weapons with which a kind of model can shoot. A model uses the first weapon that has the charger in range."""
    return tuple(weapon for weapon in battle.traits(kind).weapons if weapon.shots and weapon.range)


def hit_score(table: Table, group: Shots) -> int:
    """Score needed to hit: 7 minus BS, plus a penalty of 1 (SH-R-16).

    Under `no-penalty` there is no penalty. Under `snap-shots`, only a 6 hits. A 1 always misses and a 6 always hits.
    """
    reading = table.rule("SH-R-16")
    if reading == "snap-shots":
        return SIX
    penalty = 0 if reading == "no-penalty" else table.number("SH-RE-06.penalty")
    return max(2, min(SIX, table.number("SH-RE-06.to-hit") - group.BS + penalty))


def wound_score(battle: Battle, table: Table, target: int, strength: int) -> int:
    """Score needed to wound, using the Toughness of most models in the target because none is engaged (SH-R-52)."""
    tied = leading(traits.T for traits in living_traits(battle, target))
    return score_to_wound(table, strength, of_tied_toughnesses(table, tied))


def _shots(battle: Battle, kind: int, weapon: Weapon, count: int) -> Shots:
    traits = battle.traits(kind)
    return Shots(kind, traits.BS, min(MOST, weapon.shot_S or traits.S), weapon.shot_AP, count)


def _can_hit(battle: Battle, table: Table, model: int, weapon: Weapon, target: int) -> bool:
    """Whether a model of the target is in range and sight. Under `nearest-range` one of the nearest models must be in
    range.
    """
    shapes = battle.plane.shapes
    foes = battle.plane.models(target)
    near = tuple(foe for foe in foes if within(shapes[model], shapes[foe], weapon.range))
    nearest = nearest_models(battle, target, (battle.setup.unit_of[model],))
    if not near or (set(near).isdisjoint(nearest) and table.rule("SH-R-16") == "nearest-range"):
        return False
    return any(sees_model(battle, table, model, foe) for foe in near)


RANKS = "ranks"


@clause(Step.STAND_AND_SHOOT, "SH-RE-06")
def stand_and_shoot(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-RE-06. A unit in ranks that holds may take a Leadership test to Stand and Shoot."""
    if battle.charge is None or battle.unit(unit).formation != RANKS or not _may_shoot(battle, table, unit):
        return battle
    name = battle.unit(unit).name
    if not table.choose(yes_or_no(battle.side(unit), "SH-RE-06", f"{name}: try to stand and shoot?")):
        return battle
    need = leadership(battle, table, unit)
    passed: bool = table.roll(Test(need, label="stand and shoot"))
    event = LeadershipTested(unit=name, purpose="stand and shoot", leadership=need, passed=passed, clause="SH-RE-06")
    table.tell(event)
    if not passed:
        return battle
    table.then(Step.SHOOT, unit)
    return battle.having(unit, stood_and_shot=True)


@clause(Step.SHOOT)
def shoot(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-R-16. The unit makes one shooting attack at the charger. All dice are rolled to hit, then to wound, and then
    saves are taken.
    """
    charge = battle.charge
    assert charge is not None
    groups = shots_at(battle, table, unit, charge.unit)
    volleys = tuple(_volley(battle, table, group, charge.unit) for group in groups)
    kept, _ = table.roll(Pool(volleys, (), label="shots"))
    wounds = [volley[0] for volley in kept]
    name, target = battle.unit(unit).name, battle.unit(charge.unit).name
    shots = sum(group.shots for group in groups)
    table.tell(StoodAndShot(unit=name, target=target, shots=shots, wounds=sum(wounds), clause="SH-RE-06"))
    for group, count in zip(groups, wounds, strict=True):
        table.then(Step.SUFFER_SHOTS, unit, count, group.strength, group.AP)
    return battle


@clause(Step.SUFFER_SHOTS)
def suffer_shots(battle: Battle, table: Table, shooter: int, count: int, strength: int, AP: int) -> Battle:  # noqa: N803
    """SH-R-16. The charger's nearest model saves each wound by armour, ward or cover, or suffers it (SH-R-57)."""
    charge = battle.charge
    if charge is None or count < 1 or not battle.living(charge.unit):
        return battle
    model = nearest_first(battle, charge.unit, (shooter,))[0]
    traits = battle.traits(battle.setup.kind_of[model])
    saves = possible(("armour", armour_save(traits, AP, table)), ("ward", traits.Ward), ("cover", traits.Cover))
    score = must_take_one(battle.side(charge.unit), table, saves)
    table.then(Step.SUFFER_SHOTS, shooter, count - 1, strength, AP)
    name = battle.unit(charge.unit).name
    if table.roll(Count(1, score, label="save", by=name)):
        table.tell(ShotSaved(unit=name, model=model, clause="SH-RE-06"))
        return battle
    wounds = _wounds(battle, table, model, strength)
    battle = _leader_hit(battle, table, model, wounds)
    return losing_a_wound(battle, table, model, cause="shots", told_by="SH-RE-06", wounds=wounds)


def _may_shoot(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit has shots in range and sight, and may still shoot (SH-R-13)."""
    assert battle.charge is not None
    if battle.status(unit).stood_and_shot and table.rule("SH-R-13") == "shoot-once":
        return False
    return bool(shots_at(battle, table, unit, battle.charge.unit))


def _volley(battle: Battle, table: Table, group: Shots, target: int) -> Volley:
    hit = hit_score(table, group)
    wound = wound_score(battle, table, target, group.strength)
    return Volley(group.shots, hit, wound, six_hits=True, one_misses=True, keep=("wounds",), side=1)


def _wounds(battle: Battle, table: Table, model: int, strength: int) -> int:
    """Return the wounds lost to a shot: one, or all the model's Wounds if the shot's Strength is twice the model's
    Toughness (SH-R-80).
    """
    traits = battle.traits(battle.setup.kind_of[model])
    left = traits.W - battle.plane.wounds_lost(model)
    doubled = left > 1 and strength >= 2 * traits.T
    return left if doubled and table.rule("SH-R-80") == "default" else 1


def _leader_hit(battle: Battle, table: Table, model: int, wounds: int) -> Battle:
    """Mark the charge as ended if the shots have killed the initial charger (SH-R-87). A block has no initial charger
    (SH-MV-20).
    """
    charge = battle.charge
    assert charge is not None
    traits = battle.traits(battle.setup.kind_of[model])
    dies = battle.plane.wounds_lost(model) + wounds >= traits.W
    is_loose = battle.unit(charge.unit).formation != RANKS
    leads = is_loose and model in nearest_models(battle, charge.unit, charge.targets)
    if dies and leads and battle.living(charge.unit) > 1 and table.rule("SH-R-87") == "charge-fails":
        return battle.charging(is_spent=True)
    return battle
