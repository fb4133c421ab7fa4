"""What look-ups find in tests."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from crawler.discovery.values import (
    DiscoveryResult,
    DiscoveryStage,
    DiscoveryStep,
    FoundBy,
    Proposal,
)
from storage.settings import Settings
from tests.unit.webui.test_source_form_lookup import NOW, SITE, VISIT

__all__ = ["FEED", "LIST", "DiscoveryResult", "FoundBy", "Proposal", "answers"]

FEED = Proposal(
    channel="feed",
    address=f"{SITE}/feed",
    found_by=FoundBy.DECLARED,
    title="Example <News>",
    entries=30,
    newest=NOW,
    per_day=12.2,
    interval_seconds=3600,
    preview=replace(VISIT, list_url=f"{SITE}/feed", fetched=None),
)
LIST = replace(
    FEED,
    channel="list",
    address=f"{SITE}/",
    found_by=FoundBy.TYPED,
    newest=None,
    per_day=0.5,
    preview=VISIT,
)


def answers(monkeypatch: pytest.MonkeyPatch, *messages: object) -> list[tuple[str, ...]]:
    """Let a look-up tell this; the list collects what was asked for."""
    import crawler.discovery.discover

    asked: list[tuple[str, ...]] = []

    def look_up(_settings: Settings, typed: tuple[str, ...]) -> Iterator[Any]:
        asked.append(typed)
        yield DiscoveryStep(DiscoveryStage.STARTED)
        yield from messages

    monkeypatch.setattr(crawler.discovery.discover, "discover", look_up)
    return asked
