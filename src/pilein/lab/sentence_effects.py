"""Measure the effect of leaving out each sentence of a rules text in turn.

All fights are compared with and without each sentence. Fights in the press are solved, and other fights are sampled
with shared dice.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, IllegalAnswer, TooMuch
from pilein.lab.altering import altered
from pilein.lab.answer import Answer
from pilein.lab.comparing import Comparison, Fight, fight_of
from pilein.lab.experiment import Experiment, Variant
from pilein.lab.fights import fights_of
from pilein.lab.figures import SURE, WINS, Estimate, Number, bounds
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.limits import DEFAULT, Limit, Phases
from pilein.lab.measures import NEITHER
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.run_options import AUTO, GAMES, SAMPLED, RunOptions, run_options
from pilein.lab.scenarios import Given, Scenario, found_good
from pilein.lab.table import CHANCE, GAIN, Records, Table, headed
from pilein.lab.worker_pool import Progress
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

SHARES = 2  # equal shares of the remaining time for one sentence: most take less than one
SETTLED = 0.999
UNSEEN = 5e-4  # smaller shifts are zero as they are printed
COLUMNS = (
    *map(headed, ("sentence", "fight", "side")),
    *(headed("with it", CHANCE), headed("without", CHANCE), headed("shift", GAIN)),
    *map(headed, ("how", "says")),
)


class SentenceEffect(NamedTuple):
    """Effect of leaving out a sentence, in the fight that it changes most.

    `old` and `new` are the first side's share with and without the sentence. The share of a side is its chance to
    win plus half of the chance that neither side wins, so an even fight has a share of one half. `side` is the first
    side's name, and `shift` is the increase in that side's share without the sentence. `certainty` is the chance of
    the likeliest outcome without the sentence: a win of either side, or no winner. `games` is 0 if the numbers are
    exact.
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
        found = [
            max((_effect(self.ruleset, key, fight) for fight in one.fights), key=lambda effect: effect.size)
            for key, one in self.by_sentence.items()
            if one.fights
        ]
        return tuple(sorted(found, key=lambda one: -one.size))

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


def _effect(ruleset: str, key: str, fight: Fight) -> SentenceEffect:
    """Return the effect of leaving out a sentence in a fight.

    The share of the first side is (1 + its chance to win - the other side's) / 2.
    """
    sentences, sides = ruleset_named(ruleset).sentences, sides_of(fight.old)
    found = {one.measure: one for one in fight.differences}
    one, other = (found[WINS.format(side=side)] for side in sides)
    shares = _halved(one.old, other.old, 1), _halved(one.new, other.new, 1), _halved(one.difference, other.difference)
    certainty = max(float(outcome.new) for outcome in (one, other, found.get(NEITHER, one)))
    words = sentences[key].words if key in sentences else ""
    return SentenceEffect(key, words, fight.name, sides[0], *shares, certainty, fight.games)


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


# --- the question ----------------------------------------------------------------------------------------------------


def compare_without_each(  # noqa: PLR0913 - the question, and options for answering it
    ruleset: str,
    scenarios: Given | Sequence[Given],
    sentences: Sequence[str],
    *,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> SentenceEffects:
    """Compare fights played with and without each of the given sentences.

    Fights in the press are solved unless there is too much to solve. For other fights `games` games are played with the
    sentence and as many without it. `progress` and `budget` cover all sentences together; no sentence takes more than a
    few times its equal share of the remaining time. `keep` names a folder for partial results, with files for each
    sentence. Other arguments and errors are as in `compare`.
    """
    asked = {"policy": policy, "phases": phases, "games": games, "seed": seed, "workers": workers, "budget": budget}
    run = run_options(**asked)  # type: ignore[arg-type]
    fights = [(fight.name, found_good(fight.scenario)) for fight in fights_of(scenarios)]
    solved = [one for one in fights if run.solved(one[0], run.games_of(one[1]))]
    ways = {AUTO: solved, SAMPLED: [one for one in fights if one not in solved]}
    comparisons, left_out = dict[str, Comparison](), dict[str, str]()
    for number, key in enumerate(sentences):
        share = run.meter.budget(min(1, SHARES / (len(sentences) - number))).started()
        try:
            comparisons[key] = _compared(ways, key, replace(run, meter=share), keep)
        except (BadInput, IllegalAnswer) as error:
            left_out[key] = error.message
        except TooMuch as error:
            error.__traceback__ = None  # it would keep the compiled battle
            left_out[key] = "limit reached"
        if progress:
            progress(number + 1, len(sentences))
    return SentenceEffects(ruleset, comparisons, left_out)


def _compared(
    ways: dict[str, list[tuple[str, Scenario]]], sentence: str, run: RunOptions, keep: Path | None
) -> Comparison:
    """Compare fights with and without a sentence, each solved or sampled as `ways` states.

    Fights for which no time is left are omitted.
    """
    found, left_out = list[Fight](), list[str]()
    for way, fights in ways.items():
        variants = [Variant(name, altered(one, {sentence: STRUCK}), one) for name, one in fights]
        own = replace(run, way=way, keep=None if keep is None else keep / f"{sentence}-{way}.json")
        findings = Experiment("sentences", tuple(variants)).findings(own) if fights else ()
        found += (fight_of(one, own) for one in findings)
        left_out += (name for name, _ in fights[len(findings) :])
    return Comparison(tuple(found), (f"without {sentence}",), run.phases, tuple(left_out))
