"""The hosts that are easily misread show what makes them so."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from lxml import etree

from fakeweb import times
from fakeweb.hosts import all_sites
from fakeweb.layouts.states import STATES
from tests.unit.fakeweb.shelf import Entries, Shelf
from tests.unit.fakeweb.test_fake_pages import html_tree

SITES = all_sites(7)
SHELLS = [name for name, site in SITES.items() if site.layout in STATES or site.withheld]


@pytest.mark.parametrize("name", SHELLS)
def test_elements_of_shells_and_gates_do_not_show_the_text(
    shelf: Shelf, entries: Entries, name: str
) -> None:
    for entry in [entry for entry in entries if entry["host"] == SITES[name].host]:
        page = html_tree(shelf.text(entry["url"]))
        etree.strip_elements(page, "script")
        shown = page.text_content()
        assert not any(paragraph in shown for paragraph in entry["paragraphs"][1:])
        assert (entry["expected"], entry["gate"]) == (
            "no" if SITES[name].withheld else "yes",
            SITES[name].gate,
        )


@pytest.mark.parametrize(
    ("name", "line"),
    [("andes-wire", r"Source: .+ GMT-5\W+{}"), ("tongxun-she", "来源：.+ 作者：{}")],
)
def test_source_date_and_author_share_a_line(
    shelf: Shelf, entries: Entries, name: str, line: str
) -> None:
    for entry in [entry for entry in entries if entry["host"] == SITES[name].host]:
        (info,) = html_tree(shelf.text(entry["url"])).xpath("//div[@class='info']")
        assert re.fullmatch(line.format(entry["author"]), info.text_content())


@pytest.mark.parametrize("name", ["new-teasers", "old-teasers"])
def test_ten_teasers_have_one_date_that_is_not_the_article_s(
    shelf: Shelf, entries: Entries, name: str
) -> None:
    site = SITES[name]
    for entry in [entry for entry in entries if entry["host"] == site.host]:
        dates = [
            each.text
            for each in html_tree(shelf.text(entry["url"])).xpath("//li/div[@class='when']")
        ]
        own = times.STYLES[site.dates](
            datetime.fromisoformat(entry["published"]).astimezone(ZoneInfo(site.zone))
        )
        assert (len(dates), len(set(dates))) == (10, 1)
        assert own not in shelf.text(entry["url"])
        assert own != dates[0]


def test_replies_are_equal_and_boxes_hidden(shelf: Shelf, entries: Entries) -> None:
    threads = [entry for entry in entries if entry["host"] == SITES["plus-one"].host]
    assert any([post["body"] for post in entry["posts"]].count("+1") == 3 for entry in threads)
    for name in ("hidden-boxes", "yincang", "dingtie", "drawers"):
        entry = next(entry for entry in entries if entry["host"] == SITES[name].host)
        page = shelf.text(entry["url"])
        assert all(sign in page for sign in (" hidden>", 'aria-hidden="true"', "display:none"))
