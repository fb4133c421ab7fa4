"""A spot check from the draw to the rates, on both profiles: a script that knows what the fake web
published reads the pages and answers with keys, as a person would.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from fakeweb.compare import bare, by_address
from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until, ways_in
from tests.e2e.browser import (
    answering,
    assert_fits_and_is_accessible,
    cookies_of_login,
    needs_chromium,
    new_admin,
    pages_in_everyday_looks,
)

READ = [
    f"{name}.localhost"
    for name in ("talbote", "lantern-weekly", "northgate-post", "mill-lane", "keji-guancha")
]
STOCK, DRAWN = 12, 25
QUESTIONS = ("title", "time", "whole", "pure")
Truth = Mapping[str, bool]


@needs_chromium
def test_a_script_that_knows_the_truth_reads_a_draw(
    browser: Browser, stores: dict[str, str], tmp_path: Path
) -> None:
    with (
        FakeWeb.start(seed=3, stock=STOCK) as web,
        Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack,
    ):
        stack.migrate()
        read = [each for each in ways_in(web.sources()) if each["host"] in READ]
        stack.add_sources(records(read, interval_seconds=600, pace_seconds=0.01, archive=True))
        stack.start("scheduler")
        stack.start("worker")
        stack.start("web")
        stored = STOCK * len(READ)
        wait_until(lambda: stack.count() >= stored, 120, "all is stored", stack.logs)
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        looks = pages_in_everyday_looks(browser, address, cookies)
        page, width = next(looks)
        published = {url: entry for url, (entry, _) in by_address(web.ledger()).items()}
        answers = read_draw(page, width, published)
        check_rates(page, answers)
        # What is right is what the store has: the figures are those of the extractor.
        assert Counter(each["title"] for each in answers)[True] >= DRAWN - 1
        phone, narrow = next(looks)
        phone.goto("/checks/1/")
        assert_fits_and_is_accessible(phone, narrow)
        phone.goto("/checks/1/documents/1/")
        assert_fits_and_is_accessible(phone, narrow)


def read_draw(page: Page, width: int, published: Mapping[str, Mapping[str, Any]]) -> list[Truth]:
    """Draw and read; the first document is called wrong in everything, to see that it is kept."""
    page.goto("/sources/")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Spot checks").click()
    page.wait_for_url("**/checks/")
    assert_fits_and_is_accessible(page, width)
    page.get_by_label("How many to draw").fill(str(DRAWN))
    page.get_by_label("Only what this search finds").fill("kind:article")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("link", name=f"Answer {DRAWN} more").click()
    answers: list[Truth] = []
    for place in range(1, DRAWN + 1):
        expect(page.get_by_text(f"document {place} ·")).to_be_visible()
        # The script shows this button when it listens for keys.
        expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
        if place == 1:
            assert_fits_and_is_accessible(page, width)
        original = page.get_by_role("link", name="Original").get_attribute("href")
        truth = (
            compared(page, published[bare(str(original))])
            if place > 1
            else dict.fromkeys(QUESTIONS, False)
        )
        for number, question in enumerate(QUESTIONS, 1):
            if not truth[question]:
                page.keyboard.press(str(number))
        answers.append(truth)
        page.keyboard.press("a")
    expect(page.get_by_role("status")).to_contain_text("All of this check is answered")
    return answers


def compared(page: Page, entry: Mapping[str, Any]) -> Truth:
    """Compare what the page shows with what was published."""
    shown = page.locator(".spot-text article")
    text = "".join(shown.locator("p:not(.meta), h2, li").all_inner_texts())
    words, wanted = _solid(text), [_solid(each) for each in entry["paragraphs"]]
    moment = shown.locator("time").first.get_attribute("datetime")
    apart = datetime.fromisoformat(str(moment)) - datetime.fromisoformat(entry["published"])
    return {
        "title": _solid(shown.locator("h1").inner_text()) == _solid(entry["title"]),
        "time": abs(apart) < timedelta(minutes=1),
        "whole": all(each in words for each in wanted),
        "pure": len(words) <= sum(map(len, wanted)),
    }


def _solid(text: str) -> str:
    return re.sub(r"\s+", "", text)


def check_rates(page: Page, answers: list[Truth]) -> None:
    """Compare the rates with the answers."""
    expect(page.get_by_text(f"{DRAWN} of {DRAWN} documents are answered.")).to_be_visible()
    tiles = page.locator(".tiles li")
    counts = [sum(all(each.values()) for each in answers)]
    counts += [sum(each[question] for each in answers) for question in QUESTIONS]
    for place, right in enumerate(counts):
        expect(tiles.nth(place)).to_contain_text(f"{right} of {DRAWN}")
