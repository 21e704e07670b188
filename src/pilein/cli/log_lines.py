"""Lines of the log: the parts of one roll, and moves of one unit grouped in one line."""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from msgspec import Struct

from pilein.dice import FacesGroup
from pilein.engine.log import Decided, LogEntry, Thrown, Told
from pilein.kernel.events import Event

SCORES = range(2, 7)  # the best result a die can need
SUMS = ("Total", "PursuitRoll")
STAGES = {"hit": "to hit", "wound": "to wound", "save": "to save", "kill": "to kill"}


class Rolled(Struct, frozen=True):
    """Dice, and the unit or model whose dice they are ("" if an earlier line says so)."""

    thrown: Thrown
    by: str


def _roller(thrown: Thrown, after: Iterable[LogEntry]) -> str:
    """Who rolled dice, as the next event of the same clause says."""
    event = next((one.event for one in after if isinstance(one, Told) and one.key == thrown.key), None)
    return str(getattr(event, event.rolled_by)) if event is not None and event.rolled_by else ""


def dice_lines(thrown: Thrown) -> list[str]:
    """One line for each part of a roll.

    >>> dice_lines(Thrown("a.b", "to hit", "Count", (FacesGroup("to hit", 4, (5, 3, 6, 1)),)))
    ['to hit 4+  5 3 6 1  -> 2']
    """
    return [_line(thrown, group) for group in thrown.groups]


def _line(thrown: Thrown, group: FacesGroup) -> str:
    label = STAGES.get(group.label, group.label or thrown.label or "roll")
    first = len(group.faces) - group.again
    faces = " ".join(map(str, group.faces[:first]))
    faces += f", again {' '.join(map(str, group.faces[first:]))}" if group.again else ""
    if thrown.kind == "Test":
        return f"{label} {group.need} or less  {faces}  -> {sum(group.faces[:2])}{_again(group)}"
    if group.label == "kill" or thrown.kind == "AnyPass":
        good = sum(face <= group.need for face in group.faces)
        return f"{label} {group.need} or less  {faces}  -> {good}"
    if group.need in SCORES:
        good = sum(face >= group.need for face in group.faces)
        return f"{label} {group.need}+  {faces}  -> {good}"
    total = f"  -> {sum(group.faces)}" if thrown.kind in SUMS and len(group.faces) > 1 else ""
    return f"{label}  {faces}{total}"


def _again(group: FacesGroup) -> str:
    """The other total if a test of two dice was re-rolled."""
    return f", again {sum(group.faces[2:])}" if len(group.faces) > 2 else ""  # noqa: PLR2004


MOVED = "Moved"
WHOLE = -1  # the model of a block that moves as one


class Moves(Struct, frozen=True):
    """Consecutive moves of models of a unit: their number, the shortest and the longest in inches."""

    unit: str
    manner: str
    count: int
    least: float
    most: float
    clause: str

    @property
    def words(self) -> str:
        """The distance moved, a range if the models differ."""
        least, most = f'{self.least:.2f}"', f'{self.most:.2f}"'
        far = least if least == most else f"{least} to {most}"
        return f"{self.manner} {far}" if self.count == 1 else f"{self.manner} {far}, {self.count} models"


def gathered(entries: Iterable[LogEntry]) -> Iterator[LogEntry | Moves | Rolled]:
    """The entries, with consecutive moves of a unit as one, without choices of the next model, dice with a name.

    A model that moves again begins another line.
    """
    listed = list(entries)
    following = [*pairwise(listed), (listed[-1], None)] if listed else []
    rolled = {
        id(one): Rolled(one, _roller(one, listed[place:]))
        for place, one in enumerate(listed, 1)
        if isinstance(one, Thrown)
    }
    kept = [one for one, after in following if not (isinstance(one, Decided) and _is_move(after))]
    for manner, run in groupby(kept, key=_manner):
        if manner is None:
            yield from (rolled.get(id(one), one) for one in run)
        else:
            for events in _with_each_model_once([one.event for one in run if isinstance(one, Told)]):
                inches = [float(getattr(event, "inches", 0.0)) for event in events]
                yield Moves(*manner, len(events), min(inches), max(inches), events[0].clause)


def _with_each_model_once(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Moves in runs in which no model moves twice."""
    run: list[Event] = []
    moved: set[int] = set()
    for event in events:
        model = int(getattr(event, "model", WHOLE))
        if model in moved:
            yield run
            run, moved = [], set()
        run.append(event)
        moved |= {model} - {WHOLE}
    yield run


def _is_move(entry: LogEntry | None) -> bool:
    return isinstance(entry, Told) and type(entry.event).__name__ == MOVED


def _manner(entry: LogEntry) -> tuple[str, str] | None:
    if not isinstance(entry, Told) or not _is_move(entry):
        return None
    event = entry.event
    return str(getattr(event, "unit", "")), str(getattr(event, "moved", getattr(event, "manner", "")))
