"""Report of a playtest in a single HTML file.

The report shows the coverage of the rules, the rulings and sentences that matter, and units with their points.
"""

from collections.abc import Callable, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadInput, Spent
from pilein.kernel.nearest import counted
from pilein.lab.arguments import whole
from pilein.lab.coverage import coverage
from pilein.lab.coverage_report import Coverage
from pilein.lab.fights import fights_of
from pilein.lab.figures_as_data import FORMAT, entry, unfinished
from pilein.lab.files import BadFile, reason
from pilein.lab.limits import DEFAULT, INTERRUPTED, Limit, Phases
from pilein.lab.matchups import matchup
from pilein.lab.page import Part, page
from pilein.lab.points import fair_points
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.random_fights import random_fights
from pilein.lab.report_parts import PARTS, Asked, commands_of
from pilein.lab.rulings import rulings
from pilein.lab.scenarios import Given
from pilein.lab.sentence_effects import compare_without_each
from pilein.lab.sentences import joined
from pilein.lab.table import Records
from pilein.lab.units import Units
from pilein.lab.worker_pool import Progress
from pilein.tabletop import scenario as bare
from pilein.workers.pool import Workers

GAMES = 100  # of each fight
STRUCK = 10  # sentences that are left out of fights on a table
NAMED = 3  # fights named in the first line
STAGES = {
    "coverage": "coverage",
    "rulings": "rulings",
    "sentences": "sentences",
    "random": "random fights",
    "matchup": "duels",
    "points": "fair points",
}
OF_SEVERAL = "sentences"  # the stage that keeps several files
Stage = Callable[[str], Progress | None]  # of the name of a stage


class PlaytestReport(Struct, frozen=True):
    """Report of a playtest. `lead` is its summary, `parts` are its sections, and `results` is its data, by name.

    `html()` is the complete page. Printing the report shows its sentences. `stopped` names the stage in which the user
    interrupted the report and the stages left out, or is "".
    """

    ruleset: str
    title: str
    lead: tuple[str, ...]
    parts: tuple[Part, ...]
    results: dict[str, Any]
    stopped: str = ""

    @property
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the report. If so, it has only the results found until then."""
        return bool(self.stopped)

    def html(self) -> str:
        """Return the report as an HTML file."""
        return page(self.title, self.lead, self.parts, f"Made with Pile In {version('pilein')}")

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab report --json`, with the summary and the document of every result."""
        return {
            "format": FORMAT,
            **entry(self, "ruleset title lead:summary"),
            "parts": {part.title: entry(part, "words:summary commands") for part in self.parts},
            "results": {name: result.document() for name, result in self.results.items()},
            **unfinished(self.stopped),
        }

    def tables(self) -> dict[str, Records]:
        """Return the records of every result by name, for CSV and Parquet files."""
        return {name: result.to_dict() for name, result in self.results.items()}

    def to_frame(self, name: str) -> Any:  # noqa: ANN401 - of pandas or of polars
        """Return the records of the named result ("coverage", "rulings" ...) as a pandas or polars data frame.

        Raises:
            BadInput: there is no such result, or neither library is installed.
        """
        if name not in self.results:
            raise BadInput(
                f"the report has no result {name!r}", key="name", remedy=f"name one of {', '.join(self.results)}"
            )
        return self.results[name].to_frame()

    def __repr__(self) -> str:
        return f"<PlaytestReport of {self.ruleset}: {', '.join(self.results)}>"

    def __str__(self) -> str:
        parts = ("\n".join((part.title, *part.words)) for part in self.parts)
        return "\n\n".join([self.title, *parts, *([self.stopped] if self.stopped else [])])

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(words)}</p>" for words in (self.title, *self.lead))


