"""Parts of a report. Each result becomes a summary, charts, tables, and the commands that reproduce them."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from pilein.engine.budget import size
from pilein.engine.rulesets import folders, ruleset_named
from pilein.kernel.nearest import counted
from pilein.lab.coverage_report import MATTERED, NEVER_MATTERED, NEVER_REACHED, NO_CODE, NOT_TRIED, STATUSES, Coverage
from pilein.lab.drawing.chart import Row, Rows, rows
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.duels import SIDES
from pilein.lab.figures import Estimate, Number
from pilein.lab.figures_as_words import percent
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of
from pilein.lab.matchups import Matchup
from pilein.lab.page import Part
from pilein.lab.points import FairPoints, FairUnit
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.rulings import RulingEffects
from pilein.lab.scenarios import Given
from pilein.lab.sentence_effects import UNSEEN, SentenceEffects
from pilein.lab.sentences import joined
from pilein.lab.table import NUMBER, Table, grouped, headed, sections
from pilein.lab.units import Units

SCENARIO, UNITS = "SCENARIO.toml", "UNITS.toml"  # for scenarios that were not read from a file
SHOWN = 15  # bars of a chart
NAMED = 3  # in a sentence
SHARE = "The share of a side is its chance to win and half of the chance of no winner: 50 % is even."
OTHERS = "The command below makes its figures again, and those of another sentence with that in its place."
Commands = tuple[str, ...]


def of_coverage(found: Coverage, commands: Commands, title: str = "Sentences used", of: str = "Of") -> Part:
    """Return the report's part on the sentences that were used and those that mattered."""
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
    caption = "Share of all games, in per cent, that would have had another outcome without the sentence (estimated)"
    shares = ((one.id, one.deciding / found.games) for one in mattered)
    charts = _bars("Sentences that decided games", caption, shares, ".1f")
    return Part(title, tuple(words), charts, sections((*found.tables(), _idle_sentences(found))), commands)


def of_random(found: Coverage, commands: Commands) -> Part:
    """Return the report's part on the sentences used in random fights."""
    return of_coverage(found, commands, "Sentences used in random fights", "In random fights, of")


def _idle_sentences(found: Coverage) -> Table:
    """Table of the sentences that have no code, were never reached, or had no effect."""
    sentences = ruleset_named(found.ruleset).sentences
    idle = (one for one in found.sentences if one.status in (NEVER_MATTERED, NEVER_REACHED, NO_CODE))
    return Table(
        "sentences without code, never reached, or that changed nothing",
        (headed("sentence"), headed("status"), headed("games", NUMBER), headed("says")),
        tuple((one.id, one.status, one.games, sentences[one.id].words) for one in idle),
    )


def of_rulings(found: RulingEffects, commands: Commands) -> Part:
    """Return the report's part on the effect of every option of every ruling."""
    largest = found.largest()
    words, tables = "No option of a ruling changes a fight.", found.tables()
    if largest:
        fight, one = largest[0]
        change = f"{fight.sides[0]} win {percent(one.wins[0])} instead of {percent(fight.wins[0])}"
        many = f"{counted(len(largest), 'option')} of rulings can change a fight"
        words = f"{many}; the largest effect is that of {one.option.key}: in {fight.name} {change}."
        tables = (*tables, _in_words(found))
    caption = "Largest change of the first side's chance to win, in percentage points"
    charts = _bars("Rulings", caption, ((one.option.key, one.gains[0]) for _, one in largest))
    return Part("Rulings that matter", (words,), charts, sections(tables), commands)


def _in_words(found: RulingEffects) -> Table:
    """Return a table of the rulings that can change a fight, with the wording of their questions and options."""
    rulings = ruleset_named(found.ruleset).rulings
    return Table(
        "these rulings in words",
        tuple(map(headed, ("ruling", "question", "default", "option", "says"))),
        tuple(
            (one.ruling, rulings[one.ruling].question, rulings[one.ruling].default, one.name, one.words)
            for one in found.options
        ),
    )


def of_sentences(found: SentenceEffects, commands: Commands) -> Part:
    """Return the report's part on fights replayed with one sentence left out at a time."""
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
    caption = "Largest shift of the first side's share of a fight without the sentence, in percentage points"
    charts = _bars("Sentences left out", caption, ((one.sentence, one.shift) for one in open_ones))
    return Part("Without a sentence", tuple(words), charts, found.sections(), commands)


def by_reason(left_out: dict[str, str]) -> dict[str, list[str]]:
    """Return the keys that were left out, grouped by the reason."""
    return grouped((why, key) for key, why in left_out.items())


