"""Reading and section-by-section validation of unit files. Faults are raised as BadScenario errors with their place."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadScenario
from pilein.kernel.nearest import hint, listed, same, shortened
from pilein.kernel.remedies import line
from pilein.tabletop.loading import Vocabularies, vocabulary_of
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.notation.profiles import base_in, profiles, special_rules, weapons
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.vocabulary import Key, Vocabulary, names
from pilein.unit_files import words
from pilein.unit_files.changes import why_no_change
from pilein.unit_files.riding import Riding, riding_of

POINTS = Key("points", "number", -10_000, 10_000, 0, "points of each model")
UNIT_POINTS = Key("unit_points", "number", -10_000, 10_000, 0, "points of the unit")
WHAT = "a unit file"  # name used in faults
MOST_NAMED = 2000  # profiles, weapons, units ... per file
Plain = dict[str, Any]


class UnitFile(Struct, frozen=True):
    """A unit file as read, with its sections, the ruleset's vocabulary, and the ruleset's way of merging rider
    and mount.
    """

    top: Section
    vocabulary: Vocabulary
    riding: Riding | None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the units, in file order."""
        return tuple(self.named("units"))

    def named(self, key: str) -> Mapping[str, Plain]:
        """Return the tables in a section by name, in file order."""
        found: Mapping[str, Plain] = self.top.values.get(key, {})  # type: ignore[assignment]
        return found

    def fault(self, message: str, *path: str | int, remedy: str) -> BadScenario:
        """Return the error for a place in the file."""
        return self.top.fault(message, *path, remedy=remedy)


def assert_is_no_scenario(top: Section) -> None:
    """Check that the sections are not the sections of a scenario, with or without units from a unit file.

    Raises:
        BadScenario: the sections belong to a scenario.
    """
    if top.has("unit") and not isinstance(top.values.get("units"), dict):
        remedy = "write the units as [units.NAME], without sides, or name the unit file instead"
        raise top.fault("this file is a scenario, not a unit file", remedy=remedy)


def unit_file(top: Section, vocabularies: Vocabularies) -> UnitFile:
    """Read and validate the sections of a unit file.

    Raises:
        BadScenario: the first fault, with file, line, key and remedy.

    """
    vocabulary = vocabulary_of(top, vocabularies)
    top.only(words.SECTION_WORDS)
    _check_numbers(top)
    riding = riding_of(vocabulary.package)
    file = UnitFile(top, vocabulary, riding)
    _check_as_in_scenarios(file)
    for _, section in top.named("armour", "the armour"):
        _check_change(file, section, words.CHANGE_WORDS)
    for _, section in top.named("mounts", "the mount"):
        _check_mount(file, section)
    if not top.named("units", "the unit"):
        raise top.fault("the unit file has no units", remedy="write [units.NAME] and the keys below it")
    for _, section in top.named("units", "the unit"):
        _check_unit(file, section)
    return file


def _check_numbers(top: Section) -> None:
    for key in words.SECTION_WORDS:
        value = top.values.get(key)
        if isinstance(value, dict) and len(value) > MOST_NAMED:
            raise top.fault(
                f"the file has {len(value)} {key}, more than {MOST_NAMED}", key, remedy="split it into several files"
            )


def _check_as_in_scenarios(file: UnitFile) -> None:
    """Check profiles and weapons by the rules for scenario files, except for points, which only unit files have."""
    own = names(file.vocabulary.characteristics)
    for kind in ("profiles", "weapons"):
        for _, section in file.top.named(kind, f"the {kind[:-1]}"):
            if kind == "weapons" or POINTS.name not in own:
                section.read(POINTS)
    found = {"profiles": _priceless(file, "profiles", own), "weapons": _priceless(file, "weapons", ())}
    top = Section(file.top.source, (), found, file.top.what)
    profiles(top, file.vocabulary, {})
    weapons(top, file.vocabulary)


def _priceless(file: UnitFile, kind: str, own: Iterable[str]) -> dict[str, Plain]:
    return {name: without_points(values, own) for name, values in file.named(kind).items()}


def without_points(values: Mapping[str, Any], own: Iterable[str]) -> Plain:
    """Return the values of a profile or weapon for scenarios, with points only if they are among its `own` keys."""
    return {key: value for key, value in values.items() if key != POINTS.name or key in own}


