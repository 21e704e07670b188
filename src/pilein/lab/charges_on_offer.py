"""List the charges that may be declared now, with their distances and their chances to arrive."""

import time
from collections.abc import Iterator
from contextlib import suppress
from math import ceil, floor

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.budget import Budget
from pilein.engine.game import Game
from pilein.engine.policies import named
from pilein.geometry.gaps import nearest
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import inches
from pilein.kernel.errors import Spent
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice
from pilein.lab.charge_solving import Charger, Effort
from pilein.lab.figures import Estimate, Number
from pilein.tabletop.plane import Plane

SECONDS, MEMORY = 10.0, 200_000_000  # for all charges in one question; the rest get no chances
CLAUSES = 4_000  # clauses run for all charges
EACH, GAMES = 1_000, 60  # clauses run to solve one charge; beyond this, games are sampled
CERTAIN = 0.005  # closer to 0 or 1, a chance would be rounded to it


class ChargeOnOffer(Struct, frozen=True):
    """Charge that may be declared, with the answer that declares it, its distance in inches, and its chance to arrive.

    `arrives` is None if the chance is unknown. The chance assumes that no other unit charges and that the other side
    plays sensibly. A chance that is too complex to solve is sampled.
    """

    unit: str
    target: str
    answer: Answer
    inches: float
    arrives: Number | None

    @property
    def chance(self) -> float | None:
        """Chance that the charge arrives, or None if unknown."""
        return None if self.arrives is None else float(self.arrives)

    @property
    def words(self) -> str:
        """Text for a player, with the distance of the charge and the chance that it arrives."""
        chance = "" if self.arrives is None else f", arrives {_percent(self.arrives)}"
        return f'{self.target} {self.inches:.1f}" away{chance}'


def _percent(chance: Number) -> str:
    """Format a chance in whole per cent, with an interval if it is sampled.

    Only certain outcomes are shown as 0 or 100.
    """
    if isinstance(chance, Estimate):
        low, high = (100 * bound for bound in chance.interval)
        if not 0 < chance.value < 1:
            return f"at most {ceil(high)} %" if chance.value == 0 else f"at least {floor(low)} %"
        return f"about {100 * chance.value:.0f} % ({low:.0f} to {high:.0f})"
    if 0 < chance < CERTAIN:
        return "< 1 %"
    return "> 99 %" if 1 - CERTAIN < chance < 1 else f"{100 * float(chance):.0f} %"


def charges_on_offer(game: Game, choice: Choice) -> tuple[ChargeOnOffer, ...]:
    """Return every charge that can be declared in answer to a question, with the chance that it arrives.

    Returns () if the question is not about charges. Whether a chance is solved, sampled or left out depends on the
    number of charges and on the work that they require. If time runs out, the remaining chances are None.
    """
    found, charging = list(charges_by_distance(game, choice)), game.rules.charging
    if isinstance(charging, str):
        return ()
    number_of = {unit.name: unit.number for unit in game.state.setup.units}
    policy = named("sensible", game.state.setup.ruleset, seed=0, side=0)
    policies, meter, left = (policy, policy), Budget(SECONDS, MEMORY, time.process_time).started(), CLAUSES
    with suppress(Spent), watched(meter.check):
        for place, one in enumerate(found):
            if left <= 0:
                break
            pair = number_of[one.unit], number_of[one.target]
            charger = Charger(game.rules, charging, *pair, policies, meter, are_ours=True)
            begun = Position(game.state, game.position.agenda)
            arrives = charger.odds_from(begun, one.inches, Effort(min(EACH, left), GAMES)).arrives
            found[place], left = replace(one, arrives=arrives), left - charger.work
    return tuple(found)


def charges_by_distance(game: Game, choice: Choice) -> tuple[ChargeOnOffer, ...]:
    """Return every charge that can be declared, with its distance but without its chance.

    No charge is solved, so this is fast.
    """
    return tuple(_declarations(game, choice))


def _declarations(game: Game, choice: Choice) -> Iterator[ChargeOnOffer]:
    """Yield the charges that the question allows. Their chances are not yet known."""
    state, field, charging = game.state, game.state.field, game.rules.charging
    if isinstance(charging, str) or not isinstance(field, Plane):
        return
    units = state.setup.units
    for unit in filter(field.living, state.setup.units_of(choice.side)):
        for target in filter(field.living, state.setup.units_of(1 - choice.side)):
            answer = charging.declared(state, choice, unit, target)
            if _names(answer, unit, target) and choice.why_not(answer) is None:
                far = inches(gap_between(field, unit, target))
                yield ChargeOnOffer(units[unit].name, units[target].name, answer, far, None)


def shapes_in(field: Plane, unit: int) -> list[Shape]:
    """Return the shapes of a unit's models on a table."""
    return [field.shapes[model] for model in field.models(unit)]


def gap_between(field: Plane, unit: int, target: int) -> float:
    """Return the distance in ticks between the nearest models of two units, measured edge to edge."""
    return nearest(shapes_in(field, unit), shapes_in(field, target))


def _names(answer: Answer, unit: int, target: int) -> bool:
    """Whether an answer declares the charge of `unit` on `target`, or any charge by `unit`."""
    return isinstance(answer, tuple) and (answer == (unit,) or {unit, target} == {*answer})
