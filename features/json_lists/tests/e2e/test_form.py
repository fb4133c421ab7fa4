"""In a browser: the form shows the selectors that the chosen reader has."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.browser import needs_chromium


@needs_chromium
def test_the_form_shows_the_selectors_of_the_chosen_reader(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/sources/add/")
    entries, link = page.locator("#id_selector_entries"), page.locator("#id_selector_link")
    result, help_text = (
        page.locator("#id_selector_result"),
        page.get_by_text("JMESPath expressions"),
    )
    for hidden in (entries, link, result, help_text):
        expect(hidden).to_be_hidden()
    page.get_by_label("Channel").select_option("json")
    for shown in (entries, link, help_text):
        expect(shown).to_be_visible()
    expect(result).to_be_hidden()
    page.get_by_label("Channel").select_option("search")
    page.get_by_label("Result parser").select_option("generic")
    for shown in (result, link):
        expect(shown).to_be_visible()
    for hidden in (entries, help_text):
        expect(hidden).to_be_hidden()
    page.get_by_label("Result parser").select_option("json")
    expect(entries).to_be_visible()
    expect(result).to_be_hidden()
