"""Unit names in a film. Each name glides with its unit and shows the unit's number of models and fate."""

from typing import NamedTuple

from pilein.engine.game import Game
from pilein.lab.drawing import marks
from pilein.lab.drawing.clutter import Clutter, discs
from pilein.lab.drawing.film import Figures, Film, figures_in
from pilein.lab.drawing.names import Box, called, room
from pilein.lab.drawing.panels import colours_of, lies_below
from pilein.lab.drawing.smil import Clock, Key
from pilein.lab.drawing.things import Frame


class Moment(NamedTuple):
    """Start and end of a shot, the figures and fates after the shot, and the places already taken by names."""

    start: float
    end: float
    figures: Figures
    fates: dict[int, str]
    taken: list[Box]


def nameplates(game: Game, film: Film, frame: Frame, clock: Clock) -> list[str]:
    """Draw the names of all units, animated for the whole film."""
    begun = Moment(0.0, 0.0, figures_in(game, game.opening.state), {}, [])
    moments = [begun, *(Moment(start, end, shot.after, shot.fates, []) for start, end, shot in film.shots)]
    setup, colours = game.state.setup, colours_of(game.state.setup)
    everybody = {model: one for moment in reversed(moments) for model, one in moment.figures.items()}
    found = []
    for unit in setup.units:
        own = [one for one in everybody.values() if one.unit == unit.number]
        if own:
            below = lies_below(own, tuple(everybody.values()), setup)
            places, said = _keys(frame, moments, unit.number, unit.name, below=below)
            found.append(_plate(frame, clock, places, said, colours[unit.number]))
    return found


def _plate(frame: Frame, clock: Clock, places: list[Key], said: list[Key], colour: str) -> str:
    """Draw a name that glides from place to place while its text changes."""
    ends = [*(time for time, _ in said[1:]), clock.seconds]
    words = "".join(
        clock.seen(marks.label(frame, 0, 0, line, colour), start, end)
        for (start, line), end in zip(said, ends, strict=True)
        if line and end > start
    )
    return f'<g transform="translate({places[-1][1]})">{clock.moving("translate", places)}{words}</g>'


def _keys(frame: Frame, moments: list[Moment], unit: int, name: str, *, below: bool) -> tuple[list[Key], list[Key]]:
    """Return the positions and the words of a unit's name over time.

    The words are "" while the unit has no models on the table.
    """
    places: list[Key] = []
    said: list[Key] = []
    for start, end, figures, fates, taken in moments:
        own = [figure for figure in figures.values() if figure.unit == unit]
        words = called(name, len(own), fates.get(unit, "")) if own else ""
        if not said or said[-1][1] != words:
            said.append((end, words))
        if not own:
            continue
        others = [figure for figure in figures.values() if figure.unit != unit]
        clutter = Clutter(discs(frame, own), discs(frame, others))
        box = room(frame, own, words, below=below, clutter=clutter, taken=taken)
        taken.append(box)
        dot = f"{box.x:.1f} {box.y:.1f}"
        if places and places[-1][1] != dot:
            places.append((start, places[-1][1]))
        if not places or places[-1][1] != dot:
            places.append((end, dot))
    return places, said
