"""What workers have learned of a source: whether it needs a browser, and which links lead
nowhere.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from scheduler.queue.port import RENDER_TUBE
from storage.database.models import Source
from storage.keys import host_of
from storage.learned.port import RENDERING, TRAPS
from storage.learned.render_need import RenderNeed, need_name
from storage.learned.trap import ALLOWED_SECONDS, Trap
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
            worker.pool == RENDER_TUBE for worker in stores().workers().alive(stores().pace().now())
        ),
    )


def traps_of(source: Source) -> Sequence[Trap]:
    """Return the traps that the source's lists led into, or that are on its host, the latest first.

    Raises Unavailable.
    """
    host = host_of(source.address)
    found = [Trap.from_fact(fact) for fact in stores().learned().facts(TRAPS).values()]
    ours = [trap for trap in found if trap.source_id == source.pk or trap.host == host]
    return sorted(ours, key=lambda trap: (-trap.at, trap.name))


def allow_trap(source: Source, name: str) -> Trap | None:
    """Let lists of the source follow the links of a trap again; return it, None if it is gone.

    Raises Unavailable.
    """
    trap = next((trap for trap in traps_of(source) if trap.name == name), None)
    if trap is None:
        return None
    stores().learned().put(TRAPS, trap.name, replace(trap, allowed=True).to_fact(), ALLOWED_SECONDS)
    return trap


def _since(need: RenderNeed, now: float) -> datetime | None:
    return datetime.fromtimestamp(need.since, UTC) if need.is_known(now) else None


def _need(fact: object) -> RenderNeed:
    return RenderNeed.from_fact(fact) if fact else RenderNeed()
