"""Makes the published reports again: `python -m website.reports scrollhammer`, or all of them without a name.

What `pilein lab report` examines is written to docs/reports: as a page with charts (NAME.html), and in short for the
author of the text (NAME.md).
"""

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pilein.lab.figures import Number
from pilein.lab.files import write
from pilein.playtest.charts import assert_drawn
from pilein.playtest.coverage import coverage
from pilein.playtest.coverage_figures import MATTERED, NEVER_REACHED, Covered
from pilein.playtest.coverage_report import Coverage
from pilein.playtest.playtest_report import PlaytestReport, report
from pilein.playtest.points_report import FairPoints
from pilein.playtest.rulings_report import RulingEffects
from pilein.playtest.sentence_effects import SentenceEffects

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reports"
NAMES = {"scrollhammer": "Scrollhammer", "scorched": "Scorched", "wab": "WAB", "warstrike": "WarStrike", "wwpd": "WWPD"}
EVEN = "docs/reports/fights"
FIGHTS = {  # whose rulings and sentences are examined one by one: nearly even, and small enough to be solved
    "scrollhammer": ("examples/scrollhammer/duel.toml", f"{EVEN}/even_ranks.toml"),
    "scorched": (f"{EVEN}/even_duel.toml",),
    "wab": (f"{EVEN}/even_lines.toml",),
    "warstrike": (f"{EVEN}/even_squads.toml",),
    "wwpd": ("examples/wwpd/plain_men.toml", f"{EVEN}/even_mobs.toml"),
}
WHY = (
    "The fights are all examples of the text, which show its steps one by one; random match-ups, which are its sample "
    "scenarios with other numbers, weapons, rules and formations (seed 0), for what no example was made to show; and "
    "for rulings and sentences one by one {fights}, since these have no positions and are small enough to be solved."
)
GAMES, RANDOM = 100, 20
EACH = 3  # games of each example
LIMIT = "60s,2GB"
RULINGS, STRUCK, SHOWN = 10, 3, 12


def made(name: str, *, games: int, random: int, limit: str) -> PlaytestReport:
    """The report on a text."""
    return report(
        FIGHTS[name],
        f"examples/{name}/units/units.toml",
        random=random,
        games=games,
        title=f"{NAMES[name]}: a playtest",
        budget=limit,
    )


def in_short(name: str, found: PlaytestReport, covered: Coverage) -> str:
    """The page of a report for the author of the text; `covered` is what all examples covered."""
    lead = (
        f"For the author of the text: what its sentences and rulings did in {len(covered.fights)} examples and "
        f"in random match-ups, and what [units](../../examples/{name}/units/units.toml) should cost. "
        f"[The whole report]({name}.html) has charts, tables that sort, and for each figure the command that makes it "
        f"again. `python -m website.reports {name}` makes both pages again. Exact figures stay; those of games may "
        "change a little where a limit of time was reached."
    )
    parts = [
        f"# {NAMES[name]}: what a playtest shows",
        lead,
        WHY.format(fights=" and ".join(f"[{Path(fight).stem}](../../{fight})" for fight in FIGHTS[name])),
        _used("In the examples", covered) + f"\n\nMade by `pilein lab coverage examples/{name} -n {EACH}`.",
    ]
    for key, part in PARTS.items():
        if key in found.results:
            parts.append(part(found.results[key]))
        if key == "rulings":
            parts += _further(found.results.get(key), covered)
    parts += [words for words in found.lead if words.startswith("Left out")]
    return "\n\n".join(parts) + "\n"


def _used(title: str, found: Coverage) -> str:
    """Sentences used and never used."""
    structural = [one.id for one in found.sentences if one.is_structural]
    mattered = sorted(found.of_status(MATTERED), key=lambda one: (-one.weight, one.id))
    most = [one.id for one in mattered if not one.is_structural][:SHOWN]
    never = [one.id for one in found.of_status(NEVER_REACHED)]
    used = len(found.sentences) - len(never)
    return (
        f"## {title}\n\n{found.games} games: {used} of {len(found.sentences)} sentences were at work, {len(mattered)} "
        f"of them changed how a game ended.\n\n"
        f"* No fight takes place without: {_listed(structural)}.\n"
        f"* Of the others these changed most games: {_listed(most)}.\n"
        f"* Never reached ({len(never)}): {_listed(never)}."
    )


def _rulings(found: RulingEffects) -> str:
    """The rulings that matter most: of each the option that changes most."""
    first: dict[str, list[str]] = {}
    for fight, one in sorted(found.largest(), key=lambda pair: bool(pair[0].games)):
        chances = (_percent(fight.wins[0]), _percent(one.wins[0]))
        cells = [f"`{one.option.key}`", one.option.words, fight.name, f"{fight.sides[0]} win", *chances]
        first.setdefault(one.option.ruling, [*cells, _how(fight.games)])
    heads = ("option", "reads", "fight", "", "as it is", "with it", "how")
    rows = list(first.values())[:RULINGS]
    words = f"{len(first)} rulings can change who wins or what is lost; those that change most:"
    return f"## The rulings that matter most\n\n{words}\n\n{_table(heads, rows)}"


