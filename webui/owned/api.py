"""The operations of the REST API that all kinds of what users own have alike."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja import Field, Path, Router, Schema, Status

from storage.database.owned import keeping
from storage.database.owned.models import Owned
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER
from webui.owned.kinds import OwnedKind
from webui.rights import user_of

Id = Annotated[int, Path(ge=1, le=MAX_NUMBER)]


class OwnedHead(Schema):
    """What users own, without what is in it."""

    id: int
    name: str
    sharing: str = Field(description="`private`, `read` or `write`: what other users may do.")
    is_own: bool
    size: int = Field(description="How much is in it.")

    @classmethod
    def fields_of(cls, thing: Any, request: HttpRequest) -> dict[str, Any]:
        """Return the fields of one that has its ``size``."""
        return {
            "id": thing.pk,
            "name": thing.name,
            "sharing": thing.sharing,
            "is_own": thing.owner_id == request.user.pk,
            "size": thing.size,
        }


def seen(request: HttpRequest, model: Any, thing_id: int, *, own: bool = False) -> Any:
    """Return what the caller may see or, with ``own``, only what is the caller's.

    Raises Http404.
    """
    found = keeping.find(model, thing_id, user_of(request))
    if found is None or (own and found.owner_id != request.user.pk):
        raise Http404
    return found


def owned_router(
    kind: OwnedKind,
    says: Mapping[str, str],
    *,
    out: Any,
    shown: Callable[[HttpRequest, Any], Any],
    takes: Any = Schema,
    saved: Callable[[HttpRequest, Any, int | None], Owned] | None = None,
    heads: type[OwnedHead] | None = None,
    own: bool = False,
) -> Router:
    """Return a router with operations on a kind.

    Args:
        kind: The kind.
        says: What the operations do: ``list``, ``add``, ``get``, ``change``, ``delete``, as far as
            there are.
        out: The schema of one.
        shown: Returns one in that schema.
        takes: The schema of what is saved.
        saved: Adds one or, with an id, changes it.
        heads: The schema of one in the list, if that is another.
        own: Whether callers see only their own.
    """
    router = Router(tags=[kind.code.replace("_", " ")])
    parameter = f"{kind.noun.rpartition('_')[2]}_id"
    thing_id = Annotated[int, Path(ge=1, le=MAX_NUMBER, alias=parameter)]
    all_of = f"/{kind.code.replace('_', '-')}"
    one = f"{all_of}/{{{parameter}}}"

    def list_things(request: HttpRequest) -> Any:
        user = user_of(request)
        rows = keeping.things_of(kind.model, user)
        found = list(rows.filter(Q(owner=user)) if own else rows)
        if heads:
            return [heads.fields_of(each, request) for each in found]
        return [shown(request, each) for each in found]

    def add_thing(request: HttpRequest, content: takes) -> Any:
        assert saved
        return Status(201, shown(request, saved(request, content, None)))

    def get_thing(request: HttpRequest, found: thing_id) -> Any:
        return shown(request, seen(request, kind.model, found, own=own))

    def change_thing(request: HttpRequest, found: thing_id, content: takes) -> Any:
        assert saved
        return shown(request, saved(request, content, found))

    def delete_thing(request: HttpRequest, found: thing_id) -> Any:
        keeping.delete(kind.model, found, user_of(request))
        return Status(204, None)

    of_list: Any = heads or out
    operations: Mapping[str, tuple[str, str, Any, Any]] = {
        "list": ("GET", all_of, list_things, answers({200: list[of_list]})),
        "add": ("POST", all_of, add_thing, answers({201: out}, 400)),
        "get": ("GET", one, get_thing, answers({200: out}, 404)),
        "change": ("PUT", one, change_thing, answers({200: out}, 400, 404)),
        "delete": ("DELETE", one, delete_thing, answers({204: None}, 404)),
    }
    for name, description in says.items():
        method, path, view, response = operations[name]
        called = f"{name}_{kind.code if name == 'list' else kind.noun}"
        router.api_operation(
            [method],
            path,
            auth=right(Right.SEARCH),
            response=response,
            operation_id=f"webui_api_{kind.code}_{called}",
            summary=called.replace("_", " ").title(),
            description=description,
        )(view)
    return router
