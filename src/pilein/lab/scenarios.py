"""Scenarios, which can be read from a file or text, built and changed in Python, and validated."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from pilein.engine.named_ids import assert_in_code
from pilein.engine.rulesets import is_from_outside, ruleset_named, vocabulary
from pilein.kernel.errors import BadInput, BadScenario
from pilein.kernel.nearest import hint, in_one_line
from pilein.lab.arguments import file_values, numbers_of, path_of, rulings_of, text_of
from pilein.lab.files import contents
from pilein.tabletop import scenario as bare
from pilein.tabletop.checking import check
from pilein.tabletop.loading import from_values, loads, of_section
from pilein.tabletop.notation.files import text_of as bytes_as_text
from pilein.tabletop.notation.numbers import with_numbers
from pilein.tabletop.notation.rulings import STRUCK, with_rulings
from pilein.tabletop.notation.written import as_toml, written
from pilein.tabletop.scenario import Loaded
from pilein.tabletop.validation.scenario import assert_valid
from pilein.unit_files.scenarios import UnitFiles

PREFIX = "pilein/"  # of the names of tasks
Plain = dict[str, Any]
Changed = Callable[[bare.Scenario], bare.Scenario]
TASKS = (
    "play tasks with `pilein tournament` or `pilein games`; in Python, also use pilein.solve, or the scenario"
    " pilein.task(...).scenario"
)
COMPOSED = UnitFiles(vocabulary, contents)  # composes the units that a scenario takes from unit files
OF_MEMBERS = ("profile", "models", "weapons", "rules")  # keys of a unit that stand for its models


class Scenario(bare.Scenario, frozen=True):
    """Fight that is ready to be played, with units, profiles, weapons, rulings, and a table or the press.

    Read a scenario with `load`, `from_text` or `from_dict`. Change it with the `with...` methods, which take keys of
    scenario files and return a new scenario. Scenarios with the same content are equal.

    Examples:
        >>> import pilein
        >>> duel = pilein.load("examples/warstrike/press.toml")
        >>> duel
        <Scenario of warstrike: 5 red squad (red) against 5 blue squad (blue)>
        >>> duel.with_unit("red squad", models=15)
        <Scenario of warstrike: 15 red squad (red) against 5 blue squad (blue)>
        >>> pilein.Scenario.from_text(duel.to_toml()) == duel
        True
    """

    @classmethod
    def load(cls, path: str | Path) -> "Scenario":
        """Load a scenario from a file.

        Raises:
            BadScenario: the scenario cannot be played. The error names file, line, key and remedy, and `others` lists
                further faults.
        """
        return _from_file(path_of(path))

    @classmethod
    def from_text(cls, text: str) -> "Scenario":
        """Parse the text of a scenario file. Raises BadScenario as `load` does."""
        return _from_text(text_of(text, "text", "give the text of a scenario file"), "<text>")

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Scenario":
        """Build a scenario from the keys and values of a scenario file.

        `unit` is a list of dictionaries, `profiles` a dictionary of dictionaries, and so on, as `tomllib` reads such
        a file.

        Raises:
            BadScenario: the scenario cannot be played. The error names the key and a remedy.
        """
        return _judged(from_values(file_values(values), vocabulary))

    def to_dict(self) -> Plain:
        """Return the scenario as a dictionary that `from_dict` accepts."""
        return written(self, vocabulary(self.ruleset))

    def to_toml(self) -> str:
        """Return the scenario as the text of a scenario file.

        `from_text` accepts this text, and printing the scenario shows it.
        """
        return as_toml(self.to_dict())

    # --- changes -------------------------------------------------------------------------------------------------

    def with_keys(self, **keys: object) -> "Scenario":
        """Return the scenario with changed top-level keys: active, turns, round, press, table ...

        None removes a key. Raises BadScenario as `from_dict` does.
        """
        return Scenario.from_dict(_with(self.to_dict(), keys))

    def with_unit(self, name: str, **keys: object) -> "Scenario":
        """Return the scenario with changed keys in a unit, such as models, profile, weapons, charged or positions.

        None removes a key. A unit that does not exist is added if `side` is among the keys.

        Raises:
            BadScenario: the result cannot be played.
            BadInput: there is no such unit.
        """
        values = self.to_dict()
        units: list[Plain] = values["unit"]
        number = next((number for number, unit in enumerate(units) if unit["name"] == name), None)
        if number is not None:
            units[number] = _changed(units[number], keys)
        elif "side" in keys:
            units.append(_with({"name": name}, keys))
        else:
            raise unknown_unit(name, [str(unit["name"]) for unit in units])
        return Scenario.from_dict(values)

    def without_unit(self, name: str) -> "Scenario":
        """Return the scenario without a unit and, in the press, without that unit's pairs. Raises as `with_unit`."""
        values = self.to_dict()
        kept = [unit for unit in values["unit"] if unit["name"] != name]
        if len(kept) == len(values["unit"]):
            raise unknown_unit(name, [str(unit["name"]) for unit in kept])
        if "press" in values:
            values["press"]["pairs"] = [pair for pair in values["press"]["pairs"] if name not in pair]
        return Scenario.from_dict(values | {"unit": kept})

    def with_profile(self, name: str, **keys: object) -> "Scenario":
        """Return the scenario with a profile added or changed. The keys are its characteristics, base and rules.

        None removes a key. Raises BadScenario as `from_dict` does.
        """
        return self._with_named("profiles", name, keys)

    def with_weapon(self, name: str, **keys: object) -> "Scenario":
        """Return the scenario with a weapon added or changed. None removes a key. Raises as `from_dict` does."""
        return self._with_named("weapons", name, keys)

    def with_rulings(self, rulings: Mapping[str, str]) -> "Scenario":
        """Return the scenario with other rulings: {"SH-R-19": "gap"}, or "limit:12" for an option with a number, or
        "default".

        Raises:
            UnknownRule: there is no such ruling or option. The error suggests the nearest one.
            BadScenario: an option that takes no number is given one, or an option that needs a number is given none.
        """
        return found_good(with_rulings(self, vocabulary(self.ruleset), rulings_of(rulings)))

    def without_sentences(self, *sentences: str) -> "Scenario":
        """Return the scenario with these sentences of the rules struck out. Raises UnknownRule if an ID is unknown."""
        return self.with_rulings(dict.fromkeys(sentences, STRUCK))

    def with_numbers(self, numbers: Mapping[str, int | None]) -> "Scenario":
        """Return the scenario with other numbers in the rules text: {"SH-CR-04": 2}. None restores the number in the
        text.

        Raises:
            UnknownRule: there is no such number. The error suggests the nearest one.
            BadScenario: a number is out of bounds.
        """
        changed = with_numbers(vocabulary(self.ruleset), self.numbers, numbers_of(numbers))
        return found_good(replace(self, numbers=changed))

    def _with_named(self, key: str, name: str, keys: Mapping[str, object]) -> "Scenario":
        values = self.to_dict()
        text_of(name, key, "give a name in quotes")
        named = values.setdefault(key, {})
        named[name] = _with(named.get(name, {}), keys)
        return Scenario.from_dict(values)

    # --- Python --------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, bare.Scenario):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__struct_fields__)

    def __hash__(self) -> int:
        return hash(msgspec.json.encode(self, order="deterministic"))

    def __repr__(self) -> str:
        sides = (
            ", ".join(f"{unit.models} {unit.name}" for unit in self.units if unit.side == side.name) + f" ({side.name})"
            for side in self.sides
        )
        return f"<Scenario of {self.ruleset}: {' against '.join(sides)}>"

    def __str__(self) -> str:
        return self.to_toml()


