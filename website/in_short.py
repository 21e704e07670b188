"""Page with a short report for the author of a rules text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import counted
from pilein.kernel.rulings import DEFAULT
from pilein.lab.coverage_report import MATTERED, NEVER_REACHED, Coverage, Covered
from pilein.lab.figures import Estimate
from pilein.lab.figures_as_words import percent
from pilein.lab.playtest_report import PlaytestReport
from pilein.lab.points import FairPoints
from pilein.lab.readings import OptionEffect
from pilein.lab.report_parts import by_reason
from pilein.lab.rulings import FightEffects, RulingEffects
from pilein.lab.sentence_effects import SentenceEffect, SentenceEffects, how_found
from pilein.lab.sentences import joined

EACH = 3  # games of each example
RULINGS, STRUCK, SHOWN = 10, 3, 12
UNSEEN, UNSEEN_LOSS = 1e-3, 1e-2  # smaller changes of a chance, of models lost
LEAD = """\
For the author of the text: which of its sentences were used in play and which never, which rulings on its gaps matter
most, which sentences the balance hangs on, and what [units](../../examples/{name}/units/units.toml) should cost.

It rests on three kinds of fights:

* **examples**: the {examples} of the text, each made to show a step of it;
* **random match-ups**: scenarios with other numbers, weapons, rules and formations drawn at random (seed 0), for what
  no example was made to show;
* **solved fights**: {solved}, nearly even, without positions on a table and small enough for exact odds. In them every
  ruling and every sentence is tried by itself.

