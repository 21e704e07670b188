"""Effects of rulings on fights as an answer, with tables, a picture and data."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing import matrix_plot
from pilein.lab.drawing.chart import effect, effects
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_data import FORMAT, by_name, entry
from pilein.lab.figures_as_words import difference, mean, percent, points
from pilein.lab.readings import Option
from pilein.lab.sentences import counted
from pilein.lab.table import CHANCE, GAIN, NUMBER, Column, Kind, Table, headed

UNSEEN = 5e-7  # smaller differences count as none
NOT_MET, NOTHING = "", "0"  # cells of the table ruling by match-up
CHANGE = "change in the first side's wins"
Pair = tuple[Number, Number]
RECORDED = ("fight", "ruling", "option", "side", "wins", "gain", "low", "high", "losses", "more_lost")


class OptionEffect(Struct, frozen=True):
    """Fight under another option of a ruling, with its differences from the unchanged fight.

    `wins` and `losses` are each side's chance to win and mean number of models lost, and `gains` and `more_lost` are
    the differences. A number is a fraction or a float if it is solved, and an Estimate if it is sampled.
    """

    option: Option
    wins: Pair
    losses: Pair
    gains: Pair
    more_lost: Pair

    @property
    def size(self) -> tuple[float, float]:
        """Sort key of the effect: first the share of fights whose winner changes, then the change in models lost.

        A share of fights that moves from one outcome to another counts once.
        """
        one, other = map(float, self.gains)
        return (abs(one) + abs(other) + abs(one + other)) / 2, max(abs(float(one)) for one in self.more_lost)

    @property
    def matters(self) -> bool:
        """Whether the option changes the winner or the models lost."""
        return max(self.size) >= UNSEEN


class FightEffects(Struct, frozen=True):
    """Effects of options in a fight, largest first. `wins` and `losses` are those of the unchanged fight.

    `without_effect` holds the options of rulings that are used but change neither winner nor losses, `not_met` the
    rulings never used, and `left_out` the options left out with the reason. `games` is 0 if the fight is solved.
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
        return any(abs(float(one.gains[0]) + float(one.gains[1])) >= UNSEEN for one in self.effects)


class RulingEffects(Answer, Struct, frozen=True):
    """Effects of every option of every ruling used in the fights. Printing the effects shows tables.

    A single fight has a table of its options, largest effect first. Several fights share a table, ruling by
    match-up, of the first side's gains. `phases` is 0 if fights are played to the end.

    Examples:
        >>> import pilein
        >>> found = pilein.rulings("examples/scrollhammer/duel.toml")
        >>> found.fights[0].effects[0].option.key
        'SH-R-65=off-dice'
    """

    ruleset: str
    phases: int
    fights: tuple[FightEffects, ...]

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
        largest: dict[Option, tuple[float, float]] = {}
        for fight in self.fights:
            for one in fight.effects:
                largest[one.option] = max(one.size, largest.get(one.option, (0.0, 0.0)))
        return tuple(sorted(largest, key=lambda option: largest[option], reverse=True))

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
        """Result of each unchanged fight, and the options that had no effect, were not met or were left out."""
        return "\n".join(line for fight in self.fights for line in self._notes(fight))

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
        yield from (f"left out: {option.key}: {why}" for option, why in fight.left_out)

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions and options of one fight, or a table of several fights, ruling by match-up."""
        if len(self.fights) > 1:
            return (self._by_match_up(),)
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

    def _by_match_up(self) -> Table:
        columns = (headed("ruling"), headed("option"), *(headed(fight.name, NUMBER) for fight in self.fights))
        rows = tuple(
            (option.ruling, option.name, *(self._cell(fight, option) for fight in self.fights))
            for option in self.options
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
        return {"format": FORMAT, "ruleset": self.ruleset, "phases": self.phases, "fights": fights}

    def data(self) -> Table:
        """Table of each option met, by fight and side: {fight, ruling, option, side, wins, gain, low, ...}.

        `low` and `high` are the 95 % interval of the gain, and equal the gain if it is solved.
        """
        rows = (row for fight in self.fights for one in fight.effects for row in _rows(fight, one))
        return Table("options", tuple(map(Column, RECORDED)), tuple(rows))

    def to_svg(self) -> str:
        """Draw a bar for each option that changes the winner, or a grid of rulings by match-up for several fights."""
        if len(self.fights) > 1:
            return matrix_plot.plotted(self._grid())
        (fight,) = self.fights
        subtitle = f"{self.ruleset}; as it is: {fight.sides[0]} win {percent(fight.wins[0])}"
        colour, seen = (
            plot_colours(fight.sides)[0],
            [one for one in fight.effects if abs(float(one.gains[0])) >= UNSEEN],
        )
        rows = tuple(
            effect(
                one.option.ruling, one.option.name, float(one.gains[0]), colour, f"{one.option.key}: {one.option.words}"
            )
            for one in seen
        )
        changes = len(fight.effects) + len(fight.without_effect)
        counts = Counter(why for _, why in fight.left_out)
        notes = tuple(f"left out, {count}: {why}" for why, count in counts.items())
        return effects(subtitle, rows, changes, in_a_line(fight.assumptions), notes)

    def _grid(self) -> matrix_plot.Grid:
        options = self.options
        names = tuple(option.key for option in options)
        cells = tuple(tuple(self._shade(fight, option) for fight in self.fights) for option in options)
        title, subtitle = "Rulings that matter", f"{self.ruleset}: {CHANGE}, in percentage points"
        columns = tuple(fight.name for fight in self.fights)
        colours = plot_colours(self.fights[0].sides)
        return matrix_plot.Grid(
            title, subtitle, matrix_plot.favoured("first side", "second side"), names, columns, cells, colours
        )

    def _shade(self, fight: FightEffects, option: Option) -> matrix_plot.Cell:
        found = next((float(one.gains[0]) for one in fight.effects if one.option == option), 0.0)
        words = f"{100 * found:+.1f}" if found else self._cell(fight, option)
        return matrix_plot.Cell(words, found, f"{fight.name}, {option.key}: {option.words}")

    def __repr__(self) -> str:
        return f"<RulingEffects of {self.ruleset}: {len(self.options)} options matter in {len(self.fights)} fights>"


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
    found: dict[str, list[str]] = {}
    for option in options:
        found.setdefault(option.ruling, []).append(option.name)
    return "; ".join(f"{ruling} {', '.join(names)}" for ruling, names in found.items())


def _change(numbers: Pair) -> str:
    """Format a mean number and its difference."""
    number, change = numbers
    words = difference(change)
    if isinstance(change, Estimate):
        return f"{mean(number)}, {words}"
    return mean(number) + (f" ({words})" if words.startswith(("+", "-")) else "")


LOST = Kind(_change)
