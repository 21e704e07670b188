"""What can be wrong with a ring of corners. All whole numbers, hence exact; corners are counted from 1."""

Corner = tuple[int, int]
Corners = tuple[Corner, ...]


def cross(origin: Corner, a: Corner, b: Corner) -> int:
    """Return twice the area of a triangle, above nought where it turns left."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def repeated(ring: Corners) -> tuple[int, int] | None:
    """Return the first two corners that are one point."""
    seen: dict[Corner, int] = {}
    for number, corner in enumerate(ring, start=1):
        if corner in seen:
            return seen[corner], number
        seen[corner] = number
    return None


def doubled_back(ring: Corners) -> int | None:
    """Return the first corner where the ring turns right round and runs back along the side that it came by."""
    for index, corner in enumerate(ring):
        before, after = ring[index - 1], ring[(index + 1) % len(ring)]
        if cross(before, corner, after) == 0 and _along(corner, before, after) > 0:
            return index + 1
    return None


def crossing(ring: Corners) -> tuple[int, int] | None:
    """Return the corners where the first two sides start that meet without being neighbours."""
    count = len(ring)
    for first in range(count):
        for second in range(first + 2, count):
            is_neighbour = first == 0 and second == count - 1
            ends = ring[first], ring[first + 1], ring[second], ring[(second + 1) % count]
            if not is_neighbour and _meet(*ends):
                return first + 1, second + 1
    return None


def _along(origin: Corner, a: Corner, b: Corner) -> int:
    """Return the scalar product of the ways from `origin` to a and to b."""
    return (a[0] - origin[0]) * (b[0] - origin[0]) + (a[1] - origin[1]) * (b[1] - origin[1])


def _meet(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Say whether the stretches from a to b and from c to d share a point."""
    sides = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)]
    if _are_opposite(sides[0], sides[1]) and _are_opposite(sides[2], sides[3]):
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _along(end[2], end[0], end[1]) <= 0 for side, end in zip(sides, ends, strict=True))


def _are_opposite(a: int, b: int) -> bool:
    return (a > 0 > b) or (a < 0 < b)
