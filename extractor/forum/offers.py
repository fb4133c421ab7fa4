"""The boxes of posts that may be their bodies: the facts that tell them from signatures, comments,
forms and counts.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from math import log

from extractor.forum.alignment import Alignment
from extractor.forum.cues import (
    MAX_DATE_LENGTH,
    is_aside_class,
    is_body_class,
    is_dated,
    is_signature_class,
    masked,
)
from extractor.forum.marks import Marks
from extractor.forum.outline import SHORT, PageOutline
from extractor.forum.records import holds
from extractor.page.dom import is_hidden

_TAGS = """
div td th table tbody tr article section li ul ol dl dd dt main aside header
footer form center fieldset nav noscript
"""
BOXES = frozenset(_TAGS.split())
"""Elements that are weighed as a whole. All others are parts of the text around them."""
_ENOUGH = 300.0
"""Characters of running text beyond which a post has no more influence than others."""
_SAME_FACTOR = 0.05
"""Factor for a text that is the same in all of several posts, as a button is."""
_MIN_SAME = 3
"""Fewest posts whose texts must differ. The words of two may be the same."""
_LONG = 1_000.0
"""Characters above which a longer text is no better as a body. The weights are trained with it."""
_MAX_LEAF_NODES = 30
"""Most nodes of an element that are searched for its first texts: bounds the time for empty ones.
"""
_MAX_WORDS_NODES = 120
"""The same for its first running text, which may stand behind what the board says of a member."""
_MAX_LEAF_LENGTH = 60
"""Most characters of that text by which elements are compared. More tell nothing more."""
_CONTROLS = frozenset({"input", "textarea", "select", "button"})
_PARAGRAPHS = frozenset({"p", "br", "blockquote", "pre"})
_NEAR = 3
"""An element, and how many nodes after it may tell what it is."""
_MAX_NODES = 400
"""Most nodes of an offer that are read for its facts."""
Key = tuple[int, bool]
"""The position of an offer, or of the element around it and True for loose text."""
Offer = list[int]
"""The nodes of a box, or of loose text, in document order."""


def key_of(alignment: Alignment, level: Sequence[int], offer: Offer) -> Key:
    """Return the position of an offer at a level of precision."""
    node = offer[0]
    if alignment.outline.tags[node] in BOXES:
        return level[node], False
    return max(level[alignment.outline.parents[node]], 0), True


def held_by(outline: PageOutline, offer: Offer) -> float:
    """Return the running text of an offer, in characters."""
    return sum(outline.weight(node, outline.ends[node]) for node in offer)


def are_boxes(outline: PageOutline, offer: Offer) -> bool:
    """Return whether an offer is one box or several, not loose text."""
    return bool(offer) and outline.tags[offer[0]] in BOXES


def offer_facts(
    alignment: Alignment,
    marks: Marks,
    offers: Sequence[Sequence[Offer]],
    facts: Sequence[Collection[int]],
) -> dict[Key, dict[str, float]]:
    """Return the weighted facts about each position of the offers of all records."""
    members: dict[Key, list[tuple[int, int, Offer]]] = defaultdict(list)
    for record, offered in enumerate(offers):
        for rank, offer in enumerate(offered):
            members[key_of(alignment, alignment.fine, offer)].append((record, rank, offer))
    distinct = {key: _distinct(alignment.outline, found) for key, found in members.items()}
    most = max((held for held, _ in distinct.values()), default=0.0) or 1.0
    rated: dict[Key, dict[str, float]] = {}
    for key, found in members.items():
        held, variety = distinct[key]
        rated[key] = _facts_of(alignment, marks, found, facts)
        rated[key] |= {"held": held / most, "most": float(held == most), "variety": variety}
    return rated


def _distinct(outline: PageOutline, found: Sequence[tuple[int, int, Offer]]) -> tuple[float, float]:
    """Return the running text of offers and the share of different ones.

    Texts equal but for numbers count once. Their running text is compared if half of them have any,
    because a date or a label may stand before it; else how they begin.
    """
    offers = [offer for _, _, offer in found]
    starts = [_first_leaf(outline, offer) for offer in offers]
    said = [_first_words(outline, offer) for offer in offers]
    if 2 * sum(map(bool, said)) >= len(said):
        starts = [words or start for words, start in zip(said, starts, strict=True)]
    texts: dict[str, float] = {}
    for start, offer in zip(map(masked, starts), offers, strict=True):
        held = min(held_by(outline, offer), _ENOUGH)
        texts[start] = max(texts.get(start, 0.0), held)
    factor = 1.0
    if len(texts) == 1 and len(found) >= _MIN_SAME:
        factor = _SAME_FACTOR
    return factor * sum(texts.values()), len(texts) / len(found)


def _facts_of(
    alignment: Alignment,
    marks: Marks,
    found: Sequence[tuple[int, int, Offer]],
    facts: Sequence[Collection[int]],
) -> dict[str, float]:
    """Return the facts about the offers at one position, each after its record and its rank."""
    outline = alignment.outline
    count = len(found)
    offers = [offer for _, _, offer in found]
    spans = [(offer[0], outline.ends[offer[-1]]) for offer in offers]
    held = sum(held_by(outline, offer) for offer in offers)
    linked = sum(outline.linked[end] - outline.linked[start] for start, end in spans)
    tags = [set(outline.tags[start : min(end, start + _MAX_NODES)]) for start, end in spans]
    first = offers[0][0]
    name = outline.classes[first]
    _, is_loose = key_of(alignment, alignment.fine, offers[0])
    behind = 0  # how many stand behind the name or time of their record
    for record, _, offer in found:
        behind += offer[0] > min(facts[record], default=offer[0])
    return {
        "coverage": count / len(alignment.records),
        "length": log(1 + min(held / count, _LONG)) / log(1 + _LONG),
        "linked": linked / (linked + held + 1),
        "loose": float(is_loose),
        "body_class": float(_near(outline, first, is_body_class)),
        "signature": float(is_signature_class(name)),
        "aside": float(is_aside_class(name)),
        "hidden": float(bool(outline.tags[first]) and is_hidden(outline.attributes[first])),
        "controls": sum(not _CONTROLS.isdisjoint(seen) for seen in tags) / count,
        "paragraphs": sum(not _PARAGRAPHS.isdisjoint(seen) for seen in tags) / count,
        "timed": sum(holds(marks.all_times, span) for span in spans) / count,
        "named": sum(holds(marks.all_names, span) for span in spans) / count,
        "behind": behind / count,
        "rank": 1 / (1 + sum(rank for _, rank, _ in found) / count),
    }


def _near(outline: PageOutline, node: int, tells: Callable[[str], bool]) -> bool:
    """Return whether an element, or the only or first element in it, has a class that means
    something.
    """
    return any(
        tells(outline.classes[inner])
        for inner in range(node, min(node + _NEAR, outline.ends[node]))
    )


def _first_leaf(outline: PageOutline, offer: Offer) -> str:
    """Return the beginning of the first text of an offer.

    The first of several boxes, such as rows, may be a rule.
    """
    nodes = offer if are_boxes(outline, offer) else offer[:1]
    return _first(outline, nodes, bool, _MAX_LEAF_NODES)


def _first_words(outline: PageOutline, offer: Offer) -> str:
    """Return the beginning of the first running text of an offer, "" if it has none.

    It may stand behind a label: "From: Anna", then the words.
    """
    is_labelled = any(outline.texts[offer[0] : outline.ends[offer[0]]])
    nodes = offer if is_labelled or are_boxes(outline, offer) else offer[:1]
    return _first(outline, nodes, _is_running, _MAX_WORDS_NODES)


def _first(outline: PageOutline, offer: Offer, is_it: Callable[[str], bool], most: int) -> str:
    for node in offer[:most]:
        end = min(outline.ends[node], node + most)
        leaf = next(filter(is_it, outline.texts[node:end]), "")
        if leaf:
            return leaf.strip()[:_MAX_LEAF_LENGTH]
    return ""


def _is_running(leaf: str) -> bool:
    text = leaf.strip()
    return len(text) >= SHORT and not (len(text) <= MAX_DATE_LENGTH and is_dated(text))
