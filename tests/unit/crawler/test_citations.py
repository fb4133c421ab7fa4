"""Which links of a text are citations."""

import pytest

from crawler.citations import citations
from extractor.results import Link
from storage.documents.port import MAX_CITATIONS

PAGE = "https://www.daily.co.uk/a?id=1"


def _cited(*addresses: str, page: str = PAGE) -> list[str]:
    links = [Link(url=address, title="words") for address in addresses]
    return [link.url for link in citations(links, page)]


@pytest.mark.parametrize(
    "address",
    [
        "https://www.daily.co.uk/b",
        "http://sport.daily.co.uk:8080/b",
        "https://user@DAILY.co.uk/b",
        # what shares the page, whoever offers it
        "https://social.example/post?u=https%3A%2F%2Fwww.daily.co.uk%2Fa",
        "https://www.facebook.com/sharer/sharer.php",
        "https://x.example/intent/tweet",
        "https://x.example/share",
        # no web addresses, or none that anybody else would cite
        "ftp://files.example/a",
        "https://",
        "https://[broken/a",
        f"https://ads.example/?data={'x' * 2000}",
    ],
)
def test_links_that_are_no_citations(address: str) -> None:
    assert _cited(address, "https://other.co.uk/c") == ["https://other.co.uk/c"]


def test_neighbours_at_a_host_for_everybody_are_strangers() -> None:
    page = "https://ann.github.io/a"
    assert _cited("https://ben.github.io/b", "https://ann.github.io/b", page=page) == [
        "https://ben.github.io/b"
    ]


def test_a_site_whose_name_ends_alike_is_another_one() -> None:
    assert _cited("https://notdaily.co.uk/a") == ["https://notdaily.co.uk/a"]


def test_each_page_is_cited_once_by_its_canonical_address() -> None:
    found = _cited("https://Wire.example/1?utm_source=x#top", "https://wire.example/1")
    assert found == ["https://wire.example/1"]


def test_a_picture_is_no_citation_and_words_are_short() -> None:
    links = [
        Link(url="https://banner.example/", title=""),
        Link(url="https://wire.example/1", title="w" * 500),
    ]
    (link,) = citations(links, PAGE)
    assert (link.url, link.title) == ("https://wire.example/1", "w" * 100)


def test_a_list_of_links_is_bounded() -> None:
    found = _cited(*(f"https://s{number}.example/" for number in range(MAX_CITATIONS + 9)))
    assert len(found) == MAX_CITATIONS
    assert found[0] == "https://s0.example/"
