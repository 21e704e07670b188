"""Hypothetical fights: two units are in contact as if one had charged the other."""

from collections import Counter
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.blocks import Block
from pilein.rulesets.scrollhammer.policy.forecast import Forecast, forecast, lead_of
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.state import Battle, Fight, Pairs, Status
from pilein.tabletop.bodies import Body
from pilein.tabletop.frontage import BY_FILES, Frontage
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup


class Meeting(Struct, frozen=True):
    """Two units in contact, with all inputs that determine their first round. It is used as a cache key.

    `own` and `other` are the living models of the charger and the target. `frontage` is the number of models of each
    unit in contact, or "files".
    """

    setup: Setup
    unit: int
    target: int
    frontage: Frontage
    own: Body
    other: Body
    charging: Status
    charged: Status


def exchange(battle: Battle, unit: int, target: int) -> Forecast:
    """Return the forecast of the first round after one unit successfully charges another."""
    return _exchange(_meeting(battle, unit, target))


def lead_at_first(battle: Battle, unit: int, foe: int) -> float:
    """Return the points by which a unit is expected to lead an enemy after a round in which all models of both units
    fight.
    """
    setup = battle.setup
    frontage = min(setup.units[one].files or len(setup.units[one].models) for one in (unit, foe))
    own, other = (_whole(battle, one) for one in (unit, foe))
    charging, charged = (_in_combat(battle.status(one)) for one in (unit, foe))
    return _lead(Meeting(setup, unit, foe, frontage, own, other, charging, charged))


@lru_cache(maxsize=512)
def _lead(meeting: Meeting) -> float:
    battle = _pressed(meeting)
    return lead_of(battle, preview_table(battle), _exchange(meeting), battle.active)


@lru_cache(maxsize=512)
def _exchange(meeting: Meeting) -> Forecast:
    battle = _pressed(meeting)
    return forecast(battle, preview_table(battle))


def _meeting(battle: Battle, unit: int, target: int) -> Meeting:
    setup = _as_they_stand(battle, (unit, target))
    has_files = any(setup.units[one].files for one in (unit, target))
    frontage = BY_FILES if has_files else min(battle.living(unit), battle.living(target))
    charging, charged = _in_combat(replace(battle.status(unit), charged=True)), _in_combat(battle.status(target))
    own, other = _body(battle, unit), _body(battle, target)
    return Meeting(setup, unit, target, frontage, own, other, charging, charged)


def _as_they_stand(battle: Battle, units: tuple[int, int]) -> Setup:
    """Return the set-up of the battle with both units' current files."""
    made = list(battle.setup.units)
    for unit in units if battle.is_on_table else ():
        standing = battle.plane.standings[unit]
        files = standing.files if isinstance(standing, Block) else 0
        if files != made[unit].files:
            made[unit] = replace(made[unit], files=files)
    return battle.setup if tuple(made) == battle.setup.units else replace(battle.setup, units=tuple(made))


def _in_combat(status: Status) -> Status:
    """Return a copy of a status reduced to the fields that matter to attacks."""
    return Status(
        charged=status.charged,
        counter_attacked=status.counter_attacked,
        stood_and_shot=status.stood_and_shot,
        has_fought=status.has_fought,
    )


def _pressed(meeting: Meeting) -> Battle:
    """Return a battle of two units alone in the press, where their files determine the contacts."""
    setup, unit, target = meeting.setup, meeting.unit, meeting.target
    bodies = [Body(())] * len(setup.units)
    statuses = [Status()] * len(setup.units)
    bodies[unit], bodies[target] = meeting.own, meeting.other
    statuses[unit], statuses[target] = meeting.charging, meeting.charged
    field = Press(setup, ((unit, target),), meeting.frontage, tuple(bodies))
    pair = (min(unit, target), max(unit, target))
    return Battle(setup, setup.units[unit].side, field, tuple(statuses), fight=Fight(pair, pairs=Pairs((pair,))))


def _body(battle: Battle, unit: int) -> Body:
    kind_of, field = battle.setup.kind_of, battle.field
    counts = Counter((kind_of[model], -field.wounds_lost(model)) for model in field.models(unit))
    return Body(tuple((kind, -less, count) for (kind, less), count in sorted(counts.items())))


def _whole(battle: Battle, unit: int) -> Body:
    """Body of a unit with all its models as fielded."""
    counts = Counter(battle.setup.kind_of[model] for model in battle.unit(unit).models)
    return Body(tuple((kind, 0, count) for kind, count in sorted(counts.items())))
