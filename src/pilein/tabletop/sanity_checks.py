"""Checks for things that are impossible under any ruleset, such as dead models in play."""

from collections.abc import Mapping

from pilein.kernel.errors import BadScenario
from pilein.kernel.nearest import counted
from pilein.tabletop.scenario import Loaded, Member, Scenario, Unit
from pilein.tabletop.vocabulary import Standing, whole


def check_lost(loaded: Loaded, wounds: str) -> None:
    """Check that every model of a scenario is alive. `wounds` names the characteristic that limits `lost`.

    Raises:
        BadScenario: a member has lost all its wounds. The error points to the first such member.
    """
    for number, unit in enumerate(loaded.scenario.units):
        for place, member in enumerate(unit.members):
            dead = _why_dead(loaded.scenario, member, wounds)
            if dead:
                most = whole(loaded.scenario.profiles[member.profile].values, wounds) - 1
                remedy = f"write lost = {most} or less" if most else "remove lost"
                remedy += ", or leave out the dead models"
                raise loaded.fault(dead, "unit", number, "members", place, "lost", remedy=remedy)


def assert_living(scenario: Scenario, unit: Unit, member: Member, wounds: str) -> None:
    """Check that the models of a member are alive, for callers that do not know the member's line in the file.

    Raises:
        BadScenario: the member has lost all its wounds.
    """
    dead = _why_dead(scenario, member, wounds)
    if dead:
        raise BadScenario(dead, key=unit.name, remedy="leave out the dead models")


def check_files(loaded: Loaded, formations: Mapping[str, Standing]) -> None:
    """Check that `files` are given only for blocks in the press and never exceed the number of models in the unit.

    Raises:
        BadScenario: a unit has invalid files. The exception describes the first such unit.
    """
    for number, unit in enumerate(loaded.scenario.units):
        files = whole(unit.statuses, "files")
        if files and formations[unit.formation] != "block":
            message, remedy = f"a unit in {unit.formation} cannot have files", "remove files"
        elif files and loaded.scenario.table is not None:
            message, remedy = (
                "a unit on a table gives its files in `place`",
                f"write place = {{ ..., files = {files} }}",
            )
        elif files > unit.models:
            message = f"the unit has {files} files for {counted(unit.models, 'model')}"
            remedy = f"use at most {unit.models} files, one for each model"
        else:
            continue
        raise loaded.fault(message, "unit", number, "files", remedy=remedy)


def check_enemies(loaded: Loaded, *statuses: str) -> None:
    """Check that the given statuses name enemy units.

    Raises:
        BadScenario: a status names a unit of its own side. The exception describes the first such status.
    """
    side_of = {unit.name: unit.side for unit in loaded.scenario.units}
    for number, unit in enumerate(loaded.scenario.units):
        for status in statuses:
            named = unit.statuses[status]
            if isinstance(named, str) and side_of[named] == unit.side:
                message = f"{named!r} is a friend, not an enemy"
                raise loaded.fault(message, "unit", number, status, remedy="name an enemy unit")


def impossible(loaded: Loaded, number: int, status: str, words: str) -> BadScenario:
    """Return the error for a status that a unit's position rules out, such as "has charged, but touches no enemy"."""
    name = loaded.scenario.units[number].name
    return loaded.fault(
        f"{name!r} {words}", "unit", number, status, remedy=f"remove {status}, or place the unit elsewhere"
    )


def _why_dead(scenario: Scenario, member: Member, wounds: str) -> str:
    lost, has = whole(member.values, "lost"), whole(scenario.profiles[member.profile].values, wounds)
    return (
        f"a model with the profile {member.profile!r} has lost {lost} of its {has} wounds, so it is dead"
        if lost >= has
        else ""
    )
