"""Proposed sources: sites that the collection cites and that are not collected."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Path, Router, Schema, Status
from ninja.errors import ValidationError

from features.proposed_sources import services as service
from features.proposed_sources import store
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers, problem
from webui.api.schemas import MAX_NUMBER, SourceOut
from webui.api.sources import source_shown
from webui.sources.services.preview import TooManyVisits

router = Router(tags=["sources"])

Id = Annotated[int, Path(ge=1, le=MAX_NUMBER)]


class ProposedSourceOut(Schema):
    """A site that the collection cites and that is not collected, or a board that has appeared on a
    forum of which another board is collected.

    `documents` of so many `sources` cite a site; `examples` are the ids of some of them.
    """

    id: int
    site: str = Field(description="The site; of a board, its address without scheme.")
    board: str = Field(description="The title of a board; empty for a site.")
    forum: str = Field(description="The site of the board's forum; empty for a site.")
    address: str
    sources: int
    documents: int
    examples: list[str]


@router.get(
    "/proposed-sources",
    auth=right(Right.VIEW_SOURCES),
    response=answers({200: list[ProposedSourceOut]}),
)
def list_proposed_sources(request: HttpRequest) -> Any:
    """Return the proposed sources: new boards of forums, then sites, what most sources cite
    first.
    """
    return [
        ProposedSourceOut(
            id=row.pk,
            site=row.site,
            board=row.board,
            forum=row.forum,
            address=row.address,
            sources=row.sources,
            documents=row.documents,
            examples=row.examples,
        )
        for row in store.proposed(service.MAX_PROPOSALS)
    ]


@router.post(
    "/proposed-sources/{proposal_id}/accept",
    auth=right(Right.ADD_SOURCES),
    response=answers({201: SourceOut}, 404),
)
def accept_proposed_source(request: HttpRequest, proposal_id: Id) -> Any:
    """Look the site up, and add the best source that it offers.

    It takes up to a minute. To add another one, use `POST /sources` with an address of the site.
    """
    user = request.user
    try:
        saved = service.accept(proposal_id, str(user.pk), user.get_username())
    except TooManyVisits:
        answer = problem(
            request, 503, "Too many trials are running now. Try again in a few seconds."
        )
        answer["Retry-After"] = "10"
        return answer
    except service.NothingFound as error:
        where = ("path", "proposal_id")
        raise ValidationError([{"loc": where, "msg": error.advice}]) from error
    return Status(201, source_shown(saved))


@router.delete(
    "/proposed-sources/{proposal_id}",
    auth=right(Right.ADD_SOURCES),
    response=answers({204: None}, 404),
)
def dismiss_proposed_source(request: HttpRequest, proposal_id: Id) -> Status[None]:
    """Never propose this site again."""
    store.dismiss(proposal_id, request.user.get_username())
    return Status(204, None)