def report(  # noqa: PLR0913 - the question, and options for answering it
    scenarios: Given | Sequence[Given] = (),
    units: Units | str | Path | None = None,
    *,
    random: int = 0,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    title: str = "",
    stage: Stage | None = None,
    budget: Limit = DEFAULT,
) -> PlaytestReport:
    """Examine fights and units, and report the findings.

    For `scenarios` (files, folders, scenarios of one ruleset), the report shows which sentences and rulings changed the
    end of the `games` games of each fight, what every option of every ruling does, and the effect of leaving out a
    sentence. In the press this covers each sentence that was at work, and on a table the ten that decided the most
    games. For `random` random fights of the ruleset the report shows which sentences were used. For `units` (a unit
    file) it shows duels of every unit against every other, and fair points. `keep` names a folder for partial results,
    from which the same call continues. `stage` is called with the name of each stage and returns the function that
    shows its progress. Other arguments are as in `coverage`. `budget` applies to each stage. Work for which there is no
    time is left out.

    Raises:
        BadInput: there are neither scenarios nor units, or several rulesets are used; also raised
            as by `coverage`, `rulings`, `matchup` and `fair_points`.
        BadFile: the folder to `keep` cannot be made, or a file in it cannot be written.
        BadRecord: a file in the folder to `keep` belongs to a different question, or is not such a file.
        BadScenario: a file cannot be played.
        Spent: a limit is reached before there is any result.
    """
    given = [scenarios] if isinstance(scenarios, bare.Scenario | str | Path) else list(scenarios)
    ruleset, found = assert_can_be_examined(given, units)
    played = (policy, phases, whole(games, "games", 1), whole(seed, "seed"), budget)
    asked = Asked(ruleset, tuple(given), units, whole(random, "random", 0), *played)
    return _made(asked, _examined(asked, found, workers, _Stages(stage, _folder(keep))), title)


def _examined(asked: Asked, units: Units | None, workers: Workers, stages: "_Stages") -> "_Stages":
    given, ruleset = list(asked.scenarios), asked.ruleset
    fights = random_fights(ruleset, n=asked.random, seed=asked.seed) if asked.random else ()
    usual: dict[str, Any] = {"policy": asked.policy, "phases": asked.phases, "workers": workers, "budget": asked.budget}
    played = {**usual, "games": asked.games, "seed": asked.seed}
    if given:
        covered = stages.result("coverage", coverage, given, **played)
        stages.result("rulings", rulings, given, **played)
        if covered is not None:
            stages.result("sentences", compare_without_each, ruleset, given, to_strike(covered, given), **played)
    if fights:
        stages.result("random", coverage, fights, **{**played, "games": 1})
    if units is not None:
        stages.result("matchup", matchup, units, **usual)
        stages.result("points", fair_points, units, **usual)
    return stages


def _made(asked: Asked, stages: "_Stages", title: str) -> PlaytestReport:
    results, name = stages.results(), asked.ruleset.capitalize()
    commands = commands_of(asked, results)
    parts = tuple(PARTS[key](result, commands[key]) for key, result in results.items())
    lead = (
        _basis(asked),
        *(part.words[0] for part in parts),
        *stages.left_out,
        *([f"{stages.stopped.capitalize()}."] if stages.stopped else []),
    )
    return PlaytestReport(asked.ruleset, title or f"{name}: a playtest", lead, parts, results, stages.stopped)


def _basis(asked: Asked) -> str:
    """Return a sentence that names the fights and duels on which a report is based."""
    given = [fight.name for fight in fights_of(asked.scenarios)] if asked.scenarios else []
    fights = [joined(given) if len(given) <= NAMED else f"{len(given)} fights"] if given else []
    fights += [counted(asked.random, "random fight")] if asked.random else []
    fights += ["duels of its units"] if asked.units is not None else []
    return f"What this text did in {joined(fights)}, worked out by playing, solving and changing it."


