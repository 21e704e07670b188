"""Brawl, a text of five sentences and three rulings for which every probability can be calculated by hand.

One model fights another. Red hits on 4+, or on 3+ with the bonus of BR-02, which gives a probability of 2/3. If red
misses, blue strikes back and hits on 4+, which has probability 1/2. Red therefore wins with probability 2/3 and blue
with 1/6, and with probability 1/6 both survive.
"""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Count
from pilein.kernel.clauses import Clauses
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.rulings import Option, Ruling, Sentence, readings
from pilein.kernel.table import Table
from pilein.tabletop.fielding import fielded
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.setup import Setup
from pilein.tabletop.vocabulary import Key, Vocabulary

HITS_ON = 4
CROWD = 5
RULINGS = {
    "BR-R-01": Ruling(
        "BR-R-01",
        "How large is the bonus?",
        "One.",
        ("BR-02",),
        (Option("none", "There is none."), Option("once", "One, but once.")),
    ),
    "BR-R-02": Ruling("BR-R-02", "Who is a crowd?", "Six.", ("BR-04",), (Option("seven", "Seven."),)),
    "BR-R-03": Ruling("BR-R-03", "Is a tie drawn?", "Yes.", ("BR-03",), (Option("no", "No."),)),
}
TEXT = (
    Sentence("BR-01", "Blows", "The active side strikes: it hits at 4 or more, and a hit slays.", "D6"),
    Sentence("BR-02", "Blows", "It adds 1 to the die.", rulings=("BR-R-01",)),
    Sentence("BR-03", "Blows", "A die of 4 hits.", rulings=("BR-R-03",)),
    Sentence("BR-04", "Crowds", "More than five models strike twice.", rulings=("BR-R-02",)),
    Sentence("BR-05", "Answers", "The other side strikes back, if it is left.", "D6"),
)
VOCABULARY = Vocabulary(ruleset="brawl", characteristics=(Key("skill", "int", 1, 7, 4),), rulings=RULINGS, text=TEXT)
clause = Clauses()


class Brawl(Struct, frozen=True):
    """The state of a brawl. The side `active` strikes first."""

    setup: Setup
    field: Plane | Press
    active: int = 0


class Struck(Event, frozen=True, kw_only=True, tag=True):
    """An event: a unit struck and either slew its enemy or missed."""

    template: ClassVar[str] = "{unit} struck"

    unit: str
    slew: bool


@clause("strike", "BR-01")
def strike(brawl: Brawl, table: Table) -> Brawl:
    """BR-01. The active side strikes: it hits on 4 or more, and a hit slays."""
    needed = HITS_ON - int(table.holds("BR-02") and table.rule("BR-R-01") != "none")
    if table.holds("BR-03"):
        table.rule("BR-R-03")
    if brawl.field.living(brawl.active) > CROWD and table.holds("BR-04"):
        table.rule("BR-R-02")
        table.then("strike")
    table.then("strike_back")
    return struck(brawl, table, brawl.active, needed)


@clause("strike_back", "BR-05")
def strike_back(brawl: Brawl, table: Table) -> Brawl:
    """BR-05. The opposing side strikes back if it survives."""
    other = 1 - brawl.active
    return struck(brawl, table, other, HITS_ON) if brawl.field.living(other) else brawl


def struck(brawl: Brawl, table: Table, unit: int, needed: int) -> Brawl:
    slew = table.roll(Count(1, needed, label="to hit")) > 0
    table.tell(Struck(unit=brawl.setup.units[unit].name, slew=slew, clause="BR-01"))
    return replace(brawl, field=brawl.field.without_unit(1 - unit)) if slew else brawl


def opened(scenario: Scenario) -> Position:
    """Return the opening position, in which the active side is about to strike."""
    setup, field = fielded(scenario, readings(RULINGS, scenario.rulings), lambda *_: None)
    return Position(Brawl(setup, field, setup.sides.index(scenario.active)), (("strike",),))


RULESET = Ruleset(name="brawl", prefix="BR", version=1, clauses=clause, vocabulary=VOCABULARY, opened=opened)
