"""WW-ML: the division of contacts into Melees."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Roll
from pilein.engine.play import playing
from pilein.engine.sources import Dice
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, OneOf, first, is_choice
from pilein.rulesets.wwpd.events import CombatBegan, Divided, LeadershipTested
from pilein.rulesets.wwpd.melees import divide
from pilein.rulesets.wwpd.ruleset import RULESET
from pilein.tabletop.events import Slain
from tests.enumeration import ends, spread
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import U, battle, man, played

HARMLESS = man(rate=0)


def grouped(*pairs, units=(3, 3), **more):
    """Return the Melees of units A, B and so on against units of the opposing side, formed from the pairs of models in
    contact.
    """
    fielded = [U(f"{side}{one}", side, kinds=[(HARMLESS, 1)]) for side in (0, 1) for one in range(units[side])]
    made = battle(*fielded, pairs=pairs, **more)
    after, script = played(made, divide, until="next_melee")
    return after.melees, script


@pytest.mark.clause("WW-ML-01", "WW-ML-02")
def test_two_opposing_units_in_contact_form_a_melee():
    melees, script = grouped((0, 3))
    assert melees == ((0, 3),)
    assert told(script, Divided) == [Divided(count=1, clause="WW-ML-01")]


@pytest.mark.clause("WW-ML-03", "WW-ML-04")
def test_units_linked_by_shared_enemies_form_one_melee():
    assert grouped((0, 3), (1, 3), (1, 4), (2, 4))[0] == ((0, 1, 2, 3, 4),)


@pytest.mark.clause("WW-ML-05")
def test_contact_links_units_into_one_melee_and_unlinked_units_form_separate_melees():
    assert grouped((0, 3), (1, 4), (2, 5))[0] == ((0, 3), (1, 4), (2, 5))
    assert grouped((0, 3), (0, 4), (0, 5), (1, 5), (2, 5))[0] == ((0, 1, 2, 3, 4, 5),)


def friends(rulings=None):
    """Return a battle of two separate fights and of a third red unit that touches only an engaged model of the first
    fight.
    """
    return battle(
        U("a", 0, [(10, 19)], kinds=[(man(rate=2), 1)]),
        U("b", 0, [(20, 19)]),
        U("c", 0, [(10, 18)]),
        U("x", 1, [(10, 20)], kinds=[(HARMLESS, 1)]),
        U("y", 1, [(20, 20)]),
        rulings=rulings,
    )


@pytest.mark.clause("WW-ML-02")
def test_a_model_supporting_a_friend_is_in_the_melee_of_the_friend_unless_a_ruling_requires_enemy_contact():
    after, _ = played(friends(), divide, until="next_melee")
    assert after.melees == ((0, 2, 3), (1, 4))
    after, _ = played(friends({"WW-R-19": "enemy_contact_only"}), divide, until="next_melee")
    assert after.melees == ((0, 3), (1, 4))


def test_contact_between_two_friends_in_separate_melees_does_not_merge_the_melees():
    made = battle(U("a", 0, [(10, 19)]), U("b", 0, [(11, 19)]), U("x", 1, [(10, 20)]), U("y", 1, [(11.6, 19.8)]))
    after, _ = played(made, divide, until="next_melee")
    assert after.plane.contacts.friends[0] == (1,)
    assert after.melees == ((0, 2), (1, 3))


@pytest.mark.clause("WW-ML-07")
def test_the_active_player_chooses_the_order_of_melees():
    made = battle(
        *(U(name, side, kinds=[(HARMLESS, 1)]) for name, side in zip("abxy", (0, 0, 1, 1), strict=True)),
        pairs=[(0, 2), (1, 3)],
        active=1,
    )
    _, script = played(made, divide, answers=[1])
    assert [event.units for event in told(script, CombatBegan)] == [("b", "y"), ("a", "x")]
    assert script.asked[0].side == 1


@pytest.mark.clause("WW-ML-06")
def test_no_unit_takes_a_test_before_the_last_melee_has_been_fought():
    """Three of the four red models fall to two attacks each before the second Melee is fought."""
    deadly = man(rate=3, skill=9, massive=9)
    made = battle(
        U("a", 0, kinds=[(man(rate=0, save=7), 4)]), U("b", 0, kinds=[(HARMLESS, 1)]),
        U("x", 1, kinds=[(deadly, 1)]), U("y", 1, kinds=[(man(), 1)]),
        pairs=[(0, 2), (1, 3)], rulings={"WW-R-02": "automatic", "WW-R-08": "firefight-only"},
    )  # fmt: skip
    dice = [6, 6, 6, 1, 6]
    _, script = played(made, divide, dice=dice, answers=[0])
    kinds = [type(event) for event in script.events]
    assert kinds.index(Slain) < len(kinds) - 1 - kinds[::-1].index(CombatBegan) < kinds.index(LeadershipTested)


@pytest.mark.clause("WW-ML-08")
def test_a_model_is_not_supported_by_a_friend_from_a_separate_melee():
    """If friends do not link Melees, c fights only in its own Melee, although it touches an engaged friend in a second
    one.
    """
    made = battle(
        U("a", 0, [(10, 19)], kinds=[(HARMLESS, 1)]),
        U("c", 0, [(10, 18), (13, 18)]),
        U("x", 1, [(10, 20)], kinds=[(HARMLESS, 1)]),
        U("y", 1, [(13, 19)], kinds=[(HARMLESS, 1)]),
        rulings={"WW-R-19": "enemy-contact-only"},
    )
    for order in permutations((0, 1)):
        after, script = played(made, divide, dice=[3], answers=[order[0]], until="after_the_melees")
        assert after.plane.living(2) == 1
        assert [event.attacks for event in script.events if type(event).__name__ == "Struck"] == [1]


END = "after_the_melees"
KINDS = (man(), man(rate=2, skill=5), man(wounds=2, toughness=1), man(leader=True, melee_defense=1))


def resolved(made, order, seed):
    """Return the battle after all Melees, fought in the given order, each with its own dice (WW-R-22)."""
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
    """Draw units of one to three models on a grid of bases, with friends and enemies mixed and partly in contact."""
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
def test_the_state_after_all_melees_does_not_depend_on_their_order(made, seed, data):
    places = range(len(_melees(made)))
    order = data.draw(st.permutations(places))
    assert resolved(made, tuple(order), seed) == resolved(made, tuple(places), seed)


def _melees(made):
    position = Position(made, ((divide.key,),))
    return next(playing(RULESET, position, lambda _: None)).position.state.melees


@pytest.mark.example("WW-X-20")
def test_in_example_x_20_the_two_melees_have_the_same_result_in_either_order():
    units = [U(name, side, kinds=[(man(), 3)]) for name, side in (("A1", 0), ("A2", 0), ("B1", 1), ("B2", 1))]
    made = battle(*units, pairs=[(0, 2), (1, 3)])
    for seed in range(20):
        assert len({resolved(made, order, seed) for order in permutations((0, 1))}) == 1


@pytest.mark.clause("WW-RS-07")
def test_the_odds_do_not_depend_on_the_order_of_melees_and_rolls():
    units = [U(name, side, kinds=[(man(), 1)]) for name, side in (("A1", 0), ("A2", 0), ("B1", 1), ("B2", 1))]

    def distribution(active, place):
        made = battle(*units, pairs=[(0, 2), (1, 3)], active=active)
        after = ends(made, divide, until=END, policy=lambda choice: choice.options[place])
        return spread(after, _left)

    assert distribution(0, 0) == distribution(0, -1) == distribution(1, 0)


def _left(made):
    return tuple(made.living(unit) for unit in range(4)), made.statuses
