"""Coverage of a rules text as an answer: tables, data, a picture, and a page with the rulebook.

On the page, each sentence has the colour of its status.
"""

import os
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from itertools import accumulate, pairwise
from pathlib import Path
from textwrap import shorten
from typing import Any
from urllib.parse import quote

from msgspec import Struct, to_builtins

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import counted
from pilein.kernel.rulings import Ruling, Sentence
from pilein.lab.answer import Answer
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.figures import share
from pilein.lab.figures_as_data import FORMAT, entry, unfinished
from pilein.lab.figures_as_tables import WORDS
from pilein.lab.table import CHANCE, COUNT, Column, Table, grouped, headed

NEVER_REACHED, NOT_TRIED, NEVER_MATTERED, MATTERED = "never reached", "not tried", "never mattered", "mattered"
NO_CODE = "no code"
STATUSES = (MATTERED, NEVER_MATTERED, NOT_TRIED, NEVER_REACHED, NO_CODE)
COLOURS = dict(zip(STATUSES, ("#2e7d4f", "#d9a514", "#8fa3b3", "#c8ccd0", "#efe9dc"), strict=True))
RECORDED = ("id", "option", "status", "clauses", "games", "tried", "changed", "decided", "unfought", "stopped")


class Example(Struct, frozen=True):
    """Game that illustrates a subject, given by its seed, the name of its fight, and the fight's file ("" if none)."""

    fight: str
    file: str
    seed: int

    def command(self, phases: int) -> str:
        """Return the `pilein` command that plays the example game."""
        return f"pilein fight {self.file or self.fight} --phases {phases or 'end'} --seed {self.seed}"


class Covered(Struct, frozen=True, kw_only=True):
    """Coverage of a sentence, or of a ruling under an `option`.

    The subject was at work, or asked for, in `clauses` clauses of `games` games. In `tried` games the fight was
    replayed without the subject: `changed` games ended differently (winner, models lost or fate of any unit),
    `decided` games had another outcome, and `unfought` games passed without a single loss although the original game
    had losses. In `stopped` further games the replay could not continue because a policy's answer was no longer
    legal, so the end of the replay is unknown. If `has_code` is False, no code refers to the subject, so games
    cannot reach it.
    """

    id: str
    option: str
    clauses: int
    games: int
    tried: int
    changed: int
    decided: int
    unfought: int
    stopped: int
    reached_in: Example | None
    changed_in: Example | None
    has_code: bool = True

    @property
    def key(self) -> str:
        """ID of the subject, with the option if it is a ruling."""
        return f"{self.id}={self.option}" if self.option else self.id

    @property
    def status(self) -> str:
        """Status of the subject, as one of STATUSES."""
        if not self.games:
            return NEVER_REACHED if self.has_code else NO_CODE
        if not self.tried:
            return NOT_TRIED
        return MATTERED if self.changed else NEVER_MATTERED

    @property
    def is_structural(self) -> bool:
        """Whether most games end differently without the sentence, in each case because no models are lost."""
        return self.unfought == self.changed > self.tried / 2

    @property
    def weight(self) -> float:
        """Estimated number of games whose end the subject changed, used for sorting."""
        return self.games * self.changed / self.tried if self.tried else 0.0

    @property
    def deciding(self) -> float:
        """Estimated number of games whose outcome the subject changed."""
        return self.games * self.decided / self.tried if self.tried else 0.0


