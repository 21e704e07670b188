"""What a charge that may be declared now promises: its distance and the chance that it arrives."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice.weights import watched
from pilein.engine.budget import Budget
from pilein.engine.game import Game
from pilein.engine.policies import named
from pilein.geometry.gaps import gap
from pilein.geometry.ticks import inches
from pilein.kernel.errors import TooMuch
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice
from pilein.lab.charge_solving import Charger
from pilein.lab.figures import Estimate
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Charging
from pilein.tabletop.setup import Setup

SECONDS, MEMORY = 0.7, 200_000_000  # for all charges of one question


class ChargeOnOffer(Struct, frozen=True):
    """A charge: the answer that declares it, its distance in inches, and its chance to arrive (None: not known).

    The chance is that of this charge alone, the other side playing sensibly; sampled where it cannot be solved at once.
    """

    unit: str
    target: str
    answer: Answer
    inches: float
    chance: float | None

    @property
    def words(self) -> str:
        """The distance and the chance, for people."""
        chance = "" if self.chance is None else f", arrives {100 * self.chance:.0f} %"
        return f'{self.target} {self.inches:.1f}" away{chance}'


def charges_on_offer(game: Game, choice: Choice) -> tuple[ChargeOnOffer, ...]:
    """Each charge that can be declared in answer to a question, with its chance; () for any other question."""
    charging = game.rules.charging
    if isinstance(charging, str):
        return ()
    declared = tuple(_declarations(game, charging, choice))
    return tuple(_on_offer(game, charging, SECONDS / len(declared), *one) for one in declared)


def charges_by_distance(game: Game, choice: Choice) -> tuple[ChargeOnOffer, ...]:
    """The same at once, with the distances alone."""
    charging = game.rules.charging
    if isinstance(charging, str):
        return ()
    return tuple(_far_away(game, *one) for one in _declarations(game, charging, choice))


def _declarations(game: Game, charging: Charging, choice: Choice) -> Iterator[tuple[int, int, Answer]]:
    """(Charger, target, answer) of each charge that the question allows."""
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
    """Whether an answer declares this charge, or that of the unit at anybody."""
    return isinstance(answer, tuple) and (answer == (unit,) or {unit, target} == {*answer})


def _on_offer(game: Game, charging: Charging, seconds: float, unit: int, target: int, answer: Answer) -> ChargeOnOffer:
    setup: Setup = game.state.setup
    found = _far_away(game, unit, target, answer)
    policy, begun = named("sensible", setup.ruleset, seed=0, side=0), Position(game.state, game.position.agenda)
    meter = Budget(seconds, MEMORY).started()
    charger = Charger(game.rules, charging, unit, target, (policy, policy), meter)
    try:
        with watched(meter.check):
            arrives = charger.odds_from(begun, found.inches).arrives
    except TooMuch:
        return found
    return replace(found, chance=arrives.value if isinstance(arrives, Estimate) else float(arrives))


def _far_away(game: Game, unit: int, target: int, answer: Answer) -> ChargeOnOffer:
    """A charge with its distance."""
    setup, field = game.state.setup, game.state.field
    shapes = field.shapes
    far = min(gap(shapes[one], shapes[other]) for one in field.models(unit) for other in field.models(target))
    return ChargeOnOffer(setup.units[unit].name, setup.units[target].name, answer, inches(far), None)
