"""Measure the coverage of a rules text: the sentences and rulings at work in games, and their effect on the result."""

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pilein.engine.budget import Meter
from pilein.engine.named_ids import sentences_in_code
from pilein.engine.rulesets import is_from_outside, ruleset_named
from pilein.kernel.errors import Spent
from pilein.lab.arguments import whole
from pilein.lab.coverage_games import CoverageGames, GameNote, Subject, Trial, Tried, Use, subjects_of
from pilein.lab.coverage_report import Coverage, Covered, Example
from pilein.lab.fights import Fight, fights_of
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, HALF, Limit, Phases
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.readings import options_of
from pilein.lab.run_options import RunOptions, run_options
from pilein.lab.scenarios import Given
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games, policy_of
from pilein.lab.table import grouped
from pilein.lab.worker_pool import Progress
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
    """Count how often each sentence and ruling is at work in games of several fights, and how often it decides a game.

    Each fight is played `games` times. Then games are replayed with the same dice: without a sentence, from the point
    where it is first at work (for at most three times as many clauses as the original game had), and under each other
    option of a ruling, from the point where the ruling is first asked for. Each sentence and each option is tried
    `tries` times. By default the replays take about as long as the games themselves, with at least ten tries for each
    sentence or option. `policy`, `phases`, `rulings` and `fixed` are as in `odds`, but policies may be random. The
    result is the same for any number of `workers`. `keep` names a file for partial results. Repeating the call
    continues from these results. `budget` limits time and memory; if it runs out, fewer games are played or tried.

    Raises:
        BadScenario: a file or a scenario cannot be played.
        BadInput: there are no scenarios, the scenarios use several rulesets, or a policy or number is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        Spent: the budget is reached before the first game is over.
        UnknownRule: there is no such policy, ruling or option.
    """
    fights, most = fights_of(scenarios, rulings), None if tries is None else whole(tries, "tries", 0)
    asked = {"policy": policy, "phases": phases, "games": games, "seed": seed, "fixed": fixed, "budget": budget}
    run = run_options(workers=workers, keep=keep, progress=progress, **asked)  # type: ignore[arg-type]
    each = tuple(_games(run, fight) for fight in fights)
    played, names = CoverageGames(each, run.games), [fight.name for fight in fights]
    with run.continued("coverage", [most, names, *map(digest, each)]) as run:
        notes, tried = _played(played, most, run)
    return _coverage(fights, played, notes, tried, run.stopped)


def _games(run: RunOptions, fight: Fight) -> Games:
    games = run.games_of(fight.scenario)
    for side in (0, 1):
        policy_of(games, 0, side)  # report an unknown name before playing
    return games


def _played(games: CoverageGames, most: int | None, run: RunOptions) -> tuple[list[GameNote], list[Tried]]:
    """Play the games, then try each subject in at most `most` games, or in the default number if `most` is None.

    Fewer games are played or tried if a limit is reached or the user interrupts. Raises Spent or KeyboardInterrupt if
    not even the first game is over.
    """
    asked: dict[str, Any] = {"chunk": CHUNK, "progress": run.progress}
    first: Meter = run.meter.part(HALF) if most is None or most else run.meter
    wanted = len(games.fights) * games.times
    notes = run.pool.gathered("games", list[GameNote], games.noting, wanted, meter=first, **asked)
    trials, tried = _Tries(games, notes).trials(most) if most != 0 and not run.stopped else (), list[Tried]()
    with suppress(Spent):
        name, begin = f"tries in {len(notes)} games", replace(games, trials=trials).trying
        asked |= {"meter": run.meter, "counted": "replays"}
        parts = run.pool.gathered(name, list[tuple[Tried, ...]], begin, len(trials), **asked)
        tried += (one for part in parts for one in part)
    return notes, tried


