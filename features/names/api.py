"""Names with several spellings."""

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Field, Router, Schema

from features.names.store import save_spellings, spelled_names
from storage.database.people.rights import Right
from storage.database.searches.spellings import all_spellings
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import Strict

router = Router(tags=["names"])


class SpelledNameIn(Strict):
    """A name with its other spellings."""

    kind: Literal["person", "org", "place"]
    name: str = Field(max_length=200, examples=["WHO"])
    spellings: list[str] = Field(
        max_length=30, examples=[["World Health Organization", "世卫组织"]]
    )


class SpelledNameOut(Schema):
    """A name with its other spellings."""

    kind: Literal["person", "org", "place"]
    name: str
    spellings: list[str]


@router.get(
    "/names/spellings",
    auth=right(Right.SEARCH),
    response=answers({200: list[SpelledNameOut]}),
)
def list_spellings(request: HttpRequest) -> Any:
    """Return the names that have several spellings, by kind and name."""
    return spelled_names()


@router.put(
    "/names/spellings",
    auth=right(Right.SEARCH),
    response=answers({200: SpelledNameOut}, 400),
)
def replace_spellings(request: HttpRequest, content: SpelledNameIn) -> Any:
    """Replace the other spellings of a name; without any, it has only its own."""
    who = request.user.get_username()
    save_spellings(content.kind, content.name, content.spellings, who)
    _name, *others = all_spellings().of(content.kind, content.name)
    return {"kind": content.kind, "name": content.name, "spellings": others}
