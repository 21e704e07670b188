"""Initial position of a WarStrike close-combat phase, set up from a scenario."""

from msgspec import convert

from pilein.kernel.events import Clock
from pilein.kernel.position import Position
from pilein.rulesets.warstrike.combats import find_combats
from pilein.rulesets.warstrike.profile import Traits, Weapon
from pilein.rulesets.warstrike.state import NOBODY, Battle, Status
from pilein.rulesets.warstrike.steps import Step
from pilein.rulesets.warstrike.vocabulary import VOCABULARY
from pilein.tabletop.fielding import fielded, in_force
from pilein.tabletop.keys import made
from pilein.tabletop.scenario import Member, Scenario, Unit


def opened(scenario: Scenario) -> Position:
    """Set up the position at the start of the active side's close-combat phase.

    Raises:
        BadScenario: the ruleset cannot field a unit as the scenario describes it.
    """
    setup, field = fielded(scenario, in_force(scenario, VOCABULARY), traits_of)
    statuses = tuple(_status(unit, made.models) for unit, made in zip(scenario.units, setup.units, strict=True))
    battle = Battle(setup, setup.sides.index(scenario.active), field, statuses)
    return Position(battle, ((Step.CLOSE_COMBAT_PHASE,),))


def next_phase(position: Position, _played: int) -> Position | None:
    """Return the position at the start of the next side's close-combat phase.

    The result is None if no units are in close-combat any more, or if a combat of the previous phase did not end
    (WS-R-04). Such a combat would not end in the next phase either, because nothing changes between the two phases.
    """
    battle: Battle = position.state
    if battle.drawn or not find_combats(battle):
        return None
    return Position(battle, ((Step.CLOSE_COMBAT_PHASE,),))


def is_fighting(battle: Battle) -> bool:
    """Whether any units are in close-combat. Close-combat reaches 6 inches and does not require contact."""
    return bool(find_combats(battle))


def clock(position: Position) -> Clock | None:
    """Counter of half-cycles for a phase in the press with a single combat (WS-R-04).

    The result is None if the number of half-cycles is unlimited, or if there are several combats, since each combat
    counts its own half-cycles.
    """
    battle: Battle = position.state
    most = battle.setup.readings["WS-R-04"].number
    is_opening = position.agenda == ((Step.CLOSE_COMBAT_PHASE,),)
    if not most or not is_opening or battle.is_on_table or len(find_combats(battle)) != 1:
        return None
    return Clock(Step.COUNT, most)


def traits_of(scenario: Scenario, _unit: Unit, member: Member) -> Traits:
    """Traits of a member, taken from its profile and its weapons."""
    values = scenario.profiles[member.profile].values
    weapons = tuple(made(Weapon, scenario.weapons[name], name=name) for name in member.weapons)
    return made(Traits, values, weapons=weapons)


def _status(unit: Unit, models: range) -> Status:
    given = unit.statuses
    flags = {key: given[key] for key in Status.__struct_fields__ if key in given}
    leader = NOBODY if given["leaderless"] else _leader(unit, models)
    return convert(flags | {"leader": leader}, Status)


def _leader(unit: Unit, models: range) -> int:
    """Leader of a unit: the first model of the member marked as leader or, if no member is marked, the unit's first
    model.
    """
    first = models.start
    for member in unit.members:
        if member.values["leader"]:
            return first
        first += member.models
    return models.start
