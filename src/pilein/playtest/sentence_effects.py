"""What fights are like without a sentence: a comparison for each sentence that is left out."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, IllegalAnswer, Spent, TooMuch
from pilein.lab.crew import Progress
from pilein.lab.figures import WINS
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.limits import DEFAULT, Limit, budget_of
from pilein.lab.policies import sides_of
from pilein.lab.report import Records, as_frame
from pilein.lab.scenarios import Given
from pilein.playtest.comparing import compare
from pilein.playtest.comparison import Comparison, Difference, Fight


class SentenceEffect(NamedTuple):
    """The chance of a side to win a fight that changes most without a sentence; `games` is 0 where it is exact."""

    sentence: str
    words: str
    fight: str
    side: str
    old: float
    new: float
    games: int

    @property
    def gain(self) -> float:
        """By how much the side wins more often without it."""
        return self.new - self.old


class SentenceEffects(Struct, frozen=True):
    """Fights without each of some sentences, by the sentence's ID.

    `left_out` are sentences without which fights cannot be set up or policies answer, or that no time was left for,
    with the reason.
    """

    ruleset: str
    by_sentence: dict[str, Comparison]
    left_out: dict[str, str]

    def effects(self) -> tuple[SentenceEffect, ...]:
        """For each sentence the fight in which a side's chance to win changes most, largest first."""
        found = []
        for key, comparison in self.by_sentence.items():
            wins = [(fight, side, one) for fight in comparison.fights for side, one in _wins(fight)]
            if wins:
                found.append(self._effect(key, *max(wins, key=lambda won: abs(float(won[2].difference)))))
        return tuple(sorted(found, key=lambda one: -abs(one.gain)))

    def _effect(self, key: str, fight: Fight, side: str, one: Difference) -> SentenceEffect:
        sentences = ruleset_named(self.ruleset).sentences
        words = sentences[key].words if key in sentences else ""
        return SentenceEffect(key, words, fight.name, side, float(one.old), float(one.new), fight.games)

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


def without_each(
    ruleset: str,
    scenarios: Sequence[Given],
    sentences: Sequence[str],
    *,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
    **asked: Any,  # noqa: ANN401 - of `compare`
) -> SentenceEffects:
    """Compare fights with the same fights without each of some sentences; each has an equal share of the time.

    `progress` and `budget` hold for all sentences together; `asked` are further arguments of `compare`.
    """
    limit, found, left_out = budget_of(budget), dict[str, Comparison](), dict[str, str]()
    if limit.seconds is not None and sentences:
        limit = replace(limit, seconds=limit.seconds / len(sentences))
    for number, key in enumerate(sentences, 1):
        try:
            with suppress(Spent, TooMuch):
                found[key] = compare(list(scenarios), without=(key,), budget=limit, **asked)
        except (BadInput, IllegalAnswer) as error:
            left_out[key] = error.message
        if progress:
            progress(number, len(sentences))
    missing = [key for key in sentences if key not in found and key not in left_out]
    return SentenceEffects(ruleset, found, left_out | dict.fromkeys(missing, "limit reached"))


def _wins(fight: Fight) -> list[tuple[str, Difference]]:
    """The differences in the chance to win, with the side."""
    names = {WINS.format(side=side): side for side in sides_of(fight.old)}
    return [(names[one.measure], one) for one in fight.differences if one.measure in names]