class _Stages:
    """Results of all stages.

    A stage for which there is no time is omitted. If no stage has results, Spent is raised.
    """

    def __init__(self, stage: Stage | None, folder: Path | None) -> None:
        self.left_out: list[str] = []
        self._folder = folder
        self._stage = stage or (lambda _name: None)
        self._found: dict[str, Any] = {}
        self._spent: Spent | None = None
        self._interrupted = ""
        self._not_begun: list[str] = []

    @property
    def stopped(self) -> str:
        """Sentence that names the stage in which the user interrupted the report, and the later stages, or ""."""
        if not self._interrupted:
            return ""
        left = f"; left out: {', '.join(self._not_begun)}" if self._not_begun else ""
        return f"{INTERRUPTED} in the stage {self._interrupted}{left}"

    def result(self, name: str, work: Callable[..., Any], *given: Any, **asked: Any) -> Any:  # noqa: ANN401
        """Run a stage and return its result, or None if a limit or an interruption left it without a result.

        After an interruption no further stage is begun. Raises KeyboardInterrupt if there is no result of any stage.
        """
        if self._interrupted:
            self._not_begun.append(STAGES[name])
            return None
        try:
            found = work(*given, progress=self._stage(STAGES[name]), keep=self._file_of(name), **asked)
            self._found[name] = found
            self._interrupted = STAGES[name] if found.is_interrupted else ""
        except KeyboardInterrupt:
            if not self._found:
                raise
            self._interrupted = STAGES[name]
        except Spent as spent:
            self._spent = spent
            self.left_out.append(f"Left out: {STAGES[name]}: {spent.message}; {spent.remedy}.")
        return self._found.get(name)

    def _file_of(self, name: str) -> Path | None:
        """Return the file for a stage's partial results, or a folder if the stage keeps several files."""
        if self._folder is None:
            return None
        return _folder(self._folder / name) if name == OF_SEVERAL else self._folder / f"{name}.json"

    def results(self) -> dict[str, Any]:
        """Return the results of all stages by name. Raises Spent if there are none."""
        if not self._found and self._spent:
            raise self._spent
        return self._found


def _folder(path: str | Path | None) -> Path | None:
    """Create the folder if it is missing, and return it. Raises BadFile if it cannot be created."""
    if path is None:
        return None
    try:
        Path(path).mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        message = f"the folder cannot be used: {reason(error)}"
        raise BadFile(
            message, file=str(path), key="keep", remedy="name a new folder, or an existing one to which you can write"
        ) from None
    return Path(path)


def to_strike(covered: Coverage, given: Sequence[Given]) -> tuple[str, ...]:
    """Return the sentences whose effect is to be computed, except those without which no fight can take place.

    If all fights are in the press, these are all sentences that were at work. Otherwise, they are the sentences, at
    most ten, that decided the most games.
    """
    at_work = [one for one in covered.sentences if one.games and one not in covered.structural]
    at_work.sort(key=lambda one: (-one.deciding, one.id))
    if all(fight.scenario.press is not None for fight in fights_of(given)):
        return tuple(one.id for one in at_work)
    return tuple(one.id for one in at_work if one.decided)[:STRUCK]


def assert_can_be_examined(given: Sequence[Given], units: Units | str | Path | None) -> tuple[str, Units | None]:
    """Check that fights and units can be played, and return the ruleset and the units.

    Raises:
        BadInput: there is nothing to examine, or several rulesets are used.
        BadScenario: a file cannot be played.
    """
    found = Units.load(units) if isinstance(units, str | Path) else units
    return _ruleset_of(given, found), found


def _ruleset_of(given: Sequence[Given], units: Units | None) -> str:
    if not given and units is None:
        raise BadInput("there is nothing to report on", remedy="name scenario files, folders of them, or a unit file")
    named = {fight.scenario.ruleset for fight in fights_of(given)} if given else set()
    if units is not None:
        named.add(units.ruleset)
    if len(named) > 1:
        words = (
            f"the scenarios are for {min(named - {units.ruleset})}, but the units are for {units.ruleset}"
            if units
            else ""
        )
        raise BadInput(words, key="units", remedy="name scenarios and units of the same ruleset")
    return min(named)