Given: TypeAlias = bare.Scenario | str | Path  # a scenario, or the path of its file


def load(path: str | Path, rulings: Mapping[str, str] | None = None) -> Scenario:
    """Load a scenario from a file and let its ruleset check it. `rulings` overrides rulings in the file.

    Raises:
        BadScenario: the scenario cannot be played. The error names file, line, key and remedy, and `others` lists
            further faults.
        UnknownRule: there is no such ruling or option.
    """
    changed = (lambda scenario: with_rulings(scenario, vocabulary(scenario.ruleset), rulings)) if rulings else None
    return _from_file(path, changed)


def scenario_of(given: Given, rulings: Mapping[str, str] | None) -> Scenario:
    """Return the given scenario, or the scenario in a file, with rulings overridden for one run.

    A scenario built in Python is validated like a scenario from a file.

    Raises:
        BadScenario: the scenario cannot be played.
        UnknownRule: there is no such ruling or option.
    """
    if isinstance(given, bare.Scenario):
        return found_good(with_rulings(given, vocabulary(given.ruleset), rulings_of(rulings)))
    return load(path_of(given), rulings_of(rulings))


def found_good(scenario: bare.Scenario) -> Scenario:
    """Validate a scenario built in Python like one in a file, and return it.

    Raises:
        BadScenario: the scenario cannot be played. The error is the first fault, without a line.
    """
    assert_valid(scenario, vocabulary(scenario.ruleset))
    return _judged(Loaded(scenario))


