"""Measure the effect of leaving out each sentence of a rules text in turn.

Fights in the press are solved, and other fights are sampled with shared dice.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.budget import Budget, Meter
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, IllegalAnswer, TooMuch
from pilein.lab.altering import altered
from pilein.lab.answer import Answer
from pilein.lab.comparing import compare, exact_fight
from pilein.lab.comparison import Comparison, Fight
from pilein.lab.fights import Fight as Played
from pilein.lab.fights import fights_of
from pilein.lab.figures import SURE, WINS, Estimate, Number, bounds
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.measures import NEITHER
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.run_options import AUTO, GAMES, SAMPLED, RunOptions, run_options
from pilein.lab.scenarios import Given, found_good
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.table import CHANCE, GAIN, Records, Table, headed
from pilein.lab.treatments import Measured, can_be_solved, known
from pilein.lab.worker_pool import Progress
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

SOLVED = "solved.json"  # the file of solved results
SHARES = 4  # share of the remaining time for one sentence: most take less than one
SOLVING = 0.75  # share of the time; the rest is for sentences without which a fight is too much to solve
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
    """Format the number of games behind a figure. 0 means that the figure is exact."""
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

    Fights in the press are solved unless there is too much to solve. For other fights `games` are played both with
    and without the sentence. `progress` and `budget` cover all sentences together; no sentence takes more than a few
    equal shares of the remaining time. `keep` names a folder for partial results, with one file of solved results
    and one file for each sentence without which fights are played. Other arguments and errors are as in `compare`.
    """
    meter, fights = budget_of(budget).started(), fights_of(scenarios)
    usual: dict[str, Any] = {"policy": policy, "phases": phases, "games": games, "seed": seed, "workers": workers}
    file, limit = None if keep is None else keep / SOLVED, meter.budget(1)
    run = run_options(way=AUTO, fixed=None, keep=file, progress=None, budget=limit, **usual)
    each = [(fight, run.games_of(found_good(fight.scenario))) for fight in fights]
    with run.continued("sentences", [(fight.name, digest(one)) for fight, one in each]) as continued:
        solved = tuple((fight, one, _solved_if_possible(fight.name, one, continued)) for fight, one in each)
        return _each_excluded(ruleset, sentences, _Fights(continued, solved, usual, keep), meter, progress)


def _each_excluded(
    ruleset: str, sentences: Sequence[str], fights: "_Fights", meter: Meter, progress: Progress | None
) -> SentenceEffects:
    """Compare the fights with and without each sentence, starting with the sentences whose fights can be solved."""
    comparisons, left_out = dict[str, Comparison](), dict[str, str]()
    solving = meter.part(SOLVING)
    for is_solved, shares in ((True, solving), (False, meter)):
        left = [key for key in sentences if key not in comparisons and key not in left_out]
        for number, key in enumerate(left):
            try:
                share = shares.budget(min(1, SHARES / (len(left) - number)))
                comparisons[key] = fights.without(key, share, is_solved=is_solved)
            except (BadInput, IllegalAnswer) as error:
                left_out[key] = error.message
            except TooMuch as error:
                error.__traceback__ = None  # it would keep the compiled battle
            if progress:
                progress(len(comparisons) + len(left_out), len(sentences))
    left_out |= {key: "limit reached" for key in sentences if key not in comparisons and key not in left_out}
    return SentenceEffects(ruleset, {key: comparisons[key] for key in sentences if key in comparisons}, left_out)


class _Fights(NamedTuple):
    """Fights in which to leave out each sentence, with their measures if they can be solved as they are."""

    run: RunOptions
    each: tuple[tuple[Played, Games, Measured | None], ...]
    asked: dict[str, Any]
    keep: Path | None

    def without(self, sentence: str, limit: Budget, *, is_solved: bool) -> Comparison:
        """Compare all fights with and without a sentence. If `is_solved`, fights are solved that can be.

        Raises:
            BadInput: a fight cannot be set up without the sentence.
            IllegalAnswer: the policies cannot play without the sentence.
            TooMuch: a fight without the sentence is too much to solve, or the limit is reached.
        """
        meter, found, left_out = limit.started(), list[Fight](), tuple[str, ...]()
        played = [fight for fight, _, before in self.each if before is None or not is_solved]
        for fight, old, before in self.each:
            if before is not None and is_solved:
                new = self.run.games_of(altered(found_good(old.scenario), {sentence: STRUCK}))
                name = f"{fight.name} without {sentence}"
                after = known(name, self.run.pool, new, meter, self.run.fights)
                found.append(exact_fight(fight.name, old, new, before, after))
        if played:
            given: list[Given] = [fight.file or fight.scenario for fight in played]
            keep = None if self.keep is None else self.keep / f"{sentence}-{len(played)}.json"
            others = compare(given, without=(sentence,), way=SAMPLED, keep=keep, budget=limit, **self.asked)
            found += [replace(one, name=fight.name) for one, fight in zip(others.fights, played, strict=False)]
            left_out = others.left_out
        return Comparison(tuple(found), (f"without {sentence}",), self.run.phases, left_out)


def _solved_if_possible(name: str, games: Games, run: RunOptions) -> Measured | None:
    """Return a fight's measures, or None if the fight is not in the press or is too much to solve."""
    if not can_be_solved(games):
        return None
    try:
        return known(name, run.pool, games, run.meter, run.fights)
    except TooMuch as error:
        error.__traceback__ = None  # it would keep the compiled battle
        return None
