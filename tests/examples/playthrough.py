"""Playthroughs of the examples as plain text. After a change to the rules, regenerate the files in golden/:

    .venv/bin/python -m tests.examples.playthrough

and then review `git diff tests/examples/golden`.
"""

from collections.abc import Iterator
from pathlib import Path

from pilein import Game, play
from pilein.engine.log import Decided, LogEntry, Told
from pilein.lab.sentences import sentence

ROOT = Path(__file__).parents[2]
EXAMPLES = tuple(sorted((ROOT / "examples").glob("*/*.toml")))
GOLDEN = Path(__file__).parent / "golden"
SEED = 7


def played(path: Path) -> Game:
    """Play one phase of an example with the sensible policy on both sides."""
    return play(path, seed=SEED).game


def playthrough(game: Game) -> str:
    """Return the text of a game: events, dice and decisions line by line, and the survivors at the end."""
    return "\n".join((*(_line(game, entry) for entry in game.log), "", *_left(game))) + "\n"


def golden(path: Path) -> Path:
    return GOLDEN / path.parent.name / f"{path.stem}.txt"


def write_all() -> None:
    for path in EXAMPLES:
        golden(path).parent.mkdir(parents=True, exist_ok=True)
        golden(path).write_text(playthrough(played(path)), encoding="utf-8")


def _line(game: Game, entry: LogEntry) -> str:
    if isinstance(entry, Told):
        return f"{entry.event.clause:<9} {sentence(entry.event)}"
    if isinstance(entry, Decided):
        return f"{entry.clause:<9}   {game.scenario.sides[entry.side].name}: {entry.sentence}"
    faces = "; ".join("".join(map(str, group.faces)) for group in entry.groups if group.faces)
    return f"{'':<9}   dice, {entry.label}: {faces or 'none'}"


def _left(game: Game) -> Iterator[str]:
    battle = game.state
    for unit in battle.setup.units:
        yield f"{unit.name}: {battle.living(unit.number)} of {len(unit.models)} left"


if __name__ == "__main__":
    write_all()
