"""Rounds counted by a clock are time: they are no part of positions, and nothing comes out otherwise for it."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from pilein.engine.chain.bulk.walks import Bulk
from pilein.engine.chain.chain import Chain, compiled
from pilein.engine.chain.compiling import Nodes
from pilein.engine.chain.crowd.crowded import crowded
from pilein.engine.chain.flow.exact import ExactStepping
from pilein.engine.chain.flow.forever import Settling
from pilein.engine.chain.flow.stepping import Stepping
from pilein.engine.chain.limits import USUAL
from pilein.engine.chain.veiled.text import Text
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.lab.questions import label
from pilein.rulesets.warstrike.cycle import close_combat_phase
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.tabletop.ruleset import no_clock
from tests.rulesets.warstrike.builder import TROOPER, U, battle, changed

RULES = ruleset_named("warstrike")
WITHOUT = replace(RULES, clock=no_clock)


def opening(own=TROOPER, foe=TROOPER, models=(1, 1), limit=4):
    units = U("own", 0, [(own, models[0])]), U("foe", 1, [(foe, models[1])])
    made = battle(*units, pairs=[(0, 1)], rulings={"WS-R-04": ("default", limit)})
    return Position(made, ((close_combat_phase.key,),))


def chain_of(position, ruleset=RULES):
    return compiled(ruleset, position, (sensible, sensible), phases=1)


def told_in(chain):
    """How often each label is told."""
    found = {}
    for (_, story), often in ExactStepping(chain).to(1).told.items():
        for told in chain.text.stories[story]:
            found[told] = found.get(told, 0) + often
    return found


def law_of(chain, phases=1):
    """The chance of each state at the end."""
    law = {}
    for (end, _), chance in ExactStepping(chain).to(phases).at_the_end.items():
        state = chain.state(int(chain.ends[end]))
        law[state] = law.get(state, Fraction(0)) + chance
    return law


@pytest.mark.parametrize(
    "position",
    [
        opening(),
        opening(limit=1),
        opening(models=(2, 1), limit=3),
        opening(models=(2, 2), limit=2),
        opening(changed(TROOPER, Nv=6, WS=0), changed(TROOPER, Nv=6, WS=0)),
        opening(changed(TROOPER, Ld=4), changed(TROOPER, Nv=6), limit=6),
    ],
    ids=["alike", "one round", "two on one", "two on two", "nothing happens", "stubborn"],
)
def test_the_ends_are_those_of_rounds_that_are_counted_in_positions(position):
    clocked, counted = chain_of(position), chain_of(position, WITHOUT)
    assert clocked.is_clocked
    assert not counted.is_clocked
    assert law_of(clocked) == law_of(counted)


def test_a_large_battle_is_compiled_by_the_thousand_and_comes_to_the_same_ends():
    position = opening(changed(TROOPER, Ld=1, Nv=2), changed(TROOPER, Ld=1, Nv=2), models=(2, 2), limit=3)
    text = Text(RULES, (sensible, sensible), clock=RULES.clock(position))
    by_the_thousand = Chain(crowded(text, text.number(position), USUAL, phases=1))
    nodes = Nodes(Text(RULES, (sensible, sensible), clock=RULES.clock(position)), phases=1)
    one_by_one = Chain(nodes.ways(nodes.begin(position)))
    assert law_of(by_the_thousand) == law_of(one_by_one)
    assert len(by_the_thousand.positions) == len(one_by_one.positions)


def test_however_many_rounds_there_may_be_the_positions_are_the_same():
    few, many = (chain_of(opening(limit=limit)) for limit in (40, 400))
    assert len(few.positions) == len(many.positions)


def test_what_is_told_on_the_way_is_told_as_often():
    position = opening(models=(2, 1), limit=2)
    clocked, counted = (
        compiled(ruleset, position, (sensible, sensible), phases=1, label=label(ruleset))
        for ruleset in (RULES, WITHOUT)
    )
    assert told_in(clocked) == told_in(counted)


def test_two_against_two_come_to_few_positions():
    """A bound on a count: a clause that looks at more than it needs, or remembers more, breaks it."""
    chain = chain_of(opening(models=(2, 2), limit=50))
    assert len(chain.positions) <= 60_000
    assert chain.text.runs <= 1_500


def test_floats_agree_with_fractions():
    chain = chain_of(opening(models=(2, 2)))
    exactly = {end: chance for (end, _), chance in ExactStepping(chain).to(1).at_the_end.items()}
    found = Stepping(chain).to(1).at_the_end[0]
    for end, chance in enumerate(found.tolist()):
        assert abs(chance - exactly.get(end, 0)) < 1e-12


def test_played_for_ever_nothing_ends_it_but_the_rules():
    """Both pass with 8/9 and never hurt each other: without a limit somebody fails in the end."""
    idle = changed(TROOPER, Ld=2, Nv=4, weapons=())
    chain = chain_of(opening(idle, idle))
    settled = Settling(chain, exact=True).settled()
    drawn = chain.read(lambda state: state.drawn)
    assert sum(chance for (end, _), chance in settled.at_the_end.items() if drawn[end]) == 0
    assert settled.phases == 1


def test_fights_walked_in_bulk_end_alike():
    chain = chain_of(opening())
    walks = Bulk(chain, 1).walks(20_000, seed=4)
    met = np.bincount(walks.ends, minlength=len(chain.ends)) / 20_000
    assert np.abs(met - Stepping(chain).to(1).at_the_end[0]).max() < 0.02


def test_several_combats_are_counted_each_by_itself():
    units = [U(name, side, [(TROOPER, 1)]) for name, side in (("a", 0), ("b", 1), ("c", 0), ("d", 1))]
    made = battle(*units, pairs=[(0, 1), (2, 3)])
    assert RULES.clock(Position(made, ((close_combat_phase.key,),))) is None
