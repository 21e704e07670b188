"""Sentences left out one by one: fights in the press are solved without each, other fights played on shared dice."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.budget import Budget, Meter
from pilein.kernel.errors import BadInput, IllegalAnswer, TooMuch
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.scenarios import Given, found_good
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.worker_pool import Progress
from pilein.playtest.altering import altered
from pilein.playtest.comparing import compare, exact_fight
from pilein.playtest.comparison import Comparison
from pilein.playtest.comparison import Fight as Compared
from pilein.playtest.fights import Fight, fights_of
from pilein.playtest.run_options import AUTO, GAMES, SAMPLED, RunOptions, run_options
from pilein.playtest.sentence_effects import SentenceEffects
from pilein.playtest.treatments import Measured, can_be_solved, known
from pilein.tabletop.notation.rulings import STRUCK
from pilein.workers.pool import Workers

SOLVED = "solved.json"  # the file of solved results
SHARES = 4  # share of the remaining time for one sentence: most take less than one
SOLVING = 0.75  # share of the time; the rest is for sentences without which a fight is too much to solve


def compare_without_each(  # noqa: PLR0913 - what is asked, and how it may be worked out
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
    """Compare fights with the same fights without each of some sentences.

    Fights in the press are solved unless that is too much; for others `games` are played in each world. `progress` and
    `budget` hold for all sentences together; none takes more than a few equal shares of the remaining time. `keep`
    names a folder for the results so far: a file of solved results, and one for each sentence without which fights are
    played. The rest is as in `compare`, which raises the same errors.
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
    """The fights without each sentence, solvable ones first."""
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
    """Fights for leaving out sentences: the unchanged `solved` ones, and others, to be played."""

    run: RunOptions
    solved: tuple[tuple[Fight, Games, Measured], ...]
    played: tuple[Fight, ...]
    asked: dict[str, Any]
    keep: Path | None

    @classmethod
    def of(cls, each: Sequence[tuple[Fight, Games]], run: RunOptions, asked: dict[str, Any], keep: Path | None) -> Self:
        """The fights of several scenarios, those in the press solved if the limit allows."""
        exact, played = list[tuple[Fight, Games, Measured]](), list[Fight]()
        for fight, games in each:
            measured = _solved_if_possible(fight.name, games, run)
            if measured is None:
                played.append(fight)
            else:
                exact.append((fight, games, measured))
        return cls(run, tuple(exact), tuple(played), asked, keep)

    def solved_without(self, sentence: str, limit: Budget) -> Comparison:
        """All fights with and without a sentence, those in the press solved.

        Raises:
            BadInput: a fight cannot be set up without it.
            IllegalAnswer: the policies cannot play without it.
            TooMuch: a fight is too much to solve without it, or the limit is reached.

        """
        meter = limit.started()
        found = tuple(self._solved(sentence, fight.name, old, before, meter) for fight, old, before in self.solved)
        if not self.played:
            return Comparison(found, (f"without {sentence}",), self.run.phases)
        return self._with_played(found, sentence, self.played, limit)

    def played_without(self, sentence: str, limit: Budget) -> Comparison:
        """All fights with and without a sentence, played; raises the same errors."""
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
    """The measures of a fight; None if it is not in the press, or too much to solve."""
    if not can_be_solved(games):
        return None
    try:
        return known(name, run.pool, games, run.meter, run.fights)
    except TooMuch as error:
        error.__traceback__ = None  # it would keep the compiled battle
        return None
