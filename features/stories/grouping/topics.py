"""Make hot topics of bursts: phrases before words, one topic for the words of the same stories.

Pure.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractor.languages.tables import is_month
from extractor.page.text import CJK
from features.stories.grouping.bursts import Burst, find_bursts
from features.stories.grouping.history import ENOUGH_HISTORY, TermHistory
from features.stories.models import Story
from features.stories.store.stories import StoryRow
from features.stories.store.topics import Topic, TopicStory

MAX_TOPICS = 30
# The course of a topic shows a week in periods of six hours.
COURSE_HOURS = 6
COURSE_PERIODS = 28
_MAX_BURSTS = 400
# Phrases explain a word's burst if this share of the word's documents has one of them.
_EXPLAINED = 0.6
# A phrase says more than a word.
_PHRASE = 1.15
# Two terms are one topic if this share of the documents in stories of either is in stories of both.
_SAME = 0.5
# A term tells a topic instead of a place if this share of the place's documents has it.
_TELLING = 0.5
_MAX_STORIES = 5
_MAX_OTHERS = 4
_MIN_SITES = 2
_MIN_WEIGHT = 0.3
# Without history, a topic's documents must be in few stories: words of the language are in all.
_IN_STORIES = 0.5


@dataclass(frozen=True, kw_only=True)
class _Candidate:
    burst: Burst
    label: str
    terms: tuple[str, ...]
    stories: tuple[StoryRow, ...]

    @property
    def ids(self) -> set[str]:
        return {row.story.pk for row in self.stories}


def find_topics(history: TermHistory, now: int, rows: Sequence[StoryRow]) -> list[Topic]:
    """Return the hot topics at the hour ``now``, the hottest first; ``rows`` are the stories of the
    last day.
    """
    bursts = sorted(find_bursts(history, now)[:_MAX_BURSTS], key=_heat, reverse=True)
    known = {lang: _has_history(history, lang, now) for lang in {each.lang for each in bursts}}
    words_of = [(row, _words(row)) for row in rows]
    candidates = []
    for label, burst in _phrases_first(bursts):
        found = _candidate(label, burst, words_of)
        if not found or is_month(burst.form, burst.lang):
            continue
        # Without days to compare with, every word of a language is a burst: there only a common
        # story shows that one is a topic.
        if known[burst.lang] or _is_concentrated(found):
            candidates.append(found)
    groups: list[list[_Candidate]] = []
    for each in candidates:
        group = next((group for group in groups if _same(group[0], each)), None)
        if group:
            group.append(each)
        elif len(groups) < MAX_TOPICS:
            groups.append([each])
    return [_topic(_telling_first(group), history, now) for group in groups]


def _heat(burst: Burst) -> float:
    return burst.score * (_PHRASE if " " in burst.term else 1.0)


def _has_history(history: TermHistory, lang: str, now: int) -> bool:
    return (
        sum(number for hour, number in history.documents(lang).items() if hour <= now - 24)
        >= ENOUGH_HISTORY
    )


def _words(row: StoryRow) -> frozenset[str]:
    """Return the words that a story is about: those of some weight in its vector, in each of its
    languages.
    """
    found: set[str] = set()
    for telling, _documents in row.tellings:
        least = _MIN_WEIGHT * max(telling.vector.values(), default=0.0)
        found |= {word for word, weight in telling.vector.items() if weight >= least}
    return frozenset(found)


def _phrases_first(bursts: Iterable[Burst]) -> list[tuple[str, Burst]]:
    """Return labels with their bursts; a phrase stands for its words where it explains them, also
    for longer ones.
    """
    found = list(bursts)
    phrases = [each for each in found if " " in each.term]
    explained: Counter[tuple[str, str]] = Counter()
    for phrase in phrases:
        for word in phrase.term.split(" "):
            explained[phrase.lang, word] += phrase.day_count
    labels: list[tuple[str, Burst]] = []
    for each in found:
        if explained[each.lang, each.term] < _EXPLAINED * each.day_count:
            labels.append((_lengthened(each, phrases), each))
    return labels


def _lengthened(burst: Burst, phrases: Sequence[Burst]) -> str:
    """Return a phrase of three words if the phrase and one that overlaps it come together."""
    words = burst.term.split(" ")
    if len(words) < 2:
        return burst.form
    for other in phrases:
        begin, _, end = other.term.partition(" ")
        together = other.lang == burst.lang and min(other.day_count, burst.day_count) >= 0.8 * max(
            other.day_count, burst.day_count
        )
        if together and begin == words[-1]:
            return _overlapped(burst.form, other.form)
        if together and end == words[0]:
            return _overlapped(other.form, burst.form)
    return burst.form


def _overlapped(one: str, other: str) -> str:
    """Return two texts as one, where the end of the first is the beginning of the second."""
    for size in range(min(len(one), len(other)), 0, -1):
        if one[-size:].lower() == other[:size].lower():
            return one + other[size:]
    return one


def _candidate(
    label: str, burst: Burst, words_of: Iterable[tuple[StoryRow, frozenset[str]]]
) -> _Candidate | None:
    terms = tuple(burst.term.split(" "))
    having = [row for row, words in words_of if words.issuperset(terms)]
    if not any(row.sites >= _MIN_SITES for row in having):
        return None
    having.sort(key=lambda row: (-row.documents, row.story.pk))
    label = _whole(label, having[0].story)
    return _Candidate(burst=burst, label=label, terms=terms, stories=tuple(having))


def _whole(label: str, story: Story) -> str:
    """Return a label; for a Chinese one that cuts a person's name in the title, or has it with one
    character of another word, the name.
    """
    begin = story.title.find(label)
    if begin < 0 or not CJK.search(label):
        return label
    for name, kind in story.names:
        at = story.title.find(name)
        meets = 0 <= at < begin + len(label) and begin < at + len(name)
        if kind == "person" and meets and len(label) < len(name) + 2:
            return str(name)
    return label


def _is_concentrated(found: _Candidate) -> bool:
    broad = sum(row.documents for row in found.stories[:_MAX_STORIES] if row.sites >= _MIN_SITES)
    return broad >= _IN_STORIES * found.burst.day_count


def _same(one: _Candidate, other: _Candidate) -> bool:
    if one.burst.lang == other.burst.lang and set(one.terms) & set(other.terms):
        shorter = min(len(one.terms), len(other.terms))
        if len(set(one.terms) & set(other.terms)) == shorter:
            return True
    both = one.ids & other.ids
    documents = {row.story.pk: row.documents for row in (*one.stories, *other.stories)}
    together = sum(documents[each] for each in both)
    return together >= _SAME * sum(documents.values())


def _telling_first(group: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the terms of a topic, a bare place behind the next that nearly as many documents have:
    the place does not tell what happened there.
    """
    first = group[0]
    if first.label not in _named(first, "place"):
        return list(group)
    least = _TELLING * first.burst.day_count
    others = (each for each in group if each.label not in _named(each, "place"))
    # A word alone tells no more: "depot" is any. Chinese and Japanese words have no blanks.
    others = (each for each in others if " " in each.label or CJK.search(each.label))
    better = next((each for each in others if each.burst.day_count >= least), first)
    return [better, *(each for each in group if each is not better)]


