"""How deep each model stands behind the line of contact, and the enemy units it reaches from there."""

from functools import lru_cache

from msgspec import Struct

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.profile import Traits
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.contacts import Contacts
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press

DEPTH = 1  # SH-R-44: one friend deep


class Reader(Struct, frozen=True):
    """How contact is read: the units of the combat (none: all), and the readings of SH-R-04, SH-R-44 and SH-R-81."""

    units: tuple[int, ...] = ()
    edges_only: bool = False
    own_unit: bool = False
    own_contact: bool = False


Reach = dict[int, tuple[int, tuple[int, ...]]]  # model -> (depth, enemy units reached)


def reach(battle: Battle, table: Table, units: tuple[int, ...] = ()) -> Reach:
    """Every model of these units that reaches an enemy among them, on a table or in the press."""
    field = battle.field
    if isinstance(field, Press):
        return _reach_in_press(field, units)
    reader = Reader(
        units,
        edges_only=field.edge_contacts is not field.contacts and table.rule("SH-R-04") == "edges-only",
        own_unit=_sides_share(battle, units) and table.rule("SH-R-44") == "own-unit",
        own_contact=len(units) > 2 and table.rule("SH-R-81") == "own-contact",  # noqa: PLR2004 - a pair has one foe
    )
    remembered: dict[Reader, Reach] = field.__dict__.setdefault("reach", {})
    if reader not in remembered:
        remembered[reader] = _reach_on_plane(battle, field, reader)
    return remembered[reader]


def contacts(battle: Battle, table: Table) -> Contacts:
    """SH-R-04. Who touches whom: corners count, unless `edges-only`."""
    plane = battle.plane
    if plane.edge_contacts is not plane.contacts and table.rule("SH-R-04") == "edges-only":
        return plane.edge_contacts
    return plane.contacts


def _sides_share(battle: Battle, units: tuple[int, ...]) -> bool:
    sides = [battle.side(unit) for unit in units or range(len(battle.setup.units))]
    return any(sides.count(side) > 1 for side in (0, 1))


def _reach_on_plane(battle: Battle, plane: Plane, reader: Reader) -> Reach:
    """Depth by depth: those who touch an enemy, then those who touch one of them, then spears behind spears."""
    who = plane.edge_contacts if reader.edges_only else plane.contacts
    unit_of = battle.setup.unit_of
    here = [model for unit in _units(battle, reader) for model in plane.models(unit)]
    inside = set(here)
    own: dict[int, set[int]] = {}
    for model in here:
        touched = {unit_of[enemy] for enemy in who.enemies[model] if enemy in inside}
        if touched:
            own[model] = touched
    found: Reach = {}
    for model in here:
        through = set(own.get(model, ()))
        if not (through and reader.own_contact):
            for friend in who.friends[model]:
                if friend in own and (not reader.own_unit or unit_of[friend] == unit_of[model]):
                    through |= own[friend]
        if through:
            found[model] = (0 if model in own else DEPTH, tuple(sorted(through)))
    return found | _behind_spears(battle, who, here, found)


def _units(battle: Battle, reader: Reader) -> tuple[int, ...]:
    return reader.units or tuple(range(len(battle.setup.units)))


def _behind_spears(battle: Battle, who: Contacts, here: list[int], found: Reach) -> Reach:
    """A third rank of spears reaches the enemy through spears of its own unit in the second."""
    unit_of = battle.setup.unit_of
    third: Reach = {}
    for model in here:
        if model in found or not _has_spear(battle.traits(battle.setup.kind_of[model])):
            continue
        for friend in who.friends[model]:
            spear = _has_spear(battle.traits(battle.setup.kind_of[friend]))
            if spear and unit_of[friend] == unit_of[model] and found.get(friend, (0,))[0] == DEPTH:
                foes = third.get(model, (0, ()))[1]
                third[model] = (DEPTH + 1, tuple(sorted({*foes, *found[friend][1]})))
    return third


def _has_spear(traits: Traits) -> bool:
    return any(weapon.ranks > DEPTH + 1 for weapon in traits.weapons)


@lru_cache(maxsize=1024)
def _reach_in_press(press: Press, units: tuple[int, ...]) -> Reach:
    """The first of each unit touch, as many as the frontage; as many again stand behind them, and spears once more."""
    setup = press.setup
    found: Reach = {}
    for unit in units or range(len(setup.units)):
        foes = tuple(foe for foe in press.foes(unit) if not units or foe in units)
        if foes:
            for place, model in enumerate(press.models(unit)):
                depth = place // press.frontage if press.frontage else 0
                if depth <= DEPTH + _has_spear(setup.kind(model).traits):
                    found[model] = (depth, foes)
    return found
