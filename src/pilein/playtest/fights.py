"""The scenarios of a playtest, read from files and folders."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import listed
from pilein.lab.loading import is_unit_file
from pilein.lab.scenarios import Given, scenario_of
from pilein.tabletop import scenario as bare

SUFFIX = ".toml"
REMEDY = "name scenario files (.toml), or folders of them"


class Fight(Struct, frozen=True):
    """A scenario with the name that tables call it by, and the file that it was read from ("": none)."""

    name: str
    scenario: bare.Scenario
    file: str = ""


def fights_of(given: Given | Sequence[Given], rulings: Mapping[str, str] | None = None) -> tuple[Fight, ...]:
    """The scenarios given, and those in files and folders (not in folders within), by name; all of one ruleset.

    Unit files in a folder are passed over: scenarios beside them may use their units.

    Raises:
        BadScenario: a file or a scenario cannot be played.
        BadInput: there are none, a folder has none, or they are of several rulesets.
        UnknownRule: no such ruling or option.

    """
    several = [given] if isinstance(given, bare.Scenario | str | Path) else list(given)
    found = [fight for one in several for fight in _read(one, rulings)]
    if not found:
        raise BadInput("there are no scenarios", key="scenario", remedy=REMEDY)
    rulesets = sorted({fight.scenario.ruleset for fight in found})
    if len(rulesets) > 1:
        message = f"scenarios of several rulesets: {listed(rulesets)}"
        raise BadInput(message, key="scenario", remedy="give those of one ruleset")
    return _named_apart(found)


def _read(given: Given, rulings: Mapping[str, str] | None) -> Iterator[Fight]:
    if isinstance(given, bare.Scenario):
        yield Fight(" and ".join(unit.name for unit in given.units), scenario_of(given, rulings))
        return
    path = Path(given)
    if not path.is_dir():
        yield Fight(path.stem, scenario_of(given, rulings), str(path))
        return
    every = sorted(path.glob(f"*{SUFFIX}"))
    files = [file for file in every if not is_unit_file(file)]
    if not files and every:
        remedy = f"name scenarios, or set units against each other with `pilein lab matchup {every[0]}`"
        raise BadInput("there are unit files in this folder, and no scenario", file=str(path), remedy=remedy)
    if not files:
        raise BadInput("there are no scenario files (.toml) in this folder", file=str(path), remedy=REMEDY)
    yield from (Fight(file.stem, scenario_of(file, rulings), str(file)) for file in files)


def _named_apart(found: list[Fight]) -> tuple[Fight, ...]:
    """The fights, those of equal names called by their files or numbers."""
    names = [fight.name for fight in found]
    return tuple(
        fight
        if names.count(fight.name) == 1
        else Fight(fight.file or f"{fight.name} {number}", fight.scenario, fight.file)
        for number, fight in enumerate(found, 1)
    )
