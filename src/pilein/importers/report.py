"""Report of an import: things taken, changed and left out, line by line, with the reason."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, field, to_builtins

Fate = Literal["taken", "changed", "doubtful", "left out"]
What = Literal["unit", "profile", "option", "rule", "entry", "file"]
ORDER: tuple[What, ...] = ("file", "unit", "option", "entry", "profile", "rule")
FATES: tuple[Fate, ...] = ("taken", "changed", "doubtful", "left out")
HEADINGS = {
    "file": "FILES",
    "unit": "UNITS",
    "option": "OPTIONS",
    "entry": "KNOWN BY NAME",
    "profile": "PROFILES",
    "rule": "SPECIAL RULES",
}


class Change(Struct, frozen=True):
    """A value changed from the catalogue: the old one, the new one, and the reason."""

    key: str
    before: str
    after: int | float | str | bool | None
    why: str


class ReportLine(Struct):
    """Fate of one item of a catalogue.

    `name` is as the catalogue has it, `of` the unit that an option belongs to or the category of a unit, `key` its id
    there, `type` the type of a profile. `becomes` is where it is in the unit file: "profiles.guard", several if it is
    in several places. A unit is doubtful if it is probably not as the army list means it.
    """

    what: What
    name: str
    fate: Fate = "taken"
    of: str = ""
    type: str = ""
    file: str = ""
    key: str = ""
    becomes: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    why: list[str] = field(default_factory=list)

    def changed(self, *why: str) -> None:
        """Note that it is taken, but not as it was."""
        self.why += [one for one in why if one not in self.why]
        self.fate = "doubtful" if self.fate == "doubtful" else "changed"

    def doubtful(self, *why: str) -> None:
        """Note that it is taken, but probably wrong."""
        self.changed(*why)
        self.fate = "doubtful"


class ImportReport:
    """The lines of an import, in order."""

    def __init__(self) -> None:
        self.lines: list[ReportLine] = []

    def add(self, what: What, name: str, fate: Fate = "taken", *, of: str = "", why: str = "") -> ReportLine:
        """Add a line."""
        line = ReportLine(what, name, fate, of=of, why=[why] if why else [])
        self.lines.append(line)
        return line

    def of(self, what: What) -> list[ReportLine]:
        """The lines about one kind of item."""
        return [line for line in self.lines if line.what == what]

    def counts(self) -> dict[What, dict[Fate, int]]:
        """Number of items of each kind taken, changed and left out."""
        found = {}
        for what in ORDER:
            lines = self.of(what)
            counts = {fate: sum(one.fate == fate for one in lines) for fate in FATES}
            if lines:
                found[what] = {fate: count for fate, count in counts.items() if count or fate != "doubtful"}
        return found

    def document(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {"counts": self.counts(), "lines": to_builtins([one for what in ORDER for one in self.of(what)])}

    def text(self) -> str:
        """The report as text, a line for each item."""
        return "\n".join(self._text())

    def _text(self) -> Iterable[str]:
        for what, counts in self.counts().items():
            shown = ", ".join(f"{number} {fate}" for fate, number in counts.items() if number)
            yield f"{HEADINGS[what]}: {shown}"
            yield from (f"  {_line(one)}" for one in self.of(what))
            yield ""


def _line(line: ReportLine) -> str:
    place = f" ({line.of})" if line.of else ""
    kind = f" [{line.type}]" if line.type else ""
    becomes = f" -> {', '.join(line.becomes)}" if line.becomes else ""
    changes = [f"{one.key} {one.before!r} -> {_value(one.after)}: {one.why}" for one in line.changes]
    why = "; ".join([*line.why, *changes])
    return f"{line.fate:<8}  {line.name}{place}{kind}{becomes}{': ' if why else ''}{why}"


def _value(value: object) -> str:
    return "none" if value is None else str(value)
