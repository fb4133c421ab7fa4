"""Stories for the tests of features that need them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from storage.backends import open_documents, open_written
from storage.database.port import STORIES_LOCK
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter
from storage.settings import Settings

if TYPE_CHECKING:
    from features.stories.grouping.service import StoryService
    from features.stories.store.topics import Topic


def forget_stories() -> None:
    """Let there be no stories and no topics."""
    from features.stories.store.stories import clear

    clear()


def keep_topics(topics: "Sequence[Topic]", since: datetime) -> None:
    """Let these topics be hot, with terms counted since a time."""
    from features.stories.store.topics import keep

    keep(topics, since)


def keep_story(documents: Sequence[Document], **fields: Any) -> None:
    """Store a story with these documents, under the id of the first."""
    from features.stories.models import Story, StoryMember

    story = Story.objects.create(id=documents[0].id, documents=len(documents), **fields)
    for each in documents:
        assert each.published
        StoryMember.objects.create(
            document=each.id,
            story=story.pk,
            part=story.pk,
            site=each.site,
            kind=each.kind,
            title=each.title,
            published=each.published,
        )


def add_report(story: str, document: Document) -> None:
    """Let a story have one more report."""
    from features.stories.models import Story, StoryMember

    assert document.published
    StoryMember.objects.create(
        document=document.id,
        story=story,
        part=story,
        site=document.site,
        kind=document.kind,
        title=document.title,
        published=document.published,
    )
    Story.objects.filter(pk=story).update(documents=StoryMember.objects.filter(story=story).count())


def add_reports(story: str, number: int, sites: int) -> None:
    """Let a story have many more reports, on so many sites."""
    from features.stories.models import Story, StoryMember

    published = Story.objects.get(pk=story).last
    StoryMember.objects.bulk_create(
        StoryMember(
            document=f"{place:032x}",
            story=story,
            part=story,
            site=f"site{place % sites}.example",
            kind="article",
            title="Again",
            published=published,
        )
        for place in range(number)
    )


def move_report(document: str, site: str) -> None:
    """Let another site have a report of a story."""
    from features.stories.models import StoryMember

    StoryMember.objects.filter(document=document).update(site=site)


def service_of(settings: Settings) -> "StoryService":
    """Return the service of the role *stories*; resign it when it is no longer used."""
    from features.stories.grouping.service import StoryService
    from storage.database.store import DjangoConfiguration

    return StoryService(
        DjangoConfiguration(STORIES_LOCK),
        open_documents(settings),
        open_written(settings),
        default_segmenter().tag,
        lead_seconds=60,
    )
