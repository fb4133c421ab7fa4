"""What the port *documents* promises of a restore: no other one writes beside it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents.port import Documents
from storage.errors import Refused
from storage.settings import Settings


@pytest.fixture(params=["sqlite", "elasticsearch"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "elasticsearch":
        return str(request.getfixturevalue("elasticsearch_url"))
    return f"sqlite://{tmp_path}/documents.db"


def test_a_restore_for_another_database_is_refused_until_the_first_has_ended(url: str) -> None:
    with opened(url) as one, opened(url) as other:
        with one.restoring("the first"):
            with pytest.raises(Refused, match="another process restores") as refused:
                begin(other, "the second")
            assert "\n" not in str(refused.value)
            # The refusal leaves the one that is under way its place.
            with pytest.raises(Refused, match="another process restores"):
                begin(other, "the second")
        begin(other, "the second")


def test_one_that_failed_leaves_the_place_to_the_next(url: str) -> None:
    with opened(url) as documents:
        with pytest.raises(ValueError, match="damaged"), documents.restoring("the first"):
            raise ValueError("damaged")
        begin(documents, "the second")


def test_what_was_killed_is_repeated_with_its_database(elasticsearch_url: str) -> None:
    """The database lets only one of its own begin: so what it meets there is what was killed."""
    with (
        opened(elasticsearch_url) as killed,
        opened(elasticsearch_url) as again,
        killed.restoring("the first"),
    ):
        with pytest.raises(Refused, match="for the first, or was stopped"):
            begin(again, "the second")
        begin(again, "the first")
        begin(again, "the second")


def test_one_that_ends_while_another_asks_who_it_is_leaves_its_place(
    elasticsearch_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from elasticsearch import Elasticsearch

    indices = type(Elasticsearch("http://localhost:9").indices)
    with opened(elasticsearch_url) as one, opened(elasticsearch_url) as other, ExitStack() as first:
        first.enter_context(one.restoring("the first"))
        ask = indices.get_mapping

        def ask_late(client: Any, **options: Any) -> object:
            first.close()
            return ask(client, **options)

        monkeypatch.setattr(indices, "get_mapping", ask_late)
        begin(other, "the second")


def begin(documents: Documents, database: str) -> None:
    with documents.restoring(database):
        pass


@contextmanager
def opened(url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=url))) as documents:
        yield documents
