"""Odds of a charge from one distance after the other: that it arrives, what it loses, that the target flees."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.engine.chain.chain import Chain, compiled
from pilein.engine.charging import Charging
from pilein.engine.players import Policy
from pilein.engine.rules import Rules
from pilein.geometry.ticks import ticks
from pilein.kernel.errors import BadInput, TooManyPositions
from pilein.lab.approaches import brought
from pilein.lab.changes import why_refused
from pilein.lab.figures import Law
from pilein.lab.figures_as_data import FORMAT, as_fraction, as_number
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text, bar, fraction, percent
from pilein.lab.odds import TABLE_LIMIT
from pilein.lab.odds_policies import Chosen, policies_of
from pilein.lab.odds_solving import Chances, solved
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import scenario_of
from pilein.tabletop.scenario import Scenario

Progress = Callable[[int, int], None]  # (distances done, distances wanted)

DISTANCES = tuple(range(1, 13))  # inches
MOST = 200  # inches: no table is wider
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
    """A charge from so many inches: the chances that it arrives, some model in contact, and that the target flees.

    `touching` and `losses` are the laws of the charger's models in contact with the target, and of those it has lost,
    when all charges have been made.
    """

    inches: float
    arrives: Fraction
    flees: Fraction
    touching: Law
    losses: Law

    @property
    def in_contact(self) -> Fraction:
        """Models that come into contact on average."""
        return _mean(self.touching)

    @property
    def lost(self) -> Fraction:
        """Models that the charger loses on average."""
        return _mean(self.losses)


class Charges(Struct, frozen=True):
    """The odds of a charge by distance; printing it shows a table. `left_out`: distances in inches, and why.

    `models`: how many charge.
    """

    ruleset: str
    unit: str
    target: str
    models: int
    rows: tuple[ChargeOdds, ...]
    left_out: tuple[tuple[float, str], ...] = ()

    @property
    def title(self) -> str:
        """What is told of."""
        return f"{self.unit} charge {self.target}"

    @property
    def note(self) -> str:
        """How the figures were come by, and what has been left out."""
        lines = ["worked out in fractions, to the moment when all charges have been made"]
        lines += [f'left out: {inches:g}": {reason}' for inches, reason in self.left_out]
        return "\n".join(lines)

    def sections(self) -> tuple[Section, ...]:
        """The table."""
        told = tuple(
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
        return (Section(self.title, HEADS, told),) if told else ()

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein charge --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "unit": self.unit,
            "target": self.target,
            "models": self.models,
            "distances": [_plain(one) for one in self.rows],
            "left_out": [{"inches": inches, "reason": reason} for inches, reason in self.left_out],
        }

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


def charge(
    scenario: Scenario | str | Path,
    unit: str | None = None,
    target: str | None = None,
    *,
    distances: Sequence[float] = DISTANCES,
    policy: Chosen = "sensible",
    rulings: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Charges:
    """The odds of a charge of a unit on an enemy, from each of these distances in inches, edge to edge.

    The unit is moved straight towards its target or away from it; all else stands as the scenario has it. It charges as
    soon as it may; what else is asked `policy` answers, as in `odds`. The units need not be named where there is no
    other. `progress` is told (distances done, wanted).

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: no such units, no table, what is no distance, or a ruleset without charges.
        UnknownRule: no such policy, ruling or option.

    """
    found, wanted = scenario_of(scenario, rulings), _distances(distances)
    ruleset = rules(found.ruleset)
    charging = _charging(found, ruleset)
    one, other = _pair(found, unit, target)
    approach = _Approach(ruleset, charging, one, other, policies_of(policy, found.ruleset))
    told: list[tuple[float, ChargeOdds | str]] = []
    for inches in wanted:
        told.append((inches, approach.odds(found, inches)))
        if progress:
            progress(len(told), len(wanted))
    rows = tuple(row for _, row in told if isinstance(row, ChargeOdds))
    left_out = tuple((inches, row) for inches, row in told if isinstance(row, str))
    charger, enemy = found.units[one], found.units[other]
    return Charges(found.ruleset, charger.name, enemy.name, charger.models, rows, left_out)


class _Approach:
    """Who charges whom, under which rules, and who answers."""

    def __init__(
        self, ruleset: Rules, charging: Charging, unit: int, target: int, policies: tuple[Policy, Policy]
    ) -> None:
        self._rules = ruleset
        self._charging = charging
        self._unit = unit
        self._target = target
        self._policies = policies

    def odds(self, scenario: Scenario, inches: float) -> ChargeOdds | str:
        """The odds from so many inches, or why there are none."""
        moved = brought(scenario, self._unit, self._target, ticks(inches))
        if moved is None:
            return "the unit cannot be brought there along a straight line"
        reason = why_refused(moved)
        if reason:
            return reason
        try:
            chain = self._compiled(moved)
        except TooManyPositions as error:
            return str(error)
        return self._read(chain, moved.units[self._unit].models, inches)

    def _compiled(self, scenario: Scenario) -> Chain:
        begun = self._rules.opened(scenario)
        side = begun.state.setup.units[self._unit].side
        policies = list(self._policies)
        policies[side] = self._charging.declaring(self._unit, self._target, policies[side])
        both = (policies[0], policies[1])
        return compiled(self._rules, begun, both, phases=1, limit=TABLE_LIMIT, until=self._charging.over)

    def _read(self, chain: Chain, models: int, inches: float) -> ChargeOdds:
        ends = solved(chain, phases=1, exact=True)
        unit, target, fate = self._unit, self._target, self._rules.fate
        touching = ends.law(chain.read(lambda state: _touching(state, unit, target)))
        fled = ends.law(
            chain.read(lambda state: bool(state.field.living(target)) and self._is_beaten(fate(state, target)))
        )
        lost = ends.law(chain.read(lambda state: models - state.field.living(unit)))
        contact = _law(touching)
        return ChargeOdds(inches, 1 - _share(contact, 0), _chance(fled), contact, _law(lost))

    def _is_beaten(self, fate: str) -> bool:
        return fate in self._rules.beaten


def _distances(given: Sequence[float]) -> tuple[float, ...]:
    """All of them, if they are distances."""
    for one in given:
        if not 0 <= one <= MOST:
            raise BadInput(f"{one!r} is no distance", key="distances", remedy=f"give inches from 0 to {MOST}")
    return tuple(given)


def _charging(scenario: Scenario, ruleset: Rules) -> Charging:
    """How units charge in this ruleset, where there is a table to charge on."""
    if isinstance(ruleset.charging, str):
        raise BadInput(ruleset.charging, remedy="ask for the odds of the scenario")
    if scenario.press is not None:
        raise BadInput("in the press everybody has charged already", remedy="place the units on a table")
    return ruleset.charging


def _pair(scenario: Scenario, unit: str | None, target: str | None) -> tuple[int, int]:
    """The numbers of the unit that charges and of its target."""
    own = [one.name for one in scenario.units if one.side == scenario.active]
    enemies = [one.name for one in scenario.units if one.side != scenario.active]
    names = [one.name for one in scenario.units]
    return names.index(_named(unit, own, "--from")), names.index(_named(target, enemies, "--at"))


def _named(name: str | None, names: list[str], option: str) -> str:
    if name is None and len(names) == 1:
        return names[0]
    if name in names:
        return name or ""
    near = get_close_matches(name or "", names, 1, 0.3)
    remedy = f"did you mean {near[0]!r}?" if near else f"name one of {', '.join(names)}"
    message = f"{name!r} is none of the units that could be meant" if name else "several units could be meant"
    raise BadInput(message, key=option, remedy=remedy)


def _touching(state: Any, unit: int, target: int) -> int:  # noqa: ANN401 - the ruleset's own
    """How many models of a unit touch its target."""
    enemies, whose = state.field.contacts.enemies, state.setup.unit_of
    return sum(any(whose[foe] == target for foe in enemies[model]) for model in state.field.models(unit))


def _mean(law: Law) -> Fraction:
    return sum((value * Fraction(chance) for value, chance in law.chances), Fraction(0))  # type: ignore[arg-type]


def _share(law: Law, value: int) -> Fraction:
    return Fraction(dict(law.chances).get(value, 0))  # type: ignore[arg-type]


def _chance(chances: Chances) -> Fraction:
    return Fraction(chances.get(True, 0))


def _law(chances: Chances) -> Law:
    return Law(tuple(sorted((value, chance) for value, chance in chances.items() if isinstance(value, int) and chance)))


def _plain(one: ChargeOdds) -> dict[str, Any]:
    figures = ("arrives", "in_contact", "flees", "lost")
    told = {name: as_number(getattr(one, name)) for name in figures}
    return {"inches": one.inches, **told, "touching": _plain_law(one.touching), "losses": _plain_law(one.losses)}


def _plain_law(law: Law) -> dict[str, str]:
    return {str(value): as_fraction(Fraction(chance)) for value, chance in law.chances}  # type: ignore[arg-type]
