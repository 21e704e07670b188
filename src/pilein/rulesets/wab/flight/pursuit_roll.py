"""Pursuit rolls: a single roll decides which fleeing units are overtaken. The distances rolled are not kept."""

from functools import lru_cache
from itertools import product
from math import prod

from msgspec import Struct

from pilein.dice.faces import NO_SUBJECT, Die, stage_of
from pilein.dice.rolls import Total
from pilein.dice.weights import Distribution, distribution_of, look_up

Overtakes = tuple[bool, ...]


class PursuitRoll(Struct, frozen=True, tag=True):
    """Roll made for each fleeing unit, and then for each pursuer in turn. `fleeing` holds the number of D6 for each
    fleeing unit, and `pursuits` holds (target, number of D6) for each pursuer.

    A pursuer overtakes its target if it rolls the same or more, or only if it rolls more under `must_exceed`. No
    dice are rolled for a unit already overtaken. `parts` name the dice of each flight and pursuit, for display only.
    """

    fleeing: tuple[int, ...]
    pursuits: tuple[tuple[int, int], ...]
    must_exceed: bool = False
    label: str = "flight and pursuit"
    parts: tuple[str, ...] = ()

    def thrown(self, die: Die) -> Overtakes:
        """Roll the dice and return, for each pursuit, whether the pursuer overtakes."""
        stage, parts = stage_of(die), self.parts or (self.label,) * (len(self.fleeing) + len(self.pursuits))

        def total(dice: int, part: str) -> int:
            stage(part, 0, NO_SUBJECT)
            return Total(dice).thrown(die)

        gone = [total(dice, part) + self.must_exceed for dice, part in zip(self.fleeing, parts, strict=False)]
        caught: set[int] = set()
        found = []
        for (whom, dice), part in zip(self.pursuits, parts[len(self.fleeing) :], strict=True):
            is_caught = whom not in caught and total(dice, part) >= gone[whom]
            caught.update((whom,) if is_caught else ())
            found.append(is_caught)
        return tuple(found)

    def weights(self) -> Distribution[Overtakes]:
        """Exact distribution of the pursuits in which the pursuer overtakes."""
        return _pursuit_distribution(self.fleeing, self.pursuits, self.must_exceed)


@lru_cache(maxsize=1024)
def _pursuit_distribution(
    fleeing: tuple[int, ...],
    pursuits: tuple[tuple[int, int], ...],
    must_exceed: bool,  # noqa: FBT001
) -> Distribution[Overtakes]:
    """Distribution of the results of all pursuits. Fleeing units are chased independently, so their distributions are
    multiplied.
    """
    distributions = [_overtaken(dice, _after(number, pursuits), must_exceed) for number, dice in enumerate(fleeing)]
    found: dict[Overtakes, int] = {}
    for outcomes in product(*distributions):
        look_up()
        by = [outcome[0] for outcome in outcomes]
        places = [0] * len(fleeing)
        overtakes = []
        for whom, _ in pursuits:
            overtakes.append(by[whom] == places[whom])
            places[whom] += 1
        key = tuple(overtakes)
        found[key] = found.get(key, 0) + prod(weight for _, weight in outcomes)
    return distribution_of(found)


def _after(number: int, pursuits: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(dice for whom, dice in pursuits if whom == number)


@lru_cache(maxsize=1024)
def _overtaken(fleeing: int, pursuing: tuple[int, ...], must_exceed: bool) -> Distribution[int]:  # noqa: FBT001
    """Distribution of the index of the pursuer that overtakes a fleeing unit. An index equal to the number of pursuers
    means that no pursuer does.
    """
    whole = [sum(weight for _, weight in Total(dice).weights()) for dice in pursuing]
    found: dict[int, int] = {}
    for gone, weight in Total(fleeing).weights():
        left = weight
        for place, dice in enumerate(pursuing):
            enough = sum(share for far, share in Total(dice).weights() if far >= gone + must_exceed)
            found[place] = found.get(place, 0) + left * enough * prod(whole[place + 1 :])
            left *= whole[place] - enough
        found[len(pursuing)] = found.get(len(pursuing), 0) + left
    return distribution_of({place: weight for place, weight in found.items() if weight})
