"""The briefs that a user may see, with their claims and sources."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponseBase
from ninja import Field, Path, Query, Schema

from features.briefs import services, store
from features.briefs.capture import MAX_QUOTE, MAX_SOURCES, WantedItem
from features.briefs.kind import BRIEFS
from features.briefs.models import Brief
from features.briefs.outline import BriefClaim, Numbered
from features.briefs.store import BriefText
from features.briefs.views import file_response
from hooks.answers import Quotation
from storage.database.owned.keeping import save
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict
from webui.owned.api import OwnedHead, owned_router, seen
from webui.rights import user_of

BriefId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Id of a brief.")]
DocumentId = Annotated[str, Field(max_length=64)]


class BriefHead(OwnedHead):
    """A brief without its items."""

    size: int = Field(description="The number of its items.")


class BriefSourceOut(Schema):
    """A document behind a claim, as it was when it was added or last accepted."""

    number: int = Field(description="Its number in the brief.")
    document: str
    title: str
    url: str
    site: str
    published: datetime | None
    collected: datetime | None
    quote: str = Field(description="What it says; empty for the document as a whole.")
    state: str = Field(
        description="What was found when it was last looked at: empty, `changed`, `reworded` (it "
        "no longer has the quote), `reserved` (it reserves its words since) or `gone`."
    )
    is_archived: bool


class BriefClaimOut(Schema):
    """What one or several sources say."""

    text: str
    value: str = Field(description="Where claims contradict each other, what this one says.")
    erased: int = Field(description="How many of its sources were erased.")
    sources: list[BriefSourceOut]


class ItemOut(Schema):
    """An item of a brief."""

    id: int
    kind: str = Field(description="`heading`, `note`, `document`, `line` or `story`.")
    text: str = Field(description="What a user wrote, for a heading or a note.")
    story: str = Field(description="The id of the story, for a story.")
    more_reports: int
    more_contradictions: int
    added_by: str
    added: datetime
    claims: list[BriefClaimOut]


class BriefOut(BriefHead):
    """A brief with its items in order."""

    renewed: datetime | None = Field(description="When its sources were last looked at.")
    items: list[ItemOut]


class BriefIn(Strict):
    """A new brief."""

    name: str = Field(max_length=200, examples=["Storm, Monday"])
    sharing: Literal["private", "read", "write"] = "private"


class QuotationIn(Strict):
    """A sentence of a document; `sentence` is that of what the reports of a story say."""

    document: DocumentId
    sentence: str = Field("", max_length=40, description="Empty for the title.")
    claim: str = Field("", max_length=200)


class ItemIn(Strict):
    """One item to add: of `text`, `story`, `quotations` and `document`, the first that is given."""

    text: str = Field("", max_length=store.MAX_TEXT, description="A note, or a heading.")
    kind: Literal["note", "heading"] = Field("note", description="What the text is.")
    story: str = Field("", max_length=64, description="Id of a story.")
    quotations: list[QuotationIn] = Field([], max_length=MAX_SOURCES)
    document: str = Field("", max_length=64, description="Id of a document.")
    words: str = Field(
        "", max_length=MAX_QUOTE, description="Words of the document, as in its text, to quote."
    )


class ItemsIn(Strict):
    """Items to add at the end, one after the other."""

    items: list[ItemIn] = Field(min_length=1, max_length=20)


class OrderIn(Strict):
    """All items of a brief in their new order."""

    items: list[int] = Field(max_length=store.MAX_ITEMS, description="Ids of items.")


class ExportQuery(Schema):
    """The format of an export."""

    format: Literal["md", "html", "docx"] = "md"


router = owned_router(
    BRIEFS,
    {
        "list": "Return your briefs and those that others share.",
        "add": "Add an empty brief.",
        "get": "Return a brief with its items and their sources.",
    },
    out=BriefOut,
    shown=lambda request, found: _shown(request, found),
    takes=BriefIn,
    saved=lambda request, content, brief_id: save(
        Brief, user_of(request), brief_id, **content.dict()
    ),
    heads=BriefHead,
)


@router.post(
    "/briefs/{brief_id}/items",
    auth=right(Right.SEARCH),
    response=answers({200: BriefOut}, 400, 404),
)
def add_items(request: HttpRequest, brief_id: BriefId, content: ItemsIn) -> BriefOut:
    """Add items to a brief that you may fill, all or none."""
    services.add_all(brief_id, [_wanted(each) for each in content.items], user_of(request))
    return _shown(request, seen(request, Brief, brief_id))


@router.put(
    "/briefs/{brief_id}/order",
    auth=right(Right.SEARCH),
    response=answers({200: BriefOut}, 400, 404),
)
def order_items(request: HttpRequest, brief_id: BriefId, content: OrderIn) -> BriefOut:
    """Put the items of a brief that you may fill into another order."""
    store.order_items(brief_id, content.items, user_of(request))
    return _shown(request, seen(request, Brief, brief_id))


@router.get(
    "/briefs/{brief_id}/export",
    auth=right(Right.EXPORT),
    response=answers({}, 404),
    openapi_extra={
        "responses": {
            200: {
                "description": "The brief as Markdown, HTML or DOCX.",
                "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def export_brief(
    request: HttpRequest, brief_id: BriefId, asked: Query[ExportQuery]
) -> HttpResponseBase:
    """Return a brief as a file, each claim with its numbered sources."""
    return file_response(request, seen(request, Brief, brief_id), asked.format)


def _wanted(item: ItemIn) -> WantedItem | BriefText:
    if item.text:
        return BriefText(kind=item.kind, text=item.text)
    quotations = [Quotation(**each.dict()) for each in item.quotations]
    return WantedItem(
        document=item.document,
        words=item.words,
        quotations=quotations,
        story=item.story,
        is_strict=True,
    )


def _shown(request: HttpRequest, found: Any) -> BriefOut:
    read = services.read(found)
    items = [
        ItemOut(
            claims=[_claim(claim) for claim in each.claims],
            **{name: getattr(each.item, name) for name in _OF_ITEM},
        )
        for each in read.items
    ]
    found.size = len(items)
    head = BriefHead.fields_of(found, request)
    return BriefOut(**head, renewed=found.renewed, items=items)


_OF_ITEM = [
    "id",
    "kind",
    "text",
    "story",
    "more_reports",
    "more_contradictions",
    "added_by",
    "added",
]
_OF_SOURCE = ["title", "url", "site", "published", "collected", "quote", "state", "is_archived"]


def _claim(claim: BriefClaim) -> BriefClaimOut:
    return BriefClaimOut(
        text=claim.text,
        value=claim.value,
        erased=claim.erased,
        sources=[_source(each) for each in claim.sources],
    )


def _source(numbered: Numbered) -> BriefSourceOut:
    facts = {name: getattr(numbered.source, name) for name in _OF_SOURCE}
    return BriefSourceOut(number=numbered.number, document=numbered.source.document_id, **facts)
