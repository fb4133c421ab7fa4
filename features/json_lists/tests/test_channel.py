"""What the channel json promises: a listing or a clear error, whatever the bytes are."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list, reading_of
from crawler.errors import BadPattern, CrawlerError, UnknownChannel
from extractor.results import Listing
from tests.unit.crawler.channels.test_read_list import (
    ANY_BYTES,
    CHARSETS,
    NO_LISTS,
    check_any_bytes,
    page,
    source,
)
from tests.unit.extractor.samples import COLLECTED

LIST = b'[{"url": "/n/1", "title": "One morning in Ostvik"}]'


def test_it_reads_its_own() -> None:
    listing = read_list(page(LIST), source("json", patterns=(r"/n/\w+",)))
    assert listing.links
    assert listing.problem == ""


def test_patterns_choose() -> None:
    assert read_list(page(LIST), source("json", patterns=(r"/nothing/\d+",))).links == ()


def test_an_unknown_channel_is_told_that_there_is_this_one() -> None:
    with pytest.raises(UnknownChannel, match=r"choose one of feed, .*, sitemap, json"):
        read_list(page(b""), source("gopher"))


@pytest.mark.parametrize("pattern", ["(", "", "(a+)+$", "a{9000000}"])
def test_bad_pattern(pattern: str) -> None:
    with pytest.raises(BadPattern) as caught:
        read_list(page(LIST), source("json", patterns=(r"/n/\d+", pattern)))
    assert caught.value.pattern == pattern
    assert caught.value.advice in str(caught.value)


def test_results_in_json() -> None:
    answer = b'{"hits": [{"id": 7, "title": "One morning in Ostvik"}]}'
    reads = source("search", result_parser="json", selectors={"link": "/n/{id}"})
    [link] = read_list(page(answer), reads).links
    assert (link.url, link.title) == ("http://example.org/n/7", "One morning in Ostvik")


@pytest.mark.parametrize("body", NO_LISTS)
def test_what_is_not_a_list_is_told(body: bytes) -> None:
    listing = read_list(page(body), source("json"))
    assert listing.links == ()
    assert listing.problem


@given(body=ANY_BYTES, headers=st.sampled_from(CHARSETS))
def test_any_bytes(body: bytes, headers: str) -> None:
    with suppress(CrawlerError):
        check_any_bytes("json", body, headers)


@pytest.mark.parametrize("mark", ["", "\ufeff", "\n ", ")]}',\n", "news(", "var news = "])
def test_an_answer_in_json_is_a_list_if_its_entries_have_addresses(mark: str) -> None:
    def found(answer: str) -> Listing | None:
        body = f"{mark}{answer}".encode()
        url = "http://news.example.org/api/list"
        fetched = FetchedList(url=url, body=body, headers={}, collected=COLLECTED)
        return reading_of("json").recognised(fetched)

    read = found('{"rows": [{"href": "/n/1", "headline": "The town celebrates its bridge"}]}')
    assert read is not None
    assert len(read.links) == 1
    assert found('{"rows": [{"headline": "The town celebrates its bridge"}]}') is None
    assert found('{"error": "no such page"}') is None
