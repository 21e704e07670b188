"""Log lines as messages, with the text that `pilein fight` prints, sentence IDs, rulings and dice."""

from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.log import Decided, LogEntry, Thrown
from pilein.kernel.events import Event
from pilein.lab.log_lines import Moves, Rolled, dice_lines, labelled, successes
from pilein.lab.sentences import pieces
from pilein.protocol.shared_messages import DiceShown, Line
from pilein.tabletop.events import Heading


def line_of(game: Game, item: LogEntry | Moves | Rolled) -> Line:
    """Convert a log item to a line."""
    if isinstance(item, Moves):
        return Line(
            kind="event", text=f"{item.mover} {item.words}", sentences=_ids(item.clause), side=_side_of(game, item.unit)
        )
    if isinstance(item, Rolled):
        return _roll(game, item.thrown, item.by)
    if isinstance(item, Thrown):
        return _roll(game, item, "")
    if isinstance(item, Decided):
        text = f"{game.state.setup.sides[item.side]}: {item.sentence}"
        return Line(kind="decision", text=text, sentences=_ids(item.clause), side=item.side)
    return _event(game, item.event)


def with_rulings(game: Game, turn: int, lines: list[Line]) -> list[Line]:
    """Add rulings to the lines of a clause that was played.

    Each line gets the rulings about its sentences, and the last line also gets the clause's other rulings.
    """
    turns = game.history.turns
    met = turns[turn].met if turn < len(turns) else ()
    if not met or not lines:
        return lines
    book = game.rules.rulings
    found = [
        tuple(one for one in met if one in book and not set(book[one].clauses).isdisjoint(line.sentences))
        for line in lines
    ]
    found[-1] += tuple(one for one in met if not any(one in those for those in found))
    return [_with(line, rulings) for line, rulings in zip(lines, found, strict=True)]


def _with(line: Line, rulings: tuple[str, ...]) -> Line:
    return replace(line, rulings=rulings) if rulings else line


def _event(game: Game, event: Event) -> Line:
    parts = tuple(pieces(event))
    units = {unit.name: unit.side for unit in game.state.setup.units}
    sides = units | dict(zip(game.state.setup.sides, (0, 1), strict=True))
    return Line(
        kind="event",
        text="".join(part.words for part in parts),
        sentences=_ids(event.clause),
        side=next((sides[part.words] for part in parts if part.names and part.words in sides), None),
        heading=event.level if isinstance(event, Heading) else None,
    )


def _roll(game: Game, thrown: Thrown, by: str) -> Line:
    words = "; ".join(dice_lines(thrown))
    owners = {group.by for group in thrown.groups}
    owner = by or (min(owners) if len(owners) == 1 else "")
    shown = tuple(
        DiceShown(
            label=labelled(thrown, group, by=group.by if len(owners) > 1 else ""),
            faces=group.faces,
            successes=successes(thrown, group),
        )
        for group in thrown.groups
    )
    sentences = tuple(getattr(game.rules.find(thrown.key), "sentences", ()))
    words = words or f"{thrown.label}: no dice to roll"
    text = f"{by}: {words}" if by else words
    return Line(kind="roll", text=text, sentences=sentences, side=_side_of(game, owner), dice=shown)


def _side_of(game: Game, name: str) -> int | None:
    """Side of the unit with the given name, or None if no unit has it."""
    return next((unit.side for unit in game.state.setup.units if unit.name == name), None)


def _ids(clause: str) -> tuple[str, ...]:
    return (clause,) if clause else ()
