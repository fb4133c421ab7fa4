"""Events as an Atom feed (RFC 4287). Pure: the same events give the same bytes."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from watch.events.sentences import KINDS, EventView
from webui.xml_text import as_xml


class _DatedFeed(Atom1Feed):
    """Sets the time of the feed's last change; Django would use now for a feed without entries."""

    updated: datetime

    def latest_post_date(self) -> datetime:
        return self.updated


def atom(
    events: Sequence[EventView], page: str, address: str, updated: datetime, language: str
) -> bytes:
    """Return the feed of these events.

    Args:
        events: The entries, newest first.
        page: The address of the page of events.
        address: The address of the feed.
        updated: The time of its last change (aware).
        language: The language of the texts.
    """
    feed = _DatedFeed(
        title=_("Newsloom: events"),
        link=page,
        description="",
        language=language,
        feed_url=address,
        feed_guid=page,
    )
    feed.updated = updated
    for each in events:
        event = each.event
        feed.add_item(
            title=as_xml(each.text),
            link=f"{page}?show=each#event-{event.pk}",
            description="",
            pubdate=event.first,
            updateddate=event.at,
            unique_id=f"urn:newsloom:event:{event.pk}",
            unique_id_is_permalink=False,
            categories=(str(KINDS[event.kind]),),
        )
    return feed.writeString("utf-8").encode()
