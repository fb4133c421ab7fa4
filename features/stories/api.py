"""Lists of stories, one story with its documents, and hot topics."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router
from ninja.errors import ValidationError

from features.stories import services
from features.stories.models import Story, StoryMember
from features.stories.said import said_in
from features.stories.said_out import said_out
from features.stories.schemas import (
    ListedStoryOut,
    MembersQuery,
    PastTopicOut,
    SaidOut,
    SaidQuery,
    StoriesOut,
    StoriesQuery,
    StoryHead,
    StoryMemberOut,
    StoryOut,
    StoryTermOut,
    TellingOut,
    TopicsOut,
    TopicsQuery,
)
from features.stories.store import stories as store
from features.stories.store import topics as topic_store
from features.stories.store.stories import StoryRow
from storage.database.people.rights import Right
from storage.whole_numbers import whole_number
from webui.api.access import right
from webui.api.documents import search_params
from webui.api.problems import answers

router = Router(tags=["stories"])

_MAX_START = 10_000_000
"""No story has more reports."""
_MAX_PAST = 100

StoryId = Annotated[
    str, Path(max_length=64, pattern="^[A-Za-z0-9_-]+$", description="Id of a story.")
]


@router.get(
    "/stories",
    auth=right(Right.SEARCH),
    response=answers({200: StoriesOut}),
    summary="Stories",
)
def list_stories(request: HttpRequest, asked: Query[StoriesQuery]) -> StoriesOut:
    """Return the stories on several sites that have a matching document: of the last 24 hours,
    unless the search has dates.
    """
    start = _start(asked.cursor)
    search = services.in_time(search_params(asked).search())
    found = services.list_stories(search, asked.sort, start, asked.size)
    return StoriesOut(
        stories=[_row(row) for row in found.rows],
        total=found.total,
        partial=found.partial,
        cursor=_cursor(start + asked.size, found.total),
    )


@router.get(
    "/stories/{story_id}",
    auth=right(Right.SEARCH),
    response=answers({200: StoryOut}, 404),
    summary="A story",
)
def story(request: HttpRequest, story_id: StoryId, asked: Query[MembersQuery]) -> StoryOut:
    """Return a story with its documents, oldest first.

    The id of a merged story gives the one it became part of.
    """
    tellings = store.told(story_id)
    if not tellings:
        raise Http404
    found = store.head_of(tellings)
    start = _start(asked.cursor)
    members = store.members(found.pk, asked.size, start)
    langs = {each.pk: each.lang for each in tellings}
    head = _head(found, tellings)
    return StoryOut(
        **head.dict(),
        terms=[
            *(StoryTermOut(text=name, kind=kind) for name, kind in found.names),
            *(StoryTermOut(text=text, kind="word") for text, _kind in found.terms),
        ],
        members=[_member(member, langs.get(member.part, "")) for member in members],
        cursor=_cursor(start + asked.size, head.documents),
    )


@router.get(
    "/stories/{story_id}/said",
    auth=right(Right.SEARCH),
    response=answers({200: SaidOut}, 404),
    summary="What the reports of a story say",
)
def said(request: HttpRequest, story_id: StoryId, asked: Query[SaidQuery]) -> SaidOut:
    """Return what the reports agree on, contradict each other on, and what one site tells alone;
    every line is a sentence of a report.
    """
    tellings = store.told(story_id)
    if not tellings:
        raise Http404
    if asked.lang:
        chosen = [each for each in tellings if each.lang == asked.lang]
    else:
        chosen = tellings
    if not chosen:
        langs = ", ".join(each.lang for each in tellings)
        wrong = f"The story has no reports in “{asked.lang}”. Use one of: {langs}."
        raise ValidationError([{"loc": ("query", "lang"), "msg": wrong}])
    return said_out(said_in(chosen, asked.since))


@router.get(
    "/topics", auth=right(Right.SEARCH), response=answers({200: TopicsOut}), summary="Hot topics"
)
def topics(request: HttpRequest, asked: Query[TopicsQuery]) -> TopicsOut:
    """Return the terms that are far more frequent than usual at this hour and weekday, with the
    stories behind them; with `after` or `before`, those that were so then, at most 100.
    """
    found = topic_store.hot_topics()
    if asked.after or asked.before:
        past = topic_store.were_hot(asked.after, asked.before, _MAX_PAST)
        return TopicsOut(
            topics=[
                PastTopicOut(**asdict(each.topic), first=each.first, last=each.last)
                for each in past
            ],
            at=found.at if found else None,
            since=found.since if found else None,
        )
    if found is None:
        return TopicsOut(topics=[], at=None, since=None)
    return TopicsOut(
        topics=[PastTopicOut.from_orm(topic) for topic in found.topics],
        at=found.at,
        since=found.since,
    )


def _head(found: Story, tellings: Sequence[Story]) -> StoryHead:
    return StoryHead(
        id=found.pk,
        title=found.title,
        lead=found.lead,
        lang=found.lang,
        documents=sum(each.documents for each in tellings),
        languages=[
            TellingOut(lang=each.lang, title=each.title, documents=each.documents)
            for each in tellings
        ],
        first=min(each.first for each in tellings),
        last=max(each.last for each in tellings),
    )


def _member(member: StoryMember, lang: str) -> StoryMemberOut:
    return StoryMemberOut(
        document=member.document,
        title=member.title,
        lang=lang,
        site=member.site,
        kind=member.kind,
        published=member.published,
    )


def _row(row: StoryRow) -> ListedStoryOut:
    return ListedStoryOut(
        story=_head(row.story, [each for each, _documents in row.tellings]),
        documents=row.documents,
        sites=row.sites,
        threads=row.threads,
        recent=row.recent,
    )


def _cursor(reached: int, number: int) -> str:
    return str(reached) if reached < number else ""


def _start(cursor: str) -> int:
    if not cursor:
        return 0
    start = whole_number(cursor)
    if start is None or start > _MAX_START:
        raise ValidationError(
            [
                {
                    "loc": ("query", "cursor"),
                    "msg": "is not a cursor of this operation; send the one of the last answer",
                }
            ]
        )
    return start
