"""Generate the published reports again: `python -m website.reports scrollhammer`, or all reports if no name is given.

The findings of `pilein lab report` are written to docs/reports as a page with charts (NAME.html), and in short for
the author of the text (NAME.md).
"""

import argparse
import os
from pathlib import Path

from msgspec.structs import replace

from pilein.lab.coverage import coverage
from pilein.lab.coverage_report import Coverage
from pilein.lab.files import write
from pilein.lab.playtest_report import PlaytestReport, report
from website.in_short import EACH, in_short

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reports"
NAMES = {"scrollhammer": "Scrollhammer", "scorched": "Scorched", "wab": "WAB", "warstrike": "WarStrike", "wwpd": "WWPD"}
EVEN = "docs/reports/fights"
FIGHTS = {  # examined ruling by ruling and sentence by sentence: nearly even, and small enough to solve
    "scrollhammer": ("examples/scrollhammer/duel.toml", f"{EVEN}/even_ranks.toml"),
    "scorched": (f"{EVEN}/even_duel.toml",),
    "wab": (f"{EVEN}/even_lines.toml",),
    "warstrike": (f"{EVEN}/even_squads.toml",),
    "wwpd": ("examples/wwpd/plain_men.toml", f"{EVEN}/even_mobs.toml"),
}
GAMES, RANDOM = 100, 20
LIMIT = "60s,2GB"
ASIDE = "The short report beside this page counts all examples of the text as well."


def made(name: str, *, games: int, random: int, limit: str) -> PlaytestReport:
    """Return the playtest report on a rules text."""
    return report(
        FIGHTS[name],
        f"examples/{name}/units/units.toml",
        random=random,
        games=games,
        title=f"{NAMES[name]}: a playtest",
        budget=limit,
    )


def written(name: str, found: PlaytestReport, covered: Coverage) -> Path:
    """Write both pages of a report, and return the file of the short page.

    `covered` is the coverage of all examples.
    """
    short = FOLDER / f"{name}.md"
    whole = replace(found, lead=(found.lead[0], ASIDE, *found.lead[1:]))
    write(FOLDER / f"{name}.html", whole.html())
    write(short, in_short(name, NAMES[name], found, covered, FIGHTS[name]))
    return short


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], default=[], help="the texts (default: all)")
    parser.add_argument("-n", dest="games", type=int, default=GAMES, help=f"games of each fight (default: {GAMES})")
    parser.add_argument("--random", type=int, default=RANDOM, help=f"random match-ups (default: {RANDOM})")
    parser.add_argument("--limit", default=LIMIT, help=f"time and memory of each stage (default: {LIMIT})")
    chosen = parser.parse_args()
    os.chdir(ROOT)  # commands in the pages name files relative to this folder
    for one in chosen.names or NAMES:
        found = made(one, games=chosen.games, random=chosen.random, limit=chosen.limit)
        examples = coverage([f"examples/{one}"], games=EACH, budget=chosen.limit)
        print(written(one, found, examples))
