"""Conversion of odds to messages for the page."""

import time
from collections.abc import Mapping

from pilein.engine.budget import MB, Budget
from pilein.kernel.errors import BadInput
from pilein.lab import charge_figures
from pilein.lab.assumptions import Assumptions, hints_on_page
from pilein.lab.charges import charge
from pilein.lab.figures import WINS, Figures, UnitFigures
from pilein.lab.figures_as_words import mean
from pilein.lab.occurring_questions import occurring_questions
from pilein.lab.odds import odds
from pilein.lab.sensitivity import worth
from pilein.lab.sensitivity_figures import UNSEEN, Effect
from pilein.protocol.chances import chance_of, chances_of, distribution_of, mean_of
from pilein.protocol.from_page import AskCharge, AskOdds, AskQuestions, AskWorth
from pilein.protocol.refusing import assert_phases, scenario_of
from pilein.protocol.replies import (
    Chance,
    Change,
    ChargeEnds,
    ChargeOdds,
    Odds,
    QuestionFound,
    QuestionsFound,
    SideOdds,
    UnitOdds,
    Worth,
)

EXAMPLE = "write the question and its answer in the form SH-RE-02=hold, or red:SH-RE-02=hold"
MOST_GAMES = 10_000  # sampled
FEW_SECONDS = Budget(3, None, time.process_time)  # for finding questions
BUDGET = Budget(60, 500 * MB, time.process_time)  # of the process itself: others that are busy take none of it


def odds_of(query: AskOdds) -> Odds:
    """Compute the odds of a scenario.

    Raises:
        PileInError: the scenario cannot be played, or a limit is reached.
    """
    assert_phases(query.phases)
    if not 1 <= query.games <= MOST_GAMES:
        raise BadInput(
            f"the number of games cannot be {query.games:,}", key="games", remedy=f"ask for 1 to {MOST_GAMES:,} games"
        )
    scenario, fixed = scenario_of(query.toml), fixed_in(query.fixed)
    found = odds(scenario, phases=query.phases or "end", fixed=fixed, budget=BUDGET, games=query.games)
    figures = found.figures
    told = hints_on_page(scenario)
    hints = tuple(told.get(one, one) for one in found.hints)
    return _message(query.id, figures, _in_lines(found.assumptions), hints)


def charge_of(query: AskCharge) -> ChargeOdds:
    """Compute the odds of a charge by distance. Raises PileInError if no unit can charge."""
    found = charge(scenario_of(query.toml), query.unit or None, query.target or None, budget=BUDGET)
    return ChargeOdds(
        id=query.id,
        charger=found.unit,
        target=found.target,
        points=tuple(map(_ends, found.rows)),
        why=tuple(found.why_never()),
        assumes=_in_lines(found.assumptions),
    )


def _ends(row: charge_figures.ChargeOdds) -> ChargeEnds:
    words = charge_figures.IN_WORDS.values()
    return ChargeEnds(
        distance=row.inches,
        outcomes=chances_of(zip(words, row.outcomes, strict=True)),
        in_contact=mean(row.in_contact),
        lost=mean(row.lost),
        target_lost=mean(row.target_lost),
    )


def worth_of(query: AskWorth) -> Worth:
    """Compute the worth of each change to one unit or all units. Raises PileInError if there is too much to solve."""
    found = worth(scenario_of(query.toml), of=query.unit or None, budget=BUDGET)
    reasons = {(one.unit, one.change): one.because for one in found.reasons}
    one, other = (float(share) for share in found.before.wins)
    changes = tuple(_change(effect, reasons.get((effect.unit, effect.change), "")) for effect in found.effects)
    return Worth(
        id=query.id,
        base=(one, other),
        changes=tuple(one for one in changes if any(one.wins)),
        without_effect=tuple(f"{one.unit}: {one.words}" for one in changes if not any(one.wins)),
        left_out=tuple(f"{one.unit}: {one.change} ({one.reason})" for one in found.left_out if not one.is_spent),
        out_of_time=tuple(f"{one.unit}: {one.change}" for one in found.left_out if one.is_spent),
        assumes=_in_lines(found.assumptions),
    )


def questions_of(query: AskQuestions) -> QuestionsFound:
    """Find the questions that a fight puts to its players. Raises PileInError if the scenario cannot be played."""
    assert_phases(query.phases)
    found = occurring_questions(scenario_of(query.toml), phases=query.phases, budget=FEW_SECONDS)
    questions = (
        QuestionFound(side=one.side, key=one.clause, answers=one.answers, is_open=one.is_open)
        for one in found.questions
    )
    return QuestionsFound(id=query.id, questions=tuple(questions), games=found.games)


def _change(effect: Effect, reason: str) -> Change:
    one, other = (0.0 if abs(float(gain)) < UNSEEN else float(gain) for gain in effect.gains)
    return Change(words=effect.change, unit=effect.unit, wins=(one, other), reason=reason)


def fixed_in(given: tuple[str, ...]) -> Mapping[str, str]:
    """Parse answers given in advance, as a map from question to answer. Raises BadInput for malformed text."""
    found = {}
    for words in given:
        question, equals, answer = words.partition("=")
        if not (question and equals and answer):
            raise BadInput(f"{words[:80]!r} is not a question with its answer", key="fixed", remedy=EXAMPLE)
        found[question] = answer
    return found


def _in_lines(assumptions: Assumptions) -> tuple[str, ...]:
    return tuple(f"{about}: {said}" for about, said in assumptions.items())


def _message(request: int, figures: Figures, assumes: tuple[str, ...], hints: tuple[str, ...]) -> Odds:
    outcome = {one.words: one for one in chances_of(figures.outcome)}
    one, other = (_side(figures, number, outcome) for number in (0, 1))
    return Odds(
        id=request,
        is_exact=not figures.games,
        games=figures.games,
        sides=(one, other),
        neither=tuple(one for words, one in outcome.items() if words not in _wins(figures)),
        units=tuple(map(_unit, figures.units)),
        phases=distribution_of(figures.phases, 1),
        deciding=tuple(chance_of(*pair) for pair in figures.decided),
        assumes=assumes,
        hints=hints,
    )


def _wins(figures: Figures) -> list[str]:
    return [WINS.format(side=side) for side in figures.sides]


def _side(figures: Figures, number: int, outcome: dict[str, Chance]) -> SideOdds:
    return SideOdds(
        side=figures.sides[number],
        wins=outcome[_wins(figures)[number]],
        how=tuple(chance_of(*pair) for pair in figures.how[number]),
    )


def _unit(unit: UnitFigures) -> UnitOdds:
    return UnitOdds(
        unit=unit.unit,
        side=unit.side,
        models=unit.models,
        mean_losses=mean_of(unit.losses),
        losses=distribution_of(unit.losses, 0),
        fates=chances_of(unit.fates),
    )
