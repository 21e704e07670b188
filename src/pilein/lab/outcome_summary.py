"""Summarise the result of a fight in a few numbers: each side's chance to win and its mean losses."""

from fractions import Fraction
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.chain import Chain
from pilein.chain.limits import work
from pilein.dice.weights import added
from pilein.lab import questions
from pilein.lab.figures import WINS, Number, Ways
from pilein.lab.odds_figures import decided, how_won
from pilein.lab.odds_solving import Exact, solved
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset


class Standing(Struct, frozen=True):
    """Result of a fight: each side's chance to win, the mean number of models it loses, and the work done.

    `how` splits the wins as in `Figures`, and `decided` lists the clauses that decided the fight. Both are empty
    unless the result is split.
    """

    wins: tuple[Exact, Exact]
    losses: tuple[Exact, Exact]
    work: int = 0
    how: Ways = ((), ())
    decided: tuple[tuple[str, Number], ...] = ()


def standing_of(
    chain: Chain, ruleset: Ruleset, opening: BattleState, *, phases: int, exact: bool, is_split: bool = False
) -> Standing:
    """Return the result of a compiled fight, optionally split by ways of winning. Splitting needs labelled events."""
    ends = solved(chain, questions.LastDecisive(ruleset) if is_split else None, phases=phases, exact=exact)
    zero: Exact = Fraction(0) if exact else 0.0
    endings = chain.read(partial(questions.ending, ruleset))
    distribution = ends.distribution(endings)
    setup = opening.setup
    losses = [zero, zero]
    for unit in setup.units:
        left = ends.distribution(chain.read(questions.left(ruleset, unit.number)))
        losses[unit.side] += added((len(unit.models) - _whole(some)) * chance for some, chance in left.items())
    one, other = (distribution.get(WINS.format(side=side), zero) for side in setup.sides)
    done = work(chain.model.runs, chain.model.tried, chain.transitions)
    found = Standing((one, other), (losses[0], losses[1]), done)
    if not is_split:
        return found
    return replace(found, how=how_won(chain, ruleset, ends), decided=decided(setup.sides, endings, ends))


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
