"""What binds a consolidation move, and what does not (WS-CM, WS-DO)."""

from pilein.geometry.ticks import INCH
from pilein.rulesets.warstrike.rulebook import says

DEFENDED = 2 * INCH  # WS-DO-01


@says("WS-CM-01", without=lambda movement: movement * INCH)
def half_move(movement: int) -> int:
    """WS-CM-01. The move is up to half of the normal Mv, rounded down: whole inches, in ticks."""
    return movement // 2 * INCH


@says("WS-CM-02", without=lambda reach, is_rough: reach // 2 if is_rough else reach)
def unslowed(reach: int, is_rough: bool) -> int:  # noqa: FBT001 - called with both
    """WS-CM-02. Area terrain and hills never affect it."""
    del is_rough
    return reach


@says("WS-CM-03", without=lambda reach, _has_crossed, _climb, _reading: reach)
def reach_left(reach: int, has_crossed: bool, climb: int, reading: str) -> int:  # noqa: FBT001 - called with both
    """WS-CM-03. Obstacles, walls and levels of a structure have their normal effects (WS-R-40).

    A crossing halves the move, rounded down to inches, a change of level costs its height; `free`: neither costs;
    `impassable`: neither can be done. What is left of the reach, in ticks.
    """
    if reading == "free" or not (has_crossed or climb):
        return reach
    if reading == "impassable":
        return -1
    return (reach // INCH // 2 * INCH if has_crossed else reach) - climb


@says("WS-CM-04", without=False)
def may_go_anywhere() -> bool:
    """WS-CM-04. It may go in any direction, not towards the enemy alone."""
    return True


@says("WS-CM-05", without=False)
def may_leave() -> bool:
    """WS-CM-05. It may end the combat by taking the unit more than 6 inches away from all enemies."""
    return True


@says("WS-CM-06", without=False)
def may_draw_in() -> bool:
    """WS-CM-06. It may bring new enemies into the combat by coming within 6 inches of them."""
    return True


@says("WS-CM-07", without=INCH)
def distance_to_keep() -> int:
    """WS-CM-07. Moving Around The Enemy does not bind it: no distance is kept from enemies, in ticks."""
    return 0


@says("WS-CM-08", without=False)
def may_touch() -> bool:
    """WS-CM-08. It, and no other move, may come into base contact."""
    return True
