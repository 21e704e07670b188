"""Experiments on variants of a fight.

All variants are measured in the same way. A variant is either solved or played with dice that all variants share.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.errors import BadInput, Spent
from pilein.kernel.nearest import hint, listed, shortened
from pilein.lab.altering import CannotBePlayed, Value, altered
from pilein.lab.assumptions import STARTING, Assumptions, assumptions
from pilein.lab.fixed import fixed_answers
from pilein.lab.grid import Grid
from pilein.lab.limits import INTERRUPTED, LIMIT_REACHED
from pilein.lab.measures import CHANCE, measures_of
from pilein.lab.run_options import RunOptions
from pilein.lab.scenarios import Scenario
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.table import grouped
from pilein.lab.terms import in_turn
from pilein.lab.treatments import Measured, Pair
from pilein.lab.worker_pool import Progress

Axes = Mapping[str, Sequence[Value]]  # keys of a scenario, and the values that each takes


class Variant(Struct, frozen=True):
    """Variant of a fight, with its name, its values by axis, and its scenario.

    `before` is the unchanged fight, or None if the variant is measured alone.
    """

    name: str
    scenario: Scenario
    before: Scenario | None = None
    values: tuple[Value, ...] = ()

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """Scenarios to measure. The unchanged scenario comes first."""
        return (self.scenario,) if self.before is None else (self.before, self.scenario)


class Finding(Struct, frozen=True):
    """Measures of a variant.

    `old` are the measures of the unchanged fight, and `gain` holds the differences, measured with the same dice.
    `games` is the number of games sampled, 0 if exact.
    """

    variant: Variant
    new: Measured
    old: Measured = {}
    gain: Measured = {}
    games: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether the variant was solved exactly rather than sampled."""
        return not self.games


class Experiment(Struct, frozen=True):
    """Variants of a fight, and the reasons why other variants cannot be played.

    `question` is the name under which results are kept in a file.

    Examples:
        >>> import pilein
        >>> from pilein.lab.run_options import run_options
        >>> duel = pilein.load("examples/scrollhammer/duel.toml")
        >>> found = Experiment.over(duel, {"SH-HI-03.even": (3, 4)}).findings(run_options(phases=1))
        >>> [round(float(one.new["hills wins"]), 2) for one in found]
        [0.27, 0.22]
    """

    question: str
    variants: tuple[Variant, ...]
    impossible: tuple[str, ...] = ()

    @classmethod
    def over(cls, scenario: Scenario, axes: Axes, question: str = "sweep") -> "Experiment":
        """Return the experiment with a variant for every combination of values.

        Raises:
            BadInput: a key is unknown, a value is of the wrong kind, or no combination of the values can be played.
        """
        variants: list[Variant] = []
        impossible: list[CannotBePlayed] = []
        for values in product(*axes.values()):
            try:
                changed = _changed(scenario, dict(zip(axes, values, strict=True)))
            except CannotBePlayed as error:
                impossible.append(error)
            else:
                variants.append(Variant(f"point {len(variants)}", changed, None, values))
        if not variants:
            raise impossible[0]
        why = tuple(dict.fromkeys(f"{one.key}: {one.message}" for one in impossible))
        return cls(question, tuple(variants), why)

    def findings(self, run: RunOptions, progress: Progress | None = None) -> tuple[Finding, ...]:
        """Return the findings of the variants in order, until a limit is reached.

        Raises Spent if a limit is reached before the first finding, and KeyboardInterrupt if the user interrupts.
        """
        found, _ = self._until(run, progress, Spent)
        if run.stopped:
            raise KeyboardInterrupt
        return found

    def findings_so_far(self, run: RunOptions, progress: Progress | None = None) -> tuple[tuple[Finding, ...], str]:
        """Return the findings made before a limit is reached or the user interrupts, and a note on the interruption.

        The note is "" if the user did not interrupt. The last finding may be based on fewer games. Raises Spent or
        KeyboardInterrupt if there is no finding yet.
        """
        found, stop = self._until(run, progress, Spent, KeyboardInterrupt)
        return found, run.stopped or (INTERRUPTED if isinstance(stop, KeyboardInterrupt) else "")

    def _until(
        self, run: RunOptions, progress: Progress | None, *stops: type[BaseException]
    ) -> tuple[tuple[Finding, ...], BaseException | None]:
        asked = [(one, tuple(map(run.games_of, one.scenarios))) for one in self.variants]
        with run.continued(self.question, [_identity(one, games) for one, games in asked]) as continued:
            found, stop = in_turn(asked, lambda one: _measured(*one, continued), progress, *stops)
        return tuple(found), stop


def _changed(scenario: Scenario, values: Mapping[str, Value]) -> Scenario:
    """Return the scenario with the given values.

    Raises BadInput if a value is of the wrong kind, and the errors that `altered` raises.
    """
    for key, value in values.items():
        if not isinstance(value, str | int | float | bool) and value is not None:
            raise BadInput(
                f"{shortened(repr(value))} is not a value that a key can take",
                key=key,
                remedy="give a number, a string, True, False or None",
            )
    return altered(scenario, values)


