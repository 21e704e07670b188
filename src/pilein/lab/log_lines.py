"""Lines of the log.

There are lines for the parts of rolls, for a unit's moves (merged into one line), for the headings of phases, and
for the game's end.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from msgspec import Struct

from pilein.dice import FacesGroup
from pilein.engine.battle import turn_of
from pilein.engine.game import Game
from pilein.engine.log import Decided, LogEntry, Thrown, Told
from pilein.kernel.events import Event
from pilein.lab.battle_scores import summed_up
from pilein.lab.document import outcome
from pilein.tabletop.events import LEAST_SHOWN

SCORES = range(2, 7)  # the best result that a die can need
TEST = "Test"  # the kind of roll in which several dice are added up
ONE_PASSES = "AnyPass"  # the kind of roll in which one die has to pass
SUMS = ("Total", "PursuitRoll")
ADDED = {"Pursuit": "Initiative"}  # modifiers of a single die, by the kind of roll; the group's `need` is their value
STAGES = {"hit": "to hit", "wound": "to wound", "save": "to save", "kill": "to kill"}


class Rolled(Struct, frozen=True):
    """Dice that were thrown, and the unit or model that threw them ("" if an earlier line names it)."""

    thrown: Thrown
    by: str


def _roller(thrown: Thrown, after: Iterable[LogEntry]) -> str:
    """Return the side that rolled the dice, according to the clause's next event, or "" if the roll itself names its
    roller.
    """
    if any(group.by for group in thrown.groups):
        return ""
    event = next((one.event for one in after if isinstance(one, Told) and one.key == thrown.key), None)
    return str(getattr(event, event.rolled_by)) if event is not None and event.rolled_by else ""


def dice_lines(thrown: Thrown) -> list[str]:
    """Return one line for each part of a roll.

    >>> dice_lines(Thrown("a.b", "to hit", "Count", (FacesGroup("to hit", 4, (5, 3, 6, 1)),)))
    ['to hit 4+  5 3 6 1  -> 2']
    """
    return [_line(thrown, group) for group in thrown.groups]


def needed(thrown: Thrown, group: FacesGroup) -> str:
    """Describe the purpose of a part of a roll, with the score needed if there is one: "to hit 4+"."""
    label = STAGES.get(group.label, group.label or thrown.label or "roll")
    if thrown.kind in ADDED:
        return label
    if thrown.kind == ONE_PASSES:
        return f"{label}, one die of {group.need} or less"
    if _is_low(thrown, group):
        return f"{label} {group.need} or less"
    return f"{label} {group.need}+" if group.need in SCORES else label


def labelled(thrown: Thrown, group: FacesGroup, *, by: str = "") -> str:
    """Describe the purpose of a part of a roll with its modifiers and, if given, the owner of the dice."""
    why = f"{ADDED[thrown.kind]} {group.need}" if thrown.kind in ADDED else group.why
    return f"{f'{by}: ' if by else ''}{needed(thrown, group)}{f' ({why})' if why else ''}"


def successes(thrown: Thrown, group: FacesGroup) -> tuple[bool, ...] | None:
    """Return, for each die in a part of a roll, whether it succeeds, or None if the dice do not succeed one by one."""
    if thrown.kind == TEST or thrown.kind in ADDED or (group.need not in SCORES and not _is_low(thrown, group)):
        return None
    if _is_low(thrown, group):
        return tuple(face <= group.need for face in group.faces)
    return tuple(face >= group.need for face in group.faces)


def _is_low(thrown: Thrown, group: FacesGroup) -> bool:
    """Whether a roll succeeds at or below the needed score."""
    return thrown.kind in (TEST, ONE_PASSES) or group.label == "kill"


def _line(thrown: Thrown, group: FacesGroup) -> str:
    label = labelled(thrown, group, by=group.by)
    if thrown.kind in ADDED:
        return f"{label}  {group.faces[0]} + {group.need}  -> {group.faces[0] + group.need}"
    first = len(group.faces) - group.again
    faces = " ".join(map(str, group.faces[:first]))
    faces += f", again {' '.join(map(str, group.faces[first:]))}" if group.again else ""
    if thrown.kind == TEST:
        return f"{label}  {_added(group)}"
    good = successes(thrown, group)
    if good is not None and thrown.kind == ONE_PASSES:
        return f"{label}  {faces}  -> {'passed' if any(good) else 'failed'}"
    if good is not None:
        return f"{label}  {faces}  -> {sum(good)}"
    total = f"  -> {sum(group.faces)}" if thrown.kind in SUMS and len(group.faces) > 1 else ""
    return f"{label}  {faces}{total}"


def _added(group: FacesGroup) -> str:
    """Format a test in which at most two dice are added up: "4 + 3 = 7, passed".

    If the test was re-rolled, both throws are shown.
    """
    throws = [throw for throw in (group.faces[:2], group.faces[2:]) if throw]
    sums = [" + ".join(map(str, throw)) + (f" = {sum(throw)}" if len(throw) > 1 else "") for throw in throws]
    return f"{', again '.join(sums)}, {'passed' if sum(throws[-1]) <= group.need else 'failed'}"


def phase_words(game: Game, phase: int) -> str:
    """Return the heading of a phase, which gives its active side and, in a battle, its turn."""
    turn = next((turn for turn in game.history.turns if turn.phase == phase), None)
    active = getattr(turn.before.state if turn else game.state, "active", None)
    whose = "" if active is None else f", the turn of {game.state.setup.sides[active]}"
    return f"Phase {phase}{f' of turn {turn_of(phase)}' if game.battle else ''}{whose}"


def end_words(game: Game) -> str:
    """Return a sentence that describes how the game ended."""
    if game.battle:
        return summed_up(game)
    state = outcome(game)
    rest = "combat goes on" if state.unresolved else "combat is over"
    phases = f"{state.phases} phase{'s' if state.phases > 1 else ''}"
    return f"{phases} played, {rest}." if game.is_over else "The game is not over."


MOVED = "Moved"
Manner = tuple[str, str, str]  # unit, mover, manner of movement
WHOLE = -1  # the model number for a block that moves as one


class Moves(Struct, frozen=True):
    """Consecutive moves of a unit's models, given by their number and the shortest and longest distance in inches.

    `mover` is the name of the unit, or of the model if models have names.
    """

    unit: str
    mover: str
    manner: str
    count: int
    least: float
    most: float
    clause: str

    @property
    def words(self) -> str:
        """Distance moved in inches, as a range if the models' distances differ."""
        if self.most < LEAST_SHOWN:
            return f'{self.manner} less than 0.01"'
        least, most = f'{self.least:.2f}"', f'{self.most:.2f}"'
        far = least if least == most else f"{least} to {most}"
        return f"{self.manner} {far}" if self.count == 1 else f"{self.manner} {far}, {self.count} models"


