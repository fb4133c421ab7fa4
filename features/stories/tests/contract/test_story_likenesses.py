"""How alike sentences of two languages are, on both databases: made for each story once, never of
what was erased, whatever happens to the process.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from features.stories.statements.likenesses import Likenesses
from features.stories.statements.reports import sentence_key
from features.stories.tests.contract.test_stories import finish, service_of, settings
from features.stories.tests.contract.test_stories_erase import erase
from storage.backends import (
    open_document_writer,
    open_documents,
    open_embedder,
    open_written,
)
from storage.database.port import STORIES_LOCK
from storage.documents.port import Document, Documents
from storage.embedder.port import Embedder
from storage.errors import LeaseLost, Unavailable
from storage.keys import url_key
from storage.settings import Settings
from testbed.embeddings import MODEL, EmbeddingsServer, embeddings_server
from tests.contract.documents import document
from tests.processes import FORKED

if TYPE_CHECKING:
    from features.stories.aligning import StoryAligner

__all__ = ["settings"]  # a fixture
HOLDER = "test"
NOW = datetime(2026, 11, 2, 8, 0, tzinfo=UTC)
ENGLISH = "Fire at the harbour bridge: the port bank is on strike, a minister says."
CHINESE = "港口桥梁火灾：港口银行罢工，部长表示。"
LATER = "The champion of the election, a football soccer winner, saw the river flood."


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with embeddings_server() as running:
        yield running


@pytest.fixture
def embedder(server: EmbeddingsServer) -> Embedder:
    return embedder_at(server.url)


def embedder_at(url: str) -> Embedder:
    found = open_embedder(Settings(embedder=url, embedder_model=MODEL, embedder_floor=0.35))
    assert found is not None
    return found


@pytest.fixture
def lead(settings: Settings) -> Iterator[None]:
    """Lead the role *stories*."""
    from storage.database.models import LeaderLock
    from storage.database.store import DjangoConfiguration

    assert DjangoConfiguration(STORIES_LOCK).acquire_lease(HOLDER, 600)
    yield
    LeaderLock.objects.all().delete()


@pytest.fixture
def documents(settings: Settings) -> Iterator[Documents]:
    with closing(open_documents(settings)) as opened:
        yield opened


@pytest.fixture
def align(documents: Documents, embedder: Embedder, lead: None) -> Callable[[], list[int]]:
    """Return what makes all likenesses that are missing, and returns how many reports each had."""
    aligner = aligner_of(documents, embedder)
    return lambda: list(iter(aligner.step, 0))


def aligner_of(documents: Documents, embedder: Embedder) -> "StoryAligner":
    from features.stories.aligning import StoryAligner

    return StoryAligner(documents, embedder, HOLDER)


def tell(settings: Settings, event: str, hours: int = 0, **told: tuple[str, ...]) -> str:
    """Store an event with reports in some languages, which is one story; return its id."""
    from features.stories.store import stories
    from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord

    at = NOW + timedelta(hours=hours)
    changes = StoryChanges(position="7")
    heads: list[str] = []
    written: list[Document] = []
    for lang, texts in told.items():
        found = [
            document(
                url_key(f"{event} {lang} {number}"), f"{event} {lang}", text, lang=lang,
                site=f"{lang}{number}.example", published=at, collected=at,
            )
            for number, text in enumerate(texts)
        ]  # fmt: skip
        heads.append(found[0].id)
        changes.stories.append(
            StoryRecord(
                id=heads[-1], title=event, lang=lang, documents=len(found), first=at, last=at
            )
        )
        changes.members += [
            MemberRecord(
                document=each.id, story=heads[0], part=heads[-1], site=each.site, kind="article",
                title=event, published=at,
            )
            for each in found
        ]  # fmt: skip
        written += found
    changes.heads = dict.fromkeys(heads[1:], heads[0])
    with closing(open_document_writer(settings)) as writer:
        writer.write(written)
    stories.save(changes, HOLDER, None)
    return heads[0]


def likenesses(story: str) -> Likenesses | None:
    from features.stories.store.likenesses import packed_of

    packed = packed_of(story)
    return None if packed is None else Likenesses.unpacked(packed)


def said(documents: Documents, story: str) -> Any:
    from features.stories.comparing import compare_known_story

    return compare_known_story(story, documents).said


def test_what_two_languages_tell_is_found_and_shown(
    settings: Settings, documents: Documents, align: Callable[[], list[int]]
) -> None:
    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert said(documents, story).is_apart
    assert align() == [2]
    found = likenesses(story)
    assert found is not None
    assert found.sentences == {sentence_key(ENGLISH), sentence_key(CHINESE)}
    assert found.pairs.keys() == {(sentence_key(ENGLISH), sentence_key(CHINESE))}
    lists = said(documents, story)
    assert not lists.is_apart
    [agreed] = lists.told_by_many
    assert sorted(agreed.sites) == ["en0.example", "zh0.example"]
    assert align() == []


def test_a_story_that_has_grown_is_done_again_and_only_new_sentences_cost(
    settings: Settings, align: Callable[[], list[int]], server: EmbeddingsServer
) -> None:
    tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert align() == [2]
    story = tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    before = len(server.asked)
    assert align() == [3]
    assert [body["input"] for _headers, body in server.asked[before:]] == [[LATER]]
    found = likenesses(story)
    assert found is not None
    assert len(found.sentences) == 3


def test_stories_in_one_language_or_in_one_that_is_not_compared_are_left_out(
    settings: Settings, align: Callable[[], list[int]], server: EmbeddingsServer
) -> None:
    tell(settings, "one", en=(ENGLISH, LATER))
    tell(settings, "other", en=(ENGLISH,), de=("Am Hafen brennt es, sagt ein Minister.",))
    assert align() == []
    assert server.asked == []


def test_the_newest_stories_come_first(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    from features.stories.store.likenesses import waiting

    told = [tell(settings, f"e{n}", n, en=(ENGLISH,), zh=(CHINESE,)) for n in range(4)]
    found = waiting("any", ("en", "zh"), 3)
    assert [each.story for each in found] == told[:0:-1]
    aligner = aligner_of(documents, embedder)
    assert aligner.step() == 2
    assert [bool(likenesses(each)) for each in told] == [False, False, False, True]


def test_another_model_or_floor_makes_them_again(
    settings: Settings,
    documents: Documents,
    align: Callable[[], list[int]],
    server: EmbeddingsServer,
) -> None:
    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert align() == [2]
    other = open_embedder(Settings(embedder=server.url, embedder_model=MODEL, embedder_floor=0.99))
    assert other is not None
    assert aligner_of(documents, other).step() == 2
    found = likenesses(story)
    assert found is not None
    assert found.pairs == {}


def test_who_does_not_lead_stores_nothing(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    from storage.database.models import LeaderLock

    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    LeaderLock.objects.update(holder="another")
    with pytest.raises(LeaseLost):
        aligner_of(documents, embedder).step()
    assert likenesses(story) is None


def test_an_embedder_that_does_not_answer_loses_nothing(
    settings: Settings, align: Callable[[], list[int]], server: EmbeddingsServer
) -> None:
    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    server.status = 503
    with pytest.raises(Unavailable):
        align()
    assert likenesses(story) is None
    server.status = 200
    assert align() == [2]


def test_nothing_of_an_erased_document_is_left(
    settings: Settings, align: Callable[[], list[int]]
) -> None:
    story = tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    beside = tell(settings, "flood", en=(ENGLISH,), zh=(CHINESE,))
    assert sorted(align()) == [2, 3]
    erase(settings, url_key("fire en 1"))
    assert likenesses(story) is None
    assert likenesses(beside) is not None


class ErasedMeanwhile:
    """Documents of which one is erased after it was read."""

    def __init__(self, real: Documents, settings: Settings, document: str) -> None:
        self._real, self._settings, self._document = real, settings, document

    def export(self, *args: Any) -> Any:
        from storage.database.models import LeaderLock

        found = list(self._real.export(*args))
        erase(self._settings, self._document)
        # The role leads again.
        LeaderLock.objects.create(
            name=STORIES_LOCK, holder=HOLDER, expires=datetime.now(UTC) + timedelta(hours=1)
        )
        return iter(found)


def test_what_was_erased_while_it_was_compared_is_not_stored(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    story = tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    erasing: Any = ErasedMeanwhile(documents, settings, url_key("fire en 1"))
    aligner_of(erasing, embedder).step()
    assert likenesses(story) is None
    assert aligner_of(documents, embedder).step() == 2
    found = likenesses(story)
    assert found is not None
    assert sentence_key(LATER) not in found.sentences


def test_a_story_that_was_erased_after_it_was_listed_leaves_nothing(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    from features.stories.models import StoryLikenesses
    from features.stories.store.likenesses import WaitingStory, keep

    # Both wait; the newest comes first.
    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    tell(settings, "flood", 1, en=(ENGLISH,), zh=(CHINESE,))
    aligner = aligner_of(documents, embedder)
    assert aligner.step() == 2
    for name in ("fire en 0", "fire zh 0"):
        erase(settings, url_key(name))
    lead_again()
    assert aligner.step() == 0
    assert not StoryLikenesses.objects.filter(pk=story).exists()
    assert not keep(WaitingStory(story=story, documents=2), "any", b"", (), HOLDER)
    assert not StoryLikenesses.objects.filter(pk=story).exists()


def test_what_was_erased_is_not_remembered(
    settings: Settings, align: Callable[[], list[int]], server: EmbeddingsServer
) -> None:
    tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    assert align() == [3]
    erase(settings, url_key("fire en 1"))
    lead_again()
    before = len(server.asked)
    assert align() == [2]
    asked = [text for _headers, body in server.asked[before:] for text in body["input"]]
    assert sorted(asked) == sorted([ENGLISH, CHINESE])


def lead_again() -> None:
    from storage.database.models import LeaderLock

    LeaderLock.objects.create(
        name=STORIES_LOCK, holder=HOLDER, expires=datetime.now(UTC) + timedelta(hours=1)
    )


def test_a_story_that_grew_after_it_was_listed_is_done_once(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    tell(settings, "flood", 1, en=(ENGLISH,), zh=(CHINESE,))
    aligner = aligner_of(documents, embedder)
    assert aligner.step() == 2
    tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    assert [aligner.step(), aligner.step()] == [3, 0]


def test_a_text_that_has_changed_is_compared_again(
    settings: Settings, documents: Documents, align: Callable[[], list[int]]
) -> None:
    from features.stories.models import StoryProgress
    from storage.database.models import LeaderLock

    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert align() == [2]
    StoryProgress.objects.update(position=open_written(settings).end())
    [old] = [each for each in (documents.get(url_key("fire en 0")),) if each]
    with closing(open_document_writer(settings)) as writer:
        writer.write([replace(old, content=LATER)])
    assert said(documents, story).is_apart
    LeaderLock.objects.all().delete()
    service = service_of(settings)
    finish(service)
    service.resign()
    # What is unchanged stays compared until then.
    assert likenesses(story) is not None
    lead_again()
    assert align() == [2]
    found = likenesses(story)
    assert found is not None
    assert found.sentences == {sentence_key(LATER), sentence_key(CHINESE)}
    assert not said(documents, story).is_apart
    assert align() == []


class OtherLength:
    """An embedder that makes longer vectors from some time on, under the same name."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.model, self.floor, self.more = real.model, real.floor, 0

    def embed(self, texts: Sequence[str]) -> Any:
        rows = self._real.embed(texts)
        return np.pad(rows, ((0, 0), (0, self.more))) if len(texts) else rows


