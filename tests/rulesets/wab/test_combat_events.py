"""The log states the scores needed for attacks and shots."""

import pytest

from pilein.lab.sentences import sentence
from pilein.rulesets.wab.combat_events import Shot, Struck


@pytest.mark.parametrize(("score", "words"), [(4, "4+ to wound"), (6, "6+ to wound"), (7, "cannot wound")])
def test_the_log_states_that_an_attack_cannot_wound_if_the_chart_makes_a_wound_impossible(
    score: int, words: str
) -> None:
    """WAB-CC-10: according to the chart, some models cannot be wounded."""
    struck = Struck(unit="levy", foe="ogre", attacks=2, hit=4, wound=score, clause="WAB-CC-07")
    assert sentence(struck) == f"levy struck ogre: 2 attacks, 4+ to hit, {words}"


@pytest.mark.parametrize(("score", "words"), [(-2, "2+"), (1, "2+"), (2, "2+"), (6, "6+"), (8, "8+")])
def test_the_log_never_gives_a_score_to_hit_below_2_even_for_shots_by_the_best_archers(score: int, words: str) -> None:
    """WAB-R-73: a natural 1 always misses."""
    shot = Shot(
        unit="archers", target="ogre", weapon="bow", shots=1, hit=score, wound=7, wounds=0, fallen=0, clause="WAB-SH-03"
    )
    said = "archers shot at ogre: 1 shot with bow, {} to hit, cannot wound: no wounds"
    assert sentence(shot) == said.format(words)