class Coverage(Answer, Struct, frozen=True):
    """Coverage of a rules text by games. Printing the coverage shows tables.

    `fights` are the names of the fights, `games` is the number of games played, and `trials` the number of replays.
    `sentences` are in the order of the text, and `rulings` have an entry for each option. `struck` lists the sentences
    that the scenarios leave out. `phases` is 0 if games were played to the end. `texts` holds the text of each
    scenario that has no file, by name. `stopped` states how far the work got before the user interrupted it, or is "".

    Examples:
        >>> import pilein
        >>> found = pilein.coverage("examples/scrollhammer/duel.toml", games=12)
        >>> found.sentence("SH-MO-04").status
        'mattered'
    """

    ruleset: str
    phases: int
    fights: tuple[str, ...]
    games: int
    trials: int
    sentences: tuple[Covered, ...]
    rulings: tuple[Covered, ...]
    struck: tuple[str, ...] = ()
    texts: dict[str, str] = {}
    stopped: str = ""

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
        each = (*self.sentences, *self.rulings)
        stopped = ", ".join(f"{one.key} ({counted(one.stopped, 'game')})" for one in each if one.stopped)
        lines += [f"could not go on without it, for a policy's answer is not legal then: {stopped}"] if stopped else []
        structural = ", ".join(one.id for one in self.structural)
        lines += [f"no fight takes place without it: {structural}"] if structural else []
        lines += [self.stopped] if self.stopped else []
        return "\n".join(lines)

    def _summary(self, what: str, ones: tuple[Covered, ...]) -> str:
        counts = {status: sum(one.status == status for one in ones) for status in STATUSES}
        parts = (f"{count} {status}" for status, count in counts.items() if count or status != NO_CODE)
        return f"{len(ones)} {what}: {', '.join(parts)}"

    def tables(self) -> tuple[Table, ...]:
        """Tables of the sentences and options of rulings that changed how games ended, most frequent first."""
        rules = ruleset_named(self.ruleset)
        words = {key: sentence.words for key, sentence in rules.sentences.items()}
        asked = {key: ruling.question for key, ruling in rules.rulings.items()}
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
            **unfinished(self.stopped),
        }

    def data(self) -> Table:
        """Table with a row for each sentence and each option of a ruling: {id, option, status, clauses, games, ...}."""
        cells = (tuple(getattr(one, key) for key in RECORDED) for one in (*self.sentences, *self.rulings))
        return Table("coverage", tuple(map(Column, RECORDED)), tuple(cells))

    def to_svg(self) -> str:
        """Draw, for each section of the text, how many sentences mattered, never mattered or were never reached."""
        drawn = []
        for name, ones in self.by_section().items():
            counts = {status: sum(one.status == status for _, one in ones) for status in COLOURS}
            parts = zip(pairwise([0, *accumulate(counts.values())]), counts.items(), strict=True)
            bars = ((*ends, COLOURS[status], f"{name}: {n} {status}") for ends, (status, n) in parts if n)
            drawn.append(Row((name,), tuple(bars)))
        subtitle = f"{self.ruleset}: sentences by section, {self.games:,} games"
        return rows(Rows("Coverage of the text", subtitle, tuple(drawn), key=tuple(COLOURS.items())))

    def by_section(self) -> dict[str, list[tuple[Sentence, Covered]]]:
        """Return the sentences of each section of the text, with their coverage."""
        text = ruleset_named(self.ruleset).sentences
        return grouped((text[one.id].section, (text[one.id], one)) for one in self.sentences)

    def to_html(self, folder: str = "") -> str:
        """Return the rulebook as an HTML page that needs no network. Each sentence has the colour of its status.

        `folder` is the folder to which the file will be written, by default the current folder. Links to scenarios
        are relative to this folder.
        """
        return page(self, folder)

    def __repr__(self) -> str:
        return f"<Coverage of {self.ruleset}: {self._summary('sentences', self.sentences)}>"


def _table(title: str, what: str, ones: tuple[Covered, ...], words: dict[str, str], games: int) -> Table:
    columns = (
        *(headed(what), headed("at work", CHANCE), headed("tried", COUNT)),
        *(headed("changed", CHANCE), headed("decided", CHANCE), headed("")),
    )
    mattered = sorted((one for one in ones if one.changed), key=lambda one: (-one.weight, one.key))
    rows = (
        (
            *(one.key, share(one.games, games), one.tried),
            *(share(one.changed, one.tried), share(one.decided, one.tried)),
            shorten(words.get(one.id, ""), WORDS, placeholder=" ..."),
        )
        for one in mattered
    )
    return Table(title, columns, tuple(rows))


