"""Terms of hot topics become keywords of lists, on both databases: what the role *stories* finds,
the next visit of a search source asks for.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from features.hot_words.choice import HotRules
from features.stories.tests.samples import forget_stories, service_of
from storage.backends import open_document_writer, open_documents
from storage.documents.port import Document
from storage.keys import url_key
from storage.settings import Settings
from tests.contract.documents import document

if TYPE_CHECKING:
    from newsroom.leading import LeadingService
    from storage.database.models import KeywordList
    from storage.database.store import DjangoConfiguration

ON = HotRules(enabled=True, min_sites=3)


@pytest.fixture
def settings(
    configuration_url: str, configuration: "DjangoConfiguration", tmp_path: Path
) -> Settings:
    forget_stories()
    return Settings(home=tmp_path, database_url=configuration_url)


@pytest.fixture
def service(settings: Settings) -> Iterator["LeadingService"]:
    made = service_of(settings)
    yield made
    made.resign()


def words_of_list(rules: HotRules = ON) -> "KeywordList":
    from features.hot_words.store import save_rules
    from storage.database.sources.keyword_lists import save_keyword_list

    words = save_keyword_list("Hot", ["harbour"], "anna")
    save_rules(words.pk, rules, "anna")
    return words


REPORTS = {
    "agency": ("Fenton depot burns down", "A depot in Kestrel Bay burned down. Nobody was hurt."),
    "paper": ("Flames destroy Fenton depot", "Firefighters fought all night in Kestrel Bay."),
    "radio": ("Fire at Fenton depot", "The building in Kestrel Bay is lost, the mayor said."),
    "daily": ("Fenton depot in ruins after fire", "Kestrel Bay woke to smoke over the quays."),
    "forum": ("Saw the Fenton depot fire?", "The flames in Kestrel Bay were huge last night."),
}


def fire(*sites: str, **fields: Any) -> list[Document]:
    """Return what these sites, or all, write about a fire at the Fenton depot."""
    now = datetime.now(UTC) - timedelta(minutes=20)
    known = {"lang": "en", "published": now, "collected": now, "channel": "feed", **fields}
    return [
        document(url_key(site), *REPORTS[site], site=f"{site}.example", **known)
        for site in sites or REPORTS
    ]


def write(settings: Settings, documents: list[Document]) -> None:
    with closing(open_document_writer(settings)) as writer:
        writer.write(documents)
    with closing(open_documents(settings)) as store:
        store.refresh()


def searched() -> tuple[str, ...]:
    """Return the keywords of the search source that is due."""
    from storage.database.store import DjangoConfiguration

    configuration = DjangoConfiguration()
    (source,) = configuration.due_sources(configuration.now() + timedelta(days=1), 10)
    return source.keywords


def add_search() -> None:
    from storage.database.sources.source_config import SourceConfig
    from storage.database.sources.sources import add_source

    draft = SourceConfig(
        name="Search",
        channel="search",
        address="https://example.org/?q={keyword}",
        result_parser="baidu",
        keyword_lists=("Hot",),
    )
    add_source(draft, "anna")


def test_the_term_of_a_hot_topic_is_searched_and_says_why(
    settings: Settings, service: "LeadingService"
) -> None:
    words = words_of_list()
    add_search()
    write(settings, fire())
    service.step()
    (found,) = words.hot_words.all()
    assert found.word == "Kestrel Bay"
    assert (found.lang, found.sites, found.is_new) == ("en", 5, False)
    assert found.count >= 3
    assert found.example_id in {url_key(site) for site in REPORTS}
    assert found.expires == found.last_hot + timedelta(days=3)
    assert searched() == ("harbour", found.word)


def test_what_search_sources_bring_makes_no_word_hot(
    settings: Settings, service: "LeadingService"
) -> None:
    words = words_of_list()
    write(settings, fire(channel="search"))
    service.step()
    from features.stories.public_topics import hot_topics

    topics = hot_topics()
    assert topics
    assert [each.label for each in topics.topics], "the topic is hot"
    assert not words.hot_words.exists()


def test_few_sites_beside_search_sources_are_not_enough(
    settings: Settings, service: "LeadingService"
) -> None:
    words = words_of_list()
    write(settings, [*fire("agency", "paper"), *fire("radio", "daily", "forum", channel="search")])
    service.step()
    assert not words.hot_words.exists()


def test_a_list_that_is_off_takes_no_word_and_one_that_is_switched_off_loses_them(
    settings: Settings, service: "LeadingService"
) -> None:
    from features.hot_words.store import save_rules

    words = words_of_list(replace(ON, enabled=False))
    write(settings, fire())
    service.step()
    assert not words.hot_words.exists()
    from features.hot_words.store import take
    from features.hot_words.tests.test_choice import term

    save_rules(words.pk, ON, "anna")
    assert take([term("Fenton depot")]) == (1, 0)
    save_rules(words.pk, replace(ON, enabled=False), "ben")
    assert not words.hot_words.exists()


def test_a_stopped_word_goes_and_does_not_come_back(settings: Settings) -> None:
    from features.hot_words.store import stop_word, take
    from features.hot_words.tests.test_choice import term
    from storage.database.models import AuditEntry

    words = words_of_list()
    add_search()
    assert take([term("Fenton depot"), term("央行", lang="zh-hans")]) == (2, 0)
    assert take([term("Fenton depot")]) == (0, 0)
    assert stop_word(words.pk, "Fenton depot", "ben")
    assert not stop_word(words.pk, "Fenton depot", "ben")
    assert take([term("Fenton depot")]) == (0, 0)
    assert searched() == ("harbour", "央行")
    entry = AuditEntry.objects.filter(who="ben").get()
    assert (entry.kind, entry.before, entry.after) == (
        "keywordlist",
        {"hot_stopped": []},
        {"hot_stopped": ["Fenton depot"]},
    )


def test_an_expired_word_is_not_searched_though_nobody_drops_it(settings: Settings) -> None:
    from features.hot_words.store import take
    from features.hot_words.tests.test_choice import term

    words = words_of_list()
    add_search()
    take([term("Fenton depot")])
    assert searched() == ("harbour", "Fenton depot")
    words.hot_words.update(expires=datetime.now(UTC) - timedelta(seconds=1))
    assert searched() == ("harbour",)


def test_a_word_goes_with_its_example_when_that_is_erased(settings: Settings) -> None:
    from features.hot_words.store import take
    from features.hot_words.tests.test_choice import term
    from hooks.process import features

    words = words_of_list()
    take([term("Fenton depot", example_id="one"), term("Kestrel Bay", example_id="two")])
    features().tell("erase_documents", ids={"one"})
    assert [each.word for each in words.hot_words.all()] == ["Kestrel Bay"]
