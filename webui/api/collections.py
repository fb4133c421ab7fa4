"""The collections that a user may see, with their documents, notes and tags."""

from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from ninja import Field, Path, Query, Router, Schema, Status

from storage.database.errors import NotFound
from storage.database.models import LearnedTag
from storage.database.people.rights import Right
from storage.database.searches import collections as store
from storage.database.searches import learned_tags as learning
from storage.database.searches.collection_models import CollectedDocument, Collection
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict, UndoneOut
from webui.collections import tags

router = Router(tags=["collections"])

CollectionId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Id of a collection.")]


class CollectionHead(Schema):
    """A collection without its documents."""

    id: int
    name: str
    sharing: str = Field(description="`private`, `read` or `write`: what other users may do.")
    is_own: bool
    size: int = Field(description="The number of its documents.")


class EntryOut(Schema):
    """A document in a collection.

    It may be gone from the store: `GET /documents/{id}` then answers 404.
    """

    document: str = Field(description="The id of the document.")
    title: str
    url: str
    site: str
    lang: str
    published: datetime | None
    note: str
    tags: list[str]
    added_by: str
    added: datetime


class EntriesQuery(Schema):
    """The page of a collection's documents."""

    tag: str = Field(
        "", max_length=300, description="Only documents to which a user gave this tag."
    )
    size: int = Field(100, ge=1, le=1_000, description="Documents on a page.")
    offset: int = Field(
        0, ge=0, le=MAX_NUMBER, description="Documents to leave out at the beginning."
    )


class CollectionOut(CollectionHead):
    """A collection with one page of its documents, last added first.

    `size` counts all that were asked for.
    """

    documents: list[EntryOut]


class LearnedTagOut(Schema):
    """A tag that learns from the documents of a collection that have it.

    `precision` is cross-validated, as the share of the `answered` documents. Both shares are null
    before there are any.
    """

    id: int
    tag: str
    learned: datetime | None
    examples: int
    others: int = Field(description="Examples without the tag.")
    drawn: int = Field(description="Documents drawn at random to learn from.")
    precision: float | None
    precision_low: float = Field(description="Where its 95 % interval begins.")
    precision_high: float
    answered: int
    recall: float | None = Field(
        description="The share of the examples with the tag that it finds: it is set to about "
        "0.75, 0.5 or 0.25, not measured."
    )
    problem: str = Field(
        description="Why it cannot be switched on: `few`, `unanswered`, `imprecise`, `rare` or "
        "empty."
    )
    on_since: datetime | None
    why_not: str = Field(
        description="Why a tag that is on pauses: `rights` (who switched it on may no longer fill "
        "the collection), `waiting` (too many proposals wait) or empty."
    )
    open: int = Field(description="Proposals that nobody has decided about.")


class ProposedTagOut(Schema):
    """A document for which a tag is proposed."""

    id: int
    document: str = Field(description="The id of the document.")
    title: str
    url: str
    site: str
    lang: str
    published: datetime | None
    at: datetime
    is_new: bool = Field(
        description="Whether it came after the tag was switched on; otherwise the tag asks, to "
        "learn how precise it is."
    )


class SwitchIn(Strict):
    """Whether a tag is proposed for new documents."""

    on: bool


class DecisionIn(Strict):
    """Whether a document should have the tag that is proposed."""

    is_right: bool


TagId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Id of a tag that learns.")]
ProposalId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Id of a proposal.")]


@router.get("/collections", auth=right(Right.SEARCH), response=answers({200: list[CollectionHead]}))
def list_collections(request: HttpRequest) -> list[CollectionHead]:
    """Return your collections and those that others share."""
    user = _user(request)
    return [_head(each, user, each.size) for each in store.collections_of(user)]  # type: ignore[attr-defined]


@router.get(
    "/collections/{collection_id}",
    auth=right(Right.SEARCH),
    response=answers({200: CollectionOut}, 404),
)
def collection(
    request: HttpRequest, collection_id: CollectionId, asked: Query[EntriesQuery]
) -> CollectionOut:
    """Return a collection and its documents."""
    user = _user(request)
    found = store.find_collection(collection_id, user)
    if found is None:
        raise Http404
    rows = store.documents_in(found, asked.tag)
    shown = rows[asked.offset : asked.offset + asked.size]
    return CollectionOut(
        **_head(found, user, len(rows)).dict(), documents=[_entry(row) for row in shown]
    )


