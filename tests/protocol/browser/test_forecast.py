"""The odds beside an answer are either exact or sampled from games, and they are missing until the first game has
ended. The engine's replies are stubbed.
"""

import json
import re
import tomllib

import pytest

from tests.protocol.browser.at_a_table import HERE, SENSIBLE, at_a_table

DEMO = "scrollhammer/demo.toml"
DESK = "scrollhammer/duel.toml"


def sure(share, games=0, low=None, high=None, words=""):
    return {"type": "Chance", "words": words, "chance": share, "games": games, "low": low, "high": high}


NONE = None
ONE = [sure(1, 1, 0.2065, 1), sure(0, 1, 0, 0.7935)]
FORTY = [sure(0.65, 40, 0.495, 0.779), sure(0.35, 40, 0.221, 0.505)]
EXACT = [sure(11 / 12), sure(1 / 12)]


def forecast(asked, wins, assumes):
    usual_first = sorted(asked["options"], key=lambda one: not one["is_usual"])
    options = [{"type": "OptionWorth", "index": one["index"], "wins": wins} for one in usual_first]
    reply = {"type": "Forecast", "question": asked["question"], "options": options}
    return {**reply, "is_exact": wins == EXACT, "assumes": ["both sides play on", assumes]}


def offers(asked, arrives):
    found = [
        {"type": "Offer", "index": one["index"], "target": "levies", "inches": 3.9, "arrives": arrives}
        for one in asked["options"]
        if one["note"]
    ]
    return {"type": "Offers", "question": asked["question"], "offers": found, "assumes": []}


class Stub:
    """A stub between the page and the engine, which answers some questions itself and passes on all others. If its
    reply is None, the question is left unanswered.
    """

    def __init__(self, replies):
        self._replies = replies
        self.heard = []
        self.asked = None

    def connect(self, socket):
        server = socket.connect_to_server()

        def from_page(text):
            message = json.loads(text)
            self.heard.append(message["type"])
            make = self._replies.get(message["type"])
            if make is None:
                server.send(text)
            elif (reply := make(self.asked or message)) is not None:
                socket.send(json.dumps({**reply, "id": message["id"]}))

        def from_engine(text):
            message = json.loads(text)
            if message["type"] == "Asked":
                self.asked = message
            socket.send(text)

        socket.on_message(from_page)
        server.on_message(from_engine)


def with_stub(opened, stub, place, **context):
    """Return a page whose messages pass through a stub."""
    return opened(place, stub=stub.connect, **context)


def at_table(opened, wins, arrives=NONE, assumes="40 games for each option, the same dice for all", **context):
    """Return a page at the first question of the demo, after odds have been requested."""
    stub = Stub(
        {"AskForecast": lambda one: forecast(one, wins, assumes), "AskOffers": lambda one: offers(one, arrives)}
    )
    page = at_a_table(lambda place, **given: with_stub(opened, stub, place, **given), DEMO, HERE, SENSIBLE, **context)
    page.get_by_role("button", name="Odds beside each answer").click()
    page.get_by_text("both sides play on").wait_for()
    return page, stub


def test_no_forecast_is_shown_if_no_sampled_game_has_ended(opened, expect):
    page, _ = at_table(opened, NONE, assumes="no game ended within 15 s, so nothing is known yet")
    expect(page.get_by_text("No odds for legion")).to_contain_text("so nothing is known yet")
    expect(page.locator("li button", has_text="%")).to_have_count(0)
    expect(page.locator("li svg.barred")).to_have_count(0)
    expect(page.get_by_role("button", name="Odds beside each answer")).to_be_visible()


@pytest.mark.parametrize(
    ("wins", "words"),
    [(ONE, "wins at least 20 %"), (FORTY, "wins about 65 % (50 to 78)"), (EXACT, "wins 92 %")],
    ids=["one", "forty", "exact"],
)
def test_each_forecast_beside_an_answer_states_its_own_certainty(opened, expect, wins, words):
    page, _ = at_table(opened, wins)
    first = page.locator("li button").first
    expect(first).to_contain_text("Enter")
    expect(first.locator(".wins")).to_have_text(words, use_inner_text=True)
    expect(first.locator(".whiskers")).to_have_count(0 if wins is EXACT else 1)
    counted = {id(ONE): "1 of 1 game", id(FORTY): "26 of 40 games"}.get(id(wins))
    expect(first.get_by_text(counted or " of ")).to_have_count(1 if counted else 0)
    expect(page.get_by_text("Only 1 game for each answer")).to_have_count(1 if wins is ONE else 0)
    for never in (r"100 %", r"\b0 %", "always", "never"):
        expect(page.locator(".now ul")).not_to_contain_text(re.compile(never))


def test_probabilities_of_charges_are_requested_before_the_forecast_and_shown_with_their_intervals(opened, expect):
    page, stub = at_table(opened, FORTY, sure(26 / 40, 40, 0.495, 0.779))
    expect(page.get_by_text("arrives about 65 % (50 to 78)").first).to_be_visible()
    assert [one for one in stub.heard if one in ("AskOffers", "AskForecast")] == ["AskOffers", "AskForecast"]


