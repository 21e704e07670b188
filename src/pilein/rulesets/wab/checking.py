"""Checks that look for impossible statuses and surplus commanders in a WAB scenario."""

from collections.abc import Iterator

from pilein.kernel.remedies import line
from pilein.rulesets.wab.checking_profiles import check_profiles
from pilein.rulesets.wab.columns import WIDEST
from pilein.rulesets.wab.nearness import foes, is_engaged
from pilein.rulesets.wab.opening import opened
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.vocabulary import NUMBERS, VOCABULARY
from pilein.tabletop import hinting
from pilein.tabletop.sanity_checks import check_enemies, check_files, check_lost, impossible
from pilein.tabletop.scenario import Loaded, Scenario, Unit
from pilein.tabletop.vocabulary import Values

COMMANDERS = (("general", "a General"), ("battle_standard", "a battle standard"))
OF_CONTACT = {
    "charged": "have charged",
    "counter_charged": "have counter-charged",
    "pursued": "have pursued into contact",
    "fought": "have fought",
    "sixes_only": "fight in fear of a charge",
}  # actions after which a unit touches an enemy
OF_ONE_ALONE = {
    "won": "have won the last round",
    "uphill": "stand higher than the other",
}  # statuses that only one of two units in contact may have
RANK = "WAB-CR-03.files"  # minimum number of models side by side in a rank that counts
OF_THE_FREE = {"fleeing": "fleeing", "off_table": "off the table"}  # statuses excluded by any of those actions


def check(loaded: Loaded) -> None:
    """Check that the scenario could occur in a battle under these rules.

    Raises:
        BadScenario: a unit could not occur in a battle. The error gives the file, line, key and remedy for the first
            such unit.
    """
    check_profiles(loaded)
    check_lost(loaded, "W")
    check_files(loaded, VOCABULARY.formations)
    check_enemies(loaded, "flank", "rear", "ignored")
    for number, unit in enumerate(loaded.scenario.units):
        _check_turn(loaded, number, unit)
        _check_size(loaded, number, unit)
        _check_sides_of_foes(loaded, number, unit)
    _check_commanders(loaded)
    _check_press(loaded)
    _check_contact(loaded, opened(loaded.scenario).state)


