"""The paces and steps of the remaining moves, and what a player calls them (WAB-SEQ-04)."""

from typing import Literal

from msgspec import Struct

from pilein.geometry.ticks import INCH

Pace = Literal["stay", "normal", "march", "fast march", "reform"]
STAY: Pace = "stay"
NORMAL: Pace = "normal"
MARCH: Pace = "march"
FAST_MARCH: Pace = "fast march"
REFORM: Pace = "reform"
PACES = (STAY, NORMAL, MARCH, FAST_MARCH, REFORM)
VERBS: dict[str, str] = {NORMAL: "move", MARCH: "march", FAST_MARCH: "fast march"}
SAID_BY_THE_STEP = ("wheel", "about", "files", "reform")  # steps that do not say at which pace
MoveStep = tuple[str | int, ...]  # its name, and its numbers


class Means(Struct, frozen=True):
    """What a unit has for its remaining move: lengths in ticks, and why it may not ("" where it may).

    `rate`, `march` and `fast_march` are the movement of each pace; `abouts` is how often it may turn about and `about`
    what each time costs; `one_rank` and `two_ranks` are the costs of a change of formation; `ignored` are the enemies
    whose nearness it leaves out of account if it marches.
    """

    rate: int
    march: int
    fast_march: int
    no_march: str = ""
    no_fast_march: str = ""
    no_reform: str = ""
    abouts: int = 0
    about: int = 0
    one_rank: int = 0
    two_ranks: int = 0
    ignored: tuple[int, ...] = ()

    def movement(self, pace: str) -> int:
        """How far a unit comes at a pace, in ticks."""
        lengths: dict[str, int] = {MARCH: self.march, FAST_MARCH: self.fast_march, STAY: 0}
        return lengths.get(pace, self.rate)

    def why_no(self, pace: str) -> str:
        """Why a unit may not take a pace, "" where it may."""
        reasons: dict[str, str] = {MARCH: self.no_march, FAST_MARCH: self.no_fast_march, REFORM: self.no_reform}
        return reasons.get(pace, "")


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
