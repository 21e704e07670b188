"""WW-ML-06, WW-ML-08, WW-RS-07: in what order Melees are resolved provably does not matter (WW-X-20)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Roll
from pilein.engine.play import playing
from pilein.engine.sources import Dice
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, OneOf, first, is_choice
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.ruleset import RULESET
from tests.enumeration import ends, spread
from tests.rulesets.wwpd.builder import U, battle, man

END = "after_the_melees"
KINDS = (man(), man(rate=2, skill=5), man(wounds=2, toughness=1), man(leader=True, melee_defense=1))


def resolved(made, order, seed):
    """The battle after all Melees, fought in an order, every Melee on dice of its own (WW-R-22)."""
    streams: dict[tuple[int, ...], Dice] = {}
    battling = [made]

    def ask(request) -> Answer:
        if is_choice(request):
            if request.clause == "WW-ML-07":
                assert isinstance(request, OneOf)
                return next(place for place in order if place in request.options)
            return first(request)
        assert isinstance(request, Roll)
        units = battling[0].melee.units
        return request.thrown(streams.setdefault(units, Dice(seed * 1000 + units[0])).die)

    position = Position(made, ((divide.key,),))
    for ran in playing(RULESET, position, ask):
        position = ran.position
        battling[0] = position.state
        if position.agenda[0][0] == END:
            break
    return position.state


@st.composite
def crowds(draw):
    """Units of one to three models on a grid of bases, touching here and there, friend and enemy mixed."""
    cells = draw(st.permutations([(10.0 + x, 10.0 + y) for x in range(8) for y in range(3)]))
    units, used = [], 0
    for number in range(draw(st.integers(2, 6))):
        count = draw(st.integers(1, 3))
        kinds = [(draw(st.sampled_from(KINDS)), 1) for _ in range(count)]
        units.append(U(f"u{number}", number % 2, cells[used : used + count], kinds))
        used += count
    link = draw(st.sampled_from(("default", "enemy-contact-only")))
    involved = draw(st.sampled_from(("default", "engaged-only", "whole-unit")))
    return battle(*units, rulings={"WW-R-19": link, "WW-R-13": involved})


@pytest.mark.clause("WW-ML-08")
@given(made=crowds(), seed=st.integers(0, 1000), data=st.data())
def test_any_order_of_melees_comes_to_the_same_state(made, seed, data):
    places = range(len(_melees(made)))
    order = data.draw(st.permutations(places))
    assert resolved(made, tuple(order), seed) == resolved(made, tuple(places), seed)


def _melees(made):
    position = Position(made, ((divide.key,),))
    return next(playing(RULESET, position, lambda _: None)).position.state.melees


@pytest.mark.example("WW-X-20")
def test_x_20_two_melees_with_separate_dice():
    units = [U(name, side, kinds=[(man(), 3)]) for name, side in (("A1", 0), ("A2", 0), ("B1", 1), ("B2", 1))]
    made = battle(*units, pairs=[(0, 2), (1, 3)])
    for seed in range(20):
        assert len({resolved(made, order, seed) for order in permutations((0, 1))}) == 1


@pytest.mark.clause("WW-RS-07")
def test_the_distribution_is_the_same_whichever_melee_comes_first_and_whoever_rolls_first():
    units = [U(name, side, kinds=[(man(), 1)]) for name, side in (("A1", 0), ("A2", 0), ("B1", 1), ("B2", 1))]

    def distribution(active, place):
        made = battle(*units, pairs=[(0, 2), (1, 3)], active=active)
        after = ends(made, divide, until=END, policy=lambda choice: choice.options[place])
        return spread(after, _left)

    assert distribution(0, 0) == distribution(0, -1) == distribution(1, 0)


def _left(made):
    return tuple(made.living(unit) for unit in range(4)), made.statuses
