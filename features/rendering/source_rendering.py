"""What is known of how a browser reads a source."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from features.rendering.policy import POOL, RENDERING
from features.rendering.render_need import RenderNeed, need_name
from storage.database.models import Source
from webui.apps import stores


@dataclass(frozen=True, kw_only=True)
class Rendering:
    """How a browser reads a source.

    ``pages`` and ``lists``: since when it is needed, None if it is not.

    ``in_vain``: a browser could not read its pages either. ``has_pool``: a worker with a browser
    runs.
    """

    setting: str
    pages: datetime | None
    lists: datetime | None
    in_vain: bool
    has_pool: bool

    @property
    def wants_pool(self) -> bool:
        """Return whether the source waits for a worker with a browser that nobody has started."""
        return not self.has_pool and (self.setting == "always" or bool(self.pages or self.lists))

    @property
    def is_known(self) -> bool:
        """Return whether there is anything to tell."""
        return self.setting != "auto" or bool(self.pages or self.lists) or self.in_vain


def rendering_of(source: Source) -> Rendering:
    """Return how a browser reads the source. Raises Unavailable."""
    now, facts = time.time(), stores().learned().facts(RENDERING)
    pages, lists = (
        _need(facts.get(need_name(source.pk, is_list=is_list))) for is_list in (False, True)
    )
    return Rendering(
        setting=source.render,
        pages=_since(pages, now) if source.render == "auto" else None,
        lists=_since(lists, now) if source.render == "auto" else None,
        in_vain=source.render == "auto" and pages.is_in_vain(now),
        has_pool=any(
            worker.pool == POOL for worker in stores().workers().alive(stores().pace().now())
        ),
    )


def _since(need: RenderNeed, now: float) -> datetime | None:
    if need.is_known(now):
        return datetime.fromtimestamp(need.since, UTC)
    return None


def _need(fact: object) -> RenderNeed:
    return RenderNeed.from_fact(fact) if fact else RenderNeed()
