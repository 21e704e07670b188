"""Properties of every block's charge: full contact, no overlap, and the same result when mirrored or rotated."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge_events import ChargeFailed
from tests.rulesets.scrollhammer.block_battles import Charged, guards, loose, reavers
from tests.rulesets.scrollhammer.builder import battle

steps = st.integers(-40, 40).map(lambda step: step / 8)
angles = st.sampled_from((0, 5, 12.5, 45, 90, 200)) | st.integers(0, 35999).map(lambda angle: angle / 100)
sizes = st.integers(1, 6).flatmap(lambda files: st.tuples(st.just(files), st.integers(1, 4 * files)))


def charged(*units, distance=12):
    """Play the charge, with the first offer as the answer to every question. Return None if the charge fails."""
    played = Charged(battle(*units), distance, answers=[first] * 3, lenient=True)
    return None if played.told(ChargeFailed) else played


def overlapping(played):
    shapes = played.after.plane.shapes
    own, others = played.after.plane.models(0), played.after.plane.models(1)
    return [(one, other) for one in own for other in others if overlaps(shapes[one], shapes[other])]


@given(sizes, sizes, steps, steps, angles, angles)
def test_a_charge_on_a_block_ends_flush_against_its_side(charger, target, x, y, facing, other):
    """The charger starts 11 to 21 inches in front of the target's centre, at any facing."""
    played = charged(
        guards(charger[1], 24 + x, 14 + y, facing, charger[0]), reavers(target[1], 24, 30, other, target[0])
    )
    assert played is not None
    assert not overlapping(played)
    assert played.faced()
    assert (played.block.facing - played.after.plane.standings[1].facing) % 9000 == 0


@given(sizes, st.lists(st.tuples(steps, steps, angles), min_size=1, max_size=12, unique_by=lambda one: one[:2]), angles)
def test_a_charge_on_skirmishers_ends_in_contact(charger, places, facing):
    spots = [(24 + 2 * x, 32 + 2 * y, angle) for x, y, angle in places]
    played = charged(guards(charger[1], 24, 14, facing, charger[0]), loose("foes", 1, spots))
    if played is not None:
        assert not overlapping(played)
        assert played.after.plane.touched_units(0) == (1,)


@given(sizes, sizes, steps.filter(lambda x: x % 1), steps, st.integers(-30, 30))
def test_mirroring_the_table_mirrors_the_charge_of_a_block(charger, target, x, y, facing):
    """Charges with an odd number of files on a side or with a tie are not compared, because their questions differ."""

    def ends(sign):
        own = guards(charger[0] * 2, 24 + sign * x, 14 + y, (sign * facing) % 360, charger[0])
        return charged(own, reavers(target[0] * 2, 24, 30, 180, target[0]))

    here, there = ends(1), ends(-1)
    assert here is not None
    assert there is not None
    if not here.asked:
        assert abs(here.block.x - 24 * INCH + (there.block.x - 24 * INCH)) <= 1
        assert here.block.y == there.block.y
