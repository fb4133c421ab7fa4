"""The terms that tell the matches of a search from other documents, and what rises in them."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from features.top_terms.services import TopTerms, exact_top_terms
from storage.database.people.rights import Right
from storage.documents.port import CopyMode
from webui.api.access import right
from webui.api.documents import search_params
from webui.api.problems import answers
from webui.api.schemas import SearchQuery

router = Router(tags=["documents"])


class TermsQuery(SearchQuery):
    """A search, and how documents with a term are counted."""

    copies: CopyMode = Field(
        "each", description="`once` counts documents with nearly the same text as one."
    )


class TermOut(Schema):
    """A term; `count` of all matches have it, which `query` finds with the same filters."""

    term: str
    count: int
    query: str


class RisingTermOut(TermOut):
    """A term that rises: `count` of the period, `earlier` of the time before."""

    earlier: int


class RiseOut(Schema):
    """What rises in the period from `start` on, against as long a time before it.

    `end` is null for a period up to now.
    """

    start: datetime
    end: datetime | None
    documents: int = Field(description="Matches of the period.")
    earlier_documents: int = Field(description="Matches of the time before.")
    terms: list[RisingTermOut]


class TermsOut(Schema):
    """The top terms of a search, the most telling first."""

    terms: list[TermOut]
    read: int = Field(
        description="In the beginnings of how many documents terms were found, copies once."
    )
    total: int = Field(description="How many documents match.")
    compared_with: int = Field(description="With how many of all documents they were compared.")
    rise: RiseOut | None = Field(description="Null for a search with a last date and no first one.")


@router.get(
    "/terms",
    auth=right(Right.SEARCH),
    response=answers({200: TermsOut}),
    operation_id="webui_api_terms_terms",
    summary="Find top terms",
)
def terms(request: HttpRequest, asked: Query[TermsQuery]) -> TermsOut:
    """Return the terms that tell the matches from all other documents, and those that rise.

    They are found in a sample and counted in all matches. The search is always by words. One of all
    documents has no `terms`, because there are no others. Without a first date, the last 7 days are
    compared with the 7 days before.
    """
    return _out(exact_top_terms(search_params(asked, copies=asked.copies)))


def _out(found: TopTerms) -> TermsOut:
    rise = found.rise
    return TermsOut(
        terms=[TermOut(term=each.text, count=each.count, query=each.query) for each in found.terms],
        read=found.read,
        total=found.total,
        compared_with=found.others,
        rise=RiseOut(
            start=rise.start,
            end=rise.end,
            documents=rise.documents,
            earlier_documents=rise.earlier_documents,
            terms=[
                RisingTermOut(
                    term=each.text, count=each.count, earlier=each.earlier, query=each.query
                )
                for each in rise.terms
            ],
        )
        if rise
        else None,
    )
