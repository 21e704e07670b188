"""SH-PI-07: gaps are filled with as few moves as possible: one model walks round or, if none can, several models
step sideways in turn.
"""

from typing import NamedTuple

import pytest

from pilein.engine.script import Script
from pilein.geometry.blocks import EMPTY, with_slots
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.pile_in.block_filling import Search
from pilein.rulesets.scrollhammer.pile_in.block_pile_in import close_gaps, to_the_front
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.block_battles import guards, reavers
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import under_way
from tests.rulesets.scrollhammer.pile_in.test_block_pile_in_files import GUARDS, locked, played

NO = EMPTY


class Steps(NamedTuple):
    """Paths that lead one slot ahead, back or to one side, and never into a barred slot."""

    files: int
    barred: frozenset[int]

    def __call__(self, _, before, after):
        apart = abs(before // self.files - after // self.files) + abs(before % self.files - after % self.files)
        return 1 if apart == 1 and after not in self.barred else None

    def leads(self, slots, gaps, sources):
        pairs = [(source, gap) for gap in gaps for source in sorted(sources)]
        return ((*pair, 1) for pair in pairs if self(slots, *pair) is not None)


def filled(slots, files, movers, barred=()):
    """Return the moves of the best fillings in which each model moves by at most one slot."""
    search = Search(files, frozenset(movers), Steps(files, frozenset(barred)), stride=1)
    return tuple(filling.moves for filling in search.best(slots))


def test_models_behind_a_gap_in_a_block_step_diagonally_to_fill_it():
    """The block has five files. The model behind the hole may not move, but the models to its left may. Every other way
    of filling moves more models.
    """
    slots = (1, 2, 3, NO, 5, 6, 7, 8, 9, 10, 11, 12, 13, NO, NO)
    assert filled(slots, 5, {1, 2, 3, 8, 11, 12, 13}) == (((3, 2, 3), (8, 7, 2), (13, 12, 7)),)


def test_all_equally_short_chains_of_steps_into_a_gap_are_found():
    slots = (6, NO, 8, 11, 12, 13)
    assert filled(slots, 3, {6, 8, 11, 13}) == (
        ((6, 0, 1), (11, 3, 0)),
        ((8, 2, 1), (13, 5, 2)),
    )


def test_no_model_of_a_block_enters_a_barred_place_or_leaves_a_gap_as_wide_as_the_gap_that_it_fills():
    slots = (6, NO, 8, 11, 12, 13)
    assert filled(slots, 3, {6, 8, 11, 13}, barred={1}) == ()
    assert filled(slots, 3, {6, 8}) == ()


@pytest.mark.clause("SH-PI-07")
def test_as_few_models_as_possible_step_into_a_gap_of_a_block_if_none_can_walk_into_it():
    """The enemy stands only in front of the last file. The model behind the gap fights, and no model walks round to the
    gap.
    """
    slots = (0, 1, 2, NO, 3, 4, 5, 6, 7, 8, 9, 10, 11, NO, NO)
    after, script = played(locked(slots, 5, foe=(22, 16, 180, 1), foes=1), close_gaps, GUARDS)
    (told,) = script.events
    assert isinstance(told, ClosedUp)
    assert (told.models, told.clause) == ((6, 2, 11), "SH-PI-07")
    assert after.plane.standings[0].slots == (0, 1, 6, 2, 3, 4, 5, 11, 7, 8, 9, 10, NO, NO, NO)


@pytest.mark.clause("SH-PI-07")
@pytest.mark.parametrize(("named", "slots"), [(0, (2, 0, 1, NO, 3, 4)), (1, (0, 1, 4, 2, 3, NO))])
def test_the_owner_chooses_among_equally_short_chains_of_steps_into_a_gap(named, slots):
    """SH-R-39 `fill-own-step`: the model behind the gap is slow. Either the left half or the right half of the rank
    steps over.
    """
    slow = changed(GUARD, I=2)
    mixed = U("guards", 0, [(GUARD, 3), (slow, 1), (GUARD, 1)], block=(20, 16, 0, 3), formation="ranks")
    made = battle(mixed, reavers(6, 20, 18, 180, 3), rulings={"SH-R-39": "fill-own-step"})
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], (0, NO, 1, 2, 3, 4))))
    after, script = played(made.beginning(fight_of((0, 1), step=GUARDS)), close_gaps, GUARDS, answers=[named])
    assert after.plane.standings[0].slots == slots
    assert script.asked[0].labels == (
        "model 0 to rank 1, file 2, model 2 to rank 1, file 1",
        "model 1 to rank 1, file 2, model 4 to rank 1, file 3",
    )


