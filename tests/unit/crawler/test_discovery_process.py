"""Look-ups in their own process."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from crawler.discovery.discover import discover
from crawler.discovery.values import (
    DiscoveryResult,
    DiscoveryStep,
)
from fakeweb.web import FakeWeb
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.test_preview import without_pace

if TYPE_CHECKING:
    from django.test import Client


Browse = Callable[..., "Client"]


def test_a_look_up_does_not_reach_private_addresses(tmp_path: Path) -> None:
    *steps, answer = discover(Settings(home=tmp_path), ("http://localhost:9/",))
    assert all(isinstance(step, DiscoveryStep) for step in steps)
    assert isinstance(answer, DiscoveryResult)
    assert answer.outcome == Outcome.PRIVATE_ADDRESS


def test_discovery_in_its_own_process_finds_the_feed_of_a_site(tmp_path: Path) -> None:
    """The whole way, with Scrapy: the list, robots.txt and its sitemaps, and sample pages."""
    settings = without_pace(tmp_path)
    with FakeWeb.start(seed=5, stock=9, sites=("old-quay",)) as web:
        *_, answer = discover(settings, (web.address("old-quay"),))
    assert isinstance(answer, DiscoveryResult)
    assert answer.error == ""
    assert "feed" in [proposal.channel for proposal in answer.proposals]
    assert "sitemap" in [proposal.channel for proposal in answer.proposals]
