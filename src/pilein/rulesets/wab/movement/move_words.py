"""Remaining moves as a player would call them."""

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.movement.move_steps import MoveStep
from pilein.rulesets.wab.movement.paces import NORMAL, STAY, VERBS

SAID_BY_THE_STEP = ("wheel", "about", "files", "reform")  # steps that do not say at which pace


def move_in_words(pace: str, steps: tuple[MoveStep, ...]) -> str:
    """A move: wheel 12.50 degrees right, march 6.20 inches."""
    if pace == STAY:
        return STAY
    made = ", ".join(_step_in_words(pace, step) for step in steps)
    is_plain = pace == NORMAL or pace not in VERBS or steps[-1][0] not in SAID_BY_THE_STEP
    return made if is_plain else f"{VERBS[pace]}: {made}"


def _step_in_words(pace: str, step: MoveStep) -> str:
    name, *numbers = step
    if name == "about":
        return "turn about"
    if name == "files":
        return f"form up {numbers[0]} wide"
    if name == "reform":
        return f"reform {numbers[1]} wide, facing {int(numbers[0]) / 100:.2f} degrees"
    if name == "wheel":
        return _turn("wheel", int(numbers[0]))
    gone = f'{VERBS.get(pace, VERBS[NORMAL])} {int(numbers[-1]) / INCH:.2f}"'
    if name == "shift":
        return f"{gone} to {int(numbers[0]) / 100:g} degrees"
    if name == "bend":
        return f"{_turn('bend', int(numbers[0]))}, {gone}" if numbers[0] else f"{gone} in a bending column"
    return gone


def _turn(verb: str, turn: int) -> str:
    return f"{verb} {abs(turn) / 100:.2f} degrees {'right' if turn > 0 else 'left'}"
