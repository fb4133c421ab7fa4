"""Saved searches: their matches, and which of these are new."""

import hashlib
import json
import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from notify.alerts.digest import subject, text
from notify.alerts.matches import count_since
from notify.alerts.preview import preview
from notify.errors import NotDelivered
from notify.message import Message
from notify.messenger import Messenger
from notify.targets import target_problems
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import Delivery, SavedSearch
from storage.database.searches import saved_searches as store
from storage.database.searches.search import Search
from storage.database.secret_keys import webhook_secret
from storage.documents.errors import QueryError
from storage.documents.meaning import check_alert
from webui.apps import stores
from webui.search.params import SearchParams, unknown_names

_DELIVERIES_SHOWN = 10
_ALL_DELIVERIES_SHOWN = 100
_COUNT_SECONDS = 60


def searched(query: str) -> Search:
    """Return the search that a query string of the search page describes, as it is saved."""
    return _read(query).search().to_keep()


def problems_of(query: str) -> Sequence[str]:
    """Return what of such a query string cannot be read, in words."""
    asked = QueryDict(query.removeprefix("?"))
    return (*SearchParams.read(asked).problems, *unknown_names(asked))


def _read(query: str) -> SearchParams:
    return SearchParams.read(QueryDict(query.removeprefix("?")))


def params_of(search: SavedSearch) -> SearchParams:
    """Return a saved search as the search page shows it."""
    return SearchParams.from_json(search.criteria)


def editing_address(search: SavedSearch) -> str:
    """Return the query string with which the search page edits a saved search."""
    return replace(params_of(search), edit=search.pk).address


def reading_address(search: SavedSearch) -> str:
    """Return the query string of the page of matches, those found last first."""
    return replace(params_of(search), saved=search.pk, sort="collected").address


def next_unread(user: User, search_id: int) -> SavedSearch | None:
    """Return the first search after this one, in the order of the list, that has unread matches;
    the list begins again at its end.
    """
    searches = store.searches_of(user)
    ids = [search.pk for search in searches]
    start = ids.index(search_id) + 1 if search_id in ids else 0
    in_turn = searches[start:] + searches[:start]
    return next((search for search in in_turn if unread(search)), None)


def folders_of(user: User) -> list[str]:
    """Return the names of the user's folders, sorted."""
    return sorted({each.folder for each in store.searches_of(user)} - {""}, key=str.casefold)


def save(user: User, draft: store.SearchDraft, search_id: int | None = None) -> SavedSearch:
    """Add a saved search or change one of the user's.

    Raises NotFound, and Invalid also for an invalid query.
    """
    problems = list(target_problems(stores().settings, draft.alert, draft.target.strip(), "alert"))
    problems += _query_problems(draft.search, alerts=draft.alert != SavedSearch.Alert.NONE)
    if problems:
        raise Invalid(problems)
    return store.save_search(draft, user, search_id)


def change_search(user: User, search_id: int, wanted: Search) -> SavedSearch:
    """Replace what one of the user's saved searches searches for, and nothing else of it.

    Raises NotFound, and Invalid also for an invalid query.
    """
    alerts = SavedSearch.objects.filter(pk=search_id).exclude(alert=SavedSearch.Alert.NONE).exists()
    if problems := _query_problems(wanted, alerts=alerts):
        raise Invalid(problems)
    return store.change_search(search_id, user, wanted)


def _query_problems(search: Search, *, alerts: bool) -> list[FieldError]:
    try:
        request = search.request()
        if alerts:
            check_alert(stores().embedder(), request, search.match)
    except QueryError as error:
        return [FieldError("query", "", ErrorCode.QUERY, {"error": error})]
    return []


def mark_read(user: User, search_id: int) -> None:
    """Record that the user has read all matches so far. Raises NotFound."""
    store.mark_read(search_id, user)


def unread(search: SavedSearch) -> int | None:
    """Return how many matches were found since the owner read them; None for a query that no longer
    runs.

    The count is kept for a minute.
    """
    asked = hashlib.sha256(params_of(search).query_string.encode()).hexdigest()
    key = f"unread-{search.pk}-{search.read_until.timestamp()}-{asked}"
    found: int | None = cache.get(key)
    if found is None:
        try:
            found = count_since(stores(), search, search.read_until)
        except QueryError:
            return None
        cache.set(key, found, _COUNT_SECONDS)
    return found


def send_test(search: SavedSearch, link: str) -> str:
    """Send a test message to the target of an alert. Return why that failed, or ""."""
    title = gettext("Newsloom: test message for “%(name)s”") % {"name": search.name}
    said = gettext("This is a test. Alerts of this saved search will arrive here.")
    body = json.dumps(
        {"test": True, "search": {"name": search.name, "url": link}}, ensure_ascii=False
    )
    message = Message(
        number=uuid.uuid4().hex, subject=title, text=f"{said}\n{link}\n", body=body.encode()
    )
    try:
        Messenger(stores().settings).send(
            search.alert, search.target, message, webhook_secret(search)
        )
    except NotDelivered as failed:
        return failed.problem.translated()
    return ""


def preview_of(search: SavedSearch, origin: str) -> tuple[str, str] | None:
    """Return subject and text of the message that the alert of a search would send now; None if it
    would send none. Raises QueryError, Unavailable and Refused.
    """
    made = preview(stores(), search, timezone.now(), origin)
    return (subject(made), text(made)) if made else None


def all_deliveries(user: User) -> list[Delivery]:
    """Return the newest deliveries of all searches of the user."""
    return store.deliveries_to(user.pk, _ALL_DELIVERIES_SHOWN)


def deliveries(search: SavedSearch) -> list[Delivery]:
    """Return the newest deliveries."""
    return store.deliveries_of(search, _DELIVERIES_SHOWN)
