"""Charges: the active player declares them, and then moves the models one by one (WW-DE, WW-CH)."""

from msgspec.structs import replace

from pilein.kernel.requests import Answer, Choice, Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.aims import (
    Terms,
    aim_of,
    closest,
    friends_to_join,
    in_order_of_gaps,
    is_within,
    read_walk,
)
from pilein.rulesets.wwpd.events import Declared
from pilein.rulesets.wwpd.involved import engaged, is_engaged
from pilein.rulesets.wwpd.moving import CHARGED, with_next_moved
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause


@clause(Step.DECLARE, "WW-DE-01")
def declare(battle: Battle, table: Table) -> Battle:
    """WW-DE-01. At the start of the phase the active player names the units that will charge, in order."""
    bound = tuple(unit.number for unit in battle.setup.units if is_engaged(battle, unit.number))
    if bound and table.rule("WW-R-18") == "fight-only":
        battle = replace(battle, bound=bound)
    able = tuple(unit for unit in battle.setup.units_of(battle.active) if may_be_declared(battle, table, unit))
    if not able:
        return battle
    labels = tuple(battle.unit(unit).name for unit in able)
    words = "which units charge, and in which order?"
    chosen = table.choose(Several(battle.active, "WW-DE-01", words, able, 0, len(able), labels, ordered=True))
    if not chosen:
        return battle
    table.tell(Declared(units=tuple(battle.unit(unit).name for unit in chosen), clause="WW-DE-01"))
    table.then(Step.MOVE_CHARGERS, *chosen)
    return replace(battle, chargers=chosen)


def may_be_declared(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may be named as a charger (WW-R-07, WW-R-18, WW-R-35)."""
    if unit in battle.bound or not able_to_charge(battle, unit) or not _has_enemies(battle, unit):
        return False
    if battle.status(unit).suppressed and table.rule("WW-R-07") != "allowed":
        return False
    some_fired = not all(may_charge(battle, model) for model in battle.field.models(unit))
    return not (some_fired and table.rule("WW-R-35") == "whole-unit")


def _has_enemies(battle: Battle, unit: int) -> bool:
    return any(battle.lives(foe) for foe in battle.setup.units_of(1 - battle.side(unit)))


# --- Charge moves: the closest model first, until all have moved (WW-CH) -----------------------------------------


@clause(Step.MOVE_CHARGERS, "WW-CH-01")
def move_chargers(battle: Battle, table: Table, *units: int) -> Battle:
    """WW-CH-01. The active player moves the models of the charging units, one unit after another (WW-R-15)."""
    movers = {unit: able_to_charge(battle, unit) for unit in units}
    if len(units) > 1 and table.rule("WW-R-15") == "one-queue":
        table.then(Step.LINE_UP, *(model for unit in units for model in movers[unit]))
        return battle
    for models in movers.values():
        table.then(Step.LINE_UP, *models)
    return battle


@clause(Step.LINE_UP)
def line_up(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-R-10 `fixed`. The order of movement is fixed once, and the moving player breaks ties."""
    table.then(Step.GO_ON, *in_settled_order(battle, table, waiting, "WW-CH-03"))
    return battle


def in_settled_order(battle: Battle, table: Table, waiting: tuple[int, ...], clause_id: str) -> tuple[int, ...]:
    """Return the order in which models charge or pile in, fixed in advance under WW-R-10 `fixed`."""
    ties = _ties(battle, waiting)
    if not ties or table.rule("WW-R-10") != "fixed":
        return waiting
    labels = tuple(f"model {model}" for model in ties)
    words = "these models are equally close: in which order do they move?"
    side = battle.setup.side_of(ties[0])
    chosen = table.choose(Several(side, clause_id, words, ties, len(ties), len(ties), labels))
    return in_order_of_gaps(battle, waiting, chosen)


@clause(Step.GO_ON, "WW-CH-06")
def go_on(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-CH-06. The next model moves, until all charging models have moved."""
    if waiting:
        table.then(Step.MOVE_CLOSEST, *waiting)
    return battle


@clause(Step.MOVE_CLOSEST, "WW-CH-03")
def move_closest(battle: Battle, table: Table, *waiting: int) -> Battle:
    """WW-CH-03. The closest charging model moves first, up to 8 inches towards the nearest unengaged enemy."""
    terms = terms_of_charge(battle, table, waiting)
    movers = first_to_move(battle, table, waiting)
    battle, moved = with_next_moved(battle, table, terms, movers, CHARGED, "WW-CH-03")
    table.then(Step.GO_ON, *(model for model in waiting if model != moved))
    return battle


def first_to_move(battle: Battle, table: Table, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Next model to move. If several models tie, all of them are returned, and the player chooses one (WW-R-10)."""
    tied = closest(battle, waiting)
    return tied[:1] if len(tied) > 1 and table.rule("WW-R-10") == "fixed" else tied


def able_to_charge(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that may charge and touch no enemy yet."""
    fighting = set(engaged(battle, unit))
    return tuple(model for model in battle.field.models(unit) if model not in fighting and may_charge(battle, model))


def may_charge(battle: Battle, model: int) -> bool:
    """Whether a model did not fire in the Firefight phase and may therefore charge (WW-CH-02)."""
    return model not in battle.fired or not battle.holds("WW-CH-02")


def terms_of_charge(battle: Battle, table: Table, waiting: tuple[int, ...]) -> Terms:
    """Terms under which charging models move (WW-R-11, WW-R-12)."""
    foes = battle.setup.units_of(1 - battle.active)
    may_stay = table.rule("WW-R-12") == "each-may-stay"
    terms = Terms(read_walk(table, table.number("WW-CH-03.reach")), foes, may_stay=may_stay, stops_anywhere=True)
    if _may_reach_nobody(battle, terms, waiting) and table.rule("WW-R-11") == "contact-only":
        return replace(terms, contact_only=True)
    return terms


def _may_reach_nobody(battle: Battle, terms: Terms, waiting: tuple[int, ...]) -> bool:
    """Whether any of the closest models can touch no enemy and therefore just moves towards the enemy."""
    for model in closest(battle, waiting):
        is_joining = friends_to_join(battle, model) and is_within(battle, model, terms.walk.reach)
        if not is_joining and aim_of(battle, terms, model).kind == "toward":
            return True
    return False


def _ties(battle: Battle, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """Waiting models that are as near to the enemy as another waiting model."""
    left, found = waiting, list[int]()
    while left:
        tied = closest(battle, left)
        found += tied if len(tied) > 1 else ()
        left = tuple(model for model in left if model not in tied)
    return tuple(found)


# --- Answers that declare a charge (WW-DE-01) --------------------------------------------------------------------


DECLARING = "WW-DE-01"


def declared(_battle: Battle, choice: Choice, unit: int, _target: int) -> Answer | None:
    """Return the answer that declares a charge by the given unit alone. Its models then move as the rules prescribe
    (WW-CH-03).
    """
    if not isinstance(choice, Several) or choice.clause != DECLARING or unit not in choice.of:
        return None
    return (unit,)
