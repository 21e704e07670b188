"""What fights are like without a sentence: a comparison for each sentence that is left out."""

from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.lab.figures import WINS, Estimate, Number
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.policies import sides_of
from pilein.lab.report import Records, as_frame
from pilein.playtest.comparison import Comparison, Fight
from pilein.playtest.measures import NEITHER

SETTLED = 0.999
Chance = Fraction | float


class SentenceEffect(NamedTuple):
    """How the share of a fight moves without a sentence, in the fight where it moves furthest.

    `old` and `new` are the share of the first side, `side`: its chance to win and half of the chance that nobody wins.
    One half is even. `certainty` is the chance of the likeliest outcome without the sentence: one side wins, the other,
    or neither. `games` is 0 where the numbers are exact.
    """

    sentence: str
    words: str
    fight: str
    side: str
    old: Chance
    new: Chance
    certainty: float
    games: int

    @property
    def shift(self) -> Chance:
        """By how much the side's share is greater without it."""
        return self.new - self.old

    @property
    def size(self) -> float:
        """The size of the shift."""
        return abs(float(self.shift))

    @property
    def is_settled(self) -> bool:
        """Whether the fight is all but settled without it: it has no longer what makes it one."""
        return self.certainty > SETTLED


class SentenceEffects(Struct, frozen=True):
    """Fights without each of some sentences, by the sentence's ID.

    `left_out` are sentences without which fights cannot be set up or policies answer, or that no time was left for,
    with the reason.
    """

    ruleset: str
    by_sentence: dict[str, Comparison]
    left_out: dict[str, str]

    def effects(self) -> tuple[SentenceEffect, ...]:
        """For each sentence its effect in the fight whose share it moves furthest, largest first."""
        found = []
        for key, comparison in self.by_sentence.items():
            each = [self._effect(key, fight) for fight in comparison.fights]
            if each:
                found.append(max(each, key=lambda one: one.size))
        return tuple(sorted(found, key=lambda one: -one.size))

    def _effect(self, key: str, fight: Fight) -> SentenceEffect:
        sentences = ruleset_named(self.ruleset).sentences
        words = sentences[key].words if key in sentences else ""
        side = sides_of(fight.old)[0]
        return SentenceEffect(key, words, fight.name, side, *_shares(fight), _certainty(fight), fight.games)

    def document(self) -> dict[str, Any]:
        """The document of each comparison, by sentence."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "without": {key: one.document() for key, one in self.by_sentence.items()},
            "left_out": self.left_out,
        }

    def to_dict(self) -> Records:
        """The differences as records, each with the sentence that is left out."""
        return [{"without": key, **row} for key, one in self.by_sentence.items() for row in one.to_dict()]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())


def _shares(fight: Fight) -> tuple[Chance, Chance]:
    """The share of the first side in both worlds: (1 + its chance to win - the other's) / 2."""
    wins = {one.measure: one for one in fight.differences}
    one, other = (wins[WINS.format(side=side)] for side in sides_of(fight.old))
    return _share(one.old, other.old), _share(one.new, other.new)


def _certainty(fight: Fight) -> float:
    """The chance of the likeliest outcome in the new world."""
    outcomes = {NEITHER, *(WINS.format(side=side) for side in sides_of(fight.old))}
    return max(float(one.new) for one in fight.differences if one.measure in outcomes)


def _share(one: Number, other: Number) -> Chance:
    first, second = (float(number) if isinstance(number, Estimate) else number for number in (one, other))
    return (1 + first - second) / 2
