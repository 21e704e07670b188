import numpy as np
import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.hitting import HittingProbability
from pilein.chain.solve.monitors import Eventually
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.lab.questions import label
from pilein.rulesets.warstrike.policy.sensible import sensible
from tests import canonical
from tests.chain import gambler
from tests.chain.test_explore_clock import opening

WARSTRIKE = ruleset_named("warstrike")


def fight():
    position = canonical.opening(models=4)
    return compiled(canonical.RULESET, position, (first, first), label=lambda event: (type(event).__name__, event.unit))


def counted_rounds():
    position = opening(models=(2, 1), limit=6)
    return compiled(WARSTRIKE, position, (sensible, sensible), phases=1, label=label(WARSTRIKE))


def cycles():
    start = gambler.opened(1, 1, gambler.wait_for_a_six, gambler.toss)
    play = gambler.rules(gambler.toss, None)
    return compiled(play, start, (gambler.plays, gambler.plays), phases=1, label=lambda event: event.unit)


@pytest.fixture(scope="module", params=[fight, counted_rounds, cycles])
def chain(request):
    return request.param()


def containing(chain, one):
    return np.array([one in symbols for symbols in chain.labels])


def labels_of(chain):
    return sorted({one for symbols in chain.labels for one in symbols}, key=str)


def test_an_event_that_can_occur_only_in_the_last_transition_of_a_fight_is_recognised():
    made = fight()
    assert any(HittingProbability(made, 0).is_last(containing(made, one)) for one in labels_of(made))


@pytest.mark.parametrize("phases", [0, 1, 2])
def test_hitting_probabilities_match_those_of_a_monitor_run_to_absorption(chain, phases):
    hitting = HittingProbability(chain, phases)
    for one in labels_of(chain):
        asked = FloatSolver(chain, Eventually(one)).solved(phases)
        remembered = asked.at_the_end[asked.states.index(True)].sum() if True in asked.states else 0.0
        assert hitting.of(containing(chain, one)) == pytest.approx(remembered, abs=1e-13)


def test_an_event_at_the_very_end_of_play_counts_once(chain):
    hitting = HittingProbability(chain, 0)
    for one in labels_of(chain):
        told = containing(chain, one)
        if hitting.is_last(told):
            expected = sum(often for symbols, often in zip(chain.labels, tally(chain), strict=True) if one in symbols)
            assert expected == pytest.approx(hitting.of(told), abs=1e-13)


def tally(chain):
    return FloatSolver(chain).solved(0).expected_counts(chain)[0]
