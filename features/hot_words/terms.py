"""Find which terms of hot topics may become keywords, and why.

What search sources bring must not keep their own keywords hot. So only documents of other channels
count: how many sites they are on, and whether the topic would be hot with them alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from features.hot_words.choice import HotTerm
from features.stories.public_topics import MIN_RATIO, Topic
from storage.channels import Channel, channel_names
from storage.documents.port import ByValue, Documents, Filters, SearchRequest
from storage.documents.query_tree import Phrase, Query

# Topics compare a day at most.
_LATELY = timedelta(days=1)


def hot_terms(
    topics: Iterable[Topic],
    documents: Documents,
    now: datetime,
    is_name: Callable[[str, str], bool],
) -> list[HotTerm]:
    """Return the terms of the topics that are hot without what search sources have found.

    ``is_name`` says of a term and its language whether it is a name or a phrase.
    """
    terms = (_term(topic, documents, now, is_name) for topic in topics)
    return [term for term in terms if term is not None]


def _other_channels() -> tuple[str, ...]:
    return tuple(name for name in channel_names() if name != Channel.SEARCH)


def _term(
    topic: Topic, documents: Documents, now: datetime, is_name: Callable[[str, str], bool]
) -> HotTerm | None:
    anywhere = SearchRequest(
        query=Query(root=Phrase(text=topic.label)),
        filters=Filters(collected_since=now - _LATELY),
        size=1,
    )
    by_channel = dict(documents.aggregate(anywhere, ByValue("channel")))
    # What the words themselves have found must not keep them hot.
    share = 1 - by_channel.get(Channel.SEARCH, 0) / max(1, sum(by_channel.values()))
    if not by_channel or topic.count * share < MIN_RATIO * topic.usual:
        return None
    elsewhere = replace(anywhere, filters=replace(anywhere.filters, channel=_other_channels()))
    found = documents.find_hits(elsewhere).hits
    if not found:
        return None
    return HotTerm(
        word=topic.label,
        lang=topic.lang,
        count=topic.count,
        hours=topic.hours,
        usual=topic.usual,
        is_new=topic.is_new,
        score=topic.score,
        is_name=is_name(topic.label, topic.lang),
        sites=len(documents.aggregate(elsewhere, ByValue("site"))),
        example_id=found[0].document.id,
    )
