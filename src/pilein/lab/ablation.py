"""Measure the effect of leaving out each sentence of a rules text in turn.

Fights in the press are solved, and other fights are sampled with shared dice.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.budget import Budget, Meter
from pilein.kernel.errors import BadInput, IllegalAnswer, TooMuch
from pilein.lab.altering import altered
from pilein.lab.comparing import compare, exact_fight
from pilein.lab.comparison import Comparison
from pilein.lab.comparison import Fight as Compared
from pilein.lab.fights import Fight, fights_of
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.run_options import AUTO, GAMES, SAMPLED, RunOptions, run_options
from pilein.lab.scenarios import Given, found_good
from pilein.lab.sentence_effects import SentenceEffects
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.treatments import Measured, can_be_solved, known
from pilein.lab.worker_pool import Progress
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

SOLVED = "solved.json"  # the file of solved results
SHARES = 4  # share of the remaining time for one sentence: most take less than one
SOLVING = 0.75  # share of the time; the rest is for sentences without which a fight is too much to solve


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
        return _each_excluded(ruleset, sentences, _Fights.of(each, continued, usual, keep), meter, progress)


def _each_excluded(
    ruleset: str, sentences: Sequence[str], fights: "_Fights", meter: Meter, progress: Progress | None
) -> SentenceEffects:
    """Compare the fights with and without each sentence, starting with the sentences whose fights can be solved."""
    comparisons, left_out = dict[str, Comparison](), dict[str, str]()
    solving = meter.part(SOLVING)
    for way, shares in ((fights.solved_without, solving), (fights.played_without, meter)):
        left = [key for key in sentences if key not in comparisons and key not in left_out]
        for number, key in enumerate(left):
            try:
                comparisons[key] = way(key, shares.budget(min(1, SHARES / (len(left) - number))))
            except (BadInput, IllegalAnswer) as error:
                left_out[key] = error.message
            except TooMuch as error:
                error.__traceback__ = None  # it would keep the compiled battle
            if progress:
                progress(len(comparisons) + len(left_out), len(sentences))
    left_out |= {key: "limit reached" for key in sentences if key not in comparisons and key not in left_out}
    return SentenceEffects(ruleset, {key: comparisons[key] for key in sentences if key in comparisons}, left_out)


class _Fights(Struct, frozen=True):
    """Fights for trying out each sentence. A fight is either `solved` in its original form or still to be `played`."""

    run: RunOptions
    solved: tuple[tuple[Fight, Games, Measured], ...]
    played: tuple[Fight, ...]
    asked: dict[str, Any]
    keep: Path | None

    @classmethod
    def of(cls, each: Sequence[tuple[Fight, Games]], run: RunOptions, asked: dict[str, Any], keep: Path | None) -> Self:
        """Prepare the fights of several scenarios.

        Fights in the press are solved in advance as far as the limit allows.
        """
        exact, played = list[tuple[Fight, Games, Measured]](), list[Fight]()
        for fight, games in each:
            measured = _solved_if_possible(fight.name, games, run)
            if measured is None:
                played.append(fight)
            else:
                exact.append((fight, games, measured))
        return cls(run, tuple(exact), tuple(played), asked, keep)

    def solved_without(self, sentence: str, limit: Budget) -> Comparison:
        """Compare all fights with and without a sentence, solving fights in the press.

        Raises:
            BadInput: a fight cannot be set up without the sentence.
            IllegalAnswer: the policies cannot play without the sentence.
            TooMuch: a fight without the sentence is too much to solve, or the limit is reached.
        """
        meter = limit.started()
        found = tuple(self._solved(sentence, fight.name, old, before, meter) for fight, old, before in self.solved)
        if not self.played:
            return Comparison(found, (f"without {sentence}",), self.run.phases)
        return self._with_played(found, sentence, self.played, limit)

    def played_without(self, sentence: str, limit: Budget) -> Comparison:
        """Compare all fights with and without a sentence by playing them.

        Raises the same errors as `solved_without`.
        """
        return self._with_played((), sentence, (*(fight for fight, _, _ in self.solved), *self.played), limit)

    def _with_played(
        self, found: tuple[Compared, ...], sentence: str, played: tuple[Fight, ...], limit: Budget
    ) -> Comparison:
        given: list[Given] = [fight.file or fight.scenario for fight in played]
        keep = None if self.keep is None else self.keep / f"{sentence}-{len(played)}.json"
        others = compare(given, without=(sentence,), way=SAMPLED, keep=keep, budget=limit, **self.asked)
        fights = (replace(one, name=fight.name) for one, fight in zip(others.fights, played, strict=False))
        return Comparison((*found, *fights), (f"without {sentence}",), self.run.phases, others.left_out)

    def _solved(self, sentence: str, name: str, old: Games, before: Measured, meter: Meter) -> Compared:
        new = self.run.games_of(altered(found_good(old.scenario), {sentence: STRUCK}))
        after = known(f"{name} without {sentence}", self.run.pool, new, meter, self.run.fights)
        return exact_fight(name, old, new, before, after)


def _solved_if_possible(name: str, games: Games, run: RunOptions) -> Measured | None:
    """Return a fight's measures, or None if the fight is not in the press or is too much to solve."""
    if not can_be_solved(games):
        return None
    try:
        return known(name, run.pool, games, run.meter, run.fights)
    except TooMuch as error:
        error.__traceback__ = None  # it would keep the compiled battle
        return None