def _check_turn(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that only units of the active side charged, and only units of the other side counter-charged (WAB-CH-01,
    WAB-RX-02).
    """
    active = loaded.scenario.active
    if unit.statuses["charged"] and unit.side != active:
        message = f"{unit.name!r} cannot have charged, because it is the turn of {active!r}"
        remedy = "remove charged, or " + line("active", f'"{unit.side}"') + " at the top of the file"
        raise loaded.fault(message, "unit", number, "charged", remedy=remedy)
    if unit.statuses["counter_charged"] and unit.side == active:
        message = f"{unit.name!r} cannot have counter-charged in the turn of their own side"
        remedy = line("charged") + " instead, or make the other side active at the top of the file"
        raise loaded.fault(message, "unit", number, "counter_charged", remedy=remedy)


def _check_size(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that no unit has grown since the battle began (WAB-R-30)."""
    began = unit.statuses["began"]
    if isinstance(began, int) and 0 < began < unit.models:
        message = f"{unit.name!r} began with {began} models but now have {unit.models}"
        raise loaded.fault(
            message, "unit", number, "began", remedy=f"write began = {unit.models} or more, or remove began"
        )


def _check_commanders(loaded: Loaded) -> None:
    """Check that no army has two Generals or two battle standards (WAB-LT-04, WAB-LT-06)."""
    found: dict[tuple[str, str], str] = {}
    for number, unit in enumerate(loaded.scenario.units):
        for place, member in enumerate(unit.members):
            for duty, words in COMMANDERS:
                if not member.values[duty]:
                    continue
                if (unit.side, duty) in found or member.models > 1:
                    other = found.get((unit.side, duty), unit.name)
                    message = f"the side {unit.side!r} already has {words} in {other!r}"
                    raise loaded.fault(
                        message,
                        "unit",
                        number,
                        "members",
                        place,
                        duty,
                        remedy=f"remove {duty} from one of the two models",
                    )
                found[unit.side, duty] = unit.name


def _check_sides_of_foes(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that no unit attacks two sides of the same enemy, and that no two units are in each other's flank or
    rear.
    """
    flank, rear = unit.statuses["flank"], unit.statuses["rear"]
    if flank is not None and flank == rear:
        raise loaded.fault(
            f"{unit.name!r} cannot be in both the flank and the rear of {flank!r}",
            "unit",
            number,
            "rear",
            remedy="name different enemies, or remove flank or rear",
        )
    for key, named in (("flank", flank), ("rear", rear)):
        foe = next((one for one in loaded.scenario.units if one.name == named), None)
        if foe and unit.name in (foe.statuses["flank"], foe.statuses["rear"]):
            message = f"{unit.name!r} and {foe.name!r} cannot each be in the other's flank or rear"
            raise loaded.fault(message, "unit", number, key, remedy="remove flank or rear from one of the two units")


def _check_press(loaded: Loaded) -> None:
    """Check that in the press no unit is off the table, and that of two units in contact at most one has won and at
    most one stands higher.
    """
    press, units = loaded.scenario.press, loaded.scenario.units
    if press is None:
        return
    for number, unit in enumerate(units):
        if unit.statuses["off_table"]:
            raise loaded.fault(
                "a unit in the press cannot be off the table", "unit", number, "off_table", remedy="remove off_table"
            )
    by_name = {unit.name: number for number, unit in enumerate(units)}
    for one, other in press.pairs:
        for status, words in OF_ONE_ALONE.items():
            if units[by_name[one]].statuses[status] and units[by_name[other]].statuses[status]:
                message = f"{one!r} and {other!r} cannot both {words}"
                raise loaded.fault(
                    message, "unit", by_name[other], status, remedy=f"remove {status} from one of the two units"
                )


def _check_contact(loaded: Loaded, battle: Battle) -> None:
    """Check that units with a status that requires contact touch an enemy, and that units that attack a flank or rear
    touch the unit they name.
    """
    for number, unit in enumerate(loaded.scenario.units):
        for status, words in OF_CONTACT.items():
            if not unit.statuses[status]:
                continue
            odd = next((other for other in OF_THE_FREE if unit.statuses[other]), "")
            if odd:
                raise impossible(loaded, number, status, f"{words}, yet they are {OF_THE_FREE[odd]}")
            if not is_engaged(battle, number):
                raise impossible(loaded, number, status, f"{words}, yet they touch no enemy")
        for key in ("flank", "rear"):
            named = unit.statuses[key]
            if named is not None and all(battle.unit(foe).name != named for foe in foes(battle, number)):
                raise impossible(
                    loaded, number, key, f"are attacking the {key} of {named!r} but do not touch that unit"
                )


def hints(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each choice that is legal but probably unintended."""
    yield from hinting.nobody_charged(scenario, "fought", "pursued")
    yield from hinting.heroes_alone(scenario, "W")
    yield from _idle_shields(scenario)
    yield from _columns_without_ranks(scenario)


def _columns_without_ranks(scenario: Scenario) -> Iterator[str]:
    """Yield a hint if WAB-R-50 `column-no-ranks` has no effect, because only ranks wider than any column count."""
    least = scenario.numbers.get(RANK, NUMBERS[RANK].default)
    is_chosen = "WAB-R-50" in scenario.rulings and scenario.rulings["WAB-R-50"].option == "column-no-ranks"
    if is_chosen and least > WIDEST:
        message = f"a rank needs {least} models, but a march column is at most {WIDEST} wide"
        yield f"WAB-R-50 column-no-ranks changes nothing, because {message}; also give --set {RANK}={WIDEST}"


def _idle_shields(scenario: Scenario) -> Iterator[str]:
    """Yield hints about pavises in a fight without shooting, and about shields that the bearer's armour makes
    useless.
    """
    fielded = {member.profile: member for unit in scenario.units for member in unit.members}
    for name, member in fielded.items():
        values = scenario.profiles[name].values
        armour, shield = values.get("armour"), values.get("shield")
        if shield == "pavise" and scenario.press and "Pavise in combat" not in member.rules:
            yield f"{name!r} carries a pavise, which saves only against missiles, but nobody shoots in the press"
        elif shield != "none" and (armour == "full plate" or (armour == "partial plate" and _rides(values))):
            yield f"{name!r} have a shield that gives no benefit with {armour} (WAB-AR-09): remove the shield"


def _rides(values: Values) -> bool:
    return bool(values.get("mounted")) or values.get("type") == "cavalry"
