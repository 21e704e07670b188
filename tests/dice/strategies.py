"""Strategies for property tests that involve dice."""

from hypothesis import strategies as st

from pilein.dice import Pool, Target, Volley
from pilein.dice.counts import KEEPS

re_rolls = st.sampled_from(["", "failures", "ones", "successes"])
scores = st.integers(0, 8)
keeps = st.lists(st.sampled_from(KEEPS), max_size=3, unique=True).map(tuple)


@st.composite
def volleys(draw: st.DrawFn, dice: int, targets: int, *, re_rolled: bool = False) -> Volley:
    again = re_rolls if re_rolled else st.just("")
    return Volley(
        dice,
        hit=draw(scores),
        wound=draw(scores),
        save=draw(scores),
        target=draw(st.integers(-1, targets - 1)),
        re_roll_hits=draw(again),
        re_roll_wounds=draw(again),
        re_roll_saves=draw(again),
        six_hits=draw(st.booleans()),
        one_misses=draw(st.booleans()),
        six_wounds=draw(st.booleans()),
        keep=draw(keeps),
    )


@st.composite
def pools(draw: st.DrawFn, dice: tuple[int, ...], *, re_rolled: bool = False) -> Pool:
    """Draw a pool with one volley for each number of dice, against one or two targets."""
    targets = draw(st.lists(st.builds(Target, st.integers(0, 3)), min_size=1, max_size=2))
    drawn = tuple(draw(volleys(number, len(targets), re_rolled=re_rolled)) for number in dice)
    return Pool(drawn, tuple(targets), saves_per_group=draw(st.booleans()))
