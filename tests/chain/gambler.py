"""A ruleset of single clauses, in which coin tosses fill or empty the purses of two players."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from pilein.dice import Count
from pilein.geometry.shapes import Base
from pilein.kernel.clauses import Clauses
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Kind, Setup, UnitSetup
from pilein.tabletop.vocabulary import Vocabulary

BASE = Base("round", 125000, 125000)
CLAUSES = Clauses()
TABLES = 4


class Purses(Struct, frozen=True):
    """The money of each player. The players are in contact while both have some money."""

    by_unit: ClassVar[tuple[str, ...]] = ("coins",)

    coins: tuple[int, int]

    def living(self, unit: int) -> int:
        return self.coins[unit]

    def touched_units(self, unit: int) -> tuple[int, ...]:
        return (1 - unit,) if all(self.coins) else ()


class Game(Struct, frozen=True):
    """A game that consists of the purses, a mark that one clause changes, and a mark that no clause reads."""

    setup: Setup
    field: Purses
    said: int = 0
    unread: int = 0


class Won(Event, frozen=True, kw_only=True, tag=True):
    template: ClassVar[str] = "{unit} wins a coin"

    unit: str


@CLAUSES("toss")
def toss(game: Game, table: Table) -> Game:
    """Toss a coin. On heads, the first player wins a coin from the second; on tails, the second wins one from the
    first.
    """
    if table.choose(yes_or_no(0, "GA-01", "shall we leave it?")):
        return game
    heads = table.roll(Count(1, TABLES, label="toss"))
    one, other = game.field.coins
    table.tell(Won(unit="one" if heads else "other", clause="GA-01"))
    change = 1 if heads else -1
    return replace(game, field=Purses((one + change, other - change)), unread=0)


@CLAUSES("wait_for_a_six")
def wait_for_a_six(game: Game, table: Table) -> Game:
    """Roll a die until it shows a 6, so that positions follow each other in a cycle."""
    if not table.roll(Count(1, 6, label="six")):
        table.then("wait_for_a_six")
    return game


@CLAUSES("mutter")
def mutter(game: Game, _table: Table) -> Game:
    return replace(game, said=1 - game.said)


def leaves_it(_state, _choice):
    return True


def plays(_state, _choice):
    return False


def rules(clause=toss, limit=None):
    """Return rules in which a phase is a single clause and a game lasts at most `limit` phases."""

    def next_phase(position, played):
        if limit is not None and played >= limit:
            return None
        return Position(position.state, ((clause.key,),))

    return Ruleset(
        name="gambler",
        prefix="GA",
        version=1,
        clauses=CLAUSES,
        vocabulary=Vocabulary(ruleset="gambler"),
        opened=lambda _: None,
        next_phase=next_phase,
        limit=lambda _: limit,
    )


def opened(one, other, *clauses):
    units = tuple(UnitSetup(number, name, number, "heap", range(1)) for number, name in enumerate(("one", "other")))
    kinds = tuple(Kind(unit.name, unit.number, BASE, None) for unit in units)
    setup = Setup("gambler", ("one", "other"), ("", ""), units, kinds, (0, 1), (0, 1), None, (), {})
    return Position(Game(setup, Purses((one, other))), tuple((clause.key,) for clause in clauses or (toss,)))
