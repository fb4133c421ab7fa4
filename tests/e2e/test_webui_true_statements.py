"""Pages say what is so: where days stand, what was undone, asked or compared, and when, in a real
browser.
"""

import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from storage.backends import open_counters, open_document_writer, open_documents
from storage.counters.events import Event
from storage.outcomes import Outcome
from testbed.stack import Stack, wait_until
from tests.e2e.browser import needs_chromium
from tests.unit.webui.samples import article

pytestmark = needs_chromium

OpenPage = Callable[..., Page]
NOW = datetime.now(UTC)


def shows_columns(page: Page) -> bool:
    page.goto("/")
    return page.locator(".plot .ticks").count() > 0


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_each_label_of_a_day_is_under_its_column(
    stack: Stack, open_page: OpenPage, size: tuple[int, int]
) -> None:
    with closing(open_documents(stack.settings)) as documents:
        documents.write(
            [
                article(f"https://a.example/{day}", f"Day {day}", published=at, collected=at)
                for day in range(14)
                for at in [NOW - timedelta(days=day)]
            ]
        )
    page = open_page(size)
    # The counts of the first page may be some seconds old.
    wait_until(lambda: shows_columns(page), 60, "columns are shown")
    slots = page.locator(".plot").first.locator("rect.reach")
    boxes = [each.bounding_box() for each in slots.all()]
    labels = page.locator(".plot").first.locator(".ticks text")
    expect(labels).to_have_count(4)
    for label in labels.all():
        text, box = label.text_content(), label.bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2
        number = next(
            at
            for at, slot in enumerate(boxes)
            if slot and slot["x"] <= middle <= slot["x"] + slot["width"]
        )
        day = NOW - timedelta(days=13 - number)
        assert text == ("today" if number == 13 else f"{day:%m-%d}")
    ordered = sorted(
        (box["x"], box["x"] + box["width"]) for each in labels.all() if (box := each.bounding_box())
    )
    assert all(one[1] <= other[0] for one, other in pairwise(ordered))


def add_source(stack: Stack, folder: Path, name: str) -> None:
    file = folder / "sources.csv"
    file.write_text(f"name,channel,address\n{name},feed,https://busy.example/{name.lower()}.xml\n")
    stack.run("source", "import", str(file))


def test_a_bulk_change_that_was_undone_says_so(
    stack: Stack, open_page: OpenPage, tmp_path: Path
) -> None:
    add_source(stack, tmp_path, "Harbour")
    page = open_page()
    page.goto("/sources/")
    page.get_by_label("Select Harbour").check()
    page.get_by_label("With the selected sources").select_option("pause")
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Reason").press("Enter")
    page.goto("/sources/changes/")
    page.get_by_role("button", name="Undo: Paused").click()
    row = page.locator("tbody tr").filter(has_text="Undone")
    expect(row).to_contain_text("Paused")
    expect(row.get_by_role("button")).to_have_count(0)
    row.get_by_role("link").click()
    expect(page.get_by_text("Undone")).to_be_visible()


def test_a_keyword_that_nobody_searched_for_is_not_without_results(
    stack: Stack, open_page: OpenPage
) -> None:
    stack.run("source", "keywords", "Weather", "flood")
    page = open_page()
    page.goto("/keywords/")
    page.get_by_role("link", name="Weather").click()
    expect(page.get_by_text("not searched for yet")).to_be_visible()
    expect(page.get_by_text("no results", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "the site asks to wait until 2030-01-15 13:00 CET"),
        ("zh-CN", "请在 2030-01-15 13:00 CET 之后再访问"),
    ],
)
def test_when_a_site_asks_to_wait_is_told_in_the_zone_and_language_of_the_page(
    stack: Stack, open_page: OpenPage, tmp_path: Path, locale: str, said: str
) -> None:
    name = f"Busy-{locale}"
    add_source(stack, tmp_path, name)
    page = open_page(locale=locale, timezone_id="Europe/Berlin")
    page.goto("/sources/")
    page.get_by_role("link", name=name, exact=True).click()
    source_id = int(page.url.rstrip("/").rpartition("/")[2])
    failed = Event(
        source_id=source_id,
        run_id="1",
        channel="feed",
        site="busy.example",
        outcome=Outcome.THROTTLED,
        url="https://busy.example/1",
        at=time.time(),
        detail="HTTP 429, the site asks to wait until 2030-01-15 12:00 UTC",
    )
    with closing(open_counters(stack.settings)) as counters:
        counters.record([failed])
    page.reload()
    expect(page.locator("main")).to_contain_text(said)
    expect(page.locator("main")).not_to_contain_text("UTC")


def test_a_story_whose_sentences_were_not_compared_does_not_say_that_none_is_alike(
    stack: Stack, open_page: OpenPage
) -> None:
    sentence = "Lanterns rose over the flour mill of Northgate at dusk."
    reports = [
        article(
            f"https://site{number}.example/mill",
            "Lanterns over the flour mill of Northgate",
            f"{sentence} The mayor of Northgate thanked the {number * 7919} helpers.",
            published=NOW - timedelta(minutes=number),
            collected=NOW - timedelta(minutes=number),
        )
        for number in range(14)
    ]
    with closing(open_document_writer(stack.settings)) as writer:
        writer.write(reports)
    stack.start("stories")
    wait_until(lambda: "stories.saved" in stack.logs(), 120, "a story is saved", stack.logs)
    page = open_page()
    page.goto("/stories/")
    page.get_by_role("link", name="Lanterns over the flour mill").first.click()
    expect(page.locator("#t-said")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("No sentence of these reports")
