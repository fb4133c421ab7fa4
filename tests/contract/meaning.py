"""What a query means, written out without an index, to compare the stores with."""

import operator
from datetime import UTC, datetime

from storage.documents.analysis import find_words
from storage.documents.port import Document
from storage.documents.query_tree import (
    And,
    AtLeast,
    Comparison,
    Dated,
    DateRange,
    FieldValue,
    InStory,
    Listed,
    Near,
    Node,
    Not,
    Or,
    Phrase,
    TermMatch,
)
from storage.keys import place_of, site_of

_COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def matches(node: Node, each: Document) -> bool:  # noqa: C901 one arm for each kind of node
    """Return whether a document matches, as the docstrings of the tree say, without any index."""
    match node:
        case And(parts):
            return all(matches(part, each) for part in parts)
        case Or(parts):
            return any(matches(part, each) for part in parts)
        case AtLeast(count, parts):
            return sum(matches(part, each) for part in parts) >= count
        case Not(part):
            return not matches(part, each)
        case Comparison():
            return each.confidence is not None and _COMPARED[node.sign](each.confidence, node.value)
        case Near():
            return any(
                _near(text, node)
                for text in (each.title, *([] if node.first.field else [each.content]))
            )
        case Phrase(field="author"):
            return any(
                _holds(name, node) for name in (each.author, *(post.author for post in each.posts))
            )
        case Phrase():
            return _holds(each.title, node) or (node.field == "" and _holds(each.content, node))
        case FieldValue(field="tag"):
            return node.value in each.tags
        case FieldValue(field="lang"):
            return f"{each.lang}-".startswith(f"{node.value}-")
        case FieldValue(field="person" | "org" | "place"):
            named = {"person": each.people, "org": each.organisations, "place": each.places}
            return node.value.lower() in [name.lower() for name in named[node.field]]
        case FieldValue(field="cited_site"):
            return any(site_of(cited.url) == node.value for cited in each.citations)
        case FieldValue(field="cited_page"):
            return any(place_of(cited.url) == node.value for cited in each.citations)
        case FieldValue():
            return bool(getattr(each, node.field) == node.value)
        case Listed(documents=documents):
            return each.id in documents
        case InStory():
            return each.id in node.documents or each.thread in node.documents
        case Dated():
            return getattr(each, node.field) is not None
        case DateRange(start=None, end=None):
            return True
        case DateRange():
            moment = getattr(each, node.field)
            return moment is not None and (node.start or FIRST) <= moment < (node.end or LAST)


def _holds(text: str, wanted: Phrase) -> bool:
    phrase = wanted.term_match()
    return phrase is None or bool(_places(text, phrase))


def _near(text: str, node: Near) -> bool:
    pair = node.term_matches()
    if pair is None:
        return True
    return any(
        max(first, second) - min(first + len(pair[0].words), second + len(pair[1].words))
        <= node.distance
        for first in _places(text, pair[0])
        for second in _places(text, pair[1])
    )


def _places(text: str, phrase: TermMatch) -> list[int]:
    """The numbers of the words at which a phrase begins."""
    found = find_words(text)
    words = found.stems if phrase.stemmed else found.words
    if phrase.prefix:
        return [index for index, word in enumerate(words) if word.startswith(phrase.words[0])]
    size = len(phrase.words)
    return [
        at for at in range(len(words) - size + 1) if tuple(words[at : at + size]) == phrase.words
    ]
