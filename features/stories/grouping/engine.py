"""Turn documents into stories: in memory what may still grow, and for each batch what has changed.

No I/O.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from features.stories.grouping.cast import Cast
from features.stories.grouping.clusters import Cluster, Clusters, cosine
from features.stories.grouping.history import TermHistory
from features.stories.grouping.names import Names, StoryNames, names_of
from features.stories.grouping.tellings import Direction, LanguageComparison, Telling, Tellings
from features.stories.grouping.vocabulary import Vocabulary
from features.stories.store.records import MemberRecord, StoryChanges, StoryRecord
from newsroom.phrases import topic_terms
from newsroom.recognition.recogniser import Recogniser, beginning
from newsroom.terms import Tagger, Term, counted, language, lead, terms_of, tokens_of
from storage.documents.port import Document

GROWING_HOURS = 5 * 24
"""A story without a document for this long does not grow any more."""
_CLEANED_EVERY = 5_000
# After a start, stories of so long are reviewed: they may have grown since the last review.
_REVIEWED_HOURS = 3
_SHOWN_TERMS = 12
# A list of stories shows the beginning of a text, two or three lines of it.
_SHOWN_CHARACTERS = 300
_MAX_RECENT = 20_000
# Vectors are made within seconds, if they are. After so many reviews without one there is none.
_MAX_MISSED = 3


class _Recent:
    """What a story needs to know of a document that it may be shown by."""

    __slots__ = ("lang", "lead", "moment", "title")

    def __init__(self, document: Document, moment: datetime) -> None:
        self.title = document.title
        self.lang = document.lang
        self.lead = beginning(document.content, _SHOWN_CHARACTERS)
        self.moment = moment


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
        # How a term is written, behind its kind and a blank: a pair takes twice the memory.
        self._forms: dict[str, str] = {}
        self._recent: dict[str, _Recent] = {}
        self._unreviewed: dict[str, None] = {}
        #: What finds the stories of other languages; None if nothing can.
        self._tellings = tellings
        # How often the vectors of each story were missing that is to be compared with those.
        self._uncompared: dict[str, int] = {}
        self._names: dict[str, StoryNames] = {}
        #: What finds the names that stories show; without it they show none.
        self._recogniser = recogniser
        # Of stories with several reports: no others are listed.
        self._casts: dict[str, Cast] = {}
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
            if self._tellings:
                self._uncompared[record.id] = 0
            if self._tellings and record.same_as:
                self._tellings.keep(dict.fromkeys((record.id, record.same_as), record.same_as))
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
        if self._tellings:
            self._uncompared |= dict.fromkeys(touched, 0)
        changes.stories = [
            self._current(story_id) for story_id in touched if story_id in self._records
        ]
        for story_id in touched:
            if record := self._records.get(story_id):
                record.lead = None
        changes.members = [self._shown(member, changes.merged) for member in changes.members]
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
            self._note_forms(terms, vector)
            cluster.include(vector)
            known.append(_Recent(document, document.published or document.collected))
        record = self._records[story_id] = StoryRecord(
            id=story_id,
            title=known[0].title,
            lead=known[0].lead,
            lang=known[0].lang,
            documents=len(known),
            first=min(each.moment for each in known),
            last=max(each.moment for each in known),
        )
        for each in known[1:]:
            self._choose_title(record, each)
        self._count_names(record, known)
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

    def uncompared(self, most: int) -> list[str]:
        """Return stories that are to be compared with those of other languages, the newest first;
        empty if nothing can.
        """
        if self._tellings is None:
            return []
        known = [each for each in reversed(self._uncompared) if each in self._records]
        return known[:most]

    def compare(
        self, asked: Iterable[str], directions: Mapping[str, Direction]
    ) -> LanguageComparison:
        """Compare stories with those of other languages by the mean vector of their documents; of
        some there may be none yet.
        """
        assert self._tellings is not None
        for story_id in asked:
            missed = self._uncompared.pop(story_id)
            record, direction = self._records[story_id], directions.get(story_id)
            if direction is not None:
                hours = _hours(record.first), _hours(record.last)
                self._tellings.put(Telling(story_id, language(record.lang), *hours, direction))
            elif missed < _MAX_MISSED:
                self._uncompared[story_id] = missed + 1
        return self._tellings.compare(directions)

    def relate(
        self, compared: LanguageComparison, leads: Mapping[str, str], position: str
    ) -> StoryChanges:
        """Find which of the compared stories tell of one event; return what to store. ``leads`` are
        the beginnings of their texts.
        """
        assert self._tellings is not None
        names = {
            each: self._story_names(each, leads.get(each, "")).vector() for each in compared.ids
        }
        found = compared.decide(names, self._rank)
        self._tellings.keep(found)
        return StoryChanges(position=position, heads=found)

    def _story_names(self, story_id: str, text: str) -> StoryNames:
        """Return the names of a story; of one from before the start those of its headline."""
        names = self._names.get(story_id)
        if names is None:
            names = self._names[story_id] = StoryNames()
            record = self._records[story_id]
            title, lead = (
                tokens_of(each, record.lang, self._tagger) for each in (record.title, text)
            )
            names.add(names_of(title, lead, self.vocabulary))
        return names

    def _rank(self, story_id: str) -> tuple[bool, int, float, str]:
        """Return what decides which story stands for those of all languages: one that grows no more
        does so already; the largest, or the oldest.
        """
        record = self._records.get(story_id)
        if record is None:
            return False, 0, 0.0, story_id
        return True, -record.documents, _hours(record.first), story_id

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
        if vector:
            clusters = self._clusters(document.lang)
            placed = clusters.place(document.id, vector, _hours(moment))
            story_id, merged, split = placed.story, placed.merged, placed.split
        else:
            story_id, merged, split = document.id, (), ()
        self._note_forms(terms, vector)
        self._merge(merged, story_id, changes)
        if self._tellings:
            self._names.setdefault(story_id, StoryNames()).add(names)
        recent = _Recent(document, moment)
        record = self._records.get(story_id)
        if record is None:
            record = StoryRecord(
                id=story_id,
                title=recent.title,
                lead=recent.lead,
                lang=recent.lang,
                documents=0,
                first=moment,
                last=moment,
            )
            self._records[story_id] = record
        record.documents += 1
        record.first, record.last = min(record.first, moment), max(record.last, moment)
        self._choose_title(record, recent)
        self._note_names(record, recent)
        touched[story_id] = None
        self._recent[document.id] = recent
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
        if split:
            self._split(split, story_id, document, changes, touched)
        self._placed += 1
        if self._placed % _CLEANED_EVERY == 0:
            self._clean(_hours(moment))

    def _note_names(self, record: StoryRecord, recent: _Recent) -> None:
        """Count the names of a report, with the second one those of the first."""
        if record.documents == 1:
            return
        begins = record.id not in self._casts and not record.names
        first = self._recent.get(record.id) if begins else None
        self._count_names(record, [first, recent] if first else [recent])

    def _count_names(self, record: StoryRecord, reports: Iterable[_Recent]) -> None:
        if self._recogniser is None:
            return
        cast = self._casts.setdefault(record.id, Cast(record.names))
        for each in reports:
            cast.add(self._recogniser.names(each.title, each.lead, each.lang))

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
        if self._tellings is None:
            return terms, {}
        beginning = [token for token in in_lead if token.end <= _SHOWN_CHARACTERS]
        return terms, names_of(in_title, beginning, self.vocabulary)

    def _merge(self, merged: Iterable[str], kept_id: str, changes: StoryChanges) -> None:
        given = [self._records.pop(each) for each in merged if each in self._records]
        if not given:
            return
        kept = self._records[kept_id]
        for record in given:
            kept.documents += record.documents
            kept.first, kept.last = min(kept.first, record.first), max(kept.last, record.last)
            for old, into in list(changes.merged.items()):
                if into == record.id:
                    changes.merged[old] = kept_id
            changes.merged[record.id] = kept_id
            if self._tellings:
                changes.heads |= self._tellings.replace(record.id, kept_id)
                if given_names := self._names.pop(record.id, None):
                    self._names.setdefault(kept_id, StoryNames()).add(given_names.weights())
            given_cast = self._casts.pop(record.id, None) or Cast(record.names)
            self._casts.setdefault(kept_id, Cast(kept.names)).include(given_cast)

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
        known = [self._recent[each] for each in leaving if each in self._recent] or [
            _Recent(document, old.last)
        ]
        record = StoryRecord(
            id=new_id,
            title=known[0].title,
            lead=known[0].lead,
            lang=known[0].lang,
            documents=len(leaving),
            first=min(each.moment for each in known),
            last=max(each.moment for each in known),
        )
        self._records[new_id] = record
        for each in known[1:]:
            self._choose_title(record, each)
        self._count_names(record, known)
        changes.moved |= dict.fromkeys(leaving, new_id)
        touched[new_id] = None

    def _choose_title(self, record: StoryRecord, document: _Recent) -> None:
        """Keep the title that is nearest to the whole story, and the beginning of its document."""
        cluster = self._clusters(record.lang).stories.get(record.id)
        if cluster is None or not document.title or record.title == document.title:
            return
        vector = cluster.vector()
        if self._centrality(document.title, document.lang, vector) > self._centrality(
            record.title, record.lang, vector
        ):
            record.title, record.lead, record.lang = document.title, document.lead, document.lang

    def _centrality(self, title: str, lang: str, vector: Mapping[str, float]) -> float:
        return cosine(self.vocabulary.weights(terms_of(title, "", lang, self._tagger)), vector)

    def _note_forms(self, terms: Mapping[str, Term], vector: Mapping[str, float]) -> None:
        for key in vector:
            term = terms[key]
            if key not in self._forms or not term.form.isupper():
                self._forms[key] = f"{term.kind} {term.form}"

    def _shown(self, member: MemberRecord, merged: Mapping[str, str]) -> MemberRecord:
        """Return a member after all merges, in the story that its own is shown as."""
        part = merged.get(member.part, member.part)
        heads = self._tellings.heads if self._tellings else {}
        return replace(member, part=part, story=heads.get(part, part))

    def _current(self, story_id: str) -> StoryRecord:
        """Return a story as it is stored: only then it has a vector of its own."""
        record = self._records[story_id]
        cluster = self._clusters(record.lang).stories.get(story_id)
        if cluster is None:
            return record
        written = (self._forms[key].partition(" ") for key in cluster.terms if key in self._forms)
        shown = [[form, kind] for kind, _, form in written if kind != "number"]
        terms = shown[:_SHOWN_TERMS] or record.terms
        cast = self._casts.get(story_id)
        names = cast.shown(record.documents) if cast else record.names
        vector = {key: round(weight, 4) for key, weight in cluster.vector().items()}
        return replace(
            record,
            terms=terms,
            names=names,
            vector=vector,
            evidence=cluster.evidence,
        )

    def _clean(self, hours: float) -> None:
        """Forget stories that do not grow any more."""
        for clusters in self._languages.values():
            clusters.forget(hours - GROWING_HOURS)
        growing = {
            key: cluster
            for clusters in self._languages.values()
            for key, cluster in clusters.stories.items()
        }
        self._records = {key: record for key, record in self._records.items() if key in growing}
        if self._tellings:
            self._tellings.forget_others(self._records)
            self._names = {key: each for key, each in self._names.items() if key in self._records}
        self._casts = {key: each for key, each in self._casts.items() if key in growing}
        used = {key for cluster in growing.values() for key in cluster.terms}
        self._forms = {key: form for key, form in self._forms.items() if key in used}


def growing_since(now: datetime) -> datetime:
    """Return the time from which on stories may still grow."""
    return datetime.fromtimestamp(now.timestamp() - GROWING_HOURS * 3600, UTC)


def vocabulary_of(state: Mapping[str, Any]) -> Vocabulary:
    """Return the vocabulary as it was stored."""
    return Vocabulary.of_state(state)


def _hours(moment: datetime) -> float:
    return moment.timestamp() / 3600