def _plain(one: Covered) -> dict[str, Any]:
    """Return a sentence or option as plain data, with the interval of the share of games that it changed."""
    found = to_builtins(one)
    assert isinstance(found, dict)
    interval = list(share(one.changed, one.tried).interval) if one.tried else None
    return {**found, "status": one.status, "changed_interval": interval}


# --- the page --------------------------------------------------------------------------------------------------------

CLASSES = dict(zip(STATUSES, ("hit", "idle", "untried", "miss", "bare"), strict=True))
MEANING = {
    MATTERED: "at work, and games ended differently without it",
    NEVER_MATTERED: "at work, but every game tried ended the same without it",
    NOT_TRIED: "at work, and no game was played without it",
    NEVER_REACHED: "in no game at work",
    NO_CODE: "in the text alone: no code asks for it",
}
STYLE = files("pilein.lab").joinpath("coverage.css").read_text(encoding="utf-8")


def page(found: Coverage, folder: str = "") -> str:
    """Return the coverage page as HTML.

    Links to scenarios are relative to `folder`, the folder in which the file will be saved.
    """
    title = f"Coverage of {found.ruleset}"
    body = [*_head(found, title), *_contents(found), *_sections(found, folder), *_rulings(found), *_scenarios(found)]
    head = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title><style>{STYLE}</style></head><body>'
    )
    return "\n".join([head, *body, "</body></html>", ""])


def _head(found: Coverage, title: str) -> Iterator[str]:
    """Yield the title, the number of games played, the bar of all sentences and the legend of its colours."""
    yield f"<h1>{escape(title)}</h1>"
    fights = ", ".join(map(escape, found.fights))
    games = f"{found.games:,} game{'' if found.games == 1 else 's'}"
    yield f"<p>{games} of {counted(len(found.fights), 'fight')}. {found.trials:,} times a game went on, on the same"
    yield "dice, without a sentence from where it was first at work, or under another option of a ruling.</p>"
    yield f'<details><summary>the fights</summary><p class="faint">{fights}</p></details>'
    counts = {status: sum(one.status == status for one in found.sentences) for status in CLASSES}
    spans = (
        f'<span class="{CLASSES[status]}" style="flex:{count}" title="{count} {status}"></span>'
        for status, count in counts.items()
        if count
    )
    yield f'<div class="bar">{"".join(spans)}</div>'
    yield '<fieldset class="filters" aria-label="sentences shown">'
    for status, name in CLASSES.items():
        key = f'<span class="key {name}"></span>'
        box = f'<input type="checkbox" id="no-{name}" checked>'
        yield f'<label title="{MEANING[status]}">{box} {key} {counts[status]} {status}</label>'
    yield "</fieldset>"


def _contents(found: Coverage) -> Iterator[str]:
    """Yield links to the sections, with the number of sentences at work in each section."""
    yield "<nav>"
    for number, (name, ones) in enumerate(found.by_section().items()):
        reached = sum(covered.games > 0 for _, covered in ones)
        yield f'<div><a href="#s{number}">{escape(name)}</a> <span class="faint">{reached}/{len(ones)}</span></div>'
    yield '<div><a href="#rulings">Rulings</a></div></nav>'


def _sections(found: Coverage, folder: str) -> Iterator[str]:
    for number, (name, ones) in enumerate(found.by_section().items()):
        yield f'<h2 id="s{number}">{escape(name)}</h2>'
        for sentence, covered in ones:
            yield f'<div class="sentence {CLASSES[covered.status]}" id="{escape(sentence.id)}">'
            yield f'<a class="id" href="#{escape(sentence.id)}">{escape(sentence.id)}</a>{escape(sentence.words)}'
            struck = " Excluded by a scenario." if sentence.id in found.struck else ""
            yield f'<div class="figures">{_figures(covered, found.games)}{struck}</div>'
            yield f"{_examples(covered, found, folder)}</div>"