def _named(candidate: _Candidate, *kinds: str) -> list[str]:
    """Return what the largest story of a term names, the most frequent of each kind first."""
    return [name for name, kind in candidate.stories[0].story.names if kind in kinds]


def _topic(group: Sequence[_Candidate], history: TermHistory, now: int) -> Topic:
    first = group[0]
    burst = first.burst
    return Topic(
        label=first.label,
        lang=burst.lang,
        count=burst.count,
        hours=burst.hours,
        usual=burst.usual,
        is_new=burst.is_new,
        sites=burst.sites,
        score=round(burst.score, 2),
        others=_others(group),
        course=_course(history.counts(burst.lang, burst.term), now),
        stories=[_topic_story(row, burst.lang) for row in first.stories[:_MAX_STORIES]],
    )


def _others(group: Sequence[_Candidate]) -> list[str]:
    """Return more terms of a topic; if no other has burst, whom its largest story names."""
    first, *rest = group
    terms = [each.label for each in rest] or _named(first, "person", "org")
    return [each for each in dict.fromkeys(terms) if each != first.label][:_MAX_OTHERS]


def _topic_story(row: StoryRow, lang: str) -> TopicStory:
    """Return a story as a topic shows it, in the language of the topic."""
    told = next((each for each, _documents in row.tellings if each.lang == lang), row.story)
    return TopicStory(
        id=row.story.pk,
        title=told.title,
        lang=told.lang,
        documents=row.documents,
        sites=row.sites,
    )


def _course(counts: dict[int, int], now: int) -> list[int]:
    course = [0] * COURSE_PERIODS
    for hour, count in counts.items():
        period = COURSE_PERIODS - 1 - (now - hour) // COURSE_HOURS
        if 0 <= period < COURSE_PERIODS:
            course[period] += count
    return course
