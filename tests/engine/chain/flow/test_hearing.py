"""Whether something is ever told: the same as is remembered by an automaton that follows everything to its end."""

import numpy as np
import pytest

from pilein.engine.chain.chain import compiled
from pilein.engine.chain.flow.automata import Ever
from pilein.engine.chain.flow.hearing import Hearing
from pilein.engine.chain.flow.stepping import Stepping
from pilein.engine.chain.flow.telling import told as told_in
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.lab.questions import label
from pilein.rulesets.warstrike.policy.sensible import sensible
from tests import canonical
from tests.engine.chain import gambler
from tests.engine.chain.test_clock import opening

WARSTRIKE = ruleset_named("warstrike")


def fight():
    position = canonical.opening(models=4)
    return compiled(canonical.RULESET, position, (first, first), label=lambda event: (type(event).__name__, event.unit))


def counted_rounds():
    position = opening(models=(2, 1), limit=6)
    return compiled(WARSTRIKE, position, (sensible, sensible), phases=1, label=label(WARSTRIKE))


def circles():
    start = gambler.opened(1, 1, gambler.wait_for_a_six, gambler.toss)
    play = gambler.rules(gambler.toss, None)
    return compiled(play, start, (gambler.plays, gambler.plays), phases=1, label=lambda event: event.unit)


@pytest.fixture(scope="module", params=[fight, counted_rounds, circles])
def chain(request):
    return request.param()


def telling(chain, one):
    return np.array([one in story for story in chain.text.stories])


def labels_of(chain):
    return sorted({one for story in chain.text.stories for one in story}, key=str)


def test_somebody_falls_where_all_ends():
    made = fight()
    assert any(Hearing(made, 0).is_told_last(telling(made, one)) for one in labels_of(made))


@pytest.mark.parametrize("phases", [0, 1, 2])
def test_it_is_told_as_likely_as_an_automaton_remembers(chain, phases):
    hearing = Hearing(chain, phases)
    for one in labels_of(chain):
        asked = Stepping(chain, Ever(one)).to(phases)
        remembered = asked.at_the_end[asked.states.index(True)].sum() if True in asked.states else 0.0
        assert hearing.chance(telling(chain, one)) == pytest.approx(remembered, abs=1e-13)


def test_what_is_told_where_all_ends_is_told_once(chain):
    hearing = Hearing(chain, 0)
    for one in labels_of(chain):
        told = telling(chain, one)
        if hearing.is_told_last(told):
            expected = sum(often for story, often in zip(chain.text.stories, tally(chain), strict=True) if one in story)
            assert expected == pytest.approx(hearing.chance(told), abs=1e-13)


def tally(chain):
    return told_in(chain, Stepping(chain).to(0))[0]