def _figures(one: Covered, games: int) -> str:
    if not one.games:
        return "Never reached."
    words = f"At work in {_share(one.games, games)} of games ({one.clauses:,} clauses)."
    if not one.tried:
        return f"{words} Not tried."
    if not one.changed:
        _, high = share(0, one.tried).interval
        return f"{words} Without it none of {one.tried:,} games ended differently (below {100 * high:.1f} % at 95 %)."
    low, high = share(one.changed, one.tried).interval
    interval = f" ({100 * low:.0f} to {100 * high:.0f} %)"
    return (
        f"{words} Without it {one.changed:,} of {one.tried:,} games ended differently{interval}, "
        f"{one.decided:,} with another outcome."
    )


def _share(count: int, games: int) -> str:
    return f"{100 * count / games:.1f} %"


def _examples(one: Covered, found: Coverage, folder: str) -> str:
    """Show a game that reached the subject and a game that the subject changed, with commands that replay the games."""
    lines = [
        f"<p>{words}: {_link(example, folder)}, seed {example.seed}<br>"
        f"<code>{escape(example.command(found.phases))}</code></p>"
        for words, example in (("first reached in", one.reached_in), ("first changed", one.changed_in))
        if example is not None
    ]
    return f"<details><summary>see it played</summary>{''.join(lines)}</details>" if lines else ""


def _link(example: Example, folder: str) -> str:
    """Link a fight's name to its file, or to its text at the end of the page."""
    beside = Path(os.path.relpath(example.file, folder or None)).as_posix() if example.file else ""
    where = quote(beside) if beside else f"#fight-{quote(example.fight)}"
    return f'<a href="{escape(where, quote=True)}">{escape(example.fight)}</a>'


def _scenarios(found: Coverage) -> Iterator[str]:
    """Yield the texts of the scenarios that have no file and appear in an example."""
    examples = {one.reached_in for one in found.sentences} | {one.changed_in for one in found.sentences}
    named = {example.fight for example in examples if example}
    texts = {name: text for name, text in found.texts.items() if name in named}
    if texts:
        yield "<h2>Scenarios</h2>"
    for name, text in texts.items():
        key = escape(quote(name), quote=True)
        yield f'<details id="fight-{key}"><summary>{escape(name)}</summary><pre>{escape(text)}</pre></details>'


def _rulings(found: Coverage) -> Iterator[str]:
    known = ruleset_named(found.ruleset).rulings
    by_ruling = grouped((one.id, one) for one in found.rulings)
    yield '<h2 id="rulings">Rulings</h2>'
    for ruling, options in by_ruling.items():
        status = next(status for status in CLASSES if any(one.status == status for one in options))
        yield f'<div class="sentence {CLASSES[status]}" id="{escape(ruling)}">'
        yield f'<a class="id" href="#{escape(ruling)}">{escape(ruling)}</a>{escape(known[ruling].question)}'
        asked = f"Asked for in {_share(options[0].games, found.games)} of games." if options[0].games else "Never met."
        yield f'<div class="figures">{asked}</div>{_options(known[ruling], options) if options[0].games else ""}</div>'


def _options(ruling: Ruling, options: list[Covered]) -> str:
    """Return a table of a ruling's options, with the results of the games played under each option."""
    words = {"default": ruling.default, **{option.name: option.words for option in ruling.options}}
    rows = "".join(
        f'<tr><td title="{escape(words[one.option], quote=True)}">{escape(one.option)}</td>'
        f"<td>{one.tried:,}</td><td>{one.changed:,}</td><td>{one.decided:,}</td></tr>"
        for one in options
    )
    heads = "<tr><th>option</th><th>tried</th><th>changed</th><th>decided</th></tr>"
    return f"<details><summary>options</summary><table>{heads}{rows}</table></details>"
