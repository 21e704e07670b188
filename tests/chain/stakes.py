"""A ruleset with choices: the first player chooses the stake, and the second chooses which faces win it."""

from msgspec.structs import replace

from pilein.dice import Count
from pilein.kernel.clauses import Clauses
from pilein.kernel.position import Position
from pilein.kernel.requests import OneOf
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.vocabulary import Vocabulary
from tests.chain.gambler import Purses

CLAUSES = Clauses()
MANY = tuple(range(201))


@CLAUSES("stake")
def stake(game, table):
    """Move the stake to the winner's purse."""
    one, other = game.field.coins
    much = table.choose(OneOf(0, "ST-01", "how much?", tuple(range(1, min(one, other) + 1))))
    need = table.choose(OneOf(1, "ST-02", "what must it show?", (4, 5)))
    change = much if table.roll(Count(1, need, label="stake")) else -much
    return replace(game, field=Purses((one + change, other - change)))


@CLAUSES("guess")
def guess(game, table):
    """Ask for one of 201 numbers."""
    table.choose(OneOf(0, "ST-03", "which number?", MANY))
    return game


@CLAUSES("ponder")
def ponder(game, table):
    """Ask the first player whether to ponder, until the answer is no."""
    if table.choose(OneOf(0, "ST-04", "ponder?", (False, True))):
        table.then("ponder")
    return game


def rules(limit=None):
    """Return rules in which a phase is a single stake."""

    def next_phase(position, played):
        if not all(position.state.field.coins) or (limit is not None and played >= limit):
            return None
        return Position(position.state, ((stake.key,),))

    return Ruleset(
        name="stakes",
        prefix="ST",
        version=1,
        clauses=CLAUSES,
        vocabulary=Vocabulary(ruleset="stakes"),
        opened=lambda _: None,
        next_phase=next_phase,
        limit=lambda _: limit,
    )
