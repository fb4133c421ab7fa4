"""Overview, saved searches, feeds, alerts and tokens in a real browser with real processes, on both
profiles.
"""

import json
import urllib.request
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from storage.backends import open_documents
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until
from tests.e2e.browser import PHONE, answering, log_in, needs_chromium, new_admin
from tests.unit.webui.samples import article
from tests.unit.webui.sinks import mail_sink, web_sink

pytestmark = needs_chromium


def write(stack: Stack, *titles: str) -> None:
    now = datetime.now(UTC)
    with closing(open_documents(stack.settings)) as documents:
        documents.write(
            [
                article(
                    f"https://{title.replace(' ', '-').lower()}.example/1",
                    title,
                    published=now,
                    collected=now,
                )
                for title in titles
            ]
        )
        documents.refresh()


def test_from_the_overview_to_mail_webhook_feed_and_token(
    browser: Browser, stores: dict[str, str], tmp_path: Path
) -> None:
    with (
        mail_sink() as (smtp, mails),
        web_sink() as (hook, posts),
        Stack(
            tmp_path / "home",
            stores,
            WEB_PORT=free_port(),
            SMTP_URL=smtp,
            WEBHOOK_ALLOW_NETWORKS="127.0.0.0/8",
        ) as stack,
    ):
        stack.migrate()
        write(stack, "Volcano erupts", "Volcano sleeps", "Budget passed")
        stack.start("web")
        address = answering(stack)
        password = new_admin(stack)
        context = browser.new_context(base_url=address, locale="en")
        page = context.new_page()
        log_in(page, password)
        expect(page.locator(".tiles").first).to_contain_text("Published today")
        expect(page.locator("#live")).to_contain_text("No topics yet")
        page.locator("#q").fill("volcano")
        page.locator("#q").press("Enter")
        expect(page.locator("#count")).to_have_text("2 documents")
        keep(page, "By mail", "mail", "jane@example.org")
        feed = make_feed(page)
        page.goto("/search/?q=volcano")
        keep(page, "By webhook", "webhook", hook)
        token = make_token(page)
        write(stack, "Lava from the volcano")
        stack.start("alerts")
        wait_until(lambda: bool(mails and posts), 60, "mail and webhook bring the news", stack.logs)
        assert mails[0]["Subject"] == "By mail: 1 new document"
        assert [each["title"] for each in json.loads(posts[0][1])["documents"]] == [
            "Lava from the volcano"
        ]
        titles = [item["title"] for item in json.loads(read(feed))["items"]]
        assert sorted(titles) == ["Lava from the volcano", "Volcano erupts", "Volcano sleeps"]
        found = json.loads(read(f"{address}/api/v1/documents?q=lava", token))
        assert found["total"] == 1
        page.goto("/saved/")
        page.get_by_role("row").filter(has_text="By mail").get_by_role(
            "link", name="Settings"
        ).click()
        expect(page.locator("#deliveries")).to_contain_text("delivered")
        context.close()
        assert stack.stop() == [0, 0], stack.logs()


def keep(page: Page, name: str, alert: str, target: str) -> None:
    page.get_by_role("link", name="Save this search").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Alert me about new matches").select_option(alert)
    page.get_by_label("Mail or webhook address").fill(target)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("was saved")


def make_feed(page: Page) -> str:
    page.get_by_role("button", name="Create a feed").click()
    return page.get_by_label("JSON").input_value()


def make_token(page: Page) -> str:
    page.goto("/tokens/add/")
    page.get_by_label("Name").fill("script")
    page.get_by_label("Search, read documents").check()
    page.get_by_role("button", name="Create a token").click()
    return page.get_by_label("Token").input_value()


def read(url: str, token: str = "") -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
        content: bytes = answer.read()
    return content


@pytest.mark.parametrize(
    ("scheme", "language"),
    [
        ("light", "en"),
        pytest.param("dark", "zh-CN", marks=pytest.mark.heavy),
        pytest.param("light", "zh-CN", marks=pytest.mark.heavy),
        pytest.param("dark", "en", marks=pytest.mark.heavy),
    ],
)
def test_every_page_is_accessible_and_fits_a_phone(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"], language: str
) -> None:
    with Stack(tmp_path / "home", WEB_PORT=free_port()) as stack:
        stack.migrate()
        write(stack, "Volcano erupts", "Volcano sleeps", "Budget passed")
        stack.start("web")
        address = answering(stack)
        context = browser.new_context(
            base_url=address,
            locale=language,
            color_scheme=scheme,
            viewport={"width": PHONE[0], "height": PHONE[1]},
        )
        page = context.new_page()
        troubles: list[str] = []

        def note(message: ConsoleMessage) -> None:
            if message.type == "error":
                troubles.append(message.text)

        page.on("console", note)
        log_in(page, new_admin(stack))
        page.goto("/saved/add/?q=volcano&site=volcano-erupts.example")
        # A number is asked for only where it counts.
        expect(page.locator("#id_at_least")).to_be_hidden()
        page.locator("#id_mode").select_option("many")
        expect(page.locator("#id_at_least")).to_be_visible()
        page.locator("main button.primary").click()
        page.wait_for_url("**/saved/1/")
        page.locator("button[name=renew]").click()
        page.goto("/tokens/add/")
        page.locator("#id_name").fill("script")
        page.locator("input[value=SEARCH]").check()
        page.locator("main button.primary").click()
        for path in (
            "/",
            "/saved/",
            "/saved/1/",
            "/saved/1/delete/",
            "/tokens/",
            "/tokens/add/",
            "/api/",
        ):
            page.goto(path)
            for each in page.locator("summary").all():
                each.click()
            serious = [
                each
                for each in Axe().run(page).response["violations"]
                if each["impact"] in ("serious", "critical")
            ]
            assert serious == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        context.close()
        assert troubles == []
        assert stack.stop() == [0], stack.logs()
