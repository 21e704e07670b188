import pilein
from pilein.engine.rulesets import vocabulary
from pilein.tabletop.loading import loads

AWAY = """
ruleset = "wab"
active = "red"
[profiles.man]
M = 4
WS = 3
S = 3
T = 3
I = 3
A = 1
Ld = 2
[[unit]]
name = "away"
side = "red"
profile = "man"
models = 5
formation = "open"
off_table = true
place = { x = 10, y = 35, facing = 0, files = 5 }
[[unit]]
name = "others"
side = "blue"
profile = "man"
models = 5
formation = "open"
place = { x = 20, y = 20, facing = 0, files = 5 }
[rulings]
WAB-R-28 = "return-4plus"
[table]
width = 48
depth = 36
"""


def test_a_unit_off_the_table_that_may_return_does_not_count_as_destroyed() -> None:
    scenario = loads(AWAY, vocabulary).scenario
    games = [pilein.play(scenario, seed=seed) for seed in range(4)]
    found = {game.units[0].status for game in games}
    assert ("off the table",) in found
    assert ("destroyed",) not in found
    assert {game.units[0].models_after for game in games} == {5}
