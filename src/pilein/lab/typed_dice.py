"""Dice rolled on a real table and typed in by the user."""

from pilein.engine.game import Game
from pilein.engine.sources import TypedDice
from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import shortened

FACES = "123456"
HELP = "type one face for each die, like 5 3 6 1"


def waits(game: Game) -> bool:
    """Whether a game waits for dice to be typed in."""
    return game.pending_roll is not None and isinstance(game.dice, TypedDice)


def question(game: Game) -> str:
    """Describe the dice needed for the pending roll."""
    roll, count = game.pending_roll, needed(game)
    assert roll is not None, "a roll waits"
    return f"{roll.label or 'roll'}: {count} {'die' if count == 1 else 'dice'}"


def add(game: Game, line: str) -> None:
    """Add a line of typed faces to the dice of a game with a pending roll, and let the game use these dice.

    Raises:
        PileInError: the line does not contain faces, or their number is not the number that the roll needs.
    """
    faces = "".join(line.replace(",", " ").split())
    wrong = next((face for face in faces if face not in FACES), "")
    if wrong:
        raise PileInError(f"{shortened(wrong)!r} is not a die face", remedy=HELP)
    throw(game, tuple(map(int, faces)))


def throw(game: Game, faces: tuple[int, ...]) -> None:
    """Add faces to the dice of a game with a pending roll, and let the game use these dice.

    Raises:
        PileInError: the number of faces is not the number that the roll needs, or a face does not exist on the dice.
    """
    dice, roll = game.dice, game.pending_roll
    assert isinstance(dice, TypedDice), "only typed dice are added to"
    assert roll is not None, "a roll waits"
    count = needed(game)
    if len(faces) != count:
        words = f"{len(faces)} {'face was' if len(faces) == 1 else 'faces were'} typed, but the roll needs {count}"
        raise PileInError(words, remedy=HELP)
    reason = dice.why_not(roll, faces)
    if reason:
        raise PileInError(reason, remedy=HELP)
    game.dice = dice.extended(faces)
    game.sit_down(game.players)


def needed(game: Game) -> int:
    """Return the minimum number of dice that the pending roll needs."""
    assert isinstance(game.dice, TypedDice), "only typed dice are counted"
    assert game.pending_roll is not None, "a roll waits"
    return game.dice.least(game.pending_roll)
