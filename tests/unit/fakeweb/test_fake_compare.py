"""The comparison tells a good crawl from a bad one."""

from dataclasses import replace
from typing import Any

import pytest

from fakeweb.compare import compare, pace_violations, similarity
from fakeweb.ledger import ledger
from tests.unit.fakeweb.shelf import Shelf

Documents = list[dict[str, Any]]


@pytest.fixture(scope="module")
def entries() -> list[dict[str, Any]]:
    shelf = Shelf()
    for _ in range(20):
        shelf.now += 10
        shelf.world.publish_next()
    return ledger(shelf.addresses)


@pytest.fixture
def documents(entries: list[dict[str, Any]]) -> Documents:
    """What a perfect crawler stores, thirty seconds late."""
    return [
        {
            "url": entry["url"],
            "canonical_url": entry["url"],
            "title": entry["title"],
            "content": "\n".join(entry.get("paragraphs", [])),
            "published": entry["published"],
            "collected": f"{entry['appeared'][:17]}{int(entry['appeared'][17:19]):02}.5+00:00",
        }
        for entry in entries
        if entry["expected"] == "yes"
    ]


def test_a_perfect_crawl(entries: list[dict[str, Any]], documents: Documents) -> None:
    report = compare(entries, documents)

    assert (
        report.recall,
        report.precision,
        report.body_similarity_mean,
        report.date_agreement,
    ) == (1, 1, 1, 1)
    assert (report.duplicates, report.missing, report.unexpected) == ([], [], [])
    assert report.lag_p50 == report.lag_p95 == 0.5


def test_a_lost_article_is_missing(entries: list[dict[str, Any]], documents: Documents) -> None:
    lost = documents.pop(11)
    report = compare(entries, documents)

    assert report.missing == [lost["url"]]
    assert report.recall == 1 - 1 / (len(documents) + 1)


def test_the_same_article_under_two_addresses_is_a_duplicate(
    entries: list[dict[str, Any]], documents: Documents
) -> None:
    twin = next(entry for entry in entries if entry["host"] == "twins.localhost")
    printed = {
        **documents[0],
        "url": twin["alternatives"][1],
        "canonical_url": twin["alternatives"][1],
    }
    report = compare(entries, [*documents, printed])

    assert report.duplicates == [printed["url"]]


@pytest.mark.parametrize(
    "form", ["{};jsessionid=0AF3", "{}?utm_source=x&utm_medium=y", "{}?sid=9", "{}#top"]
)
def test_session_ids_and_tracking_do_not_hide_an_article(
    entries: list[dict[str, Any]], documents: Documents, form: str
) -> None:
    document = documents.pop(0)
    stored = {**document, "url": form.format(document["url"]), "canonical_url": None}

    assert compare(entries, [*documents, stored]).missing == []


def test_pages_of_a_thread_are_not_duplicates_of_each_other(entries: list[dict[str, Any]]) -> None:
    thread = next(entry for entry in entries if len(entry.get("pages", [])) > 2)
    stored = [{"url": page, "canonical_url": page} for page in thread["pages"]]

    assert compare([thread], stored).duplicates == []
    assert compare([thread], [*stored, stored[1]]).duplicates == [thread["pages"][1]]


def test_forbidden_and_unknown_documents_are_unexpected(
    entries: list[dict[str, Any]], documents: Documents
) -> None:
    forbidden = next(entry["url"] for entry in entries if entry["expected"] == "no")
    extra = [
        {"url": url, "canonical_url": url}
        for url in (forbidden, "http://harbour-times.localhost:8800/about/news")
    ]
    report = compare(entries, [*documents, *extra])

    assert sorted(report.unexpected) == sorted(document["url"] for document in extra)
    assert report.precision < 1


def test_either_counts_neither_way(entries: list[dict[str, Any]], documents: Documents) -> None:
    url = next(entry["url"] for entry in entries if entry["expected"] == "either")

    assert replace(
        compare(entries, [*documents, {"url": url}]), date_agreement=None, body_similarity_mean=None
    ) == replace(compare(entries, documents), date_agreement=None, body_similarity_mean=None)


def test_poor_bodies_late_documents_and_wrong_dates_show(
    entries: list[dict[str, Any]], documents: Documents
) -> None:
    for document in documents:
        document.update(
            content=document["content"][:200],
            collected=4_000_000_000,
            published="2001-01-01T00:00:00",
        )
    report = compare(entries, documents)

    assert report.recall == 1
    assert report.body_similarity_mean is not None
    assert report.body_similarity_mean < 0.7
    assert report.date_agreement == 0
    assert report.lag_p50 is not None
    assert report.lag_p50 > 1_000_000


def test_nothing_stored_is_not_a_success(entries: list[dict[str, Any]]) -> None:
    report = compare(entries, [])

    assert report.recall == 0
    assert report.lag_p50 is report.body_similarity_mean is None


def test_similarity_ignores_white_space_and_notices_the_rest() -> None:
    assert similarity("水库的闸门 已经修好", "水库的闸门已经\n修好") == 1
    assert similarity("水库的闸门", "图书馆是新的") == 0
    assert 0.5 < similarity("abcdefghijk", "abcdefghijk and more") < 1


def test_pace_violations_are_found_per_host() -> None:
    def asked(time: float, host: str, path: str) -> dict[str, Any]:
        return {"time": time, "host": host, "path": path}

    log = [
        asked(0, "a.localhost", "/robots.txt"),
        asked(0.1, "a.localhost", "/1"),
        asked(0.2, "b.localhost", "/1"),
    ]
    log += [asked(1.2, "a.localhost", "/2"), asked(1.7, "a.localhost", "/3")]

    assert [path for path, _ in pace_violations(log, "a.localhost:8800", 1)] == ["/1", "/3"]
    assert pace_violations(log, "b.localhost", 1) == []
