"""The role *stories*: follow the log of written documents, and group them into stories.

One process leads. It reads documents after the position that the last transaction stored, and
stores stories, members and the new position in one transaction that also checks that it still
leads. So after a crash, or with two leaders, every document is in one story, once.
"""

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from features.stories.grouping.engine import StoryEngine, growing_since, vocabulary_of
from features.stories.grouping.history import KEPT_HOURS, hour_of
from features.stories.grouping.related import relate
from features.stories.grouping.tellings import Tellings
from features.stories.grouping.topics import find_topics
from features.stories.store import stories as store
from features.stories.store import topics
from newsroom.leading import LeadingService
from newsroom.recognition.recogniser import default_recogniser
from newsroom.terms import Tagger
from scheduler.log_events import LogEvent
from scheduler.recurrence import Every
from scheduler.tasks import Tasks
from storage.database import tombstones
from storage.database.port import Configuration
from storage.documents.port import Document, Documents, Filters, SearchRequest
from storage.documents.query_tree import Query
from storage.embedder.port import Embedder
from storage.learned.store import Learned
from storage.parts import in_parts
from storage.written.port import START, Written

logger = logging.getLogger(__name__)

_BATCH = 200
# A document that is logged is searchable within seconds; one that is missing for longer was
# deleted.
_MISSING_SECONDS = 60.0
_VOCABULARY_SECONDS = 300.0
_CLEANING_SECONDS = 3600.0
_FOLDED_EVERY = 5_000
_TOPICS_SECONDS = 30.0
_FOLDING_SECONDS = 300.0
# A review of a story takes as long as to place a document. A story that was split is whole within
# this time.
_REVIEW_SECONDS = 300.0
# So many stories are compared with those of other languages after a review, a part of them between
# two transactions; after a start, the stories of five days wait.
_MAX_COMPARED = 10_000
_COMPARED_AT_ONCE = 500
# The stories of the last day that can be behind a topic.
_TOPIC_STORIES = 1_000
# At the first start, documents of this many days are grouped.
_FIRST_DAYS = 3
KEPT_DAYS = 90
"""How long a story without a new document is kept, and a topic that is no longer hot."""


