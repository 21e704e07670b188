"""Import report, which lists line by line the items taken, changed and left out, with reasons."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct, field, to_builtins

Fate = Literal["taken", "changed", "doubtful", "left out"]
What = Literal["unit", "profile", "option", "rule", "entry", "file", "characteristic"]
ORDER: tuple[What, ...] = ("file", "unit", "option", "entry", "profile", "rule", "characteristic")
FATES: tuple[Fate, ...] = ("taken", "changed", "doubtful", "left out")
HEADINGS = {
    "file": "FILES",
    "unit": "UNITS",
    "option": "OPTIONS",
    "entry": "KNOWN BY NAME",
    "profile": "PROFILES",
    "rule": "SPECIAL RULES",
    "characteristic": "CHARACTERISTICS",
}


class Change(Struct, frozen=True):
    """A change to a value of the catalogue, with the old value, the new value and the reason."""

    key: str
    before: str
    after: int | float | str | bool | None
    why: str


class ReportLine(Struct):
    """Report line for an item of a catalogue.

    `name` is the item's name in the catalogue, `key` its ID and, for a profile, `type` its type. `of` is the unit to
    which an option belongs, or the category of a unit. `becomes` lists the item's places in the unit file, such as
    "profiles.guard". A unit is doubtful if it probably differs from the unit that the army list intends.
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
        """Record that the item was taken with changes."""
        self.why += [one for one in why if one not in self.why]
        self.fate = "doubtful" if self.fate == "doubtful" else "changed"

    def doubtful(self, *why: str) -> None:
        """Record that the item was taken but is probably wrong."""
        self.changed(*why)
        self.fate = "doubtful"


class ImportReport:
    """Report lines of an import, in the order in which they were added."""

    def __init__(self) -> None:
        self.lines: list[ReportLine] = []

    def add(self, what: What, name: str, fate: Fate = "taken", *, of: str = "", why: str = "") -> ReportLine:
        """Add a line to the report and return the line."""
        line = ReportLine(what, name, fate, of=of, why=[why] if why else [])
        self.lines.append(line)
        return line

    def of(self, what: What) -> list[ReportLine]:
        """Return the lines about items of the given kind."""
        return [line for line in self.lines if line.what == what]

    def counts(self) -> dict[What, dict[Fate, int]]:
        """Count the items of each kind that were taken, changed, doubtful or left out."""
        found = {}
        for what in ORDER:
            lines = self.of(what)
            counts = {fate: sum(one.fate == fate for one in lines) for fate in FATES}
            if lines:
                found[what] = {fate: count for fate, count in counts.items() if count or fate != "doubtful"}
        return found

    def document(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {"counts": self.counts(), "lines": to_builtins([one for what in ORDER for one in self.of(what)])}

    def text(self) -> str:
        """Format the report as text, with a line for each item."""
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
