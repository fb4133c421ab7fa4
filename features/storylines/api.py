"""Storylines, and one with its chapters."""

from datetime import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Field, Path, Query, Router, Schema

from features.storylines import services
from features.storylines.models import ChapterLine
from features.storylines.services import ChapterView, StorylineView
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import Strict
from webui.rights import user_of

router = Router(tags=["stories"])

_MAX_START = 1_000_000
StorylineId = Annotated[
    str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$", description="Id of a storyline.")
]


class StorylinesQuery(Strict):
    """A page of storylines."""

    q: str = Field("", max_length=300, description="What the headline of a chapter has.")
    followed: bool = Field(False, description="Only those that you follow.")
    start: int = Field(0, ge=0, le=_MAX_START, description="How many to leave out.")
    size: int = Field(20, ge=1, le=100, description="Storylines on a page.")


class StorylineHead(Schema):
    """A storyline. Its `id` stays."""

    id: str
    title: str = Field(description="The headline of its first chapter.")
    lang: str
    chapters: int
    documents: int
    sites: int
    first: datetime = Field(description="When its first report was published.")
    first_site: str
    newest: datetime = Field(description="When its newest chapter began.")
    last: datetime = Field(description="When its newest report was published.")
    is_followed: bool


class StorylinesOut(Schema):
    """A page of storylines, that with the newest chapter first."""

    storylines: list[StorylineHead]
    total: int


class LineOut(Schema):
    """A sentence of a report. `/documents/{document}/?sentence={sentence}` opens it there."""

    document: str
    sentence: str
    text: str
    lang: str
    site: str


class ChangeOut(Schema):
    """A figure that changed since the chapter before, with a sentence for each value."""

    figure: str = Field(description="What is counted, such as `dead`.")
    before: str
    after: str
    before_line: LineOut
    after_line: LineOut


class ChapterOut(Schema):
    """A chapter: a story, with what it adds to the chapter before."""

    story: str
    title: str
    lang: str
    first: datetime
    last: datetime
    documents: int
    sites: list[str] = Field(description="The sites that report it, the first one first.")
    changes: list[ChangeOut]
    new: list[LineOut]
    agreed: list[LineOut] = Field(
        description="What several sites tell, where nothing is known to be new."
    )
    is_compared: bool = Field(
        description="Its reports were compared. Until then, empty lists say nothing."
    )


class StorylineOut(StorylineHead):
    """A storyline with its chapters, the newest first, at most 100."""

    parts: list[ChapterOut]


@router.get(
    "/storylines",
    auth=right(Right.SEARCH),
    response=answers({200: StorylinesOut}),
    summary="Storylines",
)
def list_storylines(request: HttpRequest, asked: Query[StorylinesQuery]) -> StorylinesOut:
    """Return the matters that several stories tell of, that with the newest chapter first."""
    found = services.list_storylines(
        user_of(request).pk,
        "",
        text=asked.q.strip(),
        only_followed=asked.followed,
        start=asked.start,
        most=asked.size,
    )
    return StorylinesOut(
        storylines=[StorylineHead(**_head(each)) for each in found.rows], total=found.total
    )


@router.get(
    "/storylines/{storyline_id}",
    auth=right(Right.SEARCH),
    response=answers({200: StorylineOut}, 404),
    summary="A storyline",
)
def storyline(request: HttpRequest, storyline_id: StorylineId) -> StorylineOut:
    """Return a storyline with its chapters, and what each adds to the one before."""
    found = services.read(storyline_id, user_of(request).pk, "")
    if found is None:
        raise Http404
    return StorylineOut(**_head(found), parts=[_chapter(each) for each in found.chapters])


def _head(found: StorylineView) -> dict[str, Any]:
    return {
        "id": found.id,
        "title": found.title,
        "lang": found.lang,
        "chapters": found.number,
        "documents": found.documents,
        "sites": found.sites,
        "first": found.first,
        "first_site": found.first_site,
        "newest": found.newest.chapter.first,
        "last": found.last,
        "is_followed": found.is_followed,
    }


def _chapter(view: ChapterView) -> ChapterOut:
    return ChapterOut(
        story=view.chapter.story,
        title=view.story.title,
        lang=view.story.lang,
        first=view.chapter.first,
        last=view.chapter.last,
        documents=view.documents,
        sites=list(view.sites),
        changes=[
            ChangeOut(
                figure=each.figure,
                before=each.before.value,
                after=each.after.value,
                before_line=_line(each.before),
                after_line=_line(each.after),
            )
            for each in view.changes
        ],
        new=[_line(each) for each in view.new],
        agreed=[_line(each) for each in view.agreed],
        is_compared=view.chapter.is_compared,
    )


def _line(line: ChapterLine) -> LineOut:
    return LineOut(
        document=line.document,
        sentence=line.sentence,
        text=line.text,
        lang=line.lang,
        site=line.site,
    )
