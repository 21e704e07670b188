"""Coverage agrees with calculations by hand, with exact odds with and without a sentence, and with a simulation."""

from functools import wraps
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

import pilein
from pilein.engine.clause_memory import ClauseMemory
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import OneOf
from pilein.lab import coverage_games
from pilein.lab.random_fights import random_fights

GAMES = 2000


def within(count: int, of: int, chance: float) -> bool:
    """Return whether a count is within four standard errors of its expectation."""
    return bool(abs(count / of - chance) <= 4 * (chance * (1 - chance) / of) ** 0.5)


@pytest.fixture
def covered(brawls):
    return pilein.coverage("press.toml", games=GAMES, tries=GAMES)


def test_the_number_of_games_that_use_a_sentence_matches_the_calculation_by_hand(covered):
    """The first attack occurs in every game. The enemy strikes back only if the attack misses, which has probability
    1/3.
    """
    for sentence in ("BR-01", "BR-02", "BR-03"):
        one = covered.sentence(sentence)
        assert (one.games, one.clauses, one.tried) == (GAMES, GAMES, GAMES), sentence
    assert within(covered.sentence("BR-05").games, GAMES, 1 / 3)


def test_the_number_of_games_changed_by_striking_a_sentence_matches_the_calculation_by_hand(covered):
    """Without the bonus, a roll of 3 (probability 1/6) misses. Without the answer, the result changes in half of the
    games in which red misses.
    """
    assert within(covered.sentence("BR-02").changed, GAMES, 1 / 6)
    answer = covered.sentence("BR-05")
    assert within(answer.changed, answer.tried, 1 / 2)
    assert answer.decided == answer.changed, "who wins is all that can change"
    strike = covered.sentence("BR-01")
    assert within(strike.changed, GAMES, 5 / 6), "without a first blow nothing happens, as in 1/6 of games anyway"


def test_the_coverage_report_classifies_each_sentence_and_ruling_of_a_brawl_correctly(covered):
    assert {one.id: one.status for one in covered.sentences} == {
        "BR-01": "mattered",
        "BR-02": "mattered",
        "BR-03": "never mattered",
        "BR-04": "never reached",
        "BR-05": "mattered",
    }
    assert {one.key: one.status for one in covered.rulings} == {
        "BR-R-01=none": "mattered",
        "BR-R-01=once": "never mattered",
        "BR-R-02=seven": "never reached",
        "BR-R-03=no": "never mattered",
    }
    assert within(covered.rulings[0].changed, GAMES, 1 / 6)


def test_a_sentence_used_in_few_games_is_not_reported_as_essential(covered):
    """Without the attack, no model is ever lost. If the attack occurred in only a third of the games, the other
    games would still be fought without the attack.
    """
    assert [one.id for one in covered.structural] == ["BR-01"]
    assert replace(covered, games=3 * covered.games).structural == ()


def test_a_game_that_cannot_continue_without_a_sentence_does_not_count_as_changed_by_it(brawls, monkeypatch):
    """Blue's answer "guard" is legal only with the bonus. Without the bonus, red misses in half of the games, and blue
    is then left without a legal answer.

    In the other half, red hits just as with the bonus, so no game that continues ends differently.
    """
    clauses = ruleset_named("brawl").clauses
    strike_back = clauses["strike_back"]

    @wraps(strike_back)
    def guarded(brawl, table):
        if brawl.field.living(1):
            allowed = ("duck", "wait") if "BR-02" in brawl.setup.struck else ("guard", "duck")
            table.choose(OneOf(1, "BR-05", "how does it stand?", allowed))
        return strike_back(brawl, table)

    monkeypatch.setitem(clauses, "strike_back", guarded)
    found = pilein.coverage("press.toml", lambda _state, _request: "guard", games=400, tries=400)
    one = found.sentence("BR-02")
    assert one.tried + one.stopped == 400
    assert within(one.stopped, 400, 1 / 2)
    assert (one.changed, one.decided, one.unfought) == (0, 0, 0)
    assert f"policy's answer is not legal then: BR-02 ({one.stopped} games)" in found.note


