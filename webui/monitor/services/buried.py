"""Buried jobs: read, retry and delete them."""

from scheduler.queue.port import BuriedJob
from watch.loading import Loaded, load
from watch.system.snapshot import all_buried
from webui.apps import stores

# One call handles all buried jobs; the port requires a number.
_ALL = 1_000_000


def buried() -> Loaded[list[BuriedJob]]:
    """Return the oldest buried jobs of all tubes."""
    return load(lambda: all_buried(stores().queue()))


def kick(tube: str, code: str | None) -> int:
    """Kick all buried jobs of a tube, or those with one reason; return how many."""
    return stores().queue().kick(tube, _ALL, code=code)


def drop(tube: str, code: str | None) -> int:
    """Delete all buried jobs of a tube, or those with one reason; return how many."""
    return stores().queue().drop_buried(tube, _ALL, code=code)
