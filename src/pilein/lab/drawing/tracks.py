"""Animated models in a film. Each model glides, turns and fades between keys."""

from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.lab.drawing import marks
from pilein.lab.drawing.film import Figures, Film, Scheduled, figures_in
from pilein.lab.drawing.panels import colours_of
from pilein.lab.drawing.plot_parts import escape
from pilein.lab.drawing.smil import Clock, Key
from pilein.lab.drawing.things import Figure, Frame
from pilein.lab.drawing.ways import shorter

FULL, GONE = "1", "0"  # opacity: in the battle, off the table
CROSSED = "0.45"  # opacity of the mark at a model's last position


Track = list[tuple[float, Figure]]


class Actors:
    """Models that appear in a film, with their tracks over time and the marks that represent them in a frame."""

    def __init__(self, game: Game, film: Film, frame: Frame) -> None:
        self._colours = colours_of(game.state.setup)
        self._frame = frame
        begun = figures_in(game, game.opening.state)
        self._tracks: dict[int, Track] = {model: [(0.0, one)] for model, one in begun.items()}
        self._seen: dict[int, list[Key]] = {model: [(0.0, FULL)] for model in begun}
        for scheduled in film.shots:
            self._play(scheduled)

    # --- keys ------------------------------------------------------------------------------------------------

    def _play(self, scheduled: Scheduled) -> None:
        start, end, shot = scheduled
        for model in {**shot.before, **shot.after}:
            before, after = shot.before.get(model), shot.after.get(model)
            if after is not None:
                self._move(model, scheduled, after)
            figure = after or before
            assert figure is not None, "a model that is seen is there before or after"
            self._see(model, start, end, _opacity(figure, shot.after, shot.fates))

    def _move(self, model: int, scheduled: Scheduled, after: Figure) -> None:
        """Move a model from its old position to its new position, around the corners of its path."""
        track = self._tracks.setdefault(model, [(0.0, after)])
        before = track[-1][1]
        if before == after:
            return
        start, end, shot = scheduled
        way = shot.ways.get(model, ())
        track.append((start, before))
        for share, place in way[1:-1]:
            facing = before.facing + share * shorter(before.facing, after.facing)
            corner = replace(after, x=place[0], y=place[1], facing=facing, heading=None)
            track.append((start + share * (end - start), corner))
        track.append((end, after))

    def _see(self, model: int, start: float, end: float, opacity: str) -> None:
        keys = self._seen.setdefault(model, [(0.0, GONE)])
        if keys[-1][1] != opacity:
            keys += [(start, keys[-1][1]), (end, opacity)]

    # --- marks -----------------------------------------------------------------------------------------------

    def shapes(self) -> str:
        """Define the bases as SVG shapes, once for each kind in each unit."""
        colours = self._colours
        kinds = {_kind(track[0][1]): track[0][1] for track in self._tracks.values()}
        drawn = []
        for name, one in kinds.items():
            upright = replace(one, x=self._frame.left, y=self._frame.high, facing=0.0, role="", title="", heading=None)
            at_origin = Frame(self._frame.left, 0, 0, self._frame.high, self._frame.scale, 0, 0)
            drawn.append(f'<g id="{name}">{marks.base(at_origin, upright, colours[one.unit])}</g>')
            drawn.append(f'<g id="{name}x">{marks.fallen(at_origin, upright, colours[one.unit])}</g>')
        return f"<defs>{''.join(drawn)}</defs>"

    def drawn(self, clock: Clock) -> list[str]:
        """Draw the marks of casualties, and then the models above the marks."""
        crosses = [self._cross(clock, model) for model, keys in self._seen.items() if keys[-1][1] == GONE]
        return [*crosses, *(self._model(clock, model) for model in self._tracks)]

    def _model(self, clock: Clock, model: int) -> str:
        track, seen = self._tracks[model], self._seen[model]
        goes = clock.moving("translate", [(time, self._dot(one)) for time, one in track])
        turns = clock.moving("rotate", _facings(track))
        fades = clock.fading(seen)
        last = track[-1][1]
        shape = f'<g transform="rotate({last.facing:g})">{turns}<use href="#{_kind(last)}"/></g>'
        role = marks.role(self._frame, replace(last, facing=0.0), self._colours[last.unit])
        dot = self._dot(last)
        title = f"<title>{escape(last.title)}</title>"
        return f'<g transform="translate({dot})" opacity="{seen[-1][1]}">{title}{goes}{fades}{shape}{role}</g>'

    def _cross(self, clock: Clock, model: int) -> str:
        """Mark a model's last position from the moment the model is gone."""
        last, gone = self._tracks[model][-1][1], self._seen[model][-1][0]
        mark = f'<g transform="translate({self._dot(last)}) rotate({last.facing:g})" opacity="{CROSSED}">'
        return clock.seen(f'{mark}<use href="#{_kind(last)}x"/></g>', gone, clock.seconds)

    def _dot(self, figure: Figure) -> str:
        x, y = self._frame.dot((figure.x, figure.y))
        return f"{x:.1f} {y:.1f}"


def _kind(figure: Figure) -> str:
    """Return the name of a base's shape, made up of the base's unit, kind and dimensions."""
    return f"b{figure.unit}{figure.kind[:2]}{figure.width * 100:.0f}x{figure.depth * 100:.0f}"


def _opacity(figure: Figure, after: Figures, fates: dict[int, str]) -> str:
    if figure.model not in after:
        return GONE
    return marks.PALE if figure.unit in fates else FULL


def _facings(track: Track) -> list[Key]:
    """Return the facings of a model over time. Each turn goes the shorter way round."""
    found: list[Key] = []
    facing = track[-1][1].facing
    for time, figure in reversed(track):
        facing += shorter(facing, figure.facing)
        found.append((time, f"{facing:g}"))
    return found[::-1]
