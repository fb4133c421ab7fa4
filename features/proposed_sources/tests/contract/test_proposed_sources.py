"""Sites that the collection cites become proposed sources, on both databases, by the role
*stories*.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.backends import open_documents
from storage.database.port import STORIES_LOCK
from storage.documents.port import Citation, Document
from storage.settings import Settings
from tests.contract.documents import document, store

if TYPE_CHECKING:
    from features.proposed_sources.models import ProposedSource
    from newsroom.leading import TasksOfFeatures
    from storage.database.store import DjangoConfiguration

SOURCES = ("Agency", "Paper", "Radio", "Daily")


@pytest.fixture
def settings(
    configuration_url: str, configuration: "DjangoConfiguration", tmp_path: Path
) -> Settings:
    return Settings(home=tmp_path, database_url=configuration_url)


@pytest.fixture
def service(settings: Settings) -> Iterator["TasksOfFeatures"]:
    yield from _services(settings)


def _services(settings: Settings) -> Iterator["TasksOfFeatures"]:
    from newsroom.leading import TasksOfFeatures
    from storage.database.store import DjangoConfiguration

    made = TasksOfFeatures(
        DjangoConfiguration(STORIES_LOCK),
        open_documents(settings),
        None,
        lead_seconds=60,
    )
    yield made
    made.resign()


def _step(settings: Settings) -> None:
    """Do what a stories process does right after it has started."""
    services = _services(settings)
    next(services).step()
    assert next(services, None) is None


def citing(name: str, source: str, *addresses: str, age: int = 0) -> Document:
    return document(
        name,
        "news",
        source=source,
        site=f"{source.lower()}.example",
        collected=datetime.now(UTC) - timedelta(days=age, minutes=5),
        citations=tuple(Citation(url=address, text="there") for address in addresses),
    )


def write(settings: Settings, documents: list[Document]) -> None:
    with closing(open_documents(settings)) as opened:
        store(opened, documents)


def rows() -> "list[ProposedSource]":
    from features.proposed_sources.store import proposed

    return proposed(10)


def sites() -> list[str]:
    return [row.site for row in rows()]


def add(name: str, address: str) -> int:
    from storage.database.sources.source_config import SourceConfig
    from storage.database.sources.sources import add_source

    return add_source(SourceConfig(name=name, channel="feed", address=address), "anna").pk


def test_sites_that_three_sources_cite_are_proposed_with_examples(settings: Settings) -> None:
    wire, few = "http://www.wire.example:8080/1", "https://few.example/1"
    write(
        settings,
        [
            *(citing(f"{source}-{n}", source, wire) for source in SOURCES[:3] for n in (1, 2)),
            *(citing(f"late-{source}", source, "https://late.example/") for source in SOURCES),
            *(citing(f"few-{n}", SOURCES[n % 2], few) for n in range(9)),
            *(
                citing(f"old-{source}", source, "https://old.example/", age=40)
                for source in SOURCES
            ),
            *(citing(f"tube-{source}", source, "https://m.youtube.com/1") for source in SOURCES),
            # an own source, collected by a feed at another host
            *(citing(f"own-{source}", source, "https://agency.example/1") for source in SOURCES),
        ],
    )
    assert rows() == []
    _step(settings)
    assert [(row.site, row.sources, row.documents) for row in rows()] == [
        ("late.example", 4, 4),
        ("wire.example", 3, 6),
    ]
    row = rows()[1]
    assert row.address == "http://www.wire.example:8080/"
    assert len({name.partition("-")[0] for name in row.examples}) == 3
    # A source at the port at which the site is cited is that site.
    add("Wire", "http://www.wire.example:8080/feed")
    assert sites() == ["late.example"]


def _cited(settings: Settings, case: str) -> None:
    """Let all sources cite three sites. What people decide about them outlives a test."""
    addresses = [f"https://{name}-{case}.example/a" for name in ("one", "two", "three")]
    write(settings, [citing(source, source, *addresses) for source in SOURCES])


def test_what_people_have_decided_is_not_proposed(settings: Settings) -> None:
    from features.proposed_sources.store import dismiss
    from storage.database.models import AuditEntry
    from storage.database.sources.sources import delete_source

    _cited(settings, "kept")
    deleted = add("Two", "https://www.two-kept.example/feed")
    delete_source(deleted, "anna")
    _step(settings)
    assert sites() == ["one-kept.example", "three-kept.example"]

    assert dismiss(rows()[0].pk, "anna") == "one-kept.example"
    assert sites() == ["three-kept.example"]
    entry = AuditEntry.objects.get(action="dismiss")
    assert (entry.who, entry.subject) == ("anna", "one-kept.example")
    # A source leaves the list at once, not with the next look.
    three = add("Three", "https://three-kept.example/feed")
    assert sites() == []
    _step(settings)
    assert sites() == []
    delete_source(three, "anna")
    _step(settings)
    assert sites() == []


def test_what_was_erased_is_not_proposed(settings: Settings) -> None:
    from hooks.process import features
    from storage.database import tombstones
    from storage.tombstones.marks import site_mark

    _cited(settings, "erased")
    tombstones.add([site_mark("two-erased.example")], 1)
    _step(settings)
    assert sites() == ["one-erased.example", "three-erased.example"]
    example = rows()[0].examples[0]
    features().tell("erase_documents", ids=[example])
    assert len(rows()[0].examples) == 2
    assert example not in rows()[0].examples


def test_a_site_that_is_not_cited_any_more_is_not_proposed_any_more(settings: Settings) -> None:
    _cited(settings, "over")
    _step(settings)
    first = {row.site: row.found for row in rows()}
    write(settings, [citing(source, source, "https://two-over.example/a") for source in SOURCES])
    _step(settings)
    assert {row.site: row.found for row in rows()} == {
        "two-over.example": first["two-over.example"]
    }
