"""Choices that share a total among heads within bounds, or let each of several models pick an item."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from msgspec import Struct

from pilein.kernel.requests import Answer
from pilein.rulesets.warstrike.state import Battle


class Shares(Struct, frozen=True, tag=True):
    """Choice of how a total is shared among heads. The answer is one whole number for each head, within that head's
    bounds.
    """

    side: int
    clause: str
    words: str
    total: int
    among: tuple[str, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield every division within the bounds, starting with the largest shares for the first heads."""
        for shares in _divisions(self.total, self.least, self.most):
            yield ", ".join(f"{share} {head}" for share, head in zip(shares, self.among, strict=True) if share), shares

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None if it divides the total within the bounds."""
        whole = isinstance(answer, tuple) and all(type(one) is int for one in answer)
        if not whole or len(answer) != len(self.among):
            return f"the answer must be one whole number for each of {', '.join(self.among)}"
        for share, head, least, most in zip(answer, self.among, self.least, self.most, strict=True):
            if not least <= share <= most:
                return f"{head} takes from {least} to {most}, not {share}"
        return (
            None
            if sum(answer) == self.total
            else f"its numbers add up to {sum(answer)}, but {self.total} must be shared out"
        )

    @property
    def is_settled(self) -> bool:
        """Whether only one division is possible."""
        ways = _divisions(self.total, self.least, self.most)
        next(ways)
        return next(ways, None) is None


def _divisions(total: int, least: tuple[int, ...], most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    high = min(most[0], total - sum(least[1:]))
    low = max(least[0], total - sum(most[1:]))
    for share in range(high, low - 1, -1):
        for rest in _divisions(total - share, least[1:], most[1:]):
            yield (share, *rest)


class EachPicks(Struct, frozen=True, tag=True):
    """Choice of an item for each of several models. The answer gives the index of each model's pick, in order."""

    side: int
    clause: str
    words: str
    models: tuple[int, ...]
    names: tuple[str, ...]
    among: tuple[str, ...]

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the answers in which all models pick the same item, then all other answers."""
        places = range(len(self.among))
        for place in places:
            answer = (place,) * len(self.models)
            yield self.in_words(answer), answer
        for answer in product(places, repeat=len(self.models)):
            if len(set(answer)) > 1:
                yield self.in_words(answer), answer

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None."""
        if not isinstance(answer, tuple) or any(type(one) is not int for one in answer):
            return "the answer must be a list of whole numbers"
        if len(answer) != len(self.models) or not all(0 <= one < len(self.among) for one in answer):
            return f"the answer must be one number from 0 to {len(self.among) - 1} for each of {', '.join(self.names)}"
        return None

    def in_words(self, answer: Answer) -> str:
        """Describe a legal answer as text for players."""
        assert isinstance(answer, tuple), "the answer is legal"
        if len(set(answer)) == 1:
            return f"all {self.among[answer[0]]}" if len(answer) > 1 else self.among[answer[0]]
        return ", ".join(f"{name}: {self.among[place]}" for name, place in zip(self.names, answer, strict=True))


# --- Interchangeable models: in the press, models of one kind except the leader; on a table, none -----------------


Groups = tuple[tuple[int, ...], ...]


def kinds_of(battle: Battle, models: tuple[int, ...]) -> Groups:
    """Group interchangeable models. In the press, ordinary models come before leaders."""
    groups = battle.field.alike(models, partial(_look, battle))
    return groups if battle.is_on_table else tuple(sorted(groups, key=lambda group: _look(battle, group[0])))


def first_of_each_kind(battle: Battle, models: tuple[int, ...]) -> tuple[int, ...]:
    """First model of each group of interchangeable models."""
    return tuple(group[0] for group in kinds_of(battle, models))


def _look(battle: Battle, model: int) -> tuple[bool, int]:
    """Features other than position that distinguish models of a unit: whether the model is the leader, and its kind."""
    return is_leader(battle, model), battle.setup.kind_of[model]


def is_leader(battle: Battle, model: int) -> bool:
    """Whether a model leads its unit."""
    return battle.status(battle.setup.unit_of[model]).leader == model


def name_of(battle: Battle, model: int) -> str:
    """Display name of a model: its kind and, on a table, its number."""
    words = "leader" if is_leader(battle, model) else battle.setup.kind(model).name
    return words if not battle.is_on_table else f"{words} {model}"


def label_of_each(battle: Battle, like: list[int]) -> str:
    """Return the label for several identical models with their numbers, as shown in a question."""
    name = battle.setup.kind(like[0]).name
    return f"each {name} ({len(like)} models)" if len(like) > 1 else f"the {name}"


def each_picks(battle: Battle, clause: str, words: str, models: list[int], among: tuple[str, ...]) -> EachPicks:
    """Question that asks for each model's pick. On a table it matters which of several identical models picks which
    item.
    """
    side = battle.setup.side_of(models[0])
    return EachPicks(side, clause, words, tuple(models), tuple(name_of(battle, model) for model in models), among)
