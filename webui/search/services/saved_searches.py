"""Saved searches: their matches, and which of these are new."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import QueryDict
from django.utils.translation import gettext

from storage.database.errors import Invalid
from storage.database.models import Delivery, SavedSearch
from storage.database.searches import saved_searches as store
from storage.database.searches.search import Search
from storage.database.sources.validation import FieldError
from storage.documents.errors import QueryError
from storage.documents.port import Document, Hit, SearchRequest
from webui.alerts.errors import NotDelivered
from webui.alerts.message import Message
from webui.alerts.messenger import Messenger
from webui.alerts.spikes import DAYS, Spike, spike
from webui.alerts.targets import target_problems
from webui.apps import stores
from webui.labels import query_problem
from webui.rights import Right
from webui.search.params import SearchParams
from webui.search.services.documents import segmenter
from webui.secret_keys import webhook_secret

FEED_SIZE = 50
OVERLAP = timedelta(hours=24)
"""How far back each run looks again: a page may be stored long after it was collected, at worst
after an outage.
"""
_EVER = datetime(1970, 1, 1, tzinfo=UTC)
_DELIVERIES_SHOWN = 10
_ALL_DELIVERIES_SHOWN = 100
_COUNT_SECONDS = 60


def searched(query: str) -> Search:
    """Return the search that a query string of the search page describes, as it is saved."""
    return SearchParams.read(QueryDict(query.removeprefix("?"))).search().to_keep()


def params_of(search: SavedSearch) -> SearchParams:
    """Return a saved search as the search page shows it."""
    return SearchParams.from_json(search.criteria)


def request_of(search: SavedSearch) -> SearchRequest:
    """Return the search request. Raises ``QueryError``.

    Last found first, so that undated documents come too; and every copy, because a later one is new
    all the same.
    """
    asked = store.search_of(search).request(segmenter(), size=FEED_SIZE, facets=False)
    return replace(asked, sort="collected", copies="each")


def may_search(user: User) -> bool:
    """Return whether the owner of a search may still see its matches."""
    return bool(user.is_active and user.has_perm(Right.SEARCH))


def newest(search: SavedSearch) -> list[Hit]:
    """Return the newest matches, FEED_SIZE at most."""
    return list(stores().documents().find_hits(request_of(search)).hits)


def collected_since(search: SavedSearch, since: datetime, most: int) -> list[Document]:
    """Return matches collected at this time or later, oldest first, without their content, ``most``
    at most.
    """
    asked = request_of(search)
    asked = replace(asked, filters=replace(asked.filters, collected_since=since))
    return [
        replace(each, content="", posts=())
        for each in islice(stores().documents().export(asked), most)
    ]


def last_seen(document: Document) -> datetime:
    """Return when a match of ``collected_since`` was found, or last grew."""
    return max(document.collected, document.changed or document.collected)


def count_since(search: SavedSearch, since: datetime) -> int:
    """Return how many matches were collected at this time or later. Raises QueryError."""
    asked = request_of(search)
    asked = replace(asked, filters=replace(asked.filters, collected_since=since))
    return stores().documents().count_matches(asked).total


def spike_of(search: SavedSearch, hour: datetime) -> Spike | None:
    """Return the spike of the hour that begins at this time, or None. Raises QueryError.

    Compare only days before which the search has found something: Newsloom may be younger than two
    weeks.
    """
    everything = count_since(search, _EVER)
    earlier = []
    for days in range(1, DAYS + 1):
        start = hour - timedelta(days=days)
        since = count_since(search, start)
        if since == everything:
            break
        earlier.append(since - count_since(search, start + timedelta(hours=1)))
    count = count_since(search, hour) - count_since(search, hour + timedelta(hours=1))
    return spike(count, earlier)


def shown_documents(delivery: Delivery) -> Iterator[Document]:
    """Yield the documents of a delivery, except those deleted since."""
    for each in delivery.documents:
        document = stores().documents().get(each)
        if document is not None:
            yield document


def all_of(user: User) -> list[SavedSearch]:
    """Return the user's saved searches by name."""
    return store.searches_of(user.pk)


def get(user: User, search_id: int) -> SavedSearch | None:
    """Return one of the user's saved searches."""
    return store.find_search(search_id, user.pk)


def save(user: User, draft: store.SearchDraft, search_id: int | None = None) -> SavedSearch:
    """Add a saved search or change one of the user's.

    Raises NotFound, and Invalid also for an invalid query.
    """
    problems = list(target_problems(draft.alert, draft.target.strip(), "alert"))
    try:
        draft.search.request(segmenter())
    except QueryError as error:
        problems.append(FieldError("query", "", query_problem(error)))
    if problems:
        raise Invalid(problems)
    return store.save_search(draft, user, search_id)


def delete(user: User, search_id: int) -> None:
    """Delete one of the user's saved searches. Raises NotFound."""
    store.delete_search(search_id, user)


def set_feed(user: User, search_id: int, *, wanted: bool) -> SavedSearch:
    """Create, renew or turn off the feed. Raises NotFound."""
    return store.set_feed(search_id, user, wanted=wanted)


def mark_read(user: User, search_id: int) -> None:
    """Record that the user has read all matches so far. Raises NotFound."""
    store.mark_read(search_id, user)


def unread(search: SavedSearch) -> int | None:
    """Return how many matches were found since the owner read them; None for a query that no longer
    runs.

    The count is kept for a minute.
    """
    key = f"unread-{search.pk}-{search.read_until.timestamp()}"
    found: int | None = cache.get(key)
    if found is None:
        try:
            found = count_since(search, search.read_until)
        except QueryError:
            return None
        cache.set(key, found, _COUNT_SECONDS)
    return found


def send_test(search: SavedSearch, link: str) -> str:
    """Send a test message to the target of an alert. Return why that failed, or ""."""
    subject = gettext("Newsloom: test message for “%(name)s”") % {"name": search.name}
    text = gettext("This is a test. Alerts of this saved search will arrive here.")
    body = json.dumps(
        {"test": True, "search": {"name": search.name, "url": link}}, ensure_ascii=False
    )
    message = Message(
        number=uuid.uuid4().hex, subject=subject, text=f"{text}\n{link}\n", body=body.encode()
    )
    try:
        Messenger(stores().settings).send(
            search.alert, search.target, message, webhook_secret(search)
        )
    except NotDelivered as failed:
        return failed.problem.translated()
    return ""


def all_deliveries(user: User) -> list[Delivery]:
    """Return the newest deliveries of all searches of the user."""
    return store.deliveries_to(user.pk, _ALL_DELIVERIES_SHOWN)


def deliveries(search: SavedSearch) -> list[Delivery]:
    """Return the newest deliveries."""
    return store.deliveries_of(search, _DELIVERIES_SHOWN)