[The whole report]({name}.html) covers the random match-ups and the solved fights, not the examples. It has charts,
tables that sort, and for each part the command that makes its figures again. `pilein rules {name} ID` shows a sentence
or a ruling with its code. `python -m website.reports {name}` makes both pages again: exact figures stay; those of games
may change a little where a limit of time was reached.
"""
STOPPED = "Not every pair was made even in the time given: more time finds unknown prices and narrows intervals."
KINDS = {"examples": "examples", "random": "random", "coverage": "solved"}
COUNTED = """\
A sentence is at work in a game if a rule that it states is applied. It changes the end if the same game, played on
without it on the same dice, ends with another outcome or other losses.
"""


def in_short(name: str, title: str, found: PlaytestReport, covered: Coverage, solved: Sequence[str]) -> str:
    """Return the page. `covered` is the coverage of all examples, and `solved` are the files of the fights that were
    solved.
    """
    links = joined([f"[{Path(fight).stem}](../../{fight})" for fight in solved])
    fights: dict[str, Coverage] = {"examples": covered}
    fights |= {key: found.results[key] for key in ("random", "coverage") if key in found.results}
    parts = [
        f"# {title}: what a playtest shows",
        LEAD.format(name=name, examples=counted(len(covered.fights), "example"), solved=links).strip(),
        _used(fights) + f"\n\nThe examples are counted by `pilein lab coverage examples/{name} -n {EACH}`.",
        _never_used(fights),
    ]
    for key, part in PARTS.items():
        if key in found.results:
            parts.append(part(found.results[key]))
        if key == "rulings":
            parts += _further(found.results.get(key), covered)
    parts += [words for words in found.lead if words.startswith("Left out")]
    return "\n\n".join(parts) + "\n"


def _used(fights: dict[str, Coverage]) -> str:
    """Return the section on the sentences used in each kind of fight, and on those that mattered most."""
    columns = [(len(one.fights), one.games, *map(len, _by_status(one))) for one in fights.values()]
    names = ("fights", "games", "sentences at work", "changed the end", "never reached")
    rows = [[name, *map(str, row)] for name, *row in zip(names, *columns, strict=True)]
    heads = ("", *(KINDS[key] for key in fights))
    covered = fights["examples"]
    mattered = sorted(covered.of_status(MATTERED), key=lambda one: (-one.weight, one.id))
    most = [one for one in mattered if one not in covered.structural][:SHOWN]
    structural = [one.id for one in covered.structural]
    shown = [[one.id, _says(covered, one), f"{100 * one.weight / covered.games:.0f} %"] for one in most]
    apart = f". Not listed, since without them no fight takes place: {_listed(structural)}" if structural else ""
    intro = f"The text has {len(covered.sentences)} sentences. {COUNTED}"
    above = f"## Sentences used\n\n{intro}\n{_table(heads, rows)}"
    most_of = f"These changed the end of most games of the examples{apart}."
    return f"{above}\n\n{most_of}\n\n{_table(('sentence', 'says', 'of games'), shown)}"


def _by_status(found: Coverage) -> tuple[list[Covered], tuple[Covered, ...], tuple[Covered, ...]]:
    """Return the sentences that were used, the sentences that changed the end of a game, and the sentences that were
    never reached.
    """
    at_work = [one for one in found.sentences if one.status != NEVER_REACHED]
    return at_work, found.of_status(MATTERED), found.of_status(NEVER_REACHED)


def _never_used(fights: dict[str, Coverage]) -> str:
    """Return the section on sentences that no fight reached, by section of the text."""
    never = [{one.id for one in found.of_status(NEVER_REACHED)} for found in fights.values()]
    everywhere = set.intersection(*never)
    covered = fights["examples"]
    if not everywhere:
        return "## Sentences never used\n\nNone: every sentence was at work in some game."
    by_section: dict[str, list[str]] = {}
    for sentence in ruleset_named(covered.ruleset).sentences.values():
        if sentence.id in everywhere:
            by_section.setdefault(sentence.section, []).append(f"    * {sentence.id}: {sentence.words}")
    lines = [line for section, each in by_section.items() for line in (f"* {section}", *each)]
    words = f"At work in no game of any kind: {len(everywhere)} of {len(covered.sentences)} sentences."
    return f"## Sentences never used\n\n{words}\n\n" + "\n".join(lines)


def _says(covered: Coverage, one: Covered) -> str:
    return ruleset_named(covered.ruleset).sentences[one.id].words


def _rulings(found: RulingEffects) -> str:
    """Return the section on the rulings that matter most, each with its strongest option, exact effects first."""
    first: dict[str, str] = {}
    shown = [(fight, one) for fight, one in found.largest() if not _may_be_chance(one)]
    for fight, one in sorted(shown, key=lambda pair: bool(_games(pair[1]))):
        asked = _asked(found.ruleset, one.option.ruling, one.option.name)
        first.setdefault(one.option.ruling, f"1. {asked} {_changed(fight, one)} ({_certainly(one)}).")
    words = (
        "A ruling answers what the text leaves open: with a default, on which all figures of this page rest, or with "
        f"another option. In the solved fights {counted(len(first), 'ruling')} can change who wins or what is lost. "
        f"{'Those that change most' if len(first) > RULINGS else 'Here they are'}, each with its strongest option:"
    )
    return "\n\n".join(["## The rulings that matter most", words, "\n".join(list(first.values())[:RULINGS])])


def _games(one: OptionEffect) -> int:
    """Return the number of games behind an effect, or 0 if the effect is exact."""
    return one.wins[0].games if isinstance(one.wins[0], Estimate) else 0


def _may_be_chance(one: OptionEffect) -> bool:
    """Whether the effect of an option may be due to chance, because the games played do not establish a change."""
    gain = one.gains[0]
    return isinstance(gain, Estimate) and gain.interval[0] <= 0 <= gain.interval[1]


def _certainly(one: OptionEffect) -> str:
    """Describe the source of an effect: exact odds, or games with the interval of the change."""
    gain = one.gains[0]
    if not isinstance(gain, Estimate):
        return "exact"
    low, high = (100 * end for end in gain.interval)
    return f"{how_found(_games(one))}: a change of {low:+.0f} to {high:+.0f} points, with 95 % certainty"


def _changed(fight: FightEffects, one: OptionEffect) -> str:
    """Describe the effect of an option on the probability of winning a fight or, if that is unchanged, on losses."""
    if one.size[0] < UNSEEN and one.size[1] < UNSEEN_LOSS:
        return f"Then {fight.name} hardly changes: chances by less than 0.1 points, losses by less than 0.01 models"
    if one.size[0] < UNSEEN:
        pairs = zip(fight.sides, one.losses, fight.losses, strict=True)
        lost = (f"{side} lose {float(new):.2f} models, not {float(old):.2f}" for side, new, old in pairs)
        return f"Then {fight.name} is won as often, but {joined([*lost])}"
    pairs = zip(fight.sides, one.wins, fight.wins, strict=True)
    won = [f"{side} win {percent(new)}, not {percent(old)}" for side, new, old in pairs]
    is_mirrored = abs(sum(map(float, one.gains))) < UNSEEN  # what one side gains the other loses
    return f"Then in {fight.name} {won[0] if is_mirrored else ', and '.join(won)}"


def _asked(ruleset: str, ruling: str, option: str) -> str:
    """Describe a ruling by its question, its default and one of its options."""
    asked = ruleset_named(ruleset).rulings[ruling]
    words = {DEFAULT: asked.default, **{one.name: one.words for one in asked.options}}[option]
    return f"**{ruling}** {_ended(asked.question)} Default: {_ended(asked.default)} `{option}`: {_ended(words)}"


def _ended(words: str) -> str:
    """Add a full stop to text that does not end like a sentence."""
    return words if words.rstrip(")").endswith((".", "?", "!")) else f"{words}."


def _further(found: RulingEffects | None, covered: Coverage) -> list[str]:
    """Return the section on rulings that change outcomes in games of the examples but not in the solved fights."""
    known = {one.option.ruling for _, one in found.largest() if not _may_be_chance(one)} if found else set()
    first: dict[str, Covered] = {}
    for one in sorted(covered.rulings, key=lambda one: (-one.deciding, one.key)):
        if one.decided and one.id not in known:
            first.setdefault(one.id, one)
    lines = [
        f"1. {_asked(covered.ruleset, one.id, one.option)} Then {one.decided} of {counted(one.tried, 'game')} had "
        f"another outcome{f' ({one.changed_in.fight})' if one.changed_in else ''}."
        for one in list(first.values())[: max(RULINGS - len(known), 0)]
    ]
    if not lines:
        return []
    words = (
        "Of the rulings that do nothing there, or are not met, these change the outcome of most games of the examples. "
        f"With {EACH} games of each example this shows that they matter, not how much:"
    )
    return [words, "\n".join(lines)]


def _sentences(found: SentenceEffects) -> str:
    """Return the section on the sentences that make fights most uneven, with exact effects first."""
    effects = [one for one in found.effects() if not one.is_settled]
    settled = [one.sentence for one in found.effects() if one.is_settled]
    exact = [one for one in effects if not one.games][:STRUCK]
    least = min((one.size for one in exact), default=0)
    sampled = [one for one in effects if one.games and one.size > least]
    bare = (
        f"Without {joined(settled)} the fight is all but settled: one outcome has more than 99.9 %. " if settled else ""
    )
    words = (
        f"In the solved fights {counted(len(found.by_sentence), 'sentence')} are left out one by one: all that were at "
        "work, but for those without which no fight takes place. The share of a side is its chance to win and half of "
        f"the chance that nobody wins, so 50 % is even. {bare}"
        f"Without these {'others' if settled else 'sentences'} the share moves furthest:"
    )
    parts = ["## The sentences that unbalance most", words, "\n".join(map(_shift, exact))]
    if sampled:
        parts += ["Without these the fight is too much to solve; games show about how far it moves:"]
        parts += ["\n".join(map(_shift, sampled[:STRUCK]))]
    parts += [f"Left out ({why}): {joined(keys)}." for why, keys in by_reason(found.left_out).items()]
    return "\n\n".join(parts)


def _shift(one: SentenceEffect) -> str:
    """Describe the change in a side's share of a fight when a sentence is removed."""
    share = f"the share of {one.side} in {one.fight} is {percent(one.new)} instead of {percent(one.old)}"
    return f"1. **{one.sentence}** {_ended(one.words)} Without it {share} ({how_found(one.games)})."


