"""Let tags learn, and propose those that are on for new documents.

It runs in the role *alerts*. Of several processes one works, by a lease; two at once do no harm.
New documents come from the log of written ones. What is proposed, and how far a tag has looked, are
one transaction: after a kill it goes on there, and no document is left out or proposed twice.
"""

import hashlib
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby

from notify.leading_loop import LeadingLoop
from notify.tagging.lessons import Lessons, ReadDocument, model_of, read_document
from notify.tagging.naive_bayes import Model
from scheduler.log_events import LogEvent
from scheduler.recurrence import Every
from storage.database.erasures.erasures import count_tombstones
from storage.database.models import LearnedTag
from storage.database.searches import learned_tags as store
from watch.stores import Stores

logger = logging.getLogger(__name__)

LEASE = "tags"
LEASE_SECONDS = 60
"""Longer than to learn one tag, which takes some seconds with the documents drawn for it."""
MAX_ASKED = 20
"""So many questions wait for an answer: with all right, they show a precision of 84 % or more."""
_LOOKS_SECONDS = 60.0
"""How often examples are compared with those that tags have learned from: all that are kept are
read for that."""
_LEARNS_AGAIN = timedelta(hours=1)
_LEARNS_ANYWAY = timedelta(days=1)
"""The collection changes, and with it what the tag is told from."""
_MISSING_SECONDS = 60.0
"""A document that is logged is searchable within seconds; one that is missing for longer was
deleted."""


class _Stopped(Exception):
    """The process stops, or another one leads: what is being learned is dropped."""


class TagLearner(LeadingLoop):
    """The loop: look at new documents, then learn what is due."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(LEASE, LEASE_SECONDS, LogEvent.TAG_LEARNER_CRASHED)
        self._stores = stores
        self._looks = Every(_LOOKS_SECONDS)

    def tick(self, now: datetime) -> None:
        """Propose tags for all new documents, and learn what is due."""
        self._look_at_new()
        if self._looks.due(now):
            with suppress(_Stopped):
                self._learn_due(now)
            self._looks.done(now)

    def close(self) -> None:
        """Close what this thread has opened."""
        self._stores.close()
        super().close()

    def _learn_due(self, now: datetime) -> None:
        erased = count_tombstones()
        obeyed = self._stores.settings.obey_rights
        lessons = Lessons(self._stores.documents(), obeyed, self._go_on)
        for tag in store.enrol():
            self._go_on()
            examples = store.examples_of(tag)
            basis = _basis(examples)
            if store.is_due(tag, basis, now - _LEARNS_AGAIN, now - _LEARNS_ANYWAY):
                lesson, doubtful = lessons.learn(examples)
                if not store.keep_lesson(tag, lesson, basis, erased):
                    return
                if lesson.problem is not None:
                    store.ask(tag, doubtful, MAX_ASKED)
                _log(tag, lesson)
                # Many tags may be due, and each takes seconds: new documents do not wait for all.
                self._look_at_new()

    def _look_at_new(self) -> None:
        on = [each for each in store.switched_on() if store.check_why_not(each)]
        for position, some in groupby(on, key=lambda each: each.position):
            self._follow(position, list(some))

    def _follow(self, position: str, tags: Sequence[LearnedTag]) -> None:
        """Propose tags for what was written after a position, up to the end, or until too many
        proposals wait.
        """
        # One that has to learn again after an erasure waits for that.
        tags = [each for each in tags if each.basis]
        models: dict[int, Model] = {}
        while tags and not self._stopping.is_set() and self._leader.leads():
            position, read, more = self._next(position)
            if not more:
                return
            models = models or {each.pk: model_of(each.model) for each in tags if each.model}
            for tag in tags:
                sure = []
                if tag.may_propose and (model := models.get(tag.pk)):
                    sure = [each for each in read if model.score(each.words) >= tag.sure_from]
                store.propose(tag, [each.kept for each in sure], position)
            tags = [each for each in tags if store.check_why_not(each)]

    def _next(self, position: str) -> tuple[str, list[ReadDocument], bool]:
        """Return the documents that were written next, and after which position to go on; False if
        there is nothing new.
        """
        entries = self._stores.written().read(position, store.MAX_BATCH)
        read: dict[str, ReadDocument] = {}
        last = position
        for entry in entries:
            document = self._stores.documents().get(entry.document_id)
            if document is None and entry.age_seconds < _MISSING_SECONDS:
                break
            last = entry.position
            if document is not None:
                read[document.id] = read_document(document)
        return last, list(read.values()), last != position

    def _go_on(self) -> None:
        if self._stopping.is_set() or not self._leader.leads():
            raise _Stopped


def _log(tag: LearnedTag, lesson: store.Lesson) -> None:
    fields = {
        "tag": tag.pk,
        "examples": lesson.examples,
        "right": lesson.right,
        "answered": lesson.answered,
    }
    logger.info(LogEvent.TAG_LEARNED, extra=fields)


def _basis(examples: store.TagExamples) -> str:
    """Return what tells whether examples have changed."""
    sides = (examples.tagged, examples.others, examples.answered)
    whole = "\n".join(" ".join(sorted(each)) for each in sides)
    return hashlib.sha256(whole.encode()).hexdigest()