class StoryService(LeadingService):
    """Places new documents, and finds what is hot among them."""

    def __init__(
        self,
        configuration: Configuration,
        documents: Documents,
        written: Written,
        tagger: Tagger,
        *,
        lead_seconds: int,
        embedder: Embedder | None = None,
        learned: Learned | None = None,
    ) -> None:
        super().__init__(configuration, lead_seconds)
        self._embedder = embedder
        self._documents = documents
        self._written = written
        self._tagger = tagger
        self._engine: StoryEngine | None = None
        self._erasures = 0
        self._position = ""
        self._vocabulary, self._cleaning = Every(_VOCABULARY_SECONDS), Every(_CLEANING_SECONDS)
        self._topics, self._folding = Every(_TOPICS_SECONDS), Every(_FOLDING_SECONDS)
        self._reviewing = Every(_REVIEW_SECONDS)
        self._tasks = Tasks(
            "stories_tasks", documents=documents, learned=learned, is_name=self._is_name
        )

    def step(self) -> int:
        """Place the next documents; return how many entries of the log were read.

        Without the lease, do nothing.
        """
        self.is_leading = self._leader.leads()
        if not self.is_leading:
            self._engine = None
            return 0
        if (erasures := store.count_erasures()) != self._erasures:
            # What is in memory has what was erased from the stored stories.
            self._engine, self._erasures = None, erasures
        engine = self._engine or self._loaded()
        entries = self._written.read(self._position, _BATCH)
        read, documents = [], {}
        for entry in entries:
            document = self._documents.get(entry.document_id)
            if document is None and entry.age_seconds < _MISSING_SECONDS:
                break
            read.append(entry)
            if document is not None:
                documents[document.id] = document
        if read:
            new, reread = self._sorted(documents.values())
            self._keep(engine, new, read[-1].position, reread)
        self._clean()
        self._review(engine)
        self._find_topics(engine)
        self._tasks.run_due(self._configuration.now())
        return len(read)

    def rebuild(self, days: int) -> Iterator[int]:
        """Delete all stories and build them again from the documents of some days; yield how many
        were read.

        The caller must be the only leader, see ``lead``.
        """
        return self._built(days, self._written.end())

    def _built(self, days: int, position: str) -> Iterator[int]:
        since = self._configuration.now() - timedelta(days=days)
        store.clear()
        self._engine = engine = StoryEngine(
            self._tagger, tellings=self._tellings(), recogniser=default_recogniser()
        )
        found = self._documents.export(
            SearchRequest(query=Query(), filters=Filters(collected_since=since))
        )
        read = 0
        while batch := list(islice(found, _BATCH)):
            self._leader.leads()
            self._keep(engine, [each for each in batch if each.thread_page == 1], "")
            read += len(batch)
            if read % _FOLDED_EVERY < _BATCH:
                self._fold(engine, batch[-1].collected)
            yield read
        store.save(engine.review(""), self._leader.name, None)
        self._relate(engine, "")
        self._keep(engine, [], position, with_vocabulary=True)

    def _loaded(self) -> StoryEngine:
        """Return the engine with what was stored; the first time, the stories of the last days are
        built.
        """
        known = store.progress()
        if known is None:
            # The log may have documents from before; those that have a story are left out.
            deque(self._built(_FIRST_DAYS, START), maxlen=0)
            assert self._engine is not None
            return self._engine
        position, vocabulary = known
        engine = StoryEngine(
            self._tagger, vocabulary_of(vocabulary), self._tellings(), default_recogniser()
        )
        now = self._configuration.now()
        engine.restore(store.active(growing_since(now)))
        engine.history.restore(topics.parts(hour_of(now) - KEPT_HOURS), now)
        self._engine, self._position = engine, position
        return engine

    def _sorted(self, documents: Iterable[Document]) -> tuple[list[Document], list[str]]:
        """Return the documents that have no story yet and were not erased, and the names of those
        that have one; of a thread, its first page stands for all.
        """
        firsts = [each for each in documents if each.thread_page == 1]
        names = [each.id for each in firsts]
        members, erased = store.known_members(names), tombstones.known(names)
        new = [each for each in firsts if each.id not in members and each.id not in erased]
        # What forums say is not compared.
        again = [each.id for each in firsts if each.id in members and each.kind != "thread"]
        return new, again

    def _keep(
        self,
        engine: StoryEngine,
        documents: list[Document],
        position: str,
        reread: Sequence[str] = (),
        *,
        with_vocabulary: bool = False,
    ) -> None:
        now = self._configuration.now()
        with_vocabulary = with_vocabulary or self._vocabulary.due(now)
        if with_vocabulary:
            state: dict[str, Any] | None = engine.vocabulary.state()
        else:
            state = None
        # Until the batch is stored, what is in memory is ahead of what is stored.
        self._engine = None
        changes = engine.add(documents, position)
        changes.reread += reread
        store.save(changes, self._leader.name, state)
        self._engine, self._position = engine, position
        if documents:
            logger.info(
                LogEvent.STORIES_SAVED,
                extra={"documents": len(documents), "stories": engine.stories},
            )
        if with_vocabulary:
            self._vocabulary.done(now)

    def _review(self, engine: StoryEngine) -> None:
        """Join the stories that the order of arrival has split, when it is due."""
        now: datetime = self._configuration.now()
        if not self._reviewing.due(now):
            return
        # Until the changes are stored, what is in memory is ahead of what is stored.
        self._engine = None
        changes = engine.review(self._position)
        store.save(changes, self._leader.name, None)
        if changes.merged:
            logger.info(LogEvent.STORIES_JOINED, extra={"stories": len(changes.merged)})
        self._relate(engine, self._position)
        self._engine = engine
        self._reviewing.done(now)

    def _relate(self, engine: StoryEngine, position: str) -> None:
        """Find which stories tell in other languages of an event that another tells of."""
        languages = engine.abroad
        if self._embedder is None or languages is None:
            return
        related = 0
        for some in in_parts(languages.waiting(_MAX_COMPARED), _COMPARED_AT_ONCE):
            self._leader.leads()
            changes = relate(languages, some, self._documents, self._embedder.model, position)
            store.save(changes, self._leader.name, None)
            related += len(changes.heads)
        if related:
            logger.info(LogEvent.STORIES_RELATED, extra={"stories": related})

    def _tellings(self) -> Tellings | None:
        """Return what finds the stories of other languages, None if nothing can."""
        if self._embedder is None:
            return None
        return Tellings(self._embedder.floor)

    def _clean(self) -> None:
        now: datetime = self._configuration.now()
        if not self._cleaning.due(now):
            return
        oldest = now - timedelta(days=KEPT_DAYS)
        topics.drop_past(oldest)
        if not store.drop_before(oldest):
            self._cleaning.done(now)

    def _find_topics(self, engine: StoryEngine) -> None:
        """Fold the counts of terms and find the hot topics, each when it is due."""
        now: datetime = self._configuration.now()
        if self._folding.due(now):
            self._fold(engine, now)
            self._folding.done(now)
        if self._topics.due(now):
            lately = store.StorySelection(
                since=now - timedelta(days=1), lately=now - timedelta(hours=3)
            )
            rows = store.select(lately, _TOPIC_STORIES)
            topics.keep(find_topics(engine.history, hour_of(now), rows), engine.history.since())
            self._topics.done(now)

    def _is_name(self, term: str, lang: str) -> bool:
        """Return whether the documents so far show that a term is a name or a phrase."""
        assert self._engine is not None, "asked by a task, which is done while this process leads"
        return self._engine.is_name(term, lang)

    def _fold(self, engine: StoryEngine, now: datetime) -> None:
        # Until the counts are stored, what is in memory is ahead of what is stored.
        self._engine = None
        store.fold_counts(
            engine.history.pass_time(now), hour_of(now) - KEPT_HOURS, self._leader.name
        )
        self._engine = engine
