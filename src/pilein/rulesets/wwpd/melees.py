"""Division of the contacts into Melees, which are then fought one after another (WW-ML)."""

from collections.abc import Iterable
from itertools import zip_longest

from msgspec.structs import replace

from pilein.geometry.chains import components
from pilein.kernel.requests import OneOf, Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import CombatBegan, Divided
from pilein.rulesets.wwpd.state import Battle, Melee
from pilein.rulesets.wwpd.steps import Step, clause

Pairs = tuple[tuple[int, int], ...]
Groups = tuple[tuple[int, ...], ...]


@clause(Step.DIVIDE, "WW-ML-01")
def divide(battle: Battle, table: Table) -> Battle:
    """WW-ML-01. The contacts on the board are sorted into separate Melees, which are then fought one by one."""
    melees = melees_of(battle, table)
    table.tell(Divided(count=len(melees), clause="WW-ML-01"))
    if melees:
        table.then(Step.NEXT_MELEE, *range(len(melees)))
    table.then(Step.AFTER_THE_MELEES)
    return replace(battle, melees=melees)


def melees_of(battle: Battle, table: Table) -> Groups:
    """Groups of units that fight each other, by number, in the order of their first units.

    Opposing units with models engaged with one another are in one Melee (WW-ML-02). Membership is transitive, so
    units are daisy-chained (WW-ML-03, WW-ML-04). There may be one Melee across the whole board or several small
    ones, and each Melee is fought separately (WW-ML-05).
    """
    opponents = opponents_engaged(battle)
    if not opponents or not table.holds("WW-ML-02"):
        return ()
    pairs = opponents + (links_between_friends(battle) if _friends_link(battle, table) else ())
    groups = components(len(battle.setup.units), pairs)
    has_chain = any(len(group) > len(pairs[0]) for group in groups)
    if has_chain and not (table.holds("WW-ML-03") and table.holds("WW-ML-04")):
        groups = tuple(dict.fromkeys((min(pair), max(pair)) for pair in pairs))
    fighting = {unit for pair in opponents for unit in pair}
    melees = tuple(group for group in groups if fighting.intersection(group))
    if len(melees) > 1 and not table.holds("WW-ML-05"):
        return (tuple(sorted({unit for group in melees for unit in group})),)
    return melees


def opponents_engaged(battle: Battle) -> Pairs:
    """Pairs of opposing units whose models are engaged with one another."""
    return tuple((unit.number, foe) for unit in battle.setup.units for foe in battle.field.touched_units(unit.number))


def links_between_friends(battle: Battle) -> Pairs:
    """Pairs of friendly units in which an unengaged model of one touches an engaged model of the other (WW-R-19)."""
    found = []
    for unit in battle.setup.units:
        for supported in battle.field.supporters(unit.number).values():
            found += [(unit.number, battle.unit_of(friend)) for friend in supported]
    return tuple(pair for pair in dict.fromkeys(found) if pair[0] != pair[1])


@clause(Step.NEXT_MELEE, "WW-ML-07")
def next_melee(battle: Battle, table: Table, *left: int) -> Battle:
    """WW-ML-07. The active player chooses the next Melee to resolve. `left` lists the Melees still to be fought."""
    labels = tuple(", ".join(_names(battle, battle.melees[place])) for place in left)
    chosen = table.choose(OneOf(battle.active, "WW-ML-07", "which Melee is fought next?", left, labels))
    table.tell(CombatBegan(units=_names(battle, battle.melees[chosen]), clause="WW-ML-07"))
    table.then(Step.NAME_TARGETS)
    table.then(Step.STRIKE)
    rest = tuple(place for place in left if place != chosen)
    if rest:
        table.then(Step.NEXT_MELEE, *rest)
    return replace(battle, melee=Melee(battle.melees[chosen]))


@clause(Step.AFTER_THE_MELEES, "WW-ML-06")
def after_the_melees(battle: Battle, table: Table) -> Battle:
    """WW-ML-06. The division into Melees decides nothing by itself. No unit tests or moves until the last Melee is over
    (WW-R-22).
    """
    table.then(Step.TAKE_TESTS)
    table.then(Step.END_MOVES)
    return battle


def _friends_link(battle: Battle, table: Table) -> bool:
    return bool(links_between_friends(battle)) and table.rule("WW-R-19") == "default"


def _names(battle: Battle, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(battle.unit(unit).name for unit in units)


# --- Order of units at the end of the phase (WW-R-31) ------------------------------------------------------------


PAIR = 2  # units, at most one on each side: either way the active one is first


def in_turn(battle: Battle, table: Table, units: Iterable[int], act: str, clause_id: str) -> tuple[int, ...]:
    """Return the order in which units act at the end of the phase, either with the active side's units first or
    alternating (WW-R-31).

    Each side's player chooses the order of their own units.
    """
    acting = tuple(units)
    own, other = (
        in_order_of_player(battle, table, side, [unit for unit in acting if battle.side(unit) == side], act, clause_id)
        for side in (battle.active, 1 - battle.active)
    )
    if own and other and len(acting) > PAIR and table.rule("WW-R-31") == "alternate":
        pairs = zip_longest(own, other)
        return tuple(unit for pair in pairs for unit in pair if unit is not None)
    return own + other


def in_order_of_player(
    battle: Battle, table: Table, side: int, units: Iterable[int], act: str, clause_id: str
) -> tuple[int, ...]:
    """Ask a side's player in which order units act, and return the units in that order."""
    own = tuple(units)
    if len(own) <= 1:
        return own
    labels = tuple(battle.unit(unit).name for unit in own)
    words = f"in which order do these units {act}?"
    chosen: tuple[int, ...] = table.choose(Several(side, clause_id, words, own, len(own), len(own), labels))
    return chosen
