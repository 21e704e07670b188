"""The paces of the remaining moves, and what a unit may do at each (WAB-SEQ-04)."""

from typing import Literal

from msgspec import Struct

Pace = Literal["stay", "normal", "march", "fast march", "reform"]
STAY: Pace = "stay"
NORMAL: Pace = "normal"
MARCH: Pace = "march"
FAST_MARCH: Pace = "fast march"
REFORM: Pace = "reform"
PACES = (STAY, NORMAL, MARCH, FAST_MARCH, REFORM)
VERBS: dict[str, str] = {NORMAL: "move", MARCH: "march", FAST_MARCH: "fast march"}


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
