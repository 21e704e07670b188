"""A full search finds no way to reach an enemy that was ruled out as a prospect of a charging model."""

from itertools import islice

from hypothesis import assume, event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.duties import duty_of
from pilein.rulesets.scrollhammer.charge.landings import touching
from pilein.rulesets.scrollhammer.charge.terms import read
from pilein.rulesets.scrollhammer.policy.previews import preview_table
from pilein.rulesets.scrollhammer.state import Charge
from pilein.tabletop.movement.reachability import Prospects
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, SQUARE, U, battle
from tests.rulesets.scrollhammer.charging import facing_off, under_way

ROUND = Base("round", INCH, INCH)
BASES = (
    SQUARE,
    ROUND,
    Base("rectangle", 125000, 165000),
    Base("rectangle", 165000, 165000),
    Base("oval", 125000, 160000),
)
FEW = 3  # places of each enemy that are compared
SPOTS = st.tuples(st.integers(0, 6), st.integers(0, 5), st.integers(0, 3), st.sampled_from((0, 0, 0, 0, 0, 10, 90)))


def crowded(spots, own_base, base, moved, inches):
    """Return a battle in which models stand so close together that many gaps are too narrow to pass. The first `moved`
    models of one side have already moved.
    """
    places = [(4 + 1.7 * x + 0.1 * shift, 4 + 1.7 * y + 0.1 * shift, turn) for x, y, shift, turn in spots]
    half = len(places) // 2
    units = (
        U("red", 0, [(GUARD, half)], at=places[:half], base=own_base),
        U("blue", 1, [(REAVER, len(places) - half)], at=places[half:], base=base),
    )
    made = battle(*units, size=(20, 20))
    charge = Charge(0, (1,), range=inches, arcs=("",), moved=tuple(range(min(moved, half - 1))))
    return replace(made, charge=charge)


def is_clear(made):
    shapes = list(made.plane.shapes.values())
    return not any(overlaps(one, other) for place, one in enumerate(shapes) for other in shapes[place + 1 :])


@given(
    st.lists(SPOTS, min_size=6, max_size=20, unique_by=lambda spot: spot[:2]),
    st.sampled_from(BASES),
    st.sampled_from(BASES),
    st.integers(0, 4),
    st.integers(2, 9),
)
def test_an_enemy_that_the_quick_search_excludes_cannot_be_touched(spots, own_base, base, moved, inches):
    made = crowded(spots, own_base, base, moved, inches)
    assume(is_clear(made))
    terms = read(made, preview_table(made))
    foes = made.plane.models(1)
    for model in made.plane.models(0)[-1:]:
        hopes = Prospects(made.plane, terms.move, model)
        if not hopes.is_plain(foes):
            continue
        kept = {foe for group in hopes.groups(tuple((foe,) for foe in foes)) for foe in group}
        event(f"left out: {len(kept) < len(foes)}")
        for foe in foes:
            found = list(islice(touching(made, terms, model, foe), FEW))
            afresh = Prospects(made.plane, terms.move, model)
            assert list(islice(touching(made, terms, model, foe, afresh), FEW)) == found
            assert foe in kept or not found


def test_an_enemy_behind_a_closed_line_cannot_be_reached():
    """Six enemies side by side, half an inch apart, block the way to the enemy behind them. No charger is near their
    ends.
    """
    line = [(4 + 1.5 * file, 14) for file in range(12)]
    for base in (ROUND, SQUARE):
        red = U("red", 0, [(GUARD, 2)], at=[(12, 10), (13.5, 10)], base=base)
        blue = U("blue", 1, [(REAVER, 13)], at=[*line, (12, 16)], base=base)
        made = under_way(battle(red, blue), range=9)
        foes = made.plane.models(1)
        hopes = Prospects(made.plane, read(made, preview_table(made)).move, 0)
        kept = {foe for group in hopes.groups(tuple((foe,) for foe in foes)) for foe in group}
        assert foes[-1] not in kept
        assert foes[5] in kept


def test_the_quick_search_finds_the_same_charge_duties_as_a_search_of_every_model(monkeypatch):
    made = under_way(facing_off(3, own=6, foes=6), range=7, moved=(0, 1, 2))
    terms = read(made, preview_table(made))
    quick = [duty_of(made, terms, model) for model in (3, 4, 5)]
    monkeypatch.setattr(Prospects, "is_plain", lambda _self, _goals: False)
    made.plane.__dict__.clear()
    made.setup.__dict__.clear()
    assert [duty_of(made, terms, model) for model in (3, 4, 5)] == quick
