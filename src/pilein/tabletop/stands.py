"""Groups of like models, as the fight reckons with them whether they stand on a table or in the press."""

from msgspec import Struct


class Body(Struct, frozen=True):
    """Like models of one unit: their kind, the wounds each has lost, how many they are; who, where the field knows."""

    kind: int
    lost: int
    count: int
    models: tuple[int, ...] = ()


class Stand(Struct, frozen=True):
    """Like models of one unit that reach the same enemy units at the same depth.

    Depth 0 touches an enemy, depth 1 touches a friend who does, and so on. `foes` are the enemy units so reached.
    """

    unit: int
    kind: int
    lost: int
    depth: int
    foes: tuple[int, ...]
    count: int
    models: tuple[int, ...] = ()
