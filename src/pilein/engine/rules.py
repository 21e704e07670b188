"""What a driver needs to know of a ruleset, so that it need not know the ruleset."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pilein.engine.charging import Charging
from pilein.kernel.events import Clock, Event
from pilein.kernel.position import Position
from pilein.kernel.ruleset import Rulebook
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.scenario import Loaded, Scenario
from pilein.tabletop.vocabulary import Vocabulary

MOST_PHASES = 1000  # of a game that is played to the end


def no_further_phase(_position: Position, _played: int) -> Position | None:
    """What follows a phase where a ruleset plays one phase alone."""
    return None


def no_limit(_state: BattleState) -> int | None:
    """No ruling ends a combat that goes on for ever."""
    return None


def anything_goes(_loaded: Loaded) -> None:
    """Pass any scenario, where a ruleset has nothing of its own to say against one."""


def there_or_not(state: BattleState, unit: int) -> str:
    """What has become of a unit, as far as any ruleset tells: whether anybody of it is left."""
    return "standing" if state.field.living(unit) else "destroyed"


def those_on_the_field(state: BattleState, unit: int) -> int:
    """How many models are left of a unit, where nobody comes back who is gone."""
    found: int = state.field.living(unit)
    return found


def no_clock(_position: Position) -> Clock | None:
    """Nothing within a phase is counted."""
    return None


def in_contact(field: Plane | Press, units: int) -> bool:
    """Whether any unit touches an enemy: a combat is left."""
    return any(field.touched_units(unit) for unit in range(units))


def anybody_in_contact(state: BattleState) -> bool:
    """Whether a combat is left, where only those fight who touch an enemy."""
    return in_contact(state.field, len(state.setup.units))


class Rules(Struct, frozen=True):
    """A ruleset at work: its clauses, how it opens a scenario, and the phase that follows one that is over.

    `next_phase` is told how many have been played, and gives None where there is none to follow. `opened` raises
    BadScenario where the ruleset cannot play a scenario; `check` does so for what no game could have come to, at the
    line where it is written. `limit` is the number of phases after which a ruling ends what still goes on, if one does;
    before it `next_phase` depends on the position alone. `is_fighting` says whether a combat is left when a phase is
    over. `clock` is what counts the rounds of the one phase that can follow a position, if it has any: then no other
    phase comes after that one.

    What odds and battles ask: `left` is how many models a unit has, those off the table that may come back among them.
    `fate` is what has become of a unit, in the ruleset's words, `beaten` those words that
    mean it is out of the battle. `decisive` are the kinds of events by which units come to be so; pictures that move
    tell them. `results` are those that tell how a combat went: each has a `winner`, a side's name, unless it was drawn,
    and a `margin` if scores were compared.
    `charging` is how units charge; where they do not, the reason in words. `fates` are the words that `fate` may give.
    `vocabulary` is what scenarios that no file was read for are judged by; None: they are not judged by words.
    """

    rulebook: Rulebook
    opened: Callable[[Scenario], Position]
    next_phase: Callable[[Position, int], Position | None] = no_further_phase
    check: Callable[[Loaded], None] = anything_goes
    limit: Callable[[Any], int | None] = no_limit
    is_fighting: Callable[[Any], bool] = anybody_in_contact
    clock: Callable[[Position], Clock | None] = no_clock
    fate: Callable[[Any, int], str] = there_or_not
    left: Callable[[Any, int], int] = those_on_the_field
    beaten: tuple[str, ...] = ("destroyed",)
    decisive: tuple[type[Event], ...] = ()
    results: tuple[type[Event], ...] = ()
    charging: Charging | str = "it is not known how units charge"
    fates: tuple[str, ...] = ("standing", "destroyed")
    vocabulary: Vocabulary | None = None


def following(rules: Rules, position: Position, phase: int, phases: int) -> Position | None:
    """The position in which the next phase begins, when phase `phase` of `phases` (0: to the end) is over.

    None if that was the last, or if all phases are wanted and no combat is left.
    """
    if phase >= (phases or MOST_PHASES):
        return None
    if phases == 0 and not rules.is_fighting(position.state):
        return None
    return rules.next_phase(position, phase)