def test_vectors_of_another_length_under_the_same_name_are_all_made_again(
    settings: Settings, documents: Documents, embedder: Embedder, lead: None
) -> None:
    other = OtherLength(embedder)
    aligner = aligner_of(documents, other)
    tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert aligner.step() == 2
    other.more = 3
    story = tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    assert aligner.step() == 3
    found = likenesses(story)
    assert found is not None
    assert found.pairs.keys() >= {(sentence_key(ENGLISH), sentence_key(CHINESE))}


@pytest.mark.parametrize("what", ["merged", "apart", "moved", "cleared", "dropped"])
def test_they_go_with_their_story(
    settings: Settings, align: Callable[[], list[int]], what: str
) -> None:
    from features.stories.models import StoryLikenesses
    from features.stories.store import stories
    from features.stories.store.records import StoryChanges

    story = tell(settings, "fire", en=(ENGLISH, LATER), zh=(CHINESE,))
    other = tell(settings, "flood", en=(ENGLISH,))
    assert align() == [3]
    part = url_key("fire zh 0")
    changes = StoryChanges(position="8")
    match what:
        case "merged":
            changes.merged = {story: other}
        case "apart":
            changes.heads = {part: part}
        case "moved":
            changes.moved = {url_key("fire en 1"): other}
    if what == "cleared":
        stories.clear()
    elif what == "dropped":
        assert stories.drop_before(NOW + timedelta(days=1))
    else:
        stories.save(changes, HOLDER, None)
    assert not StoryLikenesses.objects.exists()


