"""Draw a battle as one animated SVG. Units move along paths, casualties fade, and captions show turn and score."""

from typing import NamedTuple

from pilein.engine.battle import PHASES, turn_of
from pilein.engine.game import Game
from pilein.lab.battle_scores import summed_up
from pilein.lab.drawing import marks
from pilein.lab.drawing.battle import HIGH, LINE, WIDE, title
from pilein.lab.drawing.chapters import Chapter, chapters
from pilein.lab.drawing.film import Film, film_of
from pilein.lab.drawing.legend import BETWEEN, Lines, column_width, height, legend, legend_lines
from pilein.lab.drawing.nameplates import nameplates
from pilein.lab.drawing.panels import cut_of, ground
from pilein.lab.drawing.samples import AIM, FALLEN, FRONT, HELD, OUT, WAY
from pilein.lab.drawing.smil import Clock
from pilein.lab.drawing.svg import EDGE, TITLE_LETTER, document
from pilein.lab.drawing.things import Frame
from pilein.lab.drawing.traces import aims, trails
from pilein.lab.drawing.tracks import Actors

ABOVE = 96  # dots above the table: the title and two lines
BELOW = 62  # dots below the table: the time bar and lines of events
LINES = 2  # lines of events
LETTER = 7.6  # dots, the greatest width of a letter 13 dots high


class Caption(NamedTuple):
    """Text of a caption and the time at which it appears."""

    start: float
    words: str


def animated(game: Game) -> str:
    """Draw a battle as one animated SVG that plays in any browser."""
    setup, found, film = game.state.setup, chapters(game), film_of(game)
    frame = cut_of(chapter.scene for chapter in found).frame(EDGE, ABOVE, WIDE, HIGH)
    clock = Clock(film.seconds)
    box = f'x="{frame.across}" y="{frame.down}" width="{frame.width:.1f}" height="{frame.height:.1f}"'
    actors = Actors(game, film, frame)
    paths, targets = trails(setup, film, frame, clock), aims(setup, film, frame, clock)
    lines = _legend(game, film, found, frame, has_paths=bool(paths), has_targets=bool(targets))
    column = max(column_width(lines), frame.width / 2)
    below = frame.down + frame.height + BELOW
    parts = [
        marks.text(EDGE, EDGE + 6, title(game), size=17, style='font-weight="bold"'),
        *_captions(clock, _phases(game, film), EDGE + 6 + LINE, 'font-weight="bold"'),
        *_captions(clock, _scores(film, found), EDGE + 6 + 2 * LINE),
        actors.shapes(),
        f'<clipPath id="table"><rect {box}/></clipPath><g clip-path="url(#table)">',
        *_ground(clock, film, found, frame),
        *paths,
        *actors.drawn(clock),
        *targets,
        *nameplates(game, film, frame, clock),
        "</g>",
        f'<rect {box} fill="none" stroke="{marks.INK}"/>',
        *_bar(clock, film, frame),
        *(
            mark
            for number, line in enumerate(_events(film, frame.width), 1)
            for mark in _captions(clock, line, frame.down + frame.height + 12 + 18 * number)
        ),
        *legend(lines, EDGE, below, column, frame),
    ]
    words = max(TITLE_LETTER * len(title(game)), LETTER * len(summed_up(game)))
    width = max(frame.width, 2 * column - BETWEEN, words) + 2 * EDGE
    return document(width, below + height(lines) + EDGE / 2, parts)


def _legend(
    game: Game, film: Film, found: tuple[Chapter, ...], frame: Frame, *, has_paths: bool, has_targets: bool
) -> Lines:
    """Return the legend's lines, which explain every mark that appears in the film."""
    begun, shots = game.opening.state.field, [shot for _, _, shot in film.shots]
    is_seen = {
        FRONT: True,
        FALLEN: any(shot.is_loss for shot in shots),
        WAY: has_paths,
        AIM: has_targets,
        OUT: any(shot.fates for shot in shots),
        HELD: any(chapter.scene.flags for chapter in found),
    }
    shown = [mark for mark, seen in is_seen.items() if seen]
    return legend_lines(game.state.setup, begun, begun, [chapter.scene for chapter in found], frame, shown)


