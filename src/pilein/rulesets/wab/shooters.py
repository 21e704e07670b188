"""Units and models that may shoot at a target (WAB-R-70, WAB-R-71, WAB-R-76)."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import ranks, slot_of
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import strength_modifier
from pilein.rulesets.wab.bonuses import height_of
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.sight import has_in_arc, has_line, sees
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.who_fights import alike
from pilein.tabletop.plane import Loose

HINDERED = ("reformed", "rallied", "still", "fled", "disengaging", "disengaged")
MARCHES = ("marched", "fast marched")
MOVES = ("moved", "declared", "returned", *MARCHES)
LONG, SHORT, OUT = 1, 0, -1
REACTING = 2  # in addition to LONG or SHORT, for a group of shots: at a charge
Shooters = dict[tuple[int, int], int]  # (kind of model, LONG or SHORT) -> number of models


class Aimed(Struct, frozen=True):
    """Identical models in a unit that shoot at a target: at long range or not, in reaction to a charge or not."""

    unit: int
    target: int
    kind: int
    is_long: bool
    reaction: bool

    @classmethod
    def of(cls, unit: int, target: int, kind: int, manner: int) -> "Aimed":
        """From a number: LONG or SHORT, plus REACTING."""
        return cls(unit, target, kind, is_long=bool(manner % REACTING), reaction=manner >= REACTING)


def may_shoot(battle: Battle, table: Table, unit: int) -> bool:
    """WAB-R-70. Whether a unit may shoot in its shooting phase, if it has a target.

    Not if engaged, reformed, rallied, or with a charge declared (`failed-charger-shoots`); nor after a march
    (WAB-R-49 `march-shoot-minus1`). WAB-RX-09: fleeing troops cannot shoot.
    """
    status = battle.status(unit)
    if not battle.living(unit) or is_engaged(battle, unit) or status.move in HINDERED:
        return False
    if (status.fleeing and table.holds("WAB-RX-09")) or not _has_usable_missiles(battle, table, unit):
        return False
    if status.move in MARCHES:
        return table.rule("WAB-R-49") == "march-shoot-minus1"
    return status.move != "declared" or table.rule("WAB-R-70") == "failed-charger-shoots"


def has_moved(battle: Battle, unit: int) -> bool:
    """Whether a unit moved in its last movement phase."""
    return battle.status(unit).move in MOVES


def targets_of(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """WAB-R-76. The enemies that a unit may name: visible ones, none in combat; `premeasure`: in range.

    `shoot-into-combat`: also enemies in combat.
    """
    seen = [foe for foe in battle.standing_units(1 - battle.side(unit)) if sees(battle, table, unit, foe)]
    engaged = [foe for foe in seen if is_engaged(battle, foe)]
    if engaged and table.rule("WAB-R-76") != "shoot-into-combat":
        seen = [foe for foe in seen if foe not in engaged]
    seen = [foe for foe in seen if _has_any_line(battle, table, unit, foe)]
    if table.rule("WAB-R-76") == "premeasure":
        seen = [foe for foe in seen if shooters(battle, table, unit, foe, reaction=False)]
    return tuple(seen)


def shooters(battle: Battle, table: Table, unit: int, target: int, *, reaction: bool) -> Shooters:
    """WAB-R-70. Number of models of each kind that shoot at a target, at long and at short range.

    Each needs a clear line, and the target in its own arc and in range: the front rank, and with massed missiles
    some of the models behind; all loose models. In reaction the target counts as within range (WAB-R-40).
    """
    kind_of = alike(battle, unit)
    shooting: Counter[tuple[int, int]] = Counter()
    for models, most in able_ranks(battle, table, unit, reaction=reaction):
        reach = [(model, range_of(battle, table, model, target, reaction=reaction)) for model in models]
        nearest = sorted((pair for pair in reach if pair[1] != OUT), key=lambda pair: pair[1])
        shooting.update((kind_of(model), band) for model, band in nearest[:most])
    return dict(shooting)


def range_of(battle: Battle, table: Table, model: int, target: int, *, reaction: bool) -> int:
    """WAB-R-71. LONG or SHORT for a model that can shoot at a target, OUT for one that cannot.

    WAB-R-106. A model behind shoots at the same score as the model in front of it in the front rank: at short range if
    that model is. `own-range`: each counts from its own place.
    """
    band = range_to(battle, table, model, target, reaction=reaction)
    leader = leader_of(battle, model)
    if band != LONG or leader == model:
        return band
    weapon = weapon_of(battle.model_traits(model).missiles[0], table)
    before = band_at(table, weapon, distance_to(battle, leader, target), reaction=reaction)
    return SHORT if before == SHORT and table.rule("WAB-R-106") != "own-range" else LONG


def leader_of(battle: Battle, model: int) -> int:
    """The model in front of another, in the front rank; the model itself if there is none."""
    standing = battle.plane.standings[battle.setup.unit_of[model]]
    if isinstance(standing, Loose):
        return model
    file = slot_of(standing, model) % standing.files
    return next((one for one in ranks(standing)[0] if slot_of(standing, one) % standing.files == file), model)


def range_to(battle: Battle, table: Table, model: int, target: int, *, reaction: bool) -> int:
    """The same, by the distance from the model itself."""
    weapons = battle.model_traits(model).missiles
    if not weapons or not battle.lives(target):
        return OUT
    weapon = weapon_of(weapons[0], table)
    if not reaction and is_tied_down(battle, table, battle.setup.unit_of[model], weapon):
        return OUT
    band = band_at(table, weapon, distance_to(battle, model, target), reaction=reaction)
    if band == OUT or not has_line(battle, model, target):
        return OUT
    return band if has_in_arc(battle, table, model, target) else OUT


def distance_to(battle: Battle, model: int, target: int) -> float:
    """The distance from a model to the nearest model of a unit, in ticks."""
    body = battle.plane.shape(model)
    return min(gap(body, battle.plane.shape(foe)) for foe in battle.plane.models(target))


def band_at(table: Table, weapon: Missile, distance: float, *, reaction: bool) -> int:
    """WAB-MW-01, WAB-SH-05. The range of each weapon is in the chart; more than half of it is LONG, more than all OUT.

    Exactly half is SHORT (WAB-R-74). WAB-R-40: in reaction a target beyond the range is shot at its end,
    `sns-out-of-range-none`: is not.
    """
    reach = weapon.range if table.holds("WAB-MW-01") else 0
    is_beyond = distance > reach + CONTACT
    if is_beyond and (not reaction or not reach or table.rule("WAB-R-40") == "sns-out-of-range-none"):
        return OUT
    return LONG if distance > weapon.range / 2 + CONTACT and table.holds("WAB-SH-05") else SHORT


def is_tied_down(battle: Battle, table: Table, unit: int, weapon: Missile) -> bool:
    """WAB-MW-05. Handguns, staff slings and crossbows cannot be fired by a unit that moved."""
    return weapon.moving == "never" and has_moved(battle, unit) and table.holds("WAB-MW-05")


def able_ranks(battle: Battle, table: Table, unit: int, *, reaction: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """WAB-R-71. The models of each rank that may shoot, and their maximum number; loose models as one rank.

    Of each rank behind the front half, rounded down; `massed-second-rank`: all of the second; `massed-all`: all;
    `massed-off`: none. WAB-R-70 `two-ranks-on-hill`: the second rank shoots from a hill with any weapon.
    """
    standing = battle.plane.standings[unit]
    front, *behind = [standing.models] if isinstance(standing, Loose) else ranks(standing)
    yield front, len(front)
    for number, line in enumerate(behind):
        able = tuple(model for model in line if is_massed(battle, table, unit, model, reaction=reaction))
        most = _share(table, number, len(line)) if able else 0
        if not number and is_on_hill(battle, table, unit) and table.rule("WAB-R-70") == "two-ranks-on-hill":
            able, most = line, len(line)
        if most:
            yield able, most


def is_on_hill(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit stands on ground with a height."""
    return any(ground.height for ground in battle.setup.grounds) and height_of(battle, table, unit) > 0


