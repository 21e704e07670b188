"""A report of a playtest: coverage, rulings and sentences that matter, units and points, in one HTML file."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein import __version__
from pilein.engine.sampler import Workers
from pilein.kernel.errors import Spent, TooMuch
from pilein.lab.arguments import whole
from pilein.lab.crew import Progress
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.limits import DEFAULT, Limit, Phases
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.report import Records
from pilein.lab.scenarios import Given
from pilein.lab.units import Units
from pilein.playtest.charts import assert_drawn
from pilein.playtest.comparing import compare
from pilein.playtest.comparison import Comparison
from pilein.playtest.coverage import coverage
from pilein.playtest.coverage_report import Coverage
from pilein.playtest.matchups import matchup
from pilein.playtest.page import Part, page
from pilein.playtest.points import fair_points
from pilein.playtest.report_parts import PARTS
from pilein.playtest.rulings import rulings
from pilein.playtest.sentence_effects import SentenceEffects
from pilein.tabletop import scenario as bare

GAMES = 100  # of each fight, for coverage
STRUCK = 10  # sentences whose effect is worked out, those that changed most games
BASIS = "what this text did in the fights below, worked out by playing, solving and changing it"
Stage = Callable[[str], Progress | None]  # of the name of a stage


class PlaytestReport(Struct, frozen=True):
    """A report: `lead` sums it up, `parts` are its sections, `results` what they rest on, by name.

    `html()` is the whole page; it needs the extra `report`, the data do not.
    """

    ruleset: str
    title: str
    lead: tuple[str, ...]
    parts: tuple[Part, ...]
    results: dict[str, Any]

    def html(self) -> str:
        """The report as one HTML file."""
        return page(self.title, self.lead, self.parts, f"Made with Pile In {__version__}")

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein lab report --json`: the summary, and the document of every result."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "title": self.title,
            "summary": self.lead,
            "parts": {part.title: {"summary": part.words, "command": part.command} for part in self.parts},
            "results": {name: result.document() for name, result in self.results.items()},
        }

    def tables(self) -> dict[str, Records]:
        """The records of every result, by name, for CSV and Parquet files."""
        return {name: result.to_dict() for name, result in self.results.items()}

    def __str__(self) -> str:
        return "\n\n".join([self.title, *self.lead, *("\n".join((part.title, *part.words)) for part in self.parts)])

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(words)}</p>" for words in (self.title, *self.lead))


def report(  # noqa: PLR0913 - what is asked, and how it may be worked out
    scenarios: Given | Sequence[Given] = (),
    units: Units | str | Path | None = None,
    *,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    title: str = "",
    stage: Stage | None = None,
    budget: Limit = DEFAULT,
) -> PlaytestReport:
    """Examine fights and units, and tell what was found.

    For `scenarios` (files, folders, scenarios of one ruleset): which sentences and rulings were used and changed how
    `games` ended, what every option of every ruling does, what the fights would be without the sentences that matter
    most. For `units` (a unit file): every unit against every other, and fair points. `stage` is called with the name of
    each stage and returns the function that shows its progress. The other arguments are as in `coverage`; `budget`
    holds for each stage.

    Raises:
        BadInput: there are neither scenarios nor units, or charts cannot be drawn; and as in `coverage`, `rulings`,
            `matchup` and `fair_points`.
        BadScenario: a file cannot be played.
        Spent: a limit is reached before anything is known.

    """
    assert_drawn()
    whole(games, "games", 1)
    shown = stage or (lambda _name: None)
    given = [scenarios] if isinstance(scenarios, bare.Scenario | str | Path) else list(scenarios)
    asked: dict[str, Any] = {"policy": policy, "phases": phases, "workers": workers, "budget": budget}
    results: dict[str, Any] = {}
    if given or units is None:
        covered = coverage(given, games=games, seed=seed, progress=shown("coverage"), **asked)
        effects = rulings(given, seed=seed, progress=shown("rulings"), **asked)
        struck = _without(given, covered, shown("sentences"), **asked, seed=seed)
        results |= {"coverage": covered, "rulings": effects, "sentences": struck}
    if units is not None:
        results["matchup"] = matchup(units, progress=shown("duels"), **asked)
        results["points"] = fair_points(units, progress=shown("fair points"), **asked)
    options = f" --phases {phases}" if phases not in (0, "end") else ""
    commands = {name: f"{words}{options}" for name, words in _commands(given, units, games, seed).items()}
    parts = tuple(PARTS[name](result, commands[name]) for name, result in results.items())
    ruleset = next(iter(results.values())).ruleset
    lead = (f"{ruleset.capitalize()}: {BASIS}", *(part.words[0] for part in parts if part.words))
    return PlaytestReport(ruleset, title or f"{ruleset.capitalize()}: a playtest", lead, parts, results)


def _without(
    given: Sequence[Given],
    covered: Coverage,
    progress: Progress | None,
    **asked: Any,  # noqa: ANN401
) -> SentenceEffects:
    """The fights without each of the sentences that changed most games."""
    matter = sorted((one for one in covered.sentences if one.changed), key=lambda one: -one.weight)[:STRUCK]
    found: dict[str, Comparison] = {}
    for number, one in enumerate(matter, 1):
        with suppress(Spent, TooMuch):
            found[one.id] = compare(given, without=(one.id,), **asked)
        if progress:
            progress(number, len(matter))
    return SentenceEffects(covered.ruleset, found)


def _commands(given: Sequence[Given], units: Units | str | Path | None, games: int, seed: int) -> dict[str, str]:
    """The command that makes each part again, as far as it is about files."""
    fights = " ".join(str(one) if isinstance(one, str | Path) else "SCENARIO.toml" for one in given)
    file = units if isinstance(units, str | Path) else "UNITS.toml"
    return {
        "coverage": f"pilein lab coverage {fights} -n {games} --seed {seed}",
        "rulings": f"pilein lab rulings {fights} --seed {seed}",
        "sentences": f"pilein lab compare {fights} --without SENTENCE --seed {seed}",
        "matchup": f"pilein lab matchup {file}",
        "points": f"pilein lab points {file}",
    }
