"""What most of all documents cite is counted in one pass over an index, in SQLite."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from storage.backends import open_documents
from storage.documents.port import ByCited, Citation, SearchRequest
from storage.documents.query import parse
from storage.documents.sqlite_columns import SearchColumns
from storage.documents.sqlite_counts import aggregate
from storage.documents.sqlite_matches import Matcher
from storage.settings import Settings
from tests.contract.documents import document, store

_DOCUMENTS, _CITED = 200, 4


@pytest.mark.parametrize("kind", ["site", "page"])
def test_counting_takes_few_steps_a_citation(tmp_path: Path, kind: Literal["site", "page"]) -> None:
    path = tmp_path / "documents.db"
    with closing(open_documents(Settings(documents_url=f"sqlite:///{path}"))) as documents:
        addresses = [f"https://{number}.example/{number}" for number in range(_CITED)]
        cited = tuple(Citation(url=each, text="there") for each in addresses)
        store(documents, [document(str(n), "news", citations=cited) for n in range(_DOCUMENTS)])
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    request = SearchRequest(query=parse(""))
    with closing(sqlite3.connect(path)) as db:
        matcher = Matcher(db, SearchColumns().read(db))
        matches = matcher.matches(request)
        db.set_progress_handler(step, 1)
        found = aggregate(matcher, matches, request, ByCited(kind, 10))
    assert [each.documents for each in found] == [_DOCUMENTS] * _CITED
    # Looking each match up in three tables, and sorting what they cite, takes 27.
    assert steps < 15 * _DOCUMENTS * _CITED
