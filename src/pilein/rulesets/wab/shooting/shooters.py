"""Units and models that may shoot at a target (WAB-R-70, WAB-R-71, WAB-R-76)."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import ranks, slot_of
from pilein.geometry.gaps import gap
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import strength_modifier
from pilein.rulesets.wab.bonuses import height_of
from pilein.rulesets.wab.fight.who_fights import alike
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.profile import Missile
from pilein.rulesets.wab.sight import has_in_arc, has_line, sees
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose

HINDERED = ("reformed", "rallied", "still", "fled", "disengaging", "disengaged")
MARCHES = ("marched", "fast marched")
MOVES = ("moved", "declared", "returned", *MARCHES)
LONG, SHORT, OUT = 1, 0, -1
REACTING = 2  # in addition to LONG or SHORT, for a group of shots: at a charge
Shooters = dict[tuple[int, int], int]  # (kind of model, LONG or SHORT) -> number of models


class Aimed(Struct, frozen=True):
    """Identical models of a unit that shoot at a target, at long range if `is_long` is set, and in reaction to a charge
    if `reaction` is set.
    """

    unit: int
    target: int
    kind: int
    is_long: bool
    reaction: bool

    @classmethod
    def of(cls, unit: int, target: int, kind: int, manner: int) -> "Aimed":
        """Create an instance. `manner` is LONG or SHORT, with REACTING added for a reaction."""
        return cls(unit, target, kind, is_long=bool(manner % REACTING), reaction=manner >= REACTING)


def may_shoot(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit that has a target may shoot in its shooting phase (WAB-R-70).

    A unit may not shoot if it is engaged, has reformed or rallied, has declared a charge (except under
    `failed-charger-shoots`) or has marched (except under WAB-R-49 `march-shoot-minus1`). Fleeing troops cannot shoot
    (WAB-RX-09).
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
    """Enemies that a unit may name as targets: visible enemies that are not in combat (WAB-R-76).

    Under `shoot-into-combat` the targets include enemies in combat. Under `premeasure` they must be in range.
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
    """Number of models of each kind that shoot at a target, at long and at short range (WAB-R-70).

    Each model needs a clear line to the target, which must be in the model's arc and range. In a formed unit the
    front rank shoots and, with massed missiles, some of the models behind it. When a unit shoots in reaction, the
    target counts as within range (WAB-R-40).
    """
    kind_of = alike(battle, unit)
    shooting: Counter[tuple[int, int]] = Counter()
    for models, most in able_ranks(battle, table, unit, reaction=reaction):
        reach = [(model, range_of(battle, table, model, target, reaction=reaction)) for model in models]
        nearest = sorted((pair for pair in reach if pair[1] != OUT), key=lambda pair: pair[1])
        shooting.update((kind_of(model), band) for model, band in nearest[:most])
    return dict(shooting)


def range_of(battle: Battle, table: Table, model: int, target: int, *, reaction: bool) -> int:
    """Range band at which a model shoots at a target: LONG, SHORT, or OUT if it cannot shoot (WAB-R-71).

    A model in a rear rank shoots at short range if the front-rank model in its file does (WAB-R-106). Under
    `own-range` each model is measured from its own place.
    """
    band = range_to(battle, table, model, target, reaction=reaction)
    leader = leader_of(battle, model)
    if band != LONG or leader == model:
        return band
    weapon = weapon_of(battle.model_traits(model).missiles[0], table)
    before = band_at(table, weapon, distance_to(battle, leader, target), reaction=reaction)
    return SHORT if before == SHORT and table.rule("WAB-R-106") != "own-range" else LONG


def leader_of(battle: Battle, model: int) -> int:
    """Return the front-rank model of a model's file, or the model itself if there is none."""
    standing = battle.plane.standings[battle.setup.unit_of[model]]
    if isinstance(standing, Loose):
        return model
    file = slot_of(standing, model) % standing.files
    return next((one for one in ranks(standing)[0] if slot_of(standing, one) % standing.files == file), model)


