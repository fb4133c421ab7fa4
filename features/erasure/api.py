"""Erase documents for good: ask what that reaches, confirm it, and follow it."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Path, Router, Schema
from ninja.errors import HttpError

from features.erasure import store
from features.erasure.forms import MAX_REASON
from features.erasure.plan import make_plan
from features.erasure.progress import progress_of
from features.erasure.selection import MAX_NAMED, SelectionKind, selection_of
from storage.database.errors import NotFound
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict
from webui.apps import stores
from webui.search.services import documents

router = Router(tags=["documents"])
_Id = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Number of an erasure.")]


class ErasureIn(Strict):
    """Documents to erase. Without `confirm`, nothing is erased: the answer says what would be."""

    documents: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1, max_length=MAX_NAMED, description="Ids of documents."
    )
    confirm: int | None = Field(
        None, ge=1, description="The number of documents that the answer without it has named."
    )
    reason: str = Field(
        "",
        max_length=MAX_REASON,
        description="Why, for the audit log. Do not name the person or the text.",
    )


class ErasureOut(Schema):
    """What an erasure reaches."""

    erasure: int | None = Field(description="Its number once it is ordered.")
    documents: int
    gone: int = Field(description="Those of the named ones that are not stored.")
    versions: int = Field(description="Earlier texts of them.")
    archived: int = Field(description="Pages of them in the archive.")
    copies: int = Field(description="Other documents with nearly the same text, which stay.")


class ErasureState(Schema):
    """How far an erasure is."""

    step: int
    steps: int
    is_done: bool
    problem: str = Field(description="Why it waits, empty if it does not.")


@router.post(
    "/erasures", auth=right(Right.MANAGE_USERS), response=answers({200: ErasureOut}, 404, 409)
)
def erase_documents(request: HttpRequest, content: ErasureIn) -> ErasureOut:
    """Say what erasing documents reaches; with `confirm` and `reason`, order it for good.

    What is ordered is carried out in the background.
    """
    named = list(dict.fromkeys(content.documents))
    stored = [each.id for each in documents.listed(named)]
    if not stored:
        raise NotFound("document", named[0])
    plan = make_plan(stores(), selection_of(SelectionKind.DOCUMENT, stored, most=len(stored)))
    ordered = None
    if content.confirm is not None:
        if content.confirm != plan.numbers["documents"]:
            raise HttpError(
                409,
                f"Nothing was erased: the documents are {plan.numbers['documents']}, not "
                f"{content.confirm}. Ask again without `confirm`, and confirm that number.",
            )
        if not content.reason.strip():
            raise HttpError(409, "Nothing was erased: say why in `reason`.")
        ordered = store.order(plan, request.user.get_username(), content.reason.strip()).pk
    return ErasureOut(
        erasure=ordered,
        documents=plan.numbers["documents"],
        gone=len(named) - len(stored),
        versions=plan.numbers["versions"],
        archived=plan.numbers["archived"],
        copies=plan.numbers["copies"],
    )


@router.get(
    "/erasures/{erasure_id}",
    auth=right(Right.MANAGE_USERS),
    response=answers({200: ErasureState}, 404),
)
def erasure(request: HttpRequest, erasure_id: _Id) -> ErasureState:
    """Return how far an erasure is."""
    found = store.find(erasure_id)
    if found is None:
        raise NotFound("erasure", erasure_id)
    progress = progress_of(found)
    return ErasureState(
        step=progress.step,
        steps=progress.steps,
        is_done=progress.is_done,
        problem=progress.problem,
    )
