"""Take documents out of stories, of counts of terms and of hot topics, as if they had never been
there.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from features.stories.grouping.engine import StoryEngine, vocabulary_of
from features.stories.grouping.history import DamagedHour, OpenHour, counted_hour
from features.stories.grouping.vocabulary import Vocabulary
from features.stories.store import erased, stories
from features.stories.store.erased import Remains
from features.stories.store.records import HourPart, StoryRecord
from newsroom.phrases import topic_terms
from newsroom.recognition.recogniser import default_recogniser
from newsroom.terms import Tagger, lead, terms_of, tokens_of
from storage.documents.port import Document, Documents

_MAX_MEMBERS = 1_000_000
# A story's vector has its heaviest terms, which so many documents tell.
_MAX_READ = 300


def erase_from_stories(
    documents: Documents,
    ids: Collection[str],
    tagger: Tagger,
    holder: str,
    lead_seconds: int,
) -> int:
    """Take documents out; return how many stories had one. Their texts must still be stored.

    ``holder`` names this process; the role *stories*, whose lease lasts ``lead_seconds``, waits
    meanwhile. It is safe to repeat: a document without a story is not discounted again.
    """
    with erased.in_place_of_stories(holder, lead_seconds) as renew:
        progress = stories.progress()
        if progress is None:
            return 0
        _, state = progress
        found = [each for each in map(documents.get, ids) if each is not None]
        known = stories.known_members([each.id for each in found])
        vocabulary = vocabulary_of(state)
        counted = [each for each in found if each.id in known]
        for document in counted:
            vocabulary.discount(_terms(document, tagger))
        titles = {each.title for each in found}
        affected = erased.stories_with(ids, titles)
        rebuilt = {}
        for each in affected:
            renew()
            rebuilt[each] = _rebuilt(each, documents, ids, vocabulary, tagger)
        renew()
        erased.keep(
            Remains(
                documents=ids,
                titles=titles,
                stories=[record for record in rebuilt.values() if record],
                ended=[each for each, record in rebuilt.items() if record is None],
                hours=_discounted(counted, tagger),
                vocabulary=vocabulary.state(),
            ),
            holder,
        )
    return len(affected)


def _rebuilt(
    story_id: str,
    documents: Documents,
    ids: Collection[str],
    vocabulary: Vocabulary,
    tagger: Tagger,
) -> StoryRecord | None:
    """Return a story without these documents, None if it has no other."""
    left = [
        each
        for each in stories.members(story_id, _MAX_MEMBERS, part=story_id)
        if each.document not in ids
    ]
    if not left:
        return None
    named = (documents.get(member.document) for member in left[:_MAX_READ])
    read = [each for each in named if each is not None]
    engine = StoryEngine(tagger, vocabulary, recogniser=default_recogniser())
    first, last = left[0].published, left[-1].published
    if not read:
        # They were dropped for their age.
        return StoryRecord(
            id=story_id, title=left[-1].title, lang="", documents=len(left), first=first, last=last
        )
    record = engine.gathered(story_id, read)
    return replace(record, documents=len(left), first=first, last=last)


def _discounted(documents: Sequence[Document], tagger: Tagger) -> list[HourPart]:
    """Return the counts of the hours in which these documents counted, without them."""
    by_hour: dict[int, list[Document]] = defaultdict(list)
    for each in documents:
        by_hour[counted_hour(each.published or each.collected, each.collected)].append(each)
    hours = []
    for hour, found in by_hour.items():
        parts = erased.counts_of(hour)
        if not parts:
            continue
        counts = OpenHour()
        for part in parts:
            # What is damaged goes: nobody can say whether these documents are in it.
            with suppress(DamagedHour):
                counts.include(OpenHour.unpacked(part.counts))
        for each in found:
            counts.discount(each.lang.partition("-")[0], _topic_terms(each, tagger))
        hours.append(HourPart(hour=hour, counts=counts.packed()))
    return hours


def _terms(document: Document, tagger: Tagger) -> list[str]:
    return list(terms_of(document.title, document.content, document.lang, tagger))


def _topic_terms(document: Document, tagger: Tagger) -> list[str]:
    text = lead(document.content)
    in_title = tokens_of(document.title, document.lang, tagger)
    in_lead = tokens_of(text, document.lang, tagger)
    return list(topic_terms(document.title, in_title, text, in_lead))
