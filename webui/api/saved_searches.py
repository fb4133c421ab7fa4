"""The caller's saved searches."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from ninja import Field, Schema
from ninja.errors import ValidationError

from hooks.process import search_settings
from storage.database.models import SavedSearch
from storage.database.searches.saved_searches import SearchDraft, search_of
from storage.database.secret_keys import feed_token
from webui.api.schemas import Strict
from webui.owned.api import owned_router
from webui.owned.views import feeds
from webui.rights import user_of
from webui.search.owned_searches import SAVED_SEARCHES
from webui.search.services import saved_searches as service

_SETTINGS = search_settings()


class _SearchIn(Strict):
    name: str = Field(max_length=200, examples=["Banks"])
    query: str = Field("", max_length=4000, examples=["q=bank&site=example.org"])


class SavedSearchIn(*(each.takes for each in _SETTINGS), _SearchIn):  # type: ignore[misc]
    """A saved search.

    `query` is the query string of the search page's address, without the question mark.
    """


class _SearchOut(Schema):
    id: int
    name: str
    query: str
    feeds: dict[str, str]

    @staticmethod
    def resolve_query(search: SavedSearch) -> str:
        return search_of(search).query_string

    @staticmethod
    def resolve_feeds(search: SavedSearch, context: Mapping[str, Any]) -> dict[str, str]:
        found = feeds(context["request"], "feed", feed_token(search))
        return {form.lower(): address for form, address in found}


class SavedSearchOut(*(each.gives for each in _SETTINGS), _SearchOut):  # type: ignore[misc]
    """A saved search. `feeds` has the addresses by format, if there is a feed."""


def _saved(request: HttpRequest, content: Any, search_id: int | None) -> SavedSearch:
    # What cannot be read would be left out, and alerts would report what nobody asked for.
    if problems := service.problems_of(content.query):
        raise ValidationError([{"loc": ("body", "query"), "msg": each} for each in problems])
    settings = content.dict(exclude={"name", "query"})
    wanted = service.searched(content.query)
    draft = SearchDraft(name=content.name, search=wanted, settings=settings)
    return service.save(user_of(request), draft, search_id)


router = owned_router(
    SAVED_SEARCHES,
    {
        "list": "Return your saved searches by name.",
        "add": "Save a search.",
        "get": "Return one of your saved searches.",
        "change": "Replace one of your saved searches. Its feed and what you have read stay.\n\n"
        "Of another query, you are told what is found from now on.",
        "delete": "Delete one of your saved searches with its feed and settings.",
    },
    out=SavedSearchOut,
    shown=lambda _request, search: search,
    takes=SavedSearchIn,
    saved=_saved,
    own=True,
)
