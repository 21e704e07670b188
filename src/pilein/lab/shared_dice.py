"""Common random numbers: dice that agree before and after a change as long as the same rolls are made.

Each part of each roll (to hit, to wound, to save) has its own stream, identified by the roll's label and the number
of earlier rolls with that label. If a change adds one die to a roll to hit, the saves and the next roll therefore
still get the same dice.
"""

from collections import Counter
from hashlib import blake2b

from pilein.dice import Outcome, Roll
from pilein.engine.sources import Dice

WIDE = 8  # bytes of the seed of a stream


class SharedDice:
    """Dice for one simulated game, the same before and after a change."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rolled: Counter[str] = Counter()

    def thrown(self, roll: Roll) -> Outcome:
        """Roll dice and return the outcome, drawing each part from its own stream."""
        name = f"{type(roll).__name__}:{roll.label}"
        self._rolled[name] += 1
        return roll.thrown(_Parts(f"{self._seed}:{name}:{self._rolled[name]}"))


class _Parts:
    """Die that draws from a separate stream for each part of a roll."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begun: Counter[tuple[str, int]] = Counter()
        self._dice = _stream(name)

    def __call__(self, sides: int) -> int:
        return self._dice.die(sides)

    def stage(self, label: str, _need: int, subject: int, _by: str = "", _why: str = "") -> None:
        """Begin a part of the roll and its own stream of dice."""
        self._begun[label, subject] += 1
        self._dice = _stream(f"{self._name}:{label}:{subject}:{self._begun[label, subject]}")


def _stream(name: str) -> Dice:
    return Dice(int.from_bytes(blake2b(name.encode(), digest_size=WIDE).digest()))