def test_probabilities_of_charges_on_offer_are_computed_by_the_engine_in_the_page(opened, expect):
    stub = Stub({"AskForecast": lambda one: forecast(one, NONE, "nothing")})
    page = at_a_table(lambda place, **given: with_stub(opened, stub, place, **given), DEMO, HERE, SENSIBLE)
    page.get_by_role("button", name="Odds beside each answer").click()
    for words in ("arrives 92 %", "arrives 64 %", "arrives 80 %"):
        expect(page.get_by_role("button", name=words)).to_be_visible()
    expect(page.locator("li button", has_text="about")).to_have_count(0)


def sampled_odds(share, low):
    """Return a reply to a request for odds, based on 40 games."""
    wins = [("hills", share, low, 1.0), ("houses", 1 - share, 0.0, 1 - low)]
    sides = [
        {"type": "SideOdds", "side": side, "wins": sure(one, 40, least, most, f"{side} wins"), "how": []}
        for side, one, least, most in wins
    ]
    losses = [sure(0.6, 40, 0.446, 0.737), sure(0.4, 40, 0.263, 0.554)]
    mean = {"type": "Mean", "games": 40, "low": 0.26, "high": 0.55, "mean": 0.4, "words": ""}
    unit = {"type": "UnitOdds", "unit": "noble", "side": "houses", "models": 1, "mean_losses": mean}
    units = [{**unit, "losses": losses, "fates": []}]
    reply = {"type": "Odds", "is_exact": False, "games": 40, "sides": sides, "neither": [], "units": units}
    return {**reply, "phases": losses, "deciding": [], "assumes": [], "hints": [], "seconds": 0.0}


def test_odds_sampled_from_games_are_never_shown_as_certain(opened, expect):
    stub = Stub({"AskOdds": lambda _: sampled_odds(1.0, 0.912)})
    page = with_stub(opened, stub, f"#/odds?example={DESK}")
    answer = page.get_by_label("The answer")
    expect(answer.get_by_role("heading")).to_have_text("Hills win at least 91 times in a hundred.")
    expect(answer.locator("dd").first).to_have_text("at least 91.2 %")
    expect(answer).to_contain_text("at most 8.8 %")
    expect(answer).not_to_contain_text("100 %")
    expect(answer.locator(".whiskers")).to_have_count(2)
    expect(page.get_by_role("region", name="Losses").locator(".whiskers")).to_have_count(2)


def worth(**lists):
    """A reply about the worth of changes that has only the given lists of changes."""
    empty = {"changes": [], "without_effect": [], "left_out": [], "out_of_time": [], "assumes": []}
    return {"type": "Worth", "base": [0.5, 0.5], **empty, **lists}


def test_the_sensitivity_panel_counts_the_changes_that_were_not_worked_out_in_time(opened, expect):
    lists = {"without_effect": ["noble: Ld 9 -> 10"], "out_of_time": ["noble: models 1 -> 2", "noble: WS 6 -> 7"]}
    page = with_stub(opened, Stub({"AskWorth": lambda _: worth(**lists)}), f"#/odds?example={DESK}")
    page.get_by_text("What would change it").click()
    expect(page.get_by_text("Without effect: noble: Ld 9 → 10.")).to_be_visible()
    expect(page.get_by_text("Not worked out in time (2): noble: models 1 → 2, noble: WS 6 → 7.")).to_be_visible()
    expect(page.get_by_text("Left out")).to_have_count(0)


def test_panels_computed_for_a_previous_set_up_are_marked_as_outdated(opened, expect):
    stub = Stub({"AskWorth": lambda _: worth()})
    page = with_stub(opened, stub, f"#/odds?example={DESK}")
    page.get_by_text("What would change it").click()
    page.get_by_text("Now hills win 50.0 %").wait_for()
    expect(page.get_by_text("From the set-up before")).to_have_count(0)
    page.locator('[data-key="profiles.noble.WS"]').fill("14")
    expect(page.get_by_text("new figures come as soon as nothing is wrong")).to_be_visible()
    page.locator('[data-key="profiles.noble.WS"]').fill("6")
    expect(page.get_by_text("From the set-up before")).to_have_count(0)


def test_the_sensitivity_panel_of_a_fight_on_a_table_compares_two_units_in_contact(opened, expect):
    asked = []
    stub = Stub({"AskOdds": lambda _: sampled_odds(0.6, 0.5), "AskWorth": lambda one: asked.append(one) or worth()})
    page = with_stub(opened, stub, f"#/odds?example={DEMO}")
    page.get_by_text("What would change it").click()
    panel = page.locator("details", has_text="What would change it").first
    expect(panel).to_contain_text("a fight of legionaries against levies alone, in contact from the start")
    panel.get_by_label("Change", exact=True).select_option("militia")
    panel.get_by_label("against", exact=True).select_option("spellswords")
    expect(panel).to_contain_text("a fight of militia against spellswords alone")
    sent = tomllib.loads(asked[-1]["toml"])
    assert sent["press"] == {"pairs": [["spellswords", "militia"]]}
    assert {one["name"] for one in sent["unit"]} == {"spellswords", "militia"}


def test_the_odds_page_shows_the_time_spent_so_far_on_a_long_computation(opened, expect):
    page = with_stub(opened, Stub({"AskOdds": lambda _: None}), f"#/odds?example={DESK}")
    answer = page.get_by_label("The answer")
    expect(answer.get_by_role("progressbar", name="The odds are being worked out")).to_be_visible()
    expect(answer).to_contain_text(re.compile(r"\b[2-9] s"))
