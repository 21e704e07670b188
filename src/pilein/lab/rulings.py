"""Find the rulings that matter, by computing the effect of each option of every ruling in one or several fights.

Every option under which a fight can be played gives a variant of the fight, which is solved or played only if the
fight uses the ruling.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import Spent, TooMuch
from pilein.kernel.nearest import counted
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, basis, in_a_line
from pilein.lab.drawing.chart import effect, effects
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import favoured, heat_map
from pilein.lab.fights import Fight, fights_of
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_data import FORMAT, by_name, entry, unfinished
from pilein.lab.figures_as_words import difference, mean, percent, points
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, INTERRUPTED, Limit, Phases
from pilein.lab.outcome_summary import Standing
from pilein.lab.paired import PairedTally, all_played
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.press import PressOptions, Tried, all_solved
from pilein.lab.readings import UNSEEN, Option, OptionEffect, Pair, options_of, tried
from pilein.lab.run_options import RunOptions, parts_within, run_options
from pilein.lab.scenarios import Given
from pilein.lab.simulating_files import digest
from pilein.lab.simulating_games import Games
from pilein.lab.table import CELL, CHANCE, GAIN, NUMBER, TEXT, Cell, Column, Kind, Table, grouped, headed
from pilein.lab.treatments import Sums, can_be_solved
from pilein.lab.worker_pool import Progress
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import Workers

GAMES = 400  # of a sampled fight, by default
NOT_MET, NOTHING = "", "0"  # cells of the table ruling by match-up
CHANGE = "change in the first side's wins"
RECORDED = ("fight", "ruling", "option", "side", "wins", "gain", "low", "high", "losses", "more_lost")


class FightEffects(Struct, frozen=True):
    """Effects of options in a fight, largest first. `wins` and `losses` are those of the unchanged fight.

    `without_effect` holds options that change neither winner nor losses, although their rulings are used. `not_met`
    holds the rulings that are never used, and `left_out` the options left out, each with the reason. `games` is 0 if
    the fight is solved.
    """

    name: str
    file: str
    sides: tuple[str, str]
    wins: Pair
    losses: Pair
    effects: tuple[OptionEffect, ...]
    without_effect: tuple[Option, ...]
    not_met: tuple[str, ...]
    left_out: tuple[tuple[Option, str], ...]
    games: int
    assumptions: Assumptions
    hints: tuple[str, ...]

    @property
    def changes_draws(self) -> bool:
        """Whether an option changes the chance that nobody wins, so that one side's gain is not the other's loss."""
        return any(_is_seen(float(one.gains[0]) + float(one.gains[1])) for one in self.effects)


class RulingEffects(Answer, Struct, frozen=True):
    """Effects of every option of every ruling used in the fights. Printing the effects shows tables.

    A single fight has a table of its options, largest effect first. Several fights share a table of the first side's
    gains, with a row for each option and a column for each fight. `phases` is 0 if fights are played to the end.
    `stopped` states how far the work got before the user interrupted it, or is "".

    Examples:
        >>> import pilein
        >>> found = pilein.rulings("examples/scrollhammer/duel.toml")
        >>> found.fights[0].effects[0].option.key
        'SH-R-65=off-dice'
    """

    ruleset: str
    phases: int
    fights: tuple[FightEffects, ...]
    stopped: str = ""

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints about likely mistakes in every fight."""
        return tuple(hint for fight in self.fights for hint in fight.hints)

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides in the first fight."""
        return self.fights[0].sides

    @property
    def options(self) -> tuple[Option, ...]:
        """Options that matter in at least one fight, largest effect first."""
        return tuple(one.option for _, one in self.largest())

    def largest(self) -> tuple[tuple[FightEffects, OptionEffect], ...]:
        """Return each option that matters, with the fight that it changes most. The largest effect comes first."""
        every = [(fight, one) for fight in self.fights for one in fight.effects]
        every.sort(key=lambda pair: pair[1].size, reverse=True)
        found: dict[Option, tuple[FightEffects, OptionEffect]] = {}
        for fight, one in every:
            found.setdefault(one.option, (fight, one))
        return tuple(found.values())

    @property
    def note(self) -> str:
        """Result of each unchanged fight, and the options that had no effect, did not come up or were left out."""
        lines = [line for fight in self.fights for line in self._notes(fight)]
        return "\n".join([*lines, self.stopped] if self.stopped else lines)

    def _notes(self, fight: FightEffects) -> Iterator[str]:
        name = f"{fight.name}: " if len(self.fights) > 1 else ""
        how = f"{fight.games:,} games, each under every option on the same dice" if fight.games else "solved"
        sides = (
            f"{side} win {percent(won)} and lose {mean(lost)}"
            for side, won, lost in zip(fight.sides, fight.wins, fight.losses, strict=True)
        )
        yield f"{name}as it is: {', '.join(sides)} ({how})"
        if len(self.fights) > 1:
            return
        if fight.without_effect:
            yield f"change neither winner nor losses: {_by_ruling(fight.without_effect)}"
        yield f"not met: {counted(len(fight.not_met), 'ruling')}"
        yield from (f"left out: {option.key}: {why}" for option, why in fight.left_out if why != INTERRUPTED)

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions and options of one fight, or a single table of several fights.

        The single table has a row for each option and a column for each fight.
        """
        if len(self.fights) > 1:
            return (self._by_match_up(NUMBER, self._cell),)
        (fight,) = self.fights
        gaining = fight.sides if fight.changes_draws else fight.sides[:1]
        columns = (
            *(headed("ruling"), headed("option")),
            *(headed(f"{side} win", CHANCE) for side in fight.sides),
            *(headed(f"{side} gain", GAIN) for side in gaining),
            *(headed(f"{side} lose", LOST) for side in fight.sides),
        )
        rows = tuple(
            (
                *(one.option.ruling, one.option.name, *one.wins, *one.gains[: len(gaining)]),
                *zip(one.losses, one.more_lost, strict=True),
            )
            for one in fight.effects
        )
        return assumed(fight.assumptions), Table("rulings that matter", columns, rows)

    def _by_match_up(self, kind: Kind, cell: Callable[[FightEffects, Option], str | Cell]) -> Table:
        """Tabulate options by fight. A hidden column holds the row names that are used in a picture."""
        names = headed("ruling"), headed("option"), Column("", TEXT)
        columns = (*names, *(headed(fight.name, kind) for fight in self.fights))
        rows = tuple(
            (one.ruling, one.name, one.key, *(cell(fight, one) for fight in self.fights)) for one in self.options
        )
        return Table(f"{CHANGE}, in points (empty: not met)", columns, rows)

    def _cell(self, fight: FightEffects, option: Option) -> str:
        found = next((one for one in fight.effects if one.option == option), None)
        if found:
            return points(found.gains[0])
        return NOTHING if option in fight.without_effect else NOT_MET

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab rulings --json`."""
        fights = [_fight(one) for one in self.fights]
        return {"format": FORMAT, **entry(self, "ruleset phases"), "fights": fights, **unfinished(self.stopped)}

    def data(self) -> Table:
        """Table of each option that came up, by fight and side: {fight, ruling, option, side, wins, gain, low, ...}.

        `low` and `high` are the 95 % interval of the gain, and equal the gain if it is solved.
        """
        rows = (row for fight in self.fights for one in fight.effects for row in _rows(fight, one))
        return Table("options", tuple(map(Column, RECORDED)), tuple(rows))

    def to_svg(self) -> str:
        """Draw a bar for each option that changes the winner or, for several fights, a grid of options by fight."""
        if len(self.fights) > 1:
            scale, colours = favoured("first side", "second side"), plot_colours(self.sides)
            words = "Rulings that matter", f"{self.ruleset}: {CHANGE}, in percentage points"
            return heat_map(self._by_match_up(CELL, self._shade), scale, colours, *words)
        (fight,) = self.fights
        colour, seen = plot_colours(fight.sides)[0], [one for one in fight.effects if _is_seen(one.gains[0])]
        drawn = tuple(
            effect(
                one.option.ruling, one.option.name, float(one.gains[0]), colour, f"{one.option.key}: {one.option.words}"
            )
            for one in seen
        )
        changes = len(fight.effects) + len(fight.without_effect)
        left_out = Counter(why for _, why in fight.left_out)
        notes = tuple(f"left out, {count}: {why}" for why, count in left_out.items())
        subtitle = f"{self.ruleset}; as it is: {fight.sides[0]} win {percent(fight.wins[0])}"
        return effects(subtitle, drawn, changes, in_a_line(fight.assumptions), notes)

    def _shade(self, fight: FightEffects, option: Option) -> Cell:
        found = next((float(one.gains[0]) for one in fight.effects if one.option == option), 0.0)
        words = f"{100 * found:+.1f}" if found else self._cell(fight, option)
        return Cell(words, found, f"{fight.name}, {option.key}: {option.words}")

    def __repr__(self) -> str:
        return f"<RulingEffects of {self.ruleset}: {len(self.options)} options matter in {len(self.fights)} fights>"


def _is_seen(gain: Number) -> bool:
    return abs(float(gain)) >= UNSEEN


def _fight(fight: FightEffects) -> dict[str, Any]:
    return {
        **entry(fight, "name file games"),
        "exact": all(isinstance(one, Fraction) for one in fight.wins),
        **entry(fight, "assumptions hints"),
        "wins": by_name(fight.sides, fight.wins),
        "losses": by_name(fight.sides, fight.losses),
        "effects": [_effect(fight.sides, one) for one in fight.effects],
        "without_effect": [one.key for one in fight.without_effect],
        "not_met": fight.not_met,
        "left_out": [{"option": one.key, "reason": why} for one, why in fight.left_out],
    }


def _effect(sides: tuple[str, str], one: OptionEffect) -> dict[str, Any]:
    numbers = {key: by_name(sides, getattr(one, key)) for key in ("wins", "gains", "losses", "more_lost")}
    return {**entry(one.option, "ruling name:option words"), **numbers}


def _rows(fight: FightEffects, one: OptionEffect) -> Iterator[tuple[object, ...]]:
    for side, wins, gain, lost, more in zip(fight.sides, one.wins, one.gains, one.losses, one.more_lost, strict=True):
        low, high = gain.interval_within(1) if isinstance(gain, Estimate) else (gain, gain)
        yield fight.name, one.option.ruling, one.option.name, side, wins, gain, low, high, lost, more


def _by_ruling(options: tuple[Option, ...]) -> str:
    """List options by ruling, with each ruling's ID followed by the names of its options."""
    found = grouped((one.ruling, one.name) for one in options)
    return "; ".join(f"{ruling} {', '.join(names)}" for ruling, names in found.items())


def _change(numbers: Pair) -> str:
    number, change = numbers
    words = difference(change)
    if isinstance(change, Estimate):
        return f"{mean(number)}, {words}"
    return mean(number) + (f" ({words})" if words.startswith(("+", "-")) else "")


LOST = Kind(_change)


# --- the question ----------------------------------------------------------------------------------------------------


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
    """Compare each fight with the same fight under every option of every ruling that the fight uses.

    `scenarios` are one or several scenarios, files or folders. `policy`, `phases`, `rulings` and `fixed` are as in
    `odds`. Fights in the press are solved, in floats or, if `exact`, in fractions. On a table, or if there is too much
    to solve, `games` games are played from `seed`, each of them under every option with the same dice. The result is
    the same for any number of `workers`. `keep` names a file for partial results, from which the same call continues.
    `budget` limits time and memory for each fight, like "5min,2GB". When it is spent, the remaining options are left
    out, and no further games are played.

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
    with run.continued("rulings", [exact, *((fight.name, digest(one)) for fight, one in each)]) as run:
        found, stopped = parts_within(budget, each, lambda pair, own: _effects_of(*pair, own), run)
        left = ", ".join(fight.name for fight in fights[len(found) :])
        stopped += f"; left out: {left}" if left else ""
    return RulingEffects(fights[0].scenario.ruleset, run.phases, tuple(found), stopped)


Variants = dict[Option, Scenario]
Effects = dict[Option, OptionEffect | str | None]  # the effect, the reason for its absence, or None if it is not met
Found = tuple[Pair, Pair, int, Effects]  # each side's wins and losses, games (0 if solved), effects


def _effects_of(fight: Fight, games: Games, run: RunOptions) -> FightEffects:
    """Return the effects of all options on a fight, which is solved if possible and played otherwise.

    A fight whose games have already begun is not solved.
    """
    every = {option: tried(fight.scenario, option) for option in options_of(fight.scenario)}
    variants = {option: one for option, one in every.items() if not isinstance(one, str)}
    played_as, solved = f"{fight.name}: played", None
    if can_be_solved(games) and not run.pool.has(played_as, PairedTally):
        solved = _solved(fight.name, games, variants, run)
    wins, losses, many, found = solved or _played(games, variants, run, played_as)
    met = [one for one in found.values() if isinstance(one, OptionEffect)]
    used = {option.ruling for option, one in found.items() if one is not None}
    return FightEffects(
        fight.name,
        fight.file,
        sides_of(fight.scenario),
        wins,
        losses,
        tuple(sorted((one for one in met if one.matters), key=lambda one: one.size, reverse=True)),
        tuple(one.option for one in met if not one.matters),
        tuple(ruling for ruling in dict.fromkeys(option.ruling for option in variants) if ruling not in used),
        tuple((key, why) for each in (every, found) for key, why in each.items() if isinstance(why, str)),
        many,
        *basis(fight.scenario, run.policy, games.answers(), phases=games.phases),
    )


def _solved(name: str, games: Games, variants: Variants, run: RunOptions) -> Found | None:
    """Solve a fight and its variants. Returns None if there is too much to solve in the fight itself.

    A variant that cannot be solved is played, if there is time.
    """
    try:
        fight = PressOptions(games, (), run.exact).fight(run.meter)
    except TooMuch:
        return None
    met = {option: under for option, under in variants.items() if fight.meets(under)}
    results = all_solved(fight, PressOptions(games, tuple(met.values()), run.exact), run, f"{name}: solved")
    found: Effects = dict.fromkeys(variants)
    for option, result in zip(met, results, strict=True):
        found[option] = result if isinstance(result, str) else _changed(option, fight.standing, result)
        if isinstance(result, str):
            with suppress(Spent):
                run.meter.check()
                alone = _played(games, {option: met[option]}, run, f"{name}: {option.key}")
                found[option] = alone[-1][option] or result
    return fight.standing.wins, fight.standing.losses, 0, found


def _changed(option: Option, before: Standing, result: Tried) -> OptionEffect:
    now = result if isinstance(result, Standing) else before
    gains = now.wins[0] - before.wins[0], now.wins[1] - before.wins[1]
    more_lost = now.losses[0] - before.losses[0], now.losses[1] - before.losses[1]
    return OptionEffect(option, now.wins, now.losses, gains, more_lost)


def _played(games: Games, variants: Variants, run: RunOptions, name: str) -> Found:
    """Estimate the effects of options from games of the fight and its variants. Raises Spent if no game is over."""
    tally = all_played(games, tuple(variants.values()), run, name)
    pairs = zip(variants, tally.gains, strict=True)
    found: Effects = {option: _estimated(option, tally, gain) if gain else None for option, gain in pairs}
    return tally.wins(), tally.losses(), tally.games, found


def _estimated(option: Option, tally: PairedTally, gain: list[Sums]) -> OptionEffect:
    one, other, mine, theirs = (sums.mean(tally.games) for sums in gain)
    return OptionEffect(option, tally.wins(gain), tally.losses(gain), (one, other), (mine, theirs))
