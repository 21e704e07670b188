"""Measure the coverage of a rules text: the sentences and rulings at work in games, and their effect on the result."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pilein.engine.budget import Meter
from pilein.engine.named_ids import sentences_in_code
from pilein.engine.rulesets import is_from_outside, ruleset_named
from pilein.kernel.errors import Spent
from pilein.lab.arguments import whole
from pilein.lab.coverage_figures import Covered, Example
from pilein.lab.coverage_games import CoverageGames, GameNote, Subject, Trial, Tried, subjects_of
from pilein.lab.coverage_report import Coverage
from pilein.lab.fights import Fight, fights_of
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, HALF, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.readings import options_of
from pilein.lab.scenarios import Given
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games, policy_of
from pilein.lab.worker_pool import Progress, WorkerPool, workers_of
from pilein.tabletop.notation.written import as_toml, written
from pilein.workers.pool import CHUNK, Workers

GAMES = 100  # per fight, by default
LEAST = 10  # tries per subject, by default
SHARE = 0.4  # of all games' clauses may be replayed: without a sentence games last longer and less is cached


def coverage(  # noqa: PLR0913 - the question, and options for answering it
    scenarios: Given | Sequence[Given],
    policy: Policies = SENSIBLE,
    *,
    phases: Phases = "end",
    games: int = GAMES,
    tries: int | None = None,
    seed: int = 0,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Coverage:
    """Count how often each sentence and ruling is at work in games of several fights, and how often it changes the end.

    Each fight is played `games` times. Then games are replayed with the same dice: without a sentence, from the
    point where it is first at work (for at most three times the clauses of the original game), and under each other
    option of a ruling, from the point where the ruling is first asked for. Each subject is tried `tries` times. By
    default the replays take about as long as the games themselves, with at least ten tries for each subject.
    `policy`, `phases`, `rulings` and `fixed` are as in `odds`, but policies may be random. The result is the same
    for any number of `workers`. `keep` names a file from which the same call continues. `budget` limits time and
    memory; once it is spent, fewer games are played or tried.

    Raises:
        BadScenario: a file or a scenario cannot be played.
        BadInput: there are no scenarios, the scenarios use several rulesets, or a policy or number is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        Spent: the budget is reached before the first game is over.
        UnknownRule: there is no such policy, ruling or option.
    """
    fights, span = fights_of(scenarios, rulings), phases_of(phases)
    most = None if tries is None else whole(tries, "tries", 0)
    each = tuple(_games(one, policy, span, whole(seed, "seed"), fixed) for one in fights)
    played, players = CoverageGames(each, whole(games, "games", 1)), workers_of(workers)
    meter = budget_of(budget).started()
    with kept_in(keep, ("coverage", most, seed, _identified(fights, each))) as kept:
        notes, tried = _Search(played, WorkerPool(players, kept), progress).found(most, meter)
    return _coverage(fights, played, notes, tried)


def _identified(fights: Sequence[Fight], games: Sequence[Games]) -> list[tuple[str, str]]:
    """Return the name of each fight with a digest of how it is played."""
    return [(fight.name, digest(one)) for fight, one in zip(fights, games, strict=True)]


def _games(fight: Fight, policy: Policies, span: int, seed: int, fixed: Fixed) -> Games:
    scenario = fight.scenario
    answers = fixed_answers(fixed, scenario)
    games = Games(scenario, pair_of(policy, sides_of(scenario)), span, seed, answers.plain())
    for side in (0, 1):
        policy_of(games, 0, side)  # report an unknown name before playing
    return games


class _Search:
    """Search that plays the games and their replays, and reuses the results that a file keeps."""

    def __init__(self, games: CoverageGames, pool: WorkerPool, progress: Progress | None) -> None:
        self._games = games
        self._pool = pool
        self._progress = progress

    def found(self, most: int | None, meter: Meter) -> tuple[list[GameNote], list[Tried]]:
        """Play the games, then try each subject in at most `most` games, or in the default number if `most` is None."""
        notes = self.notes(meter.part(HALF) if most is None or most else meter)
        trials = _Tries(self._games, notes).trials(most) if most != 0 else ()
        return notes, self.tried(trials, len(notes), meter)

    def notes(self, meter: Meter) -> list[GameNote]:
        """Play every game, or as many games as the limits allow.

        Raises Spent if the limits do not allow a single game.
        """
        wanted = len(self._games.fights) * self._games.times
        asked = self._asked(meter)
        return self._pool.gathered("games", list[GameNote], self._games.noting, wanted, **asked)

    def tried(self, trials: tuple[Trial, ...], games: int, meter: Meter) -> list[Tried]:
        """Run every trial for the given number of games, or as many trials as the limits allow."""
        begin = CoverageGames(self._games.fights, self._games.times, trials).trying
        name, asked = f"tries in {games} games", self._asked(meter)
        with suppress(Spent):
            parts = self._pool.gathered(name, list[tuple[Tried, ...]], begin, len(trials), **asked)
            return [one for part in parts for one in part]
        return []

    def _asked(self, meter: Meter) -> dict[str, Any]:
        return {"chunk": CHUNK, "meter": meter, "progress": self._progress}


class _Tries:
    """Games to replay without a subject, which are the first games in which the subject was at work."""

    def __init__(self, games: CoverageGames, notes: list[GameNote]) -> None:
        self._notes = notes
        asked: list[set[str]] = [set() for _ in games.fights]
        for note in notes:
            asked[games.place(note.number)[0]].update(note.uses)
        subjects = [subjects_of(one, frozenset(ids)) for one, ids in zip(games.fights, asked, strict=True)]
        self._of_fight = [subjects[games.place(note.number)[0]] for note in notes]

    def trials(self, most: int | None) -> tuple[Trial, ...]:
        """Trials of each subject in at most `most` games. With None, the trials take about as long as the games
        themselves.
        """
        if most is None:
            whole_cost, most = SHARE * sum(note.clauses for note in self._notes), 1
            while most < len(self._notes) and self._cost(2 * most) <= whole_cost:
                most *= 2
            low, high = most, 2 * most - 1
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if self._cost(middle) <= whole_cost else (low, middle - 1)
            most = max(low, LEAST)
        found = []
        for (note, ids), of_fight in zip(self._in_order(most), self._of_fight, strict=True):
            subjects = tuple(subject for one in sorted(ids) for subject in of_fight.get(one, ()))
            if subjects:
                found.append(Trial(note.number, note.clauses, note.end, subjects))
        return tuple(found)

    def _in_order(self, most: int) -> Iterator[tuple[GameNote, set[str]]]:
        """Yield the notes of each game with the IDs to try in that game."""
        often: dict[str, int] = {}
        for note in self._notes:
            ids = {one for one in note.uses if often.get(one, 0) < most}
            for one in ids:
                often[one] = often.get(one, 0) + 1
            yield note, ids

    def _cost(self, most: int) -> int:
        """Number of clauses that must be played to try each subject in `most` games."""
        return sum(
            self._cost_of(note, ids, of) for (note, ids), of in zip(self._in_order(most), self._of_fight, strict=True)
        )

    def _cost_of(self, note: GameNote, ids: set[str], of_fight: Mapping[str, tuple[Subject, ...]]) -> int:
        firsts = [note.uses[one].first for one in ids for _ in of_fight.get(one, ())]
        return max(firsts) + sum(note.clauses - first for first in firsts) if firsts else 0


def _coverage(fights: tuple[Fight, ...], games: CoverageGames, notes: list[GameNote], done: list[Tried]) -> Coverage:
    ruleset = ruleset_named(fights[0].scenario.ruleset)
    counts = _Counts(games, notes, done, fights)
    sentences = tuple(counts.covered(Subject(one)) for one in ruleset.sentences)
    options: dict[str, dict[str, None]] = {}
    for option in (option for one in games.fights for option in options_of(one.scenario)):
        options.setdefault(option.ruling, {})[option.name] = None
    of_rulings = (
        counts.covered(Subject(ruling.id, name))
        for ruling in ruleset.rulings.values()
        for name in options.get(ruling.id, ())
    )
    struck = tuple(sorted({one for fight in fights for one in fight.scenario.struck}))
    names = tuple(fight.name for fight in fights)
    phases = games.fights[0].phases
    texts = {fight.name: as_toml(written(fight.scenario, ruleset.vocabulary)) for fight in fights if not fight.file}
    return Coverage(ruleset.name, phases, names, len(notes), len(done), sentences, tuple(of_rulings), struck, texts)


def _codeless(ruleset: str) -> frozenset[str]:
    """Return the sentences of an external ruleset to which no code refers. Built-in rulesets have none."""
    rules = ruleset_named(ruleset)
    return frozenset(rules.sentences) - sentences_in_code(rules) if is_from_outside(rules) else frozenset()


class _Counts:
    """Counters of how often each subject was at work and was tried, over all games."""

    def __init__(
        self, games: CoverageGames, notes: list[GameNote], done: list[Tried], fights: tuple[Fight, ...]
    ) -> None:
        self._games = games
        self._fights = fights
        self._codeless = _codeless(fights[0].scenario.ruleset)
        self._clauses: dict[str, int] = {}
        self._at_work: dict[str, list[int]] = {}
        self._tried: dict[Subject, list[Tried]] = {}
        for note in notes:
            for one, use in note.uses.items():
                self._clauses[one] = self._clauses.get(one, 0) + use.clauses
                self._at_work.setdefault(one, []).append(note.number)
        for tried in done:
            self._tried.setdefault(tried.subject, []).append(tried)

    def covered(self, subject: Subject) -> Covered:
        """Return the coverage of a sentence, or of an option of a ruling."""
        at_work, tried = self._at_work.get(subject.id, []), self._tried.get(subject, [])
        changed = [one.number for one in tried if one.is_changed]
        return Covered(
            id=subject.id,
            option=subject.option,
            clauses=self._clauses.get(subject.id, 0),
            games=len(at_work),
            tried=sum(not one.is_stopped for one in tried),
            changed=len(changed),
            decided=sum(one.is_decided for one in tried),
            unfought=sum(one.is_unfought for one in tried),
            stopped=sum(one.is_stopped for one in tried),
            reached_in=self._example(at_work),
            changed_in=self._example(changed),
            has_code=subject.id not in self._codeless,
        )

    def _example(self, numbers: list[int]) -> Example | None:
        """Return the first of the numbered games as an example, or None if there are none."""
        if not numbers:
            return None
        fight, seed = self._games.place(numbers[0])
        return Example(self._fights[fight].name, self._fights[fight].file, seed)
