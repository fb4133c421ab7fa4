"""Documents taken out of stories, on both databases: nothing of them is left, in the role's memory
neither.
"""

import json
import zlib
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from features.stories.tests.contract.test_stories import (
    _REPORTS,
    Open,
    open_service,
    settings,
    written_report,
)
from newsroom.terms import tokens_of
from storage.backends import open_document_writer, open_documents
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter
from storage.settings import Settings
from tests.contract.test_documents_erase import SECRET

if TYPE_CHECKING:
    from features.stories.models import StoryMember

__all__ = ["open_service", "settings"]  # fixtures
_OF_EVENT = [each for each in _REPORTS if each.event == _REPORTS[0].event]


def erase(settings: Settings, document: str) -> int:
    """Take a document out, as a step of an erasure does."""
    from features.stories.grouping.erasing import erase_from_stories

    with closing(open_documents(settings)) as documents:
        return erase_from_stories(documents, [document], default_segmenter().tag, "eraser", 10)


def stored_text() -> str:
    """Everything that the tables of stories and topics have, unpacked."""
    from features.stories.models import (
        PastTopic,
        Story,
        StoryMember,
        StoryProgress,
        TermCounts,
        TopicList,
    )

    rows = [
        json.dumps(row, default=str, ensure_ascii=False)
        for model in (Story, StoryMember, StoryProgress, TopicList, PastTopic)
        for row in model.objects.values()
    ]
    counts = TermCounts.objects.values_list("counts", flat=True)
    packed = (zlib.decompress(bytes(each)).decode(errors="replace") for each in counts)
    return "\n".join([*rows, *packed])


def counted(word: str) -> bool:
    """Return whether a stored hour counts a word: it may be there as a hash alone."""
    from features.stories.grouping.counted_terms import term_key
    from features.stories.grouping.history import OpenHour
    from features.stories.models import TermCounts

    (token,) = tokens_of(word, "en", default_segmenter().tag)
    hours = [OpenHour.unpacked(bytes(row.counts)) for row in TermCounts.objects.all()]
    return any(each.terms.count(term_key("en", token.key)) for each in hours)


def secret_report() -> Document:
    """A report of an event with words of its own in its headline and its first sentence."""
    report = written_report(_OF_EVENT[0])
    title, text, author, *_ = SECRET
    return replace(
        report,
        id="5ec2e7" + "0" * 26,
        title=f"{title.title()} {report.title}",
        content=f"{text.title()} {author.title()} {report.content}",
        site="secret.example",
    )


def words() -> list[str]:
    text = stored_text().lower()
    return [each for each in SECRET[:3] if each[:8] in text or counted(each)]


@pytest.fixture
def placed(settings: Settings, open_service: Open) -> Document:
    secret = secret_report()
    documents = [secret, *map(written_report, _REPORTS)]
    writer = open_document_writer(settings)
    writer.write(documents)
    service = open_service()
    while service.step():
        pass
    return secret


def test_nothing_of_a_document_is_left_in_stories(
    settings: Settings, open_service: Open, placed: Document
) -> None:
    from features.stories.models import PastTopic, StoryMember

    assert words() == list(SECRET[:3])
    before = StoryMember.objects.count()
    story = StoryMember.objects.get(pk=placed.id).story
    beside = StoryMember.objects.filter(story=story).exclude(pk=placed.id).count()
    keep_topic("Secret", StoryMember.objects.get(pk=placed.id))
    other = StoryMember.objects.exclude(story=story)[0]
    keep_topic("Other", other)
    # It has left a story that had its headline, which another one has since.
    other.title = placed.title
    keep_topic("Headline", other)
    assert erase(settings, placed.id) == 1
    assert words() == []
    assert StoryMember.objects.count() == before - 1
    check_story(story, beside)
    assert [each.topic["label"] for each in PastTopic.objects.all()] == ["Other"]
    assert erase(settings, placed.id) == 0


def keep_topic(label: str, member: "StoryMember") -> None:
    """Let the story of a document have been hot."""
    from features.stories.store.topics import Topic, TopicStory, keep

    story = TopicStory(id=member.story, title=member.title, lang="en", documents=2, sites=2)
    numbers: dict[str, Any] = {"count": 9, "hours": 6, "usual": 1.0, "sites": 2, "score": 5.0}
    keep([Topic(label=label, lang="en", is_new=True, stories=[story], **numbers)], None)


def check_story(story: str, documents: int) -> None:
    from features.stories.models import Story

    found = Story.objects.filter(pk=story).first()
    assert (found.documents if found else 0) == documents
    if found:
        assert found.title in {each.title for each in _OF_EVENT}
        assert found.vector


def test_the_role_does_not_write_it_again(
    settings: Settings, open_service: Open, placed: Document
) -> None:
    service = open_service()
    while service.step():
        pass
    assert erase(settings, placed.id) == 1
    # More of the same event: its story is stored again.
    more = [replace(written_report(each), id=f"{n:032x}") for n, each in enumerate(_OF_EVENT)]
    open_document_writer(settings).write(more)
    while service.step():
        pass
    assert words() == []


def test_a_document_that_is_ordered_to_be_erased_is_not_placed(
    settings: Settings, open_service: Open
) -> None:
    from storage.database import tombstones

    secret = secret_report()
    open_document_writer(settings).write([secret])
    tombstones.add([secret.id], 1)
    service = open_service()
    while service.step():
        pass
    assert words() == []