def test_the_share_of_games_changed_by_a_sentence_agrees_with_the_difference_it_makes_to_exact_odds(covered):
    """The only effect of the bonus is to turn other results into wins for red, so the changed games are the wins that
    red loses without it.
    """
    scenario = pilein.load("press.toml")
    red = [float(pilein.odds(one).chance("red.wins")) for one in (scenario, scenario.without_sentences("BR-02"))]
    bonus = covered.sentence("BR-02")
    assert within(bonus.changed, bonus.tried, red[0] - red[1])


def test_the_coverage_report_gives_the_seed_of_a_game_whose_outcome_changes_if_the_sentence_is_struck():
    """From the first use of the sentence on, the game equals a game of a scenario in which the sentence is struck. This
    test uses a real rules text.
    """
    found = pilein.coverage("examples/scrollhammer/duel.toml", games=12, tries=12)
    one = found.sentence("SH-MO-04")
    assert one.changed_in is not None
    scenario = pilein.load("examples/scrollhammer/duel.toml")
    seed = one.changed_in.seed
    ends = [
        pilein.play(world, seed=seed, phases="end").document()["outcome"]
        for world in (scenario, scenario.without_sentences("SH-MO-04"))
    ]
    assert ends[0] != ends[1]


def test_the_example_seed_of_a_sentence_gives_a_game_that_uses_the_sentence():
    found = pilein.coverage("examples/scrollhammer/duel.toml", games=12, tries=0)
    reached = [one for one in found.sentences if one.reached_in]
    assert len(reached) > 20
    for one in reached[::7]:
        assert one.reached_in is not None
        game = pilein.Game("examples/scrollhammer/duel.toml", "sensible", seed=one.reached_in.seed, phases="end")
        assert one.id in game._game.history.uses


def test_coverage_is_the_same_for_any_number_of_workers(brawls):
    one, two = (pilein.coverage(brawls, games=32, workers=workers) for workers in (1, 2))
    assert one.document() == two.document()
    assert one.fights == ("press", "table")


def test_coverage_counts_as_many_games_for_each_sentence_on_a_table_as_in_the_press(brawls):
    press, table = (pilein.coverage(f"{name}.toml", games=64, tries=64) for name in ("press", "table"))
    for mine, theirs in zip(press.sentences, table.sentences, strict=True):
        assert (mine.games, mine.changed) == (theirs.games, theirs.changed), mine.id


def test_the_coverage_report_counts_only_the_uses_of_sentences_if_none_is_to_be_struck(brawls):
    found = pilein.coverage("press.toml", games=50, tries=0)
    assert found.trials == 0
    assert found.sentence("BR-01").status == "not tried"


def test_the_coverage_report_strikes_a_sentence_in_no_more_games_than_were_played(brawls):
    found = pilein.coverage("press.toml", games=1000)
    assert found.trials <= 1000
    assert found.sentence("BR-02").tried > 50


def test_the_coverage_report_lists_the_sentences_that_a_scenario_strikes(brawls):
    scenario = pilein.load("press.toml").without_sentences("BR-02")
    found = pilein.coverage(scenario, games=20)
    assert found.struck == ("BR-02",)
    assert "Excluded by a scenario" in found.to_html()


def test_the_coverage_report_implements_the_report_interface(brawls):
    found = pilein.coverage("press.toml", games=100, tries=100)
    assert isinstance(found, pilein.Report)
    assert found.document()["sentences"][1]["status"] == "mattered"
    assert len(found.to_dict()) == 9
    assert "SENTENCES THAT MATTERED" in str(found).upper()
    assert "never reached: BR-04" in found.note
    assert "Blows: 2 mattered" in found.to_svg()


