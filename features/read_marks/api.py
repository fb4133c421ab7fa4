"""What you have read."""

from typing import Annotated, Literal

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja import Field, Router, Schema

from features.read_marks import store
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import Strict
from webui.search.services import documents

router = Router(tags=["documents"])


class ReadIn(Strict):
    """Documents to mark."""

    documents: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1,
        max_length=store.MAX_MARKS,
        description="Ids of documents; a page of a thread stands for the whole thread.",
    )
    state: Literal["read", "unread"] = "read"


class ReadOut(Schema):
    """What became of the marks."""

    changed: int = Field(
        description="How many documents and threads were not so before. Unknown ids change nothing."
    )


@router.post("/read-marks", auth=right(Right.SEARCH), response=answers({200: ReadOut}))
def mark_read(request: HttpRequest, content: ReadIn) -> ReadOut:
    """Mark documents as read or unread, for yourself alone."""
    assert isinstance(request.user, User)
    names = [store.name_of(each) for each in documents.listed(content.documents)]
    act = store.mark if content.state == "read" else store.unmark
    return ReadOut(changed=len(act(names, request.user)))
