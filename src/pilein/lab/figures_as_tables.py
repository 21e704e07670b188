"""Figures as tables for people: sections of rows, printed as text or as HTML."""

from collections.abc import Mapping, Sequence
from html import escape
from math import fsum
from textwrap import shorten

from msgspec import Struct

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.rulings import Sentence
from pilein.lab.figures import HOW, UNRESOLVED, WINS, Distribution, Estimate, EventFigures, Figures
from pilein.lab.figures_as_words import DECIMALS, LEAST, bar, decimals_known, fraction, mean, percent

SHARES = {"median": 0.5, "95 %": 0.95, "99 %": 0.99}
SLACK = 1e-6  # tolerance, since negligible chances are left out
WORDS = 72  # characters of a sentence shown
CUT_OFF = "cut off by the rules, undecided"  # an unresolved fight, for people
RIGHT, LEFT = "right", "left"

Row = tuple[str, ...]


class Section(Struct, frozen=True):
    """Table: its title, its columns as (heading, alignment), and its rows."""

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]


def sections(figures: Figures, ruleset: str, events: Sequence[EventFigures] = ()) -> tuple[Section, ...]:
    """Return the tables of a fight's figures, without empty ones."""
    found = (
        _outcome(figures),
        _units(figures),
        _losses(figures),
        _phases(figures),
        _length(figures),
        _distribution("rounds played", "rounds", figures.rounds, [str(value) for value, _ in figures.rounds.chances]),
        _endless(figures),
        _distribution(
            "first combat result", "", figures.margin, [_lead(figures, value) for value, _ in figures.margin.chances]
        ),
        _decided(figures, ruleset_named(ruleset).sentences if figures.decided else {}),
        _events(events),
    )
    return tuple(section for section in found if section.rows)


def as_text(tables: Sequence[Section], note: str) -> str:
    """Format tables as text, with a note below."""
    return "\n\n".join([*map(_text_of, tables), note])


def as_html(tables: Sequence[Section], note: str) -> str:
    """Format tables as HTML, with a note below."""
    return "\n".join([*map(_html_of, tables), f"<p>{escape(note)}</p>"])


def in_short(figures: Figures) -> str:
    """Format the outcome on one line."""
    return ", ".join(f"{word} {percent(chance)}" for word, chance in figures.outcome)


def _outcome(figures: Figures) -> Section:
    split = {WINS.format(side=side): ways for side, ways in zip(figures.sides, figures.how, strict=True)}
    shown = ((CUT_OFF if word == UNRESOLVED else word, word, chance) for word, chance in figures.outcome)
    rows = tuple(
        (words, percent(chance), fraction(chance), bar(chance))
        for named, word, won in shown
        if named != CUT_OFF or float(won) >= LEAST
        for words, chance in ((named, won), *((f"  {HOW[how]}", chance) for how, chance in split.get(word, ())))
    )
    return _columns("outcome", ("", LEFT), ("chance", RIGHT), ("exactly", RIGHT), ("", LEFT), rows=rows)


def _units(figures: Figures) -> Section:
    words = tuple(dict.fromkeys(word for unit in figures.units for word, _ in unit.fates))
    fates = [(word, RIGHT) for word in words]
    heads = (("lost", RIGHT), ("deviation", RIGHT), ("5 %", RIGHT), ("median", RIGHT), ("95 %", RIGHT))
    rows = []
    for unit in figures.units:
        chances, losses = dict(unit.fates), unit.losses
        own = tuple(percent(chances[word]) if word in chances else "-" for word in words)
        spread = tuple(str(losses.quantile(share)) for share in (0.05, 0.5, 0.95))
        lost, places = losses.mean, DECIMALS
        if isinstance(lost, Estimate):
            low, high = lost.interval
            places = decimals_known(high - low)
        rows.append(
            (unit.unit, unit.side, str(unit.models), *own, mean(lost), f"{losses.deviation:.{places}f}", *spread)
        )
    return _columns("units", ("unit", LEFT), ("side", LEFT), ("models", RIGHT), *fates, *heads, rows=tuple(rows))


def _losses(figures: Figures) -> Section:
    most = max((unit.losses.chances[-1][0] for unit in figures.units), default=0)
    distributions = [dict(unit.losses.chances) for unit in figures.units]
    shown = [
        lost
        for lost in range(most + 1)
        if any(float(distribution.get(lost, 0)) >= LEAST for distribution in distributions)
    ]
    rows = [
        (str(lost), *(percent(distribution[lost]) if lost in distribution else "-" for distribution in distributions))
        for lost in shown
    ]
    heads = [(unit.unit, RIGHT) for unit in figures.units]
    return _columns("models lost", ("models", RIGHT), *heads, rows=tuple(rows))


