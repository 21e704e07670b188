"""Parts of a report. Each result becomes a summary in sentences, charts and tables."""

from collections.abc import Callable
from typing import Any

from pilein.engine.rulesets import ruleset_named
from pilein.lab.charts import Bar, Range, bars, heat_map, ranges
from pilein.lab.coverage_figures import MATTERED, NEVER_MATTERED, NEVER_REACHED, NO_CODE, NOT_TRIED, STATUSES
from pilein.lab.coverage_report import Coverage
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_words import percent
from pilein.lab.matchup_report import Matchup
from pilein.lab.page import Part
from pilein.lab.points_report import FairPoints, FairUnit
from pilein.lab.rulings_report import RulingEffects
from pilein.lab.sentence_effects import UNSEEN, SentenceEffects
from pilein.lab.sentences import counted, joined
from pilein.lab.table import NUMBER, Section, Table, headed

SHOWN = 15  # bars of a chart
NAMED = 3  # in a sentence
SHARE = "The share of a side is its chance to win and half of the chance of no winner: 50 % is even."
OTHERS = "The command below makes its figures again, and those of another sentence with that in its place."
Commands = tuple[str, ...]


def of_coverage(found: Coverage, commands: Commands) -> Part:
    """Return the report's part on the sentences that were used and those that mattered."""
    return _covered("Sentences used", "Of", found, commands)


def of_random(found: Coverage, commands: Commands) -> Part:
    """Return the report's part on the sentences used in random fights."""
    return _covered("Sentences used in random fights", "In random fights, of", found, commands)


def _covered(title: str, of: str, found: Coverage, commands: Commands) -> Part:
    counts = {status: len(found.of_status(status)) for status in STATUSES}
    structural = [one.id for one in found.structural]
    mattered = [one for one in found.of_status(MATTERED) if one not in found.structural]
    mattered.sort(key=lambda one: (-one.deciding, -one.weight, one.id))
    used = f"{counts[MATTERED]} changed how a game ended, {counts[NEVER_MATTERED]} were at work and changed nothing"
    played = f"{counted(found.games, 'game')} of {counted(len(found.fights), 'fight')}"
    used += f", {counts[NOT_TRIED]} were at work and not tried" if counts[NOT_TRIED] else ""
    never = f"{counts[NEVER_REACHED]} were never reached"
    never += f", {counts[NO_CODE]} have no code" if counts[NO_CODE] else ""
    words = [f"{of} {len(found.sentences)} sentences {used}, {never} ({played})."]
    if structural:
        words.append(f"Without these no fight takes place: {joined(structural)}.")
    if mattered:
        most = joined([one.id for one in mattered[:NAMED]])
        words.append(f"{'Among the others ' if structural else ''}{most} decided most games.")
    shown = [Bar(one.id, 100 * one.deciding / found.games) for one in mattered[:SHOWN]]
    caption = "Share of all games, in per cent, that would have had another outcome without the sentence (estimated)"
    charts = ((caption, bars("% of games", shown)),) if shown else ()
    return Part(title, tuple(words), charts, (*found.sections(), _idle_sentences(found)), commands)


def _idle_sentences(found: Coverage) -> Section:
    """Table of the sentences that have no code, were never reached, or had no effect."""
    sentences = ruleset_named(found.ruleset).sentences
    idle = (one for one in found.sentences if one.status in (NEVER_MATTERED, NEVER_REACHED, NO_CODE))
    return Table(
        "sentences without code, never reached, or that changed nothing",
        (headed("sentence"), headed("status"), headed("games", NUMBER), headed("says")),
        tuple((one.id, one.status, one.games, sentences[one.id].words) for one in idle),
    ).section


def of_rulings(found: RulingEffects, commands: Commands) -> Part:
    """Return the report's part on the effect of every option of every ruling."""
    largest = found.largest()
    words = "No option of a ruling changes a fight."
    if largest:
        fight, one = largest[0]
        change = f"{fight.sides[0]} win {percent(one.wins[0])} instead of {percent(fight.wins[0])}"
        many = f"{counted(len(largest), 'option')} of rulings can change a fight"
        words = f"{many}; the largest effect is that of {one.option.key}: in {fight.name} {change}."
    shown = [_bar(one.option.key, one.gains[0]) for _, one in largest[:SHOWN]]
    caption = "Largest change of the first side's chance to win, in percentage points"
    charts = ((caption, bars("points", shown)),) if shown else ()
    tables = (*found.sections(), _in_words(found)) if largest else found.sections()
    return Part("Rulings that matter", (words,), charts, tables, commands)


def _in_words(found: RulingEffects) -> Section:
    """Return a table of the rulings that can change a fight, with the wording of their questions and options."""
    rulings = ruleset_named(found.ruleset).rulings
    return Table(
        "these rulings in words",
        tuple(map(headed, ("ruling", "question", "default", "option", "says"))),
        tuple(
            (one.ruling, rulings[one.ruling].question, rulings[one.ruling].default, one.name, one.words)
            for one in found.options
        ),
    ).section


