"""What the one who waits for a visit is told when it goes wrong inside its process."""

from pathlib import Path

from crawler.discovery.discover import discover
from crawler.discovery.values import DiscoveryResult, DiscoveryStep
from crawler.preview import preview
from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings


def without_pace(home: Path) -> Settings:
    """Return settings with which a fake web is asked at once."""
    given = {"HOME": str(home), "ALLOW_NETWORKS": "127.0.0.0/8", "LOOKUP_PACE_SECONDS": "0"}
    return Settings.from_mapping({f"NEWSLOOM_{name}": value for name, value in given.items()})


def test_an_error_in_the_process_comes_back_as_a_sentence(tmp_path: Path) -> None:
    source = SourceRecord(
        id=1,
        name="s",
        channel="search",
        address="http://s.example/{keyword}",
        keywords=("新闻",),
        charset="idna",
    )
    answer = preview(Settings(home=tmp_path), source)
    assert answer.outcome == Outcome.INTERNAL
    assert answer.error.startswith(("UnicodeError", "UnicodeEncodeError"))


def test_a_look_up_does_not_reach_private_addresses(tmp_path: Path) -> None:
    *steps, answer = discover(Settings(home=tmp_path), ("http://localhost:9/",))
    assert all(isinstance(step, DiscoveryStep) for step in steps)
    assert isinstance(answer, DiscoveryResult)
    assert answer.outcome == Outcome.PRIVATE_ADDRESS


def test_what_is_known_of_a_list_is_not_fetched_again(tmp_path: Path) -> None:
    settings = without_pace(tmp_path)
    with FakeWeb.start(seed=5, stock=9, sites=("old-quay",)) as web:
        source = SourceRecord(
            id=1, name="s", channel="list", address=web.address("old-quay"), pace_seconds=0
        )
        first = preview(settings, source)
        again = preview(settings, source, first)
        asked = [request["path"] for request in web.requests("old-quay")]
    assert [sample.outcome for sample in first.samples] == [Outcome.STORED] * 3
    assert (again.links, again.samples) == (first.links, first.samples)
    assert len(asked) == len(set(asked)) == 5  # robots.txt, the list, three pages


def test_discovery_in_its_own_process_finds_the_feed_of_a_site(tmp_path: Path) -> None:
    """The whole way, with Scrapy: the list, robots.txt and its sitemaps, and sample pages."""
    settings = without_pace(tmp_path)
    with FakeWeb.start(seed=5, stock=9, sites=("old-quay",)) as web:
        *_, answer = discover(settings, (web.address("old-quay"),))
    assert isinstance(answer, DiscoveryResult)
    assert answer.error == ""
    assert "feed" in [proposal.channel for proposal in answer.proposals]
    assert "sitemap" in [proposal.channel for proposal in answer.proposals]