class _Tries:
    """The first games in which each subject was at work, to be replayed without that subject."""

    def __init__(self, games: CoverageGames, notes: list[GameNote]) -> None:
        self._notes = notes
        asked: list[set[str]] = [set() for _ in games.fights]
        for note in notes:
            asked[games.place(note.number)[0]].update(note.uses)
        subjects = [subjects_of(one, frozenset(ids)) for one, ids in zip(games.fights, asked, strict=True)]
        self._of_fight = [subjects[games.place(note.number)[0]] for note in notes]

    def trials(self, most: int | None) -> tuple[Trial, ...]:
        """Return the trials of each subject in at most `most` games.

        If `most` is None, the trials take about as long as the games took.
        """
        if most is None:
            limit = SHARE * sum(note.clauses for note in self._notes)
            least = 1  # doubled first, because few trials usually suffice and each cost is a walk through all games
            while least < len(self._notes) and self._cost(2 * least) <= limit:
                least *= 2
            most = max(LEAST, least - 1 + bisect(range(least, 2 * least), limit, key=self._cost))
        each = [(note, [of[one] for one in sorted(ids) if one in of]) for note, ids, of in self._in_order(most)]
        trials = (Trial(note.number, note.clauses, note.end, (*chain(*subjects),)) for note, subjects in each)
        return tuple(one for one in trials if one.subjects)

    def _in_order(self, most: int) -> Iterator[tuple[GameNote, set[str], Mapping[str, tuple[Subject, ...]]]]:
        """Yield the note of each game, the IDs to try in that game, and the subjects of each ID in the game's fight."""
        often: dict[str, int] = {}
        for note, of_fight in zip(self._notes, self._of_fight, strict=True):
            ids = {one for one in note.uses if often.get(one, 0) < most}
            for one in ids:
                often[one] = often.get(one, 0) + 1
            yield note, ids, of_fight

    def _cost(self, most: int) -> int:
        """Return the number of clauses that must be played to try each subject in `most` games."""
        found = 0
        for note, ids, of_fight in self._in_order(most):
            firsts = [note.uses[one].first for one in ids for _ in of_fight.get(one, ())]
            found += max(firsts, default=0) + sum(note.clauses - first for first in firsts)
        return found


def _coverage(
    fights: tuple[Fight, ...], games: CoverageGames, notes: list[GameNote], done: list[Tried], stopped: str
) -> Coverage:
    rules = ruleset_named(fights[0].scenario.ruleset)
    codeless = frozenset(rules.sentences) - sentences_in_code(rules) if is_from_outside(rules) else frozenset()
    uses = grouped((id_, (note.number, use)) for note in notes for id_, use in note.uses.items())
    trials = grouped((one.subject, one) for one in done)

    def example(number: int | None) -> Example | None:
        """Return the game with this number as an example, or None if `number` is None."""
        if number is None:
            return None
        fight, seed = games.place(number)
        return Example(fights[fight].name, fights[fight].file, seed)

    def covered(subject: Subject) -> Covered:
        used, tried = uses.get(subject.id, []), trials.get(subject, [])
        return _covered(subject, used, tried, example, has_code=subject.id not in codeless)

    options = dict.fromkeys(Subject(one.ruling, one.name) for each in games.fights for one in options_of(each.scenario))
    return Coverage(
        rules.name,
        games.fights[0].phases,
        tuple(fight.name for fight in fights),
        len(notes),
        len(done),
        tuple(covered(Subject(one)) for one in rules.sentences),
        tuple(map(covered, sorted(options, key=lambda one: [*rules.rulings].index(one.id)))),
        tuple(sorted({one for fight in fights for one in fight.scenario.struck})),
        {fight.name: as_toml(written(fight.scenario, rules.vocabulary)) for fight in fights if not fight.file},
        stopped,
    )


def _covered(
    subject: Subject,
    used: Sequence[tuple[int, Use]],
    tried: Sequence[Tried],
    example: Callable[[int | None], Example | None],
    *,
    has_code: bool,
) -> Covered:
    """Summarise the results of a subject's trials and the games, given by number, in which the subject was used."""
    return Covered(
        id=subject.id,
        option=subject.option,
        clauses=sum(use.clauses for _, use in used),
        games=len(used),
        tried=sum(not one.is_stopped for one in tried),
        changed=sum(one.is_changed for one in tried),
        decided=sum(one.is_decided for one in tried),
        unfought=sum(one.is_unfought for one in tried),
        stopped=sum(one.is_stopped for one in tried),
        reached_in=example(next((number for number, _ in used), None)),
        changed_in=example(next((one.number for one in tried if one.is_changed), None)),
        has_code=has_code,
    )