def _distribution(title: str, heading: str, distribution: Distribution, words: Sequence[str]) -> Section:
    rows = tuple(
        (word, percent(chance), fraction(chance), bar(chance))
        for word, (_, chance) in zip(words, distribution.chances, strict=True)
        if float(chance) >= LEAST
    )
    return _columns(title, (heading, RIGHT), ("chance", RIGHT), ("exactly", RIGHT), ("", LEFT), rows=rows)


def _phases(figures: Figures) -> Section:
    if figures.lasting is not None and figures.rounds.chances and not figures.endless:
        return _columns("phases played", rows=())
    if figures.lasting is not None:
        rows = [("on average", f"{float(figures.lasting):.4f}")]
        rows += [(words, _up_to(figures, share)) for words, share in SHARES.items()]
        return _columns("phases played", ("", LEFT), ("phases", RIGHT), rows=tuple(rows))
    distribution = figures.phases if len(figures.phases.chances) > 1 else Distribution(())
    return _distribution("phases played", "phases", distribution, [str(value) for value, _ in distribution.chances])


def _up_to(figures: Figures, share: float) -> str:
    """Number of phases within which the fight ends with this chance."""
    known = fsum(float(chance) for _, chance in figures.phases.chances)
    if known >= share - SLACK:
        return str(figures.phases.quantile(share))
    return "forever" if figures.endless else f"more than {figures.phases.chances[-1][0]}"


def _length(figures: Figures) -> Section:
    """Table for a fight without a limit on phases: the chances that it ends after each phase, and that it goes on."""
    rows, left = [], 1.0
    for phase, chance in figures.phases.chances if figures.lasting is not None else ():
        left = max(0.0, left - float(chance))
        if float(chance) >= LEAST:
            rows.append((str(phase), percent(chance), percent(left), bar(left)))
    heads = (("phases", RIGHT), ("ends then", RIGHT), ("goes on", RIGHT), ("", LEFT))
    return _columns("how long it lasts", *heads, rows=tuple(rows) if len(rows) > 1 else ())


def _endless(figures: Figures) -> Section:
    rows = tuple((words, percent(chance), fraction(chance), bar(chance)) for words, chance in figures.endless)
    return _columns("still fighting forever", ("", LEFT), ("chance", RIGHT), ("exactly", RIGHT), ("", LEFT), rows=rows)


def _lead(figures: Figures, lead: int) -> str:
    return f"{figures.sides[lead < 0]} by {abs(lead)}" if lead else "drawn"


def _decided(figures: Figures, texts: Mapping[str, Sentence]) -> Section:
    rows = []
    for clause, chance in figures.decided:
        text = texts.get(clause)
        words = (text.short or shorten(text.words, WORDS, placeholder=" ...")) if text else ""
        rows.append((words, percent(chance), clause))
    return _columns("what decided it", ("", LEFT), ("chance", RIGHT), ("rule", LEFT), rows=tuple(rows))


def _events(events: Sequence[EventFigures]) -> Section:
    rows = tuple(
        (_kind(one), one.unit, one.clause, percent(one.chance), fraction(one.chance), mean(one.expected, 4))
        for one in events
    )
    heads = (("event", LEFT), ("of", LEFT), ("clause", LEFT), ("chance", RIGHT), ("exactly", RIGHT), ("times", RIGHT))
    return _columns("events", *heads, rows=rows)


def _kind(one: EventFigures) -> str:
    facts = ", ".join(f"{'' if is_so else 'not '}{name.replace('_', ' ')}" for name, is_so in one.facts)
    return f"{one.event} ({facts})" if facts else one.event


def _columns(title: str, *columns: tuple[str, str], rows: tuple[Row, ...]) -> Section:
    """Build a section without its empty columns."""
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    shown = tuple(tuple(row[place] for place in kept) for row in rows)
    return Section(title, tuple(columns[place] for place in kept), shown)


def _text_of(section: Section) -> str:
    heads = tuple(heading for heading, _ in section.columns)
    widths = [max(map(len, cells)) for cells in zip(heads, *section.rows, strict=True)]
    lines = [section.title.upper()]
    lines += [_line(section, row, widths) for row in (heads, *section.rows) if any(row)]
    return "\n".join(lines)


def _line(section: Section, row: Row, widths: list[int]) -> str:
    aligned = zip(row, widths, section.columns, strict=True)
    cells = [cell.rjust(width) if way == RIGHT else cell.ljust(width) for cell, width, (_, way) in aligned]
    return ("  " + "  ".join(cells)).rstrip()


def _html_of(section: Section) -> str:
    head = "".join(f'<th style="text-align:{way}">{escape(words)}</th>' for words, way in section.columns)
    body = "".join(f"<tr>{_html_row(section, row)}</tr>" for row in section.rows)
    return f"<table><caption>{escape(section.title)}</caption><tr>{head}</tr>{body}</table>"


def _html_row(section: Section, row: Row) -> str:
    cells = zip(row, section.columns, strict=True)
    return "".join(f'<td style="text-align:{way}">{escape(words)}</td>' for words, (_, way) in cells)