class Page(HTMLParser):
    """A parser that collects the IDs, links and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids |= {found["id"]} if "id" in found else set()
        self.links += [found[name] for name in ("href", "src") if name in found]
        if tag not in ("meta", "link", "br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_a_coverage_table_shortens_a_long_sentence_at_a_word_boundary():
    table = pilein.coverage("examples/scrollhammer/duel.toml", games=3).sections()[0]
    sentences = ruleset_named("scrollhammer").sentences
    for row in table.rows:
        words = sentences[row[0]].words
        beginning, dots, _ = row[-1].partition(" ...")
        assert words == row[-1] or (dots and words.startswith(f"{beginning} ")), row[-1]


def test_the_coverage_page_is_complete_and_needs_no_network(brawls):
    found = pilein.coverage([brawls / "press.toml"], games=100, tries=100)
    page = Page()
    text = found.to_html(str(brawls / "reports"))
    page.feed(text)
    assert page.open == []
    assert {"BR-01", "BR-05", "BR-R-01"} <= page.ids
    for link in page.links:
        assert link == "data:," or link[1:] in page.ids or link == "../press.toml", link
    assert '<div class="sentence miss" id="BR-04">' in text
    assert '<div class="sentence idle" id="BR-03">' in text
    assert '<div class="sentence hit" id="BR-02">' in text


@pytest.mark.parametrize("ruleset", ["scrollhammer", "scorched", "wab", "warstrike", "wwpd"])
def test_random_fights_can_be_opened_and_are_determined_by_their_seed(ruleset):
    fights = random_fights(ruleset, n=6, seed=3)
    assert fights == random_fights(ruleset, n=6, seed=3)
    assert fights != random_fights(ruleset, n=6, seed=4)
    for fight in fights:
        ruleset_named(ruleset).opened(fight)


def test_the_coverage_page_of_random_fights_includes_the_text_of_each_fight():
    found = pilein.coverage(random_fights("scorched", n=3, seed=1), games=1, tries=1)
    assert len(found.texts) == 3
    page = Page()
    page.feed(found.to_html())
    assert all(link == "data:," or link[1:] in page.ids for link in page.links)


@pytest.mark.parametrize("given", [(), ("chess",), ("wab", "wwpd")])
def test_random_fights_are_refused_unless_exactly_one_known_ruleset_is_named(given):
    with pytest.raises(BadInput):
        random_fights(*given, n=1)


def test_sentences_that_apply_while_a_player_looks_for_a_move_count_as_used():
    """The program computes the possible places of a charger while its player looks for a move. The sentences in this
    test apply to that computation.
    """
    found = pilein.coverage("examples/scrollhammer/demo.toml", games=1, tries=0)
    at_work = {one.id for one in found.sentences if one.games}
    assert {"SH-MV-02", "SH-MV-24", "SH-MV-25"} <= at_work


def test_the_coverage_page_uses_the_singular_for_one_fight(brawls):
    assert "<p>2 games of 1 fight. " in pilein.coverage("press.toml", games=2).to_html()
    assert "<p>4 games of 2 fights. " in pilein.coverage(["press.toml", "table.toml"], games=2).to_html()


def _covered_again(name):
    return pilein.coverage(f"examples/{name}/duel.toml", games=6, tries=2, workers=1).to_dict()


@pytest.fixture(scope="module")
def remembered():
    return {name: _covered_again(name) for name in ("scorched", "scrollhammer")}


@pytest.mark.parametrize("room", [None, 10**9, 40_000], ids=["none", "with room", "often full"])
def test_coverage_is_the_same_with_and_without_a_cache_of_clauses(monkeypatch, remembered, room):
    memories = []

    def memory_of(_games, rules, _meter, _sharers):
        memories.append(None if room is None else ClauseMemory(rules, room))
        return memories[-1]

    monkeypatch.setattr(coverage_games, "memory_of", memory_of)
    assert {name: _covered_again(name) for name in remembered} == remembered
    assert room is None or any(memory.met for memory in memories)
