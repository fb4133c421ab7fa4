"""A session that expires while someone works, in a real browser: nothing that was typed is lost."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.browser import DESKTOP, PHONE, assert_fits_and_is_accessible, needs_chromium

pytestmark = needs_chromium


def expire(page: Page) -> None:
    page.context.clear_cookies(name="newsloom_session")


def log_in_here(page: Page, password: str) -> None:
    page.get_by_label("Username").fill("jane")
    page.get_by_label("Password").fill(password)
    with page.expect_navigation():
        page.get_by_role("button", name="Log in").click()


def test_a_form_sent_too_late_is_saved_after_the_login(
    open_page: Callable[..., Page], password: str
) -> None:
    page = open_page(PHONE)
    page.goto("/keywords/add/")
    page.get_by_label("Name").fill("Late list")
    page.get_by_label("Keywords").fill("harbour\nreservoir")
    expire(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your session has expired")).to_be_visible()
    assert_fits_and_is_accessible(page, PHONE[0])
    log_in_here(page, password)
    assert_fits_and_is_accessible(page, PHONE[0])
    page.get_by_role("button", name="Send the form now").click()
    expect(page.get_by_text("Late list").first).to_be_visible()
    page.goto("/keywords/")
    expect(page.get_by_role("link", name="Late list")).to_be_visible()


def test_the_monitor_leads_to_the_login_and_back(
    open_page: Callable[..., Page], password: str
) -> None:
    page = open_page(DESKTOP)
    page.goto("/monitor/?hours=3")
    expire(page)
    page.evaluate("window.htmx.trigger(document.getElementById('live'), 'renew')")
    page.wait_for_url("**/login/?next=**")
    expect(page.locator("form.stack")).to_have_count(1)
    log_in_here(page, password)
    page.wait_for_url("**/monitor/?hours=3")
