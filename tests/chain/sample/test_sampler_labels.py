import numpy as np
import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.sample.sampler import CHUNK, LabelSampler
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.monitors import Eventually
from pilein.engine.policies import first
from tests import canonical

FIGHTS = 40_000


def label(event):
    return event.unit


@pytest.fixture(scope="module")
def chain():
    return compiled(canonical.RULESET, canonical.opening(models=5), (first, first), label=label)


@pytest.mark.parametrize("phases", [0, 1, 3])
def test_sampled_ends_and_durations_of_labelled_fights_agree_with_the_solved_chain(chain, phases):
    law = np.array([part[0] for part in FloatSolver(chain).solved(phases).finished])
    labelled = LabelSampler(chain, phases).walks(FIGHTS, seed=8)
    found = np.zeros(law.shape)
    np.add.at(found, (labelled.phases - 1, labelled.ends), 1 / FIGHTS)
    assert (found[law == 0] == 0).all()
    assert (abs(found - law) <= 5 * np.sqrt(law * (1 - law) / FIGHTS) + 5 / FIGHTS).all()


@pytest.mark.parametrize("unit", ["line 1", "line 2"])
def test_labels_counted_in_samples_agree_with_the_solved_chain(chain, unit):
    asked = FloatSolver(chain, Eventually(unit)).solved(0)
    chance = asked.at_the_end[asked.states.index(True)].sum()
    labelled = LabelSampler(chain).walks(FIGHTS, seed=8)
    of_unit = [number for number, symbols in enumerate(chain.labels) if unit in symbols]
    share = len(np.unique(labelled.fight[np.isin(labelled.label, of_unit)])) / FIGHTS
    assert share == pytest.approx(chance, abs=5 * (chance * (1 - chance) / FIGHTS) ** 0.5)


def test_a_labelled_fight_does_not_depend_on_fights_sampled_alongside_it(chain):
    whole, part = LabelSampler(chain).walks(CHUNK + 50, seed=2), LabelSampler(chain).walks(90, seed=2, first=CHUNK - 40)
    assert (whole.ends[CHUNK - 40 :] == part.ends).all()
    assert (whole.phases[CHUNK - 40 :] == part.phases).all()
    late = whole.fight >= CHUNK - 40
    assert sorted(zip(whole.fight[late] - CHUNK + 40, whole.label[late], strict=True)) == sorted(
        zip(part.fight, part.label, strict=True)
    )


def test_sampling_zero_labelled_fights_returns_an_empty_result(chain):
    assert len(LabelSampler(chain).walks(0).ends) == 0
