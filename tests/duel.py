"""A ruleset of three clauses, small enough to know by heart, in which two units strike in turn until one is gone."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Count, Total
from pilein.kernel.clauses import Clauses
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.kernel.rulings import Option, Ruling, readings
from pilein.kernel.table import Table
from pilein.tabletop.events import Slain
from pilein.tabletop.fielding import fielded
from pilein.tabletop.loading import loads
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup
from pilein.tabletop.vocabulary import Key, Vocabulary

ROUNDS = 3
SAMPLE = """\
# Two lines that strike in turn.
ruleset = "duel"
active = "red"

[profiles.fencer]
skill = 4
base = "25mm"

[[unit]]
name = "foils"
side = "red"
profile = "fencer"
models = 3

[[unit]]
name = "sabres"
side = "blue"
profile = "fencer"
models = 3

[press]
pairs = [["foils", "sabres"]]
"""
ON_A_TABLE = (
    SAMPLE.split("[press]", maxsplit=1)[0]
    .replace("models = 3", "models = 2")
    .replace('name = "foils"', 'name = "foils"\npositions = [[10, 10], [11, 10]]')
    .replace('name = "sabres"', 'name = "sabres"\npositions = [[10, 10.9843], [11, 10.9843]]')
    + """\
[table]
width = 24
depth = 24

[[terrain]]
kind = "difficult"
polygon = [[12, 8], [16, 8], [16, 12], [12, 12]]
"""
)
RULINGS = {
    "DU-R-01": Ruling("DU-R-01", "May the fallen strike back?", "no", ("DU-02",), (Option("yes", "they may"),)),
}
VOCABULARY = Vocabulary(
    ruleset="duel",
    characteristics=(Key("skill", "int", 1, 7, 4),),
    rulings=RULINGS,
)
clause = Clauses()


class Duel(Struct, frozen=True):
    setup: Setup
    field: Plane | Press
    striker: int = 0
    bonus: int = 0
    round: int = 0


class Saluted(Event, frozen=True, kw_only=True, tag=True):
    template: ClassVar[str] = "{unit} salutes, vigour {vigour}"

    unit: str
    vigour: int


class Lunged(Event, frozen=True, kw_only=True, tag=True):
    template: ClassVar[str] = "{units} lunge"

    units: tuple[str, ...]


@clause("salute", "DU-01")
def salute(duel: Duel, table: Table) -> Duel:
    """DU-01. The active side chooses its opening and rolls for its vigour, and the opposing side may parry."""
    name = duel.setup.units[duel.striker].name
    bold = table.choose(OneOf(duel.striker, "DU-01", "How do you open?", ("bold", "wary"), ("boldly", "warily")))
    vigour = table.roll(Total(2, label="vigour"))
    table.tell(Saluted(unit=name, vigour=vigour, clause="DU-01"))
    parried = table.choose(yes_or_no(1 - duel.striker, "DU-01", "Do you parry?"))
    table.then("strike")
    table.then("turn_about")
    return replace(duel, bonus=int(bold == "bold") - int(parried))


@clause("strike", "DU-02")
def strike(duel: Duel, table: Table) -> Duel:
    """DU-02. Each model strikes, and the opposing side chooses the casualties."""
    striker, struck = duel.striker, 1 - duel.striker
    table.rule("DU-R-01")
    attackers = duel.field.models(striker)
    table.tell(Lunged(units=tuple(duel.setup.units[unit].name for unit in (striker, struck)), clause="DU-02"))
    hits = table.roll(Count(len(attackers), 4 - duel.bonus, label="to hit"))
    living = duel.field.models(struck)
    falling = min(hits, len(living))
    if falling == 0:
        return duel
    ask = Several(struck, "DU-02", "Who falls?", living, falling, falling, tuple(f"model {one}" for one in living))
    fallen = table.choose(ask)
    table.tell(Slain(unit=duel.setup.units[struck].name, count=falling, models=fallen, clause="DU-02"))
    return replace(duel, field=duel.field.without(frozenset(fallen)))


@clause("turn_about", "DU-03")
def turn_about(duel: Duel, table: Table) -> Duel:
    """DU-03. The sides swap roles as long as both have living models and rounds are left."""
    if duel.field.living(0) and duel.field.living(1) and duel.round + 1 < ROUNDS:
        table.then("strike")
        table.then("turn_about")
    return replace(duel, striker=1 - duel.striker, round=duel.round + 1)


def opened(scenario: Scenario) -> Position:
    setup, field = fielded(scenario, readings(RULINGS, scenario.rulings), lambda *_: None)
    return Position(Duel(setup, field, setup.sides.index(scenario.active)), (("salute",),))


def next_phase(position: Position, _played: int) -> Position:
    return Position(replace(position.state, round=0), (("salute",),))


RULESET = Ruleset(
    name="duel",
    prefix="DU",
    version=1,
    clauses=clause,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    example=SAMPLE,
)


def scenario(text: str = SAMPLE) -> Scenario:
    return loads(text, lambda _: VOCABULARY).scenario