def gathered(entries: Iterable[LogEntry]) -> Iterator[LogEntry | Moves | Rolled]:
    """Yield log entries with consecutive moves of a unit merged, and each roll with the unit that rolls.

    Choices of the next model to move are dropped. A model that moves again begins a new line.
    """
    yield from (one for _, one in numbered(entries))


def numbered(entries: Iterable[LogEntry]) -> Iterator[tuple[int, LogEntry | Moves | Rolled]]:
    """Yield the items of `gathered`, each with the number of its last log entry, counted from 0."""
    listed = list(entries)
    following = [*pairwise(listed), (listed[-1], None)] if listed else []
    rolled = {
        id(one): Rolled(one, _roller(one, listed[place:]))
        for place, one in enumerate(listed, 1)
        if isinstance(one, Thrown)
    }
    kept = [
        (number, one)
        for number, (one, after) in enumerate(following)
        if not (isinstance(one, Decided) and _is_move(after))
    ]
    for manner, run in groupby(kept, key=lambda pair: _manner(pair[1])):
        if manner is None:
            yield from ((number, rolled.get(id(one), one)) for number, one in run)
        else:
            told = [(number, one.event) for number, one in run if isinstance(one, Told)]
            yield from ((moves[-1][0], _merged_moves(manner, moves)) for moves in _with_each_model_once(told))


def _merged_moves(manner: Manner, moves: list[tuple[int, Event]]) -> Moves:
    """Merge moves into one line. Models that only shuffled are not counted if others moved."""
    every = [float(getattr(event, "inches", 0.0)) for _, event in moves]
    inches = [far for far in every if far >= LEAST_SHOWN] or every
    return Moves(*manner, len(inches), min(inches), max(inches), moves[0][1].clause)


def _with_each_model_once(moves: Iterable[tuple[int, Event]]) -> Iterator[list[tuple[int, Event]]]:
    """Split numbered moves into runs in which no model moves twice."""
    run: list[tuple[int, Event]] = []
    moved: set[int] = set()
    for number, event in moves:
        model = int(getattr(event, "model", WHOLE))
        if model in moved:
            yield run
            run, moved = [], set()
        run.append((number, event))
        moved |= {model} - {WHOLE}
    yield run


def _is_move(entry: LogEntry | None) -> bool:
    return isinstance(entry, Told) and type(entry.event).__name__ == MOVED


def _manner(entry: LogEntry) -> Manner | None:
    if not isinstance(entry, Told) or not _is_move(entry):
        return None
    event = entry.event
    unit = str(getattr(event, "unit", ""))
    return unit, str(getattr(event, "mover", unit)), str(getattr(event, "moved", getattr(event, "manner", "")))
