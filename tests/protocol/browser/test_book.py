"""The rulebook on the page has links to sentences, a search and the rulings, and it can also be used on a phone."""

import pytest

from tests.protocol.browser.windows import EXTREMES, in_windows, is_too_wide


def test_a_link_to_a_sentence_shows_the_sentence_in_its_chapter_of_the_book(opened, expect):
    page = opened("#/book/wab/WAB-CH-05")
    entry = page.locator("#entry-WAB-CH-05")
    expect(entry).to_contain_text("cannot reach its target")
    page.get_by_role("heading", name="Charges").wait_for()
    page.locator("#entry-WAB-CH-05[class*=here]").wait_for()
    expect(entry).to_be_in_viewport()


def test_sentences_and_rulings_in_the_book_link_to_each_other(led):
    page = led("#/book/wab/WAB-CH-05")
    page.locator("#entry-WAB-CH-05").get_by_role("link", name="WAB-R-36").click()
    ruling = page.locator("#entry-WAB-R-36")
    ruling.get_by_text("Played so").wait_for()
    ruling.get_by_role("link", name="WAB-CH-05").first.click()
    page.locator("#entry-WAB-CH-05[class*=here]").wait_for()


def test_a_search_in_the_book_finds_words_and_ids(led):
    page = led("#/book/wab")
    page.locator("#entry-WAB-CH-05").wait_for()
    search = page.get_by_label("Search words and numbers")
    search.fill("cannot reach charger")
    page.get_by_role("link", name="WAB-CH-05").wait_for()
    search.fill("wab-r-35")
    page.get_by_role("link", name="WAB-R-35 · ruling").click()
    page.locator("#entry-WAB-R-35[class*=here]").wait_for()
    search.fill("elephants on bicycles")
    page.get_by_text("Nothing in this book").wait_for()


def test_a_link_to_a_missing_sentence_is_reported(led):
    page = led("#/book/wab/WAB-XX-99")
    page.get_by_text("This book has no WAB-XX-99").wait_for()


def test_an_address_of_a_nonexistent_part_of_the_page_is_reported_with_links(opened):
    page = opened("#/bok/wab")
    page.get_by_text("This page has no part called “bok”").wait_for()
    page.get_by_role("alert").get_by_role("link", name="Book").click()
    page.get_by_role("heading", level=2).first.wait_for()


def test_a_missing_book_is_reported_with_links_to_the_existing_books(opened, expect):
    page = opened("#/book/zzz")
    page.get_by_text("There is no book called “zzz”").wait_for()
    expect(page.locator("body")).not_to_contain_text("--rulesets")
    page.get_by_role("alert").get_by_role("link").last.click()
    page.get_by_role("heading", level=2).first.wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("part", ["", "order", "rulings"])
def test_axe_finds_no_serious_accessibility_fault_in_the_book(led, faults_of, part):
    page = led(f"#/book/scrollhammer/{part}")
    page.get_by_role("heading", level=2).first.wait_for()
    for window in in_windows(page, EXTREMES):
        assert faults_of(page) == [], window
        assert not is_too_wide(page), window
