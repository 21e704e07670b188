"""Odds of a charge by distance, presented as figures, tables and a JSON document."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pilein.kernel.nearest import listed
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.chart import LEAST, Stack, columns
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.plot_parts import Piece
from pilein.lab.figures import Distribution, Number, bounds
from pilein.lab.figures_as_data import FORMAT, as_chances, entry
from pilein.lab.figures_as_words import fraction, percent
from pilein.lab.table import CHANCE, FRACTION, INCHES, Column, Kind, Records, Table, grouped, headed, mean_with

ARRIVES, RUN_DOWN, GETS_AWAY, FAILS = OUTCOMES = ("arrives", "run_down", "gets_away", "fails")
IN_WORDS = {
    ARRIVES: "charge arrives",
    RUN_DOWN: "target run down",
    GETS_AWAY: "target gets away",
    FAILS: "charge fails",
}
NEVER = {
    FAILS: "no charge arrives, whatever is rolled",
    GETS_AWAY: "the target always flees and gets away",
    RUN_DOWN: "the target always flees and is run down",
}
COLOURS = ("#5b2333", "#b5838d", "#e3e3e3")  # of outcomes other than an arrival
LOST, TOUCHING = "#5b2333", "#3d5a80"
FROM = headed("distance", INCHES)
MODELS = mean_with(3)
MEANS = {"in_contact": "models in contact", "lost": "your losses", "target_lost": "their losses"}


class ChargeOdds(Struct, frozen=True):
    """Odds of a charge from a distance of `inches`: the chances of the four outcomes, and numbers of models.

    `arrives` means that a charging model fights the target, which held or has rallied. `run_down` means that the
    target flees and is destroyed without a blow being struck. `gets_away` means that the target flees and is not
    caught. `fails` means that the target stands and no model reaches it. `outcomes` lists the four chances, whose
    sum is 1, in this order.

    `touching` and `losses` are distributions for the charger after all charges. `touching` counts the models that
    touch the target or fight it across a wall (0 unless the charge arrives), and `losses` counts the models lost.
    `target_losses` is the distribution of the target's losses; a target that is run down loses all its models.
    `games` is the number of sampled games, or 0 if the odds are exact.
    """

    inches: float
    outcomes: tuple[Number, ...]
    touching: Distribution
    losses: Distribution
    target_losses: Distribution
    games: int = 0

    @property
    def arrives(self) -> Number:
        """Chance that the charge arrives."""
        return self.outcomes[0]

    @property
    def run_down(self) -> Number:
        """Chance that the target is run down."""
        return self.outcomes[1]

    @property
    def gets_away(self) -> Number:
        """Chance that the target gets away."""
        return self.outcomes[2]

    @property
    def fails(self) -> Number:
        """Chance that the charge fails."""
        return self.outcomes[3]

    @property
    def in_contact(self) -> Number:
        """Mean number of charging models in contact."""
        return self.touching.mean

    @property
    def lost(self) -> Number:
        """Mean number of models that the charging unit loses."""
        return self.losses.mean

    @property
    def target_lost(self) -> Number:
        """Mean number of models that the target loses before any attack is made."""
        return self.target_losses.mean


class Charges(Answer, Struct, frozen=True):
    """Odds of a charge by distance. Printing the odds shows a table.

    `left_out` lists the distances without odds, in inches, each with the reason. `models` and `target_models` are
    the numbers of models in the charging unit and its target. `stopped` is the reason why the computation stopped
    early, or "". `side` is the charger's side, one of the two `sides`. `assumptions` are the basis of the odds, and
    `hints` point out likely mistakes.

    Examples:
        >>> import pilein
        >>> odds = pilein.charge("examples/wwpd/charge.toml", distances=(6,))
        >>> [(row.inches, row.arrives) for row in odds.rows]
        [(6, Fraction(1, 1))]
    """

    ruleset: str
    unit: str
    target: str
    models: int
    rows: tuple[ChargeOdds, ...]
    left_out: tuple[tuple[float, str], ...] = ()
    stopped: str = ""
    sides: tuple[str, str] = ("", "")
    side: str = ""
    assumptions: Assumptions = {}
    hints: tuple[str, ...] = ()
    target_models: int = 0

    @property
    def side_of(self) -> dict[str, str]:
        """Map the names of the charger and the target to their sides."""
        return {self.unit: self.side, self.target: next((one for one in self.sides if one != self.side), self.side)}

    @property
    def title(self) -> str:
        """Title of the table and the picture of a charge's odds."""
        return f"{self.unit} charge {self.target}"

    @property
    def note(self) -> str:
        """Method by which the figures were computed, and the distances that were left out."""
        left_out = (f'left out: {inches:g}": {reason}' for inches, reason in self.left_out)
        return "\n".join([self._method(), *self.why_never(), *left_out, *filter(None, [self.stopped])])

    def tables(self) -> tuple[Table, ...]:
        """Table of the assumptions, followed by three tables with a row for each distance.

        The three tables give the outcomes in per cent, the outcomes as fractions, and numbers of models.
        """
        outcomes = tuple((one.inches, *one.outcomes) for one in self.rows)
        broken = tuple(row for row in outcomes if any("/" in fraction(one) for one in row[1:]))
        means = tuple((one.inches, *(getattr(one, name) for name in MEANS)) for one in self.rows)
        return (
            assumed(self.assumptions),
            Table(self.title, _columns(IN_WORDS, CHANCE), outcomes),
            Table("as fractions", _columns(IN_WORDS, FRACTION), broken),
            Table("on average", _columns(MEANS, MODELS), means),
        )

    def headline(self) -> Table:
        """Table with a row for each outcome that is possible, and a column for each distance."""
        columns = headed(""), *(headed(f'{one.inches:g}"', CHANCE) for one in self.rows)
        rows = ((name, *(one.outcomes[place] for one in self.rows)) for place, name in enumerate(IN_WORDS.values()))
        return Table(self.title, columns, tuple(row for row in rows if any(row[1:])))

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein charge --json`."""
        return {
            "format": FORMAT,
            **entry(self, "ruleset unit target models target_models assumptions hints"),
            "distances": [_plain(one) for one in self.rows],
            "left_out": [{"inches": inches, "reason": reason} for inches, reason in self.left_out],
            "complete": not self.stopped,
            **({"stopped": self.stopped} if self.stopped else {}),
        }

    def to_dict(self) -> Records:
        """Return one record per distance, with the keys inches, games, arrives, arrives_low, arrives_high and so on.

        The other figures are run_down, gets_away, fails, in_contact, lost and target_lost. Keys that end in `_low`
        and `_high` give the bounds of the 95 % interval; if a figure is exact, both bounds equal the figure.
        """
        found: Records = []
        for one in self.rows:
            record: dict[str, Any] = {"inches": one.inches, "games": one.games}
            for name in (*OUTCOMES, *MEANS):
                ends = zip((f"{name}_low", f"{name}_high"), bounds(getattr(one, name)), strict=True)
                record |= {name: getattr(one, name), **dict(ends)}
            found.append(record)
        return found

    def to_svg(self) -> str:
        """Draw a stacked column of outcomes for each distance and, below the columns, mean numbers of models."""
        colours = plot_colours(self.sides)[self.sides.index(self.side)], *COLOURS
        return columns(
            self.title,
            "how the charge ends, by inches between the units",
            tuple(zip(IN_WORDS.values(), colours, strict=True)),
            tuple(_stack(one, colours) for one in self.rows),
            below=tuple(self._shares()),
            notes=(*self.why_never(), *self._why_left_out()),
            empty="no distance at which the unit could stand",
            footer=in_a_line(self.assumptions),
        )

    def _shares(self) -> Iterator[tuple[str, tuple[Piece, ...]]]:
        """Yield each unit's mean shares of models by distance, leaving out shares that are zero at every distance."""
        own, theirs = f"the share of their {self.models} models", f"the share of their {self.target_models} models"
        for words, name, models, colour in (
            (f"{own} that come into contact, on average", "in_contact", self.models, TOUCHING),
            (f"{own} that {self.unit} lose on the way, on average", "lost", self.models, LOST),
            (f"{theirs} that {self.target} lose, on average", "target_lost", self.target_models, LOST),
        ):
            shares = [float(getattr(one, name)) / models for one in self.rows]
            if max(shares, default=0) > LEAST and not (name == "in_contact" and models == 1):
                pairs = zip(self.rows, shares, strict=True)
                yield words, tuple(Piece(f"{one.inches:g}", share, colour) for one, share in pairs)

    def _method(self) -> str:
        """Describe the method that found the odds: exact, sampled, or one or the other depending on the distance."""
        moment = "to the moment when all charges have been made"
        sampled = [one for one in self.rows if one.games]
        if not sampled:
            return f"exact, {moment}"
        fewest, most = (of(one.games for one in sampled) for of in (min, max))
        games = "too many outcomes: " + (f"{most:,} games" if fewest == most else f"{fewest:,} to {most:,} games")
        if len(sampled) == len(self.rows):
            return f"sampled, {moment}; {games} from each distance"
        inches = ", ".join(f'{one.inches:g}"' for one in sampled)
        return f"exact, {moment}; from {inches} sampled; {games} each"

    def _why_left_out(self) -> Iterator[str]:
        """Yield a note for each reason why distances were left out."""
        for reason, distances in grouped((reason, f'{inches:g}"') for inches, reason in self.left_out).items():
            yield f"left out: {listed(distances)}: {reason}"

    def why_never(self) -> Iterator[str]:
        """Yield a note on the distances at which every roll gives the charge the same outcome, with the reason."""
        for outcome, why in NEVER.items():
            distances = [INCHES.cell(one.inches) for one in self.rows if not one.games and getattr(one, outcome) == 1]
            if distances:
                yield f"from {listed(distances)}: {why}"

    def __repr__(self) -> str:
        wanted = len(self.rows) + len(self.left_out)
        return f"<Charges of {self.ruleset}: {self.title}, {len(self.rows)} of {wanted} distances>"


def _stack(one: ChargeOdds, colours: tuple[str, ...]) -> Stack:
    parts = zip(IN_WORDS.values(), one.outcomes, colours, strict=True)
    pieces = tuple(Piece(f"{words}: {percent(chance)}", float(chance), colour) for words, chance, colour in parts)
    low, high = bounds(one.arrives)
    return Stack(f"{one.inches:g}", pieces, (low, high) if low < high else None)


def _plain(one: ChargeOdds) -> dict[str, Any]:
    figures = " ".join(f"{name}%" for name in (*OUTCOMES, *MEANS))
    distributions = {name: as_chances(getattr(one, name)) for name in ("touching", "losses", "target_losses")}
    return {**entry(one, f"inches games {figures}"), **distributions}


def _columns(words: Mapping[str, str], kind: Kind) -> tuple[Column, ...]:
    return FROM, *(headed(heading, kind) for heading in words.values())
