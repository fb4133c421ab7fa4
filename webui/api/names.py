"""Names with several spellings."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from storage.database.names.spellings import all_spellings, save_spellings, spelled_names
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import SpelledNameIn, SpelledNameOut

router = Router()
_NAMES = ["names"]


@router.get(
    "/names/spellings",
    auth=right(Right.SEARCH),
    response=answers({200: list[SpelledNameOut]}),
    tags=_NAMES,
)
def list_spellings(request: HttpRequest) -> Any:
    """Return the names that have several spellings, by kind and name."""
    return spelled_names()


@router.put(
    "/names/spellings",
    auth=right(Right.SEARCH),
    response=answers({200: SpelledNameOut}, 400),
    tags=_NAMES,
)
def replace_spellings(request: HttpRequest, content: SpelledNameIn) -> Any:
    """Replace the other spellings of a name; without any, it has only its own."""
    who = request.user.get_username()
    save_spellings(content.kind, content.name, content.spellings, who)
    _name, *others = all_spellings().of(content.kind, content.name)
    return {"kind": content.kind, "name": content.name, "spellings": others}