@router.get(
    "/collections/{collection_id}/tags",
    auth=right(Right.SEARCH),
    response=answers({200: list[LearnedTagOut]}, 404),
)
def learned_tags(request: HttpRequest, collection_id: CollectionId) -> list[LearnedTagOut]:
    """Return the tags of a collection that learn: those on at least 20 documents."""
    found = store.find_collection(collection_id, _user(request))
    if found is None:
        raise Http404
    found_tags = learning.tags_of(found)
    return [_learned(each.learned, each.open) for each in found_tags if each.learned]


@router.put(
    "/learned-tags/{tag_id}",
    auth=right(Right.SEARCH),
    response=answers({200: LearnedTagOut}, 400, 404),
)
def switch_tag(request: HttpRequest, tag_id: TagId, content: SwitchIn) -> LearnedTagOut:
    """Switch a tag on, so that it is proposed for what is collected from now on, or off: that
    withdraws what nobody has decided about.
    """
    tags.switch(_tag(request, tag_id), _user(request), is_on=content.on)
    switched = _tag(request, tag_id)
    return _learned(switched, learning.count_open(switched))


@router.get(
    "/learned-tags/{tag_id}/proposals",
    auth=right(Right.SEARCH),
    response=answers({200: list[ProposedTagOut]}, 404),
)
def proposals(request: HttpRequest, tag_id: TagId) -> list[ProposedTagOut]:
    """Return the proposals that wait for a decision, the oldest first; there are 500 at most."""
    waiting = learning.open_proposals(_tag(request, tag_id), learning.MAX_OPEN)
    return [
        ProposedTagOut(
            id=each.pk,
            document=each.document_id,
            title=each.title,
            url=each.url,
            site=each.site,
            lang=each.lang,
            published=each.published,
            at=each.at,
            is_new=each.is_new,
        )
        for each in waiting
    ]


@router.post(
    "/learned-tags/{tag_id}/proposals/{proposal_id}/decide",
    auth=right(Right.SEARCH),
    response=answers({204: None}, 400, 404),
)
def decide(
    request: HttpRequest, tag_id: TagId, proposal_id: ProposalId, content: DecisionIn
) -> Status[None]:
    """Give a document the tag in the collection, or say that it should not have it.

    Nothing happens if somebody has decided before.
    """
    tag = _tag_with(request, tag_id, proposal_id)
    learning.decide(tag, [proposal_id], _user(request), is_right=content.is_right)
    return Status(204, None)


@router.post(
    "/learned-tags/{tag_id}/proposals/{proposal_id}/undo",
    auth=right(Right.SEARCH),
    response=answers({200: UndoneOut}, 404),
)
def undo_proposal(request: HttpRequest, tag_id: TagId, proposal_id: ProposalId) -> UndoneOut:
    """Undo what became of a proposal: a confirmed tag is taken away, one that waits is withdrawn,
    and one that was removed waits again.
    """
    tag = _tag_with(request, tag_id, proposal_id)
    return UndoneOut(undone=learning.undo(tag, [proposal_id], _user(request)))


def _tag(request: HttpRequest, tag_id: int) -> LearnedTag:
    found = learning.find_learned(tag_id, _user(request))
    if found is None:
        raise Http404
    return found


def _tag_with(request: HttpRequest, tag_id: int, proposal_id: int) -> LearnedTag:
    found = _tag(request, tag_id)
    if not learning.has_proposal(found, proposal_id):
        raise NotFound("proposal", proposal_id)
    return found


def _learned(tag: LearnedTag, waiting: int) -> LearnedTagOut:
    precision = tags.precision_of(tag)
    return LearnedTagOut(
        id=tag.pk,
        tag=tag.tag,
        learned=tag.learned,
        examples=tag.examples,
        others=tag.others,
        drawn=tag.drawn,
        precision=precision.share,
        precision_low=precision.low,
        precision_high=precision.high,
        answered=tag.answered,
        recall=tag.found / tag.examples if tag.examples else None,
        problem=tag.problem,
        on_since=tag.on_since,
        why_not=tag.why_not if tag.on_since else "",
        open=waiting,
    )


def _head(found: Collection, user: User, size: int) -> CollectionHead:
    return CollectionHead(
        id=found.pk,
        name=found.name,
        sharing=found.sharing,
        is_own=found.owner_id == user.pk,
        size=size,
    )


def _entry(row: CollectedDocument) -> EntryOut:
    return EntryOut(
        document=row.document_id,
        title=row.title,
        url=row.url,
        site=row.site,
        lang=row.lang,
        published=row.published,
        note=row.note,
        tags=row.tags,
        added_by=row.added_by,
        added=row.added,
    )


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
