"""Find how alike the sentences of a story in several languages are, beside the stories.

A page of a story is compared anew at each look, and a vector takes too long for that. So the role
*stories* makes them when a story has grown, and keeps which sentences are alike. What is missing is
found in the database: nothing is lost if this dies.
"""

from collections import deque
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from features.stories.comparing import newest_reports, report_of, told_readably
from features.stories.models import MAX_MODEL_LENGTH
from features.stories.statements.comparison import compared_of, voices_of
from features.stories.statements.likenesses import TELLS_THE_SAME, likenesses_of
from features.stories.statements.statement import LANGUAGES, statements_of
from features.stories.store import likenesses as store
from features.stories.store import stories
from features.stories.store.likenesses import WaitingStory
from newsroom.filling import Step
from newsroom.terms import language
from storage.documents.port import Document, Documents
from storage.embedder.port import Embedder

IDLE_SECONDS = 30.0
"""Looking for stories that have grown reads a row for each that is told in several languages."""
_LISTED_AT_ONCE = 50
"""So many stories are done before the newest are looked for again."""
_MAX_REMEMBERED = 10_000
"""Sentences whose vectors are kept in memory, so that those which a growing story had before are
not made again: what a hundred stories have. A vector of 512 numbers, as the package makes them,
takes a kilobyte.
"""

Vectors = Mapping[str, NDArray[np.floating]]


class StoryAligner:
    """Steps through the stories that are told in several languages and have grown."""

    def __init__(self, documents: Documents, embedder: Embedder, holder: str) -> None:
        self._documents = documents
        self._embedder = embedder
        self._holder = holder
        # Values above one floor say nothing above another, nor what is kept from another limit on.
        limits = f"{embedder.floor} {TELLS_THE_SAME}"
        self._model = f"{embedder.model[: MAX_MODEL_LENGTH - len(limits) - 1]} {limits}"
        self._waiting: deque[WaitingStory] = deque()
        self._remembered: dict[str, NDArray[np.floating]] = {}
        self._erasures = 0

    def step(self) -> int:
        """Compare the sentences of the next story; return how many reports that were.

        Raises Unavailable and Refused.
        """
        if (erasures := stories.count_erasures()) != self._erasures:
            # What is in memory may be of what was erased.
            self._remembered.clear()
            self._erasures = erasures
        if not self._waiting:
            self._waiting += store.waiting(self._model, LANGUAGES, _LISTED_AT_ONCE)
        while self._waiting:
            compared = self._align(self._waiting.popleft())
            if compared:
                return compared
        return 0

    def _align(self, story: WaitingStory) -> int:
        tellings = stories.tellings([story.story])[story.story]
        told = told_readably(tellings)
        if len({language(each.lang) for each in told if each.documents}) < 2:
            # It has come apart, or was erased, since it was listed.
            return 0
        reports = newest_reports(told, self._documents)
        by_language = self._sentences(reports)
        vectors = self._vectors({k: v for some in by_language for k, v in some.items()})
        found = likenesses_of(
            [{key: vectors[key] for key in some} for some in by_language], self._embedder.floor
        )
        ids = [each.id for each in reports]
        # It may have grown since it was listed.
        now = WaitingStory(story=story.story, documents=sum(each.documents for each in tellings))
        store.keep(now, self._model, found.packed(), ids, self._holder)
        return len(reports)

    def _sentences(self, reports: Iterable[Document]) -> list[dict[str, str]]:
        """Return the sentences of each language that a page compares, by their keys."""
        voices = voices_of(map(report_of, reports))
        found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
        for report in compared_of(voices):
            for each in statements_of(report):
                if each.place:
                    found[each.lang][each.quote.key] = each.quote.text
        return list(found.values())

    def _vectors(self, texts: Mapping[str, str]) -> Vectors:
        """Return the vectors of sentences; those that are remembered are not made again."""
        missing = [key for key in texts if key not in self._remembered]
        rows = self._embedder.embed([texts[key] for key in missing])
        known = next(iter(self._remembered.values()), None)
        if missing and known is not None and rows.shape[1] != len(known):
            # A server has another model under the same name.
            self._remembered.clear()
            return self._vectors(texts)
        found = {key: self._remembered.pop(key) for key in texts if key in self._remembered}
        if missing:
            made = dict(zip(missing, rows.astype(np.float16), strict=True))
        else:
            made = {}
        self._remembered |= found | made
        for key in list(self._remembered)[: max(0, len(self._remembered) - _MAX_REMEMBERED)]:
            del self._remembered[key]
        return found | made


def alignment_step(documents: Documents, embedder: Embedder, holder: str) -> Step:
    """Return what compares the sentences of stories that are told in several languages."""
    return StoryAligner(documents, embedder, holder).step
