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
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import inches
from pilein.kernel.errors import Spent
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice
from pilein.lab.charge_solving import Charger, Effort
from pilein.lab.figures import Estimate, Number
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Charging

SECONDS, MEMORY = 10.0, 200_000_000  # for all charges in one question; the rest get no chances
CLAUSES = 4_000  # clauses run for all charges
EACH, GAMES = 1_000, 60  # clauses run to solve one charge; beyond this, games are sampled
CERTAIN = 0.005  # closer to 0 or 1, a chance would be rounded to it


class ChargeOnOffer(Struct, frozen=True):
    """Charge that may be declared, with its answer, its distance in inches, and its chance to arrive (None if unknown).

    The chance assumes that no other unit charges and that the other side plays sensibly. It is sampled if it is too
    complex to solve.
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
        """Distance of the charge and the chance that it arrives, formatted for people."""
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
    """Return every charge that can be declared in answer to a question, with its chance. Any other question yields ().

    Whether a chance is solved, sampled or left out depends on the number of charges and the work they require. A
    charge not reached in time has no chance.
    """
    charging = game.rules.charging
    if isinstance(charging, str):
        return ()
    found = [_far_away(game, *one) for one in _declarations(game, charging, choice)]
    policy = named("sensible", game.state.setup.ruleset, seed=0, side=0)
    policies, meter, left = (policy, policy), Budget(SECONDS, MEMORY, time.process_time).started(), CLAUSES
    with suppress(Spent), watched(meter.check):
        for number, (unit, target, _) in enumerate(_declarations(game, charging, choice)):
            if left <= 0:
                break
            charger = Charger(game.rules, charging, unit, target, policies, meter, are_ours=True)
            begun = Position(game.state, game.position.agenda)
            arrives = charger.odds_from(begun, found[number].inches, Effort(min(EACH, left), GAMES)).arrives
            found[number], left = replace(found[number], arrives=arrives), left - charger.work
    return tuple(found)


def charges_by_distance(game: Game, choice: Choice) -> tuple[ChargeOnOffer, ...]:
    """Return every charge that can be declared, with its distance but without its chance.

    No charge is solved, so this is fast.
    """
    charging = game.rules.charging
    if isinstance(charging, str):
        return ()
    return tuple(_far_away(game, *one) for one in _declarations(game, charging, choice))


def _declarations(game: Game, charging: Charging, choice: Choice) -> Iterator[tuple[int, int, Answer]]:
    """Yield (charger, target, answer) for each charge that the question allows."""
    state, setup = game.state, game.state.setup
    if not isinstance(state.field, Plane):
        return
    for unit in setup.units_of(choice.side):
        for target in setup.units_of(1 - choice.side):
            if not state.field.living(unit) or not state.field.living(target):
                continue
            answer = charging.declared(state, choice, unit, target)
            if _names(answer, unit, target) and choice.why_not(answer) is None:
                yield unit, target, answer


def _names(answer: Answer, unit: int, target: int) -> bool:
    """Whether an answer declares the charge of `unit` on `target`, or any charge by `unit`."""
    return isinstance(answer, tuple) and (answer == (unit,) or {unit, target} == {*answer})


def _far_away(game: Game, unit: int, target: int, answer: Answer) -> ChargeOnOffer:
    """Return a charge on offer with its distance and an unknown chance to arrive."""
    setup, field = game.state.setup, game.state.field
    shapes = field.shapes
    far = min(gap(shapes[one], shapes[other]) for one in field.models(unit) for other in field.models(target))
    return ChargeOnOffer(setup.units[unit].name, setup.units[target].name, answer, inches(far), None)
