"""Effects of changes, as returned by `worth`. They can be shown as tables or a picture, or turned into data."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.nearest import in_words
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.changes import ARMED
from pilein.lab.drawing.chart import LETTERS, Row, effect, effects
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.figures import WaysOfSide
from pilein.lab.figures_as_data import FORMAT, as_ways, by_name, entry
from pilein.lab.figures_as_words import percent, points, signed, ways_in_short
from pilein.lab.limits import INTERRUPTED
from pilein.lab.loadouts import JOINED, short_names
from pilein.lab.odds_solving import Exact
from pilein.lab.outcome_summary import Standing
from pilein.lab.table import CHANCE, GAIN, Kind, Records, Table, grouped, headed

REASON = "unit change gain% sentence says:words without% decides"  # entries of a document
UNSEEN = 5e-7  # smaller changes count as none
DIGITS = 9  # decimals of numbers that are compared
WIDTH = 100  # columns of a list in the note
MODELS = Kind(lambda number: signed(float(number), 3))
A_POINT = Kind(lambda number: signed(number, 3), missing="", is_optional=True)
COST = Kind(lambda cost: f"{cost:+g}", missing="", is_optional=True)
COLUMNS = (
    *(headed("unit"), headed("change"), headed("wins", CHANCE), headed("difference", GAIN)),
    *(headed("own models lost", MODELS), headed("enemy models lost", MODELS)),
    *(headed("points", COST), headed("difference a point", A_POINT)),
)


class Reason(Struct, frozen=True):
    """Sentence of the rules that explains an effect.

    `without` is the gain that the change would bring if the sentence were struck out, and `decides` holds the
    sentence's shares of decided fights before and after the change. Only one of the two is given. `says` is the
    wording of the sentence, and `short` its outcome, if it has one.
    """

    unit: str
    change: str
    gain: Exact
    sentence: str
    says: str
    without: Exact | None = None
    decides: tuple[float, float] | None = None
    short: str = ""

    @property
    def words(self) -> str:
        """Explanation of the effect, formatted on one line."""
        return self.named(in_words(self.change))

    def named(self, change: str) -> str:
        """Format the reason on one line, with the given name for the change that it explains."""
        return f"why {points(self.gain)} for {self.unit}, {change}: {self.because}"

    @property
    def because(self) -> str:
        """Explanation of the effect, without the name of the change."""
        if self.without is not None:
            return f"without {self.sentence} it would be {points(self.without)} ({self.says})"
        before, after = (percent(share) for share in self.decides or (0.0, 0.0))
        if self.short:
            return f"{after} of fights instead of {before} end with a unit {self.short} ({self.sentence})"
        return f"{self.sentence} decides {after} of fights instead of {before} ({self.says})"


class Effect(Struct, frozen=True):
    """Effect of a change to a unit.

    `wins` is the chance that the unit's side wins after the change, and `gain` is the difference from the chance
    before. `own` and `foes` are differences in the mean number of models lost by the unit's side and by the enemy.
    `points` is the cost of the change, or 0 if unknown. `should` is 1 if players expect the change to help the unit's
    side, -1 if they expect it to hurt that side, and 0 otherwise. `gains` are the differences in both sides' chances,
    in order.
    """

    unit: str
    side: str
    change: str
    wins: Exact
    gain: Exact
    own: Exact
    foes: Exact
    points: float = 0
    should: int = 0
    gains: tuple[Exact, Exact] = (0.0, 0.0)

    @property
    def is_surprising(self) -> bool:
        """Whether the change hurts although it should help, or helps although it should hurt."""
        return float(self.gain) * self.should < -UNSEEN

    @property
    def likeness(self) -> tuple[Any, ...]:
        """Key that a unit's loadouts with equal effects share. For other changes the key includes the change itself."""
        numbers = tuple(round(float(number), DIGITS) for number in (self.wins, self.own, self.foes))
        return self.unit, self.points, numbers, "" if ARMED in self.change else self.change

    @property
    def per_point(self) -> float | None:
        """Gain in percentage points per point of cost, or None unless the change has a known, positive cost."""
        return 100 * float(self.gain) / self.points if self.points > 0 else None

    @property
    def size(self) -> tuple[float, float]:
        """Key for sorting effects: first the effect on the winner, then the effect on losses."""
        return abs(float(self.gain)), abs(float(self.own)) + abs(float(self.foes))