def _further(found: RulingEffects | None, covered: Coverage) -> list[str]:
    """The rulings that changed outcomes in games of the examples and change nothing where fights are solved."""
    told = {option.ruling for option in found.options} if found else set()
    first: dict[str, Covered] = {}
    for one in sorted(covered.rulings, key=lambda one: (-one.deciding, one.key)):
        if one.decided and one.id not in told:
            first.setdefault(one.id, one)
    rows = [
        [f"`{one.key}`", one.changed_in.fight if one.changed_in else "", str(one.tried), str(one.decided)]
        for one in list(first.values())[: max(RULINGS - len(told), 0)]
    ]
    if not rows:
        return []
    heads = ("option", "first changed", "games tried", "other outcome")
    words = (
        "Of the rulings that do nothing there, or are not met, these changed the outcome of games of the examples "
        f"most. With {EACH} games of each example this shows that they matter, not how much:"
    )
    return [f"{words}\n\n{_table(heads, rows)}"]


def _sentences(found: SentenceEffects) -> str:
    """The sentences that unbalance most, exact effects first."""
    effects = sorted(found.effects(), key=lambda one: bool(one.games))[:STRUCK]
    heads = ("sentence", "says", "fight", "", "with it", "without", "how")
    rows = [
        [
            one.sentence,
            one.words,
            one.fight,
            f"share of {one.side}",
            _percent(one.old),
            _percent(one.new),
            _how(one.games),
        ]
        for one in effects
    ]
    words = (
        f"{len(found.by_sentence)} sentences that were at work in these fights are left out one by one (those without "
        "which there is no fight are not among them). Without these three the fight moves furthest. The share of a side "
        "is its chance to win and half of the chance that nobody wins: 50 % is even."
    )
    return f"## The sentences that unbalance most\n\n{words}\n\n{_table(heads, rows)}"


def _points(found: FairPoints) -> str:
    """Fair points of the units."""
    heads = ("unit", "models", "points of a model", "fair", "95 %")
    rows = [
        [
            one.unit,
            str(one.models),
            f"{one.given:.1f}",
            f"{one.fair.value:.1f}" if one.fair else "not known",
            f"{one.fair.low:.1f} to {one.fair.high:.1f}" if one.fair and one.fair.high > one.fair.low else "",
        ]
        for one in found.units
    ]
    words = (
        "At these prices units of equal points score even on average, whether they charge or are charged "
        "(the sum of all prices is kept):"
    )
    stopped = f"\n\nNot every pair was made even: {found.stopped}." if found.stopped else ""
    apart = f"\n\n{found.apart[0].upper()}{found.apart[1:]}." if found.apart else ""
    return f"## Fair points\n\n{words}\n\n{_table(heads, rows)}{_upgrades(found)}{apart}{stopped}"


def _upgrades(found: FairPoints) -> str:
    """Fair points of the options of units."""
    if not found.upgrades:
        return ""
    rows = [[one.unit, one.option, f"{one.given:.1f}", f"{one.fair:.1f}"] for one in found.upgrades]
    below = "\n\nA fair price below 0: the unit is worth less with the option, for what it gives up, than without."
    note = below if any(one.fair < 0 for one in found.upgrades) else ""
    return f"\n\n{_table(('unit', 'option', 'points for a model', 'fair'), rows)}{note}"


PARTS: dict[str, Callable[[Any], str]] = {
    "random": lambda found: _used("In random match-ups", found),
    "rulings": _rulings,
    "sentences": _sentences,
    "points": _points,
}


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [list(heads), ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def _how(games: int) -> str:
    return f"{games:,} games" if games else "exact"


def _percent(chance: Number) -> str:
    return f"{100 * float(chance):.1f} %"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], default=[], help="the texts (default: all)")
    parser.add_argument("-n", dest="games", type=int, default=GAMES, help=f"games of each fight (default: {GAMES})")
    parser.add_argument("--random", type=int, default=RANDOM, help=f"random match-ups (default: {RANDOM})")
    parser.add_argument("--limit", default=LIMIT, help=f"time and memory of each stage (default: {LIMIT})")
    chosen = parser.parse_args()
    os.chdir(ROOT)  # commands in the pages name files from there
    assert_drawn()
    for one in chosen.names or NAMES:
        found = made(one, games=chosen.games, random=chosen.random, limit=chosen.limit)
        examples = coverage([f"examples/{one}"], games=EACH, budget=chosen.limit)
        write(FOLDER / f"{one}.html", found.html())
        write(FOLDER / f"{one}.md", in_short(one, found, examples))
        print(FOLDER / f"{one}.md")
