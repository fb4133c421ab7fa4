"""What the API takes and gives of the rules of a saved search: members of the core, and those of
each action that is on.
"""

from datetime import datetime

from ninja import Field, Schema

from storage.database.models import SearchRule
from storage.database.searches.rules import rule_actions
from webui.api.schemas import Strict

_ACTIONS = rule_actions()
_CODES = " or ".join(f"`{code}`" for code in (*_ACTIONS, SearchRule.MUTE))


class RulesIn(*(each.takes for each in _ACTIONS.values()), Strict):  # type: ignore[misc]
    """What is done with new matches of a saved search, with your rights at that time."""

    mute: bool = Field(False, description="Whether your other alerts leave them out.")


class RuleActOut(Schema):
    """What a rule did because of a match."""

    id: int
    at: datetime
    action: str = Field(description=f"{_CODES}.")
    document: str = Field(description="The id of the match.")
    undone: datetime | None


class RulesOut(*(each.gives for each in _ACTIONS.values()), Schema):  # type: ignore[misc]
    """The rules of a saved search; `problems` are why rules did less than they should, and `acts`
    the newest 50 things that they did.
    """

    mute: bool
    problems: list[str]
    acts: list[RuleActOut]
