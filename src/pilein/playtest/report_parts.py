"""The parts of a report: of each result its summary in words, its charts and tables."""

from collections.abc import Callable
from typing import Any

from pilein.lab.figures_as_tables import LEFT, RIGHT, Section
from pilein.playtest.charts import Bar, Range, bars, heat_map, ranges
from pilein.playtest.coverage_figures import MATTERED, NEVER_MATTERED, NEVER_REACHED, STATUSES
from pilein.playtest.coverage_report import Coverage
from pilein.playtest.matchups import Matchup
from pilein.playtest.page import Part
from pilein.playtest.points_report import FairPoints, FairUnit
from pilein.playtest.rulings_report import RulingEffects
from pilein.playtest.sentence_effects import SentenceEffects

SHOWN = 15  # bars of a chart
NAMED = 3  # in a sentence


def of_coverage(found: Coverage, command: str) -> Part:
    """Which sentences were used, and which mattered."""
    counts = {status: len(found.of_status(status)) for status in STATUSES}
    mattered = sorted(found.of_status(MATTERED), key=lambda one: -one.weight)
    used = f"{counts[MATTERED]} changed how a game ended, {counts[NEVER_MATTERED]} were at work and changed nothing"
    words = [
        f"Of {len(found.sentences)} sentences {used}, {counts[NEVER_REACHED]} were never reached ({found.games} games)."
    ]
    if mattered:
        words.append(f"Most often it was {_listed([one.id for one in mattered[:NAMED]])} that changed the end.")
    shown = [Bar(one.id, 100 * one.changed / one.tried) for one in mattered[:SHOWN] if one.tried]
    charts = (("Games that end otherwise without the sentence, in per cent of those tried", bars("%", shown)),)
    never = Section(
        "sentences never reached, or that changed nothing",
        (("sentence", LEFT), ("", LEFT), ("games", RIGHT)),
        tuple(
            (one.id, one.status, str(one.games))
            for one in found.sentences
            if one.status in (NEVER_MATTERED, NEVER_REACHED)
        ),
    )
    return Part("Sentences used", tuple(words), charts if shown else (), (*found.sections(), never), command)


def of_rulings(found: RulingEffects, command: str) -> Part:
    """What every option of every ruling does."""
    rows = sorted(
        ((one.option.key, fight, one) for fight in found.fights for one in fight.effects if one.matters),
        key=lambda row: -abs(float(row[2].gains[0])),
    )
    options = len({key for key, _, _ in rows})
    words = "no option of a ruling changes a fight"
    if rows:
        key, fight, one = rows[0]
        change = f"{fight.sides[0]} win {_percent(one.wins[0])} instead of {_percent(fight.wins[0])}"
        words = f"{options} options of rulings change a fight; the largest change is {key}: in {fight.name} {change}"
    largest = {key: one for key, _, one in reversed(rows)}
    by_size = sorted(largest.items(), key=lambda item: -abs(float(item[1].gains[0])))[:SHOWN]
    shown = [Bar(key, 100 * float(one.gains[0])) for key, one in by_size]
    caption = "Largest change of the first side's chance to win, in percentage points"
    charts = ((caption, bars("points", shown)),) if shown else ()
    return Part("Rulings that matter", (f"{words[0].upper()}{words[1:]}.",), charts, found.sections(), command)


def of_sentences(found: SentenceEffects, command: str) -> Part:
    """What the fights are without the sentences that matter most."""
    effects = found.effects()
    words = "No sentence was left out."
    if effects:
        most = effects[0]
        change = f"the chance of “{most.measure}” is {_percent(most.new)} instead of {_percent(most.old)}"
        words = f"The sentence that shifts a fight most is {most.sentence}: in {most.fight}, without it, {change}."
    shown = [Bar(one.sentence, 100 * one.gain) for one in effects]
    table = Section(
        "fights without a sentence",
        (("sentence", LEFT), ("", LEFT), ("fight", LEFT), ("chance", LEFT), ("with it", RIGHT), ("without", RIGHT)),
        tuple(
            (one.sentence, one.words, one.fight, one.measure, _percent(one.old), _percent(one.new)) for one in effects
        ),
    )
    caption = "Change of the first side's chance to win without the sentence, in percentage points"
    return Part(
        "Without a sentence", tuple(words), ((caption, bars("points", shown)),) if shown else (), (table,), command
    )


def of_matchup(found: Matchup, command: str) -> Part:
    """Every unit against every other."""
    order = sorted(range(len(found.units)), key=lambda place: -found.strengths[place].value)
    best, worst = (found.units[order[place]] for place in (0, -1))
    words = [f"The strongest of {len(order)} units are {best}, the weakest {worst}."]
    if found.surprises:
        one = found.surprises[0]
        score = f"they score {_percent(one.score)}, where their strengths say {_percent(one.expected)}"
        words.append(f"The greatest surprise is {one.one} against {one.other}: {score}.")
    names = [found.units[place] for place in order]
    cells = [[_share(found.score(row, column)) for column in order] for row in order]
    strengths = [
        Range(name, strength.value, strength.low, strength.high)
        for name, strength in zip(names, (found.strengths[place] for place in order), strict=True)
    ]
    charts = (
        (
            "Strength by Bradley-Terry (1 is the average unit), with 95 % intervals",
            ranges("strength", strengths, is_logarithmic=True),
        ),
        ("Share in % that the row scores against the column, the mean over who charges", heat_map(names, cells)),
    )
    return Part("Unit against unit", tuple(words), charts, found.sections(), command)


def of_points(found: FairPoints, command: str) -> Part:
    """Fair points."""
    priced = [one for one in found.units if one.fair]
    given = sorted((one for one in priced if one.given), key=lambda one: one.fair.value / one.given if one.fair else 0)
    words = "No unit has a price in the file."
    if given:
        cheap, dear = (
            f"{one.unit} ({one.given:.1f} points, {_fair(one)} would be fair)" for one in (given[-1], given[0])
        )
        words = f"For their points {cheap} are the best buy and {dear} the worst."
    shown = [
        Range(one.unit, one.fair.value, one.fair.low, one.fair.high, one.given or None) for one in priced if one.fair
    ]
    charts = (("Fair points for a model, with 95 % intervals", ranges("points", shown, "given")),) if shown else ()
    return Part("Fair points", (words,), charts, found.sections(), command)


PARTS: dict[str, Callable[[Any, str], Part]] = {
    "coverage": of_coverage,
    "rulings": of_rulings,
    "sentences": of_sentences,
    "matchup": of_matchup,
    "points": of_points,
}


def _fair(one: FairUnit) -> str:
    return f"{one.fair.value:.1f}" if one.fair else "-"


def _percent(chance: Any) -> str:  # noqa: ANN401 - any kind of number
    return f"{100 * float(chance):.1f} %"


def _share(score: float | None) -> float | None:
    return None if score is None else 100 * score


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
