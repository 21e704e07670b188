"""Unit files in Python. A file's units can be composed from parts, priced in points, and set against each other in
duels.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, BadScenario
from pilein.lab.arguments import file_values, is_list, path_of, spelled, text_of, whole
from pilein.lab.faults import further_faults
from pilein.lab.files import contents
from pilein.lab.scenarios import Scenario
from pilein.tabletop.notation.files import parsed
from pilein.tabletop.notation.files import text_of as bytes_as_text
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.notation.sections import Section, Source
from pilein.tabletop.notation.written import as_toml
from pilein.tabletop.vocabulary import names
from pilein.unit_files.composing import Fielded, fielded, merged
from pilein.unit_files.reading import WHAT, UnitFile, assert_is_no_scenario, unit_file

Plain = dict[str, Any]
SIDES = ("red", "blue")
CHARGED, ACTIVE = "charged", "active"
FILES = "files"
PAIR = 2


class Troop(Struct, frozen=True):
    """Unit as fielded, with its name, number of models, options and price in points.

    `points` is the price of the whole unit, and `each` is the price of an ordinary model.
    """

    name: str
    models: int
    options: tuple[str, ...]
    points: float
    each: float


class Units:
    """Units described in a unit file."""

    def __init__(self, file: UnitFile) -> None:
        self._file = file

    @classmethod
    def load(cls, path: str | Path) -> "Units":
        """Load the units in a file.

        Raises:
            BadScenario: the units cannot fight. The error names file, line, key and remedy, and `others` lists further
                faults.
        """
        path_of(path, "a unit file")
        return cls._of_text(bytes_as_text(path, contents), str(path))

    @classmethod
    def from_text(cls, text: str) -> "Units":
        """Parse the text of a unit file. Raises BadScenario as `load` does."""
        return cls._of_text(text_of(text, "text", "give the text of a unit file"), "<text>")

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Units":
        """Build units from the keys of a unit file with their values. Raises BadScenario as `load` does."""
        return _able_to_fight(Section(Source(), (), dict(file_values(values)), WHAT))

    @classmethod
    def _of_text(cls, text: str, file: str) -> "Units":
        top = replace(parsed(text, file), what=WHAT)
        assert_is_no_scenario(top)
        try:
            return _able_to_fight(top)
        except BadScenario as first:
            first.others = further_faults(first, text, _able_to_fight)
            raise

    @property
    def ruleset(self) -> str:
        """Ruleset for which the units are written."""
        return self._file.vocabulary.ruleset

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the units, in file order."""
        return self._file.names

    @property
    def doubtful(self) -> dict[str, tuple[str, ...]]:
        """Reasons why units are probably wrong, found by `pilein import` and listed by unit name."""
        units = self._file.named("units")
        return {name: tuple(unit["doubtful"]) for name, unit in units.items() if unit.get("doubtful")}

    @property
    def may_have_charged(self) -> bool:
        """Whether the ruleset has a status for units that have charged."""
        return CHARGED in names(self._file.vocabulary.statuses)

    def options(self, name: str) -> tuple[str, ...]:
        """Return the options of a unit. Raises BadInput if the unit is unknown."""
        fielded(self._file, name)
        return tuple(self._file.named("units")[name].get("options", {}))

    def unit(self, name: str, *, models: int | None = None, options: Sequence[str] = ()) -> Troop:
        """Field a unit with some of its options and this number of models, by default the usual number.

        Raises:
            BadInput: the unit or an option is unknown, or the unit cannot have that many models.
        """
        found = fielded(self._file, name, models=_count(models), options=_taken(options))
        return Troop(found.name, found.models, tuple(options), found.points, found.each)

    def points(self, name: str, *, models: int | None = None, options: Sequence[str] = ()) -> float:
        """Return the price of a unit in points. Raises BadInput as `unit` does."""
        return self.unit(name, models=models, options=options).points

    def models_for(self, name: str, points: float, *, options: Sequence[str] = ()) -> int:
        """Return the largest number of models that a unit can have for the given points.

        Raises:
            BadInput: even the smallest unit costs more, or the unit has no price.
        """
        if not _is_number(points):
            raise BadInput(
                f"{spelled(points)} is not a number of points",
                key="points",
                remedy="give points as a number, such as 100",
            )
        values = self._file.named("units").get(name, {})
        least = self.unit(name, models=_fewest_models(self._file, name, options), options=options)
        if least.points > points:
            words = f"{name} cost {least.points} points even with the fewest models ({least.models})"
            raise BadInput(words, key="points", remedy=f"give at least {least.points} points")
        if least.each <= 0:
            raise BadInput(
                f"{name} have no price per model",
                key="points",
                remedy="give their profile a price in the unit file, such as points = 8",
            )
        more = int((points - least.points) // least.each)
        return min(least.models + more, int(values.get("max", MOST_IN_UNIT)))

    def duel(
        self,
        first: str,
        second: str,
        *,
        models: int | tuple[int, int] | None = None,
        options: tuple[Sequence[str], Sequence[str]] = ((), ()),
        charged: str | None = None,
        active: str | None = None,
    ) -> Scenario:
        """Set up a duel in the press between two units in contact. Their sides are "red" and "blue".

        Between units in ranks, as many models are in contact as the narrower unit has files. If a unit is not in
        ranks, all models are in contact.

        `models` is the number of models in both units, or a pair; by default each unit has its usual number.
        `charged` names the unit that has charged; it is then the turn of that unit's side. Without `charged`,
        `active` names the unit whose side has the turn, by default the first. If both units have the same name, the
        name means the first, and the second is called "NAME (2)".

        Raises:
            BadInput: a unit or an option is unknown, or a unit cannot have that many models.
            BadScenario: the units cannot fight each other.
        """
        pair = models if isinstance(models, tuple) else (models, models)
        if len(pair) != PAIR or len(options) != PAIR:
            words = (
                f"{spelled(models if len(pair) != PAIR else options)} does not have one value for each of the two units"
            )
            raise BadInput(words, key="models", remedy="give one value for both units, or a pair")
        counts, taken = tuple(map(_count, pair)), tuple(map(_taken, options))
        return Scenario.from_dict(_duel(self._file, (first, second), counts, taken, charged, active))

    # --- changes -------------------------------------------------------------------------------------------------

    def with_profile(self, name: str, **keys: object) -> "Units":
        """Return the units with a profile added or changed for every unit that uses it.

        None removes a key. Like the other `with...` methods, raises BadScenario as `load` does.
        """
        return self._with("profiles", name, keys)

    def with_weapon(self, name: str, **keys: object) -> "Units":
        """Return the units with a weapon added or changed."""
        return self._with("weapons", name, keys)

    def with_armour(self, name: str, **keys: object) -> "Units":
        """Return the units with a kind of armour added or changed."""
        return self._with("armour", name, keys)

    def with_mount(self, name: str, **keys: object) -> "Units":
        """Return the units with a mount added or changed."""
        return self._with("mounts", name, keys)

    def with_unit(self, name: str, **keys: object) -> "Units":
        """Return the units with one unit added or changed."""
        return self._with("units", name, keys)

    def _with(self, kind: str, name: str, keys: Mapping[str, object]) -> "Units":
        values = self.to_dict()
        before = values.get(kind, {}).get(text_of(name, kind, "give a name in quotes"), {})
        changed = {key: value for key, value in {**before, **keys}.items() if value is not None}
        return Units.from_dict(values | {kind: {**values.get(kind, {}), name: changed}})

    def to_dict(self) -> Plain:
        """Return the units as a dictionary that `from_dict` accepts."""
        return dict(self._file.top.values)

    def to_toml(self) -> str:
        """Return the units as the text of a unit file, which `from_text` accepts."""
        return as_toml(self.to_dict())

    def __repr__(self) -> str:
        return f"<Units of {self.ruleset}: {', '.join(self.names)}>"


def _is_number(value: object) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and isfinite(value)


def _count(models: object) -> int | None:
    """Return a number of models, or None for the usual number. Raises BadInput if the value is neither."""
    return None if models is None else whole(models, "models", 1)


def _taken(options: object) -> tuple[str, ...]:
    """Return the options of a unit as a tuple. Raises BadInput if they are not a list of names."""
    if not is_list(options) or not all(isinstance(one, str) for one in options):  # type: ignore[attr-defined]
        words = f"{spelled(options)} is not a list of options"
        raise BadInput(words, key="options", remedy='give the names in a list: ["pikes"]')
    return tuple(options)  # type: ignore[arg-type]


def _fewest_models(file: UnitFile, name: str, options: Sequence[str]) -> int | None:
    """Return the minimum number of models in a unit with these options, or None if the unit is unknown."""
    unit = file.named("units").get(name)
    if unit is None:
        return None
    members = [*unit.get("members", ()), *(one for own in options for one in _members(unit, own))]
    return max(int(unit.get("min", 1)), sum(int(one.get("models", 1)) for one in members))


def _members(unit: Plain, option: str) -> Sequence[Plain]:
    found: Sequence[Plain] = unit.get("options", {}).get(option, {}).get("members", ())
    return found


def _duel(
    file: UnitFile,
    units: tuple[str, str],
    models: tuple[int | None, ...],
    options: Sequence[Sequence[str]] = ((), ()),
    charged: str | None = None,
    active: str | None = None,
) -> Plain:
    """Return the keys and values of a scenario in which two units are in contact."""
    for key, name in ((CHARGED, charged), (ACTIVE, active)):
        if name is not None and name not in units:
            raise BadInput(
                f"{spelled(name)} is not one of the two units", key=key, remedy=f"name {units[0]!r} or {units[1]!r}"
            )
    chosen = zip(units, models, options, strict=True)
    both = [fielded(file, name, models=count, options=taken) for name, count, taken in chosen]
    charger = None if charged is None else units.index(charged)
    turn = units.index(active) if charger is None and active is not None else charger or 0
    profiles: Plain = {}
    found = [_on_side(file, unit, number, profiles) for number, unit in enumerate(both)]
    if found[0]["name"] == found[1]["name"]:
        found[1]["name"] += " (2)"
    if charger is not None and CHARGED in names(file.vocabulary.statuses):
        found[charger][CHARGED] = True
    values: Plain = {"ruleset": file.vocabulary.ruleset, ACTIVE: SIDES[turn], "profiles": profiles}
    weapons = both[0].weapons | both[1].weapons
    values |= {"weapons": weapons} if weapons else {}
    return {**values, "unit": found, "press": {"pairs": [[one["name"] for one in found]]}}


def _on_side(file: UnitFile, unit: Fielded, number: int, profiles: Plain) -> Plain:
    """Return a unit as one side of a duel, adding its profiles to `profiles`."""
    found = {**merged(file, unit, profiles), "side": SIDES[number]}
    if FILES in found and FILES in names(file.vocabulary.statuses):
        found[FILES] = min(found[FILES], unit.models)
    return found


def _able_to_fight(top: Section) -> Units:
    """Return the units in a file after checking that each can fight without options and with each option.

    Raises:
        BadScenario: a unit cannot fight. The error gives the place of the first fault in the unit file.
    """
    file = unit_file(top, vocabulary)
    for name, unit in file.named("units").items():
        for option in (None, *unit.get("options", {})):
            options = () if option is None else (option,)
            assert_able(file, name, options)
    return Units(file)


def assert_able(file: UnitFile, name: str, options: Sequence[str]) -> None:
    """Check that a unit with these options can fight an equal unit.

    Raises BadScenario with the place in the unit file.
    """
    path = ("units", name, *(("options", options[0]) if options else ()))
    try:
        Scenario.from_dict(_duel(file, (name, name), (None, None), (options, options)))
    except BadScenario as error:
        raise _moved(file, error, path) from None
    except BadInput as error:
        raise file.fault(error.message, *path, remedy=error.remedy) from None


def _moved(file: UnitFile, error: BadScenario, path: tuple[str, ...]) -> BadScenario:
    """Return an error found in a duel as an error at the corresponding place in the unit file."""
    kind, *rest = error.path or ("",)
    if kind in ("profiles", "weapons") and rest and rest[0] in file.named(str(kind)):
        return file.fault(error.message, kind, *rest, remedy=error.remedy)
    message = error.message if kind == "unit" else f"{'.'.join(map(str, rest))}: {error.message}"
    key = rest[1] if kind == "unit" and len(rest) > 1 else None
    own = (key,) if key in file.named("units")[path[1]] and len(path) == PAIR else ()
    return file.fault(message, *path, *own, remedy=error.remedy)
