"""Addresses of one entry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.entries import entries
from extractor.lists.links import read_list_page

ENTRY = "http://x.org/2026/story"


@pytest.mark.parametrize(
    "other",
    [
        f"{ENTRY}/",
        f"{ENTRY}?lastactivity",
        f"{ENTRY}/?lastactivity",
        f"{ENTRY}?share=twitter",
        f"{ENTRY}/latest",
        f"{ENTRY}/comments/",
        f"{ENTRY}/page/2/",
        f"{ENTRY}/page-3",
        f"{ENTRY}/page2?s=1",
    ],
)
def test_other_addresses_of_a_listed_entry_are_the_entry(other: str) -> None:
    assert entries([other, ENTRY]) == {other: ENTRY, ENTRY: ENTRY}


@pytest.mark.parametrize(
    "urls",
    [
        [f"http://x.org/read.php?id={n}" for n in range(9)],
        ["http://x.org/read.php", *(f"http://x.org/read.php?id={n}" for n in range(9))],
        [f"{ENTRY}/latest"],
        [ENTRY, f"{ENTRY}-2"],
        [ENTRY, f"{ENTRY}/another-story"],
    ],
)
def test_other_entries_stay_apart(urls: list[str]) -> None:
    assert entries(urls) == {url: url for url in urls}


PART = st.sampled_from(("a", "b", "latest", "comments", "page/2", "?x", "?y=1", "/"))


@given(st.lists(st.lists(PART, max_size=4).map("/".join), max_size=20))
def test_an_entry_is_the_shortest_of_its_addresses(paths: list[str]) -> None:
    urls = [f"http://x.org/{path}" for path in paths]
    found = entries(urls)
    assert list(found) == list(dict.fromkeys(urls))
    assert set(found.values()) <= set(urls)
    assert all(len(entry) <= len(url) + 1 for url, entry in found.items())


def test_an_entry_has_the_title_of_any_of_its_links() -> None:
    page = (
        f'<a href="{ENTRY}/">Story</a><a href="{ENTRY}/?lastactivity">12 answers</a>'
        f'<h2><a href="{ENTRY}/#more">The whole story of the harbour</a></h2>'
    )
    found = read_list_page(page.encode(), "http://x.org/", {}, patterns=("/2026/",)).links
    assert [(link.url, link.title) for link in found] == [
        (f"{ENTRY}/", "The whole story of the harbour")
    ]