def _from_file(path: str | Path, changed: Changed | None = None) -> Scenario:
    if str(path).startswith(PREFIX) and not Path(path).exists():
        message = "this is the name of a task, not of a scenario file"
        raise BadScenario(message, file=in_one_line(str(path)), remedy=TASKS)
    return _from_text(bytes_as_text(path, contents), str(path), changed)


def _from_text(text: str, file: str, changed: Changed | None = None) -> Scenario:
    """Parse a scenario. If it cannot be played, the error lists all faults that can be found."""
    try:
        return _judged(loads(text, vocabulary, file=file, composed=COMPOSED), changed)
    except BadScenario as first:
        from pilein.lab.faults import further_faults  # noqa: PLC0415 - needed only for files with faults

        first.others = further_faults(first, text, lambda top: _judged(of_section(top, vocabulary, COMPOSED), changed))
        raise


def _judged(loaded: Loaded, changed: Changed | None = None) -> Scenario:
    if changed is not None:
        loaded = Loaded(changed(loaded.scenario), loaded.source)
    check(loaded)
    ruleset = ruleset_named(loaded.scenario.ruleset)
    if is_from_outside(ruleset):  # every sentence of our own rulesets is in code
        assert_in_code(ruleset, loaded.scenario.struck)
    ruleset.check(loaded)
    return Scenario(**{name: getattr(loaded.scenario, name) for name in loaded.scenario.__struct_fields__})


def _with(values: Mapping[str, Any], keys: Mapping[str, object]) -> Plain:
    """Copy a mapping with some keys changed. The value None removes a key."""
    return {key: value for key, value in {**values, **keys}.items() if value is not None}


def _changed(unit: Plain, keys: Mapping[str, object]) -> Plain:
    """Change the values of a unit. Keys that concern models apply to the unit's only kind of model."""
    if "profile" in unit or len(unit.get("members", ())) != 1:
        return _with(unit, keys)
    (member,) = unit["members"]
    of_members = {key: value for key, value in keys.items() if key in OF_MEMBERS}
    rest = {key: value for key, value in keys.items() if key not in OF_MEMBERS}
    return _with({**unit, "members": [_with(member, of_members)]}, rest)


def unknown_unit(name: str, names: Sequence[str]) -> BadInput:
    """Return the error for a unit name that is not in the scenario."""
    return BadInput(
        "the scenario has no unit with this name",
        key=name,
        remedy=hint(name, names, f"name one of the units: {', '.join(names)}"),
    )
