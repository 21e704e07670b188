"""Figures as tables for people to read.

The tables give the outcome, units, losses, phases, the combat result, deciding sentences and events.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from textwrap import shorten

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.rulings import Sentence
from pilein.lab.figures import HOW, UNRESOLVED, WINS, Distribution, Estimate, EventFigures, Figures, UnitFigures
from pilein.lab.figures_as_words import DECIMALS, LEAST, decimals_known, percent
from pilein.lab.table import (
    BAR,
    CHANCE,
    EXACTLY,
    MEAN,
    NUMBER,
    REMARK,
    Column,
    Table,
    headed,
    mean_with,
)

SHARES = {"median": 0.5, "95 %": 0.95, "99 %": 0.99}
SPREAD = {"5 %": 0.05, "median": 0.5, "95 %": 0.95}
SLACK = 1e-6  # tolerance, since negligible chances are left out
WORDS = 72  # characters of a sentence shown
CUT_OFF = "cut off by the rules, undecided"  # an unresolved fight, for people
CHANCES = (headed("chance", CHANCE), headed("exactly", EXACTLY), headed("", BAR))


def tables(figures: Figures, ruleset: str) -> tuple[Table, ...]:
    """Return all tables of a fight's figures that are not empty."""
    found = (
        _outcome(figures),
        _units(figures),
        _losses(figures),
        _phases(figures),
        _length(figures),
        _distribution("rounds played", "rounds", figures.rounds, [str(value) for value, _ in figures.rounds.chances]),
        Table("still fighting forever", (headed(""), *CHANCES), tuple(_row(*one) for one in figures.endless)),
        _distribution(
            "first combat result", "", figures.margin, [_lead(figures, value) for value, _ in figures.margin.chances]
        ),
        _decided(figures, ruleset_named(ruleset).sentences if figures.decided else {}),
    )
    return tuple(table for table in found if table.rows)


def in_short(figures: Figures) -> str:
    """Format the chances of the outcomes on one line."""
    return ", ".join(f"{word} {percent(chance)}" for word, chance in figures.outcome)


def _row(words: str, chance: object) -> tuple[object, ...]:
    """Return a table row with a label and a chance, with the chance repeated as a fraction and as a bar."""
    return words, chance, chance, chance


def _outcome(figures: Figures) -> Table:
    split = {WINS.format(side=side): ways for side, ways in zip(figures.sides, figures.how, strict=True)}
    outcomes = ((CUT_OFF if word == UNRESOLVED else word, word, chance) for word, chance in figures.outcome)
    rows = tuple(
        _row(words, chance)
        for named, word, won in outcomes
        if named != CUT_OFF or float(won) >= LEAST
        for words, chance in ((named, won), *((f"  {HOW[how]}", chance) for how, chance in split.get(word, ())))
    )
    return Table("outcome", (headed(""), *CHANCES), rows)


def _units(figures: Figures) -> Table:
    fates = tuple(dict.fromkeys(word for unit in figures.units for word, _ in unit.fates))
    columns = (
        *(headed("unit"), headed("side"), headed("models", NUMBER)),
        *(headed(word, CHANCE) for word in fates),
        *(headed("lost", MEAN), headed("deviation", NUMBER)),
        *(headed(words, NUMBER) for words in SPREAD),
    )
    return Table("units", columns, tuple(_unit(unit, fates) for unit in figures.units))


def _unit(unit: UnitFigures, fates: Sequence[str]) -> tuple[object, ...]:
    chances, losses, places = dict(unit.fates), unit.losses, DECIMALS
    lost = losses.mean
    if isinstance(lost, Estimate):
        low, high = lost.interval
        places = decimals_known(high - low)
    spread = (losses.quantile(share) for share in SPREAD.values())
    of_fates = (chances.get(word) for word in fates)
    return unit.unit, unit.side, unit.models, *of_fates, lost, f"{losses.deviation:.{places}f}", *spread


def _losses(figures: Figures) -> Table:
    most = max((unit.losses.chances[-1][0] for unit in figures.units), default=0)
    distributions = [dict(unit.losses.chances) for unit in figures.units]
    rows = tuple(
        (lost, *(distribution.get(lost) for distribution in distributions))
        for lost in range(most + 1)
        if any(float(distribution.get(lost, 0)) >= LEAST for distribution in distributions)
    )
    columns = (headed("models", NUMBER), *(Column("", CHANCE, unit.unit, unit.unit) for unit in figures.units))
    return Table("models lost", columns, rows)


def _distribution(title: str, heading: str, distribution: Distribution, words: Sequence[str]) -> Table:
    rows = tuple(
        _row(word, chance)
        for word, (_, chance) in zip(words, distribution.chances, strict=True)
        if float(chance) >= LEAST
    )
    return Table(title, (headed(heading, NUMBER), *CHANCES), rows)


def _phases(figures: Figures) -> Table:
    if figures.lasting is not None and figures.rounds.chances and not figures.endless:
        return Table("phases played", (), ())
    if figures.lasting is not None:
        rows = [("on average", f"{float(figures.lasting):.4f}")]
        rows += [(words, _up_to(figures, share)) for words, share in SHARES.items()]
        return Table("phases played", (headed(""), headed("phases", NUMBER)), tuple(rows))
    distribution = figures.phases if len(figures.phases.chances) > 1 else Distribution(())
    return _distribution("phases played", "phases", distribution, [str(value) for value, _ in distribution.chances])


def _up_to(figures: Figures, share: float) -> str:
    """Return the number of phases within which the fight ends with the given probability."""
    known = fsum(float(chance) for _, chance in figures.phases.chances)
    if known >= share - SLACK:
        return str(figures.phases.quantile(share))
    return "forever" if figures.endless else f"more than {figures.phases.chances[-1][0]}"


def _length(figures: Figures) -> Table:
    """Return the table for a fight without a limit on phases: the chance that it ends after each phase or continues."""
    rows, left = [], 1.0
    for phase, chance in figures.phases.chances if figures.lasting is not None else ():
        left = max(0.0, left - float(chance))
        if float(chance) >= LEAST:
            rows.append((phase, chance, left, left))
    columns = (headed("phases", NUMBER), headed("ends then", CHANCE), headed("goes on", CHANCE), headed("", BAR))
    return Table("how long it lasts", columns, tuple(rows) if len(rows) > 1 else ())


def _lead(figures: Figures, lead: int) -> str:
    return f"{figures.sides[lead < 0]} by {abs(lead)}" if lead else "drawn"


def _decided(figures: Figures, texts: Mapping[str, Sentence]) -> Table:
    rows = []
    for clause, chance in figures.decided:
        text = texts.get(clause)
        words = (text.short or shorten(text.words, WORDS, placeholder=" ...")) if text else ""
        rows.append((words, chance, clause))
    return Table("what decided it", (headed("", REMARK), headed("chance", CHANCE), headed("rule")), tuple(rows))


def events_table(events: Sequence[EventFigures]) -> Table:
    """Return a table of the events with their chances."""
    rows = tuple((_kind(one), one.unit, one.clause, one.chance, one.chance, one.expected) for one in events)
    columns = (
        *(headed("event"), headed("of", REMARK), headed("clause", REMARK)),
        *(headed("chance", CHANCE), headed("exactly", EXACTLY), headed("times", mean_with(4))),
    )
    return Table("events", columns, rows)


def _kind(one: EventFigures) -> str:
    facts = ", ".join(f"{'' if is_so else 'not '}{name.replace('_', ' ')}" for name, is_so in one.facts)
    return f"{one.event} ({facts})" if facts else one.event