def test_a_new_head_forgets_those_of_the_one_before(
    settings: Settings, align: Callable[[], list[int]]
) -> None:
    from features.stories.store import stories
    from features.stories.store.records import StoryChanges

    story = tell(settings, "fire", en=(ENGLISH,), zh=(CHINESE,))
    assert align() == [2]
    head = url_key("fire zh 0")
    changes = StoryChanges(position="8", heads={story: head, head: head})
    stories.save(changes, HOLDER, None)
    assert likenesses(story) is None
    assert align() == [2]
    assert likenesses(head) is not None


def run_until_killed(settings: Settings, url: str, writes: int) -> None:
    """Make likenesses, and die at a write before it is committed."""
    from storage.database.setup import set_up_django

    set_up_django(settings)
    from django.db import connection

    written = 0

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal written
        answer = execute(sql, *rest)
        written += sql.startswith(("INSERT", "UPDATE")) and "storylikenesses" in sql
        if written == writes:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    with closing(open_documents(settings)) as documents, connection.execute_wrapper(run):
        list(iter(aligner_of(documents, embedder_at(url)).step, 0))


def test_a_killed_process_leaves_whole_stories_and_the_next_one_goes_on(
    settings: Settings, align: Callable[[], list[int]], server: EmbeddingsServer
) -> None:
    told = [tell(settings, f"e{n}", n, en=(ENGLISH,), zh=(CHINESE,)) for n in range(4)]
    done = []
    for writes in (1, 2, 2):
        process = FORKED.Process(target=run_until_killed, args=(settings, server.url, writes))
        process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        done.append(sum(likenesses(each) is not None for each in told))
    assert done == [0, 1, 2]
    assert align() == [2, 2]
    found = [likenesses(each) for each in told]
    assert all(each and len(each.sentences) == 2 for each in found)
