"""Before a changed set-up is left, the page asks for confirmation, and it can restore the set-up afterwards."""


def test_a_changed_set_up_is_left_only_after_the_user_agrees_and_can_be_restored(opened, expect):
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


def test_the_page_leaves_an_unchanged_set_up_without_asking_the_user(opened, expect):
    page = opened("#/odds?example=scrollhammer/duel.toml")
    page.locator("[data-key='unit[1].models']").wait_for()
    page.get_by_label("Game", exact=True).select_option("wab")
    expect(page.get_by_label("Game", exact=True)).to_have_value("wab")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.get_by_text("Chances are exact.")).to_be_visible()


def test_the_page_leaves_a_changed_set_up_of_a_table_only_after_asking_the_user(opened, expect):
    page = opened("#/table?example=scrollhammer/demo.toml")
    page.locator("[data-unit='1']").first.click()
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Choose something else").click()
    page.get_by_role("button", name="WWPD").click()
    page.locator("section[aria-label='What to play'] li button").first.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Stay here").click()
    expect(page.locator("[data-unit='5']").first).to_be_attached()