def _identity(variant: Variant, games: tuple[Games, ...]) -> object:
    """Return the key under which a file keeps a variant's result. The key includes the names of the measures."""
    digests = tuple(map(digest, games))
    names = tuple(one.name for one in measures_of(variant.scenario))
    return (digests[0], names) if variant.before is None else (variant.name, *digests, names)


def _measured(variant: Variant, games: tuple[Games, ...], run: RunOptions) -> Finding:
    """Return the measures of a variant. The variant is solved if that is less work than sampling.

    Raises Spent if the user interrupted an earlier variant.
    """
    if run.meter.halted:
        raise run.meter.halted
    solved = run.solved(variant.name, *games)
    if solved is not None:
        new, old = solved[-1], solved[0] if variant.before else {}
        return Finding(variant, new, old, {key: new[key] - old[key] for key in old if key in new})  # type: ignore[operator]
    if variant.before is None:
        tally = run.played(variant.name, Pair(games[0], None))
        return Finding(variant, _counted(tally.means(tally.old), games[0], tally.games), games=tally.games)
    tally = run.played(variant.name, Pair(*games))
    return Finding(variant, tally.means(tally.new), tally.means(tally.old), tally.means(tally.gain), tally.games)


def _counted(means: Measured, games: Games, count: int) -> Measured:
    """Attach the number of games to each sampled chance among the measures."""
    chances = {one.name for one in measures_of(games.scenario) if one.kind == CHANCE}
    return {name: replace(one, games=count) if name in chances else one for name, one in means.items()}  # type: ignore[type-var]


def assumptions_over(scenario: Scenario, experiment: Experiment, axes: Axes, run: RunOptions) -> Assumptions:
    """Return the assumptions behind an experiment. An assumption that depends on an axis names the key of that axis."""
    fixed = fixed_answers(run.fixed, scenario)
    found = {
        one.values: assumptions(one.scenario, run.policy, phases=run.phases, fixed=fixed) for one in experiment.variants
    }
    shared = assumptions(scenario, run.policy, phases=run.phases, fixed=fixed)
    for about in shared.keys() & set(STARTING):
        words = {values: one.get(about) for values, one in found.items()}
        keys = [key for place, key in enumerate(axes) if _is_varied(words, place)]
        shared[about] = f"depends on {' and '.join(keys)}" if keys else shared[about]
    return shared


def _is_varied(words: Mapping[tuple[Value, ...], object], place: int) -> bool:
    """Whether the words differ between points that differ only in the value at this place."""
    along = grouped(((*values[:place], *values[place + 1 :]), one) for values, one in words.items())
    return any(len(set(found)) > 1 for found in along.values())


def chances_over(
    scenario: Scenario, axes: Axes, measure: str, run: RunOptions, progress: Progress | None = None
) -> Grid:
    """Return a grid with the chance of a measure for each combination of the values of two keys.

    Cells that are left out because a limit is reached are None.

    Raises:
        BadInput: there is no such measure, or the call fails as described under `Experiment.over`.
    """
    known = [one.name for one in measures_of(scenario) if one.kind == CHANCE]
    if measure not in known:
        raise BadInput(
            "there is no chance with this name",
            key=measure,
            remedy=hint(measure, known, f"name one of {listed(known)}"),
        )
    experiment = Experiment.over(scenario, axes)
    found, stopped = experiment.findings_so_far(run, progress)
    chances = {one.variant.values: one.new[measure] for one in found}
    rows, columns = axes.values()
    cells = tuple(tuple(chances.get((row, column)) for column in columns) for row in rows)
    keys = {key: tuple(values) for key, values in axes.items()}
    rests_on = assumptions_over(scenario, experiment, axes, run)
    method = "\n".join(_method(found, experiment, len(rows) * len(columns), stopped))
    return Grid(measure, scenario.ruleset, keys, cells, rests_on, method, stopped)


def _method(found: Sequence[Finding], experiment: Experiment, wanted: int, stopped: str) -> Iterator[str]:
    """Yield the method by which the cells were computed, and then the reasons why cells were left out."""
    games = max((one.games for one in found), default=0)
    how = f"sampled: {games:,} games in a cell, on shared dice" if games else "exact"
    if len(found) == wanted:
        yield f"{how}; {stopped}" if stopped else how
    else:
        reason = stopped or (LIMIT_REACHED if len(found) < len(experiment.variants) else "")
        left = f"{wanted - len(found)} of {wanted} cells"
        yield f"{how}; left out (-): {left}: {reason}" if reason else f"{how}; left out (-): {left}"
    yield from (f"left out, for it cannot be played: {why}" for why in experiment.impossible)
