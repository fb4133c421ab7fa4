"""Which stories of an engine wait to be compared with those of other languages, and by what names.

No I/O.
"""

from collections.abc import Iterable, Mapping

from features.stories.grouping.names import Names, StoryNames, names_of
from features.stories.grouping.shown import SHOWN_CHARACTERS
from features.stories.grouping.tellings import Direction, LanguageComparison, Telling, Tellings
from features.stories.grouping.vocabulary import Vocabulary
from features.stories.store.records import StoryChanges, StoryRecord
from newsroom.terms import Tagger, Token, language, tokens_of

# Vectors are made within seconds, if they are. After so many reviews without one there is none.
_MAX_MISSED = 3


class StoryLanguages:
    """Compares the stories of an engine, whose ``records`` these are, by ``tellings``."""

    def __init__(
        self,
        tellings: Tellings,
        vocabulary: Vocabulary,
        tagger: Tagger,
        records: Mapping[str, StoryRecord],
    ) -> None:
        self._tellings = tellings
        self._vocabulary = vocabulary
        self._tagger = tagger
        self._records = records
        # How often the vectors of each story were missing that is to be compared with those.
        self._uncompared: dict[str, int] = {}
        self._names: dict[str, StoryNames] = {}

    @property
    def heads(self) -> Mapping[str, str]:
        """What stands for the stories that are one with others."""
        return self._tellings.heads

    def restore(self, record: StoryRecord) -> None:
        """Add a story as it was stored."""
        self._uncompared[record.id] = 0
        if record.same_as:
            self._tellings.keep(dict.fromkeys((record.id, record.same_as), record.same_as))

    def note_grown(self, story_ids: Iterable[str]) -> None:
        """Let these stories be compared again."""
        self._uncompared |= dict.fromkeys(story_ids, 0)

    def names_of_report(self, in_title: Iterable[Token], in_lead: Iterable[Token]) -> Names:
        """Return the names by which a report is compared with those in other languages."""
        beginning = [token for token in in_lead if token.end <= SHOWN_CHARACTERS]
        return names_of(in_title, beginning, self._vocabulary)

    def add_names(self, story_id: str, names: Names) -> None:
        """Add the names of a report to those of its story."""
        self._names.setdefault(story_id, StoryNames()).add(names)

    def merge(self, given_id: str, kept_id: str) -> Mapping[str, str]:
        """Let a story be part of another; return what stands for what now."""
        heads = self._tellings.replace(given_id, kept_id)
        if given_names := self._names.pop(given_id, None):
            self.add_names(kept_id, given_names.weights())
        return heads

    def forget_others(self) -> None:
        """Forget the stories that do not grow any more."""
        self._tellings.forget_others(self._records)
        self._names = {key: each for key, each in self._names.items() if key in self._records}

    def waiting(self, most: int) -> list[str]:
        """Return stories that are to be compared, the newest first."""
        return [each for each in reversed(self._uncompared) if each in self._records][:most]

    def compare(
        self, asked: Iterable[str], directions: Mapping[str, Direction]
    ) -> LanguageComparison:
        """Compare stories by the mean vector of their documents; of some there may be none yet."""
        for story_id in asked:
            missed = self._uncompared.pop(story_id)
            record, direction = self._records[story_id], directions.get(story_id)
            if direction is not None:
                hours = record.first.timestamp() / 3600, record.last.timestamp() / 3600
                self._tellings.put(Telling(story_id, language(record.lang), *hours, direction))
            # It waits behind those that have grown since.
            elif missed < _MAX_MISSED:
                self._uncompared[story_id] = missed + 1
        return self._tellings.compare(directions)

    def relate(
        self, compared: LanguageComparison, leads: Mapping[str, str], position: str
    ) -> StoryChanges:
        """Find which of the compared stories tell of one event; return what to store. ``leads`` are
        the beginnings of their texts.
        """
        names = {
            each: self._names_of(self._records[each], leads.get(each, "")).vector()
            for each in compared.ids
        }
        found = compared.decide(names, self._rank)
        self._tellings.keep(found)
        return StoryChanges(position=position, heads=found)

    def _rank(self, story_id: str) -> tuple[bool, int, float, str]:
        """Return what decides which story stands for those of all languages: one that grows no more
        does so already; the largest, or the oldest.
        """
        record = self._records.get(story_id)
        if record is None:
            return False, 0, 0.0, story_id
        return True, -record.documents, record.first.timestamp() / 3600, story_id

    def _names_of(self, record: StoryRecord, text: str) -> StoryNames:
        """Return the names of a story; of one from before the start those of its headline."""
        names = self._names.get(record.id)
        if names is None:
            names = self._names[record.id] = StoryNames()
            title = tokens_of(record.title, record.lang, self._tagger)
            lead = tokens_of(text, record.lang, self._tagger)
            names.add(names_of(title, lead, self._vocabulary))
        return names
