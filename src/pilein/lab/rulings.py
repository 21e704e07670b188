"""Find the rulings that matter: the effect of each option of every ruling in one or several fights."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from pilein.kernel.errors import Spent, TooMuch
from pilein.lab.assumptions import Assumptions, basis
from pilein.lab.fights import Fight, fights_of
from pilein.lab.fixed import Fixed
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.option_solver import PressOptions, Tried, all_played, all_solved
from pilein.lab.outcome_summary import Standing
from pilein.lab.paired import PairedTally
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.press import PressFight
from pilein.lab.readings import Option, options_of, tried
from pilein.lab.rulings_report import FightEffects, OptionEffect, Pair, RulingEffects
from pilein.lab.run_options import RunOptions, run_options
from pilein.lab.scenarios import Given
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.treatments import can_be_solved
from pilein.lab.worker_pool import Progress, WorkerPool
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import Workers

GAMES = 400  # of a sampled fight, by default


def rulings(  # noqa: PLR0913 - the question, and options for answering it
    scenarios: Given | Sequence[Given],
    policy: Policies = SENSIBLE,
    *,
    phases: Phases = "end",
    games: int = GAMES,
    seed: int = 0,
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> RulingEffects:
    """Compare fights under every option of every ruling that they use with the unchanged fights.

    `scenarios` are one or several scenarios, files or folders. `policy`, `phases`, `rulings` and `fixed` are as in
    `odds`. Fights in the press are solved, in floats or, if `exact`, in fractions. On a table, or if there is too
    much to solve, `games` are played from `seed`, each of them under every option with the same dice. The result is
    the same for any number of `workers`. `keep` names a file for partial results, from which the same call
    continues. `budget` limits time and memory for each fight, like "5min,2GB". When it is spent, the remaining
    options are left out, and games stop.

    Raises:
        BadScenario: a file or a scenario cannot be played.
        BadInput: there are no scenarios, the scenarios use several rulesets, or a policy or number is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        Spent: the budget is reached before there is any result.
        UnknownRule: there is no such policy, ruling or option.
    """
    fights = fights_of(scenarios, rulings)
    asked = {"policy": policy, "phases": phases, "fixed": fixed, "progress": progress, "budget": budget, "exact": exact}
    run = run_options(games=games, seed=seed, workers=workers, keep=keep, **asked)  # type: ignore[arg-type]
    each = [(fight, run.games_of(fight.scenario)) for fight in fights]
    with kept_in(keep, ("rulings", exact, seed, [(fight.name, digest(one)) for fight, one in each])) as kept:
        run = replace(run, pool=WorkerPool(run.pool.workers, kept))
        found = tuple(_effects_of(fight, one, policy, _begun(run, budget)) for fight, one in each)
    return RulingEffects(fights[0].scenario.ruleset, run.phases, found)


def _begun(run: RunOptions, budget: Limit) -> RunOptions:
    """Return the run's options with the clock of one fight started."""
    return replace(run, meter=budget_of(budget).started())


def _effects_of(fight: Fight, games: Games, policy: Policies, run: RunOptions) -> FightEffects:
    scenario = fight.scenario
    options = [(option, tried(scenario, option)) for option in options_of(scenario)]
    search = _Search(fight.name, games, run, options)
    rests_on = basis(scenario, policy, games.answers(), phases=games.phases)
    return search.found(fight, *rests_on)


class _Search:
    """Search for the effects of a fight's options, within the given limits."""

    def __init__(self, name: str, games: Games, run: RunOptions, options: list[tuple[Option, Scenario | str]]) -> None:
        self._name = name
        self._games = games
        self._run = run
        self._refused = [(option, why) for option, why in options if isinstance(why, str)]
        self._options = [(option, under) for option, under in options if isinstance(under, Scenario)]
        self._effects: list[OptionEffect] = []
        self._without: list[Option] = []
        self._met: set[str] = set()

    def found(self, fight: Fight, assumptions: Assumptions, hints: tuple[str, ...]) -> FightEffects:
        compiled = self._compiled() if self._can_be_solved() else None
        if compiled is None:
            tally = self._play(self._options, self._played_as)
            wins: Pair = tally.wins()
            losses: Pair = tally.losses()
            games = tally.games
        else:
            self._solve(compiled)
            wins, losses, games = compiled.standing.wins, compiled.standing.losses, 0
        known = dict.fromkeys(option.ruling for option, _ in self._options)
        return FightEffects(
            fight.name,
            fight.file,
            sides_of(fight.scenario),
            wins,
            losses,
            tuple(sorted(self._effects, key=lambda one: one.size, reverse=True)),
            tuple(self._without),
            tuple(one for one in known if one not in self._met),
            tuple(self._refused),
            games,
            assumptions,
            hints,
        )

    @property
    def _played_as(self) -> str:
        """Name under which a file keeps the games of all options."""
        return f"{self._name}: played"

    def _can_be_solved(self) -> bool:
        """Whether to try to solve the fight. A fight whose games have already begun is not solved."""
        return can_be_solved(self._games) and not self._run.pool.has(self._played_as, PairedTally)

    def _compiled(self) -> PressFight | None:
        """Compile the fight in the press. Returns None if there is too much to solve."""
        try:
            return PressOptions(self._games, (), self._run.exact).fight(self._run.meter)
        except TooMuch:
            return None

    def _solve(self, fight: PressFight) -> None:
        met = [(option, under) for option, under in self._options if fight.meets(under)]
        self._met = {option.ruling for option, _ in met}
        options = PressOptions(self._games, tuple(under for _, under in met), self._run.exact)
        results = all_solved(fight, options, self._run, f"{self._name}: solved")
        for (option, under), result in zip(met, results, strict=True):
            if isinstance(result, str):
                self._play_alone(option, under, result)
            else:
                self._note(_solved(option, fight.standing, result))

    def _play_alone(self, option: Option, under: Scenario, why: str) -> None:
        """Play games under an option that cannot be solved, if there is time."""
        try:
            self._run.meter.check()
            self._play([(option, under)], f"{self._name}: {option.key}")
        except Spent:
            self._refused.append((option, why))

    def _play(self, options: list[tuple[Option, Scenario]], name: str) -> PairedTally:
        tally = all_played(self._games, [under for _, under in options], self._run, name)
        for place, (option, _) in enumerate(options):
            if tally.gains[place].played:
                self._met.add(option.ruling)
                self._note(_played(option, tally, place))
        return tally

    def _note(self, effect: OptionEffect) -> None:
        if effect.matters:
            self._effects.append(effect)
        else:
            self._without.append(effect.option)


def _solved(option: Option, before: Standing, after: Tried) -> OptionEffect:
    """Return the effect of an option in a solved fight."""
    now = after if isinstance(after, Standing) else before
    gains = now.wins[0] - before.wins[0], now.wins[1] - before.wins[1]
    more_lost = now.losses[0] - before.losses[0], now.losses[1] - before.losses[1]
    return OptionEffect(option, now.wins, now.losses, gains, more_lost)


def _played(option: Option, tally: PairedTally, place: int) -> OptionEffect:
    """Estimate the effect of an option from played games."""
    sums = tally.gains[place]
    one, other, mine, theirs = (sums.mean(number, tally.games) for number in range(4))
    return OptionEffect(option, tally.wins(sums), tally.losses(sums), (one, other), (mine, theirs))
