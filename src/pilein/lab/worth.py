"""Sensitivity: how the odds change with one number, model, bearer or weapon of a unit."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from pilein.chain.explore.compiler import compiled
from pilein.chain.model.transition_model import unlabelled
from pilein.engine.budget import Meter
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.requests import Policy
from pilein.lab import questions
from pilein.lab.assumptions import Assumptions, assumed, basis, in_a_line
from pilein.lab.changes import Change, changes
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.worth_plot import Bar, Bars, plotted
from pilein.lab.figures import WINS, WaysOfSide
from pilein.lab.figures_as_data import FORMAT, as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text, percent
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.limits import (
    DEFAULT,
    MOST_RUNS,
    TABLE_CLAUSES,
    TABLE_LIMIT,
    TABLE_RUNS,
    Limit,
    Phases,
    assert_not_too_large,
    budget_of,
    phases_of,
)
from pilein.lab.odds_solving import Exact
from pilein.lab.policies import SENSIBLE, Policies, policies_of, sides_of
from pilein.lab.report import Records, as_frame
from pilein.lab.scenarios import Given, scenario_of, unknown_unit
from pilein.lab.standing import Standing, standing_of
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]  # (changes done, changes wanted)
Solve = Callable[..., Standing]  # of a scenario

INTERRUPTED = "interrupted"
UNSEEN = 5e-7  # smaller changes count as none
LIMIT = 200_000  # positions of a fight in the press
MOST_WORK = 2_000_000  # runs of clauses for all changes together
SPENT = "all of them together would take too long (ask about one unit, or fewer phases)"


class Effect(Struct, frozen=True):
    """The effect of a change of a unit: its side's chance to win with it, and the changes of that and of losses.

    `own` and `foes` are mean numbers of models lost, by its side and by the other.
    """

    unit: str
    side: str
    change: str
    wins: Exact
    gain: Exact
    own: Exact
    foes: Exact

    @property
    def size(self) -> tuple[float, float]:
        """The sort key: the effect on who wins, then on losses."""
        return abs(float(self.gain)), abs(float(self.own)) + abs(float(self.foes))


class Refused(Struct, frozen=True):
    """A change that is left out, and why."""

    unit: str
    change: str
    reason: str


class Worth(Struct, frozen=True):
    """The effect of every change of some units, largest first; printing it shows a table.

    `phases`: 0 is to the end. `before` is the fight without changes; `assumptions` are what it rests on, `hints` what
    was probably meant otherwise.

    Examples:
        >>> import pilein
        >>> worth = pilein.worth("examples/scrollhammer/duel.toml", of="noble", phases=1)
        >>> worth.effects[0].change
        'models 1 -> 2'

    """

    ruleset: str
    sides: tuple[str, str]
    phases: int
    before: Standing
    effects: tuple[Effect, ...]
    left_out: tuple[Refused, ...]
    assumptions: Assumptions = {}
    hints: tuple[str, ...] = ()

    @property
    def is_interrupted(self) -> bool:
        """Whether the user stopped it before all changes were tried."""
        return any(one.reason == INTERRUPTED for one in self.left_out)

    @property
    def note(self) -> str:
        """The result without any change, and what was left out."""
        chances = ", ".join(
            f"{WINS.format(side=side)} {percent(won)}{_split(ways)} and loses {float(lost):.2f}"
            for side, won, lost, ways in zip(
                self.sides, self.before.wins, self.before.losses, self.before.how, strict=True
            )
        )
        without = sum(effect.size[0] < UNSEEN and effect.size[1] < UNSEEN for effect in self.effects)
        lines = [f"as it is: {chances}"]
        if without:
            lines.append(f"no effect at all: {without} of {len(self.effects)} changes")
        lines += [f"left out: {reason}: {_listed(ones)}" for reason, ones in self._by_reason().items()]
        return "\n".join(lines)

    def _by_reason(self) -> dict[str, list[Refused]]:
        found: dict[str, list[Refused]] = {}
        for one in self.left_out:
            found.setdefault(one.reason, []).append(one)
        return found

    def sections(self) -> tuple[Section, ...]:
        """The assumptions, and the table of all changes that have an effect."""
        rows = tuple(
            (one.unit, one.change, percent(one.wins), _points(one.gain), _models(one.own), _models(one.foes))
            for one in self.effects
            if max(one.size) >= UNSEEN
        )
        heads = (
            ("unit", LEFT),
            ("change", LEFT),
            ("wins", RIGHT),
            ("gain", RIGHT),
            ("own losses", RIGHT),
            ("enemy losses", RIGHT),
        )
        return (*assumed(self.assumptions), *((Section("sensitivity", heads, rows),) if rows else ()))

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein worth --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "phases": self.phases,
            "assumptions": self.assumptions,
            "hints": self.hints,
            "exact": isinstance(self.before.wins[0], Fraction),
            "wins": dict(zip(self.sides, map(as_number, self.before.wins), strict=True)),
            "how": {
                side: {how: as_number(chance) for how, chance in ways}
                for side, ways in zip(self.sides, self.before.how, strict=True)
            },
            "losses": dict(zip(self.sides, map(as_number, self.before.losses), strict=True)),
            "effects": [_plain(one) for one in self.effects],
            "complete": not self.is_interrupted,
            "left_out": [{"unit": one.unit, "change": one.change, "reason": one.reason} for one in self.left_out],
        }

    def to_dict(self) -> Records:
        """The effects as records: {unit, side, change, wins, gain, own, foes}."""
        return [{name: getattr(one, name) for name in one.__struct_fields__} for one in self.effects]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """A picture: a bar for each change that matters, as long as its effect."""
        pairs = zip(self.sides, self.before.wins, strict=True)
        before = ", ".join(f"{side} wins {percent(won)}" for side, won in pairs)
        bars = tuple(self._bar(one) for one in self.effects if one.size[0] >= UNSEEN)
        subtitle, colours = f"{self.ruleset}; as it is: {before}", plot_colours(self.sides)
        return plotted(Bars(subtitle, bars, len(self.effects), colours, in_a_line(self.assumptions)))

    def _bar(self, one: Effect) -> Bar:
        title = f"{one.unit}, {one.change}: {one.side} wins {percent(one.wins)}"
        return Bar(one.unit, self.sides.index(one.side), one.change, float(one.gain), title)

    def __repr__(self) -> str:
        return f"<Worth of {self.ruleset}: {len(self.effects)} changes, {len(self.left_out)} left out>"

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def worth(  # noqa: PLR0913 - what is asked, and how it may be worked out
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    of: str | None = None,
    phases: Phases = "end",
    exact: bool = False,
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Worth:
    """How the odds change with each number of the unit `of` (default: of all units), changed by one.

    Changed are each characteristic, the models, the ranks, each kind of bearer and the weapons. `phases`, `policy`,
    `rulings` and `fixed` are as in `odds`. Solved in floats, or `exact` in fractions. `progress` is called with
    (changes done, wanted). A change with too many positions to solve is left out, and so are those beyond a limit of
    work, counted so that it is the same on every machine. `budget` limits time and memory, like "5min,2GB"; None: no
    limit. When it is spent, or the user interrupts, the remaining changes are left out.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: an unknown unit, or an invalid policy or number of phases.
        TooManyPositions: there are too many even without a change.
        Spent: the budget is reached before the first change.
        UnknownRule: no such policy, ruling or option.

    """
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    meter, answers = budget_of(budget).started(), fixed_answers(fixed, found)
    policies = both_with_fixed(answers, policies_of(policy, found.ruleset, sides_of(found)))
    solve = partial(_standing, policies=policies, phases=span, exact=exact, meter=meter)
    numbers, before = _chosen(found, of), solve(found, is_split=True)
    wanted = [change for number in numbers for change in changes(found, vocabulary(found.ruleset), number)]
    tried = _all_tried(found, wanted, before, solve, progress)
    rests_on = basis(found, policy, answers, phases=span)
    return Worth(found.ruleset, sides_of(found), span, before, *_sorted(tried), *rests_on)


def _sorted(tried: list[Effect | Refused]) -> tuple[tuple[Effect, ...], tuple[Refused, ...]]:
    """The effects, largest first, and what was left out."""
    effects = (one for one in tried if isinstance(one, Effect))
    largest_first = tuple(sorted(effects, key=lambda one: one.size, reverse=True))
    return largest_first, tuple(one for one in tried if isinstance(one, Refused))


def _all_tried(
    scenario: Scenario,
    wanted: list[Change],
    before: Standing,
    solve: Solve,
    progress: Progress | None,
) -> list[Effect | Refused]:
    """The effect of each change, up to the limit of work or an interruption.

    Raises:
        KeyboardInterrupt: the user interrupts the first change.

    """
    tried: list[Effect | Refused] = []
    left = MOST_WORK
    try:
        for change in wanted:
            one, spent = _tried(scenario, change, before, solve if left > 0 else None)
            tried.append(one)
            left -= spent
            if progress:
                progress(len(tried), len(wanted))
    except KeyboardInterrupt:
        if not tried:
            raise
    not_done = wanted[len(tried) :]
    return tried + [Refused(scenario.units[one.unit].name, one.words, INTERRUPTED) for one in not_done]


def _tried(scenario: Scenario, change: Change, before: Standing, solve: Solve | None) -> tuple[Effect | Refused, int]:
    """The effect of a change and the work done; without `solve` the limit of work has been reached."""
    unit = scenario.units[change.unit]
    if change.scenario is None or solve is None:
        return Refused(unit.name, change.words, change.reason or SPENT), 0
    try:
        after = solve(change.scenario)
    except Spent as spent:
        return Refused(unit.name, change.words, str(spent)), 0
    except TooMuch as error:
        return Refused(unit.name, change.words, error.why), error.work or before.work
    return _effect(scenario, change, before, after), after.work


def _effect(scenario: Scenario, change: Change, before: Standing, after: Standing) -> Effect:
    unit = scenario.units[change.unit]
    side = [one.name for one in scenario.sides].index(unit.side)
    return Effect(
        unit.name,
        unit.side,
        change.words,
        wins=after.wins[side],
        gain=after.wins[side] - before.wins[side],
        own=after.losses[side] - before.losses[side],
        foes=after.losses[1 - side] - before.losses[1 - side],
    )


def _standing(
    scenario: Scenario,
    *,
    policies: tuple[Policy, Policy],
    phases: int,
    exact: bool,
    meter: Meter,
    is_split: bool = False,
) -> Standing:
    """The result of a fight; split by how sides win if asked, which takes longer."""
    meter.check()
    ruleset = ruleset_named(scenario.ruleset)
    begun = ruleset.opened(scenario)
    assert_not_too_large(scenario)
    labels = questions.label(ruleset) if is_split else unlabelled
    up_to = partial(compiled, ruleset, begun, policies, phases=phases, label=labels, meter=meter)
    if scenario.press is None:
        chain = up_to(limit=TABLE_LIMIT, most_runs=TABLE_RUNS, most_clauses=TABLE_CLAUSES)
    else:
        chain = up_to(limit=LIMIT, most_runs=MOST_RUNS)
    return standing_of(chain, ruleset, begun.state, phases=phases, exact=exact, is_split=is_split)


def _split(ways: WaysOfSide) -> str:
    """How a side wins, in brackets."""
    words = ", ".join(f"{how} {percent(chance)}" for how, chance in ways)
    return f" (enemy {words})" if words else ""


def _chosen(scenario: Scenario, of: str | None) -> list[int]:
    names = [unit.name for unit in scenario.units]
    if of is None:
        return list(range(len(names)))
    if of not in names:
        raise unknown_unit(of, names)
    return [names.index(of)]


def _listed(changes: list[Refused]) -> str:
    """Changes by unit: its name once, then its changes."""
    by_unit: dict[str, list[str]] = {}
    for one in changes:
        by_unit.setdefault(one.unit, []).append(one.change)
    return "; ".join(f"{unit}, {', '.join(words)}" for unit, words in by_unit.items())


def _points(gain: Exact) -> str:
    """A change of a chance, in percentage points."""
    return _signed(100 * float(gain), 2)


def _models(change: Exact) -> str:
    return _signed(float(change), 3)


def _signed(number: float, places: int) -> str:
    """A number with its sign; zero has none."""
    words = f"{number:+.{places}f}"
    return words if any(digit in words for digit in "123456789") else words[1:]


def _plain(one: Effect) -> dict[str, Any]:
    numbers = {"wins": one.wins, "gain": one.gain, "own_losses": one.own, "enemy_losses": one.foes}
    shown = {key: as_number(value) for key, value in numbers.items()}
    return {"unit": one.unit, "side": one.side, "change": one.change, **shown}