def _captions(clock: Clock, captions: list[Caption], down: float, style: str = "") -> list[str]:
    """Draw captions that appear one after another in the same place."""
    ends = [*(caption.start for caption in captions[1:]), clock.seconds]
    return [
        clock.seen(marks.text(EDGE, down, caption.words, size=13, style=style), caption.start, end)
        for caption, end in zip(captions, ends, strict=True)
        if caption.words and end > caption.start
    ]


def _phases(game: Game, film: Film) -> list[Caption]:
    """Return captions with the turn and the active side."""
    limit = f" of {game.scenario.turns}" if game.scenario.turns else ""
    found = [Caption(0.0, "as deployed")]
    for phase, (start, begun) in enumerate(zip(film.phases, game.history.starts, strict=False), 1):
        active = getattr(begun.state, "active", None)
        whose = "" if active is None else f": {begun.state.setup.sides[active]}"
        found.append(Caption(start, f"turn {turn_of(phase)}{limit}{whose}"))
    return [*found, Caption(_over(film), summed_up(game))]


def _scores(film: Film, found: tuple[Chapter, ...]) -> list[Caption]:
    """Return captions with the score after the last complete turn."""
    ends = [*film.phases[PHASES::PHASES], _over(film)]
    return [Caption(0.0, ""), *(Caption(end, one.score) for end, one in zip(ends, found[1:], strict=False))]


def _events(film: Film, width: float) -> list[list[Caption]]:
    """Return captions with the important events, as one list of captions for each line of text."""
    lines: list[list[Caption]] = [[Caption(0.0, "")] for _ in range(LINES)]
    moments = [(start, shot.said) for start, _, shot in film.shots if shot.said]
    for start, said in sorted([*moments, *((start, ()) for start in film.phases)], key=lambda one: one[0]):
        packed = _packed(said, int(width / LETTER))
        for line, words in zip(lines, [*packed, "", ""], strict=False):
            line.append(Caption(start, words))
    return lines


def _packed(sentences: tuple[str, ...], letters: int) -> list[str]:
    """Pack sentences into lines of at most `letters` letters, and keep only the last LINES lines."""
    lines = [""]
    for sentence in sentences:
        longer = f"{lines[-1]} · {sentence}" if lines[-1] else sentence
        if len(longer) > letters and lines[-1]:
            lines.append(sentence)
        else:
            lines[-1] = longer
    return lines[-LINES:]


def _ground(clock: Clock, film: Film, found: tuple[Chapter, ...], frame: Frame) -> list[str]:
    """Draw the table, its terrain and the objectives.

    Objectives have the colours of the sides that hold them. The colours are updated after each turn.
    """
    bare, *rest = ground(found[0].scene, frame)[: 1 + len(found[0].scene.terrain)]
    times = [0.0, *film.phases[PHASES::PHASES], _over(film)][: len(found)]
    ends = [*times[1:], clock.seconds]
    flags = []
    for chapter, start, end in zip(found, times, ends, strict=True):
        drawn = "".join(marks.flag(frame, one) for one in chapter.scene.flags)
        flags += [clock.seen(drawn, start, end)] if drawn else []
    return [bare, *rest, *flags]


def _bar(clock: Clock, film: Film, frame: Frame) -> list[str]:
    """Draw the time bar, with a mark at the start of each turn."""
    top = frame.down + frame.height + 6
    grown = f'<rect x="{frame.across}" y="{top:.1f}" width="{frame.width:.1f}" height="4" fill="#777">'
    ticks = [frame.across + frame.width * start / clock.seconds for start in film.phases[::PHASES]]
    lines = "".join(f"M{x:.1f} {top - 2:.1f}v8" for x in ticks)
    return [
        f'<rect x="{frame.across}" y="{top:.1f}" width="{frame.width:.1f}" height="4" fill="#ddd"/>',
        f"{grown}{clock.growing('width', frame.width)}</rect>",
        f'<path d="{lines}" stroke="{marks.INK}"/>',
    ]


def _over(film: Film) -> float:
    """Return the time at which the film's last shot ends, in seconds."""
    return max([film.phases[-1] if film.phases else 0.0, *(end for _, end, _ in film.shots)])
