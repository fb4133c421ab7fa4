"""Filters with very many values, as a folder with tens of thousands of sources is one."""

from pathlib import Path

from storage.documents.port import Filters, SearchRequest
from storage.documents.query import parse
from storage.documents.sqlite import SqliteDocuments
from tests.unit.webui.samples import article

SOURCES = 400


class CountingName(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        CountingName.compared += 1
        return str.__eq__(self, other)


def test_a_filter_by_many_sources_compares_each_once_not_with_all(tmp_path: Path) -> None:
    store = SqliteDocuments(f"sqlite:///{tmp_path / 'documents.db'}")
    store.write(
        [
            article(f"https://example.org/{number}", "Bank", source=f"Source {number}")
            for number in range(SOURCES)
        ]
    )
    # Of every second one nothing was stored.
    names = tuple(CountingName(f"Source {2 * number}") for number in range(SOURCES))
    request = SearchRequest(query=parse(""), filters=Filters(source=names))
    CountingName.compared = 0
    assert store.count_matches(request).total == SOURCES // 2
    assert CountingName.compared <= 2 * SOURCES
    store.close()
