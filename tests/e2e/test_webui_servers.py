"""The web interface in a browser on MySQL, Beanstalkd, Redis and Elasticsearch."""

import re
from pathlib import Path

from fakeweb.web import FakeWeb
from tests.e2e import test_webui_browser as flow
from tests.e2e.test_webui_add_source import look
from tests.servers.process import free_port
from tests.stack import Stack

pytestmark = flow.pytestmark


def test_search_and_monitor_on_servers(
    tmp_path: Path, mysql_url: str, beanstalkd_url: str, redis_url: str, elasticsearch_url: str
) -> None:
    stores = {"database": mysql_url, "queue": beanstalkd_url, "seen": redis_url, "documents": elasticsearch_url}
    with (
        FakeWeb.start(seed=3, stock=20, rate=0) as web,
        Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack,
        flow.chromium() as browser,
    ):
        flow.fill(stack)
        stack.start("web")
        page = browser.new_page(base_url=flow.answering(stack), locale="en")
        flow.log_in(page, flow.new_admin(stack))
        flow.search_and_read(page, tmp_path)
        flow.watch_the_monitor(page, stack, tmp_path)
        look(page, web.address("harbour-times"))
        page.locator(".offer.best").get_by_role("button", name="Use this").click()
        flow.expect(page.get_by_label("Address")).to_have_value(re.compile("^http://harbour-times"))
        page.get_by_label("Name").fill("央广网 📻")
        page.get_by_role("button", name="Save").click()
        flow.expect(page.locator("h1")).to_have_text("央广网 📻")
        browser.close()
        assert stack.stop() == [0], stack.logs()
