"""Scenarios of a playtest, read from files and folders."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import listed
from pilein.lab.files import BadFile, reason
from pilein.lab.loading import is_unit_file
from pilein.lab.scenarios import Given, scenario_of
from pilein.tabletop import scenario as bare

SUFFIX = ".toml"
REMEDY = "name scenario files (.toml), or folders of them"


class Fight(Struct, frozen=True):
    """Scenario with its name in tables, and the file from which it was read ("" if none)."""

    name: str
    scenario: bare.Scenario
    file: str = ""


def fights_of(given: Given | Sequence[Given], rulings: Mapping[str, str] | None = None) -> tuple[Fight, ...]:
    """Collect the given scenarios, and those in the given files and folders (without subfolders), sorted by name.

    All scenarios must use the same ruleset. Unit files in a folder are skipped, since scenarios in that folder may
    use the units in these files.

    Raises:
        BadScenario: a file or a scenario cannot be played.
        BadInput: there are no scenarios, a folder has none, or the scenarios use several rulesets.
        UnknownRule: there is no such ruling or option.
    """
    several = [given] if isinstance(given, bare.Scenario | str | Path) else list(given)
    found = [fight for one in several for fight in _read(one, rulings)]
    if not found:
        raise BadInput("no scenario is named", key="scenario", remedy=REMEDY)
    named = _named_apart(found)
    assert_of_one_ruleset(named)
    return named


def assert_of_one_ruleset(fights: Sequence[Fight], key: str = "scenario") -> None:
    """Check that all fights use the same ruleset. `key` names the argument at fault.

    Raises:
        BadInput: the fights use several rulesets. The message names the first fight of each ruleset.
    """
    first = {fight.scenario.ruleset: fight.name for fight in reversed(fights)}
    if len(first) > 1:
        several = listed([f"{name} ({ruleset})" for ruleset, name in reversed(first.items())])
        raise BadInput(
            f"the scenarios belong to different rulesets: {several}",
            key=key,
            remedy="name scenarios of the same ruleset",
        )


def _read(given: Given, rulings: Mapping[str, str] | None) -> Iterator[Fight]:
    if isinstance(given, bare.Scenario):
        yield Fight(" and ".join(unit.name for unit in given.units), scenario_of(given, rulings))
        return
    path = Path(given)
    if not path.is_dir():
        yield Fight(path.stem, scenario_of(given, rulings), str(path))
        return
    every = _files_in(path)
    files = [file for file in every if not is_unit_file(file)]
    if not files and every:
        remedy = f"name scenarios, or match the units against each other with `pilein lab matchup {every[0]}`"
        raise BadInput("this folder contains unit files but no scenario", file=str(path), remedy=remedy)
    if not files:
        raise BadInput("this folder contains no scenario file (.toml)", file=str(path), remedy=REMEDY)
    yield from (Fight(file.stem, scenario_of(file, rulings), str(file)) for file in files)


def _files_in(folder: Path) -> list[Path]:
    """List the files in a folder that may be scenarios, sorted by name.

    Raises:
        BadFile: the folder cannot be read.
    """
    try:
        files = sorted(folder.iterdir())  # `glob` finds nothing in a folder that is locked
    except OSError as error:
        message = f"the folder cannot be read: {reason(error).lower()}"
        raise BadFile(
            message, file=str(folder), remedy="name a folder that you can read, or name scenario files"
        ) from None
    return [file for file in files if file.name.endswith(SUFFIX)]


def _named_apart(found: list[Fight]) -> tuple[Fight, ...]:
    """Rename fights that share a name. Each gets a distinct name, taken from its file or its number."""
    names = [fight.name for fight in found]
    return tuple(
        fight
        if names.count(fight.name) == 1
        else Fight(fight.file or f"{fight.name} {number}", fight.scenario, fight.file)
        for number, fight in enumerate(found, 1)
    )
