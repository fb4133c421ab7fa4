"""Saved searches: their matches, and which of these are new."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import QueryDict

from hooks.process import search_settings
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import SavedSearch
from storage.database.owned.keeping import find
from storage.database.searches import saved_searches as store
from storage.database.searches.search import Search
from storage.documents.errors import QueryError
from webui.apps import stores
from webui.search.matches import count_since
from webui.search.params import SearchParams, unknown_names

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
    if problems := _problems(draft.settings, draft.search):
        raise Invalid(problems)
    return store.save_search(draft, user, search_id)


def change_search(user: User, search_id: int, wanted: Search) -> SavedSearch:
    """Replace what one of the user's saved searches searches for, and nothing else of it.

    Raises NotFound, and Invalid also for an invalid query.
    """
    saved = find(SavedSearch, search_id, user)
    for each in _problems(vars(saved), wanted) if saved else ():
        # What is wrong with the settings meanwhile does not matter here.
        if each.field == "query":
            raise Invalid([each])
    return store.change_search(search_id, user, wanted)


def _problems(settings: Mapping[str, Any], wanted: Search) -> list[FieldError]:
    try:
        wanted.request()
    except QueryError as error:
        return [FieldError("query", "", ErrorCode.QUERY, {"error": error})]
    return [found for each in search_settings() for found in each.problems(settings, wanted)]


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
