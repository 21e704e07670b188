"""The table edge: how far inside it a shape is, and shapes that stand for what lies beyond."""

from pilein.geometry.hulls import Point
from pilein.geometry.shapes import Shape, capsule

FAR = 1e30  # ticks
Table = tuple[float, float] | None  # width and depth in ticks, from (0, 0); None has no edge


def margin(table: Table, shape: Shape) -> float:
    """Return how far a shape is inside the table edge, less than nought where it hangs over."""
    if table is None:
        return FAR
    across, along = [x for x, _ in shape.core], [y for _, y in shape.core]
    width, depth = table
    gaps = min(across), width - max(across), min(along), depth - max(along)
    return min(gaps) - shape.radius


def beyond(table: Table, centre: Point, reach: float) -> list[Shape]:
    """Return shapes off the table that cover all of a circle round a point that lies beyond."""
    if table is None:
        return []
    (x, y), (width, depth) = centre, table
    found = []
    for nx, ny, gap in ((-1, 0, x), (1, 0, width - x), (0, -1, y), (0, 1, depth - y)):
        if gap < reach:
            far = 4 * reach + abs(gap)
            px, py = x + nx * (gap + far), y + ny * (gap + far)
            start, end = (px - ny * far, py + nx * far), (px + ny * far, py - nx * far)
            found.append(capsule(start, end, far))
    return found


def sides(table: Table) -> tuple[tuple[float, float, float], ...]:
    """Return for each edge the unit vector out over it, and how far it is from (0, 0) that way."""
    if table is None:
        return ()
    return (-1.0, 0.0, 0.0), (1.0, 0.0, table[0]), (0.0, -1.0, 0.0), (0.0, 1.0, table[1])
