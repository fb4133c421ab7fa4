"""The caller's saved searches."""

from typing import Annotated

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Path, Router, Status
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
    MAX_NUMBER,
    SavedSearchIn,
    SavedSearchOut,
    UndoneOut,
)
from webui.search.feeds import FORMS
from webui.search.services import saved_searches as service

router = Router(tags=["saved searches"])

_ACTS_SHOWN = 50

Id = Annotated[int, Path(ge=1, le=MAX_NUMBER)]


@router.get(
    "/saved-searches", auth=right(Right.SEARCH), response=answers({200: list[SavedSearchOut]})
)
def list_saved_searches(request: HttpRequest) -> list[SavedSearchOut]:
    """Return your saved searches by name."""
    return [_shown(request, each) for each in service.all_of(_user(request))]


@router.post(
    "/saved-searches", auth=right(Right.SEARCH), response=answers({201: SavedSearchOut}, 400)
)
def add_saved_search(request: HttpRequest, content: SavedSearchIn) -> Status[SavedSearchOut]:
    """Save a search."""
    return Status(201, _shown(request, service.save(_user(request), _draft(content))))


@router.get(
    "/saved-searches/{search_id}",
    auth=right(Right.SEARCH),
    response=answers({200: SavedSearchOut}, 404),
)
def get_saved_search(request: HttpRequest, search_id: Id) -> SavedSearchOut:
    """Return one of your saved searches."""
    return _shown(request, _own(request, search_id))


@router.put(
    "/saved-searches/{search_id}",
    auth=right(Right.SEARCH),
    response=answers({200: SavedSearchOut}, 400, 404),
)
def change_saved_search(
    request: HttpRequest, search_id: Id, content: SavedSearchIn
) -> SavedSearchOut:
    """Replace one of your saved searches. Its feed and what you have read stay.

    The alert of another query reports what is found from now on.
    """
    return _shown(request, service.save(_user(request), _draft(content), search_id))


@router.delete(
    "/saved-searches/{search_id}", auth=right(Right.SEARCH), response=answers({204: None}, 404)
)
def delete_saved_search(request: HttpRequest, search_id: Id) -> Status[None]:
    """Delete one of your saved searches with its feed and alerts."""
    service.delete(_user(request), search_id)
    return Status(204, None)


@router.get(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
)
def get_rules(request: HttpRequest, search_id: Id) -> RulesOut:
    """Return the rules of one of your saved searches, and what they did."""
    return _rules(_own(request, search_id))


@router.put(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
)
def change_rules(request: HttpRequest, search_id: Id, content: RulesIn) -> RulesOut:
    """Replace the rules of one of your saved searches.

    A new or changed rule concerns what is found from now on.
    """
    search = _own(request, search_id)
    draft = rules.RulesDraft(values=content.dict(), mute=content.mute)
    rules.save_rules(search.pk, _user(request), draft)
    return _rules(search)


@router.post(
    "/saved-searches/{search_id}/rules/acts/{act_id}/undo",
    auth=right(Right.SEARCH),
    response=answers({200: UndoneOut}, 404),
)
def undo_act(request: HttpRequest, search_id: Id, act_id: Id) -> UndoneOut:
    """Undo what a rule did, if that is still so and you may."""
    search = _own(request, search_id)
    return UndoneOut(undone=rules.undo_acts(search.pk, _user(request), [act_id]))


def _own(request: HttpRequest, search_id: int) -> SavedSearch:
    search = service.get(_user(request), search_id)
    if search is None:
        raise Http404
    return search


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


def _draft(content: SavedSearchIn) -> SearchDraft:
    # What cannot be read would be left out, and the alert would report what nobody asked for.
    if problems := service.problems_of(content.query):
        raise ValidationError([{"loc": ("body", "query"), "msg": each} for each in problems])
    return SearchDraft(search=service.searched(content.query), **content.dict(exclude={"query"}))


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
        time_zone=search.time_zone,
        last_run=search.last_run,
        problem=shown_problem(search.problem),
        feeds=feeds,
    )


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
