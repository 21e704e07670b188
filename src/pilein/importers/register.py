"""Register of the unit file under construction. It holds profiles, weapons, armour and mounts under unique names,
with a report about each.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pilein.importers.entries import Profile
from pilein.importers.reading import BadCatalogue
from pilein.importers.report import Change, ImportReport, ReportLine
from pilein.importers.words import showable
from pilein.kernel.nearest import folded
from pilein.tabletop.vocabulary import Vocabulary, names
from pilein.unit_files.reading import MOST_NAMED

UNDER_CONDITIONS = "conditional changes to it are left out"
SECTIONS = ("profiles", "weapons", "armour", "mounts", "units")


class Register:
    """Contents of the unit file so far, and the import report."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.report = ImportReport()
        self.sections: dict[str, dict[str, dict[str, Any]]] = {key: {} for key in SECTIONS}
        self._lines: dict[tuple[str, str], ReportLine] = {}
        self._unknown: dict[str, tuple[ReportLine, set[tuple[str, str]]]] = {}

    def values(self) -> dict[str, Any]:
        """Return the values of the unit file."""
        return {"ruleset": self.vocabulary.ruleset, **{key: value for key, value in self.sections.items() if value}}

    # --- lines ---------------------------------------------------------------------------------------------------

    def line(self, profile: Profile) -> ReportLine:
        """Return the report line of a profile. The profile counts as left out until it is used."""
        known = (profile.file, profile.key) if profile.key else (profile.file, profile.name)
        if known not in self._lines:
            line = self.report.add("profile", profile.name, "left out")
            line.type, line.file, line.key = profile.type, profile.file, profile.key
            self._lines[known] = line
        return self._lines[known]

    def take(self, profile: Profile, becomes: Iterable[str], *why: str) -> None:
        """Record that a profile was used, and why it was changed."""
        line = self.line(profile)
        if line.fate == "left out":
            line.fate, line.why = "taken", []
        line.becomes += [one for one in becomes if one not in line.becomes]
        reasons = (*why, *((UNDER_CONDITIONS,) if profile.is_modified else ()))
        if reasons:
            line.changed(*reasons)

    def ridden(self, profile: Profile, becomes: str, words: str) -> None:
        """Record that a profile belongs to a mount, with the rule that merges rider and mount."""
        line = self.line(profile)
        line.becomes += [becomes] if becomes not in line.becomes else []
        line.why += [words] if words not in line.why else []

    def leave_out(self, profile: Profile, *why: str) -> None:
        """Record why a profile was left out, unless it is used elsewhere."""
        line = self.line(profile)
        if line.fate == "left out":
            line.why += [one for one in why if one not in line.why]

    def unknown(self, profile: Profile, names: Iterable[str]) -> None:
        """Record characteristics of a used profile that the ruleset does not have, one per line."""
        for name in names:
            if name not in self._unknown:
                self._unknown[name] = self.report.add("characteristic", name, "left out"), set()
            line, profiles = self._unknown[name]
            profiles.add((profile.file, profile.key or profile.name))
            line.why = [f"the ruleset has no such characteristic; profiles with it: {len(profiles)}"]

    # --- sections ------------------------------------------------------------------------------------------------

    def profile(self, name: str, values: Mapping[str, Any], source: Profile, changes: Iterable[Change]) -> str:
        """Add a profile, and return its final name."""
        keys = names(self.vocabulary.characteristics)
        got = self.named("profiles", name, {key: values[key] for key in keys if key in values})
        self.take(source, [f"profiles.{got}"])
        line = self.line(source)
        line.changes += [one for one in changes if one not in line.changes]
        if line.changes:
            line.changed()
        return got

    def named(self, section: str, name: str, values: Mapping[str, Any]) -> str:
        """Add a table to a section, and return the table's final name.

        If a different table already has the name, a number is added to it.
        """
        tables, wanted = self.sections[section], showable(name)
        if len(tables) >= MOST_NAMED:
            raise BadCatalogue(
                f"the catalogues contain more than {MOST_NAMED:,} different {section}",
                remedy="import fewer catalogues at a time",
            )
        taken = {folded(one): one for one in tables}
        free, number = wanted, 1
        while folded(free) in taken and tables[taken[folded(free)]] != values:
            number += 1
            free = f"{wanted} ({number})"
        free = taken.get(folded(free), free)
        tables[free] = dict(values)
        return free

    def unit(self, name: str, values: Mapping[str, Any]) -> str:
        """Add a unit, and return its final name. If the name is taken, a number is added to it."""
        tables, wanted = self.sections["units"], showable(name)
        free, number = wanted, 1
        while free in tables:
            number += 1
            free = f"{wanted} ({number})"
        tables[free] = dict(values)
        return free