def of_sentences(found: SentenceEffects, commands: Commands) -> Part:
    """Return the report's part on fights replayed without single sentences."""
    effects = [one for one in found.effects() if one.size >= UNSEEN]
    settled = [one.sentence for one in effects if one.is_settled]
    open_ones = [one for one in effects if not one.is_settled]
    many = f"{len(effects)} of {len(found.by_sentence)} sentences, left out one by one, shift the share of a fight"
    words = [f"{many}." if effects else f"None of the {len(found.by_sentence)} sentences left out shifts a fight."]
    if open_ones:
        most = open_ones[0]
        shift = f"the share of {most.side} is {percent(most.new)} instead of {percent(most.old)}"
        words = [f"{many}, {most.sentence} most: in {most.fight}, without it, {shift}."]
    if settled:
        words += [f"Without these the fight is all but settled (one outcome has more than 99.9 %): {joined(settled)}."]
    words += [SHARE, OTHERS] if effects else []
    words += [f"Left out ({why}): {joined(keys)}." for why, keys in by_reason(found.left_out).items()]
    shown = [_bar(one.sentence, one.shift) for one in open_ones[:SHOWN]]
    caption = "Largest shift of the first side's share of a fight without the sentence, in percentage points"
    charts = ((caption, bars("points", shown)),) if shown else ()
    return Part("Without a sentence", tuple(words), charts, found.sections(), commands)


def by_reason(left_out: dict[str, str]) -> dict[str, list[str]]:
    """Group keys that were left out by the reason."""
    found: dict[str, list[str]] = {}
    for key, why in left_out.items():
        found.setdefault(why, []).append(key)
    return found


def _bar(label: str, shift: Number) -> Bar:
    """Bar for a difference of chances, with its interval if it was sampled."""
    if not isinstance(shift, Estimate):
        return Bar(label, 100 * float(shift))
    low, high = shift.interval_within(1)
    return Bar(label, 100 * shift.value, interval=(100 * low, 100 * high))


def of_matchup(found: Matchup, commands: Commands) -> Part:
    """Return the report's part on fights of every unit against every other unit."""
    strong = {place: one for place, one in enumerate(found.strengths) if one}
    ranked = sorted(strong, key=lambda place: -strong[place].value)
    order = [*ranked, *(place for place in range(len(found.units)) if place not in strong)]
    words = []
    if ranked:
        best, worst = (found.units[ranked[place]] for place in (0, -1))
        words.append(f"Of {len(ranked)} units {best} are strongest and {worst} weakest.")
    if found.surprises:
        one = found.surprises[0]
        score = f"they score {one.words}, where their strengths say {100 * one.expected:.0f} %"
        words.append(f"The greatest surprise is {one.one} against {one.other}: {score}.")
    names = [found.units[place] for place in order]
    cells = [[_share(found.score(row, column)) for column in order] for row in order]
    strengths = [
        Range(found.units[place], strong[place].value, strong[place].low, strong[place].high) for place in ranked
    ]
    charts = (
        (
            "Strength by Bradley-Terry (1 is the average unit), with 95 % intervals",
            ranges("strength", strengths, is_logarithmic=True),
        ),
        ("Share in % that the row scores against the column, averaged over the charging side", heat_map(names, cells)),
    )
    return Part("Unit against unit", tuple(words), charts, found.sections(), commands)


def of_points(found: FairPoints, commands: Commands) -> Part:
    """Return the report's part on fair points."""
    priced = [one for one in found.units if one.fair]
    given = sorted((one for one in priced if one.given), key=lambda one: one.fair.value / one.given if one.fair else 0)
    words = "No unit has a price in the file."
    if given:
        cheap, dear = (
            f"{one.unit} ({one.given:.1f} points, {_fair(one)} would be fair)" for one in (given[-1], given[0])
        )
        words = f"For their points {cheap} are the best buy and {dear} the worst."
    if found.apart:
        words = f"{found.apart[0].upper()}{found.apart[1:]}."
    shown = [
        Range(one.unit, one.fair.value, one.fair.low, one.fair.high, one.given or None) for one in priced if one.fair
    ]
    charts = (("Fair points for a model, with 95 % intervals", ranges("points", shown, "given")),) if shown else ()
    return Part("Fair points", (words,), charts, found.sections(), commands)


PARTS: dict[str, Callable[[Any, Commands], Part]] = {
    "coverage": of_coverage,
    "rulings": of_rulings,
    "sentences": of_sentences,
    "random": of_random,
    "matchup": of_matchup,
    "points": of_points,
}


def _fair(one: FairUnit) -> str:
    return f"{one.fair.value:.1f}" if one.fair else "-"


def _share(score: float | None) -> float | None:
    return None if score is None else 100 * score
