"""Rounds in few steps: what clauses do one after the other, put together once for all positions that are alike in it.

Their outcomes are multiplied out. What any of them looks at, unless one before has written it, is what the whole looks
at. Where only one side of a battle suffers in a round, the rest is not looked at, and one row serves for all of it.
"""

from pilein.engine.chain.frames import Frame, Spot
from pilein.engine.chain.heads import Change, Head, Row
from pilein.engine.chain.text import HEADS, Gathered, Text, added, row_of

NOTHING = Change(1, -1, 0, 0)
NOWHERE = Head(-1, Frame(Spot(()), tuple, ()), ())
DEEPEST = 100  # clauses put together, after which it may be going round in a circle


class Rounds:
    """The clauses of a text put together, up to the end of a round or of the phase.

    A way ends sooner before a clause that has one outcome only and would look at more than those before.
    """

    def __init__(self, text: Text) -> None:
        self._text = text
        self._roots: dict[int, Head] = {}
        self._tables: dict[tuple[int, int, bool], Head] = {}
        self._root = NOWHERE  # where the way at hand begins; what comes after another one has tables of its own

    def row(self, position: int) -> Row:
        """What a position can come to, each outcome as a change to it.

        Where its own clause has one outcome, it goes on by such clauses alone.
        """
        self._root = self.table(position & HEADS)
        row: Row | None = self._root.at(position)
        if row is None:
            is_straight = len(self._text.row(position)) == 1
            row = self._together(position, 0, self._root, is_straight=is_straight)
            self._root.keep(self._root.key(position), row)
        return row

    def straight(self, position: int) -> Change:
        """What a position comes to by clauses that have one outcome."""
        row = self.row(position)
        return row[0] if len(row) == 1 else NOTHING

    def table(self, number: int) -> Head:
        """What is looked at where a way begins at the head of that number."""
        table = self._roots.get(number)
        if table is None:
            head = self._text.heads[number]
            table = self._roots[number] = Head(number, head.frame, head.agenda)
        return table

    def _whole(self, position: int, depth: int, *, is_straight: bool) -> tuple[Head, Row]:
        """What is looked at from a position on, and what it can come to."""
        head = self._text.heads[position & HEADS]
        place = (self._root.number, head.number, is_straight)
        table = self._tables.get(place)
        if table is None:
            table = self._tables[place] = Head(head.number, head.frame, head.agenda)
        row: Row | None = table.at(position)
        if row is None:
            row = self._together(position, depth, table, is_straight=is_straight)
            table.keep(table.key(position), row)
        return table, row

    def _together(self, position: int, depth: int, table: Head, *, is_straight: bool) -> Row:
        first = self._text.row(position)
        table.look_like_too(self._text.head(position), -1)
        whole = sum(change.weight for change in first)
        gathered: Gathered = {}
        for change in first:
            following = self._following(change, position, depth, table, is_straight=is_straight)
            of = whole * sum(other.weight for other in following) if following else whole
            for after in map(change.then, following) if following else (change,):
                key = (after.keep, after.write, self._told(change, after))
                gathered[key] = added(gathered.get(key, (0, 1)), after.weight, of)
        return row_of(gathered)

    def _following(self, change: Change, position: int, depth: int, table: Head, *, is_straight: bool) -> Row:
        """What comes after an outcome; nothing where the way ends."""
        here = change.on(position)
        head = self._text.heads[here & HEADS]
        if not head.goes_on or depth == DEEPEST or (is_straight and len(self._text.row(here)) > 1):
            return ()
        looking, row = self._whole(here, depth + 1, is_straight=is_straight)
        if not is_straight and len(row) == 1 and looking.sees_more(change.keep, table.mask | self._root.mask):
            return ()
        table.look_like_too(looking, change.keep)
        return row

    def _told(self, before: Change, after: Change) -> int:
        if after is before or not after.story:
            return before.story
        if not before.story:
            return after.story
        stories = self._text.stories
        return self._text.story(stories[before.story] + stories[after.story])
