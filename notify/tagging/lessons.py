"""What a tag learns: its examples from the stores, and what follows from how well it learned."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from notify.tagging.cross_validation import (
    FOLDS,
    MIN_PRECISION,
    Example,
    Learned,
    Origin,
    learn,
)
from notify.tagging.naive_bayes import Model
from notify.tagging.words import TEXT_CHARACTERS, Words, words_of
from storage.database.searches.collections import KeptDocument
from storage.database.searches.learned_tags import (
    MIN_EXAMPLES,
    Lesson,
    TagExamples,
    TagProblem,
)
from storage.database.stories.stories import erased_among, known_members
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query_tree import Query
from storage.documents.uses import forbidding

DRAWN = 4_000
"""Documents drawn at random: of a tag that one document in 400 should have, ten are among them to
ask about."""
MAX_EXAMPLES = 2_000
"""With the tag, and as many without: more teach little, and each is read again."""
_DRAWN_FROM = hashlib.sha256(b"tags that learn").hexdigest()
"""The id from which on documents are drawn: always the same, so that answers stay useful."""
_GOES_ON_AFTER = 100
_DRAWN_AT_ONCE = 500
"""Their texts are in memory at once: the store may return whole ones before they are cut."""
_ALL = SearchRequest(query=Query(), facets=False)


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What is kept of a document while tags learn."""

    kept: KeptDocument
    words: Words
    copy_id: str


class Lessons:
    """The lessons of one round, for which documents are drawn once.

    ``go_on`` is called now and then, as reading documents takes a while; it may raise to stop.
    """

    def __init__(
        self, documents: Documents, obeyed: Sequence[str], go_on: Callable[[], None]
    ) -> None:
        self._documents = documents
        self._obeyed = obeyed
        self._go_on = go_on
        self._drawn: dict[str, ReadDocument] | None = None

    def learn(self, known: TagExamples) -> tuple[Lesson, list[KeptDocument]]:
        """Return what is learned from examples, and the documents about which the tag may ask.

        Documents that were erased, or whose pages reserve text mining where that is obeyed, teach
        nothing.
        """
        if self._drawn is None:
            self._drawn = self._draw()
        given = [*sorted(known.tagged)[:MAX_EXAMPLES], *sorted(known.others)[:MAX_EXAMPLES]]
        unread = [each for each in given if each not in self._drawn]
        found = {**self._drawn, **self._read(unread)}
        groups = _groups(found)
        examples = [
            Example(
                words=each.words,
                is_tagged=document_id in known.tagged,
                group=groups[document_id],
                origin=_origin(document_id, known),
            )
            for document_id, each in found.items()
        ]
        if _teach_too_little(examples):
            count = sum(each.is_tagged for each in examples)
            return Lesson(model=None, examples=count, problem=TagProblem.FEW), []
        learned = learn(examples)
        read = list(found.values())
        return _lesson(learned, examples), [read[place].kept for place in learned.doubtful]

    def _draw(self) -> dict[str, ReadDocument]:
        seen: set[str] = set()
        read: dict[str, ReadDocument] = {}
        start, more = _DRAWN_FROM, True
        while more:
            self._go_on()
            # One more, for the first is the last of those before.
            wanted = min(_DRAWN_AT_ONCE, DRAWN - len(seen)) + 1
            found = self._documents.draw(_ALL, start, wanted, characters=TEXT_CHARACTERS)
            new = [each for each in found if each.id not in seen][: DRAWN - len(seen)]
            seen.update(each.id for each in new)
            erased = erased_among([each.id for each in new])
            read.update(self._readable(each for each in new if each.id not in erased))
            more = bool(new) and len(seen) < DRAWN
            start = found[-1].id if found else start
        return read

    def _readable(self, documents: Iterable[Document]) -> dict[str, ReadDocument]:
        return {
            each.id: read_document(each)
            for each in documents
            if not forbidding(each.rights, "export", self._obeyed)
        }

    def _read(self, ids: Iterable[str]) -> dict[str, ReadDocument]:
        named = list(ids)
        erased = erased_among(named)
        read: dict[str, ReadDocument] = {}
        for place, each in enumerate(named):
            if place % _GOES_ON_AFTER == 0:
                self._go_on()
            document = None if each in erased else self._documents.get(each)
            read.update(self._readable([document] if document else ()))
        return read


def read_document(document: Document) -> ReadDocument:
    """Return what is kept of a document while tags learn, or look at it."""
    kept = KeptDocument(
        id=document.id,
        title=document.title,
        url=document.url,
        site=document.site,
        lang=document.lang,
        published=document.published,
    )
    return ReadDocument(kept, words_of(document.title, document.content), document.copy_id)


def model_of(stored: Mapping[str, Any]) -> Model:
    """Return a model as ``LearnedTag.model`` keeps it."""
    return Model(
        hashes=np.array(stored["hashes"], dtype=np.uint32),
        weights=np.array(stored["weights"], dtype=np.float32),
    )


def _groups(found: Mapping[str, ReadDocument]) -> dict[str, str]:
    """Return what each document shares with those that tell of it: its story, or its text."""
    stories = known_members(list(found))
    # The copies of a text may be in different stories, or in none: the first one's counts for all.
    of_copies: dict[str, str] = {}
    groups = {}
    for document_id, each in found.items():
        own = stories.get(document_id, document_id)
        groups[document_id] = of_copies.setdefault(each.copy_id or document_id, own)
    return groups


def _origin(document_id: str, known: TagExamples) -> Origin:
    if document_id in known.answered:
        return Origin.ANSWERED
    if document_id in known.tagged or document_id in known.others:
        return Origin.GIVEN
    return Origin.DRAWN


def _teach_too_little(examples: Sequence[Example]) -> bool:
    """Return whether a model of some of the folds would know too few documents with the tag, or
    none without it: those of a group are in one fold.
    """
    tagged = [each.group for each in examples if each.is_tagged]
    others = [each.group for each in examples if not each.is_tagged]
    return len(tagged) < MIN_EXAMPLES or len(set(tagged)) < FOLDS or len(set(others)) < FOLDS


def _lesson(learned: Learned, examples: Sequence[Example]) -> Lesson:
    origins = Counter(each.origin for each in examples)
    tagged = sum(each.is_tagged for each in examples)
    return Lesson(
        model={
            "hashes": learned.model.hashes.tolist(),
            # Seven digits would make it half as large again, and say no more.
            "weights": [round(each, 4) for each in learned.model.weights.tolist()],
        },
        sure_from=learned.sure_from,
        examples=tagged,
        others=len(examples) - tagged - origins[Origin.DRAWN],
        drawn=origins[Origin.DRAWN],
        found=learned.found,
        right=learned.precision.right,
        answered=learned.precision.known,
        problem=_problem(learned),
    )


def _problem(learned: Learned) -> TagProblem | None:
    if learned.is_precise:
        return None
    if learned.precision.high < MIN_PRECISION:
        return TagProblem.IMPRECISE
    return TagProblem.UNANSWERED if learned.doubtful else TagProblem.RARE
