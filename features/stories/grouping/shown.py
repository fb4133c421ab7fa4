"""How stories are shown: by the title nearest to the whole, by their terms and by their names.

Pure, in memory.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from features.stories.grouping.cast import Cast
from features.stories.grouping.clusters import Cluster, cosine
from features.stories.grouping.vocabulary import Vocabulary
from features.stories.store.records import StoryRecord
from newsroom.recognition.recogniser import Recogniser, beginning
from newsroom.terms import Tagger, Term, terms_of
from storage.documents.port import Document

_SHOWN_TERMS = 12
SHOWN_CHARACTERS = 300
"""A list of stories shows the beginning of a text, two or three lines of it."""


class ShownReport:
    """What a story needs to know of a document that it may be shown by."""

    __slots__ = ("lang", "lead", "moment", "title")

    def __init__(self, document: Document, moment: datetime) -> None:
        self.title = document.title
        self.lang = document.lang
        self.lead = beginning(document.content, SHOWN_CHARACTERS)
        self.moment = moment


class ShownStories:
    """Knows how terms are written and whom stories name; without a recogniser they name nobody."""

    def __init__(
        self, vocabulary: Vocabulary, tagger: Tagger, recogniser: Recogniser | None
    ) -> None:
        self._vocabulary = vocabulary
        self._tagger = tagger
        self._recogniser = recogniser
        # How a term is written, behind its kind and a blank: a pair takes twice the memory.
        self._forms: dict[str, str] = {}
        # Of stories with several reports: no others are listed.
        self._casts: dict[str, Cast] = {}

    def note_forms(self, terms: Mapping[str, Term], vector: Mapping[str, float]) -> None:
        """Remember how the terms of a report are written; in capitals only if in no other way."""
        for key in vector:
            term = terms[key]
            if key not in self._forms or not term.form.isupper():
                self._forms[key] = f"{term.kind} {term.form}"

    def choose_title(
        self, record: StoryRecord, report: ShownReport, cluster: Cluster | None
    ) -> None:
        """Keep the title that is nearest to the whole story, and the beginning of its document."""
        if cluster is None or not report.title or record.title == report.title:
            return
        vector = cluster.vector()
        present = self._centrality(record.title, record.lang, vector)
        if self._centrality(report.title, report.lang, vector) > present:
            record.title, record.lead, record.lang = report.title, report.lead, report.lang

    def has_names(self, record: StoryRecord) -> bool:
        """Return whether the names of a story have been counted."""
        return record.id in self._casts or bool(record.names)

    def count_names(self, record: StoryRecord, reports: Iterable[ShownReport]) -> None:
        """Count the names of reports of a story."""
        if self._recogniser is None:
            return
        cast = self._casts.setdefault(record.id, Cast(record.names))
        for each in reports:
            cast.add(self._recogniser.names(each.title, each.lead, each.lang))

    def merge(self, given: StoryRecord, kept: StoryRecord) -> None:
        """Give the names of a story to the one that it became part of."""
        given_cast = self._casts.pop(given.id, None) or Cast(given.names)
        self._casts.setdefault(kept.id, Cast(kept.names)).include(given_cast)

    def current(self, record: StoryRecord, cluster: Cluster) -> StoryRecord:
        """Return a story as it is stored: only then it has a vector of its own."""
        written = (self._forms[key].partition(" ") for key in cluster.terms if key in self._forms)
        # A number alone tells readers nothing of a story.
        shown = [[form, kind] for kind, _, form in written if kind != "number"]
        cast = self._casts.get(record.id)
        return replace(
            record,
            terms=shown[:_SHOWN_TERMS] or record.terms,
            names=cast.shown(record.documents) if cast else record.names,
            vector={key: round(weight, 4) for key, weight in cluster.vector().items()},
            evidence=cluster.evidence,
        )

    def forget_others(self, growing: Mapping[str, Cluster]) -> None:
        """Forget what no story needs that may still grow."""
        self._casts = {key: each for key, each in self._casts.items() if key in growing}
        used = {key for cluster in growing.values() for key in cluster.terms}
        self._forms = {key: form for key, form in self._forms.items() if key in used}

    def _centrality(self, title: str, lang: str, vector: Mapping[str, float]) -> float:
        return cosine(self._vocabulary.weights(terms_of(title, "", lang, self._tagger)), vector)