def _points(found: FairPoints) -> str:
    """Return the section on fair points of the units."""
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
        "At fair prices units of equal points score even on average, whether they charge or are charged; the sum of "
        "all prices is kept. The last column is the interval that the fair price is in with 95 % certainty."
    )
    stopped = f"\n\n{STOPPED}" if found.stopped else ""
    apart = f"\n\n{found.apart[0].upper()}{found.apart[1:]}." if found.apart else ""
    return f"## Fair points\n\n{words}\n\n{_table(heads, rows)}{_upgrades(found)}{apart}{stopped}"


def _upgrades(found: FairPoints) -> str:
    """Return the table of fair points for the options of units."""
    if not found.upgrades:
        return ""
    rows = [[one.unit, one.option, f"{one.given:.1f}", f"{one.fair:.1f}"] for one in found.upgrades]
    below = "\n\nA fair price below 0: the unit is worth less with the option, for what it gives up, than without."
    note = below if any(one.fair < 0 for one in found.upgrades) else ""
    return f"\n\n{_table(('unit', 'option', 'points for a model', 'fair'), rows)}{note}"


PARTS: dict[str, Callable[[Any], str]] = {"rulings": _rulings, "sentences": _sentences, "points": _points}


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Format a table in Markdown."""
    lines = [list(heads), ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
