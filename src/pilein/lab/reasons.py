"""Find the sentences of the rules that are responsible for the effects of changes."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, Spent, TooMuch
from pilein.lab.changes import Change
from pilein.lab.fixed import Fixed
from pilein.lab.outcome_summary import Standing
from pilein.lab.playing import to_the_end
from pilein.lab.policies import Policies
from pilein.lab.sensitivity_figures import UNSEEN, Effect, Reason
from pilein.tabletop.notation.rulings import STRUCK, with_rulings
from pilein.tabletop.scenario import Scenario

GAMES = 24  # games with and without a change, to see which sentences come up more or less often
SUSPECTS = 5  # sentences struck out in turn, starting with the greatest change in use
LEAST = 0.1  # change in use; smaller changes are chance
UNDONE = 0.1  # share of an effect: below this it counts as undone
UNFOUGHT = 0.5  # share of the losses: if fewer models fall without a sentence, it is an essential step of the fight
SHIFT = 0.005  # change in a sentence's share of decided fights; smaller changes say nothing

Pairs = Sequence[tuple[Change, Effect]]


class Why(Struct, frozen=True):
    """Inputs of the search for reasons: the scenario, its result, and functions to solve and play changed scenarios."""

    scenario: Scenario
    before: Standing
    solve: Callable[..., Standing]
    policy: Policies
    phases: int
    fixed: Fixed


def reasons(why: Why, effects: Pairs, *, most: int) -> tuple[Reason, ...]:
    """Find reasons for at most `most` effects.

    Surprising effects come first, then the others, largest first. There are fewer reasons if time runs out. Loadouts
    with equal effects share the reason found for the first of them.
    """
    distinct = tuple({effect.likeness: (change, effect) for change, effect in reversed(effects)}.values())[::-1]
    surprising = [pair for pair in distinct if pair[1].is_surprising]
    others = [pair for pair in distinct if not pair[1].is_surprising and pair[1].size[0] >= UNSEEN]
    found: list[Reason] = []
    try:
        known: dict[str, Standing | None] = {}
        for change, effect in (surprising + others)[:most]:
            found += _reason(why, change, effect, known)
    except (Spent, KeyboardInterrupt):
        pass
    return tuple(found)


def _reason(why: Why, change: Change, effect: Effect, known: dict[str, Standing | None]) -> Iterator[Reason]:
    """Yield the reason for an effect.

    A surprise is explained by a sentence whose removal undoes the surprise. Other effects are explained by the sentence
    that decides fights.
    """
    if change.scenario is None:
        return
    for sentence in _suspects(why, change.scenario) if effect.is_surprising else ():
        without = _gain_without(why, change.scenario, effect, sentence, known)
        if without is not None and without * effect.should >= -UNDONE * abs(float(effect.gain)):
            says = vocabulary(why.scenario.ruleset).sentences[sentence].words
            yield Reason(effect.unit, effect.change, effect.gain, sentence, says, without)
            return
    yield from _deciding(why, change.scenario, effect)


def _suspects(why: Why, changed: Scenario) -> list[str]:
    """Return the sentences used more or less often with the change than without it, largest difference first."""
    before, after = _uses(why, why.scenario), _uses(why, changed)
    shares = {one: abs(after[one] - before[one]) / (after[one] + before[one]) for one in {*before, *after}}
    struck = set(why.scenario.struck)
    ranked = sorted(
        (one for one in shares if shares[one] >= LEAST and one not in struck), key=lambda one: (-shares[one], one)
    )
    return ranked[:SUSPECTS]


def _uses(why: Why, scenario: Scenario) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in range(GAMES):
        game = to_the_end(scenario, why.policy, None, seed=seed, phases=why.phases, fixed=why.fixed)
        found.update(game.history.uses)
    return found


def _gain_without(
    why: Why, changed: Scenario, effect: Effect, sentence: str, known: dict[str, Standing | None]
) -> float | None:
    """Return the gain that a change would bring if the sentence were struck out.

    Returns None if the gain cannot be solved. Also returns None if the sentence explains nothing, because it matters
    even without the change, or because hardly any models are lost once it is struck out.
    """
    if sentence not in known:
        known[sentence] = _struck(why, why.scenario, sentence)
    before, after = known[sentence], _struck(why, changed, sentence)
    if before is None or after is None:
        return None
    side = [one.name for one in why.scenario.sides].index(effect.side)
    if abs(float(before.wins[side] - why.before.wins[side])) > UNDONE * abs(float(effect.gain)):
        return None
    if any(_is_unfought(one, than) for one, than in ((before, why.before), (after, why.before))):
        return None
    return float(after.wins[side] - before.wins[side])


def _is_unfought(one: Standing, than: Standing) -> bool:
    """Whether hardly any models are lost in one result compared with the other.

    If so, there is practically no fighting, and the sentence explains nothing.
    """
    return sum(map(float, one.losses)) < UNFOUGHT * sum(map(float, than.losses))


def _struck(why: Why, scenario: Scenario, sentence: str) -> Standing | None:
    """Return the result of the fight without a sentence.

    Returns None if the fight cannot be solved, for example because it never ends.
    """
    words = vocabulary(scenario.ruleset)
    try:
        return why.solve(with_rulings(scenario, words, {sentence: STRUCK}))
    except Spent:
        raise
    except (BadInput, TooMuch):
        return None


def _deciding(why: Why, changed: Scenario, effect: Effect) -> Iterator[Reason]:
    """Yield the sentence whose share of decided fights changes most, provided that the share changes enough."""
    before, after = dict(why.before.decided), dict(why.solve(changed, is_split=True).decided)
    shares = {one: (float(before.get(one, 0)), float(after.get(one, 0))) for one in sorted({*before, *after})}
    words = vocabulary(why.scenario.ruleset).sentences
    most = max(shares, key=lambda one: abs(shares[one][1] - shares[one][0]), default="")
    if most in words and abs(shares[most][1] - shares[most][0]) >= SHIFT:
        says, short = words[most].words, words[most].short
        yield Reason(effect.unit, effect.change, effect.gain, most, says, decides=shares[most], short=short)
