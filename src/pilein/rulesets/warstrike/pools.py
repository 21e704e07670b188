"""Pools of shots and the models that may fall to the shots (WS-SH-03, WS-R-15).

All shots that a volley fires at one unit with the same weapon form a pool. Only models within 6 inches of one of the
pool's firers can fall to the pool. A model in several pools can fall to any of them, but only once.
"""

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from pilein.kernel.requests import Answer

Pool = tuple[int, tuple[int, ...], int]  # the unit shot at, its models that may fall, kills that matter


class Fallen(Struct, frozen=True, tag=True):
    """Choice of `number` models that fall in addition to those in `picked`. Each fallen model must be matched with a
    kill by a pool that may kill the model.
    """

    side: int
    clause: str
    words: str
    of: tuple[int, ...]
    number: int
    labels: tuple[str, ...]
    pools: tuple[Pool, ...]
    picked: tuple[int, ...] = ()

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield every legal selection in list order."""
        named = dict(zip(self.of, self.labels, strict=True))
        for chosen in combinations(self.of, self.number):
            if fall_together(self.pools, (*self.picked, *chosen)):
                yield ", ".join(named[one] for one in chosen), chosen

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None. A legal answer names as many models as fall, and each can
        be matched with a kill.
        """
        if not isinstance(answer, tuple) or any(type(one) is not int for one in answer):
            return "the answer must be a list of models"
        if len(answer) != self.number or len(set(answer)) < self.number or not set(answer) <= set(self.of):
            return f"the answer must name {self.number} of the models {', '.join(map(str, self.of))}, each only once"
        if fall_together(self.pools, (*self.picked, *answer)):
            return None
        return "some shots would have to kill more models than they did"


def most_fallen(pools: tuple[Pool, ...]) -> int:
    """Maximum number of models that can fall together, each matched with a kill by a pool that may kill the model."""
    return _placed(pools, within_reach(pools))


def within_reach(pools: tuple[Pool, ...]) -> tuple[int, ...]:
    """Models that may fall to at least one of the pools with kills, in order."""
    return tuple(sorted({model for _, models, kills in pools if kills for model in models}))


def fall_together(pools: tuple[Pool, ...], models: tuple[int, ...]) -> bool:
    """Whether every one of the given models can be matched with a kill."""
    return _placed(pools, models) == len(models)


def _placed(pools: tuple[Pool, ...], models: tuple[int, ...]) -> int:
    """Number of models matched with a kill. Earlier models are rematched where possible."""
    taken: list[list[int]] = [[] for _ in pools]
    return sum(_finds_room(pools, taken, model, set()) for model in models)


def _finds_room(pools: tuple[Pool, ...], taken: list[list[int]], model: int, tried: set[int]) -> bool:
    for place, (_, models, kills) in enumerate(pools):
        if model not in models or place in tried:
            continue
        tried.add(place)
        if len(taken[place]) < kills:
            taken[place].append(model)
            return True
        for number, other in enumerate(taken[place]):
            if _finds_room(pools, taken, other, tried):
                taken[place][number] = model
                return True
    return False