def _share(table: Table, number: int, models: int) -> int:
    reading = table.rule("WAB-R-71")
    if reading == "massed-off":
        return 0
    if reading == "massed-second-rank":
        return models if number == 0 else 0
    return models if reading == "massed-all" else models // 2


def is_massed(battle: Battle, table: Table, unit: int, model: int, *, reaction: bool) -> bool:
    """WAB-MW-06, WAB-MW-07. Whether a model behind shoots: darts may be used as massed missiles, moving or not.

    Short bows, bows and long bows may by a unit that did not move. WAB-R-40 `sns-no-massed`: none in reaction.
    """
    weapons = battle.model_traits(model).missiles
    if not weapons:
        return False
    weapon = weapon_of(weapons[0], table)
    is_always = weapon.massed == "always" and table.holds("WAB-MW-06")
    is_at_rest = weapon.massed == "stationary" and (reaction or not has_moved(battle, unit))
    if not is_always and not (is_at_rest and table.holds("WAB-MW-07")):
        return False
    return not reaction or table.rule("WAB-R-40") != "sns-no-massed"


def _has_usable_missiles(battle: Battle, table: Table, unit: int) -> bool:
    kinds = {battle.setup.kind_of[model] for model in battle.field.models(unit)}
    weapons = [battle.traits(kind).missiles[0] for kind in sorted(kinds) if battle.traits(kind).missiles]
    return any(not is_tied_down(battle, table, unit, weapon_of(weapon, table)) for weapon in weapons)


