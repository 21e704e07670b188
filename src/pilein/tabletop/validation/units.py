"""Validation of a scenario's profiles and units."""

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, TURN
from pilein.kernel.nearest import counted, hint, shortened
from pilein.tabletop.notation.coordinates import FARTHEST
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.notation.profiles import LARGEST, SMALLEST
from pilein.tabletop.notation.units import MOST_MODELS, MOST_UNITS
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.validation.words import check_name, check_rules, check_values, fault
from pilein.tabletop.vocabulary import Vocabulary

REACH = FARTHEST * INCH
TOO_MANY = f"the unit has more than {MOST_IN_UNIT} models"
TOO_FEW = "the unit has no models"


def check_profiles(scenario: Scenario, vocabulary: Vocabulary) -> None:
    """Check that profiles have characteristics within bounds and valid bases.

    Raises:
        BadScenario: a profile has an error. The exception describes the first error.
    """
    for name, profile in scenario.profiles.items():
        place = ("profiles", name)
        check_name(name, *place)
        check_values(profile.values, vocabulary.characteristics, *place)
        check_rules(profile.rules, vocabulary, *place, "rules")
        _check_base(profile.base, *place)


def _check_base(base: Base, *place: str | int) -> None:
    if not SMALLEST <= min(base.width, base.depth) <= max(base.width, base.depth) <= LARGEST:
        raise fault((*place, "base"), "the base is too small or too large", "give measurements from 5mm to 20in")
    if base.kind == "round" and base.width != base.depth:
        raise fault((*place, "base"), "the width and depth of a round base differ", "give both the same measurement")


def check_units(scenario: Scenario, vocabulary: Vocabulary) -> None:
    """Check that the units could have been read from a scenario file.

    Raises:
        BadScenario: there are too many units, or a unit has an error.
    """
    units = scenario.units
    if not 1 <= len(units) <= MOST_UNITS:
        raise fault(("unit",), f"the scenario has {len(units)} units", f"use 1 to {MOST_UNITS} units")
    known: set[str] = set()
    for number, unit in enumerate(units):
        check_name(unit.name, "unit", number, "name")
        if unit.name in known:
            raise fault(
                ("unit", number, "name"), f"two units are named {unit.name!r}", "give each unit a name of its own"
            )
        known.add(unit.name)
        _check_unit(scenario, vocabulary, number, unit)
    total = sum(unit.models for unit in units)
    if total > MOST_MODELS:
        raise fault(
            ("unit",), f"the scenario has {total} models, more than {MOST_MODELS}", f"use at most {MOST_MODELS}"
        )
    for number, unit in enumerate(units):
        _check_references(vocabulary, known, number, unit)


def _check_unit(scenario: Scenario, vocabulary: Vocabulary, number: int, unit: Unit) -> None:
    place = ("unit", number)
    sides = [side.name for side in scenario.sides]
    if unit.side not in sides:
        raise fault((*place, "side"), f"there is no side {shortened(unit.side)!r}", hint(unit.side, sides))
    if unit.formation not in (vocabulary.formations or ("",)):
        remedy = hint(unit.formation, vocabulary.formations)
        raise fault((*place, "formation"), f"there is no formation {shortened(unit.formation)!r}", remedy)
    for member_number, member in enumerate(unit.members):
        _check_member(scenario, vocabulary, member, *place, "members", member_number)
    if not 1 <= unit.models <= MOST_IN_UNIT:
        raise fault(
            (*place, "models"), TOO_MANY if unit.models else TOO_FEW, f"give the unit 1 to {MOST_IN_UNIT} models"
        )
    check_values(unit.statuses, vocabulary.statuses, *place)
    _check_stand(scenario, vocabulary, number, unit)


def _check_member(scenario: Scenario, vocabulary: Vocabulary, member: Member, *place: str | int) -> None:
    if not 1 <= member.models <= MOST_IN_UNIT:
        raise fault(
            (*place, "models"), TOO_MANY if member.models > 0 else TOO_FEW, f"give the unit 1 to {MOST_IN_UNIT} models"
        )
    if member.profile not in scenario.profiles:
        message = f"there is no profile {shortened(member.profile)!r}"
        raise fault((*place, "profile"), message, hint(member.profile, scenario.profiles))
    for name in member.weapons:
        if name not in scenario.weapons:
            message = f"there is no weapon {shortened(name)!r}"
            raise fault((*place, "weapons"), message, hint(name, scenario.weapons))
    check_values(member.values, vocabulary.member_keys, *place)
    check_rules(member.rules, vocabulary, *place, "rules")


def _check_stand(scenario: Scenario, vocabulary: Vocabulary, number: int, unit: Unit) -> None:
    """Check that a unit has the place or positions that its formation needs on a table, and neither in the press."""
    place, on_table = ("unit", number), scenario.table is not None
    is_block = vocabulary.formations.get(unit.formation) == "block"
    if (unit.place is not None) != (on_table and is_block):
        message = "only a block on a table can have a place" if unit.place else "a block on a table needs a place"
        raise fault((*place, "place"), message, "remove the place" if unit.place else "give the block a place")
    if (unit.positions is not None) != (on_table and not is_block):
        has = unit.positions is not None
        message = "only loose models on a table can have positions" if has else "loose models on a table need positions"
        raise fault(
            (*place, "positions"), message, "remove the positions" if has else "give one position for each model"
        )
    if unit.place is not None:
        _check_place(unit.place.x, unit.place.y, unit.place.facing, *place, "place")
        if not 1 <= unit.place.files <= unit.models:
            message = f"the block has {unit.place.files} files for {counted(unit.models, 'model')}"
            raise fault((*place, "place", "files"), message, f"use 1 to {unit.models} files, one for each model")
    if unit.positions is not None:
        if len(unit.positions) != unit.models:
            message = f"the unit has {len(unit.positions)} positions for {counted(unit.models, 'model')}"
            raise fault(
                (*place, "positions"), message, "give one position for each model, in order, with members first"
            )
        for one in unit.positions:
            _check_place(one.x, one.y, one.facing, *place, "positions")


def _check_place(x: int, y: int, facing: int, *place: str | int) -> None:
    if abs(x) > REACH or abs(y) > REACH:
        raise fault(place, "the place is out of range", f"give coordinates of at most {FARTHEST} inches")
    if not 0 <= facing < TURN:
        raise fault(
            (*place, "facing"),
            f"a facing cannot be {shortened(str(facing))}",
            f"give a facing from 0 to {TURN - 1}, in hundredths of a degree",
        )


def _check_references(vocabulary: Vocabulary, known: set[str], number: int, unit: Unit) -> None:
    for key in vocabulary.statuses:
        name = unit.statuses[key.name]
        if key.kind == "unit" and name is not None and name not in known:
            raise fault(
                ("unit", number, key.name), f"there is no unit {shortened(str(name))!r}", hint(str(name), known)
            )
