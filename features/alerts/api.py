"""The rules of the caller's saved searches.

Their schemas have members of the core, and those of each action that is on.
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Field, Router, Schema

from features.alerts import rule_store as rules
from features.alerts.models import SearchRule
from notify.errors import shown_problem
from storage.database.models import SavedSearch
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import Strict
from webui.owned.api import Id, seen
from webui.rights import user_of

router = Router(tags=["saved searches"])
_ACTS_SHOWN = 50
_ACTIONS = rules.rule_actions()
_CODES = " or ".join(f"`{code}`" for code in (*_ACTIONS, SearchRule.MUTE))


class RulesIn(*(each.takes for each in _ACTIONS.values()), Strict):  # type: ignore[misc]
    """What is done with new matches of a saved search, with your rights at that time."""

    mute: bool = Field(False, description="Whether your other alerts leave them out.")


class RuleActOut(Schema):
    """What a rule did because of a match."""

    id: int
    at: datetime
    action: str = Field(alias="rule.action", description=f"{_CODES}.")
    document: str = Field(alias="document_id", description="The id of the match.")
    undone: datetime | None


class RulesOut(*(each.gives for each in _ACTIONS.values()), Schema):  # type: ignore[misc]
    """The rules of a saved search; `problems` are why rules did less than they should, and `acts`
    the newest 50 things that they did.
    """

    mute: bool
    problems: list[str]
    acts: list[RuleActOut]


class UndoneOut(Schema):
    """How many things were undone."""

    undone: int


@router.get(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
    operation_id="webui_api_saved_searches_get_rules",
)
def get_rules(request: HttpRequest, search_id: Id) -> dict[str, Any]:
    """Return the rules of one of your saved searches, and what they did."""
    return _rules(seen(request, SavedSearch, search_id, own=True))


@router.put(
    "/saved-searches/{search_id}/rules",
    auth=right(Right.SEARCH),
    response=answers({200: RulesOut}, 404),
    operation_id="webui_api_saved_searches_change_rules",
)
def change_rules(request: HttpRequest, search_id: Id, content: RulesIn) -> dict[str, Any]:
    """Replace the rules of one of your saved searches.

    A new or changed rule concerns what is found from now on.
    """
    search = seen(request, SavedSearch, search_id, own=True)
    rules.save_rules(search.pk, user_of(request), content.dict())
    return _rules(search)


@router.post(
    "/saved-searches/{search_id}/rules/acts/{act_id}/undo",
    auth=right(Right.SEARCH),
    response=answers({200: UndoneOut}, 404),
    operation_id="webui_api_saved_searches_undo_act",
)
def undo_act(request: HttpRequest, search_id: Id, act_id: Id) -> dict[str, int]:
    """Undo what a rule did, if that is still so and you may."""
    search = seen(request, SavedSearch, search_id, own=True)
    return {"undone": rules.undo_acts(search.pk, user_of(request), [act_id])}


def _rules(search: SavedSearch) -> dict[str, Any]:
    known = rules.known_rules(search).values()
    return {
        **rules.rules_of(search),
        "problems": [shown_problem(each.problem) for each in known if each.problem],
        "acts": rules.acts_of(search, _ACTS_SHOWN),
    }
