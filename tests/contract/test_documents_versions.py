"""Earlier texts of documents, and articles by the time they were found, on SQLite and on a real
Elasticsearch.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.port import (
    MAX_VERSIONS,
    Document,
    Documents,
    DocumentVersion,
    FoundAt,
    kept_numbers,
)
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, found, store

_HOUR = timedelta(hours=1)
_OLD = datetime(2026, 10, 30, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Documents]:
    if request.param == "elasticsearch":
        url = str(request.getfixturevalue("elasticsearch_url"))
    else:
        url = f"sqlite://{tmp_path_factory.mktemp('documents')}/documents.db"
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def _version(number: int, text: str = "") -> DocumentVersion:
    seen = NOVEMBER + number * _HOUR
    return DocumentVersion(
        number=number, seen=seen, title=f"T{number}", content=text or f"第{number}稿\n\ud800 end"
    )


def _read(number: int, text: str = "") -> DocumentVersion:
    """The version as it comes back: no store accepts half a character."""
    kept = _version(number, text)
    return replace(kept, content=kept.content.replace("\ud800", "\ufffd"))


def _changed(name: str, changes: int, **fields: Any) -> Document:
    return document(
        name,
        f"T{changes + 1}",
        "now",
        changes=changes,
        changed=NOVEMBER + changes * _HOUR,
        **fields,
    )


def test_a_document_says_how_often_it_changed_and_since_when_it_is_gone(
    documents: Documents,
) -> None:
    gone = replace(_changed("a", 3), gone=NOVEMBER + 9 * _HOUR)
    store(documents, [gone, document("b")])
    assert documents.get("a") == gone
    assert (documents.versions(document("b")), documents.versions(document("none"))) == ((), ())
    store(documents, [replace(gone, gone=None)])
    assert found(documents, "is:gone") == set()
    assert found(documents, "has:changes") == {"a"}


def test_versions_come_back_in_order_and_are_not_searched(documents: Documents) -> None:
    after = _changed("a", 2)
    documents.keep_versions(_changed("a", 1), [_version(1)])
    documents.keep_versions(after, [_version(2)])
    documents.keep_versions(_changed("b", 1), [_version(1, "of another")])
    store(documents, [after])
    assert documents.versions(after) == (_read(1), _read(2))
    assert found(documents, "稿 OR T1 OR T2") == set()


def test_a_change_that_is_kept_twice_is_one_version(documents: Documents) -> None:
    """A worker may die after it has kept the version, and before it has written the document."""
    for _ in range(2):
        documents.keep_versions(document("a"), [_version(1)])
    assert documents.versions(document("a")) == ()
    documents.keep_versions(document("a"), [_version(1, "read again")])
    assert documents.versions(_changed("a", 1)) == (_read(1, "read again"),)


def test_the_first_and_the_newest_versions_are_kept(documents: Documents) -> None:
    last = MAX_VERSIONS + 3
    for number in range(1, last + 1):
        documents.keep_versions(_changed("a", number), [_version(number)])
    kept = kept_numbers(last)
    assert kept == (1, *range(4, last + 1))
    assert tuple(each.number for each in documents.versions(_changed("a", last))) == kept
    # Those between are deleted, not only left out.
    assert [each.number for each in documents.versions(_changed("a", 3))] == [1]


def test_all_versions_are_kept_at_once_as_a_restore_does(documents: Documents) -> None:
    kept = [_version(number) for number in kept_numbers(MAX_VERSIONS + 5)]
    after = _changed("a", MAX_VERSIONS + 5)
    documents.keep_versions(after, kept)
    assert documents.versions(after) == tuple(_read(each.number) for each in kept)


def test_a_later_write_leaves_the_versions(documents: Documents) -> None:
    after = _changed("a", 1)
    documents.keep_versions(after, [_version(1)])
    store(documents, [after])
    store(documents, [replace(after, content="read better")])
    documents.move_copies("", "x")
    assert documents.versions(after) == (_read(1),)
    assert list(documents.reindex(everything=True))
    assert documents.versions(after) == (_read(1),)


def test_versions_go_with_their_documents(documents: Documents) -> None:
    old, new = _changed("old", 1, collected=_OLD), _changed("new", 1)
    for each in (old, new):
        documents.keep_versions(each, [_version(1)])
    store(documents, [old, new])
    assert documents.drop_before(date(2026, 11, 1)) == 1
    assert found(documents, "") == {"new"}
    assert documents.versions(old) == ()
    assert documents.versions(new) == (_read(1),)


def _names(found: list[Document]) -> list[str]:
    return [each.id for each in found]


def test_articles_are_found_in_order_of_time_and_id(documents: Documents) -> None:
    at = [NOVEMBER, NOVEMBER, NOVEMBER, NOVEMBER + _HOUR, _OLD]
    names = ["b", "c", "a", "d", "e"]
    several = [
        document(name, "T", "long text", collected=when)
        for name, when in zip(names, at, strict=True)
    ]
    thread = document("thread", kind="thread", thread="thread")
    other = document("other", source="Renamed", source_id=2)
    store(documents, [*several, thread, other, document("third", source_id=3)])
    end = NOVEMBER + 2 * _HOUR
    everything = documents.articles_found(FoundAt(_OLD), end, [1, 2], 10)
    assert _names(everything) == ["e", "a", "b", "c", "other", "d"]
    assert everything[1] == replace(several[2], content="")
    # On from each place, to its end, whose moment is left out.
    assert _names(documents.articles_found(FoundAt(NOVEMBER, "a"), end, [1], 2)) == ["b", "c"]
    assert _names(documents.articles_found(FoundAt(NOVEMBER, "c"), end, [1], 2)) == ["d"]
    assert _names(documents.articles_found(FoundAt(NOVEMBER), NOVEMBER + _HOUR, [1], 9)) == [
        "a",
        "b",
        "c",
    ]
    assert documents.articles_found(FoundAt(NOVEMBER), NOVEMBER, [1], 9) == []
    assert documents.articles_found(FoundAt(_OLD), end, [4], 9) == []


def test_a_thread_that_has_grown_is_not_one_that_was_changed(documents: Documents) -> None:
    """A reader who asks for edits wants what a publisher changed, not what others added."""
    article = document("article", "T", "text", changes=1, changed=NOVEMBER)
    grown = document("thread", "T", kind="thread", thread="thread", changed=NOVEMBER)
    store(documents, [article, grown, document("unchanged", "T", "text")])
    assert found(documents, "has:changes") == {"article"}
    assert found(documents, "-has:changes") == {"thread", "unchanged"}
    assert found(documents, "changedafter:2026-11-01") == {"article"}
    assert found(documents, "changedbefore:2026-11-03") == {"article"}
    assert found(documents, "", collected_since=NOVEMBER + _HOUR) == set()
