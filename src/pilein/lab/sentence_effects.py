"""Effects of sentences, with one comparison for each sentence that is left out."""

from typing import Any, NamedTuple

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.lab.answer import Answer
from pilein.lab.comparison import Comparison, Fight
from pilein.lab.figures import SURE, WINS, Estimate, Number, bounds
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.measures import NEITHER
from pilein.lab.policies import sides_of
from pilein.lab.table import CHANCE, GAIN, Records, Table, headed

SETTLED = 0.999
UNSEEN = 5e-4  # smaller shifts are zero as they are printed
COLUMNS = (
    *map(headed, ("sentence", "fight", "side")),
    *(headed("with it", CHANCE), headed("without", CHANCE), headed("shift", GAIN)),
    *map(headed, ("how", "says")),
)


class SentenceEffect(NamedTuple):
    """Effect of leaving out a sentence, in the fight where it changes most.

    `old` and `new` are the share of the first side, `side`: its chance to win plus half of the chance that neither
    side wins, so that one half is even. `shift` is the increase of the share without the sentence. `certainty` is
    the chance of the likeliest outcome without the sentence: a win of either side, or no winner. `games` is 0 if the
    numbers are exact.
    """

    sentence: str
    words: str
    fight: str
    side: str
    old: Number
    new: Number
    shift: Number
    certainty: float
    games: int

    @property
    def size(self) -> float:
        """Absolute size of the shift."""
        return abs(float(self.shift))

    @property
    def is_settled(self) -> bool:
        """Whether the fight is all but settled without the sentence."""
        return self.certainty > SETTLED


class SentenceEffects(Answer, Struct, frozen=True):
    """Comparisons of fights with and without each of several sentences, by the sentence's ID.

    `left_out` holds the sentences that could not be compared, with the reason: fights cannot be set up or policies
    cannot answer without the sentence, or no time was left.
    """

    ruleset: str
    by_sentence: dict[str, Comparison]
    left_out: dict[str, str]

    def effects(self) -> tuple[SentenceEffect, ...]:
        """Return each sentence's effect in the fight whose share it shifts most. The largest effect comes first."""
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
        """Return the JSON document of all comparisons, by sentence."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "without": {key: one.document() for key, one in self.by_sentence.items()},
            "left_out": self.left_out,
        }

    def to_dict(self) -> Records:
        """Return the differences as records, each with the sentence that is left out."""
        return [{"without": key, **row} for key, one in self.by_sentence.items() for row in one.to_dict()]

    def tables(self) -> tuple[Table, ...]:
        """Return a table of the sentences that shift a fight's share, each with the fight that it shifts most."""
        rows = tuple(
            (one.sentence, one.fight, one.side, one.old, one.new, one.shift, how_found(one.games), one.words)
            for one in self.effects()
            if one.size >= UNSEEN
        )
        return (Table("share of a fight without a sentence", COLUMNS, rows),)


def _shares(fight: Fight) -> tuple[Number, Number, Number]:
    """Return the first side's share before and after, (1 + its chance to win - the other side's) / 2, and the shift."""
    wins = {one.measure: one for one in fight.differences}
    one, other = (wins[WINS.format(side=side)] for side in sides_of(fight.old))
    shift = _halved(one.difference, other.difference)
    return _halved(one.old, other.old, 1), _halved(one.new, other.new, 1), shift


def _certainty(fight: Fight) -> float:
    """Return the chance of the likeliest outcome after the change."""
    outcomes = {NEITHER, *(WINS.format(side=side) for side in sides_of(fight.old))}
    return max(float(one.new) for one in fight.differences if one.measure in outcomes)


def _halved(one: Number, other: Number, more: int = 0) -> Number:
    """Return half of `more` + `one` - `other`.

    If the numbers are sampled, the error is at most half the sum of both errors.
    """
    first, second = (float(number) if isinstance(number, Estimate) else number for number in (one, other))
    found = (more + first - second) / 2
    errors = [(high - low) / (2 * SURE) for low, high in map(bounds, (one, other))]
    return Estimate(float(found), sum(errors) / 2) if any(errors) else found


def how_found(games: int) -> str:
    """Format the number of games behind a figure, where 0 means that the figure is exact."""
    return f"{games:,} games" if games else "exact"
