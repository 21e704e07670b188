"""A changed set-up is not left without a question, and can be taken up again."""


def test_another_game_is_opened_only_once_agreed_and_the_set_up_stays_at_hand(opened, expect):
    page = opened("#/odds?example=scrollhammer/duel.toml")
    models = page.locator("[data-key='unit[1].models']")
    models.fill("3")
    page.get_by_label("Game", exact=True).select_option("wwpd")
    page.get_by_role("alertdialog").get_by_role("button", name="Stay here").click()
    expect(page.get_by_label("Game", exact=True)).to_have_value("scrollhammer")
    expect(models).to_have_value("3")
    page.get_by_label("Game", exact=True).select_option("wwpd")
    page.get_by_role("alertdialog").get_by_role("button", name="Open the other one").click()
    expect(page.get_by_label("Game", exact=True)).to_have_value("wwpd")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.get_by_label("Begin with").select_option(label="3 hill king against 1 noble (scrollhammer)")
    expect(models).to_have_value("3")


def test_a_set_up_without_changes_is_left_at_once(opened, expect):
    page = opened("#/odds?example=scrollhammer/duel.toml")
    page.locator("[data-key='unit[1].models']").wait_for()
    page.get_by_label("Game", exact=True).select_option("wab")
    expect(page.get_by_label("Game", exact=True)).to_have_value("wab")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.get_by_text("Chances are exact.")).to_be_visible()


def test_a_changed_table_is_not_left_without_a_question(opened, expect):
    page = opened("#/table?example=scrollhammer/demo.toml")
    page.locator("[data-unit='1']").first.click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Choose something else").click()
    page.get_by_role("button", name="WWPD").click()
    page.locator("section[aria-label='What to play'] li button").first.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stay here").click()
    expect(page.locator("[data-unit='5']").first).to_be_attached()
