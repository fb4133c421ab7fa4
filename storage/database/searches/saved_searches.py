"""Saved searches: commands for the web interface. All commands raise Unavailable."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from hooks.process import search_settings
from storage.database.clock import database_now
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import SavedSearch
from storage.database.owned.keeping import changing, managed, things_of
from storage.database.searches.search import Search
from storage.database.sources.validation import check_folder

MAX_FOLDER = 100
"""Characters in the name of a folder."""
_MAX_LENGTH = 4_000
"""Characters of a search in an address: web servers take few more in a line."""


@dataclass(frozen=True, kw_only=True)
class SearchDraft:
    """A saved search as its owner edits it; the fields have the same meaning as in the model.

    ``search`` is what it searches for, ``settings`` are those of ``hooks.answers.SearchSettings``.
    """

    name: str
    search: Search
    language: str = "en"
    folder: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


def search_of(saved: SavedSearch) -> Search:
    """Return what a saved search searches for."""
    return Search.from_json(saved.criteria)


def searches_of(user: User) -> list[SavedSearch]:
    """Return the saved searches of a user by folder and name, those in no folder last."""
    return list(things_of(SavedSearch, user).filter(owner=user))


def save_search(draft: SearchDraft, owner: User, search_id: int | None = None) -> SavedSearch:
    """Add a saved search, or change the user's own one with this id.

    Raises Invalid with every problem, ValidationError, NotFound. What the owner has read stays
    read, and nothing else.
    """
    if problems := _problems(draft):
        raise Invalid(problems)
    with changing(SavedSearch, search_id, owner) as search:
        now = database_now()
        if search_id is None:
            search.created = search.read_until = now
        _replace_search(search, draft.search, now)
        search.name, search.language = draft.name, draft.language
        search.folder = " ".join(draft.folder.split())
        for each in search_settings():
            each.choose(search, draft.settings, now)
    return search


def change_search(search_id: int, owner: User, wanted: Search) -> SavedSearch:
    """Replace what a user's own saved search searches for, and nothing else of it.

    Alerts report what is found from now on, and so do those of its followers. Raises Invalid,
    NotFound.
    """
    if problems := _search_problems(wanted):
        raise Invalid(problems)
    with changing(SavedSearch, search_id, owner) as search:
        _replace_search(search, wanted, database_now())
    return search


def mark_read(search_id: int, owner: User, moment: datetime | None = None) -> None:
    """Record that the owner has read the matches that were found until now, or until ``moment``.

    Raises NotFound.
    """
    with transaction.atomic():
        search = managed(SavedSearch, search_id, owner)
        search.read_until = max(search.read_until, moment) if moment else database_now()
        search.save(update_fields=("read_until",))


def _replace_search(saved: SavedSearch, wanted: Search, now: datetime) -> None:
    """Put another search into a saved one, without saving it, and let its followers look for that.

    Older documents that only this one finds must not be sent as if they were new. Raises Invalid if
    the search is that of somebody else.
    """
    if search_of(saved) == wanted:
        return
    if saved.origin_id:
        raise Invalid([FieldError("query", "", ErrorCode.SEARCH_OF_ANOTHER)])
    saved.criteria, saved.notified_since, saved.problem = wanted.to_json(), now, ""
    if saved.pk:
        saved.followers.update(criteria=saved.criteria, notified_since=now, problem="")
        for each in search_settings():
            each.replaced(saved, now)


def _search_problems(search: Search) -> list[FieldError]:
    is_too_long = len(search.query_string) > _MAX_LENGTH
    error = FieldError("query", search.text[:40], ErrorCode.SEARCH_TOO_LONG)
    return [error] if is_too_long else []


def _problems(draft: SearchDraft) -> list[FieldError]:
    problems = [*_search_problems(draft.search), *check_folder(draft.folder.strip())]
    if len(draft.folder) > MAX_FOLDER:
        problems.append(
            FieldError("folder", draft.folder, ErrorCode.FOLDER_TOO_LONG, {"limit": MAX_FOLDER})
        )
    return problems
