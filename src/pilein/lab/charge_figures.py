"""Odds of a charge by distance: figures, tables and JSON document."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pilein.kernel.nearest import listed
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.charge_plot import Columns, Distance, plotted
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.figures import Distribution, Number
from pilein.lab.figures_as_data import FORMAT, as_chances, as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text, bar, fraction, percent
from pilein.lab.report import Records, as_frame

INTERRUPTED = "interrupted"
HEADS = (
    ("from", RIGHT),
    ("arrives", RIGHT),
    ("exactly", RIGHT),
    ("", LEFT),
    ("in contact", RIGHT),
    ("flees", RIGHT),
    ("lost", RIGHT),
)


class ChargeOdds(Struct, frozen=True):
    """A charge from `inches`: the chances that it arrives (with a model that fights) and that the target flees.

    `touching` and `losses` are distributions over the charger: models that touch the target or fight it across a wall,
    and models lost, when all charges have been made. `games`: number of sampled games, 0 if exact.
    """

    inches: float
    arrives: Number
    flees: Number
    touching: Distribution
    losses: Distribution
    games: int = 0

    @property
    def in_contact(self) -> Number:
        """Models that come into contact on average."""
        return self.touching.mean

    @property
    def lost(self) -> Number:
        """Models that the charger loses on average."""
        return self.losses.mean


class Charges(Struct, frozen=True):
    """The odds of a charge by distance; printing it shows a table. `left_out`: distances in inches, and why.

    `models`: number of chargers. `stopped`: why some distances are missing, if it was stopped. `side` is the charger's
    among the two `sides`. `assumptions` are what the odds rest on, `hints` what was probably meant otherwise.

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

    @property
    def is_interrupted(self) -> bool:
        """Whether the user stopped it."""
        return self.stopped == INTERRUPTED

    @property
    def title(self) -> str:
        """The title."""
        return f"{self.unit} charge {self.target}"

    @property
    def note(self) -> str:
        """How the figures were computed, and what was left out."""
        lines = [
            self._how(),
            *self._why_never(),
            *(f'left out: {inches:g}": {reason}' for inches, reason in self.left_out),
        ]
        if self.stopped:
            lines.append(self.stopped)
        return "\n".join(lines)

    def sections(self) -> tuple[Section, ...]:
        """The assumptions and the table."""
        shown = tuple(
            (
                f'{one.inches:g}"',
                percent(one.arrives),
                fraction(one.arrives),
                bar(one.arrives),
                f"{float(one.in_contact):.2f}",
                percent(one.flees),
                f"{float(one.lost):.3f}",
            )
            for one in self.rows
        )
        return (*assumed(self.assumptions), *((Section(self.title, HEADS, shown),) if shown else ()))

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein charge --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "unit": self.unit,
            "target": self.target,
            "models": self.models,
            "assumptions": self.assumptions,
            "hints": self.hints,
            "distances": [_plain(one) for one in self.rows],
            "left_out": [{"inches": inches, "reason": reason} for inches, reason in self.left_out],
            "complete": not self.stopped,
            **({"stopped": self.stopped} if self.stopped else {}),
        }

    def to_dict(self) -> Records:
        """The figures as records: {inches, arrives, in_contact, flees, lost, games}."""
        names = ("inches", "arrives", "in_contact", "flees", "lost", "games")
        return [{name: getattr(one, name) for name in names} for one in self.rows]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """A picture: a column for each distance, as high as the chance that the charge arrives."""
        rows = tuple(
            Distance(one.inches, *map(float, (one.arrives, one.flees, one.in_contact, one.lost))) for one in self.rows
        )
        colour = plot_colours(self.sides)[self.sides.index(self.side)]
        rests_on = in_a_line(self.assumptions)
        notes = (*self._why_never(), *self._why_left_out())
        return plotted(Columns(self.title, self.unit, self.target, self.models, rows, colour, rests_on, notes))

    def _how(self) -> str:
        """Whether it was solved exactly or sampled, or which distances were."""
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
        """The distances that are missing, by reason."""
        by_reason: dict[str, list[str]] = {}
        for inches, reason in self.left_out:
            by_reason.setdefault(reason, []).append(f'{inches:g}"')
        for reason, distances in by_reason.items():
            yield f"left out: {listed(distances)}: {reason}"

    def _why_never(self) -> Iterator[str]:
        """Why a charge never arrives: no roll is enough, or the target is always gone."""
        never = [one for one in self.rows if not one.games and one.arrives == 0]
        beyond = [f'{one.inches:g}"' for one in never if one.flees == 0]
        gone = [f'{one.inches:g}"' for one in never if one.flees == 1]
        if beyond:
            yield f"from {listed(beyond)}: no charge arrives, whatever is rolled"
        if gone:
            yield f"from {listed(gone)}: the target always flees and gets away"

    def __repr__(self) -> str:
        wanted = len(self.rows) + len(self.left_out)
        return f"<Charges of {self.ruleset}: {self.title}, {len(self.rows)} of {wanted} distances>"

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def _plain(one: ChargeOdds) -> dict[str, Any]:
    figures = ("arrives", "in_contact", "flees", "lost")
    shown = {name: as_number(getattr(one, name)) for name in figures}
    distributions = {"touching": as_chances(one.touching), "losses": as_chances(one.losses)}
    return {"inches": one.inches, "games": one.games, **shown, **distributions}
