"""What the alert of a saved search would tell now. Nothing is stored, marked or sent."""

from datetime import datetime, timedelta

from features.alerts.digest import MAX_SHOWN, Digest
from features.alerts.many import WITHIN
from features.alerts.matches import collected_since, enough, spike_of
from features.alerts.rules import would_mute
from features.alerts.runner import MAX_OF_DIGEST, address_of, told_stories
from features.alerts.times import DIGESTS, Mode
from storage.database.models import SavedSearch
from storage.database.searches import groups
from watch.stores import Stores


def preview(stores: Stores, search: SavedSearch, now: datetime, origin: str) -> Digest | None:
    """Return the message about what was found lately, also what the owner has been told of; None if
    there would be none.

    Raises QueryError, Unavailable and Refused.
    """
    # As much of the past as a digest tells of, and what a spike is about.
    since = now - (timedelta(days=7) if search.mode == Mode.WEEKLY else WITHIN)
    found_spike = None
    if search.mode == Mode.SPIKE:
        since = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)
        found_spike = spike_of(stores, search, since)
        if not found_spike:
            return None
    found = collected_since(stores, search, since, MAX_OF_DIGEST)
    muted = {each for _rule, ids, _problem in would_mute(stores, search, found) for each in ids}
    told = enough(search, [each for each in found if each.id not in muted])
    if not told:
        return None
    is_digest = search.mode in DIGESTS
    return Digest(
        delivery="",
        search=search.name,
        search_url=address_of(search, origin),
        origin=origin,
        total=len(told),
        documents=told[: -MAX_SHOWN - 1 : -1],
        stories=told_stories(stores, told) if is_digest and groups.all_groups() else (),
        spike=found_spike,
    )
