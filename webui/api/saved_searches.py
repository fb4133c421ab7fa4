"""The caller's saved searches."""

from django.http import HttpRequest
from django.urls import reverse
from ninja.errors import ValidationError

from notify.errors import shown_problem
from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from storage.database.searches import rules
from storage.database.searches.saved_searches import SearchDraft, search_of
from storage.database.secret_keys import feed_token
from webui.api.access import right
from webui.api.problems import answers
from webui.api.rule_schemas import RuleActOut, RulesIn, RulesOut
from webui.api.schemas import (
    SavedSearchIn,
    SavedSearchOut,
    UndoneOut,
)
from webui.owned.api import Id, owned_router, seen
from webui.rights import user_of
from webui.search.feeds import FORMS
from webui.search.owned_searches import SAVED_SEARCHES
from webui.search.services import saved_searches as service

_ACTS_SHOWN = 50


def _saved(request: HttpRequest, content: SavedSearchIn, search_id: int | None) -> SavedSearch:
    # What cannot be read would be left out, and the alert would report what nobody asked for.
    if problems := service.problems_of(content.query):
        raise ValidationError([{"loc": ("body", "query"), "msg": each} for each in problems])
    wanted = service.searched(content.query)
    draft = SearchDraft(search=wanted, **content.dict(exclude={"query"}))
    return service.save(user_of(request), draft, search_id)


def _shown(request: HttpRequest, search: SavedSearch) -> SavedSearchOut:
    token = feed_token(search)
    feeds = (
        {form: request.build_absolute_uri(reverse("feed", args=[token, form])) for form in FORMS}
        if token
        else {}
    )
    return SavedSearchOut(
        id=search.pk,
        name=search.name,
        query=search_of(search).query_string,
        alert=search.alert,
        target=search.target,
        mode=search.mode,
        every_minutes=search.every_minutes,
        at_least=search.at_least,
        time_zone=search.time_zone,
        last_run=search.last_run,
        problem=shown_problem(search.problem),
        feeds=feeds,
    )


router = owned_router(
    SAVED_SEARCHES,
    {
        "list": "Return your saved searches by name.",
        "add": "Save a search.",
        "get": "Return one of your saved searches.",
        "change": "Replace one of your saved searches. Its feed and what you have read stay.\n\n"
        "The alert of another query reports what is found from now on.",
        "delete": "Delete one of your saved searches with its feed and alerts.",
    },
    out=SavedSearchOut,
    shown=_shown,
    takes=SavedSearchIn,
    saved=_saved,
    own=True,
)


@router.get(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
)
def get_rules(request: HttpRequest, search_id: Id) -> RulesOut:
    """Return the rules of one of your saved searches, and what they did."""
    return _rules(seen(request, SavedSearch, search_id, own=True))


@router.put(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
)
def change_rules(request: HttpRequest, search_id: Id, content: RulesIn) -> RulesOut:
    """Replace the rules of one of your saved searches.

    A new or changed rule concerns what is found from now on.
    """
    search = seen(request, SavedSearch, search_id, own=True)
    draft = rules.RulesDraft(values=content.dict(), mute=content.mute)
    rules.save_rules(search.pk, user_of(request), draft)
    return _rules(search)


@router.post(
    "/saved-searches/{search_id}/rules/acts/{act_id}/undo",
    auth=right(Right.SEARCH),
    response=answers({200: UndoneOut}, 404),
)
def undo_act(request: HttpRequest, search_id: Id, act_id: Id) -> UndoneOut:
    """Undo what a rule did, if that is still so and you may."""
    search = seen(request, SavedSearch, search_id, own=True)
    return UndoneOut(undone=rules.undo_acts(search.pk, user_of(request), [act_id]))


def _rules(search: SavedSearch) -> RulesOut:
    draft = rules.rules_of(search)
    return RulesOut(
        **draft.values,
        mute=draft.mute,
        problems=[
            shown_problem(each.problem)
            for each in rules.known_rules(search).values()
            if each.problem
        ],
        acts=[
            RuleActOut(
                id=each.pk,
                at=each.at,
                action=each.rule.action,
                document=each.document_id,
                undone=each.undone,
            )
            for each in rules.acts_of(search, _ACTS_SHOWN)
        ],
    )