def of_matchup(found: Matchup, commands: Commands) -> Part:
    """Return the report's part on fights of every unit against every other unit."""
    strong = {unit: one for unit, one in zip(found.units, found.strengths, strict=True) if one}
    ranked = sorted(strong.items(), key=lambda one: -one[1].value)
    words = [f"Of {len(ranked)} units {ranked[0][0]} are strongest and {ranked[-1][0]} weakest."] if ranked else []
    if found.surprises:
        one = found.surprises[0]
        score = f"they score {one.words}, where their strengths say {100 * one.expected:.0f} %"
        words.append(f"The greatest surprise is {one.one} against {one.other}: {score}.")
    shown = tuple(
        Row((unit,), interval=(one.low, one.high), dot=one.value, words=f"{one.value:.2f}") for unit, one in ranked
    )
    caption = "Strength by Bradley-Terry (1 is the average unit), with 95 % intervals"
    strengths = rows(Rows("Strength", caption, shown, ticks="g", colours=plot_colours(SIDES), is_logarithmic=True))
    return Part("Unit against unit", tuple(words), (strengths, found.to_svg()), found.sections(), commands)


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
    return Part("Fair points", (words,), (found.to_svg(),) if priced else (), found.sections(), commands)


def _fair(one: FairUnit) -> str:
    return f"{one.fair.value:.1f}" if one.fair else "-"


PARTS: dict[str, Callable[[Any, Commands], Part]] = {
    "coverage": of_coverage,
    "rulings": of_rulings,
    "sentences": of_sentences,
    "random": of_random,
    "matchup": of_matchup,
    "points": of_points,
}


def _bars(title: str, caption: str, shown: Iterable[tuple[str, Number]], form: str = "+.2f") -> tuple[str, ...]:
    """Draw a bar for each of the first shares or differences, with its interval if it was sampled."""
    drawn = [_bar(label, number, form) for label, number in islice(shown, SHOWN)]
    return (rows(Rows(title, caption, tuple(drawn), ticks="g")),) if drawn else ()


def _bar(label: str, number: Number, form: str) -> Row:
    low, high = number.interval_within(1) if isinstance(number, Estimate) else (0.0, 0.0)
    length = 100 * float(number)
    between = (100 * low, 100 * high) if low < high else None
    words = format(length, form)
    return Row((label,), ((0.0, length, FILL, f"{label}: {words}"),), words, interval=between)


FILL = plot_colours(SIDES)[0]  # of a bar


# --- commands --------------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """Arguments with which a report was requested. See `report`."""

    ruleset: str
    scenarios: tuple[Given, ...]
    units: Units | str | Path | None
    random: int
    policy: Policies
    phases: Phases
    games: int
    seed: int
    budget: Limit


def commands_of(asked: Asked, results: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Map each result to the commands that reproduce it."""
    fights = " ".join(quote(str(one)) if isinstance(one, str | Path) else SCENARIO for one in asked.scenarios)
    units = quote(str(asked.units)) if isinstance(asked.units, str | Path) else UNITS
    options = _options(asked)
    games, seed = f"-n {asked.games} --seed {asked.seed}", f"--seed {asked.seed}"
    found = {
        "coverage": (f"pilein lab coverage {fights} {games}{options}",),
        "rulings": (f"pilein lab rulings {fights} {games}{options}",),
        "sentences": _struck(fights, games, options, results.get("sentences")),
        "random": (f"pilein lab coverage {asked.ruleset} --random {asked.random} -n 1 {seed}{options}",),
        "matchup": (f"pilein lab matchup {units}{options}",),
        "points": (f"pilein lab points {units}{options}",),
    }
    return {name: found[name] for name in results}


def _struck(fights: str, games: str, options: str, found: SentenceEffects | None) -> tuple[str, ...]:
    """Return the command for the sentence that shifts a fight most.

    Commands for other sentences differ only in the sentence.
    """
    effects = sorted(found.effects(), key=lambda one: one.is_settled) if found else ()
    if not effects:
        return ()
    way = games if any(one.games for one in effects) else "--way exact"
    return (f"pilein lab compare {fights} --without {effects[0].sentence} {way}{options}",)


def _options(asked: Asked) -> str:
    """Format the options for phases, policies, limits and folders of rulesets that differ from their defaults."""
    words = "" if asked.phases in (0, "end") else f" --phases {asked.phases}"
    play = _policies(asked.policy)
    words += f" --play {quote(play)}" if play and play != SENSIBLE else ""
    words += "".join(f" --rulesets {quote(folder)}" for folder in folders())
    return words + _limit(asked.budget)


def _policies(policy: Policies) -> str:
    """Format policies for `--play`. Returns "" if a policy is a function."""
    each = policy if isinstance(policy, tuple) else (policy,)
    pairs = [*policy.items()] if isinstance(policy, Mapping) else [("", one) for one in each]
    named = [f"{side}={one}" if side else one for side, one in pairs if isinstance(one, str)]
    return ",".join(named) if len(named) == len(pairs) else ""


def _limit(limit: Limit) -> str:
    budget = budget_of(limit)
    if (budget.seconds, budget.memory) == (DEFAULT.seconds, DEFAULT.memory):
        return ""
    if budget.seconds is None or budget.memory is None:
        return " --limit none"
    return f" --limit {budget.seconds:g}s,{size(budget.memory).replace(' ', '')}"