class Refused(Struct, frozen=True):
    """Change that was left out, with the reason. `is_spent` means that a limit of time or memory was reached."""

    unit: str
    change: str
    reason: str
    is_spent: bool = False


class Worth(Answer, Struct, frozen=True):
    """Effects of every change to the given units, largest first. Printing the effects shows a table.

    `phases` is the number of phases, or 0 to play to the end. `before` is the result without changes, `assumptions`
    are its basis, and `hints` point out likely mistakes. `reasons` explain the surprising effects first, then the
    largest of the others.

    Examples:
        >>> import pilein
        >>> worth = pilein.worth("examples/scrollhammer/duel.toml", of="noble", vary="models", phases=1)
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
    reasons: tuple[Reason, ...] = ()

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted before all changes were tried."""
        return any(one.reason == INTERRUPTED for one in self.left_out)

    @property
    def side_of(self) -> dict[str, str]:
        """Map the name of each changed unit to its side."""
        return {one.unit: one.side for one in self.effects}

    @property
    def note(self) -> str:
        """Text on the unchanged fight's result, the reasons, and the changes left out."""
        before = zip(self.sides, self.before.wins, self.before.losses, self.before.how, strict=True)
        lines = [
            f"as it is: {side} win {percent(won)}{_split(ways)} and lose {float(lost):.2f} models"
            for side, won, lost, ways in before
        ]
        lines += self._explained()
        lines += [f"best buy for {side}: {_bought(one)}" for side, one in self.best_buys.items()]
        lines += _in_full(short_names(one.change for one in self._seen()))
        for unit, words in self._without_effect():
            lines += wrap(f"no effect: {unit}, {words}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        lines += [f"left out: {reason}: {_listed(ones)}" for reason, ones in self._by_reason().items()]
        return "\n".join(lines)

    @property
    def best_buys(self) -> dict[str, Effect]:
        """Map each side to its effect with the greatest gain per point. The mapping is empty if no costs are known."""
        bought = [one for one in self.effects if (one.per_point or 0) > UNSEEN]
        found = {side: [one for one in bought if one.side == side] for side in self.sides}
        return {side: max(ones, key=lambda one: one.per_point or 0) for side, ones in found.items() if ones}

    @property
    def merged(self) -> tuple[Effect, ...]:
        """All effects, with equal loadouts of a unit merged under joined names."""
        return tuple(self._by_likeness().values())

    def _by_likeness(self) -> dict[tuple[Any, ...], Effect]:
        same = grouped((one.likeness, one) for one in self.effects)
        return {key: replace(ones[0], change=_joined([one.change for one in ones])) for key, ones in same.items()}

    def _explained(self) -> Iterator[str]:
        """Yield the reasons, each under the name that its change has in the table."""
        merged = self._by_likeness()
        names = short_names(one.change for one in self._seen())
        shown = {(one.unit, one.change): merged[one.likeness].change for one in self.effects}
        for reason in self.reasons:
            name = shown.get((reason.unit, reason.change), reason.change)
            yield reason.named(names.get(name, in_words(name)))

    def _without_effect(self) -> Iterator[tuple[str, str]]:
        """Yield each unit with its changes that have no effect. Weapons are combined into one list."""
        unseen = ((one.unit, in_words(one.change)) for one in self.effects if max(one.size) < UNSEEN)
        for unit, same in grouped(unseen).items():
            armed = [change for change in same if change.startswith(ARMED)]
            others = [change for change in same if change not in armed]
            yield unit, "; ".join([*others, *([_joined(armed)] if armed else [])])

    def _seen(self) -> list[Effect]:
        return [one for one in self.merged if max(one.size) >= UNSEEN]

    def _by_reason(self) -> dict[str, list[Refused]]:
        return grouped((one.reason, one) for one in self.left_out)

    def tables(self) -> tuple[Table, ...]:
        """Table of the assumptions, and table of all changes that have an effect."""
        seen = self._seen()
        names = short_names(one.change for one in seen)
        rows = tuple(
            (one.unit, names[one.change], one.wins, one.gain, one.own, one.foes, one.points or None, one.per_point)
            for one in seen
        )
        return assumed(self.assumptions), Table("what would help, and what would hurt", COLUMNS, rows)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein worth --json`."""
        return {
            "format": FORMAT,
            **entry(self, "ruleset phases assumptions hints"),
            "exact": isinstance(self.before.wins[0], Fraction),
            "wins": by_name(self.sides, self.before.wins),
            "how": as_ways(self.sides, self.before.how),
            "losses": by_name(self.sides, self.before.losses),
            "effects": [_plain(one) for one in self.effects],
            "best_buys": {side: _plain(one) for side, one in self.best_buys.items()},
            "reasons": [entry(one, REASON) for one in self.reasons],
            "complete": not self.is_interrupted,
            "left_out": [entry(one, "unit change reason") for one in self.left_out],
        }

    def to_dict(self) -> Records:
        """Return one record per effect: {unit, side, change, wins, gain, own, foes, points, should}."""
        names = [name for name in Effect.__struct_fields__ if name != "gains"]  # a pair; `gain` is that of the side
        return [{name: getattr(one, name) for name in names} for one in self.effects]

    def to_svg(self) -> str:
        """Draw a bar for each change that affects the winner. The length of the bar shows the effect."""
        pairs = zip(self.sides, self.before.wins, strict=True)
        before = ", ".join(f"{side} wins {percent(won)}" for side, won in pairs)
        drawn = [one for one in self.merged if one.size[0] >= UNSEEN]
        names = short_names((one.change for one in drawn), LETTERS)
        rows = tuple(self._row(one, names[one.change]) for one in drawn)
        notes = (*_in_full(names), *(f"left out, {len(ones)}: {why}" for why, ones in self._by_reason().items()))
        return effects(
            f"{self.ruleset}; as it is: {before}", rows, len(self.merged), in_a_line(self.assumptions), notes
        )

    def _row(self, one: Effect, name: str) -> Row:
        title = f"{one.unit}, {in_words(one.change)}: {one.side} wins {percent(one.wins)}"
        colour = plot_colours(self.sides)[self.sides.index(one.side)]
        return effect(one.unit, name, float(one.gain), colour, title)

    def __repr__(self) -> str:
        return f"<Worth of {self.ruleset}: {len(self.effects)} changes, {len(self.left_out)} left out>"


def _split(ways: WaysOfSide) -> str:
    """Format the ways in which a side wins, in brackets."""
    return f" (enemy {ways_in_short(ways)})" if ways else ""


def _joined(changes: Sequence[str]) -> str:
    """Join changes of the same kind into one name, which gives the kind once and then each item."""
    kind, _, first = changes[0].partition(ARMED)
    others = (change.partition(ARMED)[2] for change in changes[1:])
    return f"{kind}{ARMED}{JOINED.join([first, *others])}" if first else kind


def _bought(one: Effect) -> str:
    gain = f"{points(one.gain)} % wins, {A_POINT.cell(one.per_point)} a point"
    return f"{one.unit}, {in_words(one.change)}: {one.points:g} points, {gain}"


def _in_full(names: Mapping[str, str]) -> list[str]:
    spaced = ((in_words(name), short) for name, short in names.items())
    return [f"{short}: {name.partition(ARMED)[2]}" for name, short in spaced if name != short]


def _listed(changes: list[Refused]) -> str:
    """List changes by unit: each unit's name once, followed by its changes."""
    by_unit = grouped((one.unit, in_words(one.change)) for one in changes)
    return "; ".join(f"{unit}, {', '.join(words)}" for unit, words in by_unit.items())


def _plain(one: Effect) -> dict[str, Any]:
    priced = "points per_point" if one.points else ""
    names = "unit side change is_surprising:surprising wins% gain% own%:own_losses foes%:enemy_losses"
    return entry(one, f"{names} {priced}")