@pytest.mark.clause("SH-PI-07")
def test_one_model_completes_a_block_even_if_moving_several_would_fill_more_gaps():
    """Two models are left of a block of four files, one behind the other. The rear model ends beside the front one."""
    after, script = played(locked((0, NO, NO, NO, 1, NO, NO, NO), 4, foe=(20, 17, 180, 4)), close_gaps, GUARDS)
    assert after.plane.standings[0].slots[:4] == (0, 1, NO, NO)
    assert len(script.events) == 1


@pytest.mark.clause("SH-PI-07")
def test_a_model_walks_to_a_place_beside_another_model_rather_than_stepping_forward_if_the_walk_leaves_no_gap():
    """The model stands in the third file behind an empty front place. It completes the block if it walks beside the
    other model.
    """
    after, _ = played(locked((0, NO, NO, NO, NO, 1), foe=(20, 17, 180, 3)), close_gaps, GUARDS)
    assert after.plane.standings[0].slots[:3] == (0, 1, NO)


ONE_BEHIND = (NO, NO, NO, NO, 0, 1, NO, NO, 2, NO, NO, NO)  # four files, the front rank dead
OUTER_FILE = (0, 1, 2, NO, 3, 4, 5, NO, 6, 7, 8, NO, 9, NO, NO, NO)  # four files, of the last nobody is left
AT_THE_ENDS = (NO, NO, 0, 1, 2, 3, 4, 5, NO, 6, 7, NO)


@pytest.mark.clause("SH-PI-07")
@pytest.mark.parametrize(
    ("slots", "files", "far", "moved", "after"),
    [
        ((0, *[NO] * 6, 1, *[NO] * 5, 2, NO), 5, 1, 2, (0, 1, 2, NO, NO)),  # the rear one goes beside the other
        (ONE_BEHIND, 4, 1, 3, (0, 2, 1, NO)),  # one walks in between two that step forward
        (OUTER_FILE, 4, 0, 3, (0, 1, 2, 8, 3, 4, 5, 7, 6, 9, NO, NO)),  # two walk into a file, one into their places
        (AT_THE_ENDS, 4, 1, 3, (3, 6, 0, 1, 2, 7, 4, 5)),  # two files would be four models
    ],
)
def test_a_block_is_completed_by_the_fewest_moves_even_if_some_models_must_make_room(slots, files, far, moved, after):
    """SH-R-29: the enemy stands in front of all files, in contact or an inch away."""
    made = locked(slots, files, foe=(20, 16 + far, 180, files), foes=files, step=9)
    closed, script = played(made, close_gaps)
    (told,) = script.events
    assert closed.plane.standings[0].slots[: len(after)] == after
    assert told.count == moved


@pytest.mark.clause("SH-PI-04")
def test_an_advancing_block_leaves_no_empty_rank_at_its_front():
    """SH-R-41 `advance`: the first of three ranks has died, and the second rank's Initiative differs from
    the third's.
    """
    slow = changed(GUARD, I=2)
    mixed = U("guards", 0, [(slow, 3), (GUARD, 3)], block=(20, 16, 0, 3), formation="ranks")
    made = battle(mixed, reavers(6, 20, 17, 180, 3), rulings={"SH-R-41": "advance"})
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], (NO, NO, NO, *range(6)))))
    after, _ = played(made.beginning(fight_of((0, 1), step=GUARDS)), to_the_front, GUARDS)
    block = after.plane.standings[0]
    assert block.slots == (0, 1, 2, 3, 4, 5)
    assert block.y == pytest.approx(17 * INCH, abs=3)


@pytest.mark.clause("SH-PI-04")
def test_a_charging_block_does_not_step_past_the_enemy_if_its_front_rank_has_died():
    """The block's foremost living rank meets an enemy one file wide. At the block's Initiative step, no model steps to
    the front beside that enemy.
    """
    made = battle(guards(6, 20, 14, 0, 3), reavers(3, 20, 16, 180, 1))
    made = made.on(made.plane.without(frozenset({0, 1, 2})))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(under_way(made, 1, range=12, arcs=("front",)), charge_move)
    assert after.plane.standings[0].slots == (3, 4, 5)
    stepped, _ = played(after.beginning(fight_of((0, 1), step=GUARDS)), to_the_front, GUARDS)
    assert stepped.plane == after.plane


def test_a_charged_block_stays_in_place_if_its_front_rank_has_died():
    made = battle(guards(3, 20, 14, 0, 1), reavers(6, 20, 16, 180, 3))
    made = made.on(made.plane.without(frozenset(made.plane.models(1)[:3])))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(under_way(made, 1, range=12, arcs=("front",)), charge_move)
    block = after.plane.standings[1]
    assert (block.slots, block.y) == ((6, 7, 8), 17 * INCH)
