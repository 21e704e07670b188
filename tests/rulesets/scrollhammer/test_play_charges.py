"""Charges in scattered positions: offers are legal, no models overlap, and identical answers give identical games."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.engine.script import Script
from pilein.engine.sources import Dice
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base, shape
from pilein.geometry.ticks import INCH, MM
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.fielding import place
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers

BASES = (Base("rectangle", INCH, INCH), Base("round", 25 * MM, 25 * MM))
SPOTS = st.tuples(st.integers(0, 70), st.integers(0, 40), st.sampled_from((0, 0, 90, 37)))


def apart(spots, base, low):
    """Return those spots that are clear of each other, moved so that they start `low` inches up the table."""
    kept = []
    for x, y, facing in spots:
        spot = (10 + x / 10, low + y / 10, facing)
        body = shape(base, place(*spot))
        if not any(overlaps(body, shape(base, place(*other))) for other in kept):
            kept.append(spot)
    return kept


def offered(choice, taken):
    """Return one of the first candidates, after checking that all of them are legal."""
    candidates = [answer for _, answer in islice(choice.candidates(), 3 if isinstance(choice, ChargeMove) else 1)]
    assert [choice.why_not(answer) for answer in candidates] == [None] * len(candidates)
    return candidates[taken % len(candidates)]


def played(made, seed, taken):
    die = Dice(seed)
    dice = [die.die(6) for _ in range(40)]
    script = Script(RULESET, dice=dice, answers=None, policy=lambda choice: offered(choice, taken))
    return script.begin(made, charge_sub_phase), script.events


@settings(max_examples=20)
@given(
    st.sampled_from(BASES),
    st.lists(SPOTS, min_size=1, max_size=7),
    st.lists(SPOTS, min_size=1, max_size=6),
    st.integers(0, 99),
    st.integers(0, 2),
)
def test_every_offer_in_a_random_charge_is_legal_and_no_models_overlap(base, own, foes, seed, taken):
    def made():
        below, above = apart(own, base, 10), apart(foes, base, 16)
        return battle(guards(below, base=base), reavers(above, base=base))

    after, events = played(made(), seed, taken)
    shapes = list(after.plane.shapes.values())
    assert not any(overlaps(one, other) for number, one in enumerate(shapes) for other in shapes[:number])
    again, same = played(made(), seed, taken)
    assert again.plane.standings == after.plane.standings
    assert same == events