def _has_any_line(battle: Battle, table: Table, unit: int, target: int) -> bool:
    ranks_that_shoot = able_ranks(battle, table, unit, reaction=False)
    return any(has_line(battle, model, target) for models, _ in ranks_that_shoot for model in models)


# --- Missile weapons: the row of the chart that applies, and what its notes allow (WAB-MW) ------------------------


SLING, BOW, SHORT_BOW = "sling", "bow", "short bow"
CROSSBOW, STAFF_SLING, LIGHT_CROSSBOW = "crossbow", "staff sling", "light crossbow"
CROSSBOW_SAVE = -1


class ChartLine(Struct, frozen=True):
    """A line of the chart at a distance: strength, save modifier, and shots."""

    strength: int
    save: int
    shots: int = 1


def weapon_of(missile: Missile, table: Table) -> Missile:
    """A weapon with its notes as WAB-R-16 reads them."""
    if missile.name not in {SLING, BOW, SHORT_BOW, LIGHT_CROSSBOW}:
        return missile
    reading = table.rule("WAB-R-16")
    if reading == "sling-massed" and missile.name in {SLING, BOW}:
        return replace(missile, massed="stationary" if missile.name == SLING else "")
    if reading not in {"sbow-plain", "lxbow-plain"} or missile.name not in {SHORT_BOW, LIGHT_CROSSBOW}:
        return missile
    has_both = (missile.name == LIGHT_CROSSBOW) == (reading == "sbow-plain")
    return replace(missile, moving="free" if has_both else "", massed="stationary" if has_both else "")


def line_of(missile: Missile, table: Table, *, is_long: bool) -> ChartLine:
    """The line of the chart that applies to a weapon, with its save modifier as WAB-R-14 reads it."""
    line = ChartLine(missile.S, missile.save) if is_long else short_line(missile, table)
    if line.save == 0 and missile.name != CROSSBOW:
        return line
    reading = table.rule("WAB-R-14")
    if reading == "save-mod-additional":
        return replace(line, save=line.save + strength_modifier(line.strength, table))
    if reading == "xbow-both" and missile.name in {CROSSBOW, STAFF_SLING}:
        return replace(line, save=CROSSBOW_SAVE if missile.name == CROSSBOW else 0)
    return line


def short_line(missile: Missile, table: Table) -> ChartLine:
    """WAB-MW-02. A weapon's second line in the chart applies up to half of the range, the first beyond that (WAB-R-13).

    `sling-s3-both` and `sling-s3-one-shot`: a sling has strength 3 at any range.
    """
    strength, save = missile.short_S or missile.S, missile.short_save
    if missile.name == SLING and table.rule("WAB-R-13") in {"sling-s3-both", "sling-s3-one-shot"}:
        strength = missile.S
    if (strength, save) != (missile.S, missile.save) and not table.holds("WAB-MW-02"):
        strength, save = missile.S, missile.save
    return ChartLine(strength, save, shots_at_short_range(missile, table))


def shots_at_short_range(missile: Missile, table: Table) -> int:
    """WAB-MW-08. Slings fire twice at short range (WAB-R-13 `sling-s3-one-shot`: once)."""
    if missile.name == SLING and table.rule("WAB-R-13") == "sling-s3-one-shot":
        return 1
    return missile.short_shots if missile.short_shots > 1 and table.holds("WAB-MW-08") else 1