def range_to(battle: Battle, table: Table, model: int, target: int, *, reaction: bool) -> int:
    """Range band of a model, by the distance measured from the model itself."""
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
    """Distance from a model to the nearest model of a unit, in ticks."""
    body = battle.plane.shape(model)
    return min(gap(body, battle.plane.shape(foe)) for foe in battle.plane.models(target))


def band_at(table: Table, weapon: Missile, distance: float, *, reaction: bool) -> int:
    """Range band at a distance: SHORT up to half of the weapon's range, then LONG, and OUT beyond the range.

    WAB-MW-01, WAB-SH-05. Exactly half is SHORT (WAB-R-74). When a unit shoots in reaction, a target beyond the range
    counts as at long range (WAB-R-40), except under `sns-out-of-range-none`.
    """
    reach = weapon.range if table.holds("WAB-MW-01") else 0
    is_beyond = distance > reach + CONTACT
    if is_beyond and (not reaction or not reach or table.rule("WAB-R-40") == "sns-out-of-range-none"):
        return OUT
    return LONG if distance > weapon.range / 2 + CONTACT and table.holds("WAB-SH-05") else SHORT


def is_tied_down(battle: Battle, table: Table, unit: int, weapon: Missile) -> bool:
    """Whether a weapon cannot be fired because its unit moved. This affects handguns, staff slings and crossbows
    (WAB-MW-05).
    """
    return weapon.moving == "never" and has_moved(battle, unit) and table.holds("WAB-MW-05")


def able_ranks(battle: Battle, table: Table, unit: int, *, reaction: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield, for each rank, the models able to shoot and the maximum number that may (WAB-R-71). Loose models count as
    one rank.

    In each rank behind the front, half of the models may shoot, rounded down. Under `massed-second-rank` the whole
    second rank may, under `massed-all` every rank may, and under `massed-off` no rear rank may. Under WAB-R-70
    `two-ranks-on-hill` the second rank may shoot any weapon from a hill.
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
    """Whether a unit stands on raised ground."""
    return any(ground.height for ground in battle.setup.grounds) and height_of(battle, table, unit) > 0


def _share(table: Table, number: int, models: int) -> int:
    reading = table.rule("WAB-R-71")
    if reading == "massed-off":
        return 0
    if reading == "massed-second-rank":
        return models if number == 0 else 0
    return models if reading == "massed-all" else models // 2


def is_massed(battle: Battle, table: Table, unit: int, model: int, *, reaction: bool) -> bool:
    """Whether a model behind the front rank may shoot.

    It may with darts (WAB-MW-06), and with a short bow, bow or long bow if the unit did not move (WAB-MW-07). Under
    WAB-R-40 `sns-no-massed` it may not shoot in reaction.
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
    """Line of the weapon chart at a distance, with its strength, its save modifier and its number of shots."""

    strength: int
    save: int
    shots: int = 1


def weapon_of(missile: Missile, table: Table) -> Missile:
    """Return the weapon, with its notes in the chart interpreted as WAB-R-16 prescribes."""
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
    """Chart line for a weapon at long or short range, with its save modifier as interpreted under WAB-R-14."""
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
    """Weapon chart line that applies at short range (WAB-MW-02, WAB-R-13).

    Under `sling-s3-both` and `sling-s3-one-shot` a sling has strength 3 at any range.
    """
    strength, save = missile.short_S or missile.S, missile.short_save
    if missile.name == SLING and table.rule("WAB-R-13") in {"sling-s3-both", "sling-s3-one-shot"}:
        strength = missile.S
    if (strength, save) != (missile.S, missile.save) and not table.holds("WAB-MW-02"):
        strength, save = missile.S, missile.save
    return ChartLine(strength, save, shots_at_short_range(missile, table))


def shots_at_short_range(missile: Missile, table: Table) -> int:
    """Number of shots at short range. Slings fire two (WAB-MW-08), or one under WAB-R-13 `sling-s3-one-shot`."""
    if missile.name == SLING and table.rule("WAB-R-13") == "sling-s3-one-shot":
        return 1
    return missile.short_shots if missile.short_shots > 1 and table.holds("WAB-MW-08") else 1
