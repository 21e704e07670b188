"""Faults that an audit found in version 1 of Scorched: each finding with its models and dice."""

import pytest

from pilein.engine.log import Told
from pilein.engine.script import Script
from pilein.kernel.errors import BadScenario
from pilein.kernel.requests import first
from pilein.lab.log_lines import Moves, gathered
from pilein.lab.sentences import sentence
from pilein.rulesets.scorched.checking import check
from pilein.rulesets.scorched.events import Collided, LandedHits, Slain, TookWounds
from pilein.rulesets.scorched.opening import opened
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop.events import Moved
from pilein.tabletop.loading import loads
from tests.rulesets.scorched.builder import M, played

LANCERS = """\
ruleset = "scorched"
active = "red"
[profiles.man]
WS = 5
W = 1
[profiles.wall]
WS = 4
W = 9
[[unit]]
name = "lancers"
side = "red"
profile = "man"
models = 1
weapons = ["lance"]
{unit}
members = [{{ models = 1, {member} }}]
[[unit]]
name = "wall"
side = "blue"
profile = "wall"
models = 2
[press]
pairs = [["lancers", "wall"]]
"""


def lancers(unit="", member=""):
    return loads(LANCERS.format(unit=unit, member=member), lambda _: VOCABULARY)


def charged(unit="", member=""):
    battle = opened(lancers(unit, member).scenario).state
    return [battle.has_charged(model) for model in battle.field.models(0)]


def test_of_two_lancers_of_a_unit_one_may_have_charged():
    """CP-LA-01, N-11, CP-R-40.

    The flag is set on a model that itself moved into contact. The marked member comes first.
    """
    assert charged(member="charger = true") == [True, False]
    assert charged(unit="charged = true", member="charger = false") == [True, True]
    assert charged(member="charger = false") == [False, False]


@pytest.mark.clause("CP-LA-01")
def test_the_lance_of_the_one_that_charged_alone_has_better_ap():
    """N-11: six hits each on men without armour; AP 1 for the one, "-" for the other."""
    script = Script(RULESET, dice=[6, *[1] * 9, 6, *[1] * 9], answers=None, policy=first)
    after = script.begin(opened(lancers(member="charger = true").scenario).state, combat_phase)
    script.assert_used_up()
    landed = [event for event in script.events if isinstance(event, LandedHits)]
    assert [(event.model, event.hits, event.AP) for event in landed] == [("lancers 1", 6, 1), ("lancers 2", 6, 0)]
    assert not any(after.has_charged(model) for model in after.field.models(0))


def test_a_charger_that_touches_nobody_is_refused():
    text = LANCERS.format(unit="positions = [[20, 20], [30, 30]]", member="charger = true")
    text = text.replace('[press]\npairs = [["lancers", "wall"]]', "[table]\nwidth = 48\ndepth = 48")
    text = text.replace("models = 2\n", "models = 2\npositions = [[40, 40], [42, 42]]\n")
    with pytest.raises(BadScenario, match="chargers of 'lancers' have moved into engagement, yet touch no enemy"):
        check(loads(text, lambda _: VOCABULARY))


MACE = M("mace", 0, weapons=["mace"], at=[(10, 10)])
DICE = [6, 4, 4, 4, 4]  # two hits on a foe of four wounds


def before_a_wall(y):
    foe = M("foe", 1, W=4, at=[(10, 11)])
    wall = [("impassable", [(5, y), (15, y), (15, y + 1), (5, y + 1)])]
    return played(MACE, foe, dice=DICE, grounds=wall)


def test_two_pushes_of_one_model_are_two_lines():
    """N-10 c: version 1 told "was pushed 1.00\" to 2.00\", 2 models" of one model that was pushed twice."""
    moves = [
        Told("push", Moved(unit="foe", model=model, manner="was pushed", inches=far, route=(), clause="CP-MA-01"))
        for model, far in ((2, 1.0), (2, 2.0), (3, 2.0))
    ]
    lines = [line.words for line in gathered(moves) if isinstance(line, Moves)]
    assert lines == ['were pushed 1.00"', 'were pushed 2.00", 2 models']


@pytest.mark.clause("CP-MA-02")
def test_a_model_that_dies_of_a_collision_dies_by_the_sentence_on_collisions():
    """N-10 d: two hits, two inches short, four wounds."""
    game = before_a_wall(11.5)
    assert [event.clause for event in game.events(TookWounds)] == ["CP-SV-02", "CP-MA-02"]
    assert [event.clause for event in game.events(Slain)] == ["CP-MA-02"]


@pytest.mark.clause("CP-DW-01")
def test_a_model_that_dies_of_its_daemon_dies_by_the_sentence_on_daemons():
    """N-10 d."""
    game = played(M("a", 0, weapons=["daemon weapon"]), M("b", 1), dice=[1, 1])
    assert [(event.model, event.clause) for event in game.events(Slain)] == [("a", "CP-DW-01")]


def test_a_model_that_dies_of_hits_dies_by_the_sentence_on_saves():
    game = played(M("a", 0), M("b", 1), dice=[6, 1])
    assert [event.clause for event in game.events(Slain)] == ["CP-SV-02"]


@pytest.mark.clause("CP-MA-02")
def test_an_inch_that_is_not_full_is_not_told_as_full():
    """N-10 e: a gap of 0.003 inches leaves 1.997 short, which is one full inch and one wound."""
    game = before_a_wall(11.503)
    [collided] = game.events(Collided)
    assert collided.short == pytest.approx(1.997, abs=0.0001)
    assert '1.99" short' in sentence(collided)
    assert game.left("foe") == 1
    [collided] = before_a_wall(11.5015).events(Collided)
    assert '2.00" short' in sentence(collided)


@pytest.mark.clause("CP-IX-18")
def test_hits_that_shred_adds_slay_outright():
    """Of a chain and a daemon weapon; CP-R-44 `hit-only`: a 1 adds a hit and is no failure of the first."""
    units = M("a", 0, WS=5, weapons=["chain+daemon"]), M("b", 1, W=3, more={"Sv": 4})
    ruling = {"CP-R-44": "hit-only"}
    assert played(*units, dice=[5, 5, 5, 5, 1, 3], rulings=ruling).slain() == ["b"]
    assert played(*units, dice=[5, 5, 5, 5, 1, 3], rulings=ruling, struck=("CP-IX-18",)).left("b") == 2


def test_without_the_sentence_on_both_a_daemon_weapon_slays_outright_as_it_does():
    """Struck, CP-IX-18 says nothing about hits that landed: version 1 took instant death off them as well."""
    units = M("a", 0, WS=5, weapons=["chain+daemon"]), M("b", 1, W=3, more={"Sv": 4})
    assert played(*units, dice=[5, 5, 5, 5, 3], struck=("CP-IX-18",)).slain() == ["b"]


def test_without_the_sentence_on_both_a_relic_leaves_the_hits_that_landed_no_invulnerable_save():
    """Struck, CP-IX-17 leaves the Invulnerable save against the hits that Shred adds, and only against these."""
    foe = M("b", 1, W=3, WS=6, more={"Sv": 5, "Inv": 2})
    units = M("a", 0, WS=3, weapons=["chain+relic"]), foe
    assert played(*units, dice=[6, 2, 1, 1, 4], struck=("CP-IX-17",)).left("b") == 2
    assert played(*units, dice=[6, 2, 1, 1, 1, 4], struck=("CP-IX-17",)).left("b") == 2
    assert played(*units, dice=[6, 2, 1, 1, 1, 4]).left("b") == 1
