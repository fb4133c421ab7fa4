"""The web interface in a browser on MySQL, Beanstalkd, Redis and Elasticsearch."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import answering, log_in, needs_chromium, new_admin
from tests.e2e.test_webui_browser import fill, search_and_read, watch_the_monitor

pytestmark = needs_chromium


def test_search_and_monitor_on_servers(
    browser: Browser,
    tmp_path: Path,
    mysql_url: str,
    beanstalkd_url: str,
    redis_url: str,
    elasticsearch_url: str,
) -> None:
    stores = {
        "database": mysql_url,
        "queue": beanstalkd_url,
        "state": redis_url,
        "documents": elasticsearch_url,
    }
    with (
        FakeWeb.start(seed=3, stock=20, rate=0) as web,
        Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack,
    ):
        fill(stack)
        stack.start("web")
        page = browser.new_page(base_url=answering(stack), locale="en")
        log_in(page, new_admin(stack))
        search_and_read(page)
        watch_the_monitor(page, stack)
        page.goto("/sources/")
        page.get_by_role("link", name="Add a source").first.click()
        page.get_by_label("Address").fill(web.address("harbour-times"))
        page.keyboard.press("Enter")
        expect(page.locator(".looked")).to_be_visible(timeout=120_000)
        page.locator(".offer.best").get_by_role("button", name="Use this").click()
        expect(page.get_by_label("Address")).to_have_value(re.compile("^http://harbour-times"))
        page.get_by_label("Name").fill("央广网 📻")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("h1")).to_have_text("央广网 📻")
        page.close()
        assert stack.stop() == [0], stack.logs()
