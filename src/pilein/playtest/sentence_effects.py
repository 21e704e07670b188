"""What fights are like without a sentence: a comparison for each sentence that is left out."""

from typing import Any, NamedTuple

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.lab.figures import WINS
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.report import Records
from pilein.playtest.comparison import Comparison, Difference


class SentenceEffect(NamedTuple):
    """The chance of a side to win a fight that changes most without a sentence."""

    sentence: str
    words: str
    fight: str
    measure: str
    old: float
    new: float

    @property
    def gain(self) -> float:
        """By how much the side wins more often without it."""
        return self.new - self.old


class SentenceEffects(Struct, frozen=True):
    """Fights without each of some sentences, by the sentence's ID."""

    ruleset: str
    by_sentence: dict[str, Comparison]

    def effects(self) -> tuple[SentenceEffect, ...]:
        """For each sentence the fight in which the first side's chance to win changes most, largest first."""
        sentences = ruleset_named(self.ruleset).sentences
        found = []
        for key, comparison in self.by_sentence.items():
            wins = [(fight, one) for fight in comparison.fights for one in fight.differences if _is_first(fight, one)]
            if wins:
                fight, one = max(wins, key=lambda pair: abs(float(pair[1].difference)))
                words = sentences[key].words if key in sentences else ""
                found.append(SentenceEffect(key, words, fight.name, one.measure, float(one.old), float(one.new)))
        return tuple(sorted(found, key=lambda one: -abs(one.gain)))

    def document(self) -> dict[str, Any]:
        """The document of each comparison, by sentence."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "without": {key: one.document() for key, one in self.by_sentence.items()},
        }

    def to_dict(self) -> Records:
        """The differences as records, each with the sentence that is left out."""
        return [{"without": key, **row} for key, one in self.by_sentence.items() for row in one.to_dict()]


def _is_first(fight: Any, one: Difference) -> bool:  # noqa: ANN401 - a fight of a comparison
    """Whether a measure is the chance that the first side wins."""
    return one.measure == WINS.format(side=fight.old.sides[0].name)
