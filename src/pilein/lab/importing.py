"""Import army catalogues from roster programs. The result is a set of units that can fight, and a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.engine.rulesets import vocabulary
from pilein.importers.importing import unit_values
from pilein.importers.reading import BadCatalogue
from pilein.importers.report import ImportReport, ReportLine
from pilein.kernel.errors import BadInput, BadScenario
from pilein.lab.arguments import path_of
from pilein.lab.document import FORMAT
from pilein.lab.files import contents
from pilein.lab.report import as_frame
from pilein.lab.units import Units, assert_able
from pilein.tabletop.notation.files import LONGEST
from pilein.tabletop.notation.sections import Section, Source
from pilein.unit_files.reading import UnitFile, unit_file

Plain = dict[str, Any]


class Imported(Struct, frozen=True):
    """Units imported from army catalogues, with a report of the data that was taken, changed or left out.

    `units` is None if no unit can fight under the ruleset.
    """

    ruleset: str
    files: tuple[str, ...]
    units: Units | None
    report: ImportReport

    def document(self) -> Plain:
        """Return the import report as a JSON document."""
        units = list(self.units.names) if self.units is not None else []
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "files": list(self.files),
            "units": units,
            **self.report.document(),
        }

    def to_dict(self) -> list[Plain]:
        """Return the lines of the import report as records."""
        found: list[Plain] = self.report.document()["lines"]
        return found

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """Return the lines of the report as a pandas or polars data frame.

        Raises BadInput if neither library is installed.
        """
        return as_frame(self.to_dict())

    def to_toml(self) -> str:
        """Return the units as the text of a unit file.

        Raises:
            BadCatalogue: there are no units, or too many for one file.
        """
        if self.units is None:
            words = f"no unit in this file can fight under {self.ruleset}"
            raise BadCatalogue(
                words,
                file=self.files[0],
                remedy="see the report for the reasons, and name another ruleset or catalogue",
            )
        names = ", ".join(Path(file).name for file in self.files)
        text = f"# Units for {self.ruleset}, imported from {names}.\n\n{self.units.to_toml()}"
        if len(text) > LONGEST:
            words = f"the unit file would have more than {LONGEST:,} characters"
            raise BadCatalogue(words, file=self.files[0], remedy="import fewer catalogues at a time")
        return text

    def __str__(self) -> str:
        return self.report.text()


def import_units(*files: str | Path, ruleset: str) -> Imported:
    """Import units from army catalogues, game systems or rosters (.cat, .gst, .ros, zipped, or NewRecruit JSON).

    Linked catalogues are read from the same folders. The ruleset decides how a rider and a mount become one model.
    Weapons, armour and special rules are imported if the ruleset has words for them. `units.doubtful` lists values
    that are probably wrong.

    Raises:
        BadInput: no file is named.
        BadCatalogue: a file cannot be read, is not a catalogue, or is unsafe.
        UnknownRule: there is no such ruleset.
    """
    if not files:
        raise BadInput(
            "no file to import is named", key="files", remedy="name at least one catalogue, game system or roster"
        )
    paths = [path_of(file, "a catalogue") for file in files]
    values, report = unit_values(paths, vocabulary(ruleset), contents)
    units = _able_units(values, report)
    return Imported(ruleset, tuple(map(str, paths)), units, report)


def _able_units(values: Plain, report: ImportReport) -> Units | None:
    """Return the units that can fight. Changes to them, and units that cannot fight, are added to the report."""
    units: Plain = values.get("units", {})
    if not units:
        return None
    file = unit_file(Section(Source(), (), values, "a unit file"), vocabulary)
    lines = {place: line for line in report.of("unit") for place in line.becomes}
    for name in tuple(units):
        line = lines[f"units.{name}"]
        why = _why_not(file, name, ())
        if why and not _with_fewer_weapons(file, name, line):
            line.fate, line.why, line.becomes = "left out", [why], []
            del units[name]
            continue
        _keep_options(file, name, line, [one for one in report.of("option") if one.of == line.name and one.becomes])
    return Units(file) if units else None


def _why_not(file: UnitFile, name: str, options: Sequence[str]) -> str:
    try:
        assert_able(file, name, options)
    except BadScenario as error:
        return error.message
    return ""


def _with_fewer_weapons(file: UnitFile, name: str, line: ReportLine) -> bool:
    """Remove one weapon if the unit can fight without that weapon. The last weapon is tried first.

    Returns whether a weapon was removed.
    """
    unit = file.named("units")[name]
    held = list(unit.get("weapons", ()))
    for number in reversed(range(len(held))):
        if _is_able_with(file, name, unit, [*held[:number], *held[number + 1 :]]):
            line.changed(f"without {held[number]!r}: the unit cannot hold all its weapons at once")
            return True
    return False


def _is_able_with(file: UnitFile, name: str, unit: Plain, weapons: list[str]) -> bool:
    before = unit.get("weapons", [])
    unit["weapons"] = weapons
    if not _why_not(file, name, ()):
        return True
    unit["weapons"] = before
    return False


def _keep_options(file: UnitFile, name: str, line: ReportLine, reported: Sequence[ReportLine]) -> None:
    """Keep the options with which a unit can fight. An option's weapons may replace the unit's own."""
    unit = file.named("units")[name]
    options: Plain = unit.get("options", {})
    for one in tuple(options):
        why = _why_not(file, name, (one,))
        if not why:
            continue
        of_option = next((other for other in reported if one in other.becomes), line)
        options[one]["without"] = list(dict.fromkeys([*options[one].get("without", ()), *unit.get("weapons", ())]))
        if options[one].get("weapons") and not _why_not(file, name, (one,)):
            of_option.changed("instead of the unit's weapons: the unit cannot hold them all at once")
            continue
        del options[one]
        of_option.fate, of_option.why, of_option.becomes = "left out", [why], []
    if not options:
        unit.pop("options", None)
