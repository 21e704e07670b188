"""The independent components of a roll may be drawn after the clause has run, without a change in the odds."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from pilein.chain.explore.compiler import compiled
from pilein.chain.model import answering
from pilein.chain.solve.fractions import FractionSolver
from pilein.dice.weights import together
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.clauses import Clauses
from pilein.kernel.position import Position
from pilein.lab.odds import odds
from pilein.rulesets.wwpd.opening import next_phase
from pilein.rulesets.wwpd.phase import melee_phase
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.vocabulary import Vocabulary
from tests.chain.gambler import opened, plays
from tests.rulesets.wwpd.builder import U, battle, man

EXAMPLES = Path(__file__).parents[3] / "examples"
CLAUSES = Clauses()
LAWS = (((0, 1), (1, 3)), ((0, 2), (5, 1), (6, 1)))


class Pair(Struct, frozen=True, tag=True):
    """A pair of dice as a type of its own, distinct from tuples."""

    def unseen(self, hide):
        return tuple(map(hide, LAWS))

    def weights(self):
        return together(LAWS)


@CLAUSES("put_down")
def put_down(game, table):
    said, unread = table.roll(Pair())
    return replace(game, said=said, unread=unread)


@CLAUSES("put_down_twice")
def put_down_twice(game, table):
    said, _ = table.roll(Pair())
    return replace(game, said=said, unread=said)


@CLAUSES("look")
def look(game, table):
    """Read the first die. Only if it shows 0, read the second die and store its value."""
    one, other = table.roll(Pair())
    return replace(game, said=other if not one else 7)


def played(clause):
    found = compiled(
        Ruleset(
            name="lots",
            prefix="LO",
            version=1,
            clauses=CLAUSES,
            vocabulary=Vocabulary(ruleset="lots"),
            opened=lambda _: None,
        ),
        opened(1, 1, clause),
        (plays, plays),
        phases=1,
    )
    law = {}
    for (end, _), chance in FractionSolver(found).solved(1).at_the_end.items():
        state = found.state(int(found.ends[end]))
        law[state.said, state.unread] = law.get((state.said, state.unread), 0) + chance
    return found.model.runs, law


def test_a_clause_that_stores_deferred_dice_unread_runs_once():
    runs, law = played(put_down)
    assert runs == 1
    assert law == {(a, b): Fraction(one * other, 16) for a, one in LAWS[0] for b, other in LAWS[1]}


def test_a_deferred_draw_stored_in_two_places_has_the_same_value_in_both():
    assert played(put_down_twice) == (1, {(0, 0): Fraction(1, 4), (1, 1): Fraction(3, 4)})


def test_a_clause_that_reads_a_deferred_die_runs_once_for_every_outcome():
    runs, law = played(look)
    assert runs > 6
    assert law == {
        (0, 0): Fraction(1, 8),
        (5, 0): Fraction(1, 16),
        (6, 0): Fraction(1, 16),
        (7, 0): Fraction(3, 4),
    }


def melee():
    state = battle(U("own", 0, kinds=[(man(), 3)]), U("foe", 1, kinds=[(man(skill=4, rate=2), 2)]), pairs=[(0, 1)])
    found = ruleset_named("wwpd")
    start = next_phase(Position(state, ()), 0)
    assert start.agenda == ((melee_phase.key,),)
    chain = compiled(found, start, (lambda _, choice: next(choice.candidates())[1],) * 2, phases=2)
    law = {}
    for (end, _), chance in FractionSolver(chain).solved(2).at_the_end.items():
        after = chain.state(int(chain.ends[end]))
        law[after.field.bodies, after.statuses] = law.get((after.field.bodies, after.statuses), 0) + chance
    return chain.model.runs, law


def test_deferring_dice_reduces_the_number_of_clause_runs_in_a_melee_without_changing_its_odds(monkeypatch):
    runs, law = melee()
    monkeypatch.setattr(answering, "deferred", lambda _roll: None)
    more_runs, same_law = melee()
    assert law == same_law
    assert runs < more_runs


@pytest.mark.parametrize(
    ("name", "most_runs", "most_positions"), [("warstrike/press", 2_500, 240_000), ("wwpd/plain_men", 2_000, 3_100)]
)
def test_compiling_an_example_stays_within_its_recorded_numbers_of_clause_runs_and_positions(
    name, most_runs, most_positions
):
    """A clause that reads or remembers more than it needs would exceed one of the recorded numbers."""
    found = odds(EXAMPLES / f"{name}.toml", phases=0).chain
    assert found.model.runs <= most_runs
    assert len(found.positions) <= most_positions
