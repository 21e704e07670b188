"""Rolls of attack dice, and roll-offs. A roll of attack dice keeps only the highest faces of each model and, where it
matters, the number of ones that the model rolled.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from msgspec import Struct

from pilein.dice import Die, Distribution
from pilein.dice.faces import NO_SUBJECT, SIDES, stage_of
from pilein.dice.weights import distribution_of, look_up
from pilein.kernel.requests import NOTHING, Answer
from pilein.rulesets.scorched.state import Hand

Shown = tuple[int, ...]  # the highest faces, highest first, then the number of ones if they count


class AttackDice(Struct, frozen=True, tag=True):
    """Attack dice of a model. `keep` is the number of highest faces kept, and `ones` means that ones are counted.

    `times` is the number of identical models, each with its own dice. The outcome lists the models' results from
    best to worst, so it does not show which model rolled which result. `labels` name the models.
    """

    dice: int
    keep: int = 1
    ones: bool = False
    times: int = 1
    labels: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Purpose of the dice, as displayed."""
        return ", ".join(dict.fromkeys(self.labels)) or "attack"

    def thrown(self, die: Die) -> tuple[Shown, ...]:
        """Roll the dice and return the faces kept for each model."""
        stage = stage_of(die)
        found = []
        for subject in range(self.times):
            stage(self.labels[subject] if self.labels else self.label, 0, subject)
            found.append(self._shown([die(SIDES) for _ in range(self.dice)]))
        return tuple(sorted(found, reverse=True))

    def weights(self) -> Distribution[tuple[Shown, ...]]:
        """Exact distribution of the models' results."""
        return _several(self.dice, self.keep, ones=self.ones, times=self.times)

    def _shown(self, faces: list[int]) -> Shown:
        highest = tuple(sorted(faces, reverse=True)[: self.keep])
        return (*highest, faces.count(1)) if self.ones else highest


class ReRolled(Struct, frozen=True, tag=True):
    """One rerolled attack die. Faces up to `least` cannot matter and are returned as `least`, except for a 1 if ones
    are counted.
    """

    least: int = 1
    ones: bool = False
    label: str = "parry"
    by: str = ""

    def thrown(self, die: Die) -> int:
        """Roll the die and return its face, or `least`."""
        stage_of(die)(self.label, 0, NO_SUBJECT, self.by)
        return self._kept(die(SIDES))

    def weights(self) -> Distribution[int]:
        """Exact distribution of the rerolled face."""
        return distribution_of(Counter(self._kept(face) for face in range(1, SIDES + 1)))

    def _kept(self, face: int) -> int:
        return face if self.ones and face == 1 else max(face, self.least)


class RollOff(Struct, frozen=True, tag=True):
    """Roll-off in which each of the two owners in `names` rolls one die. If `until_decided` is set, the owners reroll
    ties.
    """

    until_decided: bool = False
    label: str = "roll-off"
    names: tuple[str, str] = ("", "")

    def thrown(self, die: Die) -> int:
        """Roll the dice and return 1 if the first die is higher, -1 if the second is, or 0 for a tie."""
        while True:
            first, second = (self._die(die, place) for place in range(2))
            if first != second or not self.until_decided:
                return (first > second) - (first < second)

    def _die(self, die: Die, place: int) -> int:
        stage_of(die)(self.label, 0, place, self.names[place])
        return die(SIDES)

    def weights(self) -> Distribution[int]:
        """Exact distribution of the result of the roll-off."""
        return ((-1, 1), (1, 1)) if self.until_decided else ((-1, 5), (0, 2), (1, 5))


@lru_cache(maxsize=4096)
def _highest(dice: int, keep: int, *, ones: bool) -> Distribution[Shown]:
    """Distribution of the highest faces, computed by assigning faces to dice from the highest down."""
    dealt: dict[tuple[int, Shown], int] = {(dice, ()): 1}
    for face in range(SIDES, 1, -1):
        grown: dict[tuple[int, Shown], int] = {}
        for (left, kept), weight in dealt.items():
            look_up()
            for number in range(left + 1):
                key = (left - number, (*kept, *[face] * min(number, keep - len(kept))))
                grown[key] = grown.get(key, 0) + weight * comb(left, number)
        dealt = grown
    shown: dict[Shown, int] = {}
    for (left, kept), weight in dealt.items():
        faces = (*kept, *[1] * min(left, keep - len(kept)))
        told = (*faces, left) if ones else faces
        shown[told] = shown.get(told, 0) + weight
    return distribution_of(shown)


@lru_cache(maxsize=4096)
def _several(dice: int, keep: int, *, ones: bool, times: int) -> Distribution[tuple[Shown, ...]]:
    """Distribution of the sorted results of several identical sets of dice."""
    distribution = _highest(dice, keep, ones=ones)
    if times == 1:
        return tuple(((shown,), weight) for shown, weight in distribution)
    weights: dict[tuple[Shown, ...], int] = {}
    for chosen in combinations_with_replacement(reversed(distribution), times):
        look_up()
        key = tuple(shown for shown, _ in chosen)
        orders = factorial(times) // prod(factorial(number) for number in Counter(key).values())
        weights[key] = orders * prod(weight for _, weight in chosen)
    return distribution_of(weights)


# --- The die that a Parry forces to be rerolled (CP-SW-01) --------------------------------------------------------
# All are offered; only the one named is read.


NONE = (-1, 0)  # no hand, no face


class Offered(Struct, frozen=True):
    """A hand in which a Parry can name at least one die. The fields hold the hand's index, its owner and its dice."""

    place: int
    name: str
    hand: Hand

    def faces(self) -> tuple[int, ...]:
        """Distinct faces that may be named. Among faces too low to matter, only a 1 may be named, and only if ones
        count.
        """
        faces = dict.fromkeys(self.hand.open_dice)
        if self.hand.open_ones > 0:
            faces.setdefault(1)
        return tuple(faces)

    def has(self, face: int) -> bool:
        """Whether a die with the given face may be named."""
        if 0 < face == self.hand.best or face in self.hand.rest:
            return True
        return face == 1 and self.hand.open_ones > 0


class DieToParry(Struct, frozen=True, tag=True):
    """Choice of the die that a Parry rerolls, answered with (index of the hand, face), or NONE. `about` is the model
    that parries.
    """

    side: int
    clause: str
    words: str
    hands: tuple[Offered, ...]
    about: int = NOTHING

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield one option for each hand and face, then the option to name no die."""
        for one in self.hands:
            yield from ((f"the {face} of {one.name}", (one.place, face)) for face in one.faces())
        yield "none", NONE

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the named die exists."""
        is_pair = isinstance(answer, tuple) and len(answer) == len(NONE)
        if not is_pair or not all(type(number) is int for number in answer):
            return f"the answer must be the index of a hand and a face, or {NONE}"
        place, face = answer
        if answer == NONE or any(one.place == place and one.has(face) for one in self.hands):
            return None
        return "it is not one of the options, which are " + ", ".join(repr(option) for _, option in self.candidates())
