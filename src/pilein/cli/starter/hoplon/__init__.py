"""Hoplon: units in contact strike at each other, first those of the active side."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Struct

from pilein.dice import Count
from pilein.kernel.clauses import Clauses
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.requests import Choice, OneOf
from pilein.kernel.rulings import read_rulings, readings
from pilein.kernel.table import Table
from pilein.tabletop.battle import Moment
from pilein.tabletop.fielding import fielded
from pilein.tabletop.keys import InFile, keys_of, made
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Member, Scenario, Unit
from pilein.tabletop.vocabulary import Vocabulary

# --- data: models, the battle, events -------------------------------------------------------------


class Traits(Struct, frozen=True):
    """Characteristics of a model that matter in a fight."""

    skill: Annotated[int, InFile("die result needed to slay", 2, 6)] = 4


class Status(Struct, frozen=True):
    """Status of a unit. A field with `InFile` is a key of scenario files. `began` has no key."""

    began: int = 0  # models when the phase began


class Battle(Moment[Status], frozen=True):
    """State of a battle: its set-up, active side, field, and the status of each unit."""


class Slain(Event, frozen=True, kw_only=True, tag=True):
    """Event: models of a unit were slain."""

    template: ClassVar[str] = "{unit}: {count:model} slain by {by}"

    unit: str
    by: str
    count: int


# --- scenario files -------------------------------------------------------------------------------------

RULINGS = read_rulings(__name__)
VOCABULARY = Vocabulary(
    ruleset="hoplon",
    package=__name__,
    characteristics=keys_of(Traits),
    rulings=RULINGS,
)


# --- the rules ------------------------------------------------------------------------------------------------------


class Step(StrEnum):
    """Keys of Hoplon's clauses, as stored in records and saves."""

    STRIKE = "strike"
    STRIKE_BACK = "strike_back"


SEQUENCE = (("The active side strikes", (Step.STRIKE,)), ("The others strike back", (Step.STRIKE_BACK,)))
clause = Clauses()


@clause(Step.STRIKE, "HO-01")
def strike(battle: Battle, table: Table, unit: int) -> Battle:
    """HO-01. Each model in a unit of the active side rolls a die. Its skill or more slays an enemy in contact."""
    return struck(battle, table, unit, battle.field.living(unit), "HO-01")


@clause(Step.STRIKE_BACK, "HO-02")
def strike_back(battle: Battle, table: Table, unit: int) -> Battle:
    """HO-02. After the active side, the units of the other side strike back in the same way."""
    living = battle.field.living(unit)
    began = battle.status(unit).began
    everybody = living < began and table.rule("HO-R-01") == "all"
    return struck(battle, table, unit, began if everybody else living, "HO-02")


def struck(battle: Battle, table: Table, unit: int, models: int, sentence: str) -> Battle:
    """Let `models` models of a unit strike an enemy in contact, remove the models slain, and return the battle."""
    enemies = tuple(battle.field.touched_units(unit))
    if not enemies or not models:
        return battle
    names = tuple(battle.unit(enemy).name for enemy in enemies)
    target = table.choose(OneOf(battle.side(unit), sentence, "Whom does it strike?", enemies, names))
    kind = battle.setup.kind_of[battle.unit(unit).models.start]
    skill = battle.setup.kinds[kind].traits.skill
    hits = table.roll(Count(models, skill, label="to hit"))
    standing = battle.field.models(target)
    fallen = standing[: min(hits, len(standing))]
    if not fallen:
        return battle
    by, name = battle.unit(unit).name, battle.unit(target).name
    table.tell(Slain(unit=name, by=by, count=len(fallen), clause=sentence))
    return battle.on(battle.field.without(frozenset(fallen)))


# --- the sensible policy --------------------------------------------------------------------------------------------


def sensible(battle: Battle, choice: Choice) -> int:
    """Strike the enemy with the fewest models, since that enemy is destroyed soonest. No other question is asked."""
    enemies: list[int] = [answer for _words, answer in choice.candidates()]
    return min(enemies, key=battle.living)


# --- the start of a phase ---------------------------------------------------------------------------------------


def opened(scenario: Scenario) -> Position:
    """Return the position at the start of the active side's phase."""
    setup, field = fielded(scenario, readings(RULINGS, scenario.rulings), traits_of)
    statuses = tuple(Status() for _ in setup.units)
    return begun(Battle(setup, setup.sides.index(scenario.active), field, statuses))


def traits_of(scenario: Scenario, _unit: Unit, member: Member) -> Traits:
    """Return a member's traits, taken from its profile."""
    return made(Traits, scenario.profiles[member.profile].values)


def next_phase(position: Position, _played: int) -> Position:
    """Return the position at the start of the next phase, with the other side active."""
    battle: Battle = position.state
    return begun(battle.changed(active=1 - battle.active))


def begun(battle: Battle) -> Position:
    """Return the position of a battle at the start of a phase, with the strikers in order."""
    units = battle.setup.units
    for unit in units:
        battle = battle.having(unit.number, began=battle.living(unit.number))
    first = ((Step.STRIKE, unit.number) for unit in units if unit.side == battle.active)
    then = ((Step.STRIKE_BACK, unit.number) for unit in units if unit.side != battle.active)
    return Position(battle, (*first, *then))


RULESET = Ruleset(
    name="hoplon",
    prefix="HO",
    version=1,
    clauses=clause,
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    policy=sensible,
)
