"""Turn documents into stories: in memory what may still grow, and for each batch what has changed.

No I/O. A story is a ``Cluster`` while it may grow, by whose terms documents are compared; a
``StoryRecord``, what is stored of it; and ``ShownReport``s, those of its documents by which it may
be shown. A ``MemberRecord`` is a document's place in it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from features.stories.grouping.clusters import Cluster, Clusters, Placed
from features.stories.grouping.history import TermHistory
from features.stories.grouping.names import Names
from features.stories.grouping.shown import ShownReport, ShownStories
from features.stories.grouping.story_languages import StoryLanguages
from features.stories.grouping.tellings import Tellings
from features.stories.grouping.vocabulary import Vocabulary
from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
from newsroom.phrases import topic_terms
from newsroom.recognition.recogniser import Recogniser
from newsroom.terms import Tagger, Term, counted, language, lead, terms_of, tokens_of
from storage.documents.port import Document

GROWING_HOURS = 5 * 24
"""A story without a document for this long does not grow any more."""
_CLEANED_EVERY = 5_000
# After a start, stories of so long are reviewed: they may have grown since the last review.
_REVIEWED_HOURS = 3
_MAX_RECENT = 20_000


class StoryEngine:
    """Places documents one after the other.

    The time that counts is when each was published. A document whose date is unknown has no place:
    it may be years old, however lately it was found.
    """

    def __init__(
        self,
        tagger: Tagger,
        vocabulary: Vocabulary | None = None,
        tellings: Tellings | None = None,
        recogniser: Recogniser | None = None,
    ) -> None:
        self.vocabulary = vocabulary or Vocabulary()
        self.history = TermHistory()
        self._tagger = tagger
        # Reports in different languages are not compared by their words.
        self._languages: defaultdict[str, Clusters] = defaultdict(Clusters)
        self._records: dict[str, StoryRecord] = {}
        self._recent: dict[str, ShownReport] = {}
        self._unreviewed: dict[str, None] = {}
        self._shown = ShownStories(self.vocabulary, tagger, recogniser)
        #: None if nothing can find the stories of other languages.
        self.abroad: StoryLanguages | None = None
        if tellings:
            self.abroad = StoryLanguages(tellings, self.vocabulary, tagger, self._records)
        self._placed = 0

    @property
    def stories(self) -> int:
        """The number of stories that may still grow."""
        return len(self._records)

    def is_name(self, label: str, lang: str) -> bool:
        """Return whether the label of a topic is a phrase or a name, and no common word."""
        tokens = tokens_of(label, lang, self._tagger)
        return len(tokens) > 1 or any(
            self.vocabulary.is_name(each.key, each.term) for each in tokens
        )

    def restore(self, records: Iterable[StoryRecord]) -> None:
        """Add stories as they were stored."""
        for record in records:
            cluster = Cluster(
                record.id,
                record.documents,
                _hours(record.last),
                _hours(record.first),
                evidence=record.evidence,
            )
            cluster.set_vector(record.vector)
            self._clusters(record.lang).restore(cluster)
            # The cluster has the vector, in less memory.
            self._records[record.id] = replace(record, vector={}, lead=None)
            if self.abroad:
                self.abroad.restore(record)
        newest = max((record.last for record in self._records.values()), default=None)
        for record in self._records.values():
            if newest and _hours(newest) - _hours(record.last) <= _REVIEWED_HOURS:
                self._unreviewed[record.id] = None

    def add(self, documents: Iterable[Document], position: str) -> StoryChanges:
        """Place documents, and return what to store; ``position`` is where to go on after them."""
        changes = StoryChanges(position=position)
        touched: dict[str, None] = {}
        for document in documents:
            self._place(document, changes, touched)
        self._unreviewed |= touched
        if self.abroad:
            self.abroad.note_grown(touched)
        changes.stories = [
            self._current(story_id) for story_id in touched if story_id in self._records
        ]
        for story_id in touched:
            if record := self._records.get(story_id):
                record.lead = None
        changes.members = [self._as_shown(member, changes.merged) for member in changes.members]
        changes.moved = {
            each: changes.merged.get(story, story) for each, story in changes.moved.items()
        }
        changes.counts = self.history.taken_parts()
        return changes

    def gathered(self, story_id: str, documents: Sequence[Document]) -> StoryRecord:
        """Return the story of exactly these documents, of which there is one at least, as it is
        stored.
        """
        cluster = self._clusters(documents[0].lang).stories[story_id] = Cluster(story_id)
        known = []
        for document in documents:
            terms = terms_of(document.title, document.content, document.lang, self._tagger)
            vector = self.vocabulary.weights(terms)
            self._shown.note_forms(terms, vector)
            cluster.include(vector)
            known.append(ShownReport(document, document.published or document.collected))
        record = self._begin(story_id, known, len(known))
        self._shown.count_names(record, known)
        return self._current(story_id)

    def review(self, position: str) -> StoryChanges:
        """Join what the order of arrival has split, among the stories that have grown since the
        last review; return what to store.
        """
        changes = StoryChanges(position=position)
        kept: dict[str, None] = {}
        for clusters in self._languages.values():
            for given_id, kept_id in clusters.review(self._unreviewed):
                self._merge([given_id], kept_id, changes)
                kept[kept_id] = None
        self._unreviewed = {}
        changes.stories = [self._current(each) for each in kept if each in self._records]
        return changes

    def _place(self, document: Document, changes: StoryChanges, touched: dict[str, None]) -> None:
        published = document.published
        if published is None:
            return
        terms, names = self._read(document, published)
        if document.kind == "post":
            # A few words join what has nothing else in common: posts count for topics only.
            return
        self.vocabulary.add(terms)
        vector = self.vocabulary.weights(terms)
        # A time to come would keep a story alive, and is a mistake of the page.
        moment = min(published, document.collected)
        # Without a term that tells reports apart, a document is a story of its own.
        placed = Placed(document.id)
        if vector:
            placed = self._clusters(document.lang).place(document.id, vector, _hours(moment))
        story_id = placed.story
        self._shown.note_forms(terms, vector)
        self._merge(placed.merged, story_id, changes)
        if self.abroad:
            self.abroad.add_names(story_id, names)
        report = ShownReport(document, moment)
        record = self._records.get(story_id) or self._begin(story_id, [report], 0)
        record.documents += 1
        record.first, record.last = min(record.first, moment), max(record.last, moment)
        self._choose_title(record, report)
        self._note_names(record, report)
        touched[story_id] = None
        self._recent[document.id] = report
        if len(self._recent) > _MAX_RECENT:
            self._recent.pop(next(iter(self._recent)))
        changes.members.append(
            MemberRecord(
                document=document.id,
                story=story_id,
                part=story_id,
                site=document.site,
                kind=document.kind,
                title=document.title,
                published=moment,
            )
        )
        if placed.split:
            self._split(placed.split, story_id, document, changes, touched)
        self._placed += 1
        if self._placed % _CLEANED_EVERY == 0:
            self._clean(_hours(moment))

    def _begin(self, story_id: str, reports: Sequence[ShownReport], documents: int) -> StoryRecord:
        """Begin a story of so many documents, by what is known of them."""
        first = reports[0]
        record = self._records[story_id] = StoryRecord(
            id=story_id,
            title=first.title,
            lead=first.lead,
            lang=first.lang,
            documents=documents,
            first=min(each.moment for each in reports),
            last=max(each.moment for each in reports),
        )
        for each in reports[1:]:
            self._choose_title(record, each)
        return record

    def _note_names(self, record: StoryRecord, report: ShownReport) -> None:
        """Count the names of a report, with the second one those of the first."""
        if record.documents == 1:
            return
        reports = [report]
        first = self._recent.get(record.id)
        if first and not self._shown.has_names(record):
            reports.insert(0, first)
        self._shown.count_names(record, reports)

    def _clusters(self, lang: str) -> Clusters:
        return self._languages[language(lang)]

    def _read(self, document: Document, published: datetime) -> tuple[dict[str, Term], Names]:
        """Return the terms of a document, and the names by which it is compared with reports in
        other languages; count the terms that can name a topic.
        """
        text = lead(document.content)
        in_title = tokens_of(document.title, document.lang, self._tagger)
        in_lead = tokens_of(text, document.lang, self._tagger)
        self.history.add(
            topic_terms(document.title, in_title, text, in_lead),
            lang=document.lang,
            site=document.site,
            copy_id=document.copy_id,
            published=published,
            found=document.collected,
        )
        terms = counted(in_title, in_lead)
        if self.abroad is None:
            return terms, {}
        return terms, self.abroad.names_of_report(in_title, in_lead)

    def _merge(self, merged: Iterable[str], kept_id: str, changes: StoryChanges) -> None:
        given = [self._records.pop(each) for each in merged if each in self._records]
        if not given:
            return
        kept = self._records[kept_id]
        for record in given:
            kept.documents += record.documents
            kept.first, kept.last = min(kept.first, record.first), max(kept.last, record.last)
            # What became part of a story that is given away now is part of the one that is kept.
            for old, into in list(changes.merged.items()):
                if into == record.id:
                    changes.merged[old] = kept_id
            changes.merged[record.id] = kept_id
            if self.abroad:
                changes.heads |= self.abroad.merge(record.id, kept_id)
            self._shown.merge(record, kept)

    def _split(
        self,
        leaving: tuple[str, ...],
        story_id: str,
        document: Document,
        changes: StoryChanges,
        touched: dict[str, None],
    ) -> None:
        """Give documents that left a story one of their own, with the id of the first of them."""
        old, new_id = self._records[story_id], leaving[0]
        old.documents = max(1, old.documents - len(leaving))
        # Of older reports nothing is remembered: the one that split the story stands for them.
        known = [self._recent[each] for each in leaving if each in self._recent]
        known = known or [ShownReport(document, old.last)]
        record = self._begin(new_id, known, len(leaving))
        self._shown.count_names(record, known)
        changes.moved |= dict.fromkeys(leaving, new_id)
        touched[new_id] = None

    def _choose_title(self, record: StoryRecord, report: ShownReport) -> None:
        cluster = self._clusters(record.lang).stories.get(record.id)
        self._shown.choose_title(record, report, cluster)

    def _as_shown(self, member: MemberRecord, merged: Mapping[str, str]) -> MemberRecord:
        """Return a member after all merges, in the story that its own is shown as."""
        part = merged.get(member.part, member.part)
        heads = self.abroad.heads if self.abroad else {}
        return replace(member, part=part, story=heads.get(part, part))

    def _current(self, story_id: str) -> StoryRecord:
        """Return a story as it is stored: only then it has a vector of its own."""
        record = self._records[story_id]
        cluster = self._clusters(record.lang).stories.get(story_id)
        if cluster is None:
            return record
        return self._shown.current(record, cluster)

    def _clean(self, hours: float) -> None:
        """Forget stories that do not grow any more."""
        for clusters in self._languages.values():
            clusters.forget(hours - GROWING_HOURS)
        growing = {
            key: cluster
            for clusters in self._languages.values()
            for key, cluster in clusters.stories.items()
        }
        for key in self._records.keys() - growing.keys():
            del self._records[key]
        if self.abroad:
            self.abroad.forget_others()
        self._shown.forget_others(growing)


def growing_since(now: datetime) -> datetime:
    """Return the time from which on stories may still grow."""
    return datetime.fromtimestamp(now.timestamp() - GROWING_HOURS * 3600, UTC)


def vocabulary_of(state: Mapping[str, Any]) -> Vocabulary:
    """Return the vocabulary as it was stored."""
    return Vocabulary.of_state(state)


def _hours(moment: datetime) -> float:
    return moment.timestamp() / 3600
