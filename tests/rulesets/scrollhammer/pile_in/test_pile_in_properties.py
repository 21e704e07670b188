"""Pile-ins in scattered positions: every offered place is legal, and moves obey the rules of movement."""

from itertools import islice
from unittest.mock import patch

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pilein.engine.script import Script
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.pile_in.pile_in import pile_ins
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Plane
from tests.rulesets.scrollhammer.builder import GUARD, SQUARE, U, battle, changed, fight_of

QUICK = changed(GUARD, I=4)
BASES = (SQUARE, Base("round", 125000, 125000), Base("rectangle", 125000, 250000), Base("oval", 150000, 260000))
SPOTS = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 359), st.integers(0, 4))
READINGS = st.sampled_from([{}, {"SH-R-88": "seek-contact"}, {"SH-R-39": "by-stage"}, {"SH-R-04": "edges-only"}])


def scattered(spots, base, rulings):
    """Return a battle in which models of both sides stand on a loose grid without overlaps. The first two of them touch
    or nearly touch.
    """
    places = [(8 + 1.9 * x + 0.1 * shift, 8 + 1.9 * y + 0.13 * shift, facing) for x, y, facing, shift in spots]
    half = len(places) // 2
    own, foes = places[:half], places[half:]
    units = U("red", 0, [(QUICK, len(own))], at=own, base=base), U("blue", 1, [(QUICK, len(foes))], at=foes, base=base)
    return battle(*units, rulings=rulings).beginning(fight_of((0, 1), step=4))


def is_clear(made):
    shapes = list(made.plane.shapes.values())
    return not any(overlaps(one, other) for place, one in enumerate(shapes) for other in shapes[place + 1 :])


@settings(max_examples=30, deadline=None)
@given(st.lists(SPOTS, min_size=4, max_size=10, unique_by=lambda spot: spot[:2]), st.sampled_from(BASES), READINGS)
def test_every_pile_in_offered_on_a_random_table_is_legal_and_within_reach_and_causes_no_overlap(spots, base, rulings):
    made = scattered(spots, base, rulings)
    assume(is_clear(made))
    refused = []

    def policy(choice):
        offered = [answer for _, answer in islice(choice.candidates(), 12)]
        refused.extend((answer, reason) for answer in offered if (reason := choice.why_not(answer)))
        return first(choice)

    script = Script(RULESET, answers=None, policy=policy)
    after = script.begin(made, pile_ins, 4)
    assert refused == []
    assert is_clear(after)
    moved = [event for event in script.events if isinstance(event, Moved)]
    assert all(event.inches <= 3 + CONTACT / INCH for event in moved)
    assert sorted(event.model for event in moved) == sorted(set(after.fight.exchange.piled))
    assert made.plane.contacts.enemies.keys() == after.plane.contacts.enemies.keys()


@settings(max_examples=20, deadline=None)
@given(st.lists(SPOTS, min_size=4, max_size=8, unique_by=lambda spot: spot[:2]))
def test_a_pile_in_breaks_no_existing_contact_with_an_enemy(spots):
    made = scattered(spots, SQUARE, {})
    assume(is_clear(made))
    after = Script(RULESET, answers=None, policy=first).begin(made, pile_ins, 4)
    before = made.plane.contacts.enemies
    assert all(set(foes) <= set(after.plane.contacts.enemies[model]) for model, foes in before.items())


@settings(max_examples=14, deadline=None)
@given(st.lists(SPOTS, min_size=4, max_size=10, unique_by=lambda spot: spot[:2]), st.sampled_from(BASES), READINGS)
def test_pile_ins_have_the_same_outcome_with_and_without_cached_results(spots, base, rulings):
    made = scattered(spots, base, rulings)
    assume(is_clear(made))
    first_time, again = _played(made), _played(made)
    with patch("pilein.rulesets.scrollhammer.pile_in.pile_in.moved_to", _forgetful):
        afresh = _played(scattered(spots, base, rulings))
    assert first_time[1] == again[1] == afresh[1]
    assert first_time[0].plane == again[0].plane
    assert again[0].plane.standings == afresh[0].plane.standings


def _played(made):
    script = Script(RULESET, answers=None, policy=first)
    return script.begin(made, pile_ins, 4), script.events


def _forgetful(plane, model, place):
    """Return the field after a move, without the results that were cached on the field before the move."""
    return Plane(plane.setup, plane.with_place(model, place).standings, plane.lost)