def _check_change(file: UnitFile, section: Section, known: Iterable[str]) -> None:
    keys = {key.name: key for key in file.vocabulary.characteristics}
    section.only((*known, *keys), listing=file.vocabulary.listing("profiles"))
    section.read(POINTS)
    for name, value in section.values.items():
        fault = why_no_change(keys[name], value) if name in keys and name != POINTS.name else None
        if fault:
            raise section.fault(fault.message, name, remedy=fault.remedy)
    _check_equipment(file, section)


def _check_mount(file: UnitFile, section: Section) -> None:
    _check_change(file, section, words.MOUNT_WORDS)
    if not section.has("profile"):
        return
    _check_name(file, section, "profile", "profiles")
    if file.riding is None:
        message = f"{file.vocabulary.ruleset} does not say how rider and mount fight as one model"
        raise section.fault(
            message, "profile", remedy="remove `profile` and write what the rider gains from the mount, such as M = 8"
        )
    profile = file.named("profiles")[section.text("profile")]
    for key, most in file.riding.most.items():
        if profile.get(key, most) > most:
            called = section.values["profile"]
            message = f"{called!r} cannot be a mount, because its {key} is {profile[key]} and at most {most} is allowed"
            raise section.fault(message, "profile", remedy="make it a model of its own instead of a mount")


def _check_unit(file: UnitFile, section: Section) -> None:
    statuses = [key for key in file.vocabulary.statuses if key.kind != "unit"]
    section.only((*words.UNIT_WORDS, *names(statuses)), listing=file.vocabulary.listing("units"))
    if not section.has("profile"):
        raise section.missing("profile", line("profile", '"..."'))
    section.texts("doubtful")
    _check_body(file, section, statuses)
    least = section.whole("min", 1, MOST_IN_UNIT, 1)
    section.whole("max", least, MOST_IN_UNIT, MOST_IN_UNIT)
    if section.has("models"):
        section.whole("models", least, section.whole("max", 1, MOST_IN_UNIT, MOST_IN_UNIT))
    for _, option in section.named("options", "the option"):
        option.only((*words.OPTION_WORDS, *names(statuses)), listing=file.vocabulary.listing("units"))
        option.texts("without")
        _check_body(file, option, statuses)


def _check_body(file: UnitFile, section: Section, statuses: Iterable[Key]) -> None:
    """Check the keys that units and options have in common."""
    _check_member(file, section)
    section.read(UNIT_POINTS)
    if section.has("formation"):
        section.option("formation", tuple(file.vocabulary.formations))
    for key in statuses:
        section.read(key)
    for member in section.entries("members", "a member", 'write members = [{ profile = "...", models = 1 }]'):
        own = file.vocabulary.member_keys
        member.only((*words.MEMBER_WORDS, *names(own)), listing=file.vocabulary.listing("members"))
        member.whole("models", 1, MOST_IN_UNIT, 1)
        member.read_all(own)
        _check_member(file, member)


def _check_member(file: UnitFile, section: Section) -> None:
    section.read(POINTS)
    for key, kind in (("profile", "profiles"), ("mount", "mounts")):
        if section.has(key):
            _check_name(file, section, key, kind)
    for number, name in enumerate(section.texts("armour")):
        if name not in file.named("armour"):
            remedy = hint(name, file.named("armour"), f"define it under [armour.{shortened(name)}]")
            raise section.fault(f"there is no armour {shortened(name)!r}", "armour", number, remedy=remedy)
    _check_equipment(file, section)


def _check_equipment(file: UnitFile, section: Section) -> None:
    if section.has("base"):
        base_in(section)
    special_rules(section, file.vocabulary)
    known = (*file.vocabulary.weapons, *file.named("weapons"))
    for number, name in enumerate(section.texts("weapons")):
        if same(name, known) is None:
            remedy = hint(name, known, f"use one of {listed(known)}", file.vocabulary.listing("weapons"))
            raise section.fault(f"there is no weapon {shortened(name)!r}", "weapons", number, remedy=remedy)


def _check_name(file: UnitFile, section: Section, key: str, kind: str) -> None:
    name, known = section.text(key), file.named(kind)
    if name not in known:
        remedy = hint(name, known, f"define it under [{kind}.{shortened(name)}]")
        raise section.fault(f"there is no {key} {shortened(name)!r}", key, remedy=remedy)
