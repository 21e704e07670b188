"""Odds as messages."""

from collections.abc import Mapping

from pilein.kernel.errors import BadInput
from pilein.lab.figures import WINS, Distribution, Estimate, Figures, Number, UnitFigures
from pilein.web.from_page import AskOdds
from pilein.web.refusing import assert_phases, scenario_of
from pilein.web.replies import Chance, Odds, SideOdds, UnitOdds

EXAMPLE = "write it like SH-RE-02=hold, or red:SH-RE-02=hold"
BUDGET = "20s,500MB"


def odds_of(query: AskOdds) -> Odds:
    """The odds of a scenario.

    Raises:
        PileInError: the scenario cannot be played, or a limit is reached.

    """
    from pilein.lab.odds import odds  # noqa: PLC0415 - with the solver: slow to import, and not for every page

    assert_phases(query.phases)
    found = odds(scenario_of(query.toml), phases=query.phases or "end", fixed=fixed_in(query.fixed), budget=BUDGET)
    figures = found.figures
    words = tuple(f"{about}: {said}" for about, said in found.assumptions.items())
    return _message(query.id, figures, words, tuple(found.hints))


def fixed_in(given: tuple[str, ...]) -> Mapping[str, str]:
    """Answers given beforehand, by question; raises BadInput if one is written otherwise."""
    found = {}
    for words in given:
        question, equals, answer = words.partition("=")
        if not (question and equals and answer):
            raise BadInput(f"{words[:80]!r} is not a question and its answer", key="fixed", remedy=EXAMPLE)
        found[question] = answer
    return found


def chance(words: str, number: Number) -> Chance:
    """A chance with its words, and bounds if it was sampled."""
    if not isinstance(number, Estimate):
        return Chance(words=words, chance=float(number))
    low, high = number.interval
    return Chance(words=words, chance=number.value, low=low, high=high)


def _message(request: int, figures: Figures, assumes: tuple[str, ...], hints: tuple[str, ...]) -> Odds:
    one, other = (_side(figures, number) for number in (0, 1))
    return Odds(
        id=request,
        is_exact=not figures.games,
        games=figures.games,
        sides=(one, other),
        neither=tuple(chance(*pair) for pair in figures.outcome if pair[0] not in _wins(figures)),
        units=tuple(map(_unit, figures.units)),
        phases=_from(figures.phases, 1),
        deciding=tuple(chance(*pair) for pair in figures.decided),
        assumes=assumes,
        hints=hints,
    )


def _wins(figures: Figures) -> list[str]:
    return [WINS.format(side=side) for side in figures.sides]


def _side(figures: Figures, number: int) -> SideOdds:
    words = _wins(figures)[number]
    return SideOdds(
        side=figures.sides[number],
        wins=chance(words, dict(figures.outcome)[words]),
        how=tuple(chance(*pair) for pair in figures.how[number]),
    )


def _unit(unit: UnitFigures) -> UnitOdds:
    return UnitOdds(
        unit=unit.unit,
        side=unit.side,
        models=unit.models,
        mean_losses=float(unit.losses.mean),
        losses=_from(unit.losses, 0),
        fates=tuple(chance(*pair) for pair in unit.fates),
    )


def _from(distribution: Distribution, least: int) -> tuple[float, ...]:
    """The chance of each whole number from `least` on."""
    chances = {value: float(one) for value, one in distribution.chances}
    return tuple(chances.get(value, 0.0) for value in range(least, max(chances, default=least - 1) + 1))
