"""Picture of a tournament, with each player's rating and its interval."""

from collections.abc import Sequence
from html import escape

from pilein.agents.ratings import Rating

WIDTH, LEFT, LINE = 640, 180, 28
FONT = 'font-family="sans-serif" font-size="13"'
STEP = 50  # Elo points between two lines of the grid


def drawn(ratings: Sequence[Rating]) -> str:
    """Draw the ratings of the players as an SVG picture."""
    low = min(one.low for one in ratings) // STEP * STEP
    high = max(one.high for one in ratings) // STEP * STEP + STEP
    height = LINE * (len(ratings) + 2)

    def across(points: float) -> float:
        return round(LEFT + (WIDTH - LEFT - 20) * (points - low) / (high - low), 1)

    marks = [low + STEP * place for place in range(int((high - low) / STEP) + 1)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for mark in marks[:: max(1, len(marks) // 8)]:
        at = across(mark)
        parts.append(f'<path d="M{at} 8V{height - LINE}" stroke="#ccc"/>')
        parts.append(f'<text x="{at}" y="{height - 10}" text-anchor="middle">{mark:+.0f}</text>')
    for place, one in enumerate(ratings):
        down = LINE * (place + 0.8)
        parts.append(f'<text x="{LEFT - 12}" y="{down + 4}" text-anchor="end">{escape(one.player)}</text>')
        parts.append(f'<path d="M{across(one.low)} {down}H{across(one.high)}" stroke="#36648b" stroke-width="3"/>')
        parts.append(f'<circle cx="{across(one.rating)}" cy="{down}" r="5" fill="#36648b"/>')
    return "".join([*parts, "</svg>"])
