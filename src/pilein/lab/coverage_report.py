"""Coverage of a rules text as an answer, with tables, a page, a picture and data."""

from itertools import accumulate, pairwise
from textwrap import shorten
from typing import Any

from msgspec import to_builtins

from pilein.engine.rulesets import ruleset_named
from pilein.lab.answer import Answer
from pilein.lab.coverage_figures import (
    NEVER_MATTERED,
    NEVER_REACHED,
    NO_CODE,
    NOT_TRIED,
    STATUSES,
    CoverageFigures,
    Covered,
)
from pilein.lab.coverage_page import page
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.figures import Estimate, share
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_tables import WORDS
from pilein.lab.sentences import counted
from pilein.lab.table import CHANCE, COUNT, Column, Table, headed


class Coverage(Answer, CoverageFigures, frozen=True):
    """Coverage of a rules text by games. Printing it shows tables.

    `fights` are the names of the fights, `games` is the number of games played, and `trials` the number of replays.
    `sentences` are in the order of the text, and `rulings` have an entry for each option. `struck` are sentences
    that the scenarios leave out. `phases` is 0 if games were played to the end. `texts` are the scenarios without a
    file, by name.

    Examples:
        >>> import pilein
        >>> found = pilein.coverage("examples/scrollhammer/duel.toml", games=20)
        >>> found.sentence("SH-MO-04").status
        'mattered'
    """

    def sentence(self, id: str) -> Covered:  # noqa: A002 - what it is
        """Return the coverage of a sentence. Raises KeyError for an unknown ID."""
        return {one.id: one for one in self.sentences}[id]

    def of_status(self, status: str) -> tuple[Covered, ...]:
        """Return the sentences with the given status."""
        return tuple(one for one in self.sentences if one.status == status)

    @property
    def structural(self) -> tuple[Covered, ...]:
        """Sentences that are at work in most games and without which no fight takes place."""
        return tuple(one for one in self.sentences if one.is_structural and 2 * one.games > self.games)

    @property
    def note(self) -> str:
        """Summary with the number of games, and the sentences and rulings that had no effect."""
        played = f"{counted(self.games, 'game')} of {counted(len(self.fights), 'fight')}"
        lines = [
            f"{played}; {counted(self.trials, 'time')} a game went on without what was at work",
            self._summary("sentences", self.sentences),
            self._summary("options of rulings", self.rulings),
        ]
        for status in (NEVER_MATTERED, NOT_TRIED, NEVER_REACHED, NO_CODE):
            names = ", ".join(one.id for one in self.of_status(status))
            lines += [f"{status}: {names}"] if names else []
        stopped = [
            f"{one.key} ({counted(one.stopped, 'game')})" for one in (*self.sentences, *self.rulings) if one.stopped
        ]
        lines += [f"could not go on without it, for a policy's answer is not legal then: {', '.join(stopped)}"][
            : len(stopped)
        ]
        structural = ", ".join(one.id for one in self.structural)
        lines += [f"no fight takes place without it: {structural}"] if structural else []
        return "\n".join(lines)

    def _summary(self, what: str, ones: tuple[Covered, ...]) -> str:
        counts = {status: sum(one.status == status for one in ones) for status in STATUSES}
        parts = (f"{count} {status}" for status, count in counts.items() if count or status != NO_CODE)
        return f"{len(ones)} {what}: {', '.join(parts)}"

    def tables(self) -> tuple[Table, ...]:
        """Tables of the sentences and options of rulings that changed the end of games, most frequent first."""
        words = {key: sentence.words for key, sentence in ruleset_named(self.ruleset).sentences.items()}
        asked = {key: ruling.question for key, ruling in ruleset_named(self.ruleset).rulings.items()}
        return (
            _table("sentences that mattered", "sentence", self.sentences, words, self.games),
            _table("rulings that mattered", "ruling", self.rulings, asked, self.games),
        )

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab coverage --json`."""
        return {
            "format": FORMAT,
            **entry(self, "ruleset phases fights games trials"),
            "sentences": [_plain(one) for one in self.sentences],
            "rulings": [_plain(one) for one in self.rulings],
            **entry(self, "struck texts:scenarios"),
        }

    def data(self) -> Table:
        """Table with a row for each sentence and each option of a ruling: {id, option, status, clauses, games, ...}."""
        ones = (*self.sentences, *self.rulings)
        return Table(
            "coverage",
            tuple(map(Column, RECORDED)),
            tuple(tuple(getattr(one, key) for key in RECORDED) for one in ones),
        )

    def to_svg(self) -> str:
        """Draw, for each section of the text, how many sentences mattered, never mattered or were never reached."""
        text, sections = ruleset_named(self.ruleset).sentences, dict[str, dict[str, int]]()
        for one in self.sentences:
            counts = sections.setdefault(text[one.id].section, dict.fromkeys(COLOURS, 0))
            counts[one.status] += 1
        drawn = tuple(_row(name, counts) for name, counts in sections.items())
        subtitle = f"{self.ruleset}: sentences by section, {self.games:,} games"
        return rows(Rows("Coverage of the text", subtitle, drawn, key=tuple(COLOURS.items())))

    def to_html(self, folder: str = "") -> str:
        """Return the rulebook as an HTML page that needs no network, coloured sentence by sentence.

        `folder` is the folder to which the file will be written, by default the current folder. Links to scenarios
        are relative to it.
        """
        return page(self, folder)

    def __repr__(self) -> str:
        return f"<Coverage of {self.ruleset}: {self._summary('sentences', self.sentences)}>"


COLOURS = dict(zip(STATUSES, ("#2e7d4f", "#d9a514", "#8fa3b3", "#c8ccd0", "#efe9dc"), strict=True))
RECORDED = ("id", "option", "status", "clauses", "games", "tried", "changed", "decided", "unfought", "stopped")


def _row(name: str, counts: dict[str, int]) -> Row:
    ends = [0, *accumulate(counts.values())]
    parts = zip(pairwise(ends), counts.items(), strict=True)
    bars = ((start, end, COLOURS[status], f"{name}: {n} {status}") for (start, end), (status, n) in parts if n)
    return Row((name,), tuple(bars))


def _table(title: str, what: str, ones: tuple[Covered, ...], words: dict[str, str], games: int) -> Table:
    columns = (
        *(headed(what), headed("at work", CHANCE), headed("tried", COUNT)),
        *(headed("changed", CHANCE), headed("decided", CHANCE), headed("")),
    )
    mattered = sorted((one for one in ones if one.changed), key=lambda one: (-one.weight, one.key))
    rows = (
        (
            *(one.key, share(one.games, games), one.tried, *_changes(one)),
            shorten(words.get(one.id, ""), WORDS, placeholder=" ..."),
        )
        for one in mattered
    )
    return Table(title, columns, tuple(rows))


def _changes(one: Covered) -> tuple[Estimate, Estimate]:
    """Return the share of tried games that ended differently, and the share that had another outcome."""
    return share(one.changed, one.tried), share(one.decided, one.tried)


def _plain(one: Covered) -> dict[str, Any]:
    """Return a sentence or option as plain data, with the interval of the share of games that it changed."""
    found = to_builtins(one)
    assert isinstance(found, dict)
    interval = list(share(one.changed, one.tried).interval) if one.tried else None
    return {**found, "status": one.status, "changed_interval": interval}
