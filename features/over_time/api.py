"""Counts over time, as the chart shows them."""

from dataclasses import replace
from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema
from ninja.errors import ValidationError
from pydantic import ConfigDict

from features.over_time.params import MAX_QUERIES, OverTimeParams
from features.over_time.services import Counted, count
from storage.database.people.rights import Right
from storage.documents.port import CopyMode, Sort
from webui.api.access import right
from webui.api.documents import search_params
from webui.api.problems import answers
from webui.api.schemas import SearchQuery, Text

router = Router(tags=["documents"])


class CountsQuery(SearchQuery):
    """A search, and how its matches are counted."""

    model_config = ConfigDict(populate_by_name=True)

    compare_with: list[Text] = Field(
        [],
        alias="with",
        max_length=MAX_QUERIES - 1,
        description="More queries, to be counted each.",
    )
    by: Literal[
        "", "source", "site", "channel", "lang", "kind", "tag", "author", "person", "org", "place"
    ] = Field(
        "",
        description="Count the five most frequent values of this field one by "
        "one; not together with "
        "`with`.",
    )
    share: bool = Field(
        False, description="Whether to count all documents of each bucket too, as `all`."
    )
    sort: Sort | Literal[""] = Field(
        "", description="Changes nothing: so the parameters of a search can be sent as they are."
    )
    copies: CopyMode = Field(
        "each", description="`once` counts documents with nearly the same text as one."
    )


class BucketOut(Schema):
    """A span of time, from `start` up to `end`."""

    start: datetime
    end: datetime


class GapOut(BucketOut):
    """A time without collection; `source` is empty if it was of the whole system."""

    source: str


class SeriesOut(Schema):
    """The counts of one query or value in each bucket."""

    name: str | None = Field(description="The query or the value; null for all other values.")
    counts: list[int]


class CountsOut(Schema):
    """Matches by time. Buckets end at borders of minutes, hours, days, months or years in the zone.

    `totals` are of the first query. In a gap, 0 means nothing: nobody looked.
    """

    unit: str = Field(description="The length of a bucket, as in `day`; empty without matches.")
    buckets: list[BucketOut]
    series: list[SeriesOut]
    totals: list[int]
    all: list[int] = Field(description="All documents in each bucket; empty without `share`.")
    gaps: list[GapOut] | None = Field(description="null if it cannot be read now which there are.")


@router.get(
    "/counts",
    auth=right(Right.SEARCH),
    response=answers({200: CountsOut}),
    operation_id="webui_api_counts_counts",
    summary="Count over time",
)
def counts(request: HttpRequest, asked: Query[CountsQuery]) -> CountsOut:
    """Return how many matches were published in each span of time, at most 62 spans.

    Documents without date are out.
    """
    params = OverTimeParams(
        search=replace(search_params(asked), copies=asked.copies),
        others=tuple(dict.fromkeys(text for text in map(str.strip, asked.compare_with) if text)),
        by=asked.by,
        share=asked.share,
    )
    if params.by and params.others:
        wrong = "goes with one query only; leave out `with` or `by`"
        raise ValidationError([{"loc": ("query", "by"), "msg": wrong}])
    found = count(params)
    if found is None:
        return CountsOut(unit="", buckets=[], series=[], totals=[], all=[], gaps=[])
    return _out(found)


def _out(found: Counted) -> CountsOut:
    gaps = (*found.gaps.drawn, *found.gaps.sources)
    return CountsOut.model_validate(
        {
            **vars(found),
            "unit": found.buckets.unit.name,
            "buckets": [{"start": start, "end": end} for start, end in found.buckets.spans()],
            "gaps": None if found.gaps.away else gaps,
        }
    )
