"""Damage from hits: the wounds of identical models, and the effect of each hit on its model (WW-RS)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from pilein.dice.faces import Die
from pilein.dice.weights import Distribution, binomial, distribution_of, look_up, reduced, together
from pilein.rulesets.wwpd.re_rolls import odds, thrown_twice

Losses = tuple[int, ...]
BodyOutcome = tuple[bool, tuple[Losses, ...]]
NO_MARK = 0


class Hits(Struct, frozen=True):
    """Identical hits on a model, with their number, the score to wound and the score to save."""

    count: int
    wound: int
    save: int


class Head(Struct, frozen=True):
    """Model that was hit, with its hits in order, the wounds it can lose, and its lot. Models in a lot are
    interchangeable.
    """

    hits: tuple[Hits, ...]
    room: int = 1
    lot: int = 0


class Body(Struct, frozen=True):
    """Models counted together as one body. `mark` or more wounds, saved or not, mark the body (0 means never).

    `turn` is the turn of the models that struck the body.
    """

    heads: tuple[Head, ...]
    mark: int = NO_MARK
    turn: int = 0

    @property
    def lots(self) -> int:
        """Number of lots in the body."""
        return 1 + max((head.lot for head in self.heads), default=-1)


class Damage(Struct, frozen=True, tag=True):
    """Roll for the damage from hits. Scores that a die cannot show need re-rolls. The outcome is (marked, losses by
    lot) for each body.

    The losses of a lot are the losses of its models, greatest first, each capped at the model's room; saves are
    nevertheless rolled against all wounds. The dice to wound come first, body by body and model by model. Saves
    follow, beginning with the bodies of the last turn, because the side that struck first saves first. Within each
    stage the re-rolls of a turn follow its dice. Bodies of the same turn are consecutive. `struck` and `strikers`
    name the owners of the dice, for display only.
    """

    bodies: tuple[Body, ...]
    label: str = ""
    strikers: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()

    def thrown(self, die: Die) -> tuple[BodyOutcome, ...]:
        """Roll the dice and return, for each body, whether it is marked and the losses in its lots."""
        turns = tuple(dict.fromkeys(body.turn for body in self.bodies))
        wounds: dict[int, list[list[int]]] = {}
        for turn in turns:
            wounds.update(self._wounds(die, turn))
        unsaved: dict[int, list[list[int]]] = {}
        for turn in reversed(turns):
            unsaved.update(self._unsaved(die, turn, wounds))
        return tuple(_outcome(body, wounds[place], unsaved[place]) for place, body in enumerate(self.bodies))

    def weights(self) -> Distribution[tuple[BodyOutcome, ...]]:
        """Exact distribution of the bodies' outcomes."""
        return together([body_distribution(body) for body in self.bodies])

    def unseen(self, hide: Callable[[Distribution[BodyOutcome]], Any]) -> tuple[Any, ...]:
        """Outcome with `hide` applied to the distribution of each body. This is permitted because bodies are
        independent.
        """
        return tuple(hide(body_distribution(body)) for body in self.bodies)

    def _wounds(self, die: Die, turn: int) -> dict[int, list[list[int]]]:
        """Roll to wound for the bodies of a turn. Return the wounds from each group of hits, by body and model."""
        wanted = [(place, hits.count, hits.wound) for place, hits in self._hits(turn)]
        return self._dealt(turn, thrown_twice(die, "wound", wanted, self.strikers))

    def _unsaved(self, die: Die, turn: int, wounds: dict[int, list[list[int]]]) -> dict[int, list[list[int]]]:
        counts = [count for place in self._places(turn) for row in wounds[place] for count in row]
        hits = self._hits(turn)
        wanted = [(place, count, one.save) for (place, one), count in zip(hits, counts, strict=True)]
        saved = thrown_twice(die, "save", wanted, self.struck)
        return self._dealt(turn, [count - good for count, good in zip(counts, saved, strict=True)])

    def _places(self, turn: int) -> list[int]:
        return [place for place, body in enumerate(self.bodies) if body.turn == turn]

    def _hits(self, turn: int) -> list[tuple[int, Hits]]:
        return [
            (place, hits) for place in self._places(turn) for head in self.bodies[place].heads for hits in head.hits
        ]

    def _dealt(self, turn: int, numbers: list[int]) -> dict[int, list[list[int]]]:
        """Regroup a flat list of numbers, one for each hit of a turn, by body and model."""
        left = iter(numbers)
        return {
            place: [[next(left) for _ in head.hits] for head in self.bodies[place].heads]
            for place in self._places(turn)
        }


@lru_cache(maxsize=4096)
def body_distribution(body: Body) -> Distribution[BodyOutcome]:
    """Distribution of a body's outcome, computed model by model, with wounds counted up to the mark."""
    states: dict[tuple[int, tuple[Losses, ...]], int] = {(0, ((),) * body.lots): 1}
    for head in body.heads:
        grown: dict[tuple[int, tuple[Losses, ...]], int] = {}
        for (wounds, lots), weight in states.items():
            look_up()
            for (more, lost), times in _head_distribution(head):
                key = (min(wounds + more, body.mark), _with_loss(lots, head.lot, lost))
                grown[key] = grown.get(key, 0) + weight * times
        states = grown
    marked: dict[BodyOutcome, int] = {}
    for (wounds, lots), weight in states.items():
        outcome = (is_marked(wounds, body.mark), lots)
        marked[outcome] = marked.get(outcome, 0) + weight
    return distribution_of(marked)


def is_marked(wounds: int, mark: int) -> bool:
    """Whether the given number of wounds reaches the mark."""
    return mark != NO_MARK and wounds >= mark


def hit_odds(wound: int, save: int) -> tuple[int, int, int]:
    """Weights of no wound, a saved wound and an unsaved wound from a hit."""
    miss, good = odds(wound)
    unsaved, saved = odds(save)
    every = unsaved + saved
    none, safe, lost = reduced((miss * every, good * saved, good * unsaved))
    return none, safe, lost


@lru_cache(maxsize=4096)
def _head_distribution(head: Head) -> tuple[tuple[tuple[int, int], int], ...]:
    """Distribution of a model's wounds and losses, as ((wounds, lost), weight)."""
    states = {(0, 0): 1}
    for hits in head.hits:
        none, safe, lost = hit_odds(hits.wound, hits.save)
        grown: dict[tuple[int, int], int] = {}
        for (wounds, gone), weight in states.items():
            look_up()
            for unsaved, often in enumerate(binomial(hits.count, lost, 1)):
                row = binomial(hits.count - unsaved, safe, none)
                for saved, more in enumerate(row):
                    key = (wounds + unsaved + saved, min(gone + unsaved, head.room))
                    grown[key] = grown.get(key, 0) + weight * often * more
        states = grown
    return tuple((key, weight) for key, weight in states.items() if weight)


def _with_loss(lots: tuple[Losses, ...], lot: int, lost: int) -> tuple[Losses, ...]:
    losses = tuple(sorted((*lots[lot], lost), reverse=True))
    return (*lots[:lot], losses, *lots[lot + 1 :])


def _outcome(body: Body, wounds: list[list[int]], unsaved: list[list[int]]) -> BodyOutcome:
    lots: tuple[Losses, ...] = ((),) * body.lots
    for head, lost in zip(body.heads, unsaved, strict=True):
        lots = _with_loss(lots, head.lot, min(sum(lost), head.room))
    return is_marked(sum(map(sum, wounds)), body.mark), lots
